// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/picker.h"

#include "items/format.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/searchbox.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include <utility>

namespace rs {

namespace {

// The list cuts long names in their middle.
QStandardItem *rowOf(const PickerItem &item)
{
    auto *const row = new QStandardItem(format::displayText(format::clipText(item.text, 120)));
    row->setData(item.data, Qt::UserRole);
    row->setData(format::displayText(item.text), SearchBox::WholeTextRole);
    row->setData(format::tooltipText(item.whyNot.isEmpty() ? item.text : item.whyNot), Qt::ToolTipRole);
    if (!item.section.isEmpty())
        row->setData(item.section, SearchBox::SectionRole);
    if (!item.detail.isEmpty())
        row->setData(item.detail, SearchBox::DetailRole);
    row->setEnabled(item.whyNot.isEmpty());
    return row;
}

} // namespace

Picker::Picker(QWidget *parent) : QWidget(parent), m_label(plainLabel(this)), m_box(new SearchBox(this))
{
    m_label->setBuddy(m_box);
    m_box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_box->setMaximumWidth(fontMetrics().averageCharWidth() * 34);
    m_box->setMaxVisibleItems(24);
    m_box->view()->setTextElideMode(Qt::ElideMiddle);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    line->addWidget(m_label);
    line->addWidget(m_box);
    connect(m_box, &QComboBox::activated, this, [this](int i) {
        const QVariant v = m_box->itemData(i);
        if (v == m_value)
            return;
        m_value = v;
        updateToolTip();
        emit chosen(v);
    });
    connect(m_box, &SearchBox::furtherChosen, this, [this](const QVariant &v) {
        setValue(v);
        emit chosen(v);
    });
}

QComboBox *Picker::box() const
{
    return m_box;
}

void Picker::setWhole()
{
    m_box->setMaximumWidth(QWIDGETSIZE_MAX);
}

void Picker::setSearched()
{
    m_box->setSearchedFrom(0);
}

void Picker::setFurther(std::function<std::vector<Choice>()> further)
{
    m_box->setFurther(std::move(further));
}

void Picker::setLabel(const QString &label)
{
    m_label->setText(label);
    m_box->setAccessibleName(label);
}

int Picker::indexOf(const QVariant &value) const
{
    // Not QComboBox::findData: it compares texts of custom types.
    for (int i = 0; i < m_box->count(); ++i) {
        if (m_box->itemData(i) == value)
            return i;
    }
    return -1;
}

void Picker::setItems(const std::vector<PickerItem> &items)
{
    if (items != m_items || m_box->count() != static_cast<int>(items.size())) {
        const QSignalBlocker blocker(m_box);
        m_items = items;
        m_box->clear();
        // All of them at once: the box measures itself after each arrival.
        QList<QStandardItem *> rows;
        for (const PickerItem &item : items)
            rows.append(rowOf(item));
        qobject_cast<QStandardItemModel *>(m_box->model())->invisibleRootItem()->appendRows(rows);
        m_box->updateGeometry();
        updateGeometry();
    }
    setValue(m_value.isValid() || items.empty() ? m_value : items.front().data);
}

void Picker::setAvailable(const QString &whyNot)
{
    m_whyNot = whyNot;
    setEnabled(whyNot.isEmpty());
    updateToolTip();
}

QVariant Picker::value() const
{
    return m_value;
}

void Picker::setValue(const QVariant &value)
{
    const QSignalBlocker blocker(m_box);
    m_value = value;
    int i = indexOf(value);
    if (i < 0 && value.isValid() && value.canConvert<QString>() && !value.toString().isEmpty()) {
        add({value.toString(), value});
        i = m_box->count() - 1;
    }
    m_box->setCurrentIndex(i);
    updateToolTip();
}

void Picker::add(const PickerItem &item)
{
    qobject_cast<QStandardItemModel *>(m_box->model())->appendRow(rowOf(item));
}

void Picker::updateToolTip()
{
    m_box->setToolTip(
        format::tooltipText(m_whyNot.isEmpty() ? m_box->currentData(SearchBox::WholeTextRole).toString() : m_whyNot));
}

} // namespace rs

#include "moc_picker.cpp"
