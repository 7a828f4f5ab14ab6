// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/parallel/pipelinechart.h"
#include "core/text/phrase.h"
#include "views/page/charttablepage.h"
#include "views/parallel/stagechart.h"
#include "views/widgets/latestjob.h"

#include <memory>

namespace rs {

class Picker;

/// Stages of a pipeline in the chosen step, pass by pass, above the table of their bubbles; its note names the slow
/// stage.
class StagesPage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit StagesPage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] bool isComplete() const override;

    [[nodiscard]] StageChart *chart() const { return m_chart; }
    [[nodiscard]] Picker *pipelinePicker() const { return m_pipeline; }

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    [[nodiscard]] bool hasChart() const override { return m_answer.chart && !m_answer.chart->steps.empty(); }

private:
    struct Answer
    {
        std::shared_ptr<const PipelineChart> chart;
        Phrase whyEmpty; ///< English
        int run = -1;
        QString step;
    };
    StagesPage(StageChart *chart, const ViewContext &context, QWidget *parent);
    void take(Answer answer);
    [[nodiscard]] std::vector<PickerItem> pipelines() const;
    void showPipeline();
    void narrowTable();
    /// The pipeline of the rank that becomes the current one; the user may choose another one then.
    void followState();
    void markRank();
    void chooseRow(int row);
    void open(const StageChart::Place &place);
    void openRow(int row);
    [[nodiscard]] int pipelineOf(RankRef rank) const;
    [[nodiscard]] RankRef refOf(int row) const;
    [[nodiscard]] QString lackOf(int row) const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString verdictText() const;
    [[nodiscard]] QString waitText() const;

    StageChart *m_chart;
    Picker *m_pipeline;
    LatestJob<Answer> m_job;
    Answer m_answer;
    TimeWindow m_restored; ///< of a session, until there is something to show in it
};

} // namespace rs
