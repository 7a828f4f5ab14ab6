// SPDX-License-Identifier: Apache-2.0
// bench_diagnosis [SEEDS [RANKS]]: how often the diagnosis names what was planted into generated runs, how well it
// tells what that costs, and whom it accuses of nothing. Default: 100 seeds of 8 ranks. "-v" behind them: what went
// wrong.
#include "support/diagnosistrial.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
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
constexpr Layout layouts[] = {{2, 1}, {2, 2}, {1, 1}};

struct Rate
{
    int runs = 0;
    int hidden = 0; ///< plant less than 3 % of the run, or 6 % of their step
    int found = 0;
    int first = 0;
    int alarms = 0;
    std::vector<double> errors;
};

// Whether the fault costs enough to be looked for: of the run, or of its step.
bool isWorthIt(const DiagnosisTrial &t, const PlantedFault &p, int steps)
{
    return !p.hidden && p.costMs >= (gen::namesStep(p.fault.kind) ? 0.06 * t.runMs / steps : 0.03 * t.runMs);
}

void add(const DiagnosisTrial &t, int steps, bool verbose, Rate &rate)
{
    rate.alarms += t.falseAlarms();
    bool wrong = t.falseAlarms() > 0;
    for (const PlantedFault &p : t.planted) {
        ++rate.runs;
        if (!isWorthIt(t, p, steps)) {
            ++rate.hidden;
            continue;
        }
        const Verdict *const v = t.found(p.fault);
        rate.found += v ? 1 : 0;
        rate.first += v && v == t.diagnosis.problems.data() ? 1 : 0;
        if (v)
            rate.errors.push_back(DiagnosisTrial::costError(*v, p));
        wrong = wrong || !v || std::abs(rate.errors.back()) > 0.1;
    }
    if (wrong && verbose)
        std::printf("%s\n", qPrintable(t.text()));
}

void print(const char *name, const Layout &layout, Rate &rate)
{
    for (double &e : rate.errors)
        e = std::abs(e);
    std::sort(rate.errors.begin(), rate.errors.end());
    const auto at = [&](double q) {
        return rate.errors.empty()
                   ? 0.0
                   : 100 * rate.errors[static_cast<size_t>(q * static_cast<double>(rate.errors.size() - 1))];
    };
    const auto within = std::upper_bound(rate.errors.begin(), rate.errors.end(), 0.1) - rate.errors.begin();
    std::printf(
        "%-14s tp %d pp %d  %4d planted, %3d too small; found %4d, first %4d; cost within 10 %%: %4d (median %.1f "
        "%%, 95th %.1f %%); accused for nothing: %d\n",
        name, layout.tp, layout.pp, rate.runs, rate.hidden, rate.found, rate.first, static_cast<int>(within), at(0.5),
        at(0.95), rate.alarms);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const int seeds = argc > 1 ? std::atoi(argv[1]) : 100;
    const int ranks = argc > 2 ? std::atoi(argv[2]) : 8;
    const bool verbose = std::string_view(argv[argc - 1]) == "-v";
    std::printf("%d seeds, %d ranks, 4 steps, clocks up to a minute apart\n", seeds, ranks);
    for (const Layout &layout : layouts) {
        Rate clean;
        for (int s = 1; s <= seeds; ++s) {
            const DiagnosisTrial t = diagnosisTrial(diagnosisRun(static_cast<quint64>(s), ranks, layout.tp, layout.pp));
            if (!t.error.isEmpty())
                return std::fprintf(stderr, "%s\n", qPrintable(t.error)), 1;
            add(t, 4, verbose, clean);
        }
        std::printf("clean          tp %d pp %d  %d runs; accused for nothing: %d\n", layout.tp, layout.pp, seeds,
                    clean.alarms);
        for (const auto kind : {gen::Fault::SlowRank, gen::Fault::HostBound, gen::Fault::LateRank, gen::Fault::SlowLink,
                                gen::Fault::FreqDrop}) {
            Rate rate;
            for (int s = 1; s <= seeds; ++s) {
                gen::GeneratorOptions o = diagnosisRun(static_cast<quint64>(s), ranks, layout.tp, layout.pp);
                o.faults.push_back(usualFault(kind, static_cast<quint64>(s), o));
                add(diagnosisTrial(o), o.steps, verbose, rate);
            }
            print(qPrintable(gen::faultName(kind)), layout, rate);
        }
        Rate both;
        for (int s = 1; s <= seeds; ++s) {
            gen::GeneratorOptions o = diagnosisRun(static_cast<quint64>(s), ranks, layout.tp, layout.pp);
            o.faults.push_back(usualFault(gen::Fault::SlowRank, static_cast<quint64>(s), o));
            o.faults.push_back(usualFault(gen::Fault::LateRank, static_cast<quint64>(s + 1), o));
            add(diagnosisTrial(o), o.steps, verbose, both);
        }
        print("two at once", layout, both);
    }
    return 0;
}
