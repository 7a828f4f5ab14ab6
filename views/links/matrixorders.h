// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/domains.h"
#include "items/matrixgrid.h"
#include "views/widgets/picker.h"

#include <QCoreApplication>

#include <vector>

namespace rs {

/// In which orders the rows of the matrix of a run can stand: by rank, by host, by the groups of a kind (tp, pp, …).
class MatrixOrders
{
    Q_DECLARE_TR_FUNCTIONS(rs::MatrixOrders)
public:
    /// Only those that tell ranks apart; the first is by rank.
    [[nodiscard]] static std::vector<PickerItem> items(const Run &run, const std::vector<Domain> &domains);
    /// The id of the order by host.
    [[nodiscard]] static QString byHosts();
    /// Blocks of the order with that id; none by rank, and for an id that the run does not have.
    [[nodiscard]] static std::vector<MatrixBlock> blocks(const Run &run, const std::vector<Domain> &domains,
                                                         const QString &id);
};

} // namespace rs
