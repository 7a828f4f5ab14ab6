// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/text/importreport.h"
#include "importers/json/clusterdomains.h"
#include "importers/json/commrecords.h"
#include "importers/json/jsonrecords.h"
#include "importers/json/jsonwindow.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

/// Memory that a reader keeps, counted against the budget, and room for what is still to come once that can be told.
class CommRoom
{
public:
    explicit CommRoom(const JobContext &job) : m_memory(job.sharedBudget()) {}

    /// Counts each record when it is read.
    template <typename Reader>
    void count(const JsonWindow &window, Reader &reader)
    {
        constexpr size_t every = 256;
        if (++m_count % every != 0)
            return;
        const qint64 others = static_cast<qint64>(5 * JsonWindow::Bytes) + reader.bytes();
        auto &rows = reader.rows();
        constexpr qint64 enough = qint64{1} << 19;
        if (const qint64 taken = window.bytesTaken(); !m_isReserved && taken > enough) {
            m_isReserved = true;
            const double times = static_cast<double>(window.bytes()) / static_cast<double>(taken) * 1.02;
            m_memory.hold(others + static_cast<qint64>(static_cast<double>(rows.bytes()) * (times + 1)));
            rows.reserve(times);
        }
        m_memory.hold(others + 2 * rows.bytes()); // a column that grows is there twice
    }

private:
    MemoryReservation m_memory;
    size_t m_count = 0;
    bool m_isReserved = false;
};

/// Goes through the objects around the records of a sound file. Reader has
///   firstKey(): the key with which writers begin a record;
///   recordKeys(): keys that only records have, or that make them;
///   enter(path): the keys above the records that follow, but for their own;
///   record(key): takes one of them.
template <typename Reader>
class CommWalk
{
public:
    CommWalk(JsonWindow &window, Reader &reader, const JobContext &job)
        : m_window(window), m_json(window.tokens()), m_reader(reader), m_room(job)
    {
        // A record in a record is none that could be read where it stands.
        m_json.refuse(Reader::recordKeys());
    }

    /// False where anything but records stands beside records, or the text is not sound.
    [[nodiscard]] bool document()
    {
        while (!object(0)) {
            // Maybe only the window ends here. The open objects go on in the next one, behind a member that is none.
            std::string head = "{";
            for (size_t i = 0; i < m_goodDepth; ++i)
                head += "\"\":{";
            head += "\"\":0";
            m_continued = m_goodDepth + 1;
            if (!m_good || !m_window.next(m_good, head))
                return false;
        }
        return m_window.isAtEnd();
    }

private:
    enum class Holds : quint8 { Nothing, Records, Objects };
    struct Object
    {
        std::string key; ///< member in work
        Holds holds = Holds::Nothing;
    };

    // An object that goes on begins with the one that is open in it, or with the member that is none.
    [[nodiscard]] bool object(size_t depth)
    {
        constexpr size_t deepest = 8;
        const bool isContinued = depth < m_continued;
        if (depth == m_objects.size())
            m_objects.emplace_back();
        if (!isContinued)
            m_objects[depth].holds = Holds::Nothing;
        m_isEntered = false;
        if (depth > deepest || !m_json.take('{'))
            return false;
        std::string_view key;
        if (isContinued) {
            const bool isInnermost = depth + 1 == m_continued;
            if (!m_json.key(key) || !(isInnermost ? m_json.skip() : inner(depth)))
                return false;
            if (isInnermost)
                setGood(depth);
            m_continued = 0;
        } else if (!m_json.isAt('}') && !member(depth)) {
            return false;
        }
        while (m_json.take(',')) {
            if (!member(depth))
                return false;
        }
        m_isEntered = false;
        return m_json.take('}');
    }

