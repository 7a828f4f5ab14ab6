// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commjson.h"

#include "core/text/texthash.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/clusterdomains.h"
#include "importers/json/commrecords.h"
#include "importers/json/commwalk.h"
#include "importers/json/linkparts.h"

#include <nlohmann/json.hpp>

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

// In the order of the writers.
constexpr std::array<std::string_view, 6> linkKeys{"Transport Type",  "Transit Size(MB)", "Transit Time(ms)",
                                                   "Bandwidth(GB/s)", "Op Name",          "op_name"};
enum LinkKey : size_t { TransportKey, SizeKey, TimeKey, BandwidthKey, OpNameKey, OldOpNameKey };

constexpr std::array<std::string_view, 3> keysOfRecord{linkKeys[TransportKey], linkKeys[SizeKey],
                                                       linkKeys[BandwidthKey]};

// In the order of LinkColumns::Number.
constexpr std::array<std::pair<LinkKey, double>, 3> linkNumbers{
    {{SizeKey, MaxMegabytes}, {TimeKey, MaxDurationMs}, {BandwidthKey, MaxRate}}};

/// The text that the link before had as well, and its word.
struct LastWord
{
    std::optional<std::string> text;
    WordId word{};
};

class LinkReader
{
    using Values = OptionalNumbers<BandwidthKey + 1>;

public:
    /// `rank`: whose file it is; nothing for the file of a cluster.
    LinkReader(JsonTokens &json, const QString &file, std::optional<int> rank, ImportReport &report,
               MatrixLinksBuilder &links, ClusterDomains *domains, NamelessRows *nameless, NamelessTotals *totals)
        : m_json(json), m_file(file), m_report(report), m_links(links), m_domains(domains), m_nameless(nameless),
          m_totals(totals)
    {
        m_row.ownerRank = rank.value_or(-1);
        m_row.globalRanks = !rank;
    }

    [[nodiscard]] static std::string_view firstKey() { return linkKeys[TransportKey]; }
    [[nodiscard]] static std::span<const std::string_view> recordKeys() { return keysOfRecord; }
    [[nodiscard]] static bool isRecord(const nlohmann::json &object)
    {
        return object.contains(linkKeys[TransportKey]) ||
               (object.contains(linkKeys[SizeKey]) && object.contains(linkKeys[BandwidthKey]) &&
                !object.contains("Size Distribution"));
    }
    /// No number is kept as text.
    [[nodiscard]] static std::vector<std::string> textKeys() { return {}; }
    [[nodiscard]] MatrixLinksBuilder &rows() { return m_links; }
    [[nodiscard]] qint64 bytes() const { return m_seen.bytes(); }

    void enter(std::span<const std::string> path)
    {
        m_hasKey = !path.empty() && !path.back().empty();
        if (!m_hasKey)
            return;
        m_where = commPlace(path.first(path.size() - 1));
        const CommKey key(path.back());
        m_key = textOfUtf8(path.back());
        m_name = textOfUtf8(key.name);
        m_hash = textOfUtf8(key.hash);
        m_isTotal = m_name == totalName();
        splitKind(m_name, m_keyKind, m_statistic);
        m_above = m_row.globalRanks ? textHash(m_where.above.toStdString()) : 0;
        m_row.texts[LinkColumns::Step] = m_links.wordId(m_where.step);
        m_row.texts[LinkColumns::Key] = m_links.wordId(m_name);
        m_row.texts[LinkColumns::Statistic] = m_links.wordId(m_statistic);
        m_row.texts[LinkColumns::GroupHash] = m_links.wordId(m_hash);
        m_opName.text.reset();
    }

    [[nodiscard]] bool record(std::string_view key)
    {
        Values values; // by their keys
        std::string_view transport;
        std::string_view opName;
        std::string_view oldOpName;
        const bool isWhole = m_json.members(linkKeys, [&](size_t k) {
            if (k == TransportKey) {
                transport = {};
                return m_json.isAt('"') ? m_json.text(transport) : m_json.skip();
            }
            if (k == OpNameKey || k == OldOpNameKey)
                return takeWord(k == OpNameKey ? opName : oldOpName);
            double value = 0;
            if (!takeQuantity(m_json, value))
                return false;
            values.set(k, value);
            return true;
        });
        if (isWhole && isFirst(key))
            keep(key, transport, opName.empty() ? oldOpName : opName, values);
        return isWhole;
    }

private:
    /// Text of a scalar; nothing of null, lists and objects.
    [[nodiscard]] bool takeWord(std::string_view &out)
    {
        if (m_json.isAt('"'))
            return m_json.text(out);
        out = m_json.isAtNumber() ? m_json.numberText()
              : m_json.isAt('t')  ? "true"
              : m_json.isAt('f')  ? "false"
                                  : std::string_view();
        return m_json.skip();
    }

