// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/clirun.h"

#include <QDirIterator>

#include <nlohmann/json.hpp>

/// Rank folders that tests of the command line read.
namespace rs::test {

using Json = nlohmann::json;

inline Json slice(const char *name, int pid, int tid, double us, double duration, const Json &args = Json::object())
{
    return {{"ph", "X"},
            {"name", name},
            {"pid", pid},
            {"tid", tid},
            {"ts", QString::number(1000000 + us, 'f', 3).toStdString()},
            {"dur", duration},
            {"args", args}};
}

inline Json meta(const char *what, int pid, int tid, const Json &args)
{
    return {{"ph", "M"}, {"name", what}, {"pid", pid}, {"tid", tid}, {"args", args}};
}

inline Json flowEnd(const char *ph, const char *id, int pid, int tid, double us)
{
    return {{"ph", ph},
            {"name", "torch_to_npu"},
            {"id", id},
            {"cat", "async_npu"},
            {"pid", pid},
            {"tid", tid},
            {"ts", QString::number(1000000 + us, 'f', 3).toStdString()},
            {"bp", "e"}};
}

// One rank of two: a step of 100 us, two kernels, one allReduce; the second rank's kernels take twice as long.
inline Json traceOf(int rank)
{
    const double f = rank + 1;
    return {meta("process_name", 1, 0, {{"name", "Python"}}),
            meta("process_name", 2, 0, {{"name", "Ascend Hardware"}}),
            meta("process_name", 3, 0, {{"name", "HCCL"}}),
            meta("thread_name", 2, 7, {{"name", "Stream 7"}}),
            meta("thread_name", 3, 0, {{"name", "Group 0 Communication"}}),
            slice("ProfilerStep#5", 1, 1, 0, 100),
            slice("aten::mm, \"quoted\"", 1, 1, 5, 3),
            slice("MatMul_1", 2, 7, 20, 10 * f, {{"Task Type", "AI_CORE"}}),
            slice("Cast_1", 2, 7, 60, 5 * f, {{"Task Type", "AI_VECTOR_CORE"}}),
            slice("hcom_allReduce__128_0_1", 3, 0, 45, 8),
            flowEnd("s", "77777777777777777777777", 1, 1, 5),
            flowEnd("f", "77777777777777777777777", 2, 7, 20)};
}

inline QByteArray kernelsOf(int rank)
{
    const int f = rank + 1;
    QByteArray out =
        "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim,Input Shapes\r\n";
    out += "5,MatMul_1,MatMul,AI_CORE,1000020.000\t," + QByteArray::number(10 * f) + ",0,8,\"\"\"2,3;3,4\"\"\"\r\n";
    out += "5,Cast_1,Cast,AI_VECTOR_CORE,1000060.000\t," + QByteArray::number(5 * f) + ",0,8,\"\"\"2,3\"\"\"\r\n";
    out += "5,hcom_allReduce__128_0_1,hcom_allReduce_,HCCL,1000045.000\t,8,0,0,N/A\r\n";
    if (rank == 1)
        out += "5,Add_1,Add,AI_VECTOR_CORE,1000080.000\t,1,0,8,N/A\r\n";
    return out;
}

inline const QByteArray hash = "3985310405473756128"; // of group_name_19

inline void writeRank(const QString &dir, int rank)
{
    write(dir + QStringLiteral("/profiler_info_%1.json").arg(rank),
          R"({"config":{"experimental_config":{"_profiler_level":"Level1"}},"torch_npu_version":"2.1"})");
    write(dir + QStringLiteral("/profiler_metadata.json"),
          R"({"parallel_group_info":{"group_name_19":{"group_name":"tp","group_rank":0,"global_ranks":[0,1]}}})");
    const QString out = dir + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
    write(out + QStringLiteral("trace_view.json"), QByteArray::fromStdString(traceOf(rank).dump()));
    write(out + QStringLiteral("kernel_details.csv"), kernelsOf(rank));
    const double f = rank + 1;
    write(out + QStringLiteral("step_trace_time.csv"),
          "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
          "Communication(Not Overlapped and Exclude Receive),Preparing\r\n5," +
              QByteArray::number(15 * f) + (rank == 0 ? ".000000000000002" : "") + ",8.0,0,8.0," +
              (rank == 0 ? "22.0,45.0" : "12.0,50.0") + ",0,8.0,20.0\r\n");
    const Json time = {{"Start Timestamp(us)", 1000045.1},  {"Elapse Time(ms)", 0.008},
                       {"Transit Time(ms)", 0.002},         {"Wait Time(ms)", 0.006},
                       {"Synchronization Time(ms)", 0.004}, {"Idle Time(ms)", 0.0},
                       {"Wait Time Ratio", 0.75},           {"Synchronization Time Ratio", 0.6667}};
    const Json info = {{"Communication Time Info", time}, {"Communication Bandwidth Info", Json::object()}};
    write(out + QStringLiteral("communication.json"),
          QByteArray::fromStdString(Json{
              {"step5",
               {{"p2p", Json::object()}, {"collective", {{"hcom_allReduce__128_0_1@" + hash.toStdString(), info}}}}}}
                                        .dump()));
    const Json link = {
        {"Transport Type", "HCCS"}, {"Transit Size(MB)", 4.5}, {"Transit Time(ms)", 0.25}, {"Bandwidth(GB/s)", 18.0}};
    const int place = rank % 2; // in the communication domain
    const std::string self = std::to_string(place) + "-" + std::to_string(place);
    const std::string peer = std::to_string(place) + "-" + std::to_string(1 - place);
    Json local = link;
    local["Transport Type"] = "LOCAL";
    write(out + QStringLiteral("communication_matrix.json"),
          QByteArray::fromStdString(
              Json{{"step5",
                    {{"p2p", Json::object()},
                     {"collective", {{"allreduce-total@" + hash.toStdString(), {{self, local}, {peer, link}}}}}}}}
                  .dump()));
}

/// Everything below a folder, sorted.
inline QStringList listing(const QString &dir)
{
    QStringList out;
    QDirIterator it(dir, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (it.hasNext())
        out << it.next();
    out.sort();
    return out;
}

} // namespace rs::test
