// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "views/picturescope.h"
#include "views/rankmenu.h"

#include "analysis/pipelinestages.h"
#include "analysis/stepwindows.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/tables.h"
#include "views/clocktexts.h"
#include "views/databasetexts.h"
#include "views/widgets/chartframe.h"
#include "views/tables/tableview.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/menus.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"
#include "views/widgets/piechart.h"
#include "views/widgets/plaintext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

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
    : DockView(QStringLiteral("compare"), context, parent), m_model(new RowSourceModel(this)),
      m_basePicker(new Picker(this)), m_otherPicker(new Picker(this)), m_swap(new QToolButton(this)),
      m_groupPicker(new Picker(this)), m_kindPicker(new Picker(this)), m_corePicker(new Picker(this)),
      m_topLabel(plainLabel(this)), m_top(new QSpinBox(this)), m_verdict(plainLabel(this)), m_note(plainLabel(this)),
      m_pages(new PageBody(this)), m_basePie(new PieChart(context.theme)), m_otherPie(new PieChart(context.theme)),
      m_baseFrame(new ChartFrame(m_basePie, QStringLiteral("compare-base"), context.theme)),
      m_otherFrame(new ChartFrame(m_otherPie, QStringLiteral("compare-other"), context.theme)),
      m_table(new TableView(QStringLiteral("compare"), context.theme))
{
    m_pages->guard(m_job);
    m_pages->onDue(refreshDelayMs, [this] { refresh(); });
    m_baseFrame->setScope([this] { return pictureScope(runs(), base().run, state().step()); });
    m_otherFrame->setScope([this] { return pictureScope(runs(), other().run, state().step()); });
    m_top->setRange(1, 50);
    m_top->setValue(10);
    m_top->setKeyboardTracking(false);
    m_topLabel->setBuddy(m_top);
    auto *topBox = new QWidget(this);
    auto *topLine = new QHBoxLayout(topBox);
    topLine->setContentsMargins(0, 0, 0, 0);
    topLine->setSpacing(4);
    topLine->addWidget(m_topLabel);
    topLine->addWidget(m_top);
    m_note->setWordWrap(true);
    m_note->hide();
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
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

    auto *pies = new QSplitter(Qt::Horizontal);
    pies->addWidget(m_baseFrame);
    pies->addWidget(m_otherFrame);
    pies->setChildrenCollapsible(false);
    pies->setSizes({500, 500});
    auto *all = new QSplitter(Qt::Vertical);
    all->addWidget(pies);
    all->addWidget(m_table);
    // The table is what the page is for.
    all->setSizes({250, 750});
    all->setStretchFactor(0, 1);
    all->setStretchFactor(1, 3);
    all->setChildrenCollapsible(false);
    m_pages->setContent(all);
    constexpr int leastLines = 21;
    m_pages->fillPage(this, leastLines, 8,
                      {m_basePicker, m_swap, m_otherPicker, m_groupPicker, m_kindPicker, m_corePicker, topBox}, said);

    m_table->setModel(m_model);
    connect(m_table, &TableView::activated, this, [this](int at) { jump(at, rowAt(at).base.longest != NoSlice); });
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int at) {
        if (at >= 0)
            addRowActions(menu, at);
    });
    connect(m_table, &TableView::currentRowChanged, this, [this](int row) {
        Selection s;
        s.kind = Selection::Kind::Operator;
        s.rank = base();
        s.text = compareLabel(rowAt(row), comparison().grouping);
        state().select(s);
    });
    connect(m_baseFrame, &ChartFrame::menuRequested, this,
            [this](QMenu *menu) { addShowInTimeline(menu, state(), base(), runs()); });
    connect(m_otherFrame, &ChartFrame::menuRequested, this,
            [this](QMenu *menu) { addShowInTimeline(menu, state(), other(), runs()); });
    setFocusProxy(m_table);
    connectState();
    retranslate();
    followSides();
}

