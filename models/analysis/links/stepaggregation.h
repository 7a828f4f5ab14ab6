// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs {

/// Aggregation over several steps.
enum class StepAggregation : quint8 {
    Each, ///< every step by itself
    Sum,  ///< sizes and times over the steps
    Mean, ///< the same, divided by the steps
};

} // namespace rs
