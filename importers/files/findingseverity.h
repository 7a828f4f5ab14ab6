// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/importreport.h"

namespace rs {

/// A few that differ may be a habit of a writer that nobody has met; of many, files of two runs, or damage.
[[nodiscard]] inline Severity severityOf(qint64 count, qint64 of)
{
    return count > of / 10 ? Severity::Loss : Severity::Notice;
}

} // namespace rs
