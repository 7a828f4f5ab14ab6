// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlstate.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

constexpr quint32 rowsBetweenLooks = 1 << 16;
// Inner sides of joins are asked for again and again, with a rank or a step of the outer row.
constexpr size_t mostKept = 256;

QString keyOf(const SqlTable &table, const TableQuery &q)
{
    const QChar apart(0x1f);
    return QStringList{table.name,
                       QString::number(q.rank),
                       q.step,
                       q.domain,
                       q.op,
                       q.core,
                       q.category,
                       q.component,
                       q.name.pattern(),
                       QString::number(q.window.from),
                       QString::number(q.window.to)}
        .join(apart);
}

template <typename Key, typename Value>
const std::vector<quint32> *lookUp(std::map<int, std::map<Key, std::vector<quint32>>> &known, const RowSource &rows,
                                   int column, const Key &wanted, const JobContext &job, const Value &value)
{
    static const std::vector<quint32> none;
    auto it = known.find(column);
    if (it == known.end()) {
        std::map<Key, std::vector<quint32>> index;
        for (quint32 r = 0; r < rows.rows(); ++r) {
            if (r % rowsBetweenLooks == 0 && job.isCanceled())
                return nullptr;
            if (const std::optional<Key> v = value(r))
                index[*v].push_back(r);
        }
        it = known.emplace(column, std::move(index)).first;
    }
    const auto found = it->second.find(wanted);
    return found == it->second.end() ? &none : &found->second;
}

} // namespace

bool SqlRows::canLookUp(ValueKind kind)
{
    return kind == ValueKind::Text || kind == ValueKind::Word || isIntegerKind(kind);
}

const std::vector<quint32> *SqlRows::withInteger(int column, qint64 value, const JobContext &job)
{
    return lookUp(m_integers, *m_rows, column, value, job,
                  [this, column](quint32 r) { return m_rows->integer(r, column); });
}

const std::vector<quint32> *SqlRows::withText(int column, std::string_view text, const JobContext &job)
{
    return lookUp(m_texts, *m_rows, column, text, job, [this, column](quint32 r) -> std::optional<std::string_view> {
        const StrId id = m_rows->textId(r, column);
        return id == NoText ? std::nullopt : std::optional(m_rows->textView(id));
    });
}

std::shared_ptr<SqlRows> SqlState::rowsOf(const SqlTable &table, TableQuery query)
{
    const QString key = keyOf(table, query);
    if (const auto it = made.find(key); it != made.end())
        return it->second;
    if (made.size() >= mostKept)
        made.clear();
    query.run = run;
    query.pool = pool;
    std::shared_ptr<const RowSource> rows = table.spec->rows(query, job);
    if (!rows)
        return nullptr;
    if (rows->rows() == 0 && table.spec->whyEmpty) {
        Phrase why = table.spec->whyEmpty(query);
        if (!why.isEmpty() && std::find(whyEmpty.begin(), whyEmpty.end(), why) == whyEmpty.end())
            whyEmpty.push_back(std::move(why));
    }
    auto out = std::make_shared<SqlRows>(std::move(rows));
    made.emplace(key, out);
    return out;
}

} // namespace rs
