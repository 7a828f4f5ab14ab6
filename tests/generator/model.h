// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace rs::gen {

/// The "Accelerator Core" of kernel_details.csv that runs a kernel.
enum class Core : quint8 { AiCore, Vector, MixAic, MixAiv, AiCpu, Dsa };
[[nodiscard]] const char *coreName(Core core);

/// One kind of kernel of the simulated transformer.
struct OpTemplate
{
    const char *path;   ///< scope below the layer, "attention/qkv_proj-ColumnParallelLinear"
    const char *op;     ///< framework operator, "MatMulExt"
    const char *aten;   ///< the same in PyTorch
    const char *kernel; ///< device slice name
    const char *type;   ///< "MatMulV3"
    Core core;
    double meanUs;
    const char *inShapes;
    const char *inTypes;
    const char *outShapes;
    const char *outTypes;
    int blockDim;
    int pair; ///< > 0: a forward and a backward operator of the same number are one autograd pair
};

enum class CommKind : quint8 { AllReduce, AllGather, ReduceScatter, Send, Receive, BatchSend, BatchReceive, AllToAllV };
[[nodiscard]] const char *commOpName(CommKind kind); ///< "hcom_allReduce"
/// True for a send to one peer, in a call of its own or in a batch.
[[nodiscard]] inline bool isSend(CommKind kind)
{
    return kind == CommKind::Send || kind == CommKind::BatchSend;
}
[[nodiscard]] inline bool isReceive(CommKind kind)
{
    return kind == CommKind::Receive || kind == CommKind::BatchReceive;
}
enum class GroupRole : quint8 { World, Tp, Dp, Pp, Ep };
inline constexpr size_t groupRoles = 5;

/// Class of operations that a block's instructions wait for: all pending ones of it on this rank.
enum class Slot : quint8 { Tp, Dp, Send, Receive, World, Ep };
inline constexpr size_t slotKinds = 6;

struct Instruction
{
    enum Kind : quint8 { Kernel, Memcpy, CommStart, CommWait };
    Kind kind = Kernel;
    Slot slot = Slot::Tp;
    CommKind comm = CommKind::AllReduce;
    GroupRole group = GroupRole::Tp;
    qint8 stageStep = 0;  ///< Send, Receive: partner's stage minus own
    quint16 op = 0;       ///< Kernel: index into opTable()
    qint64 bytes = 0;     ///< payload of a communication operator, size of a memcpy
    bool toHost = false;  ///< Memcpy
    bool combine = false; ///< AllToAllV: tokens come back from the experts
};

enum class Pass : quint8 { StepBegin, Forward, Head, Backward, Optimizer, StepEnd };
[[nodiscard]] const char *passName(Pass pass);

using Body = std::vector<Instruction>;

/// A stretch of the program: one layer of one micro-batch, or what comes around the layers.
struct Block
{
    Pass pass = Pass::Forward;
    qint32 layer = 0; ///< within the whole model
    qint32 microBatch = 0;
    quint16 body = 0; ///< index into Program::bodies
};

/// One training step of one pipeline stage. Every rank of a stage runs the same program.
struct Program
{
    std::vector<Body> bodies;
    std::vector<Block> blocks;
};

struct ModelShape
{
    int layersPerStage = 2;
    int microBatches = 1;
};

[[nodiscard]] const std::vector<OpTemplate> &opTable();
/// Kernels of the feed-forward network, which in a mixture of experts works on as many tokens as the expert gets.
[[nodiscard]] bool isExpertOp(quint16 op);
[[nodiscard]] bool isCpuOp(quint16 op);   ///< a fault may move it to the AI CPU
[[nodiscard]] bool isProduct(quint16 op); ///< a matrix product of every layer
inline constexpr int usualTokens = 1024;  ///< tokens of a rank, as in the shapes of opTable()

/// opTable() of a rank.
struct RankOps
{
    std::vector<OpTemplate> table;
    std::deque<std::string> texts; ///< that the table points at
};
/// Its experts have so many tokens; `onCpu`: isCpuOp() run on the AI CPU.
[[nodiscard]] std::shared_ptr<const RankOps> opsOfRank(int tokens, bool onCpu);

/// Division of the work among the ranks.
struct ProgramLayout
{
    int stage = 0;
    int stages = 1;
    int tp = 1;
    int dp = 1;
    int worldRanks = 1;
    bool batchSendRecv = false;
    bool experts = false;
    bool earlyReceive = false;
    int buckets = 1;
};
[[nodiscard]] Program buildProgram(const ModelShape &shape, const ProgramLayout &layout);

} // namespace rs::gen
