// SPDX-License-Identifier: Apache-2.0
#include "views/memory/memorycurvespage.h"

#include "analysis/memory/graphmemory.h"
#include "analysis/memory/streammemory.h"
#include "analysis/time/stepwindows.h"
#include "core/base/saturate.h"
#include "items/format.h"
#include "views/page/picturescope.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QJsonObject>
#include <QMenu>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

// More streams or modules than that cannot be told apart.
constexpr size_t mostCurves = 8;

QString kindOf(MemoryGrouping grouping)
{
    switch (grouping) {
    case MemoryGrouping::Module:
        return QStringLiteral("npu_module_mem");
    case MemoryGrouping::Graph:
        return QStringLiteral("static_op_mem");
    case MemoryGrouping::Stream:
        return QStringLiteral("operator_memory");
    case MemoryGrouping::Component:
        break;
    }
    return QStringLiteral("memory_record");
}

} // namespace

MemoryCurvesPage::MemoryCurvesPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("memory.chart"), context, parent), m_chart(new MemoryChart(context.theme)),
      m_frame(new ChartFrame(m_chart, QStringLiteral("memory"), context.theme)), m_component(new Picker(m_frame)),
      m_group(new Picker(m_frame)), m_besidePicker(new Picker(m_frame))
{
    addWork(m_job);
    addWork(m_besideJob);
    addPicture(m_frame, [this] { return !m_chart->lines().empty(); });
    body()->setContent(m_frame);
    setFocusProxy(m_chart);
    m_frame->wrapHead(); // the peaks of two ranks are more than a line holds beside the controls
    m_frame->addControl(m_component);
    m_frame->addControl(m_group);
    m_frame->addControl(m_besidePicker);
    m_besidePicker->setValue(QVariant::fromValue(RankRef()));
    connect(m_besidePicker, &Picker::chosen, this, [this] {
        readBeside();
        showNote();
        emit besideChanged();
        emit arrangementChanged();
    });
    const auto ofBeside = [this](RankRef ref) {
        if (ref == beside())
            invalidate();
    };
    connect(&runs(), &RunStore::rankLoaded, this, ofBeside);
    connect(&runs(), &RunStore::rankUnloaded, this, ofBeside);
    connect(&state(), &ViewState::offsetsChanged, this, [this] {
        if (m_besideCurves)
            showCurves();
    });
    m_frame->setScope([this] { return pictureScope(runs(), m_of.run, {}, {kindOf(m_made) + QStringLiteral(".csv")}); });
    connect(m_component, &Picker::chosen, this, [this] {
        showCurves();
        emit arrangementChanged();
    });
    connect(m_group, &Picker::chosen, this, [this](const QVariant &chosen) {
        m_chosen = static_cast<MemoryGrouping>(chosen.toInt());
        invalidate();
        emit arrangementChanged();
    });
    connect(m_chart, &MemoryChart::selectedChanged, this, [this](Interval span) {
        if (isOfGraph()) {
            m_nodes = span;
            return showNote();
        }
        // The time axis is the rank's own stamps less its offset.
        const qint64 moved = this->state().offsets().ofRank(m_of);
        this->state().setTimeSelection(
            span.length() > 0 ? TimeWindow{saturatedDifference(span.from, moved), saturatedDifference(span.to, moved)}
                              : TimeWindow());
    });
    connect(m_chart, &MemoryChart::momentChosen, this, [this](std::optional<qint64> ns) {
        if (!isOfGraph())
            setMoment(ns);
    });
    connect(m_frame, &ChartFrame::menuRequested, this, &MemoryCurvesPage::addToMenu);
    connect(&state(), &ViewState::marksChanged, this, &MemoryCurvesPage::showTimes);
    connect(&state(), &ViewState::selectionChanged, this, &MemoryCurvesPage::showTimes);
    retranslate();
}

QString MemoryCurvesPage::title() const
{
    return tr("Curves of memory");
}

QString MemoryCurvesPage::hint() const
{
    return tr("Memory of the current rank over time: allocated, active and reserved.");
}

