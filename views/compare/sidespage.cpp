// SPDX-License-Identifier: Apache-2.0
#include "views/compare/sidespage.h"

#include "analysis/stepwindows.h"
#include "core/ranklist.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/picturescope.h"
#include "views/runorigin.h"
#include "views/system/systemtexts.h"
#include "views/tables/tableview.h"
#include "views/widgets/chartframe.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/valuebars.h"

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
// Values of the baseline picker beside the indices of ranks.
constexpr int medianBaseline = -1;
constexpr int firstOtherRun = -2; ///< and down: the runs in their order

int baselineOfRun(int run)
{
    return firstOtherRun - run;
}

} // namespace

SidesPage::SidesPage(const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_run(new Picker(parent)), m_ranksBox(new QWidget(parent)),
      m_ranksLabel(plainLabel(m_ranksBox)), m_ranks(new QLineEdit(m_ranksBox)), m_baseline(new Picker(parent)),
      m_rank(new Picker(parent)), m_step(new Picker(parent)), m_bars(new ValueBars(context.theme)),
      m_frame(new ChartFrame(m_bars, QStringLiteral("compare-sides"), context.theme)), m_note(plainLabel(this)),
      m_table(new TableView(QStringLiteral("compare_sides"), context.theme, context.pool)), m_jump(context)
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
    m_step->setValue(QString());
    m_note->setWordWrap(true);
    m_frame->setScope([this] { return pictureScope(runs(), m_place.run, {}); });

    auto *const halves = new QSplitter(Qt::Vertical);
    halves->addWidget(m_frame);
    halves->addWidget(m_table);
    halves->setChildrenCollapsible(false);
    constexpr int leastBarLines = 12;
    m_frame->setMinimumHeight(fontMetrics().height() * leastBarLines);
    halves->setStretchFactor(0, 2);
    halves->setStretchFactor(1, 3);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_note);
    rows->addWidget(halves, 1);

    for (Picker *const p : {m_run, m_baseline, m_rank, m_step})
        connect(p, &Picker::chosen, this, &SidesPage::changed);
    connect(m_ranks, &QLineEdit::editingFinished, this, &SidesPage::changed);
    connect(m_bars, &ValueBars::placeChosen, this, &SidesPage::onlySide);
    connect(m_table, &TableView::filtersCleared, this, [this] { onlySide(-1); });
    connect(m_table, &TableView::activated, this, [this](int row) {
        if (const auto source = m_table->rows()->source(); source && row >= 0)
            m_jump.go(*source, static_cast<quint32>(row), m_place);
    });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (const auto source = m_table->rows()->source(); source && row >= 0)
            m_jump.addTo(menu, source, static_cast<quint32>(row), m_place);
    });
    setSides(std::nullopt);
}

std::vector<QWidget *> SidesPage::controls() const
{
    return {m_run, m_ranksBox, m_rank, m_baseline, m_step};
}

