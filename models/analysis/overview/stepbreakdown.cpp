// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/stepbreakdown.h"

#include "analysis/overview/overviewfiles.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace rs {

namespace {

void dropLost(OverviewRow &row, const LostLanes &lost)
{
    if (!lost.any())
        return;
    (lost.compute ? row.computingUs : row.communicationUs).reset();
    if (lost.compute)
        row.preparingUs.reset();
    for (std::optional<double> OverviewRow::*const part :
         {&OverviewRow::notOverlappedUs, &OverviewRow::overlappedUs, &OverviewRow::freeUs, &OverviewRow::stageUs,
          &OverviewRow::bubbleUs, &OverviewRow::notOverlappedExcludeReceiveUs})
        (row.*part).reset();
}

OverviewRow derivedRow(const RankInfo &rank, const StepTimeBreakdown &book)
{
    const StepColumns &c = book.columns;
    OverviewRow row;
    row.step = book.step;
    row.rank = rank.rank;
    row.rankLabel = rank.label;
    row.device = book.device;
    row.derived = true;
    row.source = QStringLiteral("derived");
    row.computingUs = usOfNs(c.computingNs);
    row.notOverlappedUs = usOfNs(c.notOverlappedNs);
    row.communicationUs = usOfNs(c.communicationNs);
    row.overlappedUs = usOfNs(c.overlappedNs);
    row.freeUs = usOfNs(c.freeNs);
    row.stageUs = usOfNs(c.stageNs);
    row.bubbleUs = usOfNs(c.bubbleNs);
    row.notOverlappedExcludeReceiveUs = usOfNs(c.excludeReceiveNs);
    row.preparingUs = usOfNs(c.preparingNs);
    if (c.preparingInFreeNs > 0)
        row.preparingInFreeUs = usOfNs(c.preparingInFreeNs);
    for (const qint64 stage : c.stagesOfWritersNs)
        row.stagesOfWritersUs.push_back(static_cast<double>(stage) / 1000.0);
    row.overlongReceives = !row.stageUs;
    return row;
}

bool hasDeviceLanes(const Trace &trace)
{
    return std::ranges::any_of(trace.processes(), [](const Process &p) {
        return p.kind == ProcessKind::AscendHardware || p.kind == ProcessKind::Communication ||
               p.kind == ProcessKind::OverlapAnalysis;
    });
}

// By step, rank and device. Thousands of ranks have few steps: their names are compared once, and rows are moved once.
std::vector<OverviewRow> inOrder(std::vector<OverviewRow> rows)
{
    std::map<QString, int> placeOf;
    for (const OverviewRow &r : rows)
        placeOf.try_emplace(r.step, 0);
    std::vector<std::pair<const QString, int> *> steps;
    for (auto &step : placeOf)
        steps.push_back(&step);
    std::ranges::stable_sort(steps, [](const auto *a, const auto *b) { return stepComesBefore(a->first, b->first); });
    for (size_t i = 0; i < steps.size(); ++i)
        steps[i]->second = static_cast<int>(i);
    std::vector<std::tuple<int, int, int, size_t>> order; // step, rank, device, row
    order.reserve(rows.size());
    for (size_t i = 0; i < rows.size(); ++i)
        order.emplace_back(placeOf.find(rows[i].step)->second, rows[i].rank, rows[i].device, i);
    std::ranges::sort(order);
    std::vector<OverviewRow> out;
    out.reserve(rows.size());
    for (const auto &place : order)
        out.push_back(std::move(rows[std::get<3>(place)]));
    return out;
}

} // namespace

std::optional<double> OverviewRow::pureComputeUs() const
{
    if (!computingUs || !overlappedUs)
        return std::nullopt;
    return *computingUs - *overlappedUs;
}

std::optional<double> OverviewRow::totalUs() const
{
    if (!computingUs || !notOverlappedUs || !freeUs || preparingMissing)
        return std::nullopt;
    return *computingUs + *notOverlappedUs + *idleUs() + preparingUs.value_or(0);
}

std::optional<double> OverviewRow::idleUs() const
{
    return freeUs ? std::optional(*freeUs - preparingInFreeUs.value_or(0)) : std::nullopt;
}

std::optional<double> OverviewRow::ratio(const std::optional<double> &part) const
{
    const std::optional<double> total = totalUs();
    if (!total || !part)
        return std::nullopt;
    return *total > 0 ? *part / *total : 0;
}

bool stepComesBefore(const QString &a, const QString &b)
{
    bool aOk = false;
    bool bOk = false;
    const qlonglong x = a.toLongLong(&aOk);
    const qlonglong y = b.toLongLong(&bOk);
    return aOk && bOk ? x < y : a < b;
}

std::vector<OverviewRow> deriveOverview(const RankData &rank, const JobContext &job)
{
    std::vector<OverviewRow> out;
    // A trace without lanes of a device, as of the host alone or of another machine, measured none of these times.
    if (rank.trace && !hasDeviceLanes(*rank.trace))
        return out;
    const TimeBreakdown books = timeBreakdown(rank, job);
    out.reserve(books.steps.size());
    for (const StepTimeBreakdown &book : books.steps) {
        out.push_back(derivedRow(rank.info, book));
        dropLost(out.back(), books.lost);
    }
    return out;
}

std::vector<OverviewRow> overview(const Run &run, const OverviewQuery &query, const JobContext &job)
{
    std::vector<OverviewRow> out;
    const OverviewFiles files(run);
    std::set<int> known;
    for (size_t i = 0; i < run.infos.size() && !job.isCanceled(); ++i) {
        known.insert(run.infos[i].rank);
        std::vector<OverviewRow> rows;
        if (query.source != OverviewSource::Derived)
            rows = files.ofRank(i);
        if (query.source == OverviewSource::Derived || (query.source == OverviewSource::Best && rows.empty())) {
            if (run.ranks[i])
                rows = deriveOverview(*run.ranks[i], job);
        } else if (query.source == OverviewSource::Best) {
            completeRows(run, i, rows, job);
        }
        for (OverviewRow &r : rows) {
            r.rank = run.infos[i].rank;
            r.rankLabel = run.infos[i].label;
            r.rankIndex = static_cast<int>(i);
            out.push_back(std::move(r));
        }
    }
    if (query.source != OverviewSource::Derived) {
        std::vector<OverviewRow> others = files.ofOtherRanks(known);
        if (query.source == OverviewSource::Best && !run.infos.empty())
            dropUnknownStages(run.infos.front().framework, others);
        std::move(others.begin(), others.end(), std::back_inserter(out));
    }
    if (!query.step.isEmpty())
        std::erase_if(out, [&](const OverviewRow &r) { return r.step != query.step; });
    if (!query.domain.isEmpty()) {
        const DomainChoice chosen(domains(run, job), query.domain);
        std::erase_if(out, [&chosen](const OverviewRow &r) { return !chosen.hasRank(r.rank); });
    }
    return inOrder(std::move(out));
}

} // namespace rs
