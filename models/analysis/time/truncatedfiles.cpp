// SPDX-License-Identifier: Apache-2.0
#include "analysis/time/truncatedfiles.h"

#include "core/table/databasekinds.h"
#include "core/text/findingcodes.h"

#include <algorithm>

namespace rs {

std::vector<TruncatedFile> truncatedCommunicationFiles(const Run &run)
{
    std::vector<TruncatedFile> out;
    for (size_t r = 0; r < run.ranks.size(); ++r) {
        if (!run.ranks[r])
            continue;
        for (const Finding &f : run.ranks[r]->report.findings()) {
            const QString file = f.file.section(u'/', -1);
            if (f.code == findingcodes::jsonBroken && file.startsWith(u"communication"))
                out.push_back({static_cast<int>(r), file});
        }
    }
    return out;
}

bool isDatabaseTruncated(const RankData &rank)
{
    const auto isOfTrace = [](const QString &file) {
        const QString name = file.section(u'/', -1);
        return !name.startsWith(u"analysis") && !name.startsWith(u"communication_analyzer");
    };
    const std::vector<Finding> &all = rank.report.findings();
    return std::ranges::any_of(all, [&](const Finding &f) {
        const bool isCut = f.code.startsWith(QLatin1String(cutLanesCode) + u'-') ||
                           f.code == findingcodes::databaseReadTime || f.code == QLatin1String(damagedCode);
        return isCut && isOfTrace(f.file);
    });
}

bool isTraceTruncated(const RankData &rank)
{
    const std::vector<Finding> &all = rank.report.findings();
    return isDatabaseTruncated(rank) || std::ranges::any_of(all, findingcodes::isCutTrace);
}

} // namespace rs
