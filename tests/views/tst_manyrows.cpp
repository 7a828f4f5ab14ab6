// SPDX-License-Identifier: Apache-2.0
// Tables of millions of rows: a view makes something for each row, so they come in turns of the event loop.
#include "core/job/threadpool.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"
#include "views/tables/tableview.h"
#include "views/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

using namespace rs;

namespace {

constexpr int manyRows = 5'000'000;
constexpr int oneTurn = 2'500'000; // more than come at once
constexpr int patience = 60'000;

// The number of each row.
struct Numbers final : RowSource
{
    Numbers() : RowSource({ColumnSpec("n", "n", "n", ValueKind::Integer)}) {}
    [[nodiscard]] quint32 rows() const override { return manyRows; }
    [[nodiscard]] quint32 textCount() const override { return 1; }
    [[nodiscard]] std::string_view textView(StrId) const override { return {}; }
    [[nodiscard]] StrId textId(quint32, int) const override { return NoText; }
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int) const override { return row; }
};

} // namespace

class TestManyRows : public QObject
{
    Q_OBJECT
private slots:
    // A table that is shown later says what it says after a change of the language.
    void filtersBeforeRowsAreToldAtOnce()
    {
        ThreadPool pool(1);
        Theme theme;
        TableView table(QStringLiteral("rows"), &theme, &pool);
        const auto texts = [&table] {
            QStringList out;
            for (const QAction *const a : table.findChildren<QAction *>())
                out << a->text();
            return out;
        };
        const QStringList before = texts();
        table.setOnly([](const RowSource &, quint32 row) { return row > 0; });
        const QStringList filtered = texts();
        QVERIFY(filtered != before);
        QEvent change(QEvent::LanguageChange);
        QCoreApplication::sendEvent(&table, &change);
        QCOMPARE(texts(), filtered);
    }

    void rowsComeInTurns()
    {
        ThreadPool pool(1);
        Theme theme;
        TableView table(QStringLiteral("rows"), &theme, &pool);
        table.resize(400, 300);
        table.show();
        int most = 0;
        int turns = 0;
        QString countMeanwhile;
        connect(table.rows(), &QAbstractItemModel::modelReset, &table,
                [&] { most = std::max(most, table.rows()->rowCount()); });
        connect(table.rows(), &QAbstractItemModel::rowsInserted, &table, [&](const QModelIndex &, int first, int last) {
            most = std::max(most, last - first + 1);
            ++turns;
            countMeanwhile = table.countText();
        });
        const QSignalSpy arranged(&table, &TableView::arranged);
        table.setSource(std::make_shared<const Numbers>());
        QTRY_COMPARE_WITH_TIMEOUT(arranged.count(), 1, patience);
        QCOMPARE(table.rows()->rowCount(), manyRows);
        QVERIFY2(most < oneTurn && turns >= 3, qPrintable(QStringLiteral("%1 %2").arg(most).arg(turns)));
        QCOMPARE(table.countText(), countMeanwhile); // it says from the beginning how many there are
        table.setSource(nullptr);
        QCOMPARE(table.rows()->rowCount(), 0);
    }

    // The current row stays so in another order, however late it comes.
    void theCurrentRowStays()
    {
        ThreadPool pool(1);
        Theme theme;
        TableView table(QStringLiteral("rows"), &theme, &pool);
        table.resize(400, 300);
        table.show();
        const QSignalSpy arranged(&table, &TableView::arranged);
        table.setSource(std::make_shared<const Numbers>());
        QTRY_COMPARE_WITH_TIMEOUT(arranged.count(), 1, patience);
        table.setCurrentRow(10);
        table.sortBy(0, Qt::DescendingOrder);
        QTRY_COMPARE_WITH_TIMEOUT(arranged.count(), 2, patience);
        QCOMPARE(table.currentRow(), 10);
        QCOMPARE(table.view()->currentIndex().row(), manyRows - 11);
        QVERIFY(table.view()->visualRect(table.view()->currentIndex()).intersects(table.view()->viewport()->rect()));

        // Another order while rows are still to come.
        bool isAsked = false;
        connect(table.rows(), &QAbstractItemModel::rowsInserted, &table, [&] {
            if (!std::exchange(isAsked, true))
                QTimer::singleShot(0, &table, [&] { table.sortBy(-1, Qt::AscendingOrder); });
        });
        table.sortBy(0, Qt::AscendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(isAsked, patience);
        QTRY_COMPARE_WITH_TIMEOUT(arranged.count(), 3, patience);
        QCOMPARE(table.currentRow(), 10);

        // Whoever goes elsewhere meanwhile stays there.
        QMetaObject::Connection there;
        there = connect(table.rows(), &QAbstractItemModel::rowsInserted, &table, [&] {
            disconnect(there);
            table.view()->selectRow(3);
        });
        const auto before = arranged.count();
        table.sortBy(0, Qt::DescendingOrder);
        QTRY_COMPARE_WITH_TIMEOUT(arranged.count(), before + 1, patience);
        QCOMPARE(table.currentRow(), manyRows - 4);
    }

    void rowsOfASelectionAreFound()
    {
        ThreadPool pool(1);
        Theme theme;
        TableView table(QStringLiteral("rows"), &theme, &pool);
        table.show();
        const QSignalSpy arranged(&table, &TableView::arranged);
        table.setSource(std::make_shared<const Numbers>());
        QTRY_COMPARE_WITH_TIMEOUT(arranged.count(), 1, patience);
        table.selectRows({manyRows - 1, 5, -1, manyRows});
        QCOMPARE(table.selectedRows(), (std::vector<int>{5, manyRows - 1}));
        QCOMPARE(table.currentRow(), 5);
    }
};

RS_TEST(TestManyRows, QApplication);
#include "tst_manyrows.moc"
