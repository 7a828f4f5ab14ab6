// SPDX-License-Identifier: Apache-2.0
#include "importers/json/jsonwindow.h"

#include "importers/files/jsontext.h"
#include "importers/files/osfile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace rs {

JsonWindow::~JsonWindow()
{
    if (m_fd >= 0)
        ::close(m_fd);
    if (m_read > 0 && !m_finished) {
        m_job.addDone(-m_read);
        m_job.addTotal(-m_bytes);
    }
}

bool JsonWindow::open(const QString &path, qint64 maxBytes)
{
    const OsInfo info = osInfo(path);
    // Opening a pipe or a device would wait for ever.
    if (!info.isFile || info.bytes == 0 || info.bytes > maxBytes)
        return false;
    m_fd = openRegular(path);
    if (m_fd < 0)
        return false;
    m_bytes = info.bytes;
    m_tokens.reserve(Bytes);
    m_text.reset(new char[Bytes + JsonTokens::Padding]);
    return fill(0, 0);
}

bool JsonWindow::next(const char *from, std::string_view head)
{
    if (m_read == m_bytes || from == m_first)
        return false;
    *m_cut = m_atCut;
    const auto kept = static_cast<size_t>(m_end - from);
    if (kept + head.size() >= Bytes)
        return false;
    std::memmove(m_text.get() + head.size(), from, kept);
    std::memcpy(m_text.get(), head.data(), head.size());
    return fill(head.size(), kept);
}

bool JsonWindow::fill(size_t head, size_t kept)
{
    m_first = m_text.get() + head;
    m_end = m_text.get() + head + kept;
    if (!read())
        return false;
    std::memset(m_end, 0, JsonTokens::Padding);
    // Neither a text nor a number goes on behind a brace.
    m_cut = m_end;
    while (m_read < m_bytes && m_cut > m_first && m_cut[-1] != '}')
        --m_cut;
    m_atCut = *m_cut;
    *m_cut = '\0';
    return m_tokens.start({m_text.get(), static_cast<size_t>(m_cut - m_text.get())});
}

bool JsonWindow::read()
{
    if (m_job.isCanceled())
        return false;
    const qint64 wanted = std::min(m_bytes - m_read, static_cast<qint64>(m_text.get() + Bytes - m_end));
    qint64 got = 0;
    while (got < wanted) {
        const ssize_t n = ::read(m_fd, m_end + got, static_cast<size_t>(wanted - got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        got += n;
    }
    if (m_read == 0)
        m_job.addTotal(m_bytes);
    m_end += got;
    m_read += got;
    m_job.addDone(got);
    return true;
}

bool JsonWindow::isAtEnd()
{
    if (m_tokens.at() != m_cut)
        return false;
    *m_cut = m_atCut;
    for (const char *rest = m_cut; std::all_of<const char *>(rest, m_end, isBlank); rest = m_text.get()) {
        if (m_read == m_bytes)
            return true;
        m_end = m_text.get();
        if (!read())
            return false;
    }
    return false;
}

} // namespace rs
