// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threadpool.h"
#include "core/trace.h"
#include "views/keymap.h"
#include "views/runstore.h"
#include "views/theme.h"
#include "views/viewstate.h"

#include <QString>

#include <functional>
#include <vector>

namespace rs {

/// One line of an event's args, in file order; `level` is the nesting depth.
struct ArgLine
{
    QString key;
    QString value;
    int level = 0;
};

/// The args of a slice as its source file holds them, or why they cannot be read.
struct ArgLines
{
    std::vector<ArgLine> lines;
    QString error; ///< empty when the args were read
};

/// Ranks arrive one by one while a run loads; views compute their numbers for several of them at once, after this time.
inline constexpr int refreshDelayMs = 60;

/// What every view is given. Everything outlives the views.
struct ViewContext
{
    RunStore *runs = nullptr;
    ViewState *state = nullptr;
    Theme *theme = nullptr;
    ThreadPool *pool = nullptr; ///< for every job of a view; never the global pool
    /// Reads the args of a slice from its file; slow, so call it from a job. Supplied by the application, because views
    /// know no importer.
    std::function<ArgLines(const Trace &, SliceId)> readArgs;
    /// Keys as the user chose them; null: the program's own.
    const KeyMap *keys = nullptr;
};

} // namespace rs
