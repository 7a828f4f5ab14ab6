// SPDX-License-Identifier: Apache-2.0
#include "views/communication/charttablepage.h"

#include "analysis/domains.h"
#include "views/picturescope.h"
#include "views/system/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/chartframe.h"

#include <QEvent>
#include <QHeaderView>
#include <QJsonObject>
#include <QSplitter>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

ChartTablePage::ChartTablePage(const QString &id, ChartFrame *frame, const ViewContext &context, QWidget *parent)
    : ChartTablePage(id, id, frame, context, parent)
{
}

ChartTablePage::ChartTablePage(const QString &id, const QString &name, ChartFrame *frame, const ViewContext &context,
                               QWidget *parent)
    : SystemPage(name, context, parent), m_frame(frame), m_table(new TablePage(id, context)), m_lower(new QWidget),
      m_fold(new QToolButton(m_lower)), m_halves(new QSplitter(Qt::Vertical))
{
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *const rows = new QVBoxLayout(m_lower);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_fold, 0, Qt::AlignLeft);
    rows->addWidget(m_table, 1);
    m_halves->addWidget(m_frame);
    m_halves->addWidget(m_lower);
    m_halves->setChildrenCollapsible(false);
    body()->setContent(m_halves);
    connect(m_halves, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
    connect(m_fold, &QToolButton::clicked, this, [this](bool isUnfolded) {
        m_isUnfolded = isUnfolded;
        m_isMoved = false;
        share();
        emit arrangementChanged();
    });
    for (const auto signal : {&ViewState::stepChanged, &ViewState::domainChanged})
        connect(&state(), signal, this, &ChartTablePage::invalidate);
    connect(m_table, &SystemPage::scopeChanged, this, &SystemPage::scopeChanged);
}

QString ChartTablePage::title() const
{
    return m_table->title();
}

QString ChartTablePage::hint() const
{
    return m_table->hint();
}

QString ChartTablePage::whyWhole() const
{
    return m_table->whyWhole();
}

bool ChartTablePage::isOfRun() const
{
    return m_table->isOfRun();
}

QString ChartTablePage::whyAllRanks() const
{
    return m_table->whyAllRanks();
}

bool ChartTablePage::hasStamps() const
{
    return m_table->hasStamps();
}

bool ChartTablePage::isComplete() const
{
    return isChartComplete() && m_table->isComplete();
}

std::vector<PictureExport> ChartTablePage::pictures() const
{
    if (body()->isEmpty() || !hasChart())
        return {};
    return {{m_frame->fileName(), m_frame->picture()}};
}

bool ChartTablePage::preparePictures()
{
    bringUpToDate();
    return isComplete();
}

std::optional<TableQuery> ChartTablePage::begin()
{
    m_table->invalidate();
    m_run = runs().openRun(state().currentRank().run);
    TableQuery query;
    query.run = runs().run(m_run);
    if (!query.run) {
        body()->showEmpty(tr("No run is open"), tr("Open a folder with File > Import Data, or drop it on the window."));
        return std::nullopt;
    }
    query.step = state().step();
    query.domain = state().domain();
    query.rates = state().rates();
    return query;
}

void ChartTablePage::retranslate()
{
    m_table->retranslate();
    showFold();
}

QJsonObject ChartTablePage::withTable(QJsonObject state) const
{
    if (m_isUnfolded)
        state[QStringLiteral("table")] = *m_isUnfolded;
    return state;
}

void ChartTablePage::restoreTable(const QJsonObject &state)
{
    const QJsonValue kept = state[QStringLiteral("table")];
    m_isUnfolded = kept.isBool() ? std::optional(kept.toBool()) : std::nullopt;
    m_isMoved = false;
    share();
}

void ChartTablePage::resizeEvent(QResizeEvent *event)
{
    SystemPage::resizeEvent(event);
    share();
}

// The fonts and the style decide what a row takes.
bool ChartTablePage::event(QEvent *event)
{
    const bool done = SystemPage::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        share();
    return done;
}

// Its line, filter, titles, six rows and a scroll bar.
int ChartTablePage::leastTableHeight() const
{
    constexpr int leastRows = 6;
    const TableView &table = *m_table->table();
    const QTableView &view = *table.view();
    const int around = std::max(0, table.sizeHint().height() - view.sizeHint().height());
    return m_fold->sizeHint().height() + around + view.horizontalHeader()->sizeHint().height() +
           leastRows * view.verticalHeader()->defaultSectionSize() +
           view.style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * view.frameWidth();
}

void ChartTablePage::share()
{
    constexpr int chartPercent = 55;
    const int room = m_halves->height() - m_halves->handleWidth();
    const int leastChart = QWidget::window()->height() * chartPercent / 100;
    const int leastTable = leastTableHeight();
    const bool isUnfolded = m_isUnfolded.value_or(room >= leastChart + leastTable);
    const bool isOther = isUnfolded == m_table->isHidden();
    m_fold->setChecked(isUnfolded);
    m_table->setVisible(isUnfolded);
    m_lower->setMaximumHeight(isUnfolded ? QWIDGETSIZE_MAX : m_fold->sizeHint().height());
    if (isUnfolded && (isOther || !m_isMoved)) {
        const int table = std::max(leastTable, std::min(room - leastChart, room * 2 / 5));
        m_halves->setSizes({std::max(0, room - table), table});
    }
    if (isOther)
        showFold();
}

void ChartTablePage::showFold()
{
    m_fold->setArrowType(m_fold->isChecked() ? Qt::DownArrow : Qt::RightArrow);
    m_fold->setText(tr("Table"));
    m_fold->setToolTip(m_fold->isChecked() ? tr("Leaves the chart the whole height")
                                           : tr("Shows the numbers of the chart as a table"));
}

QString ChartTablePage::scopeWith(QStringList more) const
{
    const auto of = runs().run(m_run);
    if (const QString domain = of ? domainLabel(*of, state().domain()) : QString(); !domain.isEmpty())
        more.prepend(tr("domain: %1").arg(domain));
    return pictureScope(runs(), m_run, state().step(), more);
}

} // namespace rs
