// SPDX-License-Identifier: Apache-2.0
#include "views/host/hostview.h"

#include "views/host/stackspage.h"
#include "views/page/pageupdates.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"

#include <QJsonObject>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

HostView::HostView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("host"), context, parent), m_stacks(new StacksPage(context)),
      m_tabs(new QTabWidget), m_pages{m_stacks}
{
    for (const char *const id : {"host.operators", "host.api"}) {
        m_tables.push_back(new TablePage(QLatin1String(id), context));
        m_pages.push_back(m_tables.back());
    }
    m_tabs->setDocumentMode(true);
    for (SystemPage *const page : m_pages)
        m_tabs->addTab(page, {});
    m_tables.front()->table()->sortBy(u"hostSelf", Qt::DescendingOrder);
    m_tables.back()->table()->sortBy(u"total", Qt::DescendingOrder);
    new PageUpdates(context, m_pages, this);
    connect(m_tabs, &QTabWidget::currentChanged, this, &HostView::arrangementChanged);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    rows->addWidget(m_tabs);
    setFocusProxy(m_tabs);
    retranslate();
}

QString HostView::title() const
{
    return tr("Host");
}

SystemPage *HostView::shownPage() const
{
    const int at = m_tabs->currentIndex();
    return at < 0 ? nullptr : m_pages[static_cast<size_t>(at)];
}

void HostView::showPage(const QString &name)
{
    for (SystemPage *const page : m_pages) {
        if (page->objectName() == name)
            m_tabs->setCurrentWidget(page);
    }
}

QStringList HostView::pageNames() const
{
    QStringList out;
    for (const SystemPage *const page : m_pages)
        out << page->objectName();
    return out;
}

QJsonObject HostView::saveState() const
{
    QJsonObject out;
    if (const SystemPage *const page = shownPage(); page && page != m_stacks)
        out[QStringLiteral("page")] = page->objectName();
    return out;
}

void HostView::restoreState(const QJsonObject &state)
{
    const QString page = state[QStringLiteral("page")].toString();
    showPage(page.isEmpty() ? m_stacks->objectName() : page);
}

bool HostView::isComplete() const
{
    const SystemPage *const page = shownPage();
    return !page || page->isComplete();
}

std::vector<PictureExport> HostView::pictures() const
{
    return m_stacks->pictures();
}

bool HostView::preparePictures()
{
    return m_stacks->preparePictures();
}

void HostView::forget()
{
    DockView::forget();
    m_stacks->forget();
}

void HostView::retranslate()
{
    for (SystemPage *const page : m_pages) {
        page->retranslate();
        const int tab = m_tabs->indexOf(page);
        m_tabs->setTabText(tab, page->title());
        m_tabs->setTabToolTip(tab, page->hint());
    }
}

} // namespace rs

#include "moc_hostview.cpp"
