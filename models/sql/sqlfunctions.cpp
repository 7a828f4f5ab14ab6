// SPDX-License-Identifier: Apache-2.0
#include "core/base/intervals.h"
#include "core/base/saturate.h"
#include "core/text/patternmatch.h"
#include "sql/sqllimits.h"
#include "sql/sqlmodule.h"
#include "sql/sqlstate.h"

#include <QRegularExpression>

#include <algorithm>
#include <memory>
#include <new>
#include <sqlite3.h>
#include <utility>

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

// Whether a function that compares each place of one text with each of another one may run: nothing can interrupt it.
bool isInTime(sqlite3_context *context, const SqlState &state, qint64 bytes, qint64 otherBytes)
{
    if (state.job.isCanceled()) {
        sqlite3_result_error_code(context, SQLITE_INTERRUPT);
        return false;
    }
    if (bytes * otherBytes <= sqllimits::functionSteps)
        return true;
    const std::unique_ptr<char, decltype(&sqlite3_free)> why(
        sqlite3_mprintf("a function of texts of %lld and %lld bytes takes too long: the product of both may be %lld",
                        bytes, otherBytes, sqllimits::functionSteps),
        sqlite3_free);
    if (why)
        sqlite3_result_error(context, why.get(), -1);
    else
        sqlite3_result_error_nomem(context);
    return false;
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
        if (!isInTime(context, state, 0, 0))
            return;
        const QString text = QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_value_text(values[1])));
        sqlite3_result_int(context, matchesPattern(*pattern, text) ? 1 : 0);
    } catch (const PatternGaveUp &e) {
        sqlite3_result_error(context, e.phrase().english().toUtf8().constData(), -1);
    } catch (...) {
        state.failure = std::current_exception();
        sqlite3_result_error_code(context, SQLITE_ABORT);
    }
}

// LIKE and GLOB as SQLite has them, which are what it gives to others under these names.
template <bool isGlob>
void like(sqlite3_context *context, int, sqlite3_value **values) noexcept
{
    const auto &state = *static_cast<const SqlState *>(sqlite3_user_data(context));
    const auto *const pattern = reinterpret_cast<const char *>(sqlite3_value_text(values[0]));
    const auto *const text = reinterpret_cast<const char *>(sqlite3_value_text(values[1]));
    if (!pattern || !text || !isInTime(context, state, sqlite3_value_bytes(values[0]), sqlite3_value_bytes(values[1])))
        return;
    const int different = isGlob ? sqlite3_strglob(pattern, text) : sqlite3_strlike(pattern, text, 0);
    sqlite3_result_int(context, different == 0 ? 1 : 0);
}

// A function of SQLite that looks for each part of a text in another one. It runs on a connection of its own, where it
// is still what it was, once it is clear that it does not take long.
struct OwnFunction
{
    SqlState *state;
    std::shared_ptr<sqlite3> connection;
    sqlite3_stmt *statement = nullptr;

    OwnFunction(SqlState &of, std::shared_ptr<sqlite3> on, const char *sql) : state(&of), connection(std::move(on))
    {
        (void)sqlite3_prepare_v2(connection.get(), sql, -1, &statement, nullptr);
    }
    ~OwnFunction() { sqlite3_finalize(statement); }
    Q_DISABLE_COPY_MOVE(OwnFunction)
};

void runOwn(sqlite3_context *context, int count, sqlite3_value **values) noexcept
{
    auto &own = *static_cast<OwnFunction *>(sqlite3_user_data(context));
    if (!isInTime(context, *own.state, sqlite3_value_bytes(values[0]), sqlite3_value_bytes(values[1])))
        return;
    for (int i = 0; i < count; ++i)
        sqlite3_bind_value(own.statement, i + 1, values[i]);
    if (const int code = sqlite3_step(own.statement); code == SQLITE_ROW) {
        sqlite3_result_value(context, sqlite3_column_value(own.statement, 0));
    } else {
        sqlite3_result_error(context, sqlite3_errmsg(own.connection.get()), -1);
        sqlite3_result_error_code(context, code);
    }
    sqlite3_reset(own.statement);
    sqlite3_clear_bindings(own.statement); // texts may be long
}

bool addOwnFunctions(sqlite3 *connection, SqlState &state, int flags)
{
    sqlite3 *handle = nullptr;
    const int opened = sqlite3_open(":memory:", &handle);
    const std::shared_ptr<sqlite3> plain(handle, sqlite3_close_v2);
    if (opened != SQLITE_OK)
        return false;
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, sqllimits::valueBytes);
    struct Known
    {
        const char *name;
        int arguments;
        const char *sql;
    };
    constexpr Known all[] = {{"instr", 2, "SELECT instr(?, ?)"},
                             {"replace", 3, "SELECT replace(?, ?, ?)"},
                             {"trim", 2, "SELECT trim(?, ?)"},
                             {"ltrim", 2, "SELECT ltrim(?, ?)"},
                             {"rtrim", 2, "SELECT rtrim(?, ?)"},
                             {"like", 3, "SELECT like(?, ?, ?)"},
                             {"json_patch", 2, "SELECT json_patch(?, ?)"}};
    return std::ranges::all_of(all, [&](const Known &known) {
        auto own = std::make_unique<OwnFunction>(state, plain, known.sql);
        // One that this SQLite does not have is none here either. What is registered is deleted, whatever comes of it.
        return !own->statement || sqlite3_create_function_v2(
                                      connection, known.name, known.arguments, flags, own.release(), runOwn, nullptr,
                                      nullptr, [](void *p) { delete static_cast<OwnFunction *>(p); }) == SQLITE_OK;
    });
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
               SQLITE_OK &&
           sqlite3_create_function_v2(connection, "like", 2, flags, &state, like<false>, nullptr, nullptr, nullptr) ==
               SQLITE_OK &&
           sqlite3_create_function_v2(connection, "glob", 2, flags, &state, like<true>, nullptr, nullptr, nullptr) ==
               SQLITE_OK &&
           addOwnFunctions(connection, state, flags);
}

} // namespace rs
