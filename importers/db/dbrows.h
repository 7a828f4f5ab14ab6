// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/largepages.h"
#include "core/trace/tracechunk.h"
#include "importers/db/dbscan.h"

#include <QString>

#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rs {

/// The tables whose rows become slices. Their numbers stand in the trace, and so in caches: new ones come last.
enum class DbSliceTable : quint8 {
    None,
    Task,
    CannApi,
    PytorchApi,
    CommunicationOp,
    CommunicationTask,
    MstxEvents,
    FtraceSlice, ///< kernel trace
};
[[nodiscard]] const char *dbSliceTableName(DbSliceTable table);

/// Address of the row of a slice, used like the byte of a text file.
[[nodiscard]] constexpr quint64 dbRowAddress(DbSliceTable table, qint64 rowId)
{
    constexpr qint64 most = qint64{1} << 48;
    return table == DbSliceTable::None || rowId <= 0 || rowId >= most
               ? 0
               : (quint64{static_cast<quint8>(table)} << 48) | static_cast<quint64>(rowId);
}

/// Sizes and rates are kept in bytes; the text export has them in these units.
inline constexpr double DbMegabyte = 1024.0 * 1024.0;
inline constexpr double DbKilobyte = 1024.0;

/// One file as all parts of the import read it.
struct DbSource
{
    QString path;
    QString reportName;
    const JobContext &job;
    ImportReport &report;
    const DbNames &names;
    quint8 file = 0;    ///< number in the trace
    qint64 hostPid = 0; ///< profiled process
    qint64 device = -1; ///< the device whose rows are read; -1: all of them

    [[nodiscard]] bool isOther(qint64 of) const { return device >= 0 && of >= 0 && of != device; }
};

/// Part of the trace that one part of the import adds.
class DbChunk
{
public:
    explicit DbChunk(const DbSource &source) : m_words(source.names, chunk.strings), m_source(source) {}

    TraceChunk chunk;

    [[nodiscard]] StrId word(std::optional<qint64> id) { return m_words.of(id); }
    [[nodiscard]] StrId name(std::optional<qint64> id) { return m_words.nameOf(id); }
    [[nodiscard]] StrId text(std::string_view text) { return chunk.strings.intern(text); }
    /// Room for that many more, as expectMore() makes it.
    void expect(size_t slices, size_t details);
    void process(const std::string &pid, std::string_view name, std::string_view label, qint64 sortIndex);
    /// Index of a lane that has a name; its process should have one, too.
    quint32 thread(const std::string &pid, const std::string &tid, std::string_view name, qint64 sortIndex);
    /// Null where the row cannot be a slice.
    TraceChunk::Slice *slice(DbScan &row, int startColumn, int endColumn, DbSliceTable table);
    TraceChunk::Slice *slice(qint64 start, qint64 end, quint64 address);
    void setDetail(TraceChunk::Slice &slice, const TaskDetail &detail);
    void sample(const std::string &pid, std::string_view name, std::string_view series, qint64 ts, double value);

private:
    DbWords m_words;
    const DbSource &m_source;
};

/// pid of a lane as CANN makes it: of the host process, of the place of the process among others and the device.
[[nodiscard]] std::string cannPid(qint64 hostPid, qint64 sortIndex, qint64 device);
/// For lanes of the host.
inline constexpr qint64 HostDevice = 31;
[[nodiscard]] std::string npuLabel(qint64 device);

/// "256;\r\n32,64" is a list of shapes, "float;\r\nScalar" is one of types: writers are known that put the one into
/// the column of the other.
[[nodiscard]] bool isListOfShapes(std::string_view text);

/// A slice that has a connection, until all parts are read.
struct DbLink
{
    qint64 connection = -1;
    qint64 ts = 0;
    quint32 lane = 0;
    quint8 rank = 0; ///< a lower one is preferred among several of one connection
};
/// Addresses for elements that are to come, so that they need not move as they grow in number. Where the system gives
/// none, they move.
template <typename Column>
void expectMore(Column &column, size_t count)
{
    try {
        column.reserve(column.size() + count);
        preferLargePages(column.data() + column.size(), (column.capacity() - column.size()) * sizeof column[0]);
    } catch (const std::bad_alloc &) {
        return;
    }
}
/// Bytes of links, without unused capacity.
[[nodiscard]] inline qint64 bytesOf(const std::vector<DbLink> &links)
{
    return static_cast<qint64>(links.size() * sizeof(DbLink));
}

} // namespace rs
