// SPDX-License-Identifier: Apache-2.0
#include "importers/run/partofrank.h"

#include "importers/files/fasttext.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace rs {

namespace {

/// "Device_id", or where there is none "Device Type" and "Device" of memory; -1 without any.
int deviceColumnOf(const Table &table)
{
    int byName = -1;
    for (int c = 0; c < table.columnCount(); ++c) {
        QString name = table.at(c).name.toLower();
        name.remove(u'_');
        name.remove(u' ');
        if (name == QLatin1String("deviceid"))
            return c;
        if (name == QLatin1String("device") || name == QLatin1String("devicetype"))
            byName = c;
    }
    return byName;
}

/// 1 of "NPU:1"; nothing of "host", which is no device.
std::optional<int> deviceOf(std::string_view text)
{
    if (const size_t colon = text.rfind(':'); colon != std::string_view::npos)
        text.remove_prefix(colon + 1);
    const auto device = parseNumber<int>(text);
    return device.value_or(-1) >= 0 ? device : std::nullopt;
}

} // namespace

std::shared_ptr<const Table> rowsOfDevice(std::shared_ptr<const Table> table, int device, const JobContext &job,
                                          CsvPlaces *places)
{
    const int column = table ? deviceColumnOf(*table) : -1;
    if (column < 0 || device < 0)
        return table;
    const bool isText = table->at(column).type == ColumnType::Text;
    std::vector<int> rows;
    for (int row = 0; row < table->rows(); ++row) {
        const std::optional<int> own = !table->has(row, column) ? std::nullopt
                                       : isText                 ? deviceOf(table->textView(row, column))
                                                : std::optional(static_cast<int>(table->real(row, column)));
        if (own.value_or(device) == device)
            rows.push_back(row);
    }
    if (std::ssize(rows) == table->rows())
        return table;
    auto out = withRows(*table, rows);
    MemoryReservation memory(job.sharedBudget());
    memory.hold(out->bytes());
    out->hold(std::move(memory));
    if (places)
        *places = places->withRows(rows);
    return out;
}

void keepStepsOfDevice(std::vector<StepTraceRow> &steps, int device)
{
    std::erase_if(steps,
                  [device](const StepTraceRow &r) { return device >= 0 && r.device >= 0 && r.device != device; });
}

void noteSharedDevices(RankData &rank, bool areOperatorsParted, const Trace *trace, const RankFiles &files)
{
    if (rank.info.part) {
        if ((!areOperatorsParted && !rank.commOps.empty()) || !rank.links.empty())
            rank.report.add(Severity::Notice, files.nameOfSource("communication"), "rank.communication-of-devices",
                            RS_MESSAGE("Communication files do not say which device of their folder they describe: "
                                       "their content is listed for each of these devices."));
        return;
    }
    if (!trace)
        return;
    std::set<quint32> withLanes;
    for (const Lane &lane : trace->lanes())
        withLanes.insert(raw(lane.process));
    std::vector<NamedProcess> processes;
    for (const quint32 p : withLanes) {
        const Process &process = trace->process(ProcessId{p});
        processes.push_back({trace->strings().text(process.pid), trace->strings().text(process.name),
                             trace->strings().text(process.label), process.sortIndex});
    }
    if (const auto parts = devicePartsOf(processes); parts.size() > 1)
        rank.report.add(Severity::Notice, files.nameOfSource("trace"), "rank.several-devices",
                        RS_MESSAGE("The trace has %1 devices, which the beginning of the files does not show: they "
                                   "are shown as one rank, with the times of all of them together."),
                        {}, QString::number(parts.size()));
}

} // namespace rs
