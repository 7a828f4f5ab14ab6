// SPDX-License-Identifier: Apache-2.0
#include "analysis/intervals.h"
#include "core/patternmatch.h"
#include "core/saturate.h"
#include "sql/sqlmodule.h"
#include "sql/sqlstate.h"

#include <QRegularExpression>

#include <algorithm>
#include <new>
#include <sqlite3.h>

namespace rs {

namespace {

// Null values make a null answer, as those of SQLite's own functions do.
bool areIntegers(sqlite3_context *context, int count, sqlite3_value **values, const char *message)
{
    for (int i = 0; i < count; ++i) {
        if (sqlite3_value_type(values[i]) == SQLITE_NULL)
            return false;
        if (sqlite3_value_type(values[i]) != SQLITE_INTEGER) {
            sqlite3_result_error(context, message, -1);
            return false;
        }
    }
    return true;
}

void spanOverlap(sqlite3_context *context, int count, sqlite3_value **values) noexcept
{
    if (!areIntegers(context, count, values, "span_overlap takes from, to, from, to as whole nanoseconds"))
        return;
    const qint64 from = std::max(sqlite3_value_int64(values[0]), sqlite3_value_int64(values[2]));
    const qint64 to = std::min(sqlite3_value_int64(values[1]), sqlite3_value_int64(values[3]));
    sqlite3_result_int64(context, to > from ? saturatedDifference(to, from) : 0);
}

// SQLite gives zeroed room of that size for each group.
struct Spans
{
    std::vector<Interval> *all;
};

void spanUnionStep(sqlite3_context *context, int count, sqlite3_value **values) noexcept
{
    if (!areIntegers(context, count, values, "span_union takes from, to as whole nanoseconds"))
        return;
    auto *const spans = static_cast<Spans *>(sqlite3_aggregate_context(context, sizeof(Spans)));
    if (!spans) {
        sqlite3_result_error_nomem(context);
        return;
    }
    try {
        if (!spans->all)
            spans->all = new std::vector<Interval>;
        spans->all->push_back({sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1])});
        // Many ranges that touch are few once they are merged.
        if (constexpr size_t most = 1 << 20; spans->all->size() % most == 0)
            *spans->all = mergeIntervals(std::move(*spans->all));
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
}

void spanUnionFinal(sqlite3_context *context) noexcept
{
    auto *const spans = static_cast<Spans *>(sqlite3_aggregate_context(context, 0));
    if (!spans || !spans->all)
        return;
    try {
        sqlite3_result_int64(context, totalLength(mergeIntervals(std::move(*spans->all))));
    } catch (const std::bad_alloc &) {
        sqlite3_result_error_nomem(context);
    }
    delete std::exchange(spans->all, nullptr);
}

void stepOfNs(sqlite3_context *context, int count, sqlite3_value **values) noexcept
{
    if (std::any_of(values, values + count, [](sqlite3_value *v) { return sqlite3_value_type(v) == SQLITE_NULL; }))
        return;
    if (sqlite3_value_type(values[1]) != SQLITE_INTEGER) {
        sqlite3_result_error(context, "ns_to_step takes a rank and whole nanoseconds", -1);
        return;
    }
    auto &state = *static_cast<SqlState *>(sqlite3_user_data(context));
    try {
        const auto *const text = reinterpret_cast<const char *>(sqlite3_value_text(values[0]));
        const QString label = QString::fromUtf8(text ? text : "");
        for (size_t i = 0; i < state.run->ranks.size(); ++i) {
            const auto &rank = state.run->ranks[i];
            if (!rank || rank->info.label != label)
                continue;
            auto &steps = state.steps[static_cast<int>(i)];
            if (!steps)
                steps = std::make_unique<StepOfStamp>(*rank, true, state.job);
            const QString step = steps->at(sqlite3_value_int64(values[1]));
            bool number = false;
            const qint64 value = step.toLongLong(&number);
            if (number)
                sqlite3_result_int64(context, value);
            else if (!step.isEmpty())
                sqlite3_result_text(context, step.toUtf8().constData(), -1, SQLITE_TRANSIENT);
            return;
        }
    } catch (...) {
        state.failure = std::current_exception();
        sqlite3_result_error_code(context, SQLITE_ABORT);
    }
}

void regexp(sqlite3_context *context, int, sqlite3_value **values) noexcept
{
    if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL)
        return;
    auto &state = *static_cast<SqlState *>(sqlite3_user_data(context));
    try {
        auto *pattern = static_cast<QRegularExpression *>(sqlite3_get_auxdata(context, 0));
        if (!pattern) {
            auto made = std::make_unique<QRegularExpression>(
                QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_value_text(values[0]))));
            if (!made->isValid()) {
                sqlite3_result_error(context, ("not a regular expression: " + made->errorString().toUtf8()).constData(),
                                     -1);
                return;
            }
            pattern = made.release();
            sqlite3_set_auxdata(context, 0, pattern, [](void *p) { delete static_cast<QRegularExpression *>(p); });
            // SQLite may have given it up at once.
            pattern = static_cast<QRegularExpression *>(sqlite3_get_auxdata(context, 0));
        }
        if (!pattern) {
            sqlite3_result_error_nomem(context);
            return;
        }
        const QString text = QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_value_text(values[1])));
        sqlite3_result_int(context, matchesPattern(*pattern, text) ? 1 : 0);
    } catch (const PatternGaveUp &e) {
        sqlite3_result_error(context, e.phrase().english().toUtf8().constData(), -1);
    } catch (...) {
        state.failure = std::current_exception();
        sqlite3_result_error_code(context, SQLITE_ABORT);
    }
}

} // namespace

bool addSqlFunctions(sqlite3 *connection, SqlState &state)
{
    constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    return sqlite3_create_function_v2(connection, "span_overlap", 4, flags, nullptr, spanOverlap, nullptr, nullptr,
                                      nullptr) == SQLITE_OK &&
           sqlite3_create_function_v2(connection, "span_union", 2, flags, nullptr, nullptr, spanUnionStep,
                                      spanUnionFinal, nullptr) == SQLITE_OK &&
           sqlite3_create_function_v2(connection, "ns_to_step", 2, flags, &state, stepOfNs, nullptr, nullptr,
                                      nullptr) == SQLITE_OK &&
           sqlite3_create_function_v2(connection, "regexp", 2, flags, &state, regexp, nullptr, nullptr, nullptr) ==
               SQLITE_OK;
}

} // namespace rs
