// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/dataset/datapipeline.h"
#include "analysis/time/sampledcurve.h"
#include "core/run/pipelinecolumns.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <memory>
#include <vector>

class QLabel;
class QSplitter;

namespace rs {

class ChartFrame;
class CurveChart;
class Picker;
class PipelineGraph;

/// The data pipeline of the current rank: what is wrong with it in sentences, its operators and queues as a graph, and
/// how full the queues were over time, those of the chosen operator or all of them.
class PipelinePage final : public Page
{
    Q_OBJECT
public:
    explicit PipelinePage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    void retranslate() override;
    void forget() override { setChosen(-1); }

    [[nodiscard]] PipelineGraph *graph() const { return m_graph; }
    [[nodiscard]] CurveChart *queues() const { return m_queues; }
    [[nodiscard]] QLabel *advice() const { return m_advice; }
    [[nodiscard]] Picker *measurePicker() const { return m_measure; }
    /// Which of several pipelines is drawn; hidden where there is one.
    [[nodiscard]] Picker *partPicker() const { return m_part; }
    /// Into the operators of all pipelines, one behind the other, as the table has them; -1: none.
    void setChosen(int row);

signals:
    /// By the user, in the graph: see setChosen().
    void chosenChanged(int row);

protected:
    void refresh() override;
    void restoreMore(const QJsonObject &state) override;

private:
    struct Answer
    {
        DataPipeline pipeline;
        std::vector<DataAdvice> advice;
        std::vector<std::shared_ptr<const SampledCurve>> curves; ///< by operator; null where there are no samples
    };
    using Answers = std::vector<std::shared_ptr<const Answer>>;
    void take(Answers answers);
    void showPart(size_t part);
    [[nodiscard]] std::vector<PickerItem> measures() const;
    [[nodiscard]] std::vector<PickerItem> parts() const;
    void fillParts();
    [[nodiscard]] int firstRow() const;
    void showTexts();
    void showQueues();
    [[nodiscard]] QString adviceText() const;
    [[nodiscard]] QString batchText() const;
    void empty(const QString &why);

    PipelineGraph *m_graph;
    CurveChart *m_queues;
    ChartFrame *m_graphFrame;
    ChartFrame *m_queueFrame;
    QSplitter *m_parts;
    QLabel *m_advice;
    Picker *m_measure;
    Picker *m_part;
    LatestJob<Answers> m_job;
    Answers m_answers;                      ///< a pipeline each
    std::shared_ptr<const Answer> m_answer; ///< the one that is drawn
    std::vector<PipelineTables> m_tables;   ///< of the answers, or of those that are made
    RankRef m_of;
};

} // namespace rs
