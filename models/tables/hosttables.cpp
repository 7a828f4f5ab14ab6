// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostcalls.h"
#include "analysis/host/hostoperators.h"
#include "analysis/host/hoststacks.h"
#include "tables/structsource.h"
#include "tables/othertables.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <map>
#include <optional>
#include <utility>
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
template <typename R, typename SumsOf>
void addTimeFields(std::vector<Field<R>> &to, SumsOf sumsOf, const char *selfHint, const char *totalHint)
{
    using K = ValueKind;
    const auto add = [&](HostTime t, const char *id, const char *header, const char *title, const char *hint,
                         bool shown) {
        to.push_back({{id, header, title, K::Microseconds, hint, shown},
                      [sumsOf, t](const R &r) { return fieldOf(sumsOf(r).at(t)); }});
        to.back().column.unitGroup = 1;
    };
    add(HostTime::HostSelf, "hostSelf", "Host Self(us)", RS_TABLE("Host self (%1)"), selfHint, true);
    add(HostTime::HostTotal, "hostTotal", "Host Total(us)", RS_TABLE("Host total (%1)"), totalHint, true);
    add(HostTime::DeviceSelf, "deviceSelf", "Device Self(us)", RS_TABLE("Device self (%1)"), DeviceSelfHint, true);
    add(HostTime::DeviceTotal, "deviceTotal", "Device Total(us)", RS_TABLE("Device total (%1)"), "", true);
    add(HostTime::CoreSelf, "coreSelf", "AI Core Self(us)", RS_TABLE("AI core self (%1)"), CoreHint, true);
    add(HostTime::CoreTotal, "coreTotal", "AI Core Total(us)", RS_TABLE("AI core total (%1)"), "", false);
}

// ---- host.operators -----------------------------------------------------------------------------------------------

struct HostOperatorRow
{
    HostOperator op;
    QString name;
    QString shapes;
    double allSelfUs = 0; ///< of all operators
    SliceId longest = NoSlice;
};

std::vector<Field<HostOperatorRow>> hostOperatorFields()
{
    using R = HostOperatorRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"name", "Operator", RS_TABLE("Operator"), K::Text}, [](const R &r) { return r.name; }},
        {{"shapes", "Input Shapes", RS_TABLE("Input shapes"), K::Text,
          RS_TABLE("Of one set of shapes; an operator unfolds to all that it was called with. The profiler records "
                   "them with record_shapes=True.")},
         [](const R &r) { return r.shapes; }},
        {{"variants", "Shape Variants", RS_TABLE("Variants"), K::Integer,
          RS_TABLE("With how many sets of input shapes it was called."), false},
         [](const R &r) { return known(r.op.anyShapes && r.op.variants > 0, r.op.variants); }},
        {{"calls", "Calls", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return r.op.calls; }},
    };
    addTimeFields(
        out, [](const R &r) -> const HostSums & { return r.op.sums; }, SelfHint, TotalHint);
    fieldNamed(out, u"hostSelf").share = [](const R &r) {
        return r.allSelfUs > 0 ? std::optional(r.op.sums.us(HostTime::HostSelf) / r.allSelfUs) : std::nullopt;
    };
    out.push_back(
        {{"average", "Average Host Self(us)", RS_TABLE("Average self (%1)"), K::Microseconds}, [](const R &r) {
             return known(r.op.sums.has(HostTime::HostSelf),
                          r.op.sums.us(HostTime::HostSelf) / static_cast<double>(r.op.calls));
         }});
    out.push_back({{"longest", "Longest Host Self(us)", RS_TABLE("Longest self (%1)"), K::Microseconds},
                   [](const R &r) { return known(r.op.sums.has(HostTime::HostSelf), r.op.longestUs); }});
    return out;
}

std::shared_ptr<const RowSource> hostOperatorSource(const TableQuery &query, const Table &table,
                                                    const std::vector<HostOperator> &operators, double allSelfUs,
                                                    const JobContext &job)
{
    const auto rank = query.rankData();
    const HostPlaces places(rank, job);
    std::vector<HostOperatorRow> rows;
    rows.reserve(operators.size());
    for (const HostOperator &op : operators) {
        HostOperatorRow row{op, table.strings().text(op.name), {}, allSelfUs, places.of(table.strings().view(op.name))};
        if (!op.anyShapes)
            row.shapes = shapesInOneLine(table.strings().view(op.shapes));
        rows.push_back(std::move(row));
    }
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<HostOperatorRow>>(
        hostOperatorFields(), std::move(rows),
        [index = query.rank](const HostOperatorRow &r) {
            return RowPlace{index, r.longest, {}};
        },
        rank);
}

