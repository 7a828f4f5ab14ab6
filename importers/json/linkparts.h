// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/matrixlinks.h"
#include "core/text/importreport.h"

#include <QString>

#include <optional>

namespace rs {

// What is read off the parts of a link, in whichever way its file is read.

/// "allreduce-top1" is the kind "allreduce" and the statistic "top1"; an operator's name of old files has its kind
/// within.
void splitKind(const QString &name, QString &kind, QString &statistic);

struct LinkNumbers
{
    std::optional<double> sizeMb;
    std::optional<double> timeMs;
    std::optional<double> bandwidthGbs;
};
/// What took time has carried something: a size of 0 is none, nor is the bandwidth that follows from it.
void dropNoSize(LinkNumbers &link, const QString &place, const QString &file, ImportReport &report);
/// What was carried, at some speed, has taken time: 0 is none.
void dropNoTime(LinkNumbers &link, const QString &place, const QString &file, ImportReport &report);

/// "total" links name no operator; the kind that the other links of the key's family recovered is theirs too, as long
/// as the family holds a single kind.
[[nodiscard]] MatrixLinks sealLinksWithKinds(MatrixLinksBuilder &links);

} // namespace rs
