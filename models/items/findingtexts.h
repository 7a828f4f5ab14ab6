// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/importreport.h"
#include "core/phrase.h"

#include <QString>

#include <vector>

namespace rs {

/// The message of a finding in the language of the program, its argument filled in. The engine writes English only;
/// every sentence that it can write is listed in findingtexts.cpp, or in findingtextscomm.cpp or findingtextsdata.cpp,
/// which a test compares with the engine's sources.
[[nodiscard]] QString findingText(const Finding &finding);
/// Where a finding is, in the language of the program: "line 3", "step 2, rank 5". Names stay as they are.
[[nodiscard]] QString placeText(const Place &place);
/// A sentence of the engine in the language of the program.
[[nodiscard]] QString phraseText(const Phrase &phrase);
/// Every English sentence that has a translation.
[[nodiscard]] const std::vector<const char *> &knownFindingTexts();

} // namespace rs
