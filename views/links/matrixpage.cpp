// SPDX-License-Identifier: Apache-2.0
#include "views/links/matrixpage.h"

#include "analysis/communication/commrecord.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/picture/colorscale.h"
#include "views/links/heatmap.h"
#include "views/links/matrixorders.h"
#include "views/links/matrixtexts.h"
#include "views/links/slowlinkframes.h"
#include "views/page/picturescope.h"
#include "views/page/rankmenu.h"
#include "views/page/systemtexts.h"
#include "views/picture/chartframe.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/menus.h"
#include "views/widgets/optionsbutton.h"
#include "views/widgets/outofmemory.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/page/scopenote.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <set>
#include <utility>

namespace rs {

MatrixPage::MatrixPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("matrix"), context, parent), m_inner(new QCheckBox(this)), m_pages(new PageBody(nullptr)),
      m_map(new HeatMap(context.theme)), m_scale(new ColorScale(context.theme)), m_picture(new QWidget),
      m_frame(new ChartFrame(m_picture, QStringLiteral("communication-matrix"), context.theme)),
      m_table(new TableView(QStringLiteral("communication-matrix"), context.theme, context.pool)),
      m_linkLine(new QWidget), m_linkText(plainLabel(m_linkLine)), m_allLinks(new QPushButton(m_linkLine)),
      m_slow(new SlowLinkFrames(context, this)), m_rows{matrixRows({}), {}, {}}
{
    addWork(m_job);
    addWork(m_valuesJob);
    addWork(m_rowsJob);
    m_rowsJob.onOutOfMemory(outOfMemoryCover(m_table));
    addPicture(m_frame, [this] { return !isEmpty(); });
    addChoices();
    m_pages->onDue(refreshDelayMs, [this] { reload(); });
    m_frame->setScope([this] {
        return pictureScope(
            runs(), currentRun(), state().step(),
            {tr("domain: %1").arg(domainLabel()), tr("operator: %1").arg(m_opPicker->box()->currentText())});
    });
    auto *pictureRows = new QVBoxLayout(m_picture);
    pictureRows->setContentsMargins(0, 0, 0, 0);
    pictureRows->setSpacing(0);
    pictureRows->addWidget(m_map, 1);
    pictureRows->addWidget(m_scale);
    auto *const line = new QHBoxLayout(m_linkLine);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_linkText, 1);
    line->addWidget(m_allLinks, 0, Qt::AlignTop);
    m_linkText->setWordWrap(true);
    m_allLinks->setAutoDefault(false);
    auto *const right = new QWidget;
    auto *const rightRows = new QVBoxLayout(right);
    rightRows->setContentsMargins(0, 0, 0, 0);
    rightRows->setSpacing(4);
    rightRows->addWidget(m_linkLine);
    rightRows->addWidget(m_table, 1);
    m_halves = new QSplitter(Qt::Horizontal);
    m_halves->addWidget(m_frame);
    m_halves->addWidget(right);
    m_halves->setChildrenCollapsible(false);
    m_halves->setSizes({490, 510});
    m_pages->setContent(m_halves);
    auto *const page = new QWidget;
    m_pages->fillPage(
        page, leastLines, 0,
        {m_opPicker, m_valuePicker, m_basePicker, m_stepsPicker, m_orderPicker,
         new OptionsButton({m_leastPicker, m_scalePicker, m_inner}, this)},
        new ScopeNote(
            context.state, [] { return tr("The file of the matrix has no times: choose a step instead."); }, this));
    layout()->setContentsMargins(0, 0, 0, 0);
    body()->setContent(page);
    body()->showContent();
    m_table->setSource(m_rows.table);
    setFocusProxy(m_map);
    connectState();
    retranslate();
    scheduleRefresh();
}

