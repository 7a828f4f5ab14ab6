// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// The fastest plain reading of a trace, the measure for the importer: simdjson on-demand windows over a memory map
/// into interned columns of slices, counter samples and flow ends; nothing is sorted, nested, paired or checked, args
/// other than counter values are passed over.
struct BoundResult
{
    double seconds = 0;
    qint64 bytes = 0;
    qint64 slices = 0;
    qint64 samples = 0;
    qint64 flowEnds = 0;
    qint64 names = 0;     ///< distinct in their window's thread, summed over the threads
    quint64 checksum = 0; ///< over all columns, so that nothing can be optimised away
    bool ok = false;
};

[[nodiscard]] BoundResult runBound(const QString &path, int threads, qint64 windowBytes = 0);
/// Seconds for the first stage of simdjson alone over the same windows and threads: no reader of JSON is faster. 0 when
/// the file cannot be read.
[[nodiscard]] double runFloor(const QString &path, int threads, qint64 windowBytes = 0);

} // namespace rs
