// SPDX-License-Identifier: Apache-2.0
// bench_compare [KERNELS [ROUNDS]]: two ranks with that many kernels each (1,000,000), made in memory: processor and
// wall time of comparing them by type, by name and shape, and in order, with medians, significance and states.
#include "analysis/compare/comparespread.h"
#include "analysis/compare/ordercompare.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using namespace rs;

namespace {

// A training loop of layers that repeat: 100 operators a layer, 2,000 a step. One of 1,000 is missing, one of 1,000 is
// there twice, on the second rank.
std::shared_ptr<const RankData> rankOf(int kernels, bool edited)
{
    auto table = std::make_shared<Table>();
    const int name = table->addColumn(QStringLiteral("Name"), ColumnType::Text);
    const int type = table->addColumn(QStringLiteral("Type"), ColumnType::Text);
    const int core = table->addColumn(QStringLiteral("Accelerator Core"), ColumnType::Text);
    const int start = table->addColumn(QStringLiteral("Start Time(us)"), ColumnType::TimeStamp);
    const int duration = table->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
    const int shapes = table->addColumn(QStringLiteral("Input Shapes"), ColumnType::Text);
    qint64 at = 0;
    const auto add = [&](int i) {
        const int op = i % 2000 % 137 % 100;
        const qint64 took = 1000 + 97 * op + (i * 31 + (edited ? 7 : 0)) % 50;
        table->appendText(name, "aclnnOp_" + std::to_string(i % 2000));
        table->appendText(type, "Type" + std::to_string(op));
        table->appendText(core, op % 3 == 0 ? "AI_CORE" : "AI_VECTOR_CORE");
        table->appendInteger(start, at);
        table->appendInteger(duration, took);
        table->appendText(shapes, std::to_string(op * 8) + ",1024");
        table->finishRow();
        at += took + 200;
    };
    for (int i = 0; i < kernels; ++i) {
        if (edited && i % 1000 == 500)
            continue;
        add(i);
        if (edited && i % 1000 == 900)
            add(i);
    }
    auto out = std::make_shared<RankData>();
    out->info.rank = edited ? 1 : 0;
    out->kernels = std::move(table);
    return out;
}

double processorMs()
{
    return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

// Least work of any comparison: look at the type, the start and the duration of every call, and add up by type.
double boundMs(const RankData &base, const RankData &other)
{
    const double before = processorMs();
    std::vector<qint64> sums(1 << 16);
    for (const RankData *const rank : {&base, &other}) {
        const Table &t = *rank->kernels;
        for (int row = 0; row < t.rows(); ++row)
            sums[raw(t.textId(row, 1)) & 0xffff] += t.integer(row, 3) + t.integer(row, 4);
    }
    const double took = processorMs() - before;
    if (std::all_of(sums.begin(), sums.end(), [](qint64 s) { return s == 0; }))
        std::printf("nothing was read\n");
    return took;
}

// Medians; the ratio is that of the two in the same round.
template <typename Work>
void measure(const char *what, int rounds, const RankData &base, const RankData &other, Work work)
{
    std::vector<double> wall;
    std::vector<double> processor;
    std::vector<double> ratios;
    size_t rows = 0;
    for (int i = 0; i < rounds; ++i) {
        const double bound = boundMs(base, other);
        QElapsedTimer clock;
        clock.start();
        const double before = processorMs();
        rows = work();
        wall.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        processor.push_back(processorMs() - before);
        ratios.push_back(processor.back() / bound);
    }
    const auto median = [](std::vector<double> &v) {
        std::sort(v.begin(), v.end());
        return v[v.size() / 2];
    };
    std::printf("%s: %zu rows, %.0f ms, %.0f ms of the processor, %.1f of one plain pass\n", what, rows, median(wall),
                median(processor), median(ratios));
}

} // namespace

int main(int argc, char **argv)
{
    const int kernels = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
    const auto base = rankOf(kernels, false);
    const auto other = rankOf(kernels, true);
    CompareQuery query;
    for (const auto &[what, grouping] :
         {std::pair("by type", OperatorGrouping::Type), {"by name and shape", OperatorGrouping::NameShape}}) {
        query.grouping = grouping;
        measure(what, rounds, *base, *other, [&] {
            const RankComparison comparison = compareRanks(*base, *other, query);
            return compareSpread(*base, *other, query, comparison).size();
        });
    }
    measure("in order", rounds, *base, *other, [&] { return compareInOrder(*base, *other, query).rows.size(); });
    return 0;
}
