// SPDX-License-Identifier: Apache-2.0
#include "analysis/recipes/recipecalls.h"

#include "analysis/host/lanesubject.h"
#include "analysis/overview/peerspread.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

struct NamedCalls
{
    std::vector<qint64> ns;
    SliceId longest = NoSlice;
};

/// Calls by name; the recipe does not tell levels apart.
std::map<QString, NamedCalls> callsByName(const Trace &trace, const JobContext &job)
{
    std::map<StrId, NamedCalls> ofText;
    const SliceStore &slices = trace.slices();
    JobPoll poll(job);
    for (const LaneId lane : lanesOf(trace, LaneSubject::Cann)) {
        for (const SliceId slice : trace.slicesOf(lane)) {
            if (poll.isCanceled())
                return {};
            NamedCalls &calls = ofText[slices.name(slice)];
            if (calls.longest == NoSlice || slices.duration(slice) > slices.duration(calls.longest))
                calls.longest = slice;
            calls.ns.push_back(slices.duration(slice));
        }
    }
    std::map<QString, NamedCalls> out;
    for (auto &[id, calls] : ofText) {
        const QString text = trace.strings().text(id);
        NamedCalls &named = out[text.mid(text.indexOf(u'@') + 1)];
        if (named.longest == NoSlice || slices.duration(calls.longest) > slices.duration(named.longest))
            named.longest = calls.longest;
        named.ns.insert(named.ns.end(), calls.ns.begin(), calls.ns.end());
    }
    return out;
}

void sortByTotal(std::vector<ApiSum> &sums)
{
    std::ranges::sort(sums, [](const ApiSum &a, const ApiSum &b) {
        return a.sumNs != b.sumNs ? a.sumNs > b.sumNs : std::tie(a.name, a.rankIndex) < std::tie(b.name, b.rankIndex);
    });
}

} // namespace

std::vector<ApiSum> apiSumsOfRanks(const Run &run, const JobContext &job)
{
    std::vector<ApiSum> out;
    for (size_t i = 0; i < run.ranks.size(); ++i) {
        if (!run.ranks[i] || !run.ranks[i]->trace)
            continue;
        auto calls = callsByName(*run.ranks[i]->trace, job);
        if (job.isCanceled())
            return {};
        const size_t first = out.size();
        double all = 0;
        for (auto &[name, named] : calls) {
            ApiSum &sum = out.emplace_back();
            static_cast<Described &>(sum) = describe(std::move(named.ns));
            const auto n = static_cast<double>(sum.count);
            sum.deviationNs = sum.deviationNs.value_or(0) * std::sqrt((n - 1) / n);
            sum.name = name;
            sum.rankIndex = static_cast<int>(i);
            sum.leastRanks = sum.mostRanks = {sum.rankIndex};
            sum.longest = named.longest;
            all += static_cast<double>(sum.sumNs);
        }
        for (size_t s = first; s < out.size(); ++s)
            out[s].percent = all > 0 ? static_cast<double>(out[s].sumNs) / all * 100 : 0;
    }
    sortByTotal(out);
    return out;
}

std::vector<ApiSum> apiSums(const std::vector<ApiSum> &ofRanks)
{
    std::map<QString, std::vector<const ApiSum *>> byName;
    double all = 0;
    for (const ApiSum &s : ofRanks) {
        byName[s.name].push_back(&s);
        all += static_cast<double>(s.sumNs);
    }
    std::vector<ApiSum> out;
    for (auto &[name, ranks] : byName) {
        std::ranges::sort(ranks, {}, &ApiSum::rankIndex);
        ApiSum sum = *ranks.front();
        sum.rankIndex = -1;
        sum.sumNs = sum.count = 0;
        sum.leastRanks.clear();
        sum.mostRanks.clear();
        std::vector<double> medians;
        for (const ApiSum *s : ranks) {
            sum.sumNs = saturatedSum(sum.sumNs, s->sumNs);
            sum.count += s->count;
            sum.q1Ns = std::min(sum.q1Ns, s->q1Ns);
            sum.q3Ns = std::max(sum.q3Ns, s->q3Ns);
            sum.leastNs = std::min(sum.leastNs, s->leastNs);
            sum.mostNs = std::max(sum.mostNs, s->mostNs);
            medians.push_back(s->medianNs);
        }
        sum.medianNs = medianOf(std::move(medians));
        sum.meanNs = static_cast<double>(sum.sumNs) / static_cast<double>(sum.count);
        double squares = 0;
        for (const ApiSum *s : ranks) {
            const auto n = static_cast<double>(s->count);
            const double apart = s->meanNs - sum.meanNs;
            const double deviation = s->deviationNs.value_or(0);
            squares += (n - 1) * deviation * deviation + n * apart * apart;
            if (s->leastNs == sum.leastNs)
                sum.leastRanks.push_back(s->rankIndex);
            if (s->mostNs == sum.mostNs) {
                if (sum.mostRanks.empty())
                    sum.longest = s->longest;
                sum.mostRanks.push_back(s->rankIndex);
            }
        }
        sum.deviationNs = sum.count > 1 ? std::sqrt(squares / static_cast<double>(sum.count - 1)) : 0;
        sum.percent = all > 0 ? static_cast<double>(sum.sumNs) / all * 100 : 0;
        out.push_back(std::move(sum));
    }
    sortByTotal(out);
    return out;
}

} // namespace rs
