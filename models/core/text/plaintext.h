// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// True for characters that are not shown but obeyed: control characters, line and paragraph separators, and those that
/// reorder or hide text (bidirectional overrides and isolates, zero-width ones).
[[nodiscard]] bool needsEscape(QChar c);

/// Text of files and traces as one line for a terminal: such characters become \uXXXX, which JSON reads back as the
/// same character.
[[nodiscard]] QString harmless(const QString &text);

} // namespace rs
