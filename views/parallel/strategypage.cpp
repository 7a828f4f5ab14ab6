// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/strategypage.h"

#include "analysis/ranks/domains.h"
#include "items/format.h"
#include "tables/base/tables.h"
#include "views/picture/colorscale.h"
#include "views/parallel/strategyform.h"
#include "views/page/picturescope.h"
#include "views/page/rankgroupchip.h"
#include "views/page/rankmenu.h"
#include "views/page/steptexts.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/picker.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace rs {

namespace {

constexpr double strategyNsOfMs = 1e6;

QPixmap frameMark(const QColor &color, int side)
{
    QPixmap out(side, side);
    out.fill(color);
    return out;
}

} // namespace

StrategyPage::StrategyPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("strategy"), context, parent), m_form(new StrategyForm), m_metricPicker(new Picker(this)),
      m_showPicker(new Picker(this)), m_cellsPicker(new Picker(this)), m_foldPicker(new Picker(this)),
      m_find(new QLineEdit), m_chip(new RankGroupChip(context.state)), m_more(new QToolButton), m_bar(new QWidget),
      m_grid(new RankGrid(context.theme)), m_scale(new ColorScale(context.theme)), m_picture(new QWidget),
      m_frame(new ChartFrame(m_picture, QStringLiteral("parallel-strategy"), context.theme)),
      m_pictures(new PageBody(nullptr)), m_table(new TablePage(QStringLiteral("strategy"), context)),
      m_tabs(new QTabWidget)
{
    for (const unsigned token : strategyDimensions)
        m_frames[token] = new QCheckBox(QLatin1String(dimensionName(token)));
    addWork(m_job);
    addPicture(m_frame, [this] { return m_now.picture != nullptr; });
    body()->onDue(refreshDelayMs, [this] { compute(); });
    arrange();
    connectParts();
    fillPickers();
    // A slow rank does not lengthen its step alone: the others wait for it.
    m_metricPicker->setValue(static_cast<int>(StepMetric::Computing));
}

void StrategyPage::arrange()
{
    auto *const rows = new QVBoxLayout(m_picture);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_grid, 1);
    rows->addWidget(m_scale);
    auto *const shown = new QWidget;
    auto *const flow = new FlowLayout(m_bar, 12);
    // At the beginning, so that it stays under the mouse whatever comes beside it.
    m_more->setCheckable(true);
    m_more->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    flow->addWidget(m_more);
    for (Picker *const picker : {m_metricPicker, m_showPicker, m_cellsPicker, m_foldPicker})
        flow->addWidget(picker);
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    flow->addWidget(m_find);
    for (const auto &[token, box] : m_frames) {
        box->setChecked(token == TokenTp); // frames of all groups lie over each other
        flow->addWidget(box);
    }
    flow->addWidget(m_chip);
    auto *const column = new QVBoxLayout(shown);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_frame, 1);
    m_pictures->setContent(shown);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_pictures, QString());
    m_tabs->addTab(m_table, QString());
    auto *const page = new QWidget;
    auto *const all = new QVBoxLayout(page);
    all->setContentsMargins(0, 4, 0, 0);
    all->setSpacing(4);
    all->addWidget(m_form);
    all->addWidget(m_tabs, 1);
    body()->setContent(page);
    placeBar();
    m_frame->setScope([this] { return pictureScope(runs(), m_run, state().step()); });
}

void StrategyPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    constexpr int controlLines = 11; // form, its note, tabs and pickers
    constexpr int chartPercent = 55; // of the window
    const bool low =
        height() - controlLines * fontMetrics().height() < QWidget::window()->height() * chartPercent / 100;
    if (std::exchange(m_low, low) != low)
        placeBar();
    showControls();
}

// Above its picture; where the sizes are folded above them, so that they unfold below the line that is clicked.
void StrategyPage::placeBar()
{
    QWidget *const parent = m_low ? m_form->parentWidget() : m_frame->parentWidget();
    static_cast<QVBoxLayout *>(parent->layout())->insertWidget(0, m_bar);
}

// Without a picture the sizes are what is to be done.
bool StrategyPage::showsAll() const
{
    return !m_low || m_more->isChecked() || !m_now.picture;
}

