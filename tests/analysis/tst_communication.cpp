// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commmatrix.h"
#include "analysis/communication/operatorchoice.h"
#include "analysis/ranks/domains.h"

#include "core/job/threadpool.h"
#include "support/cells.h"
#include "support/describedgroup.h"
#include "support/fixtures.h"
#include "support/testprogram.h"
#include "support/timedop.h"

#include <QTest>

using namespace rs;
using namespace rs::test;

namespace {

CommOp op(const QString &name, const QString &hash, double start, double elapse, double transit, double wait,
          double sync)
{
    return timedOp({.step = QStringLiteral("5"), .name = name, .groupHash = hash, .startUs = start},
                   {.elapseMs = elapse,
                    .transitMs = transit,
                    .waitMs = wait,
                    .synchronizationMs = sync,
                    .idleMs = elapse - transit - wait});
}

MatrixLink link(const QString &key, const QString &hash, int source, int destination, double size, double time,
                const QString &transport = QStringLiteral("HCCS"))
{
    MatrixLink l{.step = QStringLiteral("5"), .key = key};
    const qsizetype dash = key.indexOf(u'-');
    if (dash > 0) {
        l.kind = key.left(dash);
        l.statistic = key.mid(dash + 1);
    }
    l.groupHash = hash;
    l.source = source;
    l.destination = destination;
    l.transport = source == destination ? QStringLiteral("LOCAL") : transport;
    l.sizeMb = size;
    l.timeMs = time;
    l.bandwidthGbs = size / time;
    return l;
}

// The hashes of three communicators.
const QString tp = QStringLiteral("3985310405473756128"); // group_name_19
const QString dp = QStringLiteral("3985310396883821534"); // group_name_17

// Ranks 4 and 6 of a tensor parallel group of four; only these two have folders.
Run twoRanks(bool described)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const int r : {4, 6}) {
        TinyRank t(r);
        const int local = r == 4 ? 0 : 2;
        t.links.push_back(link(QStringLiteral("allreduce-total"), tp, local, local, 10, 0.1));
        for (const int other : {0, 1, 2, 3}) {
            if (other == local)
                continue;
            t.links.push_back(link(QStringLiteral("allreduce-total"), tp, local, other, 30, 2));
            t.links.push_back(link(QStringLiteral("allreduce-top1"), tp, local, other, 20, 1));
            t.links.push_back(link(QStringLiteral("allgather-total"), tp, local, other, 6, 1, QStringLiteral("RDMA")));
        }
        if (described)
            t.data.groups.push_back(
                describedGroup(QStringLiteral("group_name_19"), QStringLiteral("tp"), {10, 4, 6, 5}));
        ranks.push_back(t.finish());
    }
    return makeRun(ranks);
}

/// Links of the ranks of a run, with the ranks of their ends.
std::vector<ResolvedLink> linksOf(const Run &run)
{
    const RankMapping mapping(run, JobContext());
    LinkResolver resolver(mapping);
    std::vector<ResolvedLink> out;
    for (const auto &rank : run.ranks) {
        for (const MatrixLinkRef link : rank->links)
            out.push_back(resolver.of(link));
    }
    return out;
}

} // namespace

class TestCommunication : public QObject
{
    Q_OBJECT
private slots:
    void hashOfACommunicatorName()
    {
        QCOMPARE(cells(groupHash(u"group_name_19"), groupHash(u"group_name_17")), cells(tp, dp));
    }

