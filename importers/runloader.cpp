// SPDX-License-Identifier: Apache-2.0
#include "importers/runloader.h"

#include "core/kernelcolumns.h"
#include "core/noroom.h"
#include "importers/clusterchecks.h"
#include "importers/crosschecks.h"
#include "importers/filesgiven.h"
#include "importers/matrixchecks.h"
#include "importers/discovery/absences.h"
#include "importers/discovery/deliverables.h"
#include "importers/json/clusteroutput.h"
#include "importers/json/commjson.h"
#include "importers/trace/importer.h"
#include "importers/csv/kernelcsv.h"
#include "importers/kerneljoin.h"
#include "importers/peerchecks.h"
#include "importers/rankchecks.h"
#include "importers/stepchecks.h"
#include "importers/tablechecks.h"
#include "importers/tracechecks.h"
#include "importers/json/metadatajson.h"
#include "importers/csv/stepcsv.h"
#include "importers/trace/tracejson.h"

#include <QDir>
#include <QElapsedTimer>

#include <algorithm>
#include <iterator>
#include <new>
#include <numeric>
#include <optional>
#include <set>

namespace rs {

namespace {

qint64 usedBytes(const std::vector<FileEntry> &files)
{
    qint64 sum = 0;
    for (const FileEntry &f : files) {
        if (f.used)
            sum += f.bytes;
    }
    return sum;
}

/// "50 ≠ 114": what only one of two sets holds, not all of it.
QString differenceOf(const std::set<QString> &one, const std::set<QString> &other)
{
    const auto only = [](const std::set<QString> &a, const std::set<QString> &b) {
        QStringList out;
        for (const QString &s : a) {
            if (!b.contains(s) && out.size() < 3)
                out << (s.isEmpty() ? QStringLiteral("\"\"") : s);
        }
        return out.isEmpty() ? QStringLiteral("–") : out.join(QLatin1String(", "));
    };
    return only(one, other) + QStringLiteral(" ≠ ") + only(other, one);
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

template <typename Rows>
NamedSteps stepsOfRows(const Rows &rows)
{
    NamedSteps out;
    for (const auto &r : rows)
        out.add(r.step);
    out.settle();
    return out;
}

/// Ranks of one run went through the same steps.
void noteStepsOfRanks(Run &run, ImportReport &report)
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
        if (!own.empty() && !expected.empty() && own != expected)
            report.add({Severity::Notice,
                        {},
                        Place::rank(rank->info.label),
                        QStringLiteral("step.ranks-differ"),
                        QStringLiteral("Ranks have other steps than the first one (%1): a step is compared between the "
                                       "ranks that have it only."),
                        differenceOf(expected, own)});
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
                        QStringLiteral("Traces mark no steps, though those of other ranks do: what is derived from "
                                       "such a trace (times, delays, idle causes) stands in no step of the run."),
                        {}});
    }
}

/// One rank while it is read. The parts below run at the same time and touch different members.
class RankReader
{
public:
    RankReader(const QString &runPath, const RankInfo &info, ThreadPool &pool, JobContext job,
               const RankCache *cache = nullptr)
        : m_runPath(runPath), m_pool(pool), m_job(std::move(job)), m_data(std::make_shared<RankData>()),
          m_reservation(m_job.sharedBudget()), m_cache(cache)
    {
        m_data->info = info;
        if (m_cache)
            m_key = m_cache->keyOf(runPath, info);
    }

    /// Keeps the rank for the next time, unless its files changed while they were read.
    void keep(const RankCache &cache, const RankInfo &info, const RankData &rank) const
    {
        try {
            if (!m_key.isEmpty() && !m_fromCache && !m_job.isCanceled() && cache.keyOf(m_runPath, info) == m_key)
                cache.store(m_key, rank);
        } catch (const std::bad_alloc &) {
            // Then it is read again the next time.
        }
    }

