// SPDX-License-Identifier: Apache-2.0
#include "generator.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTextStream>

#include <cstdio>

namespace {

QString examples()
{
    return QStringLiteral(
        "Writes a simulated training run as MindSpore Profiler (or, with --pt, the PyTorch profiler) would.\n"
        "planted.json in the output folder says what was planted and what it costs.\n\n"
        "Examples:\n"
        "  rankscope-gen demo\n"
        "  rankscope-gen demo --ranks 8 --steps 3 --mb-per-rank 50 --seed 7 --tp 2 --pp 2\n"
        "  rankscope-gen small --mb-per-rank 1 --pt\n"
        "  rankscope-gen databases --mb-per-rank 1 --pt --format db\n"
        "  rankscope-gen slow --slow-rank 3:1.4 --slow-link 4-6:5 --late-rank 1:2 --host-bound 5:2 --freq-drop "
        "2:3:1.6\n"
        "  rankscope-gen faults --pt --moving-straggler 1.3 --gc 2:1:30 --checkpoint 3:200\n"
        "  rankscope-gen broken --mb-per-rank 1 --nonsense 11 --truncate rank3/trace_view.json:-2000");
}

} // namespace

int main(int argc, char *argv[])
{
    using namespace rs::gen;
    QCoreApplication app(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("rankscope-gen"));

    QCommandLineParser parser;
    parser.setApplicationDescription(examples());
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("OUTDIR"), QStringLiteral("Folder to write the rank folders into."));
    const auto value = [&parser](const char *name, const char *what, const char *unit, const char *standard) {
        QCommandLineOption option{QString(QLatin1String(name)), QString(QLatin1String(what)),
                                  QString(QLatin1String(unit))};
        if (*standard)
            option.setDefaultValue(QLatin1String(standard));
        parser.addOption(option);
        return option;
    };
    const QCommandLineOption ranks = value("ranks", "Number of ranks.", "N", "8");
    const QCommandLineOption steps = value("steps", "Number of training steps, counted from 1.", "N", "3");
    const QCommandLineOption size = value(
        "mb-per-rank", "Size of each rank's trace_view.json in MB (10^6 bytes), be it written or not.", "MB", "50");
    const QCommandLineOption seed = value("seed", "The same seed and options write the same bytes.", "N", "7");
    const QCommandLineOption tp = value("tp", "Tensor parallel size (default 2 where the ranks allow it).", "N", "0");
    const QCommandLineOption pp = value("pp", "Pipeline stages (default 2 where the ranks allow it).", "N", "0");
    const QCommandLineOption node = value("node-size", "Ranks per machine: HCCS inside, RDMA across.", "N", "8");
    const QCommandLineOption clock =
        value("clock-offset", "How far the clocks of ranks may lie apart, in ms.", "MS", "3");
    const QCommandLineOption threads = value("threads", "Threads that write ranks.", "N", "2");
    const QCommandLineOption format = value(
        "format", "Write text, db (the databases of the profilers, with the same numbers) or both.", "FORMAT", "text");
    const QCommandLineOption torch(QStringLiteral("pt"), QStringLiteral("Write a PyTorch run (*_ascend_pt)."));
    const QCommandLineOption gzip(QStringLiteral("gz"), QStringLiteral("Write trace_view.json.gz."));
    const QCommandLineOption old(QStringLiteral("old-cann"),
                                 QStringLiteral("Spell names as CANN 8.0 did: lane HCCL, packed flow ids."));
    const QCommandLineOption level0(
        QStringLiteral("level0"),
        QStringLiteral(
            "Write profiler level 0: flows whose start has no slice, fewer columns, no communication files."));
    const QCommandLineOption batch(QStringLiteral("batch-send-recv"),
                                   QStringLiteral("Pipeline stages talk by hcom_batchSendRecv."));
    const QCommandLineOption moe(
        QStringLiteral("moe"),
        QStringLiteral("A mixture of experts: alltoallv between the ranks that share the data."));
    const QCommandLineOption hardware(
        QStringLiteral("hardware"),
        QStringLiteral("Write what the switches of the hardware add: hbm, hccs, pcie, nic, roce and task_time."));
    const QCommandLineOption graph(QStringLiteral("static-graph"),
                                   QStringLiteral("Compiled graphs: write static_op_mem.csv as well."));
    const QCommandLineOption kernel(
        QStringLiteral("ftrace"),
        QStringLiteral("Write ftrace_data.db as well: what the scheduler of the first machine did with its ranks."));
    const QCommandLineOption load =
        value("host-load", "Dispatching takes FACTOR times as long on every rank, in every step.", "FACTOR", "1");
    const QCommandLineOption ahead(QStringLiteral("run-ahead"),
                                   QStringLiteral("Hosts do not wait for their device between steps."));
    const QCommandLineOption early(
        QStringLiteral("early-receive"),
        QStringLiteral("Stages post the receive of the next micro-batch before they work on this one."));
    const QCommandLineOption buckets =
        value("buckets", "Allreduces of a layer's gradients, one behind the other on their stream.", "N", "1");
    const QCommandLineOption fewer = value("fewer-steps", "This rank records all steps but the last.", "RANK", "-1");
    parser.addOptions({torch, gzip, old, level0, batch, moe, hardware, graph, kernel, ahead, early});
    struct FaultOption
    {
        Fault::Kind kind;
        QCommandLineOption option;
    };
    const std::vector<FaultOption> faults{
        {Fault::SlowRank, value("slow-rank", "Kernels of a rank take FACTOR times as long.", "RANK:FACTOR", "")},
        {Fault::HostBound,
         value("host-bound", "The host of a rank takes FACTOR times as long to dispatch in a step (default 13).",
               "RANK:STEP[:FACTOR]", "")},
        {Fault::SlowLink,
         value("slow-link", "A link has 1/FACTOR of its bandwidth, both directions.", "SRC-DST:FACTOR", "")},
        {Fault::LateRank, value("late-rank", "A rank begins every step MS late.", "RANK:MS", "")},
        {Fault::FreqDrop,
         value("freq-drop", "AI cores of a rank run FACTOR times slower in a step.", "RANK:STEP:FACTOR", "")},
        {Fault::MovingStraggler,
         value("moving-straggler", "Kernels of one rank take FACTOR times as long, of another rank in every step.",
               "FACTOR", "")},
        {Fault::GcPause, value("gc", "The Python thread of a rank stands still for MS in a step, collecting garbage.",
                               "RANK:STEP:MS", "")},
        {Fault::MoeImbalance,
         value("moe-imbalance", "The expert of a rank gets FACTOR times as many tokens as others; implies --moe.",
               "RANK:FACTOR", "")},
        {Fault::SlowNic,
         value("slow-nic", "Links of a rank to other hosts have 1/FACTOR of their bandwidth.", "RANK:FACTOR", "")},
        {Fault::SlowCalls,
         value("slow-calls", "Two calls of a matrix product of a rank take MS longer in a step.", "RANK:STEP:MS", "")},
        {Fault::CpuOperator,
         value("cpu-operator", "Casts of a rank run on the AI CPU and take FACTOR times as long.", "RANK:FACTOR", "")},
        {Fault::LongStage,
         value("long-stage", "The pipeline stage of a rank has LAYERS layers of the next stage as well.", "RANK:LAYERS",
               "")},
        {Fault::Compile, value("compile", "Every host compiles operators for MS in the first step.", "MS", "")},
        {Fault::HostSync,
         value("host-sync", "The host of a rank waits for its device TIMES times in every step.", "RANK:TIMES", "")},
        {Fault::Checkpoint,
         value("checkpoint", "All ranks save their weights at the end of a step, which takes MS.", "STEP:MS", "")},
    };
    const QCommandLineOption truncate = value(
        "truncate",
        "Cut a written file to BYTES, or with a negative number that many bytes off its end. FILE is below OUTDIR, "
        "rank3/trace_view.json, or a wildcard.",
        "FILE:BYTES", "");
    const QCommandLineOption nonsense =
        value("nonsense", "Plant broken values of every kind into every file.", "SEED", "");
    parser.process(app);

    QTextStream err(stderr);
    const auto fail = [&err](const QString &message) {
        err << "rankscope-gen: " << message << Qt::endl;
        return 1;
    };
    if (parser.positionalArguments().size() != 1)
        return fail(QStringLiteral("Give exactly one output folder. See --help."));
    GeneratorOptions o;
    o.outDir = parser.positionalArguments().constFirst();
    bool good = true;
    const auto integer = [&](const QCommandLineOption &option) {
        bool ok = false;
        const int n = parser.value(option).toInt(&ok);
        good = good && ok;
        return n;
    };
    const auto real = [&](const QCommandLineOption &option) {
        bool ok = false;
        const double n = parser.value(option).toDouble(&ok);
        good = good && ok;
        return n;
    };
    o.ranks = integer(ranks);
    o.steps = integer(steps);
    o.mbPerRank = real(size);
    o.tp = integer(tp);
    o.pp = integer(pp);
    o.nodeSize = integer(node);
    o.clockOffsetMs = real(clock);
    o.threads = integer(threads);
    bool ok = false;
    o.seed = parser.value(seed).toULongLong(&ok);
    good = good && ok;
    o.pytorch = parser.isSet(torch);
    o.gzip = parser.isSet(gzip);
    o.oldCann = parser.isSet(old);
    o.level0 = parser.isSet(level0);
    o.batchSendRecv = parser.isSet(batch);
    o.experts = parser.isSet(moe);
    o.hardware = parser.isSet(hardware);
    o.staticGraph = parser.isSet(graph);
    o.kernelTrace = parser.isSet(kernel);
    o.hostLoad = real(load);
    o.runAhead = parser.isSet(ahead);
    o.earlyReceive = parser.isSet(early);
    o.fewerSteps = integer(fewer);
    o.buckets = integer(buckets);
    if (parser.isSet(nonsense)) {
        o.nonsense = parser.value(nonsense).toULongLong(&ok);
        good = good && ok;
    }
    if (!good)
        return fail(QStringLiteral("An option that needs a number got something else. See --help."));
    const QString wrongFormat = parseFormat(parser.value(format), o.format);
    if (!wrongFormat.isEmpty())
        return fail(wrongFormat);
    for (const FaultOption &f : faults) {
        for (const QString &text : parser.values(f.option)) {
            Fault fault;
            const QString wrong = parseFault(f.kind, text, fault);
            if (!wrong.isEmpty())
                return fail(wrong);
            o.faults.push_back(fault);
        }
    }
    for (const QString &text : parser.values(truncate)) {
        Truncation t;
        const QString wrong = parseTruncation(text, t);
        if (!wrong.isEmpty())
            return fail(wrong);
        o.truncations.push_back(t);
    }

    QElapsedTimer timer;
    timer.start();
    const GeneratorResult result = generate(o);
    if (!result.ok)
        return fail(result.error);
    const double mb = static_cast<double>(result.traceBytes) / 1e6;
    QTextStream(stdout) << QStringLiteral(
                               "%1 ranks, %2 layers per stage, %3 micro-batches, %4 MB of traces in %5 s (%6 MB/s)")
                               .arg(result.ranks.size())
                               .arg(result.layersPerStage)
                               .arg(result.microBatches)
                               .arg(mb, 0, 'f', 1)
                               .arg(static_cast<double>(timer.elapsed()) / 1000, 0, 'f', 2)
                               .arg(mb * 1000 / static_cast<double>(std::max<qint64>(1, timer.elapsed())), 0, 'f', 0)
                        << Qt::endl;
    for (const QString &note : result.notes)
        err << "rankscope-gen: " << note << Qt::endl;
    return 0;
}
