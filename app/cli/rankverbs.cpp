// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/operators/operatorstats.h"
#include "core/text/patternmatch.h"
#include "tables/tables.h"

#include <algorithm>
#include <limits>

namespace rs::cli {

namespace {

const QStringList &groupingNames()
{
    static const QStringList names{QStringLiteral("type"), QStringLiteral("name"), QStringLiteral("shape"),
                                   QStringLiteral("name-shape"), QStringLiteral("kernel")};
    return names;
}

OperatorGrouping groupingAt(int index)
{
    constexpr OperatorGrouping all[] = {OperatorGrouping::Type, OperatorGrouping::Name, OperatorGrouping::Shape,
                                        OperatorGrouping::NameShape, OperatorGrouping::Kernel};
    return all[index];
}

// False when the pattern fits no lane; says which there are.
bool checkLane(Call &call, const RankData &rank, const QRegularExpression &lane)
{
    if (lane.pattern().isEmpty() || rank.trace->lanes().empty())
        return true;
    constexpr qsizetype most = 40;
    const PrintedLanes labels(*rank.trace);
    QStringList known;
    for (quint32 l = 0; l < rank.trace->lanes().size(); ++l) {
        const QString label = labels.both(LaneId{l});
        if (matchesPattern(lane, label))
            return true;
        if (!known.contains(label))
            known << label;
    }
    const QString more = known.size() > most ? QStringLiteral(" and %1 more").arg(known.size() - most) : QString();
    call.say(QStringLiteral("rankscope-cli: no lane matches \"%1\"; there are: %2%3")

                 .arg(lane.pattern(), known.mid(0, most).join(QStringLiteral(", ")), more));
    return false;
}

// A side of a comparison, in a run of its own or in the run of the other side.
struct Side
{
    std::shared_ptr<const Run> run;
    int index = -1;
    [[nodiscard]] const RankData &rank() const { return *run->ranks[static_cast<size_t>(index)]; }
};

} // namespace

int operatorsVerb(Call &call, const QStringList &arguments)
{
    Arguments a(call, QStringLiteral("operators"),
                QStringLiteral("PATH --rank R|--ranks LIST [--by type|name|shape|name-shape|kernel] "
                               "[--kind compute|communication]"),
                QStringLiteral("Operators of one rank with calls, total, average, shortest and longest time; with "
                               "--ranks those of several as if they were one, and on which rank each takes longest."),
                QStringLiteral("rankscope-cli operators profiler_output --rank 0 --by type --kind compute"));
    a.option(QStringLiteral("rank"), QStringLiteral("R"),
             QStringLiteral("The rank; may be left out when there is one."));
    addRanksOption(a);
    a.option(QStringLiteral("by"), QStringLiteral("KEY"),
             QStringLiteral("type (default), name, shape (type and input shapes), name-shape, kernel (all of them)."));
    a.option(QStringLiteral("kind"), QStringLiteral("KIND"), QStringLiteral("compute (default) or communication."));
    a.option(QStringLiteral("core"), QStringLiteral("CORE"),
             QStringLiteral("Only this accelerator core, e.g. AI_CORE."));
    addRunOption(a);
    a.addOutput();
    if (!a.parse(arguments, 1, 1))
        return a.status();
    TableQuery query;
    query.by = groupingAt(a.choice(QStringLiteral("by"), groupingNames()));
    query.kind = a.choice(QStringLiteral("kind"), {QStringLiteral("compute"), QStringLiteral("communication")}) == 0
                     ? OperatorKind::Compute
                     : OperatorKind::Communication;
    query.core = a.text(QStringLiteral("core"));
    query.ranks = ranksOption(a);
    const bool several = a.isSet(QStringLiteral("ranks"));
    if (several && a.isSet(QStringLiteral("rank")))
        a.mistake(QStringLiteral("--rank and --ranks exclude each other."));
    if (several && query.by == OperatorGrouping::Kernel)
        a.mistake(QStringLiteral("--by kernel is of one rank: --rank R."));
    const Output output = a.output();
    const qint64 limit = a.memoryLimit();
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (a.isWrong())
        return a.status();
    Session session(call, limit);
    const TableSpec &table = session.table(several ? u"operators.ranks" : u"operators");
    const LoadedRun loaded = loadPickedRun(session, a, table, query, !several);
    if (!loaded.run)
        return loaded.status;
    if (!checkRanks(session.call(), *query.run, query.ranks))
        return statusOf(Exit::Usage);
    if (several)
        return printTable(session, output, table, std::move(query));
    // Without a kernel table no core is known, which the table's own reason says.
    if (query.rankData()->kernels && !checkCore(session.call(), coreTypes(*query.rankData()), query.core))
        return statusOf(Exit::Usage);
    return printTable(session, output, table, std::move(query));
}

namespace {

// The parts of both captures that are compared.
void readWindows(Arguments &a, TableQuery &query)
{
    constexpr qint64 least = std::numeric_limits<qint64>::min();
    const auto isSet = [&a](const char *from, const char *to) {
        return a.isSet(QLatin1String(from)) || a.isSet(QLatin1String(to));
    };
    if (!isSet("from", "to") && !isSet("other-from", "other-to"))
        return;
    if (isSet("step", "other-step"))
        a.mistake(QStringLiteral("--step and --from, --to each choose a part of the capture; give one of them."));
    Interval base{least, std::numeric_limits<qint64>::max()};
    base = {a.number(QStringLiteral("from"), base.from, least), a.number(QStringLiteral("to"), base.to, least)};
    const Interval other{a.number(QStringLiteral("other-from"), base.from, least),
                         a.number(QStringLiteral("other-to"), base.to, least)};
    if (base.to < base.from)
        a.mistake(QStringLiteral("--to lies before --from."));
    if (other.to < other.from)
        a.mistake(QStringLiteral("--other-to lies before --other-from."));
    query.baseWindow = base;
    query.otherWindow = other;
}

} // namespace

int compareVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("compare"),
        QStringLiteral("PATH [PATH2] --base R --other R [--by type|name|shape|name-shape|order] [--step S] "
                       "[--other-step S] [--from NS] [--to NS] [--state LIST] [--sheet "
                       "overall|kernels|communication|api|memory|peaks]"),
        QStringLiteral(
            "The operators of two ranks side by side. The base is a rank of PATH, the other one of PATH2, or of "
            "PATH when there is no second path. Ratio is other / base. More ranks or whole runs against one "
            "baseline: compare.many."),
        QStringLiteral("rankscope-cli compare profiler_output --base 0 --other 1 --by shape"));
    a.option(QStringLiteral("base"), QStringLiteral("R"),
             QStringLiteral("Rank to compare with; may be left out when PATH has one."));
    a.option(QStringLiteral("other"), QStringLiteral("R"),
             QStringLiteral("Rank that is compared; may be left out when PATH2 has one."));
    a.option(QStringLiteral("by"), QStringLiteral("KEY"),
             QStringLiteral("type (default), name, shape (type and input shapes), name-shape, or order: one execution "
                            "after the other."));
    a.option(QStringLiteral("step"), QStringLiteral("S"), QStringLiteral("Only this step of both sides."));
    a.option(QStringLiteral("other-step"), QStringLiteral("S"),
             QStringLiteral("Only this step of the other side; default: that of --step. Without --step it is held "
                            "against the mean step of the base."));
    a.option(QStringLiteral("from"), QStringLiteral("NS"),
             QStringLiteral("Only what touches this part of the captures: its start, nanoseconds since the epoch. Not "
                            "with --step."));
    a.option(QStringLiteral("to"), QStringLiteral("NS"), QStringLiteral("End of that part."));
    a.option(QStringLiteral("other-from"), QStringLiteral("NS"),
             QStringLiteral("Start of the part of the other side, which was recorded at another time; default: that of "
                            "--from, as --to is of --other-to."));
    a.option(QStringLiteral("other-to"), QStringLiteral("NS"), QStringLiteral("End of the part of the other side."));
    a.option(QStringLiteral("sheet"), QStringLiteral("SHEET"),
             QStringLiteral("Instead of the operators: overall (where the time went), kernels (by type and shapes), "
                            "communication (with its tasks), api (host calls), memory (by outermost operator), peaks "
                            "(who holds how much at the peak of each)."));
    addStateOption(a);
    a.option(QStringLiteral("held-by"), QStringLiteral("KEY"),
             QStringLiteral("Of --sheet peaks: operator (default), component or size (of a block)."));
    a.option(QStringLiteral("component"), QStringLiteral("C"),
             QStringLiteral("Of --sheet peaks: only this component of memory, as the file calls it."));
    a.option(QStringLiteral("kind"), QStringLiteral("KIND"),
             QStringLiteral("all (default), compute or communication."));
    a.option(QStringLiteral("core"), QStringLiteral("CORE"),
             QStringLiteral("Only this accelerator core, e.g. AI_CORE."));
    addRunOption(a);
    a.option(QStringLiteral("other-run"), QStringLiteral("N"),
             QStringLiteral("When one PATH holds several runs, such as captures of the dynamic profiler: the one of "
                            "--other, from 1; default: that of --base."));
    a.addOutput();
    if (!a.parse(arguments, 1, 2))
        return a.status();
    TableQuery query;
    const int by = a.choice(QStringLiteral("by"), groupingNames().mid(0, 4) << QStringLiteral("order"));
    const bool ordered = by == 4;
    query.by = groupingAt(ordered ? 0 : by);
    query.step = a.text(QStringLiteral("step"));
    query.otherStep = a.text(QStringLiteral("other-step"));
    query.states = statesOption(a);
    readWindows(a, query);
    const QStringList sheets{QStringLiteral("overall"), QStringLiteral("kernels"), QStringLiteral("communication"),
                             QStringLiteral("api"),     QStringLiteral("memory"),  QStringLiteral("peaks")};
    QString tableId = ordered ? QStringLiteral("compare.order") : QStringLiteral("compare");
    if (a.isSet(QStringLiteral("sheet"))) {
        const QString sheet = sheets[a.choice(QStringLiteral("sheet"), sheets)];
        tableId = sheet == u"peaks" ? QStringLiteral("memory.compare") : QStringLiteral("compare.") + sheet;
        for (const char *option :
             {"by", "kind", "core", "step", "other-step", "from", "to", "other-from", "other-to", "state"}) {
            if (a.isSet(QLatin1String(option)))
                a.mistake(
                    QStringLiteral("--%1 is not for --sheet, which is of everything.").arg(QLatin1String(option)));
        }
    }
    query.heldBy = static_cast<BlockGrouping>(a.choice(
        QStringLiteral("held-by"), {QStringLiteral("operator"), QStringLiteral("component"), QStringLiteral("size")}));
    query.component = a.text(QStringLiteral("component"));
    for (const char *option : {"held-by", "component"}) {
        if (a.isSet(QLatin1String(option)) && tableId != u"memory.compare")
            a.mistake(QStringLiteral("--%1 is for --sheet peaks alone.").arg(QLatin1String(option)));
    }
    const int kind = a.choice(QStringLiteral("kind"),
                              {QStringLiteral("all"), QStringLiteral("compute"), QStringLiteral("communication")});
    query.kind = kind == 0 ? OperatorKind::All : kind == 1 ? OperatorKind::Compute : OperatorKind::Communication;
    query.core = a.text(QStringLiteral("core"));
    const Output output = a.output();
    const qint64 limit = a.memoryLimit();
    (void)a.number(QStringLiteral("run"), 1, 1);
    (void)a.number(QStringLiteral("other-run"), 1, 1);
    if (a.isWrong())
        return a.status();

    Session session(call, limit);
    const TableSpec &table = session.table(tableId);
    int status = 0;
    std::vector<Run> found = session.find(a.paths().mid(0, 1));
    if (found.empty())
        return statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing);
    const size_t runs = found.size();
    Side base;
    Side other;
    if (a.paths().size() == 1 && !a.isSet(QStringLiteral("other-run"))) {
        std::optional<Picked> picked = pickRank(std::move(found), a, QStringLiteral("base"), table.sources, status,
                                                a.text(QStringLiteral("other")));
        if (!picked)
            return status;
        base.index = picked->rankIndex;
        // With two ranks in all, the other one is meant.
        other.index = a.isSet(QStringLiteral("other")) ? rankIndexOf(picked->run, a.text(QStringLiteral("other")))
                      : picked->run.infos.size() == 2  ? 1 - base.index
                                                       : -1;
        if (other.index < 0) {
            call.say(a.isSet(QStringLiteral("other"))
                         ? QStringLiteral("rankscope-cli: no rank %1 in %2; there are: %3")
                               .arg(a.text(QStringLiteral("other")), picked->run.path, rankList(picked->run))
                     : runs > 1 && picked->run.infos.size() == 1
                         ? QStringLiteral("rankscope-cli compare: --other is missing; the run has rank %1 alone, and "
                                          "--other-run N compares it with another of the %2 runs of the path")
                               .arg(rankList(picked->run))
                               .arg(runs)
                         : QStringLiteral("rankscope-cli compare: --other is missing; there are the ranks %1")
                               .arg(rankList(picked->run)));
            return statusOf(Exit::Usage);
        }
        base.run =
            session.load(std::move(picked->run), base.index == other.index ? std::vector<int>{base.index}
                                                                           : std::vector<int>{base.index, other.index});
        other.run = base.run;
    } else {
        std::vector<Run> foundOther = session.find({a.paths().last()});
        if (foundOther.empty())
            return statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing);
        std::optional<Picked> first = pickRank(std::move(found), a, QStringLiteral("base"), table.sources, status);
        if (!first)
            return status;
        std::optional<Picked> second =
            pickRank(std::move(foundOther), a, QStringLiteral("other"), table.sources, status);
        if (!second)
            return status;
        base.index = first->rankIndex;
        other.index = second->rankIndex;
        base.run = session.load(std::move(first->run), {base.index});
        if (base.run)
            other.run = session.load(std::move(second->run), {other.index});
    }
    if (!base.run || !other.run)
        return statusOf(session.finish(true));
    if (hasOnlyDatabases(*base.run, {base.index}) || hasOnlyDatabases(*other.run, {other.index}))
        return statusOf(session.finishEmpty());
    if (base.rank().kernels || other.rank().kernels) {
        QStringList cores = coreTypes(base.rank());
        for (const QString &core : coreTypes(other.rank())) {
            if (!cores.contains(core))
                cores << core;
        }
        cores.sort();
        if (!checkCore(session.call(), cores, query.core))
            return statusOf(Exit::Usage);
    }
    const bool isSamePart = query.otherStep.isEmpty() || query.otherStep == query.step;
    if (base.run->title() == other.run->title() && base.index == other.index && isSamePart && !query.otherWindow)
        call.say(QStringLiteral("Rank %1 is compared with itself: no line can differ.").arg(base.rank().info.label));
    query.run = base.run;
    query.rank = base.index;
    query.otherRun = other.run;
    query.other = other.index;
    return printTable(session, output, table, std::move(query));
}

int slicesVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("slices"),
        QStringLiteral("PATH --rank R [--lane REGEX] [--name REGEX] [--from NS] [--to NS] [--limit N] [--stats]"),
        QStringLiteral(
            "Slices of one rank's trace, or statistics of them by name. Slices that touch the window are taken "
            "whole."),
        QStringLiteral("rankscope-cli slices profiler_output --rank 0 --lane 'Ascend Hardware' --stats"));
    a.option(QStringLiteral("rank"), QStringLiteral("R"),
             QStringLiteral("The rank; may be left out when there is one."));
    a.option(QStringLiteral("lane"), QStringLiteral("REGEX"),
             QStringLiteral("Only lanes whose \"process/thread\" matches."));
    a.option(QStringLiteral("name"), QStringLiteral("REGEX"), QStringLiteral("Only slices whose name matches."));
    a.option(QStringLiteral("from"), QStringLiteral("NS"),
             QStringLiteral("Start of the window, nanoseconds since the epoch."));
    a.option(QStringLiteral("to"), QStringLiteral("NS"), QStringLiteral("End of the window."));
    a.flag(QStringLiteral("stats"), QStringLiteral("Statistics by name instead of the slices."));
    addRunOption(a);
    a.addOutput();
    if (!a.parse(arguments, 1, 1))
        return a.status();
    TableQuery query;
    query.lane = a.pattern(QStringLiteral("lane")).value_or(QRegularExpression());
    query.name = a.pattern(QStringLiteral("name")).value_or(QRegularExpression());
    query.window.from = a.number(QStringLiteral("from"), query.window.from, std::numeric_limits<qint64>::min());
    query.window.to = a.number(QStringLiteral("to"), query.window.to, std::numeric_limits<qint64>::min());
    const Output output = a.output();
    const qint64 limit = a.memoryLimit();
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (query.window.to < query.window.from)
        a.mistake(QStringLiteral("--to lies before --from."));
    if (a.isWrong())
        return a.status();
    Session session(call, limit);
    const TableSpec &table = session.table(a.isSet(QStringLiteral("stats")) ? u"slices.stats" : u"slices");
    const LoadedRun loaded = loadPickedRun(session, a, table, query, true);
    if (!loaded.run)
        return loaded.status;
    if (query.rankData()->trace && !checkLane(call, *query.rankData(), query.lane))
        return statusOf(Exit::Usage);
    return printTable(session, output, table, std::move(query));
}

