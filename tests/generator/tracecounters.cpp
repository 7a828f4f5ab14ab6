// SPDX-License-Identifier: Apache-2.0
#include "prng.h"
#include "tracetext.h"

namespace rs::gen {

namespace {

// How often real files sample.
constexpr qint64 memorySampleNs = 20'000'000;
constexpr qint64 socSampleNs = 20'480'000;
constexpr qint64 qosSampleNs = 200'000;
constexpr int accelerators = 28;

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
        level(devicePid(22), "QoS OTHERS", "value",
              random.between(0, 9) < 8 ? random.between(1, 40) : random.between(200, 2600), m_nextQosNs);
    }
}

void TraceText::memoryCounters(qint64 ns, quint64 seed)
{
    Prng random(static_cast<quint64>(ns) ^ seed);
    static constexpr const char *hbm[][2] = {{"HBM 0/Read", "HBM 0/Write"},
                                             {"HBM 1/Read", "HBM 1/Write"},
                                             {"HBM 2/Read", "HBM 2/Write"},
                                             {"HBM 3/Read", "HBM 3/Write"}};
    for (const auto &names : hbm) {
        counter(devicePid(17), names[0], "Read(MB/s)", 120000 + 45000 * random.uniform(), ns);
        counter(devicePid(17), names[1], "Write(MB/s)", 55000 + 30000 * random.uniform(), ns);
    }
    for (int i = 0; i < 2; ++i) {
        const std::string llc = "LLC " + std::to_string(i) + " Read";
        counter(devicePid(18), llc + "/Throughput", "Throughput(MB/s)", 60000 + 20000 * random.uniform(), ns + 8000);
        const double rate = 0.7 + 0.25 * random.uniform();
        counter(devicePid(18), llc + "/Hit Rate", "Hit Rate(%)", m_context.options->oldCann ? rate : rate * 100,
                ns + 8000);
    }
    const double used = 41160232 + 1024.0 * static_cast<double>(random.between(0, 4096));
    counter(devicePid(19), "APP/DDR", "KB", 0, ns);
    counter(devicePid(19), "APP/HBM", "KB", used, ns);
    counter(devicePid(19), "APP/Memory", "KB", used, ns);
    counter(devicePid(19), "Device/DDR", "KB", 0, ns + 205000);
    counter(devicePid(19), "Device/HBM", "KB", used + 242508, ns + 205000);
    counter(devicePid(19), "Device/Memory", "KB", used + 242508, ns + 205000);
}

/// Levels of the chip: four counters of every accelerator at one stamp, which is one lane of the counter each.
void TraceText::socCounters(qint64 ns, quint64 seed)
{
    Prng random(static_cast<quint64>(ns) ^ seed);
    const char *const names[] = {"read_bandwidth", m_context.options->oldCann ? "write_band_width" : "write_bandwidth",
                                 "read_ost", "write_ost"};
    for (int accelerator = 0; accelerator < accelerators; ++accelerator) {
        for (const char *const name : names) {
            counterStart(devicePid(21), name, "value", ns);
            m_out << random.between(0, 3) << ", \"acc_id\": " << accelerator << "}, \"ph\": \"C\"}";
        }
    }
    level(devicePid(20), "Mata Bw Level", "Mata Bw Level", random.between(0, 3), ns + 8400);
    level(devicePid(20), "L2 Buffer Bw Level", "L2 Buffer Bw Level", random.between(0, 3), ns + 8400);
}

} // namespace rs::gen
