// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace rs::bench {

/// Private memory of this process (RssAnon), in kB.
inline qint64 anonymousKb()
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("RssAnon:");
    return at < 0 ? 0 : text.mid(at + 8, text.indexOf("kB", at) - at - 8).trimmed().toLongLong();
}

/// Samples private memory while it lives.
class PeakMemory
{
public:
    PeakMemory()
        : m_thread([this] {
              while (!m_stop) {
                  m_peakKb = std::max(m_peakKb.load(), anonymousKb());
                  std::this_thread::sleep_for(std::chrono::milliseconds(4));
              }
          })
    {
    }
    qint64 stop()
    {
        m_stop = true;
        m_thread.join();
        return m_peakKb;
    }

private:
    std::atomic<bool> m_stop{false};
    std::atomic<qint64> m_peakKb{0};
    std::thread m_thread;
};

} // namespace rs::bench
