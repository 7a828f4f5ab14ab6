// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "views/compare/overlaidhistogram.h"
#include "views/compare/piepair.h"
#include "views/page/picturescope.h"
#include "views/page/rankmenu.h"
#include "analysis/time/runorigin.h"

#include "analysis/compare/manycompare.h"
#include "analysis/time/stepwindows.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/compare/comparetables.h"
#include "tables/base/tables.h"
#include "views/picture/chartframe.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/optionsbutton.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/scrollpage.h"
#include "views/picture/valuebars.h"
#include "views/widgets/wrapsplitter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QJsonObject>

#include <algorithm>

namespace rs {

namespace {

QString refText(RankRef ref)
{
    return ref.isValid() ? QStringLiteral("%1/%2").arg(ref.run).arg(ref.index) : QString();
}

RankRef refOf(const QVariant &text)
{
    const QStringList parts = text.toString().split(u'/');
    return parts.size() == 2 ? RankRef{parts[0].toInt(), parts[1].toInt()} : RankRef();
}

constexpr int linesWithoutCharts = 20; // of text, of a page that can be read

/// The window of a step on one rank; nothing, and `missing` set, when the rank does not have that step.
std::optional<Interval> windowOf(const RankData &rank, const QString &step, bool *missing, const JobContext &job)
{
    if (step.isEmpty() || !rank.trace)
        return std::nullopt;
    for (const StepWindow &w : stepWindows(rank, job)) {
        if (w.marked && w.step == step)
            return w.device;
    }
    *missing = true;
    return std::nullopt;
}

} // namespace

CompareView::CompareView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("compare"), context, parent), m_basePicker(new Picker(this)),
      m_otherPicker(new Picker(this)), m_otherStepPicker(new Picker(this)), m_swap(new QToolButton(this)),
      m_groupPicker(new Picker(this)), m_kindPicker(new Picker(this)), m_corePicker(new Picker(this)),
      m_sheetPicker(new Picker(this)), m_topLabel(plainLabel(this)), m_top(new QSpinBox(this)),
      m_verdict(plainLabel(this)), m_note(plainLabel(this)), m_peerButton(new QToolButton(this)),
      m_pages(new PageBody(this)), m_pies(new PiePair(context.theme)),
      m_pieFrame(new ChartFrame(m_pies, QStringLiteral("compare-pies"), context.theme)),
      m_histogram(new OverlaidHistogram(context.theme)),
      m_histogramFrame(new ChartFrame(m_histogram, QStringLiteral("compare-durations"), context.theme)),
      m_differences(new ValueBars(context.theme)),
      m_differenceFrame(new ChartFrame(m_differences, QStringLiteral("compare-differences"), context.theme)),
      m_charts(new QTabWidget), m_table(new TableView(QStringLiteral("compare"), context.theme, context.pool)),
      m_sheet(new TableView(QStringLiteral("compare_sheet"), context.theme, context.pool)),
      m_tables(new QStackedWidget), m_sides(new SidesPage(context, this))
{
    m_pages->guard(m_job);
    m_pages->guard(m_peerJob);
    m_pages->onDue(refreshDelayMs, [this] { refresh(); });
    m_pieFrame->setScope([this] { return pictureScope(runs(), base().run, state().step()); });
    m_differenceFrame->setScope([this] { return pictureScope(runs(), base().run, state().step()); });
    m_histogramFrame->setScope([this] { return pictureScope(runs(), base().run, state().step()); });
    m_top->setRange(1, 50);
    m_top->setValue(10);
    m_top->setKeyboardTracking(false);
    m_topLabel->setBuddy(m_top);
    m_topBox = new QWidget(this);
    auto *topLine = new QHBoxLayout(m_topBox);
    topLine->setContentsMargins(0, 0, 0, 0);
    topLine->setSpacing(4);
    topLine->addWidget(m_topLabel);
    topLine->addWidget(m_top);
    m_note->setWordWrap(true);
    m_note->hide();
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    m_verdict->setFont(bold);
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_verdict->hide();
    auto *const said = new QWidget(this);
    auto *const lines = new QVBoxLayout(said);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(4);
    lines->addWidget(m_verdict);
    lines->addWidget(m_note);
    lines->addWidget(m_peerButton);
    m_peerButton->hide();

    // Lower pies show nothing, so a low page scrolls.
    constexpr int leastPieLines = 14; // ten entries and the rest below a heading
    constexpr int besideLetters = 150;
    auto *const charts = new WrapSplitter(besideLetters, leastPieLines);
    charts->addWidget(m_pieFrame);
    m_charts->setDocumentMode(true);
    m_charts->addTab(m_differenceFrame, {});
    m_charts->addTab(m_histogramFrame, {});
    charts->addWidget(m_charts);
    charts->setWidths({1000, 500});
    m_stack = new QStackedWidget;
    auto *all = new QSplitter(Qt::Vertical);
    all->addWidget(charts);
    m_tables->addWidget(m_table);
    m_tables->addWidget(m_sheet);
    all->addWidget(m_tables);
    all->setSizes({500, 500});
    all->setStretchFactor(0, 1);
    all->setStretchFactor(1, 1);
    all->setChildrenCollapsible(false);
    m_stack->addWidget(all);
    m_stack->addWidget(m_sides);
    m_pages->setContent(m_stack);
    // The table stands first: what it chooses among the others does not move it.
    std::vector<QWidget *> controls = {m_sheetPicker, m_basePicker, m_swap, m_otherPicker, m_otherStepPicker};
    const std::vector<QWidget *> ofSides = m_sides->controls();
    controls.insert(controls.end(), ofSides.begin(), ofSides.end());
    auto *const options = new OptionsButton({m_corePicker, m_topBox}, this);
    for (QWidget *const w : std::initializer_list<QWidget *>{m_groupPicker, m_kindPicker, options})
        controls.push_back(w);
    ScrollPage *const page = m_pages->fillPage(this, linesWithoutCharts + leastPieLines, 8, controls, said);
    connect(charts, &WrapSplitter::turned, page,
            [charts, page] { page->setLines(linesWithoutCharts + charts->leastLines()); });

    connect(m_table, &TableView::activated, this, [this](int at) { pairJump().showOne(pairOf(at)); });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at >= 0)
            addRowActions(menu, at);
    });
    connect(m_table, &TableView::currentRowChanged, this, &CompareView::chooseRow);
    connect(m_pieFrame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        addShowInTimeline(menu, state(), m_pies->isRight(at) ? other() : base(), runs());
    });
    connect(m_sheet, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row >= 0 && m_sheetRows)
            addSheetActions(menu, row);
    });
    connect(m_sheet, &TableView::activated, this, [this](int row) {
        if (row >= 0 && m_sheetRows)
            followSheet(row);
    });
    setFocusProxy(m_table);
    connectState();
    retranslate();
    followSides();
}

