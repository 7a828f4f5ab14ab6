// SPDX-License-Identifier: Apache-2.0
// Sums of msprof-analyze's recipes: by hand, and against its own results on a real run.
#include "analysis/recipes/recipesums.h"
#include "support/fixtures.h"
#include "support/kernelfixture.h"
#include "support/testprogram.h"

#include <QFile>
#include <QTest>

#include <sqlite3.h>

#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <string>

using namespace rs;
using namespace rs::test;

namespace {

std::shared_ptr<const RankData> rankOf(const std::shared_ptr<const Table> &kernels, int rank)
{
    auto out = std::make_shared<RankData>();
    out->info.rank = rank;
    out->info.label = QString::number(rank);
    out->kernels = kernels;
    return out;
}

const QString shared = QStringLiteral(RANKSCOPE_SHARED_DATA);

/// Kernels and communication operators of a rank's database.
std::shared_ptr<const Table> kernelsOfDatabase(int rank)
{
    const QString path = shared + QStringLiteral("/real/pytorch_db_level2/rank%1_ascend_pt/ASCEND_PROFILER_OUTPUT/"
                                                 "ascend_pytorch_profiler_%1.db")
                                      .arg(rank);
    sqlite3 *db = nullptr;
    const QByteArray uri = "file:" + path.toUtf8() + "?mode=ro&immutable=1";
    if (sqlite3_open_v2(uri.constData(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) != SQLITE_OK) {
        sqlite3_close(db);
        return nullptr;
    }
    constexpr const char *sql =
        "SELECT n.value, ty.value, ta.value, sh.value, t.startNs, t.endNs - t.startNs FROM COMPUTE_TASK_INFO c "
        "JOIN TASK t ON t.globalTaskId = c.globalTaskId JOIN STRING_IDS n ON n.id = c.name "
        "JOIN STRING_IDS ty ON ty.id = c.opType JOIN STRING_IDS ta ON ta.id = c.taskType "
        "JOIN STRING_IDS sh ON sh.id = c.inputShapes UNION ALL "
        "SELECT n.value, ty.value, 'HCCL', '', startNs, endNs - startNs FROM COMMUNICATION_OP "
        "JOIN STRING_IDS n ON n.id = opName JOIN STRING_IDS ty ON ty.id = opType";
    sqlite3_stmt *statement = nullptr;
    std::deque<std::string> texts; // stay in place
    std::vector<KernelTableRow> rows;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, nullptr) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW) {
            const auto text = [&](int column) {
                texts.emplace_back(reinterpret_cast<const char *>(sqlite3_column_text(statement, column)));
                return texts.back().c_str();
            };
            rows.push_back({{"",
                             text(0),
                             text(1),
                             text(2),
                             text(3),
                             sqlite3_column_int64(statement, 4),
                             sqlite3_column_int64(statement, 5),
                             {},
                             {}},
                            {}});
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return kernelTable(rows);
}

/// A CSV by its headers.
std::vector<std::map<QString, QString>> officialRows(const QString &path)
{
    QFile file(path);
    std::vector<std::map<QString, QString>> out;
    if (!file.open(QIODevice::ReadOnly))
        return out;
    const QString text = QString::fromUtf8(file.readAll());
    QList<QStringList> lines{{QString()}};
    bool quoted = false;
    for (const QChar c : text) {
        if (c == u'"')
            quoted = !quoted; // quotes inside texts are not compared
        else if (c == u',' && !quoted)
            lines.last() << QString();
        else if (c == u'\n' && !quoted)
            lines << QStringList{QString()};
        else if (c != u'\r')
            lines.last().last() += c;
    }
    for (qsizetype i = 1; i < lines.size(); ++i) {
        if (lines[i].size() != lines[0].size())
            continue;
        std::map<QString, QString> &row = out.emplace_back();
        for (qsizetype c = 0; c < lines[0].size(); ++c)
            row[lines[0][c]] = lines[i][c];
    }
    return out;
}

bool isNear(double ours, const QString &official)
{
    const double theirs = official.toDouble();
    return std::abs(ours - theirs) <= 1e-9 * std::max(1.0, std::abs(theirs));
}

} // namespace

