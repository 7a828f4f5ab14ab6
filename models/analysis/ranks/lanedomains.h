// SPDX-License-Identifier: Apache-2.0
// Operators in traces of which no file tells the domain: tables call it as their lane is called.
#pragma once

#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "core/base/ids.h"

#include <QStringList>

namespace rs {

/// DomainIndex::label() of operators on a lane; what the lane is called where there is no such domain.
[[nodiscard]] QString domainLabel(const DomainIndex &known, const QString &hash, const Trace &trace, LaneId lane);
/// Operators of that sequence on that lane are chosen: by their domain or, where there is none, by the lane.
[[nodiscard]] bool isChosen(const DomainChoice &choice, const DomainIndex &known, const QString &hash,
                            const Trace &trace, LaneId lane);
/// What can be asked for beside domains: such lanes ("Group 0 Communication") and the keys of their sequences ("?295",
/// see collectiveSequences()), each once. Empty when cancelled.
[[nodiscard]] QStringList unknownDomains(const Run &run, const JobContext &job = JobContext());

} // namespace rs
