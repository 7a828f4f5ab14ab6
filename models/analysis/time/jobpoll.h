// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"

namespace rs {

/// Looks at the job once for a block of turns, for loops whose turns are short. Says that it is cancelled from then on.
class JobPoll
{
public:
    explicit JobPoll(const JobContext &job) : m_job(job) {}
    [[nodiscard]] bool isCanceled()
    {
        if (m_turn++ % block == 0)
            m_canceled = m_job.isCanceled();
        return m_canceled;
    }

private:
    static constexpr unsigned block = 512;

    const JobContext &m_job;
    unsigned m_turn = 0;
    bool m_canceled = false;
};

} // namespace rs
