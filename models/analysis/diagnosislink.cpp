// SPDX-License-Identifier: Apache-2.0
#include "analysis/commmatrix.h"
#include "analysis/diagnosisbase.h"
#include "core/saturate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

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
    std::vector<SlowCell> cells;
    SlowCell worst;
    size_t alike = 0; ///< links with which it is compared
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
    for (const size_t i : slowLinks(msPerMb, base.limits.linkDeviation, base.limits.outliers))
        out.push_back({alike[i], 1 / median, saturatedRound((msPerMb[i] - median) * *alike[i]->sizeMb * 1e6)});
    return out;
}

// What a domain's transfers over a link took longer in a step. Directions of a collective are under way together, sends
// of a pipeline one after the other.
using LostByDomain = std::map<std::pair<QString, QString>, std::map<int, qint64>>; // step, hash; source, -1: both

LostByDomain lostOf(const SlowPair &pair)
{
    LostByDomain out;
    for (const SlowCell &slow : pair.cells) {
        auto &lost = out[{slow.cell->step, slow.cell->domainHash}];
        qint64 &ns = lost[slow.cell->p2p ? slow.cell->source : -1];
        ns = std::max(ns, slow.lostNs);
    }
    return out;
}

// Spreads what a link lost over its meetings, by how long their transfers took.
void addTransfers(const DiagnosisBase &base, const LostByDomain &lost, int a, int b, ReplayChange &out)
{
    const Meetings &meetings = base.ledger.meetings;
    struct Part
    {
        std::vector<std::pair<quint32, qint64>> transfers;
        qint64 ns = 0;
    };
    std::map<std::pair<std::pair<QString, QString>, int>, Part> parts;
    for (const LedgerEntry &entry : base.ledger.entries) {
        const Meeting &m = meetings.all[entry.meeting];
        if (!entry.transferNs || *entry.transferNs <= 0 || !meetings.endOf(m, a) || !meetings.endOf(m, b))
            continue;
        for (const QString &step : {m.step, QString()}) {
            const auto at = lost.find({step, m.domain});
            if (at == lost.end())
                continue;
            const int source = m.isTransfer() ? base.run.infos[static_cast<size_t>(m.sender)].rank : -1;
            Part &part = parts[{at->first, at->second.contains(source) ? source : -1}];
            part.transfers.emplace_back(entry.meeting, *entry.transferNs);
            part.ns = saturatedSum(part.ns, *entry.transferNs);
            break;
        }
    }
    for (const auto &[key, part] : parts) {
        const auto &ofDomain = lost.at(key.first);
        const auto at = ofDomain.find(key.second);
        if (at == ofDomain.end())
            continue;
        const double share = std::min(1.0, static_cast<double>(at->second) / static_cast<double>(part.ns));
        for (const auto &[meeting, ns] : part.transfers)
            out.transfers.emplace_back(meeting, saturatedRound(share * static_cast<double>(ns)));
    }
    std::sort(out.transfers.begin(), out.transfers.end());
}

// No longer than what the two spend in communication that nothing covers: where the meetings are not known.
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

Phrase linkSentence(const DiagnosisBase &base, const SlowCell &worst, const Verdict &v)
{
    return {QStringLiteral("The link between ranks %1 and %2 (%3) carries %4 GB/s in %5, where others of its kind "
                           "carry %6 GB/s: its transfers take %7 longer."),
            {base.label(v.rank), base.label(v.peer), worst.cell->transport,
             QString::number(*worst.cell->sizeMb / *worst.cell->timeMs, 'f', 1), worst.cell->domain,
             QString::number(worst.medianGbs, 'f', 1), diagnosisMs(v.deviationNs)}};
}

std::optional<Suspect> suspectLink(const DiagnosisBase &base, const std::pair<int, int> &ranks, const SlowPair &pair)
{
    const int a = base.run.indexOf(ranks.first);
    const int b = base.run.indexOf(ranks.second);
    if (a < 0 || b < 0)
        return std::nullopt;
    Suspect out;
    out.kind = DiagnosisKind::SlowLink;
    Excess &e = out.excess;
    e.rank = a;
    std::map<QString, qint64> ofStep;
    const LostByDomain lost = lostOf(pair);
    for (const auto &[key, directions] : lost) {
        for (const auto &[source, ns] : directions)
            ofStep[key.first] = saturatedSum(ofStep[key.first], ns);
    }
    qint64 bounded = 0;
    for (const auto &[step, ns] : ofStep) {
        e.ns = saturatedSum(e.ns, ns);
        bounded = saturatedSum(bounded, boundedLoss(base, step, ns, a, b));
        if (const auto s = base.steps.indexOf(step); s >= 0)
            e.steps.push_back(static_cast<size_t>(s));
    }
    std::sort(e.steps.begin(), e.steps.end());
    e.everywhere = e.steps.empty() || e.steps.size() == static_cast<size_t>(base.steps.size());
    if (e.steps.empty())
        e.steps = base.allSteps();
    e.peers = pair.alike;
    if (base.canReplay(a) && base.canReplay(b))
        addTransfers(base, lost, a, b, out.change);
    out.replayed = !out.change.transfers.empty();
    if (!out.replayed)
        out.aloneNs = out.costNs = bounded;
    out.describe = [&base, b, worst = pair.worst](const Suspect &, Verdict &v) {
        v.peer = b;
        v.deviationShare = worst.medianGbs > 0 ? *worst.cell->sizeMb / *worst.cell->timeMs / worst.medianGbs - 1 : 0;
        v.domain = worst.cell->domain;
        v.target = LookTarget::Matrix;
        v.sentence = linkSentence(base, worst, v);
        const QString step = v.steps.size() == 1 ? v.steps.front() : QString();
        v.evidence.push_back({QStringLiteral("matrix"), step, v.domain, -1, -1});
        v.evidence.push_back({QStringLiteral("ledger.collectives"), step, v.domain, -1, -1});
    };
    return out;
}

} // namespace

void suspectLinks(const DiagnosisBase &base, std::vector<Suspect> &suspects)
{
    CommQuery query;
    query.total = true;
    const auto cells = std::make_shared<const std::vector<MatrixCell>>(matrixCells(base.run, query, base.job));
    std::map<std::pair<int, int>, SlowPair> pairs;
    for (const auto &[kind, alike] : linksByKind(*cells)) {
        for (const SlowCell &slow : slowCells(base, alike)) {
            SlowPair &pair = pairs[std::minmax(slow.cell->source, slow.cell->destination)];
            pair.cells.push_back(slow);
            pair.alike = std::max(pair.alike, alike.size() - 1);
            if (slow.lostNs > pair.worst.lostNs)
                pair.worst = slow;
        }
    }
    for (const auto &[ranks, pair] : pairs) {
        std::optional<Suspect> s = suspectLink(base, ranks, pair);
        if (!s)
            continue;
        s->describe = [cells, words = std::move(s->describe)](const Suspect &own, Verdict &v) { words(own, v); };
        suspects.push_back(std::move(*s));
    }
}

} // namespace rs