void StrategyPage::showControls()
{
    const bool all = showsAll();
    m_more->setVisible(m_low);
    m_more->setArrowType(m_more->isChecked() ? Qt::DownArrow : Qt::RightArrow);
    m_form->setVisible(all);
    m_tabs->tabBar()->setVisible(all);
    if (!all)
        m_tabs->setCurrentIndex(0);
    // Choices of the picture are hidden above the table.
    const bool picture = !m_low || m_tabs->currentIndex() == 0;
    for (QWidget *const w : std::initializer_list<QWidget *>{m_metricPicker, m_showPicker, m_find})
        w->setVisible(picture);
    m_cellsPicker->setVisible(picture && all && m_cellsPicker->box()->count() > 1);
    m_foldPicker->setVisible(picture && all && choice().folded != 0);
    for (const auto &[token, box] : m_frames)
        box->setVisible(picture && dimensionSize(m_now.known.strategy, token) > 1);
    m_bar->setVisible(!m_low || m_now.picture);
}

void StrategyPage::connectParts()
{
    connect(m_more, &QToolButton::toggled, this, &StrategyPage::showControls);
    connect(m_form, &StrategyForm::entered, this,
            [this](const Strategy &strategy) { state().enterStrategy(m_run, strategy); });
    connect(m_form, &StrategyForm::resetWanted, this, [this] { state().enterStrategy(m_run, std::nullopt); });
    for (Picker *const picker : {m_metricPicker, m_cellsPicker, m_foldPicker})
        connect(picker, &Picker::chosen, this, &StrategyPage::showAgain);
    connect(m_showPicker, &Picker::chosen, this, &StrategyPage::showDifferences);
    for (Picker *const picker : {m_metricPicker, m_showPicker, m_cellsPicker, m_foldPicker})
        connect(picker, &Picker::chosen, this, &StrategyPage::arrangementChanged);
    connect(m_find, &QLineEdit::returnPressed, this, &StrategyPage::find);
    for (const auto &[token, box] : m_frames) {
        connect(box, &QCheckBox::toggled, this, [this] {
            unsigned frames = 0;
            for (const auto &[its, on] : m_frames)
                frames |= on->isChecked() ? its : 0;
            m_grid->setFrames(frames);
        });
    }
    connect(m_scale, &ColorScale::rangeChanged, this, &StrategyPage::showRange);
    connect(m_grid, &RankGrid::cellClicked, this, &StrategyPage::choose);
    connect(m_grid, &RankGrid::groupClicked, this, &StrategyPage::restrict);
    connect(m_grid, &RankGrid::cellActivated, this, [this](int row, int column) {
        if (const RankRef ref = refOf(row, column); ref.isValid())
            state().showInTimeline(ref);
    });
    connect(m_frame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        const auto cell = m_grid->cellAt(m_grid->mapFrom(m_picture, at));
        if (cell.first < 0 || m_now.picture->grid.ranksAt(cell.first, cell.second).empty())
            return;
        addShowInTimeline(menu, state(), refOf(cell.first, cell.second), runs());
        const int rank = m_now.picture->grid.ranksAt(cell.first, cell.second).front();
        for (const unsigned token : strategyDimensions) {
            if (const StrategyGrid::Group *const group = m_now.picture->grid.groupOf(rank, token))
                menu->addAction(tr("Show Only Its %1 Group (Ranks %2)")
                                    .arg(QLatin1String(dimensionName(token)), format::rankIntervals(group->ranks)),
                                this, [this, token, rank] { restrict(token, rank); });
        }
        if (!state().rankGroup().isEmpty())
            menu->addAction(tr("Show All Ranks"), this, [this] { state().setRankGroup({}); });
    });
    connect(&runs(), &RunStore::ranksLoaded, this, &StrategyPage::invalidate);
    if (context().diagnoses)
        connect(context().diagnoses, &RunDiagnoses::changed, this, [this](int run) {
            if (run == m_run)
                showMarks();
        });
    for (const auto signal : {&ViewState::stepChanged, &ViewState::thresholdsChanged})
        connect(&state(), signal, this, &StrategyPage::showAgain);
    connect(&state(), &ViewState::currentRankChanged, this, &StrategyPage::followState);
    connect(&state(), &ViewState::rankGroupChanged, this, &StrategyPage::followGroup);
    connect(context().theme, &Theme::changed, this, &StrategyPage::showScale);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        m_table->invalidate();
        showControls();
    });
}

QString StrategyPage::title() const
{
    return tr("Parallel Strategy");
}