    void domainsOfOpsAndDescriptions()
    {
        TinyRank a(0);
        a.commOps.push_back(op(QStringLiteral("hcom_allReduce__1_0_1"), tp, 1, 1, 1, 0, 0));
        a.commOps.push_back(op(QStringLiteral("hcom_send__1_0_1"), dp, 1, 1, 1, 0, 0));
        a.commOps.back().p2p = true;
        a.data.groups.push_back(describedGroup(QStringLiteral("group_name_19"), QStringLiteral("tp"), {0, 1}));
        TinyRank b(1);
        b.commOps.push_back(op(QStringLiteral("hcom_receive__1_0_1"), dp, 1, 1, 1, 0, 0));
        b.commOps.back().p2p = true;
        const Run run = makeRun({a.finish(), b.finish()});
        const auto all = domains(run);
        QCOMPARE(all.size(), size_t(2));
        QCOMPARE(cells(all[0].label(), all[0].ranksKnown), cells("tp:(0,1)", true));
        QVERIFY(!all[0].p2p);
        // Nothing describes the other group: its ranks, those that were seen, name it with the end of its hash.
        QCOMPARE(all[1].label(), QStringLiteral("(0,1)@") + dp.right(6));
        QCOMPARE(findDomain(all, all[1].label()), &all[1]);
        QCOMPARE(cells(all[1].ranks, all[1].ranksKnown), cells("0,1", false));
        QVERIFY(all[1].p2p);
    }

    void domainIsFoundByAnyOfItsNames()
    {
        TinyRank a(0);
        a.data.groups = {describedGroup(QStringLiteral("group_name_19"), QStringLiteral("tp"), {0, 1}),
                         describedGroup(QStringLiteral("group_name_17"), QStringLiteral("dp"), {0, 2}),
                         describedGroup(QStringLiteral("other"), QStringLiteral("dp"), {1, 3})};
        const auto run = makeRun({a.finish()});
        const auto all = domains(run);
        QCOMPARE(all.size(), size_t(3));
        for (const QString &name :
             {QStringLiteral("tp:(0,1)"), QStringLiteral("group_name_19"), tp, QStringLiteral("tp")}) {
            const Domain *d = findDomain(all, name);
            QVERIFY(d);
            QCOMPARE(d->hash, tp);
        }
        QVERIFY(!findDomain(all, u"dp")); // two have that name
        // By its ranks, listed or as intervals, with and without its name.
        for (const char *name : {"(0,1)", "(0-1)", "tp:(0-1)", "tp:(1,0)", "0,1", "0-1"}) {
            const Domain *d = findDomain(all, QString::fromLatin1(name));
            QVERIFY2(d, name);
            QCOMPARE(d->hash, tp);
        }
        for (const char *name :
             {"dp:(0,1)", "(0)", "(0,1,2)", "()", "(", "tp(0,1)", "(0,1)@999999", "0", "0,", "-", "0,1)"})
            QVERIFY2(!findDomain(all, QString::fromLatin1(name)), name);
        QVERIFY(!findDomain(all, u""));
        QCOMPARE(domainLabel(run, u"group_name_19"), QStringLiteral("tp:(0,1)"));
        QVERIFY(domainLabel(run, u"none").isEmpty());
        const DomainIndex index(run);
        // Each link and operator shows it: of a domain of thousands of ranks it must not stand thousands of times.
        const QString hash = index.all().front().hash;
        QCOMPARE(index.label(hash), index.all().front().label());
        QVERIFY(index.label(hash).constData() == index.label(hash).constData());
        QCOMPARE(index.label(tp), all[static_cast<size_t>(index.order(tp))].label());
        QVERIFY(!index.find(QStringLiteral("1")));
        QCOMPARE(cells(index.order(QStringLiteral("1")), index.label(QStringLiteral("1"))), cells(3, "1"));
    }

    // group_name_19 stands in no description, and the trace calls its lane so. The label stays what it was before the
    // trace.
    void lanesNameCommunicators()
    {
        const auto withLane = [](bool hasLane) {
            TinyRank t(0);
            t.links.push_back(link(QStringLiteral("allreduce-total"), tp, 0, 1, 10, 0.1));
            t.kernel("MatMul", 0, 10);
            if (hasLane) {
                t.thread("4", "a", "Group group_name_19 Communication");
                t.slice("4", "a", "hcom_allReduce__128_0_1", 20, 10);
            }
            return makeRun({t.finish()});
        };
        const std::vector<Domain> before = domains(withLane(false));
        const std::vector<Domain> named = domains(withLane(true));
        QCOMPARE(named.size(), size_t(1));
        QCOMPARE(before.front().communicator(), tp);
        QCOMPARE(named.front().communicator(), QStringLiteral("group_name_19"));
        QCOMPARE(named.front().label(), before.front().label());
        QVERIFY(findDomain(named, u"group_name_19"));
        QVERIFY(!findDomain(before, u"group_name_19"));
    }

