// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/mareylines.h"

#include "analysis/memory/memorycurves.h"
#include "core/job/jobcontext.h"
#include "core/table/kernelcolumns.h"
#include "core/table/legacycolumns.h"
#include "core/text/textsearch.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace rs {

namespace {

// Something that is calculated.
struct Rated
{
    Interval time;
    double gflops = 0;
};

/// The sum of all that runs at a time.
SampledCurve sumOf(const std::vector<Rated> &work)
{
    struct Event
    {
        qint64 ns = 0;
        double more = 0;
        int running = 0;
    };
    std::vector<Event> events;
    events.reserve(2 * work.size());
    for (const Rated &r : work) {
        events.push_back({r.time.from, r.gflops, 1});
        events.push_back({r.time.to, -r.gflops, -1});
    }
    std::ranges::sort(events, {}, &Event::ns);
    std::vector<qint64> times;
    std::vector<double> values;
    double sum = 0;
    int running = 0;
    for (size_t i = 0; i < events.size(); ++i) {
        running += events[i].running;
        // No rest of roundings stays.
        sum = running == 0 ? 0 : sum + events[i].more;
        if (i + 1 < events.size() && events[i + 1].ns == events[i].ns)
            continue;
        times.push_back(events[i].ns);
        values.push_back(std::max(0.0, sum));
    }
    return {std::move(times), std::move(values)};
}

// Operators of both lanes, by start.
std::vector<const MareyOperator *> operatorsOf(const MareyRow &row)
{
    std::vector<const MareyOperator *> out;
    for (const MareyLane *const lane : {&row.work, &row.communication}) {
        for (const MareyOperator &op : *lane)
            out.push_back(&op);
    }
    std::ranges::sort(out, [](const MareyOperator *a, const MareyOperator *b) { return a->time.from < b->time.from; });
    return out;
}

class LinesMaker
{
public:
    LinesMaker(const Run &run, const MareyChart &chart, const JobContext &job) : m_run(run), m_chart(chart), m_job(job)
    {
    }
    MareyLines take();

private:
    [[nodiscard]] qint64 aligned(const MareyRow &row, qint64 ns) const
    {
        return m_chart.clocks[static_cast<size_t>(row.rankIndex)].aligned(ns);
    }
    [[nodiscard]] std::string nameOf(const MareyOperator &op) const
    {
        return std::string(lastPart(m_chart.names.view(StrId{m_chart.entries[op.entry].name})));
    }
    [[nodiscard]] SampledCurve recorded(const MareyRow &row, const RankData &rank) const;
    [[nodiscard]] SampledCurve ofNodes(const MareyRow &row, const Table &nodes) const;
    [[nodiscard]] SampledCurve ofOperators(const MareyRow &row, const Table &operators) const;
    [[nodiscard]] SampledCurve ofKernels(const MareyRow &row, const Table &kernels,
                                         const KernelOperations &counts) const;

