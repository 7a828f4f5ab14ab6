// SPDX-License-Identifier: Apache-2.0
#include "importers/peerchecks.h"

#include "core/table/databasekinds.h"
#include "core/table/kernelcolumns.h"
#include "importers/rankchecks.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

// Of fewer, the first operators of a capture may be of one kind.
constexpr int FewestKernels = 4;
constexpr quint32 FewestSlices = 16;

enum class Part : quint8 { Lanes, Flows, Counters, Columns, Zeros, StepColumns, Level };

struct PartWords
{
    Part part;
    const char *code;
    const char *message;
};

constexpr std::array<PartWords, 7> partWords{{
    {Part::Lanes, "peers.lanes",
     RS_NOOP("Lanes that the traces of other ranks have and this one's lacks (%1), or has under names that are not "
             "known: what is computed from them is missing for this rank.")},
    {Part::Flows, "peers.flows",
     RS_NOOP("Connections that the traces of other ranks have and this one's lacks (%1), or has under names that are "
             "not known: launches, delays and causes of idle time that rest on them are missing for this rank.")},
    {Part::Counters, "peers.counters",
     RS_NOOP("Counters that the traces of other ranks have and this one's lacks (%1), or has under other names: their "
             "curves are missing for this rank.")},
    {Part::Columns, "peers.columns",
     RS_NOOP("Columns that are missing or empty in every row (%1), though other ranks, the level of the capture or the "
             "steps of its trace let expect values: what is told apart by them is missing for this rank.")},
    {Part::Zeros, "peers.zeros",
     RS_NOOP("Columns that are 0 throughout (%1), though of other ranks most rows are not: what they measure may be "
             "lost.")},
    {Part::StepColumns, "peers.step-columns",
     RS_NOOP("Columns of step times that are missing or empty in every row (%1), though other ranks have them: these "
             "times are missing for this rank, or computed from its trace.")},
    {Part::Level, "peers.level",
     RS_NOOP("The file does not say how this rank was captured (%1), though those of other ranks do: what the level "
             "lets expect cannot be checked.")},
}};

/// A part of one file.
using TraitPlace = std::pair<Part, QString>; ///< and the kind of the file

using Trait = std::pair<TraitPlace, QString>; ///< and its name

/// What a rank has, and what it could have.
struct Traits
{
    std::map<TraitPlace, QString> files; ///< by what they could show, as findings name them
    std::set<Trait> has;
    std::set<Trait> typical;    ///< that is so of most of its rows
    std::vector<Trait> missing; ///< though the rank's own files let expect it
    bool isOfDatabase = false;  ///< tables are made from one

    void add(const TraitPlace &place, const QString &name, bool isThere)
    {
        if (!isThere)
            return;
        has.insert({place, name});
        typical.insert({place, name});
    }
};

/// "HBM 0/Read" of one device is "HBM 1/Read" of another.
QString withoutNumbers(QString name)
{
    name.removeIf([](QChar c) { return c.isDigit(); });
    return name;
}

bool hasTextFrom(const StringPool &pool, std::string_view begin)
{
    for (quint32 i = 0; i < pool.size(); ++i) {
        if (pool.view(StrId{i}).starts_with(begin))
            return true;
    }
    return false;
}

