// SPDX-License-Identifier: Apache-2.0
#include "importers/json/straightcomm.h"

#include "importers/files/plausiblerange.h"
#include "importers/json/commjson.h"
#include "importers/json/commrecords.h"
#include "importers/json/straightwalk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace rs {

namespace {

constexpr StraightKeys recordKeys{"Communication Time Info", "Communication Bandwidth Info"};
enum RecordPart : size_t { Times, Bandwidth, RecordParts };

// In the order of CommColumns::Number, with the spellings of older writers behind.
constexpr StraightKeys timeKeys{
    "Start Timestamp(us)",      "Elapse Time(ms)", "Transit Time(ms)", "Wait Time(ms)",
    "Synchronization Time(ms)", "Idle Time(ms)",   "Wait Time Ratio",  "Synchronization Time Ratio",
    "Elapsed Time(ms)",         "Idel Time(ms)"};
constexpr size_t ElapsedKey = 8;
constexpr size_t IdelKey = 9;
constexpr std::array<double, 8> mostOfTimes{MaxStampUs,    MaxDurationMs, MaxDurationMs, MaxDurationMs,
                                            MaxDurationMs, MaxDurationMs, MaxPart,       MaxPart};

// In the order of CommColumns::TransportNumber.
constexpr StraightKeys transportKeys{"Transit Size(MB)", "Transit Time(ms)", "Bandwidth(GB/s)", "Large Packet Ratio",
                                     "Size Distribution"};
constexpr size_t SizesKey = 4;
constexpr std::array<double, 4> mostOfTransports{MaxMegabytes, MaxDurationMs, MaxRate, MaxPart};
constexpr size_t AlwaysOfTransport = 2; // size and time

/// A number for each text that a reader meets, by its bytes.
class WordsByBytes
{
public:
    WordId of(std::string_view text, CommOpsBuilder &ops)
    {
        const StrId id = m_texts.intern(text);
        if (raw(id) >= m_words.size()) {
            m_words.resize(m_texts.size());
            m_words[raw(id)] = ops.wordId(m_texts.text(id));
        }
        return m_words[raw(id)];
    }
    /// Of the empty text.
    explicit WordsByBytes(CommOpsBuilder &ops) : m_words{ops.wordId(QString())} {}

private:
    StringPool m_texts;
    std::vector<WordId> m_words;
};

struct Transport
{
    std::string_view name;
    StraightNumbers<5> numbers; ///< the last one stands for the packets
    size_t firstPacket = 0;
    size_t lastPacket = 0;
};

class OperatorReader
{
public:
    OperatorReader(StraightJson &scan, const QString &file, int rank, const JobContext &job, ImportReport &report,
                   CommOpsBuilder &ops)
        : m_json(scan), m_file(file), m_report(report), m_ops(ops), m_room(scan, job, ops), m_words(ops)
    {
        m_row.rank = rank;
    }

    [[nodiscard]] size_t size() const { return m_ops.size(); }
    [[nodiscard]] static std::string_view firstKey() { return recordKeys.text(Times); }
    [[nodiscard]] static bool isPartOfRecord(std::string_view key)
    {
        return key == recordKeys.text(Times) || key == recordKeys.text(Bandwidth);
    }

    [[nodiscard]] bool enter(const JsonRecords::Path &path)
    {
        const auto where = m_places.of(path);
        if (!where || !where->hasStepNumber)
            return false;
        m_row.step = m_ops.wordId(where->step);
        m_isP2pClass = where->p2pClass;
        m_hasClass = where->hasClass;
        return true;
    }

