// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/trajectorypage.h"

#include "analysis/overview/peerspread.h"
#include "core/base/saturate.h"
#include "items/format.h"
#include "views/page/rankmenu.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/theme.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/optionsbutton.h"
#include "views/widgets/picker.h"

#include <QMenu>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace rs {

namespace {

using T = TrajectoryTime;
using PageShape = TrajectoryPage::Shape;

constexpr std::array divisionParts = {T::Computation, T::Idle, T::Interval, T::CollectiveAlone, T::ReceiveAlone};
constexpr std::array phaseParts = {T::Interval, T::ForwardBackward, T::Tail};
constexpr std::array stageParts = {T::Stage, T::ReceiveAlone};

std::span<const T> partsOf(PageShape shape)
{
    switch (shape) {
    case PageShape::Division:
        return divisionParts;
    case PageShape::Phases:
        return phaseParts;
    case PageShape::Stages:
        return stageParts;
    }
    return {};
}

/// Which of its parts is held against the ranks of the same stage.
size_t markedPart(PageShape shape)
{
    return shape == PageShape::Phases ? 1 : 0;
}

QString trajectoryName(T time)
{
    switch (time) {
    case T::Total:
        return TrajectoryPage::tr("Step");
    case T::Interval:
        return TrajectoryPage::tr("Step interval");
    case T::ForwardBackward:
        return TrajectoryPage::tr("Forward and backward");
    case T::Tail:
        return TrajectoryPage::tr("Step tail");
    case T::Computation:
        return TrajectoryPage::tr("Computation");
    case T::Idle:
        return TrajectoryPage::tr("Idle");
    case T::CommunicationAlone:
        return TrajectoryPage::tr("Non-overlapped communication");
    case T::Stage:
        return TrajectoryPage::tr("Stage time");
    case T::ReceiveAlone:
        return TrajectoryPage::tr("Non-overlapped receive");
    case T::CollectiveAlone:
        return TrajectoryPage::tr("Non-overlapped collective");
    }
    return {};
}

QColor trajectoryColor(const Theme &theme, T time)
{
    constexpr int tail = 5;
    constexpr int receive = 2;
    switch (time) {
    case T::Interval:
        return theme.category(TimeCategory::Preparing);
    case T::Idle:
        return theme.category(TimeCategory::Idle);
    case T::CollectiveAlone:
        return theme.category(TimeCategory::Uncovered);
    case T::ReceiveAlone:
        return theme.series(receive);
    case T::Tail:
        return theme.series(tail);
    default:
        return theme.category(TimeCategory::PureCompute);
    }
}

/// Value of a part of a bar. Old files count the interval and idle time as computation; a file that knows no receives
/// has all non-overlapped communication in one.
std::optional<qint64> partOfRow(const TrajectoryRow &row, T time, PageShape shape)
{
    if (shape != PageShape::Division)
        return row.at(time);
    if (row.legacy && (time == T::Interval || time == T::Idle))
        return 0;
    if (time == T::CollectiveAlone && !row.at(T::CollectiveAlone))
        return row.at(T::CommunicationAlone);
    // The profiler also counts receiving during computing: more of it than non-overlapped communication leaves none.
    if (time == T::CollectiveAlone)
        return std::max<qint64>(0, *row.at(time));
    if (time == T::ReceiveAlone)
        return row.at(T::CollectiveAlone) && row.at(T::CommunicationAlone)
                   ? std::optional(std::clamp<qint64>(
                         saturatedDifference(*row.at(T::CommunicationAlone), *row.at(T::CollectiveAlone)), 0,
                         std::max<qint64>(0, *row.at(T::CommunicationAlone))))
                   : std::optional<qint64>(row.at(T::ReceiveAlone).value_or(0));
    if (time == T::Interval)
        return row.at(time).value_or(0); // of a source that knows none
    return row.at(time);
}

void chooseRows(const TrajectoryQuery &asked, TableQuery &query)
{
    query.fromStep = asked.fromStep;
    query.toStep = asked.toStep;
    query.stage = asked.stage;
}

bool isShaped(const TrajectoryRow &row, PageShape shape)
{
    switch (shape) {
    case PageShape::Division:
        return row.at(T::Computation) && row.at(T::CommunicationAlone);
    case PageShape::Phases:
        return row.at(T::ForwardBackward).has_value();
    case PageShape::Stages:
        return row.at(T::Stage) && *row.at(T::Stage) > 0 && row.at(T::ReceiveAlone);
    }
    return false;
}

} // namespace

