// SPDX-License-Identifier: Apache-2.0
#include "core/run/pipelinecolumns.h"
#include "core/trace/taskkind.h"
#include "core/trace/trace.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <array>

namespace rs {

namespace {

// Items with which the rows of a table grow.
enum Item : size_t {
    Slices,
    Kernels,
    Flows,
    Collectives,
    Operators,
    Records,
    Links,
    Samples,    ///< samples of memory
    Blocks,     ///< likewise
    Calls,      ///< rows of the kernel table
    QueueTexts, ///< bytes of the texts that list the samples of queues, three or four for each
    Nodes,      ///< operators of parallel_strategy_*.json; where there are none those of the trace
    ItemCount
};
using Amounts = std::array<qint64, ItemCount>;

struct Need
{
    const char *tables; ///< ids
    /// Bytes for each item, at the peak of making the rows; measured, see tst_rowroom.
    std::array<std::pair<Item, qint64>, 6> bytes;
    bool rankByRank = false; ///< one rank after the other, of which only little is kept
};

// Deviations come from files mostly: 8 bytes a slice only of ranks that have none.
// Tables that are not listed look their values up in the trace and the files: they take next to nothing.
constexpr Need needs[] = {
    {"findings dispatch dispatch.windows", {{{Flows, 60}}}, true},
    {"overview books", {{{Slices, 8}}}, true},
    {"diagnosis", {{{Slices, 8}, {Flows, 20}, {Collectives, 900}, {Operators, 100}, {Records, 700}, {Links, 600}}}},
    {"trajectory trajectory.steps steps.overview steps.deviation", {{{Slices, 2}}}, true},
    {"advice advice.rows",
     {{{Slices, 8}, {Flows, 30}, {Collectives, 900}, {Operators, 300}, {Records, 1000}, {Links, 600}}}},
    {"stages", {{{Kernels, 110}, {Collectives, 250}}}},
    {"stages.blocks", {{{Kernels, 110}, {Collectives, 400}}}},
    {"marey.exceptions marey", {{{Kernels, 260}, {Collectives, 600}}}},
    {"operators compare compare.many compare.steps", {{{Operators, 1300}}}},
    {"operators.groups operators.ranks", {{{Operators, 1300}, {Calls, 44}}}},
    {"operators.steps recipe.compute-op.names", {{{Operators, 1000}, {Calls, 44}}}},
    {"operators.cores operators.kernels recipe.compute-op.types recipe.compute-op", {{{Calls, 44}}}},
    {"operators.l2", {{{Calls, 280}}}},
    {"mfu", {{{Operators, 600}, {Calls, 8}}}},
    {"mfu.steps", {{{Operators, 150}, {Calls, 8}}}, true},
    {"mfu.modules", {{{Kernels, 300}, {Flows, 40}, {Operators, 300}, {Calls, 8}}}},
    {"compare.order", {{{Calls, 160}}}},
    {"host.stacks", {{{Slices, 36}}}},
    {"compare.api", {{{Slices, 14}}}},
    {"cores cores.kernels", {{{Kernels, 96}}}},
    {"communication.overlap communication.coverage", {{{Slices, 8}, {Collectives, 500}}}},
    {"communication recipe.communication.bandwidth", {{{Records, 2000}}}},
    {"matrix", {{{Links, 1200}}}},
    {"durations durations.ranks durations.slow-ranks", {{{Slices, 2}, {Collectives, 300}, {Records, 2000}}}},
    {"bandwidth bandwidth.packets", {{{Records, 4500}}}},
    {"bandwidth.summary bandwidth.advice", {{{Slices, 2}, {Collectives, 400}, {Records, 3000}}}},
    {"traffic", {{{Slices, 2}, {Collectives, 400}, {Records, 400}}}},
    {"links.idle", {{{Slices, 1}, {Collectives, 900}}}},
    {"links", {{{Records, 100}, {Links, 1800}}}},
    {"links.fit links.slow", {{{Records, 100}, {Links, 2400}}}},
    {"links.recipe recipe.slow-link recipe.slow-rank", {{{Collectives, 500}, {Records, 400}}}},
    {"recipe.slow-rank.operators", {{{Collectives, 700}, {Records, 600}}}},
    {"recipe.free", {{{Slices, 32}, {Kernels, 160}, {Flows, 40}}}, true},
    {"recipe.masking", {{{Kernels, 32}, {Collectives, 500}, {Records, 400}}}, true},
    {"recipe.modules", {{{Kernels, 700}, {Flows, 40}}}, true},
    {"recipe.bottleneck", {{{Slices, 2}, {Kernels, 10}, {Flows, 2}, {Collectives, 8}}}, true},
    {"recipe.communication.times", {{{Records, 120}}}},
    {"recipe.communication.matrix", {{{Links, 60}}}},
    {"recipe.hccl.top recipe.hccl.ranks recipe.hccl", {{{Collectives, 40}, {Calls, 4}}}},
    {"recipe.cann-api recipe.cann-api.ranks", {{{Slices, 16}}}, true},
    {"recipe.times", {{{Kernels, 16}, {Records, 120}}}},
    {"idle", {{{Flows, 90}}}, true},
    {"idle.gaps", {{{Kernels, 100}, {Flows, 80}}}},
    {"chains", {{{Slices, 8}, {Kernels, 560}}}},
    {"alignment transfers transfers.unmatched", {{{Collectives, 250}}}},
    {"ledger ledger.collectives ledger.pairs ledger.stages", {{{Collectives, 900}, {Records, 700}}}},
    {"lanes slices", {{{Slices, 9}}}},
    {"slices.stats", {{{Slices, 28}}}},
    {"flows.stats", {{{Flows, 8}}}},
    {"memory.curves", {{{Samples, 12}}}},
    {"memory.allocations", {{{Slices, 4}, {Blocks, 20}}}},
    {"memory.peak memory.alive", {{{Samples, 36}, {Blocks, 8}}}},
    {"memory.leaks", {{{Blocks, 8}}}},
    {"compare.memory", {{{Blocks, 16}}}},
    {"pipeline.queues", {{{QueueTexts, 40}}}},
    {"strategy.graph", {{{Calls, 250}, {Nodes, 900}}}},
    {"whatif", {{{Slices, 8}, {Kernels, 30}, {Flows, 20}, {Collectives, 900}, {Records, 700}, {Links, 600}}}},
    {"path path.sums", {{{Slices, 8}, {Kernels, 40}, {Collectives, 2200}, {Records, 2000}}}},
};

qint64 kernelsIn(const Trace &trace)
{
    qint64 out = 0;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (trace.processOf(LaneId{l}).kind != ProcessKind::AscendHardware)
            continue;
        const auto span = trace.slicesOf(LaneId{l});
        for (quint32 i = span.first; i < span.last; ++i) {
            out += isComputing(trace.slices().kind(SliceId{i})) ? 1 : 0;
        }
    }
    return out;
}

Amounts amountsOf(const RankData &rank)
{
    Amounts out{};
    if (const Trace *trace = rank.trace.get()) {
        out[Slices] = trace->slices().size();
        out[Kernels] = kernelsIn(*trace);
        out[Flows] = static_cast<qint64>(trace->flows().size());
        for (quint32 l = 0; l < trace->lanes().size(); ++l) {
            if (trace->lanes()[l].kind == LaneKind::CommGroup)
                out[Collectives] += trace->slicesOf(LaneId{l}).size();
        }
        out[Operators] = std::min<qint64>(out[Kernels] + out[Collectives], trace->strings().size());
    }
    // Rows of one name, shape and core are one row: there are hardly more of them than different texts.
    if (rank.kernels)
        out[Operators] = std::min<qint64>(rank.kernels->rows(), rank.kernels->strings().size());
    out[Records] = std::ssize(rank.commOps);
    out[Links] = std::ssize(rank.links);
    const auto rowsOf = [&rank](const char *kind) {
        const auto table = rank.table(QString::fromLatin1(kind));
        return table ? table->rows() : 0;
    };
    out[Calls] = rank.kernels ? rank.kernels->rows() : out[Kernels] + out[Collectives];
    out[Nodes] = rowsOf("parallel_strategy");
    out[Samples] = rowsOf("memory_record");
    out[Blocks] = rowsOf("operator_memory");
    for (const auto &[kind, table] : rank.tables) {
        if (kind.startsWith(PipelineRawKind))
            out[QueueTexts] += table->strings().bytes();
    }
    return out;
}

const Need *needOf(const QString &table)
{
    const auto *const need = std::ranges::find_if(
        needs, [&](const Need &n) { return QString(QLatin1String(n.tables)).split(u' ').contains(table); });
    return need == std::end(needs) ? nullptr : need;
}

qint64 bytesOf(const Need &need, const RankData &rank)
{
    const Amounts amounts = amountsOf(rank);
    qint64 out = 0;
    for (const auto &[item, bytes] : need.bytes)
        out += amounts[item] * bytes;
    return out;
}

qint64 bytesOf(const Need &need, const Run &run)
{
    qint64 out = 0;
    for (const auto &rank : run.ranks) {
        const qint64 bytes = rank ? bytesOf(need, *rank) : 0;
        out = need.rankByRank ? std::max(out, bytes) : out + bytes;
    }
    for (const auto &[item, bytes] : need.bytes)
        out += bytes * (item == Records ? std::ssize(run.cluster.commOps)
                        : item == Links ? std::ssize(run.cluster.links)
                                        : 0);
    return out;
}

} // namespace

