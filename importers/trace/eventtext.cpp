// SPDX-License-Identifier: Apache-2.0
#include "importers/trace/eventtext.h"

#include "importers/db/dbevents.h"
#include "importers/files/bytesource.h"
#include "importers/files/jsontext.h"
#include "importers/files/osfile.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

namespace rs {

namespace {

constexpr size_t lineLimit = 5000;
constexpr int levelLimit = 32;

EventText failed(const Phrase &why)
{
    return {{}, why};
}

EventText endsTooEarly()
{
    return failed(RS_MESSAGE("The file ends before the event: reload the run to see the args."));
}

// Walks the text of one event and keeps what it can read. The parsers of the libraries stop at the first character that
// JSON forbids, round numbers and lose the order of keys.
class ArgReader
{
public:
    enum class End { Whole, TooEarly, Damaged, TooMany };

    ArgReader(std::string_view text, std::vector<EventArg> &out) : m_text(text), m_out(out) {}

    End read()
    {
        if (next() != '{')
            return atEnd() ? End::TooEarly : End::Damaged;
        members(-1);
        return m_end;
    }

private:
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    // The next character that is no blank; '\0' at the end.
    char next()
    {
        while (!atEnd() && isBlank(m_text[m_at]))
            ++m_at;
        return atEnd() ? '\0' : m_text[m_at];
    }
    bool stop(End why)
    {
        m_end = why;
        return false;
    }
    bool stopHere() { return stop(atEnd() ? End::TooEarly : End::Damaged); }

    // Text of the string that begins here, escapes resolved. False when it does not end; what there is of it is in
    // `to`.
    bool string(QString &to)
    {
        const size_t from = ++m_at;
        while (!atEnd() && m_text[m_at] != '"')
            m_at += m_text[m_at] == '\\' ? 2 : 1;
        const size_t end = std::min(m_at, m_text.size());
        to = QString::fromStdString(unescapeJson(m_text.substr(from, end - from)));
        if (atEnd())
            return stop(End::TooEarly);
        ++m_at;
        return true;
    }
    // Passes over an object or a list of any depth without recursion.
    bool skipNested()
    {
        int depth = 0;
        QString ignored;
        do {
            switch (next()) {
            case '"':
                if (!string(ignored))
                    return false;
                continue;
            case '{':
            case '[':
                ++depth;
                break;
            case '}':
            case ']':
                --depth;
                break;
            default:
                if (atEnd())
                    return stop(End::TooEarly);
            }
            ++m_at;
        } while (depth > 0);
        return true;
    }
    void add(const QString &key, const QString &value, int level)
    {
        if (level >= 0)
            m_out.push_back({key, value, level});
    }

    // Members of the object, or items of the list, that begins here. The event itself has level -1.
    bool members(int level)
    {
        const bool list = m_text[m_at] == '[';
        const char closing = list ? ']' : '}';
        ++m_at;
        if (next() == closing) {
            ++m_at;
            return true;
        }
        for (int index = 0;; ++index) {
            QString key = QStringLiteral("[%1]").arg(index);
            if (!list) {
                if (next() != '"')
                    return stopHere();
                if (!string(key))
                    return false;
                if (next() != ':')
                    return stopHere();
                ++m_at;
            }
            if (m_out.size() >= lineLimit)
                return stop(End::TooMany);
            if (!(level < 0 ? field(key) : value(key, level)))
                return false;
            const char c = next();
            if (c != ',' && c != closing)
                return stopHere();
            ++m_at;
            if (c == closing)
                return true;
        }
    }
    // A field of the event itself.
    bool field(const QString &key)
    {
        const char c = next();
        if (key == QLatin1String("args"))
            return c == '{' || c == '[' ? members(0) : value(key, 0);
        const bool shown = key == QLatin1String("cat") || key == QLatin1String("id");
        if (c == '{' || c == '[')
            return shown ? value(key, 0) : skipNested();
        return value(key, shown ? 0 : -1);
    }
    bool value(const QString &key, int level)
    {
        const char c = next();
        if (c == '"') {
            QString text;
            const bool whole = string(text);
            add(key, text, level);
            return whole;
        }
        const size_t from = m_at;
        if ((c == '{' || c == '[') && level < levelLimit) {
            add(key, {}, level);
            return members(level + 1);
        }
        if (c == '{' || c == '[') {
            // Deeper than anybody unfolds: as it stands in the file.
            const bool whole = skipNested();
            const size_t end = std::min(m_at, m_text.size());
            add(key, QString::fromUtf8(m_text.data() + from, static_cast<qsizetype>(end - from)), level);
            return whole;
        }
        // Numbers keep their digits, and words that JSON does not know (NaN) their letters.
        while (!atEnd() && m_text[m_at] > ' ' &&
               std::string_view(",]}[{:\"").find(m_text[m_at]) == std::string_view::npos)
            ++m_at;
        if (m_at == from)
            return stopHere();
        add(key, QString::fromUtf8(m_text.data() + from, static_cast<qsizetype>(m_at - from)), level);
        return true;
    }

