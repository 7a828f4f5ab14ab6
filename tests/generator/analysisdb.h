// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rankcontext.h"
#include "sqliteout.h"

#include <string_view>

namespace rs::gen {

/// analysis.db of PyTorch or communication_analyzer.db of MindSpore: what communication.json, communication_matrix.json
/// and step_trace_time.csv say. The latter knows neither steps nor the representative operators of links.
/// Times in ms and sizes in MB of 10^6 bytes, as the text spells them.
class AnalysisDb
{
public:
    explicit AnalysisDb(const RankContext &context);
    Q_DISABLE_COPY_MOVE(AnalysisDb)

    struct Operator
    {
        std::string_view name;
        std::string_view group; ///< hash
        int step = 0;
        bool p2p = false;
    };
    struct Times
    {
        double startUs = 0;
        double elapse = 0;
        double transit = 0;
        double wait = 0;
        double synchronization = 0;
        double idle = 0;
    };
    void times(const Operator &op, const Times &times);
    /// A size of packets of an operator over one transport, or with size 0 the transport without packets.
    struct Packets
    {
        std::string_view transport;
        double transitMb = 0;
        double transitMs = 0;
        double bandwidth = 0;
        double largeRatio = 0;
        double packageMb = 0;
        qint64 count = 0;
        double totalMs = 0;
    };
    void packets(const Operator &op, const Packets &packets);
    struct Link
    {
        int source = 0; ///< local ranks
        int destination = 0;
        std::string_view transport;
        double transitMb = 0;
        double transitMs = 0;
        double bandwidth = 0;
        std::string_view opName; ///< empty: none
    };
    /// `op.name` is "allreduce-top1" in PyTorch, the operator itself in MindSpore.
    void link(const Operator &op, const Link &link);
    /// A row of step_trace_time.csv, in µs.
    struct StepRow
    {
        int step = 0;
        double computing = 0;
        double notOverlapped = 0;
        double overlapped = 0;
        double communication = 0;
        double free = 0;
        double stage = 0;
        double bubble = 0;
        double excludeReceive = 0;
        double preparing = 0;
    };
    void step(const StepRow &row);
    [[nodiscard]] bool close(QString &error);

private:
    using Table = SqliteOut::Table;

    bool m_pytorch = false;
    bool m_old = false;
    int m_device = 0;
    SqliteOut m_out;
    Table m_steps, m_bandwidth, m_matrix, m_times;
};

} // namespace rs::gen