    /// "0-15".
    [[nodiscard]] bool splitKey(std::string_view key)
    {
        const size_t dash = key.find('-');
        if (dash != key.npos && place(key.substr(0, dash), m_row.source) &&
            place(key.substr(dash + 1), m_row.destination))
            return true;
        // Spreadsheets write "0.0-15.0".
        const QString text = textOfUtf8(key);
        const qsizetype other = text.indexOf(u'-', 1);
        m_row.source = other < 0 ? -1 : rankOfText(text.left(other));
        m_row.destination = other < 0 ? -1 : rankOfText(text.mid(other + 1));
        return m_row.source >= 0 && m_row.destination >= 0;
    }
    [[nodiscard]] static bool place(std::string_view digits, int &out)
    {
        constexpr size_t most = 6; // of MaxRank
        out = 0;
        if (digits.empty() || digits.size() > most)
            return false;
        for (const char c : digits) {
            if (c < '0' || c > '9')
                return false;
            out = out * 10 + (c - '0');
        }
        return true;
    }

    // False, with a finding, for a link that is not kept.
    [[nodiscard]] bool isFirst(std::string_view key)
    {
        const auto leaveOut = [this](const Place &place, const char *code, const QString &message) {
            m_report.add(Severity::Loss, m_file, code, message, place);
            return false;
        };
        if (!m_hasKey || !splitKey(key))
            return leaveOut(m_hasKey ? Place::name(textOfUtf8(key)) : Place(), "matrix.link",
                            RS_MESSAGE("Links whose key is not \"source-destination\" are left out."));
        if (!m_where.hasStepNumber)
            noteStep(m_file, m_where, m_report);
        const std::array<quint64, 4> identity{
            quint64{raw(m_row.texts[LinkColumns::Key])} << 32 | raw(m_row.texts[LinkColumns::Step]),
            quint64{raw(m_row.texts[LinkColumns::GroupHash])} << 32 | (m_isTotal && m_where.p2pClass ? 1U : 0U),
            quint64{static_cast<quint32>(m_row.source)} << 32 | static_cast<quint32>(m_row.destination), m_above};
        if (!m_seen.insert(KeyedHash()(identity)))
            return leaveOut(Place::step(m_where.step).with(m_key).with(textOfUtf8(key)), "matrix.repeated",
                            RS_MESSAGE("Links repeated in a step are left out: the first counts, but may be the "
                                       "wrong one."));
        return true;
    }

    void keep(std::string_view key, std::string_view transport, std::string_view opName, Values &values)
    {
        if (isOther(m_opName, opName))
            useOpName(opName);
        (void)isOther(m_transport, transport);
        m_row.texts[LinkColumns::Transport] = m_transport.word;
        if (transport.empty())
            m_report.add(Severity::Loss, m_file, "matrix.transport",
                         RS_MESSAGE("Links whose transport type is missing or not text are listed without it."),
                         Place::name(placeOf(key)).with(QStringLiteral("Transport Type")));
        keepNumbers(values, key);
        if (m_domains && !m_isTotal && !m_hash.isEmpty())
            m_domains->learn(m_where.above, m_hash);
        // Nameless links go behind all others in the end.
        if (m_domains && m_hash.isEmpty() && m_isTotal)
            m_totals->add(m_where.above, m_links.size() - m_nameless->size());
        else if (m_domains && m_hash.isEmpty())
            m_nameless->push_back({m_links.size(), m_where.above});
        m_links.add(m_row);
    }

    [[nodiscard]] bool isOther(LastWord &last, std::string_view text)
    {
        if (last.text == text)
            return false;
        last = {std::string(text), m_links.wordId(textOfUtf8(text))};
        return true;
    }

    void useOpName(std::string_view opName)
    {
        const QString name = textOfUtf8(opName);
        const QString kind = m_isTotal ? m_keyKind : trueLinkKind(m_keyKind, name.isEmpty() ? m_name : name);
        m_row.p2p = m_isTotal ? m_where.p2pClass : isPointToPoint(name.isEmpty() ? kind : name);
        m_row.texts[LinkColumns::Kind] = m_links.wordId(kind);
        m_row.texts[LinkColumns::OpName] = m_opName.word;
    }

    void keepNumbers(Values &values, std::string_view key)
    {
        OptionalNumbers<3> &numbers = m_row;
        numbers = {};
        for (size_t i = 0; i < linkNumbers.size(); ++i) {
            const auto [k, most] = linkNumbers[i];
            if (!keepMeasurable(values, k, most, true))
                noteNoValue(m_file, placeOf(key), {}, textOfUtf8(linkKeys[k]), m_report);
            if (values.has(k))
                numbers.set(i, values.values[k]);
        }
        if (numbers.at(LinkColumns::Size) == 0.0 || numbers.at(LinkColumns::Time) == 0.0)
            dropZeros(numbers, placeOf(key), m_file, m_report);
    }
    [[nodiscard]] QString placeOf(std::string_view key) const { return m_name + u' ' + textOfUtf8(key); }

