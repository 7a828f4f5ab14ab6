// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/links/linkcostmodel.h"
#include "items/matrixframes.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QObject>

#include <memory>
#include <vector>

namespace rs {

struct MatrixData;

/// The slow links of a run, by the one rule of the diagnosis, for those who show links: looked for once as long as run
/// and thresholds stay.
class SlowLinkFrames : public QObject
{
    Q_OBJECT
public:
    explicit SlowLinkFrames(const ViewContext &context, QObject *parent);

    /// Looks for them unless they are known. `position`: of the run among the open ones.
    void judge(const std::shared_ptr<const Run> &run, int position);
    /// Slow links of that run; none before they are known.
    [[nodiscard]] std::vector<SlowLink> slowOf(const std::shared_ptr<const Run> &run) const;
    /// Adds the cost per step of the faults of frames, once the diagnosis is known.
    void addCosts(const MatrixData &shown, std::vector<MatrixFrame> &frames) const;
    /// Both.
    [[nodiscard]] std::vector<MatrixFrame> framesOf(const MatrixData &shown) const;
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }
    [[nodiscard]] bool lacksMemory() const { return m_lacksMemory; }

signals:
    /// framesOf() or lacksMemory() may say something else now.
    void changed();

private:
    ViewContext m_context;
    std::weak_ptr<const Run> m_run;
    int m_position = -1;
    DiagnosisThresholds m_thresholds;
    std::vector<SlowLink> m_slow;
    LatestJob<std::vector<SlowLink>> m_job;
    bool m_lacksMemory = false;
};

} // namespace rs
