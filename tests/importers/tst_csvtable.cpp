// SPDX-License-Identifier: Apache-2.0
#include "core/table/kernelcolumns.h"
#include "cutfile.h"
#include "importers/csv/csvrecords.h"
#include "importers/csv/csvtable.h"
#include "importers/csv/csvvalues.h"
#include "importers/csv/kernelcsv.h"
#include "importers/csv/stepcsv.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

using Rows = QList<QStringList>;

/// Its records, each with the line it begins in.
std::vector<std::pair<qint64, QStringList>> recordsOf(const QByteArray &text, std::vector<qint64> *unclosed = nullptr)
{
    std::vector<std::pair<qint64, QStringList>> out;
    const MemorySource source(text.constData(), 0, text.size());
    CsvRecords records(source, JobContext());
    for (CsvRow row; records.next(row);) {
        QStringList cells;
        for (const auto c : row.cells)
            cells << QString::fromUtf8(c.data(), static_cast<qsizetype>(c.size()));
        if (!row.isBlank())
            out.emplace_back(row.line, cells);
    }
    if (unclosed)
        *unclosed = records.unclosedQuotes();
    return out;
}

const QByteArray Kernels =
    "Step Id,Device_id,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block "
    "Dim,Input Shapes,aic_mac_ratio,Own\r\n"
    "3,0,17,2,a/MatMul1,MatMul,AI_CORE,1736412474730135.222\t,55.1615,0.5,32,\"\"\"32,3;4\"\"\",0.25,x\r\n"
    "3,0,N/A,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL,1736412474730200.001\t,10,NA,0,N/A,,7\r\n";

/// First difference; empty when there is none.
QString differenceOf(const Table &a, const Table &b)
{
    if (a.rows() != b.rows() || a.columnCount() != b.columnCount() || a.source != b.source)
        return QStringLiteral("%1 × %2 ≠ %3 × %4")
            .arg(a.rows())
            .arg(a.columnCount())
            .arg(b.rows())
            .arg(b.columnCount());
    for (int c = 0; c < a.columnCount(); ++c) {
        const Column &x = a.at(c);
        const Column &y = b.at(c);
        if (x.name != y.name || x.unit != y.unit || x.type != y.type)
            return x.name;
        for (int row = 0; row < a.rows(); ++row) {
            if (a.has(row, c) != b.has(row, c) || a.textView(row, c) != b.textView(row, c) ||
                a.integer(row, c) != b.integer(row, c) || a.real(row, c) != b.real(row, c))
                return QStringLiteral("row %1, %2").arg(row).arg(x.name);
        }
    }
    return {};
}

QStringList textsOf(const ImportReport &report)
{
    QStringList out;
    for (const Finding &f : report.findings())
        out << QStringLiteral("%1 %2 %3").arg(f.code, f.place.text()).arg(f.count);
    return out;
}

constexpr qint64 WholeFile = 1 << 30; ///< bytes of a slice

/// 300 rows of everything that files of profilers hold.
QByteArray plainText(const char *lineEnd, const char *mark)
{
    QByteArray out = QByteArray(mark) +
                     "Name,Start Time(us),Duration(us),Count,aic_mac_ratio,aic_total_cycles,Own,Whole,Part,Never,Input "
                     "Shapes,Count" +
                     lineEnd;
    for (int i = 0; i < 300; ++i) {
        const QByteArray n = QByteArray::number(i);
        out += "a/b" + QByteArray::number(i % 7) + (i % 3 == 0 ? " x" : "") + ",";
        out += "17364124747" + QByteArray::number(30135 + i) + (i % 5 == 0 ? ".222\t," : i % 5 == 1 ? ",\t" : ".5,");
        out += i % 11 == 0 ? "55.1615," : i % 11 == 1 ? "N/A," : i % 11 == 2 ? "1e2," : "3.25,";
        out += i % 4 == 0 ? "32.0," : i % 4 == 1 ? "\"7\"," : i % 4 == 2 ? " +12 ," : n + ",";
        out += i % 6 == 0 ? "-0.0," : i % 6 == 1 ? "0.12345678901234567," : i % 6 == 2 ? "," : "0.25,";
        out += i < 200 ? QByteArray("NA,") : n + n + ",";
        out += i % 9 == 0 ? "\"x,\"\"y\"\"\"," : i % 9 == 1 ? "\"\"," : "0" + n + ",";
        out += n + "000,";
        out += i % 2 == 0 ? n + "," : n + ".5,";
        out += ",";
        out += i % 8 == 0 ? "N/A," : " \"\"\"" + n + ",16;4\"\"\" ,";
        out += n + lineEnd;
    }
    return out;
}

} // namespace

