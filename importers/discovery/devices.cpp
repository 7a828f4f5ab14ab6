// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/devices.h"

#include "core/run/tracecodec.h"
#include "core/table/databasekinds.h"
#include "importers/db/dbidentity.h"
#include "importers/db/safedatabase.h"
#include "importers/files/bytesource.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace rs {

namespace {

/// The part of a file that is looked through before its ranks are known; the rest shows when the rank is read.
constexpr qint64 MostBytes = qint64{1} << 30;
constexpr qint64 MostInflatedBytes = qint64{256} << 20;
constexpr int MostDevice = 1023;

/// Hands out a file, inflated, piece by piece; each begins with the last `overlap` bytes of the one before.
void eachPiece(const QString &path, qint64 overlap, const JobContext &job,
               const std::function<bool(std::string_view piece, bool isLast)> &use)
{
    OpenFailure failure;
    const auto file = FileSource::open(path, failure);
    if (!file)
        return;
    constexpr qint64 largePiece = qint64{1} << 20;
    const bool isGzip = file->isGzip();
    const auto pieceBytes = static_cast<size_t>(isGzip ? largePiece : std::clamp<qint64>(file->size(), 1, largePiece));
    std::optional<GzipStream> inflated;
    if (isGzip)
        inflated.emplace(*file);
    std::string buffer;
    const qint64 most = isGzip ? MostInflatedBytes : MostBytes;
    for (qint64 at = 0; at < most && !job.isCanceled();) {
        const size_t kept = std::min(buffer.size(), static_cast<size_t>(overlap));
        buffer.erase(0, buffer.size() - kept);
        buffer.resize(kept + pieceBytes);
        qint64 got = 0;
        bool isLast = false;
        if (inflated)
            isLast =
                inflated->read(buffer.data() + kept, static_cast<qint64>(pieceBytes), got) != GzipStream::Status::More;
        else
            got = file->read(at, buffer.data() + kept, static_cast<qint64>(pieceBytes));
        got = std::max<qint64>(0, got);
        buffer.resize(kept + static_cast<size_t>(got));
        at += got;
        isLast = isLast || got < static_cast<qint64>(pieceBytes) || at >= most;
        if (!use(buffer, isLast) || isLast)
            return;
    }
}

/// The JSON object around a place of a text; empty where it does not end there.
std::string_view objectAround(std::string_view text, size_t place)
{
    int depth = 0;
    size_t begin = place;
    for (; begin > 0; --begin) {
        const char c = text[begin - 1];
        if (c == '{' && depth-- == 0)
            break;
        depth += c == '}' ? 1 : 0;
    }
    if (begin == 0)
        return {};
    depth = 1;
    bool isString = false;
    for (size_t end = begin; end < text.size(); ++end) {
        const char c = text[end];
        if (isString && c == '\\')
            ++end;
        else if (c == '"')
            isString = !isString;
        else if (!isString && (c == '{' || c == '}'))
            depth += c == '{' ? 1 : -1;
        if (depth == 0)
            return text.substr(begin - 1, end - begin + 2);
    }
    return {};
}

void takeMetadata(std::string_view object, std::map<QString, NamedProcess> &processes)
{
    const auto event = nlohmann::json::parse(object, nullptr, false);
    if (!event.is_object() || event.value("ph", nlohmann::json()) != "M" || !event.contains("pid") ||
        !event.contains("args") || !event["args"].is_object())
        return;
    const auto &pid = event["pid"];
    const auto &args = event["args"];
    const QString key = QString::fromStdString(pid.is_string() ? pid.get<std::string>() : pid.dump());
    NamedProcess &process = processes[key];
    process.pid = key;
    const auto textOf = [&args](const char *name) {
        const auto at = args.find(name);
        return at != args.end() && at->is_string() ? QString::fromStdString(at->get<std::string>()) : QString();
    };
    const auto name = event.value("name", nlohmann::json());
    if (name == "process_name")
        process.name = textOf("name");
    else if (name == "process_labels")
        process.label = textOf("labels");
    else if (const auto sort = args.find("sort_index"); sort != args.end() && sort->is_number_integer())
        process.sortIndex = sort->get<qint64>();
}

std::vector<DevicePart> devicesOfTrace(const QString &path, const JobContext &job)
{
    // An event of metadata is far shorter.
    constexpr size_t eventBytes = size_t{8} << 10;
    constexpr std::string_view mark = "\"process_";
    std::map<QString, NamedProcess> processes;
    eachPiece(path, 2 * eventBytes, job, [&](std::string_view piece, bool isLast) {
        // Events so near to the end that they may be cut come again.
        const size_t end = isLast ? piece.size() : piece.size() - std::min(piece.size(), eventBytes);
        for (size_t at = piece.find(mark); at < end; at = piece.find(mark, at + 1)) {
            const size_t from = at > eventBytes ? at - eventBytes : 0;
            if (const auto object = objectAround(piece.substr(from, 2 * eventBytes), at - from); !object.empty())
                takeMetadata(object, processes);
        }
        return true;
    });
    std::vector<NamedProcess> all;
    for (auto &[pid, process] : processes)
        all.push_back(std::move(process));
    return devicePartsOf(all);
}

/// Values of the column that names the device, which is one of the first two; nothing where there is none.
std::optional<std::set<int>> devicesOfTable(const QString &path, const JobContext &job)
{
    // Longer lines are none of a table of the profiler.
    constexpr qint64 lineBytes = qint64{1} << 20;
    std::set<int> devices;
    std::optional<size_t> column;
    bool isHeader = true;
    size_t begun = 0; // where in the next piece its first new line begins
    eachPiece(path, lineBytes, job, [&](std::string_view piece, bool isLast) {
        size_t line = begun;
        while (line < piece.size()) {
            const size_t end = std::min(piece.find('\n', line), piece.size());
            if (end == piece.size() && !isLast)
                break;
            std::string_view rest = piece.substr(line, end - line);
            if (isHeader && rest.starts_with("\xef\xbb\xbf"))
                rest.remove_prefix(3);
            for (size_t c = 0; c < 2 && !rest.empty() && (isHeader || c <= *column); ++c) {
                const std::string_view cell = rest.substr(0, rest.find(','));
                int device = -1;
                if (isHeader && (cell == "Device_id" || cell == "Device ID" || cell == "Device Id"))
                    column = c;
                else if (!isHeader && c == *column &&
                         std::from_chars(cell.data(), cell.data() + cell.size(), device).ec == std::errc() &&
                         device >= 0 && device <= MostDevice)
                    devices.insert(device);
                rest.remove_prefix(std::min(rest.size(), cell.size() + 1));
            }
            isHeader = false;
            if (!column)
                return false;
            line = end + 1;
        }
        const size_t kept = std::min(piece.size(), static_cast<size_t>(lineBytes));
        begun = line >= piece.size() - kept ? line - (piece.size() - kept) : 0;
        return true;
    });
    return column ? std::optional(devices) : std::nullopt;
}

std::set<int> devicesOfColumn(SafeDatabase &db, const QString &table, const QString &column)
{
    std::set<int> out;
    constexpr qint64 mostRows = 100'000;
    if (!db.columns(table).names.contains(column))
        return out;
    auto rows = db.rows(table, {column}, mostRows);
    while (rows.next()) {
        qint64 device = -1;
        if (rows.take(0, device) == SafeDatabase::Rows::Cell::Integer && device >= 0 && device <= MostDevice)
            out.insert(static_cast<int>(device));
    }
    return out;
}

/// Devices of tasks here and there in the table, since a database may name one device and hold several: looking at all
/// of its rows would take long.
std::set<int> devicesOfSomeTasks(SafeDatabase &db, const QString &table, const QString &column)
{
    std::set<int> out;
    constexpr qint64 places = 16;
    const qint64 last = db.lastRowId(table);
    for (qint64 i = 0; last > 0 && i < places; ++i) {
        const qint64 row = 1 + (last - 1) / (places - 1) * i + (last - 1) % (places - 1) * i / (places - 1);
        auto rows = db.rowsWith(table, {column}, QStringLiteral("rowid"), row, 1);
        qint64 device = -1;
        if (rows.next() && rows.take(0, device) == SafeDatabase::Rows::Cell::Integer && device >= 0 &&
            device <= MostDevice)
            out.insert(static_cast<int>(device));
    }
    return out;
}

/// Devices of the database that did anything.
std::set<int> devicesOfDatabase(const QString &path, const JobContext &job)
{
    SafeDatabase::Limits limits;
    limits.milliseconds = 5000;
    SafeDatabase db(path, job, limits);
    if (isAnalysisDatabase(path))
        return devicesOfColumn(db, QStringLiteral("StepTraceTime"), QStringLiteral("deviceId"));
    const QString tasks = QStringLiteral("TASK");
    const QString device = QStringLiteral("deviceId");
    std::set<int> named = devicesOfColumn(db, QStringLiteral("RANK_DEVICE_MAP"), device);
    named.merge(devicesOfColumn(db, QStringLiteral("NPU_INFO"), QStringLiteral("id")));
    if (!db.columns(tasks).names.contains(device))
        return {};
    if (named.size() < 2)
        named.merge(devicesOfSomeTasks(db, tasks, device));
    if (named.size() < 2)
        return {};
    std::erase_if(named, [&](int d) { return !db.rowsWith(tasks, {device}, device, d, 1).next(); });
    return named;
}

struct FoundDevices
{
    std::vector<DevicePart> parts;
    std::map<int, int> ranks; ///< that a file states, by device