qint64 roomFor(const TableSpec &table, const TableQuery &query)
{
    // A name that is looked for makes a list of what bears it.
    const bool listed = table.id == u"slices" && !query.name.pattern().isEmpty();
    // One entry for neighbours that are listed: at most for every other slice.
    constexpr Need list{"slices", {{{Slices, 14}}}};
    const Need *const need = listed ? &list : needOf(table.id);
    if (!need || !query.run)
        return 0;
    if (table.scope == TableScope::Run) {
        qint64 bytes = bytesOf(*need, *query.run);
        for (const std::shared_ptr<const Run> &run : query.moreRuns)
            bytes += bytesOf(*need, *run);
        return bytes + (query.otherRun && query.otherRun != query.run ? bytesOf(*need, *query.otherRun) : 0);
    }
    qint64 out = 0;
    const auto add = [&](const std::shared_ptr<const RankData> &rank) { out += rank ? bytesOf(*need, *rank) : 0; };
    add(query.rankData());
    if (table.scope == TableScope::Pair)
        add(query.otherData());
    return out;
}

MemoryReservation roomFor(QStringView table, const Run &run, const JobContext &job)
{
    MemoryReservation out(job.sharedBudget());
    if (const Need *const need = job.budget() ? needOf(table.toString()) : nullptr)
        out.hold(bytesOf(*need, run));
    return out;
}

MemoryReservation roomFor(QStringView table, std::initializer_list<const RankData *> ranks, const JobContext &job)
{
    MemoryReservation out(job.sharedBudget());
    qint64 bytes = 0;
    if (const Need *const need = job.budget() ? needOf(table.toString()) : nullptr) {
        for (const RankData *rank : ranks)
            bytes += bytesOf(*need, *rank);
    }
    out.hold(bytes);
    return out;
}

} // namespace rs