TrajectoryPage::Bars TrajectoryPage::makeBars(const Theme *theme)
{
    Bars out{};
    for (const Shape shape : {Shape::Division, Shape::Phases, Shape::Stages}) {
        BarSeries series;
        series.parts = partsOf(shape).size();
        series.lines = 0;
        series.partName = [shape](size_t part) { return trajectoryName(partsOf(shape)[part]); };
        series.partColor = [shape](const Theme &t, size_t part) { return trajectoryColor(t, partsOf(shape)[part]); };
        series.lineName = series.lineLegend = [](size_t) { return QString(); };
        series.markLegend = [shape](bool) {
            return tr("%1, median of the stage").arg(trajectoryName(partsOf(shape)[markedPart(shape)]));
        };
        series.markHelp = [] { return tr("The median of the shown ranks of the same pipeline stage."); };
        series.sums = [](const StackedBar &b) {
            return std::vector<std::pair<QString, std::optional<qint64>>>{{tr("Sum"), b.totalNs}};
        };
        out[static_cast<size_t>(shape)] = new StackedBars(theme, std::move(series));
        out[static_cast<size_t>(shape)]->setMark({markedPart(shape), 1});
    }
    return out;
}

TrajectoryPage::TrajectoryPage(const ViewContext &context, QWidget *parent)
    : TrajectoryPage(makeBars(context.theme), context, parent)
{
}

TrajectoryPage::TrajectoryPage(Bars bars, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("trajectory"),
                     new ChartFrame(
                         [&bars] {
                             auto *const stack = new QStackedWidget;
                             for (StackedBars *const b : bars)
                                 stack->addWidget(b);
                             return stack;
                         }(),
                         QStringLiteral("iteration-trajectory"), context.theme),
                     context, parent),
      m_bars(bars)
{
    addWork(m_job);
    frame()->wrapHead();
    addChoices();
    table()->setAsk([this](TableQuery &query, const Page &) { chooseRows(asked(), query); });
    connect(emptyState(), &EmptyState::actionTriggered, this, &TrajectoryPage::showAll);
    for (Picker *const picker : {m_shapes, m_of, m_order})
        picker->setWhole();
    frame()->setScope([this] { return scope(); });
    for (Picker *const picker : {m_stage, m_from, m_to})
        connect(picker, &Picker::chosen, this, &TrajectoryPage::refresh);
    for (Picker *const picker : {m_shapes, m_of, m_order})
        connect(picker, &Picker::chosen, this, &TrajectoryPage::showRows);
    connect(m_order, &Picker::chosen, this, &TrajectoryPage::sortTable);
    for (StackedBars *const b : m_bars) {
        b->setDetails([this](int bar) { return detailsOf(bar); });
        connect(b, &StackedBars::clicked, this, &TrajectoryPage::chooseRank);
        connect(b, &StackedBars::activated, this, &TrajectoryPage::openRank);
        addBars(b);
    }
    connect(frame(), &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        if (const int bar = this->bars(m_drawn)->barAt(at); bar >= 0)
            addShowInTimeline(menu, this->state(), refOf(bar), runs());
    });
    connect(table(), &TablePage::rowsChanged, this, &TrajectoryPage::narrowTable);
    connect(&this->state(), &ViewState::currentRankChanged, this, &TrajectoryPage::followState);
}

TrajectoryPage::Shape TrajectoryPage::shape() const
{
    return static_cast<Shape>(m_shapes->value().toInt());
}

