// SPDX-License-Identifier: Apache-2.0
// bench_detect [SEEDS]: hit and false-alarm rates of the launch detectors over generated runs, by the size of the
// fault, and the errors of the clocks. Default: 100 seeds.
#include "support/detection.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace rs::test;

namespace {

template <typename T>
T quantile(std::vector<T> v, double p)
{
    std::sort(v.begin(), v.end());
    return v.empty() ? T() : v[static_cast<size_t>(p * static_cast<double>(v.size() - 1))];
}

double us(qint64 ns)
{
    return static_cast<double>(ns) / 1000;
}

} // namespace

int main(int argc, char **argv)
{
    const int seeds = argc > 1 ? std::atoi(argv[1]) : 100;
    std::printf("%d seeds x 8 sizes of the fault: 4 ranks, 3 steps, jitter, machines up to 3 min apart, every second "
                "run with a late rank\n\n",
                seeds);
    std::vector<qint64> align;
    std::vector<qint64> host;
    std::vector<qint64> free;
    std::vector<qint64> pairEnds;
    int refused = 0;
    int pairs = 0;
    int unmatched = 0;
    double unknown = 0;
    double idle = 0;
    // By the idle that the generator says the fault costs its rank, as a share of the step.
    struct Bin
    {
        double from;
        const char *name;
        int runs = 0;
        int found = 0;
    };
    Bin bins[] = {{0.10, ">= 10 %"},  {0.07, "7 to 10 %"}, {0.05, "5 to 7 %"},
                  {0.03, "3 to 5 %"}, {0.01, "1 to 3 %"},  {-1, "< 1 %"}};
    int alarms = 0;
    int chances = 0;
    for (const double factor : {0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 13.0, 20.0}) {
        for (int seed = 1; seed <= seeds; ++seed) {
            const DetectionTrial t = runTrial(smallTrial(static_cast<quint64>(seed), factor));
            if (!t.error.isEmpty()) {
                std::fprintf(stderr, "seed %d: %s\n", seed, qPrintable(t.error));
                return 1;
            }
            if (factor > 0) {
                Bin &bin = *std::find_if(std::begin(bins), std::end(bins),
                                         [&t](const Bin &x) { return t.plantedIdleShare >= x.from; });
                ++bin.runs;
                bin.found += t.hit() ? 1 : 0;
            }
            alarms += t.falseAlarms();
            chances += t.quiet;
            align.push_back(t.alignErrorNs);
            host.push_back(t.hostClockErrorNs);
            free.push_back(t.freeErrorNs);
            pairEnds.push_back(t.pairErrorNs);
            refused += t.refused;
            pairs += t.pairs;
            unmatched += t.unmatched;
            unknown += static_cast<double>(t.unknownNs);
            idle += static_cast<double>(t.freeNs);
        }
    }
    std::printf("idle of the fault   runs  called host-bound\n");
    for (const Bin &bin : bins)
        std::printf("%-18s %5d  %5d (%.1f %%)\n", bin.name, bin.runs, bin.found,
                    bin.runs > 0 ? 100.0 * bin.found / bin.runs : 0.0);
    std::printf("false alarms: %d of %d other steps of a rank\n", alarms, chances);
    std::printf("\nerror of aligned clocks: median %.2f us, largest %.2f us; %d ranks refused\n",
                us(quantile(align, 0.5)), us(quantile(align, 1)), refused);
    std::printf("host-device offset above the planted one: median %.2f us, largest %.2f us\n", us(quantile(host, 0.5)),
                us(quantile(host, 1)));
    std::printf("sum of causes - Free of step_trace_time.csv: largest %.3f us; unknown %.1f %% of all idle\n",
                us(quantile(free, 1)), 100 * unknown / idle);
    std::printf("send/receive: %d pairs, %d unmatched, ends of a pair on aligned clocks at most %.2f us apart\n", pairs,
                unmatched, us(quantile(pairEnds, 1)));
    return 0;
}
