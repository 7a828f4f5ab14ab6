// SPDX-License-Identifier: Apache-2.0
#include "bench/bound.h"

#include "core/text/texthash.h"
#include "importers/files/fasttext.h"

#include <QFile>

#include <simdjson.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rs {

namespace {

// A table of texts as plain as it can be.
class Names
{
public:
    Names() : m_slots(1 << 14) {}
    quint32 intern(std::string_view text)
    {
        const quint64 hash = textHash(text);
        const size_t mask = m_slots.size() - 1;
        size_t i = (hash >> 20) & mask;
        for (; m_slots[i].hash != 0; i = (i + 1) & mask) {
            if (m_slots[i].hash == hash && m_slots[i].text == text)
                return m_slots[i].id;
        }
        m_slots[i] = {m_texts.emplace_back(text), hash, static_cast<quint32>(m_texts.size())};
        const quint32 id = m_slots[i].id;
        if (m_texts.size() * 2 > m_slots.size()) {
            std::vector<Slot> bigger(m_slots.size() * 2);
            for (const Slot &s : m_slots) {
                if (s.hash == 0)
                    continue;
                size_t k = (s.hash >> 20) & (bigger.size() - 1);
                while (bigger[k].hash != 0)
                    k = (k + 1) & (bigger.size() - 1);
                bigger[k] = s;
            }
            m_slots = std::move(bigger);
        }
        return id;
    }
    [[nodiscard]] size_t size() const { return m_texts.size(); }

private:
    struct Slot
    {
        std::string_view text;
        quint64 hash = 0;
        quint32 id = 0;
    };
    std::vector<Slot> m_slots;
    std::deque<std::string> m_texts;
};

struct Columns
{
    std::vector<qint64> start;
    std::vector<qint64> duration;
    std::vector<quint32> name;
    std::vector<quint32> lane;
    std::vector<quint64> source;
    std::vector<qint64> sampleTime;
    std::vector<double> sampleValue;
    std::vector<quint32> sampleSeries;
    std::vector<qint64> flowTime;
    std::vector<quint64> flowId;
    std::vector<quint32> flowLane;
    Names names;

