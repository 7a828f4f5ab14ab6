// SPDX-License-Identifier: Apache-2.0
// Meaning of the fields of an event: the rows that it adds to a chunk.
#include "importers/trace/eventdecoder.h"

#include "core/base/timens.h"
#include "core/text/texthash.h"
#include "importers/files/fasttext.h"
#include "importers/files/jsontext.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace rs {

namespace {

constexpr size_t maxTextBytes = 64 * 1024;
constexpr double mostOfCounter = 1e18;  // bytes and cycles stay below; sums over time and differences stay finite
constexpr quint32 noneId = 4294967295U; // how the writers spell "none" in 32-bit ids

bool readWhole(std::string_view t, qint64 &value)
{
    if (t.size() < 16 && !t.empty()) {
        qint64 plain = 0;
        size_t i = 0;
        for (; i < t.size() && static_cast<unsigned char>(t[i] - '0') < 10; ++i)
            plain = plain * 10 + (t[i] - '0');
        if (i == t.size()) {
            value = plain;
            return true;
        }
    }
    const auto number = parseNumber<qint64>(t);
    value = number.value_or(value);
    return number.has_value();
}

// A 32-bit id; -1 for "none" and for what does not fit.
qint32 readId(std::string_view t)
{
    qint64 value = 0;
    if (!readWhole(t, value) || value < 0 || value > std::numeric_limits<qint32>::max())
        return -1;
    return static_cast<qint32>(value);
}

// The same as ==, and the compiler sees how many bytes there are to compare.
template <size_t N>
bool is(std::string_view text, const char (&wanted)[N])
{
    return text.size() == N - 1 && std::memcmp(text.data(), wanted, N - 1) == 0;
}

bool readReal(std::string_view t, double &value)
{
    const auto number = parseNumber<double>(t);
    value = number.value_or(value);
    return number.has_value();
}

bool readTime(std::string_view text, qint64 &ns)
{
    quint64 high = 0;
    quint64 low = 0;
    if (text.size() == 20 && text[16] == '.' && readEightDigits(text.data(), high) &&
        readEightDigits(text.data() + 8, low)) {
        const char *const p = text.data() + 17;
        const auto a = static_cast<unsigned>(p[0] - '0');
        const auto b = static_cast<unsigned>(p[1] - '0');
        const auto c = static_cast<unsigned>(p[2] - '0');
        if (a < 10 && b < 10 && c < 10) {
            // 16 digits of microseconds stay below 10^19, which quint64 holds; the limit is checked below.
            const quint64 us = high * 100000000 + low;
            if (us < static_cast<quint64>(LatestStampNs) / 1000) {
                ns = static_cast<qint64>(us * 1000 + a * 100 + b * 10 + c);
                return true;
            }
            return false;
        }
    }
    if (readPlainDecimal(text, ns))
        return ns < LatestStampNs;
    const auto value = parseDecimalUs(text);
    if (!value || *value >= LatestStampNs || *value <= EarliestStampNs)
        return false;
    ns = *value;
    return true;
}

} // namespace

void EventDecoder::event(const Fields &f, const Source &source)
{
    m_byte = source.byte;
    const std::string_view ph = f.ph.raw();
    if (!f.ph.isSet() || ph.empty()) {
        issues.note(TraceIssue::MissingKey, source.byte, "ph");
        return;
    }
    if (ph.size() == 1) {
        switch (ph[0]) {
        case 'X':
            return slice(f, source, false);
        case 'C':
            return counter(f, source);
        case 's':
            return flow(f, source, TraceChunk::FlowPhase::Start);
        case 'f':
            return flow(f, source, f.bindsAround ? TraceChunk::FlowPhase::End : TraceChunk::FlowPhase::NextEnd);
        case 't':
            return flow(f, source, TraceChunk::FlowPhase::Step);
        case 'M':
            return meta(f, source);
        case 'i':
        case 'I':
            return slice(f, source, true);
        case 'B':
            return edge(f, source, true);
        case 'E':
            return edge(f, source, false);
        // Asynchronous events, in the spelling of today and in the old one.
        case 'b':
        case 'S':
            return asyncEdge(f, source, true);
        case 'e':
        case 'F':
            return asyncEdge(f, source, false);
        case 'n':
        case 'T':
            return asyncMark(f, source);
        default:
            break;
        }
    }
    issues.note(TraceIssue::UnknownPhase, source.byte, unescapeJson(ph.substr(0, 40)));
}

