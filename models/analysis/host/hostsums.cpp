// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostsums.h"

#include "analysis/ranks/collectives.h"
#include "core/base/saturate.h"
#include "core/table/memorycolumns.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace rs {

namespace {

// Slices of operators of the framework of one lane, or of all: outer ones before those inside them.
void addFrameworkSlices(const Trace &trace, LaneId lane, std::vector<SliceId> &out)
{
    const SliceStore &s = trace.slices();
    for (const SliceId slice : trace.slicesOf(lane)) {
        if (s.kind(slice) == SliceKind::Framework)
            out.push_back(slice);
    }
}

void sortOuterFirst(const SliceStore &s, std::vector<SliceId> &slices)
{
    std::ranges::sort(slices, [&s](SliceId a, SliceId b) {
        return std::tuple(s.start(a), -s.duration(a), raw(a)) < std::tuple(s.start(b), -s.duration(b), raw(b));
    });
}

struct OutermostCall
{
    qint64 start;
    qint64 end;
    size_t sum; ///< into the sums
};

// The call that was enqueued and ran on the queue's thread when something was allocated there.
class QueueCalls
{
public:
    explicit QueueCalls(const Trace &trace) : m_trace(trace)
    {
        const SliceStore &s = trace.slices();
        for (quint32 l = 0; l < trace.lanes().size(); ++l) {
            for (const SliceId slice : trace.slicesOf(LaneId{l})) {
                if (s.kind(slice) == SliceKind::Queue && trace.strings().view(s.name(slice)).starts_with("Dequeue"))
                    m_dequeued.push_back(slice);
            }
        }
        std::ranges::sort(m_dequeued, [&s](SliceId a, SliceId b) { return s.start(a) < s.start(b); });
    }
    [[nodiscard]] std::optional<qint64> enqueuedAt(qint64 allocated) const
    {
        const SliceStore &s = m_trace.slices();
        auto at = std::ranges::upper_bound(m_dequeued, allocated, {}, [&s](SliceId slice) { return s.start(slice); });
        if (at == m_dequeued.begin() || s.end(*--at) < allocated)
            return std::nullopt;
        for (const FlowIndex f : m_trace.flows().incoming(*at)) {
            const SliceId from = m_trace.flows().at(f).from;
            if (s.kind(from) == SliceKind::Queue)
                return s.start(from);
        }
        return std::nullopt;
    }

private:
    const Trace &m_trace;
    std::vector<SliceId> m_dequeued; ///< by start
};

} // namespace

void TaskSum::add(qint64 ns, SliceId slice)
{
    minNs = calls == 0 ? ns : std::min(minNs, ns);
    longest = calls == 0 || ns > maxNs ? slice : longest;
    maxNs = calls == 0 ? ns : std::max(maxNs, ns);
    totalNs = saturatedSum(totalNs, ns);
    ++calls;
}

std::vector<HostApiSum> hostApiSums(const Trace &trace, const JobContext &job)
{
    const SliceStore &s = trace.slices();
    struct Sum
    {
        HostApiSum sum;
        qint64 firstNs = 0;
    };
    std::vector<Sum> sums;
    std::vector<quint32> sumOf(trace.strings().size(), 0); // index + 1
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (job.isCanceled())
            return {};
        std::vector<SliceId> slices;
        addFrameworkSlices(trace, LaneId{l}, slices);
        sortOuterFirst(s, slices);
        std::vector<SliceId> around;
        for (const SliceId id : slices) {
            quint32 &at = sumOf[raw(s.name(id))];
            if (at == 0) {
                sums.push_back({{trace.strings().text(s.name(id)), 0, 0, 0, id}, s.start(id)});
                at = static_cast<quint32>(sums.size());
            }
            Sum &own = sums[at - 1];
            own.firstNs = std::min(own.firstNs, s.start(id));
            if (s.duration(id) > s.duration(own.sum.longest))
                own.sum.longest = id;
            ++own.sum.calls;
            own.sum.totalNs = saturatedSum(own.sum.totalNs, s.duration(id));
            own.sum.selfNs = saturatedSum(own.sum.selfNs, s.duration(id));
            while (!around.empty() && s.end(around.back()) <= s.start(id))
                around.pop_back();
            if (!around.empty()) {
                HostApiSum &outer = sums[sumOf[raw(s.name(around.back()))] - 1].sum;
                outer.selfNs = saturatedDifference(outer.selfNs, s.duration(id));
            }
            around.push_back(id);
        }
    }
    std::ranges::stable_sort(sums, {}, &Sum::firstNs);
    std::vector<HostApiSum> out;
    out.reserve(sums.size());
    for (Sum &sum : sums)
        out.push_back(std::move(sum.sum));
    return out;
}

