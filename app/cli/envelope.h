// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "tables/base/tablesink.h"

#include <QString>
#include <QTemporaryFile>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rs {
struct PrintedLanes;
}

namespace rs::cli {

/// Size limits of a table inside an answer.
struct EnvelopeLimits
{
    qint64 mostBytes = 0;     ///< of rows with their evidence; 0: any
    QString overflowFolder;   ///< where a CSV with all rows of the page is written when they are more
    qint64 mostFileBytes = 0; ///< of that CSV; with the first row beyond it ends, and that is told
};

/// Removes CSVs of earlier answers that are older than that, and the oldest of the others until they have no more
/// bytes.
void removeOldAnswers(const QString &folder, int days, qint64 bytes);

/// Outcome of a call, as its JSON says.
struct Ending
{
    int status = 0;
    QString code;                                               ///< one word for the status
    QString message;                                            ///< lines; empty: nothing was said
    QString suggestion;                                         ///< empty: none
    std::vector<std::pair<std::string, std::string>> members{}; ///< further ones: key and JSON
};

/// The JSON of every verb: one object with schema, columns (name, type, unit, and whether their texts come from files),
/// rows, evidence (where rows lead: rank, lane, slice, from_ns, to_ns), total, truncated, next, and how the call ended.
/// Escapes characters that a terminal would obey, which means the same in JSON.
class EnvelopeSink final : public TableSink
{
public:
    static constexpr int schema = 1;

    /// The rows that are held count for the budget of the job.
    EnvelopeSink(QIODevice &out, EnvelopeLimits limits, const JobContext &job);
    ~EnvelopeSink() override;

    /// The rows that are written next come from there, which is held until the answer ends.
    void rowsFrom(std::shared_ptr<const RowSource> rows, std::shared_ptr<const Run> run);
    /// The table has more rows than known() says. `isEnd`: none of them can be had.
    void setTotalUnknown(bool isEnd = false)
    {
        m_isTotalUnknown = true;
        m_isEndOfKept = isEnd;
    }
    /// Rows in the answer itself.
    [[nodiscard]] qint64 shown() const { return m_shown; }
    /// Texts of its only row were shortened: the row alone is longer than the answer may be.
    [[nodiscard]] bool isShortened() const { return m_isShortened; }
    [[nodiscard]] bool isFull() const override { return TableSink::isFull() || m_isFileFull; }
    /// Ends the object, and the table where nobody has.
    void finish(const Ending &ending);

protected:
    void writeHeader() override;
    void writeRow(const CellRow &cells) override;
    void writeEnd() override;

private:
    struct Source
    {
        std::shared_ptr<const RowSource> rows;
        std::shared_ptr<const Run> run;
        qint64 first = 0; ///< row of the answer
        qint64 skip = 0;  ///< of its rows, those before the page
        std::map<int, std::shared_ptr<PrintedLanes>> lanes{};
    };
    [[nodiscard]] std::string columnsText() const;
    [[nodiscard]] std::string evidenceText(Source &source, qint64 row) const;
    void appendValue(std::string &to, const PrintedCell &cell);
    void makeRow(const CellRow &cells);
    /// Fewer letters of each text, so that the row fits.
    void shorten(const CellRow &cells);
    void overflow(const CellRow &cells);

    EnvelopeLimits m_limits;
    std::vector<std::string> m_keys;
    std::vector<quint8> m_seen; ///< by column: kinds of values that were met
    std::vector<Source> m_sources;
    std::string m_row;
    std::string m_holder;
    std::string m_harmless;
    std::vector<CellRow> m_kept; ///< what was shown, until it is clear that a file is needed
    std::unique_ptr<QTemporaryFile> m_csvFile;
    std::unique_ptr<TableSink> m_csv; ///< null while the rows fit
    MemoryReservation m_memory;
    qint64 m_bytes = 0;
    qint64 m_shown = 0;
    bool m_isTotalUnknown = false;
    bool m_isEndOfKept = false;
    bool m_isShortened = false;
    bool m_isFileFull = false;
    bool m_isEnded = false;
};

} // namespace rs::cli