bool EventDecoder::stamp(const Token &t, const Source &source, qint64 &ns)
{
    if (readTime(t.raw(), ns))
        return true;
    issues.note(TraceIssue::BadTime, source.byte, unescapeJson(t.raw().substr(0, 40)));
    return false;
}

bool EventDecoder::duration(const Token &t, const Source &source, qint64 &ns)
{
    if (!stamp(t, source, ns))
        return false;
    if (ns >= 0 && ns <= MaxDurationNs)
        return true;
    issues.note(ns < 0 ? TraceIssue::NegativeDuration : TraceIssue::LongDuration, source.byte,
                unescapeJson(t.raw().substr(0, 40)));
    return false;
}

bool EventDecoder::markDuration(const Token &t, const Source &source, qint64 &ns)
{
    return !t.isSet() || t.raw() == "null" || duration(t, source, ns);
}

void EventDecoder::growTexts()
{
    std::vector<TextSlot> bigger(m_textSlots.size() * 2);
    const size_t mask = bigger.size() - 1;
    for (const TextSlot &s : m_textSlots) {
        if (s.hash == 0)
            continue;
        size_t i = (s.hash >> 20) & mask;
        while (bigger[i].hash != 0)
            i = (i + 1) & mask;
        bigger[i] = s;
    }
    m_textSlots = std::move(bigger);
}

StrId EventDecoder::internRaw(std::string_view raw)
{
    if (raw.empty())
        return NoText;
    const quint64 textsHash = textHash(raw);
    const quint64 hash = textsHash | 1; // 0 is a free slot
    const size_t mask = m_textSlots.size() - 1;
    size_t i = (hash >> 20) & mask;
    for (; m_textSlots[i].hash != 0; i = (i + 1) & mask) {
        if (m_textSlots[i].hash == hash && isSameText(m_textSlots[i].raw, raw))
            return m_textSlots[i].id;
    }
    TextSlot slot;
    slot.hash = hash;
    if (raw.size() <= maxTextBytes && raw.find('\\') == std::string_view::npos) {
        slot.id = m_chunk.strings.intern(raw, textsHash);
        slot.raw = m_chunk.strings.view(slot.id);
    } else {
        std::string text = unescapeJson(raw.substr(0, maxTextBytes));
        if (raw.size() > maxTextBytes) {
            issues.note(TraceIssue::LongText, m_byte);
            // Never end inside a UTF-8 sequence.
            while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80)
                text.pop_back();
            if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0)
                text.pop_back();
        }
        slot.id = m_chunk.strings.intern(text);
        slot.raw = m_rawTexts.emplace_back(raw);
    }
    m_textSlots[i] = slot;
    if (++m_textCount * 2 > m_textSlots.size())
        growTexts();
    return slot.id;
}

StrId EventDecoder::intern(const Token &t)
{
    return t.isSet() ? internRaw(t.raw()) : NoText;
}

StrId EventDecoder::sliceName(const Token &t, const Source &source)
{
    if (t.isString() && t.n > 2) [[likely]]
        return intern(t);
    issues.note(TraceIssue::UnnamedSlice, source.byte);
    return t.raw() == "null" ? NoText : intern(t);
}

std::string_view EventDecoder::plain(const Token &t, std::string &buffer) const
{
    const std::string_view raw = t.raw();
    if (raw.find('\\') == std::string_view::npos)
        return raw;
    buffer = unescapeJson(raw);
    return buffer;
}

bool EventDecoder::isLaneId(const Token &t, const char *key)
{
    std::string_view digits = t.raw();
    bool isId = t.isString() && !digits.empty();
    if (!t.isString()) {
        digits.remove_prefix(digits.starts_with('-') ? 1 : 0);
        isId = !digits.empty() &&
               std::ranges::all_of(digits, [](char c) { return static_cast<unsigned char>(c - '0') < 10; });
    }
    if (!isId)
        issues.note(
            TraceIssue::OddLane, m_byte,
            key + (t.isSet() ? " = " + unescapeJson(std::string_view(t.p, std::min<size_t>(t.n, 40))) : std::string()));
    return isId;
}