    struct LaneSlot
    {
        quint64 key[4] = {};
        quint32 id = 0;
    };
    LaneSlot lanes[64];
    quint64 positions = 0; ///< first stage alone
};

std::string_view bare(std::string_view token)
{
    while (!token.empty() &&
           (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' || token.back() == '\t'))
        token.remove_suffix(1);
    if (token.size() >= 2 && token.front() == '"')
        return token.substr(1, token.size() - 2);
    return token;
}

qint64 timeOf(std::string_view t)
{
    quint64 high = 0;
    quint64 low = 0;
    if (t.size() == 20 && t[16] == '.' && readEightDigits(t.data(), high) && readEightDigits(t.data() + 8, low))
        return static_cast<qint64>((high * 100000000 + low) * 1000) + (t[17] - '0') * 100 + (t[18] - '0') * 10 +
               (t[19] - '0');
    qint64 ns = 0;
    readPlainDecimal(t, ns);
    return ns;
}

quint32 laneOf(Columns &c, std::string_view pid, std::string_view tid)
{
    quint64 key[4] = {};
    std::memcpy(&key[0], pid.data(), std::min<size_t>(16, pid.size()));
    std::memcpy(&key[2], tid.data(), std::min<size_t>(16, tid.size()));
    const quint64 hash =
        ((key[0] ^ key[1] * 31) * 0x9e3779b97f4a7c15ULL + (key[2] ^ key[3] * 31)) * 0xd1342543de82ef95ULL;
    Columns::LaneSlot &slot = c.lanes[hash >> 58];
    if (std::memcmp(slot.key, key, sizeof key) != 0) {
        std::string both(pid);
        both += '\n';
        both += tid;
        slot.id = c.names.intern(both);
        std::memcpy(slot.key, key, sizeof key);
    }
    return slot.id;
}

void readWindow(simdjson::ondemand::parser &parser, const char *text, size_t size, quint64 offset, Columns &c)
{
    auto document = parser.iterate(text, size, size + simdjson::SIMDJSON_PADDING);
    simdjson::ondemand::array events;
    if (document.get_array().get(events) != simdjson::SUCCESS)
        return;
    for (auto element : events) {
        simdjson::ondemand::object object;
        if (element.get_object().get(object) != simdjson::SUCCESS)
            return;
        std::string_view name;
        std::string_view pid;
        std::string_view tid;
        std::string_view ts;
        std::string_view dur;
        std::string_view id;
        char ph = 0;
        const char *at = nullptr;
        // Args of counters come before or after "ph", by the writer: the values are kept until it is known.
        struct Value
        {
            std::string_view key;
            std::string_view value;
        };
        Value values[8];
        size_t valueCount = 0;
        for (auto field : object) {
            simdjson::ondemand::raw_json_string rawKey;
            if (field.key().get(rawKey) != simdjson::SUCCESS)
                return;
            const char *const key = rawKey.raw();
            if (!at)
                at = key;
            if (key[0] == 'p' && key[1] == 'h' && key[2] == '"') {
                ph = bare(field.value().raw_json_token())[0];
            } else if (key[0] == 'n' && key[4] == '"') {
                name = bare(field.value().raw_json_token());
            } else if (key[0] == 'p' && key[3] == '"') {
                pid = bare(field.value().raw_json_token());
            } else if (key[0] == 't' && key[1] == 'i') {
                tid = bare(field.value().raw_json_token());
            } else if (key[0] == 't' && key[1] == 's') {
                ts = bare(field.value().raw_json_token());
            } else if (key[0] == 'd' && key[3] == '"') {
                dur = bare(field.value().raw_json_token());
            } else if (key[0] == 'i' && key[2] == '"') {
                id = bare(field.value().raw_json_token());
            } else if (key[0] == 'a' && key[4] == '"' && (ph == 'C' || (ph == 0 && dur.empty()))) {
                simdjson::ondemand::object args;
                if (field.value().get_object().get(args) != simdjson::SUCCESS)
                    continue;
                for (auto arg : args) {
                    simdjson::ondemand::raw_json_string argKey;
                    if (arg.key().get(argKey) != simdjson::SUCCESS)
                        return;
                    const char *const from = argKey.raw();
                    const char *const to = static_cast<const char *>(std::memchr(from, '"', 64));
                    if (valueCount < std::size(values) && to)
                        values[valueCount++] = {{from, static_cast<size_t>(to - from)},
                                                bare(arg.value().raw_json_token())};
                }
            }
        }
        switch (ph) {
        case 'X':
            c.start.push_back(timeOf(ts));
            c.duration.push_back(timeOf(dur));
            c.name.push_back(c.names.intern(name));
            c.lane.push_back(laneOf(c, pid, tid));
            c.source.push_back(offset + static_cast<quint64>(at - text));
            break;
        case 'C': {
            const qint64 t = timeOf(ts);
            for (size_t i = 0; i < valueCount; ++i) {
                double v = 0;
                std::from_chars(values[i].value.data(), values[i].value.data() + values[i].value.size(), v);
                c.sampleTime.push_back(t);
                c.sampleValue.push_back(v);
                c.sampleSeries.push_back(c.names.intern(name) * 31 + c.names.intern(values[i].key));
            }
            break;
        }
        case 's':
        case 'f':
        case 't': {
            quint64 number = 0;
            for (const char digit : id)
                number = number * 10 + static_cast<quint64>(digit - '0');
            c.flowTime.push_back(timeOf(ts));
            c.flowId.push_back(number);
            c.flowLane.push_back(laneOf(c, pid, tid));
            break;
        }
        default:
            break;
        }
    }
}

quint64 positionsIn(std::unique_ptr<simdjson::internal::dom_parser_implementation> &parser, const char *text,
                    size_t size)
{
    if (!parser || parser->capacity() < size) {
        const size_t capacity = 2 * size + 4096;
        const auto error =
            parser ? parser->allocate(capacity, 1)
                   : simdjson::get_active_implementation()->create_dom_parser_implementation(capacity, 1, parser);
        if (error != simdjson::SUCCESS)
            return 0;
    }
    const auto error = parser->stage1(reinterpret_cast<const uint8_t *>(text), size, simdjson::stage1_mode::regular);
    return error == simdjson::SUCCESS ? parser->n_structural_indexes : 0;
}

// The `{` of the first event that begins at or behind `from`; the data is known to be sound.
qint64 nextEvent(const char *data, qint64 from, qint64 bytes)
{
    for (qint64 i = from; i + 3 < bytes; ++i) {
        const void *const found = std::memchr(data + i, '}', static_cast<size_t>(bytes - i));
        if (!found)
            break;
        i = static_cast<const char *>(found) - data;
        qint64 k = i + 1;
        while (k < bytes && (data[k] == ' ' || data[k] == '\n'))
            ++k;
        if (k >= bytes || data[k] != ',')
            continue;
        ++k;
        while (k < bytes && (data[k] == ' ' || data[k] == '\n'))
            ++k;
        if (k + 1 < bytes && data[k] == '{' && data[k + 1] == '"')
            return k;
    }
    return bytes;
}

} // namespace

namespace {

BoundResult runWindows(const QString &path, int threads, qint64 windowBytes, bool firstStageOnly)
{
    BoundResult out;
    if (windowBytes <= 0)
        windowBytes = 512 * 1024;
    const auto began = std::chrono::steady_clock::now();
    const int fd = open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC);
    struct stat info = {};
    if (fd < 0 || fstat(fd, &info) != 0)
        return out;
    out.bytes = info.st_size;
    void *const map = mmap(nullptr, static_cast<size_t>(out.bytes), PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (map == MAP_FAILED)
        return out;
    madvise(map, static_cast<size_t>(out.bytes), MADV_SEQUENTIAL);
    const char *const data = static_cast<const char *>(map);
    const qint64 windows = (out.bytes + windowBytes - 1) / windowBytes;
    std::atomic<qint64> next{0};
    std::vector<std::unique_ptr<Columns>> columns;
    for (int t = 0; t < threads; ++t)
        columns.push_back(std::make_unique<Columns>());
    const auto work = [&](Columns &c) {
        simdjson::ondemand::parser parser;
        std::unique_ptr<simdjson::internal::dom_parser_implementation> firstStage;
        std::vector<char> buffer;
        for (qint64 w = next++; w < windows; w = next++) {
            const qint64 from = w == 0 ? 1 + (std::find(data, data + out.bytes, '[') - data)
                                       : nextEvent(data, w * windowBytes, out.bytes);
            const qint64 to = w + 1 == windows ? out.bytes : nextEvent(data, (w + 1) * windowBytes, out.bytes);
            if (from >= to)
                continue;
            const auto size = static_cast<size_t>(to - from);
            buffer.resize(std::max(buffer.size(), size + 2 + simdjson::SIMDJSON_PADDING));
            buffer[0] = '[';
            std::memcpy(buffer.data() + 1, data + from, size);
            // The window ends behind the comma of its last event, or behind the list's own bracket.
            size_t end = size;
            while (end > 0 && buffer[end] != ',' && buffer[end] != ']')
                --end;
            buffer[end] = ']';
            if (firstStageOnly)
                c.positions += positionsIn(firstStage, buffer.data(), end + 1);
            else
                readWindow(parser, buffer.data(), end + 1, static_cast<quint64>(from - 1), c);
        }
    };
    std::vector<std::thread> pool;
    for (int t = 1; t < threads; ++t)
        pool.emplace_back([&work, &c = *columns[static_cast<size_t>(t)]] { work(c); });
    work(*columns[0]);
    for (std::thread &t : pool)
        t.join();
    munmap(map, static_cast<size_t>(out.bytes));
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    for (const auto &c : columns) {
        out.slices += static_cast<qint64>(c->start.size());
        out.samples += static_cast<qint64>(c->sampleTime.size());
        out.flowEnds += static_cast<qint64>(c->flowTime.size());
        out.names += static_cast<qint64>(c->names.size());
        out.checksum += c->positions;
        for (size_t i = 0; i < c->start.size(); ++i)
            out.checksum += static_cast<quint64>(c->start[i] ^ c->duration[i]) + c->name[i] + c->lane[i] + c->source[i];
        for (size_t i = 0; i < c->sampleTime.size(); ++i)
            out.checksum +=
                static_cast<quint64>(c->sampleTime[i]) + static_cast<quint64>(c->sampleValue[i]) + c->sampleSeries[i];
        for (size_t i = 0; i < c->flowTime.size(); ++i)
            out.checksum += static_cast<quint64>(c->flowTime[i]) + c->flowId[i] + c->flowLane[i];
    }
    out.ok = true;
    return out;
}

} // namespace

BoundResult runBound(const QString &path, int threads, qint64 windowBytes)
{
    return runWindows(path, threads, windowBytes, false);
}

double runFloor(const QString &path, int threads, qint64 windowBytes)
{
    const BoundResult result = runWindows(path, threads, windowBytes, true);
    return result.ok && result.checksum > 0 ? result.seconds : 0;
}

} // namespace rs
