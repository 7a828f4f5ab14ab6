// SPDX-License-Identifier: Apache-2.0
#include "importers/stepchecks.h"

#include "core/run/captureschedule.h"
#include "core/table/kernelcolumns.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

/// "2, 3": what the other set lacks, not all of it.
QString onlyIn(const std::set<QString> &one, const std::set<QString> &other)
{
    constexpr qsizetype mostNamed = 3;
    QStringList out;
    for (const QString &s : one) {
        if (other.contains(s))
            continue;
        if (out.size() == mostNamed)
            return out.join(QLatin1String(", ")) + QStringLiteral(", …");
        out << (s.isEmpty() ? QStringLiteral("\"\"") : s);
    }
    return out.join(QLatin1String(", "));
}

/// A sentence on two sets and what its %1 is, by which of them holds more: "50 ≠ 114" where each holds what the other
/// lacks.
struct DifferenceTexts
{
    QString oneHasMore;
    QString otherHasMore;
    QString bothDo;
};
std::pair<QString, QString> saidDifference(const std::set<QString> &one, const std::set<QString> &other,
                                           const DifferenceTexts &texts)
{
    if (std::includes(one.begin(), one.end(), other.begin(), other.end()))
        return {texts.oneHasMore, onlyIn(one, other)};
    if (std::includes(other.begin(), other.end(), one.begin(), one.end()))
        return {texts.otherHasMore, onlyIn(other, one)};
    return {texts.bothDo, onlyIn(one, other) + QStringLiteral(" ≠ ") + onlyIn(other, one)};
}

/// Steps that a file names, in order. One that knows none leaves them blank or calls all of it 0.
class NamedSteps
{
public:
    void add(const QString &step)
    {
        bool ok = false;
        if (const qint64 number = step.toLongLong(&ok); ok)
            add(number);
    }
    void add(qint64 step)
    {
        if (m_steps.empty() || m_steps.back() != step)
            m_steps.push_back(step);
    }
    void settle()
    {
        std::sort(m_steps.begin(), m_steps.end());
        m_steps.erase(std::unique(m_steps.begin(), m_steps.end()), m_steps.end());
        if (m_steps.size() == 1 && m_steps.front() == 0)
            m_steps.clear();
    }
    [[nodiscard]] bool isEmpty() const { return m_steps.empty(); }
    void unite(const NamedSteps &other)
    {
        m_steps.insert(m_steps.end(), other.m_steps.begin(), other.m_steps.end());
        settle();
    }
    [[nodiscard]] std::vector<qint64> without(const NamedSteps &other) const
    {
        std::vector<qint64> out;
        std::set_difference(m_steps.begin(), m_steps.end(), other.m_steps.begin(), other.m_steps.end(),
                            std::back_inserter(out));
        return out;
    }

private:
    std::vector<qint64> m_steps;
};

NamedSteps stepsOfKernels(const Table &table)
{
    NamedSteps out;
    const KernelColumns columns(table);
    for (int row = 0; columns.step >= 0 && row < table.rows(); ++row) {
        if (!table.has(row, columns.step))
            continue;
        if (table.at(columns.step).type == ColumnType::Integer)
            out.add(table.integer(row, columns.step));
        else
            out.add(columns.stepOf(table, row));
    }
    out.settle();
    return out;
}

NamedSteps stepsOfMarks(const Trace &trace)
{
    NamedSteps out;
    for (const StepMark &m : trace.steps())
        out.add(m.step);
    out.settle();
    return out;
}

const QString &stepOf(const StepTraceRow &row)
{
    return row.step;
}

template <typename Row>
const QString &stepOf(const Row &row)
{
    return row.step();
}

template <typename Rows>
NamedSteps stepsOfRows(const Rows &rows)
{
    NamedSteps out;
    for (const auto &r : rows)
        out.add(stepOf(r));
    out.settle();
    return out;
}

