// SPDX-License-Identifier: Apache-2.0
#include "analysis/diagnosis/rules.h"
#include "analysis/overview/peerspread.h"
#include "analysis/time/truncatedfiles.h"
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
    /// Part of uncoveredNs of ranks and steps of which the wait attribution knows what is computed while they wait;
    /// where it knows that of none, as without traces, all of it.
    qint64 timedNs = 0;
    std::ptrdiff_t ranks = 0; ///< that are in these sums
};

// Whether the waits of the rank in that step count against its uncovered communication.
bool isTimed(const RunEvidence &base, size_t rank, const DiagnosisCell &cell)
{
    return cell.uncoveredNs && cell.sumNs &&
           (cell.fromTrace || !base.attribution.collectives.isRecorded(static_cast<int>(rank)));
}

RunSums sumsOf(const RunEvidence &base)
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
        return {RS_MESSAGE("Waits between ranks are unknown: only one rank with communication operators is loaded.")};
    case MatchLack::NoClocks:
        return {RS_MESSAGE("Waits between ranks are unknown: the clocks of the ranks cannot be aligned.")};
    case MatchLack::NoPartner:
        return {RS_MESSAGE(
            "Waits between ranks are unknown: no communication operator of one rank has a partner on another.")};
    case MatchLack::None:
    case MatchLack::NoData:
        break;
    }
    return {RS_MESSAGE("Waits between ranks are unknown: no rank has communication operators, neither in a trace "
                       "nor in communication.json, which the profiler writes when NPU activity is on.")};
}

// Activity of a late rank when it should have come.
void addReason(const RankWaitSums &rank, Verdict &v)
{
    if (!rank.lost)
        return;
    const LostTime &lost = *rank.lost;
    const qint64 most = std::max({lost.computeNs, lost.idleNs, lost.communicationNs, lost.copyNs});
    if (most <= 0 || most < lost.unknownNs)
        return;
    const char *text = most == lost.computeNs         ? RS_NOOP("It came late because its kernels took longer.")
                       : most == lost.idleNs          ? RS_NOOP("It came late because its device was idle.")
                       : most == lost.communicationNs ? RS_NOOP("It came late because other communication took longer.")
                                                      : RS_NOOP("It came late because of copies.");
    v.details.emplace_back(QString::fromLatin1(text));
}

// Who is waited for most: one whom the other parts accuse, before anybody else.
int mostWaitedFor(const RunEvidence &base, const Diagnosis &found, qint64 uncoveredNs, bool &accused)
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
    return {RS_MESSAGE("Non-overlapped communication takes %1 of the steps. Only %2 of it is waiting for late "
                       "ranks. No file says how much of the rest is transfer."),
            {uncovered, waiting}};
}

// Uncovered communication of ranks beyond that of their other steps.
qint64 uncoveredBeyondUsual(const RunEvidence &base, const QStringList &steps)
{
    qint64 out = 0;
    for (const std::vector<DiagnosisCell> &cells : base.cells) {
        std::vector<qint64> usual;
        std::vector<qint64> meant;
        for (size_t s = 0; s < cells.size(); ++s) {
            if (cells[s].shownUncoveredNs)
                (steps.contains(base.steps[static_cast<qsizetype>(s)]) ? meant : usual)
                    .push_back(*cells[s].shownUncoveredNs);
        }
        const qint64 median = usual.empty() ? 0 : medianOf(usual);
        for (const qint64 ns : usual.empty() ? usual : meant)
            out = saturatedSum(out, std::max<qint64>(0, ns - median));
    }
    return out;
}

