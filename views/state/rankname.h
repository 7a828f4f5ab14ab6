// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/state/runstore.h"

#include <QJsonObject>

namespace rs {

/// A rank by what stays the same when a run is opened again: the path of its run, with what tells it from other runs of
/// that path (captures of the dynamic profiler), and its label. Empty for no rank.
[[nodiscard]] QJsonObject rankToJson(const RunStore &runs, RankRef rank);
/// The open rank of that name; not valid when there is none.
[[nodiscard]] RankRef rankFromJson(const RunStore &runs, const QJsonObject &name);

} // namespace rs
