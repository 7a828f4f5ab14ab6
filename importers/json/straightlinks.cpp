// SPDX-License-Identifier: Apache-2.0
#include "importers/json/straightcomm.h"

#include "importers/json/clusterdomains.h"
#include "importers/json/commjson.h"
#include "importers/json/commrecords.h"
#include "importers/json/linkparts.h"
#include "importers/json/straightwalk.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// In the order of the writers.
constexpr StraightKeys linkKeys{"Transport Type", "Transit Size(MB)", "Transit Time(ms)", "Bandwidth(GB/s)", "Op Name"};
enum LinkKey : size_t { TransportKey, SizeKey, TimeKey, BandwidthKey, OpNameKey };

/// The text that the link before had as well, and what follows from it.
class LastWord
{
public:
    [[nodiscard]] bool is(std::string_view text) const { return m_isKnown && text == m_text; }
    void set(std::string_view text, MatrixLinksBuilder &links)
    {
        m_text = text;
        m_isKnown = true;
        word = links.wordId(asciiText(text));
    }

    WordId word{};

private:
    std::string m_text;
    bool m_isKnown = false;
};

class LinkReader
{
public:
    /// `rank`: whose file it is; nothing for the file of a cluster.
    LinkReader(StraightJson &scan, const QString &file, std::optional<int> rank, const JobContext &job,
               ImportReport &report, MatrixLinksBuilder &links, ClusterDomains *domains, NamelessTotals *totals)
        : m_json(scan), m_file(file), m_report(report), m_links(links), m_domains(domains), m_totals(totals),
          m_room(scan, job, links), m_noWord(links.wordId(QString()))
    {
        m_row.ownerRank = rank.value_or(-1);
        m_row.globalRanks = !rank;
    }

    [[nodiscard]] size_t size() const { return m_links.size(); }
    [[nodiscard]] static std::string_view firstKey() { return linkKeys.text(TransportKey); }
    [[nodiscard]] static bool isPartOfRecord(std::string_view key)
    {
        return key == linkKeys.text(TransportKey) || key == linkKeys.text(SizeKey) ||
               key == linkKeys.text(BandwidthKey);
    }

    [[nodiscard]] bool enter(const JsonRecords::Path &path)
    {
        auto where = m_places.of(path);
        if (!where || !where->hasStepNumber || where->name.isEmpty())
            return false;
        m_where = std::move(*where);
        splitKind(m_where.name, m_keyKind, m_statistic);
        m_isTotal = m_where.name == totalName();
        if (m_domains && !m_isTotal) {
            if (m_where.hash.isEmpty())
                return false;
            m_domains->learn(m_where.above, m_where.hash);
        }
        m_row.texts[LinkColumns::Step] = m_links.wordId(m_where.step);
        m_row.texts[LinkColumns::Key] = m_links.wordId(m_where.name);
        m_row.texts[LinkColumns::Statistic] = m_links.wordId(m_statistic);
        m_row.texts[LinkColumns::GroupHash] = m_links.wordId(m_where.hash);
        m_isOpNameKnown = false;
        return true;
    }

    [[nodiscard]] bool record(std::string_view key)
    {
        if (!splitKey(key) || !m_seen.insert(KeyedHash()(std::array<quint32, 6>{
                                  raw(m_row.texts[LinkColumns::Key]), raw(m_row.texts[LinkColumns::Step]),
                                  raw(m_row.texts[LinkColumns::GroupHash]), m_isTotal && m_where.p2pClass ? 1U : 0U,
                                  static_cast<quint32>(m_row.source), static_cast<quint32>(m_row.destination)})))
            return false;
        // By the number of their key; the texts stand for themselves.
        StraightNumbers<linkKeyCount> values;
        std::string_view transport;
        std::string_view opName;
        const bool isWhole = m_json.members(linkKeys, [&](size_t k) {
            if (k == TransportKey || k == OpNameKey)
                return values.claim(k) && m_json.text(k == OpNameKey ? opName : transport);
            return values.read(m_json, k);
        });
        if (!isWhole || transport.empty())
            return false;
        if (!m_transport.is(transport))
            m_transport.set(transport, m_links);
        m_row.texts[LinkColumns::Transport] = m_transport.word;
        if (!m_isOpNameKnown || opName != m_opNameText)
            useOpName(opName);
        if (m_where.hasClass && !m_isTotal && !m_row.globalRanks && m_where.p2pClass != m_row.p2p)
            noteOtherClass(m_where.p2pClass, m_row.p2p, m_file, m_where.name, m_report);
        keepNumbers(values, key);
        if (m_totals && m_isTotal && m_where.hash.isEmpty())
            m_totals->add(m_where.above, m_links.size());
        m_links.add(m_row);
        m_room.count(m_seen);
        return true;
    }

private:
    static constexpr size_t linkKeyCount = OpNameKey + 1;