void MatrixPage::addChoices()
{
    // A session keeps the operator that is asked for, which may not be there yet.
    m_opPicker = addChoice({.label = [] { return tr("Operator"); },
                            .items = [this] { return MatrixTexts::operators(m_shown, m_opPicker->value()); }});
    m_opPicker->setSearched();
    m_opPicker->setFurther([this] { return MatrixTexts::namedOperators(m_shown); });
    m_valuePicker = addChoice({.key = QStringLiteral("value"),
                               .first = static_cast<int>(MatrixValue::Bandwidth),
                               .label = [] { return tr("Show"); },
                               .items = MatrixTexts::values});
    m_basePicker = addChoice({.label = [] { return tr("Subtract run"); }});
    m_stepsPicker =
        addChoice({.key = QStringLiteral("mean"),
                   .first = false,
                   .label = [] { return tr("Steps"); },
                   .items =
                       [] {
                           return std::vector<PickerItem>{{tr("Sum over steps"), false}, {tr("Mean per step"), true}};
                       }});
    m_orderPicker = addChoice(
        {.key = QStringLiteral("order"), .first = QString(), .label = [] { return tr("Order by"); }, .isOfData = true});
    m_leastPicker =
        addChoice({.key = QStringLiteral("least"),
                   .first = usualLeast,
                   .label = [] { return tr("Ignore below"); },
                   .items =
                       [] {
                           std::vector<PickerItem> out{{tr("any size"), 0}};
                           for (const int bytes : leastSizes)
                               out.push_back({bytes < 1000 * kilobyte ? tr("%1 KB").arg(bytes / kilobyte)
                                                                      : tr("%1 MB").arg(bytes / kilobyte / 1000),
                                              bytes});
                           return out;
                       }});
    m_scalePicker = addChoice({.key = QStringLiteral("logarithmic"),
                               .first = false,
                               .label = [] { return tr("Scale"); },
                               .items =
                                   [] {
                                       return std::vector<PickerItem>{{tr("Linear"), false}, {tr("Logarithmic"), true}};
                                   }});
}

void MatrixPage::connectState()
{
    const auto again = [this] { scheduleRefresh(); };
    for (const auto signal : {&RunStore::runAdded, &RunStore::runChanged, &RunStore::runClosed})
        connect(context().runs, signal, this, again);
    connect(context().runs, &RunStore::rankLoaded, this, again);
    connect(context().runs, &RunStore::rankUnloaded, this, again);
    connect(context().runs, &RunStore::loadingFinished, this, again);
    connect(context().state, &ViewState::stepChanged, this, again);
    connect(context().state, &ViewState::domainChanged, this, [this] {
        leaveJump();
        compute(false);
    });
    connect(context().state, &ViewState::currentRankChanged, this, [this] {
        if (m_shownRun != currentRun())
            scheduleRefresh();
    });
    connect(context().state, &ViewState::selectionChanged, this, &MatrixPage::followOperator);
    connect(context().theme, &Theme::changed, this, [this] { showScale(false); });
    connect(context().state, &ViewState::rankGroupChanged, this, [this] { compute(false); });
    connect(m_slow, &SlowLinkFrames::changed, this, &MatrixPage::showFrames);
    connect(m_opPicker, &Picker::chosen, this, [this] { m_wantedOp.clear(); });
    for (Picker *const picker : {m_opPicker, m_basePicker, m_stepsPicker, m_orderPicker})
        connect(picker, &Picker::chosen, this, [this] { compute(false); });
    connect(m_valuePicker, &Picker::chosen, this, [this] {
        if (scope().value == MatrixValue::BestShare && !m_shown.shares)
            return compute(false);
        rescale();
        if (m_shown.compared)
            showTable(); // by the difference of this value
    });
    for (Picker *const picker : {m_leastPicker, m_scalePicker})
        connect(picker, &Picker::chosen, this, &MatrixPage::rescale);
    connect(m_inner, &QCheckBox::toggled, this, [this] {
        rescale();
        showTable();
    });
    connect(m_inner, &QCheckBox::toggled, this, &MatrixPage::arrangementChanged);
    connect(m_scale, &ColorScale::rangeChanged, this, [this](double low, double high) {
        m_map->setRange(low, high);
        showLegend();
    });
    connect(m_map, &HeatMap::cellClicked, this, &MatrixPage::cellClicked);
    connect(m_map, &HeatMap::cellActivated, this, &MatrixPage::cellActivated);
    connect(m_allLinks, &QPushButton::clicked, this, [this] {
        m_map->setFocus();
        dismissLink();
    });
    connect(m_table, &TableView::currentRowChanged, this, &MatrixPage::rowChosen);
    connect(m_table, &TableView::activated, this, [this](int at) { showInTimeline(at); });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at < 0 || !hasRows())
            return;
        QAction *const show =
            menu->addAction(tr("Show the Operator in Timeline"), this, [this, row = at] { showInTimeline(row); });
        const MatrixCell *const cell = operatorOfRow(at);
        const auto run = runs().run(currentRun());
        const std::vector<MatrixRank> ranks = ranksOf(cellAt(at), *m_shown.grid);
        const bool hasTrace = cell && run && std::any_of(ranks.begin(), ranks.end(), [&run](const MatrixRank &rank) {
                                  const int index = rank.global ? run->indexOf(rank.rank) : -1;
                                  return index >= 0 && run->ranks[static_cast<size_t>(index)] &&
                                         run->ranks[static_cast<size_t>(index)]->trace;
                              });
        setAvailable(show, hasTrace ? QString()
                                    : tr("Choose one operator above; its slice must be in a trace that is loaded."));
        addRankActions(menu, ranks);
    });
    connect(m_frame, &ChartFrame::menuRequested, this, [this](QMenu *menu, const QPoint &at) {
        if (m_map->isZoomed())
            menu->addAction(tr("Show all"), m_map, &HeatMap::resetZoom);
        const QPoint cell = m_map->cellAt(m_map->mapFrom(m_picture, at));
        if (cell.x() < 0)
            return;
        const MatrixRank &from = m_shown.grid->ranks[static_cast<size_t>(cell.x())];
        const MatrixRank &to = m_shown.grid->ranks[static_cast<size_t>(cell.y())];
        if (!m_shown.grid->link(cell.x(), cell.y()))
            return addRankActions(menu, {from, to});
        QAction *const show = menu->addAction(tr("Show the Longest Operator in Timeline"), this,
                                              [this, cell] { cellActivated(cell.x(), cell.y()); });
        const auto run = runs().run(currentRun());
        setAvailable(show, run && run->infos.empty() ? systemtexts::whyNoRank(runs(), {currentRun(), 0}) : QString());
        addRankActions(menu, {from, to});
    });
}

