// SPDX-License-Identifier: Apache-2.0
#include "importers/run/remoteruns.h"

#include "core/base/savedfile.h"
#include "core/run/runindex.h"
#include "core/text/plaintext.h"
#include "importers/run/serveframes.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSettings>
#include <QStandardPaths>
#include <QSysInfo>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace rs {

using serve::Frame;
using serve::FrameKind;

namespace {

constexpr int pollMs = 50;
constexpr int ofSsh = 255;          // its own troubles; else the status is that of the program on the host
constexpr qsizetype mostSaid = 300; // characters of a message of others
constexpr qsizetype mostErrors = 4096;
constexpr qsizetype mostBeforeHello = 64 * 1024; // a banner of the host

const QLatin1String folderName("rankscope-remote-");
const QLatin1String lockName("/lock");

const QString sshKey = QStringLiteral("remote/ssh");
const QString programKey = QStringLiteral("remote/program");
const QString timeoutKey = QStringLiteral("remote/timeoutSeconds");

// The last line that the program said, as plain text; the status with which it ended where it said nothing.
QString lastLine(const QByteArray &said, const QProcess &of)
{
    const QString text = QString::fromUtf8(said).trimmed();
    return text.isEmpty() ? QStringLiteral("exit %1").arg(of.exitCode())
                          : harmless(text.section(u'\n', -1).trimmed()).left(mostSaid);
}

// The path as one word of the shell there, which knows what ~ is.
QString quoted(const QString &program)
{
    static const QRegularExpression plain(QStringLiteral(R"(^[\w./~+:@%=,-]+$)"));
    if (plain.match(program).hasMatch())
        return program;
    const bool isInHome = program.startsWith(QLatin1String("~/"));
    QString rest = isInHome ? program.mid(2) : program;
    return (isInHome ? QStringLiteral("~/'") : QStringLiteral("'")) + rest.replace(u'\'', QLatin1String("'\\''")) +
           u'\'';
}

// Programs that were killed leave their folders, whose locks nobody holds.
void removeLeftFolders()
{
    for (const QFileInfo &folder :
         QDir(QDir::tempPath()).entryInfoList({folderName + u'*'}, QDir::Dirs | QDir::NoSymLinks)) {
        const QString name = folder.filePath() + lockName;
        QLockFile lock(name);
        lock.setStaleLockTime(0); // only the death of its holder ends it
        if (!QFile::exists(name) || !lock.tryLock(0))
            continue;
        lock.unlock();
        QDir(folder.filePath()).removeRecursively();
    }
}

bool isSafeName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral(R"(^(?:[\w.-]+/)?[\w.-]+\.(?:rsindex|rspack)$)"));
    return form.match(name).hasMatch() && !name.startsWith(u'.') && !name.contains(QLatin1String("/."));
}

QString keptNot()
{
    return RS_MESSAGE("The answer of the host cannot be kept in the temporary folder (%1): it is not used.");
}

// The reasons of the host, in words that are translated here.
void noteRefusal(const Frame &frame, const QString &url, const Place &place, ImportReport &report)
{
    QList<serve::Reason> reasons;
    if (!serve::take(frame, reasons) || reasons.isEmpty())
        reasons = {{{}, RS_MESSAGE("The host did not give what was asked for, and no reason."), {}}};
    const auto shown = [](const QString &text) { return harmless(text).left(mostSaid); };
    for (qsizetype i = 0; i < reasons.size(); ++i)
        report.add(Severity::Error, reasons[i].file.isEmpty() ? url : shown(reasons[i].file),
                   QStringLiteral("remote.refused.%1").arg(i), shown(reasons[i].message), place,
                   shown(reasons[i].argument));
}

/// The files of an answer, as they arrive.
class Arrival
{
public:
    Arrival(QString folder, QString only) : m_folder(std::move(folder)), m_only(std::move(only)) {}

    /// False where the answer makes no sense, or cannot be kept: then error() says why.
    [[nodiscard]] bool begin(const QString &name, qint64 bytes)
    {
        if (!isSafeName(name) || (!m_only.isEmpty() && name != m_only) || bytes < 0 || !end())
            return false;
        const QString path = m_folder + u'/' + name;
        m_error = makeFolder(path.section(u'/', 0, -2));
        m_file = std::make_unique<SavedFile>(path);
        m_left = m_bytes = bytes;
        m_names << name;
        return m_error.isEmpty() && (m_file->open() || fail());
    }
    [[nodiscard]] bool add(const QByteArray &piece)
    {
        m_left -= piece.size();
        return m_file && m_left >= 0 && (m_file->write(piece) == piece.size() || fail());
    }
    /// The last file is whole.
    [[nodiscard]] bool end()
    {
        const std::unique_ptr<SavedFile> file = std::move(m_file);
        if (!file)
            return true;
        if (m_left != 0)
            return false;
        if (!file->commit())
            m_error = file->errorString();
        return m_error.isEmpty();
    }
    [[nodiscard]] const QString &error() const { return m_error; }
    [[nodiscard]] const QStringList &names() const { return m_names; }
    [[nodiscard]] double fraction() const
    {
        return m_bytes > 0 ? static_cast<double>(m_bytes - m_left) / static_cast<double>(m_bytes) : 0;
    }

private:
    bool fail()
    {
        m_error = m_file->errorString();
        return false;
    }

