// SPDX-License-Identifier: Apache-2.0
#include "app/cli/call.h"

#include "app/cli/tablesink.h"
#include "core/text/patternmatch.h"
#include "core/text/plaintext.h"

#include <QFileDevice>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>
#include <system_error>

namespace rs::cli {

namespace {

// Bytes of a message in an answer with little room.
constexpr qsizetype mostOfMessage = 4000;

QString codeOf(Exit status)
{
    constexpr std::pair<Exit, const char *> codes[] = {{Exit::Done, "done"},
                                                       {Exit::Usage, "usage"},
                                                       {Exit::Nothing, "nothing"},
                                                       {Exit::Loss, "loss"},
                                                       {Exit::OverBudget, "over_budget"},
                                                       {Exit::Failed, "failed"},
                                                       {Exit::Interrupted, "interrupted"}};
    const auto *const code = std::ranges::find_if(codes, [status](const auto &c) { return c.first == status; });
    return QLatin1String(code == std::end(codes) ? "unknown" : code->second);
}

// Advice on what to do next, where the status alone tells.
QString suggestionOf(Exit status, bool truncated, bool ofTool)
{
    switch (status) {
    case Exit::Usage:
        if (ofTool)
            return QStringLiteral("Correct the call as the message says; the schema of the tool lists its arguments.");
        return QStringLiteral("Correct the call as the message says; --help lists the options with an example.");
    case Exit::Nothing:
        return QStringLiteral("Name a path with the files that the message asks for, or profile again with the option "
                              "that it names; info lists every file and why it is not used.");
    case Exit::Loss:
        return QStringLiteral("The rows are what could be read; findings lists what was lost, with file and place.");
    case Exit::OverBudget:
        return ofTool ? QStringLiteral("Name fewer ranks, or start the server with a higher --memory-limit.")
                      : QStringLiteral("Raise --memory-limit or name fewer ranks.");
    case Exit::Interrupted:
        return QStringLiteral("Call again; what is here is not complete.");
    case Exit::Failed:
    case Exit::Done:
        break;
    }
    if (!truncated)
        return {};
    return ofTool ? QStringLiteral("Pass next as cursor for the rows that follow, or narrow the call.")
                  : QStringLiteral("Pass next as --cursor for the rows that follow, or narrow the call.");
}

} // namespace

Call::Call(QIODevice &out, bool toTerminal) : m_out(out), m_isTerminal(toTerminal) {}

Call::Call(QIODevice &out, RunKeeper &keeper, JobContext job, EnvelopeLimits limits, Wording wording)
    : m_out(out), m_keeper(&keeper), m_job(std::move(job)), m_wording(wording), m_limits(std::move(limits))
{
}

Call::~Call() = default;

void Call::say(const QString &message)
{
    const QString line = harmless(m_wording ? m_wording(message) : message);
    m_said << line;
    if (m_keeper)
        return;
    const QByteArray bytes = line.toUtf8() + '\n';
    std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), stderr);
}

void Call::refuse(const QString &message)
{
    say(QStringLiteral("rankscope-cli: ") + message);
    throw Ended{Exit::Usage};
}

void Call::refuseUnknown(const QString &what, const QStringList &known, const QString &none)
{
    refuse(QStringLiteral("no %1; there are: %2").arg(what, known.isEmpty() ? none : known.join(QStringLiteral(", "))));
}

void Call::print(const QString &text)
{
    m_isPrinted = true;
    m_out.write(text.toUtf8());
}

TableSink &Call::table(const Output &output, bool emptyToo)
{
    if (output.format == Format::Json) {
        auto envelope = std::make_unique<EnvelopeSink>(m_out, m_limits, m_job);
        m_envelope = envelope.get();
        m_sink = std::move(envelope);
        m_isJson = true;
    } else if (output.format == Format::Table) {
        m_sink = makeAlignedSink(m_out);
    } else {
        m_sink = makeCsvSink(m_out, m_isTerminal ? CsvReader::Terminal : CsvReader::Program);
    }
    m_sink->setEmptyToo(emptyToo);
    m_sink->setPage(output.page);
    return *m_sink;
}

