// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/operatorgroups.h"

#include "analysis/operators/kernelcalls.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/table/kernelcolumns.h"
#include "core/table/memorycolumns.h"

#include <algorithm>
#include <functional>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace rs {

namespace {

/// Whether a call is one of a group whose texts the user chose: each text is looked at once.
class GroupTest
{
public:
    GroupTest(const OperatorGroupKey &key, const StringPool &pool)
        : m_type(key.type, pool), m_name(key.name, pool), m_shapes(key.shapes, pool), m_core(key.core, pool)
    {
    }
    [[nodiscard]] bool has(const OperatorCall &call)
    {
        return m_type.is(call.type) && m_name.is(call.name) && m_shapes.is(call.shapes) && m_core.is(call.core);
    }

private:
    class Text
    {
    public:
        Text(const QString &wanted, const StringPool &pool) : m_wanted(wanted), m_pool(pool) {}
        [[nodiscard]] bool is(StrId text)
        {
            if (m_wanted.isNull())
                return true;
            if (raw(text) >= m_known.size())
                m_known.resize(m_pool.size() + 1, Unknown);
            char &known = m_known[raw(text)];
            if (known == Unknown)
                known = m_wanted == m_pool.text(text) ? Yes : No;
            return known == Yes;
        }

    private:
        enum Answer : char { Unknown, No, Yes };
        const QString &m_wanted;
        const StringPool &m_pool;
        std::vector<char> m_known; ///< by text
    };
    Text m_type;
    Text m_name;
    Text m_shapes;
    Text m_core;
};

bool isShareOfTime(const QString &name)
{
    for (const QLatin1String end : {QLatin1String("_ratio"), QLatin1String("_rate"), QLatin1String("(%)"),
                                    QLatin1String("( %)"), QLatin1String("B/s)")}) {
        if (name.endsWith(end))
            return true;
    }
    return false;
}

/// A counter of one table: its column, the column that weighs it, and its place among those of all ranks.
struct Counter
{
    ColumnCells<double> cells{};
    std::optional<ColumnCells<double>> weight{}; ///< nothing: the duration
    bool weighted = false;
    size_t place = 0;
};

class Counters
{
public:
    /// The counters of a table, whose names are added to those that are known.
    void begin(const Table &table)
    {
        m_now.clear();
        const int cube = table.columnOf({u"aicore_time(us)", u"aic_time(us)"});
        const int vector = table.columnOf({u"aiv_time(us)"});
        for (const int c : counterColumns(table)) {
            const QString &name = table.at(c).name;
            qsizetype place = m_names.indexOf(name);
            if (place < 0) {
                place = m_names.size();
                m_names << name;
            }
            Counter counter{{table, c}, {}, isShareOfTime(name), static_cast<size_t>(place)};
            if (vector >= 0 && name.startsWith(QLatin1String("aiv_")))
                counter.weight.emplace(table, vector);
            else if (cube >= 0 && !name.startsWith(QLatin1String("aiv")))
                counter.weight.emplace(table, cube);
            m_now.push_back(counter);
        }
    }
    void none() { m_now.clear(); }
    [[nodiscard]] const QStringList &names() const { return m_names; }

    struct Sum
    {
        double sum = 0;
        double weight = 0;
    };
    void add(std::vector<Sum> &sums, int row, qint64 durationNs) const
    {
        if (m_now.empty())
            return;
        if (sums.size() < static_cast<size_t>(m_names.size()))
            sums.resize(static_cast<size_t>(m_names.size()));
        for (const Counter &c : m_now) {
            if (!c.cells.has(row))
                continue;
            double weight = 1;
            if (c.weighted && c.weight) {
                if (!c.weight->has(row))
                    continue;
                weight = c.weight->at(row);
            } else if (c.weighted) {
                weight = static_cast<double>(durationNs);
            }
            if (!(weight > 0))
                continue;
            sums[c.place].sum += c.cells.at(row) * weight;
            sums[c.place].weight += weight;
        }
    }

private:
    QStringList m_names;
    std::vector<Counter> m_now;
};

struct Gathered
{
    GroupIds ids{};
    qint64 calls = 0;
    qint64 total = 0;
    qint64 longest = -1;
    int longestRank = -1;
    SliceId slice = NoSlice;
    std::optional<qint64> wait;
    qint64 blockCalls = 0;
    qint64 blocks = 0;
    int ranks = 0;
    int lastRank = -1; ///< the rank that is walked now, once it had a call
    qint64 rankTotal = 0;
    int slowestRank = -1;
    qint64 slowest = -1;
    std::vector<Counters::Sum> pmu{};

