// SPDX-License-Identifier: Apache-2.0
#include "spoil.h"

#include "prng.h"
#include "textout.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <string_view>

namespace rs::gen {

namespace {

struct Snippet
{
    const char *what;
    std::string text;
};

/// An edit of a file: `length` bytes at `byte` give way to `text`.
struct Edit
{
    qint64 byte = 0;
    qint64 length = 0;
    std::string text;
    std::string what;
};

/// Events that are JSON but not what a reader hopes for.
std::vector<Snippet> wellFormedEvents()
{
    const std::string lane = R"("pid": 1, "tid": 7)";
    std::string deep =
        R"({"ph": "X", "name": "deep", "pid": 1, "tid": 7, "ts": "1762157701000000.000", "dur": 1.0, "args": )";
    for (int i = 0; i < 300; ++i)
        deep += R"({"a": [)";
    for (int i = 0; i < 300; ++i)
        deep += "]}";
    deep += "}";
    return {
        {"element is a number", "42"},
        {"element is null", "null"},
        {"element is text", R"("event")"},
        {"element is a list", "[]"},
        {"element is an empty object", "{}"},
        {"no phase", R"({"name": "no phase", )" + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"unknown phase", R"({"ph": "Z", "name": "unknown phase", )" + lane + R"(, "ts": "1762157701000000.000"})"},
        {"no name", R"({"ph": "X", )" + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"no time", R"({"ph": "X", "name": "no time", )" + lane + R"(, "dur": 1.0})"},
        {"no duration", R"({"ph": "X", "name": "no duration", )" + lane + R"(, "ts": "1762157701000000.000"})"},
        {"time is text", R"({"ph": "X", "name": "time is text", )" + lane + R"(, "ts": "noon", "dur": 1.0})"},
        {"time is null", R"({"ph": "X", "name": "time is null", )" + lane + R"(, "ts": null, "dur": 1.0})"},
        {"time is empty", R"({"ph": "X", "name": "time is empty", )" + lane + R"(, "ts": "", "dur": 1.0})"},
        {"time zero", R"({"ph": "X", "name": "time zero", )" + lane + R"(, "ts": "0", "dur": 1.0})"},
        {"time negative", R"({"ph": "X", "name": "time negative", )" + lane + R"(, "ts": "-5.000", "dur": 1.0})"},
        {"year 2200", R"({"ph": "X", "name": "year 2200", )" + lane + R"(, "ts": "7258118400000000.000", "dur": 1.0})"},
        {"time beyond 64 bits", R"({"ph": "X", "name": "time beyond 64 bits", )" + lane +
                                    R"(, "ts": "99999999999999999999999999.000", "dur": 1.0})"},
        {"negative duration",
         R"({"ph": "X", "name": "negative duration", )" + lane + R"(, "ts": "1762157701000000.000", "dur": -17.5})"},
        {"duration is text",
         R"({"ph": "X", "name": "duration is text", )" + lane + R"(, "ts": "1762157701000000.000", "dur": "long"})"},
        {"duration is a list",
         R"({"ph": "X", "name": "duration is a list", )" + lane + R"(, "ts": "1762157701000000.000", "dur": [1]})"},
        {"duration huge",
         R"({"ph": "X", "name": "duration huge", )" + lane + R"(, "ts": "1762157701000000.000", "dur": 1e300})"},
        {"duration of years", R"({"ph": "X", "name": "duration of years", )" + lane +
                                  R"(, "ts": "1762157701000000.000", "dur": 94608000000000})"},
        {"pid is an object",
         R"({"ph": "X", "name": "pid is an object", "pid": {}, "tid": [1], "ts": "1762157701000000.000", "dur": 1.0})"},
        {"pid is missing", R"({"ph": "X", "name": "pid is missing", "ts": "1762157701000000.000", "dur": 1.0})"},
        {"name is a number", R"({"ph": "X", "name": 17, )" + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"args is a number", R"({"ph": "X", "name": "args is a number", )" + lane +
                                 R"(, "ts": "1762157701000000.000", "dur": 1.0, "args": 5})"},
        {"args is a list", R"({"ph": "X", "name": "args is a list", )" + lane +
                               R"(, "ts": "1762157701000000.000", "dur": 1.0, "args": [1, 2]})"},
        {"duplicate keys",
         R"({"ph": "X", "ph": "C", "name": "a", "name": "b", )" + lane +
             R"(, "ts": "1762157701000000.000", "ts": "1762157701000001.000", "dur": 1.0, "dur": 2.0})"},
        {"escaped control characters", R"({"ph": "X", "name": "bell \u0007 null \u0000 escape \u001b[31m", )" + lane +
                                           R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"markup in a name", R"({"ph": "X", "name": "<b>bold</b><img src=x>&amp;=cmd|' /C calc'!A0", )" + lane +
                                 R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"name of 100 KB", R"({"ph": "X", "name": ")" + std::string(100000, 'x') + R"(", )" + lane +
                               R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"flow without end", R"({"ph": "s", "cat": "HostToDevice", "name": "HostToDevice1", "id": "nobody", )" + lane +
                                 R"(, "ts": "1762157701000000.000"})"},
        {"flow without start", R"({"ph": "f", "bp": "e", "cat": "async_npu", "name": "torch_to_npu", "id": -1, )" +
                                   lane + R"(, "ts": "1762157701000000.000"})"},
        {"flow without id",
         R"({"ph": "s", "cat": "async_npu", "name": "torch_to_npu", )" + lane + R"(, "ts": "1762157701000000.000"})"},
        {"flow id is an object", R"({"ph": "f", "cat": "async_npu", "name": "torch_to_npu", "id": {"a": 1}, )" + lane +
                                     R"(, "ts": "1762157701000000.000"})"},
        {"begin without end", R"({"ph": "B", "name": "Reduce", )" + lane + R"(, "ts": "1762157701000000.000"})"},
        {"end without begin", R"({"ph": "E", "name": "Gather", )" + lane + R"(, "ts": "1762157701000000.000"})"},
        {"counter of text",
         R"({"ph": "C", "name": "AI Core Freq", "pid": 1, "ts": "1762157701000000.000", "args": {"MHz": "fast"}})"},
        {"counter without args", R"({"ph": "C", "name": "AI Core Freq", "pid": 1, "ts": "1762157701000000.000"})"},
        {"counter at time 0", R"({"ph": "C", "name": "AI Core Freq", "pid": 1, "ts": "0", "args": {"MHz": 1}})"},
        {"counter huge",
         R"({"ph": "C", "name": "AI Core Freq", "pid": 1, "ts": "1762157701000000.000", "args": {"MHz": 1e308}})"},
        {"metadata without args", R"({"ph": "M", "name": "process_name", "pid": 99})"},
        {"metadata of wrong type",
         R"({"ph": "M", "name": "thread_sort_index", "pid": 1, "tid": 7, "args": {"sort_index": "last"}})"},
        {"deep nesting", deep},
        {"slice of an unnamed process",
         R"({"ph": "X", "name": "nobody's", "pid": 123456789, "tid": 1, "ts": "1762157701000000.000", "dur": 1.0})"},
    };
}

/// Events that no JSON parser takes.
std::vector<Snippet> brokenEvents()
{
    using namespace std::string_literals;
    const std::string lane = R"("pid": 1, "tid": 7)";
    return {
        {"NaN", R"({"ph": "X", "name": "NaN", )" + lane + R"(, "ts": "1762157701000000.000", "dur": NaN})"},
        {"Infinity",
         R"({"ph": "X", "name": "Infinity", )" + lane + R"(, "ts": "1762157701000000.000", "dur": -Infinity})"},
        {"number beyond double",
         R"({"ph": "X", "name": "number beyond double", )" + lane + R"(, "ts": "1762157701000000.000", "dur": 1e999})"},
        {"leading zero",
         R"({"ph": "X", "name": "leading zero", )" + lane + R"(, "ts": "1762157701000000.000", "dur": 007})"},
        {"raw control characters",
         "{\"ph\": \"X\", \"name\": \"raw \x01\x02\n\t\", " + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"raw zero byte",
         "{\"ph\": \"X\", \"name\": \"zero \0 byte\", "s + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"invalid UTF-8", "{\"ph\": \"X\", \"name\": \"bad \xff\xfe\xc3( utf8\", " + lane +
                              R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"overlong UTF-8",
         "{\"ph\": \"X\", \"name\": \"overlong \xc0\xaf\", " + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"bad escape",
         R"({"ph": "X", "name": "bad \q escape \u12", )" + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
        {"single quotes", R"({'ph': 'X', 'name': 'single quotes'})"},
        {"missing comma", R"({"ph": "X" "name": "missing comma"})"},
        {"missing value", R"({"ph": "X", "name": , "pid": 1})"},
        {"double comma", R"({"ph": "X"},, {"ph": "X"})"},
        {"stray closing bracket", R"({"ph": "X"}})"},
        {"bare word", "undefined"},
        {"lone surrogate",
         R"({"ph": "X", "name": "lone \ud800 surrogate", )" + lane + R"(, "ts": "1762157701000000.000", "dur": 1.0})"},
    };
}

std::vector<Snippet> valueNonsense(bool broken)
{
    std::string deep(400, '[');
    deep += std::string(400, ']');
    std::vector<Snippet> out{
        {"null", "null"},
        {"boolean", "true"},
        {"text", "\"abc\""},
        {"empty text", "\"\""},
        {"list", "[1, \"a\"]"},
        {"object", "{\"x\": {}}"},
        {"negative number", "-12345.678"},
        {"huge number", "1e308"},
        {"number beyond 64 bits", "99999999999999999999999999"},
        {"text NaN", "\"NaN\""},
        {"text N/A", "\"N/A\""},
        {"year 2200", "7258118400000000.5"},
        {"control characters", "\"a\\u0000b\\u0007\\u001b\""},
        {"deep nesting", deep},
    };
    if (broken) {
        const std::vector<Snippet> more{
            {"NaN", "NaN"},
            {"Infinity", "Infinity"},
            {"number beyond double", "1e999"},
            {"raw control characters", "\"a\x01\n\x1f\""},
            {"invalid UTF-8", "\"\xff\xfe\xc3(\""},
            {"missing value", ""},
            {"bare word", "None"},
            {"lone surrogate", "\"\\udfff\""},
            {"unterminated text", "\"abc"},
        };
        out.insert(out.end(), more.begin(), more.end());
    }
    return out;
}

const std::vector<Snippet> &cellNonsense()
{
    static const std::vector<Snippet> cells{
        {"empty cell", ""},
        {"text for a number", "abc"},
        {"NaN", "NaN"},
        {"infinity", "inf"},
        {"negative number", "-123.5"},
        {"huge number", "1e308"},
        {"number beyond double", "1e999"},
        {"number beyond 64 bits", "99999999999999999999999999"},
        {"time zero", "0\t"},
        {"year 2200", "7258118400000000.000\t"},
        {"control characters", "a\x01\x07\x1b[31m"},
        {"zero byte", std::string("a\0b", 3)},
        {"invalid UTF-8", "\xff\xfe\xc3("},
        {"quoted line break", "\"a\r\nb\""},
        {"quote inside", "a\"b"},
        {"formula", "=cmd|' /C calc'!A0"},
        {"markup", "<b>bold</b>"},
        {"cell of 20 KB", std::string(20000, 'y')},
        {"hexadecimal", "0x1f"},
        {"thousands separators", "\"1,234.5\""},
    };
    return cells;
}

bool isIn(std::string_view text, size_t at, char c)
{
    return at < text.size() && text[at] == c;
}

/// Edits for a Chrome trace: bad events between good ones.
std::vector<Edit> traceEdits(std::string_view text, bool broken, Prng &random)
{
    std::vector<Snippet> snippets = wellFormedEvents();
    if (broken) {
        const std::vector<Snippet> more = brokenEvents();
        snippets.insert(snippets.end(), more.begin(), more.end());
    }
    std::vector<Edit> edits;
    for (const Snippet &s : snippets) {
        const auto from = static_cast<size_t>(random.uniform() * static_cast<double>(text.size()));
        const size_t gap = text.find("}, {", from);
        if (gap == std::string_view::npos)
            continue;
        edits.push_back({static_cast<qint64>(gap) + 3, 0, s.text + ", ", s.what});
    }
    return edits;
}

/// Edits for a small JSON: values of keys replaced, keys doubled and taken away.
std::vector<Edit> jsonEdits(std::string_view text, bool broken, Prng &random)
{
    std::vector<Edit> edits;
    const auto scalarAfter = [&](size_t from) -> std::pair<size_t, size_t> {
        for (size_t colon = text.find("\": ", from); colon != std::string_view::npos;
             colon = text.find("\": ", colon + 1)) {
            const size_t value = colon + 3;
            if (isIn(text, value, '{') || isIn(text, value, '['))
                continue;
            const size_t end =
                isIn(text, value, '"') ? text.find('"', value + 1) + 1 : text.find_first_of(",}]\n", value);
            if (end != std::string_view::npos && end > value)
                return {value, end};
        }
        return {0, 0};
    };
    for (const Snippet &s : valueNonsense(broken)) {
        const auto from = static_cast<size_t>(random.uniform() * static_cast<double>(text.size()));
        const auto [value, end] = scalarAfter(from);
        if (end > value)
            edits.push_back({static_cast<qint64>(value), static_cast<qint64>(end - value), s.text, s.what});
    }
    for (int i = 0; i < 3; ++i) {
        const auto from = static_cast<size_t>(random.uniform() * static_cast<double>(text.size()));
        const size_t open = text.find("{\"", from);
        if (open == std::string_view::npos)
            continue;
        const size_t keyEnd = text.find('"', open + 2);
        if (keyEnd == std::string_view::npos)
            continue;
        const std::string key(text.substr(open + 1, keyEnd - open));
        edits.push_back({static_cast<qint64>(open) + 1, 0, key + ": {\"twice\": [0]}, ", "duplicate key"});
    }
    const size_t key = text.find("\": ", text.size() / 3);
    if (key != std::string_view::npos)
        edits.push_back({static_cast<qint64>(key), 0, "?", "unknown key for a known one"});
    return edits;
}

/// Edits for a CSV: bad cells, bad rows.
std::vector<Edit> csvEdits(std::string_view text, Prng &random)
{
    std::vector<Edit> edits;
    const size_t header = text.find('\n');
    if (header == std::string_view::npos)
        return edits;
    const size_t body = header + 1;
    const auto lineFrom = [&](size_t at) {
        const size_t end = text.find('\n', at);
        return end == std::string_view::npos || end + 1 >= text.size() ? body : end + 1;
    };
    const auto somewhere = [&] {
        return lineFrom(body + static_cast<size_t>(random.uniform() * static_cast<double>(text.size() - body)));
    };
    for (const Snippet &s : cellNonsense()) {
        const size_t line = somewhere();
        const size_t end = std::min(text.find_first_of("\r\n", line), text.size());
        std::vector<size_t> starts{line};
        bool quoted = false;
        for (size_t i = line; i < end; ++i) {
            quoted ^= text[i] == '"';
            if (text[i] == ',' && !quoted)
                starts.push_back(i + 1);
        }
        const auto cell = static_cast<size_t>(random.between(0, static_cast<qint64>(starts.size()) - 1));
        const size_t cellEnd = cell + 1 < starts.size() ? starts[cell + 1] - 1 : end;
        edits.push_back(
            {static_cast<qint64>(starts[cell]), static_cast<qint64>(cellEnd - starts[cell]), s.text, s.what});
    }
    const std::string columns(text.substr(0, header + 1));
    const std::vector<Snippet> rows{{"row of one cell", "lonely\r\n"},
                                    {"row too wide", std::string(200, ',') + "\r\n"},
                                    {"empty row", "\r\n"},
                                    {"header again", columns},
                                    {"row of commas", ",,,\n"},
                                    {"row of binary", std::string("\x00\x01\xff\xfe\x80\n", 6)}};
    for (const Snippet &s : rows)
        edits.push_back({static_cast<qint64>(somewhere()), 0, s.text, s.what});
    // An open quote swallows what follows, so it stands in the last tenth.
    edits.push_back(
        {static_cast<qint64>(lineFrom(body + (text.size() - body) / 10 * 9)), 0, "\"open quote,1,2\r\n", "open quote"});
    return edits;
}

bool applyEdits(const QString &path, std::string_view text, std::vector<Edit> edits, Damage &damage, QString &error)
{
    std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) { return a.byte < b.byte; });
    const QString temporary = path + QLatin1String(".new");
    TextOut out(temporary);
    qint64 at = 0;
    for (const Edit &e : edits) {
        if (e.byte < at)
            continue; // inside a value that was replaced before
        out << text.substr(static_cast<size_t>(at), static_cast<size_t>(e.byte - at));
        damage.defects.push_back({e.what, out.bytes()});
        out << e.text;
        at = e.byte + e.length;
    }
    out << text.substr(static_cast<size_t>(at));
    damage.bytesAfter = out.bytes();
    if (!out.close()) {
        error = out.error();
        return false;
    }
    return true;
}

bool replaceFile(const QString &path, QString &error)
{
    if (QFile::remove(path) && QFile::rename(path + QLatin1String(".new"), path))
        return true;
    error = QStringLiteral("%1 could not be replaced.").arg(path);
    return false;
}

} // namespace

bool plantNonsense(const GeneratorResult &result, const QString &outDir, quint64 seed, std::vector<Damage> &damage,
                   QString &error)
{
    const QDir root(outDir);
    for (const GeneratedRank &rank : result.ranks) {
        QStringList files;
        QDirIterator it(rank.dir, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext())
            files.push_back(it.next());
        files.sort();
        const bool broken = rank.rank % 2 == 1;
        for (qsizetype i = 0; i < files.size(); ++i) {
            const QString &path = files.at(i);
            QFile file(path);
            if (!file.open(QIODevice::ReadOnly)) {
                error = path + QLatin1String(": ") + file.errorString();
                return false;
            }
            if (file.size() == 0)
                continue;
            const uchar *data = file.map(0, file.size());
            if (!data) {
                error = path + QLatin1String(": ") + file.errorString();
                return false;
            }
            const std::string_view text(reinterpret_cast<const char *>(data), static_cast<size_t>(file.size()));
            Prng random(mix64(seed) ^ (static_cast<quint64>(rank.rank) << 32) ^ static_cast<quint64>(i));
            std::vector<Edit> edits;
            if (path.endsWith(QLatin1String("trace_view.json")))
                edits = traceEdits(text, broken, random);
            else if (path.endsWith(QLatin1String(".json")))
                edits = jsonEdits(text, broken, random);
            else if (path.endsWith(QLatin1String(".csv")))
                edits = csvEdits(text, random);
            else
                continue;
            Damage d;
            d.kind = QStringLiteral("nonsense");
            d.file = root.relativeFilePath(path);
            d.bytesBefore = file.size();
            if (!applyEdits(path, text, std::move(edits), d, error))
                return false;
            file.close();
            if (!replaceFile(path, error))
                return false;
            damage.push_back(std::move(d));
        }
    }
    return true;
}

bool truncateFiles(const GeneratorResult &result, const QString &outDir, const Truncation &truncation,
                   std::vector<Damage> &damage, QString &error)
{
    const QDir root(outDir);
    const QRegularExpression pattern(
        QRegularExpression::anchoredPattern(QRegularExpression::wildcardToRegularExpression(truncation.file)));
    bool any = false;
    for (const GeneratedRank &rank : result.ranks) {
        QDirIterator it(rank.dir, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            const QString path = it.next();
            const QString relative = root.relativeFilePath(path);
            const QString nick = QStringLiteral("rank%1/%2").arg(rank.rank).arg(QFileInfo(path).fileName());
            if (relative != truncation.file && nick != truncation.file && !pattern.match(relative).hasMatch() &&
                !pattern.match(nick).hasMatch())
                continue;
            any = true;
            QFile file(path);
            Damage d;
            d.kind = QStringLiteral("truncate");
            d.file = relative;
            d.bytesBefore = file.size();
            d.bytesAfter = std::clamp<qint64>(
                truncation.bytes < 0 ? d.bytesBefore + truncation.bytes : truncation.bytes, 0, d.bytesBefore);
            if (!file.resize(d.bytesAfter)) {
                error = path + QLatin1String(": ") + file.errorString();
                return false;
            }
            damage.push_back(std::move(d));
        }
    }
    if (!any)
        error = QStringLiteral("--truncate %1 names no file that was written.").arg(truncation.file);
    return any;
}

} // namespace rs::gen
