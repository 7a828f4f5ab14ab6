// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"
#include "analysis/diagnosis/diagnosis.h"
#include "analysis/time/intervals.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace rs {

/// Goes where a verdict says that the next look belongs, with that view prepared for it. One step of the history.
class VerdictJump
{
    Q_DECLARE_TR_FUNCTIONS(rs::VerdictJump)
public:
    explicit VerdictJump(const ViewContext &context) : m_context(context) {}

    /// What a button for it says; empty: there is nowhere to go.
    [[nodiscard]] static QString text(const Verdict &verdict, const Run &run);
    /// What holds the step of two ranks on aligned clocks, in stamps of the first.
    [[nodiscard]] static Interval joinedSpan(Interval own, const RankAlignment &ownClock, Interval other,
                                             const RankAlignment &otherClock);
    /// Newest wins: one that still looks for its step or its clocks is forgotten.
    void go(const Verdict &verdict, int run);
    void cancel() { m_job.cancel(); }
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

private:
    struct Place
    {
        std::vector<RankAlignment> clocks;
        Interval span;  ///< of the step of the ranks shown, in stamps of the first one's device
        QString domain; ///< its hash; empty: all
    };

    [[nodiscard]] RankRef rankToShow(const Verdict &verdict, int run) const;
    [[nodiscard]] static Place placeOf(const Verdict &verdict, const Run &run, int rank, const JobContext &job);
    void arrive(const Verdict &verdict, int run, const Place &place);
    void compare(const Verdict &verdict, int run);
    void showLanes(const Verdict &verdict, int run, const Place &place);
    void showDomain(const Verdict &verdict, int run, const QString &domain, const QString &view);

    ViewContext m_context;
    LatestJob<Place> m_job;
};

} // namespace rs