void CompareView::connectState()
{
    const auto again = [this] { scheduleRefresh(); };
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed}) {
        connect(&runs(), signal, this, [this] {
            m_peerOf = {};
            m_likeOf = {};
            m_isSettled = false;
            m_wasSeen = isVisible();
            followSides();
        });
    }
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        // Once they were seen, sides stay, whoever chose them.
        if (!state().sidesAreChosen() && !m_wasSeen) {
            m_peerOf = {};
            m_likeOf = {};
            m_isSettled = false;
        }
        if (!m_hasResult)
            followSides();
    });
    connect(&runs(), &RunStore::loadingFinished, this, [this, again] {
        const RankRef of = peerWanted();
        const auto run = runs().run(of.run);
        if (run && run->infos.size() > 2)
            again();
    });
    connect(m_peerButton, &QToolButton::clicked, this, [this] {
        adoptSides();
        state().setBaseRank(m_result.peer);
    });
    const auto ifShown = [this](RankRef ref) {
        if (ref == base() || ref == other())
            scheduleRefresh();
    };
    connect(&runs(), &RunStore::rankLoaded, this, ifShown);
    connect(&runs(), &RunStore::rankUnloaded, this, ifShown);
    connect(&runs(), &RunStore::ranksLoaded, this, [this] {
        m_ranksArrived.request();
        if (sidesShown())
            scheduleRefresh();
    });
    connect(m_sides, &SidesPage::changed, this, again);
    connect(&runs(), &RunStore::rankUnloaded, this, &CompareView::fillPickers);
    connect(&state(), &ViewState::sidesChanged, this, &CompareView::followSides);
    connect(&state(), &ViewState::stepChanged, this, again);
    connect(&state(), &ViewState::timeSelectionChanged, this, again);
    connect(&state(), &ViewState::offsetsChanged, this, [this, again] {
        if (!state().timeSelection().isEmpty())
            again();
    });
    connect(&theme(), &Theme::changed, this, &CompareView::updateCharts);
    connect(m_basePicker, &Picker::chosen, this, [this](const QVariant &v) {
        adoptSides();
        state().setBaseRank(refOf(v));
    });
    connect(m_otherPicker, &Picker::chosen, this, [this](const QVariant &v) {
        adoptSides();
        state().setOtherRank(refOf(v));
    });
    connect(m_swap, &QToolButton::clicked, this, [this] {
        adoptSides();
        state().swapSides();
    });
    for (Picker *p : {m_otherStepPicker, m_groupPicker, m_kindPicker, m_corePicker, m_sheetPicker}) {
        connect(p, &Picker::chosen, this, again);
        connect(p, &Picker::chosen, this, &CompareView::arrangementChanged);
    }
    connect(m_sides, &SidesPage::changed, this, &CompareView::arrangementChanged);
    connect(m_differences, &ValueBars::placeChosen, this, &CompareView::chooseDifference);
    connect(m_charts, &QTabWidget::currentChanged, this, &CompareView::arrangementChanged);
    connect(m_top, &QSpinBox::valueChanged, this, &CompareView::updateCharts);
    connect(m_top, &QSpinBox::valueChanged, this, &CompareView::arrangementChanged);
}