    /// Reads what the overview lives on: a few lines. Null when cancelled, or when nothing was found of it.
    std::shared_ptr<const RankData> readFirst()
    {
        return orNothing([this] { return firstPart(); });
    }

    /// Reads what the communication views live on, which may be large. Null as above.
    std::shared_ptr<const RankData> readCommunicationPart()
    {
        return orNothing([this] { return communicationPart(); });
    }

    /// Reads the rest. Null when cancelled.
    std::shared_ptr<const RankData> read()
    {
        try {
            return readWhole();
        } catch (const OverBudget &) {
            return tooLarge();
        } catch (const std::bad_alloc &) {
            outOfMemory();
        }
        // What there is without another allocation.
        m_data->overBudget = true;
        return m_data;
    }

private:
    template <typename Part>
    std::shared_ptr<const RankData> orNothing(Part part)
    {
        try {
            return part();
        } catch (const std::bad_alloc &) {
            outOfMemory();
        }
        return nullptr;
    }

    std::shared_ptr<const RankData> firstPart()
    {
        m_began = true;
        m_cached = m_cache && m_cache->has(m_key);
        if (m_cached)
            return stepsAlone();
        m_fits = reserve(false);
        if (!m_fits)
            return nullptr;
        inParts({[this] { readSteps(); }, [this] { readMetadata(); }});
        return m_data->stepTrace.empty() || m_job.isCanceled() ? nullptr : m_data->withoutTrace();
    }

    std::shared_ptr<const RankData> communicationPart()
    {
        if (m_cached || !m_fits)
            return nullptr;
        m_communicationBegan = true;
        inParts({[this] { readCommunicationFiles(); }});
        countCommunication();
        const bool found = !m_data->commOps.empty() || !m_data->links.empty();
        return found && !m_job.isCanceled() ? m_data->withoutTrace() : nullptr;
    }

    std::shared_ptr<const RankData> readWhole()
    {
        if (!m_began)
            readAllParts();
        if (m_cached) {
            if (const auto cached = readCached())
                return *cached;
            m_cached = false;
            m_cache = nullptr;
            readAllParts();
        }
        if (!m_fits || !reserve(true))
            return tooLarge();
        std::vector<std::function<void()>> parts{[this] { readTrace(); }, [this] { readTables(); }};
        const bool withCommunication = !m_communicationBegan;
        if (withCommunication)
            parts.push_back([this] { readCommunicationFiles(); });
        inParts(parts);
        if (m_job.isCanceled())
            return nullptr;
        if (withCommunication)
            countCommunication();
        finish();
        m_data->overBudget = m_job.isOverBudget();
        noteFilesThatGaveNothing(*m_data);
        // The trace and the tables count for themselves.
        qint64 counted = m_data->trace ? m_data->trace->bytes() : 0;
        for (const auto &table : m_data->allTables())
            counted += table->heldBytes();
        m_reservation.resize(std::max<qint64>(0, m_data->bytesUsed() - counted));
        // Not moved: where there is no room for it, the rank is needed to say so.
        return withReservation(m_data, std::move(m_reservation));
    }

    /// What the overview shows until the rank is there from the cache.
    [[nodiscard]] std::shared_ptr<const RankData> stepsAlone() const
    {
        auto out = std::make_shared<RankData>();
        out->info = m_data->info;
        for (const FileEntry *f : used("step_trace_time"))
            out->stepTrace = readStepTrace(f->path, nameOf(*f), out->info.rank, -1, JobContext(), out->report);
        return out->stepTrace.empty() ? nullptr : out;
    }

    void readAllParts() { (void)readFirst(); }

    /// What was made of the files may be larger than they are.
    void countCommunication()
    {
        qint64 bytes = m_data->bytesUsed();
        for (const auto &table : m_data->allTables())
            bytes -= table->bytes();
        m_reservation.resize(std::max(m_reservation.bytes(), bytes));
    }

    struct Held
    {
        std::shared_ptr<const RankData> data;
        MemoryReservation reservation;
    };

