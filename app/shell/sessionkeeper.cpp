// SPDX-License-Identifier: Apache-2.0
#include "app/shell/sessionkeeper.h"

#include "app/shell/collapsibledockarea.h"
#include "app/session/runfollower.h"
#include "app/session/sessionstate.h"
#include "core/base/abandonedfiles.h"
#include "views/tables/tableview.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr int keepEveryMs = 30'000;
constexpr QLatin1String kept("session-*.json");
constexpr QLatin1String filtersKey("tableFilters"); // beside what the view itself keeps

std::unique_ptr<QLockFile> lockOf(const QString &file)
{
    auto lock = std::make_unique<QLockFile>(file + QStringLiteral(".lock"));
    // Only a process that is gone makes a lock stale, however long a program runs.
    lock->setStaleLockTime(0);
    return lock;
}

// Parts of a saved state whose kind is not that of what the view keeps under their name now.
void addOtherKinds(const QJsonObject &saved, const QJsonObject &now, const QString &name, QStringList &out)
{
    for (auto it = saved.begin(); it != saved.end(); ++it) {
        const QJsonValue was = it.value();
        const QString part = name + u'.' + it.key();
        if (it.key() == filtersKey) {
            const QJsonObject filters = was.toObject();
            for (auto filter = filters.begin(); filter != filters.end(); ++filter) {
                if (!filter.value().isObject())
                    out.append(SessionFile::unreadable(part + u'.' + filter.key()));
            }
            if (!was.isObject())
                out.append(SessionFile::unreadable(part));
            continue;
        }
        const QJsonValue is = now.value(it.key());
        if (is.isUndefined() || is.isNull() || was.isNull())
            continue;
        if (is.type() != was.type())
            out.append(SessionFile::unreadable(part));
        else
            addOtherKinds(was.toObject(), is.toObject(), part, out);
    }
}

/// `path` with `to` in the place of `from`, where it is that or below it.
QString movedPath(const QString &path, const QString &from, const QString &to)
{
    return path == from || path.startsWith(from + u'/') ? to + path.mid(from.size()) : path;
}

QJsonValue movedPaths(const QJsonValue &value, const QString &from, const QString &to)
{
    if (value.isString())
        return movedPath(value.toString(), from, to);
    if (value.isArray()) {
        QJsonArray out;
        for (const QJsonValue &v : value.toArray())
            out.append(movedPaths(v, from, to));
        return out;
    }
    if (!value.isObject())
        return value;
    QJsonObject out;
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        out[it.key()] = movedPaths(it.value(), from, to);
    return out;
}

/// The begin of a run's path and what it is now: `input` is found at the longest end of the path below `folder` or a
/// folder above it. Empty where it is found at none. A run renamed with the session file in it keeps no end at all.
std::pair<QString, QString> movedRoot(const QString &run, const QString &input, const QString &folder)
{
    std::vector<qsizetype> ends;
    for (qsizetype end = 0; end >= 0; end = run.indexOf(u'/', end + 1))
        ends.push_back(end);
    ends.push_back(run.size());
    for (const qsizetype end : ends) {
        QDir above(folder);
        do {
            const QString root = above.path() == QLatin1String("/") ? QString() : above.path();
            if (QFileInfo(root + run.mid(end) + input).isFile())
                return {run.left(end), root};
        } while (above.cdUp());
    }
    return {};
}

/// Takes runs that are no longer at their paths from beside the session file, where both were moved together. Runs that
/// are not there keep their paths.
void lookBeside(Session &session, const QString &folder)
{
    for (SessionRun &run : session.runs) {
        const QString old = run.path;
        if (run.inputs.empty() || !run.inputs.front().path.startsWith(old + u'/') || QFileInfo::exists(old))
            continue;
        const auto [from, to] = movedRoot(old, run.inputs.front().path.mid(old.size()), folder);
        if (to.isEmpty())
            continue;
        run.path = movedPath(old, from, to);
        for (QString &path : run.opened)
            path = movedPath(path, from, to);
        for (SessionInput &of : run.inputs)
            of.path = movedPath(of.path, from, to);
        session.state = movedPaths(session.state, old, run.path).toObject();
        for (auto &[id, view] : session.views)
            view = movedPaths(view, old, run.path).toObject();
    }
}
} // namespace

