// SPDX-License-Identifier: Apache-2.0
#include "app/cli/tables.h"

#include "analysis/domains.h"
#include "analysis/flowstats.h"
#include "analysis/knownranks.h"
#include "core/timens.h"

#include <QLocale>
#include <QSet>

#include <algorithm>
#include <limits>
#include <map>

namespace rs::cli {

namespace {

Cell numberCell(int value)
{
    return value >= 0 ? Cell(static_cast<qint64>(value)) : Cell();
}

Cell averageCell(double ns)
{
    return ns / 1000.0;
}

// Steps of one rank, by mark, else by file.
QString stepsOf(const RankData &rank)
{
    Run alone;
    alone.infos.push_back(rank.info);
    alone.ranks.push_back(std::make_shared<const RankData>(rank));
    return alone.steps().join(u';');
}

// The text of the file; where that is no number, the one that was read from it, never with an exponent.
Cell startCell(const CommRow &r)
{
    if (!r.startUs)
        return {};
    return Digits{r.startText.isEmpty() ? QString::number(*r.startUs, 'f', QLocale::FloatingPointShortest).toStdString()
                                        : r.startText.toStdString()};
}

std::string_view utf8(const QByteArray &bytes)
{
    return {bytes.constData(), static_cast<size_t>(bytes.size())};
}

bool matches(const std::optional<QRegularExpression> &pattern, const QString &text)
{
    return !pattern || pattern->match(text).hasMatch();
}

std::vector<LaneId> lanesMatching(const Trace &trace, const LaneLabels &labels, const SliceFilter &filter)
{
    std::vector<LaneId> out;
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        if (matches(filter.lane, QString::fromStdString(labels.both(LaneId{l}))))
            out.push_back(LaneId{l});
    }
    return out;
}

// One answer per name, so that a pattern is not run again for every slice.
std::vector<char> namesMatching(const Trace &trace, const SliceFilter &filter)
{
    std::vector<char> out(trace.strings().size(), 1);
    if (!filter.name)
        return out;
    for (quint32 i = 0; i < out.size(); ++i)
        out[i] = matches(filter.name, trace.strings().text(StrId{i})) ? 1 : 0;
    return out;
}

// A name has one type in practice, so Type stands beside it; a type has many names, so Name does not.
struct OperatorColumns
{
    bool name;
    bool shapes;
};

OperatorColumns columnsOf(OperatorGrouping grouping)
{
    return {grouping != OperatorGrouping::Type && grouping != OperatorGrouping::Shape,
            grouping == OperatorGrouping::Shape || grouping == OperatorGrouping::NameShape ||
                grouping == OperatorGrouping::Kernel};
}

QStringList identityHeaders(const OperatorColumns &c)
{
    QStringList h{QStringLiteral("Type")};
    if (c.name)
        h << QStringLiteral("Name");
    if (c.shapes)
        h << QStringLiteral("Input Shapes");
    h << QStringLiteral("Core Type");
    return h;
}

template <typename R>
Row identityCells(const OperatorColumns &c, const R &r)
{
    Row cells{cell(r.type)};
    if (c.name)
        cells.push_back(cell(r.name));
    if (c.shapes)
        cells.push_back(cell(r.shapes));
    cells.push_back(cell(r.coreType));
    return cells;
}

void addSide(Row &cells, const CompareSide &side)
{
    cells.emplace_back(side.calls);
    if (side.calls == 0) {
        cells.emplace_back(0.0);
        cells.insert(cells.end(), 3, Cell());
        return;
    }
    cells.push_back(usCell(side.totalNs));
    cells.push_back(averageCell(side.averageNs()));
    cells.push_back(usCell(side.maxNs));
    cells.push_back(usCell(side.minNs));
}

} // namespace

Cell rankCell(int rank, const QString &label)
{
    return rank >= 0 ? Cell(static_cast<qint64>(rank)) : cell(label);
}

