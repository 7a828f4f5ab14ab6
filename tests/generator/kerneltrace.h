// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace rs::gen {

/// A thread that a kernel trace follows; written host stamps.
struct TracedThread
{
    std::string command;
    qint64 id = 0;
    int cpu = 0;
    qint64 startNs = 0;
    qint64 endNs = 0;
};

/// ftrace_data.db of a host. In every period of a thread, a millisecond long or as many as keep it below 2,000 periods,
/// it runs for 80 %, is preempted and waits runnable for 5 %, runs for 10 % and sleeps for 5 %. Every tenth period has
/// an interrupt of 5 µs and a soft one of 8 µs.
[[nodiscard]] bool writeKernelTrace(const QString &path, const std::vector<TracedThread> &threads, QString &error);

} // namespace rs::gen
