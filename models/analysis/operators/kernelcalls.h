// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/operatorgroups.h"
#include "analysis/operators/operatorscan.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/flowstats.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "core/job/jobcontext.h"
#include "core/table/kernelcolumns.h"
#include "core/table/memorycolumns.h"
#include "core/trace/taskkind.h"

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

/// The operators of several ranks one after the other, whether a kernel table or the trace tells of them: what the
/// analyses of groups have in common.
namespace rs {

[[nodiscard]] inline GroupIds idsOf(const OperatorCall &call, OperatorGroupBy by)
{
    switch (by) {
    case OperatorGroupBy::Operator:
        return {raw(call.type), raw(call.name), 0, raw(call.core)};
    case OperatorGroupBy::Type:
        return {raw(call.type), 0, 0, raw(call.core)};
    case OperatorGroupBy::NameShape:
        return {0, raw(call.name), raw(call.shapes), raw(call.core)};
    case OperatorGroupBy::Core:
        return {0, 0, 0, raw(call.core)};
    case OperatorGroupBy::CommOperator:
        return {raw(call.type), raw(call.name), 0, 0};
    case OperatorGroupBy::CommType:
        break;
    }
    return {raw(call.type), 0, 0, 0};
}

// Fields that the grouping does not use stay null.
[[nodiscard]] inline OperatorGroupKey groupKeyOf(const GroupIds &ids, OperatorGroupBy by, const StringPool &pool)
{
    using By = OperatorGroupBy;
    const auto part = [&](bool looks, size_t i) {
        if (!looks)
            return QString();
        const QString text = pool.text(StrId{ids[i]});
        return text.isNull() ? QString(QLatin1String("")) : text;
    };
    return {part(by != By::NameShape && by != By::Core, 0),
            part(by == By::Operator || by == By::NameShape || by == By::CommOperator, 1), part(by == By::NameShape, 2),
            part(!isOfCommunication(by), 3)};
}

/// The steps of the rows of a kernel table. Rows of one step stand together, and making its text takes longer than all
/// the rest.
class StepOfRow
{
public:
    StepOfRow(const Table &table, const KernelColumns &columns) : m_table(&table), m_columns(columns) {}
    /// Nothing where the table has no column of steps.
    [[nodiscard]] static std::optional<StepOfRow> of(const Table &table)
    {
        const KernelColumns columns(table);
        return columns.step < 0 ? std::nullopt : std::optional(StepOfRow(table, columns));
    }
    [[nodiscard]] const QString &at(int row)
    {
        const int step = m_columns.step;
        const qint64 cell = m_table->at(step).type == ColumnType::Text
                                ? static_cast<qint64>(raw(m_table->textId(row, step)))
                                : m_table->integer(row, step, -1);
        if (cell != m_cell || m_text.isNull()) {
            m_cell = cell;
            m_text = m_columns.stepOf(*m_table, row);
        }
        return m_text;
    }

private:
    const Table *m_table;
    KernelColumns m_columns;
    QString m_text;
    qint64 m_cell = std::numeric_limits<qint64>::min();
};

/// The step of each call that KernelCalls meets: as the kernel table says, else by its stamp.
class StepOfCall
{
public:
    explicit StepOfCall(const JobContext &job) : m_job(job) {}
    void begin(const RankData &rank, bool isTable)
    {
        m_inTable = isTable ? StepOfRow::of(*rank.kernels) : std::nullopt;
        m_stepOf.emplace(rank, !m_inTable, m_job);
    }
    /// Empty where nothing tells.
    [[nodiscard]] QString of(const OperatorCall &call)
    {
        return m_inTable ? m_inTable->at(call.row) : call.timed ? m_stepOf->at(call.startNs) : QString();
    }

private:
    const JobContext &m_job;
    std::optional<StepOfStamp> m_stepOf;
    std::optional<StepOfRow> m_inTable;
};

/// Orders steps by their numbers.
struct LessStep
{
    bool operator()(const QString &a, const QString &b) const
    {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};

/// A step of a group; its `durations`, of which there is one at least, change their order.
[[nodiscard]] inline GroupStep groupStepOf(const QString &step, std::vector<qint64> &durations)
{
    GroupStep out{step, std::ssize(durations), 0, 0, 0};
    for (const qint64 ns : durations)
        out.totalNs = saturatedSum(out.totalNs, ns);
    out.medianNs = percentileOf(durations, 0.5);
    out.p95Ns = percentileOf(durations, 0.95);
    return out;
}

/// Texts that the kernel tables of all ranks have.
struct TableTexts
{
    bool any = false;
    bool types = false;
    bool shapes = false;
    bool cores = false;