    // Its label has intervals; somebody may have the list of an earlier label, or of another tool.
    void domainOfManyRanksIsFoundByAllOfThem()
    {
        std::vector<int> ranks;
        QStringList numbers;
        for (int r = 0; r < 20; ++r) {
            ranks.push_back(2 * r);
            numbers << QString::number(2 * r);
        }
        TinyRank a(0);
        a.data.groups = {describedGroup(QStringLiteral("group_name_19"), QStringLiteral("dp"), ranks)};
        const auto all = domains(makeRun({a.finish()}));
        QCOMPARE(all.front().label(), QStringLiteral("dp:(0-38/2)"));
        const QString list = u'(' + numbers.join(u',') + u')';
        for (const QString &name : {all.front().label(), QStringLiteral("dp:") + list, list})
            QCOMPARE(findDomain(all, name), &all.front());
    }

    void operatorsAreMeantHoweverTheyAreSpelt()
    {
        TinyRank a(0);
        a.links = {link(QStringLiteral("allreduce-total"), tp, 0, 1, 30, 2),
                   link(QStringLiteral("reduce-top1"), tp, 0, 1, 1, 1),
                   link(QStringLiteral("reduce-total"), tp, 0, 1, 6, 1)};
        // The writer files it under reduce; its operator tells what it is.
        for (MatrixLink &l : a.links) {
            if (l.kind == u"reduce")
                l.kind = QStringLiteral("reducescatter");
        }
        a.links[1].opName = QStringLiteral("hcom_reduceScatter__128_0_1");
        a.commOps = {op(QStringLiteral("hcom_allReduce__128_0_1"), tp, 1, 1, 1, 0, 0)};
        const Run run = makeRun({a.finish()});
        const auto meant = [&run](bool ofMatrix, const char *text) {
            return operatorMeant(run, ofMatrix, QLatin1String(text)).toStdString();
        };
        QCOMPARE(meant(true, "allreduce-total"), std::string("allreduce-total"));
        QCOMPARE(meant(true, "AllReduce-Total"), std::string("allreduce-total"));
        QCOMPARE(meant(true, "reduce-total"), std::string("reducescatter-total"));
        QCOMPARE(meant(true, "reduce_scatter-top1"), std::string("reducescatter-top1"));
        QCOMPARE(meant(true, "hcom_reduceScatter__128_0_1"), std::string("hcom_reduceScatter__128_0_1"));
        QCOMPARE(meant(true, "total"), std::string("Total Op Info"));
        QCOMPARE(meant(true, "total op info"), std::string("Total Op Info"));
        QCOMPARE(meant(true, "nosuch"), std::string("nosuch"));
        QCOMPARE(meant(true, ""), std::string());
        QCOMPARE(meant(false, "ALLREDUCE"), std::string("allreduce"));
        QCOMPARE(meant(false, "HCOM_allreduce__128_0_1"), std::string("hcom_allReduce__128_0_1"));
        QCOMPARE(meant(false, "reduce-total"), std::string("reduce-total"));
    }

    void linksResolveByDescription()
    {
        const Run run = twoRanks(true);
        const auto links = linksOf(run);
        QVERIFY(!links.empty());
        for (const ResolvedLink &l : links) {
            QVERIFY(l.global);
            // Global ranks ascending: local 0, 1, 2, 3 are 4, 5, 6, 10.
            const int expected[] = {4, 5, 6, 10};
            QCOMPARE(cells(l.source, l.destination), cells(expected[l.link.source()], expected[l.link.destination()]));
        }
    }