void addLanes(const Trace &trace, const TraitPlace &place, Traits &out)
{
    static constexpr std::pair<ProcessKind, const char *> kinds[] = {
        {ProcessKind::Python, "Python"},
        {ProcessKind::MindSpore, "MindSpore"},
        {ProcessKind::Cann, "CANN"},
        {ProcessKind::AscendHardware, "Ascend Hardware"},
        {ProcessKind::Communication, "Communication"},
        {ProcessKind::OverlapAnalysis, "Overlap Analysis"},
    };
    const auto &lanes = trace.lanes();
    for (const auto &[kind, name] : kinds) {
        const bool has = std::any_of(lanes.begin(), lanes.end(), [&, wanted = kind](const Lane &l) {
            return l.sliceCount > 0 && trace.process(l.process).kind == wanted;
        });
        out.add(place, QString::fromLatin1(name), has);
    }
    const bool streams = std::any_of(lanes.begin(), lanes.end(), [&](const Lane &l) {
        return l.kind == LaneKind::Stream && trace.strings().view(l.name).starts_with("Stream ");
    });
    out.add(place, QStringLiteral("Stream"), streams);
    const bool planes = std::any_of(lanes.begin(), lanes.end(),
                                    [](const Lane &l) { return l.sliceCount > 0 && l.kind == LaneKind::CommPlane; });
    out.add(place, QStringLiteral("Plane"), planes);
    for (const char *const layer : {"AscendCL@", "Node@", "Runtime@"})
        out.add(place, QString::fromLatin1(layer), hasTextFrom(trace.strings(), layer));
}

