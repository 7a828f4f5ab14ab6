// SPDX-License-Identifier: Apache-2.0
#include "diagnosedrun.h"

#include <QTest>

#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

MatrixLink link(int source, int destination, double sizeMb, double timeMs)
{
    MatrixLink l;
    l.step = QStringLiteral("1");
    l.key = QStringLiteral("Total Op Info");
    l.groupHash = groupHash(QStringLiteral("world"));
    l.source = source;
    l.destination = destination;
    l.globalRanks = true;
    l.ownerRank = source;
    l.transport = QStringLiteral("HCCS");
    l.sizeMb = sizeMb;
    l.timeMs = timeMs;
    l.bandwidthGbs = sizeMb / timeMs;
    return l;
}

// 20 MB/ms everywhere, but 2 between ranks 1 and 2: 2 MB take 1 ms instead of 0.1. Of four ranks these have data.
Run slowLinkRun(const std::vector<int> &known)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (const int r : known) {
        TinyRank rank(r);
        rank.data.groups.push_back(world(4));
        rank.thread("4", "world", "Group world Communication");
        rank.step(1, base, 3000 * us);
        rank.kernel("MatMul", base + 10 * us, 600 * us);
        rank.slice("4", "world", "hcom_allReduce__271_0_1", base + (610 + r) * us, (2000 - r) * us);
        for (int other = 0; other < 4; ++other) {
            if (other != r)
                rank.links.push_back(link(r, other, 2, r + other == 3 && r > 0 && other > 0 ? 1 : 0.1 + 0.0005 * r));
        }
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

} // namespace

class TestDiagnosisLinks : public QObject
{
    Q_OBJECT
private slots:
    void aSlowLinkOfARankThatIsMissing();
    void aSlowLink();
    void linksThatNobodyLookedAt();
    void membersThatAreNotThere();
};

// A link is slow, whether or not anybody knows what waits for it.
void TestDiagnosisLinks::aSlowLinkOfARankThatIsMissing()
{
    const Diagnosis d = diagnose(slowLinkRun({0, 1, 3}));
    QVERIFY(d.problems.empty());
    const Verdict *v = areaOf(d, DiagnosisKind::Communication);
    QCOMPARE(v->state, DiagnosisState::Notice);
    QVERIFY(!v->costNs);
    QVERIFY2(v->sentence.english().startsWith(QLatin1String("The link between ranks 1 and 2 (HCCS) carries 2.0 GB/s")),
             qPrintable(v->sentence.english()));
    QVERIFY(v->sentence.english().endsWith(QLatin1String("its transfers take 0.90 ms longer.")));
    QCOMPARE(v->details.front().english(),
             QStringLiteral("What it costs is not known: the run has no data of rank 2, which is at its end."));
    QCOMPARE(v->evidence.front().table, QStringLiteral("links.slow"));
}

void TestDiagnosisLinks::aSlowLink()
{
    const Run run = slowLinkRun({0, 1, 2, 3});
    const Diagnosis d = diagnose(run);
    QCOMPARE(d.problems.size(), size_t(1));
    const Verdict &v = d.problems.front();
    QCOMPARE(v.kind, DiagnosisKind::SlowLink);
    QCOMPARE(v.rank, 1);
    QCOMPARE(v.peer, 2);
    QCOMPARE(v.target, LookTarget::Matrix);
    QVERIFY2(v.costNs && std::abs(*v.costNs - 900 * us) < 5 * us, qPrintable(QString::number(v.costNs.value_or(0))));
    QVERIFY(v.domain.startsWith(QLatin1String("default_group")));
    QVERIFY2(v.details.front().english().startsWith(QLatin1String("These bandwidths are those of ")),
             qPrintable(v.details.front().english()));
    // Traces are there, but one collective ties no clocks.
    QCOMPARE(v.details.back().english(),
             QStringLiteral("What it costs is at most the 0.90 ms by which it takes longer. What waits for it is not "
                            "known, as clocks of ranks are not aligned (1, 2): fewer than three of their operators "
                            "match those of an aligned rank."));
    QCOMPARE(areaOf(d, DiagnosisKind::Communication)->state, DiagnosisState::Notice);
    QVERIFY(!d.linksUnchecked);
    // A file of one of its ends is cut, or left out; of another rank that says nothing.
    const auto atLeast = [&run](size_t rank, bool isCut) {
        Run cut = run;
        auto data = std::make_shared<RankData>(*run.ranks[rank]);
        if (isCut)
            data->report.add({Severity::Loss,
                              QStringLiteral("rank/communication_matrix.json"),
                              {},
                              QStringLiteral("json.broken"),
                              QStringLiteral("cut"),
                              {}});
        else
            data->links = {};
        cut.ranks[rank] = data;
        const Diagnosis found = diagnose(cut);
        QString told;
        for (const Phrase &p : found.problems.empty() ? std::vector<Phrase>() : found.problems.front().details) {
            if (p.english().startsWith(QLatin1String("That is at least what it takes longer and costs: ")))
                told = p.english();
        }
        return told;
    };
    QVERIFY2(atLeast(1, true).contains(QLatin1String("communication_matrix.json is cut or missing on rank 1,")),
             qPrintable(atLeast(1, true)));
    QVERIFY(atLeast(2, false).contains(QLatin1String("on rank 2,")));
    QVERIFY(atLeast(0, true).isEmpty());
    // Whose links nobody lists, be they slow or not.
    Run without = run;
    for (const size_t r : {size_t(1), size_t(2)}) {
        auto data = std::make_shared<RankData>(*run.ranks[r]);
        data->links = {};
        without.ranks[r] = data;
    }
    const Diagnosis half = diagnose(without);
    QVERIFY(half.problems.empty());
    QVERIFY(half.linksUnchecked);
    QVERIFY2(half.linksUnchecked->english().contains(QLatin1String("not checked: 1, 2.")),
             qPrintable(half.linksUnchecked->english()));
}

