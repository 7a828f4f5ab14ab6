// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/tracecodec.h"

#include <QByteArray>
#include <QString>

#include <atomic>

namespace rs {

/// Loaded ranks as files in a folder of the user's cache, for the second time that a run is opened. A rank is found
/// again by its files: paths, sizes, times, samples of their content, and the build of the program that read them. Safe
/// with several windows, as files appear whole and are only ever replaced or removed. May be used from any thread.
class RankCache
{
public:
    struct Options
    {
        QString folder;   ///< made when the first rank is kept
        QByteArray build; ///< differs between builds whose readers may differ
        qint64 limitBytes =
            qint64{10'000'000'000};        ///< all files together; those used longest ago go first; 0: keep nothing
        qint64 minInputBytes = 16'000'000; ///< ranks with less to read are read as quickly as they are found here
    };

    explicit RankCache(Options options) : m_options(std::move(options)), m_limitBytes(m_options.limitBytes) {}

    /// Empty when a file cannot be read, or when the rank is too small to be kept.
    [[nodiscard]] QByteArray keyOf(const QString &runPath, const RankInfo &info) const;
    [[nodiscard]] bool has(const QByteArray &key) const;
    /// Broken or old files are removed: to the caller it is as if nothing were there.
    TraceCodec::Result load(const QByteArray &key, const RankInfo &info, ThreadPool &pool, const JobContext &job) const;
    /// Silently keeps nothing where the folder cannot be written.
    void store(const QByteArray &key, const RankData &rank) const;

    void setLimit(qint64 bytes);
    [[nodiscard]] qint64 bytesUsed() const;
    void clear() const { trim(-1); }

private:
    [[nodiscard]] QString pathOf(const QByteArray &key) const;
    void trim(qint64 limit) const;

    Options m_options;
    std::atomic<qint64> m_limitBytes;
};

} // namespace rs
