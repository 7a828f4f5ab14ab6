// SPDX-License-Identifier: Apache-2.0
#include "views/browse/summarypage.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/page/systemtexts.h"
#include "views/tables/tableview.h"
#include "views/widgets/icons.h"
#include "views/widgets/plaintext.h"

#include <QMenu>
#include <QVBoxLayout>

#include <array>
#include <limits>

namespace rs {

namespace {

constexpr std::array summaryNames = {"framework-summary", "cann-summary", "task-summary", "communication-summary",
                                     "overlap-summary"};

QLatin1String nameOf(LaneSubject subject)
{
    return QLatin1String(summaryNames[static_cast<size_t>(subject)]);
}

} // namespace

SummaryPage::SummaryPage(LaneSubject subject, const ViewContext &context, QWidget *parent)
    : Page(nameOf(subject), context, parent), m_subject(subject),
      m_table(new TableView(nameOf(subject), context.theme, context.pool)), m_totals(plainLabel())
{
    addWork(m_job);
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_table->addControl(m_totals);
    m_table->setSource(std::make_shared<const RowSource>(context.tables->find(u"slices.stats")->columns(TableQuery())));
    m_table->sortBy(u"clipped", Qt::DescendingOrder);
    body()->setContent(m_table);
    connect(m_table, &TableView::activated, this, [this](int at) { showLongest(at); });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at >= 0)
            menu->addAction(symbol(QStringLiteral("jump")), tr("Show the Longest in Timeline"), this,
                            [this, row = at] { showLongest(row); });
    });
}

QString SummaryPage::title() const
{
    switch (m_subject) {
    case LaneSubject::Framework:
        return tr("Framework summary");
    case LaneSubject::Cann:
        return tr("CANN API summary");
    case LaneSubject::Tasks:
        return tr("Device task summary");
    case LaneSubject::Communication:
        return tr("Communication summary");
    case LaneSubject::Overlap:
        break;
    }
    return tr("Overlap summary");
}

QString SummaryPage::hint() const
{
    switch (m_subject) {
    case LaneSubject::Framework:
        return tr("Statistics by name over the host lanes of the framework: Python functions and framework operators.");
    case LaneSubject::Cann:
        return tr("Statistics by name over the CANN lanes: API calls of the host.");
    case LaneSubject::Tasks:
        return tr("Statistics by name over the streams of Ascend Hardware.");
    case LaneSubject::Communication:
        return tr("Statistics by name over the communication domains, without the tasks on their planes.");
    case LaneSubject::Overlap:
        break;
    }
    return tr("Computing, communication, non-overlapped communication and idle time as the Overlap Analysis lanes of "
              "the trace give them.");
}

QString SummaryPage::whyNoLanes() const
{
    switch (m_subject) {
    case LaneSubject::Framework:
        return tr("The trace has no lanes of the framework. The profiler writes them when CPU activity is collected "
                  "(ProfilerActivity.CPU).");
    case LaneSubject::Cann:
        return tr("The trace has no CANN lanes. The profiler writes them when NPU activity is collected "
                  "(ProfilerActivity.NPU), at "
                  "profiler level Level1 or higher for most calls.");
    case LaneSubject::Tasks:
        return tr("The trace has no Ascend Hardware lanes. The profiler writes them when NPU activity is collected "
                  "(ProfilerActivity.NPU).");
    case LaneSubject::Communication:
        return tr("The trace has no lanes of communication domains (Communication, or HCCL before CANN 8.1). Runs "
                  "with one rank have none; others have them when NPU activity is collected.");
    case LaneSubject::Overlap:
        break;
    }
    return tr("The trace has no Overlap Analysis lanes. The analysis of the profiler adds them to trace_view.json when "
              "NPU activity is "
              "collected; the overview derives the same times from the slices.");
}

QString SummaryPage::totals() const
{
    return m_totals->text();
}

void SummaryPage::retranslate()
{
    m_table->setTableName(title());
    m_table->setEmptyText(tr("No slice of these lanes touches the selected time or the chosen step."));
    updateTotals();
    invalidate();
}

void SummaryPage::refresh()
{
    m_rank = state().currentRank();
    m_data = rank();
    QString why = systemtexts::whyNoTrace(runs(), m_rank);
    std::vector<LaneId> lanes;
    if (why.isEmpty()) {
        lanes = lanesOf(*m_data->trace, m_subject);
        if (lanes.empty())
            why = whyNoLanes();
    }
    if (!why.isEmpty()) {
        m_job.cancel();
        show({});
        body()->showEmpty(tr("There is nothing to summarise"), why);
        return;
    }
    body()->showContent();
    const Interval all{std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()};
    m_job.start(
        *context().pool,
        [data = m_data, lanes = std::move(lanes), asked = askedTime(), all](const JobContext &job) {
            const MemoryReservation room = roomFor(u"slices.stats", {data.get()}, job);
            const StepSide side = stepSideOf(data->trace->processOf(lanes.front()).kind);
            return sliceStats(*data->trace, lanes, asked.of(*data, side, job).value_or(all), job);
        },
        [this](SliceStats stats) {
            if (stats.complete)
                show(std::move(stats));
        });
}

void SummaryPage::show(SliceStats stats)
{
    m_stats = std::move(stats);
    if (m_data && m_data->trace)
        m_table->setSource(statRows(m_data, m_rank.index, m_stats));
    else
        m_table->clearRows();
    updateTotals();
}

void SummaryPage::updateTotals()
{
    m_totals->setText(
        m_stats.count == 0
            ? QString()
            : tr("sum %1  ·  busy %2").arg(format::duration(m_stats.clippedNs), format::duration(m_stats.unionNs)));
    m_totals->setToolTip(format::tooltipText(tr("The sum adds up every slice of these lanes, nested and parallel "
                                                "ones too. Busy time counts every moment once in which at least "
                                                "one of them runs. Both cover the shown time only.")));
}

void SummaryPage::showLongest(int row)
{
    if (row >= 0 && row < static_cast<int>(m_stats.rows.size()))
        state().revealSlice(m_rank, m_stats.rows[static_cast<size_t>(row)].longest);
}

RowSourceModel *SummaryPage::model() const
{
    return m_table->rows();
}

} // namespace rs

#include "moc_summarypage.cpp"
