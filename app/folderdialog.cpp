// SPDX-License-Identifier: Apache-2.0
#include "app/folderdialog.h"

#include <QDir>
#include <QFileInfo>

namespace rs {

FolderDialog::FolderDialog(const QString &title, const QString &start, QWidget *parent)
    : QFileDialog(parent, title, start)
{
    // The system's dialog would not come by here when it is accepted.
    setOption(DontUseNativeDialog);
    setOption(ShowDirsOnly);
    setFileMode(Directory);
}

void FolderDialog::accept()
{
    const QStringList chosen = selectedFiles();
    if (chosen.isEmpty())
        return;
    m_folder = QFileInfo(QDir::cleanPath(chosen.front())).absoluteFilePath();
    if (QFileInfo::exists(m_folder))
        QFileDialog::accept();
    else
        QDialog::accept();
}

} // namespace rs
