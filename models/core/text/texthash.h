// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRandomGenerator>

// As a header only, so that the few bytes of a name are hashed without a call.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <string_view>

namespace rs {

/// The key of all hashes below, drawn anew by each process: nobody can write a file whose names collide.
inline quint64 hashSeed()
{
    static const quint64 seed = QRandomGenerator::system()->generate64();
    return seed;
}

/// Differs from process to process: neither kept in files nor shown.
inline quint64 textHash(std::string_view text)
{
    return XXH3_64bits_withSeed(text.data(), text.size(), hashSeed());
}

struct TextHash
{
    size_t operator()(std::string_view text) const { return textHash(text); }
};

/// For keys of hashed containers that follow from what a file says.
struct KeyedHash
{
    template <typename Key>
    size_t operator()(const Key &key) const
    {
        static_assert(std::has_unique_object_representations_v<Key>);
        return XXH3_64bits_withSeed(&key, sizeof key, hashSeed());
    }
};

} // namespace rs
