// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/page.h"

class QSplitter;
class QTabWidget;

namespace rs {

class TablePage;

/// A dock of pages. One is in front of the others, by tabs unless a derived class has another list; a page that belongs
/// to all of them may stand above, and is the first tab where the dock is low. Names, sessions, words, pictures and
/// forgetting of the pages are cared for here.
class PageHost : public DockView
{
    Q_OBJECT
public:
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] bool preparePictures() override;

    /// In the order of the list, without the one above them.
    [[nodiscard]] const std::vector<Page *> &pages() const { return m_pages; }
    /// Null for an unknown name, and for a page that is no table.
    [[nodiscard]] TablePage *table(QStringView name) const;
    /// Null while the page that stands above is in front as a tab.
    [[nodiscard]] virtual Page *shownPage() const;

protected:
    PageHost(const QString &id, const ViewContext &context, QWidget *parent);

    /// `tabText`: shorter than the title, where tabs are many.
    void addPage(Page *page, std::function<QString()> tabText = {});
    /// `leastLines` of text are the least height with room for it and the tabs.
    void setHead(Page *page, int leastLines = 0);
    /// Lays head and tabs out; after all pages are there.
    void showTabs();
    /// Last part of the set-up, when all pages are there.
    void startPages();
    [[nodiscard]] QTabWidget *tabs() const { return m_tabs; }
    virtual void bringToFront(Page *page);
    /// Whether head and tabs are to stand one above the other.
    [[nodiscard]] virtual bool hasRoom() const;

    void retranslate() override;
    void forget() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] Page *page(QStringView name) const;
    void arrange();

    QTabWidget *m_tabs = nullptr;
    QSplitter *m_halves = nullptr;
    Page *m_head = nullptr;
    int m_leastLines = 0;
    std::vector<Page *> m_pages;
    std::vector<std::function<QString()>> m_tabTexts; ///< by page
};

} // namespace rs