    [[nodiscard]] bool member(size_t depth)
    {
        std::string_view key;
        if (!m_json.key(key) || key.empty() || m_json.isRefused(key))
            return false;
        const Holds holds = m_json.isAtObjectOf(m_reader.firstKey()) ? Holds::Records : Holds::Objects;
        Object &object = m_objects[depth];
        if (object.holds != Holds::Nothing && object.holds != holds)
            return false;
        if (holds == Holds::Objects) {
            object.key = key;
            return inner(depth);
        }
        if (!m_isEntered)
            enter(depth);
        m_isEntered = true;
        if (!m_reader.record(key))
            return false;
        object.holds = Holds::Records;
        setGood(depth);
        m_room.count(m_window, m_reader);
        return true;
    }
    [[nodiscard]] bool inner(size_t depth)
    {
        if (!object(depth + 1))
            return false;
        m_objects[depth].holds = Holds::Objects;
        setGood(depth);
        return true;
    }
    void setGood(size_t depth)
    {
        m_good = m_json.at();
        m_goodDepth = depth;
    }
    void enter(size_t depth)
    {
        JsonRecords::Path path;
        for (size_t i = 0; i < depth; ++i)
            path.push_back(m_objects[i].key);
        m_reader.enter(path);
    }

    JsonWindow &m_window;
    JsonTokens &m_json;
    Reader &m_reader;
    CommRoom m_room;
    std::vector<Object> m_objects; ///< that are open
    size_t m_continued = 0;        ///< open in the window before
    bool m_isEntered = false;
    const char *m_good = nullptr; ///< behind the last member that was read as a whole
    size_t m_goodDepth = 0;       ///< open objects there, but for the outermost
};

/// Reads the records of a file with makeReader(tokens, report): where the file is sound, straight from it; else one by
/// one, as they are after what is repaired in the file. The last reader that was made has the rows.
template <typename Reader, typename MakeReader>
[[nodiscard]] CommRest readCommFile(const QString &path, const QString &name, const JobContext &job,
                                    ImportReport &report, MakeReader makeReader)
{
    try {
        JsonWindow window(job);
        ImportReport own;
        Reader reader = makeReader(window.tokens(), own);
        if (window.open(path, JsonRecords::maxBytes) && CommWalk<Reader>(window, reader, job).document() &&
            reader.rows().size() > 0) {
            window.finish();
            report.merge(own);
            return {true, 0};
        }
    } catch (const std::bad_alloc &) {
        // Records that there is room for are read below, and the rest told.
    }
    JsonTokens tokens;
    Reader reader = makeReader(tokens, report);
    JsonRecords records(path, name, job, report);
    records.keepTextOf(Reader::textKeys());
    JsonRecords::Path above;
    bool isEntered = false;
    const qint64 strangers =
        records.read(Reader::isRecord, [&](const JsonRecords::Path &keys, const nlohmann::json &record) {
            const size_t depth = keys.empty() ? 0 : keys.size() - 1;
            if (!isEntered || !std::equal(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(depth),
                                          above.begin(), above.end())) {
                above.assign(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(depth));
                reader.enter(above);
                isEntered = true;
            }
            std::string text = record.dump();
            const size_t size = text.size();
            text.append(JsonTokens::Padding, '\0');
            [[maybe_unused]] const bool isSound =
                tokens.start({text.data(), size}) && reader.record(keys.empty() ? std::string_view() : keys.back());
            Q_ASSERT(isSound);
        });
    return {records.isComplete(), strangers};
}

/// Rows whose keys name no group, and what stands above them.
using NamelessRows = std::vector<std::pair<size_t, QString>>;

/// Moves them behind all others, each with the group that groupOf(record, above) tells.
template <typename Builder, typename GroupOf>
void settleNameless(std::optional<Builder> &rows, const NamelessRows &nameless, const QString &file,
                    ImportReport &report, GroupOf groupOf)
{
    if (nameless.empty())
        return;
    Builder settled;
    auto next = nameless.begin();
    for (size_t i = 0; i < rows->size(); ++i) {
        if (next != nameless.end() && next->first == i)
            ++next;
        else
            settled.add((*rows)[i].record());
    }
    qint64 found = 0;
    for (const auto &[row, above] : nameless) {
        auto record = (*rows)[row].record();
        record.groupHash = groupOf(record, above);
        found += record.groupHash.isEmpty() ? 0 : 1;
        settled.add(record);
    }
    rows.emplace(std::move(settled));
    noteNamelessOperators(found, std::ssize(nameless) - found, file, report);
}

} // namespace rs
