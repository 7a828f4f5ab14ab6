// SPDX-License-Identifier: Apache-2.0
// Communication files read straight from the file, against the same files read record by record after a repair.
#include "commtext.h"
#include "importers/json/commjson.h"
#include "importers/json/commwalk.h"
#include "importers/json/jsonwindow.h"
#include "runfolder.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QFileInfo>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <string>
#include <string_view>
#include <utility>

using namespace rs;
using namespace rs::test;

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

/// Counts records.
struct Counter
{
    explicit Counter(JsonTokens &tokens) : json(tokens) {}

    [[nodiscard]] static std::string_view firstKey() { return "Communication Time Info"; }
    [[nodiscard]] static std::span<const std::string_view> recordKeys()
    {
        static constexpr std::array<std::string_view, 1> keys{"Communication Bandwidth Info"};
        return keys;
    }
    void enter(const std::vector<std::string> &path) { above.append(path.empty() ? "" : path.back()).append(" "); }
    [[nodiscard]] bool record(std::string_view)
    {
        ++count;
        return json.skip();
    }
    [[nodiscard]] CommOpsBuilder &rows() { return builder; }
    [[nodiscard]] static qint64 bytes() { return 0; }

    JsonTokens &json;
    CommOpsBuilder builder;
    std::string above;
    int count = 0;
};

/// Reads a text straight from its file, and after a repair.
class Both
{
public:
    enum class Kind { Operators, Links, ClusterLinks };

    Both(Kind kind, const RunFolder &folder) : m_kind(kind), m_folder(folder) {}

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
        const QByteArray mark = "\xef\xbb\xbf"; // which is left out by a repair
        return read(text, 0) == read(mark + text, static_cast<int>(mark.size()));
    }

private:
    const Kind m_kind;
    const RunFolder &m_folder;
    const QString m_name = QStringLiteral("c.json");
};

} // namespace

class TestCommWalk : public QObject
{
    Q_OBJECT
private slots:
    void numbers();
    void soundFiles_data();
    void soundFiles();
    void usualFiles();
    void windowsEndAnywhere();
    void filesOfClusters();
    void damagedFiles();
    void progressCountsOnce();
};

void TestCommWalk::numbers()
{
    QRandomGenerator random(11);
    QList<QByteArray> texts{"0",
                            "-0",
                            "7",
                            "1E-05",
                            "1736412474757059.8",
                            "9007199254740993",
                            "28446744073709551615",
                            "0.0872617500001750000000001",
                            "0.00000000000000000000125",
                            "1.7976931348623157e308",
                            "2e-320"};
    for (int i = 0; i < 20'000; ++i) {
        const double value =
            random.bounded(2) == 0 ? random.generateDouble() / 10 : std::bit_cast<double>(random.generate64() >> 2);
        texts += QByteArray::number(value, "eg"[random.bounded(2)], 1 + random.bounded(30));
    }
    JsonTokens tokens;
    for (const QByteArray &number : std::as_const(texts)) {
        const QByteArray text = '[' + number + ']' + QByteArray(JsonTokens::Padding, '\0');
        QVERIFY(tokens.start({text.constData(), static_cast<size_t>(number.size()) + 2}) && tokens.take('['));
        double read = -1;
        const bool isNumber = tokens.number(read);
        QVERIFY2(isNumber && read == number.toDouble() && tokens.take(']'), number.constData());
    }
}

