// SPDX-License-Identifier: Apache-2.0
#include "app/session/runlibrary.h"

#include "analysis/time/runorigin.h"
#include "app/session/librarymodel.h"
#include "app/session/recents.h"
#include "importers/files/osfile.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace rs {

namespace {

constexpr int writeWaitMs = 10'000;
constexpr int loadMs = 100; // what several windows write at the same time is read once

// In the order of LibraryModel::Column.
constexpr auto tableText = "CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, "
                           "paths TEXT NOT NULL, state TEXT, name TEXT NOT NULL, profiled INTEGER, ranks INTEGER, "
                           "steps INTEGER, step_ns INTEGER, verdict TEXT, cost_ns INTEGER, "
                           "notes TEXT NOT NULL DEFAULT '', framework TEXT, folder TEXT, opened INTEGER)";
constexpr auto allColumns = "SELECT id, title, paths, state, name, profiled, ranks, steps, step_ns, verdict, cost_ns, "
                            "notes, framework, folder, opened FROM runs LIMIT 1";
// The words of the user stay, and the verdict until there is another one.
constexpr auto recordText =
    "INSERT INTO runs (title, paths, state, name, profiled, ranks, steps, step_ns, verdict, cost_ns, framework, "
    "folder, opened) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (title) DO UPDATE SET "
    "paths = excluded.paths, profiled = excluded.profiled, ranks = excluded.ranks, steps = excluded.steps, "
    "step_ns = coalesce(excluded.step_ns, step_ns), "
    "verdict = iif(excluded.state IS NULL, verdict, excluded.verdict), "
    "cost_ns = iif(excluded.state IS NULL, cost_ns, excluded.cost_ns), state = coalesce(excluded.state, state), "
    "framework = excluded.framework, folder = excluded.folder, opened = excluded.opened";

QString text(const char *latin)
{
    return QString::fromLatin1(latin);
}

// Qt keeps connections by name, each for the thread that made it.
QString newConnection()
{
    static std::atomic<int> count{0};
    return QStringLiteral("library %1").arg(++count);
}

QSqlDatabase connectTo(const QString &file, int waitMs)
{
    QSqlDatabase out = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), newConnection());
    out.setDatabaseName(file);
    out.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(waitMs));
    out.open();
    return out;
}

void disconnectFrom(QSqlDatabase database)
{
    const QString name = database.connectionName();
    database.close();
    database = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
}

bool isBroken(const QSqlError &error)
{
    const QString code = error.nativeErrorCode();
    constexpr std::array codes = {1, 11, 26}; // no such column, malformed, no database
    return std::any_of(codes.begin(), codes.end(), [&code](int c) { return code == QString::number(c); });
}

enum class Health : quint8 { Good, Broken, Newer, Unusable };

Health makeReady(QSqlDatabase &database, QString &why)
{
    QSqlQuery q(database);
    const auto failed = [&](const QSqlError &error) {
        why = error.databaseText().isEmpty() ? error.text() : error.databaseText();
        return isBroken(error) ? Health::Broken : Health::Unusable;
    };
    if (!database.isOpen())
        return failed(database.lastError());
    if (!q.exec(QStringLiteral("PRAGMA quick_check(1)")) || !q.next())
        return failed(q.lastError());
    if (q.value(0).toString() != QLatin1String("ok"))
        return Health::Broken;
    if (!q.exec(QStringLiteral("PRAGMA user_version")) || !q.next())
        return failed(q.lastError());
    const int is = q.value(0).toInt();
    if (is > RunLibrary::version)
        return Health::Newer;
    q.finish();
    if (is == RunLibrary::version)
        return q.exec(text(allColumns)) ? Health::Good : failed(q.lastError());
    // Two statements of one transaction: a file that is killed in between is a new one.
    if (!database.transaction() || !q.exec(text(tableText)) ||
        !q.exec(QStringLiteral("PRAGMA user_version = %1").arg(RunLibrary::version)) || !q.exec(text(allColumns)))
        return failed(q.lastError());
    q.finish();
    return database.commit() ? Health::Good : failed(database.lastError());
}

struct Prepared
{
    bool usable = false;
    QString said; ///< a sentence for people; empty: all is well
};

