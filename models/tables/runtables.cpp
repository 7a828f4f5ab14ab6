// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/launchfindings.h"
#include "analysis/overview/overviewfigures.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/knownranks.h"
#include "core/trace/trace.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <algorithm>
#include <map>
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

struct RankRow
{
    int index = -1;
    RankInfo info;
    QString steps;
    std::optional<qint64> slices;
    std::optional<qint64> flows;
    std::optional<qint64> counters;
    std::optional<qint64> findings;
};

std::vector<Field<RankRow>> rankFields(const TableQuery &query)
{
    const int runNumber = query.runNumber;
    using R = RankRow;
    using K = ValueKind;
    const auto count = [](std::optional<qint64> R::*member) {
        return [member](const R &r) { return fieldOf(r.*member); };
    };
    std::vector<Field<R>> out = {
        {{"run", "Run", RS_TABLE("Run"), K::Identifier, "", false},
         [runNumber](const R &) { return static_cast<qint64>(runNumber); }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label},
         [](const R &r) { return r.info.rank >= 0 ? QString::number(r.info.rank) : r.info.label; }},
        {{"device", "Device", RS_TABLE("Device"), K::Identifier},
         [](const R &r) { return known(r.info.device >= 0, static_cast<qint64>(r.info.device)); }},
        {{"host", "Host", RS_TABLE("Host"), K::Text}, [](const R &r) { return r.info.host; }},
        {{"framework", "Framework", RS_TABLE("Framework"), K::Text},
         [](const R &r) { return r.index < 0 ? QString() : frameworkName(r.info.framework); }},
        {{"level", "Level", RS_TABLE("Level"), K::Text}, [](const R &r) { return r.info.level; }},
        {{"steps", "Steps", RS_TABLE("Steps"), K::Label}, [](const R &r) { return r.steps; }},
        {{"slices", "Slices", RS_TABLE("Slices"), K::Integer}, count(&R::slices)},
        {{"flows", "Flows", RS_TABLE("Connection lines"), K::Integer}, count(&R::flows)},
        {{"counters", "Counters", RS_TABLE("Counters"), K::Integer}, count(&R::counters)},
        {{"findings", "Findings", RS_TABLE("Findings"), K::Integer}, count(&R::findings)},
        {{"folder", "Folder", RS_TABLE("Folder"), K::Text}, [](const R &r) { return r.info.path; }},
    };
    if (!query.rankFolders.empty())
        out.push_back({{"export-folder", "Export Folder", RS_TABLE("Folder of the export"), K::Text},
                       [folders = query.rankFolders](const R &r) {
                           return known(r.index >= 0, r.index >= 0 ? folders[static_cast<size_t>(r.index)] : QString());
                       }});
    return out;
}

std::shared_ptr<const RowSource> makeRanks(const TableQuery &query, const JobContext &)
{
    const Run &run = *query.run;
    std::vector<RankRow> rows;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const std::shared_ptr<const RankData> &rank = run.ranks[i];
        RankRow row;
        row.index = static_cast<int>(i);
        // What the loader learned while reading is in the rank's own copy.
        row.info = rank ? rank->info : run.infos[i];
        row.steps = rank ? stepsOf(rank) : QString();
        const Trace *trace = rank ? rank->trace.get() : nullptr;
        row.slices = trace ? static_cast<qint64>(trace->slices().size()) : 0;
        row.flows = trace ? static_cast<qint64>(trace->flows().size()) : 0;
        row.counters = trace ? static_cast<qint64>(trace->counters().size()) : 0;
        // That a database cannot be read was found before the rank was loaded, and stands in no report of its own.
        row.findings =
            static_cast<qint64>(rank ? rank->report.findings().size() : 0) + unreadDatabases(row.info).size();
        rows.push_back(std::move(row));
    }
    for (const ClusterRank &c : clusterRanks(run)) {
        RankRow row;
        row.info.rank = c.rank;
        row.info.path = run.path;
        row.steps = c.steps.join(u';');
        row.findings = static_cast<qint64>(run.report.findings().size());
        rows.push_back(std::move(row));
    }
    return std::make_shared<StructSource<RankRow>>(rankFields(query), std::move(rows), [](const RankRow &r) {
        return RowPlace{r.index, NoSlice, {}};
    });
}

struct FileRow
{
    int index = -1;
    QString rank;
    FileEntry file;
};