    JsonTokens &m_json;
    const QString &m_file;
    ImportReport &m_report;
    MatrixLinksBuilder &m_links;
    ClusterDomains *m_domains;
    NamelessRows *m_nameless;
    NamelessTotals *m_totals;
    SeenRecords m_seen;

    // Parts of the key above the links in work.
    bool m_hasKey = false;
    CommPlace m_where;
    QString m_key;
    QString m_name; ///< key without the domain
    QString m_hash;
    QString m_keyKind;
    QString m_statistic;
    bool m_isTotal = false;
    quint64 m_above = 0; ///< hash of CommPlace::above in the file of a cluster

    MatrixLinkRow m_row;
    LastWord m_transport;
    LastWord m_opName; ///< kind and class of the row follow from it
};

constexpr NothingRead NoMatrix{
    RS_NOOP("The file has no operator: there is no communication matrix to show for this rank."),
    RS_NOOP("Not the format of a communication file: the communication matrix cannot be shown for this rank.")};

} // namespace

MatrixLinks sealLinksWithKinds(MatrixLinksBuilder &links)
{
    using Key = std::tuple<WordId, WordId, WordId>;
    using Family = std::tuple<WordId, WordId, QString>;
    std::map<Family, QString> recovered;
    // Links of one key stand together.
    std::optional<Key> last;
    Family family;
    const auto familyOf = [&](const MatrixLinkRef &l) -> const Family & {
        const Key key(l.textId(LinkColumns::Step), l.textId(LinkColumns::GroupHash), l.textId(LinkColumns::Key));
        if (key != last) {
            family = {std::get<0>(key), std::get<1>(key), l.key().left(l.key().lastIndexOf(u'-'))};
            last = key;
        }
        return family;
    };
    for (size_t i = 0; i < links.size(); ++i) {
        const MatrixLinkRef l = links[i];
        if (l.opName().isEmpty() || l.statistic().isEmpty())
            continue;
        const auto [it, isNew] = recovered.try_emplace(familyOf(l), l.kind());
        if (!isNew && it->second != l.kind())
            it->second.clear();
    }
    for (size_t i = 0; i < links.size(); ++i) {
        const MatrixLinkRef l = links[i];
        if (!l.opName().isEmpty() || l.statistic().isEmpty())
            continue;
        if (const auto it = recovered.find(familyOf(l)); it != recovered.end() && !it->second.isEmpty())
            links.setKind(i, it->second, isPointToPoint(it->second));
    }
    return links.seal();
}

QString trueLinkKind(const QString &keyKind, const QString &opName)
{
    const QString name = opName.toLower();
    if (keyKind == QLatin1String("reduce") && name.contains(QLatin1String("reducescatter")))
        return name.contains(QLatin1String("reducescatterv")) ? QStringLiteral("reducescatterv")
                                                              : QStringLiteral("reducescatter");
    if (keyKind == QLatin1String("alltoall")) {
        if (name.contains(QLatin1String("alltoallvc")))
            return QStringLiteral("alltoallvc");
        if (name.contains(QLatin1String("alltoallv")))
            return QStringLiteral("alltoallv");
    }
    return keyKind;
}

namespace {

/// `rank`: whose file it is; nothing for the file of a cluster.
MatrixLinks readLinks(const QString &path, const QString &name, std::optional<int> rank, const JobContext &job,
                      ImportReport &report, ClusterDomains *domains)
{
    std::optional<MatrixLinksBuilder> links;
    NamelessRows nameless;
    NamelessTotals totals;
    const CommRest rest = readCommFile<LinkReader>(path, name, job, report, [&](JsonTokens &json, ImportReport &own) {
        nameless = {};
        totals = {};
        return LinkReader(json, name, rank, own, links.emplace(), domains, &nameless, &totals);
    });
    settleNameless(links, nameless, name, report, [domains](const MatrixLink &link, const QString &above) {
        return domains->hashOf(above, link.opName.isEmpty() ? link.key : link.opName, {link.source, link.destination});
    });
    if (domains)
        totals.settle(*domains, *links, name, report);
    noteRestOfRecords(rest, links->size() == 0, name, NoMatrix, report);
    return sealLinksWithKinds(*links);
}

} // namespace

MatrixLinks readCommunicationMatrix(const QString &path, const QString &reportName, int rank, const JobContext &job,
                                    ImportReport &report)
{
    return readLinks(path, reportName, rank, job, report, nullptr);
}

MatrixLinks readClusterMatrix(const QString &path, const QString &reportName, const JobContext &job,
                              ImportReport &report, ClusterDomains *domains)
{
    return readLinks(path, reportName, {}, job, report, domains);
}

} // namespace rs
