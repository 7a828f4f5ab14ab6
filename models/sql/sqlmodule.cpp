// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlmodule.h"

#include "core/base/saturate.h"
#include "sql/sqlstate.h"
#include "tables/base/parameters.h"
#include "tables/base/tablesink.h"

#include <cmath>
#include <cstring>
#include <sqlite3.h>

namespace rs {

namespace {

struct Registered
{
    SqlState *state;
    const SqlTable *table;
};

struct Connected : sqlite3_vtab
{
    SqlState *state = nullptr;
    const SqlTable *table = nullptr;
};

struct FreeValue
{
    void operator()(sqlite3_value *value) const { sqlite3_value_free(value); }
};

// One use of a constraint, as bestIndex() writes it for filter(): what it does and of which column.
enum class Use : char {
    Rank = 'r',
    Narrow = 'p',
    From = 'f',
    To = 't',
    At = 'a',
    LookUp = 'e',
    Order = 'o' ///< no constraint: rows come in the order of the column
};

/// The rows of one rank that have a text.
struct Group
{
    SqlTurn turn;
    std::shared_ptr<SqlRows> rows;
    const std::vector<quint32> *list;
};

struct Cursor : sqlite3_vtab_cursor
{
    TableQuery query;
    std::vector<SqlTurn> turns; // the first `next` of them have been
    size_t next = 0;
    bool isOrdered = false;
    std::vector<Group> groups;                  // where the rows are ordered; the first `next` of them have been
    std::shared_ptr<SqlRows> rows;              // null: at the end
    std::vector<int> places;                    // by column of the table, into the rows
    const std::vector<quint32> *list = nullptr; // the rows that count; null: all
    std::vector<quint32> found;                 // the list, where a number chooses it
    size_t at = 0;
    SqlTurn turn;
    std::string label;                 // of the rank
    std::optional<qint64> labelNumber; // the same, where that is how it is written
    int lookUpColumn = -1;
    std::unique_ptr<sqlite3_value, FreeValue> lookUp;
    std::vector<std::unique_ptr<sqlite3_value, FreeValue>> given; // by column: values of parameters

