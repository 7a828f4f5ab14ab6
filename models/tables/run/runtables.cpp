// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/launchfindings.h"
#include "analysis/overview/overviewfigures.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "core/trace/trace.h"
#include "tables/base/cellrows.h"
#include "tables/base/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace rs {

QString rankLabel(const Run &run, int index)
{
    return index >= 0 && static_cast<size_t>(index) < run.infos.size() ? run.infos[static_cast<size_t>(index)].label
                                                                       : QString();
}

Phrase whyNoTrace(const TableQuery &query)
{
    for (const auto &rank : query.run->ranks) {
        if (rank && rank->trace && (query.rank < 0 || query.rankData() == rank))
            return {};
    }
    if (const auto rank = query.rankData(); query.rank >= 0 && rank && isPackUnread(*rank))
        return tableReason(RS_TABLE("The pack of rank %1 cannot be used: the findings say why."),
                           {rankLabel(*query.run, query.rank)});
    return query.rank < 0
               ? tableReason(RS_TABLE("This run has no trace (trace_view.json, msprof*.json) that could be read. It is "
                                      "written when the profiler's data is analysed: tensorboard_trace_handler or "
                                      "analyse() of torch_npu and mindspore, msprof --export=on."))
               : tableReason(RS_TABLE("Rank %1 has no trace (trace_view.json, msprof*.json) that could be read. It is "
                                      "written when the profiler's data is analysed: tensorboard_trace_handler or "
                                      "analyse() of torch_npu and mindspore, msprof --export=on."),
                             {rankLabel(*query.run, query.rank)});
}

namespace {

// Steps of one rank, by mark, else by file.
QString stepsOf(const std::shared_ptr<const RankData> &rank)
{
    Run alone;
    alone.infos.push_back(rank->info);
    alone.ranks.push_back(rank);
    return alone.steps().join(u';');
}

std::vector<ColumnSpec> rankColumns(const TableQuery &query)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"run", "Run", RS_TABLE("Run"), K::Identifier, "", false},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"device", "Device", RS_TABLE("Device"), K::Identifier},
        {"host", "Host", RS_TABLE("Host"), K::Text},
        {"framework", "Framework", RS_TABLE("Framework"), K::Text},
        {"level", "Level", RS_TABLE("Level"), K::Text},
        {"steps", "Steps", RS_TABLE("Steps"), K::Label},
        {"slices", "Slices", RS_TABLE("Slices"), K::Integer},
        {"flows", "Flows", RS_TABLE("Connection lines"), K::Integer},
        {"counters", "Counters", RS_TABLE("Counters"), K::Integer},
        {"findings", "Findings", RS_TABLE("Findings"), K::Integer},
        {"folder", "Folder", RS_TABLE("Folder"), K::Text},
    };
    if (!query.rankFolders.empty())
        out.push_back({"export-folder", "Export Folder", RS_TABLE("Folder of the export"), K::Text});
    return out;
}

std::shared_ptr<const RowSource> makeRanks(const TableQuery &query, const JobContext &)
{
    const Run &run = *query.run;
    auto rows = std::make_shared<CellRows>(rankColumns(query));
    const auto add = [&](int index, const RankInfo &info, const QString &steps, const Trace *trace, qint64 findings) {
        const bool isIn = index >= 0;
        std::vector<Cell> cells{query.runNumber,
                                info.rank >= 0 ? QString::number(info.rank) : info.label,
                                cellIf(info.device >= 0, info.device),
                                info.host,
                                isIn ? frameworkName(info.framework) : QString(),
                                info.level,
                                steps,
                                cellIf(isIn, trace ? trace->slices().size() : 0),
                                cellIf(isIn, trace ? trace->flows().size() : 0),
                                cellIf(isIn, trace ? trace->counters().size() : 0),
                                findings,
                                info.path};
        if (!query.rankFolders.empty())
            cells.push_back(isIn ? Cell(query.rankFolders[static_cast<size_t>(index)]) : Cell());
        rows->add({index, NoSlice, {}}, cells);
    };
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const std::shared_ptr<const RankData> &rank = run.ranks[i];
        // Facts that the loader learned while reading are in the rank's own copy.
        const RankInfo &info = run.infoOf(i);
        // That a database cannot be read was found before the rank was loaded, and stands in no report of its own.
        add(static_cast<int>(i), info, rank ? stepsOf(rank) : QString(), rank ? rank->trace.get() : nullptr,
            static_cast<qint64>(rank ? rank->report.findings().size() : 0) + unreadDatabases(info).size());
    }
    for (const ClusterRank &c : clusterRanks(run)) {
        RankInfo info;
        info.rank = c.rank;
        info.path = run.path;
        add(-1, info, c.steps.join(u';'), nullptr, static_cast<qint64>(run.report.findings().size()));
    }
    return rows;
}

