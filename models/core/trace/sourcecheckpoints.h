// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QtGlobal>

#include <vector>

namespace rs {

/// A place of a compressed file from which inflating can begin, because what it needs of the text before is kept.
struct SourceCheckpoint
{
    qint64 textAt = 0; ///< in the inflated text
    qint64 fileAt = 0; ///< first whole byte behind the place in the compressed file
    int bits = 0;      ///< of the byte before `fileAt` that belong to the text behind the place, 0 to 7
    QByteArray window; ///< up to 32 KiB of text before `textAt`
};

/// Ascending.
using SourceCheckpoints = std::vector<SourceCheckpoint>;

} // namespace rs
