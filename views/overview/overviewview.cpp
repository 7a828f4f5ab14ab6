// SPDX-License-Identifier: Apache-2.0
#include "views/overview/overviewview.h"

#include "analysis/ranks/domainchoice.h"
#include "items/domaintext.h"
#include "views/page/picturescope.h"
#include "views/page/rankgroupchip.h"

#include "analysis/ranks/domains.h"
#include "items/format.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/state/databasetexts.h"
#include "views/overview/barbreakdowns.h"
#include "views/overview/barscontrols.h"
#include "views/overview/basehead.h"
#include "views/overview/overviewcharts.h"
#include "views/overview/rankdetails.h"
#include "views/overview/rankside.h"
#include "views/picture/stackedbars.h"
#include "views/overview/verdictstrip.h"
#include "views/parallel/strategypage.h"
#include "views/overview/heatmappage.h"
#include "views/overview/stepheatmap.h"
#include "views/picture/chartframe.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/plaintext.h"
#include "views/page/scopenote.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

OverviewView::OverviewView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("overview"), context, parent), m_controls(new BarsControls(this)),
      m_pages(new PageBody(this)), m_base(new BaseHead(context)), m_verdicts(new VerdictStrip(context)),
      m_bars(new StackedBars(context.theme)),
      m_barsFrame(new ChartFrame(m_bars, QStringLiteral("overview-ranks"), context.theme)),
      m_charts(new OverviewCharts(context, m_barsFrame)), m_chip(new RankGroupChip(context.state, this)),
      m_table(new TableView(QStringLiteral("overview"), context.theme, context.pool)), m_side(new RankSide(context)),
      m_all(new QSplitter(Qt::Vertical)), m_breakdowns(new BarBreakdowns(context, this))
{
    m_pages->guard(m_job);
    m_pages->guard(m_figuresJob);
    m_pages->onDue(refreshDelayMs, [this] { refresh(); });
    for (ChartFrame *const frame : {m_barsFrame, m_side->frame()})
        frame->setScope([this] {
            QStringList more = RankBars::scope(*m_controls, m_items);
            if (!state().domain().isEmpty())
                more.prepend(tr("domain: %1").arg(domainLabel()));
            return pictureScope(runs(), m_shownRun, RankBars::stepOf(*m_controls, state().step()), more);
        });
    m_barsFrame->addControl(m_controls->percentButton());

    auto *pictures = new QSplitter(Qt::Horizontal);
    pictures->addWidget(m_charts);
    pictures->addWidget(m_side);
    pictures->setStretchFactor(0, 5);
    pictures->setStretchFactor(1, 3);
    pictures->setChildrenCollapsible(false);
    pictures->setSizes({600, 400});
    m_all->addWidget(pictures);
    m_all->addWidget(m_table);
    m_all->setStretchFactor(0, 1);
    m_all->setStretchFactor(1, 0);
    m_all->setChildrenCollapsible(false);

    auto *const content = new QWidget;
    auto *const rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_base);
    rows->addWidget(m_verdicts);
    rows->addWidget(m_all, 1);
    m_pages->setContent(content);
    constexpr int leastLines = 19;
    std::vector<QWidget *> controls = m_controls->widgets();
    controls.insert(controls.begin(), m_charts->tabs());
    controls.push_back(m_chip);
    m_pages->fillPage(
        this, leastLines, 8, controls,
        new ScopeNote(
            context.state, [] { return tr("The overview counts whole steps: choose a step instead."); }, this));

    m_table->setSource(overviewRows({}));
    connect(m_table, &TableView::currentRowChanged, this, &OverviewView::selectItem);
    connect(m_table, &TableView::activated, this, [this](int at) { showInTimeline(itemAt(at)); });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at >= 0)
            addRankActions(menu, refOf(itemAt(at)));
    });
    connect(m_table->view()->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &OverviewView::headerSorted);
    connect(m_table->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OverviewView::updatePie);
    connect(m_table, &TableView::arranged, this, [this] {
        if (!m_ordering)
            updateBars();
    });
    connect(m_bars, &StackedBars::clicked, this, [this](int i) { selectItem(m_barRows[static_cast<size_t>(i)]); });
    connect(m_bars, &StackedBars::activated, this, [this](int i) {
        if (const OverviewItem *item = itemOfBar(i))
            showInTimeline(*item);
    });
    connect(m_barsFrame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        if (const OverviewItem *item = itemOfBar(m_bars->barAt(at)))
            addRankActions(menu, refOf(*item));
    });
    connect(m_side->frame(), &ChartFrame::menuRequested, this, [this](QMenu *menu) {
        if (const OverviewItem *item = selectedItem())
            addRankActions(menu, refOf(*item));
    });
    connect(m_pages->emptyState(), &EmptyState::actionTriggered, this, [this] {
        state().setDomain({});
        state().setStep({});
    });
    setFocusProxy(m_bars);
    connect(m_breakdowns, &BarBreakdowns::changed, this, &OverviewView::updatePie);
    connect(m_charts, &OverviewCharts::chartChosen, this, &OverviewView::chartChosen);
    m_bars->setDetails([this](int bar) {
        const OverviewItem *const item = itemOfBar(bar);
        return item ? RankBars::detailsOf(*item, m_figures.steps) : StackedBars::Details();
    });
    connectState();
    retranslate();
    scheduleRefresh();
}