namespace {

void writeRanks(TableSink &sink, const std::vector<std::shared_ptr<const Run>> &runs,
                const std::vector<QString> *folders)
{
    QStringList headers{QStringLiteral("Run"),      QStringLiteral("Rank"),      QStringLiteral("Device"),
                        QStringLiteral("Host"),     QStringLiteral("Framework"), QStringLiteral("Level"),
                        QStringLiteral("Steps"),    QStringLiteral("Slices"),    QStringLiteral("Flows"),
                        QStringLiteral("Counters"), QStringLiteral("Findings"),  QStringLiteral("Folder")};
    if (folders)
        headers << QStringLiteral("Export Folder");
    sink.begin(headers);
    const auto write = [&](Row row, size_t rank) {
        if (folders)
            row.push_back(rank < folders->size() && !(*folders)[rank].isEmpty() ? cell((*folders)[rank]) : Cell());
        sink.row(row);
    };
    for (size_t i = 0; i < runs.size(); ++i) {
        const Run &run = *runs[i];
        for (size_t r = 0; r < run.infos.size(); ++r) {
            const RankData *rank = run.ranks[r].get();
            // What the loader learned while reading is in the rank's own copy.
            const RankInfo &info = rank ? rank->info : run.infos[r];
            const Trace *trace = rank ? rank->trace.get() : nullptr;
            write({static_cast<qint64>(i + 1), rankCell(info.rank, info.label), numberCell(info.device),
                   cell(info.host), cell(frameworkName(info.framework)), cell(info.level),
                   rank ? cell(stepsOf(*rank)) : Cell(), static_cast<qint64>(trace ? trace->slices().size() : 0),
                   static_cast<qint64>(trace ? trace->flows().size() : 0),
                   static_cast<qint64>(trace ? trace->counters().size() : 0),
                   static_cast<qint64>(rank ? rank->report.findings().size() : 0), cell(info.path)},
                  r);
        }
        const auto ofRun = static_cast<qint64>(run.report.findings().size());
        for (const ClusterRank &c : clusterRanks(run))
            write({static_cast<qint64>(i + 1), static_cast<qint64>(c.rank), Cell(), Cell(), Cell(), Cell(),
                   cell(c.steps.join(u';')), Cell(), Cell(), Cell(), ofRun, cell(run.path)},
                  std::numeric_limits<size_t>::max());
    }
    sink.end();
}

} // namespace

void writeInfo(TableSink &sink, const std::vector<std::shared_ptr<const Run>> &runs)
{
    writeRanks(sink, runs, nullptr);
}

void writeExportedRanks(TableSink &sink, const Run &run, const std::vector<QString> &folders)
{
    writeRanks(sink, {std::shared_ptr<const Run>(std::shared_ptr<const Run>(), &run)}, &folders);
}

void writeOverview(TableSink &sink, const std::vector<OverviewRow> &rows)
{
    sink.begin({QStringLiteral("Step"), QStringLiteral("Rank"), QStringLiteral("Computing(us)"),
                QStringLiteral("Communication(Not Overlapped)(us)"), QStringLiteral("Overlapped(us)"),
                QStringLiteral("Communication(us)"), QStringLiteral("Free(us)"), QStringLiteral("Stage(us)"),
                QStringLiteral("Bubble(us)"), QStringLiteral("Communication(Not Overlapped and Exclude Receive)(us)"),
                QStringLiteral("Preparing(us)"), QStringLiteral("Source")});
    for (const OverviewRow &r : rows) {
        sink.row({stepCell(r.step), rankCell(r.rank, r.rankLabel), cell(r.computingUs), cell(r.notOverlappedUs),
                  cell(r.overlappedUs), cell(r.communicationUs), cell(r.freeUs), cell(r.stageUs), cell(r.bubbleUs),
                  cell(r.notOverlappedExcludeReceiveUs), cell(r.preparingUs), cell(r.source)});
    }
    sink.end();
}

