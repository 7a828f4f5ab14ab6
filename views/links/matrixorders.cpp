// SPDX-License-Identifier: Apache-2.0
#include "views/links/matrixorders.h"

#include "items/format.h"

#include <map>
#include <set>

namespace rs {

namespace {

constexpr QLatin1StringView byHost("host");
constexpr QLatin1StringView byGroup("group:");

std::vector<MatrixBlock> hostBlocks(const Run &run)
{
    std::map<QString, std::vector<int>> ranksOf;
    for (const RankInfo &info : run.infos) {
        if (!info.host.isEmpty() && info.rank >= 0)
            ranksOf[info.host].push_back(info.rank);
    }
    std::vector<MatrixBlock> out;
    for (auto &[host, ranks] : ranksOf)
        out.push_back({host, std::move(ranks)});
    return out;
}

// Domains of one name, none of which shares a rank with another: that of every two neighbours of a pipeline may.
std::map<QString, std::vector<const Domain *>> groupsOf(const std::vector<Domain> &domains)
{
    std::map<QString, std::vector<const Domain *>> out;
    for (const Domain &d : domains) {
        if (!d.pgName.isEmpty())
            out[d.pgName].push_back(&d);
    }
    std::erase_if(out, [](const auto &group) {
        std::set<int> seen;
        size_t count = 0;
        for (const Domain *const d : group.second) {
            seen.insert(d->ranks.begin(), d->ranks.end());
            count += d->ranks.size();
        }
        return group.second.front()->p2p && seen.size() < count;
    });
    return out;
}

} // namespace

std::vector<PickerItem> MatrixOrders::items(const Run &run, const std::vector<Domain> &domains)
{
    std::vector<PickerItem> out = {{tr("Rank"), QString()}};
    if (hostBlocks(run).size() > 1)
        out.push_back({tr("Host"), QString(byHost)});
    for (const auto &[name, group] : groupsOf(domains)) {
        if (group.size() > 1)
            out.push_back({tr("%1 groups").arg(format::displayText(name)), QString(byGroup + name)});
    }
    return out;
}

QString MatrixOrders::byHosts()
{
    return byHost;
}

std::vector<MatrixBlock> MatrixOrders::blocks(const Run &run, const std::vector<Domain> &domains, const QString &id)
{
    if (id == byHost)
        return hostBlocks(run);
    std::vector<MatrixBlock> out;
    for (const auto &[name, group] : groupsOf(domains)) {
        for (const Domain *const d : id == QString(byGroup + name) ? group : std::vector<const Domain *>())
            out.push_back({d->label(), d->ranks});
    }
    return out;
}

} // namespace rs
