// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rankcontext.h"
#include "textout.h"

#include <string>

namespace rs::gen {

/// Files that the switches of the hardware add to a rank (--hardware): task_time.csv, a row for each device task,
/// nic.csv and roce.csv, sampled over time, and hbm.csv, hccs.csv and pcie.csv, sums over the whole capture.
class HardwareTables
{
public:
    explicit HardwareTables(const RankContext &context);
    void task(const Record &record); ///< kernels, memcpys, events
    /// The capture from its first step to its end.
    [[nodiscard]] bool close(qint64 firstNs, qint64 endNs, QString &error);

private:
    [[nodiscard]] bool writes() const { return m_context.writesText() && m_context.options->hardware; }
    [[nodiscard]] bool writePorts(const char *name, double megabytesPerSecond, qint64 firstNs, qint64 endNs,
                                  QString &error) const;
    [[nodiscard]] bool writeText(const char *name, const std::string &text, QString &error) const;

    const RankContext &m_context;
    TextOut m_tasks;
};

/// static_op_mem.csv of a run with compiled graphs (--static-graph): the graph of the training step, whose activations
/// are held until they are used backward, and the smaller one of the optimizer.
[[nodiscard]] bool writeStaticMemory(const RankContext &context, QString &error);

} // namespace rs::gen
