// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/mergedtrace.h"

#include "core/base/timens.h"
#include "core/run/kerneltrace.h"
#include "core/text/patternmatch.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace rs {

namespace {

constexpr size_t slicesAtOnce = size_t{1} << 18; // whose texts are in memory together
constexpr size_t pieceBytes = size_t{1} << 18;
constexpr qint64 secondNs = 1'000'000'000;
constexpr quint32 notTaken = 0xffffffffU;

bool isAscii(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void appendEscaped(std::string &out, unsigned char c)
{
    static constexpr char digits[] = "0123456789abcdef";
    out += "\\u00";
    out += digits[c >> 4];
    out += digits[c & 15];
}

/// A text between quotes; broken UTF-8 becomes a replacement mark.
void appendText(std::string &out, std::string_view text)
{
    if (!isAscii(text)) {
        const QByteArray sound = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toUtf8();
        if (std::string_view(sound.constData(), static_cast<size_t>(sound.size())) != text)
            return appendText(out, std::string_view(sound.constData(), static_cast<size_t>(sound.size())));
    }
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (static_cast<unsigned char>(c) < 0x20)
            appendEscaped(out, static_cast<unsigned char>(c));
        else
            out += c;
    }
    out += '"';
}

void appendText(std::string &out, const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    appendText(out, std::string_view(utf8.constData(), static_cast<size_t>(utf8.size())));
}

/// End of the string that begins at `at`, after its last quote; the end of the text if it has none.
size_t stringEnd(std::string_view text, size_t at)
{
    for (size_t i = at + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == '"')
            return i + 1;
    }
    return text.size();
}

/// The values of "args" and "cat" in the text of an event, as they stand there.
struct EventParts
{
    std::string_view args;
    std::string_view category; ///< with its quotes
};

EventParts partsOf(std::string_view event)
{
    EventParts out;
    std::string_view key;
    size_t valueAt = 0; // of the key
    int depth = 0;
    for (size_t i = 0; i < event.size(); ++i) {
        const char c = event[i];
        if (c == '"') {
            const size_t end = stringEnd(event, i);
            const std::string_view text = event.substr(i, end - i);
            if (depth == 1 && valueAt == 0)
                key = text;
            else if (depth == 1 && key == "\"cat\"")
                out.category = text;
            i = end - 1;
        } else if (c == '{' || c == '[') {
            if (depth++ == 1)
                valueAt = i;
        } else if (c == '}' || c == ']') {
            if (--depth == 1 && key == "\"args\"" && event[valueAt] == '{')
                out.args = event.substr(valueAt, i + 1 - valueAt);
        } else if (c == ':' && depth == 1) {
            valueAt = i;
        } else if (c == ',' && depth == 1) {
            valueAt = 0;
        }
    }
    return out;
}

/// JSON as another file has it, without what JSON forbids in texts.
void appendJson(std::string &out, std::string_view json)
{
    QByteArray sound;
    if (!isAscii(json)) {
        sound = QString::fromUtf8(json.data(), static_cast<qsizetype>(json.size())).toUtf8();
        json = std::string_view(sound.constData(), static_cast<size_t>(sound.size()));
    }
    bool inText = false;
    for (size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (inText && static_cast<unsigned char>(c) < 0x20) {
            appendEscaped(out, static_cast<unsigned char>(c));
            continue;
        }
        out += c;
        if (c == '"')
            inText = !inText;
        else if (inText && c == '\\' && i + 1 < json.size())
            out += json[++i];
    }
}

/// Lanes of one thread of the file in which slices nest wholly.
class NestedLanes
{
public:
    /// The lane for a slice, from 0; slices come by start, and of one start the longest first.
    size_t place(qint64 start, qint64 end)
    {
        for (size_t i = 0; i < m_open.size(); ++i) {
            std::vector<qint64> &open = m_open[i];
            while (!open.empty() && open.back() <= start)
                open.pop_back();
            if (open.empty() || open.back() >= end) {
                open.push_back(end);
                return i;
            }
        }
        m_open.push_back({end});
        return m_open.size() - 1;
    }
    [[nodiscard]] size_t count() const { return m_open.size(); }

private:
    std::vector<std::vector<qint64>> m_open; ///< ends of what is open, the innermost last
};