/// Steps of the table that the trace marks otherwise: two captures in one folder, or a broken file.
void noteStepsOfTrace(const RankData &rank, const RankFiles &files, ImportReport &report)
{
    if (!rank.trace)
        return;
    std::set<QString> table;
    std::set<QString> marked;
    for (const StepTraceRow &r : rank.stepTrace)
        table.insert(r.step);
    for (const StepMark &m : rank.trace->steps())
        marked.insert(QString::number(m.step));
    const bool unmarked = table.size() == 1 && table.contains(QStringLiteral("0"));
    if (table.empty() || marked.empty() || unmarked || table == marked)
        return;
    const auto [what, which] = saidDifference(
        table, marked,
        {RS_MESSAGE("Steps of this file that the trace does not mark (%1): of these it has no numbers of its own."),
         RS_MESSAGE("Steps that the trace marks and this file lacks (%1): it has no numbers of these."),
         RS_MESSAGE("The steps of this file and those that the trace marks differ (%1): numbers of a step from the one "
                    "have none from the other.")});
    // A table of all iterations may stand beside the traces of some of them.
    const bool hasAll = std::includes(table.begin(), table.end(), marked.begin(), marked.end());
    report.add({hasAll ? Severity::Notice : Severity::Loss,
                files.nameOfSource("step_trace_time"),
                {},
                QStringLiteral("step.other-steps"),
                what,
                which});
}

void noteOnlyHere(const FileEntry &file, const NamedSteps &steps, const NamedSteps &others, const RankFiles &files,
                  ImportReport &report)
{
    if (steps.isEmpty() || others.isEmpty())
        return;
    const std::vector<qint64> alone = steps.without(others);
    if (alone.empty())
        return;
    QStringList first;
    for (size_t i = 0; i < alone.size() && i < 3; ++i)
        first << QString::number(alone[i]);
    if (alone.size() > 3)
        first << QStringLiteral("…");
    report.add(
        {Severity::Notice,
         files.nameOf(file),
         {},
         QStringLiteral("step.only-here"),
         RS_MESSAGE(
             "No other file of this rank has these steps of the file (%1): its numbers of such a step stand alone."),
         first.join(QLatin1String(", ")),
         static_cast<qint64>(alone.size())});
}

/// Steps of a file of which all others of the rank know nothing. communication.json and communication_matrix.json
/// are made by one program: what both say is held against the rest.
void noteStepsOfOneFile(const RankData &rank, const RankFiles &files, ImportReport &report)
{
    NamedSteps rest = stepsOfRows(rank.stepTrace);
    if (rank.trace)
        rest.unite(stepsOfMarks(*rank.trace));
    const NamedSteps operators = stepsOfRows(rank.commOps);
    const NamedSteps links = stepsOfRows(rank.links);
    const NamedSteps kernels = rank.kernels ? stepsOfKernels(*rank.kernels) : NamedSteps();
    NamedSteps other = rest;
    other.unite(kernels);
    const auto onlyIn = [&](const char *kind, const NamedSteps &steps, const NamedSteps &others) {
        if (const auto of = files.used(kind); !of.empty())
            noteOnlyHere(*of.front(), steps, others, files, report);
    };
    onlyIn("communication", operators, other.isEmpty() ? links : other);
    onlyIn("communication_matrix", links, other.isEmpty() ? operators : other);
    // A step may go without communication.
    if (rest.isEmpty())
        return;
    rest.unite(operators);
    rest.unite(links);
    onlyIn(files.used("kernel_details").empty() ? "op_summary" : "kernel_details", kernels, rest);
}

} // namespace

void noteStepsOfKernels(const Table &kernels, const JobContext &job, ImportReport &report)
{
    const KernelColumns c(kernels);
    if (c.step < 0 || c.start < 0 || kernels.at(c.step).type != ColumnType::Integer)
        return;
    struct Starts
    {
        double sum = 0; // from the first row on
        qint64 count = 0;
    };
    constexpr int rowsPerPoll = 65536;
    constexpr qint64 fewest = 8;                       // of fewer, one stray row would speak for a step
    std::map<std::pair<qint64, qint64>, Starts> steps; // by device and number
    auto at = steps.end();
    qint64 origin = 0;
    for (int row = 0; row < kernels.rows(); ++row) {
        if (row % rowsPerPoll == 0 && job.isCanceled())
            return;
        if (!kernels.has(row, c.step) || !kernels.has(row, c.start))
            continue;
        const bool hasDevice = c.device >= 0 && kernels.at(c.device).type == ColumnType::Integer;
        const std::pair key(hasDevice ? kernels.integer(row, c.device, -1) : -1, kernels.integer(row, c.step));
        const qint64 start = kernels.integer(row, c.start);
        if (steps.empty())
            origin = start;
        if (at == steps.end() || at->first != key)
            at = steps.try_emplace(key).first;
        at->second.sum += static_cast<double>(start) - static_cast<double>(origin);
        ++at->second.count;
    }
    constexpr qsizetype mostListed = 5;
    qint64 count = 0;
    QStringList exchanged;
    const std::pair<const std::pair<qint64, qint64>, Starts> *last = nullptr;
    for (const auto &step : steps) {
        const Starts &own = step.second;
        if (own.count < fewest)
            continue;
        if (last && last->first.first == step.first.first &&
            own.sum / static_cast<double>(own.count) < last->second.sum / static_cast<double>(last->second.count)) {
            ++count;
            if (exchanged.size() <= mostListed)
                exchanged << (exchanged.size() < mostListed
                                  ? QStringLiteral("%1–%2").arg(last->first.second).arg(step.first.second)
                                  : QStringLiteral("…"));
        }
        last = &step;
    }
    if (count > 0)
        report.add({Severity::Notice,
                    kernels.source,
                    {},
                    QStringLiteral("kernels.step-order"),
                    RS_MESSAGE("Operators of a later step start before those of an earlier one (%1): numbers of steps "
                               "may be exchanged."),
                    exchanged.join(QStringLiteral(", ")),
                    count});
}