class TestRecipeSums : public QObject
{
    Q_OBJECT
private slots:
    void describedByHand();
    void groupsByHand();
    void aCancelledSumIsEmpty();
    void theOfficialResults_data();
    void theOfficialResults();
};

void TestRecipeSums::describedByHand()
{
    // 1, 2, 4, 9: mean 4, squares 9 + 4 + 0 + 25 = 38 over 3; quartiles at places 0.75, 1.5 and 2.25.
    const Described four = describe({9, 1, 4, 2});
    QCOMPARE(four.count, 4);
    QCOMPARE(four.meanNs, 4.0);
    QCOMPARE(*four.deviationNs, std::sqrt(38.0 / 3));
    QCOMPARE(four.leastNs, 1);
    QCOMPARE(four.q1Ns, 1.75);
    QCOMPARE(four.medianNs, 3.0);
    QCOMPARE(four.q3Ns, 5.25);
    QCOMPARE(four.mostNs, 9);
    QCOMPARE(four.sumNs, 16);
    const Described one = describe({7});
    QVERIFY(!one.deviationNs);
    QVERIFY(one.q1Ns == 7 && one.medianNs == 7 && one.q3Ns == 7 && one.meanNs == 7);
}

void TestRecipeSums::groupsByHand()
{
    const auto kernels = [](qint64 more) {
        return kernelTable({
            {{"1", "MatMul1", "MatMul", "AI_CORE", "\"2,3;3,4\"", 0, 100 + more, {}, {}}, {}},
            {{"1", "MatMul2", "MatMul", "AI_CORE", "8,8;8,8", 200, 50, {}, {}}, {}},
            {{"1", "Add1", "Add", "AI_VECTOR_CORE", "2,3", 300, 20, {}, {}}, {}},
            {{"1", "hcom_allReduce__271_0_1", "hcom_allReduce_", "HCCL", "", 400, 500 - more, {}, {}}, {}},
        });
    };
    const Run run = makeRun({rankOf(kernels(0), 0), rankOf(kernels(10), 1)});
    const auto all = recipeSums(run, RecipeSum::ComputeAll);
    QCOMPARE(all.size(), size_t(2));
    QVERIFY(all[0].type == u"MatMul" && all[0].core == u"AI_CORE" && all[0].time.count == 4);
    QCOMPARE(all[0].time.sumNs, 310);
    QCOMPARE(all[1].time.sumNs, 40);
    const auto types = recipeSums(run, RecipeSum::ComputeByType);
    QCOMPARE(types.size(), size_t(4));
    QVERIFY(types[0].rankIndex == 1 && types[0].time.sumNs == 160);
    QVERIFY(types[1].rankIndex == 0 && types[1].time.sumNs == 150);
    const auto names = recipeSums(run, RecipeSum::ComputeByName);
    QCOMPARE(names.size(), size_t(6));
    QVERIFY(names[0].name == u"MatMul1" && names[0].shapes == u"2,3;3,4" && names[0].rankIndex == 1);
    const auto collectives = recipeSums(run, RecipeSum::CollectiveByRank);
    QCOMPARE(collectives.size(), size_t(2));
    QVERIFY(collectives[0].type == u"hcom_allReduce_" && collectives[0].time.sumNs == 500);
    const auto top = recipeSums(run, RecipeSum::CollectiveTop);
    QCOMPARE(top.size(), size_t(1));
    QVERIFY(top[0].name == u"hcom_allReduce__271_0_1" && top[0].leastRank == 1 && top[0].mostRank == 0);
    QCOMPARE(top[0].time.meanNs, 495.0);
}

void TestRecipeSums::aCancelledSumIsEmpty()
{
    const Run run = makeRun({rankOf(kernelTable({{{"1", "A", "A", "AI_CORE", "2", 0, 1, {}, {}}, {}}}), 0)});
    const JobContext job;
    job.cancel();
    QVERIFY(recipeSums(run, RecipeSum::ComputeAll, job).empty());
}

