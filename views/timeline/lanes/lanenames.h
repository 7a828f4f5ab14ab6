// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/lanes/lanelayout.h"

#include <QJsonObject>

#include <optional>

namespace rs::lanenames {

/// Name of a row of a rank in files, beside its run and rank: by ids, which last as long as the run, and by names,
/// which other runs have too. Empty for rows that are not kept, and for those that the trace does not have.
[[nodiscard]] QJsonObject nameOf(const Trace &trace, const LaneKey &key);
/// The row of that name, by its ids where the name has some; names of old files have nothing else.
[[nodiscard]] std::optional<LaneKey> find(const Trace &trace, RankRef rank, const QJsonObject &name);
[[nodiscard]] std::optional<LaneKey::Type> typeOf(const QJsonObject &name);

/// The name without what belongs to one run, and those that are nested in it; unchanged where nothing would be left.
[[nodiscard]] QJsonObject withoutRun(QJsonObject name);
[[nodiscard]] QJsonObject inRun(QJsonObject name, const QString &path);

} // namespace rs::lanenames
