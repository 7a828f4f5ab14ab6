// SPDX-License-Identifier: Apache-2.0
#include "commtext.h"
#include "cutfile.h"
#include "importers/run/clusteroutput.h"
#include "importers/json/commjson.h"
#include "importers/json/jsonrecords.h"
#include "importers/json/metadatajson.h"
#include "findings.h"
#include "runfolder.h"
#include "support/growth.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

const QByteArray Times =
    R"j({"Start Timestamp(us)": 1736412474757059.8, "Elapse Time(ms)": 86.47, "Transit Time(ms)": 0.238, "Wait Time(ms)": 2.563, "Synchronization Time(ms)": 2.519, "Idle Time(ms)": 83.668, "Wait Time Ratio": 0.9149, "Synchronization Time Ratio": 0.9135})j";
const QByteArray Bandwidth =
    R"j({"HCCS": {"Transit Size(MB)": 28.5, "Transit Time(ms)": 1.8, "Bandwidth(GB/s)": 15.7, "Large Packet Ratio": 0.5, "Size Distribution": {"2.5": [12, 1.5], "1.5": [2, 0.25]}}, "SDMA": {"Transit Size(MB)": 28.5, "Transit Time(ms)": 1.8}})j";

QByteArray op(const QByteArray &times = Times, const QByteArray &bandwidth = Bandwidth)
{
    return R"({"Communication Time Info": )" + times + R"(, "Communication Bandwidth Info": )" + bandwidth + "}";
}

QByteArray link(const QByteArray &opKey = R"(, "Op Name": "hcom_allReduce__271_0_1")")
{
    return R"j({"Transport Type": "HCCS", "Transit Size(MB)": 4.5, "Transit Time(ms)": 0.5, "Bandwidth(GB/s)": 9.25)j" +
           opKey + "}";
}

QByteArray full()
{
    return R"({"step13": {"p2p": {}, "collective": {"hcom_allReduce__271_0_1@11022204950826225271": )" + op() +
           R"(, "Total Op Info": )" + op() + "}}}";
}

struct Read
{
    std::vector<CommOp> ops;
    ImportReport report;
};

Read readOps(const QByteArray &text)
{
    RunFolder d;
    Read out;
    out.ops =
        readCommunication(d.write("c.json", text), QStringLiteral("c.json"), 3, JobContext(), out.report).records();
    return out;
}

struct ReadMatrix
{
    std::vector<MatrixLink> links;
    ImportReport report;
};

ReadMatrix readMatrix(const QByteArray &text)
{
    RunFolder d;
    ReadMatrix out;
    out.links = readCommunicationMatrix(d.write("m.json", text), QStringLiteral("m.json"), 3, JobContext(), out.report)
                    .records();
    return out;
}

} // namespace

class TestCommJson : public QObject
{
    Q_OBJECT
private slots:
    void operatorsOfTheUsualForm();
    void textsOfAFileAreHeldOnce();
    void operatorsThatStandTwice_data();
    void operatorsThatStandTwice();
    void linksThatStandTwice_data();
    void linksThatStandTwice();
    void onceEach();
    void keysThatStandTwice();
    void operatorsOfRawCann();
    void stepsAndClasses_data();
    void stepsAndClasses();
    void stepsThatAreNoNumbers_data();
    void stepsThatAreNoNumbers();
    void oldSpellingsOfTimes_data();
    void oldSpellingsOfTimes();
    void repairedFilesSayTheSame_data();
    void aCutNumberIsNotKept_data();
    void aCutNumberIsNotKept();
    void repairedFilesSayTheSame();
    void linksOfTheUsualForm();
    void linksOfOldFiles();
    void kindsAreRecovered();
    void clusterFiles();
    void manyGroupsAreReadInTime();
    void profilerInfoOfBothFrameworks();
    void metadataNamesTheGroups();
    void listsOfRanksWithoutOne_data();
    void listsOfRanksWithoutOne();
    void brokenTexts_data();
    void brokenTexts();
    void wrongTypes_data();
    void wrongTypes();
    void deepNestingEnds();
    void notAFile();
    void cutAtEveryByte();
};

void TestCommJson::operatorsOfTheUsualForm()
{
    const Read r = readOps(full());
    const QString times = QStringLiteral("|86.469999999999999|0.23799999999999999|2.5630000000000002|"
                                         "2.5190000000000001|83.668000000000006|0.91490000000000005|"
                                         "0.91349999999999998");
    const QStringList transports{QStringLiteral("HCCS 28.5 1.8 15.699999999999999 0.5"), QStringLiteral("1.5 2 0.25"),
                                 QStringLiteral("2.5 12 1.5"), QStringLiteral("SDMA 28.5 1.8 - -")};
    // A total has no start.
    QCOMPARE(everythingOf(r.ops, {}, r.report, 0),
             QStringList(QStringLiteral("13|0|3|hcom_allReduce__271_0_1|11022204950826225271|1736412474757059.8|"
                                        "1736412474757059.8") +
                         times) +
                 transports + QStringList(QStringLiteral("13|0|3|Total Op Info||-|") + times) + transports);
    QVERIFY(!r.ops[0].isTotal() && r.ops[1].isTotal());
}

