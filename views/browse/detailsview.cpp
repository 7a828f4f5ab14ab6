// SPDX-License-Identifier: Apache-2.0
#include "views/browse/detailsview.h"

#include "views/page/breakdowntexts.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/picture/histogram.h"
#include "views/page/propertytree.h"
#include "analysis/time/runorigin.h"
#include "views/page/rankmenu.h"
#include "views/picture/timeticks.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/icons.h"
#include "views/widgets/outofmemory.h"
#include "tables/base/tables.h"
#include "words/launchwords.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace rs {

namespace {
constexpr int partnerRole = Qt::UserRole + 51;
} // namespace

DetailsView::DetailsView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("details"), context, parent), m_stack(new QStackedLayout(this)),
      m_empty(new EmptyState(this)), m_page(new QWidget(this)), m_heading(new ElidedLabel(m_page)),
      m_note(new ElidedLabel(m_page)), m_splitter(new QSplitter(m_page)), m_properties(new PropertyTree(m_splitter)),
      m_args(new PropertyTree(m_splitter)), m_flows(new PropertyTree(m_splitter)),
      m_sameArea(new QScrollArea(m_splitter)), m_sameHeading(new ElidedLabel(m_sameArea)),
      m_sameText(new ElidedLabel(m_sameArea)), m_histogram(new Histogram(&theme(), m_sameArea))
{
    m_job.onOutOfMemory(outOfMemoryCover(m_args));
    m_sameJob.onOutOfMemory(outOfMemoryCover(m_sameArea));
    m_properties->setObjectName(QStringLiteral("properties"));
    m_args->setObjectName(QStringLiteral("args"));
    m_flows->setObjectName(QStringLiteral("flows"));
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    m_heading->setFont(bold);
    m_sameHeading->setFont(bold);
    m_sameText->setObjectName(QStringLiteral("sameName"));
    // Short lines, each of its own: wrapped text would fight the picture for the height of a low dock.
    auto *const samePane = new QWidget(m_sameArea);
    samePane->setBackgroundRole(QPalette::Base);
    samePane->setAutoFillBackground(true);
    // In a very low dock it is scrolled, as the trees beside it are.
    m_sameArea->setWidget(samePane);
    m_sameArea->setWidgetResizable(true);
    m_sameArea->setFrameShape(QFrame::NoFrame);
    auto *const same = new QVBoxLayout(samePane);
    same->setContentsMargins(8, 2, 8, 2);
    same->setSpacing(4);
    same->addWidget(m_sameHeading);
    same->addWidget(m_sameText);
    same->addWidget(m_histogram, 1);
    same->addStretch(); // for names that have no histogram
    m_note->setForegroundRole(QPalette::PlaceholderText);
    auto *const line = new QHBoxLayout;
    line->setContentsMargins(8, 4, 8, 4);
    line->setSpacing(16);
    line->addWidget(m_heading, 2);
    line->addWidget(m_note, 3);
    auto *const column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(m_splitter, 1);
    m_splitter->setChildrenCollapsible(true);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_page);

    connect(&state(), &ViewState::selectionChanged, this, &DetailsView::update);
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        if (state().selection().kind == Selection::Kind::None)
            showNothing();
    });
    connect(&state(), &ViewState::stepChanged, this, [this] {
        if (state().selection().kind == Selection::Kind::Rank)
            update();
    });
    connect(&runs(), &RunStore::rankLoaded, this, [this](RankRef ref) {
        if (ref == state().selection().rank)
            update();
    });
    for (const auto signal : {&RunStore::lanesArrived, &RunStore::rankUnloaded}) {
        connect(&runs(), signal, this, [this](RankRef ref) {
            if (ref == state().selection().rank)
                update();
        });
    }
    // Ranks are named with their run while several are open.
    connect(&runs(), &RunStore::runAdded, this, &DetailsView::update);
    connect(&runs(), &RunStore::runClosed, this, &DetailsView::update);
    connect(&state(), &ViewState::offsetsChanged, this, &DetailsView::update);
    connect(m_flows, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) { follow(item); });
    connect(m_properties, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) { follow(item); });
    for (PropertyTree *const tree : {m_flows, m_properties}) {
        connect(tree, &QTreeWidget::itemClicked, this, [this](const QTreeWidgetItem *item) { follow(item); });
        connect(tree, &PropertyTree::menuRequested, this, [this](QMenu *menu, const QTreeWidgetItem *item) {
            if (item && item->data(0, partnerRole).isValid())
                menu->addAction(symbol(QStringLiteral("jump")), tr("Go to This Slice"), this,
                                [this, item] { follow(item); });
            if (const RankRef rank = state().selection().rank; runs().info(rank))
                addShowInTimeline(menu, state(), rank, runs());
        });
    }
    connect(m_histogram, &Histogram::binClicked, this, &DetailsView::walk);
    retranslate();
}