class Writer
{
public:
    Writer(const MergedTraceQuery &query, const EventBlockReader &readEvents, ThreadPool &pool, const JobContext &job,
           const TextSink &sink)
        : m_query(query), m_readEvents(readEvents), m_pool(pool), m_job(job), m_sink(sink), m_memory(job.sharedBudget())
    {
    }

    MergedTraceResult write()
    {
        for (const MergedTraceQuery::Rank &rank : m_query.ranks)
            m_job.addTotal(2 * static_cast<qint64>(rank.trace->slices().size()));
        for (size_t r = 0; r < m_query.ranks.size() && isGoing(); ++r)
            plan(r);
        if (!isGoing())
            return m_result;
        const qint64 first = m_firstNs.value_or(secondNs);
        m_result.originNs = (first - (first % secondNs + secondNs) % secondNs) - secondNs;
        m_text = "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"origin_ns\":\"" + std::to_string(m_result.originNs) +
                 "\"},\"traceEvents\":[";
        m_isFirst = true;
        for (size_t r = 0; r < m_plans.size() && isGoing(); ++r) {
            names(r);
            slices(r);
            flows(r);
            counters(r);
        }
        m_text += "\n]}\n";
        m_result.ok = flush(true) && !m_job.isCanceled();
        return m_result;
    }

private:
    struct NamedLane
    {
        int process = 0;
        QString name;
    };
    struct Plan
    {
        int firstProcess = 0;             ///< number of the first process of the rank in the file
        std::vector<NamedLane> lanes;     ///< lanes of the file
        quint32 firstLane = 0;            ///< number of the first of them
        std::vector<quint32> laneOfSlice; ///< index into lanes; notTaken
        std::vector<size_t> series;       ///< series of counters
        std::vector<char> processIsNamed;
    };

    [[nodiscard]] bool isGoing() const { return !m_failed && !m_job.isCanceled(); }
    [[nodiscard]] qint64 aligned(size_t rank, qint64 ns) const { return m_query.ranks[rank].alignment.aligned(ns); }
    [[nodiscard]] bool isIn(qint64 start, qint64 end) const
    {
        return start < m_query.toNs && (end > m_query.fromNs || start >= m_query.fromNs);
    }
    [[nodiscard]] bool isWanted(const QString &name) const
    {
        return m_query.lane.pattern().isEmpty() || matchesPattern(m_query.lane, name);
    }
    [[nodiscard]] bool isLeftOut(size_t r, LaneId lane) const
    {
        const MergedTraceQuery::Rank &rank = m_query.ranks[r];
        return rank.leavesShared && std::ranges::find(rank.shared, lane) != rank.shared.end();
    }
    void note(qint64 ns) { m_firstNs = std::min(m_firstNs.value_or(ns), ns); }

