// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rankcontext.h"
#include "textout.h"

#include <string>
#include <vector>

namespace rs::gen {

/// operator_details.csv, a row for each framework operator, l2_cache.csv, a row for each kernel of an AI core, and of
/// MindSpore data_preprocess.csv, a row for each kernel of the AI CPU.
class DetailTables
{
public:
    DetailTables(const RankContext &context, const OpNames &names, const std::vector<std::string> &callStacks);
    void task(const Record &record); ///< kernels, memcpys, events
    void comm(const Record &record, const CommDetail &detail);
    void stepBegin(const Record &record);
    [[nodiscard]] bool close(QString &error);

private:
    void operatorRow(const Record &record, bool aiCore);
    void cacheRow(const Record &record);
    void aiCpuRow(const Record &record);
    [[nodiscard]] bool writesAiCpu() const { return !m_context.pytorch() && !m_context.options->level0; }

    const RankContext &m_context;
    const OpNames &m_names;
    TextOut m_operators;
    TextOut m_cache;
    TextOut m_aiCpu;
    bool m_hasAiCpu = false;
    std::string m_name;
    std::vector<std::string> m_stacks; ///< as cells
};

/// minddata_pipeline_raw and minddata_pipeline_summary of a MindSpore run: the queues of its data set.
[[nodiscard]] bool writeMinddata(const RankContext &context, qint64 lengthNs, QString &error);

} // namespace rs::gen
