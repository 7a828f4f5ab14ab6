// SPDX-License-Identifier: Apache-2.0
#include "support/diagnosistrial.h"

#include "analysis/diagnosis/runevidence.h"
#include "analysis/overview/peerspread.h"
#include "analysis/path/criticalpath.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace rs::test {

namespace {

bool isAnswer(const Verdict &v, const gen::Fault &fault)
{
    const bool isProblem = v.state == DiagnosisState::Problem || v.hiddenNs; // by another one
    switch (fault.kind) {
    case gen::Fault::SlowRank:
    case gen::Fault::CpuOperator:
        return isProblem && v.rank == fault.rank && v.kind == DiagnosisKind::Compute;
    case gen::Fault::MoeImbalance:
        return v.rank == fault.rank && v.kind == DiagnosisKind::Compute;
    case gen::Fault::FreqDrop:
        return isProblem && v.rank == fault.rank && v.kind == DiagnosisKind::Frequency;
    case gen::Fault::HostBound:
    case gen::Fault::GcPause:
    case gen::Fault::HostSync:
        return isProblem && v.rank == fault.rank && v.kind == DiagnosisKind::Scheduling;
    case gen::Fault::LateRank:
        return isProblem && v.rank == fault.rank && v.kind == DiagnosisKind::LateStart;
    case gen::Fault::SlowLink:
        return v.kind == DiagnosisKind::SlowLink && std::minmax(v.rank, v.peer) == std::minmax(fault.rank, fault.peer);
    case gen::Fault::SlowNic:
        return isProblem && v.kind == DiagnosisKind::SlowLink && (v.rank == fault.rank || v.peer == fault.rank);
    case gen::Fault::SlowCalls:
        return isProblem && v.rank == fault.rank && v.kind == DiagnosisKind::Compute &&
               v.steps == QStringList(QString::number(fault.step));
    case gen::Fault::Checkpoint:
    case gen::Fault::Compile:
        return !isProblem && v.kind == DiagnosisKind::Scheduling &&
               v.steps == QStringList(QString::number(std::max(1, fault.step)));
    case gen::Fault::LongStage:
        return !isProblem && v.kind == DiagnosisKind::Stage && v.costNs;
    case gen::Fault::MovingStraggler:
        break;
    }
    return false;
}

void readPlanted(const QString &dir, const gen::GeneratorOptions &options, DiagnosisTrial &out)
{
    QFile f(dir + QStringLiteral("/planted.json"));
    if (!f.open(QIODevice::ReadOnly))
        return;
    const QByteArray text = f.readAll();
    const auto j = nlohmann::json::parse(text.constData(), text.constData() + text.size());
    out.runMs = j["run"]["wall_ms"].get<double>();
    if (!options.faults.empty())
        out.togetherMs = out.runMs - j["without_faults"]["wall_ms"].get<double>();
    for (size_t i = 0; i < options.faults.size(); ++i) {
        const auto &fault = j["faults"][i];
        // Nobody sees what the last step cost where the rank has not recorded it.
        const double unseen =
            options.fewerSteps != options.faults[i].rank ? 0 : fault["steps"].back()["cost_ms"].get<double>();
        out.planted.push_back({options.faults[i], fault["cost_alone_ms"].get<double>() - unseen,
                               fault["cost_ms"].get<double>() - unseen, fault.value("hidden", false)});
    }
}

// The work of a rank between two operators of the path its peers do between the same two of theirs: ranks of a stage
// meet others alike. Peers are faster and wait meanwhile, which does not count.
class PathShare
{
public:
    PathShare(const RunEvidence &evidence, const CriticalPath &path, int stageRanks)
        : m_evidence(evidence), m_path(path), m_stageRanks(stageRanks), m_ends(evidence.run.ranks.size()),
          m_waits(m_ends.size())
    {
        const MatchedCollectives &c = path.collectives;
        std::vector<std::vector<Interval>> waits(m_ends.size());
        for (const MatchedCollective &m : c.all) {
            const qint64 last = c.ends[c.lastArrival(m)].arrivalNs;
            for (quint32 e = m.first; e < m.last; ++e) {
                const auto r = static_cast<size_t>(c.ends[e].rankIndex);
                const bool sends = m.isTransfer() && m.sender == c.ends[e].rankIndex;
                m_ends[r][m.kind + QString::number(m.last - m.first) + (sends ? u'>' : u'=')].push_back(&c.ends[e]);
                waits[r].push_back({c.ends[e].arrivalNs, std::min(last, c.ends[e].leftNs)});
            }
        }
        for (size_t r = 0; r < m_ends.size(); ++r) {
            for (auto &[kind, ends] : m_ends[r])
                std::ranges::sort(ends, {}, &CollectiveEnd::startNs);
            std::erase_if(waits[r], [](const Interval &i) { return i.length() <= 0; });
            std::vector<Interval> compute;
            for (const Interval &i : evidence.times[r].compute)
                compute.push_back({c.clocks[r].aligned(i.from), c.clocks[r].aligned(i.to)});
            m_waits[r] = subtractSets(mergeIntervals(std::move(waits[r])), mergeIntervals(std::move(compute)));
        }
    }

