// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/parallelstrategy.h"
#include "views/parallel/rankgrid.h"
#include "views/page/steppickers.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

#include <map>
#include <memory>

class QCheckBox;
class QLineEdit;
class QTabWidget;
class QToolButton;

namespace rs {

class ChartFrame;
class ColorScale;
class Picker;
class RankGroupChip;
class StrategyForm;
class TablePage;

/// Division of the work among the ranks of a run: the sizes, read or entered; the grid of ranks, coloured by a time;
/// and the table of their places.
class StrategyPage final : public Page
{
    Q_OBJECT
public:
    explicit StrategyPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] RankGrid *grid() const { return m_grid; }
    [[nodiscard]] StrategyForm *form() const { return m_form; }
    [[nodiscard]] ColorScale *scale() const { return m_scale; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    [[nodiscard]] Picker *metricPicker() const { return m_metricPicker; }
    [[nodiscard]] Picker *showPicker() const { return m_showPicker; }
    [[nodiscard]] Picker *rowsPicker() const { return m_cellsPicker; }
    [[nodiscard]] QLineEdit *finder() const { return m_find; }
    /// Null before the first one, and where sizes give ranks no place.
    [[nodiscard]] std::shared_ptr<const RankPicture> picture() const { return m_now.picture; }
    [[nodiscard]] QString whyNoGrid() const;
    /// Shows the sizes and what else is folded where the page is low.
    [[nodiscard]] QToolButton *moreButton() const { return m_more; }

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Result
    {
        std::shared_ptr<const StepGrid> whole;
        std::shared_ptr<const RankPicture> picture;
        KnownStrategy known;
    };
    /// Choices behind the picture, besides the numbers.
    struct Choice
    {
        QString step;
        StepMetric metric = StepMetric::Computing;
        unsigned folded = 0;
        FoldBy by = FoldBy::Mean;
        DiagnosisThresholds thresholds{};
        bool operator==(const Choice &) const = default;
    };
    void arrange();
    [[nodiscard]] bool showsAll() const;
    void showControls();
    void placeBar();
    void connectParts();
    [[nodiscard]] Choice choice() const;
    [[nodiscard]] StepPickers pickers() const { return {m_metricPicker, m_showPicker, m_cellsPicker, m_foldPicker}; }
    void showDifferences();
    static void makePicture(Result &result, const Run &run, const Choice &choice, const JobContext &job);
    void compute();
    /// The numbers that are there in another way.
    void makeAgain();
    void showAgain();
    void take(Result result);
    void showScale();
    void showRange();
    void showMarks();
    void fillPickers();
    void followState();
    void followGroup();
    void choose(int row, int column);
    void restrict(unsigned token, int rank);
    void find();
    [[nodiscard]] RankRef refOf(int row, int column) const;
    [[nodiscard]] bool differences() const;
    [[nodiscard]] QString note() const;
    [[nodiscard]] QString stepText() const;

    StrategyForm *m_form;
    Picker *m_metricPicker;
    Picker *m_showPicker;
    Picker *m_cellsPicker;
    Picker *m_foldPicker;
    QLineEdit *m_find;
    RankGroupChip *m_chip;
    QToolButton *m_more;
    QWidget *m_bar;
    std::map<unsigned, QCheckBox *> m_frames;
    RankGrid *m_grid;
    ColorScale *m_scale;
    QWidget *m_picture;
    ChartFrame *m_frame;
    PageBody *m_pictures;
    TablePage *m_table;
    QTabWidget *m_tabs;
    LatestJob<Result> m_job;
    Result m_now;
    Choice m_made; ///< how its picture was made
    std::weak_ptr<const Run> m_of;
    QString m_notFound; ///< what was looked for in vain
    int m_run = -1;
    bool m_low = false; ///< all controls would leave the picture too little
};

} // namespace rs
