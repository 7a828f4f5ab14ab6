// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/matrixlinks.h"
#include "core/text/importreport.h"

#include <QString>

namespace rs {

// Derived values of the parts of a link, for every format of its file.

/// "allreduce-top1" is the kind "allreduce" and the statistic "top1"; an operator's name of old files has its kind
/// within.
void splitKind(const QString &name, QString &kind, QString &statistic);

/// A link that took time carried something: a size of 0 is missing, and so is the bandwidth made from it. A link that
/// carried something at some speed took time: a time of 0 is missing. Numbers by LinkColumns::Number.
void dropZeros(OptionalNumbers<3> &link, const QString &place, const QString &file, ImportReport &report);

/// "total" links name no operator; the kind that the other links of the key's family recovered is theirs too, as long
/// as the family holds a single kind.
[[nodiscard]] MatrixLinks sealLinksWithKinds(MatrixLinksBuilder &links);

} // namespace rs