    void linksResolveByTheirOwner()
    {
        int global = 0;
        const Run run = twoRanks(false);
        for (const ResolvedLink &l : linksOf(run)) {
            const bool known = (l.link.source() == 0 || l.link.source() == 2) &&
                               (l.link.destination() == 0 || l.link.destination() == 2);
            QCOMPARE(l.global, known);
            if (l.global) {
                ++global;
                QCOMPARE(l.source, l.link.source() == 0 ? 4 : 6);
            } else {
                QCOMPARE(l.source, l.link.source()); // kept, as an index inside the group
            }
        }
        QCOMPARE(global, 2 * (1 + 3));
    }

    void linksResolveByTheirSourceAlone_data()
    {
        using Places = QVector<QVector<int>>; // source and destination of each link
        QTest::addColumn<Places>("ofFour");
        QTest::addColumn<Places>("ofSix");
        QTest::addColumn<int>("global");
        QTest::newRow("both ends") << Places{{1, 0}} << Places{{0, 1}} << 2;
        QTest::newRow("one end") << Places{{1, 0}, {1, 2}} << Places{{0, 1}} << 2; // the third is not there
        QTest::newRow("both at one place") << Places{{0, 1}} << Places{{0, 1}} << 0;
        QTest::newRow("several sources") << Places{{1, 0}, {0, 1}} << Places{{0, 1}} << 0;
        QTest::newRow("one to itself counts") << Places{{1, 1}, {0, 1}} << Places{{0, 1}} << 3;
        QTest::newRow("several to themselves") << Places{{1, 1}, {2, 2}} << Places{{0, 1}} << 0;
    }

    // Sends have no link to the rank itself; what a rank's file holds of a domain starts at that rank.
    void linksResolveByTheirSourceAlone()
    {
        using Places = QVector<QVector<int>>;
        QFETCH(const Places, ofFour);
        QFETCH(const Places, ofSix);
        const Run run = makeRun({4, 6}, [&](TinyRank &t, int r) {
            for (const QVector<int> &place : r == 4 ? ofFour : ofSix) {
                t.links.push_back(link(QStringLiteral("send-total"), tp, place[0], place[1], 10, 1));
                t.links.back().p2p = true;
            }
        });
        int global = 0;
        for (const ResolvedLink &l : linksOf(run)) {
            if (!l.global)
                continue;
            ++global;
            QCOMPARE(l.source, l.link.source() == 0 ? 6 : 4);
            QCOMPARE(l.destination, l.link.destination() == 0 ? 6 : 4);
        }
        QTEST(global, "global");
    }

    void totalsLeaveOutStatistics()
    {
        CommQuery q{.total = true};
        const auto matrix = matrixCells(twoRanks(true), q);
        QCOMPARE(matrix.size(), size_t(8));
        for (const MatrixCell &c : matrix) {
            QCOMPARE(cells(c.op, c.domain, c.inner),
                     cells(QString(TotalOp), "tp:(4,5,6,10)", c.source == c.destination));
            if (c.inner) {
                QCOMPARE(cells(c.sizeMb, c.bandwidthGbs), cells(10.0, 100.0));
            } else {
                QCOMPARE(cells(c.sizeMb, c.timeMs, c.bandwidthGbs, c.transport), cells(36.0, 3.0, 12.0, "RDMA"));
            }
        }
    }

    void oldFilesWithATotalOfTheirOwn()
    {
        TinyRank a(0);
        a.links = {link(QStringLiteral("hcom_send__822_0"), tp, 0, 1, 3, 1),
                   link(QStringLiteral("hcom_send__822_1"), tp, 0, 1, 5, 1),
                   link(QStringLiteral("Total Op Info"), tp, 0, 1, 8, 2),
                   link(QStringLiteral("Total Op Info"), dp, 0, 1, 7, 1)};
        const Run run = makeRun({a.finish()});
        CommQuery q{.total = true};
        const auto matrix = matrixCells(run, q);
        QCOMPARE(matrix.size(), size_t(2));
        double ofTp = 0;
        double ofDp = 0;
        for (const MatrixCell &c : matrix)
            (c.domainHash == tp ? ofTp : ofDp) = c.sizeMb.value();
        QCOMPARE(ofTp, 8.0); // summed once
        QCOMPARE(ofDp, 7.0); // nothing else says it
        QCOMPARE(matrixCells(run).size(), size_t(4));
    }

