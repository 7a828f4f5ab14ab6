// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/judge.h"

#include <optional>
#include <vector>

namespace rs {

/// A slow link of a rank that the run lacks, so that nobody can tell what it costs.
struct UnweighedLink
{
    Phrase sentence;
    std::vector<Phrase> details;
    QString domain; ///< label
    qint64 lostNs = 0;
};
/// Facts on links beside those that are suspects.
struct LinkRemarks
{
    std::vector<UnweighedLink> unweighed;
    std::vector<Phrase> reach; ///< of types of links that cannot be judged by comparing them
    QStringList unmapped;      ///< LinkJudgement::unmapped
    bool judged = false;       ///< some links were
};

/// Findings of rules before the judge.
struct Findings
{
    std::vector<Suspect> suspects;
    std::vector<Verdict> areas;   ///< said where no suspect of the area is a problem
    std::vector<Verdict> remarks; ///< notices
    LinkRemarks links;
    bool stagesJudged = false; ///< Diagnosis::stagesJudged
};

/// A way to look for what holds up a run. A function may be missing.
struct Rule
{
    /// Adds whom it suspects, what it remarks and what it lacks.
    void (*look)(const RunEvidence &evidence, const ReferenceRates &rates, Findings &out) = nullptr;
    /// After the judge: words that depend on who is named.
    void (*say)(const RunEvidence &evidence, const Findings &found, Diagnosis &out) = nullptr;
};

extern const Rule computeRule;       ///< kernels that take longer than on the peers, and drops of the frequency
extern const Rule stageRule;         ///< pipeline stages that are slow, or have more to do than others
extern const Rule schedulingRule;    ///< slow hosts, late steps, pauses of all ranks
extern const Rule linkRule;          ///< slow links, and collectives that would be quicker as one
extern const Rule expertRule;        ///< tokens that are unevenly spread
extern const Rule communicationRule; ///< how much of the communication is waiting, and for whom
extern const Rule legacyRule;        ///< what files of MindSpore 1.x tell where the others know nothing

} // namespace rs
