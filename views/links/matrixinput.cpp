// SPDX-License-Identifier: Apache-2.0
// Keys and clicks on the page of the matrix, and its size.
#include "core/job/jobcontext.h"
#include "views/links/matrixpage.h"

#include "views/links/heatmap.h"
#include "views/links/matrixtexts.h"
#include "views/picture/chartframe.h"
#include "views/widgets/scrollpage.h"

#include <QKeyEvent>
#include <QSplitter>

#include <algorithm>
#include <utility>
#include <vector>

namespace rs {

void MatrixPage::cellClicked(int source, int destination)
{
    const QPoint link(source, destination);
    if (link == m_link)
        return dismissLink(); // a second click shows every link again
    selectLink(link);
}

void MatrixPage::rowChosen(int row)
{
    if (!hasRows())
        return;
    m_current = cellAt(row);
    outlineRow(row);
}

// Without a chosen link the rows are links: the map shows which one. The table itself stays as it is.
void MatrixPage::outlineRow(int row)
{
    const auto [source, destination] = m_shown.grid->placeOf(cellAt(row));
    if (m_link.x() < 0)
        m_map->setSelected(source, destination);
}

int MatrixPage::rowOf(const MatrixTable &rows, const MatrixCell &cell, const JobContext &job)
{
    JobPoll poll(job);
    for (quint32 row = 0; row < rows.rows() && !poll.isCanceled(); ++row) {
        const MatrixCell &c = rows.at(row).cell;
        if (c.source == cell.source && c.destination == cell.destination && c.op == cell.op && c.step == cell.step &&
            c.domainHash == cell.domainHash && c.opName == cell.opName)
            return static_cast<int>(row);
    }
    return -1;
}

void MatrixPage::selectLink(const QPoint &link)
{
    chooseLink(link);
    state().select(MatrixTexts::selectionOf(m_shown, link.x(), link.y(), currentRun()));
}

void MatrixPage::forgetLink()
{
    if (m_link.x() >= 0)
        chooseLink({-1, -1});
}

void MatrixPage::dismissLink()
{
    chooseLink({-1, -1});
    // Or it would come back with the next choice.
    if (state().selection().kind == Selection::Kind::Link)
        state().select(Selection());
}

void MatrixPage::cellActivated(int source, int destination)
{
    // The click before took it off where it was selected.
    if (const QPoint link(source, destination); link != m_link)
        selectLink(link);
    reveal(
        [source, destination](const MatrixData &shown, const JobContext &job) {
            std::vector<const MatrixCell *> crossed;
            JobPoll poll(job);
            for (const MatrixCell &c : shown.loaded->cells) {
                if (poll.isCanceled())
                    break;
                if (shown.chosen.has(c.domainHash) && !c.opName.isEmpty() &&
                    shown.grid->placeOf(c) == std::pair(source, destination))
                    crossed.push_back(&c);
            }
            std::stable_sort(crossed.begin(), crossed.end(), [](const MatrixCell *a, const MatrixCell *b) {
                return a->timeMs.value_or(0) > b->timeMs.value_or(0);
            });
            return crossed;
        },
        tr("No loaded trace has an operator that crossed this link."));
}

// Beside the table a narrow page has no room for a picture: there the table stands below it, and the page scrolls.
void MatrixPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int leastSigns = 120;
    constexpr int pictureLines = 28;
    constexpr int stackedLines = 44;
    const bool stacked = width() < leastSigns * fontMetrics().averageCharWidth();
    if (stacked == (m_halves->orientation() == Qt::Vertical))
        return;
    m_halves->setOrientation(stacked ? Qt::Vertical : Qt::Horizontal);
    m_frame->setMinimumHeight(stacked ? pictureLines * fontMetrics().lineSpacing() : 0);
    m_halves->setSizes(stacked ? QList<int>{620, 380} : QList<int>{490, 510});
    if (auto *const page = findChild<ScrollPage *>())
        page->setLines(stacked ? stackedLines : leastLines);
}

bool MatrixPage::leaves(const QKeyEvent &key) const
{
    const bool isKey = key.key() == Qt::Key_Escape || (key.key() == Qt::Key_Backspace && m_ofPicked);
    return isKey && (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && (m_link.x() >= 0 || !ranks().empty());
}

void MatrixPage::leave(const QKeyEvent &key)
{
    if (m_link.x() >= 0)
        return dismissLink();
    if (key.key() == Qt::Key_Backspace) {
        state().returnFromRankGroup();
        // The history may not lead back to the graph.
        if (m_ofPicked)
            emit pickedLeft();
        return;
    }
    state().inOneStep([this] {
        emit pickedLeft();
        state().leaveRankGroup();
    });
}

// Keys that mean something here are no shortcuts of the window.
bool MatrixPage::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && leaves(*static_cast<QKeyEvent *>(event))) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void MatrixPage::keyPressEvent(QKeyEvent *event)
{
    if (leaves(*event))
        leave(*event);
    else
        QWidget::keyPressEvent(event);
}

} // namespace rs
