// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosis.h"

#include "analysis/diagnosis/diagnosisbase.h"
#include "analysis/ranks/knownranks.h"

#include <algorithm>
#include <functional>
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

std::vector<int> Verdict::accused() const
{
    if (!allOf.empty())
        return allOf;
    std::vector<int> out{rank, peer};
    std::erase_if(out, [](int r) { return r < 0; });
    return out;
}

QString stepToLookAt(const Verdict &verdict)
{
    return verdict.worstStep.isEmpty() ? verdict.steps.value(0) : verdict.worstStep;
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
    const DiagnosisBase base(run, thresholds, job);
    if (job.isCanceled())
        return out;
    out.steps = static_cast<int>(base.steps.size());
    out.stepNs = base.lengthOf(base.allSteps());
    std::vector<Suspect> suspects;
    suspectCompute(base, suspects, out);
    std::optional<Verdict> uneven = suspectStages(base, suspects, out);
    suspectScheduling(base, suspects, out);
    LinkRemarks links = suspectLinks(base, rates, suspects);
    weighSuspects(base, suspects);
    nameSuspects(base, suspects, out);
    if (uneven)
        out.observations.push_back(std::move(*uneven));
    std::ranges::stable_sort(out.problems, std::greater<>(), &Verdict::costNs);
    sayExperts(base, out);
    diagnoseCommunication(base, out);
    sayLegacy(base, out);
    observePause(base, out);
    addRemarks(std::move(links), out);
    return job.isCanceled() ? Diagnosis() : std::move(out);
}

} // namespace rs