// Thousands of operators name the same few domains and transports: each text takes its memory once.
void TestCommJson::textsOfAFileAreHeldOnce()
{
    const auto isShared = [](const QString &a, const QString &b) {
        return a.size() > 3 && a == b && a.constData() == b.constData();
    };
    const QByteArray two = "\"a@11022204950826225271\": " + op() + ", \"b@11022204950826225271\": " + op();
    const Read r = readOps(R"({"step13": {"collective": {)" + two + R"(}}, "step14": {"collective": {)" + two + "}}}");
    QCOMPARE(r.ops.size(), size_t(4));
    for (const CommOp &o : r.ops) {
        QVERIFY(isShared(o.groupHash, r.ops[0].groupHash));
        QVERIFY(isShared(o.transports[0].transport, r.ops[0].transports[0].transport));
        QCOMPARE(o.transports.capacity(), o.transports.size());
    }
    const QByteArray links =
        R"("allreduce-top1@11022204950826225271": {"0-1": )" + link() + R"(, "1-0": )" + link() + "}";
    const ReadMatrix m =
        readMatrix(R"({"step1": {"collective": {)" + links + R"(}}, "step2": {"collective": {)" + links + "}}}");
    QCOMPARE(m.links.size(), size_t(4));
    for (const MatrixLink &l : m.links) {
        for (QString MatrixLink::*const text : {&MatrixLink::key, &MatrixLink::kind, &MatrixLink::statistic,
                                                &MatrixLink::groupHash, &MatrixLink::transport, &MatrixLink::opName})
            QVERIFY2(isShared(l.*text, m.links[0].*text), qPrintable(l.*text));
    }
    RunFolder d;
    ImportReport report;
    const QByteArray ofRanks = R"j({"(0, 1)": {"step1": {"hcom_a@17": {"0": )j" + op() + ", \"1\": " + op() + "}}}}";
    const auto cluster =
        readClusterCommunication(d.write("c.json", ofRanks), QStringLiteral("c.json"), JobContext(), report);
    QCOMPARE(cluster.size(), size_t(2));
    QCOMPARE(cluster[0].nameId(), cluster[1].nameId());
}

void TestCommJson::operatorsThatStandTwice_data()
{
    const Scenarios<QByteArray, QByteArray, QString> row;
    const QByteArray first = op();
    const QByteArray second = op(R"j({"Start Timestamp(us)": 1.5, "Elapse Time(ms)": 99})j");
    const QByteArray a = "\"hcom_allReduce__271_0_1@17\": ";
    const auto inStep = [&](const QByteArray &o) { return R"({"collective": {)" + a + o + "}}"; };
    row("operator", R"({"step1": {"collective": {)" + a + first + ", " + a + second + "}}}", "communication.repeated",
        "step 1, hcom_allReduce__271_0_1@17");
    row("both classes", R"({"step1": {"p2p": {)" + a + first + "}, \"collective\": {" + a + second + "}}}",
        "communication.repeated", "step 1, hcom_allReduce__271_0_1@17");
    row("step in two spellings", R"({"step1": )" + inStep(first) + R"(, "step01": )" + inStep(second) + "}",
        "communication.repeated", "step 1, hcom_allReduce__271_0_1@17");
    row("step", R"({"step1": )" + inStep(first) + R"(, "step1": )" + inStep(second) + "}", "communication.repeated",
        "step 1, hcom_allReduce__271_0_1@17");
    row("class", R"({"step1": {"collective": {)" + a + first + "}, \"collective\": {" + a + second + "}}}",
        "communication.repeated", "step 1, hcom_allReduce__271_0_1@17");
}

void TestCommJson::operatorsThatStandTwice()
{
    const auto [text, code, place] = scenario<QByteArray, QByteArray, QString>();
    const Read r = readOps(text);
    QCOMPARE(r.ops.size(), size_t(1));
    QCOMPARE(r.ops[0].elapseMs, readOps(full()).ops[0].elapseMs);
    QCOMPARE(told(r.report, code.constData()), QStringLiteral("loss x1 ") + place);
}

void TestCommJson::linksThatStandTwice_data()
{
    const Scenarios<QByteArray, QString> row;
    row("link", "\"0-1\": " + link() + ", \"0-1\": " + link(""), "0-1");
    row("link in two spellings", "\"0-1\": " + link() + ", \"00-01\": " + link(""), "00-01");
}

void TestCommJson::linksThatStandTwice()
{
    const auto [links, place] = scenario<QByteArray, QString>();
    const ReadMatrix m = readMatrix(R"({"step1": {"collective": {"allreduce-top1@17": {)" + links + "}}}}");
    QCOMPARE(m.links.size(), size_t(1));
    QCOMPARE(m.links[0].opName, QStringLiteral("hcom_allReduce__271_0_1"));
    QCOMPARE(told(m.report, "matrix.repeated"), QStringLiteral("loss x1 step 1, allreduce-top1@17, ") + place);
}

void TestCommJson::onceEach()
{
    // Both classes have a total, steps and domains the same operators, and domains the same totals.
    const Read r = readOps(R"({"step1": {"p2p": {"Total Op Info": )" + op() + R"(}, "collective": {"Total Op Info": )" +
                           op() + R"(, "a@1": )" + op() + R"(, "a@2": )" + op() +
                           R"(}}, "step2": {"p2p": {}, "collective": {"a@1": )" + op() + "}}}");
    QCOMPARE(r.ops.size(), size_t(5));
    QVERIFY(!hasCode(r.report, "communication.repeated"));
    RunFolder d;
    ImportReport report;
    const QByteArray ranks = R"("step1": {"Total Op Info": {"0": )" + op() + R"(, "1": )" + op() + "}}";
    const auto cluster =
        readClusterCommunication(d.write("c.json", "{\"(0, 1)\": {" + ranks + "}, \"(0, 1, 2)\": {" + ranks + "}}"),
                                 QStringLiteral("c.json"), JobContext(), report);
    QCOMPARE(cluster.size(), size_t(4));
    QVERIFY(report.isEmpty());
}

