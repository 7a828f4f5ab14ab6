// SPDX-License-Identifier: Apache-2.0
#include "importers/textagainstdb.h"

#include "core/kernelcolumns.h"
#include "core/trace.h"
#include "importers/db/dbscan.h"
#include "importers/db/dbsteps.h"
#include "importers/dbrank/dbcomm.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
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

void noteKernelCounts(const RankData &rank, DbFile &file)
{
    if (!rank.kernels || !file.has("COMPUTE_TASK_INFO"))
        return;
    qint64 kernels = 0;
    {
        DbScan row(file, "COMPUTE_TASK_INFO", {"globalTaskId"});
        while (row.next())
            ++kernels;
    }
    const KernelColumns c(*rank.kernels);
    qint64 ofText = 0;
    for (int row = 0; row < rank.kernels->rows(); ++row)
        ofText += c.isCommunication(*rank.kernels, row) ? 0 : 1;
    if (kernels != ofText)
        file.note(Severity::Notice, "db.other-kernels",
                  QStringLiteral("The text files and the database beside them do not have the same number of kernels "
                                 "(%1): one of the two exports is not whole. The text files are shown."),
                  Place::name(QStringLiteral("COMPUTE_TASK_INFO")),
                  unequalText(QString::number(ofText), QString::number(kernels)), std::abs(kernels - ofText));
}

void noteStepNumbers(const RankData &rank, DbFile &file)
{
    if (!rank.trace || !file.has("STEP_TIME"))
        return;
    std::set<qint64> ofDatabase;
    {
        DbScan row(file, "STEP_TIME", {"id"});
        while (row.next()) {
            if (const auto id = row.integer(0))
                ofDatabase.insert(*id);
        }
    }
    std::set<qint64> ofText;
    for (const StepMark &mark : rank.trace->steps())
        ofText.insert(mark.step);
    if (ofText != ofDatabase)
        file.note(
            Severity::Notice, "db.other-steps",
            QStringLiteral("The text files and the database beside them do not have the same steps (%1): they are "
                           "of two captures, or one of them is not whole. The text files are shown."),
            Place::name(QStringLiteral("STEP_TIME")), unequalText(listOfSteps(ofText), listOfSteps(ofDatabase)));
}

void noteTimesBeside(const RankData &rank, const FileEntry &database, const QString &name, const JobContext &job,
                     ImportReport &report)
{
    ImportReport unread; // the database is not read, so what is broken in it harms nothing
    const std::vector<StepTraceRow> rows = readDbStepTrace(database.path, name, rank.info.rank, job, unread);
    static constexpr std::optional<double> StepTraceRow::*times[] = {
        &StepTraceRow::computingUs, &StepTraceRow::notOverlappedUs, &StepTraceRow::communicationUs,
        &StepTraceRow::freeUs, &StepTraceRow::stageUs};
    qint64 count = 0;
    QString first;
    Place firstPlace;
    for (const StepTraceRow &r : rows) {
        const auto text = std::find_if(rank.stepTrace.begin(), rank.stepTrace.end(), [&](const StepTraceRow &t) {
            return t.step == r.step && (t.device < 0 || r.device < 0 || t.device == r.device);
        });
        if (text == rank.stepTrace.end())
            continue;
        for (const auto time : times) {
            if (!isUnequalTime((*text).*time, r.*time))
                continue;
            if (count++ == 0) {
                firstPlace = Place::name(QStringLiteral("StepTraceTime")).with(Place::Kind::Step, r.step);
                first = unequalText(QString::number(*((*text).*time), 'f', 3) + QStringLiteral(" us"),
                                    QString::number(*(r.*time), 'f', 3) + QStringLiteral(" us"));
            }
        }
    }
    if (count > 0)
        report.add({Severity::Notice, name, firstPlace, QStringLiteral("db.other-times"),
                    QStringLiteral("Times of steps are not the same in step_trace_time.csv and in the database beside "
                                   "it (the first: %1): they are of two captures, or of two versions of the profiler. "
                                   "The text files are shown."),
                    first, count});
}

/// Operators of communication.json against those that were analysed into the database: how many there are, and how long
/// they take together.
void noteOperatorsBeside(const RankData &rank, const FileEntry &database, const QString &name, const JobContext &job,
                         ImportReport &report)
{
    ImportReport unread;
    DbFile file(database.path, name, job, unread);
    if (!file.has("CommAnalyzerTime"))
        return;
    struct Sum
    {
        qint64 count = 0;
        double us = 0;
    };
    constexpr double usOfMs = 1000;
    constexpr double most = 1e12; // ms
    Sum ofDatabase;
    {
        DbScan row(file, "CommAnalyzerTime", {"hccl_op_name", "elapse_time|elapsed_time"});
        while (row.next()) {
            if (row.textBytes(0) == CommColumns::TotalName)
                continue;
            ++ofDatabase.count;
            ofDatabase.us += row.measure(1, most).value_or(0) * usOfMs;
        }
    }
    Sum ofText;
    for (const CommOpRef op : rank.commOps) {
        if (op.isTotal())
            continue;
        ++ofText.count;
        ofText.us += op.elapseMs().value_or(0) * usOfMs;
    }
    const auto add = [&](const char *code, const QString &message, const QString &argument, qint64 count) {
        report.add({Severity::Notice, name, Place::name(QStringLiteral("CommAnalyzerTime")), QLatin1String(code),
                    message, argument, count});
    };
    if (ofText.count != ofDatabase.count)
        add("db.other-operators",
            QStringLiteral("communication.json and the database beside it do not have the same number of operators "
                           "(%1): one of the two exports is not whole. The text file is shown."),
            unequalText(QString::number(ofText.count), QString::number(ofDatabase.count)),
            std::abs(ofText.count - ofDatabase.count));
    else if (isUnequalTime(ofText.us, ofDatabase.us))
        add("db.other-operator-times",
            QStringLiteral("Operators of communication.json and of the database beside it do not take the same time in "
                           "all (%1): they are of two captures. The text file is shown."),
            unequalText(QString::number(ofText.us, 'f', 3) + QStringLiteral(" us"),
                        QString::number(ofDatabase.us, 'f', 3) + QStringLiteral(" us")),
            1);
}

} // namespace

void noteTextAgainstDatabases(const RankData &rank, const RankFiles &files, const JobContext &job, ImportReport &report)
{
    if (files.used("trace").empty())
        return;
    for (const FileEntry &f : rank.info.files) {
        // Against a part of the text files, a whole database differs though both are sound.
        if (job.isCanceled() || job.isOverBudget())
            return;
        if (f.used || f.kind != QLatin1String("db"))
            continue;
        const QString name = files.nameOf(f);
        if (isAnalysisDatabase(f.path)) {
            noteTimesBeside(rank, f, name, job, report);
            if (!files.used("communication").empty())
                noteOperatorsBeside(rank, f, name, job, report);
            continue;
        }
        ImportReport told;
        DbFile file(f.path, name, job, told);
        if (!file.isOpen())
            continue;
        noteKernelCounts(rank, file);
        noteStepNumbers(rank, file);
        for (const Finding &finding : told.findings()) {
            if (finding.code.startsWith(QLatin1String("db.other-")))
                report.add(finding);
        }
    }
}

} // namespace rs
