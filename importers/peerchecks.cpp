// SPDX-License-Identifier: Apache-2.0
#include "importers/peerchecks.h"

#include "core/kernelcolumns.h"
#include "importers/rankchecks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

namespace {

// Of fewer, the first operators of a capture may be of one kind.
constexpr int FewestKernels = 4;
constexpr quint32 FewestSlices = 16;

enum class Part : quint8 { Lanes, Flows, KernelColumns, StepColumns, Level };

struct PartWords
{
    Part part;
    std::array<const char *, 2> kinds; ///< of the file that should have it
    const char *code;
    const char *message;
};

constexpr std::array<PartWords, 5> partWords{{
    {Part::Lanes,
     {"trace", nullptr},
     "peers.lanes",
     "Lanes that the traces of other ranks have and this one's lacks (%1), or has under names that are not known: what "
     "is computed from them is missing for this rank."},
    {Part::Flows,
     {"trace", nullptr},
     "peers.flows",
     "Connections that the traces of other ranks have and this one's lacks (%1), or has under names that are not "
     "known: "
     "launches, delays and causes of idle time that rest on them are missing for this rank."},
    {Part::KernelColumns,
     {"kernel_details", "op_summary"},
     "peers.kernel-columns",
     "Columns of the kernel table that are missing or empty in every row (%1), though other ranks, the level of the "
     "capture or the steps of its trace let expect values: what is told apart by them is missing for this rank."},
    {Part::StepColumns,
     {"step_trace_time", nullptr},
     "peers.step-columns",
     "Columns of step times that are missing or empty in every row (%1), though other ranks have them: these times are "
     "missing for this rank, or computed from its trace."},
    {Part::Level,
     {"profiler_info", nullptr},
     "peers.level",
     "The file does not say how this rank was captured (%1), though those of other ranks do: what the level lets "
     "expect "
     "cannot be checked."},
}};

/// Something that a rank could have.
struct Trait
{
    Part part;
    std::string_view name;
    bool has = false;
    bool due = false; ///< also where no other rank has it
};

using Traits = std::vector<Trait>;

void addTraceTraits(const Trace &trace, Traits &out)
{
    static constexpr std::pair<ProcessKind, std::string_view> kinds[] = {
        {ProcessKind::Python, "Python"},
        {ProcessKind::MindSpore, "MindSpore"},
        {ProcessKind::Cann, "CANN"},
        {ProcessKind::AscendHardware, "Ascend Hardware"},
        {ProcessKind::Communication, "Communication"},
        {ProcessKind::OverlapAnalysis, "Overlap Analysis"},
    };
    for (const auto &[kind, name] : kinds) {
        const bool has = std::any_of(trace.lanes().begin(), trace.lanes().end(), [&, wanted = kind](const Lane &l) {
            return l.sliceCount > 0 && trace.process(l.process).kind == wanted;
        });
        out.push_back({Part::Lanes, name, has});
    }
    const auto &categories = trace.flows().categories();
    for (const std::string_view name : {"HostToDevice", "async_npu", "async_task_queue", "fwdbwd"}) {
        const bool has = std::any_of(categories.begin(), categories.end(), [&](const FlowCategory &c) {
            return c.joined > 0 && trace.strings().view(c.name) == name;
        });
        out.push_back({Part::Flows, name, has});
    }
}

bool hasAnyValue(const Table &table, int column, const JobContext &job)
{
    constexpr int rowsPerPoll = 65536;
    for (int row = 0; column >= 0 && row < table.rows(); ++row) {
        if (table.has(row, column) || (row % rowsPerPoll == 0 && job.isCanceled()))
            return true;
    }
    return false;
}

void addKernelTraits(const RankData &rank, const JobContext &job, Traits &out)
{
    const Table &table = *rank.kernels;
    const KernelColumns c(table);
    // Level0 and op_summary have neither types nor cores.
    const bool typed = rank.info.level == QLatin1String("Level1") || rank.info.level == QLatin1String("Level2");
    const bool stepped = rank.trace && !rank.trace->steps().empty();
    const auto add = [&](std::string_view name, int column, bool due = false) {
        out.push_back({Part::KernelColumns, name, hasAnyValue(table, column, job), due});
    };
    add("Step Id", c.step, stepped);
    add("Name", c.name);
    add("Type", c.type, typed);
    add("Accelerator Core", c.core, typed);
    add("Start Time(us)", c.start);
    add("Duration(us)", c.duration);
    add("Wait Time(us)", c.wait, typed);
    add("Task ID", c.task);
    add("Stream ID", c.stream);
    add("Block Dim", c.blocks);
    add("Input Shapes", c.inputShapes);
    add("Output Shapes", c.outputShapes);
}

void addStepTraits(const RankData &rank, Traits &out)
{
    for (const StepColumn &c : stepTraceColumns()) {
        const bool has = std::any_of(rank.stepTrace.begin(), rank.stepTrace.end(),
                                     [&](const StepTraceRow &r) { return (r.*c.value).has_value(); });
        out.push_back({Part::StepColumns, c.name, has});
    }
}

Traits traitsOf(const RankData &rank, const JobContext &job)
{
    Traits out;
    if (rank.trace && rank.trace->slices().size() > 0)
        addTraceTraits(*rank.trace, out);
    if (rank.kernels && rank.kernels->rows() >= FewestKernels)
        addKernelTraits(rank, job, out);
    if (!rank.stepTrace.empty())
        addStepTraits(rank, out);
    out.push_back({Part::Level, "profiler_level", !rank.info.level.isEmpty()});
    return out;
}

/// The rank's file of one of the kinds, or its folder.
QString fileOf(const Run &run, const RankData &rank, const std::array<const char *, 2> &kinds)
{
    for (const char *const kind : kinds) {
        for (const FileEntry &f : rank.info.files) {
            if (kind && f.used && f.kind == QLatin1String(kind))
                return pathInRun(run, f.path);
        }
    }
    return pathInRun(run, rank.info.path);
}

void noteMissingTraits(const Run &run, const std::vector<Traits> &all, ImportReport &report)
{
    std::set<std::pair<Part, std::string_view>> known;
    for (const Traits &traits : all) {
        for (const Trait &t : traits) {
            if (t.has)
                known.emplace(t.part, t.name);
        }
    }
    for (size_t i = 0; i < all.size(); ++i) {
        for (const PartWords &words : partWords) {
            QStringList missing;
            for (const Trait &t : all[i]) {
                if (t.part == words.part && !t.has && (t.due || known.contains({t.part, t.name})))
                    missing << QString::fromUtf8(t.name.data(), static_cast<qsizetype>(t.name.size()));
            }
            if (missing.isEmpty())
                continue;
            const RankData &rank = *run.ranks[i];
            report.add({Severity::Notice, fileOf(run, rank, words.kinds),
                        QStringLiteral("rank %1").arg(rank.info.label), QString::fromLatin1(words.code),
                        QString::fromLatin1(words.message), missing.join(QStringLiteral(", "))});
        }
    }
}

/// What is about the same for all ranks, and how far it may be from that of the others.
struct Measure
{
    std::optional<double> (*of)(const RankData &rank);
    double factor;
    const char *unit;
    const char *code;
    const char *message;
};

/// The median length of calls into CANN, in microseconds.
std::optional<double> lengthOfCalls(const RankData &rank)
{
    if (!rank.trace)
        return std::nullopt;
    const Trace &trace = *rank.trace;
    constexpr quint32 mostOfLane = 4096; // enough for a median that is off by a factor
    std::vector<qint64> lengths;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind != ProcessKind::Cann)
            continue;
        const SliceStore::Span span = trace.slicesOf(LaneId{l});
        const quint32 every = span.size() / mostOfLane + 1;
        for (quint32 i = span.first; i < span.last; i += every)
            lengths.push_back(trace.slices().duration(SliceId{i}));
    }
    if (lengths.size() < FewestSlices)
        return std::nullopt;
    const auto middle = lengths.begin() + std::ssize(lengths) / 2;
    std::nth_element(lengths.begin(), middle, lengths.end());
    return static_cast<double>(*middle) / 1000;
}

