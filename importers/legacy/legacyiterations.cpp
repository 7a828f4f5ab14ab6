// SPDX-License-Identifier: Apache-2.0
#include "importers/legacy/legacyiterations.h"

#include "importers/files/plausiblerange.h"
#include "importers/json/jsonrecords.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr double SelfRank = 4294967295.0; // a copy on the chip

/// A complete event ("X") of such a trace.
struct TimedTask
{
    QString name;
    qint64 thread = -1;
    double startUs = 0;
    double durationUs = 0;
    int source = -1;
    int destination = -1; ///< -1: not told
    double sizeMb = 0;
    QString linkType;
};

using LinkKey = std::tuple<int, int, QString>; // from, to, transport

struct LinkSum
{
    double timeMs = 0;
    double sizeMb = 0;
};

/// Sums of tasks, of an operator or of an iteration.
struct TaskSums
{
    double transitMs = 0;
    double waitMs = 0;
    std::map<LinkKey, LinkSum> links;
};

/// The elements of a list; nothing of any other document.
const nlohmann::json &eventsOf(const JsonTree &tree)
{
    static const nlohmann::json none;
    return tree.root().is_array() ? tree.root() : none;
}

std::optional<double> measured(const nlohmann::json &value, double most)
{
    const std::optional<double> number = jsonNumberOf(value);
    return number && isMeasurable(*number, most) ? number : std::nullopt;
}

int rankNumber(const nlohmann::json &value)
{
    const std::optional<double> number = jsonNumberOf(value);
    return number && *number >= 0 && *number <= MaxRank && *number == std::floor(*number) ? static_cast<int>(*number)
                                                                                          : -1;
}

void noteEvent(const QString &file, const QString &name, ImportReport &report)
{
    report.add(Severity::Loss, file, "legacy.iteration-event",
               RS_MESSAGE("Events with impossible times or sizes are left out."), Place::key(name));
}

std::optional<TimedTask> taskOf(const nlohmann::json &event, const QString &file, ImportReport &report)
{
    TimedTask out;
    out.name = jsonText(jsonAt(event, "name"));
    // Some versions write blanks.
    out.name.replace(u' ', u'_');
    const auto start = measured(jsonAt(event, "ts"), MaxOfAnything);
    const auto duration = measured(jsonAt(event, "dur"), MaxDurationMs * 1e3);
    const auto thread = measured(jsonAt(event, "tid"), MaxOfAnything);
    const nlohmann::json &args = jsonAt(event, "args");
    const bool isSized = args.is_object() && args.contains("size(Byte)");
    const auto size = isSized ? measured(jsonAt(args, "size(Byte)"), MaxMegabytes * 1e6) : std::optional(0.0);
    if (!start || !duration || !thread || !size) {
        noteEvent(file, out.name, report);
        return std::nullopt;
    }
    out.startUs = *start;
    out.durationUs = *duration;
    out.thread = static_cast<qint64>(*thread);
    out.sizeMb = *size / 1e6;
    if (args.is_object()) {
        out.source = rankNumber(jsonAt(args, "src rank"));
        const std::optional<double> to = jsonNumberOf(jsonAt(args, "dst rank"));
        out.destination = to == SelfRank ? out.source : rankNumber(jsonAt(args, "dst rank"));
        out.linkType = jsonText(jsonAt(args, "link type"));
    }
    return out;
}

/// The tasks of a file, by plane and time, and its operators by time.
struct HcclTrace
{
    std::vector<TimedTask> operators;
    std::vector<TimedTask> tasks;
    qint64 mainPlane = -1;
};

HcclTrace readTrace(const IterationFile &file, const JobContext &job, ImportReport &report)
{
    HcclTrace out;
    JsonRecords records(file.path, file.reportName, job, report);
    const JsonTree tree = records.read();
    std::set<qint64> groups;
    std::vector<TimedTask> all;
    for (const nlohmann::json &event : eventsOf(tree)) {
        if (job.isCanceled())
            break;
        const QString phase = jsonText(jsonAt(event, "ph"));
        if (phase == QLatin1String("M") && jsonText(jsonAt(event, "name")) == QLatin1String("thread_name")) {
            const QString name = jsonText(jsonAt(jsonAt(event, "args"), "name"));
            const auto thread = measured(jsonAt(event, "tid"), MaxOfAnything);
            if (thread && !name.startsWith(QLatin1String("Plane")))
                groups.insert(static_cast<qint64>(*thread));
        } else if (phase == QLatin1String("X")) {
            if (auto task = taskOf(event, file.reportName, report))
                all.push_back(std::move(*task));
        }
    }
    for (TimedTask &t : all) {
        if (groups.contains(t.thread)) {
            out.operators.push_back(std::move(t));
            continue;
        }
        out.mainPlane = std::max(out.mainPlane, t.thread);
        out.tasks.push_back(std::move(t));
    }
    std::ranges::stable_sort(out.tasks, [](const TimedTask &a, const TimedTask &b) {
        return std::pair(a.thread, a.startUs) < std::pair(b.thread, b.startUs);
    });
    std::ranges::stable_sort(out.operators, {}, &TimedTask::startUs);
    return out;
}