QString CompareView::title() const
{
    return tr("Compare");
}

bool CompareView::isComplete() const
{
    return !m_pages->isWaiting() && !m_peerJob.isRunning() && !m_job.isRunning() && !m_durationsJob.isRunning() &&
           !m_sheetJob.isRunning() && m_sheet->isComplete() && m_sides->isComplete();
}

std::optional<SidesOf> CompareView::sidesShown() const
{
    const QString table = m_sheetPicker->value().toString();
    return table == u"compare.many"    ? std::optional(SidesOf::Ranks)
           : table == u"compare.steps" ? std::optional(SidesOf::Steps)
                                       : std::nullopt;
}

QStringList CompareView::pageNames() const
{
    return {QStringLiteral("operators"),     QStringLiteral("order"), QStringLiteral("overall"),
            QStringLiteral("kernels"),       QStringLiteral("api"),   QStringLiteral("memory"),
            QStringLiteral("communication"), QStringLiteral("many"),  QStringLiteral("steps")};
}

void CompareView::showPage(const QString &name)
{
    if (!pageNames().contains(name))
        return;
    m_sheetPicker->setValue(name == u"operators" ? QString() : QStringLiteral("compare.") + name);
    scheduleRefresh();
}

void CompareView::forget()
{
    DockView::forget();
    m_sides->forget();
}

std::vector<PictureExport> CompareView::pictures() const
{
    if (isEmpty())
        return {};
    if (sidesShown())
        return {{m_sides->frame()->fileName(), m_sides->frame()->picture()},
                {m_sides->histogramFrame()->fileName(), m_sides->histogramFrame()->picture()}};
    return {{m_pieFrame->fileName(), m_pieFrame->picture()},
            {m_differenceFrame->fileName(), m_differenceFrame->picture()},
            {m_histogramFrame->fileName(), m_histogramFrame->picture()}};
}

PieChart *CompareView::basePie() const
{
    return m_pies->left();
}

PieChart *CompareView::otherPie() const
{
    return m_pies->right();
}

EmptyState *CompareView::emptyState() const
{
    return m_pages->emptyState();
}

