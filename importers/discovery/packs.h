// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/tracecodec.h"
#include "core/text/importreport.h"
#include "importers/discovery/rankfolder.h"

#include <QString>

#include <optional>

namespace rs {

/// Ranks that were packed (TraceCodec::writePack), and indexes of such ranks (RunIndex). Both are known by their first
/// bytes, not by their names.
enum class PackedKind : quint8 { None, Rank, Index };
[[nodiscard]] PackedKind packedKindOf(const QString &path);

/// Finding on a rank pack, or on an index, that cannot be read.
void notePack(TraceCodec::Result::Why why, const QString &name, ImportReport &report);

/// True, with a finding, where another pack stands in the place of the one of which the index has this summary: of
/// another rank, or of other files.
[[nodiscard]] bool noteOtherPack(const PackPlace &summary, const QString &path, const QString &name,
                                 ImportReport &report);

/// The rank of a pack. Nothing, with a finding, where it cannot be read.
[[nodiscard]] std::optional<FoundRank> packedRank(const QString &path, ImportReport &report);
/// The run of an index, whose ranks are not loaded. Nothing, with a finding, where it cannot be read.
[[nodiscard]] std::optional<Run> indexedRun(const QString &path, const JobContext &job, ImportReport &report);

} // namespace rs
