// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranks/lanedomains.h"

#include "analysis/ranks/collectives.h"
#include "core/trace/trace.h"

#include <optional>
#include <set>

namespace rs {

QString domainLabel(const DomainIndex &known, const QString &hash, const Trace &trace, LaneId lane)
{
    return known.find(hash) ? known.label(hash) : trace.laneLabel(lane);
}

bool isChosen(const DomainChoice &choice, const DomainIndex &known, const QString &hash, const Trace &trace,
              LaneId lane)
{
    return choice.has(hash) || (!known.find(hash) && choice.has(trace.laneLabel(lane)));
}

QStringList unknownDomains(const Run &run, const JobContext &job)
{
    const DomainIndex known(run, job);
    std::set<QString> lanes;
    std::set<QString> keys;
    for (const auto &rank : run.ranks) {
        if (!rank || !rank->trace)
            continue;
        std::vector<CollectiveSequence> sequences = collectiveSequences(*rank, job);
        nameDomains(sequences, known.all(), rank->info.rank);
        for (const CollectiveSequence &s : sequences) {
            if (known.find(s.domain))
                continue;
            keys.insert(s.domain);
            std::optional<LaneId> last;
            for (const CollectiveOp &op : s.ops) {
                if (op.lane != last)
                    lanes.insert(rank->trace->laneLabel(op.lane));
                last = op.lane;
            }
        }
    }
    QStringList out(lanes.begin(), lanes.end());
    out.append(QStringList(keys.begin(), keys.end()));
    return job.isCanceled() ? QStringList() : out;
}

} // namespace rs
