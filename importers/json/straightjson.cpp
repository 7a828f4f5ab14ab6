// SPDX-License-Identifier: Apache-2.0
#include "importers/json/straightjson.h"

#include "importers/files/osfile.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include <unistd.h>

namespace rs {

namespace {

// Behind the text: what is compared and looked through in words ends there.
constexpr size_t ZerosBehind = 64;

} // namespace

StraightJson::~StraightJson()
{
    if (m_fd >= 0)
        ::close(m_fd);
    if (m_read > 0 && !m_finished) {
        m_job.addDone(-m_read);
        m_job.addTotal(-m_bytes);
    }
}

bool StraightJson::open(qint64 maxBytes)
{
    const OsInfo info = osInfo(m_path);
    // Opening a pipe or a device would wait for ever.
    if (!info.isFile || info.bytes == 0 || info.bytes > maxBytes)
        return false;
    m_fd = openRegular(m_path);
    if (m_fd < 0)
        return false;
    m_bytes = info.bytes;
    const auto window = static_cast<size_t>(std::min<qint64>(m_bytes, qint64{WindowBytes}));
    m_window.reset(new char[window + ZerosBehind]);
    std::memset(m_window.get(), 0, window + ZerosBehind);
    m_at = m_end = m_window.get();
    return fill();
}

bool StraightJson::fill()
{
    const qint64 left = m_bytes - m_read;
    if (left == 0)
        return true;
    if (m_job.isCanceled())
        return false;
    char *const begin = m_window.get();
    const auto kept = static_cast<size_t>(m_end - m_at);
    std::memmove(begin, m_at, kept);
    const qint64 window = std::min<qint64>(m_bytes, qint64{WindowBytes});
    const qint64 wanted = std::min(left, window - static_cast<qint64>(kept));
    qint64 got = 0;
    while (got < wanted) {
        const ssize_t n = ::read(m_fd, begin + kept + got, static_cast<size_t>(wanted - got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        got += n;
    }
    m_at = begin;
    m_end = begin + kept + got;
    std::memset(begin + kept + got, 0, ZerosBehind);
    if (m_read == 0)
        m_job.addTotal(m_bytes);
    m_read += got;
    m_job.addDone(got);
    return true;
}

bool StraightJson::isAtEnd()
{
    while (true) {
        skipBlanks();
        if (m_at != m_end)
            return false;
        if (m_read == m_bytes)
            return true;
        if (!fill())
            return false;
    }
}

bool StraightJson::isObjectOf(std::string_view firstKey)
{
    const char *const here = m_at;
    std::string_view first;
    const bool is = take('{') && text(first) && first == firstKey;
    m_at = here;
    return is;
}

bool StraightJson::readLongNumber(const char *from, const char *to, double &out)
{
    const auto [end, ec] = std::from_chars(from, to, out);
    // Of what is too small for a double, other readers say that it is missing.
    return ec == std::errc() && end == to && std::abs(out) >= std::numeric_limits<double>::min();
}

int StraightKeys::find(StraightJson &scan, size_t &next) const
{
    std::string_view text;
    if (!scan.key(text))
        return -1;
    const auto end = m_keys.begin() + static_cast<std::ptrdiff_t>(m_count);
    const auto found = std::find_if(m_keys.begin(), end, [text](const Key &k) { return text == k.text; });
    if (found == end)
        return -1;
    const auto at = static_cast<size_t>(found - m_keys.begin());
    next = at + 1;
    return static_cast<int>(at);
}

} // namespace rs
