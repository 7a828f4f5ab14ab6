// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "importers/json/jsontokens.h"

#include <QString>

#include <memory>

namespace rs {

/// Reads a JSON file through a small window, so that neither its text nor the index of its tokens stands in memory as a
/// whole. Nothing is reported: where a function gives false, the file has to be read in another way.
class JsonWindow
{
public:
    static constexpr size_t Bytes = size_t{256} << 10;

    explicit JsonWindow(const JobContext &job) : m_job(job) {}
    ~JsonWindow();
    JsonWindow(const JsonWindow &) = delete;
    JsonWindow &operator=(const JsonWindow &) = delete;

    /// The first window. False for a file that is not regular, empty or larger than this.
    [[nodiscard]] bool open(const QString &path, qint64 maxBytes);
    /// The window that begins with `head`, as if that stood in the file, and goes on with the token `from` of this one.
    /// False behind the last window, and where `from` is the first token behind the head of this one.
    [[nodiscard]] bool next(const char *from, std::string_view head);
    /// Nothing but blanks stands in the file behind the last token that was taken.
    [[nodiscard]] bool isAtEnd();
    /// Counts the bytes that were read as done; without it they are taken back when the window goes.
    void finish() { m_finished = true; }

    [[nodiscard]] JsonTokens &tokens() { return m_tokens; }
    [[nodiscard]] qint64 bytes() const { return m_bytes; }
    [[nodiscard]] qint64 bytesTaken() const { return m_read - (m_end - m_tokens.at()); }

private:
    [[nodiscard]] bool fill(size_t head, size_t kept);
    [[nodiscard]] bool read();

    const JobContext &m_job;
    JsonTokens m_tokens;
    int m_fd = -1;
    qint64 m_bytes = 0; ///< file size when it was opened
    qint64 m_read = 0;
    bool m_finished = false;
    std::unique_ptr<char[]> m_text;
    const char *m_first = nullptr; ///< behind the head
    char *m_cut = nullptr;         ///< behind the last token
    char *m_end = nullptr;
    char m_atCut = 0; ///< the byte that stands at the cut in the file
};

} // namespace rs