    /// Empty when the files have to be read after all; a null pointer when cancelled.
    std::optional<std::shared_ptr<const RankData>> readCached()
    {
        TraceCodec::Result cached = m_cache->load(m_key, m_data->info, m_pool, m_job);
        if (cached.why == TraceCodec::Result::Why::Canceled)
            return nullptr;
        if (cached.why == TraceCodec::Result::Why::OverBudget)
            return tooLarge();
        if (!cached.rank)
            return std::nullopt;
        m_fromCache = true;
        noteFilesThatGaveNothing(*cached.rank);
        m_job.addDone(usedBytes(m_data->info.files));
        return withReservation(std::move(cached.rank), std::move(cached.reservation));
    }

    /// What the rank takes stays counted for as long as anybody holds it.
    static std::shared_ptr<const RankData> withReservation(std::shared_ptr<const RankData> data,
                                                           MemoryReservation &&reservation)
    {
        // First the allocation, which may fail, then what must not be lost by that.
        auto held = std::make_shared<Held>();
        held->data = std::move(data);
        held->reservation = std::move(reservation);
        return {held, held->data.get()};
    }

    std::shared_ptr<const RankData> tooLarge()
    {
        noteNoRoom(NoRoom::BudgetForRank, m_job, m_data->report, folderName());
        m_data->overBudget = true;
        return m_data;
    }

    void inParts(const std::vector<std::function<void()>> &parts)
    {
        m_pool.parallelFor(static_cast<qsizetype>(parts.size()), [&](qsizetype i) {
            if (m_job.isCanceled())
                return;
            try {
                parts[static_cast<size_t>(i)]();
            } catch (const OverBudget &) {
                noteNoRoom(NoRoom::BudgetForRank, m_job, m_data->report, folderName());
            } catch (const std::bad_alloc &) {
                outOfMemory();
            }
        });
    }

    static bool isTable(const FileEntry &f)
    {
        const Deliverable *const known = deliverable(f.kind);
        return f.kind == QLatin1String("kernel_details") || f.kind == QLatin1String("op_summary") ||
               (known && isPlainTable(*known));
    }

    /// Tables and communication files take about their own size; the trace reader counts for itself.
    [[nodiscard]] bool reserve(bool tables)
    {
        qint64 bytes = 0;
        for (const FileEntry &f : m_data->info.files) {
            if (f.used && f.kind != QLatin1String("trace") && isTable(f) == tables)
                bytes += f.bytes;
        }
        return m_reservation.tryGrow(bytes);
    }

    [[nodiscard]] std::vector<const FileEntry *> used(const char *kind) const
    {
        std::vector<const FileEntry *> out;
        for (const FileEntry &f : m_data->info.files) {
            if (f.used && f.kind == QLatin1String(kind))
                out.push_back(&f);
        }
        return out;
    }

    [[nodiscard]] QString nameOf(const FileEntry &f) const { return QDir(m_runPath).relativeFilePath(f.path); }

    [[nodiscard]] std::vector<CsvFile> csv(const char *kind) const
    {
        std::vector<CsvFile> out;
        for (const FileEntry *f : used(kind))
            out.push_back({f->path, nameOf(*f)});
        return out;
    }

    void outOfMemory() { noteNoRoom(NoRoom::MachineForRank, m_job, m_data->report, folderName()); }

    /// The rank's folder as findings name it; the whole path where there is no memory for another text.
    [[nodiscard]] QString folderName() const
    {
        // Not by QDir, which crashes where there is no memory.
        const QString &path = m_data->info.path;
        try {
            if (path.size() > m_runPath.size() && path.startsWith(m_runPath) && path[m_runPath.size()] == u'/')
                return path.mid(m_runPath.size() + 1);
        } catch (const std::bad_alloc &) {
            return path;
        }
        return path == m_runPath ? QStringLiteral(".") : path;
    }

