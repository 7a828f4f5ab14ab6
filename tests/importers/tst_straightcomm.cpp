// SPDX-License-Identifier: Apache-2.0
// The readers that go from the text straight to columns, against those that take anything.
#include "commtext.h"
#include "importers/json/commjson.h"
#include "importers/json/straightcomm.h"
#include "importers/json/straightjson.h"
#include "runfolder.h"
#include "support/testprogram.h"

#include <QFileInfo>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <bit>
#include <string>

using namespace rs;

namespace {

QByteArray number(QRandomGenerator &random)
{
    return QByteArray::number(random.bounded(100.0), 'g', 6 + random.bounded(12));
}

QByteArray operatorText(QRandomGenerator &random, int i)
{
    const auto member = [&random](const char *name) { return QByteArray(", \"") + name + "\": " + number(random); };
    QByteArray out = "{\"Communication Time Info\": {\"Start Timestamp(us)\": 17364124747" +
                     QByteArray::number(10000 + i) + "." + QByteArray::number(i % 10) + member("Elapse Time(ms)") +
                     member("Transit Time(ms)") + member("Wait Time(ms)") + member("Synchronization Time(ms)") +
                     member("Idle Time(ms)") +
                     ", \"Wait Time Ratio\": 0.0185, \"Synchronization Time Ratio\": 2e-05}, \"Communication Bandwidth "
                     "Info\": {";
    for (const char *const transport : {"RDMA", "HCCS", "SDMA"}) {
        out += (out.endsWith('{') ? "\"" : ", \"") + QByteArray(transport) +
               "\": {\"Transit Size(MB)\": " + number(random) + member("Transit Time(ms)") + member("Bandwidth(GB/s)") +
               ", \"Large Packet Ratio\": 0, \"Size Distribution\": {";
        if (qstrcmp(transport, "HCCS") == 0)
            out += "\"8.404992\": [12, " + number(random) + "], \"2.06\": [2, 0.25]";
        out += "}}";
    }
    return out + "}}";
}

QByteArray operatorsText(int count)
{
    QRandomGenerator random(7);
    QByteArray out = "{\"step50\": {\"p2p\": {\"hcom_send__271_0_1@17\": " + operatorText(random, 0) +
                     ", \"Total Op Info\": " + operatorText(random, 0) + "}, \"collective\": {";
    for (int i = 0; i < count; ++i)
        out += (i > 0 ? ", \"" : "\"") + QByteArray("hcom_allReduce__271_") + QByteArray::number(i) + "_1@" +
               (i % 3 == 0 ? "11022204950826225271" : "8271") + "\": " + operatorText(random, i);
    return out + ", \"Total Op Info\": " + operatorText(random, 0) +
           "}}, \"step51\": {\"p2p\": {}, \"collective\": {}}}";
}

QByteArray linksText(int count)
{
    QRandomGenerator random(7);
    QByteArray out = "{\"step50\": {\"p2p\": {}, \"collective\": {";
    for (const char *const key : {"allreduce-top1@17", "reduce-middle@17", "reduce-total@17", "Total Op Info@17"}) {
        out += (out.endsWith('{') ? "\"" : ", \"") + QByteArray(key) + "\": {";
        for (int i = 0; i < count; ++i) {
            out += (i > 0 ? ", \"0-" : "\"0-") + QByteArray::number(i) + "\": {\"Transport Type\": \"" +
                   (i == 0 ? "LOCAL" : "HCCS") + "\", \"Transit Size(MB)\": " + (i == 3 ? "0" : number(random)) +
                   ", \"Transit Time(ms)\": " + (i == 4 ? "0" : number(random)) +
                   ", \"Bandwidth(GB/s)\": " + number(random);
            if (qstrcmp(key, "reduce-total@17") != 0)
                out += ", \"Op Name\": \"hcom_reduceScatter__017_" + QByteArray::number(i / 2) + "_1\"";
            out += "}";
        }
        out += "}";
    }
    return out + "}}}";
}

/// The same links in two domains of a cluster.
QByteArray clusterText(int count)
{
    const QByteArray links = linksText(count);
    const QByteArray keys = links.mid(links.indexOf("{\"allreduce"));
    const QByteArray ofStep = keys.left(keys.size() - 2);
    QByteArray other = ofStep;
    other.replace("@17", "@18");
    return "{\"(0, 1, 2)\": {\"step50\": " + ofStep + ", \"step51\": " + ofStep + "}, \"p2p\": {\"step50\": " + other +
           "}}";
}

/// Whether the fast reader takes a text, and that all say the same of it.
class Both
{
public:
    enum class Kind { Operators, Links, ClusterLinks };

