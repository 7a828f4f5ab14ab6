// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"
#include "core/text/phrase.h"

#include <QString>

namespace rs {

/// The message of a finding in the language of the program, its argument filled in. The engine writes English only,
/// marked for translation where it is raised (core/text/phrase.h).
[[nodiscard]] QString findingText(const Finding &finding);
/// Place of a finding in the language of the program: "line 3", "step 2, rank 5". Names stay as they are.
[[nodiscard]] QString placeText(const Place &place);
/// A sentence of the engine in the language of the program.
[[nodiscard]] QString phraseText(const Phrase &phrase);

} // namespace rs