    void plan(size_t r)
    {
        const Trace &trace = *m_query.ranks[r].trace;
        const SliceStore &store = trace.slices();
        m_held += static_cast<qint64>(store.size()) * static_cast<qint64>(2 * sizeof(quint32));
        m_memory.hold(m_held);
        Plan &plan = m_plans.emplace_back();
        plan.firstProcess = m_nextProcess;
        plan.laneOfSlice.assign(store.size(), notTaken);
        plan.processIsNamed.assign(trace.processes().size(), 0);
        m_nextProcess += static_cast<int>(trace.processes().size());
        // The Python stack of a thread belongs to that thread.
        std::map<std::pair<quint32, StrId>, std::vector<LaneId>> threads;
        std::vector<std::pair<quint32, StrId>> order;
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            const Lane &lane = trace.lanes()[l];
            auto &lanes = threads[{raw(lane.process), lane.tid}];
            if (lanes.empty())
                order.emplace_back(raw(lane.process), lane.tid);
            lanes.push_back(LaneId{l});
        }
        for (const auto &key : order) {
            if (!isGoing())
                return;
            thread(r, plan, threads[key]);
        }
        for (size_t c = 0; c < trace.counters().size(); ++c) {
            const CounterSeries &series = trace.counters()[c];
            if (!isWanted(trace.processLabel(series.process) + u'/' + trace.strings().text(series.name)))
                continue;
            plan.series.push_back(c);
            plan.processIsNamed[raw(series.process)] = 1;
            for (const qint64 ns : series.timeNs) {
                const qint64 at = aligned(r, ns);
                if (isIn(at, at)) {
                    note(at);
                    break; // the earliest
                }
            }
        }
        plan.firstLane = m_nextLane;
        m_nextLane += static_cast<quint32>(plan.lanes.size());
    }

    void thread(size_t r, Plan &plan, const std::vector<LaneId> &lanes)
    {
        struct Taken
        {
            qint64 start;
            qint64 end;
            SliceId slice;
        };
        const Trace &trace = *m_query.ranks[r].trace;
        const SliceStore &store = trace.slices();
        std::vector<Taken> taken;
        LaneId named = NoLane;
        for (const LaneId l : lanes) {
            m_job.addDone(trace.lane(l).sliceCount);
            if (!isWanted(trace.processLabel(trace.lane(l).process) + u'/' + trace.laneLabel(l)) || isLeftOut(r, l))
                continue;
            if (named == NoLane || trace.lane(named).kind == LaneKind::PythonStack)
                named = l;
            for (const SliceId s : trace.slicesOf(l)) {
                const qint64 start = aligned(r, store.start(s));
                const qint64 end = aligned(r, store.end(s));
                if (isIn(start, end))
                    taken.push_back({start, end, s});
            }
        }
        if (taken.empty())
            return;
        std::ranges::stable_sort(taken, [](const Taken &a, const Taken &b) {
            return a.start != b.start ? a.start < b.start : a.end > b.end;
        });
        note(taken.front().start);
        NestedLanes nested;
        const auto first = static_cast<quint32>(plan.lanes.size());
        for (const Taken &t : taken)
            plan.laneOfSlice[raw(t.slice)] = first + static_cast<quint32>(nested.place(t.start, t.end));
        const Lane &lane = trace.lane(named);
        QString name = trace.laneLabel(named);
        if (lane.kind == LaneKind::PythonStack)
            name = lane.threadName == NoText ? QStringLiteral("Thread %1").arg(trace.strings().text(lane.tid))
                                             : trace.strings().text(lane.threadName);
        plan.processIsNamed[raw(lane.process)] = 1;
        for (size_t i = 0; i < nested.count(); ++i)
            plan.lanes.push_back({plan.firstProcess + static_cast<int>(raw(lane.process)),
                                  i == 0 ? name : QStringLiteral("%1 (%2)").arg(name).arg(i + 1)});
        m_result.addedLanes += static_cast<qint64>(nested.count()) - 1;
    }

    // Processes count from 1, threads on from a number that no process has.
    [[nodiscard]] std::string place(size_t r, quint32 lane) const
    {
        const Plan &plan = m_plans[r];
        return "\"pid\":" + std::to_string(plan.lanes[lane].process) +
               ",\"tid\":" + std::to_string(static_cast<quint32>(m_nextProcess) + plan.firstLane + lane);
    }

    void begin(std::string &text)
    {
        text += m_isFirst ? "\n" : ",\n";
        m_isFirst = false;
    }

    void meta(const char *kind, const std::string &where, const char *key, const QString &value)
    {
        begin(m_text);
        ((m_text += "{\"ph\":\"M\",\"name\":\"") += kind) += "\",";
        (((m_text += where) += ",\"args\":{\"") += key) += "\":";
        appendText(m_text, value);
        m_text += "}}";
    }

    void metaIndex(const char *kind, const std::string &where, qint64 index)
    {
        begin(m_text);
        ((m_text += "{\"ph\":\"M\",\"name\":\"") += kind) += "\",";
        ((m_text += where) += ",\"args\":{\"sort_index\":") += std::to_string(index);
        m_text += "}}";
    }

    void names(size_t r)
    {
        const MergedTraceQuery::Rank &rank = m_query.ranks[r];
        const Plan &plan = m_plans[r];
        std::vector<bool> isOfHost(rank.trace->processes().size());
        for (const LaneId lane : rank.shared)
            isOfHost[raw(rank.trace->lane(lane).process)] = true;
        for (size_t p = 0; p < rank.trace->processes().size(); ++p) {
            if (!plan.processIsNamed[p])
                continue;
            const int number = plan.firstProcess + static_cast<int>(p);
            const std::string where = "\"pid\":" + std::to_string(number) + ",\"tid\":0";
            const QString name = rank.trace->processLabel(ProcessId{static_cast<quint32>(p)});
            meta("process_name", where, "name",
                 m_query.ranks.size() < 2 ? name
                 : isOfHost[p]            ? QStringLiteral("Host %1: %2").arg(rank.host, name)
                                          : QStringLiteral("Rank %1: %2").arg(rank.label, name));
            const Process &process = rank.trace->processes()[p];
            if (process.label != NoText)
                meta("process_labels", where, "labels", rank.trace->strings().text(process.label));
            metaIndex("process_sort_index", where, number);
        }
        for (quint32 l = 0; l < plan.lanes.size(); ++l) {
            const std::string where = place(r, l);
            meta("thread_name", where, "name", plan.lanes[l].name);
            metaIndex("thread_sort_index", where, plan.firstLane + l);
        }
        flush();
    }

    /// An event without its separator.
    void slice(std::string &out, size_t r, SliceId s, const EventParts &parts) const
    {
        const Trace &trace = *m_query.ranks[r].trace;
        const qint64 start = aligned(r, trace.slices().start(s));
        const qint64 end = aligned(r, trace.slices().end(s));
        out += "{\"ph\":\"X\",\"name\":";
        appendText(out, trace.strings().view(trace.slices().name(s)));
        if (!parts.category.empty())
            appendJson(out += ",\"cat\":", parts.category);
        ((out += ',') += place(r, m_plans[r].laneOfSlice[raw(s)])) += ",\"ts\":";
        (out += formatUs(start - m_result.originNs)) += ",\"dur\":";
        out += formatUs(end - start);
        if (!parts.args.empty())
            appendJson(out += ",\"args\":", parts.args);
        out += '}';
    }

    void slices(size_t r)
    {
        const Trace &trace = *m_query.ranks[r].trace;
        const SliceStore &store = trace.slices();
        const Plan &plan = m_plans[r];
        std::vector<SliceId> taken;
        for (quint32 i = 0; i < store.size(); ++i) {
            if (plan.laneOfSlice[i] != notTaken)
                taken.push_back(SliceId{i});
        }
        const auto placeOf = [&store](SliceId s) {
            const SourceRange source = store.source(s);
            return std::pair(source.file, source.offset);
        };
        std::ranges::stable_sort(taken, [&](SliceId a, SliceId b) { return placeOf(a) < placeOf(b); });
        for (size_t from = 0; from < taken.size() && isGoing(); from += slicesAtOnce) {
            const std::vector<SliceId> part(
                taken.begin() + static_cast<std::ptrdiff_t>(from),
                taken.begin() + static_cast<std::ptrdiff_t>(std::min(taken.size(), from + slicesAtOnce)));
            // Blocks come from several threads in any order, and stand in that of the file.
            std::mutex mutex;
            std::map<std::pair<quint8, quint64>, std::string> texts;
            std::vector<char> isWritten(part.size(), 0);
            const auto indexOf = [&](SliceId s) {
                const auto [low, high] = std::equal_range(
                    part.begin(), part.end(), s, [&](SliceId a, SliceId b) { return placeOf(a) < placeOf(b); });
                return static_cast<size_t>(std::find(low, high, s) - part.begin());
            };
            const auto visit = [&](const EventBlock &block) {
                std::string text;
                for (const EventBlock::Event &e : block.events) {
                    text += ",\n";
                    slice(text, r, e.slice, partsOf(block.textOf(e)));
                }
                const std::lock_guard lock(mutex);
                for (const EventBlock::Event &e : block.events)
                    isWritten[indexOf(e.slice)] = 1;
                if (!block.events.empty())
                    texts[placeOf(block.events.front().slice)] += text;
            };
            if (m_readEvents)
                (void)m_readEvents(trace, part, m_pool, m_job.child(), visit);
            for (const auto &[place, text] : texts)
                append(text);
            for (size_t i = 0; i < part.size(); ++i) {
                if (isWritten[i])
                    continue;
                begin(m_text);
                slice(m_text, r, part[i], {});
                m_result.argsLost += store.source(part[i]).length > 0 ? 1 : 0;
                flush();
            }
            m_result.slices += static_cast<qint64>(part.size());
            m_job.addDone(static_cast<qint64>(part.size()));
        }
    }

    void append(std::string_view text)
    {
        m_text += m_isFirst ? text.substr(1) : text;
        m_isFirst = false;
        flush();
    }

    void flows(size_t r)
    {
        const Trace &trace = *m_query.ranks[r].trace;
        const Plan &plan = m_plans[r];
        for (const Flow &flow : trace.flows().flows()) {
            if (!isGoing())
                return;
            const quint32 from = plan.laneOfSlice[raw(flow.from)];
            const quint32 to = plan.laneOfSlice[raw(flow.to)];
            if (from == notTaken || to == notTaken) {
                m_result.cutFlows += from == notTaken && to == notTaken ? 0 : 1;
                continue;
            }
            const std::string_view category = trace.strings().view(trace.flows().categories()[flow.category].name);
            const std::string id = std::to_string(++m_result.flows);
            const auto end = [&](const char *phase, quint32 lane, qint64 ns) {
                begin(m_text);
                ((m_text += "{\"ph\":\"") += phase) += "\",\"bp\":\"e\",\"name\":";
                appendText(m_text, category);
                appendText(m_text += ",\"cat\":", category);
                (((m_text += ",\"id\":") += id) += ',') += place(r, lane);
                ((m_text += ",\"ts\":") += formatUs(aligned(r, ns) - m_result.originNs)) += '}';
            };
            end("s", from, flow.fromNs);
            // An end may stand before its slice, which it then belongs to because it is the next one there.
            end("f", to, std::max(flow.toNs, trace.slices().start(flow.to)));
            flush();
        }
    }

    void counters(size_t r)
    {
        const Trace &trace = *m_query.ranks[r].trace;
        // Series of one counter stand in one event where they have the same stamp, as viewers draw them upon each
        // other.
        std::map<std::pair<quint32, quint32>, std::vector<const CounterSeries *>> byName;
        for (const size_t c : m_plans[r].series) {
            const CounterSeries &series = trace.counters()[c];
            byName[{raw(series.process), raw(series.name)}].push_back(&series);
        }
        for (const auto &[key, all] : byName) {
            std::vector<size_t> at(all.size(), 0);
            std::string head = "{\"ph\":\"C\",\"name\":";
            appendText(head, trace.strings().view(all.front()->name));
            head += ",\"pid\":" + std::to_string(m_plans[r].firstProcess + static_cast<int>(key.first)) +
                    ",\"tid\":0,\"ts\":";
            for (;;) {
                if (!isGoing())
                    return;
                std::optional<qint64> next;
                for (size_t i = 0; i < all.size(); ++i) {
                    if (at[i] < all[i]->timeNs.size())
                        next = std::min(next.value_or(all[i]->timeNs[at[i]]), all[i]->timeNs[at[i]]);
                }
                if (!next)
                    break;
                const qint64 ns = aligned(r, *next);
                const bool isTaken = isIn(ns, ns);
                bool any = false;
                for (size_t i = 0; i < all.size(); ++i) {
                    if (at[i] >= all[i]->timeNs.size() || all[i]->timeNs[at[i]] != *next)
                        continue;
                    if (isTaken) {
                        if (!any) {
                            begin(m_text);
                            ((m_text += head) += formatUs(ns - m_result.originNs)) += ",\"args\":{";
                        }
                        m_text += any ? "," : "";
                        appendText(m_text, trace.strings().view(all[i]->series));
                        (m_text += ':') += shortestDouble(all[i]->value[at[i]]);
                        any = true;
                        ++m_result.samples;
                    }
                    ++at[i];
                }
                if (any)
                    m_text += "}}";
                flush();
            }
        }
    }

    bool flush(bool all = false)
    {
        if (m_failed || (!all && m_text.size() < pieceBytes))
            return !m_failed;
        m_failed = !m_sink(m_text);
        m_text.clear();
        return !m_failed;
    }

    const MergedTraceQuery &m_query;
    const EventBlockReader &m_readEvents;
    ThreadPool &m_pool;
    const JobContext &m_job;
    const TextSink &m_sink;
    MemoryReservation m_memory;
    qint64 m_held = 0;
    std::vector<Plan> m_plans;
    int m_nextProcess = 1;
    quint32 m_nextLane = 0;
    std::optional<qint64> m_firstNs;
    std::string m_text;
    bool m_isFirst = true;
    bool m_failed = false;
    MergedTraceResult m_result;
};

} // namespace

