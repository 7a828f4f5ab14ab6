// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbevents.h"

#include "core/base/timens.h"
#include "importers/db/dbrows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

namespace {

using DbCell = SafeDatabase::Rows::Cell;

constexpr qint64 mostFrames = 2000; // of a call chain, which may be a circle in a broken file
constexpr size_t mostKnownNames = 100'000;

std::string quotedJson(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

struct DbEvents::Arg
{
    enum class Kind : quint8 { Number, Name, Enum, Thread, YesNo, Stack };
    const char *key;
    const char *column;
    Kind kind = Kind::Number;
    const char *enumTable = nullptr;
};

struct DbEvents::Shape
{
    DbSliceTable table;
    const char *name; ///< column with the name of the event
    std::span<const Arg> args;
};

const DbEvents::Shape *DbEvents::shapeOf(quint64 address)
{
    using Kind = Arg::Kind;
    static constexpr Arg task[] = {{"Model Id", "modelId"},          {"Task Type", "taskType", Kind::Name},
                                   {"Physic Stream Id", "streamId"}, {"Task Id", "taskId"},
                                   {"Subtask Id", "contextId"},      {"connection_id", "connectionId"}};
    static constexpr Arg call[] = {{"Thread Id", "globalTid", Kind::Thread},
                                   {"level", "type", Kind::Enum, "ENUM_API_TYPE"},
                                   {"id", "name", Kind::Name},
                                   {"connection_id", "connectionId"}};
    static constexpr Arg framework[] = {{"Sequence number", "sequenceNumber"},
                                        {"Fwd thread id", "fwdThreadId"},
                                        {"Input Dims", "inputShapes", Kind::Name},
                                        {"Input type", "inputDtypes", Kind::Name},
                                        {"Call stack", "callchainId", Kind::Stack}};
    static constexpr Arg operation[] = {{"connection_id", "connectionId"},
                                        {"data_type", "dataType", Kind::Enum, "ENUM_HCCL_DATA_TYPE"},
                                        {"alg_type", "algType", Kind::Name},
                                        {"count", "count"},
                                        {"relay", "relay", Kind::YesNo},
                                        {"retry", "retry", Kind::YesNo},
                                        {"rank_size", "rankSize"}};
    static constexpr Arg part[] = {{"notify_id", "notifyId"},
                                   {"task type", "taskType", Kind::Name},
                                   {"src rank", "srcRank"},
                                   {"dst rank", "dstRank"},
                                   {"transport type", "transportType", Kind::Enum, "ENUM_HCCL_TRANSPORT_TYPE"},
                                   {"size(Byte)", "size"},
                                   {"data type", "dataType", Kind::Enum, "ENUM_HCCL_DATA_TYPE"},
                                   {"link type", "linkType", Kind::Enum, "ENUM_HCCL_LINK_TYPE"},
                                   {"rdma type", "rdmaType", Kind::Enum, "ENUM_HCCL_RDMA_TYPE"},
                                   {"bandwidth(B/s)", "bandwidth"}};
    static constexpr Arg mark[] = {{"event_type", "eventType", Kind::Enum, "ENUM_MSTX_EVENT_TYPE"},
                                   {"domain", "domainId", Kind::Name},
                                   {"category", "category"},
                                   {"range_id", "rangeId"},
                                   {"connection_id", "connectionId"}};
    static constexpr Shape shapes[] = {{DbSliceTable::Task, "taskType", task},
                                       {DbSliceTable::CannApi, "name", call},
                                       {DbSliceTable::PytorchApi, "name", framework},
                                       {DbSliceTable::CommunicationOp, "opName", operation},
                                       {DbSliceTable::CommunicationTask, "taskType", part},
                                       {DbSliceTable::MstxEvents, "message", mark}};
    const auto *const at =
        std::ranges::find_if(shapes, [&](const Shape &s) { return static_cast<quint64>(s.table) == address >> 48; });
    return at == std::end(shapes) ? nullptr : at;
}

Place placeOfSlice(const SourceFile &source, quint64 offset)
{
    constexpr int tableAt = 48;
    constexpr quint64 rowMask = (quint64{1} << tableAt) - 1;
    if (!isDatabaseSource(source))
        return Place::byte(static_cast<qint64>(offset));
    const auto table = static_cast<DbSliceTable>(offset >> tableAt);
    return offset == 0 ? Place()
                       : Place::name(QLatin1String(dbSliceTableName(table)))
                             .with(Place::Kind::Row, QString::number(offset & rowMask));
}

DbEvents::DbEvents(const QString &path, const JobContext &job)
    : m_job(job), m_database(path, m_job), m_tables(m_database.tables())
{
}

QStringList DbEvents::columnsOf(const QString &table)
{
    const auto [at, isNew] = m_columns.try_emplace(table);
    if (isNew && m_tables.names.contains(table))
        at->second = m_database.columns(table).names;
    return at->second;
}

std::string DbEvents::nameOf(qint64 id)
{
    const QString table = QStringLiteral("STRING_IDS");
    const auto known = m_names.find(id);
    if (known != m_names.end())
        return known->second;
    if (m_names.size() >= mostKnownNames)
        m_names.clear();
    std::string out;
    const QStringList columns = {QStringLiteral("id"), QStringLiteral("value")};
    if (columnsOf(table).contains(columns[0]) && columnsOf(table).contains(columns[1])) {
        auto rows = m_database.rowsWith(table, columns, columns[0], id, 1);
        if (rows.next())
            out = std::string(rows.bytes(1));
    }
    m_names.emplace(id, out);
    return out;
}

std::string DbEvents::ofEnum(const char *table, qint64 id)
{
    const auto [names, isNew] = m_enums.try_emplace(table);
    const QString name = QLatin1String(table);
    const QStringList columns = {QStringLiteral("id"), QStringLiteral("name")};
    if (isNew && columnsOf(name).contains(columns[0]) && columnsOf(name).contains(columns[1])) {
        auto rows = m_database.rows(name, columns, 1000);
        while (rows.next())
            names->second.try_emplace(rows.integer(0), rows.bytes(1));
    }
    const auto at = names->second.find(id);
    return at == names->second.end() ? std::to_string(id) : at->second;
}

std::string DbEvents::callStack(qint64 id)
{
    const QString table = QStringLiteral("PYTORCH_CALLCHAINS");
    const QStringList columns = {QStringLiteral("stack"), QStringLiteral("stackDepth")};
    if (!columnsOf(table).contains(columns[0]) || !columnsOf(table).contains(columns[1]) ||
        !columnsOf(table).contains(QStringLiteral("id")))
        return {};
    std::vector<std::pair<qint64, qint64>> frames; // depth and text
    {
        auto rows = m_database.rowsWith(table, columns, QStringLiteral("id"), id, mostFrames);
        while (rows.next())
            frames.emplace_back(rows.integer(1), rows.integer(0));
    }
    std::ranges::stable_sort(frames, [](const auto &a, const auto &b) { return a.first < b.first; });
    std::string out;
    for (const auto &[depth, text] : frames)
        out += (out.empty() ? "" : ";\r\n") + nameOf(text);
    return out;
}

QByteArray DbEvents::textOfFtrace(qint64 rowId)
{
    const QString table = QLatin1String(dbSliceTableName(DbSliceTable::FtraceSlice));
    const QStringList columns = {QStringLiteral("name"), QStringLiteral("args")};
    if (!columnsOf(table).contains(columns[0]) || !columnsOf(table).contains(columns[1]))
        return {};
    auto row = m_database.rowsWith(table, columns, QStringLiteral("rowid"), rowId, 1);
    if (!row.next())
        return {};
    constexpr size_t mostBytes = 64 * 1024;
    const std::string_view args = row.bytes(1);
    const bool isObject = args.size() <= mostBytes && args.starts_with('{') && nlohmann::json::accept(args);
    std::string out = "{\"name\":";
    out += quotedJson(row.bytes(0));
    out += ",\"args\":";
    out += isObject ? args : std::string_view("{}");
    out += '}';
    return QByteArray::fromStdString(out);
}

QByteArray DbEvents::textOf(const SourceRange &range)
{
    const auto rowId = static_cast<qint64>(range.offset & ((quint64{1} << 48) - 1));
    if (range.offset >> 48 == static_cast<quint64>(DbSliceTable::FtraceSlice))
        return textOfFtrace(rowId);
    const Shape *const shape = shapeOf(range.offset);
    if (!shape)
        return {};
    const QString table = QLatin1String(dbSliceTableName(shape->table));
    const QStringList known = columnsOf(table);
    QStringList columns;
    std::vector<const Arg *> args;
    for (const Arg &arg : shape->args) {
        if (known.contains(QLatin1String(arg.column))) {
            columns << QLatin1String(arg.column);
            args.push_back(&arg);
        }
    }
    const bool hasName = known.contains(QLatin1String(shape->name));
    if (hasName)
        columns << QLatin1String(shape->name);
    struct Value
    {
        DbCell type = DbCell::Missing;
        qint64 number = 0;
        double real = 0;
        std::string text;
    };
    std::vector<Value> values;
    {
        auto row = m_database.rowsWith(table, columns, QStringLiteral("rowid"), rowId, 1);
        if (!row.next())
            return {};
        for (int i = 0; i < columns.size(); ++i)
            values.push_back({row.type(i), row.integer(i), row.real(i), std::string(row.bytes(i))});
    }
    const auto isShapes = [this](const Value &value) {
        return value.type == DbCell::Integer && isListOfShapes(nameOf(value.number));
    };
    const auto placeOf = [&args](std::string_view column) {
        return static_cast<size_t>(std::ranges::find(args, column, &Arg::column) - args.begin());
    };
    const size_t shapes = placeOf("inputShapes");
    const size_t types = placeOf("inputDtypes");
    if (shapes < args.size() && types < args.size() && !isShapes(values[shapes]) && isShapes(values[types]))
        std::swap(values[shapes], values[types]);
    std::string out = "{\"name\":";
    out += quotedJson(hasName ? nameOf(values.back().number) : std::string());
    out += ",\"args\":{";
    bool any = false;
    for (size_t i = 0; i < args.size(); ++i) {
        const Arg &arg = *args[i];
        const Value &value = values[i];
        if (value.type == DbCell::Missing)
            continue;
        out += any ? "," : "";
        any = true;
        out += quotedJson(arg.key);
        out += ':';
        if (value.type == DbCell::Text || value.type == DbCell::Blob) {
            out += quotedJson(std::string_view(value.text).substr(0, 4096));
            continue;
        }
        switch (arg.kind) {
        case Arg::Kind::Name:
            out += quotedJson(nameOf(value.number));
            break;
        case Arg::Kind::Enum:
            out += quotedJson(ofEnum(arg.enumTable, value.number));
            break;
        case Arg::Kind::Thread:
            out += std::to_string(value.number & 0xffffffff);
            break;
        case Arg::Kind::YesNo:
            out += quotedJson(value.number == 0 ? "no" : "yes");
            break;
        case Arg::Kind::Stack:
            out += quotedJson(callStack(value.number));
            break;
        case Arg::Kind::Number:
            out += value.type == DbCell::Real ? shortestDouble(value.real) : std::to_string(value.number);
            break;
        }
    }
    out += "}}";
    return QByteArray::fromStdString(out);
}

} // namespace rs
