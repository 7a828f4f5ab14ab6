// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostcalls.h"
#include "analysis/host/hostoperators.h"
#include "analysis/host/hoststacks.h"
#include "tables/base/cellrows.h"
#include "tables/run/othertables.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <vector>

namespace rs {

namespace {

constexpr const char *hostKind = "operator_details";

std::shared_ptr<const Table> hostTable(const TableQuery &query)
{
    const auto rank = query.rankData();
    const auto table = rank ? rank->table(QString::fromLatin1(hostKind)) : nullptr;
    return table ? table : std::make_shared<const Table>();
}

/// Longest slices of the host by the texts of other tables.
class HostPlaces
{
public:
    HostPlaces(const std::shared_ptr<const RankData> &rank, const JobContext &job) : m_rank(rank)
    {
        if (rank && rank->trace)
            m_longest = longestHostSlices(*rank->trace, job);
    }
    [[nodiscard]] SliceId of(std::string_view name) const
    {
        if (m_longest.empty() || name.empty())
            return NoSlice;
        const auto id = m_rank->trace->strings().find(name);
        return id ? m_longest[raw(*id)] : NoSlice;
    }

private:
    std::shared_ptr<const RankData> m_rank;
    std::vector<SliceId> m_longest;
};

constexpr const char *SelfHint = RS_TABLE("On the host, without the operators that are called within.");
constexpr const char *TotalHint =
    RS_TABLE("On the host, with the operators that are called within: sums of rows count these again.");
constexpr const char *DeviceSelfHint = RS_TABLE("Of the kernels that the operator itself launched.");
constexpr const char *CoreHint =
    RS_TABLE("Of the kernels that the operator itself launched, those that ran on AI cores.");

/// The columns of times that rows of both tables have.
void addTimeColumns(std::vector<ColumnSpec> &to, const char *selfHint, const char *totalHint)
{
    const auto add = [&to](const char *id, const char *header, const char *title, const char *hint,
                           bool isShown = true) {
        to.push_back({id, header, title, ValueKind::Microseconds, hint, isShown});
        to.back().unitGroup = 1;
    };
    add("hostSelf", "Host Self(us)", RS_TABLE("Host self (%1)"), selfHint);
    add("hostTotal", "Host Total(us)", RS_TABLE("Host total (%1)"), totalHint);
    add("deviceSelf", "Device Self(us)", RS_TABLE("Device self (%1)"), DeviceSelfHint);
    add("deviceTotal", "Device Total(us)", RS_TABLE("Device total (%1)"), "");
    add("coreSelf", "AI Core Self(us)", RS_TABLE("AI core self (%1)"), CoreHint);
    add("coreTotal", "AI Core Total(us)", RS_TABLE("AI core total (%1)"), "", false);
}

void addTimeCells(std::vector<Cell> &to, const HostSums &sums)
{
    for (const HostTime t : {HostTime::HostSelf, HostTime::HostTotal, HostTime::DeviceSelf, HostTime::DeviceTotal,
                             HostTime::CoreSelf, HostTime::CoreTotal})
        to.push_back(sums.at(t));
}

// ---- host.operators -----------------------------------------------------------------------------------------------

std::vector<ColumnSpec> hostOperatorColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"name", "Operator", RS_TABLE("Operator"), K::Text},
        {"shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text,
         RS_TABLE("Of one set of shapes; an operator unfolds to all that it was called with. The profiler records "
                  "them with record_shapes=True.")},
        {"variants", "Shape Variants", RS_TABLE("Variants"), K::Integer, RS_TABLE("Number of different input shapes."),
         false},
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer},
    };
    addTimeColumns(out, SelfHint, TotalHint);
    out.push_back({"average", "Average Host Self(us)", RS_TABLE("Average self (%1)"), K::Microseconds});
    out.push_back({"longest", "Longest Host Self(us)", RS_TABLE("Longest self (%1)"), K::Microseconds});
    return out;
}

struct HostOperatorRows final : public CellRows
{
    using CellRows::CellRows;
    std::vector<StrId> names; ///< in the texts of the table, by row
    double allSelfUs = 0;     ///< all operators together
};

