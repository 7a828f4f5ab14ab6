// SPDX-License-Identifier: Apache-2.0
#include "views/browse/eventspage.h"

#include "views/page/systemtexts.h"
#include "views/widgets/icons.h"
#include "views/widgets/picker.h"
#include "views/tables/tableview.h"

#include <QComboBox>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

namespace rs {

namespace {

QString laneName(const Trace &trace, LaneId lane)
{
    return EventsPage::tr("%1 / %2", "process / lane")
        .arg(trace.processLabel(trace.lane(lane).process), trace.laneLabel(lane));
}

/// The lane of that name, else the fullest one of a device, else the first one with slices.
LaneId bestLane(const Trace &trace, const QString &name)
{
    LaneId first = NoLane;
    LaneId device = NoLane;
    quint32 most = 0;
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        const LaneId lane{i};
        if (trace.lane(lane).sliceCount == 0)
            continue;
        if (laneName(trace, lane) == name)
            return lane;
        if (first == NoLane)
            first = lane;
        if (trace.processOf(lane).kind == ProcessKind::AscendHardware && trace.lane(lane).sliceCount > most) {
            device = lane;
            most = trace.lane(lane).sliceCount;
        }
    }
    return device != NoLane ? device : first;
}

} // namespace

EventsPage::EventsPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("events"), context, parent), m_lanes(new Picker(this)),
      m_table(new TableView(QStringLiteral("events"), context.theme, context.pool))
{
    addWork(m_job);
    m_lanes->box()->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_lanes->box()->setMinimumContentsLength(44);
    m_lanes->box()->setMaximumWidth(QWIDGETSIZE_MAX); // a lane is told from others by the end of its name
    m_table->addControl(m_lanes);
    body()->setContent(m_table);
    connect(m_lanes, &Picker::chosen, this, [this](const QVariant &lane) {
        if (const auto loaded = rank()) {
            setLane(*loaded->trace, LaneId{lane.toUInt()});
            load();
        }
    });
    connect(m_table, &TableView::currentRowChanged, this, [this](int row) {
        if (m_events && m_table->rows()->source() == m_events)
            this->state().followSlice(m_rank, m_events->slice(static_cast<quint32>(row)));
    });
    connect(m_table, &TableView::activated, this, &EventsPage::reveal);
    connect(m_table, &TableView::menuRequested, this, [this](QMenu *menu, int row) {
        if (row >= 0)
            menu->addAction(symbol(QStringLiteral("jump")), tr("Show in Timeline"), this,
                            [this, at = static_cast<quint32>(row)] { reveal(at); });
    });
    connect(&state(), &ViewState::selectionChanged, this, &EventsPage::followSelection);
}

QString EventsPage::hint() const
{
    return tr("Every slice of a lane with its start, duration, self time and depth. The lane of the selected slice is "
              "shown.");
}

bool EventsPage::isComplete() const
{
    return Page::isComplete() && m_table->isComplete();
}

void EventsPage::retranslate()
{
    m_lanes->setLabel(tr("Lane"));
    m_table->setTableName(tr("Events of the lane"));
    m_table->setEmptyText(tr("No slice of this lane touches the selected time or the chosen step."));
    invalidate();
}

void EventsPage::setLane(const Trace &trace, LaneId lane)
{
    m_lane = lane;
    m_laneName = laneName(trace, lane);
    m_lanes->setValue(raw(lane));
}

void EventsPage::fillLanes(const Trace &trace)
{
    std::vector<PickerItem> items;
    for (quint32 i = 0; i < trace.lanes().size(); ++i) {
        const LaneId lane{i};
        if (trace.lane(lane).sliceCount > 0)
            items.push_back(
                {tr("%1 (%2)", "lane, count of slices")
                     .arg(format::displayText(laneName(trace, lane)), format::integer(trace.lane(lane).sliceCount)),
                 i});
    }
    m_lanes->setItems(items);
}

void EventsPage::refresh()
{
    const auto loaded = rank();
    const QString why = systemtexts::whyNoTrace(runs(), state().currentRank());
    m_rank = state().currentRank();
    const Selection &s = state().selection();
    LaneId lane = NoLane;
    if (why.isEmpty()) {
        const bool selected =
            s.kind == Selection::Kind::Slice && s.rank == m_rank && raw(s.slice) < loaded->trace->slices().size();
        lane = selected ? loaded->trace->laneOf(s.slice) : bestLane(*loaded->trace, m_laneName);
    }
    if (lane == NoLane) {
        m_job.cancel();
        m_events = nullptr;
        m_table->setSource(nullptr);
        body()->showEmpty(tr("There are no slices to list"),
                          why.isEmpty() ? tr("The trace of this rank has no slices.") : why);
        return;
    }
    body()->showContent();
    fillLanes(*loaded->trace);
    setLane(*loaded->trace, lane);
    load();
}

void EventsPage::load()
{
    const auto loaded = rank();
    if (!loaded || !loaded->trace || m_lane == NoLane)
        return;
    m_job.start(
        *context().pool,
        [loaded, lane = m_lane, index = m_rank.index, asked = askedTime()](const JobContext &job) {
            const StepSide side = stepSideOf(loaded->trace->processOf(lane).kind);
            return Shown{std::make_shared<const LaneEvents>(loaded, lane, index), asked.of(*loaded, side, job)};
        },
        [this](Shown shown) {
            m_events = std::move(shown.events);
            m_table->setWindow(shown.time);
            m_table->setSource(m_events, originNs());
            const Selection &s = state().selection();
            if (s.kind == Selection::Kind::Slice && s.rank == m_rank &&
                m_events->rank().trace->laneOf(s.slice) == m_events->lane())
                m_table->setCurrentRow(m_events->rowOf(s.slice));
        });
}

void EventsPage::followSelection()
{
    const Selection &s = state().selection();
    if (s.kind != Selection::Kind::Slice)
        return;
    // Another rank becomes the current one, which calls refresh(); a hidden page catches up when it is shown.
    if (s.rank != m_rank || !isVisible()) {
        invalidate();
        return;
    }
    const auto loaded = rank();
    if (!loaded || !loaded->trace || raw(s.slice) >= loaded->trace->slices().size())
        return;
    const LaneId lane = loaded->trace->laneOf(s.slice);
    if (lane != m_lane) {
        setLane(*loaded->trace, lane);
        load();
    } else if (m_events && !m_job.isRunning() && m_events->lane() == lane) {
        const QModelIndex now = m_table->view()->currentIndex();
        if (!now.isValid() || m_table->rows()->sourceRow(now.row()) != m_events->rowOf(s.slice))
            m_table->setCurrentRow(m_events->rowOf(s.slice));
    }
}

void EventsPage::reveal(quint32 row)
{
    if (m_events && m_table->rows()->source() == m_events)
        state().revealSlice(m_rank, m_events->slice(row));
}

} // namespace rs

#include "moc_eventspage.cpp"