QString DetailsView::sameNameText() const
{
    return m_sameText->text();
}

QString DetailsView::heading() const
{
    return m_heading->text();
}

void DetailsView::retranslate()
{
    m_properties->setAccessibleName(tr("Fields of the selection"));
    m_args->setAccessibleName(tr("Args and call stack"));
    m_flows->setAccessibleName(tr("Incoming and outgoing connection lines"));
    m_sameHeading->setText(tr("Among the slices of this name"));
    m_histogram->setAccessibleName(tr("Durations of the slices of this name"));
    update();
}

void DetailsView::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    m_splitter->setOrientation(width() > height() * 3 / 2 && width() > 560 ? Qt::Horizontal : Qt::Vertical);
}

void DetailsView::setHeading(const QString &name, const QString &note)
{
    m_heading->setText(format::displayText(name));
    m_heading->setToolTip(format::tooltipText(name));
    m_note->setText(format::displayText(note));
    m_note->setToolTip(format::tooltipText(note));
}

void DetailsView::showNothing()
{
    const RankRef current = state().currentRank();
    m_empty->setText(runs().info(current)
                         ? tr("Nothing in %1 is selected", "rank").arg(format::displayText(runs().rankLabel(current)))
                         : tr("Nothing is selected"),
                     tr("Click a slice in the timeline, a row of a table, or a rank to see its details."));
    m_stack->setCurrentWidget(m_empty);
}