    void readTrace()
    {
        const auto files = used("trace");
        if (files.empty())
            return;
        TraceBuilder builder(nameOf(*files.front()));
        bool any = false;
        constexpr size_t MaxFiles = 255; // what a slice's reference into its source can tell apart
        for (size_t i = 0; i < files.size(); ++i) {
            const FileEntry *f = files[i];
            if (i == MaxFiles) {
                m_data->report.add(
                    {Severity::Loss,
                     nameOf(*f),
                     {},
                     QStringLiteral("trace.too-many-files"),
                     QStringLiteral("The export has more than 255 slices; from this one on they are not read."),
                     {},
                     static_cast<qint64>(files.size() - MaxFiles)});
                break;
            }
            const ReadContext context{m_pool, m_job, m_data->report, nameOf(*f)};
            any = readTraceFile(f->path, builder, context) || any;
        }
        if (any && !m_job.isCanceled())
            m_trace = builder.seal(m_pool, m_job, m_data->report);
    }

    void readSteps()
    {
        for (const FileEntry *f : used("step_trace_time"))
            m_data->stepTrace = readStepTrace(f->path, nameOf(*f), m_data->info.rank, -1, m_job, m_data->report);
    }

    void readTables()
    {
        ImportReport &report = m_data->report;
        auto kernels = csv("kernel_details");
        if (kernels.empty())
            kernels = csv("op_summary");
        if (!kernels.empty())
            m_data->kernels = readKernels(kernels, m_job, report, &m_kernelPlaces, &m_pool);
        for (const Deliverable &d : deliverables()) {
            const auto files = isPlainTable(d) ? csv(d.kind) : std::vector<CsvFile>();
            if (files.empty())
                continue;
            if (auto table = readPlainTable(files, wordsOf(d.columns), wordsOf(d.partial), m_job, report, &m_pool))
                m_data->tables[QString::fromLatin1(d.kind)] = std::move(table);
        }
    }

    void readCommunicationFiles()
    {
        for (const FileEntry *f : used("communication"))
            m_data->commOps = readCommunication(f->path, nameOf(*f), m_data->info.rank, m_job, m_data->report);
        for (const FileEntry *f : used("communication_matrix"))
            m_data->links = readCommunicationMatrix(f->path, nameOf(*f), m_data->info.rank, m_job, m_data->report);
    }

    void readMetadata()
    {
        for (const FileEntry *f : used("profiler_info"))
            m_info = readProfilerInfo(f->path, nameOf(*f), m_job, m_data->report);
        for (const FileEntry *f : used("profiler_metadata"))
            m_metadata = readProfilerMetadata(f->path, nameOf(*f), m_job, m_data->report);
    }

    /// The kinds of slices are set here, the last moment before the trace is shared.
    void join()
    {
        if (!m_data->kernels)
            return;
        noteRepeatedKernels(*m_data->kernels, m_kernelPlaces, m_job, m_data->report);
        noteStepsOfKernels(*m_data->kernels, m_job, m_data->report);
        if (m_trace)
            joinWithTrace();
        m_kernelPlaces = {};
    }