    void add(const DevicePart &part)
    {
        const auto same = std::ranges::find_if(parts, [&part](const DevicePart &p) {
            return p.isSame(part) || (part.prefix.isEmpty() && part.hostPid < 0 && p.device == part.device);
        });
        if (same == parts.end())
            parts.push_back(part);
    }
};

/// Empty, or of one, where a rank is one device.
FoundDevices devicesOf(const RankInfo &info, const JobContext &job)
{
    const auto used = [&info](const char *kind) {
        std::vector<QString> out;
        for (const FileEntry &f : info.files) {
            if (f.used && f.kind == QLatin1String(kind))
                out.push_back(f.path);
        }
        return out;
    };
    FoundDevices out;
    const auto steps = used("step_trace_time");
    const auto ofSteps = steps.empty() ? std::nullopt : devicesOfTable(steps.front(), job);
    std::set<int> numbers = ofSteps.value_or(std::set<int>());
    const auto kernels = used("kernel_details");
    if (!ofSteps) {
        for (const auto &tables : {kernels, used("op_summary")}) {
            for (const QString &path : tables)
                numbers.merge(devicesOfTable(path, job).value_or(std::set<int>()));
        }
    }
    const auto traces = used("trace");
    const auto databases = used("db");
    for (const QString &path : databases) {
        if (traces.empty() || steps.empty())
            numbers.merge(devicesOfDatabase(path, job));
        ImportReport ignored;
        if (!isAnalysisDatabase(path)) {
            for (const DbIdentity &row : readDbIdentities(path, job, ignored))
                out.ranks.try_emplace(row.device, row.rank);
        }
    }
    // A framework writes its tables beside a trace of one process, and they say how many devices that has.
    if (steps.empty() && kernels.empty()) {
        for (const QString &path : traces) {
            for (const DevicePart &part : devicesOfTrace(path, job))
                out.add(part);
        }
    }
    // One device may have another number in each of two files; two have not.
    if (out.parts.size() > 1 || numbers.size() > 1) {
        for (const int device : numbers)
            out.add({{}, -1, device});
    }
    std::sort(out.parts.begin(), out.parts.end());
    return out;
}

/// "[rank 3] 4711": somebody merged traces and said whose they are.
int rankOfPrefix(const QString &prefix)
{
    static const QRegularExpression form(QStringLiteral("rank[ _:=-]*([0-9]{1,6})(?![0-9])"),
                                         QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(prefix);
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

} // namespace

void splitDevices(Run &run, const JobContext &job)
{
    std::vector<RankInfo> infos;
    std::set<int> taken;
    for (const RankInfo &info : run.infos) {
        if (info.rank >= 0)
            taken.insert(info.rank);
    }
    for (RankInfo &info : run.infos) {
        const FoundDevices found = info.part || packOf(info) ? FoundDevices() : devicesOf(info, job);
        if (found.parts.size() < 2) {
            infos.push_back(std::move(info));
            continue;
        }
        taken.erase(info.rank);
        for (size_t i = 0; i < found.parts.size(); ++i) {
            const DevicePart &part = found.parts[i];
            RankInfo own = info;
            own.part = part;
            own.device = part.device;
            const auto stated = found.ranks.find(part.device);
            const int rank = rankOfPrefix(part.prefix);
            own.rank = rank >= 0                                                          ? rank
                       : part.device >= 0 && stated != found.ranks.end()                  ? stated->second
                       : info.rank >= 0 && part.device >= 0 && info.device == part.device ? info.rank
                                                                                          : -1;
            // Two of one number would be one rank twice.
            if (own.rank >= 0 && !taken.insert(own.rank).second)
                own.rank = -1;
            const int number = part.device >= 0 ? part.device : static_cast<int>(i);
            own.label = own.rank >= 0 ? QString::number(own.rank) : QStringLiteral("device %1").arg(number);
            const auto isCalledSo = [&own](const RankInfo &other) { return other.label == own.label; };
            for (const QString &more : {part.prefix.isEmpty() ? info.label : part.prefix.trimmed(),
                                        QString::number(part.hostPid), QString::number(i)}) {
                if (own.rank < 0 && std::ranges::any_of(infos, isCalledSo))
                    own.label += QStringLiteral(" (%1)").arg(more);
            }
            infos.push_back(std::move(own));
        }
    }
    std::ranges::stable_sort(
        infos, [](const RankInfo &a, const RankInfo &b) { return a.rank >= 0 && (b.rank < 0 || a.rank < b.rank); });
    run.infos = std::move(infos);
    run.ranks.assign(run.infos.size(), nullptr);
}

} // namespace rs