void TestCommJson::keysThatStandTwice()
{
    const auto withElapse = [](const QByteArray &more) {
        QByteArray text = full();
        return text.replace(text.indexOf("\"Transit Time(ms)\""), 0, more);
    };
    // The last value counts, in a file that is repaired as well.
    const QByteArray twice = withElapse(R"j("Elapse Time(ms)": 7, )j");
    for (const QByteArray &text : {twice, QByteArray("\xef\xbb\xbf") + twice}) {
        const Read read = readOps(text);
        QCOMPARE(read.ops.size(), size_t(2));
        QCOMPARE(read.ops[0].elapseMs, std::optional(7.0));
    }
}

void TestCommJson::operatorsOfRawCann()
{
    const Read r = readOps(R"({"hcom_broadcast__1_0_1@17": )" + op() + R"(, "Total HCCL Operators": )" + op() + "}");
    QVERIFY(r.report.isEmpty());
    QCOMPARE(r.ops.size(), size_t(2));
    const auto total = std::find_if(r.ops.begin(), r.ops.end(), [](const CommOp &o) { return o.isTotal(); });
    QVERIFY(total != r.ops.end());
    QCOMPARE(r.ops[0].step, QStringLiteral("0"));
}

void TestCommJson::stepsAndClasses_data()
{
    const Scenarios<QByteArray, QByteArray, QByteArray, QString, bool> row;

    row("torch send", "step50", "hcom_send__1_0_1@7", "p2p", "50", true);
    row("MindSpore files kernel-by-kernel sends as collective", "step50", "hcom_send__1_0_1@7", "collective", "50",
        true);
    row("batched send and receive", "step1", "hcom_batchSendRecv__1_0_1@7", "p2p", "1", true);
    row("receive of a graph", "step1", "Default/Receive-op12@7", "p2p", "1", true);
    row("all-reduce filed as p2p", "step1", "hcom_allReduce__1_0_1@7", "p2p", "1", false);
    row("bare step", "step", "hcom_allReduce__1_0_1@7", "collective", "0", false);
    row("step0", "step0", "hcom_allReduce__1_0_1@7", "collective", "0", false);
}

void TestCommJson::stepsAndClasses()
{
    const auto [step, name, filed, wantedStep, p2p] = scenario<QByteArray, QByteArray, QByteArray, QString, bool>();
    const Read r = readOps("{\"" + step + "\": {\"" + filed + "\": {\"" + name + "\": " + op() + "}}}");
    QCOMPARE(r.ops.size(), size_t(1));
    QCOMPARE(r.ops[0].step, wantedStep);
    QCOMPARE(r.ops[0].p2p, p2p);
    QCOMPARE(r.ops[0].groupHash, QStringLiteral("7"));
    QVERIFY(r.report.isEmpty());
}

void TestCommJson::stepsThatAreNoNumbers_data()
{
    const Scenarios<QByteArray, QString> row;
    row("text", "stepX", "X");
    row("negative", "step-1", "-1");
    row("with a fraction", "step1.5", "1.5");
    row("too large", "step99999999999999999999", "99999999999999999999");
    row("another word", "foo", "foo");
}

void TestCommJson::stepsThatAreNoNumbers()
{
    const auto [key, step] = scenario<QByteArray, QString>();
    const Read r = readOps("{\"" + key + R"(": {"collective": {"a@1": )" + op() + "}}}");
    QCOMPARE(r.ops.size(), size_t(1));
    QCOMPARE(r.ops[0].step, step);
    QCOMPARE(told(r.report, "communication.step"), QStringLiteral("loss x1 step ") + step);
    const ReadMatrix m =
        readMatrix("{\"" + key + R"(": {"collective": {"allreduce-top1@1": {"0-1": )" + link() + "}}}}");
    QCOMPARE(m.links.size(), size_t(1));
    QCOMPARE(m.links[0].step, step);
    QVERIFY(hasCode(m.report, "communication.step"));
}

void TestCommJson::oldSpellingsOfTimes_data()
{
    const Scenarios<QByteArray> table;
    const auto row = [&](const char *name, const QByteArray &start, const QByteArray &idle, bool asText = false) {
        const QByteArray quote = asText ? "\"" : "";
        table(name, QByteArray(Times)
                        .replace("Start Timestamp(us)", start)
                        .replace("1736412474757059.8", quote + "5.5" + quote)
                        .replace("Idle Time(ms)", idle)
                        .replace("83.668", quote + "7" + quote));
    };
    row("Idel", "Start Timestamp(us)", "Idel Time(ms)");
    row("Greek mu", "Start Timestamp(\xce\xbcs)", "Idle Time(ms)");
    row("micro sign", "Start Timestamp(\xc2\xb5s)", "Idle Time(ms)");
    row("numbers as texts", "Start Timestamp(us)", "Idle Time(ms)", true);
}