void noteStepsOfFiles(const RankData &rank, const RankFiles &files, ImportReport &report)
{
    noteStepsOfTrace(rank, files, report);
    noteStepsOfOneFile(rank, files, report);
}

void noteCaptureEnd(const RankData &rank, const RankFiles &files, ImportReport &report)
{
    const auto schedule = CaptureSchedule::of(rank.info.settings);
    const std::vector<qint64> recorded = recordedSteps(rank);
    if (!schedule || endOfCapture(*schedule, recorded) != CaptureEnd::Stopped)
        return;
    const auto infos = files.used("profiler_info");
    report.add({Severity::Notice, infos.empty() ? QString() : files.nameOf(*infos.front()),
                Place::name(QStringLiteral("schedule")), QStringLiteral("step.capture-stopped"),
                schedule->repeat == 0
                    ? RS_MESSAGE("The last capture is incomplete: fewer steps were recorded than the schedule asks for "
                                 "(%1), because repeat is 0 and the profiler was stopped within them. Its sums are "
                                 "those of fewer steps; hold means of a step against other captures.")
                    : RS_MESSAGE("The capture is incomplete: fewer steps were recorded than the schedule asks for "
                                 "(%1), because the profiler was stopped within them. Its sums are those of fewer "
                                 "steps; hold means of a step against other captures."),
                QStringLiteral("%1 < %2").arg(recorded.size()).arg(schedule->active)});
}

void noteStepsOfRanks(const Run &run, ImportReport &report)
{
    // What their files say, or, of those without, what their traces mark.
    std::set<QString> ofFiles;
    std::set<QString> ofMarks;
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        std::set<QString> steps;
        std::set<QString> marks;
        for (const StepTraceRow &r : rank->stepTrace)
            steps.insert(r.step);
        for (const StepMark &m : rank->trace ? rank->trace->steps() : std::vector<StepMark>())
            marks.insert(QString::number(m.step));
        std::set<QString> &own = steps.empty() ? marks : steps;
        std::set<QString> &expected = steps.empty() ? ofMarks : ofFiles;
        if (!own.empty() && !expected.empty() && own != expected) {
            const auto [what, which] = saidDifference(
                expected, own,
                {RS_MESSAGE(
                     "Ranks lack steps of the first one (%1): a step is compared between the ranks that have it only."),
                 RS_MESSAGE("Ranks have steps that the first one lacks (%1): a step is compared between the ranks that "
                            "have it only."),
                 RS_MESSAGE("Ranks have other steps than the first one (%1): a step is compared between the ranks that "
                            "have it only.")});
            report.add({Severity::Notice,
                        {},
                        Place::rank(rank->info.label),
                        QStringLiteral("step.ranks-differ"),
                        what,
                        which});
        }
        if (ofFiles.empty())
            ofFiles = std::move(steps);
        if (ofMarks.empty())
            ofMarks = std::move(marks);
    }
    if (ofMarks.empty())
        return;
    for (const auto &rank : run.ranks) {
        if (rank && rank->trace && rank->trace->steps().empty())
            report.add({Severity::Notice,
                        {},
                        Place::rank(rank->info.label),
                        QStringLiteral("step.no-marks"),
                        RS_MESSAGE("Traces mark no steps, though those of other ranks do: what is derived from such a "
                                   "trace (times, delays, idle causes) stands in no step of the run."),
                        {}});
    }
}

} // namespace rs