    void matrixFilters()
    {
        const Run run = twoRanks(true);
        CommQuery q{.op = QStringLiteral("allreduce-top1")};
        QCOMPARE(matrixCells(run, q).size(), size_t(6));
        QCOMPARE(matrixCells(run, q).front().bandwidthGbs, 20.0);
        q.op = TotalOp;
        QCOMPARE(matrixCells(run, q).size(), size_t(8));
        q.op.clear();
        q.domain = QStringLiteral("tp");
        QCOMPARE(matrixCells(run, q).size(), size_t(8 + 20));
        q.domain = QStringLiteral("none");
        QVERIFY(matrixCells(run, q).empty());
        q.domain.clear();
        q.step = QStringLiteral("6");
        QVERIFY(matrixCells(run, q).empty());
    }

    void clusterLinksServeWhereNoRankHasAny()
    {
        Run run;
        MatrixLink l = link(QStringLiteral("allreduce-total"), tp, 3, 9, 4, 2);
        l.globalRanks = true;
        run.cluster.links = MatrixLinks({l});
        run.cluster.groups.push_back(describedGroup(QStringLiteral("group_name_19"), {}, {3, 9}));
        const auto matrix = matrixCells(run);
        QCOMPARE(matrix.size(), size_t(2));
        QCOMPARE(cells(matrix[0].global, matrix[0].source, matrix[0].domain), cells(true, 3, "group_name_19"));
        QCOMPARE(domains(run)[0].ranks, (std::vector<int>{3, 9}));
    }

    void communicationTotals()
    {
        TinyRank a(0);
        a.commOps = {op(QStringLiteral("hcom_allReduce__1_0_1"), tp, 10, 10, 2, 6, 4),
                     op(QStringLiteral("hcom_allReduce__1_1_1"), tp, 30, 5, 1, 3, 0)};
        for (CommOp &o : a.commOps) {
            TransportInfo t{.transport = QStringLiteral("HCCS"),
                            .sizeMb = 30,
                            .timeMs = 2,
                            .packets = {{2.0, 10, 1.5}, {4.0, 1, 0.5}}};
            o.transports = {t};
        }
        CommQuery q{.total = true};
        const auto rows = communicationRows(makeRun({a.finish()}), q);
        QCOMPARE(rows.size(), size_t(1));
        const CommRow &t = rows[0];
        QVERIFY(t.total);
        QCOMPARE(cells(t.startUs, t.elapseMs, t.transitMs, t.waitMs, t.synchronizationMs, t.idleMs, t.waitRatio),
                 cells(std::nullopt, 15.0, 3.0, 9.0, 4.0, 3.0, 0.75));
        QCOMPARE(t.synchronizationRatio, std::optional(0.5714)); // 4 / 7
        QCOMPARE(t.transports.size(), size_t(1));
        QCOMPARE(cells(t.transports[0].sizeMb, t.transports[0].bandwidthGbs.value()), cells(60.0, 15.0));
        QCOMPARE(t.transports[0].packets.size(), size_t(2));
        QCOMPARE(t.transports[0].packets[0].count, qint64(20));
    }

