// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/parallelview.h"

#include "views/parallel/devicespage.h"
#include "views/parallel/expertspage.h"
#include "views/parallel/mareypage.h"
#include "views/parallel/stagespage.h"
#include "views/parallel/strategygraphpage.h"
#include "views/parallel/timepage.h"
#include "views/parallel/trajectorypage.h"
#include "views/page/pageupdates.h"
#include "views/page/tablepage.h"

#include <QJsonObject>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace rs {

ParallelView::ParallelView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("parallel"), context, parent), m_trajectory(new TrajectoryPage(context)),
      m_devices(new DevicesPage(context)), m_experts(new ExpertsPage(context)), m_stages(new StagesPage(context)),
      m_marey(new MareyPage(context)), m_times(new TimePage(context)),
      m_graph(new StrategyGraphPage(context)), m_pages{m_trajectory, m_devices, m_experts, m_stages,
                                                       m_marey,      m_times,   m_graph},
      m_tabs(new QTabWidget)
{
    m_tabs->setDocumentMode(true);
    for (SystemPage *const page : m_pages) {
        m_tabs->addTab(page, {});
        connect(page, &SystemPage::arrangementChanged, this, &ParallelView::arrangementChanged);
    }
    for (const ChartTablePage *const page : std::initializer_list<const ChartTablePage *>{
             m_trajectory, m_devices, m_experts, m_stages, m_marey, m_times, m_graph}) {
        connect(page, &ChartTablePage::nothingShown, this, [this, page] { showNext(page); });
        connect(page, &ChartTablePage::contentShown, this, [this, page] { m_found = m_found || shownPage() == page; });
    }
    new PageUpdates(context,
                    {m_trajectory, m_trajectory->table(), m_devices, m_devices->table(), m_experts, m_experts->table(),
                     m_stages, m_stages->table(), m_marey, m_marey->table(), m_times, m_times->table(), m_graph,
                     m_graph->table()},
                    this);
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
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] { m_chosen = m_chosen || !m_opening; });
    connect(m_tabs, &QTabWidget::currentChanged, this, &ParallelView::arrangementChanged);
    connect(m_tabs, &QTabWidget::currentChanged, this, &ParallelView::followPage);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    rows->addWidget(m_tabs);
    followPage();
    retranslate();
}

QString ParallelView::title() const
{
    return tr("Parallel");
}

SystemPage *ParallelView::shownPage() const
{
    return m_pages[static_cast<size_t>(m_tabs->currentIndex())];
}

// Who comes back to the view goes on where the keys were.
void ParallelView::followPage()
{
    setFocusProxy(shownPage()->focusProxy() ? static_cast<QWidget *>(shownPage()) : m_tabs);
}

void ParallelView::showPage(const QString &name)
{
    for (SystemPage *const page : m_pages) {
        if (page->objectName() == name) {
            m_chosen = true;
            m_tabs->setCurrentWidget(page);
        }
    }
}

void ParallelView::open(SystemPage *page)
{
    m_opening = true;
    m_tabs->setCurrentWidget(page);
    m_opening = false;
}

void ParallelView::showNext(const ChartTablePage *empty)
{
    if (m_chosen || m_found || shownPage() != empty || !isVisible())
        return;
    const auto next = std::find(m_pages.begin(), m_pages.end(), empty) + 1;
    m_found = next == m_pages.end(); // no page has anything
    open(m_found ? m_pages.front() : *next);
}

void ParallelView::forget()
{
    DockView::forget();
    m_found = false;
    if (!m_chosen)
        open(m_pages.front());
}

QStringList ParallelView::pageNames() const
{
    QStringList out;
    for (const SystemPage *const page : m_pages)
        out << page->objectName();
    return out;
}

QJsonObject ParallelView::saveState() const
{
    QJsonObject out{{QStringLiteral("pages"), savedPages(m_pages)}};
    if (m_chosen || m_found)
        out[QStringLiteral("page")] = shownPage()->objectName();
    return out;
}

void ParallelView::restoreState(const QJsonObject &state)
{
    restorePages(m_pages, state[QStringLiteral("pages")].toObject());
    const QString page = state[QStringLiteral("page")].toString();
    m_chosen = m_found = false;
    if (page.isEmpty())
        open(m_pages.front());
    else
        showPage(page);
}

bool ParallelView::isComplete() const
{
    return shownPage()->isComplete();
}

std::vector<PictureExport> ParallelView::pictures() const
{
    std::vector<PictureExport> out;
    for (const SystemPage *const page : m_pages) {
        for (PictureExport &picture : page->pictures())
            out.push_back(std::move(picture));
    }
    return out;
}

bool ParallelView::preparePictures()
{
    bool out = true;
    for (SystemPage *const page : m_pages)
        out = page->preparePictures() && out;
    return out;
}

void ParallelView::retranslate()
{
    for (size_t i = 0; i < m_pages.size(); ++i) {
        m_pages[i]->retranslate();
        m_tabs->setTabText(static_cast<int>(i), m_pages[i]->title());
        m_tabs->setTabToolTip(static_cast<int>(i), m_pages[i]->hint());
    }
}

} // namespace rs

#include "moc_parallelview.cpp"
