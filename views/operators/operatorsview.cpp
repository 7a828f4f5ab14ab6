// SPDX-License-Identifier: Apache-2.0
#include "views/operators/operatorsview.h"

#include "views/operators/operatorgroupspage.h"
#include "views/operators/roofline.h"
#include "views/page/pagespec.h"
#include "tables/base/catalogue.h"

#include <QTabWidget>

namespace rs {

namespace {

QStringList groupTables()
{
    return {QStringLiteral("groups"), QStringLiteral("kernels"), QStringLiteral("l2")};
}

} // namespace

OperatorsView::OperatorsView(const ViewContext &context, QWidget *parent)
    : PageHost(QStringLiteral("operators"), context, parent), m_page(new OperatorGroupsPage(context))
{
    setHead(m_page);
    const PageChoice by{.key = QStringLiteral("by"),
                        .first = static_cast<int>(OperatorGrouping::Shape),
                        .label = [] { return tr("Group by"); },
                        .items =
                            [] {
                                return std::vector<PickerItem>{
                                    {tr("Operator type"), static_cast<int>(OperatorGrouping::Type)},
                                    {tr("Operator type and input shapes"), static_cast<int>(OperatorGrouping::Shape)},
                                    {tr("Operator"), static_cast<int>(OperatorGrouping::Name)},
                                    {tr("Name and input shapes"), static_cast<int>(OperatorGrouping::NameShape)}};
                            }};
    addPage(createPage(
        {.table = QStringLiteral("mfu"),
         .choices = {by},
         .ask = [](TableQuery &query,
                   const Page &page) { query.by = static_cast<OperatorGrouping>(page.choice(u"by")->value().toInt()); },
         .picture = createRoofline},
        context));
    addPage(createPage({.table = QStringLiteral("mfu.modules")}, context));
    addPage(createPage({.table = QStringLiteral("mfu.steps")}, context));
    showTabs();
    tabs()->insertTab(0, m_page, m_page->title());
    tabs()->setCurrentIndex(0);
}

QString OperatorsView::title() const
{
    return m_page->title();
}

void OperatorsView::showPage(const QString &name)
{
    if (!groupTables().contains(name))
        return PageHost::showPage(name);
    tabs()->setCurrentWidget(m_page);
    m_page->showTable(name);
}

QStringList OperatorsView::pageNames() const
{
    return groupTables() + PageHost::pageNames();
}

// The groups have no name there.
void OperatorsView::restoreState(const QJsonObject &state)
{
    PageHost::restoreState(state);
    if (state[QStringLiteral("page")].toString().isEmpty())
        tabs()->setCurrentWidget(m_page);
}

QJsonObject OperatorsView::saveState() const
{
    QJsonObject out = PageHost::saveState();
    if (const Page *const shown = shownPage())
        out[QStringLiteral("page")] = shown->objectName();
    return out;
}

} // namespace rs

#include "moc_operatorsview.cpp"