    QString m_folder;
    QString m_only;
    std::unique_ptr<SavedFile> m_file;
    qint64 m_bytes = 0;
    qint64 m_left = 0;
    QStringList m_names;
    QString m_error;
};

} // namespace

struct RemoteRuns::Question
{
    QString url;
    QString folder;
    QString pack{}; ///< its name in the folder; empty: the index is asked for
    Place place{};
    JobContext job;
    std::function<void(qint64 done, qint64 total, double received)> progress;
};

RemoteSettings RemoteSettings::from(const std::function<QVariant(const QString &key, const QVariant &fallback)> &value)
{
    const RemoteSettings usual;
    return {value(sshKey, usual.ssh).toString(), value(programKey, usual.program).toString(),
            std::clamp(value(timeoutKey, usual.timeoutSeconds).toInt(), 1, 3600)};
}

void RemoteSettings::keep(const std::function<void(const QString &key, const QVariant &value)> &keep) const
{
    keep(sshKey, ssh);
    keep(programKey, program);
    keep(timeoutKey, timeoutSeconds);
}

RemoteSettings RemoteSettings::ofUser()
{
    const QSettings file(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                             QStringLiteral("/RankScope/RankScope.ini"),
                         QSettings::IniFormat);
    return from([&file](const QString &key, const QVariant &fallback) { return file.value(key, fallback); });
}

void RemoteRuns::setSettings(const RemoteSettings &settings)
{
    const std::lock_guard lock(m_mutex);
    m_settings = settings;
}

QString RemoteRuns::folderOf(const QString &url)
{
    const std::lock_guard lock(m_mutex);
    for (const auto &[folder, known] : m_urls) {
        if (known == url)
            return folder;
    }
    if (!m_scratch) {
        removeLeftFolders();
        m_scratch = std::make_unique<QTemporaryDir>(QDir::tempPath() + u'/' + folderName + QStringLiteral("XXXXXX"));
        m_lock = std::make_unique<QLockFile>(m_scratch->path() + lockName);
        m_lock->setStaleLockTime(0);
        (void)m_lock->tryLock(0);
    }
    if (!m_scratch->isValid())
        return {};
    const QString folder = m_scratch->path() + QStringLiteral("/%1").arg(m_urls.size());
    m_urls[folder] = url;
    return folder;
}

QString RemoteRuns::urlOf(const QString &path) const
{
    const std::lock_guard lock(m_mutex);
    for (const auto &[folder, url] : m_urls) {
        if (path == folder || path.startsWith(folder + u'/'))
            return url + path.mid(folder.size());
    }
    return {};
}

QString RemoteRuns::fetchIndex(const QString &url, const JobContext &job, ImportReport &report)
{
    Question question{url, folderOf(url), {}, {}, job, {}};
    question.progress = [&job, told = qint64{0}, of = qint64{0}](qint64 done, qint64 total, double) mutable {
        job.addTotal(total - std::exchange(of, total));
        job.addDone(done - std::exchange(told, done));
    };
    if (question.folder.isEmpty()) {
        report.add(Severity::Error, url, "remote.disk", keptNot(), {}, QDir::tempPath());
        return {};
    }
    QStringList names;
    if (!ask(question, report, names))
        return {};
    // A run that is there no more goes. Packs stay: fetchPack() finds out whether they are those of the new index.
    for (const QFileInfo &file : QDir(question.folder).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
        if (!names.contains(file.isDir() ? file.fileName() + u'/' + RunIndex::FileName : QString(RunIndex::FileName)))
            (void)(file.isDir() ? QDir(file.filePath()).removeRecursively() : QFile::remove(file.filePath()));
    }
    return question.folder;
}

