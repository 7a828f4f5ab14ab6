// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/words.h"
#include "words/sentence.h"

#include <QString>
#include <QStringList>

namespace rs {

/// In the user's language, its numbers as the program writes numbers.
[[nodiscard]] QString sentenceText(const Sentence &sentence);
/// One after the other.
[[nodiscard]] QString sentenceText(const Sentences &sentences);

} // namespace rs
