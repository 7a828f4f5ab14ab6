// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"
#include "core/trace/tracebuilder.h"
#include "importers/cache/rankcache.h"
#include "importers/csv/csvtable.h"
#include "importers/dbrank/dbrank.h"
#include "importers/legacy/legacyrank.h"
#include "importers/files/rankfiles.h"
#include "importers/run/rankjoin.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

/// Bytes of the files that are read.
[[nodiscard]] qint64 usedBytes(const std::vector<FileEntry> &files);

/// One rank while it is read, as a whole or in parts: what is small first, the rest when its turn comes. Its files are
/// read at the same time and touch different members.
class RankReader
{
public:
    RankReader(const QString &runPath, const RankInfo &info, ThreadPool &pool, JobContext job,
               const RankCache *cache = nullptr, std::optional<PackPlace> summary = {});
    /// Keeps the rank for the next time, unless its files changed while they were read.
    void keep(const RankCache &cache, const RankInfo &info, const RankData &rank) const;
    /// Reads what the overview lives on: a few lines. Null when cancelled, or when nothing was found of it.
    std::shared_ptr<const RankData> readFirst();
    /// Reads what the communication views live on, which may be large. Null as above.
    std::shared_ptr<const RankData> readCommunicationPart();
    /// Called by read() as soon as the trace is sealed, before the tables are read: with what the rank's trace becomes,
    /// but for the kinds that the kernel table tells. Not where it does not fit into the memory budget, nor for a rank
    /// from the cache, which comes whole.
    void onLanes(std::function<void(std::shared_ptr<const Trace>)> publish) { m_publishLanes = std::move(publish); }
    /// Reads the rest. Null when cancelled.
    std::shared_ptr<const RankData> read();

private:
    template <typename Part>
    std::shared_ptr<const RankData> orNothing(Part part);
    std::shared_ptr<const RankData> firstPart();
    std::shared_ptr<const RankData> communicationPart();
    std::shared_ptr<const RankData> readWhole();
    /// Steps for the overview until the rank comes from the cache.
    [[nodiscard]] std::shared_ptr<const RankData> stepsAlone() const;
    [[nodiscard]] std::vector<StepTraceRow> stepTrace(const JobContext &job, ImportReport &report) const;
    void readAllParts() { (void)readFirst(); }
    /// Data made of the files may be larger than they are.
    void countCommunication();

    struct Held
    {
        std::shared_ptr<const RankData> data;
        MemoryReservation reservation;
    };

    /// Summary in the index of a rank that is a pack; null where there is none.
    std::shared_ptr<const RankData> readSummary();
    std::shared_ptr<const RankData> readPack();
    void keepPlace(RankData &rank) const;
    /// Empty when the files have to be read after all; a null pointer when cancelled.
    std::optional<std::shared_ptr<const RankData>> readCached();
    /// Memory of the rank stays counted as long as it is held.
    static std::shared_ptr<const RankData> withReservation(std::shared_ptr<const RankData> data,
                                                           MemoryReservation &&reservation);
    std::shared_ptr<const RankData> tooLarge();
    void inParts(const std::vector<std::function<void()>> &parts);
    static bool isTable(const FileEntry &f);
    /// Tables and communication files take about their own size; the trace reader counts for itself.
    [[nodiscard]] bool reserve(bool tables);
    [[nodiscard]] std::vector<CsvFile> csv(const char *kind) const;
    /// Empty for all but what MindSpore 1.x wrote.
    [[nodiscard]] std::vector<LegacyFile> legacyFiles() const;
    /// Rows of which device are the rank's; -1: all of them.
    [[nodiscard]] int partDevice() const { return m_data->info.part ? m_data->info.part->device : -1; }
    void outOfMemory();
    /// The rank's folder as findings name it; the whole path where there is no memory for another text.
    [[nodiscard]] QString folderName() const;
    void readTrace();
    bool readDatabase(const FileEntry &file, TraceBuilder &builder);
    void readSteps();
    void readLegacySteps();
    void readLegacyCommunication();
    void readTables();
    void readOtherTables();
    void readPipelines();
    void readCommunicationFiles();
    void readDatabaseCommunication();
    void readMetadata();

    QString m_runPath;
    ThreadPool &m_pool;
    JobContext m_job;
    bool m_began = false;
    bool m_fits = false;
    bool m_communicationBegan = false; ///< by a call of its own
    bool m_cached = false;             ///< there is a file of it
    bool m_fromCache = false;          ///< and it was read
    std::shared_ptr<RankData> m_data;
    RankFiles m_files;
    UnjoinedRank m_parts;
    DbRank m_fromDatabase;             ///< until the tables are there
    bool m_areOperatorsParted = false; ///< operators of communication are known to be of the rank's device
    std::vector<LegacySpan> m_legacySpans;
    std::optional<StagePlace> m_legacyStage;
    std::function<void(std::shared_ptr<const Trace>)> m_publishLanes;
    MemoryReservation m_reservation;
    const RankCache *m_cache;
    QByteArray m_key;
    std::optional<PackPlace> m_summary;
};

} // namespace rs