std::vector<Run> RemoteRuns::discover(const QStringList &paths, const JobContext &job, ImportReport &report,
                                      const DiscoveryLimits &limits)
{
    QStringList here;
    QStringList there;
    for (const QString &path : paths)
        (RemotePath::isOne(path) ? there : here) << path;
    std::vector<Run> out = here.isEmpty() ? std::vector<Run>() : rs::discover(here, job, report, limits);
    for (Run &run : out)
        leadToPacks(run);
    for (const QString &url : std::as_const(there)) {
        const QString folder = fetchIndex(url, job, report);
        std::vector<Run> found = folder.isEmpty() ? std::vector<Run>() : rs::discover({folder}, job, report, limits);
        for (Run &run : found) {
            run.path = urlOf(run.path);
            for (RankInfo &info : run.infos)
                info.path = urlOf(info.path);
        }
        std::ranges::move(found, std::back_inserter(out));
    }
    return out;
}

// Packs of an index that are not beside it come from where it was made, into a folder of their own.
void RemoteRuns::leadToPacks(Run &run)
{
    const FileEntry *const index = RunIndex::of(run);
    const QString home = index ? RunIndex::homeOf(index->path) : QString();
    const bool isHere = RemotePath::hostOf(home) == QSysInfo::machineHostName();
    if (isHere || !RemotePath::parse(home))
        return;
    for (RankInfo &info : run.infos) {
        const FileEntry *const pack = packOf(info);
        if (!pack || QFile::exists(pack->path))
            continue;
        const QString folder = folderOf(home);
        if (folder.isEmpty() || !makeFolder(folder).isEmpty())
            return;
        const QString name = pack->path.section(u'/', -1);
        info.path = home + u'/' + name;
        info.files.front().path = folder + u'/' + name;
    }
}

void RemoteRuns::bringPacks(LoadOptions &options, const Run &run, const JobContext &job, ImportReport &report,
                            std::function<void(double)> progress)
{
    const auto isThere = [](const RankInfo &info) { return RemotePath::isOne(info.path); };
    if (std::ranges::none_of(run.infos, isThere))
        return;
    options.fetch = [this, &run, job, &report, progress = std::move(progress), isThere](int rank) {
        return !isThere(run.infos[static_cast<size_t>(rank)]) || fetchPack(run, rank, job, progress, report);
    };
}

bool RemoteRuns::fetchPack(const Run &run, int rank, const JobContext &job, const std::function<void(double)> &progress,
                           ImportReport &report)
{
    const RankInfo &info = run.infos[static_cast<size_t>(rank)];
    const FileEntry *const pack = packOf(info);
    if (!pack)
        return false;
    Question question{{}, {}, {}, Place::rank(info.label), job, {}};
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &[folder, url] : m_urls) {
            if (pack->path.startsWith(folder + u'/'))
                question = {url, folder, pack->path.mid(folder.size() + 1), question.place, job, {}};
        }
    }
    const auto summaries = RunIndex::summariesOf(run);
    const auto due = summaries.find(pack->path.section(u'/', -1));
    const TraceCodec::PackHead there = TraceCodec::packHead({pack->path});
    if (there.why == TraceCodec::Result::Why::Read && due != summaries.end() &&
        TraceCodec::packHead(due->second).key == there.key)
        return true;
    // Making the pack there takes as long as sending it, as far as anybody knows.
    question.progress = [&progress](qint64 done, qint64 total, double received) {
        const double made = total > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 0;
        if (progress)
            progress(received > 0 ? (1 + received) / 2 : made / 2);
    };
    if (progress)
        progress(0);
    QStringList names;
    const bool isFetched = ask(question, report, names);
    if (progress)
        progress(1);
    return isFetched;
}

