// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "runfolder.h"

#include <utility>
#include <vector>

namespace rs::test {

/// Two ranks of one communication group. Their files say the same; each stamp of rank 1 is later by 2 µs.
class SoundRun
{
public:
    SoundRun()
    {
        for (const int rank : {0, 1}) {
            put(rank, "profiler_info_" + QByteArray::number(rank) + ".json",
                R"({"config":{"experimental_config":{"_profiler_level":"Level1"}},"rank_id":)" +
                    QByteArray::number(rank) + "}");
            put(rank, "profiler_metadata.json",
                R"({"parallel_group_info":{"g":{"group_name":"tp","group_rank":)" + QByteArray::number(rank) +
                    R"(,"global_ranks":[0,1]}},"distributed_args":{"world_size":2}})");
            put(rank, Out + "trace_view.json", trace(rank));
            put(rank, Out + "kernel_details.csv", kernels(rank));
            put(rank, Out + "op_statistic.csv",
                "OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
                "MatMul,AI_CORE,2,9.001,4,4.5,5.001,75\nAdd,AI_VECTOR_CORE,1,3.0,3,3,3,25\n");
            put(rank, Out + "communication.json", communication(rank));
            put(rank, Out + "communication_matrix.json", matrix(rank));
            put(rank, Out + "step_trace_time.csv",
                "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                "Communication(Not Overlapped and Exclude Receive),Preparing\n1,12." +
                    QByteArray::number(rank) + ",9,0,9,4,25,0,9,1\n");
        }
    }

    void put(int rank, const QByteArray &file, const QByteArray &text) const
    {
        m_folder.write(nameOf(rank, file), text);
    }
    [[nodiscard]] QByteArray text(int rank, const QByteArray &file) const
    {
        QFile f(m_folder.path(nameOf(rank, file)));
        return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
    }
    /// Replaces `before`, which must be there.
    void change(int rank, const QByteArray &file, const QByteArray &before, const QByteArray &after) const
    {
        QByteArray t = text(rank, file);
        if (!t.contains(before))
            qFatal("%s does not hold %s", file.constData(), before.constData());
        put(rank, file, t.replace(before, after));
    }
    void putCluster(const QByteArray &file, const QByteArray &text) const
    {
        m_folder.write(QStringLiteral("run/cluster_analysis_output/") + QString::fromLatin1(file), text);
    }
    void remove(int rank, const QByteArray &file) const { QFile::remove(m_folder.path(nameOf(rank, file))); }
    /// Writes the output of a cluster analysis of the files.
    void putCluster() const
    {
        QByteArray steps =
            "Step,Type,Index,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,"
            "Bubble,Communication(Not Overlapped and Exclude Receive),Preparing\n";
        QByteArray operators;
        for (const int rank : {0, 1}) {
            const QByteArray number = QByteArray::number(rank);
            steps += "1,rank," + number + ",12." + number + ",9,0,9,4,25,0,9,1\n";
            QByteArray own = communication(rank);
            const qsizetype record = own.indexOf("{\"Communication Time");
            operators += (rank == 0 ? "\"" : ",\"") + number + "\":" + own.mid(record).chopped(3);
        }
        steps += "1,stage,\"(0, 1)\",12.1,9,0,9,4,25,0,9,1\n";
        putCluster("cluster_step_trace_time.csv", steps);
        putCluster("cluster_communication.json",
                   R"j({"(0, 1)":{"step1":{"hcom_allReduce__1_0_1@)j" + hash() + "\":{" + operators + "}}}}");
        putCluster("cluster_communication_matrix.json",
                   R"j({"(0, 1)":{"step1":{)j" + linksOf({"0-0", "0-1", "1-0", "1-1"}) + "}}}");
        putCluster(
            "communication_group.json",
            R"j({"collective":[[0,1]],"p2p":[],"comm_group_parallel_info":[{"type":"collective","rank_set":[0,1],"group_name":")j" +
                hash() + R"j(","group_id":"","pg_name":""}]})j");
    }
    void changeCluster(const QByteArray &file, const QByteArray &before, const QByteArray &after) const
    {
        QFile f(m_folder.path(QStringLiteral("run/cluster_analysis_output/") + QString::fromLatin1(file)));
        if (!f.open(QIODevice::ReadOnly))
            qFatal("no %s", file.constData());
        QByteArray t = f.readAll();
        f.close();
        if (!t.contains(before))
            qFatal("%s does not hold %s", file.constData(), before.constData());
        putCluster(file, t.replace(before, after));
    }
    [[nodiscard]] QString path() const { return m_folder.path(QStringLiteral("run")); }

    /// "rank0_ascend_pt/…: why", of files that are called used and gave nothing, once all is read.
    [[nodiscard]] QStringList filesWithoutUse() const
    {
        ImportReport found;
        auto runs = discover({path()}, JobContext(), found);
        if (runs.size() != 1)
            qFatal("%zu runs", runs.size());
        ThreadPool pool(2);
        const auto run = loadRun(std::move(runs.front()), pool, JobContext());
        QStringList out;
        const auto look = [&out](const std::vector<FileEntry> &files) {
            for (const FileEntry &f : files) {
                if (f.used && !f.why.isEmpty())
                    out << f.kind + QStringLiteral(": ") + f.why.english();
            }
        };
        for (const auto &rank : run->ranks)
            look(rank->info.files);
        look(run->cluster.files);
        return out;
    }

    /// "loss kernels.outside kernel_details.csv [line 5] (argument) x1", of the run and all ranks.
    [[nodiscard]] QStringList findings() const
    {
        ImportReport found;
        auto runs = discover({path()}, JobContext(), found);
        if (runs.size() != 1)
            qFatal("%zu runs", runs.size());
        ThreadPool pool(2);
        const auto run = loadRun(std::move(runs.front()), pool, JobContext());
        found.merge(run->report);
        for (const auto &rank : run->ranks)
            found.merge(rank->report);
        QStringList out;
        for (const Finding &f : found.findings()) {
            QString line = severityName(f.severity) + u' ' + f.code + u' ' + f.file.section(u'/', -1);
            if (!f.place.isEmpty())
                line += QStringLiteral(" [") + f.place.text() + u']';
            if (!f.argument.isEmpty())
                line += QStringLiteral(" (") + f.argument + u')';
            out << line + QStringLiteral(" x%1").arg(f.count);
            if (f.text().contains(QLatin1String("%1")))
                out << QStringLiteral("without its argument: ") + f.text();
        }
        return out;
    }

    static inline const QByteArray Out = "ASCEND_PROFILER_OUTPUT/";