    /// `step`: empty for all.
    [[nodiscard]] std::optional<double> beyondPeersMs(int rank, const QString &step) const
    {
        std::optional<double> out;
        Stretch now;
        int last = rank;
        const auto close = [&](int next) {
            bool counts = step.isEmpty();
            for (size_t s = now.first; s <= now.last; ++s)
                counts = counts || m_path.steps[s].step == step;
            if (counts && now.whole && now.ns > 0)
                out = out.value_or(0) + static_cast<double>(beyond(rank, now, next)) / 1e6;
        };
        for (size_t s = 0; s < m_path.steps.size(); ++s) {
            for (const PathPart &p : m_path.steps[s].parts) {
                if (&p == m_path.steps[s].parts.data() && s > 0 && (last != rank || p.rankIndex != rank)) {
                    close(ofStep);
                    now = {s, s};
                }
                now.last = s;
                last = p.rankIndex;
                if (p.kind == PathKind::Communication && p.collective >= 0) {
                    close(p.collective);
                    now = {s, s, 0, p.collective};
                } else {
                    now.ns += p.rankIndex == rank ? p.range.length() : 0;
                    now.whole = now.whole && p.rankIndex == rank;
                }
            }
        }
        close(ofStep);
        return out;
    }

private:
    static constexpr int ofStep = -1; ///< instead of a collective: the begin or the end of the step
    /// Work of the rank between two collectives.
    struct Stretch
    {
        size_t first = 0; ///< step in which it begins, and in which it ends
        size_t last = 0;
        qint64 ns = 0;
        int behind = ofStep;
        bool whole = true; ///< all of it is on the path
    };

    [[nodiscard]] const CollectiveEnd *sameOf(int collective, int rank, int peer) const
    {
        const MatchedCollectives &c = m_path.collectives;
        const CollectiveEnd *const own = c.endOf(c.all[static_cast<size_t>(collective)], rank);
        for (const auto &[kind, ends] : m_ends[static_cast<size_t>(rank)]) {
            const auto at = std::ranges::find(ends, own);
            const auto theirs = m_ends[static_cast<size_t>(peer)].find(kind);
            if (at != ends.end() && theirs != m_ends[static_cast<size_t>(peer)].end() &&
                theirs->second.size() == ends.size())
                return theirs->second[static_cast<size_t>(at - ends.begin())];
        }
        return nullptr;
    }

