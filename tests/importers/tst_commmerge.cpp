// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/commmatrix.h"
#include "analysis/links/linksteps.h"
#include "analysis/ranks/domains.h"
#include "core/job/threadpool.h"
#include "importers/foundruns.h"
#include "importers/run/runloader.h"

#include "runfolder.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

// Five ranks, of which 0 and 1 are in both domains, in three steps.
struct Group
{
    const char *hash;
    std::vector<int> ranks;
};
const std::array<Group, 2> groups{{{"5550001", {0, 1, 2}}, {"5550002", {0, 1, 3, 4}}}};
constexpr std::array steps{3, 4, 5};
constexpr int allRanks = 5;

// A link between two ranks in a file, by their indices inside the group.
struct Link
{
    int step;
    size_t group;
    std::string kind;
    std::string statistic;
    int source;
    int destination;
    int mb;
    int ms;
};

struct Operator
{
    int step;
    size_t group;
    std::string name;
    int rank;
    std::array<int, 5> ms; // elapse, transit, wait, synchronization, idle
};

// Whole numbers, other ones in each link: 100 x step + 10 x source + destination, of which allgather carries half as
// much in the second domain alone; a link takes as many ms as its source is large, and one more.
std::vector<Link> links()
{
    std::vector<Link> out;
    for (const int step : steps) {
        for (size_t g = 0; g < groups.size(); ++g) {
            for (const int from : groups[g].ranks) {
                for (const int to : groups[g].ranks) {
                    const int mb = 100 * step + 10 * from + to;
                    out.push_back({step, g, "allreduce", "total", from, to, mb * 2, from + 1});
                    out.push_back({step, g, "allreduce", "top1", from, to, mb, 1});
                    if (g == 1)
                        out.push_back({step, g, "allgather", "total", from, to, mb, 2 * (from + 1)});
                }
            }
        }
    }
    return out;
}

std::vector<Operator> operators()
{
    std::vector<Operator> out;
    for (const int step : steps) {
        for (size_t g = 0; g < groups.size(); ++g) {
            const std::string last = std::string(groups[g].hash).substr(4);
            for (const int rank : groups[g].ranks) {
                for (int n = 0; n < 2; ++n) {
                    const int transit = step + n;
                    const int wait = 2 * rank;
                    out.push_back({step,
                                   g,
                                   "hcom_allReduce__" + last + '_' + std::to_string(n) + "_1",
                                   rank,
                                   {transit + wait + 1, transit, wait, rank, 1}});
                }
            }
        }
    }
    return out;
}

std::ptrdiff_t indexIn(const Group &g, int rank)
{
    return std::find(g.ranks.begin(), g.ranks.end(), rank) - g.ranks.begin();
}

// One step behind the other, each with what `of` says of it.
template <typename Of>
QByteArray byStep(const Of &of)
{
    std::string out;
    for (const int step : steps)
        out += (out.empty() ? "{\"step" : ", \"step") + std::to_string(step) + "\": {\"p2p\": {}, \"collective\": {" +
               of(step) + "}}";
    return QByteArray::fromStdString(out + '}');
}

QByteArray matrixFile(int rank)
{
    return byStep([rank](int step) {
        std::map<std::string, std::string> cells; // by key
        for (const Link &l : links()) {
            if (l.step != step || l.source != rank)
                continue;
            const Group &g = groups[l.group];
            std::string &text = cells[l.kind + '-' + l.statistic + '@' + g.hash];
            text += (text.empty() ? "\"" : ", \"") + std::to_string(indexIn(g, l.source)) + '-' +
                    std::to_string(indexIn(g, l.destination)) + "\": {\"Transport Type\": \"" +
                    (l.source == l.destination ? "LOCAL" : "HCCS") +
                    "\", \"Transit Size(MB)\": " + std::to_string(l.mb) +
                    ", \"Transit Time(ms)\": " + std::to_string(l.ms) +
                    ", \"Bandwidth(GB/s)\": " + std::to_string(double(l.mb) / l.ms) + '}';
        }
        std::string out;
        for (const auto &[key, text] : cells)
            out += (out.empty() ? "\"" : ", \"") + key + "\": {" + text + '}';
        return out;
    });
}

