// SPDX-License-Identifier: Apache-2.0
// bench_diagnosis [SEEDS]: how often the diagnosis names first what was planted into generated runs, how often it tells
// the cost right, and how often it accuses somebody in clean runs; how far the replay of the run is from its length;
// whether the culprit is on the critical path.
// One line for each kind of run. Default: 100 seeds, which take 2 to 16 ranks, both frameworks, text and databases in
// turn.
//   --kind NAME   this kind only; may stand several times
//   --first SEED  begin with this seed
//   --ranks N     as many ranks in every run
//   --mb SIZE     of each trace in MB, which makes more layers; default: 1
//   --steps N     default: 4
//   -v            what was said where something is wrong; -vv: of every run
#include "support/diagnosistrial.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace rs;
using namespace rs::test;
using gen::Fault;
using gen::GeneratorOptions;

namespace {

struct Layout
{
    int ranks;
    int tp;
    int pp;
};

const std::vector<Layout> anyLayout{{8, 2, 2}, {8, 1, 1}, {16, 2, 2}, {8, 2, 1}, {4, 1, 1}, {16, 4, 1}, {12, 1, 3}};
const std::vector<Layout> dataLayout{{8, 1, 1}, {8, 2, 1}, {16, 2, 2}, {4, 1, 1}};
const std::vector<Layout> stageLayout{{8, 2, 2}, {8, 1, 2}, {12, 1, 3}, {16, 2, 4}};
const std::vector<Layout> tensorLayout{{8, 2, 2}, {8, 4, 1}, {16, 4, 2}};
const std::vector<Layout> ringLayout{{12, 1, 1}, {16, 1, 1}};
const std::vector<Layout> hostLayout{{8, 1, 1}, {16, 2, 1}, {16, 1, 2}};
const std::vector<Layout> pairLayout{{2, 1, 1}, {4, 2, 2}, {4, 1, 2}, {2, 2, 1}};
const std::vector<Layout> stagePairLayout{{4, 2, 2}, {4, 1, 2}};
const std::vector<Layout> twoLayout{{2, 1, 1}, {2, 2, 1}};

/// A kind of run: what a seed makes of it.
struct Kind
{
    const char *name;
    const std::vector<Layout> &layouts;
    void (*make)(GeneratorOptions &o, quint64 seed);
    bool undecided = false; ///< nobody can tell who is slow: the answer is that ranks differ, and accuses nobody
    bool lacksLast = false; ///< the last rank is not in the run
};

void plant(GeneratorOptions &o, quint64 seed, Fault::Kind kind)
{
    o.faults.push_back(usualFault(kind, seed, o));
}

void plantMs(GeneratorOptions &o, quint64 seed, Fault::Kind kind, double ms)
{
    plant(o, seed, kind);
    o.faults.back().value = ms;
}

void splitHosts(GeneratorOptions &o, quint64 seed)
{
    o.nodeSize = o.ranks / (o.ranks % 3 == 0 ? 3 : seed % 2 == 0 && o.ranks % 4 == 0 ? 4 : 2);
}

void loadHosts(GeneratorOptions &o, quint64 seed)
{
    o.hostLoad = 4 + static_cast<double>(seed % 3) * 2;
}

// Faults of a rank, in turn.
void plantAny(GeneratorOptions &o, quint64 seed)
{
    switch (seed % 4) {
    case 0:
        return plantMs(o, seed, Fault::LateRank, 6);
    case 1:
        return plantMs(o, seed, Fault::GcPause, 20);
    default:
        plant(o, seed, Fault::SlowRank);
    }
}

// In the middle of a step.
void cutTrace(GeneratorOptions &o, quint64 seed, int rank)
{
    o.format = gen::OutputFormat::Text;
    o.truncations.push_back({QStringLiteral("rank%1/trace_view.json").arg(rank),
                             static_cast<qint64>(o.mbPerRank * 1e6 * (0.35 + 0.1 * static_cast<double>(seed % 6)))});
}

void loseStepTimes(GeneratorOptions &o, int rank)
{
    o.truncations.push_back({QStringLiteral("rank%1/step_trace_time.csv").arg(rank), 0});
}

const Kind kinds[] = {
    {"clean", anyLayout, [](GeneratorOptions &, quint64) {}},
    {"clean, experts", dataLayout, [](GeneratorOptions &o, quint64) { o.experts = true; }},
    {"clean, several hosts", hostLayout, [](GeneratorOptions &o, quint64 s) { splitHosts(o, s); }},
    {"clean, ring over hosts", ringLayout, [](GeneratorOptions &o, quint64 s) { splitHosts(o, s); }},
    {"clean, host-bound", anyLayout, [](GeneratorOptions &o, quint64 s) { loadHosts(o, s); }},
    {"clean, run-ahead", anyLayout, [](GeneratorOptions &o, quint64) { o.runAhead = true; }},
    {"clean, host-bound, run-ahead", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         loadHosts(o, s);
         o.runAhead = true;
     }},
    {"clean, early receive", stageLayout, [](GeneratorOptions &o, quint64) { o.earlyReceive = true; }},
    {"clean, buckets", dataLayout, [](GeneratorOptions &o, quint64) { o.buckets = 8; }},
    {"clean, two peers", pairLayout, [](GeneratorOptions &, quint64) {}},
    {"clean, a trace cut", anyLayout,
     [](GeneratorOptions &o, quint64 s) { cutTrace(o, s, static_cast<int>(s) % o.ranks); }},
    {"clean, a rank with fewer steps", anyLayout,
     [](GeneratorOptions &o, quint64 s) { o.fewerSteps = static_cast<int>(s) % o.ranks; }},
    {"clean, a rank missing", anyLayout, [](GeneratorOptions &, quint64) {}, false, true},
    {"clean but for a rank that is cut", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         plantAny(o, s);
         cutTrace(o, s, o.faults.back().rank);
         loseStepTimes(o, o.faults.back().rank);
     }},
    {"clean but for a rank that is missing", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         plantAny(o, s);
         o.faults.back().rank = o.ranks - 1;
     },
     false, true},
    {"clean but for a link of a missing rank", dataLayout,
     [](GeneratorOptions &o, quint64 s) {
         plant(o, s, Fault::SlowLink);
         const int stage = o.ranks / o.pp;
         o.faults.back().rank = o.ranks - 1;
         o.faults.back().peer = o.ranks - stage + (stage - 1 + o.tp) % stage;
     },
     false, true},
    {"fault beside a cut trace", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         plantAny(o, s);
         cutTrace(o, s, (o.faults.back().rank + 1) % o.ranks);
     }},
    {"fault beside a missing rank", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         plantAny(o, s);
         o.faults.back().rank %= o.ranks - 1;
     },
     false, true},
    {"fault beside fewer steps", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         plantAny(o, s);
         o.fewerSteps = (o.faults.back().rank + 1) % o.ranks;
     }},
    {"slow rank", anyLayout, [](GeneratorOptions &o, quint64 s) { plant(o, s, Fault::SlowRank); }},
    {"slow rank, level 0", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.level0 = true;
         plant(o, s, Fault::SlowRank);
     }},
    {"slow rank, experts", dataLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.experts = true;
         plant(o, s, Fault::SlowRank);
     }},
    {"slow rank, host-bound", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.hostLoad = 3;
         plantMs(o, s, Fault::SlowRank, 1.8);
     }},
    {"slow rank, run-ahead", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.runAhead = true;
         plant(o, s, Fault::SlowRank);
     }},
    {"slow rank, early receive", stageLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.earlyReceive = true;
         plant(o, s, Fault::SlowRank);
     }},
    {"slow rank, buckets", dataLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.buckets = 8;
         plant(o, s, Fault::SlowRank);
     }},
    {"frequency drop", anyLayout, [](GeneratorOptions &o, quint64 s) { plant(o, s, Fault::FreqDrop); }},
    {"host-bound step", anyLayout, [](GeneratorOptions &o, quint64 s) { plant(o, s, Fault::HostBound); }},
    {"host-bound step, all load", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         loadHosts(o, s);
         plantMs(o, s, Fault::HostBound, 2);
     }},
    {"late rank", anyLayout, [](GeneratorOptions &o, quint64 s) { plant(o, s, Fault::LateRank); }},
    {"late rank, host-bound", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         loadHosts(o, s);
         plantMs(o, s, Fault::LateRank, 12);
     }},
    {"late rank, run-ahead", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.runAhead = true;
         plantMs(o, s, Fault::LateRank, 12);
     }},
    {"garbage collection", anyLayout, [](GeneratorOptions &o, quint64 s) { plantMs(o, s, Fault::GcPause, 20); }},
    {"garbage collection, host-bound", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         loadHosts(o, s);
         plantMs(o, s, Fault::GcPause, 40);
     }},
    {"host that waits for its device", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.mbPerRank *= 3;
         plantMs(o, s, Fault::HostSync, 40);
     }},
    {"slow link", anyLayout, [](GeneratorOptions &o, quint64 s) { plant(o, s, Fault::SlowLink); }},
    {"slow link of tensors", tensorLayout,
     [](GeneratorOptions &o, quint64 s) { o.faults.push_back(slowLink(LinkPlace::Tensor, s, o)); }},
    {"slow link of stages", stageLayout,
     [](GeneratorOptions &o, quint64 s) { o.faults.push_back(slowLink(LinkPlace::Stages, s, o)); }},
    {"slow link of stages, early receive", stageLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.earlyReceive = true;
         o.faults.push_back(slowLink(LinkPlace::Stages, s, o));
     }},
    {"slow link, buckets", dataLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.buckets = 8;
         plant(o, s, Fault::SlowLink);
     }},
    {"slow NIC", hostLayout,
     [](GeneratorOptions &o, quint64 s) {
         splitHosts(o, s);
         plantMs(o, s, Fault::SlowNic, 6);
     }},
    {"slow NIC in a ring", ringLayout,
     [](GeneratorOptions &o, quint64 s) {
         splitHosts(o, s);
         plantMs(o, s, Fault::SlowNic, 6);
         // Ranks inside of a host have no hop to another one.
         o.faults.back().rank = o.faults.back().rank / o.nodeSize * o.nodeSize;
     }},
    {"experts", dataLayout, [](GeneratorOptions &o, quint64 s) { plantMs(o, s, Fault::MoeImbalance, 1.8); }},
    {"experts of two ranks", tensorLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.mbPerRank *= 3;
         plantMs(o, s, Fault::MoeImbalance, 2.5);
     }},
    {"checkpoint", anyLayout, [](GeneratorOptions &o, quint64 s) { plantMs(o, s, Fault::Checkpoint, 60); }},
    {"compilation", anyLayout, [](GeneratorOptions &o, quint64 s) { plantMs(o, s, Fault::Compile, 60); }},
    {"stage with more layers", stageLayout,
     [](GeneratorOptions &o, quint64 s) {
         o.mbPerRank *= 6; // two layers a stage, of which one moves
         plantMs(o, s, Fault::LongStage, 1);
     }},
    {"two slow calls", anyLayout, [](GeneratorOptions &o, quint64 s) { plantMs(o, s, Fault::SlowCalls, 8); }},
    {"operator on the AI CPU", anyLayout,
     [](GeneratorOptions &o, quint64 s) { plantMs(o, s, Fault::CpuOperator, 25); }},
    {"the same of two", pairLayout, [](GeneratorOptions &o, quint64 s) { plantMs(o, s, Fault::CpuOperator, 25); }},
    {"half of the ranks slow", dataLayout,
     [](GeneratorOptions &o, quint64) {
         for (int r = 0; r < o.ranks; r += 2)
             o.faults.push_back({Fault::SlowRank, r, -1, -1, 1.4});
     },
     true},
    {"slow rank with fewer steps", anyLayout,
     [](GeneratorOptions &o, quint64 s) {
         plant(o, s, Fault::SlowRank);
         o.fewerSteps = o.faults.back().rank;
     }},
    {"slow rank of two beside stages", stagePairLayout,
     [](GeneratorOptions &o, quint64 s) { plant(o, s, Fault::SlowRank); }},
    {"slow rank of two", twoLayout, [](GeneratorOptions &o, quint64 s) { plant(o, s, Fault::SlowRank); }, true},
};