    void joinWithTrace()
    {
        constexpr qint64 rowBytes = 96; // of what is looked up, and of both directions of the result
        MemoryReservation memory(m_job.sharedBudget());
        memory.hold(m_data->kernels->rows() * rowBytes);
        KernelJoin join = joinKernels(*m_trace, *m_data->kernels);
        const int rows = m_data->kernels->rows();
        if (join.joined < rows) {
            const auto first = std::find(join.sliceOfKernel.begin(), join.sliceOfKernel.end(), NoSlice);
            const KernelColumns columns(*m_data->kernels);
            const CsvPlaces::At at =
                m_kernelPlaces.at(static_cast<int>(first - join.sliceOfKernel.begin()),
                                  columns.name >= 0 ? m_data->kernels->at(columns.name).name : QStringLiteral("1"));
            m_data->report.add({Severity::Notice,
                                at.file.isEmpty() ? m_data->kernels->source : at.file,
                                at.place,
                                QStringLiteral("kernels.unmatched"),
                                QStringLiteral("Rows of the kernel table have no slice in the trace: a click on them "
                                               "cannot lead to the timeline."),
                                {},
                                rows - join.joined});
        }
        noteKernelsOfTrace(*m_trace, *m_data->kernels, join, m_kernelPlaces, m_job, m_data->report);
        if (join.otherName > 0)
            m_data->report.add({Severity::Info,
                                m_data->kernels->source,
                                {},
                                QStringLiteral("kernels.other-name"),
                                QStringLiteral("Rows of the kernel table belong by task and time to slices of another "
                                               "name; each is shown under the name of its file."),
                                {},
                                join.otherName});
        m_data->kernelOfSlice = std::move(join.kernelOfSlice);
        m_data->sliceOfKernel = std::move(join.sliceOfKernel);
    }

    void finish()
    {
        join();
        m_data->trace = std::move(m_trace);
        RankInfo &info = m_data->info;
        for (auto it = m_info.settings.cbegin(); it != m_info.settings.cend(); ++it)
            info.settings.insert(it.key(), it.value());
        for (auto it = m_metadata.settings.cbegin(); it != m_metadata.settings.cend(); ++it)
            info.settings.insert(it.key(), it.value());
        info.distributedArgs = m_metadata.distributedArgs;
        noteOtherRank(info);
        m_data->groups = std::move(m_metadata.groups);
        if (!m_info.level.isEmpty())
            info.level = m_info.level;
        if (!m_info.host.isEmpty())
            info.host = m_info.host;
        if (info.device < 0)
            info.device = m_info.device;
        noteSteps();
        noteStepsOfOneFile();
        noteOperators();
        noteContradictions();
        findDevice(info);
        for (StepTraceRow &r : m_data->stepTrace) {
            if (r.device < 0)
                r.device = info.device;
        }
    }

    /// The groups of another rank, whose places in them are not of this one.
    void noteOtherRank(const RankInfo &info) const
    {
        const auto named = info.distributedArgs.constFind(QStringLiteral("rank"));
        if (info.rank < 0 || named == info.distributedArgs.cend() || *named == info.rank)
            return;
        m_data->report.add({Severity::Loss, nameOf(*used("profiler_metadata").front()),
                            Place::name(QStringLiteral("distributed_args")).with(QStringLiteral("rank")),
                            QStringLiteral("metadata.other-rank"),
                            QStringLiteral("The file names another rank than its folder is of (%1): the folder's "
                                           "counts, and what the file says may be of the other."),
                            QStringLiteral("%1 ≠ %2").arg(*named).arg(info.rank)});
    }

    /// Steps of the table that the trace marks otherwise: two captures in one folder, or a broken file.
    void noteSteps() const
    {
        if (!m_data->trace)
            return;
        std::set<QString> table;
        std::set<QString> marked;
        for (const StepTraceRow &r : m_data->stepTrace)
            table.insert(r.step);
        for (const StepMark &m : m_data->trace->steps())
            marked.insert(QString::number(m.step));
        // Without marks the writers leave the step blank or call it 0.
        const bool unmarked = table.size() == 1 && (table.contains(QString()) || table.contains(QStringLiteral("0")));
        if (table.empty() || marked.empty() || unmarked || table == marked)
            return;
        m_data->report.add({Severity::Loss,
                            nameOf(*used("step_trace_time").front()),
                            {},
                            QStringLiteral("step.other-steps"),
                            QStringLiteral("The steps of this file and those that the trace marks differ (%1): numbers "
                                           "of a step from the one have none from the other."),
                            differenceOf(table, marked)});
    }

