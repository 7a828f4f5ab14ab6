// SPDX-License-Identifier: Apache-2.0
#include "views/tables/columnlist.h"

#include "views/tables/tableparts.h"

#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {

constexpr int columnRole = Qt::UserRole;
constexpr int linesShown = 14;

} // namespace

ColumnList::ColumnList(QTableView *view, QWidget *parent)
    : QWidget(parent), m_view(view), m_search(new QLineEdit(this)), m_list(new QListWidget(this))
{
    m_search->setPlaceholderText(tr("Find a column"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_list->setAccessibleName(tr("Columns"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    const QHeaderView *const header = view->horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        auto *const item =
            new QListWidgetItem(view->model()->headerData(column, Qt::Horizontal).toString().simplified(), m_list);
        item->setData(columnRole, column);
        item->setCheckState(header->isSectionHidden(column) ? Qt::Unchecked : Qt::Checked);
    }
    const int line = m_list->sizeHintForRow(0);
    m_list->setFixedHeight(std::min(m_list->count(), linesShown) * line + 2 * m_list->frameWidth());
    m_list->setMinimumWidth(m_list->sizeHintForColumn(0) + 2 * line);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 4, 8, 4);
    rows->setSpacing(4);
    rows->addWidget(m_search);
    rows->addWidget(m_list);
    setFocusProxy(m_search);
    connect(m_search, &QLineEdit::textChanged, this, &ColumnList::find);
    connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem *item) {
        const int column = item->data(columnRole).toInt();
        tableparts::setColumnShown(m_view, column, item->checkState() == Qt::Checked);
        // The last one stays.
        const QSignalBlocker blocker(m_list);
        item->setCheckState(m_view->isColumnHidden(column) ? Qt::Unchecked : Qt::Checked);
    });
    // The text of an item is as good as its box.
    connect(m_list, &QListWidget::itemPressed, this,
            [this](const QListWidgetItem *item) { m_pressed = item->checkState(); });
    connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem *item) {
        if (item->checkState() == m_pressed)
            item->setCheckState(m_pressed == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    });
}

void ColumnList::find(const QString &text)
{
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setHidden(!m_list->item(i)->text().contains(text.simplified(), Qt::CaseInsensitive));
}

} // namespace rs
