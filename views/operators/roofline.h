// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rs {

class ChartFrame;
class TablePage;
struct ViewContext;

/// Rows of the table of MFU as a roofline: rate over operations a byte, both in decades, with the roof of each data
/// type. A point is as large as the time of its kernels, and leads where its row does.
[[nodiscard]] ChartFrame *createRoofline(const ViewContext &context, TablePage &page);

} // namespace rs