    /// Steps of a file of which all others of the rank know nothing. communication.json and communication_matrix.json
    /// are made by one program: what both say is held against the rest.
    void noteStepsOfOneFile() const
    {
        NamedSteps rest = stepsOfRows(m_data->stepTrace);
        if (m_data->trace)
            rest.unite(stepsOfMarks(*m_data->trace));
        const NamedSteps operators = stepsOfRows(m_data->commOps);
        const NamedSteps links = stepsOfRows(m_data->links);
        const NamedSteps kernels = m_data->kernels ? stepsOfKernels(*m_data->kernels) : NamedSteps();
        NamedSteps other = rest;
        other.unite(kernels);
        noteOnlyHere("communication", operators, other.isEmpty() ? links : other);
        noteOnlyHere("communication_matrix", links, other.isEmpty() ? operators : other);
        // A step may go without communication.
        if (rest.isEmpty())
            return;
        rest.unite(operators);
        rest.unite(links);
        noteOnlyHere(used("kernel_details").empty() ? "op_summary" : "kernel_details", kernels, rest);
    }

    void noteOnlyHere(const char *kind, const NamedSteps &steps, const NamedSteps &others) const
    {
        const auto files = used(kind);
        if (files.empty() || steps.isEmpty() || others.isEmpty())
            return;
        const std::vector<qint64> alone = steps.without(others);
        if (alone.empty())
            return;
        QStringList first;
        for (size_t i = 0; i < alone.size() && i < 3; ++i)
            first << QString::number(alone[i]);
        if (alone.size() > 3)
            first << QStringLiteral("…");
        m_data->report.add({Severity::Notice,
                            nameOf(*files.front()),
                            {},
                            QStringLiteral("step.only-here"),
                            QStringLiteral("No other file of this rank has these steps of the file (%1): its numbers "
                                           "of such a step stand alone."),
                            first.join(QLatin1String(", ")),
                            static_cast<qint64>(alone.size())});
    }

    /// Operators of communication.json that the trace calls otherwise.
    void noteOperators() const
    {
        const auto files = used("communication");
        if (!m_data->trace || files.empty())
            return;
        const auto &lanes = m_data->trace->lanes();
        if (std::none_of(lanes.begin(), lanes.end(), [](const Lane &l) { return l.kind == LaneKind::CommGroup; }))
            return;
        qint64 count = 0;
        Place first;
        for (const CommOp &op : m_data->commOps) {
            if (op.isTotal() || m_data->trace->strings().find(op.name.toStdString()))
                continue;
            if (count++ == 0)
                first = Place::name(op.name);
        }
        if (count > 0)
            m_data->report.add({Severity::Notice,
                                nameOf(*files.front()),
                                first,
                                QStringLiteral("communication.unmatched"),
                                QStringLiteral("The trace has no slice of these operators: they cannot be found in the "
                                               "timeline."),
                                {},
                                count});
    }

    void noteContradictions() const
    {
        if (m_data->trace)
            noteImpossibleDurations(*m_data->trace, nameOf(*used("trace").front()), m_job, m_data->report);
        if (const auto files = used("communication"); !files.empty())
            noteOperatorsOfTrace(*m_data, nameOf(*files.front()), m_job, m_data->report);
        if (const auto files = used("communication_matrix"); !files.empty())
            noteLinks(*m_data, nameOf(*files.front()), m_job, m_data->report);
        noteStatisticOfKernels(*m_data, m_job, m_data->report);
        noteTablesAgainstThemselves(*m_data, m_job, m_data->report);
        noteTasksOfTables(*m_data, m_job, m_data->report);
        noteCallsOfTrace(*m_data, m_job, m_data->report);
        noteDevicesOfTables(*m_data, m_job, m_data->report);
    }

    /// The trace's labels name the device, and so may the tables; the rank number never does.
    void findDevice(RankInfo &info) const
    {
        if (info.device < 0 && m_data->trace) {
            for (const Process &p : m_data->trace->processes()) {
                if (p.device >= 0) {
                    info.device = p.device;
                    break;
                }
            }
        }
        for (const StepTraceRow &r : m_data->stepTrace) {
            if (info.device < 0)
                info.device = r.device;
        }
    }

