// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/linkgraph.h"
#include "views/links/matrixdata.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <QStringList>

#include <vector>

class QCheckBox;

namespace rs {

class ChartFrame;
class ColorScale;
class FlowLayout;
class LinkGraphView;
class Picker;
class SlowLinkFrames;

/// The links of a domain as a graph: ranks in a ring, by host or domain. Ranks that are picked there are what all pages
/// of links are restricted to.
class GraphPage final : public Page
{
    Q_OBJECT
public:
    explicit GraphPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isOfRun() const override { return true; }
    [[nodiscard]] bool takesRankGroup() const override { return true; }
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] LinkGraphView *view() const { return m_view; }
    [[nodiscard]] Picker *valuePicker() const { return m_value; }
    [[nodiscard]] Picker *groupPicker() const { return m_group; }
    /// Picker of the number of links drawn.
    [[nodiscard]] Picker *mostPicker() const { return m_most; }
    /// A switch for each type of link, named after it.
    [[nodiscard]] const std::vector<QCheckBox *> &types() const { return m_types; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    [[nodiscard]] const MatrixData &data() const { return m_answer.data; }

signals:
    /// The matrix of the ranks that are shown.
    void matrixRequested();
    /// The matrix with the link that was selected just now, in one step of the history with it.
    void linkRequested();

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;

private:
    struct Answer
    {
        MatrixData data;
        LinkGraphData graph;
        std::vector<MatrixFrame> frames;
    };
    void connectParts();
    /// Computes what is shown; with `reload` from the run, else from what was read of it.
    void compute(bool reload);
    void take(Answer answer);
    void fillPickers();
    void fillTypes();
    void showScale(bool reset);
    void followState();
    void nodeChosen(int node);
    void linkChosen(int link);
    void restrictTo(const std::vector<int> &nodes);
    void showAllRanks();
    [[nodiscard]] RankRef refOf(int node) const;
    /// Reason why a node has no timeline: it is not a rank of the store.
    [[nodiscard]] QString whyNoTimeline() const;
    /// The views are restricted to some ranks of its run.
    [[nodiscard]] bool isRestricted() const;
    /// Operator that a session asks for, until its links are read.
    [[nodiscard]] QString wantedOperator() const;
    [[nodiscard]] MatrixScope scope() const;
    [[nodiscard]] QString note() const;

    Picker *m_op;
    QString m_wantedOp; ///< of a session, until it is there
    Picker *m_value;
    Picker *m_group; ///< by what ranks stand together
    Picker *m_most;
    QWidget *m_bar;
    FlowLayout *m_flow;
    std::vector<QCheckBox *> m_types;
    QStringList m_hidden; ///< types, also those that this run does not have
    LinkGraphView *m_view;
    ColorScale *m_scale;
    QWidget *m_picture;
    ChartFrame *m_frame;
    SlowLinkFrames *m_slow;
    LatestJob<Answer> m_job;
    bool m_reloading = false;
    Answer m_answer;
    int m_run = -1;
};

} // namespace rs
