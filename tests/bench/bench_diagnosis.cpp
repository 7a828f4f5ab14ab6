// SPDX-License-Identifier: Apache-2.0
// bench_diagnosis [SEEDS [RANKS]]: how often the diagnosis names what was planted into generated runs, how well it
// tells what that costs, and whom it accuses of nothing. Default: 100 seeds of 8 ranks. Behind them:
//   --layout TPxPP  that layout only
//   --plant NAME    that kind of run only, as the lines are called; may stand several times
//   --first SEED    begin with that seed
//   --mb SIZE       of each trace in MB, which makes more layers; default: 1.5
//   --steps N       default: 4
//   --node-size N   ranks of a host; default: 8. "host-links" takes every link inside a host, 4 or 10 times slower
//   --moe           experts, so that two domains share the links of the data
//   --costs         planted and said cost of every run
//   -v              what went wrong
// bench_diagnosis --links [SEEDS]: the seeds of docs/performance.md for slow links, as many planted as clean runs: 8
// ranks and two hosts of 8, messages of different sizes, domains that share links. Exit status 1 where a planted one is
// not first and alone, or a clean run is accused.
#include "support/diagnosistrial.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

struct Layout
{
    int tp;
    int pp;
};

/// A kind of run: what is planted into it, for a seed.
struct Plant
{
    const char *name;
    std::vector<gen::Fault::Kind> kinds;
    LinkPlace link = LinkPlace::Data;
    bool inOneStage = false; ///< the second fault is of a peer of the first one's rank
    bool wholeHost = false;  ///< every link between the ranks of a host
};

const Plant plants[] = {
    {"clean", {}},
    {"slow-rank", {gen::Fault::SlowRank}},
    {"host-bound", {gen::Fault::HostBound}},
    {"late-rank", {gen::Fault::LateRank}},
    {"slow-link", {gen::Fault::SlowLink}},
    {"tensor-link", {gen::Fault::SlowLink}, LinkPlace::Tensor},
    {"stage-link", {gen::Fault::SlowLink}, LinkPlace::Stages},
    {"host-links", {}, LinkPlace::Data, false, true},
    {"freq-drop", {gen::Fault::FreqDrop}},
    {"slow+late", {gen::Fault::SlowRank, gen::Fault::LateRank}},
    {"slow+link", {gen::Fault::SlowRank, gen::Fault::SlowLink}},
    {"slow+host", {gen::Fault::SlowRank, gen::Fault::HostBound}},
    {"slow+slow", {gen::Fault::SlowRank, gen::Fault::SlowRank}},
    {"freq+host", {gen::Fault::FreqDrop, gen::Fault::HostBound}},
    {"slow+freq", {gen::Fault::SlowRank, gen::Fault::FreqDrop}, LinkPlace::Data, true},
};

struct Options
{
    int seeds = 100;
    int ranks = 8;
    int first = 1;
    double mb = 0; ///< 0: as the trial has it
    int steps = 4;
    int nodeSize = 8;
    bool experts = false;
    bool costs = false;
    bool verbose = false;
    bool links = false;
    std::vector<Layout> layouts{{2, 1}, {2, 2}, {1, 1}};
    std::vector<std::string_view> only;
};

/// A part of --links: that many of 100 planted, or clean, runs.
struct LinkLine
{
    const char *plant;
    int percent;
    int ranks;
    Layout layout;
    int nodeSize;
    bool experts;
};

const LinkLine linkLines[] = {
    {"slow-link", 20, 8, {1, 1}, 8, false},    {"tensor-link", 15, 8, {2, 2}, 8, false},
    {"stage-link", 10, 8, {2, 2}, 8, false},   {"slow-link", 15, 8, {2, 1}, 8, true},
    {"slow-link", 15, 16, {2, 1}, 8, false},   {"slow-link", 15, 16, {2, 1}, 8, true},
    {"tensor-link", 10, 16, {4, 1}, 8, false}, {"clean", 20, 8, {1, 1}, 8, false},
    {"clean", 20, 8, {2, 2}, 8, false},        {"clean", 20, 8, {2, 1}, 8, true},
    {"clean", 20, 16, {2, 1}, 8, false},       {"clean", 20, 16, {4, 1}, 8, true},
};

