// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"
#include "tables/base/words.h"

#include <QString>

namespace rs {

/// The message of a finding in the language of the program, its argument filled in. The engine writes English only,
/// marked for translation where it is raised (core/text/phrase.h).
[[nodiscard]] QString findingText(const Finding &finding);

} // namespace rs
