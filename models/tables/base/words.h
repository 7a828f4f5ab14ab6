// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rs {

/// The words of Word columns as people read them: English, marked for translation in the context "Tables"; null for a
/// word that stands for itself. Files and the command line keep the word.
[[nodiscard]] const char *wordTitle(std::string_view word);

} // namespace rs