MemoryGrouping MemoryCurvesPage::grouping() const
{
    const auto rankData = rank();
    const auto has = [&rankData](MemoryGrouping by) { return rankData && tableOf(*rankData, by); };
    if (has(m_chosen) && (m_chosen != MemoryGrouping::Stream || whyNoStreams().isEmpty()))
        return m_chosen;
    for (const MemoryGrouping other : {MemoryGrouping::Component, MemoryGrouping::Module, MemoryGrouping::Graph}) {
        if (has(other))
            return other;
    }
    return MemoryGrouping::Component;
}

std::shared_ptr<const Table> MemoryCurvesPage::tableOf(const RankData &rank, MemoryGrouping grouping)
{
    return rank.table(kindOf(grouping));
}

QString MemoryCurvesPage::whyNoStreams() const
{
    const auto rankData = rank();
    const auto blocks = rankData ? tableOf(*rankData, MemoryGrouping::Stream) : nullptr;
    if (!blocks)
        return tr("What a stream holds follows from the blocks of operator_memory.csv, which this rank does not have.");
    if (!canHaveStreams(*blocks) || blocks == m_streamless)
        return tr("operator_memory.csv does not say on which streams the blocks of this rank are.");
    return {};
}

void MemoryCurvesPage::fillGroups()
{
    const auto rankData = rank();
    const bool modules = rankData && tableOf(*rankData, MemoryGrouping::Module);
    const bool graphs = rankData && tableOf(*rankData, MemoryGrouping::Graph);
    std::vector<PickerItem> items;
    if ((!modules && !graphs) || tableOf(*rankData, MemoryGrouping::Component))
        items = {{tr("Overall"), static_cast<int>(MemoryGrouping::Component)},
                 {tr("By stream"), static_cast<int>(MemoryGrouping::Stream), {}, {}, whyNoStreams()}};
    if (modules)
        items.push_back({tr("Modules of CANN"), static_cast<int>(MemoryGrouping::Module)});
    if (graphs)
        items.push_back({tr("Compiled graphs"), static_cast<int>(MemoryGrouping::Graph)});
    m_group->setValue(static_cast<int>(grouping()));
    m_group->setItems(items);
}

void MemoryCurvesPage::saveMore(QJsonObject &out) const
{
    if (const QString component = m_component->value().toString(); !component.isEmpty())
        out[QStringLiteral("component")] = component;
    if (m_chart->fitsScale())
        out[QStringLiteral("fitsScale")] = true;
    if (m_chosen == MemoryGrouping::Stream)
        out[QStringLiteral("streams")] = true;
    if (m_chosen == MemoryGrouping::Module)
        out[QStringLiteral("modules")] = true;
    if (m_chosen == MemoryGrouping::Graph)
        out[QStringLiteral("graphs")] = true;
    if (const RankInfo *const info = runs().info(beside()); info && beside().run == m_of.run && info->rank >= 0)
        out[QStringLiteral("beside")] = info->rank;
}

void MemoryCurvesPage::restoreMore(const QJsonObject &state)
{
    m_component->setValue(state[QStringLiteral("component")].toString());
    m_chart->setFitsScale(state[QStringLiteral("fitsScale")].toBool());
    m_chosen = state[QStringLiteral("graphs")].toBool()    ? MemoryGrouping::Graph
               : state[QStringLiteral("modules")].toBool() ? MemoryGrouping::Module
               : state[QStringLiteral("streams")].toBool() ? MemoryGrouping::Stream
                                                           : MemoryGrouping::Component;
    const QJsonValue beside = state[QStringLiteral("beside")];
    m_wantedBeside = beside.isDouble() ? std::optional(beside.toInt(-1)) : std::nullopt;
    m_besidePicker->setValue(QVariant::fromValue(RankRef()));
    invalidate();
}

void MemoryCurvesPage::retranslate()
{
    m_component->setLabel(isOfGraph() ? tr("Graph") : tr("Component"));
    m_group->setLabel(tr("Curves"));
    m_besidePicker->setLabel(tr("Overlay"));
    fillBeside();
    fillGroups();
    if (m_curves)
        showCurves();
    else
        invalidate();
}

void MemoryCurvesPage::forget()
{
    setMoment(std::nullopt);
    m_chart->setHeld(std::nullopt);
}

void MemoryCurvesPage::setMoment(std::optional<qint64> ns)
{
    if (m_moment == ns)
        return;
    m_moment = ns;
    m_chart->setMoment(ns);
    showNote();
    emit momentChanged();
}