SessionKeeper::SessionKeeper(TraceSession &session, RunStore &runs, ViewState &state, ThreadPool &pool,
                             DockLayout &docks, const QString &folder, QObject *parent)
    : QObject(parent), m_session(session), m_runs(runs), m_state(state), m_pool(pool), m_docks(docks), m_folder(folder)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(keepEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &SessionKeeper::keepNow);
    connect(&state, &ViewState::historyChanged, this, &SessionKeeper::changed);
    connect(&state, &ViewState::marksChanged, this, &SessionKeeper::changed);
    connect(&state, &ViewState::boxChanged, this, &SessionKeeper::changed);
    connect(&state, &ViewState::bookmarksChanged, this, &SessionKeeper::changed);
    connect(&runs, &RunStore::runAdded, this, &SessionKeeper::changed);
    connect(&runs, &RunStore::runClosed, this, &SessionKeeper::changed);
    connect(&session, &TraceSession::opened, this, &SessionKeeper::restoreSession);
    connect(&session.follower(), &RunFollower::changed, this, &SessionKeeper::changed);
    // A run that is read again is arranged as before. Lanes that it no longer has are no part of a session.
    connect(&session, &TraceSession::aboutToReplace, this, [this] { m_replaced = viewStates(); });
    connect(&session, &TraceSession::replaced, this, [this] {
        m_tellsLeftOut = false;
        restoreViews(std::exchange(m_replaced, {}));
    });
    m_leftOutTimer.setSingleShot(true);
    m_leftOutTimer.setInterval(0);
    connect(&m_leftOutTimer, &QTimer::timeout, this, [this] { emit leftOut(std::exchange(m_leftOut, {})); });
    for (const DockView *view : m_docks.views()) {
        connect(view, &DockView::arrangementChanged, this, &SessionKeeper::changed);
        for (const TableView *const table : view->findChildren<TableView *>())
            connect(table, &TableView::filtersChanged, this, &SessionKeeper::changed);
        connect(view, &DockView::leftOut, this, [this](const QStringList &what) {
            if (m_tellsLeftOut)
                addLeftOut(what);
        });
    }
    connect(&session, &TraceSession::nothingFound, this, [this] {
        if (m_session.isSearching())
            return;
        m_opening.reset();
        m_openingLeft.reset(); // its run may be there another time
    });
}

SessionKeeper::~SessionKeeper() = default;

QString SessionKeeper::userFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/sessions");
}

void SessionKeeper::changed()
{
    if (!m_folder.isEmpty() && !m_timer.isActive())
        m_timer.start();
}

Session SessionKeeper::current() const
{
    Session out;
    out.savedAt = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    for (int i = 0; i < m_runs.count(); ++i) {
        if (const auto run = m_runs.run(i))
            out.runs.push_back(
                {run->path, m_session.pathsOf(i), inputsOf(*run), m_session.follower().follows(m_session.pathsOf(i))});
    }
    out.state = stateToJson(m_state, m_runs);
    out.views = viewStates();
    out.front = m_docks.frontViews();
    out.folded = m_docks.bottom().foldedByHand();
    return out;
}

std::map<QString, QJsonObject> SessionKeeper::viewStates() const
{
    std::map<QString, QJsonObject> out;
    for (const DockView *view : m_docks.views()) {
        QJsonObject state = view->saveState();
        if (const QJsonObject filters = view->saveFilters(); !filters.isEmpty())
            state[filtersKey] = filters;
        if (!state.isEmpty())
            out[view->id()] = state;
    }
    return out;
}

void SessionKeeper::restoreViews(const std::map<QString, QJsonObject> &states)
{
    for (DockView *view : m_docks.views()) {
        const auto at = states.find(view->id());
        if (at == states.end())
            continue;
        QJsonObject state = at->second;
        view->restoreFilters(state.take(filtersKey).toObject());
        view->restoreState(state);
    }
}

void SessionKeeper::saveTo(const QString &path)
{
    m_saveJob.start(
        m_pool,
        [session = current(), path](const JobContext &job) mutable {
            for (SessionRun &run : session.runs) {
                for (SessionInput &input : run.inputs) {
                    if (job.isCanceled())
                        return QString();
                    input.sample = sampleHash(input.path);
                }
            }
            return SessionFile::write(path, session);
        },
        [this, path](const QString &error) { emit saved(path, error); });
}

QString SessionKeeper::open(const QString &path)
{
    SessionFile::Parsed parsed = SessionFile::read(path);
    if (parsed.error.isEmpty()) {
        lookBeside(parsed.session, QFileInfo(path).absolutePath());
        open(parsed.session);
    }
    return parsed.error;
}

void SessionKeeper::open(const Session &session)
{
    qint64 inputs = 0;
    for (const SessionRun &run : session.runs)
        inputs += static_cast<qint64>(run.inputs.size());
    m_compareJob.start(
        m_pool, [session](const JobContext &job) { return changedInputs(session, job); },
        [this, inputs](const std::vector<InputChange> &changes) {
            if (!changes.empty())
                emit inputsChanged(changes, inputs);
        });
    m_opening = session;
    m_openingLeft.reset();
    m_session.openInstead(session.paths());
}

