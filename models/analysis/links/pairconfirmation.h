// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/linkcostmodel.h"

namespace rs {

/// Takes the mark of a slow link from operators that were slow over a link that is not: traffic that shares it for a
/// moment makes single ones longer. Of what two ranks exchange over one type, the judged transfers together must be
/// slow, by `deviation` as in judgeLinks(), or those in one direction and step twice as long as expected: a fault that
/// came or went between steps. Of no use when cancelled.
void keepConfirmedPairs(LinkJudgement &judgement, double deviation, const JobContext &job = JobContext());

} // namespace rs
