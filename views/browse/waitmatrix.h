// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rs {

class ChartFrame;
class TablePage;
struct ViewContext;

/// Rows of a page of waits as a matrix: who waited, for whom, how long. A cell and its row are chosen together. The
/// page outlives it.
[[nodiscard]] ChartFrame *createWaitMatrix(const ViewContext &context, TablePage &page);

} // namespace rs
