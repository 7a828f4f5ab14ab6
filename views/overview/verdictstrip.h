// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/compare/runchange.h"
#include "analysis/diagnosis/diagnosis.h"
#include "views/page/verdictjump.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QWidget>

#include <array>
#include <memory>
#include <optional>

class QBoxLayout;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace rs {

/// The run against which another one is held unless the user chooses: the open one before it, else the one after it.
/// -1: no other is open.
[[nodiscard]] int baselineOf(const RunStore &runs, int run);

/// Problems of a run, or none: a line each for compute, scheduling and communication, with a button to the next view.
/// Empty before all ranks are read, since ranks are compared with peers.
class VerdictStrip : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t areas = 3;

    explicit VerdictStrip(const ViewContext &context, QWidget *parent = nullptr);

    /// Sets the run; -1: none.
    void setRun(int run);
    /// Shows the sentence of the gravest line alone, where there is little room; below it what the others are and cost.
    void setCompact(bool compact);
    /// Nothing is computed, or waits to be.
    [[nodiscard]] bool isComplete() const;
    /// Empty while there is none.
    [[nodiscard]] const Diagnosis &diagnosis() const { return *m_diagnosis; }
    [[nodiscard]] QLabel *sentence(size_t area) const { return m_lines[area].sentence; }
    [[nodiscard]] QLabel *cost(size_t area) const { return m_lines[area].cost; }
    [[nodiscard]] QPushButton *button(size_t area) const { return m_lines[area].button; }
    /// To what the steps would gain without it; hidden where it names nothing that could be changed, and in a narrow
    /// strip of all lines.
    [[nodiscard]] QPushButton *gainButton(size_t area) const { return m_lines[area].gain; }
    /// State and cost of an area in few words; hidden where its sentence is shown.
    [[nodiscard]] QLabel *shortText(size_t area) const { return m_lines[area].shortText; }
    /// To what to change; hidden where nothing is wrong, and in a narrow strip.
    [[nodiscard]] QPushButton *adviceButton(size_t area) const { return m_lines[area].advice; }
    /// To the table with all of it.
    [[nodiscard]] QPushButton *allButton() const { return m_all; }
    /// Says that its sentences are on all ranks; hidden unless the views are restricted to some, or to those of a
    /// domain.
    [[nodiscard]] QLabel *scopeNote() const { return m_scope; }
    /// To the critical path in the timeline, of the chosen step, else of the one that the gravest verdict names, else
    /// of the longest.
    [[nodiscard]] QPushButton *pathButton() const { return m_path; }
    /// By how much the step differs from that of another open run, to the table that says why; hidden without one.
    [[nodiscard]] QPushButton *changeButton() const { return m_change; }
    /// That links were not looked at; hidden where they were.
    [[nodiscard]] QLabel *linksNote() const { return m_links; }
    [[nodiscard]] QLabel *signOf(size_t area) const { return m_lines[area].symbol; }
    /// To the thresholds; hidden while they are those of the program.
    [[nodiscard]] QToolButton *thresholdsButton() const { return m_thresholds; }
    void retranslate();
    /// Step of the critical path that is shown; nothing while none of the run is.
    [[nodiscard]] std::optional<QString> shownPath() const;
    /// Brings a path back that a session had.
    void restorePath(const QString &step);

signals:
    /// The user wants to know what the steps would gain without a verdict.
    void gainWanted(int run, const rs::Verdict &verdict);
    /// The user wants to see the thresholds, or to change them.
    void thresholdsWanted();
    /// Lets the view add what can be done with a rank that a verdict names.
    void rankMenuRequested(QMenu *menu, rs::RankRef rank);

protected:
    void contextMenuEvent(QContextMenuEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Line
    {
        QLabel *symbol = nullptr;
        QLabel *name = nullptr;
        QLabel *sentence = nullptr;
        QLabel *cost = nullptr;
        QPushButton *gain = nullptr;
        QPushButton *advice = nullptr;
        QPushButton *button = nullptr;
        QLabel *shortSymbol = nullptr;
        QLabel *shortText = nullptr;
        QString text;       ///< of the sentence and of the others of the area
        QString withReason; ///< with the first reason, where there is one
    };

    void refresh();
    /// Compares the run with another one, once both are read.
    void compare();
    void showChange();
    void show();
    void showGains();
    void placeActs(size_t area);
    void placeNotes();
    /// Shows notes needed to read the lines.
    void showNotes();
    void showLine(size_t area, const Verdict *verdict);
    /// With an ellipsis where the rows do not hold all of it.
    void fitSentence(Line &line);
    void showState(Line &line, DiagnosisState state, const QString &meaning);
    [[nodiscard]] static QString meaningOf(DiagnosisState state);
    [[nodiscard]] const Verdict *verdictOf(size_t area) const;
    [[nodiscard]] size_t gravestArea() const;
    [[nodiscard]] QString stepOfPath() const;
    void showAwaitedPath();
    void bringPath(const QString &step);
    void followStep();
    void showPathAgain();
    /// The rank, link or stage that a verdict names; empty: none.
    [[nodiscard]] QString culpritOf(const Verdict &verdict) const;
    /// The culprits of the other problems of its area; empty: there are none.
    [[nodiscard]] QString othersOf(const Verdict &verdict) const;
    [[nodiscard]] static QString costText(const Verdict &verdict);
    [[nodiscard]] QString tip(const Verdict &verdict) const;

    ViewContext m_context;
    std::array<Line, areas> m_lines;
    QPushButton *m_all;
    QPushButton *m_path;
    QPushButton *m_change;
    QToolButton *m_thresholds;
    QLabel *m_scope;
    QLabel *m_links;
    QBoxLayout *m_notes; ///< the six of them
    VerdictJump m_jump;
    LatestJob<RunChange> m_changeJob;
    std::optional<RunChange> m_runChange; ///< from m_older to m_newer
    int m_older = -1;
    int m_newer = -1;
    std::shared_ptr<const Diagnosis> m_diagnosis; ///< never null
    int m_run = -1;
    QString m_pathStep;                     ///< of the path that was asked for last; empty: the longest
    std::optional<QString> m_pathToRestore; ///< until its run is there
    bool m_compact = false;
    bool m_areNotesCompact = false; ///< as they stand now
    bool m_isStacked = false;       ///< buttons stand below the sentence
};

} // namespace rs
