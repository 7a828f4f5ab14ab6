// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/diagnosisbase.h"
#include "core/base/saturate.h"

#include <algorithm>
#include <map>
#include <optional>

namespace rs {

namespace {

double shareOf(qint64 part, qint64 whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Waits of files may be covered, which those of traces are told without.
double partOfUncovered(qint64 part, qint64 uncovered)
{
    return std::min(1.0, shareOf(part, uncovered));
}

struct RunSums
{
    qint64 uncoveredNs = 0; ///< as bars have it
    qint64 stepNs = 0;      ///< the same
    double judgedShare = 0; ///< uncovered of the windows: what is idle between steps makes no communication small
    /// Of uncoveredNs that of ranks and steps of which the wait attribution knows what is computed while they wait;
    /// where it knows that of none, as without traces, all of it.
    qint64 timedNs = 0;
    std::ptrdiff_t ranks = 0; ///< that are in these sums
};

// Whether the waits of the rank in that step count against its uncovered communication.
bool isTimed(const DiagnosisBase &base, size_t rank, const DiagnosisCell &cell)
{
    return cell.uncoveredNs && cell.sumNs &&
           (cell.fromTrace || !base.attribution.collectives.isRecorded(static_cast<int>(rank)));
}

RunSums sumsOf(const DiagnosisBase &base)
{
    RunSums out;
    qint64 uncovered = 0;
    qint64 windows = 0;
    for (size_t r = 0; r < base.cells.size(); ++r) {
        bool known = false;
        for (const DiagnosisCell &cell : base.cells[r]) {
            if (!cell.uncoveredNs || !cell.sumNs || !cell.shownUncoveredNs || !cell.shownSumNs)
                continue;
            known = true;
            out.timedNs = saturatedSum(out.timedNs, isTimed(base, r, cell) ? *cell.uncoveredNs : 0);
            out.uncoveredNs = saturatedSum(out.uncoveredNs, *cell.shownUncoveredNs);
            out.stepNs = saturatedSum(out.stepNs, *cell.shownSumNs);
            uncovered = saturatedSum(uncovered, *cell.uncoveredNs);
            windows = saturatedSum(windows, *cell.sumNs);
        }
        out.ranks += known ? 1 : 0;
    }
    out.judgedShare = shareOf(uncovered, windows);
    return out;
}

Phrase whyNoLedger(MatchLack why)
{
    switch (why) {
    case MatchLack::OneRank:
        return {RS_MESSAGE("Who waits for whom is not known: only one rank with communication operators is loaded.")};
    case MatchLack::NoClocks:
        return {RS_MESSAGE("Who waits for whom is not known: the clocks of the ranks cannot be brought together.")};
    case MatchLack::NoPartner:
        return {RS_MESSAGE(
            "Who waits for whom is not known: no communication operator of one rank has a partner on another.")};
    case MatchLack::None:
    case MatchLack::NoData:
        break;
    }
    return {RS_MESSAGE("Who waits for whom is not known: no rank has communication operators, neither in a trace nor "
                       "in communication.json, which the profiler writes when NPU activity is on.")};
}

// What a late rank did when it should have come.
void addReason(const RankWaitSums &rank, Verdict &v)
{
    if (!rank.lost)
        return;
    const LostTime &lost = *rank.lost;
    const qint64 most = std::max({lost.computeNs, lost.idleNs, lost.communicationNs, lost.copyNs});
    if (most <= 0 || most < lost.unknownNs)
        return;
    const char *text = most == lost.computeNs         ? RS_NOOP("It came late because its kernels took longer.")
                       : most == lost.idleNs          ? RS_NOOP("It came late because its device had nothing to do.")
                       : most == lost.communicationNs ? RS_NOOP("It came late because other communication took longer.")
                                                      : RS_NOOP("It came late because of copies.");
    v.details.emplace_back(QString::fromLatin1(text));
}

// Who is waited for most: one whom the other parts accuse, before anybody else.
int mostWaitedFor(const DiagnosisBase &base, const Diagnosis &found, qint64 uncoveredNs, bool &accused)
{
    int most = -1;
    qint64 ns = 0;
    const auto caused = [&](int r) {
        const RankWaitSums &rank = base.attribution.ranks[static_cast<size_t>(r)];
        return rank.uncoveredCausedNs.value_or(rank.causedNs);
    };
    for (const Verdict &v : found.problems) {
        if (v.kind != DiagnosisKind::SlowLink && v.kind != DiagnosisKind::Stage && v.rank >= 0 && caused(v.rank) > ns) {
            most = v.rank;
            ns = caused(v.rank);
        }
    }
    accused = most >= 0 && shareOf(ns, uncoveredNs) >= base.limits.waitShare;
    if (accused)
        return most;
    for (size_t r = 0; r < base.attribution.ranks.size(); ++r) {
        if (caused(static_cast<int>(r)) > ns) {
            most = static_cast<int>(r);
            ns = caused(most);
        }
    }
    return most;
}

// By communication.json of all ranks, or that of the cluster where none has any; nullopt: no operator says how long its
// data moved.
struct OperatorParts
{
    double transferShare = 0;
    double neitherShare = 0; ///< neither transfer nor waiting
};

std::optional<OperatorParts> operatorParts(const Run &run)
{
    double elapse = 0;
    double transfer = 0;
    double wait = 0;
    const auto addAll = [&](const CommOps &ops) {
        for (const CommOpRef op : ops) {
            if (op.isTotal() || !op.elapseMs() || !op.transitMs() || !op.waitMs())
                continue;
            elapse += *op.elapseMs();
            transfer += *op.transitMs();
            wait += *op.waitMs();
        }
    };
    bool isOfRanks = false;
    for (const auto &rank : run.ranks) {
        if (!rank)
            continue;
        addAll(rank->commOps);
        isOfRanks = isOfRanks || !rank->commOps.empty();
    }
    if (!isOfRanks)
        addAll(run.cluster.commOps);
    if (elapse <= 0 || transfer <= 0)
        return std::nullopt;
    return OperatorParts{transfer / elapse, std::max(0.0, elapse - transfer - wait) / elapse};
}

Phrase littleWaiting(const Run &run, const QString &uncovered, const QString &waiting)
{
    if (const std::optional<OperatorParts> parts = operatorParts(run))
        return {RS_MESSAGE("Non-overlapped communication takes %1 of the steps. Only %2 of it is waiting for late "
                           "ranks. Of the time of all communication operators %3 is transfer, and %4 is neither "
                           "transfer nor waiting for a late rank (overhead)."),
                {uncovered, waiting, diagnosisPercent(parts->transferShare), diagnosisPercent(parts->neitherShare)}};
    return {RS_MESSAGE("Non-overlapped communication takes %1 of the steps. Only %2 of it is waiting for ranks that "
                       "come late. No file tells how much of the rest is transfer."),
            {uncovered, waiting}};
}

void sayWaits(const DiagnosisBase &base, const Diagnosis &found, const RunSums &sums, Verdict &v)
{
    const WaitAttribution &attribution = base.attribution;
    const QString uncovered = diagnosisPercent(shareOf(sums.uncoveredNs, sums.stepNs));
    qint64 stages = 0;
    qint64 waits = 0;
    size_t taking = 0;
    for (size_t i = 0; i < attribution.ranks.size(); ++i) {
        const RankWaitSums &r = attribution.ranks[i];
        taking += r.collectives > 0 ? 1 : 0;
        // What a rank without known steps waits is no part of the communication of the others.
        if (std::ranges::none_of(base.cells[i], [&](const DiagnosisCell &cell) { return isTimed(base, i, cell); }))
            continue;
        stages = saturatedSum(stages, r.sharedNs);
        // What computes beside the operators of a file is not known, beside those of a trace it is.
        const bool recorded = attribution.collectives.isRecorded(static_cast<int>(i));
        waits = saturatedSum(waits, r.uncoveredWaitNs.value_or(recorded ? 0 : r.sufferedNs));
    }
    const auto sayLimit = [&] {
        if (isOfFiles(attribution.collectives.source))
            v.details.emplace_back(
                RS_MESSAGE("Without traces it is not known what is computed during the waits: no more of the "
                           "non-overlapped communication is waiting than is said here."));
    };
    bool accused = false;
    const int most = mostWaitedFor(base, found, sums.timedNs, accused);
    const qint64 ns = most < 0 ? 0
                               : attribution.ranks[static_cast<size_t>(most)].uncoveredCausedNs.value_or(
                                     attribution.ranks[static_cast<size_t>(most)].causedNs);
    const QString part = diagnosisPercent(partOfUncovered(ns, sums.timedNs));
    v.evidence = {{QStringLiteral("ledger")}, {QStringLiteral("ledger.pairs")}};
    v.target = LookTarget::Communication;
    if (accused) {
        v.state = DiagnosisState::Notice; // it follows from the problem, and is none of its own
        v.rank = most;
        v.victims = base.victimsOf(most, base.allSteps());
        v.sentence = {
            RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank %3."),
            {uncovered, part, base.label(most)}};
        addReason(attribution.ranks[static_cast<size_t>(most)], v);
        sayLimit();
        return;
    }
    const auto stage =
        std::ranges::find_if(found.problems, [](const Verdict &p) { return p.kind == DiagnosisKind::Stage; });
    if (stage != found.problems.end()) {
        qint64 forIt = 0;
        for (const DiagnosisVictim &victim : stage->victims)
            forIt = saturatedSum(forIt, victim.waitNs);
        if (shareOf(forIt, sums.uncoveredNs) >= base.limits.waitShare) {
            v.state = DiagnosisState::Notice;
            v.rank = stage->rank;
            v.stage = stage->stage;
            v.victims = stage->victims;
            v.evidence.insert(v.evidence.begin(), {QStringLiteral("ledger.stages")});
            v.sentence = {
                RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for pipeline "
                           "stage %3."),
                {uncovered, diagnosisPercent(shareOf(forIt, sums.uncoveredNs)), QString::number(stage->stage)}};
            return;
        }
    }
    const auto link =
        std::ranges::find_if(found.problems, [](const Verdict &p) { return p.kind == DiagnosisKind::SlowLink; });
    if (link != found.problems.end()) {
        v.state = DiagnosisState::Notice;
        // The attribution would tell a rank that comes late, which nobody is to blame for here.
        v.rank = link->rank;
        v.peer = link->peer;
        v.domain = link->domain;
        v.target = link->target;
        v.evidence.insert(v.evidence.begin(), link->evidence.begin(), link->evidence.end());
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and a slow link holds it up."),
                      {uncovered}};
        return;
    }
    if (taking < attribution.ranks.size()) {
        v.state = DiagnosisState::Unknown;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps."), {uncovered}};
        v.details.emplace_back(
            RS_MESSAGE("Who waits for whom is known of %1 of %2 ranks only: the others have no communication operators "
                       "that match, or too few to bring their clocks together."),
            QStringList{QString::number(taking), QString::number(attribution.ranks.size())});
        return;
    }
    v.state = DiagnosisState::Notice;
    sayLimit();
    if (shareOf(waits, sums.timedNs) < base.limits.waitShare) {
        v.sentence = littleWaiting(base.run, uncovered, diagnosisPercent(partOfUncovered(waits, sums.timedNs)));
        return;
    }
    if (taking == 2 && most >= 0) {
        v.state = DiagnosisState::Difference;
        v.rank = most;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank "
                                 "%3. Of two ranks nobody can tell which is the odd one."),
                      {uncovered, part, base.label(most)}};
        addReason(attribution.ranks[static_cast<size_t>(most)], v);
        return;
    }
    if (most >= 0 && shareOf(ns, sums.timedNs) >= base.limits.waitShare) {
        v.rank = most;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank "
                                 "%3, which does not stand apart from its peers otherwise."),
                      {uncovered, part, base.label(most)}};
        addReason(attribution.ranks[static_cast<size_t>(most)], v);
        return;
    }
    if (shareOf(stages, sums.timedNs) >= base.limits.waitShare) {
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("ledger.stages")});
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps. In %2 of it stages of the "
                                 "pipeline wait for each other, which no single rank is to blame for."),
                      {uncovered, diagnosisPercent(partOfUncovered(stages, sums.timedNs))}};
        return;
    }
    v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps. %2 of it is waiting, for several "
                             "ranks: most of all for rank %3, %4 of it."),
                  {uncovered, diagnosisPercent(partOfUncovered(waits, sums.timedNs)),
                   most < 0 ? QStringLiteral("-") : base.label(most), part}};
}

} // namespace

