// SPDX-License-Identifier: Apache-2.0
#include "importers/commjson.h"

#include "importers/jsonrecords.h"
#include "importers/stepcsv.h"

#include <QHash>

#include <algorithm>

namespace rs {

namespace {

using nlohmann::json;

const QString TotalName = QStringLiteral("Total Op Info");

bool isOperator(const json &o)
{
    return o.contains("Communication Time Info") || o.contains("Communication Bandwidth Info");
}

bool isLink(const json &o)
{
    return o.contains("Transport Type") ||
           (o.contains("Transit Size(MB)") && o.contains("Bandwidth(GB/s)") && !o.contains("Size Distribution"));
}

/// Where an operator or link stands, read off the keys above it.
struct Where
{
    QString step = QStringLiteral("0");
    bool p2pClass = false;
    QString key;   ///< with its '@' suffix
    QString inner; ///< the key below: a rank or "0-1"
};

bool isStepKey(const QString &key)
{
    if (!key.startsWith(QLatin1String("step"), Qt::CaseInsensitive))
        return false;
    return std::all_of(key.begin() + 4, key.end(), [](QChar c) { return c.isDigit(); });
}

/// `levelsBelow`: how many keys stand between the operator's key and the record: 0 in communication.json, 1 for links.
std::optional<Where> whereOf(const JsonRecords::Path &path, size_t levelsBelow)
{
    if (path.size() <= levelsBelow)
        return std::nullopt;
    Where out;
    const size_t at = path.size() - 1 - levelsBelow;
    out.key = QString::fromStdString(path[at]);
    if (levelsBelow > 0)
        out.inner = QString::fromStdString(path.back());
    if (out.key.isEmpty())
        return std::nullopt;
    for (size_t i = 0; i < at; ++i) {
        const QString above = QString::fromStdString(path[i]);
        if (above == QLatin1String("p2p"))
            out.p2pClass = true;
        else if (isStepKey(above))
            out.step = normalizedStep(above);
    }
    return out;
}

void split(const QString &key, QString &name, QString &hash)
{
    const qsizetype at = key.lastIndexOf(u'@');
    name = at < 0 ? key : key.left(at);
    hash = at < 0 ? QString() : key.mid(at + 1);
    if (name == QLatin1String("Total HCCL Operators"))
        name = TotalName;
}

/// Reads numbers of one object by several spellings and reports what is none.
class Numbers
{
public:
    Numbers(const json &object, QString file, QString place, ImportReport &report)
        : m_object(object), m_file(std::move(file)), m_place(std::move(place)), m_report(report)
    {
    }

