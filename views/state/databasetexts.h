// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"

#include <QCoreApplication>

namespace rs {

/// Reasons why views are empty if only databases were exported: these views are made from text files.
class DatabaseTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::DatabaseTexts)
public:
    /// The rank is there and has databases only.
    [[nodiscard]] static bool isAllOf(const RunStore &runs, RankRef rank);
    /// So are all ranks of the run; -1: of all open runs, of which there are some.
    [[nodiscard]] static bool isAllOf(const RunStore &runs, int run);
    [[nodiscard]] static QString heading();
    /// For an empty state: what lacks, and what writes it. `files` would be read here: "trace_view.json".
    [[nodiscard]] static QString ofRun(const QString &files);
    [[nodiscard]] static QString ofRank(const RunStore &runs, RankRef rank, const QString &files);
    /// Empty where the databases of the rank, or the pack that it is in, can be opened.
    [[nodiscard]] static QString whyUnread(const RunStore &runs, RankRef rank);
};

} // namespace rs
