// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commjson.h"

#include "core/stamprange.h"
#include "core/texthash.h"
#include "core/timens.h"
#include "importers/json/jsonrecords.h"
#include "importers/files/measured.h"
#include "importers/csv/stepcsv.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

namespace rs {

namespace {

using nlohmann::json;

const QString TotalName = QStringLiteral("Total Op Info");

// Both Greek letters for micro stand in documents of the writers.
constexpr const char *startKeys[] = {"Start Timestamp(us)", "Start Timestamp(\xce\xbcs)", "Start Timestamp(\xc2\xb5s)"};

// The start as the file writes it, where that is a number of JSON; else empty.
QString startText(const JsonRef &times)
{
    static const QRegularExpression form(QStringLiteral("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"));
    const auto isPlain = [](const QString &text) {
        return text.size() > 2 && text[0] != u'0' && text.count(u'.') == 1 && text.back() != u'.' &&
               std::all_of(text.begin(), text.end(), [](QChar c) { return c == u'.' || (c >= u'0' && c <= u'9'); });
    };
    for (const char *key : startKeys) {
        const QString text = times.at(key).writtenText();
        if (text.size() <= 40 && ((isPlain(text) && text[0] != u'.') || form.match(text).hasMatch()))
            return text;
    }
    return {};
}

bool isOperator(const JsonKeys &keys)
{
    return keys.contains("Communication Time Info") || keys.contains("Communication Bandwidth Info");
}

bool isLink(const JsonKeys &keys)
{
    return keys.contains("Transport Type") || (keys.contains("Transit Size(MB)") && keys.contains("Bandwidth(GB/s)") &&
                                               !keys.contains("Size Distribution"));
}

void split(const QString &key, QString &name, QString &hash)
{
    const qsizetype at = key.lastIndexOf(u'@');
    name = at < 0 ? key : key.left(at);
    hash = at < 0 ? QString() : key.mid(at + 1);
    if (name == QLatin1String("Total HCCL Operators"))
        name = TotalName;
}

/// Where an operator or link stands, read off the keys above it.
struct Where
{
    QString step = QStringLiteral("0");
    bool hasStepNumber = true;
    bool p2pClass = false;
    QString above; ///< what else stands above: in cluster files the ranks of the domain
    QString key;   ///< with its '@' suffix
    QString name;  ///< of the key, without it
    QString hash;
    QString inner; ///< the key below: a rank or "0-1"
};

bool isStepKey(const QString &key)
{
    return key.startsWith(QLatin1String("step"), Qt::CaseInsensitive);
}

bool isClassKey(std::string_view key)
{
    return key == "p2p" || key == "collective";
}

/// Reads them off for one record after the other, most of which stand under the same keys as the one before.
class WhereReader
{
public:
    /// `levelsBelow`: how many keys stand between the operator's key and the record: 0 in communication.json, 1 for
    /// links.
    explicit WhereReader(size_t levelsBelow) : m_levelsBelow(levelsBelow) {}

    std::optional<Where> of(const JsonRecords::Path &path)
    {
        if (path.size() <= m_levelsBelow)
            return std::nullopt;
        const size_t at = path.size() - 1 - m_levelsBelow;
        const auto last = path.begin() + static_cast<std::ptrdiff_t>(at);
        if (!m_known || !std::equal(path.begin(), last, m_path.begin(), m_path.end())) {
            m_path.assign(path.begin(), last);
            m_above = above();
            m_known = true;
        }
        Where out = m_above;
        out.key = QString::fromStdString(path[at]);
        if (m_levelsBelow > 0)
            out.inner = QString::fromStdString(path.back());
        if (out.key.isEmpty())
            return std::nullopt;
        split(out.key, out.name, out.hash);
        return out;
    }

private:
    [[nodiscard]] Where above() const
    {
        Where out;
        // What stands above a class at the top is a step, whatever it is called.
        const bool named = m_path.size() > 1 && !isClassKey(m_path[0]) && isClassKey(m_path[1]);
        for (size_t i = 0; i < m_path.size(); ++i) {
            const QString text = QString::fromStdString(m_path[i]);
            if (text == QLatin1String("p2p"))
                out.p2pClass = true;
            else if (text == QLatin1String("collective"))
                continue;
            else if (isStepKey(text) || (named && i == 0))
                out.step = normalizedStep(text).isEmpty() ? text : normalizedStep(text);
            else
                out.above += text + u'\n';
        }
        out.hasStepNumber = isStepNumber(out.step);
        return out;
    }

