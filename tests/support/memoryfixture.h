// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/table.h"

#include <QString>

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace rs::test {

/// A row of memory_record.csv.
struct MemorySample
{
    const char *component;
    qint64 ns;
    std::optional<double> allocated;
    std::optional<double> reserved;
    std::optional<double> active = {};
    const char *stream = "";
};

/// A row of operator_memory.csv.
struct MemoryBlockRow
{
    const char *name;
    std::optional<double> kb;
    std::optional<qint64> from; ///< ns
    std::optional<qint64> to;   ///< ns
    const char *stream = "";
};

inline void putCell(Table &t, int column, const std::optional<double> &value)
{
    if (value)
        t.appendReal(column, *value);
    else
        t.appendMissing(column);
}

inline void putCell(Table &t, int column, const std::optional<qint64> &value)
{
    if (value)
        t.appendInteger(column, *value);
    else
        t.appendMissing(column);
}

inline void putCell(Table &t, int column, const char *text)
{
    if (*text)
        t.appendText(column, text);
    else
        t.appendMissing(column);
}

/// npu_module_mem.csv: component, ns, KB.
inline std::shared_ptr<Table> moduleRecords(const std::vector<std::tuple<QString, qint64, double>> &samples)
{
    auto t = std::make_shared<Table>();
    t->addColumn(QStringLiteral("Component"), ColumnType::Text);
    t->addColumn(QStringLiteral("Timestamp(us)"), ColumnType::TimeStamp);
    t->addColumn(QStringLiteral("Total Reserved(KB)"), ColumnType::Real);
    t->addColumn(QStringLiteral("Device"), ColumnType::Text);
    for (const auto &[component, ns, kb] : samples) {
        t->appendText(0, component.toStdString());
        t->appendInteger(1, ns);
        t->appendReal(2, kb);
        t->appendText(3, "NPU:0");
        t->finishRow();
    }
    return t;
}

/// static_op_mem.csv: operator, model, graph, first and last node, KB; the model as the file has it, "0" for none.
inline std::shared_ptr<Table>
graphBlocks(const std::vector<std::tuple<QString, QString, qint64, qint64, qint64, double>> &blocks)
{
    auto t = std::make_shared<Table>();
    t->addColumn(QStringLiteral("Op Name"), ColumnType::Text);
    t->addColumn(QStringLiteral("Model Name"), ColumnType::Text);
    for (const char *name : {"Graph ID", "Node Index Start", "Node Index End"})
        t->addColumn(QString::fromLatin1(name), ColumnType::Integer);
    t->addColumn(QStringLiteral("Size(KB)"), ColumnType::Real);
    for (const auto &[name, model, graph, first, last, kb] : blocks) {
        t->appendText(0, name.toStdString());
        t->appendText(1, model.toStdString());
        t->appendInteger(2, graph);
        t->appendInteger(3, first);
        t->appendInteger(4, last);
        t->appendReal(5, kb);
        t->finishRow();
    }
    return t;
}

/// memory_record.csv of torch, of device NPU:0.
inline std::shared_ptr<Table> memoryRecords(const std::vector<MemorySample> &samples)
{
    auto t = std::make_shared<Table>();
    t->addColumn(QStringLiteral("Component"), ColumnType::Text);
    t->addColumn(QStringLiteral("Timestamp(us)"), ColumnType::TimeStamp);
    for (const char *name : {"Total Allocated(MB)", "Total Reserved(MB)", "Total Active(MB)"})
        t->addColumn(QString::fromLatin1(name), ColumnType::Real);
    t->addColumn(QStringLiteral("Stream Ptr"), ColumnType::Text);
    t->addColumn(QStringLiteral("Device Type"), ColumnType::Text);
    for (const MemorySample &s : samples) {
        putCell(*t, 0, s.component);
        t->appendInteger(1, s.ns);
        putCell(*t, 2, s.allocated);
        putCell(*t, 3, s.reserved);
        putCell(*t, 4, s.active);
        putCell(*t, 5, s.stream);
        t->appendText(6, "NPU:0");
        t->finishRow();
    }
    return t;
}

/// operator_memory.csv, of the columns that say who held what when.
inline std::shared_ptr<Table> memoryBlocks(const std::vector<MemoryBlockRow> &blocks)
{
    auto t = std::make_shared<Table>();
    t->addColumn(QStringLiteral("Name"), ColumnType::Text);
    t->addColumn(QStringLiteral("Size(KB)"), ColumnType::Real);
    t->addColumn(QStringLiteral("Allocation Time(us)"), ColumnType::TimeStamp);
    t->addColumn(QStringLiteral("Release Time(us)"), ColumnType::TimeStamp);
    const bool streams = std::any_of(blocks.begin(), blocks.end(), [](const auto &b) { return *b.stream; });
    if (streams)
        t->addColumn(QStringLiteral("Stream Ptr"), ColumnType::Text);
    for (const MemoryBlockRow &b : blocks) {
        putCell(*t, 0, b.name);
        putCell(*t, 1, b.kb);
        putCell(*t, 2, b.from);
        putCell(*t, 3, b.to);
        if (streams)
            putCell(*t, 4, b.stream);
        t->finishRow();
    }
    return t;
}

} // namespace rs::test