QByteArray operatorFile(int rank)
{
    return byStep([rank](int step) {
        std::string out;
        int n = 0;
        for (const Operator &o : operators()) {
            if (o.step != step || o.rank != rank)
                continue;
            out += (out.empty() ? "\"" : ", \"") + o.name + '@' + groups[o.group].hash +
                   "\": {\"Communication Time Info\": {\"Start Timestamp(us)\": " +
                   std::to_string(1'700'000'000'000'000 + step * 1'000'000LL + 50'000 * n++) + ".5";
            const std::array names{"Elapse", "Transit", "Wait", "Synchronization", "Idle"};
            for (size_t i = 0; i < names.size(); ++i)
                out += std::string(", \"") + names[i] + " Time(ms)\": " + std::to_string(o.ms[i]);
            out += ", \"Wait Time Ratio\": 0.5, \"Synchronization Time Ratio\": 0.5}, "
                   "\"Communication Bandwidth Info\": {}}";
        }
        return out;
    });
}

using LinkKey = std::tuple<std::string, std::string, std::string, int, int>; // step, domain, operator, ends
using Amounts = std::pair<double, double>;                                   // MB and ms

std::string text(const QString &s)
{
    return s.toStdString();
}

} // namespace

/// Files of five ranks as one run, beside the sums of the numbers that were written.
class TestCommMerge : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        for (int rank = 0; rank < allRanks; ++rank) {
            const QString folder = QStringLiteral("run/rank%1_ascend_pt").arg(rank);
            m_folder.torchRank(folder, rank);
            const QString output = folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
            m_folder.write(output + QStringLiteral("communication_matrix.json"), matrixFile(rank));
            m_folder.write(output + QStringLiteral("communication.json"), operatorFile(rank));
        }
        std::vector<Run> runs = runsIn({m_folder.path("run")});
        QCOMPARE(runs.size(), size_t(1));
        m_run = loadRun(std::move(runs.front()), m_pool, JobContext());
        QCOMPARE(m_run->ranks.size(), size_t(allRanks));
    }

    void domainsAreThoseOfTheFiles()
    {
        std::map<std::string, std::vector<int>> found;
        for (const Domain &d : domains(*m_run))
            found[text(d.hash)] = d.ranks;
        QCOMPARE(found.size(), groups.size());
        for (const Group &g : groups)
            QCOMPARE(found[g.hash], g.ranks);
    }

    void linksAreMerged()
    {
        std::map<LinkKey, Amounts> expected;
        const auto add = [&expected](const Link &l, const std::string &op) {
            Amounts &sum = expected[{std::to_string(l.step), groups[l.group].hash, op, l.source, l.destination}];
            sum.first += l.mb;
            sum.second += l.ms;
        };
        for (const Link &l : links()) {
            add(l, l.kind + '-' + l.statistic);
            if (l.statistic == "total")
                add(l, "Total Op Info");
        }
        // 3 steps x (9 links of 3 operators and 16 of 4, in each a total).
        QCOMPARE(expected.size(), size_t(3 * (9 * 3 + 16 * 4)));
        // Rank 3 to 4 in step 5: 534 MB by allgather in 8 ms, 1068 by allreduce in 4.
        QCOMPARE((expected[{"5", "5550002", "Total Op Info", 3, 4}]), Amounts(1602, 12));
        for (ThreadPool *const pool : {static_cast<ThreadPool *>(nullptr), &m_pool}) {
            CommQuery query;
            query.pool = pool;
            std::map<LinkKey, Amounts> found;
            for (const MatrixCell &c : matrixCells(*m_run, query)) {
                QVERIFY(c.global && c.sizeMb && c.timeMs && c.bandwidthGbs);
                QVERIFY(std::abs(*c.bandwidthGbs - *c.sizeMb / *c.timeMs) < 1e-4);
                QCOMPARE(c.inner, c.source == c.destination);
                const bool isNew =
                    found
                        .try_emplace({text(c.step), text(c.domainHash), text(c.op), c.source, c.destination}, *c.sizeMb,
                                     *c.timeMs)
                        .second;
                QVERIFY(isNew);
            }
            QCOMPARE(found.size(), expected.size());
            QVERIFY(found == expected);
        }
    }

    // Which link carries most, over all steps and domains.
    void linksAreSummedOverSteps()
    {
        std::map<std::pair<int, int>, Amounts> expected;
        std::map<std::pair<int, int>, int> calls;
        for (const Link &l : links()) {
            if (l.statistic != "total")
                continue;
            Amounts &sum = expected[{l.source, l.destination}];
            sum.first += l.mb;
            sum.second += l.ms;
        }
        for (const Operator &o : operators()) {
            for (const int to : groups[o.group].ranks)
                ++calls[{o.rank, to}];
        }
        // Rank 0 to 1 is in both domains: 301, 401 and 501 MB twice in each, and once more in the second one.
        QCOMPARE((expected[{0, 1}]), Amounts(5 * 1203, 3 * 4));
        QCOMPARE((calls[{0, 1}]), 3 * 2 * 2);
        CommQuery query;
        query.op = TotalOp;
        const std::vector<SteppedLink> sums = steppedLinks(*m_run, query, StepAggregation::Sum);
        const std::vector<SteppedLink> means = steppedLinks(*m_run, query, StepAggregation::Mean);
        QCOMPARE(sums.size(), expected.size());
        QCOMPARE(means.size(), expected.size());
        for (size_t i = 0; i < sums.size(); ++i) {
            const MatrixCell &c = sums[i].row.cell;
            const std::pair<int, int> ends(c.source, c.destination);
            QCOMPARE(Amounts(*c.sizeMb, *c.timeMs), expected[ends]);
            QCOMPARE(sums[i].steps, 3);
            QCOMPARE(sums[i].row.calls, std::optional<qint64>(calls[ends]));
            QCOMPARE(*sums[i].row.messageMb, expected[ends].first / calls[ends]);
            QCOMPARE(*means[i].row.cell.sizeMb, expected[ends].first / 3);
            QCOMPARE(*means[i].row.cell.timeMs, expected[ends].second / 3);
            QCOMPARE(means[i].ofSteps, 3);
            QCOMPARE(*means[i].row.messageMb, *sums[i].row.messageMb);
        }
    }

    void operatorsAreMerged()
    {
        using Key = std::tuple<std::string, std::string, std::string, int>;
        std::map<Key, std::array<double, 5>> expected;
        for (const Operator &o : operators()) {
            for (const std::string &name : {o.name, std::string("Total Op Info")}) {
                std::array<double, 5> &sum = expected[{std::to_string(o.step), groups[o.group].hash, name, o.rank}];
                for (size_t i = 0; i < sum.size(); ++i)
                    sum[i] += o.ms[i];
            }
        }
        // Rank 4 in step 3: transits of 3 and 4 ms, waits of 8 each, and 1 of idling each.
        QCOMPARE((expected[{"3", "5550002", "Total Op Info", 4}]), (std::array<double, 5>{25, 7, 16, 8, 2}));
        std::map<Key, std::array<double, 5>> found;
        for (const CommRow &r : communicationRows(*m_run))
            found[{text(r.step), text(r.domainHash), text(r.op), r.rank}] = {
                r.elapseMs.value_or(-1), r.transitMs.value_or(-1), r.waitMs.value_or(-1),
                r.synchronizationMs.value_or(-1), r.idleMs.value_or(-1)};
        QCOMPARE(found.size(), expected.size());
        QVERIFY(found == expected);
    }

private:
    RunFolder m_folder;
    ThreadPool m_pool{2};
    std::shared_ptr<const Run> m_run;
};

RS_TEST(TestCommMerge, QCoreApplication);
#include "tst_commmerge.moc"
