// SPDX-License-Identifier: Apache-2.0
#include "views/communication/durationspage.h"

#include "analysis/overview/peerspread.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "items/format.h"
#include "views/links/matrixtexts.h"
#include "views/page/rankmenu.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/theme.h"
#include "views/picture/boxplot.h"
#include "views/picture/chartframe.h"
#include "views/widgets/choicepopup.h"
#include "views/widgets/menus.h"
#include "views/widgets/picker.h"

#include <QMenu>
#include <QStackedWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <string_view>
#include <utility>

namespace rs {

namespace {

enum Part : size_t { Transit, Synchronization, OtherWait, Idle, Undivided };

/// As sessions keep it.
enum class Shape { Bars, Distribution };

/// By what bars are ordered, as sessions keep it.
enum class Order { Rank, Elapse, Transit, Synchronization, Wait, Idle };

qint64 nsOf(double ms)
{
    return std::llround(std::clamp(ms * 1e6, -9e18, 9e18));
}

std::optional<double> orderValue(const RankDuration &rank, Order order)
{
    switch (order) {
    case Order::Rank:
        break;
    case Order::Elapse:
        return rank.sum.elapseMs;
    case Order::Transit:
        return rank.sum.transitMs;
    case Order::Synchronization:
        return rank.sum.synchronizationMs;
    case Order::Wait:
        return rank.sum.waitMs;
    case Order::Idle:
        return rank.sum.idleMs;
    }
    return std::nullopt;
}

void setPart(StackedBar &bar, Part part, const std::optional<double> &ms)
{
    bar.missing[part] = !ms;
    bar.partsNs[part] = ms ? std::max<qint64>(0, nsOf(*ms)) : 0;
}

void makeMean(RankDuration &rank)
{
    const double steps = std::max(1, rank.steps);
    for (std::optional<double> *const ms :
         {&rank.sum.elapseMs, &rank.sum.transitMs, &rank.sum.synchronizationMs, &rank.sum.waitMs, &rank.sum.idleMs}) {
        if (*ms)
            **ms /= steps;
    }
    rank.behindMs /= steps;
    rank.fastestMs /= steps;
}

StackedBar barOf(const RankDuration &rank, const std::optional<double> &medianMs)
{
    const OperatorTime &t = rank.sum;
    StackedBar bar;
    bar.label = bar.key = format::displayText(t.rankLabel);
    if (t.elapseMs)
        bar.totalNs = bar.computingNs = nsOf(*t.elapseMs);
    bar.ratios = {rank.synchronizationRatio, rank.waitRatio};
    if (!t.transitMs && !t.waitMs && !t.idleMs) {
        bar.partsNs[Undivided] = bar.totalNs.value_or(0);
    } else {
        setPart(bar, Transit, t.transitMs);
        setPart(bar, Synchronization, t.synchronizationMs);
        // Synchronisation is a part of the waiting.
        bar.held[Synchronization] = t.waitMs.has_value();
        setPart(bar, OtherWait, t.waitMs ? std::optional(*t.waitMs - t.synchronizationMs.value_or(0)) : std::nullopt);
        setPart(bar, Idle, t.idleMs);
    }
    if (medianMs)
        bar.peersNs = nsOf(*medianMs);
    if (rank.behindMs > 0) {
        bar.outlier = bar.marked = true;
        bar.offNs = -nsOf(rank.behindMs);
        bar.offRatio = -rank.behindMs / rank.fastestMs;
    }
    return bar;
}

// -1: its stage is not known.
int stageOf(const std::map<int, int> &stages, const RankDuration &rank)
{
    const auto at = stages.find(rank.sum.rank);
    return at == stages.end() ? -1 : at->second;
}

QStackedWidget *stackOf(std::initializer_list<QWidget *> charts)
{
    auto *const out = new QStackedWidget;
    for (QWidget *const chart : charts)
        out->addWidget(chart);
    return out;
}

// With no more decimals than it has: it stands at a line of the axis.
QString axisTime(double ms)
{
    constexpr int most = 3;
    if (ms <= 0)
        return format::integer(0);
    const qint64 ns = nsOf(ms);
    const format::TimeUnit unit = format::timeUnitFor(ns);
    int decimals = 0;
    for (qint64 part = format::unitNs(unit); decimals < most && part > 0 && ns % part != 0; part /= 10)
        ++decimals;
    return format::timeIn(ns, unit, decimals) + QChar(0x00A0) + format::unitName(unit);
}

} // namespace

DurationsPage::DurationsPage(const ViewContext &context, Of of, QWidget *parent)
    : DurationsPage(new StackedBars(context.theme, series()), new BoxPlot(context.theme), of, context, parent)
{
}

DurationsPage::DurationsPage(StackedBars *bars, BoxPlot *boxes, Of of, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("durations.ranks"), QStringLiteral("durations"),
                     new ChartFrame(stackOf({bars, boxes}), QStringLiteral("communication-durations"), context.theme),
                     context, parent),
      m_of(of), m_bars(bars), m_boxes(boxes)
{
    addWork(m_job);
    frame()->wrapHead();
    addChoices();
    table()->setAsk([this](TableQuery &query, const Page &) { query.op = m_operator->value().toString(); });
    frame()->setScope([this] { return scope(); });
    m_bars->setMark({0, StackedBar::partCount});
    m_bars->setDetails([this](int bar) { return detailsOf(bar); });
    connect(m_operator, &Picker::chosen, this, &DurationsPage::refresh);
    for (Picker *const picker : {m_order, m_top})
        connect(picker, &Picker::chosen, this, &DurationsPage::showRanks);
    connect(m_shape, &Picker::chosen, this, &DurationsPage::showShape);
    addBars(m_bars);
    connect(m_bars, &StackedBars::clicked, this, &DurationsPage::chooseRank);
    connect(m_bars, &StackedBars::activated, this, &DurationsPage::openRank);
    connect(m_boxes, &BoxPlot::clicked, this, [this](int box) { chooseRank(barOfBox(box)); });
    connect(m_boxes, &BoxPlot::activated, this, [this](int box) { openRank(barOfBox(box)); });
    connect(frame(), &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        const int bar = isDistribution() ? barOfBox(m_boxes->boxAt(at)) : m_bars->barAt(at);
        if (bar < 0)
            return;
        if (const RankRef rank = refOf(bar); rank.isValid())
            addShowInTimeline(menu, this->state(), rank, runs());
        else
            setAvailable(addShowInTimeline(menu, this->state(), rank), whyNoTimeline(bar));
    });
    connect(&this->state(), &ViewState::currentRankChanged, this, &DurationsPage::followState);
    connect(table()->table(), &TableView::currentRowChanged, this, &DurationsPage::followRow);
}

