// SPDX-License-Identifier: Apache-2.0
#include "core/table/databasekinds.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"
#include "tables/base/cellrows.h"
#include "tables/base/parameters.h"
#include "tables/base/tables.h"
#include "tables/base/tablesink.h"
#include "tables/base/words.h"

#include <QBuffer>
#include <QFile>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace rs;
using namespace rs::test;

namespace {

QStringList headersOf(const std::vector<ColumnSpec> &columns)
{
    QStringList out;
    for (const ColumnSpec &c : columns) {
        if (!c.header.isEmpty())
            out << c.header;
    }
    return out;
}

QString kindText(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Text:
    case ValueKind::Sentence:
    case ValueKind::Written:
        return QStringLiteral("text");
    case ValueKind::Word:
        return QStringLiteral("word");
    case ValueKind::Label:
        return QStringLiteral("name or number");
    case ValueKind::NumberText:
        return QStringLiteral("number as the file writes it");
    case ValueKind::Integer:
    case ValueKind::Identifier:
        return QStringLiteral("integer");
    case ValueKind::Bytes:
        return QStringLiteral("bytes");
    case ValueKind::Time:
    case ValueKind::MeanTime:
    case ValueKind::Microseconds:
    case ValueKind::Milliseconds:
        return QStringLiteral("time");
    case ValueKind::Difference:
        return QStringLiteral("time with a sign");
    case ValueKind::Stamp:
        return QStringLiteral("stamp");
    case ValueKind::Real:
        return QStringLiteral("number");
    case ValueKind::Percent:
        return QStringLiteral("percent");
    case ValueKind::Ratio:
    case ValueKind::Factor:
        return QStringLiteral("ratio");
    }
    return {};
}

QString scopeText(TableScope scope)
{
    switch (scope) {
    case TableScope::Run:
        return QStringLiteral("one run");
    case TableScope::Rank:
        return QStringLiteral("one rank");
    case TableScope::Pair:
        return QStringLiteral("two ranks");
    }
    return {};
}

// The page of the documentation about one table.
QString pageOf(const TableSpec &t)
{
    QStringList parameters;
    for (const Parameter p : t.parameters)
        parameters << QStringLiteral("`%1`").arg(parameterName(p));
    QStringList files;
    for (const TableFile &f : t.exportFiles())
        files << QStringLiteral("`%1.csv`").arg(f.name);
    QString out = QStringLiteral("## `%1`: %2\n\n%3\n\n").arg(t.id, t.title, t.hint);
    out += QStringLiteral("About %1. ").arg(scopeText(t.scope));
    if (!parameters.isEmpty())
        out += QStringLiteral("Parameters: %1. ").arg(parameters.join(QStringLiteral(", ")));
    out += QStringLiteral("Exported as %1.\n\n").arg(files.join(QStringLiteral(", ")));
    TableQuery query;
    query.by = OperatorGrouping::Kernel;
    const std::vector<ColumnSpec> columns = t.columns(query);
    if (columns.empty())
        return out + QStringLiteral("Its columns are those of the file.\n\n");
    out += QStringLiteral("| column | holds | |\n|---|---|---|\n");
    for (const ColumnSpec &c : columns) {
        if (!c.header.isEmpty())
            out += QStringLiteral("| `%1` | %2 | %3 |\n").arg(c.header, kindText(c.kind), c.hint);
    }
    return out + u'\n';
}

} // namespace