std::shared_ptr<const RowSource> hostOperatorRows(const TableQuery &query, const Table &table,
                                                  const std::vector<HostOperator> &operators, double allSelfUs,
                                                  const JobContext &job)
{
    const auto rank = query.rankData();
    const HostPlaces places(rank, job);
    auto rows = std::make_shared<HostOperatorRows>(hostOperatorColumns(), rank);
    rows->allSelfUs = allSelfUs;
    for (const HostOperator &op : operators) {
        const double selfUs = op.sums.us(HostTime::HostSelf);
        const bool hasSelf = op.sums.has(HostTime::HostSelf);
        std::vector<Cell> cells{table.strings().text(op.name),
                                op.anyShapes ? QString() : shapesInOneLine(table.strings().view(op.shapes)),
                                cellIf(op.anyShapes && op.variants > 0, op.variants), op.calls};
        addTimeCells(cells, op.sums);
        cells.push_back(cellIf(hasSelf, selfUs / static_cast<double>(op.calls)));
        cells.push_back(cellIf(hasSelf, op.longestUs));
        rows->add({query.rank, places.of(table.strings().view(op.name)), {}}, cells);
        if (allSelfUs > 0)
            rows->setShare(u"hostSelf", selfUs / allSelfUs);
        rows->names.push_back(op.name);
    }
    return job.isCanceled() ? nullptr : rows;
}

std::shared_ptr<const RowSource> makeHostOperators(const TableQuery &query, const JobContext &job)
{
    const auto table = hostTable(query);
    const std::vector<HostOperator> operators = hostOperators(*table, job);
    double all = 0;
    for (const HostOperator &op : operators)
        all += op.sums.us(HostTime::HostSelf);
    return hostOperatorRows(query, *table, operators, all, job);
}

RowDetails shapesOfOperator(const TableQuery &query, const RowSource &rows, quint32 row, size_t, const JobContext &job)
{
    const auto *const operators = dynamic_cast<const HostOperatorRows *>(&rows);
    if (!operators)
        return {};
    const auto table = hostTable(query);
    const auto details = hostOperatorRows(query, *table, hostOperatorShapes(*table, operators->names[row], job),
                                          operators->allSelfUs, job);
    return details ? RowDetails{row, details, false} : RowDetails();
}

// ---- host.stacks --------------------------------------------------------------------------------------------------

const char *stackKindWord(StackNodeKind kind)
{
    static constexpr const char *words[] = {RS_TABLE("everything"), RS_TABLE("without a call stack"),
                                            RS_TABLE("Python function"), RS_TABLE("operator")};
    return words[static_cast<size_t>(kind)];
}

std::vector<ColumnSpec> hostStackColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"depth", "Depth", RS_TABLE("Depth"), K::Integer,
         RS_TABLE("How many calls deep; rows stand below the one that called them.")},
        {"kind", "Kind", RS_TABLE("Kind"), K::Word},
        {"name", "Name", RS_TABLE("Function or operator"), K::Text},
        {"calls", "Calls", RS_TABLE("Calls"), K::Integer, RS_TABLE("Of operators, in it and below it.")},
    };
    addTimeColumns(
        out,
        RS_TABLE("Operator: without those that it calls. Function: the operators that it calls directly; by a "
                 "trace also its own time."),
        RS_TABLE("Function: sum of the self times below it, so nothing counts twice. Operator: as in the file, "
                 "with those that it calls."));
    return out;
}

std::shared_ptr<const RowSource> makeHostStacks(const TableQuery &query, const JobContext &job)
{
    const auto rank = query.rankData();
    bool fromTrace = false;
    const auto stacks = rank ? hostStacks(*rank, fromTrace, job) : hostStacks(Table(), job);
    if (!stacks)
        return nullptr;
    const HostPlaces places(rank, job);
    auto rows = std::make_shared<CellRows>(hostStackColumns(), rank);
    // Depth first, without a recursion that a deep stack could exhaust.
    std::vector<quint32> open;
    if (stacks->hasFrames())
        open.push_back(HostStacks::Root);
    while (!open.empty()) {
        const quint32 node = open.back();
        open.pop_back();
        const StackNode &at = stacks->at(node);
        const std::string_view name = stacks->text(node);
        std::vector<Cell> cells{at.depth, stackKindWord(at.kind),
                                QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), at.calls};
        addTimeCells(cells, at.sums);
        rows->add({query.rank, places.of(name), {}}, cells);
        const auto children = stacks->childrenOf(node);
        open.insert(open.end(), children.rbegin(), children.rend());
    }
    if (job.isCanceled())
        return nullptr;
    if (fromTrace)
        rows->setNotes({RowNote(stacksOfTraceNote(*rank))});
    return rows;
}

// ---- host.api -----------------------------------------------------------------------------------------------------