BarSeries DurationsPage::series()
{
    BarSeries out;
    out.partName = [](size_t part) {
        const std::array names = {tr("Transit"), tr("Synchronisation"), tr("Other waiting"), tr("Idle"),
                                  tr("Not split (trace)")};
        return names[part];
    };
    out.partColor = [](const Theme &theme, size_t part) {
        constexpr int undivided = 9;
        return part == Idle        ? theme.category(TimeCategory::Idle)
               : part == Undivided ? theme.series(undivided)
                                   : theme.series(static_cast<int>(part));
    };
    out.lineName = [](size_t line) { return line == 0 ? tr("Synchronisation ratio") : tr("Wait ratio"); };
    out.lineLegend = [](size_t line) {
        return line == 0 ? tr("Synchronisation ratio (right)") : tr("Wait ratio (right)");
    };
    out.linesAtFirst = false; // ranks do not follow from each other, and both ratios are nearly alike
    out.markLegend = [](bool) { return tr("Median of peers"); };
    out.markHelp = [] {
        return tr("Median communication time of the ranks of the same pipeline stage in the chosen step, domain and "
                  "operators.");
    };
    out.sums = [](const StackedBar &b) {
        return std::vector<std::pair<QString, std::optional<qint64>>>{{tr("Elapse"), b.totalNs}};
    };
    return out;
}

void DurationsPage::addChoices()
{
    m_shape = addChartChoice(PageChoice::among(
        "shape", [] { return tr("Chart"); },
        [] {
            return QStringList{tr("Bars"), tr("Distribution")};
        }));
    m_operator = addChartChoice({.key = QStringLiteral("operator"),
                                 .first = QString(),
                                 .label = [] { return tr("Operators"); },
                                 .items = [this] { return operators(); },
                                 .isOfData = true});
    m_operator->setSearched();
    m_operator->setFurther([this] { return namedOperators(); });
    m_order = addChartChoice(PageChoice::among(
        "order", [] { return tr("Order by"); },
        [] {
            return QStringList{tr("Rank"), tr("Elapse"), tr("Transit"), tr("Synchronisation"), tr("Wait"), tr("Idle")};
        }));
    m_top = addChartChoice({.key = QStringLiteral("top"),
                            .first = 0,
                            .label = [] { return tr("Top"); },
                            .items =
                                [] {
                                    std::vector<PickerItem> out = {{tr("All"), 0}};
                                    for (const int count : {8, 32, 128})
                                        out.push_back({format::integer(count), count});
                                    return out;
                                }});
}