void MemoryCurvesPage::setHeldNodes(const QString &graph, std::optional<Interval> nodes)
{
    if (!m_curves || !isOfGraph())
        return;
    const bool isDrawn = nodes && graph == m_component->value().toString();
    m_chart->setHeld(isDrawn ? std::optional(Interval{nodes->from * GraphNodeLength, nodes->to * GraphNodeLength})
                             : std::nullopt);
}

void MemoryCurvesPage::empty(const QString &why)
{
    m_job.cancel();
    m_table = nullptr;
    m_curves = nullptr;
    m_chart->setCurves(nullptr, {}, 0);
    if (!std::exchange(m_shownComponent, {}).isEmpty())
        emit componentChanged();
    body()->showEmpty(tr("There are no curves to show"), why);
}

void MemoryCurvesPage::refresh()
{
    const RankRef of = state().currentRank();
    if (std::exchange(m_of, of) != of) {
        setMoment(std::nullopt);
        m_chart->setHeld(std::nullopt); // of a row of the other rank
    }
    fillBeside();
    if (const QString why = whyNoTable(QStringLiteral("memory_record.csv")); !why.isEmpty())
        return empty(why);
    const auto rankData = rank();
    fillGroups();
    auto table = rankData ? tableOf(*rankData, grouping()) : nullptr;
    if (!table)
        return empty(whyEmpty(u"memory.curves"));
    readBeside();
    if (table == m_table && grouping() == m_made) {
        if (m_curves)
            showTimes();
        return;
    }
    m_table = table;
    m_made = grouping();
    m_curves = nullptr;
    m_job.start(
        *context().pool,
        [table, group = m_made](const JobContext &job) {
            return std::make_shared<const MemoryCurves>(memoryCurves(table, group, job));
        },
        [this](std::shared_ptr<const MemoryCurves> curves) { take(std::move(curves)); });
}

void MemoryCurvesPage::take(std::shared_ptr<const MemoryCurves> curves)
{
    if (curves->curves.empty() && m_made == MemoryGrouping::Stream) {
        m_streamless = m_table;
        m_table = nullptr;
        return refresh();
    }
    if (curves->curves.empty())
        return empty(isOfGraph() ? tr("static_op_mem.csv has no row with a node and a size: see the findings.")
                                 : tr("%1 has no row with a component, a time and a value: see the findings.")
                                       .arg(kindOf(m_made) + QStringLiteral(".csv")));
    m_curves = std::move(curves);
    showCurves();
    body()->showContent();
}

void MemoryCurvesPage::showCurves()
{
    if (!m_curves)
        return;
    const QString chosen = chosenComponent();
    std::vector<MemoryChart::Line> lines;
    std::map<QString, int> colors; // what both ranks have is of one colour
    addLines(lines, colors, *m_curves, chosen, false);
    MemoryBeside other = besideCurves();
    if (other.curves) {
        // The framework of another run may call it otherwise.
        const bool has = other.curves->components().contains(chosen);
        addLines(lines, colors, *other.curves, has || chosen.isEmpty() ? chosen : mainMemoryComponent(*other.curves),
                 true);
    }
    const QString of = format::displayText(runs().rankLabel(m_of));
    m_frame->setHeading(other.curves ? tr("%1 and %2").arg(of, format::displayText(runs().rankLabel(beside())))
                                     : tr("Memory of %1", "a rank").arg(of));
    m_chart->setCurves(m_curves, std::move(lines), isOfGraph() || originNs() != 0 ? originNs() : m_curves->span.from,
                       std::move(other), isOfGraph() ? MemoryAxis::Nodes : MemoryAxis::Time);
    m_chart->setMoment(isOfGraph() ? std::nullopt : m_moment);
    showTimes();
    const QString component = isOfGraph() ? QString() : chosen;
    if (std::exchange(m_shownComponent, component) != component)
        emit componentChanged();
}

QString MemoryCurvesPage::chosenComponent()
{
    // Modules and streams stand beside each other, whichever component of the allocator is chosen.
    const bool isOfComponents = m_made != MemoryGrouping::Module && m_made != MemoryGrouping::Stream;
    m_component->setVisible(isOfComponents);
    if (!isOfComponents)
        return {};
    std::vector<PickerItem> items;
    const QStringList components = m_curves->components();
    for (const QString &name : components)
        items.push_back({format::displayText(name), name});
    m_component->setLabel(isOfGraph() ? tr("Graph") : tr("Component"));
    m_component->setItems(items);
    QString chosen = m_component->value().toString();
    if (!components.contains(chosen)) {
        chosen = mainMemoryComponent(*m_curves);
        m_component->setValue(chosen);
    }
    return chosen;
}

