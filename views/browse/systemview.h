// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"
#include "views/widgets/throttle.h"

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace rs {

class Picker;

/// One page per question: a list of pages by subject on the left, the chosen page on the right, and above it the rank
/// and the time that it speaks of. Pages that stand in another dock, too, are not in the list, but keep their names.
class SystemView final : public PageHost
{
    Q_OBJECT
public:
    explicit SystemView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("System View"); }
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 80}; }

    [[nodiscard]] Page *shownPage() const override;
    [[nodiscard]] QListWidget *list() const { return m_list; }
    /// Leaves pages in the list whose titles or hints have the text.
    [[nodiscard]] QLineEdit *filter() const { return m_filter; }
    /// Sentence on the time that the current page covers.
    [[nodiscard]] QString scopeText() const;

protected:
    void bringToFront(Page *page) override;
    void retranslate() override;
    void showEvent(QShowEvent *event) override;

private:
    void fillList();
    void filterList();
    void giveListRoom();
    void chooseItem(const QListWidgetItem *item);
    void fillRanks();
    [[nodiscard]] QString stepScope() const;
    void updateScope();

    QLineEdit *m_filter;
    QListWidget *m_list;
    QStackedWidget *m_stack;
    QSplitter *m_splitter;
    bool m_divided = false; ///< by the user
    Picker *m_rankPicker;
    QLabel *m_scope;
    QToolButton *m_whole;
    bool m_restoring = false;               ///< what a session has is no step of the user's
    static constexpr int listPauseMs = 250; ///< nobody watches a list of all ranks while it grows
    Throttle m_ranksArrived{[this] { fillRanks(); }, listPauseMs};
};

} // namespace rs