std::vector<PickerItem> DurationsPage::operators() const
{
    std::vector<PickerItem> out = {{MatrixTexts::everyOperator(), QString()}};
    for (const QString &kind : m_answer.durations.kinds)
        out.push_back({kind, kind, MatrixTexts::typesHeading()});
    for (const QString &name : m_answer.durations.classes)
        out.push_back({name, name, MatrixTexts::classesHeading(), MatrixTexts::classDetail(name)});
    return out;
}

std::vector<Choice> DurationsPage::namedOperators() const
{
    std::vector<Choice> out;
    out.reserve(m_answer.durations.names.size());
    const QString heading = MatrixTexts::namesHeading();
    for (const RankDurations::Name &name : m_answer.durations.names)
        out.push_back({format::displayText(name.op), format::displayText(name.domain), heading, {}, name.op});
    return out;
}

void DurationsPage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_answer = {};
        return m_shown.clear();
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"durations.ranks"), query = *query, of = m_operator->value().toString(),
         isMean = m_of == Of::MeanStep](const JobContext &job) mutable {
            const MemoryReservation room = spec.room(query, job);
            const CommQuery asked{query.step, query.domain, {}, false};
            Answer out;
            out.durations = rankDurations(*query.run, asked, of, job);
            // A filter from another run may not fit this one.
            if (out.durations.ranks.empty() && !of.isEmpty()) {
                of.clear();
                out.durations = rankDurations(*query.run, asked, of, job);
            }
            for (RankDuration &rank : out.durations.ranks) {
                if (isMean)
                    makeMean(rank);
            }
            out.spreads = durationSpreads(*query.run, asked, of, job);
            out.stages = pipelineStages(*query.run, domains(*query.run, job));
            if (out.durations.ranks.empty())
                out.whyEmpty = spec.whyEmpty(query);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void DurationsPage::take(Answer answer)
{
    m_answer = std::move(answer);
    // Ranks to come may have it.
    if (const QString of = m_operator->value().toString();
        !of.isEmpty() && !m_answer.durations.has(of) && !runs().isLoading()) {
        m_operator->setValue(QString());
        table()->invalidate();
    }
    fillChoices();
    if (m_answer.durations.ranks.empty()) {
        m_shown.clear();
        return showNothing(tr("There are no durations to show"), m_answer.whyEmpty);
    }
    body()->showContent();
    showRanks();
}

void DurationsPage::chooseRank(int bar)
{
    if (const RankRef rank = refOf(bar); rank.isValid())
        state().setCurrentRank(rank);
    // Also of a rank of cluster files alone.
    m_bars->setSelected(m_bars->bars()[static_cast<size_t>(bar)].key);
    m_boxes->setSelected(m_bars->bars()[static_cast<size_t>(bar)].key);
}

int DurationsPage::barOfBox(int box) const
{
    return box < 0 ? -1 : m_barOfBox[static_cast<size_t>(box)];
}

void DurationsPage::openRank(int bar)
{
    if (const RankRef rank = refOf(bar); rank.isValid())
        state().showInTimeline(rank);
    else
        state().notice(whyNoTimeline(bar));
}

QString DurationsPage::whyNoTimeline(int bar) const
{
    return tr("Rank %1 is known only from the cluster analysis: its timeline is in its own folder (…_ascend_ms, "
              "…_ascend_pt), which is not open.")
        .arg(format::displayText(m_shown[static_cast<size_t>(bar)].sum.rankLabel));
}

bool DurationsPage::isDistribution() const
{
    return m_shape->value().toInt() == static_cast<int>(Shape::Distribution);
}

void DurationsPage::showShape()
{
    auto *const stack = qobject_cast<QStackedWidget *>(frame()->content());
    stack->setCurrentWidget(isDistribution() ? static_cast<QWidget *>(m_boxes) : m_bars);
    frame()->setHeading(isDistribution() ? tr("Durations of single operators per rank")
                                         : tr("Communication time per rank"));
    frame()->setNote(isDistribution() ? distributionNote() : note());
}

void DurationsPage::showBoxes()
{
    std::map<std::pair<int, QString>, const DurationSpread *> spreads;
    for (const DurationSpread &s : m_answer.spreads)
        spreads[{s.first.rank, s.first.rankLabel}] = &s;
    const auto text = [](double ms) { return format::duration(nsOf(ms)); };
    std::vector<ValueBox> boxes;
    boxes.reserve(m_shown.size());
    m_barOfBox.clear();
    for (size_t i = 0; i < m_shown.size(); ++i) {
        const RankDuration &rank = m_shown[i];
        const auto at = spreads.find({rank.sum.rank, rank.sum.rankLabel});
        // Old files need not tell how long operators took.
        if (at == spreads.end())
            continue;
        m_barOfBox.push_back(static_cast<int>(i));
        const DurationSpread &s = *at->second;
        const QString label = format::displayText(rank.sum.rankLabel);
        ValueBox &box = boxes.emplace_back();
        box = {label, label, s.lowMs, s.elapse.q1, s.elapse.median, s.elapse.q3, s.highMs, s.outliers, s.isApart, {}};
        const QString range = tr("%1 to %2", "two times");
        box.tipLines = {{tr("Rank %1").arg(label), {}},
                        {tr("Calls"), format::integer(s.calls)},
                        {s.isApart ? tr("Median, apart from the other ranks") : tr("Median"), text(s.elapse.median)},
                        {tr("Middle half"), range.arg(text(s.elapse.q1), text(s.elapse.q3))},
                        {tr("All"), range.arg(text(s.elapse.least), text(s.elapse.most))},
                        {tr("Outliers (beyond 1.5 interquartile ranges)"),
                         format::integer(static_cast<qint64>(s.outliers.size()))}};
    }
    m_boxes->setBoxes(std::move(boxes));
}

void DurationsPage::showRanks()
{
    m_shown = m_answer.durations.ranks;
    std::map<int, std::vector<double>> elapse;
    for (const RankDuration &r : m_shown) {
        if (r.sum.elapseMs)
            elapse[stageOf(m_answer.stages, r)].push_back(*r.sum.elapseMs);
    }
    m_mediansMs.clear();
    for (auto &[stage, all] : elapse)
        m_mediansMs.emplace(stage, medianOf(std::move(all)));
    if (const auto order = static_cast<Order>(m_order->value().toInt()); order != Order::Rank)
        std::stable_sort(m_shown.begin(), m_shown.end(), [order](const RankDuration &a, const RankDuration &b) {
            return orderValue(a, order) > orderValue(b, order);
        });
    if (const int top = m_top->value().toInt(); top > 0)
        m_shown.resize(std::min(m_shown.size(), static_cast<size_t>(top)));
    std::vector<StackedBar> bars;
    bars.reserve(m_shown.size());
    for (const RankDuration &r : m_shown)
        bars.push_back(barOf(r, medianOfPeers(r)));
    const bool undivided =
        std::any_of(bars.begin(), bars.end(), [](const StackedBar &b) { return b.partsNs[Undivided] > 0; });
    m_bars->setBars(std::move(bars), undivided);
    showBoxes();
    showShape();
    followState();
}

void DurationsPage::followState()
{
    const RankRef rank = state().currentRank();
    QString key;
    for (size_t i = 0; i < m_shown.size() && key.isEmpty(); ++i) {
        if (rank.run == run() && m_shown[i].sum.rankIndex == rank.index)
            key = m_bars->bars()[i].key;
    }
    m_bars->setSelected(key);
    m_boxes->setSelected(key);
}

// The chart marks the rank of the row; what the window shows stays.
void DurationsPage::followRow(int row)
{
    const auto rows = table()->table()->rows()->source();
    if (row < 0 || !rows)
        return;
    const std::string_view label = rows->text(static_cast<quint32>(row), rows->columnOf(u"rank"));
    const QString wanted = format::displayText(QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size())));
    for (const StackedBar &bar : m_bars->bars()) {
        if (bar.label != wanted)
            continue;
        m_bars->setSelected(bar.key);
        m_boxes->setSelected(bar.key);
    }
}

