// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>

#include <utility>
#include <vector>

namespace rs::test {

/// A communicator as a rank's parallel_group_info has it. `pgName`: the framework's name of the group.
inline GroupInfo describedGroup(const QString &name, const QString &pgName, std::vector<int> ranks)
{
    GroupInfo out;
    out.commName = name;
    out.hash = groupHash(name);
    out.pgName = pgName;
    out.globalRanks = std::move(ranks);
    return out;
}

} // namespace rs::test