void Call::begin(TableSink &sink, const std::vector<ColumnSpec> &columns)
{
    if (!sink.begin(printedHeaders(columns), printedColumns(columns)))
        refuse(QStringLiteral("--fields: there is no column \"%1\"; there are: %2")
                   .arg(sink.unknownFields().front(), printedHeaders(columns).join(QStringLiteral(", "))));
}

void Call::rowsFrom(const std::shared_ptr<const RowSource> &rows, const std::shared_ptr<const Run> &run)
{
    if (m_envelope)
        m_envelope->rowsFrom(rows, run);
}

void Call::setTotalUnknown(bool isEnd)
{
    if (m_envelope)
        m_envelope->setTotalUnknown(isEnd);
    m_isTruncated = m_isTruncated || !isEnd;
}

qint64 Call::behind(const TableSink &sink) const
{
    return sink.page().skip + (m_envelope ? m_envelope->shown() : sink.rows());
}

void Call::sayMore(const TableSink &sink)
{
    const qint64 end = behind(sink);
    const qint64 more = sink.known() - end;
    m_isTruncated = m_isTruncated || more > 0;
    if (more > 0 && end > sink.page().skip)
        say(QStringLiteral("There are %1 more rows; --cursor %2 continues after these.").arg(more).arg(end));
    else if (sink.known() > 0 && sink.page().skip >= sink.known())
        say(QStringLiteral("--cursor %1 is after the last of %2 rows.").arg(sink.page().skip).arg(sink.known()));
}

bool Call::isWritten(const TableSink &sink)
{
    auto *file = qobject_cast<QFileDevice *>(&m_out);
    errno = 0;
    if (sink.ok() && (!file || (file->flush() && std::fflush(stdout) == 0)))
        return true;
    const int error = errno;
    m_whyUnwritten = sink.why();
    if (m_whyUnwritten.isEmpty() && error != 0)
        m_whyUnwritten = QString::fromStdString(std::generic_category().message(error));
    return false;
}

QString Call::unwritten() const
{
    return QStringLiteral("rankscope-cli: the output could not be written completely%1.")
        .arg(m_whyUnwritten.isEmpty() ? QString() : QStringLiteral(": ") + m_whyUnwritten);
}

Exit Call::finish(Exit status)
{
    if (!m_isJson || m_isPrinted)
        return status;
    if (!m_envelope) {
        auto envelope = std::make_unique<EnvelopeSink>(m_out, m_limits, m_job);
        m_envelope = envelope.get();
        m_sink = std::move(envelope);
    }
    if (m_envelope->isShortened())
        say(QStringLiteral("Texts of the row are shortened to fit here; overflow.path has them whole."));
    QString message = m_said.join(u'\n');
    if (isBrief() && message.size() > mostOfMessage)
        message = message.left(mostOfMessage) + QStringLiteral(" …");
    m_envelope->finish({static_cast<int>(status), codeOf(status), message,
                        suggestionOf(status, m_isTruncated, m_keeper != nullptr), m_members});
    if (!isWritten(*m_envelope) && status == Exit::Done) {
        say(unwritten());
        return Exit::Loss;
    }
    return status;
}

Exit guarded(Call &call, const std::function<Exit()> &run)
{
    try {
        return run();
    } catch (const Ended &end) {
        return end.status;
    } catch (const OverBudget &e) {
        call.say(QStringLiteral("error: memory budget: %1 MB are too few for what this verb computes; the output "
                                "is not complete. Raise --memory-limit or name fewer ranks.")
                     .arg(e.limit() / 1'000'000));
    } catch (const std::bad_alloc &) {
        call.say(QStringLiteral("error: memory budget: out of memory; the output is not complete."));
    } catch (const std::system_error &) {
        call.say(
            QStringLiteral("error: memory budget: the system provides no more threads; the output is not complete."));
    } catch (const PatternGaveUp &e) {
        call.say(QStringLiteral("rankscope-cli: ") + e.phrase().english());
        return Exit::Usage;
    }
    return Exit::OverBudget;
}

} // namespace rs::cli
