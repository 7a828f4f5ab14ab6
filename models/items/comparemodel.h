// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/rankcompare.h"
#include "items/columnmodel.h"

#include <vector>

namespace rs {

/// Operators of two ranks side by side. Difference = other - base.
class CompareModel : public RowModel<CompareRow>
{
    Q_OBJECT
public:
    explicit CompareModel(QObject *parent = nullptr);

    /// Columns that the grouping does not have are left out. The names stand in the titles: "rank 0 total (ms)".
    void setComparison(const RankComparison &comparison, const QString &baseName, const QString &otherName);
    /// The same rows with the names that the ranks have in another language.
    void retranslate(const QString &baseName, const QString &otherName);
    [[nodiscard]] OperatorGrouping grouping() const { return m_grouping; }
    /// What a row is called: its type, name and shapes, as far as the grouping has them.
    [[nodiscard]] static QString label(const CompareRow &row, OperatorGrouping grouping);

protected:
    [[nodiscard]] QString text(int row, int column) const override;
    [[nodiscard]] QVariant extra(int row, int column, int role) const override;

private:
    [[nodiscard]] std::vector<Field> fields() const;

    OperatorGrouping m_grouping = OperatorGrouping::Type;
    QString m_baseName;
    QString m_otherName;
    qint64 m_largestDifference = 0;
    bool m_hasCores = false;
};

/// One slice of the two pies: the same operators on both sides, so that they have the same colour.
struct ComparePart
{
    QString label;
    qint64 baseNs = 0;
    qint64 otherNs = 0;
    bool rest = false; ///< all operators that are not among the top
};

/// The `top` largest operators by the time of both sides together, then one part with the rest. 0: no limit.
[[nodiscard]] std::vector<ComparePart> compareParts(const RankComparison &comparison, int top);

} // namespace rs