class TestCsvTable : public QObject
{
    Q_OBJECT
private slots:
    void recordsAreSplitAsTheRfcSays_data();
    void recordsAreSplitAsTheRfcSays();
    void unclosedQuotesAreTakenBack();
    void linesAreCountedThroughQuotedCells();
    void columnsGetTheirTypes();
    void slicesOfAnExportBecomeOneTable();
    void anySlicesGiveTheSameTable_data();
    void anySlicesGiveTheSameTable();
    void oddFilesAreReadInAnySlices_data();
    void oddFilesAreReadInAnySlices();
    void missingIsNotZero();
    void cellsThatAreNoNumbersAreReported();
    void rowsOfAnotherWidthAreSkipped();
    void brokenFilesAreReported_data();
    void brokenFilesAreReported();
    void hugeNumbersAndOddTexts();
    void kernelColumnsKnowAllSpellings();
    void stepTimesKeepTheTextOfTheFile();
    void stepTimesOfAllVersions_data();
    void stepTimesOfAllVersions();
    void stepsThatAreNoNumbersAreLeftOut();
    void clusterStepTimesKnowRanksAndStages();
    void cutAtEveryByte();
};

void TestCsvTable::recordsAreSplitAsTheRfcSays_data()
{
    const Scenarios<QByteArray, Rows> row;
    const auto s = [](const char *t) { return QString::fromUtf8(t); };
    row("plain", "a,b\n1,2\n", {{s("a"), s("b")}, {s("1"), s("2")}});
    row("CRLF and no last line end", "a,b\r\n1,2", {{s("a"), s("b")}, {s("1"), s("2")}});
    row("double CR", "a,b\r\r\n1,2\r\r\n", {{s("a"), s("b")}, {s("1"), s("2")}});
    row("byte order mark",
        "\xef\xbb\xbf"
        "a,b\n",
        {{s("a"), s("b")}});
    row("half a byte order mark", "\xef\xbb", {{QString::fromUtf8("\xef\xbb")}});
    row("quoted comma", "\"a,b\",c\n", {{s("a,b"), s("c")}});
    row("doubled quote", "\"a\"\"b\",\"\"\"c\"\"\"\n", {{s("a\"b"), s("\"c\"")}});
    row("line end in a cell", "\"a;\nb;\r\nc\",d\n", {{s("a;\nb;\r\nc"), s("d")}});
    row("stray TAB, blank and CR", "a\t, b ,\tc\r\n", {{s("a"), s("b"), s("c")}});
    row("blank before a quote", "a, \"b,c\"\n", {{s("a"), s("b,c")}});
    row("text behind a quote", "\"a\"x,b\n", {{s("ax"), s("b")}});
    row("quote inside a cell", "a\"b,c\n", {{s("a\"b"), s("c")}});
    row("empty cells", ",,\n", {{s(""), s(""), s("")}});
    row("blank lines", "\n\r\na\n\n", {{s("a")}});
    row("empty", "", {});
    row("quoted empty", "\"\",x\n", {{s(""), s("x")}});
}

void TestCsvTable::recordsAreSplitAsTheRfcSays()
{
    const auto [text, rows] = scenario<QByteArray, Rows>();
    Rows read;
    for (const auto &[line, cells] : recordsOf(text))
        read << cells;
    QCOMPARE(read, rows);
}

