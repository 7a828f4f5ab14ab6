// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "sql/sqlengine.h"
#include "tables/base/rowsource.h"

#include <QElapsedTimer>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace rs {

/// Limits of the part of an answer that is kept.
struct SqlResultLimits
{
    qint64 rows = 1'000'000;
    qint64 bytes = qint64{1} << 30; ///< within the memory budget of the job
};

/// Rows as a statement gave them, sealed; several results share them.
struct SqlChunk;
/// Places of the rows of a result in the run.
struct SqlPlaces;

/// Rows of a statement, or those that were there when it was asked: a table as every other one. A column that comes
/// from the catalogue as it is keeps its kind; of all others the values and the name tell it: "_ns" is a time, and one
/// of 10^17 ns or more (1973) a stamp. A row leads to its rank; with a stamp to its time, and to its slice where its
/// number, or a name or duration beside the stamp, is there as well. A cell with the number of a slice leads to that
/// one, a stamp to its moment: without a rank where the row has none.
class SqlResult final : public RowSource
{
public:
    ~SqlResult() override;

    [[nodiscard]] quint32 rows() const override { return m_rows; }
    [[nodiscard]] quint32 textCount() const override { return m_texts; }
    [[nodiscard]] std::string_view textView(StrId id) const override;
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] std::string written(quint32 row, int column) const override;
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] std::optional<double> real(quint32 row, int column) const override;
    /// The value as the statement gave it: times are in the unit of the statement.
    [[nodiscard]] PrintedCell cell(quint32 row, int column) const;
    /// The statement has more rows than these; a note says why.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// Name of a column in the statement.
    [[nodiscard]] QString columnName(int column) const;
    [[nodiscard]] RowPlace cellPlace(quint32 row, int column) const override;
    [[nodiscard]] RowPlace place(quint32 row) const override;
    [[nodiscard]] qint64 bytes() const override { return m_bytes; }

private:
    friend class SqlCollector;
    struct Part
    {
        std::shared_ptr<const SqlChunk> chunk;
        quint32 row = 0;  ///< its first
        quint32 text = 0; ///< added to its ids
    };
    SqlResult(std::vector<ColumnSpec> columns, std::vector<Part> parts, std::shared_ptr<const SqlPlaces> places);
    [[nodiscard]] const Part &partOf(quint32 row) const;
    [[nodiscard]] int rankOf(quint32 row) const;
    /// Place of the slice that a cell numbers; without one if the rank is not known or not loaded.
    [[nodiscard]] RowPlace placeOfSlice(quint32 row, int column) const;

    std::vector<Part> m_parts; // at least one
    std::shared_ptr<const SqlPlaces> m_places;
    quint32 m_rows = 0;
    quint32 m_texts = 0;
    qint64 m_bytes = 0;
    bool m_isCut = false;
};

/// Writes rows of a result, in that order, as `rankscope-cli query` writes them: names and values of the statement.
/// Text that a spreadsheet would run gets a leading '. The file is replaced only when everything was written. Any
/// thread. Empty, or why it could not be written; also empty, and nothing written, when cancelled.
[[nodiscard]] QString writeSqlCsvFile(const QString &path, const SqlResult &result, const std::vector<quint32> &rows,
                                      const std::vector<int> &columns, const JobContext &job);

/// Keeps the rows of one statement. What came so far is published at growing distances, so that a long answer is seen
/// while it comes and costs no more for it.
class SqlCollector final : public SqlReceiver
{
public:
    using Publish = std::function<void(std::shared_ptr<const SqlResult>)>;

    /// `run`: whose ranks the rows name; what is kept does not keep it. `publish` is called on the thread of the
    /// statement.
    SqlCollector(const std::shared_ptr<const Run> &run, SqlResultLimits limits, const JobContext &job,
                 Publish publish = {});
    ~SqlCollector() override;

    QString begin(const std::vector<SqlAnswerColumn> &columns) override;
    [[nodiscard]] bool row(const CellRow &cells) override;
    /// All of it; null where nothing has begun. `hasMore`: the statement has more rows than were asked for.
    [[nodiscard]] std::shared_ptr<const SqlResult> finish(bool hasMore = false);
    [[nodiscard]] qint64 rows() const { return m_sealedRows + m_openRows; }
    /// It has ended because the memory does not hold more rows.
    [[nodiscard]] bool isOutOfRoom() const { return m_outOfRoom; }

private:
    struct Seen;
    void seal();
    [[nodiscard]] std::shared_ptr<const SqlResult> result(bool hasMore = false) const;
    [[nodiscard]] ValueKind kindOf(size_t column) const;

    SqlResultLimits m_limits;
    JobContext m_job;
    Publish m_publish;
    std::vector<std::weak_ptr<const RankData>> m_ranks;
    std::map<QString, int> m_rankOfLabel;
    std::vector<SqlAnswerColumn> m_columns;
    std::vector<Seen> m_seen; ///< by column
    std::shared_ptr<SqlChunk> m_open;
    std::vector<std::shared_ptr<const SqlChunk>> m_sealed;
    quint32 m_openRows = 0;
    quint32 m_sealedRows = 0;
    qint64 m_sealedBytes = 0;
    bool m_outOfRoom = false;
    QElapsedTimer m_clock;
    qint64 m_publishedMs = 0;
};

/// Result of a statement, for a window.
struct SqlAnswer
{
    std::shared_ptr<const SqlResult> rows; ///< null where it could not run
    SqlOutcome outcome;
    bool isOutOfRoom = false;
    qint64 durationNs = 0;
};

/// Runs a statement and keeps its rows. Throws OverBudget where making the rows of a table finds no memory.
[[nodiscard]] SqlAnswer answerOf(SqlEngine &engine, const std::shared_ptr<const Run> &run, const QString &sql,
                                 SqlResultLimits limits, const JobContext &job, SqlCollector::Publish publish = {});

} // namespace rs
