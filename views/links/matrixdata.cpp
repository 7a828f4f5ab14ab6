// SPDX-License-Identifier: Apache-2.0
#include "views/links/matrixdata.h"

#include "analysis/links/linkrows.h"
#include "analysis/links/stepmerge.h"
#include "views/links/matrixorders.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rs {

namespace {

std::shared_ptr<const MatrixLoad> load(const std::shared_ptr<const Run> &run, const QString &step,
                                       const JobContext &job)
{
    CommQuery query;
    query.step = step;
    auto out = std::make_shared<MatrixLoad>();
    const DomainIndex index(*run, job);
    out->cells = matrixCells(*run, index, query, job);
    out->domains = index.all();
    out->run = run;
    out->anyLinks =
        !run->cluster.links.empty() || std::any_of(run->ranks.begin(), run->ranks.end(),
                                                   [](const auto &rank) { return rank && !rank->links.empty(); });
    return out;
}

// The cells that are shown, in the run to compare with; those of every operator or of the chosen one.
std::vector<MatrixCell> cellsOfBase(const MatrixData &shown, const QString &step, bool everyOperator,
                                    const JobContext &job)
{
    CommQuery query;
    query.step = step;
    if (!everyOperator && !shown.isNamed())
        query.op = shown.op;
    // The hash of a communicator is another in each run; its name and ranks may be the same.
    query.domain = shown.chosen.label();
    return matrixCells(*shown.base, query, job);
}

// The same cells of the run to compare with. `out` learns of which steps they are: two captures rarely have steps of
// one number, so the mean of all stands for a step that the other run does not have.
MatrixGrid baseGrid(MatrixData &out, const JobContext &job)
{
    out.baseStep = out.step;
    std::vector<MatrixCell> cells = cellsOfBase(out, out.baseStep, false, job);
    if (cells.empty() && !out.step.isEmpty()) {
        out.baseStep.clear();
        cells = cellsOfBase(out, out.baseStep, false, job);
    }
    MatrixChoice same{out.op, {}, false, {}, out.ranks, out.isNamed()};
    MatrixGrid base = buildGrid(cells, same, job);
    out.baseSteps = base.steps;
    out.unlike = out.step.isEmpty() && base.steps > 0 && base.steps != out.grid->steps;
    same.mean = out.mean || out.unlike || out.baseStep != out.step;
    if (same.mean)
        base = buildGrid(cells, same, job);
    if (out.shares)
        setBestShares(base, cells, bestShares(*out.base, cells, job), same);
    return base;
}

} // namespace

MatrixData matrixData(const std::shared_ptr<const Run> &run, const MatrixData &before, const MatrixAsk &ask,
                      const JobContext &job)
{
    MatrixData out;
    const std::shared_ptr<const MatrixLoad> loaded = before.loaded->run ? before.loaded : load(run, ask.step, job);
    out.shares = before.shares;
    const std::vector<MatrixCell> &cells = loaded->cells;
    out.domain = ask.domain;
    out.step = ask.step;
    out.mean = ask.mean;
    out.ranks = ask.ranks;
    // Indices inside a group mean other ranks in every group: such domains are only shown one at a time.
    out.chosen = DomainChoice(loaded->domains, out.domain);
    const auto isChosen = [&out](const MatrixCell &c) { return out.chosen.has(c.domainHash); };
    if (!out.chosen.isOne() &&
        std::any_of(cells.begin(), cells.end(), [&](const MatrixCell &c) { return !c.global && isChosen(c); })) {
        out.domain = std::find_if(cells.begin(), cells.end(), isChosen)->domainHash;
        out.chosen = DomainChoice(loaded->domains, out.domain);
    }
    out.ops = matrixOperators(cells, out.chosen);
    out.names = before.loaded->run && before.domain == out.domain
                    ? before.names
                    : std::make_shared<const QStringList>(matrixNames(cells, out.chosen));
    out.op = out.ops.isEmpty() || out.has(ask.op) ? ask.op : out.ops.front();
    MatrixChoice shown{out.op,    out.chosen,
                       ask.mean,  MatrixOrders::blocks(*loaded->run, loaded->domains, ask.order),
                       ask.ranks, out.isNamed()};
    const auto grid = std::make_shared<MatrixGrid>(buildGrid(cells, shown, job));
    if (ask.shares && !out.shares)
        out.shares = std::make_shared<const std::vector<std::optional<double>>>(bestShares(*loaded->run, cells, job));
    if (out.shares)
        setBestShares(*grid, cells, *out.shares, shown);
    out.loaded = loaded;
    out.base = ask.base;
    out.compared = out.base != nullptr;
    out.grid = grid;
    if (out.compared) {
        const MatrixGrid base = baseGrid(out, job);
        if (out.unlike && !out.mean) {
            out.mean = true;
            shown.mean = true;
            *grid = buildGrid(cells, shown, job);
            if (out.shares)
                setBestShares(*grid, cells, *out.shares, shown);
        }
        out.onlyInBase = setBase(*grid, base);
    }
    return out;
}

MatrixData matrixChoices(const std::shared_ptr<const Run> &run, const QString &step, const QString &domain,
                         const JobContext &job)
{
    CommQuery query;
    query.step = step;
    const DomainIndex index(*run, job);
    const std::vector<MatrixCell> cells = matrixCells(*run, index, query, job);
    MatrixData out;
    out.domain = domain;
    out.chosen = DomainChoice(index.all(), domain);
    out.step = step;
    out.ops = matrixOperators(cells, out.chosen);
    out.names = std::make_shared<const QStringList>(matrixNames(cells, out.chosen));
    return out;
}

void addOtherRun(std::vector<MergedLink> &rows, const MatrixData &shown, bool operators, const JobContext &job)
{
    std::vector<MatrixCell> cells = cellsOfBase(shown, shown.baseStep, operators, job);
    const bool isNamed = shown.isNamed() && !operators;
    if (isNamed)
        std::erase_if(cells, [&shown](const MatrixCell &c) { return c.opName != shown.op; });
    // As the picture has it: of several steps in one, and a link of the chosen operator in whatever domains.
    const bool mean = shown.mean || shown.baseStep != shown.step;
    pairLinks(rows, mergeSteps(cells, {mean, !operators, isNamed}, job), {false, operators, operators}, job);
}

void leadWithDifferences(std::vector<MergedLink> &rows, const MatrixScope &scope, bool innerLast)
{
    const auto amount = scope.value == MatrixValue::Bandwidth ? &LinkAmounts::bandwidthGbs
                        : scope.value == MatrixValue::Size    ? &LinkAmounts::sizeMb
                                                              : &LinkAmounts::timeMs;
    const auto keyOf = [&](const MergedLink &row) {
        const std::optional<double> difference = differenceOf(row).*amount;
        return std::pair(innerLast && !scope.inner && row.cell.inner, difference ? -std::abs(*difference) : 1);
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&keyOf](const MergedLink &a, const MergedLink &b) { return keyOf(a) < keyOf(b); });
}

} // namespace rs