    Both(Kind kind, const RunFolder &folder) : m_kind(kind), m_folder(folder) {}

    [[nodiscard]] bool isTaken(const QByteArray &text) const
    {
        const QString path = m_folder.write(m_name, text);
        ImportReport report;
        CommOpsBuilder ops;
        MatrixLinksBuilder links;
        const bool taken = m_kind == Kind::Operators ? readOperatorsStraight(path, m_name, 3, JobContext(), report, ops)
                           : m_kind == Kind::Links
                               ? readLinksStraight(path, m_name, 3, JobContext(), report, links)
                               : readClusterLinksStraight(path, m_name, JobContext(), report, links, nullptr);
        if (!taken && !report.isEmpty())
            qFatal("what is not taken has a finding");
        return taken;
    }
    [[nodiscard]] QStringList read(const QByteArray &text, int shift) const
    {
        const QString path = m_folder.write(m_name, text);
        ImportReport report;
        std::vector<CommOp> ops;
        std::vector<MatrixLink> links;
        if (m_kind == Kind::Operators)
            ops = readCommunication(path, m_name, 3, JobContext(), report).records();
        else if (m_kind == Kind::ClusterLinks)
            links = readClusterMatrix(path, m_name, JobContext(), report).records();
        else
            links = readCommunicationMatrix(path, m_name, 3, JobContext(), report).records();
        return everythingOf(ops, links, report, shift);
    }
    [[nodiscard]] bool areSame(const QByteArray &text) const
    {
        const QByteArray mark = "\xef\xbb\xbf"; // which only the slowest reader takes
        return read(text, 0) == read(mark + text, static_cast<int>(mark.size()));
    }

private:
    const Kind m_kind;
    const RunFolder &m_folder;
    const QString m_name = QStringLiteral("c.json");
};

} // namespace

class TestStraightComm : public QObject
{
    Q_OBJECT
private slots:
    void numbers_data();
    void numbers();
    void anyNumber();
    void usualFilesAreTaken();
    void filesOfManyPieces();
    void filesOfClusters();
    void oddOperators_data();
    void oddOperators();
    void oddLinks_data();
    void oddLinks();
    void damagedFiles();
    void progressCountsOnce();
};

void TestStraightComm::numbers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("taken");
    for (const char *const text : {"0",
                                   "-0",
                                   "-0.0",
                                   "7",
                                   "0.5",
                                   "1e5",
                                   "1E-05",
                                   "12.25e+3",
                                   "2.5635312187499997",
                                   "117.44051199999998",
                                   "1736412474757059.8",
                                   "999999999999999999",
                                   "9007199254740993",
                                   "9007199254740993.0",
                                   "123456789.12345678",
                                   "0.00000000000000000000125",
                                   "1e22",
                                   "1e23",
                                   "1.7976931348623157e308",
                                   "2.2250738585072014e-308"})
        QTest::newRow(text) << QByteArray(text) << true;
    for (const char *const text :
         {"",        "-",     "+1",     "01",     "-01", ".5",       "1.",   "1.e5", "1e", "1e+",
          "1e12345", "1e999", "1e-400", "2e-320", "NaN", "Infinity", "0x10", "1 ",   "1a", "28446744073709551615"})
        QTest::newRow(text) << QByteArray(text) << false;
}

