// SPDX-License-Identifier: Apache-2.0
#include "views/host/dispatchpage.h"

#include "items/sentencetext.h"
#include "items/format.h"
#include "tables/base/tables.h"
#include "views/host/trendchart.h"
#include "views/page/picturescope.h"
#include "views/page/rankmenu.h"
#include "views/picture/chartframe.h"
#include "views/tables/tableview.h"
#include "views/widgets/icons.h"
#include "views/widgets/outofmemory.h"
#include "words/launchwords.h"

#include <QMenu>
#include <QSplitter>

namespace rs {

namespace {
// Enough for the width of a screen; below that a stretch holds too few launches for a percentile.
constexpr int trendStretches = 240;
} // namespace

DispatchPage::DispatchPage(const ViewContext &context, QWidget *parent)
    : LaunchPage(QStringLiteral("dispatch"), context, parent),
      m_stepTable(new TableView(QStringLiteral("dispatch"), context.theme, context.pool)),
      m_windowTable(new TableView(QStringLiteral("host-bound-windows"), context.theme, context.pool)),
      m_trend(new TrendChart(context.theme)),
      m_trendFrame(new ChartFrame(m_trend, QStringLiteral("dispatch-trend"), context.theme))
{
    m_results.onOutOfMemory(outOfMemoryCover(this));
    m_trendFrame->setScope([this] { return pictureScope(runs(), this->state().currentRank().run, QString()); });
    const auto columns = [&context](QStringView id) {
        return std::make_shared<const RowSource>(context.tables->find(id)->columns(TableQuery()));
    };
    m_stepTable->setSource(columns(u"dispatch"));
    m_windowTable->setSource(columns(u"dispatch.windows"));
    m_stepTable->sortBy(u"bound", Qt::DescendingOrder);
    m_windowTable->sortBy(u"idle", Qt::DescendingOrder);
    auto *tables = new QSplitter(Qt::Horizontal);
    tables->addWidget(m_stepTable);
    tables->addWidget(m_windowTable);
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 2);
    tables->setChildrenCollapsible(false);
    auto *all = new QSplitter(Qt::Vertical);
    all->addWidget(m_trendFrame);
    all->addWidget(tables);
    all->setStretchFactor(0, 2);
    all->setStretchFactor(1, 3);
    all->setChildrenCollapsible(false);
    constexpr int chartAndTables = 30;
    setContent(all, chartAndTables);
    connect(&this->state(), &ViewState::currentRankChanged, this, &DispatchPage::showTrend);
    const auto rankOf = [this](int at) {
        return RankRef{this->state().currentRank().run, m_stepTable->source()->place(static_cast<quint32>(at)).rank};
    };
    connect(m_stepTable, &TableView::activated, this,
            [this, rankOf](int at) { this->state().showInTimeline(rankOf(at)); });
    connect(m_stepTable, &TableView::menuRequested, this, [this, rankOf](QMenu *menu, int at) {
        if (at >= 0)
            addShowInTimeline(menu, this->state(), rankOf(at));
    });
    connect(m_windowTable, &TableView::activated, this, [this](int at) { reveal(at); });
    connect(m_windowTable, &TableView::currentRowChanged, this, [this](int at) {
        if (const auto place = placeOf(at))
            this->state().followSlice(refOf(*place), place->slice, {place->time->from, place->time->to});
    });
    connect(m_windowTable, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at >= 0)
            menu->addAction(symbol(QStringLiteral("jump")), tr("Show in Timeline"), this,
                            [this, row = at] { reveal(row); });
    });
}

QString DispatchPage::hint() const
{
    return tr("How long launched work waits before it starts on the device, and where the device waits for the host "
              "instead.");
}

QString DispatchPage::whyWhole() const
{
    return tr("Every loaded rank of the run and all of its steps, whatever time is selected.");
}

std::vector<PictureExport> DispatchPage::pictures() const
{
    // A curve without points would claim that nothing was launched.
    if (isEmpty() || m_trend->trend().empty())
        return {};
    return {{m_trendFrame->fileName(), m_trendFrame->picture()}};
}