void MemoryCurvesPage::addLines(std::vector<MemoryChart::Line> &lines, std::map<QString, int> &colors,
                                const MemoryCurves &curves, const QString &component, bool beside) const
{
    const auto textOf = [](MemoryQuantity q, const QString &of) {
        switch (q) {
        case MemoryQuantity::Allocated:
            return tr("%1 allocated").arg(of);
        case MemoryQuantity::Active:
            return tr("%1 active").arg(of);
        case MemoryQuantity::Reserved:
            return tr("%1 reserved").arg(of);
        case MemoryQuantity::Fragmentation:
            return tr("%1 fragmentation").arg(of);
        }
        return QString();
    };
    const std::vector<const MemoryCurve *> many = manyOf(curves);
    const bool areDevices = std::any_of(curves.curves.begin(), curves.curves.end(), [&curves](const MemoryCurve &c) {
        return c.device != curves.curves.front().device;
    });
    const auto named = [this, &colors, beside, areDevices](MemoryChart::Line line) {
        if (areDevices)
            line.name = tr("%1: %2", "device, curve").arg(line.curve->device, line.name);
        line.color = colors.try_emplace(line.name, static_cast<int>(colors.size())).first->second;
        line.beside = beside;
        if (m_besideCurves)
            line.name = tr("%1: %2", "rank, curve").arg(runs().rankLabel(beside ? this->beside() : m_of), line.name);
        return line;
    };
    if (m_made == MemoryGrouping::Module) {
        for (size_t i = 0; i < std::min(mostCurves, many.size()); ++i) {
            MemoryChart::Line line;
            line.curve = many[i];
            line.name = textOf(many[i]->quantity, many[i]->component);
            lines.push_back(named(std::move(line)));
        }
        return;
    }
    if (m_made == MemoryGrouping::Graph) {
        for (const MemoryCurve &c : curves.curves) {
            // Memory reserved and not held at a node is held at another one: that is no fragmentation.
            if (c.component != component || c.quantity == MemoryQuantity::Fragmentation)
                continue;
            MemoryChart::Line line;
            line.curve = &c;
            line.dashed = c.quantity == MemoryQuantity::Reserved;
            line.name =
                line.dashed ? tr("total of graph %1").arg(c.component) : tr("operators of graph %1").arg(c.component);
            lines.push_back(named(std::move(line)));
        }
        return;
    }
    if (m_made == MemoryGrouping::Stream) {
        for (size_t i = 0; i < std::min(mostCurves, many.size()); ++i) {
            MemoryChart::Line line;
            line.curve = many[i];
            line.name = textOf(many[i]->quantity, tr("stream %1", "of the device").arg(many[i]->stream));
            lines.push_back(named(std::move(line)));
        }
        return;
    }
    double mostOwn = 0; // what it is much more than would flatten the component that was asked for
    for (const MemoryCurve &c : curves.curves)
        mostOwn = c.component == component ? std::max(mostOwn, c.peak().mb) : mostOwn;
    constexpr double flattens = 2;
    for (const MemoryCurve &c : curves.curves) {
        const bool isOwn = c.component == component;
        // The process and the workspace stand beside every component.
        const bool isOther = c.component == u"APP" || c.component == u"WORKSPACE";
        if (!isOwn && (!isOther || c.quantity != MemoryQuantity::Reserved))
            continue;
        MemoryChart::Line line;
        line.curve = &c;
        line.dashed = c.quantity == MemoryQuantity::Reserved;
        line.name = textOf(c.quantity, c.component);
        // Two ranks are held against each other by what their operators hold.
        const bool hasRoom = c.peak().mb <= flattens * mostOwn && !m_besideCurves;
        line.on = c.quantity != MemoryQuantity::Fragmentation && (isOwn || hasRoom);
        lines.push_back(named(std::move(line)));
    }
}

