// SPDX-License-Identifier: Apache-2.0
#include "importers/cache/rankcache.h"

#include "core/base/abandonedfiles.h"
#include "importers/files/bytesource.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace rs {

namespace {

const QLatin1String suffix(".rank");

QFileInfoList filesOf(const QString &folder)
{
    return QDir(folder).entryInfoList({u'*' + suffix}, QDir::Files | QDir::NoSymLinks, QDir::Time | QDir::Reversed);
}

// Size, time and sixteen places of a file. False when it cannot be read.
bool addFile(QCryptographicHash &hash, const FileEntry &entry)
{
    constexpr int samples = 16;
    std::array<char, 4096> sample;
    OpenFailure failure;
    const auto file = FileSource::open(entry.path, failure);
    if (!file)
        return false;
    hash.addData(QStringLiteral("%1\n%2\n%3 %4\n")
                     .arg(entry.path, entry.kind)
                     .arg(file->size())
                     .arg(file->modifiedMs())
                     .toUtf8());
    for (int i = 0; i < samples; ++i) {
        const qint64 at = std::max<qint64>(0, file->size() - static_cast<qint64>(sample.size())) / (samples - 1) * i;
        const qint64 got = file->read(at, sample.data(), static_cast<qint64>(sample.size()));
        if (got < 0)
            return false;
        hash.addData(QByteArrayView(sample.data(), got));
    }
    return true;
}

} // namespace

QByteArray RankCache::keyOf(const QString &runPath, const RankInfo &info) const
{
    qint64 bytes = 0;
    for (const FileEntry &f : info.files)
        bytes += f.used ? f.bytes : 0;
    if (bytes < m_options.minInputBytes || m_limitBytes <= 0)
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(m_options.build);
    // Findings name files by their path below the run.
    hash.addData(QStringLiteral("\n%1\n%2 %3\n").arg(runPath, info.label).arg(info.rank).toUtf8());
    if (info.part)
        hash.addData(QStringLiteral("%1 %2 %3\n")
                         .arg(info.part->prefix)
                         .arg(info.part->hostPid)
                         .arg(info.part->device)
                         .toUtf8());
    // The host that a cluster analysis states becomes part of the rank.
    if (info.hostOfCluster)
        hash.addData(QStringLiteral("%1 %2\n").arg(info.device).arg(info.host).toUtf8());
    for (const FileEntry &f : info.files) {
        if (f.used && !addFile(hash, f))
            return {};
    }
    return hash.result();
}

QString RankCache::pathOf(const QByteArray &key) const
{
    return m_options.folder + u'/' + QString::fromLatin1(key.toHex()) + suffix;
}

bool RankCache::has(const QByteArray &key) const
{
    return !key.isEmpty() && QFile::exists(pathOf(key));
}

TraceCodec::Result RankCache::load(const QByteArray &key, const RankInfo &info, ThreadPool &pool,
                                   const JobContext &job) const
{
    const QString path = pathOf(key);
    TraceCodec::Result out = TraceCodec::read(path, key, info, pool, job);
    if (out.why == TraceCodec::Result::Why::Refused) {
        QFile::remove(path);
    } else if (out.rank) {
        QFile file(path);
        if (file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly))
            file.setFileTime(QDateTime::currentDateTimeUtc(), QFileDevice::FileModificationTime);
    }
    return out;
}

void RankCache::store(const QByteArray &key, const RankData &rank) const
{
    // Half a rank, or one whose files could not be read, is to be read again.
    // Files of MindSpore 1.x are small beside a trace of today, and are not cached.
    if (key.isEmpty() || rank.overBudget || rank.legacy || m_limitBytes <= 0 || rank.bytesUsed() > m_limitBytes ||
        !QDir().mkpath(m_options.folder))
        return;
    QFile::setPermissions(m_options.folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    trim(m_limitBytes - rank.bytesUsed());
    TraceCodec::write(rank, key, pathOf(key));
    trim(m_limitBytes);
}

void RankCache::trim(qint64 limit) const
{
    removeAbandoned(m_options.folder, u'*' + suffix);
    qint64 sum = bytesUsed();
    for (const QFileInfo &f : filesOf(m_options.folder)) {
        if (sum <= limit)
            return;
        sum -= f.size();
        QFile::remove(f.filePath());
    }
}

void RankCache::setLimit(qint64 bytes)
{
    m_limitBytes = bytes;
    trim(bytes);
}

qint64 RankCache::bytesUsed() const
{
    qint64 sum = 0;
    for (const QFileInfo &f : filesOf(m_options.folder))
        sum += f.size();
    return sum;
}

} // namespace rs
