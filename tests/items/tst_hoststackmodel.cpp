// SPDX-License-Identifier: Apache-2.0
// The tree of call stacks as a model: its bars against the numbers beside them.
#include "core/table/table.h"
#include "items/hoststackmodel.h"
#include "items/modelroles.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

/// train -> mul, which took 17 us, 5 of them in add, which stands beside it; val -> relu with 7 us.
std::shared_ptr<const Table> details()
{
    auto table = std::make_shared<Table>();
    for (const char *name : {"Name", "Input Shapes", "Call Stack"})
        table->addColumn(QLatin1String(name), ColumnType::Text);
    for (const char *name : {"Host Self Duration(us)", "Host Total Duration(us)"})
        table->addColumn(QLatin1String(name), ColumnType::Real);
    const auto row = [&table](const char *name, const char *stack, double self, double total) {
        table->appendText(0, name);
        table->appendText(2, stack);
        table->appendReal(3, self);
        table->appendReal(4, total);
        table->finishRow();
    };
    row("aten::mul", "m.py(5): train", 12, 17);
    row("aten::add", "m.py(5): train", 5, 5);
    row("aten::relu", "m.py(9): val", 7, 7);
    return table;
}

} // namespace

class TestHostStackModel : public QObject
{
    Q_OBJECT
private slots:
    void barsAreAsLongAsTheirNumbers_data()
    {
        // total: us
        const Scenarios<QString, double> row;
        row("function", "m.py(5): train", 17.0);
        row("operator that calls another", "aten::mul", 17.0);
        row("operator", "aten::add", 5.0);
        row("in another function", "aten::relu", 7.0);
    }

    void barsAreAsLongAsTheirNumbers()
    {
        const auto [name, total] = scenario<QString, double>();
        HostStackModel model;
        model.setStacks(hostStacks(*details()));
        const QModelIndexList found =
            model.match(model.index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        const QModelIndex at = found.front().siblingAtColumn(HostStackModel::HostTotal);
        QCOMPARE(at.data(SortRole).toDouble(), total);
        QCOMPARE(at.data(ShareRole).toDouble(), total / 24);
        QVERIFY(!at.siblingAtColumn(HostStackModel::HostSelf).data(ShareRole).isValid());
    }
};

RS_TEST(TestHostStackModel, QCoreApplication);
#include "tst_hoststackmodel.moc"
