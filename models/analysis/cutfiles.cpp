// SPDX-License-Identifier: Apache-2.0
#include "analysis/cutfiles.h"

namespace rs {

std::vector<CutFile> cutCommunicationFiles(const Run &run)
{
    std::vector<CutFile> out;
    for (size_t r = 0; r < run.ranks.size(); ++r) {
        if (!run.ranks[r])
            continue;
        for (const Finding &f : run.ranks[r]->report.findings()) {
            const QString file = f.file.section(u'/', -1);
            if (f.code == u"json.broken" && file.startsWith(u"communication"))
                out.push_back({static_cast<int>(r), file});
        }
    }
    return out;
}

} // namespace rs
