// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

/// Limits of a statement (docs/scripting.md): one that takes more ends with an error that names the limit. Statements
/// can be cancelled at any time, since no single step of SQLite takes long.
namespace rs::sqllimits {

inline constexpr int statementBytes = 1 << 20;
inline constexpr int valueBytes = 8 << 20;               ///< text or blob
inline constexpr qint64 rowBytes = qint64{16} << 20;     ///< row of an answer
inline constexpr qint64 heapBytes = qint64{512} << 20;   ///< all statements of the process together
inline constexpr qint64 spillBytes = qint64{2} << 30;    ///< likewise, of temporary files (sorting, DISTINCT, WITH)
inline constexpr qint64 functionSteps = qint64{1} << 28; ///< bytes of one text times those of the one looked for in it
inline constexpr int stepsBetweenLooks = 100;            ///< until a statement hears that it is cancelled

} // namespace rs::sqllimits
