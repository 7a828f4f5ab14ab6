// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/session/growingfiles.h"
#include "core/job/threadpool.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <vector>

namespace rs {

class TraceSession;

/// Watches the folders of runs that still grow, and lets the session read what is new and complete. The system tells of
/// new files at once where it can; a slow look comes beside that, for disks of other hosts. Looking is the business of
/// a thread of its own, and slow disks are looked at more rarely.
class RunFollower : public QObject
{
    Q_OBJECT
public:
    explicit RunFollower(TraceSession &session, QObject *parent = nullptr);
    /// Waits for the look that is under way.
    ~RunFollower() override;

    /// Paths that one run was opened under.
    void follow(const QStringList &paths, bool on);
    [[nodiscard]] bool follows(const QStringList &paths) const;
    [[nodiscard]] bool isFollowing() const { return !m_watches.empty(); }
    /// Arrival of the last new files; invalid: none came yet.
    [[nodiscard]] QDateTime lastChange() const { return m_lastChange; }
    /// Somebody writes files that wait.
    [[nodiscard]] bool isWaiting() const;
    /// Nothing is left under the paths of a followed run.
    [[nodiscard]] bool isGone() const;

signals:
    /// The followed runs, waiting files, or the time of the last news.
    void changed();

private:
    struct Watch;

    void look();
    void looked(const std::shared_ptr<Watch> &watch, const FileNews &news, const QStringList &folders, bool isGone,
                qint64 tookMs);
    void lookIn(qint64 ms);

    TraceSession &m_session;
    QFileSystemWatcher m_watcher;
    QTimer m_timer{this};
    QElapsedTimer m_clock;
    QDateTime m_lastChange;
    std::vector<std::shared_ptr<Watch>> m_watches;
    int m_looks = 0; ///< under way
    ThreadPool m_pool{1, ThreadPool::Priority::Yielding};
};

} // namespace rs