    const size_t m_levelsBelow;
    bool m_known = false;
    std::vector<std::string> m_path; ///< above the operator's key
    Where m_above;
};

/// What a file says once: an operator of a rank, or a link. Each counts where it stands first, whatever the spelling
/// of its step and ranks, and whatever class it is filed under.
class Known
{
public:
    enum class Kind : quint8 {
        Operator,
        Link,
    };

    Known(Kind kind, QString file, bool cluster, ImportReport &report)
        : m_kind(kind), m_file(std::move(file)), m_cluster(cluster), m_report(report)
    {
    }

    /// False, with a finding, for what was there before. `a` and `b`: the rank, or the ends of the link.
    bool isFirst(const Where &where, int a, int b)
    {
        if (!where.hasStepNumber)
            m_report.add({Severity::Loss,
                          m_file,
                          Place::step(where.step),
                          QStringLiteral("communication.step"),
                          QStringLiteral("Operators and links whose step is no number are shown under that text; no "
                                         "other file of the run has such a step."),
                          {}});
        // Both classes have totals of one name, and the domains of old cluster files too.
        const bool p2pTotal = where.name == TotalName && where.p2pClass;
        if (m_known.insert(keyOf(where, p2pTotal, a, b)).second)
            return true;
        Place place = Place::step(where.step).with(where.key);
        if (!where.inner.isEmpty())
            place = place.with(where.inner);
        const bool isLink = m_kind == Kind::Link;
        m_report.add({Severity::Loss,
                      m_file,
                      place,
                      isLink ? QStringLiteral("matrix.repeated") : QStringLiteral("communication.repeated"),
                      isLink ? QStringLiteral("Links that stand again under their step are left out: the first counts, "
                                              "and may be the wrong one.")
                             : QStringLiteral("Operators that stand again under their step are left out: the first "
                                              "counts, and may be the wrong one."),
                      {}});
        return false;
    }

private:
    // The numbers and the lengths of the texts, then the texts: no two keys give the same bytes.
    [[nodiscard]] std::string keyOf(const Where &where, bool p2pTotal, int a, int b) const
    {
        const QString none;
        const QString &above = m_cluster ? where.above : none;
        const std::array<qint64, 6> head{p2pTotal ? 1 : 0, a, b, where.name.size(), where.step.size(),
                                         where.hash.size()};
        std::string key(reinterpret_cast<const char *>(head.data()), sizeof head);
        for (const QString *text : {&where.name, &where.step, &where.hash, &above})
            key.append(reinterpret_cast<const char *>(text->constData()),
                       static_cast<size_t>(text->size()) * sizeof(QChar));
        return key;
    }

    Kind m_kind;
    QString m_file;
    bool m_cluster;
    ImportReport &m_report;
    std::unordered_set<std::string, TextHash> m_known;
};

/// Reads numbers of one object by several spellings and reports what is none, or none that was measured.
class Numbers
{
public:
    /// `part`: of the place, where it is one of several.
    Numbers(JsonCursor &object, const QString &file, const QString &place, const QString &part, ImportReport &report)
        : m_object(object), m_file(file), m_place(place), m_part(part), m_report(report)
    {
    }

    /// `always`: every version of the writers gives it.
    std::optional<double> get(std::initializer_list<const char *> keys, double most, bool always = true)
    {
        for (const char *key : keys) {
            const JsonRef value = m_object.at(key);
            if (value.isNothing())
                continue;
            const double number = value.number().value_or(-1);
            if (isMeasurable(number, most))
                return number + 0.0; // writers that round make -0 of what is a little below
            note(key);
            return std::nullopt;
        }
        if (always)
            note(*keys.begin());
        return std::nullopt;
    }

private:
    void note(const char *key)
    {
        Place place = Place::name(m_place);
        if (!m_part.isEmpty())
            place = place.with(m_part);
        m_report.add({Severity::Loss,
                      m_file,
                      place.with(QString::fromUtf8(key)),
                      QStringLiteral("communication.value"),
                      QStringLiteral("Values that are not there, are no numbers, or cannot be (negative, or more than "
                                     "any run has) are missing, and so are the totals over them."),
                      {}});
    }

