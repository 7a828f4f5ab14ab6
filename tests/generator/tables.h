// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "overlap.h"
#include "rankcontext.h"
#include "textout.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace rs::gen {

/// Host API calls for api_statistic.csv.
class ApiStatistic
{
public:
    void add(const char *level, std::string_view name, qint64 ns);
    void write(const RankContext &context, TextOut &out) const;

private:
    struct Entry
    {
        qint64 count = 0;
        qint64 total = 0;
        qint64 minimum = 0;
        qint64 maximum = 0;
        double squares = 0; ///< µs²
    };
    struct Hash
    {
        using is_transparent = void;
        size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::unordered_map<std::string, Entry, Hash, std::equal_to<>> m_entries; ///< "level,name"
    std::string m_key;
};

/// kernel_details.csv, by start as real files have it, and op_statistic.csv.
class KernelTable
{
public:
    KernelTable(const RankContext &context, const OpNames &names);
    void kernel(const Record &record);
    void comm(const Record &record, const CommDetail &detail);
    void writeStatistic(TextOut &out) const;
    [[nodiscard]] bool close(QString &error);

private:
    void beginRow(const Record &record);
    void count(const Record &record, qint64 duration);
    void level0Row(const char *kernel, const char *core, const Record &record);
    /// Leaves the wait of the row open until all rows are there.
    void waitHere(const Record &record);
    void endRow();

    struct Row
    {
        qint64 startNs = 0;
        qint64 endNs = 0;
        std::string before; ///< its wait
        std::string behind;
    };

    const RankContext &m_context;
    const OpNames &m_names;
    TextOut m_file;
    TextOut m_out; ///< the row that is written
    std::vector<Row> m_rows;
    std::string m_name;
    struct Entry
    {
        qint64 count = 0;
        qint64 total = 0;
        qint64 minimum = 0;
        qint64 maximum = 0;
    };
    std::map<std::pair<std::string, std::string>, Entry> m_statistic; ///< type, core
    std::vector<Entry *> m_entryOfOp;
};

/// step_trace_time.csv, by the writers' own rules (see formulas of the official writers, 1.2).
class StepTable
{
public:
    explicit StepTable(const RankContext &context) : m_context(context) {}
    /// Any slice of the process "HCCL": group rows and plane tasks, in written stamps.
    void communicationSlice(qint64 startNs, qint64 endNs, bool group, CommKind kind);
    void deviceTask(qint64 startNs, qint64 endNs);
    void stepEnd(const Record &record, const OverlapSweep::Step &sweep);
    void write(TextOut &out) const;

private:
    struct Row
    {
        int step = 0;
        qint64 computing = 0;
        qint64 communication = 0;
        qint64 notOverlapped = 0;
        qint64 free = 0;
        qint64 bubble = 0;
        qint64 stage = 0;
        qint64 preparing = 0;
        qint64 windowStart = 0;
        qint64 windowEnd = 0;
        qint64 firstNs = 0; ///< extent of the overlap pieces
        qint64 lastNs = 0;
    };
    /// A slice of the process "HCCL".
    struct Slice
    {
        Span span;
        bool isBubble = false;
    };
    void addFree(Row &row, Span piece) const;
    void addByWindow(Row &row, const OverlapSweep::Step &sweep);

    const RankContext &m_context;
    std::vector<Row> m_rows;
    // MindSpore: a step has what begins between its marks on the host; work behind them is of a later one.
    Spans m_compute;
    Spans m_communication;
    Spans m_notOverlapped;
    Spans m_free;
    std::vector<Slice> m_slices;
    // of the step under way
    qint64 m_bubble = 0;
    qint64 m_firstTask = -1;
    qint64 m_lastTaskEnd = 0;
};

/// memory_record.csv, operator_memory.csv and npu_module_mem.csv.
class MemoryTables
{
public:
    explicit MemoryTables(const RankContext &context);
    void block(const Record &record);
    void stepEnd(const Record &record);
    /// `process`: time and KB, as the counters of the trace have them.
    [[nodiscard]] bool close(const std::vector<std::pair<qint64, double>> &process, QString &error);

private:
    struct Allocation
    {
        qint64 atNs = 0;
        double mb = 0;
        double allocatedMb = 0; ///< all memory, with this block
        double reservedMb = 0;
        bool engine = false; ///< allocated by GE
        std::string name;
    };
    void record(const char *component, qint64 ns, double allocatedMb, double reservedMb, bool active);
    void sample(qint64 ns);
    void workspace(qint64 ns, double mb);
    void operatorRow(const Allocation &a, std::optional<qint64> releaseNs);
    [[nodiscard]] int deviceType() const { return m_context.pytorch() ? m_context.device : m_context.rank; }

    const RankContext &m_context;
    TextOut m_records;
    TextOut m_operators;
    TextOut m_modules;
    std::map<std::pair<int, int>, Allocation> m_live; ///< layer, micro-batch
    std::vector<Allocation> m_kept;                   ///< never released
    std::vector<std::pair<qint64, double>> m_samples; ///< time, MB that the framework reserves
    double m_allocatedMb = 0;
    double m_reservedMb = 0;
    double m_engineMb = 0;
    qint64 m_nextModuleNs = -1;
};

/// dataset.csv of a MindSpore run.
class DatasetTable
{
public:
    void stepBegin(const Record &record);
    void write(TextOut &out) const;

private:
    qint64 m_count = 0;
    qint64 m_total[3] = {};
};

} // namespace rs::gen
