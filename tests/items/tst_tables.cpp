// SPDX-License-Identifier: Apache-2.0
#include "items/csvexport.h"
#include "items/modelroles.h"
#include "items/rowsourcemodel.h"
#include "support/testprogram.h"
#include "tables/base/cellrows.h"

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

class ItemModel : public RowSourceModel
{
public:
    void set(const std::vector<Item> &items)
    {
        const auto rows = std::make_shared<CellRows>(
            std::vector<ColumnSpec>{{"name", "Name", "Name", ValueKind::Text},
                                    {"total", "Total(us)", "Total (%1)", ValueKind::Difference, "Sum"},
                                    {"share", "Share(%)", "Share (%)", ValueKind::Percent}});
        for (const Item &i : items)
            rows->add({}, {i.name, i.ns, i.share});
        setWhole(rows);
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
        m.set({{QStringLiteral("MatMul\n"), 12'430'000, 50}, {QStringLiteral("Add"), 1'000, std::nullopt}});
        QCOMPARE(m.rowCount(), 2);
        QCOMPARE(m.headerData(1, Qt::Horizontal).toString(), QStringLiteral("Total (ms)"));
        QCOMPARE(m.index(0, 0).data().toString(), QStringLiteral("MatMul\\n"));
        QCOMPARE(m.index(0, 0).data(SortRole).toString(), QStringLiteral("MatMul\n"));
        QCOMPARE(m.index(0, 1).data().toString(), QStringLiteral("+12.430"));
        QCOMPARE(m.index(1, 1).data().toString(), QStringLiteral("+0.001"));
        QCOMPARE(m.index(1, 1).data(SortRole).toLongLong(), 1'000);
        QCOMPARE(m.index(0, 2).data().toString(), QStringLiteral("50.0"));
        QVERIFY(!m.index(1, 2).data(SortRole).isValid());
        QVERIFY(m.index(1, 2).data().toString().isEmpty());
        QVERIFY(m.index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QCOMPARE(m.columnOf(u"share"), 2);
        QCOMPARE(m.columnOf(u"nothing"), -1);
        QVERIFY(m.headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString().contains(QStringLiteral("Sum")));
        m.set({});
        QCOMPARE(m.rowCount(), 0);
    }

    // Columns, titles and units are those of the screen; a time is written to its last nanosecond, another number with
    // six digits.
    void csvHasWhatIsShownAndHarmlessText()
    {
        ItemModel m;
        m.set({{QStringLiteral("=cmd()"), -12'430'001, 25.0},
               {QStringLiteral("a,\"b\""), 5, std::nullopt},
               {QStringLiteral("c"), 2'000'000, -24.379356465986443}});
        QCOMPARE(csvLines(m),
                 (QStringList{QStringLiteral("Name,Total (ms),Share (%)"), QStringLiteral("'=cmd(),-12.430001,25"),
                              QStringLiteral("\"a,\"\"b\"\"\",0.000005,"), QStringLiteral("c,2,-24.3794"), QString()}));
        m.set({{QStringLiteral("a"), 12'000'000'000'000, 123'456'789.1}, {QStringLiteral("b"), 1, 1e-5}});
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
        m.set({{QStringLiteral("a|b<i>"), 1'000, 100.0}});
        QCOMPARE(markdownTable(m), QStringLiteral("| Name | Total (ns) | Share (%) |\n| --- | ---: | ---: |\n"
                                                  "| a\\|b&lt;i> | +1\u2009000 | 100.0 |\n"));
    }
};

RS_TEST(TestTables, QCoreApplication);
#include "tst_tables.moc"
