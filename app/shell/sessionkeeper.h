// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/shell/docklayout.h"
#include "app/session/sessionfile.h"
#include "app/session/tracesession.h"
#include "views/widgets/latestjob.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace rs {

/// Saves and brings back sessions, and keeps one in the user's data folder while the program runs, so that a crash
/// loses nothing but the last half minute. Each running program has a file of its own and holds a lock beside it; a
/// file whose lock nobody holds was left behind by a crash.
class SessionKeeper : public QObject
{
    Q_OBJECT
public:
    /// `folder` is where sessions are kept automatically; empty: nowhere. `docks` outlive the keeper.
    SessionKeeper(TraceSession &session, RunStore &runs, ViewState &state, ThreadPool &pool, DockLayout &docks,
                  const QString &folder, QObject *parent = nullptr);
    ~SessionKeeper() override;

    /// Folder in which the program keeps sessions of its user.
    [[nodiscard]] static QString userFolder();

    /// Session of everything open now, without samples of the inputs.
    [[nodiscard]] Session current() const;
    /// Takes samples of the inputs and writes the file, in a job; saved() tells how it went.
    void saveTo(const QString &path);
    /// Reads the file, opens what it names instead of what is open, and brings the views back as soon as the runs are
    /// known. What is open stays where nothing of the session is found. The inputs are compared in a job;
    /// inputsChanged() reports differences. Empty, or why the session cannot be opened.
    [[nodiscard]] QString open(const QString &path);
    void open(const Session &session);

    /// A session that a crash left behind. No other window is asked about it while this one lives.
    struct LeftBehind
    {
        QString path;
        SessionFile::Parsed read;
        std::shared_ptr<QLockFile> lock;
    };
    /// Those that this program has not been given yet, the newest first, and behind them those that cannot be read.
    /// Each stays in its folder until openLeftBehind() has shown all of its runs, or forgetLeftBehind() removes it.
    [[nodiscard]] std::optional<LeftBehind> nextLeftBehind();
    void openLeftBehind(const LeftBehind &left);
    static void forgetLeftBehind(const LeftBehind &left);
    /// Writes the automatic session now, when something is open.
    void keepNow();
    /// An orderly end: the automatic session is not needed any more.
    void discard();

signals:
    /// `error` is empty when the file was written.
    void saved(const QString &path, const QString &error);
    void inputsChanged(const std::vector<rs::InputChange> &changes, qint64 inputs);
    /// The views show the session.
    void restored();
    /// Parts of the session that were skipped, a sentence each.
    void leftOut(const QStringList &what);

private:
    void changed();
    void restoreSession();
    void forgetOpened(const Session &session);
    [[nodiscard]] std::map<QString, QJsonObject> viewStates() const;
    void restoreViews(const std::map<QString, QJsonObject> &states);
    void addLeftOut(const QStringList &what);

    TraceSession &m_session;
    RunStore &m_runs;
    ViewState &m_state;
    ThreadPool &m_pool;
    DockLayout &m_docks;
    QString m_folder;
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer{this};
    QTimer m_leftOutTimer{this}; // collects what several views say at the same time
    QStringList m_leftOut;
    std::optional<Session> m_opening;
    std::optional<LeftBehind> m_openingLeft;   ///< what m_opening was read from
    QStringList m_given;                       ///< paths of what nextLeftBehind() gave
    std::map<QString, QJsonObject> m_replaced; ///< how the views were before runs were read again
    bool m_tellsLeftOut = true;
    LatestJob<QString> m_saveJob;
    LatestJob<std::vector<InputChange>> m_compareJob;
};

} // namespace rs
