// SPDX-License-Identifier: Apache-2.0
#include "views/operators/operatorsview.h"

#include "views/operators/operatorgroupspage.h"

namespace rs {

OperatorsView::OperatorsView(const ViewContext &context, QWidget *parent)
    : PageHost(QStringLiteral("operators"), context, parent), m_page(new OperatorGroupsPage(context))
{
    setHead(m_page);
    showTabs();
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

} // namespace rs

#include "moc_operatorsview.cpp"