// One window at a time, or the second would set aside what the first one has just made.
Prepared prepare(const QString &file)
{
    QDir().mkpath(QFileInfo(file).absolutePath());
    QLockFile lock(file + QStringLiteral(".lock"));
    lock.tryLock(writeWaitMs);
    QString why;
    const auto look = [&] {
        QSqlDatabase database = connectTo(file, writeWaitMs);
        const Health health = makeReady(database, why);
        disconnectFrom(std::exchange(database, {}));
        return health;
    };
    Health health = look();
    QString said;
    if (health == Health::Broken) {
        const QString aside =
            QStringLiteral("%1.damaged-%2")
                .arg(file, QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz")));
        if (QFile::rename(file, aside)) {
            QFile::rename(file + QStringLiteral("-journal"), aside + QStringLiteral("-journal"));
            said =
                RunLibrary::tr("The library of runs was damaged. It is kept as %1, and a new one begins.").arg(aside);
            health = look();
        }
    }
    if (health == Health::Newer)
        return {false, RunLibrary::tr("The library of runs is of a newer RankScope and is not used: %1").arg(file)};
    if (health != Health::Good)
        return {false, RunLibrary::tr("The library of runs cannot be used: %1: %2", "file, reason").arg(file, why)};
    return {true, said};
}

std::optional<qint64> profiledMs(const Run &run)
{
    // Clocks of some traces count from the start of the machine.
    constexpr qint64 year2015Ns = 1'420'070'400'000'000'000;
    constexpr qint64 nsPerMs = 1'000'000;
    if (const qint64 origin = runOriginNs(run); origin > year2015Ns)
        return origin / nsPerMs;
    const auto ofFiles = [](const std::vector<FileEntry> &files) -> std::optional<qint64> {
        const auto used = std::find_if(files.begin(), files.end(), [](const FileEntry &f) { return f.used; });
        const OsInfo info = used == files.end() ? OsInfo() : osInfo(used->path);
        return info.exists ? std::optional(info.modifiedMs) : std::nullopt;
    };
    return run.infos.empty() ? ofFiles(run.cluster.files) : ofFiles(run.infos.front().files);
}

QString stateName(DiagnosisState state)
{
    switch (state) {
    case DiagnosisState::Fine:
        return QStringLiteral("fine");
    case DiagnosisState::Notice:
        return QStringLiteral("notice");
    case DiagnosisState::Problem:
        return QStringLiteral("problem");
    case DiagnosisState::Difference:
        return QStringLiteral("difference");
    case DiagnosisState::Unknown:
        break;
    }
    return QStringLiteral("unknown");
}

// The dearest problem; without one what is worth a look, or why nothing can be said.
const Verdict *firstVerdict(const Diagnosis &diagnosis)
{
    if (!diagnosis.problems.empty())
        return &diagnosis.problems.front();
    constexpr std::array order = {DiagnosisState::Problem, DiagnosisState::Difference, DiagnosisState::Notice,
                                  DiagnosisState::Unknown, DiagnosisState::Fine};
    for (const DiagnosisState state : order) {
        for (const Verdict &v : diagnosis.areas) {
            if (v.state == state)
                return &v;
        }
    }
    return nullptr;
}

template <typename T>
QVariant orNull(const std::optional<T> &value)
{
    return value ? QVariant(*value) : QVariant(QMetaType::fromType<T>());
}

QVariantList recordOf(const Run &run, const Diagnosis *diagnosis, const QStringList &paths)
{
    const Verdict *const verdict = diagnosis ? firstVerdict(*diagnosis) : nullptr;
    std::optional<QString> said;
    if (verdict)
        said = QString::fromUtf8(
            QJsonDocument({{QStringLiteral("literal"), verdict->sentence.literal},
                           {QStringLiteral("arguments"), QJsonArray::fromStringList(verdict->sentence.arguments)}})
                .toJson(QJsonDocument::Compact));
    const std::optional<qint64> stepNs =
        diagnosis && diagnosis->usualStepNs > 0 ? std::optional(diagnosis->usualStepNs) : std::nullopt;
    return {run.title(),
            QString::fromUtf8(QJsonDocument(QJsonArray::fromStringList(paths)).toJson(QJsonDocument::Compact)),
            orNull(verdict ? std::optional(stateName(verdict->state)) : std::nullopt),
            run.name,
            orNull(profiledMs(run)),
            static_cast<qint64>(run.infos.empty() && diagnosis ? diagnosis->clusterRanks.size() : run.infos.size()),
            static_cast<qint64>(diagnosis ? diagnosis->steps : run.steps().size()),
            orNull(stepNs),
            orNull(said),
            orNull(verdict ? verdict->costNs : std::nullopt),
            frameworkName(run.framework),
            run.path,
            QDateTime::currentMSecsSinceEpoch()};
}

QSqlError execute(const QSqlDatabase &database, const char *statement, const QVariantList &values)
{
    QSqlQuery q(database);
    q.prepare(text(statement));
    for (const QVariant &v : values)
        q.addBindValue(v);
    q.exec();
    return q.lastError();
}

} // namespace

RunLibrary::RunLibrary(QObject *parent) : QObject(parent)
{
    m_loadTimer.setSingleShot(true);
    m_loadTimer.setInterval(loadMs);
    connect(&m_loadTimer, &QTimer::timeout, this, &RunLibrary::load);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &RunLibrary::loadSoon);
}

RunLibrary::~RunLibrary()
{
    m_writer.waitForDone();
    m_looker.waitForDone();
    dropModel();
}

QString RunLibrary::userFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/library.db");
}

void RunLibrary::open(const QString &file)
{
    if (m_file == file)
        return;
    close();
    m_file = file;
    m_writer.start([this, file] {
        const Prepared is = prepare(file);
        m_usable = is.usable;
        QMetaObject::invokeMethod(
            this, [this, file, is] { prepared(file, is.usable, is.said); }, Qt::QueuedConnection);
    });
}

