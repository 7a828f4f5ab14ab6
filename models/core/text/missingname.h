// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1String>
#include <QString>

namespace rs {

/// Name in place of one that the file has lost: the part of a database with the texts is damaged. Two of them need not
/// have the same name.
inline constexpr const char *MissingName = "(name lost)";

/// Also of names that were never there.
[[nodiscard]] inline bool isMissingName(const QString &name)
{
    return name.isEmpty() || name == QLatin1String(MissingName);
}

} // namespace rs
