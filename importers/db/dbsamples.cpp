// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbsamples.h"

#include "importers/db/dbknown.h"
#include "importers/files/plausiblerange.h"

#include <algorithm>
#include <string>
#include <vector>

namespace rs {

namespace {

constexpr qint64 samplesSort = 26; // behind all processes that CANN writes itself

const QLatin1String timeColumn("timestampNs");
const QLatin1String deviceColumn("deviceId");

enum class Role : quint8 {
    Value,
    Number, ///< port, core or die
    Name,   ///< a number of STRING_IDS, or a text
};

Role roleOf(const QString &column)
{
    const auto ends = [&column](const char *with) { return column.endsWith(QLatin1String(with), Qt::CaseInsensitive); };
    if (ends("Type") || ends("Name") || ends("metric") || ends("mode") || ends("event"))
        return Role::Name;
    return ends("id") ? Role::Number : Role::Value;
}

// A time of its own at both ends makes slices of rows, not samples.
bool isSamples(const QStringList &columns)
{
    return columns.contains(timeColumn) && !columns.contains(QLatin1String("endNs")) &&
           std::ranges::any_of(columns, [](const QString &c) {
               return c != timeColumn && c != deviceColumn && roleOf(c) == Role::Value;
           });
}

void readSamples(const DbSource &source, DbFile &file, const QString &table, DbChunk &rows)
{
    const bool ofDevice = file.database().columns(table).names.contains(deviceColumn);
    std::vector<QByteArray> names{QByteArray(timeColumn.data()), QByteArray(deviceColumn.data())};
    std::vector<Role> roles;
    for (const QString &column : file.database().columns(table).names) {
        // A column with such a name would be read as two spellings.
        if (column == timeColumn || column == deviceColumn || column.contains(u'|'))
            continue;
        names.push_back(column.toUtf8());
        roles.push_back(roleOf(column));
    }
    std::vector<const char *> wanted;
    for (const QByteArray &name : names)
        wanted.push_back(name.constData());
    MemoryReservation memory(source.job.sharedBudget());
    DbScan row(file, table.toUtf8().constData(), wanted);
    std::string pid;
    qint64 named = -2;
    while (row.next()) {
        const auto ts = row.stamp(0);
        if (!ts || *ts == 0) {
            row.reject("db.sample-time", RS_MESSAGE("Samples without a time are in no curve."));
            continue;
        }
        const qint64 device = ofDevice ? row.integer(1, -1) : HostDevice;
        if (device != named) {
            named = device;
            pid = table.toStdString() + ':' + std::to_string(device);
            rows.process(pid, table.toStdString(), ofDevice ? npuLabel(device) : std::string("CPU"), samplesSort);
        }
        std::string which; // "portId 3 coreType AIC"
        for (size_t i = 0; i < roles.size(); ++i) {
            const auto at = static_cast<int>(i) + 2;
            if (roles[i] == Role::Value || row.isMissing(at))
                continue;
            std::string what = row.textBytes(at);
            if (roles[i] == Role::Name) {
                const std::string_view text = source.names.text(row.integer(at));
                what = text.empty() ? what : std::string(text);
            }
            which += names[i + 2].toStdString() + ' ' + what + ' ';
        }
        for (size_t i = 0; i < roles.size(); ++i) {
            const auto at = static_cast<int>(i) + 2;
            if (roles[i] != Role::Value)
                continue;
            const std::string name = names[i + 2].toStdString();
            if (const auto value = row.difference(at, MaxOfAnything))
                rows.sample(pid, which.empty() ? name : which.substr(0, which.size() - 1) + '/' + name, name, *ts,
                            *value);
        }
        memory.hold(rows.chunk.bytes());
    }
}

} // namespace

QStringList otherSampleTables(DbFile &file)
{
    QStringList out;
    for (const QString &table : file.tables().names) {
        if (!isKnownTable(table) && isSamples(file.database().columns(table).names))
            out << table;
    }
    return out;
}

void readOtherSamples(const DbSource &source, DbChunk &rows)
{
    DbFile file(source.path, source.reportName, source.job, source.report);
    if (!file.isOpen())
        return;
    for (const QString &table : otherSampleTables(file)) {
        if (source.job.isCanceled())
            return;
        readSamples(source, file, table, rows);
    }
}

} // namespace rs
