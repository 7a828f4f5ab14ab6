// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/expertspage.h"

#include "analysis/diagnosis/expertsentences.h"
#include "core/base/saturate.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "views/page/rankmenu.h"
#include "views/state/rundiagnoses.h"
#include "views/page/tablepage.h"
#include "views/widgets/theme.h"
#include "views/state/highlightedranks.h"
#include "views/picture/chartframe.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonObject>
#include <QMenu>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace rs {

namespace {

constexpr std::array expertMeasures = {ExpertMeasure::Tokens, ExpertMeasure::Work, ExpertMeasure::Exchanged};
constexpr double bytesOfMb = 1e6;

size_t placeOfMeasure(ExpertMeasure of)
{
    return static_cast<size_t>(of) - static_cast<size_t>(ExpertMeasure::Tokens);
}

QString measureName(ExpertMeasure of)
{
    switch (of) {
    case ExpertMeasure::Tokens:
        return ExpertsPage::tr("Tokens");
    case ExpertMeasure::Work:
        return ExpertsPage::tr("Time of GroupedMatmul");
    case ExpertMeasure::Exchanged:
        return ExpertsPage::tr("Moved by alltoallv");
    case ExpertMeasure::None:
        break;
    }
    return ExpertsPage::tr("All side by side");
}

QString megabytes(qint64 bytes)
{
    return format::real(static_cast<double>(bytes) / bytesOfMb) + QChar(0x00A0) + QStringLiteral("MB");
}

/// In what the bars of the measure count: tokens, nanoseconds, bytes.
std::optional<qint64> countOf(std::optional<double> value, ExpertMeasure of)
{
    if (!value)
        return std::nullopt;
    return saturatedRound(of == ExpertMeasure::Exchanged ? *value * bytesOfMb : *value);
}

std::optional<BarUnit> unitOfMeasure(ExpertMeasure of)
{
    if (of == ExpertMeasure::Tokens)
        return BarUnit{[] { return ExpertsPage::tr("Tokens"); }, 1, [](qint64 v) { return format::integer(v); }};
    if (of == ExpertMeasure::Exchanged)
        return BarUnit{[] { return ExpertsPage::tr("Alltoallv (MB)"); }, bytesOfMb, megabytes};
    return std::nullopt;
}

/// Beside each other; that they may be narrower than all of them want to be lets the page take some away.
QWidget *pictureOf(const std::vector<StackedBars *> &bars)
{
    constexpr int leastLetters = 30;
    auto *const out = new QWidget;
    auto *const row = new QHBoxLayout(out);
    row->setContentsMargins(0, 0, 0, 0);
    for (StackedBars *const b : bars)
        row->addWidget(b, 1);
    out->setMinimumWidth(out->fontMetrics().averageCharWidth() * leastLetters);
    return out;
}

} // namespace

ExpertsPage::Bars ExpertsPage::makeBars(const Theme *theme)
{
    Bars out{};
    for (const ExpertMeasure of : expertMeasures) {
        BarSeries series;
        series.parts = of == ExpertMeasure::Work ? 2 : 1;
        series.lines = 0;
        series.partName = [of](size_t part) {
            return of == ExpertMeasure::Tokens      ? tr("Tokens")
                   : of == ExpertMeasure::Exchanged ? tr("Moved by alltoallv")
                   : part == 0                      ? tr("GroupedMatmul")
                                                    : tr("Wait for the longest");
        };
        series.partColor = [of](const Theme &t, size_t part) {
            constexpr int tokens = 5;
            constexpr int exchanged = 2;
            return of == ExpertMeasure::Tokens ? t.series(tokens)
                   : of == ExpertMeasure::Exchanged
                       ? t.series(exchanged)
                       : t.category(part == 0 ? TimeCategory::PureCompute : TimeCategory::Uncovered);
        };
        series.lineName = series.lineLegend = [](size_t) { return QString(); };
        series.markLegend = [](bool) { return tr("Mean of the domain"); };
        series.markHelp = [] { return tr("Over the loaded ranks that share the same set of experts."); };
        series.sums = [](const StackedBar &) { return std::vector<std::pair<QString, std::optional<qint64>>>(); };
        series.unit = unitOfMeasure(of);
        auto *const bars = new StackedBars(theme, std::move(series));
        bars->setMark({0, 1});
        out[placeOfMeasure(of)] = bars;
    }
    return out;
}

