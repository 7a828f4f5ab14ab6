// SPDX-License-Identifier: Apache-2.0
#include "core/text/stringpool.h"

#include "core/text/texthash.h"

#include <algorithm>
#include <cstring>

namespace rs {

StringPool::StringPool() : m_slots(64, 0)
{
    intern(std::string_view());
}

size_t StringPool::slotOf(std::string_view text, quint64 hash) const
{
    const size_t mask = m_slots.size() - 1;
    size_t slot = hash & mask;
    while (m_slots[slot] != 0) {
        const quint32 id = m_slots[slot] - 1;
        if (m_hashes[id] == hash && m_texts[id] == text)
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

void StringPool::grow()
{
    std::vector<quint32> bigger(m_slots.size() * 2, 0);
    const size_t mask = bigger.size() - 1;
    for (quint32 id = 0; id < m_hashes.size(); ++id) {
        size_t slot = m_hashes[id] & mask;
        while (bigger[slot] != 0)
            slot = (slot + 1) & mask;
        bigger[slot] = id + 1;
    }
    m_slots = std::move(bigger);
}

StrId StringPool::intern(std::string_view text)
{
    return intern(text, textHash(text));
}

std::vector<StrId> StringPool::internAll(const StringPool &other)
{
    constexpr size_t ahead = 8;
    std::vector<StrId> ids(other.size());
    for (size_t i = 0; i < ids.size(); ++i) {
        const quint64 next = other.m_hashes[std::min(i + ahead, ids.size() - 1)];
        __builtin_prefetch(&m_slots[next & (m_slots.size() - 1)]);
        ids[i] = intern(other.m_texts[i], other.m_hashes[i]);
    }
    return ids;
}

StrId StringPool::intern(std::string_view text, quint64 hash)
{
    size_t slot = slotOf(text, hash);
    if (m_slots[slot] != 0)
        return StrId{m_slots[slot] - 1};
    if ((m_texts.size() + 1) * 3 > m_slots.size() * 2) {
        grow();
        slot = slotOf(text, hash);
    }
    std::string_view kept;
    if (!text.empty()) {
        if (m_blockSize - m_blockUsed < text.size()) {
            // A table has a pool for each column, and most of them hold next to nothing.
            m_blockSize = std::max(std::clamp<size_t>(m_allBytes, 256, 64 * 1024), text.size());
            m_blockUsed = 0;
            m_blocks.push_back(std::unique_ptr<char[]>(new char[m_blockSize]));
            m_allBytes += m_blockSize;
        }
        char *at = m_blocks.back().get() + m_blockUsed;
        std::memcpy(at, text.data(), text.size());
        m_blockUsed += text.size();
        kept = {at, text.size()};
    }
    const auto id = static_cast<quint32>(m_texts.size());
    m_texts.push_back(kept);
    m_hashes.push_back(hash);
    m_slots[slot] = id + 1;
    return StrId{id};
}

StrId StringPool::internText(QStringView text)
{
    const QByteArray utf8 = text.toUtf8();
    return intern(std::string_view(utf8.constData(), static_cast<size_t>(utf8.size())));
}

std::optional<StrId> StringPool::find(std::string_view text) const
{
    const size_t slot = slotOf(text, textHash(text));
    if (m_slots[slot] == 0)
        return std::nullopt;
    return StrId{m_slots[slot] - 1};
}

QString StringPool::text(StrId id) const
{
    const std::string_view v = view(id);
    return QString::fromUtf8(v.data(), static_cast<qsizetype>(v.size()));
}

void StringPool::shrink()
{
    m_texts.shrink_to_fit();
    m_hashes.shrink_to_fit();
}

qint64 StringPool::bytes() const
{
    return static_cast<qint64>(m_allBytes + m_texts.capacity() * sizeof(std::string_view) +
                               m_hashes.capacity() * sizeof(quint64) + m_slots.capacity() * sizeof(quint32));
}

} // namespace rs
