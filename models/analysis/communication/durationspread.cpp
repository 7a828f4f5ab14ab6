// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/durationspread.h"

#include "analysis/communication/operatorchoice.h"
#include "analysis/time/jobpoll.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rs {

namespace {

// Beyond them a value is an outlier.
std::pair<double, double> fences(const Distribution &d)
{
    constexpr double ranges = 1.5;
    const double reach = ranges * (d.q3 - d.q1);
    return {d.q1 - reach, d.q3 + reach};
}

void setSpread(DurationSpread &spread, std::vector<double> values)
{
    std::ranges::sort(values);
    spread.calls = static_cast<qint64>(values.size());
    spread.elapse = distributionOf(values);
    const auto [low, high] = fences(spread.elapse);
    const auto first = std::ranges::lower_bound(values, low);
    const auto last = std::upper_bound(first, values.end(), high);
    spread.lowMs = *first;
    spread.highMs = *std::prev(last);
    spread.outliers.assign(values.begin(), first);
    spread.outliers.insert(spread.outliers.end(), last, values.end());
}

void setApart(std::vector<DurationSpread> &all)
{
    constexpr size_t fewest = 4;
    constexpr double least = 0.1;
    if (all.size() < fewest)
        return;
    std::vector<double> medians;
    for (const DurationSpread &s : all)
        medians.push_back(s.elapse.median);
    const Distribution ranks = distributionOf(std::move(medians));
    const auto [low, high] = fences(ranks);
    for (DurationSpread &s : all) {
        const double median = s.elapse.median;
        s.isApart = (median < low || median > high) && std::abs(median - ranks.median) >= least * ranks.median;
    }
}

} // namespace

std::vector<DurationSpread> durationSpreads(const Run &run, const CommQuery &query, const QString &of,
                                            const JobContext &job)
{
    JobPoll poll(job);
    std::map<std::pair<int, QString>, std::pair<DurationSpread, std::vector<double>>> ranks;
    const OperatorChoice choice(run, query, of, job);
    for (OperatorTime &t : operatorTimes(run, query, job)) {
        if (poll.isCanceled())
            return {};
        if (!choice.has(t) || !t.elapseMs)
            continue;
        auto &[spread, values] = ranks[{t.rank, t.rankLabel}];
        values.push_back(*t.elapseMs);
        if (values.size() == 1)
            spread.first = std::move(t);
    }
    std::vector<DurationSpread> out;
    out.reserve(ranks.size());
    for (auto &[name, rank] : ranks) {
        setSpread(rank.first, std::move(rank.second));
        out.push_back(std::move(rank.first));
    }
    setApart(out);
    return job.isCanceled() ? std::vector<DurationSpread>() : out;
}

} // namespace rs