std::vector<MergedTraceQuery::Rank> alignedRanks(const Run &run, const std::vector<int> &wanted, bool ownClocks,
                                                 const JobContext &job)
{
    std::vector<RankAlignment> alignments;
    if (!ownClocks)
        alignments = alignRanks(run, job);
    std::vector<MergedTraceQuery::Rank> out;
    std::map<QString, std::vector<size_t>> users; // of kernel traces, into out
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        const RankInfo &info = run.infos[i];
        const bool isWanted = wanted.empty() || std::ranges::find(wanted, info.rank) != wanted.end();
        if (!isWanted || !run.ranks[i] || !run.ranks[i]->trace)
            continue;
        MergedTraceQuery::Rank rank{run.ranks[i]->trace, info.label, {}};
        if (i < alignments.size())
            rank.alignment = alignments[i];
        if (const QString path = kernelTraceOf(info); !path.isEmpty()) {
            for (quint32 l = 0; l < rank.trace->lanes().size(); ++l) {
                if (isOfKernelTrace(info, *rank.trace, LaneId{l}))
                    rank.shared.push_back(LaneId{l});
            }
            rank.host = kernelTraceHost(info);
            rank.leavesShared = users.contains(path);
            users[path].push_back(out.size());
        }
        out.push_back(std::move(rank));
    }
    for (const auto &[path, ranks] : users) {
        if (ranks.size() == 1)
            out[ranks.front()].shared.clear();
    }
    return out;
}

QStringList unalignedRanks(const MergedTraceQuery &query)
{
    QStringList out;
    for (const MergedTraceQuery::Rank &rank : query.ranks) {
        if (!rank.alignment.applies() && rank.alignment.refusal != AlignRefusal::Reference)
            out << rank.label;
    }
    return query.ranks.size() > 1 ? out : QStringList();
}

MergedTraceResult writeMergedTrace(const MergedTraceQuery &query, const EventBlockReader &readEvents, ThreadPool &pool,
                                   const JobContext &job, const TextSink &sink)
{
    return Writer(query, readEvents, pool, job, sink).write();
}

} // namespace rs