    [[nodiscard]] std::optional<qint64> stepEnd(size_t step, int rank) const
    {
        const auto s = m_evidence.steps.indexOf(m_path.steps[step].step);
        const auto window = s < 0 ? std::nullopt : m_evidence.cell(rank, static_cast<size_t>(s)).window;
        return window ? std::optional(m_path.collectives.clocks[static_cast<size_t>(rank)].aligned(window->to))
                      : std::nullopt;
    }

    [[nodiscard]] qint64 beyond(int rank, const Stretch &s, int next) const
    {
        std::vector<qint64> ofPeers;
        for (int p = 0; p < std::ssize(m_ends); ++p) {
            if (p == rank || p / m_stageRanks != rank / m_stageRanks)
                continue;
            std::optional<qint64> from = s.first > 0 ? stepEnd(s.first - 1, p) : m_path.steps.front().range.from;
            std::optional<qint64> to = stepEnd(s.last, p);
            if (const CollectiveEnd *const end = s.behind == ofStep ? nullptr : sameOf(s.behind, rank, p))
                from = end->leftNs;
            else if (s.behind != ofStep)
                continue;
            if (const CollectiveEnd *const end = next == ofStep ? nullptr : sameOf(next, rank, p))
                to = end->arrivalNs;
            else if (next != ofStep)
                continue;
            if (from && to && *to > *from)
                ofPeers.push_back(*to - *from - totalLength(clipSet(m_waits[static_cast<size_t>(p)], {*from, *to})));
        }
        return ofPeers.empty() ? 0 : s.ns - medianOf(ofPeers);
    }

    const RunEvidence &m_evidence;
    const CriticalPath &m_path;
    int m_stageRanks = 1;
    std::vector<std::map<QString, std::vector<const CollectiveEnd *>>> m_ends; // by rank and kind
    std::vector<IntervalSet> m_waits;                                          // by rank, without work
};

} // namespace

const Verdict *DiagnosisTrial::found(const gen::Fault &fault) const
{
    for (const auto *const verdicts : {&diagnosis.problems, &diagnosis.observations, &diagnosis.areas}) {
        const auto at = std::ranges::find_if(*verdicts, [&](const Verdict &v) { return isAnswer(v, fault); });
        if (at != verdicts->end())
            return &*at;
    }
    return nullptr;
}

int DiagnosisTrial::falseAlarms() const
{
    return static_cast<int>(
        std::count_if(diagnosis.problems.begin(), diagnosis.problems.end(), [this](const Verdict &v) {
            return std::none_of(planted.begin(), planted.end(),
                                [&v](const PlantedFault &p) { return isAnswer(v, p.fault); });
        }));
}

double DiagnosisTrial::costError(const Verdict &verdict, const PlantedFault &planted)
{
    const double told = static_cast<double>(verdict.costNs.value_or(0)) / 1e6;
    return planted.costMs > 0 ? (told - planted.addedMs) / planted.costMs : 0;
}

double DiagnosisTrial::wholeError(const Verdict &verdict, const PlantedFault &planted)
{
    const double told = static_cast<double>(verdict.costNs.value_or(0) + verdict.hiddenNs.value_or(0)) / 1e6;
    return planted.costMs > 0 ? (told - planted.costMs) / planted.costMs : 0;
}

QString DiagnosisTrial::text() const
{
    QStringList out;
    for (const PlantedFault &p : planted)
        out << QStringLiteral("planted %1 of %2 ms, %3 beside the others")
                   .arg(gen::faultText(p.fault))
                   .arg(p.costMs)
                   .arg(p.addedMs);
    for (const auto *const verdicts : {&diagnosis.problems, &diagnosis.observations, &diagnosis.areas}) {
        for (const Verdict &v : *verdicts) {
            if (verdicts != &diagnosis.problems && v.state == DiagnosisState::Problem)
                continue;
            out << QStringLiteral("%1%2 ms, %3 more hidden: %4")
                       .arg(verdicts == &diagnosis.problems ? QString() : QStringLiteral("(notice) "))
                       .arg(static_cast<double>(v.costNs.value_or(0)) / 1e6)
                       .arg(static_cast<double>(v.hiddenNs.value_or(0)) / 1e6)
                       .arg(v.sentence.english());
        }
    }
    return out.join(u'\n');
}