struct Options
{
    int seeds = 100;
    int first = 1;
    int ranks = 0;
    double mb = 1;
    int steps = 4;
    int verbose = 0;
    std::vector<std::string_view> only;
};

struct Rate
{
    int runs = 0;
    int small = 0; ///< plant less than 3 % of the run, or 6 % of their step
    int first = 0;
    int near = 0;                     ///< first, and the cost is within 10 % or 0.2 ms
    int accused = 0;                  ///< runs in which somebody is accused of nothing
    std::vector<double> errors{};     ///< errors of the cost, with sign
    std::vector<double> replayed{};   ///< errors of the replay
    int onPath = 0;                   ///< the culprit is on the critical path
    std::vector<double> pathErrors{}; ///< error of the time that it takes longer there against the cost, with sign
};

double quantile(std::vector<double> values, double q)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
}

// Problems are first among problems; what accuses nobody is the dearest row of all.
bool isFirst(const DiagnosisTrial &t, const Verdict &v)
{
    if (v.state == DiagnosisState::Problem)
        return &v == t.diagnosis.problems.data();
    const auto isDearer = [&](const Verdict &other) { return other.costNs.value_or(-1) > v.costNs.value_or(-1); };
    return std::ranges::none_of(t.diagnosis.problems, isDearer) &&
           std::ranges::none_of(t.diagnosis.observations, isDearer) &&
           std::ranges::none_of(t.diagnosis.areas, isDearer);
}

