// SPDX-License-Identifier: Apache-2.0
#include "views/compare/sidespage.h"

#include "analysis/compare/comparespread.h"
#include "analysis/time/stepwindows.h"
#include "core/text/ranklist.h"
#include "items/compareparts.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/compare/overlaidhistogram.h"
#include "views/page/picturescope.h"
#include "analysis/time/runorigin.h"
#include "views/page/systemtexts.h"
#include "views/tables/tableview.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/picture/valuebars.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

// More bars than that are no picture; the table has all of them.
constexpr size_t mostSides = 64;
// Values of the baseline picker: ranks by run and index, and beside them
constexpr int mostRanks = 1 << 20; // of a run
constexpr int medianBaseline = -1;
constexpr int firstOtherRun = -2;         ///< and down: the runs in their order
constexpr int firstWholeRun = -1'000'000; ///< and down: the runs as a whole

int baselineOfRank(RankRef ref)
{
    return ref.run * mostRanks + ref.index;
}

// Not valid where the baseline is no rank.
RankRef rankOfBaseline(int baseline)
{
    return baseline >= 0 ? RankRef{baseline / mostRanks, baseline % mostRanks} : RankRef();
}

int baselineOfRun(int run)
{
    return firstOtherRun - run;
}

int baselineOfWhole(int run)
{
    return firstWholeRun - run;
}

bool isWholeRun(int baseline)
{
    return baseline <= firstWholeRun;
}

// -1 where the baseline is no other run.
int runOfBaseline(int baseline)
{
    return isWholeRun(baseline) ? firstWholeRun - baseline : baseline <= firstOtherRun ? firstOtherRun - baseline : -1;
}

constexpr int allRuns = -1; ///< of the picker of runs

// Entry of the picker of sides.
constexpr int eachRank = 0;
constexpr int meanOfRun = 1;
constexpr int sumOfRun = 2;

} // namespace

SidesPage::SidesPage(const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_run(new Picker(parent)), m_whole(new Picker(parent)),
      m_ranksBox(new QWidget(parent)), m_ranksLabel(plainLabel(m_ranksBox)), m_ranks(new QLineEdit(m_ranksBox)),
      m_baseline(new Picker(parent)), m_rank(new Picker(parent)), m_step(new Picker(parent)),
      m_bars(new ValueBars(context.theme)),
      m_frame(new ChartFrame(m_bars, QStringLiteral("compare-sides"), context.theme)),
      m_histogram(new OverlaidHistogram(context.theme)),
      m_histogramFrame(new ChartFrame(m_histogram, QStringLiteral("compare-sides-durations"), context.theme)),
      m_note(plainLabel(this)), m_table(new TableView(QStringLiteral("compare_sides"), context.theme, context.pool)),
      m_jump(context.runs, context.state)
{
    auto *const line = new QHBoxLayout(m_ranksBox);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(m_ranksLabel);
    line->addWidget(m_ranks);
    m_ranksLabel->setBuddy(m_ranks);
    constexpr int fieldChars = 14;
    m_ranks->setFixedWidth(fontMetrics().averageCharWidth() * fieldChars);
    m_baseline->setValue(medianBaseline);
    m_whole->setValue(eachRank);
    m_step->setValue(QString());
    m_note->setWordWrap(true);
    m_frame->setScope([this] { return pictureScope(runs(), m_place.run, {}); });
    m_histogramFrame->setScope([this] { return pictureScope(runs(), m_place.run, {}); });

    auto *const halves = new QSplitter(Qt::Vertical);
    auto *const charts = new QSplitter(Qt::Horizontal);
    charts->addWidget(m_frame);
    charts->addWidget(m_histogramFrame);
    charts->setChildrenCollapsible(false);
    charts->setStretchFactor(0, 3);
    charts->setStretchFactor(1, 2);
    halves->addWidget(charts);
    halves->addWidget(m_table);
    halves->setChildrenCollapsible(false);
    constexpr int leastBarLines = 12;
    charts->setMinimumHeight(fontMetrics().height() * leastBarLines);
    halves->setStretchFactor(0, 2);
    halves->setStretchFactor(1, 3);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_note);
    rows->addWidget(halves, 1);

    connect(m_rank, &Picker::chosen, this, [this] { m_isRankChosen = true; });
    for (Picker *const p : {m_run, m_whole, m_baseline, m_rank, m_step})
        connect(p, &Picker::chosen, this, &SidesPage::changed);
    connect(m_context.state, &ViewState::currentRankChanged, this, [this] {
        if (m_of == SidesOf::Steps && !m_isRankChosen)
            emit changed();
    });
    connect(m_ranks, &QLineEdit::editingFinished, this, &SidesPage::changed);
    connect(m_bars, &ValueBars::placeChosen, this, &SidesPage::onlySide);
    connect(m_table, &TableView::filtersCleared, this, [this] { onlySide(-1); });
    connect(m_table, &TableView::activated, this, [this](int row) {
        if (row >= 0 && m_shown.rows)
            m_jump.showOne(pairOf(row));
    });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row >= 0 && m_shown.rows)
            m_jump.addTo(menu, pairOf(row));
    });
    connect(m_table, &TableView::currentRowChanged, this, &SidesPage::showDurations);
    setSides(std::nullopt);
}

