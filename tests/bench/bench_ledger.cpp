// SPDX-License-Identifier: Apache-2.0
// bench_ledger [RANKS [COLLECTIVES [records]]]: who waited for whom, the critical path, and what if a rank were like
// its peers, over that many ranks (64) with that many collectives each (10,000), and over half and a quarter of the
// collectives. Made in memory, with a launch for each kernel and five steps. `records`: of communication.json alone,
// without traces.
#include "analysis/communication/waitattribution.h"
#include "analysis/path/criticalpath.h"
#include "analysis/replay/whatif.h"
#include "support/fixtures.h"

#include <QRandomGenerator>

#include <chrono>
#include <cstdio>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 base = 1'700'000'000'000'000'000;

// Kernels up to each collective, at which every rank arrives at its own time.
Run collectives(int ranks, int count, bool recorded)
{
    std::vector<std::shared_ptr<const RankData>> out;
    for (int rank = 0; rank < ranks; ++rank) {
        TinyRank r(rank);
        QRandomGenerator random(static_cast<quint32>(rank) + 1);
        const qint64 clock = base + rank * 3'000'000;
        constexpr int steps = 5;
        for (int s = 0; s < steps && !recorded; ++s)
            r.step(s + 1, clock + s * (count / steps) * 300 * us, count / steps * 300 * us);
        for (int i = 0; i < count; ++i) {
            const qint64 at = clock + i * 300 * us;
            const qint64 late = random.bounded(100) * us;
            if (recorded) {
                const qint64 fromUs = (at + 110 * us + late) / us;
                CommOp op;
                op.step = QStringLiteral("1");
                op.name = QStringLiteral("hcom_allReduce__865_%1_1").arg(i);
                op.groupHash = QStringLiteral("865");
                op.startUs = static_cast<double>(fromUs);
                op.startText = QString::number(fromUs) + QStringLiteral(".0");
                op.elapseMs = static_cast<double>(190 * us - late) / 1e6;
                r.commOps.push_back(op);
                continue;
            }
            r.host("aten::mm", at, 5 * us);
            r.slice("2", "1", "AscendCL@aclrtLaunchKernel", at + 1 * us, 3 * us);
            r.kernel("MatMul", at + 10 * us, 90 * us + late);
            r.launch(at + 1 * us, at + 10 * us);
            r.communication("hcom_allReduce__865_" + std::to_string(i) + "_1", at + 110 * us + late, 190 * us - late);
        }
        auto data = std::make_shared<RankData>(*r.finish());
        if (recorded)
            data->trace.reset();
        out.push_back(std::move(data));
    }
    return makeRun(std::move(out));
}

} // namespace

int main(int argc, char **argv)
{
    const int ranks = argc > 1 ? std::atoi(argv[1]) : 64;
    const int count = argc > 2 ? std::atoi(argv[2]) : 10'000;
    const bool recorded = argc > 3;
    const auto secondsSince = [](std::chrono::steady_clock::time_point start) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    ThreadPool pool(2);
    for (const int part : {4, 2, 1}) {
        const Run run = collectives(ranks, count / part, recorded);
        auto start = std::chrono::steady_clock::now();
        const WaitAttribution ledger = waitAttribution(run);
        const double seconds = secondsSince(start);
        std::printf("%d ranks x %d collectives: %.3f s, %.0f ns an operator, %zu entries, %zu pairs of ranks\n", ranks,
                    count / part, seconds, seconds * 1e9 / ranks / (count / part), ledger.entries.size(),
                    ledger.edges.size());
        start = std::chrono::steady_clock::now();
        const CriticalPath path = criticalPath(run, {}, JobContext(), &pool);
        std::printf("critical path: %.3f s, %zu parts\n", secondsSince(start),
                    path.steps.empty() ? size_t(0) : path.steps.front().parts.size());
        if (recorded)
            continue;
        start = std::chrono::steady_clock::now();
        const WhatIf whatIf(run, JobContext(), &pool);
        const std::optional<WhatIfAnswer> answer = whatIf.answer({WhatIfKind::Rank, 1});
        std::printf("what if: %.3f s, gain %.3f of %.3f ms\n", secondsSince(start),
                    answer ? static_cast<double>(answer->gainNs) / 1e6 : -1,
                    answer ? static_cast<double>(answer->beforeNs) / 1e6 : -1);
    }
    return 0;
}