void TestCommJson::oldSpellingsOfTimes()
{
    const auto [times] = scenario<QByteArray>();
    const Read r = readOps(R"({"step1": {"collective": {"a@1": )" + op(times) + "}}}");
    QCOMPARE(r.ops.size(), size_t(1));
    QCOMPARE(r.ops[0].startUs, std::optional(5.5));
    QCOMPARE(r.ops[0].idleMs, std::optional(7.0));
    QVERIFY(r.report.isEmpty());
}

void TestCommJson::repairedFilesSayTheSame_data()
{
    const Scenarios<QByteArray> row;
    const auto withTimes = [](const QByteArray &times) {
        return R"j({"step1": {"collective": {"hcom_allReduce__1_0_1@7": )j" + op(times) + "}}}";
    };
    row("usual", full());
    row("a long stamp", withTimes(
                            R"j({"Start Timestamp(us)": 1736412474757059.1234567, "Idle Time(ms)": 1e-05
})j"));
    row("a whole stamp", withTimes(R"j({"Start Timestamp(us)" : 1736412474757059
})j"));
    row("a stamp with an exponent", withTimes(R"j({"Start Timestamp(us)": 1.7364124747570591e15
})j"));
    row("a stamp in quotes", withTimes(R"j({"Start Timestamp(us)": "1736412474757059.125"
})j"));
    row("two stamps",
        withTimes(
            "{\"Start Timestamp(us)\": 1736412474757059.125, \"Start Timestamp(\xce\xbcs)\": 1736412474757059.250}"));
    row("a key as a value", withTimes(R"j({"x": "Start Timestamp(us)", "Start Timestamp(us)": 5.250
    })j"));
    row("an escaped key", withTimes(R"j({"Start Timestamp\u0028us)": 5.250, "Idle Time(ms)": 1
    })j"));
    row("texts, nothing and minus nothing",
        withTimes(R"j({"Elapse Time(ms)": "1.5", "Transit Time(ms)": null, "Wait Time(ms)": -0.0, "Idle Time(ms)": -0
    })j"));
    row("no numbers", withTimes(
                          R"j({"Elapse Time(ms)": NaN, "Transit Time(ms)": 1e999, "Wait Time(ms)": true
    })j"));
    row("too small", withTimes(R"j({"Elapse Time(ms)": 1e-400, "Transit Time(ms)": 2e-320
    })j"));
    row("too small, written out", withTimes("{\"Elapse Time(ms)\": 0." + QByteArray(400, '0') + "1}"));
    row("large", withTimes(
                     R"j({"Elapse Time(ms)": 18446744073709551615, "Idle Time(ms)": 28446744073709551615
    })j"));
    row("keys that stand twice", withTimes(R"j({"Elapse Time(ms)": 1, "Elapse Time(ms)": 2
    })j"));
    row("a record in a record",
        R"j({"step1": {"a@1": {"Communication Time Info": {"Communication Time Info": {}}}}})j");
    row("a record on top", op());
    row("records in a list", QByteArray("{\"step1\": [" + op() + "]}"));
    row("strangers", QByteArray(R"j({"step1": {"a": 1, "b": [1, {}], "c": null, "x@1": )j" + op() + "}}"));
    row("an empty record",
        QByteArray(R"j({"step1": {"a@1": {}, "x@1": )j" + op() + R"j(, "y@1": {}}, "step2": {"p2p": {}}})j"));
    row("only strangers", R"j({"step1": {"a": 1, "c": "x"}})j");
    row("nothing in it", R"j({"step1": {"p2p": {}, "collective": {}}})j");
    row("null", "null");
    row("a number", "7");
    row("transports in any order",
        QByteArray(
            R"j({"step1": {"x@1": )j" +
            op(Times,
               R"j({"SDMA": {}, "HCCS": 3, "PCIE": {"Size Distribution": {"2": [1, 2], "1.0": [3, 4], "1": [5, 6], "x": [], "3": [1.5, 2], "4": [1]}}})j") +
            "}}"));
    row("a long list", QByteArray(R"j({"step1": {"x@1": )j" +
                                  op(Times, "{\"HCCS\": {\"Size Distribution\": {\"2\": [1, 2" +
                                                QByteArray(", 3").repeated(80) + "]}}}") +
                                  "}}"));
    row("many operators", [] {
        QByteArray out = "{\"step1\": {\"collective\": {";
        for (int i = 0; i < 40; ++i)
            out += (i > 0 ? ",\n\"" : "\"") + QByteArray("hcom_send__") + QByteArray::number(i % 37) +
                   "@7\": " + op("{\"Start Timestamp(us)\": 17364124747" + QByteArray::number(57059 + i) + ".50}");
        return out + "}}}";
    }());
    row("links", QByteArray(R"j({"step1": {"collective": {"allreduce-top1@7": {"0-1": )j") + link() + R"j(, "1-0": )j" +
                     link("") + R"j(, "x": )j" + link() + R"j(}, "allreduce-total@7": {"0-1": )j" + link("") + "}}}}");
    row("cut", full().chopped(40));
    row("not UTF-8", full().replace("hcom", "h\xff"));
}

void TestCommJson::aCutNumberIsNotKept_data()
{
    const Scenarios<QByteArray, QByteArray> row;
    row("in a list", R"({"a": [1.5, 175)", R"({"a":[1.5]})");
    row("behind its point", R"({"a": [1.5, 175.)", R"({"a":[1.5]})");
    row("in its exponent", R"({"a": [1.5,2e)", R"({"a":[1.5]})");
    row("of a key", R"({"b": 1, "a": -1)", R"({"b":1})");
    row("the first", R"({"a": [17)", R"({"a":[]})");
    row("whole", R"({"a": [1.5, 175 )", R"({"a":[1.5,175]})");
    row("in a text", R"({"b": 1, "a": "of 17)", R"({"b":1})");
}

