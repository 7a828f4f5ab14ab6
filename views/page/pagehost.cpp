// SPDX-License-Identifier: Apache-2.0
#include "views/page/pagehost.h"

#include "items/format.h"
#include "views/page/pageupdates.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"

#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

PageHost::PageHost(const QString &id, const ViewContext &context, QWidget *parent) : DockView(id, context, parent) {}

void PageHost::addPage(Page *page, std::function<QString()> tabText)
{
    m_pages.push_back(page);
    m_tabTexts.push_back(std::move(tabText));
    connect(page, &Page::arrangementChanged, this, &DockView::arrangementChanged);
}

void PageHost::setHead(Page *page, int leastLines)
{
    m_head = page;
    m_leastLines = leastLines;
    connect(page, &Page::arrangementChanged, this, &DockView::arrangementChanged);
}

void PageHost::showTabs()
{
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    setFocusProxy(m_head);
    if (m_pages.empty()) {
        rows->addWidget(m_head);
        return startPages();
    }
    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    for (Page *const page : m_pages)
        m_tabs->addTab(page, {});
    connect(m_tabs, &QTabWidget::currentChanged, this, &DockView::arrangementChanged);
    if (m_head) {
        m_halves = new QSplitter(Qt::Vertical);
        m_halves->addWidget(m_head);
        m_halves->addWidget(m_tabs);
        m_halves->setChildrenCollapsible(false);
        m_halves->setStretchFactor(0, 3);
        m_halves->setStretchFactor(1, 2);
        m_halves->setSizes({600, 450});
        rows->addWidget(m_halves);
    } else {
        rows->addWidget(m_tabs);
        setFocusProxy(m_tabs);
    }
    startPages();
}

void PageHost::startPages()
{
    std::vector<Page *> all = m_pages;
    if (m_head)
        all.push_back(m_head);
    new PageUpdates(context(), std::move(all), this);
    retranslate();
}

Page *PageHost::page(QStringView name) const
{
    const auto at =
        std::find_if(m_pages.begin(), m_pages.end(), [name](const Page *p) { return p->objectName() == name; });
    return at == m_pages.end() ? nullptr : *at;
}

TablePage *PageHost::table(QStringView name) const
{
    return qobject_cast<TablePage *>(page(name));
}

Page *PageHost::shownPage() const
{
    Page *const shown = m_tabs ? qobject_cast<Page *>(m_tabs->currentWidget()) : nullptr;
    return shown == m_head ? nullptr : shown;
}

void PageHost::bringToFront(Page *page)
{
    m_tabs->setCurrentWidget(page);
}

void PageHost::showPage(const QString &name)
{
    if (Page *const wanted = page(name))
        bringToFront(wanted);
}

QStringList PageHost::pageNames() const
{
    QStringList out;
    for (const Page *const page : m_pages)
        out << page->objectName();
    return out;
}

QJsonObject PageHost::saveState() const
{
    QJsonObject out = m_head ? m_head->saveState() : QJsonObject();
    if (const QJsonObject pages = savedPages(m_pages); !pages.isEmpty())
        out[QStringLiteral("pages")] = pages;
    if (const Page *const shown = shownPage(); shown && shown != m_pages.front())
        out[QStringLiteral("page")] = shown->objectName();
    return out;
}

void PageHost::restoreState(const QJsonObject &state)
{
    if (m_head)
        m_head->restoreState(state);
    restorePages(m_pages, state[QStringLiteral("pages")].toObject());
    const QString page = state[QStringLiteral("page")].toString();
    if (!m_pages.empty())
        showPage(page.isEmpty() ? m_pages.front()->objectName() : page);
}

bool PageHost::isComplete() const
{
    const Page *const shown = shownPage();
    return (!m_head || m_head->isComplete()) && (!shown || shown->isComplete());
}

std::vector<PictureExport> PageHost::pictures() const
{
    std::vector<PictureExport> out = m_head ? m_head->pictures() : std::vector<PictureExport>();
    for (const Page *const page : m_pages) {
        for (PictureExport &picture : page->pictures())
            out.push_back(std::move(picture));
    }
    return out;
}

bool PageHost::preparePictures()
{
    bool ready = !m_head || m_head->preparePictures();
    for (Page *const page : m_pages)
        ready = page->preparePictures() && ready;
    return ready;
}

void PageHost::forget()
{
    DockView::forget();
    if (m_head)
        m_head->forget();
    for (Page *const page : m_pages)
        page->forget();
}

void PageHost::retranslate()
{
    if (m_head) {
        m_head->retranslate();
        if (const int tab = m_tabs ? m_tabs->indexOf(m_head) : -1; tab >= 0)
            m_tabs->setTabText(tab, m_head->title());
    }
    for (size_t i = 0; i < m_pages.size(); ++i) {
        Page *const page = m_pages[i];
        page->retranslate();
        if (!m_tabs)
            continue;
        const int tab = m_tabs->indexOf(page);
        m_tabs->setTabText(tab, m_tabTexts[i] ? m_tabTexts[i]() : page->title());
        m_tabs->setTabToolTip(
            tab, format::tooltipText(
                     m_tabTexts[i] ? tr("%1: %2", "title of a table, what it says").arg(page->title(), page->hint())
                                   : page->hint()));
    }
}

bool PageHost::hasRoom() const
{
    return height() >= m_leastLines * fontMetrics().height();
}

void PageHost::arrange()
{
    const int tab = m_tabs->indexOf(m_head);
    if (hasRoom() == (tab < 0))
        return;
    if (tab < 0) {
        // A table with the focus keeps its current row in sight when the text on this row takes room above.
        const QWidget *const focus = m_tabs->currentWidget() ? m_tabs->currentWidget()->focusWidget() : nullptr;
        m_tabs->insertTab(0, m_head, m_head->title());
        const auto *const shown = qobject_cast<TablePage *>(shownPage());
        const bool reads = shown && shown->table()->currentRow() >= 0;
        if (!reads && (!focus || !focus->hasFocus()))
            m_tabs->setCurrentIndex(0);
    } else {
        m_tabs->removeTab(tab);
        m_halves->insertWidget(0, m_head);
        m_head->show();
    }
}

void PageHost::resizeEvent(QResizeEvent *event)
{
    DockView::resizeEvent(event);
    if (m_head && m_tabs)
        arrange();
}

} // namespace rs

#include "moc_pagehost.cpp"