bool DispatchPage::preparePictures()
{
    if (body()->isWaiting())
        return false; // ranks came a moment ago
    bringUpToDate();
    return isComplete();
}

void DispatchPage::retranslate()
{
    m_trend->retranslate();
    m_stepTable->setTableName(tr("Dispatch by rank and step"));
    m_windowTable->setTableName(tr("Host-bound windows"));
    m_windowTable->setEmptyText(
        tr("No host-bound window: the device never waits for the host for eight tasks on end."));
    invalidate();
}

void DispatchPage::refresh()
{
    const QString why = whyNoRanks();
    if (!why.isEmpty()) {
        m_results.clear();
        m_stepTable->clearRows();
        m_windowTable->clearRows();
        m_trend->setTrend({}, 0);
        showEmpty(tr("There are no launches to measure"), why);
        return;
    }
    m_results.update(
        *context().pool, loadedRanks(),
        [pool = context().pool](const LoadedRank &rank, const JobContext &job) {
            const MemoryReservation room = roomFor(u"dispatch", {rank.data.get()}, job);
            const Dispatch dispatch = dispatchOf(*rank.data->trace, job, pool);
            Result out;
            out.report = dispatchReport(*rank.data, dispatch, job, pool);
            out.steps = dispatchRows(rank.ref.index, *rank.data, dispatch, out.report);
            out.windows = windowRows(rank.ref.index, *rank.data, out.report);
            out.trend = delayTrend(dispatch, trendStretches);
            return out;
        },
        [this] { show(); });
}

void DispatchPage::show()
{
    std::vector<std::shared_ptr<const RowSource>> stepRows;
    std::vector<std::shared_ptr<const RowSource>> windowRows;
    DispatchTotals totals;
    for (const auto &e : m_results.entries()) {
        totals.add(e.result->report);
        stepRows.push_back(e.result->steps);
        windowRows.push_back(e.result->windows);
    }
    if (totals.steps == 0) {
        m_stepTable->clearRows();
        m_windowTable->clearRows();
        showEmpty(tr("There are no launches to measure"),
                  tr("The traces hold no lines from host to device (HostToDevice, async_npu). The profiler writes them "
                     "when CPU and NPU "
                     "activities are both collected (ProfilerActivity.CPU and ProfilerActivity.NPU)."));
        return;
    }
    m_stepTable->setSource(std::make_shared<const JoinedRows>(std::move(stepRows)));
    m_windowTable->setSource(std::make_shared<const JoinedRows>(std::move(windowRows)), originNs());
    setSummary(sentenceText(dispatchVerdict(totals)));
    showTrend();
    showContent();
}

void DispatchPage::showTrend()
{
    const auto &entries = m_results.entries();
    const auto at = std::find_if(entries.begin(), entries.end(),
                                 [this](const auto &e) { return e.rank.ref == state().currentRank(); });
    m_trend->setTrend(at == entries.end() ? std::vector<DelayTrendPoint>() : at->result->trend, originNs());
    m_trendFrame->setHeading(tr("Launch-to-start delay over time"));
    m_trendFrame->setNote(at == entries.end() ? tr("The current rank has no launches.")
                                              : tr("Rank %1, on one clock").arg(label(at->rank.ref)));
}

std::optional<RowPlace> DispatchPage::placeOf(int row) const
{
    if (row < 0 || static_cast<quint32>(row) >= m_windowTable->source()->rows())
        return std::nullopt;
    return m_windowTable->source()->place(static_cast<quint32>(row));
}

RankRef DispatchPage::refOf(const RowPlace &place) const
{
    return {state().currentRank().run, place.rank};
}

void DispatchPage::reveal(int row)
{
    if (const auto place = placeOf(row))
        state().revealSlice(refOf(*place), place->slice, {place->time->from, place->time->to});
}

} // namespace rs

#include "moc_dispatchpage.cpp"