    [[nodiscard]] bool record(std::string_view key)
    {
        const size_t sign = key.rfind('@');
        m_name = key.substr(0, sign);
        if (m_name == "Total HCCL Operators")
            m_name = CommColumns::TotalName;
        if (m_name.empty())
            return false;
        const bool isTotal = m_name == CommColumns::TotalName;
        m_row.name = m_ops.nameId(m_name);
        m_row.groupHash = m_words.of(sign == key.npos ? std::string_view() : key.substr(sign + 1), m_ops);
        // Both classes have totals of one name.
        if (!m_seen.insert(KeyedHash()(std::array<quint32, 4>{raw(m_row.name), raw(m_row.step), raw(m_row.groupHash),
                                                              isTotal && m_isP2pClass ? 1U : 0U})))
            return false;
        m_row.p2p = isTotal ? m_isP2pClass : isP2p();
        m_row.startText = {};
        m_times = {};
        m_timesKeys = {0, 1, 2, 3, 4, 5, 6, 7};
        m_transports.clear();
        m_packets.clear();
        StraightNumbers<RecordParts> parts;
        const bool isWhole = m_json.members(
            recordKeys, [&](size_t part) { return parts.claim(part) && (part == Times ? times() : bandwidth()); });
        if (!isWhole || !parts.has(Times) || !parts.has(Bandwidth) || !sortTransports())
            return false;
        if (m_hasClass && !isTotal && m_isP2pClass != m_row.p2p)
            noteOtherClass(m_isP2pClass, m_row.p2p, m_file, name(), m_report);
        return keepTimes(isTotal) && keepTransports();
    }

private:
    [[nodiscard]] QString name() const { return asciiText(m_name); }

    [[nodiscard]] bool isP2p()
    {
        const size_t id = raw(m_row.name);
        if (id >= m_p2p.size())
            m_p2p.resize(id + 1, Unknown);
        if (m_p2p[id] == Unknown)
            m_p2p[id] = isPointToPoint(name()) ? Yes : No;
        return m_p2p[id] == Yes;
    }

    [[nodiscard]] bool times()
    {
        return m_json.members(timeKeys, [this](size_t key) {
            if (key == CommColumns::Start)
                return m_times.claim(key) && m_json.number(m_times.values[key], m_row.startText);
            const size_t number = key == ElapsedKey ? CommColumns::Elapse : key == IdelKey ? CommColumns::Idle : key;
            m_timesKeys[number] = key;
            return m_times.read(m_json, number);
        });
    }

    [[nodiscard]] bool bandwidth()
    {
        constexpr size_t longestName = 16;
        if (!m_json.take('{'))
            return false;
        if (m_json.take('}'))
            return true;
        do {
            Transport &t = m_transports.emplace_back();
            if (!m_json.key(t.name) || t.name.empty() || t.name.size() > longestName)
                return false;
            t.firstPacket = m_packets.size();
            const bool isWhole = m_json.members(transportKeys, [&](size_t key) {
                return key == SizesKey ? t.numbers.claim(key) && packets() : t.numbers.read(m_json, key);
            });
            if (!isWhole || !sortPackets(t.firstPacket))
                return false;
            t.lastPacket = m_packets.size();
        } while (m_json.take(','));
        return m_json.take('}');
    }

    [[nodiscard]] bool packets()
    {
        if (!m_json.take('{'))
            return false;
        if (m_json.take('}'))
            return true;
        do {
            std::string_view size;
            TransportInfo::Packet p;
            double count = 0;
            if (!m_json.key(size) || !StraightJson::numberOf(size, p.sizeMb) || !m_json.take('[') ||
                !m_json.number(count) || !m_json.take(',') || !m_json.number(p.timeMs) || !m_json.take(']') ||
                !isMeasurable(p.sizeMb, MaxMegabytes) || !isMeasurable(count, MaxOfAnything) ||
                std::floor(count) != count || !isMeasurable(p.timeMs, MaxDurationMs))
                return false;
            p.count = static_cast<qint64>(count);
            m_packets.push_back(p);
        } while (m_json.take(','));
        return m_json.take('}');
    }

