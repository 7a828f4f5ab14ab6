// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/page.h"

#include <vector>

namespace rs {

/// Every page of the system view, in the order of its list. This is the one place in which a page is registered.
[[nodiscard]] std::vector<Page *> createSystemPages(const ViewContext &context, QWidget *parent);

} // namespace rs
