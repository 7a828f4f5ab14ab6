// SPDX-License-Identifier: Apache-2.0
// Values that are none, values that cannot be, and files that are not what they are called: each is told, none is 0.
#include "core/table/kernelcolumns.h"
#include "cutfile.h"
#include "importers/json/commjson.h"
#include "importers/csv/kernelcsv.h"
#include "importers/discovery/deliverables.h"
#include "importers/json/metadatajson.h"
#include "importers/csv/stepcsv.h"
#include "findings.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <cmath>

using namespace rs;
using namespace rs::test;

namespace {

const QString File = QStringLiteral("f");

template <typename Read>
auto readText(const QByteArray &text, Read read)
{
    RunFolder d;
    return read(d.write(File, text));
}

std::vector<CommOp> operatorsOf(const QByteArray &text, ImportReport &report)
{
    return readText(text,
                    [&](const QString &p) { return readCommunication(p, File, 0, JobContext(), report).records(); });
}

std::vector<MatrixLink> linksOf(const QByteArray &text, ImportReport &report)
{
    return readText(
        text, [&](const QString &p) { return readCommunicationMatrix(p, File, 0, JobContext(), report).records(); });
}

std::vector<StepTraceRow> stepsOf(const QByteArray &text, ImportReport &report, bool cluster = false)
{
    return readText(text, [&](const QString &p) {
        return cluster ? readClusterStepTrace(p, File, JobContext(), report)
                       : readStepTrace(p, File, 0, 0, JobContext(), report);
    });
}

QByteArray operatorText(const QByteArray &key, const QByteArray &value)
{
    QByteArray text = R"j({"step1": {"p2p": {}, "collective": {"hcom_allReduce__1_0_1@17": {"Communication Time Info": {
"Start Timestamp(us)": 1736412474757059.8, "Elapse Time(ms)": 10.5, "Transit Time(ms)": 2.25, "Wait Time(ms)": 6.5,
"Synchronization Time(ms)": 4.5, "Idle Time(ms)": 1.75, "Wait Time Ratio": 0.5, "Synchronization Time Ratio": 0.25},
"Communication Bandwidth Info": {"HCCS": {"Transit Size(MB)": 28.5, "Transit Time(ms)": 2.125, "Bandwidth(GB/s)": 15.5,
"Large Packet Ratio": 0.75, "Size Distribution": {"1.5": [19, 1.0]}}}}}}})j";
    const QByteArray quoted = '"' + key + "\": ";
    const qsizetype at = text.lastIndexOf(quoted) + quoted.size();
    qsizetype end = at;
    while (text[end] != ',' && text[end] != '}')
        ++end;
    return text.replace(at, end - at, value);
}

/// All numbers of an operator, in the order of the text above.
std::vector<std::optional<double>> numbersOf(const CommOp &op)
{
    const TransportInfo &t = op.transports.at(0);
    return {op.startUs,
            op.elapseMs,
            op.transitMs,
            op.waitMs,
            op.synchronizationMs,
            op.idleMs,
            op.waitRatio,
            op.synchronizationRatio,
            t.sizeMb,
            t.timeMs,
            t.bandwidthGbs,
            t.largePacketRatio};
}

QByteArray kernelText(const QByteArray &start, const QByteArray &duration, const QByteArray &wait)
{
    return "Step Id,Task ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block "
           "Dim,aic_mac_ratio\n"
           "1,17,MatMul1,MatMul,AI_CORE," +
           start + ',' + duration + ',' + wait + ",32,0.5\n";
}

std::shared_ptr<const Table> kernelsOf(const QByteArray &text, ImportReport &report)
{
    return readText(text, [&](const QString &path) { return readKernels({{path, File}}, JobContext(), report); });
}

const QByteArray StepHeader = "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                              "Communication(Not Overlapped and Exclude Receive),Preparing\n";

/// Reads a file of a kind; true when it gave anything.
using Reader = std::function<bool(const QString &path, ImportReport &report)>;

std::shared_ptr<const Table> readPlain(const char *kind, const QString &path, ImportReport &report)
{
    const Deliverable *const d = deliverable(QString::fromLatin1(kind));
    return readPlainTable({{path, File}}, wordsOf(d->columns), wordsOf(d->partial), JobContext(), report);
}

