// SPDX-License-Identifier: Apache-2.0
#include "importers/run/rankreader.h"

#include "core/job/outofmemory.h"
#include "core/run/pipelinecolumns.h"
#include "core/table/othertables.h"
#include "core/table/strategycolumns.h"
#include "core/text/findingcodes.h"
#include "importers/csv/kernelcsv.h"
#include "importers/csv/stepcsv.h"
#include "importers/db/dbevents.h"
#include "importers/dbrank/dbcomm.h"
#include "importers/dbrank/dbftrace.h"
#include "importers/discovery/deliverables.h"
#include "importers/discovery/packs.h"
#include "importers/files/osfile.h"
#include "importers/run/unusedfiles.h"
#include "importers/json/commjson.h"
#include "importers/json/pipelinesummary.h"
#include "importers/legacy/legacyhccl.h"
#include "importers/legacy/strategyjson.h"
#include "importers/run/partofrank.h"
#include "importers/trace/importer.h"
#include "importers/trace/tracejson.h"

#include <QFile>
#include <QTemporaryFile>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <new>

namespace rs {

namespace {

// The whole lines of the first bytes of a file, as a file: the line in which they end would be a cut one. Empty where
// they hold no line.
std::unique_ptr<QTemporaryFile> headOf(const QString &path, const QString &name, qint64 bytes, const JobContext &job,
                                       ImportReport &report)
{
    auto out = std::make_unique<QTemporaryFile>();
    QFile file;
    const bool isOpen = openRegular(path, file);
    const QString why = QString::fromLocal8Bit(std::strerror(errno));
    if (!isOpen || !out->open()) {
        report.add(Severity::Error, name, "file.permission",
                   RS_MESSAGE("The file cannot be opened (%1); nothing is shown from it."), {},
                   isOpen ? out->errorString() : why);
        return out;
    }
    constexpr qint64 piece = qint64{1} << 20;
    qint64 lineEnd = 0;
    for (qint64 done = 0; done < bytes && !job.isCanceled();) {
        const QByteArray text = file.read(std::min(piece, bytes - done));
        if (text.isEmpty())
            break;
        if (const auto at = text.lastIndexOf('\n'); at >= 0)
            lineEnd = done + at + 1;
        done += text.size();
        out->write(text);
    }
    out->resize(lineEnd);
    out->close();
    return out;
}

} // namespace

qint64 usedBytes(const std::vector<FileEntry> &files)
{
    qint64 sum = 0;
    for (const FileEntry &f : files) {
        if (f.used)
            sum += readBytesOf(f.kind, f.bytes);
    }
    return sum;
}

RankReader::RankReader(const QString &runPath, const RankInfo &info, ThreadPool &pool, JobContext job,
                       const RankCache *cache, std::optional<PackPlace> summary)
    : m_runPath(runPath), m_pool(pool), m_job(std::move(job)), m_data(std::make_shared<RankData>()),
      m_files(m_runPath, m_data->info), m_reservation(m_job.sharedBudget()), m_cache(packOf(info) ? nullptr : cache),
      m_summary(std::move(summary))
{
    m_data->info = info;
    if (m_cache)
        m_key = m_cache->keyOf(runPath, info);
}

void RankReader::keep(const RankCache &cache, const RankInfo &info, const RankData &rank) const
{
    try {
        if (!m_key.isEmpty() && !m_fromCache && !m_job.isCanceled() && cache.keyOf(m_runPath, info) == m_key)
            cache.store(m_key, rank);
    } catch (const std::bad_alloc &) {
        // Then it is read again the next time.
    }
}

std::shared_ptr<const RankData> RankReader::readFirst()
{
    return orNothing([this] { return firstPart(); });
}

std::shared_ptr<const RankData> RankReader::readCommunicationPart()
{
    return orNothing([this] { return communicationPart(); });
}

std::shared_ptr<const RankData> RankReader::read()
{
    try {
        return readWhole();
    } catch (const OverBudget &) {
        return tooLarge();
    } catch (const std::bad_alloc &) {
        outOfMemory();
    }
    // Available without another allocation.
    m_data->overBudget = true;
    return m_data;
}

template <typename Part>
std::shared_ptr<const RankData> RankReader::orNothing(Part part)
{
    try {
        return part();
    } catch (const std::bad_alloc &) {
        outOfMemory();
    }
    return nullptr;
}

std::shared_ptr<const RankData> RankReader::firstPart()
{
    m_began = true;
    if (packOf(m_data->info))
        return readSummary();
    m_cached = m_cache && m_cache->has(m_key);
    if (m_cached)
        return stepsAlone();
    m_fits = reserve(false);
    if (!m_fits)
        return nullptr;
    inParts({[this] { readSteps(); }, [this] { readMetadata(); }});
    return m_data->stepTrace.empty() || m_job.isCanceled() ? nullptr : m_data->withoutTrace();
}

std::shared_ptr<const RankData> RankReader::communicationPart()
{
    if (m_cached || !m_fits)
        return nullptr;
    m_communicationBegan = true;
    inParts({[this] { readCommunicationFiles(); }});
    countCommunication();
    const bool found = !m_data->commOps.empty() || !m_data->links.empty();
    return found && !m_job.isCanceled() ? m_data->withoutTrace() : nullptr;
}

std::shared_ptr<const RankData> RankReader::readSummary()
{
    if (!m_summary)
        return nullptr;
    TraceCodec::Result read = TraceCodec::readPack(*m_summary, m_pool, m_job);
    if (!read.rank)
        return nullptr;
    keepPlace(*read.rank);
    *m_data = *read.rank;
    return withReservation(std::move(read.rank), std::move(read.reservation));
}

// A pack that came from a host has its address there.
void RankReader::keepPlace(RankData &rank) const
{
    rank.info.path = m_data->info.path;
    rank.info.captures = m_data->info.captures;
    rank.info.files.front().path = m_data->info.files.front().path;
}

std::shared_ptr<const RankData> RankReader::readPack()
{
    const FileEntry pack = *packOf(m_data->info);
    if (m_summary && noteOtherPack(*m_summary, pack.path, m_files.nameOf(pack), m_data->report)) {
        m_job.addDone(usedBytes(m_data->info.files));
        return m_data;
    }
    TraceCodec::Result read = TraceCodec::readPack({pack.path}, m_pool, m_job);
    if (read.why == TraceCodec::Result::Why::Canceled)
        return nullptr;
    if (read.why == TraceCodec::Result::Why::OverBudget)
        return tooLarge();
    m_job.addDone(usedBytes(m_data->info.files));
    if (read.rank) {
        keepPlace(*read.rank);
        return withReservation(std::move(read.rank), std::move(read.reservation));
    }
    notePack(read.why, m_files.nameOf(pack), m_data->report);
    return m_data;
}

std::shared_ptr<const RankData> RankReader::readWhole()
{
    if (packOf(m_data->info)) {
        if (!m_began)
            (void)readFirst();
        return readPack();
    }
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
    // Lanes wait for nothing but the trace, which gets all threads. What joins it is read then.
    inParts({[this] { readTrace(); }});
    if (m_parts.trace && m_publishLanes && !m_job.isCanceled() && !m_job.isOverBudget())
        m_publishLanes(m_parts.trace);
    std::vector<std::function<void()>> parts{[this] { readTables(); }};
    const bool withCommunication = !m_communicationBegan;
    if (withCommunication)
        parts.push_back([this] { readCommunicationFiles(); });
    inParts(parts);
    if (m_job.isCanceled())
        return nullptr;
    if (withCommunication)
        countCommunication();
    noteSharedDevices(*m_data, m_areOperatorsParted, m_parts.trace.get(), m_files);
    m_data->report.orderByFile();
    joinFilesOfRank(*m_data, std::move(m_parts), m_files, m_job);
    m_data->overBudget = m_job.isOverBudget();
    noteUnusedFiles(*m_data);
    // The trace and the tables count for themselves.
    qint64 counted = m_data->trace ? m_data->trace->bytes() : 0;
    for (const auto &table : m_data->allTables())
        counted += table->heldBytes();
    m_reservation.resize(std::max<qint64>(0, m_data->bytesUsed() - counted));
    // Not moved: where there is no room for it, the rank is needed to say so.
    return withReservation(m_data, std::move(m_reservation));
}

std::shared_ptr<const RankData> RankReader::stepsAlone() const
{
    auto out = std::make_shared<RankData>();
    out->info = m_data->info;
    out->stepTrace = stepTrace(JobContext(), out->report);
    return out->stepTrace.empty() ? nullptr : out;
}

void RankReader::countCommunication()
{
    qint64 bytes = m_data->bytesUsed();
    for (const auto &table : m_data->allTables())
        bytes -= table->bytes();
    m_reservation.resize(std::max(m_reservation.bytes(), bytes));
}

std::optional<std::shared_ptr<const RankData>> RankReader::readCached()
{
    TraceCodec::Result cached = m_cache->load(m_key, m_data->info, m_pool, m_job);
    if (cached.why == TraceCodec::Result::Why::Canceled)
        return nullptr;
    if (cached.why == TraceCodec::Result::Why::OverBudget)
        return tooLarge();
    if (!cached.rank)
        return std::nullopt;
    m_fromCache = true;
    noteUnusedFiles(*cached.rank);
    m_job.addDone(usedBytes(m_data->info.files));
    return withReservation(std::move(cached.rank), std::move(cached.reservation));
}

std::shared_ptr<const RankData> RankReader::withReservation(std::shared_ptr<const RankData> data,
                                                            MemoryReservation &&reservation)
{
    // First the allocation, which may fail, then what must not be lost by that.
    auto held = std::make_shared<Held>();
    held->data = std::move(data);
    held->reservation = std::move(reservation);
    return {held, held->data.get()};
}

std::shared_ptr<const RankData> RankReader::tooLarge()
{
    noteOutOfMemory(OutOfMemory::BudgetForRank, m_job, m_data->report, folderName());
    m_data->overBudget = true;
    return m_data;
}

void RankReader::inParts(const std::vector<std::function<void()>> &parts)
{
    m_pool.parallelFor(static_cast<qsizetype>(parts.size()), [&](qsizetype i) {
        if (m_job.isCanceled())
            return;
        try {
            parts[static_cast<size_t>(i)]();
        } catch (const OverBudget &) {
            noteOutOfMemory(OutOfMemory::BudgetForRank, m_job, m_data->report, folderName());
        } catch (const std::bad_alloc &) {
            outOfMemory();
        }
    });
}

bool RankReader::isTable(const FileEntry &f)
{
    const Deliverable *const known = deliverable(f.kind);
    return f.kind == QLatin1String("kernel_details") || f.kind == QLatin1String("op_summary") || isOtherTable(f.kind) ||
           (known && isPlainTable(*known));
}

bool RankReader::reserve(bool tables)
{
    qint64 bytes = 0;
    for (const FileEntry &f : m_data->info.files) {
        const bool countsForItself =
            f.kind == QLatin1String("trace") || f.kind == QLatin1String("db") || f.kind == QLatin1String("ftrace");
        if (f.used && !countsForItself && isTable(f) == tables)
            bytes += readBytesOf(f.kind, f.bytes);
    }
    return m_reservation.tryGrow(bytes);
}

std::vector<CsvFile> RankReader::csv(const char *kind) const
{
    std::vector<CsvFile> out;
    for (const FileEntry *f : m_files.used(kind))
        out.push_back({f->path, m_files.nameOf(*f)});
    return out;
}

void RankReader::outOfMemory()
{
    noteOutOfMemory(OutOfMemory::MachineForRank, m_job, m_data->report, folderName());
}

QString RankReader::folderName() const
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

void RankReader::readTrace()
{
    const auto files = m_files.used("trace");
    const auto kernelTraces = m_files.used("ftrace");
    const FileEntry *const database = m_files.database();
    const FileEntry *const first = !files.empty()          ? files.front()
                                   : database              ? database
                                   : !kernelTraces.empty() ? kernelTraces.front()
                                                           : nullptr;
    if (!first)
        return;
    TraceBuilder builder(m_files.nameOf(*first));
    builder.setPlaces(placeOfSlice);
    if (m_data->info.part)
        builder.setPart(*m_data->info.part);
    bool any = files.empty() && database && readDatabase(*database, builder);
    constexpr size_t MaxFiles = 255; // what a slice's reference into its source can tell apart
    for (size_t i = 0; i < files.size(); ++i) {
        const FileEntry *f = files[i];
        if (i == MaxFiles) {
            m_data->report.add(Severity::Loss, m_files.nameOf(*f), "trace.too-many-files",
                               RS_MESSAGE("The export has more than 255 parts; from this one on they are not read."),
                               {}, {}, static_cast<qint64>(files.size() - MaxFiles));
            break;
        }
        const ReadContext context{m_pool, m_job, m_data->report, m_files.nameOf(*f)};
        any = readTraceFile(f->path, builder, context) || any;
    }
    if (files.size() < MaxFiles) {
        for (const FileEntry *f : kernelTraces)
            any = readFtraceDatabase(f->path, builder, {m_pool, m_job, m_data->report, m_files.nameOf(*f)},
                                     m_data->tables) ||
                  any;
    }
    if (any && !m_job.isCanceled())
        m_parts.trace = builder.seal(m_pool, m_job, m_data->report);
}

bool RankReader::readDatabase(const FileEntry &file, TraceBuilder &builder)
{
    return readRankDatabase(file.path, partDevice(), builder, {m_pool, m_job, m_data->report, m_files.nameOf(file)},
                            m_fromDatabase);
}

std::vector<StepTraceRow> RankReader::stepTrace(const JobContext &job, ImportReport &report) const
{
    std::vector<StepTraceRow> out;
    const auto files = m_files.used("step_trace_time");
    const int rank = m_data->info.rank;
    if (const FileEntry *const f = m_files.database(true); f && files.empty())
        out = readDbStepTrace(f->path, m_files.nameOf(*f), rank, job, report);
    for (const FileEntry *f : files)
        out = readStepTrace(f->path, m_files.nameOf(*f), rank, -1, job, report);
    keepStepsOfDevice(out, partDevice());
    return out;
}

void RankReader::readSteps()
{
    m_data->stepTrace = stepTrace(m_job, m_data->report);
    readLegacySteps();
}

std::vector<LegacyFile> RankReader::legacyFiles() const
{
    std::vector<LegacyFile> out;
    bool any = false;
    for (const FileEntry &f : m_data->info.files) {
        const bool isLegacy = f.kind.startsWith(QLatin1String("legacy_"));
        if (!f.used || (!isLegacy && f.kind != QLatin1String("profiler_info")))
            continue;
        any = any || isLegacy;
        out.push_back({f.kind, f.path, m_files.nameOf(f)});
    }
    return any ? out : std::vector<LegacyFile>();
}

void RankReader::readLegacySteps()
{
    const std::vector<LegacyFile> files = legacyFiles();
    if (files.empty())
        return;
    LegacySummary found = readLegacySummary(files, m_data->info.rank, m_job, m_data->report, m_data->tables);
    m_legacySpans = std::move(found.spans);
    m_legacyStage = found.stage;
    m_data->legacy = true;
    if (m_data->stepTrace.empty())
        m_data->stepTrace = std::move(found.rows);
}

void RankReader::readLegacyCommunication()
{
    if (!m_data->legacy || !m_data->commOps.empty())
        return;
    const int rank = m_data->info.rank;
    const auto files = m_files.used("legacy_hccl");
    if (const auto traces = iterationFiles(legacyFiles(), "legacy_hccl_trace"); !traces.empty()) {
        LegacyCommunication found = readIterationHccl(traces, rank, m_job, m_data->report);
        m_data->commOps = std::move(found.operators);
        m_data->links = std::move(found.links);
        return;
    }
    if (files.empty())
        m_data->commOps = operatorsOfSpans(m_legacySpans, rank);
    for (const FileEntry *f : files) {
        LegacyCommunication found =
            readLegacyHccl(f->path, m_files.nameOf(*f), rank, m_legacyStage, m_legacySpans, m_job, m_data->report);
        m_data->commOps = std::move(found.operators);
        if (m_data->links.empty())
            m_data->links = std::move(found.links);
    }
    m_legacySpans = {};
}

void RankReader::readTables()
{
    ImportReport &report = m_data->report;
    auto kernels = csv("kernel_details");
    if (kernels.empty())
        kernels = csv("op_summary");
    if (!kernels.empty())
        m_data->kernels = readKernels(kernels, m_job, report, &m_parts.kernelPlaces, &m_pool);
    else
        m_data->kernels = std::move(m_fromDatabase.kernels);
    for (const Deliverable &d : deliverables()) {
        // A kind may have several names.
        const bool isFirst = deliverable(QString::fromLatin1(d.kind)) == &d;
        const auto files = isFirst && isPlainTable(d) ? csv(d.kind) : std::vector<CsvFile>();
        if (files.empty() || QLatin1String(d.kind) == PipelineRawKind)
            continue;
        if (auto table = readPlainTable(files, wordsOf(d.columns), wordsOf(d.partial), m_job, report, &m_pool))
            m_data->tables[QString::fromLatin1(d.kind)] = std::move(table);
    }
    readPipelines();
    readOtherTables();
    if (m_data->legacy)
        readLegacyOperators(legacyFiles(), m_job, report, m_data->tables);
    for (const FileEntry *f : m_files.used(ParallelStrategyKind.latin1())) {
        auto graph = readParallelStrategy(f->path, m_files.nameOf(*f), m_data->info.rank, m_job, report);
        if (graph && !m_data->tables.contains(ParallelStrategyKind))
            m_data->tables[ParallelStrategyKind] = std::move(graph);
    }
    // A file that says the same goes before what was made of the database.
    m_data->tables.merge(m_fromDatabase.tables);
    if (!m_data->info.part)
        return;
    m_data->kernels = rowsOfDevice(std::move(m_data->kernels), partDevice(), m_job, &m_parts.kernelPlaces);
    for (auto &[kind, table] : m_data->tables)
        table = rowsOfDevice(std::move(table), partDevice(), m_job);
}

// A number at the end of their names tells the files of several pipelines apart; those of the lowest have the plain
// kind.
void RankReader::readPipelines()
{
    std::map<QString, std::pair<std::vector<const FileEntry *>, const FileEntry *>, decltype(&pipelinePartBefore)>
        byPart(&pipelinePartBefore);
    for (const FileEntry *f : m_files.used("minddata_raw"))
        byPart[pipelinePart(f->name)].first.push_back(f);
    for (const FileEntry *f : m_files.used("minddata_summary"))
        byPart[pipelinePart(f->name)].second = f;
    const Deliverable &raw = *deliverable(PipelineRawKind);
    for (const auto &[part, files] : byPart) {
        const bool isFirst = part == byPart.begin()->first;
        const auto keep = [&, part = part](QLatin1String kind, std::shared_ptr<const Table> table) {
            if (table)
                m_data->tables[isFirst ? QString(kind) : pipelineTableKind(kind, part)] = std::move(table);
        };
        std::vector<CsvFile> csv;
        for (const FileEntry *f : files.first)
            csv.push_back({f->path, m_files.nameOf(*f)});
        if (!csv.empty())
            keep(PipelineRawKind,
                 readPlainTable(csv, wordsOf(raw.columns), wordsOf(raw.partial), m_job, m_data->report, &m_pool));
        if (files.second)
            keep(PipelineSummaryKind,
                 readPipelineSummary(files.second->path, m_files.nameOf(*files.second), m_job, m_data->report));
    }
}

// Each is a kind of its own; slices of one export are one table.
void RankReader::readOtherTables()
{
    std::map<QString, std::vector<const FileEntry *>> byKind;
    for (const FileEntry &f : m_data->info.files) {
        if (f.used && isOtherTable(f.kind))
            byKind[f.kind].push_back(&f);
    }
    for (const auto &[kind, entries] : byKind) {
        if (m_job.isCanceled())
            return;
        ImportReport found;
        std::vector<CsvFile> files;
        std::vector<std::unique_ptr<QTemporaryFile>> heads; // of what is too large to be read as a whole
        for (const FileEntry *const f : entries) {
            QString path = f->path;
            if (const qint64 read = readBytesOf(kind, f->bytes); read < f->bytes) {
                heads.push_back(headOf(path, m_files.nameOf(*f), read, m_job, found));
                path = heads.back()->fileName();
            }
            files.push_back({path, m_files.nameOf(*f)});
        }
        if (auto table = readCsvTable(files, m_job, found, nullptr, {}, {}, &m_pool))
            m_data->tables[kind] = std::move(table);
        // A foreign file beside those of the profiler may be anything: the capture loses nothing with it.
        const bool isStrange = kind.startsWith(StrangeTablePrefix);
        for (Finding f : found.findings()) {
            if (isStrange && f.code != findingcodes::memoryBudget)
                f.severity = std::min(f.severity, Severity::Notice);
            m_data->report.add(std::move(f));
        }
    }
}

void RankReader::readCommunicationFiles()
{
    for (const FileEntry *f : m_files.used("communication"))
        m_data->commOps = readCommunication(f->path, m_files.nameOf(*f), m_data->info.rank, m_job, m_data->report);
    for (const FileEntry *f : m_files.used("communication_matrix"))
        m_data->links = readCommunicationMatrix(f->path, m_files.nameOf(*f), m_data->info.rank, m_job, m_data->report);
    readDatabaseCommunication();
    readLegacyCommunication();
}

void RankReader::readDatabaseCommunication()
{
    const FileEntry *const profile = m_files.database();
    const FileEntry *const analysis = m_files.database(true);
    const int rank = m_data->info.rank;
    ImportReport &report = m_data->report;
    const bool wantsOperators = m_files.used("communication").empty();
    ImportReport told; // again where the profile is read
    const auto steps = profile && wantsOperators ? readDbSteps(profile->path, m_files.nameOf(*profile), m_job, told)
                                                 : std::vector<DbStep>();
    const DbOperators operators = profile && wantsOperators ? readDbOperators(profile->path, m_files.nameOf(*profile),
                                                                              rank, partDevice(), steps, m_job, told)
                                                            : DbOperators();
    if (analysis && wantsOperators)
        m_data->commOps =
            readDbCommunication(analysis->path, m_files.nameOf(*analysis), rank, steps, operators, m_job, report);
    if (wantsOperators && m_data->commOps.empty()) {
        m_data->commOps = operators.own;
        m_areOperatorsParted = operators.areParted;
    }
    if (analysis && m_files.used("communication_matrix").empty())
        m_data->links = readDbMatrix(analysis->path, m_files.nameOf(*analysis), rank, m_data->commOps, m_job, report);
    if (analysis)
        m_job.addDone(analysis->bytes);
}

void RankReader::readMetadata()
{
    if (const FileEntry *const f = m_files.database(); f && m_files.used("profiler_metadata").empty()) {
        DbMetadata found = readDbMetadata(f->path, m_files.nameOf(*f), m_job, m_data->report);
        m_parts.metadata = std::move(found.metadata);
        const bool isOpen = m_data->info.host.isEmpty() || m_data->info.hostOfCluster;
        if (isOpen && !found.host.isEmpty()) {
            m_data->info.host = found.host;
            m_data->info.hostOfCluster = false;
        }
    }
    for (const FileEntry *f : m_files.used("profiler_info"))
        m_parts.info = readProfilerInfo(f->path, m_files.nameOf(*f), m_job, m_data->report);
    for (const FileEntry *f : m_files.used("profiler_metadata"))
        m_parts.metadata = readProfilerMetadata(f->path, m_files.nameOf(*f), m_job, m_data->report);
}

} // namespace rs
