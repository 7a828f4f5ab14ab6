// SPDX-License-Identifier: Apache-2.0
#include "diagnosedrun.h"
#include "support/says.h"
#include "support/describedgroup.h"
#include "support/cells.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

MatrixLink link(int source, int destination, double sizeMb, double timeMs)
{
    return {.step = QStringLiteral("1"),
            .key = QStringLiteral("Total Op Info"),
            .groupHash = groupHash(QStringLiteral("world")),
            .source = source,
            .destination = destination,
            .globalRanks = true,
            .ownerRank = source,
            .transport = QStringLiteral("HCCS"),
            .sizeMb = sizeMb,
            .timeMs = timeMs,
            .bandwidthGbs = sizeMb / timeMs};
}

// 20 MB/ms everywhere, but 2 between ranks 1 and 2: 2 MB take 1 ms instead of 0.1. Of four ranks these have data.
Run slowLinkRun(const std::vector<int> &known)
{
    return makeRun(known, [&](TinyRank &rank, int r) {
        rank.data.groups.push_back(world(4));
        rank.thread("4", "world", "Group world Communication");
        rank.step(1, base, 3000 * us);
        rank.kernel("MatMul", base + 10 * us, 600 * us);
        rank.slice("4", "world", "hcom_allReduce__271_0_1", base + (610 + r) * us, (2000 - r) * us);
        for (int other = 0; other < 4; ++other) {
            if (other != r)
                rank.links.push_back(link(r, other, 2, r + other == 3 && r > 0 && other > 0 ? 1 : 0.1 + 0.0005 * r));
        }
    });
}

bool isBetweenOneAndTwo(int a, int b)
{
    return std::min(a, b) == 1 && std::max(a, b) == 2;
}

// Two hosts of four ranks in one domain, four steps with an allreduce of 2 MB over each link: 0.1 ms over HCCS inside
// of a host, 0.4 ms over RDMA between them, but 1 ms over slow links. `collectiveUs`: what it takes once all are there.
Run twoHosts(qint64 collectiveUs, const std::function<bool(int, int)> &isSlow)
{
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 8; ++r) {
        TinyRank rank(r);
        rank.data.groups.push_back(world(8));
        rank.data.info.host = r < 4 ? QStringLiteral("a") : QStringLiteral("b");
        rank.thread("4", "world", "Group world Communication");
        for (int s = 0; s < 4; ++s) {
            const qint64 from = base + s * stepUs * us;
            const qint64 arrival = from + (612 + 2 * r) * us;
            const qint64 end = from + (626 + collectiveUs) * us;
            rank.step(s + 1, from, end + 10 * us - from);
            rank.kernel("MatMul", from + 10 * us, (600 + 2 * r) * us);
            rank.slice("4", "world", "hcom_allReduce__271_" + std::to_string(s) + "_1", arrival, end - arrival);
            for (int other = 0; other < 8; ++other) {
                if (other == r)
                    continue;
                MatrixLink l = link(r, other, 2, isSlow(r, other) ? 1 : r / 4 == other / 4 ? 0.1 : 0.4);
                l.step = QString::number(s + 1);
                l.key = QStringLiteral("allreduce-total");
                l.kind = QStringLiteral("allreduce");
                l.statistic = QStringLiteral("total");
                l.transport = r / 4 == other / 4 ? QStringLiteral("HCCS") : QStringLiteral("RDMA");
                rank.links.push_back(l);
            }
        }
        ranks.push_back(rank.finish());
    }
    return makeRun(std::move(ranks));
}

// The first steps alone are in the communication_matrix.json of a rank: it ends there.
void cutMatrix(Run &run, size_t rank, int steps)
{
    auto data = std::make_shared<RankData>(*run.ranks[rank]);
    std::vector<MatrixLink> links = data->links.records();
    std::erase_if(links, [steps](const MatrixLink &l) { return l.step.toInt() > steps; });
    data->links = MatrixLinks(links);
    data->report.add({Severity::Loss,
                      QStringLiteral("rank/communication_matrix.json"),
                      {},
                      QStringLiteral("json.broken"),
                      QStringLiteral("cut"),
                      {}});
    run.ranks[rank] = data;
}

QStringList detailsOf(const Verdict &v)
{
    QStringList out;
    for (const Phrase &p : v.details)
        out << p.english();
    return out;
}

GroupInfo groupOf(const char *name, std::vector<int> members)
{
    return describedGroup(QString::fromLatin1(name), {}, std::move(members));
}

