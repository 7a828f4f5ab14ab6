// SPDX-License-Identifier: Apache-2.0
#include "analysis/overview/overviewfindings.h"

#include "analysis/overview/overviewfiles.h"
#include "analysis/overview/stepbreakdown.h"
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/base/timens.h"
#include "core/run/tracefiles.h"
#include "core/text/findingcodes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace rs {

namespace {

// A capture without steps is blank in one writer's file and 0 in another's.
QString stepOrNone(const QString &step)
{
    return step == u'0' ? QString() : step;
}

struct ColumnCheck
{
    const char *name;
    std::optional<double> OverviewRow::*value;
    bool coarse; // the writer keeps these as double microseconds since the epoch: 0.25 us grain
};

constexpr ColumnCheck checkedColumns[] = {
    {"Computing", &OverviewRow::computingUs, false},
    {"Communication(Not Overlapped)", &OverviewRow::notOverlappedUs, false},
    {"Overlapped", &OverviewRow::overlappedUs, false},
    {"Communication", &OverviewRow::communicationUs, false},
    {"Free", &OverviewRow::freeUs, false},
    {"Stage", &OverviewRow::stageUs, true},
    {"Bubble", &OverviewRow::bubbleUs, false},
    {"Communication(Not Overlapped and Exclude Receive)", &OverviewRow::notOverlappedExcludeReceiveUs, false},
    {"Preparing", &OverviewRow::preparingUs, true},
};

// A value without slices cannot be compared.
void addLost(const RankData &rank, const LostLanes &lost, std::vector<Finding> &out)
{
    if (!lost.compute && hasCommunicationOfDatabase(rank.info)) {
        out.push_back({Severity::Loss,
                       {},
                       Place::rank(rank.info.label),
                       QStringLiteral("overview.lost-lanes"),
                       RS_MESSAGE("The analysis tables (CommAnalyzerTime) list communication operators, but the "
                                  "profile has no slice of them: COMMUNICATION_OP is missing, cut or has unknown "
                                  "names. Times computed from them are missing."),
                       {}});
        return;
    }
    const QString what =
        lost.compute && !(rank.kernels && rank.kernels->rows() > 0)
            ? RS_MESSAGE("By its step times the rank computed, but the trace has no kernel: its device lanes are "
                         "missing, cut or have unknown names. Times computed from them are missing.")
        : lost.compute
            ? RS_MESSAGE("The kernel table lists kernels of the AI cores, but the trace has no slice of them: its "
                         "device lanes are missing, cut or have unknown names. Times computed from them are "
                         "missing.")
            : RS_MESSAGE(
                  "communication.json lists operators, but the trace has no slice of them: its communication lanes "
                  "are missing or have unknown names. Times computed from them are missing.");
    out.push_back({Severity::Loss, {}, Place::rank(rank.info.label), QStringLiteral("overview.lost-lanes"), what, {}});
}

void addOverlong(const RankData &rank, const std::vector<OverviewRow> &derived, std::vector<Finding> &out)
{
    for (const OverviewRow &own : derived) {
        if (!own.overlongReceives)
            continue;
        Finding f;
        f.severity = Severity::Notice;
        f.place = Place::step(stepOrNone(own.step)).with(Place::Kind::Rank, rank.info.label);
        f.code = QStringLiteral("overview.receives");
        f.message = RS_MESSAGE("Sends and receives add up to more than their step, for example because slices are "
                               "repeated: no stage is derived from the trace.");
        out.push_back(std::move(f));
    }
}

// Whether a file says nothing else than the slices do, or what its writer is known to say instead.
bool agrees(const ColumnCheck &c, const OverviewRow &file, const OverviewRow &own, bool mindSpore, double toleranceUs)
{
    const std::optional<double> &said = file.*c.value;
    const std::optional<double> &derived = own.*c.value;
    if (!said || !derived)
        return true;
    // Writers of MindSpore leave these at 0 with newer CANN and in early versions.
    const bool habit =
        mindSpore && *said == 0 &&
        (c.value == &OverviewRow::stageUs || c.value == &OverviewRow::bubbleUs || c.value == &OverviewRow::preparingUs);
    const double allowed = c.coarse ? 0.25 + 0.002 : toleranceUs;
    // The value from which they take the bubble is whole then.
    const bool withoutBubble =
        mindSpore && c.value == &OverviewRow::notOverlappedExcludeReceiveUs && file.bubbleUs == 0.0;
    const bool otherStage =
        c.value == &OverviewRow::stageUs &&
        std::ranges::any_of(own.stagesOfWritersUs, [&](double stage) { return std::abs(*said - stage) <= allowed; });
    return habit || withoutBubble || otherStage || std::abs(*said - *derived) <= allowed;
}

void addContradicted(const RankData &rank, const std::vector<OverviewRow> &files,
                     const std::vector<OverviewRow> &derived, double toleranceUs, std::vector<Finding> &out)
{
    // Old files mean something else by these times: their computing is forward with backward.
    if (rank.legacy)
        return;
    std::map<std::pair<QString, int>, const OverviewRow *> ownOf; // by step and device, -1 for every device
    for (const OverviewRow &d : derived)
        ownOf.try_emplace({stepOrNone(d.step), d.device}, &d);
    std::map<QString, int> rowsOf;
    for (const OverviewRow &file : files)
        ++rowsOf[file.step];
    for (const OverviewRow &file : files) {
        auto found = ownOf.find({stepOrNone(file.step), -1});
        if (found == ownOf.end())
            found = ownOf.find({stepOrNone(file.step), file.device});
        // Rows of several devices cannot be told apart when the trace does not name its devices.
        if (found == ownOf.end() || (rowsOf[file.step] > 1 && found->second->device < 0))
            continue;
        const OverviewRow &own = *found->second;
        for (const ColumnCheck &c : checkedColumns) {
            if (agrees(c, file, own, rank.info.framework == Framework::MindSpore, toleranceUs))
                continue;
            Finding f;
            f.severity = Severity::Notice;
            f.file = file.source;
            f.place = Place::step(file.step)
                          .with(Place::Kind::Rank, rank.info.label)
                          .with(Place::Kind::Column, QString::fromLatin1(c.name));
            f.code = findingcodes::overviewDisagreement;
            f.message = RS_MESSAGE("The file and the slices of the trace disagree by more than rounding: %1. The "
                                   "overview shows what the file says.");
            f.argument = QStringLiteral("%1 us ≠ %2 us, Δ %3 us")
                             .arg(*(file.*c.value), 0, 'f', 3)
                             .arg(*(own.*c.value), 0, 'f', 3)
                             .arg(*(file.*c.value) - *(own.*c.value), 0, 'f', 3);
            out.push_back(std::move(f));
        }
    }
}

// One for all of them: every file of such a writer has it.
void addUnknownStages(const Run &run, std::vector<Finding> &out)
{
    const OverviewFiles files(run);
    QStringList ranks;
    QString source;
    for (size_t i = 0; i < run.infos.size(); ++i) {
        if (!run.ranks[i] || run.ranks[i]->trace)
            continue;
        for (const OverviewRow &row : files.ofRank(i)) {
            if (!isUnknownStage(run.infos[i].framework, row))
                continue;
            ranks << run.infos[i].label;
            source = row.source;
            break;
        }
    }
    if (ranks.isEmpty())
        return;
    out.push_back(
        {Severity::Notice,
         source,
         {},
         QStringLiteral("overview.stage-zero"),
         RS_MESSAGE("Stage and Bubble are 0 in this file although the ranks communicate (some versions of "
                    "MindSpore write that), and there is no trace to derive them from: they are missing for ranks "
                    "%1."),
         ranks.join(QStringLiteral(", "))});
}

} // namespace