std::vector<Field<FileRow>> fileFields()
{
    using R = FileRow;
    using K = ValueKind;
    return {
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label}, [](const R &r) { return r.rank; }},
        {{"file", "File", RS_TABLE("File"), K::Text}, [](const R &r) { return r.file.name; }},
        {{"kind", "Kind", RS_TABLE("Kind"), K::Text}, [](const R &r) { return r.file.kind; }},
        {{"bytes", "Bytes", RS_TABLE("Size"), K::Bytes}, [](const R &r) { return r.file.bytes; }},
        {{"used", "Used", RS_TABLE("Used"), K::Word},
         [](const R &r) { return QLatin1String(r.file.used ? RS_TABLE("yes") : RS_TABLE("no")); }},
        {{"why", "Why", RS_TABLE("Why not"), K::Text, RS_TABLE("What is missing because of it.")},
         [](const R &r) { return r.file.why.english(); }},
    };
}

std::shared_ptr<const RowSource> makeFiles(const TableQuery &query, const JobContext &)
{
    const Run &run = *query.run;
    std::vector<FileRow> rows;
    for (const FileEntry &f : run.cluster.files)
        rows.push_back({-1, {}, f});
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = run.ranks[i] ? run.ranks[i]->info : run.infos[i];
        for (const FileEntry &f : info.files)
            rows.push_back({static_cast<int>(i), info.label, f});
    }
    return std::make_shared<StructSource<FileRow>>(fileFields(), std::move(rows), [](const FileRow &r) {
        return RowPlace{r.index, NoSlice, {}};
    });
}

std::vector<Field<FindingRow>> findingFields()
{
    using R = FindingRow;
    using K = ValueKind;
    std::vector<Field<R>> out = {
        {{"severity", "Severity", RS_TABLE("Severity"), K::Word,
          RS_TABLE("What it means for the numbers: nothing, a habit of the writer, lost data, or an unreadable file.")},
         [](const R &r) { return severityName(r.finding.severity); }},
        {{"file", "File", RS_TABLE("File"), K::Text, RS_TABLE("Path below the folder of the run.")},
         [](const R &r) { return r.finding.file; }},
        {{"place", "Place", RS_TABLE("First place"), K::Sentence, RS_TABLE("Where in the file it was noticed first.")},
         [](const R &r) { return r.finding.place.text(); }},
        {{"message", "Message", RS_TABLE("Message"), K::Sentence}, [](const R &r) { return r.finding.text(); }},
        {{"count", "Count", RS_TABLE("Count"), K::Integer, RS_TABLE("How often it was noticed in this file.")},
         [](const R &r) { return r.finding.count; }},
        {{"run", "", RS_TABLE("Run"), K::Text, "", false}, [](const R &r) { return r.run; }},
    };
    fieldNamed(out, u"place").wording = [](const R &r) { return Wording{{}, r.finding.place}; };
    fieldNamed(out, u"message").wording = [](const R &r) {
        return Wording{{r.finding.message, {r.finding.argument}}, {}};
    };
    leadWith(out, {u"severity", u"count", u"run", u"file", u"place", u"message"});
    return out;
}

// What the readers noticed, then what the analyses did.
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

std::vector<Field<Domain>> domainFields()
{
    using R = Domain;
    using K = ValueKind;
    return {
        {{"domain", "Domain", RS_TABLE("Communication domain"), K::Text}, [](const R &r) { return r.label(); }},
        {{"group", "Group Name", RS_TABLE("Group name"), K::Text}, [](const R &r) { return r.communicator(); }},
        {{"hash", "Hash", RS_TABLE("Hash"), K::Text, RS_TABLE("What communication files call the group."), false},
         [](const R &r) { return r.hash; }},
        {{"kind", "Kind", RS_TABLE("Kind"), K::Word},
         [](const R &r) { return QLatin1String(r.p2p ? RS_TABLE("p2p") : RS_TABLE("collective")); }},
        {{"ranks", "Ranks", RS_TABLE("Ranks"), K::Label},
         [](const R &r) {
             QStringList ranks;
             for (const int rank : r.ranks)
                 ranks << QString::number(rank);
             return ranks.join(u';');
         }},
        {{"name", "Name", RS_TABLE("Kind of parallelism"), K::Text,
          RS_TABLE("As the framework calls the group: tp, dp, pp; empty where no file says so.")},
         [](const R &r) { return r.pgName; }},
        {{"ranks-from", "Ranks From", RS_TABLE("Ranks from"), K::Word,
          RS_TABLE("A description lists all ranks of the group. Without one they are those that were seen: there may "
                   "be more, and links to ranks that were not seen show indices inside the group, with a #.")},
         [](const R &r) {
             return QString(QLatin1String(r.ranksKnown ? RS_TABLE("description") : RS_TABLE("what was seen")));
         }},
    };
}