    const Run &m_run;
    const MareyChart &m_chart;
    const JobContext &m_job;
};

SampledCurve LinesMaker::recorded(const MareyRow &row, const RankData &rank) const
{
    const MemoryCurves curves =
        memoryCurves(rank.table(QStringLiteral("memory_record")), MemoryGrouping::Component, m_job);
    const MemoryCurve *const main = curves.find(mainMemoryComponent(curves), MemoryQuantity::Allocated);
    std::vector<qint64> times;
    std::vector<double> values;
    JobPoll poll(m_job);
    for (size_t i = 0; main && i < main->size() && !poll.isCanceled(); ++i) {
        const MemoryPoint at = main->at(i);
        times.push_back(aligned(row, at.ns));
        values.push_back(at.mb);
    }
    return {std::move(times), std::move(values)};
}

// Curve of the first graph that names operators of the device.
SampledCurve LinesMaker::ofNodes(const MareyRow &row, const Table &nodes) const
{
    constexpr double mbOfGib = 1024;
    for (int r = 0; r < nodes.rows();) {
        std::unordered_map<std::string, double> held;
        for (const StrId graph = nodes.textId(r, LegacyNodes::Graph);
             r < nodes.rows() && nodes.textId(r, LegacyNodes::Graph) == graph; ++r)
            held.emplace(lastPart(nodes.textView(r, LegacyNodes::Name)), nodes.real(r, LegacyNodes::Gib) * mbOfGib);
        std::vector<qint64> times;
        std::vector<double> values;
        JobPoll poll(m_job);
        for (const MareyOperator *const op : operatorsOf(row)) {
            if (poll.isCanceled())
                return {};
            const auto at = held.find(nameOf(*op));
            if (at == held.end())
                continue;
            times.push_back(op->time.from);
            values.push_back(at->second);
        }
        if (!times.empty())
            return {std::move(times), std::move(values)};
    }
    return {};
}

SampledCurve LinesMaker::ofOperators(const MareyRow &row, const Table &operators) const
{
    std::unordered_map<std::string, int> byName;
    for (int r = 0; r < operators.rows(); ++r)
        byName.emplace(lastPart(operators.textView(r, LegacyFlops::Name)), r);
    std::vector<Rated> work;
    JobPoll poll(m_job);
    for (const MareyOperator &op : row.work) {
        const auto at = byName.empty() || poll.isCanceled() ? byName.end() : byName.find(nameOf(op));
        if (at == byName.end() || op.time.length() <= 0)
            continue;
        // Rate in the time that it took here, else as in the file.
        if (const auto mflops = operators.realAt(at->second, LegacyFlops::Mflops))
            work.push_back({op.time, *mflops * 1e6 / static_cast<double>(op.time.length())});
        else if (const auto rate = operators.realAt(at->second, LegacyFlops::GflopsPerSecond))
            work.push_back({op.time, *rate});
    }
    return sumOf(work);
}

SampledCurve LinesMaker::ofKernels(const MareyRow &row, const Table &kernels, const KernelOperations &counts) const
{
    const KernelColumns columns(kernels);
    std::vector<Rated> work;
    JobPoll poll(m_job);
    for (int r = 0; columns.isTimed() && r < kernels.rows() && !poll.isCanceled(); ++r) {
        if (!kernels.has(r, columns.start) || !kernels.has(r, columns.duration))
            continue;
        const qint64 length = kernels.integer(r, columns.duration);
        const std::optional<double> operations = length > 0 ? counts.of(r) : std::nullopt;
        if (!operations)
            continue;
        const qint64 from = aligned(row, kernels.integer(r, columns.start));
        work.push_back({{from, from + length}, *operations / static_cast<double>(length)});
    }
    return sumOf(work);
}

MareyLines LinesMaker::take()
{
    MareyLines out;
    out.rows.resize(m_chart.rows.size());
    for (size_t i = 0; i < out.rows.size() && !m_job.isCanceled(); ++i) {
        const MareyRow &row = m_chart.rows[i];
        const auto &rank = m_run.ranks[static_cast<size_t>(row.rankIndex)];
        if (!rank)
            continue;
        MareyLines::Row &lines = out.rows[i];
        LoadSource memory = LoadSource::Measured;
        lines.memoryMb = recorded(row, *rank);
        if (const auto nodes = rank->table(LegacyNodes::Kind); nodes && lines.memoryMb.size() == 0) {
            lines.memoryMb = ofNodes(row, *nodes);
            memory = LoadSource::Theory;
        }
        LoadSource gflops = LoadSource::Theory;
        if (const auto operators = rank->table(LegacyFlops::Operators))
            lines.gflops = ofOperators(row, *operators);
        if (lines.gflops.size() == 0 && rank->kernels) {
            const KernelOperations counts(*rank, m_job);
            lines.gflops = ofKernels(row, *rank->kernels, counts);
            gflops = counts.source();
        }
        if (lines.memoryMb.size() > 0 && out.memorySource == LoadSource::None)
            out.memorySource = memory;
        if (lines.gflops.size() > 0 && out.gflopsSource == LoadSource::None)
            out.gflopsSource = gflops;
        out.mostMemoryMb = std::max(out.mostMemoryMb, lines.memoryMb.most());
        out.mostGflops = std::max(out.mostGflops, lines.gflops.most());
    }
    return out;
}

} // namespace

qint64 MareyLines::bytes() const
{
    // A value with its time, and the levels above it.
    constexpr qint64 each = static_cast<qint64>(sizeof(qint64) + 2 * sizeof(double));
    qint64 sum = static_cast<qint64>(sizeof *this + rows.capacity() * sizeof(Row));
    for (const Row &row : rows)
        sum += each * static_cast<qint64>(row.memoryMb.size() + row.gflops.size());
    return sum;
}

MareyLines mareyLines(const Run &run, const MareyChart &chart, const JobContext &job)
{
    return LinesMaker(run, chart, job).take();
}

} // namespace rs