void OverviewView::connectState()
{
    const auto again = [this] { scheduleRefresh(); };
    for (const auto signal : {&RunStore::runAdded, &RunStore::runChanged, &RunStore::runClosed})
        connect(&runs(), signal, this, again);
    connect(&runs(), &RunStore::rankLoaded, this, again);
    connect(&runs(), &RunStore::rankUnloaded, this, again);
    for (const auto signal : {&RunStore::rankLoaded, &RunStore::rankUnloaded})
        connect(&runs(), signal, m_side, [this](RankRef ref) {
            if (ref == state().currentRank())
                m_side->invalidate();
        });
    connect(&runs(), &RunStore::loadingFinished, this, again);
    connect(&state(), &ViewState::stepChanged, this, &OverviewView::stepChanged);
    connect(&state(), &ViewState::domainChanged, this, again);
    connect(&state(), &ViewState::thresholdsChanged, this, &OverviewView::showFigures);
    connect(&state(), &ViewState::rankGroupChanged, this, [this] {
        // A bar of several ranks is one of those that are left.
        if (m_controls->fold() != 0)
            showFigures();
        else
            applyOrder();
    });
    connect(&state(), &ViewState::currentRankChanged, this, &OverviewView::followState);
    connect(&theme(), &Theme::changed, this, &OverviewView::updatePie);
    connect(context().diagnoses, &RunDiagnoses::changed, this, [this](int run) {
        if (run != m_shownRun)
            return;
        updateBars();
        updateNotes();
    });
    connect(m_controls, &BarsControls::sourceChosen, this, again);
    connect(m_controls, &BarsControls::figuresChosen, this, &OverviewView::showFigures);
    connect(m_controls, &BarsControls::orderChosen, this, [this] {
        m_tableOrder = false;
        applyOrder();
    });
    connect(m_controls, &BarsControls::topChosen, this, &OverviewView::applyOrder);
    connect(m_controls, &BarsControls::percentChosen, m_bars, &StackedBars::setPercent);
    for (const auto signal : {&BarsControls::sourceChosen, &BarsControls::figuresChosen, &BarsControls::orderChosen,
                              &BarsControls::topChosen})
        connect(m_controls, signal, this, &OverviewView::arrangementChanged);
    connect(m_controls, &BarsControls::percentChosen, this, &OverviewView::arrangementChanged);
    connect(m_bars, &StackedBars::legendChanged, this, &OverviewView::arrangementChanged);
    connect(m_verdicts, &VerdictStrip::thresholdsWanted, this, &OverviewView::thresholdsWanted);
    connect(m_verdicts, &VerdictStrip::gainWanted, this, &OverviewView::gainWanted);
    connect(m_verdicts, &VerdictStrip::rankMenuRequested, this, &OverviewView::addRankActions);
    connect(m_base, &BaseHead::folded, this, &OverviewView::arrangementChanged);
    connect(m_charts, &OverviewCharts::arrangementChanged, this, &OverviewView::arrangementChanged);
}