std::vector<ColumnSpec> hostCallColumns()
{
    using K = ValueKind;
    return {
        {"level", "Level", RS_TABLE("Level"), K::Text,
         RS_TABLE("Layer of CANN: acl is called by the framework, runtime by all others. A layer calls the next one, "
                  "so times of layers include each other.")},
        {"name", "API Name", RS_TABLE("Call"), K::Text},
        {"total", "Time(us)", RS_TABLE("Total (%1)"), K::Microseconds,
         RS_TABLE("The bar compares it with the call that takes longest.")},
        {"calls", "Count", RS_TABLE("Calls"), K::Integer},
        {"average", "Avg(us)", RS_TABLE("Average (%1)"), K::Microseconds},
        {"min", "Min(us)", RS_TABLE("Min (%1)"), K::Microseconds},
        {"max", "Max(us)", RS_TABLE("Max (%1)"), K::Microseconds},
        {"deviation", "Standard Deviation(us)", RS_TABLE("Standard deviation (%1)"), K::Microseconds,
         RS_TABLE("Root of the variance that the file states.")},
    };
}

std::shared_ptr<const RowSource> makeHostCalls(const TableQuery &query, const JobContext &job)
{
    const auto rank = query.rankData();
    const std::vector<HostCall> calls = rank ? hostCalls(*rank, job) : std::vector<HostCall>();
    double longestUs = 0;
    for (const HostCall &call : calls)
        longestUs = std::max(longestUs, call.totalUs.value_or(0));
    auto rows = std::make_shared<CellRows>(hostCallColumns(), rank);
    for (const HostCall &c : calls) {
        rows->add({query.rank, c.longest, {}},
                  {c.level, c.name, c.totalUs, c.calls, c.averageUs, c.minUs, c.maxUs, c.deviationUs});
        if (longestUs > 0 && c.totalUs)
            rows->setShare(u"total", *c.totalUs / longestUs);
    }
    return job.isCanceled() ? nullptr : rows;
}

constexpr const char *NoDetails =
    RS_TABLE("The rank has no operator_details.csv. torch_npu writes it when CPU and NPU are profiled "
             "(ProfilerActivity.CPU, ProfilerActivity.NPU), MindSpore when CPU is profiled with record_shapes=True.");

Phrase whyNoHostOperators(const TableQuery &query)
{
    if (hostTable(query)->rows() > 0)
        return {};
    return fileGaveNothing(query, {QString::fromLatin1(hostKind)}).value_or(tableReason(NoDetails));
}

} // namespace

void addHostTables(Catalogue &catalogue)
{
    const auto add = [&catalogue](const char *id, const char *title, const char *hint, const QStringList &kinds,
                                  auto columns, auto make) -> TableSpec & {
        TableSpec &table = catalogue.add(id, TableScope::Rank, title, hint);
        table.sources = {kinds, {}};
        table.columns = [columns](const TableQuery &) { return columns(); };
        table.make = make;
        return table;
    };
    const QString details = QString::fromLatin1(hostKind);
    const QString trace = QStringLiteral("trace");
    TableSpec &operators = add("host.operators", RS_TABLE("Host operators"),
                               RS_TABLE("Every operator of the framework with its time on the host and that of its "
                                        "kernels, by operator_details.csv: where does the host spend its time?"),
                               {details}, hostOperatorColumns, makeHostOperators);
    operators.unfold = shapesOfOperator;
    operators.whyEmpty = whyNoHostOperators;

    TableSpec &calls = add("host.api", RS_TABLE("CANN calls"),
                           RS_TABLE("Counts and times of CANN calls on the host, by api_statistic.csv, or by the "
                                    "trace if the file is missing: which call delays the host?"),
                           {QStringLiteral("api_statistic"), trace}, hostCallColumns, makeHostCalls);
    calls.whyEmpty = [](const TableQuery &) {
        return tableReason(RS_TABLE("The rank has no api_statistic.csv, and no trace with calls of CANN. The profiler "
                                    "writes the file at profiler level Level1 or higher."));
    };

    TableSpec &stacks =
        add("host.stacks", RS_TABLE("Operators by call stack"),
            RS_TABLE("The operators of the framework below the Python functions that called them, by "
                     "operator_details.csv, or by the Python functions of the trace where it has no call "
                     "stacks: which line of the script takes the time?"),
            {details, trace}, hostStackColumns, makeHostStacks);
    stacks.whyEmpty = [](const TableQuery &query) -> Phrase {
        const auto rank = query.rankData();
        if (rank && rank->trace && hasPythonStacks(*rank->trace))
            return {};
        const auto table = hostTable(query);
        if (table->rows() == 0)
            return whyNoHostOperators(query);
        if (HostColumns(*table).hasStacks(*table))
            return {};
        return tableReason(RS_TABLE("operator_details.csv of this rank holds no call stack, and its trace no Python "
                                    "function. torch_npu records them when its option with_stack or with_modules is on "
                                    "(with_stack=True); MindSpore's file has names and shapes alone."));
    };
}

} // namespace rs