    JsonCursor &m_object;
    const QString &m_file;
    const QString &m_place;
    const QString &m_part;
    ImportReport &m_report;
};

void fillTimes(const JsonRef &times, const QString &file, ImportReport &report, CommOp &op)
{
    if (!times.isObject()) {
        report.add({Severity::Loss,
                    file,
                    Place::name(op.name),
                    QStringLiteral("communication.no-times"),
                    QStringLiteral("Operators without times are listed without them; totals over them are missing."),
                    {}});
        return;
    }
    const QString whole;
    JsonCursor members(times);
    Numbers n(members, file, op.name, whole, report);
    // "Idel" stands in documents of older writers.
    if (!op.isTotal())
        op.startUs = n.get({startKeys[0], startKeys[1], startKeys[2]}, MaxStampUs);
    if (op.startUs)
        op.startText = startText(times);
    op.elapseMs = n.get({"Elapse Time(ms)", "Elapsed Time(ms)"}, MaxDurationMs);
    op.transitMs = n.get({"Transit Time(ms)"}, MaxDurationMs);
    op.waitMs = n.get({"Wait Time(ms)"}, MaxDurationMs);
    op.synchronizationMs = n.get({"Synchronization Time(ms)"}, MaxDurationMs);
    op.idleMs = n.get({"Idle Time(ms)", "Idel Time(ms)"}, MaxDurationMs);
    op.waitRatio = n.get({"Wait Time Ratio"}, MaxPart);
    op.synchronizationRatio = n.get({"Synchronization Time Ratio"}, MaxPart);
}

/// The names of transports, of which a file has few: all that are the same share their text.
class TransportNames
{
public:
    const QString &text(std::string_view name)
    {
        const auto known = std::find_if(m_names.begin(), m_names.end(), [&](const auto &n) { return n.first == name; });
        if (known != m_names.end())
            return known->second;
        // More is no writer's file, and would be looked for one by one.
        constexpr size_t most = 16;
        if (m_names.size() == most)
            m_names.pop_back();
        return m_names.emplace_back(name, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))).second;
    }

private:
    std::vector<std::pair<std::string, QString>> m_names;
};

/// The number that a text is, or NaN.
double numberIn(std::string_view text)
{
    double out = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (ec == std::errc() && end == text.data() + text.size())
        return out;
    bool ok = false;
    out = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size())).toDouble(&ok);
    return ok ? out : std::numeric_limits<double>::quiet_NaN();
}

void fillTransports(const JsonRef &bandwidth, const QString &file, ImportReport &report, TransportNames &transports,
                    CommOp &op)
{
    const auto noTransports = [&](const Place &place) {
        report.add({Severity::Loss,
                    file,
                    place,
                    QStringLiteral("communication.no-bandwidth"),
                    QStringLiteral("Operators without sizes and bandwidths are listed without them."),
                    {}});
    };
    if (!bandwidth.isObject())
        return noTransports(Place::name(op.name));
    const auto textOf = [](std::string_view t) {
        return QString::fromUtf8(t.data(), static_cast<qsizetype>(t.size()));
    };
    const auto members = bandwidth.members();
    op.transports.reserve(members.size());
    for (const auto &[name, value] : members) {
        if (!value.isObject()) {
            noTransports(Place::name(op.name).with(textOf(name)));
            continue;
        }
        TransportInfo t;
        t.transport = transports.text(name);
        JsonCursor infos(value);
        Numbers n(infos, file, op.name, t.transport, report);
        t.sizeMb = n.get({"Transit Size(MB)"}, MaxMegabytes);
        t.timeMs = n.get({"Transit Time(ms)"}, MaxDurationMs);
        t.bandwidthGbs = n.get({"Bandwidth(GB/s)"}, MaxRate, false);
        t.largePacketRatio = n.get({"Large Packet Ratio"}, MaxPart, false);
        const JsonRef sizes = infos.at("Size Distribution");
        if (sizes.isObject()) {
            sizes.eachMember([&](std::string_view size, const JsonRef &counts) {
                TransportInfo::Packet p;
                p.sizeMb = numberIn(size);
                const JsonRef count = counts.at(size_t{0});
                const JsonRef time = counts.at(size_t{1});
                if (!isMeasurable(p.sizeMb, MaxMegabytes) || !counts.isArray() || !count.isNumber() ||
                    !isMeasurable(count.real(), MaxOfAnything) || std::floor(count.real()) != count.real() ||
                    !time.isNumber() || !isMeasurable(time.real(), MaxDurationMs)) {
                    report.add(
                        {Severity::Loss,
                         file,
                         Place::name(op.name),
                         QStringLiteral("communication.packets"),
                         QStringLiteral(
                             "Entries of Size Distribution that are not a size with a count and a time are left out."),
                         {}});
                    return;
                }
                p.count = static_cast<qint64>(count.real());
                p.timeMs = time.real();
                t.packets.push_back(p);
            });
            // "1" and "1.0" may both be there.
            std::sort(t.packets.begin(), t.packets.end(), [](const auto &a, const auto &b) {
                return std::tie(a.sizeMb, a.count, a.timeMs) < std::tie(b.sizeMb, b.count, b.timeMs);
            });
        }
        op.transports.push_back(std::move(t));
    }
}