    /// "0-15".
    [[nodiscard]] bool splitKey(std::string_view key)
    {
        const size_t dash = key.find('-');
        return dash != key.npos && place(key.substr(0, dash), m_row.source) &&
               place(key.substr(dash + 1), m_row.destination);
    }
    [[nodiscard]] static bool place(std::string_view digits, int &out)
    {
        constexpr size_t most = 6; // of MaxRank
        out = 0;
        for (const char c : digits) {
            if (c < '0' || c > '9')
                return false;
            out = out * 10 + (c - '0');
            if (out > MaxRank)
                return false;
        }
        return !digits.empty() && digits.size() <= most;
    }

    void useOpName(std::string_view opName)
    {
        m_opNameText = opName;
        m_isOpNameKnown = true;
        const QString name = asciiText(opName);
        const QString kind = m_isTotal ? m_keyKind : trueLinkKind(m_keyKind, name.isEmpty() ? m_where.name : name);
        m_row.p2p = m_isTotal ? m_where.p2pClass : isPointToPoint(name.isEmpty() ? kind : name);
        m_row.texts[LinkColumns::Kind] = m_links.wordId(kind);
        m_row.texts[LinkColumns::OpName] = name.isEmpty() ? m_noWord : m_links.wordId(name);
    }

    void keepNumbers(StraightNumbers<linkKeyCount> &values, std::string_view key)
    {
        constexpr std::array<std::pair<LinkKey, double>, 3> most{
            {{SizeKey, MaxMegabytes}, {TimeKey, MaxDurationMs}, {BandwidthKey, MaxRate}}};
        m_row.numbers = {};
        m_row.present = 0;
        for (size_t i = 0; i < most.size(); ++i) {
            const auto [k, bound] = most[i];
            if (!values.keepMeasurable(k, bound, true))
                noteNoValue(m_file, placeOf(key), QString(), asciiText(linkKeys.text(k)), m_report);
            m_row.numbers[i] = values.values[k];
            m_row.present |= static_cast<quint8>(values.has(k) ? 1U << i : 0U);
        }
        const auto isZero = [this](size_t i) { return (m_row.present & (1U << i)) != 0 && m_row.numbers[i] == 0; };
        if (!isZero(LinkColumns::Size) && !isZero(LinkColumns::Time))
            return;
        const auto numberOf = [this](size_t i) {
            return (m_row.present & (1U << i)) != 0 ? std::optional(m_row.numbers[i]) : std::nullopt;
        };
        LinkNumbers numbers{numberOf(LinkColumns::Size), numberOf(LinkColumns::Time), numberOf(LinkColumns::Bandwidth)};
        dropNoSize(numbers, placeOf(key), m_file, m_report);
        dropNoTime(numbers, placeOf(key), m_file, m_report);
        std::tie(m_row.numbers, m_row.present) =
            OptionalNumbers<3>::split({numbers.sizeMb, numbers.timeMs, numbers.bandwidthGbs});
    }
    [[nodiscard]] QString placeOf(std::string_view key) const { return m_where.name + u' ' + asciiText(key); }

    StraightJson &m_json;
    const QString &m_file;
    ImportReport &m_report;
    MatrixLinksBuilder &m_links;
    ClusterDomains *m_domains;
    NamelessTotals *m_totals;
    StraightRoom<MatrixLinksBuilder> m_room;
    const WordId m_noWord;
    CommPlaces m_places{1};
    SeenHashes m_seen;

    // Of the key above the links in work.
    CommPlace m_where;
    QString m_keyKind;
    QString m_statistic;
    bool m_isTotal = false;

    MatrixLinkRow m_row;
    LastWord m_transport;
    std::string m_opNameText; ///< of the link before, from which kind and class followed
    bool m_isOpNameKnown = false;
};

} // namespace

bool readLinksStraight(const QString &path, const QString &reportName, int rank, const JobContext &job,
                       ImportReport &report, MatrixLinksBuilder &links)
{
    return readStraight(path, job, report, [&](StraightJson &scan, ImportReport &own) {
        return LinkReader(scan, reportName, rank, job, own, links, nullptr, nullptr);
    });
}

bool readClusterLinksStraight(const QString &path, const QString &reportName, const JobContext &job,
                              ImportReport &report, MatrixLinksBuilder &links, ClusterDomains *domains)
{
    NamelessTotals totals;
    const bool isUsual = readStraight(path, job, report, [&](StraightJson &scan, ImportReport &own) {
        return LinkReader(scan, reportName, std::nullopt, job, own, links, domains, domains ? &totals : nullptr);
    });
    if (isUsual && domains)
        totals.settle(*domains, links, reportName, report);
    return isUsual;
}

} // namespace rs