    std::optional<double> find(std::initializer_list<const char *> keys)
    {
        for (const char *key : keys) {
            const json &v = jsonAt(m_object, key);
            if (v.is_null())
                continue;
            if (jsonHasNumber(m_object, key))
                return jsonNumber(m_object, key);
            m_report.add({Severity::Loss,
                          m_file,
                          m_place + QStringLiteral(", ") + QString::fromUtf8(key),
                          QStringLiteral("communication.type"),
                          QStringLiteral("Values that are no numbers are taken as 0."),
                          {}});
        }
        return std::nullopt;
    }
    double get(std::initializer_list<const char *> keys) { return find(keys).value_or(0); }

private:
    const json &m_object;
    QString m_file;
    QString m_place;
    ImportReport &m_report;
};

void fillTimes(const json &times, const QString &file, ImportReport &report, CommOp &op)
{
    if (!times.is_object()) {
        report.add({Severity::Loss, file, op.name, QStringLiteral("communication.no-times"),
                    QStringLiteral("Operators without times are listed with 0."), {}});
        return;
    }
    Numbers n(times, file, op.name, report);
    // Both Greek letters for micro stand in documents of the writers, and "Idel" in older ones.
    op.startUs = n.get({"Start Timestamp(us)", "Start Timestamp(\xce\xbcs)", "Start Timestamp(\xc2\xb5s)"});
    op.elapseMs = n.get({"Elapse Time(ms)", "Elapsed Time(ms)"});
    op.transitMs = n.get({"Transit Time(ms)"});
    op.waitMs = n.get({"Wait Time(ms)"});
    op.synchronizationMs = n.get({"Synchronization Time(ms)"});
    op.idleMs = n.get({"Idle Time(ms)", "Idel Time(ms)"});
    op.waitRatio = n.get({"Wait Time Ratio"});
    op.synchronizationRatio = n.get({"Synchronization Time Ratio"});
}

void fillTransports(const json &bandwidth, const QString &file, ImportReport &report, CommOp &op)
{
    if (!bandwidth.is_object())
        return;
    for (const auto &[name, value] : bandwidth.items()) {
        if (!value.is_object())
            continue;
        TransportInfo t;
        t.transport = QString::fromStdString(name);
        Numbers n(value, file, op.name + QStringLiteral(", ") + t.transport, report);
        t.sizeMb = n.get({"Transit Size(MB)"});
        t.timeMs = n.get({"Transit Time(ms)"});
        t.bandwidthGbs = n.find({"Bandwidth(GB/s)"});
        t.largePacketRatio = n.find({"Large Packet Ratio"});
        const json &sizes = jsonAt(value, "Size Distribution");
        if (sizes.is_object()) {
            for (const auto &[size, counts] : sizes.items()) {
                bool ok = false;
                TransportInfo::Packet p;
                p.sizeMb = QString::fromStdString(size).toDouble(&ok);
                if (!ok || !counts.is_array() || counts.size() < 2 || !counts[0].is_number() ||
                    !counts[1].is_number()) {
                    report.add(
                        {Severity::Loss,
                         file,
                         op.name,
                         QStringLiteral("communication.packets"),
                         QStringLiteral(
                             "Entries of Size Distribution that are not a size with a count and a time are left out."),
                         {}});
                    continue;
                }
                const double count = counts[0].get<double>();
                p.count = count >= 0 && count < 9e15 ? static_cast<qint64>(count) : 0;
                p.timeMs = counts[1].get<double>();
                t.packets.push_back(p);
            }
            std::sort(t.packets.begin(), t.packets.end(),
                      [](const auto &a, const auto &b) { return a.sizeMb < b.sizeMb; });
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
             name,
             QStringLiteral("communication.class"),
             QStringLiteral(
                 "Operators that the writer filed under the other class (p2p or collective) count by their names."),
             {}});
}

void fill(const Where &where, const json &object, const QString &file, bool hasClasses, ImportReport &report,
          CommOp &op)
{
    op.step = where.step;
    split(where.key, op.name, op.groupHash);
    op.p2p = op.isTotal() ? where.p2pClass : isPointToPoint(op.name);
    if (hasClasses && !op.isTotal())
        noteClass(where.p2pClass, op.p2p, file, op.name, report);
    fillTimes(jsonAt(object, "Communication Time Info"), file, report, op);
    fillTransports(jsonAt(object, "Communication Bandwidth Info"), file, report, op);
}

bool hasClass(const JsonRecords::Path &path)
{
    return std::any_of(path.begin(), path.end(), [](const std::string &k) { return k == "p2p" || k == "collective"; });
}

void noteNothing(const json &rest, bool nothing, const QString &file, const char *what, ImportReport &report)
{
    // A cut file has said so already, and `{"step": {"p2p": {}, "collective": {}}}` is a run without communication.
    if (!nothing || rest.is_object())
        return;
    if (!rest.is_null())
        report.add({Severity::Loss,
                    file,
                    {},
                    QStringLiteral("communication.form"),
                    QStringLiteral("Not the form of a communication file: %1 cannot be shown for this rank."),
                    QString::fromLatin1(what)});
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

std::vector<MatrixLink> readLinks(const QString &path, const QString &reportName, int rank, bool global,
                                  const JobContext &job, ImportReport &report)
{
    std::vector<MatrixLink> out;
    JsonRecords reader(path, reportName, job, report);
    const json rest = reader.read(isLink, [&](const JsonRecords::Path &keys, const json &object) {
        const auto where = whereOf(keys, 1);
        MatrixLink link;
        if (!where || !splitLink(where->inner, link.source, link.destination)) {
            report.add({Severity::Loss, reportName, where ? where->inner : QString(), QStringLiteral("matrix.link"),
                        QStringLiteral("Links whose key is not \"source-destination\" are left out."), {}});
            return;
        }
        link.step = where->step;
        split(where->key, link.key, link.groupHash);
        splitKind(link.key, link.kind, link.statistic);
        link.opName = jsonText(jsonAt(object, "Op Name"));
        if (link.opName.isEmpty())
            link.opName = jsonText(jsonAt(object, "op_name"));
        const bool total = link.key == TotalName;
        if (!total)
            link.kind = trueLinkKind(link.kind, link.opName.isEmpty() ? link.key : link.opName);
        link.p2p = total ? where->p2pClass : isPointToPoint(link.opName.isEmpty() ? link.kind : link.opName);
        if (hasClass(keys) && !total && !global)
            noteClass(where->p2pClass, link.p2p, reportName, link.key, report);
        link.globalRanks = global;
        link.ownerRank = rank;
        link.transport = jsonText(jsonAt(object, "Transport Type"));
        Numbers n(object, reportName, link.key + u' ' + where->inner, report);
        link.sizeMb = n.get({"Transit Size(MB)"});
        link.timeMs = n.get({"Transit Time(ms)"});
        link.bandwidthGbs = n.get({"Bandwidth(GB/s)"});
        out.push_back(std::move(link));
    });
    noteNothing(rest, out.empty(), reportName, "the communication matrix", report);

    // "total" links name no operator; the kind that the other links of the key's family recovered is theirs too,
    // as long as the family holds a single kind.
    QHash<QString, QString> recovered;
    const auto family = [](const MatrixLink &l) {
        return l.step + u'|' + l.groupHash + u'|' + l.key.left(l.key.lastIndexOf(u'-'));
    };
    for (const MatrixLink &l : out) {
        if (l.opName.isEmpty() || l.statistic.isEmpty())
            continue;
        const QString f = family(l);
        const auto it = recovered.constFind(f);
        recovered.insert(f, it == recovered.constEnd() || *it == l.kind ? l.kind : QString());
    }
    for (MatrixLink &l : out) {
        if (!l.opName.isEmpty() || l.statistic.isEmpty())
            continue;
        if (const QString kind = recovered.value(family(l)); !kind.isEmpty()) {
            l.kind = kind;
            l.p2p = isPointToPoint(kind);
        }
    }
    return out;
}

} // namespace

bool isPointToPoint(const QString &opName)
{
    return opName.contains(QLatin1String("send"), Qt::CaseInsensitive) ||
           opName.contains(QLatin1String("receive"), Qt::CaseInsensitive) ||
           opName.contains(QLatin1String("recv"), Qt::CaseInsensitive);
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

std::vector<CommOp> readCommunication(const QString &path, const QString &reportName, int rank, const JobContext &job,
                                      ImportReport &report)
{
    std::vector<CommOp> out;
    JsonRecords reader(path, reportName, job, report);
    const json rest = reader.read(isOperator, [&](const JsonRecords::Path &keys, const json &object) {
        const auto where = whereOf(keys, 0);
        if (!where)
            return;
        CommOp op;
        op.rank = rank;
        fill(*where, object, reportName, hasClass(keys), report, op);
        out.push_back(std::move(op));
    });
    noteNothing(rest, out.empty(), reportName, "communication times", report);
    return out;
}

std::vector<MatrixLink> readCommunicationMatrix(const QString &path, const QString &reportName, int rank,
                                                const JobContext &job, ImportReport &report)
{
    return readLinks(path, reportName, rank, false, job, report);
}

std::vector<CommOp> readClusterCommunication(const QString &path, const QString &reportName, const JobContext &job,
                                             ImportReport &report)
{
    std::vector<CommOp> out;
    JsonRecords reader(path, reportName, job, report);
    const json rest = reader.read(isOperator, [&](const JsonRecords::Path &keys, const json &object) {
        const auto where = whereOf(keys, 1);
        const int rank = where ? rankOf(where->inner) : -1;
        if (rank < 0) {
            report.add({Severity::Loss, reportName, where ? where->key : QString(), QStringLiteral("cluster.rank"),
                        QStringLiteral("Entries without a rank number are left out."), {}});
            return;
        }
        CommOp op;
        op.rank = rank;
        fill(*where, object, reportName, false, report, op);
        out.push_back(std::move(op));
    });
    noteNothing(rest, out.empty(), reportName, "the communication of the cluster", report);
    return out;
}

std::vector<MatrixLink> readClusterMatrix(const QString &path, const QString &reportName, const JobContext &job,
                                          ImportReport &report)
{
    return readLinks(path, reportName, -1, true, job, report);
}

std::vector<GroupInfo> readCommunicationGroups(const QString &path, const QString &reportName, const JobContext &job,
                                               ImportReport &report)
{
    std::vector<GroupInfo> out;
    const json doc = JsonRecords(path, reportName, job, report).read();
    const json &list = jsonAt(doc, "comm_group_parallel_info");
    if (list.is_null())
        return out; // files of old versions name no group
    if (!list.is_array()) {
        report.add({Severity::Loss,
                    reportName,
                    QStringLiteral("comm_group_parallel_info"),
                    QStringLiteral("cluster.groups"),
                    QStringLiteral("Not a list: the communication groups stay unnamed."),
                    {}});
        return out;
    }
    for (const json &entry : list) {
        GroupInfo g;
        g.hash = jsonText(jsonAt(entry, "group_name"));
        g.commName = jsonText(jsonAt(entry, "group_id"));
        g.pgName = jsonText(jsonAt(entry, "pg_name"));
        const json &ranks = jsonAt(entry, "rank_set");
        if (ranks.is_array()) {
            for (const json &r : ranks) {
                const int n = rankOf(jsonText(r));
                if (n >= 0)
                    g.globalRanks.push_back(n);
            }
        }
        if (g.hash.isEmpty() && !g.commName.isEmpty())
            g.hash = groupHash(g.commName);
        if (g.hash.isEmpty()) {
            report.add({Severity::Loss,
                        reportName,
                        QStringLiteral("comm_group_parallel_info"),
                        QStringLiteral("cluster.group"),
                        QStringLiteral("Groups without a name are left out."),
                        {}});
            continue;
        }
        std::sort(g.globalRanks.begin(), g.globalRanks.end());
        g.globalRanks.erase(std::unique(g.globalRanks.begin(), g.globalRanks.end()), g.globalRanks.end());
        const bool twice = std::any_of(out.begin(), out.end(), [&](const GroupInfo &o) {
            return o.hash == g.hash && o.globalRanks == g.globalRanks && o.pgName == g.pgName;
        });
        if (!twice)
            out.push_back(std::move(g));
    }
    return out;
}

} // namespace rs
