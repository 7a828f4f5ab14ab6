// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commjson.h"

#include "core/base/stamprange.h"
#include "core/base/timens.h"
#include "core/text/texthash.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/clusterdomains.h"
#include "importers/json/commrecords.h"
#include "importers/json/commwalk.h"

#include <QByteArray>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr std::array<std::string_view, 2> operatorKeys{"Communication Time Info", "Communication Bandwidth Info"};
enum RecordPart : size_t { Times, Bandwidth };

// In the order of CommColumns::Number, with the spellings of older writers behind. Both Greek letters for micro stand
// in documents.
constexpr std::array<std::string_view, 12> timeKeys{"Start Timestamp(us)",
                                                    "Elapse Time(ms)",
                                                    "Transit Time(ms)",
                                                    "Wait Time(ms)",
                                                    "Synchronization Time(ms)",
                                                    "Idle Time(ms)",
                                                    "Wait Time Ratio",
                                                    "Synchronization Time Ratio",
                                                    "Elapsed Time(ms)",
                                                    "Idel Time(ms)",
                                                    "Start Timestamp(\xce\xbcs)",
                                                    "Start Timestamp(\xc2\xb5s)"};
constexpr std::array<size_t, 12> numberOfTimeKey{
    0, 1, 2, 3, 4, 5, 6, 7, CommColumns::Elapse, CommColumns::Idle, CommColumns::Start, CommColumns::Start};
constexpr std::array<double, 8> mostOfTimes{MaxStampUs,    MaxDurationMs, MaxDurationMs, MaxDurationMs,
                                            MaxDurationMs, MaxDurationMs, MaxPart,       MaxPart};

// In the order of CommColumns::TransportNumber.
constexpr std::array<std::string_view, 5> transportKeys{"Transit Size(MB)", "Transit Time(ms)", "Bandwidth(GB/s)",
                                                        "Large Packet Ratio", "Size Distribution"};
constexpr size_t SizesKey = 4;
constexpr std::array<double, 4> mostOfTransports{MaxMegabytes, MaxDurationMs, MaxRate, MaxPart};
constexpr size_t AlwaysOfTransport = 2; // size and time

/// The number that a text is, or NaN.
double numberIn(std::string_view text)
{
    double out = 0;
    if (JsonTokens::shortNumber(text.data(), out) == text.data() + text.size())
        return out;
    if (const auto number = parseNumber<double>(text))
        return *number;
    bool ok = false;
    out = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())).toDouble(&ok);
    return ok ? out : std::numeric_limits<double>::quiet_NaN();
}

constexpr size_t LongestStamp = 40;

/// Whether a text is a number as JSON writes it.
bool isNumberText(std::string_view text)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && (isDigit(text.front()) || text.front() == '-') && isDigit(text.back()) &&
           nlohmann::json::accept(text);
}

/// Ids of texts that a reader meets, by their bytes.
class WordsByBytes
{
public:
    explicit WordsByBytes(CommOpsBuilder &ops) : m_ops(ops), m_words{ops.wordId(QString())} {}
    WordId of(std::string_view text)
    {
        const StrId id = m_texts.intern(text);
        if (raw(id) >= m_words.size()) {
            m_words.resize(m_texts.size());
            m_words[raw(id)] = m_ops.wordId(m_texts.text(id));
        }
        return m_words[raw(id)];
    }

private:
    CommOpsBuilder &m_ops;
    StringPool m_texts;
    std::vector<WordId> m_words;
};

struct Transport
{
    std::string_view name;
    bool isObject = false;
    OptionalNumbers<4> numbers;
    size_t firstPacket = 0;
    size_t lastPacket = 0;
    qint64 oddPackets = 0; ///< that are none
};

class OperatorReader
{
public:
    /// `rank`: whose file it is; nothing for the file of a cluster, in which each record's own key is its rank.
    OperatorReader(JsonTokens &json, const QString &file, std::optional<int> rank, ImportReport &report,
                   CommOpsBuilder &ops, ClusterDomains *domains, NamelessRows *nameless)
        : m_json(json), m_file(file), m_isCluster(!rank), m_report(report), m_ops(ops), m_domains(domains),
          m_nameless(nameless), m_words(ops)
    {
        m_row.rank = rank.value_or(-1);
    }