void TestStraightComm::numbers()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, taken);
    const QByteArray padded = text + QByteArray(64, '\0');
    double value = -7;
    const std::string_view view(padded.constData(), static_cast<size_t>(text.size()));
    QCOMPARE(StraightJson::numberOf(view, value), taken);
    if (taken)
        QCOMPARE(std::bit_cast<quint64>(value), std::bit_cast<quint64>(text == "-0" ? 0 : text.toDouble()));
}

void TestStraightComm::anyNumber()
{
    QRandomGenerator random(11);
    for (int i = 0; i < 20000; ++i) {
        const double wanted =
            random.bounded(2) == 0 ? random.generateDouble() * 1000 : std::bit_cast<double>(random.generate64() >> 2);
        const QByteArray text = QByteArray::number(wanted, "eg"[random.bounded(2)], 1 + random.bounded(18));
        const QByteArray padded = text + QByteArray(64, '\0');
        double value = 0;
        const std::string_view view(padded.constData(), static_cast<size_t>(text.size()));
        if (StraightJson::numberOf(view, value))
            QCOMPARE(std::bit_cast<quint64>(value), std::bit_cast<quint64>(text.toDouble()));
    }
}

void TestStraightComm::usualFilesAreTaken()
{
    const RunFolder d;
    const Both operators(Both::Kind::Operators, d);
    const Both links(Both::Kind::Links, d);
    QVERIFY(operators.isTaken(operatorsText(9)));
    QVERIFY(operators.areSame(operatorsText(9)));
    QVERIFY(links.isTaken(linksText(9)));
    QVERIFY(links.areSame(linksText(9)));
    // As pretty as other programs write them.
    const QByteArray pretty = operatorsText(2).replace(", ", ",\n    ").replace(": ", " :\t") + "\n";
    QVERIFY(operators.isTaken(pretty));
    QVERIFY(operators.areSame(pretty));
    // Only the other file's reader takes the file, and none of nothing.
    QVERIFY(!operators.isTaken(linksText(2)));
    QVERIFY(!links.isTaken(operatorsText(2)));
    QVERIFY(!operators.isTaken("{\"step\": {\"p2p\": {}, \"collective\": {}}}"));
    QVERIFY(!operators.isTaken({}));
    const QString folder =
        QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_text_level2/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    if (!QFileInfo::exists(folder)) {
        qInfo("the real profiles are not here: not tested with them");
        return;
    }
    for (const Both::Kind kind : {Both::Kind::Operators, Both::Kind::Links}) {
        QFile f(folder + (kind == Both::Kind::Operators ? QStringLiteral("communication.json")
                                                        : QStringLiteral("communication_matrix.json")));
        QVERIFY(f.open(QIODevice::ReadOnly));
        const QByteArray text = f.readAll();
        QVERIFY(Both(kind, d).isTaken(text));
        QVERIFY(Both(kind, d).areSame(text));
    }
}

void TestStraightComm::filesOfManyPieces()
{
    const RunFolder d;
    const QByteArray operators = operatorsText(1500);
    QVERIFY(operators.size() > static_cast<qsizetype>(2 * StraightJson::WindowBytes));
    QVERIFY(Both(Both::Kind::Operators, d).isTaken(operators));
    QVERIFY(Both(Both::Kind::Operators, d).areSame(operators));
    const QByteArray links = linksText(2000);
    QVERIFY(links.size() > static_cast<qsizetype>(2 * StraightJson::WindowBytes));
    QVERIFY(Both(Both::Kind::Links, d).isTaken(links));
    QVERIFY(Both(Both::Kind::Links, d).areSame(links));
    // One operator that is longer than a piece.
    const QByteArray blank(static_cast<qsizetype>(StraightJson::WindowBytes), ' ');
    QByteArray wide = operatorsText(3);
    wide.replace(wide.indexOf("\"Wait Time(ms)\""), 0, blank);
    QVERIFY(!Both(Both::Kind::Operators, d).isTaken(wide));
    QVERIFY(Both(Both::Kind::Operators, d).areSame(wide));
    // Blanks behind are no part of the document.
    QVERIFY(Both(Both::Kind::Operators, d).isTaken(operatorsText(3) + blank));
    QVERIFY(!Both(Both::Kind::Operators, d).isTaken(operatorsText(3) + blank + "{}"));
}

