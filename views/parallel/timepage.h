// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "views/page/charttablepage.h"
#include "views/parallel/stepcurves.h"
#include "views/widgets/latestjob.h"

#include <memory>
#include <utility>

namespace rs {

/// Step times of the devices beside what they compute, communicate and wait on average, above the table of the steps. A
/// step that is chosen becomes that of all views; a range of them is offered to other pages.
class TimePage final : public ChartTablePage
{
    Q_OBJECT
public:
    explicit TimePage(const ViewContext &context, QWidget *parent = nullptr);

    void retranslate() override;

    [[nodiscard]] StepCurves *curves() const { return m_curves; }

signals:
    /// Several steps were chosen, both counted; empty: all again.
    void stepsChosen(const QString &first, const QString &last);

protected:
    void refresh() override;
    void saveMore(QJsonObject &out) const override;
    void restoreMore(const QJsonObject &state) override;
    [[nodiscard]] bool hasChart() const override { return m_answer.overview && !m_answer.overview->steps.empty(); }

private:
    struct Answer
    {
        std::shared_ptr<const TimeOverview> overview;
        Phrase whyEmpty; ///< English
        int run = -1;
    };
    TimePage(StepCurves *curves, const ViewContext &context, QWidget *parent);
    void take(Answer answer);
    void choose(int first, int last);
    /// Several steps that were chosen, where the steps that are known now have them.
    void showRange();
    void followStep();
    void followRank();
    void showChosenTime(int first, int last);

    StepCurves *m_curves;
    LatestJob<Answer> m_job;
    LatestJob<Interval> m_span; ///< of the chosen steps on the device of the current rank
    Answer m_answer;
    std::pair<QString, QString> m_range; ///< several steps that are chosen, by name: ranks that come later move places
    int m_rangeRun = -1;                 ///< whose steps they are; -1: of what is shown next
};

} // namespace rs