std::shared_ptr<const RowSource> makeHostOperators(const TableQuery &query, const JobContext &job)
{
    const auto table = hostTable(query);
    const std::vector<HostOperator> operators = hostOperators(*table, job);
    double all = 0;
    for (const HostOperator &op : operators)
        all += op.sums.us(HostTime::HostSelf);
    return hostOperatorSource(query, *table, operators, all, job);
}

RowDetails shapesOfOperator(const TableQuery &query, const RowSource &rows, quint32 row, size_t, const JobContext &job)
{
    const auto *const operators = dynamic_cast<const StructSource<HostOperatorRow> *>(&rows);
    if (!operators)
        return {};
    const HostOperatorRow &of = operators->at(row);
    const auto table = hostTable(query);
    const auto details =
        hostOperatorSource(query, *table, hostOperatorShapes(*table, of.op.name, job), of.allSelfUs, job);
    return details ? RowDetails{row, details, false} : RowDetails();
}

// ---- host.stacks --------------------------------------------------------------------------------------------------

const char *stackKindWord(StackNodeKind kind)
{
    switch (kind) {
    case StackNodeKind::Frame:
        return RS_TABLE("Python function");
    case StackNodeKind::Operator:
        return RS_TABLE("operator");
    case StackNodeKind::NoStack:
        return RS_TABLE("without a call stack");
    case StackNodeKind::Root:
        break;
    }
    return RS_TABLE("everything");
}

struct HostStackRow
{
    const HostStacks *stacks = nullptr;
    quint32 node = 0;
    SliceId longest = NoSlice;
    [[nodiscard]] const StackNode &at() const { return stacks->at(node); }
};

std::vector<Field<HostStackRow>> hostStackFields()
{
    using R = HostStackRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"depth", "Depth", RS_TABLE("Depth"), K::Integer,
          RS_TABLE("How many calls deep; rows stand below the one that called them.")},
         [](const R &r) { return static_cast<qint64>(r.at().depth); }},
        {{"kind", "Kind", RS_TABLE("Kind"), K::Word},
         [](const R &r) { return QString::fromLatin1(stackKindWord(r.at().kind)); }},
        {{"name", "Name", RS_TABLE("Function or operator"), K::Text},
         [](const R &r) {
             const std::string_view text = r.stacks->text(r.node);
             return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
         }},
        {{"calls", "Calls", RS_TABLE("Calls"), K::Integer, RS_TABLE("Of operators, in it and below it.")},
         [](const R &r) { return r.at().calls; }},
    };
    addTimeFields(
        out, [](const R &r) -> const HostSums & { return r.at().sums; },
        RS_TABLE("Of an operator: without those that it calls. Of a function: what operators take that it calls "
                 "itself, and by a trace what it takes itself."),
        RS_TABLE("Of a function: the self times of all below it, so that nothing counts twice. Of an operator: as the "
                 "file says, with those that it calls."));
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
    std::vector<HostStackRow> rows;
    // Depth first, without a recursion that a deep stack could exhaust.
    std::vector<quint32> open;
    if (stacks->hasFrames())
        open.push_back(HostStacks::Root);
    while (!open.empty()) {
        const quint32 node = open.back();
        open.pop_back();
        rows.push_back({stacks.get(), node, places.of(stacks->text(node))});
        const auto children = stacks->childrenOf(node);
        open.insert(open.end(), children.rbegin(), children.rend());
    }
    if (job.isCanceled())
        return nullptr;
    // The rows point into the tree, which `place` keeps.
    auto out = std::make_shared<StructSource<HostStackRow>>(
        hostStackFields(), std::move(rows),
        [stacks, index = query.rank](const HostStackRow &r) {
            return RowPlace{index, r.longest, {}};
        },
        rank);
    if (fromTrace)
        out->setNotes({RowNote(stacksOfTraceNote(*rank))});
    return out;
}

// ---- host.api -----------------------------------------------------------------------------------------------------

struct HostCallRow
{
    HostCall call;
    double allUs = 0; ///< of its level
};

