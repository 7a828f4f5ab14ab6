// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model.h"
#include "options.h"
#include "simulator.h"
#include "topology.h"

#include <QString>

#include <array>
#include <memory>
#include <string>

namespace rs::gen {

/// Physical stream ids of the streams of a rank.
inline constexpr std::array<int, StreamCount> streamIds{3, 5, 7, 9, 11, 13};
inline constexpr int markStreamId = 1; ///< device marks of mstx

class AnalysisDb;
class RankDb;

/// Facts on one rank for its writers.
struct RankContext
{
    const GeneratorOptions *options = nullptr;
    const Topology *topology = nullptr;
    ModelShape shape;
    int rank = 0;
    int device = 0;
    std::string host;
    qint64 hostPid = 0;
    qint64 hostOffsetNs = 0;   ///< written host stamps minus true time
    qint64 deviceOffsetNs = 0; ///< written device stamps minus written host stamps
    double framesPerBlock = 0; ///< Python stack frames per block, which bring the trace to its size
    bool countOnly = false;    ///< nothing is written to disk
    QString dir;               ///< the rank's folder
    RankDb *db = nullptr;      ///< takes what the writers of text spell; none when no database is written
    AnalysisDb *analysisDb = nullptr;
    std::shared_ptr<const RankOps> ops; ///< none: as opTable() has them

    [[nodiscard]] const OpTemplate &op(quint16 index) const { return ops ? ops->table[index] : opTable()[index]; }
    /// 2025-11-03 08:15:00 UTC: when true time begins. Fixed, because the same seed writes the same bytes.
    static constexpr qint64 epochNs = 1762157700LL * 1000000000LL;
    [[nodiscard]] qint64 hostNs(qint64 trueNs) const { return epochNs + hostOffsetNs + trueNs; }
    [[nodiscard]] qint64 deviceNs(qint64 trueNs) const { return hostNs(trueNs) + deviceOffsetNs; }
    [[nodiscard]] bool writesText() const { return !countOnly && options->writesText(); }
    [[nodiscard]] bool pytorch() const { return options->pytorch; }
    [[nodiscard]] QString outputFile(const QString &name) const
    {
        return dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/") + name;
    }
};

/// Full names of operators as the framework gives them; strings are built once per layer.
class OpNames
{
public:
    explicit OpNames(const RankContext &context);
    /// "Default/network-…/layers-3-TransformerLayer/mlp/MatMulExt-op312" (MindSpore), "aten::mm" (PyTorch).
    void append(std::string &out, const Record &record) const;
    /// "Default/tp/allReduce-op312" (MindSpore), "HcclallReduce" (PyTorch).
    void appendComm(std::string &out, const Record &record, const CommDetail &detail) const;
    /// The scope of a block on the Scope Layer lane, depth 0..3.
    [[nodiscard]] std::string scope(Pass pass, int layer, int depth) const;

private:
    const Topology *m_topology = nullptr;
    bool m_pytorch = false;
    std::vector<std::string> m_prefix; ///< per pass and layer
    int m_layers = 0;
};

/// PyTorch gives operators of the forward pass a call stack; the backward pass runs on a thread without Python.
[[nodiscard]] bool hasCallStack(const Record &record);
/// "hcom_allReduce__865_3_1"
void appendCommName(std::string &out, const CommDetail &detail, const Group &group);

/// One task on a plane of a communication operator.
struct PlaneTask
{
    const char *name = "";
    const char *transport = "SDMA"; ///< SDMA, RDMA, LOCAL
    const char *linkType = "INVALID_TYPE";
    const char *dataType = "INVALID_TYPE";
    int plane = 0;
    int source = 0;       ///< local rank
    int destination = -1; ///< local rank; -1 is written as 4294967295
    qint64 bytes = 0;
    qint64 startNs = 0; ///< true time
    qint64 endNs = 0;
    bool payload = false;    ///< moves data to another rank
    bool ofTransfer = false; ///< notify or wait that belongs to an RDMA transfer
};

/// The tasks of one operator on one rank, plane by plane in time order. `self` is the rank's index in the group.
void planTasks(const Record &record, const CommDetail &detail, const Topology &topology, int rank,
               std::vector<PlaneTask> &out);
/// Planes that a group of that size uses.
[[nodiscard]] int planeCount(const Group &group);

} // namespace rs::gen