    std::string_view m_text;
    std::vector<EventArg> &m_out;
    size_t m_at = 0;
    End m_end = End::Whole;
};

// Fills `out` with the range of the inflated text. Begins at the last checkpoint before it.
bool readInflated(const FileSource &file, const SourceFile &source, const SourceRange &range, QByteArray &out)
{
    const SourceCheckpoint *from = nullptr;
    if (source.checkpoints) {
        const auto after =
            std::upper_bound(source.checkpoints->begin(), source.checkpoints->end(), static_cast<qint64>(range.offset),
                             [](qint64 at, const SourceCheckpoint &c) { return at < c.textAt; });
        if (after != source.checkpoints->begin())
            from = &*std::prev(after);
    }
    std::optional<GzipStream> stream;
    if (from)
        stream.emplace(file, *from);
    else
        stream.emplace(file);
    const auto take = [&](char *to, qint64 bytes) {
        for (qint64 filled = 0; filled < bytes;) {
            qint64 got = 0;
            const GzipStream::Status status = stream->read(to + filled, bytes - filled, got);
            filled += got;
            if (filled < bytes && status != GzipStream::Status::More)
                return false;
        }
        return true;
    };
    std::vector<char> skipped(size_t{1} << 20);
    while (stream->textAt() < static_cast<qint64>(range.offset)) {
        const qint64 left = static_cast<qint64>(range.offset) - stream->textAt();
        if (!take(skipped.data(), std::min(left, static_cast<qint64>(skipped.size()))))
            return false;
    }
    return take(out.data(), range.length);
}

Phrase openPhrase(const OpenFailure &failure)
{
    switch (failure.kind) {
    case OpenFailure::Kind::Folder:
        return RS_MESSAGE("This is a folder, not a file.");
    case OpenFailure::Kind::NotRegular:
        return RS_MESSAGE("This is not a regular file.");
    case OpenFailure::Kind::Refused:
        break;
    }
    return {RS_MESSAGE("The file cannot be opened: %1."), {failure.reason}};
}

} // namespace

EventText readEventText(const Trace &trace, SliceId slice)
{
    const SourceRange range = trace.slices().source(slice);
    if (range.length == 0 || range.file >= trace.sources().size())
        return {};
    const SourceFile &source = trace.sources()[range.file];
    OpenFailure failure;
    const auto file = FileSource::open(osFileAround(source.path), failure);
    if (!file)
        return failed(openPhrase(failure));
    if (file->size() != source.bytes || file->modifiedMs() != source.modifiedMs)
        return failed(RS_MESSAGE("The file was changed after it was read: reload the run to see the args."));
    if (isDatabaseSource(source)) {
        const JobContext job;
        EventText out{DbEvents(source.path, job).textOf(range), {}};
        if (out.json.isEmpty())
            out.error = RS_MESSAGE("The row of the database cannot be read: its args cannot be shown.");
        return out;
    }
    EventText out;
    out.json.resize(static_cast<qsizetype>(range.length));
    const bool read =
        source.gzip ? readInflated(*file, source, range, out.json)
                    : file->read(static_cast<qint64>(range.offset), out.json.data(), range.length) == range.length;
    if (!read && file->deviceError() != 0)
        return failed({RS_MESSAGE("The file cannot be read (%1): the args cannot be shown."),
                       {QString::fromLocal8Bit(std::strerror(file->deviceError()))}});
    return read ? out : endsTooEarly();
}

EventArgs parseEventArgs(const QByteArray &json)
{
    EventArgs out;
    if (json.isEmpty())
        return out;
    ArgReader reader(std::string_view(json.constData(), static_cast<size_t>(json.size())), out.lines);
    const ArgReader::End end = reader.read();
    if (end == ArgReader::End::Whole)
        return out;
    if (end == ArgReader::End::TooMany)
        out.error = RS_MESSAGE("The event has more than 5000 args: the rest is not shown.");
    else if (out.lines.empty())
        out.error = RS_MESSAGE("The text of the event is not valid JSON: its args cannot be shown.");
    else if (end == ArgReader::End::TooEarly)
        out.error = RS_MESSAGE("The text of the event ends too early: args after the last one are missing.");
    else
        out.error = RS_MESSAGE("The text of the event is damaged: args after the last one are missing.");
    return out;
}

QByteArray shownMembers(std::string_view json)
{
    const QByteArray whole(json.data(), static_cast<qsizetype>(json.size()));
    size_t at = 0;
    const auto next = [&] {
        while (at < json.size() && isBlank(json[at]))
            ++at;
        return at < json.size() ? json[at] : '\0';
    };
    const auto passString = [&] {
        for (++at; at < json.size() && json[at] != '"'; ++at)
            at += json[at] == '\\' ? 1 : 0;
        ++at;
    };
    QByteArray out;
    if (next() != '{')
        return whole;
    ++at;
    while (next() != '}') {
        if (next() != '"')
            return whole;
        const size_t from = at;
        passString();
        const std::string_view key = json.substr(from, std::min(at, json.size()) - from);
        if (key.find('\\') != std::string_view::npos || next() != ':')
            return whole;
        int depth = 0;
        for (++at; at < json.size(); ++at) {
            const char c = json[at];
            if (depth == 0 && (c == ',' || c == '}'))
                break;
            depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            if (c == '"') {
                passString();
                --at;
            }
        }
        if (at >= json.size())
            return whole;
        if (key == "\"args\"" || key == "\"cat\"" || key == "\"id\"")
            out.append(out.isEmpty() ? '{' : ',').append(whole.constData() + from, static_cast<qsizetype>(at - from));
        if (json[at] == ',')
            ++at;
    }
    return out.isEmpty() ? out : out.append('}');
}

} // namespace rs
