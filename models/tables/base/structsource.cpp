// SPDX-License-Identifier: Apache-2.0
#include "tables/base/structsource.h"

namespace rs {

std::shared_ptr<const StringPool> traceTexts(const std::shared_ptr<const RankData> &rank)
{
    return rank && rank->trace ? std::shared_ptr<const StringPool>(rank, &rank->trace->strings()) : nullptr;
}

} // namespace rs
