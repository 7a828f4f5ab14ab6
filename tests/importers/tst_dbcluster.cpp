// SPDX-License-Identifier: Apache-2.0
// cluster_analysis.db shows what the text files of the cluster analysis show.
#include "foundruns.h"
#include "importers/run/runloader.h"
#include "runfolder.h"
#include "support/sqlitefile.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <map>

using namespace rs;
using namespace rs::test;

namespace {

const QString Output = QStringLiteral("run/cluster_analysis_output");

/// Names of tables and columns in one of the two modes of the analysis.
struct Mode
{
    const char *times;
    const char *bandwidths;
    const char *matrix;
    const char *groups;
    bool hasRankSet;
};
constexpr Mode Full{"ClusterCommAnalyzerTime", "ClusterCommAnalyzerBandwidth", "ClusterCommAnalyzerMatrix",
                    "CommunicationGroup", true};
constexpr Mode Simple{"ClusterCommunicationTime", "ClusterCommunicationBandwidth", "ClusterCommunicationMatrix",
                      "CommunicationGroupMapping", false};

QStringList statements(const Mode &mode)
{
    const auto of = [&mode](const char *table, const char *columns, const LiteralTexts &rows) {
        const QString name = QLatin1String(table);
        QStringList out{
            QStringLiteral("CREATE TABLE %1 (%2%3)")
                .arg(name, mode.hasRankSet ? QStringLiteral("rank_set TEXT, ") : QString(), QLatin1String(columns))};
        for (const QString &row : rows)
            out << QStringLiteral("INSERT INTO %1 VALUES (%2%3)")
                       .arg(name, mode.hasRankSet ? QStringLiteral("'(0, 1)', ") : QString(), row);
        return out;
    };
    QStringList out{
        QStringLiteral("CREATE TABLE ClusterStepTraceTime (step TEXT, type TEXT, \"index\" TEXT, computing REAL, "
                       "communication_not_overlapped REAL, overlapped REAL, communication REAL, free REAL, stage REAL, "
                       "bubble REAL, communication_not_overlapped_and_exclude_receive REAL, preparing REAL, "
                       "dp_index INTEGER, pp_index INTEGER, tp_index INTEGER)"),
        QStringLiteral("INSERT INTO ClusterStepTraceTime VALUES "
                       "('5','rank','0',10.5,2,1,3,4,16.5,0,2,1.25,0,0,0),"
                       "('5','rank','1',11.5,3,1,4,4,18.5,1,2,NULL,0,0,1),"
                       "('5','stage','(0, 1)',11.5,3,1,4,4,18.5,1,2,NULL,NULL,NULL,NULL)"),
        QStringLiteral("CREATE TABLE %1 (type TEXT, rank_set TEXT, group_name TEXT, group_id TEXT, pg_name TEXT)")
            .arg(QLatin1String(mode.groups)),
        QStringLiteral("INSERT INTO %1 VALUES ('collective','(0, 1)','777','host%eth0_1','tp'),"
                       "('p2p','{1,0}','888','host%eth0_2','pp')")
            .arg(QLatin1String(mode.groups))};
    // A total has neither start nor ratios.
    out << of(mode.times,
              "step TEXT, rank_id INTEGER, hccl_op_name TEXT, group_name TEXT, start_timestamp REAL, elapsed_time "
              "REAL, transit_time REAL, wait_time REAL, synchronization_time REAL, idle_time REAL, "
              "synchronization_time_ratio REAL, wait_time_ratio REAL",
              {"'step5',0,'hcom_allReduce__777_0_1','777',1000013.5,2.5,1.5,0.5,0.25,0.5,0,0",
               "'step5',1,'hcom_allReduce__777_0_1','777',1000014.5,1.5,1,0.25,0.25,0.25,0,0",
               "'step5',0,'hcom_send__888_0_1','888',1000020,1,1,0,0,0,0,0",
               "'step5',0,'Total Op Info','777',0,2.5,1.5,0.5,0.25,0.5,0.1,0.2",
               "'step5',0,'Total Op Info','888',0,1,1,0,0,0,0,0"});
    out << of(mode.bandwidths,
              "step TEXT, rank_id INTEGER, hccl_op_name TEXT, group_name TEXT, band_type TEXT, transit_size REAL, "
              "transit_time REAL, bandwidth REAL, large_packet_ratio REAL, package_size REAL, count REAL, "
              "total_duration REAL",
              {"'step5',0,'hcom_allReduce__777_0_1','777','HCCS',3,1.5,2,0,2,1,1",
               "'step5',0,'hcom_allReduce__777_0_1','777','HCCS',3,1.5,2,0,0.5,2,0.5",
               "'step5',1,'hcom_allReduce__777_0_1','777','HCCS',4,1,4,1,4,1,1",
               "'step5',7,'hcom_allReduce__777_0_1','777','HCCS',4,1,4,1,4,1,1"});
    // pandas writes ranks as 1.0.
    out << of(mode.matrix,
              "step TEXT, hccl_op_name TEXT, group_name TEXT, src_rank REAL, dst_rank REAL, transport_type TEXT, "
              "op_name TEXT, transit_size REAL, transit_time REAL, bandwidth REAL",
              {"'step5','allreduce-top1','777',0.0,1.0,'HCCS','hcom_allReduce__777_0_1',3,1.5,2",
               "'step5','allreduce-total','777',1.0,0.0,'HCCS',NULL,4,1,4",
               "'step5','allreduce-total','777','x',0.0,'HCCS',NULL,4,1,4"});
    return out;
}

QString writeDatabase(const RunFolder &d, const QStringList &sql)
{
    d.folder(Output);
    return makeDatabase(d.path(Output + QStringLiteral("/cluster_analysis.db")), sql);
}

} // namespace

