// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "overlap.h"
#include "rankcontext.h"
#include "sqliteout.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rs::gen {

/// ascend_pytorch_profiler_{rank}.db or ascend_mindspore_profiler_{rank}.db of one rank. It takes what the writers of
/// the text deliverables spell, at the place where they spell it, so that both say the same. Times are written stamps
/// in ns. Old CANN writes schema 1.0.0, the other one 1.2.0.
class RankDb
{
public:
    explicit RankDb(const RankContext &context);
    Q_DISABLE_COPY_MOVE(RankDb)

    /// A call of CANN; `level` as api_statistic.csv has it: acl, node, runtime, hccl, communication.
    void api(std::string_view level, std::string_view name, qint64 tid, qint64 startNs, qint64 endNs,
             quint32 connection);

    /// A device task and, with an operator, what kernel_details.csv says of it.
    void kernel(const Record &record, qint64 startNs, qint64 endNs);
    void event(const Record &record, qint64 startNs, qint64 endNs);
    /// One task of a copy; `part` carries its task number and bytes.
    void copy(const Record &part, qint64 startNs, qint64 endNs);
    /// One counter of a core of the last kernel: "aic_mac_time" in ns, "aic_mac_ratio", "aic_total_cycles".
    void pmu(std::string_view name, double value);
    void communication(const Record &record, const CommDetail &detail, std::string_view name, std::string_view dataType,
                       std::string_view algorithm, qint64 count, qint64 startNs, qint64 endNs);
    /// A task of the last communication operator: on its stream, called `streamName`, and on its plane.
    void planeTask(const Record &record, const PlaneTask &task, const char *streamName, int contextId, qint64 notifyId,
                   qint64 startNs, qint64 endNs);
    /// A range of mstx and its mark on the device.
    void mstx(std::string_view message, qint64 tid, quint32 connection, int id, Span host, Span device);
    void overlap(const OverlapSweep::Step &step);

    /// Events of PyTorch's framework; a database of MindSpore has none.
    enum class Framework : qint64 { Operator = 50001, Queue = 50002, Trace = 50003 };
    struct Call
    {
        Framework type = Framework::Trace;
        qint64 tid = 0;
        Span span;
        std::optional<qint64> sequence;
        std::optional<qint64> forwardThread;
        std::string_view shapes; ///< "a;b", empty: none
        std::string_view types;
        std::optional<qint64> callStack;   ///< index of callStack()
        std::optional<qint64> connection;  ///< device work that it launched
        std::optional<qint64> correlation; ///< shared by both ends of the task queue
        bool gradientPair = false;         ///< `sequence` joins a forward operator and its gradient
    };
    void frameworkCall(std::string_view name, const Call &call);
    /// `frames` joined by ";", the innermost first.
    void callStack(qint64 id, std::string_view frames);
    void step(int id, qint64 startNs, qint64 endNs);
    void garbageCollection(qint64 startNs, qint64 endNs);

    // Counters, in the units of the text.
    void frequency(qint64 ns, qint64 mhz);
    void hbm(qint64 ns, int id, bool read, double mibPerSecond);
    void cache(qint64 ns, int id, double hitPercent, double mibPerSecond);
    void deviceMemory(qint64 ns, bool app, double ddrKb, double hbmKb);
    void qos(qint64 ns, std::string_view name, qint64 mbPerSecond);
    void accelerator(qint64 ns, int id, qint64 readBandwidth, qint64 writeBandwidth, qint64 readOst, qint64 writeOst);
    void chipLevels(qint64 ns, qint64 l2Buffer, qint64 mata);

    // Memory, in MB of 2^20 bytes. `active`: the component knows of active memory and of streams.
    void memoryRecord(std::string_view component, qint64 ns, double allocatedMb, double reservedMb, bool active);
    struct Block
    {
        std::string_view name;
        qint64 atNs = 0;
        double mb = 0;
        double allocatedMb = 0;
        double reservedMb = 0;
        bool active = false;
        std::optional<qint64> releaseNs;
        std::optional<qint64> activeReleaseNs;
        double releaseAllocatedMb = 0;
        double releaseReservedMb = 0;
    };
    void memoryBlock(const Block &block);
    /// A workspace of GE, taken or given back; the totals count it.
    void engineMemory(std::string_view name, qint64 ns, bool release, double mb, double allocatedMb, double reservedMb);
    void moduleMemory(std::string_view module, qint64 ns, double reservedKb);

    void metaData(std::string_view name, std::string_view json);
    /// Writes what is known only at the end: the session, the card, the enum tables.
    [[nodiscard]] bool close(qint64 startNs, qint64 endNs, QString &error);

    /// The stream pointer of every block of PyTorch's allocator, as the text deliverables spell it.
    static constexpr qint64 streamPointer = 281460921;

private:
    using Table = SqliteOut::Table;
    /// Who gives out the ids of strings, each from a number of its own on.
    enum Origin : qint64 { Cann = 0, Torch = 1LL << 28, TorchMemory = 2LL << 28 };

    [[nodiscard]] qint64 text(std::string_view value, Origin origin = Cann);
    [[nodiscard]] qint64 task(std::string_view type, const Record &record, qint64 startNs, qint64 endNs,
                              qint64 contextId);
    [[nodiscard]] qint64 thread(qint64 tid) const { return (m_context.hostPid << 32) | tid; }

    RankContext m_context;
    bool m_old = false;
    SqliteOut m_out;
    Table m_strings, m_session, m_npu, m_host, m_rankMap, m_metaData;
    Table m_tasks, m_compute, m_commOps, m_commTasks, m_apis, m_mstx, m_copies, m_pmu, m_overlap;
    Table m_frequency, m_hbm, m_llc, m_npuMemory, m_moduleMemory, m_opMemory, m_acc, m_soc, m_qos;
    Table m_frameworkApis, m_connections, m_callChains, m_steps, m_gc, m_memoryRecords, m_memoryBlocks;

    struct Hash
    {
        using is_transparent = void;
        size_t operator()(std::string_view value) const { return std::hash<std::string_view>()(value); }
    };
    struct Ids
    {
        std::unordered_map<std::string, qint64, Hash, std::equal_to<>> of;
        Origin first = Cann;
    };
    std::vector<Ids> m_ids;
    qint64 m_nextTask = 0;
    qint64 m_nextOp = 0;
    qint64 m_commName = 0; ///< last communication operator
    qint64 m_commGroup = 0;
    qint64 m_nextConnection = 0;
    qint64 m_nextCall = 0;
    qint64 m_nextOverlap = 0;
};

/// A table of names and numbers, ENUM_…(id, name), as the version of CANN writes it.
struct DbEnum
{
    const char *table = "";
    std::vector<std::pair<qint64, const char *>> values;
};
[[nodiscard]] const std::vector<DbEnum> &dbEnums(bool oldCann);
/// The number of a name; the one of "INVALID_TYPE" when the table lacks it.
[[nodiscard]] qint64 dbEnumId(bool oldCann, std::string_view table, std::string_view name);

} // namespace rs::gen