struct Rate
{
    int runs = 0;
    int hidden = 0; ///< plant less than 3 % of the run, or 6 % of their step
    int found = 0;
    int first = 0;
    int alone = 0; ///< first, and nothing else is named
    int alarms = 0;
    std::vector<double> errors; ///< of the cost, without sign
    std::vector<double> gains;  ///< of what is gained alone
};

// Whether the fault costs enough to be looked for: of the run, or of its step.
bool isWorthIt(const DiagnosisTrial &t, const PlantedFault &p, int steps)
{
    return !p.hidden && p.costMs >= (gen::namesStep(p.fault.kind) ? 0.06 * t.runMs / steps : 0.03 * t.runMs);
}

void printCost(int seed, const gen::Fault &fault, double planted, double said)
{
    std::printf("  seed %3d  %-22s planted %8.3f ms, said %8.3f ms, %+6.1f %%\n", seed,
                qPrintable(gen::faultText(fault)), planted, said, planted > 0 ? 100 * (said - planted) / planted : 0);
}

void add(int seed, const DiagnosisTrial &t, const Options &options, Rate &rate)
{
    rate.alarms += t.falseAlarms();
    bool wrong = t.falseAlarms() > 0;
    for (const PlantedFault &p : t.planted) {
        ++rate.runs;
        if (!isWorthIt(t, p, options.steps)) {
            ++rate.hidden;
            continue;
        }
        const Verdict *const v = t.found(p.fault);
        rate.found += v ? 1 : 0;
        rate.first += v && v == t.diagnosis.problems.data() ? 1 : 0;
        rate.alone += v && t.diagnosis.problems.size() == 1 ? 1 : 0;
        if (options.costs)
            printCost(seed, p.fault, p.costMs, v ? static_cast<double>(v->costNs.value_or(0)) / 1e6 : 0);
        if (v) {
            rate.errors.push_back(std::abs(DiagnosisTrial::costError(*v, p)));
            rate.gains.push_back(std::abs(DiagnosisTrial::gainError(*v, p)));
        }
        wrong = wrong || !v || rate.errors.back() > 0.1;
    }
    if (wrong && options.verbose)
        std::printf("seed %d, run of %.1f ms\n%s\n", seed, t.runMs, qPrintable(t.text()));
}

// The host with that number against a run without the fault, as each of its links alone costs about as much as all.
void addHost(int seed, const DiagnosisTrial &t, const DiagnosisTrial &sound, int host, const Options &options,
             Rate &rate)
{
    ++rate.runs;
    const double planted = t.runMs - sound.runMs;
    if (planted < 0.03 * t.runMs) {
        ++rate.hidden;
        return;
    }
    const auto &problems = t.diagnosis.problems;
    const auto at = std::find_if(problems.begin(), problems.end(), [&](const Verdict &v) {
        return v.kind == DiagnosisKind::SlowLink && v.rank / options.nodeSize == host &&
               v.peer / options.nodeSize == host &&
               v.sentence.english().startsWith(QLatin1String("The links of host "));
    });
    const bool isFound = at != problems.end();
    rate.found += isFound ? 1 : 0;
    rate.first += isFound && at == problems.begin() ? 1 : 0;
    rate.alone += isFound && problems.size() == 1 ? 1 : 0;
    rate.alarms += static_cast<int>(problems.size()) - (isFound ? 1 : 0);
    if (isFound) {
        rate.errors.push_back(std::abs(static_cast<double>(at->costNs.value_or(0)) / 1e6 - planted) / planted);
        rate.gains.push_back(std::abs(static_cast<double>(at->aloneNs.value_or(0)) / 1e6 - planted) / planted);
    }
    if (options.costs)
        std::printf("  seed %3d  host %d  planted %8.3f ms, said %8.3f ms\n", seed, host, planted,
                    isFound ? static_cast<double>(at->costNs.value_or(0)) / 1e6 : 0);
    if (options.verbose && (!isFound || problems.size() > 1 || rate.errors.back() > 0.1))
        std::printf("seed %d, run of %.1f ms, host %d costs %.2f\n%s\n", seed, t.runMs, host, planted,
                    qPrintable(t.text()));
}