// Ranks that are counted within their group only have no place in the run.
void MatrixPage::addRankActions(QMenu *menu, const std::vector<MatrixRank> &ranks)
{
    const auto run = runs().run(currentRun());
    std::set<int> added;
    for (const MatrixRank &rank : ranks) {
        const int index = run && rank.global ? run->indexOf(rank.rank) : -1;
        if (index >= 0 && added.insert(index).second)
            addShowInTimeline(menu, state(), {currentRun(), index}, runs());
    }
    if (!added.empty() || ranks.empty())
        return;
    const bool isCluster = run && run->infos.empty();
    setAvailable(addShowInTimeline(menu, state(), RankRef()),
                 isCluster
                     ? systemtexts::whyNoRank(runs(), {currentRun(), 0})
                     : tr("The files name these ranks only by their index inside the domain, or their folders are "
                          "not open."));
}

// As the picture calls them.
std::vector<MatrixRank> MatrixPage::ranksOf(const MatrixCell &cell, const MatrixGrid &grid)
{
    const auto [source, destination] = grid.placeOf(cell);
    if (source < 0)
        return {{cell.source, cell.global}, {cell.destination, cell.global}};
    const std::vector<MatrixRank> &ranks = grid.ranks;
    return {ranks[static_cast<size_t>(source)], ranks[static_cast<size_t>(destination)]};
}

bool MatrixPage::isComplete() const
{
    return !m_pages->isWaiting() && Page::isComplete() && !m_slow->isRunning() && m_table->isComplete();
}

const RowSourceModel &MatrixPage::model() const
{
    return *m_table->rows();
}

bool MatrixPage::hasRows() const
{
    return m_table->rows()->source() == m_rows.table;
}

EmptyState *MatrixPage::emptyState() const
{
    return m_pages->emptyState();
}

bool MatrixPage::isEmpty() const
{
    return m_pages->isEmpty();
}

QString MatrixPage::hint() const
{
    return tr("What each link between two ranks carried, in which time and how fast, as a picture and as a table.");
}

int MatrixPage::currentRun() const
{
    return runs().openRun(state().currentRank().run);
}

MatrixScope MatrixPage::scope() const
{
    return {static_cast<MatrixValue>(m_valuePicker->value().toInt()), m_inner->isChecked(), leastMb(),
            m_shown.compared};
}

double MatrixPage::leastMb() const
{
    return m_leastPicker->value().toInt() / 1e6;
}

QString MatrixPage::unit() const
{
    return MatrixTexts::unit(scope().value);
}

std::vector<int> MatrixPage::ranks() const
{
    const ShownRanks &group = state().rankGroup();
    return group.run == currentRun() ? group.ranks : std::vector<int>();
}

void MatrixPage::scheduleRefresh()
{
    m_pages->schedule();
}

void MatrixPage::reload()
{
    // While ranks keep arriving a running computation is let through, or nothing would be seen before the last one.
    if (m_job.isRunning() && runs().isLoading())
        return scheduleRefresh();
    compute(true);
}

