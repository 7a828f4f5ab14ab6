// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commmatrix.h"
#include "analysis/ranks/domains.h"
#include "analysis/ranks/pipelinestages.h"
#include "importers/discovery/discovery.h"
#include "importers/runfolder.h"
#include "importers/run/runloader.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"
#include "tables/base/tables.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>

using namespace rs;

namespace {

constexpr int ranks = 16;
constexpr int stageSize = 8;
constexpr int rounds = 3;
// Unsorted, as the writers of 2023 left them.
const char *const stageKeys[] = {"(3, 0, 1, 2, 7, 6, 5, 4)", "(15, 8, 9, 10, 14, 13, 12, 11)"};

// Times of an operator of one rank, whose clock is so many milliseconds ahead as its number says. Microseconds.
QByteArray operatorText(int rank, qint64 startUs, qint64 endUs)
{
    const qint64 clock = 1'695'115'378'000'000 + rank * 1000;
    return QStringLiteral(
               R"j("%1": {"Communication Time Info": {"Start Timestamp(us)": %2.0, "Elapse Time(ms)": %3, "Transit Time(ms)": 0.2,
                   "Wait Time(ms)": 0.1, "Synchronization Time(ms)": 0.1, "Idle Time(ms)": 0, "Wait Time Ratio": 0.3333,
                   "Synchronization Time Ratio": 0.3333}, "Communication Bandwidth Info": {"HCCS": {"Transit Size(MB)": 2,
                   "Transit Time(ms)": 0.2, "Bandwidth(GB/s)": 10, "Large Packet Ratio": 1,
                   "Size Distribution": {"2": [1, 0.2]}}}})j")
        .arg(rank)
        .arg(clock + startUs)
        .arg(static_cast<double>(endUs - startUs) / 1000)
        .toUtf8();
}

QByteArray linkText(int source, int destination, double bandwidth)
{
    return QStringLiteral(
               R"j("%1-%2": {"Transport Type": "HCCS", "Transit Time(ms)": %3, "Transit Size(MB)": 2, "Bandwidth(GB/s)": %4})j")
        .arg(source)
        .arg(destination)
        .arg(2 / bandwidth)
        .arg(bandwidth)
        .toUtf8();
}

QByteArray joined(const QList<QByteArray> &parts)
{
    return "{" + parts.join(',') + "}";
}

QByteArray named(const QByteArray &name, const QByteArray &value)
{
    return '"' + name + "\": " + value;
}

// Collectives end every second on both stages, everybody has come 400 us before but rank 5, which comes 100 us later.
// Each rank of the first stage sends to its like in the second one, 1 ms after.
QByteArray operators()
{
    QList<QByteArray> top;
    for (int stage = 0; stage < 2; ++stage) {
        QList<QByteArray> ops;
        QList<QByteArray> totals;
        for (int k = 0; k < rounds; ++k) {
            QList<QByteArray> members;
            for (int r = stage * stageSize; r < (stage + 1) * stageSize; ++r)
                members << operatorText(r, (k + 1) * 1'000'000 - (r == 5 ? 300 : 400), (k + 1) * 1'000'000);
            ops << named("hcom_allReduce__10" + QByteArray::number(stage) + '_' + QByteArray::number(k) + "_1@10" +
                             QByteArray::number(stage),
                         joined(members));
            totals = members;
        }
        ops << named("Total Op Info", joined(totals));
        top << named(stageKeys[stage], joined({named("step1", joined(ops))}));
    }
    QList<QByteArray> transfers;
    for (int r = 0; r < stageSize; ++r) {
        const QByteArray hash = QByteArray::number(200 + r);
        for (int k = 0; k < rounds; ++k) {
            const qint64 end = (k + 1) * 1'000'000 + 1000;
            const QByteArray tail = "__" + hash + '_' + QByteArray::number(k) + "_1@" + hash;
            transfers << named("hcom_send" + tail, joined({operatorText(r, end - 50, end)}))
                      << named("hcom_receive" + tail, joined({operatorText(r + stageSize, end - 50, end)}));
        }
    }
    top << named("p2p", joined({named("step1", joined(transfers))}));
    return joined(top);
}