    void look(const RankData &rank, bool communication)
    {
        const Table &t = *rank.kernels;
        const KernelColumns c(t);
        any = true;
        // Communication always has a core and, but for Level0, a type; what else there is says nothing of kernels.
        for (int row = 0; row < t.rows() && !(types && (communication || (shapes && cores))); ++row) {
            if (c.isCommunication(t, row) != communication)
                continue;
            types = types || t.textId(row, c.type) != NoText;
            shapes = shapes || t.textId(row, c.inputShapes) != NoText;
            cores = cores || t.textId(row, c.core) != NoText;
        }
    }
};

inline OperatorGroupBy groupingOf(OperatorGroupBy asked, const TableTexts &has, GroupNote &note)
{
    using By = OperatorGroupBy;
    if (!has.any) {
        note = GroupNote::FromTrace;
        return asked == By::CommType || asked == By::CommOperator ? asked : By::Operator;
    }
    if (asked == By::Type && !has.types)
        note = GroupNote::NoTypes;
    else if (asked == By::NameShape && !has.shapes)
        note = GroupNote::NoShapes;
    else if (asked == By::Core && !has.cores)
        note = GroupNote::NoCores;
    return note == GroupNote::None ? asked : By::Operator;
}

/// Communication operators of the chosen domains on one rank: by the lane that they stand on, and by
/// communication.json.
class OfDomain
{
public:
    OfDomain(const Run &run, const RankData &rank, const DomainChoice &chosen) : m_all(chosen.isAll())
    {
        if (m_all)
            return;
        for (const CommOpRef op : rank.commOps) {
            if (chosen.has(op.groupHash()))
                m_names.emplace(op.nameView());
        }
        if (rank.trace) {
            m_lanes.resize(rank.trace->lanes().size());
            for (quint32 l = 0; l < m_lanes.size(); ++l) {
                const QString label = rank.trace->laneLabel(LaneId{l});
                m_lanes[l] = rank.trace->lanes()[l].kind == LaneKind::CommGroup &&
                             chosen.hasLabel(chosen.isKnown() ? domainOfLane(run, rank, label) : label);
            }
        }
    }
    [[nodiscard]] bool has(const RankData &rank, std::string_view name, SliceId slice) const
    {
        if (m_all)
            return true;
        if (slice != NoSlice && m_lanes[raw(rank.trace->laneOf(slice))])
            return true;
        return m_names.contains(std::string(kernelShortName(name)));
    }

private:
    bool m_all;
    std::unordered_set<std::string> m_names;
    std::vector<bool> m_lanes;
};

/// Meets the calls of several ranks, with one pool of texts.
class KernelCalls
{
public:
    KernelCalls(const Run &run, std::span<const int> ranks, const OperatorGroupQuery &query, const JobContext &job)
        : m_run(run), m_query(query), m_job(job), m_communication(isOfCommunication(query.by))
    {
        for (const int index : ranks) {
            const auto rank = run.rank(index);
            const bool table = rank && hasKernelTimes(*rank);
            if (table)
                m_texts.look(*rank, m_communication);
            if (table || (rank && rank->trace))
                m_ranks.push_back({index, table});
        }
        m_by = groupingOf(query.by, m_texts, m_note);
        if (m_ranks.empty())
            m_note = GroupNote::NoData;
        if (m_communication && !query.domain.isEmpty())
            m_chosen = DomainChoice(domains(run, job), query.domain);
    }

    [[nodiscard]] OperatorGroupBy by() const { return m_by; }
    [[nodiscard]] GroupNote note() const { return m_note; }
    [[nodiscard]] StringPool &texts() { return m_pool; }
    [[nodiscard]] bool fromTraceAlone() const { return !m_texts.any; }

    /// `begin(rank, index, isTable)` before the calls of a rank, `visit(call)` for each. False when cancelled.
    template <typename Begin, typename Visit>
    bool run(const Begin &begin, const Visit &visit)
    {
        for (const auto &[index, isTable] : m_ranks) {
            const RankData &rank = *m_run.ranks[static_cast<size_t>(index)];
            begin(rank, index, isTable);
            const OfDomain domain(m_run, rank, m_chosen);
            if (!walk(rank, isTable, domain, visit))
                return false;
        }
        return true;
    }

private:
    template <typename Visit>
    bool walk(const RankData &rank, bool isTable, const OfDomain &domain, const Visit &visit)
    {
        const std::optional<KernelColumns> columns =
            isTable ? std::optional(KernelColumns(*rank.kernels)) : std::nullopt;
        const bool byStamp = !m_query.step.isEmpty() && (!columns || columns->step < 0);
        const StepOfStamp stepOf(rank, byStamp, m_job);
        std::optional<StepOfRow> stepOfRow = isTable ? StepOfRow::of(*rank.kernels) : std::nullopt;
        const auto isOfStep = [&](const OperatorCall &call) {
            return m_query.step.isEmpty() || (byStamp ? call.timed && stepOf.at(call.startNs) == m_query.step
                                                      : stepOfRow->at(call.row) == m_query.step);
        };
        const auto take = [&](OperatorCall call) {
            if ((m_query.window && !call.timed) || !isOfStep(call))
                return;
            if (m_communication) {
                const std::string_view name = isTable
                                                  ? rank.kernels->textView(call.row, columns->name)
                                                  : rank.trace->strings().view(rank.trace->slices().name(call.slice));
                if (!domain.has(rank, name, call.slice))
                    return;
                if (call.type == NoText)
                    call.type = m_pool.intern(communicationTypeOf(name));
            }
            visit(call);
        };
        const OperatorQuery asked{.kind = m_communication ? OperatorKind::Communication : OperatorKind::Compute,
                                  .coreType = isTable && !m_communication ? m_query.core : QString(),
                                  .window = m_query.window};
        return isTable ? scanKernels(rank, asked, m_pool, m_job, take)
                       : scanTrace(rank, asked, m_pool, m_job, take) != TraceScan::Canceled;
    }

    struct Walked
    {
        int index;
        bool isTable;
    };

    const Run &m_run;
    const OperatorGroupQuery &m_query;
    const JobContext &m_job;
    bool m_communication;
    std::vector<Walked> m_ranks;
    TableTexts m_texts;
    OperatorGroupBy m_by = OperatorGroupBy::Type;
    GroupNote m_note = GroupNote::None;
    DomainChoice m_chosen;
    StringPool m_pool;
};

} // namespace rs