QJsonObject OverviewView::saveState() const
{
    QJsonObject out = m_controls->save();
    if (m_bars->hiddenParts() != 0)
        out[QStringLiteral("hidden")] = static_cast<int>(m_bars->hiddenParts());
    if (m_charts->chart() != OverviewCharts::Chart::Bars)
        out[QStringLiteral("chart")] = m_charts->id();
    if (const QJsonObject charts = m_charts->saveState(); !charts.isEmpty())
        out[QStringLiteral("charts")] = charts;
    if (m_base->isUnfolded())
        out[QStringLiteral("base")] = true;
    if (const std::optional<QString> step = m_verdicts->shownPath())
        out[QStringLiteral("pathStep")] = *step;
    return out;
}

void OverviewView::restoreState(const QJsonObject &state)
{
    m_base->setUnfolded(state[QStringLiteral("base")].toBool());
    m_charts->restoreState(state[QStringLiteral("charts")].toObject());
    if (!m_charts->showChart(state[QStringLiteral("chart")].toString()))
        m_charts->showChart(QStringLiteral("bars"));
    m_tableOrder = false;
    m_controls->restore(state);
    m_bars->setHiddenParts(static_cast<unsigned>(std::max(0, state[QStringLiteral("hidden")].toInt())));
    m_bars->setPercent(m_controls->isPercent());
    if (state[QStringLiteral("pathStep")].isString())
        m_verdicts->restorePath(state[QStringLiteral("pathStep")].toString());
    scheduleRefresh();
}

void OverviewView::showPage(const QString &name)
{
    m_charts->showChart(name);
}

QStringList OverviewView::pageNames() const
{
    return OverviewCharts::ids();
}

// The heat map and the grid have controls of their own.
void OverviewView::chartChosen()
{
    const OverviewCharts::Chart chart = m_charts->chart();
    m_controls->setShown(chart == OverviewCharts::Chart::Bars);
    m_chip->setAllowed(chart == OverviewCharts::Chart::Bars); // the others have one, too
    setFocusProxy(chart == OverviewCharts::Chart::HeatMap ? static_cast<QWidget *>(m_charts->heatMap()->map())
                  : chart == OverviewCharts::Chart::Ranks ? static_cast<QWidget *>(m_charts->ranks()->grid())
                                                          : m_bars);
    emit arrangementChanged();
}

void OverviewView::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    arrangeTable();
}

// The chart is what the page is for, and a table of fewer rows than that serves nobody: where one below the other has
// no room for both, they stand side by side.
void OverviewView::arrangeTable()
{
    constexpr int tableHalfLines = 27; // six rows, header, filter and scroll bar
    constexpr int controlLines = 9;    // with the verdicts
    constexpr int verdictLines = 32;   // below that all three of them would take the bars' room
    constexpr int chartPercent = 55;
    const int line = fontMetrics().height();
    m_verdicts->setCompact(height() < line * verdictLines);
    m_base->setCompact(height() < line * verdictLines);
    const int least = line * tableHalfLines / 2 + 3; // and hairlines
    const int room = height() - line * controlLines;
    const bool low = room - least < window()->height() * chartPercent / 100;
    if (low == m_low && m_arranged)
        return;
    m_arranged = isVisible(); // the first sizes are given before there is a page
    if (low && !m_low) {
        m_side->insertTab(1, m_table, QString());
    } else if (m_low && !low) {
        m_all->addWidget(m_table);
        m_table->show();
    }
    m_low = low;
    m_all->setSizes(low ? QList<int>{room} : QList<int>{room - least, least});
    retranslateSide();
}

void OverviewView::retranslateSide()
{
    if (const int at = m_side->indexOf(m_table); at >= 0)
        m_side->setTabText(at, tr("Table"));
}

QString OverviewView::title() const
{
    return tr("Overview");
}

