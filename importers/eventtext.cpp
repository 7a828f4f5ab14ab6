// SPDX-License-Identifier: Apache-2.0
#include "importers/eventtext.h"

#include "importers/bytesource.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rs {

namespace {

constexpr size_t lineLimit = 5000;
constexpr int levelLimit = 32;

EventText failed(const QString &why)
{
    return {{}, why};
}

// Builds the lines while it reads, because a tree would round numbers and lose the order of keys.
class ArgSax final : public nlohmann::json_sax<nlohmann::json>
{
public:
    explicit ArgSax(std::vector<EventArg> &out) : m_out(out) {}

    bool null() override { return value(QStringLiteral("null")); }
    bool boolean(bool v) override { return value(v ? QStringLiteral("true") : QStringLiteral("false")); }
    bool number_integer(number_integer_t v) override { return value(QString::number(v)); }
    bool number_unsigned(number_unsigned_t v) override { return value(QString::number(v)); }
    bool number_float(number_float_t, const string_t &text) override { return value(QString::fromStdString(text)); }
    bool string(string_t &v) override { return value(QString::fromStdString(v)); }
    bool binary(binary_t &) override { return true; }
    bool start_object(std::size_t) override { return open(false); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(true); }
    bool end_array() override { return close(); }
    bool key(string_t &v) override
    {
        m_key = QString::fromStdString(v);
        if (m_depth == 1)
            m_top = m_key;
        return true;
    }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override { return false; }

private:
    struct Level
    {
        bool array = false;
        int next = 0;
    };

    [[nodiscard]] bool inArgs() const { return m_depth >= 2 && m_top == QLatin1String("args"); }
    QString name()
    {
        if (!m_levels.empty() && m_levels.back().array)
            return QStringLiteral("[%1]").arg(m_levels.back().next++);
        return m_key;
    }
    bool value(const QString &text)
    {
        if (m_depth == 1 && (m_top == QLatin1String("cat") || m_top == QLatin1String("id")))
            m_out.push_back({m_top, text, 0});
        else if (inArgs() && m_out.size() < lineLimit)
            m_out.push_back({name(), text, m_depth - 2});
        return true;
    }
    bool open(bool array)
    {
        if (inArgs() && m_out.size() < lineLimit)
            m_out.push_back({name(), {}, m_depth - 2});
        m_levels.push_back({array, 0});
        return ++m_depth < levelLimit;
    }
    bool close()
    {
        m_levels.pop_back();
        --m_depth;
        return true;
    }

    std::vector<EventArg> &m_out;
    std::vector<Level> m_levels;
    QString m_key;
    QString m_top;
    int m_depth = 0;
};

} // namespace

EventText readEventText(const Trace &trace, SliceId slice)
{
    const SourceRange range = trace.slices().source(slice);
    if (range.length == 0 || range.file >= trace.sources().size())
        return {};
    const SourceFile &source = trace.sources()[range.file];
    QString error;
    const auto file = FileSource::open(source.path, error);
    if (!file)
        return failed(error);
    if (file->size() != source.bytes || file->modifiedMs() != source.modifiedMs)
        return failed(QStringLiteral("The file was changed after it was read: reload the run to see the args."));
    EventText out;
    out.json.resize(static_cast<qsizetype>(range.length));
    if (!source.gzip) {
        if (file->read(static_cast<qint64>(range.offset), out.json.data(), range.length) != range.length)
            return failed(QStringLiteral("The file ends before the event: reload the run to see the args."));
        return out;
    }
    GzipStream stream(*file);
    std::vector<char> skipped(1U << 20);
    quint64 at = 0;
    while (at < range.offset) {
        qint64 got = 0;
        const auto want = static_cast<qint64>(std::min<quint64>(skipped.size(), range.offset - at));
        const GzipStream::Status status = stream.read(skipped.data(), want, got);
        at += static_cast<quint64>(got);
        if (at < range.offset && status != GzipStream::Status::More)
            return failed(QStringLiteral("The file ends before the event: reload the run to see the args."));
    }
    qint64 filled = 0;
    while (filled < range.length) {
        qint64 got = 0;
        const GzipStream::Status status = stream.read(out.json.data() + filled, range.length - filled, got);
        filled += got;
        if (filled < range.length && status != GzipStream::Status::More)
            return failed(QStringLiteral("The file ends before the event: reload the run to see the args."));
    }
    return out;
}

EventArgs parseEventArgs(const QByteArray &json)
{
    EventArgs out;
    if (json.isEmpty())
        return out;
    // Broken UTF-8 becomes a replacement mark, as everywhere; control characters inside texts are escaped before JSON
    // would refuse them.
    QByteArray text = QString::fromUtf8(json).toUtf8();
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (static_cast<unsigned char>(text[i]) < 0x20)
            text[i] = ' ';
    }
    ArgSax sax(out.lines);
    if (!nlohmann::json::sax_parse(text.constBegin(), text.constEnd(), &sax) && out.lines.empty())
        out.error = QStringLiteral("The text of the event is not valid JSON: its args cannot be shown.");
    return out;
}

} // namespace rs
