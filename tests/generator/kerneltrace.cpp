// SPDX-License-Identifier: Apache-2.0
#include "kerneltrace.h"

#include "sqliteout.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace rs::gen {

namespace {

constexpr const char *byThread = "Process Scheduling";
constexpr const char *byCpu = "CPU Scheduling";

std::string cpuName(int cpu)
{
    char name[16];
    std::snprintf(name, sizeof name, "CPU %03d", cpu);
    return name;
}

struct KernelEvent
{
    qint64 startNs = 0;
    qint64 durationNs = 0;
    std::string name;
    qint64 track = 0;
    std::string args;
};

std::string switchArgs(const std::string &from, qint64 fromId, const char *state, const std::string &to, qint64 toId)
{
    return R"({"prev_comm": ")" + from + R"(", "prev_pid": ")" + std::to_string(fromId) +
           R"(", "prev_prio": "120", "prev_state": ")" + state + R"(", "next_comm": ")" + to + R"(", "next_pid": ")" +
           std::to_string(toId) + R"(", "next_prio": "120"})";
}

void addThread(std::vector<KernelEvent> &out, const TracedThread &thread, qint64 track, qint64 cpuTrack)
{
    constexpr qint64 shortest = 1'000'000;
    constexpr qint64 mostPeriods = 2000;
    constexpr int interruptEvery = 10;
    constexpr qint64 interruptNs = 5000;
    constexpr qint64 softNs = 8000;
    const qint64 period = std::max(shortest, (thread.endNs - thread.startNs) / mostPeriods);
    const std::string name = thread.command + ':' + std::to_string(thread.id);
    const std::string cpu = R"({"cpu": ")" + std::to_string(thread.cpu) + R"("})";
    const std::string ran = R"({"host_pid": ")" + std::to_string(thread.id) +
                            R"(", "total_runtime": "0 [ns]", "vruntime": 0, "prio": "120"})";
    const auto state = [&](const char *what, qint64 from, qint64 to) {
        out.push_back({from, to - from, what, track, cpu});
    };
    const auto leave = [&](qint64 at, const char *why, const char *to, qint64 toId) {
        out.push_back({at, 0, "sched_switch", cpuTrack, switchArgs(thread.command, thread.id, why, to, toId)});
    };
    int number = 0;
    for (qint64 at = thread.startNs; at + period <= thread.endNs; at += period, ++number) {
        const qint64 preempted = at + period * 80 / 100;
        const qint64 back = at + period * 85 / 100;
        const qint64 asleep = at + period * 95 / 100;
        state("Running", at, preempted);
        state("Runnable", preempted, back);
        state("Running", back, asleep);
        state("Sleeping", asleep, at + period);
        out.push_back({at, preempted - at, name, cpuTrack, ran});
        leave(preempted, "R", "node_exporter", 99);
        out.push_back(
            {preempted, 0, "sched_switch", cpuTrack, switchArgs("node_exporter", 99, "S", thread.command, thread.id)});
        out.push_back({back, asleep - back, name, cpuTrack, ran});
        leave(asleep, "S", "<idle>", 0);
        if (number % interruptEvery != 0)
            continue;
        const std::string task = R"(", "task": ")" + name + R"("})";
        out.push_back({at + period / 10, interruptNs, "irq", cpuTrack,
                       R"({"irq": "64", "name": "mlx5_async", "ret": "handled)" + task});
        out.push_back({at + period / 5, softNs, "softirq", cpuTrack, R"({"vec": "3", "action": "NET_RX)" + task});
    }
}

} // namespace

bool writeKernelTrace(const QString &path, const std::vector<TracedThread> &threads, QString &error)
{
    SqliteOut out(path);
    {
        SqliteOut::Table processes(out, "process",
                                   "pid TEXT PRIMARY KEY, process_name TEXT, label TEXT, process_sort_index INTEGER, "
                                   "parentPid TEXT DEFAULT '0'");
        SqliteOut::Table tracks(out, "thread",
                                "track_id INTEGER PRIMARY KEY, tid TEXT, pid TEXT, thread_name TEXT, "
                                "thread_sort_index INTEGER");
        SqliteOut::Table slices(out, "slice",
                                "id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp INTEGER, duration INTEGER, name TEXT, "
                                "depth INTEGER, track_id INTEGER, cat TEXT, args TEXT, cname TEXT, end_time INTEGER, "
                                "flag_id TEXT");
        out.run("CREATE TABLE counter (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, pid TEXT, timestamp INTEGER, "
                "cat TEXT, args TEXT)");
        for (const char *const process : {byThread, byCpu})
            processes.row(process, process, std::nullopt, std::nullopt, "0");
        std::map<int, qint64> trackOfCpu;
        for (const TracedThread &t : threads)
            trackOfCpu.try_emplace(t.cpu, 0);
        qint64 track = 0;
        for (auto &[cpu, own] : trackOfCpu) {
            own = ++track;
            tracks.row(own, cpuName(cpu), byCpu, cpuName(cpu), 0);
        }
        std::vector<KernelEvent> events;
        for (const TracedThread &t : threads) {
            const std::string name = t.command + ':' + std::to_string(t.id);
            tracks.row(++track, name, byThread, name, 0);
            addThread(events, t, track, trackOfCpu[t.cpu]);
        }
        std::stable_sort(events.begin(), events.end(),
                         [](const KernelEvent &a, const KernelEvent &b) { return a.startNs < b.startNs; });
        for (const KernelEvent &e : events)
            slices.row(std::nullopt, e.startNs, e.durationNs, e.name, std::nullopt, e.track, std::nullopt, e.args,
                       std::nullopt, e.startNs + e.durationNs, std::nullopt);
    }
    const bool ok = out.close();
    if (!ok)
        error = out.error();
    return ok;
}

} // namespace rs::gen
