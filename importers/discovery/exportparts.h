// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/discovery/filesofrank.h"

#include <QString>

#include <vector>

namespace rs {

/// The parts of the export that `seed` is one of, by their numbers. msprof cuts a timeline, and goes on after so many
/// rows of a table; each part bears the time at which it was written. `alike`: files of the same kind, of which those
/// are taken that were written next to the seed and say nothing again.
[[nodiscard]] std::vector<RankItem *> exportOf(RankItem &seed, const std::vector<RankItem *> &alike);

/// Numbers of parts that are not there although later ones are.
struct MissingParts
{
    qint64 count = 0;
    QString numbers; ///< of the first ones
};
[[nodiscard]] MissingParts missingParts(const std::vector<RankItem *> &parts);

} // namespace rs
