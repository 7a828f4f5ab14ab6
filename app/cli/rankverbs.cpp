// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "app/cli/tables.h"

#include <algorithm>

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

void sayNote(OperatorNote note, const QString &who)
{
    if (note != OperatorNote::None)
        say(QStringLiteral("%1: %2").arg(who, operatorNoteText(note)));
}

// Why a table of operators has no row although there is data to make one of.
QString noOperatorText(const QString &who, OperatorKind kind, const QString &core)
{
    const QString what = kind == OperatorKind::Compute         ? QStringLiteral("compute operator")
                         : kind == OperatorKind::Communication ? QStringLiteral("communication operator")
                                                               : QStringLiteral("operator");
    const QString where = core.isEmpty() ? QString() : QStringLiteral(" on core %1").arg(core);
    const bool neither = who.startsWith(QLatin1String("neither"));
    return QStringLiteral("%1 has %2 %3%4 in its data: there is nothing to list.")
        .arg(who, neither ? QStringLiteral("any") : QStringLiteral("no"), what, where);
}

// Why no slice is listed, by what was asked for and what the trace has.
QString noSliceText(const RankData &rank, const SliceFilter &filter)
{
    const Trace &trace = *rank.trace;
    if (trace.slices().size() == 0)
        return QStringLiteral("The trace of rank %1 holds no slice that could be read: info says what is wrong with "
                              "it.")
            .arg(rank.info.label);
    QStringList asked;
    if (filter.lane)
        asked << QStringLiteral("--lane");
    if (filter.name)
        asked << QStringLiteral("--name");
    if (filter.fromNs != SliceFilter().fromNs)
        asked << QStringLiteral("--from");
    if (filter.toNs != SliceFilter().toNs)
        asked << QStringLiteral("--to");
    return QStringLiteral("No slice of rank %1 is left by %2; its %3 slices lie between %4 and %5 ns.")
        .arg(rank.info.label, asked.join(QStringLiteral(", ")))
        .arg(trace.slices().size())
        .arg(trace.startNs())
        .arg(trace.endNs());
}

// False when the pattern fits no lane; says which there are.
bool checkLane(const RankData &rank, const SliceFilter &filter)
{
    if (!filter.lane || rank.trace->lanes().empty())
        return true;
    constexpr qsizetype most = 40;
    const LaneLabels labels(*rank.trace);
    QStringList known;
    for (quint32 l = 0; l < rank.trace->lanes().size(); ++l) {
        const QString label = QString::fromStdString(labels.both(LaneId{l}));
        if (filter.lane->match(label).hasMatch())
            return true;
        if (!known.contains(label))
            known << label;
    }
    const QString more = known.size() > most ? QStringLiteral(" and %1 more").arg(known.size() - most) : QString();
    say(QStringLiteral("rankscope-cli: no lane matches \"%1\"; there are: %2%3")
            .arg(filter.lane->pattern(), known.mid(0, most).join(QStringLiteral(", ")), more));
    return false;
}

// What slices, flows and operators share: one rank of one run, loaded alone.
struct OneRank
{
    std::shared_ptr<const Run> run;
    std::shared_ptr<const RankData> rank;
};

std::optional<OneRank> loadOneRank(Session &session, Arguments &a, const Sources &sources, int &status)
{
    std::vector<Run> found = session.find(a.paths());
    if (found.empty()) {
        status = statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing);
        return std::nullopt;
    }
    std::optional<Picked> picked = pickRank(std::move(found), a, QStringLiteral("rank"), sources, status);
    if (!picked)
        return std::nullopt;
    const int index = picked->rankIndex;
    OneRank out;
    out.run = session.load(std::move(picked->run), {index});
    if (!out.run) {
        status = statusOf(session.finish(true));
        return std::nullopt;
    }
    if (hasOnlyDatabases(*out.run, {index})) {
        status = statusOf(session.finishEmpty());
        return std::nullopt;
    }
    out.rank = out.run->ranks[static_cast<size_t>(index)];
    return out;
}