void writeOperators(TableSink &sink, const OperatorTable &table)
{
    const OperatorColumns columns = columnsOf(table.grouping);
    sink.begin(identityHeaders(columns) << QStringLiteral("Calls") << QStringLiteral("Total(us)")
                                        << QStringLiteral("Average(us)") << QStringLiteral("Min(us)")
                                        << QStringLiteral("Max(us)") << QStringLiteral("Share(%)"));
    for (const OperatorRow &r : table.rows) {
        Row cells = identityCells(columns, r);
        cells.emplace_back(r.calls);
        cells.push_back(usCell(r.totalNs));
        cells.push_back(averageCell(r.averageNs()));
        cells.push_back(usCell(r.minNs));
        cells.push_back(usCell(r.maxNs));
        cells.emplace_back(r.share);
        sink.row(cells);
    }
    sink.end();
}

void writeCompare(TableSink &sink, const RankComparison &comparison)
{
    const OperatorColumns columns = columnsOf(comparison.grouping);
    QStringList headers = identityHeaders(columns);
    for (const QString &side : {QStringLiteral("Base"), QStringLiteral("Other")}) {
        for (const QString &what : {QStringLiteral("Calls"), QStringLiteral("Total(us)"), QStringLiteral("Average(us)"),
                                    QStringLiteral("Max(us)"), QStringLiteral("Min(us)")})
            headers << side + u' ' + what;
    }
    sink.begin(headers << QStringLiteral("Difference(us)") << QStringLiteral("Ratio") << QStringLiteral("Only In"));
    for (const CompareRow &r : comparison.rows) {
        Row cells = identityCells(columns, r);
        addSide(cells, r.base);
        addSide(cells, r.other);
        cells.push_back(usCell(r.differenceNs()));
        cells.emplace_back(r.ratio());
        cells.push_back(r.onlyIn == OnlyIn::Both   ? Cell()
                        : r.onlyIn == OnlyIn::Base ? Cell(std::string_view("base"))
                                                   : Cell(std::string_view("other")));
        sink.row(cells);
    }
    sink.end();
}

void writeCommunication(TableSink &sink, const std::vector<CommRow> &rows)
{
    sink.begin({QStringLiteral("Step"), QStringLiteral("Domain"), QStringLiteral("Operator"), QStringLiteral("Rank"),
                QStringLiteral("Start(us)"), QStringLiteral("Elapse(ms)"), QStringLiteral("Transit(ms)"),
                QStringLiteral("Synchronization(ms)"), QStringLiteral("Wait(ms)"), QStringLiteral("Idle(ms)"),
                QStringLiteral("Synchronization Ratio"), QStringLiteral("Wait Ratio")});
    for (const CommRow &r : rows) {
        sink.row({stepCell(r.step), cell(r.domain), cell(r.op), numberCell(r.rank), startCell(r), cell(r.elapseMs),
                  cell(r.transitMs), cell(r.synchronizationMs), cell(r.waitMs), cell(r.idleMs),
                  cell(r.synchronizationRatio), cell(r.waitRatio)});
    }
    sink.end();
}

void writeMatrix(TableSink &sink, const std::vector<MatrixCell> &cells)
{
    sink.begin({QStringLiteral("Step"), QStringLiteral("Domain"), QStringLiteral("Operator"),
                QStringLiteral("Source Rank"), QStringLiteral("Destination Rank"), QStringLiteral("Rank Kind"),
                QStringLiteral("Link Type"), QStringLiteral("Transit Size(MB)"), QStringLiteral("Transit Time(ms)"),
                QStringLiteral("Bandwidth(GB/s)")});
    for (const MatrixCell &c : cells) {
        sink.row({stepCell(c.step), cell(c.domain), cell(c.op), static_cast<qint64>(c.source),
                  static_cast<qint64>(c.destination), std::string_view(c.global ? "global" : "local"),
                  cell(c.transport), cell(c.sizeMb), cell(c.timeMs), cell(c.bandwidthGbs)});
    }
    sink.end();
}

