// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// A statement with each part that only counts, sums and bounds the durations of `slices` by name and rank written over
/// `slices_stats` instead, which has a row per name where `slices` has one per slice. It gives the same rows in the
/// same order. Where those sums are beyond 64 bits it ends with an error. Empty where no part is such.
[[nodiscard]] QString withSliceSums(const QString &sql);

} // namespace rs
