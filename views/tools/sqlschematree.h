// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sql/sqlengine.h"

#include <QSet>
#include <QString>
#include <QWidget>

#include <vector>

class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace rs {

/// Names for statements: the tables of the catalogue with their columns, types and units, and after them every database
/// of the run, whose tables are read once it is unfolded. Their meanings are in the tooltips. Double click and Return
/// give a name.
class SqlSchemaTree final : public QWidget
{
    Q_OBJECT
public:
    explicit SqlSchemaTree(QWidget *parent = nullptr);

    /// Keeps what is unfolded and chosen, where it is still there.
    void setSchema(const std::vector<SqlTable> &tables, const std::vector<SqlDatabase> &databases);
    /// Sets the content of one of these databases.
    void setContent(const SqlDatabaseContent &content);
    void retranslate();
    [[nodiscard]] QTreeWidget *tree() const { return m_tree; }
    [[nodiscard]] QLineEdit *filterField() const { return m_filter; }

signals:
    /// As a statement writes it.
    void chosen(const QString &name);
    /// Its tables are to be shown and have not been set.
    void contentWanted(const QString &database);

private:
    void applyFilter();
    void askFor(const QTreeWidgetItem *item);
    /// Unfolds and chooses again what was so before its items were made anew.
    void restore(QTreeWidgetItem *item);

    QLineEdit *m_filter;
    QTreeWidget *m_tree;
    QSet<QString> m_unfolded; ///< as statements write it
    QString m_chosen;
};

} // namespace rs
