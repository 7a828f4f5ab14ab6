// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "core/run/rundata.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace rs {

/// Which stage of a pipeline holds the others up, in words: what the diagnosis of the run says of it.
class StageVerdict
{
    Q_DECLARE_TR_FUNCTIONS(rs::StageVerdict)
public:
    /// `pipeline`: its ranks by stage; an empty `step`: any. The straggling stage with what it costs and where that
    /// comes from, else the rank of a stage, else that none stands out, or why nobody can tell; and which stage has
    /// more to do than the others.
    [[nodiscard]] static QString text(const Run &run, const Diagnosis &diagnosis, const std::vector<int> &pipeline,
                                      const QString &step);

private:
    [[nodiscard]] static QString withDetails(const Verdict &verdict, size_t most);
};

} // namespace rs
