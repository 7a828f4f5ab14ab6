// SPDX-License-Identifier: Apache-2.0
#include "views/state/databasetexts.h"

#include "analysis/ranks/knownranks.h"

#include <algorithm>

namespace rs {

bool DatabaseTexts::isAllOf(const RunStore &runs, RankRef rank)
{
    const RankInfo *const info = runs.info(rank);
    return info && hasOnlyDatabases(*info);
}

bool DatabaseTexts::isAllOf(const RunStore &runs, int run)
{
    std::vector<RankRef> ranks = runs.allRanks();
    std::erase_if(ranks, [run](RankRef ref) { return run >= 0 && ref.run != run; });
    return !ranks.empty() &&
           std::all_of(ranks.begin(), ranks.end(), [&runs](RankRef ref) { return isAllOf(runs, ref); });
}

QString DatabaseTexts::whyUnread(const RunStore &runs, RankRef rank)
{
    if (const auto data = runs.rank(rank); data && isPackUnread(*data))
        return tr("The pack of the rank cannot be used. The findings say why.");
    const RankInfo *const info = runs.info(rank);
    const QString reason = info ? unreadDatabases(*info).value(0) : QString();
    return reason.isEmpty() ? reason
                            : tr("The database of the rank cannot be read (%1): what is shown here may have been in "
                                 "it. The findings name the file.")
                                  .arg(reason);
}

QString DatabaseTexts::heading()
{
    return tr("This run has only databases");
}

QString DatabaseTexts::ofRun(const QString &files)
{
    return tr("It was exported with export_type Db, and its databases do not have what is shown here. Their tables "
              "are in the system view under Database tables.\n\nText files have it (%1), which this run lacks: the "
              "profiler writes them with export_type Text, msprof with --type=text.",
              "%1: names of files")
        .arg(files);
}

QString DatabaseTexts::ofRank(const RunStore &runs, RankRef rank, const QString &files)
{
    if (const QString why = whyUnread(runs, rank); !why.isEmpty())
        return why;
    return tr("The rank has only databases: it was exported with export_type Db, and they do not have what is "
              "shown here. Their tables are in the system view under Database tables.\n\nText files have it (%1), "
              "which this rank lacks: the profiler writes them with export_type Text, msprof with --type=text.",
              "%1: names of files")
        .arg(files);
}

} // namespace rs
