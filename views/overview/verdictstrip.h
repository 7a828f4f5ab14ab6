// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "views/page/verdictjump.h"
#include "views/state/viewcontext.h"

#include <QWidget>

#include <array>
#include <memory>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace rs {

/// What holds a run up, or that nothing does: a line each for compute, scheduling and communication, with a button to
/// the next view. Says nothing before all ranks are read, since peers are what it is about.
class VerdictStrip : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t areas = 3;

    explicit VerdictStrip(const ViewContext &context, QWidget *parent = nullptr);

    /// Of which run; -1: of none.
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
    /// What an area is and costs, in few words; hidden where its sentence is shown.
    [[nodiscard]] QLabel *shortText(size_t area) const { return m_lines[area].shortText; }
    /// To the table with all of it.
    [[nodiscard]] QPushButton *allButton() const { return m_all; }
    /// Says that its sentences are on all ranks; hidden unless the views are restricted to some, or to those of a
    /// domain.
    [[nodiscard]] QLabel *scopeNote() const { return m_scope; }
    /// That links were not looked at; hidden where they were.
    [[nodiscard]] QLabel *linksNote() const { return m_links; }
    [[nodiscard]] QLabel *signOf(size_t area) const { return m_lines[area].symbol; }
    /// To the thresholds; hidden while they are those of the program.
    [[nodiscard]] QToolButton *thresholdsButton() const { return m_thresholds; }
    void retranslate();

signals:
    /// The user wants to see the thresholds, or to change them.
    void thresholdsWanted();

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Line
    {
        QLabel *symbol = nullptr;
        QLabel *name = nullptr;
        QLabel *sentence = nullptr;
        QLabel *cost = nullptr;
        QPushButton *button = nullptr;
        QLabel *shortSymbol = nullptr;
        QLabel *shortText = nullptr;
        QString text;       ///< of the sentence alone
        QString withReason; ///< with the first reason; empty: there is none
    };

    void refresh();
    void show();
    /// What else must be known to read the lines.
    void showNotes();
    void showLine(size_t area, const Verdict *verdict);
    /// The reason as well, where two rows of text hold both.
    void fitSentence(Line &line);
    void showState(Line &line, DiagnosisState state, const QString &meaning);
    [[nodiscard]] static QString meaningOf(DiagnosisState state);
    [[nodiscard]] const Verdict *verdictOf(size_t area) const;
    [[nodiscard]] size_t gravestArea() const;
    [[nodiscard]] static QString costText(const Verdict &verdict);
    [[nodiscard]] QString tip(const Verdict &verdict) const;

    ViewContext m_context;
    std::array<Line, areas> m_lines;
    QPushButton *m_all;
    QToolButton *m_thresholds;
    QLabel *m_scope;
    QLabel *m_links;
    QBoxLayout *m_notes; ///< the four of them
    VerdictJump m_jump;
    std::shared_ptr<const Diagnosis> m_diagnosis; ///< never null
    int m_run = -1;
    bool m_compact = false;
};

} // namespace rs