bool CompareView::isEmpty() const
{
    return m_pages->isEmpty();
}

QString CompareView::note() const
{
    return m_note->text();
}

void CompareView::scheduleRefresh()
{
    m_pages->schedule();
}

// Controls for two ranks, or for many sides, are visible only with these.
void CompareView::showSides()
{
    const std::optional<SidesOf> sides = sidesShown();
    m_sides->setSides(sides);
    for (QWidget *const w : std::initializer_list<QWidget *>{m_basePicker, m_swap, m_otherPicker, m_topBox})
        w->setVisible(!sides);
    m_stack->setCurrentIndex(sides ? 1 : 0);
    enablePickers();
    if (!sides)
        return;
    m_job.cancel();
    m_durationsJob.cancel();
    m_sheetJob.cancel();
    m_verdict->hide();
    m_note->hide();
    m_peerButton->hide();
    if (runs().isEmpty())
        return updateEmpty();
    m_pages->showContent();
    TableQuery query;
    query.by = static_cast<OperatorGrouping>(m_groupPicker->value().toInt());
    query.kind = static_cast<OperatorKind>(m_kindPicker->value().toInt());
    query.core = m_corePicker->value().toString();
    query.step = state().step();
    m_sides->refresh(query);
}

void CompareView::refresh()
{
    fillPickers();
    showSides();
    if (sidesShown())
        return;
    if (lookForPeer())
        return;
    // The small part that is there before the rest of a rank would say that it has no operators.
    const auto whole = [this](RankRef ref) {
        return runs().state(ref) == RankState::Loaded ? runs().rank(ref) : nullptr;
    };
    const auto a = whole(base());
    const auto b = whole(other());
    if (!a || !b) {
        m_job.cancel();
        m_hasResult = false;
        take({});
        return showSheet();
    }
    CompareQuery query;
    query.grouping = static_cast<OperatorGrouping>(m_groupPicker->value().toInt());
    query.kind = static_cast<OperatorKind>(m_kindPicker->value().toInt());
    query.coreType = m_corePicker->value().toString();
    // Charts beside a table of communication are of that.
    if (m_sheetPicker->value().toString() == u"compare.communication") {
        query.kind = OperatorKind::Communication;
        query.coreType.clear();
    }
    const QString step = state().step();
    if (!state().timeSelection().isEmpty()) {
        const TimeWindow ofBase = state().timeSelectionOf(base());
        const TimeWindow ofOther = state().timeSelectionOf(other());
        query.baseWindow = Interval{ofBase.fromNs, ofBase.toNs};
        query.otherWindow = Interval{ofOther.fromNs, ofOther.toNs};
    }
    const auto run = runs().run(base().run);
    const auto otherRun = runs().run(other().run);
    m_job.start(
        *context().pool,
        [a, b, run, otherRun, sides = std::pair(base(), other()), query, step, otherStep = otherStep(),
         names = names()](const JobContext &job) {
            const MemoryReservation room = roomFor(u"compare", {a.get(), b.get()}, job);
            Result r;
            CompareQuery q = query;
            if (!q.baseWindow) {
                q.baseWindow = windowOf(*a, step, &r.baseStepMissing, job);
                q.otherWindow = windowOf(*b, otherStep, &r.otherStepMissing, job);
                q.steps = sideSteps(*a, *b, q.baseWindow.has_value(), q.otherWindow.has_value());
            }
            r.captures = sideSteps(*a, *b);
            r.otherSteps = stepNames(*b);
            r.comparison = compareRanks(*a, *b, q, job);
            r.stages = differentStages(*run, sides.first.index, *otherRun, sides.second.index, job);
            if (!r.stages)
                r.slowdown = rankSlowdownCause(*a, *b, q, job);
            else if (r.stages->first.stages == r.stages->second.stages)
                r.peer = {sides.first.run, run == otherRun ? normalPeerOf(*run, sides.second.index, job)
                                                           : medianRankOfStage(*run, r.stages->second.stage, job)};
            r.query = q;
            r.spread = compareSpread(*a, *b, q, r.comparison, job);
            r.rows = compareRows(r.comparison, r.spread, names);
            r.cores = coreTypes(*a);
            for (const QString &core : coreTypes(*b)) {
                if (!r.cores.contains(core))
                    r.cores << core;
            }
            return r;
        },
        [this](Result r) {
            m_hasResult = true;
            take(std::move(r));
        });
    showSheet();
}