class TestCatalogue : public QObject
{
    Q_OBJECT

private slots:
    void headersAreFrozen_data()
    {
        const Scenarios<QString, OperatorGrouping, QString> table;
        const auto row = [&](const char *name, const char *id, const char *headers,
                             OperatorGrouping by = OperatorGrouping::Type) {
            table(name, QString::fromLatin1(id), by, QString::fromLatin1(headers));
        };
        row("ranks", "ranks", "Run,Rank,Device,Host,Framework,Level,Steps,Slices,Flows,Counters,Findings,Folder");
        row("overview", "overview",
            "Step,Rank,Computing(us),Communication(Not "
            "Overlapped)(us),Overlapped(us),Communication(us),Free(us),Stage(us),"
            "Bubble(us),Communication(Not Overlapped and Exclude Receive)(us),Preparing(us),Source");
        row("diagnosis", "diagnosis", "Kind,Step,Domain,Rank,Role,Evidence,Cost(ms),Look At");
        row("advice", "advice",
            "Area,Priority,Saves(ms),Saves(%),How Known,Subject,Seen,What To "
            "Change,Rank,Ranks,Count,Time(ms),Rule,Source");
        row("advice.rows", "advice.rows", "Rule,Subject,Rank,Name,Start(ns),Time(ms),More");
        row("whatif", "whatif",
            "What If,About,Times Faster,Step,Before(ns),After(ns),Gain(ns),Gain(%),Replay Error(%),Not "
            "Replayed,Assumptions");
        row("books", "books",
            "Step,Rank,Device,Window Start(ns),Window End(ns),Pure Compute(us),Covered Communication(us),Uncovered "
            "Communication(us),Copy Only(us),Idle(us),Preparing(us),Tail(us),Sum(us),Source");
        row("path.sums", "path.sums", "Step,Rank,Kind,Name,Domain,Time(ns),Share(%),Parts,Longest(ns)");
        row("path", "path", "Step,From(ns),Duration(ns),Rank,Kind,Name,Domain,Last Rank,Launch,To(ns)");
        row("operators by type", "operators", "Type,Core Type,Calls,Total(us),Average(us),Min(us),Max(us),Share(%)");
        row("operators by name", "operators",
            "Type,Name,Core Type,Calls,Total(us),Average(us),Min(us),Max(us),Share(%)", OperatorGrouping::Name);
        row("operators by shape", "operators",
            "Type,Input Shapes,Core Type,Calls,Total(us),Average(us),Min(us),Max(us),Share(%)",
            OperatorGrouping::Shape);
        row("operators by kernel", "operators",
            "Type,Name,Input Shapes,Core Type,Calls,Total(us),Average(us),Min(us),Max(us),Share(%)",
            OperatorGrouping::Kernel);
        row("compare", "compare",
            "Type,Name,Input Shapes,Core Type,Base Calls,Base Total(us),Base Average(us),Base Max(us),Base "
            "Min(us),Other "
            "Calls,Other Total(us),Other Average(us),Other Max(us),Other Min(us),Difference(us),Ratio,Only In,Base "
            "Median(us),Base P95(us),Other Median(us),Other P95(us),Difference Share(%),Significance,State,Base Per "
            "Step(us),Other Per Step(us),In Steps",
            OperatorGrouping::NameShape);
        row("compare.order", "compare.order",
            "State,Type,Name,Input Shapes,Base Start(ns),Base Duration(us),Other Start(ns),Other Duration(us),"
            "Difference(us)");
        row("compare.many", "compare.many",
            "Rank,Base Rank,Type,Core Type,Base Calls,Base Total(us),Base Average(us),Base Max(us),Base Min(us),Other "
            "Calls,Other Total(us),Other Average(us),Other Max(us),Other Min(us),Difference(us),Ratio,Only In,Base "
            "Median(us),Base P95(us),Other Median(us),Other P95(us),Difference Share(%),Significance,State,Base Per "
            "Step(us),Other Per Step(us),In Steps,Run,Base Run,Base Compared(us),Other Compared(us)");
        row("operators.steps", "operators.steps",
            "Type,Core Type,Step,Calls,Total(us),Median(us),P95(us),Max(us),Typical Total(us),Difference(us),Ratio");
        row("compare.steps", "compare.steps",
            "Step,Base Step,Type,Core Type,Base Calls,Base Total(us),Base Average(us),Base Max(us),Base Min(us),Other "
            "Calls,Other Total(us),Other Average(us),Other Max(us),Other Min(us),Difference(us),Ratio,Only In,Base "
            "Median(us),Base P95(us),Other Median(us),Other P95(us),Difference Share(%),Significance,State,Base Per "
            "Step(us),Other Per Step(us),In Steps");
        row("compare.overall", "compare.overall",
            "Index,Level,Base Duration(us),Base Share(%),Base Kernels,Other Duration(us),Other Share(%),Other Kernels,"
            "Difference(us),Ratio,Base Value,Other Value,Unit");
        row("compare.kernels", "compare.kernels",
            "Type,Input Shapes,Base Total(us),Base Average(us),Base Max(us),Base Min(us),Base Calls,Other "
            "Total(us),Other "
            "Average(us),Other Max(us),Other Min(us),Other Calls,Total Ratio,Average Ratio,Name");
        row("compare.communication", "compare.communication",
            "Type,Task,Base Calls,Base Total(us),Base Average(us),Base Max(us),Base Min(us),Other Calls,Other "
            "Total(us),"
            "Other Average(us),Other Max(us),Other Min(us),Difference(us),Ratio");
        row("compare.api", "compare.api",
            "Name,Base Total(us),Base Self(us),Base Average(us),Base Calls,Other Total(us),Other Self(us),Other "
            "Average(us),Other Calls,Total Ratio,Self Ratio,Average Ratio,Calls Ratio");
        row("compare.memory", "compare.memory",
            "Operator Name,Base Held(us),Base Memory(MB),Base Calls,Other Held(us),Other Memory(MB),Other Calls,"
            "Difference(MB),Ratio");
        row("cores", "cores", "Core Type,Kernels,Total(us),Longest(us),Share(%)");
        row("cores.kernels", "cores.kernels",
            "Name,Type,Core Type,Duration(us),Wait Time(us),Start(ns),Block Dim,Input Shapes,Output Shapes,Input Data "
            "Types,Input Formats,Output Data Types,Output Formats");
        row("communication.overlap", "communication.overlap",
            "Operator,Uncovered(us),Covered(us),Duration(us),Start(ns),Domain,Step");
        row("communication", "communication",
            "Step,Domain,Operator,Rank,Start(us),Elapse(ms),Transit(ms),Synchronization(ms),Wait(ms),Idle(ms),"
            "Synchronization Ratio,Wait Ratio");
        row("matrix", "matrix",
            "Step,Domain,Operator,Source Rank,Destination Rank,Rank Kind,Link Type,Transit Size(MB),Transit Time(ms),"
            "Bandwidth(GB/s)");
        row("durations", "durations",
            "Step,Domain,Operator Type,Rank,Calls,Elapse(ms),Transit(ms),Synchronization(ms),Wait(ms),Idle(ms),"
            "Synchronization Ratio,Wait Ratio,Mean(ms),Min(ms),Q1(ms),Median(ms),Q3(ms),Max(ms),Source");
        row("durations.ranks", "durations.ranks",
            "Rank,Calls,Elapse(ms),Transit(ms),Synchronization(ms),Wait(ms),Idle(ms),Synchronization Ratio,Wait "
            "Ratio,Less "
            "Than Longest(ms),Less Than Longest(%),By the 10 % Rule,Source");
        row("durations.slow-ranks", "durations.slow-ranks",
            "Step,Domain,Rank,Operator,Elapse(ms),Fastest Rank,Elapse on Fastest(ms),Difference(ms),Difference(%)");
        row("bandwidth", "bandwidth",
            "Step,Domain,Operator,Rank,Transport,Transit Size(MB),Transit Time(ms),Bandwidth(GB/s),Of "
            "Reference,Packets,Large Packet Ratio,Below Reference");
        row("bandwidth.packets", "bandwidth.packets",
            "Step,Domain,Operator,Rank,Transport,Packet Size(MB),Packets,Time(ms),Bandwidth(GB/s)");
        row("bandwidth.summary", "bandwidth.summary",
            "Kind,Operator Type,Transport,Operators,Ranks,Total Duration(ms),Longest(ms),Longest Operator,Its Rank,Its "
            "Step,Advice");
        row("bandwidth.advice", "bandwidth.advice",
            "Kind,Step,Domain,Operator,Rank,Duration(ms),Transport,Size(MB),Bandwidth(GB/s),Advice");
        row("traffic", "traffic", "Link Type,Time(ns),In Flight(B),Bandwidth(GB/s)");
        row("links.idle", "links.idle",
            "Step,Domain,Operator,Peer Rank,Rank Kind,Link Type,Data Time(ns),Busy(ns),Idle(ns),Idle(%)");
        row("communication.coverage", "communication.coverage",
            "Step,Rank,Domain,Operators,Duration(ns),Covered(ns),Uncovered(ns),Covered(%)");
        row("links", "links",
            "Step,Domain,Operator,Source Rank,Destination Rank,Rank Kind,Link Type,Transit Size(MB),Transit Time(ms),"
            "Bandwidth(GB/s),Calls,Message Size(MB),Packets,Large Packet Ratio,Packets Of,Of Best Tenth");
        row("links.fit", "links.fit",
            "Link Type,Latency(us),Bandwidth(GB/s),Reached(GB/s),Reference(GB/s),Reference Of,Judged,Remark,Typical "
            "Deviation(%),Smallest Message(MB),Largest Message(MB),Pairs,Links");
        row("links.slow", "links.slow",
            "Fault,Place,Cost per Step(ms),Step,Domain,Operator,Source Rank,Destination Rank,Link Type,Message "
            "Size(MB),Bandwidth(GB/s),Expected Bandwidth(GB/s),Times As Long,Longer By(ns),Compared Links");
        row("links.recipe", "links.recipe",
            "Operator Type,Size(B),Ranks,Operators,Mean(us),Standard Deviation(us),Min(ns),Max(ns),Offset "
            "Ratio,Reported,Operator,Domain");
        row("recipe.slow-rank", "recipe.slow-rank", "rankId,slowAffectCount");
        row("recipe.slow-rank.operators", "recipe.slow-rank.operators",
            "SlowRank,OpName,GroupName,Timestamp,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs");
        row("recipe.slow-link", "recipe.slow-link",
            "opTypeRelatedRanksDataSize,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs,offsetRatio,maxRank,"
            "minRank");
        row("recipe.mstx.cann", "recipe.mstx.cann",
            "Name,Count,MeanNs,StdNs,MinNs,MinRank,Q1Ns,MedianNs,Q3Ns,MaxNs,MaxRank,SumNs,Dispersion(%),StepId");
        row("recipe.mstx.marks", "recipe.mstx.marks",
            "Name,FrameworkDurationNs,FrameworkDurationRatio(%),CannDurationNs,CannDurationRatio(%),DeviceDurationNs,"
            "DeviceDurationRatio(%),Rank,StepId");
        row("recipe.free", "recipe.free",
            "rankId,startTime(us),endTime(us),duration(us),pytorchIdleTime(us),cannIdleTime(us),reason");
        row("recipe.masking", "recipe.masking",
            "stepId,parallelType,stepStartTime,stepEndTime,totalCommunicationOperatorTime,"
            "timeRatioOfStepCommunicationOperator,totalTimeWithoutCommunicationBlackout,ratioOfUnmaskedCommunication,"
            "rankId");
        row("recipe.modules", "recipe.modules",
            "parentModule,module,opName,kernelList,totalKernelDuration(ns),avgKernelDuration(ns),opCount,rankID");
        row("recipe.bottleneck", "recipe.bottleneck",
            "startTime(us),endTime(us),duration(us),communicationOp,slowRankId,fastRankId,reason");
        row("recipe.hccl.groups", "recipe.hccl.groups", "GroupName,GroupId,Ranks");
        row("recipe.communication.groups", "recipe.communication.groups", "type,rank_set,group_name,group_id,pg_name");
        row("recipe.communication.times", "recipe.communication.times",
            "step,rank_id,hccl_op_name,group_name,start_timestamp,elapsed_time,transit_time,wait_time,"
            "synchronization_time,idle_time,synchronization_time_ratio,wait_time_ratio");
        row("recipe.communication.bandwidth", "recipe.communication.bandwidth",
            "step,rank_id,hccl_op_name,group_name,band_type,transit_size,transit_time,bandwidth,large_packet_ratio,"
            "package_size,count,total_duration");
        row("recipe.communication.matrix", "recipe.communication.matrix",
            "step,hccl_op_name,group_name,src_rank,dst_rank,transport_type,op_name,transit_size,transit_time,"
            "bandwidth");
        row("recipe.compute-op", "recipe.compute-op",
            "OpType,TaskType,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs");
        row("recipe.compute-op.types", "recipe.compute-op.types",
            "OpType,TaskType,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs,Rank");
        row("recipe.compute-op.names", "recipe.compute-op.names",
            "OpName,OpType,TaskType,InputShapes,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs,Rank");
        row("recipe.cann-api", "recipe.cann-api",
            "name,timeRatio,totalTimeNs,totalCount,averageNs,Q1Ns,medNs,Q3Ns,minNs,maxNs,stdev,minRank,maxRank");
        row("recipe.cann-api.ranks", "recipe.cann-api.ranks",
            "name,durationRatio,totalTimeNs,totalCount,averageNs,minNs,Q1Ns,medNs,Q3Ns,maxNs,stdev,rank");
        row("recipe.hccl", "recipe.hccl", "OpType,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs");
        row("recipe.hccl.ranks", "recipe.hccl.ranks",
            "OpType,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs,Rank");
        row("recipe.hccl.top", "recipe.hccl.top",
            "OpName,Count,MeanNs,StdNs,MinNs,Q1Ns,MedianNs,Q3Ns,MaxNs,SumNs,MinRank,MaxRank");
        row("slices", "slices", "Rank,Process,Thread,Depth,Name,Start(ns),Duration(ns)");
        row("slices.stats", "slices.stats", "Name,Count,Total(us),Self(us),Average(us),Min(us),Max(us)");
        row("flows", "flows", "Category,Id,From Lane,From Name,From(ns),To Lane,To Name,To(ns),Delay(ns)");
        row("flows.stats", "flows.stats",
            "Category,Joined,Orphan Starts,Orphan Ends,Median Delay(ns),P5(ns),P95(ns),Negative,Orphans Out Of Slice,"
            "Orphans Cut Off,Orphans Without Partner");
        row("dispatch", "dispatch",
            "Step,Rank,Tasks,Median Delay(ns),P5(ns),P95(ns),Vertical(%),Trend(us/s),Lines,Host-bound "
            "Idle(us),Host-bound "
            "Windows,Clock Offset(ns),Clock Uncertainty(ns),Clock Offset At Least(ns),Clock Offset At Most(ns)");
        row("dispatch.windows", "dispatch.windows", "Step,Rank,From(ns),To(ns),Tasks,Idle(us)");
        row("idle", "idle",
            "Step,Rank,Free(us),Host Late(us),Synchronizing(us),Copy(us),Communication(us),Event Wait(us),Data or "
            "GC(us),Step Boundary(us),Unknown(us)");
        row("idle.gaps", "idle.gaps", "Step,Rank,Start(ns),Duration(ns),Cause,Next Task,Launched By,Evidence");
        row("alignment", "alignment",
            "Rank,Status,Offset(ns),Drift(ppm),Origin(ns),Residual P95(ns),Matches,Unmatched,Reason");
        row("transfers", "transfers",
            "Domain,Source Rank,Destination Rank,Number,Send,Send Start(ns),Send Duration(ns),Receive,Receive "
            "Start(ns),Receive Duration(ns),Size(MB),Bandwidth(GB/s)");
        row("transfers.unmatched", "transfers.unmatched",
            "Domain,Rank,Direction,Operator,Start(ns),Duration(ns),Peer in Group");
        row("steps.deviation", "steps.deviation", "Step,Rank,Stage,Metric,Value(ns),Median(ns),Difference(ns),Outlier");
        row("base", "base", "Subject,Name,Value,Ranks");
        row("schedule", "schedule",
            "Rank,State,Recorded Steps,Active,First Step,Last Step,Capture,Skip First,Wait,Warmup,Repeat");
        row("host.operators", "host.operators",
            "Operator,Input Shapes,Shape Variants,Calls,Host Self(us),Host Total(us),Device Self(us),Device "
            "Total(us),AI "
            "Core Self(us),AI Core Total(us),Average Host Self(us),Longest Host Self(us)");
        row("host.stacks", "host.stacks",
            "Depth,Kind,Name,Calls,Host Self(us),Host Total(us),Device Self(us),Device Total(us),AI Core Self(us),AI "
            "Core "
            "Total(us)");
        row("host.api", "host.api", "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Standard Deviation(us)");
        row("memory.compare", "memory.compare",
            "Operator,Component,Difference(KB),Base(KB),Other(KB),Ratio,Base Blocks,Other Blocks");
        row("compare.runs", "compare.runs",
            "Part,Name,Rank,Base Rank,Base(us),Other(us),Difference(us),Low(us),High(us),Change(%),State");
        row("strategy", "strategy", "Rank,TP,CP,DP,PP,EP,Stage,Found,Source,Order");
        row("ledger", "ledger",
            "Rank,Caused Wait(ns),Share of Uncovered Communication(%),Suffered Wait(ns),Uncovered Wait(ns),Wait of "
            "Stages(ns),Wait by Itself(ns),Last In,Operators,Lost in Compute(ns),Lost Idle(ns),Lost in "
            "Communication(ns),Lost in Copies(ns),Source");
        row("ledger.collectives", "ledger.collectives",
            "Step,Domain,Operator,Number,Last Rank,Spread(ns),Wait(ns),Transfer(ns),Last Arrival(ns),Ranks,Missing "
            "Ranks,Ranks without Clock,Left Early");
        row("ledger.pairs", "ledger.pairs", "Waiting Rank,Late Rank,Wait(ns),Uncovered Wait(ns)");
        row("ledger.stages", "ledger.stages",
            "Waiting Rank,Stage,Awaited Rank,Awaited Stage,Wait(ns),Of Uncovered Communication(%),Meetings");
        row("findings", "findings", "Severity,File,Place,Message,Count");
        row("files", "files", "Rank,File,Kind,Bytes,Used,Why");
        row("domains", "domains", "Domain,Group Name,Hash,Kind,Ranks,Name,Ranks From");
        row("memory.curves", "memory.curves",
            "Component,Time(ns),Allocated(MB),Active(MB),Reserved(MB),Fragmentation(MB),Stream,Device");
        row("memory.allocations", "memory.allocations",
            "Operator,Component,Size(KB),Allocated(ns),Released(ns),Active Released(ns),Duration(ns),Active "
            "Duration(ns),"
            "Total Allocated(MB),Total Active(MB),Total Reserved(MB),Fragmentation(MB),Release Total "
            "Allocated(MB),Release "
            "Total Active(MB),Release Total Reserved(MB),Stream,Device");
        row("memory.peak", "memory.peak",
            "Component,Quantity,Peak(MB),Peak At(ns),First(MB),Last(MB),Samples,Stream,Device");
        row("memory.graphs", "memory.graphs", "Graph,Peak(KB),Peak At Node,Taken(KB)");
        row("memory.alive", "memory.alive", "Operator,Component,Total(KB),Share(%),Blocks,At(ns)");
        row("memory.leaks", "memory.leaks",
            "Operator,Component,Total(KB),Blocks,First Allocated(ns),Last Allocated(ns)");
        row("memory.components", "memory.components",
            "Component,Peak Reserved(MB),Peak At(ns),First(MB),Last(MB),Samples,Device");
        row("memory.static", "memory.static", "Operator,Size(KB),First Node,Last Node,Graph ID,Model");
        row("pipeline", "pipeline",
            "Operator ID,Operator,Role,Workers,Queue Average,Queue Length,Queue Use(%),Queue Empty(%),CPU(%),CPU Per "
            "Worker(%),Parent,Children,Pipeline");
        row("pipeline.advice", "pipeline.advice", "Kind,Operator,Advice,Source,Pipeline");
        row("pipeline.queues", "pipeline.queues",
            "Operator ID,Operator,Sample,Time(ms),Queue Size,Queue Length,Pipeline");
        row("pipeline.times", "pipeline.times", "Part,Per Batch(ms),Share(%),Pipeline");
        row("dataset", "dataset", "Operation,Stage,Total(us),Occurrences,Average(us),Custom Info");
        row("datapreprocess", "datapreprocess",
            "Operator,Total(us),Compute(us),Memcpy(us),Task(us),Dispatch(us),Time(ns),Stream ID,Task ID");
        row("lanes", "lanes", "Process,Thread,Slices,Depth,Start(ns),End(ns),Total(ns)");
        row("counters", "counters", "Process,Counter,Series,Time(ns),Value");
        row("counters.peaks", "counters.peaks", "Process,Counter,Series,Peak,Peak At(ns),Least,Last,Samples");
    }