    [[nodiscard]] static std::string_view firstKey() { return operatorKeys[Times]; }
    [[nodiscard]] static std::span<const std::string_view> recordKeys() { return operatorKeys; }
    [[nodiscard]] static bool isRecord(const nlohmann::json &object)
    {
        return object.contains(operatorKeys[Times]) || object.contains(operatorKeys[Bandwidth]);
    }
    /// A double would lose digits of a stamp.
    [[nodiscard]] static std::vector<std::string> textKeys()
    {
        std::vector<std::string> out;
        for (size_t i = 0; i < timeKeys.size(); ++i) {
            if (numberOfTimeKey[i] == CommColumns::Start)
                out.emplace_back(timeKeys[i]);
        }
        return out;
    }
    [[nodiscard]] CommOpsBuilder &rows() { return m_ops; }
    [[nodiscard]] qint64 bytes() const { return m_seen.bytes(); }

    void enter(std::span<const std::string> path)
    {
        m_operator.clear();
        if (m_isCluster && !path.empty()) {
            m_operator = path.back();
            path = path.first(path.size() - 1);
        }
        m_where = commPlace(path);
        m_row.step = m_ops.wordId(m_where.step);
        m_above = m_isCluster ? textHash(m_where.above.toStdString()) : 0;
    }

    [[nodiscard]] bool record(std::string_view key)
    {
        if (m_isCluster) {
            m_row.rank = m_operator.empty() ? -1 : rankOfText(textOfUtf8(key));
            if (m_row.rank < 0)
                return leaveOut();
        }
        m_key = m_isCluster ? std::string_view(m_operator) : key;
        const CommKey parts(m_key);
        if (m_key.empty())
            return m_json.skip();
        m_name = parts.name;
        m_isTotal = m_name == CommColumns::TotalName;
        m_startText = {};
        m_hasTimes = m_hasBandwidth = false;
        m_transports.clear();
        m_packets.clear();
        // A key that stands twice has its last value, as in a document that is repaired.
        const bool isWhole = m_json.members(operatorKeys, [&](size_t part) {
            bool &isThere = part == Times ? m_hasTimes : m_hasBandwidth;
            isThere = m_json.isAt('{');
            if (part == Bandwidth) {
                m_transports.clear();
                m_packets.clear();
            }
            return !isThere ? m_json.skip() : part == Times ? times() : bandwidth();
        });
        if (!isWhole || !sortTransports())
            return false;
        keep(parts.hash, key);
        return true;
    }

private:
    [[nodiscard]] QString name() const { return textOfUtf8(m_name); }

    [[nodiscard]] bool leaveOut()
    {
        if (!m_json.skip())
            return false;
        m_report.add(Severity::Loss, m_file, "cluster.rank", RS_MESSAGE("Entries without a rank number are left out."),
                     m_operator.empty() ? Place() : Place::name(QString::fromStdString(m_operator)));
        return true;
    }

    [[nodiscard]] bool times()
    {
        m_times = {};
        m_timesKeys = {0, 1, 2, 3, 4, 5, 6, 7};
        return m_json.members(timeKeys, [&](size_t key) {
            const size_t number = numberOfTimeKey[key];
            const bool isNumber = m_json.isAtNumber();
            std::string_view written;
            if (isNumber && number == CommColumns::Start)
                written = m_json.numberText();
            double value = 0;
            if (isNumber ? !m_json.number(value) : !takeNoNumber(m_json, value, written))
                return false;
            // The spelling of today counts.
            if (m_times.has(number) && m_timesKeys[number] < key)
                return true;
            m_times.set(number, value);
            m_timesKeys[number] = key;
            if (number == CommColumns::Start)
                m_startText = isNumber || isNumberText(written) ? written : std::string_view();
            return true;
        });
    }

