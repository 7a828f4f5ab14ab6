// SPDX-License-Identifier: Apache-2.0
// How what communication files hold is ordered and asked for; of no use elsewhere.
#pragma once

#include <QString>

#include <utility>

namespace rs {

/// Steps as numbers where they are numbers, so that 9 comes before 10.
using StepKey = std::pair<qlonglong, QString>;

[[nodiscard]] inline StepKey stepKey(const QString &step)
{
    bool ok = false;
    const qlonglong n = step.toLongLong(&ok);
    return {ok ? n : -1, step};
}

} // namespace rs
