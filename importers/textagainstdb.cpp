// SPDX-License-Identifier: Apache-2.0
#include "importers/textagainstdb.h"

#include "core/table/kernelcolumns.h"
#include "core/trace/trace.h"
#include "importers/csv/kernelcsv.h"
#include "importers/csv/stepcsv.h"
#include "importers/db/dbscan.h"
#include "importers/db/dbsteps.h"
#include "importers/dbrank/dbcomm.h"
#include "importers/json/commjson.h"
#include "importers/partofrank.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rs {

namespace {

/// "3 ≠ 4": text first.
QString unequalText(const QString &text, const QString &database)
{
    return text + QStringLiteral(" ≠ ") + database;
}

QString listOfSteps(const std::set<qint64> &steps)
{
    constexpr qsizetype most = 8;
    QStringList out;
    for (const qint64 s : steps)
        out << QString::number(s);
    if (out.size() > most)
        out = out.first(most) << QStringLiteral("…");
    return out.isEmpty() ? QStringLiteral("–") : out.join(QStringLiteral(", "));
}

/// Both exports say the same ns, one of them in microseconds: nothing above their rounding is a difference.
bool isUnequalTime(std::optional<double> text, std::optional<double> database)
{
    constexpr double grainUs = 1;
    constexpr double share = 1e-4;
    return text && database && std::abs(*text - *database) > std::max(grainUs, share * std::abs(*text));
}

QString unequalUs(double textUs, double databaseUs)
{
    return unequalText(QString::number(textUs, 'f', 3) + QStringLiteral(" us"),
                       QString::number(databaseUs, 'f', 3) + QStringLiteral(" us"));
}

/// How many there are, and how long they take together.
struct CountedTime
{
    qint64 count = 0;
    double us = 0;
    bool isWhole = true; ///< the time is that of all of them
    void add(double more)
    {
        ++count;
        us += more;
    }
};
constexpr double usOfMs = 1000;
constexpr double nsOfUs = 1000;

CountedTime computeKernels(const Table &kernels)
{
    const KernelColumns c(kernels);
    CountedTime out;
    for (int row = 0; row < kernels.rows(); ++row) {
        if (c.isCommunication(kernels, row))
            continue;
        out.isWhole = out.isWhole && c.duration >= 0 && kernels.has(row, c.duration);
        out.add(static_cast<double>(kernels.integer(row, c.duration)) / nsOfUs);
    }
    return out;
}

/// Whose findings are made: those of the export that is not read beside the one that is shown.
struct Beside
{
    ImportReport &report;
    QString name;
    bool isText = false; ///< the databases are shown