    void headersAreFrozen()
    {
        auto [id, by, headers] = scenario<QString, OperatorGrouping, QString>();
        const TableSpec *table = m_catalogue.find(id);
        QVERIFY(table);
        TableQuery query;
        query.by = by;
        QCOMPARE(headersOf(table->columns(query)).join(u','), headers);
    }

    void everyTableIsWhole_data()
    {
        const Scenarios<QString> row;
        for (const TableSpec &t : m_catalogue.all())
            row(qPrintable(t.id), t.id);
    }

    void everyTableIsWhole()
    {
        const auto [id] = scenario<QString>();
        const TableSpec &t = *m_catalogue.find(id);
        QVERIFY(!t.title.isEmpty());
        QVERIFY(!t.hint.isEmpty());
        QVERIFY(t.make);
        QSet<QString> ids;
        QSet<QString> headers;
        for (const ColumnSpec &c : t.columns(TableQuery())) {
            QVERIFY2(!c.id.isEmpty() && !ids.contains(c.id), qPrintable(c.id));
            ids.insert(c.id);
            QVERIFY2(c.header.isEmpty() || !headers.contains(c.header), qPrintable(c.header));
            headers.insert(c.header);
            // A time has its unit where it is printed, and room for one where it is shown.
            const bool time = c.kind >= ValueKind::Time && c.kind <= ValueKind::Milliseconds;
            if (time) {
                QVERIFY2(c.header.isEmpty() || c.header.endsWith(QLatin1String("(us)")) ||
                             c.header.endsWith(QLatin1String("(ns)")) || c.header.endsWith(QLatin1String("(ms)")),
                         qPrintable(c.header));
                QVERIFY2(c.title.contains(QLatin1String("%1")), qPrintable(c.title));
            }
        }
        QSet<QString> files;
        for (const TableFile &f : t.exportFiles()) {
            QVERIFY(!files.contains(f.name));
            files.insert(f.name);
        }
    }