quint32 EventDecoder::markLane(const Token &pid, const Token &tid)
{
    // So torch.profiler writes the end of its window.
    const bool ofRun = pid.isString() && pid.n == 2 && tid.isString() && tid.n == 2;
    return ofRun ? m_chunk.lane({}, {}) : lane(pid, tid);
}

quint32 EventDecoder::lane(const Token &pid, const Token &tid)
{
    const std::string_view p = pid.raw();
    const std::string_view t = tid.raw();
    const auto slow = [&] {
        const StrId pidText = intern(pid);
        const StrId tidText = intern(tid);
        const quint32 found = m_chunk.lane(m_chunk.strings.view(pidText), m_chunk.strings.view(tidText));
        if (t.empty())
            nameLane(found, pidText, {}, "(no tid)");
        return found;
    };
    if (p.size() > 15 || t.size() > 15) {
        isLaneId(pid, "pid");
        isLaneId(tid, "tid");
        return slow();
    }
    const ShortText process = shortText(p);
    const ShortText thread = shortText(t);
    const quint64 hash = ((process.low ^ process.high * 31) * 0x9e3779b97f4a7c15ULL + (thread.low ^ thread.high * 31)) *
                         0xd1342543de82ef95ULL;
    LaneSlot &slot = m_laneSlots[hash >> 58];
    const size_t bytes = p.size() << 8 | t.size();
    if (slot.used && slot.process == process && slot.thread == thread && slot.bytes == bytes)
        return slot.lane;
    // Those that are told each time are not kept, so that what is kept need not be asked.
    const bool isProcess = isLaneId(pid, "pid");
    const bool isThread = isLaneId(tid, "tid");
    if (!isProcess || !isThread)
        return slow();
    slot = {process, thread, bytes, slow(), true};
    return slot.lane;
}

quint32 EventDecoder::series(const Token &pid, std::string_view name, std::string_view seriesName)
{
    const StrId p = intern(pid);
    const StrId n = internRaw(name);
    const StrId s = internRaw(seriesName);
    const quint64 hash = (quint64{raw(p)} * 0x9e3779b97f4a7c15ULL + raw(n)) * 0xd1342543de82ef95ULL + raw(s);
    SeriesSlot &slot = m_seriesSlots[(hash * 0x9e3779b97f4a7c15ULL) >> 55];
    if (slot.used && slot.pid == p && slot.name == n && slot.series == s)
        return slot.index;
    slot.index = m_chunk.seriesOf(m_chunk.strings.view(p), m_chunk.strings.view(n), m_chunk.strings.view(s));
    slot.pid = p;
    slot.name = n;
    slot.series = s;
    slot.used = isLaneId(pid, "pid");
    return slot.index;
}

template <typename Use>
void EventDecoder::eachArg(const Fields &f, Use use) const
{
    if (f.argsFirst == 0)
        return;
    // The range is balanced, which decode() has checked; what does not look like `key : scalar` ends the walk.
    for (size_t k = f.argsFirst + 1; k + 3 <= f.argsLast;) {
        const char *const key = m_text + m_at[k];
        const char *colon = m_text + m_at[k + 1];
        if (*key != '"' || *colon != ':')
            return;
        while (isBlank(colon[-1]))
            --colon;
        const size_t value = m_at[k + 2];
        const char c = m_text[value];
        size_t next = k + 3;
        if (c == '{' || c == '[') {
            int depth = 1;
            for (; next < f.argsLast; ++next) {
                const char b = static_cast<char>(m_text[m_at[next]] | 0x20);
                if (b == '{')
                    ++depth;
                else if (b == '}' && --depth == 0)
                    break;
            }
            ++next;
        } else {
            size_t last = m_at[next];
            while (isBlank(m_text[last - 1]))
                --last;
            if (c != ',' && c != ']' && c != ':' && colon - key >= 2)
                use(std::string_view(key + 1, static_cast<size_t>(colon - key) - 2),
                    Token{m_text + value, static_cast<quint32>(last - value)});
        }
        k = next + 1;
    }
}