void sayWaits(const RunEvidence &base, const Diagnosis &found, const RunSums &sums, Verdict &v)
{
    const WaitAttribution &attribution = base.attribution;
    const QString uncovered = diagnosisPercent(shareOf(sums.uncoveredNs, sums.stepNs));
    qint64 stages = 0;
    qint64 waits = 0;
    size_t taking = 0;
    for (size_t i = 0; i < attribution.ranks.size(); ++i) {
        const RankWaitSums &r = attribution.ranks[i];
        taking += r.collectives > 0 ? 1 : 0;
        // Waits of a rank without known steps are no part of the communication of the others.
        if (std::ranges::none_of(base.cells[i], [&](const DiagnosisCell &cell) { return isTimed(base, i, cell); }))
            continue;
        stages = saturatedSum(stages, r.sharedNs);
        // Computing beside the operators of a file is not known, beside those of a trace it is.
        const bool recorded = attribution.collectives.isRecorded(static_cast<int>(i));
        waits = saturatedSum(waits, r.uncoveredWaitNs.value_or(recorded ? 0 : r.sufferedNs));
    }
    const auto sayLimit = [&] {
        if (isOfFiles(attribution.collectives.source))
            v.details.emplace_back(
                RS_MESSAGE("Without traces it is unknown what is computed during the waits: the share of waiting "
                           "is an upper limit."));
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
        v.allOf = link->allOf;
        v.domain = link->domain;
        v.target = link->target;
        v.evidence.insert(v.evidence.begin(), link->evidence.begin(), link->evidence.end());
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and a slow link delays it."),
                      {uncovered}};
        return;
    }
    if (taking < attribution.ranks.size()) {
        v.state = DiagnosisState::Unknown;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps."), {uncovered}};
        v.details.emplace_back(
            RS_MESSAGE("Waits between ranks are known for %1 of %2 ranks only: the others have no matching "
                       "communication operators, or too few to align their clocks."),
            QStringList{QString::number(taking), QString::number(attribution.ranks.size())});
        return;
    }
    QStringList cut;
    for (size_t r = 0; r < base.run.ranks.size(); ++r) {
        if (base.run.ranks[r] && isTraceTruncated(*base.run.ranks[r]))
            cut << base.label(static_cast<int>(r));
    }
    // A trace that ends early holds more waiting for the others than the steps do.
    if (!cut.isEmpty()) {
        v.state = DiagnosisState::Unknown;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps."), {uncovered}};
        v.details.emplace_back(RS_MESSAGE("Not checked, because of damaged files: %1."), QStringList{shortList(cut)});
        return;
    }
    // Whoever comes late may have waited for a rank that is not here, which is said beside it.
    if (base.absentMembers()) {
        v.state = DiagnosisState::Notice;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps."), {uncovered}};
        if (const std::optional<OperatorParts> parts = operatorParts(base.run))
            v.details.emplace_back(
                RS_MESSAGE("Of the time of all communication operators %1 is transfer, %2 waiting, and %3 neither "
                           "(overhead)."),
                QStringList{diagnosisPercent(parts->transferShare),
                            diagnosisPercent(std::max(0.0, 1 - parts->transferShare - parts->neitherShare)),
                            diagnosisPercent(parts->neitherShare)});
        return;
    }
    v.state = DiagnosisState::Notice;
    sayLimit();
    if (shareOf(waits, sums.timedNs) < base.limits.waitShare) {
        v.sentence = littleWaiting(base.run, uncovered, diagnosisPercent(partOfUncovered(waits, sums.timedNs)));
        return;
    }
    // A pause of all ranks has its own area: nobody is blamed for it here.
    const auto pause = std::ranges::find_if(found.areas, [](const Verdict &a) {
        return a.kind == DiagnosisKind::Scheduling && a.state == DiagnosisState::Notice && a.rank < 0 &&
               !a.steps.isEmpty();
    });
    const double paused =
        pause == found.areas.end() ? 0 : shareOf(uncoveredBeyondUsual(base, pause->steps), sums.uncoveredNs);
    if (paused >= base.limits.waitShare) {
        v.steps = pause->steps;
        v.worstStep = pause->worstStep;
        v.target = pause->target;
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("books"), v.worstStep});
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting in step "
                                 "%3, in which all ranks pause."),
                      {uncovered, diagnosisPercent(paused), shortList(v.steps)}};
        return;
    }
    // Pipeline stages wait for each other by design: nobody is named as long as it is not known who is in which.
    const auto compute = std::ranges::find(found.areas, DiagnosisKind::Compute, &Verdict::kind);
    if (compute != found.areas.end() && compute->state == DiagnosisState::Unknown &&
        std::ranges::any_of(base.groupStages, [](int stage) { return stage < 0; })) {
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps."), {uncovered}};
        v.details.insert(v.details.begin(), compute->sentence);
        return;
    }
    if (taking == 2 && most >= 0) {
        v.state = DiagnosisState::Difference;
        v.rank = most;
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for "
                                 "rank %3. With two ranks, which one is the outlier is unknown."),
                      {uncovered, part, base.label(most)}};
        addReason(attribution.ranks[static_cast<size_t>(most)], v);
        return;
    }
    if (most >= 0 && shareOf(ns, sums.timedNs) >= base.limits.waitShare) {
        v.rank = most;
        // A capture that begins late looks like a late start until a second step begins.
        const QString text =
            base.steps.size() == 1
                ? RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank %3. "
                             "With one step, a late start cannot be told from a recording that began late.")
                : RS_MESSAGE("Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank %3, "
                             "which does not differ from its peers otherwise.");
        v.sentence = {text, {uncovered, part, base.label(most)}};
        addReason(attribution.ranks[static_cast<size_t>(most)], v);
        return;
    }
    if (shareOf(stages, sums.timedNs) >= base.limits.waitShare) {
        v.evidence.insert(v.evidence.begin(), {QStringLiteral("ledger.stages")});
        v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps. In %2 of it pipeline stages "
                                 "wait for each other, which no single rank causes."),
                      {uncovered, diagnosisPercent(partOfUncovered(stages, sums.timedNs))}};
        return;
    }
    v.sentence = {RS_MESSAGE("Non-overlapped communication takes %1 of the steps. %2 of it is waiting, for several "
                             "ranks: most of all for rank %3, %4 of it."),
                  {uncovered, diagnosisPercent(partOfUncovered(waits, sums.timedNs)),
                   most < 0 ? QStringLiteral("-") : base.label(most), part}};
}

