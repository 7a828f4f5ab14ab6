// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"

namespace rs {

/// matrixCells() of what single operators did only as far as `query` names it, a class or an operator, but always with
/// the sums over a kind of operators and over all of them: on these it rests what a link can do, and classes are five
/// of six links. Empty when cancelled.
[[nodiscard]] std::vector<MatrixCell> linkCells(const Run &run, const CommQuery &query, const JobContext &job);

} // namespace rs
