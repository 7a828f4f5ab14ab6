// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/iterationfolder.h"

#include "importers/discovery/filekinds.h"
#include "importers/files/osfile.h"
#include "importers/legacy/legacyiterations.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

const QString TimelineName = QStringLiteral("timeline");

struct NamedIteration
{
    IterationName name;
    FolderLister::File file;
};

void addIterations(RankInfo &info, const std::vector<NamedIteration> &files)
{
    // Iterations of another model have the same numbers.
    const int model = files.front().name.model;
    for (const NamedIteration &f : files) {
        FileEntry e = f.file.entry(info.path, f.name.kind);
        const bool isTask = f.name.kind == QLatin1String("legacy_tasks");
        if (!f.file.regular)
            e.why = RS_MESSAGE("Not a regular file; nothing is read from it.");
        else if (isTask)
            e.why = RS_MESSAGE("Not read: msprof*.json holds the same lanes.");
        else if (f.name.model != model && f.name.kind != QLatin1String("trace"))
            e.why = RS_MESSAGE("Belongs to another model whose steps have the same numbers: only its trace is read.");
        else
            e.used = true;
        info.files.push_back(std::move(e));
    }
}

} // namespace

bool isIterationFolder(const FolderLister::Listing &listing)
{
    return std::ranges::any_of(listing.files,
                               [](const FolderLister::File &f) { return iterationName(f.name).iteration >= 0; });
}

bool holdsIterationFolders(const QString &path, const FolderLister::Listing &listing, FolderLister &lister)
{
    return std::ranges::any_of(listing.folders, [&](const QString &name) {
        const QString timeline = path + u'/' + name + u'/' + TimelineName;
        return name.startsWith(QLatin1String("device_")) && osInfo(timeline).isFolder &&
               isIterationFolder(lister.list(timeline));
    });
}

std::vector<Candidate> iterationRanks(const QString &folder, FolderLister &lister)
{
    std::map<int, std::vector<NamedIteration>> byDevice;
    std::vector<FolderLister::File> others;
    for (FolderLister::File &f : lister.list(folder).files) {
        const IterationName name = iterationName(f.name);
        if (name.iteration >= 0)
            byDevice[name.device].push_back({name, std::move(f)});
        else
            others.push_back(std::move(f));
    }
    const bool isInDevice = nameOf(folder) == TimelineName;
    const QString home = isInDevice ? parentOf(folder) : folder;
    QString run = home;
    if (nameOf(run).startsWith(QLatin1String("device_")))
        run = parentOf(run);
    if (nameOf(run).startsWith(QLatin1String("PROF_")))
        run = parentOf(run);
    std::vector<Candidate> out;
    for (auto &[device, files] : byDevice) {
        std::ranges::stable_sort(files, [](const NamedIteration &a, const NamedIteration &b) {
            return std::tie(a.name.model, a.name.iteration) < std::tie(b.name.model, b.name.iteration);
        });
        Candidate c;
        c.parent = run;
        RankInfo &info = c.found.info;
        info.path = home;
        info.framework = Framework::Msprof;
        info.captures = {byDevice.size() > 1 ? files.front().file.path : home};
        info.device = device;
        readDeviceInfo(home, device, info);
        if (info.rank < 0)
            info.rank = device;
        info.label = QString::number(info.rank);
        addIterations(info, files);
        if (out.empty()) {
            for (const FolderLister::File &f : others) {
                FileEntry e = f.entry(home, classifyFileName(f.name).kind);
                e.why = RS_MESSAGE("Not a known file of the profiler; nothing is read from it.");
                info.files.push_back(std::move(e));
            }
        }
        c.found.modifiedMs = osInfo(folder).modifiedMs;
        out.push_back(std::move(c));
    }
    return out;
}

} // namespace rs
