// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commmatrix.h"
#include "analysis/communication/operatorchoice.h"
#include "analysis/communication/p2ppairs.h"
#include "analysis/diagnosis/launchfindings.h"
#include "analysis/host/hostclock.h"
#include "analysis/operators/operatorstats.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/replay/whatif.h"
#include "analysis/time/stepwindows.h"
#include "app/cli/verbs.h"
#include "core/base/timens.h"
#include "core/text/findingcodes.h"
#include "core/text/patternmatch.h"
#include "tables/base/tables.h"

#include <QFileInfo>

#include <algorithm>
#include <set>

/// The list of verbs, and what those that print a table look at, say and refuse beside it.
namespace rs::cli {

namespace {

// Texts in the order in which they come, each once; as many as a file may name.
class Distinct
{
public:
    void add(const QString &text)
    {
        if (m_known.insert(text).second)
            m_list << text;
    }
    [[nodiscard]] const QStringList &list() const { return m_list; }

private:
    std::set<QString> m_known;
    QStringList m_list;
};

// Tables of a rank that need other ranks: their rows name domains, whose members may only be in the communication files
// of the other ranks.
constexpr const char *ofDomains[] = {"links.idle", "communication.overlap"};

void prepareTable(Task &task)
{
    TableQuery &query = task.query;
    const TableSpec &table = *task.table;
    if (std::ranges::any_of(ofDomains, [&table](const char *id) { return table.id == QLatin1String(id); }))
        query.run = task.session.withNamedDomains(query.run);
    // The name of a kernel, as it stands.
    if (table.takes(Parameter::Operator) && table.takes(Parameter::Domain) && !table.takes(Parameter::Kind))
        query.op = operatorMeant(*query.run, table.sources.ofRank.contains(QStringLiteral("communication_matrix")),
                                 query.op, task.session.job());
    checkRanks(task.call, *query.run, query.ranks);
    checkDomain(task.call, *query.run, query.domain);
}

// ---- operators ------------------------------------------------------------------------------------------------------

void checkOperators(Task &task)
{
    Arguments &a = task.arguments;
    if (a.isSet("ranks") && a.isSet("rank"))
        a.mistake(QStringLiteral("--rank and --ranks exclude each other."));
    if (a.isSet("ranks") && task.query.by == OperatorGrouping::Kernel)
        a.mistake(QStringLiteral("--by kernel needs one rank: --rank R."));
}

void prepareOperators(Task &task)
{
    checkRanks(task.call, *task.query.run, task.query.ranks);
    // Without a kernel table no core is known, which the table's own reason says.
    if (const auto rank = task.query.rankData(); rank && rank->kernels)
        checkCore(task.call, coreTypes(*rank), task.query.core);
}

// ---- slices and flows -----------------------------------------------------------------------------------------------

void prepareSlices(Task &task)
{
    const Trace *trace = task.query.rankData()->trace.get();
    const QRegularExpression &lane = task.query.lane;
    if (!trace || lane.pattern().isEmpty() || trace->lanes().empty())
        return;
    constexpr qsizetype most = 40;
    const PrintedLanes labels(*trace);
    QStringList known;
    for (quint32 l = 0; l < trace->lanes().size(); ++l) {
        const QString label = labels.both(LaneId{l});
        if (matchesPattern(lane, label))
            return;
        if (!known.contains(label))
            known << label;
    }
    const QString more = known.size() > most ? QStringLiteral(" and %1 more").arg(known.size() - most) : QString();
    task.call.refuse(QStringLiteral("no lane matches \"%1\"; there are: %2%3")
                         .arg(lane.pattern(), known.mid(0, most).join(QStringLiteral(", ")), more));
}

void prepareFlows(Task &task)
{
    const Trace *trace = task.query.rankData()->trace.get();
    if (!trace || task.query.category.isEmpty())
        return;
    QStringList known;
    for (const FlowCategory &c : trace->flows().categories())
        known << trace->strings().text(c.name);
    if (!known.isEmpty() && !known.contains(task.query.category))
        task.call.refuseUnknown(QStringLiteral("connection lines of category \"%1\"").arg(task.query.category), known);
}

// ---- host and device ------------------------------------------------------------------------------------------------

void prepareSteps(Task &task)
{
    const Run &run = *task.query.run;
    Distinct steps;
    bool traced = false;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        traced = true;
        for (const StepWindow &w : stepWindows(*rank, task.session.job()))
            steps.add(w.step);
    }
    if (!traced) {
        // One sentence for all ranks, whichever table was asked for.
        TableQuery asked;
        asked.run = task.query.run;
        if (task.arguments.isSet("rank"))
            asked.rank = rankIndexOf(run, task.arguments.text("rank"));
        task.call.say(whyNoTrace(asked).english());
        throw Ended{task.session.finishEmpty()};
    }
    task.session.endIfInterrupted();
    checkStep(task.call, steps.list(), task.query.step);
    for (const auto &rank : run.ranks) {
        // Ranks that cannot answer are named when others can.
        if (rank && rank->trace && launchCategory(*rank->trace) < 0)
            task.call.say(
                QStringLiteral(
                    "rank %1 has no launch lines (HostToDevice, async_npu): the profiler writes them when CPU and "
                    "NPU activities are on; delays and causes that need launches are unknown.")
                    .arg(rank->info.label));
    }
}

// Sends that pairing gave up are told with the losses of the readers.
void prepareTransfers(Task &task)
{
    task.session.addFindings(transferFindings(pairTransfers(*task.query.run, task.session.job())));
}

// ---- communication --------------------------------------------------------------------------------------------------

void checkMatrix(Task &task)
{
    if (task.arguments.isSet("other-run") && task.arguments.paths().size() < 2)
        task.arguments.mistake(QStringLiteral("--other-run needs a second path."));
}

void prepareCommunication(Task &task)
{
    TableQuery &query = task.query;
    const bool isMatrix = task.table->id == u"matrix";
    query.op = operatorMeant(*query.run, isMatrix, query.op, task.session.job());
    Distinct steps;
    Distinct operators;
    const auto note = [&](const auto &rows) {
        for (const auto &r : rows) {
            steps.add(r.step);
            operators.add(r.op);
        }
    };
    if (isMatrix)
        note(matrixCells(*query.run, CommQuery(), task.session.job()));
    else
        note(communicationRows(*query.run, CommQuery(), task.session.job()));
    if (const QStringList &known = operators.list(); !known.isEmpty()) {
        checkStep(task.call, steps.list(), query.step);
        const auto isAsked = [&](const QString &op) {
            return isMatrix ? op == query.op : isAskedOperator(query.op, op);
        };
        if (!query.op.isEmpty() && std::ranges::none_of(known, isAsked))
            task.call.refuseUnknown(QStringLiteral("operator \"%1\"").arg(query.op), known.mid(0, 20));
        checkDomain(task.call, *query.run, query.domain);
    }
    if (task.arguments.paths().size() > 1)
        query.otherRun = loadOtherRun(task);
}

// ---- overview and findings ------------------------------------------------------------------------------------------

void checkOverview(Task &task)
{
    if (task.query.source == OverviewSource::File)
        task.sources.ofRank.removeAll(QStringLiteral("trace"));
    else if (task.query.source == OverviewSource::Derived)
        task.sources = {{QStringLiteral("trace")}, {}};
}

void prepareOverview(Task &task)
{
    const Run &run = *task.query.run;
    const std::vector<Finding> disagreements = overviewDisagreements(run, task.session.job());
    task.session.addFindings(disagreements);
    const std::vector<OverviewRow> all = overview(run, {{}, {}, task.query.source}, task.session.job());
    task.session.endIfInterrupted();
    // Derived times: ranks whose other numbers say that slices may be missing.
    Distinct steps;
    Distinct doubtful;
    for (const OverviewRow &row : all) {
        steps.add(row.step);
        const auto isOfRank = [&row](const Finding &f) {
            return findingcodes::isOneOf(f, {findingcodes::overlapDisagreement, findingcodes::overviewDisagreement}) &&
                   f.place.value(Place::Kind::Rank) == row.rankLabel;
        };
        if (row.derived && std::ranges::any_of(disagreements, isOfRank))
            doubtful.add(row.rankLabel);
    }
    if (!all.empty()) {
        checkStep(task.call, steps.list(), task.query.step);
        checkDomain(task.call, run, task.query.domain);
    }
    if (!doubtful.list().isEmpty())
        task.call.say(
            QStringLiteral("Derived times of these ranks differ from step_trace_time.csv or the Overlap Analysis "
                           "of the trace, so slices may be missing from the trace: %1. See the verb findings.")
                .arg(doubtful.list().join(QStringLiteral(", "))));
}

// They are rows of this table alone, and count for the status as those of the import do.
void prepareFindings(Task &task)
{
    const MemoryReservation room = task.table->room(task.query, task.session.job());
    task.session.addFindings(overviewDisagreements(*task.query.run, task.session.job()));
}

// ---- critical path and what if --------------------------------------------------------------------------------------

void checkPath(Task &task)
{
    const Arguments &a = task.arguments;
    const Interval &window = task.query.window;
    if (a.isSet("step") && (a.isSet("from") || a.isSet("to")))
        task.arguments.mistake(QStringLiteral("--step and --from or --to exclude each other."));
    else if (window.to <= window.from)
        task.arguments.mistake(QStringLiteral("--to must be later than --from."));
}

bool timesCountFor(const QString &what)
{
    for (int k = 0; k < static_cast<int>(WhatIfKind::Count); ++k) {
        if (const auto kind = static_cast<WhatIfKind>(k); takesTimes(kind) && whatIfKey(kind) == what)
            return true;
    }
    return false;
}

void checkWhatIf(Task &task)
{
    constexpr int mostTimes = 1'000'000;
    Arguments &a = task.arguments;
    const QString &what = task.query.whatIf;
    if (a.isSet("about") && what.isEmpty())
        a.mistake(QStringLiteral("--about needs --what: what would be different of it?"));
    else if (a.isSet("about") && (what == whatIfKey(WhatIfKind::Overlap) || what == whatIfKey(WhatIfKind::Stages)))
        a.mistake(QStringLiteral("--what %1 is about all ranks: not with --about.").arg(what));
    else if (a.isSet("times") && !what.isEmpty() && !timesCountFor(what))
        a.mistake(QStringLiteral("--what %1 is not so many times more or less: not with --times.").arg(what));
    else if (a.isSet("times") && task.query.times > mostTimes)
        a.mistake(QStringLiteral("--times must be at most %1.").arg(mostTimes));
}

// ---- comparison of many ranks ---------------------------------------------------------------------------------------

void checkMany(Task &task)
{
    task.query.wholeSides = task.arguments.isSet("whole");
    task.query.sumOfRanks = task.arguments.text("whole") == u"sum";
    task.query.wholeBase = task.arguments.text("base") == u"all";
}

std::shared_ptr<const Run> firstRunIn(Task &task, const QString &path)
{
    std::vector<Run> found = task.session.find({path});
    if (found.size() > 1)
        task.call.say(QStringLiteral("%1 holds several runs; the first one is taken.").arg(path));
    return task.session.load(std::move(found.front()));
}

// The runs behind the first.
void prepareMoreRuns(Task &task)
{
    prepareTable(task);
    for (const QString &path : task.arguments.paths().mid(1))
        task.query.moreRuns.push_back(firstRunIn(task, path));
}

void prepareMany(Task &task)
{
    prepareMoreRuns(task);
    TableQuery &query = task.query;
    const Arguments &a = task.arguments;
    const QStringList paths = a.paths();
    if (a.isSet("base-run")) {
        // A side that is the baseline as well is left out, of several.
        const QString wanted = QFileInfo(a.text("base-run")).canonicalFilePath();
        const auto side = std::ranges::find_if(paths, [&wanted](const QString &path) {
            return !wanted.isEmpty() && QFileInfo(path).canonicalFilePath() == wanted;
        });
        const auto at = static_cast<size_t>(side - paths.begin());
        query.otherRun = query.moreRuns.empty() || side == paths.end() ? firstRunIn(task, a.text("base-run"))
                         : at == 0                                     ? query.run
                                                                       : query.moreRuns[at - 1];
    }
    if (!a.isSet("base") || query.wholeBase)
        return;
    const Run &of = query.otherRun ? *query.otherRun : *query.run;
    query.other = rankIndexOf(of, a.text("base"));
    if (query.other < 0)
        task.call.refuseUnknown(QStringLiteral("rank %1 in %2").arg(a.text("base"), of.path), rankLabels(of));
}

// ---- comparison of two runs -----------------------------------------------------------------------------------------

void prepareRuns(Task &task)
{
    loadNewRun(task);
    prepareTable(task);
}

// ---- the list -------------------------------------------------------------------------------------------------------

using T = OptionType;

constexpr OptionSpec commonOptions[] = {
    {"rank", T::Rank, "R", "The rank; may be left out when there is one."},
    {"ranks", T::Ranks, "LIST", "Only these ranks: 0-7,16. Default: all of them.", "", "0-7,16"},
    {"rate", T::Rate, "NAME=GBPS",
     "Reference rate of a transport in GB/s, for example HCCS=28, MEMORY=64 (GiB), BANDWIDTH=1600 (of it) or PEAK=320 "
     "(TFLOPS) of a device; "
     "may "
     "be given for several."},
    {"run", T::Number, "N",
     "When the path holds several runs: which one, from 1, as info numbers them; default: the first that fits.", "", "",
     1},
};
constexpr OptionSpec outputOptions[] = {
    {"format", T::Word, "FORMAT", "csv, json or table; default: a table on a terminal, CSV on a pipe. JSON says most.",
     "csv|json|table"},
    {"limit", T::Number, "N", "At most this many rows; default: all.", "", "", 1},
    {"cursor", T::Cursor, "C", "Continues where an answer with --limit ended: the \"next\" of its JSON."},
    {"fields", T::Fields, "LIST",
     "Only these columns, in this order, separated by commas: headers, or keys of the "
     "JSON."},
};

constexpr OptionSpec rankOrAll{"rank", T::Rank, "R", "Only this rank; default: all."};
constexpr OptionSpec coreByExample{"core", T::Text, "CORE", "Only this accelerator core, e.g. AI_CORE."};

std::vector<Verb> makeVerbs()
{
    return {
        {.name = "info",
         .says = "what the paths hold: runs, ranks, files, findings",
         .usage = "PATH… [--format csv|json|table]",
         .hint = "Says what the paths hold: runs, ranks, files used and not used, findings. Every file that is used is "
                 "read completely.",
         .example = "rankscope-cli info --format json profiler_output | jq .findings",
         .options = "output",
         .table = "ranks",
         .maxPaths = 0,
         .answer = answerInfo},
        {.name = "diagnose",
         .says = "what slows the run: which rank, by how much, and at what cost",
         .own = {{"fail-above", T::Text, "PERCENT",
                  "Ends with status 5 where a problem costs more than this share of the time of all steps: 3%."}},
         .table = "diagnosis",
         .check = checkDiagnose,
         .answer = answerDiagnose},
        {.name = "overview",
         .says = "where the time of each rank and step went",
         .usage = "PATH [--step S] [--domain D] [--source file|derived]",
         .hint = "Where the time of each rank and step went: computing, communication, free, preparing.",
         .example = "rankscope-cli overview profiler_output --step 50 --format csv",
         .options = "step domain source output run",
         .own = {{"domain", T::Text, "D",
                  "Only the ranks of this communication domain, by label, ranks, group name or hash, or of all of a "
                  "kind: tp, pp, dp, cp, ep, collective, p2p."}},
         .table = "overview",
         .check = checkOverview,
         .prepare = prepareOverview},
        {.name = "operators",
         .says = "operators of one rank",
         .usage = "PATH --rank R|--ranks LIST [--by type|name|shape|name-shape|kernel] [--kind compute|communication]",
         .hint = "Operators of one rank with calls, total, average, shortest and longest time; with --ranks those of "
                 "several as if they were one, and on which rank each takes longest.",
         .example = "rankscope-cli operators profiler_output --rank 0 --by type --kind compute",
         .options = "rank ranks by kind core run output",
         .own = {{"by", T::Word, "KEY",
                  "type (default), name, shape (type and input shapes), name-shape, kernel (all of them).",
                  "type|name|shape|name-shape|kernel"},
                 {"kind", T::Word, "KIND", "compute (default) or communication.", "compute|communication"},
                 coreByExample},
         .table = "operators",
         .others = {{"ranks", "", "operators.ranks"}},
         .check = checkOperators,
         .prepare = prepareOperators},
        {.name = "compare",
         .says = "operators of two ranks side by side",
         .usage = "PATH [PATH2] --base R --other R [--by type|name|shape|name-shape|order] [--step S] [--other-step S] "
                  "[--from NS] [--to NS] [--state LIST] [--sheet overall|kernels|communication|api|memory|peaks]",
         .hint = "The operators of two ranks side by side. The base is a rank of PATH, the other one of PATH2, or of "
                 "PATH when there is no second path. Ratio is other / base. More ranks or whole runs against one "
                 "baseline: compare.many.",
         .example = "rankscope-cli compare profiler_output --base 0 --other 1 --by shape",
         .options = "base other by step other-step from to other-from other-to sheet state held-by component kind core "
                    "run other-run output",
         .own = {{"base", T::Rank, "R", "Rank to compare with; may be left out when PATH has one."},
                 {"other", T::Rank, "R", "Rank that is compared; may be left out when PATH2 has one."},
                 {"by", T::Word, "KEY",
                  "type (default), name, shape (type and input shapes), name-shape, or order: one execution after the "
                  "other.",
                  "type|name|shape|name-shape|order"},
                 {"step", T::Text, "S", "Only this step of both sides."},
                 {"other-step", T::Text, "S",
                  "Only this step of the other side; default: that of --step. Without --step it is compared with "
                  "the mean step of the base.",
                  "", "step of other"},
                 {"from", T::Stamp, "NS",
                  "Only what touches this part of the captures: its start, nanoseconds since the epoch. Not with "
                  "--step."},
                 {"to", T::Stamp, "NS", "End of that part."},
                 {"other-from", T::Stamp, "NS",
                  "Start of the part of the other side, which was recorded at another time; default: that of --from, "
                  "as --to is of --other-to."},
                 {"other-to", T::Stamp, "NS", "End of the part of the other side."},
                 {"sheet", T::Word, "SHEET",
                  "Instead of the operators: overall (where the time went), kernels (by type and shapes), "
                  "communication (with its tasks), api (host calls), memory (by outermost operator), peaks (what "
                  "is held at the peak of each).",
                  "overall|kernels|communication|api|memory|peaks"},
                 {"held-by", T::Word, "KEY", "For --sheet peaks: operator (default), component or size (of a block).",
                  "operator|component|size"},
                 {"component", T::Text, "C", "For --sheet peaks: only this component of memory, as the file calls it."},
                 {"kind", T::Word, "KIND", "all (default), compute or communication.", "all|compute|communication"},
                 coreByExample,
                 {"other-run", T::Number, "N",
                  "When one PATH holds several runs, such as captures of the dynamic profiler: the one of --other, "
                  "from 1; default: that of --base.",
                  "", "", 1}},
         .table = "compare",
         .others = {{"sheet", "peaks", "memory.compare"},
                    {"sheet", "overall", "compare.overall"},
                    {"sheet", "kernels", "compare.kernels"},
                    {"sheet", "communication", "compare.communication"},
                    {"sheet", "api", "compare.api"},
                    {"sheet", "memory", "compare.memory"},
                    {"by", "order", "compare.order"}},
         .maxPaths = 2,
         .check = checkCompare,
         .answer = answerCompare},
        {.name = "gate",
         .says = "whether a run is slower than another one by more than it may be",
         .usage = "BASE NEW --fail LIMIT [--fail LIMIT]… [--fail-unknown] [--junit FILE]",
         .hint =
             "Whether the step of NEW is longer than that of BASE by more than it may be: status 5 where it is, 0 "
             "where it is not. A limit counts as exceeded only if the whole 99 % interval of the change lies above "
             "it, so that chance fails no gate, and as kept only if the whole 95 % interval lies below it. Else the "
             "steps vary too much and it is not known, as with a single step, or where the numbers of ranks or the "
             "frameworks differ.",
         .example = "rankscope-cli gate before after --fail step=3% --fail idle=5% --junit gate.xml",
         .options = "fail fail-unknown junit other-run run output",
         .own = {{"fail", T::Text, "LIMIT",
                  "How much a time of the step may grow, in percent of BASE or in ms: step=3%, idle=2ms; of step, "
                  "computing, uncovered (communication), idle, preparing, communication (all of it) and bubble. May be "
                  "given several times, or as a list with commas."},
                 {"fail-unknown", T::Flag, "", "Fails as well where a limit is not known."},
                 {"junit", T::Text, "FILE", "Writes the result as JUnit XML, too, for a CI system."},
                 {"other-run", T::Number, "N",
                  "When NEW holds several runs: the one that is checked, from 1; default: the first.", "", "", 1}},
         .minPaths = 2,
         .maxPaths = 2,
         .check = checkGate,
         .answer = answerGate},
        {.name = "communication",
         .says = "communication operators: transit, wait, idle",
         .hint = "Communication operators of every rank: how long they took, and how much of it was transit, waiting "
                 "for other ranks, and idle.",
         .example = "rankscope-cli communication profiler_output --total --format json",
         .table = "communication",
         .prepare = prepareCommunication},
        {.name = "matrix",
         .says = "what each link between two ranks carried",
         .usage = "PATH [PATH2] [--step S] [--steps each|sum|mean] [--domain D] [--op OP] [--total]",
         .hint = "What each link between two ranks carried: size, time, bandwidth and kind of link; with the run "
                 "of PATH2 also what the same link carried there, and PATH - PATH2.",
         .example = "rankscope-cli matrix profiler_output --total --domain 'tp:(0,1)'",
         .options = "steps other-run step domain op total run output",
         .own = {{"other-run", T::Number, "N",
                  "When PATH2 holds several runs: the one to compare with, from 1; default: the first.", "", "", 1}},
         .table = "matrix",
         .maxPaths = 2,
         .check = checkMatrix,
         .prepare = prepareCommunication},
        {.name = "slices",
         .says = "slices of one rank's trace, or statistics of them",
         .usage = "PATH --rank R [--lane REGEX] [--name REGEX] [--from NS] [--to NS] [--limit N] [--stats]",
         .hint = "Slices of one rank's trace, or statistics of them by name. Slices that touch the window are "
                 "listed whole.",
         .example = "rankscope-cli slices profiler_output --rank 0 --lane 'Ascend Hardware' --stats",
         .options = "rank lane name from to stats run output",
         .own = {{"name", T::Pattern, "REGEX", "Only slices whose name matches."},
                 {"stats", T::Flag, "", "Statistics by name instead of the slices."}},
         .table = "slices",
         .others = {{"stats", "", "slices.stats"}},
         .prepare = prepareSlices},
        {.name = "flows",
         .says = "which host call led to which device task",
         .usage = "PATH --rank R [--category C] [--stats]",
         .hint = "Connection lines of one rank's trace: which host call led to which device task, and after what "
                 "delay. Delays may be negative, because host and device clocks differ.",
         .example = "rankscope-cli flows profiler_output --rank 0 --category HostToDevice --stats",
         .options = "rank category stats run output",
         .own = {{"stats", T::Flag, "", "Statistics of the delays by category instead of the lines."}},
         .table = "flows",
         .others = {{"stats", "", "flows.stats"}},
         .prepare = prepareFlows},
        {.name = "dispatch",
         .says = "how long launches wait for the device, and where the device waits for the host",
         .usage = "PATH [--rank R] [--step S] [--windows]",
         .hint = "How long launched work waits before it starts on the device, per step and rank, on one clock: "
                 "the offset between host and device is estimated from the launches and subtracted. Vertical is "
                 "the share of tasks that start within a few launch costs: the device waits for the host. Lines "
                 "are vertical where that costs at least a twentieth of the step.",
         .example = "rankscope-cli dispatch profiler_output --step 50",
         .options = "windows step rank run output",
         .own = {{"windows", T::Flag, "", "The host-bound windows with the idle time of the device in each."},
                 rankOrAll},
         .table = "dispatch",
         .others = {{"windows", "", "dispatch.windows"}},
         .allRanks = true,
         .prepare = prepareSteps},
        {.name = "idle",
         .says = "why the device was idle",
         .usage = "PATH [--rank R] [--step S] [--gaps]",
         .hint = "Why the device was idle: each gap between compute and communication has one cause, and the "
                 "causes add up to Free. Gaps without an explanation are Unknown. A row without a Step has the "
                 "idle time between or outside of the steps that the trace marks.",
         .example = "rankscope-cli idle profiler_output --rank 0 --gaps",
         .options = "gaps step rank run output",
         .own = {{"gaps", T::Flag, "", "Every gap with its cause instead of the sums."}, rankOrAll},
         .table = "idle",
         .others = {{"gaps", "", "idle.gaps"}},
         .allRanks = true,
         .prepare = prepareSteps},
        {.name = "align",
         .says = "by how much the ranks' clocks differ",
         .hint = "By how much the clocks of the ranks differ, estimated from the ends of collectives that they share: "
                 "aligned = t - offset - drift * (t - origin). A rank keeps its own clock, with the reason, where that "
                 "cannot be trusted.",
         .example = "rankscope-cli align profiler_output --format json",
         .table = "alignment"},
        {.name = "transfers",
         .says = "sends and their receives",
         .usage = "PATH [--unmatched]",
         .hint = "Sends and their receives, paired by domain, peer and order. Bandwidth is the size over the "
                 "shorter of the two, because the side that came first only waits. Timestamps are those of the "
                 "files.",
         .example = "rankscope-cli transfers profiler_output --unmatched",
         .options = "unmatched run output",
         .own = {{"unmatched", T::Flag, "", "Those without a partner instead."}},
         .table = "transfers",
         .others = {{"unmatched", "", "transfers.unmatched"}},
         .prepare = prepareTransfers},
        {.name = "query",
         .says = "an SQL statement over every table of a run",
         .usage = "PATH… SQL [--limit N]",
         .hint = "Runs one SELECT over the tables that `schema` lists. A column's name ends in its unit. Functions "
                 "beside SQLite's: span_overlap(from, to, from, to), span_union(from, to) over the rows of a group, "
                 "ns_to_step(rank, ns), X REGEXP Y. Databases of the ranks are attached as rank0, rank1, …; `schema` "
                 "lists them.",
         .example = "rankscope-cli query profiler_output \"SELECT name, sum(duration_ns) FROM slices WHERE rank = 0 "
                    "GROUP BY name ORDER BY 2 DESC LIMIT 10\"",
         .options = "run output",
         .maxPaths = 0,
         .check = checkQuery,
         .answer = answerQuery},
        {.name = "schema",
         .says = "the tables and columns that a statement can name",
         .usage = "PATH [--table T] [--tables]",
         .hint = "The tables and columns that a statement of `query` can name. Hidden columns come last: an "
                 "equality with one of them sets an option of the table, such as the step. After the tables come "
                 "the databases of the run with their files and tables, named like rank0.TASK; of several "
                 "databases with the same tables only the first lists them.",
         .example = "rankscope-cli schema profiler_output",
         .options = "table tables run output",
         .own = {{"table", T::Text, "T",
                  "Only this table, as statements call it: slices, TASK, rank0.TASK; or a database, rank0."},
                 {"tables", T::Flag, "", "Only the tables, without their columns."}},
         .answer = answerSchema},
        {.name = "recipe",
         .says = "the results of a recipe of msprof-analyze under its name",
         .usage = "NAME PATH [--table T]",
         .hint = "The results of a recipe of msprof-analyze under its name: %1. The first result table, or the one "
                 "of --table.",
         .example = "rankscope-cli recipe compute_op_sum profiler_output",
         .options = "table run output",
         .own = {{"table", T::Text, "T", "A result table by its official name, such as HcclTopOpStats."}},
         .minPaths = 0,
         .maxPaths = 0,
         .run = runRecipe},
        {.name = "mcp",
         .says = "answers the Model Context Protocol on standard input and output",
         .usage = "[PATH…] [--max-bytes N]",
         .hint = "Answers the Model Context Protocol on standard input and output until the input ends: JSON-RPC "
                 "2.0, a message a line. The tools are verbs of this program; runs stay loaded between calls. A "
                 "call without a path uses the first PATH.",
         .example = "rankscope-cli mcp profiler_output",
         .options = "max-bytes",
         .own = {{"max-bytes", T::Number, "N",
                  "Bytes that one answer may have; default: 50000. Further rows go into a CSV in the user's cache "
                  "folder, which the answer names.",
                  "", "", 10'000}},
         .minPaths = 0,
         .maxPaths = 0,
         .run = runMcp},
        {.name = "export",
         .says = "every table of every view as CSV",
         .usage = "PATH… --out DIR",
         .hint = "Writes every table of every view as CSV: one folder per run when there are several, one per rank "
                 "in it. DIR is new or empty and never inside the input; it appears when everything is written. "
                 "Tables without rows are left out and named; the verdicts of diagnose come last.",
         .example = "rankscope-cli export profiler_output --out tables",
         .options = "out force format rate",
         .own = {{"out", T::Text, "DIR", "Folder for the tables."},
                 {"force", T::Flag, "", "Replaces an earlier export in DIR, once everything is written."},
                 {"format", T::Word, "FORMAT",
                  "json: a summary of the export as JSON on the standard output; default: only on stderr.", "json"}},
         .maxPaths = 0,
         .check = checkExport,
         .answer = answerExport},
        {.name = "report",
         .says = "the verdicts and what they rest on as one HTML or PDF file",
         .usage = "PATH --out FILE [--level page|findings|all] [--language en|zh_CN] [--redact]",
         .hint =
             "Writes one HTML file for people who do not have the run: verdicts with the commands that open their "
             "places, a bar for the mean step of each rank, tables with the meaning of their columns, and the "
             "hashes of the inputs. It has no script, and nothing from elsewhere. A FILE that ends in .pdf gets the "
             "same as PDF.",
         .example = "rankscope-cli report profiler_output --out report.html --redact",
         .options = "out level language redact format rate run",
         .own = {{"out", T::Text, "FILE", "The file to write; never inside the input."},
                 {"level", T::Word, "LEVEL",
                  "page (verdicts and where the time went), findings (default: also what stands out), or all (the "
                  "first 100 rows of every table of the run).",
                  "page|findings|all"},
                 {"language", T::Word, "LANGUAGE", "en (default) or zh_CN.", "en|zh_CN"},
                 {"redact", T::Flag, "",
                  "Replaces names of hosts, interfaces, paths and users by such as host-1, and says which."},
                 {"format", T::Word, "FORMAT",
                  "json: the messages as JSON on the standard output; default: only on stderr.", "json"}},
         .check = checkReport,
         .answer = answerReport},
        {.name = "trace",
         .says = "ranks on one clock as one Chrome trace for Perfetto",
         .usage = "PATH --out FILE [--ranks LIST] [--from NS] [--to NS] [--lane REGEX] [--own-clocks]",
         .hint = "Writes ranks of a run into one Chrome trace that Perfetto and chrome://tracing open, on one "
                 "clock, with all slices, their args, connection lines and counters, or those of some lanes and of "
                 "a window of time. Slices that touch the window are written whole. FILE ends in .json or .json.gz "
                 "and is never inside the input.",
         .example = "rankscope-cli trace profiler_output --out merged.json.gz --ranks 0,3 --lane 'Ascend Hardware'",
         .options = "out from to lane own-clocks format ranks run",
         .own = {{"out", T::Text, "FILE", "The file to write; with .gz compressed."},
                 {"from", T::Number, "NS",
                  "Start of the window, nanoseconds since the epoch on the clock of the reference rank.", "", "",
                  EarliestStampNs},
                 {"to", T::Number, "NS", "End of the window.", "", "", EarliestStampNs},
                 {"lane", T::Pattern, "REGEX",
                  "Only lanes whose \"process/thread\", and counters whose \"process/counter\" matches."},
                 {"own-clocks", T::Flag, "", "Leaves the timestamps of each rank as they are."},
                 {"format", T::Word, "FORMAT",
                  "json: a summary of the file as JSON on the standard output; default: only on stderr.", "json"}},
         .table = "alignment",
         .check = checkTrace,
         .answer = answerTrace},
        {.name = "pack",
         .says = "one rank as one small file, with all that the program shows of it",
         .usage = "PATH --rank R --out FILE.rspack",
         .hint = "Writes one rank into one file of a few percent of its trace, with all that the program shows of it, "
                 "the args of slices too: for a colleague, or to keep. Every command and the window open it like a "
                 "run. FILE is never inside the input.",
         .example = "rankscope-cli pack profiler_output --rank 3 --out rank3.rspack",
         .options = "rank out run",
         .own = {{"out", T::Text, "FILE.rspack", "The file to write."}},
         .table = "slices",
         .check = checkPack,
         .answer = answerPack},
        {.name = "index",
         .says = "all ranks as packs with an index, for runs too large to copy",
         .usage = "PATH… --out DIR",
         .hint = "Packs each rank of the runs into DIR and writes an index over them. Every command and the window "
                 "open DIR like a run: numbers of all ranks at once, the lanes of a rank when it is looked at. A "
                 "further call packs only what changed, and goes on where one was stopped. DIR is never inside the "
                 "input.",
         .example = "rankscope-cli index profiler_output --out indexed",
         .options = "out",
         .own = {{"out", T::Text, "DIR", "The folder of the packs; one per run in it where there are several."}},
         .maxPaths = 0,
         .check = checkIndex,
         .answer = answerIndex},
        {.name = "serve",
         .says = "runs of this host for a window on another one, which calls it by ssh",
         .usage = "",
         .hint = "Answers the window of RankScope on another host, which starts it by ssh and asks on stdin, when "
                 "ssh://HOST/PATH is opened there: with an index of the run, or with one rank. Nothing is written "
                 "beside the run, and no port is opened.",
         .example = "rankscope-cli serve  # the window calls it for: rankscope ssh://host/data/run",
         .minPaths = 0,
         .answer = answerServe},
        {.name = "findings", .table = "findings", .prepare = prepareFindings},
        {.name = "whatif", .table = "whatif", .check = checkWhatIf},
        {.name = "path.sums", .table = "path.sums", .check = checkPath},
        {.name = "path", .table = "path", .check = checkPath},
        {.name = "compare.many",
         .usage = "PATH [PATH…] [--base R|all] [--base-run PATH] [--whole mean|sum]",
         .own = {{"base", T::Text, "R",
                  "The rank that all are compared with, of the first PATH or of --base-run, or all: all of its "
                  "ranks together. Default: the median rank of the stage of each side."},
                 {"base-run", T::Text, "PATH",
                  "Another run that is the baseline: without --base each rank is compared with that of the same "
                  "number in it."},
                 {"whole", T::Word, "HOW",
                  "The ranks of each run together are one side: their mean, or their sum. The baseline is a whole run "
                  "then, the first one by default, unless --base names a rank.",
                  "mean|sum"}},
         .table = "compare.many",
         .maxPaths = 64,
         .check = checkMany,
         .prepare = prepareMany},
        {.name = "trend.runs",
         .usage = "PATH PATH…",
         .example = "rankscope-cli trend.runs monday tuesday wednesday",
         .table = "trend.runs",
         .minPaths = 2,
         .maxPaths = 64,
         .prepare = prepareMoreRuns},
        {.name = "compare.runs",
         .usage = "BASE NEW",
         .example = "rankscope-cli compare.runs before after",
         .own = {{"other-run", T::Number, "N",
                  "When NEW holds several runs: the one that is compared, from 1; default: the first.", "", "", 1}},
         .table = "compare.runs",
         .minPaths = 2,
         .maxPaths = 2,
         .prepare = prepareRuns},
    };
}

// The usage behind the paths of a verb that has every option of its table.
std::string synopsis(const TableSpec &table)
{
    std::string out = table.scope == TableScope::Rank ? " --rank R" : "";
    if (table.takes(Parameter::State))
        out += " [--state LIST]";
    for (const ParameterSpec &p : parameterSpecs()) {
        if (table.takes(p.parameter) && p.parameter != Parameter::State)
            out += " [--" + std::string(p.option.name) + (*p.option.value == '\0' ? "" : " ") + p.option.value + ']';
    }
    if (table.takesRates)
        out += " [--rate NAME=GBPS]…";
    return out + (table.takesRanks ? " [--ranks LIST]" : "");
}

// Adds every option of the table, before and behind those that the verb has itself.
void addOptionsOf(const TableSpec &table, Verb &verb)
{
    std::string behind;
    for (const OptionSpec &o : verb.own)
        behind += std::string(o.name) + ' ';
    verb.options = table.scope == TableScope::Rank ? "rank " : "";
    for (const ParameterSpec &p : parameterSpecs()) {
        if (!table.takes(p.parameter))
            continue;
        verb.own.push_back(p.option);
        if (p.parameter != Parameter::State)
            verb.options += std::string(p.option.name) + ' ';
    }
    verb.options += std::string(table.takesRates ? "rate " : "") + (table.takesRanks ? "ranks " : "") +
                    (table.takes(Parameter::State) ? "state " : "") + behind + "run output";
}

const TableSpec *tableOf(const Verb &verb, const Arguments &a, const Session &session)
{
    if (verb.table.empty())
        return nullptr;
    for (const OtherTable &other : verb.others) {
        if (a.isSet(other.option) && (*other.word == '\0' || a.text(other.option) == QLatin1String(other.word)))
            return &session.table(QString(QLatin1String(other.table)));
    }
    return &session.table(QString::fromStdString(verb.table));
}

} // namespace

const std::vector<Verb> &namedVerbs()
{
    static const std::vector<Verb> verbs = makeVerbs();
    return verbs;
}

std::vector<const TableSpec *> tablesAsVerbs(const Catalogue &tables)
{
    const auto isOfVerb = [](const QString &id) {
        return std::ranges::any_of(namedVerbs(), [&id](const Verb &v) {
            // operators.ranks is a verb of its own as well.
            const auto isFlag = [&id](const OtherTable &o) {
                return id == QLatin1String(o.table) && id != u"operators.ranks";
            };
            return !v.says.empty() && (id == QString::fromStdString(v.table) || std::ranges::any_of(v.others, isFlag));
        });
    };
    std::vector<const TableSpec *> out;
    for (const TableSpec &t : tables.all()) {
        // Two ranks are the business of one verb, which has an option for each of its tables.
        if (t.scope != TableScope::Pair && !isOfVerb(t.id))
            out.push_back(&t);
    }
    return out;
}

std::optional<Verb> findVerb(const QString &name, const Catalogue &tables)
{
    for (const Verb &v : namedVerbs()) {
        if (name == QString::fromStdString(v.name))
            return completed(v, tables);
    }
    for (const TableSpec *t : tablesAsVerbs(tables)) {
        if (name == t->id)
            return completed({.name = name.toStdString(), .table = name.toStdString()}, tables);
    }
    return std::nullopt;
}

Verb completed(Verb verb, const Catalogue &tables)
{
    const TableSpec *table = tables.find(QString::fromStdString(verb.table));
    if (!table || !verb.options.empty())
        return verb;
    addOptionsOf(*table, verb);
    verb.usage = (verb.usage.empty() ? "PATH" : verb.usage) + synopsis(*table);
    if (verb.hint.empty())
        verb.hint = table->hint.toStdString();
    if (verb.example.empty())
        verb.example =
            "rankscope-cli " + verb.name + " profiler_output" + (table->scope == TableScope::Rank ? " --rank 0" : "");
    return verb;
}

std::vector<OptionSpec> optionsOf(const Verb &verb)
{
    std::vector<OptionSpec> known = verb.own;
    known.insert(known.end(), std::begin(commonOptions), std::end(commonOptions));
    for (const ParameterSpec &p : parameterSpecs())
        known.push_back(p.option);
    std::vector<OptionSpec> out;
    for (const QString &name : QString::fromStdString(verb.options).split(u' ', Qt::SkipEmptyParts)) {
        if (name == u"output")
            out.insert(out.end(), std::begin(outputOptions), std::end(outputOptions));
        else
            out.push_back(
                *std::ranges::find_if(known, [&name](const OptionSpec &o) { return name == QLatin1String(o.name); }));
    }
    return out;
}

Exit runVerb(Call &call, const Verb &verb, const QStringList &arguments)
{
    if (verb.run)
        return verb.run(call, verb, arguments);
    Arguments a(call, verb);
    a.parse(arguments);
    Session session(call, a.memoryLimit());
    Task task{call, verb, a, session, a.output(), tableOf(verb, a, session)};
    a.fill(task.query, task.table);
    if (task.table)
        task.sources = task.table->sources;
    if (verb.check)
        verb.check(task);
    a.endIfWrong();
    if (verb.answer)
        return verb.answer(task);
    loadPickedRun(task);
    (verb.prepare ? verb.prepare : prepareTable)(task);
    return printTable(task);
}

} // namespace rs::cli
