// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/savedialog.h"

#include "core/base/pathprobe.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>

namespace rs {

namespace {

QString &lastFolder()
{
    static QString folder;
    return folder;
}

} // namespace

QString SaveDialog::ask(QWidget *parent, const QString &title, const QString &name, const QString &filter)
{
    QString path = QFileDialog::getSaveFileName(parent, title, QDir(folder()).filePath(name), filter);
    if (path.isEmpty())
        return {};
    static const QRegularExpression suffix(QStringLiteral("\\*(\\.[\\w.]+)"));
    bool isComplete = false;
    for (const QRegularExpressionMatch &offered : suffix.globalMatch(filter))
        isComplete = isComplete || path.endsWith(offered.captured(1), Qt::CaseInsensitive);
    if (!isComplete)
        path += u'.' + QFileInfo(name).completeSuffix();
    setFolder(QFileInfo(path).absolutePath());
    return path;
}

QString SaveDialog::folder()
{
    return isFolderInTime(lastFolder()) ? lastFolder() : QDir::homePath();
}

void SaveDialog::setFolder(const QString &folder)
{
    lastFolder() = folder;
}

} // namespace rs
