// SPDX-License-Identifier: Apache-2.0
#include "views/sql/sqlschematree.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "sql/sqltokens.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSet>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {

constexpr int writtenRole = Qt::UserRole + 1;

QTreeWidgetItem *addItem(QTreeWidgetItem *parent, const QString &name, const QString &type, const QString &unit,
                         const QString &written, const QString &tip)
{
    auto *const item = new QTreeWidgetItem(parent, {format::displayText(name), type, format::displayText(unit)});
    item->setData(0, writtenRole, written);
    for (int c = 0; c < item->columnCount(); ++c)
        item->setToolTip(c, format::tooltipText(tip));
    return item;
}

} // namespace

SqlSchemaTree::SqlSchemaTree(QWidget *parent)
    : QWidget(parent), m_filter(new QLineEdit(this)), m_tree(new QTreeWidget(this))
{
    m_filter->setClearButtonEnabled(true);
    m_tree->setColumnCount(3);
    m_tree->setUniformRowHeights(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_filter);
    rows->addWidget(m_tree, 1);
    connect(m_filter, &QLineEdit::textChanged, this, &SqlSchemaTree::applyFilter);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        if (const QString written = item->data(0, writtenRole).toString(); !written.isEmpty())
            emit chosen(written);
    });
    retranslate();
}

void SqlSchemaTree::setSchema(const std::vector<SqlTable> &tables, const std::vector<SqlDatabaseTable> &databases)
{
    QSet<QString> unfolded;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        if (m_tree->topLevelItem(i)->isExpanded())
            unfolded.insert(m_tree->topLevelItem(i)->data(0, writtenRole).toString());
    }
    const QTreeWidgetItem *const current = m_tree->currentItem();
    const QTreeWidgetItem *const table = current && current->parent() ? current->parent() : current;
    const QString chosenTable = table ? table->data(0, writtenRole).toString() : QString();
    m_tree->clear();
    QTreeWidgetItem *const root = m_tree->invisibleRootItem();
    for (const SqlTable &t : tables) {
        QTreeWidgetItem *const item =
            addItem(root, t.name, {}, {}, sqlName(t.name), tableText(t.spec->title) + u'\n' + tableText(t.spec->hint));
        for (const SqlColumn &c : t.columns) {
            QString tip = c.description.isEmpty() ? c.name : tableText(c.description);
            if (c.source == SqlSource::Parameter)
                tip += u'\n' + tr("It is in no row: a condition such as %1 = … asks the table for it.").arg(c.name);
            QTreeWidgetItem *const column = addItem(item, c.name, c.type, c.unit, sqlName(c.name), tip);
            QFont font = m_tree->font();
            font.setItalic(c.source == SqlSource::Parameter);
            column->setFont(0, font);
        }
    }
    for (const SqlDatabaseTable &t : databases) {
        const QString written = t.database + u'.' + sqlName(t.name);
        QTreeWidgetItem *const item =
            addItem(root, t.database + u'.' + t.name, {}, {}, written,
                    tr("As the database has it, in the file's units and with its ids: %1").arg(t.file));
        for (const auto &[name, type] : t.columns)
            addItem(item, name, format::displayText(type), {}, sqlName(name), name);
    }
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *const item = m_tree->topLevelItem(i);
        const QString written = item->data(0, writtenRole).toString();
        item->setExpanded(unfolded.contains(written));
        if (written == chosenTable)
            m_tree->setCurrentItem(item);
    }
    applyFilter();
}

void SqlSchemaTree::retranslate()
{
    m_filter->setPlaceholderText(tr("Filter tables and columns"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_tree->setAccessibleName(tr("Tables that statements can name"));
    m_tree->setHeaderLabels({tr("Table or column"), tr("Type"), tr("Unit")});
}

// A table whose name matches is shown whole; of others the columns that do.
void SqlSchemaTree::applyFilter()
{
    const QString text = m_filter->text().trimmed();
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *const item = m_tree->topLevelItem(i);
        const bool own = text.isEmpty() || item->text(0).contains(text, Qt::CaseInsensitive);
        bool any = own;
        for (int c = 0; c < item->childCount(); ++c) {
            const bool shown = own || item->child(c)->text(0).contains(text, Qt::CaseInsensitive);
            item->child(c)->setHidden(!shown);
            any = any || shown;
        }
        item->setHidden(!any);
        if (!own && any)
            item->setExpanded(true);
    }
}

} // namespace rs
