// SPDX-License-Identifier: Apache-2.0
#include "generator.h"

#include "kerneltrace.h"
#include "planted.h"
#include "rankwriter.h"
#include "simulator.h"
#include "topology.h"

#include <nlohmann/json.hpp>

#include <QDateTime>
#include <QDir>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

namespace rs::gen {

namespace {

constexpr size_t batchRecords = 120000;
constexpr double leastFrames = 12;

RankContext makeContext(const GeneratorOptions &o, const Topology &topology, int rank)
{
    RankContext c;
    c.options = &o;
    c.topology = &topology;
    c.rank = rank;
    c.device = topology.deviceOf(rank);
    c.host = "node-" + std::to_string(100 + topology.nodeOf(rank));
    c.hostPid = 2178231 + rank * 1021;
    Prng random(mix64(o.seed ^ 0xc10cULL) + static_cast<quint64>(rank) * 77);
    // Ranks of one machine share its clock but for some µs; machines differ by up to the wanted offset.
    Prng node(mix64(o.seed ^ 0x0dE5ULL) + static_cast<quint64>(topology.nodeOf(rank)) * 131);
    const double spread = o.clockOffsetMs * 1e6;
    if (rank > 0) {
        c.hostOffsetNs =
            std::llround(spread * 2 * (node.uniform() - 0.5)) + std::llround(spread * 0.6 * (random.uniform() - 0.5));
    }
    c.deviceOffsetNs = random.between(-85'000, 60'000);
    const qint64 stampMs = c.hostNs(0) / 1'000'000;
    const QString stamp =
        QDateTime::fromMSecsSinceEpoch(stampMs, Qt::UTC).toString(QStringLiteral("yyyyMMddHHmmsszzz"));
    c.dir = o.outDir + QLatin1Char('/') + QString::fromStdString(c.host) + QLatin1Char('_') +
            QString::number(c.hostPid) + QLatin1Char('_') + stamp +
            (o.pytorch ? QLatin1String("_ascend_pt") : QLatin1String("_ascend_ms"));
    return c;
}

/// Calls body(0 .. count-1) on up to `threads` threads.
void parallel(int threads, int count, const std::function<void(int)> &body)
{
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int i = next++; i < count; i = next++)
            body(i);
    };
    std::vector<std::thread> pool;
    for (int t = 1; t < std::min(threads, count); ++t)
        pool.emplace_back(work);
    work();
    for (std::thread &t : pool)
        t.join();
}

/// Trace bytes per rank of a run of that shape, without writing it.
std::vector<qint64> measure(const GeneratorOptions &options, const Topology &topology, const ModelShape &shape,
                            double frames, int steps)
{
    GeneratorOptions o = options;
    o.steps = steps;
    std::vector<std::unique_ptr<RankWriter>> writers;
    for (int r = 0; r < o.ranks; ++r) {
        RankContext c = makeContext(o, topology, r);
        c.shape = shape;
        c.framesPerBlock = frames;
        c.countOnly = true;
        writers.push_back(std::make_unique<RankWriter>(c));
    }
    Simulator simulator(o, topology, shape, {}); // the same shape with and without faults
    while (simulator.advance(batchRecords)) {
        for (int r = 0; r < o.ranks; ++r) {
            writers[static_cast<size_t>(r)]->consume(simulator.buffer(r));
            simulator.buffer(r).clear();
        }
    }
    std::vector<qint64> bytes;
    for (const auto &w : writers)
        bytes.push_back(w->traceBytes());
    return bytes;
}

struct Sizing
{
    ModelShape shape;
    std::vector<double> framesPerBlock; ///< per rank
};

