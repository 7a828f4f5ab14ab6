// SPDX-License-Identifier: Apache-2.0
#include "rankdb.h"
#include "tables.h"

#include <algorithm>
#include <cmath>

namespace rs::gen {

namespace {

constexpr double activationMb = 46.5; // of one layer and micro-batch
constexpr double bufferMb = 24;
constexpr double engineMb = 49.125; // what GE holds anyway
constexpr double engineReservedMb = 74.75;
constexpr double workspaceMb = 23.5;
constexpr qint64 activeNs = 310'000; // until the device is done with a released block

/// KB of the modules of CANN; below 0: as much as the framework reserves.
constexpr std::pair<const char *, double> modules[] = {
    {"SLOG", 512}, {"IDEDD", 0}, {"HCCL", 421888}, {"FMK", 0},       {"DVPP", 0},   {"RUNTIME", 71680},
    {"CCE", 0},    {"HDC", 256}, {"DEVMM", 2048},  {"KERNEL", 0},    {"ROCE", 0},   {"PROFILING", 8192},
    {"APP", -1},   {"TS", 1024}, {"AICPU", 4096},  {"FE", 0},        {"GE", 76544}, {"ASCENDCL", 0},
    {"TBE", 0},    {"FFTS", 0},  {"OP", 0},        {"SYSMONITOR", 0}};

} // namespace

MemoryTables::MemoryTables(const RankContext &context) : m_context(context)
{
    if (context.writesText()) {
        m_records.open(context.outputFile(QStringLiteral("memory_record.csv")));
        m_operators.open(context.outputFile(QStringLiteral("operator_memory.csv")));
        m_modules.open(context.outputFile(QStringLiteral("npu_module_mem.csv")));
    }
    const bool torch = context.pytorch();
    m_allocatedMb = 18432;
    m_reservedMb = 20480;
    m_engineMb = engineMb;
    m_records << "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),"
              << (torch ? "Stream Ptr," : "") << "Device Type\r\n";
    m_operators
        << "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active "
           "Duration(us),"
           "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),"
           "Release Total Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\r\n";
    m_modules << (torch && !context.options->oldCann ? "Device_id," : "") << "Component,Timestamp(us),Total Reserved("
              << (torch ? "MB" : "KB") << "),Device\n";
}

void MemoryTables::record(const char *component, qint64 ns, double allocatedMb, double reservedMb, bool active)
{
    const bool torch = m_context.pytorch();
    m_records << component << ',';
    m_records.stampUs(ns) << "\t,";
    m_records.number(allocatedMb, 4) << ',';
    m_records.number(reservedMb, 4) << ',';
    if (active)
        m_records.number(allocatedMb, 4);
    if (torch)
        m_records << ',';
    if (torch && active)
        m_records << RankDb::streamPointer;
    m_records << ",NPU:" << deviceType() << "\r\n";
    if (m_context.db)
        m_context.db->memoryRecord(component, ns, allocatedMb, reservedMb, active);
}

/// The framework's pool by itself and with that of GE, which are the same moment twice.
void MemoryTables::sample(qint64 ns)
{
    const bool torch = m_context.pytorch();
    record(torch ? "PTA" : "MindSpore", ns, m_allocatedMb, m_reservedMb, true);
    record(torch ? "PTA+GE" : "MindSpore+GE", ns, m_allocatedMb + m_engineMb, m_reservedMb + engineReservedMb, true);
}

/// A workspace of GE: rows without active memory, and of no stream.
void MemoryTables::workspace(qint64 ns, double mb)
{
    m_engineMb = engineMb + mb;
    record("GE", ns, m_engineMb, engineReservedMb, false);
}

void MemoryTables::operatorRow(const Allocation &a, std::optional<qint64> releaseNs)
{
    const bool torch = m_context.pytorch();
    const char *const absent = torch ? "" : "N/A";
    const char *const end = torch ? "\t," : ",";
    // GE knows no active memory; PyTorch counts a block as active until the device is done with it.
    const bool active = torch && releaseNs && !a.engine;
    m_operators << a.name << ',';
    m_operators.number(a.mb * 1024) << ',';
    m_operators.stampUs(a.atNs) << end;
    const auto stamp = [&](bool there, qint64 ns, bool length) {
        if (!there)
            m_operators << absent << ',';
        else if (length)
            m_operators.floatUs(ns) << end;
        else
            m_operators.stampUs(ns) << end;
    };
    const qint64 release = releaseNs.value_or(0);
    stamp(releaseNs.has_value(), release, false);
    stamp(active, release + activeNs, false);
    stamp(releaseNs.has_value(), release - a.atNs, true);
    stamp(active, release + activeNs - a.atNs, true);
    const auto totals = [&](double allocatedMb, double reservedMb) {
        m_operators.number(allocatedMb, 4) << ',';
        m_operators.number(reservedMb, 4) << ',';
        if (!a.engine)
            m_operators.number(allocatedMb, 4);
        m_operators << ',';
    };
    totals(a.allocatedMb, a.reservedMb);
    if (releaseNs)
        totals(a.engine ? engineMb : m_allocatedMb, a.engine ? engineReservedMb : m_reservedMb);
    else
        m_operators << absent << ',' << absent << ',' << absent << ',';
    if (!a.engine)
        m_operators << RankDb::streamPointer;
    m_operators << ",NPU:" << deviceType() << "\r\n";
    if (m_context.db) {
        RankDb::Block block{a.name,       a.atNs, a.mb, a.allocatedMb, a.reservedMb, !a.engine, releaseNs,
                            std::nullopt, 0,      0};
        if (active)
            block.activeReleaseNs = release + activeNs;
        block.releaseAllocatedMb = a.engine ? engineMb : m_allocatedMb;
        block.releaseReservedMb = a.engine ? engineReservedMb : m_reservedMb;
        m_context.db->memoryBlock(block);
    }
}

void MemoryTables::block(const Record &record)
{
    const qint64 ns = m_context.hostNs(record.launchEndNs);
    if (m_nextModuleNs < 0) {
        m_nextModuleNs = ns;
        // Buffers that outlive the profile.
        for (int layer = 0; layer < m_context.shape.layersPerStage; ++layer) {
            m_allocatedMb += bufferMb;
            m_kept.push_back({ns, bufferMb, m_allocatedMb, m_reservedMb, false,
                              m_context.pytorch() ? "aten::empty_strided" : "AdamWeightDecay"});
        }
    }
    for (; m_nextModuleNs <= ns; m_nextModuleNs += 20'000'000)
        m_samples.emplace_back(m_nextModuleNs, m_reservedMb);
    const std::pair<int, int> key{record.layer, record.microBatch};
    if (record.pass == Pass::Forward) {
        if (m_live.contains(key))
            return; // the block that sends the layer's result
        m_allocatedMb += activationMb;
        m_reservedMb = std::max(m_reservedMb, std::ceil(m_allocatedMb / 512) * 512);
        Allocation &a = m_live[key];
        a = {ns,
             activationMb,
             m_allocatedMb,
             m_reservedMb,
             false,
             m_context.pytorch() ? "aten::empty" : "TransformerLayer-" + std::to_string(record.layer)};
        workspace(ns, workspaceMb);
        const Allocation space{ns, workspaceMb, engineMb + workspaceMb, engineReservedMb, true, "cann::MatMulV3"};
        operatorRow(space, ns + 60'000);
        workspace(ns + 60'000, 0);
        if (m_context.db) {
            m_context.db->engineMemory(space.name, ns, false, space.mb, space.allocatedMb, space.reservedMb);
            m_context.db->engineMemory(space.name, ns + 60'000, true, space.mb, engineMb, engineReservedMb);
        }
        sample(ns);
    } else if (record.pass == Pass::Backward) {
        const auto it = m_live.find(key);
        if (it == m_live.end())
            return;
        m_allocatedMb -= activationMb;
        operatorRow(it->second, ns);
        m_live.erase(it);
        sample(ns);
    }
}

void MemoryTables::stepEnd(const Record &record)
{
    // Allocations of the step that never ran backward are dropped with it.
    m_allocatedMb -= activationMb * static_cast<double>(m_live.size());
    m_live.clear();
    sample(m_context.hostNs(record.inferEndNs));
}

bool MemoryTables::close(const std::vector<std::pair<qint64, double>> &process, QString &error)
{
    // As in real files: blocks that were never released, and APP and the modules behind all others.
    for (const Allocation &a : m_kept)
        operatorRow(a, std::nullopt);
    const bool torch = m_context.pytorch();
    for (const auto &[ns, kb] : process) {
        m_records << "APP,";
        m_records.stampUs(ns) << "\t,,";
        m_records.number(kb / 1024) << ',' << (torch ? "," : "") << ",NPU:" << deviceType() << "\r\n";
    }
    for (const auto &[name, fixedKb] : modules) {
        for (const auto &[ns, reservedMb] : m_samples) {
            if (torch && !m_context.options->oldCann)
                m_modules << m_context.device << ',';
            m_modules << name << ',';
            m_modules.stampUs(ns) << "\t,";
            const double kb = fixedKb < 0 ? reservedMb * 1024 : fixedKb;
            m_modules.number(torch ? kb / 1024 : kb, 3) << ",NPU:" << m_context.device << '\n';
            if (m_context.db)
                m_context.db->moduleMemory(name, ns, kb);
        }
    }
    bool ok = true;
    for (TextOut *out : {&m_records, &m_operators, &m_modules}) {
        if (!out->close()) {
            error = out->error();
            ok = false;
        }
    }
    return ok;
}

} // namespace rs::gen
