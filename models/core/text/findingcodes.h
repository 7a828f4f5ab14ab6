// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"

#include <QLatin1String>

#include <algorithm>

/// Codes of findings by which programs decide something. They are compared whole: other findings may begin alike.
namespace rs::findingcodes {

/// There was no memory, or no thread.
inline constexpr QLatin1String memoryBudget("memory.budget");
inline constexpr QLatin1String memoryExhausted("memory.exhausted");
inline constexpr QLatin1String memoryMapping("memory.mapping");
inline constexpr QLatin1String memoryThreads("memory.threads");
/// Data is missing behind a place of a file.
inline constexpr QLatin1String traceTruncated("trace.truncated");
inline constexpr QLatin1String gzipTruncated("gzip.truncated");
inline constexpr QLatin1String gzipCorrupt("gzip.corrupt");
inline constexpr QLatin1String jsonBroken("json.broken");
inline constexpr QLatin1String databaseReadTime("db.read-time");
inline constexpr QLatin1String traceEmpty("trace.empty");
/// Times that are derived from slices contradict those of files.
inline constexpr QLatin1String overlapDisagreement("overlap.disagreement");
inline constexpr QLatin1String overviewDisagreement("overview.disagreement");
inline constexpr QLatin1String hostBound("launch.host-bound");

[[nodiscard]] inline bool isOneOf(const Finding &f, std::initializer_list<QLatin1String> codes)
{
    return std::ranges::find(codes, f.code) != codes.end();
}
/// The budget or the machine did not give what was needed, whatever is lacking for it.
[[nodiscard]] inline bool lacksMemory(const Finding &f)
{
    return isOneOf(f, {memoryBudget, memoryExhausted, memoryMapping, memoryThreads});
}
/// The text of a trace ends early.
[[nodiscard]] inline bool isCutTrace(const Finding &f)
{
    return isOneOf(f, {traceTruncated, gzipTruncated, gzipCorrupt});
}

} // namespace rs::findingcodes
