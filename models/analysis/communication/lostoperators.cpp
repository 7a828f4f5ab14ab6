// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/waitattribution.h"
#include "core/base/saturate.h"
#include "core/trace/taskkind.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>

namespace rs {

namespace {

// Others that a rank is compared with: enough for a median.
constexpr size_t mostPeers = 16;

struct NameTime
{
    qint64 ns = 0;
    qint64 calls = 0;
    SliceId longest = NoSlice;
};
using NameTimes = std::map<std::string_view, NameTime>;

// Kernels that start between two stamps of the rank.
NameTimes kernelsBetween(const Trace &trace, qint64 from, qint64 to)
{
    NameTimes out;
    const SliceStore &s = trace.slices();
    for (const Lane &lane : trace.lanes()) {
        if (trace.process(lane.process).kind != ProcessKind::AscendHardware)
            continue;
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const SliceStore::Span row = s.row(RowId{r});
            const quint32 end = s.firstStartingAtOrAfter(to, row);
            for (quint32 i = s.firstStartingAtOrAfter(from, row); i < end; ++i) {
                const SliceId slice{i};
                if (!isComputing(s.kind(slice)))
                    continue;
                NameTime &t = out[trace.strings().view(s.name(slice))];
                t.ns = saturatedSum(t.ns, s.duration(slice));
                ++t.calls;
                if (t.longest == NoSlice || s.duration(t.longest) < s.duration(slice))
                    t.longest = slice;
            }
        }
    }
    return out;
}

} // namespace

LostOperators lostOperators(const Run &run, const WaitAttribution &ledger, int rankIndex, size_t meetings,
                            const JobContext &job)
{
    LostOperators out;
    const MatchedCollectives &all = ledger.meetings;
    if (all.source != MatchSource::Traces)
        return out;
    std::map<QString, quint32> latest; // by domain
    struct Look
    {
        qint64 waitNs;
        quint32 meeting;
        quint32 before;
    };
    std::vector<Look> looks;
    std::vector<qint64> directOf(all.all.size(), 0);
    for (const AttributedCollective &e : ledger.entries) {
        if (e.lastRank != rankIndex)
            continue;
        const MatchedCollective &m = all.all[e.meeting];
        for (quint32 w = m.first; w < m.last; ++w) {
            for (quint32 b = ledger.waits[w].firstBlame; b < ledger.waits[w].lastBlame; ++b) {
                if (ledger.blames[b].rankIndex == rankIndex)
                    directOf[e.meeting] = saturatedSum(directOf[e.meeting], ledger.blames[b].ns);
            }
        }
    }
    for (quint32 m = 0; m < all.all.size(); ++m) {
        const MatchedCollective &meeting = all.all[m];
        if (meeting.isTransfer() || !all.endOf(meeting, rankIndex))
            continue;
        const auto [before, isFirst] = latest.try_emplace(meeting.domain, m);
        if (!isFirst && directOf[m] > 0)
            looks.push_back({directOf[m], m, before->second});
        before->second = m;
    }
    std::ranges::stable_sort(looks, std::greater<>(), &Look::waitNs);
    if (looks.size() > meetings)
        looks.resize(meetings);

    std::map<std::string_view, LostOperator> sums;
    for (const Look &look : looks) {
        if (job.isCanceled())
            return {};
        const MatchedCollective &now = all.all[look.meeting];
        const MatchedCollective &then = all.all[look.before];
        const auto between = [&](int rank) {
            const CollectiveEnd *const from = all.endOf(then, rank);
            return from ? kernelsBetween(*run.ranks[static_cast<size_t>(rank)]->trace, from->endNs,
                                         all.endOf(now, rank)->startNs)
                        : NameTimes();
        };
        std::vector<NameTimes> others;
        for (quint32 e = now.first; e < now.last && others.size() < mostPeers; ++e) {
            if (all.ends[e].rankIndex != rankIndex && all.endOf(then, all.ends[e].rankIndex))
                others.push_back(between(all.ends[e].rankIndex));
        }
        if (others.empty())
            continue;
        ++out.meetings;
        out.waitNs = saturatedSum(out.waitNs, look.waitNs);
        for (const auto &[name, own] : between(rankIndex)) {
            std::vector<qint64> theirs;
            for (const NameTimes &o : others) {
                const auto at = o.find(name);
                theirs.push_back(at == o.end() ? 0 : at->second.ns);
            }
            const auto middle = theirs.begin() + static_cast<qsizetype>((theirs.size() - 1) / 2);
            std::nth_element(theirs.begin(), middle, theirs.end());
            LostOperator &sum = sums[name];
            const SliceStore &s = run.ranks[static_cast<size_t>(rankIndex)]->trace->slices();
            sum.ns = saturatedSum(sum.ns, saturatedDifference(own.ns, *middle));
            sum.calls += own.calls;
            if (sum.longest == NoSlice || s.duration(sum.longest) < s.duration(own.longest))
                sum.longest = own.longest;
        }
    }
    for (auto &[name, sum] : sums) {
        if (sum.ns <= 0)
            continue;
        sum.name = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        out.rows.push_back(std::move(sum));
    }
    std::ranges::stable_sort(out.rows, std::greater<>(), &LostOperator::ns);
    return out;
}

} // namespace rs
