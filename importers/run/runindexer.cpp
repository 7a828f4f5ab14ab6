// SPDX-License-Identifier: Apache-2.0
#include "importers/run/runindexer.h"

#include "core/base/abandonedfiles.h"
#include "core/base/exportfolder.h"
#include "core/base/savedfile.h"
#include "importers/run/rankpacker.h"
#include "importers/run/rankreader.h"
#include "importers/run/runloader.h"

#include <QFile>

#include <set>
#include <utility>

namespace rs {

namespace {

QByteArray bytesAt(const PackPlace &place)
{
    QFile file(place.file);
    return file.open(QIODevice::ReadOnly) && file.seek(place.at) ? file.read(place.bytes) : QByteArray();
}

} // namespace

RunIndexer::RunIndexer(Run run, const QString &folder, const QByteArray &build, ThreadPool &pool, const JobContext &job)
    : m_run(std::move(run)), m_folder(folder), m_build(build), m_pool(pool), m_job(job),
      m_before(RunIndex::summariesIn(folder + u'/' + RunIndex::FileName))
{
    removeAbandoned(folder, QStringLiteral("*.rspack"));
    removeAbandoned(folder, RunIndex::FileName);
    placeRanks(m_run, job, m_report);
}

QStringList RunIndexer::namesOf(const QStringList &labels)
{
    QStringList out;
    std::set<QString> taken;
    for (const QString &label : labels) {
        QString name = QStringLiteral("rank") + safeFileName(label);
        if (!taken.insert(name.toLower()).second)
            name += QStringLiteral("_%1").arg(out.size());
        out << name + QStringLiteral(".rspack");
    }
    return out;
}

qint64 RunIndexer::bytesOf(int rankIndex) const
{
    return usedBytes(m_run.infos[static_cast<size_t>(rankIndex)].files);
}

RunIndexer::Done RunIndexer::pack(int rankIndex, const QString &name) const
{
    using Why = TraceCodec::Result::Why;
    const auto i = static_cast<size_t>(rankIndex);
    Done out{m_run.infos[i].label};
    out.rank.pack = name;
    const QByteArray key = keyOfPack(m_run.path, m_run.infos[i], m_build);
    if (key.isEmpty()) {
        out.error = QStringLiteral("a file of the rank cannot be read.");
        return out;
    }
    const QString path = m_folder + u'/' + name;
    const TraceCodec::PackHead head = TraceCodec::packHead({path});
    if (head.why != Why::Read || head.key != key)
        return packAnew(key, rankIndex, std::move(out));
    // The pack stays. Its summary is that of the index, or made of the pack.
    const auto before = m_before.find(path);
    const bool isKnown = before != m_before.end() && TraceCodec::packHead(before->second).key == key;
    TraceCodec::Result read = isKnown ? TraceCodec::readPack(before->second, m_pool, m_job) : TraceCodec::Result();
    if (read.rank)
        out.rank.summary = bytesAt(before->second);
    else if (read = TraceCodec::readPack({path}, m_pool, m_job); read.rank)
        out.rank.summary = RunIndex::summaryOf(*read.rank, key, path);
    if (!read.rank)
        return packAnew(key, rankIndex, std::move(out));
    out.findings = read.rank->report.findings();
    return out;
}

RunIndexer::Done RunIndexer::packAnew(const QByteArray &key, int rankIndex, Done out) const
{
    const std::shared_ptr<const RankData> rank = loadRank(m_run, rankIndex, m_pool, m_job);
    if (!rank)
        return out;
    out.isNew = true;
    out.findings = rank->report.findings();
    out.error = writeRankPack(*rank, m_run.path, key, m_folder + u'/' + out.rank.pack, m_pool, m_job);
    out.rank.summary = RunIndex::summaryOf(*rank, key, m_run.path);
    return out;
}

QString RunIndexer::finish(const std::vector<Done> &ranks) const
{
    Run whole = m_run;
    ImportReport report = m_report;
    readCluster(whole, m_job, report);
    whole.report.merge(report);
    std::vector<RunIndex::Rank> packed;
    for (const Done &rank : ranks) {
        if (rank.error.isEmpty())
            packed.push_back(rank.rank);
        else
            whole.report.add(Severity::Loss, rank.label, "index.rank",
                             RS_MESSAGE("The rank is missing in the index, because it could not be packed: %1"), {},
                             rank.error);
    }
    SavedFile file(m_folder + u'/' + RunIndex::FileName);
    return file.open() && RunIndex::write(whole, packed, file) && file.commit() ? QString() : file.errorString();
}

} // namespace rs
