// SPDX-License-Identifier: Apache-2.0
#include "importers/rankjoin.h"

#include "core/text/idmemo.h"
#include "core/text/findingcodes.h"
#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"
#include "importers/commchecks.h"
#include "importers/crosschecks.h"
#include "importers/kernelchecks.h"
#include "importers/differences.h"
#include "importers/kerneljoin.h"
#include "importers/matrixchecks.h"
#include "importers/memorychecks.h"
#include "importers/pipelinechecks.h"
#include "importers/tablechecks.h"
#include "importers/textagainstdb.h"
#include "importers/tracechecks.h"
#include "importers/stepchecks.h"

#include <algorithm>
#include <set>
#include <string_view>
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
        // Of MindSpore 1.x, discovery knows them by names of files.
        if (!m_parts.metadata.distributedArgs.isEmpty())
            info.distributedArgs = m_parts.metadata.distributedArgs;
        m_rank.groups = std::move(m_parts.metadata.groups);
        // The metadata of a process that drives several devices are of one of them.
        if (!info.part && !isOfOtherRank(info))
            notePlacesInGroups(info);
        if (!m_parts.info.level.isEmpty())
            info.level = m_parts.info.level;
        if (!m_parts.info.host.isEmpty())
            info.host = m_parts.info.host;
        if (info.device < 0)
            info.device = m_parts.info.device;
        noteStepsOfFiles(m_rank, m_files, m_checks);
        noteCaptureEnd(m_rank, m_files, m_checks);
        noteOperators();
        noteGroupsOfNoOperator();
        noteContradictions();
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
        noteRepeatedKernels(*m_rank.kernels, m_parts.kernelPlaces, m_job, m_checks);
        noteWaitsOfKernels(*m_rank.kernels, m_parts.kernelPlaces, m_job, m_checks);
        notePartsOfKernels(*m_rank.kernels, m_parts.kernelPlaces, m_job, m_checks);
        noteCoreTimes(*m_rank.kernels, m_parts.kernelPlaces, m_job, m_checks);
        notePipesOfKernels(*m_rank.kernels, m_parts.kernelPlaces, m_job, m_checks);
        noteStepsOfKernels(*m_rank.kernels, m_job, m_checks);
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
        return std::any_of(found.begin(), found.end(), findingcodes::isCutTrace);
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
            const auto first = std::find(join.sliceOfKernel.begin(), join.sliceOfKernel.end(), NoSlice);
            const KernelColumns columns(*m_rank.kernels);
            const CsvPlaces::At at = m_parts.kernelPlaces.at(static_cast<int>(first - join.sliceOfKernel.begin()),
                                                             columns.name >= 0 ? m_rank.kernels->at(columns.name).name
                                                                               : QStringLiteral("1"));
            m_checks.add({hasLostCores(join) ? Severity::Loss : Severity::Notice,
                          at.file.isEmpty() ? m_rank.kernels->source : at.file,
                          at.place,
                          QStringLiteral("kernels.unmatched"),
                          RS_MESSAGE("Rows of the kernel table have no slice in the trace: a click on them cannot lead "
                                     "to the timeline."),
                          {},
                          rows - join.joined});
        }
        noteKernelsOfTrace(*m_parts.trace, hasCutTrace(), *m_rank.kernels, join, m_parts.kernelPlaces, m_job, m_checks);
        if (join.rounded > 0) {
            const int start = KernelColumns(*m_rank.kernels).start;
            const CsvPlaces::At at = m_parts.kernelPlaces.at(join.firstRounded, m_rank.kernels->at(start).name);
            m_checks.add(
                {Severity::Notice,
                 at.file.isEmpty() ? m_rank.kernels->source : at.file,
                 at.place,
                 QStringLiteral("kernels.rounded-start"),
                 RS_MESSAGE(
                     "Starts of this table have lost their last digits, as stamps do that went through a "
                     "floating-point number: rows belong to slices that begin up to 0.175 µs before or after them."),
                 {},
                 join.rounded});
        }
        if (join.otherName > 0)
            m_checks.add({Severity::Info,
                          m_rank.kernels->source,
                          {},
                          QStringLiteral("kernels.other-name"),
                          RS_MESSAGE("Rows of the kernel table belong by task and time to slices of another name; each "
                                     "is shown under the name of its file."),
                          {},
                          join.otherName});
        m_rank.kernelOfSlice = std::move(join.kernelOfSlice);
        m_rank.sliceOfKernel = std::move(join.sliceOfKernel);
    }

    /// The groups of another rank, whose places in them are not of this one.
    [[nodiscard]] bool isOfOtherRank(const RankInfo &info) const
    {
        const auto named = info.distributedArgs.constFind(QStringLiteral("rank"));
        if (info.rank < 0 || named == info.distributedArgs.cend() || *named == info.rank)
            return false;
        m_checks.add({Severity::Loss, m_files.nameOfSource("profiler_metadata"),
                      Place::name(QStringLiteral("distributed_args")).with(QStringLiteral("rank")),
                      QStringLiteral("metadata.other-rank"),
                      RS_MESSAGE("The file names another rank than its folder is of (%1): the folder's counts, and "
                                 "what the file says may be of the other."),
                      QStringLiteral("%1 ≠ %2").arg(*named).arg(info.rank)});
        return true;
    }

    /// Each file lists only the groups that its rank is in, and at which place.
    void notePlacesInGroups(const RankInfo &info) const
    {
        Differences other;
        for (const GroupInfo &g : m_rank.groups) {
            if (info.rank < 0 || g.groupRank < 0 || g.globalRanks.empty())
                continue;
            const auto found = std::find(g.globalRanks.begin(), g.globalRanks.end(), info.rank);
            const auto before = std::count_if(g.globalRanks.begin(), g.globalRanks.end(),
                                              [&info](int rank) { return rank < info.rank; });
            const bool isMember = found != g.globalRanks.end();
            // Links count the places by the order of the ranks, whatever that of the list.
            if (isMember && (found - g.globalRanks.begin() == g.groupRank || before == g.groupRank))
                continue;
            other.add(Place::name(g.pgName.isEmpty() ? g.commName : g.pgName),
                      QStringLiteral("%1 ≠ %2")
                          .arg(g.groupRank)
                          .arg(isMember ? QString::number(before) : QStringLiteral("–")));
        }
        if (other.count > 0)
            m_checks.add({Severity::Notice, m_files.nameOfSource("profiler_metadata"), other.place,
                          QStringLiteral("groups.other-place"),
                          RS_MESSAGE("Groups in which this rank stands at another place than group_rank says, or at "
                                     "none (the first one: %1): the rank, the place or the list of ranks is wrong, and "
                                     "links may be shown between other ranks."),
                          other.argument, other.count});
    }

    /// None of the groups is one in which the rank communicates. Some may be in no list, as those of fused operators
    /// and of sends.
    void noteGroupsOfNoOperator() const
    {
        std::set<QString> used;
        IdMemo<quint8> ofOperators;
        for (const CommOpRef op : m_rank.commOps) {
            if (!op.p2p() && !std::exchange(ofOperators[op.groupId()], 1))
                used.insert(op.groupHash());
        }
        IdMemo<quint8> ofLinks;
        for (const MatrixLinkRef l : m_rank.links) {
            if (!l.p2p() && !std::exchange(ofLinks[l.textId(LinkColumns::GroupHash)], 1))
                used.insert(l.groupHash());
        }
        used.erase(QString());
        const auto isUsed = [&used](const GroupInfo &g) { return used.contains(g.hash); };
        const std::vector<GroupInfo> &groups = m_rank.groups;
        if (used.empty() || groups.empty() || std::any_of(groups.begin(), groups.end(), isUsed))
            return;
        const GroupInfo &first = groups.front();
        m_checks.add({Severity::Notice, m_files.nameOfSource("profiler_metadata"),
                      Place::name(QStringLiteral("parallel_group_info")), QStringLiteral("groups.no-entry"),
                      RS_MESSAGE("Communication domains of operators that have no entry in this file, against entries "
                                 "of no operator (%1): this file says neither their members nor their names."),
                      *used.begin() + QStringLiteral(" ≠ ") + (first.pgName.isEmpty() ? first.commName : first.pgName),
                      static_cast<qint64>(used.size())});
    }

    /// Operators of communication.json that the trace calls otherwise.
    void noteOperators() const
    {
        if (!m_rank.trace || m_rank.commOps.empty())
            return;
        const auto &lanes = m_rank.trace->lanes();
        if (std::none_of(lanes.begin(), lanes.end(), [](const Lane &l) { return l.kind == LaneKind::CommGroup; }))
            return;
        qint64 count = 0;
        Place first;
        for (const CommOpRef op : m_rank.commOps) {
            if (op.isTotal() || m_rank.trace->strings().find(op.nameView()))
                continue;
            if (count++ == 0)
                first = Place::name(op.name());
        }
        if (count > 0)
            m_checks.add(
                {Severity::Notice,
                 m_files.nameOfSource("communication"),
                 first,
                 QStringLiteral("communication.unmatched"),
                 RS_MESSAGE("The trace has no slice of these operators: they cannot be found in the timeline."),
                 {},
                 count});
    }

    void noteContradictions() const
    {
        if (m_rank.trace) {
            const QString name = m_files.nameOfSource("trace");
            noteImpossibleDurations(*m_rank.trace, name, m_job, m_checks);
            noteOtherConnections(*m_rank.trace, name, m_job, m_checks);
            noteImpossibleCounters(*m_rank.trace, name, m_job, m_checks);
            noteForeignTrace(*m_rank.trace, name, m_checks);
        }
        if (const QString name = m_files.nameOfSource("communication"); !name.isEmpty()) {
            noteTimesOfOperators(m_rank.commOps, false, name, m_job, m_checks);
            noteDomainsOfOperators(m_rank.commOps, false, name, m_job, m_checks);
            noteOperatorsOfTrace(m_rank, name, m_job, m_checks);
        }
        if (const QString name = m_files.nameOfSource("communication_matrix"); !name.isEmpty()) {
            noteDomainsOfLinks(m_rank, name, m_job, m_checks);
            noteLinks(m_rank, name, m_job, m_checks);
        }
        noteStatisticOfKernels(m_rank, m_job, m_checks);
        noteTablesAgainstThemselves(m_rank, m_job, m_checks);
        noteTasksOfL2Cache(m_rank, m_job, m_checks);
        noteCallsOfTrace(m_rank, m_job, m_checks);
        noteDevicesOfTables(m_rank, m_job, m_checks);
        noteMemoryTables(m_rank, m_job, m_checks);
        notePipeline(m_rank, m_job, m_checks);
        // The one may be of a device, and the other of all.
        if (!m_rank.info.part)
            noteTextAgainstDatabases(m_rank, m_files, m_job, m_checks);
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
