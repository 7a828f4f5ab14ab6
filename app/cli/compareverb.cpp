// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"

#include "analysis/operators/operatorstats.h"

#include <limits>

namespace rs::cli {

namespace {

// A side of a comparison, in a run of its own or in the run of the other side.
struct Side
{
    std::shared_ptr<const Run> run;
    int index = -1;
    [[nodiscard]] const RankData &rank() const { return *run->ranks[static_cast<size_t>(index)]; }
};

// The parts of both captures that are compared.
void readWindows(Arguments &a, TableQuery &query)
{
    const auto isSet = [&a](const char *from, const char *to) { return a.isSet(from) || a.isSet(to); };
    if (!isSet("from", "to") && !isSet("other-from", "other-to"))
        return;
    if (isSet("step", "other-step"))
        a.mistake(QStringLiteral("--step and --from, --to each choose a part of the capture; give one of them."));
    const Interval base{a.number("from", std::numeric_limits<qint64>::min()),
                        a.number("to", std::numeric_limits<qint64>::max())};
    const Interval other{a.number("other-from", base.from), a.number("other-to", base.to)};
    if (base.to < base.from)
        a.mistake(QStringLiteral("--to lies before --from."));
    if (other.to < other.from)
        a.mistake(QStringLiteral("--other-to lies before --other-from."));
    query.baseWindow = base;
    query.otherWindow = other;
}

// The rank of --other beside the base; with two ranks in all, the other one is meant.
int otherRankOf(const Task &task, const Picked &base, size_t runs)
{
    const Arguments &a = task.arguments;
    const QStringList labels = rankLabels(base.run);
    if (a.isSet("other")) {
        const int index = rankIndexOf(base.run, a.text("other"));
        if (index < 0)
            task.call.refuseUnknown(QStringLiteral("rank %1 in %2").arg(a.text("other"), base.run.path), labels);
        return index;
    }
    if (labels.size() == 2)
        return 1 - base.rankIndex;
    const QString all = labels.join(QStringLiteral(", "));
    task.call.say(
        runs > 1 && labels.size() == 1
            ? QStringLiteral("rankscope-cli compare: --other is missing; the run has rank %1 alone, and --other-run N "
                             "compares it with another of the %2 runs of the path")
                  .arg(all)
                  .arg(runs)
            : QStringLiteral("rankscope-cli compare: --other is missing; there are the ranks %1").arg(all));
    throw Ended{Exit::Usage};
}

// Cores of both sides. Without a kernel table no core is known, which the table's own reason says.
void checkCores(const Task &task, const Side &base, const Side &other)
{
    if (!base.rank().kernels && !other.rank().kernels)
        return;
    QStringList cores = coreTypes(base.rank()) + coreTypes(other.rank());
    cores.removeDuplicates();
    cores.sort();
    checkCore(task.call, cores, task.query.core);
}

} // namespace

void checkCompare(Task &task)
{
    Arguments &a = task.arguments;
    TableQuery &query = task.query;
    if (!a.isSet("kind"))
        query.kind = OperatorKind::All;
    query.otherStep = a.text("other-step");
    readWindows(a, query);
    if (a.isSet("sheet")) {
        for (const char *option :
             {"by", "kind", "core", "step", "other-step", "from", "to", "other-from", "other-to", "state"}) {
            if (a.isSet(option))
                a.mistake(QStringLiteral("--%1 does not apply to --sheet, which covers everything.")
                              .arg(QLatin1String(option)));
        }
    }
    for (const char *option : {"held-by", "component"}) {
        if (a.isSet(option) && task.table->id != u"memory.compare")
            a.mistake(QStringLiteral("--%1 is for --sheet peaks only.").arg(QLatin1String(option)));
    }
    if (a.isSet("held-by"))
        setParameter(query, Parameter::HeldBy, a.value("held-by"));
}

Exit answerCompare(Task &task)
{
    const Arguments &a = task.arguments;
    Session &session = task.session;
    std::vector<Run> found = session.find(a.paths().mid(0, 1));
    const size_t runs = found.size();
    Side base;
    Side other;
    if (a.paths().size() == 1 && !a.isSet("other-run")) {
        Picked picked = pickRank(std::move(found), task, "base", a.text("other"));
        base.index = picked.rankIndex;
        other.index = otherRankOf(task, picked, runs);
        base.run =
            session.load(std::move(picked.run), base.index == other.index ? std::vector<int>{base.index}
                                                                          : std::vector<int>{base.index, other.index});
        other.run = base.run;
    } else {
        std::vector<Run> foundOther = session.find({a.paths().last()});
        Picked first = pickRank(std::move(found), task, "base");
        Picked second = pickRank(std::move(foundOther), task, "other");
        base = {session.load(std::move(first.run), {first.rankIndex}), first.rankIndex};
        other = {session.load(std::move(second.run), {second.rankIndex}), second.rankIndex};
    }
    if (hasOnlyDatabases(*base.run, {base.index}) || hasOnlyDatabases(*other.run, {other.index}))
        return session.finishEmpty();
    checkCores(task, base, other);
    TableQuery &query = task.query;
    const bool isSamePart = query.otherStep.isEmpty() || query.otherStep == query.step;
    if (base.run->title() == other.run->title() && base.index == other.index && isSamePart && !query.otherWindow)
        task.call.say(
            QStringLiteral("Rank %1 is compared with itself: no line can differ.").arg(base.rank().info.label));
    query.run = base.run;
    query.rank = base.index;
    query.otherRun = other.run;
    query.other = other.index;
    return printTable(task);
}

} // namespace rs::cli