void CompareView::connectState()
{
    const auto again = [this] { scheduleRefresh(); };
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed})
        connect(&runs(), signal, this, &CompareView::followSides);
    const auto ifShown = [this](RankRef ref) {
        if (ref == base() || ref == other() || !m_hasResult)
            scheduleRefresh();
    };
    connect(&runs(), &RunStore::rankLoaded, this, ifShown);
    connect(&runs(), &RunStore::rankUnloaded, this, ifShown);
    connect(&runs(), &RunStore::ranksLoaded, this, [this] { m_ranksArrived.request(); });
    connect(&runs(), &RunStore::rankUnloaded, this, &CompareView::fillPickers);
    connect(&state(), &ViewState::sidesChanged, this, &CompareView::followSides);
    connect(&state(), &ViewState::stepChanged, this, again);
    connect(&state(), &ViewState::timeSelectionChanged, this, again);
    connect(&state(), &ViewState::offsetsChanged, this, [this, again] {
        if (!state().timeSelection().isEmpty())
            again();
    });
    connect(&theme(), &Theme::changed, this, &CompareView::updatePies);
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
    for (Picker *p : {m_groupPicker, m_kindPicker, m_corePicker})
        connect(p, &Picker::chosen, this, again);
    connect(m_top, &QSpinBox::valueChanged, this, &CompareView::updatePies);
}

QString CompareView::title() const
{
    return tr("Compare");
}

bool CompareView::isComplete() const
{
    return !m_pages->isWaiting() && !m_job.isRunning();
}

std::vector<PictureExport> CompareView::pictures() const
{
    if (isEmpty())
        return {};
    return {{m_baseFrame->fileName(), m_baseFrame->picture()}, {m_otherFrame->fileName(), m_otherFrame->picture()}};
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

void CompareView::followSides()
{
    // Without a choice, in a run that was just opened, the first two ranks.
    const std::vector<RankRef> all = runs().allRanks();
    const auto firstExcept = [&all](RankRef except) {
        const auto it = std::find_if(all.begin(), all.end(), [except](RankRef r) { return r != except; });
        return it == all.end() ? RankRef() : *it;
    };
    m_base = runs().info(state().baseRank()) ? state().baseRank() : RankRef();
    m_other = runs().info(state().otherRank()) ? state().otherRank() : RankRef();
    if (!m_base.isValid())
        m_base = firstExcept(m_other);
    if (!m_base.isValid())
        m_base = std::exchange(m_other, RankRef());
    if (!m_other.isValid())
        m_other = firstExcept(m_base);
    fillPickers();
    scheduleRefresh();
}

// What stands there without a choice stays when the user chooses the other side.
void CompareView::adoptSides()
{
    const RankRef other = m_other;
    if (!state().baseRank().isValid())
        state().setBaseRank(m_base);
    if (!state().otherRank().isValid())
        state().setOtherRank(other);
}

void CompareView::scheduleRefresh()
{
    m_pages->schedule();
}

void CompareView::refresh()
{
    fillPickers();
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
        return;
    }
    CompareQuery query;
    query.grouping = static_cast<OperatorGrouping>(m_groupPicker->value().toInt());
    query.kind = static_cast<OperatorKind>(m_kindPicker->value().toInt());
    query.coreType = m_corePicker->value().toString();
    const QString step = state().step();
    if (!state().timeSelection().isEmpty()) {
        const TimeWindow ofBase = state().timeSelectionOf(base());
        const TimeWindow ofOther = state().timeSelectionOf(other());
        query.baseWindow = Interval{ofBase.fromNs, ofBase.toNs};
        query.otherWindow = Interval{ofOther.fromNs, ofOther.toNs};
    }
    const auto run = base().run == other().run ? runs().run(base().run) : nullptr;
    m_job.start(
        *context().pool,
        [a, b, run, sides = std::pair(base().index, other().index), query, step,
         names = QStringList{nameOf(base()), nameOf(other())}](const JobContext &job) {
            const MemoryReservation room = roomFor(u"compare", {a.get(), b.get()}, job);
            Result r;
            CompareQuery q = query;
            if (!q.baseWindow) {
                q.baseWindow = windowOf(*a, step, &r.baseStepMissing, job);
                q.otherWindow = windowOf(*b, step, &r.otherStepMissing, job);
            }
            r.comparison = compareRanks(*a, *b, q, job);
            r.slowness = rankSlowness(*a, *b, q, job);
            if (run)
                r.stages = differentStages(*run, sides.first, sides.second, job);
            r.rows = compareRows(r.comparison, names);
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
    m_model->setWhole(m_result.rows);
    fillPickers();
    updatePies();
    updateVerdict();
    updateNote();
    updateEmpty();
    emit rowsChanged();
}

std::vector<std::pair<QString, QString>> CompareView::factsOf(const Selection &selection) const
{
    const std::vector<CompareRow> &rows = m_result.comparison.rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const CompareRow &r) {
        return compareLabel(r, m_result.comparison.grouping) == selection.text;
    });
    std::vector<std::pair<QString, QString>> out;
    if (selection.kind != Selection::Kind::Operator || selection.rank != base() || row == rows.end())
        return out;
    for (int c = 0; c < m_model->columnCount(); ++c) {
        const QString text = m_model->index(static_cast<int>(row - rows.begin()), c).data().toString();
        if (!text.isEmpty())
            out.emplace_back(m_model->headerData(c, Qt::Horizontal).toString(), text);
    }
    return out;
}