// "Nothing is slow" must not pass for "no link is slow".
void TestDiagnosisLinks::linksThatNobodyLookedAt()
{
    const Diagnosis d = diagnose(runOf(even(4, 2)));
    QVERIFY(d.linksUnchecked);
    QVERIFY(d.linksUnchecked->english().contains(QLatin1String("communication_matrix.json")));
    QVERIFY(areaOf(d, DiagnosisKind::Communication)->details.back().english() == d.linksUnchecked->english());
    // Who profiled at that level already is not told to.
    QVERIFY(d.linksUnchecked->english().contains(QLatin1String("Level1 or higher")));
    Run level1 = runOf(even(4, 2));
    for (RankInfo &info : level1.infos)
        info.level = QStringLiteral("Level1");
    for (auto &rank : level1.ranks) {
        auto data = std::make_shared<RankData>(*rank);
        data->info.level = QStringLiteral("Level1");
        rank = data;
    }
    const QString left = diagnose(level1).linksUnchecked->english();
    QVERIFY2(left.contains(QLatin1String("left behind")) && !left.contains(QLatin1String("higher")), qPrintable(left));
    auto empty = std::make_shared<RankData>(*level1.ranks[0]);
    FileEntry matrix;
    matrix.kind = QStringLiteral("communication_matrix");
    empty->info.files.push_back(matrix);
    level1.ranks[0] = empty;
    QVERIFY(diagnose(level1).linksUnchecked->english().contains(QLatin1String("lists none on any rank")));
    QVERIFY(!diagnose(runOf(even(1, 2))).linksUnchecked); // one rank has none
}

// Two of eight, of which nothing but the places in their links tells.
void TestDiagnosisLinks::membersThatAreNotThere()
{
    Run run = runOf(even(2, 2));
    for (size_t r = 0; r < 2; ++r) {
        auto data = std::make_shared<RankData>(*run.ranks[r]);
        data->groups.clear();
        std::vector<MatrixLink> links;
        for (int other = 0; other < 8; ++other) {
            MatrixLink l = link(static_cast<int>(r), other, 2, 0.1);
            l.globalRanks = false;
            links.push_back(l);
        }
        data->links = MatrixLinks(links);
        run.ranks[r] = data;
    }
    const auto absent = [](const Run &of) {
        const Diagnosis d = diagnose(of);
        const Verdict *const v = areaOf(d, DiagnosisKind::Communication);
        return v->details.empty() ? QString() : v->details.front().english();
    };
    QVERIFY2(absent(run).startsWith(QLatin1String("Of 8 members of domain ")) &&
                 absent(run).contains(QLatin1String(" the run has 2:")),
             qPrintable(absent(run)));
    // Files that name them all say which.
    run = runOf(even(4, 2));
    run.infos.pop_back();
    run.ranks.pop_back();
    QVERIFY2(absent(run).startsWith(QLatin1String("Ranks of its domains are not in this run (3):")),
             qPrintable(absent(run)));
    QVERIFY(!absent(runOf(even(4, 2))).contains(QLatin1String("not in this run")));
}

QTEST_GUILESS_MAIN(TestDiagnosisLinks)
#include "tst_diagnosislinks.moc"