LaneLabels::LaneLabels(const Trace &trace)
{
    const auto size = trace.lanes().size();
    std::map<QString, QSet<quint32>> processes;
    for (const Lane &lane : trace.lanes())
        processes[trace.processLabel(lane.process)].insert(raw(lane.process));
    for (quint32 l = 0; l < size; ++l) {
        const Lane &lane = trace.lanes()[l];
        QString label = trace.processLabel(lane.process);
        if (processes[label].size() > 1)
            label += QStringLiteral(" (pid %1)").arg(trace.strings().text(trace.process(lane.process).pid));
        process.push_back(label.toStdString());
    }
    // The Python calls of a thread are a lane of their own in the timeline; the trace has one thread.
    const auto isStack = [&trace](quint32 l) { return trace.lanes()[l].kind == LaneKind::PythonStack; };
    std::map<std::pair<quint32, quint32>, quint32> threadOf; // process, tid -> lane
    std::map<std::pair<quint32, QString>, int> threads;
    for (quint32 l = 0; l < size; ++l) {
        const Lane &lane = trace.lanes()[l];
        if (isStack(l))
            continue;
        threadOf.try_emplace({raw(lane.process), raw(lane.tid)}, l);
        ++threads[{raw(lane.process), trace.laneLabel(LaneId{l})}];
    }
    QSet<QString> taken;
    thread.resize(size);
    for (quint32 l = 0; l < size; ++l) {
        const Lane &lane = trace.lanes()[l];
        if (isStack(l))
            continue;
        QString label = trace.laneLabel(LaneId{l});
        if (threads[{raw(lane.process), label}] > 1)
            label += QStringLiteral(" (tid %1)").arg(trace.strings().text(lane.tid));
        const QString base = label;
        const QString prefix = QString::number(raw(lane.process)) + u'/';
        for (int n = 2; taken.contains(prefix + label); ++n)
            label = QStringLiteral("%1 #%2").arg(base).arg(n);
        taken.insert(prefix + label);
        thread[l] = label.toStdString();
    }
    for (quint32 l = 0; l < size; ++l) {
        if (!isStack(l))
            continue;
        const Lane &lane = trace.lanes()[l];
        const auto own = threadOf.find({raw(lane.process), raw(lane.tid)});
        thread[l] = own != threadOf.end() ? thread[own->second]
                    : lane.threadName != NoText
                        ? trace.strings().text(lane.threadName).toStdString()
                        : QStringLiteral("Thread %1").arg(trace.strings().text(lane.tid)).toStdString();
    }
}

bool writeSlices(TableSink &sink, const RankData &rank, const SliceFilter &filter, const JobContext &job)
{
    sink.begin({QStringLiteral("Rank"), QStringLiteral("Process"), QStringLiteral("Thread"), QStringLiteral("Depth"),
                QStringLiteral("Name"), QStringLiteral("Start(ns)"), QStringLiteral("Duration(ns)")});
    if (rank.trace) {
        const Trace &trace = *rank.trace;
        const SliceStore &s = trace.slices();
        const LaneLabels labels(trace);
        const std::vector<char> wanted = namesMatching(trace, filter);
        const Cell rankId = rankCell(rank.info.rank, rank.info.label);
        Row cells(7);
        for (const LaneId id : lanesMatching(trace, labels, filter)) {
            const Lane &lane = trace.lane(id);
            for (quint32 r = 0; r < lane.rowCount; ++r) {
                const auto span = s.visible(RowId{lane.firstRow + r}, filter.fromNs, filter.toNs);
                for (quint32 i = span.first; i < span.last && sink.ok(); ++i) {
                    if ((i & 0xfffU) == 0 && job.isCanceled())
                        return false;
                    const SliceId slice{i};
                    if (wanted[raw(s.name(slice))] == 0)
                        continue;
                    if (filter.limit >= 0 && sink.rows() >= filter.limit) {
                        sink.end();
                        return true;
                    }
                    cells[0] = rankId;
                    cells[1] = std::string_view(labels.process[raw(id)]);
                    cells[2] = std::string_view(labels.thread[raw(id)]);
                    cells[3] = static_cast<qint64>(r);
                    cells[4] = trace.strings().view(s.name(slice));
                    cells[5] = s.start(slice);
                    cells[6] = s.duration(slice);
                    sink.row(cells);
                }
            }
        }
    }
    sink.end();
    return true;
}

