// SPDX-License-Identifier: Apache-2.0
#include "importers/consistency/consistency.h"
#include "importers/consistency/rules.h"

#include <map>

namespace rs {

namespace {

// Writers round each of them to four decimals or more.
constexpr ComparedColumn clusterTimes[]{{"Elapse Time", " ms", 1e-4},
                                        {"Transit Time", " ms", 1e-4},
                                        {"Wait Time", " ms", 1e-4},
                                        {"Synchronization Time", " ms", 1e-4},
                                        {"Idle Time", " ms", 1e-4}};
constexpr Contradiction oneSidedOperators{"cluster.other-operators",
                                          RS_NOOP("Only one of this file and the rank's own communication.json has "
                                                  "these operators (first: %1). The cluster analysis was made from "
                                                  "other files.")};
constexpr Consistency operatorsOfCluster{
    .columns = clusterTimes,
    .values = {"cluster.other-times",
               RS_NOOP("Operator times of this file differ from the rank's own communication.json (first: %1). The "
                       "cluster analysis was made from other files; the rank's own are used."),
               Gravity::Loss},
    .onlyLeft = oneSidedOperators,
    .onlyRight = oneSidedOperators};

/// Places of operators in a file, by the rank that they are of.
using OperatorsOfRanks = std::map<int, std::vector<quint32>>;

Facts operatorFacts(const CommOps &operators, const std::vector<quint32> &rows)
{
    Facts out;
    for (const quint32 row : rows) {
        const CommOpRef op = operators[row];
        out.add(factKey(op.step(), op.nameView(), op.groupHash()), row,
                {op.elapseMs(), op.transitMs(), op.waitMs(), op.synchronizationMs(), op.idleMs()});
    }
    out.words = {[&operators](quint32 row) {
                     const CommOpRef op = operators[row];
                     return FactPlace{
                         {},
                         Place::step(op.step()).with(Place::Kind::Rank, QString::number(op.rank())).with(op.name())};
                 },
                 [&operators](quint32 row) { return operators[row].name(); }};
    return out;
}

} // namespace

void noteOperatorsOfCluster(const Run &run, const JobContext &job, ImportReport &report)
{
    const QString file = clusterFile(run, "cluster_communication");
    const auto rowsOf = [](const CommOps &operators) {
        OperatorsOfRanks out;
        for (quint32 i = 0; i < operators.size(); ++i) {
            if (!operators[i].isTotal() && operators[i].rank() >= 0)
                out[operators[i].rank()].push_back(i);
        }
        return out;
    };
    const OperatorsOfRanks ofCluster = file.isEmpty() ? OperatorsOfRanks() : rowsOf(run.cluster.commOps);
    for (const auto &rank : run.ranks) {
        if (!rank || job.isCanceled())
            continue;
        const OperatorsOfRanks ofRank = rowsOf(rank->commOps);
        const auto left = ofCluster.find(rank->info.rank);
        const auto right = ofRank.find(rank->info.rank);
        if (left != ofCluster.end() && right != ofRank.end())
            compareFacts(operatorsOfCluster, operatorFacts(run.cluster.commOps, left->second),
                         operatorFacts(rank->commOps, right->second), file, job, report);
    }
}

} // namespace rs