void TestCommJson::aCutNumberIsNotKept()
{
    const auto [text, kept] = scenario<QByteArray, QByteArray>();
    RunFolder d;
    ImportReport report;
    const JsonTree tree = JsonRecords(d.write("w.json", text), QStringLiteral("w.json"), JobContext(), report).read();
    QCOMPARE(QByteArray::fromStdString(tree.root().dump()), kept);
}

void TestCommJson::repairedFilesSayTheSame()
{
    const auto [text] = scenario<QByteArray>();
    const QByteArray mark = "\xef\xbb\xbf"; // which is left out by a repair
    const auto all = [&](const QByteArray &t, int shift) {
        const Read ops = readOps(t);
        const ReadMatrix matrix = readMatrix(t);
        return everythingOf(ops.ops, {}, ops.report, shift) + everythingOf({}, matrix.links, matrix.report, shift);
    };
    QCOMPARE(all(text, 0), all(mark + text, static_cast<int>(mark.size())));
}

void TestCommJson::linksOfTheUsualForm()
{
    const ReadMatrix r = readMatrix(R"({"step2": {"p2p": {}, "collective": {"allreduce-top1@17": {"0-1": )" + link() +
                                    R"(, "0-10": )" + link() + R"(}, "allreduce-total@17": {"0-1": )" + link({}) +
                                    R"(}, "Total Op Info@17": {"0-1": )" + link({}) + "}}}}");
    const QString usual = QStringLiteral("|HCCS|4.5|0.5|9.25|");
    const QString op = QStringLiteral("hcom_allReduce__271_0_1");
    QCOMPARE(everythingOf({}, r.links, r.report, 0),
             (QStringList{QStringLiteral("2|allreduce-top1|allreduce|top1|17|0|0|1|3") + usual + op,
                          QStringLiteral("2|allreduce-top1|allreduce|top1|17|0|0|10|3") + usual + op,
                          QStringLiteral("2|allreduce-total|allreduce|total|17|0|0|1|3") + usual,
                          QStringLiteral("2|Total Op Info|Total Op Info||17|0|0|1|3") + usual}));
    QVERIFY(!r.links[0].globalRanks);
}

void TestCommJson::linksOfOldFiles()
{
    // Operators as keys, no steps: 2023 and raw CANN.
    const ReadMatrix r = readMatrix(R"({"hcom_send__822_0@5": {"1-0": )" + link({}) + "}}");
    QCOMPARE(r.links.size(), size_t(1));
    QCOMPARE(r.links[0].step, QStringLiteral("0"));
    QCOMPARE(r.links[0].kind, QStringLiteral("send"));
    QVERIFY(r.links[0].statistic.isEmpty() && r.links[0].p2p);
    // MindSpore spells the operator in lower case.
    const ReadMatrix ms = readMatrix(R"({"step": {"collective": {"broadcast-top1@5": {"0-1": )" +
                                     link(R"(, "op_name": "hcom_broadcast__1_0")") + "}}}}");
    QCOMPARE(ms.links.at(0).opName, QStringLiteral("hcom_broadcast__1_0"));
}

void TestCommJson::kindsAreRecovered()
{
    const QByteArray scatter = R"(, "Op Name": "hcom_reduceScatter__1_0_1")";
    const ReadMatrix r = readMatrix(R"({"step": {"collective": {"reduce-top1@5": {"0-1": )" + link(scatter) +
                                    R"(}, "reduce-total@5": {"0-1": )" + link({}) + R"(}, "reduce-top1@6": {"0-1": )" +
                                    link(R"(, "Op Name": "hcom_reduce__1_0_1")") + "}}}}");
    QCOMPARE(r.links.size(), size_t(3));
    QCOMPARE(r.links[0].kind, QStringLiteral("reducescatter"));
    QCOMPARE(r.links[1].kind, QStringLiteral("reducescatter")); // from the others of its family
    QCOMPARE(r.links[2].kind, QStringLiteral("reduce"));
    QCOMPARE(trueLinkKind(QStringLiteral("alltoall"), QStringLiteral("hcom_alltoallv__1")),
             QStringLiteral("alltoallv"));
    QCOMPARE(trueLinkKind(QStringLiteral("alltoall"), QStringLiteral("hcom_alltoall__1")), QStringLiteral("alltoall"));
}

