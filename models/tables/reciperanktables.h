// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue.h"

namespace rs {

/// Results of msprof-analyze's recipes that speak of calls of CANN, of ranks and of steps.
void addRankRecipeTables(Catalogue &catalogue);

} // namespace rs
