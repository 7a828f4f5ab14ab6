// SPDX-License-Identifier: Apache-2.0
// The table beside the picture of the matrix.
#include "analysis/links/stepmerge.h"
#include "views/links/matrixpage.h"

#include "views/links/heatmap.h"
#include "views/links/matrixtexts.h"
#include "views/tables/tableview.h"

#include <QLabel>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace rs {

// The table has the numbers of the picture: of several steps those that the picker asks for.
StepAggregation MatrixPage::stepSums() const
{
    if (m_shown.grid->steps < 2)
        return StepAggregation::Each;
    return m_shown.mean ? StepAggregation::Mean : StepAggregation::Sum;
}

MatrixPage::Rows MatrixPage::rowsOf(const MatrixData &shown, const QPoint &link, StepAggregation steps,
                                    const MatrixScope &scope, const JobContext &job)
{
    // Every operator that crossed a chosen link, whatever the picker says: that is what one clicks it for.
    const bool isOfLink = link.x() >= 0;
    // A cell of the picture is a link in whatever domains, as long as not one is chosen.
    const std::vector<MatrixCell> &all = shown.loaded->cells;
    const bool isSum =
        steps != StepAggregation::Each ||
        (!shown.chosen.isOne() && !isOfLink && std::any_of(all.begin(), all.end(), [&all](const MatrixCell &c) {
            return c.domainHash != all.front().domainHash;
        }));
    const auto isShown = [&](const MatrixCell &c) {
        return isBetween(c, shown.ranks) && (!isOfLink || shown.grid->placeOf(c) == std::pair(link.x(), link.y()));
    };
    Rows out{nullptr, shown.loaded, {}};
    // Other operators of the other run have other names.
    out.areNamed = isOfLink && !shown.compared && std::any_of(all.begin(), all.end(), [&](const MatrixCell &c) {
                       return !c.opName.isEmpty() && isShown(c);
                   });
    const bool named = out.areNamed || (shown.isNamed() && !isOfLink);
    std::vector<const MatrixCell *> of;
    CellsOfOperator chosen(shown.op, named);
    // Several statistics may name one operator on a link.
    std::set<std::tuple<QString, QString, int, int, QString>> seen;
    const auto isNew = [&seen](const MatrixCell &c) {
        return !c.opName.isEmpty() && seen.emplace(c.step, c.domainHash, c.source, c.destination, c.opName).second;
    };
    for (const MatrixCell &c : all) {
        if (job.isCanceled())
            break;
        if (!shown.chosen.has(c.domainHash) || (!isOfLink && !chosen.takes(c)))
            continue;
        if ((isSum || isShown(c)) && (!out.areNamed || isNew(c)))
            of.push_back(&c);
    }
    std::vector<MergedLink> rows;
    if (!isSum) {
        rows.reserve(of.size());
        for (size_t i = 0; i < of.size(); ++i) {
            rows.push_back({*of[i], 1, i});
            if (out.areNamed)
                rows.back().cell.op = of[i]->opName;
        }
    } else {
        rows = mergeSteps(of, {steps == StepAggregation::Mean, !isOfLink, named, isShown}, job);
    }
    // The largest transfers lead; links that the scale of the picture leaves out come behind those that it has.
    const auto keyOf = [isLast = !scope.inner && !isOfLink](const MatrixCell &c) {
        return std::pair(isLast && c.inner, -c.sizeMb.value_or(-1));
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&keyOf](const MergedLink &a, const MergedLink &b) { return keyOf(a.cell) < keyOf(b.cell); });
    if (shown.compared) {
        addOtherRun(rows, shown, isOfLink, job);
        leadWithDifferences(rows, scope, !isOfLink);
    }
    out.longest.reserve(rows.size());
    for (const MergedLink &row : rows)
        out.longest.push_back(of[row.longest]);
    out.table = matrixRows(std::move(rows), {steps, isOfLink, shown.compared}, shown.loaded->run, job);
    return out;
}

void MatrixPage::showTable()
{
    m_rowsJob.start(
        *context().pool,
        [shown = m_shown, link = m_link, steps = stepSums(), scope = scope(),
         current = m_current](const JobContext &job) {
            Rows out = rowsOf(shown, link, steps, scope, job);
            out.current = current && out.table ? rowOf(*out.table, *current, job) : -1;
            return out;
        },
        [this](Rows rows) {
            // Given back as soon as the table has let go of them.
            connect(
                m_table, &TableView::arranged, this,
                [this, old = std::exchange(m_rows, std::move(rows))]() mutable {
                    context().pool->start([old = std::move(old)] {});
                },
                Qt::SingleShotConnection);
            showLinkLine();
            m_table->setEmptyText(m_link.x() < 0 ? tr("No links.") : tr("Nothing crossed this link."));
            m_table->setSource(m_rows.table);
            if (m_rows.current < 0)
                return;
            m_table->setCurrentRow(m_rows.current);
            outlineRow(m_rows.current);
        });
    m_table->setTableName(m_link.x() < 0 ? tr("Links of the chosen operator") : tr("Operators on the selected link"));
    m_table->setEmptyText(QString()); // nothing is known of rows that are being made
}

void MatrixPage::frameRows()
{
    std::set<std::pair<int, int>> slow;
    for (const MatrixFrame &frame : m_map->frames()) {
        const MatrixLinkSum &link = m_shown.grid->links[static_cast<size_t>(frame.link)];
        slow.emplace(link.source, link.destination);
    }
    m_table->setFramed({QStringLiteral("source"), QStringLiteral("destination")},
                       [this, grid = m_shown.grid, slow = std::move(slow)](const RowSource &rows, quint32 row) {
                           const MatrixCell &cell = static_cast<const MatrixTable &>(rows).at(row).cell;
                           const bool isSlow = m_link.x() < 0 && slow.contains(grid->placeOf(cell));
                           return isSlow ? tr("Slow link") : QString();
                       });
}

void MatrixPage::showLinkLine()
{
    m_linkLine->setVisible(m_link.x() >= 0);
    if (m_link.x() >= 0)
        m_linkText->setText((m_rows.areNamed ? tr("Operators that the files name on the link %1, a few of each type; "
                                                  "other links are not listed.")
                                             : tr("Every operator that crossed the link %1; other links are not "
                                                  "listed."))
                                .arg(MatrixTexts::linkName(*m_shown.grid, m_link.x(), m_link.y())));
}

const MatrixCell &MatrixPage::cellAt(int row) const
{
    return m_rows.table->at(static_cast<quint32>(row)).cell;
}

const MatrixCell *MatrixPage::operatorOfRow(int row) const
{
    const MatrixCell &c = *m_rows.longest[static_cast<size_t>(row)];
    return c.opName.isEmpty() ? longestOperatorOf(m_rows.loaded->cells, c) : &c;
}

} // namespace rs