int rankOf(const QString &text)
{
    bool ok = false;
    const int n = text.toInt(&ok);
    return ok && n >= 0 && n <= MaxRank ? n : -1;
}

/// A class of the writer that differs from what the name says.
void noteClass(bool writer, bool mine, const QString &file, const QString &name, ImportReport &report)
{
    if (writer != mine)
        report.add(
            {Severity::Info,
             file,
             Place::name(name),
             QStringLiteral("communication.class"),
             QStringLiteral(
                 "Operators that the writer filed under the other class (p2p or collective) count by their names."),
             {}});
}

void fill(const Where &where, const JsonRef &object, const QString &file, bool hasClasses, ImportReport &report,
          TransportNames &transports, CommOp &op)
{
    op.step = where.step;
    op.name = where.name;
    op.groupHash = where.hash;
    op.p2p = op.isTotal() ? where.p2pClass : isPointToPoint(op.name);
    if (hasClasses && !op.isTotal())
        noteClass(where.p2pClass, op.p2p, file, op.name, report);
    fillTimes(object.at("Communication Time Info"), file, report, op);
    fillTransports(object.at("Communication Bandwidth Info"), file, report, transports, op);
}

bool hasClass(const JsonRecords::Path &path)
{
    return std::any_of(path.begin(), path.end(), [](const std::string &k) { return k == "p2p" || k == "collective"; });
}

/// What is said of a file without operators, and of one that is none of its kind.
struct NothingRead
{
    const char *empty;
    const char *otherForm;
};

constexpr NothingRead NoMatrix{
    "The file holds no operator: there is nothing of the communication matrix to show for this rank.",
    "Not the form of a communication file: the communication matrix cannot be shown for this rank."};
constexpr NothingRead NoTimes{
    "The file holds no operator: there is nothing of communication times to show for this rank.",
    "Not the form of a communication file: communication times cannot be shown for this rank."};
constexpr NothingRead NoCluster{
    "The file holds no operator: there is nothing of the communication of the cluster to show for this rank.",
    "Not the form of a communication file: the communication of the cluster cannot be shown for this rank."};

/// A file that is called used has given rows, or says why not. A cut file has said so already.
void noteRest(qint64 strangers, const JsonRecords &reader, bool nothing, const QString &file, const NothingRead &words,
              ImportReport &report)
{
    if (!reader.isComplete())
        return;
    if (nothing && strangers == 0) {
        // `{"step": {"p2p": {}, "collective": {}}}` is a run without communication.
        report.add(
            {Severity::Info, file, {}, QStringLiteral("communication.nothing"), QString::fromLatin1(words.empty), {}});
    } else if (nothing) {
        report.add(
            {Severity::Loss, file, {}, QStringLiteral("communication.form"), QString::fromLatin1(words.otherForm), {}});
    } else if (strangers > 0) {
        report.add({Severity::Loss,
                    file,
                    {},
                    QStringLiteral("communication.strangers"),
                    QStringLiteral("Entries that are neither an operator nor a link are left out."),
                    {},
                    strangers});
    }
}

bool splitLink(const QString &key, int &source, int &destination)
{
    const qsizetype dash = key.indexOf(u'-', 1);
    if (dash < 0)
        return false;
    source = rankOf(key.left(dash));
    destination = rankOf(key.mid(dash + 1));
    return source >= 0 && destination >= 0;
}

