// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/overview/trajectory.h"
#include "core/text/phrase.h"
#include "views/page/charttablepage.h"
#include "views/widgets/latestjob.h"
#include "views/picture/stackedbars.h"

#include <QStringList>

#include <array>
#include <set>
#include <vector>

namespace rs {

class Picker;

/// The iteration of each rank as a stacked bar: its mean over steps, or the chosen step, above the table of the means.
/// A picker chooses the parts, since files and kinds of parallelism tell different ones.
class TrajectoryPage final : public ChartTablePage
{
    Q_OBJECT
public:
    /// Parts of a bar, as sessions keep them.
    enum class Shape { Division, Phases, Stages };

    explicit TrajectoryPage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] StackedBars *bars(Shape shape) const { return m_bars[static_cast<size_t>(shape)]; }
    [[nodiscard]] Shape shape() const;
    [[nodiscard]] Picker *shapePicker() const { return m_shapes; }
    [[nodiscard]] Picker *meanPicker() const { return m_of; }
    [[nodiscard]] Picker *stagePicker() const { return m_stage; }
    /// Only steps from the one to the other, both counted; empty: all.
    void setSteps(const QString &first, const QString &last);
    [[nodiscard]] Picker *fromPicker() const { return m_from; }
    [[nodiscard]] Picker *toPicker() const { return m_to; }
    [[nodiscard]] Picker *orderPicker() const { return m_order; }
    /// The rows that bars are made of, in their order.
    [[nodiscard]] const std::vector<TrajectoryRow> &shown() const { return m_shown; }

protected:
    void refresh() override;
    [[nodiscard]] bool hasChart() const override { return !m_shown.empty(); }

private:
    struct Answer
    {
        std::vector<TrajectoryRow> rows;
        std::set<int> stages;  ///< of all ranks
        QStringList steps;     ///< of the run, those with a number
        Phrase whyEmpty;       ///< English
        bool isHidden = false; ///< without rows: other domains and steps have some
        int run = -1;
    };
    using Bars = std::array<StackedBars *, 3>;

    TrajectoryPage(Bars bars, const ViewContext &context, QWidget *parent);
    [[nodiscard]] static Bars makeBars(const Theme *theme);
    [[nodiscard]] TrajectoryQuery asked() const;
    void take(Answer answer);
    /// Undoes what is chosen of stages, steps and domains.
    void showAll();
    void addChoices();
    void fillPickers();
    /// Shapes to choose from; those that the rows do not allow are disabled, with the reason.
    [[nodiscard]] std::vector<PickerItem> shapes() const;
    /// `none`: the entry for no limit.
    [[nodiscard]] std::vector<PickerItem> steps(const QString &none) const;
    void showRows();
    void narrowTable();
    void sortTable();
    /// The rows of these are shown.
    [[nodiscard]] TrajectoryOf shownOf() const;
    [[nodiscard]] bool has(Shape shape) const;
    void chooseRank(int bar);
    void openRank(int bar);
    void followState();
    [[nodiscard]] RankRef refOf(int bar) const;
    [[nodiscard]] StackedBars::Details detailsOf(int bar) const;
    [[nodiscard]] QString scope() const;
    [[nodiscard]] QString note() const;

    Bars m_bars;
    Picker *m_shapes;
    Picker *m_of;
    Picker *m_stage;
    Picker *m_from;
    Picker *m_to;
    Picker *m_order;
    LatestJob<Answer> m_job;
    Answer m_answer;
    std::vector<TrajectoryRow> m_shown; ///< by bar
    Shape m_drawn = Shape::Division;    ///< of the bars
};

} // namespace rs
