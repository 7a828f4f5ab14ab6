// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/csvdeliverables.h"

#include "importers/csv/kernelcsv.h"

namespace rs {

namespace {

constexpr CsvDeliverable deliverables[] = {
    {"op_statistic", readOpStatistic},
    {"api_statistic", readApiStatistic},
    {"l2_cache", readL2Cache},
};

} // namespace

std::span<const CsvDeliverable> csvDeliverables()
{
    return deliverables;
}

} // namespace rs
