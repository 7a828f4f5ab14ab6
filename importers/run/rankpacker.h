// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/run/rundata.h"

#include <QByteArray>
#include <QString>

namespace rs {

/// Says which files a rank is read from, in which state, by which version of the program: of a pack the same key tells
/// that it need not be made again. Empty when a file cannot be read.
[[nodiscard]] QByteArray keyOfPack(const QString &runPath, const RankInfo &info, const QByteArray &build);

/// Writes a loaded rank with the texts of its events into a file, which appears when it is whole. Empty when it is
/// written or the job was cancelled; else why not, in the words of the program or of the system.
[[nodiscard]] QString writeRankPack(const RankData &rank, const QString &runPath, const QByteArray &key,
                                    const QString &path, ThreadPool &pool, const JobContext &job);

} // namespace rs