// In the window alone: how a time stands to its peers, and what the ranks of a group have between them.
void addPeers(std::vector<Field<OverviewItem>> &fields, bool folded)
{
    using R = OverviewItem;
    using K = ValueKind;
    const auto add = [&fields](const char *id, const char *title, const char *hint, K kind, bool shown, auto value) {
        fields.push_back({{id, "", title, kind, hint, shown}, value});
        fields.back().column.unitGroup = kind == K::Time || kind == K::Difference ? 1 : 0;
    };
    const auto of = [](const R &r, auto member) {
        return r.folded && r.compared ? fieldOf(member(r.folded->of(*r.compared))) : FieldValue();
    };
    add("peers", RS_TABLE("Median of peers (%1)"),
        RS_TABLE("The middle of the compared time over the peers, the mean of the two in the middle where they are "
                 "even. Peers are the ranks of the same pipeline stage, the rank itself among them; all ranks where no "
                 "stages are known."),
        K::Time, false, [](const R &r) { return fieldOf(r.peersNs); });
    add("deviation", RS_TABLE("Against peers (%1)"), RS_TABLE("The chosen time less the median of its peers."),
        K::Difference, true, [](const R &r) { return fieldOf(r.offPeersNs()); });
    add("deviationShare", RS_TABLE("Against peers (%)"), RS_TABLE("The difference as a share of the median."),
        K::Percent, true, [](const R &r) {
            const std::optional<double> ratio = r.offPeersRatio();
            return known(ratio.has_value(), ratio.value_or(0) * 100);
        });
    add("smallest", RS_TABLE("Smallest of the group (%1)"), RS_TABLE("Of the time that is held against the peers."),
        K::Time, folded, [of](const R &r) { return of(r, [](const FoldedTime &t) { return t.lowNs; }); });
    add("largest", RS_TABLE("Largest of the group (%1)"), RS_TABLE("Of the time that is held against the peers."),
        K::Time, folded, [of](const R &r) { return of(r, [](const FoldedTime &t) { return t.highNs; }); });
    add("range", RS_TABLE("Range of the group (%1)"), RS_TABLE("The largest less the smallest."), K::Time, folded,
        [of](const R &r) { return of(r, [](const FoldedTime &t) { return t.rangeNs(); }); });
}

