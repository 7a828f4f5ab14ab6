// SPDX-License-Identifier: Apache-2.0
#include "gencheck/generatedrun.h"

#include "core/run/rundata.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace rs;
using namespace rs::test;
using namespace rs::gen;

class TestGenerator : public QObject
{
    Q_OBJECT

private:
    struct Flavour
    {
        const char *name;
        bool pytorch;
        bool oldCann;
    };
    static constexpr Flavour flavours[] = {{"MindSpore", false, false},
                                           {"MindSpore on old CANN", false, true},
                                           {"PyTorch", true, false},
                                           {"PyTorch on old CANN", true, true}};
    std::map<QString, std::shared_ptr<QTemporaryDir>> m_dirs;
    std::map<QString, GeneratorResult> m_results;

    static void addFlavours()
    {
        QTest::addColumn<QString>("flavour");
        for (const Flavour &f : flavours)
            QTest::newRow(f.name) << QString::fromLatin1(f.name);
    }

private slots:
    void initTestCase()
    {
        for (const Flavour &f : flavours) {
            const QString name = QString::fromLatin1(f.name);
            m_dirs[name] = std::make_shared<QTemporaryDir>();
            GeneratorOptions o = smallRun(m_dirs[name]->path());
            o.pytorch = f.pytorch;
            o.oldCann = f.oldCann;
            m_results[name] = generate(o);
            QVERIFY2(m_results[name].ok, qPrintable(m_results[name].error));
            QCOMPARE(m_results[name].ranks.size(), size_t{4});
        }
    }

    void theSameSeedWritesTheSameBytes()
    {
        QTemporaryDir again;
        QVERIFY(generate(smallRun(again.path())).ok);
        QCOMPARE(treeHash(again.path()), treeHash(m_dirs[QStringLiteral("MindSpore")]->path()));
        QTemporaryDir oneThread;
        GeneratorOptions o = smallRun(oneThread.path());
        o.threads = 1;
        QVERIFY(generate(o).ok);
        QCOMPARE(treeHash(oneThread.path()), treeHash(again.path()));
        QTemporaryDir other;
        o = smallRun(other.path());
        o.seed = 8;
        QVERIFY(generate(o).ok);
        QVERIFY(treeHash(other.path()) != treeHash(again.path()));
    }

    void theTraceHasTheSizeThatWasAskedFor_data()
    {
        const Scenarios<double, int, bool> row;
        row("1 MB", 1.0, 8, false);
        row("7 MB, PyTorch", 7.0, 4, true);
        row("20 MB, one card", 20.0, 1, false);
        row("2 MB, three ranks of one node each", 2.0, 3, true);
    }

