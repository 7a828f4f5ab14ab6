// SPDX-License-Identifier: Apache-2.0
#include "views/host/hostview.h"

#include "views/host/stackspage.h"
#include "views/page/pagespec.h"

namespace rs {

HostView::HostView(const ViewContext &context, QWidget *parent) : PageHost(QStringLiteral("host"), context, parent)
{
    addPage(new StacksPage(context));
    addPage(createPage({.table = QStringLiteral("host.operators"), .sort = QStringLiteral("hostSelf")}, context));
    addPage(createPage({.table = QStringLiteral("host.api"), .sort = QStringLiteral("total")}, context));
    showTabs();
}

} // namespace rs

#include "moc_hostview.cpp"
