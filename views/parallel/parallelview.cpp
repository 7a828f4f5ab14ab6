// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/parallelview.h"

#include "views/communication/durationspage.h"
#include "views/page/pagegroup.h"
#include "views/parallel/devicespage.h"
#include "views/parallel/expertspage.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/stagespage.h"
#include "views/parallel/strategygraphpage.h"
#include "views/parallel/timepage.h"
#include "views/parallel/trajectorypage.h"

#include <QJsonObject>
#include <QTabWidget>

#include <algorithm>
#include <initializer_list>

namespace rs {

ParallelView::ParallelView(const ViewContext &context, QWidget *parent)
    : PageHost(QStringLiteral("parallel"), context, parent), m_trajectory(new TrajectoryPage(context)),
      m_devices(new DevicesPage(context)), m_experts(new ExpertsPage(context)), m_stages(new StagesPage(context)),
      m_marey(new MareyPage(context)), m_times(new TimePage(context)), m_graph(new StrategyGraphPage(context))
{
    // Nine titles of tables are wider than a window of 1,600 pixels.
    using TabText = std::function<QString()>;
    for (const auto &[page, tabText] :
         std::initializer_list<std::pair<ChartTablePage *, TabText>>{{m_trajectory, {}},
                                                                     {m_devices, [] { return tr("Memory and FLOPs"); }},
                                                                     {m_experts, [] { return tr("Experts"); }},
                                                                     {m_stages, {}},
                                                                     {m_marey, {}},
                                                                     {m_times, [] { return tr("Step times"); }},
                                                                     {m_graph, {}}}) {
        addPage(page, tabText);
        connect(page, &ChartTablePage::nothingShown, this, [this, page = page] { showNext(page); });
        connect(page, &ChartTablePage::contentShown, this,
                [this, page = page] { m_found = m_found || shownPage() == page; });
    }
    addPage(new PageGroup(
                QStringLiteral("cluster"),
                {[] { return tr("Iteration and communication"); },
                 [] {
                     return tr(
                         "The iteration of each rank above what communication takes of it: who computes, who waits?");
                 }},
                {{{m_trajectory}}, {{new DurationsPage(context, DurationsPage::Of::MeanStep), false}}}, m_trajectory,
                context),
            [] { return tr("Cluster"); });
    addPage(new PageGroup(QStringLiteral("execution"),
                          {[] { return tr("Execution overview"); },
                           [] {
                               return tr("The graph of the operators, the times of the steps and the operators across "
                                         "devices on one page: a step or an operator chosen in one is chosen in all.");
                           }},
                          {{{m_graph}, {m_times}}, {{m_marey}}}, m_marey, context));
    showTabs();
    connect(m_times, &TimePage::stepsChosen, this, [this](const QString &first, const QString &last) {
        m_trajectory->setSteps(first, last);
        m_marey->showSteps(first, last);
    });
    connect(m_graph, &StrategyGraphPage::namespaceChosen, this,
            [this](const QString &name, RankRef rank, const std::vector<SliceId> &executions) {
                m_marey->mark(name, rank, executions, m_graph->sameness());
            });
    const auto follow = [this](const MareyPicture::Place &place) {
        m_graph->followOperator(m_marey->executionsOf(place, m_graph->rankIndexes(), m_graph->sameness()));
    };
    connect(m_marey, &MareyPage::operatorChosen, this, follow);
    // The graph is made when it is looked at first.
    connect(m_graph, &ChartTablePage::contentShown, this, [this, follow] {
        if (m_graph->canvas()->selected() == GraphCanvas::None && m_marey->picture()->selected().isValid())
            follow(m_marey->picture()->selected());
    });
    connect(tabs(), &QTabWidget::currentChanged, this, [this] {
        m_chosen = m_chosen || !m_opening;
        followPage();
    });
    followPage();
}

// A user who returns to the view continues where the keys were.
void ParallelView::followPage()
{
    setFocusProxy(shownPage()->focusProxy() ? static_cast<QWidget *>(shownPage()) : tabs());
}

void ParallelView::showPage(const QString &name)
{
    m_chosen = m_chosen || pageNames().contains(name);
    PageHost::showPage(name);
}

void ParallelView::open(Page *page)
{
    m_opening = true;
    bringToFront(page);
    m_opening = false;
}

void ParallelView::showNext(const ChartTablePage *empty)
{
    if (m_chosen || m_found || shownPage() != empty || !isVisible())
        return;
    const auto next = std::find_if(std::find(pages().begin(), pages().end(), empty) + 1, pages().end(),
                                   [](const Page *p) { return qobject_cast<const ChartTablePage *>(p); });
    m_found = next == pages().end(); // no page has anything
    open(m_found ? pages().front() : *next);
}

void ParallelView::forget()
{
    PageHost::forget();
    m_found = false;
    if (!m_chosen)
        open(pages().front());
}

QJsonObject ParallelView::saveState() const
{
    QJsonObject out = PageHost::saveState();
    const QString page = QStringLiteral("page");
    if (m_chosen || m_found)
        out[page] = shownPage()->objectName();
    else
        out.remove(page);
    return out;
}

void ParallelView::restoreState(const QJsonObject &state)
{
    PageHost::restoreState(state);
    m_found = false;
    m_chosen = pageNames().contains(state[QStringLiteral("page")].toString());
    if (!m_chosen)
        open(pages().front());
}

} // namespace rs

#include "moc_parallelview.cpp"
