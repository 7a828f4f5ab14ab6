// SPDX-License-Identifier: Apache-2.0
#pragma once

class QSaveFile;

namespace rs {

/// QSaveFile::commit() that notices what QSaveFile does not: text that was still buffered and found no room on the
/// disk, which is all of a small file. False: the older file stands as it was, and errorString() says why.
[[nodiscard]] bool commitSaved(QSaveFile &file);

} // namespace rs
