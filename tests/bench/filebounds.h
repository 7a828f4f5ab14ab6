// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// Seconds of plain readings of a file: the measures for the readers. 0 when it cannot be read.

/// A text split at commas and line ends, cells only counted: byte by byte, pieces of 1 MB.
[[nodiscard]] double splitBound(const QString &path, int threads);
/// A text read into memory and made into the document tree of simdjson, one thread.
[[nodiscard]] double domBound(const QString &path);

} // namespace rs
