// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

#include <QList>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rs::test {

/// A row of kernel_details.csv; empty texts are missing.
struct KernelTableRow
{
    struct Cells
    {
        const char *step;
        const char *name;
        const char *type;
        const char *core;
        const char *shapes;
        qint64 start;
        qint64 duration;
        std::optional<qint64> wait;
        std::optional<qint64> blocks;
    } cells;
    std::vector<std::pair<const char *, double>> counters; ///< by column; others are missing in this row
};

/// kernel_details.csv; counters stand in the order in which they are named first.
inline std::shared_ptr<Table> kernelTable(const std::vector<KernelTableRow> &rows)
{
    auto t = std::make_shared<Table>();
    t->source = QStringLiteral("kernel_details.csv");
    const int step = t->addColumn(QStringLiteral("Step Id"), ColumnType::Text);
    const int name = t->addColumn(QStringLiteral("Name"), ColumnType::Text);
    const int type = t->addColumn(QStringLiteral("Type"), ColumnType::Text);
    const int core = t->addColumn(QStringLiteral("Accelerator Core"), ColumnType::Text);
    const int shapes = t->addColumn(QStringLiteral("Input Shapes"), ColumnType::Text);
    const int start = t->addColumn(QStringLiteral("Start Time(us)"), ColumnType::TimeStamp);
    const int duration = t->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
    const int wait = t->addColumn(QStringLiteral("Wait Time(us)"), ColumnType::Duration);
    const int blocks = t->addColumn(QStringLiteral("Block Dim"), ColumnType::Integer);
    std::map<std::string, int> counters;
    for (const KernelTableRow &row : rows) {
        for (const auto &[counter, value] : row.counters) {
            if (!counters.contains(counter))
                counters[counter] = t->addColumn(QString::fromLatin1(counter), ColumnType::Real);
        }
    }
    for (const KernelTableRow &row : rows) {
        for (const auto &[column, text] :
             {std::pair(step, row.cells.step), std::pair(name, row.cells.name), std::pair(type, row.cells.type),
              std::pair(core, row.cells.core), std::pair(shapes, row.cells.shapes)}) {
            if (*text)
                t->appendText(column, text);
            else
                t->appendMissing(column);
        }
        t->appendInteger(start, row.cells.start);
        t->appendInteger(duration, row.cells.duration);
        for (const auto &[column, value] : {std::pair(wait, row.cells.wait), std::pair(blocks, row.cells.blocks)}) {
            if (value)
                t->appendInteger(column, *value);
            else
                t->appendMissing(column);
        }
        for (const auto &[counter, value] : row.counters)
            t->appendReal(counters[counter], value);
        t->finishRow();
    }
    return t;
}

/// l2_cache.csv; rows of stream, task, hit rate, victim rate and name, empty cells are missing.
inline std::shared_ptr<Table> l2Table(const QList<QStringList> &rows)
{
    auto t = std::make_shared<Table>();
    t->source = QStringLiteral("l2_cache.csv");
    t->addColumn(QStringLiteral("Stream Id"), ColumnType::Integer);
    t->addColumn(QStringLiteral("Task Id"), ColumnType::Integer);
    t->addColumn(QStringLiteral("Hit Rate"), ColumnType::Real);
    t->addColumn(QStringLiteral("Victim Rate"), ColumnType::Real);
    t->addColumn(QStringLiteral("Op Name"), ColumnType::Text);
    for (const QStringList &row : rows) {
        t->appendInteger(0, row[0].toLongLong());
        t->appendInteger(1, row[1].toLongLong());
        for (const int c : {2, 3}) {
            if (row[c].isEmpty())
                t->appendMissing(c);
            else
                t->appendReal(c, row[c].toDouble());
        }
        t->appendText(4, row[4].toStdString());
        t->finishRow();
    }
    return t;
}

} // namespace rs::test
