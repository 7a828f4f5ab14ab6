// SPDX-License-Identifier: Apache-2.0
#include "tables/words.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

struct Word
{
    std::string_view word;
    const char *title;
};

// Causes of idle time, as idleCauseKey() names them.
constexpr Word words[] = {
    {"host_late", QT_TRANSLATE_NOOP("Tables", "Host late")},
    {"synchronizing", QT_TRANSLATE_NOOP("Tables", "Synchronising call")},
    {"copy", QT_TRANSLATE_NOOP("Tables", "Copy")},
    {"communication", QT_TRANSLATE_NOOP("Tables", "Communication")},
    {"event_wait", QT_TRANSLATE_NOOP("Tables", "Waiting for an event")},
    {"data_or_gc", QT_TRANSLATE_NOOP("Tables", "Data loading or GC")},
    {"step_boundary", QT_TRANSLATE_NOOP("Tables", "Step boundary")},
    {"unknown", QT_TRANSLATE_NOOP("Tables", "Unknown")},
    {"local", QT_TRANSLATE_NOOP("Tables", "index in the group")},
    // Sides of a comparison: RowSource::names().
    {"base", "%2"},
    {"other", "%3"},
};

} // namespace

const char *wordTitle(std::string_view word)
{
    const auto *const at =
        std::find_if(std::begin(words), std::end(words), [word](const Word &w) { return w.word == word; });
    return at == std::end(words) ? nullptr : at->title;
}

} // namespace rs
