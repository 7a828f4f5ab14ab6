// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs {

/// How what several steps have is told.
enum class StepAggregation : quint8 {
    Each, ///< every step by itself
    Sum,  ///< sizes and times over the steps
    Mean, ///< the same, divided by the steps
};

} // namespace rs