double quantile(std::vector<double> values, double q)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
}

void print(const char *name, const Layout &layout, const Rate &rate)
{
    const auto within = [](const std::vector<double> &errors) {
        return static_cast<int>(std::count_if(errors.begin(), errors.end(), [](double e) { return e <= 0.1; }));
    };
    std::printf("%-14s tp %d pp %d  %4d planted, %3d too small; found %4d, first %4d, alone %4d; cost within 10 %%: "
                "%4d (median "
                "%.1f %%, 95th %.1f %%), gain alone: %4d; accused for nothing: %d\n",
                name, layout.tp, layout.pp, rate.runs, rate.hidden, rate.found, rate.first, rate.alone,
                within(rate.errors), 100 * quantile(rate.errors, 0.5), 100 * quantile(rate.errors, 0.95),
                within(rate.gains), rate.alarms);
    std::fflush(stdout);
}

bool parse(int argc, char **argv, Options &out)
{
    int place = 0;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool more = i + 1 < argc;
        if (word == "-v") {
            out.verbose = true;
        } else if (word == "--links") {
            out.links = true;
        } else if (word == "--moe") {
            out.experts = true;
        } else if (word == "--costs") {
            out.costs = true;
        } else if (word == "--plant" && more) {
            out.only.emplace_back(argv[++i]);
        } else if (word == "--first" && more) {
            out.first = std::atoi(argv[++i]);
        } else if (word == "--mb" && more) {
            out.mb = std::atof(argv[++i]);
        } else if (word == "--steps" && more) {
            out.steps = std::max(1, std::atoi(argv[++i]));
        } else if (word == "--node-size" && more) {
            out.nodeSize = std::max(1, std::atoi(argv[++i]));
        } else if (word == "--layout" && more) {
            Layout layout{0, 0};
            if (std::sscanf(argv[++i], "%dx%d", &layout.tp, &layout.pp) != 2)
                return false;
            out.layouts = {layout};
        } else if (place < 2 && std::atoi(argv[i]) > 0) {
            (place++ == 0 ? out.seeds : out.ranks) = std::atoi(argv[i]);
        } else {
            return false;
        }
    }
    return true;
}

// One of the other ranks of its stage.
int anyPeer(int rank, quint64 seed, const gen::GeneratorOptions &o)
{
    const int stage = o.ranks / o.pp;
    const int step = 1 + static_cast<int>(seed % static_cast<quint64>(std::max(1, stage - 1)));
    return rank / stage * stage + (rank % stage + step) % stage;
}