/// A trace is fixed + steps · (a + b·layers + micro-batches · (c + d·layers)) long, and Python frames come on top.
/// Four small runs give the coefficients; layers and micro-batches bring the size close, frames close the rest.
Sizing sizeRun(const GeneratorOptions &o, const Topology &topology)
{
    const auto mean = [](const std::vector<qint64> &v) {
        double sum = 0;
        for (const qint64 b : v)
            sum += static_cast<double>(b);
        return sum / static_cast<double>(v.size());
    };
    const double one = mean(measure(o, topology, {1, 1}, leastFrames, 1));
    const double two = mean(measure(o, topology, {1, 1}, leastFrames, 2));
    const double fixed = 2 * one - two;
    const double b11 = one - fixed;
    const double b21 = mean(measure(o, topology, {2, 1}, leastFrames, 1)) - fixed;
    const double b12 = mean(measure(o, topology, {1, 2}, leastFrames, 1)) - fixed;
    const double b22 = mean(measure(o, topology, {2, 2}, leastFrames, 1)) - fixed;
    const double d = b22 - b21 - b12 + b11;
    const double c = b12 - b11 - d;
    const double b = b21 - b11 - d;
    const double a = b11 - b - c - d;
    const double target = o.mbPerRank * 1e6;
    const double perStep = (target - fixed) / o.steps;

    // The deepest model that still leaves some micro-batches; frames may add up to a third.
    ModelShape shape{1, 1};
    for (const int layers : {1, 2, 3, 4, 6, 8}) {
        const double batches = (perStep - a - b * layers) / (c + d * layers);
        if (batches < (layers == 1 ? 1 : layers))
            break;
        shape = {layers, std::max(1, static_cast<int>(batches * 0.97))};
    }
    Sizing s;
    s.shape = shape;
    // Bytes of a frame and of the rest of a rank are measured on the real shape with fewer micro-batches.
    ModelShape sample = shape;
    sample.microBatches = std::min(shape.microBatches, 4);
    const int steps = std::min(o.steps, 2);
    const std::vector<qint64> few = measure(o, topology, sample, leastFrames, steps);
    const std::vector<qint64> many = measure(o, topology, sample, leastFrames + 40, steps);
    ModelShape longer = sample;
    ++longer.microBatches;
    const std::vector<qint64> more = measure(o, topology, longer, leastFrames, steps);
    const std::vector<qint64> moreMany = measure(o, topology, longer, leastFrames + 40, steps);
    for (size_t r = 0; r < few.size(); ++r) {
        const double extra = shape.microBatches - sample.microBatches;
        const double scale = static_cast<double>(o.steps) / steps;
        const auto grown = [&](qint64 base, qint64 next) {
            return fixed + (static_cast<double>(base) - fixed + static_cast<double>(next - base) * extra) * scale;
        };
        const double least = grown(few[r], more[r]);
        const double perFrame = (grown(many[r], moreMany[r]) - least) / 40;
        s.framesPerBlock.push_back(std::max(0.0, leastFrames + (target - least) / perFrame));
    }
    return s;
}

/// Takes away what an earlier run of this program wrote into the folder. Empty, or why the folder cannot be used.
QString clearOutput(const QString &outDir)
{
    const QDir dir(outDir);
    QFile planted(dir.filePath(QStringLiteral("planted.json")));
    if (planted.open(QIODevice::ReadOnly)) {
        const QByteArray text = planted.readAll();
        const auto json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
        if (json.is_object() && json.contains("ranks") && json["ranks"].is_array()) {
            for (const auto &rank : json["ranks"]) {
                const auto folder = rank.is_object() ? rank.find("folder") : rank.end();
                if (!rank.is_object() || folder == rank.end() || !folder->is_string())
                    continue;
                const QString name = QString::fromStdString(folder->get<std::string>());
                if (!name.contains(QLatin1Char('/')) && name.contains(QLatin1String("_ascend_")))
                    QDir(dir.filePath(name)).removeRecursively();
            }
        }
        planted.close();
        planted.remove();
        QFile::remove(dir.filePath(QStringLiteral("ftrace_data.db")));
    }
    const QStringList foreign =
        dir.entryList({QStringLiteral("*_ascend_ms"), QStringLiteral("*_ascend_pt")}, QDir::Dirs);
    if (foreign.isEmpty())
        return {};
    return QStringLiteral("The folder %1 already holds rank folders of another run, such as %2. Choose an empty one.")
        .arg(outDir, foreign.constFirst());
}

