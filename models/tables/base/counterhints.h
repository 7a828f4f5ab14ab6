// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// Facts on a counter of the cores, whichever of the option's groups (aic_metrics) it is of.
struct CounterHint
{
    const char *text; ///< English, marked for translation in "Tables"
    /// It tells of its own how the operator ran: of groups other than PipeUtilization such a counter is shown at once.
    bool telling = false;
};

/// By the name that the file has: "aic_mac_ratio", "aiv_ub_read_bw(GB/s)", "vec_bank_cflt_ratio".
[[nodiscard]] CounterHint counterHint(const QString &name);

} // namespace rs