std::vector<const MemoryCurve *> MemoryCurvesPage::manyOf(const MemoryCurves &curves) const
{
    std::vector<const MemoryCurve *> out;
    if (m_made != MemoryGrouping::Stream && m_made != MemoryGrouping::Module)
        return out;
    for (const MemoryCurve &c : curves.curves)
        out.push_back(&c);
    std::stable_sort(out.begin(), out.end(),
                     [](const MemoryCurve *a, const MemoryCurve *b) { return a->peak().mb > b->peak().mb; });
    return out;
}

RankRef MemoryCurvesPage::beside() const
{
    return m_besidePicker->value().value<RankRef>();
}

void MemoryCurvesPage::fillBeside()
{
    std::vector<PickerItem> items = {{tr("none"), QVariant::fromValue(RankRef())}};
    const RankRef before = beside();
    for (const RankRef ref : runs().allRanks()) {
        if (ref == m_of)
            continue;
        const QString name = runs().rankLabel(ref);
        items.push_back({runs().state(ref) == RankState::Loaded ? name : tr("%1 (not loaded)").arg(name),
                         QVariant::fromValue(ref)});
        const RankInfo *const info = runs().info(ref);
        if (m_wantedBeside && ref.run == m_of.run && info && info->rank == *m_wantedBeside) {
            m_wantedBeside.reset();
            m_besidePicker->setValue(QVariant::fromValue(ref));
        }
    }
    if (const RankRef now = beside(); now.isValid() && (now == m_of || !runs().info(now)))
        m_besidePicker->setValue(QVariant::fromValue(RankRef()));
    m_besidePicker->setItems(items);
    m_besidePicker->setEnabled(items.size() > 1);
    if (beside() != before)
        emit besideChanged();
}

void MemoryCurvesPage::readBeside()
{
    const auto other = runs().state(beside()) == RankState::Loaded ? runs().rank(beside()) : nullptr;
    auto table = other ? tableOf(*other, grouping()) : nullptr;
    if (table == m_besideTable && m_besideMade == grouping())
        return;
    m_besideTable = table;
    m_besideMade = grouping();
    m_besideCurves = nullptr;
    m_besideJob.cancel();
    if (!table)
        return showCurves();
    m_besideJob.start(
        *context().pool,
        [table, group = m_besideMade](const JobContext &job) {
            return std::make_shared<const MemoryCurves>(memoryCurves(table, group, job));
        },
        [this](std::shared_ptr<const MemoryCurves> curves) {
            m_besideCurves = curves->curves.empty() ? nullptr : std::move(curves);
            showCurves();
        });
}

MemoryBeside MemoryCurvesPage::besideCurves() const
{
    MemoryBeside out;
    out.curves = m_besideCurves;
    if (!m_curves || !out.curves)
        return out;
    if (isOfGraph())
        return out;
    const TimeOffsets &offsets = state().offsets();
    // Ranks of one run share an axis; two runs begin together.
    out.shiftNs = beside().run == m_of.run ? saturatedDifference(offsets.ofRank(m_of), offsets.ofRank(beside()))
                                           : saturatedDifference(m_curves->span.from, out.curves->span.from);
    return out;
}

void MemoryCurvesPage::showTimes()
{
    if (!m_curves)
        return;
    if (isOfGraph()) {
        m_chart->setSelected(m_nodes);
        m_chart->setStep({}, {});
        m_chart->setBands({});
        return showNote();
    }
    m_chart->setSelected(window().value_or(Interval()));
    const qint64 moved = state().offsets().ofRank(m_of);
    std::vector<MemoryChart::Band> bands;
    for (const TimeMark &mark : state().marks())
        bands.push_back({{saturatedSum(mark.fromNs, moved), saturatedSum(mark.toNs, moved)}, mark.name, mark.color});
    const Selection &selected = state().selection();
    const auto rankData = rank();
    if (selected.kind == Selection::Kind::Slice && selected.rank == m_of && rankData && rankData->trace &&
        selected.slice != NoSlice) {
        const SliceStore &slices = rankData->trace->slices();
        bands.push_back({{slices.start(selected.slice), slices.end(selected.slice)},
                         rankData->trace->strings().text(slices.name(selected.slice)),
                         0});
    }
    const Interval step = stepOf(m_of);
    if (step.length() > 0)
        bands.push_back({step, tr("Step %1").arg(format::displayText(state().step())), 0});
    // The clocks of two ranks differ, and so do their steps.
    const Interval other = stepOf(beside());
    const qint64 shift = besideCurves().shiftNs;
    m_chart->setStep(step, format::displayText(state().step()),
                     other.length() > 0 ? Interval{saturatedSum(other.from, shift), saturatedSum(other.to, shift)}
                                        : Interval());
    if (std::exchange(m_zoomed, step) != step)
        zoomTo(step);
    m_chart->setBands(std::move(bands));
    showNote();
}

