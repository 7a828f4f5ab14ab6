// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "generator.h"

#include <string>
#include <vector>

namespace rs::gen {

/// One broken value.
struct Defect
{
    std::string what; ///< "negative duration"
    qint64 byte = 0;  ///< place in the damaged file
};

/// Damage done to one file.
struct Damage
{
    QString kind; ///< "truncate" or "nonsense"
    QString file; ///< below the output folder
    qint64 bytesBefore = 0;
    qint64 bytesAfter = 0;
    std::vector<Defect> defects;
};

/// Plants broken values of every kind into every deliverable of every rank. Files of even ranks stay well-formed JSON
/// (wrong types, missing keys, impossible values); those of odd ranks also break the syntax (NaN, raw control
/// characters, invalid UTF-8, unbalanced brackets).
[[nodiscard]] bool plantNonsense(const GeneratorResult &result, const QString &outDir, quint64 seed,
                                 std::vector<Damage> &damage, QString &error);

/// Cuts the files that `truncation` names. It is an error when it names none.
[[nodiscard]] bool truncateFiles(const GeneratorResult &result, const QString &outDir, const Truncation &truncation,
                                 std::vector<Damage> &damage, QString &error);

} // namespace rs::gen
