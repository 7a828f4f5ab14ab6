// SPDX-License-Identifier: Apache-2.0
#include "core/trace/taskkind.h"

#include "core/text/textsearch.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace rs {

namespace {

struct Word
{
    std::string_view text;
    SliceKind kind;
};

// Types of kernels, as the device, the host and the tables call them.
constexpr Word kernelTypes[] = {
    {"AI_CORE", SliceKind::KernelCube},
    {"AI_VECTOR_CORE", SliceKind::KernelVector},
    {"MIX_AIC", SliceKind::KernelMix},
    {"MIX_AIV", SliceKind::KernelMix},
    {"AI_CPU", SliceKind::KernelAiCpu},
    {"KERNEL_AICORE", SliceKind::KernelCube},
    {"KERNEL_AIVEC", SliceKind::KernelVector},
    {"KERNEL_MIX_AIC", SliceKind::KernelMix},
    {"KERNEL_MIX_AIV", SliceKind::KernelMix},
    {"KERNEL_AICPU", SliceKind::KernelAiCpu},
    {"AIC", SliceKind::KernelCube},
    {"AIV", SliceKind::KernelVector},
    {"AIV_SQE", SliceKind::KernelVector},
};

// Parts of the types that are no kernels, in capitals and with '_' for ' '; the first that is found counts: RDMA holds
// the letters of DMA, and waiting for an event those of the event.
constexpr Word typeParts[] = {
    {"WAIT", SliceKind::EventWait},          {"BARRIER", SliceKind::EventWait},
    {"EVENT", SliceKind::DeviceOther},       {"NOTIFY", SliceKind::DeviceOther},
    {"RECORD", SliceKind::DeviceOther},      {"WRITE_VALUE", SliceKind::DeviceOther},
    {"WRITEVALUE", SliceKind::DeviceOther},  {"HCCL", SliceKind::CommTask},
    {"COMMUNICATION", SliceKind::CommTask},  {"HCOM_", SliceKind::CommTask},
    {"RDMA", SliceKind::CommTask},           {"ROCE", SliceKind::CommTask},
    {"ROCCE", SliceKind::CommTask},          {"CCU_", SliceKind::CommTask},
    {"REDUCE_INLINE", SliceKind::CommTask},  {"MEMCPY", SliceKind::MemoryCopy},
    {"MEMSET", SliceKind::MemoryCopy},       {"DMA", SliceKind::MemoryCopy},
    {"REDUCE_ASYNC", SliceKind::MemoryCopy},
};

// Beginnings of others: of models, streams, labels, caches and of the profiler itself.
constexpr std::string_view bookkeeping[] = {
    "PLACE_HOLDER",  "PROFIL",     "MODEL_",       "STREAM_",      "SET_STREAM",
    "ACTIVE_AICPU",  "LABEL_",     "CREATE_",      "MAINTENANCE",  "PC_TRACE",
    "DATADUMP",      "DEBUG_",     "FUSIONDUMP",   "ADC_PROF",     "DEVICE_RINGBUFFER",
    "TASK_TIMEOUT",  "GET_",       "ONLINE_PROF",  "OVERFLOW_SW",  "ALLOC_",
    "FLIP_TASK",     "AICPU_LOAD", "HOSTFUNC",     "HOST_CPU",     "IPC_INT",
    "NOP",           "CMO",        "DATA_CONTEXT", "LOAD_CONTEXT", "INVALIDATE_DATA",
    "WRITEBACK_DATA"};

/// A text as the words above are written.
class Capitals
{
public:
    explicit Capitals(std::string_view text) : m_size(std::min(text.size(), m_text.size()))
    {
        std::transform(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(m_size), m_text.begin(), [](char c) {
            return c == ' ' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        });
    }
    [[nodiscard]] std::string_view view() const { return {m_text.data(), m_size}; }

private:
    std::array<char, 64> m_text;
    size_t m_size;
};

std::optional<SliceKind> kindBesideKernels(std::string_view text)
{
    const Capitals capitals(text);
    for (const Word &part : typeParts) {
        if (contains(capitals.view(), part.text))
            return part.kind;
    }
    const bool isBookkeeping =
        std::ranges::any_of(bookkeeping, [&](std::string_view begin) { return capitals.view().starts_with(begin); });
    return isBookkeeping ? std::optional(SliceKind::DeviceOther) : std::nullopt;
}

// Names of kernels are free text; what has no kernel's name is called by its type: MEMCPY_ASYNC, Notify Wait.
bool isTypeAsName(std::string_view name)
{
    return name.starts_with("Notify") || name.starts_with("Write Value") || name.starts_with("hcom_") ||
           std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

} // namespace

SliceKind deviceSliceKind(std::string_view taskType, std::string_view name)
{
    for (const Word &kernel : kernelTypes) {
        if (taskType == kernel.text)
            return kernel.kind;
    }
    if (taskType.starts_with("KERNEL_"))
        return SliceKind::KernelOther;
    if (isTypeAsName(name)) {
        if (const auto kind = kindBesideKernels(name))
            return *kind;
    }
    return kindBesideKernels(taskType).value_or(SliceKind::KernelOther);
}

} // namespace rs