RankRef DurationsPage::refOf(int bar) const
{
    const int index = m_shown[static_cast<size_t>(bar)].sum.rankIndex;
    return index < 0 ? RankRef() : RankRef{run(), index};
}

StackedBars::Details DurationsPage::detailsOf(int bar) const
{
    const RankDuration &r = m_shown[static_cast<size_t>(bar)];
    StackedBars::Details out{tr("Rank %1").arg(format::displayText(r.sum.rankLabel)), {}};
    if (const std::optional<double> median = medianOfPeers(r))
        out.lines.emplace_back(tr("Median of peers"), format::duration(nsOf(*median)));
    if (r.behindMs > 0)
        out.lines.emplace_back(tr("Less than the rank with the longest time"),
                               tr("%1 (%2)", "time (share)")
                                   .arg(format::duration(nsOf(r.behindMs)), format::percent(r.behindMs / r.fastestMs)));
    return out;
}

std::optional<double> DurationsPage::medianOfPeers(const RankDuration &rank) const
{
    const auto at = m_mediansMs.find(stageOf(m_answer.stages, rank));
    return at == m_mediansMs.end() ? std::nullopt : std::optional(at->second);
}

QString DurationsPage::scope() const
{
    const QString kind = m_operator->value().toString();
    return scopeWith(kind.isEmpty() ? QStringList() : QStringList(tr("operators: %1").arg(format::displayText(kind))));
}