void TestCsvTable::unclosedQuotesAreTakenBack()
{
    std::vector<qint64> unclosed;
    const auto records = recordsOf("h,i\n1,2\n3,\"oops\n4,5\n6,7\n", &unclosed);
    QCOMPARE(unclosed, std::vector<qint64>{3});
    std::vector<std::pair<qint64, QString>> first;
    for (const auto &[line, cells] : records)
        first.emplace_back(line, cells.front());
    const std::vector<std::pair<qint64, QString>> expected{
        {1, QStringLiteral("h")}, {2, QStringLiteral("1")}, {4, QStringLiteral("4")}, {5, QStringLiteral("6")}};
    QCOMPARE(first, expected);
}

void TestCsvTable::linesAreCountedThroughQuotedCells()
{
    std::vector<qint64> lines;
    for (const auto &[line, cells] : recordsOf("h\n\"a\nb\nc\"\n\nd\n"))
        lines.push_back(line);
    QCOMPARE(lines, (std::vector<qint64>{1, 2, 6}));
}

void TestCsvTable::columnsGetTheirTypes()
{
    RunFolder d;
    ImportReport report;
    const auto table =
        readKernels({{d.write(QStringLiteral("k.csv"), Kernels), QStringLiteral("k.csv")}}, JobContext(), report);
    QVERIFY(table && report.isEmpty());
    QCOMPARE(table->rows(), 2);
    QCOMPARE(table->columnCount(), 14);
    QCOMPARE(table->source, QStringLiteral("k.csv"));
    const auto type = [&](const char *name) { return table->at(table->column(QString::fromLatin1(name))).type; };
    QVERIFY(type("Start Time(us)") == ColumnType::TimeStamp);
    QVERIFY(type("Duration(us)") == ColumnType::Duration);
    QVERIFY(type("Wait Time(us)") == ColumnType::Duration);
    QVERIFY(type("Step Id") == ColumnType::Integer);
    QVERIFY(type("Task ID") == ColumnType::Integer);
    QVERIFY(type("aic_mac_ratio") == ColumnType::Real);
    QVERIFY(type("Own") == ColumnType::Text);
    QVERIFY(type("Name") == ColumnType::Text);
    QCOMPARE(table->integer(0, table->column(u"Start Time(us)")), 1736412474730135222);
    QCOMPARE(table->integer(0, table->column(u"Duration(us)")), 55162); // half up
    QCOMPARE(table->real(0, table->column(u"aic_mac_ratio")), 0.25);
    // The value keeps the quotes that stand inside the quotes of the CSV; display takes them off.
    QCOMPARE(table->textView(0, table->column(u"Input Shapes")), std::string_view("\"32,3;4\""));
    QCOMPARE(displayShape(table->textView(0, table->column(u"Input Shapes"))), std::string_view("32,3;4"));
    QCOMPARE(displayShape("\""), std::string_view("\""));
}

void TestCsvTable::slicesOfAnExportBecomeOneTable()
{
    RunFolder d;
    const CsvFile a{d.write(QStringLiteral("a.csv"), "Op Name,Extra\nx,1\n"), QStringLiteral("a.csv")};
    const CsvFile b{d.write(QStringLiteral("b.csv"), "New,Op Name\n5,y\n"), QStringLiteral("b.csv")};
    ImportReport report;
    const auto table = readCsvTable({a, b}, JobContext(), report);
    QVERIFY(table);
    QCOMPARE(table->rows(), 2);
    QCOMPARE(table->textView(1, table->column(u"Op Name")), std::string_view("y"));
    QVERIFY(!table->has(1, table->column(u"Extra")));
    QVERIFY(!table->has(0, table->column(u"New")));
    QCOMPARE(table->integer(1, table->column(u"New")), 5);
}

