// SPDX-License-Identifier: Apache-2.0
#include "app/session/recents.h"

#include "core/base/pathprobe.h"
#include "core/run/remotepath.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace rs {

namespace {

struct RecentTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::Recents)
};

// Common folder of clean paths; both are below the root at least.
QString commonFolder(const QStringList &paths)
{
    QString folder = QFileInfo(paths.front()).path();
    const auto holds = [&folder](const QString &path) {
        return path.startsWith(folder.endsWith(u'/') ? folder : folder + u'/');
    };
    while (!std::all_of(paths.begin(), paths.end(), holds)) {
        const QString above = QFileInfo(folder).path();
        if (above == folder)
            break;
        folder = above;
    }
    return folder;
}

} // namespace

QString recentLabel(const QStringList &paths)
{
    if (paths.size() == 1)
        return paths.front();
    return RecentTexts::tr("%1 (%n of its folders or files)", "opened together", static_cast<int>(paths.size()))
        .arg(commonFolder(paths));
}

QString recentMissing(const QStringList &paths)
{
    const auto at = std::find_if(paths.begin(), paths.end(), [](const QString &p) {
        return !RemotePath::isOne(p) && !existsInTime(p); // nobody asks another host without need
    });
    return at == paths.end() ? QString() : *at;
}

} // namespace rs
