// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/tablesink.h"

namespace rs::cli {

/// A table for people: columns are aligned by the first 1,000 rows, what a terminal would obey is escaped.
[[nodiscard]] std::unique_ptr<TableSink> makeAlignedSink(QIODevice &out);

} // namespace rs::cli