void TrajectoryPage::addChoices()
{
    m_shapes = addChartChoice({.key = QStringLiteral("shape"),
                               .first = static_cast<int>(Shape::Division),
                               .label = [] { return tr("Show"); },
                               .items = [this] { return shapes(); }});
    m_order = addChartChoice({.key = QStringLiteral("order"),
                              .first = -1,
                              .label = [] { return tr("Order by"); },
                              .items =
                                  [] {
                                      std::vector<PickerItem> out = {{tr("Rank"), -1}};
                                      for (const T time : allTrajectoryTimes)
                                          out.push_back({trajectoryName(time), static_cast<int>(time)});
                                      return out;
                                  }});
    m_of = addChoice({.key = QStringLiteral("of"),
                      .first = static_cast<int>(TrajectoryOf::Mean),
                      .label = [] { return tr("Mean of"); },
                      .items =
                          [] {
                              return std::vector<PickerItem>{
                                  {tr("All steps"), static_cast<int>(TrajectoryOf::Mean)},
                                  {tr("Without the first step"), static_cast<int>(TrajectoryOf::MeanLater)},
                                  {tr("As the file states"), static_cast<int>(TrajectoryOf::FileMean)}};
                          }});
    m_stage = addChoice({.key = QStringLiteral("stage"),
                         .first = -1,
                         .label = [] { return tr("Stage"); },
                         .items =
                             [this] {
                                 std::vector<PickerItem> out = {{tr("All"), -1}};
                                 for (const int stage : m_answer.stages)
                                     out.push_back({format::integer(stage), stage});
                                 return out;
                             },
                         .isOfData = true});
    m_from = addChoice({.key = QStringLiteral("from"),
                        .first = QString(),
                        .label = [] { return tr("From step"); },
                        .items = [this] { return steps(tr("First")); },
                        .isOfData = true});
    m_to = addChoice({.key = QStringLiteral("to"),
                      .first = QString(),
                      .label = [] { return tr("To step"); },
                      .items = [this] { return steps(tr("Last")); },
                      .isOfData = true});
    frame()->addControl(new OptionsButton({m_of, m_stage, m_from, m_to}, this));
}

void TrajectoryPage::setSteps(const QString &first, const QString &last)
{
    if (m_from->value().toString() == first && m_to->value().toString() == last)
        return;
    m_from->setValue(first);
    m_to->setValue(last);
    invalidate();
    emit arrangementChanged();
}

void TrajectoryPage::showAll()
{
    setSteps({}, {});
    m_stage->setValue(-1);
    state().setDomain({});
    state().setStep({});
    invalidate();
    emit arrangementChanged();
}

TrajectoryQuery TrajectoryPage::asked() const
{
    TrajectoryQuery out;
    const auto number = [](const Picker *picker) {
        bool ok = false;
        const qint64 value = picker->value().toString().toLongLong(&ok);
        return ok ? std::optional(value) : std::nullopt;
    };
    out.fromStep = number(m_from);
    out.toStep = number(m_to);
    out.stage = m_stage->value().toInt();
    out.domain = state().domain();
    return out;
}

