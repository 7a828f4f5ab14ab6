// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/db/dbrows.h"
#include "importers/db/dbsteps.h"

#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace rs {

/// Durations of calls, in ns.
struct DbDurations
{
    qint64 count = 0;
    double sum = 0;
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    double average = 0;
    double squares = 0; ///< sum of squared differences from the average

    void add(double ns);
    void add(const DbDurations &other);
    [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
    [[nodiscard]] double variance() const { return squares / static_cast<double>(count); }
};

/// Calls of CANN: lanes of its threads, and what each launched.
struct DbCannCalls
{
    explicit DbCannCalls(const DbSource &source) : rows(source) {}
    DbChunk rows;
    std::vector<DbLink> links;                                  ///< calls with a connection
    std::map<std::pair<qint64, qint64>, DbDurations> durations; ///< by numbers of type and name
    void read(const DbSource &source);
};

/// A call of an operator of PyTorch: numbers of texts, -1 where there is none.
struct DbOperatorCall
{
    quint32 slice = 0; ///< index into the slices of the chunk
    qint64 name = -1;
    qint64 shapes = -1;
    qint64 types = -1; ///< types of the inputs; see isListOfShapes()
    qint64 chain = -1; ///< id in PYTORCH_CALLCHAINS
};

/// Operators, frames and the queue of PyTorch, marks, collections of garbage and calls of the operating system.
struct DbFrameworkCalls
{
    explicit DbFrameworkCalls(const DbSource &source) : rows(source) {}
    DbChunk rows;
    std::vector<DbLink> operators;     ///< by connection of CANN; an operator may have several
    std::vector<DbOperatorCall> calls; ///< operators, without steps
    std::vector<DbLink> queue;         ///< rank 0: what was put in, 1: what was taken out
    std::vector<DbLink> marks;
    std::vector<DbStep> steps; ///< by start
    void read(const DbSource &source);

private:
    void readPytorch(const DbSource &source, DbFile &file);
    void readMarks(const DbSource &source, DbFile &file);
    void readRest(const DbSource &source, DbFile &file);

    bool m_marksSteps = false;
};

/// The text of an API type; where the file has no table of them, that of all versions so far.
[[nodiscard]] std::string_view apiTypeName(const DbNames &names, qint64 type);

} // namespace rs