    void valuesOfCells()
    {
        CellRows rows({{"name", "Name", "Name", ValueKind::Text},
                       {"ns", "Time(ns)", "Time (%1)", ValueKind::Time},
                       {"share", "Share(%)", "Share (%)", ValueKind::Percent},
                       {"id", "Id", "Id", ValueKind::Written}});
        rows.add({3, NoSlice, {}}, {"a", std::optional<qint64>(5), 1.5, "a!"});
        rows.add({}, {QString(), std::optional<qint64>(), 0.0, "!"});
        QCOMPARE(rows.rows(), 2U);
        QCOMPARE(rows.text(0, 0), std::string_view("a"));
        QCOMPARE(rows.textId(1, 0), NoText);
        QCOMPARE(rows.integer(0, 1), std::optional<qint64>(5));
        QCOMPARE(rows.integer(1, 1), std::nullopt);
        QCOMPARE(rows.real(0, 2), std::optional<double>(1.5));
        QCOMPARE(rows.written(0, 3), std::string("a!"));
        QCOMPARE(rows.place(0).rank, 3);
        QCOMPARE(rows.columnOf(u"share"), 2);
        QCOMPARE(rows.columnOf(u"nothing"), -1);
    }

    void textsOfTwoPools()
    {
        auto shared = std::make_shared<StringPool>();
        const StrId own = shared->intern("own");
        RowTexts texts(shared);
        const StrId added = texts.add(QStringLiteral("added"));
        QCOMPARE(texts.view(own), std::string_view("own"));
        QCOMPARE(texts.view(added), std::string_view("added"));
        QCOMPARE(texts.add(QString()), NoText);
        QCOMPARE(texts.view(NoText), std::string_view());
        QVERIFY(raw(added) < texts.count());
    }