void TestCommJson::clusterFiles()
{
    RunFolder d;
    ClusterData c;
    const auto add = [&](const char *name, const char *kind, const QByteArray &text) {
        c.files.push_back(
            {QString::fromLatin1(name), d.write(name, text), QString::fromLatin1(kind), text.size(), true, {}});
    };
    add("cluster_communication.json", "cluster_communication",
        R"j({"(0, 1)": {"step2": {"a@7": {"0": )j" + op() + R"(, "1": )" + op() +
            R"(}}}, "p2p": {"step2": {"hcom_send__1@8": {"1": )" + op() + R"(, "x": )" + op() + "}}}}");
    add("cluster_communication_matrix.json", "cluster_communication_matrix",
        R"j({"(0, 1)": {"step2": {"allreduce-total@7": {"8-9": )j" + link({}) + "}}}}");
    add("communication_group.json", "communication_group",
        R"({"collective": [[1, 0]], "p2p": [], "comm_group_parallel_info": [{"type": "collective", "rank_set": [1, 0], "group_name": "7", "group_id": "", "pg_name": "tp"},)"
        R"({"type": "collective", "rank_set": [0, 1], "group_name": "7", "group_id": "", "pg_name": "tp"}]})");
    add("cluster_step_trace_time.csv", "cluster_step_trace_time", "Step,Type,Index,Computing\n2,rank,0,1.5\n");
    ImportReport report;
    readClusterOutput(c, JobContext(), report);
    QCOMPARE(c.commOps.size(), size_t(3));
    QCOMPARE(c.commOps[1].rank(), 1);
    QCOMPARE(c.commOps[1].step(), QStringLiteral("2"));
    QVERIFY(c.commOps[2].p2p());
    QVERIFY(hasCode(report, "cluster.rank"));
    QCOMPARE(c.links.size(), size_t(1));
    QVERIFY(c.links[0].globalRanks());
    QCOMPARE(c.links[0].source(), 8);
    QCOMPARE(c.links[0].ownerRank(), -1);
    QCOMPARE(c.groups.size(), size_t(1)); // the writers repeat them
    QCOMPARE(c.groups[0].globalRanks, (std::vector<int>{0, 1}));
    QCOMPARE(c.groups[0].pgName, QStringLiteral("tp"));
    QCOMPARE(c.stepTrace.size(), size_t(1));
    // Operators whose keys end behind the @ are of no group that anyone could name, which is no loss.
    ImportReport nameless;
    const auto named = readCommunicationGroups(
        d.write(
            "n.json",
            R"({"comm_group_parallel_info": [{"type": "p2p", "rank_set": [0, 1], "group_name": "", "group_id": "", "pg_name": ""},)"
            R"({"type": "p2p", "rank_set": [0, 1], "group_name": "7", "group_id": "", "pg_name": ""}]})"),
        QStringLiteral("n"), JobContext(), nameless);
    QCOMPARE(named.size(), size_t(1));
    QVERIFY(nameless.isEmpty());
    // Old files name no groups.
    const auto none = readCommunicationGroups(d.write("g.json", R"({"collective": [[0]], "p2p": []})"),
                                              QStringLiteral("g"), JobContext(), report);
    QVERIFY(none.empty());
}

// Tens of thousands of groups, none of which comes twice: twice as many take about twice as long.
void TestCommJson::manyGroupsAreReadInTime()
{
    const double times = test::growth(4'000, [](int n) -> std::function<void()> {
        QByteArray text = R"({"comm_group_parallel_info": [)";
        for (int i = 0; i < n; ++i)
            text += (i == 0 ? "" : ",") + QStringLiteral(R"({"group_name": "%1", "pg_name": "tp", "rank_set": [0, 1]})")
                                              .arg(100'000 + i)
                                              .toLatin1();
        text += "]}";
        const auto d = std::make_shared<RunFolder>();
        const QString path = d->write(QStringLiteral("g.json"), text);
        return [d, path, n] {
            ImportReport report;
            const auto groups = readCommunicationGroups(path, QStringLiteral("g"), JobContext(), report);
            QCOMPARE(groups.size(), static_cast<size_t>(n));
        };
    });
    QVERIFY2(times < test::tooFast, qPrintable(QString::number(times)));
}

void TestCommJson::profilerInfoOfBothFrameworks()
{
    RunFolder d;
    ImportReport report;
    const auto read = [&](const QByteArray &text) {
        return readProfilerInfo(d.write("i.json", text), QStringLiteral("i.json"), JobContext(), report);
    };
    const ProfilerInfo torch = read(
        R"({"config":{"common_config":{"activities":["CPU","NPU"],"schedule":{"active":1},"with_stack":true},)"
        R"("experimental_config":{"_profiler_level":"Level1","_gc":null,"_export_type":["text","db"]}},"rank_id":"5","cann_version":"8.3"})");
    QVERIFY(torch.framework == Framework::PyTorch);
    QCOMPARE(torch.rank, 5);
    QCOMPARE(torch.level, QStringLiteral("Level1"));
    QCOMPARE(torch.settings.value(QStringLiteral("activities")), QStringLiteral("CPU, NPU"));
    QCOMPARE(torch.settings.value(QStringLiteral("schedule.active")), QStringLiteral("1"));
    QCOMPARE(torch.settings.value(QStringLiteral("profiler_level")), QStringLiteral("Level1"));
    QCOMPARE(torch.settings.value(QStringLiteral("cann_version")), QStringLiteral("8.3"));
    QVERIFY(!torch.settings.contains(QStringLiteral("gc")));
    const ProfilerInfo ms = read(
        R"({"profiler_parameters":{"profiler_level":0,"data_simplification":true},"ms_profiler_info":{"rank_id":3,"device_id":"6"},"ms_version":"2.7.0","jit_level":"O2"})");
    QVERIFY(ms.framework == Framework::MindSpore);
    QCOMPARE(ms.rank, 3);
    QCOMPARE(ms.device, 6);
    QCOMPARE(ms.level, QStringLiteral("Level0"));
    QCOMPARE(ms.settings.value(QStringLiteral("jit_level")), QStringLiteral("O2"));
    QVERIFY(report.isEmpty());
    QCOMPARE(normalizedLevel(QStringLiteral("ProfilerLevel.Level2")), QStringLiteral("Level2"));
    QCOMPARE(normalizedLevel(QStringLiteral("Level_none")), QString());
    const ProfilerInfo odd = read(R"({"config":[1],"rank_id":{},"ms_profiler_info":7})");
    QCOMPARE(odd.rank, -1);
    QVERIFY(hasCode(report, "metadata.type"));
    QCOMPARE(read("[1,2]").rank, -1);
    QVERIFY(hasCode(report, "metadata.form"));
}

