// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "core/text/place.h"

#include <QAnyStringView>
#include <QString>

#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace rs {

/// Severity of a finding. Known habits of the writers are Info or Notice; data that could not be read is Loss or Error.
enum class Severity : quint8 { Info, Notice, Loss, Error };

[[nodiscard]] QString severityName(Severity s); ///< "info", "notice", "loss", "error": for files and the command line

/// One kind of thing that was noticed in one file, with how often it happened and where it happened first.
struct Finding
{
    Severity severity = Severity::Info;
    QString file; ///< path below the run's folder; empty for the run itself
    Place place;  ///< first occurrence; empty for the whole file
    QString
        code; ///< stable key of the message, e.g. "csv.row-width": findings of one file and code are counted together
    QString message; ///< English sentence with its consequence; `argument` fills its %1
    QString argument;
    qint64 count = 1;

    [[nodiscard]] QString text() const
    {
        return message.contains(QLatin1String("%1")) ? message.arg(argument) : message;
    }
};

/// Counted and located findings of an import. add() may be called from any thread.
class ImportReport
{
public:
    ImportReport() = default;
    ImportReport(const ImportReport &other);
    ImportReport &operator=(const ImportReport &other);

    /// A second finding of the same file, code and severity only raises the count; the first place is kept.
    void add(Finding f);
    void add(Severity severity, const QString &file, QAnyStringView code, const QString &message,
             const Place &place = {}, const QString &argument = {}, qint64 count = 1);
    void merge(const ImportReport &other);
    [[nodiscard]] std::vector<Finding> findings() const;
    /// By file, in each as they were added, those of no file first: files that are read at once report as the machine
    /// happens to get on with them, and two reports of the same data should not differ.
    void orderByFile();
    [[nodiscard]] bool isEmpty() const;
    /// The worst severity seen; Info when nothing was reported.
    [[nodiscard]] Severity worst() const;

private:
    mutable std::mutex m_mutex; // of the standard library, whose locks ThreadSanitizer sees
    std::vector<Finding> m_findings;
    /// File, and code with severity -> place in m_findings. A QHash would end the program where memory is missing.
    std::map<std::pair<QString, QString>, size_t> m_at;
};

/// A finding as a line of standard error: "loss: FILE: PLACE: what it means (3 times)".
[[nodiscard]] inline QString lineOf(const Finding &f)
{
    QString line = severityName(f.severity) + QStringLiteral(": ");
    if (!f.file.isEmpty())
        line += f.file + QStringLiteral(": ");
    if (!f.place.isEmpty())
        line += f.place.text() + QStringLiteral(": ");
    line += f.text();
    if (f.count > 1)
        line += QStringLiteral(" (%1 times)").arg(f.count);
    return line;
}

} // namespace rs