    [[nodiscard]] bool bandwidth()
    {
        if (!m_json.take('{'))
            return false;
        if (m_json.take('}'))
            return true;
        do {
            Transport &t = m_transports.emplace_back();
            t.firstPacket = m_packets.size();
            if (!m_json.key(t.name) || m_json.isRefused(t.name))
                return false;
            t.isObject = m_json.isAt('{');
            const auto value = [&](size_t key) {
                double number = 0;
                if (key == SizesKey) {
                    m_packets.resize(t.firstPacket);
                    t.oddPackets = 0;
                    return m_json.isAt('{') ? packets(t.oddPackets) : m_json.skip();
                }
                if (!takeQuantity(m_json, number))
                    return false;
                t.numbers.set(key, number);
                return true;
            };
            if (!(t.isObject ? m_json.members(transportKeys, value) : m_json.skip()))
                return false;
            t.lastPacket = m_packets.size();
            sortPackets(t.firstPacket);
        } while (m_json.take(','));
        return m_json.take('}');
    }

    [[nodiscard]] bool packets(qint64 &oddPackets)
    {
        m_sizes.clear();
        if (!m_json.take('{'))
            return false;
        if (m_json.take('}'))
            return true;
        do {
            std::string_view size;
            std::array<double, 2> values{-1, -1}; // count and time
            if (!m_json.key(size) || !(m_json.isAt('[') ? firstNumbers(values) : m_json.skip()))
                return false;
            m_sizes.push_back(size);
            const auto [count, time] = values;
            const double sizeMb = numberIn(size);
            if (isMeasurable(sizeMb, MaxMegabytes) && isMeasurable(count, MaxOfAnything) &&
                std::floor(count) == count && isMeasurable(time, MaxDurationMs))
                m_packets.push_back({sizeMb, static_cast<qint64>(count), time});
            else
                ++oddPackets;
        } while (m_json.take(','));
        std::ranges::sort(m_sizes);
        return std::ranges::adjacent_find(m_sizes) == m_sizes.end() && m_json.take('}');
    }
    // The first two numbers of a list.
    [[nodiscard]] bool firstNumbers(std::array<double, 2> &out)
    {
        if (!m_json.take('['))
            return false;
        if (m_json.take(']'))
            return true;
        size_t i = 0;
        do {
            if (!(i < out.size() && m_json.isAtNumber() ? m_json.number(out[i]) : m_json.skip()))
                return false;
            ++i;
        } while (m_json.take(','));
        return m_json.take(']');
    }

    // "1" and "1.0" may both be there.
    void sortPackets(size_t first)
    {
        std::sort(m_packets.begin() + static_cast<std::ptrdiff_t>(first), m_packets.end(),
                  [](const auto &a, const auto &b) {
                      return std::tie(a.sizeMb, a.count, a.timeMs) < std::tie(b.sizeMb, b.count, b.timeMs);
                  });
    }
    /// Most operators name the same transports in the same order. False for one that stands twice.
    [[nodiscard]] bool sortTransports()
    {
        const auto isSame = [](const Transport &t, const auto &known) { return isSameText(t.name, known.first); };
        if (std::equal(m_transports.begin(), m_transports.end(), m_names.begin(), m_names.end(), isSame))
            return true;
        m_names.clear();
        m_order.clear();
        for (const Transport &t : m_transports) {
            m_order.push_back(m_names.size());
            m_names.emplace_back(t.name, m_words.of(t.name));
        }
        const auto nameOf = [this](size_t i) -> const std::string & { return m_names[i].first; };
        std::ranges::sort(m_order, {}, nameOf);
        if (std::ranges::adjacent_find(m_order, {}, nameOf) == m_order.end())
            return true;
        m_names.clear();
        return false;
    }

