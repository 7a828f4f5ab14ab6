// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commdurations.h"
#include "analysis/communication/commmatrix.h"
#include "analysis/compare/rankcompare.h"
#include "analysis/links/transportrows.h"
#include "analysis/memory/memoryblocks.h"
#include "analysis/memory/memorycurves.h"
#include "analysis/overview/overviewfindings.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/ranks/domains.h"
#include "analysis/time/devicesets.h"

#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/cells.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <map>

using namespace rs;
using namespace rs::test;

namespace {

const QString shared = QStringLiteral(RANKSCOPE_SHARED_DATA);

// A small RFC 4180 reader of the test's own, so that the readers under test do not judge themselves.
std::vector<QStringList> csvRows(const QString &path)
{
    QFile file(path);
    std::vector<QStringList> rows;
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    const QString text = QString::fromUtf8(file.readAll());
    QStringList row;
    QString cell;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (quoted) {
            if (c != u'"')
                cell += c;
            else if (i + 1 < text.size() && text[i + 1] == u'"')
                cell += text[++i];
            else
                quoted = false;
        } else if (c == u'"') {
            quoted = true;
        } else if (c == u',') {
            row << cell;
            cell.clear();
        } else if (c == u'\n') {
            row << cell;
            cell.clear();
            rows.push_back(row);
            row.clear();
        } else if (c != u'\r') {
            cell += c;
        }
    }
    if (!cell.isEmpty() || !row.isEmpty())
        rows.push_back(row << cell);
    return rows;
}

nlohmann::json jsonFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return nlohmann::json::parse(file.readAll().toStdString());
}

bool near(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance;
}

// Relative: the tools add in different orders.
bool same(double a, double b)
{
    return near(a, b, 1e-9 * std::max(1.0, std::abs(b)));
}

double rounded2(double v)
{
    return std::round(v * 100) / 100;
}

QString stepNumber(const std::string &step)
{
    QString digits;
    for (const char c : step) {
        if (c >= '0' && c <= '9')
            digits += QLatin1Char(c);
    }
    return digits.isEmpty() ? QStringLiteral("0") : digits;
}

} // namespace