    [[nodiscard]] quint32 row() const { return list ? (*list)[at] : static_cast<quint32>(at); }
    [[nodiscard]] size_t count() const { return list ? list->size() : rows->rows().rows(); }
};

Connected &connected(sqlite3_vtab *table)
{
    return *static_cast<Connected *>(table);
}
Cursor &cursorOf(sqlite3_vtab_cursor *cursor)
{
    return *static_cast<Cursor *>(cursor);
}

int failed(sqlite3_vtab *table, const QString &message)
{
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s", message.toUtf8().constData());
    return SQLITE_ERROR;
}

QString textOf(sqlite3_value *value)
{
    const auto *const text = reinterpret_cast<const char *>(sqlite3_value_text(value));
    return text ? QString::fromUtf8(text, sqlite3_value_bytes(value)) : QString();
}

int connect(sqlite3 *db, void *aux, int, const char *const *, sqlite3_vtab **out, char **) noexcept
{
    const auto &registered = *static_cast<const Registered *>(aux);
    QString sql = QStringLiteral("CREATE TABLE x(");
    for (const SqlColumn &c : registered.table->columns) {
        if (!sql.endsWith(u'('))
            sql += u',';
        sql += u'"' + QString(c.name).replace(u'"', QStringLiteral("\"\"")) + QStringLiteral("\" ") + c.type;
        if (c.source == SqlSource::Parameter)
            sql += QStringLiteral(" HIDDEN");
    }
    sql += u')';
    registered.state->isDeclaring = true;
    const int code = sqlite3_declare_vtab(db, sql.toUtf8().constData());
    registered.state->isDeclaring = false;
    if (code != SQLITE_OK)
        return code;
    auto *const made = new Connected;
    std::memset(static_cast<sqlite3_vtab *>(made), 0, sizeof(sqlite3_vtab));
    made->state = registered.state;
    made->table = registered.table;
    *out = made;
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab *table) noexcept
{
    delete &connected(table);
    return SQLITE_OK;
}

// Use of a constraint on a column; nothing if only SQLite checks it.
std::optional<Use> useOf(const SqlColumn &c, unsigned char op)
{
    const bool equal = op == SQLITE_INDEX_CONSTRAINT_EQ;
    if (c.startsRow) {
        switch (op) {
        case SQLITE_INDEX_CONSTRAINT_EQ:
            return Use::At;
        case SQLITE_INDEX_CONSTRAINT_GE:
        case SQLITE_INDEX_CONSTRAINT_GT:
            return Use::From;
        case SQLITE_INDEX_CONSTRAINT_LT:
        case SQLITE_INDEX_CONSTRAINT_LE:
            return Use::To;
        default:
            return std::nullopt;
        }
    }
    if (!equal)
        return std::nullopt;
    if (c.source == SqlSource::Rank)
        return Use::Rank;
    if (c.source == SqlSource::Slice)
        return Use::LookUp;
    if (c.narrows)
        return Use::Narrow;
    return c.kind && SqlRows::canLookUp(*c.kind) ? std::optional(Use::LookUp) : std::nullopt;
}

int bestIndex(sqlite3_vtab *table, sqlite3_index_info *info) noexcept
{
    const Connected &t = connected(table);
    const double ranks = t.table->spec->scope == TableScope::Rank ? static_cast<double>(t.state->run->ranks.size()) : 1;
    double cost = 1e6 * std::max(1.0, ranks);
    QByteArray plan;
    int arguments = 0;
    bool looksUp = false;
    bool isOfRank = true; // nothing but a rank is asked for
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto &constraint = info->aConstraint[i];
        if (constraint.iColumn < 0)
            continue;
        const SqlColumn &c = t.table->columns[static_cast<size_t>(constraint.iColumn)];
        const std::optional<Use> use = useOf(c, constraint.op);
        // Names are told apart byte by byte; another collation finds more of them.
        if (!use || (c.type == u"TEXT" && std::strcmp(sqlite3_vtab_collation(info, i), "BINARY") != 0))
            continue;
        if (!constraint.usable) {
            // Without what it is asked for, a table would answer something else.
            if (c.source == SqlSource::Parameter)
                return SQLITE_CONSTRAINT;
            continue;
        }
        if (*use == Use::LookUp && std::exchange(looksUp, true))
            continue;
        isOfRank = isOfRank && *use == Use::Rank;
        cost /= *use == Use::Rank ? std::max(1.0, ranks) : *use == Use::LookUp || *use == Use::At ? 1e4 : 10;
        plan += static_cast<char>(*use) + QByteArray::number(constraint.iColumn) + ';';
        info->aConstraintUsage[i].argvIndex = ++arguments;
        info->aConstraintUsage[i].omit = c.source == SqlSource::Parameter ? 1 : 0;
    }
    // By names there are few groups of many slices, which SQLite would sort in temporary files.
    if (isOfRank && info->nOrderBy == 1 && info->aOrderBy[0].iColumn >= 0 && !info->aOrderBy[0].desc &&
        t.table->columns[static_cast<size_t>(info->aOrderBy[0].iColumn)].narrows == Parameter::Name) {
        plan += static_cast<char>(Use::Order) + QByteArray::number(info->aOrderBy[0].iColumn) + ';';
        info->orderByConsumed = 1;
    }
    info->idxStr = sqlite3_mprintf("%s", plan.constData());
    info->needToFreeIdxStr = 1;
    info->estimatedCost = std::max(1.0, cost);
    info->estimatedRows = static_cast<sqlite3_int64>(std::max(1.0, cost / 10));
    return SQLITE_OK;
}

int open(sqlite3_vtab *, sqlite3_vtab_cursor **out) noexcept
{
    auto *const made = new Cursor;
    made->pVtab = nullptr;
    *out = made;
    return SQLITE_OK;
}

int close(sqlite3_vtab_cursor *cursor) noexcept
{
    delete &cursorOf(cursor);
    return SQLITE_OK;
}

void narrow(TableQuery &query, Parameter p, const QString &text)
{
    OptionValue value{text};
    if (p == Parameter::Name)
        value.pattern = QRegularExpression(QRegularExpression::anchoredPattern(QRegularExpression::escape(text)));
    // A text that is too long for a pattern; SQLite compares the names then.
    if (!value.pattern.isValid())
        value.pattern = {};
    setParameter(query, p, value);
}

// A bound that a comparison names, one nanosecond wider: what only touches it counts as well, SQLite checks the rest.
std::optional<qint64> boundOf(sqlite3_value *value, bool upper)
{
    if (sqlite3_value_type(value) == SQLITE_INTEGER)
        return saturatedSum(sqlite3_value_int64(value), upper ? 2 : -1);
    if (sqlite3_value_type(value) != SQLITE_FLOAT)
        return std::nullopt;
    const double d = sqlite3_value_double(value);
    if (!(std::abs(d) < 9e18))
        return std::nullopt;
    return static_cast<qint64>(upper ? std::ceil(d) + 2 : std::floor(d) - 1);
}

// Spelling of a label that equals the value: 1.0 equals "1".
QString labelOf(sqlite3_value *value)
{
    const double d = sqlite3_value_type(value) == SQLITE_FLOAT ? sqlite3_value_double(value) : 0.5;
    return d == std::floor(d) && std::abs(d) < 9e15 ? QString::number(static_cast<qint64>(d)) : textOf(value);
}

bool isRank(const RankInfo &info, sqlite3_value *value)
{
    if (sqlite3_value_type(value) == SQLITE_INTEGER) {
        bool number = false;
        return info.label.toLongLong(&number) == sqlite3_value_int64(value) && number;
    }
    return info.label == labelOf(value);
}

const RankInfo &infoOf(const Connected &t, const SqlTurn &turn)
{
    return t.state->run->ranks[static_cast<size_t>(turn.rank)]->info;
}

// Null when cancelled.
std::shared_ptr<SqlRows> rowsOf(const Connected &t, Cursor &c, const SqlTurn &turn)
{
    c.query.rank = turn.rank;
    c.query.hostLanes = turn.lanes;
    return t.state->rowsOf(*t.table, c.query);
}

// The rows of all ranks in the order of a column of texts. False when cancelled.
bool order(const Connected &t, Cursor &c, size_t column)
{
    std::map<std::optional<std::string_view>, std::vector<Group>> byText;
    for (const SqlTurn &turn : c.turns) {
        const std::shared_ptr<SqlRows> rows = rowsOf(t, c, turn);
        const auto *const texts =
            rows ? rows->byText(rows->rows().columnOf(t.table->columns[column].id), t.state->job) : nullptr;
        if (!texts)
            return false;
        for (const auto &[text, list] : *texts)
            byText[text].push_back({turn, rows, &list});
    }
    for (auto &[text, groups] : byText)
        c.groups.insert(c.groups.end(), groups.begin(), groups.end());
    return true;
}

void enter(const Connected &t, Cursor &c, const SqlTurn &turn, const RowSource &rows)
{
    c.turn = turn;
    c.label = turn.rank < 0 ? std::string() : infoOf(t, turn).label.toStdString();
    c.labelNumber = numberOfLabel(c.label);
    c.list = nullptr;
    c.at = 0;
    c.places.clear();
    for (const SqlColumn &column : t.table->columns)
        c.places.push_back(column.id.isEmpty() ? -1 : rows.columnOf(column.id));
}

// Takes the rows of the next rank that has some for the cursor. False when cancelled.
bool advance(const Connected &t, Cursor &c)
{
    c.rows.reset();
    if (c.isOrdered && c.next < c.groups.size()) {
        const Group &group = c.groups[c.next++];
        enter(t, c, group.turn, group.rows->rows());
        c.list = group.list;
        c.rows = group.rows;
    }
    while (!c.isOrdered && c.next < c.turns.size()) {
        const SqlTurn &turn = c.turns[c.next++];
        std::shared_ptr<SqlRows> rows = rowsOf(t, c, turn);
        if (!rows)
            return false;
        enter(t, c, turn, rows->rows());
        if (c.lookUp) {
            const int place = c.places[static_cast<size_t>(c.lookUpColumn)];
            const bool isSlice = t.table->columns[static_cast<size_t>(c.lookUpColumn)].source == SqlSource::Slice;
            if (place < 0 && !isSlice)
                continue;
            if (!isSlice && isTextKind(rows->rows().kind(place))) {
                const QByteArray wanted = textOf(c.lookUp.get()).toUtf8();
                c.list = rows->withText(place, {wanted.constData(), static_cast<size_t>(wanted.size())}, t.state->job);
            } else if (const auto *const found =
                           rows->withNumber(place, isSlice, sqlite3_value_int64(c.lookUp.get()), t.state->job)) {
                // Another cursor may ask the same rows for another number.
                c.found = *found;
                c.list = &c.found;
            }
            if (!c.list)
                return false;
        }
        c.rows = std::move(rows);
        if (c.count() > 0)
            return true;
        c.rows.reset();
    }
    return true;
}

// False: the value can equal nothing, so the cursor has no rows. `mistake` is set where the statement is wrong.
bool apply(const Connected &t, Cursor &c, Use use, int column, sqlite3_value *value, QString &mistake)
{
    const SqlColumn &spec = t.table->columns[static_cast<size_t>(column)];
    if (sqlite3_value_type(value) == SQLITE_NULL)
        return false;
    TableQuery &q = c.query;
    const auto from = [&q](std::optional<qint64> v) {
        q.window.from = std::max(q.window.from, v.value_or(q.window.from));
    };
    const auto to = [&q](std::optional<qint64> v) { q.window.to = std::min(q.window.to, v.value_or(q.window.to)); };
    switch (use) {
    case Use::Rank:
        std::erase_if(c.turns, [&](const SqlTurn &turn) { return turn.isOfHost || !isRank(infoOf(t, turn), value); });
        return true;
    case Use::From:
        from(boundOf(value, false));
        return true;
    case Use::To:
        to(boundOf(value, true));
        return true;
    case Use::At:
        from(boundOf(value, false));
        to(boundOf(value, true));
        return true;
    case Use::LookUp:
        // Other types are compared by SQLite's rules, row by row.
        if (sqlite3_value_type(value) == (spec.type == u"TEXT" ? SQLITE_TEXT : SQLITE_INTEGER)) {
            c.lookUpColumn = column;
            c.lookUp.reset(sqlite3_value_dup(value));
        }
        return true;
    case Use::Narrow:
    case Use::Order:
        break;
    }
    if (spec.source == SqlSource::Parameter)
        c.given[static_cast<size_t>(column)].reset(sqlite3_value_dup(value));
    if (!spec.opensWindow && !spec.closesWindow) {
        narrow(q, *spec.narrows, spec.type == u"NUMERIC" ? labelOf(value) : textOf(value));
        return true;
    }
    if (sqlite3_value_type(value) != SQLITE_INTEGER) {
        mistake = QStringLiteral("%1 takes whole nanoseconds.").arg(spec.name);
        return false;
    }
    (spec.opensWindow ? q.window.from : q.window.to) = sqlite3_value_int64(value);
    return true;
}

// Runs what SQLite called; what is thrown waits in the state until the statement has ended.
template <typename Body>
int guarded(SqlState &state, const Body &body) noexcept
{
    try {
        return body();
    } catch (...) {
        state.failure = std::current_exception();
        return SQLITE_ABORT;
    }
}

int filter(sqlite3_vtab_cursor *cursor, int, const char *plan, int, sqlite3_value **values) noexcept
{
    Cursor &c = cursorOf(cursor);
    const Connected &t = connected(cursor->pVtab);
    return guarded(*t.state, [&] {
        c.query = {};
        c.rows.reset();
        c.lookUp.reset();
        c.given.clear();
        c.given.resize(t.table->columns.size());
        c.turns = t.state->turnsOf(*t.table);
        c.next = 0;
        c.isOrdered = false;
        c.groups.clear();
        int argument = 0;
        for (const QByteArray &use : QByteArray(plan).split(';')) {
            if (use.isEmpty())
                continue;
            if (use[0] == static_cast<char>(Use::Order)) { // behind all constraints
                c.isOrdered = true;
                if (!order(t, c, use.mid(1).toULongLong()))
                    return SQLITE_INTERRUPT;
                continue;
            }
            QString mistake;
            if (!apply(t, c, static_cast<Use>(use[0]), use.mid(1).toInt(), values[argument++], mistake))
                return mistake.isEmpty() ? SQLITE_OK : failed(cursor->pVtab, mistake);
        }
        return advance(t, c) ? SQLITE_OK : SQLITE_INTERRUPT;
    });
}

int next(sqlite3_vtab_cursor *cursor) noexcept
{
    Cursor &c = cursorOf(cursor);
    if (++c.at < c.count())
        return SQLITE_OK;
    const Connected &t = connected(cursor->pVtab);
    return guarded(*t.state, [&] { return advance(t, c) ? SQLITE_OK : SQLITE_INTERRUPT; });
}

int eof(sqlite3_vtab_cursor *cursor) noexcept
{
    return cursorOf(cursor).rows ? 0 : 1;
}

void giveText(sqlite3_context *context, std::string_view text)
{
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void giveLabel(sqlite3_context *context, std::string_view label, std::optional<qint64> number)
{
    if (number)
        sqlite3_result_int64(context, *number);
    else
        giveText(context, label);
}

int column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int index) noexcept
{
    const Cursor &c = cursorOf(cursor);
    const Connected &t = connected(cursor->pVtab);
    const SqlColumn &spec = t.table->columns[static_cast<size_t>(index)];
    return guarded(*t.state, [&] {
        if (spec.source == SqlSource::Parameter) {
            if (const auto &value = c.given[static_cast<size_t>(index)])
                sqlite3_result_value(context, value.get());
            return SQLITE_OK;
        }
        if (spec.source == SqlSource::Rank && c.turn.rank >= 0) {
            if (!c.turn.isOfHost)
                giveLabel(context, c.label, c.labelNumber);
            return SQLITE_OK;
        }
        if (spec.source == SqlSource::Host) {
            giveText(context, t.state->hostOf(c.turn.rank).toStdString());
            return SQLITE_OK;
        }
        const RowSource &rows = c.rows->rows();
        const int place = c.places[static_cast<size_t>(index)];
        if (spec.source == SqlSource::Slice) {
            if (const SliceId slice = c.rows->slice(c.row(), place); slice != NoSlice)
                sqlite3_result_int64(context, raw(slice));
            return SQLITE_OK;
        }
        if (place < 0)
            return SQLITE_OK;
        const ValueKind kind = rows.kind(place);
        if (isTextKind(kind)) {
            const StrId id = rows.textId(c.row(), place);
            if (id != NoText && kind == ValueKind::Label)
                giveLabel(context, rows.textView(id), numberOfLabel(rows.textView(id)));
            else if (id != NoText)
                giveText(context, rows.textView(id));
        } else if (isWrittenKind(kind)) {
            if (const std::string text = rows.written(c.row(), place); !text.empty())
                giveText(context, text);
        } else if (isIntegerKind(kind)) {
            if (const auto value = rows.integer(c.row(), place))
                sqlite3_result_int64(context, *value);
        } else if (const auto value = rows.real(c.row(), place); value && std::isfinite(*value)) {
            sqlite3_result_double(context, *value);
        }
        return SQLITE_OK;
    });
}

int rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out) noexcept
{
    const Cursor &c = cursorOf(cursor);
    const auto behind = c.turn.isOfHost ? static_cast<int>(connected(cursor->pVtab).state->run->ranks.size()) : 0;
    *out = (static_cast<sqlite3_int64>(c.turn.rank + 1 + behind) << 32) | c.row();
    return SQLITE_OK;
}

constexpr sqlite3_module moduleOf()
{
    sqlite3_module m{};
    m.iVersion = 1;
    m.xConnect = connect; // no xCreate: the table is there by its name alone
    m.xBestIndex = bestIndex;
    m.xDisconnect = disconnect;
    m.xDestroy = disconnect;
    m.xOpen = open;
    m.xClose = close;
    m.xFilter = filter;
    m.xNext = next;
    m.xEof = eof;
    m.xColumn = column;
    m.xRowid = rowid;
    return m;
}
constexpr sqlite3_module module = moduleOf();

} // namespace

bool addSqlTables(sqlite3 *connection, SqlState &state)
{
    for (const SqlTable &table : state.tables) {
        const auto forget = [](void *aux) { delete static_cast<Registered *>(aux); };
        if (sqlite3_create_module_v2(connection, table.name.toUtf8().constData(), &module,
                                     new Registered{&state, &table}, forget) != SQLITE_OK)
            return false;
    }
    return true;
}

} // namespace rs