namespace {

// A rank's file lists what it sends, and nobody else's does.
std::optional<Phrase> whichLinksUnchecked(const DiagnosisBase &base)
{
    if (base.run.cluster.links.size() > 0)
        return std::nullopt;
    QStringList labels;
    for (size_t r = 0; r < base.run.ranks.size(); ++r) {
        const auto &rank = base.run.ranks[r];
        const bool waits =
            std::ranges::any_of(base.cells[r], [](const DiagnosisCell &c) { return c.uncoveredNs.value_or(0) > 0; });
        if (rank && rank->links.size() == 0 && waits)
            labels << base.label(static_cast<int>(r));
    }
    if (labels.isEmpty())
        return std::nullopt;
    return Phrase{RS_MESSAGE("What these ranks send over their links was not checked: %1. Their "
                             "communication_matrix.json is missing or lists no link."),
                  {diagnosisList(labels)}};
}

// Of a run whose ranks communicate: who reads that nothing is slow takes the links for sound.
std::optional<Phrase> whyLinksUnchecked(const DiagnosisBase &base, const RunSums &sums)
{
    const Run &run = base.run;
    const bool any = run.cluster.links.size() > 0 ||
                     std::ranges::any_of(run.ranks, [](const auto &r) { return r && r->links.size() > 0; });
    if (run.infos.size() < 2 || sums.uncoveredNs <= 0)
        return std::nullopt;
    if (any)
        return whichLinksUnchecked(base);
    const auto hasFile = [](const auto &r) {
        return r &&
               std::ranges::any_of(r->info.files, [](const FileEntry &f) { return f.kind == u"communication_matrix"; });
    };
    if (std::ranges::any_of(run.ranks, hasFile))
        return Phrase{RS_MESSAGE("Links were not checked: communication_matrix.json lists none on any rank.")};
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const QString &level = run.ranks[i] ? run.ranks[i]->info.level : run.infos[i].level;
        if (level == u"Level1" || level == u"Level2")
            return Phrase{RS_MESSAGE("Links were not checked: no rank has communication_matrix.json although the run "
                                     "was profiled at %1; look whether it was left behind when the data was analysed."),
                          {level}};
    }
    return Phrase{RS_MESSAGE("Links were not checked: no rank has communication_matrix.json, which the profiler writes "
                             "at profiler level Level1 or higher.")};
}

} // namespace