void TestStraightComm::filesOfClusters()
{
    const RunFolder d;
    const Both links(Both::Kind::ClusterLinks, d);
    const QByteArray text = clusterText(9);
    QVERIFY(links.isTaken(text));
    QVERIFY(links.areSame(text));
    ImportReport report;
    const std::vector<MatrixLink> read =
        readClusterMatrix(d.write(QStringLiteral("c.json"), text), QStringLiteral("c.json"), JobContext(), report)
            .records();
    QCOMPARE(read.size(), size_t(3 * 4 * 9)); // steps of domains, operators, links
    QVERIFY(
        std::all_of(read.begin(), read.end(), [](const MatrixLink &l) { return l.globalRanks && l.ownerRank == -1; }));
    QCOMPARE(read.back().groupHash, QStringLiteral("18"));
    QVERIFY(read.back().p2p && read.back().key == QLatin1String("Total Op Info"));
    // Totals of two rank sets without a hash, and what is not usual.
    QByteArray old = text;
    old.replace("Total Op Info@17", "Total Op Info").replace("Total Op Info@18", "Total Op Info");
    QVERIFY(links.areSame(old));
    for (const char *const odd : {"\"Transit Time(ms)\": null", "\"x\": 1", "\"Transit Time(ms)\": \"1\""}) {
        QByteArray other = text;
        const qsizetype at = other.indexOf("\"Transit Time(ms)\": ");
        other.replace(at, other.indexOf(',', at) - at, odd);
        QVERIFY(!links.isTaken(other));
        QVERIFY(links.areSame(other));
    }
}

