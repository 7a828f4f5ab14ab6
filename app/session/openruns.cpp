// SPDX-License-Identifier: Apache-2.0
#include "app/session/openruns.h"

#include "app/session/deferredrelease.h"
#include "importers/files/osfile.h"
#include "views/state/rankname.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rs {

// A run may have been the only one of its path, or may be so now.
bool OpenRuns::Place::isIn(const Run &run) const
{
    return runPath == run.path && framework == run.framework &&
           (apart == run.apart || apart.isEmpty() || run.apart.isEmpty());
}

OpenRuns::Places OpenRuns::places() const
{
    const auto placeOf = [this](RankRef ref) {
        const auto run = m_runs.run(ref.run);
        const RankInfo *const info = m_runs.info(ref);
        return run ? Place{run->path, run->framework, run->apart, info ? info->rank : -1} : Place();
    };
    // Slices and gaps are numbers and times of the trace that was read.
    using Kind = Selection::Kind;
    Selection selection = m_state.selection();
    if (selection.kind != Kind::Rank && selection.kind != Kind::Link && selection.kind != Kind::Operator)
        selection = {};
    const ShownRanks &group = m_state.rankGroup();
    const auto restricted = m_runs.run(group.run);
    Places out{placeOf(m_state.currentRank()),
               placeOf(m_state.baseRank()),
               placeOf(m_state.otherRank()),
               placeOf(selection.rank),
               restricted ? Place{restricted->path, restricted->framework, restricted->apart, -1} : Place(),
               group,
               selection,
               m_state.sidesAreChosen(),
               m_state.offsets()};
    (void)out.offsets.moved([&](RankRef rank) {
        out.ranks.emplace(rank, rankToJson(m_runs, rank));
        return rank;
    });
    return out;
}

std::vector<int> OpenRuns::loadOrder(const Run &run, const Places &before)
{
    std::vector<int> all(run.infos.size());
    std::iota(all.begin(), all.end(), 0);
    std::stable_sort(all.begin(), all.end(), [&](int a, int b) {
        const auto turn = [&](int i) {
            const int rank = run.infos[static_cast<size_t>(i)].rank;
            const auto isAt = [&](const Place &place) { return rank >= 0 && place.rank == rank && place.isIn(run); };
            return isAt(before.rank) ? 0 : isAt(before.base) ? 1 : isAt(before.other) ? 2 : 3;
        };
        return turn(a) < turn(b);
    });
    return all;
}

void OpenRuns::choose(const Places &before)
{
    const std::vector<RankRef> all = m_runs.allRanks();
    const auto again = [&](const Place &place) {
        const auto at = std::find_if(all.begin(), all.end(), [&](RankRef ref) {
            const auto run = m_runs.run(ref.run);
            return place.rank >= 0 && place.rank == m_runs.info(ref)->rank && place.isIn(*run);
        });
        return at == all.end() ? RankRef() : *at;
    };
    const auto firstExcept = [&all](RankRef except) {
        const auto at = std::find_if(all.begin(), all.end(), [except](RankRef r) { return r != except; });
        return at == all.end() ? RankRef() : *at;
    };
    if (!m_state.currentRank().isValid() && !all.empty()) {
        const RankRef rank = again(before.rank);
        m_state.setCurrentRank(rank.isValid() ? rank : all.front());
    }
    // A side that is left stays where it is; both may come back.
    const bool chosen = before.sidesChosen ||
                        (m_state.sidesAreChosen() && (m_state.baseRank().isValid() || m_state.otherRank().isValid()));
    RankRef base = m_state.baseRank();
    RankRef other = m_state.otherRank();
    const RankRef wantedOther = other.isValid() ? other : again(before.other);
    if (!base.isValid() && !all.empty()) {
        base = again(before.base);
        const RankRef current = m_state.currentRank();
        if (!base.isValid())
            base = current != wantedOther ? current : firstExcept(wantedOther);
    }
    if (!other.isValid() && all.size() > 1)
        other = wantedOther.isValid() && wantedOther != base ? wantedOther : firstExcept(base);
    if (base != m_state.baseRank() || other != m_state.otherRank()) {
        m_state.keepSides(base, other);
        if (chosen)
            m_state.setBaseRank(base);
    }
    chooseSelection(before);
    chooseGroup(before);
    keepOffsets(before);
}

// The ends of a link may be ranks without a folder.
void OpenRuns::chooseSelection(const Places &before)
{
    if (before.selection.kind == Selection::Kind::None || m_state.selection().kind != Selection::Kind::None)
        return;
    for (const Entry &e : m_open) {
        const auto run = m_runs.run(e.run);
        if (!run || !before.selected.isIn(*run))
            continue;
        Selection again = before.selection;
        again.rank = {e.run, before.selected.rank < 0 ? -1 : run->indexOf(before.selected.rank)};
        if (again.rank.isValid() || again.kind == Selection::Kind::Link)
            m_state.keepSelection(again);
        return;
    }
}

void OpenRuns::keepOffsets(const Places &before)
{
    if (before.offsets.isEmpty())
        return;
    std::map<RankRef, RankRef> again;
    for (const auto &[rank, name] : before.ranks)
        again[rank] = rankFromJson(m_runs, name);
    m_state.keepOffsets(before.offsets.moved([&again](RankRef rank) { return again[rank]; }));
}