void TestCsvTable::anySlicesGiveTheSameTable_data()
{
    const Scenarios<QByteArray, qint64, int> row;
    for (const qint64 slice : {0, 256, 257, 1000, 40'000}) {
        QTest::addRow("LF, %lld", slice) << plainText("\n", "") << slice << 1;
        QTest::addRow("CRLF, %lld", slice) << plainText("\r\n", "") << slice << 2;
        QTest::addRow("byte order mark, %lld", slice) << plainText(",,\n", "\xef\xbb\xbf") << slice << 3;
        // A text may begin as the one above it does, and one in quotes may be written otherwise.
        QByteArray alike = "Op Name,Own,Duration(us)\n";
        for (int i = 0; i < 60; ++i)
            alike += "ab,\"x,\"\"1\"\"\",1\nab,\"x,\"\"1\"\"\",2\nabc,\"x\",3\nab,x,4\nab ,\"x\" ,5\n";
        QTest::addRow("alike, %lld", slice) << alike << slice << 2;
    }
}

void TestCsvTable::anySlicesGiveTheSameTable()
{
    const auto [text, slice, files] = scenario<QByteArray, qint64, int>();
    RunFolder d;
    std::vector<CsvFile> all;
    for (int i = 0; i < files; ++i) {
        const QString name = QStringLiteral("k%1.csv").arg(i);
        all.push_back({d.write(name, text), name});
    }
    ThreadPool pool(3);
    const JobContext job(std::make_shared<MemoryBudget>());
    std::array<CsvGaps, 2> gaps{{{u"Duration(us)"}, {u"Name"}}};
    std::array<CsvGaps, 2> expectedGaps = gaps;
    CsvPlaces places;
    CsvPlaces expectedPlaces;
    ImportReport report;
    {
        const auto expected =
            readCsvTable(all, JobContext(), report, &expectedPlaces, expectedGaps, {}, nullptr, WholeFile);
        const auto table = readCsvTable(all, job, report, &places, gaps, {}, &pool, slice);
        QVERIFY(table && expected && report.isEmpty());
        QCOMPARE(differenceOf(*table, *expected), QString());
        QCOMPARE(table->rows(), 300 * files);
        QVERIFY(job.budget()->used() >= table->bytes());
        for (const int row : {0, 1, 299, 300 * files - 1}) {
            QCOMPARE(places.at(row, QStringLiteral("x")).file, expectedPlaces.at(row, QStringLiteral("x")).file);
            QCOMPARE(places.at(row, QStringLiteral("x")).place, expectedPlaces.at(row, QStringLiteral("x")).place);
        }
        for (size_t i = 0; i < gaps.size(); ++i) {
            QCOMPARE(gaps[i].count, expectedGaps[i].count);
            QCOMPARE(gaps[i].firstRow, expectedGaps[i].firstRow);
        }
        QCOMPARE(job.done(), static_cast<qint64>(text.size()) * files);
    }
    QCOMPARE(job.budget()->used(), qint64(0));
}

void TestCsvTable::oddFilesAreReadInAnySlices_data()
{
    const Scenarios<QByteArray> row;
    row("no line end", QByteArray("a,b\n1,2\n3,4"));
    row("a line end in quotes", QByteArray("a,b\n1,\"x\ny\"\n3,4\n"));
    row("a quote in a cell", QByteArray("a,b\n1,x\"y\n3,z\"\n"));
    row("text behind a quote", QByteArray("a,b\n1,\"x\"y\n3,4\n"));
    row("an open quote", QByteArray("a,b\n1,\"x\n3,4\n"));
    row("quotes in two cells", QByteArray("a,b\n1,x\"y\nz\"3,4\n5,6\n7,\"8\n\"\n"));
    row("an open quote of the header", QByteArray("a,\"b\nc,d\n1,2\n3,4\n"));
    row("a repeated header", QByteArray("a,b\nx,y\n\"a\",b\na,b\nax,y\n"));
    row("text of a row that is left out", QByteArray("a,b\n1,2\nx\n3,4\n"));
    row("an empty line", QByteArray("a,b\n1,2\n\n3,4\n"));
    row("an empty line of one column", QByteArray("a\n1\n\n2\n"));
    row("an empty line at the end", QByteArray("a,b\n1,2\n3,4\n\n"));
    row("too few cells", QByteArray("a,b\n1,2\n3\n"));
    row("too many cells", QByteArray("a,b\n1,2\n3,4,5\n"));
    row("no number", QByteArray("Count,b\n1,2\nx,4\n"));
    row("a number that cannot be", QByteArray("Duration(us),b\n1,2\n-3,4\n"));
    row("a large number of no unit", QByteArray("a,b\n1.5,2\n1e300,4\n"));
    row("a zero byte", QByteArray("a,b\n1,2\n3,\0x\n", 13));
    row("no rows", QByteArray("a,b\n"));
    row("nothing", QByteArray());
    row("carriage returns", QByteArray("a,b\r1,2\r3,4\r"));
    row("an empty header", QByteArray(",\n1,2\n"));
}

void TestCsvTable::oddFilesAreReadInAnySlices()
{
    const auto [text] = scenario<QByteArray>();
    RunFolder d;
    const std::vector<CsvFile> files{{d.write(QStringLiteral("t.csv"), text), QStringLiteral("t.csv")}};
    ThreadPool pool(2);
    const JobContext job(std::make_shared<MemoryBudget>());
    ImportReport expectedReport;
    const auto expected = readCsvTable(files, JobContext(), expectedReport, nullptr, {}, {}, nullptr, WholeFile);
    for (const qint64 slice : {0, 3, 6, 11}) {
        ImportReport report;
        CsvPlaces places;
        const auto table = readCsvTable(files, job, report, &places, {}, {}, &pool, slice);
        QCOMPARE(table != nullptr, expected != nullptr);
        QCOMPARE(textsOf(report), textsOf(expectedReport));
        if (table)
            QCOMPARE(differenceOf(*table, *expected), QString());
    }
    QCOMPARE(job.budget()->used(), qint64(0));
}

void TestCsvTable::missingIsNotZero()
{
    RunFolder d;
    ImportReport report;
    const auto table =
        readKernels({{d.write(QStringLiteral("k.csv"), Kernels), QStringLiteral("k.csv")}}, JobContext(), report);
    for (const char *name : {"Task ID", "Stream ID", "Wait Time(us)", "Input Shapes", "aic_mac_ratio"})
        QVERIFY2(!table->has(1, table->column(QString::fromLatin1(name))), name);
    QVERIFY(table->has(1, table->column(u"Block Dim")));
    QCOMPARE(table->integer(1, table->column(u"Block Dim"), -1), 0);
    QVERIFY(isMissingCell("") && isMissingCell("NA") && isMissingCell("N/A") && !isMissingCell("0"));
}

void TestCsvTable::cellsThatAreNoNumbersAreReported()
{
    RunFolder d;
    ImportReport report;
    const auto table = readCsvTable(
        {{d.write(QStringLiteral("k.csv"), "Name,Duration(us)\na,1\nb,fast\nc,nan\nd,4\n"), QStringLiteral("k.csv")}},
        JobContext(), report);
    QCOMPARE(table->rows(), 4);
    QVERIFY(!table->has(1, 1) && !table->has(2, 1));
    QCOMPARE(table->integer(3, 1), 4000);
    const Finding f = findingOf(report, "csv.not-a-number");
    QVERIFY(f.severity == Severity::Loss);
    QCOMPARE(f.file, QStringLiteral("k.csv"));
    QCOMPARE(f.place.text(), QStringLiteral("line 3, row 2, column Duration(us)"));
    QCOMPARE(f.count, 2);
}

void TestCsvTable::rowsOfAnotherWidthAreSkipped()
{
    RunFolder d;
    ImportReport report;
    const auto table =
        readCsvTable({{d.write(QStringLiteral("k.csv"), "a,b,\n1,2,\n3\n4,5,6,7\n8,9\n"), QStringLiteral("k.csv")}},
                     JobContext(), report);
    QCOMPARE(table->columnCount(), 2);
    QCOMPARE(table->rows(), 2);
    QCOMPARE(table->integer(1, 0), 8);
    const Finding f = findingOf(report, "csv.row-width");
    QCOMPARE(f.place.text(), QStringLiteral("line 3"));
    QCOMPARE(f.count, 2);
}

void TestCsvTable::brokenFilesAreReported_data()
{
    // rows: -1: no table
    const Scenarios<QByteArray, QString, int> row;
    row("empty", "", "file.empty", -1);
    row("blank lines only", "\n\n\n", "csv.no-header", -1);
    row("commas only", ",,,\n", "csv.no-header", -1);
    row("no last line end", "a\n1", "csv.cut", 1);
    row("cut in a quoted cell", "a,b\n1,2\n3,\"x", "csv.unclosed-quote", 1);
    row("NUL bytes", QByteArray("a,b\n1,\0\n", 8), "", 1);
    row("invalid UTF-8", "Name\n\xff\xfe\x41\n", "", 1);
    row("noise", QByteArray("\x00\x01\x02\xff\xfe\n\x03", 7), "", 1);
    row("carriage returns alone", "a,b\r1,2\r3,4\r", "csv.no-rows", 0);
    row("carriage return inside a quoted name", "a,\"b\rc\"\n1,2\n", "", 1);
    row("too many columns", QByteArray(5000, ',') + "x\n1\n", "csv.header-width", -1);
}

void TestCsvTable::brokenFilesAreReported()
{
    const auto [text, code, rows] = scenario<QByteArray, QString, int>();
    RunFolder d;
    ImportReport report;
    const auto table =
        readCsvTable({{d.write(QStringLiteral("t.csv"), text), QStringLiteral("t.csv")}}, JobContext(), report);
    QCOMPARE(table ? table->rows() : -1, rows);
    if (!code.isEmpty())
        QVERIFY(hasCode(report, code.toLatin1().constData()));
}

void TestCsvTable::hugeNumbersAndOddTexts()
{
    RunFolder d;
    ImportReport report;
    const auto table = readCsvTable({{d.write(QStringLiteral("t.csv"), "Start Time(us),Block Dim,Plain,Zeros,Mixed\n"
                                                                       "9223372036854775.807,32.0,1,007,1\n"
                                                                       "1e300,99999999999999999999,2.5,1,x\n"
                                                                       "-9223372036854775.807,1e3,1e400,2,2\n"),
                                      QStringLiteral("t.csv")}},
                                    JobContext(), report);
    QVERIFY(!table->has(0, 0) && !table->has(1, 0) && !table->has(2, 0));
    QCOMPARE(table->integer(0, 1), 32);
    QVERIFY(!table->has(1, 1));
    QCOMPARE(table->integer(2, 1), 1000);
    QVERIFY(table->at(2).type == ColumnType::Text); // 1e400 is no number, and nothing says that the column must be one
    QVERIFY(table->at(3).type == ColumnType::Text); // "007" keeps its zeros
    QVERIFY(table->at(4).type == ColumnType::Text);
    QCOMPARE(table->textView(0, 4), std::string_view("1"));
    QCOMPARE(findingOf(report, "csv.impossible").count, 4);
}

void TestCsvTable::kernelColumnsKnowAllSpellings()
{
    RunFolder d;
    ImportReport report;
    const auto summary = readKernels(
        {{d.write(
              QStringLiteral("s.csv"),
              "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),Task "
              "Duration(us),Task Wait Time(us),Block Num,Mix Block Num,Input Shapes,Context ID\n"
              "0,4294967295,1,2,Default/x-op3/Add1,Add,static,AI_VECTOR_CORE,1000.5\t,2.5,0,8,0,\"\"\"2,2\"\"\",N/A\n"),
          QStringLiteral("s.csv")}},
        JobContext(), report);
    const KernelColumns c(*summary);
    QVERIFY(c.isTimed());
    QVERIFY(c.name >= 0 && c.type >= 0 && c.core >= 0 && c.wait >= 0 && c.blocks >= 0 && c.mixBlocks >= 0 &&
            c.inputShapes >= 0 && c.context >= 0);
    QCOMPARE(summary->integer(0, c.start), 1000500);
    QCOMPARE(c.stepOf(*summary, 0), QString());
    QCOMPARE(kernelShortName(summary->textView(0, c.name)), std::string_view("Add1"));
    QCOMPARE(kernelShortName("a/"), std::string_view("a/"));
    QVERIFY(!c.isCommunication(*summary, 0));

    const auto mindspore =
        readKernels({{d.write(QStringLiteral("m.csv"),
                              "Step ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n"
                              ",x,y,COMMUNICATION,1,1,1,1\n7,x,y,AI_CORE,1,1,1,1\n"),
                      QStringLiteral("m.csv")}},
                    JobContext(), report);
    const KernelColumns m(*mindspore);
    QCOMPARE(m.stepOf(*mindspore, 0), QStringLiteral("0"));
    QCOMPARE(m.stepOf(*mindspore, 1), QStringLiteral("7"));
    QVERIFY(m.isCommunication(*mindspore, 0) && !m.isCommunication(*mindspore, 1));
    QVERIFY(report.isEmpty());

    const auto other =
        readKernels({{d.write(QStringLiteral("o.csv"), "Task ID,Block Dim,Wait Time(us),Name\n1,2,3,a\n"),
                      QStringLiteral("o.csv")}},
                    JobContext(), report);
    QVERIFY(other);
    QCOMPARE(findingOf(report, "csv.missing-columns").argument,
             QStringLiteral("Duration(us) or Task Duration(us), Start Time(us) or Task Start Time(us)"));
}

void TestCsvTable::stepTimesKeepTheTextOfTheFile()
{
    RunFolder d;
    ImportReport report;
    const auto rows = readStepTrace(d.write(QStringLiteral("s.csv"), RunFolder::stepCsv()), QStringLiteral("s.csv"), 3,
                                    1, JobContext(), report);
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows[0].step, QStringLiteral("1"));
    QCOMPARE(rows[0].rank, 3);
    QCOMPARE(rows[0].device, 1);
    QCOMPARE(rows[0].computingUs, std::optional(10.5));
    QCOMPARE(rows[0].bubbleUs, std::optional(0.0));
    QVERIFY(!rows[0].preparingUs);
    QVERIFY(report.isEmpty());
}