ExpertsPage::ExpertsPage(const ViewContext &context, QWidget *parent)
    : ExpertsPage(makeBars(context.theme), context, parent)
{
}

ExpertsPage::ExpertsPage(Bars bars, const ViewContext &context, QWidget *parent)
    : ChartTablePage(
          QStringLiteral("moe.load"), QStringLiteral("experts"),
          new ChartFrame(pictureOf({bars.begin(), bars.end()}), QStringLiteral("expert-load"), context.theme), context,
          parent),
      m_bars(bars)
{
    addWork(m_job);
    frame()->wrapHead();
    m_measure = addChartChoice({.first = static_cast<int>(m_wanted),
                                .label = [] { return tr("Show"); },
                                .items = [this] { return measures(); }});
    m_measure->setWhole();
    frame()->setScope([this] { return scope(); });
    setFocusProxy(m_bars.front());
    connect(m_measure, &Picker::chosen, this, [this](const QVariant &value) {
        m_wanted = static_cast<ExpertMeasure>(value.toInt());
        showMeasures();
    });
    for (const ExpertMeasure of : expertMeasures) {
        StackedBars *const b = this->bars(of);
        b->setDetails([this, of](int bar) { return detailsOf(bar, of); });
        connect(b, &StackedBars::clicked, this, &ExpertsPage::chooseRank);
        connect(b, &StackedBars::activated, this, [this](int bar) { jump(bar, Jump::Timeline); });
        connect(b, &StackedBars::legendChanged, this, &Page::arrangementChanged);
    }
    connect(frame(), &ChartFrame::menuRequested, this, &ExpertsPage::fillMenu);
    connect(&this->state(), &ViewState::currentRankChanged, this, &ExpertsPage::followState);
    if (context.diagnoses)
        connect(context.diagnoses, &RunDiagnoses::changed, this, [this](int of) {
            if (of != m_answer.run || !hasChart())
                return;
            if (isVisible())
                showBars();
            else
                invalidate();
        });
}

StackedBars *ExpertsPage::bars(ExpertMeasure of) const
{
    return m_bars[placeOfMeasure(of)];
}

void ExpertsPage::saveMore(QJsonObject &out) const
{
    ChartTablePage::saveMore(out);
    if (m_wanted != ExpertMeasure::None)
        out[QStringLiteral("measure")] = static_cast<int>(m_wanted);
    for (const ExpertMeasure of : expertMeasures) {
        if (const unsigned hidden = bars(of)->hiddenParts(); hidden != 0)
            out[QStringLiteral("hidden%1").arg(static_cast<int>(of))] = static_cast<int>(hidden);
    }
}

void ExpertsPage::restoreMore(const QJsonObject &state)
{
    ChartTablePage::restoreMore(state);
    m_wanted = static_cast<ExpertMeasure>(
        std::clamp(state[QStringLiteral("measure")].toInt(), 0, static_cast<int>(ExpertMeasure::Exchanged)));
    m_measure->setValue(static_cast<int>(m_wanted));
    for (const ExpertMeasure of : expertMeasures) {
        const int hidden = state[QStringLiteral("hidden%1").arg(static_cast<int>(of))].toInt();
        bars(of)->setHiddenParts(static_cast<unsigned>(std::max(0, hidden)));
    }
}

std::vector<PickerItem> ExpertsPage::measures() const
{
    const auto item = [this](ExpertMeasure of, const QString &whyNot) {
        return PickerItem{measureName(of), static_cast<int>(of), {}, {}, m_places.empty() ? QString() : whyNot};
    };
    std::vector<PickerItem> items = {
        item(ExpertMeasure::None, hasRoomForAll() ? QString() : tr("The page is too narrow to show all of them."))};
    for (const ExpertMeasure of : expertMeasures)
        items.push_back(item(of, isKnown(of) ? QString() : whyUnknown(of)));
    return items;
}

std::vector<ExpertMeasure> ExpertsPage::known() const
{
    std::vector<ExpertMeasure> out;
    std::copy_if(expertMeasures.begin(), expertMeasures.end(), std::back_inserter(out),
                 [this](ExpertMeasure of) { return isKnown(of); });
    return out;
}