    void theTraceHasTheSizeThatWasAskedFor()
    {
        auto [mb, ranks, pytorch] = scenario<double, int, bool>();
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.mbPerRank = mb;
        o.ranks = ranks;
        o.pytorch = pytorch;
        if (ranks == 3)
            o.nodeSize = 1;
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        for (const GeneratedRank &rank : r.ranks) {
            const QFileInfo file(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
            QCOMPARE(file.size(), rank.traceBytes);
            QVERIFY2(std::abs(static_cast<double>(file.size()) - mb * 1e6) < mb * 1e5,
                     qPrintable(QString::number(file.size())));
        }
    }

    void everyFileParsesAndEveryTableHasOneWidth_data() { addFlavours(); }

    void everyFileParsesAndEveryTableHasOneWidth()
    {
        QFETCH(QString, flavour);
        QDirIterator it(m_dirs[flavour]->path(), QDir::Files, QDirIterator::Subdirectories);
        int json = 0;
        int csv = 0;
        while (it.hasNext()) {
            const QString path = it.next();
            const QByteArray text = contents(path);
            if (path.endsWith(QLatin1String(".json"))) {
                ++json;
                QVERIFY2(Json::accept(text.begin(), text.end()), qPrintable(path));
            } else if (path.endsWith(QLatin1String(".csv"))) {
                ++csv;
                const Csv rows = parseCsv(text);
                QVERIFY2(rows.size() > 1, qPrintable(path));
                // A row for each key, and some keys have one value only.
                const bool keyed = path.contains(QLatin1String("minddata_pipeline_summary"));
                for (const auto &row : rows)
                    QVERIFY2(row.size() == rows.front().size() || (keyed && row.size() == 2), qPrintable(path));
            }
        }
        const bool mindSpore = flavour.startsWith(QLatin1String("MindSpore"));
        QCOMPARE(json, 4 * (mindSpore ? 6 : 5) + 1);
        QCOMPARE(csv, 4 * (mindSpore ? 13 : 9));
    }

    void stepTraceTimeFollowsFromTheSlices_data() { addFlavours(); }

    void stepTraceTimeFollowsFromTheSlices()
    {
        QFETCH(QString, flavour);
        const bool torch = flavour.startsWith(QLatin1String("PyTorch"));
        const bool old = flavour.endsWith(QLatin1String("old CANN"));
        for (const GeneratedRank &rank : m_results[flavour].ranks) {
            const RankTrace trace = readTrace(rank.dir);
            QCOMPARE(trace.unnamed, 0);
            std::vector<Interval> computing;
            std::vector<Interval> communicating;
            std::map<qint64, Interval> steps;
            std::map<std::string, IntervalSet> lanes;
            for (const Slice &s : trace.slices) {
                if (isCompute(s))
                    computing.push_back({s.start, s.end});
                else if (isGroupRow(s))
                    communicating.push_back({s.start, s.end});
                else if (s.process == "Overlap Analysis")
                    lanes[s.name].push_back({s.start, s.end});
                else if (s.name.starts_with("ProfilerStep#"))
                    steps[std::stoll(s.name.substr(13))] = {s.start, s.end};
            }
            const IntervalSet compute = mergeIntervals(computing);
            const IntervalSet communication = mergeIntervals(communicating);
            const IntervalSet bare = subtractSets(communication, compute);
            const IntervalSet free = gapsOf(uniteSets(compute, communication));
            for (auto &[name, set] : lanes)
                std::sort(set.begin(), set.end());
            QCOMPARE(lanes["Computing"], compute);
            QCOMPARE(lanes["Communication"], communication);
            QCOMPARE(lanes["Communication(Not Overlapped)"], bare);
            QCOMPARE(lanes["Free"], free);

            const Csv csv = parseCsv(contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv")));
            QCOMPARE(csv.size(), size_t{3});
            for (size_t r = 1; r < csv.size(); ++r) {
                const auto cell = [&](const char *name) {
                    return std::stod(csv[r][static_cast<size_t>(column(csv, name))]);
                };
                const Interval host = steps.at(static_cast<qint64>(cell("Step")));
                Interval window{host.from, host.to + 1}; // MindSpore's windows are closed
                if (torch) {
                    // The tasks of the lowest connection of the step open the window.
                    std::map<qint64, Interval> tasks;
                    std::set<qint64> launched;
                    for (const Slice &s : trace.slices) {
                        if (!s.args.contains("connection_id"))
                            continue;
                        const qint64 id = s.args["connection_id"];
                        if (s.process == "CANN" && s.start >= host.from && s.start < host.to) {
                            launched.insert(id);
                        } else if (s.process == "Ascend Hardware" || isGroupRow(s)) {
                            auto &task = tasks.try_emplace(id, Interval{s.start, s.end}).first->second;
                            task = {std::min(task.from, s.start), std::max(task.to, s.end)};
                        }
                    }
                    window = {0, host.to};
                    for (const qint64 id : launched) {
                        const auto task = tasks.find(id);
                        if (task == tasks.end())
                            continue;
                        window.from = window.from == 0 ? task->second.from : window.from;
                        window.to = std::max(window.to, task->second.to);
                    }
                }
                const auto inside = [&](const IntervalSet &set) {
                    IntervalSet in;
                    for (const Interval &i : set) {
                        if (i.from >= window.from && i.from < window.to)
                            in.push_back(i);
                    }
                    return in;
                };
                const IntervalSet c = inside(compute);
                const IntervalSet m = inside(communication);
                const double tolerance = 1.0 + 0.001 * static_cast<double>(computing.size());
                const auto close = [&](const char *name, qint64 ns, double grain) {
                    const bool ok = std::abs(cell(name) - static_cast<double>(ns) / 1000) <= grain;
                    if (!ok)
                        qWarning() << name << cell(name) << static_cast<double>(ns) / 1000;
                    return ok;
                };
                QVERIFY(close("Computing", totalLength(c), tolerance));
                QVERIFY(close("Communication", totalLength(m), tolerance));
                QVERIFY(close("Communication(Not Overlapped)", totalLength(inside(bare)), tolerance));
                QVERIFY(close("Overlapped", totalLength(m) - totalLength(inside(bare)), tolerance));
                const IntervalSet freeOfStep = torch ? inside(free) : clipSet(free, {host.from, host.to});
                QVERIFY(close("Free", totalLength(freeOfStep), tolerance));

                qint64 bubble = 0;
                qint64 firstHccl = 0;
                const Slice *lastHccl = nullptr;
                for (const Slice &s : trace.slices) {
                    if (!isCommProcess(s) || s.start < window.from || s.start >= window.to)
                        continue;
                    if (s.name.starts_with("hcom_receive") || (!torch && s.name.starts_with("hcom_send")))
                        bubble += s.end - s.start;
                    firstHccl = firstHccl == 0 ? s.start : std::min(firstHccl, s.start);
                    if (!lastHccl || s.start > lastHccl->start)
                        lastHccl = &s;
                }
                QVERIFY(lastHccl);
                qint64 stage = lastHccl->start - firstHccl + (lastHccl->end - lastHccl->start) - bubble;
                if (torch) {
                    qint64 first = std::min(c.front().from, m.front().from);
                    qint64 last = std::max(c.back().to, m.back().to);
                    if (!freeOfStep.empty()) {
                        first = std::min(first, freeOfStep.front().from);
                        last = std::max(last, freeOfStep.back().to);
                    }
                    stage = last - first - bubble;
                } else if (!old) {
                    stage = bubble = 0; // the writer finds no process named HCCL
                }
                QVERIFY(close("Bubble", bubble, tolerance));
                QVERIFY(close("Stage", stage, 1.0));
                const qint64 exclude = totalLength(inside(bare)) - bubble;
                QVERIFY(close("Communication(Not Overlapped and Exclude Receive)",
                              torch ? std::max<qint64>(0, exclude) : exclude, tolerance));
                QVERIFY(close("Preparing", std::min(c.front().from, m.front().from) - host.from, 0.25));
            }
        }
    }

    void communicationJsonAgreesWithTheGroupRows_data() { addFlavours(); }

    void communicationJsonAgreesWithTheGroupRows()
    {
        QFETCH(QString, flavour);
        for (const GeneratedRank &rank : m_results[flavour].ranks) {
            const RankTrace trace = readTrace(rank.dir);
            std::map<std::string, const Slice *> rows;
            for (const Slice &s : trace.slices) {
                if (isGroupRow(s))
                    rows[s.name] = &s;
            }
            const Json meta = Json::parse(contents(rank.dir + QLatin1String("/profiler_metadata.json")).toStdString());
            std::map<std::string, std::string> nameOfHash;
            for (const auto &[name, group] : meta["parallel_group_info"].items()) {
                nameOfHash[groupHash(QString::fromStdString(name)).toStdString()] = name;
                const std::vector<int> members = group["global_ranks"];
                QCOMPARE(members.at(group["group_rank"].get<size_t>()), rank.rank);
            }
            const Json comm = Json::parse(
                contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/communication.json")).toStdString());
            QCOMPARE(comm.size(), size_t{2});
            size_t seen = 0;
            for (const Json &step : comm) {
                for (const Json &kind : step) {
                    double total = 0;
                    for (const auto &[key, op] : kind.items()) {
                        const Json &time = op["Communication Time Info"];
                        const double elapse = time["Elapse Time(ms)"];
                        if (key == "Total Op Info") {
                            QVERIFY(std::abs(elapse) > 0);
                            continue;
                        }
                        ++seen;
                        total += elapse;
                        const size_t at = key.find('@');
                        QVERIFY(nameOfHash.contains(key.substr(at + 1)));
                        const auto row = rows.find(key.substr(0, at));
                        QVERIFY2(row != rows.end(), key.c_str());
                        const Slice &s = *row->second;
                        QVERIFY(std::abs(elapse * 1000 - static_cast<double>(s.end - s.start) / 1000) <= 0.3);
                        QVERIFY(std::abs(time["Start Timestamp(us)"].get<double>() -
                                         static_cast<double>(s.start) / 1000) <= 0.3);
                        const double parts = time["Transit Time(ms)"].get<double>() +
                                             time["Wait Time(ms)"].get<double>() + time["Idle Time(ms)"].get<double>();
                        QVERIFY(std::abs(parts - elapse) < 1e-6);
                        QVERIFY(time["Idle Time(ms)"].get<double>() >= 0);
                        QVERIFY(time["Synchronization Time(ms)"].get<double>() <= time["Wait Time(ms)"].get<double>());
                    }
                    if (kind.contains("Total Op Info")) {
                        const double said = kind["Total Op Info"]["Communication Time Info"]["Elapse Time(ms)"];
                        QVERIFY(std::abs(said - total) < 1e-6 * std::max(1.0, total));
                    }
                }
            }
            QCOMPARE(seen, rows.size());
        }
    }

    void theMatrixAddsUpThePlanesTasks_data() { addFlavours(); }

    void theMatrixAddsUpThePlanesTasks()
    {
        QFETCH(QString, flavour);
        const bool torch = flavour.startsWith(QLatin1String("PyTorch"));
        const GeneratedRank &rank = m_results[flavour].ranks.at(2);
        const RankTrace trace = readTrace(rank.dir);
        double payload = 0;
        for (const Slice &s : trace.slices) {
            const std::string link = s.args.value("link type", "");
            if (link == "HCCS" || link == "ON_CHIP")
                payload += s.args["size(Byte)"].get<double>() / 1e6;
        }
        const Json matrix = Json::parse(
            contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/communication_matrix.json")).toStdString());
        double sum = 0;
        int named = 0;
        for (const Json &step : matrix) {
            for (const Json &kind : step) {
                for (const auto &[key, links] : kind.items()) {
                    const bool total = key.find("-total@") != std::string::npos;
                    for (const auto &[ends, link] : links.items()) {
                        const double mb = link["Transit Size(MB)"];
                        const double ms = link["Transit Time(ms)"];
                        QVERIFY(std::abs(link["Bandwidth(GB/s)"].get<double>() - mb / ms) < 1e-3);
                        sum += total ? mb : 0;
                        QVERIFY(total != link.contains(torch ? "Op Name" : "op_name"));
                        QVERIFY(!link.contains(torch ? "op_name" : "Op Name"));
                        named += total ? 0 : 1;
                    }
                }
            }
        }
        QVERIFY(named > 0);
        QVERIFY(payload > 0);
        QVERIFY(std::abs(sum - payload) < 1e-6 * payload);
    }

    void everyKernelRowHasItsSlice_data() { addFlavours(); }

    void everyKernelRowHasItsSlice()
    {
        QFETCH(QString, flavour);
        for (const GeneratedRank &rank : m_results[flavour].ranks) {
            const RankTrace trace = readTrace(rank.dir);
            std::map<std::pair<std::string, std::string>, std::pair<qint64, bool>> slices;
            size_t operators = 0;
            for (const Slice &s : trace.slices) {
                if (isCompute(s) || isGroupRow(s)) {
                    slices[{s.name, s.tsText}] = {s.end - s.start, isGroupRow(s)};
                    ++operators;
                }
            }
            const Csv csv = parseCsv(contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/kernel_details.csv")));
            QCOMPARE(csv.size() - 1, operators);
            const auto name = static_cast<size_t>(column(csv, "Name"));
            const auto start = static_cast<size_t>(column(csv, "Start Time(us)"));
            const auto duration = static_cast<size_t>(column(csv, "Duration(us)"));
            const auto core = static_cast<size_t>(column(csv, "Accelerator Core"));
            for (size_t r = 1; r < csv.size(); ++r) {
                const std::string kernel = csv[r][name].substr(csv[r][name].rfind('/') + 1);
                const auto slice = slices.find({kernel, csv[r][start]});
                QVERIFY2(slice != slices.end(), csv[r][name].c_str());
                QCOMPARE(parseDecimalUs(csv[r][duration]).value_or(-1), slice->second.first);
                QCOMPARE(csv[r][core] == "HCCL" || csv[r][core] == "COMMUNICATION", slice->second.second);
            }
        }
    }

    void everyFlowJoins_data() { addFlavours(); }

    void everyFlowJoins()
    {
        QFETCH(QString, flavour);
        const bool torch = flavour.startsWith(QLatin1String("PyTorch"));
        std::set<std::string> categories;
        for (const GeneratedRank &rank : m_results[flavour].ranks) {
            const RankTrace trace = readTrace(rank.dir);
            for (const auto &[key, ends] : trace.flows) {
                categories.insert(key.first);
                // A copy to the device is two tasks of one call.
                const bool two = key.first == "HostToDevice" && ends.second.size() == 2;
                QVERIFY2(ends.first.size() == 1 && (two || ends.second.size() == 1),
                         (key.first + " " + key.second).c_str());
                for (const Json *e : {&ends.first.front(), &ends.second.front(), &ends.second.back()}) {
                    const bool start = trace.starts.contains({(*e)["pid"].dump(), (*e)["tid"].dump(), (*e)["ts"]});
                    // Old CANN puts the start inside the launching slice.
                    if (!(key.first == "HostToDevice" && (*e)["ph"] == "s"))
                        QVERIFY2(start, e->dump().c_str());
                }
            }
            QVERIFY(trace.counters.contains("AI Core Freq"));
            QVERIFY(trace.counters.contains("HBM 0/Read"));
        }
        const std::set<std::string> expected =
            torch ? std::set<std::string>{"HostToDevice", "MsTx", "async_npu", "async_task_queue", "fwdbwd"}
                  : std::set<std::string>{"HostToDevice", "MsTx", "async_mindspore", "async_npu"};
        QVERIFY(categories == expected);
    }

    void ranksOfTwoMachinesTalkOverRdma()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.nodeSize = 2;
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        const Json comm = Json::parse(
            contents(r.ranks[0].dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/communication.json")).toStdString());
        const Json &total = comm["step1"]["collective"]["Total Op Info"]["Communication Bandwidth Info"];
        QVERIFY(total["RDMA"]["Transit Size(MB)"].get<double>() > 0); // pipeline partner on the other machine
        QVERIFY(total["HCCS"]["Transit Size(MB)"].get<double>() > 0); // tensor partner beside
    }

    void aFaultCostsWhatPlantedJsonSays_data()
    {
        const Scenarios<int, QString, double> row;
        row("slow rank", int(Fault::SlowRank), "3:1.5", 1.0);
        row("host bound", int(Fault::HostBound), "1:2", 1.0);
        row("slow link", int(Fault::SlowLink), "0-1:4", 1.0);
        row("late rank", int(Fault::LateRank), "0:6.5", 12.5);
        row("frequency drop", int(Fault::FreqDrop), "0:1:1.6", 1.0);
        row("moving straggler", int(Fault::MovingStraggler), "1.5", 1.0);
        row("garbage collection", int(Fault::GcPause), "1:2:20", 15.0);
        row("checkpoint", int(Fault::Checkpoint), "1:40", 39.0);
    }

    void aFaultCostsWhatPlantedJsonSays()
    {
        const auto [kind, text, atLeastMs] = scenario<int, QString, double>();
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        Fault fault;
        QCOMPARE(parseFault(static_cast<Fault::Kind>(kind), text, fault), QString());
        o.faults.push_back(fault);
        const GeneratorResult result = generate(o);
        QVERIFY2(result.ok, qPrintable(result.error));
        const Json with = planted(dir.path());
        const Json without = planted(m_dirs[QStringLiteral("MindSpore")]->path());
        QVERIFY(with["layout"] == without["layout"]); // or the comparison would say nothing
        QCOMPARE(with["faults"].size(), size_t{1});
        const Json &planting = with["faults"][0];
        QCOMPARE(QString::fromStdString(planting["kind"]), faultName(fault.kind));
        const double cost = planting["cost_ms"];
        QVERIFY2(cost > atLeastMs, qPrintable(QString::number(cost)));
        const double wall = with["run"]["wall_ms"].get<double>() - without["run"]["wall_ms"].get<double>();
        QVERIFY(std::abs(cost - wall) < 1e-6);

        // The rank's own numbers, from its written files, grew where the fault bites and not elsewhere.
        const auto stepValue = [](const GeneratorResult &r, int rank, size_t step, const char *name) {
            const Csv csv = parseCsv(contents(r.ranks[static_cast<size_t>(rank)].dir +
                                              QLatin1String("/ASCEND_PROFILER_OUTPUT/step_trace_time.csv")));
            return std::stod(csv[step][static_cast<size_t>(column(csv, name))]) / 1000;
        };
        const GeneratorResult &plain = m_results[QStringLiteral("MindSpore")];
        for (const Json &row : planting["ranks"]) {
            const int rank = row["rank"];
            const auto step = row["step"].get<size_t>();
            const double computing =
                stepValue(result, rank, step, "Computing") - stepValue(plain, rank, step, "Computing");
            QVERIFY(std::abs(computing - row["computing_ms"].get<double>()) < 0.002);
            const double comm =
                stepValue(result, rank, step, "Communication") - stepValue(plain, rank, step, "Communication");
            QVERIFY(std::abs(comm - row["communication_ms"].get<double>()) < 0.002);
            const bool straggles =
                fault.kind == Fault::MovingStraggler && planting["stragglers"][step - 1].get<int>() == rank;
            const bool slower = straggles || (fault.kind == Fault::SlowRank && rank == fault.rank) ||
                                (fault.kind == Fault::FreqDrop && rank == fault.rank && int(step) == fault.step);
            if (slower)
                QVERIFY(computing > 0.5);
            else
                QVERIFY(std::abs(computing) < 1e-6);
            if (fault.kind == Fault::LateRank && rank != fault.rank)
                QVERIFY(row["waiting_ms"].get<double>() > 5);
            if (fault.kind == Fault::HostBound && rank == fault.rank && int(step) == fault.step)
                QVERIFY(row["free_ms"].get<double>() > 1);
        }
    }

    void aDroppedFrequencyStandsInTheCounter()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.faults.push_back({Fault::FreqDrop, 1, -1, 2, 1.5});
        const GeneratorResult r = generate(o);
        QVERIFY(r.ok);
        const QByteArray text = contents(r.ranks[1].dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
        QVERIFY(text.contains("\"MHz\": 1800}"));
        QVERIFY(text.contains("\"MHz\": 1200}"));
    }

    void aSlowLinkShowsInTheMatrix()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.faults.push_back({Fault::SlowLink, 1, 0, -1, 6});
        const GeneratorResult r = generate(o);
        QVERIFY(r.ok);
        const auto bandwidth = [](const GeneratedRank &rank) {
            const Json m = Json::parse(
                contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/communication_matrix.json")).toStdString());
            for (const auto &[key, links] : m["step1"]["collective"].items()) {
                if (key.starts_with("allgather-total"))
                    return links[rank.rank % 2 == 0 ? "0-1" : "1-0"]["Bandwidth(GB/s)"].get<double>();
            }
            return -1.0;
        };
        QVERIFY(bandwidth(r.ranks[2]) > 10);
        for (const int rank : {0, 1}) {
            const double ratio = bandwidth(r.ranks[2]) / bandwidth(r.ranks[static_cast<size_t>(rank)]);
            QVERIFY2(std::abs(ratio - 6) < 0.6, qPrintable(QString::number(ratio)));
        }
    }

    void truncatedFilesHaveTheLengthThatWasAskedFor()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.truncations = {{QStringLiteral("rank3/trace_view.json"), -2000},
                         {QStringLiteral("rank*/kernel_details.csv"), 333}};
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        const QString output = QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
        QCOMPARE(QFileInfo(r.ranks[3].dir + output + QLatin1String("trace_view.json")).size(),
                 r.ranks[3].traceBytes - 2000);
        QCOMPARE(QFileInfo(r.ranks[2].dir + output + QLatin1String("trace_view.json")).size(), r.ranks[2].traceBytes);
        for (const GeneratedRank &rank : r.ranks)
            QCOMPARE(QFileInfo(rank.dir + output + QLatin1String("kernel_details.csv")).size(), 333);
        QCOMPARE(planted(dir.path())["damage"].size(), size_t{5});
        o.truncations = {{QStringLiteral("rank9/trace_view.json"), 5}};
        QVERIFY(!generate(o).ok);
    }

    void nonsenseReachesEveryFileAndIsWrittenDown()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.nonsense = 11;
        const GeneratorResult r = generate(o);
        QVERIFY2(r.ok, qPrintable(r.error));
        const Json damage = planted(dir.path())["damage"];
        int files = 0;
        QDirIterator it(dir.path(), QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files += it.next().endsWith(QLatin1String("planted.json")) ? 0 : 1;
        QCOMPARE(damage.size(), static_cast<size_t>(files));
        for (const Json &d : damage) {
            // Defects do not overlap, so a file of a few lines takes fewer.
            QVERIFY(d["defects"].size() >= (d["bytes_before"].get<qint64>() < 2000 ? 1U : 5U));
            const QString path = dir.filePath(QString::fromStdString(d["file"]));
            QCOMPARE(QFileInfo(path).size(), d["bytes_after"].get<qint64>());
            QVERIFY(d["bytes_after"] != d["bytes_before"] || contents(path).isEmpty());
        }
        // Even ranks keep JSON that parses, odd ranks do not.
        for (const GeneratedRank &rank : r.ranks) {
            const QByteArray text = contents(rank.dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
            QVERIFY(text.contains("negative duration"));
            QCOMPARE(text.contains("-Infinity"), rank.rank % 2 == 1);
            QCOMPARE(Json::accept(text.begin(), text.end()), rank.rank % 2 == 0);
        }
        QTemporaryDir again;
        o.outDir = again.path();
        QVERIFY(generate(o).ok);
        QCOMPARE(treeHash(again.path()), treeHash(dir.path()));
    }

    void wrongOptionsAreExplained_data()
    {
        const Scenarios<int, QString> row;
        row("no factor", int(Fault::SlowRank), "3");
        row("negative factor", int(Fault::SlowRank), "3:-1");
        row("no destination", int(Fault::SlowLink), "3:2");
        row("no number", int(Fault::LateRank), "x:2");
        row("no step", int(Fault::FreqDrop), "1:1.5");
        row("a rank that moves", int(Fault::MovingStraggler), "1:1.5");
        row("no length", int(Fault::GcPause), "1:2");
        row("no pause at all", int(Fault::GcPause), "1:2:0");
        row("a rank of all", int(Fault::Checkpoint), "0:1:40");
    }

    void wrongOptionsAreExplained()
    {
        const auto [kind, text] = scenario<int, QString>();
        Fault f;
        QVERIFY(!parseFault(static_cast<Fault::Kind>(kind), text, f).isEmpty());
    }

    void aRunThatCannotBeIsRefused()
    {
        QTemporaryDir dir;
        GeneratorOptions o = smallRun(dir.path());
        o.tp = 3;
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.faults.push_back({Fault::SlowRank, 17, -1, -1, 2});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.faults.push_back({Fault::HostBound, 1, -1, 9, 1});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.faults.push_back({Fault::Checkpoint, -1, -1, 9, 1});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.ranks = 1;
        o.faults.push_back({Fault::MovingStraggler, -1, -1, -1, 2});
        QVERIFY(!generate(o).ok);
        o = smallRun(dir.path());
        o.gzip = true;
        o.nonsense = 1;
        QVERIFY(!generate(o).ok);
    }
};

RS_TEST(TestGenerator, QCoreApplication);
#include "tst_generator.moc"
