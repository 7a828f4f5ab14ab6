// SPDX-License-Identifier: Apache-2.0
// Reads a generated run again by means of its own, so that a fault of the readers cannot hide one of the generator.
#pragma once

#include "core/base/intervals.h"
#include "core/base/timens.h"
#include "generator/generator.h"

#include <nlohmann/json.hpp>

#include <QCryptographicHash>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>
#include <string>

namespace rs::gen {

using Json = nlohmann::json;

using Csv = std::vector<std::vector<std::string>>;

/// RFC 4180, with the writers' TABs taken off the cells. Written for these tests alone.
inline Csv parseCsv(const QByteArray &text)
{
    Csv rows;
    std::vector<std::string> row;
    std::string cell;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text.at(i);
        if (quoted) {
            if (c != '"')
                cell += c;
            else if (i + 1 < text.size() && text.at(i + 1) == '"')
                cell += text.at(++i);
            else
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',' || c == '\n') {
            row.push_back(cell);
            cell.clear();
            if (c == '\n')
                rows.push_back(std::move(row)), row.clear();
        } else if (c != '\r' && c != '\t') {
            cell += c;
        }
    }
    return rows;
}

inline int column(const Csv &csv, const char *name)
{
    const auto it = std::find(csv.front().begin(), csv.front().end(), name);
    return it == csv.front().end() ? -1 : static_cast<int>(it - csv.front().begin());
}

inline QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct Slice
{
    std::string process;
    std::string thread;
    std::string name;
    std::string tsText;
    qint64 start = 0;
    qint64 end = 0;
    Json args;
};

/// One rank's trace, read with nlohmann.
struct RankTrace
{
    std::vector<Slice> slices;
    std::map<std::pair<std::string, std::string>, std::pair<std::vector<Json>, std::vector<Json>>> flows; ///< cat, id
    std::set<std::tuple<std::string, std::string, std::string>> starts; ///< pid, tid, ts of every slice
    std::set<std::string> counters;
    int unnamed = 0;
};

inline RankTrace readTrace(const QString &rankDir)
{
    const QByteArray text = contents(rankDir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
    const Json events = Json::parse(text.begin(), text.end());
    RankTrace t;
    std::map<std::string, std::string> processes;
    std::map<std::pair<std::string, std::string>, std::string> threads;
    for (const Json &e : events) {
        if (e["ph"] == "M" && e["name"] == "process_name")
            processes[e["pid"].dump()] = e["args"]["name"];
        else if (e["ph"] == "M" && e["name"] == "thread_name")
            threads[{e["pid"].dump(), e["tid"].dump()}] = e["args"]["name"];
    }
    for (const Json &e : events) {
        const std::string ph = e["ph"];
        if (ph == "M")
            continue;
        const std::string pid = e["pid"].dump();
        const std::string tid = e["tid"].dump();
        if (ph == "C") {
            t.counters.insert(e["name"]);
            continue;
        }
        if (ph == "s" || ph == "f") {
            auto &[from, to] = t.flows[{e["cat"], e["id"].is_string() ? e["id"].get<std::string>() : e["id"].dump()}];
            (ph == "s" ? from : to).push_back(e);
            continue;
        }
        Slice s;
        s.process = processes[pid];
        s.thread = threads[{pid, tid}];
        t.unnamed += s.process.empty() || s.thread.empty() ? 1 : 0;
        s.name = e["name"];
        s.tsText = e["ts"];
        s.start = parseDecimalUs(s.tsText).value_or(-1);
        s.end = s.start + parseDecimalUs(e["dur"].dump()).value_or(0);
        s.args = e.value("args", Json::object());
        t.starts.insert({pid, tid, s.tsText});
        t.slices.push_back(std::move(s));
    }
    return t;
}

inline GeneratorOptions smallRun(const QString &dir)
{
    GeneratorOptions o;
    o.outDir = dir;
    o.ranks = 4;
    o.steps = 2;
    o.mbPerRank = 1;
    return o;
}

/// Rows of a test that asks both: `pytorch`.
inline void addFrameworks()
{
    QTest::addColumn<bool>("pytorch");
    QTest::newRow("MindSpore") << false;
    QTest::newRow("PyTorch") << true;
}

/// A small run of each framework.
class RunsOfFrameworks
{
public:
    /// Error; empty when both are there.
    [[nodiscard]] QString make()
    {
        for (const bool pytorch : {false, true}) {
            GeneratorOptions o = smallRun(m_dir.filePath(pytorch ? QStringLiteral("pt") : QStringLiteral("ms")));
            o.pytorch = pytorch;
            m_results[pytorch] = generate(o);
            if (!m_results[pytorch].ok)
                return m_results[pytorch].error;
        }
        return {};
    }
    [[nodiscard]] const GeneratorResult &operator[](bool pytorch) const { return m_results.at(pytorch); }

private:
    QTemporaryDir m_dir;
    std::map<bool, GeneratorResult> m_results;
};

inline QByteArray treeHash(const QString &dir)
{
    QStringList files;
    QDirIterator it(dir, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext())
        files.push_back(it.next());
    files.sort();
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const QString &f : files) {
        hash.addData(QDir(dir).relativeFilePath(f).toUtf8());
        hash.addData(contents(f));
    }
    return hash.result();
}

inline bool isCompute(const Slice &s)
{
    static const std::set<std::string> types{"AI_CORE", "AI_VECTOR_CORE", "MIX_AIC", "MIX_AIV",
                                             "AI_CPU",  "DSA_SQE",        "DVPP"};
    return s.process == "Ascend Hardware" && types.contains(s.args.value("Task Type", ""));
}

inline bool isCommProcess(const Slice &s)
{
    return s.process == "Communication" || s.process == "HCCL";
}

inline bool isGroupRow(const Slice &s)
{
    return isCommProcess(s) && s.thread.starts_with("Group ");
}

inline Json planted(const QString &dir)
{
    const QByteArray text = contents(dir + QLatin1String("/planted.json"));
    return Json::parse(text.begin(), text.end());
}

} // namespace rs::gen
