// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "words/sentence.h"

#include <QString>

namespace rs {

/// In the user's language, its numbers as the program writes numbers.
[[nodiscard]] QString sentenceText(const Sentence &sentence);
/// One after the other.
[[nodiscard]] QString sentenceText(const Sentences &sentences);

} // namespace rs