void TestCsvTable::stepTimesOfAllVersions_data()
{
    const Scenarios<QByteArray, QString, int, double> row;
    row("device column", QByteArray("Device_id,Step,Computing,Communication(Not Overlapped)\n4,2,1,5\n"),
        QStringLiteral("2"), 4, 5.0);
    row("blank before the bracket", QByteArray("Step,Computing,Communication (Not Overlapped)\n2,1,5\n"),
        QStringLiteral("2"), -1, 5.0);
    row("step by name", QByteArray("Step,Computing,Communication(Not Overlapped)\nProfilerStep#10,1,5\n"),
        QStringLiteral("10"), -1, 5.0);
    row("no step", QByteArray("Step,Computing,Communication(Not Overlapped)\n,1,5\n"), QStringLiteral("0"), -1, 5.0);
    row("the header stands again",
        QByteArray("Device_id,Step,Computing\n4.0,2,1\nDevice_id,Step,Computing\n")
            .replace("Computing", "Communication(Not Overlapped)"),
        QStringLiteral("2"), 4, 1.0);
    row("step of a data frame", QByteArray("Step,Computing,Communication(Not Overlapped)\n50.0,1,5\n"),
        QStringLiteral("50"), -1, 5.0);
    row("trailing TAB", QByteArray("Step,Computing,Communication(Not Overlapped)\n50\t,1\t,5\t\r\n"),
        QStringLiteral("50"), -1, 5.0);
}