int flowsVerb(Call &call, const QStringList &arguments)
{
    Arguments a(
        call, QStringLiteral("flows"), QStringLiteral("PATH --rank R [--category C] [--stats]"),
        QStringLiteral(
            "Flows of one rank's trace: which host call led to which device task, and after what delay. Delays may be "
            "negative, because host and device clocks differ."),
        QStringLiteral("rankscope-cli flows profiler_output --rank 0 --category HostToDevice --stats"));
    a.option(QStringLiteral("rank"), QStringLiteral("R"),
             QStringLiteral("The rank; may be left out when there is one."));
    a.option(QStringLiteral("category"), QStringLiteral("C"),
             QStringLiteral("Only this category, e.g. HostToDevice or async_npu."));
    a.flag(QStringLiteral("stats"), QStringLiteral("Statistics of the delays by category instead of the flows."));
    addRunOption(a);
    a.addOutput();
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(a.call(), common->memoryLimit);
    const TableSpec &table = session.table(a.isSet(QStringLiteral("stats")) ? u"flows.stats" : u"flows");
    TableQuery query;
    query.category = a.text(QStringLiteral("category"));
    const LoadedRun loaded = loadPickedRun(session, a, table, query, true);
    if (!loaded.run)
        return loaded.status;
    if (const Trace *trace = query.rankData()->trace.get()) {
        QStringList known;
        for (const FlowCategory &c : trace->flows().categories())
            known << trace->strings().text(c.name);
        if (!known.isEmpty() && !query.category.isEmpty() && !known.contains(query.category)) {
            call.say(QStringLiteral("rankscope-cli: no flows of category \"%1\"; there are: %2")
                         .arg(query.category, known.join(QStringLiteral(", "))));
            return statusOf(Exit::Usage);
        }
    }
    return printTable(session, common->output, table, std::move(query));
}

} // namespace rs::cli
