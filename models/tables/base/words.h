// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "core/text/place.h"

#include <QString>

#include <string_view>

namespace rs {

/// The words of Word columns as people read them: English, marked for translation in the context "Tables"; null for a
/// word that stands for itself. Files and the command line keep the word.
[[nodiscard]] const char *wordTitle(std::string_view word);

/// A sentence of the engine in the language of the program.
[[nodiscard]] QString phraseText(const Phrase &phrase);
/// A space parts sentences; a full stop of Chinese has one of its own.
[[nodiscard]] QString joinedSentences(const QStringList &sentences);
/// Place of a finding in the language of the program: "line 3", "step 2, rank 5". Names stay as they are.
[[nodiscard]] QString placeText(const Place &place);

} // namespace rs