QString CompareView::nameOf(RankRef ref) const
{
    return ref.isValid() ? runs().rankLabel(ref) : QString();
}

const CompareRow &CompareView::rowAt(int row) const
{
    return m_result.comparison.rows[static_cast<size_t>(row)];
}

void CompareView::take(Result result)
{
    m_result = std::move(result);
    m_table->setSource(m_result.rows);
    // The largest difference is the first question.
    showDurations(0);
    fillPickers();
    updateCharts();
    updateVerdict();
    updateNote();
    updateEmpty();
    emit rowsChanged();
}

void CompareView::fillPickers()
{
    std::vector<PickerItem> ranks;
    for (const RankRef ref : runs().allRanks())
        ranks.push_back({runs().state(ref) == RankState::Loaded ? runs().rankLabel(ref)
                                                                : tr("%1 (not loaded)").arg(runs().rankLabel(ref)),
                         refText(ref)});
    // Keys skip the rank on the other side.
    const auto without = [&ranks](RankRef taken) {
        std::vector<PickerItem> out = ranks;
        for (PickerItem &item : out) {
            if (item.data == refText(taken))
                item.whyNot = tr("This rank is already on the other side; the arrows swap both sides.");
        }
        return out;
    };
    m_basePicker->setItems(without(other()));
    m_otherPicker->setItems(without(base()));
    m_basePicker->setValue(refText(base()));
    m_otherPicker->setValue(refText(other()));

    fillOtherSteps();
    std::vector<PickerItem> groupings;
    for (const OperatorGrouping g :
         {OperatorGrouping::Type, OperatorGrouping::Name, OperatorGrouping::Shape, OperatorGrouping::NameShape})
        groupings.push_back({groupingName(g), static_cast<int>(g)});
    m_groupPicker->setItems(groupings);
    m_kindPicker->setItems({{tr("Computing"), static_cast<int>(OperatorKind::Compute)},
                            {tr("Communication"), static_cast<int>(OperatorKind::Communication)},
                            {tr("All"), static_cast<int>(OperatorKind::All)}});
    m_sheetPicker->setItems({{tr("Operators"), QString()},
                             {tr("In order"), QStringLiteral("compare.order")},
                             {tr("Overall metrics"), QStringLiteral("compare.overall")},
                             {tr("Kernels"), QStringLiteral("compare.kernels")},
                             {tr("Communication"), QStringLiteral("compare.communication")},
                             {tr("Host calls"), QStringLiteral("compare.api")},
                             {tr("Memory"), QStringLiteral("compare.memory")},
                             {tr("Many ranks"), QStringLiteral("compare.many")},
                             {tr("Steps of a rank"), QStringLiteral("compare.steps")}});
    std::vector<PickerItem> cores = {{tr("All"), QString()}};
    for (const QString &core : m_result.cores)
        cores.push_back({format::displayText(core), core});
    m_corePicker->setItems(cores);
    enablePickers();
}

QString CompareView::groupingName(OperatorGrouping grouping) const
{
    switch (grouping) {
    case OperatorGrouping::Type:
        return tr("Type");
    case OperatorGrouping::Name:
        return tr("Name");
    case OperatorGrouping::Shape:
        return tr("Type and shape");
    case OperatorGrouping::NameShape:
        return tr("Name and shape");
    case OperatorGrouping::Kernel:
        break;
    }
    return tr("Kernel");
}

void CompareView::updateVerdict()
{
    const QString text = phraseText(slowdownCausePhrase(m_result.slowdown, nameOf(base()), nameOf(other())));
    m_verdict->setText(format::displayText(text));
    m_verdict->setVisible(!text.isEmpty());
}