// Memory is taken by the host. Empty: all steps, or the trace of the rank does not mark it.
Interval MemoryCurvesPage::stepOf(RankRef ref) const
{
    const auto of = runs().rank(ref);
    return of && of->trace ? hostSpanOf(*of->trace, state().step()) : Interval();
}

void MemoryCurvesPage::zoomTo(Interval step)
{
    constexpr qint64 margin = 20; // so that its ends are seen
    const Interval all = m_curves->span;
    const bool overlaps = step.length() > 0 && step.from < all.to && all.from < step.to;
    const qint64 beside = step.length() / margin;
    m_chart->setWindow(overlaps ? Interval{saturatedDifference(step.from, beside), saturatedSum(step.to, beside)}
                                : all);
}

void MemoryCurvesPage::addToMenu(QMenu *menu, const QPoint &at)
{
    if (!m_curves || !m_chart->plot().contains(at))
        return;
    if (!isOfGraph())
        addTimesToMenu(menu, at);
    // Some megabytes on top of many gigabytes are a flat line from zero on.
    menu->addAction(m_chart->fitsScale() ? tr("Scale from Zero") : tr("Scale to What Is Shown"), this, [this] {
        m_chart->setFitsScale(!m_chart->fitsScale());
        emit arrangementChanged();
    });
}

void MemoryCurvesPage::addTimesToMenu(QMenu *menu, const QPoint &at)
{
    const qint64 ns = m_chart->timeAt(at.x());
    const auto show = [this](Interval span) { state().showInTimeline(m_of, {span.from, span.to}); };
    if (const Interval chosen = m_chart->selected(); chosen.from <= ns && ns < chosen.to) {
        menu->addAction(tr("Show the Selected Time in Timeline"), this, [show, chosen] { show(chosen); });
    } else {
        const qint64 half = std::max<qint64>(1, m_chart->window().length() / 40);
        menu->addAction(tr("Show This Moment in Timeline"), this, [show, ns, half] {
            show({saturatedDifference(ns, half), saturatedSum(ns, half)});
        });
    }
    menu->addAction(tr("Memory Held at This Moment"), this, [this, ns] { setMoment(ns); });
    if (m_moment)
        menu->addAction(tr("Back to the Peak"), this, [this] { setMoment(std::nullopt); });
}

void MemoryCurvesPage::showNote()
{
    if (!m_curves)
        return;
    QStringList parts{m_chart->peakText()};
    if (const QString moment = m_chart->momentText(); !moment.isEmpty())
        parts.prepend(moment);
    const auto count = static_cast<qint64>(manyOf(*m_curves).size());
    const auto most = static_cast<qint64>(mostCurves);
    if (m_made == MemoryGrouping::Stream)
        parts << (count > most ? tr("allocated memory of the %1 of %2 streams with the greatest peaks")
                                     .arg(format::integer(most), format::integer(count))
                               : tr("what the blocks of operator_memory.csv hold on each stream"));
    else if (m_made == MemoryGrouping::Module && count > most)
        parts << tr("the %1 of %2 modules with the greatest peaks").arg(format::integer(most), format::integer(count));
    if (beside().isValid() && !m_besideCurves && !m_besideJob.isRunning()) {
        const QString name = format::displayText(runs().rankLabel(beside()));
        parts << (runs().state(beside()) == RankState::Loaded ? tr("%1 has no %2; profile_memory=True writes it")
                                                                    .arg(name, kindOf(m_made) + QStringLiteral(".csv"))
                                                              : tr("%1 is not loaded").arg(name));
    }
    m_note = parts.join(QStringLiteral(" \u00B7 "));
    m_frame->setNote(m_note);
}

} // namespace rs

#include "moc_memorycurvespage.cpp"
