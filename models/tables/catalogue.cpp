// SPDX-License-Identifier: Apache-2.0
#include "tables/catalogue.h"

#include "tables/tables.h"

#include <algorithm>

namespace rs {

namespace {

std::shared_ptr<const RankData> rankOf(const std::shared_ptr<const Run> &run, int index)
{
    return run && index >= 0 && static_cast<size_t>(index) < run->ranks.size() ? run->ranks[static_cast<size_t>(index)]
                                                                               : nullptr;
}

} // namespace

QString parameterName(Parameter p)
{
    switch (p) {
    case Parameter::Step:
        return QStringLiteral("step");
    case Parameter::Domain:
        return QStringLiteral("domain");
    case Parameter::Operator:
        return QStringLiteral("op");
    case Parameter::Total:
        return QStringLiteral("total");
    case Parameter::By:
        return QStringLiteral("by");
    case Parameter::Kind:
        return QStringLiteral("kind");
    case Parameter::Core:
        return QStringLiteral("core");
    case Parameter::Source:
        return QStringLiteral("source");
    case Parameter::Category:
        return QStringLiteral("category");
    case Parameter::Lane:
        return QStringLiteral("lane");
    case Parameter::Name:
        return QStringLiteral("name");
    case Parameter::Window:
        return QStringLiteral("from, to");
    case Parameter::Limit:
        return QStringLiteral("limit");
    }
    return {};
}

std::shared_ptr<const RankData> TableQuery::rankData() const
{
    return rankOf(run, rank);
}

std::shared_ptr<const RankData> TableQuery::otherData() const
{
    return rankOf(otherRun ? otherRun : run, other);
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

void Catalogue::add(TableSpec spec)
{
    Q_ASSERT(!find(spec.id));
    m_tables.push_back(std::move(spec));
}

const TableSpec *Catalogue::find(QStringView id) const
{
    const auto at = std::find_if(m_tables.begin(), m_tables.end(), [id](const TableSpec &t) { return t.id == id; });
    return at == m_tables.end() ? nullptr : &*at;
}

Catalogue Catalogue::ofProgram()
{
    Catalogue out;
    addRunTables(out);
    addOperatorTables(out);
    addCommunicationTables(out);
    addLaunchTables(out);
    addClockTables(out);
    addTraceTables(out);
    addFileTables(out);
    return out;
}

ColumnSpec tableColumn(const char *id, const char *header, const char *title, ValueKind kind, const char *hint,
                       bool shown)
{
    return {QLatin1String(id), QLatin1String(header), QLatin1String(title), QLatin1String(hint), kind, shown};
}

} // namespace rs
