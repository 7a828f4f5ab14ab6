// SPDX-License-Identifier: Apache-2.0
#include "importers/run/rankjoin.h"

#include "core/run/captureschedule.h"
#include "core/text/findingcodes.h"
#include "core/table/kernelcolumns.h"
#include "core/table/memorycolumns.h"
#include "core/trace/taskkind.h"
#include "importers/consistency/contradictions.h"
#include "importers/files/findingseverity.h"
#include "importers/run/kerneljoin.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {

class RankJoiner
{
public:
    RankJoiner(RankData &rank, UnjoinedRank parts, const RankFiles &files, const JobContext &job)
        : m_rank(rank), m_parts(std::move(parts)), m_files(files), m_job(job)
    {
    }

    void run()
    {
        joinKernelTable();
        m_rank.trace = std::move(m_parts.trace);
        RankInfo &info = m_rank.info;
        for (auto it = m_parts.info.settings.cbegin(); it != m_parts.info.settings.cend(); ++it)
            info.settings.insert(it.key(), it.value());
        for (auto it = m_parts.metadata.settings.cbegin(); it != m_parts.metadata.settings.cend(); ++it)
            info.settings.insert(it.key(), it.value());
        // For MindSpore 1.x, discovery knows the sizes by names of files.
        if (!m_parts.metadata.distributedArgs.isEmpty())
            info.distributedArgs = m_parts.metadata.distributedArgs;
        m_rank.groups = std::move(m_parts.metadata.groups);
        // The metadata of a process that drives several devices are of one of them.
        if (!info.part)
            noteOtherRank(info);
        if (!m_parts.info.level.isEmpty())
            info.level = m_parts.info.level;
        if (!m_parts.info.host.isEmpty())
            info.host = m_parts.info.host;
        if (info.device < 0)
            info.device = m_parts.info.device;
        noteCaptureEnd();
        noteForeignTrace();
        if (const auto records = m_rank.table(QStringLiteral("memory_record")))
            noteStrayStamps(*records, MemoryRecordColumns(*records).time);
        if (const auto modules = m_rank.table(QStringLiteral("npu_module_mem")))
            noteStrayStamps(*modules, ModuleMemoryColumns(*modules).time);
        noteContradictions(m_rank, m_files, m_job, m_checks);
        findDevice(info);
        for (StepTraceRow &r : m_rank.stepTrace) {
            if (r.device < 0)
                r.device = info.device;
        }
        // Held against a part of another file, a sound one lacks nothing and contradicts nothing.
        if (!m_job.isOverBudget())
            m_rank.report.merge(m_checks);
    }

private:
    void joinKernelTable()
    {
        if (!m_rank.kernels)
            return;
        if (m_parts.trace)
            joinWithTrace();
        m_parts.kernelPlaces = {};
    }

    /// Most rows that ran on an AI core have no slice: all that is computed from the trace is too small. A trace that
    /// has slices of no row at all is of another time.
    [[nodiscard]] bool hasLostCores(const KernelJoin &join) const
    {
        const Table &kernels = *m_rank.kernels;
        const KernelColumns columns(kernels);
        qint64 rows = 0;
        qint64 lost = 0;
        for (int row = 0; columns.core >= 0 && join.joined > 0 && row < kernels.rows(); ++row) {
            if (!kernels.has(row, columns.core))
                continue;
            if (!isOnCores(deviceSliceKind(kernels.textView(row, columns.core), {})))
                continue;
            ++rows;
            lost += join.sliceOfKernel[static_cast<size_t>(row)] == NoSlice ? 1 : 0;
        }
        return lost * 2 > rows;
    }

    [[nodiscard]] bool hasCutTrace() const
    {
        const std::vector<Finding> found = m_rank.report.findings();
        return std::ranges::any_of(found, findingcodes::isCutTrace);
    }

    void joinWithTrace()
    {
        constexpr qint64 rowBytes = 96; // of what is looked up, and of both directions of the result
        MemoryReservation memory(m_job.sharedBudget());
        memory.hold(m_rank.kernels->rows() * rowBytes + m_parts.trace->slices().size());
        KernelJoin join = joinKernels(*m_parts.trace, *m_rank.kernels);
        if (!join.kinds.empty())
            m_parts.trace = m_parts.trace->withKinds(std::move(join.kinds), m_job.sharedBudget());
        const int rows = m_rank.kernels->rows();
        if (join.joined < rows) {
            const auto first = std::ranges::find(join.sliceOfKernel, NoSlice);
            const KernelColumns columns(*m_rank.kernels);
            const CsvPlaces::At at = m_parts.kernelPlaces.at(static_cast<int>(first - join.sliceOfKernel.begin()),
                                                             columns.name >= 0 ? m_rank.kernels->at(columns.name).name
                                                                               : QStringLiteral("1"));
            m_checks.add(hasLostCores(join) ? Severity::Loss : Severity::Notice,
                         at.file.isEmpty() ? m_rank.kernels->source : at.file, "kernels.unmatched",
                         RS_MESSAGE("Rows of the kernel table have no slice in the trace: they cannot be shown in "
                                    "the timeline."),
                         at.place, {}, rows - join.joined);
        }
        if (join.rounded > 0) {
            const int start = KernelColumns(*m_rank.kernels).start;
            const CsvPlaces::At at = m_parts.kernelPlaces.at(join.firstRounded, m_rank.kernels->at(start).name);
            m_checks.add(
                Severity::Notice, at.file.isEmpty() ? m_rank.kernels->source : at.file, "kernels.rounded-start",
                RS_MESSAGE("Start times of this table lost their last digits in a floating-point number: rows match "
                           "slices that begin up to 0.175 µs earlier or later."),
                at.place, {}, join.rounded);
        }
        if (join.otherName > 0)
            m_checks.add(Severity::Info, m_rank.kernels->source, "kernels.other-name",
                         RS_MESSAGE("Rows of the kernel table match slices of another name by task and time; each "
                                    "is shown with the name in its file."),
                         {}, {}, join.otherName);
        m_rank.kernelOfSlice = std::move(join.kernelOfSlice);
        m_rank.sliceOfKernel = std::move(join.sliceOfKernel);
        noteContradictionsOfKernels(m_rank, *m_parts.trace, hasCutTrace(), m_parts.kernelPlaces, m_job, m_checks);
    }

