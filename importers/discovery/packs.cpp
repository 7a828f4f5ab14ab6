// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/packs.h"

#include "core/run/runindex.h"
#include "importers/files/osfile.h"

#include <QFile>

#include <utility>

namespace rs {

PackedKind packedKindOf(const QString &path)
{
    constexpr qsizetype letters = 6; // the number of the layout follows
    QFile file;
    if (!openRegular(path, file))
        return PackedKind::None;
    const QByteArray first = file.read(letters);
    return first == QByteArray(TraceCodec::packMagic.data(), letters) ? PackedKind::Rank
           : first == QByteArray(RunIndex::magic.data(), letters)     ? PackedKind::Index
                                                                      : PackedKind::None;
}

void notePack(TraceCodec::Result::Why why, const QString &name, ImportReport &report)
{
    using Why = TraceCodec::Result::Why;
    if (why == Why::NotThere)
        report.add(Severity::Error, name, "pack.missing",
                   RS_MESSAGE("The rank pack is not there, or may not be read: nothing is shown from it. If the packs "
                              "lie on another host, open the index there: ssh://host/path."));
    else if (why == Why::Newer)
        report.add(Severity::Error, name, "pack.newer",
                   RS_MESSAGE("A newer version of the program wrote this file, and only that one reads it: nothing is "
                              "shown from it."));
    else
        report.add(Severity::Error, name, "pack.damaged",
                   RS_MESSAGE("The file of packed ranks is damaged or cut off: nothing is shown from it. Make it again "
                              "from the files of the run."));
}

bool noteOtherPack(const PackPlace &summary, const QString &path, const QString &name, ImportReport &report)
{
    using Why = TraceCodec::Result::Why;
    const TraceCodec::PackHead due = TraceCodec::packHead(summary);
    const TraceCodec::PackHead there = TraceCodec::packHead({path});
    if (due.why != Why::Read || there.why != Why::Read || due.key == there.key)
        return false;
    const bool isSameRank = due.info.rank == there.info.rank && due.info.label == there.info.label;
    report.add(Severity::Error, name, "pack.other",
               isSameRank ? RS_MESSAGE("The pack holds rank %1 of other files than the index was made of: it is not "
                                       "used, and the rank has only its summary. Make the index again.")
                          : RS_MESSAGE("The pack holds rank %1, not the one whose place it has: it is not used, and "
                                       "that rank has only its summary. Give the packs their names again, or make the "
                                       "index again."),
               Place::rank(due.info.label), there.info.label);
    return true;
}

std::optional<FoundRank> packedRank(const QString &path, ImportReport &report)
{
    TraceCodec::PackHead head = TraceCodec::packHead({path});
    if (head.why != TraceCodec::Result::Why::Read) {
        notePack(head.why, path, report);
        return {};
    }
    FoundRank out;
    out.info = std::move(head.info);
    out.modifiedMs = osInfo(path).modifiedMs;
    return out;
}

std::optional<Run> indexedRun(const QString &path, const JobContext &job, ImportReport &report)
{
    ThreadPool pool;
    RunIndex::Result read = RunIndex::read(path, pool, job);
    if (read.why == TraceCodec::Result::Why::Read)
        return std::move(read.run);
    if (!job.isCanceled())
        notePack(read.why, path, report);
    return {};
}

} // namespace rs