void TestCsvTable::stepTimesOfAllVersions()
{
    const auto [text, step, device, notOverlapped] = scenario<QByteArray, QString, int, double>();
    RunFolder d;
    ImportReport report;
    const auto rows =
        readStepTrace(d.write(QStringLiteral("s.csv"), text), QStringLiteral("s.csv"), 0, -1, JobContext(), report);
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows[0].step, step);
    QCOMPARE(rows[0].device, device);
    QCOMPARE(rows[0].notOverlappedUs, std::optional(notOverlapped));
    for (const Finding &f : report.findings())
        QCOMPARE(f.code, QStringLiteral("csv.missing-columns")); // these files hold two columns of nine
}

// A damaged step is none: it would stand among those to choose.
void TestCsvTable::stepsThatAreNoNumbersAreLeftOut()
{
    RunFolder d;
    ImportReport report;
    const auto rows = readStepTrace(d.write(QStringLiteral("s.csv"), "Step,Computing\nNaN,1\n1e999,2\n7,3\n-1,4\n"),
                                    QStringLiteral("s.csv"), 0, -1, JobContext(), report);
    QCOMPARE(rows.size(), size_t(1));
    QCOMPARE(rows[0].step, QStringLiteral("7"));
    QCOMPARE(findingOf(report, "step.number").count, 3);
    ImportReport ofCluster;
    const auto cluster =
        readClusterStepTrace(d.write(QStringLiteral("c.csv"), "Step,Type,Index,Computing\nNaN,rank,0,1\n7,rank,1,2\n"),
                             QStringLiteral("c.csv"), JobContext(), ofCluster);
    QCOMPARE(cluster.size(), size_t(1));
    QCOMPARE(cluster[0].rank, 1);
    QVERIFY(hasCode(ofCluster, "step.number"));
}