QString DurationsPage::note() const
{
    const std::vector<RankDuration> &all = m_answer.durations.ranks;
    const auto slow = std::count_if(all.begin(), all.end(), [](const RankDuration &r) { return r.behindMs > 0; });
    QString ranks = tr("%n rank(s)", nullptr, static_cast<int>(all.size()));
    if (m_of == Of::MeanStep && state().step().isEmpty())
        ranks = tr("%1, mean of the steps", "so many ranks").arg(ranks);
    if (!m_operator->value().toString().isEmpty())
        return tr("%1; slow ranks are judged over all operators").arg(ranks);
    if (!m_answer.durations.areJudged)
        return tr("%1; choose one domain to have its slow ranks labelled (MindStudio Insight's rule: at least 10 % "
                  "less "
                  "time than the rank with the longest)")
            .arg(ranks);
    if (const int some = m_answer.durations.slowInSomeStep; slow == 0 && some > 0)
        return tr("%1; over all steps together the rule of MindStudio Insight names none as slow (at least 10 % less "
                  "time in the domain than the rank with the longest), but %n rank(s) in single steps: Show > Slow "
                  "ranks "
                  "by communication lists them",
                  nullptr, some)
            .arg(ranks);
    return slow == 0
               ? tr("%1; the rule of MindStudio Insight names none as slow (at least 10 % less time in the domain than "
                    "the rank with the longest; it does not look at domains with sends, receives and unequal "
                    "exchanges)")
                     .arg(ranks)
               : tr("%1; on a line: slow by the rule of MindStudio Insight, in each step at most the three "
                    "ranks with "
                    "the least time in the domain, if that is at least 10 % less than the longest, which waited; more "
                    "ranks may be as short")
                     .arg(ranks);
}

QString DurationsPage::distributionNote() const
{
    const std::vector<DurationSpread> &all = m_answer.spreads;
    const QString ranks = tr("%n rank(s)", nullptr, static_cast<int>(all.size()));
    const auto apart = std::count_if(all.begin(), all.end(), [](const DurationSpread &s) { return s.isApart; });
    return apart == 0
               ? tr("%1; whiskers reach 1.5 interquartile ranges; no median is that far from the others").arg(ranks)
               : tr("%1; whiskers reach 1.5 interquartile ranges; coloured: ranks whose median differs from "
                    "the others by more than that and 10 %; the others wait for a rank with shorter "
                    "collectives")
                     .arg(ranks);
}

void DurationsPage::retranslate()
{
    m_bars->setAxisTitle(tr("Rank"));
    m_bars->setAccessibleName(tr("Communication time per rank"));
    m_bars->retranslate();
    m_boxes->setFormat(axisTime);
    m_boxes->setValueTitle(tr("Duration of an operator"));
    m_boxes->setAxisTitle(tr("Rank"));
    m_boxes->setAccessibleName(tr("Durations of single operators per rank"));
    ChartTablePage::retranslate();
    showShape();
    invalidate();
}

} // namespace rs

#include "moc_durationspage.cpp"
