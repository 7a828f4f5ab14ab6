// SPDX-License-Identifier: Apache-2.0
#include "views/links/slowlinkframes.h"

#include "analysis/diagnosis/diagnosis.h"
#include "tables/base/tables.h"
#include "views/links/matrixdata.h"

#include <utility>

namespace rs {

SlowLinkFrames::SlowLinkFrames(const ViewContext &context, QObject *parent) : QObject(parent), m_context(context)
{
    m_job.onOutOfMemory([this](Shortage lack) {
        m_lacksMemory = lack != Shortage::None;
        emit changed();
    });
    connect(context.state, &ViewState::thresholdsChanged, this, [this] { judge(m_run.lock(), m_position); });
    if (context.diagnoses)
        connect(context.diagnoses, &RunDiagnoses::changed, this, &SlowLinkFrames::changed);
}

void SlowLinkFrames::judge(const std::shared_ptr<const Run> &run, int position)
{
    m_position = position;
    const DiagnosisThresholds &thresholds = m_context.state->thresholds();
    if (run && m_run.lock() == run && m_thresholds == thresholds)
        return;
    m_run = run;
    m_thresholds = thresholds;
    m_job.cancel();
    if (!std::exchange(m_slow, {}).empty())
        emit changed();
    if (!run)
        return;
    m_job.start(
        m_context.diagnoses ? m_context.diagnoses->pool() : *m_context.pool,
        [run, thresholds](const JobContext &job) {
            const MemoryReservation room = roomFor(u"links.slow", *run, job);
            return slowLinksOf(judgeLinks(*run, thresholds.linkDeviation, thresholds.outliers, job));
        },
        [this](std::vector<SlowLink> slow) {
            m_slow = std::move(slow);
            emit changed();
        });
}

std::vector<SlowLink> SlowLinkFrames::slowOf(const std::shared_ptr<const Run> &run) const
{
    // Those of another run say nothing of these links.
    return run && m_run.lock() == run ? m_slow : std::vector<SlowLink>();
}

void SlowLinkFrames::addCosts(const MatrixData &shown, std::vector<MatrixFrame> &frames) const
{
    const auto &run = shown.loaded->run;
    const auto diagnosis = frames.empty() || !m_context.diagnoses ? nullptr : m_context.diagnoses->of(m_position);
    for (MatrixFrame &f : frames) {
        if (diagnosis && run)
            f.costMs = slowLinkCostMs(*diagnosis, run->indexOf(f.fault.source), run->indexOf(f.fault.destination));
    }
}

std::vector<MatrixFrame> SlowLinkFrames::framesOf(const MatrixData &shown) const
{
    std::vector<MatrixFrame> out = matrixFrames(*shown.grid, slowOf(shown.loaded->run), {shown.step, shown.chosen});
    addCosts(shown, out);
    return out;
}

} // namespace rs

#include "moc_slowlinkframes.cpp"