void TestStraightComm::oddOperators_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("by");
    QTest::addColumn<bool>("taken");
    const auto row = [](const char *name, const char *what, const char *by, bool taken) {
        QTest::newRow(name) << QByteArray(what) << QByteArray(by) << taken;
    };
    // What only leaves a value out is said here, too.
    row("a value below 0", "\"Wait Time Ratio\": 0.0185", "\"Wait Time Ratio\": -3", true);
    row("minus nothing", "\"Wait Time Ratio\": 0.0185", "\"Wait Time Ratio\": -0.0", true);
    row("too much", "\"Wait Time Ratio\": 0.0185", "\"Wait Time Ratio\": 1e9", true);
    row("a time less", "\"Wait Time Ratio\": 0.0185, ", "", true);
    row("spelling of old writers", "\"Idle Time(ms)\"", "\"Idel Time(ms)\"", true);
    row("a number of old spelling that cannot be", "\"Elapse Time(ms)\": ", "\"Elapsed Time(ms)\": -7", true);
    row("other order", "\"Wait Time Ratio\": 0.0185, \"Synchronization Time Ratio\": 2e-05",
        "\"Synchronization Time Ratio\": 2e-05, \"Wait Time Ratio\": 0.0185", true);
    row("the other class", "hcom_send__", "hcom_reduce__", true);
    row("stray start", "1736412474710000.0", "7.5", true);
    row("start below 0", "1736412474710000.0", "-5", true);
    row("start of 0", "1736412474710000.0", "0", true);
    row("whole start", "1736412474710000.0", "1736412474710000", true);
    row("a transport of nothing", "\"RDMA\": {", "\"UB\": {}, \"RDMA\": {", true);
    row("no transports of one", "\"Size Distribution\": {}", "\"Size Distribution\": {\"1\": [3, 0.5]}", true);
    row("no domain", "@8271", "", true);
    row("step without a number", "step50", "step", true);
    row("raw totals", "\"Total Op Info\"", "\"Total HCCL Operators\"", true);
    // Anything else is read in another way.
    row("start with an exponent", "1736412474710000.0", "1.736e15", false);
    row("a step of a name", "step50", "warmup", false);
    row("a start in other letters", "\"Start Timestamp(us)\"", "\"Start Timestamp(\xce\xbcs)\"", false);
    row("text for a number", "\"Wait Time Ratio\": 0.0185", "\"Wait Time Ratio\": \"0.0185\"", false);
    row("null", "\"Wait Time Ratio\": 0.0185", "\"Wait Time Ratio\": null", false);
    row("NaN", "\"Wait Time Ratio\": 0.0185", "\"Wait Time Ratio\": NaN", false);
    row("a key more", "\"Wait Time Ratio\"", "\"x\": 1, \"Wait Time Ratio\"", false);
    row("a key twice", "\"Wait Time Ratio\"", "\"Wait Time Ratio\": 0.0185, \"Wait Time Ratio\"", false);
    row("two spellings", "\"Idle Time(ms)\"", "\"Idel Time(ms)\": 1, \"Idle Time(ms)\"", false);
    row("an escaped key", "\"Wait Time Ratio\"", "\"Wait\\u0020Time Ratio\"", false);
    row("an operator twice", "hcom_allReduce__271_1_1", "hcom_allReduce__271_2_1", false);
    row("a step twice", "step51", "step50", false);
    row("a step in two spellings", "\"step51\": {\"p2p\": {}, \"collective\": {}}",
        "\"step050\": {\"p2p\": {\"hcom_send__271_0_1@17\": {\"Communication Time Info\": {}, \"Communication "
        "Bandwidth "
        "Info\": {}}}}",
        false);
    row("a transport twice", "\"RDMA\": {", "\"HCCS\": {", false);
    row("a record in a record", "\"RDMA\": {", "\"Communication Time Info\": {", false);
    row("sizes twice", "\"2.06\": [", "\"8.404992\": [", false);
    row("sizes twice in two spellings", "\"2.06\": [", "\"8.4049920\": [", false);
    row("a packet of no count", "\"2.06\": [2, ", "\"2.06\": [2.5, ", false);
    row("a packet of more", "\"2.06\": [2, ", "\"2.06\": [2, 1, ", false);
    row("a size that is none", "\"2.06\": [", "\"x\": [", false);
    row("no times", "\"Communication Time Info\": {", "\"Communication Time Info\": [{", false);
    row("a stranger", "\"p2p\": {", "\"p2p\": 7, \"x\": {", false);
    row("objects beside records", "\"Total Op Info\": ", "\"x\": {\"y\": {}}, \"Total Op Info\": ", false);
    row("no UTF-8", "hcom_send", "hcom_\xff", false);
    row("not ASCII", "hcom_send", "hcom_\xc3\xa4", false);
    row("a control character", "hcom_send", "hcom_\x01", false);
    row("a comma more", "}}}, \"step51\"", "}},}, \"step51\"", false);
    row("a brace less", "}}}, \"step51\"", "}}, \"step51\"", false);
}

void TestStraightComm::oddOperators()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, by);
    QFETCH(bool, taken);
    const RunFolder d;
    QByteArray text = operatorsText(9);
    const qsizetype at = text.indexOf(what);
    QVERIFY(at >= 0);
    text.replace(at, what.size(), by);
    const Both both(Both::Kind::Operators, d);
    QCOMPARE(both.isTaken(text), taken);
    QVERIFY(both.areSame(text));
}

