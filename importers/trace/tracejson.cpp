// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/tracejson.h"

#include "core/job/outofmemory.h"
#include "core/text/findingcodes.h"
#include "importers/files/traceframe.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rs {

namespace {

// One file on its way into a builder.
class FileReader
{
public:
    FileReader(TraceBuilder &builder, const ReadContext &ctx, const TraceReadLimits &limits)
        : m_builder(builder), m_ctx(ctx), m_limits(limits), m_memory(ctx.job.sharedBudget()),
          m_firstChunk(builder.chunkCount()), m_firstOfTrace(m_firstChunk)
    {
        const QString name = ctx.reportName.section(u'/', -1);
        m_closesItsList = name.startsWith(QLatin1String("trace_view")) || name.startsWith(QLatin1String("msprof"));
    }

    bool readPlain(const FileSource &file, quint8 number);
    bool readGzip(const FileSource &file, quint8 number);

private:
    // Events behind m_progress, by all threads. Returns how far they were read.
    struct Progress
    {
        qint64 end = 0;
        SectionReader::Stop stop = SectionReader::Stop::DataEnd;
        bool afterComma = true;
        bool passedOver = false;
    };
    Progress readEvents(const ByteSource &source, bool isFinal, bool countProgress);
    void goOn(const ByteSource &source, bool isFinal, bool countProgress);
    [[nodiscard]] bool findList(const ByteSource &source);
    void endList(qint64 at);
    void endTrace();
    [[nodiscard]] std::vector<qint64> sectionStarts(const ByteSource &source, qint64 from) const;
    std::unique_ptr<SectionReader> borrow();
    void giveBack(std::unique_ptr<SectionReader> reader);
    void accept(SectionReader::Result &&result);
    void countChunk(qint64 bytes);
    bool readGzipText(const FileSource &file, GzipStream &stream);

    void finding(Severity severity, const char *code, const QString &message, qint64 byte, qint64 count = 1,
                 const QString &argument = {}) const;
    void headFinding() const;
    void openListFinding(char last, qint64 size) const;
    void tailFinding() const;
    void readErrorFinding(const FileSource &file, qint64 byte) const;
    void issueFindings() const;
    [[nodiscard]] bool finish();

