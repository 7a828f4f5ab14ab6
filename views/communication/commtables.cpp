// SPDX-License-Identifier: Apache-2.0
#include "views/communication/commtables.h"

#include "views/system/pageupdates.h"
#include "views/system/tablepage.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

CommTables::CommTables(const QString &name, const QStringList &ids, const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_picker(new Picker(this)), m_hint(plainLabel(this)), m_stack(new QStackedWidget(this))
{
    setObjectName(name);
    for (const QString &id : ids) {
        m_pages.push_back(new TablePage(id, context));
        m_stack->addWidget(m_pages.back());
    }
    new PageUpdates(context, {m_pages.begin(), m_pages.end()}, this);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setWordWrap(true);
    auto *const head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_picker);
    head->addWidget(m_hint, 1);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->addLayout(head);
    rows->addWidget(m_stack, 1);
    m_picker->setVisible(m_pages.size() > 1);
    m_picker->setValue(ids.front());
    setFocusProxy(m_picker);
    connect(m_picker, &Picker::chosen, this, [this] {
        showChosen();
        emit tableChosen();
    });
}

TablePage *CommTables::page() const
{
    return m_pages[static_cast<size_t>(m_stack->currentIndex())];
}

bool CommTables::isComplete() const
{
    return page()->isComplete();
}

bool CommTables::showTable(const QString &id)
{
    if (std::none_of(m_pages.begin(), m_pages.end(), [&id](const TablePage *p) { return p->objectName() == id; }))
        return false;
    m_picker->setValue(id);
    showChosen();
    return true;
}

void CommTables::showChosen()
{
    for (TablePage *const page : m_pages) {
        if (page->objectName() == m_picker->value().toString())
            m_stack->setCurrentWidget(page);
    }
    m_hint->setText(page()->hint());
}

void CommTables::retranslate()
{
    std::vector<PickerItem> items;
    for (TablePage *const page : m_pages) {
        page->retranslate();
        items.push_back({page->title(), page->objectName()});
    }
    m_picker->setLabel(tr("Table"));
    m_picker->setItems(items);
    showChosen();
}

} // namespace rs
