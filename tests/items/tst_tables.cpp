// SPDX-License-Identifier: Apache-2.0
#include "support/rowmodel.h"
#include "items/csvexport.h"
#include "items/modelroles.h"
#include "items/tableproxy.h"
#include "support/testprogram.h"

#include <QAbstractItemModelTester>
#include <QBuffer>
#include <QTest>

#include <limits>
#include <optional>

using namespace rs;

namespace {

struct Item
{
    QString name;
    qint64 ns = 0;
    std::optional<double> share;
};

class ItemModel : public RowModel<Item>
{
public:
    void set(std::vector<Item> items) { resetFields(fields(QString()), std::move(items)); }
    void rename(const QString &prefix) { retitle(fields(prefix)); }

private:
    static std::vector<Field> fields(const QString &prefix)
    {
        return {
            {{QStringLiteral("name"), prefix + QStringLiteral("Name"), CellKind::Text, {}},
             [](const Item &i) { return i.name; }},
            {{QStringLiteral("total"), prefix + QStringLiteral("Total (%1)"), CellKind::Duration,
              QStringLiteral("Sum")},
             [](const Item &i) { return i.ns; }},
            {{QStringLiteral("share"), QStringLiteral("Share (%)"), CellKind::Percent, {}},
             [](const Item &i) { return i.share ? QVariant(*i.share) : QVariant(); }},
        };
    }
};

QStringList csvLines(const QAbstractItemModel &model, const CsvOptions &options = {})
{
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    if (!writeCsv(out, model, options))
        return {};
    return QString::fromUtf8(out.data()).split(QStringLiteral("\r\n"));
}

} // namespace

