// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/csv/soundcolumns.h"

#include <vector>

namespace rs {

/// Reads the rows of a slice into the columns, where they are as a profiler writes them: as many rows as were counted,
/// each on a line of its own with as many cells, quotes only around cells, numbers where the columns say so. False for
/// anything else. `end`: behind the last line end, with CsvSlices::Padding bytes behind it that may be looked at.
[[nodiscard]] bool readSoundRows(std::vector<SoundColumn> &columns, SliceCells &cells, const char *p, const char *end);

} // namespace rs