quint32 EventDecoder::detail(const Fields &f)
{
    TaskDetail d;
    bool any = false;
    bool physicStream = false;
    eachArg(f, [&](std::string_view key, const Token &value) {
        const auto id = [&](qint32 &to) {
            to = readId(value.raw());
            any = true;
        };
        const auto text = [&](StrId &to) {
            to = intern(value);
            any = true;
        };
        const auto bytes = [&] {
            qint64 n = 0;
            double real = 0;
            if (readWhole(value.raw(), n) && n >= 0) {
                d.sizeBytes = n;
                any = true;
            } else if (readReal(value.raw(), real) && real >= 0 && real < 9e18) {
                d.sizeBytes = static_cast<qint64>(real);
                any = true;
            }
        };
        switch (key.size()) {
        case 7:
            if (is(key, "Task Id") || is(key, "task id"))
                id(d.taskId);
            else if (is(key, "size(B)"))
                bytes();
            break;
        case 8:
            if (is(key, "src rank"))
                id(d.srcRank);
            else if (is(key, "dst rank"))
                id(d.dstRank);
            break;
        case 9:
            if (is(key, "Task Type") || is(key, "task type")) {
                text(d.taskType);
            } else if (is(key, "Stream Id") || is(key, "stream id")) {
                if (!physicStream)
                    id(d.streamId);
            } else if (is(key, "link type")) {
                text(d.linkType);
            } else if (is(key, "operation")) {
                d.linkType = intern(value);
            } else if (is(key, "data type") || is(key, "data_type")) {
                text(d.dataType);
            }
            break;
        case 10:
            if (is(key, "size(Byte)"))
                bytes();
            break;
        case 13:
            if (is(key, "connection_id")) {
                qint64 n = 0;
                d.connectionId = readWhole(value.raw(), n) && n >= 0 && n != noneId ? n : -1;
                any = true;
            }
            break;
        case 14:
            if (is(key, "transport type"))
                text(d.transport);
            break;
        case 15:
            if (is(key, "data size(Byte)"))
                bytes();
            break;
        case 16:
            if (is(key, "Physic Stream Id")) {
                id(d.streamId);
                physicStream = true;
            } else if (is(key, "memcpy direction")) {
                d.linkType = intern(value);
            }
            break;
        default:
            break;
        }
    });
    if (!any)
        return 0;
    m_chunk.details.push_back(d);
    return static_cast<quint32>(m_chunk.details.size());
}

void EventDecoder::slice(const Fields &f, const Source &source, bool instant)
{
    if (!f.ts.isSet()) {
        issues.note(TraceIssue::MissingKey, source.byte, "ts");
        return;
    }
    TraceChunk::Slice s;
    if (!stamp(f.ts, source, s.start))
        return;
    if (!instant && !f.dur.isSet()) {
        issues.note(TraceIssue::MissingDuration, source.byte);
        return;
    }
    if (!(instant ? markDuration(f.dur, source, s.duration) : duration(f.dur, source, s.duration)))
        return;
    s.argsAt = source.at;
    s.argsLength = source.length;
    s.name = sliceName(f.name, source);
    s.lane = instant ? markLane(f.pid, f.tid) : lane(f.pid, f.tid);
    bool details = true;
    if (f.cat.isSet()) {
        const std::string_view cat = f.cat.raw();
        if (is(cat, "python_function")) {
            s.kind = SliceKind::Python;
            details = false;
        } else if (is(cat, "cpu_op")) {
            s.kind = SliceKind::Framework;
            details = false;
        } else if (is(cat, "enqueue") || is(cat, "dequeue")) {
            s.kind = SliceKind::Queue;
            details = false;
        } else if (is(cat, "kernel")) { // as PyTorch itself files the work of any device
            s.kind = SliceKind::KernelOther;
        } else if (is(cat, "gpu_memcpy") || is(cat, "gpu_memset")) {
            s.kind = SliceKind::MemoryCopy;
        } else if (is(cat, "user_annotation") || is(cat, "gpu_user_annotation")) {
            s.kind = SliceKind::Marker;
        }
    }
    if (details)
        s.detail = detail(f);
    m_chunk.slices.push_back(s);
}

