// SPDX-License-Identifier: Apache-2.0
#include "analysis/clusterfindings.h"

#include "analysis/commmatrix.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

// Sums are made in another order, and bandwidths have four decimals.
bool agreeInNumbers(const std::optional<double> &a, const std::optional<double> &b)
{
    if (!a || !b)
        return true;
    return std::abs(*a - *b) <= 2e-4 + 1e-6 * std::max(std::abs(*a), std::abs(*b));
}

// The first difference, and how many there are.
class Differences
{
public:
    void add(const QString &where, const QString &what, double cluster, double ranks)
    {
        if (m_count++ == 0)
            m_first = QStringLiteral("%1, %2: %3 ≠ %4").arg(where, what).arg(cluster).arg(ranks);
    }
    void addAll(const QString &where, std::initializer_list<const char *> names,
                std::initializer_list<std::pair<std::optional<double>, std::optional<double>>> values)
    {
        const char *const *name = names.begin();
        for (const auto &[cluster, ranks] : values) {
            if (!agreeInNumbers(cluster, ranks))
                add(where, QString::fromLatin1(*name), *cluster, *ranks);
            ++name;
        }
    }
    void addTo(const QString &file, std::vector<Finding> &out) const
    {
        if (m_count == 0)
            return;
        Finding f;
        f.severity = Severity::Notice;
        f.file = file;
        f.code = QStringLiteral("communication.cluster-disagreement");
        f.message = QStringLiteral("The cluster analysis and the files of the ranks say different things (%1). What is "
                                   "shown comes from the ranks.");
        f.argument = m_first;
        f.count = m_count;
        out.push_back(std::move(f));
    }

private:
    QString m_first;
    qint64 m_count = 0;
};

// A run that has the cluster analysis alone, and one that has the ranks alone.
Run withoutRanks(const Run &run)
{
    Run out = run;
    out.ranks.assign(run.ranks.size(), nullptr);
    return out;
}
Run withoutCluster(const Run &run)
{
    Run out = run;
    out.cluster = {};
    out.cluster.groups = run.cluster.groups;
    return out;
}

void compareOperators(const Run &cluster, const Run &ranks, const JobContext &job, Differences &out)
{
    using Key = std::tuple<QString, QString, QString, int>;
    const auto keyOf = [](const CommRow &r) { return Key{r.step, r.domainHash, r.op, r.rank}; };
    std::map<Key, CommRow> own;
    for (CommRow &r : communicationRows(ranks, {}, job)) {
        if (!r.total)
            own.try_emplace(keyOf(r), std::move(r));
    }
    for (const CommRow &r : communicationRows(cluster, {}, job)) {
        const auto at = own.find(keyOf(r));
        if (r.total || at == own.end())
            continue;
        const CommRow &o = at->second;
        out.addAll(
            QStringLiteral("%1, %2, %3").arg(r.step, r.op, QString::number(r.rank)),
            {"Elapse Time(ms)", "Transit Time(ms)", "Synchronization Time(ms)", "Wait Time(ms)", "Idle Time(ms)"},
            {{r.elapseMs, o.elapseMs},
             {r.transitMs, o.transitMs},
             {r.synchronizationMs, o.synchronizationMs},
             {r.waitMs, o.waitMs},
             {r.idleMs, o.idleMs}});
    }
}

void compareLinks(const Run &cluster, const Run &ranks, const JobContext &job, Differences &out)
{
    using Key = std::tuple<QString, QString, QString, int, int>;
    const auto keyOf = [](const MatrixCell &c) { return Key{c.step, c.domainHash, c.op, c.source, c.destination}; };
    std::map<Key, MatrixCell> own;
    for (MatrixCell &c : matrixCells(ranks, {}, job)) {
        if (c.global)
            own.try_emplace(keyOf(c), std::move(c));
    }
    for (const MatrixCell &c : matrixCells(cluster, {}, job)) {
        const auto at = own.find(keyOf(c));
        if (at == own.end())
            continue;
        const MatrixCell &o = at->second;
        out.addAll(QStringLiteral("%1, %2, %3-%4").arg(c.step, c.op).arg(c.source).arg(c.destination),
                   {"Transit Size(MB)", "Transit Time(ms)", "Bandwidth(GB/s)"},
                   {{c.sizeMb, o.sizeMb}, {c.timeMs, o.timeMs}, {c.bandwidthGbs, o.bandwidthGbs}});
    }
}

bool anyRank(const Run &run, bool (*has)(const RankData &))
{
    return std::any_of(run.ranks.begin(), run.ranks.end(), [has](const auto &rank) { return rank && has(*rank); });
}

} // namespace

std::vector<Finding> clusterDisagreements(const Run &run, const JobContext &job)
{
    const bool operators =
        !run.cluster.commOps.empty() && anyRank(run, [](const RankData &r) { return !r.commOps.empty(); });
    const bool links = !run.cluster.links.empty() && anyRank(run, [](const RankData &r) { return !r.links.empty(); });
    std::vector<Finding> out;
    if (!operators && !links)
        return out;
    const Run cluster = withoutRanks(run);
    const Run ranks = withoutCluster(run);
    Differences ofOperators;
    Differences ofLinks;
    if (operators)
        compareOperators(cluster, ranks, job, ofOperators);
    if (links)
        compareLinks(cluster, ranks, job, ofLinks);
    ofOperators.addTo(QStringLiteral("cluster_communication.json"), out);
    ofLinks.addTo(QStringLiteral("cluster_communication_matrix.json"), out);
    return job.isCanceled() ? std::vector<Finding>() : out;
}

} // namespace rs
