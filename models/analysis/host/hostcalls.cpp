// SPDX-License-Identifier: Apache-2.0
#include "analysis/host/hostcalls.h"

#include "analysis/host/lanesubject.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace rs {

namespace {

constexpr double nsOfMicrosecond = 1000;

/// Sums over slices of one call.
struct TracedCall
{
    qint64 calls = 0;
    double totalUs = 0;
    double meanUs = 0;
    double squaresUs = 0; ///< squares of differences from the mean
    double minUs = 0;
    double maxUs = 0;
    SliceId longest = NoSlice;
};

using CallsByName = std::map<std::pair<QString, QString>, TracedCall>;

CallsByName tracedCalls(const Trace &trace, const JobContext &job)
{
    std::vector<TracedCall> ofName(trace.strings().size());
    std::vector<StrId> names;
    const SliceStore &slices = trace.slices();
    JobPoll poll(job);
    for (const LaneId lane : lanesOf(trace, LaneSubject::Cann)) {
        for (const SliceId slice : trace.slicesOf(lane)) {
            if (poll.isCanceled())
                return {};
            const StrId name = slices.name(slice);
            TracedCall &call = ofName[raw(name)];
            const double us = static_cast<double>(slices.duration(slice)) / nsOfMicrosecond;
            if (call.calls++ == 0) {
                names.push_back(name);
                call.minUs = us;
            }
            if (call.longest == NoSlice || us > call.maxUs) {
                call.maxUs = us;
                call.longest = slice;
            }
            call.minUs = std::min(call.minUs, us);
            call.totalUs += us;
            const double before = us - call.meanUs;
            call.meanUs += before / static_cast<double>(call.calls);
            call.squaresUs += before * (us - call.meanUs);
        }
    }
    CallsByName out;
    for (const StrId name : names) {
        const QString text = trace.strings().text(name);
        const qsizetype at = text.indexOf(u'@');
        out.emplace(std::pair(at < 0 ? QString() : hostCallLevel(QStringView(text).left(at)), text.mid(at + 1)),
                    ofName[raw(name)]);
    }
    return out;
}

HostCall callOf(const QString &level, const QString &name, const TracedCall &traced)
{
    HostCall out;
    out.level = level;
    out.name = name;
    out.calls = traced.calls;
    out.totalUs = traced.totalUs;
    out.averageUs = traced.meanUs;
    out.minUs = traced.minUs;
    out.maxUs = traced.maxUs;
    out.deviationUs = std::sqrt(traced.squaresUs / static_cast<double>(traced.calls));
    out.longest = traced.longest;
    return out;
}

} // namespace

QString hostCallLevel(QStringView word)
{
    const QString level = word.left(word.indexOf(u'@') < 0 ? word.size() : word.indexOf(u'@')).toString().toLower();
    if (level == u"ascendcl")
        return QStringLiteral("acl");
    return level == u"hccl" ? QStringLiteral("communication") : level;
}

std::vector<HostCall> hostCalls(const RankData &rank, const JobContext &job)
{
    const CallsByName traced = rank.trace ? tracedCalls(*rank.trace, job) : CallsByName();
    std::vector<HostCall> out;
    const auto table = rank.table(QStringLiteral("api_statistic"));
    const int name = table ? table->column(u"API Name") : -1;
    if (name >= 0 && table->rows() > 0) {
        const int level = table->column(u"Level");
        const int count = table->column(u"Count");
        const auto real = [&table](int row, QStringView column) { return table->realAt(row, table->column(column)); };
        const auto text = [&table](int row, int column) {
            return column < 0 ? QString() : table->strings().text(table->textId(row, column));
        };
        for (int row = 0; row < table->rows(); ++row) {
            HostCall &call = out.emplace_back();
            call.level = hostCallLevel(text(row, level));
            call.name = text(row, name);
            call.calls = table->integerAt(row, count);
            call.totalUs = real(row, u"Time(us)");
            call.averageUs = real(row, u"Avg(us)");
            call.minUs = real(row, u"Min(us)");
            call.maxUs = real(row, u"Max(us)");
            if (const auto variance = real(row, u"Variance"))
                call.deviationUs = std::sqrt(std::max(0.0, *variance));
            const auto at = traced.find({call.level, call.name});
            call.longest = at == traced.end() ? NoSlice : at->second.longest;
        }
    } else {
        for (const auto &[key, call] : traced)
            out.push_back(callOf(key.first, key.second, call));
    }
    std::ranges::stable_sort(
        out, [](const HostCall &a, const HostCall &b) { return a.totalUs.value_or(0) > b.totalUs.value_or(0); });
    return job.isCanceled() ? std::vector<HostCall>() : out;
}

} // namespace rs