void MatrixPage::compute(bool reload)
{
    const auto run = runs().run(currentRun());
    if (!run) {
        m_job.cancel();
        m_reloading = false;
        return take(MatrixData());
    }
    // A text from before a run was opened must not stay until its first links are read.
    if (!m_shown.loaded->run)
        updateEmpty();
    // A choice replaces the job that reads the run: then the new one has to read it.
    m_reloading = reload || (m_job.isRunning() && m_reloading);
    const QVariant base = m_basePicker->value();
    const MatrixAsk choice{state().domain(),
                           wantedOperator(),
                           m_orderPicker->value().toString(),
                           m_stepsPicker->value().toBool(),
                           scope().value == MatrixValue::BestShare,
                           base.isValid() && base.toInt() != currentRun() ? runs().run(base.toInt()) : nullptr,
                           state().step(),
                           ranks()};
    m_job.start(
        *context().pool,
        [run, choice, scope = scope(), before = m_reloading ? MatrixData() : m_shown](const JobContext &job) mutable {
            const MemoryReservation room = roomFor(choice.shares ? u"links" : u"matrix", *run, job);
            MatrixData out = matrixData(run, before, choice, job);
            scope.difference = out.compared;
            out.values = std::make_shared<const HeatValues>(heatValues(*out.grid, scope, job));
            return out;
        },
        [this](MatrixData shown) {
            m_reloading = false;
            take(std::move(shown));
        });
}

void MatrixPage::take(MatrixData shown)
{
    MatrixData old = std::exchange(m_shown, std::move(shown));
    m_link = {-1, -1};
    // One that was asked for before may come later: then the wanted one is not shown yet, though it is there.
    if (m_shown.has(m_wantedOp) ? m_shown.op == m_wantedOp : !m_shown.ops.isEmpty() && !runs().isLoading())
        m_wantedOp.clear();
    m_opPicker->setValue(m_shown.op);
    fillPickers();
    m_valuesJob.cancel();
    m_map->setGrid(m_shown.grid, m_shown.values);
    showScale(true);
    showFrames();
    followOperator();
    showTable();
    m_slow->judge(m_shown.loaded->run, currentRun()); // takes longer than the rows, which would wait for a thread
    updateEmpty();
    // A million links take long to be given back.
    context().pool->start([old = std::move(old)] {});
}

void MatrixPage::showFrames()
{
    m_map->setFrames(m_slow->framesOf(m_shown));
    frameRows();
    if (!m_valuesJob.isRunning())
        showScale(false);
}

QString MatrixPage::domainLabel() const
{
    return MatrixTexts::domain(m_shown);
}

void MatrixPage::fillPickers()
{
    m_shownRun = currentRun();
    fillChoices();
    m_stepsPicker->setVisible(m_shown.grid->steps > 1);
    fillOrders();
    fillBases();
}

void MatrixPage::fillOrders()
{
    std::vector<PickerItem> orders;
    if (m_shown.loaded->run)
        orders = MatrixOrders::items(*m_shown.loaded->run, m_shown.loaded->domains);
    m_orderPicker->setVisible(orders.size() > 1);
    if (!orders.empty())
        m_orderPicker->setItems(orders);
}

void MatrixPage::fillBases()
{
    std::vector<PickerItem> bases = {{tr("Nothing"), QVariant()}};
    for (int run = 0; run < runs().count(); ++run) {
        if (const auto other = runs().run(run); other && run != currentRun())
            bases.push_back({format::displayText(other->name.isEmpty() ? other->path : other->name), run});
    }
    if (std::none_of(bases.begin(), bases.end(),
                     [this](const PickerItem &i) { return i.data == m_basePicker->value(); }))
        m_basePicker->setValue(QVariant());
    m_basePicker->setVisible(bases.size() > 1);
    m_basePicker->setItems(bases);
}

