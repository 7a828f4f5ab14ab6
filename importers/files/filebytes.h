// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"
#include "importers/files/bytesource.h"

#include <QString>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace rs {

/// A regular file for reading; null, and a finding, when there is none. Findings: file.missing,
/// file.not-regular, file.permission, file.too-large, file.empty.
[[nodiscard]] std::unique_ptr<FileSource> openForReading(const QString &path, const QString &reportName,
                                                         qint64 maxBytes, ImportReport &report);
/// Tells that nothing can be read from `at` on though the file was longer when it was opened: file.cut,
/// file.device-error.
void noteEarlyEnd(const FileSource &file, qint64 at, const QString &reportName, ImportReport &report);

/// Reads a regular file piece by piece with read(), never by a memory map: a file that is cut meanwhile only ends
/// early. The findings are those of openForReading() and noteEarlyEnd(). Each piece counts as done work of the job.
/// False when nothing could be read or the job was cancelled.
bool readFilePieces(const QString &path, const QString &reportName, qint64 maxBytes, const JobContext &job,
                    ImportReport &report, const std::function<bool(std::string_view piece)> &use);

/// The whole file, whose bytes `memory` counts first. An empty file gives an empty text, true, and a finding. Throws
/// std::bad_alloc, which may be OverBudget.
bool readFileText(const QString &path, const QString &reportName, qint64 maxBytes, const JobContext &job,
                  ImportReport &report, MemoryReservation &memory, std::string &text);

} // namespace rs
