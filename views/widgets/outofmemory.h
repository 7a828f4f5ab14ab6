// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/latestjob.h"

#include <functional>

class QWidget;

namespace rs {

/// For LatestJob::onOutOfMemory(): as long as the newest work has found no memory, a sentence that says so covers
/// `over`, so that nobody takes what stands there for the answer.
[[nodiscard]] std::function<void(Shortage)> outOfMemoryCover(QWidget *over);

} // namespace rs
