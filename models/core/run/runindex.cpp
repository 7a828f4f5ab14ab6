// SPDX-License-Identifier: Apache-2.0
#include "core/run/runindex.h"

#include "core/run/remotepath.h"
#include "core/trace/tracecodecfile.h"

#include <QBuffer>
#include <QStringList>
#include <QSysInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

// The small members of an index and where the packs of its parts lie: the first of the run, then one of each rank.
struct RunIndex::Parts
{
    TraceCodec::Result::Why why = TraceCodec::Result::Why::NotThere;
    QString name;
    QString apart;
    QString home;
    quint32 framework = 0;
    std::vector<PackPlace> places;
};

QByteArray RunIndex::summaryOf(const RankData &rank, const QByteArray &key, const QString &base)
{
    QBuffer to;
    const bool good =
        to.open(QIODevice::WriteOnly) && TraceCodec::writePack(*rank.withoutTrace(), key, base, nullptr, to);
    return good ? to.data() : QByteArray();
}

bool RunIndex::write(const Run &run, const std::vector<Rank> &ranks, const QString &home, QIODevice &to)
{
    RankData whole;
    whole.info.path = run.path;
    whole.info.files = run.cluster.files;
    whole.stepTrace = run.cluster.stepTrace;
    whole.commOps = run.cluster.commOps;
    whole.links = run.cluster.links;
    whole.groups = run.cluster.groups;
    whole.report = run.report;
    const QByteArray ofRun = summaryOf(whole, {}, run.path);
    QStringList packs;
    for (const Rank &rank : ranks)
        packs << rank.pack;
    MetaWriter small;
    small &run.name &run.apart &static_cast<quint32>(run.framework) & packs &home;
    ColumnFileHead head{magic};
    if (ofRun.isEmpty() || to.write(reinterpret_cast<const char *>(&head), sizeof head) != sizeof head)
        return false;
    ColumnWriter out(to, true);
    out.values(small.bytes.constData(), static_cast<size_t>(small.bytes.size()));
    out.block(ofRun.constData(), static_cast<size_t>(ofRun.size()));
    for (const Rank &rank : ranks)
        out.block(rank.summary.constData(), static_cast<size_t>(rank.summary.size()));
    head.blocks = out.blocks();
    head.bytes = static_cast<quint64>(to.pos());
    head.sum = head.ownSum();
    return small.ok() && out.ok() && to.seek(0) &&
           to.write(reinterpret_cast<const char *>(&head), sizeof head) == sizeof head;
}

RunIndex::Parts RunIndex::parts(const QString &path)
{
    using Why = TraceCodec::Result::Why;
    Parts out;
    const ColumnFile file(path);
    ColumnFileHead head;
    const ColumnFileState state = readColumnHead(file, magic, head);
    out.why = state == ColumnFileState::NotThere ? Why::NotThere
              : state == ColumnFileState::Newer  ? Why::Newer
                                                 : Why::Refused;
    if (state != ColumnFileState::Whole)
        return out;
    const std::vector<ColumnReader::Block> blocks = columnBlocks(file, head);
    QByteArray stored;
    QByteArray text;
    if (blocks.size() < 2 || !readColumnBlock(file, blocks.front(), 0, stored) ||
        !unpackColumn(stored, 1, [&text](const char *data, size_t bytes) {
            text.append(data, static_cast<qsizetype>(bytes));
            return true;
        }))
        return out;
    QStringList packs;
    MetaReader small(text);
    small &out.name &out.apart &out.framework &packs;
    if (!small.atEnd()) // the first versions wrote none
        small &out.home;
    if (!small.ok() || packs.size() != static_cast<qsizetype>(blocks.size()) - 2 ||
        out.framework > static_cast<quint32>(Framework::Msprof))
        return out;
    const QString folder = path.section(u'/', 0, -2);
    packs.prepend(RunIndex::FileName);
    for (qsizetype i = 0; i < packs.size(); ++i) {
        const ColumnReader::Block &b = blocks[static_cast<size_t>(i) + 1];
        // A name leads nowhere but into the folder.
        out.places.push_back({folder + u'/' + packs[i].section(u'/', -1), path, static_cast<qint64>(b.at),
                              static_cast<qint64>(b.head.bytes)});
    }
    out.why = Why::Read;
    return out;
}

RunIndex::Result RunIndex::read(const QString &path, ThreadPool &pool, const JobContext &job)
{
    using Why = TraceCodec::Result::Why;
    Result out;
    Parts found = parts(path);
    out.why = found.why;
    if (found.why != Why::Read)
        return out;
    out.why = Why::Refused;
    const TraceCodec::Result ofRun = TraceCodec::readPack(found.places.front(), pool, job);
    if (!ofRun.rank)
        return out;
    Run &run = out.run;
    run.path = path.section(u'/', 0, -2);
    run.name = found.name;
    run.apart = found.apart;
    run.framework = static_cast<Framework>(found.framework);
    run.cluster.stepTrace = ofRun.rank->stepTrace;
    run.cluster.commOps = ofRun.rank->commOps;
    run.cluster.links = ofRun.rank->links;
    run.cluster.groups = ofRun.rank->groups;
    run.cluster.files = ofRun.rank->info.files;
    run.cluster.files.front().kind = Kind;
    run.report = ofRun.rank->report;
    out.summaries.assign(found.places.begin() + 1, found.places.end());
    run.infos.resize(out.summaries.size());
    run.ranks.resize(out.summaries.size());
    std::vector<char> good(out.summaries.size());
    pool.parallelFor(std::ssize(out.summaries), [&](qsizetype n) {
        const auto i = static_cast<size_t>(n);
        TraceCodec::PackHead head = TraceCodec::packHead(out.summaries[i]);
        good[i] = head.why == Why::Read ? 1 : 0;
        run.infos[i] = std::move(head.info);
    });
    if (std::ranges::find(good, 0) == good.end())
        out.why = Why::Read;
    return out;
}

QString RunIndex::homeAt(const QString &folder)
{
    const QString out = RemotePath::Scheme + QSysInfo::machineHostName() + folder;
    return RemotePath::parse(out) ? out : QString();
}

QString RunIndex::homeOf(const QString &path)
{
    return parts(path).home;
}

const FileEntry *RunIndex::of(const Run &run)
{
    const bool isIndexed = !run.cluster.files.empty() && run.cluster.files.front().kind == Kind;
    return isIndexed ? &run.cluster.files.front() : nullptr;
}

std::map<QString, PackPlace> RunIndex::summariesIn(const QString &path)
{
    std::map<QString, PackPlace> out;
    for (const PackPlace &place : parts(path).places)
        out[place.path.section(u'/', -1)] = place;
    return out;
}

std::map<QString, PackPlace> RunIndex::summariesOf(const Run &run)
{
    const FileEntry *const index = of(run);
    return index ? summariesIn(index->path) : std::map<QString, PackPlace>();
}

} // namespace rs
