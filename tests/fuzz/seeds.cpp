// SPDX-License-Identifier: Apache-2.0
// seeds RUN OUT: makes the first inputs of the engine's targets from a generated run, small enough that a fuzzer gets
// through many of them a second. Those of the window lie in seeds/.
#include "core/run/tracecodec.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "importers/discovery/discovery.h"
#include "importers/run/rankpacker.h"
#include "importers/run/runloader.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using namespace rs;
using Json = nlohmann::ordered_json;

std::string textOf(const QString &path)
{
    QFile file(path);
    fuzz::require(file.open(QIODevice::ReadOnly), "the generated run can be read");
    return file.readAll().toStdString();
}

void put(const QString &folder, const QString &name, const std::string &bytes)
{
    QDir().mkpath(folder);
    QFile file(folder + u'/' + name);
    fuzz::require(file.open(QIODevice::WriteOnly) &&
                      file.write(bytes.data(), static_cast<qint64>(bytes.size())) == static_cast<qint64>(bytes.size()),
                  "a seed can be written");
}

// Names of processes and threads, a few events of each lane, and the ends of flows between them.
std::string shortTrace(const std::string &text)
{
    const Json all = Json::parse(text);
    Json out = Json::array();
    std::map<std::string, int> ofLane;
    std::map<std::string, int> ofName;
    for (const Json &event : all) {
        const std::string ph = event.value("ph", "");
        const std::string lane = event.value("pid", Json()).dump() + event.value("tid", Json()).dump() + ph;
        const bool meta = ph == "M";
        const std::string name = event.value("name", "");
        if (meta ? ofName[name]++ < (name == "process_name" ? 12 : 4) : ofLane[lane]++ < 2)
            out.push_back(event);
    }
    return out.dump();
}

// The first lines of a table, the first bytes of a small document.
std::string shortText(const QString &name, const std::string &text)
{
    if (name.startsWith(QLatin1String("trace_view")))
        return shortTrace(text);
    if (!name.endsWith(QLatin1String(".csv")) || text.size() < 2048)
        return text;
    return text.substr(0, text.find('\n', 2048) + 1);
}

struct Seed
{
    QString path; // below the run
    QString name;
    std::string text;
};

std::vector<Seed> shortRun(const QString &run)
{
    std::vector<Seed> out;
    QDirIterator it(run, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString path = it.next();
        out.push_back({QDir(run).relativeFilePath(path), it.fileName(), shortText(it.fileName(), textOf(path))});
    }
    std::sort(out.begin(), out.end(), [](const Seed &a, const Seed &b) { return a.path < b.path; });
    return out;
}

std::string archive(const std::vector<Seed> &files, size_t mostBytes)
{
    std::string out;
    for (const Seed &f : files)
        out += "== " + f.path.toStdString() + '\n' + f.text.substr(0, mostBytes) + '\n';
    return out;
}

// The choice that sends a file to its reader (fuzzCsv, fuzzJson).
char choiceOf(const QString &name)
{
    static const std::vector<std::pair<QString, char>> known = {
        {QStringLiteral("kernel_details"), 1},         {QStringLiteral("op_summary"), 1},
        {QStringLiteral("step_trace_time"), 2},        {QStringLiteral("cluster_step_trace_time"), 3},
        {QStringLiteral("communication_matrix"), 1},   {QStringLiteral("communication.json"), 0},
        {QStringLiteral("cluster_communication."), 2}, {QStringLiteral("cluster_communication_matrix"), 3},
        {QStringLiteral("communication_group"), 4},    {QStringLiteral("profiler_info"), 5},
        {QStringLiteral("profiler_metadata"), 6}};
    for (const auto &[stem, choice] : known) {
        if (name.startsWith(stem))
            return choice;
    }
    return 0;
}

void putCache(const std::vector<Seed> &files, const QString &out)
{
    const fuzz::Scratch scratch;
    fuzz::require(scratch.unpack(archive(files, std::string::npos)) > 0, "the short run can be unpacked");
    const JobContext job;
    ImportReport report;
    std::vector<Run> runs = discover({scratch.path()}, job, report);
    fuzz::require(!runs.empty(), "the short run is found");
    const auto run = loadRun(std::move(runs.front()), fuzz::pool(), job);
    for (size_t i = 0; i < run->ranks.size(); ++i) {
        const QString path = scratch.path(QStringLiteral("cached"));
        fuzz::require(TraceCodec::write(*run->ranks[i], QByteArray(32, 'k'), path), "a rank can be kept");
        const std::string bytes = textOf(path);
        std::string repaired = bytes;
        fuzz::repairCache(repaired);
        fuzz::require(repaired == bytes, "the target knows the places of a cache file");
        put(out + QStringLiteral("/cache"), QStringLiteral("rank%1").arg(i), bytes);
        const QString pack = scratch.path(QStringLiteral("rank.rspack"));
        fuzz::require(writeRankPack(*run->ranks[i], run->path, QByteArray(32, 'k'), pack, fuzz::pool(), job).isEmpty(),
                      "a rank can be packed");
        put(out + QStringLiteral("/pack"), QStringLiteral("rank%1").arg(i), textOf(pack));
    }
}

constexpr const char *databaseText =
    "CREATE TABLE RANK_DEVICE_MAP(rankId INTEGER, deviceId INTEGER);INSERT INTO RANK_DEVICE_MAP VALUES(3,1);"
    "CREATE TABLE T(a,b REAL,c TEXT,d BLOB,e AS (a+1));INSERT INTO T(a,b,c,d) VALUES(1,2.5,'x',x'00ff'),(NULL,1,'y',9);"
    "CREATE VIEW V AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n;";

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 3) {
        std::fputs("usage: fuzz_seeds RUN OUT\n", stderr);
        return 2;
    }
    const QString &out = arguments[2];
    const std::vector<Seed> files = shortRun(arguments[1]);
    for (const Seed &f : files) {
        const QString name = QString(f.path).replace(u'/', u'_');
        if (f.name.startsWith(QLatin1String("trace_view"))) {
            put(out + QStringLiteral("/trace"), name, ' ' + f.text);
            put(out + QStringLiteral("/gzip"), name, '\3' + f.text);
        } else if (f.name.endsWith(QLatin1String(".csv"))) {
            put(out + QStringLiteral("/csv"), name, choiceOf(f.name) + f.text);
        } else if (f.name.endsWith(QLatin1String(".json"))) {
            put(out + QStringLiteral("/json"), name, choiceOf(f.name) + f.text);
        }
    }
    put(out + QStringLiteral("/discovery"), QStringLiteral("run"), archive(files, 300));
    put(out + QStringLiteral("/run"), QStringLiteral("run"), archive(files, std::string::npos));
    putCache(files, out);
    put(out + QStringLiteral("/database"), QStringLiteral("sql"), std::string("\1") + databaseText);
    return 0;
}