QByteArray links()
{
    QList<QByteArray> top;
    for (int stage = 0; stage < 2; ++stage) {
        QList<QByteArray> of;
        for (int a = stage * stageSize; a < (stage + 1) * stageSize; ++a) {
            for (int b = stage * stageSize; b < (stage + 1) * stageSize; ++b) {
                if (a != b)
                    of << linkText(a, b, a == 2 && b == 6 ? 5 : 20);
            }
        }
        const QByteArray hash = "10" + QByteArray::number(stage);
        top << named(stageKeys[stage],
                     joined({named("step1", joined({named("hcom_allReduce__" + hash + "_0_1@" + hash, joined(of)),
                                                    named("Total Op Info", joined(of))}))}));
    }
    QList<QByteArray> transfers;
    for (int r = 0; r < stageSize; ++r) {
        const QByteArray hash = QByteArray::number(200 + r);
        transfers << named("hcom_send__" + hash + "_0_1@" + hash, joined({linkText(r, r + stageSize, 10)}));
    }
    top << named("p2p", joined({named("step1", joined(transfers))}));
    return joined(top);
}

QByteArray groups()
{
    QByteArray pairs;
    for (int r = 0; r < stageSize; ++r)
        pairs += (r ? ", [" : "[") + QByteArray::number(r + stageSize) + ", " + QByteArray::number(r) + ']';
    return R"({"collective": [[3, 0, 1, 2, 7, 6, 5, 4], [15, 8, 9, 10, 14, 13, 12, 11], [3, 0, 1, 2, 7, 6, 5, 4]],)"
           R"("p2p": [)" +
           pairs + "]}";
}

// Neither Preparing nor rows of stages.
QByteArray steps()
{
    QByteArray out = "Step,Type,Index,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,"
                     "Bubble,Communication(Not Overlapped and Exclude Receive)\n";
    for (int r = 0; r < ranks; ++r)
        out += "1,rank," + QByteArray::number(r) + ",900,50,10,60,40,990,0,50\n";
    return out;
}

struct OldRun
{
    RunFolder folder;
    std::shared_ptr<const Run> run;

    explicit OldRun(const std::function<void(const RunFolder &, const QString &)> &change = {})
    {
        const QString at = QStringLiteral("cluster_analysis_output/");
        folder.write(at + QStringLiteral("cluster_communication.json"), operators());
        folder.write(at + QStringLiteral("cluster_communication_matrix.json"), links());
        folder.write(at + QStringLiteral("communication_group.json"), groups());
        folder.write(at + QStringLiteral("cluster_step_trace_time.csv"), steps());
        if (change)
            change(folder, at);
        ImportReport report;
        auto found = discover({folder.path(QStringLiteral("cluster_analysis_output"))}, JobContext(), report);
        if (found.size() != 1)
            qFatal("one run expected");
        ThreadPool pool(1);
        run = loadRun(std::move(found.front()), pool, JobContext());
    }
    [[nodiscard]] std::shared_ptr<const RowSource> table(const char *id) const
    {
        static const Catalogue catalogue = Catalogue::ofProgram();
        TableQuery query;
        query.run = run;
        return catalogue.find(QString::fromLatin1(id))->make(query, JobContext());
    }
};

int columnNamed(const RowSource &rows, const char *id)
{
    const auto columns = rows.columns();
    const auto at =
        std::find_if(columns.begin(), columns.end(), [id](const ColumnSpec &c) { return c.id == QLatin1String(id); });
    return at == columns.end() ? -1 : static_cast<int>(at - columns.begin());
}