// Rank 3 waits for rank 0 in `b`, which comes when the slow link between ranks 1 and 2 lets it go in `a`; ranks 1 and 2
// then wait for rank 3 in `c`. In each step the link takes 1 ms instead of 0.1. Behind the first `chained` steps rank 3
// has no `b` and waits for ranks 1 and 2 in `c`.
Run chainedRun(int steps = 4, int chained = 4)
{
    const std::vector<int> inA{0, 1, 2, 4, 5};
    const auto has = [](const std::vector<int> &list, int r) {
        return std::find(list.begin(), list.end(), r) != list.end();
    };
    std::vector<std::shared_ptr<const RankData>> ranks;
    for (int r = 0; r < 6; ++r) {
        TinyRank rank(r);
        rank.data.groups = {groupOf("a", inA), groupOf("b", {0, 3}), groupOf("c", {1, 2, 3})};
        for (const char *const name : {"a", "b", "c"})
            rank.thread("4", name, "Group " + std::string(name) + " Communication");
        for (int s = 0; s < steps; ++s) {
            const bool isChained = s < chained;
            const qint64 from = base + s * stepUs * us;
            const auto meet = [&](const char *domain, qint64 start, qint64 end) {
                const std::string name = "hcom_allReduce__271_" + std::to_string(s) + "_1";
                rank.slice("4", domain, name, from + start * us, (end - start) * us);
                CommOp op{.step = QString::number(s + 1),
                          .name = QString::fromStdString(name),
                          .groupHash = groupHash(QString::fromLatin1(domain)),
                          .rank = r,
                          .startText = QString::number(from / us + start) + QStringLiteral(".0")};
                op.startUs = op.startText.toDouble();
                op.elapseMs = static_cast<double>(end - start) / 1000;
                rank.commOps.push_back(op);
            };
            rank.step(s + 1, from, 1700 * us);
            rank.kernel("MatMul", from + 10 * us, (r == 3 ? 500 : 600 + r) * us);
            if (has(inA, r))
                meet("a", 612 + r, 1630);
            if (isChained && (r == 0 || r == 3))
                meet("b", r == 0 ? 1640 : 512, 1660);
            if (r >= 1 && r <= 3)
                meet("c", r != 3 ? 1640 : isChained ? 1670 : 512, 1690);
            for (const int other : has(inA, r) ? inA : std::vector<int>()) {
                if (other == r)
                    continue;
                MatrixLink l = link(r, other, 2, isBetweenOneAndTwo(r, other) ? 1 : 0.1);
                l.step = QString::number(s + 1);
                l.groupHash = groupHash(QStringLiteral("a"));
                rank.links.push_back(l);
            }
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
    // A link is slow, whether or not anybody knows what waits for it.
    void aSlowLinkOfARankThatIsMissing()
    {
        const Diagnosis d = diagnose(slowLinkRun({0, 1, 3}));
        QVERIFY(d.problems.empty());
        const Verdict *v = areaOf(d, DiagnosisKind::Communication);
        QCOMPARE(cells(v->state, v->costNs), cells(DiagnosisState::Notice, std::nullopt));
        QVERIFY(begins(v->sentence, "The link between ranks 1 and 2 (HCCS) reaches 2.0 GB/s"));
        QVERIFY(v->sentence.english().endsWith(QLatin1String("Its transfers take 0.90 ms longer.")));
        QCOMPARE(cells(v->details.front().english(), v->evidence.front().table),
                 cells("Its cost is unknown: the run has no data of rank 2 at its end.", "links.slow"));
        // Whatever waits for it, it cannot cost more than the 0.90 ms.
        DiagnosisThresholds limits;
        limits.leastCost = 0.9;
        const Diagnosis small = diagnose(slowLinkRun({0, 1, 3}), limits);
        QVERIFY(begins(areaOf(small, DiagnosisKind::Communication)->sentence, "Non-overlapped communication takes "));
    }

    void aSlowLink()
    {
        const Run run = slowLinkRun({0, 1, 2, 3});
        const Diagnosis d = diagnose(run);
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.rank, v.peer, v.target), cells(DiagnosisKind::SlowLink, 1, 2, LookTarget::Matrix));
        QVERIFY2(v.costNs && std::abs(*v.costNs - 900 * us) < 5 * us,
                 qPrintable(QString::number(v.costNs.value_or(0))));
        QVERIFY(v.domain.startsWith(QLatin1String("default_group")));
        QVERIFY(begins(v.details.front(), "Bandwidths are those of "));
        // Traces are there, but one collective ties no clocks.
        QCOMPARE(
            v.details.back().english(),
            QStringLiteral("What it costs is at most the 0.90 ms by which it takes longer. What waits for it is not "
                           "known, as the clocks of ranks 1, 2 are not aligned."));
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
                if (p.english().startsWith(QLatin1String("These are lower limits of its time and cost: ")))
                    told = p.english();
            }
            return told;
        };
        QVERIFY(says(atLeast(1, true), "communication_matrix.json is cut or missing on rank 1,"));
        QVERIFY(atLeast(2, false).contains(QLatin1String("on rank 2,")));
        QVERIFY(atLeast(0, true).isEmpty());
        // A run whose links nobody lists, be they slow or not.
        Run without = run;
        for (const size_t r : {size_t(1), size_t(2)}) {
            auto data = std::make_shared<RankData>(*run.ranks[r]);
            data->links = {};
            without.ranks[r] = data;
        }
        const Diagnosis half = diagnose(without);
        QVERIFY(half.problems.empty());
        QVERIFY(half.linksUnchecked);
        QVERIFY(says(half.linksUnchecked->english(), "not checked: 1, 2."));
    }

    // "Nothing is slow" must not pass for "no link is slow".
    void linksThatNobodyLookedAt()
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
        QVERIFY2(left.contains(QLatin1String("left behind")) && !left.contains(QLatin1String("higher")),
                 qPrintable(left));
        changeRank(level1, 0, [&](RankData &empty) {
            empty.info.files.push_back({.kind = QStringLiteral("communication_matrix")});
        });
        QVERIFY(diagnose(level1).linksUnchecked->english().contains(QLatin1String("lists none on any rank")));
        QVERIFY(!diagnose(runOf(even(1, 2))).linksUnchecked); // one rank has none
    }

    // Two of eight, of which nothing but the places in their links tells.
    void membersThatAreNotThere()
    {
        Run run = runOf(even(2, 2));
        for (size_t r = 0; r < 2; ++r) {
            changeRank(run, r, [&](RankData &data) {
                data.groups.clear();
                std::vector<MatrixLink> links;
                for (int other = 0; other < 8; ++other) {
                    MatrixLink l = link(static_cast<int>(r), other, 2, 0.1);
                    l.globalRanks = false;
                    links.push_back(l);
                }
                data.links = MatrixLinks(links);
            });
        }
        const auto absent = [](const Run &of) {
            const Diagnosis d = diagnose(of);
            const Verdict *const v = areaOf(d, DiagnosisKind::Communication);
            return v->details.empty() ? QString() : v->details.front().english();
        };
        QVERIFY2(absent(run).startsWith(QLatin1String("Of 8 members of domain ")) &&
                     absent(run).contains(QLatin1String(" the run has 2:")),
                 qPrintable(absent(run)));
        // Two of the members are known by the links to themselves, the others by nothing.
        const Diagnosis unmapped = diagnose(run);
        const QString said = detailsOf(*areaOf(unmapped, DiagnosisKind::Communication)).join(u' ');
        QVERIFY(says(said, "no file says which ranks these are"));
        // Files that name them all say which.
        run = runOf(even(4, 2));
        run.infos.pop_back();
        run.ranks.pop_back();
        QVERIFY(begins(absent(run), "Ranks of its domains are missing from this run (3):"));
        QVERIFY(!absent(runOf(even(4, 2))).contains(QLatin1String("missing from this run")));
    }

    // Mended, the collective waits for RDMA. Where it took as long as all of its links one after the other, it does
    // not.
    void collectivesThatOtherLinksHoldUpToo()
    {
        const auto costUs = [](qint64 collectiveUs, bool &isBound) {
            const Diagnosis d = diagnose(twoHosts(collectiveUs, isBetweenOneAndTwo));
            isBound = false;
            if (d.problems.size() != 1 || d.problems.front().rank != 1 || d.problems.front().peer != 2)
                return -1LL;
            const Verdict &v = d.problems.front();
            isBound =
                detailsOf(v).join(u' ').contains(QLatin1String("wait for the next slowest link, between ranks 0 and 4 "
                                                               "(RDMA)."));
            return static_cast<long long>(v.costNs.value_or(0) / us);
        };
        bool isBound = false;
        // 1000 - 400 in each of four steps.
        QCOMPARE(costUs(1000, isBound), 2400LL);
        QVERIFY(isBound);
        // The slow link covers 200 of the 400 us: 1000 - 200.
        QCOMPARE(costUs(1200, isBound), 3200LL);
        // RDMA after HCCS: 1000 - 100.
        QCOMPARE(costUs(1400, isBound), 3600LL);
    }

    // Who waits for the rank without a trace waits for the link all the same.
    void aBystanderWithoutATrace()
    {
        const Run whole = chainedRun();
        const auto without = [](Run run, bool hasFile) {
            changeRank(run, 0, [&](RankData &data) {
                data.trace = nullptr;
                if (!hasFile)
                    data.commOps = {};
            });
            return diagnose(run);
        };
        const auto costUs = [](const Diagnosis &d) {
            return d.problems.size() == 1 && d.problems.front().kind == DiagnosisKind::SlowLink
                       ? static_cast<long long>(d.problems.front().costNs.value_or(0) / us)
                       : -1LL;
        };
        const Diagnosis all = diagnose(whole);
        QCOMPARE(costUs(all), 3600LL);
        QCOMPARE(all.problems.front().certainty, Certainty::High);
        QVERIFY(!detailsOf(all.problems.front()).join(u' ').contains(QLatin1String("whole trace")));
        // communication.json tells when rank 0 meets the others.
        const Diagnosis filled = without(whole, true);
        QCOMPARE(costUs(filled), 3600LL);
        QCOMPARE(filled.problems.front().certainty, Certainty::Medium);
        QCOMPARE(detailsOf(filled.problems.front()).back(),
                 QStringLiteral("Ranks have no whole trace (0): their communication times are those of "
                                "communication.json, which does not say what they compute meanwhile."));
        // Nothing does.
        const Diagnosis blind = without(whole, false);
        QCOMPARE(costUs(blind), 3600LL);
        QCOMPARE(blind.problems.front().certainty, Certainty::Low);
        QCOMPARE(
            detailsOf(blind.problems.front()).back(),
            QStringLiteral("Its cost is an estimate, at most the 3.60 ms by which it takes longer: ranks are "
                           "missing or have no whole trace (0), so it is unknown what waits for it through them."));
    }

    // communication.json alone tells who meets whom; step_trace_time.csv how long the steps are.
    void noRankWithATrace()
    {
        const auto bare = [](bool hasSteps) {
            Run run = chainedRun();
            for (auto &rank : run.ranks) {
                auto data = std::make_shared<RankData>(*rank);
                data->trace = nullptr;
                for (int s = 0; s < 4 && hasSteps; ++s) {
                    data->stepTrace.push_back({.step = QString::number(s + 1),
                                               .rank = data->info.rank,
                                               .computingUs = 600,
                                               .notOverlappedUs = 1000,
                                               .overlappedUs = 0,
                                               .communicationUs = 1000,
                                               .freeUs = 100});
                }
                rank = data;
            }
            return diagnose(run);
        };
        const Diagnosis d = bare(true);
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.accused(), v.costNs.value_or(0) / us, v.certainty),
                 cells(DiagnosisKind::SlowLink, "1,2", 3600, Certainty::Low));
        QCOMPARE(detailsOf(v).back(),
                 QStringLiteral("Its cost is an estimate, at most the 3.60 ms by which it takes longer: without "
                                "traces of the ranks it is unknown what waits for it."));
        QVERIFY(!areaOf(d, DiagnosisKind::Communication)->sentence.english().contains(QLatin1String("0.0 %")));
        // No step, no share of it; the link is told all the same.
        const Diagnosis timeless = bare(false);
        QVERIFY(timeless.problems.empty());
        const Verdict *const area = areaOf(timeless, DiagnosisKind::Communication);
        QCOMPARE(area->state, DiagnosisState::Notice);
        QVERIFY(begins(area->sentence, "The link between ranks 1 and 2 (HCCS) reaches "));
        QCOMPARE(detailsOf(*area).front(),
                 QStringLiteral("Its cost is unknown: step times are neither in a trace nor in step_trace_time.csv."));
    }

    // At least and at most do not go together.
    void whatItCostsWhereTransfersAreUnknown()
    {
        Run run = slowLinkRun({0, 1, 2, 3});
        changeRank(run, 1, [&](RankData &data) { data.links = {}; });
        const Diagnosis d = diagnose(run);
        QCOMPARE(d.problems.size(), size_t(1));
        const QString told = englishOf(d.problems.front().details);
        QVERIFY(says(told, "lower limits of its time and cost"));
        QVERIFY(says(told, "the 0.90 ms by which they take longer is no upper limit"));
        QVERIFY(lacks(told, "at most"));
    }

    // The collective of each of four steps takes 1 ms over the slow link; mended, it waits for the 0.4 ms of RDMA.
    void costsAtLeastWithCutMatrices()
    {
        const Run whole = twoHosts(1000, isBetweenOneAndTwo);
        struct Said
        {
            qint64 longerUs = -1;
            qint64 costUs = -1;
            QStringList steps;
            QString atLeast;
        };
        const auto said = [](const Run &run) {
            const Diagnosis d = diagnose(run);
            Said out;
            if (d.problems.size() != 1 || d.problems.front().kind != DiagnosisKind::SlowLink)
                return out;
            const Verdict &v = d.problems.front();
            out.longerUs = v.deviationNs / us;
            out.costUs = v.costNs.value_or(-1) / us;
            out.steps = v.steps;
            out.atLeast = detailsOf(v).filter(QStringLiteral("lower limits")).join(u' ');
            return out;
        };
        const Said all = said(whole);
        QCOMPARE(all.longerUs, 3600LL); // four times 1000 - 100
        QCOMPARE(all.costUs, 2400LL);   // four times 1000 - 400
        QVERIFY2(all.atLeast.isEmpty(), qPrintable(all.atLeast));
        // The other end still tells of all four steps.
        Run run = whole;
        cutMatrix(run, 1, 2);
        const Said half = said(run);
        QCOMPARE(
            cells(half.longerUs, half.costUs, half.atLeast),
            cells(3600LL, 2400LL,
                  QStringLiteral("These are lower limits of its time and cost: communication_matrix.json is cut or "
                                 "missing on rank 1, so not all of its transfers are known.")));
        // Neither end tells of the last two.
        cutMatrix(run, 2, 2);
        const Said both = said(run);
        QCOMPARE(
            cells(both.longerUs, both.costUs, both.steps, both.atLeast),
            cells(1800LL, 1200LL, "1,2",
                  QStringLiteral("These are lower limits of its time and cost: communication_matrix.json is cut or "
                                 "missing on rank 1, 2, so not all of its transfers are known.")));
        // The file of another rank is none of it.
        run = whole;
        cutMatrix(run, 5, 2);
        const Said other = said(run);
        QCOMPARE(other.costUs, 2400LL);
        QVERIFY2(other.atLeast.isEmpty(), qPrintable(other.atLeast));
    }

    // In one of twenty steps rank 3 waits for the link through rank 0, of which nothing tells when it communicates:
    // what the other steps gain is most of it.
    void costsAtLeastThroughARankWithoutATrace()
    {
        Run run = chainedRun(20, 1);
        const Diagnosis whole = diagnose(run);
        QCOMPARE(whole.problems.size(), size_t(1));
        QCOMPARE(whole.problems.front().costNs.value_or(0) / us, 18000LL); // twenty times 1000 - 100
        changeRank(run, 0, [&](RankData &data) {
            data.trace = nullptr;
            data.commOps = {};
        });
        const Diagnosis d = diagnose(run);
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QCOMPARE(cells(v.kind, v.deviationNs / us), cells(DiagnosisKind::SlowLink, 18000LL));
        QCOMPARE(v.costNs.value_or(0) / (10 * us), 1710LL); // nineteen times
        QCOMPARE(detailsOf(v).back(),
                 QStringLiteral("This is a lower limit of its cost: ranks are missing or have no whole trace (0), "
                                "so it is unknown what waits for it through them."));
    }

    // The pair that lost most is no more than the example.
    void allRanksOfAHostAreAccused()
    {
        const Diagnosis d = diagnose(twoHosts(1000, [](int a, int b) { return a < 4 && b < 4; }));
        QCOMPARE(d.problems.size(), size_t(1));
        const Verdict &v = d.problems.front();
        QVERIFY(begins(v.sentence, "The links of host a (HCCS) are slow."));
        QCOMPARE(v.accused(), (std::vector<int>{0, 1, 2, 3}));
        const Diagnosis ofLink = diagnose(twoHosts(1000, isBetweenOneAndTwo));
        QCOMPARE(ofLink.problems.size(), size_t(1));
        QCOMPARE(ofLink.problems.front().accused(), (std::vector<int>{1, 2}));
        // Who is at the other end of a link of a slow rank is innocent.
        const Diagnosis ofRank =
            diagnose(twoHosts(1000, [](int a, int b) { return a > 3 && b > 3 && (a == 5 || b == 5); }));
        QCOMPARE(ofRank.problems.size(), size_t(1));
        QVERIFY(begins(ofRank.problems.front().sentence, "The links of rank 5 (HCCS) are slow."));
        QCOMPARE(ofRank.problems.front().accused(), std::vector<int>{5});
        QCOMPARE(areaOf(ofRank, DiagnosisKind::Communication)->accused(), std::vector<int>{5});
    }
};

RS_TEST(TestDiagnosisLinks, QCoreApplication);
#include "tst_diagnosislinks.moc"