QString StrategyPage::hint() const
{
    return tr("Which ranks share which part of the work, with groups of tensor, context, data, pipeline and expert "
              "parallelism: where in it do slow ranks stand?");
}

QString StrategyPage::whyWhole() const
{
    return tr("All ranks; filtered by step only");
}

bool StrategyPage::isComplete() const
{
    return Page::isComplete() && m_table->isComplete();
}

void StrategyPage::saveMore(QJsonObject &out) const
{
    out = pickers().save();
}

void StrategyPage::restoreMore(const QJsonObject &state)
{
    pickers().restore(state);
    showDifferences();
    showAgain();
}

void StrategyPage::showDifferences()
{
    m_grid->setDifferences(differences());
    showScale();
}

bool StrategyPage::differences() const
{
    return m_showPicker->value().toBool();
}

StrategyPage::Choice StrategyPage::choice() const
{
    return {state().step(), static_cast<StepMetric>(m_metricPicker->value().toInt()), m_cellsPicker->value().toUInt(),
            static_cast<FoldBy>(m_foldPicker->value().toInt()), state().thresholds()};
}

void StrategyPage::refresh()
{
    m_table->invalidate();
    const auto now = runs().run(runs().openRun(state().currentRank().run));
    if (now && m_now.whole && m_of.lock() == now)
        return m_made == choice() ? followState() : makeAgain();
    if (!now)
        return compute();
    body()->schedule();
}

void StrategyPage::makePicture(Result &result, const Run &run, const Choice &choice, const JobContext &job)
{
    result.picture = nullptr;
    if (!isSound(result.known))
        return;
    const qsizetype step = result.whole->steps().indexOf(choice.step);
    const bool all = choice.step.isEmpty() || step < 0;
    auto one = std::make_shared<const StepGrid>(
        result.whole->across(all ? std::nullopt : std::optional(static_cast<size_t>(step))));
    result.picture = std::make_shared<const RankPicture>(run, result.known.strategy, choice.folded, std::move(one),
                                                         choice.metric, choice.by, job, choice.thresholds);
}

void StrategyPage::compute()
{
    // While ranks keep arriving a running computation is let through, or nothing would be seen before the last one.
    if (m_job.isRunning() && runs().isLoading())
        return body()->schedule();
    m_run = runs().openRun(state().currentRank().run);
    const auto run = runs().run(m_run);
    m_of = run;
    if (!run) {
        m_job.cancel();
        return take({});
    }
    m_made = choice();
    m_job.start(
        *context().pool,
        [run, choice = m_made](const JobContext &job) {
            const MemoryReservation room = roomFor(u"overview", *run, job);
            const std::vector<Domain> all = domains(*run, job);
            Result out;
            out.known = strategyOf(*run, all);
            out.whole = std::make_shared<const StepGrid>(stepGrid(*run, all, {}, job));
            makePicture(out, *run, choice, job);
            return out;
        },
        [this](Result result) { take(std::move(result)); });
}

// Does nothing while hidden: the picture is made when the page is shown.
void StrategyPage::showAgain()
{
    showControls();
    if (isVisible())
        makeAgain();
    else
        invalidate();
}

void StrategyPage::makeAgain()
{
    const auto run = m_of.lock();
    if (!m_now.whole || !run)
        return;
    // A newer run is being computed: it takes the choice along.
    if (body()->isWaiting() || m_job.isRunning())
        return body()->schedule();
    m_made = choice();
    m_job.start(
        *context().pool,
        [run, numbers = m_now, choice = m_made](const JobContext &job) {
            Result out = numbers;
            makePicture(out, *run, choice, job);
            return out;
        },
        [this](Result result) { take(std::move(result)); });
}

QString StrategyPage::whyNoGrid() const
{
    return m_pictures->isEmpty() ? m_pictures->emptyState()->body() : QString();
}

void StrategyPage::take(Result result)
{
    m_now = std::move(result);
    m_notFound.clear();
    if (!m_now.whole) {
        m_grid->setPicture(nullptr);
        return body()->showEmpty(tr("No run is open"),
                                 tr("Open a folder with File > Import Data, or drop it on the window."));
    }
    body()->showContent();
    m_form->setKnown(m_now.known);
    fillPickers();
    m_grid->setPicture(m_now.picture);
    if (!m_now.picture) {
        const bool said = m_now.known.source != StrategySource::Undefined;
        return m_pictures->showEmpty(
            said ? tr("The sizes contradict each other") : tr("No file says how the ranks share the work"),
            said ? m_form->note()
                 : tr("Enter the sizes above: TP × CP × DP × PP is the number of ranks. The files give them where "
                      "profiler_metadata.json has distributed_args, or groups that are called tp, cp, dp or pp."));
    }
    m_pictures->showContent();
    m_grid->setMetricName(StepTexts::metric(m_now.picture->layer->metric));
    m_grid->setStepName(stepText());
    m_grid->setDifferences(differences());
    showMarks();
    followState();
    followGroup();
}

