// SPDX-License-Identifier: Apache-2.0
#include "views/overview/heatmappage.h"

#include "analysis/ranks/domains.h"
#include "analysis/ranks/parallelstrategy.h"
#include "items/domaintext.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/picture/colorscale.h"
#include "views/state/databasetexts.h"
#include "views/page/picturescope.h"
#include "views/page/rankgroupchip.h"
#include "views/page/rankmenu.h"
#include "views/page/steptexts.h"
#include "views/overview/stepheatmap.h"
#include "views/picture/chartframe.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/picker.h"

#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr double nsOfMs = 1e6;

} // namespace

HeatMapPage::HeatMapPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("heatmap"), context, parent), m_metricPicker(new Picker(this)),
      m_showPicker(new Picker(this)), m_rowsPicker(new Picker(this)), m_foldPicker(new Picker(this)),
      m_chip(new RankGroupChip(context.state)), m_map(new StepHeatMap(context.theme)),
      m_scale(new ColorScale(context.theme)), m_picture(new QWidget),
      m_frame(new ChartFrame(m_picture, QStringLiteral("ranks-steps"), context.theme))
{
    addWork(m_job);
    addPicture(m_frame, [this] { return m_layer != nullptr; });
    body()->onDue(refreshDelayMs, [this] { compute(); });
    auto *rows = new QVBoxLayout(m_picture);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_map, 1);
    rows->addWidget(m_scale);
    auto *page = new QWidget;
    auto *bar = new QWidget(page);
    auto *flow = new FlowLayout(bar, 12);
    for (Picker *const picker : {m_metricPicker, m_showPicker, m_rowsPicker, m_foldPicker})
        flow->addWidget(picker);
    flow->addWidget(m_chip);
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(bar);
    column->addWidget(m_frame, 1);
    body()->setContent(page);
    m_frame->setScope([this] {
        QStringList more;
        const auto run = runs().run(m_run);
        if (const QString domain = run ? domainLabel(*run, m_domain) : QString(); !domain.isEmpty())
            more << tr("domain: %1").arg(domainText(domain));
        return pictureScope(runs(), m_run, {}, more);
    });
    connect(m_metricPicker, &Picker::chosen, this, [this](const QVariant &metric) {
        m_ownMetric = static_cast<StepMetric>(metric.toInt());
        state().chooseMetric();
    });
    for (Picker *const picker : {m_metricPicker, m_rowsPicker, m_foldPicker})
        connect(picker, &Picker::chosen, this, &HeatMapPage::showAgain);
    connect(m_showPicker, &Picker::chosen, this, &HeatMapPage::showDifferences);
    for (Picker *const picker : {m_metricPicker, m_showPicker, m_rowsPicker, m_foldPicker})
        connect(picker, &Picker::chosen, this, &HeatMapPage::arrangementChanged);
    connect(m_scale, &ColorScale::rangeChanged, this, &HeatMapPage::showRange);
    connect(m_map, &StepHeatMap::cellClicked, this, &HeatMapPage::choose);
    connect(m_map, &StepHeatMap::cellActivated, this, [this](int row, int step) { showInTimeline(row, step); });
    connect(m_frame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        if (const auto cell = m_map->cellAt(m_map->mapFrom(m_picture, at)); cell.first >= 0)
            addShowInTimeline(menu, state(), refOf(cell.first, cell.second), runs(),
                              [this, cell] { showInTimeline(cell.first, cell.second); });
    });
    connect(&runs(), &RunStore::ranksLoaded, this, &HeatMapPage::invalidate);
    if (context.diagnoses)
        connect(context.diagnoses, &RunDiagnoses::changed, this, [this](int run) {
            if (run == m_run)
                showMarks();
        });
    connect(&state(), &ViewState::domainChanged, this, &HeatMapPage::invalidate);
    // A jump from a verdict shows the time that it is about, also if all is fine.
    connect(&state(), &ViewState::askedMetricChanged, this, &HeatMapPage::showAskedMetric);
    connect(&state(), &ViewState::stepChanged, this, [this] {
        followState();
        showScale();
    });
    for (const auto signal : {&ViewState::rankGroupChanged, &ViewState::thresholdsChanged})
        connect(&state(), signal, this, &HeatMapPage::showAgain);
    connect(context.theme, &Theme::changed, this, &HeatMapPage::showScale);
    fillPickers();
    m_metricPicker->setValue(static_cast<int>(m_ownMetric));
    showAskedMetric();
}

