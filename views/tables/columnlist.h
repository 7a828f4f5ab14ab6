// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QWidget>

class QLineEdit;
class QListWidget;
class QTableView;

namespace rs {

/// The columns of a table to be shown and hidden, with a field to find one among many: it scrolls, where a menu of as
/// many entries would be as high as the screen.
class ColumnList : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(rs::ColumnList)
public:
    explicit ColumnList(QTableView *view, QWidget *parent = nullptr);

    [[nodiscard]] QLineEdit *search() const { return m_search; }
    [[nodiscard]] QListWidget *list() const { return m_list; }

private:
    void find(const QString &text);

    QTableView *m_view;
    QLineEdit *m_search;
    QListWidget *m_list;
    int m_pressed = -1; ///< state of the item when it was pressed
};

} // namespace rs
