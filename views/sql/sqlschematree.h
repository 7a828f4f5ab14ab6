// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sql/sqlengine.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace rs {

/// What statements can name: the tables of the catalogue with their columns, types and units, and those of the
/// databases of the ranks. What they mean stands in the tooltips. Double click and Return give a name.
class SqlSchemaTree final : public QWidget
{
    Q_OBJECT
public:
    explicit SqlSchemaTree(QWidget *parent = nullptr);

    /// Keeps what is unfolded and chosen, where it is still there.
    void setSchema(const std::vector<SqlTable> &tables, const std::vector<SqlDatabaseTable> &databases);
    void retranslate();
    [[nodiscard]] QTreeWidget *tree() const { return m_tree; }
    [[nodiscard]] QLineEdit *filterField() const { return m_filter; }

signals:
    /// As a statement writes it.
    void chosen(const QString &name);

private:
    void applyFilter();

    QLineEdit *m_filter;
    QTreeWidget *m_tree;
};

} // namespace rs
