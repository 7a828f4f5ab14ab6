// SPDX-License-Identifier: Apache-2.0
#include "importers/run/runindexer.h"

#include "core/base/abandonedfiles.h"
#include "core/base/exportfolder.h"
#include "core/base/savedfile.h"
#include "importers/run/rankpacker.h"
#include "importers/run/rankreader.h"
#include "importers/run/runloader.h"

#include <QDir>
#include <QFile>

#include <iterator>
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

QStringList RunIndexer::packNames() const
{
    QStringList labels;
    for (const RankInfo &info : m_run.infos)
        labels << info.label;
    return namesOf(labels);
}

std::vector<RunIndexer::Done> RunIndexer::packAll() const
{
    return eachRank(&RunIndexer::pack);
}

std::vector<RunIndexer::Done> RunIndexer::summariseAll() const
{
    return eachRank(&RunIndexer::summarise);
}

// Large ranks use all threads, one after the other; of small ones several are made at a time.
std::vector<RunIndexer::Done> RunIndexer::eachRank(Done (RunIndexer::*make)(int, const QString &) const) const
{
    constexpr qint64 largeBytes = 20'000'000;
    const QStringList names = packNames();
    std::vector<Done> out(m_run.infos.size());
    const auto makeOne = [&](int rank) {
        if (!m_job.isCanceled())
            out[static_cast<size_t>(rank)] = (this->*make)(rank, names[rank]);
    };
    std::vector<int> small;
    for (int r = 0; r < static_cast<int>(out.size()); ++r) {
        if (bytesOf(r) < largeBytes)
            small.push_back(r);
        else
            makeOne(r);
    }
    m_pool.parallelFor(std::ssize(small), [&](qsizetype n) { makeOne(small[static_cast<size_t>(n)]); });
    return out;
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
    const auto before = m_before.find(name);
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

RunIndexer::Done RunIndexer::summarise(int rankIndex, const QString &name) const
{
    const RankInfo &info = m_run.infos[static_cast<size_t>(rankIndex)];
    Done out{info.label};
    out.rank.pack = name;
    const QByteArray key = keyOfPack(m_run.path, info, m_build);
    const std::shared_ptr<const RankData> rank = loadRank(m_run, rankIndex, m_pool, m_job);
    if (!rank)
        return out;
    out.findings = rank->report.findings();
    if (key.isEmpty())
        out.error = QStringLiteral("a file of the rank cannot be read.");
    else if (rank->overBudget)
        out.error = QStringLiteral("the memory does not hold the rank.");
    else
        out.rank.summary = RunIndex::summaryOf(*rank, key, m_run.path);
    return out;
}

QString RunIndexer::finish(const std::vector<Done> &ranks, const QString &home) const
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
    return file.open() && RunIndex::write(whole, packed, home, file) && file.commit() ? QString() : file.errorString();
}

QString RunIndexer::otherPacks(const std::vector<Done> &ranks) const
{
    constexpr qsizetype mostNamed = 5;
    QStringList others = QDir(m_folder).entryList({QStringLiteral("*.rspack")}, QDir::Files, QDir::Name);
    for (const Done &rank : ranks)
        others.removeOne(rank.rank.pack);
    if (others.isEmpty())
        return {};
    const QString more = others.size() > mostNamed ? QStringLiteral(", …") : QString();
    return QStringLiteral("packs of other runs lie in %1, and are not in the index: %2%3")
        .arg(m_folder, others.mid(0, mostNamed).join(QStringLiteral(", ")), more);
}

} // namespace rs