    /// False for a size that stands twice.
    [[nodiscard]] bool sortPackets(size_t first)
    {
        const auto begin = m_packets.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(begin, m_packets.end(), [](const auto &a, const auto &b) { return a.sizeMb < b.sizeMb; });
        return std::adjacent_find(begin, m_packets.end(),
                                  [](const auto &a, const auto &b) { return a.sizeMb == b.sizeMb; }) == m_packets.end();
    }
    /// False for one that stands twice.
    [[nodiscard]] bool sortTransports()
    {
        std::sort(m_transports.begin(), m_transports.end(),
                  [](const Transport &a, const Transport &b) { return a.name < b.name; });
        return std::adjacent_find(m_transports.begin(), m_transports.end(), [](const Transport &a, const Transport &b) {
                   return a.name == b.name;
               }) == m_transports.end();
    }

    template <size_t N>
    void check(StraightNumbers<N> &numbers, size_t number, double most, std::string_view key, bool always,
               std::string_view transport)
    {
        if (!numbers.keepMeasurable(number, most, always))
            noteNoValue(m_file, name(), asciiText(transport), asciiText(key), m_report);
    }

    [[nodiscard]] bool keepTimes(bool isTotal)
    {
        if (isTotal) {
            m_times.drop(CommColumns::Start);
        } else {
            check(m_times, CommColumns::Start, mostOfTimes[CommColumns::Start], timeKeys.text(CommColumns::Start), true,
                  {});
        }
        for (size_t i = CommColumns::Elapse; i < m_times.values.size(); ++i)
            check(m_times, i, mostOfTimes[i], timeKeys.text(m_timesKeys[i]), true, {});
        if (!m_times.has(CommColumns::Start))
            m_row.startText = {};
        // As long as any other reader would take for a stamp, and written like one.
        constexpr size_t longestStart = 40;
        const auto isPartOfStart = [](char c) { return c == '.' || (c >= '0' && c <= '9'); };
        if (m_row.startText.size() > longestStart ||
            !std::all_of(m_row.startText.begin(), m_row.startText.end(), isPartOfStart))
            return false;
        m_row.numbers = m_times.values;
        m_row.present = m_times.present;
        return true;
    }

    [[nodiscard]] bool keepTransports()
    {
        m_rows.clear();
        for (Transport &t : m_transports) {
            t.numbers.drop(SizesKey);
            for (size_t i = 0; i < mostOfTransports.size(); ++i)
                check(t.numbers, i, mostOfTransports[i], transportKeys.text(i), i < AlwaysOfTransport, t.name);
            CommTransportRow &row = m_rows.emplace_back();
            row.transport = m_words.of(t.name, m_ops);
            std::copy_n(t.numbers.values.begin(), row.numbers.size(), row.numbers.begin());
            row.present = t.numbers.present;
            row.packets = {m_packets.data() + t.firstPacket, t.lastPacket - t.firstPacket};
        }
        m_ops.add(m_row, m_rows);
        m_room.count(m_seen);
        return true;
    }

    enum P2p : quint8 { Unknown, Yes, No };

    StraightJson &m_json;
    const QString &m_file;
    ImportReport &m_report;
    CommOpsBuilder &m_ops;
    StraightRoom<CommOpsBuilder> m_room;
    WordsByBytes m_words;
    CommPlaces m_places{0};
    SeenHashes m_seen;
    std::vector<P2p> m_p2p; ///< by name
    bool m_isP2pClass = false;
    bool m_hasClass = false;

    // Of the operator in work; texts stand in the window.
    CommOpRow m_row;
    std::string_view m_name;
    StraightNumbers<8> m_times;
    std::array<size_t, 8> m_timesKeys{}; ///< under which each number stands
    std::vector<Transport> m_transports;
    std::vector<TransportInfo::Packet> m_packets;
    std::vector<CommTransportRow> m_rows;
};

} // namespace

bool readOperatorsStraight(const QString &path, const QString &reportName, int rank, const JobContext &job,
                           ImportReport &report, CommOpsBuilder &ops)
{
    return readStraight(path, job, report, [&](StraightJson &scan, ImportReport &own) {
        return OperatorReader(scan, reportName, rank, job, own, ops);
    });
}

} // namespace rs