void EventDecoder::flow(const Fields &f, const Source &source, TraceChunk::FlowPhase phase)
{
    if (!f.ts.isSet() || !f.id.isSet()) {
        issues.note(TraceIssue::MissingKey, source.byte, f.ts.isSet() ? "id" : "ts");
        return;
    }
    qint64 ts = 0;
    if (!stamp(f.ts, source, ts))
        return;
    std::optional<FlowId> id = FlowId::fromDecimal(f.id.raw());
    if (!id) {
        std::string buffer;
        id = FlowId::fromText(plain(f.id, buffer), m_chunk.strings);
    }
    m_chunk.addFlowEnd(*id, ts, intern(f.cat), lane(f.pid, f.tid), phase);
}

void EventDecoder::counter(const Fields &f, const Source &source)
{
    if (!f.ts.isSet() || f.argsFirst == 0) {
        issues.note(TraceIssue::MissingKey, source.byte, f.ts.isSet() ? "args" : "ts");
        return;
    }
    TraceChunk::Sample sample;
    if (!stamp(f.ts, source, sample.ts))
        return;
    // Kept: it may count from a base that stands behind the events.
    if (sample.ts == 0)
        issues.note(TraceIssue::CounterAtZero, source.byte);
    // Counters of one name and several ids are several, called as chrome://tracing does: "c[1]".
    std::string_view counterName = f.name.raw();
    std::string ofId;
    if (!f.id.raw().empty()) {
        ofId.append(counterName.substr(0, maxTextBytes)).append("[").append(f.id.raw().substr(0, 64)).append("]");
        counterName = ofId;
    }
    // "Acc PMU" writes one event per accelerator and tells them apart by this arg.
    std::string_view accelerator;
    bool many = false;
    eachArg(f, [&](std::string_view key, const Token &value) {
        if (is(key, "acc_id"))
            accelerator = value.raw();
        else
            many = true;
    });
    if (!many)
        accelerator = {};
    eachArg(f, [&](std::string_view key, const Token &value) {
        const std::string_view text = value.raw();
        if (!accelerator.empty() && is(key, "acc_id"))
            return;
        double v = 0;
        if (text.size() == 1 && static_cast<unsigned char>(text[0] - '0') < 10) {
            v = text[0] - '0';
        } else if (text.size() == 3 && text == "0.0") {
            v = 0;
        } else if (!readReal(text, v)) {
            issues.note(TraceIssue::CounterNotNumber, source.byte, unescapeJson(text.substr(0, 40)));
            return;
        } else if (std::abs(v) > mostOfCounter) {
            issues.note(TraceIssue::CounterTooLarge, source.byte, unescapeJson(text.substr(0, 40)));
            return;
        }
        sample.value = v;
        if (accelerator.empty()) {
            sample.series = series(f.pid, counterName, key);
        } else {
            char name[96];
            const size_t keyBytes = std::min<size_t>(key.size(), 48);
            const size_t idBytes = std::min<size_t>(accelerator.size(), 24);
            char *p = std::copy_n(key.data(), keyBytes, name);
            p = std::copy_n(" (acc ", 6, p);
            p = std::copy_n(accelerator.data(), idBytes, p);
            *p++ = ')';
            sample.series = series(f.pid, counterName, std::string_view(name, static_cast<size_t>(p - name)));
        }
        m_chunk.samples.push_back(sample);
    });
}

