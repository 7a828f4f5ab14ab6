// SPDX-License-Identifier: Apache-2.0
#pragma once

struct sqlite3;

namespace rs {

struct SqlState;

/// Makes the tables of the state known to a connection, as virtual tables that copy nothing: a rank, a step, a domain,
/// a window and other equalities narrow what is made or looked at. `state` outlives the connection. False where SQLite
/// refuses.
[[nodiscard]] bool addSqlTables(sqlite3 *connection, SqlState &state);

/// span_overlap(from, to, from, to), the aggregate span_union(from, to), ns_to_step(rank, ns) and regexp(pattern,
/// text), which is what X REGEXP Y calls. Times are nanoseconds, ranges half open.
[[nodiscard]] bool addSqlFunctions(sqlite3 *connection, SqlState &state);

} // namespace rs
