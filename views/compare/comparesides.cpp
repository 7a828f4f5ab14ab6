// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/manycompare.h"
#include "views/compare/compareview.h"

#include "tables/base/tables.h"
#include "views/widgets/pagebody.h"

#include <algorithm>
#include <utility>

/// Which two ranks are compared while nobody has chosen them.
namespace rs {

// Without a choice: the current rank against a normal one of its stage (lookForPeer), which is the base. What was
// compared once stays, whatever rank is current then.
void CompareView::followSides()
{
    const std::vector<RankRef> all = runs().allRanks();
    const auto firstOf = [this](std::initializer_list<RankRef> refs, RankRef except) {
        for (const RankRef ref : refs) {
            if (ref != except && runs().info(ref))
                return ref;
        }
        return RankRef();
    };
    const auto firstExcept = [&all](RankRef except, int run) {
        const auto it =
            std::find_if(all.begin(), all.end(), [&](RankRef r) { return r != except && (run < 0 || r.run == run); });
        return it == all.end() ? RankRef() : *it;
    };
    const RankRef baseBefore = m_hasResult ? m_base : RankRef();
    const RankRef otherBefore = m_hasResult ? m_other : RankRef();
    m_base = firstOf({state().baseRank()}, {});
    m_other = firstOf({state().otherRank()}, {});
    if (!m_base.isValid())
        m_base = firstOf({baseBefore, state().currentRank(), firstExcept(m_other, -1)}, m_other);
    if (!m_base.isValid())
        m_base = std::exchange(m_other, RankRef());
    if (!m_other.isValid() && m_base == baseBefore)
        m_other = firstOf({otherBefore}, m_base);
    if (!m_other.isValid())
        m_other = firstOf({firstExcept(m_base, m_base.run), firstExcept(m_base, -1)}, m_base);
    // Thousands of ranks take long to list: until somebody looks, refresh() is soon enough.
    if (m_hasResult || isVisible())
        fillPickers();
    scheduleRefresh();
}

void CompareView::showEvent(QShowEvent *event)
{
    if (m_hasResult)
        fillPickers();
    if (!std::exchange(m_wasSeen, true))
        scheduleRefresh();
    DockView::showEvent(event);
}

void CompareView::ranksArrived()
{
    if (!m_hasResult)
        scheduleRefresh();
    else if (isVisible())
        fillPickers();
}

RankRef CompareView::peerWanted() const
{
    if (m_peerOf.isValid())
        return {};
    const bool baseChosen = state().sidesAreChosen() && runs().info(state().baseRank());
    const bool otherChosen = state().sidesAreChosen() && runs().info(state().otherRank());
    if (baseChosen && otherChosen)
        return {};
    return baseChosen                           ? base()
           : otherChosen                        ? other()
           : runs().info(state().currentRank()) ? state().currentRank()
                                                : base();
}

bool CompareView::lookForPeer()
{
    const RankRef of = peerWanted();
    const auto run = runs().run(of.run);
    if (!run || runs().state(of) != RankState::Loaded)
        return false;
    // Among ranks that are still to come the median is another one.
    int loaded = 0;
    for (int i = 0; i < static_cast<int>(run->infos.size()); ++i) {
        const RankState is = runs().state({of.run, i});
        if (is == RankState::Waiting || is == RankState::Loading)
            return false;
        loaded += is == RankState::Loaded ? 1 : 0;
    }
    const bool areFew = loaded < 3;
    const std::pair among(of, runs().loadedRanks().size());
    // Another run may bring the like of it.
    if (areFew && (m_isSettled || m_likeOf == among || runs().isLoading()))
        return false;
    std::vector<std::shared_ptr<const Run>> all;
    for (int i = 0; i < runs().count(); ++i)
        all.push_back(runs().run(i));
    m_job.cancel();
    m_peerJob.start(
        *context().pool,
        [run, all, of](const JobContext &job) {
            const MemoryReservation room = roomFor(u"compare.many", *run, job);
            std::vector<const Run *> open;
            for (const std::shared_ptr<const Run> &r : all)
                open.push_back(r.get());
            const RankOfRuns like = counterpartOf(open, {of.run, of.index}, job);
            return RankRef{like.run, like.rank};
        },
        [this, of, among, areFew](RankRef like) {
            if (peerWanted() != of)
                return refresh();
            m_likeOf = among;
            if (!areFew)
                m_peerOf = of;
            if (!areFew && like.isValid())
                takePeer(of, like);
            else
                followCurrent(of, like);
            refresh();
        });
    return true;
}

void CompareView::followCurrent(RankRef of, RankRef like)
{
    if (m_isSettled)
        return;
    m_isSettled = m_wasSeen;
    if (state().sidesAreChosen())
        return;
    const bool isSide = of == base() || of == other();
    if (like.isValid() && !(isSide && (like == base() || like == other())))
        return takePeer(of, like);
    if (isSide)
        return;
    const std::vector<RankRef> all = runs().allRanks();
    const auto another = [&](bool ofItsRun) {
        return std::find_if(all.begin(), all.end(),
                            [&](RankRef r) { return r != of && (r.run == of.run || !ofItsRun); });
    };
    auto at = another(true);
    if (at == all.end())
        at = another(false);
    if (at != all.end())
        takePeer(of, *at);
}

// An outlier is compared with a normal rank, as in a verdict, unless the user chose the base.
void CompareView::takePeer(RankRef of, RankRef peer)
{
    const bool asBase = !state().sidesAreChosen() || !runs().info(state().baseRank());
    m_base = asBase ? peer : of;
    m_other = asBase ? of : peer;
    if (!state().sidesAreChosen())
        state().keepSides(m_base, m_other);
}

// A side that was not chosen stays when the user chooses the other one.
void CompareView::adoptSides()
{
    const RankRef other = m_other;
    if (!state().baseRank().isValid())
        state().setBaseRank(m_base);
    if (!state().otherRank().isValid())
        state().setOtherRank(other);
}

} // namespace rs
