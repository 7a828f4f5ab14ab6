// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <cstddef>

/// Limits of what a client of the agent server asks for at once, and of what an answer takes (docs/scripting.md). More
/// than that is refused with an error, and ends nothing.
namespace rs::cli::mcplimits {

inline constexpr size_t lineBytes = 4 << 20;           ///< of a line
inline constexpr int depth = 64;                       ///< of objects and lists within each other
inline constexpr int values = 4'096;                   ///< of a line: objects, lists, texts, numbers; keys are none
inline constexpr size_t messages = 100;                ///< of a batch
inline constexpr size_t calls = 100;                   ///< that wait for their turn
inline constexpr size_t callBytes = 16 << 20;          ///< of their arguments together
inline constexpr qint64 fileBytes = qint64{512} << 20; ///< of the CSV with the rows of one answer
inline constexpr qint64 folderBytes = qint64{4} << 30; ///< of all of them: the oldest give way
inline constexpr int daysKept = 7;                     ///< until they are removed

} // namespace rs::cli::mcplimits
