// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/rankfolder.h"

#include "core/run/chipkeys.h"
#include "importers/db/dbidentity.h"
#include "importers/discovery/filekinds.h"
#include "importers/discovery/filesofrank.h"
#include "importers/discovery/foldernames.h"
#include "importers/json/jsonrecords.h"
#include "importers/json/metadatajson.h"
#include "importers/files/osfile.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <utility>
#include <vector>

namespace rs {

namespace {

const QString OutputName = QStringLiteral("ASCEND_PROFILER_OUTPUT");
const QString ProfOutputName = QStringLiteral("mindstudio_profiler_output");

bool isProfName(const QString &name)
{
    return name.startsWith(QLatin1String("PROF_"));
}

bool hasProfilerInfo(const FolderLister::Listing &listing)
{
    return std::ranges::any_of(listing.files, [](const FolderLister::File &f) {
        return classifyFileName(f.name).kind == QLatin1String("profiler_info");
    });
}

void addProf(const QString &path, FolderLister &lister, FilesOfRank &files)
{
    const QString prof = path.section(u'/', -1);
    const FolderLister::Listing in = lister.list(path);
    for (const FolderLister::File &f : in.files)
        files.addFile(f, FilePlace::Prof, prof);
    for (const QString &name : in.folders) {
        const QString sub = path + u'/' + name;
        if (name == ProfOutputName || name == QLatin1String("analyze")) {
            const bool analyze = name != ProfOutputName;
            for (const FolderLister::File &f : lister.list(sub).files)
                files.addFile(f, analyze ? FilePlace::Analyze : FilePlace::Prof, prof);
        } else if (name == QLatin1String("mindstudio_profiler_log")) {
            files.addFolder(sub, "logs", RS_MESSAGE("Logs without measurements."));
        } else {
            files.addFolder(sub, "prof_raw",
                            RS_MESSAGE("Raw data of the device or host; only the profiler's results are read."));
        }
    }
}

/// device_{n} and info.json.{n} of a raw PROF folder.
void identifyProf(const QString &path, FolderLister &lister, RankInfo &info)
{
    for (const QString &name : lister.list(path).folders) {
        if (!name.startsWith(QLatin1String("device_")))
            continue;
        bool ok = false;
        const int device = name.mid(7).toInt(&ok);
        if (!ok)
            continue;
        if (info.device < 0)
            info.device = device;
        readDeviceInfo(path + u'/' + name, device, info);
    }
}

/// Sources that name the rank of a folder, and the ranks they name.
using RankNames = std::vector<std::pair<QString, int>>;

/// Files of one folder that name different ranks: the numbers of one would go by the name of the other.
void noteOtherRanks(const QString &folder, const RankNames &names, int taken, ImportReport &report)
{
    QStringList others;
    QStringList same;
    for (const auto &[what, rank] : names) {
        if (rank >= 0)
            (rank == taken ? same : others) << QStringLiteral("%1: %2").arg(what).arg(rank);
    }
    if (others.isEmpty() || same.isEmpty())
        return;
    constexpr qsizetype shown = 4;
    QStringList all = QStringList(same.first()) + others.first(std::min(others.size(), shown));
    if (others.size() > shown)
        all << QStringLiteral("…");
    report.add(Severity::Loss, folder, "discovery.ranks",
               RS_MESSAGE("Files of this folder name different ranks (%1): the first of them counts."), {},
               all.join(QStringLiteral("; ")));
}

/// Rank by formats.md 0.1, in its order of precedence.
void identify(const QString &folder, std::vector<RankItem> &items, FolderLister &lister, RankInfo &info)
{
    static const QRegularExpression infoForm(QStringLiteral("^profiler_info_([0-9]{1,5})\\.json$"));
    static const QRegularExpression dbForm(
        QStringLiteral("^ascend_(mindspore|pytorch)_profiler(?:_([0-9]{1,5}))?\\.db$"));
    const QString name = folder.section(u'/', -1);
    int byInfoName = -1;
    int byDbName = -1;
    Framework byDb = Framework::Unknown;
    DbIdentity byDbRow;
    ProfilerInfo content;
    RankNames names;
    const auto takeName = [&names](int &rank, const QString &file, const QString &digits) {
        if (rank < 0)
            rank = digits.toInt();
        names.emplace_back(file, digits.toInt());
    };
    for (const RankItem &i : items) {
        if (!i.regular)
            continue;
        const QString file = i.entry.path.section(u'/', -1);
        if (const auto m = infoForm.match(file); m.hasMatch())
            takeName(byInfoName, file, m.captured(1));
        const auto ofFramework = dbForm.match(file);
        const int monitored = rankOfMonitorName(file);
        if (ofFramework.hasMatch() || monitored >= 0) {
            if (monitored >= 0)
                takeName(byDbName, file, QString::number(monitored));
            else
                byDb =
                    ofFramework.captured(1) == QLatin1String("mindspore") ? Framework::MindSpore : Framework::PyTorch;
            if (!ofFramework.captured(2).isEmpty())
                takeName(byDbName, file, ofFramework.captured(2));
            if (const auto row = readDbIdentity(i.entry.path, lister.job(), lister.report())) {
                names.emplace_back(file + QStringLiteral(", RANK_DEVICE_MAP"), row->rank);
                if (byDbRow.rank < 0)
                    byDbRow = *row;
            }
        }
        if (i.entry.kind == QLatin1String("profiler_info") && i.entry.used) {
            // The loader reads the file again and reports what is wrong with it.
            ImportReport ignored;
            content = readProfilerInfo(i.entry.path, i.entry.name, lister.job().child(), ignored);
            names.emplace_back(file + QStringLiteral(", rank_id"), content.rank);
        }
    }
    // A part of a rank folder that was given alone: the files beside it and around it still say whose it is.
    QStringList around;
    if (!std::ranges::any_of(items, [](const RankItem &i) { return i.entry.kind == QLatin1String("profiler_info"); })) {
        around << folder;
        if (name == OutputName)
            around << folder.section(u'/', 0, -2);
    }
    for (const QString &where : around) {
        for (const QString &path : profilerInfosIn(where)) {
            const QString file = path.section(u'/', -1);
            if (const auto m = infoForm.match(file); m.hasMatch())
                takeName(byInfoName, file, m.captured(1));
            ImportReport ignored;
            if (content.framework == Framework::Unknown) {
                content = readProfilerInfo(path, file, lister.job().child(), ignored);
                names.emplace_back(file + QStringLiteral(", rank_id"), content.rank);
            }
        }
    }
    RankInfo raw;
    if (isProfName(name))
        identifyProf(folder, lister, raw);
    for (const QString &prof : lister.list(folder).folders) {
        RankInfo beside; // its rank may be that of an older capture, its chip is the same
        if (isProfName(prof))
            identifyProf(folder + u'/' + prof, lister, beside);
        raw.settings.insert(beside.settings);
    }
    for (const int candidate : {byInfoName, byDbName, byDbRow.rank, content.rank, raw.rank, rankOfFolderName(name)}) {
        if (info.rank < 0)
            info.rank = candidate;
    }
    for (const RankItem &i : items) {
        if (info.rank < 0 && i.regular && i.entry.used && i.entry.kind == QLatin1String("trace"))
            info.rank = rankOfTrace(i.entry.path);
    }
    // Folders of old layouts hold the files of all ranks.
    if (name == OutputName || frameworkOfSuffix(name) != Framework::Unknown)
        noteOtherRanks(folder, names, info.rank, lister.report());
    // A folder around a single rank may carry its number: rank0_start2_stop5/…_ascend_ms, rank_0/profiler/…_ascend_ms.
    QString above = folder;
    for (int i = 0; i < 2 && info.rank < 0; ++i) {
        above = above.section(u'/', 0, -2);
        const QString aboveName = above.section(u'/', -1);
        if (wrapsOneRank(aboveName))
            info.rank = rankOfFolderName(aboveName);
    }
    for (const int device : {content.device, byDbRow.device, raw.device}) {
        if (info.device < 0)
            info.device = device;
    }
    info.host = !content.host.isEmpty() ? content.host : !raw.host.isEmpty() ? raw.host : hostOfFolderName(name);
    info.level = content.level;
    info.settings = content.settings;
    info.settings.insert(raw.settings);
    Framework bySuffix = frameworkOfSuffix(name);
    if (name == OutputName)
        bySuffix = frameworkOfSuffix(folder.section(u'/', -2, -2));
    info.framework = bySuffix != Framework::Unknown            ? bySuffix
                     : content.framework != Framework::Unknown ? content.framework
                                                               : byDb;
    if (info.framework == Framework::Unknown && isProfName(name))
        info.framework = Framework::Msprof;
}

/// A database is opened as it stands: what its writer left in the log beside it, a crash before the end, is not in it.
void noteUnmergedLog(const FileEntry &database, ImportReport &report)
{
    constexpr qint64 headerBytes = 32; // of the log; all else is content
    const QFileInfo log(database.path + QStringLiteral("-wal"));
    if (log.isFile() && log.size() > headerBytes)
        report.add(Severity::Notice, database.path, "db.wal",
                   RS_MESSAGE("A log beside the database has changes that are not yet written into it (%1): they "
                              "are missing from its tables."),
                   {}, log.fileName());
}

/// Whether the file is the journal of a change that has begun to be written: its header counts the pages that were kept
/// from before. Without any the database was not touched yet, and of a change that is done the header is zeros.
bool isHotJournal(const QString &path)
{
    constexpr qsizetype headerBytes = 12;
    constexpr char magic[] = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
    QFile file;
    if (!openRegular(path, file))
        return false;
    const QByteArray header = file.read(headerBytes);
    return header.size() == headerBytes && header.startsWith(magic) && !header.endsWith(QByteArray(4, '\0'));
}

/// A program that opened the database for writing would first undo the change.
void noteUnfinishedChange(const FileEntry &database, ImportReport &report)
{
    const QString journal = database.path + QStringLiteral("-journal");
    if (isHotJournal(journal))
        report.add(database.used ? Severity::Loss : Severity::Notice, database.path, "db.journal",
                   RS_MESSAGE("A journal beside the database shows an interrupted write (%1): its tables may have "
                              "half of it, and rows may be missing or wrong."),
                   {}, journal.section(u'/', -1));
}

/// Notes what cannot be shown, and why.
void explain(const QString &folder, std::vector<RankItem> &items, FolderLister &lister)
{
    bool text = false;
    bool database = false;
    bool raw = false;
    for (const RankItem &i : items) {
        text = text || (i.entry.used && isMeasurement(i.entry.kind));
        database = database || (i.entry.kind == QLatin1String("db") && i.regular);
        raw = raw || i.entry.kind == QLatin1String("framework_raw") || i.entry.kind == QLatin1String("prof_raw");
        if (i.entry.kind == QLatin1String("db") && i.regular) {
            noteUnmergedLog(i.entry, lister.report());
            noteUnfinishedChange(i.entry, lister.report());
        }
    }
    if (text)
        return;
    const auto add = [&](const char *code, const QString &message, const QString &argument = {}) {
        lister.report().add(Severity::Error, folder, code, message, {}, argument);
    };
    const QString unusable = RS_MESSAGE("This rank has only database files, and no profile table in them can be "
                                        "read: only their raw tables can be shown.");
    for (RankItem &i : items) {
        if (i.entry.kind == QLatin1String("db") && i.regular)
            i.entry.why = unusable;
    }
    if (database) {
        add("discovery.db-only", unusable);
    } else if (raw) {
        add("discovery.raw-only",
            RS_MESSAGE("This rank has only raw data: nothing can be shown from it. Let the profiler analyse the folder "
                       "first (%1)."),
            folder.endsWith(QLatin1String("ascend_ms"))   ? QStringLiteral("mindspore.profiler.profiler.analyse")
            : folder.endsWith(QLatin1String("ascend_pt")) ? QStringLiteral("torch_npu.profiler.profiler.analyse")
                                                          : QStringLiteral("msprof --export=on"));
    } else {
        add("discovery.no-data",
            RS_MESSAGE("This rank has no file with measurements: neither a trace (trace_view.json, msprof*.json) nor a "
                       "table (kernel_details.csv, step_trace_time.csv, …) was found."));
    }
}

} // namespace

void readDeviceInfo(const QString &folder, int device, RankInfo &info)
{
    const QString path = folder + QStringLiteral("/info.json.%1").arg(device);
    if (!osInfo(path).isFile)
        return;
    ImportReport ignored;
    const JsonTree tree = JsonRecords(path, path, JobContext(), ignored).read();
    const double rank = jsonNumber(tree.root(), "rank_id", -1);
    if (info.rank < 0 && rank >= 0 && rank <= MaxRank)
        info.rank = static_cast<int>(rank);
    if (info.host.isEmpty())
        info.host = jsonText(jsonAt(tree.root(), "hostname"));
    const nlohmann::json &devices = jsonAt(tree.root(), "DeviceInfo");
    if (!devices.is_array() || devices.empty())
        return;
    for (const auto &[key, name] :
         {std::pair(chipCoresKey, "ai_core_num"), std::pair(chipFrequencyKey, "aic_frequency")}) {
        if (const QString value = jsonText(jsonAt(devices.front(), name)); !value.isEmpty())
            info.settings.insert(key, value);
    }
}

QStringList profilerInfosIn(const QString &folder)
{
    QStringList out;
    eachOsName(folder, [&](const QString &name) {
        const QString path = folder + u'/' + name;
        if (classifyFileName(name).kind == QLatin1String("profiler_info") && !isOsLink(path) && osInfo(path).isFile)
            out << path;
        return true;
    });
    out.sort();
    return out;
}

FolderKind folderKind(const QString &name, const FolderLister::Listing &listing)
{
    if (name == OutputName || name == ProfOutputName)
        return FolderKind::Output;
    const bool hasOutput = listing.folders.contains(OutputName);
    const bool hasProf = std::ranges::any_of(listing.folders, isProfName);
    const bool hasFramework = listing.folders.contains(QLatin1String("FRAMEWORK"));
    if (hasOutput || hasProfilerInfo(listing) || (hasFramework && hasProf))
        return FolderKind::Rank;
    if (hasRankSuffix(name)) {
        // Somebody may call the folder of all ranks so.
        const bool marked = hasFramework || hasProf || std::ranges::any_of(listing.files, [](const auto &f) {
                                const NamedFile n = classifyFileName(f.name);
                                return n.readable && !n.common;
                            });
        if (marked || listing.folders.isEmpty())
            return FolderKind::Rank;
    }
    if (isProfName(name) &&
        (listing.folders.contains(ProfOutputName) || listing.folders.contains(QLatin1String("host")) ||
         listing.folders.contains(QLatin1String("analyze")) ||
         std::ranges::any_of(listing.folders, [](const QString &f) { return f.startsWith(QLatin1String("device_")); })))
        return FolderKind::RawProf;
    if (name == QLatin1String("cluster_analysis_output") || std::ranges::any_of(listing.files, [](const auto &f) {
            const NamedFile n = classifyFileName(f.name);
            return n.runWide && n.readable;
        }))
        return FolderKind::Cluster;
    return FolderKind::Plain;
}

bool FoundRank::hasData() const
{
    return std::ranges::any_of(info.files, [](const FileEntry &f) { return f.used && isMeasurement(f.kind); });
}

FoundRank describeRank(const QString &folder, FolderKind kind, FolderLister &lister, const QStringList &onlyFiles)
{
    FoundRank out;
    out.info.path = folder;
    out.info.captures = {folder};
    const QString name = folder.section(u'/', -1);
    out.stamp = stampOfFolderName(name);
    out.modifiedMs = osInfo(folder).modifiedMs;

    FilesOfRank files(folder, lister);
    const FolderLister::Listing top = lister.list(folder);
    if (!onlyFiles.isEmpty()) {
        files.setNamed();
        std::vector<NamedFile> named;
        for (const QString &path : onlyFiles)
            named.push_back(classifyFileName(path.section(u'/', -1)));
        for (const FolderLister::File &f : top.files) {
            const NamedFile n = classifyFileName(f.name);
            const bool mayBePart = std::ranges::any_of(named, [&](const NamedFile &s) {
                return (n.slice >= 0 || s.slice >= 0) && n.kind == s.kind && n.stem == s.stem;
            });
            if (const bool isNamed = onlyFiles.contains(f.path); isNamed || mayBePart)
                files.addFile(f, FilePlace::Top, {}, !isNamed);
        }
    } else if (kind == FolderKind::RawProf) {
        addProf(folder, lister, files);
    } else {
        const FilePlace place = kind == FolderKind::Output ? FilePlace::Output : FilePlace::Top;
        for (const FolderLister::File &f : top.files)
            files.addFile(f, place);
        for (const QString &sub : top.folders) {
            const QString path = folder + u'/' + sub;
            if (kind == FolderKind::Rank && sub == OutputName) {
                const FolderLister::Listing in = lister.list(path);
                for (const FolderLister::File &f : in.files)
                    files.addFile(f, FilePlace::Output);
                for (const QString &deeper : in.folders)
                    files.addFolder(path + u'/' + deeper, "folder",
                                    RS_MESSAGE("Not a folder of the profiler; nothing is read from it."));
            } else if (kind == FolderKind::Rank && isProfName(sub)) {
                addProf(path, lister, files);
            } else if (kind == FolderKind::Rank && sub == QLatin1String("FRAMEWORK")) {
                files.addFolder(path, "framework_raw",
                                RS_MESSAGE("Raw data of the framework; only the profiler's results are read."));
            } else if (kind == FolderKind::Rank && sub == QLatin1String("logs")) {
                files.addFolder(path, "logs", RS_MESSAGE("Logs without measurements."));
            } else if (kind != FolderKind::Plain) {
                files.addFolder(path, "folder", RS_MESSAGE("Not a folder of the profiler; nothing is read from it."));
            }
        }
    }
    files.sniff();
    files.choose();
    identify(folder, files.items(), lister, out.info);
    if (onlyFiles.isEmpty())
        explain(folder, files.items(), lister);
    const bool generic = name == OutputName || name == ProfOutputName;
    out.info.label = out.info.rank >= 0 ? QString::number(out.info.rank)
                     : generic          ? folder.section(u'/', -2, -2)
                                        : name;
    for (RankItem &i : files.items()) {
        if (i.entry.kind == QLatin1String("trace"))
            out.modifiedMs = std::max(out.modifiedMs, i.modifiedMs);
        out.info.files.push_back(std::move(i.entry));
    }
    return out;
}

} // namespace rs