bool OverviewView::isComplete() const
{
    return barsAreComplete() && m_charts->isComplete() && m_verdicts->isComplete() && m_side->details()->isComplete();
}

bool OverviewView::barsAreComplete() const
{
    return !m_pages->isWaiting() && !m_job.isRunning() && !m_figuresJob.isRunning();
}

std::vector<PictureExport> OverviewView::pictures() const
{
    if (isEmpty())
        return {};
    return {{m_barsFrame->fileName(), m_barsFrame->picture()},
            {m_side->frame()->fileName(), m_side->frame()->picture()}};
}

PieChart *OverviewView::pie() const
{
    return m_side->pie();
}

EmptyState *OverviewView::emptyState() const
{
    return m_pages->emptyState();
}

bool OverviewView::isEmpty() const
{
    return m_pages->isEmpty();
}

int OverviewView::currentRun() const
{
    return runs().openRun(state().currentRank().run);
}

void OverviewView::scheduleRefresh()
{
    // Until the first numbers are there: a run that is being read is open.
    if (m_items.empty() && currentRun() >= 0 && emptyState()->heading() == tr("No run is open"))
        m_pages->showEmpty(tr("Loading"), tr("Every rank appears here as soon as it is loaded."));
    m_pages->schedule();
}

void OverviewView::refresh()
{
    // While ranks keep arriving a running computation is let through, or nothing would be seen before the last one.
    if (m_job.isRunning() && runs().isLoading())
        return scheduleRefresh();
    if (isCurrent()) {
        m_job.cancel(); // of a choice that was taken back
        return showFigures();
    }
    const auto run = runs().run(currentRun());
    if (!run) {
        m_factsOf.reset();
        m_job.cancel();
        m_figuresJob.cancel();
        m_facts.reset();
        m_hasResult = false;
        take({});
        return;
    }
    const OverviewQuery query{{}, state().domain(), m_controls->source()};
    m_job.start(
        *context().pool,
        [run, query](const JobContext &job) -> Facts {
            const MemoryReservation room = roomFor(u"overview", *run, job);
            return std::make_shared<const OverviewFacts>(overviewFacts(*run, query, job));
        },
        [this, run, query](const Facts &facts) {
            // Not before: where there was no memory for others, those that are here are still of the run before.
            m_facts = facts;
            m_factsOf = run;
            m_factsQuery = query;
            m_breakdowns->forget(); // another one may stand in the place of those that are gone
            m_hasResult = true;
            showFigures();
        });
}

// Whether the numbers are those of what is open and chosen now.
bool OverviewView::isCurrent() const
{
    const auto run = runs().run(currentRun());
    return m_facts && run && m_factsOf.lock() == run && m_factsQuery.domain == state().domain() &&
           m_factsQuery.source == m_controls->source();
}

// The numbers of all steps are here: another step, or another way to show them, is there at once.
void OverviewView::showFigures()
{
    if (!m_facts || m_job.isRunning())
        return;
    m_controls->fill(*m_table->rows(), m_facts.get());
    m_figures = {m_controls->steps(),
                 RankBars::stepOf(*m_controls, state().step()),
                 -1,
                 m_controls->fold(),
                 m_controls->compared(),
                 state().thresholds(),
                 {}};
    if (const ShownRanks &group = state().rankGroup(); m_figures.fold != 0 && group.run == currentRun())
        m_figures.only = group.ranks;
    if (m_figures.steps == StepsShown::Each)
        m_figures.rankIndex = std::max(0, state().currentRank().index);
    m_figuresJob.start(
        *context().pool,
        [facts = m_facts, query = m_figures](const JobContext &) {
            Figures out{overviewFigures(*facts, query), {}};
            out.rows = overviewRows(out.items);
            return out;
        },
        [this](Figures figures) { take(std::move(figures)); });
}

void OverviewView::stepChanged()
{
    if (!isCurrent() || m_job.isRunning())
        return scheduleRefresh();
    showFigures();
}