    void closeRank()
    {
        if (lastRank >= 0 && rankTotal > slowest) {
            slowest = rankTotal;
            slowestRank = lastRank;
        }
        rankTotal = 0;
    }
};

/// The durations of each group, sorted, from what is known of every call: one list for all.
void fillPercentiles(std::vector<OperatorGroup> &rows, const std::vector<quint32> &groups,
                     const std::vector<qint64> &durations)
{
    std::vector<size_t> end(rows.size() + 1, 0);
    for (const quint32 g : groups)
        ++end[g + 1];
    for (size_t g = 1; g < end.size(); ++g)
        end[g] += end[g - 1];
    std::vector<size_t> next(end.begin(), end.end() - 1);
    std::vector<qint64> all(durations.size());
    for (size_t i = 0; i < groups.size(); ++i)
        all[next[groups[i]]++] = durations[i];
    std::vector<qint64> own;
    for (size_t g = 0; g < rows.size(); ++g) {
        own.assign(all.begin() + static_cast<std::ptrdiff_t>(end[g]),
                   all.begin() + static_cast<std::ptrdiff_t>(end[g + 1]));
        rows[g].minNs = *std::ranges::min_element(own);
        rows[g].maxNs = *std::ranges::max_element(own);
        rows[g].medianNs = percentileOf(own, 0.5);
        rows[g].p95Ns = percentileOf(own, 0.95);
    }
}

BoundVerdict boundOf(const OperatorGroup &g, const QStringList &names)
{
    BoundInput in;
    in.totalNs = g.totalNs;
    in.waitNs = g.waitNs;
    for (qsizetype i = 0; i < names.size() && i < std::ssize(g.pmu); ++i) {
        const std::optional<double> &value = g.pmu[static_cast<size_t>(i)];
        if (!value)
            continue;
        if (std::optional<PipeUse> use = pipeOfColumn(names[i])) {
            use->ratio = *value;
            in.pipes.push_back(*use);
        } else if (names[i] == u"aicore_time(us)" || names[i] == u"aic_time(us)") {
            in.cubeUs = value;
        } else if (names[i] == u"aiv_time(us)") {
            in.vectorUs = value;
        }
    }
    return operatorBound(in);
}

// Against the best row of the same core: the roof of the chip stands in no file.
void fillOps(OperatorGroups &groups)
{
    std::vector<size_t> columns;
    for (qsizetype i = 0; i < groups.pmu.size(); ++i) {
        if (groups.pmu[i].endsWith(QLatin1String("cube_fops")) || groups.pmu[i].endsWith(QLatin1String("vector_fops")))
            columns.push_back(static_cast<size_t>(i));
    }
    std::map<QString, double> best;
    for (OperatorGroup &row : groups.rows) {
        std::optional<double> operations;
        for (const size_t c : columns) {
            if (row.pmu[c])
                operations = operations.value_or(0) + *row.pmu[c];
        }
        if (!operations || row.totalNs <= 0)
            continue;
        row.gigaOps = *operations / row.averageNs();
        double &most = best[row.key.core];
        most = std::max(most, *row.gigaOps);
    }
    for (OperatorGroup &row : groups.rows) {
        const auto at = best.find(row.key.core);
        if (row.gigaOps && at != best.end() && at->second > 0)
            row.ofBest = *row.gigaOps / at->second;
    }
}

} // namespace

Phrase groupNoteText(GroupNote note)
{
    static constexpr const char *texts[] = {
        "",
        RS_NOOP("The kernel table has no operator types, as Level0 writes it: operators are grouped by name. "
                "Profile with Level1 or Level2 to get types."),
        RS_NOOP("The kernel table has no input shapes, as Level0 writes it: operators are grouped by name. "
                "Profile with Level1 or Level2 to get shapes."),
        RS_NOOP("The kernel table does not name the cores, as Level0 writes it: operators are grouped by "
                "name. Profile with Level1 or Level2 to get cores."),
        RS_NOOP("There is no kernel table (kernel_details.csv or op_summary): operators are counted by "
                "name from the slices of the trace, without cores, shapes and counters."),
        RS_NOOP(
            "There is neither a kernel table (kernel_details.csv or op_summary) nor a trace with kernels: no operator "
            "is known. The profiler writes both when NPU activity is collected (ProfilerActivity.NPU).")};
    return QString::fromUtf8(texts[static_cast<size_t>(note)]);
}

