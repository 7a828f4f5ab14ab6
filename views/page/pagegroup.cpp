// SPDX-License-Identifier: Apache-2.0
#include "views/page/pagegroup.h"

#include "views/page/charttablepage.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

PageGroup::PageGroup(const QString &name, Texts texts, const Lines &lines, ChartTablePage *keys,
                     const ViewContext &context, QWidget *parent)
    : Page(name, context, parent), m_texts(std::move(texts))
{
    const auto splitter = [](Qt::Orientation along) {
        auto *const out = new QSplitter(along);
        out->setChildrenCollapsible(false);
        return out;
    };
    QSplitter *const all = splitter(Qt::Vertical);
    for (const std::vector<Part> &line : lines) {
        QSplitter *const beside = splitter(Qt::Horizontal);
        for (const Part &part : line) {
            auto *const place = new QWidget;
            auto *const room = new QVBoxLayout(place);
            room->setContentsMargins(0, 0, 0, 0);
            beside->addWidget(place);
            beside->setStretchFactor(beside->indexOf(place), beside->count() == 1 ? 3 : 2);
            beside->setSizes({300, 200}); // else the hints of the parts count
            m_places.emplace_back(part.page, place);
            if (part.isLent)
                continue;
            part.page->setParent(this);
            part.page->hide();
            m_own.push_back(part.page);
            connect(part.page, &Page::arrangementChanged, this, &Page::arrangementChanged);
        }
        all->addWidget(beside);
        all->setStretchFactor(all->indexOf(beside), 1);
    }
    body()->setContent(all);
    setFocusProxy(keys->focusProxy());
}

bool PageGroup::isComplete() const
{
    return std::all_of(m_places.begin(), m_places.end(), [](const auto &p) { return p.first->isComplete(); });
}

void PageGroup::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    for (const auto &[page, place] : m_places)
        page->showIn(place);
}

void PageGroup::refresh()
{
    body()->showContent();
    for (Page *const page : m_own)
        page->invalidate();
}

void PageGroup::retranslate()
{
    for (Page *const page : m_own)
        page->retranslate();
}

void PageGroup::forget()
{
    for (Page *const page : m_own)
        page->forget();
}

void PageGroup::saveMore(QJsonObject &out) const
{
    for (const QJsonObject own = savedPages(m_own); const QString &name : own.keys())
        out[name] = own[name];
}

void PageGroup::restoreMore(const QJsonObject &state)
{
    restorePages(m_own, state);
}

} // namespace rs

#include "moc_pagegroup.cpp"