bool ExpertsPage::hasRoomForAll() const
{
    constexpr int letters = 45;
    return width() >= static_cast<int>(known().size()) * letters * fontMetrics().averageCharWidth();
}

void ExpertsPage::resizeEvent(QResizeEvent *event)
{
    ChartTablePage::resizeEvent(event);
    if (hasChart())
        showMeasures();
}

bool ExpertsPage::isKnown(ExpertMeasure of) const
{
    return std::any_of(m_places.begin(), m_places.end(), [&](const BarPlace &p) {
        return ExpertLoad::valueOf(m_answer.loads[p.load].members[p.member], of).has_value();
    });
}

QString ExpertsPage::whyUnknown(ExpertMeasure of)
{
    switch (of) {
    case ExpertMeasure::Tokens:
        return tr("Tokens are unknown: no kernel table (kernel_details.csv, op_summary_*.csv) has input shapes of "
                  "a GroupedMatmul, which the profiler writes at Level1 and Level2.");
    case ExpertMeasure::Work:
        return tr("Times of GroupedMatmul are unknown: no kernel table (kernel_details.csv, op_summary_*.csv) has "
                  "one, which the profiler writes at Level1 and Level2.");
    case ExpertMeasure::Exchanged:
        return tr("What alltoallv moved is unknown: no communication.json has one of an expert domain; the "
                  "profiler writes that file at Level1 and Level2.");
    case ExpertMeasure::None:
        break;
    }
    return {};
}

bool ExpertsPage::isComplete() const
{
    return ChartTablePage::isComplete() && !(context().diagnoses && context().diagnoses->isComputing(m_answer.run));
}

