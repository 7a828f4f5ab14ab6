// SPDX-License-Identifier: Apache-2.0
#include "views/rankname.h"

namespace rs {

QJsonObject rankToJson(const RunStore &runs, RankRef rank)
{
    const auto run = runs.run(rank.run);
    const RankInfo *const info = runs.info(rank);
    if (!run || !info)
        return {};
    return {{QStringLiteral("run"), run->path}, {QStringLiteral("rank"), info->label}};
}

RankRef rankFromJson(const RunStore &runs, const QJsonObject &name)
{
    const QString path = name[QStringLiteral("run")].toString();
    const QString label = name[QStringLiteral("rank")].toString();
    if (path.isEmpty())
        return {};
    for (const RankRef ref : runs.allRanks()) {
        const auto run = runs.run(ref.run);
        if (run && run->path == path && runs.info(ref)->label == label)
            return ref;
    }
    return {};
}

} // namespace rs
