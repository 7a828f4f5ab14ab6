// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"
#include "support/testprogram.h"

#include <QTest>

using namespace rs;
using namespace rs::gen;

/// Generated runs are as untidy as real ones.
class TestGenShapes : public QObject
{
    Q_OBJECT

private:
    RunsOfFrameworks m_results;

    static Json events(const GeneratedRank &rank)
    {
        const QByteArray text = contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
        return Json::parse(text.begin(), text.end());
    }

private slots:
    void initTestCase()
    {
        const QString error = m_results.make();
        QVERIFY2(error.isEmpty(), qPrintable(error));
    }

    void tasksOfPlanesStandOnTheirStreamToo_data() { addFrameworks(); }

    void tasksOfPlanesStandOnTheirStreamToo()
    {
        QFETCH(bool, pytorch);
        for (const GeneratedRank &rank : m_results[pytorch].ranks) {
            const RankTrace trace = readTrace(rank.dir);
            using Key = std::tuple<qint64, qint64, qint64, qint64, std::string>; // stream, task, context, start, name
            std::multiset<Key> planes;
            std::multiset<Key> streams;
            std::map<std::string, std::vector<Interval>> lanes;
            for (const Slice &s : trace.slices) {
                if (isCommProcess(s) && !isGroupRow(s)) {
                    const std::string task = s.name == "Notify_Wait"                           ? "Notify Wait"
                                             : s.name == "Memcpy" || s.name == "Reduce_Inline" ? "SDMA"
                                                                                               : "Write Value";
                    planes.insert({s.args["stream id"], s.args["task id"], s.args["context id"], s.start, task});
                } else if (s.process == "Ascend Hardware" && s.name == s.args["Task Type"]) {
                    streams.insert(
                        {s.args["Physic Stream Id"], s.args["Task Id"], s.args["Subtask Id"], s.start, s.name});
                    lanes[s.thread].push_back({s.start, s.end});
                    QCOMPARE(s.thread, "Stream " + s.args["Physic Stream Id"].dump());
                }
            }
            QVERIFY(planes.size() > 100);
            QVERIFY(planes == streams);
            // Three peers at once: tasks that lie upon each other and not within each other.
            int crossings = 0;
            std::vector<Interval> &world = lanes["Stream 11"];
            std::sort(world.begin(), world.end(), [](const Interval &a, const Interval &b) { return a.from < b.from; });
            for (size_t i = 1; i < world.size(); ++i)
                crossings += world[i].from > world[i - 1].from && world[i].from < world[i - 1].to &&
                                     world[i].to > world[i - 1].to
                                 ? 1
                                 : 0;
            QVERIFY(crossings > 0);
        }
    }

    void aCopyToTheDeviceHasOneStartAndTwoEnds_data() { addFrameworks(); }

    void aCopyToTheDeviceHasOneStartAndTwoEnds()
    {
        QFETCH(bool, pytorch);
        for (const GeneratedRank &rank : m_results[pytorch].ranks) {
            const RankTrace trace = readTrace(rank.dir);
            std::map<std::string, std::vector<const Slice *>> copies; // by start
            std::map<qint64, int> tasks;                              // by connection
            for (const Slice &s : trace.slices) {
                if (s.name != "MEMCPY_ASYNC")
                    continue;
                copies[s.tsText].push_back(&s);
                if (s.args["operation"] == "host to device")
                    ++tasks[s.args["connection_id"].get<qint64>()];
            }
            QVERIFY(tasks.size() >= 2);
            for (const auto &[connection, count] : tasks)
                QCOMPARE(count, 2);
            size_t pairs = 0;
            for (const auto &[key, ends] : trace.flows) {
                if (ends.second.size() < 2)
                    continue;
                ++pairs;
                QCOMPARE(ends.first.size(), size_t{1});
                const Slice &one = *copies.at(ends.second[0]["ts"]).front();
                const Slice &two = *copies.at(ends.second[1]["ts"]).front();
                QVERIFY(one.args["connection_id"] == two.args["connection_id"]);
                QCOMPARE(one.args["Task Id"].get<int>() + 1, two.args["Task Id"].get<int>());
                QVERIFY(one.end < two.start);
            }
            QCOMPARE(pairs, tasks.size());
        }
    }

