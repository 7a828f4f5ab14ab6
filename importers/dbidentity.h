// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace rs {

struct DbIdentity
{
    int rank = -1;
    int device = -1;
};

/// First usable row of RANK_DEVICE_MAP of a database deliverable; nothing when the file is no database or has no such
/// row. The file is opened read-only and never written beside.
[[nodiscard]] std::optional<DbIdentity> readDbIdentity(const QString &path);

} // namespace rs
