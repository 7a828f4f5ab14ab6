// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <vector>

namespace rs {

/// One counter curve: a process, a counter name and one series of its args ("HBM 0/Read", "Read(MB/s)").
/// Samples are steps: a value holds until the next stamp. Sorted by time.
struct CounterSeries
{
    ProcessId process{};
    StrId name{};
    StrId series{};
    std::vector<qint64> timeNs;
    std::vector<double> value;
    double minimum = 0;
    double maximum = 0;
};

} // namespace rs