class TestDbCluster : public QObject
{
    Q_OBJECT
private slots:
    void bothModes_data()
    {
        const Scenarios<bool> row;
        row("full", false);
        row("simple", true);
    }

    void bothModes()
    {
        const auto [simple] = scenario<bool>();
        RunFolder d;
        QCOMPARE(writeDatabase(d, statements(simple ? Simple : Full)), QString());
        const auto run = loadedRun(d.path("run"));
        QVERIFY(run);
        const ClusterData &c = run->cluster;
        QCOMPARE(c.files.size(), size_t(1));
        QVERIFY(c.files[0].used && c.files[0].why.isEmpty());

        QCOMPARE(c.stepTrace.size(), size_t(3));
        QCOMPARE(c.stepTrace[0].step, QStringLiteral("5"));
        QCOMPARE(c.stepTrace[0].rank, 0);
        QCOMPARE(c.stepTrace[0].computingUs, std::optional(10.5));
        QCOMPARE(c.stepTrace[0].preparingUs, std::optional(1.25));
        QCOMPARE(c.stepTrace[1].notOverlappedExcludeReceiveUs, std::optional(2.0));
        QVERIFY(!c.stepTrace[1].preparingUs && c.stepTrace[1].preparingMissing);
        QCOMPARE(c.stepTrace[2].rank, -1);
        QCOMPARE(c.stepTrace[2].stageRanks, QStringLiteral("(0, 1)"));

        QCOMPARE(c.groups.size(), size_t(2));
        QCOMPARE(c.groups[0].pgName, QStringLiteral("tp"));
        QCOMPARE(c.groups[0].commName, QStringLiteral("host%eth0_1"));
        QVERIFY(!c.groups[0].p2p && c.groups[1].p2p);
        QCOMPARE(c.groups[1].globalRanks, std::vector<int>({0, 1}));

        QCOMPARE(c.commOps.size(), size_t(5));
        const CommOpRef first = c.commOps[0];
        QCOMPARE(first.step(), QStringLiteral("5"));
        QCOMPARE(first.rank(), 0);
        QCOMPARE(first.startTextView(), std::string_view("1000013.5"));
        QCOMPARE(first.elapseMs(), std::optional(2.5));
        // 0.5 / (0.5 + 1.5), which the writer leaves at 0.
        QCOMPARE(first.waitRatio(), std::optional(0.25));
        QCOMPARE(first.transports().size(), size_t(1));
        QCOMPARE(first.transports()[0].sizeMb(), std::optional(3.0));
        QCOMPARE(first.transports()[0].packets().size(), size_t(2));
        QCOMPARE(first.transports()[0].packets()[0].sizeMb, 0.5);
        QCOMPARE(c.commOps[1].rank(), 1);
        QCOMPARE(c.commOps[1].transports()[0].bandwidthGbs(), std::optional(4.0));
        QVERIFY(c.commOps[2].p2p());
        QVERIFY(!c.commOps[3].p2p() && !c.commOps[3].startUs());
        QVERIFY(c.commOps[4].p2p()); // the total of a group that is p2p
        // Rank 7 has a bandwidth and no times.
        QVERIFY(hasCode(run->report, "communication.no-operator"));

        QCOMPARE(c.links.size(), size_t(2));
        const MatrixLinkRef link = c.links[0];
        QVERIFY(link.globalRanks());
        QCOMPARE(link.source(), 0);
        QCOMPARE(link.destination(), 1);
        QCOMPARE(link.statistic(), QStringLiteral("top1"));
        QCOMPARE(link.bandwidthGbs(), std::optional(2.0));
        QVERIFY(hasCode(run->report, "matrix.link"));
        QCOMPARE(run->steps(), QStringList(QStringLiteral("5")));
    }

