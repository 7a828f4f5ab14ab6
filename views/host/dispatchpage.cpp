// SPDX-License-Identifier: Apache-2.0
#include "views/host/dispatchpage.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/host/launchpages.h"
#include "views/host/trendchart.h"
#include "views/page/picturescope.h"
#include "views/picture/chartframe.h"

#include <utility>

namespace rs {

namespace {
// Enough for the width of a screen; below that a stretch holds too few launches for a percentile.
constexpr int trendStretches = 240;
} // namespace

DispatchPage::DispatchPage(const ViewContext &context, QWidget *parent)
    : TablesPage(dispatchTables(), context, parent), m_trend(new TrendChart(context.theme)),
      m_frame(new ChartFrame(m_trend, QStringLiteral("dispatch-trend"), context.theme))
{
    setFrame(m_frame);
    addWork(m_job);
    // A curve without points would claim that nothing was launched.
    addPicture(m_frame, [this] { return !m_trend->trend().empty(); });
    m_frame->setScope([this] { return pictureScope(runs(), state().currentRank().run, QString()); });
}

void DispatchPage::retranslate()
{
    TablesPage::retranslate();
    m_trend->retranslate();
    show(m_trend->trend());
}

void DispatchPage::refresh()
{
    TablesPage::refresh();
    const std::shared_ptr<const RankData> loaded = rank();
    if (std::exchange(m_rank, loaded) == loaded && loaded)
        return;
    if (!loaded || !loaded->trace) {
        m_job.cancel();
        return show({});
    }
    m_job.start(
        *context().pool,
        [loaded, pool = context().pool](const JobContext &job) {
            const MemoryReservation room = roomFor(u"dispatch", {loaded.get()}, job);
            return delayTrend(dispatchOf(*loaded->trace, job, pool), trendStretches);
        },
        [this](std::vector<DelayTrendPoint> trend) { show(std::move(trend)); });
}

void DispatchPage::show(std::vector<DelayTrendPoint> trend)
{
    m_frame->setHeading(tr("Launch-to-start delay over time"));
    m_frame->setNote(
        trend.empty()
            ? tr("The current rank has no launches.")
            : tr("%1, on one clock", "a rank").arg(format::displayText(runs().rankLabel(state().currentRank()))));
    m_trend->setTrend(std::move(trend), originNs());
}

} // namespace rs

#include "moc_dispatchpage.cpp"