void CompareView::retranslate()
{
    m_basePicker->setLabel(tr("Base"));
    m_otherPicker->setLabel(tr("Other"));
    m_swap->setText(QStringLiteral("\u21C4"));
    m_swap->setToolTip(tr("Swap base and other rank"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_otherStepPicker->setLabel(tr("Its step"));
    m_groupPicker->setLabel(tr("Group by"));
    m_kindPicker->setLabel(tr("Operators"));
    m_corePicker->setLabel(tr("Core type"));
    m_sheetPicker->setLabel(tr("Table"));
    m_sheet->setTableName(tr("Other tables of both ranks"));
    m_topLabel->setText(tr("Top"));
    m_top->setToolTip(tr("Number of pie slices (the rest is one slice) and of difference bars"));
    m_top->setAccessibleName(m_top->toolTip());
    m_table->setTableName(tr("Operators of both ranks"));
    m_charts->setTabText(0, tr("Differences"));
    m_charts->setTabText(1, tr("Durations"));
    m_differences->setAccessibleName(tr("The operators that differ most between both sides"));
    m_histogramFrame->setHeading(tr("Durations"));
    m_histogram->setHint(tr("Choose an operator in the table: its executions on both sides are shown here."));
    m_histogram->setAccessibleName(tr("Durations of the chosen operator on both sides"));
    m_sides->retranslate();
    fillPickers();
    updateCharts();
    updateVerdict();
    updateNote();
    updateEmpty();
    // The names of the ranks in the titles are of the language, too.
    if (m_hasResult || sidesShown())
        scheduleRefresh();
    emit rowsChanged();
}

namespace {

constexpr QLatin1String tablePrefix("compare.");
constexpr QLatin1String firstTable("operators");

int atMost(const QJsonValue &value, int fallback, int most)
{
    return std::clamp(value.toInt(fallback), 0, most);
}

} // namespace

QJsonObject CompareView::saveState() const
{
    const QString table = m_sheetPicker->value().toString();
    return {{QStringLiteral("table"), table.isEmpty() ? QString(firstTable) : table.mid(tablePrefix.size())},
            {QStringLiteral("by"), m_groupPicker->value().toInt()},
            {QStringLiteral("otherStep"), m_otherStepPicker->value().toString()},
            {QStringLiteral("kind"), m_kindPicker->value().toInt()},
            {QStringLiteral("core"), m_corePicker->value().toString()},
            {QStringLiteral("top"), m_top->value()},
            {QStringLiteral("chart"), m_charts->currentIndex()},
            {QStringLiteral("sides"), m_sides->saveState()}};
}

void CompareView::restoreState(const QJsonObject &state)
{
    showPage(state[QStringLiteral("table")].toString(firstTable));
    const int byType = static_cast<int>(OperatorGrouping::Type);
    const int by = state[QStringLiteral("by")].toInt(byType);
    const auto isOffered = [by](OperatorGrouping g) { return static_cast<int>(g) == by; };
    const auto offered = {OperatorGrouping::Type, OperatorGrouping::Name, OperatorGrouping::Shape,
                          OperatorGrouping::NameShape};
    m_groupPicker->setValue(std::any_of(offered.begin(), offered.end(), isOffered) ? by : byType);
    const auto kind = static_cast<OperatorKind>(state[QStringLiteral("kind")].toInt(-1));
    m_kindPicker->setValue(static_cast<int>(
        kind == OperatorKind::Communication || kind == OperatorKind::All ? kind : OperatorKind::Compute));
    m_otherStepPicker->setValue(state[QStringLiteral("otherStep")].toString());
    m_corePicker->setValue(state[QStringLiteral("core")].toString());
    m_top->setValue(state[QStringLiteral("top")].toInt(m_top->value()));
    m_charts->setCurrentIndex(atMost(state[QStringLiteral("chart")], 0, m_charts->count() - 1));
    m_sides->restoreState(state[QStringLiteral("sides")].toObject());
    scheduleRefresh();
}

const RowSourceModel &CompareView::model() const
{
    return *m_table->rows();
}

} // namespace rs

#include "moc_compareview.cpp"
