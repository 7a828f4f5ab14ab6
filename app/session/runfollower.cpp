// SPDX-License-Identifier: Apache-2.0
#include "app/session/runfollower.h"

#include "app/session/tracesession.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <optional>
#include <utility>

namespace rs {

namespace {

constexpr int soonMs = 100;    // several files come at once
constexpr int writtenMs = 250; // while somebody writes
constexpr int slowMs = 2'000;
constexpr qint64 restAfterLook = 10; // times as long as it took
constexpr qint64 restWhileWritten = 3;
constexpr qsizetype mostFolders = 2'000; // the system watches that many for a program

QStringList foldersOf(const QStringList &paths, const FileStamps &files)
{
    std::set<QString> out;
    for (const QString &path : paths)
        out.insert(QFileInfo(path).isDir() ? path : QFileInfo(path).path());
    for (const auto &[path, stamp] : files) {
        const QString folder = path.left(path.lastIndexOf(u'/'));
        out.insert(folder);
        out.insert(folder.left(folder.lastIndexOf(u'/')));
    }
    return QStringList(out.begin(), out.end()).mid(0, mostFolders);
}

} // namespace

struct RunFollower::Watch
{
    QStringList paths;
    std::optional<GrowingFiles> files; ///< only the thread that looks knows
    FileNews news;                     ///< that the session has not got yet
    bool isGone = false;
};

RunFollower::RunFollower(TraceSession &session, QObject *parent) : QObject(parent), m_session(session)
{
    m_clock.start();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RunFollower::look);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] { lookIn(soonMs); });
    connect(&m_session, &TraceSession::grown, this, [this] {
        m_lastChange = QDateTime::currentDateTime();
        emit changed();
    });
    connect(&m_session, &TraceSession::idle, this, [this] {
        if (isFollowing())
            lookIn(0);
    });
}

RunFollower::~RunFollower()
{
    m_pool.waitForDone();
}

bool RunFollower::follows(const QStringList &paths) const
{
    return std::any_of(m_watches.begin(), m_watches.end(), [&](const auto &w) { return w->paths == paths; });
}

bool RunFollower::isWaiting() const
{
    return std::any_of(m_watches.begin(), m_watches.end(), [](const auto &w) { return !w->news.unfinished.empty(); });
}

bool RunFollower::isGone() const
{
    return std::any_of(m_watches.begin(), m_watches.end(), [](const auto &w) { return w->isGone; });
}

void RunFollower::follow(const QStringList &paths, bool on)
{
    if (paths.isEmpty() || on == follows(paths))
        return;
    if (on) {
        m_watches.push_back(std::make_shared<Watch>());
        m_watches.back()->paths = paths;
    } else {
        std::erase_if(m_watches, [&paths](const auto &w) { return w->paths == paths; });
    }
    if (m_watches.empty()) {
        m_timer.stop();
        if (!m_watcher.directories().isEmpty())
            m_watcher.removePaths(m_watcher.directories());
        m_lastChange = {};
    } else {
        lookIn(0);
    }
    emit changed();
}

void RunFollower::lookIn(qint64 ms)
{
    if (m_looks == 0 && (!m_timer.isActive() || m_timer.remainingTime() > ms))
        m_timer.start(static_cast<int>(ms));
}

void RunFollower::look()
{
    const QStringList open = m_session.openPaths();
    std::erase_if(m_watches, [&open](const auto &w) {
        return std::none_of(w->paths.begin(), w->paths.end(), [&open](const QString &p) { return open.contains(p); });
    });
    if (m_watches.empty())
        emit changed();
    for (const auto &watch : m_watches) {
        ++m_looks;
        m_pool.start([this, watch, shown = m_session.filesOf(watch->paths), startedMs = m_clock.elapsed()] {
            FileStamps now = stampsBelow(watch->paths);
            // Files that came since the run was read are news as well.
            if (!watch->files) {
                FileStamps read;
                for (const auto &[path, stamp] : now) {
                    const auto known = shown.find(path);
                    if (known != shown.end() && known->second == stamp.bytes)
                        read[path] = stamp;
                }
                watch->files.emplace(std::move(read));
            }
            FileNews news = watch->files->look(now, m_clock.elapsed());
            QStringList folders = foldersOf(watch->paths, now);
            const bool isGone = std::none_of(watch->paths.begin(), watch->paths.end(),
                                             [](const QString &path) { return QFileInfo::exists(path); });
            QMetaObject::invokeMethod(
                this,
                [this, watch, news = std::move(news), folders = std::move(folders), isGone, startedMs] {
                    looked(watch, news, folders, isGone, m_clock.elapsed() - startedMs);
                },
                Qt::QueuedConnection);
        });
    }
}

void RunFollower::looked(const std::shared_ptr<Watch> &watch, const FileNews &news, const QStringList &folders,
                         bool isGone, qint64 tookMs)
{
    --m_looks;
    if (std::find(m_watches.begin(), m_watches.end(), watch) == m_watches.end())
        return;
    const bool waited = isWaiting();
    watch->news.changed.insert(news.changed.begin(), news.changed.end());
    watch->news.unfinished = news.unfinished;
    QStringList fresh = folders;
    const QStringList known = m_watcher.directories();
    const QSet<QString> watched(known.begin(), known.end());
    fresh.removeIf([&watched](const QString &folder) { return watched.contains(folder); });
    if (!fresh.isEmpty() && known.size() < mostFolders)
        m_watcher.addPaths(fresh);
    if (!watch->news.changed.empty() && !m_session.isBusy()) {
        const FileNews all = watch->news;
        watch->news.changed.clear();
        m_session.grow(watch->paths, all);
    }
    if (std::exchange(watch->isGone, isGone) != isGone || waited != isWaiting())
        emit changed();
    const bool soon = isWaiting() || !watch->news.changed.empty();
    lookIn(soon ? std::max<qint64>(writtenMs, tookMs * restWhileWritten)
                : std::max<qint64>(slowMs, tookMs * restAfterLook));
}

} // namespace rs

#include "moc_runfollower.cpp"
