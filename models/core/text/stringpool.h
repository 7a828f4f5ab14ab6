// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <QString>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace rs {

/// Interned UTF-8 texts of one rank. Texts are compared in full on a hash hit, so two different texts never share an
/// id; the hash is keyed: no file can make its texts collide. Not synchronised: one thread fills it, then any may read.
class StringPool
{
public:
    StringPool();

    StrId intern(std::string_view text);
    /// The same for whoever knows textHash(text) already.
    StrId intern(std::string_view text, quint64 hash);
    StrId internText(QStringView text);
    /// Takes over all texts of `other`; what its ids are here.
    std::vector<StrId> internAll(const StringPool &other);
    [[nodiscard]] std::optional<StrId> find(std::string_view text) const;
    /// The text stays valid and in place for the life of the pool. Ids of another pool are a programming error.
    [[nodiscard]] std::string_view view(StrId id) const { return m_texts[raw(id)]; }
    /// Broken UTF-8 becomes U+FFFD.
    [[nodiscard]] QString text(StrId id) const;
    /// Number of ids, including the empty text 0.
    [[nodiscard]] quint32 size() const { return static_cast<quint32>(m_texts.size()); }
    /// Gives back what only more texts would need.
    void shrink();
    [[nodiscard]] qint64 bytes() const;

private:
    [[nodiscard]] size_t slotOf(std::string_view text, quint64 hash) const;
    void grow();

    std::vector<std::string_view> m_texts;
    std::vector<quint64> m_hashes;
    std::vector<quint32> m_slots; // open addressing, power of two; 0 is free, else id + 1
    std::vector<std::unique_ptr<char[]>> m_blocks;
    size_t m_blockUsed = 0;
    size_t m_blockSize = 0;
    size_t m_allBytes = 0;
};

} // namespace rs
