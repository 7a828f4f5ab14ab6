// SPDX-License-Identifier: Apache-2.0
#include "items/launchrows.h"

#include "items/launchmodels.h"

namespace rs {

SliceRows::SliceRows(std::shared_ptr<const RankData> rank)
    : m_rank(std::move(rank)), m_ownOf(m_rank->trace->strings().size(), NoText)
{
}

StrId SliceRows::nameOf(SliceId slice) const
{
    return slice == NoSlice ? NoText : m_ownOf[raw(m_rank->trace->slices().name(slice))];
}

void SliceRows::remember(SliceId slice)
{
    if (slice == NoSlice)
        return;
    const StrId name = m_rank->trace->slices().name(slice);
    StrId &own = m_ownOf[raw(name)];
    if (own == NoText)
        own = m_strings.intern(m_rank->trace->strings().view(name));
}

IdleGapRows::IdleGapRows(std::shared_ptr<const RankData> rank, IdleReport report, qint64 originNs)
    : SliceRows(std::move(rank)), m_report(std::move(report)), m_originNs(originNs)
{
    setColumns(titles());
    for (size_t i = 0; i < m_causes.size(); ++i)
        m_causes[i] = word(LaunchTexts::cause(static_cast<IdleCause>(i)));
    for (const IdleStep &s : m_report.steps)
        m_steps.push_back(word(LaunchTexts::step(s.step)));
    for (const IdleGap &g : m_report.gaps) {
        remember(g.next);
        remember(g.launch);
        remember(g.evidence);
    }
}

std::vector<TableColumn> IdleGapRows::titles()
{
    return {
        makeColumn("duration", LaunchTexts::tr("Idle (%1)"), CellKind::Duration,
                   LaunchTexts::tr("Length of the gap, or of the part of it that lies in the step.")),
        makeColumn("cause", LaunchTexts::tr("Cause"), CellKind::Text,
                   LaunchTexts::tr("Each gap has one cause; what nothing in the trace explains is unknown.")),
        makeColumn("start", LaunchTexts::tr("Start (%1)"), CellKind::Duration,
                   LaunchTexts::tr("Start as an offset from the start of the run.")),
        makeColumn("step", LaunchTexts::tr("Step"), CellKind::Text,
                   LaunchTexts::tr("The step to whose idle time the gap counts.")),
        makeColumn("next", LaunchTexts::tr("Next task"), CellKind::Text,
                   LaunchTexts::tr("The task that ended the gap.")),
        makeColumn("launch", LaunchTexts::tr("Launched by"), CellKind::Text,
                   LaunchTexts::tr("The call on the host that launched the next task.")),
        makeColumn("evidence", LaunchTexts::tr("Evidence"), CellKind::Text,
                   LaunchTexts::tr("The call, copy or wait that names the cause.")),
        makeColumn("stamp", LaunchTexts::tr("Stamp (ns)"), CellKind::Integer,
                   LaunchTexts::tr("Start exactly as the trace holds it."), false),
    };
}

StrId IdleGapRows::textId(quint32 row, int column) const
{
    const IdleGap &g = gap(row);
    switch (column) {
    case Cause:
        return m_causes[static_cast<size_t>(g.cause)];
    case Step:
        return m_steps[static_cast<size_t>(g.step)];
    case Next:
        return nameOf(g.next);
    case Launch:
        return nameOf(g.launch);
    case Evidence:
        return nameOf(g.evidence);
    default:
        return NoText;
    }
}

std::optional<qint64> IdleGapRows::integer(quint32 row, int column) const
{
    const IdleGap &g = gap(row);
    switch (column) {
    case Duration:
        return g.range.length();
    case Start:
        return g.range.from - m_originNs;
    case Stamp:
        return g.range.from;
    default:
        return std::nullopt;
    }
}

KernelChainRows::KernelChainRows(std::shared_ptr<const RankData> rank, KernelChains chains, qint64 originNs)
    : SliceRows(std::move(rank)), m_chains(std::move(chains)), m_originNs(originNs)
{
    setColumns(titles());
    for (size_t i = 0; i < m_status.size(); ++i)
        m_status[i] = word(statusText(static_cast<ChainStatus>(i)));
    for (const KernelChain &c : m_chains.rows) {
        remember(c.task);
        remember(c.op);
        remember(c.api);
    }
}

QString KernelChainRows::statusText(ChainStatus status)
{
    switch (status) {
    case ChainStatus::Normal:
        return QCoreApplication::translate("rs::LaunchTexts", "normal", "chain of a kernel");
    case ChainStatus::Fallback:
        return QCoreApplication::translate("rs::LaunchTexts", "fallback", "chain of a kernel");
    default:
        return QCoreApplication::translate("rs::LaunchTexts", "incomplete", "chain of a kernel");
    }
}

std::vector<TableColumn> KernelChainRows::titles()
{
    return {
        makeColumn("kernel", QCoreApplication::translate("rs::LaunchTexts", "Kernel"), CellKind::Text,
               QCoreApplication::translate("rs::LaunchTexts", "The task on the device.")),
        makeColumn("operator", QCoreApplication::translate("rs::LaunchTexts", "Framework operator"), CellKind::Text,
               QCoreApplication::translate("rs::LaunchTexts", "The operator of the framework that led to the kernel.")),
        makeColumn("status", QCoreApplication::translate("rs::LaunchTexts", "Chain"), CellKind::Text,
               QCoreApplication::translate(
                   "rs::LaunchTexts",
                   "Normal: operator and launch are known. Fallback: no launch is known, the dequeued call "
                   "stands in for it. Incomplete: "
                   "the operator is missing, or stamps run backwards.")),
        makeColumn("prepare", QCoreApplication::translate("rs::LaunchTexts", "Prepare (%1)"), CellKind::Difference,
               QCoreApplication::translate(
                   "rs::LaunchTexts",
                   "From the start of the operator to its enqueueing; without a queue, to the launch. Empty where the "
                   "operator itself stands behind the queue, as in MindSpore.")),
        makeColumn("operator-time", QCoreApplication::translate("rs::LaunchTexts", "Operator (%1)"), CellKind::Duration,
               QCoreApplication::translate("rs::LaunchTexts", "Length of the framework operator.")),
        makeColumn("enqueue", QCoreApplication::translate("rs::LaunchTexts", "Enqueue (%1)"), CellKind::Duration,
               QCoreApplication::translate("rs::LaunchTexts", "Length of the enqueueing.")),
        makeColumn("queue", QCoreApplication::translate("rs::LaunchTexts", "Queue (%1)"), CellKind::Difference,
               QCoreApplication::translate("rs::LaunchTexts",
                                           "From the end of the enqueueing to the start of the dequeued call.")),
        makeColumn(
            "pipeline", QCoreApplication::translate("rs::LaunchTexts", "Pipeline (%1)"), CellKind::Difference,
            QCoreApplication::translate(
                "rs::LaunchTexts",
                "From the start of the dequeued call (without a queue, of the CANN call) to the end of the launch.")),
        makeColumn("launch", QCoreApplication::translate("rs::LaunchTexts", "Launch (%1)"), CellKind::Duration,
               QCoreApplication::translate("rs::LaunchTexts", "Length of the launch.")),
        makeColumn(
            "end-to-end", QCoreApplication::translate("rs::LaunchTexts", "End to end (%1)"), CellKind::Difference,
            QCoreApplication::translate("rs::LaunchTexts",
                                        "From the start of the operator to the end of the launch; of an operator behind "
                                        "the queue, from the start of its enqueueing.")),
        makeColumn("delay", QCoreApplication::translate("rs::LaunchTexts", "To the device (%1)"), CellKind::Difference,
               QCoreApplication::translate(
                   "rs::LaunchTexts",
                   "From the end of the launch to the start of the kernel; the offset between the two "
                   "clocks is taken off. Negative where "
                   "the kernel starts while its launch still runs.")),
        makeColumn("device", QCoreApplication::translate("rs::LaunchTexts", "Kernel (%1)"), CellKind::Duration,
               QCoreApplication::translate("rs::LaunchTexts", "Length of the kernel.")),
        makeColumn("start", QCoreApplication::translate("rs::LaunchTexts", "Start (%1)"), CellKind::Duration,
               QCoreApplication::translate("rs::LaunchTexts",
                                           "Start of the kernel as an offset from the start of the run.")),
        makeColumn("api", QCoreApplication::translate("rs::LaunchTexts", "CANN call"), CellKind::Text,
               QCoreApplication::translate("rs::LaunchTexts", "The outermost CANN call around the launch.")),
        makeColumn("stamp", QCoreApplication::translate("rs::LaunchTexts", "Stamp (ns)"), CellKind::Integer,
               QCoreApplication::translate("rs::LaunchTexts", "Start of the kernel exactly as the trace holds it."),
               false),
    };
}

StrId KernelChainRows::textId(quint32 row, int column) const
{
    const KernelChain &c = chain(row);
    switch (column) {
    case Kernel:
        return nameOf(c.task);
    case Operator:
        return nameOf(c.op);
    case Status:
        return m_status[static_cast<size_t>(c.status)];
    case Api:
        return nameOf(c.api);
    default:
        return NoText;
    }
}

std::optional<qint64> KernelChainRows::integer(quint32 row, int column) const
{
    const KernelChain &c = chain(row);
    switch (column) {
    case Prepare:
        return c.prepareNs;
    case OperatorTime:
        return c.opNs;
    case Enqueue:
        return c.enqueueNs;
    case Queue:
        return c.queueNs;
    case Pipeline:
        return c.pipelineNs;
    case Launch:
        return c.launchNs;
    case EndToEnd:
        return c.endToEndNs;
    case Delay:
        return c.deviceDelayNs;
    case Device:
        return c.deviceNs;
    case Start:
        return rank().trace->slices().start(c.task) - m_originNs;
    case Stamp:
        return rank().trace->slices().start(c.task);
    default:
        return std::nullopt;
    }
}

std::optional<Interval> KernelChainRows::time(quint32 row) const
{
    const SliceStore &s = rank().trace->slices();
    return Interval{s.start(chain(row).task), s.end(chain(row).task)};
}

} // namespace rs
