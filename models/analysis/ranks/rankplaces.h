// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>

#include <map>
#include <utility>

namespace rs {

/// Where the ranks of a run stand in it, for those who ask of many. Outlives the run.
class RankPlaces
{
public:
    explicit RankPlaces(const Run &run)
    {
        for (size_t i = 0; i < run.infos.size(); ++i)
            m_places.emplace(nameOf(run.infos[i].rank, run.infos[i].label), static_cast<int>(i));
    }
    /// Into Run::ranks; -1: none. `label`: of a rank without a number.
    [[nodiscard]] int of(int rank, const QString &label = {}) const
    {
        const auto at = m_places.find(nameOf(rank, label));
        return at == m_places.end() ? -1 : at->second;
    }

private:
    // Only ranks without a number go by their label.
    using Name = std::pair<int, QString>;
    static Name nameOf(int rank, const QString &label) { return {rank, rank >= 0 ? QString() : label}; }

    std::map<Name, int> m_places;
};

} // namespace rs
