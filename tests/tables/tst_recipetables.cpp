// SPDX-License-Identifier: Apache-2.0
// Results of recipes of msprof-analyze against its own ones on a real run of databases.
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/testprogram.h"
#include "tables/base/catalogue.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace rs;

namespace {

const QString shared = QStringLiteral(RANKSCOPE_SHARED_DATA);

using Row = std::map<QString, QString>; // by header

/// A text without quotes, which databases have around shapes; "N/A" is none.
QString compared(QString text)
{
    text.remove(u'"');
    return text == u"N/A" ? QString() : text;
}

/// A CSV whose quotes hold no line ends.
std::vector<Row> officialRows(const QString &path)
{
    QFile file(path);
    std::vector<Row> out;
    if (!file.open(QIODevice::ReadOnly))
        return out;
    QStringList headers;
    for (const QString &line : QString::fromUtf8(file.readAll()).remove(u'\r').split(u'\n', Qt::SkipEmptyParts)) {
        QStringList cells{QString()};
        bool isQuoted = false;
        for (const QChar c : line) {
            if (c == u'"')
                isQuoted = !isQuoted;
            else if (c == u',' && !isQuoted)
                cells << QString();
            else
                cells.last() += c;
        }
        if (headers.isEmpty()) {
            headers = cells;
            continue;
        }
        Row &row = out.emplace_back();
        for (qsizetype c = 0; c < headers.size(); ++c)
            row[headers[c]] = compared(cells.value(c));
    }
    return out;
}

std::vector<Row> ownRows(const RowSource &rows)
{
    std::vector<Row> out;
    for (quint32 r = 0; r < rows.rows(); ++r) {
        Row &row = out.emplace_back();
        for (int c = 0; c < static_cast<int>(rows.columns().size()); ++c) {
            const ValueKind kind = rows.kind(c);
            QString &cell = row[rows.columns()[static_cast<size_t>(c)].header];
            if (isTextKind(kind)) {
                const StrId id = rows.textId(r, c);
                const std::string_view text = id == NoText ? std::string_view() : rows.textView(id);
                cell = compared(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
            } else if (isIntegerKind(kind)) {
                cell = QString::number(rows.integer(r, c).value_or(0));
            } else {
                cell = QString::number(rows.real(r, c).value_or(0), 'g', 17);
            }
        }
    }
    return out;
}

/// Text as it is; numbers, whatever form they are written in.
bool isAlike(const QString &own, const QString &official, double grain = 0)
{
    if (own == official)
        return true;
    bool areNumbers = false;
    bool isNumber = false;
    const double a = own.isEmpty() ? 0 : own.toDouble(&areNumbers);
    const double b = official.isEmpty() ? 0 : official.toDouble(&isNumber);
    return (areNumbers || own.isEmpty()) && (isNumber || official.isEmpty()) &&
           std::abs(a - b) <= std::max(grain, 1e-9 * std::max(1.0, std::abs(b)));
}

} // namespace

class TestRecipeTables : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        const QString path = shared + QStringLiteral("/real/pytorch_db_level2");
        if (!QDir(path).exists())
            QSKIP("the real profiles are not there");
        ImportReport report;
        std::vector<Run> found = discover({path}, JobContext(), report);
        QCOMPARE(found.size(), size_t{1});
        ThreadPool pool(1);
        m_run = loadRun(std::move(found.front()), pool, JobContext());
    }

    void officialResults_data()
    {
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("keys"); ///< columns that tell rows apart
        QTest::addColumn<QStringList>("left"); ///< columns that are not compared
        QTest::addColumn<double>("grain");     ///< to which the official numbers are rounded
        const auto row = [](const char *table, const char *file, const char *keys, const char *left = "",
                            double grain = 0) {
            const auto listOf = [](const char *text) {
                return QString::fromLatin1(text).split(u' ', Qt::SkipEmptyParts);
            };
            QTest::newRow(table) << QString::fromLatin1(table) << QString::fromLatin1(file) << listOf(keys)
                                 << listOf(left) << grain;
        };
        row("recipe.compute-op", "db_level2_compute_op_sum/ComputeOpAllRankStats.csv", "OpType TaskType");
        row("recipe.compute-op.types", "db_level2_compute_op_sum/ComputeOpPerRankStatsByOpType.csv",
            "OpType TaskType Rank");
        row("recipe.compute-op.names", "db_level2_compute_op_sum/ComputeOpPerRankStatsByOpName.csv",
            "OpName OpType TaskType InputShapes Rank");
        row("recipe.hccl", "db_level2_hccl_sum/HcclAllRankStats.csv", "OpType");
        row("recipe.hccl.ranks", "db_level2_hccl_sum/HcclPerRankStats.csv", "OpType Rank");
        row("recipe.hccl.top", "db_level2_hccl_sum/HcclTopOpStats.csv", "OpName");
        row("recipe.hccl.groups", "db_level2_hccl_sum/HcclGroupNameMap.csv", "GroupName");
        row("recipe.cann-api.ranks", "db_level2_cann_api_sum/CannApiSumRank.csv", "name rank", "", 0.0501);
        // The recipe pools the deviations of all ranks and the means that it rounded to one digit before.
        row("recipe.cann-api", "db_level2_cann_api_sum/CannApiSum.csv", "name", "", 0.11);
        row("recipe.communication.groups", "db_level2/CommunicationGroupMapping.csv", "group_name", "group_id pg_name");
        // Starts are those of the operators, some microseconds before their first task; ratios of single operators are
        // 0 there.
        row("recipe.communication.times", "db_level2_communication_time_sum/ClusterCommunicationTime.csv",
            "rank_id hccl_op_name", "start_timestamp synchronization_time_ratio wait_time_ratio");
        row("recipe.communication.bandwidth", "db_level2_communication_time_sum/ClusterCommunicationBandwidth.csv",
            "rank_id hccl_op_name band_type package_size");
        row("recipe.communication.matrix", "db_level2/ClusterCommunicationMatrix.csv",
            "hccl_op_name src_rank dst_rank");
    }

    void officialResults()
    {
        QFETCH(QString, table);
        QFETCH(QString, file);
        QFETCH(QStringList, keys);
        QFETCH(QStringList, left);
        QFETCH(double, grain);
        QVERIFY(m_run);
        const Catalogue catalogue = Catalogue::ofProgram();
        TableQuery query;
        query.run = m_run;
        const auto rows = catalogue.find(table)->rows(query, JobContext());
        QVERIFY(rows);
        std::vector<Row> own = ownRows(*rows);
        const std::vector<Row> official = officialRows(shared + QStringLiteral("/oracle/") + file);
        QVERIFY(!official.empty());
        QCOMPARE(own.size(), official.size());
        for (const Row &theirs : official) {
            const auto mine = std::find_if(own.begin(), own.end(), [&](const Row &row) {
                return std::all_of(keys.begin(), keys.end(),
                                   [&](const QString &key) { return isAlike(row.at(key), theirs.at(key)); });
            });
            QStringList name;
            for (const QString &key : keys)
                name << theirs.at(key);
            QVERIFY2(mine != own.end(), qPrintable(name.join(u' ')));
            for (const auto &[column, value] : theirs) {
                QVERIFY2(mine->contains(column), qPrintable(column));
                if (!left.contains(column))
                    QVERIFY2(
                        isAlike(mine->at(column), value, grain),
                        qPrintable(
                            QStringLiteral("%1 %2: %3 ≠ %4").arg(name.join(u' '), column, mine->at(column), value)));
            }
            own.erase(mine);
        }
    }

private:
    std::shared_ptr<const Run> m_run;
};

RS_TEST(TestRecipeTables, QCoreApplication);
#include "tst_recipetables.moc"