private:
    static QString nameOf(int rank, const QByteArray &file)
    {
        return QStringLiteral("run/rank%1_ascend_pt/").arg(rank) + QString::fromLatin1(file);
    }
    static QByteArray us(int rank, int at) { return QByteArray::number(1000 + at + 2 * rank); }

    static QByteArray trace(int rank)
    {
        const auto slice = [rank](const char *name, int pid, int tid, int at, const char *duration, const char *type,
                                  int task = 99) {
            return QByteArray(R"({"ph":"X","name":")") + name + R"(","pid":)" + QByteArray::number(pid) + R"(,"tid":)" +
                   QByteArray::number(tid) + R"(,"ts":")" + us(rank, at) + R"(.000","dur":)" + duration +
                   R"(,"args":{"Physic Stream Id":2,"Task Id":)" + QByteArray::number(task) + R"(,"Task Type":")" +
                   type + "\"}}";
        };
        return R"([{"ph":"M","name":"process_name","pid":7,"tid":0,"args":{"name":"Ascend Hardware"}},)"
               R"({"ph":"M","name":"process_name","pid":8,"tid":0,"args":{"name":"Communication"}},)"
               R"({"ph":"M","name":"thread_name","pid":8,"tid":0,"args":{"name":"Group g Communication"}},)" +
               slice("MatMul1", 7, 2, 0, "4.0003", "AI_CORE", 1) + ',' +
               slice("Add1", 7, 2, 5, "3", "AI_VECTOR_CORE", 2) + ',' +
               slice("MatMul2", 7, 2, 10, "5.0008", "AI_CORE", 3) + ',' +
               slice("EVENT_WAIT", 7, 2, 16, "1", "EVENT_WAIT_SQE") + ',' + slice("Idle1", 7, 2, 18, "1", "AI_CPU") +
               ',' + slice("hcom_allReduce__1_0_1", 8, 0, 20, "9.0004", "") + ']';
    }
    static QByteArray kernels(int rank)
    {
        // In the order of no writer: stamps need not be sorted.
        return "Step Id,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us)\n"
               "1,2,2,Add1,Add,AI_VECTOR_CORE," +
               us(rank, 5) + ".000\t,3.0,1\n1,1,2,MatMul1,MatMul,AI_CORE," + us(rank, 0) +
               ".000\t,4.000,0\n1,3,2,MatMul2,MatMul,AI_CORE," + us(rank, 10) +
               ".000\t,5.001,2\n1,N/A,N/A,hcom_allReduce__1_0_1,hcom_allReduce_,HCCL," + us(rank, 20) +
               ".000\t,9.0,0\n";
    }
    static QByteArray communication(int rank)
    {
        return R"j({"step1":{"p2p":{},"collective":{"hcom_allReduce__1_0_1@)j" + hash() +
               R"j(":{"Communication Time Info":{"Start Timestamp(us)":)j" + us(rank, 20) +
               R"j(.1,"Elapse Time(ms)":0.0090004,"Transit Time(ms)":0.004,"Wait Time(ms)":0.004,"Synchronization Time(ms)":0.004,"Idle Time(ms)":0.001,"Wait Time Ratio":0.5,"Synchronization Time Ratio":0.5},"Communication Bandwidth Info":{"HCCS":{"Transit Size(MB)":0.15,"Transit Time(ms)":0.009,"Bandwidth(GB/s)":16.6667,"Large Packet Ratio":0.5}}}}}})j";
    }
    static QByteArray matrix(int rank)
    {
        return R"j({"step1":{"p2p":{},"collective":{)j" +
               (rank == 0 ? linksOf({"0-0", "0-1", "1-0"}) : linksOf({"1-1", "1-0", "0-1"})) + "}}}";
    }
    static QByteArray linksOf(const std::vector<QByteArray> &ends)
    {
        const QByteArray link =
            R"j({"Transport Type":"HCCS","Transit Size(MB)":0.05,"Transit Time(ms)":0.003,"Bandwidth(GB/s)":16.6667)j";
        QByteArray out;
        for (const auto &[statistic, rest] :
             {std::pair("top1", R"j(,"Op Name":"hcom_allReduce__1_0_1"},)j"), std::pair("total", "},")}) {
            out += "\"allreduce-" + QByteArray(statistic) + '@' + hash() + "\":{";
            for (const QByteArray &e : ends)
                out += '"' + e + "\":" + link + rest;
            out = out.chopped(1) + "},";
        }
        return out.chopped(1);
    }
    static QByteArray hash() { return groupHash(u"g").toLatin1(); }

    RunFolder m_folder;
};

} // namespace rs::test