void TrajectoryPage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_answer = {};
        return m_shown.clear();
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"trajectory"), query = *query, asked = asked(),
         of = run()](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            Answer out;
            out.run = of;
            TrajectoryQuery all = asked;
            all.stage = -1;
            out.rows = trajectory(*query.run, all, job);
            for (const TrajectoryRow &r : out.rows) {
                if (r.stage >= 0)
                    out.stages.insert(r.stage);
            }
            std::erase_if(out.rows, [&](const TrajectoryRow &r) { return asked.stage >= 0 && r.stage != asked.stage; });
            for (const QString &step : query.run->steps()) {
                bool isNumber = false;
                (void)step.toLongLong(&isNumber);
                if (isNumber)
                    out.steps << step;
            }
            if (out.rows.empty()) {
                TableQuery why = query;
                chooseRows(asked, why);
                out.whyEmpty = spec.whyEmpty(why);
                out.isHidden = asked != TrajectoryQuery() && !trajectory(*query.run, {}, job).empty();
            }
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void TrajectoryPage::take(Answer answer)
{
    m_answer = std::move(answer);
    // A filter from another run may not fit this one; while a run is read this is unknown.
    const bool isWhole = !runs().isLoading();
    const bool lacksStage =
        isWhole && m_stage->value().toInt() >= 0 && !m_answer.stages.contains(m_stage->value().toInt());
    const bool lacksSteps =
        isWhole && ((!m_from->value().toString().isEmpty() && !m_answer.steps.contains(m_from->value().toString())) ||
                    (!m_to->value().toString().isEmpty() && !m_answer.steps.contains(m_to->value().toString())));
    if (lacksStage || lacksSteps) {
        if (lacksStage)
            state().notice(tr("None of these ranks belongs to pipeline stage %1: all stages are shown.")
                               .arg(format::integer(m_stage->value().toInt())));
        else
            state().notice(tr("The run does not have the chosen steps: all its steps are shown."));
        m_stage->setValue(lacksStage ? -1 : m_stage->value().toInt());
        if (lacksSteps) {
            m_from->setValue(QString());
            m_to->setValue(QString());
        }
        fillPickers();
        return refresh();
    }
    fillPickers();
    if (m_answer.rows.empty()) {
        m_shown.clear();
        return showNothing(tr("There are no iterations to show"), m_answer.whyEmpty,
                           m_answer.isHidden ? tr("Show all steps and ranks") : QString());
    }
    body()->showContent();
    showRows();
}

void TrajectoryPage::fillPickers()
{
    fillChoices();
    m_stage->setVisible(!m_answer.stages.empty());
    const QString step = state().step();
    const QString whyNot =
        step.isEmpty() ? QString() : tr("Step %1 is chosen: bars are of it alone.").arg(format::displayText(step));
    for (Picker *const picker : {m_of, m_from, m_to})
        picker->setAvailable(whyNot);
}

std::vector<PickerItem> TrajectoryPage::steps(const QString &none) const
{
    std::vector<PickerItem> out = {{none, QString()}};
    for (const QString &step : m_answer.steps)
        out.push_back({step, step});
    return out;
}

std::vector<PickerItem> TrajectoryPage::shapes() const
{
    const auto item = [this](const QString &text, Shape shape, const QString &whyNot) {
        return PickerItem{text, static_cast<int>(shape), {}, {}, m_shown.empty() || has(shape) ? QString() : whyNot};
    };
    return {item(tr("Computation and non-overlapped communication"), Shape::Division,
                 tr("The files of these iterations do not separate computation from communication.")),
            item(tr("Interval, forward and backward, tail"), Shape::Phases,
                 tr("The files of these iterations have no time of forward and backward passes.")),
            item(tr("Stage time and non-overlapped receive"), Shape::Stages,
                 tr("Only pipelines have stage and receive times; the files of these iterations have none."))};
}

TrajectoryOf TrajectoryPage::shownOf() const
{
    return state().step().isEmpty() ? static_cast<TrajectoryOf>(m_of->value().toInt()) : TrajectoryOf::Step;
}

bool TrajectoryPage::has(Shape shape) const
{
    return std::any_of(m_shown.begin(), m_shown.end(), [&](const TrajectoryRow &r) { return isShaped(r, shape); });
}

void TrajectoryPage::showRows()
{
    const TrajectoryOf of = shownOf();
    m_shown.clear();
    for (const TrajectoryRow &r : m_answer.rows) {
        if (r.of == of && (of != TrajectoryOf::Step || r.step == state().step()))
            m_shown.push_back(r);
    }
    if (const int order = m_order->value().toInt(); order >= 0)
        std::stable_sort(m_shown.begin(), m_shown.end(), [&](const TrajectoryRow &a, const TrajectoryRow &b) {
            return a.at(static_cast<T>(order)) > b.at(static_cast<T>(order));
        });
    Shape shape = this->shape();
    // Files of data parallelism tell phases alone: what they have is shown before an empty picture.
    for (const Shape other : {Shape::Division, Shape::Phases}) {
        if (!has(shape) && has(other)) {
            shape = other;
            m_shapes->setValue(static_cast<int>(shape));
        }
    }
    fillChoices();
    const T marked = partsOf(shape)[markedPart(shape)];
    std::map<int, std::vector<qint64>> byStage; // of the marked part
    for (const TrajectoryRow &r : m_shown) {
        if (r.at(marked))
            byStage[r.stage].push_back(*r.at(marked));
    }
    std::vector<StackedBar> all;
    for (const TrajectoryRow &r : m_shown) {
        StackedBar bar;
        bar.label = format::displayText(r.label);
        bar.key = QStringLiteral("%1/%2").arg(r.rankIndex).arg(r.label);
        qint64 sum = 0;
        bool isWhole = isShaped(r, shape);
        const std::span<const T> parts = partsOf(shape);
        for (size_t i = 0; i < parts.size(); ++i) {
            const std::optional<qint64> ns = partOfRow(r, parts[i], shape);
            bar.missing[i] = !ns;
            bar.partsNs[i] = std::max<qint64>(0, ns.value_or(0));
            sum = saturatedSum(sum, bar.partsNs[i]);
            isWhole = isWhole && ns;
        }
        if (const std::vector<qint64> &peers = byStage[r.stage]; r.at(marked) && peers.size() > 1) {
            bar.peersNs = medianOf(peers);
            bar.outlier = r.isApart(marked);
            bar.offNs = saturatedDifference(*r.at(marked), *bar.peersNs);
            if (*bar.peersNs > 0)
                bar.offRatio = static_cast<double>(*bar.offNs) / static_cast<double>(*bar.peersNs);
        }
        bar.computingNs = sum;
        bar.totalNs = isWhole ? std::optional(sum) : std::nullopt;
        all.push_back(std::move(bar));
    }
    m_drawn = shape;
    bars(shape)->setBars(std::move(all), true);
    auto *const stack = qobject_cast<QStackedWidget *>(frame()->content());
    stack->setCurrentWidget(bars(shape));
    frame()->setHeading(tr("Iteration of each rank"));
    frame()->setNote(note());
    narrowTable();
    followState();
}

void TrajectoryPage::narrowTable()
{
    const auto rows = table()->rows();
    if (!rows)
        return;
    const std::vector<ColumnSpec> &columns = rows->columns();
    const auto at =
        std::find_if(columns.begin(), columns.end(), [](const ColumnSpec &c) { return c.id == QLatin1String("of"); });
    if (at == columns.end())
        return;
    constexpr std::array words = {"", "all steps", "without the first step", "as the file states"};
    const std::string word = words[static_cast<size_t>(m_of->value().toInt())];
    const auto column = static_cast<int>(at - columns.begin());
    table()->table()->setOnly([word, column](const RowSource &source, quint32 row) {
        return source.textView(source.textId(row, column)) == word;
    });
}

// As the bars; later the header of the table may be clicked for another order of its own.
void TrajectoryPage::sortTable()
{
    constexpr std::array columns = {
        u"total",      u"interval",      u"forward-backward", u"tail", u"computation", u"idle", u"communication-alone",
        u"stage-time", u"receive-alone", u"collective-alone"};
    static_assert(columns.size() == allTrajectoryTimes.size());
    const int order = m_order->value().toInt();
    if (order < 0)
        table()->table()->sortBy(u"rank", Qt::AscendingOrder);
    else
        table()->table()->sortBy(columns[static_cast<size_t>(order)], Qt::DescendingOrder);
}

void TrajectoryPage::chooseRank(int bar)
{
    if (const RankRef rank = refOf(bar); rank.isValid())
        state().setCurrentRank(rank);
    // Also of a rank of cluster files alone.
    bars(m_drawn)->setSelected(bars(m_drawn)->bars()[static_cast<size_t>(bar)].key);
}

void TrajectoryPage::openRank(int bar)
{
    if (const RankRef rank = refOf(bar); rank.isValid())
        state().showInTimeline(rank);
}

void TrajectoryPage::followState()
{
    const RankRef rank = state().currentRank();
    QString key;
    for (size_t i = 0; i < m_shown.size() && key.isEmpty(); ++i) {
        if (rank.run == m_answer.run && m_shown[i].rankIndex == rank.index)
            key = bars(m_drawn)->bars()[i].key;
    }
    bars(m_drawn)->setSelected(key);
}

RankRef TrajectoryPage::refOf(int bar) const
{
    const int index = m_shown[static_cast<size_t>(bar)].rankIndex;
    return index < 0 ? RankRef() : RankRef{m_answer.run, index};
}

StackedBars::Details TrajectoryPage::detailsOf(int bar) const
{
    const TrajectoryRow &r = m_shown[static_cast<size_t>(bar)];
    StackedBars::Details out{tr("Rank %1").arg(format::displayText(r.label)), {}};
    if (!r.host.isEmpty())
        out.lines.emplace_back(tr("Host"), format::displayText(r.host));
    if (r.device >= 0)
        out.lines.emplace_back(tr("Device"), format::integer(r.device));
    if (r.stage >= 0)
        out.lines.emplace_back(tr("Pipeline stage"), format::integer(r.stage));
    if (r.of != TrajectoryOf::Step && r.steps > 0)
        out.lines.emplace_back(tr("Steps"), format::integer(r.steps));
    for (const T time : allTrajectoryTimes) {
        if (r.at(time))
            out.lines.emplace_back(r.isApart(time) ? tr("%1, differs from its stage").arg(trajectoryName(time))
                                                   : trajectoryName(time),
                                   format::duration(*r.at(time)));
    }
    return out;
}

QString TrajectoryPage::scope() const
{
    QStringList more;
    if (const int stage = m_stage->value().toInt(); stage >= 0)
        more << tr("stage: %1").arg(stage);
    if (state().step().isEmpty()) {
        const QString from = m_from->value().toString();
        const QString to = m_to->value().toString();
        if (!from.isEmpty() || !to.isEmpty())
            more << tr("steps: %1 to %2").arg(from.isEmpty() ? tr("first") : from, to.isEmpty() ? tr("last") : to);
    }
    return scopeWith(more);
}

QString TrajectoryPage::note() const
{
    const QString ranks = tr("%n rank(s)", nullptr, static_cast<int>(m_shown.size()));
    const auto apart = std::count_if(m_shown.begin(), m_shown.end(), [](const TrajectoryRow &r) {
        return std::find(r.apart.begin(), r.apart.end(), true) != r.apart.end();
    });
    switch (shownOf()) {
    case TrajectoryOf::Step:
        return tr("%1; step %2; labelled where \"%3\" differs by 20 % or more from the median of the pipeline stage "
                  "and is an outlier; the table below shows means")
            .arg(ranks, format::displayText(state().step()), trajectoryName(partsOf(shape())[markedPart(shape())]));
    case TrajectoryOf::FileMean:
        if (m_shown.empty())
            return tr("No file states a mean: files of MindSpore 1.x do.");
        break;
    case TrajectoryOf::Mean:
    case TrajectoryOf::MeanLater:
        if (m_shown.empty())
            return tr("There is no step in this range.");
        break;
    }
    const QString mean =
        apart == 0 ? tr("%1; mean; none differs from its pipeline stage").arg(ranks)
                   : tr("%1; mean; labelled where \"%2\" differs by 20 % or more from the median of the pipeline stage "
                        "and is an outlier; the table has all parts")
                         .arg(ranks, trajectoryName(partsOf(shape())[markedPart(shape())]));
    const bool isBeside =
        shape() == Shape::Division && std::any_of(m_shown.begin(), m_shown.end(), [](const TrajectoryRow &r) {
            return r.at(TrajectoryTime::CollectiveAlone).value_or(0) < 0;
        });
    if (isBeside)
        return tr("%1. The files count receives during computing too: where they exceed non-overlapped "
                  "communication, collectives are negative in the table and missing in the bar.")
            .arg(mean);
    const bool isOld = shape() == Shape::Division &&
                       std::any_of(m_shown.begin(), m_shown.end(), [](const TrajectoryRow &r) { return r.legacy; });
    return isOld ? tr("%1. Computation holds the step interval and idle time.").arg(mean) : mean;
}

void TrajectoryPage::retranslate()
{
    for (StackedBars *const b : m_bars) {
        b->setAxisTitle(tr("Rank"));
        b->setAccessibleName(tr("Iteration of each rank"));
        b->retranslate();
    }
    ChartTablePage::retranslate();
    fillPickers();
    invalidate();
}

} // namespace rs

#include "moc_trajectorypage.cpp"