// `folded`: with what the ranks of a group have between them.
std::vector<Field<OverviewItem>> overviewFields(bool folded = false)
{
    using R = OverviewItem;
    using K = ValueKind;
    const auto always = [](const R &) { return true; };
    // A single row as its source has it, of a sum what it adds up to.
    const auto time = [always](const char *id, const char *header, const char *title, const char *hint,
                               std::optional<double> OverviewRow::*ofRow, std::optional<qint64> R::*ofSum,
                               bool shown = true) {
        Field<R> out{{id, header, title, K::Microseconds, hint, shown}, [ofRow, ofSum](const R &r) {
                         if (r.steps == 1 && !r.folded)
                             return fieldOf(r.row.*ofRow);
                         return known((r.*ofSum).has_value(), static_cast<double>((r.*ofSum).value_or(0)) / 1000.0);
                     }};
        out.column.unitGroup = 1;
        out.expected = always;
        return out;
    };
    const auto sum = [always](const char *id, const char *title, const char *hint, std::optional<qint64> R::*member) {
        Field<R> out{{id, "", title, K::Time, hint}, [member](const R &r) { return fieldOf(r.*member); }};
        out.column.unitGroup = 1;
        out.expected = always;
        return out;
    };
    // Which official writers count, also what is in preparing.
    const auto free = [always] {
        Field<R> out{{"free", "Free(us)", RS_TABLE("Free (%1)"), K::Microseconds,
                      RS_TABLE("Neither computing nor communicating, as step_trace_time.csv counts it: of MindSpore "
                               "from the second step on with the gap that preparing counts, too."),
                      false},
                     [](const R &r) {
                         if (r.steps == 1 && !r.folded)
                             return fieldOf(r.row.freeUs);
                         return known(r.idleNs.has_value(),
                                      static_cast<double>(r.idleNs.value_or(0) + r.preparingInFreeNs) / 1000.0);
                     }};
        out.column.unitGroup = 1;
        out.expected = always;
        return out;
    };
    const auto ratio = [always](const char *id, const char *title, const char *hint, std::optional<double> R::*member) {
        Field<R> out{{id, "", title, K::Percent, hint},
                     [member](const R &r) { return known((r.*member).has_value(), (r.*member).value_or(0) * 100); }};
        out.share = [member](const R &r) { return r.*member; };
        out.expected = always;
        return out;
    };
    std::vector<Field<R>> out = {
        {{"step", "Step", RS_TABLE("Step"), K::Label,
          RS_TABLE("With all steps chosen in the window, the values are sums over the steps.")},
         [](const R &r) { return r.steps > 1 ? QString() : r.step; }},
        {{"rank", "Rank", RS_TABLE("Rank"), K::Label},
         [](const R &r) { return r.rank >= 0 ? QString::number(r.rank) : r.rankLabel; }},
        time("computing", "Computing(us)", RS_TABLE("Total compute (%1)"),
             RS_TABLE("Time in which kernels run on the device."), &OverviewRow::computingUs, &R::computingNs),
        time("uncovered", "Communication(Not Overlapped)(us)", RS_TABLE("Uncovered communication (%1)"),
             RS_TABLE("Communication while no kernel runs."), &OverviewRow::notOverlappedUs, &R::uncoveredNs),
        time("covered", "Overlapped(us)", RS_TABLE("Covered communication (%1)"),
             RS_TABLE("Communication while kernels run at the same time."), &OverviewRow::overlappedUs, &R::coveredNs),
        time("communication", "Communication(us)", RS_TABLE("Communication (%1)"),
             RS_TABLE("Covered and uncovered communication."), &OverviewRow::communicationUs, &R::communicationNs,
             false),
        free(),
        sum("idle", RS_TABLE("Idle (%1)"),
            RS_TABLE("Neither computing nor communicating, and not counted as preparing."), &R::idleNs),
        time("stage", "Stage(us)", RS_TABLE("Stage (%1)"),
             RS_TABLE("The step without the time in which it waits to receive; of MindSpore from the first to the last "
                      "communication operator, without sends and receives."),
             &OverviewRow::stageUs, &R::stageNs, false),
        time("bubble", "Bubble(us)", RS_TABLE("Bubble (%1)"),
             RS_TABLE("Time in receive operators of the pipeline; of MindSpore in sends, too."), &OverviewRow::bubbleUs,
             &R::bubbleNs, false),
        time("excludeReceive", "Communication(Not Overlapped and Exclude Receive)(us)",
             RS_TABLE("Uncovered without receive (%1)"), RS_TABLE("Uncovered communication less receive operators."),
             &OverviewRow::notOverlappedExcludeReceiveUs, &R::excludeReceiveNs, false),
        time("preparing", "Preparing(us)", RS_TABLE("Preparing (%1)"),
             RS_TABLE("From the start of the step on the host to the first work on the device."),
             &OverviewRow::preparingUs, &R::preparingNs),
        {{"source", "Source", RS_TABLE("Source"), K::Text,
          RS_TABLE("The file that holds the values, or the slices they are derived from.")},
         [](const R &r) { return r.source; }},
        {{"device", "", RS_TABLE("Device"), K::Identifier, "", false},
         [](const R &r) { return known(r.device >= 0, static_cast<qint64>(r.device)); }},
        sum("total", RS_TABLE("Total (%1)"), RS_TABLE("Total compute + uncovered communication + idle + preparing."),
            &R::totalNs),
        sum("pure", RS_TABLE("Pure compute (%1)"), RS_TABLE("Total compute less covered communication."), &R::pureNs),
        ratio("computingRatio", RS_TABLE("Computing ratio (%)"), RS_TABLE("Total compute / total."),
              &R::computingRatio),
        ratio("communicationRatio", RS_TABLE("Communication ratio (%)"),
              RS_TABLE("Covered and uncovered communication / total."), &R::communicationRatio),
    };
    addPeers(out, folded);
    fieldNamed(out, u"step").phrase = [](const R &r) {
        if (r.steps < 2)
            return CellPhrase();
        return CellPhrase{r.mean ? RS_TABLE("mean of %1") : RS_TABLE("all %1"), QString::number(r.steps)};
    };
    fieldNamed(out, u"rank").phrase = [](const R &r) {
        return r.folded || (r.rank >= 0 && r.rankLabel != QString::number(r.rank)) ? CellPhrase{"%1", r.rankLabel}
                                                                                   : CellPhrase();
    };
    // Only where the source has a column for it; else the run knows no such time.
    fieldNamed(out, u"preparing").expected = [](const R &r) { return r.preparingMissing; };
    fieldNamed(out, u"source").phrase = [](const R &r) {
        return r.source == QLatin1String("derived") ? CellPhrase{RS_TABLE("derived from the slices"), {}}
                                                    : CellPhrase();
    };
    leadWith(out, {u"rank", u"step", u"device", u"total", u"computing", u"deviation", u"deviationShare", u"smallest",
                   u"largest", u"range", u"pure", u"covered", u"uncovered", u"communication", u"idle", u"preparing",
                   u"computingRatio", u"communicationRatio"});
    return out;
}