    void noteOtherRank(const RankInfo &info) const
    {
        const auto named = info.distributedArgs.constFind(QStringLiteral("rank"));
        if (info.rank < 0 || named == info.distributedArgs.cend() || *named == info.rank)
            return;
        m_checks.add(Severity::Loss, m_files.nameOfSource("profiler_metadata"), "metadata.other-rank",
                     RS_MESSAGE("The file names another rank than its folder (%1): the folder's rank counts, but "
                                "the data may belong to the other rank."),
                     Place::name(QStringLiteral("distributed_args")).with(QStringLiteral("rank")),
                     QStringLiteral("%1 ≠ %2").arg(*named).arg(info.rank));
    }

    /// Fewer steps than the schedule of the profiler asks for are an incomplete capture.
    void noteCaptureEnd() const
    {
        const auto schedule = CaptureSchedule::of(m_rank.info.settings);
        const std::vector<qint64> recorded = recordedSteps(m_rank);
        if (!schedule || endOfCapture(*schedule, recorded) != CaptureEnd::Stopped)
            return;
        const auto infos = m_files.used("profiler_info");
        m_checks.add(
            Severity::Notice, infos.empty() ? QString() : m_files.nameOf(*infos.front()), "step.capture-stopped",
            schedule->repeat == 0
                ? RS_MESSAGE("The last capture is incomplete: fewer steps were recorded than scheduled (%1), "
                             "because repeat is 0 and the profiler was stopped within them. Compare its means per "
                             "step, not its sums, with other captures.")
                : RS_MESSAGE("The capture is incomplete: fewer steps were recorded than scheduled (%1), because "
                             "the profiler was stopped within them. Compare its means per step, not its sums, with "
                             "other captures."),
            Place::name(QStringLiteral("schedule")),
            QStringLiteral("%1 < %2").arg(recorded.size()).arg(schedule->active));
    }

    /// A trace without any process that a profiler of Ascend writes, such as one of a GPU.
    void noteForeignTrace() const
    {
        const auto isKnown = [](const Process &p) {
            return p.kind != ProcessKind::Unknown && p.kind != ProcessKind::MsTx; // whose names any Python process has
        };
        if (!m_rank.trace || m_rank.trace->slices().size() == 0 ||
            std::ranges::any_of(m_rank.trace->processes(), isKnown))
            return;
        m_checks.add(Severity::Info, m_files.nameOfSource("trace"), "trace.foreign",
                     RS_MESSAGE("The trace has no process that an Ascend profiler writes: it is shown as a "
                                "timeline only; steps, communication and idle time are not computed."));
    }

    /// Rows that curves of memory leave out.
    void noteStrayStamps(const Table &table, int column) const
    {
        if (column < 0)
            return;
        const StampRange range = credibleStampsOf(table, column);
        qint64 count = 0;
        int first = 0;
        for (int row = 0; row < table.rows(); ++row) {
            if (table.has(row, column) && !range.contains(table.integer(row, column)) && count++ == 0)
                first = row;
        }
        if (count > 0)
            m_checks.add(severityOf(count, table.rows()), table.source, "memory.stray-stamp",
                         RS_MESSAGE("Rows far away in time from all others: they are in no curve and no peak."),
                         Place::row(first + 1), {}, count);
    }

    /// The trace's labels name the device, and so may the tables; the rank number never does.
    void findDevice(RankInfo &info) const
    {
        if (info.device < 0 && m_rank.trace) {
            for (const Process &p : m_rank.trace->processes()) {
                if (p.device >= 0) {
                    info.device = p.device;
                    break;
                }
            }
        }
        for (const StepTraceRow &r : m_rank.stepTrace) {
            if (info.device < 0)
                info.device = r.device;
        }
    }

    RankData &m_rank;
    /// Filled by what reads the rank only, too.
    mutable ImportReport m_checks;
    UnjoinedRank m_parts;
    const RankFiles &m_files;
    const JobContext &m_job;
};

} // namespace

void joinFilesOfRank(RankData &rank, UnjoinedRank parts, const RankFiles &files, const JobContext &job)
{
    RankJoiner(rank, std::move(parts), files, job).run();
}

} // namespace rs
