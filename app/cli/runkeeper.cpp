// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runkeeper.h"

#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <algorithm>

namespace rs::cli {

std::vector<Run> RunKeeper::find(const QStringList &paths, const JobContext &job, ImportReport &report)
{
    const auto known = std::ranges::find(m_found, paths, &Found::paths);
    if (known != m_found.end()) {
        m_found.splice(m_found.begin(), m_found, known);
        report.merge(known->report);
        return known->runs;
    }
    Found found;
    found.paths = paths;
    DiscoveryLimits limits;
    limits.exported = m_export;
    found.runs = discover(paths, job, found.report, limits);
    report.merge(found.report);
    if (found.runs.empty() || job.isCanceled())
        return {};
    found.loaded.resize(found.runs.size());
    while (m_found.size() >= mostPaths)
        m_found.pop_back();
    m_found.push_front(std::move(found));
    return m_found.front().runs;
}

std::shared_ptr<const Run> RunKeeper::read(const Run &skeleton, const JobContext &job)
{
    std::shared_ptr<const Run> *place = nullptr;
    for (Found &f : m_found) {
        for (size_t i = 0; i < f.runs.size() && !place; ++i) {
            if (f.runs[i].title() == skeleton.title())
                place = &f.loaded[i];
        }
        if (place)
            break;
    }
    if (place && *place)
        return *place;
    std::shared_ptr<const Run> run = loadRun(skeleton, m_pool, job, {});
    // A run that did not fit beside others may fit without them.
    if (run && job.isOverBudget() && m_found.size() > 1) {
        m_found.resize(1);
        run.reset();
        run = loadRun(skeleton, m_pool, job, {});
        place = nullptr;
        for (size_t i = 0; i < m_found.front().runs.size(); ++i) {
            if (m_found.front().runs[i].title() == skeleton.title())
                place = &m_found.front().loaded[i];
        }
    }
    if (place && run && !job.isCanceled() && !job.isOverBudget())
        *place = run;
    return run;
}

void RunKeeper::forget(const QStringList &paths)
{
    m_found.remove_if([&paths](const Found &f) { return f.paths == paths; });
}

} // namespace rs::cli