bool isCopy(const TimedTask &t)
{
    return t.name == QLatin1String("Memcpy") || t.name == QLatin1String("Reduce_Inline");
}

bool isSend(const TimedTask &t)
{
    return t.name == QLatin1String("RDMASend");
}

bool isWait(const TimedTask &t)
{
    return t.name == QLatin1String("Notify_Wait");
}

QString transportOfTask(const TimedTask &t)
{
    if (t.source == t.destination || t.linkType == QLatin1String("ON_CHIP"))
        return QStringLiteral("LOCAL");
    if (isSend(t))
        return QStringLiteral("RDMA");
    const bool isNamed = !t.linkType.isEmpty() && t.linkType != QLatin1String("INVALID_TYPE");
    return isNamed ? t.linkType : QStringLiteral("SDMA");
}

/// Which operator holds the start of a task; the number of operators where none does.
size_t operatorAt(const std::vector<TimedTask> &operators, const TimedTask &task)
{
    const auto after = std::ranges::upper_bound(operators, task.startUs, {}, &TimedTask::startUs);
    if (after == operators.begin())
        return operators.size();
    const TimedTask &o = *std::prev(after);
    return task.startUs <= o.startUs + o.durationUs ? static_cast<size_t>(std::prev(after) - operators.begin())
                                                    : operators.size();
}

void addTransit(TaskSums &to, const TimedTask &task, double timeMs, double sizeMb, bool isMain)
{
    if (task.source < 0 || task.destination < 0)
        return;
    LinkSum &link = to.links[{task.source, task.destination, transportOfTask(task)}];
    link.timeMs += timeMs;
    link.sizeMb += sizeMb;
    if (isMain)
        to.transitMs += timeMs;
}

/// Sums of each operator, and at the end of all tasks.
std::vector<TaskSums> sumsOf(const HcclTrace &trace)
{
    std::vector<TaskSums> out(trace.operators.size() + 1);
    const auto &tasks = trace.tasks;
    for (size_t i = 0; i < tasks.size(); ++i) {
        const TimedTask &t = tasks[i];
        const bool isMain = t.thread == trace.mainPlane;
        const size_t place = operatorAt(trace.operators, t);
        const auto addTo = [&](const auto &add) {
            add(out.back());
            if (place + 1 < out.size())
                add(out[place]);
        };
        const bool isRun = i + 2 < tasks.size() && isSend(t) && isSend(tasks[i + 1]) && isWait(tasks[i + 2]) &&
                           tasks[i + 2].thread == t.thread;
        if (isRun) {
            const double time = (t.durationUs + tasks[i + 1].durationUs + tasks[i + 2].durationUs) / 1e3;
            const double size = t.sizeMb + tasks[i + 1].sizeMb;
            addTo([&](TaskSums &sums) { addTransit(sums, t, time, size, isMain); });
            i += 2;
        } else if (isCopy(t) || isSend(t)) {
            addTo([&](TaskSums &sums) { addTransit(sums, t, t.durationUs / 1e3, t.sizeMb, isMain); });
        } else if (isWait(t) && isMain) {
            addTo([&](TaskSums &sums) { sums.waitMs += t.durationUs / 1e3; });
        }
    }
    return out;
}

LegacyOperator operatorOfSums(const TaskSums &sums, const LegacySpan &ran, bool areRanks)
{
    LegacyOperator out{ran.step, ran.name, sums.transitMs, sums.waitMs, {}};
    for (const auto &[key, sum] : sums.links) {
        const auto &[source, destination, transport] = key;
        out.links.push_back({source, destination, transport, areRanks, sum.timeMs, sum.sizeMb});
    }
    return out;
}

