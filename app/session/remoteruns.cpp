// SPDX-License-Identifier: Apache-2.0
#include "app/session/remoteruns.h"

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

#include <algorithm>
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

// The last line that a program said, as plain text.
QString lastLine(const QByteArray &said)
{
    const QString text = QString::fromUtf8(said).trimmed();
    return harmless(text.section(u'\n', -1).trimmed()).left(mostSaid);
}

bool isSafeName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral(R"(^(?:[\w.-]+/)?[\w.-]+\.(?:rsindex|rspack)$)"));
    return form.match(name).hasMatch() && !name.startsWith(u'.') && !name.contains(QLatin1String("/."));
}

QString keptNot()
{
    return RS_MESSAGE("The answer of the host cannot be kept in the temporary folder (%1): nothing more is shown from "
                      "there.");
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
    if (!m_scratch)
        m_scratch = std::make_unique<QTemporaryDir>(QDir::tempPath() + QStringLiteral("/rankscope-remote-XXXXXX"));
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

bool RemoteRuns::fetchPack(const QString &pack, const QString &rank, const JobContext &job,
                           const std::function<void(double)> &progress, ImportReport &report)
{
    Question question{{}, {}, {}, Place::rank(rank), job, {}};
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &[folder, url] : m_urls) {
            if (pack.startsWith(folder + u'/'))
                question = {url, folder, pack.mid(folder.size() + 1), question.place, job, {}};
        }
    }
    const auto summaries = RunIndex::summariesIn(pack.section(u'/', 0, -2) + u'/' + RunIndex::FileName);
    const auto due = summaries.find(pack);
    const TraceCodec::PackHead there = TraceCodec::packHead({pack});
    if (there.why == TraceCodec::Result::Why::Read && due != summaries.end() &&
        TraceCodec::packHead(due->second).key == there.key)
        return true;
    // Making the pack there takes as long as sending it, as far as anybody knows.
    question.progress = [&progress](qint64 done, qint64 total, double received) {
        const double made = total > 0 ? std::min(1.0, static_cast<double>(done) / static_cast<double>(total)) : 0;
        progress(received > 0 ? (1 + received) / 2 : made / 2);
    };
    QStringList names;
    return ask(question, report, names);
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
    arguments << QStringLiteral("--") << to->destination << settings.program + QStringLiteral(" serve");
    QProcess ssh;
    ssh.start(settings.ssh, arguments);
    if (!ssh.waitForStarted())
        return fail("remote.ssh",
                    RS_MESSAGE("The program that connects to the host did not start (%1): nothing is "
                               "shown from there."),
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
                                           "protocol: nothing is shown from there. Install the same version on both."),
                                harmless(QString::fromUtf8(said.value(2))).left(mostSaid));
                isKnown = true;
                bytes = before.mid(line + 1);
            } else if (isOver && ssh.exitCode() == ofSsh) {
                return fail("remote.unreachable",
                            RS_MESSAGE("The host cannot be reached (%1): nothing is shown from there."),
                            lastLine(errors));
            } else if (isOver || before.size() > mostBeforeHello) {
                return fail("remote.program",
                            RS_MESSAGE("rankscope-cli did not answer on the host (%1): nothing is shown from there. "
                                       "Install it there, or set its path by File > Remote Hosts."),
                            lastLine(errors.trimmed().isEmpty() ? before : errors));
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
                (void)serve::take(*frame, text);
                return fail("remote.refused", RS_MESSAGE("rankscope-cli on the host says: %1"),
                            harmless(text).left(mostSaid));
            default:
                isGood = false;
            }
            if (!arrival.error().isEmpty())
                return fail("remote.disk", keptNot(), arrival.error());
            if (!isGood)
                return fail("remote.damaged",
                            RS_MESSAGE("The answer of the host does not follow the protocol: nothing more is shown "
                                       "from there. Press F5 to try again."));
        }
        if (reader.isDamaged())
            return fail("remote.damaged", RS_MESSAGE("The answer of the host arrived damaged: nothing more is shown "
                                                     "from there. Press F5 to try again."));
        if (isOver)
            return fail("remote.lost",
                        RS_MESSAGE("The connection to the host broke off (%1): nothing more is shown "
                                   "from there. Press F5 to try again."),
                        lastLine(errors));
        if (silent.elapsed() > settings.timeoutSeconds * qint64{1000})
            return fail("remote.silent",
                        RS_MESSAGE("The host was silent for %1 s: nothing more is shown from there. Press F5 to try "
                                   "again."),
                        QString::number(settings.timeoutSeconds));
    }
    return false;
}

} // namespace rs
