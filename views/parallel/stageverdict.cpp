// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/stageverdict.h"

#include "items/findingtexts.h"
#include "items/format.h"

#include <QStringList>

#include <algorithm>
#include <limits>

namespace rs {

namespace {

bool isOfStep(const Verdict &v, const QString &step)
{
    return step.isEmpty() || v.steps.isEmpty() || v.steps.contains(step);
}

// The stage of one of those it is about; -1: none of them is in the pipeline.
int accusedStage(const Run &run, const Verdict &v, const std::vector<int> &pipeline)
{
    for (const int index : v.accused()) {
        if (index >= static_cast<int>(run.infos.size()))
            continue;
        const auto at = std::find(pipeline.begin(), pipeline.end(), run.infos[static_cast<size_t>(index)].rank);
        if (at != pipeline.end())
            return static_cast<int>(at - pipeline.begin());
    }
    return -1;
}

} // namespace

QString StageVerdict::withDetails(const Verdict &verdict, size_t most)
{
    QString out = phraseText(verdict.sentence);
    for (size_t i = 0; i < std::min(most, verdict.details.size()); ++i)
        out = tr("%1 %2", "a sentence and the next one").arg(out, phraseText(verdict.details[i]));
    return out;
}

QString StageVerdict::text(const Run &run, const Diagnosis &diagnosis, const std::vector<int> &pipeline,
                           const QString &step)
{
    constexpr size_t all = std::numeric_limits<size_t>::max();
    QString out;
    for (const Verdict &v : diagnosis.problems) {
        if (v.kind == DiagnosisKind::Stage && isOfStep(v, step))
            return withDetails(v, all);
    }
    // One rank of the stage alone may be slow: in this pipeline its stage is as late.
    for (const Verdict &v : diagnosis.problems) {
        const int stage = v.kind != DiagnosisKind::SlowLink ? accusedStage(run, v, pipeline) : -1;
        if (stage < 0 || !isOfStep(v, step))
            continue;
        out =
            tr("No stage is slow on all of its ranks, but a rank of stage %1 is: %2").arg(stage).arg(withDetails(v, 1));
        if (v.costNs)
            out =
                tr("%1 It costs %2 in all.", "sentences on a rank, a time").arg(out, format::briefDuration(*v.costNs));
        break;
    }
    if (out.isEmpty())
        out = diagnosis.stagesJudged
                  ? tr("No stage stands out: operators in several stages take no stage longer than the others.")
                  : tr("Whether a stage is slow is unknown: that needs kernel_details.csv with types and shapes of "
                       "all ranks, and stages with the same operators.");
    const auto more = [&](const std::vector<Verdict> &verdicts, const auto &isMeant) {
        const auto at = std::find_if(verdicts.begin(), verdicts.end(), isMeant);
        if (at != verdicts.end())
            out = tr("%1 %2", "a sentence and the next one").arg(out, withDetails(*at, 0));
    };
    more(diagnosis.areas, [&](const Verdict &v) {
        return v.kind == DiagnosisKind::Compute && v.state == DiagnosisState::Difference &&
               accusedStage(run, v, pipeline) >= 0;
    });
    more(diagnosis.observations, [](const Verdict &v) { return v.kind == DiagnosisKind::Stage; });
    return out;
}

} // namespace rs
