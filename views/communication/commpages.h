// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/viewcontext.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QStackedWidget;

namespace rs {

class ElidedLabel;
class Picker;
class Page;

/// Pages about one question of communication, tables of the catalogue and charts, of which one is shown. Where they are
/// low they scroll, and the question is cut to one line.
class CommPages final : public QWidget
{
    Q_OBJECT
public:
    /// `name`: as which the view shows it; takes the pages, the first one is shown first.
    CommPages(const QString &name, std::vector<Page *> pages, const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] bool isComplete() const;
    [[nodiscard]] const std::vector<Page *> &pages() const { return m_pages; }
    void retranslate();
    /// False when it has no page of that name.
    bool showPage(const QString &name);

    /// The one that is shown.
    [[nodiscard]] Page *page() const;
    [[nodiscard]] Picker *picker() const { return m_picker; }

signals:
    /// The user chose a page.
    void pageChosen();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void showChosen();
    void showScope();

    ViewContext m_context;
    Picker *m_picker;
    QLabel *m_hint;           ///< which question the page answers
    ElidedLabel *m_shortHint; ///< the same in one line, where a paragraph would take the room of the page
    QLabel *m_scope;          ///< why it shows ranks that the views are not restricted to
    QStackedWidget *m_stack;
    std::vector<Page *> m_pages;
};

} // namespace rs
