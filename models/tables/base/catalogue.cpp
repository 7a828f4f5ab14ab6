// SPDX-License-Identifier: Apache-2.0
#include "tables/base/catalogue.h"

#include "core/table/databasekinds.h"
#include "tables/base/tables.h"

#include <algorithm>
#include <array>

namespace rs {

std::vector<int> TableQuery::rankIndices() const
{
    std::vector<int> out;
    for (int i = 0; run && i < std::ssize(run->infos); ++i) {
        if (ranks.empty() || std::ranges::binary_search(ranks, run->infos[static_cast<size_t>(i)].rank))
            out.push_back(i);
    }
    return out;
}

std::shared_ptr<const RankData> TableQuery::rankData() const
{
    return run ? run->rank(rank) : nullptr;
}

std::shared_ptr<const RankData> TableQuery::otherData() const
{
    const Run *const of = otherRun ? otherRun.get() : run.get();
    return of ? of->rank(other) : nullptr;
}

bool TableSources::areIn(const Run &run, int rankIndex) const
{
    const auto anyOf = [](const std::vector<FileEntry> &files, const QStringList &kinds) {
        return std::ranges::any_of(files, [&](const FileEntry &f) { return f.used && kinds.contains(f.kind); });
    };
    if (ofRank.isEmpty() && ofRun.isEmpty())
        return true;
    const auto isDatabaseOf = [&](const FileEntry &f) {
        return f.used && f.kind == QLatin1String("db") && !ofRank.isEmpty() &&
               (!isAnalysisDatabase(f.path) || std::ranges::any_of(ofRank, isAnalysedKind));
    };
    const auto areOf = [&](const RankInfo &info) {
        return anyOf(info.files, ofRank) || std::ranges::any_of(info.files, isDatabaseOf);
    };
    if (rankIndex >= 0)
        return areOf(run.infos[static_cast<size_t>(rankIndex)]);
    return anyOf(run.cluster.files, ofRun) ||
           (!ofRun.isEmpty() && anyOf(run.cluster.files, {QStringLiteral("cluster_db")})) ||
           std::ranges::any_of(run.infos, areOf);
}

MemoryReservation TableSpec::room(const TableQuery &query, const JobContext &job) const
{
    MemoryReservation out(job.sharedBudget());
    out.hold(job.budget() ? roomFor(*this, query) : 0);
    return out;
}

std::shared_ptr<const RowSource> TableSpec::rows(const TableQuery &query, const JobContext &job) const
{
    struct Held
    {
        MemoryReservation memory;
        std::shared_ptr<const RowSource> rows;
    };
    auto held = std::make_shared<Held>();
    held->memory = room(query, job);
    held->rows = make(query, job);
    if (!held->rows)
        return nullptr;
    held->memory.resize(std::min(held->memory.bytes(), held->rows->bytes()));
    const RowSource *const rows = held->rows.get();
    return {std::move(held), rows};
}

bool TableSpec::takes(Parameter parameter) const
{
    return std::ranges::find(parameters, parameter) != parameters.end();
}

QString TableSpec::fileName() const
{
    QString name = id;
    return name.replace(u'.', u'_').replace(u'-', u'_');
}

std::vector<TableFile> TableSpec::exportFiles() const
{
    return files.empty() ? std::vector<TableFile>{{fileName(), {}}} : files;
}

TableSpec &Catalogue::add(const char *id, TableScope scope, const char *title, const char *hint)
{
    Q_ASSERT(!find(QString(QLatin1String(id))));
    TableSpec &table = m_tables.emplace_back();
    table.id = QLatin1String(id);
    table.scope = scope;
    table.title = QLatin1String(title);
    table.hint = QLatin1String(hint);
    return table;
}

TableSpec &Catalogue::add(const char *id, TableScope scope, const char *title, const char *hint,
                          std::vector<ColumnSpec> (*columns)(), decltype(TableSpec::make) make,
                          decltype(TableSpec::whyEmpty) whyEmpty)
{
    TableSpec &table = add(id, scope, title, hint);
    table.columns = [columns](const TableQuery &) { return columns(); };
    table.make = std::move(make);
    table.whyEmpty = std::move(whyEmpty);
    return table;
}

const TableSpec *Catalogue::find(QStringView id) const
{
    const auto at = std::ranges::find(m_tables, id, &TableSpec::id);
    return at == m_tables.end() ? nullptr : &*at;
}

namespace {

// Ids mean the same in every table.
RowKey keyOf(QLatin1String id, ValueKind kind)
{
    if (id == QLatin1String("step") && kind == ValueKind::Label)
        return RowKey::Step;
    if (id == QLatin1String("domain") && kind == ValueKind::Text)
        return RowKey::Domain;
    if (id == QLatin1String("operator") && kind == ValueKind::Text)
        return RowKey::Operator;
    return RowKey::None;
}

/// Group of times that single occurrences take: their average, the shortest, the longest are compared by eye.
constexpr int occurrences = 1'000;

bool isTimeKind(ValueKind kind)
{
    switch (kind) {
    case ValueKind::Time:
    case ValueKind::MeanTime:
    case ValueKind::Microseconds:
    case ValueKind::Milliseconds:
        return true;
    default:
        return false;
    }
}

int unitGroupOf(QLatin1String id, ValueKind kind)
{
    static constexpr std::array statistics = {"average", "mean", "median", "min", "max", "shortest", "longest", "p95"};
    const bool isStatistic = std::ranges::any_of(
        statistics, [id](const char *name) { return id.endsWith(QLatin1String(name), Qt::CaseInsensitive); });
    return isStatistic && isTimeKind(kind) ? occurrences : 0;
}

} // namespace

ColumnSpec::ColumnSpec(const char *columnId, const char *csvHeader, const char *columnTitle, ValueKind valueKind,
                       const char *columnHint, bool isShown)
    : id(QLatin1String(columnId)), header(QLatin1String(csvHeader)), title(QString::fromUtf8(columnTitle)),
      hint(QString::fromUtf8(columnHint)), kind(valueKind), shown(isShown),
      unitGroup(unitGroupOf(QLatin1String(columnId), kind)), key(keyOf(QLatin1String(columnId), kind))
{
}

} // namespace rs