QString textOf(const RowSource &rows, quint32 row, int column)
{
    const std::string_view text = rows.textView(rows.textId(row, column));
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

/// Cluster files of 2023: 16 ranks in two stages, operators instead of classes, no names of groups, no stage rows.
class TestOldCluster : public QObject
{
    Q_OBJECT
private slots:
    void domainsHaveTheirKind();
    void matrixAndDurationsHaveEveryRank();
    void linksHaveTheirPackets();
    void waitsAreOnOneClock();
    void theDiagnosisKnowsTheStepsOfTheCluster();
    void operatorsWithoutTheHashOfTheirGroup_data();
    void operatorsWithoutTheHashOfTheirGroup();
    void aStageOfTotalsAlone_data();
    void aStageOfTotalsAlone();
    void stagesOfTheStepsBeforeSends();
    void aDomainHasTheRanksOfItsKey();
    void brokenFilesLeaveTheRest_data();
    void brokenFilesLeaveTheRest();
};

void TestOldCluster::domainsHaveTheirKind()
{
    const OldRun old;
    const std::vector<Domain> all = domains(*old.run);
    QCOMPARE(all.size(), size_t(10));
    for (size_t i = 0; i < all.size(); ++i)
        QCOMPARE(all[i].p2p, i >= 2);
    QCOMPARE(all[0].ranks, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
    QCOMPARE(all[1].ranks, (std::vector<int>{8, 9, 10, 11, 12, 13, 14, 15}));
    QCOMPARE(all[9].ranks, (std::vector<int>{7, 15}));
    QCOMPARE(old.table("domains")->rows(), 10U);
    QCOMPARE(old.table("ranks")->rows(), quint32(ranks));
}

void TestOldCluster::matrixAndDurationsHaveEveryRank()
{
    const OldRun old;
    const std::vector<MatrixCell> cells = matrixCells(*old.run, {});
    const auto ofTotal = std::count_if(cells.begin(), cells.end(),
                                       [](const MatrixCell &c) { return c.op == QLatin1String("Total Op Info"); });
    // 2 × 8 × 7 links of the stages and 8 between them; each with the sum over its operators.
    QCOMPARE(ofTotal, 2 * 8 * 7 + 8);
    QVERIFY(std::all_of(cells.begin(), cells.end(), [](const MatrixCell &c) { return c.global; }));
    const auto slow = std::find_if(cells.begin(), cells.end(), [](const MatrixCell &c) {
        return c.op == QLatin1String("Total Op Info") && c.source == 2 && c.destination == 6;
    });
    QVERIFY(slow != cells.end());
    QCOMPARE(slow->bandwidthGbs, std::optional(5.0));
    // One kind on each rank of a stage, and a send or a receive.
    QCOMPARE(old.table("durations")->rows(), quint32(2 * ranks));
}

// Each rank has three collectives of one packet each, of which the matrix names the first, as it does of the transfers.
void TestOldCluster::linksHaveTheirPackets()
{
    const OldRun old;
    const auto links = old.table("links");
    const int packets = columnNamed(*links, "packets");
    const int op = columnNamed(*links, "operator");
    QVERIFY(links->rows() >= quint32(2 * stageSize * (stageSize - 1) + stageSize));
    for (quint32 row = 0; row < links->rows(); ++row)
        QCOMPARE(links->integer(row, packets),
                 std::optional<qint64>(textOf(*links, row, op) == QLatin1String("Total Op Info") ? rounds : 1));
}

// Rank 5 computes 400 us longer than its peers, which communicate for as much longer.
void TestOldCluster::theDiagnosisKnowsTheStepsOfTheCluster()
{
    const OldRun old([](const RunFolder &folder, const QString &at) {
        QByteArray text = steps();
        for (int r = 0; r < ranks; ++r) {
            if (r != 5)
                text.replace("1,rank," + QByteArray::number(r) + ",900,50,10,60,",
                             "1,rank," + QByteArray::number(r) + ",500,450,10,460,");
        }
        folder.write(at + QStringLiteral("cluster_step_trace_time.csv"), text);
    });
    QVERIFY(old.run->infos.empty());
    const auto rows = old.table("diagnosis");
    QVERIFY(rows->rows() > 2);
    QCOMPARE(textOf(*rows, 0, columnNamed(*rows, "kind")), QStringLiteral("compute"));
    QCOMPARE(textOf(*rows, 0, columnNamed(*rows, "rank")), QStringLiteral("5"));
    QCOMPARE(textOf(*rows, 0, columnNamed(*rows, "role")), QStringLiteral("culprit"));
    QVERIFY(verdictOf(*rows, 0)->sentence.english().startsWith(QLatin1String("Rank 5 computes 0.40 ms")));
    QCOMPARE(rows->place(0).rank, -1); // the window has no such rank
    for (quint32 row = 0; row < rows->rows(); ++row) {
        const QString said = verdictOf(*rows, row)->sentence.english();
        QVERIFY2(!said.contains(QLatin1String("unknown")), qPrintable(said));
    }
}

// Rank 5 comes 100 us late in three collectives, and seven wait for it each time.
void TestOldCluster::waitsAreOnOneClock()
{
    const OldRun old;
    const auto ledger = old.table("ledger");
    QCOMPARE(ledger->rows(), quint32(ranks));
    const int rank = columnNamed(*ledger, "rank");
    const int caused = columnNamed(*ledger, "caused");
    const int source = columnNamed(*ledger, "source");
    QCOMPARE(textOf(*ledger, 0, rank), QStringLiteral("5"));
    QCOMPARE(ledger->integer(static_cast<quint32>(0), caused), std::optional<qint64>(3 * 7 * 100'000));
    QCOMPARE(textOf(*ledger, 0, source), QStringLiteral("cluster_communication.json"));
    QCOMPARE(ledger->integer(static_cast<quint32>(1), caused), std::optional<qint64>(0));
    const auto clocks = old.table("alignment");
    QCOMPARE(clocks->rows(), quint32(ranks));
    const int offset = columnNamed(*clocks, "offset");
    for (int r = 1; r < ranks; ++r)
        QCOMPARE(clocks->integer(static_cast<quint32>(r), offset), std::optional<qint64>(r * 1'000'000));
}

void TestOldCluster::operatorsWithoutTheHashOfTheirGroup_data()
{
    QTest::addColumn<QByteArray>("described"); // entries of comm_group_parallel_info
    QTest::addColumn<bool>("isLast");          // the last operator of the first stage alone goes without
    QTest::addColumn<QString>("first");        // domain of the first stage
    QTest::addColumn<QString>("transfer");     // between ranks 0 and 8
    QTest::addColumn<QString>("code");
    const auto group = [](const char *type, const char *ranks, const char *hash, const char *name) {
        return QByteArray(R"({"type": ")") + type + R"(", "rank_set": [)" + ranks + R"(], "group_name": ")" + hash +
               R"(", "group_id": "", "pg_name": ")" + name + R"("})";
    };
    const QByteArray dp = group("collective", "7, 6, 5, 4, 3, 2, 1, 0", "5100", "dp");
    const QByteArray tp = group("collective", "0, 1, 2, 3, 4, 5, 6, 7", "5999", "tp");
    const QByteArray again = group("collective", "0, 1, 2, 3, 4, 5, 6, 7", "6100", "tp");
    const QByteArray pp = group("p2p", "0, 8", "7200", "pp");
    const QString byRanks = QStringLiteral("cluster.group-by-ranks");
    const QString unknown = QStringLiteral("cluster.group-unknown");
    const QString set = QStringLiteral("(0,1,2,3,4,5,6,7)");
    QTest::newRow("the file names no group") << QByteArray() << false << set << QString() << unknown;
    QTest::newRow("one group has the ranks")
        << dp + ',' + pp << false << QStringLiteral("dp:") + set << QStringLiteral("pp:(0,8)") << byRanks;
    QTest::newRow("two have, of which the name tells one")
        << tp + ',' + dp << false << QStringLiteral("dp:") + set << QString() << unknown;
    QTest::newRow("two have, and the name fits both") << again + ',' + dp << false << QString() << QString() << unknown;
    QTest::newRow("only others have") << tp << false << set << QString() << unknown;
    QTest::newRow("another operator of the ranks names it")
        << QByteArray() << true << set + QStringLiteral("@100") << QStringLiteral("(0,8)@200") << byRanks;
}

// hcom_allReduce__100_0_1 without @100: 100 is the end of the hash.
void TestOldCluster::operatorsWithoutTheHashOfTheirGroup()
{
    QFETCH(const QByteArray, described);
    QFETCH(const bool, isLast);
    QFETCH(const QString, first);
    QFETCH(const QString, transfer);
    QFETCH(const QString, code);
    const OldRun old([&](const RunFolder &folder, const QString &at) {
        for (const char *name : {"cluster_communication.json", "cluster_communication_matrix.json"}) {
            QByteArray text = name == QByteArray("cluster_communication.json") ? operators() : links();
            if (isLast) {
                text.replace("hcom_allReduce__100_2_1@100", "hcom_allReduce__100_2_1");
            } else {
                text.replace("_1@100", "_1").replace("_1@200", "_1");
            }
            folder.write(at + QLatin1String(name), text);
        }
        if (!described.isEmpty())
            folder.write(at + QStringLiteral("communication_group.json"),
                         R"({"collective": [], "p2p": [], "comm_group_parallel_info": [)" + described + "]}");
    });
    const DomainIndex index(*old.run);
    QStringList ofStage;
    QStringList ofTransfer;
    for (const CommOpRef op : old.run->cluster.commOps) {
        if (op.isTotal())
            continue;
        if (op.name().startsWith(QLatin1String("hcom_allReduce__100_")))
            ofStage << index.label(op.groupHash());
        if (op.name().contains(QLatin1String("__200_")))
            ofTransfer << index.label(op.groupHash());
    }
    QCOMPARE(ofStage.size(), rounds * stageSize);
    QCOMPARE(ofStage.count(first), ofStage.size());
    QCOMPARE(ofTransfer.count(transfer), ofTransfer.size());
    for (const MatrixLinkRef link : old.run->cluster.links) {
        if (link.key() == QLatin1String("hcom_allReduce__100_0_1"))
            QCOMPARE(index.label(link.groupHash()), first);
    }
    const auto findings = old.run->report.findings();
    QVERIFY2(std::any_of(findings.begin(), findings.end(), [&](const Finding &f) { return f.code == code; }),
             qPrintable(code));
}

void TestOldCluster::aStageOfTotalsAlone_data()
{
    QTest::addColumn<bool>("haveOperators");
    QTest::addColumn<QByteArray>("more"); // in a link, whose file has to be read in the slow way then
    QTest::addColumn<QString>("domain");
    QTest::addColumn<qint64>("told");
    const QString ranks = QStringLiteral("(8,9,10,11,12,13,14,15)");
    const qint64 links = qint64{stageSize} * (stageSize - 1);
    const QByteArray more = R"("Op Name": 7, "Transport Type")";
    QTest::newRow("matrix") << false << QByteArray() << ranks << links;
    QTest::newRow("matrix, slow") << false << more << ranks << links;
    // cluster_communication.json names the group of these ranks.
    QTest::newRow("with operators") << true << QByteArray() << ranks + QStringLiteral("@101") << qint64{0};
    QTest::newRow("with operators, slow") << true << more << ranks + QStringLiteral("@101") << qint64{0};
}

// The matrix of the second stage has nothing but a total that names no group, that of the first stage has its operator.
void TestOldCluster::aStageOfTotalsAlone()
{
    QFETCH(const bool, haveOperators);
    QFETCH(const QByteArray, more);
    QFETCH(const QString, domain);
    QFETCH(const qint64, told);
    const OldRun old([&](const RunFolder &folder, const QString &at) {
        QByteArray text = links();
        const qsizetype from = text.indexOf("\"hcom_allReduce__101_0_1@101\"");
        text.remove(from, text.indexOf("\"Total Op Info\"", from) - from);
        if (!more.isEmpty())
            text.replace(text.indexOf("\"Transport Type\""), 16, more);
        folder.write(at + QStringLiteral("cluster_communication_matrix.json"), text);
        if (!haveOperators)
            QFile::remove(folder.path(at + QStringLiteral("cluster_communication.json")));
    });
    const std::vector<MatrixCell> cells = matrixCells(*old.run, {});
    const DomainIndex index(*old.run);
    const auto ofTotal = std::count_if(cells.begin(), cells.end(), [&](const MatrixCell &c) {
        return c.op == QLatin1String("Total Op Info") && index.label(c.domainHash) == domain;
    });
    QCOMPARE(ofTotal, stageSize * (stageSize - 1));
    const auto findings = old.run->report.findings();
    qint64 count = 0;
    for (const Finding &f : findings)
        count += f.code == QLatin1String("cluster.group-by-ranks") ? f.count : 0;
    QCOMPARE(count, told);
}

// The rows of steps state two stages of four; two ranks of the first one have a send. Rank 3 computes for 30 of the 60
// ms in which the others communicate.
void TestOldCluster::stagesOfTheStepsBeforeSends()
{
    const OldRun old([](const RunFolder &folder, const QString &at) {
        QByteArray text = steps().left(steps().indexOf('\n') + 1);
        for (int step = 1; step <= 6; ++step) {
            for (int r = 0; r < 8; ++r) {
                const int longer = r == 3 ? 30'000 : 0;
                const int computing = (r < 4 ? 100'000 : 200'000) + r * 37 + longer + 11 * step;
                const int uncovered = 60'000 - longer;
                text += QStringLiteral("%1,rank,%2,%3,%4,1000,%5,%6,280000,0,%4\n")
                            .arg(step)
                            .arg(r)
                            .arg(computing)
                            .arg(uncovered)
                            .arg(uncovered + 1000)
                            .arg(280'000 - computing - uncovered)
                            .toLatin1();
            }
            for (const char *stage : {"(0, 1, 2, 3)", "(4, 5, 6, 7)"})
                text += QByteArray::number(step) + ",stage,\"" + stage + "\",1,1,1,1,1,1,0,1\n";
        }
        folder.write(at + QStringLiteral("cluster_step_trace_time.csv"), text);
        folder.write(
            at + QStringLiteral("cluster_communication.json"),
            joined({named("p2p", joined({named("step1", joined({named("hcom_send__822_0@822",
                                                                      joined({operatorText(0, 1000, 1900),
                                                                              operatorText(1, 1000, 1900)}))}))}))}));
        folder.write(at + QStringLiteral("communication_group.json"), R"({"collective": [], "p2p": []})");
        QFile::remove(folder.path(at + QStringLiteral("cluster_communication_matrix.json")));
    });
    const std::map<int, int> stages = pipelineStages(*old.run, domains(*old.run));
    QCOMPARE(stages, (std::map<int, int>{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 1}, {5, 1}, {6, 1}, {7, 1}}));
    QCOMPARE(old.table("strategy")->rows(), 8U);
    const auto rows = old.table("diagnosis");
    QVERIFY(rows->rows() > 0);
    QCOMPARE(textOf(*rows, 0, columnNamed(*rows, "kind")), QStringLiteral("compute"));
    QCOMPARE(textOf(*rows, 0, columnNamed(*rows, "rank")), QStringLiteral("3"));
    QVERIFY2(verdictOf(*rows, 0)->sentence.english().startsWith(QLatin1String("Rank 3 computes 180 ms")),
             qPrintable(verdictOf(*rows, 0)->sentence.english()));
}

// Two of four members took part in what was recorded, for 0.3 ms of transfer and wait.
void TestOldCluster::aDomainHasTheRanksOfItsKey()
{
    const OldRun old([](const RunFolder &folder, const QString &at) {
        folder.write(at + QStringLiteral("cluster_communication.json"),
                     joined({named("(3, 0, 1, 2)",
                                   joined({named("step1", joined({named("hcom_allReduce__483_0@9350434047717501483",
                                                                        joined({operatorText(0, 1000, 1300),
                                                                                operatorText(1, 1000, 1300)}))}))}))}));
        folder.write(at + QStringLiteral("communication_group.json"), R"({"collective": [[0, 1, 2, 3]], "p2p": []})");
        QFile::remove(folder.path(at + QStringLiteral("cluster_communication_matrix.json")));
    });
    const std::vector<Domain> all = domains(*old.run);
    QCOMPARE(all.size(), size_t(1));
    QCOMPARE(all[0].ranks, (std::vector<int>{0, 1, 2, 3}));
    QVERIFY(all[0].ranksKnown);
    QCOMPARE(all[0].label(), QStringLiteral("(0,1,2,3)@501483"));
    const auto findings = old.run->report.findings();
    for (const Finding &f : findings)
        QVERIFY2(f.severity < Severity::Loss, qPrintable(f.code + u' ' + f.text()));
}

void TestOldCluster::brokenFilesLeaveTheRest_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("code");
    const QString ops = QStringLiteral("cluster_communication.json");
    const QString matrix = QStringLiteral("cluster_communication_matrix.json");
    const QString group = QStringLiteral("communication_group.json");
    QTest::newRow("key of ranks is no list") << ops << QByteArray(stageKeys[0]) << QByteArray("(a, b") << QString();
    QTest::newRow("key of ranks is empty") << ops << QByteArray(stageKeys[0]) << QByteArray() << QString();
    QTest::newRow("rank is no number") << ops << QByteArray(R"("6": {)") << QByteArray(R"("six": {)")
                                       << QStringLiteral("cluster.rank");
    QTest::newRow("rank is negative") << ops << QByteArray(R"("6": {)") << QByteArray(R"("-6": {)")
                                      << QStringLiteral("cluster.rank");
    const QByteArray length = R"j("Elapse Time(ms)": 0.4)j";
    QTest::newRow("length is text") << ops << length << QByteArray(R"j("Elapse Time(ms)": "long")j")
                                    << QStringLiteral("communication.value");
    QTest::newRow("length is negative") << ops << length << QByteArray(R"j("Elapse Time(ms)": -4)j")
                                        << QStringLiteral("communication.value");
    QTest::newRow("links of no rank") << matrix << QByteArray(R"("2-6": {)") << QByteArray(R"("2-x": {)")
                                      << QStringLiteral("matrix.link");
    QTest::newRow("bandwidth is text") << matrix << QByteArray(R"j("Bandwidth(GB/s)": 5)j")
                                       << QByteArray(R"j("Bandwidth(GB/s)": [])j")
                                       << QStringLiteral("communication.value");
    QTest::newRow("groups are no lists") << group << QByteArray("[[3, 0, 1, 2, 7, 6, 5, 4], [15")
                                         << QByteArray(R"([{"a": 1}, 7, "x", [15)") << QString();
}

void TestOldCluster::brokenFilesLeaveTheRest()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, code);
    const OldRun old([&](const RunFolder &folder, const QString &at) {
        QFile f(folder.path(at + file));
        QVERIFY(f.open(QIODevice::ReadOnly));
        QByteArray text = f.readAll();
        QVERIFY(text.contains(from));
        folder.write(at + file, text.replace(from, to));
    });
    QVERIFY(old.run);
    const auto findings = old.run->report.findings();
    if (!code.isEmpty())
        QVERIFY2(std::any_of(findings.begin(), findings.end(), [&](const Finding &f) { return f.code == code; }),
                 qPrintable(code));
    const std::vector<Domain> all = domains(*old.run);
    QCOMPARE(all.size(), size_t(10));
    QCOMPARE(all[0].ranks.size(), size_t(8));
    QVERIFY(old.table("durations")->rows() > quint32(ranks));
    QVERIFY(old.table("ledger")->rows() > 0U);
    QVERIFY(!matrixCells(*old.run, {}).empty());
}

RS_TEST(TestOldCluster, QCoreApplication);
#include "tst_oldcluster.moc"
