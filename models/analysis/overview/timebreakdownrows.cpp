// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/timebreakdownrows.h"

#include "analysis/overview/overviewfiles.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/overview/stepbreakdown.h"
#include "analysis/overview/timebreakdown.h"
#include "analysis/time/truncatedfiles.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rs {

namespace {

// A part of a whole is not negative: a file that says so says nothing.
std::optional<qint64> partNs(const std::optional<double> &us)
{
    const std::optional<qint64> ns = nsOfUs(us);
    return ns && *ns >= 0 ? ns : std::nullopt;
}

TimeBreakdownRow bookOfFile(const OverviewRow &file)
{
    TimeBreakdownRow out;
    out.step = file.step;
    out.rank = file.rank;
    out.rankLabel = file.rankLabel;
    out.device = file.device;
    out.pureComputeNs = partNs(file.pureComputeUs());
    out.coveredNs = partNs(file.overlappedUs);
    out.uncoveredNs = partNs(file.notOverlappedUs);
    out.preparingNs = partNs(file.preparingUs);
    return out;
}

TimeBreakdownRow bookOfTrace(const StepTimeBreakdown &book, bool isKnown)
{
    TimeBreakdownRow out;
    out.step = book.step;
    out.device = book.device;
    out.hasOwnDevice = book.device >= 0;
    out.fromTrace = true;
    if (!book.buckets)
        return out;
    const StepBuckets &b = *book.buckets;
    out.window = b.window;
    if (!isKnown)
        return out;
    out.pureComputeNs = b.pureComputeNs;
    out.coveredNs = b.coveredNs;
    out.uncoveredNs = b.uncoveredNs;
    out.copyNs = b.copyNs;
    out.idleNs = b.idleNs;
    out.preparingNs = b.preparingNs;
    out.tailNs = b.tailNs;
    out.sumNs = b.sumNs();
    out.columns = book.columns;
    return out;
}

// The last step of a trace that ends early is there in part; one of another rule for steps is whole.
bool isPart(const TimeBreakdownRow &own, const OverviewRow &file)
{
    constexpr double leastPart = 0.01;
    const std::optional<qint64> computing = nsOfUs(file.computingUs);
    if (!computing || !own.pureComputeNs || !own.coveredNs)
        return false;
    const auto lacks =
        static_cast<double>(saturatedDifference(*computing, saturatedSum(*own.pureComputeNs, *own.coveredNs)));
    return lacks > leastPart * static_cast<double>(*computing);
}

// Steps that the trace marks not or, where it is cut, has in part, and that the file has.
void addStepsOfFile(const RankData &rank, const std::vector<OverviewRow> &rows, std::vector<TimeBreakdownRow> &out)
{
    const bool isCut = isTraceTruncated(rank);
    bool shared = false;
    std::map<QString, const OverviewRow *> others;
    for (const OverviewRow &file : rows) {
        const auto own = std::ranges::find(out, file.step, &TimeBreakdownRow::step);
        shared = shared || own != out.end();
        if (own == out.end() || (isCut && !own->hasOwnDevice && isPart(*own, file)))
            others[file.step] = &file;
    }
    // A file that counts its steps otherwise, or has a row for all of them, is no part of the same list.
    if (!shared)
        return;
    std::erase_if(out, [&](const TimeBreakdownRow &r) { return others.contains(r.step); });
    for (const auto &[step, file] : others)
        out.push_back(bookOfFile(*file));
}

std::vector<TimeBreakdownRow> booksOfRank(const Run &run, size_t index, const OverviewFiles &files,
                                          const JobContext &job)
{
    std::vector<TimeBreakdownRow> out;
    const auto &rank = run.ranks[index];
    const TimeBreakdown books = rank ? timeBreakdown(*rank, job) : TimeBreakdown();
    const bool isKnown = !books.lost.any() && !(rank && isDatabaseTruncated(*rank));
    if (isKnown) {
        for (const StepTimeBreakdown &book : books.steps) {
            if (book.buckets)
                out.push_back(bookOfTrace(book, isKnown));
        }
    }
    if (!out.empty()) {
        addStepsOfFile(*rank, files.ofRank(index), out);
        return out;
    }
    for (const OverviewRow &file : files.ofRank(index))
        out.push_back(bookOfFile(file));
    // The windows at least.
    for (const StepTimeBreakdown &book : books.steps) {
        if (out.empty() || out.back().fromTrace)
            out.push_back(bookOfTrace(book, isKnown));
    }
    return out;
}

void addBook(TimeBreakdownTotals &sum, const TimeBreakdownRow &row)
{
    ++sum.steps;
    for (const auto &[total, part] : {std::pair(&TimeBreakdownTotals::pureComputeNs, &TimeBreakdownRow::pureComputeNs),
                                      std::pair(&TimeBreakdownTotals::coveredNs, &TimeBreakdownRow::coveredNs),
                                      std::pair(&TimeBreakdownTotals::uncoveredNs, &TimeBreakdownRow::uncoveredNs),
                                      std::pair(&TimeBreakdownTotals::copyNs, &TimeBreakdownRow::copyNs),
                                      std::pair(&TimeBreakdownTotals::idleNs, &TimeBreakdownRow::idleNs),
                                      std::pair(&TimeBreakdownTotals::preparingNs, &TimeBreakdownRow::preparingNs),
                                      std::pair(&TimeBreakdownTotals::tailNs, &TimeBreakdownRow::tailNs),
                                      std::pair(&TimeBreakdownTotals::sumNs, &TimeBreakdownRow::sumNs)})
        sum.*total = saturatedSum(sum.*total, (row.*part).value_or(0));
}

} // namespace