void TestStraightComm::oddLinks_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("by");
    QTest::addColumn<bool>("taken");
    const auto row = [](const char *name, const char *what, const char *by, bool taken) {
        QTest::newRow(name) << QByteArray(what) << QByteArray(by) << taken;
    };
    row("a size of 0", "\"Transit Size(MB)\": ", "\"Transit Size(MB)\": 0e", false);
    row("below 0", "\"Transit Size(MB)\": ", "\"Transit Size(MB)\": -", true);
    row("no bandwidth", ", \"Bandwidth(GB/s)\": ", ", \"Bandwidth(GB/s)\": -9", true);
    row("a send", "hcom_reduceScatter", "hcom_send", true);
    row("a domain more", "allreduce-top1@17", "allreduce-top1@171", true);
    row("an old key", "allreduce-top1@17", "hcom_send__822_0@17", true);
    row("no operator", "\"Op Name\": \"hcom_reduceScatter__017_0_1\"", "\"Op Name\": \"\"", true);
    row("leading zeros", "\"0-1\"", "\"00-01\"", true);
    row("the same in leading zeros", "\"0-1\"", "\"00-02\"", false);
    row("no link", "\"0-1\"", "\"0\"", false);
    row("a rank that is none", "\"0-1\"", "\"0-1000000\"", false);
    row("a link twice", "\"0-1\"", "\"0-0\"", false);
    row("a key twice", "reduce-middle@17", "allreduce-top1@17", false);
    row("no transport", "\"Transport Type\": \"LOCAL\", ", "", false);
    row("an empty transport", "\"LOCAL\"", "\"\"", false);
    row("a transport of no text", "\"LOCAL\"", "7", false);
    row("the other operator's key", "\"Op Name\"", "\"op_name\"", false);
    row("a step of a name", "step50", "warmup", false);
    row("a stranger", "\"p2p\": {}", "\"p2p\": []", false);
}

void TestStraightComm::oddLinks()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, by);
    QFETCH(bool, taken);
    const RunFolder d;
    QByteArray text = linksText(6);
    const qsizetype at = text.indexOf(what);
    QVERIFY(at >= 0);
    text.replace(at, what.size(), by);
    const Both both(Both::Kind::Links, d);
    QCOMPARE(both.isTaken(text), taken);
    QVERIFY(both.areSame(text));
}

// Bytes that are lost, stand twice or are others, at places that follow from a seed.
void TestStraightComm::damagedFiles()
{
    const RunFolder d;
    QRandomGenerator random(23);
    static constexpr char bytes[] = "0123456789.-+eE\"\\{}[],: \nabcNaN@_\x01\xff";
    for (const Both::Kind kind : {Both::Kind::Operators, Both::Kind::Links}) {
        const Both both(kind, d);
        const QByteArray whole = kind == Both::Kind::Operators ? operatorsText(2) : linksText(4);
        int taken = 0;
        for (int i = 0; i < 400; ++i) {
            QByteArray text = whole;
            const auto at = random.bounded(static_cast<int>(text.size()));
            switch (random.bounded(4)) {
            case 0:
                text.remove(at, 1 + random.bounded(3));
                break;
            case 1:
                text[at] = bytes[random.bounded(static_cast<int>(sizeof bytes) - 1)];
                break;
            case 2:
                text.insert(at, bytes[random.bounded(static_cast<int>(sizeof bytes) - 1)]);
                break;
            default:
                text.insert(at, text.mid(at, 1 + random.bounded(200)));
            }
            taken += both.isTaken(text) ? 1 : 0;
            if (!both.areSame(text))
                QCOMPARE(both.read(text, 0), both.read("\xef\xbb\xbf" + text, 3));
        }
        QVERIFY(taken > 20 && taken < 380);
    }
}

void TestStraightComm::progressCountsOnce()
{
    const RunFolder d;
    for (const QByteArray &text : {operatorsText(9), operatorsText(9).chopped(3)}) {
        const JobContext job;
        ImportReport report;
        (void)readCommunication(d.write(QStringLiteral("c.json"), text), QStringLiteral("c.json"), 3, job, report);
        QCOMPARE(job.done(), static_cast<qint64>(text.size()));
        QCOMPARE(job.total(), static_cast<qint64>(text.size()));
    }
}

RS_TEST(TestStraightComm, QCoreApplication);
#include "tst_straightcomm.moc"