std::vector<ColumnSpec> fileColumns()
{
    using K = ValueKind;
    return {
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"file", "File", RS_TABLE("File"), K::Text},
        {"kind", "Kind", RS_TABLE("Kind"), K::Text},
        {"bytes", "Bytes", RS_TABLE("Size"), K::Bytes},
        {"used", "Used", RS_TABLE("Used"), K::Word},
        {"why", "Why", RS_TABLE("Why not"), K::Text, RS_TABLE("What is missing because of it.")},
    };
}

std::shared_ptr<const RowSource> makeFiles(const TableQuery &query, const JobContext &)
{
    const Run &run = *query.run;
    auto rows = std::make_shared<CellRows>(fileColumns());
    const auto add = [&rows](int index, const QString &rank, const std::vector<FileEntry> &files) {
        for (const FileEntry &f : files)
            rows->add({index, NoSlice, {}},
                      {rank, f.name, f.kind, f.bytes, f.used ? RS_TABLE("yes") : RS_TABLE("no"), f.why.english()});
    };
    add(-1, {}, run.cluster.files);
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = run.infoOf(i);
        add(static_cast<int>(i), info.label, info.files);
    }
    return rows;
}

std::vector<ColumnSpec> findingColumns()
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"severity", "Severity", RS_TABLE("Severity"), K::Word,
         RS_TABLE("What it means for the numbers: nothing, a habit of the writer, lost data, or an unreadable file.")},
        {"file", "File", RS_TABLE("File"), K::Text, RS_TABLE("Path below the folder of the run.")},
        {"place", "Place", RS_TABLE("First place"), K::Sentence, RS_TABLE("First place in the file.")},
        {"message", "Message", RS_TABLE("Message"), K::Sentence},
        {"count", "Count", RS_TABLE("Count"), K::Integer, RS_TABLE("How often it was noticed in this file.")},
        {"run", "", RS_TABLE("Run"), K::Text, "", false},
    };
    leadWith(out, {u"severity", u"count", u"run", u"file", u"place", u"message"});
    return out;
}

// Findings of the readers, then those of the analyses.
std::shared_ptr<const RowSource> makeFindings(const TableQuery &query, const JobContext &job)
{
    const Run &run = *query.run;
    const ImportReport report = wholeReport(run);
    std::vector<FindingRow> rows;
    for (const std::vector<Finding> &some :
         {report.findings(), overviewDisagreements(run, job), launchFindings(run, job)}) {
        for (const Finding &f : some)
            rows.push_back({f, {}});
    }
    return job.isCanceled() ? nullptr : findingRows(std::move(rows));
}

