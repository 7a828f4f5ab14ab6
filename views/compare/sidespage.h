// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tables/catalogue.h"
#include "tables/comparetables.h"
#include "views/rowjump.h"
#include "views/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QJsonObject>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;

namespace rs {

class ChartFrame;
class Picker;
class TableView;
class ValueBars;

/// What is held against one baseline.
enum class SidesOf : quint8 {
    Ranks, ///< ranks of a run, against one of them, the median rank of their stage, or the same rank of another run
    Steps, ///< steps of a rank, against one of them or the median step
};

/// Many sides of a comparison against one baseline: a bar for each side, and the tables compare.many and compare.steps.
/// Its choosers stand in the line of the view.
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
    [[nodiscard]] Picker *baselinePicker() const { return m_baseline; }
    [[nodiscard]] Picker *rankPicker() const { return m_rank; }
    [[nodiscard]] Picker *stepPicker() const { return m_step; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] ValueBars *bars() const { return m_bars; }
    [[nodiscard]] ChartFrame *frame() const { return m_frame; }
    /// What is said of the rows.
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
    void fillPickers();
    void take(Answer answer);
    void showBars();
    void showNote();
    void onlySide(int place);
    /// Nothing but a sentence instead of rows.
    void say(const QString &why);
    [[nodiscard]] RunStore &runs() const { return *m_context.runs; }

    ViewContext m_context;
    std::optional<SidesOf> m_of;
    Picker *m_run;
    QWidget *m_ranksBox;
    QLabel *m_ranksLabel;
    QLineEdit *m_ranks;
    Picker *m_baseline;
    Picker *m_rank;
    Picker *m_step;
    ValueBars *m_bars;
    ChartFrame *m_frame;
    QLabel *m_note;
    TableView *m_table;
    RowJump m_jump;
    LatestJob<Answer> m_job;
    Answer m_shown;
    RankRef m_place;      ///< of the rows: their run, and of steps their rank
    QString m_only;       ///< the side whose rows alone are listed
    QString m_wantedStep; ///< restored, and chosen when the steps of its rank are known
};

} // namespace rs