void OverviewView::take(Figures figures)
{
    m_items = std::move(figures.items);
    m_itemRows = std::move(figures.rows);
    showBreakdowns();
    fillPickers();
    applyOrder();
    followState();
    updateEmpty();
    updateNotes();
}

// Another run that is opened beside it changes nothing of a whole one.
bool OverviewView::isLoading() const
{
    const auto run = runs().run(currentRun());
    if (!run || run->infos.empty())
        return runs().isLoading();
    const int shown = currentRun();
    for (int i = 0; i < static_cast<int>(run->infos.size()); ++i) {
        const RankState now = runs().state({shown, i});
        if (now == RankState::Waiting || now == RankState::Loading)
            return true;
    }
    return false;
}

void OverviewView::showBreakdowns()
{
    const bool wanted = !m_items.empty() && !isLoading();
    m_breakdowns->show(wanted ? runs().run(currentRun()) : nullptr, m_facts.get(), m_figures);
}

QString OverviewView::domainLabel() const
{
    return domainText(m_facts ? DomainChoice(m_facts->domains, state().domain()).label() : state().domain());
}

void OverviewView::fillPickers()
{
    m_shownRun = currentRun();
    m_base->setRun(m_shownRun);
    m_verdicts->setRun(m_shownRun);
    m_controls->fill(*m_table->rows(), m_facts.get());
}

bool OverviewView::isShown(const OverviewItem &item) const
{
    const auto lets = [this](int rank) { return state().rankGroup().lets(m_shownRun, rank); };
    return item.folded ? std::any_of(item.folded->ranks.begin(), item.folded->ranks.end(), lets) : lets(item.rank);
}

void OverviewView::applyOrder()
{
    if (m_ordering)
        return;
    m_ordering = true;
    const QString id = m_controls->orderColumn();
    const Qt::SortOrder order = m_controls->isDescending() ? Qt::DescendingOrder : Qt::AscendingOrder;
    const std::shared_ptr<const RowSource> all = m_itemRows ? m_itemRows : overviewRows({});
    RowQuery query;
    query.columns = shownColumns(*all);
    query.sortColumn = m_table->rows()->columnOf(id);
    query.descending = order == Qt::DescendingOrder;
    std::vector<quint32> ordered = orderedRows(*all, query).rows;
    std::erase_if(ordered, [this](quint32 row) { return !isShown(m_items[row]); });
    if (m_controls->top() > 0 && ordered.size() > static_cast<size_t>(m_controls->top()))
        ordered.resize(static_cast<size_t>(m_controls->top()));
    m_rows.clear();
    m_rows.reserve(ordered.size());
    for (const quint32 row : ordered)
        m_rows.push_back(m_items[row]);
    m_table->setSource(overviewRows(m_rows));
    if (!m_tableOrder)
        m_table->sortBy(m_table->rows()->columnOf(id), order);
    m_ordering = false;
    updateBars();
}

void OverviewView::headerSorted(int column, Qt::SortOrder order)
{
    if (m_ordering || column < 0)
        return;
    const QString id = m_table->rows()->headerData(column, Qt::Horizontal, ColumnIdRole).toString();
    m_tableOrder = !m_controls->setOrder(id, order == Qt::DescendingOrder);
    if (m_tableOrder)
        updateBars(); // the bars follow the table in any order, also one that the picker does not offer
    else
        applyOrder();
    emit arrangementChanged();
}

void OverviewView::updateBars()
{
    if (m_table->rows()->source() != m_table->source())
        return; // they follow when the rows are arranged
    std::vector<StackedBar> bars;
    m_barRows.clear();
    bool preparing = false;
    const bool isPart = isLoading();
    const std::shared_ptr<const Diagnosis> diagnosis = context().diagnoses->of(m_shownRun);
    const int shown = m_table->rows()->rowCount();
    bars.reserve(static_cast<size_t>(shown));
    for (int r = 0; r < shown; ++r) {
        const auto source = static_cast<int>(m_table->rows()->sourceRow(r));
        const OverviewItem &i = itemAt(source);
        StackedBar b = RankBars::barOf(i, m_figures.steps);
        // Peers and their stages are known when all ranks are.
        if (isPart) {
            b.peersNs.reset();
            b.offNs.reset();
            b.offRatio.reset();
            b.outlier = false;
        }
        b.accused = diagnosis && RankBars::isAccused(i, m_figures.steps, *diagnosis);
        preparing |= i.preparingNs.has_value() || i.preparingMissing;
        bars.push_back(std::move(b));
        m_barRows.push_back(source);
    }
    m_bars->setMark(m_controls->mark());
    m_bars->setAxisTitle(RankBars::axisTitle(*m_controls));
    m_bars->setBars(std::move(bars), preparing);
    m_bars->setSelected(m_selectedKey);
}