void SidesPage::setSides(std::optional<SidesOf> of)
{
    const bool other = std::exchange(m_of, of) != of;
    m_ranksBox->setVisible(of == SidesOf::Ranks);
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
    m_run->setItems(all);
    if (!isOpen(m_run->value().isValid() ? m_run->value().toInt() : -1))
        m_run->setValue(runs().openRun(m_context.state->currentRank().run));
    m_run->setVisible(m_of == SidesOf::Ranks && open.size() > 1);

    const int at = m_run->value().toInt();
    const auto run = runs().run(at);
    std::vector<PickerItem> baselines = {{tr("median rank of the stage"), medianBaseline}};
    for (int i = 0; run && i < std::ssize(run->infos); ++i)
        baselines.push_back({runs().rankLabel({at, i}), i});
    for (const int other : open) {
        if (other != at)
            baselines.push_back({tr("the same rank of %1").arg(runs().run(other)->title()), baselineOfRun(other)});
    }
    const int baseline = m_baseline->value().toInt();
    if (baseline <= firstOtherRun ? !isOpen(firstOtherRun - baseline) || firstOtherRun - baseline == at
                                  : run && baseline >= std::ssize(run->infos))
        m_baseline->setValue(medianBaseline);
    m_baseline->setItems(baselines);

    std::vector<PickerItem> ranks;
    for (const RankRef ref : runs().allRanks())
        ranks.push_back({runs().rankLabel(ref), QVariant::fromValue(ref)});
    RankRef rank = m_rank->value().value<RankRef>();
    if (!runs().info(rank)) {
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

void SidesPage::say(const QString &why)
{
    m_job.cancel();
    m_shown = {};
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
    m_place = steps ? m_rank->value().value<RankRef>() : RankRef{m_run->value().toInt(), -1};
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
            return say(tr("\"%1\" is no list of ranks. Write for example 0-7, 16; nothing stands for all of them.")
                           .arg(format::displayText(m_ranks->text())));
        asked.ranks = *ranks;
        if (asked.rankIndices().empty())
            return say(tr("The run has none of these ranks."));
        const int baseline = m_baseline->value().toInt();
        if (baseline <= firstOtherRun)
            asked.otherRun = runs().run(firstOtherRun - baseline);
        else
            asked.other = baseline;
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
        bar.tipLines = {{steps ? tr("Step") : tr("Rank"), format::displayText(t.side)},
                        {tr("Operators"), text(bar.value.value_or(0))},
                        {tr("Baseline"), steps ? tr("step %1").arg(format::displayText(t.baseline))
                                               : tr("rank %1").arg(format::displayText(t.baseline))},
                        {tr("Operators of the baseline"), text(bar.mark.value_or(0))},
                        {tr("Difference"), text(static_cast<double>(t.differenceNs()))}};
        places.push_back({format::displayText(t.side), {bar}});
    }
    m_bars->setFormat(text);
    m_bars->setTexts({steps ? tr("Step") : tr("Rank"), tr("Baseline"), {}});
    m_bars->setBars({tr("Time of the operators")}, std::move(places), false);
    m_frame->setHeading(steps ? tr("Steps against one") : tr("Ranks against one"));
    m_frame->setNote(m_shown.totals.size() > mostSides
                         ? tr("the %1 of %2 that differ most")
                               .arg(format::integer(static_cast<qint64>(mostSides)),
                                    format::integer(static_cast<qint64>(m_shown.totals.size())))
                         : tr("what differs most stands first; a click lists one side alone"));
    m_frame->setVisible(!m_shown.totals.empty());
}

void SidesPage::onlySide(int place)
{
    const bool some = place >= 0 && place < static_cast<int>(m_shown.totals.size());
    const QString side = some ? m_shown.totals[static_cast<size_t>(place)].side : QString();
    if (std::exchange(m_only, side) == side)
        return;
    if (!some) {
        m_table->setOnly({});
        return;
    }
    m_table->setOnly(
        [wanted = side.toStdString()](const RowSource &rows, quint32 row) { return rows.text(row, 0) == wanted; });
}

void SidesPage::showNote()
{
    QStringList lines;
    if (m_shown.rows) {
        lines << systemtexts::noteLines(*m_shown.rows);
        if (m_of == SidesOf::Ranks && m_place.run >= 0) {
            const auto run = runs().run(m_place.run);
            qint64 loaded = 0;
            for (int i = 0; run && i < std::ssize(run->infos); ++i)
                loaded += runs().state({m_place.run, i}) == RankState::Loaded ? 1 : 0;
            if (run && loaded < std::ssize(run->infos))
                lines << tr("Only ranks that are loaded are compared: %1 of %2.")
                             .arg(format::integer(loaded), format::integer(std::ssize(run->infos)));
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
    m_baseline->setValue(medianBaseline);
    m_step->setValue(QString());
    m_wantedStep.clear();
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
    QJsonObject out{{QStringLiteral("run"), place(run)},
                    {QStringLiteral("ranks"), m_ranks->text()},
                    {QStringLiteral("step"), m_wantedStep.isEmpty() ? m_step->value().toString() : m_wantedStep}};
    if (baseline <= firstOtherRun)
        out[QStringLiteral("baselineRun")] = place(firstOtherRun - baseline);
    else if (const RankInfo *const info = runs().info({run, baseline}))
        out[QStringLiteral("baseline")] = info->label;
    const RankRef rank = m_rank->value().value<RankRef>();
    if (const RankInfo *const info = runs().info(rank)) {
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
    const int run = runAt(state[QStringLiteral("run")]);
    if (run >= 0)
        m_run->setValue(run);
    m_ranks->setText(state[QStringLiteral("ranks")].toString());
    const int otherRun = runAt(state[QStringLiteral("baselineRun")]);
    const RankRef baseline = rankOf(run, state[QStringLiteral("baseline")]);
    m_baseline->setValue(otherRun >= 0        ? baselineOfRun(otherRun)
                         : baseline.isValid() ? baseline.index
                                              : medianBaseline);
    const RankRef rank = rankOf(runAt(state[QStringLiteral("rankRun")]), state[QStringLiteral("rank")]);
    if (rank.isValid())
        m_rank->setValue(QVariant::fromValue(rank));
    m_wantedStep = state[QStringLiteral("step")].toString();
    fillPickers();
}

bool SidesPage::isComplete() const
{
    return !m_job.isRunning() && !m_jump.isRunning() && m_table->isComplete();
}

void SidesPage::retranslate()
{
    m_run->setLabel(tr("Run"));
    m_ranksLabel->setText(tr("Ranks"));
    m_ranks->setPlaceholderText(tr("all"));
    m_ranks->setToolTip(tr("Which ranks are compared, for example 0-7, 16; nothing stands for all of them."));
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
