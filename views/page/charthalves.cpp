// SPDX-License-Identifier: Apache-2.0
#include "views/page/charthalves.h"

#include "views/tables/tableview.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStyle>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

FoldLine::FoldLine(QWidget *parent) : QToolButton(parent)
{
    setCheckable(true);
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
}

void FoldLine::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QToolButton::keyPressEvent(event);
}

ChartHalves::ChartHalves(QWidget *chart, QWidget *page, const TableView *table, QWidget *parent)
    : QSplitter(Qt::Vertical, parent), m_table(table), m_page(page), m_lower(new QWidget), m_fold(new FoldLine(m_lower))
{
    auto *const rows = new QVBoxLayout(m_lower);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_fold, 0, Qt::AlignLeft);
    rows->addWidget(m_page, 1);
    addWidget(chart);
    addWidget(m_lower);
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
    connect(m_table->view(), &QAbstractItemView::pressed, this, [this] { m_isUsed = true; });
    connect(m_fold, &QToolButton::toggled, this, &ChartHalves::retranslate);
    connect(m_fold, &QToolButton::clicked, this, [this](bool isUnfolded) {
        setUnfolded(isUnfolded);
        emit foldedByUser();
    });
}

void ChartHalves::setUnfolded(std::optional<bool> unfolded)
{
    m_isUnfolded = unfolded;
    m_isMoved = m_isUsed = false;
    share();
}

void ChartHalves::setHasTable(bool has)
{
    m_lower->setVisible(has);
}

void ChartHalves::resizeEvent(QResizeEvent *event)
{
    QSplitter::resizeEvent(event);
    share();
}

// The fonts and the style decide what a row takes.
bool ChartHalves::event(QEvent *event)
{
    const bool done = QSplitter::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        share();
    return done;
}

// Its line, filter, titles, six rows and a scroll bar.
int ChartHalves::leastTableHeight() const
{
    constexpr int leastRows = 6;
    const QTableView &view = *m_table->view();
    const int around = std::max(0, m_table->sizeHint().height() - view.sizeHint().height());
    return m_fold->sizeHint().height() + around + view.horizontalHeader()->sizeHint().height() +
           leastRows * view.verticalHeader()->defaultSectionSize() +
           view.style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2 * view.frameWidth();
}

void ChartHalves::share()
{
    constexpr int chartPercent = 55;
    const int room = height() - handleWidth();
    const int leastChart = (QWidget::window()->height() * chartPercent + 99) / 100;
    const int leastTable = leastTableHeight();
    const bool isUnfolded = m_isUnfolded.value_or(m_isUsed || room >= leastChart + leastTable);
    const bool isOther = isUnfolded == m_page->isHidden();
    m_fold->setChecked(isUnfolded);
    m_page->setVisible(isUnfolded);
    m_lower->setMaximumHeight(isUnfolded ? QWIDGETSIZE_MAX : m_fold->sizeHint().height());
    if (isUnfolded && (isOther || !m_isMoved)) {
        const int table = std::max(leastTable, std::min(room - leastChart, room * 2 / 5));
        setSizes({std::max(0, room - table), table});
    }
}

void ChartHalves::retranslate()
{
    m_fold->setArrowType(m_fold->isChecked() ? Qt::DownArrow : Qt::RightArrow);
    m_fold->setText(tr("Table"));
    m_fold->setToolTip(m_fold->isChecked() ? tr("Leaves the chart the whole height")
                                           : tr("Shows the numbers of the chart as a table"));
}

} // namespace rs

#include "moc_charthalves.cpp"
