// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/stepgrid.h"
#include "analysis/ranks/strategygrid.h"
#include "views/state/highlightedranks.h"
#include "views/picture/paintedgrid.h"

#include <QStringList>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rs {

/// Content of a RankGrid, made by a job.
struct RankPicture
{
    RankPicture() = default;
    /// `one` has one column (StepGrid::across()).
    RankPicture(const Run &run, const Strategy &strategy, unsigned folded, std::shared_ptr<const StepGrid> one,
                StepMetric metric, FoldBy by, const JobContext &job, const DiagnosisThresholds &thresholds = {});

    [[nodiscard]] std::optional<qint64> shown(int row, int column, bool differences) const;
    /// Row of the layer; -1: the run lacks the ranks, or knows no time of them.
    [[nodiscard]] int rowAt(int row, int column) const
    {
        return rowOf[static_cast<size_t>(row) * static_cast<size_t>(grid.columns()) + static_cast<size_t>(column)];
    }
    /// Whether the run has one of its ranks.
    [[nodiscard]] bool isFound(int row, int column) const;

    StrategyGrid grid;
    std::shared_ptr<const StepHeatLayer> layer;
    std::vector<int> rowOf;       ///< by cell
    std::map<int, QString> hosts; ///< of the ranks that the run has, by number
    std::vector<int> missing;     ///< ranks of the strategy that the run lacks
    int outside = 0;              ///< ranks of the run that the strategy does not hold
};

/// Ranks in the order of their parallelism as coloured cells, a row for each pipeline stage, with frames around groups.
/// A pixel that stands for several ranks shows the one furthest from its peers.
class RankGrid : public PaintedGrid
{
    Q_OBJECT
public:
    explicit RankGrid(const Theme *theme, QWidget *parent = nullptr);

    void setPicture(std::shared_ptr<const RankPicture> picture);
    void setDifferences(bool on);
    /// Dimensions whose groups have frames.
    void setFrames(unsigned tokens);
    /// Ranks that stand out, ascending; empty: all of them.
    void setRestricted(std::vector<int> ranks);
    void setMetricName(const QString &name) { m_metricName = name; }
    void setStepName(const QString &name) { m_stepName = name; }
    /// Ranks that verdicts name have a mark.
    void setMarks(HighlightedRanks marks);
    [[nodiscard]] const HighlightedRanks &marks() const { return m_marks; }
    /// -1: none.
    void selectRank(int rank);

    [[nodiscard]] static QColor frameColor(const Theme &theme, unsigned token);
    [[nodiscard]] Cell cellAt(const QPointF &at) const { return hit(at); }
    [[nodiscard]] QRectF cellRect(int row, int column) const { return rectOf(row, column); }
    /// Rectangle of the frame of a group; not valid for a group without one.
    [[nodiscard]] QRectF frameRect(const StrategyGrid::Group &group) const;

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void groupClicked(unsigned token, int firstRank);

protected:
    [[nodiscard]] Geometry geometry() const override;
    [[nodiscard]] Cell hit(const QPointF &at) const override;
    [[nodiscard]] QRectF rectOf(int row, int column) const override;
    [[nodiscard]] QSizeF largestCell() const override;
    void clickedBeside(const QPointF &at) override;
    void hoverMoved(const QPointF &at) override;
    [[nodiscard]] Tip tipAt(const QPoint &at) const override;
    [[nodiscard]] TipLines tipLines(int row, int column) const override;
    void paintInside(QPainter &p, const Geometry &g) override;
    void paintAxes(QPainter &p, const Geometry &g) const override;

private:
    /// Gaps between columns, as parts of the width of a cell.
    struct Gaps
    {
        double each = 0;
        double afterTp = 0;
        double afterDp = 0;
    };
    [[nodiscard]] Gaps gapsOf(double cellWidth) const;
    [[nodiscard]] double columnsAlong(int column, const Gaps &gaps) const;
    [[nodiscard]] QRectF rectIn(const Geometry &g, int row, int column) const;
    [[nodiscard]] QRectF frameIn(const Geometry &g, const StrategyGrid::Group &group) const;
    [[nodiscard]] const StrategyGrid::Group *groupAt(const QPointF &at) const;
    [[nodiscard]] int meantAt(const Geometry &g, int row, double x) const;
    [[nodiscard]] int furthest(int row, int from, int to) const;
    /// Lines on how far a cell of the grid of steps is from its peers.
    void addPeers(size_t cell, TipLines &lines) const;
    void paintRanks(QPainter &p, const Geometry &g) const;
    /// Texts that every cell has, or none.
    struct Labels
    {
        bool ranks = false;
        bool shortened = false; ///< the first rank of a cell alone
        int decimals = -1;      ///< of the value below; -1: none
    };
    /// The longest texts of all cells.
    struct Longest
    {
        QString ranks;
        QString first;
        std::array<QString, 3> values; ///< by decimals
    };
    [[nodiscard]] static QString ranksText(const std::vector<int> &ranks, bool shortened);
    [[nodiscard]] QString valueText(int row, int column, int decimals) const;
    [[nodiscard]] const Longest &longest() const;
    [[nodiscard]] Labels labelsOf(const QFontMetrics &metrics, const QSizeF &cell) const;
    [[nodiscard]] QStringList linesOf(int row, int column, const Labels &labels) const;
    void paintText(QPainter &p, const QRectF &cell, const QStringList &lines, const QColor &fill) const;
    void paintFrames(QPainter &p, const Geometry &g) const;
    void paintGroupsOf(QPainter &p, const Geometry &g, int rank) const;
    void paintMarks(QPainter &p, const Geometry &g) const;

    std::shared_ptr<const RankPicture> m_picture;
    QString m_metricName;
    QString m_stepName;
    mutable std::optional<Longest> m_longest; ///< once a cell has room for any text
    bool m_differences = false;
    unsigned m_frames = TokenTp;
    std::vector<int> m_restricted;
    HighlightedRanks m_marks;
};

} // namespace rs