void splitKind(const QString &name, QString &kind, QString &statistic)
{
    static const QStringList statistics{QStringLiteral("top1"),    QStringLiteral("middle"),  QStringLiteral("bottom1"),
                                        QStringLiteral("bottom2"), QStringLiteral("bottom3"), QStringLiteral("total")};
    const qsizetype dash = name.lastIndexOf(u'-');
    if (dash > 0 && statistics.contains(name.mid(dash + 1))) {
        kind = name.left(dash);
        statistic = name.mid(dash + 1);
        return;
    }
    statistic.clear();
    kind = name;
    if (name == TotalName)
        return;
    // Old files: "hcom_send__822_0"; the kind is what stands between.
    if (kind.startsWith(QLatin1String("hcom_"), Qt::CaseInsensitive)) {
        kind = kind.mid(5);
        kind = kind.left(kind.indexOf(u'_')).toLower();
    }
}

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
    std::vector<qint64> stamps;
    for (size_t i = 0; i < ops.size(); ++i) {
        if (const auto ns = startNs(ops[i]))
            stamps.push_back(*ns);
    }
    const StampRange range = credibleStamps(stamps);
    for (size_t i = 0; i < ops.size(); ++i) {
        const auto ns = startNs(ops[i]);
        if (!ns || range.contains(*ns))
            continue;
        ops.dropStart(i);
        report.add({Severity::Loss,
                    file,
                    Place::name(ops[i].name()).with(QString::fromLatin1(startKeys[0])),
                    QStringLiteral("communication.stray-start"),
                    QStringLiteral("Starts far away from all others are taken as missing: these operators have no "
                                   "place in time."),
                    {}});
    }
}

/// What took time has carried something: a size of 0 is none, nor is the bandwidth that follows from it.
void dropNoSize(MatrixLink &link, const QString &place, const QString &file, ImportReport &report)
{
    if (link.sizeMb != 0.0 || link.timeMs.value_or(0) <= 0)
        return;
    link.sizeMb.reset();
    if (link.bandwidthGbs == 0.0)
        link.bandwidthGbs.reset();
    report.add({Severity::Loss,
                file,
                Place::name(place),
                QStringLiteral("matrix.no-size"),
                QStringLiteral("Links that took time but, by their size of 0, carried nothing: size and bandwidth are "
                               "missing, and so are the totals over them."),
                {}});
}

/// What was carried, at some speed, has taken time: 0 is none.
void dropNoTime(MatrixLink &link, const QString &place, const QString &file, ImportReport &report)
{
    if (link.timeMs != 0.0 || link.sizeMb.value_or(0) <= 0 || link.bandwidthGbs.value_or(0) <= 0)
        return;
    link.timeMs.reset();
    report.add({Severity::Loss,
                file,
                Place::name(place),
                QStringLiteral("matrix.no-time"),
                QStringLiteral("Links that carried something at a bandwidth but, by their time of 0, took none: the "
                               "time is missing, and so are the totals over it."),
                {}});
}