void CompareView::fillPickers()
{
    std::vector<PickerItem> ranks;
    for (const RankRef ref : runs().allRanks())
        ranks.push_back({runs().state(ref) == RankState::Loaded ? runs().rankLabel(ref)
                                                                : tr("%1 (not loaded)").arg(runs().rankLabel(ref)),
                         refText(ref)});
    m_basePicker->setItems(ranks);
    m_otherPicker->setItems(ranks);
    m_basePicker->setValue(refText(base()));
    m_otherPicker->setValue(refText(other()));

    std::vector<PickerItem> groupings;
    for (const OperatorGrouping g :
         {OperatorGrouping::Type, OperatorGrouping::Name, OperatorGrouping::Shape, OperatorGrouping::NameShape})
        groupings.push_back({groupingName(g), static_cast<int>(g)});
    m_groupPicker->setItems(groupings);
    m_kindPicker->setItems({{tr("Computing"), static_cast<int>(OperatorKind::Compute)},
                            {tr("Communication"), static_cast<int>(OperatorKind::Communication)},
                            {tr("All"), static_cast<int>(OperatorKind::All)}});
    std::vector<PickerItem> cores = {{tr("All"), QString()}};
    for (const QString &core : m_result.cores)
        cores.push_back({core, core});
    m_corePicker->setItems(cores);
    m_corePicker->setEnabled(cores.size() > 1);
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

void CompareView::updatePies()
{
    const std::vector<ComparePart> parts = compareParts(m_result.comparison, m_top->value());
    qint64 largest = 0;
    for (const ComparePart &p : parts)
        largest = std::max({largest, p.baseNs, p.otherNs});
    const format::TimeUnit unit = format::timeUnitFor(largest);
    const auto slices = [&](qint64 ComparePart::*side) {
        std::vector<PieSlice> out;
        for (size_t i = 0; i < parts.size(); ++i) {
            const ComparePart &p = parts[i];
            out.push_back({p.rest ? tr("Others") : format::displayText(format::clipText(p.label, 200)),
                           static_cast<double>(p.*side),
                           format::timeIn(p.*side, unit) + QChar(0x00A0) + format::unitName(unit),
                           p.rest ? theme().secondaryText() : theme().series(static_cast<int>(i))});
        }
        return out;
    };
    m_basePie->setSlices(slices(&ComparePart::baseNs));
    m_otherPie->setSlices(slices(&ComparePart::otherNs));
    const auto note = [this](qint64 total) {
        switch (m_result.comparison.grouping) {
        case OperatorGrouping::Type:
            return tr("Total time by type: %1").arg(format::duration(total));
        case OperatorGrouping::Name:
            return tr("Total time by name: %1").arg(format::duration(total));
        case OperatorGrouping::Shape:
            return tr("Total time by type and shape: %1").arg(format::duration(total));
        case OperatorGrouping::NameShape:
        case OperatorGrouping::Kernel:
            break;
        }
        return tr("Total time by name and shape: %1").arg(format::duration(total));
    };
    m_baseFrame->setHeading(tr("Base: %1").arg(format::displayText(nameOf(base()))));
    m_otherFrame->setHeading(tr("Other: %1").arg(format::displayText(nameOf(other()))));
    m_baseFrame->setNote(note(m_result.comparison.baseTotalNs));
    m_otherFrame->setNote(note(m_result.comparison.otherTotalNs));
}

QString CompareView::noteText(OperatorNote note, const QString &rank) const
{
    switch (note) {
    case OperatorNote::NoTypes:
        return tr("%1: the kernel table has no operator types, because the profiler ran at Level0; operators are "
                  "grouped by name. "
                  "Set profiler_level to Level1 or Level2 for types and shapes.")
            .arg(rank);
    case OperatorNote::NoShapes:
        return tr("%1: the kernel table has no input shapes; operators are grouped without them. Set profiler_level to "
                  "Level1 "
                  "or Level2 for shapes.")
            .arg(rank);
    case OperatorNote::FromTrace:
        return tr("%1: there is no kernel_details.csv with rows that can be used; operators are counted from the "
                  "slices "
                  "of the trace, which have neither types nor shapes.")
            .arg(rank);
    case OperatorNote::NoData:
        return tr("%1: neither a kernel_details.csv with rows that can be used nor device lanes of the trace were "
                  "found.")
            .arg(rank);
    case OperatorNote::Matched:
        return tr("%1: counted from the slices of the trace, by name, because the other side has no kernel_details.csv "
                  "with rows that can be used and the two call the same operator differently.")
            .arg(rank);
    case OperatorNote::NoCores:
        return tr("%1: the kernel table does not name the accelerator cores, and the other side does; operators are "
                  "compared without telling the cores apart.")
            .arg(rank);
    case OperatorNote::NoChoice:
    case OperatorNote::NoMatch:
    case OperatorNote::None:
        break;
    }
    return {};
}

void CompareView::updateVerdict()
{
    const QString text = phraseText(slownessPhrase(m_result.slowness, nameOf(base()), nameOf(other())));
    m_verdict->setText(format::displayText(text));
    m_verdict->setVisible(!text.isEmpty());
}

void CompareView::updateNote()
{
    QStringList lines;
    // Where databases are all there is, the page says so.
    if (m_hasResult && !DatabaseTexts::isAllOf(runs(), base()) && !DatabaseTexts::isAllOf(runs(), other())) {
        const QString a = format::displayText(runs().rankLabel(base()));
        const QString b = format::displayText(runs().rankLabel(other()));
        const RankComparison &c = m_result.comparison;
        if (c.baseNote != OperatorNote::None)
            lines << noteText(c.baseNote, c.baseNote == c.otherNote ? tr("%1 and %2").arg(a, b) : a);
        if (c.otherNote != OperatorNote::None && c.otherNote != c.baseNote)
            lines << noteText(c.otherNote, b);
        if (m_result.stages)
            lines << tr("%1 is of pipeline stage %2, %3 of stage %4: they do different work, so a difference says "
                        "little.")
                         .arg(a, QString::number(m_result.stages->first), b, QString::number(m_result.stages->second));
        if (!state().timeSelection().isEmpty())
            lines << tr("Only operators within the selected time, %1 long.")
                         .arg(format::duration(state().timeSelection().lengthNs()));
        else if (!state().step().isEmpty())
            lines << tr("Only operators of step %1.").arg(format::displayText(state().step()));
        if (m_result.baseStepMissing)
            lines << tr("%1 has no such step; its whole capture is shown.").arg(a);
        if (m_result.otherStepMissing)
            lines << tr("%1 has no such step; its whole capture is shown.").arg(b);
        lines << ClockTexts::lengthsOnly();
    }
    m_note->setText(lines.join(u'\n'));
    m_note->setVisible(!lines.isEmpty());
}

void CompareView::updateEmpty()
{
    const auto show = [this](const QString &heading, const QString &body) { m_pages->showEmpty(heading, body); };
    const RankComparison &c = m_result.comparison;
    if (runs().isEmpty())
        return show(tr("No run is open"), tr("Open a folder with File > Import Data, or drop it on the window."));
    if (!other().isValid())
        return show(tr("Only one rank is open"),
                    tr("A comparison needs two ranks. Open the folder above the rank folders, or a second run."));
    for (const RankRef ref : {base(), other()}) {
        const QString name = format::displayText(runs().rankLabel(ref));
        if (runs().state(ref) == RankState::Loaded)
            continue;
        if (runs().state(ref) == RankState::Failed)
            return show(tr("%1 could not be loaded").arg(name),
                        tr("The Findings view says why. Choose another rank above."));
        if (runs().state(ref) == RankState::Unloaded)
            return show(tr("%1 is not loaded").arg(name), tr("Load it in the explorer, or choose another rank above."));
        if (runs().state(ref) == RankState::Displaced)
            return show(tr("%1 is not loaded").arg(name), tr("The memory budget is used up. Unload other ranks in the "
                                                             "explorer, or allow more under View > Memory Budget."));
        return show(tr("Loading %1").arg(name), tr("The comparison appears as soon as both ranks are loaded."));
    }
    for (const RankRef ref : {base(), other()}) {
        if (DatabaseTexts::isAllOf(runs(), ref))
            return show(tr("%1 has no operators to compare").arg(format::displayText(runs().rankLabel(ref))),
                        DatabaseTexts::ofRank(QStringLiteral("kernel_details.csv, trace_view.json")));
    }
    if (c.baseNote == OperatorNote::NoData && c.otherNote == OperatorNote::NoData)
        return show(
            tr("No operators in these ranks"),
            tr("The comparison reads kernel_details.csv (op_summary*.csv of msprof), or the device lanes of "
               "trace_view.json. The profiler writes kernel_details.csv when NPU activity is collected; operator "
               "types and shapes need profiler_level Level1 or Level2."));
    for (const auto &[note, ref] : {std::pair(c.baseNote, base()), std::pair(c.otherNote, other())}) {
        if (note == OperatorNote::NoMatch)
            return show(
                tr("These ranks have no operators under the same names"),
                tr("%1 has kernel_details.csv (op_summary*.csv of msprof) without device lanes in "
                   "trace_view.json, the other side device lanes without kernel_details.csv. Choose another rank "
                   "above, or export both files for both ranks.")
                    .arg(format::displayText(runs().rankLabel(ref))));
        if (note == OperatorNote::NoChoice)
            return show(tr("The operators of one core cannot be compared"),
                        tr("The kernel table of %1 does not name the accelerator cores, and the other side does. "
                           "Choose all cores above.")
                            .arg(format::displayText(runs().rankLabel(ref))));
    }
    if (!c.isPossible()) {
        const RankRef without = c.baseNote == OperatorNote::NoData ? base() : other();
        return show(tr("%1 has no operators to compare").arg(format::displayText(runs().rankLabel(without))),
                    tr("It has neither kernel_details.csv (op_summary*.csv of msprof) nor device lanes in "
                       "trace_view.json. The profiler writes both when NPU activity is collected. Choose another rank "
                       "above."));
    }
    m_table->setEmptyText(tr("No operator of this kind ran."));
    m_pages->showContent();
}

void CompareView::jump(int row, bool toBase)
{
    const CompareRow &r = rowAt(row);
    const SliceId slice = toBase ? r.base.longest : r.other.longest;
    if (slice == NoSlice)
        return;
    state().inOneStep([&] {
        state().revealSlice(toBase ? base() : other(), slice);
        state().showView(QStringLiteral("timeline"));
    });
}

void CompareView::addRowActions(QMenu *menu, int row)
{
    const CompareRow &r = rowAt(row);
    const auto add = [&](RankRef ref, bool toBase, SliceId slice) {
        QAction *action = menu->addAction(tr("Show the Longest of %1 in Timeline").arg(runs().rankLabel(ref)));
        setAvailable(action, slice != NoSlice ? QString() : tr("The rank's trace holds no slice of this row."));
        connect(action, &QAction::triggered, this, [this, row, toBase] { jump(row, toBase); });
    };
    add(base(), true, r.base.longest);
    add(other(), false, r.other.longest);
    for (const RankRef ref : {base(), other()})
        addShowInTimeline(menu, state(), ref, runs());
}

void CompareView::retranslate()
{
    m_basePicker->setLabel(tr("Base"));
    m_otherPicker->setLabel(tr("Other"));
    m_swap->setText(QStringLiteral("\u21C4"));
    m_swap->setToolTip(tr("Swap base and other rank"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_groupPicker->setLabel(tr("Group by"));
    m_kindPicker->setLabel(tr("Operators"));
    m_corePicker->setLabel(tr("Core type"));
    m_topLabel->setText(tr("Top"));
    m_top->setToolTip(tr("Slices of the pies; the rest is one slice"));
    m_top->setAccessibleName(m_top->toolTip());
    m_table->setTableName(tr("Operators of both ranks"));
    m_model->retranslate();
    fillPickers();
    updatePies();
    updateVerdict();
    updateNote();
    updateEmpty();
    // The names of the ranks in the titles are of the language, too.
    if (m_hasResult)
        scheduleRefresh();
    emit rowsChanged();
}

} // namespace rs