void EventDecoder::meta(const Fields &f, const Source &source)
{
    TraceChunk::Meta m;
    std::string_view wanted;
    const std::string_view name = f.name.raw();
    if (name == "process_name") {
        m.kind = TraceChunk::MetaKind::ProcessName;
        wanted = "name";
    } else if (name == "process_labels") {
        m.kind = TraceChunk::MetaKind::ProcessLabels;
        wanted = "labels";
    } else if (name == "process_sort_index") {
        m.kind = TraceChunk::MetaKind::ProcessSortIndex;
        wanted = "sort_index";
    } else if (name == "thread_name") {
        m.kind = TraceChunk::MetaKind::ThreadName;
        wanted = "name";
    } else if (name == "thread_sort_index") {
        m.kind = TraceChunk::MetaKind::ThreadSortIndex;
        wanted = "sort_index";
    } else {
        return; // other metadata (trace_config, num_cpus, …) names nothing that is drawn
    }
    bool found = false;
    eachArg(f, [&](std::string_view key, const Token &value) {
        if (key != wanted)
            return;
        if (wanted == "sort_index") {
            double real = 0;
            if (readWhole(value.raw(), m.number)) {
                found = true;
            } else if (readReal(value.raw(), real) && std::abs(real) < 9e18) {
                m.number = static_cast<qint64>(real);
                found = true;
            }
        } else if (value.raw() != "null" || value.isString()) {
            m.text = intern(value);
            found = true;
        }
    });
    if (!found || !f.pid.isSet()) {
        issues.note(TraceIssue::MissingKey, source.byte, found ? "pid" : wanted);
        return;
    }
    isLaneId(f.pid, "pid");
    if (m.kind == TraceChunk::MetaKind::ThreadName || m.kind == TraceChunk::MetaKind::ThreadSortIndex)
        isLaneId(f.tid, "tid");
    m.pid = intern(f.pid);
    m.tid = intern(f.tid);
    m_chunk.metas.push_back(m);
}

/// Events of one category of a process share a lane, on which those that overlap are packed side by side: whoever
/// begins one asynchronously may end it on another thread.
quint32 EventDecoder::asyncLane(const Fields &f)
{
    std::string buffer;
    const std::string category(f.cat.isSet() ? plain(f.cat, buffer) : std::string_view());
    const std::string name = category.empty() ? std::string("Async") : "Async " + category.substr(0, 256);
    isLaneId(f.pid, "pid");
    const StrId pid = intern(f.pid);
    const quint32 lane = m_chunk.lane(m_chunk.strings.view(pid), name);
    nameLane(lane, pid, name, name);
    return lane;
}

void EventDecoder::nameLane(quint32 lane, StrId pid, std::string_view tid, std::string_view name)
{
    if (!m_namedLanes.insert(lane).second)
        return;
    TraceChunk::Meta m;
    m.kind = TraceChunk::MetaKind::ThreadName;
    m.pid = pid;
    m.tid = tid.empty() ? NoText : m_chunk.strings.intern(tid);
    m.text = m_chunk.strings.intern(name);
    m_chunk.metas.push_back(m);
}

void EventDecoder::asyncEdge(const Fields &f, const Source &source, bool begin)
{
    if (!f.ts.isSet() || !f.id.isSet()) {
        issues.note(TraceIssue::MissingKey, source.byte, f.ts.isSet() ? "id" : "ts");
        return;
    }
    TraceChunk::Edge e;
    if (!stamp(f.ts, source, e.ts))
        return;
    e.argsAt = source.at;
    e.argsLength = source.length;
    e.name = begin ? sliceName(f.name, source) : intern(f.name);
    e.id = intern(f.id);
    e.lane = asyncLane(f);
    e.begin = begin;
    m_chunk.edges.push_back(e);
}

void EventDecoder::asyncMark(const Fields &f, const Source &source)
{
    if (!f.ts.isSet()) {
        issues.note(TraceIssue::MissingKey, source.byte, "ts");
        return;
    }
    TraceChunk::Slice s;
    if (!stamp(f.ts, source, s.start) || !markDuration(f.dur, source, s.duration))
        return;
    s.argsAt = source.at;
    s.argsLength = source.length;
    s.name = sliceName(f.name, source);
    s.lane = asyncLane(f);
    m_chunk.slices.push_back(s);
}

void EventDecoder::edge(const Fields &f, const Source &source, bool begin)
{
    if (!f.ts.isSet()) {
        issues.note(TraceIssue::MissingKey, source.byte, "ts");
        return;
    }
    TraceChunk::Edge e;
    if (!stamp(f.ts, source, e.ts))
        return;
    e.argsAt = source.at;
    e.argsLength = source.length;
    // The end of a slice may leave out the name.
    e.name = begin ? sliceName(f.name, source) : intern(f.name);
    e.id = intern(f.id);
    e.lane = lane(f.pid, f.tid);
    e.begin = begin;
    m_chunk.edges.push_back(e);
}

} // namespace rs
