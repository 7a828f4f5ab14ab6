// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commjson.h"

#include "importers/json/commrecords.h"
#include "importers/json/jsonrecords.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

using nlohmann::json;

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
            report.add(
                Severity::Loss, reportName, "cluster.groups",
                RS_MESSAGE("Not the format of a communication_group file: communication domains have no names."));
        return out;
    }
    if (!doc.contains("comm_group_parallel_info")) {
        if (reader.isComplete())
            report.add(Severity::Info, reportName, "cluster.groups-unnamed",
                       RS_MESSAGE("Written by an old version that names no communication domains."));
        return out;
    }
    if (!list.is_array()) {
        report.add(Severity::Loss, reportName, "cluster.groups",
                   RS_MESSAGE("Not a list: communication domains have no names."),
                   Place::name(QStringLiteral("comm_group_parallel_info")));
        return out;
    }
    if (list.empty() && reader.isComplete())
        report.add(Severity::Info, reportName, "cluster.groups-none",
                   RS_MESSAGE("The file lists no communication domain: it gives neither members nor names."),
                   Place::name(QStringLiteral("comm_group_parallel_info")));
    const auto noRanks = [&] {
        report.add(Severity::Loss, reportName, "cluster.group-ranks",
                   RS_MESSAGE("Ranks of communication domains that are not numbers are left out."),
                   Place::name(QStringLiteral("comm_group_parallel_info")));
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
                const int n = rankOfText(jsonText(r));
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
        // An analysis lists operators without the hash of their group under an empty name.
        if (g.hash.isEmpty() && jsonAt(entry, "group_name").is_string())
            continue;
        if (g.hash.isEmpty()) {
            report.add(Severity::Loss, reportName, "cluster.group",
                       RS_MESSAGE("Communication domains without a name are left out."),
                       Place::name(QStringLiteral("comm_group_parallel_info")));
            continue;
        }
        std::ranges::sort(g.globalRanks);
        g.globalRanks.erase(std::unique(g.globalRanks.begin(), g.globalRanks.end()), g.globalRanks.end());
        if (known.emplace(g.hash, g.pgName, g.globalRanks).second)
            out.push_back(std::move(g));
    }
    return out;
}

} // namespace rs
