// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "analysis/overview/overviewfigures.h"
#include "views/picture/stackedbars.h"

#include <QJsonObject>
#include <QObject>

#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QSpinBox;
class QToolButton;

namespace rs {

class OptionsButton;
class RowSourceModel;
class Picker;

/// Choices for the bars of the overview: source, steps, fold, comparison with a median, order, number, and absolute or
/// in per cent.
class BarsControls : public QObject
{
    Q_OBJECT
public:
    explicit BarsControls(QWidget *owner);

    [[nodiscard]] std::vector<QWidget *> widgets() const;
    [[nodiscard]] QToolButton *percentButton() const { return m_percent; }
    /// Hides the controls while another picture than the bars is shown.
    void setShown(bool shown);

    [[nodiscard]] OverviewSource source() const;
    [[nodiscard]] StepsShown steps() const;
    /// StrategyToken; 0 while it cannot be: the strategy has no such dimension, or the bars are steps of a rank.
    [[nodiscard]] unsigned fold() const;
    [[nodiscard]] std::optional<StepMetric> compared() const;
    [[nodiscard]] StackedBars::Mark mark() const;
    [[nodiscard]] bool isPercent() const;
    [[nodiscard]] QString orderColumn() const;
    [[nodiscard]] bool isDescending() const;
    /// 0: all.
    [[nodiscard]] int top() const;

    /// As the header of the table has it; false for a column that is not offered.
    bool setOrder(const QString &column, bool descending);
    void fill(const RowSourceModel &columns, const OverviewFacts *facts);
    void retranslate(const RowSourceModel &columns, const OverviewFacts *facts);

    [[nodiscard]] QJsonObject save() const;
    void restore(const QJsonObject &state);

signals:
    void sourceChosen();
    void figuresChosen();
    void orderChosen();
    void topChosen();
    void percentChosen(bool percent);

private:
    void showDirection();

    Picker *m_source;
    Picker *m_steps;
    Picker *m_fold;
    Picker *m_compared;
    Picker *m_order;
    QToolButton *m_direction;
    QWidget *m_topBox;
    QLabel *m_topLabel;
    QSpinBox *m_top;
    QToolButton *m_percent;
    OptionsButton *m_options;
    std::vector<unsigned> m_folds; ///< that the run can be folded by
};

/// Bars of the overview made of its items.
class RankBars
{
public:
    [[nodiscard]] static StackedBar barOf(const OverviewItem &item, StepsShown steps);
    /// Computing is known, but not what of it covers communication.
    [[nodiscard]] static bool isWholeCompute(const OverviewItem &item);
    /// Computing is what old files tell of forward and backward passes, with what waits in them.
    [[nodiscard]] static bool isOfPhases(const OverviewItem &item);
    [[nodiscard]] static StackedBars::Details detailsOf(const OverviewItem &item, StepsShown steps);
    /// Whether a verdict accuses the rank of the bar, or one that is folded into it, in the step that it shows.
    [[nodiscard]] static bool isAccused(const OverviewItem &item, StepsShown steps, const Diagnosis &diagnosis);
    /// "Rank 5", "Ranks 0-3", "Step 7".
    [[nodiscard]] static QString nameOf(const OverviewItem &item, StepsShown steps);
    /// "sum of 10 steps"; empty where there is one.
    [[nodiscard]] static QString stepsOf(const OverviewItem &item);
    [[nodiscard]] static QString heading(const BarsControls &controls, const std::vector<OverviewItem> &items);
    [[nodiscard]] static QString axisTitle(const BarsControls &controls);
    /// Note on outliers and their peers; empty if nothing is compared. `diagnosis`: null while it is not known.
    /// `loading`: more ranks come, so outliers are not known yet.
    [[nodiscard]] static QString outliers(const BarsControls &controls, const std::vector<OverviewItem> &items,
                                          const Diagnosis *diagnosis, bool loading);
    /// Sentence on how many of them have a red mark, and why; empty: none.
    [[nodiscard]] static QString accused(const BarsControls &controls, const std::vector<OverviewItem> &items,
                                         const Diagnosis *diagnosis);
    /// Whence their times are; empty where that is not known.
    [[nodiscard]] static QString sources(const std::vector<OverviewItem> &items);
    /// Scope of a picture besides run and step.
    [[nodiscard]] static QStringList scope(const BarsControls &controls, const std::vector<OverviewItem> &items);
    /// Step of the numbers; empty: several.
    [[nodiscard]] static QString stepOf(const BarsControls &controls, const QString &chosen);
};

} // namespace rs