std::shared_ptr<const RowSource> makeOverview(const TableQuery &query, const JobContext &job)
{
    return overviewRows(overviewItems(overview(*query.run, {query.step, query.domain, query.source}, job), false));
}

// Of a run without a row in step_trace_time.csv, `csv`: though it has one.
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

// Why a run has no row of the overview, by what is known of it.
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
    return std::make_shared<StructSource<FindingRow>>(findingFields(), std::move(rows));
}

std::shared_ptr<const RowSource> overviewRows(std::vector<OverviewItem> items)
{
    const bool folded =
        std::any_of(items.begin(), items.end(), [](const OverviewItem &i) { return i.folded != nullptr; });
    return std::make_shared<StructSource<OverviewItem>>(overviewFields(folded), std::move(items),
                                                        [](const OverviewItem &i) {
                                                            return RowPlace{i.rankIndex, NoSlice, {}};
                                                        });
}

void addRunTables(Catalogue &catalogue)
{
    using P = Parameter;
    TableSpec &ranks =
        catalogue.add("ranks", TableScope::Run, RS_TABLE("Ranks"),
                      RS_TABLE("Every rank of the run: device, host, profiler level, and how much was read."));
    ranks.columns = [](const TableQuery &query) { return columnsOf(rankFields(query)); };
    ranks.make = makeRanks;
    ranks.whyEmpty = [](const TableQuery &query) -> Phrase {
        return tableReason(RS_TABLE("No file of %1 names a rank; info --format json lists the files."),
                           {query.run->path});
    };

    TableSpec &files = catalogue.add("files", TableScope::Run, RS_TABLE("Files"),
                                     RS_TABLE("Every file that was found, and what became of it."));
    files.columns = [](const TableQuery &) { return columnsOf(fileFields()); };
    files.make = makeFiles;

    TableSpec &findings =
        catalogue.add("findings", TableScope::Run, RS_TABLE("Findings"),
                      RS_TABLE("What was noticed while the files were read, and what stands out in the data."));
    findings.columns = [](const TableQuery &) { return columnsOf(findingFields()); };
    findings.make = makeFindings;

    TableSpec &communicators = catalogue.add("domains", TableScope::Run, RS_TABLE("Communication domains"),
                                             RS_TABLE("Which ranks share a communicator."));
    communicators.sources = {
        {QStringLiteral("profiler_metadata"), QStringLiteral("communication"), QStringLiteral("trace")},
        {QStringLiteral("communication_group"), QStringLiteral("cluster_communication")}};
    communicators.columns = [](const TableQuery &) { return columnsOf(domainFields()); };
    communicators.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<Domain> all = domains(*query.run, job);
        return job.isCanceled() ? nullptr : std::make_shared<StructSource<Domain>>(domainFields(), std::move(all));
    };

    TableSpec &times = catalogue.add(
        "overview", TableScope::Run, RS_TABLE("Overview"),
        RS_TABLE("Where the time of each rank and step went: computing, communication, idle, preparing."));
    times.parameters = {P::Step, P::Domain, P::Source};
    times.sources = {{QStringLiteral("step_trace_time"), QStringLiteral("trace")},
                     {QStringLiteral("cluster_step_trace_time")}};
    times.columns = [](const TableQuery &) { return columnsOf(overviewFields()); };
    times.make = makeOverview;
    times.whyEmpty = whyNoOverview;
    times.files = {{QStringLiteral("overview"), {}},
                   {QStringLiteral("overview_derived"), [](TableQuery &q) { q.source = OverviewSource::Derived; }}};
}

} // namespace rs