    void textFilesComeFirst()
    {
        RunFolder d;
        QCOMPARE(writeDatabase(d, statements(Simple)), QString());
        d.write(Output + QStringLiteral("/cluster_step_trace_time.csv"),
                "Step,Type,Index,Computing,Communication(Not Overlapped),Free\n5,rank,0,10.501,2.000,4.000\n"
                "5,rank,1,99.500,3.000,4.000\n");
        const auto run = loadedRun(d.path("run"));
        QVERIFY(run);
        QCOMPARE(run->cluster.stepTrace.size(), size_t(2));
        QCOMPARE(run->cluster.stepTrace[1].computingUs, std::optional(99.5));
        // Links that the text lacks are in the database.
        QCOMPARE(run->cluster.links.size(), size_t(2));
        d.write(
            Output + QStringLiteral("/cluster_communication.json"),
            R"x({"(0, 1)":{"step5":{"hcom_allReduce__777_0_1@777":{"0":{"Communication Time Info":{"Start Timestamp(us)":1.5,"Elapse Time(ms)":1,"Transit Time(ms)":1,"Wait Time(ms)":0,"Synchronization Time(ms)":0,"Idle Time(ms)":0},"Communication Bandwidth Info":{}}}}}})x");
        d.write(
            Output + QStringLiteral("/cluster_communication_matrix.json"),
            R"x({"(0, 1)":{"step5":{"allreduce-top1@777":{"0-1":{"Transport Type":"HCCS","Transit Time(ms)":1,"Transit Size(MB)":2,"Bandwidth(GB/s)":2,"Op Name":"hcom_allReduce__777_0_1@777"}}}}})x");
        d.write(
            Output + QStringLiteral("/communication_group.json"),
            R"x({"collective":[[0,1]],"p2p":[],"comm_group_parallel_info":[{"type":"collective","rank_set":[0,1],"group_name":"777","group_id":"g","pg_name":"tp"}]})x");
        const auto text = loadedRun(d.path("run"));
        QVERIFY(text);
        QCOMPARE(text->cluster.links.size(), size_t(1));
        QCOMPARE(text->cluster.commOps.size(), size_t(1));
        const auto &files = text->cluster.files;
        const auto db = std::find_if(files.begin(), files.end(),
                                     [](const FileEntry &f) { return f.kind == QLatin1String("cluster_db"); });
        QVERIFY(db != files.end() && !db->used && !db->why.isEmpty());
    }