QString kernelTracePath(const QString &outDir)
{
    return outDir + QLatin1String("/ftrace_data.db");
}

/// One CPU for each rank.
bool traceFirstHost(const GeneratorOptions &options, const Topology &topology,
                    const std::vector<std::unique_ptr<RankWriter>> &writers, QString &error)
{
    std::vector<TracedThread> threads;
    for (const auto &writer : writers) {
        const RankContext &c = writer->context();
        if (topology.nodeOf(c.rank) != topology.nodeOf(0))
            continue;
        const Span span = writer->hostSpan();
        threads.push_back({"python", c.hostPid, c.rank, span.from, span.to});
    }
    return writeKernelTrace(kernelTracePath(options.outDir), threads, error);
}

} // namespace

GeneratorResult generate(GeneratorOptions options, const std::function<void(double, double)> &progress)
{
    GeneratorResult result;
    result.error = completeOptions(options);
    if (!result.error.isEmpty())
        return result;
    result.error = clearOutput(options.outDir);
    if (!result.error.isEmpty())
        return result;
    const Topology topology(options);
    const Sizing sizing = sizeRun(options, topology);
    result.layersPerStage = sizing.shape.layersPerStage;
    result.microBatches = sizing.shape.microBatches;

    std::vector<std::unique_ptr<RankWriter>> writers;
    for (int r = 0; r < options.ranks; ++r) {
        RankContext c = makeContext(options, topology, r);
        c.shape = sizing.shape;
        c.framesPerBlock = sizing.framesPerBlock[static_cast<size_t>(r)];
        const double load = options.experts ? expertLoad(topology, options.faults, r) : 1;
        const bool onCpu = std::ranges::any_of(
            options.faults, [r](const Fault &f) { return f.kind == Fault::CpuOperator && f.rank == r; });
        if (load != 1 || onCpu)
            c.ops = opsOfRank(static_cast<int>(std::lround(usualTokens * load)), onCpu);
        if (!QDir().mkpath(c.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT"))) {
            result.error = QStringLiteral("The folder %1 could not be created.").arg(c.dir);
            return result;
        }
        GeneratedRank g;
        g.rank = r;
        g.dir = c.dir;
        g.hostOffsetNs = c.hostOffsetNs;
        g.deviceOffsetNs = c.deviceOffsetNs;
        result.ranks.push_back(g);
        writers.push_back(std::make_unique<RankWriter>(c));
    }
    Simulator simulator(options, topology, sizing.shape, options.faults);
    const double expectedMb = options.mbPerRank * options.ranks;
    while (simulator.advance(batchRecords)) {
        parallel(options.threads, options.ranks, [&](int r) {
            writers[static_cast<size_t>(r)]->consume(simulator.buffer(r));
            simulator.buffer(r).clear();
        });
        if (progress) {
            double bytes = 0;
            for (const auto &w : writers)
                bytes += static_cast<double>(w->traceBytes());
            progress(bytes / 1e6, expectedMb);
        }
    }
    for (size_t r = 0; r < writers.size(); ++r) {
        if (!writers[r]->finish(result.error))
            return result;
        result.ranks[r].traceBytes = writers[r]->traceBytes();
        result.traceBytes += result.ranks[r].traceBytes;
    }
    if (options.kernelTrace && !traceFirstHost(options, topology, writers, result.error))
        return result;
    writers.clear();
    std::vector<Damage> damage;
    if (options.nonsense && !plantNonsense(result, options.outDir, *options.nonsense, damage, result.error))
        return result;
    for (const Truncation &t : options.truncations) {
        if (!truncateFiles(result, options.outDir, t, damage, result.error))
            return result;
    }
    const RunNumbers run = measureRun(options, topology, sizing.shape, options.faults);
    result.ok = writePlanted(options, topology, sizing.shape, run, result, damage, result.error);
    return result;
}

} // namespace rs::gen
