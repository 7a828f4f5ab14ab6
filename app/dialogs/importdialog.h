// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QFileIconProvider>
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
    /// `places` are folders that a button offers.
    explicit ImportDialog(const QString &startFolder, const QStringList &places = {}, QWidget *parent = nullptr);
    ~ImportDialog() override;

    /// Absolute paths that exist, or one on another host (RemotePath).
    [[nodiscard]] QStringList paths() const;
    [[nodiscard]] QString folder() const;
    void setFolder(const QString &folder);

private:
    void chosen();
    void typed();

    /// Qt's own looks into files for an icon and a type, on the thread of the window: /proc/kmsg would never let it go.
    struct NamesAlone : QFileIconProvider
    {
        using QFileIconProvider::icon;
        [[nodiscard]] QIcon icon(const QFileInfo &info) const override { return icon(info.isDir() ? Folder : File); }
        /// Not shown; the model leaves out what has none.
        [[nodiscard]] QString type(const QFileInfo & /*info*/) const override { return QStringLiteral("-"); }
    };

    NamesAlone m_icons;
    QFileSystemModel *m_files;
    QTreeView *m_tree;
    QLineEdit *m_path;
    QLabel *m_problem; ///< why Return opened nothing; hidden without a reason
    QPushButton *m_open;
};

} // namespace rs
