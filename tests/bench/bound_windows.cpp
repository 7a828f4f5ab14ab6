// SPDX-License-Identifier: Apache-2.0
// bound_windows TRACE.json [ROUNDS [THREADS [WINDOW_KB]]]: the rate that importing is measured against.
#include "bench/bound.h"

#include <cstdio>
#include <thread>

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bound_windows TRACE.json [ROUNDS [THREADS [WINDOW_KB]]]\n");
        return 2;
    }
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
    const int threads = argc > 3 ? std::atoi(argv[3]) : static_cast<int>(std::thread::hardware_concurrency());
    const qint64 windowBytes = argc > 4 ? std::atoll(argv[4]) * 1024 : 0;
    for (int i = 0; i < rounds; ++i) {
        const rs::BoundResult r = rs::runBound(QString::fromLocal8Bit(argv[1]), threads, windowBytes);
        if (!r.ok) {
            std::fprintf(stderr, "bound_windows: cannot read %s\n", argv[1]);
            return 1;
        }
        std::printf("%.3f s  %.0f MB/s  %d threads  slices %lld  samples %lld  flow ends %lld  checksum %016llx\n",
                    r.seconds, static_cast<double>(r.bytes) / 1e6 / r.seconds, threads,
                    static_cast<long long>(r.slices), static_cast<long long>(r.samples),
                    static_cast<long long>(r.flowEnds), static_cast<unsigned long long>(r.checksum));
    }
    return 0;
}