void MatrixPage::showScale(bool reset)
{
    const bool isType = scope().value == MatrixValue::LinkType;
    const bool any = !m_shown.isEmpty();
    for (Picker *const picker : {m_valuePicker, m_basePicker, m_stepsPicker, m_orderPicker})
        picker->setEnabled(any);
    // Another operator may have crossed links where this one did not.
    m_opPicker->setEnabled(!m_shown.ops.isEmpty());
    m_leastPicker->setEnabled(any && !isType);
    m_inner->setEnabled(any && !isType);
    m_scalePicker->setEnabled(any && !isType && !m_shown.compared);
    const bool logarithmic = m_scalePicker->value().toBool() && !m_shown.compared;
    m_scale->setDiverging(m_shown.compared);
    m_map->setScope(scope(), unit());
    m_map->setLogarithmic(logarithmic);
    m_scale->setLogarithmic(logarithmic);
    const auto values = m_map->valueRange();
    const auto colors = colorRange(*m_shown.grid, scope(), m_map->frames(), values);
    if (!isType) {
        if (colors)
            m_scale->setBounds(colors->first, colors->second, unit(), reset);
        else
            m_scale->setCategories({}); // a bar would be the scale of nothing
        m_map->setRange(m_scale->low(), m_scale->high());
    }
    showLegend();
    const QString what = m_valuePicker->box()->currentText();
    m_frame->setHeading(unit().isEmpty() ? what : tr("%1 (%2)", "quantity (unit)").arg(what, unit()));
    QStringList said;
    // One of many domains at a time, whatever the bar at the top shows.
    if (m_shown.domain != state().domain())
        said << tr("domain: %1").arg(domainLabel());
    if (m_shown.compared)
        addBaseNotes(said);
    if (m_shown.grid->steps > 1)
        said << (m_shown.mean ? tr("mean of %n step(s)", nullptr, m_shown.grid->steps)
                              : tr("sum of %n step(s)", nullptr, m_shown.grid->steps));
    // With framed slow links the colours reach up to their expected values.
    const auto wide = MatrixGrid::colorRange(scope(), values);
    if (!isType && colors == wide && values != wide)
        said << tr("values hardly differ: the colours span %1 %").arg(MatrixGrid::leastRangePercent);
    if (m_shown.isNamed())
        said.prepend(tr("only the links for which the file names the operator"));
    if (scope().value == MatrixValue::BestShare)
        said << tr("bandwidth / what the fastest tenth of the links of this type reach with messages of this size "
                   "in this run (the fastest are above 1)");
    const std::vector<MatrixLinkSum> &links = m_shown.grid->links;
    if (!isType && !links.empty() && std::all_of(links.begin(), links.end(), [least = leastMb()](const auto &l) {
            return l.inner || l.isSmall(least);
        }))
        said << tr("every link is smaller than what is ignored: choose \"any size\" under Options > Ignore below");
    if (m_slow->lacksMemory())
        said << tr("not enough memory to look for slow links");
    if (m_map->hasMedians())
        said << tr("at the edges: medians of rows and columns");
    if (m_shown.grid->local)
        said.prepend(tr("#: index inside the domain; its rank is unknown, because the run has no parallel_group_info"));
    m_frame->setNote(said.join(tr("; ", "between notes")));
}

void MatrixPage::chooseLink(const QPoint &link)
{
    m_link = link;
    m_current.reset();
    m_map->setSelected(link.x(), link.y());
    showTable();
}

std::optional<std::pair<int, int>> MatrixPage::selectedLink() const
{
    const auto ends = m_shown.grid->ranks.size();
    if (m_link.x() < 0 || static_cast<size_t>(std::max(m_link.x(), m_link.y())) >= ends)
        return std::nullopt;
    return std::pair(m_shown.grid->ranks[static_cast<size_t>(m_link.x())].rank,
                     m_shown.grid->ranks[static_cast<size_t>(m_link.y())].rank);
}

void MatrixPage::showInTimeline(int row)
{
    if (!hasRows())
        return;
    reveal(
        [loaded = m_rows.loaded, cell = m_rows.longest[static_cast<size_t>(row)]](const MatrixData &,
                                                                                  const JobContext &) {
            std::vector<const MatrixCell *> cells{cell};
            if (const MatrixCell *const longest = longestOperatorOf(loaded->cells, *cell))
                cells.push_back(longest);
            return cells;
        },
        cellAt(row).op == TotalOp ? tr("Total Op Info sums up all operators: choose one to go to the timeline.")
                                  : tr("No loaded trace has the operator of this row."));
}

