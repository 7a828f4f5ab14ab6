// SPDX-License-Identifier: Apache-2.0
#include "model.h"

#include <set>

namespace rs::gen {

namespace {

constexpr qint64 MiB = 1 << 20;

// Names of the rows of the table below, in its order.
enum OpIndex : quint16 {
    Norm1,
    CastQkv,
    Qkv,
    SplitQkv,
    RotaryQ,
    RotaryK,
    Transpose1,
    Attention,
    Transpose2,
    OutProj,
    DropMask,
    Dropout,
    Add1,
    Norm2,
    GateUp,
    Swish,
    Mul1,
    Down,
    Add2,
    AddGrad,
    DownDx,
    DownDw,
    MulGrad,
    SwishGrad,
    GateUpDx,
    GateUpDw,
    Norm2Grad,
    DropoutGrad,
    OutProjDx,
    OutProjDw,
    TransposeG1,
    AttentionGrad,
    TransposeG2,
    RotaryGradQ,
    RotaryGradK,
    ConcatQkv,
    QkvDx,
    QkvDw,
    Norm1Grad,
    AddN1,
    CastGrad,
    AddN2,
    Embedding,
    EmbeddingMask,
    FinalNorm,
    Logits,
    CastLogits,
    SoftmaxLoss,
    LossWhere,
    SoftmaxGrad,
    LogitsDx,
    LogitsDw,
    FinalNormGrad,
    NormSquare,
    NormSum,
    IsFinite,
    AdamW,
    CastParam,
    ZeroGrad,
    PhilSeed,
    // in place of the dense ones in a mixture of experts
    GroupedGateUp,
    GroupedDown,
    GroupedDownDx,
    GroupedGateUpDx,
};

const char *const bf16 = "DT_BF16";
const char *const bf16x2 = "DT_BF16;DT_BF16";
const char *const bf16x2Int = "DT_BF16;DT_BF16;INT64";
const char *const bf16x3 = "DT_BF16;DT_BF16;DT_BF16";
const char *const f32 = "FLOAT";

} // namespace

const char *coreName(Core core)
{
    static const char *const names[] = {"AI_CORE", "AI_VECTOR_CORE", "MIX_AIC", "MIX_AIV", "AI_CPU", "DSA_SQE"};
    return names[static_cast<int>(core)];
}

const char *commOpName(CommKind kind)
{
    static const char *const names[] = {"hcom_allReduce", "hcom_allGather",     "hcom_reduceScatter", "hcom_send",
                                        "hcom_receive",   "hcom_batchSendRecv", "hcom_batchSendRecv", "hcom_alltoallv"};
    return names[static_cast<int>(kind)];
}

bool isExpertOp(quint16 op)
{
    static const std::set<quint16> ops{GateUp,        Swish,       Mul1,          Down,           DownDx,
                                       DownDw,        MulGrad,     SwishGrad,     GateUpDx,       GateUpDw,
                                       GroupedGateUp, GroupedDown, GroupedDownDx, GroupedGateUpDx};
    return ops.contains(op);
}

bool isCpuOp(quint16 op)
{
    return op == CastQkv || op == CastGrad;
}

bool isProduct(quint16 op)
{
    return op == Qkv;
}

std::shared_ptr<const RankOps> opsOfRank(int tokens, bool onCpu)
{
    auto out = std::make_shared<RankOps>();
    out->table = opTable();
    const std::string usual = std::to_string(usualTokens);
    for (size_t i = 0; i < out->table.size(); ++i) {
        if (onCpu && isCpuOp(static_cast<quint16>(i)))
            out->table[i].core = Core::AiCpu;
        if (!isExpertOp(static_cast<quint16>(i)))
            continue;
        for (const char **const shapes : {&out->table[i].inShapes, &out->table[i].outShapes}) {
            std::string text = *shapes;
            for (size_t at = text.find(usual); at != std::string::npos; at = text.find(usual, at + 1))
                text.replace(at, usual.size(), std::to_string(tokens));
            *shapes = out->texts.emplace_back(std::move(text)).c_str();
        }
    }
    return out;
}

const char *passName(Pass pass)
{
    static const char *const names[] = {"step begin", "forward", "head", "backward", "optimizer", "step end"};
    return names[static_cast<int>(pass)];
}

const std::vector<OpTemplate> &opTable()
{
    static const std::vector<OpTemplate> table = {
        // forward of a layer
        {"input_norm-RMSNorm", "RmsNorm", "aten::rms_norm", "aclnnRmsNorm_RmsNorm_RmsNorm", "RmsNorm", Core::Vector, 24,
         "1024,1,2048;2048", bf16x2, "1024,1,2048;1024,1,1", "DT_BF16;FLOAT", 40, 1},
        {"attention/qkv_proj-ColumnParallelLinear", "Cast", "aten::to", "aclnnCast_CastAiCore_Cast", "Cast",
         Core::Vector, 11, "1024,1,2048", f32, "1024,1,2048", bf16, 40, 0},
        {"attention/qkv_proj-ColumnParallelLinear", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3",
         "MatMulV3", Core::AiCore, 118, "1024,2048;2048,3072", bf16x2, "1024,3072", bf16, 20, 2},
        {"attention", "SplitTensor", "aten::split", "aclnnSplitTensor_SplitAiCore_Split", "Split", Core::Vector, 17,
         "1024,1,3072", bf16, "1024,1,1024;1024,1,1024;1024,1,1024", bf16x3, 40, 0},
        {"attention/rotary-ApplyRotaryPosEmb", "RotaryPositionEmbedding", "npu::npu_rotary_mul",
         "aclnnRotaryPositionEmbedding_RotaryPositionEmbedding_RotaryPositionEmbedding", "RotaryPositionEmbedding",
         Core::MixAiv, 21, "1024,1,8,128;1024,1,1,128;1024,1,1,128", bf16x3, "1024,1,8,128", bf16, 40, 3},
        {"attention/rotary-ApplyRotaryPosEmb", "RotaryPositionEmbedding", "npu::npu_rotary_mul",
         "aclnnRotaryPositionEmbedding_RotaryPositionEmbedding_RotaryPositionEmbedding", "RotaryPositionEmbedding",
         Core::MixAiv, 20, "1024,1,8,128;1024,1,1,128;1024,1,1,128", bf16x3, "1024,1,8,128", bf16, 40, 0},
        {"attention", "Transpose", "aten::transpose", "aclnnInplaceCopy_TransposeAiCore_Transpose", "Transpose",
         Core::Vector, 26, "1024,1,8,128;4", "DT_BF16;INT64", "1,8,1024,128", bf16, 40, 0},
        {"attention/core_attention-FlashAttention", "FlashAttentionScore", "npu::npu_fusion_attention",
         "aclnnFlashAttentionScore_FlashAttentionScore_FlashAttentionScore", "FlashAttentionScore", Core::MixAic, 186,
         "1,8,1024,128;1,8,1024,128;1,8,1024,128;;;;1024,1024", "DT_BF16;DT_BF16;DT_BF16;DT_BF16;DT_BF16;UINT8;BOOL",
         "1,8,1024,8;1,8,1024,8;;1,8,1024,128", "FLOAT;FLOAT;DT_BF16;DT_BF16", 20, 4},
        {"attention", "Transpose", "aten::transpose", "aclnnInplaceCopy_TransposeAiCore_Transpose", "Transpose",
         Core::Vector, 25, "1,8,1024,128;4", "DT_BF16;INT64", "1024,1,8,128", bf16, 40, 0},
        {"attention/out_proj-RowParallelLinear", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3",
         "MatMulV3", Core::AiCore, 64, "1024,1024;1024,2048", bf16x2, "1024,2048", bf16, 20, 5},
        {"hidden_dropout-Dropout", "DropoutGenMaskExt", "npu::_npu_dropout_gen_mask",
         "aclnnDropoutGenMaskV2_DSAGenBitMask_DSAGenBitMask", "DSAGenBitMask", Core::Dsa, 4, "", "", "262144", "UINT8",
         0, 0},
        {"hidden_dropout-Dropout", "DropoutDoMaskExt", "npu::_npu_dropout",
         "aclnnDropoutDoMask_DropOutDoMask_DropOutDoMask", "DropOutDoMask", Core::Vector, 19, "1024,1,2048;262144;",
         "DT_BF16;UINT8;FLOAT", "1024,1,2048", bf16, 40, 6},
        {"", "AddExt", "aten::add", "aclnnAdd_AddAiCore_Add", "Add", Core::Vector, 16, "1024,1,2048;1024,1,2048",
         bf16x2, "1024,1,2048", bf16, 40, 0},
        {"post_norm-RMSNorm", "RmsNorm", "aten::rms_norm", "aclnnRmsNorm_RmsNorm_RmsNorm", "RmsNorm", Core::Vector, 24,
         "1024,1,2048;2048", bf16x2, "1024,1,2048;1024,1,1", "DT_BF16;FLOAT", 40, 7},
        {"mlp/gate_up-ColumnParallelLinear", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3",
         Core::AiCore, 214, "1024,2048;2048,5632", bf16x2, "1024,5632", bf16, 20, 8},
        {"mlp", "Silu", "aten::silu", "aclnnSilu_SiluAiCore_Silu", "Silu", Core::Vector, 22, "1024,1,2816", bf16,
         "1024,1,2816", bf16, 40, 9},
        {"mlp", "Mul", "aten::mul", "aclnnMul_MulAiCore_Mul", "Mul", Core::Vector, 20, "1024,1,2816;1024,1,2816",
         bf16x2, "1024,1,2816", bf16, 40, 10},
        {"mlp/down-RowParallelLinear", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3",
         Core::AiCore, 121, "1024,2816;2816,2048", bf16x2, "1024,2048", bf16, 20, 11},
        {"", "AddExt", "aten::add", "aclnnAdd_AddAiCore_Add", "Add", Core::Vector, 16, "1024,1,2048;1024,1,2048",
         bf16x2, "1024,1,2048", bf16, 40, 0},
        // backward of a layer
        {"grad-add", "AddExt", "AddBackward0", "aclnnAdd_AddAiCore_Add", "Add", Core::Vector, 16,
         "1024,1,2048;1024,1,2048", bf16x2, "1024,1,2048", bf16, 40, 0},
        {"mlp/grad-down", "MatMulExt", "MmBackward0", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3", Core::AiCore,
         124, "1024,2048;2816,2048", bf16x2, "1024,2816", bf16, 20, 11},
        {"mlp/grad-down", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3", Core::AiCore, 131,
         "1024,2816;1024,2048", bf16x2, "2816,2048", bf16, 20, 0},
        {"mlp/grad-mul", "Mul", "MulBackward0", "aclnnMul_MulAiCore_Mul", "Mul", Core::Vector, 20,
         "1024,1,2816;1024,1,2816", bf16x2, "1024,1,2816", bf16, 40, 10},
        {"mlp/grad-silu", "SiluGrad", "SiluBackward0", "aclnnSiluBackward_SiluGrad_SiluGrad", "SiluGrad", Core::Vector,
         31, "1024,1,2816;1024,1,2816", bf16x2, "1024,1,2816", bf16, 40, 9},
        {"mlp/grad-gate_up", "MatMulExt", "MmBackward0", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3",
         Core::AiCore, 218, "1024,5632;2048,5632", bf16x2, "1024,2048", bf16, 20, 8},
        {"mlp/grad-gate_up", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3", Core::AiCore,
         236, "1024,2048;1024,5632", bf16x2, "2048,5632", bf16, 20, 0},
        {"grad-post_norm", "RmsNormGrad", "RmsNormBackward0", "aclnnRmsNormGrad_RmsNormGrad_RmsNormGrad", "RmsNormGrad",
         Core::MixAiv, 52, "1024,1,2048;1024,1,2048;1024,1,1;2048", "DT_BF16;DT_BF16;FLOAT;DT_BF16", "1024,1,2048;2048",
         "DT_BF16;FLOAT", 40, 7},
        {"grad-hidden_dropout", "DropoutDoMaskExt", "NpuDropoutBackward0",
         "aclnnDropoutBackward_DropOutDoMask_DropOutDoMask", "DropOutDoMask", Core::Vector, 19, "1024,1,2048;262144;",
         "DT_BF16;UINT8;FLOAT", "1024,1,2048", bf16, 40, 6},
        {"attention/grad-out_proj", "MatMulExt", "MmBackward0", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3",
         Core::AiCore, 66, "1024,2048;1024,2048", bf16x2, "1024,1024", bf16, 20, 5},
        {"attention/grad-out_proj", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3",
         Core::AiCore, 71, "1024,1024;1024,2048", bf16x2, "1024,2048", bf16, 20, 0},
        {"attention/grad-transpose", "Transpose", "aten::transpose", "aclnnInplaceCopy_TransposeAiCore_Transpose",
         "Transpose", Core::Vector, 26, "1024,1,8,128;4", "DT_BF16;INT64", "1,8,1024,128", bf16, 40, 0},
        {"attention/grad-core_attention", "FlashAttentionScoreGrad", "NpuFusionAttentionBackward0",
         "aclnnFlashAttentionScoreGrad_FlashAttentionScoreGrad_FlashAttentionScoreGrad", "FlashAttentionScoreGrad",
         Core::MixAic, 402, "1,8,1024,128;1,8,1024,128;1,8,1024,128;1,8,1024,128;;;;1024,1024;1,8,1024,8;1,8,1024,8",
         "DT_BF16;DT_BF16;DT_BF16;DT_BF16;DT_BF16;UINT8;DT_BF16;BOOL;FLOAT;FLOAT",
         "1,8,1024,128;1,8,1024,128;1,8,1024,128", bf16x3, 20, 4},
        {"attention/grad-transpose", "Transpose", "aten::transpose", "aclnnInplaceCopy_TransposeAiCore_Transpose",
         "Transpose", Core::Vector, 25, "1,8,1024,128;4", "DT_BF16;INT64", "1024,1,8,128", bf16, 40, 0},
        {"attention/grad-rotary", "RotaryPositionEmbeddingGrad", "NpuRotaryMulBackward0",
         "aclnnRotaryPositionEmbeddingGrad_RotaryPositionEmbeddingGrad_RotaryPositionEmbeddingGrad",
         "RotaryPositionEmbeddingGrad", Core::MixAiv, 29, "1024,1,8,128;1024,1,1,128;1024,1,1,128", bf16x3,
         "1024,1,8,128", bf16, 40, 3},
        {"attention/grad-rotary", "RotaryPositionEmbeddingGrad", "npu::npu_rotary_mul_backward",
         "aclnnRotaryPositionEmbeddingGrad_RotaryPositionEmbeddingGrad_RotaryPositionEmbeddingGrad",
         "RotaryPositionEmbeddingGrad", Core::MixAiv, 28, "1024,1,8,128;1024,1,1,128;1024,1,1,128", bf16x3,
         "1024,1,8,128", bf16, 40, 0},
        {"attention/grad-split", "Concat", "aten::cat", "aclnnCat_ConcatD_ConcatD", "ConcatD", Core::Vector, 18,
         "1024,1,1024;1024,1,1024;1024,1,1024", bf16x3, "1024,1,3072", bf16, 40, 0},
        {"attention/grad-qkv_proj", "MatMulExt", "MmBackward0", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3",
         Core::AiCore, 120, "1024,3072;2048,3072", bf16x2, "1024,2048", bf16, 20, 2},
        {"attention/grad-qkv_proj", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3",
         Core::AiCore, 129, "1024,2048;1024,3072", bf16x2, "2048,3072", bf16, 20, 0},
        {"grad-input_norm", "RmsNormGrad", "RmsNormBackward0", "aclnnRmsNormGrad_RmsNormGrad_RmsNormGrad",
         "RmsNormGrad", Core::MixAiv, 52, "1024,1,2048;1024,1,2048;1024,1,1;2048", "DT_BF16;DT_BF16;FLOAT;DT_BF16",
         "1024,1,2048;2048", "DT_BF16;FLOAT", 40, 1},
        {"grad-add", "AddExt", "aten::add", "aclnnAdd_AddAiCore_Add", "Add", Core::Vector, 16,
         "1024,1,2048;1024,1,2048", bf16x2, "1024,1,2048", bf16, 40, 0},
        {"grad-accumulate", "Cast", "aten::to", "aclnnCast_CastAiCore_Cast", "Cast", Core::Vector, 33, "2048,5632",
         bf16, "2048,5632", f32, 40, 0},
        {"grad-accumulate", "InplaceAddExt", "aten::add_", "aclnnInplaceAdd_AddAiCore_Add", "Add", Core::Vector, 44,
         "2048,5632;2048,5632", "FLOAT;FLOAT", "2048,5632", f32, 40, 0},
        // embedding and head
        {"embedding-VocabParallelEmbedding", "Gather", "aten::embedding", "aclnnEmbedding_GatherV2AiCore_GatherV2",
         "GatherV2", Core::Vector, 47, "32000,2048;1024,1;1", "DT_BF16;INT32;INT64", "1024,1,2048", bf16, 40, 0},
        {"embedding-VocabParallelEmbedding", "MaskedFill", "aten::masked_fill",
         "aclnnInplaceMaskedFillTensor_MaskedFill_MaskedFill", "MaskedFill", Core::AiCpu, 83, "1024,1;1024,1;",
         "INT32;BOOL;INT32", "1024,1", "INT32", 1, 0},
        {"final_norm-RMSNorm", "RmsNorm", "aten::rms_norm", "aclnnRmsNorm_RmsNorm_RmsNorm", "RmsNorm", Core::Vector, 24,
         "1024,1,2048;2048", bf16x2, "1024,1,2048;1024,1,1", "DT_BF16;FLOAT", 40, 12},
        {"head-Linear", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3", Core::AiCore, 512,
         "1024,2048;2048,16000", bf16x2, "1024,16000", bf16, 20, 13},
        {"loss-CrossEntropyLoss", "Cast", "aten::to", "aclnnCast_CastAiCore_Cast", "Cast", Core::Vector, 61,
         "1024,16000", bf16, "1024,16000", f32, 40, 0},
        {"loss-CrossEntropyLoss", "SoftmaxCrossEntropyWithLogits", "aten::cross_entropy_loss",
         "aclnnSoftmaxCrossEntropyWithLogits_SoftmaxCrossEntropyWithLogits_SoftmaxCrossEntropyWithLogits",
         "SoftmaxCrossEntropyWithLogits", Core::MixAiv, 148, "1024,16000;1024", "FLOAT;INT32", "1024;1024,16000",
         "FLOAT;FLOAT", 40, 14},
        {"loss-CrossEntropyLoss", "Where", "aten::where", "aclnnSWhere_SelectV2AiCpu_SelectV2", "SelectV2", Core::AiCpu,
         96, "1024;1024;", "BOOL;FLOAT;FLOAT", "1024", f32, 1, 0},
        {"grad-loss", "Mul", "NllLossBackward0", "aclnnMul_MulAiCore_Mul", "Mul", Core::Vector, 71, "1024,16000;1024,1",
         "FLOAT;FLOAT", "1024,16000", f32, 40, 14},
        {"grad-head", "MatMulExt", "MmBackward0", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3", Core::AiCore, 524,
         "1024,16000;2048,16000", bf16x2, "1024,2048", bf16, 20, 13},
        {"grad-head", "MatMulExt", "aten::mm", "aclnnMatmul_MatMulV3Common_MatMulV3", "MatMulV3", Core::AiCore, 541,
         "1024,2048;1024,16000", bf16x2, "2048,16000", bf16, 20, 0},
        {"grad-final_norm", "RmsNormGrad", "RmsNormBackward0", "aclnnRmsNormGrad_RmsNormGrad_RmsNormGrad",
         "RmsNormGrad", Core::MixAiv, 52, "1024,1,2048;1024,1,2048;1024,1,1;2048", "DT_BF16;DT_BF16;FLOAT;DT_BF16",
         "1024,1,2048;2048", "DT_BF16;FLOAT", 40, 12},
        // optimizer
        {"clip_by_norm-ClipByGlobalNorm", "Square", "aten::_foreach_norm", "aclnnSquare_SquareAiCore_Square", "Square",
         Core::Vector, 46, "2048,5632", f32, "2048,5632", f32, 40, 0},
        {"clip_by_norm-ClipByGlobalNorm", "SumExt", "aten::sum", "aclnnReduceSum_ReduceSumAiCore_ReduceSum",
         "ReduceSum", Core::Vector, 38, "2048,5632;2", "FLOAT;INT64", "", f32, 40, 0},
        {"overflow-AllFinite", "AllFinite", "npu::npu_get_float_status", "aclnnIsFinite_IsFiniteAiCore_IsFinite",
         "IsFinite", Core::Vector, 12, "2048,5632", f32, "2048,5632", "BOOL", 40, 0},
        {"optimizer-AdamW", "AdamWeightDecay", "npu::npu_apply_adam_w", "aclnnApplyAdamWV2_ApplyAdamWV2_ApplyAdamWV2",
         "ApplyAdamWV2", Core::Vector, 157, "2048,5632;2048,5632;2048,5632;2048,5632;1",
         "FLOAT;FLOAT;FLOAT;FLOAT;FLOAT", "2048,5632;2048,5632;2048,5632", "FLOAT;FLOAT;FLOAT", 40, 0},
        {"optimizer-AdamW", "Cast", "aten::copy_", "aclnnCast_CastAiCore_Cast", "Cast", Core::Vector, 33, "2048,5632",
         f32, "2048,5632", bf16, 40, 0},
        {"zero_grad", "ZerosLikeExt", "aten::zero_", "aclnnInplaceZero_ZerosLikeAiCore_ZerosLike", "ZerosLike",
         Core::Vector, 14, "2048,5632", f32, "2048,5632", f32, 40, 0},
        {"seed", "RandomSeed", "aten::random_", "aclnnInplaceRandom_DSARandomUniform_DSARandomUniform",
         "DSARandomUniform", Core::Dsa, 3, "", "", "16", "INT64", 0, 0},
        // experts of a rank: their weights, and how many tokens go to each
        {"mlp/gate_up-GroupedMLP", "GroupedMatmul", "npu::npu_grouped_matmul",
         "aclnnGroupedMatmulV4_GroupedMatmul_GroupedMatmul", "GroupedMatmul", Core::AiCore, 214,
         "1024,2048;4,2048,5632;4", bf16x2Int, "1024,5632", bf16, 20, 8},
        {"mlp/down-GroupedMLP", "GroupedMatmul", "npu::npu_grouped_matmul",
         "aclnnGroupedMatmulV4_GroupedMatmul_GroupedMatmul", "GroupedMatmul", Core::AiCore, 121,
         "1024,2816;4,2816,2048;4", bf16x2Int, "1024,2048", bf16, 20, 11},
        {"mlp/grad-down", "GroupedMatmul", "NpuGroupedMatmulBackward0",
         "aclnnGroupedMatmulV4_GroupedMatmul_GroupedMatmul", "GroupedMatmul", Core::AiCore, 124,
         "1024,2048;4,2048,2816;4", bf16x2Int, "1024,2816", bf16, 20, 11},
        {"mlp/grad-gate_up", "GroupedMatmul", "NpuGroupedMatmulBackward0",
         "aclnnGroupedMatmulV4_GroupedMatmul_GroupedMatmul", "GroupedMatmul", Core::AiCore, 218,
         "1024,5632;4,5632,2048;4", bf16x2Int, "1024,2048", bf16, 20, 8},
    };
    return table;
}

namespace {

class BodyBuilder
{
public:
    BodyBuilder &kernels(std::initializer_list<OpIndex> ops)
    {
        for (const OpIndex op : ops) {
            Instruction i;
            i.op = op;
            m_body.push_back(i);
        }
        return *this;
    }
    BodyBuilder &memcpy(qint64 bytes, bool toHost)
    {
        Instruction i;
        i.kind = Instruction::Memcpy;
        i.bytes = bytes;
        i.toHost = toHost;
        m_body.push_back(i);
        return *this;
    }
    BodyBuilder &start(GroupRole group, CommKind comm, qint64 bytes, Slot slot, int stageStep = 0)
    {
        Instruction i;
        i.kind = Instruction::CommStart;
        i.group = group;
        i.comm = comm;
        i.bytes = bytes;
        i.slot = slot;
        i.stageStep = static_cast<qint8>(stageStep);
        m_body.push_back(i);
        return *this;
    }
    BodyBuilder &wait(Slot slot)
    {
        Instruction i;
        i.kind = Instruction::CommWait;
        i.slot = slot;
        m_body.push_back(i);
        return *this;
    }
    /// A tensor-parallel collective that is only there with tp > 1.
    BodyBuilder &tensor(int tp, CommKind comm, qint64 bytes)
    {
        if (tp > 1)
            start(GroupRole::Tp, comm, bytes, Slot::Tp).wait(Slot::Tp);
        return *this;
    }
    /// Tokens go to the ranks of their experts, or come back from them.
    BodyBuilder &exchange(bool experts, bool combine)
    {
        if (experts) {
            start(GroupRole::Ep, CommKind::AllToAllV, 8 * MiB, Slot::Ep);
            m_body.back().combine = combine;
            wait(Slot::Ep);
        }
        return *this;
    }
    Body take() { return std::move(m_body); }

private:
    Body m_body;
};

Body forwardBody(int tp, bool experts)
{
    return BodyBuilder()
        .kernels({Norm1, CastQkv})
        .tensor(tp, CommKind::AllGather, 4 * MiB)
        .kernels({Qkv, SplitQkv, RotaryQ, RotaryK, Transpose1, Attention, Transpose2, OutProj})
        .tensor(tp, CommKind::ReduceScatter, 4 * MiB)
        .kernels({DropMask, Dropout, Add1, Norm2})
        .exchange(experts, false)
        .kernels({experts ? GroupedGateUp : GateUp, Swish, Mul1, experts ? GroupedDown : Down})
        .exchange(experts, true)
        .tensor(tp, CommKind::AllReduce, 4 * MiB)
        .kernels({Add2})
        .take();
}

/// In the backward pass the collectives run beside the weight gradient, as a tuned training does it.
Body backwardBody(int tp, int dp, bool experts, int buckets)
{
    BodyBuilder b;
    b.kernels({AddGrad}).exchange(experts, false);
    b.kernels({experts ? GroupedDownDx : DownDx, DownDw, MulGrad, SwishGrad, experts ? GroupedGateUpDx : GateUpDx});
    if (tp > 1)
        b.start(GroupRole::Tp, CommKind::AllReduce, 4 * MiB, Slot::Tp);
    b.kernels({GateUpDw});
    if (tp > 1)
        b.wait(Slot::Tp);
    b.exchange(experts, true).kernels({Norm2Grad, DropoutGrad}).tensor(tp, CommKind::AllGather, 4 * MiB);
    b.kernels(
        {OutProjDx, OutProjDw, TransposeG1, AttentionGrad, TransposeG2, RotaryGradQ, RotaryGradK, ConcatQkv, QkvDx});
    if (tp > 1)
        b.start(GroupRole::Tp, CommKind::ReduceScatter, 4 * MiB, Slot::Tp);
    b.kernels({QkvDw});
    if (tp > 1)
        b.wait(Slot::Tp);
    b.kernels({Norm1Grad, AddN1, CastGrad, AddN2});
    for (int i = 0; i < buckets && dp > 1; ++i)
        b.start(GroupRole::Dp, CommKind::AllReduce, 24 * MiB / buckets, Slot::Dp);
    return b.take();
}

/// Blocks that receive what each micro-batch begins with, from the stage before or behind.
std::vector<Body> receiveBodies(const ProgramLayout &layout, int batches, CommKind kind, int stageStep)
{
    std::vector<Body> bodies;
    for (int m = 0; m < batches; ++m) {
        BodyBuilder b;
        if (m == 0 || !layout.earlyReceive)
            b.start(GroupRole::Pp, kind, 4 * MiB, Slot::Receive, stageStep);
        b.wait(Slot::Receive);
        if (layout.earlyReceive && m + 1 < batches)
            b.start(GroupRole::Pp, kind, 4 * MiB, Slot::Receive, stageStep);
        bodies.push_back(b.take());
    }
    return bodies;
}

} // namespace

Program buildProgram(const ModelShape &shape, const ProgramLayout &layout)
{
    const int stage = layout.stage;
    const int tp = layout.tp;
    const int dp = layout.dp;
    const CommKind sendKind = layout.batchSendRecv ? CommKind::BatchSend : CommKind::Send;
    const CommKind receiveKind = layout.batchSendRecv ? CommKind::BatchReceive : CommKind::Receive;
    Program p;
    const auto addBody = [&p](Body body) {
        p.bodies.push_back(std::move(body));
        return static_cast<quint16>(p.bodies.size() - 1);
    };
    const bool first = stage == 0;
    const bool last = stage == layout.stages - 1;
    const int layers = shape.layersPerStage;
    const int batches = shape.microBatches;
    const int firstLayer = stage * layers;

    const quint16 begin = addBody(BodyBuilder().memcpy(4096, false).kernels({PhilSeed, ZeroGrad}).take());
    const quint16 forward = addBody(forwardBody(tp, layout.experts));
    const quint16 backward = addBody(backwardBody(tp, dp, layout.experts, 0));
    const quint16 backwardLast = addBody(backwardBody(tp, dp, layout.experts, layout.buckets));
    const auto addReceives = [&](int stageStep) {
        std::vector<quint16> added;
        for (Body &body : receiveBodies(layout, batches, receiveKind, stageStep))
            added.push_back(addBody(std::move(body)));
        return added;
    };
    std::vector<quint16> forwardEntries;
    if (first) {
        const quint16 entry = addBody(BodyBuilder()
                                          .memcpy(1024 * 8, false)
                                          .kernels({EmbeddingMask, Embedding})
                                          .tensor(tp, CommKind::ReduceScatter, 4 * MiB)
                                          .take());
        forwardEntries.assign(static_cast<size_t>(batches), entry);
    } else {
        forwardEntries = addReceives(-1);
    }
    const quint16 forwardExit =
        last ? quint16{0} : addBody(BodyBuilder().start(GroupRole::Pp, sendKind, 4 * MiB, Slot::Send, 1).take());
    const quint16 head = addBody(BodyBuilder()
                                     .kernels({FinalNorm, Logits, CastLogits, SoftmaxLoss, LossWhere, SoftmaxGrad,
                                               LogitsDx, LogitsDw, FinalNormGrad})
                                     .take());
    const std::vector<quint16> backwardEntries = last ? std::vector<quint16>() : addReceives(1);
    const quint16 backwardExit = addBody(BodyBuilder().start(GroupRole::Pp, sendKind, 4 * MiB, Slot::Send, -1).take());

    p.blocks.push_back({Pass::StepBegin, firstLayer, 0, begin});
    for (int m = 0; m < batches; ++m) {
        p.blocks.push_back({first ? Pass::Head : Pass::Forward, firstLayer, m, forwardEntries[static_cast<size_t>(m)]});
        for (int l = 0; l < layers; ++l)
            p.blocks.push_back({Pass::Forward, firstLayer + l, m, forward});
        if (!last)
            p.blocks.push_back({Pass::Forward, firstLayer + layers - 1, m, forwardExit});
    }
    for (int m = 0; m < batches; ++m) {
        if (last)
            p.blocks.push_back({Pass::Head, firstLayer + layers - 1, m, head});
        else
            p.blocks.push_back({Pass::Backward, firstLayer + layers - 1, m, backwardEntries[static_cast<size_t>(m)]});
        for (int l = layers - 1; l >= 0; --l)
            p.blocks.push_back({Pass::Backward, firstLayer + l, m, m == batches - 1 ? backwardLast : backward});
        if (!first)
            p.blocks.push_back({Pass::Backward, firstLayer, m, backwardExit});
    }
    BodyBuilder sync;
    sync.wait(Slot::Send);
    if (dp > 1)
        sync.wait(Slot::Dp);
    sync.kernels({NormSquare, NormSum, IsFinite});
    if (layout.worldRanks > 1)
        sync.start(GroupRole::World, CommKind::AllReduce, 4096, Slot::World).wait(Slot::World);
    p.blocks.push_back({Pass::Optimizer, firstLayer, 0, addBody(sync.take())});
    const quint16 update = addBody(BodyBuilder().kernels({AdamW, CastParam, AdamW, CastParam, ZeroGrad}).take());
    for (int l = 0; l < layers; ++l)
        p.blocks.push_back({Pass::Optimizer, firstLayer + l, 0, update});
    p.blocks.push_back({Pass::StepEnd, firstLayer, 0, addBody(BodyBuilder().memcpy(8, true).take())});
    return p;
}

} // namespace rs::gen