class TestOracle : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (!QDir(shared + QStringLiteral("/real")).exists())
            return;
        m_level2 = load(shared + QStringLiteral("/real/pytorch_text_level2"));
        m_level0 = load(shared + QStringLiteral("/real/pytorch_text_level0"));
        QVERIFY(m_level2);
        QVERIFY(m_level0);
        QCOMPARE(m_level2->ranks.size(), size_t(2));
        QVERIFY(m_level2->ranks[0] && m_level2->ranks[1]);
    }

    void overviewOfTheFile()
    {
        if (missing())
            return;
        const auto oracle = csvRows(shared + QStringLiteral("/oracle/level2_cluster/cluster_step_trace_time.csv"));
        QCOMPARE(oracle.size(), size_t(3));
        const auto rows = overview(*m_level2);
        QCOMPARE(rows.size(), size_t(2));
        for (size_t i = 0; i < rows.size(); ++i) {
            const QStringList &o = oracle[i + 1];
            const OverviewRow &r = rows[i];
            QCOMPARE(cells(r.source, r.step), cells("step_trace_time.csv", o[0]));
            QCOMPARE(QString::number(r.rank), o[2]);
            const std::optional<double> values[] = {
                r.computingUs, r.notOverlappedUs, r.overlappedUs, r.communicationUs,
                r.freeUs,      r.stageUs,         r.bubbleUs,     r.notOverlappedExcludeReceiveUs,
                r.preparingUs};
            for (int c = 0; c < 9; ++c) {
                QVERIFY(values[c].has_value());
                QCOMPARE(*values[c], o[c + 3].toDouble());
            }
        }
    }

    void derivedOverview_data()
    {
        const Scenarios<bool> row;
        row("level2", true);
        row("level0", false);
    }

    void derivedOverview()
    {
        if (missing())
            return;
        const auto [level2] = scenario<bool>();
        const Run &run = level2 ? *m_level2 : *m_level0;
        const auto file = overview(run, {{}, {}, OverviewSource::File});
        const auto derived = overview(run, {{}, {}, OverviewSource::Derived});
        QCOMPARE(file.size(), size_t(2));
        QCOMPARE(derived.size(), size_t(2));
        for (size_t i = 0; i < file.size(); ++i) {
            const OverviewRow &f = file[i];
            const OverviewRow &d = derived[i];
            QCOMPARE(d.step, f.step);
            const DeviceSets sets = deviceSets(*run.ranks[i]->trace);
            const double tolerance = 1 + 0.001 * static_cast<double>(sets.computeSlices + sets.communicationSlices);
            QVERIFY(near(*d.computingUs, *f.computingUs, tolerance));
            QVERIFY(near(*d.notOverlappedUs, *f.notOverlappedUs, tolerance));
            QVERIFY(near(*d.overlappedUs, *f.overlappedUs, tolerance));
            QVERIFY(near(*d.communicationUs, *f.communicationUs, tolerance));
            QVERIFY(near(*d.freeUs, *f.freeUs, tolerance));
            QVERIFY(near(*d.stageUs, *f.stageUs, 0.252));
            QCOMPARE(*d.bubbleUs, *f.bubbleUs);
            QVERIFY(near(*d.notOverlappedExcludeReceiveUs, *f.notOverlappedExcludeReceiveUs, tolerance));
            QVERIFY(near(*d.preparingUs, *f.preparingUs, 0.252));
        }
        QVERIFY(overviewDisagreements(run).empty());
    }

    void booksBalance_data() { derivedOverview_data(); }

    // The buckets against the columns of the file; what the columns do not have stands in the tail.
    void booksBalance()
    {
        if (missing())
            return;
        const auto [level2] = scenario<bool>();
        const Run &run = level2 ? *m_level2 : *m_level0;
        const auto file = overview(run, {{}, {}, OverviewSource::File});
        QCOMPARE(file.size(), size_t(2));
        for (size_t i = 0; i < 2; ++i) {
            const TimeBreakdown books = timeBreakdown(*run.ranks[i]);
            QCOMPARE(books.steps.size(), size_t(1));
            const StepBuckets &b = books.steps[0].buckets.value();
            const StepColumns &c = books.steps[0].columns;
            QCOMPARE(
                cells(b.sumNs(), b.pureComputeNs + b.coveredNs, b.coveredNs, b.uncoveredNs, b.idleNs + b.copyNs,
                      b.preparingNs),
                cells(b.window.length(), c.computingNs, c.overlappedNs, c.notOverlappedNs, c.freeNs, c.preparingNs));
            const OverviewRow &f = file[i];
            const DeviceSets sets = deviceSets(*run.ranks[i]->trace);
            const double tolerance = 1 + 0.001 * static_cast<double>(sets.computeSlices + sets.communicationSlices);
            const auto us = [](qint64 ns) { return static_cast<double>(ns) / 1000; };
            QVERIFY(near(us(b.pureComputeNs), *f.pureComputeUs(), tolerance));
            QVERIFY(near(us(b.coveredNs), *f.overlappedUs, tolerance));
            QVERIFY(near(us(b.uncoveredNs), *f.notOverlappedUs, tolerance));
            QVERIFY(near(us(b.idleNs + b.copyNs), *f.freeUs, tolerance));
            QVERIFY(near(us(b.preparingNs), *f.preparingUs, 0.252));
            if (level2)
                QVERIFY(b.tailNs > 1'300'000 && b.tailNs < 1'500'000);
        }
    }

    void compareByShape()
    {
        if (missing())
            return;
        const auto oracle = csvRows(shared + QStringLiteral("/oracle/level2_compare_rank1_vs_rank0/KernelCompare.csv"));
        QVERIFY(oracle.size() > 100);
        CompareQuery q{.grouping = OperatorGrouping::Shape};
        const RankComparison c = compareRanks(*m_level2->ranks[0], *m_level2->ranks[1], q);
        std::map<std::pair<QString, QString>, const CompareRow *> ours;
        for (const CompareRow &r : c.rows)
            ours[{r.type, r.shapes}] = &r;
        QCOMPARE(ours.size(), c.rows.size());
        QCOMPARE(c.rows.size(), oracle.size() - 1);
        bool communication = false;
        for (size_t i = 1; i < oracle.size(); ++i) {
            const QStringList &o = oracle[i];
            QString shape = o[2];
            if (shape == u"N/A")
                shape.clear();
            if (shape.size() >= 2 && shape.startsWith(u'"') && shape.endsWith(u'"'))
                shape = shape.mid(1, shape.size() - 2);
            const auto it = ours.find({o[1], shape});
            QVERIFY2(it != ours.end(), qPrintable(o[1] + u' ' + shape));
            communication = communication || o[1].startsWith(QStringLiteral("hcom_"));
            const CompareRow &r = *it->second;
            for (const int at : {3, 8}) {
                const CompareSide &side = at == 3 ? r.base : r.other;
                QVERIFY(near(rounded2(static_cast<double>(side.totalNs) / 1000), o[at].toDouble(), 0.0101));
                QVERIFY(near(rounded2(side.averageNs() / 1000), o[at + 1].toDouble(), 0.0101));
                QVERIFY(near(rounded2(static_cast<double>(side.maxNs) / 1000), o[at + 2].toDouble(), 0.0101));
                QVERIFY(near(rounded2(static_cast<double>(side.minNs) / 1000), o[at + 3].toDouble(), 0.0101));
                QCOMPARE(side.calls, o[at + 4].toLongLong());
            }
            QVERIFY(near(r.ratio(), o[13].toDouble(), 0.0051));
        }
        QVERIFY(communication);
    }

    // The official comparison shares the blocks out to the calls that allocated them; together they are all there are.
    void memoryOfOperators()
    {
        if (missing())
            return;
        const auto oracle =
            csvRows(shared + QStringLiteral("/oracle/level2_compare_rank1_vs_rank0/MemoryCompareStatistic.csv"));
        QVERIFY(oracle.size() > 30);
        for (const int rank : {0, 1}) {
            double ms = 0;
            double mb = 0;
            for (size_t i = 1; i < oracle.size(); ++i) {
                ms += oracle[i][rank == 0 ? 2 : 5].toDouble();
                mb += oracle[i][rank == 0 ? 3 : 6].toDouble();
            }
            const MemoryBlocks blocks(*m_level2->ranks[static_cast<size_t>(rank)]);
            QCOMPARE(blocks.rows(), 184);
            double ownKb = 0;
            qint64 ownNs = 0;
            for (int row = 0; row < blocks.rows(); ++row) {
                ownKb += blocks.sizeKb(row).value();
                const Interval held = blocks.held(row).value();
                ownNs += held.to == std::numeric_limits<qint64>::max() ? 0 : held.length();
            }
            QVERIFY2(same(ownKb / 1024, mb), qPrintable(QString::number(ownKb / 1024)));
            QVERIFY2(near(static_cast<double>(ownNs) / 1e6, ms, 1e-6), qPrintable(QString::number(ownNs)));
        }
    }

    // By hand, in the files.
    void peakOfMemory()
    {
        if (missing())
            return;
        const RankData &rank = *m_level2->ranks[0];
        const MemoryCurves curves =
            memoryCurves(rank.table(QStringLiteral("memory_record")), MemoryGrouping::Component);
        QCOMPARE(curves.strays, 0);
        const auto peak = explainMemory(curves, MemoryBlocks(rank), BlockGrouping::Operator, {},
                                        {std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max()}, {});
        QVERIFY(peak);
        QCOMPARE(
            cells(peak->component, peak->ns, peak->allocatedMb.value(), peak->heldMb, peak->held.front().name,
                  peak->held.front().totalKb),
            cells("PTA+GE", 1'736'412'474'768'382'100, 1261.04296875, 559.56005859375, "aten::_foreach_add", 239526.5));
        // Each block of the framework was allocated inside of a call of its name.
        const MemoryBlocks blocks(rank);
        const std::vector<SliceId> slices = allocatingSlices(*rank.trace, blocks);
        for (int row = 0; row < blocks.rows(); ++row) {
            if (blocks.component(row) == u"PTA")
                QVERIFY2(slices[static_cast<size_t>(row)] != NoSlice, qPrintable(blocks.name(row)));
        }
    }

    void matrixOnTheResolvableLinks()
    {
        if (missing())
            return;
        const auto oracle =
            jsonFile(shared + QStringLiteral("/oracle/level2_cluster/cluster_communication_matrix.json"));
        std::map<QString, const MatrixCell *> ours;
        const auto matrix = matrixCells(*m_level2);
        for (const MatrixCell &c : matrix) {
            if (c.global)
                ours[QStringLiteral("%1|%2@%3|%4-%5")
                         .arg(c.step, c.op, c.domainHash)
                         .arg(c.source)
                         .arg(c.destination)] = &c;
        }
        size_t compared = 0;
        for (const auto &[ranks, steps] : oracle.items()) {
            for (const auto &[step, operators] : steps.items()) {
                for (const auto &[op, links] : operators.items()) {
                    for (const auto &[link, value] : links.items()) {
                        const QString key =
                            stepNumber(step) + u'|' + QString::fromStdString(op) + u'|' + QString::fromStdString(link);
                        const auto it = ours.find(key);
                        QVERIFY2(it != ours.end(), qPrintable(key));
                        const MatrixCell &c = *it->second;
                        QVERIFY(same(c.sizeMb.value_or(-1), value["Transit Size(MB)"].get<double>()));
                        QVERIFY(same(c.timeMs.value_or(-1), value["Transit Time(ms)"].get<double>()));
                        QVERIFY(near(c.bandwidthGbs.value_or(-1), value["Bandwidth(GB/s)"].get<double>(), 0.0001));
                        QCOMPARE(c.transport.toStdString(), value["Transport Type"].get<std::string>());
                        QCOMPARE(c.opName.toStdString(), value["Op Name"].get<std::string>());
                        ++compared;
                    }
                }
            }
        }
        QCOMPARE(compared, ours.size()); // nothing of ours that the official tool does not have
        QVERIFY(compared >= 28);
        // Links to ranks of which no folder is here are kept, as indices inside the group.
        CommQuery total{.total = true};
        int local = 0;
        for (const MatrixCell &c : matrixCells(*m_level2, total))
            local += c.global ? 0 : 1;
        QCOMPARE(local, 12);
    }

    void communicationTotals()
    {
        if (missing())
            return;
        const auto oracle = jsonFile(shared + QStringLiteral("/oracle/level2_cluster/cluster_communication.json"));
        std::map<QString, CommRow> ours;
        for (const CommRow &r : communicationRows(*m_level2))
            ours[QStringLiteral("%1|%2@%3|%4").arg(r.step, r.op, r.domainHash).arg(r.rank)] = r;
        size_t compared = 0;
        for (const auto &[ranks, steps] : oracle.items()) {
            for (const auto &[step, operators] : steps.items()) {
                for (const auto &[op, byRank] : operators.items()) {
                    for (const auto &[rank, value] : byRank.items()) {
                        const QString key =
                            stepNumber(step) + u'|' + QString::fromStdString(op) + u'|' + QString::fromStdString(rank);
                        const auto it = ours.find(key);
                        QVERIFY2(it != ours.end(), qPrintable(key));
                        const CommRow &r = it->second;
                        const auto &time = value["Communication Time Info"];
                        QVERIFY(same(r.elapseMs.value_or(-1), time["Elapse Time(ms)"].get<double>()));
                        QVERIFY(same(r.transitMs.value_or(-1), time["Transit Time(ms)"].get<double>()));
                        QVERIFY(same(r.waitMs.value_or(-1), time["Wait Time(ms)"].get<double>()));
                        QVERIFY(same(r.synchronizationMs.value_or(-1), time["Synchronization Time(ms)"].get<double>()));
                        QVERIFY(same(r.idleMs.value_or(-1), time["Idle Time(ms)"].get<double>()));
                        QVERIFY(near(r.waitRatio.value_or(-1), time["Wait Time Ratio"].get<double>(), 0.0001));
                        QVERIFY(near(r.synchronizationRatio.value_or(-1),
                                     time["Synchronization Time Ratio"].get<double>(), 0.0001));
                        for (const auto &entry : value["Communication Bandwidth Info"].items()) {
                            const std::string &transport = entry.key();
                            const auto &band = entry.value();
                            const auto t =
                                std::find_if(r.transports.begin(), r.transports.end(), [&](const TransportInfo &x) {
                                    return x.transport.toStdString() == transport;
                                });
                            QVERIFY(t != r.transports.end());
                            QVERIFY(same(t->sizeMb.value_or(-1), band["Transit Size(MB)"].get<double>()));
                            QVERIFY(same(t->timeMs.value_or(-1), band["Transit Time(ms)"].get<double>()));
                            QVERIFY(near(t->bandwidthGbs.value_or(0), band["Bandwidth(GB/s)"].get<double>(), 0.0001));
                            QCOMPARE(t->packets.size(), band["Size Distribution"].size());
                        }
                        ++compared;
                    }
                }
            }
        }
        QCOMPARE(compared, ours.size());
        const auto all = domains(*m_level2);
        QCOMPARE(all.size(), size_t(1));
        QCOMPARE(cells(all[0].hash, all[0].ranks), cells("11022204950826225271", "0,1"));
    }

    // One kind of operator: its sums are those of the domain, and so are sizes and times by transport.
    void durationsAndTransports()
    {
        if (missing())
            return;
        const auto oracle = jsonFile(shared + QStringLiteral("/oracle/level2_cluster/cluster_communication.json"));
        const auto &total = oracle["(0, 1)"]["step50"]["Total Op Info@11022204950826225271"];
        const std::vector<DurationRow> durations = durationRows(*m_level2);
        QCOMPARE(durations.size(), size_t(2));
        for (const DurationRow &d : durations) {
            const auto &time = total[d.first.rankLabel.toStdString()]["Communication Time Info"];
            QVERIFY(same(d.first.elapseMs.value_or(-1), time["Elapse Time(ms)"].get<double>()));
            QVERIFY(same(d.first.transitMs.value_or(-1), time["Transit Time(ms)"].get<double>()));
            QVERIFY(same(d.first.idleMs.value_or(-1), time["Idle Time(ms)"].get<double>()));
            QVERIFY(near(d.waitRatio.value_or(-1), time["Wait Time Ratio"].get<double>(), 0.0001));
        }
        size_t compared = 0;
        for (const TransportRow &t : transportRows(*m_level2, {{}, {}, {}, true})) {
            const auto &band =
                total[std::to_string(t.op.rank)]["Communication Bandwidth Info"][t.transport.transport.toStdString()];
            QVERIFY(same(t.transport.sizeMb.value_or(-1), band["Transit Size(MB)"].get<double>()));
            QVERIFY(near(t.transport.bandwidthGbs.value_or(-1), band["Bandwidth(GB/s)"].get<double>(), 0.0001));
            ++compared;
        }
        QCOMPARE(compared, size_t(4)); // HCCS and SDMA of two ranks
    }

    // The official tool's merged files beside their sources: read together, they say the same.
    void theClusterAnalysisAgrees()
    {
        if (missing())
            return;
        const auto differencesOf = [](const Run &of) {
            QStringList out;
            for (const Finding &f : of.report.findings()) {
                if (f.code.startsWith(QLatin1String("cluster.other-")))
                    out << f.file.section(u'/', -1) + QStringLiteral(" x%1").arg(f.count);
            }
            return out;
        };
        QTemporaryDir dir;
        const auto copy = [&dir](const QString &from, const QString &to) {
            const QFileInfo target(dir.filePath(to));
            return QDir().mkpath(target.path()) && QFile::copy(shared + from, target.filePath()) &&
                   QFile::setPermissions(target.filePath(), QFile::ReadOwner | QFile::WriteOwner);
        };
        for (const QString &rank : {QStringLiteral("rank0_ascend_pt"), QStringLiteral("rank1_ascend_pt")}) {
            const QString from = QStringLiteral("/real/pytorch_text_level2/") + rank;
            const QString info = QStringLiteral("/profiler_info_%1.json").arg(rank[4]);
            QVERIFY(copy(from + info, rank + info));
            for (const char *file : {"communication.json", "communication_matrix.json"}) {
                const QString name = QStringLiteral("/ASCEND_PROFILER_OUTPUT/") + QLatin1String(file);
                QVERIFY(copy(from + name, rank + name));
            }
        }
        const QString operators = QStringLiteral("cluster_analysis_output/cluster_communication.json");
        QVERIFY(copy(QStringLiteral("/oracle/level2_cluster/cluster_communication.json"), operators));
        QVERIFY(copy(QStringLiteral("/oracle/level2_cluster/cluster_communication_matrix.json"),
                     QStringLiteral("cluster_analysis_output/cluster_communication_matrix.json")));
        const auto run = load(dir.path());
        QVERIFY(run && !run->cluster.commOps.empty() && !run->cluster.links.empty());
        QVERIFY(differencesOf(*run).isEmpty());

        QFile file(dir.filePath(operators));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        const qsizetype at = text.indexOf("86.4709076875");
        QVERIFY(at > 0);
        text.replace(at, 1, "9");
        QVERIFY(file.resize(0) && file.seek(0) && file.write(text) == text.size());
        file.close();
        const auto changed = load(dir.path());
        QVERIFY(changed);
        QCOMPARE(differencesOf(*changed), QStringList{QStringLiteral("cluster_communication.json x1")});
    }

    void levelZeroHasNoTypes()
    {
        if (missing())
            return;
        const OperatorTable t = operatorStats(*m_level0->ranks[0], {});
        QCOMPARE(cells(t.note, t.grouping), cells(OperatorNote::NoTypes, OperatorGrouping::Name));
        QVERIFY(t.rows.size() > 50);
        for (const OperatorRow &r : t.rows)
            QVERIFY(!r.name.startsWith(QStringLiteral("hcom_")));
        QVERIFY(communicationRows(*m_level0).empty());
    }

private:
    static std::shared_ptr<const Run> load(const QString &path)
    {
        ThreadPool pool;
        const JobContext job;
        ImportReport report;
        std::vector<Run> runs = discover({path}, job, report);
        return runs.size() == 1 ? loadRun(std::move(runs.front()), pool, job) : nullptr;
    }

    bool missing() const
    {
        if (m_level2)
            return false;
        qInfo("The real profiles are not there: nothing to compare with.");
        return true;
    }

    std::shared_ptr<const Run> m_level2;
    std::shared_ptr<const Run> m_level0;
};

RS_TEST(TestOracle, QCoreApplication);
#include "tst_oracle.moc"
