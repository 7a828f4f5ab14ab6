// SPDX-License-Identifier: Apache-2.0
#include "app/runreader.h"

#if __has_include("importers/runloader.h")
#include "importers/discovery.h"
#include "importers/runloader.h"
#endif
#if __has_include("importers/eventtext.h")
#include "importers/eventtext.h"
#endif

namespace rs {

RunReader fileRunReader()
{
    RunReader out;
#if __has_include("importers/runloader.h")
    out.discover = [](const QStringList &paths, const JobContext &job, ImportReport &report) { return discover(paths, job, report); };
    out.load = [](Run skeleton, const std::vector<int> &only, ThreadPool &pool, const JobContext &job, const LoadEvents &events) {
        LoadOptions options;
        options.onStart = events.onStart;
        options.onRank = events.onRank;
        options.only = only;
        options.progress = std::make_shared<RankProgress>(skeleton.infos.size());
        events.progress->answerWith([progress = options.progress](int index) { return progress->fraction(index); });
        const auto loaded = loadRun(skeleton, pool, job, options);
        return loaded ? *loaded : skeleton;
    };
    out.useCapture = [](Run &run, int index, const QString &folder, const JobContext &job) { return useCapture(run, index, folder, job); };
#else
    out.discover = [](const QStringList &, const JobContext &, ImportReport &) { return std::vector<Run>(); };
    out.load = [](Run skeleton, const std::vector<int> &, ThreadPool &, const JobContext &, const LoadEvents &) { return skeleton; };
#endif
    return out;
}

ArgLines readArgLines(const Trace &, SliceId)
{
    return {};
}

} // namespace rs
