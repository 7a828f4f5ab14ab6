// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QString>

#include <algorithm>
#include <map>
#include <vector>

namespace rs {

/// Texts that many rows of one store have (steps, domains, transports), each of them held once: a row has its number,
/// and what is handed out shares the text's memory, also after the store is gone.
class TextPool
{
public:
    [[nodiscard]] const QString &text(WordId id) const { return m_texts[raw(id)]; }
    [[nodiscard]] size_t size() const { return m_texts.size(); }
    [[nodiscard]] qint64 bytes() const;

private:
    friend class TextPoolBuilder;
    friend class TraceCodec;
    std::vector<QString> m_texts;
};

/// Whether two texts are one in memory, as texts of one store that are the same are.
[[nodiscard]] inline bool isOneWord(const QString &a, const QString &b)
{
    return a.constData() == b.constData() && a.size() == b.size();
}

/// Fills one.
class TextPoolBuilder
{
public:
    explicit TextPoolBuilder(TextPool &words) : m_words(words) {}

    WordId idOf(const QString &text)
    {
        // Readers give copies of the same text again and again, which share its memory.
        constexpr size_t few = 16;
        const size_t looked = std::min(m_words.m_texts.size(), few);
        for (size_t i = 0; i < looked; ++i) {
            if (isOneWord(m_words.m_texts[i], text))
                return WordId{static_cast<quint32>(i)};
        }
        const auto known = m_ids.find(text);
        if (known != m_ids.end())
            return WordId{known->second};
        const auto id = static_cast<quint32>(m_words.m_texts.size());
        m_words.m_texts.push_back(text);
        m_ids.emplace(text, id);
        return WordId{id};
    }
    /// Gives back what only more texts would need.
    void finish()
    {
        m_ids.clear();
        m_words.m_texts.shrink_to_fit();
    }

private:
    TextPool &m_words;
    std::map<QString, quint32> m_ids;
};

inline qint64 TextPool::bytes() const
{
    constexpr qint64 header = 32; // of a text's memory
    auto sum = static_cast<qint64>(m_texts.capacity() * sizeof(QString));
    for (const QString &text : m_texts)
        sum += text.isEmpty() ? 0 : header + text.capacity() * static_cast<qint64>(sizeof(QChar));
    return sum;
}

} // namespace rs