DiagnosisTrial diagnosisTrial(gen::GeneratorOptions options, bool lacksLast)
{
    DiagnosisTrial out;
    QTemporaryDir dir;
    options.outDir = dir.path();
    const gen::GeneratorResult made = gen::generate(options);
    ThreadPool pool(1);
    ImportReport report;
    std::vector<Run> found = discover({dir.path()}, JobContext(), report);
    if (!made.ok || found.size() != 1) {
        out.error = made.ok ? QStringLiteral("the run was not found") : made.error;
        return out;
    }
    if (lacksLast)
        std::erase_if(found.front().infos, [&](const RankInfo &info) { return info.rank == options.ranks - 1; });
    const auto run = loadRun(std::move(found.front()), pool, JobContext());
    out.diagnosis = diagnose(*run);
    const DiagnosisThresholds limits;
    const JobContext job;
    const RunEvidence evidence(*run, limits, job);
    out.replayError = evidence.replay().error();
    readPlanted(dir.path(), options, out);
    if (options.faults.size() == 1 && options.faults.front().peer < 0 &&
        run->indexOf(options.faults.front().rank) >= 0) {
        const gen::Fault &fault = options.faults.front();
        const CriticalPath path = criticalPath(*run);
        const auto share = PathShare(evidence, path, options.ranks / options.pp)
                               .beyondPeersMs(fault.rank, fault.step < 0 ? QString() : QString::number(fault.step));
        out.onPath = share.has_value();
        out.pathMs = options.runAhead ? std::nullopt : share;
    }
    return out;
}

gen::GeneratorOptions diagnosisRun(quint64 seed, int ranks, int tp, int pp)
{
    gen::GeneratorOptions o;
    o.ranks = ranks;
    o.steps = 4;
    o.mbPerRank = 1.5;
    o.seed = seed;
    o.tp = tp;
    o.pp = pp;
    o.clockOffsetMs = 60'000;
    o.pytorch = seed % 2 == 0;
    o.threads = 1;
    return o;
}

gen::Fault slowLink(LinkPlace place, quint64 seed, const gen::GeneratorOptions &options)
{
    gen::Fault out;
    out.kind = gen::Fault::SlowLink;
    out.value = 6;
    out.rank = static_cast<int>(seed * 5 % static_cast<quint64>(options.ranks));
    const int stage = options.ranks / options.pp;
    if (place == LinkPlace::Tensor && options.tp > 1) {
        out.rank = out.rank / options.tp * options.tp;
        out.peer = out.rank + 1;
    } else if (place == LinkPlace::Stages && options.pp > 1) {
        out.rank %= options.ranks - stage;
        out.peer = out.rank + stage;
    } else {
        // The next rank that shares the data.
        out.rank = out.rank % stage / options.tp * options.tp;
        out.peer = (out.rank + options.tp) % stage;
    }
    return out;
}

gen::Fault usualFault(gen::Fault::Kind kind, quint64 seed, const gen::GeneratorOptions &options)
{
    gen::Fault out;
    out.kind = kind;
    out.rank = static_cast<int>(seed * 5 % static_cast<quint64>(options.ranks));
    out.step = gen::namesStep(kind) ? 2 + static_cast<int>(seed % 2) : -1;
    switch (kind) {
    case gen::Fault::SlowLink:
        return slowLink(LinkPlace::Data, seed, options);
    case gen::Fault::LateRank:
        out.value = 3;
        break;
    case gen::Fault::HostBound:
        out.value = 20;
        break;
    case gen::Fault::FreqDrop:
        out.value = 1.6;
        break;
    default:
        out.value = 1.4;
    }
    return out;
}

} // namespace rs::test