/// Launches that reach their task, for each operator of the kernel table.
std::optional<double> launchesPerKernel(const RankData &rank)
{
    if (!rank.trace || !rank.kernels || rank.kernels->rows() < static_cast<int>(FewestSlices))
        return std::nullopt;
    qint64 launches = 0;
    for (const FlowCategory &c : rank.trace->flows().categories()) {
        if (rank.trace->strings().view(c.name) == "HostToDevice")
            launches += c.joined;
    }
    if (launches == 0)
        return std::nullopt; // told as connections that are missing
    return static_cast<double>(launches) / rank.kernels->rows();
}

constexpr std::array<Measure, 2> measures{{
    {lengthOfCalls, 100, " µs", "peers.call-length",
     "Calls of the host last far longer or shorter than those of other ranks, by the median (%1): their durations may "
     "be of another unit, and what is computed from them with them."},
    {launchesPerKernel, 4, "", "peers.launches",
     "For each operator there are far more or fewer launches than on other ranks (%1): launches are missing from one "
     "of "
     "the traces, or operators from a kernel table."},
}};

void noteMeasure(const Run &run, const Measure &measure, ImportReport &report)
{
    std::vector<std::pair<double, size_t>> values; // with the rank's index
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (const std::optional<double> value = run.ranks[i] ? measure.of(*run.ranks[i]) : std::nullopt)
            values.emplace_back(*value, i);
    }
    if (values.size() < 2)
        return;
    std::sort(values.begin(), values.end());
    for (size_t i = 0; i < values.size(); ++i) {
        // Of an even number of others either middle one will do.
        const auto otherAt = [&](size_t place) { return values[place < i ? place : place + 1].first; };
        const double low = otherAt((values.size() - 2) / 2);
        const double high = otherAt((values.size() - 1) / 2);
        const double own = values[i].first;
        const double other = own < low ? low : high;
        if (own <= high * measure.factor && low <= own * measure.factor)
            continue;
        const RankData &rank = *run.ranks[values[i].second];
        const auto text = [&](double v) { return QString::number(v, 'g', 4) + QString::fromUtf8(measure.unit); };
        report.add({Severity::Notice, fileOf(run, rank, {"trace", nullptr}),
                    QStringLiteral("rank %1").arg(rank.info.label), QString::fromLatin1(measure.code),
                    QString::fromUtf8(measure.message), text(own) + QStringLiteral(" ≠ ") + text(other)});
    }
}

} // namespace

void noteWhatRanksLack(const Run &run, const JobContext &job, ImportReport &report)
{
    std::vector<Traits> all;
    for (const auto &rank : run.ranks) {
        // What gave way to memory is told as that.
        all.push_back(rank && !rank->overBudget ? traitsOf(*rank, job) : Traits());
        if (job.isCanceled())
            return;
    }
    noteMissingTraits(run, all, report);
    for (const Measure &measure : measures) {
        if (!job.isCanceled())
            noteMeasure(run, measure, report);
    }
}

} // namespace rs
