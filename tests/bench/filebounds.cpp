// SPDX-License-Identifier: Apache-2.0
#include "bench/filebounds.h"

#include <QFile>

#include <simdjson.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rs {

namespace {

class OpenFile
{
public:
    explicit OpenFile(const QString &path) : m_fd(open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC))
    {
        struct stat info = {};
        if (m_fd >= 0 && fstat(m_fd, &info) == 0)
            m_size = info.st_size;
    }
    ~OpenFile()
    {
        if (m_fd >= 0)
            close(m_fd);
    }
    OpenFile(const OpenFile &) = delete;
    OpenFile &operator=(const OpenFile &) = delete;

    [[nodiscard]] qint64 size() const { return m_size; }
    [[nodiscard]] size_t read(qint64 at, char *to, qint64 bytes) const
    {
        const ssize_t n = pread(m_fd, to, static_cast<size_t>(bytes), at);
        return n < 0 ? 0 : static_cast<size_t>(n);
    }

private:
    int m_fd;
    qint64 m_size = 0;
};

// Calls `work` on that many threads, which share the number of the next piece.
void onThreads(int threads, const std::function<void(std::atomic<qint64> &next)> &work)
{
    std::atomic<qint64> next{0};
    std::vector<std::thread> pool;
    for (int t = 1; t < threads; ++t)
        pool.emplace_back([&] { work(next); });
    work(next);
    for (std::thread &t : pool)
        t.join();
}

double secondsSince(std::chrono::steady_clock::time_point began)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

} // namespace

double splitBound(const QString &path, int threads)
{
    constexpr qint64 pieceBytes = qint64{1} << 20;
    const auto began = std::chrono::steady_clock::now();
    const OpenFile file(path);
    const qint64 pieces = (file.size() + pieceBytes - 1) / pieceBytes;
    std::atomic<quint64> cells{0};
    onThreads(threads, [&](std::atomic<qint64> &next) {
        std::vector<char> buffer(static_cast<size_t>(pieceBytes));
        quint64 count = 0;
        size_t longest = 0;
        for (qint64 i = next++; i < pieces; i = next++) {
            const size_t size = file.read(i * pieceBytes, buffer.data(), pieceBytes);
            size_t begin = 0;
            for (size_t k = 0; k < size; ++k) {
                if (buffer[k] == ',' || buffer[k] == '\n') {
                    longest = std::max(longest, k - begin);
                    begin = k + 1;
                    ++count;
                }
            }
        }
        cells += count + longest;
    });
    return cells > 0 ? secondsSince(began) : 0;
}

double domBound(const QString &path)
{
    const auto began = std::chrono::steady_clock::now();
    const OpenFile file(path);
    std::string text;
    text.reserve(static_cast<size_t>(file.size()) + simdjson::SIMDJSON_PADDING);
    text.resize(static_cast<size_t>(file.size()));
    for (size_t at = 0; at < text.size();) {
        const size_t n = file.read(static_cast<qint64>(at), text.data() + at, static_cast<qint64>(text.size() - at));
        if (n == 0)
            return 0;
        at += n;
    }
    simdjson::dom::parser parser;
    const auto root = parser.parse(text);
    return root.error() == simdjson::SUCCESS ? secondsSince(began) : 0;
}

} // namespace rs