void TestCsvTable::clusterStepTimesKnowRanksAndStages()
{
    RunFolder d;
    ImportReport report;
    const auto rows = readClusterStepTrace(
        d.write(QStringLiteral("c.csv"), "Step,Type,Index,Computing,Free,DP Index\n50,rank,3,1,2,0\n50,stage,\"(0, "
                                         "1)\",4,5,NA\n50,rank,odd,1,2,0\n"),
        QStringLiteral("c.csv"), JobContext(), report);
    QCOMPARE(rows.size(), size_t(2));
    QCOMPARE(rows[0].rank, 3);
    QVERIFY(rows[0].stageRanks.isEmpty());
    QCOMPARE(rows[1].rank, -1);
    QCOMPARE(rows[1].stageRanks, QStringLiteral("(0, 1)"));
    QVERIFY(hasCode(report, "csv.not-a-number"));
    // As pandas writes them.
    ImportReport floats;
    const auto ofFrame =
        readClusterStepTrace(d.write(QStringLiteral("f.csv"), ",Step,Type,Index,Computing,Free\n0,2.0,rank,0.0,1,2\n"
                                                              "1,2.0,rank,15.0,1,2\n2,2.0,rank,1.5,1,2\n"),
                             QStringLiteral("f.csv"), JobContext(), floats);
    QCOMPARE(ofFrame.size(), size_t(2));
    QCOMPARE(ofFrame[0].rank, 0);
    QCOMPARE(ofFrame[1].rank, 15);
    QCOMPARE(findingOf(floats, "csv.not-a-number").count, 1);
}

