// SPDX-License-Identifier: Apache-2.0
// bench_ledger [RANKS [COLLECTIVES]]: who waited for whom over that many ranks (64) with that many collectives each
// (10,000), and over half and a quarter of the collectives. Made in memory.
#include "analysis/communication/waitattribution.h"
#include "support/fixtures.h"

#include <QRandomGenerator>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

// Kernels up to each collective, at which every rank arrives at its own time.
Run collectives(int ranks, int count)
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (int rank = 0; rank < ranks; ++rank) {
        TinyRank r(rank);
        QRandomGenerator random(static_cast<quint32>(rank) + 1);
        const qint64 clock = base + rank * 3'000'000;
        for (int i = 0; i < count; ++i) {
            const qint64 at = clock + i * 300 * us;
            const qint64 late = random.bounded(100) * us;
            r.kernel("MatMul", at + 10 * us, 90 * us + late);
            r.communication("hcom_allReduce__865_" + std::to_string(i) + "_1", at + 110 * us + late, 190 * us - late);
        }
        out.push_back(r.finish());
    }
    return makeRun(std::move(out));
}

} // namespace

int main(int argc, char **argv)
{
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 64;
    const int count = argc > 2 ? std::atoi(argv[2]) : 10'000;
    for (const int part : {4, 2, 1}) {
        const Run run = collectives(ranks, count / part);
        const auto start = std::chrono::steady_clock::now();
        const WaitAttribution ledger = waitAttribution(run);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::printf("%d ranks x %d collectives: %.3f s, %.0f ns an operator, %zu entries, %zu pairs of ranks\n", ranks,
                    count / part, seconds, seconds * 1e9 / ranks / (count / part), ledger.entries.size(),
                    ledger.edges.size());
    }
    return 0;
}