    QString m_runPath;
    ThreadPool &m_pool;
    JobContext m_job;
    bool m_began = false;
    bool m_fits = false;
    bool m_communicationBegan = false; ///< by a call of its own
    bool m_cached = false;             ///< there is a file of it
    bool m_fromCache = false;          ///< and it was read
    std::shared_ptr<RankData> m_data;
    std::unique_ptr<Trace> m_trace;
    CsvPlaces m_kernelPlaces; ///< until the rows are joined with slices
    MemoryReservation m_reservation;
    const RankCache *m_cache;
    QByteArray m_key;
    ProfilerInfo m_info;
    ProfilerMetadata m_metadata;
};

void readCluster(Run &run, const JobContext &job, ImportReport &report)
{
    try {
        readClusterOutput(run.cluster, job, report);
    } catch (const OverBudget &) {
        noteNoRoom(NoRoom::BudgetForRest, job, report, QStringLiteral("cluster_analysis_output"));
    } catch (const std::bad_alloc &) {
        noteNoRoom(NoRoom::MachineForRest, job, report, QStringLiteral("cluster_analysis_output"));
    }
}

} // namespace

RankProgress::State RankProgress::state(int rankIndex) const
{
    const std::lock_guard lock(m_mutex);
    return rankIndex >= 0 && static_cast<size_t>(rankIndex) < m_parts.size()
               ? m_parts[static_cast<size_t>(rankIndex)].state
               : State::Waiting;
}

double RankProgress::fraction(int rankIndex) const
{
    const std::lock_guard lock(m_mutex);
    if (rankIndex < 0 || static_cast<size_t>(rankIndex) >= m_parts.size())
        return 0;
    const Part &p = m_parts[static_cast<size_t>(rankIndex)];
    if (p.state == State::Done)
        return 1;
    if (p.state == State::Waiting || p.bytes <= 0)
        return 0;
    return std::clamp(static_cast<double>(p.job.done()) / static_cast<double>(p.bytes), 0.0, 1.0);
}

void RankProgress::begin(int rankIndex, const JobContext &job, qint64 bytes)
{
    const std::lock_guard lock(m_mutex);
    if (static_cast<size_t>(rankIndex) < m_parts.size())
        m_parts[static_cast<size_t>(rankIndex)] = {State::Loading, job, bytes};
}

void RankProgress::end(int rankIndex)
{
    const std::lock_guard lock(m_mutex);
    if (static_cast<size_t>(rankIndex) < m_parts.size())
        m_parts[static_cast<size_t>(rankIndex)].state = State::Done;
}