bool measure(const Plant &plant, const Layout &layout, const Options &options, Rate &rate)
{
    for (int s = options.first; s < options.first + options.seeds; ++s) {
        const auto seed = static_cast<quint64>(s);
        gen::GeneratorOptions o = diagnosisRun(seed, options.ranks, layout.tp, layout.pp);
        if (options.mb > 0)
            o.mbPerRank = options.mb;
        o.steps = options.steps;
        o.nodeSize = options.nodeSize;
        o.experts = options.experts;
        const int host = s % std::max(1, options.ranks / options.nodeSize);
        for (int a = host * o.nodeSize; plant.wholeHost && a < (host + 1) * o.nodeSize; ++a) {
            for (int b = a + 1; b < (host + 1) * o.nodeSize; ++b)
                o.faults.push_back({gen::Fault::SlowLink, a, b, -1, s % 4 < 2 ? 4.0 : 10.0});
        }
        for (size_t i = 0; i < plant.kinds.size(); ++i)
            o.faults.push_back(plant.kinds[i] == gen::Fault::SlowLink ? slowLink(plant.link, seed + i, o)
                                                                      : usualFault(plant.kinds[i], seed + i, o));
        if (plant.inOneStage)
            o.faults.back().rank = anyPeer(o.faults.front().rank, seed, o);
        const DiagnosisTrial t = diagnosisTrial(o);
        if (!t.error.isEmpty()) {
            std::fprintf(stderr, "%s\n", qPrintable(t.error));
            return false;
        }
        if (plant.wholeHost) {
            gen::GeneratorOptions without = o;
            without.faults.clear();
            addHost(s, t, diagnosisTrial(without), host, options, rate);
            continue;
        }
        if (plant.kinds.empty())
            ++rate.runs;
        add(s, t, options, rate);
    }
    print(plant.name, layout, rate);
    return true;
}

// Of 100 runs of each the ranks, layouts and plants of linkLines. False: a link was missed, or one is accused.
bool measureLinks(Options options)
{
    constexpr int whole = 100;
    const int seeds = options.seeds;
    options.mb = options.mb > 0 ? options.mb : 0.4;
    options.steps = 2;
    int planted = 0;
    int tooSmall = 0;
    int alone = 0;
    int near = 0;
    int clean = 0;
    int alarms = 0;
    for (const LinkLine &line : linkLines) {
        options.seeds = (seeds * line.percent + whole - 1) / whole;
        options.ranks = line.ranks;
        options.nodeSize = line.nodeSize;
        options.experts = line.experts;
        const Plant &plant = *std::find_if(std::begin(plants), std::end(plants),
                                           [&](const Plant &p) { return std::string_view(p.name) == line.plant; });
        Rate rate;
        std::printf("%d ranks, %d to a host%s: ", line.ranks, line.nodeSize, line.experts ? ", experts" : "");
        if (!measure(plant, line.layout, options, rate))
            return false;
        alarms += rate.alarms;
        if (plant.kinds.empty()) {
            clean += rate.runs;
            continue;
        }
        planted += rate.runs;
        tooSmall += rate.hidden;
        alone += rate.alone;
        near +=
            static_cast<int>(std::count_if(rate.errors.begin(), rate.errors.end(), [](double e) { return e <= 0.1; }));
        options.first += options.seeds; // the next line has other seeds
    }
    std::printf("%d planted, %d of them too small; first and alone %d; cost within 10 %%: %d. %d clean; accused for "
                "nothing: %d\n",
                planted, tooSmall, alone, near, clean, alarms);
    return alone == planted - tooSmall && alarms == 0;
}

} // namespace

int main(int argc, char **argv)
{
    Options options;
    if (!parse(argc, argv, options)) {
        std::fprintf(
            stderr,
            "bench_diagnosis [SEEDS [RANKS]] [--layout TPxPP] [--plant NAME] [--first SEED] [--mb SIZE] [--steps N] "
            "[--node-size N] [--moe] [--costs] [-v]\nbench_diagnosis --links [SEEDS]\n");
        return 2;
    }
    if (options.links)
        return measureLinks(options) ? 0 : 1;
    std::printf("%d seeds, %d ranks, %d to a host, %d steps, clocks up to a minute apart\n", options.seeds,
                options.ranks, options.nodeSize, options.steps);
    for (const Layout &layout : options.layouts) {
        for (const Plant &plant : plants) {
            // One host has nothing to be compared with.
            if (plant.wholeHost && options.ranks < 2 * options.nodeSize)
                continue;
            if (!options.only.empty() &&
                std::find(options.only.begin(), options.only.end(), plant.name) == options.only.end())
                continue;
            Rate rate;
            if (!measure(plant, layout, options, rate))
                return 1;
        }
    }
    return 0;
}