bool writeSliceStats(TableSink &sink, const RankData &rank, const SliceFilter &filter, const JobContext &job)
{
    sink.begin({QStringLiteral("Name"), QStringLiteral("Count"), QStringLiteral("Total(us)"),
                QStringLiteral("Self(us)"), QStringLiteral("Average(us)"), QStringLiteral("Min(us)"),
                QStringLiteral("Max(us)")});
    if (rank.trace) {
        const Trace &trace = *rank.trace;
        const std::vector<LaneId> lanes = lanesMatching(trace, LaneLabels(trace), filter);
        const SliceStats stats = sliceStats(trace, lanes, {filter.fromNs, filter.toNs}, job);
        if (!stats.complete)
            return false;
        const std::vector<char> wanted = namesMatching(trace, filter);
        for (const SliceStat &r : stats.rows) {
            if (wanted[raw(r.name)] == 0)
                continue;
            if (filter.limit >= 0 && sink.rows() >= filter.limit)
                break;
            sink.row({trace.strings().view(r.name), r.count, usCell(r.totalNs), usCell(r.selfNs),
                      averageCell(r.averageNs()), usCell(r.minNs), usCell(r.maxNs)});
        }
    }
    sink.end();
    return true;
}

bool writeFlows(TableSink &sink, const RankData &rank, const QString &category, const JobContext &job)
{
    sink.begin({QStringLiteral("Category"), QStringLiteral("Id"), QStringLiteral("From Lane"),
                QStringLiteral("From Name"), QStringLiteral("From(ns)"), QStringLiteral("To Lane"),
                QStringLiteral("To Name"), QStringLiteral("To(ns)"), QStringLiteral("Delay(ns)")});
    if (rank.trace) {
        const Trace &trace = *rank.trace;
        const SliceStore &s = trace.slices();
        const LaneLabels labels(trace);
        std::vector<std::string> lanes;
        for (quint32 l = 0; l < trace.lanes().size(); ++l)
            lanes.push_back(labels.both(LaneId{l}));
        const QByteArray wanted = category.toUtf8();
        const PageVector<Flow> &flows = trace.flows().flows();
        for (size_t i = 0; i < flows.size() && sink.ok(); ++i) {
            if ((i & 0xfffU) == 0 && job.isCanceled())
                return false;
            const Flow &f = flows[i];
            const std::string_view name = trace.strings().view(trace.flows().categories()[f.category].name);
            if (!wanted.isEmpty() && name != utf8(wanted))
                continue;
            sink.row({name, f.id.text(trace.strings()), std::string_view(lanes[raw(trace.laneOf(f.from))]),
                      trace.strings().view(s.name(f.from)), f.fromNs, std::string_view(lanes[raw(trace.laneOf(f.to))]),
                      trace.strings().view(s.name(f.to)), f.toNs, f.toNs - f.fromNs});
        }
    }
    sink.end();
    return true;
}

bool writeFlowStats(TableSink &sink, const RankData &rank, const QString &category, const JobContext &job)
{
    sink.begin({QStringLiteral("Category"), QStringLiteral("Joined"), QStringLiteral("Orphan Starts"),
                QStringLiteral("Orphan Ends"), QStringLiteral("Median Delay(ns)"), QStringLiteral("P5(ns)"),
                QStringLiteral("P95(ns)"), QStringLiteral("Negative"), QStringLiteral("Orphans Out Of Slice"),
                QStringLiteral("Orphans Cut Off"), QStringLiteral("Orphans Without Partner")});
    if (rank.trace) {
        const auto optional = [](const std::optional<qint64> &v) { return v ? Cell(*v) : Cell(); };
        const QByteArray wanted = category.toUtf8();
        const std::vector<FlowStat> stats = flowStats(*rank.trace, job);
        if (job.isCanceled())
            return false;
        for (const FlowStat &f : stats) {
            const std::string_view name = rank.trace->strings().view(f.category);
            if (wanted.isEmpty() || name == utf8(wanted))
                sink.row({name, f.joined, f.orphanStarts, f.orphanEnds, optional(f.medianNs), optional(f.p5Ns),
                          optional(f.p95Ns), f.negative, f.orphansOutOfSlice, f.orphansCutOff, f.orphansAlone});
        }
    }
    sink.end();
    return true;
}

