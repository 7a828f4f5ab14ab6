// SPDX-License-Identifier: Apache-2.0
#include "views/operators/operatorsview.h"

#include "views/operators/operatorgroupspage.h"
#include "views/page/pageupdates.h"
#include "views/page/tablepage.h"

#include <QJsonObject>
#include <QVBoxLayout>

namespace rs {

OperatorsView::OperatorsView(const ViewContext &context, QWidget *parent)
    : DockView(QStringLiteral("operators"), context, parent), m_page(new OperatorGroupsPage(context))
{
    new PageUpdates(context, {m_page, m_page->l2()}, this);
    connect(m_page, &SystemPage::arrangementChanged, this, &OperatorsView::arrangementChanged);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 8, 8, 8);
    rows->addWidget(m_page);
    setFocusProxy(m_page);
}

QString OperatorsView::title() const
{
    return m_page->title();
}

void OperatorsView::showPage(const QString &name)
{
    if (pageNames().contains(name))
        m_page->showTable(name);
}

QStringList OperatorsView::pageNames() const
{
    return {QStringLiteral("groups"), QStringLiteral("kernels"), QStringLiteral("l2")};
}

QJsonObject OperatorsView::saveState() const
{
    return m_page->saveState();
}

void OperatorsView::restoreState(const QJsonObject &state)
{
    m_page->restoreState(state);
}

bool OperatorsView::isComplete() const
{
    return m_page->isComplete();
}

std::vector<PictureExport> OperatorsView::pictures() const
{
    return m_page->pictures();
}

bool OperatorsView::preparePictures()
{
    return m_page->preparePictures();
}

void OperatorsView::retranslate()
{
    m_page->retranslate();
}

} // namespace rs

#include "moc_operatorsview.cpp"