    void valuesArePrintedExactly()
    {
        CellRows rows({{"step", "Step", "", ValueKind::Label},
                       {"a", "A(us)", "", ValueKind::Time},
                       {"b", "B(ns)", "", ValueKind::Time},
                       {"c", "C(us)", "", ValueKind::Stamp},
                       {"d", "D(us)", "", ValueKind::MeanTime},
                       {"e", "E(%)", "", ValueKind::Percent},
                       {"f", "F", "", ValueKind::NumberText},
                       {"g", "", "", ValueKind::Text}});
        const auto add = [&rows](qint64 ns, double part, const char *text) {
            rows.add({}, {text, ns, ns, ns, part, cellIf(part > 0, part), text, "not printed"});
        };
        add(1'500, 2500.5, "07");
        add(9'007'199'254'740'993, -1, "7");
        QBuffer out;
        QVERIFY(out.open(QIODevice::WriteOnly));
        const auto sink = makeCsvSink(out);
        sink->begin(printedHeaders(rows.columns()));
        QVERIFY(writeRows(*sink, rows, JobContext()));
        sink->end();
        QVERIFY(sink->ok());
        QCOMPARE(out.data(), QByteArray("Step,A(us),B(ns),C(us),D(us),E(%),F\r\n"
                                        "07,1.5,1500,1.500,2.5005,2500.5,07\r\n"
                                        "7,9007199254740.993,9007199254740993,9007199254740.993,-0.001,,7\r\n"));
        const JobContext job;
        job.cancel();
        QVERIFY(!writeRows(*sink, rows, job));
    }

    void spreadsheetsRunNothing()
    {
        CellRows rows({{"a", "A", "", ValueKind::Text}});
        for (const char *text : {"=1+1", "\x1b[31m", "a,b"})
            rows.add({}, {text});
        const auto written = [&rows](CsvReader reader) {
            QBuffer out;
            (void)out.open(QIODevice::WriteOnly);
            const auto sink = makeCsvSink(out, reader);
            sink->begin(printedHeaders(rows.columns()));
            (void)writeRows(*sink, rows, JobContext());
            sink->end();
            return out.data();
        };
        QCOMPARE(written(CsvReader::Program), QByteArray("A\r\n=1+1\r\n\x1b[31m\r\n\"a,b\"\r\n"));
        QCOMPARE(written(CsvReader::Spreadsheet), QByteArray("A\r\n'=1+1\r\n\x1b[31m\r\n\"a,b\"\r\n"));
        QVERIFY(!written(CsvReader::Terminal).contains('\x1b'));
    }

    void emptyRunHasReasons_data() { everyTableIsWhole_data(); }

    // A rank without any file: no table has rows, none crashes, and each that could not answer says why.
    void emptyRunHasReasons()
    {
        const auto [id] = scenario<QString>();
        const TableSpec &t = *m_catalogue.find(id);
        auto run = std::make_shared<Run>();
        for (int r = 0; r < 2; ++r) {
            RankInfo info;
            info.rank = r;
            info.label = QString::number(r);
            auto rank = std::make_shared<RankData>();
            rank->info = info;
            run->infos.push_back(info);
            run->ranks.push_back(rank);
        }
        TableQuery query;
        query.run = run;
        query.rank = 0;
        query.other = 1;
        const auto rows = t.make(query, JobContext());
        QVERIFY(rows);
        // Who is there is told even of two empty ranks.
        const bool always = id == QLatin1String("ranks") || id == QLatin1String("base");
        QCOMPARE(rows->rows(), id == QLatin1String("ranks") ? 2U : always ? 1U : 0U);
        if (t.whyEmpty && !always)
            QVERIFY(!t.whyEmpty(query).isEmpty());
    }

    void aFileThatIsThereIsNotCalledAbsent()
    {
        auto rank = std::make_shared<RankData>();
        rank->info.label = QStringLiteral("3");
        FileEntry file;
        file.name = QStringLiteral("out/kernel_details.csv");
        file.kind = QStringLiteral("kernel_details");
        rank->info.files.push_back(file);
        auto run = std::make_shared<Run>();
        run->infos.push_back(rank->info);
        run->ranks.push_back(rank);
        TableQuery query;
        query.run = run;
        query.rank = 0;
        const auto why = [&](QStringView id) { return m_catalogue.find(id)->whyEmpty(query).english(); };
        QCOMPARE(why(u"kernels"),
                 QStringLiteral("out/kernel_details.csv of rank 3 has no row that could be read: info says "
                                "what is wrong with it."));
        QVERIFY(why(u"op-statistic").contains(QStringLiteral("has no op_statistic.csv")));
    }

    void communicationIsMissedWhereItWouldStand_data()
    {
        // database: why it is not read; "read": it is
        const Scenarios<bool, QString, QString> row;
        row("text files", false, QString(), ".json");
        row("MindSpore 1.x", true, QString(), "hccl_raw_*.csv");
        row("databases", false, "read", "databases of this run hold no");
        row("damaged databases", false, "file is not a database", "damaged (file is not a database)");
    }

    void communicationIsMissedWhereItWouldStand()
    {
        const auto [legacy, database, says] = scenario<bool, QString, QString>();
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 2; ++r) {
            auto rank = std::make_shared<RankData>();
            rank->info.rank = r;
            rank->info.label = QString::number(r);
            if (legacy)
                rank->legacy = true;
            if (!database.isEmpty()) {
                FileEntry file;
                file.name = QStringLiteral("analysis.db");
                file.kind = QStringLiteral("db");
                file.used = database == QLatin1String("read");
                if (!file.used)
                    file.why = Phrase(QString::fromLatin1(unreadDatabaseReason), {database});
                rank->info.files.push_back(file);
            }
            ranks.push_back(rank);
        }
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun(std::move(ranks)));
        query.rank = 0;
        const Catalogue tables = Catalogue::ofProgram();
        for (const char *const id :
             {"communication", "matrix", "links", "bandwidth", "bandwidth.packets", "bandwidth.advice"}) {
            const QString why = tables.find(QString::fromLatin1(id))->whyEmpty(query).english();
            QVERIFY2(why.contains(says), qPrintable(QLatin1String(id) + QLatin1String(": ") + why));
            QCOMPARE(why.contains(QLatin1String(".json")), says == QLatin1String(".json"));
            QCOMPARE(why.contains(QLatin1String("profiler_level")), says == QLatin1String(".json"));
        }
        const QString durations = tables.find(u"durations")->whyEmpty(query).english();
        QVERIFY2(database.isEmpty() || durations.contains(says), qPrintable(durations));
    }

