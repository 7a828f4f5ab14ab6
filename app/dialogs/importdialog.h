// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QStringList>

class QFileSystemModel;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeView;

namespace rs {

/// Chooses any number of folders and files together, which the system's dialogs cannot.
class ImportDialog : public QDialog
{
    Q_OBJECT
public:
    explicit ImportDialog(const QString &startFolder, QWidget *parent = nullptr);

    /// Absolute paths that exist.
    [[nodiscard]] QStringList paths() const;
    [[nodiscard]] QString folder() const;
    void setFolder(const QString &folder);

private:
    void chosen();
    void typed();

    QFileSystemModel *m_files;
    QTreeView *m_tree;
    QLineEdit *m_path;
    QLabel *m_problem; ///< why Return opened nothing; hidden without a reason
    QPushButton *m_open;
};

} // namespace rs
