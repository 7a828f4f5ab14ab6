// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/json/jsonrecords.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rs {

/// What JsonRecords reads of a document that needs no repair, has no key twice in an object, no list but of a few
/// scalars in a record and no record in another: with the faster parser, which knows nothing of anything else.
class SoundRecords
{
public:
    /// `text` must stay, and have room for 64 more bytes. Its memory is counted by the caller.
    SoundRecords(const std::string &text, const JsonRecords::IsRecord &isRecord,
                 const std::vector<std::string> &textKeys, const JobContext &job);
    ~SoundRecords();
    SoundRecords(const SoundRecords &) = delete;
    SoundRecords &operator=(const SoundRecords &) = delete;

    /// False, with nothing handed out, for any other document, and where there is no room.
    [[nodiscard]] bool parse();
    /// Hands out all records in their order; false when cancelled. Throws OverBudget, and what `use` throws.
    [[nodiscard]] bool visit(const JsonRecords::Use &use);
    /// Values of the objects around the records that are neither an object nor a record.
    [[nodiscard]] qint64 strangers() const { return m_strangers; }

private:
    struct Walk;
    std::unique_ptr<Walk> m_walk;
    qint64 m_strangers = 0;
};

/// The whole of a document that needs no repair and has no key twice in an object, read with the same parser; nothing
/// for any other document, and where there is no room. `text` as above.
[[nodiscard]] std::optional<JsonTree> soundTree(const std::string &text, const JobContext &job);

} // namespace rs
