// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "analysis/overview/stepgrid.h"
#include "views/page/steppickers.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <memory>

namespace rs {

class ChartFrame;
class ColorScale;
class Picker;
class RankGroupChip;
class StepHeatMap;
struct StepHeatLayer;

/// Every rank and step of the run as a heat map of one time, or of how far it is from the rank's peers.
class HeatMapPage final : public Page
{
    Q_OBJECT
public:
    explicit HeatMapPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    void retranslate() override;

    [[nodiscard]] StepHeatMap *map() const { return m_map; }
    [[nodiscard]] ColorScale *scale() const { return m_scale; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    [[nodiscard]] Picker *metricPicker() const { return m_metricPicker; }
    [[nodiscard]] Picker *showPicker() const { return m_showPicker; }
    [[nodiscard]] Picker *rowsPicker() const { return m_rowsPicker; }
    [[nodiscard]] Picker *foldPicker() const { return m_foldPicker; }
    /// Layer that is shown; null before the first numbers.
    [[nodiscard]] std::shared_ptr<const StepHeatLayer> layer() const { return m_layer; }

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;

private:
    struct Result
    {
        std::shared_ptr<const StepHeatLayer> layer;
        std::shared_ptr<const StepGrid> whole; ///< with a row for each rank
        Strategy strategy;
        bool hasStrategy = false;
        Phrase whyEmpty; ///< English
    };
    /// Choices behind the layer, besides the numbers.
    struct Choice
    {
        StepMetric metric = StepMetric::Computing;
        unsigned folded = 0;
        FoldBy by = FoldBy::Mean;
        std::vector<int> ranks{}; ///< empty: all of them
        DiagnosisThresholds thresholds{};
        bool operator==(const Choice &) const = default;
    };
    [[nodiscard]] Choice choice() const;
    [[nodiscard]] StepPickers pickers() const { return {m_metricPicker, m_showPicker, m_rowsPicker, m_foldPicker}; }
    void showDifferences();
    /// Shows the time that a jump asks for as long as it does, else the user's choice.
    void showAskedMetric();
    void compute();
    /// The numbers that are there in another way.
    void makeAgain();
    void showAgain();
    static void makeLayer(Result &result, const Choice &choice, const JobContext &job);
    void take(Result result);
    void showScale();
    void showRange();
    void showMarks();
    void followState();
    void choose(int row, int step);
    /// The step of the rank in the timeline.
    void showInTimeline(int row, int step);
    void fillPickers();
    [[nodiscard]] bool differences() const;
    [[nodiscard]] unsigned foldedTokens() const;
    /// Rank that a folded row stands for in the step.
    [[nodiscard]] RankRef refOf(int row, int step) const;
    [[nodiscard]] QString note() const;

    Picker *m_metricPicker;
    Picker *m_showPicker;
    Picker *m_rowsPicker;
    Picker *m_foldPicker;
    RankGroupChip *m_chip;
    StepHeatMap *m_map;
    ColorScale *m_scale;
    QWidget *m_picture;
    ChartFrame *m_frame;
    LatestJob<Result> m_job;
    std::shared_ptr<const StepHeatLayer> m_layer;
    Result m_numbers; ///< what the layer was made from
    Choice m_made;    ///< and how
    /// The user's choice. A slow rank does not lengthen its step alone: the others wait for it.
    StepMetric m_ownMetric = StepMetric::Computing;
    std::weak_ptr<const Run> m_of; ///< what the layer speaks of
    QString m_domain;              ///< and of whose ranks
    int m_run = -1;
};

} // namespace rs