std::vector<Field<HostCallRow>> hostCallFields()
{
    using R = HostCallRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"level", "Level", RS_TABLE("Level"), K::Text,
          RS_TABLE("Layer of CANN: acl is called by the framework, runtime by all others. A layer calls the next one, "
                   "so times of layers hold each other.")},
         [](const R &r) { return r.call.level; }},
        {{"name", "API Name", RS_TABLE("Call"), K::Text}, [](const R &r) { return r.call.name; }},
    };
    const auto time = [&out](const char *id, const char *header, const char *title, const char *hint,
                             std::optional<double> HostCall::*of) {
        out.push_back({{id, header, title, K::Microseconds, hint}, [of](const R &r) { return fieldOf(r.call.*of); }});
    };
    time("total", "Time(us)", RS_TABLE("Total (%1)"), RS_TABLE("The bar is the part of all calls of the layer."),
         &HostCall::totalUs);
    out.back().share = [](const R &r) {
        return r.allUs > 0 && r.call.totalUs ? std::optional(*r.call.totalUs / r.allUs) : std::nullopt;
    };
    out.push_back(
        {{"calls", "Count", RS_TABLE("Calls"), K::Integer}, [](const R &r) { return fieldOf(r.call.calls); }});
    time("average", "Avg(us)", RS_TABLE("Average (%1)"), "", &HostCall::averageUs);
    time("min", "Min(us)", RS_TABLE("Min (%1)"), "", &HostCall::minUs);
    time("max", "Max(us)", RS_TABLE("Max (%1)"), "", &HostCall::maxUs);
    time("deviation", "Standard Deviation(us)", RS_TABLE("Standard deviation (%1)"),
         RS_TABLE("Root of the variance that the file states."), &HostCall::deviationUs);
    return out;
}

std::shared_ptr<const RowSource> makeHostCalls(const TableQuery &query, const JobContext &job)
{
    const auto rank = query.rankData();
    std::vector<HostCallRow> rows;
    std::map<QString, double> ofLevel;
    for (HostCall &call : rank ? hostCalls(*rank, job) : std::vector<HostCall>()) {
        ofLevel[call.level] += call.totalUs.value_or(0);
        rows.push_back({std::move(call), 0});
    }
    for (HostCallRow &row : rows)
        row.allUs = ofLevel[row.call.level];
    if (job.isCanceled())
        return nullptr;
    return std::make_shared<StructSource<HostCallRow>>(
        hostCallFields(), std::move(rows),
        [index = query.rank](const HostCallRow &r) {
            return RowPlace{index, r.call.longest, {}};
        },
        rank);
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
    const TableSources sources{{QString::fromLatin1(hostKind)}, {}};
    TableSpec &operators =
        catalogue.add("host.operators", TableScope::Rank, RS_TABLE("Operators of the host"),
                      RS_TABLE("Every operator of the framework with its time on the host and that of its kernels, by "
                               "operator_details.csv: where does the host spend its time?"));
    operators.sources = sources;
    operators.columns = [](const TableQuery &) { return columnsOf(hostOperatorFields()); };
    operators.make = makeHostOperators;
    operators.unfold = shapesOfOperator;
    operators.whyEmpty = whyNoHostOperators;

    TableSpec &calls =
        catalogue.add("host.api", TableScope::Rank, RS_TABLE("Calls of CANN"),
                      RS_TABLE("Counts and times of the calls of CANN on the host, by api_statistic.csv, or by the "
                               "trace where the file is missing: which call holds the host up?"));
    calls.sources = {{QStringLiteral("api_statistic"), QStringLiteral("trace")}, {}};
    calls.columns = [](const TableQuery &) { return columnsOf(hostCallFields()); };
    calls.make = makeHostCalls;
    calls.whyEmpty = [](const TableQuery &) {
        return tableReason(RS_TABLE("The rank has no api_statistic.csv, and no trace with calls of CANN. The profiler "
                                    "writes the file at profiler level Level1 or higher."));
    };

    TableSpec &stacks =
        catalogue.add("host.stacks", TableScope::Rank, RS_TABLE("Operators by call stack"),
                      RS_TABLE("The operators of the framework below the Python functions that called them, by "
                               "operator_details.csv, or by the Python functions of the trace where it has no call "
                               "stacks: which line of the script takes the time?"));
    stacks.sources = {{QString::fromLatin1(hostKind), QStringLiteral("trace")}, {}};
    stacks.columns = [](const TableQuery &) { return columnsOf(hostStackFields()); };
    stacks.make = makeHostStacks;
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
