// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/texthash.h"
#include "importers/files/plausiblerange.h"
#include "importers/json/jsonrecords.h"
#include "importers/json/straightjson.h"

#include <algorithm>
#include <array>
#include <new>
#include <string_view>
#include <vector>

namespace rs {

/// Hashes of what was met. Two that are the same pass for one and the same: the document is then read in another way.
class SeenHashes
{
public:
    /// False for one that was there before.
    [[nodiscard]] bool insert(quint64 hash)
    {
        if ((m_count + 1) * 2 > m_slots.size())
            grow();
        const quint64 kept = hash == 0 ? 1 : hash;
        quint64 &slot = slotOf(kept);
        if (slot == kept)
            return false;
        slot = kept;
        ++m_count;
        return true;
    }
    [[nodiscard]] qint64 bytes() const { return static_cast<qint64>(m_slots.capacity() * sizeof(quint64)); }

private:
    [[nodiscard]] quint64 &slotOf(quint64 hash)
    {
        const size_t mask = m_slots.size() - 1;
        size_t at = hash & mask;
        while (m_slots[at] != 0 && m_slots[at] != hash)
            at = (at + 1) & mask;
        return m_slots[at];
    }
    void grow()
    {
        std::vector<quint64> before(m_slots.empty() ? 1024 : m_slots.size() * 2, 0);
        before.swap(m_slots);
        for (const quint64 hash : before) {
            if (hash != 0)
                slotOf(hash) = hash;
        }
    }

    std::vector<quint64> m_slots; // a power of two; 0 is free
    size_t m_count = 0;
};

/// Numbers of one object, by the number of their key.
template <size_t N>
struct StraightNumbers
{
    std::array<double, N> values{};
    quint8 present = 0;

    /// False for a second value of the same number, too.
    [[nodiscard]] bool read(StraightJson &scan, size_t number) { return claim(number) && scan.number(values[number]); }
    [[nodiscard]] bool claim(size_t number)
    {
        const auto bit = static_cast<quint8>(1U << number);
        if ((present & bit) != 0)
            return false;
        present |= bit;
        return true;
    }
    [[nodiscard]] bool has(size_t number) const { return (present & (1U << number)) != 0; }
    void drop(size_t number)
    {
        values[number] = 0;
        present &= static_cast<quint8>(~(1U << number));
    }
    /// Drops a number that cannot be. False for that, and for one that is not there though it `always` is.
    [[nodiscard]] bool keepMeasurable(size_t number, double most, bool always)
    {
        const bool isThere = has(number);
        if (isThere && isMeasurable(values[number], most)) {
            values[number] += 0.0; // writers that round make -0 of what is a little below
            return true;
        }
        drop(number);
        return !isThere && !always;
    }
};

/// Of text that is ASCII.
[[nodiscard]] inline QString asciiText(std::string_view ascii)
{
    return QString::fromLatin1(ascii.data(), static_cast<qsizetype>(ascii.size()));
}

/// Goes through the objects around the records. Reader has
///   isPartOfRecord(key): whether such a key makes its object a record;
///   firstKey(): the key with which writers begin a record;
///   enter(path): the keys above the records that follow, of which the last one stands for each of theirs;
///   record(key): takes one of them.
template <typename Reader>
class StraightWalk
{
public:
    StraightWalk(StraightJson &scan, Reader &reader) : m_json(scan), m_reader(reader) {}

    [[nodiscard]] bool document() { return m_json.isAt('{') && object() && m_json.isAtEnd(); }

private:
    enum class Holds : quint8 { Nothing, Records, Objects };

    [[nodiscard]] bool object()
    {
        constexpr size_t deepest = 8;
        if (m_path.size() > deepest || !m_json.take('{'))
            return false;
        if (m_json.take('}'))
            return true;
        const size_t first = m_keys.size();
        Holds holds = Holds::Nothing;
        do {
            std::string_view key;
            if (!m_json.more() || !m_json.key(key) || key.empty() || m_reader.isPartOfRecord(key))
                return false;
            const bool isRecord = m_json.isObjectOf(m_reader.firstKey());
            if (holds != Holds::Nothing && isRecord != (holds == Holds::Records))
                return false;
            if (isRecord && holds == Holds::Nothing && !enter(key))
                return false;
            holds = isRecord ? Holds::Records : Holds::Objects;
            if (isRecord ? !m_reader.record(key) : !inner(key))
                return false;
        } while (m_json.take(','));
        // Records are held against each other by whoever reads them.
        std::sort(m_keys.begin() + static_cast<std::ptrdiff_t>(first), m_keys.end());
        const bool isTwice =
            std::adjacent_find(m_keys.begin() + static_cast<std::ptrdiff_t>(first), m_keys.end()) != m_keys.end();
        m_keys.resize(first);
        return !isTwice && m_json.take('}');
    }
    [[nodiscard]] bool inner(std::string_view key)
    {
        m_keys.push_back(textHash(key));
        m_path.emplace_back(key);
        const bool done = object();
        m_path.pop_back();
        return done;
    }
    [[nodiscard]] bool enter(std::string_view key)
    {
        m_path.emplace_back(key);
        const bool done = m_reader.enter(m_path);
        m_path.pop_back();
        return done;
    }

    StraightJson &m_json;
    Reader &m_reader;
    JsonRecords::Path m_path;
    std::vector<quint64> m_keys; ///< hashes of those of the open objects
};

/// Reads the file and tells what happened to memory as "in another way".
template <typename MakeReader>
[[nodiscard]] bool readStraight(const QString &path, const JobContext &job, ImportReport &report, MakeReader makeReader)
{
    try {
        StraightJson scan(path, job);
        if (!scan.open(JsonRecords::maxBytes))
            return false;
        ImportReport own;
        auto reader = makeReader(scan, own);
        if (!StraightWalk(scan, reader).document() || reader.size() == 0)
            return false;
        scan.finish();
        report.merge(own);
        return true;
    } catch (const std::bad_alloc &) {
        return false;
    }
}

/// What a reader keeps, counted against the budget, and room for what is still to come once that can be told.
template <typename Builder>
class StraightRoom
{
public:
    StraightRoom(StraightJson &scan, const JobContext &job, Builder &rows)
        : m_json(scan), m_rows(rows), m_memory(job.sharedBudget())
    {
    }

    /// Of each row.
    void count(const SeenHashes &seen)
    {
        constexpr size_t every = 256;
        if (++m_count % every != 0)
            return;
        const qint64 others = static_cast<qint64>(StraightJson::WindowBytes) + seen.bytes();
        const qint64 taken = m_json.bytesTaken();
        constexpr qint64 enough = qint64{1} << 19;
        if (!m_isReserved && taken > enough) {
            m_isReserved = true;
            const double times = static_cast<double>(m_json.bytes()) / static_cast<double>(taken) * 1.02;
            m_memory.hold(others + static_cast<qint64>(static_cast<double>(m_rows.bytes()) * (times + 1)));
            m_rows.reserve(times);
        }
        m_memory.hold(others + 2 * m_rows.bytes()); // a column that grows is there twice
    }

private:
    StraightJson &m_json;
    Builder &m_rows;
    MemoryReservation m_memory;
    size_t m_count = 0;
    bool m_isReserved = false;
};

} // namespace rs