const Verdict *difference(const DiagnosisTrial &t)
{
    const auto at = std::ranges::find_if(t.diagnosis.areas, [](const Verdict &v) {
        return v.kind == DiagnosisKind::Compute && v.state == DiagnosisState::Difference;
    });
    return at == t.diagnosis.areas.end() ? nullptr : &*at;
}

void add(quint64 seed, const DiagnosisTrial &t, const Options &options, bool undecided, Rate &rate)
{
    ++rate.runs;
    bool wrong = undecided ? !t.diagnosis.isFine() : t.falseAlarms() > 0;
    rate.accused += wrong ? 1 : 0;
    rate.replayed.push_back(t.replayError.value_or(1));
    std::vector<PlantedFault> planted = t.planted;
    if (undecided)
        planted = {{planted.front().fault, t.togetherMs, t.togetherMs, false}};
    for (const PlantedFault &p : planted) {
        const double worth = gen::namesStep(p.fault.kind) ? 0.06 * t.runMs / options.steps : 0.03 * t.runMs;
        if (p.hidden || p.costMs < worth) {
            ++rate.small;
            continue;
        }
        const Verdict *const v = undecided ? difference(t) : t.found(p.fault);
        const bool first = v && isFirst(t, *v);
        const double off = first ? DiagnosisTrial::costError(*v, p) : -1;
        const bool near = std::abs(off) <= 0.1 || std::abs(off) * p.costMs <= 0.2;
        rate.first += first ? 1 : 0;
        rate.near += first && near ? 1 : 0;
        if (first)
            rate.errors.push_back(off);
        wrong = wrong || !first || !near;
        rate.onPath += t.onPath ? 1 : 0;
        if (t.pathMs)
            rate.pathErrors.push_back((*t.pathMs - p.costMs) / p.costMs);
    }
    if (options.verbose > (wrong ? 0 : 1))
        std::printf("seed %llu, run of %.1f ms\n%s\n\n", static_cast<unsigned long long>(seed), t.runMs,
                    qPrintable(t.text()));
}

