// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue.h"

namespace rs {

void addHostTables(Catalogue &catalogue);
void addMemoryCompareTable(Catalogue &catalogue);

} // namespace rs
