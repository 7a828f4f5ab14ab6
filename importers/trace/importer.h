// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/text/importreport.h"

#include <QString>

namespace rs {

/// What every reader is told besides its file. Readers throw nothing and show nothing: what goes wrong is a finding.
struct ReadContext
{
    ThreadPool &pool;
    const JobContext &job;
    ImportReport &report;
    QString reportName; ///< the file as findings name it: path below the run's folder
};

} // namespace rs
