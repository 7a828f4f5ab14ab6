// SPDX-License-Identifier: Apache-2.0
#include "views/tools/sqlschematree.h"

#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "sql/sqltokens.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {

constexpr int writtenRole = Qt::UserRole + 1;
constexpr int databaseRole = Qt::UserRole + 2; ///< name, of an item that is a database
constexpr int isReadRole = Qt::UserRole + 3;
constexpr int byFilterRole = Qt::UserRole + 4; ///< the filter unfolded it, and folds it again

QTreeWidgetItem *addItem(QTreeWidgetItem *parent, const QString &name, const QString &type, const QString &unit,
                         const QString &written, const QString &tip)
{
    auto *const item = new QTreeWidgetItem(parent, {format::displayText(name), type, format::displayText(unit)});
    item->setData(0, writtenRole, written);
    // An entry without a type gives its column's room to the name.
    item->setFirstColumnSpanned(type.isEmpty() && unit.isEmpty());
    // In a narrow column the name is cut.
    const QString whole = tip.startsWith(name) ? tip : name + u'\n' + tip;
    for (int c = 0; c < item->columnCount(); ++c)
        item->setToolTip(c, format::tooltipText(whole));
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
    connect(m_tree, &QTreeWidget::itemExpanded, this, &SqlSchemaTree::askFor);
    retranslate();
}

void SqlSchemaTree::setSchema(const std::vector<SqlTable> &tables, const std::vector<SqlDatabase> &databases)
{
    m_unfolded.clear();
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
        if ((*it)->isExpanded() && !(*it)->data(0, byFilterRole).toBool())
            m_unfolded.insert((*it)->data(0, writtenRole).toString());
    }
    const QTreeWidgetItem *current = m_tree->currentItem();
    if (current && current->parent() && current->childCount() == 0)
        current = current->parent(); // the table of a column
    m_chosen = current ? current->data(0, writtenRole).toString() : QString();
    m_tree->clear();
    QTreeWidgetItem *const root = m_tree->invisibleRootItem();
    for (const SqlTable &t : tables) {
        QTreeWidgetItem *const item =
            addItem(root, t.name, {}, {}, sqlName(t.name), tableText(t.spec->title) + u'\n' + tableText(t.spec->hint));
        for (const SqlColumn &c : t.columns) {
            QString tip = c.description.isEmpty() ? c.name : tableText(c.description);
            if (c.source == SqlSource::Parameter)
                tip += u'\n' + tr("Not a column of the rows: set it with a condition such as %1 = …").arg(c.name);
            QTreeWidgetItem *const column = addItem(item, c.name, c.type, c.unit, sqlName(c.name), tip);
            QFont font = m_tree->font();
            font.setItalic(c.source == SqlSource::Parameter);
            column->setFont(0, font);
        }
    }
    const QString type = tr("database");
    for (const SqlDatabase &database : databases) {
        QTreeWidgetItem *const item =
            addItem(root, database.name, type, {}, database.name + u'.',
                    tr("As the database has it, in the file's units and with its ids: %1").arg(database.path));
        item->setData(0, databaseRole, database.name);
        item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    }
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        restore(m_tree->topLevelItem(i));
    applyFilter();
}

void SqlSchemaTree::setContent(const SqlDatabaseContent &content)
{
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *const item = m_tree->topLevelItem(i);
        if (item->data(0, databaseRole).toString() != content.database.name)
            continue;
        qDeleteAll(item->takeChildren());
        item->setData(0, isReadRole, true);
        item->setChildIndicatorPolicy(QTreeWidgetItem::DontShowIndicatorWhenChildless);
        for (const SqlDatabaseTable &t : content.tables) {
            QTreeWidgetItem *const table =
                addItem(item, t.name, {}, {}, t.database + u'.' + sqlName(t.name), t.database + u'.' + t.name);
            for (const auto &[name, declared] : t.columns)
                addItem(table, name, format::displayText(declared), {}, sqlName(name), name);
            restore(table);
        }
        if (!content.why.isEmpty())
            addItem(item, tr("cannot be read"), {}, {}, {}, tableText(content.why));
        else if (content.tables.empty())
            addItem(item, tr("no tables"), {}, {}, {}, content.database.path);
    }
    applyFilter();
}

void SqlSchemaTree::restore(QTreeWidgetItem *item)
{
    const QString written = item->data(0, writtenRole).toString();
    if (m_unfolded.contains(written))
        item->setExpanded(true);
    if (!m_chosen.isEmpty() && written == m_chosen)
        m_tree->setCurrentItem(item);
}

void SqlSchemaTree::askFor(const QTreeWidgetItem *item)
{
    const QString database = item->data(0, databaseRole).toString();
    if (!database.isEmpty() && !item->data(0, isReadRole).toBool())
        emit contentWanted(database);
}

void SqlSchemaTree::retranslate()
{
    m_filter->setPlaceholderText(tr("Filter tables and columns"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_tree->setAccessibleName(tr("Tables that statements can name"));
    m_tree->setHeaderLabels({tr("Table or column"), tr("Type"), tr("Unit")});
}

// An entry that matches by its own name is shown whole; of others the matching parts. "rank7.TASK" is looked for in
// rank7, which is read for it; databases that were never unfolded are known by their name only.
void SqlSchemaTree::applyFilter()
{
    const QString text = m_filter->text().trimmed();
    for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
        if (!(*it)->data(0, byFilterRole).toBool())
            continue;
        (*it)->setExpanded(false);
        (*it)->setData(0, byFilterRole, {});
    }
    const auto matches = [&text](const QString &name) { return name.contains(text, Qt::CaseInsensitive); };
    // Whether anything of the item is shown.
    const auto show = [](QTreeWidgetItem *item, bool own, const auto &showChild) {
        bool any = own;
        for (int c = 0; c < item->childCount(); ++c)
            any = showChild(item->child(c), own) || any;
        item->setHidden(!any);
        if (!own && any && !item->isExpanded()) {
            item->setExpanded(true);
            item->setData(0, byFilterRole, true);
        }
        return any;
    };
    const auto showColumn = [&matches](QTreeWidgetItem *item, bool whole) {
        const bool shown = whole || matches(item->text(0));
        item->setHidden(!shown);
        return shown;
    };
    const auto showTable = [&](QTreeWidgetItem *item, bool whole) {
        return show(item, whole || matches(item->text(0)) || matches(item->data(0, writtenRole).toString()),
                    showColumn);
    };
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem *const item = m_tree->topLevelItem(i);
        const QString database = item->data(0, databaseRole).toString();
        if (database.isEmpty()) {
            showTable(item, false);
            continue;
        }
        const bool isNamed = text.startsWith(database + u'.', Qt::CaseInsensitive);
        if (isNamed)
            askFor(item);
        const bool any =
            show(item, text.isEmpty() || matches(database) || text.compare(database + u'.', Qt::CaseInsensitive) == 0,
                 showTable);
        if (isNamed && !any)
            item->setHidden(item->data(0, isReadRole).toBool());
    }
}

} // namespace rs

#include "moc_sqlschematree.cpp"
