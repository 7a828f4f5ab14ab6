// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs {

/// The VFS of statements: files are opened as ever, but bytes of temporary ones are counted over the process, and
/// SQLITE_FULL is the answer to those beyond sqllimits.h. Null where SQLite has no file system at all.
[[nodiscard]] const char *spillVfs();

/// Bytes of temporary files now.
[[nodiscard]] qint64 spilledBytes();

/// Whether that limit, and not the disk, ended a statement of this thread since it was asked last.
[[nodiscard]] bool takeSpillRefusal();

/// Another limit, as tests want it; what was before.
qint64 setSpillLimit(qint64 bytes);

} // namespace rs
