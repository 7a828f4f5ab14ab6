// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/kernelchain.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/allocations.h"
#include "support/testprogram.h"
#include "tables/base/tables.h"

#include <QTemporaryDir>
#include <QTest>

using namespace rs;
using namespace rs::test;

/// Share of the memory budget that rows of tables take.
class TestRowRoom : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup() { Allocations::stop(); }
    void whatIsReservedIsWhatIsTaken();
    void rowsCountForAsLongAsTheyLive();
    void whatDoesNotFitIsNotBegun();

private:
    QList<TableQuery> queriesOf(const TableSpec &table) const;

    QTemporaryDir m_dir;
    ThreadPool m_pool{1};
    std::shared_ptr<const Run> m_run;
    const Catalogue m_tables = Catalogue::ofProgram();
};

void TestRowRoom::initTestCase()
{
    gen::GeneratorOptions o;
    o.outDir = m_dir.filePath(QStringLiteral("run"));
    o.ranks = 2;
    o.steps = 3;
    o.pp = 2;
    o.tp = 1;
    o.mbPerRank = 20;
    QVERIFY(gen::generate(o).ok);
    ImportReport found;
    std::vector<Run> runs = discover({o.outDir}, JobContext(), found);
    QCOMPARE(runs.size(), size_t(1));
    m_run = loadRun(std::move(runs.front()), m_pool, JobContext());
    QVERIFY(m_run && m_run->ranks.front()->trace);
}

QList<TableQuery> TestRowRoom::queriesOf(const TableSpec &table) const
{
    QList<TableQuery> out;
    for (const TableFile &file : table.exportFiles()) {
        TableQuery query;
        query.run = m_run;
        query.rank = table.scope == TableScope::Run ? -1 : 0;
        query.other = 1;
        if (file.choose)
            file.choose(query);
        out << query;
    }
    // Rows found by name are listed, most where neighbours have other names.
    if (table.id == u"slices") {
        out << out.front();
        out.back().name = QRegularExpression(QStringLiteral("Matmul|Add|Cast|Swish|Transpose|Receive|Gather"));
    }
    return out;
}

// The reserved room is about the room that is taken: neither do rows pass the budget unseen, nor is it used up by rows
// that never come.
void TestRowRoom::whatIsReservedIsWhatIsTaken()
{
    constexpr qint64 small = 256'000;
    for (const TableSpec &table : m_tables.all()) {
        qint64 most = 0;
        qint64 room = 0;
        for (const TableQuery &query : queriesOf(table)) {
            Allocations::refuseOne(0);
            const qint64 before = Allocations::liveBytes();
            const auto rows = table.make(query, JobContext());
            const qint64 taken = Allocations::peakBytes();
            const qint64 held = Allocations::liveBytes() - before;
            Allocations::stop();
            QVERIFY(rows);
            room = std::max(room, roomFor(table, query));
            most = std::max(most, taken);
            QVERIFY2(taken <= roomFor(table, query) * 3 / 2 + small,
                     qPrintable(QStringLiteral("%1: %2 of %3").arg(table.id).arg(taken).arg(roomFor(table, query))));
            QVERIFY2(rows->bytes() <= held * 2 + small && held <= rows->bytes() * 2 + small,
                     qPrintable(QStringLiteral("%1: %2 of %3 held").arg(table.id).arg(rows->bytes()).arg(held)));
        }
        QVERIFY2(room <= 3 * most + small,
                 qPrintable(QStringLiteral("%1: %2 for %3").arg(table.id).arg(room).arg(most)));
    }
}

void TestRowRoom::rowsCountForAsLongAsTheyLive()
{
    const auto budget = std::make_shared<MemoryBudget>(qint64{1} << 30);
    const JobContext job(budget);
    const TableSpec &chains = *m_tables.find(u"chains");
    std::shared_ptr<const RowSource> rows = chains.rows(queriesOf(chains).front(), job);
    QVERIFY(rows->rows() > 1000);
    QVERIFY2(budget->used() >= rows->rows() * qint64{sizeof(KernelChain)}, qPrintable(QString::number(budget->used())));
    rows.reset();
    QCOMPARE(budget->used(), 0);
}

void TestRowRoom::whatDoesNotFitIsNotBegun()
{
    const auto budget = std::make_shared<MemoryBudget>(1000);
    const JobContext job(budget);
    QStringList refused;
    for (const TableSpec &table : m_tables.all()) {
        for (const TableQuery &query : queriesOf(table)) {
            try {
                (void)table.rows(query, job);
            } catch (const OverBudget &e) {
                QCOMPARE(e.limit(), 1000);
                refused << table.id;
                break;
            }
            QCOMPARE(budget->used() > 1000, false);
        }
    }
    QCOMPARE(budget->used(), 0);
    for (const char *id : {"findings", "operators", "compare", "communication", "matrix", "dispatch", "idle",
                           "idle.gaps", "chains", "transfers", "slices", "slices.stats", "flows.stats"})
        QVERIFY2(refused.contains(QLatin1String(id)), id);
}

RS_TEST(TestRowRoom, QCoreApplication);
#include "tst_rowroom.moc"