Phrase opsSentence(const OperatorGroup &group)
{
    if (!group.gigaOps || !group.ofBest)
        return {};
    return {RS_MESSAGE("%1 billion operations a second, %2 % of the fastest operator on these cores: an operator "
                       "far below it waits for data or is too small; aic_metrics=PipeUtilization shows which pipe is "
                       "busy."),
            {QString::number(*group.gigaOps, 'f', 1), QString::number(100 * *group.ofBest, 'f', 1)}};
}

Phrase noPipesText()
{
    return RS_MESSAGE("The kernel table has no pipe ratios (aic_mac_ratio, aiv_vec_ratio, …), so the bottleneck of "
                      "an operator is unknown. The profiler writes them at Level1 or Level2 with "
                      "aic_metrics=PipeUtilization (AiCMetrics.PipeUtilization).");
}

std::string_view communicationTypeOf(std::string_view name)
{
    name = kernelShortName(name);
    const size_t end = name.find("__");
    return end == std::string_view::npos ? name : name.substr(0, end + 1);
}

QStringList computeCores(const Run &run, std::span<const int> ranks, const JobContext &job)
{
    std::set<QString> out;
    JobPoll poll(job);
    for (const int rank : ranks) {
        const auto data = run.rank(rank);
        if (!data || !data->kernels)
            continue;
        const Table &kernels = *data->kernels;
        const int column = KernelColumns(kernels).core;
        if (column < 0)
            continue;
        std::vector<bool> seen(kernels.strings().size());
        for (int row = 0; row < kernels.rows(); ++row) {
            if (poll.isCanceled())
                return {};
            const StrId core = kernels.textId(row, column);
            if (!kernels.has(row, column) || seen[raw(core)])
                continue;
            seen[raw(core)] = true;
            if (!isCommunicationCore(kernels.strings().view(core)))
                out.insert(kernels.strings().text(core));
        }
    }
    return QStringList(out.begin(), out.end());
}

std::vector<int> counterColumns(const Table &kernels)
{
    const KernelColumns c(kernels);
    const std::set<int> known{
        c.step,     c.device,      c.name,       c.type,         c.state,        c.core,        c.start,
        c.duration, c.wait,        c.blocks,     c.mixBlocks,    c.model,        c.task,        c.stream,
        c.context,  c.inputShapes, c.inputTypes, c.inputFormats, c.outputShapes, c.outputTypes, c.outputFormats};
    std::vector<int> out;
    for (int i = 0; i < kernels.columnCount(); ++i) {
        const Column &column = kernels.at(i);
        const bool number = column.type == ColumnType::Real || column.type == ColumnType::Integer;
        if (number && !known.contains(i) && !column.name.endsWith(QLatin1String(" id"), Qt::CaseInsensitive))
            out.push_back(i);
    }
    return out;
}