void TestCsvTable::cutAtEveryByte()
{
    RunFolder d;
    const QString path = d.path(QStringLiteral("k.csv"));
    cutEverywhere(path, Kernels, 0, [&](qsizetype cut) {
        ImportReport report;
        const auto table = readKernels({{path, QStringLiteral("k.csv")}}, JobContext(), report);
        const bool atLineEnd = cut > 0 && Kernels.at(cut - 1) == '\n';
        QVERIFY2(atLineEnd || !report.isEmpty(), qPrintable(QStringLiteral("cut at byte %1").arg(cut)));
        const qsizetype wholeLines = Kernels.left(cut).count('\n');
        QVERIFY(!table || (table->rows() >= wholeLines - 1 && table->rows() <= wholeLines));
    });
    const QString step = d.path(QStringLiteral("s.csv"));
    cutEverywhere(step, RunFolder::stepCsv(), 0, [&](qsizetype cut) {
        ImportReport report;
        const auto rows = readStepTrace(step, QStringLiteral("s.csv"), 0, 0, JobContext(), report);
        QVERIFY(rows.size() <= 1);
        QVERIFY2(!report.isEmpty(), qPrintable(QStringLiteral("cut at byte %1").arg(cut)));
    });
}

RS_TEST(TestCsvTable, QCoreApplication);
#include "tst_csvtable.moc"