void TestCommJson::metadataNamesTheGroups()
{
    RunFolder d;
    ImportReport report;
    const auto m = readProfilerMetadata(
        d.write(
            "m.json",
            R"({"parallel_group_info":{"group_name_19":{"group_name":"tp","group_rank":1,"global_ranks":[0,1]},"bad":3},)"
            R"("distributed_args":{"tensor_model_parallel_size":2,"sequence_parallel":true,"mode":"x"},"ENV_VARIABLES":{"HCCL_ALGO":"ring"},"pp_info":{"pp_type":"1f1b"}})"),
        QStringLiteral("m.json"), JobContext(), report);
    QCOMPARE(m.groups.size(), size_t(1));
    QCOMPARE(m.groups[0].hash, QStringLiteral("3985310405473756128"));
    QCOMPARE(m.groups[0].pgName, QStringLiteral("tp"));
    QCOMPARE(m.groups[0].groupRank, 1);
    QCOMPARE(m.groups[0].globalRanks, (std::vector<int>{0, 1}));
    QCOMPARE(m.distributedArgs.value(QStringLiteral("tensor_model_parallel_size")), 2);
    QCOMPARE(m.distributedArgs.value(QStringLiteral("sequence_parallel")), 1);
    QCOMPARE(m.settings.value(QStringLiteral("distributed_args.mode")), QStringLiteral("x"));
    QCOMPARE(m.settings.value(QStringLiteral("env.HCCL_ALGO")), QStringLiteral("ring"));
    QCOMPARE(m.settings.value(QStringLiteral("pp_info.pp_type")), QStringLiteral("1f1b"));
    QVERIFY(hasCode(report, "metadata.type"));
}

void TestCommJson::listsOfRanksWithoutOne_data()
{
    const Scenarios<QByteArray> row;
    for (const char *const entry : {"-1", "null", "\"x\"", "1.5", "1e300", "[1]", "0"})
        row(entry, QByteArray(entry));
}

void TestCommJson::listsOfRanksWithoutOne()
{
    const auto [entry] = scenario<QByteArray>();
    RunFolder d;
    ImportReport report;
    const auto m = readProfilerMetadata(
        d.write("m.json", R"({"parallel_group_info":{"a":{"group_name":"tp","group_rank":1,"global_ranks":[0,)" +
                              entry + R"(,3]},"b":{"group_name":"dp","group_rank":1,"global_ranks":[0,4]}}})"),
        QStringLiteral("m.json"), JobContext(), report);
    QCOMPARE(m.groups.size(), size_t(2));
    QCOMPARE(m.groups[0].globalRanks, std::vector<int>());
    QCOMPARE(m.groups[0].pgName, QStringLiteral("tp"));
    QCOMPARE(m.groups[1].globalRanks, (std::vector<int>{0, 4}));
    QCOMPARE(told(report, "metadata.ranks"), QStringLiteral("loss x1 parallel_group_info, a, global_ranks"));
}

void TestCommJson::brokenTexts_data()
{
    // code: empty: nothing to report
    const Scenarios<QByteArray, QString, int> row;
    const auto wrap = [](const QByteArray &name, const QByteArray &value = op()) {
        return R"({"step1": {"collective": {")" + name + "\": " + value + "}}}";
    };
    row("control character in a name", wrap("a\x01\n@1"), "json.control", 1);
    row("invalid UTF-8 in a name", wrap("a\xff\xc3@1"), "json.utf8", 1);
    row("half a surrogate", wrap("a\\ud800@1"), "json.utf8", 1);
    row("whole surrogate pair", wrap("a\\ud83d\\ude00@1"), "", 1);
    row("unknown escape", wrap("Default\\Net@1"), "", 1);
    row("NaN", wrap("a@1", op(R"j({"Elapse Time(ms)": NaN, "Idle Time(ms)": -Infinity})j")), "json.number", 1);
    row("huge number", wrap("a@1", op(R"j({"Elapse Time(ms)": 1e999})j")), "json.number", 1);
    row("huge integer", wrap("a@1", op(R"j({"Elapse Time(ms)": 123456789012345678901234567890})j")),
        "communication.value", 1);
    row("byte order mark", QByteArray("\xef\xbb\xbf") + wrap("a@1"), "", 1);
    row("empty", "", "file.empty", 0);
    row("blank", "  \n", "json.broken", 0);
    row("noise", QByteArray("\x00\x01\xff\xfe{", 5), "json.broken", 0);
    row("garbage behind", wrap("a@1") + "xyz", "json.broken", 1);
    row("not an object", "[1, 2]", "communication.form", 0);
    row("other object", "{}", "communication.nothing", 0);
}

