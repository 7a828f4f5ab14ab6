// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rs {

/// Source of a number of a device.
enum class LoadSource : quint8 {
    None,
    Theory,    ///< of the graph compiler or the shapes that it knows: files of MindSpore 1.x
    Measured,  ///< of the allocator, or by counters of the device
    Estimated, ///< operations by shapes or as the framework recorded them
};

/// Source of the operations of a kernel, the surest first.
enum class FlopsSource : quint8 {
    Recorded, ///< by the framework from the arguments of the call (with_flops)
    Counted,  ///< by counters of the cores (aic_metrics=ArithmeticUtilization)
    Shapes,
    AtMost, ///< by shapes that hold padding, or with parts that a mask or empty groups may leave out
};

struct KernelFlops
{
    double operations = 0;
    FlopsSource source = FlopsSource::Shapes;
    bool isCube = true; ///< the cube unit did some: its peak is the roof
};

/// Columns of a kernel row that shapes of tensors need, as texts of the file.
struct KernelTensors
{
    std::string_view type;
    std::string_view inputShapes;
    std::string_view inputTypes;
    std::string_view inputFormats;
    std::string_view outputShapes;
    std::string_view outputTypes;
    std::string_view outputFormats;
};

/// Operations of matrix products, convolutions and attention by their shapes, a multiplication and an addition counted
/// as two; nothing for other kernels and for shapes that do not tell. Source: the formulas of msprof-analyze's
/// operator_mfu, which counts the products alone. Shapes as kernel tables write them: "4,1024,512;512,2048".
[[nodiscard]] std::optional<KernelFlops> flopsOfShapes(const KernelTensors &kernel);
/// Every input read once and every output written once; nothing where the size of a tensor is not known.
[[nodiscard]] std::optional<double> bytesOfShapes(const KernelTensors &kernel);
/// "BF16": the type of the first input that is no index and no mask, without "DT_"; empty where there is none.
[[nodiscard]] std::string_view dataTypeOf(std::string_view inputTypes);

/// 2·M·N·K of a product of the last two dimensions, times those before them in the output; nothing for shapes that are
/// none. Matrices may be transposed.
[[nodiscard]] std::optional<double> productOperations(std::string_view inputShapes, std::string_view outputShapes);

/// Operations of the kernels of a rank. As the framework recorded them, else by the columns that count them, else by
/// shapes.
class KernelOperations
{
public:
    /// Takes a rank with a kernel table, which outlives this. Cancelled: nothing is recorded.
    explicit KernelOperations(const RankData &rank, const JobContext &job = JobContext());

    [[nodiscard]] LoadSource source() const
    {
        return m_counters.empty() ? LoadSource::Estimated : LoadSource::Measured;
    }
    /// Values of that row; empty if unknown.
    [[nodiscard]] std::optional<KernelFlops> flops(int row) const;
    [[nodiscard]] std::optional<double> bytes(int row) const;
    [[nodiscard]] std::optional<double> of(int row) const
    {
        const auto known = flops(row);
        return known ? std::optional(known->operations) : std::nullopt;
    }
    [[nodiscard]] std::string_view dataType(int row) const;

private:
    struct Counter
    {
        int column = -1;
        bool isCube = false;
    };
    struct ByShapes
    {
        std::optional<KernelFlops> flops;
        std::optional<double> bytes;
    };
    using Key = std::array<quint32, 7>;
    struct KeyHash
    {
        size_t operator()(const Key &key) const;
    };
    [[nodiscard]] const ByShapes &byShapes(int row) const;
    void readRecorded(const RankData &rank, const JobContext &job);

    const Table &m_kernels;
    std::vector<Counter> m_counters;            ///< where any of them counts something
    std::array<int, 7> m_columns{};             ///< in the order of KernelTensors; -1: the file has none
    std::unordered_map<int, double> m_recorded; ///< by row
    mutable std::unordered_map<Key, ByShapes, KeyHash> m_known;
};

} // namespace rs
