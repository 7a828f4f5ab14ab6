// SPDX-License-Identifier: Apache-2.0
#include "sql/sqlstate.h"

#include "core/run/kerneltrace.h"

#include <QHash>
#include <QStringList>

#include <algorithm>

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
                       QString::number(static_cast<int>(q.hostLanes)),
                       QString::number(q.window.from),
                       QString::number(q.window.to)}
        .join(apart);
}

const std::vector<quint32> none;

} // namespace

bool SqlRows::canLookUp(ValueKind kind)
{
    return kind == ValueKind::Text || kind == ValueKind::Word || isIntegerKind(kind);
}

const std::vector<quint32> *SqlRows::withNumber(int column, bool ofSlice, qint64 value, const JobContext &job)
{
    auto known = m_numbers.find({column, ofSlice});
    if (known == m_numbers.end()) {
        Numbers made;
        made.memory = MemoryReservation(job.sharedBudget());
        made.memory.hold(m_rows->rows() * static_cast<qint64>(sizeof(made.rows.front())));
        made.rows.reserve(m_rows->rows());
        for (quint32 r = 0; r < m_rows->rows(); ++r) {
            if (r % rowsBetweenLooks == 0 && job.isCanceled())
                return nullptr;
            const SliceId of = ofSlice ? slice(r, column) : NoSlice;
            if (of != NoSlice)
                made.rows.emplace_back(raw(of), r);
            else if (const auto number = ofSlice ? std::nullopt : m_rows->integer(r, column))
                made.rows.emplace_back(*number, r);
        }
        if (!std::ranges::is_sorted(made.rows))
            std::ranges::sort(made.rows);
        known = m_numbers.emplace(std::pair(column, ofSlice), std::move(made)).first;
    }
    m_found.clear();
    const auto &rows = known->second.rows;
    for (auto at = std::ranges::lower_bound(rows, std::pair(value, quint32{0})); at != rows.end() && at->first == value;
         ++at)
        m_found.push_back(at->second);
    return &m_found;
}

const SqlRows::ByText *SqlRows::byText(int column, const JobContext &job)
{
    auto known = m_texts.find(column);
    if (known == m_texts.end()) {
        Texts made;
        made.memory = MemoryReservation(job.sharedBudget());
        // Lists that grow have room for twice as many at most.
        made.memory.hold(m_rows->rows() * static_cast<qint64>(2 * sizeof(quint32)));
        std::vector<std::vector<quint32>> ofId(std::max(m_rows->textCount(), raw(NoText) + 1));
        for (quint32 r = 0; r < m_rows->rows(); ++r) {
            if (r % rowsBetweenLooks == 0 && job.isCanceled())
                return nullptr;
            ofId[raw(m_rows->textId(r, column))].push_back(r);
        }
        for (quint32 id = 0; id < ofId.size(); ++id) {
            if (ofId[id].empty())
                continue;
            const bool isText = StrId{id} != NoText;
            std::vector<quint32> &to =
                made.rows[isText ? std::optional(m_rows->textView(StrId{id})) : std::optional<std::string_view>()];
            if (to.empty()) {
                to.swap(ofId[id]);
                continue;
            }
            to.insert(to.end(), ofId[id].begin(), ofId[id].end()); // two ids of one text
            std::ranges::sort(to);
        }
        known = m_texts.emplace(column, std::move(made)).first;
    }
    return &known->second.rows;
}

const std::vector<quint32> *SqlRows::withText(int column, std::string_view text, const JobContext &job)
{
    const ByText *const all = byText(column, job);
    if (!all)
        return nullptr;
    const auto found = all->find(text);
    return found == all->end() ? &none : &found->second;
}

std::vector<SqlTurn> SqlState::turnsOf(const SqlTable &table) const
{
    if (table.spec->scope != TableScope::Rank)
        return {SqlTurn()};
    const bool hasLanes = table.spec->id == u"lanes" || table.spec->takes(Parameter::Lane);
    const bool isOfTrace = isOfKernelTrace(*table.spec);
    QHash<QString, int> users; // of a file, which the ranks of a host may share
    if (hasLanes || isOfTrace) {
        for (const RankInfo &info : run->infos)
            ++users[kernelTraceOf(info)];
    }
    std::vector<SqlTurn> out;
    std::vector<SqlTurn> shared;
    for (size_t i = 0; i < run->ranks.size(); ++i) {
        if (!run->ranks[i])
            continue;
        SqlTurn turn{static_cast<int>(i)};
        const QString file = kernelTraceOf(run->ranks[i]->info);
        int &left = users[file];
        constexpr int told = -1;
        if (!file.isEmpty() && (left > 1 || left == told)) {
            if (std::exchange(left, told) != told)
                shared.push_back({turn.rank, isOfTrace ? HostLanes::With : HostLanes::Only, true});
            if (isOfTrace)
                continue;
            turn.lanes = HostLanes::Without;
        }
        out.push_back(turn);
    }
    out.insert(out.end(), shared.begin(), shared.end());
    return out;
}

QString SqlState::hostOf(int rank) const
{
    return kernelTraceHost(run->ranks[static_cast<size_t>(rank)]->info);
}

std::shared_ptr<SqlRows> SqlState::rowsOf(const SqlTable &table, TableQuery query)
{
    const QString key = keyOf(table, query);
    auto known = made.find(key);
    if (known == made.end()) {
        if (made.size() >= mostKept)
            made.clear();
        query.run = run;
        query.pool = pool;
        std::shared_ptr<const RowSource> rows = table.spec->rows(query, job);
        if (!rows)
            return nullptr;
        known = made.emplace(key, std::make_shared<SqlRows>(std::move(rows))).first;
    }
    if (known->second->rows().rows() == 0 && query.hostLanes == HostLanes::With)
        withoutRows.emplace(&table, query.rank);
    return known->second;
}

void SqlState::sayWhyEmpty(std::vector<Phrase> &reasons, bool &lacksData)
{
    for (const auto &[table, rank] : std::set(withoutRows)) {
        const TableSpec &spec = *table->spec;
        TableQuery whole;
        whole.rank = rank;
        const std::shared_ptr<SqlRows> rows = spec.whyEmpty ? rowsOf(*table, whole) : nullptr;
        if (!rows || rows->rows().rows() > 0)
            continue;
        whole.run = run;
        Phrase why = spec.whyEmpty(whole);
        if (why.isEmpty())
            continue;
        lacksData = lacksData || !spec.noneIsAnswer || !spec.noneIsAnswer(whole);
        if (std::ranges::find(reasons, why) == reasons.end())
            reasons.push_back(std::move(why));
    }
}

} // namespace rs