// A side of a comparison, in a run of its own or in the run of the other side.
struct Side
{
    std::shared_ptr<const Run> run;
    int index = -1;
    [[nodiscard]] const RankData &rank() const { return *run->ranks[static_cast<size_t>(index)]; }
};

} // namespace

int operatorsVerb(const QStringList &arguments)
{
    Arguments a(QStringLiteral("operators"),
                QStringLiteral("PATH --rank R [--by type|name|shape|name-shape|kernel] [--kind compute|communication]"),
                QStringLiteral("Operators of one rank with calls, total, average, shortest and longest time."),
                QStringLiteral("rankscope-cli operators profiler_output --rank 0 --by type --kind compute"));
    a.option(QStringLiteral("rank"), QStringLiteral("R"),
             QStringLiteral("The rank; may be left out when there is one."));
    a.option(QStringLiteral("by"), QStringLiteral("KEY"),
             QStringLiteral("type (default), name, shape (type and input shapes), name-shape, kernel (all of them)."));
    a.option(QStringLiteral("kind"), QStringLiteral("KIND"), QStringLiteral("compute (default) or communication."));
    a.option(QStringLiteral("core"), QStringLiteral("CORE"),
             QStringLiteral("Only this accelerator core, e.g. AI_CORE."));
    addRunOption(a);
    addFormat(a);
    if (!a.parse(arguments, 1, 1))
        return a.status();
    OperatorQuery query;
    query.grouping = groupingAt(a.choice(QStringLiteral("by"), groupingNames()));
    query.kind = a.choice(QStringLiteral("kind"), {QStringLiteral("compute"), QStringLiteral("communication")}) == 0
                     ? OperatorKind::Compute
                     : OperatorKind::Communication;
    query.coreType = a.text(QStringLiteral("core"));
    const Format format = a.format();
    const qint64 limit = a.memoryLimit();
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (a.isWrong())
        return a.status();
    Session session(limit);
    int status = 0;
    const auto one = loadOneRank(session, a, operatorSources(), status);
    if (!one)
        return status;
    const OperatorTable table = operatorStats(*one->rank, query, session.job());
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    const QString who = QStringLiteral("rank ") + one->rank->info.label;
    sayNote(table.note, who);
    if (table.note == OperatorNote::NoData)
        return statusOf(session.finishEmpty());
    if (table.note == OperatorNote::FromTrace && table.rows.empty() && !query.coreType.isEmpty()) {
        say(QStringLiteral("The trace does not tell on which core an operator ran: --core needs kernel_details.csv."));
        return statusOf(session.finishEmpty());
    }
    if (!query.coreType.isEmpty() && !checkCore(coreTypes(*one->rank), query.coreType))
        return statusOf(Exit::Usage);
    StandardOutput out;
    const auto sink = out.sink(format, false);
    writeOperators(*sink, table);
    return finishTable(session, out, *sink, true, noOperatorText(who, query.kind, query.coreType));
}

int compareVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("compare"), QStringLiteral("PATH [PATH2] --base R --other R [--by type|name|shape|name-shape]"),
        QStringLiteral(
            "The operators of two ranks side by side. The base is a rank of PATH, the other one of PATH2, or of "
            "PATH when there is no second path. Ratio is other / base."),
        QStringLiteral("rankscope-cli compare profiler_output --base 0 --other 1 --by shape"));
    a.option(QStringLiteral("base"), QStringLiteral("R"),
             QStringLiteral("Rank to compare with; may be left out when PATH has one."));
    a.option(QStringLiteral("other"), QStringLiteral("R"),
             QStringLiteral("Rank that is compared; may be left out when PATH2 has one."));
    a.option(QStringLiteral("by"), QStringLiteral("KEY"),
             QStringLiteral("type (default), name, shape (type and input shapes) or name-shape."));
    a.option(QStringLiteral("kind"), QStringLiteral("KIND"),
             QStringLiteral("all (default), compute or communication."));
    a.option(QStringLiteral("core"), QStringLiteral("CORE"),
             QStringLiteral("Only this accelerator core, e.g. AI_CORE."));
    addRunOption(a);
    addFormat(a);
    if (!a.parse(arguments, 1, 2))
        return a.status();
    CompareQuery query;
    query.grouping = groupingAt(a.choice(QStringLiteral("by"), groupingNames().mid(0, 4)));
    const int kind = a.choice(QStringLiteral("kind"),
                              {QStringLiteral("all"), QStringLiteral("compute"), QStringLiteral("communication")});
    query.kind = kind == 0 ? OperatorKind::All : kind == 1 ? OperatorKind::Compute : OperatorKind::Communication;
    query.coreType = a.text(QStringLiteral("core"));
    const Format format = a.format();
    const qint64 limit = a.memoryLimit();
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (a.isWrong())
        return a.status();

    Session session(limit);
    int status = 0;
    std::vector<Run> found = session.find(a.paths().mid(0, 1));
    if (found.empty())
        return statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing);
    Side base;
    Side other;
    if (a.paths().size() == 1) {
        std::optional<Picked> picked = pickRank(std::move(found), a, QStringLiteral("base"), operatorSources(), status);
        if (!picked)
            return status;
        base.index = picked->rankIndex;
        // With two ranks in all, the other one is meant.
        other.index = a.isSet(QStringLiteral("other")) ? rankIndexOf(picked->run, a.text(QStringLiteral("other")))
                      : picked->run.infos.size() == 2  ? 1 - base.index
                                                       : -1;
        if (other.index < 0) {
            say(a.isSet(QStringLiteral("other"))
                    ? QStringLiteral("rankscope-cli: no rank %1 in %2; there are: %3")
                          .arg(a.text(QStringLiteral("other")), picked->run.path, rankList(picked->run))
                    : QStringLiteral("rankscope-cli compare: --other is missing; there are the ranks %1")
                          .arg(rankList(picked->run)));
            return statusOf(Exit::Usage);
        }
        base.run =
            session.load(std::move(picked->run), base.index == other.index ? std::vector<int>{base.index}
                                                                           : std::vector<int>{base.index, other.index});
        other.run = base.run;
    } else {
        std::vector<Run> foundOther = session.find(a.paths().mid(1));
        if (foundOther.empty())
            return statusOf(session.job().isCanceled() ? session.finish(true) : Exit::Nothing);
        std::optional<Picked> first = pickRank(std::move(found), a, QStringLiteral("base"), operatorSources(), status);
        if (!first)
            return status;
        std::optional<Picked> second =
            pickRank(std::move(foundOther), a, QStringLiteral("other"), operatorSources(), status);
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
    const RankComparison comparison = compareRanks(base.rank(), other.rank(), query, session.job());
    if (session.job().isCanceled())
        return statusOf(session.finish(true));
    sayNote(comparison.baseNote, QStringLiteral("base, rank ") + base.rank().info.label);
    sayNote(comparison.otherNote, QStringLiteral("other, rank ") + other.rank().info.label);
    if (!comparison.isPossible())
        return statusOf(session.finishEmpty());
    if (!query.coreType.isEmpty()) {
        QStringList cores = coreTypes(base.rank());
        for (const QString &core : coreTypes(other.rank())) {
            if (!cores.contains(core))
                cores << core;
        }
        cores.sort();
        if (!checkCore(cores, query.coreType))
            return statusOf(Exit::Usage);
    }
    StandardOutput out;
    const auto sink = out.sink(format, false);
    writeCompare(*sink, comparison);
    return finishTable(session, out, *sink, true,
                       noOperatorText(QStringLiteral("neither rank"), query.kind, query.coreType));
}

int slicesVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("slices"),
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
    a.option(QStringLiteral("limit"), QStringLiteral("N"), QStringLiteral("At most so many rows; default: all."));
    a.flag(QStringLiteral("stats"), QStringLiteral("Statistics by name instead of the slices."));
    addRunOption(a);
    addFormat(a);
    if (!a.parse(arguments, 1, 1))
        return a.status();
    SliceFilter filter;
    filter.lane = a.pattern(QStringLiteral("lane"));
    filter.name = a.pattern(QStringLiteral("name"));
    filter.fromNs = a.number(QStringLiteral("from"), filter.fromNs, filter.fromNs);
    filter.toNs = a.number(QStringLiteral("to"), filter.toNs, std::numeric_limits<qint64>::min());
    filter.limit = a.number(QStringLiteral("limit"), -1, 1);
    const Format format = a.format();
    const qint64 limit = a.memoryLimit();
    (void)a.number(QStringLiteral("run"), 1, 1);
    if (filter.toNs < filter.fromNs)
        a.mistake(QStringLiteral("--to lies before --from."));
    if (a.isWrong())
        return a.status();
    Session session(limit);
    int status = 0;
    const auto one = loadOneRank(session, a, traceSources(), status);
    if (!one)
        return status;
    if (!one->rank->trace) {
        say(noTraceText(QStringLiteral("Rank ") + one->rank->info.label));
        return statusOf(session.finishEmpty());
    }
    if (!checkLane(*one->rank, filter))
        return statusOf(Exit::Usage);
    StandardOutput out;
    const auto sink = out.sink(format, false);
    const bool complete = a.isSet(QStringLiteral("stats")) ? writeSliceStats(*sink, *one->rank, filter, session.job())
                                                           : writeSlices(*sink, *one->rank, filter, session.job());
    return finishTable(session, out, *sink, complete, noSliceText(*one->rank, filter));
}

int flowsVerb(const QStringList &arguments)
{
    Arguments a(
        QStringLiteral("flows"), QStringLiteral("PATH --rank R [--category C] [--stats]"),
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
    addFormat(a);
    const auto common = parseCommon(a, arguments);
    if (!common)
        return a.status();
    Session session(common->memoryLimit);
    int status = 0;
    const auto one = loadOneRank(session, a, traceSources(), status);
    if (!one)
        return status;
    const QString category = a.text(QStringLiteral("category"));
    if (!one->rank->trace) {
        say(noTraceText(QStringLiteral("Rank ") + one->rank->info.label));
        return statusOf(session.finishEmpty());
    }
    QStringList known;
    const Trace &trace = *one->rank->trace;
    for (const FlowCategory &c : trace.flows().categories())
        known << trace.strings().text(c.name);
    if (known.isEmpty()) {
        say(QStringLiteral(
                "Rank %1 has no flows in its trace: the profiler writes them when CPU and NPU activities are "
                "on.")
                .arg(one->rank->info.label));
        return statusOf(session.finishEmpty());
    }
    if (!category.isEmpty() && !known.contains(category)) {
        say(QStringLiteral("rankscope-cli: no flows of category \"%1\"; there are: %2")
                .arg(category, known.join(QStringLiteral(", "))));
        return statusOf(Exit::Usage);
    }
    StandardOutput out;
    const auto sink = out.sink(common->format, false);
    const bool complete = a.isSet(QStringLiteral("stats")) ? writeFlowStats(*sink, *one->rank, category, session.job())
                                                           : writeFlows(*sink, *one->rank, category, session.job());
    return finishTable(session, out, *sink, complete,
                       QStringLiteral("No flow %1has both its ends in the trace of rank %2: --stats counts the ends "
                                      "without a partner.")
                           .arg(category.isEmpty() ? QString() : QStringLiteral("of category %1 ").arg(category),
                                one->rank->info.label));
}

} // namespace rs::cli