    TraceBuilder &m_builder;
    const ReadContext &m_ctx;
    TraceReadLimits m_limits;
    quint8 m_number = 0;
    bool m_closesItsList = true; ///< the writer of the file does: without the bracket it is not whole
    std::mutex m_mutex;
    std::vector<std::unique_ptr<SectionReader>> m_idle;
    TraceFrame m_frame;
    TraceFrame::Stop m_stop = TraceFrame::Stop::More; ///< state between lists
    int m_lists = 0;                                  ///< that have begun
    bool m_inList = false;
    Progress m_progress; ///< progress of the list
    TraceIssues m_issues;
    TraceIssues m_issuesOfTrace; ///< issues of the list or object in work
    std::atomic<bool> m_overBudget{false};
    MemoryReservation m_memory;
    size_t m_firstChunk;
    size_t m_firstOfTrace;
    int m_rankBefore = -1; ///< rank that the object in work states before its events
    bool m_isLongGzip = false;
    qint64 m_told = 0;
    qint64 m_wasted = 0; ///< see SectionReader::Result
};

void FileReader::finding(Severity severity, const char *code, const QString &message, qint64 byte, qint64 count,
                         const QString &argument) const
{
    m_ctx.report.add(severity, m_ctx.reportName, code, message, byte >= 0 ? Place::byte(byte) : Place(), argument,
                     count);
}

// Between lists. Whether another one begins in what the source has.
bool FileReader::findList(const ByteSource &source)
{
    // Each has a chunk of its own, and no tool joins that many.
    constexpr int mostLists = 1000;
    while ((m_stop = m_frame.read(source)) == TraceFrame::Stop::Closed)
        endTrace();
    m_inList = m_stop == TraceFrame::Stop::List && m_lists < mostLists;
    if (!m_inList)
        return false;
    ++m_lists;
    if (!m_frame.hasList())
        m_rankBefore = m_frame.facts().rank;
    return true;
}

void FileReader::endList(qint64 at)
{
    m_inList = false;
    m_frame.listEndsAt(at);
    if (m_frame.isOutside())
        endTrace();
}

// Statements of a list or an object about all its events are known when it has been read.
void FileReader::endTrace()
{
    const TraceFrame::Facts &facts = m_frame.facts();
    if (!facts.oddBase.empty())
        finding(Severity::Loss, "trace.base-time",
                RS_MESSAGE("The time base of the trace (baseTimeNanoseconds) is not a number of nanoseconds before "
                           "the year 2239 (%1): its times do not fit those of other ranks."),
                -1, 1, QString::fromStdString(facts.oddBase));
    if (m_isLongGzip && facts.rank >= 0 && m_rankBefore < 0)
        finding(Severity::Notice, "trace.rank-unseen",
                RS_MESSAGE("The trace names its rank, %1, only after its events. A compressed trace of this size "
                           "is not unpacked beforehand, so it is named by its file."),
                -1, 1, QString::number(facts.rank));
    const size_t first = std::exchange(m_firstOfTrace, m_builder.chunkCount());
    const auto forChunks = [&](const auto &body) {
        m_ctx.pool.parallelFor(static_cast<qsizetype>(m_firstOfTrace - first),
                               [&](qsizetype i) { body(m_builder.chunk(first + static_cast<size_t>(i))); });
    };
    if (facts.baseNs != 0) {
        std::atomic<qint64> dropped{0};
        forChunks([&](TraceChunk &chunk) { dropped += chunk.shift(facts.baseNs); });
        m_issuesOfTrace.forget(TraceIssue::CounterAtZero);
        if (dropped > 0)
            m_issuesOfTrace.note(TraceIssue::BadTime, m_frame.begin(),
                                 "baseTimeNanoseconds: " + std::to_string(facts.baseNs), dropped);
    } else if (m_issuesOfTrace.at(TraceIssue::CounterAtZero).count > 0) {
        forChunks([](TraceChunk &chunk) { chunk.dropSamplesAtZero(); });
    }
    m_issues.append(m_issuesOfTrace);
    m_issuesOfTrace = {};
}

std::unique_ptr<SectionReader> FileReader::borrow()
{
    const std::lock_guard lock(m_mutex);
    if (m_idle.empty())
        return std::make_unique<SectionReader>(m_limits);
    auto reader = std::move(m_idle.back());
    m_idle.pop_back();
    return reader;
}

void FileReader::giveBack(std::unique_ptr<SectionReader> reader)
{
    const std::lock_guard lock(m_mutex);
    m_idle.push_back(std::move(reader));
}

// Guesses where events begin, evenly spread. A wrong guess costs time, never an event: see readEvents().
std::vector<qint64> FileReader::sectionStarts(const ByteSource &source, qint64 from) const
{
    const qint64 bytes = source.size() - from;
    const qint64 wanted = bytes / ((m_ctx.pool.threads() + 1) * qint64{6});
    const qint64 each =
        std::clamp(wanted, std::min(m_limits.minSectionBytes, m_limits.sectionBytes), m_limits.sectionBytes);
    std::vector<qint64> starts{from};
    std::vector<char> block(64 * 1024);
    for (qint64 nominal = from + each; nominal < source.size() - each / 4; nominal += each) {
        const qint64 got = source.read(nominal, block.data(), static_cast<qint64>(block.size()));
        if (got <= 0)
            break;
        // In a list of objects inside of args every second find is wrong, so prefer one whose object has a "ph".
        qint64 best = -1;
        qint64 find = findBoundary(block.data(), 0, got);
        for (int tries = 0; find >= 0 && tries < 64; ++tries) {
            const qint64 next = findBoundary(block.data(), find, got);
            const std::string_view object(block.data() + find, static_cast<size_t>((next < 0 ? got : next) - find));
            if (best < 0)
                best = find;
            if (object.find("\"ph\"") != std::string_view::npos) {
                best = find;
                break;
            }
            find = next;
        }
        if (best >= 0 && nominal + best > starts.back())
            starts.push_back(nominal + best);
    }
    return starts;
}

// Counts the bytes of the chunks.
void FileReader::countChunk(qint64 bytes)
{
    const std::lock_guard lock(m_mutex);
    if (bytes <= 0)
        m_memory.resize(m_memory.bytes() + bytes);
    else if (!m_memory.tryGrow(bytes))
        m_overBudget = true;
}

void FileReader::accept(SectionReader::Result &&result)
{
    m_issuesOfTrace.append(result.issues);
    if (result.hasEvents)
        m_builder.addChunk(std::move(result.chunk));
}

FileReader::Progress FileReader::readEvents(const ByteSource &source, bool isFinal, bool countProgress)
{
    const qint64 from = m_progress.end;
    const std::vector<qint64> starts = sectionStarts(source, from);
    const size_t count = starts.size();
    const auto sectionEnd = [&](size_t i) { return i + 1 < count ? starts[i + 1] : std::max(source.size(), from); };
    std::atomic<qint64> told{0};
    const auto progress = [&](qint64 bytes) {
        if (countProgress) {
            m_ctx.job.addDone(bytes);
            told += bytes;
        }
    };
    const auto silent = [](qint64) {};
    std::vector<std::optional<SectionReader::Result>> results(count);
    m_ctx.pool.parallelFor(static_cast<qsizetype>(count), [&](qsizetype index) {
        const auto i = static_cast<size_t>(index);
        if (m_overBudget || m_ctx.job.isCanceled())
            return;
        auto reader = borrow();
        results[i] = reader->read(source, {starts[i], sectionEnd(i), i > 0 || m_progress.afterComma}, isFinal, m_number,
                                  m_ctx.job, progress);
        giveBack(std::move(reader));
        countChunk(results[i]->chunk.bytes());
    });
    if (countProgress)
        m_told += told;

    // The proof, from left to right: a section counts only if it began where the one before it really ended, or where
    // another list begins.
    Progress at{from, SectionReader::Stop::DataEnd, m_progress.afterComma, false};
    for (size_t i = 0; i < count; ++i) {
        if (!results[i] || m_overBudget) {
            at.stop = SectionReader::Stop::Canceled;
            return at;
        }
        for (;;) {
            if (!results[i] || results[i]->from != at.end || results[i]->spare < m_wasted) {
                if (results[i])
                    countChunk(-results[i]->chunk.bytes());
                results[i].reset();
                if (at.end >= sectionEnd(i))
                    break;
                auto reader = borrow();
                results[i] = reader->read(source, {at.end, sectionEnd(i), at.afterComma}, isFinal, m_number, m_ctx.job,
                                          silent, m_wasted);
                giveBack(std::move(reader));
                countChunk(results[i]->chunk.bytes());
            }
            m_wasted += results[i]->wasted;
            at = {results[i]->end, results[i]->stop, results[i]->afterComma, results[i]->passedOver};
            accept(std::move(*results[i]));
            results[i].reset();
            if (at.stop == SectionReader::Stop::Boundary)
                break;
            if (at.stop != SectionReader::Stop::ArrayEnd)
                return at;
            endList(at.end);
            if (!findList(source))
                return at;
            at = {m_frame.place(), SectionReader::Stop::DataEnd, true, false};
        }
    }
    // The last section ends with the source, so only a walk that passed its end comes here.
    at.stop = SectionReader::Stop::DataEnd;
    return at;
}

// Goes on in what the source has, between lists and in them.
void FileReader::goOn(const ByteSource &source, bool isFinal, bool countProgress)
{
    if (!m_inList && m_stop == TraceFrame::Stop::More && findList(source))
        m_progress = {m_frame.place(), SectionReader::Stop::DataEnd, true, false};
    if (!m_inList || m_progress.stop != SectionReader::Stop::DataEnd || m_progress.end >= source.size())
        return;
    const bool passedOver = m_progress.passedOver && lastCharacter(source, m_progress.end, 0) == 0;
    m_progress = readEvents(source, isFinal, countProgress);
    m_progress.passedOver = m_progress.passedOver || passedOver;
}

void FileReader::headFinding() const
{
    if (m_stop == TraceFrame::Stop::More)
        finding(Severity::Error, "trace.truncated-head",
                RS_MESSAGE("The file ends before its first event: nothing of it is shown."), m_frame.place());
    else if (m_stop == TraceFrame::Stop::Empty)
        finding(Severity::Error, "trace.no-events",
                RS_MESSAGE("The file has no list \"traceEvents\": nothing of it is shown."), m_frame.place());
    else
        finding(Severity::Error, "trace.not-json", RS_MESSAGE("The file is not a JSON trace: nothing of it is shown."),
                m_frame.place());
}

// A list that the file does not close.
void FileReader::openListFinding(char last, qint64 size) const
{
    const bool inObject = m_frame.isInObject();
    // A list whose last element is no event is whole; that element has been told.
    if (m_progress.stop != SectionReader::Stop::DataEnd || (m_progress.passedOver && last == (inObject ? '}' : ']')))
        return;
    // The format leaves the bracket to the writer, so that one that is killed leaves a trace.
    if (!inObject && !m_closesItsList && m_progress.end >= size && (last == '}' || last == ','))
        finding(Severity::Info, "trace.open-list",
                RS_MESSAGE("The list of events has no closing bracket, as the format allows: all its events were "
                           "read; whether there were more is unknown."),
                m_progress.end);
    else
        finding(Severity::Loss, findingcodes::traceTruncated.data(),
                RS_MESSAGE("The file ends inside its list of events: the rest is missing."), m_progress.end);
}

// The text behind the last list.
void FileReader::tailFinding() const
{
    if (m_stop != TraceFrame::Stop::More)
        finding(Severity::Loss, "trace.text-after-end",
                RS_MESSAGE("The file continues after the end of its list of events: that text is not read."),
                m_stop == TraceFrame::Stop::Empty ? m_frame.begin() : m_frame.place());
    else if (m_frame.isOutside())
        return;
    else if (m_frame.hasList())
        finding(Severity::Notice, "trace.unclosed",
                RS_MESSAGE("The file ends before its closing bracket: all events were read."), m_frame.place());
    else
        finding(Severity::Loss, findingcodes::traceTruncated.data(),
                RS_MESSAGE("The file ends inside its list of events: the rest is missing."), m_frame.place());
}

// A bad place of the disk is not the end of the file.
void FileReader::readErrorFinding(const FileSource &file, qint64 byte) const
{
    if (const int error = file.deviceError(); error != 0)
        finding(Severity::Error, "trace.read-error",
                RS_MESSAGE("The file cannot be read further (%1): events after this place are missing."), byte, 1,
                QString::fromLocal8Bit(std::strerror(error)));
}

void FileReader::issueFindings() const
{
    const auto tell = [this](TraceIssue kind, Severity severity, const char *code, const QString &message) {
        const TraceIssues::Entry &e = m_issues.at(kind);
        if (e.count > 0)
            finding(severity, code, message, e.firstByte, e.count,
                    QString::fromUtf8(e.argument.data(), static_cast<qsizetype>(e.argument.size())));
    };
    tell(TraceIssue::BrokenEvent, Severity::Loss, "trace.broken-event",
         RS_MESSAGE("Text that is not a valid event was skipped: these events are missing."));
    tell(TraceIssue::Separator, Severity::Notice, "trace.separator",
         RS_MESSAGE("Commas between events are missing or doubled: the events were read."));
    tell(TraceIssue::ControlCharacters, Severity::Notice, "trace.control-characters",
         RS_MESSAGE("Events hold control characters, which JSON forbids: they were read and keep them."));
    tell(
        TraceIssue::InvalidUtf8, Severity::Notice, "trace.invalid-utf8",
        RS_MESSAGE("Events hold text that is not valid UTF-8: the broken characters are shown as a replacement mark."));
    tell(TraceIssue::MissingKey, Severity::Loss, "trace.missing-key",
         RS_MESSAGE("Events without the key \"%1\" or another that they need were skipped."));
    tell(TraceIssue::BadTime, Severity::Loss, "trace.bad-time",
         RS_MESSAGE("Events whose time is not a number of microseconds before the year 2239 (\"%1\") were skipped."));
    tell(TraceIssue::MissingDuration, Severity::Loss, "trace.missing-duration",
         RS_MESSAGE("Slices without a duration were skipped: they are missing from lanes and sums."));
    tell(TraceIssue::NegativeDuration, Severity::Loss, "trace.negative-duration",
         RS_MESSAGE("Slices with a negative duration (\"%1\") were skipped: they are missing from lanes and sums."));
    tell(TraceIssue::LongDuration, Severity::Loss, "trace.long-duration",
         RS_MESSAGE("Slices longer than three years (\"%1\") were skipped."));
    tell(TraceIssue::UnknownPhase, Severity::Notice, "trace.unknown-phase",
         RS_MESSAGE("Events of unknown kinds (\"%1\") are not shown."));
    tell(TraceIssue::CounterAtZero, Severity::Info, "trace.counter-at-zero",
         RS_MESSAGE("Counter values stamped with time 0 carry no time and are not shown."));
    tell(TraceIssue::CounterNotNumber, Severity::Notice, "trace.counter-not-number",
         RS_MESSAGE("Counter values that are not numbers (\"%1\") are not shown."));
    tell(TraceIssue::CounterTooLarge, Severity::Loss, "trace.counter-too-large",
         RS_MESSAGE("Counter values beyond 10^18 (\"%1\") are not shown."));
    tell(
        TraceIssue::UnnamedSlice, Severity::Notice, "trace.unnamed-slice",
        RS_MESSAGE("Slices whose name is missing, empty or not text are shown without a name, or with the value in its "
                   "place."));
    tell(TraceIssue::OddLane, Severity::Loss, "trace.odd-lane",
         RS_MESSAGE("Events without a usable pid or tid (%1) are in a lane of their own: the lane they belong to "
                    "lacks them."));
    tell(TraceIssue::LongText, Severity::Notice, "trace.long-text",
         RS_MESSAGE("Names longer than 64 KiB are cut in lists and labels; the details show them whole."));
}

bool FileReader::finish()
{
    if (!m_frame.isOutside()) {
        m_frame.end();
        endTrace();
    }
    issueFindings();
    if (m_overBudget)
        throw OverBudget();
    if (m_ctx.job.isCanceled())
        return false;
    m_builder.hold(std::move(m_memory));
    for (size_t i = m_firstChunk; i < m_builder.chunkCount(); ++i) {
        if (!m_builder.chunk(i).isEmpty())
            return true;
    }
    finding(Severity::Notice, findingcodes::traceEmpty.data(), RS_MESSAGE("The file holds no event that can be shown."),
            0);
    return false;
}

bool FileReader::readPlain(const FileSource &file, quint8 number)
{
    m_number = number;
    m_ctx.job.addTotal(file.size());
    bool ok = false;
    goOn(file, true, true);
    if (m_lists == 0) {
        if (m_stop == TraceFrame::Stop::More && file.deviceError() != 0)
            readErrorFinding(file, m_frame.place());
        else
            headFinding();
    } else {
        if (!m_overBudget && file.deviceError() != 0)
            readErrorFinding(file, m_inList ? m_progress.end : m_frame.place());
        else if (!m_overBudget && m_inList)
            openListFinding(lastCharacter(file, 0, 0), file.size());
        else if (!m_overBudget)
            tailFinding();
        ok = finish();
    }
    m_ctx.job.addDone(file.size() - m_told);
    return ok;
}

bool FileReader::readGzip(const FileSource &file, quint8 number)
{
    m_number = number;
    m_isLongGzip = file.size() > mostGzipToLookThrough;
    m_ctx.job.addTotal(file.size());
    GzipStream stream(file, m_limits.gzip);
    const bool any = readGzipText(file, stream);
    m_builder.setCheckpoints(number, stream.takeCheckpoints());
    return any;
}

bool FileReader::readGzipText(const FileSource &file, GzipStream &stream)
{
    const qint64 batchBytes = std::max<qint64>(m_limits.sectionBytes, m_limits.windowBytes);
    std::vector<char> text;   // inflated and not read yet; begins at `base` of the inflated file
    std::vector<char> coming; // inflated while `text` is read
    qint64 base = 0;
    GzipStream::Status status = GzipStream::Status::More;
    const auto inflateMore = [&] {
        coming.resize(static_cast<size_t>(batchBytes));
        qint64 got = 0;
        if (status == GzipStream::Status::More)
            status = stream.read(coming.data(), batchBytes, got);
        coming.resize(static_cast<size_t>(got));
        const qint64 read = stream.compressedBytesRead();
        m_ctx.job.addDone(read - m_told);
        m_told = read;
    };
    MemoryReservation buffers(m_ctx.job.sharedBudget());
    const auto append = [&] {
        buffers.hold(2 * static_cast<qint64>(text.size() + coming.size()) + batchBytes);
        text.insert(text.end(), coming.begin(), coming.end());
        coming.clear();
    };

    char last = 0;
    inflateMore();
    append();
    while (!m_ctx.job.isCanceled() && !m_overBudget) {
        const bool isFinal = status != GzipStream::Status::More;
        const MemorySource source(text.data(), base, static_cast<qint64>(text.size()));
        last = lastCharacter(source, base, last);
        // Inflating is one thread's work; it goes on while the others read.
        m_ctx.pool.parallelFor(2, [&](qsizetype i) {
            if (i == 0)
                inflateMore();
            else
                goOn(source, isFinal, false);
        });
        if (isFinal)
            break;
        const qint64 keepFrom = m_inList && m_progress.stop == SectionReader::Stop::DataEnd
                                    ? m_progress.end - base
                                    : static_cast<qint64>(text.size());
        text.erase(text.begin(), text.begin() + keepFrom);
        base += keepFrom;
        append();
    }
    if (m_lists > 0 && !m_overBudget && !m_ctx.job.isCanceled()) {
        if (!m_inList)
            tailFinding();
        else if (status == GzipStream::Status::End)
            openListFinding(last, base + static_cast<qint64>(text.size()));
    }
    m_ctx.job.addDone(file.size() - m_told);
    if (m_ctx.job.isCanceled())
        return false;
    const qint64 inflated = base + static_cast<qint64>(text.size());
    switch (status) {
    case GzipStream::Status::More:
        break;
    case GzipStream::Status::End:
        if (stream.strangersAt() >= 0)
            finding(Severity::Loss, "gzip.text-after-end",
                    RS_MESSAGE("Other bytes follow the compressed text: they are not read."), stream.strangersAt());
        break;
    case GzipStream::Status::ReadError:
        readErrorFinding(file, inflated);
        break;
    case GzipStream::Status::Truncated:
        finding(Severity::Loss, findingcodes::gzipTruncated.data(),
                RS_MESSAGE("The compressed file ends too early: the rest is missing."), inflated);
        break;
    case GzipStream::Status::Corrupt:
        finding(Severity::Loss, findingcodes::gzipCorrupt.data(),
                RS_MESSAGE("The compressed file is damaged: everything after this place is missing."), inflated);
        break;
    case GzipStream::Status::Bomb:
        finding(Severity::Error, "gzip.bomb",
                RS_MESSAGE("The compressed file unpacks to far more than any trace does: it was read only in part."),
                inflated);
        break;
    }
    if (m_lists == 0) {
        if (m_stop != TraceFrame::Stop::More || status != GzipStream::Status::ReadError)
            headFinding();
        return false;
    }
    return finish();
}

QString openMessage(OpenFailure::Kind kind)
{
    switch (kind) {
    case OpenFailure::Kind::Folder:
        return RS_MESSAGE("This is a folder, not a file. Nothing of it is shown.");
    case OpenFailure::Kind::NotRegular:
        return RS_MESSAGE("This is not a regular file. Nothing of it is shown.");
    case OpenFailure::Kind::Refused:
        break;
    }
    return RS_MESSAGE("The file cannot be opened: %1. Nothing of it is shown.");
}

} // namespace