std::vector<ColumnSpec> domainColumns()
{
    using K = ValueKind;
    return {
        {"domain", "Domain", RS_TABLE("Communication domain"), K::Text},
        {"group", "Group Name", RS_TABLE("Group name"), K::Text},
        {"hash", "Hash", RS_TABLE("Hash"), K::Text, RS_TABLE("Name of the domain in communication files."), false},
        {"kind", "Kind", RS_TABLE("Kind"), K::Word},
        {"ranks", "Ranks", RS_TABLE("Ranks"), K::Label},
        {"name", "Name", RS_TABLE("Kind of parallelism"), K::Text,
         RS_TABLE("Name in the framework: tp, dp, pp; empty if no file says so.")},
        {"ranks-from", "Ranks From", RS_TABLE("Ranks from"), K::Word,
         RS_TABLE("A description lists all ranks of the domain. Without one only the ranks seen are listed: there "
                  "may be more, and links to them show indices inside the domain, with a #.")},
    };
}

std::shared_ptr<const RowSource> makeDomains(const TableQuery &query, const JobContext &job)
{
    auto rows = std::make_shared<CellRows>(domainColumns());
    for (const Domain &d : domains(*query.run, job)) {
        QStringList ranks;
        for (const int rank : d.ranks)
            ranks << QString::number(rank);
        rows->add({}, {d.label(), d.communicator(), d.hash, d.p2p ? RS_TABLE("p2p") : RS_TABLE("collective"),
                       ranks.join(u';'), d.pgName, d.ranksKnown ? RS_TABLE("description") : RS_TABLE("ranks seen")});
    }
    return job.isCanceled() ? nullptr : rows;
}

Phrase whyNoDomains(const TableQuery &)
{
    return tableReason(RS_TABLE("No file names groups of ranks: profiler_metadata.json and communication.json do, and "
                                "traces with communication."));
}

