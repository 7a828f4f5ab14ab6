// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// Whether there is a file or folder, for a thread that must not wait: a network mount whose server is gone answers
/// after minutes. No answer within a second is taken for no.
[[nodiscard]] bool existsInTime(const QString &path);
/// The same for folders alone.
[[nodiscard]] bool isFolderInTime(const QString &path);

} // namespace rs