std::vector<QWidget *> SidesPage::controls() const
{
    return {m_run, m_whole, m_ranksBox, m_rank, m_baseline, m_step};
}

void SidesPage::setSides(std::optional<SidesOf> of)
{
    const bool other = std::exchange(m_of, of) != of;
    m_ranksBox->setVisible(of == SidesOf::Ranks);
    m_whole->setVisible(of == SidesOf::Ranks);
    m_baseline->setVisible(of == SidesOf::Ranks);
    m_rank->setVisible(of == SidesOf::Steps);
    m_step->setVisible(of == SidesOf::Steps);
    if (other || !of)
        say({});
    fillPickers();
}

std::vector<int> SidesPage::openRuns() const
{
    std::vector<int> out;
    for (int i = 0; i < runs().count(); ++i) {
        if (runs().run(i))
            out.push_back(i);
    }
    return out;
}

void SidesPage::fillPickers()
{
    std::vector<PickerItem> all;
    const std::vector<int> open = openRuns();
    for (const int i : open)
        all.push_back({runs().run(i)->title(), i});
    const auto isOpen = [&open](int run) { return std::find(open.begin(), open.end(), run) != open.end(); };
    if (open.size() > 1)
        all.push_back({tr("all that are open"), allRuns});
    m_run->setItems(all);
    const int chosen = m_run->value().isValid() ? m_run->value().toInt() : firstOtherRun;
    if (!isOpen(chosen) && (chosen != allRuns || open.size() < 2))
        m_run->setValue(runs().openRun(m_context.state->currentRank().run));
    m_run->setVisible(m_of == SidesOf::Ranks && open.size() > 1);
    m_whole->setItems({{tr("each rank"), eachRank},
                       {tr("each run, the mean of its ranks"), meanOfRun},
                       {tr("each run, the sum of its ranks"), sumOfRun}});
    fillBaselines(open);

    std::vector<PickerItem> ranks;
    for (const RankRef ref : runs().allRanks())
        ranks.push_back({runs().rankLabel(ref), QVariant::fromValue(ref)});
    RankRef rank = m_rank->value().value<RankRef>();
    if (!runs().info(rank) || !m_isRankChosen) {
        rank = runs().info(m_context.state->currentRank()) ? m_context.state->currentRank()
               : runs().allRanks().empty()                 ? RankRef()
                                                           : runs().allRanks().front();
        m_rank->setValue(QVariant::fromValue(rank));
    }
    m_rank->setItems(ranks);

    std::vector<PickerItem> steps = {{tr("median step"), QString()}};
    if (const auto loaded = runs().rank(rank); m_of == SidesOf::Steps && loaded && loaded->trace) {
        for (const StepWindow &w : stepWindows(*loaded)) {
            if (w.marked)
                steps.push_back({tr("step %1").arg(format::displayText(w.step)), w.step});
        }
    }
    // The steps of a rank are known when it is loaded; one that was restored waits for that.
    if (steps.size() > 1 && !m_wantedStep.isEmpty())
        m_step->setValue(std::exchange(m_wantedStep, QString()));
    const QString step = m_step->value().toString();
    if (std::none_of(steps.begin(), steps.end(), [&step](const PickerItem &i) { return i.data.toString() == step; }))
        m_step->setValue(QString());
    m_step->setItems(steps);
}

std::vector<int> SidesPage::sideRuns() const
{
    const int at = m_run->value().toInt();
    return at == allRuns ? openRuns() : std::vector<int>{at};
}