// Tells the host what is wanted, and takes what comes until it is whole, the host is silent, or the job is cancelled.
bool RemoteRuns::ask(const Question &question, ImportReport &report, QStringList &names) const
{
    const auto fail = [&](QAnyStringView code, const QString &message, const QString &argument = {}) {
        report.add(Severity::Error, question.url, code, message, question.place, argument);
        return false;
    };
    const std::optional<RemotePath> to = RemotePath::parse(question.url);
    if (!to)
        return fail("remote.address",
                    RS_MESSAGE("This is no run on another host: write ssh://[user@]host[:port]/path."));
    RemoteSettings settings;
    {
        const std::lock_guard lock(m_mutex);
        settings = m_settings;
    }
    QStringList arguments{QStringLiteral("-T"), QStringLiteral("-o"), QStringLiteral("BatchMode=yes"),
                          QStringLiteral("-o"), QStringLiteral("ConnectTimeout=%1").arg(settings.timeoutSeconds)};
    if (!to->port.isEmpty())
        arguments << QStringLiteral("-p") << to->port;
    arguments << QStringLiteral("--") << to->destination << quoted(settings.program) + QStringLiteral(" serve");
    m_calls.acquire();
    const auto next = qScopeGuard([this] { m_calls.release(); });
    QProcess ssh;
    ssh.start(settings.ssh, arguments);
    if (!ssh.waitForStarted())
        return fail("remote.ssh",
                    RS_MESSAGE("The program that connects to the host did not start (%1): nothing was fetched."),
                    settings.ssh + QStringLiteral(": ") + ssh.errorString());
    const auto end = qScopeGuard([&ssh] {
        ssh.kill();
        ssh.waitForFinished();
    });
    ssh.write(serve::bytesOf(serve::frameOf(FrameKind::Ask, to->path, question.pack)));

    QByteArray before; // the host said hello
    QByteArray errors;
    bool isKnown = false;
    serve::FrameReader reader;
    Arrival arrival(question.folder, question.pack);
    QElapsedTimer silent;
    silent.start();
    while (!question.job.isCanceled()) {
        (void)ssh.waitForReadyRead(pollMs);
        // In this order: what it said before its end is read afterwards.
        const bool isOver = ssh.state() == QProcess::NotRunning;
        errors = (errors + ssh.readAllStandardError()).right(mostErrors);
        QByteArray bytes = ssh.readAllStandardOutput();
        if (!bytes.isEmpty())
            silent.restart();
        if (!isKnown) {
            before += bytes;
            bytes.clear();
            const qsizetype at =
                before.startsWith(serve::hello) ? 0 : before.indexOf(QByteArray("\n") + serve::hello) + 1;
            const qsizetype line = before.startsWith(serve::hello) || at > 0 ? before.indexOf('\n', at) : -1;
            if (line >= 0) {
                const QList<QByteArray> said = before.mid(at, line - at).split(' ');
                if (said.value(1).toInt() != serve::language)
                    return fail("remote.version",
                                RS_MESSAGE("The host has another version of rankscope-cli, %1, which uses another "
                                           "protocol: nothing was fetched. Install the same version on both."),
                                harmless(QString::fromUtf8(said.value(2))).left(mostSaid));
                isKnown = true;
                bytes = before.mid(line + 1);
            } else if (isOver && ssh.exitCode() == ofSsh) {
                return fail("remote.unreachable", RS_MESSAGE("The host cannot be reached (%1): nothing was fetched."),
                            lastLine(errors, ssh));
            } else if (isOver || before.size() > mostBeforeHello) {
                return fail("remote.program",
                            RS_MESSAGE("rankscope-cli did not answer on the host (%1): nothing was fetched. "
                                       "Install it there, or set its path by File > Remote Hosts."),
                            lastLine(errors.trimmed().isEmpty() ? before : errors, ssh));
            }
        }
        reader.add(bytes);
        for (std::optional<Frame> frame = reader.next(); frame; frame = reader.next()) {
            qint64 done = 0;
            qint64 total = 0;
            QString text;
            bool isGood = true;
            switch (frame->kind) {
            case FrameKind::Progress:
                isGood = serve::take(*frame, done, total);
                question.progress(done, total, 0);
                break;
            case FrameKind::File:
                isGood = serve::take(*frame, text, total) && arrival.begin(text, total);
                break;
            case FrameKind::Piece:
                isGood = arrival.add(frame->payload);
                question.progress(0, 0, arrival.fraction());
                break;
            case FrameKind::Done:
                if (arrival.end() && !arrival.names().isEmpty()) {
                    names = arrival.names();
                    return true;
                }
                isGood = false;
                break;
            case FrameKind::Refused:
                noteRefusal(*frame, question.url, question.place, report);
                return false;
            default:
                isGood = false;
            }
            if (!arrival.error().isEmpty())
                return fail("remote.disk", keptNot(), arrival.error());
            if (!isGood)
                return fail("remote.damaged",
                            RS_MESSAGE("The answer of the host does not follow the protocol: it is not used. "
                                       "Try again."));
        }
        if (reader.isDamaged())
            return fail("remote.damaged",
                        RS_MESSAGE("The answer of the host arrived damaged: it is not used. Try again."));
        if (isOver)
            return fail(
                "remote.lost",
                RS_MESSAGE("The connection to the host broke off (%1): the answer did not come whole, and is not "
                           "used. Try again."),
                lastLine(errors, ssh));
        if (silent.elapsed() > settings.timeoutSeconds * qint64{1000})
            return fail("remote.silent",
                        RS_MESSAGE("The host was silent for %1 s: the answer did not come whole, and is not used. Try "
                                   "again."),
                        QString::number(settings.timeoutSeconds));
    }
    return false;
}

} // namespace rs