void TestCommJson::brokenTexts()
{
    const auto [text, code, ops] = scenario<QByteArray, QString, int>();
    const Read r = readOps(text);
    QCOMPARE(static_cast<int>(r.ops.size()), ops);
    if (code.isEmpty())
        QVERIFY(r.report.isEmpty());
    else
        QVERIFY(hasCode(r.report, code.toLatin1().constData()));
    if (ops > 0)
        QCOMPARE(r.ops[0].groupHash, QStringLiteral("1"));
}

void TestCommJson::wrongTypes_data()
{
    const Scenarios<QByteArray, QString> row;
    row("times are a list", op("[1]"), "communication.no-times");
    row("times are missing", R"({"Communication Bandwidth Info": {}})", "communication.no-times");
    row("a time is a text", op(R"j({"Elapse Time(ms)": "soon"})j"), "communication.value");
    row("a time is an object", op(R"j({"Elapse Time(ms)": {}})j"), "communication.value");
    row("a size is an object", op(Times, R"j({"HCCS": {"Transit Size(MB)": {}}})j"), "communication.value");
    row("packets are odd",
        op(Times, R"({"HCCS": {"Size Distribution": {"x": [1, 2], "1": 5, "2": [1], "3": ["a", "b"]}}})"),
        "communication.packets");
    row("bandwidth is a number", op(Times, "5"), "communication.no-bandwidth");
}

void TestCommJson::wrongTypes()
{
    const auto [value, code] = scenario<QByteArray, QString>();
    const Read r = readOps(R"({"step1": {"collective": {"a@1": )" + value + R"(, "b@1": )" + op() + "}}}");
    QCOMPARE(r.ops.size(), size_t(2));
    QCOMPARE(r.ops[1].elapseMs, std::optional(86.47));
    QCOMPARE(hasCode(r.report, code.toLatin1().constData()), !code.isEmpty());

    const ReadMatrix m =
        readMatrix(R"({"step1": {"collective": {"x-top1@1": {"odd": )" + link() + R"(, "-1-2": )" + link() +
                   R"(, "0-99999999999": )" + link() + R"(, "0-1": )" + link() + R"(, "0-2": 7}}}})");
    QCOMPARE(m.links.size(), size_t(1));
    QCOMPARE(findingOf(m.report, "matrix.link").count, 3);
}

void TestCommJson::deepNestingEnds()
{
    const Read arrays = readOps(QByteArray(300000, '['));
    QVERIFY(hasCode(arrays.report, "json.depth"));
    QByteArray objects = R"({"step1": {"collective": {"a@1": )" + op() + R"(, "deep": )";
    for (int i = 0; i < 100000; ++i)
        objects += "{\"x\":";
    const Read r = readOps(objects);
    QVERIFY(hasCode(r.report, "json.depth"));
    QCOMPARE(r.ops.size(), size_t(1));
}

void TestCommJson::notAFile()
{
    RunFolder d;
    ImportReport report;
    QVERIFY(readCommunication(d.path(), QStringLiteral("x"), 0, JobContext(), report).empty());
    QVERIFY(hasCode(report, "file.not-regular"));
    QVERIFY(readCommunication(d.path("gone"), QStringLiteral("y"), 0, JobContext(), report).empty());
    QVERIFY(hasCode(report, "file.missing"));
    const JobContext job;
    job.cancel();
    ImportReport quiet;
    QVERIFY(readCommunication(d.write("c.json", full()), QStringLiteral("c.json"), 0, job, quiet).empty());
    QVERIFY(quiet.isEmpty());
}

void TestCommJson::cutAtEveryByte()
{
    RunFolder d;
    const QString path = d.path("c.json");
    const QByteArray text = full();
    const qsizetype firstEnds = text.indexOf(", \"Total Op Info\"");
    cutEverywhere(path, text, 0, [&](qsizetype cut) {
        ImportReport report;
        const auto ops = readCommunication(path, QStringLiteral("c.json"), 0, JobContext(), report).records();
        QVERIFY2(report.worst() >= Severity::Loss, qPrintable(QString::number(cut)));
        QCOMPARE(ops.size() >= 1, cut >= firstEnds);
        for (const CommOp &o : ops)
            QCOMPARE(o.transports.size(), size_t(2));
    });
    const QByteArray matrix =
        R"({"step2": {"collective": {"allreduce-top1@17": {"0-1": )" + link() + R"(, "0-10": )" + link() + "}}}}";
    cutEverywhere(path, matrix, 0, [&](qsizetype) {
        ImportReport report;
        const auto links = readCommunicationMatrix(path, QStringLiteral("c.json"), 0, JobContext(), report).records();
        QVERIFY(report.worst() >= Severity::Loss);
        for (const MatrixLink &l : links)
            QCOMPARE(l.opName, QStringLiteral("hcom_allReduce__271_0_1"));
    });
    const QByteArray info =
        R"({"profiler_parameters":{"profiler_level":"Level1"},"ms_profiler_info":{"rank_id":3,"device_id":"6"},"ms_version":"2.7.0"})";
    cutEverywhere(path, info, 0, [&](qsizetype cut) {
        ImportReport report;
        const ProfilerInfo i = readProfilerInfo(path, QStringLiteral("c.json"), JobContext(), report);
        QVERIFY(report.worst() >= Severity::Loss);
        if (cut > info.indexOf("device_id"))
            QCOMPARE(i.rank, 3); // what stands before the cut counts
    });
}

RS_TEST(TestCommJson, QCoreApplication);
#include "tst_commjson.moc"