const std::vector<std::pair<const char *, Reader>> &allReaders()
{
    static const std::vector<std::pair<const char *, Reader>> readers = {
        {"kernel_details",
         [](const QString &p, ImportReport &r) {
             return readKernels({{p, File}}, JobContext(), r) != nullptr;
         }},
        {"op_statistic", [](const QString &p, ImportReport &r) { return readPlain("op_statistic", p, r) != nullptr; }},
        {"api_statistic",
         [](const QString &p, ImportReport &r) { return readPlain("api_statistic", p, r) != nullptr; }},
        {"step_trace_time",
         [](const QString &p, ImportReport &r) { return !readStepTrace(p, File, 0, 0, JobContext(), r).empty(); }},
        {"cluster_step_trace_time",
         [](const QString &p, ImportReport &r) { return !readClusterStepTrace(p, File, JobContext(), r).empty(); }},
        {"communication",
         [](const QString &p, ImportReport &r) { return !readCommunication(p, File, 0, JobContext(), r).empty(); }},
        {"communication_matrix",
         [](const QString &p, ImportReport &r) {
             return !readCommunicationMatrix(p, File, 0, JobContext(), r).empty();
         }},
        {"cluster_communication",
         [](const QString &p, ImportReport &r) { return !readClusterCommunication(p, File, JobContext(), r).empty(); }},
        {"cluster_communication_matrix",
         [](const QString &p, ImportReport &r) { return !readClusterMatrix(p, File, JobContext(), r).empty(); }},
        {"communication_group",
         [](const QString &p, ImportReport &r) { return !readCommunicationGroups(p, File, JobContext(), r).empty(); }},
        {"profiler_info",
         [](const QString &p, ImportReport &r) {
             return !readProfilerInfo(p, File, JobContext(), r).settings.isEmpty();
         }},
        {"profiler_metadata",
         [](const QString &p, ImportReport &r) {
             return !readProfilerMetadata(p, File, JobContext(), r).settings.isEmpty();
         }},
    };
    return readers;
}

} // namespace

class TestBrokenValues : public QObject
{
    Q_OBJECT
private slots:
    void timesOfOperators_data()
    {
        const Scenarios<QByteArray, QByteArray, int> row;
        const char *const keys[] = {
            "Start Timestamp(us)",      "Elapse Time(ms)",  nullptr,           "Wait Time(ms)",
            "Synchronization Time(ms)", "Idle Time(ms)",    "Wait Time Ratio", "Synchronization Time Ratio",
            "Transit Size(MB)",         "Transit Time(ms)", "Bandwidth(GB/s)", "Large Packet Ratio"};
        for (const char *const value : {"null", "-1", "1e300", "\"soon\"", "[]", "true", "1e999"}) {
            for (int i = 0; i < int(std::size(keys)); ++i) {
                if (keys[i])
                    QTest::addRow("%s is %s", keys[i], value) << QByteArray(keys[i]) << QByteArray(value) << i;
            }
        }
    }

    void timesOfOperators()
    {
        const auto [key, value, at] = scenario<QByteArray, QByteArray, int>();
        ImportReport none;
        const auto whole = operatorsOf(operatorText("Wait Time Ratio", "0.5"), none);
        QCOMPARE(whole.size(), size_t(1));
        QVERIFY(none.isEmpty());
        auto expected = numbersOf(whole[0]);
        expected[static_cast<size_t>(at)].reset();
        ImportReport report;
        const auto ops = operatorsOf(operatorText(key, value), report);
        QCOMPARE(ops.size(), size_t(1));
        QCOMPARE(numbersOf(ops[0]), expected);
        QVERIFY(hasCode(report, "communication.value"));
        QCOMPARE(findingOf(report, "communication.value").count, 1);
    }

    void ratiosAboveOne_data()
    {
        const Scenarios<QByteArray, bool> row;
        row("all of it", "1.0", true);
        row("all of it, rounded", "1.0001", true);
        row("nothing, rounded", "-0.0", true);
        row("twelve times of it", "12.5", false);
    }

    void ratiosAboveOne()
    {
        const auto [value, is] = scenario<QByteArray, bool>();
        for (const char *const key : {"Wait Time Ratio", "Synchronization Time Ratio", "Large Packet Ratio"}) {
            ImportReport report;
            const auto ops = operatorsOf(operatorText(key, value), report);
            const CommOp &op = ops.at(0);
            const auto got = key[0] == 'W'   ? op.waitRatio
                             : key[0] == 'S' ? op.synchronizationRatio
                                             : op.transports.at(0).largePacketRatio;
            QCOMPARE(got.has_value(), is);
            QVERIFY(!got || !std::signbit(*got)); // "-0" says nothing
            QCOMPARE(hasCode(report, "communication.value"), !is);
        }
    }