    void metadataLiesBetweenTheEvents_data() { addFrameworks(); }

    void metadataLiesBetweenTheEvents()
    {
        QFETCH(bool, pytorch);
        for (const GeneratedRank &rank : m_results[pytorch].ranks) {
            std::map<std::string, int> firstUse;
            std::map<std::string, int> named;
            int places = 0;
            int at = 0;
            bool inside = false;
            for (const Json &e : events(rank)) {
                const bool meta = e["ph"] == "M";
                places += meta && !inside ? 1 : 0;
                inside = meta;
                if (!meta)
                    firstUse.emplace(e["pid"].dump(), at);
                else if (e["name"] == "process_name")
                    named.emplace(e["pid"].dump(), at);
                ++at;
            }
            QVERIFY(places >= 4);
            int late = 0;
            for (const auto &[pid, first] : firstUse) {
                QVERIFY(named.contains(pid));
                late += named.at(pid) > first ? 1 : 0;
            }
            QVERIFY2(late >= 4, qPrintable(QString::number(late)));
        }
    }

    void countersOfTheChipAreSampledAsRealOnesAre()
    {
        for (const bool pytorch : {false, true}) {
            const Json all = events(m_results[pytorch].ranks.front());
            std::map<std::string, std::vector<qint64>> stamps;
            std::map<std::string, std::set<int>> accelerators;
            for (const Json &e : all) {
                if (e["ph"] != "C")
                    continue;
                stamps[e["name"]].push_back(parseDecimalUs(e["ts"].get<std::string>()).value_or(-1));
                if (e["args"].contains("acc_id"))
                    accelerators[e["name"]].insert(e["args"]["acc_id"].get<int>());
            }
            for (const char *const name : {"read_bandwidth", "write_bandwidth", "read_ost", "write_ost"}) {
                QCOMPARE(accelerators[name].size(), size_t{28});
                QCOMPARE(stamps[name].size() % 28, size_t{0});
            }
            for (const char *const name : {"HBM 3/Write", "Mata Bw Level", "L2 Buffer Bw Level"})
                QVERIFY2(!stamps[name].empty(), name);
            const std::vector<qint64> &qos = stamps["QoS OTHERS"];
            QVERIFY(qos.size() > 50);
            for (size_t i = 1; i < qos.size(); ++i)
                QCOMPARE(qos[i] - qos[i - 1], 200'000);
        }
    }

    void operatorsOfTheForwardPassCarryCallStacks()
    {
        const RankTrace trace = readTrace(m_results[true].ranks.front().dir);
        std::map<std::string, std::pair<int, int>> with; // thread: with a stack, without
        for (const Slice &s : trace.slices) {
            if (!s.args.contains("Sequence number") || !s.args.contains("Input Dims"))
                continue;
            const std::string stack = s.args.value("Call stack", "");
            auto &[some, none] = with[s.thread];
            ++(stack.empty() ? none : some);
            if (stack.empty())
                continue;
            QVERIFY2(stack.find(";\r\n") != std::string::npos, stack.c_str());
            QVERIFY2(stack.find("PKG") == std::string::npos, stack.c_str());
            QVERIFY(stack.ends_with("pretrain_gpt.py(412): train_one_step"));
        }
        QCOMPARE(with.size(), size_t{2});
        const auto &forward = with["Thread 2178231"];
        const auto &backward = with["Thread " + std::to_string(2178231 + 8292)];
        QVERIFY(forward.first > 10 && forward.second > 10);
        QCOMPARE(backward.first, 0);
        QVERIFY(backward.second > 10);
    }
};

RS_TEST(TestGenShapes, QCoreApplication);
#include "tst_genshapes.moc"