class TestTables : public QObject
{
    Q_OBJECT
private slots:
    void aModelFormatsByColumn()
    {
        ItemModel m;
        QAbstractItemModelTester tester(&m, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m.rowCount(), 0);
        m.set({{QStringLiteral("MatMul\n"), 12'430'000, 0.5}, {QStringLiteral("Add"), 1'000, std::nullopt}});
        QCOMPARE(m.rowCount(), 2);
        QCOMPARE(m.headerData(1, Qt::Horizontal).toString(), QStringLiteral("Total (ms)"));
        QCOMPARE(m.index(0, 0).data().toString(), QStringLiteral("MatMul\\n"));
        QCOMPARE(m.index(0, 0).data(SortRole).toString(), QStringLiteral("MatMul\n"));
        QCOMPARE(m.index(0, 1).data().toString(), QStringLiteral("12.430"));
        QCOMPARE(m.index(1, 1).data().toString(), QStringLiteral("0.001"));
        QCOMPARE(m.index(1, 1).data(SortRole).toLongLong(), 1'000);
        QCOMPARE(m.index(0, 2).data().toString(), QStringLiteral("50.0"));
        QVERIFY(!m.index(1, 2).data(SortRole).isValid());
        QVERIFY(m.index(1, 2).data().toString().isEmpty());
        QVERIFY(m.index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QCOMPARE(m.columnOf(u"share"), 2);
        QCOMPARE(m.columnOf(u"nothing"), -1);
        m.rename(QStringLiteral("X "));
        QCOMPARE(m.headerData(1, Qt::Horizontal).toString(), QStringLiteral("X Total (ms)"));
        m.set({});
        QCOMPARE(m.rowCount(), 0);
    }

    // Columns, titles and units are those of the screen; a time is written to its last nanosecond, another number with
    // six digits.
    void csvHasWhatIsShownAndHarmlessText()
    {
        ItemModel m;
        m.set({{QStringLiteral("=cmd()"), -12'430'001, 0.25},
               {QStringLiteral("a,\"b\""), 5, std::nullopt},
               {QStringLiteral("c"), 2'000'000, -0.24379356465986443}});
        QCOMPARE(csvLines(m),
                 (QStringList{QStringLiteral("Name,Total (ms),Share (%)"), QStringLiteral("'=cmd(),-12.430001,25"),
                              QStringLiteral("\"a,\"\"b\"\"\",0.000005,"), QStringLiteral("c,2,-24.3794"), QString()}));
        m.set({{QStringLiteral("a"), 12'000'000'000'000, 1'234'567.891}, {QStringLiteral("b"), 1, 1e-7}});
        QCOMPARE(csvLines(m),
                 (QStringList{QStringLiteral("Name,Total (s),Share (%)"), QStringLiteral("a,12000,123456789.1"),
                              QStringLiteral("b,0.000000001,1e-05"), QString()}));
        CsvOptions plain;
        plain.escapeFormulas = false;
        plain.columns = {0};
        m.set({{QStringLiteral("=cmd()"), 1, 0.25}});
        QCOMPARE(csvLines(m, plain).at(1), QStringLiteral("=cmd()"));
    }

    void everyFormulaStartIsDefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("csv");
        QTest::newRow("equals") << QStringLiteral("=1+1") << QStringLiteral("'=1+1");
        QTest::newRow("plus") << QStringLiteral("+1") << QStringLiteral("'+1");
        QTest::newRow("minus") << QStringLiteral("-1") << QStringLiteral("'-1");
        QTest::newRow("at") << QStringLiteral("@SUM(A1)") << QStringLiteral("'@SUM(A1)");
        QTest::newRow("tab") << QStringLiteral("\t=1") << QStringLiteral("\"'\t=1\"");
        QTest::newRow("carriage return") << QStringLiteral("\r=1") << QStringLiteral("\"'\r=1\"");
        QTest::newRow("inner sign") << QStringLiteral("a=b") << QStringLiteral("a=b");
        QTest::newRow("line break") << QStringLiteral("a\nb") << QStringLiteral("\"a\nb\"");
        QTest::newRow("empty") << QString() << QString();
    }
    void everyFormulaStartIsDefused()
    {
        QFETCH(QString, text);
        QTEST(csvText(text), "csv");
        QCOMPARE(csvValue(qint64(-5)), QStringLiteral("-5"));
        QCOMPARE(csvValue(-0.1), QStringLiteral("-0.1"));
        QCOMPARE(csvValue(std::numeric_limits<double>::infinity()), QString());
        QCOMPARE(csvValue(QVariant()), QString());
    }

    void aFullDiskIsReported()
    {
        ItemModel m;
        m.set({{QStringLiteral("a"), 1, std::nullopt}});
        QBuffer closed;
        QTest::ignoreMessage(QtWarningMsg, "QIODevice::write (QBuffer): device not open");
        QVERIFY(!writeCsv(closed, m));
    }

    void markdownIsAlignedAndEscaped()
    {
        ItemModel m;
        m.set({{QStringLiteral("a|b<i>"), 1'000, 1.0}});
        QCOMPARE(markdownTable(m), QStringLiteral("| Name | Total (ns) | Share (%) |\n| --- | ---: | ---: |\n"
                                                  "| a\\|b&lt;i> | 1\u2009000 | 100.0 |\n"));
    }

    void numbersSortAsNumbersAndMissingOnesComeLast()
    {
        ItemModel m;
        TableProxy p;
        QAbstractItemModelTester tester(&p, QAbstractItemModelTester::FailureReportingMode::QtTest);
        p.setSourceModel(&m);
        m.set(
            {{QStringLiteral("b"), 9, 0.2}, {QStringLiteral("a"), 10, std::nullopt}, {QStringLiteral("C"), 100, 0.1}});
        const auto names = [&p] {
            QString out;
            for (int r = 0; r < p.rowCount(); ++r)
                out += p.index(r, 0).data().toString();
            return out;
        };
        p.sort(1, Qt::AscendingOrder);
        QCOMPARE(names(), QStringLiteral("baC"));
        p.sort(1, Qt::DescendingOrder);
        QCOMPARE(names(), QStringLiteral("Cab"));
        p.sort(2, Qt::AscendingOrder);
        QCOMPARE(names(), QStringLiteral("Cba"));
        p.sort(2, Qt::DescendingOrder);
        QCOMPARE(names(), QStringLiteral("bCa"));
        p.sort(0, Qt::AscendingOrder);
        QCOMPARE(names(), QStringLiteral("abC"));
    }

    void anExpressionThatGivesUpFiltersNothing()
    {
        ItemModel m;
        TableProxy p;
        p.setSourceModel(&m);
        m.set({{QStringLiteral("Cast"), 9, 0.2}, {QString(60, u'a') + u'!', 10, std::nullopt}});
        const QString nested = QStringLiteral("^(a+)+$");
        p.setText(nested, true);
        QTRY_COMPARE(p.rowCount(), 2);
        QVERIFY2(p.textError().contains(nested), qPrintable(p.textError()));
        p.setText(QStringLiteral("^a+$"), true);
        QCOMPARE(p.rowCount(), 0);
        QCOMPARE(p.textError(), QString());
        // Rows that come later are no exception.
        m.set({{QStringLiteral("aa"), 9, 0.2}});
        p.setConditions({{0, nested, true}});
        QCOMPARE(p.rowCount(), 1);
        QCOMPARE(p.textError(), QString());
        m.set({{QStringLiteral("Cast"), 9, 0.2}, {QString(60, u'a') + u'!', 10, std::nullopt}});
        QTRY_COMPARE(p.rowCount(), 2);
        QVERIFY2(p.textError().contains(nested), qPrintable(p.textError()));
    }

    void rowsAreFilteredByTextAndRange()
    {
        ItemModel m;
        TableProxy p;
        p.setSourceModel(&m);
        m.set({{QStringLiteral("MatMul"), 9, 0.2},
               {QStringLiteral("Mat.Add"), 10, std::nullopt},
               {QStringLiteral("Cast"), 100, 0.1}});
        p.setText(QStringLiteral("mat"), false);
        QCOMPARE(p.rowCount(), 2);
        p.setText(QStringLiteral("t.a"), false);
        QCOMPARE(p.rowCount(), 1);
        p.setText(QStringLiteral("^ma.*l$"), true);
        QCOMPARE(p.rowCount(), 1);
        p.setText(QStringLiteral("("), true);
        QCOMPARE(p.rowCount(), 3);
        QVERIFY(!p.textError().isEmpty());
        p.setText({}, false);
        p.setRange(1, {10, std::nullopt});
        QCOMPARE(p.rowCount(), 2);
        p.setRange(2, {std::nullopt, 1});
        QCOMPARE(p.rowCount(), 1);
        p.clearFilters();
        QCOMPARE(p.rowCount(), 3);
        QVERIFY(!p.isFiltered());
        // Times are in the unit that the column shows: 9, 10 and 100 ns.
        p.setConditions({{1, QStringLiteral(">= 10"), false}, {0, QStringLiteral("! cast"), false}});
        QCOMPARE(p.rowCount(), 1);
        QVERIFY(p.isFiltered());
        p.setConditions({{1, QStringLiteral("> x"), false}});
        QCOMPARE(p.rowCount(), 3);
        QVERIFY(!p.textError().isEmpty());
        p.clearFilters();
        QVERIFY(!p.isFiltered() && p.textError().isEmpty());
    }
};

RS_TEST(TestTables, QCoreApplication);
#include "tst_tables.moc"