void SidesPage::fillBaselines(const std::vector<int> &open)
{
    const std::vector<int> sides = sideRuns();
    const int first = sides.empty() ? -1 : sides.front();
    const bool whole = m_whole->value().toInt() != eachRank;
    const bool sum = m_whole->value().toInt() == sumOfRun;
    std::vector<PickerItem> items;
    if (!whole)
        items.push_back({tr("median rank of the stage"), medianBaseline});
    // A whole run is held against runs first, which is what it is like.
    const auto addRanks = [&](int at) {
        const auto run = runs().run(at);
        for (int i = 0; run && i < std::ssize(run->infos); ++i)
            items.push_back({runs().rankLabel({at, i}), baselineOfRank({at, i})});
    };
    if (!whole)
        addRanks(first);
    for (const int other : open) {
        if (!whole && (sides.size() > 1 || other != first))
            items.push_back({tr("the same rank of %1").arg(runs().run(other)->title()), baselineOfRun(other)});
    }
    for (const int other : open) {
        if (whole && sides.size() == 1 && other == first)
            continue;
        items.push_back({(sum ? tr("the sum of all ranks of %1") : tr("the mean of all ranks of %1"))
                             .arg(runs().run(other)->title()),
                         baselineOfWhole(other)});
    }
    if (whole)
        addRanks(first);
    for (const int other : open) {
        if (other != first)
            addRanks(other);
    }
    const int wanted = m_baseline->value().toInt();
    if (std::none_of(items.begin(), items.end(), [wanted](const PickerItem &i) { return i.data.toInt() == wanted; }))
        m_baseline->setValue(items.empty() ? QVariant(medianBaseline) : items.front().data);
    m_baseline->setItems(items);
}

void SidesPage::say(const QString &why)
{
    m_job.cancel();
    m_shown = {};
    showDurations(-1);
    onlySide(-1);
    m_table->setEmptyText(why);
    m_table->setSource(nullptr);
    showBars();
    showNote();
}