    void aDomainWithoutRowsIsCalledByItsName()
    {
        auto rank = std::make_shared<RankData>();
        rank->info.rank = 0;
        rank->info.label = QStringLiteral("0");
        StepTraceRow row;
        row.step = QStringLiteral("1");
        row.rank = 0;
        row.computingUs = 1;
        rank->stepTrace.push_back(row);
        GroupInfo group;
        group.hash = QStringLiteral("12345678901234567890");
        group.pgName = QStringLiteral("dp");
        group.globalRanks = {6, 7};
        rank->groups.push_back(group);
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun({rank}));
        query.domain = group.hash;
        const Catalogue tables = Catalogue::ofProgram();
        QCOMPARE(tables.find(u"overview")->whyEmpty(query).english(),
                 QStringLiteral("No rank of this run that belongs to domain dp:(6,7) has a row."));
        query.step = QStringLiteral("1");
        QVERIFY(tables.find(u"overview")
                    ->whyEmpty(query)
                    .english()
                    .contains(QLatin1String("dp:(6,7) has a row of step 1")));
    }

    // A cluster analysis without the folders of its ranks may hold what the recipe gave there.
    void recipesOfAClusterAloneNameItsDatabase()
    {
        const Catalogue tables = Catalogue::ofProgram();
        TableQuery query;
        query.run = std::make_shared<const Run>();
        for (const char *const id : {"recipe.slow-rank", "recipe.free", "recipe.masking", "recipe.modules"}) {
            const QString why = tables.find(QString::fromLatin1(id))->whyEmpty(query).english();
            QVERIFY2(why.contains(QLatin1String("cluster.SlowRank")), qPrintable(QLatin1String(id) + u' ' + why));
        }
        query.run = std::make_shared<const Run>(test::makeRun({std::make_shared<RankData>()}));
        const QString ofRanks = tables.find(u"recipe.slow-rank")->whyEmpty(query).english();
        QVERIFY2(ofRanks.startsWith(QLatin1String("No collective points to a slow rank")), qPrintable(ofRanks));
    }

    // "communication" has a title as a cause of idle time, so its neighbours in a column of kinds need one, too.
    void kindsAreWrittenAlike()
    {
        for (const char *const word : {"computing",
                                       "computing, split",
                                       "communication",
                                       "collective",
                                       "send",
                                       "receive",
                                       "send and receive",
                                       "redistribution",
                                       "gradient aggregation",
                                       "special",
                                       "forward",
                                       "backward",
                                       "forward and backward",
                                       "other work",
                                       "total",
                                       "pure compute",
                                       "idle",
                                       "preparing",
                                       "stage",
                                       "bubble"}) {
            const char *const title = wordTitle(word);
            QVERIFY2(title && QLatin1String(title).compare(QLatin1String(word), Qt::CaseInsensitive) == 0, word);
            QVERIFY2(QChar(QLatin1String(title).front()).isUpper(), word);
        }
    }

    // Devices that start 800 ms apart made a duration of 0.85 us "0.001 ms".
    void startsDoNotChooseTheUnitOfDurations()
    {
        const std::vector<ColumnSpec> columns = m_catalogue.find(u"marey.exceptions")->columns({});
        const auto groupOf = [&](QStringView id) {
            return std::find_if(columns.begin(), columns.end(), [id](const ColumnSpec &c) { return c.id == id; })
                ->unitGroup;
        };
        for (const QStringView id : {u"spread", u"longest", u"median"})
            QCOMPARE(groupOf(id), groupOf(u"shortest"));
        QVERIFY(groupOf(u"start-spread") != groupOf(u"shortest"));
    }

    // 20 MB/ms everywhere, but 2 between ranks 1 and 2: both directions have a row, one of them the cost.
    void aSlowLinkCostsOnce()
    {
        constexpr qint64 base = 1'700'000'000'000'000'000;
        constexpr qint64 us = 1000;
        GroupInfo world;
        world.commName = QStringLiteral("world");
        world.hash = groupHash(world.commName);
        world.globalRanks = {0, 1, 2, 3};
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (int r = 0; r < 4; ++r) {
            test::TinyRank rank(r);
            rank.data.groups.push_back(world);
            rank.thread("4", "world", "Group world Communication");
            rank.step(1, base, 3000 * us);
            rank.kernel("MatMul", base + 10 * us, 600 * us);
            rank.slice("4", "world", "hcom_allReduce__271_0_1", base + (610 + r) * us, (2000 - r) * us);
            for (int other = 0; other < 4; ++other) {
                if (other == r)
                    continue;
                MatrixLink l;
                l.step = QStringLiteral("1");
                l.key = QString(TotalOp);
                l.groupHash = world.hash;
                l.source = l.ownerRank = r;
                l.destination = other;
                l.globalRanks = true;
                l.transport = QStringLiteral("HCCS");
                l.sizeMb = 2;
                l.timeMs = r + other == 3 && r > 0 && other > 0 ? 1 + 0.001 * r : 0.1 + 0.0005 * r;
                l.bandwidthGbs = *l.sizeMb / *l.timeMs;
                rank.links.push_back(l);
            }
            ranks.push_back(rank.finish());
        }
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun(std::move(ranks)));
        const Catalogue tables = Catalogue::ofProgram();
        const auto rows = tables.find(u"links.slow")->rows(query, JobContext());
        QCOMPARE(rows->rows(), quint32(2));
        const int cost = rows->columnOf(u"cost");
        const int lost = rows->columnOf(u"lost");
        // The row with the cost leads.
        QVERIFY(rows->integer(0, lost) > rows->integer(1, lost));
        QVERIFY(rows->real(0, cost) > 0.5);
        QVERIFY(!rows->real(1, cost));
        // A row leads to its link; another domain has none.
        for (quint32 r = 0; r < 2; ++r) {
            const RowPlace place = rows->place(r);
            QVERIFY(place.link);
            QCOMPARE(place.link->source, static_cast<int>(*rows->integer(r, rows->columnOf(u"source"))));
            QCOMPARE(place.link->destination, static_cast<int>(*rows->integer(r, rows->columnOf(u"destination"))));
            QCOMPARE(place.rank, place.link->source);
        }
        query.domain = world.hash;
        QCOMPARE(tables.find(u"links.slow")->rows(query, JobContext())->rows(), quint32(2));
        query.domain = QStringLiteral("77");
        QCOMPARE(tables.find(u"links.slow")->rows(query, JobContext())->rows(), quint32(0));
        QVERIFY(
            tables.find(u"links.slow")->whyEmpty(query).english().contains(QStringLiteral("none in what was asked")));
    }

    // Rank 0 has two operators in communication.json, of 1 and 3 ms, and a trace without them: rows on one operator say
    // which and when, sums say neither.
    void rowsOfRecordsNameTheOperator()
    {
        test::TinyRank rank(0);
        for (int i = 0; i < 2; ++i) {
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__271_%1_1").arg(i);
            op.groupHash = QStringLiteral("77");
            op.startText = QString::number(1 + 4 * i) + QStringLiteral("000.5");
            op.startUs = op.startText.toDouble();
            op.elapseMs = 1 + 2 * i;
            TransportInfo t;
            t.transport = QStringLiteral("SDMA");
            t.sizeMb = 1;
            t.timeMs = 1;
            t.bandwidthGbs = 1;
            t.packets = {{0.5, 2, 1}};
            op.transports.push_back(t);
            rank.commOps.push_back(op);
        }
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun({rank.finish()}));
        const Catalogue tables = Catalogue::ofProgram();
        for (const char *id : {"communication", "bandwidth", "bandwidth.packets", "bandwidth.advice", "durations"}) {
            const auto rows = tables.find(QString::fromLatin1(id))->rows(query, JobContext());
            const bool isOfKind = rows->rows() == 1;
            QVERIFY2(rows->rows() > 0, id);
            std::optional<RecordPlace> longest;
            for (quint32 r = 0; r < rows->rows(); ++r) {
                const RowPlace place = rows->place(r);
                QCOMPARE(place.rank, 0);
                QCOMPARE(place.slice, NoSlice);
                QVERIFY(!place.time);
                const bool isTotal = rows->text(r, rows->columnOf(u"operator")) == std::string_view("Total Op Info");
                QCOMPARE(place.record.has_value(), !isTotal);
                if (!isTotal && (!longest || place.record->time.length() > longest->time.length()))
                    longest = place.record;
            }
            QVERIFY2(longest, id);
            QVERIFY2(isOfKind || rows->rows() >= 2, id);
            QCOMPARE(longest->op, QStringLiteral("hcom_allReduce__271_1_1"));
            QCOMPARE(longest->time, (Interval{5'000'500, 8'000'500}));
        }
        TableQuery total = query;
        total.total = true;
        const auto sums = tables.find(u"communication")->rows(total, JobContext());
        QVERIFY(sums->rows() > 0 && !sums->place(0).record);
    }

    // Alignment and contention show in traces: without one nothing is said to be fine.
    void adviceSaysWhatWasNotChecked()
    {
        const auto rankOf = [](int number, double packetMb, bool hasTrace) {
            test::TinyRank rank(number);
            rank.step(1, 1000, 100'000);
            CommOp op;
            op.step = QStringLiteral("1");
            op.name = QStringLiteral("hcom_allReduce__271_0_1");
            op.groupHash = QStringLiteral("77");
            op.elapseMs = 1;
            TransportInfo t;
            t.transport = QStringLiteral("SDMA");
            t.sizeMb = 2 * packetMb;
            t.timeMs = 1;
            t.bandwidthGbs = 2 * packetMb;
            t.packets = {{packetMb, 2, 1}};
            op.transports.push_back(t);
            rank.commOps.push_back(op);
            auto out = std::make_shared<RankData>(*rank.finish());
            if (!hasTrace)
                out->trace = nullptr;
            return std::shared_ptr<const RankData>(std::move(out));
        };
        const TableSpec &advice = *m_catalogue.find(u"bandwidth.advice");
        const auto why = [&advice](std::vector<std::shared_ptr<const RankData>> ranks) {
            TableQuery query;
            query.run = std::make_shared<const Run>(test::makeRun(std::move(ranks)));
            return advice.rows(query, JobContext())->rows() > 0 ? QStringLiteral("rows")
                                                                : advice.whyEmpty(query).english();
        };
        const QString all = why({rankOf(0, 32, true)});
        QVERIFY2(all.contains(QStringLiteral("Nothing to advise")), qPrintable(all));
        QVERIFY(why({rankOf(0, 32, false)}).contains(QStringLiteral("contention were not checked")));
        const QString some = why({rankOf(0, 32, true), rankOf(1, 32, false)});
        QVERIFY2(some.contains(QStringLiteral("neither was checked on: 1.")), qPrintable(some));
        TableQuery query;
        query.run = std::make_shared<const Run>(test::makeRun({rankOf(0, 0.5, true), rankOf(1, 0.5, false)}));
        const auto rows = advice.rows(query, JobContext());
        QVERIFY(rows->rows() > 0);
        QCOMPARE(rows->notes().size(), size_t(1));
        QCOMPARE(rows->notes().front().rank, QStringLiteral("1"));
    }

    void documentationIsFresh()
    {
        QString text = QStringLiteral(
            "# Tables\n\nEvery table that the window shows, the command line prints and an export "
            "writes. This page is printed from their declarations: after a\nchange, run "
            "`RANKSCOPE_WRITE_DOCS=1 build/…/bin/test_tables tst_catalogue documentationIsFresh`.\n\nTimes "
            "stand in the unit of their header. Stamps are nanoseconds since the epoch, as the "
            "files have them.\n\n");
        for (const TableSpec &t : m_catalogue.all())
            text += pageOf(t);
        text = text.trimmed() + u'\n';
        QFile file(QStringLiteral(RANKSCOPE_SOURCE_DIR "/docs/tables.md"));
        if (qEnvironmentVariableIsSet("RANKSCOPE_WRITE_DOCS")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.toUtf8());
            file.close();
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), "docs/tables.md is missing");
        QCOMPARE(QString::fromUtf8(file.readAll()), text);
    }

private:
    const Catalogue m_catalogue = Catalogue::ofProgram();
};

RS_TEST(TestCatalogue, QCoreApplication);
#include "tst_catalogue.moc"