void HeatMapPage::showAskedMetric()
{
    const StepMetric now = state().askedMetric().value_or(m_ownMetric);
    if (choice().metric == now)
        return;
    m_metricPicker->setValue(static_cast<int>(now));
    showAgain();
}

QString HeatMapPage::title() const
{
    return tr("Ranks × Steps");
}

QString HeatMapPage::hint() const
{
    return tr("One time of every rank and step as colours, as it is or against the median of the ranks of the same "
              "pipeline stage: which rank stands apart, and in which steps?");
}

QString HeatMapPage::whyWhole() const
{
    return tr("All ranks and steps; filtered by domain only");
}

void HeatMapPage::saveMore(QJsonObject &out) const
{
    out = pickers().save(m_ownMetric);
}

void HeatMapPage::restoreMore(const QJsonObject &state)
{
    pickers().restore(state);
    m_ownMetric = static_cast<StepMetric>(m_metricPicker->value().toInt());
    m_metricPicker->setValue(static_cast<int>(this->state().askedMetric().value_or(m_ownMetric)));
    showDifferences();
    showAgain();
}

void HeatMapPage::showDifferences()
{
    m_map->setDifferences(differences());
    showScale();
}

HeatMapPage::Choice HeatMapPage::choice() const
{
    const ShownRanks &group = state().rankGroup();
    return {static_cast<StepMetric>(m_metricPicker->value().toInt()), foldedTokens(),
            static_cast<FoldBy>(m_foldPicker->value().toInt()), group.run == m_run ? group.ranks : std::vector<int>(),
            state().thresholds()};
}

bool HeatMapPage::differences() const
{
    return m_showPicker->value().toBool();
}

void HeatMapPage::fillPickers()
{
    m_metricPicker->setItems(StepTexts::metrics());
    m_showPicker->setItems(StepTexts::differences());
    const std::vector<PickerItem> rows = StepTexts::folds(m_numbers.hasStrategy ? &m_numbers.strategy : nullptr);
    // A fold from another run may not exist in this one; before the dimensions are known the choice waits.
    if (m_numbers.whole &&
        std::none_of(rows.begin(), rows.end(), [this](const PickerItem &i) { return i.data == m_rowsPicker->value(); }))
        m_rowsPicker->setValue(0U);
    if (m_numbers.whole || foldedTokens() == 0)
        m_rowsPicker->setItems(rows);
    m_rowsPicker->setVisible(rows.size() > 1);
    m_foldPicker->setItems(StepTexts::foldWays());
    m_foldPicker->setVisible(foldedTokens() != 0);
}

void HeatMapPage::refresh()
{
    const int run = runs().openRun(state().currentRank().run);
    const auto now = runs().run(run);
    // Another rank of the same run changes the frame, no number.
    if (now && m_layer && m_of.lock() == now && m_domain == state().domain())
        return m_made == choice() ? followState() : makeAgain();
    if (!now)
        return compute();
    body()->schedule();
}

void HeatMapPage::compute()
{
    // While ranks keep arriving a running computation is let through, or nothing would be seen before the last one.
    if (m_job.isRunning() && runs().isLoading())
        return body()->schedule();
    m_run = runs().openRun(state().currentRank().run);
    m_domain = state().domain();
    const auto run = runs().run(m_run);
    m_of = run;
    if (!run) {
        m_job.cancel();
        return take({});
    }
    m_made = choice();
    m_job.start(
        *context().pool,
        [run, domain = m_domain, choice = m_made,
         &spec = *context().tables->find(u"steps.deviation")](const JobContext &job) {
            const MemoryReservation room = roomFor(u"overview", *run, job);
            const std::vector<Domain> all = domains(*run, job);
            Result out;
            out.whole = std::make_shared<const StepGrid>(stepGrid(*run, all, domain, job));
            const KnownStrategy known = strategyOf(*run, all);
            out.strategy = known.strategy;
            out.hasStrategy = isTrusted(known);
            makeLayer(out, choice, job);
            if (out.whole->isEmpty()) {
                TableQuery query;
                query.run = run;
                out.whyEmpty = spec.whyEmpty(query);
            }
            return out;
        },
        [this](Result result) { take(std::move(result)); });
}

