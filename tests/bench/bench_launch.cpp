// SPDX-License-Identifier: Apache-2.0
// bench_launch [LAUNCHES [RANKS [COLLECTIVES]]]: dispatch and idle causes of one rank with that many launches (default
// 5,000,000), and the alignment of that many ranks (64) with that many collectives each (10,000). Made in memory.
#include "analysis/communication/rankalign.h"
#include "analysis/host/idlecauses.h"
#include "support/fixtures.h"

#include <QRandomGenerator>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

template <typename Work>
double seconds(const Work &work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Launches in bursts with a pause behind each, on three streams, so that there are gaps and every cause is asked for.
std::shared_ptr<const RankData> launches(int count)
{
    TinyRank r;
    QRandomGenerator random(7);
    for (int stream = 8; stream < 10; ++stream)
        r.thread("3", std::to_string(stream), "Stream " + std::to_string(stream));
    qint64 host = base;
    qint64 device[] = {base, base, base}; // of each stream
    for (int i = 0; i < count; ++i) {
        if (i % 100'000 == 0)
            r.step(i / 100'000 + 1, host, 100'000 * 10 * us);
        if (i % 500 == 0) {
            r.slice("2", "1", "AscendCL@aclrtSynchronizeStream", host, 40 * us);
            host += 50 * us;
        }
        const std::string stream = std::to_string(7 + i % 3);
        r.slice("2", "1", "Node@launch", host, 5 * us);
        qint64 &start = device[i % 3];
        start = std::max(start + 300, host + 8 * us);
        const qint64 duration = (3 + random.bounded(22)) * us;
        r.slice("3", stream, "MatMul", start, duration, "AI_CORE");
        r.flow("HostToDevice", std::to_string(i), "2", "1", host, "3", stream, start);
        start += duration;
        host += 9 * us + 300;
    }
    return r.finish();
}

Run collectives(int ranks, int count)
{
    QRandomGenerator random(7);
    std::vector<qint64> ends;
    for (int i = 0; i < count; ++i)
        ends.push_back((ends.empty() ? base : ends.back()) + (200 + random.bounded(800)) * us);
    std::vector<std::shared_ptr<const RankData>> all;
    for (int r = 0; r < ranks; ++r) {
        TinyRank rank(r);
        const qint64 offset = r * 1'000'003 * us;
        for (int i = r % 3; i < count; ++i) {
            const qint64 length = (20 + random.bounded(150)) * us;
            rank.communication((i % 5 == 0 ? "hcom_allGather__865_" : "hcom_allReduce__865_") +
                                   std::to_string(i - r % 3) + "_1",
                               ends[static_cast<size_t>(i)] + offset + random.bounded(2000) - length, length);
        }
        all.push_back(rank.finish());
    }
    return makeRun(std::move(all));
}

} // namespace

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 5'000'000;
    const int ranks = argc > 2 ? std::atoi(argv[2]) : 64;
    const int operators = argc > 3 ? std::atoi(argv[3]) : 10'000;
    if (count > 0) {
        const auto rank = launches(count);
        ThreadPool pool(std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1));
        for (int round = 0; round < 3; ++round) {
            Dispatch dispatch;
            DispatchReport report;
            IdleReport idle;
            const double first = seconds([&] { dispatch = dispatchOf(*rank->trace, JobContext(), &pool); });
            DeviceIdle gaps;
            const double gapsTook = seconds([&] { gaps = deviceIdle(*rank, JobContext(), &pool); });
            const double second = seconds([&] { report = dispatchReport(gaps, dispatch, JobContext(), &pool); });
            const double third = seconds([&] { idle = idleCauses(*rank, dispatch, gaps, JobContext(), &pool); });
            std::printf(
                "%d launches: dispatch %.3f s, gaps and steps %.3f s, windows %.3f s, idle causes %.3f s (%zu gaps), "
                "together %.3f s\n",
                count, first, gapsTook, second, third, idle.gaps.size(), first + gapsTook + second + third);
        }
    }
    const Run run = collectives(ranks, operators);
    for (int round = 0; round < 3; ++round) {
        std::vector<RankAlignment> clocks;
        const double took = seconds([&] { clocks = alignRanks(run); });
        qint64 worst = 0;
        int aligned = 0;
        for (const RankAlignment &a : clocks) {
            if (a.applies()) {
                ++aligned;
                worst = std::max(worst, std::abs(a.offsetNs - a.rankIndex * 1'000'003 * us));
            }
        }
        std::printf(
            "%d ranks x %d collectives: matched and aligned in %.3f s, %d of %d aligned, largest error %.2f us\n",
            ranks, operators, took, aligned, ranks - 1, static_cast<double>(worst) / 1000);
    }
    return 0;
}