    void nothingIsSummedOverWhatIsMissing()
    {
        TinyRank a(0);
        a.commOps = {op(QStringLiteral("hcom_allReduce__1_0_1"), tp, 10, 10, 2, 6, 4),
                     op(QStringLiteral("hcom_allReduce__1_1_1"), tp, 30, 5, 1, 3, 0)};
        CommOp &broken = a.commOps[1];
        broken.startUs.reset();
        broken.elapseMs.reset();
        broken.waitMs.reset();
        for (CommOp &o : a.commOps) {
            o.idleMs.reset();
            TransportInfo t{.transport = QStringLiteral("HCCS"), .timeMs = 2};
            o.transports = {t};
        }
        a.commOps[0].transports[0].sizeMb = 30;
        a.links = {link(QStringLiteral("allreduce-total"), tp, 0, 1, 7, 1),
                   link(QStringLiteral("allgather-total"), tp, 0, 1, 5, 1)};
        a.links[1].sizeMb.reset();
        const Run run = makeRun({a.finish()});
        const auto rows = communicationRows(run);
        QCOMPARE(rows.size(), size_t(3));
        QVERIFY(!rows[1].startUs && !rows[1].elapseMs && !rows[1].waitMs);
        QCOMPARE(rows[1].transitMs, std::optional(1.0));
        const CommRow &t = rows[2];
        QVERIFY(t.total);
        // Less than all operators would be a smaller total, and a share of some is none of it.
        QVERIFY(!t.elapseMs && !t.waitMs && !t.idleMs && !t.waitRatio);
        QCOMPARE(t.transitMs, std::optional(3.0));
        QCOMPARE(t.synchronizationRatio, std::optional(0.5714)); // 4 / 7
        QVERIFY(!t.transports[0].sizeMb);
        QCOMPARE(t.transports[0].timeMs, std::optional(4.0));
        QVERIFY(!t.transports[0].bandwidthGbs);
        CommQuery q{.total = true};
        const auto matrix = matrixCells(run, q);
        QCOMPARE(matrix.size(), size_t(1));
        QVERIFY(!matrix[0].sizeMb && !matrix[0].bandwidthGbs);
        QCOMPARE(matrix[0].timeMs, std::optional(2.0));
    }

    void communicationRowsKeepOperatorsTogether()
    {
        const Run run = makeRun({0, 1}, [&](TinyRank &t, int r) {
            t.commOps = {op(QStringLiteral("late"), tp, r == 0 ? 35 : 31, 1, 1, 0, 0),
                         op(QStringLiteral("early"), tp, r == 0 ? 10 : 33, 1, 1, 0, 0)};
        });
        QStringList order;
        for (const CommRow &r : communicationRows(run))
            order << r.op + QString::number(r.rank);
        QCOMPARE(order, texts("early0", "early1", "late0", "late1", "Total Op Info0", "Total Op Info1"));
        CommQuery q{.op = QStringLiteral("late")};
        QCOMPARE(communicationRows(run, q).size(), size_t(2));
    }

    // Also where two folders are of one rank, whose operators are summed in the order of the folders.
    void threadsChangeNoRow()
    {
        for (const int folders : {5, 6}) {
            std::vector<std::shared_ptr<const RankData>> ranks;
            for (int r = 0; r < folders; ++r) {
                TinyRank t(r == 5 ? 0 : r);
                for (int i = 0; i < 7; ++i)
                    t.commOps.push_back(op(QStringLiteral("o%1").arg(i % 3), i % 2 == 0 ? tp : dp, 10.0 * i + r,
                                           0.1 * (i + 1) + 1e-9 * r, 0.1 * r, 0.3, 0.01 * i));
                ranks.push_back(t.finish());
            }
            const Run run = makeRun(ranks);
            ThreadPool pool(3);
            const auto textOf = [&run](bool total, ThreadPool *threads) {
                CommQuery q{.total = total, .pool = threads};
                QStringList out;
                for (const CommRow &r : communicationRows(run, q))
                    out << QStringLiteral("%1 %2 %3 %4 ").arg(r.step, r.domainHash, r.op).arg(r.rank) +
                               QString::number(r.elapseMs.value_or(-1), 'g', 17) + u' ' +
                               QString::number(r.waitRatio.value_or(-1), 'g', 17);
                return out;
            };
            for (const bool total : {false, true}) {
                const QStringList alone = textOf(total, nullptr);
                QCOMPARE(alone.size(), total ? 10 : 7 * folders + 10);
                QCOMPARE(textOf(total, &pool), alone);
            }
        }
    }

