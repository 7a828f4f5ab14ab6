// SPDX-License-Identifier: Apache-2.0
#include "bench/summaryrun.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QRandomGenerator>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rs::bench {

namespace {

using nlohmann::json;

constexpr int slowRank = 1234;

struct Layout
{
    int ranks;
    int tp;
    int pp;
    [[nodiscard]] int stage() const { return ranks / pp; }
};

bool write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

bool write(const QString &path, const json &document)
{
    return write(path, QByteArray::fromStdString(document.dump(4)));
}

std::vector<int> ranksFrom(int first, int last, int distance)
{
    std::vector<int> out;
    for (int rank = first; rank < last; rank += distance)
        out.push_back(rank);
    return out;
}

json infoOf(int rank)
{
    return {{"profiler_parameters",
             {{"activities", {"ProfilerActivity.CPU", "ProfilerActivity.NPU"}},
              {"with_stack", false},
              {"profile_memory", false},
              {"data_simplification", true},
              {"profiler_level", "Level1"},
              {"aic_metrics", "PipeUtilization"},
              {"export_type", {"text"}}}},
            {"ms_profiler_info", {{"rank_id", rank}, {"device_id", std::to_string(rank % 8)}}},
            {"ms_version", "2.7.0"},
            {"cann_version", "8.3.RC1"}};
}

json metadataOf(int rank, const Layout &layout)
{
    json groups = json::object();
    int communicator = 0;
    const auto add = [&](const char *name, int number, int place, const std::vector<int> &members) {
        groups["10.20.0.10%enp189s0f0_60000_" + std::to_string(communicator++) + "_17621577" +
               std::to_string(10'000'000 + number)] = {
            {"group_name", name}, {"group_rank", place}, {"global_ranks", members}};
    };
    const int stage = layout.stage();
    const int firstOfStage = rank / stage * stage;
    const int firstOfTensor = rank / layout.tp * layout.tp;
    add("hccl_world_group", 0, rank, ranksFrom(0, layout.ranks, 1));
    add("tp", firstOfTensor, rank % layout.tp, ranksFrom(firstOfTensor, firstOfTensor + layout.tp, 1));
    add("dp", firstOfStage + rank % layout.tp, (rank - firstOfStage) / layout.tp,
        ranksFrom(firstOfStage + rank % layout.tp, firstOfStage + stage, layout.tp));
    add("pp", rank % stage, rank / stage, ranksFrom(rank % stage, layout.ranks, stage));
    return {{"distributed_args",
             {{"tensor_model_parallel_size", layout.tp},
              {"pipeline_model_parallel_size", layout.pp},
              {"data_parallel_size", stage / layout.tp},
              {"context_parallel_size", 1},
              {"rank", rank},
              {"world_size", layout.ranks}}},
            {"parallel_group_info", groups}};
}

QByteArray stepsOf(int rank, int steps, QRandomGenerator &random)
{
    QByteArray out("Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                   "Communication(Not Overlapped and Exclude Receive),Preparing\n");
    for (int step = 1; step <= steps; ++step) {
        const double computing = 8000 + random.bounded(200.0) + (rank == slowRank ? 3000 : 0);
        const double covered = 1000 + random.bounded(20.0);
        const double uncovered = 14'000 - computing + random.bounded(50.0); // the others wait
        const double free = 400 + random.bounded(90.0);
        const double received = 10;
        QList<QByteArray> cells{QByteArray::number(step)};
        for (const double us :
             {computing, uncovered, covered, uncovered + covered, free, computing + uncovered + free - received,
              received, uncovered - received, 50 + random.bounded(5.0)})
            cells << QByteArray::number(us, 'f', 3);
        out += cells.join(',') + '\n';
    }
    return out;
}

QByteArray statisticsOf(const QByteArray &header, const std::vector<QByteArray> &names, QRandomGenerator &random)
{
    QByteArray out = header + '\n';
    for (const QByteArray &name : names) {
        const int count = 10 + static_cast<int>(random.bounded(100));
        const double mean = 10 + random.bounded(100.0);
        const QList<QByteArray> cells{name,
                                      QByteArray::number(count),
                                      QByteArray::number(mean * count, 'f', 3),
                                      QByteArray::number(mean * 0.8, 'f', 3),
                                      QByteArray::number(mean, 'f', 3),
                                      QByteArray::number(mean * 1.3, 'f', 3)};
        out += cells.join(',') + '\n';
    }
    return out;
}

bool writeRank(const QString &run, int rank, const Layout &layout, int steps)
{
    QRandomGenerator random(static_cast<quint32>(rank) + 1);
    const QString folder = QStringLiteral("%1/node-%2_%3_20251103081500%4_ascend_ms")
                               .arg(run)
                               .arg(rank / 8, 4, 10, QLatin1Char('0'))
                               .arg(2'000'000 + rank)
                               .arg(rank % 1000, 3, 10, QLatin1Char('0'));
    const QString output = folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/");
    return QDir().mkpath(output) && write(folder + QStringLiteral("/profiler_info_%1.json").arg(rank), infoOf(rank)) &&
           write(folder + QStringLiteral("/profiler_metadata.json"), metadataOf(rank, layout)) &&
           write(output + QStringLiteral("step_trace_time.csv"), stepsOf(rank, steps, random)) &&
           write(output + QStringLiteral("op_statistic.csv"),
                 statisticsOf("OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us)",
                              {"MatMulV3,AI_CORE", "FlashAttentionScoreGrad,MIX_AIC", "FlashAttentionScore,MIX_AIC",
                               "ApplyAdamWV2,AI_VECTOR_CORE", "Cast,AI_VECTOR_CORE", "Add,AI_VECTOR_CORE",
                               "RmsNormGrad,MIX_AIV", "Transpose,AI_VECTOR_CORE", "MaskedFill,AI_CPU",
                               "GatherV2,AI_VECTOR_CORE"},
                              random)) &&
           write(output + QStringLiteral("api_statistic.csv"),
                 statisticsOf("Level,API Name,Count,Time(us),Min(us),Avg(us),Max(us)",
                              {"node,launch", "acl,aclrtSynchronizeStream", "acl,aclrtMemcpyAsync",
                               "runtime,KernelLaunchWithHandle", "communication,hcom_allReduce_"},
                              random));
}

} // namespace

bool writeSummaryRun(const QString &folder, int ranks, int steps)
{
    const bool large = ranks % 32 == 0;
    const Layout layout{ranks, large ? 8 : 1, large ? 4 : 1};
    for (int rank = 0; rank < ranks; ++rank) {
        if (!writeRank(folder, rank, layout, steps))
            return false;
    }
    return true;
}

} // namespace rs::bench
