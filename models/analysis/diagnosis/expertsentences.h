// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/expertload.h"
#include "core/text/phrase.h"

#include <QString>

#include <vector>

namespace rs {

/// Sentences on a domain, in the words of the diagnosis: how far the rank with most is from the mean, then what that
/// costs. `label`: of that rank.
[[nodiscard]] std::vector<Phrase> expertSentences(const ExpertLoad &load, const QString &label);

} // namespace rs