void addTrace(const Trace &trace, const QString &file, Traits &out)
{
    const auto placeOf = [&](Part part) {
        return out.files.try_emplace({part, QStringLiteral("trace")}, file).first->first;
    };
    addLanes(trace, placeOf(Part::Lanes), out);
    const auto &categories = trace.flows().categories();
    const TraitPlace flows = placeOf(Part::Flows);
    for (const char *const name : {"HostToDevice", "async_npu", "async_task_queue", "fwdbwd"}) {
        const bool has = std::any_of(categories.begin(), categories.end(), [&](const FlowCategory &c) {
            return c.joined > 0 && trace.strings().view(c.name) == name;
        });
        out.add(flows, QString::fromLatin1(name), has);
    }
    const TraitPlace counters = placeOf(Part::Counters);
    for (const CounterSeries &c : trace.counters()) {
        const Process &process = trace.process(c.process);
        if (process.kind == ProcessKind::DeviceMetric)
            out.add(counters,
                    trace.strings().text(process.name) + QStringLiteral(": ") +
                        withoutNumbers(trace.strings().text(c.name)),
                    true);
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

/// Rows by the million are looked at here and there: what most of them have shows.
void addColumns(const Table &table, const QString &kind, Traits &out)
{
    constexpr int mostRows = 256;
    const TraitPlace values = out.files.try_emplace({Part::Columns, kind}, table.source).first->first;
    const TraitPlace zeros = out.files.try_emplace({Part::Zeros, kind}, table.source).first->first;
    const int every = table.rows() / mostRows + 1;
    for (int column = 0; column < table.columnCount(); ++column) {
        int rows = 0;
        int present = 0;
        int other = 0; // than 0
        // Whole numbers count, or name a device, for which 0 is as good as any.
        const ColumnType type = table.at(column).type;
        const bool measures = (type == ColumnType::Real || type == ColumnType::Duration) &&
                              table.at(column).name != QLatin1String("Device_id"); // which may be written 0.0
        for (int row = 0; row < table.rows(); row += every) {
            ++rows;
            const bool has = table.has(row, column);
            present += has ? 1 : 0;
            other += has && (!measures || table.real(row, column) != 0) ? 1 : 0;
        }
        const QString &name = table.at(column).name;
        for (const auto &[place, count] : {std::pair(values, present), std::pair(zeros, other)}) {
            if (count > 0)
                out.has.insert({place, name});
            if (count > rows / 2)
                out.typical.insert({place, name});
        }
    }
}

void addKernels(const RankData &rank, const JobContext &job, Traits &out)
{
    const Table &table = *rank.kernels;
    const QString kind = QStringLiteral("kernel_details");
    addColumns(table, kind, out);
    const KernelColumns c(table);
    // Level0 and op_summary have neither types nor cores.
    const bool typed = rank.info.level == QLatin1String("Level1") || rank.info.level == QLatin1String("Level2");
    const bool stepped = rank.trace && !rank.trace->steps().empty();
    const std::tuple<const char *, int, bool> expected[] = {
        {"Step Id", c.step, stepped},
        {"Type", c.type, typed},
        {"Accelerator Core", c.core, typed},
        {"Wait Time(us)", c.wait, typed},
    };
    for (const auto &[name, column, due] : expected) {
        const QString title = column >= 0 ? table.at(column).name : QString::fromLatin1(name);
        const Trait trait{{Part::Columns, kind}, title};
        if (due && !out.has.contains(trait) && !hasAnyValue(table, column, job))
            out.missing.push_back(trait);
    }
}

void addSteps(const RankData &rank, const TraitPlace &place, Traits &out)
{
    for (const StepColumn &c : stepTraceColumns()) {
        const bool has = std::any_of(rank.stepTrace.begin(), rank.stepTrace.end(),
                                     [&](const StepTraceRow &r) { return (r.*c.value).has_value(); });
        out.add(place, QString::fromLatin1(c.name), has);
    }
}

/// The rank's file of that kind, or its folder.
QString fileOf(const Run &run, const RankData &rank, const char *kind)
{
    for (const FileEntry &f : rank.info.files) {
        if (f.used && f.kind == QLatin1String(kind))
            return pathInRun(run, f.path);
    }
    return pathInRun(run, rank.info.path);
}

Traits traitsOf(const Run &run, const RankData &rank, const JobContext &job)
{
    Traits out;
    out.isOfDatabase = std::any_of(rank.info.files.begin(), rank.info.files.end(), [](const FileEntry &f) {
        return f.used && f.kind == QLatin1String("db") && !isAnalysisDatabase(f.path);
    });
    const auto placeOf = [&](Part part, const char *kind) {
        return out.files.try_emplace({part, QString::fromLatin1(kind)}, fileOf(run, rank, kind)).first->first;
    };
    if (rank.trace && rank.trace->slices().size() > 0)
        addTrace(*rank.trace, fileOf(run, rank, "trace"), out);
    if (rank.kernels && rank.kernels->rows() >= FewestKernels)
        addKernels(rank, job, out);
    for (const auto &[kind, table] : rank.tables) {
        if (table && table->rows() > 0)
            addColumns(*table, kind, out);
    }
    if (!rank.stepTrace.empty())
        addSteps(rank, placeOf(Part::StepColumns, "step_trace_time"), out);
    out.add(placeOf(Part::Level, "profiler_info"), QStringLiteral("profiler_level"), !rank.info.level.isEmpty());
    return out;
}

/// What at least half of the ranks have that could have it, by the place.
std::map<TraitPlace, std::set<QString>> usualTraits(const std::vector<Traits> &all)
{
    std::map<TraitPlace, std::map<QString, int>> ranksOf;
    std::map<TraitPlace, int> ranks;
    for (const Traits &traits : all) {
        for (const auto &[place, file] : traits.files)
            ++ranks[place];
        for (const auto &[place, name] : traits.typical)
            ++ranksOf[place][name];
    }
    std::map<TraitPlace, std::set<QString>> out;
    for (const auto &[place, counts] : ranksOf) {
        for (const auto &[name, count] : counts) {
            if (count * 2 >= ranks[place])
                out[place].insert(name);
        }
    }
    return out;
}

void noteMissingTraits(const Run &run, const std::vector<Traits> &all, ImportReport &report)
{
    std::map<TraitPlace, std::set<QString>> usual = usualTraits(all);
    for (size_t i = 0; i < all.size(); ++i) {
        for (const auto &[place, file] : all[i].files) {
            std::set<QString> missing;
            for (const QString &name : usual[place]) {
                // What is missing is not 0.
                const bool could =
                    place.first != Part::Zeros || all[i].has.contains({{Part::Columns, place.second}, name});
                // The writers of text put it before every table; in a database it is a column of the tasks alone.
                if (all[i].isOfDatabase && name == QLatin1String("Device_id"))
                    continue;
                if (could && !all[i].has.contains({place, name}))
                    missing.insert(name);
            }
            for (const auto &[at, name] : all[i].missing) {
                if (at == place)
                    missing.insert(name);
            }
            if (missing.empty())
                continue;
            const auto words = std::find_if(partWords.begin(), partWords.end(),
                                            [part = place.first](const PartWords &w) { return w.part == part; });
            constexpr qsizetype most = 20;
            QStringList names(missing.begin(), missing.end());
            if (names.size() > most)
                names = names.mid(0, most) << QStringLiteral("…");
            report.add({Severity::Notice, file, Place::rank(run.ranks[i]->info.label), QString::fromLatin1(words->code),
                        QString::fromUtf8(words->message), names.join(QStringLiteral(", "))});
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
    const char *ofTwo; ///< where nobody knows which of two is the odd one
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

/// The mean of the samples of "AI Core Freq", in MHz.
std::optional<double> meanFrequency(const RankData &rank)
{
    double sum = 0;
    size_t count = 0;
    for (const CounterSeries &c : rank.trace ? rank.trace->counters() : std::vector<CounterSeries>()) {
        if (!rank.trace->strings().view(c.name).starts_with("AI Core Freq"))
            continue;
        for (const double value : c.value)
            sum += value;
        count += c.value.size();
    }
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

constexpr std::array<Measure, 3> measures{{
    {lengthOfCalls, 100, " µs", "peers.call-length",
     RS_NOOP("Calls of the host last far longer or shorter than those of other ranks, by the median (%1): their "
             "durations may be of another unit, and what is computed from them with them."),
     RS_NOOP("Calls of the host last far longer on one of two ranks than on the other, by the median (%1): durations "
             "of one of them may be of another unit, and what is computed from them with them.")},
    {launchesPerKernel, 4, "", "peers.launches",
     RS_NOOP("For each operator there are far more or fewer launches than on other ranks (%1): launches are missing "
             "from one of the traces, or operators from a kernel table."),
     RS_NOOP("For each operator one of two ranks has far more launches than the other (%1): launches are missing from "
             "one of the traces, or operators from a kernel table.")},
    {meanFrequency, 10, " MHz", "peers.frequency",
     RS_NOOP("The AI cores ran at far more or less than those of other ranks, by the mean (%1): the samples may be of "
             "another unit."),
     RS_NOOP("The AI cores of one of two ranks ran at far more than those of the other, by the mean (%1): the samples "
             "of one of them may be of another unit.")},
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
    const auto text = [&measure](double v) { return QString::number(v, 'g', 4) + QString::fromUtf8(measure.unit); };
    if (values.size() == 2) {
        const auto &[a, first] = values.front();
        const auto &[b, second] = values.back();
        if (std::max(a, b) <= std::min(a, b) * measure.factor)
            return;
        const QString &one = run.ranks[first]->info.label;
        const QString &other = run.ranks[second]->info.label;
        report.add(
            {Severity::Notice,
             {},
             Place::rank(one).with(Place::Kind::Rank, other),
             QString::fromLatin1(measure.code),
             QString::fromUtf8(measure.ofTwo),
             one + QStringLiteral(": ") + text(a) + QStringLiteral(" ≠ ") + other + QStringLiteral(": ") + text(b)});
        return;
    }
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
        report.add({Severity::Notice, fileOf(run, rank, "trace"), Place::rank(rank.info.label),
                    QString::fromLatin1(measure.code), QString::fromUtf8(measure.message),
                    text(own) + QStringLiteral(" ≠ ") + text(other)});
    }
}

} // namespace

void noteWhatRanksLack(const Run &run, const JobContext &job, ImportReport &report)
{
    std::vector<Traits> all;
    for (const auto &rank : run.ranks) {
        all.push_back(rank ? traitsOf(run, *rank, job) : Traits());
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