void RunLibrary::prepared(const QString &file, bool usable, const QString &said)
{
    if (!said.isEmpty())
        tell(said);
    if (m_file != file)
        return;
    if (!usable) {
        m_problem = said;
        emit modelChanged();
        return;
    }
    m_database = std::make_unique<QSqlDatabase>(connectTo(file, readWaitMs));
    m_model = std::make_unique<LibraryModel>(*this, *m_database);
    m_watcher.addPath(file);
    emit modelChanged();
    load();
}

void RunLibrary::close()
{
    m_file.clear();
    const bool told = !std::exchange(m_problem, {}).isEmpty();
    if (!m_model && !told)
        return;
    dropModel();
    emit modelChanged();
}

void RunLibrary::dropModel()
{
    if (!m_watcher.files().isEmpty())
        m_watcher.removePaths(m_watcher.files());
    m_loadTimer.stop();
    m_model.reset();
    if (m_database)
        disconnectFrom(std::exchange(*m_database, {}));
    m_database.reset();
}

void RunLibrary::tell(const QString &what)
{
    if (m_told.contains(what))
        return;
    m_told.append(what);
    emit trouble(what);
}

void RunLibrary::loadSoon()
{
    if (!m_loadTimer.isActive())
        m_loadTimer.start();
}

void RunLibrary::load()
{
    if (!m_model)
        return;
    if (!m_model->load()) {
        loadSoon();
        return;
    }
    // A file that was replaced is watched no longer.
    if (!m_watcher.files().contains(m_file))
        m_watcher.addPath(m_file);
    emit loaded();
    lookForRuns();
}

void RunLibrary::lookForRuns()
{
    std::vector<std::pair<qint64, QStringList>> runs;
    for (int row = 0; row < m_model->rowCount(); ++row)
        runs.emplace_back(m_model->idOf(row), m_model->pathsOf(row));
    m_looker.start([this, runs = std::move(runs)] {
        QSet<qint64> missing;
        for (const auto &[id, paths] : runs) {
            if (!recentMissing(paths).isEmpty())
                missing.insert(id);
        }
        QMetaObject::invokeMethod(
            this,
            [this, missing] {
                if (m_model)
                    m_model->setMissing(missing);
            },
            Qt::QueuedConnection);
    });
}

void RunLibrary::write(Work work)
{
    if (!isOpen())
        return;
    m_writer.start([this, file = m_file, work = std::move(work)] {
        if (m_usable)
            writeNow(file, work);
    });
}

void RunLibrary::writeNow(const QString &file, const Work &work)
{
    QSqlDatabase database = connectTo(file, writeWaitMs);
    QSqlError error = database.lastError();
    if (database.isOpen()) {
        database.transaction();
        error = work(database);
        if (error.isValid() || !database.commit()) {
            error = error.isValid() ? error : database.lastError();
            database.rollback();
        }
    }
    disconnectFrom(std::exchange(database, {}));
    const auto written = [this, file, error] {
        if (error.isValid())
            tell(tr("The library of runs is not saved: %1: %2", "file, reason").arg(file, error.databaseText()));
        // A typed text is in the file, or gone.
        loadSoon();
    };
    QMetaObject::invokeMethod(this, written, Qt::QueuedConnection);
}

void RunLibrary::record(std::shared_ptr<const Run> run, std::shared_ptr<const Diagnosis> diagnosis,
                        const QStringList &paths)
{
    // The file keeps text, which a name that is no UTF-8 is not.
    if (!std::all_of(paths.begin(), paths.end(), [](const QString &path) { return osPath(path) == path.toUtf8(); }))
        return;
    write([run = std::move(run), diagnosis = std::move(diagnosis), paths](const QSqlDatabase &database) {
        return execute(database, recordText, recordOf(*run, diagnosis.get(), paths));
    });
}

void RunLibrary::setName(qint64 id, const QString &name)
{
    write([id, name](const QSqlDatabase &database) {
        return execute(database, "UPDATE runs SET name = ? WHERE id = ?", {name, id});
    });
}

void RunLibrary::setNotes(qint64 id, const QString &notes)
{
    write([id, notes](const QSqlDatabase &database) {
        return execute(database, "UPDATE runs SET notes = ? WHERE id = ?", {notes, id});
    });
}

void RunLibrary::remove(const QList<qint64> &ids)
{
    write([ids](const QSqlDatabase &database) {
        QSqlError error;
        for (qsizetype i = 0; i < ids.size() && !error.isValid(); ++i)
            error = execute(database, "DELETE FROM runs WHERE id = ?", {ids[i]});
        return error;
    });
}

void RunLibrary::clear(const QString &file)
{
    m_writer.start([this, file] {
        if (!QFileInfo::exists(file))
            return;
        writeNow(file, [](const QSqlDatabase &database) {
            (void)execute(database, "PRAGMA secure_delete = ON", {}); // what was in the rows is overwritten
            return execute(database, "DELETE FROM runs", {});
        });
    });
}

} // namespace rs

#include "moc_runlibrary.cpp"
