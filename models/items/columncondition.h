// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"
#include "items/tablecolumn.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QString>

#include <optional>

namespace rs {

/// A filter of one column of a table.
struct ColumnFilter
{
    int column = -1; ///< column of the model, or index into RowQuery::columns
    QString text;    ///< see ColumnCondition
    bool regularExpression = false;
    bool operator==(const ColumnFilter &) const = default;
};

/// Condition on the cells of a column. Of numbers "> 100", ">= 2 ms", "10..20" with both ends, "..20", "= 5", "!= 5",
/// in the unit that the column shows where none is said: a value counts as what it is shown as, so that "= 1.234" finds
/// what reads 1.234. Of texts "= whole text" and "!= whole text". Of both "! part": the cell does not show it; anything
/// else is looked for in what the cell shows, in either case. Texts that are numbers can be compared as well.
class ColumnCondition
{
    Q_DECLARE_TR_FUNCTIONS(rs::ColumnCondition)
public:
    /// `unit`: in which times of the column are shown.
    ColumnCondition(const QString &text, bool regularExpression, const TableColumn &column, format::TimeUnit unit);

    /// A sentence where the text cannot be understood; such a condition is to be left out.
    [[nodiscard]] const QString &error() const { return m_error; }
    /// Whether numbers are asked about and not what cells show: acceptsNumber() is for columns of numbers.
    [[nodiscard]] bool isOfNumbers() const { return m_isOfNumbers; }
    /// A raw value of the column.
    [[nodiscard]] bool acceptsNumber(double raw) const;
    /// A cell by what it shows; an empty text where it has no value. Throws PatternGaveUp.
    [[nodiscard]] bool acceptsShown(const QString &shown) const;

    /// The text with the unit of its numbers, so that it asks for the same when the column shows another unit.
    [[nodiscard]] static QString withUnit(const QString &text, const TableColumn &column, format::TimeUnit unit);

private:
    enum class Operator : quint8 { Contains, Lacks, Equals, Differs, Less, AtMost, More, AtLeast, Between };
    struct Number
    {
        double value = 0; ///< as it is written
        QString unit;
    };
    [[nodiscard]] static Operator operatorOf(const QString &text, QString &rest);
    [[nodiscard]] static bool isComparison(Operator o) { return o != Operator::Contains && o != Operator::Lacks; }
    [[nodiscard]] static std::optional<Number> numberOf(const QString &text);
    void parseRange(const QString &text);
    void compareWith(const QString &text);
    [[nodiscard]] double scaled(const Number &number);

    CellKind m_kind;
    double m_unitOfColumn; ///< raw value of one unit
    double m_halfShown;    ///< half of the last decimal that is shown, raw; 0 where all of it is shown
    Operator m_operator = Operator::Contains;
    bool m_isOfNumbers = false;
    std::optional<double> m_low; ///< raw; of Between either may be open, of the others the value
    std::optional<double> m_high;
    QString m_text;
    QRegularExpression m_expression;
    QString m_error;
};

} // namespace rs
