// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysisdb.h"
#include "commtables.h"
#include "detailtables.h"
#include "hardwaretables.h"
#include "rankdb.h"
#include "tables.h"
#include "tracetext.h"

#include <memory>

namespace rs::gen {

/// Writes every deliverable of one rank from the records of the simulation, as they come.
class RankWriter
{
public:
    explicit RankWriter(const RankContext &context);
    Q_DISABLE_COPY_MOVE(RankWriter)

    void consume(const RankBuffer &buffer);
    /// Writes what is known only at the end. False with a sentence in `error` when a file could not be written.
    [[nodiscard]] bool finish(QString &error);
    [[nodiscard]] qint64 traceBytes() const { return m_trace.bytes(); }
    [[nodiscard]] const RankContext &context() const { return m_context; }
    /// From the first step to the end, in written host stamps.
    [[nodiscard]] Span hostSpan() const { return {m_firstStepNs, m_endNs}; }

private:
    [[nodiscard]] bool writeMetadata(QString &error) const;

    [[nodiscard]] RankContext withDatabases(const RankContext &context);
    [[nodiscard]] bool closeDatabases(QString &error);

    std::unique_ptr<RankDb> m_db;
    std::unique_ptr<AnalysisDb> m_analysisDb;
    RankContext m_context;
    OpNames m_names;
    ApiStatistic m_apis;
    TraceText m_trace;
    KernelTable m_kernels;
    CommTables m_comm;
    StepTable m_steps;
    MemoryTables m_memory;
    DetailTables m_details;
    DatasetTable m_dataset;
    HardwareTables m_hardware;
    OverlapSweep m_sweep;
    std::vector<PlaneTask> m_tasks;
    qint64 m_firstStepNs = 0;
    qint64 m_endNs = 0;
};

} // namespace rs::gen
