// SPDX-License-Identifier: Apache-2.0
// bench_compare_runs [RUNS]: how often the comparison of two runs calls the step changed: of all pairs of RUNS equal
// runs (default 46, so 1,035 pairs), and of as many pairs with one in which every kernel and link takes longer, the
// step about 2 %. Equal runs differ in their seed alone.
#include "analysis/compare/rungate.h"
#include "core/job/threadpool.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <QTemporaryDir>

#include <cstdio>
#include <memory>
#include <vector>

using namespace rs;

namespace {

constexpr int rankCount = 4;

std::shared_ptr<const Run> madeRun(quint64 seed, double factor)
{
    QTemporaryDir dir;
    gen::GeneratorOptions options;
    options.outDir = dir.path();
    options.ranks = rankCount;
    options.steps = 8;
    options.mbPerRank = 0.3;
    options.seed = seed;
    for (int rank = 0; rank < rankCount && factor > 1; ++rank)
        options.faults.push_back({.kind = gen::Fault::SlowRank, .rank = rank, .value = factor});
    ImportReport report;
    const JobContext job;
    if (!gen::generate(options).ok)
        return nullptr;
    std::vector<Run> found = discover({dir.path()}, job, report);
    ThreadPool pool(1);
    return found.empty() ? nullptr : loadRun(std::move(found.front()), pool, job);
}

struct Rates
{
    int pairs = 0;
    int changed = 0;
    int failed = 0; ///< by a gate of 3 % on the step or of 5 % on idle time
    double sum = 0; ///< changes of the step
};

bool fails(const RunChange &change, QStringView limit)
{
    return gateVerdictOf(change, *gateLimitOf(limit)) == GateVerdict::Failed;
}

void add(Rates &to, const Run &base, const Run &other)
{
    const RunChange change = compareRuns(base, other, std::nullopt);
    const RunChangeRow *const step = change.of(ChangePart::Step);
    ++to.pairs;
    to.changed += step->state == CompareState::Grown || step->state == CompareState::Shrunk ? 1 : 0;
    to.failed += fails(change, u"step=3%") || fails(change, u"idle=5%") ? 1 : 0;
    to.sum += step->ratio().value_or(0);
}

void print(const char *what, const Rates &of)
{
    std::printf(
        "%-14s %5d pairs, mean change %5.2f %%, called changed %5d (%.1f %%), failed by the gate %d (%.1f %%)\n", what,
        of.pairs, 100 * of.sum / of.pairs, of.changed, 100.0 * of.changed / of.pairs, of.failed,
        100.0 * of.failed / of.pairs);
}

} // namespace

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 200;
    // Kernels are a part of the step, which so becomes 2 % longer.
    constexpr double factor = 1.033;
    std::vector<std::shared_ptr<const Run>> equal;
    std::vector<std::shared_ptr<const Run>> slower;
    for (int i = 0; i < count; ++i) {
        equal.push_back(madeRun(static_cast<quint64>(i) + 1, 1));
        slower.push_back(madeRun(static_cast<quint64>(i) + 1001, factor));
        if (!equal.back() || !slower.back()) {
            std::fprintf(stderr, "a run could not be made\n");
            return 1;
        }
    }
    Rates same;
    Rates changed;
    constexpr size_t others = 5;
    for (size_t i = 0; i < equal.size(); ++i) {
        for (size_t k = 1; k <= others; ++k)
            add(same, *equal[i], *equal[(i + k) % equal.size()]);
        add(changed, *equal[i], *slower[i]);
    }
    print("equal", same);
    print("slower", changed);
    return 0;
}
