// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/choicepopup.h"

#include <QComboBox>

#include <functional>
#include <utility>
#include <vector>

class QAbstractItemView;
class QLineEdit;

namespace rs {

/// A combo box whose long list is searched by typing, which opens it as well: words that all of them must occur in an
/// item, and numbers that are among its ranks. Arrows walk through what is found, Enter chooses, Esc closes; short
/// lists are as in every combo box. Items of one section follow each other below its heading. Popups of thousands of
/// items open at once.
class SearchBox : public QComboBox
{
    Q_OBJECT
public:
    /// Beside the text of an item and what it stands for.
    enum Role {
        SectionRole = Qt::UserRole + 70, ///< QString: the heading above it
        DetailRole,                      ///< QString: beside the text, searched as well
        RanksRole,                       ///< QList<int>: what numbers that are typed mean
        WholeTextRole,                   ///< QString: the text, where the item's own is cut
    };

    explicit SearchBox(QWidget *parent = nullptr);

    /// From so many items on the list can be searched.
    void setSearchedFrom(int items) { m_searchedFrom = items; }
    /// Choices that can be searched without being items: thousands, which are made when the list is opened. Empty:
    /// none.
    void setFurther(std::function<std::vector<Choice>()> further) { m_further = std::move(further); }
    void showPopup() override;
    void hidePopup() override;

    /// Null before the list was opened for the first time.
    [[nodiscard]] QLineEdit *searchField() const;
    [[nodiscard]] QAbstractItemView *foundItems() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;

signals:
    /// The user chose what is no item.
    void furtherChosen(const QVariant &value);

private:
    [[nodiscard]] bool isSearched() const { return count() >= m_searchedFrom || m_further; }
    void choose(const QVariant &value);

    ChoicePopup *m_popup = nullptr;
    std::function<std::vector<Choice>()> m_further;
    int m_searchedFrom = 24;
};

} // namespace rs
