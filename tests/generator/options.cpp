// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include "prng.h"

namespace rs::gen {

QString faultName(Fault::Kind kind)
{
    switch (kind) {
    case Fault::SlowRank:
        return QStringLiteral("slow-rank");
    case Fault::HostBound:
        return QStringLiteral("host-bound");
    case Fault::SlowLink:
        return QStringLiteral("slow-link");
    case Fault::LateRank:
        return QStringLiteral("late-rank");
    case Fault::FreqDrop:
        return QStringLiteral("freq-drop");
    case Fault::MovingStraggler:
        return QStringLiteral("moving-straggler");
    case Fault::GcPause:
        return QStringLiteral("gc");
    case Fault::Checkpoint:
        return QStringLiteral("checkpoint");
    case Fault::MoeImbalance:
        return QStringLiteral("moe-imbalance");
    case Fault::SlowNic:
        return QStringLiteral("slow-nic");
    case Fault::SlowCalls:
        return QStringLiteral("slow-calls");
    case Fault::CpuOperator:
        return QStringLiteral("cpu-operator");
    case Fault::LongStage:
        return QStringLiteral("long-stage");
    case Fault::Compile:
        return QStringLiteral("compile");
    case Fault::HostSync:
        return QStringLiteral("host-sync");
    }
    return {};
}

QString faultForm(Fault::Kind kind)
{
    static const char *const forms[] = {
        "RANK:FACTOR",  "RANK:STEP[:FACTOR]", "SRC-DST:FACTOR", "RANK:MS",     "RANK:STEP:FACTOR",
        "FACTOR",       "RANK:STEP:MS",       "STEP:MS",        "RANK:FACTOR", "RANK:FACTOR",
        "RANK:STEP:MS", "RANK:FACTOR",        "RANK:LAYERS",    "MS",          "RANK:TIMES"};
    return QLatin1String(forms[kind]);
}

bool namesRank(Fault::Kind kind)
{
    return kind != Fault::MovingStraggler && kind != Fault::Checkpoint && kind != Fault::Compile;
}

bool namesStep(Fault::Kind kind)
{
    return kind == Fault::HostBound || kind == Fault::FreqDrop || kind == Fault::GcPause || kind == Fault::Checkpoint ||
           kind == Fault::SlowCalls;
}

QString faultText(const Fault &f)
{
    QString text = QStringLiteral("--") + faultName(f.kind) + QLatin1Char(' ');
    if (f.kind == Fault::SlowLink)
        text += QStringLiteral("%1-%2:").arg(f.rank).arg(f.peer);
    else if (namesRank(f.kind))
        text += QString::number(f.rank) + QLatin1Char(':');
    if (namesStep(f.kind))
        text += QString::number(f.step) + QLatin1Char(':');
    return text + QString::number(f.value);
}

std::vector<int> stragglers(const GeneratorOptions &o)
{
    std::vector<int> ranks;
    Prng random(o.seed ^ 0x57a661e4ULL);
    int rank = static_cast<int>(random.between(0, o.ranks - 1));
    for (int step = 0; step < o.steps; ++step) {
        ranks.push_back(rank);
        if (o.ranks > 1)
            rank = (rank + static_cast<int>(random.between(1, o.ranks - 1))) % o.ranks;
    }
    return ranks;
}

QString completeOptions(GeneratorOptions &o)
{
    if (o.outDir.isEmpty())
        return QStringLiteral("No output folder was given.");
    if (o.ranks < 1 || o.ranks > 4096)
        return QStringLiteral("--ranks must be between 1 and 4096.");
    if (o.steps < 1 || o.steps > 1000)
        return QStringLiteral("--steps must be between 1 and 1000.");
    if (!(o.mbPerRank > 0) || o.mbPerRank > 100000)
        return QStringLiteral("--mb-per-rank must be above 0 and at most 100000.");
    if (o.nodeSize < 1)
        return QStringLiteral("--node-size must be at least 1.");
    if (o.tp == 0)
        o.tp = o.ranks % 2 == 0 ? 2 : 1;
    if (o.pp == 0)
        o.pp = o.ranks % (o.tp * 2) == 0 ? 2 : 1;
    if (o.tp < 1 || o.pp < 1 || o.ranks % (o.tp * o.pp) != 0)
        return QStringLiteral("--ranks %1 is not a multiple of --tp %2 times --pp %3.")
            .arg(o.ranks)
            .arg(o.tp)
            .arg(o.pp);
    if (!(o.hostLoad > 0) || o.hostLoad > 1000)
        return QStringLiteral("--host-load must be above 0 and at most 1000.");
    if (o.buckets < 1 || o.buckets > 1000)
        return QStringLiteral("--buckets must be between 1 and 1000.");
    if (o.fewerSteps >= 0 && (o.fewerSteps >= o.ranks || o.steps < 2))
        return QStringLiteral("--fewer-steps names a rank that this run does not have, or there is one step only.");
    if (o.earlyReceive && o.pp < 2)
        return QStringLiteral("--early-receive needs at least two pipeline stages, and --pp is %1.").arg(o.pp);
    if (o.gzip && o.nonsense)
        return QStringLiteral("--nonsense and --gz exclude each other.");
    if (o.writesDb() && o.nonsense)
        return QStringLiteral("--nonsense plants broken values into text files, and so excludes --format db and both.");
    if (!o.writesText() && o.gzip)
        return QStringLiteral("--gz compresses trace_view.json, which --format db does not write.");
    for (const Fault &f : o.faults)
        o.experts = o.experts || f.kind == Fault::MoeImbalance;
    if (o.experts && o.dp() < 2)
        return QStringLiteral(
                   "Experts need at least two ranks that share the data: --ranks %1 is --tp %2 times --pp %3.")
            .arg(o.ranks)
            .arg(o.tp)
            .arg(o.pp);
    if (o.batchSendRecv && o.pp < 2)
        return QStringLiteral("--batch-send-recv needs at least two pipeline stages, and --pp is %1.").arg(o.pp);
    for (const Fault &f : o.faults) {
        const bool link = f.kind == Fault::SlowLink;
        if (f.kind == Fault::MovingStraggler && o.ranks < 2)
            return QStringLiteral("--moving-straggler needs at least two ranks to move between.");
        if (namesRank(f.kind) &&
            (f.rank < 0 || f.rank >= o.ranks || (link && (f.peer < 0 || f.peer >= o.ranks || f.peer == f.rank))))
            return QStringLiteral("--%1 names a rank that this run does not have.").arg(faultName(f.kind));
        if (f.kind == Fault::SlowNic && o.ranks <= o.nodeSize)
            return QStringLiteral("--slow-nic needs a run of several hosts: see --node-size.");
        if (namesStep(f.kind) && (f.step < 1 || f.step > o.steps))
            return QStringLiteral("--%1 names a step that this run does not have; steps count from 1 to %2.")
                .arg(faultName(f.kind))
                .arg(o.steps);
    }
    return {};
}

QString parseFault(Fault::Kind kind, const QString &text, Fault &out)
{
    const QString wrong = QStringLiteral("--%1 needs %2, and got \"%3\".").arg(faultName(kind), faultForm(kind), text);
    QStringList parts = text.split(QLatin1Char(':'));
    const int needed = (namesRank(kind) ? 1 : 0) + (namesStep(kind) ? 1 : 0) + 1;
    if (kind == Fault::HostBound && parts.size() == needed - 1)
        parts.push_back(QString::number(hostBoundFactor));
    if (parts.size() != needed)
        return wrong;
    bool ok = true;
    bool good = true;
    Fault f;
    f.kind = kind;
    if (kind == Fault::SlowLink) {
        const QStringList ends = parts.takeFirst().split(QLatin1Char('-'));
        if (ends.size() != 2)
            return wrong;
        f.rank = ends.at(0).toInt(&ok);
        f.peer = ends.at(1).toInt(&good);
        ok = ok && good;
    } else if (namesRank(kind)) {
        f.rank = parts.takeFirst().toInt(&ok);
    }
    if (namesStep(kind)) {
        f.step = parts.takeFirst().toInt(&good);
        ok = ok && good;
    }
    f.value = parts.takeFirst().toDouble(&good);
    ok = ok && good && f.value > 0 && f.value < 1e6;
    if (kind == Fault::FreqDrop && f.value < 1)
        f.value = 1 / f.value;
    if (!ok)
        return wrong;
    out = f;
    return {};
}

QString parseFormat(const QString &text, OutputFormat &out)
{
    if (text == QLatin1String("text"))
        out = OutputFormat::Text;
    else if (text == QLatin1String("db"))
        out = OutputFormat::Db;
    else if (text == QLatin1String("both"))
        out = OutputFormat::Both;
    else
        return QStringLiteral("--format needs text, db or both, and got \"%1\".").arg(text);
    return {};
}

QString parseTruncation(const QString &text, Truncation &out)
{
    const qsizetype colon = text.lastIndexOf(QLatin1Char(':'));
    bool ok = false;
    const qint64 bytes = colon > 0 ? text.mid(colon + 1).toLongLong(&ok) : 0;
    if (!ok)
        return QStringLiteral("--truncate needs FILE:BYTES, and got \"%1\".").arg(text);
    out = {text.left(colon), bytes};
    return {};
}

} // namespace rs::gen