void StrategyPage::showMarks()
{
    const auto run = runs().run(m_run);
    if (!run || !m_now.picture)
        return;
    const auto diagnosis = context().diagnoses ? context().diagnoses->of(m_run) : nullptr;
    const StepHeatLayer &layer = *m_now.picture->layer;
    m_grid->setMarks(ofStep(highlightedRanks(*run, diagnosis.get(), layer.metric), layer.grid->steps().front()));
    showScale();
}

QString StrategyPage::stepText() const
{
    const QString step = m_now.picture->layer->grid->steps().front();
    const auto count = static_cast<int>(m_now.whole->steps().size());
    return !step.isEmpty() ? format::displayText(step) : tr("mean of %n step(s)", nullptr, count);
}

void StrategyPage::showScale()
{
    if (!m_now.picture)
        return;
    const StepHeatLayer &layer = *m_now.picture->layer;
    const auto range = layer.colorRange(differences());
    m_scale->setDiverging(differences());
    m_scale->setBounds(range ? static_cast<double>(range->first) / strategyNsOfMs : 0,
                       range ? static_cast<double>(range->second) / strategyNsOfMs : 0, QStringLiteral("ms"), true);
    showRange();
    std::vector<LegendEntry> notes = {{tr("Missing, or no data"), QColor()}};
    if (!layer.outliers.empty())
        notes.push_back({tr("Outlined: differs from its peers"), context().theme->text()});
    if (!m_grid->marks().empty())
        notes.push_back({tr("Reported as a problem"), context().theme->error(), LegendEntry::Mark::Corner});
    m_scale->setNotes(std::move(notes));
    const int side = fontMetrics().ascent();
    for (const auto &[token, box] : m_frames)
        box->setIcon(frameMark(RankGrid::frameColor(*context().theme, token), side));
    const QString what = StepTexts::metric(layer.metric);
    m_frame->setHeading(differences() ? tr("%1 vs. peer median (ms)").arg(what) : tr("%1 (ms)").arg(what));
    m_grid->setAccessibleName(tr("%1 of every rank, in the order of its parallelism").arg(what));
    m_frame->setNote(note());
}

void StrategyPage::showRange()
{
    // Whole nanoseconds, so that the smallest and the largest are inside whatever the division did to them.
    m_grid->setRange(std::floor(m_scale->low() * strategyNsOfMs), std::ceil(m_scale->high() * strategyNsOfMs));
}

QString StrategyPage::note() const
{
    if (!m_notFound.isEmpty())
        return m_notFound;
    const RankPicture &picture = *m_now.picture;
    QStringList out = {m_now.picture->layer->grid->steps().front().isEmpty() ? stepText()
                                                                             : tr("step %1").arg(stepText())};
    if (!picture.missing.empty())
        out << tr("%n rank(s) missing: %1", nullptr, static_cast<int>(picture.missing.size()))
                   .arg(format::rankIntervals(picture.missing));
    if (picture.outside > 0)
        out << tr("%n rank(s) outside of these sizes", nullptr, picture.outside);
    const auto range = picture.layer->range(differences());
    if (range != picture.layer->colorRange(differences()))
        out << tr("they hardly differ (%1 to %2): the colours span %3 % of the median")
                   .arg(format::duration(range->first), format::duration(range->second))
                   .arg(StepHeatLayer::leastRangePercent);
    return out.join(tr("; ", "between notes"));
}