MatrixLinks readLinks(const QString &path, const QString &reportName, int rank, bool global, const JobContext &job,
                      ImportReport &report)
{
    MatrixLinksBuilder links;
    Known known(Known::Kind::Link, reportName, global, report);
    JsonRecords reader(path, reportName, job, report);
    WhereReader places(1);
    const qint64 rest = reader.read(isLink, [&](const JsonRecords::Path &keys, const JsonRef &object) {
        const auto where = places.of(keys);
        MatrixLink link;
        if (!where || !splitLink(where->inner, link.source, link.destination)) {
            report.add({Severity::Loss,
                        reportName,
                        where ? Place::name(where->inner) : Place(),
                        QStringLiteral("matrix.link"),
                        QStringLiteral("Links whose key is not \"source-destination\" are left out."),
                        {}});
            return;
        }
        if (!known.isFirst(*where, link.source, link.destination))
            return;
        link.step = where->step;
        link.key = where->name;
        link.groupHash = where->hash;
        splitKind(link.key, link.kind, link.statistic);
        link.opName = object.at("Op Name").text();
        if (link.opName.isEmpty())
            link.opName = object.at("op_name").text();
        const bool total = link.key == TotalName;
        if (!total)
            link.kind = trueLinkKind(link.kind, link.opName.isEmpty() ? link.key : link.opName);
        link.p2p = total ? where->p2pClass : isPointToPoint(link.opName.isEmpty() ? link.kind : link.opName);
        if (hasClass(keys) && !total && !global)
            noteClass(where->p2pClass, link.p2p, reportName, link.key, report);
        link.globalRanks = global;
        link.ownerRank = rank;
        if (const JsonRef transport = object.at("Transport Type"); transport.isString())
            link.transport = transport.text();
        if (link.transport.isEmpty())
            report.add({Severity::Loss,
                        reportName,
                        Place::name(link.key + u' ' + where->inner).with(QStringLiteral("Transport Type")),
                        QStringLiteral("matrix.transport"),
                        QStringLiteral("Links whose transport type is missing or no text are listed without it."),
                        {}});
        const QString place = link.key + u' ' + where->inner;
        const QString whole;
        JsonCursor members(object);
        Numbers n(members, reportName, place, whole, report);
        link.sizeMb = n.get({"Transit Size(MB)"}, MaxMegabytes);
        link.timeMs = n.get({"Transit Time(ms)"}, MaxDurationMs);
        link.bandwidthGbs = n.get({"Bandwidth(GB/s)"}, MaxRate);
        dropNoSize(link, place, reportName, report);
        dropNoTime(link, place, reportName, report);
        links.add(link);
    });
    noteRest(rest, reader, links.size() == 0, reportName, NoMatrix, report);

    // "total" links name no operator; the kind that the other links of the key's family recovered is theirs too,
    // as long as the family holds a single kind.
    std::map<QString, QString> recovered;
    const auto family = [](const MatrixLinkRef &l) {
        return l.step() + u'|' + l.groupHash() + u'|' + l.key().left(l.key().lastIndexOf(u'-'));
    };
    for (size_t i = 0; i < links.size(); ++i) {
        const MatrixLinkRef l = links[i];
        if (l.opName().isEmpty() || l.statistic().isEmpty())
            continue;
        const auto [it, isNew] = recovered.try_emplace(family(l), l.kind());
        if (!isNew && it->second != l.kind())
            it->second.clear();
    }
    for (size_t i = 0; i < links.size(); ++i) {
        const MatrixLinkRef l = links[i];
        if (!l.opName().isEmpty() || l.statistic().isEmpty())
            continue;
        if (const auto it = recovered.find(family(l)); it != recovered.end() && !it->second.isEmpty())
            links.setKind(i, it->second, isPointToPoint(it->second));
    }
    return links.seal();
}

} // namespace

