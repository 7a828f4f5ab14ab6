// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/referencerates.h"
#include "analysis/links/linkcostmodel.h"
#include "core/text/phrase.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs {

/// Rate that links of a type reach all together: a cause that slows all of them shows in no comparison with each other.
struct LinkUtilisation
{
    QString transport;
    bool compared = false; ///< some of them were held against their like
    /// GB/s: the quickest link, or what the fit leaves without its latency. Unknown where all messages are too small to
    /// tell a bandwidth from.
    std::optional<double> reachedGbs;
    std::optional<double> referenceGbs; ///< as set, or as usual
    bool usual = true;                  ///< nobody has set it
    /// None of them comes near the reference.
    [[nodiscard]] bool isBelow() const;
};

/// By type, as LinkJudgement::fits has them.
[[nodiscard]] std::vector<LinkUtilisation> linkUtilisation(const LinkJudgement &judgement,
                                                           const ReferenceRates &rates = {});

/// Sentence on links of a type that comparing them cannot give: that they were not compared, or that all are below the
/// reference. Nothing if they were compared and one of them reaches it, or the reference is unknown.
[[nodiscard]] std::optional<Phrase> utilisationSentence(const LinkUtilisation &reach);

} // namespace rs
