// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "core/table/databasetable.h"
#include "core/trace/eventblock.h"
#include "core/trace/trace.h"
#include "tables/base/catalogue.h"
#include "views/state/rundiagnoses.h"
#include "views/state/runstore.h"
#include "views/widgets/theme.h"
#include "views/state/viewstate.h"

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

/// Access to the events of many slices at once. Empty functions: there is none.
struct EventAccess
{
    using Visit = std::function<void(const EventBlock &)>;
    /// Reads the events of these slices from front to back of their files, on all threads of the pool; `visit` is
    /// called on several of them. Gives the number of slices whose text could not be read.
    std::function<qint64(const Trace &, const std::vector<SliceId> &, ThreadPool &, const JobContext &,
                         const Visit &visit)>
        read;
    /// The args in the text of one event.
    std::function<ArgLines(std::string_view)> parse;
};

/// Tables of database files. Slow, so call the functions from a job. Empty functions: there is no access.
struct DatabaseAccess
{
    std::function<DatabaseTables(const QString &path, const JobContext &)> tables;
    std::function<DatabaseTable(const QString &path, const QString &name, qint64 mostRows, const JobContext &)> table;
};

/// Ranks arrive one by one while a run loads; views compute their numbers for several of them at once, after this time.
inline constexpr int refreshDelayMs = 60;

/// Objects given to every view. They outlive the views.
struct ViewContext
{
    RunStore *runs = nullptr;
    ViewState *state = nullptr;
    Theme *theme = nullptr;
    ThreadPool *pool = nullptr;      ///< for every job of a view; never the global pool
    ThreadPool *paintPool = nullptr; ///< for what the GUI thread waits for while it draws, and nothing else
    /// Reads the args of a slice from its file; slow, so call it from a job. Supplied by the application, because views
    /// know no importer.
    std::function<ArgLines(const Trace &, SliceId)> readArgs;
    /// The same for a search through all of them.
    EventAccess events;
    DatabaseAccess databases{};
    /// Every table of the program; outlives the jobs of `pool`, which read it.
    const Catalogue *tables = nullptr;
    RunDiagnoses *diagnoses = nullptr;
};

} // namespace rs