OperatorMemory operatorMemorySums(const RankData &rank, const JobContext &job)
{
    const std::shared_ptr<const Table> table = rank.table(QStringLiteral("operator_memory"));
    if (!rank.trace || !table)
        return {};
    const Trace &trace = *rank.trace;
    const SliceStore &s = trace.slices();
    std::vector<SliceId> slices;
    for (quint32 l = 0; l < trace.lanes().size(); ++l)
        addFrameworkSlices(trace, LaneId{l}, slices);
    sortOuterFirst(s, slices);
    OperatorMemory out;
    std::vector<OperatorMemorySum> &sums = out.sums;
    std::vector<quint32> sumOf(trace.strings().size(), 0); // index + 1
    std::vector<OutermostCall> outermost;
    std::vector<qint64> ends; // of the calls around, whatever their thread
    for (const SliceId id : slices) {
        while (!ends.empty() && s.start(id) > ends.back())
            ends.pop_back();
        if (ends.empty()) {
            quint32 &at = sumOf[raw(s.name(id))];
            if (at == 0) {
                sums.push_back({trace.strings().text(s.name(id)), 0, 0, 0});
                at = static_cast<quint32>(sums.size());
            }
            ++sums[at - 1].calls;
            outermost.push_back({s.start(id), s.end(id), at - 1});
        }
        ends.push_back(s.end(id));
    }
    const AllocationColumns c(*table);
    const QueueCalls queue(trace);
    for (int row = 0; row < table->rows(); ++row) {
        if ((row & 0xffff) == 0 && job.isCanceled())
            return {};
        std::optional<qint64> allocated = c.allocatedAt(*table, row);
        if (allocated && table->textView(row, c.name).find("cann::") != std::string_view::npos)
            allocated = queue.enqueuedAt(*allocated);
        auto at =
            !allocated ? outermost.begin() : std::ranges::upper_bound(outermost, *allocated, {}, &OutermostCall::start);
        const bool isOfOne = at != outermost.begin() && (--at)->end >= *allocated;
        OperatorMemorySum &sum = isOfOne ? sums[at->sum] : out.ofNone;
        sum.calls += isOfOne ? 0 : 1;
        sum.megabytes += table->real(row, c.sizeKb) / 1024;
        sum.heldNs = saturatedSum(sum.heldNs, table->integer(row, c.duration));
    }
    return out;
}

std::vector<CommunicationSum> communicationSums(const Trace &trace, const JobContext &job)
{
    const SliceStore &s = trace.slices();
    std::map<LaneId, std::vector<SliceId>> operatorsOf; // by group
    std::vector<SliceId> all;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.lanes()[l].kind != LaneKind::CommGroup)
            continue;
        std::vector<SliceId> &own = operatorsOf[LaneId{l}];
        for (const SliceId slice : trace.slicesOf(LaneId{l}))
            own.push_back(slice);
        sortOuterFirst(s, own);
        all.insert(all.end(), own.begin(), own.end());
    }
    sortOuterFirst(s, all);
    std::vector<CommunicationSum> out;
    const auto sumOf = [&](SliceId id) -> CommunicationSum & {
        const QString kind = collectiveKind(trace.strings().view(s.name(id)));
        auto at = std::ranges::find_if(out, [&](const CommunicationSum &sum) { return sum.operators.name == kind; });
        if (at == out.end()) {
            at = out.insert(out.end(), CommunicationSum());
            at->operators.name = kind;
        }
        return *at;
    };
    for (const SliceId id : all)
        sumOf(id).operators.add(s.duration(id), id);
    std::vector<std::pair<SliceId, SliceId>> tasks; // and the operator
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        const auto group = operatorsOf.find(lane.group);
        if (lane.kind != LaneKind::CommPlane || group == operatorsOf.end() || job.isCanceled())
            continue;
        for (const SliceId slice : trace.slicesOf(LaneId{l})) {
            const qint64 start = s.start(slice);
            auto at = std::ranges::upper_bound(group->second, start, {}, [&s](SliceId op) { return s.start(op); });
            if (at != group->second.begin() && s.end(*--at) >= start)
                tasks.emplace_back(slice, *at);
        }
    }
    std::ranges::stable_sort(tasks, [&s](const auto &a, const auto &b) { return s.start(a.first) < s.start(b.first); });
    for (const auto &[task, op] : tasks) {
        std::vector<TaskSum> &sums = sumOf(op).tasks;
        const QString name = trace.strings().text(s.name(task));
        auto at = std::ranges::find(sums, name, &TaskSum::name);
        if (at == sums.end()) {
            at = sums.insert(sums.end(), TaskSum());
            at->name = name;
        }
        at->add(s.duration(task), task);
    }
    if (job.isCanceled())
        out.clear();
    return out;
}

} // namespace rs