void SidesPage::refresh(TableQuery asked)
{
    if (!m_of)
        return;
    fillPickers();
    const bool steps = m_of == SidesOf::Steps;
    m_sideRuns = steps ? std::vector<int>{m_rank->value().value<RankRef>().run} : sideRuns();
    m_baseRun = -1;
    m_place = steps                ? m_rank->value().value<RankRef>()
              : m_sideRuns.empty() ? RankRef()
                                   : RankRef{m_sideRuns.front(), -1};
    asked.run = runs().run(m_place.run);
    if (!asked.run)
        return say(tr("No run is open."));
    if (steps) {
        if (runs().state(m_place) != RankState::Loaded)
            return say(tr("%1 is not loaded.").arg(format::displayText(runs().rankLabel(m_place))));
        asked.rank = m_place.index;
        asked.step = m_step->value().toString();
    } else {
        const std::optional<std::vector<int>> ranks = ranksOfText(m_ranks->text());
        if (!ranks)
            return say(tr("\"%1\" is not a list of ranks. Enter for example 0-7, 16; leave it empty for all.")
                           .arg(format::displayText(m_ranks->text())));
        asked.ranks = *ranks;
        if (asked.rankIndices().empty())
            return say(tr("The run has none of these ranks."));
        for (size_t i = 1; i < m_sideRuns.size(); ++i) {
            if (auto run = runs().run(m_sideRuns[i]))
                asked.moreRuns.push_back(std::move(run));
        }
        asked.wholeSides = m_whole->value().toInt() != eachRank;
        asked.sumOfRanks = m_whole->value().toInt() == sumOfRun;
        const int baseline = m_baseline->value().toInt();
        asked.wholeBase = isWholeRun(baseline);
        m_baseRun = runOfBaseline(baseline);
        if (const RankRef rank = rankOfBaseline(baseline); rank.isValid()) {
            asked.other = rank.index;
            if (rank.run != m_place.run)
                m_baseRun = rank.run;
        }
        if (m_baseRun >= 0)
            asked.otherRun = runs().run(m_baseRun);
    }
    const TableSpec *const spec =
        m_context.tables->find(steps ? QStringView(u"compare.steps") : QStringView(u"compare.many"));
    m_job.start(
        *m_context.pool,
        [spec, asked](const JobContext &job) {
            Answer out;
            out.rows = spec->rows(asked, job);
            if (!out.rows)
                return out;
            if (out.rows->rows() == 0)
                out.whyEmpty = spec->whyEmpty(asked);
            out.totals = sideTotals(*out.rows);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void SidesPage::take(Answer answer)
{
    m_shown = std::move(answer);
    m_table->setEmptyText(m_shown.whyEmpty.isEmpty() ? tr("No operator of this kind ran.")
                                                     : tableText(m_shown.whyEmpty));
    const auto run = runs().run(m_place.run);
    m_table->setSource(m_shown.rows, run ? runOriginNs(*run) : 0);
    showBars();
    onlySide(-1);
    showNote();
    // The largest difference is the first question.
    showDurations(m_shown.rows && m_shown.rows->rows() > 0 ? 0 : -1);
}

int SidesPage::runAt(int number) const
{
    return number < 0 ? m_baseRun : m_sideRuns[std::min(static_cast<size_t>(number), m_sideRuns.size() - 1)];
}

PairPlace SidesPage::pairOf(int row) const
{
    if (!m_shown.rows || row < 0 || row >= static_cast<int>(m_shown.rows->rows()))
        return {};
    const SideRow of = sideRowOf(*m_shown.rows, static_cast<quint32>(row));
    if (!of.side)
        return {};
    const SideComparison &side = of.side->of;
    const auto rankOf = [](int rank, const std::vector<int> &ranks, int place) {
        return rank >= 0 ? rank : place < std::ssize(ranks) ? ranks[static_cast<size_t>(place)] : -1;
    };
    return {{runAt(side.baseRun), rankOf(side.base, side.baseRanks, of.row.base.longestOf)},
            of.row.base.longest,
            {runAt(side.run), rankOf(side.rank, side.ranks, of.row.other.longestOf)},
            of.row.other.longest};
}

QString SidesPage::sideText(const SideOf &side, bool ofBase) const
{
    const SideComparison &of = side.of;
    if (m_of == SidesOf::Steps)
        return tr("step %1").arg(format::displayText(ofBase ? side.baseline : side.label));
    const int run = runAt(ofBase ? of.baseRun : of.run);
    const int rank = ofBase ? of.base : of.rank;
    const auto name = [this](int at) { return runs().run(at) ? runs().run(at)->name : QString(); };
    return format::displayText(rank >= 0 ? runs().rankLabel({run, rank}) : tr("all ranks of %1").arg(name(run)));
}

void SidesPage::showDurations(int row)
{
    m_durationsJob.cancel();
    const bool some = row >= 0 && m_shown.rows && row < static_cast<int>(m_shown.rows->rows());
    const SideRow of = some ? sideRowOf(*m_shown.rows, static_cast<quint32>(row)) : SideRow();
    const auto run = of.side ? runs().run(runAt(of.side->of.run)) : nullptr;
    const auto baseRun = of.side ? runs().run(runAt(of.side->of.baseRun)) : nullptr;
    if (!run || !baseRun) {
        m_histogramFrame->setNote({});
        return m_histogram->setData(nullptr, {}, {});
    }
    constexpr qsizetype mostLetters = 200;
    m_histogramFrame->setNote(
        format::displayText(format::clipText(compareLabel(of.row, of.side->of.comparison.grouping), mostLetters)));
    m_durationsJob.start(
        *m_context.pool,
        [of, run, baseRun](const JobContext &job) {
            const SideComparison &side = of.side->of;
            return std::make_shared<const CompareDurations>(
                durationsOfRow(groupOf(*baseRun, side.baseRanks, side.baseStep, job),
                               groupOf(*run, side.ranks, side.step, job), of.side->query, of.row, job));
        },
        [this, base = sideText(*of.side, true),
         other = sideText(*of.side, false)](std::shared_ptr<const CompareDurations> durations) {
            m_histogram->setData(std::move(durations), base, other);
        });
}

void SidesPage::showBars()
{
    const bool steps = m_of == SidesOf::Steps;
    qint64 largest = 0;
    for (const SideTotal &t : m_shown.totals)
        largest = std::max({largest, t.totalNs, t.baseNs});
    const format::TimeUnit unit = format::timeUnitFor(largest);
    const auto text = [unit](double ns) {
        return format::timeIn(std::llround(ns), unit) + QChar(0x00A0) + format::unitName(unit);
    };
    std::vector<ValuePlace> places;
    for (size_t i = 0; i < std::min(mostSides, m_shown.totals.size()); ++i) {
        const SideTotal &t = m_shown.totals[i];
        ValueBar bar;
        bar.value = static_cast<double>(t.totalNs);
        bar.mark = static_cast<double>(t.baseNs);
        const double percent =
            t.baseNs > 0 ? 100.0 * static_cast<double>(t.differenceNs()) / static_cast<double>(t.baseNs) : 0;
        bar.caption = t.baseNs > 0 ? (percent >= 0 ? QStringLiteral("+") : QString()) +
                                         QString::number(percent, 'f', 1) + QStringLiteral(" %")
                                   : QString();
        // Ranks of one run are known by their numbers.
        const QString label =
            !steps && (m_sideRuns.size() > 1 || t.side->of.rank < 0) ? sideText(*t.side, false) : t.side->label;
        bar.tipLines = {{steps ? tr("Step") : tr("Rank"), format::displayText(label)},
                        {tr("Operators"), text(bar.value.value_or(0))},
                        {tr("Baseline"), sideText(*t.side, true)},
                        {tr("Operators of the baseline"), text(bar.mark.value_or(0))},
                        {tr("Difference"), text(static_cast<double>(t.differenceNs()))}};
        places.push_back({format::displayText(label), {bar}});
    }
    m_bars->setTimes();
    m_bars->setTexts({steps ? tr("Step") : tr("Rank"), tr("Baseline"), {}, {}, tr("Time of the operators")});
    m_bars->setBars({tr("Time of the operators")}, std::move(places), false);
    m_frame->setHeading(steps                                  ? tr("Steps against the baseline")
                        : m_whole->value().toInt() != eachRank ? tr("Runs against the baseline")
                                                               : tr("Ranks against the baseline"));
    m_frame->setNote(m_shown.totals.size() > mostSides
                         ? tr("the %1 of %2 that differ most")
                               .arg(format::integer(static_cast<qint64>(mostSides)),
                                    format::integer(static_cast<qint64>(m_shown.totals.size())))
                         : tr("largest difference first; click a bar to list one side only"));
    m_frame->parentWidget()->setVisible(!m_shown.totals.empty());
}

void SidesPage::onlySide(int place)
{
    const bool some = place >= 0 && place < static_cast<int>(m_shown.totals.size());
    const SideOf *const side = some ? m_shown.totals[static_cast<size_t>(place)].side.get() : nullptr;
    if (std::exchange(m_only, side) == side)
        return;
    if (!some) {
        m_table->setOnly({});
        return;
    }
    m_table->setOnly([wanted = m_shown.totals[static_cast<size_t>(place)].side](const RowSource &rows, quint32 row) {
        return sideOf(rows, row) == wanted.get();
    });
}

void SidesPage::showNote()
{
    QStringList lines;
    if (m_shown.rows) {
        lines << systemtexts::noteLines(*m_shown.rows);
        if (m_of == SidesOf::Ranks && m_place.run >= 0) {
            qint64 loaded = 0;
            qint64 ranks = 0;
            for (const int at : m_sideRuns) {
                const auto run = runs().run(at);
                ranks += run ? std::ssize(run->infos) : 0;
                for (int i = 0; run && i < std::ssize(run->infos); ++i)
                    loaded += runs().state({at, i}) == RankState::Loaded ? 1 : 0;
            }
            if (loaded < ranks)
                lines << tr("Only ranks that are loaded are compared: %1 of %2.")
                             .arg(format::integer(loaded), format::integer(ranks));
        }
        if (!m_context.state->timeSelection().isEmpty())
            lines << tr("Whole captures or steps are compared, whatever time is selected.");
    }
    m_note->setText(lines.join(u'\n'));
    m_note->setVisible(!lines.isEmpty());
}

QString SidesPage::note() const
{
    return m_note->text();
}

void SidesPage::forget()
{
    m_ranks->clear();
    m_whole->setValue(eachRank);
    m_baseline->setValue(medianBaseline);
    m_step->setValue(QString());
    m_wantedStep.clear();
    m_isRankChosen = false;
    say({});
}

QJsonObject SidesPage::saveState() const
{
    const std::vector<int> open = openRuns();
    const auto place = [&open](int run) {
        return static_cast<int>(std::find(open.begin(), open.end(), run) - open.begin());
    };
    const int run = m_run->value().isValid() ? m_run->value().toInt() : runs().openRun(-1);
    const int baseline = m_baseline->value().toInt();
    QJsonObject out{{QStringLiteral("run"), run == allRuns ? -1 : place(run)},
                    {QStringLiteral("allRuns"), run == allRuns},
                    {QStringLiteral("whole"), m_whole->value().toInt()},
                    {QStringLiteral("ranks"), m_ranks->text()},
                    {QStringLiteral("step"), m_wantedStep.isEmpty() ? m_step->value().toString() : m_wantedStep}};
    out[QStringLiteral("baselineWhole")] = isWholeRun(baseline);
    if (const int baseRun = runOfBaseline(baseline); baseRun >= 0)
        out[QStringLiteral("baselineRun")] = place(baseRun);
    else if (const RankInfo *const info = runs().info(rankOfBaseline(baseline))) {
        out[QStringLiteral("baseline")] = info->label;
        out[QStringLiteral("baselineRankRun")] = place(rankOfBaseline(baseline).run);
    }
    const RankRef rank = m_rank->value().value<RankRef>();
    if (const RankInfo *const info = runs().info(rank); info && m_isRankChosen) {
        out[QStringLiteral("rankRun")] = place(rank.run);
        out[QStringLiteral("rank")] = info->label;
    }
    return out;
}

void SidesPage::restoreState(const QJsonObject &state)
{
    const std::vector<int> open = openRuns();
    const auto runAt = [&open](const QJsonValue &place) {
        const int at = place.toInt(-1);
        return at >= 0 && at < std::ssize(open) ? open[static_cast<size_t>(at)] : -1;
    };
    const auto rankOf = [this](int run, const QJsonValue &label) {
        for (const RankRef ref : runs().allRanks()) {
            if (ref.run == run && label.isString() && runs().info(ref)->label == label.toString())
                return ref;
        }
        return RankRef();
    };
    const bool all = state[QStringLiteral("allRuns")].toBool() && open.size() > 1;
    const int run = all ? open.front() : runAt(state[QStringLiteral("run")]);
    if (run >= 0)
        m_run->setValue(all ? allRuns : run);
    m_whole->setValue(std::clamp(state[QStringLiteral("whole")].toInt(eachRank), eachRank, sumOfRun));
    m_ranks->setText(state[QStringLiteral("ranks")].toString());
    const int otherRun = runAt(state[QStringLiteral("baselineRun")]);
    const QJsonValue ofRun = state[QStringLiteral("baselineRankRun")];
    const RankRef baseline = rankOf(ofRun.isDouble() ? runAt(ofRun) : run, state[QStringLiteral("baseline")]);
    const bool wholeBase = state[QStringLiteral("baselineWhole")].toBool();
    m_baseline->setValue(otherRun >= 0        ? (wholeBase ? baselineOfWhole(otherRun) : baselineOfRun(otherRun))
                         : baseline.isValid() ? baselineOfRank(baseline)
                                              : medianBaseline);
    const RankRef rank = rankOf(runAt(state[QStringLiteral("rankRun")]), state[QStringLiteral("rank")]);
    m_isRankChosen = rank.isValid();
    if (rank.isValid())
        m_rank->setValue(QVariant::fromValue(rank));
    m_wantedStep = state[QStringLiteral("step")].toString();
    fillPickers();
}

bool SidesPage::isComplete() const
{
    return !m_job.isRunning() && !m_durationsJob.isRunning() && m_table->isComplete();
}

void SidesPage::retranslate()
{
    m_run->setLabel(tr("Run"));
    m_whole->setLabel(tr("Sides"));
    m_histogramFrame->setHeading(tr("Durations"));
    m_histogram->setHint(tr("Choose an operator in the table: its executions on both sides are shown here."));
    m_histogram->setAccessibleName(tr("Durations of the chosen operator on both sides"));
    m_ranksLabel->setText(tr("Ranks"));
    m_ranks->setPlaceholderText(tr("all"));
    m_ranks->setToolTip(tr("Ranks to compare, for example 0-7, 16; leave it empty for all."));
    m_ranks->setAccessibleName(tr("Ranks that are compared"));
    m_baseline->setLabel(tr("Baseline"));
    m_rank->setLabel(tr("Rank"));
    m_step->setLabel(tr("Baseline"));
    m_table->setTableName(tr("Operators of all sides"));
    m_bars->setAccessibleName(tr("Time of the operators of each side beside that of its baseline"));
    fillPickers();
    showBars();
    showNote();
}

} // namespace rs

#include "moc_sidespage.cpp"