    void keep(std::string_view hash, std::string_view key)
    {
        if (!m_where.hasStepNumber)
            noteStep(m_file, m_where, m_report);
        m_row.name = m_ops.nameId(m_name);
        m_row.groupHash = m_words.of(hash);
        // Both classes have totals of one name, and the domains of old cluster files too.
        const std::array<quint64, 4> identity{quint64{raw(m_row.name)} << 32 | raw(m_row.step),
                                              quint64{raw(m_row.groupHash)} << 32 | static_cast<quint32>(m_row.rank),
                                              m_isTotal && m_where.p2pClass ? 1U : 0U, m_above};
        if (!m_seen.insert(KeyedHash()(identity))) {
            const Place place = Place::step(m_where.step).with(textOfUtf8(m_key));
            m_report.add(Severity::Loss, m_file, "communication.repeated",
                         RS_MESSAGE("Operators repeated in a step are left out: the first counts, but may be the "
                                    "wrong one."),
                         m_isCluster ? place.with(textOfUtf8(key)) : place);
            return;
        }
        m_row.p2p = m_isTotal ? m_where.p2pClass : isP2p();
        keepTimes();
        keepTransports();
        if (m_domains && !m_isTotal && !hash.empty())
            m_domains->learn(m_where.above, textOfUtf8(hash));
        if (m_domains && !m_isTotal && hash.empty())
            m_nameless->push_back({m_ops.size(), m_where.above});
        m_ops.add(m_row, m_startText, m_rows);
    }

    [[nodiscard]] bool isP2p()
    {
        const size_t id = raw(m_row.name);
        if (id >= m_p2p.size())
            m_p2p.resize(id + 1, Unknown);
        if (m_p2p[id] == Unknown)
            m_p2p[id] = isPointToPoint(name()) ? Yes : No;
        return m_p2p[id] == Yes;
    }

    void keepTimes()
    {
        OptionalNumbers<8> &numbers = m_row;
        numbers = {};
        if (!m_hasTimes) {
            m_report.add(Severity::Loss, m_file, "communication.no-times",
                         RS_MESSAGE("Operators without times are listed without them; totals over them are missing."),
                         Place::name(name()));
            return;
        }
        // A total has no start that says anything.
        if (m_isTotal)
            m_times.drop(CommColumns::Start);
        for (size_t i = m_isTotal ? CommColumns::Elapse : CommColumns::Start; i < m_times.values.size(); ++i) {
            if (!keepMeasurable(m_times, i, mostOfTimes[i], true))
                noteNoValue(m_file, name(), {}, textOfUtf8(timeKeys[m_timesKeys[i]]), m_report);
        }
        numbers = m_times;
        if (!m_times.has(CommColumns::Start) || m_startText.size() > LongestStamp)
            m_startText = {};
    }

    void noteNoBandwidth(const Place &place)
    {
        m_report.add(Severity::Loss, m_file, "communication.no-bandwidth",
                     RS_MESSAGE("Operators without sizes and bandwidths are listed without them."), place);
    }

    void keepTransports()
    {
        m_rows.clear();
        if (!m_hasBandwidth)
            noteNoBandwidth(Place::name(name()));
        for (const size_t i : m_order) {
            Transport &t = m_transports[i];
            if (!t.isObject) {
                noteNoBandwidth(Place::name(name()).with(textOfUtf8(t.name)));
                continue;
            }
            for (size_t k = 0; k < mostOfTransports.size(); ++k) {
                if (!keepMeasurable(t.numbers, k, mostOfTransports[k], k < AlwaysOfTransport))
                    noteNoValue(m_file, name(), textOfUtf8(t.name), textOfUtf8(transportKeys[k]), m_report);
            }
            if (t.oddPackets > 0)
                m_report.add(
                    Severity::Loss, m_file, "communication.packets",
                    RS_MESSAGE("Entries of Size Distribution that are not a size with a count and a time are left "
                               "out."),
                    Place::name(name()), {}, t.oddPackets);
            m_rows.push_back(
                {{t.numbers, m_names[i].second}, {m_packets.data() + t.firstPacket, t.lastPacket - t.firstPacket}});
        }
    }

    enum P2p : quint8 { Unknown, Yes, No };

    JsonTokens &m_json;
    const QString &m_file;
    const bool m_isCluster;
    ImportReport &m_report;
    CommOpsBuilder &m_ops;
    ClusterDomains *m_domains;
    NamelessRows *m_nameless;
    WordsByBytes m_words;
    SeenRecords m_seen;
    std::vector<P2p> m_p2p; ///< by name

    // Keys above the operators in work.
    CommPlace m_where;
    std::string m_operator; ///< key above ranks
    quint64 m_above = 0;    ///< hash of CommPlace::above in the file of a cluster

