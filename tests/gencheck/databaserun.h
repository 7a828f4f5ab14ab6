// SPDX-License-Identifier: Apache-2.0
// Reads the databases of a generated run by means of its own and lays them beside its text.
#pragma once

#include "gencheck/generatedrun.h"

#include <QTemporaryDir>

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace rs::gen {

using Row = std::vector<std::string>;
using Rows = std::vector<Row>; ///< sorted

/// Answer of a statement as text, NULL as "-". Read with SQLite alone, without the importers.
inline Rows query(const QString &path, const QString &sql)
{
    sqlite3 *db = nullptr;
    sqlite3_stmt *statement = nullptr;
    Rows rows;
    const QString uri = QStringLiteral("file:%1?immutable=1").arg(path);
    if (sqlite3_open_v2(uri.toUtf8().constData(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql.toUtf8().constData(), -1, &statement, nullptr) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW) {
            Row &row = rows.emplace_back();
            for (int c = 0; c < sqlite3_column_count(statement); ++c) {
                const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(statement, c));
                row.emplace_back(text ? text : "-");
            }
        }
    } else {
        rows.push_back({"error", sqlite3_errmsg(db)});
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    std::sort(rows.begin(), rows.end());
    return rows;
}

/// First difference of two sets of rows; empty when they are the same.
inline QString difference(const Rows &db, Rows text)
{
    std::sort(text.begin(), text.end());
    const auto line = [](const Rows &rows, size_t i) {
        QString out;
        if (i < rows.size()) {
            for (const std::string &cell : rows[i])
                out += QString::fromStdString(cell) + QLatin1String(" | ");
        }
        return out;
    };
    for (size_t i = 0; i < std::max(db.size(), text.size()); ++i) {
        if (i >= db.size() || i >= text.size() || db[i] != text[i])
            return QStringLiteral("%1 rows in the database, %2 in the text; row %3:\n%4\n%5")
                .arg(db.size())
                .arg(text.size())
                .arg(i)
                .arg(line(db, i), line(text, i));
    }
    return {};
}

/// The text of a number as SQLite gives it: 15 digits, whole numbers of a NUMERIC column without a point.
inline std::string number(double value)
{
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return std::to_string(static_cast<qint64>(value));
    return QString::number(value, 'g', 15).toStdString();
}

inline std::string number(const std::string &cell)
{
    return cell.empty() || cell == "N/A" ? "-" : number(QString::fromStdString(cell).toDouble());
}

inline std::string nanoseconds(const std::string &us)
{
    const auto ns = parseDecimalUs(us);
    return ns ? std::to_string(*ns) : "-";
}

inline std::string integer(const Json &args, const char *key)
{
    const Json &value = args.at(key);
    return value.is_string() ? value.get<std::string>() : std::to_string(value.get<qint64>());
}

struct Case
{
    const char *name;
    bool pytorch;
    bool oldCann;
    bool level0;
};
inline constexpr Case cases[] = {{"MindSpore", false, false, false},
                                 {"PyTorch", true, false, false},
                                 {"MindSpore of old CANN", false, true, false},
                                 {"PyTorch of old CANN", true, true, false},
                                 {"PyTorch at level 0", true, false, true}};

/// Runs that were written both ways.
class RunsOfBoth
{
public:
    static GeneratorOptions options(const QString &dir, const Case &c)
    {
        GeneratorOptions o = smallRun(dir);
        o.mbPerRank = 0.5;
        o.pytorch = c.pytorch;
        o.oldCann = c.oldCann;
        o.level0 = c.level0;
        o.nodeSize = 2; // links of both kinds
        o.format = OutputFormat::Both;
        return o;
    }
    /// Error; empty when all are there.
    [[nodiscard]] QString make()
    {
        for (const Case &c : cases) {
            m_results.push_back(generate(options(folder(c), c)));
            if (!m_results.back().ok)
                return m_results.back().error;
            m_traces.push_back(readTrace(m_results.back().ranks[1].dir));
        }
        return {};
    }
    [[nodiscard]] QString path(const QString &name) const { return m_dir.filePath(name); }
    [[nodiscard]] QString folder(const Case &c) const { return path(QLatin1String(c.name)); }
    [[nodiscard]] QString file(int c, const QString &name) const
    {
        return m_results[static_cast<size_t>(c)].ranks[1].dir + QLatin1String("/ASCEND_PROFILER_OUTPUT/") + name;
    }
    [[nodiscard]] Rows db(int c, const char *sql) const
    {
        return query(file(c, QLatin1String(cases[c].pytorch ? "ascend_pytorch_profiler_1.db"
                                                            : "ascend_mindspore_profiler_1.db")),
                     QLatin1String(sql));
    }
    [[nodiscard]] Rows analysis(int c, const char *sql) const
    {
        return query(file(c, QLatin1String(cases[c].pytorch ? "analysis.db" : "communication_analyzer.db")),
                     QLatin1String(sql));
    }
    [[nodiscard]] const RankTrace &trace(int c) const { return m_traces[static_cast<size_t>(c)]; }
    [[nodiscard]] std::vector<std::map<std::string, std::string>> csv(int c, const char *name) const
    {
        const Csv cells = parseCsv(contents(file(c, QLatin1String(name))));
        std::vector<std::map<std::string, std::string>> out;
        for (size_t r = 1; r < cells.size(); ++r) {
            auto &row = out.emplace_back();
            for (size_t i = 0; i < cells[r].size(); ++i)
                row[cells[0][i]] = cells[r][i];
        }
        return out;
    }
    /// Slices of a process as rows.
    template <typename MakeRow>
    [[nodiscard]] Rows slices(int c, const std::function<bool(const Slice &)> &wanted, MakeRow makeRow) const
    {
        Rows rows;
        for (const Slice &s : trace(c).slices) {
            if (wanted(s))
                rows.push_back(makeRow(s));
        }
        return rows;
    }
    static void addCases()
    {
        QTest::addColumn<int>("c");
        for (int c = 0; c < static_cast<int>(std::size(cases)); ++c)
            QTest::newRow(cases[c].name) << c;
    }
    static void compare(const Rows &db, const Rows &text, bool some = true)
    {
        QCOMPARE(!text.empty(), some);
        const QString wrong = difference(db, text);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

private:
    QTemporaryDir m_dir;
    std::vector<GeneratorResult> m_results;
    std::vector<RankTrace> m_traces; ///< of rank 1
};

} // namespace rs::gen
