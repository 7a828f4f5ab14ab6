// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "tables/base/catalogue.h"

#include <QByteArray>
#include <QString>

#include <utility>
#include <vector>

namespace rs {

/// Length of a report.
enum class ReportLevel : quint8 {
    Page,     ///< verdicts, and where the time went
    Findings, ///< also the tables of what stands out
    All,      ///< also the first rows of every table of the run
};

struct ReportQuery
{
    TableQuery of; ///< the run, thresholds and rates
    ReportLevel level = ReportLevel::Findings;
    bool isRedacted = false;                 ///< names of hosts, interfaces, paths and users are replaced (Redaction)
    QString version;                         ///< program version
    QString language = QStringLiteral("en"); ///< that texts are translated to, as the program calls it
};

struct Report
{
    QByteArray html;                                   ///< empty when cancelled
    std::vector<std::pair<QString, QString>> replaced; ///< replacements of a redacted report
};

/// One file for people who do not have the run: HTML without a script and without anything from elsewhere, in the
/// language of the program. Its numbers are those of the command line. Cancelled: no text. Throws OverBudget.
[[nodiscard]] Report makeReport(const Catalogue &tables, const ReportQuery &query, const JobContext &job);

} // namespace rs