// Those of its ranks that are still there.
void OpenRuns::chooseGroup(const Places &before)
{
    if (before.group.isEmpty() || !m_state.rankGroup().isEmpty())
        return;
    for (const Entry &e : m_open) {
        const auto run = m_runs.run(e.run);
        if (!run || !before.groupOf.isIn(*run))
            continue;
        ShownRanks group = before.group;
        group.run = e.run;
        std::erase_if(group.ranks, [&run](int rank) {
            return std::none_of(run->infos.begin(), run->infos.end(),
                                [rank](const RankInfo &info) { return info.rank == rank; });
        });
        if (!group.isEmpty())
            m_state.keepRankGroup(group);
        return;
    }
}

std::vector<int> OpenRuns::all() const
{
    std::vector<int> out;
    for (const Entry &e : m_open)
        out.push_back(e.run);
    return out;
}

bool OpenRuns::holds(int run) const
{
    return std::any_of(m_open.begin(), m_open.end(), [run](const Entry &e) { return e.run == run; });
}

QStringList OpenRuns::paths() const
{
    QStringList out;
    for (const Entry &e : m_open) {
        for (const QString &p : e.paths) {
            if (!out.contains(p))
                out.append(p);
        }
    }
    return out;
}

QStringList OpenRuns::pathsOf(int run) const
{
    const auto at = std::find_if(m_open.begin(), m_open.end(), [run](const Entry &e) { return e.run == run; });
    return at == m_open.end() ? QStringList() : at->paths;
}

OpenRuns::Older OpenRuns::olderSelves(const std::vector<Run> &found, const QStringList &asked) const
{
    Older out;
    for (const Run &run : found) {
        for (const Entry &e : m_open) {
            const auto old = m_runs.run(e.run);
            if (!old || old->path != run.path || old->framework != run.framework)
                continue;
            // Captures of the dynamic profiler have one path, and one framework.
            if (!old->apart.isEmpty() && !run.apart.isEmpty() && old->apart != run.apart)
                continue;
            out.runs.push_back(e.run);
            for (const RankInfo &info : old->infos) {
                // Ranks of single files have their folder in common.
                const bool isFile = info.captures.size() == 1 && info.captures.front() != info.path;
                const QString place = isFile ? info.captures.front() : info.path;
                const bool again = std::any_of(run.infos.begin(), run.infos.end(), [&](const RankInfo &i) {
                    return (!isFile && i.path == place) || i.captures.contains(place);
                });
                if (!again && osInfo(place).exists && !asked.contains(place))
                    out.missing.append(place);
            }
        }
    }
    return out;
}

int OpenRuns::add(Run run, const QStringList &asked, bool alone)
{
    QStringList paths;
    for (const QString &p : asked) {
        if (p == run.path || p.startsWith(run.path + QLatin1Char('/')) || run.path.startsWith(p + QLatin1Char('/')))
            paths.append(p);
    }
    if (paths.isEmpty() || alone)
        paths = asked;
    const int index = m_runs.addRun(std::move(run));
    m_open.push_back({index, paths});
    return index;
}

void OpenRuns::drop(int run)
{
    auto held = m_runs.run(run);
    for (int i = 0; held && i < static_cast<int>(held->infos.size()); ++i) {
        if (m_runs.state({run, i}) == RankState::Loading)
            m_release.takeReplaced(m_runs.lanes({run, i}));
    }
    std::erase_if(m_open, [run](const Entry &e) { return e.run == run; });
    m_state.forgetRun(run);
    m_runs.closeRun(run);
    m_release.take(std::move(held));
}

OpenRuns::Exchanged OpenRuns::exchange(int run, Run next, const std::vector<int> &before)
{
    struct Other
    {
        int index;
        RankState state;
        std::shared_ptr<const RankData> part;
    };
    std::vector<Other> others; // neither loaded nor about to be
    Exchanged out;
    for (int i = 0; i < static_cast<int>(next.infos.size()); ++i) {
        const RankRef old{run, before[static_cast<size_t>(i)]};
        const RankState s = old.isValid() ? m_runs.state(old) : RankState::Waiting;
        const bool loaded = s == RankState::Loaded;
        next.ranks[static_cast<size_t>(i)] = loaded ? m_runs.rank(old) : nullptr;
        if (s == RankState::Loading || s == RankState::Waiting)
            out.load.push_back(i);
        else if (!loaded)
            others.push_back({i, s, m_runs.rank(old)});
    }
    const QStringList paths = pathsOf(run);
    drop(run);
    out.run = m_runs.addRun(std::move(next));
    for (const Other &o : others) {
        m_runs.setPart({out.run, o.index}, o.part);
        m_runs.setState({out.run, o.index}, o.state);
    }
    m_open.push_back({out.run, paths});
    return out;
}

int OpenRuns::olderSelf(const Run &found) const
{
    for (const Entry &e : m_open) {
        const auto old = m_runs.run(e.run);
        if (!old || old->path != found.path || old->framework != found.framework)
            continue;
        // Captures between other steps share path and framework.
        const auto isInBoth = [&old](const RankInfo &info) {
            return std::any_of(old->infos.begin(), old->infos.end(), [&info](const RankInfo &o) {
                return o.path == info.path || o.captures.contains(info.path) || info.captures.contains(o.path);
            });
        };
        if (old->infos.empty() || std::any_of(found.infos.begin(), found.infos.end(), isInBoth))
            return e.run;
    }
    return -1;
}

} // namespace rs
