// SPDX-License-Identifier: Apache-2.0
#include "views/overview/rankside.h"

#include "analysis/overview/overviewfigures.h"
#include "items/format.h"
#include "views/page/breakdowntexts.h"
#include "views/overview/barscontrols.h"
#include "views/overview/rankdetails.h"
#include "views/picture/stackedbars.h"
#include "views/picture/chartframe.h"
#include "views/picture/piechart.h"
#include "views/widgets/plaintext.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <optional>
#include <set>

namespace rs {

RankSide::RankSide(const ViewContext &context, QWidget *parent)
    : QTabWidget(parent), m_context(context), m_pie(new PieChart(context.theme)),
      m_frame(new ChartFrame(m_pie, QStringLiteral("overview-rank"), context.theme)), m_total(plainLabel()),
      m_explain(new QToolButton), m_definitions(plainLabel()), m_details(new RankDetails(context)),
      m_page(new QSplitter(Qt::Vertical))
{
    setDocumentMode(true);
    setTabBarAutoHide(true);
    for (QLabel *label : {m_total, m_definitions}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_definitions->setForegroundRole(QPalette::PlaceholderText);
    m_definitions->setContentsMargins(8, 0, 8, 4);
    auto *const area = new QScrollArea;
    area->setWidget(m_definitions);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumHeight(fontMetrics().height() * 2);
    area->hide();
    m_explain->setCheckable(true);
    m_explain->setAutoRaise(true);
    m_explain->setArrowType(Qt::RightArrow);
    m_explain->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_explain, &QToolButton::toggled, this, [this, area](bool shown) {
        m_explain->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
        area->setVisible(shown);
    });
    auto *const line = new QHBoxLayout;
    line->setContentsMargins(8, 2, 0, 2);
    line->addWidget(m_total, 1);
    line->addWidget(m_explain);
    auto *const upper = new QWidget;
    auto *const rows = new QVBoxLayout(upper);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_frame, 3);
    rows->addLayout(line);
    rows->addWidget(area, 2);
    m_page->addWidget(upper);
    m_page->addWidget(m_details);
    m_page->setStretchFactor(0, 1);
    m_page->setStretchFactor(1, 1);
    m_page->setChildrenCollapsible(false);
    addTab(m_page, QString());
    connect(m_pie, &PieChart::sliceClicked, this, [this](int slice) {
        constexpr std::array parts = {RankDetails::Part::Compute, RankDetails::Part::Communication,
                                      RankDetails::Part::Communication, RankDetails::Part::Idle,
                                      RankDetails::Part::Idle};
        m_details->showPart(parts[static_cast<size_t>(slice)]);
        if (m_low)
            setCurrentWidget(m_details);
    });
    m_pie->setCursor(Qt::PointingHandCursor);
}

void RankSide::resizeEvent(QResizeEvent *event)
{
    QTabWidget::resizeEvent(event);
    arrange();
}

// A pie that one can read, and six rows with what belongs to them.
void RankSide::arrange()
{
    constexpr int leastLines = 29;
    const bool low = height() < fontMetrics().height() * leastLines;
    if (low == m_low)
        return;
    m_low = low;
    // A click in the tables may unfold docks that take the room: what was clicked stays in sight, and has the focus.
    QWidget *const focused = QApplication::focusWidget();
    const bool isUsed = m_details->isAncestorOf(focused);
    if (low) {
        addTab(m_details, QString()); // behind the others, which keep their places
        if (isUsed)
            setCurrentWidget(m_details);
    } else {
        m_page->addWidget(m_details);
        m_details->show();
    }
    if (isUsed)
        focused->setFocus();
    nameTabs();
}

void RankSide::nameTabs()
{
    setTabText(0, tr("Selected Rank"));
    if (const int at = indexOf(m_details); at >= 0)
        setTabText(at, tr("Breakdown"));
}

void RankSide::showRanks(const std::vector<OverviewItem> &items, RankRef ref, const TimeBreakdownTotals *breakdown,
                         const QString &whyNone)
{
    const bool several = items.size() > 1;
    if (items.empty()) {
        fillPie(items, nullptr, nullptr);
        m_frame->setHeading(tr("Selected Rank"));
        m_frame->setNote(whyNone);
        m_total->clear();
    } else {
        const OverviewItem item = meanOfRanks(items);
        fillPie(items, &item, several ? nullptr : breakdown);
    }
    const bool isMany = several || (!items.empty() && items.front().folded);
    const bool isOne = items.size() == 1 && !items.front().folded && ref.isValid();
    m_details->setRank(
        isOne ? ref : RankRef(), isOne && items.front().steps == 1 ? items.front().step : QString(),
        isMany ? tr("The pie shows several ranks or steps. Select one of them to see what its time is made of.")
        : whyNone.isEmpty() ? tr("No open rank is selected.")
                            : whyNone);
}

