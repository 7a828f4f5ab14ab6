// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/base/catalogue.h"
#include "tables/compare/comparetables.h"
#include "views/compare/pairjump.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QJsonObject>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;

namespace rs {

struct CompareDurations;
class ChartFrame;
class OverlaidHistogram;
class Picker;
class TableView;
class ValueBars;

/// Kind of sides that are compared with one baseline.
enum class SidesOf : quint8 {
    Ranks, ///< ranks of a run, against one of them, the median rank of their stage, or the same rank of another run
    Steps, ///< steps of a rank, against one of them or the median step
};

/// Many sides of a comparison against one baseline: a bar for each side, the durations of the operator that is chosen
/// in the table, and the tables compare.many and compare.steps, whose rows lead to both occurrences. Its choosers stand
/// in the line of the view.
class SidesPage final : public QWidget
{
    Q_OBJECT
public:
    explicit SidesPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] std::vector<QWidget *> controls() const;
    /// Shows the choosers of these sides; nothing: none, and the rows are let go.
    void setSides(std::optional<SidesOf> of);
    /// Makes the rows: `asked` says by what they are grouped, which operators they are of, and in which step ranks are
    /// compared.
    void refresh(TableQuery asked);
    void retranslate();
    void forget();
    /// Which ranks or steps are held against which baseline. Runs stand by their place among the open ones.
    [[nodiscard]] QJsonObject saveState() const;
    void restoreState(const QJsonObject &state);
    [[nodiscard]] bool isComplete() const;

    [[nodiscard]] QLineEdit *ranksField() const { return m_ranks; }
    [[nodiscard]] Picker *runPicker() const { return m_run; }
    /// Whether a side is a rank, or a run as a whole.
    [[nodiscard]] Picker *wholePicker() const { return m_whole; }
    [[nodiscard]] Picker *baselinePicker() const { return m_baseline; }
    [[nodiscard]] Picker *rankPicker() const { return m_rank; }
    [[nodiscard]] Picker *stepPicker() const { return m_step; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] ValueBars *bars() const { return m_bars; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    [[nodiscard]] OverlaidHistogram *histogram() const { return m_histogram; }
    [[nodiscard]] ChartFrame *histogramFrame() const { return m_histogramFrame; }
    /// The occurrences that a row of the table leads to.
    [[nodiscard]] PairPlace pairOf(int row) const;
    /// Note on the rows.
    [[nodiscard]] QString note() const;

signals:
    /// The user chose other sides, or another baseline.
    void changed();

private:
    struct Answer
    {
        std::shared_ptr<const RowSource> rows;
        std::vector<SideTotal> totals;
        Phrase whyEmpty{};
    };
    [[nodiscard]] std::vector<int> openRuns() const;
    /// Open runs that are sides.
    [[nodiscard]] std::vector<int> sideRuns() const;
    void fillPickers();
    void fillBaselines(const std::vector<int> &open);
    void take(Answer answer);
    /// In the open runs, as the rows were made of: by the number of a run of SideComparison.
    [[nodiscard]] int runAt(int number) const;
    [[nodiscard]] QString sideText(const SideOf &side, bool ofBase) const;
    void showDurations(int row);
    void showBars();
    void showNote();
    void onlySide(int place);
    /// Nothing but a sentence instead of rows.
    void say(const QString &why);
    [[nodiscard]] RunStore &runs() const { return *m_context.runs; }

    ViewContext m_context;
    std::optional<SidesOf> m_of;
    Picker *m_run;
    Picker *m_whole;
    QWidget *m_ranksBox;
    QLabel *m_ranksLabel;
    QLineEdit *m_ranks;
    Picker *m_baseline;
    Picker *m_rank;
    Picker *m_step;
    ValueBars *m_bars;
    ChartFrame *m_frame;
    OverlaidHistogram *m_histogram;
    ChartFrame *m_histogramFrame;
    QLabel *m_note;
    TableView *m_table;
    PairJump m_jump;
    LatestJob<Answer> m_job;
    LatestJob<std::shared_ptr<const CompareDurations>> m_durationsJob;
    Answer m_shown;
    bool m_isRankChosen = false;    ///< by the user: else it is the current one
    std::vector<int> m_sideRuns;    ///< of the rows: their runs
    int m_baseRun = -1;             ///< and the run of the baseline, where it is another one
    RankRef m_place;                ///< of steps their rank; else the first run
    const SideOf *m_only = nullptr; ///< the side whose rows alone are listed
    QString m_wantedStep;           ///< restored, and chosen when the steps of its rank are known
};

} // namespace rs
