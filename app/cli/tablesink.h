// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/tablesink.h"

#include <QString>

#include <memory>
#include <optional>

namespace rs::cli {

enum class Format : quint8 { Csv, Json, Table };

/// "csv", "json", "table"; nothing for other text.
[[nodiscard]] std::optional<Format> formatFromName(QStringView name);

/// CSV: RFC 4180, nothing escaped for spreadsheets. Table: aligned by the first 1,000 rows. JSON is EnvelopeSink's.
/// What a terminal would obey is escaped in tables, and in CSV where `terminal`.
[[nodiscard]] std::unique_ptr<TableSink> makeSink(Format format, QIODevice &out, bool terminal = false);

} // namespace rs::cli