    void startsFarFromAllOthers_data()
    {
        const Scenarios<QByteArrayList, QByteArrayList> row;
        const QByteArrayList some{"1736412474757059.8", "1736412474767059.8"};
        QByteArrayList many;
        for (int i = 0; i < 20; ++i)
            many << "17364124747570" + QByteArray::number(10 + 3 * i) + ".5";
        row("two", some, some);
        row("one that is none", {"12.5", some[0]}, {some[0]});
        row("one that is none, behind", {some[0], "0.0"}, {some[0]});
        row("one of few", {some[0], "12.5", some[1]}, some);
        row("the year 2200", {some[0], "7258118400000000.5", some[1]}, some);
        row("one of many", many + QByteArrayList{"12.5"}, many);
        row("a day before many", many + QByteArrayList{"1736326074757059.8"}, many);
        row("a clock that began with the run", {"12.5", "17.5"}, {"12.5", "17.5"});
    }

    void startsFarFromAllOthers()
    {
        const auto [starts, kept] = scenario<QByteArrayList, QByteArrayList>();
        QByteArrayList entries;
        for (const QByteArray &start : starts) {
            QByteArray one = operatorText("Start Timestamp(us)", start);
            one = one.mid(one.indexOf("\"hcom_"));
            one.chop(3);
            entries << one.replace("__1_0_1", "__1_" + QByteArray::number(entries.size()) + "_1");
        }
        ImportReport report;
        const auto ops = operatorsOf("{\"step1\": {\"collective\": {" + entries.join(',') + "}}}", report);
        QCOMPARE(ops.size(), size_t(starts.size()));
        QByteArrayList got;
        for (const CommOp &op : ops) {
            QCOMPARE(op.startText.isEmpty(), !op.startUs);
            QVERIFY(op.elapseMs);
            if (op.startUs)
                got << op.startText.toUtf8();
        }
        QCOMPARE(got, kept);
        const auto stray = starts.size() - kept.size();
        QCOMPARE(hasCode(report, "communication.stray-start"), stray > 0);
        if (stray > 0)
            QCOMPARE(findingOf(report, "communication.stray-start").count, stray);
    }

    void transportsThatAreNoText_data()
    {
        const Scenarios<QByteArray, bool> row;
        row("text", R"("Transport Type": "HCCS",)", true);
        for (const char *const value : {"5", "null", "true", "[]", "{}", "\"\""})
            row(value, "\"Transport Type\": " + QByteArray(value) + ',', false);
        row("none", "", false);
    }

    void transportsThatAreNoText()
    {
        const auto [value, is] = scenario<QByteArray, bool>();
        ImportReport report;
        const auto links = linksOf(R"j({"step1": {"collective": {"allreduce-top1@1": {"0-1": {)j" + value +
                                       R"j("Transit Size(MB)": 1, "Transit Time(ms)": 0.5, "Bandwidth(GB/s)": 2}}}}})j",
                                   report);
        QCOMPARE(links.size(), size_t(1));
        QCOMPARE(links[0].transport, is ? QStringLiteral("HCCS") : QString());
        QCOMPARE(report.findings().size(), size_t(is ? 0 : 1));
        if (!is)
            QCOMPARE(findingOf(report, "matrix.transport").place.text(),
                     QStringLiteral("allreduce-top1 0-1, Transport Type"));
    }

    void packetsThatCannotBe_data()
    {
        const Scenarios<QByteArray, int> row;
        row("sound", R"({"1.5": [19, 1.0], "2.5": [1, 0]})", 2);
        row("a size below 0", R"({"-1.5": [19, 1.0], "2.5": [1, 0]})", 1);
        row("half a packet", R"({"1.5": [0.5, 1.0], "2.5": [1, 0]})", 1);
        row("a count below 0", R"({"1.5": [-1, 1.0], "2.5": [1, 0]})", 1);
        row("a time below 0", R"({"1.5": [1, -1.0], "2.5": [1, 0]})", 1);
    }