std::optional<QString> emptyTrace(const RankData &rank)
{
    const auto isUsed = [&](const char *kind) {
        return std::ranges::any_of(rank.info.files,
                                   [&](const FileEntry &f) { return f.used && f.kind == QLatin1String(kind); });
    };
    const bool worked = (rank.kernels ? rank.kernels->rows() > 0 : isUsed("kernel_details") || isUsed("op_summary")) ||
                        !rank.commOps.empty();
    if (rank.trace || !worked)
        return std::nullopt;
    for (const Finding &f : rank.report.findings()) {
        if (f.code == findingcodes::traceEmpty)
            return f.file;
    }
    return std::nullopt;
}

std::vector<Finding> overviewDisagreements(const Run &run, const JobContext &job)
{
    std::vector<Finding> out;
    const OverviewFiles ofFiles(run);
    for (size_t i = 0; i < run.infos.size() && !job.isCanceled(); ++i) {
        if (!run.ranks[i])
            continue;
        const RankData &rank = *run.ranks[i];
        if (const std::optional<QString> file = emptyTrace(rank))
            out.push_back({Severity::Loss,
                           *file,
                           Place::rank(rank.info.label),
                           QStringLiteral("overview.no-events"),
                           RS_MESSAGE("The trace of this rank is empty, though other files list work of its device: "
                                      "nothing can be computed from it."),
                           {}});
        if (!rank.trace)
            continue;
        const DeviceSets sets = deviceSets(*rank.trace);
        // The timeline of MindSpore 1.x names no lane of communication.
        if (const LostLanes lost = rank.legacy ? LostLanes() : lostLanes(rank, sets); lost.any()) {
            addLost(rank, lost, out);
        } else {
            const std::vector<Finding> ofOverlap = overlapDisagreements(rank, sets);
            out.insert(out.end(), ofOverlap.begin(), ofOverlap.end());
        }
        const std::vector<OverviewRow> derived = deriveOverview(rank, job);
        addOverlong(rank, derived, out);
        const double toleranceUs = 1.0 + 0.001 * static_cast<double>(sets.computeSlices + sets.communicationSlices);
        addContradicted(rank, ofFiles.ofRank(i), derived, toleranceUs, out);
    }
    addUnknownStages(run, out);
    return out;
}

