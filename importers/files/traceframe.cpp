// SPDX-License-Identifier: Apache-2.0
#include "importers/files/traceframe.h"

#include "core/base/timens.h"
#include "importers/files/fasttext.h"
#include "importers/files/jsontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace rs {

namespace {

constexpr std::string_view listKey = "traceEvents";
constexpr std::string_view baseKey = "baseTimeNanoseconds";
constexpr std::string_view infoKey = "distributedInfo";

// {"backend": "hccl", "rank": 3, "world_size": 8, …}
int rankOfInfo(const std::string &text)
{
    constexpr double mostRanks = 10'000'000;
    const auto info = nlohmann::json::parse(text, nullptr, false);
    if (!info.is_object())
        return -1;
    const auto rank = info.find("rank");
    if (rank == info.end() || !rank->is_number())
        return -1;
    // Spreadsheets and pandas write ranks as 3.0.
    const auto number = rank->get<double>();
    return number >= 0 && number < mostRanks && number == std::floor(number) ? static_cast<int>(number) : -1;
}

} // namespace

TraceFrame TraceFrame::behindEvents(qint64 at)
{
    TraceFrame out;
    out.open(true);
    out.listEndsAt(at);
    return out;
}

TraceFrame::Stop TraceFrame::read(const ByteSource &source)
{
    char block[16384];
    for (;;) {
        const qint64 got = source.read(m_at, block, sizeof block);
        if (got <= 0)
            return Stop::More;
        for (qint64 i = 0; i < got; ++i) {
            if (const std::optional<Stop> stop = take(block[i]))
                return *stop;
            ++m_at;
        }
    }
}

void TraceFrame::listEndsAt(qint64 at)
{
    m_at = at;
    m_hasList = true;
    m_any = m_any || !m_inObject;
    m_state = m_inObject ? State::Keys : State::Outside;
}

void TraceFrame::end()
{
    if (m_state == State::InValue && m_key == baseKey) {
        m_facts.baseNs = 0;
        m_facts.oddBase = m_value.substr(0, 40);
    }
}

void TraceFrame::open(bool object)
{
    m_begin = m_at;
    m_inObject = object;
    m_hasList = false;
    m_hasKey = false;
    m_facts = {};
}

// Files are padded with zeros, and begin with a mark where others were put behind each other.
bool TraceFrame::isBlankHere(char c) const
{
    if (isBlank(c) || (c == '\0' && (m_any || m_hasList)))
        return true;
    return m_state == State::Outside && (c == '\xef' || c == '\xbb' || c == '\xbf');
}

// The next character. Whatever ends the reading stands at place(), but for brackets that begin a list or end an object:
// place() is behind them.
std::optional<TraceFrame::Stop> TraceFrame::take(char c)
{
    switch (m_state) {
    case State::Outside:
        if (isBlankHere(c))
            return std::nullopt;
        if (c != '[' && c != '{')
            return Stop::Odd;
        open(c == '{');
        m_state = State::Keys;
        if (c == '{')
            return std::nullopt;
        ++m_at;
        return Stop::List;
    case State::Keys:
        if (isBlankHere(c) || c == ',')
            return std::nullopt;
        if (c == '"') {
            m_hasKey = true;
            m_key.clear();
            m_state = State::Key;
            return std::nullopt;
        }
        if (c != '}')
            return Stop::Odd;
        if (!m_hasList && m_any && !m_hasKey) {
            m_state = State::Outside; // an object of nothing, as behind the events of some writers
            return std::nullopt;
        }
        if (!m_hasList)
            return Stop::Empty;
        m_any = true;
        m_state = State::Outside;
        ++m_at;
        return Stop::Closed;
    case State::Key:
        if (m_escaped)
            m_escaped = false;
        else if (c == '\\')
            m_escaped = true;
        else if (c == '"')
            m_state = State::Colon;
        if (m_state == State::Key && m_key.size() < 64)
            m_key += c;
        return std::nullopt;
    case State::Colon:
        if (isBlankHere(c))
            return std::nullopt;
        if (c != ':')
            return Stop::Odd;
        m_state = State::Value;
        return std::nullopt;
    case State::Value:
        if (isBlankHere(c))
            return std::nullopt;
        if (c == '[' && m_key == listKey) {
            ++m_at;
            return Stop::List;
        }
        m_value.clear();
        m_depth = 0;
        m_state = State::InValue;
        break;
    case State::InValue:
        break;
    }
    if (!m_inString && m_depth == 0 && (c == ',' || c == '}')) {
        takeValue();
        m_state = State::Keys;
        return take(c);
    }
    constexpr size_t longest = size_t{1} << 20;
    if ((m_key == baseKey || m_key == infoKey) && m_value.size() < longest)
        m_value += c;
    if (m_escaped) {
        m_escaped = false;
    } else if (c == '"') {
        m_inString = !m_inString;
    } else if (m_inString) {
        m_escaped = c == '\\';
    } else if (c == '{' || c == '[') {
        ++m_depth;
    } else if (c == '}' || c == ']') {
        if (m_depth == 0)
            return Stop::Odd;
        --m_depth;
    }
    return std::nullopt;
}

void TraceFrame::takeValue()
{
    if (m_key == infoKey)
        m_facts.rank = rankOfInfo(m_value);
    if (m_key != baseKey)
        return;
    // Whole nanoseconds, also as a text.
    std::string_view text = m_value;
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    const std::string_view written = text;
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    const qint64 ns = parseNumber<qint64>(text).value_or(-1);
    const bool isTime = ns >= 0 && ns < LatestStampNs;
    m_facts.baseNs = isTime ? ns : 0;
    m_facts.oddBase = isTime ? std::string() : std::string(written.substr(0, 40));
}

char lastCharacter(const ByteSource &source, qint64 from, char other)
{
    char block[4096];
    for (qint64 end = source.size(); end > from;) {
        const qint64 begin = std::max(from, end - static_cast<qint64>(sizeof block));
        const qint64 got = source.read(begin, block, end - begin);
        if (got <= 0)
            break;
        for (qint64 i = got; i-- > 0;) {
            if (!isBlank(block[i]) && block[i] != '\0')
                return block[i];
        }
        end = begin;
    }
    return other;
}

} // namespace rs
