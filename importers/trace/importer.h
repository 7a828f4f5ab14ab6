// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/text/importreport.h"

#include <QString>

namespace rs {

/// Context of every reader besides its file. Readers throw nothing and show nothing: a fault is a finding.
struct ReadContext
{
    ThreadPool &pool;
    const JobContext &job;
    ImportReport &report;
    QString reportName; ///< the file as findings name it: path below the run's folder
};

} // namespace rs
