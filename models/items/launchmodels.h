// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/idlecauses.h"
#include "analysis/rankalign.h"
#include "items/columnmodel.h"

#include <QCoreApplication>

#include <functional>

namespace rs {

/// A table over structs whose columns are given from outside: titles, values, and what a cell offers beside its value.
template <typename Row>
class StructModel : public RowModel<Row>
{
public:
    using typename RowModel<Row>::Field;
    /// Value of another role for a column, by its id; invalid for most.
    using Extra = std::function<QVariant(const Row &row, const QString &column, int role)>;

    StructModel(std::vector<Field> fields, Extra extra, QObject *parent = nullptr)
        : RowModel<Row>(parent), m_extra(std::move(extra))
    {
        this->resetFields(std::move(fields), {});
    }
    void setRows(std::vector<Row> rows) { this->resetRows(std::move(rows)); }
    /// The same columns in another language.
    void setTitlesOf(const std::vector<Field> &fields) { this->retitle(fields); }

protected:
    [[nodiscard]] QVariant extra(int row, int column, int role) const override
    {
        return m_extra(this->row(row), this->columns()[static_cast<size_t>(column)].id, role);
    }

private:
    Extra m_extra;
};

/// The clock of one rank.
struct ClockRow
{
    QString rank;
    RankAlignment alignment;
    qint64 appliedNs = 0; ///< what the timeline takes off now
    bool aligned = false; ///< what it takes off is this alignment, drift and all
};

/// Columns and words of the tables about launches and clocks, in the user's language.
class LaunchTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::LaunchTexts)
public:
    [[nodiscard]] static QString cause(IdleCause cause);
    [[nodiscard]] static QString causeHint(IdleCause cause);
    [[nodiscard]] static QString clockStatus(const struct ClockRow &row);
    /// Why a rank keeps its own clock, or how it was aligned.
    [[nodiscard]] static QString clockReason(const RankAlignment &a);
    [[nodiscard]] static QString step(const QString &step);
};

using ClockModel = StructModel<ClockRow>;

/// Columns with their values, in the user's language.
namespace launchcolumns {
[[nodiscard]] std::vector<ClockModel::Field> clocks();
} // namespace launchcolumns

[[nodiscard]] ClockModel *makeClockModel(QObject *parent);

} // namespace rs
