// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/envelope.h"
#include "core/job/jobcontext.h"
#include "core/run/exportchoice.h"
#include "core/run/rundata.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class QIODevice;

namespace rs::cli {

class RunKeeper;

/// Exit status of the program, as its contract says.
enum class Exit : int {
    Done = 0,
    Usage = 1,
    Nothing = 2,    ///< nothing usable found
    Loss = 3,       ///< done, but data was lost or unreadable
    OverBudget = 4, ///< memory budget reached
    Failed = 5,     ///< answered, and a gate failed
    Interrupted = 130,
};

/// Thrown where a verb ends with that status, and everything about it is said.
struct Ended
{
    Exit status;
};

enum class Format : quint8 { Csv, Json, Table };

/// Form of a table's output.
struct Output
{
    Format format = Format::Csv;
    RowPage page;
};

/// A message of a verb in the words of the caller.
using Wording = QString (*)(const QString &message);

/// One call of one verb: where its answer and its messages go, and how both end as JSON if wanted.
class Call
{
public:
    /// An answer on the command line: messages go to stderr.
    explicit Call(QIODevice &out, bool toTerminal = false);
    /// One of many in a program that answers by messages of its own: runs are the keeper's, the job and the
    /// wording of messages are the caller's.
    Call(QIODevice &out, RunKeeper &keeper, JobContext job, EnvelopeLimits limits, Wording wording);
    ~Call();
    Q_DISABLE_COPY_MOVE(Call)

    /// A line for who reads along: on stderr, and in the message of the JSON.
    void say(const QString &message);
    /// Ends the verb: who asks has made a mistake.
    [[noreturn]] void refuse(const QString &message);
    /// The same of something that the run does not have ("step 3"); says which ones it has.
    [[noreturn]] void refuseUnknown(const QString &what, const QStringList &known,
                                    const QString &none = QStringLiteral("none"));
    /// A text that is the whole answer, such as a help.
    void print(const QString &text);
    /// The answer is JSON, whatever becomes of the verb.
    void answerJson() { m_isJson = true; }
    /// Export that is read of ranks that were exported twice.
    void setExport(ExportChoice choice) { m_export = choice; }
    [[nodiscard]] ExportChoice exported() const { return m_export; }
    /// The table of the answer. `emptyToo` false: without rows it is not printed at all.
    [[nodiscard]] TableSink &table(const Output &output, bool emptyToo = true);
    /// Begins that table with the columns of a source. Ends the verb where the page names a field that there is not.
    void begin(TableSink &sink, const std::vector<ColumnSpec> &columns);
    /// Source of the rows that are written next.
    void rowsFrom(const std::shared_ptr<const RowSource> &rows, const std::shared_ptr<const Run> &run);
    /// There are more rows than the table knows of. `isEnd`: none of them can be had.
    void setTotalUnknown(bool isEnd = false);
    /// Says how to go on where the page left out rows.
    void sayMore(const TableSink &sink);
    /// The row that comes after those of the answer.
    [[nodiscard]] qint64 behind(const TableSink &sink) const;
    /// A further member of the JSON.
    void addMember(const char *key, std::string json) { m_members.emplace_back(key, std::move(json)); }
    /// True when every byte was taken, by the sink and by the system.
    [[nodiscard]] bool isWritten(const TableSink &sink);
    /// The sentence about bytes that were not, with the reason that the system gave.
    [[nodiscard]] QString unwritten() const;
    /// True for who has little room for an answer.
    [[nodiscard]] bool isBrief() const { return m_limits.mostBytes > 0; }

    [[nodiscard]] RunKeeper *keeper() const { return m_keeper; }
    [[nodiscard]] const JobContext &job() const { return m_job; }

    /// Ends the answer of a verb that ended with `status`; what the call as a whole ends with.
    [[nodiscard]] Exit finish(Exit status);

private:
    QIODevice &m_out;
    RunKeeper *m_keeper = nullptr;
    JobContext m_job;
    Wording m_wording = nullptr; ///< null: messages stay as the verb has them
    EnvelopeLimits m_limits;
    QStringList m_said;
    std::vector<std::pair<std::string, std::string>> m_members;
    std::unique_ptr<TableSink> m_sink;
    EnvelopeSink *m_envelope = nullptr; ///< m_sink, where it is JSON
    QString m_whyUnwritten;
    bool m_isTerminal = false;
    bool m_isJson = false;
    ExportChoice m_export = ExportChoice::Fuller;
    bool m_isPrinted = false;
    bool m_isTruncated = false;
};

/// The status that a verb ends with. What finds no memory behind the readers, which say so themselves, is said.
[[nodiscard]] Exit guarded(Call &call, const std::function<Exit()> &run);

} // namespace rs::cli
