// SPDX-License-Identifier: Apache-2.0
#include "prng.h"
#include "rankdb.h"
#include "tracetext.h"

#include <array>
#include <cmath>

namespace rs::gen {

namespace {

// Sampling periods of real files.
constexpr qint64 memorySampleNs = 20'000'000;
constexpr qint64 socSampleNs = 20'480'000;
constexpr qint64 qosSampleNs = 200'000;
constexpr int accelerators = 28;

/// As counters are spelt.
double thousandths(double value)
{
    return std::round(value * 1000) / 1000;
}

} // namespace

void TraceText::counterStart(qint64 pid, std::string_view name, std::string_view series, qint64 ns)
{
    m_out << ", {\"name\": \"" << name << "\", \"ts\": \"";
    m_out.stampUs(ns) << "\", \"pid\": " << pid << ", \"tid\": 0, \"args\": {\"" << series << "\": ";
}

void TraceText::counter(qint64 pid, std::string_view name, std::string_view series, double value, qint64 ns)
{
    counterStart(pid, name, series, ns);
    m_out.number(value, 3) << "}, \"ph\": \"C\"}";
}

void TraceText::level(qint64 pid, std::string_view name, std::string_view series, qint64 value, qint64 ns)
{
    counterStart(pid, name, series, ns);
    m_out << value << "}, \"ph\": \"C\"}";
}

void TraceText::counters(qint64 untilNs)
{
    const quint64 seed = m_context.options->seed << 3;
    if (m_nextSampleNs < 0) {
        m_nextSampleNs = untilNs;
        m_nextSocNs = untilNs + 3'100'000;
        m_nextQosNs = untilNs + 1'700'000;
    }
    for (; m_nextSampleNs <= untilNs; m_nextSampleNs += memorySampleNs)
        memoryCounters(m_nextSampleNs, seed);
    for (; m_nextSocNs <= untilNs; m_nextSocNs += socSampleNs)
        socCounters(m_nextSocNs, seed);
    for (; m_nextQosNs <= untilNs; m_nextQosNs += qosSampleNs) {
        Prng random(static_cast<quint64>(m_nextQosNs) ^ seed);
        const qint64 bandwidth = random.between(0, 9) < 8 ? random.between(1, 40) : random.between(200, 2600);
        level(devicePid(22), "QoS OTHERS", "value", bandwidth, m_nextQosNs);
        if (m_context.db)
            m_context.db->qos(m_nextQosNs, "OTHERS", bandwidth);
    }
}

void TraceText::memoryCounters(qint64 ns, quint64 seed)
{
    Prng random(static_cast<quint64>(ns) ^ seed);
    static constexpr const char *hbm[][2] = {{"HBM 0/Read", "HBM 0/Write"},
                                             {"HBM 1/Read", "HBM 1/Write"},
                                             {"HBM 2/Read", "HBM 2/Write"},
                                             {"HBM 3/Read", "HBM 3/Write"}};
    RankDb *const db = m_context.db;
    int id = 0;
    for (const auto &names : hbm) {
        const double read = thousandths(120000 + 45000 * random.uniform());
        const double write = thousandths(55000 + 30000 * random.uniform());
        counter(devicePid(17), names[0], "Read(MB/s)", read, ns);
        counter(devicePid(17), names[1], "Write(MB/s)", write, ns);
        if (db) {
            db->hbm(ns, id, true, read);
            db->hbm(ns, id, false, write);
        }
        ++id;
    }
    for (int i = 0; i < 2; ++i) {
        const std::string llc = "LLC " + std::to_string(i) + " Read";
        const double throughput = thousandths(60000 + 20000 * random.uniform());
        counter(devicePid(18), llc + "/Throughput", "Throughput(MB/s)", throughput, ns + 8000);
        const double rate = 0.7 + 0.25 * random.uniform();
        if (db)
            db->cache(ns + 8000, i, m_context.options->oldCann ? thousandths(rate) * 100 : thousandths(rate * 100),
                      throughput);
        counter(devicePid(18), llc + "/Hit Rate", "Hit Rate(%)", m_context.options->oldCann ? rate : rate * 100,
                ns + 8000);
    }
    const double used = 41160232 + 1024.0 * static_cast<double>(random.between(0, 4096));
    m_processMemory.emplace_back(ns, used);
    counter(devicePid(19), "APP/DDR", "KB", 0, ns);
    counter(devicePid(19), "APP/HBM", "KB", used, ns);
    counter(devicePid(19), "APP/Memory", "KB", used, ns);
    counter(devicePid(19), "Device/DDR", "KB", 0, ns + 205000);
    counter(devicePid(19), "Device/HBM", "KB", used + 242508, ns + 205000);
    counter(devicePid(19), "Device/Memory", "KB", used + 242508, ns + 205000);
    if (db) {
        db->deviceMemory(ns, true, 0, used);
        db->deviceMemory(ns + 205000, false, 0, used + 242508);
    }
}

/// Levels of the chip: four counters of every accelerator at one stamp, which is one lane of the counter each.
void TraceText::socCounters(qint64 ns, quint64 seed)
{
    Prng random(static_cast<quint64>(ns) ^ seed);
    const char *const names[] = {"read_bandwidth", m_context.options->oldCann ? "write_band_width" : "write_bandwidth",
                                 "read_ost", "write_ost"};
    for (int accelerator = 0; accelerator < accelerators; ++accelerator) {
        std::array<qint64, 4> levels{};
        for (size_t i = 0; i < levels.size(); ++i) {
            levels[i] = random.between(0, 3);
            counterStart(devicePid(21), names[i], "value", ns);
            m_out << levels[i] << ", \"acc_id\": " << accelerator << "}, \"ph\": \"C\"}";
        }
        if (m_context.db)
            m_context.db->accelerator(ns, accelerator, levels[0], levels[1], levels[2], levels[3]);
    }
    const qint64 mata = random.between(0, 3);
    const qint64 l2Buffer = random.between(0, 3);
    level(devicePid(20), "Mata Bw Level", "Mata Bw Level", mata, ns + 8400);
    level(devicePid(20), "L2 Buffer Bw Level", "L2 Buffer Bw Level", l2Buffer, ns + 8400);
    if (m_context.db)
        m_context.db->chipLevels(ns + 8400, l2Buffer, mata);
}

} // namespace rs::gen
