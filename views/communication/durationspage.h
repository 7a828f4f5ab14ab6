// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commdurations.h"
#include "core/text/phrase.h"
#include "views/page/charttablepage.h"
#include "views/widgets/latestjob.h"
#include "views/picture/stackedbars.h"

#include <memory>
#include <map>
#include <optional>
#include <vector>

namespace rs {

class BoxPlot;
class Picker;
struct Choice;

/// Communication time of each rank: a bar of transit, waiting and idle per rank, or a box of durations of single
/// operators, above the table of the same.
class DurationsPage final : public ChartTablePage
{
    Q_OBJECT
public:
    /// Amount that bars show of several steps.
    enum class Of { Sum, MeanStep };
    explicit DurationsPage(const ViewContext &context, Of of = Of::Sum, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] StackedBars *bars() const { return m_bars; }
    [[nodiscard]] BoxPlot *boxes() const { return m_boxes; }
    /// Bars or boxes.
    [[nodiscard]] Picker *shapePicker() const { return m_shape; }
    [[nodiscard]] Picker *operatorPicker() const { return m_operator; }
    [[nodiscard]] Picker *orderPicker() const { return m_order; }
    [[nodiscard]] Picker *topPicker() const { return m_top; }

protected:
    void refresh() override;
    [[nodiscard]] bool hasChart() const override { return !m_shown.empty(); }

private:
    struct Answer
    {
        RankDurations durations;
        std::vector<DurationSpread> spreads; ///< of the same ranks
        std::map<int, int> stages;           ///< by rank (pipelineStages())
        Phrase whyEmpty;                     ///< English
    };
    DurationsPage(StackedBars *bars, BoxPlot *boxes, Of of, const ViewContext &context, QWidget *parent);
    [[nodiscard]] static BarSeries series();
    void take(Answer answer);
    void showRanks();
    void showBoxes();
    void showShape();
    void chooseRank(int bar);
    void openRank(int bar);
    [[nodiscard]] int barOfBox(int box) const;
    /// Reason why the rank of a bar has no timeline: it is not in the store.
    [[nodiscard]] QString whyNoTimeline(int bar) const;
    [[nodiscard]] bool isDistribution() const;
    [[nodiscard]] QString distributionNote() const;
    void addChoices();
    [[nodiscard]] std::vector<PickerItem> operators() const;
    /// Operators that can be chosen by name.
    [[nodiscard]] std::vector<Choice> namedOperators() const;
    void followState();
    void followRow(int row);
    [[nodiscard]] StackedBars::Details detailsOf(int bar) const;
    [[nodiscard]] RankRef refOf(int bar) const;
    [[nodiscard]] QString scope() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] std::optional<double> medianOfPeers(const RankDuration &rank) const;

    Of m_of;
    StackedBars *m_bars;
    BoxPlot *m_boxes;
    Picker *m_shape;
    Picker *m_operator;
    Picker *m_order;
    Picker *m_top;
    LatestJob<Answer> m_job;
    Answer m_answer;
    std::vector<RankDuration> m_shown; ///< by bar
    std::vector<int> m_barOfBox;
    std::map<int, double> m_mediansMs; ///< by stage, of those whose time is known
};

} // namespace rs