// `folded`: with what the ranks of a group have between them.
std::vector<ColumnSpec> columnsOfItems(bool folded)
{
    using K = ValueKind;
    std::vector<ColumnSpec> out = {
        {"step", "Step", RS_TABLE("Step"), K::Label,
         RS_TABLE("With all steps chosen in the window, the values are sums over the steps.")},
        {"rank", "Rank", RS_TABLE("Rank"), K::Label},
        {"computing", "Computing(us)", RS_TABLE("Total compute (%1)"), K::Microseconds,
         RS_TABLE("Time in which kernels run on the device.")},
        {"uncovered", "Communication(Not Overlapped)(us)", RS_TABLE("Non-overlapped communication (%1)"),
         K::Microseconds, RS_TABLE("Communication while no kernel runs.")},
        {"covered", "Overlapped(us)", RS_TABLE("Overlapped communication (%1)"), K::Microseconds,
         RS_TABLE("Communication while kernels run at the same time.")},
        {"communication", "Communication(us)", RS_TABLE("Communication (%1)"), K::Microseconds,
         RS_TABLE("Overlapped and non-overlapped communication."), false},
        {"free", "Free(us)", RS_TABLE("Free (%1)"), K::Microseconds,
         RS_TABLE("Neither computing nor communicating, as in step_trace_time.csv: for MindSpore, from the second "
                  "step on including the gap counted as preparing, for PyTorch the preparing of the next step."),
         false},
        {"idle", "", RS_TABLE("Idle (%1)"), K::Time,
         RS_TABLE("Neither computing nor communicating, and not counted as preparing.")},
        {"stage", "Stage(us)", RS_TABLE("Stage (%1)"), K::Microseconds,
         RS_TABLE("The step without the time in which it waits to receive; of MindSpore from the first to the last "
                  "communication operator, without sends and receives."),
         false},
        {"bubble", "Bubble(us)", RS_TABLE("Bubble (%1)"), K::Microseconds,
         RS_TABLE("Time in receive operators of the pipeline; of MindSpore in sends, too."), false},
        {"excludeReceive", "Communication(Not Overlapped and Exclude Receive)(us)",
         RS_TABLE("Non-overlapped without receive (%1)"), K::Microseconds,
         RS_TABLE("Non-overlapped communication less receive operators."), false},
        {"preparing", "Preparing(us)", RS_TABLE("Preparing (%1)"), K::Microseconds,
         RS_TABLE("From the start of the step on the host to the first work on the device.")},
        {"source", "Source", RS_TABLE("Source"), K::Text,
         RS_TABLE("The file that holds the values, or the slices they are derived from.")},
        {"device", "", RS_TABLE("Device"), K::Identifier, "", false},
        {"total", "", RS_TABLE("Total (%1)"), K::Time,
         RS_TABLE("Total compute + non-overlapped communication + idle + preparing.")},
        {"pure", "", RS_TABLE("Pure compute (%1)"), K::Time, RS_TABLE("Total compute less overlapped communication.")},
        {"computingRatio", "", RS_TABLE("Computing ratio (%)"), K::Percent, RS_TABLE("Total compute / total.")},
        {"communicationRatio", "", RS_TABLE("Communication ratio (%)"), K::Percent,
         RS_TABLE("Overlapped and non-overlapped communication / total.")},
        // In the window alone: how a time stands to its peers, and what the ranks of a group have between them.
        {"peers", "", RS_TABLE("Median of peers (%1)"), K::Time,
         RS_TABLE("Median of the compared time over the peers. Peers are the ranks of the same pipeline stage, "
                  "including this rank; all ranks if no stages are known."),
         false},
        {"deviation", "", RS_TABLE("vs. peer median (%1)"), K::Difference,
         RS_TABLE("The chosen time less the median of its peers.")},
        {"deviationShare", "", RS_TABLE("vs. peer median (%)"), K::Percent,
         RS_TABLE("The difference as a share of the median.")},
        {"smallest", "", RS_TABLE("Smallest of the group (%1)"), K::Time,
         RS_TABLE("Of the time that is compared with the peers."), folded},
        {"largest", "", RS_TABLE("Largest of the group (%1)"), K::Time,
         RS_TABLE("Of the time that is compared with the peers."), folded},
        {"range", "", RS_TABLE("Range of the group (%1)"), K::Time, RS_TABLE("The largest less the smallest."), folded},
    };
    for (ColumnSpec &c : out)
        c.unitGroup = c.kind == K::Microseconds || c.kind == K::Time || c.kind == K::Difference ? 1 : 0;
    leadWith(out, {u"rank", u"step", u"device", u"total", u"computing", u"deviation", u"deviationShare", u"smallest",
                   u"largest", u"range", u"pure", u"covered", u"uncovered", u"communication", u"idle", u"preparing",
                   u"computingRatio", u"communicationRatio"});
    return out;
}

std::vector<ColumnSpec> overviewColumns()
{
    return columnsOfItems(false);
}

std::optional<double> percentOf(const std::optional<double> &ratio)
{
    return ratio ? std::optional(*ratio * 100) : std::nullopt;
}

