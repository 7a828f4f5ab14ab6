// SPDX-License-Identifier: Apache-2.0
#include "importers/runloader.h"

#include "importers/clusteroutput.h"
#include "importers/commjson.h"
#include "importers/importer.h"
#include "importers/kernelcsv.h"
#include "importers/kerneljoin.h"
#include "importers/metadatajson.h"
#include "importers/stepcsv.h"
#include "importers/tracejson.h"

#include <QDir>
#include <QElapsedTimer>

#include <algorithm>
#include <new>
#include <numeric>
#include <optional>

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
        if (!m_key.isEmpty() && !m_fromCache && !m_job.isCanceled() && cache.keyOf(m_runPath, info) == m_key)
            cache.store(m_key, rank);
    }

    /// Reads what the overview lives on: a few lines. Null when cancelled, or when nothing was found of it.
    std::shared_ptr<const RankData> readFirst()
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

    /// Reads what the communication views live on, which may be large. Null as above.
    std::shared_ptr<const RankData> readCommunicationPart()
    {
        if (m_cached || !m_fits)
            return nullptr;
        inParts({[this] { readCommunicationFiles(); }});
        const bool found = !m_data->commOps.empty() || !m_data->links.empty();
        return found && !m_job.isCanceled() ? m_data->withoutTrace() : nullptr;
    }

    /// Reads the rest. Null when cancelled.
    std::shared_ptr<const RankData> read()
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
        inParts({[this] { readTrace(); }, [this] { readTables(); }});
        if (m_job.isCanceled())
            return nullptr;
        finish();
        m_data->overBudget = m_job.isOverBudget();
        // The trace counts for itself.
        m_reservation.resize(m_data->bytesUsed() - (m_data->trace ? m_data->trace->bytes() : 0));
        // What the tables take stays counted for as long as anybody holds the rank.
        auto held = std::make_shared<Held>(Held{std::move(m_data), std::move(m_reservation)});
        return {held, held->data.get()};
    }

private:
    /// What the overview shows until the rank is there from the cache.
    [[nodiscard]] std::shared_ptr<const RankData> stepsAlone() const
    {
        auto out = std::make_shared<RankData>();
        out->info = m_data->info;
        for (const FileEntry *f : used("step_trace_time"))
            out->stepTrace = readStepTrace(f->path, nameOf(*f), out->info.rank, -1, JobContext(), out->report);
        return out->stepTrace.empty() ? nullptr : out;
    }

    void readAllParts()
    {
        (void)readFirst();
        (void)readCommunicationPart();
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
        m_job.addDone(usedBytes(m_data->info.files));
        auto held = std::make_shared<Held>(Held{std::move(cached.rank), std::move(cached.reservation)});
        return std::shared_ptr<const RankData>(held, held->data.get());
    }

    std::shared_ptr<const RankData> tooLarge()
    {
        m_data->report.add(
            {Severity::Error,
             QDir(m_runPath).relativeFilePath(m_data->info.path),
             {},
             QStringLiteral("memory.budget"),
             QStringLiteral(
                 "Loading stopped because the memory set aside for traces is used up: this rank is not shown."),
             {}});
        m_job.setOverBudget();
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
            } catch (const std::bad_alloc &) {
                outOfMemory();
            }
        });
    }

    static bool isTable(const FileEntry &f)
    {
        return f.kind == QLatin1String("kernel_details") || f.kind == QLatin1String("op_summary") ||
               f.kind == QLatin1String("op_statistic") || f.kind == QLatin1String("api_statistic");
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

    void outOfMemory()
    {
        m_data->report.add(
            {Severity::Error,
             QDir(m_runPath).relativeFilePath(m_data->info.path),
             {},
             QStringLiteral("memory.exhausted"),
             QStringLiteral("The machine has no memory left for this rank; a part of its files is not shown."),
             {}});
        m_job.setOverBudget();
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
            m_data->kernels = readKernels(kernels, m_job, report);
        if (const auto files = csv("op_statistic"); !files.empty())
            m_data->opStatistic = readCsvTable(files, m_job, report);
        if (const auto files = csv("api_statistic"); !files.empty())
            m_data->apiStatistic = readCsvTable(files, m_job, report);
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
        if (!m_trace || !m_data->kernels)
            return;
        KernelJoin join = joinKernels(*m_trace, *m_data->kernels);
        const int rows = m_data->kernels->rows();
        if (join.joined < rows)
            m_data->report.add({Severity::Notice,
                                m_data->kernels->source,
                                {},
                                QStringLiteral("kernels.unmatched"),
                                QStringLiteral("Rows of the kernel table have no slice in the trace: a click on them "
                                               "cannot lead to the timeline."),
                                {},
                                rows - join.joined});
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
        m_data->groups = std::move(m_metadata.groups);
        if (!m_info.level.isEmpty())
            info.level = m_info.level;
        if (!m_info.host.isEmpty())
            info.host = m_info.host;
        if (info.device < 0)
            info.device = m_info.device;
        findDevice(info);
        for (StepTraceRow &r : m_data->stepTrace) {
            if (r.device < 0)
                r.device = info.device;
        }
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
    bool m_cached = false;    ///< there is a file of it
    bool m_fromCache = false; ///< and it was read
    std::shared_ptr<RankData> m_data;
    std::unique_ptr<Trace> m_trace;
    MemoryReservation m_reservation;
    const RankCache *m_cache;
    QByteArray m_key;
    ProfilerInfo m_info;
    ProfilerMetadata m_metadata;
};

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

    // First what is small: the cluster's files and, of each rank, what the overview shows; then what the communication
    // views show. Then the rank that is wanted most, with all threads, and after it the others, several at a time.
    ImportReport clusterReport;
    std::vector<std::unique_ptr<RankReader>> readers(order.size());
    pool.parallelFor(static_cast<qsizetype>(order.size()) + 1, [&](qsizetype item) {
        if (job.isCanceled())
            return;
        if (item == 0) {
            readClusterOutput(run->cluster, job.child(), clusterReport);
            return;
        }
        const auto i = static_cast<size_t>(item - 1);
        const RankInfo &info = run->infos[static_cast<size_t>(order[i])];
        const JobContext part = job.child();
        readers[i] = std::make_unique<RankReader>(run->path, info, pool, part, options.cache.get());
        if (options.progress)
            options.progress->begin(order[i], part, usedBytes(info.files));
        if (const auto first = readers[i]->readFirst(); first && options.onPart)
            options.onPart(order[i], first);
    });
    pool.parallelFor(static_cast<qsizetype>(order.size()), [&](qsizetype item) {
        const auto i = static_cast<size_t>(item);
        if (job.isCanceled())
            return;
        if (const auto communication = readers[i]->readCommunicationPart(); communication && options.onPart)
            options.onPart(order[i], communication);
    });
    const auto readRest = [&](size_t i) {
        if (job.isCanceled())
            return;
        const int index = order[i];
        const RankInfo info = run->infos[static_cast<size_t>(index)];
        if (options.onStart)
            options.onStart(index);
        const auto reader = std::move(readers[i]);
        const auto data = reader->read();
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
    pool.parallelFor(static_cast<qsizetype>(order.size()) - 1,
                     [&](qsizetype item) { readRest(static_cast<size_t>(item) + 1); });
    if (job.isCanceled())
        return nullptr;
    run->report.merge(clusterReport);
    for (const int i : order)
        run->infos[static_cast<size_t>(i)] = run->ranks[static_cast<size_t>(i)]->info;
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
