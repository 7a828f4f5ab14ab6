// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernelcolumns.h"
#include "core/rundata.h"
#include "items/rowsource.h"

namespace rs {

/// A deliverable (kernel_details.csv, op_statistic.csv …) as rows, with the columns of the file in its order and under
/// its names. Stamps are shown as offsets; the stamps themselves are hidden columns behind the others.
class TableRows final : public RowSource
{
public:
    /// `table` is one of `rank`. `originNs` is the zero of offsets; 0 where nothing tells one: then the first stamp is.
    TableRows(std::shared_ptr<const RankData> rank, std::shared_ptr<const Table> table, qint64 originNs);

    /// True when rows can be placed in time.
    [[nodiscard]] bool isTimed() const { return m_kernel.isTimed(); }

    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_table->rows()); }
    [[nodiscard]] const StringPool &strings() const override { return m_table->strings(); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] QString text(StrId id) const override;
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override;
    [[nodiscard]] bool isIdentifier(int column) const override;
    [[nodiscard]] std::optional<Interval> time(quint32 row) const override;
    [[nodiscard]] SliceId slice(quint32 row) const override;

private:
    struct Place
    {
        int column = -1;     ///< of the table
        bool offset = false; ///< shown less the origin
    };
    [[nodiscard]] const Place &place(int column) const { return m_places[static_cast<size_t>(column)]; }
    [[nodiscard]] qint64 firstStamp() const;

    std::shared_ptr<const RankData> m_rank;
    std::shared_ptr<const Table> m_table;
    KernelColumns m_kernel;
    std::vector<Place> m_places;
    qint64 m_originNs;
};

} // namespace rs