void DetailsView::update()
{
    m_job.cancel();
    m_breakdownJob.cancel();
    m_sameJob.cancel();
    m_section = nullptr;
    m_slice = NoSlice;
    for (PropertyTree *const t : {m_properties, m_args, m_flows})
        t->clear();
    const Selection &s = state().selection();
    const auto rank = runs().rank(s.rank);
    // The histogram must not keep a rank that was unloaded.
    if (s.kind != Selection::Kind::Slice || rank != m_sameRank) {
        m_sameRank.reset();
        m_histogram->setData(nullptr, 0);
    }
    if (s.kind == Selection::Kind::Slice && rank && rank->trace && raw(s.slice) < rank->trace->slices().size()) {
        showSlice(rank, s.rank, s.slice);
        return;
    }
    if ((s.kind == Selection::Kind::Slice || s.kind == Selection::Kind::Gap) && !(rank && rank->trace) &&
        runs().lanes(s.rank)) {
        m_empty->setText(tr("The tables of this rank are being read"),
                         tr("Details are shown as soon as they are read."));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    if ((s.kind == Selection::Kind::Slice || s.kind == Selection::Kind::Gap) && !(rank && rank->trace) &&
        runs().info(s.rank)) {
        m_empty->setText(s.kind == Selection::Kind::Gap ? tr("The rank of the selected gap is not loaded")
                                                        : tr("The rank of the selected slice is not loaded"),
                         tr("Load it again from its context menu in the explorer."));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    if (s.kind == Selection::Kind::Gap && s.gap && rank && rank->trace) {
        showGap(*rank, s.rank, *s.gap, s.text);
        return;
    }
    const RankInfo *const info = runs().info(s.rank);
    if (s.kind == Selection::Kind::Link)
        showLink(s);
    else if (s.kind == Selection::Kind::Operator && info)
        showOperator(s);
    else if (s.kind == Selection::Kind::Block && info)
        showBlock(s);
    else if (s.kind == Selection::Kind::Rank && info)
        showRank(*info, s.rank);
    else
        showNothing();
}

void DetailsView::showSlice(const std::shared_ptr<const RankData> &rank, RankRef ref, SliceId slice)
{
    m_rank = ref;
    m_slice = slice;
    const Trace &t = *rank->trace;
    const LaneId lane = t.laneOf(slice);
    setHeading(t.strings().text(t.slices().name(slice)),
               tr("%1 · %2 · %3", "rank, lane, duration")
                   .arg(runs().rankLabel(ref), t.laneLabel(lane), format::duration(t.slices().duration(slice))));
    const auto run = runs().run(ref.run);
    m_blockLines = linesOf(m_blockFacts, state().selection());
    m_properties->addSection(tr("Block of memory"), m_blockLines);
    m_section = m_properties->addSection(tr("Slice"), sliceProperties(*rank, slice, run ? runOriginNs(*run) : 0));
    m_properties->addSection(tr("Moved in time"), movedProperties(state().offsets(), ref, t, slice));
    if (const TaskDetail *const task = t.slices().detail(slice))
        m_properties->addSection(tr("Device task"), taskProperties(t, *task));
    const int row = rank->kernelRow(slice);
    if (row >= 0 && rank->kernels)
        m_properties->addSection(tr("Shapes and types"), tensorProperties(*rank->kernels, row));
    if (row >= 0 && rank->kernels)
        m_properties->addSection(tr("Kernel (%1)").arg(format::displayText(rank->kernels->source)),
                                 rowProperties(*rank->kernels, row));
    m_args->addSection(tr("Args"), {{tr("Reading the args from the file…"), {}, 0}});
    m_stack->setCurrentWidget(m_page);
    m_args->show();
    m_flows->show();
    startNameStats(rank);
    m_job.start(
        *context().pool,
        [rank, slice, read = context().readArgs](const JobContext &job) { return sliceFacts(*rank, slice, read, job); },
        [this](const SliceFacts &facts) { showFacts(facts); });
}

void DetailsView::showFacts(const SliceFacts &facts)
{
    if (m_section) {
        auto *const self = new QTreeWidgetItem({tr("Self time"), exactOffset(facts.selfNs)});
        self->setToolTip(0, tr("The duration less the part that the slices directly below cover."));
        self->setData(1, Qt::UserRole + 50, exactOffset(facts.selfNs));
        m_section->insertChild(5, self);
        if (facts.parent != NoSlice) {
            auto *const parent = new QTreeWidgetItem({tr("Inside"), format::displayText(facts.parentName)});
            parent->setData(0, partnerRole, raw(facts.parent));
            parent->setData(1, Qt::UserRole + 50, facts.parentName);
            parent->setForeground(0, theme().accent());
            parent->setToolTip(0, tr("Click to select the slice above."));
            m_section->addChild(parent);
        }
    }
    m_properties->addSection(tr("AI core frequency"), facts.frequency);
    if (!facts.mc2.empty()) {
        std::vector<Property> lines;
        for (const auto &[line, slice] : facts.mc2)
            lines.push_back(line);
        QTreeWidgetItem *const section = m_properties->addSection(facts.mc2Heading, lines);
        for (size_t i = 0; i < facts.mc2.size(); ++i)
            makeLink(section->child(static_cast<int>(i)), facts.mc2[i].second);
    }
    m_properties->addSection(tr("Record of communication.json"), facts.record);
    m_args->clear();
    std::vector<Property> lines;
    for (const ArgLine &a : facts.args.lines)
        lines.push_back({a.key, a.value, a.level});
    if (!facts.args.error.isEmpty())
        lines.push_back({facts.args.error, {}, 0});
    else if (lines.empty() && facts.callStack.isEmpty())
        lines.push_back({tr("This slice has no args."), {}, 0});
    m_args->addSection(tr("Args"), lines, facts.args.error.isEmpty() && !facts.args.lines.empty());
    std::vector<Property> frames;
    for (const QString &f : facts.callStack)
        frames.push_back({f, {}, 0});
    m_args->addSection(tr("Call stack"), frames, true);

    m_flows->clear();
    showChain(facts);
    for (const bool incoming : {true, false}) {
        std::vector<Property> links;
        for (const FlowLink &f : facts.flows) {
            if (f.incoming == incoming)
                links.push_back({f.partnerName,
                                 tr("%1 · delay %2 · %3", "flow category, delay, lane")
                                     .arg(f.category, format::signedDuration(f.delayNs), f.partnerLane),
                                 0});
        }
        QTreeWidgetItem *const section =
            m_flows->addSection(incoming ? tr("Incoming connection lines (%1)").arg(links.size())
                                         : tr("Outgoing connection lines (%1)").arg(links.size()),
                                links);
        if (!section)
            continue;
        int row = 0;
        for (const FlowLink &f : facts.flows) {
            if (f.incoming != incoming)
                continue;
            QTreeWidgetItem *const item = section->child(row++);
            makeLink(item, f.partner);
        }
    }
    if (facts.flowsLeftOut > 0)
        m_flows->addSection(
            tr("Not listed"),
            {{tr("%n more connection line(s)", nullptr,
                 static_cast<int>(std::min<qint64>(facts.flowsLeftOut, std::numeric_limits<int>::max()))),
              {},
              0}});
    if (facts.flows.empty() && facts.chain.empty())
        m_flows->addSection(tr("Connection lines"), {{tr("No connection line starts or ends in this slice."), {}, 0}});
}

void DetailsView::makeLink(QTreeWidgetItem *item, SliceId slice)
{
    // The slice itself needs no way to it.
    if (slice == NoSlice || slice == m_slice)
        return;
    item->setData(0, partnerRole, raw(slice));
    item->setForeground(0, theme().accent());
}

void DetailsView::showChain(const SliceFacts &facts)
{
    std::vector<Property> lines;
    for (const ChainLine &c : facts.chain)
        lines.push_back({c.name, c.text, c.level});
    QTreeWidgetItem *const section = m_flows->addSection(
        facts.chainIsCut ? tr("Chain of causes and effects (the nearest)") : tr("Chain of causes and effects"), lines);
    if (!section)
        return;
    int row = -1;
    QTreeWidgetItem *member = nullptr;
    int sub = 0;
    for (const ChainLine &c : facts.chain) {
        if (c.level == 0) {
            member = section->child(++row);
            sub = 0;
        }
        QTreeWidgetItem *const item = c.level == 0 ? member : member->child(sub++);
        makeLink(item, c.slice);
        if (c.self) {
            QFont bold = m_flows->font();
            bold.setWeight(QFont::Bold);
            item->setFont(0, bold);
        }
    }
}

void DetailsView::showRank(const RankInfo &info, RankRef ref)
{
    setHeading(runs().rankLabel(ref), info.path);
    std::vector<Property> lines;
    const auto add = [&lines](const QString &name, const QString &value) {
        if (!value.isEmpty())
            lines.push_back({name, value, 0});
    };
    add(tr("Rank"), info.rank >= 0 ? QString::number(info.rank) : info.label);
    add(tr("Device"), info.device >= 0 ? QString::number(info.device) : QString());
    add(tr("Host"), info.host);
    add(tr("Framework"), frameworkName(info.framework));
    add(tr("Profiler level"), info.level);
    add(tr("Folder"), info.path);
    if (const auto rank = runs().rank(ref); rank && rank->trace) {
        add(tr("Slices"), format::integer(rank->trace->slices().size()));
        add(tr("Connection lines"), format::integer(rank->trace->flows().size()));
        add(tr("Counters"), format::integer(static_cast<qint64>(rank->trace->counters().size())));
        add(tr("Time span"), format::duration(rank->trace->endNs() - rank->trace->startNs()));
    }
    m_properties->addSection(tr("Rank"), lines);
    startBreakdown(ref);
    const auto sorted = [](const auto &map) {
        std::vector<Property> out;
        for (auto it = map.begin(); it != map.end(); ++it)
            out.push_back({it.key(), QStringLiteral("%1").arg(it.value()), 0});
        std::sort(out.begin(), out.end(), [](const Property &a, const Property &b) { return a.name < b.name; });
        return out;
    };
    m_args->addSection(tr("Profiler settings"), sorted(info.settings));
    m_flows->addSection(tr("Parallel strategy"), sorted(info.distributedArgs));
    m_args->setVisible(!info.settings.isEmpty());
    m_flows->setVisible(!info.distributedArgs.isEmpty());
    m_sameArea->hide();
    m_stack->setCurrentWidget(m_page);
}

// Computes the time breakdown of the rank in the chosen step, or in all.
void DetailsView::startBreakdown(RankRef ref)
{
    const auto rank = runs().rank(ref);
    if (!rank || !rank->trace)
        return;
    auto alone = std::make_shared<Run>();
    alone->infos = {rank->info};
    alone->ranks = {rank};
    m_breakdownJob.start(
        *context().pool,
        [alone, query = TimeBreakdownQuery{state().step(), 0}](const JobContext &job) {
            const MemoryReservation room = roomFor(u"books", *alone, job);
            return TimeBreakdownSums(timeBreakdownRows(*alone, query, job), query.step.isEmpty());
        },
        [this, step = state().step()](const TimeBreakdownSums &breakdowns) {
            const TimeBreakdownTotals *const breakdown = breakdowns.of(0, -1, step);
            if (!breakdown)
                return;
            std::vector<Property> lines;
            for (const auto &[name, value] : BreakdownTexts::lines(*breakdown))
                lines.push_back({name, value, 0});
            m_properties->addSection(BreakdownTexts::heading(*breakdown), lines);
        });
}

// With the rank that sends, where it is one of the run: it is current now.
void DetailsView::showLink(const Selection &link)
{
    m_properties->addSection(tr("Link"), {{tr("From rank"), QString::number(link.source), 0},
                                          {tr("To rank"), QString::number(link.destination), 0},
                                          {tr("Operator"), link.text, 0}});
    if (const RankInfo *const info = runs().info(link.rank)) {
        showRank(*info, link.rank);
    } else {
        showFields();
    }
    setHeading(tr("Link %1 → %2", "source, destination").arg(link.source).arg(link.destination), link.text);
}

// The fields alone: neither args nor lines of a slice.
void DetailsView::showFields()
{
    for (QWidget *const beside : std::initializer_list<QWidget *>{m_args, m_flows, m_sameArea})
        beside->hide();
    m_stack->setCurrentWidget(m_page);
}

void DetailsView::updateOperator()
{
    if (state().selection().kind == Selection::Kind::Operator)
        update();
}

void DetailsView::showOperator(const Selection &chosen)
{
    const std::vector<Property> lines = linesOf(m_operatorFacts, chosen);
    // Tables of communication select operators as well.
    const RankInfo *const info = runs().info(chosen.rank);
    if (lines.empty() && info && state().workspace() == u"communication") {
        m_properties->addSection(tr("Operator"), {{tr("Operator"), chosen.text, 0}});
        showRank(*info, chosen.rank);
        return setHeading(chosen.text, {});
    }
    setHeading(chosen.text, lines.empty() ? tr("The current comparison does not have this operator.") : QString());
    m_properties->addSection(tr("Operator on both sides of the comparison"), lines);
    showFields();
}

std::vector<Property> DetailsView::linesOf(const Facts &facts, const Selection &of)
{
    std::vector<Property> out;
    if (facts) {
        for (const auto &[name, value] : facts(of))
            out.push_back({name, value, 0});
    }
    return out;
}

// The tree of a slice is not made again for what it says already.
void DetailsView::updateBlock()
{
    const Selection &s = state().selection();
    if (s.kind != Selection::Kind::Block && s.kind != Selection::Kind::Slice)
        return;
    const std::vector<Property> now = linesOf(m_blockFacts, s);
    if (!std::equal(now.begin(), now.end(), m_blockLines.begin(), m_blockLines.end(),
                    [](const Property &a, const Property &b) { return a.name == b.name && a.value == b.value; }))
        update();
}

void DetailsView::showBlock(const Selection &block)
{
    m_blockLines = linesOf(m_blockFacts, block);
    setHeading(tr("Block of memory"),
               m_blockLines.empty() ? tr("Its row is not shown in Memory now.") : runs().rankLabel(block.rank));
    m_properties->addSection(tr("Block of memory"), m_blockLines);
    showFields();
}

void DetailsView::showGap(const RankData &rank, RankRef ref, const IdleGap &gap, const QString &step)
{
    m_rank = ref;
    const auto run = runs().run(ref.run);
    // On the axis: it is found there.
    const TimeOffsets &offsets = state().offsets();
    const qint64 moved = saturatedSum(offsets.ofRankAt(ref, gap.range.from), offsets.ofDevice(ref));
    const qint64 start = saturatedDifference(saturatedDifference(gap.range.from, moved), run ? runOriginNs(*run) : 0);
    setHeading(
        tableText(QString::fromUtf8(idleCauseTitle(gap.cause))),
        tr("%1 · device idle · %2", "rank, duration").arg(runs().rankLabel(ref), format::duration(gap.range.length())));
    QTreeWidgetItem *const section = m_properties->addSection(
        tr("Idle gap"), {{tr("Cause"), tableText(QString::fromUtf8(idleCauseTitle(gap.cause))), 0},
                         {tr("Meaning"), tableText(QString::fromUtf8(idleCauseHint(gap.cause))), 0},
                         {tr("Duration"), format::duration(gap.range.length()), 0},
                         {tr("Start"), format::duration(start), 0},
                         {tr("Step"), step.isEmpty() ? tr("none") : step, 0}});
    const Trace &trace = *rank.trace;
    const auto member = [&](const QString &title, SliceId slice) {
        if (slice == NoSlice || raw(slice) >= trace.slices().size())
            return;
        const QString name = trace.strings().text(trace.slices().name(slice));
        auto *const item = new QTreeWidgetItem({title, format::displayText(name)});
        item->setData(0, partnerRole, raw(slice));
        item->setData(1, Qt::UserRole + 50, name);
        item->setForeground(0, theme().accent());
        item->setToolTip(0, tr("Click to show it in the timeline."));
        section->addChild(item);
    };
    member(tr("Next task"), gap.next);
    member(tr("Launched by"), gap.launch);
    if (gap.evidence != gap.launch)
        member(tr("Evidence"), gap.evidence);
    showFields();
}

void DetailsView::startNameStats(const std::shared_ptr<const RankData> &rank)
{
    m_sameArea->show();
    // Walking through the slices of one name keeps the picture: only the place in it moves.
    const auto held = m_histogram->values();
    const StrId name = rank->trace->slices().name(m_slice);
    const bool same = held && rank == m_sameRank && rank->trace->slices().name(held->slices.front()) == name;
    if (!same) {
        m_histogram->setData(nullptr, 0);
        m_sameText->setText(tr("Counting the slices of this name…"));
    }
    m_sameJob.start(
        *context().pool,
        [rank, slice = m_slice](const JobContext &job) {
            return std::make_shared<const SliceNameStats>(sliceNameStats(*rank->trace, slice, 24, job));
        },
        [this, rank](const std::shared_ptr<const SliceNameStats> &found) {
            m_sameRank = rank;
            if (found->complete)
                showNameStats(found);
        });
}

void DetailsView::showNameStats(const std::shared_ptr<const SliceNameStats> &same)
{
    const qint64 duration = m_sameRank->trace->slices().duration(m_slice);
    QStringList lines;
    if (same->count() == 1) {
        lines << tr("The only slice of this name on the rank.");
    } else {
        lines << tr("No. %1 of %2 on this rank  ·  sum %3")
                     .arg(format::integer(static_cast<qint64>(same->ordinal) + 1),
                          format::integer(static_cast<qint64>(same->count())), format::duration(same->totalNs))
              << tr("longer than %1 of the others").arg(format::percent(same->shorter))
              << tr("median %1  ·  95 % up to %2").arg(format::duration(same->medianNs), format::duration(same->p95Ns));
    }
    m_sameText->setText(lines.join(u'\n'));
    m_sameText->setToolTip(format::tooltipText(m_sameText->text()));
    m_histogram->setData(same, duration);
    m_histogram->setVisible(same->count() > 1);
}

void DetailsView::walk(int bin)
{
    const auto same = m_histogram->values();
    if (!same || !m_sameRank || bin < 0)
        return;
    const SliceId next = nextInBin(*m_sameRank->trace, *same, static_cast<size_t>(bin), m_slice);
    if (next != NoSlice)
        state().revealSlice(m_rank, next);
}

void DetailsView::follow(const QTreeWidgetItem *item)
{
    const QVariant partner = item->data(0, partnerRole);
    if (!partner.isValid())
        return;
    // The selection empties the tree that is still handling the click.
    QTimer::singleShot(0, this,
                       [this, rank = m_rank, slice = SliceId{partner.toUInt()}] { state().revealSlice(rank, slice); });
}

} // namespace rs

#include "moc_detailsview.cpp"