    // Parts of the operator in work; texts stand in its text.
    CommOpRow m_row;
    std::string_view m_startText;
    std::string_view m_key;
    std::string_view m_name;
    bool m_isTotal = false;
    bool m_hasTimes = false;
    bool m_hasBandwidth = false;
    OptionalNumbers<8> m_times;
    std::array<size_t, 8> m_timesKeys{}; ///< under which each number stands
    std::vector<Transport> m_transports;
    std::vector<std::pair<std::string, WordId>> m_names; ///< transport names
    std::vector<size_t> m_order;                         ///< transports ordered by name
    std::vector<std::string_view> m_sizes;
    std::vector<TransportInfo::Packet> m_packets;
    std::vector<CommTransport> m_rows;
};

constexpr NothingRead NoTimes{
    RS_NOOP("The file has no operator: there are no communication times to show for this rank."),
    RS_NOOP("Not the format of a communication file: communication times cannot be shown for this rank.")};
constexpr NothingRead NoCluster{
    RS_NOOP("The file has no operator: there is no communication of the cluster to show for this rank."),
    RS_NOOP("Not the format of a communication file: the communication of the cluster cannot be shown for this rank.")};

std::optional<qint64> startNs(const CommOpRef &op)
{
    const std::optional<double> us = op.startUs();
    if (!us)
        return std::nullopt;
    const auto ns = parseDecimalUs(op.startTextView());
    return ns ? ns : parseDecimalUs(shortestDouble(*us));
}

/// Starts so far from all others that they are none are taken as missing.
void dropStrayStarts(CommOpsBuilder &ops, const QString &file, ImportReport &report)
{
    std::vector<std::pair<size_t, qint64>> starts;
    starts.reserve(ops.size());
    for (size_t i = 0; i < ops.size(); ++i) {
        if (const auto ns = startNs(ops[i]))
            starts.emplace_back(i, *ns);
    }
    std::vector<qint64> stamps;
    stamps.reserve(starts.size());
    for (const auto &[i, ns] : starts)
        stamps.push_back(ns);
    const StampRange range = credibleStamps(stamps);
    for (const auto &[i, ns] : starts) {
        if (range.contains(ns))
            continue;
        ops.dropStart(i);
        report.add(
            Severity::Loss, file, "communication.stray-start",
            RS_MESSAGE("Start times far away from all others are treated as missing: these operators have no start."),
            Place::name(ops[i].name()).with(textOfUtf8(timeKeys[CommColumns::Start])));
    }
}

/// `rank`: whose file it is; nothing for the file of a cluster.
CommOps readOperators(const QString &path, const QString &name, std::optional<int> rank, const JobContext &job,
                      ImportReport &report, ClusterDomains *domains)
{
    std::optional<CommOpsBuilder> ops;
    NamelessRows nameless;
    const CommRest rest =
        readCommFile<OperatorReader>(path, name, job, report, [&](JsonTokens &json, ImportReport &own) {
            nameless.clear();
            return OperatorReader(json, name, rank, own, ops.emplace(), domains, &nameless);
        });
    settleNameless(ops, nameless, name, report, [domains](const CommOp &op, const QString &above) {
        return domains->hashOf(above, op.name, {op.rank});
    });
    dropStrayStarts(*ops, name, report);
    noteRestOfRecords(rest, ops->size() == 0, name, rank ? NoTimes : NoCluster, report);
    return ops->seal();
}

} // namespace

bool isPointToPoint(const QString &opName)
{
    return std::ranges::any_of(std::array{u"send", u"receive", u"recv"}, [&opName](const char16_t *word) {
        return opName.contains(QStringView(word), Qt::CaseInsensitive);
    });
}

CommOps readCommunication(const QString &path, const QString &reportName, int rank, const JobContext &job,
                          ImportReport &report)
{
    return readOperators(path, reportName, rank, job, report, nullptr);
}

CommOps readClusterCommunication(const QString &path, const QString &reportName, const JobContext &job,
                                 ImportReport &report, ClusterDomains *domains)
{
    return readOperators(path, reportName, {}, job, report, domains);
}

} // namespace rs