void HeatMapPage::makeLayer(Result &result, const Choice &choice, const JobContext &job)
{
    std::shared_ptr<const StepGrid> rows = result.whole;
    if (choice.folded != 0 && result.hasStrategy)
        rows = std::make_shared<const StepGrid>(rows->folded(result.strategy, choice.folded, choice.by));
    if (!choice.ranks.empty())
        rows = std::make_shared<const StepGrid>(rows->only(choice.ranks));
    result.layer = rows == result.whole
                       ? std::make_shared<const StepHeatLayer>(rows, choice.metric, job, choice.thresholds)
                       : std::make_shared<const StepHeatLayer>(rows, result.whole, choice.metric, choice.by, job,
                                                               choice.thresholds);
}

// Does nothing while hidden: the picture is made when the page is shown.
void HeatMapPage::showAgain()
{
    m_foldPicker->setVisible(choice().folded != 0);
    if (isVisible())
        makeAgain();
    else
        invalidate();
}

void HeatMapPage::makeAgain()
{
    if (!m_layer)
        return;
    // A newer run is being computed: it takes the choice along.
    if (!isComplete())
        return body()->schedule();
    m_made = choice();
    m_job.start(
        *context().pool,
        [numbers = m_numbers, choice = m_made](const JobContext &job) {
            Result out = numbers;
            makeLayer(out, choice, job);
            return out;
        },
        [this](Result result) { take(std::move(result)); });
}

unsigned HeatMapPage::foldedTokens() const
{
    return m_rowsPicker->value().toUInt();
}

void HeatMapPage::take(Result result)
{
    m_layer = result.layer;
    m_numbers = std::move(result);
    fillPickers();
    if (!m_layer || m_layer->grid->isEmpty()) {
        m_map->setLayer(nullptr);
        if (!runs().run(m_run))
            body()->showEmpty(tr("No run is open"),
                              tr("Open a folder with File > Import Data, or drop it on the window."));
        else if (runs().isLoading())
            body()->showEmpty(tr("Loading"), tr("Every rank appears here as soon as it is loaded."));
        else if (DatabaseTexts::isAllOf(runs(), m_run))
            body()->showEmpty(DatabaseTexts::heading(), DatabaseTexts::ofRun(QStringLiteral("step_trace_time.csv")));
        else
            body()->showEmpty(tr("There are no times to show"), m_numbers.whole && !m_numbers.whole->isEmpty()
                                                                    ? tr("None of the shown ranks has any.")
                                                                    : tableText(m_numbers.whyEmpty));
        return;
    }
    body()->showContent();
    m_map->setMetricName(StepTexts::metric(m_layer->metric));
    m_map->setDifferences(differences());
    m_map->setLayer(m_layer);
    showMarks();
    followState();
}

void HeatMapPage::showMarks()
{
    const auto run = runs().run(m_run);
    if (!run || !m_layer)
        return;
    const auto diagnosis = context().diagnoses ? context().diagnoses->of(m_run) : nullptr;
    m_map->setMarks(highlightedRanks(*run, diagnosis.get(), m_layer->metric));
    showScale();
}

void HeatMapPage::showScale()
{
    if (!m_layer)
        return;
    const auto range = m_layer->colorRange(differences());
    m_scale->setDiverging(differences());
    m_scale->setBounds(range ? static_cast<double>(range->first) / nsOfMs : 0,
                       range ? static_cast<double>(range->second) / nsOfMs : 0, QStringLiteral("ms"), true);
    showRange();
    std::vector<LegendEntry> notes;
    if (m_layer->unknown > 0 || (differences() && m_layer->alone > 0))
        notes.push_back(
            {differences() && m_layer->alone > 0 ? tr("No data, or no other rank to compare with") : tr("No data"),
             QColor()});
    if (!m_layer->outliers.empty())
        notes.push_back({tr("Outlined: differs from its peers"), context().theme->text()});
    if (!m_map->marks().empty())
        notes.push_back({tr("Reported as a problem"), context().theme->error(), LegendEntry::Mark::Corner});
    m_scale->setNotes(std::move(notes));
    const QString what = StepTexts::metric(m_layer->metric);
    m_frame->setHeading(differences() ? tr("%1 vs. peer median (ms)").arg(what) : tr("%1 (ms)").arg(what));
    m_map->setAccessibleName(tr("%1 of every rank and step").arg(what));
    const bool isAsked = state().askedMetric().value_or(m_ownMetric) != m_ownMetric;
    m_frame->setNote(isAsked ? tr("%1; the time of the verdict; select another rank for %2 again")
                                   .arg(note(), StepTexts::metric(m_ownMetric))
                             : note());
}