    void brokenDatabases_data()
    {
        const Scenarios<QStringList, QString, int> row;
        const QString times =
            QStringLiteral("CREATE TABLE ClusterCommunicationTime (step TEXT, rank_id, hccl_op_name TEXT, "
                           "group_name TEXT, start_timestamp, elapsed_time)");
        row("no tables", {"CREATE TABLE other (a)"}, "db.cluster-nothing", 0);
        row("an empty table", {times}, "db.cluster-nothing", 0);
        row("a table of others",
            {times, "INSERT INTO ClusterCommunicationTime VALUES ('step1',0,'a','1',1,1)", "CREATE TABLE Weird (a)"},
            "db.other-tables", 1);
        row("text for a rank",
            {times, "INSERT INTO ClusterCommunicationTime VALUES ('step1','zero','a','1',1,1),"
                    "('step1',2,'a','1',1,1)"},
            "cluster.rank", 1);
        row("a view in place of a table",
            {"CREATE TABLE t (a)", "CREATE VIEW ClusterCommunicationTime AS SELECT a AS rank_id FROM t"}, "", 0);
        row("twice",
            {times, "INSERT INTO ClusterCommunicationTime VALUES ('step1',0,'a','1',1,1),"
                    "('step1',0,'a','1',1,2)"},
            "communication.again", 1);
        row("no name", {times, "INSERT INTO ClusterCommunicationTime VALUES ('step1',0,NULL,'1',1,1)"},
            "communication.unnamed", 0);
        row("time below 0", {times, "INSERT INTO ClusterCommunicationTime VALUES ('step1',0,'a','1',1,-1)"}, "db.cell",
            1);
        row("ranks of a group",
            {"CREATE TABLE CommunicationGroupMapping (type TEXT, rank_set TEXT, group_name "
             "TEXT, group_id TEXT, pg_name TEXT)",
             "INSERT INTO CommunicationGroupMapping VALUES ('p2p','(0,b)','1','','')"},
            "cluster.group-ranks", 0);
    }

    void brokenDatabases()
    {
        const auto [sql, code, operators] = scenario<QStringList, QString, int>();
        RunFolder d;
        QCOMPARE(writeDatabase(d, sql), QString());
        const auto run = loadedRun(d.path("run"));
        QVERIFY(run);
        QCOMPARE(static_cast<int>(run->cluster.commOps.size()), operators);
        if (!code.isEmpty())
            QVERIFY2(hasCode(run->report, qPrintable(code)), qPrintable(code));
        else
            QVERIFY(!run->cluster.files.at(0).why.isEmpty());

        const QString path = d.write(Output + QStringLiteral("/cluster_analysis.db"), "no database at all");
        const auto none = loadedRun(d.path("run"));
        QVERIFY(none);
        QVERIFY(hasCode(none->report, "db.damaged"));
        QVERIFY(!none->cluster.files.at(0).why.isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("no database at all"));
    }

    // The group of operators whose keys name none.
    void aGroupWithoutAName()
    {
        RunFolder d;
        QCOMPARE(
            writeDatabase(d, {QStringLiteral("CREATE TABLE CommunicationGroupMapping (type TEXT, rank_set TEXT, "
                                             "group_name TEXT, group_id TEXT, pg_name TEXT)"),
                              QStringLiteral("INSERT INTO CommunicationGroupMapping VALUES ('p2p','(0,1)','','',''),"
                                             "('p2p','(0,1)','7','','')")}),
            QString());
        const auto run = loadedRun(d.path("run"));
        QVERIFY(run);
        QCOMPARE(run->cluster.groups.size(), size_t(1));
        QVERIFY(!hasCode(run->report, "cluster.group"));
    }

    void nothingIsWrittenBesideIt()
    {
        RunFolder d;
        QCOMPARE(writeDatabase(d, QStringList(QStringLiteral("PRAGMA journal_mode=DELETE")) + statements(Full)),
                 QString());
        QVERIFY(loadedRun(d.path("run")));
        QCOMPARE(QDir(d.path(Output)).entryList(QDir::Files | QDir::Hidden),
                 QStringList(QStringLiteral("cluster_analysis.db")));
    }