bool measure(const Kind &kind, const Options &options)
{
    Rate rate;
    const bool isClean = std::string_view(kind.name).starts_with("clean");
    for (int i = 0; i < options.seeds; ++i) {
        const auto seed = static_cast<quint64>(options.first + i);
        const Layout &layout = kind.layouts[seed % kind.layouts.size()];
        GeneratorOptions o = diagnosisRun(seed, options.ranks > 0 ? options.ranks : layout.ranks, layout.tp, layout.pp);
        o.mbPerRank = options.mb;
        o.steps = options.steps;
        if (seed % 4 >= 2)
            o.format = gen::OutputFormat::Db;
        kind.make(o, seed);
        DiagnosisTrial t = diagnosisTrial(o, kind.lacksLast);
        if (!t.error.isEmpty()) {
            std::fprintf(stderr, "%s, seed %llu: %s\n", kind.name, static_cast<unsigned long long>(seed),
                         qPrintable(t.error));
            return false;
        }
        // A clean run is judged by its accusations alone, whatever is in a part that nobody sees.
        if (isClean)
            t.planted.clear();
        add(seed, t, options, kind.undecided, rate);
    }
    const int planted = static_cast<int>(rate.runs) - rate.small;
    std::printf("%-34s %4d runs; replay off by %.2f, %.2f %%; accused for nothing in %d", kind.name, rate.runs,
                100 * quantile(rate.replayed, 0.95), 100 * quantile(rate.replayed, 1), rate.accused);
    if (!isClean)
        std::printf("; %d too small; first %d of %d; cost near %d of %d (%+.1f, %+.1f, %+.1f %%)", rate.small,
                    rate.first, planted, rate.near, planted, 100 * quantile(rate.errors, 0.05),
                    100 * quantile(rate.errors, 0.5), 100 * quantile(rate.errors, 0.95));
    if (rate.onPath > 0)
        std::printf("; on the path %d of %d", rate.onPath, planted);
    if (!rate.pathErrors.empty())
        std::printf(", longer there than the cost by %+.1f, %+.1f, %+.1f %%", 100 * quantile(rate.pathErrors, 0.05),
                    100 * quantile(rate.pathErrors, 0.5), 100 * quantile(rate.pathErrors, 0.95));
    std::printf("\n");
    std::fflush(stdout);
    return true;
}

bool parse(int argc, char **argv, Options &out)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool more = i + 1 < argc;
        if (word == "-v" || word == "-vv")
            out.verbose = static_cast<int>(word.size()) - 1;
        else if (word == "--kind" && more)
            out.only.emplace_back(argv[++i]);
        else if (word == "--first" && more)
            out.first = std::atoi(argv[++i]);
        else if (word == "--ranks" && more)
            out.ranks = std::atoi(argv[++i]);
        else if (word == "--mb" && more)
            out.mb = std::atof(argv[++i]);
        else if (word == "--steps" && more)
            out.steps = std::max(1, std::atoi(argv[++i]));
        else if (std::atoi(argv[i]) > 0)
            out.seeds = std::atoi(argv[i]);
        else
            return false;
    }
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(stderr, "bench_diagnosis [SEEDS] [--kind NAME]… [--first SEED] [--ranks N] [--mb SIZE] "
                             "[--steps N] [-v]\n");
        return 2;
    }
    for (const Kind &kind : kinds) {
        if ((options.only.empty() || std::ranges::find(options.only, kind.name) != options.only.end()) &&
            !measure(kind, options))
            return 1;
    }
    return 0;
}
