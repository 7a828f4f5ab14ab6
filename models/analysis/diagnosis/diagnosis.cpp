// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosis.h"

#include "analysis/diagnosis/rules.h"
#include "analysis/diagnosis/verdictcost.h"
#include "analysis/ranks/knownranks.h"

#include <algorithm>
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace rs {

QString diagnosisKindKey(DiagnosisKind kind)
{
    switch (kind) {
    case DiagnosisKind::Compute:
        return QStringLiteral("compute");
    case DiagnosisKind::Frequency:
        return QStringLiteral("frequency");
    case DiagnosisKind::Stage:
        return QStringLiteral("pipeline_stage");
    case DiagnosisKind::Scheduling:
        return QStringLiteral("scheduling");
    case DiagnosisKind::LateStart:
        return QStringLiteral("late_start");
    case DiagnosisKind::Communication:
        return QStringLiteral("communication");
    case DiagnosisKind::SlowLink:
        return QStringLiteral("slow_link");
    }
    return {};
}

DiagnosisKind diagnosisArea(DiagnosisKind kind)
{
    switch (kind) {
    case DiagnosisKind::Compute:
    case DiagnosisKind::Frequency:
    case DiagnosisKind::Stage:
        return DiagnosisKind::Compute;
    case DiagnosisKind::Scheduling:
    case DiagnosisKind::LateStart:
        return DiagnosisKind::Scheduling;
    case DiagnosisKind::Communication:
    case DiagnosisKind::SlowLink:
        break;
    }
    return DiagnosisKind::Communication;
}

std::optional<WhatIfQuestion> questionOf(const Verdict &verdict)
{
    if (verdict.state == DiagnosisState::Fine || verdict.state == DiagnosisState::Unknown)
        return std::nullopt;
    WhatIfQuestion out;
    out.changes = verdict.changes;
    out.step = verdict.steps.size() == 1 ? verdict.steps.front() : QString();
    if (verdict.kind == DiagnosisKind::Stage) {
        out.kind = WhatIfKind::Stages;
    } else if (verdict.kind == DiagnosisKind::SlowLink) {
        out.kind = WhatIfKind::Link;
        out.rank = verdict.allOf.empty() ? std::min(verdict.rank, verdict.peer) : verdict.allOf.front();
        out.peer = verdict.allOf.empty() ? std::max(verdict.rank, verdict.peer) : -1;
        if (out.rank < 0 || verdict.allOf.size() > 1)
            return std::nullopt;
    } else if (verdict.rank >= 0) {
        out.rank = verdict.rank;
    } else {
        // Waiting that nobody causes has no remedy, and the cost of messages that could be one is nearer than their
        // replay. Losses in single steps of all ranks are no matter of how they launch.
        if (diagnosisArea(verdict.kind) != DiagnosisKind::Scheduling || !verdict.steps.isEmpty() ||
            verdict.changes.empty())
            return std::nullopt;
        return WhatIfQuestion{WhatIfKind::Launches};
    }
    return out;
}

std::vector<int> Verdict::accused() const
{
    if (!allOf.empty())
        return allOf;
    std::vector<int> out{rank, peer};
    std::erase_if(out, [](int r) { return r < 0; });
    return out;
}

// The time that the rank takes longer limits an estimate of what that costs, and all idle time that of every device;
// of links it is unknown how much of them was seen.
std::optional<VerdictCost> toldCost(const Verdict &v)
{
    using Kind = VerdictCost::Kind;
    if (!v.costNs)
        return std::nullopt;
    if (v.certainty != Certainty::Low)
        return VerdictCost{Kind::Replayed, *v.costNs, v.share};
    if (v.state == DiagnosisState::Problem && v.kind != DiagnosisKind::SlowLink && v.deviationNs >= *v.costNs)
        return VerdictCost{Kind::AtMost, v.deviationNs,
                           *v.costNs > 0 ? v.share * static_cast<double>(v.deviationNs) / static_cast<double>(*v.costNs)
                                         : v.share};
    const bool isIdleOfAll = v.state == DiagnosisState::Notice && v.kind == DiagnosisKind::Scheduling && v.rank < 0;
    return VerdictCost{isIdleOfAll ? Kind::AtMost : Kind::About, *v.costNs, v.share};
}

QString stepToLookAt(const Verdict &verdict)
{
    return verdict.worstStep.isEmpty() ? verdict.steps.value(0) : verdict.worstStep;
}

std::optional<double> slowLinkCostMs(const Diagnosis &diagnosis, int rank, int peer)
{
    for (const Verdict &v : diagnosis.problems) {
        if (v.kind == DiagnosisKind::SlowLink && v.rank == rank && v.peer == peer && v.costNs && diagnosis.steps > 0)
            return static_cast<double>(*v.costNs) / 1e6 / diagnosis.steps;
    }
    return std::nullopt;
}

Diagnosis diagnose(const Run &run, const DiagnosisThresholds &thresholds, const JobContext &job,
                   const ReferenceRates &rates)
{
    if (run.infos.empty()) {
        const auto named = withClusterRanks(std::make_shared<const Run>(run));
        if (!named->infos.empty()) {
            Diagnosis out = diagnose(*named, thresholds, job, rates);
            for (const RankInfo &info : named->infos)
                out.clusterRanks.push_back(info.rank);
            return out;
        }
    }
    Diagnosis out;
    const RunEvidence evidence(run, thresholds, job);
    if (job.isCanceled())
        return out;
    out.steps = static_cast<int>(evidence.steps.size());
    out.stepNs = evidence.replayedLengthOf(evidence.allSteps());
    out.usualStepNs = evidence.usualLength();
    // Areas are told in the order of what is looked at; who speaks of areas and of each other's words comes later.
    const Rule rules[] = {computeRule, stageRule, expertRule, communicationRule, legacyRule, schedulingRule, linkRule};
    Findings found;
    for (const Rule &rule : rules) {
        if (rule.look)
            rule.look(evidence, rates, found);
    }
    judge(evidence, std::move(found.suspects), out);
    out.stagesJudged = found.stagesJudged;
    out.areas = std::move(found.areas);
    out.observations.insert(out.observations.end(), found.remarks.begin(), found.remarks.end());
    for (const Rule &rule : rules) {
        if (rule.say)
            rule.say(evidence, found, out);
    }
    return job.isCanceled() ? Diagnosis() : std::move(out);
}

} // namespace rs
