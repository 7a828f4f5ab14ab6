// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFileDialog>
#include <QString>

class QComboBox;

namespace rs {

/// Asks for a folder to write into. Unlike Qt's own dialog it takes a name that does not exist yet.
class FolderDialog : public QFileDialog
{
    Q_OBJECT
public:
    FolderDialog(const QString &title, const QString &start, QWidget *parent = nullptr);

    /// Absolute; once the dialog was accepted.
    [[nodiscard]] QString folder() const { return m_folder; }
    /// An empty list of choices below the folder, for the caller to fill.
    [[nodiscard]] QComboBox *addChoice(const QString &label);

protected:
    void accept() override;

private:
    QString m_folder;
};

} // namespace rs
