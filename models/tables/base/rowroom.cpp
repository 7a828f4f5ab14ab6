// SPDX-License-Identifier: Apache-2.0
#include "core/run/pipelinecolumns.h"
#include "core/trace/taskkind.h"
#include "core/trace/trace.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <array>

namespace rs {

namespace {

// What the rows of a table grow with.
enum Item : size_t {
    Slices,
    Kernels,
    Flows,
    Collectives,
    Operators,
    Records,
    Links,
    Samples,
    Blocks,
    Calls,
    QueueTexts,
    Nodes,
    ItemCount
};
using Amounts = std::array<qint64, ItemCount>;

struct Need
{
    const char *table;
    Amounts bytes;           ///< for each item, at the peak of making the rows; measured, see tst_rowroom
    bool rankByRank = false; ///< one rank after the other, of which only little is kept
};

// Deviations come from files mostly: 8 bytes a slice only of ranks that have none.
// Tables that are not listed look their values up in the trace and the files: they take next to nothing.
// clang-format off
constexpr Need needs[] = {
    // id                  slices, kernels, flows, collectives, operators, records, links
    {"findings",            {0,   0, 60,   0,    0,    0,    0}, true},
    {"overview",            {8,   0,  0,   0,    0,    0,    0}, true},
    {"diagnosis",           {8,   0, 20, 900,  100,  700,  600}},
    {"books",               {8,   0,  0,   0,    0,    0,    0}, true},
    {"trajectory",          {2,   0,  0,   0,    0,    0,    0}, true},
    {"trajectory.steps",    {2,   0,  0,   0,    0,    0,    0}, true},
    {"steps.overview",      {2,   0,  0,   0,    0,    0,    0}, true},
    {"stages",              {0, 110,  0, 250,    0,    0,    0}},
    {"stages.blocks",       {0, 110,  0, 400,    0,    0,    0}},
    {"marey.exceptions",    {0, 260,  0, 600,    0,    0,    0}},
    {"marey",               {0, 260,  0, 600,    0,    0,    0}},
    {"steps.deviation",     {2,   0,  0,   0,    0,    0,    0}, true},
    {"operators",           {0,   0,  0,   0, 1300,    0,    0}},
    {"operators.groups",    {0,   0,  0,   0, 1400,    0,    0,   0,  0,  44}},
    {"operators.steps",     {0,   0,  0,   0,  900,    0,    0,   0,  0,  44}},
    {"operators.cores",     {0,   0,  0,   0,    0,    0,    0,   0,  0,  44}},
    {"operators.ranks",     {0,   0,  0,   0, 1300,    0,    0,   0,  0,  44}},
    {"operators.kernels",   {0,   0,  0,   0,    0,    0,    0,   0,  0,  48}},
    {"operators.l2",        {0,   0,  0,   0,    0,    0,    0,   0,  0, 280}},
    {"compare",             {0,   0,  0,   0, 1300,    0,    0}},
    {"compare.order",       {0,   0,  0,   0,    0,    0,    0,   0,  0, 160}},
    {"compare.many",        {0,   0,  0,   0, 1300,    0,    0}},
    {"compare.steps",       {0,   0,  0,   0, 1300,    0,    0}},
    {"host.stacks",         {36,  0,  0,   0,    0,    0,    0}},
    {"compare.api",         {14,  0,  0,   0,    0,    0,    0}},
    {"cores",               {0,  96,  0,   0,    0,    0,    0}},
    {"cores.kernels",       {0,  96,  0,   0,    0,    0,    0}},
    {"communication.overlap", {8, 0, 0, 500,   0,    0,    0}},
    {"communication",       {0,   0,  0,   0,    0, 2000,    0}},
    {"matrix",              {0,   0,  0,   0,    0,    0, 1200}},
    {"durations",           {2,   0,  0, 300,    0, 2000,    0}},
    {"durations.ranks",     {2,   0,  0, 300,    0, 2000,    0}},
    {"durations.slow-ranks", {2,  0,  0, 300,    0, 2000,    0}},
    {"bandwidth",           {0,   0,  0,   0,    0, 4000,    0}},
    {"bandwidth.packets",   {0,   0,  0,   0,    0, 5000,    0}},
    {"bandwidth.summary",   {2,   0,  0, 400,    0, 3000,    0}},
    {"bandwidth.advice",    {2,   0,  0, 400,    0, 3000,    0}},
    {"traffic",             {2,   0,  0, 400,    0,  400,    0}},
    {"links.idle",          {1,   0,  0, 900,    0,    0,    0}},
    {"communication.coverage", {6, 0, 0, 500,    0,    0,    0}},
    {"links",               {0,   0,  0,   0,    0,  100, 1800}},
    {"links.fit",           {0,   0,  0,   0,    0,  100, 2400}},
    {"links.slow",          {0,   0,  0,   0,    0,  100, 2400}},
    {"links.recipe",        {0,   0,  0, 500,    0,  400,    0}},
    {"recipe.slow-link",    {0,   0,  0, 500,    0,  400,    0}},
    {"recipe.slow-rank",    {0,   0,  0, 500,    0,  400,    0}},
    {"recipe.slow-rank.operators", {0, 0, 0, 700, 0, 600,    0}},
    {"recipe.free",         {32, 160, 40,  0,    0,    0,    0}, true},
    {"recipe.masking",      {0,  32,  0, 500,    0,  400,    0}, true},
    {"recipe.modules",      {0, 700, 40,   0,    0,    0,    0}, true},
    {"recipe.bottleneck",   { 2,  10,  2,  8,    0,    0,    0}, true},
    {"recipe.communication.times", {0, 0, 0, 0,  0,  120,    0}},
    {"recipe.communication.bandwidth", {0, 0, 0, 0, 0, 2000, 0}},
    {"recipe.communication.matrix", {0, 0, 0, 0, 0,    0,   60}},
    {"recipe.hccl.top",     {0, 0, 0, 40, 0, 0, 0, 0, 0, 4}},
    {"recipe.hccl.ranks",   {0, 0, 0, 40, 0, 0, 0, 0, 0, 4}},
    {"recipe.hccl",         {0, 0, 0, 40, 0, 0, 0, 0, 0, 4}},
    {"recipe.compute-op.names", {0, 0, 0, 0, 1000, 0, 0, 0, 0, 40}},
    {"recipe.compute-op.types", {0, 0, 0, 0, 0, 0, 0, 0, 0, 40}},
    {"recipe.compute-op",   {0, 0, 0, 0, 0, 0, 0, 0, 0, 40}},
    {"recipe.cann-api",     {16,  0,  0,   0,    0,    0,    0}, true},
    {"recipe.cann-api.ranks", {16, 0, 0,   0,    0,    0,    0}, true},
    {"recipe.times",        {0,  16,  0,   0,    0,  120,    0}},
    {"dispatch",            {0,   0, 60,   0,    0,    0,    0}, true},
    {"dispatch.windows",    {0,   0, 60,   0,    0,    0,    0}, true},
    {"idle",                {0,   0, 90,   0,    0,    0,    0}, true},
    {"idle.gaps",           {0, 100, 80,   0,    0,    0,    0}},
    {"chains",              {8, 560,  0,   0,    0,    0,    0}},
    {"alignment",           {0,   0,  0, 250,    0,    0,    0}},
    {"transfers",           {0,   0,  0, 250,    0,    0,    0}},
    {"transfers.unmatched", {0,   0,  0, 250,    0,    0,    0}},
    {"ledger",              {0,   0,  0, 900,    0,  700,    0}},
    {"ledger.collectives",  {0,   0,  0, 900,    0,  700,    0}},
    {"ledger.pairs",        {0,   0,  0, 900,    0,  700,    0}},
    {"ledger.stages",       {0,   0,  0, 900,    0,  700,    0}},
    {"lanes",              {9,  0,  0,   0,    0,    0,    0}},
    {"slices",             {9,  0,  0,   0,    0,    0,    0}},
    {"slices.stats",       {28,   0,  0,   0,    0,    0,    0}},
    {"flows.stats",         {0,   0,  8,   0,    0,    0,    0}},
    // Then: samples and blocks of memory, and calls of the kernel table.
    {"memory.curves",       {0,   0,  0,   0,    0,    0,    0,  12,  0}},
    {"memory.allocations",  {4,   0,  0,   0,    0,    0,    0,   0, 20}},
    {"memory.peak",         {0,   0,  0,   0,    0,    0,    0,  36,  0}},
    {"memory.alive",        {0,   0,  0,   0,    0,    0,    0,  36,  8}},
    {"memory.leaks",        {0,   0,  0,   0,    0,    0,    0,   0,  8}},
    {"compare.memory",      {0,   0,  0,   0,    0,    0,    0,   0, 16}},
    // Bytes of the texts that list the samples of queues, three or four for each.
    {"pipeline.queues",     {0,   0,  0,   0,    0,    0,    0,   0,  0,   0,  40}},
    // Operators of parallel_strategy_*.json; where there are none those of the trace.
    {"strategy.graph",      {0,   0,  0,   0,    0,    0,    0,   0,  0, 250,   0, 900}},
};
// clang-format on

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

const Need *needOf(QStringView table)
{
    const Need *const need = std::find_if(std::begin(needs), std::end(needs),
                                          [&](const Need &n) { return table == QLatin1String(n.table); });
    return need == std::end(needs) ? nullptr : need;
}

qint64 bytesOf(const Need &need, const RankData &rank)
{
    const Amounts amounts = amountsOf(rank);
    qint64 out = 0;
    for (size_t i = 0; i < ItemCount; ++i)
        out += amounts[i] * need.bytes[i];
    return out;
}

qint64 bytesOf(const Need &need, const Run &run)
{
    qint64 out = 0;
    for (const auto &rank : run.ranks) {
        const qint64 bytes = rank ? bytesOf(need, *rank) : 0;
        out = need.rankByRank ? std::max(out, bytes) : out + bytes;
    }
    return out + std::ssize(run.cluster.commOps) * need.bytes[Records] +
           std::ssize(run.cluster.links) * need.bytes[Links];
}

} // namespace

qint64 roomFor(const TableSpec &table, const TableQuery &query)
{
    // A name that is looked for makes a list of what bears it.
    const bool listed = table.id == u"slices" && !query.name.pattern().isEmpty();
    // One entry for neighbours that are listed: at most for every other slice.
    constexpr Need list{"slices", {14, 0, 0, 0, 0, 0, 0}};
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
    if (const Need *const need = job.budget() ? needOf(table) : nullptr)
        out.hold(bytesOf(*need, run));
    return out;
}

MemoryReservation roomFor(QStringView table, std::initializer_list<const RankData *> ranks, const JobContext &job)
{
    MemoryReservation out(job.sharedBudget());
    qint64 bytes = 0;
    if (const Need *const need = job.budget() ? needOf(table) : nullptr) {
        for (const RankData *rank : ranks)
            bytes += bytesOf(*need, *rank);
    }
    out.hold(bytes);
    return out;
}

} // namespace rs
