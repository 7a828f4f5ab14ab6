// SPDX-License-Identifier: Apache-2.0
#include "views/state/rankname.h"

namespace rs {

QJsonObject rankToJson(const RunStore &runs, RankRef rank)
{
    const auto run = runs.run(rank.run);
    const RankInfo *const info = runs.info(rank);
    if (!run || !info)
        return {};
    QJsonObject name{{QStringLiteral("run"), run->path}, {QStringLiteral("rank"), info->label}};
    if (!run->apart.isEmpty())
        name[QStringLiteral("apart")] = run->apart;
    return name;
}

RankRef rankFromJson(const RunStore &runs, const QJsonObject &name)
{
    const QString path = name[QStringLiteral("run")].toString();
    const QString label = name[QStringLiteral("rank")].toString();
    if (path.isEmpty())
        return {};
    const QString apart = name[QStringLiteral("apart")].toString();
    for (const RankRef ref : runs.allRanks()) {
        const auto run = runs.run(ref.run);
        // The run may have been the only one of its path, or may be so now.
        if (run && run->path == path && runs.info(ref)->label == label &&
            (run->apart == apart || run->apart.isEmpty() || apart.isEmpty()))
            return ref;
    }
    return {};
}

} // namespace rs
