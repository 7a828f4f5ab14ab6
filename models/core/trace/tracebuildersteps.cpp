// SPDX-License-Identifier: Apache-2.0
// The steps that a trace marks, and what cannot be of them: one after the other, each once, each with its number.
#include "core/base/saturate.h"
#include "core/trace/tracebuilder.h"
#include "core/trace/tracebuilder_p.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace rs {

namespace {

// The few that come first, and a sign that there are more.
class FirstSteps
{
public:
    void add(const QString &text, qint64 count = 1)
    {
        constexpr qsizetype mostListed = 5;
        m_count = saturatedSum(m_count, count);
        if (m_texts.size() < mostListed)
            m_texts << text;
        else if (m_texts.size() == mostListed)
            m_texts << QStringLiteral("…");
    }
    [[nodiscard]] qint64 count() const { return m_count; }
    [[nodiscard]] QString text() const { return m_texts.join(QStringLiteral(", ")); }

private:
    QStringList m_texts;
    qint64 m_count = 0;
};

// True when slices start in the middle of a pause; what ends late reaches into its beginning.
bool isAtWork(const SliceStore &s, qint64 from, qint64 to)
{
    const qint64 quarter = saturatedDifference(to, from) / 4;
    for (quint32 r = 0; r < s.rowCount(); ++r) {
        const auto span = s.row(RowId{r});
        const quint32 first = s.firstStartingAtOrAfter(from + quarter, span);
        if (first < span.last && s.starts()[first] < to - quarter)
            return true;
    }
    return false;
}

} // namespace

void TraceBuilder::Work::markIterations()
{
    constexpr std::string_view prefix = "Iteration ";
    const SliceStore &s = trace.m_slices;
    LaneId lane = NoLane;
    for (quint32 i = 0; i < s.size(); ++i) {
        const SliceId id{i};
        const std::string_view name = strings.view(s.name(id));
        qint64 step = 0;
        if (!name.starts_with(prefix) || !parseWhole(name.substr(prefix.size()), step))
            continue;
        const LaneId own = trace.laneOf(id);
        if (trace.m_lanes[raw(own)].kind != LaneKind::StepTrace)
            continue;
        // Models run side by side, each with iterations of its own: none of them is the step.
        if (lane != NoLane && own != lane) {
            trace.m_steps.clear();
            return;
        }
        lane = own;
        trace.m_steps.push_back({step, s.start(id), s.end(id), id});
    }
}

void TraceBuilder::Work::findSteps()
{
    const SliceStore &s = trace.m_slices;
    FirstSteps nameless;
    for (quint32 i = 0; i < s.size(); ++i) {
        if (s.kind(SliceId{i}) != SliceKind::Step)
            continue;
        const std::string_view name = strings.view(s.name(SliceId{i}));
        qint64 step = 0;
        if (parseWhole(name.substr(std::min<size_t>(13, name.size())), step))
            trace.m_steps.push_back({step, s.start(SliceId{i}), s.end(SliceId{i}), SliceId{i}});
        else
            nameless.add(QString::fromUtf8(name.data(), static_cast<qsizetype>(std::min<size_t>(name.size(), 80))));
    }
    if (trace.m_steps.empty())
        markIterations();
    std::ranges::sort(trace.m_steps, [](const StepMark &a, const StepMark &b) {
        return std::pair(a.startNs, a.step) < std::pair(b.startNs, b.step);
    });
    finding(Severity::Notice, "trace.step-name",
            RS_MESSAGE("Step marks without a number (%1) mark no step: what ran in them belongs to no step."),
            nameless.count(), nameless.text());
    tellSteps();
}

void TraceBuilder::Work::tellSteps()
{
    struct Marked
    {
        StepMark mark; // the longest one
        LaneId lane = NoLane;
        qint64 to = 0; // of all
    };
    std::vector<Marked> steps; // by start
    std::map<qint64, size_t> byNumber;
    FirstSteps repeated;
    for (const StepMark &m : trace.m_steps) {
        const LaneId lane = trace.laneOf(m.slice);
        const auto [at, isNew] = byNumber.try_emplace(m.step, steps.size());
        if (isNew) {
            steps.push_back({m, lane, m.endNs});
            continue;
        }
        // Several threads may mark a step, each of them once and about the same time.
        Marked &known = steps[at->second];
        if (lane == known.lane || m.startNs >= known.to)
            repeated.add(QString::number(m.step));
        known.to = std::max(known.to, m.endNs);
        if (saturatedDifference(m.endNs, m.startNs) > saturatedDifference(known.mark.endNs, known.mark.startNs))
            known.mark = m;
    }
    finding(Severity::Notice, "trace.step-repeated",
            RS_MESSAGE("Steps are marked more than once (%1): the longest mark of each counts."), repeated.count(),
            repeated.text());

    // A capture that was paused has nothing between its steps, and its numbers may go on later.
    FirstSteps missing;
    constexpr int mostPauses = 256;
    int pauses = 0;
    const StepMark *before = nullptr;
    for (const auto &[number, at] : byNumber) {
        const StepMark &m = steps[at].mark;
        const qint64 between = before ? saturatedDifference(number, before->step) - 1 : 0;
        if (between > 0 && m.startNs > before->endNs && ++pauses <= mostPauses &&
            isAtWork(trace.m_slices, before->endNs, m.startNs))
            missing.add(between == 1 ? QString::number(number - 1)
                                     : QStringLiteral("%1–%2").arg(before->step + 1).arg(number - 1),
                        between);
        before = &m;
    }
    finding(Severity::Notice, "trace.step-missing",
            RS_MESSAGE("Some steps have no mark in the trace (%1), although tasks ran there: these tasks belong to "
                       "no step, and these steps are not listed."),
            missing.count(), missing.text());

    FirstSteps overlapping;
    FirstSteps unordered;
    constexpr qint64 rounding = 1000;
    std::ranges::stable_sort(steps, [](const Marked &a, const Marked &b) { return a.mark.startNs < b.mark.startNs; });
    for (size_t i = 1; i < steps.size(); ++i) {
        const StepMark &last = steps[i - 1].mark;
        const StepMark &m = steps[i].mark;
        const QString both = QStringLiteral("%1–%2").arg(last.step).arg(m.step);
        if (m.step < last.step)
            unordered.add(both);
        if (saturatedDifference(last.endNs, m.startNs) > rounding)
            overlapping.add(both);
    }
    finding(Severity::Notice, "trace.step-order",
            RS_MESSAGE("The order of step marks in time differs from their numbers (%1): step numbers may be swapped."),
            unordered.count(), unordered.text());
    finding(Severity::Notice, "trace.step-overlap",
            RS_MESSAGE("Marks of different steps overlap (%1): what runs in both may be assigned to the wrong step."),
            overlapping.count(), overlapping.text());
}

} // namespace rs
