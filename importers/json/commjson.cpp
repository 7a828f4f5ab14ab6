// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commjson.h"

#include "core/base/stamprange.h"
#include "core/base/timens.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/clusterdomains.h"
#include "importers/json/commrecords.h"
#include "importers/json/straightcomm.h"

#include <QByteArray>
#include <QRegularExpression>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace rs {

namespace {

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

void fillTimes(const JsonRef &times, const QString &file, ImportReport &report, CommOp &op)
{
    if (!times.isObject()) {
        report.add({Severity::Loss,
                    file,
                    Place::name(op.name),
                    QStringLiteral("communication.no-times"),
                    RS_MESSAGE("Operators without times are listed without them; totals over them are missing."),
                    {}});
        return;
    }
    const QString whole;
    JsonCursor members(times);
    CommNumbers n(members, file, op.name, whole, report);
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
                    RS_MESSAGE("Operators without sizes and bandwidths are listed without them."),
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
        CommNumbers n(infos, file, op.name, t.transport, report);
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
                         RS_MESSAGE(
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

void fill(const CommPlace &where, const JsonRef &object, const QString &file, bool hasClasses, ImportReport &report,
          TransportNames &transports, CommOp &op)
{
    op.step = where.step;
    op.name = where.name;
    op.groupHash = where.hash;
    op.p2p = op.isTotal() ? where.p2pClass : isPointToPoint(op.name);
    if (hasClasses && !op.isTotal())
        noteOtherClass(where.p2pClass, op.p2p, file, op.name, report);
    fillTimes(object.at("Communication Time Info"), file, report, op);
    fillTransports(object.at("Communication Bandwidth Info"), file, report, transports, op);
}

constexpr NothingRead NoTimes{
    RS_NOOP("The file holds no operator: there is nothing of communication times to show for this rank."),
    RS_NOOP("Not the form of a communication file: communication times cannot be shown for this rank.")};
constexpr NothingRead NoCluster{
    RS_NOOP("The file holds no operator: there is nothing of the communication of the cluster to show for this rank."),
    RS_NOOP("Not the form of a communication file: the communication of the cluster cannot be shown for this rank.")};

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
            {Severity::Loss,
             file,
             Place::name(ops[i].name()).with(QString::fromLatin1(startKeys[0])),
             QStringLiteral("communication.stray-start"),
             RS_MESSAGE("Starts far away from all others are taken as missing: these operators have no place in time."),
             {}});
    }
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

CommOps readCommunication(const QString &path, const QString &reportName, int rank, const JobContext &job,
                          ImportReport &report)
{
    if (CommOpsBuilder usual; readOperatorsStraight(path, reportName, rank, job, report, usual)) {
        dropStrayStarts(usual, reportName, report);
        return usual.seal();
    }
    CommOpsBuilder ops;
    KnownRecords known(KnownRecords::Kind::Operator, reportName, false, report);
    JsonRecords reader(path, reportName, job, report);
    reader.keepTextOf({std::begin(startKeys), std::end(startKeys)});
    CommPlaces places(0);
    TransportNames transports;
    const qint64 rest = reader.read(isOperator, [&](const JsonRecords::Path &keys, const JsonRef &object) {
        const auto where = places.of(keys);
        if (!where || !known.isFirst(*where, rank, -1))
            return;
        CommOp op;
        op.rank = rank;
        fill(*where, object, reportName, where->hasClass, report, transports, op);
        ops.add(op);
    });
    dropStrayStarts(ops, reportName, report);
    noteRestOfRecords(rest, reader, ops.size() == 0, reportName, NoTimes, report);
    return ops.seal();
}

CommOps readClusterCommunication(const QString &path, const QString &reportName, const JobContext &job,
                                 ImportReport &report, ClusterDomains *domains)
{
    CommOpsBuilder ops;
    std::vector<std::pair<QString, CommOp>> nameless; // with what stands above
    KnownRecords known(KnownRecords::Kind::Operator, reportName, true, report);
    JsonRecords reader(path, reportName, job, report);
    reader.keepTextOf({std::begin(startKeys), std::end(startKeys)});
    CommPlaces places(1);
    TransportNames transports;
    const qint64 rest = reader.read(isOperator, [&](const JsonRecords::Path &keys, const JsonRef &object) {
        const auto where = places.of(keys);
        const int rank = where ? rankOfText(where->inner) : -1;
        if (rank < 0) {
            report.add({Severity::Loss,
                        reportName,
                        where ? Place::name(where->key) : Place(),
                        QStringLiteral("cluster.rank"),
                        RS_MESSAGE("Entries without a rank number are left out."),
                        {}});
            return;
        }
        if (!known.isFirst(*where, rank, -1))
            return;
        CommOp op;
        op.rank = rank;
        fill(*where, object, reportName, false, report, transports, op);
        // Totals of old files stand for all groups of their ranks.
        if (domains && !op.isTotal() && !op.groupHash.isEmpty())
            domains->learn(where->above, op.groupHash);
        if (domains && !op.isTotal() && op.groupHash.isEmpty())
            nameless.emplace_back(where->above, std::move(op));
        else
            ops.add(op);
    });
    qint64 found = 0;
    for (auto &[above, op] : nameless) {
        op.groupHash = domains->hashOf(above, op.name, {op.rank});
        found += op.groupHash.isEmpty() ? 0 : 1;
        ops.add(op);
    }
    noteNamelessOperators(found, std::ssize(nameless) - found, reportName, report);
    dropStrayStarts(ops, reportName, report);
    noteRestOfRecords(rest, reader, ops.size() == 0, reportName, NoCluster, report);
    return ops.seal();
}

} // namespace rs