std::optional<qint64> TimeBreakdownRow::stepNs() const
{
    return sumNs && tailNs ? std::optional(saturatedDifference(*sumNs, *tailNs)) : std::nullopt;
}

TimeBreakdownSums::TimeBreakdownSums(const std::vector<TimeBreakdownRow> &rows, bool sumSteps) : m_sumSteps(sumSteps)
{
    std::set<Key> unknown;
    for (const TimeBreakdownRow &row : rows) {
        const Key key{row.rankIndex, row.hasOwnDevice ? row.device : -1, sumSteps ? QString() : row.step};
        if (row.sumNs)
            addBook(m_totals[key], row);
        else
            unknown.insert(key);
    }
    // A sum without one of its parts would be smaller than the time it stands for.
    for (const Key &key : unknown)
        m_totals.erase(key);
}

const TimeBreakdownTotals *TimeBreakdownSums::of(int rankIndex, int device, const QString &step) const
{
    for (const int d : {device, -1}) {
        const auto at = m_totals.find({rankIndex, d, m_sumSteps ? QString() : step});
        if (at != m_totals.end())
            return &at->second;
    }
    return nullptr;
}

std::vector<TimeBreakdownRow> timeBreakdownRows(const Run &run, const TimeBreakdownQuery &query, const JobContext &job)
{
    std::vector<TimeBreakdownRow> out;
    const OverviewFiles files(run);
    std::set<int> known;
    for (size_t i = 0; i < run.infos.size() && !job.isCanceled(); ++i) {
        known.insert(run.infos[i].rank);
        if (query.rankIndex >= 0 && static_cast<size_t>(query.rankIndex) != i)
            continue;
        for (TimeBreakdownRow &row : booksOfRank(run, i, files, job)) {
            row.rank = run.infos[i].rank;
            row.rankLabel = run.infos[i].label;
            row.rankIndex = static_cast<int>(i);
            row.device = row.device >= 0 ? row.device : run.infos[i].device;
            out.push_back(std::move(row));
        }
    }
    if (query.rankIndex < 0) {
        for (const OverviewRow &file : files.ofOtherRanks(known))
            out.push_back(bookOfFile(file));
    }
    if (!query.step.isEmpty())
        std::erase_if(out, [&](const TimeBreakdownRow &r) { return r.step != query.step; });
    std::ranges::stable_sort(out, [](const TimeBreakdownRow &a, const TimeBreakdownRow &b) {
        if (a.step != b.step)
            return stepComesBefore(a.step, b.step);
        return a.rank != b.rank ? a.rank < b.rank : a.device < b.device;
    });
    return out;
}

} // namespace rs
