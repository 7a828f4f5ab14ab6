// SPDX-License-Identifier: Apache-2.0
#include "analysis/commmatrix.h"
#include "analysis/diagnosisbase.h"
#include "core/saturate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace rs {

namespace {

struct SlowCell
{
    const MatrixCell *cell = nullptr;
    double medianGbs = 0;
    qint64 lostNs = 0; ///< beyond the median's bandwidth
};

/// All that is slow between two ranks.
struct SlowPair
{
    std::map<QString, std::map<QString, qint64>> lost; ///< by step and domain, of the slower direction
    qint64 slowestNs = 0;
    SlowCell worst;
};

// Links of one kind: what they carry is of about the same size.
using LinkKind = std::tuple<QString, QString, int>; // step, transport, size

std::map<LinkKind, std::vector<const MatrixCell *>> linksByKind(const std::vector<MatrixCell> &cells)
{
    std::map<LinkKind, std::vector<const MatrixCell *>> out;
    for (const MatrixCell &c : cells) {
        if (c.inner || !c.global || c.source == c.destination || !c.sizeMb || !c.timeMs || *c.sizeMb <= 0 ||
            *c.timeMs <= 0)
            continue;
        out[{c.step, c.transport, static_cast<int>(std::lround(std::log2(*c.sizeMb)))}].push_back(&c);
    }
    return out;
}

std::vector<SlowCell> slowCells(const DiagnosisBase &base, const std::vector<const MatrixCell *> &alike)
{
    std::vector<double> msPerMb;
    for (const MatrixCell *c : alike)
        msPerMb.push_back(*c->timeMs / *c->sizeMb);
    const double median = lowerMedian(msPerMb);
    std::vector<SlowCell> out;
    for (const size_t i : highOutliers(msPerMb, base.limits.outliers)) {
        if (median <= 0 || median > msPerMb[i] * (1 - base.limits.linkDeviation))
            continue;
        out.push_back({alike[i], 1 / median, saturatedRound((msPerMb[i] - median) * *alike[i]->sizeMb * 1e6)});
    }
    return out;
}

// No longer than what the two spend in communication that nothing covers.
qint64 boundedLoss(const DiagnosisBase &base, const QString &step, qint64 ns, int a, int b)
{
    const auto s = base.steps.indexOf(step);
    if (s < 0)
        return ns;
    std::optional<qint64> most;
    for (const int r : {a, b}) {
        const auto &uncovered = base.cells[static_cast<size_t>(r)][static_cast<size_t>(s)].uncoveredNs;
        if (uncovered)
            most = std::max(most.value_or(0), *uncovered);
    }
    return std::min(ns, most.value_or(ns));
}

std::optional<Verdict> linkVerdict(const DiagnosisBase &base, const std::pair<int, int> &ranks, const SlowPair &pair)
{
    Verdict v;
    v.kind = DiagnosisKind::SlowLink;
    v.state = DiagnosisState::Problem;
    v.rank = base.run.indexOf(ranks.first);
    v.peer = base.run.indexOf(ranks.second);
    if (v.rank < 0 || v.peer < 0)
        return std::nullopt;
    qint64 cost = 0;
    std::vector<size_t> which;
    for (const auto &[step, domains] : pair.lost) {
        qint64 ns = 0;
        for (const auto &[domain, lost] : domains)
            ns = saturatedSum(ns, lost);
        cost = saturatedSum(cost, boundedLoss(base, step, ns, v.rank, v.peer));
        v.steps << step;
        if (const auto s = base.steps.indexOf(step); s >= 0)
            which.push_back(static_cast<size_t>(s));
    }
    v.steps.removeAll(QString());
    if (which.empty())
        which = base.allSteps();
    if (v.steps.size() >= base.steps.size())
        v.steps.clear();
    const qint64 length = base.lengthOf(which);
    if (length <= 0 || static_cast<double>(cost) < base.limits.leastCost * static_cast<double>(length))
        return std::nullopt;
    const SlowCell &worst = pair.worst;
    v.costNs = cost;
    v.share = static_cast<double>(cost) / static_cast<double>(length);
    v.deviationNs = cost;
    const double gbs = *worst.cell->sizeMb / *worst.cell->timeMs;
    v.deviationShare = worst.medianGbs > 0 ? gbs / worst.medianGbs - 1 : 0;
    v.domain = worst.cell->domain;
    v.target = LookTarget::Matrix;
    v.certainty = v.steps.isEmpty() ? Certainty::High : Certainty::Medium;
    v.sentence = {
        QStringLiteral("The link between ranks %1 and %2 (%3) carries %4 GB/s in %5, where others of its kind "
                       "carry %6 GB/s: its transfers take %7 longer."),
        {base.label(v.rank), base.label(v.peer), worst.cell->transport, QString::number(gbs, 'f', 1),
         worst.cell->domain, QString::number(worst.medianGbs, 'f', 1), diagnosisMs(cost)}};
    const QString step = v.steps.size() == 1 ? v.steps.front() : QString();
    v.evidence.push_back({QStringLiteral("matrix"), step, v.domain, -1, -1});
    v.evidence.push_back({QStringLiteral("ledger.collectives"), step, v.domain, -1, -1});
    return v;
}

} // namespace

void diagnoseLinks(const DiagnosisBase &base, Diagnosis &out)
{
    CommQuery query;
    query.total = true;
    const std::vector<MatrixCell> cells = matrixCells(base.run, query, base.job);
    std::map<std::pair<int, int>, SlowPair> pairs;
    for (const auto &[kind, alike] : linksByKind(cells)) {
        for (const SlowCell &slow : slowCells(base, alike)) {
            SlowPair &pair = pairs[std::minmax(slow.cell->source, slow.cell->destination)];
            qint64 &lost = pair.lost[slow.cell->step][slow.cell->domain];
            lost = std::max(lost, slow.lostNs);
            if (slow.lostNs > pair.slowestNs) {
                pair.slowestNs = slow.lostNs;
                pair.worst = slow;
            }
        }
    }
    for (const auto &[ranks, pair] : pairs) {
        if (std::optional<Verdict> v = linkVerdict(base, ranks, pair))
            out.problems.push_back(std::move(*v));
    }
}

} // namespace rs
