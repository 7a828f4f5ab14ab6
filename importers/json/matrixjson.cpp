// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commjson.h"

#include "importers/files/plausiblerange.h"
#include "importers/json/clusterdomains.h"
#include "importers/json/commrecords.h"
#include "importers/json/linkparts.h"
#include "importers/json/straightcomm.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

namespace {

bool isLink(const JsonKeys &keys)
{
    return keys.contains("Transport Type") || (keys.contains("Transit Size(MB)") && keys.contains("Bandwidth(GB/s)") &&
                                               !keys.contains("Size Distribution"));
}

constexpr NothingRead NoMatrix{
    RS_NOOP("The file holds no operator: there is nothing of the communication matrix to show for this rank."),
    RS_NOOP("Not the form of a communication file: the communication matrix cannot be shown for this rank.")};

bool splitLink(const QString &key, int &source, int &destination)
{
    const qsizetype dash = key.indexOf(u'-', 1);
    if (dash < 0)
        return false;
    source = rankOfText(key.left(dash));
    destination = rankOfText(key.mid(dash + 1));
    return source >= 0 && destination >= 0;
}

MatrixLinks readLinks(const QString &path, const QString &reportName, int rank, bool global, const JobContext &job,
                      ImportReport &report, ClusterDomains *domains)
{
    MatrixLinksBuilder links;
    std::vector<std::pair<QString, MatrixLink>> nameless; // with what stands above
    NamelessTotals totals;
    KnownRecords known(KnownRecords::Kind::Link, reportName, global, report);
    JsonRecords reader(path, reportName, job, report);
    CommPlaces places(1);
    const qint64 rest = reader.read(isLink, [&](const JsonRecords::Path &keys, const JsonRef &object) {
        const auto where = places.of(keys);
        MatrixLink link;
        if (!where || !splitLink(where->inner, link.source, link.destination)) {
            report.add({Severity::Loss,
                        reportName,
                        where ? Place::name(where->inner) : Place(),
                        QStringLiteral("matrix.link"),
                        RS_MESSAGE("Links whose key is not \"source-destination\" are left out."),
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
        const bool total = link.key == totalName();
        if (!total)
            link.kind = trueLinkKind(link.kind, link.opName.isEmpty() ? link.key : link.opName);
        link.p2p = total ? where->p2pClass : isPointToPoint(link.opName.isEmpty() ? link.kind : link.opName);
        if (where->hasClass && !total && !global)
            noteOtherClass(where->p2pClass, link.p2p, reportName, link.key, report);
        link.globalRanks = global;
        link.ownerRank = rank;
        if (const JsonRef transport = object.at("Transport Type"); transport.isString())
            link.transport = transport.text();
        if (link.transport.isEmpty())
            report.add({Severity::Loss,
                        reportName,
                        Place::name(link.key + u' ' + where->inner).with(QStringLiteral("Transport Type")),
                        QStringLiteral("matrix.transport"),
                        RS_MESSAGE("Links whose transport type is missing or no text are listed without it."),
                        {}});
        const QString place = link.key + u' ' + where->inner;
        const QString whole;
        JsonCursor members(object);
        CommNumbers n(members, reportName, place, whole, report);
        LinkNumbers numbers;
        numbers.sizeMb = n.get({"Transit Size(MB)"}, MaxMegabytes);
        numbers.timeMs = n.get({"Transit Time(ms)"}, MaxDurationMs);
        numbers.bandwidthGbs = n.get({"Bandwidth(GB/s)"}, MaxRate);
        dropNoSize(numbers, place, reportName, report);
        dropNoTime(numbers, place, reportName, report);
        link.sizeMb = numbers.sizeMb;
        link.timeMs = numbers.timeMs;
        link.bandwidthGbs = numbers.bandwidthGbs;
        if (domains && !total && !link.groupHash.isEmpty())
            domains->learn(where->above, link.groupHash);
        if (domains && !total && link.groupHash.isEmpty()) {
            nameless.emplace_back(where->above, std::move(link));
            return;
        }
        if (domains && link.groupHash.isEmpty())
            totals.add(where->above, links.size());
        links.add(link);
    });
    qint64 found = 0;
    for (auto &[above, link] : nameless) {
        link.groupHash =
            domains->hashOf(above, link.opName.isEmpty() ? link.key : link.opName, {link.source, link.destination});
        found += link.groupHash.isEmpty() ? 0 : 1;
        links.add(link);
    }
    noteNamelessOperators(found, std::ssize(nameless) - found, reportName, report);
    if (domains)
        totals.settle(*domains, links, reportName, report);
    noteRestOfRecords(rest, reader, links.size() == 0, reportName, NoMatrix, report);

    return sealLinksWithKinds(links);
}

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

MatrixLinks readCommunicationMatrix(const QString &path, const QString &reportName, int rank, const JobContext &job,
                                    ImportReport &report)
{
    if (MatrixLinksBuilder usual; readLinksStraight(path, reportName, rank, job, report, usual))
        return sealLinksWithKinds(usual);
    return readLinks(path, reportName, rank, false, job, report, nullptr);
}

MatrixLinks readClusterMatrix(const QString &path, const QString &reportName, const JobContext &job,
                              ImportReport &report, ClusterDomains *domains)
{
    // A thousand ranks have a million links: as a tree of texts they take more memory than most machines have.
    if (MatrixLinksBuilder usual; readClusterLinksStraight(path, reportName, job, report, usual, domains))
        return sealLinksWithKinds(usual);
    return readLinks(path, reportName, -1, true, job, report, domains);
}

} // namespace rs