    void add(const char *code, const Place &place, const QString &message, const QString &argument,
             qint64 count = 1) const
    {
        report.add({Severity::Notice, name, place, QLatin1String(code), message, argument, count});
    }
    [[nodiscard]] Place table(const char *database) const
    {
        return isText ? Place() : Place::name(QLatin1String(database));
    }
};

void noteKernels(const CountedTime &ofText, const CountedTime &ofDatabase, const Beside &beside)
{
    if (ofText.count == ofDatabase.count) {
        if (ofText.isWhole && ofDatabase.isWhole && isUnequalTime(ofText.us, ofDatabase.us))
            beside.add("db.other-kernel-times", beside.table("TASK"),
                       beside.isText
                           ? RS_MESSAGE("Kernels of the databases and of the text files beside them do not take the "
                                        "same time in all (in the text files and in the databases: %1): they are of "
                                        "two captures. The databases are shown.")
                           : RS_MESSAGE("Kernels of the text files and of the database beside them do not take the "
                                        "same time in all (%1): they are of two captures. The text files are shown."),
                       unequalUs(ofText.us, ofDatabase.us));
        return;
    }
    beside.add(
        "db.other-kernels", beside.table("COMPUTE_TASK_INFO"),
        beside.isText
            ? RS_MESSAGE(
                  "The databases and the text files beside them do not have the same number of kernels (in the text "
                  "files and in the databases: %1): one of the two exports is not whole. The databases are shown.")
            : RS_MESSAGE("The text files and the database beside them do not have the same number of kernels (%1): one "
                         "of the two exports is not whole. The text files are shown."),
        unequalText(QString::number(ofText.count), QString::number(ofDatabase.count)),
        std::abs(ofText.count - ofDatabase.count));
}

/// The device of a rank that shares its files with others; -1 where they are its own.
int deviceOfPart(const RankData &rank)
{
    return rank.info.part ? rank.info.part->device : -1;
}

/// Kernels as the table of them counts them, their times as the tasks have them. `device`: theirs; -1: of all.
CountedTime kernelsOfDatabase(DbFile &file, int device, const JobContext &job)
{
    CountedTime out;
    std::vector<qint64> ids;
    MemoryReservation memory(job.sharedBudget());
    {
        DbScan row(file, "COMPUTE_TASK_INFO", {"globalTaskId"});
        while (row.next()) {
            ++out.count;
            ids.push_back(row.integer(0, -1));
            memory.hold(static_cast<qint64>(ids.capacity() * sizeof ids[0]));
        }
    }
    if (!std::is_sorted(ids.begin(), ids.end()))
        std::sort(ids.begin(), ids.end());
    qint64 timed = 0;
    DbScan row(file, "TASK", {"globalTaskId", "startNs", "endNs", "deviceId"});
    while (row.next()) {
        const auto id = row.integer(0);
        if (const qint64 of = row.integer(3, device); device >= 0 && of >= 0 && of != device) {
            if (id && std::binary_search(ids.begin(), ids.end(), *id))
                --out.count;
            continue;
        }
        const auto start = row.stamp(1);
        const auto end = row.stamp(2);
        if (!id || !start || !end || *end < *start || !std::binary_search(ids.begin(), ids.end(), *id))
            continue;
        ++timed;
        out.us += static_cast<double>(*end - *start) / nsOfUs;
    }
    out.isWhole = timed == out.count;
    return out;
}

void noteKernels(const RankData &rank, DbFile &file, const JobContext &job, const Beside &beside)
{
    if (rank.kernels && file.has("COMPUTE_TASK_INFO"))
        noteKernels(computeKernels(*rank.kernels), kernelsOfDatabase(file, deviceOfPart(rank), job), beside);
}

void noteStepNumbers(const std::set<qint64> &ofText, const std::set<qint64> &ofDatabase, const Beside &beside)
{
    if (ofText == ofDatabase)
        return;
    beside.add(
        "db.other-steps", beside.table("STEP_TIME"),
        beside.isText
            ? RS_MESSAGE(
                  "The databases and the text files beside them do not have the same steps (in the text files and in "
                  "the databases: %1): they are of two captures, or one of them is not whole. The databases are shown.")
            : RS_MESSAGE("The text files and the database beside them do not have the same steps (%1): they are of two "
                         "captures, or one of them is not whole. The text files are shown."),
        unequalText(listOfSteps(ofText), listOfSteps(ofDatabase)));
}

/// How long steps take on the host. When they begin is not compared: two exports may set clocks in ways of their own.
void noteStepLengths(const std::map<qint64, double> &ofText, const std::map<qint64, double> &ofDatabase,
                     const Beside &beside)
{
    qint64 count = 0;
    QString first;
    Place firstPlace;
    for (const auto &[step, us] : ofDatabase) {
        const auto text = ofText.find(step);
        if (text == ofText.end() || !isUnequalTime(text->second, us))
            continue;
        if (count++ == 0) {
            firstPlace = beside.table("STEP_TIME").with(Place::Kind::Step, QString::number(step));
            first = unequalUs(text->second, us);
        }
    }
    if (count > 0)
        beside.add(
            "db.other-step-lengths", firstPlace,
            RS_MESSAGE("Steps do not take the same time in the trace and in the database beside it (the first: %1): "
                       "they are of two captures, or of two versions of the profiler. The text files are shown."),
            first, count);
}

void noteSteps(const RankData &rank, DbFile &file, const Beside &beside)
{
    if (!rank.trace || !file.has("STEP_TIME"))
        return;
    std::set<qint64> ofDatabase;
    std::map<qint64, double> lengthOfDatabase;
    {
        DbScan row(file, "STEP_TIME", {"id", "startNs", "endNs"});
        while (row.next()) {
            const auto id = row.integer(0);
            if (!id)
                continue;
            ofDatabase.insert(*id);
            const auto start = row.stamp(1);
            const auto end = row.stamp(2);
            if (start && end)
                lengthOfDatabase.emplace(*id, static_cast<double>(*end - *start) / nsOfUs);
        }
    }
    std::set<qint64> ofText;
    std::map<qint64, double> lengthOfText;
    for (const StepMark &mark : rank.trace->steps()) {
        ofText.insert(mark.step);
        lengthOfText.emplace(mark.step, static_cast<double>(mark.endNs - mark.startNs) / nsOfUs);
    }
    noteStepNumbers(ofText, ofDatabase, beside);
    noteStepLengths(lengthOfText, lengthOfDatabase, beside);
}

void noteStepTimes(const std::vector<StepTraceRow> &ofText, const std::vector<StepTraceRow> &ofDatabase,
                   const Beside &beside)
{
    static constexpr std::optional<double> StepTraceRow::*times[] = {
        &StepTraceRow::computingUs, &StepTraceRow::notOverlappedUs, &StepTraceRow::communicationUs,
        &StepTraceRow::freeUs, &StepTraceRow::stageUs};
    qint64 count = 0;
    QString first;
    Place firstPlace;
    for (const StepTraceRow &r : ofDatabase) {
        const auto text = std::find_if(ofText.begin(), ofText.end(), [&](const StepTraceRow &t) {
            return t.step == r.step && (t.device < 0 || r.device < 0 || t.device == r.device);
        });
        if (text == ofText.end())
            continue;
        for (const auto time : times) {
            if (!isUnequalTime((*text).*time, r.*time))
                continue;
            if (count++ == 0) {
                firstPlace = beside.table("StepTraceTime").with(Place::Kind::Step, r.step);
                first = unequalUs(*((*text).*time), *(r.*time));
            }
        }
    }
    if (count > 0)
        beside.add("db.other-times", firstPlace,
                   beside.isText
                       ? RS_MESSAGE("Times of steps are not the same in the databases and in step_trace_time.csv "
                                    "beside them (the first, in the file and in the databases: %1): they are of two "
                                    "captures, or of two versions of the profiler. The databases are shown.")
                       : RS_MESSAGE("Times of steps are not the same in step_trace_time.csv and in the database beside "
                                    "it (the first: %1): they are of two captures, or of two versions of the profiler. "
                                    "The text files are shown."),
                   first, count);
}

CountedTime sumOf(const CommOps &operators)
{
    CountedTime out;
    for (const CommOpRef op : operators) {
        if (!op.isTotal())
            out.add(op.elapseMs().value_or(0) * usOfMs);
    }
    return out;
}

/// Operators of communication.json against those that were analysed into a database: how many there are, and how long
/// they take together.
void noteOperators(const CountedTime &ofText, const CountedTime &ofDatabase, const Beside &beside)
{
    if (ofText.count != ofDatabase.count)
        beside.add("db.other-operators", beside.table("CommAnalyzerTime"),
                   beside.isText
                       ? RS_MESSAGE("The databases and communication.json beside them do not have the same number of "
                                    "operators (in the file and in the databases: %1): one of the two exports is not "
                                    "whole. The databases are shown.")
                       : RS_MESSAGE("communication.json and the database beside it do not have the same number of "
                                    "operators (%1): one of the two exports is not whole. The text file is shown."),
                   unequalText(QString::number(ofText.count), QString::number(ofDatabase.count)),
                   std::abs(ofText.count - ofDatabase.count));
    else if (isUnequalTime(ofText.us, ofDatabase.us))
        beside.add(
            "db.other-operator-times", beside.table("CommAnalyzerTime"),
            beside.isText
                ? RS_MESSAGE(
                      "Operators of the databases and of communication.json beside them do not take the same time in "
                      "all (in the file and in the databases: %1): they are of two captures. The databases are shown.")
                : RS_MESSAGE("Operators of communication.json and of the database beside it do not take the same time "
                             "in all (%1): they are of two captures. The text file is shown."),
            unequalUs(ofText.us, ofDatabase.us));
}

/// By domain and name.
std::map<std::pair<QString, QString>, CountedTime> timesByName(const CommOps &operators)
{
    std::map<std::pair<QString, QString>, CountedTime> out;
    for (const CommOpRef op : operators) {
        if (!op.isTotal() && op.elapseMs())
            out[{op.groupHash(), op.name()}].add(*op.elapseMs() * usOfMs);
    }
    return out;
}

/// Operators as the profile has them against communication.json, which leaves out those outside of all steps.
void noteOperatorsOfProfile(const RankData &rank, const QString &path, const JobContext &job, const Beside &beside)
{
    ImportReport unread; // what is broken in a file that is not read harms nothing
    const auto ofDatabase = timesByName(readDbOperators(path, beside.name, rank.info.rank, -1, {}, job, unread).own);
    qint64 count = 0;
    QString first;
    qint64 shared = 0;
    qint64 missing = 0;
    QString firstMissing;
    for (const auto &[key, text] : timesByName(rank.commOps)) {
        const auto same = ofDatabase.find(key);
        const qint64 there = same == ofDatabase.end() ? 0 : same->second.count;
        shared += std::min(there, text.count);
        if (there < text.count) {
            if (missing == 0)
                firstMissing = key.second;
            missing += text.count - there;
        }
        if (there != text.count || !isUnequalTime(text.us, same->second.us))
            continue;
        if (count++ == 0)
            first = key.second + QStringLiteral(": ") + unequalUs(text.us, same->second.us);
    }
    // Where no operator is in both, the two may name them by other rules.
    if (missing > 0 && (shared > 0 || ofDatabase.empty()))
        beside.add("db.fewer-operators", beside.table("COMMUNICATION_OP"),
                   RS_MESSAGE("Operators of communication.json are missing in the database beside it (the first, %1): "
                              "it is not whole, or of another capture. The text file is shown."),
                   firstMissing, missing);
    if (count > 0)
        beside.add(
            "db.other-operator-lengths", beside.table("COMMUNICATION_OP"),
            RS_MESSAGE(
                "Operators do not take the same time in communication.json and in the database beside it (the first, "
                "%1): they are of two captures, or of two versions of the profiler. The text file is shown."),
            first, count);
}

/// The database is not read, so what is broken in it harms nothing.
void noteOperatorsOfDatabase(const RankData &rank, const QString &path, const JobContext &job, const Beside &beside)
{
    ImportReport unread;
    DbFile file(path, beside.name, job, unread);
    if (!file.has("CommAnalyzerTime"))
        return;
    constexpr double most = 1e12; // ms
    CountedTime ofDatabase;
    {
        DbScan row(file, "CommAnalyzerTime", {"hccl_op_name", "elapse_time|elapsed_time"});
        while (row.next()) {
            if (row.textBytes(0) == CommColumns::TotalName)
                continue;
            ofDatabase.add(row.measure(1, most).value_or(0) * usOfMs);
        }
    }
    noteOperators(sumOf(rank.commOps), ofDatabase, beside);
}

std::set<qint64> stepsOf(const std::vector<StepTraceRow> &rows)
{
    std::set<qint64> out;
    for (const StepTraceRow &r : rows) {
        bool is = false;
        const qint64 step = r.step.toLongLong(&is);
        if (is)
            out.insert(step);
    }
    return out;
}

/// A text file that the databases stand for, against what they say.
void noteTextFile(const RankData &rank, const FileEntry &f, const RankFiles &files, const JobContext &job,
                  ImportReport &report)
{
    const Beside beside{report, files.nameOf(f), true};
    ImportReport unread; // what is broken in a file that is not read harms nothing
    if (f.kind == QLatin1String("step_trace_time") && !rank.stepTrace.empty()) {
        const std::vector<StepTraceRow> rows = readStepTrace(f.path, beside.name, rank.info.rank, -1, job, unread);
        noteStepNumbers(stepsOf(rows), stepsOf(rank.stepTrace), beside);
        noteStepTimes(rows, rank.stepTrace, beside);
    } else if (f.kind == QLatin1String("kernel_details") && rank.kernels) {
        if (const auto kernels =
                rowsOfDevice(readKernels({{f.path, beside.name}}, job, unread), deviceOfPart(rank), job))
            noteKernels(computeKernels(*kernels), computeKernels(*rank.kernels), beside);
    } else if (f.kind == QLatin1String("communication") && !rank.commOps.empty() && !rank.info.part) {
        // The file tells of all devices of its folder, so it is held against no one of several.
        const CommOps operators = readCommunication(f.path, beside.name, rank.info.rank, job, unread);
        if (!job.isCanceled() && !job.isOverBudget())
            noteOperators(sumOf(operators), sumOf(rank.commOps), beside);
    }
}

void noteDatabasesAgainstText(const RankData &rank, const RankFiles &files, const JobContext &job, ImportReport &report)
{
    if (!files.database())
        return;
    // A task of its own: what there is no room for is not compared, and the rank lacks nothing because of it. It is not
    // cancelled with the rank, so it takes no file that would keep anybody waiting.
    const JobContext part(job.sharedBudget());
    constexpr qint64 mostBytes = qint64{512} << 20;
    for (const FileEntry &f : rank.info.files) {
        if (job.isCanceled() || job.isOverBudget() || part.isOverBudget())
            return;
        try {
            if (!f.used && f.bytes <= mostBytes)
                noteTextFile(rank, f, files, part, report);
        } catch (const OverBudget &) {
            return;
        } catch (const std::bad_alloc &) {
            return;
        }
    }
}

/// A database that stands beside the text files that are shown.
void noteDatabase(const RankData &rank, const FileEntry &f, const RankFiles &files, const JobContext &job,
                  ImportReport &report)
{
    const QString name = files.nameOf(f);
    const Beside beside{report, name};
    ImportReport unread;
    if (isAnalysisDatabase(f.path)) {
        noteStepTimes(rank.stepTrace, readDbStepTrace(f.path, name, rank.info.rank, job, unread), beside);
        if (!files.used("communication").empty())
            noteOperatorsOfDatabase(rank, f.path, job, beside);
        return;
    }
    DbFile file(f.path, name, job, unread);
    if (!file.isOpen())
        return;
    noteSteps(rank, file, beside);
    noteKernels(rank, file, job, beside);
    if (!files.used("communication").empty())
        noteOperatorsOfProfile(rank, f.path, job, beside);
}

} // namespace

void noteTextAgainstDatabases(const RankData &rank, const RankFiles &files, const JobContext &job, ImportReport &report)
{
    if (files.used("trace").empty())
        return noteDatabasesAgainstText(rank, files, job, report);
    for (const FileEntry &f : rank.info.files) {
        // Against a part of the text files, a whole database differs though both are sound.
        if (job.isCanceled() || job.isOverBudget())
            return;
        if (f.used || f.kind != QLatin1String("db"))
            continue;
        // A task of its own: what there is no room for is not compared, and the rank lacks nothing because of it.
        const JobContext part = job.child();
        try {
            noteDatabase(rank, f, files, part, report);
        } catch (const OverBudget &) {
            return;
        } catch (const std::bad_alloc &) {
            return;
        }
    }
}

} // namespace rs