std::shared_ptr<const Run> loadRun(Run skeleton, ThreadPool &pool, const JobContext &job, const LoadOptions &options)
{
    QElapsedTimer clock;
    clock.start();
    auto run = std::make_shared<Run>(std::move(skeleton));
    run->ranks.resize(run->infos.size());
    std::vector<int> order;
    for (const int i : options.only) {
        if (i >= 0 && static_cast<size_t>(i) < run->infos.size() &&
            std::find(order.begin(), order.end(), i) == order.end())
            order.push_back(i);
    }
    if (options.only.empty()) {
        order.resize(run->infos.size());
        std::iota(order.begin(), order.end(), 0);
    }
    job.addTotal(usedBytes(run->cluster.files));
    for (const int i : order)
        job.addTotal(usedBytes(run->infos[static_cast<size_t>(i)].files));

    // First what is small: the cluster's files and, of each rank, what the overview shows. Then the rank that is wanted
    // most, with all threads. Then what the communication views show of the others, and the rest of them, several at a
    // time.
    ImportReport clusterReport;
    std::vector<std::unique_ptr<RankReader>> readers(order.size());
    const auto makeReader = [&](size_t i) {
        const RankInfo &info = run->infos[static_cast<size_t>(order[i])];
        try {
            const JobContext part = job.child();
            readers[i] = std::make_unique<RankReader>(run->path, info, pool, part, options.cache.get());
            if (options.progress)
                options.progress->begin(order[i], part, usedBytes(info.files));
        } catch (const std::bad_alloc &) {
            noteNoRoom(NoRoom::MachineForRank, job, clusterReport, info.path);
        }
    };
    pool.parallelFor(static_cast<qsizetype>(order.size()) + 1, [&](qsizetype item) {
        if (job.isCanceled())
            return;
        if (item == 0) {
            readCluster(*run, job.child(), clusterReport);
            return;
        }
        const auto i = static_cast<size_t>(item - 1);
        makeReader(i);
        if (!readers[i])
            return;
        if (const auto first = readers[i]->readFirst(); first && options.onPart)
            options.onPart(order[i], first);
    });
    const auto readRest = [&](size_t i) {
        if (job.isCanceled())
            return;
        const int index = order[i];
        const RankInfo &info = run->infos[static_cast<size_t>(index)];
        if (options.onStart)
            options.onStart(index);
        if (!readers[i])
            makeReader(i);
        const auto reader = std::move(readers[i]);
        const auto data = reader ? reader->read() : nullptr;
        if (!data && !job.isCanceled() && options.onRank)
            options.onRank(index, nullptr);
        if (!data)
            return;
        run->ranks[static_cast<size_t>(index)] = data;
        if (options.progress)
            options.progress->end(index);
        if (options.onRank)
            options.onRank(index, data);
        if (options.cache)
            reader->keep(*options.cache, info, *data);
    };
    if (!order.empty())
        readRest(0);
    pool.parallelFor(static_cast<qsizetype>(order.size()) - 1, [&](qsizetype item) {
        const auto i = static_cast<size_t>(item) + 1;
        if (job.isCanceled() || !readers[i])
            return;
        if (const auto communication = readers[i]->readCommunicationPart(); communication && options.onPart)
            options.onPart(order[i], communication);
    });
    pool.parallelFor(static_cast<qsizetype>(order.size()) - 1,
                     [&](qsizetype item) { readRest(static_cast<size_t>(item) + 1); });
    if (job.isCanceled())
        return nullptr;
    // What was read stays, whatever there is no memory for here.
    try {
        run->report.merge(clusterReport);
        ImportReport acrossRanks;
        noteStepsOfRanks(*run, acrossRanks);
        noteNamedRanks(*run, acrossRanks);
        noteCopiedRanks(*run, job, acrossRanks);
        noteClusterOfRanks(*run, job, acrossRanks);
        noteClusterLinks(*run, job, acrossRanks);
        noteGroupsOfRanks(*run, acrossRanks);
        noteGroupsOfOperators(*run, acrossRanks);
        noteWhatRanksLack(*run, job, acrossRanks);
        run->report.merge(acrossRanks);
        noteFilesThatGaveNothing(run->cluster);
        for (const int i : order) {
            if (const auto &rank = run->ranks[static_cast<size_t>(i)]) {
                RankInfo info = rank->info;
                run->infos[static_cast<size_t>(i)] = std::move(info);
            }
        }
    } catch (const std::bad_alloc &) {
        noteNoRoom(NoRoom::MachineForChecks, job, run->report, {});
    }
    run->importSeconds = static_cast<double>(clock.nsecsElapsed()) / 1e9;
    return run;
}

std::shared_ptr<const RankData> loadRank(const Run &run, int rankIndex, ThreadPool &pool, const JobContext &job)
{
    if (rankIndex < 0 || static_cast<size_t>(rankIndex) >= run.infos.size())
        return nullptr;
    const RankInfo &info = run.infos[static_cast<size_t>(rankIndex)];
    job.addTotal(usedBytes(info.files));
    return RankReader(run.path, info, pool, job.child()).read();
}

} // namespace rs
