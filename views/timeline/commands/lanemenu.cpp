// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/lanemenu.h"

#include "views/state/runstore.h"
#include "views/timeline/commands/menutexts.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/lanes/lanechoice.h"
#include "views/timeline/lanes/lanelayoutstate.h"
#include "views/timeline/lanes/lanemodel.h"
#include "views/state/viewstate.h"
#include "views/widgets/menus.h"

#include <algorithm>
#include <set>

namespace rs {

namespace {

// A filter that names nothing lets everything through: of it, `value` is taken from `all`. Nothing chosen would mean
// nothing shown, which nobody wants, and all chosen is no filter: both are that empty one again.
template <typename T>
void choose(std::set<T> &chosen, const std::set<T> &all, const T &value, bool on)
{
    if (chosen.empty())
        chosen = all;
    if (on)
        chosen.insert(value);
    else
        chosen.erase(value);
    if (chosen.size() >= all.size())
        chosen.clear();
}

} // namespace

LaneMenu::LaneMenu(const TimelineParts &parts, TimelineCommands *commands, QWidget *parent)
    : QMenu(parent), m_parts(parts), m_commands(commands)
{
    connect(this, &QMenu::aboutToShow, this, &LaneMenu::fill);
}

void LaneMenu::fill()
{
    clearMenu(this);
    addArrangements();
    addSeparator();
    addKinds();
    addRanks();
    m_commands->addTo(this, {nullptr, "expand-level", "collapse-level", "expand-all", "collapse-all", nullptr,
                             "higher-lanes", "lower-lanes", "fit-heights", "standard-height", nullptr, "show-hidden",
                             "no-filter", "unpin-all"});
    addOutside();
}

void LaneMenu::addArrangements()
{
    m_commands->addTo(this, {"all-lanes", "communication-lanes", "overlap-lanes"});
    RankRef current = m_parts.state->currentRank();
    if (!m_parts.data->rank(current) && !m_parts.data->ranks().empty())
        current = m_parts.data->ranks().begin()->first;
    if (current.isValid())
        addAction(tr("Host dispatch of %1", "rank").arg(actionText(m_parts.runs->rankLabel(current))), this,
                  [this, current] {
                      m_parts.layout->byHand(
                          [&] { showLanes(LaneChoice::HostDispatchOfRank, *m_parts.layout, *m_parts.lanes, current); });
                  });
    const QStringList kept = m_parts.layoutState->presets();
    for (const QString &name : kept)
        addAction(actionText(name), this,
                  [this, name] { m_parts.layout->byHand([&] { m_parts.layoutState->applyPreset(name); }); });
    m_commands->addTo(this, {"keep-arrangement"});
    if (kept.isEmpty())
        return;
    QMenu *const forget = addMenu(tr("Delete an arrangement"));
    for (const QString &name : kept)
        forget->addAction(actionText(name), this, [this, name] { m_parts.layoutState->forgetPreset(name); });
}

void LaneMenu::addKinds()
{
    QMenu *const menu = addMenu(tr("Kinds"));
    const auto names = m_parts.lanes->processKinds();
    std::set<ProcessKind> all;
    for (const auto &[kind, name] : names)
        all.insert(kind);
    for (const auto &[kind, name] : names) {
        const QString text = kind == ProcessKind::DeviceMetric ? tr("Device metrics")
                             : kind == ProcessKind::HostMetric ? tr("Host metrics")
                             : kind == ProcessKind::Unknown    ? tr("Other processes")
                                                               : actionText(name);
        QAction *const a = menu->addAction(text);
        a->setCheckable(true);
        const LaneFilter &now = m_parts.layout->filter();
        a->setChecked(now.kinds.empty() || now.kinds.contains(kind));
        connect(a, &QAction::toggled, this, [this, kind = kind, all](bool on) {
            LaneFilter filter = m_parts.layout->filter();
            choose(filter.kinds, all, kind, on);
            m_parts.layout->byHand([&] { m_parts.layout->setFilter(filter); });
        });
    }
    setAvailable(menu->menuAction(), all.empty() ? tr("No lane is loaded yet.") : QString());
}

void LaneMenu::addRanks()
{
    QMenu *const menu = addMenu(tr("Ranks"));
    const auto refs = m_parts.runs->allRanks();
    const std::set<RankRef> all(refs.begin(), refs.end());
    menu->addAction(tr("All ranks"), this, [this] {
        LaneFilter filter = m_parts.layout->filter();
        filter.ranks.clear();
        m_parts.layout->byHand([&] { m_parts.layout->setFilter(filter); });
    });
    menu->addSeparator();
    constexpr size_t mostRanks = 64; // of more the filter line takes care
    for (size_t i = 0; i < std::min(refs.size(), mostRanks); ++i) {
        const RankRef ref = refs[i];
        QAction *const a = menu->addAction(actionText(m_parts.runs->rankLabel(ref)));
        a->setCheckable(true);
        a->setChecked(m_parts.layout->passes(ref));
        connect(a, &QAction::toggled, this, [this, ref, all](bool on) {
            LaneFilter filter = m_parts.layout->filter();
            choose(filter.ranks, all, ref, on);
            m_parts.layout->byHand([&] { m_parts.layout->setFilter(filter); });
        });
    }
}

void LaneMenu::addOutside()
{
    const qint64 count = m_parts.data->outsideAxis();
    if (count == 0)
        return;
    addSeparator();
    addAction(tr("Go to a slice outside the time axis (%1)").arg(format::integer(count)), this, &LaneMenu::goToOutside);
}

// Each time the next one.
void LaneMenu::goToOutside()
{
    std::vector<timeline::SliceRef> all;
    for (const auto &[ref, rank] : m_parts.data->ranks()) {
        for (const SliceId s : rank.lod->outside(*rank.trace))
            all.push_back({ref, s});
    }
    if (all.empty())
        return;
    const auto now = std::find(all.begin(), all.end(), m_parts.selectedSlice());
    const auto &next = now == all.end() || now + 1 == all.end() ? all.front() : *(now + 1);
    m_parts.state->revealSlice(next.rank, next.slice);
}

} // namespace rs

#include "moc_lanemenu.cpp"