    void packetsThatCannotBe()
    {
        const auto [packets, kept] = scenario<QByteArray, int>();
        QByteArray text = operatorText("Wait Time Ratio", "0.5");
        text.replace("{\"1.5\": [19, 1.0]}", packets);
        ImportReport report;
        const auto ops = operatorsOf(text, report);
        QCOMPARE(int(ops.at(0).transports.at(0).packets.size()), kept);
        QCOMPARE(hasCode(report, "communication.packets"), kept < 2);
    }

    void valuesOfLinks_data()
    {
        const Scenarios<QByteArray> row;
        for (const char *const value : {"null", "-0.5", "1e300", "\"\"", "{}"})
            row(value, QByteArray(value));
    }

    void valuesOfLinks()
    {
        const auto [value] = scenario<QByteArray>();
        ImportReport report;
        const auto links = linksOf(R"j({"step1": {"collective": {"allreduce-top1@1": {"0-1": {"Transport Type": "HCCS",
"Transit Size(MB)": )j" + value + R"j(, "Transit Time(ms)": 0.5, "Bandwidth(GB/s)": )j" +
                                       value + "}}}}}",
                                   report);
        QCOMPARE(links.size(), size_t(1));
        QVERIFY(!links[0].sizeMb && !links[0].bandwidthGbs);
        QCOMPARE(links[0].timeMs, std::optional(0.5));
        QCOMPARE(findingOf(report, "communication.value").count, 2);
    }

    void cellsOfKernels_data()
    {
        const Scenarios<QByteArray, QByteArray, QByteArray> row;
        const QByteArray stamp = "1736412474730135.222\t";
        row("no number", stamp, "null", "csv.not-a-number");
        row("negative", stamp, "-1", "csv.impossible");
        row("1e300", stamp, "1e300", "csv.impossible");
        row("2^63 ns", stamp, "9223372036854775.807", "csv.impossible");
        row("beyond 2^63 ns", stamp, "9223372036854775807", "csv.impossible");
        row("a stamp in its place", stamp, stamp, "csv.impossible");
        row("not a number of IEEE", stamp, "nan", "csv.not-a-number");
        row("infinite", stamp, "inf", "csv.not-a-number");
        row("the stamp is 2^63 ns", "9223372036854775.807", "", "csv.impossible");
        row("no difference of stamps", stamp, "-5.15e-51", "csv.impossible");
        row("a negative denormal", stamp, "-1e-320", "csv.impossible");
        row("negative, beyond a double", stamp, "-1e-400", "csv.not-a-number");
        row("negative, below a nanosecond", stamp, "-0.0001", "csv.impossible");
        row("the stamp is -1", "-1", "", "csv.impossible");
        row("the stamp is far below 0", "-9e15", "", "csv.impossible");
    }

    void cellsOfKernels()
    {
        const auto [start, duration, code] = scenario<QByteArray, QByteArray, QByteArray>();
        ImportReport report;
        const bool isStart = duration.isEmpty();
        const auto table = kernelsOf(kernelText(start, isStart ? "55.25" : duration, "0.5"), report);
        QVERIFY(table);
        const KernelColumns c(*table);
        QCOMPARE(table->has(0, c.start), !isStart);
        QCOMPARE(table->has(0, c.duration), isStart);
        QCOMPARE(table->integer(0, c.wait), 500);
        QCOMPARE(report.findings().size(), size_t(1));
        QCOMPARE(findingOf(report, code.constData()).count, 1);
    }

    void emptyCellsOfKernels_data()
    {
        const Scenarios<QByteArray> row;
        row("empty", "");
        row("N/A", "N/A");
        row("NA", "NA");
    }

    void emptyCellsOfKernels()
    {
        const auto [empty] = scenario<QByteArray>();
        ImportReport report;
        QByteArray text = "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n"
                          "1,\"a\nb\",MatMul,AI_CORE,1000.5,2,0\n"; // lines 2 and 3
        text += "1,c,MatMul,AI_CORE,1001.5," + empty + ",0\n1,d,MatMul,AI_CORE,1002.5," + empty + ",0\n";
        text += "1,e,MatMul,AI_CORE," + empty + ",3,0\n1,f,MatMul,AI_CORE,1003,0,0\n";
        const auto table = kernelsOf(text, report);
        QVERIFY(table);
        const KernelColumns c(*table);
        QCOMPARE(table->rows(), 5);
        QVERIFY(table->has(0, c.duration) && !table->has(1, c.duration) && !table->has(3, c.start));
        QVERIFY(table->has(4, c.duration)); // a kernel of 0 us is one
        QCOMPARE(report.findings().size(), size_t(2));
        QCOMPARE(told(report, "kernels.empty-duration"), QStringLiteral("loss x2 line 4, row 2, column Duration(us)"));
        const Finding start = findingOf(report, "kernels.empty-start");
        QCOMPARE(start.count, 1);
        QCOMPARE(start.place.text(), QStringLiteral("line 6, row 4, column Start Time(us)"));

        // Files that msprof was not told to write are no loss.
        ImportReport summary;
        QVERIFY(kernelsOf("Op Name,Task Start Time(us),Task Duration(us)\na,N/A,N/A\nb,N/A,N/A\n", summary));
        QCOMPARE(findingOf(summary, "kernels.empty-duration").count, 2);
        QCOMPARE(summary.worst(), Severity::Notice);
    }

    void cellsOfStatistics_data()
    {
        const Scenarios<int, QByteArray, QByteArray> row;
        for (int column = 0; column < 8; ++column) {
            QTest::addRow("empty %d", column) << column << QByteArray() << QByteArray("statistic.empty");
            QTest::addRow("N/A %d", column) << column << QByteArray("N/A") << QByteArray("statistic.empty");
            if (column < 2)
                continue;
            QTest::addRow("text %d", column) << column << QByteArray("many") << QByteArray("csv.not-a-number");
            for (const char *const value : {"-1", "1e300", "9223372036854775807", "18446744073709551616"}) {
                if (column < 7 || value[0] == '-' || value[1] == 'e') // a variance may well be that large
                    QTest::addRow("%s %d", value, column)
                        << column << QByteArray(value) << QByteArray("csv.impossible");
            }
        }
    }

    void cellsOfStatistics()
    {
        const auto [column, value, code] = scenario<int, QByteArray, QByteArray>();
        const auto check = [&, &column = column, &value = value, &code = code](const QByteArray &header,
                                                                               QByteArrayList cells, const auto &read) {
            const QByteArray sound = cells.join(',');
            const QByteArrayList names = header.split(',');
            // The broken value stands in the column that both files have at another place.
            cells[column] = value;
            ImportReport none;
            QVERIFY(readText(header + '\n' + sound + '\n', [&](const QString &p) { return read(p, none); }));
            QVERIFY(none.isEmpty());
            ImportReport report;
            const auto table = readText(header + '\n' + sound + '\n' + cells.join(',') + '\n',
                                        [&](const QString &p) { return read(p, report); });
            QVERIFY(table);
            QVERIFY(table->has(0, column) && !table->has(1, column));
            QCOMPARE(report.findings().size(), size_t(1));
            QCOMPARE(told(report, code.constData()),
                     QStringLiteral("loss x1 line 3, row 2, column ") + QString::fromLatin1(names[column]));
        };
        check("OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)",
              {"MatMul", "AI_CORE", "5", "10", "1", "2", "3", "100"},
              [](const QString &p, ImportReport &r) { return readPlain("op_statistic", p, r); });
        // A variance is a square: that of calls of a minute.
        check("Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance",
              {"acl", "x", "6e7", "5", "2", "1", "6e7", "3.6e15"},
              [](const QString &p, ImportReport &r) { return readPlain("api_statistic", p, r); });
    }

    void numbersThatNoColumnHolds_data()
    {
        const Scenarios<QByteArray, QByteArray, QByteArray> row;
        const QByteArray far = "9223372036854775807";
        for (const char *const id :
             {"Task ID", "Stream ID", "Model ID", "Context ID", "Block Dim", "Mix Block Num", "Count"})
            row(id, QByteArray(id), "4294967295", far);
        row("cycles", "aic_total_cycles", "123456789012", far);
        row("ratio", "aic_mac_ratio", "1.02", "1000");
        row("percent", "cube_utilization(%)", "101.5", "1e5");
        row("bandwidth", "aic_l1_read_bw(GB/s)", "250.5", "1e13");
        row("time", "aicore_time(us)", "250.5", "1e300");
    }

    void numbersThatNoColumnHolds()
    {
        const auto [column, most, more] = scenario<QByteArray, QByteArray, QByteArray>();
        ImportReport report;
        const auto table = kernelsOf("Name,Start Time(us),Duration(us)," + column + "\na,1000.5,2," + most +
                                         "\nb,1001.5,2," + more + '\n',
                                     report);
        QVERIFY(table);
        QVERIFY(table->has(0, 3) && !table->has(1, 3));
        QCOMPARE(findingOf(report, "csv.impossible").count, 1);
        QCOMPARE(report.findings().size(), size_t(1));
    }

    void stepsThatAreNoNumbers()
    {
        ImportReport report;
        const QByteArray header = "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n";
        QVERIFY(kernelsOf(header + "1,\"a\nb\",MatMul,AI_CORE,1000.5,2,0\nnone,c,MatMul,AI_CORE,1001.5,2,0\n", report));
        QCOMPARE(findingOf(report, "kernels.step").place.text(), QStringLiteral("line 4, row 2, column Step Id"));
        ImportReport wide;
        QVERIFY(kernelsOf("Name,Duration(us),Start Time(us),other\na,1,2,3.5\nb,1,2,1e300\n", wide));
        QCOMPARE(findingOf(wide, "csv.impossible").place.text(), QStringLiteral("line 3, row 2, column other"));
    }

    void stepsListedTwice_data()
    {
        const Scenarios<bool, QByteArray, QByteArray, QString> row;
        row("same", false, "5,10,2,3,4,5,6,7,8,9\n5,10,2,3,4,5,6,7,8,9\n", "step.repeated", "line 3, step 5, rank 0");
        row("other times", false, "5,10,2,3,4,5,6,7,8,9\n5,11,2,3,4,5,6,7,8,9\n", "step.contradicted",
            "line 3, step 5, rank 0");
        row("a time less", false, "5,10,2,3,4,5,6,7,8,9\n5,10,2,3,4,5,6,7,8,\n", "step.contradicted",
            "line 3, step 5, rank 0");
        row("another spelling", false, "5,10,2,3,4,5,6,7,8,9\n05,11,2,3,4,5,6,7,8,9\n", "step.contradicted",
            "line 3, step 5, rank 0");
        row("blank", false, ",10,2,3,4,5,6,7,8,9\n,11,2,3,4,5,6,7,8,9\n", "step.contradicted",
            "line 3, step 0, rank 0");
        row("cluster", true, "5,rank,1,10,2,3,4,5,6,7,8\n5,rank,1,11,2,3,4,5,6,7,8\n", "step.contradicted",
            "line 3, step 5, rank 1");
        row("stage", true, "5,stage,\"(0, 1)\",10,2,3,4,5,6,7,8\n5,stage,\"(0,1)\",11,2,3,4,5,6,7,8\n",
            "step.contradicted", "line 3, step 5");
    }

    void stepsListedTwice()
    {
        const auto [cluster, rows, code, place] = scenario<bool, QByteArray, QByteArray, QString>();
        ImportReport report;
        const QByteArray clusterHeader =
            "Step,Type,Index,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
            "Communication(Not Overlapped and Exclude Receive)\n";
        const auto read = stepsOf((cluster ? clusterHeader : StepHeader) + rows, report, cluster);
        QCOMPARE(read.size(), size_t(1));
        QCOMPARE(read[0].computingUs, std::optional(10.0));
        const Finding f = findingOf(report, code.constData());
        QCOMPARE(f.count, 1);
        QCOMPARE(f.place.text(), place);
        QCOMPARE(f.severity, code == "step.repeated" ? Severity::Notice : Severity::Loss);
    }

    void stepsOfOneRankEach()
    {
        // Devices, ranks and stages list the same step, each once.
        ImportReport report;
        const QByteArray names = "Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                                 "Communication(Not Overlapped and Exclude Receive)\n";
        const auto devices = stepsOf("Device_id,Step," + names + "0,5,5,2,3,4,5,6,7,-5\n1,5,5,2,3,4,5,6,1,1\n", report);
        QCOMPARE(devices.size(), size_t(2));
        QCOMPARE(devices[0].notOverlappedExcludeReceiveUs, std::optional(-5.0)); // as MindSpore writes it
        const auto cluster =
            stepsOf("Step,Type,Index," + names +
                        "5,rank,0,5,2,3,4,5,6,1,1\n5,rank,1,5,2,3,4,5,6,1,1\n5,stage,\"(0, 1)\",5,2,3,4,5,6,1,1\n",
                    report, true);
        QCOMPARE(cluster.size(), size_t(3));
        QVERIFY(report.isEmpty());
    }

    void cellsOfSteps_data()
    {
        const Scenarios<QByteArray, QByteArray> row;
        row("text", "null", "csv.not-a-number");
        row("negative", "-0.25", "csv.impossible");
        row("1e300", "1e300", "csv.impossible");
        row("a stamp", "1736412474730135.25", "csv.impossible");
        row("a negative denormal", "-1e-320", "csv.impossible");
        row("empty", "", "step.missing");
        row("N/A", "N/A", "step.missing");
    }

    void cellsOfSteps()
    {
        const auto [value, code] = scenario<QByteArray, QByteArray>();
        ImportReport report;
        const auto rows = stepsOf(StepHeader + "5,10," + value + ",3,4,5,6,7,8,9\n", report);
        QCOMPARE(rows.size(), size_t(1));
        QVERIFY(!rows[0].notOverlappedUs);
        QCOMPARE(rows[0].overlappedUs, std::optional(3.0));
        QVERIFY(!rows[0].preparingMissing);
        QCOMPARE(told(report, code.constData()),
                 QStringLiteral("loss x1 line 2, column Communication(Not Overlapped)"));
    }

    // The part in which computing and communication run at a time is none of either where it is longer.
    void overlappedLongerThanItsWhole()
    {
        ImportReport report;
        const auto rows = stepsOf(StepHeader + "5,10,2,3,4,5,6,7,8,9\n6,10,2,4.5,4,5,6,7,8,9\n7,10,2,11,12,5,6,7,8,9\n"
                                               "8,10,2,10,10,5,6,7,8,9\n",
                                  report);
        QCOMPARE(rows.size(), size_t(4));
        QCOMPARE(rows[0].overlappedUs, std::optional(3.0));
        QVERIFY(!rows[1].overlappedUs && !rows[2].overlappedUs);
        QCOMPARE(rows[3].overlappedUs, std::optional(10.0));
        QCOMPARE(rows[1].communicationUs, std::optional(4.0));
        QCOMPARE(told(report, "step.overlapped"), QStringLiteral("loss x2 line 3"));
    }

    void emptyCellsOfStepsAreCounted()
    {
        ImportReport report;
        const auto rows = stepsOf(StepHeader + "5,10,2,3,4,5,6,7,8,9\n6,,2,3,4,N/A,6,7,8,\n", report);
        QCOMPARE(rows.size(), size_t(2));
        QVERIFY(!rows[0].preparingMissing && rows[1].preparingMissing);
        QVERIFY(!rows[1].computingUs && !rows[1].freeUs);
        const Finding f = findingOf(report, "step.missing");
        QCOMPARE(f.count, 3);
        QCOMPARE(f.place.text(), QStringLiteral("line 3, column Computing"));
    }

    void filesThatAreSomethingElse_data()
    {
        const Scenarios<int, QByteArray> row;
        const std::pair<const char *, QByteArray> texts[] = {
            {"a web page of one line", "<!DOCTYPE html><html><body>404, not found</body></html>"},
            {"a web page", "<!DOCTYPE html>\n<html><body>404, not found</body></html>\n"},
            {"a pointer of LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614\nsize 12345\n"},
            {"an empty object", "{}"},
            {"an empty object with a line end", "{}\n"},
            {"an empty list", "[]\n"},
            {"null", "null"},
            {"a number", "17\n"},
            {"an object of others", "{\"a\": {\"b\": 1}}\n"},
            {"blanks", "   "},
            {"blank lines", "\n \n\t\r\n"},
            {"commas", ",,,\n"},
            {"the names of other columns", "a,b,c\n"},
            {"rows of other columns", "a,b,c\n1,2,3\n"},
        };
        for (size_t i = 0; i < allReaders().size(); ++i) {
            for (const auto &[name, text] : texts)
                QTest::addRow("%s: %s", allReaders()[i].first, name) << int(i) << text;
        }
    }

    void filesThatAreSomethingElse()
    {
        const auto [reader, text] = scenario<int, QByteArray>();
        RunFolder d;
        ImportReport report;
        const bool gave = allReaders()[static_cast<size_t>(reader)].second(d.write(File, text), report);
        QVERIFY(!gave);
        const auto findings = report.findings();
        // One sentence, not several that contradict each other.
        QCOMPARE(findings.size(), size_t(1));
        QCOMPARE(findings[0].file, File);
    }

    void statisticsWithoutSomeColumns()
    {
        ImportReport report;
        const auto table =
            readText("OP Type,Core Type,Cnt,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
                     "MatMul,AI_CORE,5,10,1,2,3,100\n",
                     [&](const QString &p) { return readPlain("op_statistic", p, report); });
        QVERIFY(table);
        QCOMPARE(table->rows(), 1);
        QCOMPARE(findingOf(report, "csv.missing-columns").argument, QStringLiteral("Count"));
    }

    void entriesThatAreNoOperators_data()
    {
        const Scenarios<QByteArray, QByteArray, int> row;
        row("no values of an operator", "\"p2p\": {}",
            "\"p2p\": {\"hcom_send__1_0_1@17\": null, \"hcom_send__1_1_1@17\": {\"Times\": 5}}", 2);
        // Its operator ran, whatever became of its values; a class without operators is none.
        row("nothing", "\"collective\": {", "\"collective\": {\"hcom_broadcast__1_0_1@17\": {}, ", 1);
    }

    void entriesThatAreNoOperators()
    {
        const auto [before, after, strangers] = scenario<QByteArray, QByteArray, int>();
        ImportReport report;
        QCOMPARE(operatorsOf(operatorText("Wait Time Ratio", "0.5").replace(before, after), report).size(), size_t(1));
        QCOMPARE(findingOf(report, "communication.strangers").count, strangers);
    }

    void lastLineWithoutAnEnd_data()
    {
        // last: in ns; -1: missing
        const Scenarios<QByteArray, bool, int> row;
        row("whole", "Name,Duration(us)\na,10.5\nb,20.25\n", false, 20250);
        row("inside a number", "Name,Duration(us)\na,10.5\nb,20.2", true, 20200);
        row("behind a number", "Name,Duration(us)\na,10.5\nb,20.25", true, 20250);
        row("before the number", "Name,Duration(us)\na,10.5\nb,", true, -1);
        row("between CR and LF", "Name,Duration(us)\r\na,10.5\r\nb,20.25\r", true, 20250);
    }

    void lastLineWithoutAnEnd()
    {
        const auto [text, isOpen, last] = scenario<QByteArray, bool, int>();
        ImportReport report;
        const auto table = readText(text, [&](const QString &p) {
            return readCsvTable({{p, File}}, JobContext(), report);
        });
        QVERIFY(table);
        QCOMPARE(table->rows(), 2);
        QCOMPARE(table->integer(0, 1), 10500);
        // Nobody can tell a cut from a writer that ends no last line: what is there counts.
        QCOMPARE(table->has(1, 1) ? table->integer(1, 1) : -1, last);
        QCOMPARE(table->textView(1, 0), std::string_view("b"));
        QCOMPARE(hasCode(report, "csv.cut"), isOpen);
        if (isOpen)
            QCOMPARE(findingOf(report, "csv.cut").severity, Severity::Notice);
    }

    void metadataThatCannotBe_data()
    {
        const Scenarios<QByteArray> row;
        row("size null", R"({"distributed_args": {"tensor_model_parallel_size": null}})");
        row("size -1", R"({"distributed_args": {"tensor_model_parallel_size": -1}})");
        row("size 1e300", R"({"distributed_args": {"tensor_model_parallel_size": 1e300}})");
        row("args null", R"({"distributed_args": null})");
        row("groups null", R"({"parallel_group_info": null})");
        row("group null", R"({"parallel_group_info": {"g": null}})");
        row("ranks null", R"({"parallel_group_info": {"g": {"global_ranks": null}}})");
        row("place 1e300", R"({"parallel_group_info": {"g": {"group_rank": 1e300, "global_ranks": [0]}}})");
    }

    void metadataThatCannotBe()
    {
        const auto [text] = scenario<QByteArray>();
        ImportReport report;
        const ProfilerMetadata m =
            readText(text, [&](const QString &p) { return readProfilerMetadata(p, File, JobContext(), report); });
        QVERIFY(m.distributedArgs.isEmpty());
        QVERIFY(hasCode(report, "metadata.type"));
    }
};

RS_TEST(TestBrokenValues, QCoreApplication);
#include "tst_brokenvalues.moc"