    // Links of several files that are summed, in the order of the files, and totals that stand in one of them.
    void threadsChangeNoCell()
    {
        constexpr int folders = 6;
        constexpr int ends = 60; // enough for several threads
        const Run run = makeRun(folders, [&](TinyRank &t, int r) {
            for (int i = ends * ends - 1; i >= 0; --i) {
                const QString hash = i % 3 == 0 ? tp : dp;
                for (const char *const key : {"allreduce-total", "allreduce-top1", "allgather-total"}) {
                    t.links.push_back(link(QLatin1String(key), hash, i / ends, i % ends, 0.1 * (i + 1) + 1e-9 * r,
                                           0.3 + 1e-7 * r * i));
                    t.links.back().step = QString::number(9 + i % 2);
                    t.links.back().globalRanks = r % 2 == 0;
                }
            }
        });
        ThreadPool pool(3);
        const auto textOf = [&run](const CommQuery &query) {
            QStringList out;
            for (const MatrixCell &c : matrixCells(run, query))
                out << QStringList{c.step, c.domain, c.domainHash, c.op, c.kind, c.statistic, c.transport, c.opName}
                               .join(u' ') +
                           QStringLiteral(" %1 %2 %3 %4 %5 ")
                               .arg(c.source)
                               .arg(c.destination)
                               .arg(c.global)
                               .arg(c.localSource)
                               .arg(c.inner) +
                           QString::number(c.sizeMb.value_or(-1), 'g', 17) + u' ' +
                           QString::number(c.timeMs.value_or(-1), 'g', 17) + u' ' +
                           QString::number(c.bandwidthGbs.value_or(-1), 'g', 17);
            return out;
        };
        for (CommQuery query : {CommQuery(), CommQuery{QStringLiteral("10"), {}, {}}, CommQuery{{}, dp, {}, true}}) {
            const QStringList alone = textOf(query);
            QVERIFY(alone.size() > ends * ends / 2);
            query.pool = &pool;
            QCOMPARE(textOf(query), alone);
        }
    }

    void ranksWithoutANumberStayApart()
    {
        std::vector<std::shared_ptr<const RankData>> ranks;
        for (const char *const label : {"b", "a"}) {
            TinyRank t(-1);
            t.data.info.rank = -1;
            t.data.info.label = QLatin1String(label);
            t.commOps = {op(QStringLiteral("o"), tp, 10, label[0] == 'a' ? 3 : 4, 1, 0, 0)};
            ranks.push_back(t.finish());
        }
        QStringList rows;
        for (const CommRow &r : communicationRows(makeRun(ranks)))
            rows << QStringLiteral("%1 %2 %3").arg(r.op, r.rankLabel).arg(r.elapseMs.value_or(0));
        QCOMPARE(rows, texts("o a 3", "o b 4", "Total Op Info a 3", "Total Op Info b 4"));
    }

    void totalsOfTheFileServeAlone()
    {
        TinyRank a(0);
        a.commOps = {op(QStringLiteral("Total Op Info"), {}, 0, 7, 1, 3, 0)};
        const auto alone = communicationRows(makeRun({a.finish()}));
        QCOMPARE(alone.size(), size_t(1));
        QVERIFY(alone[0].total);
        QCOMPARE(alone[0].elapseMs, std::optional(7.0));

        TinyRank b(0);
        b.commOps = {op(QStringLiteral("Total Op Info"), {}, 0, 7, 1, 3, 0),
                     op(QStringLiteral("x"), tp, 1, 7, 1, 3, 0)};
        CommQuery q{.total = true};
        const auto rows = communicationRows(makeRun({b.finish()}), q);
        QCOMPARE(rows.size(), size_t(1));
        QCOMPARE(rows[0].domainHash, tp);
    }

    void emptyRun()
    {
        QVERIFY(domains(Run()).empty());
        QVERIFY(matrixCells(Run()).empty());
        QVERIFY(communicationRows(Run()).empty());
    }
};

RS_TEST(TestCommunication, QCoreApplication);
#include "tst_communication.moc"
