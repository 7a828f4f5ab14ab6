// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "overlap.h"
#include "rankcontext.h"
#include "textout.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rs::gen {

class ApiStatistic;

/// Spells trace_view.json of one rank, event by event, as the MindSpore or the PyTorch writer does.
class TraceText
{
public:
    TraceText(const RankContext &context, const OpNames &names, ApiStatistic &apis);

    void task(const Record &record); ///< kernels, memcpys, events
    void comm(const Record &record, const CommDetail &detail, const std::vector<PlaneTask> &tasks);
    void block(const Record &record);
    void stepBegin(const Record &record);
    void stepEnd(const Record &record);
    void pause(const Record &record); ///< garbage collection of Python
    void compile(const Record &record);
    void synchronize(const Record &record); ///< the host needs a value
    void save(const Record &record);        ///< checkpoint
    void overlap(const OverlapSweep::Step &step);
    [[nodiscard]] qint64 bytes() const { return m_out.bytes(); }
    /// Frames joined by ";", the innermost first.
    [[nodiscard]] const std::vector<std::string> &callStacks() const { return m_callStacks; }
    /// Samples of what the process holds: time and KB.
    [[nodiscard]] const std::vector<std::pair<qint64, double>> &processMemory() const { return m_processMemory; }
    [[nodiscard]] static std::string laneText(qint64 pid, qint64 tid); ///< `"pid": 1, "tid": 2`
    [[nodiscard]] bool close(QString &error);

private:
    /// A lane: ready-made text `"pid": 1, "tid": 2`.
    using Lane = std::string;

    /// Metadata that is written together.
    enum MetaPart : quint8 { FrameworkMeta, CannMeta, CounterMeta, MetaParts };
    void frameworkMetadata();
    void cannMetadata(const std::string &npu);
    void counterMetadata(const std::string &npu);
    void writeMetadata(MetaPart part);
    [[nodiscard]] qint64 devicePid(int sortIndex) const;
    [[nodiscard]] qint64 hostPid(int sortIndex) const;

    /// `, {"name": …, pid, tid, "ts": …, "dur": …` without the closing brace, in the order of the CANN writer.
    void cannSlice(std::string_view name, const Lane &lane, qint64 startNs, qint64 endNs);
    /// Same with the extra digits of device durations.
    void deviceSlice(std::string_view name, const Lane &lane, qint64 startNs, qint64 endNs, quint32 salt);
    /// `, {"ph": "X", "name": …` in the order of the framework writers, up to the duration.
    void frameworkSlice(std::string_view name, const Lane &lane, qint64 startNs, qint64 endNs);
    void api(const char *level, std::string_view prefix, std::string_view name, std::string_view mode,
             std::string_view item, const Lane &lane, qint64 tid, qint64 startNs, qint64 endNs, quint32 connection);
    void flow(char phase, std::string_view name, std::string_view category, qint64 id, bool idIsText, const Lane &lane,
              qint64 ns);
    void hostToDevice(char phase, const Record &record, const Lane &lane, qint64 ns);
    void frameworkLaunch(const Record &record, std::string_view fullName, std::string_view launchName,
                         const Lane &target);
    void copyTasks(const Record &record);
    void taskArgs(const Record &record, const char *taskType, int subtask = -1);
    void pythonFrames(const Record &record);
    void frameworkCall(std::string_view name, qint64 tid, Span span, std::optional<qint64> sequence = std::nullopt);
    void garbageCollection(qint64 startNs, qint64 endNs);
    [[nodiscard]] std::string frameName(std::string_view frame) const;
    void pythonFrame(const std::string &frame, const Lane &lane, qint64 startNs, qint64 endNs, qint64 parent);
    void counters(qint64 untilNs);
    void memoryCounters(qint64 ns, quint64 seed);
    void socCounters(qint64 ns, quint64 seed);
    void counterStart(qint64 pid, std::string_view name, std::string_view series, qint64 ns);
    void level(qint64 pid, std::string_view name, std::string_view series, qint64 value, qint64 ns);
    void counter(qint64 pid, std::string_view name, std::string_view series, double value, qint64 ns);

    const RankContext &m_context;
    const OpNames &m_names;
    ApiStatistic &m_apis;
    TextOut m_out;
    std::vector<std::pair<qint64, double>> m_processMemory;
    qint64 m_mainTid = 0;
    qint64 m_inferTid = 0;
    qint64 m_backwardTid = 0;
    qint64 m_launchTid = 0;
    qint64 m_dataTid = 0;
    Lane m_main, m_infer, m_backward, m_launch, m_data, m_cpuOp, m_gc, m_mstx;
    Lane m_cannLaunch, m_cannMain;
    std::vector<Lane> m_stream;
    Lane m_markStream;
    std::vector<Lane> m_scope;
    std::vector<Lane> m_overlap;
    struct GroupLanes
    {
        Lane group;
        std::vector<Lane> planes;
    };
    std::vector<GroupLanes> m_groups; ///< by group index; empty for groups of others
    std::array<std::string, MetaParts> m_metadata;
    std::vector<std::string> m_frames; ///< frames of a training script
    std::vector<std::string> m_callStacks;
    std::vector<std::string> m_stackArgs; ///< the same as args spell them
    std::string m_name;
    std::string m_full;
    double m_frameDebt = 0;
    qint64 m_pythonId = 0;
    qint64 m_nextSampleNs = -1;
    qint64 m_nextSocNs = 0;
    qint64 m_nextQosNs = 0;
    double m_mhz = 0;
    quint32 m_correlation = 8000;
    qint64 m_firstDeviceNs = -1; ///< first of the step, for the device mark
};

} // namespace rs::gen