void TestCommWalk::soundFiles_data()
{
    const Scenarios<QByteArray, bool> table;
    const QByteArray record = R"({"Communication Time Info": {"x": [1, null, {"y": "\u4f60"}]}})";
    const auto row = [&](const char *name, const QByteArray &text, bool sound) {
        table(name, QByteArray(text).replace('#', record), sound);
    };
    row("steps and classes", R"({"step1": {"p2p": {}, "collective": {"a": #, "b": #}}, "step2": {"p2p": {"a": #}}})",
        true);
    row("blanks", "\n{ \"a\" :\t#\r\n}\n", true);
    row("escapes in keys", R"({"step\u0031": {"a\"b": #}})", true);
    row("nothing", "{}", true);
    row("a mark", "\xef\xbb\xbf{\"a\": #}", false);
    row("a list", "[#]", false);
    row("a record in a list", R"({"a": [#]})", false);
    row("a key twice", R"({"step1": {"a": #}, "step1": {"b": #}})", true);
    row("strangers", R"({"a": #, "b": 1})", false);
    row("objects beside records", R"({"a": #, "b": {}})", false);
    row("a comma more", R"({"a": #,})", false);
    row("a comma less", R"({"a": # "b": #})", false);
    row("a brace less", R"({"a": {"b": #})", false);
    row("a brace more", R"({"a": #}})", false);
    row("text behind", R"({"a": #} x)", false);
    row("not UTF-8", "{\"\xff\": #}", false);
    row("a control character", "{\"\x01\": #}", false);
    row("no escape", R"({"\x": #})", false);
    for (const char *const odd : {"NaN", "nul", "truex", "01", "1.", "-", "1e999", "1e-400", "1 2", "'x'", "[1,]"})
        row(odd, QByteArray("{\"a\": {\"Communication Time Info\": ") + odd + "}}", false);
}

void TestCommWalk::soundFiles()
{
    const auto [text, sound] = scenario<QByteArray, bool>();
    const RunFolder d;
    const JobContext job;
    JsonWindow window(job);
    Counter counter(window.tokens());
    const bool isRead =
        window.open(d.write("c.json", text), text.size()) && CommWalk<Counter>(window, counter, job).document();
    QCOMPARE(isRead, sound);
    if (sound)
        QCOMPARE(counter.count, static_cast<int>(text.count("Communication")));
}

void TestCommWalk::usualFiles()
{
    const RunFolder d;
    const Both operators(Both::Kind::Operators, d);
    const Both links(Both::Kind::Links, d);
    QVERIFY(operators.areSame(operatorsText(9)));
    QVERIFY(links.areSame(linksText(9)));
    // As pretty as other programs write them.
    QVERIFY(operators.areSame(operatorsText(2).replace(", ", ",\n    ").replace(": ", " :\t") + "\n"));
    // The other file's reader finds nothing.
    QVERIFY(operators.areSame(linksText(2)));
    QVERIFY(links.areSame(operatorsText(2)));
    const QString folder =
        QStringLiteral(RANKSCOPE_SHARED_DATA "/real/pytorch_text_level2/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/");
    if (!QFileInfo::exists(folder))
        QSKIP("the real profiles are not here");
    for (const Both::Kind kind : {Both::Kind::Operators, Both::Kind::Links}) {
        QFile f(folder + (kind == Both::Kind::Operators ? QStringLiteral("communication.json")
                                                        : QStringLiteral("communication_matrix.json")));
        QVERIFY(f.open(QIODevice::ReadOnly));
        QVERIFY(Both(kind, d).areSame(f.readAll()));
    }
}

void TestCommWalk::windowsEndAnywhere()
{
    const RunFolder d;
    const auto window = static_cast<qsizetype>(JsonWindow::Bytes);
    const Both operators(Both::Kind::Operators, d);
    const QByteArray many = operatorsText(600);
    QVERIFY(many.size() > 2 * window);
    QVERIFY(operators.areSame(many));
    const QByteArray links = linksText(1000);
    QVERIFY(links.size() > 2 * window);
    QVERIFY(Both(Both::Kind::Links, d).areSame(links));
    // Steps end there, too.
    const JobContext job;
    const QByteArray record = R"({"Communication Time Info": {"x": [1, 2]}})";
    const QByteArray tail = R"(, "b": )" + record + R"(}, "step2": {"p2p": {}, "collective": {"c": )" + record +
                            R"(}}, "step3": {"p2p": {"d": )" + record + "}}}";
    for (qsizetype at = 0; at < tail.size(); ++at) {
        QByteArray text = R"({"step1": {"a": )" + record;
        text += QByteArray(window - text.size() - at, ' ') + tail + QByteArray(2 * window, '\n');
        JsonWindow w(job);
        Counter counter(w.tokens());
        QVERIFY(w.open(d.write("w.json", text), text.size()));
        QVERIFY(CommWalk<Counter>(w, counter, job).document());
        QVERIFY(counter.count >= 4 && counter.above.find("collective") != std::string::npos);
    }
    // A record that is longer than a window.
    QByteArray wide = operatorsText(3);
    wide.replace(wide.indexOf("\"Wait Time(ms)\""), 0, QByteArray(window, ' '));
    QVERIFY(operators.areSame(wide));
}

void TestCommWalk::filesOfClusters()
{
    const RunFolder d;
    const Both links(Both::Kind::ClusterLinks, d);
    const QByteArray text = clusterText(9);
    QVERIFY(links.areSame(text));
    ImportReport report;
    const std::vector<MatrixLink> read =
        readClusterMatrix(d.write("c.json", text), QStringLiteral("c.json"), JobContext(), report).records();
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
        QVERIFY(links.areSame(other));
    }
}

// Bytes that are lost, stand twice or are others, at places that follow from a seed.
void TestCommWalk::damagedFiles()
{
    const RunFolder d;
    QRandomGenerator random(23);
    static constexpr char bytes[] = "0123456789.-+eE\"\\{}[],: \nabcNaN@_\x01\xff";
    for (const Both::Kind kind : {Both::Kind::Operators, Both::Kind::Links}) {
        const Both both(kind, d);
        const QByteArray whole = kind == Both::Kind::Operators ? operatorsText(2) : linksText(4);
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
            if (!both.areSame(text))
                QCOMPARE(both.read(text, 0), both.read("\xef\xbb\xbf" + text, 3));
        }
    }
}

void TestCommWalk::progressCountsOnce()
{
    const RunFolder d;
    for (const QByteArray &text : {operatorsText(9), operatorsText(9).chopped(3)}) {
        const JobContext job;
        ImportReport report;
        (void)readCommunication(d.write("c.json", text), QStringLiteral("c.json"), 3, job, report);
        QCOMPARE(job.done(), static_cast<qint64>(text.size()));
        QCOMPARE(job.total(), static_cast<qint64>(text.size()));
    }
}

RS_TEST(TestCommWalk, QCoreApplication);
#include "tst_commwalk.moc"
