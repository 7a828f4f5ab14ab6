// SPDX-License-Identifier: Apache-2.0
#include "views/state/highlightedranks.h"

#include "analysis/overview/stepgrid.h"
#include "core/run/rundata.h"
#include "items/findingtexts.h"

#include <algorithm>
#include <utility>

namespace rs {

StepMetric verdictMetric(DiagnosisKind kind)
{
    switch (kind) {
    case DiagnosisKind::Compute:
    case DiagnosisKind::Frequency:
    case DiagnosisKind::Stage:
        break;
    case DiagnosisKind::Scheduling:
        return StepMetric::Idle;
    case DiagnosisKind::LateStart:
        return StepMetric::Preparing;
    case DiagnosisKind::Communication:
    case DiagnosisKind::SlowLink:
        return StepMetric::Uncovered;
    }
    return StepMetric::Computing;
}

namespace {
// Kinds of one area share their times; the whole step holds all of them.
bool isAbout(DiagnosisKind kind, StepMetric shown)
{
    const StepMetric own = verdictMetric(kind);
    switch (shown) {
    case StepMetric::Total:
        return true;
    case StepMetric::PureCompute:
    case StepMetric::Stage:
        return own == StepMetric::Computing;
    case StepMetric::Communication:
    case StepMetric::Bubble:
        return own == StepMetric::Uncovered;
    default:
        return own == shown;
    }
}
} // namespace

HighlightedRanks highlightedRanks(const Run &run, const Diagnosis *diagnosis, std::optional<StepMetric> metric)
{
    HighlightedRanks out;
    if (!diagnosis)
        return out;
    for (const Verdict &v : diagnosis->problems) {
        if (v.state != DiagnosisState::Problem || (metric && !isAbout(v.kind, *metric)))
            continue;
        for (const int index : v.accused()) {
            if (static_cast<size_t>(index) < run.infos.size())
                out[run.infos[static_cast<size_t>(index)].rank].push_back({v.steps, phraseText(v.sentence)});
        }
    }
    return out;
}

HighlightedRanks ofStep(HighlightedRanks marks, const QString &step)
{
    for (auto &[rank, its] : marks)
        std::erase_if(its, [&step](const RankHighlight &m) { return !m.isOf(step); });
    std::erase_if(marks, [](const auto &entry) { return entry.second.empty(); });
    return marks;
}

QStringList sentencesOf(const HighlightedRanks &marks, const std::vector<int> &ranks, const QString &step)
{
    QStringList out;
    for (const int rank : ranks) {
        const auto at = marks.find(rank);
        if (at == marks.end())
            continue;
        for (const RankHighlight &m : at->second) {
            if (m.isOf(step) && !out.contains(m.text))
                out << m.text;
        }
    }
    return out;
}

} // namespace rs