void ExpertsPage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_jump.cancel();
        m_answer = {};
        return m_places.clear();
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"moe.load"), query = *query, of = run()](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            Answer out;
            out.run = of;
            out.loads = expertLoads(*query.run, query.step, job);
            if (out.loads.empty())
                out.whyEmpty = spec.whyEmpty(query);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void ExpertsPage::take(Answer answer)
{
    m_answer = std::move(answer);
    m_places.clear();
    for (size_t d = 0; d < m_answer.loads.size(); ++d) {
        for (size_t m = 0; m < m_answer.loads[d].members.size(); ++m)
            m_places.push_back({d, m});
    }
    if (m_places.empty())
        return showNothing(tr("There are no experts to show"), m_answer.whyEmpty);
    body()->showContent();
    showBars();
}

StackedBar ExpertsPage::barOf(const BarPlace &place, ExpertMeasure of) const
{
    const ExpertLoad &load = m_answer.loads[place.load];
    const ExpertRank &rank = load.members[place.member];
    const std::optional<qint64> own = countOf(ExpertLoad::valueOf(rank, of), of);
    StackedBar bar;
    bar.label = bar.key = labelOf(rank.rankIndex);
    bar.begins = place.load > 0 && place.member == 0;
    bar.missing[0] = !own;
    bar.partsNs[0] = std::max<qint64>(0, own.value_or(0));
    bar.computingNs = own;
    bar.totalNs = own;
    if (of == ExpertMeasure::Work) {
        // Unknown alike for all of a domain, for the table says why: no part that the bar lacks.
        bar.partsNs[1] = std::max<qint64>(0, rank.waitNs.value_or(0));
        bar.missing[1] = own && !rank.waitNs;
        bar.totalNs = own && rank.waitNs ? std::optional(saturatedSum(*own, *rank.waitNs)) : own;
    }
    if (const std::optional<qint64> mean = countOf(load.meanOf(of), of); own && mean && load.members.size() > 1) {
        bar.peersNs = mean;
        bar.offNs = saturatedDifference(*own, *mean);
        if (*mean > 0)
            bar.offRatio = static_cast<double>(*bar.offNs) / static_cast<double>(*mean);
        bar.outlier = bar.marked = load.standingOut(of) == static_cast<int>(place.member);
    }
    return bar;
}

void ExpertsPage::showBars()
{
    const auto ofRun = runs().run(m_answer.run);
    const auto diagnosis = context().diagnoses ? context().diagnoses->of(m_answer.run) : nullptr;
    const HighlightedRanks marks =
        ofRun ? ofStep(highlightedRanks(*ofRun, diagnosis.get()), state().step()) : HighlightedRanks();
    m_anyAccused = m_anyMarked = false;
    for (const ExpertMeasure of : expertMeasures) {
        bool waits = false;
        std::vector<StackedBar> all;
        all.reserve(m_places.size());
        for (const BarPlace &place : m_places) {
            StackedBar &bar = all.emplace_back(barOf(place, of));
            const ExpertRank &rank = m_answer.loads[place.load].members[place.member];
            bar.accused = ofRun && marks.contains(ofRun->infos[static_cast<size_t>(rank.rankIndex)].rank);
            m_anyAccused = m_anyAccused || bar.accused;
            m_anyMarked = m_anyMarked || (bar.marked && !bar.accused);
            waits = waits || rank.waitNs;
        }
        bars(of)->setBars(std::move(all), of != ExpertMeasure::Work || waits);
    }
    showMeasures();
    followState();
}

void ExpertsPage::showMeasures()
{
    const std::vector<ExpertMeasure> all = known();
    if (all.empty())
        return;
    // A choice made for another run may not exist in this one.
    ExpertMeasure chosen = m_wanted != ExpertMeasure::None && isKnown(m_wanted) ? m_wanted : ExpertMeasure::None;
    if (chosen == ExpertMeasure::None && !hasRoomForAll())
        chosen = all.front();
    for (const ExpertMeasure of : expertMeasures)
        bars(of)->setVisible(chosen == ExpertMeasure::None ? isKnown(of) : of == chosen);
    setFocusProxy(bars(chosen == ExpertMeasure::None ? all.front() : chosen));
    m_measure->setValue(static_cast<int>(chosen));
    fillChoices();
    frame()->setHeading(tr("Load of the experts of each rank"));
    frame()->setNote(note());
}

QString ExpertsPage::labelOf(int rankIndex) const
{
    const auto ofRun = runs().run(m_answer.run);
    const auto at = static_cast<size_t>(rankIndex);
    return ofRun && at < ofRun->infos.size() ? format::displayText(ofRun->infos[at].label) : QString();
}

RankRef ExpertsPage::refOf(int bar) const
{
    const BarPlace &place = m_places[static_cast<size_t>(bar)];
    return {m_answer.run, m_answer.loads[place.load].members[place.member].rankIndex};
}

void ExpertsPage::chooseRank(int bar)
{
    state().setCurrentRank(refOf(bar));
}

void ExpertsPage::followState()
{
    const RankRef rank = state().currentRank();
    const QString key = rank.isValid() && rank.run == m_answer.run ? labelOf(rank.index) : QString();
    for (StackedBars *const b : m_bars)
        b->setSelected(key);
}

void ExpertsPage::jump(int bar, Jump where)
{
    const RankRef ref = refOf(bar);
    const auto loaded = runs().rank(ref);
    if (!loaded || !loaded->trace || !loaded->kernels)
        return arrive(ref, NoSlice, where);
    m_jump.onOutOfMemory([this, ref, where](Shortage lack) {
        if (lack != Shortage::None)
            arrive(ref, NoSlice, where);
    });
    m_jump.start(
        *context().pool,
        [loaded, step = state().step()](const JobContext &job) { return longestGrouped(*loaded, step, job); },
        [this, ref, where](SliceId slice) { arrive(ref, slice, where); });
}

void ExpertsPage::arrive(RankRef rank, SliceId slice, Jump where)
{
    if (where == Jump::Operators) {
        state().inOneStep([&] {
            if (slice != NoSlice)
                state().followSlice(rank, slice);
            state().setCurrentRank(rank);
            state().showView(QStringLiteral("operators/groups"));
        });
    } else if (slice != NoSlice) {
        state().revealSlice(rank, slice);
    } else {
        state().showInTimeline(rank);
    }
    if (slice == NoSlice)
        state().notice(
            tr("The trace of rank %1 has no GroupedMatmul: the rank itself is shown.").arg(labelOf(rank.index)));
}

void ExpertsPage::fillMenu(QMenu *menu, const QPoint &at)
{
    for (const StackedBars *const b : m_bars) {
        const int bar = b->isVisible() ? b->barAt(b->mapFrom(frame()->content(), at)) : -1;
        if (bar < 0)
            continue;
        addShowInTimeline(menu, state(), refOf(bar), runs(), [this, bar] { jump(bar, Jump::Timeline); });
        QAction *const action = menu->addAction(symbol(QStringLiteral("jump")), tr("Show GroupedMatmul in Operators"),
                                                this, [this, bar] { jump(bar, Jump::Operators); });
        action->setObjectName(QStringLiteral("expertInOperators"));
        return;
    }
}

// Leaves out what the bar itself shows.
StackedBars::Details ExpertsPage::detailsOf(int bar, ExpertMeasure of) const
{
    const BarPlace &place = m_places[static_cast<size_t>(bar)];
    const ExpertLoad &load = m_answer.loads[place.load];
    const ExpertRank &rank = load.members[place.member];
    StackedBars::Details out{tr("Rank %1").arg(labelOf(rank.rankIndex)), {}};
    const std::optional<double> own = ExpertLoad::valueOf(rank, of);
    if (const std::optional<double> mean = load.meanOf(of); own && mean && *mean > 0)
        out.lines.emplace_back(tr("vs. mean of the domain"), format::ratio(*own / *mean));
    if (of != ExpertMeasure::Tokens && rank.tokens)
        out.lines.emplace_back(tr("Tokens"), format::integer(*rank.tokens));
    if (of != ExpertMeasure::Work && rank.workNs)
        out.lines.emplace_back(tr("GroupedMatmul"), format::duration(*rank.workNs));
    if (of != ExpertMeasure::Work && rank.waitNs)
        out.lines.emplace_back(tr("Wait for the longest"), format::duration(*rank.waitNs));
    if (of != ExpertMeasure::Exchanged && rank.exchangedMb)
        out.lines.emplace_back(tr("Moved by alltoallv"),
                               megabytes(*countOf(rank.exchangedMb, ExpertMeasure::Exchanged)));
    if (rank.calls > 0)
        out.lines.emplace_back(tr("Calls of GroupedMatmul"), format::integer(rank.calls));
    QStringList ranks;
    for (const int r : load.ranks)
        ranks << QString::number(r);
    out.lines.emplace_back(tr("Ranks of the domain"), format::clipText(ranks.join(QStringLiteral(", ")), 60));
    if (load.costNs)
        out.lines.emplace_back(tr("Cost of the domain"), format::duration(*load.costNs));
    return out;
}

QString ExpertsPage::scope() const
{
    return scopeWith(QStringList(m_measure->box()->currentText()));
}

// The domain that costs most in the words of the diagnosis, and what there is to know of the picture.
QString ExpertsPage::note() const
{
    if (m_answer.loads.empty())
        return {};
    const ExpertLoad &dearest = m_answer.loads.front();
    const QString most =
        dearest.most < 0 ? QString() : labelOf(dearest.members[static_cast<size_t>(dearest.most)].rankIndex);
    QStringList said;
    for (const Phrase &sentence : expertSentences(dearest, most))
        said << phraseText(sentence);
    if (const auto count = static_cast<int>(m_answer.loads.size()); count > 1)
        said << tr("There are %n expert domain(s); the most costly one is first.", nullptr, count);
    if (m_anyAccused)
        said << tr("Red: reported as a problem.");
    if (m_anyMarked)
        said << tr("On a line: the rank with the most in an uneven domain.");
    for (const ExpertMeasure of : expertMeasures) {
        if (!isKnown(of))
            said << whyUnknown(of);
    }
    QString out = said.takeFirst();
    for (const QString &next : std::as_const(said))
        out = tr("%1 %2", "a sentence and the next one").arg(out, next);
    return out;
}

void ExpertsPage::retranslate()
{
    for (const ExpertMeasure of : expertMeasures) {
        bars(of)->setAxisTitle(tr("Rank, by expert domain"));
        bars(of)->setAccessibleName(measureName(of));
        bars(of)->retranslate();
    }
    ChartTablePage::retranslate();
    invalidate();
}

} // namespace rs

#include "moc_expertspage.cpp"
