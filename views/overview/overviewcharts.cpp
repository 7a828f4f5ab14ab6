// SPDX-License-Identifier: Apache-2.0
#include "views/overview/overviewcharts.h"

#include "items/format.h"
#include "views/parallel/strategypage.h"
#include "views/overview/heatmappage.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <array>
#include <initializer_list>

namespace rs {

namespace {
constexpr std::array chartIds = {"bars", "heatmap", "ranks"};
} // namespace

OverviewCharts::OverviewCharts(const ViewContext &context, QWidget *bars, QWidget *parent)
    : QWidget(parent), m_tabs(new QTabBar), m_stack(new QStackedWidget), m_heatMap(new HeatMapPage(context)),
      m_ranks(new StrategyPage(context))
{
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (QWidget *const chart : std::initializer_list<QWidget *>{bars, m_heatMap, m_ranks}) {
        m_tabs->addTab(QString());
        m_stack->addWidget(chart);
    }
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_stack);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int chart) {
        m_stack->setCurrentIndex(chart);
        emit chartChosen();
    });
    for (const Page *const page : pages())
        connect(page, &Page::arrangementChanged, this, &OverviewCharts::arrangementChanged);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed, &RunStore::runChanged})
        connect(context.runs, signal, this, &OverviewCharts::invalidate);
    connect(context.runs, &RunStore::loadingFinished, this, &OverviewCharts::invalidate);
    connect(context.state, &ViewState::currentRankChanged, this, &OverviewCharts::invalidate);
}

OverviewCharts::Chart OverviewCharts::chart() const
{
    return static_cast<Chart>(m_tabs->currentIndex());
}

QString OverviewCharts::id() const
{
    return QLatin1String(chartIds[static_cast<size_t>(m_tabs->currentIndex())]);
}

QStringList OverviewCharts::ids()
{
    QStringList out;
    for (const char *const id : chartIds)
        out << QLatin1String(id);
    return out;
}

bool OverviewCharts::showChart(const QString &id)
{
    for (size_t i = 0; i < chartIds.size(); ++i) {
        if (id == QLatin1String(chartIds[i])) {
            m_tabs->setCurrentIndex(static_cast<int>(i));
            return true;
        }
    }
    return false;
}

Page *OverviewCharts::page() const
{
    return chart() == Chart::HeatMap ? m_heatMap : chart() == Chart::Ranks ? static_cast<Page *>(m_ranks) : nullptr;
}

std::vector<Page *> OverviewCharts::pages() const
{
    return {m_heatMap, m_ranks};
}

QJsonObject OverviewCharts::saveState() const
{
    return savedPages(pages());
}

void OverviewCharts::restoreState(const QJsonObject &state)
{
    restorePages(pages(), state);
}

bool OverviewCharts::isComplete() const
{
    const Page *const shown = page();
    return !shown || shown->isComplete();
}

void OverviewCharts::invalidate()
{
    m_heatMap->invalidate();
    m_ranks->invalidate();
}

void OverviewCharts::retranslate()
{
    m_heatMap->retranslate();
    m_ranks->retranslate();
    m_tabs->setAccessibleName(tr("What the large picture shows"));
    const std::array names = {tr("Bars"), tr("Heat Map"), tr("Grid of Ranks")};
    const std::array hints = {tr("One bar for each rank: where its time goes"), m_heatMap->hint(), m_ranks->hint()};
    for (size_t i = 0; i < names.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i), names[i]);
        m_tabs->setTabToolTip(static_cast<int>(i), format::tooltipText(hints[i]));
    }
}

} // namespace rs

#include "moc_overviewcharts.cpp"
