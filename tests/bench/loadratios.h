// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs::bench {

/// Reads the files of a run one by one, its first rank, and all of it, each `rounds` times in turn with its bound, and
/// prints medians and their ratios. Returns false when there is no such run.
bool printLoadRatios(const QString &folder, int rounds, int threads);

} // namespace rs::bench
