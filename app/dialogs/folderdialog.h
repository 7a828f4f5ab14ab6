// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFileDialog>
#include <QString>

namespace rs {

/// Asks for a folder to write into. Unlike Qt's own dialog it takes a name that does not exist yet.
class FolderDialog : public QFileDialog
{
    Q_OBJECT
public:
    FolderDialog(const QString &title, const QString &start, QWidget *parent = nullptr);

    /// Absolute; once the dialog was accepted.
    [[nodiscard]] QString folder() const { return m_folder; }

protected:
    void accept() override;

private:
    QString m_folder;
};

} // namespace rs
