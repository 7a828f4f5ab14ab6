// SPDX-License-Identifier: Apache-2.0
#include "analysis/links/pairconfirmation.h"

#include "analysis/time/jobpoll.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

namespace rs {

namespace {

struct Transfers
{
    double expectedMs = 0;
    double measuredMs = 0;

    void add(const JudgedLink &judged, const MatrixCell &cell)
    {
        expectedMs += judged.expectedMs;
        measuredMs += cell.timeMs.value_or(0);
    }
    [[nodiscard]] bool takes(double times) const { return measuredMs >= times * expectedMs; }
};

// What two ranks exchange over one type.
struct Exchange
{
    Transfers all;
    std::map<std::pair<QString, int>, Transfers> parts; ///< by step and source
};

quint64 pairOf(const MatrixCell &c)
{
    const auto [low, high] = std::minmax(c.source, c.destination);
    return static_cast<quint64>(static_cast<quint32>(low)) << 32U | static_cast<quint32>(high);
}

} // namespace

void keepConfirmedPairs(LinkJudgement &judgement, double deviation, const JobContext &job)
{
    constexpr double byItself = 2;
    JobPoll poll(job);
    const auto cellOf = [&](const JudgedLink &j) -> const MatrixCell & { return judgement.rows[j.row].cell; };
    std::unordered_set<quint64> slow; // of a million pairs few have a slow operator
    for (const JudgedLink &j : judgement.judged) {
        if (j.slow)
            slow.insert(pairOf(cellOf(j)));
    }
    std::map<std::pair<quint64, QString>, Exchange> exchanges; // by pair and type
    for (const JudgedLink &j : judgement.judged) {
        if (poll.isCanceled())
            return;
        const MatrixCell &c = cellOf(j);
        if (j.alike == 0 || !slow.contains(pairOf(c)))
            continue;
        Exchange &exchange = exchanges[{pairOf(c), c.transport}];
        exchange.all.add(j, c);
        exchange.parts[{c.step, c.source}].add(j, c);
    }
    const double times = deviation < 1 ? 1 / (1 - deviation) : byItself;
    for (JudgedLink &j : judgement.judged) {
        if (!j.slow || poll.isCanceled())
            continue;
        const MatrixCell &c = cellOf(j);
        const Exchange &exchange = exchanges.at({pairOf(c), c.transport});
        if (exchange.all.takes(times) || exchange.parts.at({c.step, c.source}).takes(std::max(times, byItself)))
            continue;
        j.slow = false;
        j.lostNs = 0;
    }
}

} // namespace rs
