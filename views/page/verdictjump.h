// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/rankalign.h"
#include "analysis/diagnosis/diagnosis.h"
#include "core/base/intervals.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace rs {

struct WhatIfQuestion;

/// Goes where a verdict says that the next look belongs, with that view prepared for it. One step of the history.
class VerdictJump
{
    Q_DECLARE_TR_FUNCTIONS(rs::VerdictJump)
public:
    explicit VerdictJump(const ViewContext &context) : m_context(context) {}

    /// Text of the button; empty: no target.
    [[nodiscard]] static QString text(const Verdict &verdict, const Run &run);
    /// Span of the step of two ranks on aligned clocks, in stamps of the first.
    [[nodiscard]] static Interval joinedSpan(Interval own, const RankAlignment &ownClock, Interval other,
                                             const RankAlignment &otherClock);
    /// Newest wins: one that still looks for its step or its clocks is forgotten.
    void go(const Verdict &verdict, int run);
    /// To the critical path of a step, or of the longest where it is empty, in the timeline: its slices stand out, and
    /// the ranks on which most of it lies each have a lane of it.
    void showPath(int run, const QString &step);
    /// Brings its slices and lanes back where a session has the rest.
    void restorePath(int run, const QString &step);
    void cancel()
    {
        m_job.cancel();
        m_pathJob.cancel();
    }
    [[nodiscard]] bool isRunning() const { return m_job.isRunning() || m_pathJob.isRunning(); }

private:
    struct Place
    {
        std::vector<RankAlignment> clocks;
        Interval span;  ///< of the step of the ranks shown, in stamps of the first one's device
        QString domain; ///< its hash; empty: all
    };

    struct ShownPath
    {
        std::shared_ptr<const SearchHighlight> slices; ///< null: there is no path
        std::vector<RankAlignment> clocks;
        std::vector<int> ranks; ///< most of the path first
        QString step;
        Interval span;    ///< in stamps of the first one's device
        qsizetype of = 0; ///< steps of which this one is the longest
        std::vector<Phrase> remarks;
    };

    void findPath(int run, const QString &step, std::function<void(const ShownPath &)> arrive);
    [[nodiscard]] static ShownPath pathOf(const Run &run, int number, const QString &step, const JobContext &job,
                                          ThreadPool *pool);
    [[nodiscard]] TimeOffsets alignedBy(const std::vector<RankAlignment> &clocks, int run) const;
    void arriveAtPath(int run, const ShownPath &path);
    [[nodiscard]] RankRef rankToShow(const Verdict &verdict, int run) const;
    [[nodiscard]] static Place placeOf(const Verdict &verdict, const Run &run, int rank, const JobContext &job);
    void arrive(const Verdict &verdict, int run, const Place &place);
    void compare(const Verdict &verdict, int run);
    void showLanes(const Verdict &verdict, int run, const Place &place);
    void showDomain(const Verdict &verdict, int run, const QString &domain, const QString &view);

    ViewContext m_context;
    LatestJob<Place> m_job;
    LatestJob<ShownPath> m_pathJob;
};

} // namespace rs