// A rank's file lists what it sends, and nobody else's does.
std::optional<Phrase> whichLinksUnchecked(const RunEvidence &base)
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
    return Phrase{RS_MESSAGE("Links from these ranks were not checked: %1. Their communication_matrix.json is "
                             "missing or lists no link."),
                  {shortList(labels)}};
}

// Reason in a run whose ranks communicate: a reader of "nothing is slow" takes the links for sound.
std::optional<Phrase> whyLinksUnchecked(const RunEvidence &base, const RunSums &sums)
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
            return Phrase{RS_MESSAGE("Links were not checked: no rank has communication_matrix.json although the "
                                     "run was profiled at %1; check whether it was left behind when the data was "
                                     "analysed."),
                          {level}};
    }
    return Phrase{RS_MESSAGE("Links were not checked: no rank has communication_matrix.json, which the profiler writes "
                             "at profiler level Level1 or higher.")};
}

void sayCommunication(const RunEvidence &base, const Findings &, Diagnosis &out)
{
    for (Verdict &area : out.areas) {
        const auto first =
            std::ranges::find_if(out.problems, [&](const Verdict &v) { return diagnosisArea(v.kind) == area.kind; });
        if (first == out.problems.end()) {
            // It stands there as a notice, and in the area's own words once more.
            const auto hidden = std::ranges::find_if(out.observations, [&](const Verdict &v) {
                return v.hiddenNs && diagnosisArea(v.kind) == area.kind && area.kind != DiagnosisKind::Communication;
            });
            if (hidden != out.observations.end()) {
                area = *hidden;
                area.kind = diagnosisArea(hidden->kind);
                out.observations.erase(hidden);
            }
            continue;
        }
        // A difference between other ranks is not to fall silent beside the problem.
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
            v.details.emplace_back(RS_MESSAGE("%1 of the non-overlapped communication of %2 of %3 ranks is waiting "
                                              "for it; the other ranks are unknown."),
                                   part + ofRanks);
        else if (sums.timedNs == sums.uncoveredNs)
            v.details.emplace_back(RS_MESSAGE("%1 of the non-overlapped communication of all ranks is waiting for it."),
                                   part);
        else
            v.details.emplace_back(RS_MESSAGE("%1 of the non-overlapped communication in traces is waiting for it; "
                                              "the share on the other ranks and steps is unknown."),
                                   part);
    }
    Verdict v;
    v.kind = DiagnosisKind::Communication;
    const bool met = !base.attribution.entries.empty();
    const bool linked =
        std::ranges::any_of(out.problems, [](const Verdict &p) { return p.kind == DiagnosisKind::SlowLink; });
    if (sums.ranks == 0) {
        v.state = DiagnosisState::Unknown;
        v.sentence = {RS_MESSAGE("Non-overlapped communication is unknown: it is neither in the traces nor in "
                                 "step_trace_time.csv. The profiler writes both when NPU activity is on.")};
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
                         {RS_MESSAGE("That is over %1 of %2 ranks; the others are unknown."), ofRanks});
    if (const std::optional<Phrase> absent = base.absentMembers(); absent && sums.uncoveredNs > 0)
        v.details.insert(v.details.begin(), *absent);
    out.linksUnchecked = whyLinksUnchecked(base, sums);
    if (out.linksUnchecked)
        v.details.push_back(*out.linksUnchecked);
    out.areas.push_back(std::move(v));
}

} // namespace

const Rule communicationRule{nullptr, sayCommunication};

} // namespace rs