namespace {

struct OverlapLane
{
    LaneKind kind;
    const char *name;
    IntervalSet (*ofDevice)(const DeviceSets &sets);
};

constexpr std::array<OverlapLane, 4> overlapLanes{{
    {LaneKind::OverlapComputing, "Computing", [](const DeviceSets &s) { return s.compute; }},
    {LaneKind::OverlapCommunication, "Communication", [](const DeviceSets &s) { return s.communication; }},
    {LaneKind::OverlapNotOverlapped, "Communication(Not Overlapped)",
     [](const DeviceSets &s) { return subtractSets(s.communication, s.compute); }},
    {LaneKind::OverlapFree, "Free", [](const DeviceSets &s) { return gapsOf(uniteSets(s.compute, s.communication)); }},
}};

/// The trace's own analysis of one device.
struct OverlapSums
{
    std::map<LaneKind, qint64> ns;
    std::map<LaneKind, std::vector<Interval>> pieces;
    qint64 slices = 0;
};

std::map<int, OverlapSums> sumsByDevice(const Trace &trace)
{
    std::map<int, OverlapSums> out;
    const SliceStore &s = trace.slices();
    for (quint32 l = 0; l < trace.lanes().size(); ++l) {
        const Lane &lane = trace.lanes()[l];
        const Process &process = trace.process(lane.process);
        if (process.kind != ProcessKind::OverlapAnalysis)
            continue;
        OverlapSums &sums = out[process.device];
        qint64 &sum = sums.ns[lane.kind];
        std::vector<Interval> &pieces = sums.pieces[lane.kind];
        for (quint32 r = lane.firstRow; r < lane.firstRow + lane.rowCount; ++r) {
            const SliceStore::Span span = trace.insideOf(RowId{r});
            for (const SliceId slice : span) {
                sum = saturatedSum(sum, s.duration(slice));
                pieces.push_back({s.start(slice), s.end(slice)});
            }
            sums.slices += span.size();
        }
    }
    return out;
}

/// The larger part of one set that is not in the other.
qint64 outside(const IntervalSet &a, const IntervalSet &b)
{
    return std::max(totalLength(subtractSets(a, b)), totalLength(subtractSets(b, a)));
}

QString microseconds(qint64 ns)
{
    return QString::fromStdString(formatUs(ns)) + QStringLiteral(" µs");
}

std::set<int> workingDevices(const Trace &trace)
{
    std::set<int> out;
    for (const Process &p : trace.processes()) {
        if (p.kind == ProcessKind::AscendHardware)
            out.insert(p.device);
    }
    return out;
}

Finding findingOf(const RankData &rank, const char *code, const QString &message, const QString &argument)
{
    Finding f;
    f.severity = Severity::Notice;
    f.file = rank.trace->sources().empty() ? QString() : rank.trace->sources().front().path.section(u'/', -1);
    f.place = Place::rank(rank.info.label);
    f.code = QString::fromLatin1(code);
    f.message = message;
    f.argument = argument;
    return f;
}

void addDisagreements(const RankData &rank, const OverlapSums &sums, const DeviceSets &sets, std::vector<Finding> &out)
{
    const qint64 slices = sets.computeSlices + sets.communicationSlices + sums.slices;
    const qint64 toleranceNs = 1000 + slices;
    for (const OverlapLane &lane : overlapLanes) {
        const auto found = sums.ns.find(lane.kind);
        const qint64 said = found == sums.ns.end() ? 0 : found->second;
        const IntervalSet own = lane.ofDevice(sets);
        const qint64 ownNs = totalLength(own);
        const QString name = QLatin1String(lane.name) + QStringLiteral(": ");
        if (saturatedMagnitude(saturatedDifference(said, ownNs)) > toleranceNs) {
            out.push_back(findingOf(
                rank, findingcodes::overlapDisagreement.data(),
                RS_MESSAGE("An Overlap Analysis lane of the trace and the slices of the device disagree by more than "
                           "rounding (%1): the lane is shown as it is, computations use the slices."),
                name + microseconds(said) + QStringLiteral(" ≠ ") + microseconds(ownNs)));
            continue;
        }
        const auto pieces = sums.pieces.find(lane.kind);
        const qint64 elsewhere = pieces == sums.pieces.end() ? 0 : outside(mergeIntervals(pieces->second), own);
        // Each slice is rounded at both ends.
        if (elsewhere > toleranceNs + slices)
            out.push_back(findingOf(rank, "overlap.elsewhere",
                                    RS_MESSAGE("An Overlap Analysis lane of the trace lies elsewhere in time than "
                                               "the slices of the device (%1): one of them uses another clock."),
                                    name + microseconds(elsewhere)));
    }
}

} // namespace

std::vector<Finding> overlapDisagreements(const RankData &rank, const DeviceSets &sets)
{
    std::vector<Finding> out;
    const bool oneDevice = workingDevices(*rank.trace).size() < 2;
    for (const auto &[device, sums] : sumsByDevice(*rank.trace)) {
        // Several devices without a number cannot be told apart.
        if (oneDevice)
            addDisagreements(rank, sums, sets, out);
        else if (device >= 0)
            addDisagreements(rank, sums, deviceSets(*rank.trace, device), out);
    }
    return out;
}

} // namespace rs
