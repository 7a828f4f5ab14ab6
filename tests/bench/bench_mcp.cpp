// SPDX-License-Identifier: Apache-2.0
// bench_mcp [RANKS [MB]]: how long the server of the Model Context Protocol takes to open a generated run once, and
// then for each call; default: 8 ranks of 50 MB. Ends with 1 when the median diagnosis takes longer than 200 ms.
#include "generator/generator.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace {

using Json = nlohmann::json;

constexpr int rounds = 9;
constexpr int longest = 600'000; // ms
constexpr double bar = 200;      // ms

/// Milliseconds until the answer of a tool is there; negative: it failed.
double timeOf(QProcess &server, const char *tool, const Json &arguments, qsizetype *bytes)
{
    static int id = 0;
    const Json request{{"jsonrpc", "2.0"},
                       {"id", ++id},
                       {"method", "tools/call"},
                       {"params", {{"name", tool}, {"arguments", arguments}}}};
    QElapsedTimer timer;
    timer.start();
    server.write(QByteArray::fromStdString(request.dump()) + '\n');
    while (!server.canReadLine()) {
        if (!server.waitForReadyRead(longest))
            return -1;
    }
    const QByteArray line = server.readLine();
    const double ms = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    const Json answer = Json::parse(line.toStdString(), nullptr, false);
    if (!answer.contains("result") || answer["result"]["isError"] != false) {
        std::fprintf(stderr, "%s\n", line.constData());
        return -1;
    }
    *bytes = line.size();
    return ms;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QTemporaryDir dir;
    rs::gen::GeneratorOptions options;
    options.outDir = dir.filePath(QStringLiteral("run"));
    options.ranks = argc > 1 ? std::atoi(argv[1]) : 8;
    options.steps = 3;
    options.mbPerRank = argc > 2 ? std::atof(argv[2]) : 50;
    if (const auto made = rs::gen::generate(options); !made.ok) {
        std::fprintf(stderr, "%s\n", qPrintable(made.error));
        return 2;
    }
    QProcess server;
    server.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    server.start(QCoreApplication::applicationDirPath() + QStringLiteral("/rankscope-cli"), {QStringLiteral("mcp")});
    qsizetype bytes = 0;
    const double opened = timeOf(server, "open", {{"path", options.outDir.toStdString()}}, &bytes);
    if (opened < 0)
        return 2;
    std::printf("%d ranks of %.0f MB\nopen: %.0f ms\n", options.ranks, options.mbPerRank, opened);
    const std::pair<const char *, Json> calls[] = {
        {"diagnose", Json::object()},
        {"overview", Json::object()},
        {"operators", {{"rank", 0}}},
        {"communication", {{"total", true}}},
        {"slices", {{"rank", 0}, {"limit", 100}}},
        {"query", {{"sql", "SELECT rank, count(*) FROM slices GROUP BY rank"}}},
    };
    bool kept = true;
    for (const auto &[tool, arguments] : calls) {
        std::vector<double> all;
        for (int i = 0; i < rounds; ++i)
            all.push_back(timeOf(server, tool, arguments, &bytes));
        std::sort(all.begin(), all.end());
        if (all.front() < 0)
            return 2;
        const double median = all[all.size() / 2];
        std::printf("%-14s median %7.1f ms, longest %7.1f ms, %lld bytes\n", tool, median, all.back(),
                    static_cast<long long>(bytes));
        kept = kept && (std::string(tool) != "diagnose" || median <= bar);
    }
    server.closeWriteChannel();
    server.waitForFinished();
    return kept ? 0 : 1;
}
