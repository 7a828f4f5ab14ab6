// SPDX-License-Identifier: Apache-2.0
#include "views/communication/matrixorders.h"

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

} // namespace

std::vector<PickerItem> MatrixOrders::items(const Run &run, const std::vector<Domain> &domains)
{
    std::vector<PickerItem> out = {{tr("Rank"), QString()}};
    if (hostBlocks(run).size() > 1)
        out.push_back({tr("Host"), QString(byHost)});
    std::map<QString, int> groups;
    for (const Domain &d : domains) {
        if (!d.p2p && !d.pgName.isEmpty())
            ++groups[d.pgName];
    }
    for (const auto &[name, count] : groups) {
        if (count > 1)
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
    for (const Domain &d : domains) {
        if (!d.p2p && !id.isEmpty() && id == QString(byGroup + d.pgName))
            out.push_back({d.label(), d.ranks});
    }
    return out;
}

} // namespace rs