bool readTraceFile(const QString &path, TraceBuilder &builder, const ReadContext &ctx, const TraceReadLimits &limits)
{
    OpenFailure failure;
    const auto file = FileSource::open(path, failure);
    if (!file) {
        ctx.report.add(Severity::Error, ctx.reportName, "trace.open", openMessage(failure.kind), {},
                       failure.kind == OpenFailure::Kind::Refused ? failure.reason : QString());
        return false;
    }
    if (file->size() == 0) {
        ctx.report.add(Severity::Error, ctx.reportName, "trace.empty-file",
                       RS_MESSAGE("The file is empty: nothing of it is shown."), Place::byte(0));
        return false;
    }
    const size_t before = builder.chunkCount();
    try {
        const SourceFile source = file->describe(path);
        const quint8 number = builder.addSource(source);
        FileReader reader(builder, ctx, limits);
        return source.gzip ? reader.readGzip(*file, number) : reader.readPlain(*file, number);
    } catch (const OverBudget &) {
        noteOutOfMemory(OutOfMemory::BudgetForFile, ctx.job, ctx.report, ctx.reportName);
    } catch (const std::bad_alloc &) {
        noteOutOfMemory(OutOfMemory::MachineForFile, ctx.job, ctx.report, ctx.reportName);
    }
    builder.keepChunks(before);
    return false;
}

} // namespace rs
