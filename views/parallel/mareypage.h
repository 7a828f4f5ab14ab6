// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/operators/deviceload.h"
#include "analysis/parallel/marey.h"
#include "core/text/phrase.h"
#include "views/page/charttablepage.h"
#include "views/parallel/mareypicture.h"
#include "views/widgets/latestjob.h"

#include <QTimer>

#include <memory>

class QLabel;
class QLineEdit;
class QToolButton;

namespace rs {

class Picker;

/// Devices over time with the operators that they share, above the table of those whose devices differ most.
class MareyPage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit MareyPage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString hint() const override;
    void retranslate() override;

    /// The time of these steps and of those between them, once they are read, and what the table and the note say of
    /// them; empty: of all steps.
    void showSteps(const QString &first, const QString &last);
    /// Marks these executions of a rank, and the same operators on other ranks and in other steps, as a search does.
    /// `name`: of the namespace that they are; empty: nothing is marked.
    void mark(const QString &name, RankRef rank, std::vector<SliceId> executions, MareySameness sameness);
    /// Executions of the operator at a place on these ranks; none for an empty place.
    [[nodiscard]] std::vector<MareyExecution>
    executionsOf(const MareyPicture::Place &place, const std::vector<int> &rankIndexes, MareySameness sameness) const;
    [[nodiscard]] MareyPicture *picture() const { return m_picture; }
    [[nodiscard]] QLineEdit *nameField() const { return m_name; }
    [[nodiscard]] QLabel *foundLabel() const { return m_found; }
    [[nodiscard]] QToolButton *unmarkButton() const { return m_unmark; }
    /// Names the steps that are shown alone, and ends that.
    [[nodiscard]] QToolButton *rangeButton() const { return m_unrange; }

signals:
    /// An operator, by the user.
    void operatorChosen(const rs::MareyPicture::Place &place);

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    [[nodiscard]] bool hasChart() const override { return m_answer.chart && !m_answer.chart->isEmpty(); }

private:
    struct Answer
    {
        std::shared_ptr<const MareyChart> chart;
        std::shared_ptr<const MareyFolds> folds;
        std::vector<DeviceLoad> loads;
        std::shared_ptr<const MemoryReservation> room; ///< what these hold
        Phrase whyEmpty;                               ///< English
        int run = -1;
        QString step;
    };
    /// Mark set by another page.
    struct Marked
    {
        QString name;
        RankRef rank;
        std::vector<SliceId> executions;
        MareySameness sameness = MareySameness::Occurrence;
    };
    struct Curves
    {
        std::shared_ptr<const MareyLines> lines;
        std::shared_ptr<const MemoryReservation> room; ///< what they hold
    };
    MareyPage(MareyPicture *picture, const ViewContext &context, QWidget *parent);
    void take(Answer answer);
    void showProgress();
    void showChosenSteps();
    void nameSteps();
    /// Those that table and note are narrowed to; none: a step is chosen for all views, or all are meant.
    [[nodiscard]] bool hasRange() const;
    /// First and last of these in MareyChart::steps; nothing: all are meant.
    [[nodiscard]] std::optional<std::pair<int, int>> chosenSteps() const;
    void search();
    void takeMatches(MareyMatches matches);
    [[nodiscard]] bool showsMemory() const;
    [[nodiscard]] bool showsRate() const;
    void showCurves();
    void choose(const MareyPicture::Place &place);
    void open(const MareyPicture::Place &place);
    void openException(quint32 row);
    void followSelection();
    void markRank();
    [[nodiscard]] int rowOf(RankRef rank) const;
    [[nodiscard]] RankRef refOf(int row) const;
    [[nodiscard]] QString noteOf(const MareyRow &row) const;
    [[nodiscard]] QString note() const;
    void fillLoads(MareyPicture::Content &content) const;
    [[nodiscard]] QString peaksOf(const MareyRow &stage) const;

    MareyPicture *m_picture;
    Picker *m_direction;
    Picker *m_curves;
    QLineEdit *m_name;
    QToolButton *m_previous;
    QToolButton *m_next;
    QLabel *m_found;
    QToolButton *m_unmark;
    QToolButton *m_unrange;
    QTimer m_slow{this}; ///< runs while a job may take long enough to be told of
    LatestJob<Answer> m_job;
    LatestJob<MareyMatches> m_search;
    LatestJob<Curves> m_curvesJob;
    Curves m_shownCurves;
    Answer m_answer;
    Marked m_marked;
    TimeWindow m_restored;               ///< of a session, until there is something to show in it
    std::pair<QString, QString> m_steps; ///< first and last of those that are shown alone
    bool m_showsSteps = false;           ///< their time is to be shown as soon as they are read
    bool m_stopped = false;
};

} // namespace rs