void MatrixPage::reveal(const FindCells &find, const QString &whyNone)
{
    const auto run = runs().run(currentRun());
    if (!run)
        return;
    m_sliceJob.start(
        *context().pool,
        [run, at = currentRun(), shown = m_shown, find](const JobContext &job) -> std::pair<RankRef, SliceId> {
            for (const MatrixCell *const c : find(shown, job)) {
                if (job.isCanceled())
                    break;
                // The sender's lanes show the operator; where only the receiver was profiled or is loaded, its lanes
                // do.
                std::vector<int> ranks;
                for (const MatrixRank &rank : ranksOf(*c, *shown.grid))
                    ranks.push_back(rank.global ? run->indexOf(rank.rank) : -1);
                if (const auto [rank, slice] = sliceOfCell(*run, ranks, *c); slice != NoSlice)
                    return {{at, rank}, slice};
            }
            return {{}, NoSlice};
        },
        [this, whyNone](std::pair<RankRef, SliceId> found) {
            const auto &[rank, slice] = found;
            if (slice == NoSlice)
                return emit notice(whyNone);
            state().inOneStep([this, rank = rank, slice = slice] {
                state().revealSlice(rank, slice);
                state().showView(QStringLiteral("timeline"));
            });
        });
}

// A jump may have chosen an operator; what the user picks here stays until then.
void MatrixPage::followOperator()
{
    const Selection &s = state().selection();
    const bool names = s.kind == Selection::Kind::Link || s.kind == Selection::Kind::Operator;
    if (names && s.text != m_shown.op && s != m_left && m_shown.has(s.text)) {
        if (!isOperatorOfJump())
            m_opBeforeJump = wantedOperator();
        m_wantedOp.clear();
        m_jumpedOp = s.text;
        m_opPicker->setValue(s.text);
        return compute(false);
    }
    followSelection();
}

// The operator that a jump chose goes with its domain.
void MatrixPage::leaveJump()
{
    m_left = {};
    if (!state().domain().isEmpty() || !isOperatorOfJump())
        return;
    m_left = state().selection();
    m_jumpedOp.clear();
    m_opPicker->setValue(m_opBeforeJump);
}

void MatrixPage::followSelection()
{
    const Selection &s = state().selection();
    if (s.kind != Selection::Kind::Link)
        return;
    const auto is = [this](int i, int rank) { return m_shown.grid->ranks[static_cast<size_t>(i)].rank == rank; };
    if (m_link.x() >= 0 && is(m_link.x(), s.source) && is(m_link.y(), s.destination))
        return;
    QPoint found(-1, -1);
    for (int i = 0; i < m_shown.grid->count(); ++i) {
        if (is(i, s.source))
            found.setX(i);
        if (is(i, s.destination))
            found.setY(i);
    }
    chooseLink(found.x() < 0 || found.y() < 0 ? QPoint(-1, -1) : found);
}

void MatrixPage::updateEmpty()
{
    if (!m_shown.isEmpty())
        return m_pages->showContent();
    const auto [heading, why] = MatrixTexts::whyEmpty(context(), currentRun(), m_shown);
    m_pages->showEmpty(heading, why);
}

void MatrixPage::retranslate()
{
    Page::retranslate();
    m_leastPicker->setToolTip(format::tooltipText(
        tr("Links that carried less are crossed and left out of the colour scale: so little data says nothing "
           "about a link")));
    m_allLinks->setText(tr("Show all links"));
    m_allLinks->setToolTip(tr("Lists every link again; so do Esc and a second click on the cell"));
    m_inner->setText(tr("Links inside a device"));
    m_inner->setToolTip(tr("Includes links inside a device in the colour scale; they are many times faster than "
                           "links between devices"));
    m_map->setAccessibleName(tr("Communication matrix, source by destination"));
    m_scale->setAccessibleName(tr("Range of the colour scale"));
    fillPickers();
    showScale(false);
    showTable();
    updateEmpty();
}

QString MatrixPage::wantedOperator() const
{
    return m_wantedOp.isEmpty() ? m_opPicker->value().toString() : m_wantedOp;
}

bool MatrixPage::isOperatorOfJump() const
{
    return !m_jumpedOp.isEmpty() && wantedOperator() == m_jumpedOp;
}

// The run to subtract is no part of it.
void MatrixPage::saveMore(QJsonObject &out) const
{
    if (const QString op = wantedOperator(); !op.isEmpty())
        out[QStringLiteral("operator")] = op;
    if (m_inner->isChecked())
        out[QStringLiteral("inner")] = true;
}

void MatrixPage::restoreMore(const QJsonObject &state)
{
    m_wantedOp = state[QStringLiteral("operator")].toString();
    m_opPicker->setValue(m_wantedOp);
    const QSignalBlocker silent(m_inner);
    m_inner->setChecked(state[QStringLiteral("inner")].toBool());
    fillPickers();
    scheduleRefresh();
}

} // namespace rs

#include "moc_matrixpage.cpp"