void RankSide::invalidate()
{
    m_details->invalidate();
}

void RankSide::fillPie(const std::vector<OverviewItem> &items, const OverviewItem *item,
                       const TimeBreakdownTotals *breakdown)
{
    const auto categories = StackedBars::categories();
    // Steps without preparing, whose source has no such column, do not have this part.
    const bool prepares = item && (item->preparingNs || item->preparingMissing);
    std::vector<std::optional<qint64>> values;
    const bool isWholeCompute = item && RankBars::isWholeCompute(*item);
    if (item)
        values = {isWholeCompute ? item->computingNs : item->pureNs, item->coveredNs, item->uncoveredNs, item->idleNs};
    if (prepares)
        values.push_back(item->preparingNs);
    const format::TimeUnit unit = format::timeUnitFor(item ? item->totalNs.value_or(item->computingNs.value_or(0)) : 0);
    const auto text = [unit](qint64 ns) { return format::timeIn(ns, unit) + QChar(0x00A0) + format::unitName(unit); };
    std::vector<std::pair<QString, QString>> more;
    if (breakdown) {
        more = BreakdownTexts::lines(*breakdown, unit);
        more.insert(more.begin(), {BreakdownTexts::heading(*breakdown), QString()});
    }
    if (item && item->preparingInFreeNs > 0)
        more.emplace_back(tr("Removed from idle (the source counts it there and in preparing)"),
                          text(item->preparingInFreeNs));
    QStringList leftOut;
    std::vector<PieSlice> slices;
    for (size_t i = 0; i < values.size(); ++i) {
        const QString name =
            i == 0 && isWholeCompute ? StackedBars::wholeComputeName() : StackedBars::categoryName(categories[i]);
        slices.push_back({name, static_cast<double>(values[i].value_or(0)),
                          values[i] ? text(*values[i]) : tr("not known"), m_context.theme->category(categories[i]),
                          more, values[i].has_value()});
        if (!values[i])
            leftOut << StackedBars::categoryName(categories[i]);
    }
    m_pie->setSlices(std::move(slices));
    nameFrame(items, item, leftOut);
    m_total->setText(
        !item || !item->computingNs ? tr("Total compute time: not known")
        : RankBars::isOfPhases(*item)
            ? tr("Forward and backward passes, including waits: %1. The iteration breakdown has all data of "
                 "step_trace_raw_*; ascend_cluster_analyse_*.csv would separate communication.")
                  .arg(text(*item->computingNs))
        : item->computingRatio
            ? (item->steps > 1 ? tr("Total compute time: %1, %2 of the steps")
                               : tr("Total compute time: %1, %2 of the step"))
                  .arg(text(*item->computingNs), format::percent(*item->computingRatio))
            : tr("Total compute time: %1; the length of the step is not known").arg(text(*item->computingNs)));
}

void RankSide::nameFrame(const std::vector<OverviewItem> &items, const OverviewItem *item, const QStringList &leftOut)
{
    std::set<QString> ranks;
    int folded = 0;
    for (const OverviewItem &i : items) {
        ranks.insert(i.rankLabel);
        folded += i.folded ? static_cast<int>(i.folded->ranks.size()) : 1;
    }
    const bool several = ranks.size() > 1 || (item && items.front().folded);
    m_frame->setHeading(!item     ? QString()
                        : several ? tr("Ranks %1").arg(format::displayText(item->rankLabel))
                                  : tr("Rank %1").arg(format::displayText(item->rankLabel)));
    QStringList notes;
    if (several)
        notes << tr("mean of %n rank(s)", nullptr, folded);
    else if (items.size() > 1)
        notes << tr("mean of %n step(s)", nullptr, static_cast<int>(items.size()));
    if (item && item->steps > 1)
        notes << RankBars::stepsOf(*item);
    else if (item && !item->step.isEmpty())
        notes << tr("step %1").arg(format::displayText(item->step));
    if (!leftOut.isEmpty())
        notes << tr("without unknown parts: %1").arg(leftOut.join(tr(", ", "between names in a list")));
    m_frame->setNotes(notes);
}

void RankSide::retranslate()
{
    nameTabs();
    m_explain->setText(tr("Definitions"));
    m_definitions->setText(tr("Total compute: time in which kernels run on the device.\nPure compute = total "
                              "compute − overlapped communication.\nOverlapped communication: communication while "
                              "kernels run at the same time.\nNon-overlapped communication: communication while no "
                              "kernel runs.\nIdle: neither computing nor communicating.\nShares are shares of the "
                              "step: these four parts, and preparing if it is known."));
    m_details->retranslate();
}

} // namespace rs

#include "moc_rankside.cpp"