void OverviewView::updateNotes()
{
    m_barsFrame->setHeading(RankBars::heading(*m_controls, m_items));
    QString note = RankBars::sources(m_items);
    int loaded = 0;
    int known = 0;
    if (const auto run = runs().run(currentRun())) {
        known = static_cast<int>(run->ranks.size());
        loaded = static_cast<int>(
            std::count_if(run->ranks.begin(), run->ranks.end(), [](const auto &r) { return r != nullptr; }));
    }
    const auto incomplete = static_cast<int>(
        std::count_if(m_items.begin(), m_items.end(), [](const OverviewItem &i) { return i.incompleteSteps > 0; }));
    if (incomplete > 0)
        note = tr("%n bar(s) lack(s) a value and end(s) hatched. %1", nullptr, incomplete).arg(note);
    if (loaded < known)
        note = tr("%1 of %n rank(s) loaded. %2", nullptr, known).arg(loaded).arg(note);
    QStringList all = RankBars::scope(*m_controls, m_items);
    const std::shared_ptr<const Diagnosis> diagnosis = context().diagnoses->of(m_shownRun);
    all << RankBars::outliers(*m_controls, m_items, diagnosis.get(), isLoading())
        << RankBars::accused(*m_controls, m_items, diagnosis.get()) << note;
    all.removeAll(QString());
    if (const QString step = RankBars::stepOf(*m_controls, state().step()); !step.isEmpty())
        all.prepend(tr("step %1").arg(format::displayText(step)));
    m_barsFrame->setNotes(all);
}

void OverviewView::updateEmpty()
{
    if (!m_items.empty())
        return m_pages->showContent();
    if (currentRun() < 0) {
        m_pages->showEmpty(tr("No run is open"),
                           tr("Open a folder with File > Import Data, or drop it on the window."));
    } else if (runs().isLoading()) {
        m_pages->showEmpty(tr("Loading"), tr("Every rank appears here as soon as it is loaded."));
    } else if (!state().step().isEmpty() || !state().domain().isEmpty()) {
        m_pages->showEmpty(tr("No rank matches"), tr("No rank has times for the chosen step and communication domain."),
                           tr("Show all steps and ranks"));
    } else if (DatabaseTexts::isAllOf(runs(), currentRun())) {
        m_pages->showEmpty(DatabaseTexts::heading(),
                           DatabaseTexts::ofRun(QStringLiteral("step_trace_time.csv, trace_view.json")));
    } else {
        m_pages->showEmpty(
            tr("No step times in this run"),
            tr("The overview reads step_trace_time.csv, and derives its numbers from the device lanes of "
               "trace_view.json where that file is missing. This run has neither.\n\n"
               "The profiler writes step_trace_time.csv when NPU activity is collected "
               "(activities include ProfilerActivity.NPU) and profiler_level is not Level_none."));
    }
}

void OverviewView::retranslate()
{
    m_controls->retranslate(*m_table->rows(), m_facts.get());
    m_charts->retranslate();
    m_table->setTableName(tr("Time of every rank"));
    retranslateSide();
    m_side->retranslate();
    m_base->retranslate();
    m_table->rows()->retranslate();
    m_bars->retranslate();
    fillPickers();
    updateBars();
    updatePie();
    updateNotes();
    updateEmpty();
}

const RowSourceModel &OverviewView::model() const
{
    return *m_table->rows();
}

} // namespace rs

#include "moc_overviewview.cpp"
