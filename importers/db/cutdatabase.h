// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// Whether a database file ends before the pages that its header counts, as a copy does that was broken off. SQLite
/// refuses such a file as a whole, though the pages before the cut are sound.
[[nodiscard]] bool endsBeforeItsPages(const QString &path);

/// Name of the file system under which SQLite reads such a file (parameter "vfs" of opening it): the file seems as long
/// as its header says, and what was cut off consists of zeros, which SQLite takes for damage as soon as it gets there.
/// For reading only. Null where it cannot be made.
[[nodiscard]] const char *cutDatabaseVfs();

} // namespace rs