void diagnoseCommunication(const DiagnosisBase &base, Diagnosis &out)
{
    for (Verdict &area : out.areas) {
        const auto first =
            std::ranges::find_if(out.problems, [&](const Verdict &v) { return diagnosisArea(v.kind) == area.kind; });
        if (first == out.problems.end())
            continue;
        // What differs between other ranks is not to fall silent beside the problem.
        const bool isOther = std::ranges::none_of(out.problems, [&](const Verdict &v) {
            return diagnosisArea(v.kind) == area.kind && (v.rank == area.rank || v.rank == area.peer);
        });
        if (area.state == DiagnosisState::Difference && isOther)
            out.observations.push_back(area);
        area = *first;
        area.kind = diagnosisArea(first->kind);
    }
    const RunSums sums = sumsOf(base);
    const std::ptrdiff_t all = std::ssize(base.run.infos);
    const QStringList ofRanks{QString::number(sums.ranks), QString::number(all)};
    for (Verdict &v : out.problems) {
        if (v.kind == DiagnosisKind::SlowLink || v.kind == DiagnosisKind::Stage || v.rank < 0 || !v.steps.isEmpty() ||
            base.attribution.entries.empty())
            continue;
        const RankWaitSums &rank = base.attribution.ranks[static_cast<size_t>(v.rank)];
        if (!rank.uncoveredCausedNs || sums.timedNs <= 0)
            continue;
        const QStringList part{diagnosisPercent(partOfUncovered(*rank.uncoveredCausedNs, sums.timedNs))};
        if (sums.timedNs == sums.uncoveredNs && sums.ranks < all)
            v.details.emplace_back(RS_MESSAGE("Of the non-overlapped communication of %2 of %3 ranks %1 is waiting for "
                                              "it; how much the others have is not known."),
                                   part + ofRanks);
        else if (sums.timedNs == sums.uncoveredNs)
            v.details.emplace_back(RS_MESSAGE("Of the non-overlapped communication of all ranks %1 is waiting for it."),
                                   part);
        else
            v.details.emplace_back(RS_MESSAGE("Of the non-overlapped communication in traces %1 is waiting for it; how "
                                              "much of that of the other ranks and steps is, is not known."),
                                   part);
    }
    Verdict v;
    v.kind = DiagnosisKind::Communication;
    const bool met = !base.attribution.entries.empty();
    const bool linked =
        std::ranges::any_of(out.problems, [](const Verdict &p) { return p.kind == DiagnosisKind::SlowLink; });
    if (sums.ranks == 0) {
        v.state = DiagnosisState::Unknown;
        v.sentence = {RS_MESSAGE("How much communication is not overlapped is not known: neither the traces nor "
                                 "step_trace_time.csv say it. The profiler writes both when NPU activity is on.")};
    } else if (!linked && sums.judgedShare < base.limits.communicationShare) {
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps."),
                      {diagnosisPercent(shareOf(sums.uncoveredNs, sums.stepNs))}};
        v.evidence = {{QStringLiteral("steps.deviation")}, {QStringLiteral("books")}};
    } else if (!met && !linked) {
        v.state = DiagnosisState::Unknown;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps."),
                      {diagnosisPercent(shareOf(sums.uncoveredNs, sums.stepNs))}};
        v.details.push_back(whyNoLedger(base.attribution.collectives.none));
        v.evidence = {{QStringLiteral("books")}};
    } else {
        sayWaits(base, out, sums, v);
    }
    if (sums.ranks > 0 && sums.ranks < all)
        v.details.insert(v.details.begin(),
                         {RS_MESSAGE("That is over %1 of %2 ranks: how much the others have is not known."), ofRanks});
    if (const std::optional<Phrase> absent = base.absentMembers(); absent && sums.uncoveredNs > 0)
        v.details.insert(v.details.begin(), *absent);
    out.linksUnchecked = whyLinksUnchecked(base, sums);
    if (out.linksUnchecked)
        v.details.push_back(*out.linksUnchecked);
    out.areas.push_back(std::move(v));
}

} // namespace rs