void addOverviewRow(CellRows &rows, const OverviewItem &r)
{
    // A single row as its source has it, of a sum what it adds up to.
    const auto time = [&r](const std::optional<double> &ofRow, const std::optional<qint64> &ofSum) {
        return r.steps == 1 && !r.folded ? Cell(ofRow) : cellIf(ofSum.has_value(), ofSum.value_or(0) / 1000.0);
    };
    // Official writers count what is in preparing as well.
    const std::optional<qint64> freeNs = r.idleNs ? std::optional(*r.idleNs + r.preparingInFreeNs) : std::nullopt;
    const FoldedTime group = r.folded && r.compared ? r.folded->of(*r.compared) : FoldedTime();
    rows.add({r.rankIndex, NoSlice, {}}, {r.steps > 1 ? QString() : r.step,
                                          r.rank >= 0 ? QString::number(r.rank) : r.rankLabel,
                                          time(r.row.computingUs, r.computingNs),
                                          time(r.row.notOverlappedUs, r.uncoveredNs),
                                          time(r.row.overlappedUs, r.coveredNs),
                                          time(r.row.communicationUs, r.communicationNs),
                                          time(r.row.freeUs, freeNs),
                                          r.idleNs,
                                          time(r.row.stageUs, r.stageNs),
                                          time(r.row.bubbleUs, r.bubbleNs),
                                          time(r.row.notOverlappedExcludeReceiveUs, r.excludeReceiveNs),
                                          time(r.row.preparingUs, r.preparingNs),
                                          r.source,
                                          cellIf(r.device >= 0, r.device),
                                          r.totalNs,
                                          r.pureNs,
                                          percentOf(r.computingRatio),
                                          percentOf(r.communicationRatio),
                                          r.peersNs,
                                          r.offPeersNs(),
                                          percentOf(r.offPeersRatio()),
                                          group.lowNs,
                                          group.highNs,
                                          group.rangeNs()});
    if (r.steps > 1)
        rows.setPhrase(u"step", {r.mean ? RS_TABLE("mean of %1") : RS_TABLE("all %1"), QString::number(r.steps)});
    if (r.folded || (r.rank >= 0 && r.rankLabel != QString::number(r.rank)))
        rows.setPhrase(u"rank", {"%1", r.rankLabel});
    if (r.source == QLatin1String("derived"))
        rows.setPhrase(u"source", {RS_TABLE("derived from the slices"), {}});
    rows.setShare(u"computingRatio", r.computingRatio);
    rows.setShare(u"communicationRatio", r.communicationRatio);
    for (const QStringView id :
         {u"computing", u"uncovered", u"covered", u"communication", u"free", u"idle", u"stage", u"bubble",
          u"excludeReceive", u"total", u"pure", u"computingRatio", u"communicationRatio"})
        rows.setExpected(id);
    // Only where the source has a column for it; else the run knows no such time.
    if (r.preparingMissing)
        rows.setExpected(u"preparing");
}

std::shared_ptr<const RowSource> makeOverview(const TableQuery &query, const JobContext &job)
{
    return overviewRows(overviewItems(overview(*query.run, {query.step, query.domain, query.source}, job), false));
}

// Reason for a run without rows of step_trace_time.csv; `csv`: though it has one.
Phrase whyNoStepTimes(OverviewSource source, bool csv, bool trace)
{
    if (source == OverviewSource::File)
        return csv ? tableReason(
                         RS_TABLE("step_trace_time.csv of this run holds no row that could be read (info says what is "
                                  "wrong with it). --source derived computes the numbers from the trace."))
                   : tableReason(RS_TABLE(
                         "This run has no step_trace_time.csv (the profiler writes it when NPU activity is collected, "
                         "at any level but none). --source derived computes the numbers from the trace."));
    if (csv)
        return trace
                   ? tableReason(
                         RS_TABLE("step_trace_time.csv of this run holds no row that could be read (info says what is "
                                  "wrong with it), and its trace has no device lanes to derive the numbers from."))
                   : tableReason(RS_TABLE("step_trace_time.csv of this run holds no row that could be read (info says "
                                          "what is wrong with it), and there is no trace to derive the numbers from."));
    return trace ? tableReason(RS_TABLE(
                       "This run has no step_trace_time.csv (the profiler writes it when NPU activity is collected, at "
                       "any level but none), and its trace has no device lanes to derive the numbers from."))
                 : tableReason(RS_TABLE(
                       "This run has no step_trace_time.csv (the profiler writes it when NPU activity is collected, at "
                       "any level but none), and there is no trace to derive the numbers from."));
}

