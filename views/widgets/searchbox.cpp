// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/searchbox.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace rs {

SearchBox::SearchBox(QWidget *parent) : QComboBox(parent) {}

void SearchBox::showPopup()
{
    std::vector<Choice> further = m_further ? m_further() : std::vector<Choice>();
    if (count() < m_searchedFrom && further.empty())
        return QComboBox::showPopup();
    if (!m_popup) {
        m_popup = new ChoicePopup(this);
        connect(m_popup, &ChoicePopup::chosen, this, &SearchBox::choose);
    }
    std::vector<Choice> choices;
    choices.reserve(static_cast<size_t>(count()) + further.size());
    const auto textOf = [this](int i) {
        const QString whole = itemData(i, WholeTextRole).toString();
        return whole.isEmpty() ? itemText(i) : whole;
    };
    for (int i = 0; i < count(); ++i)
        choices.push_back({textOf(i), itemData(i, DetailRole).toString(), itemData(i, SectionRole).toString(),
                           itemData(i, RanksRole).value<QList<int>>(), itemData(i)});
    std::move(further.begin(), further.end(), std::back_inserter(choices));
    m_popup->open(std::move(choices), currentData());
}

// A combo box would choose the next item that begins so, and knows of no others.
void SearchBox::keyPressEvent(QKeyEvent *event)
{
    const QString text = event->text();
    const bool isSign = text.size() == 1 && text[0].isPrint() && !text[0].isSpace() &&
                        (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
    if (!isSign || !isSearched())
        return QComboBox::keyPressEvent(event);
    showPopup();
    if (m_popup && m_popup->isVisible())
        m_popup->field()->setText(text);
}

void SearchBox::hidePopup()
{
    if (m_popup)
        m_popup->hide();
    QComboBox::hidePopup();
}

QLineEdit *SearchBox::searchField() const
{
    return m_popup ? m_popup->field() : nullptr;
}

QAbstractItemView *SearchBox::foundItems() const
{
    return m_popup ? m_popup->list() : nullptr;
}

// By what it stands for: the items may have become others while the list was open.
void SearchBox::choose(const QVariant &value)
{
    for (int i = 0; i < count(); ++i) {
        if (itemData(i) != value)
            continue;
        setCurrentIndex(i);
        emit activated(i);
        emit textActivated(itemText(i));
        return;
    }
    emit furtherChosen(value);
}

} // namespace rs

#include "moc_searchbox.cpp"