void writeTable(TableSink &sink, const Table &table)
{
    QStringList headers;
    for (int c = 0; c < table.columnCount(); ++c)
        headers << table.at(c).name;
    sink.begin(headers);
    Row cells(static_cast<size_t>(table.columnCount()));
    for (int row = 0; row < table.rows(); ++row) {
        for (int c = 0; c < table.columnCount(); ++c) {
            Cell &out = cells[static_cast<size_t>(c)];
            out = Cell();
            if (!table.has(row, c))
                continue;
            switch (table.at(c).type) {
            case ColumnType::Text:
                out = table.textView(row, c);
                break;
            case ColumnType::Integer:
                out = table.integer(row, c);
                break;
            case ColumnType::Real:
                out = table.real(row, c);
                break;
            case ColumnType::TimeStamp:
                out = Digits{formatUs(table.integer(row, c))};
                break;
            case ColumnType::Duration:
                out = usCell(table.integer(row, c));
                break;
            }
        }
        sink.row(cells);
    }
    sink.end();
}

void writeFindings(TableSink &sink, const std::vector<Finding> &findings)
{
    sink.begin({QStringLiteral("Severity"), QStringLiteral("File"), QStringLiteral("Place"), QStringLiteral("Message"),
                QStringLiteral("Count")});
    for (const Finding &f : findings)
        sink.row({cell(severityName(f.severity)), cell(f.file), cell(f.place), cell(f.text()), f.count});
    sink.end();
}

void writeDomains(TableSink &sink, const Run &run)
{
    sink.begin({QStringLiteral("Domain"), QStringLiteral("Group Name"), QStringLiteral("Hash"), QStringLiteral("Kind"),
                QStringLiteral("Ranks")});
    for (const Domain &d : domains(run)) {
        QStringList ranks;
        for (const int r : d.ranks)
            ranks << QString::number(r);
        sink.row({cell(d.label()), cell(d.groupName), cell(d.hash), std::string_view(d.p2p ? "p2p" : "collective"),
                  cell(ranks.join(u';'))});
    }
    sink.end();
}

void writeFiles(TableSink &sink, const Run &run)
{
    sink.begin({QStringLiteral("Rank"), QStringLiteral("File"), QStringLiteral("Kind"), QStringLiteral("Bytes"),
                QStringLiteral("Used"), QStringLiteral("Why")});
    const auto add = [&sink](const Cell &rank, const FileEntry &f) {
        sink.row({rank, cell(f.name), cell(f.kind), f.bytes, std::string_view(f.used ? "yes" : "no"), cell(f.why)});
    };
    for (const FileEntry &f : run.cluster.files)
        add(Cell(), f);
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = run.ranks[i] ? run.ranks[i]->info : run.infos[i];
        for (const FileEntry &f : info.files)
            add(rankCell(info.rank, info.label), f);
    }
    sink.end();
}

void writeCounters(TableSink &sink, const RankData &rank)
{
    sink.begin({QStringLiteral("Process"), QStringLiteral("Counter"), QStringLiteral("Series"),
                QStringLiteral("Time(ns)"), QStringLiteral("Value")});
    if (rank.trace) {
        const Trace &trace = *rank.trace;
        for (const CounterSeries &c : trace.counters()) {
            const std::string process = trace.processLabel(c.process).toStdString();
            for (size_t i = 0; i < c.timeNs.size(); ++i)
                sink.row({std::string_view(process), trace.strings().view(c.name), trace.strings().view(c.series),
                          c.timeNs[i], c.value[i]});
        }
    }
    sink.end();
}

} // namespace rs::cli