    // Hosts and devices that no file of a rank names; what such a file names stays.
    void placesOfRanks()
    {
        const RunFolder d;
        d.torchRank("run/a_ascend_pt", 0);
        d.mindsporeRank("other/b_ascend_ms", 0, 5);
        const QStringList sql{
            QStringLiteral("CREATE TABLE HostInfo (hostUid TEXT, hostName TEXT)"),
            QStringLiteral("INSERT INTO HostInfo VALUES ('u1','node-7'),('u2',NULL)"),
            QStringLiteral(
                "CREATE TABLE RankDeviceMap (rankId INTEGER, deviceId INTEGER, hostUid TEXT, profilePath TEXT)"),
            QStringLiteral("INSERT INTO RankDeviceMap VALUES (0,3,'u1','/p'),(0,4,'u2','/q'),('x',1,'u1','/r')")};
        QCOMPARE(writeDatabase(d, sql), QString());
        d.folder("other/cluster_analysis_output");
        QCOMPARE(makeDatabase(d.path("other/cluster_analysis_output/cluster_analysis.db"), sql), QString());
        const auto run = loadedRun(d.path("run"));
        QVERIFY(run && run->ranks.size() == 1 && run->ranks[0]);
        QCOMPARE(run->infos[0].host, QStringLiteral("node-7"));
        QCOMPARE(run->infos[0].device, 3);
        QCOMPARE(run->ranks[0]->info.host, QStringLiteral("node-7"));
        QVERIFY(hasCode(run->report, "cluster.rank"));
        const auto other = loadedRun(d.path("other"));
        QVERIFY(other && other->ranks[0]);
        QCOMPARE(other->infos[0].device, 5);
        QCOMPARE(other->infos[0].host, QStringLiteral("node-7"));
    }

    // The official tool's tables of a real run, written back into a database.
    void officialTablesAreReadWhole()
    {
        const QDir oracle(QStringLiteral(RANKSCOPE_SHARED_DATA "/oracle/db_level2"));
        if (!oracle.exists())
            QSKIP("The real profiles are not here.");
        RunFolder d;
        QStringList sql;
        std::map<QString, qsizetype> rows;
        for (const QString &name : oracle.entryList({QStringLiteral("*.csv")}, QDir::Files)) {
            QFile file(oracle.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
            const QString table = name.chopped(4);
            sql << QStringLiteral("CREATE TABLE %1 (%2)")
                       .arg(table,
                            lines.takeFirst().trimmed().replace(QLatin1String("index,"), QLatin1String("\"index\",")));
            for (const QString &line : lines) {
                QStringList cells;
                bool quoted = false;
                QString cell;
                for (const QChar c : line.trimmed() + u',') {
                    if (c == u'"') {
                        quoted = !quoted;
                    } else if (c == u',' && !quoted) {
                        bool isNumber = false;
                        (void)cell.toDouble(&isNumber);
                        // Hashes of groups are too large for a number of SQLite.
                        isNumber = isNumber && cell.size() < 19;
                        cells << (cell.isEmpty() ? QStringLiteral("NULL") : isNumber ? cell : u'\'' + cell + u'\'');
                        cell.clear();
                    } else {
                        cell += c;
                    }
                }
                sql << QStringLiteral("INSERT INTO %1 VALUES (%2)").arg(table, cells.join(u','));
            }
            rows[table] = lines.size();
        }
        QCOMPARE(writeDatabase(d, sql), QString());
        const auto run = loadedRun(d.path("run"));
        QVERIFY(run);
        const ClusterData &c = run->cluster;
        QCOMPARE(static_cast<qsizetype>(c.stepTrace.size()), rows[QStringLiteral("ClusterStepTraceTime")]);
        QCOMPARE(static_cast<qsizetype>(c.commOps.size()), rows[QStringLiteral("ClusterCommunicationTime")]);
        QCOMPARE(static_cast<qsizetype>(c.links.size()), rows[QStringLiteral("ClusterCommunicationMatrix")]);
        QCOMPARE(static_cast<qsizetype>(c.groups.size()), rows[QStringLiteral("CommunicationGroupMapping")]);
        QCOMPARE(c.stepTrace[0].computingUs, std::optional(8900.456));
        QCOMPARE(c.groups[0].hash, QStringLiteral("11978775601474615865"));
        QCOMPARE(c.groups[0].globalRanks, std::vector<int>({0, 1}));
        for (const Finding &f : run->report.findings())
            QVERIFY2(f.severity < Severity::Loss, qPrintable(f.code + u' ' + f.message));
    }
};

RS_TEST(TestDbCluster, QCoreApplication);
#include "tst_dbcluster.moc"
