// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/stepmerge.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "core/job/jobcontext.h"
#include "items/matrixgrid.h"

#include <memory>
#include <optional>
#include <vector>

namespace rs {

struct HeatValues;

/// The links of a run in the chosen step, of every domain and operator.
struct MatrixLoad
{
    std::shared_ptr<const Run> run;
    std::vector<MatrixCell> cells;
    std::vector<Domain> domains;
    bool anyLinks = false; ///< of whatever step
};

/// Choices of the window among them.
struct MatrixAsk
{
    QString domain;
    QString op;
    QString order; ///< see MatrixOrders
    bool mean = false;
    bool shares = false;             ///< parts of the best are shown
    std::shared_ptr<const Run> base; ///< the run to compare with; null: none
    QString step;
    std::vector<int> ranks; ///< ascending: only links between these; empty: all
};

/// A choice with what it shows.
struct MatrixData
{
    std::shared_ptr<const MatrixLoad> loaded = std::make_shared<MatrixLoad>();
    /// Hash or kind that is shown; empty: all. Several domains only where every link of them has global ranks.
    QString domain{};
    DomainChoice chosen{}; ///< which domains that is
    QStringList ops{};
    std::shared_ptr<const QStringList> names = std::make_shared<QStringList>(); ///< matrixNames(): maybe thousands
    QString op{};
    QString step{};
    std::vector<int> ranks{};
    std::shared_ptr<const MatrixGrid> grid = std::make_shared<MatrixGrid>();
    std::shared_ptr<const std::vector<std::optional<double>>> shares{}; ///< of the cells; null before they are wanted
    std::shared_ptr<const HeatValues> values{};                         ///< of the grid; null: not read yet
    bool compared = false;                                              ///< links have their values in another run
    std::shared_ptr<const Run> base{};                                  ///< that run
    int baseSteps = 0;   ///< of that run, of which its values are; 0: it has nothing to compare with
    QString baseStep{};  ///< empty: the mean of `baseSteps` stands for the chosen step, which it does not have
    int onlyInBase = 0;  ///< links that this run does not have
    bool unlike = false; ///< the runs have other numbers of steps: means are compared, whatever was asked for
    bool mean = false;   ///< over the steps, not their sum
    /// True if the operator or name can be chosen.
    [[nodiscard]] bool has(const QString &wanted) const { return ops.contains(wanted) || names->contains(wanted); }
    /// A single operator is chosen by its name.
    [[nodiscard]] bool isNamed() const { return !ops.contains(op) && names->contains(op); }
    [[nodiscard]] bool isEmpty() const { return ops.isEmpty() || grid->links.empty(); }
};

/// Any thread. `before`: an answer of the same run and step, which is not read again; a default one: read it. Of no use
/// when cancelled.
[[nodiscard]] MatrixData matrixData(const std::shared_ptr<const Run> &run, const MatrixData &before,
                                    const MatrixAsk &ask, const JobContext &job);

/// Operators of a run in that step and domain, without its links. Any thread; not usable when cancelled.
[[nodiscard]] MatrixData matrixChoices(const std::shared_ptr<const Run> &run, const QString &step,
                                       const QString &domain, const JobContext &job);

/// Gives rows of the table what the same links carry in the run to compare with. `operators`: rows are the operators
/// of one link, else the links of the chosen operator.
void addOtherRun(std::vector<MergedLink> &rows, const MatrixData &shown, bool operators, const JobContext &job);

/// The largest differences of the value that is shown lead, up or down (of one that has none, those of the time); links
/// of one of the runs come behind. `innerLast`: links inside a card come last unless the scope has them.
void leadWithDifferences(std::vector<MergedLink> &rows, const MatrixScope &scope, bool innerLast);

} // namespace rs