OperatorGroups operatorGroups(const Run &run, std::span<const int> ranks, const OperatorGroupQuery &query,
                              const JobContext &job)
{
    KernelCalls walk(run, ranks, query, job);
    OperatorGroups out;
    out.by = walk.by();
    out.note = walk.note();
    std::unordered_map<GroupIds, quint32, GroupIdsHash> index;
    std::vector<Gathered> groups;
    std::vector<quint32> groupOf;
    std::vector<qint64> durations;
    Counters counters;
    const Table *table = nullptr;
    KernelColumns columns;
    int rankNow = -1;
    const bool complete = walk.run(
        [&](const RankData &rank, int rankIndex, bool isTable) {
            rankNow = rankIndex;
            table = isTable ? rank.kernels.get() : nullptr;
            columns = isTable ? KernelColumns(*table) : KernelColumns();
            if (isTable && !isOfCommunication(query.by))
                counters.begin(*table);
            else
                counters.none();
        },
        [&](const OperatorCall &call) {
            const GroupIds ids = idsOf(call, out.by);
            const auto [at, isNew] = index.try_emplace(ids, static_cast<quint32>(groups.size()));
            if (isNew)
                groups.emplace_back().ids = ids;
            Gathered &g = groups[at->second];
            if (g.lastRank != rankNow) {
                g.closeRank();
                g.lastRank = rankNow;
                ++g.ranks;
            }
            ++g.calls;
            g.total = saturatedSum(g.total, call.durationNs);
            g.rankTotal = saturatedSum(g.rankTotal, call.durationNs);
            if (call.durationNs > g.longest) {
                g.longest = call.durationNs;
                g.longestRank = rankNow;
                g.slice = call.slice;
            }
            groupOf.push_back(at->second);
            durations.push_back(call.durationNs);
            if (!table)
                return;
            if (table->has(call.row, columns.wait))
                g.wait = saturatedSum(g.wait.value_or(0), table->integer(call.row, columns.wait));
            if (table->has(call.row, columns.blocks) && table->integer(call.row, columns.blocks) > 0) {
                ++g.blockCalls;
                g.blocks = saturatedSum(g.blocks, table->integer(call.row, columns.blocks));
            }
            counters.add(g.pmu, call.row, call.durationNs);
        });
    if (!complete)
        return {};
    out.pmu = counters.names();
    out.pipes = std::ranges::any_of(out.pmu, [](const QString &n) { return pipeOfColumn(n).has_value(); });
    if (groups.empty() && out.note == GroupNote::FromTrace)
        out.note = GroupNote::NoData;
    for (Gathered &g : groups) {
        g.closeRank();
        out.totalNs = saturatedSum(out.totalNs, g.total);
        out.waits = out.waits || g.wait.has_value();
    }
    for (const Gathered &g : groups) {
        OperatorGroup row;
        row.key = groupKeyOf(g.ids, out.by, walk.texts());
        row.calls = g.calls;
        row.totalNs = g.total;
        row.waitNs = g.wait;
        if (g.blockCalls > 0)
            row.blocks = static_cast<double>(g.blocks) / static_cast<double>(g.blockCalls);
        row.share = out.totalNs > 0 ? 100.0 * static_cast<double>(g.total) / static_cast<double>(out.totalNs) : 0;
        row.ranks = g.ranks;
        row.slowestRank = g.slowestRank;
        row.slowestNs = g.slowest;
        row.longestRank = g.longestRank;
        row.longest = g.slice;
        for (const Counters::Sum &s : g.pmu)
            row.pmu.push_back(s.weight > 0 ? std::optional(s.sum / s.weight) : std::nullopt);
        row.bound = boundOf(row, out.pmu);
        out.rows.push_back(std::move(row));
    }
    fillPercentiles(out.rows, groupOf, durations);
    fillOps(out);
    std::ranges::sort(out.rows, [](const OperatorGroup &a, const OperatorGroup &b) {
        if (a.totalNs != b.totalNs)
            return a.totalNs > b.totalNs;
        return std::tie(a.key.type, a.key.name, a.key.shapes, a.key.core) <
               std::tie(b.key.type, b.key.name, b.key.shapes, b.key.core);
    });
    return out;
}

GroupCalls groupCalls(const Run &run, int rank, const OperatorGroupQuery &query, const OperatorGroupKey &key,
                      const JobContext &job)
{
    const std::array<int, 1> one{rank};
    KernelCalls walk(run, one, query, job);
    GroupTest test(key, walk.texts());
    GroupCalls out;
    out.fromTrace = walk.fromTraceAlone();
    const bool complete = walk.run([](const RankData &, int, bool) {},
                                   [&](const OperatorCall &call) {
                                       if (test.has(call))
                                           out.calls.push_back({call.row, call.slice, call.durationNs});
                                   });
    if (!complete)
        return {};
    std::ranges::stable_sort(out.calls, std::greater<>(), &GroupCall::durationNs);
    return out;
}

GroupProfile groupProfile(const Run &run, std::span<const int> ranks, const OperatorGroupQuery &query,
                          const OperatorGroupKey &key, int bins, const JobContext &job)
{
    KernelCalls walk(run, ranks, query, job);
    GroupTest test(key, walk.texts());
    std::map<QString, std::vector<qint64>, LessStep> bySteps;
    std::pair<const QString, std::vector<qint64>> *now = nullptr;
    StepOfCall stepOf(job);
    const bool complete = walk.run([&](const RankData &rank, int, bool isTable) { stepOf.begin(rank, isTable); },
                                   [&](const OperatorCall &call) {
                                       if (!test.has(call))
                                           return;
                                       const QString step = stepOf.of(call);
                                       if (!now || now->first != step)
                                           now = &*bySteps.try_emplace(step).first;
                                       now->second.push_back(call.durationNs);
                                   });
    GroupProfile out;
    if (!complete)
        return out;
    std::vector<qint64> all;
    for (auto &[step, durations] : bySteps) {
        all.insert(all.end(), durations.begin(), durations.end());
        out.steps.push_back(groupStepOf(step, durations));
    }
    out.calls = std::ssize(all);
    std::ranges::sort(all);
    if (!all.empty())
        describeDurations(out.durations, all, bins);
    out.durations.complete = true;
    return out;
}

} // namespace rs