// Reason why a run has no row of the overview, by what is known of it.
Phrase whyNoOverview(const TableQuery &query)
{
    const Run &run = *query.run;
    const QString label = domainLabel(run, query.domain);
    const QString domain = label.isEmpty() ? query.domain : label;
    if (!overview(run, {{}, {}, query.source}).empty())
        return query.step.isEmpty()
                   ? tableReason(RS_TABLE("No rank of this run that belongs to domain %1 has a row."), {domain})
                   : tableReason(RS_TABLE("No rank of this run that belongs to domain %1 has a row of step %2."),
                                 {domain, query.step});
    bool csv = false;
    bool trace = false;
    const auto look = [&](const std::vector<FileEntry> &files) {
        for (const FileEntry &f : files) {
            csv = csv || (f.used && f.kind.endsWith(QLatin1String("step_trace_time")));
            trace = trace || (f.used && f.kind == QLatin1String("trace"));
        }
    };
    look(run.cluster.files);
    for (const RankInfo &info : run.infos)
        look(info.files);
    TableQuery whole; // no rank of it
    whole.run = query.run;
    if (query.source == OverviewSource::Derived)
        return trace ? tableReason(RS_TABLE("Nothing can be derived: the traces of this run have no device lanes. The "
                                            "profiler writes them when NPU activity is collected."))
                     : whyNoTrace(whole);
    return whyNoStepTimes(query.source, csv, trace);
}

} // namespace

std::shared_ptr<const RowSource> findingRows(std::vector<FindingRow> rows)
{
    auto out = std::make_shared<CellRows>(findingColumns());
    for (const auto &[f, run] : rows)
        out->add({}, {severityName(f.severity), f.file, Cell(f.place.text(), Wording{{}, f.place}),
                      Cell(f.text(), Wording{{f.message, {f.argument}}, {}}), f.count, run});
    return out;
}

std::shared_ptr<const RowSource> overviewRows(std::vector<OverviewItem> items)
{
    const bool folded = std::ranges::any_of(items, [](const OverviewItem &i) { return i.folded != nullptr; });
    auto rows = std::make_shared<CellRows>(columnsOfItems(folded));
    for (const OverviewItem &item : items)
        addOverviewRow(*rows, item);
    return rows;
}

void addRunTables(Catalogue &catalogue)
{
    using P = Parameter;
    TableSpec &ranks =
        catalogue.add("ranks", TableScope::Run, RS_TABLE("Ranks"),
                      RS_TABLE("Every rank of the run: device, host, profiler level, and how much was read."));
    ranks.columns = [](const TableQuery &query) { return rankColumns(query); };
    ranks.make = makeRanks;
    ranks.whyEmpty = [](const TableQuery &query) -> Phrase {
        return tableReason(RS_TABLE("No file of %1 names a rank; info --format json lists the files."),
                           {query.run->path});
    };

    TableSpec &files = catalogue.add("files", TableScope::Run, RS_TABLE("Files"),
                                     RS_TABLE("Every file that was found, and whether it is used."));
    files.columns = [](const TableQuery &) { return fileColumns(); };
    files.make = makeFiles;

    TableSpec &findings =
        catalogue.add("findings", TableScope::Run, RS_TABLE("Findings"),
                      RS_TABLE("What was noticed while reading the files, and what is unusual in the data."));
    findings.columns = [](const TableQuery &) { return findingColumns(); };
    findings.make = makeFindings;

    TableSpec &communicators =
        catalogue.add("domains", TableScope::Run, RS_TABLE("Communication domains"),
                      RS_TABLE("Which ranks share a communicator."), domainColumns, makeDomains, whyNoDomains);
    communicators.sources = {
        {QStringLiteral("profiler_metadata"), QStringLiteral("communication"), QStringLiteral("trace")},
        {QStringLiteral("communication_group"), QStringLiteral("cluster_communication")}};

    TableSpec &times =
        catalogue.add("overview", TableScope::Run, RS_TABLE("Overview"),
                      RS_TABLE("Where the time of each rank and step went: computing, communication, idle, preparing."),
                      overviewColumns, makeOverview, whyNoOverview);
    times.parameters = {P::Step, P::Domain, P::Source};
    times.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    times.files = {{QStringLiteral("overview"), {}},
                   {QStringLiteral("overview_derived"), [](TableQuery &q) { q.source = OverviewSource::Derived; }}};
}

} // namespace rs
