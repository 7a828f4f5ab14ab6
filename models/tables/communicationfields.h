// SPDX-License-Identifier: Apache-2.0
// What the tables of communication share; of no use elsewhere.
#pragma once

#include "analysis/commmatrix.h"
#include "tables/catalogue.h"
#include "tables/structsource.h"

#include <map>
#include <utility>
#include <vector>

namespace rs {

/// Where the ranks of a run stand in it. Rows outlive the run, which would keep every trace in memory.
class RankIndex
{
public:
    explicit RankIndex(const Run &run)
    {
        for (size_t i = 0; i < run.infos.size(); ++i)
            m_index.emplace(nameOf(run.infos[i].rank, run.infos[i].label), static_cast<int>(i));
    }
    [[nodiscard]] RowPlace placeOf(int rank, const QString &label = {}) const
    {
        const auto at = m_index.find(nameOf(rank, label));
        return {at == m_index.end() ? -1 : at->second, NoSlice, {}};
    }

private:
    // Only ranks without a number go by their label.
    using Name = std::pair<int, QString>;
    static Name nameOf(int rank, const QString &label) { return {rank, rank >= 0 ? QString() : label}; }

    std::map<Name, int> m_index;
};

[[nodiscard]] CommQuery commQuery(const TableQuery &query);

/// Step, domain, operator and rank.
[[nodiscard]] std::vector<Field<CommRow>> operatorFields();

/// `largestMs`: to which the bars of the times refer.
[[nodiscard]] std::vector<Field<MatrixCell>> matrixFields(double largestMs = 0);

/// Why a run has no row of communication.json or communication_matrix.json (`kind`), by what is known of it. `others`:
/// there are rows of something else than what was asked for.
[[nodiscard]] QString whyNoCommunication(const TableQuery &query, const QString &kind, bool others);

} // namespace rs