void SessionKeeper::addLeftOut(const QStringList &what)
{
    if (what.isEmpty())
        return;
    m_leftOut += what;
    m_leftOutTimer.start();
}

void SessionKeeper::restoreSession()
{
    if (!m_opening)
        return;
    const Session session = *std::exchange(m_opening, std::nullopt);
    addLeftOut(session.leftOut);
    addLeftOut(stateFromJson(session.state, m_state, m_runs));
    m_tellsLeftOut = true;
    restoreViews(session.views);
    QStringList otherKinds;
    const std::map<QString, QJsonObject> views = viewStates();
    for (const auto &[id, saved] : session.views) {
        const auto now = views.find(id);
        addOtherKinds(saved, now == views.end() ? QJsonObject() : now->second, QStringLiteral("views.") + id,
                      otherKinds);
    }
    addLeftOut(otherKinds.mid(0, SessionFile::maximalTold));
    if (session.front.isEmpty() && !m_state.box().isEmpty())
        m_state.raiseView(QStringLiteral("selection"));
    // Files of older versions know no workspace: it was where the dock was that was used last.
    if (!session.state.contains(QStringLiteral("workspace")) && !session.front.isEmpty())
        m_docks.raiseView(session.front.back());
    m_docks.bringToFront(session.front);
    m_docks.bottom().keepFront();
    if (session.folded)
        m_docks.bottom().setFolded(*session.folded);
    m_state.restartHistory();
    for (int i = 0; i < m_runs.count(); ++i) {
        const auto run = m_runs.run(i);
        if (run && std::any_of(session.runs.begin(), session.runs.end(),
                               [&run](const SessionRun &s) { return s.followed && s.path == run->path; }))
            m_session.follower().follow(m_session.pathsOf(i), true);
    }
    forgetOpened(session);
    emit restored();
}

// Once what is open is kept as a session of this program.
void SessionKeeper::forgetOpened(const Session &session)
{
    const auto left = std::exchange(m_openingLeft, std::nullopt);
    if (!left)
        return;
    const auto isOpen = [this](const SessionRun &wanted) {
        for (int i = 0; i < m_runs.count(); ++i) {
            if (const auto run = m_runs.run(i); run && run->path == wanted.path)
                return true;
        }
        return wanted.path.isEmpty();
    };
    if (!std::all_of(session.runs.begin(), session.runs.end(), isOpen))
        return;
    keepNow();
    if (QFile::exists(m_file))
        forgetLeftBehind(*left);
}

void SessionKeeper::keepNow()
{
    m_timer.stop();
    if (m_folder.isEmpty())
        return;
    if (m_runs.isEmpty()) {
        if (!m_file.isEmpty())
            QFile::remove(m_file);
        return;
    }
    if (m_file.isEmpty()) {
        if (!QDir().mkpath(m_folder))
            return;
        removeAbandoned(m_folder, kept);
        m_file =
            QDir(m_folder).filePath(QStringLiteral("session-%1.json").arg(QUuid::createUuid().toString(QUuid::Id128)));
        m_lock = lockOf(m_file);
        if (!m_lock->tryLock(0))
            m_lock.reset();
    }
    // A session that cannot be kept does not stop the work; the next attempt comes with the next change.
    (void)SessionFile::write(m_file, current());
}

void SessionKeeper::discard()
{
    m_timer.stop();
    if (m_file.isEmpty())
        return;
    QFile::remove(m_file);
    m_lock.reset();
    m_file.clear();
}

std::optional<SessionKeeper::LeftBehind> SessionKeeper::nextLeftBehind()
{
    if (m_folder.isEmpty())
        return std::nullopt;
    std::optional<LeftBehind> damaged;
    for (const QFileInfo &file : QDir(m_folder).entryInfoList({kept}, QDir::Files, QDir::Time)) {
        LeftBehind left{file.absoluteFilePath(), {}, lockOf(file.absoluteFilePath())};
        if (left.path == m_file || m_given.contains(left.path) || !left.lock->tryLock(0))
            continue;
        left.read = SessionFile::read(left.path);
        if (left.read.error.isEmpty()) {
            m_given.append(left.path);
            return left;
        }
        if (!damaged)
            damaged = std::move(left);
    }
    if (damaged)
        m_given.append(damaged->path);
    return damaged;
}

void SessionKeeper::openLeftBehind(const LeftBehind &left)
{
    open(left.read.session);
    m_openingLeft = left;
}

void SessionKeeper::forgetLeftBehind(const LeftBehind &left)
{
    QFile::remove(left.path);
}

} // namespace rs

#include "moc_sessionkeeper.cpp"