void HeatMapPage::showRange()
{
    // Whole nanoseconds, so that the smallest and the largest are inside whatever the division did to them.
    m_map->setRange(std::floor(m_scale->low() * nsOfMs), std::ceil(m_scale->high() * nsOfMs));
}

QString HeatMapPage::note() const
{
    if (m_layer->unknown == m_layer->grid->cells())
        return tr("No source of this run has this time.");
    size_t cells = 0;
    for (const StepHeatLayer::Outliers &o : m_layer->outliers)
        cells += o.last - o.first + 1;
    const auto rows = static_cast<int>(m_layer->grid->rows().size());
    const QString ranks =
        m_made.folded == 0 ? tr("%n rank(s)", nullptr, rows) : tr("%n row(s) of folded ranks", nullptr, rows);
    const QString outliers = cells == 0 ? tr("no outliers") : tr("%n outlier(s)", nullptr, static_cast<int>(cells));
    const bool stages = m_numbers.whole->rowsOfStage().size() > 1;
    QString note = stages ? tr("%1, %2; peers are the ranks of the same pipeline stage").arg(ranks, outliers)
                          : tr("%1, %2; peers are all ranks").arg(ranks, outliers);
    if (!state().step().isEmpty())
        note = tr("all steps; %1").arg(note);
    const auto range = m_layer->range(differences());
    if (range == m_layer->colorRange(differences()))
        return note;
    return tr("%1; they hardly differ (%2 to %3): the colours span %4 % of the median")
        .arg(note, format::duration(range->first), format::duration(range->second))
        .arg(StepHeatLayer::leastRangePercent);
}

RankRef HeatMapPage::refOf(int row, int step) const
{
    const GridRow &r = m_layer->grid->rows()[static_cast<size_t>(row)];
    int index = r.rankIndex;
    if (r.parts.size() > 1) {
        const auto part = m_layer->partOf(static_cast<size_t>(row), static_cast<size_t>(step), differences());
        index = m_numbers.whole->rows()[part.value_or(r.parts.front())].rankIndex;
    }
    return index < 0 ? RankRef() : RankRef{m_run, index};
}

void HeatMapPage::choose(int row, int step)
{
    state().inOneStep([&] {
        // Selections within the picture that a verdict led to keep its time.
        if (const std::optional<StepMetric> asked = state().askedMetric())
            state().askMetric(*asked);
        state().chooseRankAndStep(refOf(row, step), m_layer->grid->steps()[step]);
    });
    m_map->setSelected(row, step); // also a rank that is in no file but the cluster's
}

// The step first: the timeline zooms to it, also where the rank is still to be loaded.
void HeatMapPage::showInTimeline(int row, int step)
{
    const RankRef ref = refOf(row, step);
    if (!ref.isValid())
        return;
    state().inOneStep([&] {
        choose(row, step);
        state().showInTimeline(ref);
    });
}

void HeatMapPage::followState()
{
    if (!m_layer || !isComplete())
        return;
    const auto &rows = m_layer->grid->rows();
    const RankRef ref = state().currentRank();
    const auto holds = [this, &ref](const GridRow &r) {
        return r.rankIndex == ref.index || std::any_of(r.parts.begin(), r.parts.end(), [&](size_t part) {
                   return m_numbers.whole->rows()[part].rankIndex == ref.index;
               });
    };
    const auto at = std::find_if(rows.begin(), rows.end(), holds);
    const bool its = ref.isValid() && ref.run == m_run && at != rows.end();
    m_map->setSelected(its ? static_cast<int>(at - rows.begin()) : -1,
                       static_cast<int>(m_layer->grid->steps().indexOf(state().step())));
}

void HeatMapPage::retranslate()
{
    m_metricPicker->setLabel(tr("Time"));
    m_showPicker->setLabel(tr("Show"));
    m_rowsPicker->setLabel(tr("Rows"));
    m_foldPicker->setLabel(tr("of the folded ranks"));
    m_scale->setAccessibleName(tr("Range of the colour scale"));
    fillPickers();
    if (m_layer)
        take(Result(m_numbers));
    else
        invalidate();
}

} // namespace rs

#include "moc_heatmappage.cpp"
