// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QJsonArray;
class QToolButton;

namespace rs {

/// The filters of single columns of a table: a button that says which column the filter field looks at, and below the
/// field a mark for each filter that is kept, which a click takes away. A filter of a column that the table does not
/// have now is kept without a mark.
class ColumnFilters final : public QWidget
{
    Q_OBJECT
public:
    struct Column
    {
        QString id;
        QString title;
        bool hidden = false; ///< not offered
    };
    struct Kept
    {
        QString column; ///< id
        QString text;   ///< see ColumnCondition
        bool regularExpression = false;
        bool operator==(const Kept &) const = default;
    };

    /// `columns` says what the table has now. The widget itself is the line of marks, hidden while there is none.
    ColumnFilters(std::function<std::vector<Column>()> columns, QWidget *parent);

    [[nodiscard]] QToolButton *button() const { return m_button; }
    [[nodiscard]] const std::vector<QToolButton *> &marks() const { return m_marks; }
    /// Id of the column that the filter field looks at; empty: all of them.
    [[nodiscard]] const QString &chosen() const { return m_chosen; }
    void choose(const QString &column);
    [[nodiscard]] const std::vector<Kept> &kept() const { return m_kept; }
    void keep(Kept filter);
    /// Another text for one that is kept, which asks for the same: no change of what is filtered.
    void rewrite(size_t filter, const QString &text);
    void clear();
    /// After the columns of the table or their titles changed, or the language.
    void refresh();
    [[nodiscard]] QJsonArray toJson() const;
    /// Skips invalid filters.
    void fromJson(const QJsonArray &filters);

signals:
    /// By the user.
    void chosenChanged();
    void keptChanged();

private:
    void fillMenu();
    void makeMarks();
    [[nodiscard]] QString titleOf(const QString &column) const;

    std::function<std::vector<Column>()> m_columns;
    QToolButton *m_button;
    std::vector<QToolButton *> m_marks;
    std::vector<std::pair<QString, Kept>> m_shown; ///< what the marks say, and of which filter
    QString m_chosen;
    std::vector<Kept> m_kept;
};

} // namespace rs