void TestRecipeSums::theOfficialResults_data()
{
    QTest::addColumn<RecipeSum>("which");
    QTest::addColumn<QString>("file");
    const auto row = [](const char *file, RecipeSum which) {
        QTest::newRow(file) << which << QString::fromLatin1(file);
    };
    row("db_level2_compute_op_sum/ComputeOpAllRankStats.csv", RecipeSum::ComputeAll);
    row("db_level2_compute_op_sum/ComputeOpPerRankStatsByOpType.csv", RecipeSum::ComputeByType);
    row("db_level2_compute_op_sum/ComputeOpPerRankStatsByOpName.csv", RecipeSum::ComputeByName);
    row("db_level2_hccl_sum/HcclAllRankStats.csv", RecipeSum::CollectiveAll);
    row("db_level2_hccl_sum/HcclPerRankStats.csv", RecipeSum::CollectiveByRank);
    row("db_level2_hccl_sum/HcclTopOpStats.csv", RecipeSum::CollectiveTop);
}

void TestRecipeSums::theOfficialResults()
{
    QFETCH(RecipeSum, which);
    QFETCH(QString, file);
    const auto official = officialRows(shared + QStringLiteral("/oracle/") + file);
    if (official.empty())
        QSKIP("the shared data is not there");
    const Run run = makeRun({rankOf(kernelsOfDatabase(0), 0), rankOf(kernelsOfDatabase(1), 1)});
    const std::vector<RecipeSumRow> ours = recipeSums(run, which);
    QCOMPARE(ours.size(), official.size());
    const auto keyOf = [&](QString name, QString type, QString core, QString shapes, const QString &rank) {
        return QStringList{name, type, core, shapes.remove(u'"'), rank}.join(u'|');
    };
    std::map<QString, const RecipeSumRow *> byKey;
    const bool ofEach = official[0].contains(QStringLiteral("Rank"));
    for (const RecipeSumRow &r : ours)
        byKey[keyOf(r.name, r.type, r.core, r.shapes, ofEach ? QString::number(r.rankIndex) : QString())] = &r;
    QCOMPARE(byKey.size(), ours.size());
    for (std::map<QString, QString> row : official) {
        const QString key =
            keyOf(row[QStringLiteral("OpName")], row[QStringLiteral("OpType")], row[QStringLiteral("TaskType")],
                  row[QStringLiteral("InputShapes")], row[QStringLiteral("Rank")]);
        QVERIFY2(byKey.contains(key), qPrintable(key));
        const RecipeSumRow &r = *byKey[key];
        QCOMPARE(QString::number(r.time.count), row[QStringLiteral("Count")]);
        QVERIFY2(isNear(r.time.meanNs, row[QStringLiteral("MeanNs")]), qPrintable(key));
        QCOMPARE(r.time.deviationNs.has_value(), !row[QStringLiteral("StdNs")].isEmpty());
        QVERIFY2(!r.time.deviationNs || isNear(*r.time.deviationNs, row[QStringLiteral("StdNs")]), qPrintable(key));
        QVERIFY2(isNear(static_cast<double>(r.time.leastNs), row[QStringLiteral("MinNs")]), qPrintable(key));
        QVERIFY2(isNear(r.time.q1Ns, row[QStringLiteral("Q1Ns")]), qPrintable(key));
        QVERIFY2(isNear(r.time.medianNs, row[QStringLiteral("MedianNs")]), qPrintable(key));
        QVERIFY2(isNear(r.time.q3Ns, row[QStringLiteral("Q3Ns")]), qPrintable(key));
        QVERIFY2(isNear(static_cast<double>(r.time.mostNs), row[QStringLiteral("MaxNs")]), qPrintable(key));
        QVERIFY2(isNear(static_cast<double>(r.time.sumNs), row[QStringLiteral("SumNs")]), qPrintable(key));
        if (row.contains(QStringLiteral("MinRank"))) {
            QCOMPARE(QString::number(r.leastRank), row[QStringLiteral("MinRank")]);
            QCOMPARE(QString::number(r.mostRank), row[QStringLiteral("MaxRank")]);
        }
    }
}

RS_TEST(TestRecipeSums, QCoreApplication);
#include "tst_recipesums.moc"