std::optional<qint64> nsBetween(const nlohmann::json &args, const char *from, const char *to)
{
    const auto begin = measured(jsonAt(args, from), MaxOfAnything);
    const auto end = measured(jsonAt(args, to), MaxOfAnything);
    // Counters of other boots are before 2^53 ns, so a double holds them.
    return begin && end && *end >= *begin ? std::optional<qint64>(std::llround((*end - *begin) * 1e3)) : std::nullopt;
}

} // namespace

IterationName iterationName(const QString &fileName)
{
    static const QRegularExpression form(
        QStringLiteral("^(msprof|hccl|step_trace|task_time)_([0-9]{1,5})_([0-9]{1,9})_([0-9]{1,9})\\.json$"));
    const auto m = form.match(fileName);
    if (!m.hasMatch())
        return {};
    const QString writer = m.captured(1);
    const char *kind = writer == QLatin1String("msprof")       ? "trace"
                       : writer == QLatin1String("hccl")       ? "legacy_hccl_trace"
                       : writer == QLatin1String("step_trace") ? "legacy_iterations"
                                                               : "legacy_tasks";
    return {QLatin1String(kind), m.captured(2).toInt(), m.captured(3).toInt(), m.captured(4).toInt()};
}

std::vector<LegacySteps::Row> readIterations(const std::vector<IterationFile> &files, const JobContext &job,
                                             ImportReport &report)
{
    std::map<qint64, LegacySteps::Row> steps;
    for (const IterationFile &file : files) {
        JsonRecords records(file.path, file.reportName, job, report);
        const JsonTree tree = records.read();
        for (const nlohmann::json &event : eventsOf(tree)) {
            if (job.isCanceled() || jsonText(jsonAt(event, "cat")) != QLatin1String("Iteration Time"))
                continue;
            const nlohmann::json &args = jsonAt(event, "args");
            const double number = args.is_object() ? measured(jsonAt(args, "Iteration ID"), 1e9).value_or(0) : 0;
            const double start = measured(jsonAt(event, "ts"), MaxOfAnything).value_or(-1);
            const double duration = measured(jsonAt(event, "dur"), MaxDurationMs * 1e3).value_or(-1);
            if (number < 1 || start < 0 || duration < 0) {
                noteEvent(file.reportName, jsonText(jsonAt(event, "name")), report);
                continue;
            }
            LegacySteps::Row step;
            step[LegacySteps::Step] = std::llround(number);
            step[LegacySteps::Total] = std::llround(duration * 1e3);
            if (const double first = measured(jsonAt(args, "FP Start"), MaxOfAnything).value_or(-1); first >= start)
                step[LegacySteps::Interval] = std::llround((first - start) * 1e3);
            step[LegacySteps::ForwardBackward] = nsBetween(args, "FP Start", "BP End");
            step[LegacySteps::Tail] = nsBetween(args, "BP End", "Iteration End");
            steps.try_emplace(std::llround(number), step);
        }
    }
    std::vector<LegacySteps::Row> out;
    for (const auto &[number, step] : steps)
        out.push_back(step);
    return out;
}

LegacyCommunication readIterationHccl(const std::vector<IterationFile> &files, int rank, const JobContext &job,
                                      ImportReport &report)
{
    LegacyCommunicationBuilder out(rank);
    for (const IterationFile &file : files) {
        const HcclTrace trace = readTrace(file, job, report);
        if (trace.tasks.empty() && trace.operators.empty())
            continue;
        // Ranks are those of a group. Where the own number is the rank, the group is the world, or begins as it does.
        const bool areGlobal =
            std::ranges::none_of(trace.tasks, [rank](const TimedTask &t) { return t.source >= 0 && t.source != rank; });
        if (!areGlobal)
            noteLocalLinks(file.reportName, report);
        const std::vector<TaskSums> sums = sumsOf(trace);
        for (size_t i = 0; i < trace.operators.size(); ++i) {
            const TimedTask &t = trace.operators[i];
            const LegacySpan ran{file.iteration, t.name, std::llround(t.startUs * 1e3),
                                 std::llround(t.durationUs * 1e3)};
            out.add(operatorOfSums(sums[i], ran, areGlobal), &ran);
        }
        out.add(operatorOfSums(sums.back(), {file.iteration, {}, 0, 0}, areGlobal), nullptr);
    }
    return out.seal();
}

} // namespace rs