void StrategyPage::fillPickers()
{
    m_metricPicker->setItems(StepTexts::metrics());
    m_showPicker->setItems(StepTexts::differences());
    const Strategy &strategy = m_now.known.strategy;
    std::vector<PickerItem> cells = StepTexts::folds(&strategy);
    if (strategy.sizes.tp > 1 && strategy.sizes.cp > 1)
        cells.push_back({StepTexts::foldedBy(TokenTp | TokenCp), TokenTp | TokenCp});
    // Before the sizes are known the choice waits.
    if (m_now.whole && std::none_of(cells.begin(), cells.end(),
                                    [this](const PickerItem &i) { return i.data == m_cellsPicker->value(); }))
        m_cellsPicker->setValue(0U);
    if (m_now.whole || m_cellsPicker->value().toUInt() == 0)
        m_cellsPicker->setItems(cells);
    m_foldPicker->setItems(StepTexts::foldWays());
    showControls();
}

void StrategyPage::restrict(unsigned token, int rank)
{
    const StrategyGrid::Group *const group = m_now.picture ? m_now.picture->grid.groupOf(rank, token) : nullptr;
    if (group)
        state().setRankGroup({m_run, QLatin1String(dimensionName(token)), group->ranks});
}

void StrategyPage::followGroup()
{
    const ShownRanks &group = state().rankGroup();
    m_grid->setRestricted(group.run == m_run ? group.ranks : std::vector<int>());
}

RankRef StrategyPage::refOf(int row, int column) const
{
    const int at = m_now.picture->rowAt(row, column);
    if (at < 0) {
        const auto run = runs().run(m_run);
        const std::vector<int> &ranks = m_now.picture->grid.ranksAt(row, column);
        const int index = run && !ranks.empty() ? run->indexOf(ranks.front()) : -1;
        return index < 0 ? RankRef() : RankRef{m_run, index};
    }
    const StepHeatLayer &layer = *m_now.picture->layer;
    const auto part = layer.partOf(static_cast<size_t>(at), 0, differences());
    const int index = part ? layer.whole->rows()[*part].rankIndex : -1;
    return index < 0 ? RankRef() : RankRef{m_run, index};
}

void StrategyPage::choose(int row, int column)
{
    if (const RankRef ref = refOf(row, column); ref.isValid()) {
        Selection s;
        s.kind = Selection::Kind::Rank;
        s.rank = ref;
        state().select(s);
    }
    // Also a rank that is not there.
    if (const std::vector<int> &ranks = m_now.picture->grid.ranksAt(row, column); !ranks.empty())
        m_grid->selectRank(ranks.front());
}

void StrategyPage::find()
{
    if (!m_now.picture)
        return;
    bool isNumber = false;
    const int rank = m_find->text().trimmed().toInt(&isNumber);
    const auto at = isNumber ? m_now.picture->grid.cellOf(rank) : std::nullopt;
    m_notFound = at ? QString() : tr("These sizes hold no rank %1.").arg(format::displayText(m_find->text().trimmed()));
    m_frame->setNote(note());
    if (!at)
        return;
    const auto run = runs().run(m_run);
    if (const int index = run ? run->indexOf(rank) : -1; index >= 0) {
        Selection s;
        s.kind = Selection::Kind::Rank;
        s.rank = {m_run, index};
        state().select(s);
    }
    m_grid->selectRank(rank);
}

void StrategyPage::followState()
{
    if (!m_now.picture)
        return;
    const RankRef ref = state().currentRank();
    const RankInfo *const info = ref.run == m_run ? runs().info(ref) : nullptr;
    m_grid->selectRank(info ? info->rank : -1);
}

void StrategyPage::retranslate()
{
    m_metricPicker->setLabel(tr("Time"));
    m_showPicker->setLabel(tr("Show"));
    m_cellsPicker->setLabel(tr("Cells"));
    m_foldPicker->setLabel(tr("of the folded ranks"));
    m_more->setText(tr("Sizes and Table"));
    m_more->setToolTip(format::tooltipText(tr("The sizes of the parallelism, what a cell is, and the table")));
    m_find->setPlaceholderText(tr("Find rank"));
    m_find->setToolTip(tr("A rank's number, then Enter: it is selected and brought into sight"));
    m_find->setAccessibleName(tr("Find rank"));
    for (const auto &[token, box] : m_frames)
        box->setToolTip(format::tooltipText(tr("Frames of the %1 groups").arg(box->text())));
    m_tabs->setTabText(0, tr("Grid of Ranks"));
    m_tabs->setTabText(1, tr("Table"));
    m_scale->setAccessibleName(tr("Range of the colour scale"));
    m_form->retranslate();
    m_table->retranslate();
    fillPickers();
    if (m_now.whole)
        take(Result(m_now));
    else
        invalidate();
}

} // namespace rs

#include "moc_strategypage.cpp"