bool isPointToPoint(const QString &opName)
{
    const auto standsAt = [&](qsizetype at, QLatin1String word) {
        return QStringView(opName).mid(at).startsWith(word, Qt::CaseInsensitive);
    };
    for (qsizetype i = 0; i < opName.size(); ++i) {
        const ushort lower = opName[i].unicode() | 0x20;
        if ((lower == 's' && standsAt(i, QLatin1String("send"))) ||
            (lower == 'r' && (standsAt(i, QLatin1String("receive")) || standsAt(i, QLatin1String("recv")))))
            return true;
    }
    return false;
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

CommOps readCommunication(const QString &path, const QString &reportName, int rank, const JobContext &job,
                          ImportReport &report)
{
    CommOpsBuilder ops;
    Known known(Known::Kind::Operator, reportName, false, report);
    JsonRecords reader(path, reportName, job, report);
    reader.keepTextOf({std::begin(startKeys), std::end(startKeys)});
    WhereReader places(0);
    TransportNames transports;
    const qint64 rest = reader.read(isOperator, [&](const JsonRecords::Path &keys, const JsonRef &object) {
        const auto where = places.of(keys);
        if (!where || !known.isFirst(*where, rank, -1))
            return;
        CommOp op;
        op.rank = rank;
        fill(*where, object, reportName, hasClass(keys), report, transports, op);
        ops.add(op);
    });
    dropStrayStarts(ops, reportName, report);
    noteRest(rest, reader, ops.size() == 0, reportName, NoTimes, report);
    return ops.seal();
}

MatrixLinks readCommunicationMatrix(const QString &path, const QString &reportName, int rank, const JobContext &job,
                                    ImportReport &report)
{
    return readLinks(path, reportName, rank, false, job, report);
}

CommOps readClusterCommunication(const QString &path, const QString &reportName, const JobContext &job,
                                 ImportReport &report)
{
    CommOpsBuilder ops;
    Known known(Known::Kind::Operator, reportName, true, report);
    JsonRecords reader(path, reportName, job, report);
    reader.keepTextOf({std::begin(startKeys), std::end(startKeys)});
    WhereReader places(1);
    TransportNames transports;
    const qint64 rest = reader.read(isOperator, [&](const JsonRecords::Path &keys, const JsonRef &object) {
        const auto where = places.of(keys);
        const int rank = where ? rankOf(where->inner) : -1;
        if (rank < 0) {
            report.add({Severity::Loss,
                        reportName,
                        where ? Place::name(where->key) : Place(),
                        QStringLiteral("cluster.rank"),
                        QStringLiteral("Entries without a rank number are left out."),
                        {}});
            return;
        }
        if (!known.isFirst(*where, rank, -1))
            return;
        CommOp op;
        op.rank = rank;
        fill(*where, object, reportName, false, report, transports, op);
        ops.add(op);
    });
    dropStrayStarts(ops, reportName, report);
    noteRest(rest, reader, ops.size() == 0, reportName, NoCluster, report);
    return ops.seal();
}

MatrixLinks readClusterMatrix(const QString &path, const QString &reportName, const JobContext &job,
                              ImportReport &report)
{
    return readLinks(path, reportName, -1, true, job, report);
}

std::vector<GroupInfo> readCommunicationGroups(const QString &path, const QString &reportName, const JobContext &job,
                                               ImportReport &report)
{
    std::vector<GroupInfo> out;
    std::set<std::tuple<QString, QString, std::vector<int>>> known; // hash, name, ranks
    JsonRecords reader(path, reportName, job, report);
    const JsonTree tree = reader.read();
    const json &doc = tree.root();
    const json &list = jsonAt(doc, "comm_group_parallel_info");
    if (!doc.is_object() ||
        !(doc.contains("comm_group_parallel_info") || doc.contains("collective") || doc.contains("p2p"))) {
        if (reader.isComplete())
            report.add({Severity::Loss,
                        reportName,
                        {},
                        QStringLiteral("cluster.groups"),
                        QStringLiteral("Not the form of a communication_group file: the communication groups stay "
                                       "unnamed."),
                        {}});
        return out;
    }
    if (!doc.contains("comm_group_parallel_info")) {
        if (reader.isComplete())
            report.add({Severity::Info,
                        reportName,
                        {},
                        QStringLiteral("cluster.groups-unnamed"),
                        QStringLiteral("Written by an old version that names no communication groups."),
                        {}});
        return out;
    }
    if (!list.is_array()) {
        report.add({Severity::Loss,
                    reportName,
                    Place::name(QStringLiteral("comm_group_parallel_info")),
                    QStringLiteral("cluster.groups"),
                    QStringLiteral("Not a list: the communication groups stay unnamed."),
                    {}});
        return out;
    }
    if (list.empty() && reader.isComplete())
        report.add({Severity::Info,
                    reportName,
                    Place::name(QStringLiteral("comm_group_parallel_info")),
                    QStringLiteral("cluster.groups-none"),
                    QStringLiteral("The file lists no communication group: it gives the domains neither members nor "
                                   "names."),
                    {}});
    const auto noRanks = [&] {
        report.add({Severity::Loss,
                    reportName,
                    Place::name(QStringLiteral("comm_group_parallel_info")),
                    QStringLiteral("cluster.group-ranks"),
                    QStringLiteral("Ranks of communication groups that are no numbers are left out."),
                    {}});
    };
    for (const json &entry : list) {
        GroupInfo g;
        g.hash = jsonText(jsonAt(entry, "group_name"));
        g.p2p = jsonText(jsonAt(entry, "type")) == QLatin1String("p2p");
        g.commName = jsonText(jsonAt(entry, "group_id"));
        g.pgName = jsonText(jsonAt(entry, "pg_name"));
        const json &ranks = jsonAt(entry, "rank_set");
        if (ranks.is_array()) {
            for (const json &r : ranks) {
                const int n = rankOf(jsonText(r));
                if (n >= 0)
                    g.globalRanks.push_back(n);
                else
                    noRanks();
            }
        } else {
            noRanks();
        }
        if (g.hash.isEmpty() && !g.commName.isEmpty())
            g.hash = groupHash(g.commName);
        if (g.hash.isEmpty()) {
            report.add({Severity::Loss,
                        reportName,
                        Place::name(QStringLiteral("comm_group_parallel_info")),
                        QStringLiteral("cluster.group"),
                        QStringLiteral("Groups without a name are left out."),
                        {}});
            continue;
        }
        std::sort(g.globalRanks.begin(), g.globalRanks.end());
        g.globalRanks.erase(std::unique(g.globalRanks.begin(), g.globalRanks.end()), g.globalRanks.end());
        if (known.emplace(g.hash, g.pgName, g.globalRanks).second)
            out.push_back(std::move(g));
    }
    return out;
}

} // namespace rs
