// SPDX-License-Identifier: Apache-2.0
#include "core/run/pipelinecolumns.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

QString pipelineTableKind(QLatin1String kind, const QString &part)
{
    return kind + QLatin1Char('#') + part;
}

QString pipelinePart(const QString &fileName)
{
    const QString name = fileName.section(u'/', -1).section(u'.', 0, 0);
    const QString end = name.section(u'_', -1);
    const bool isNumber = !end.isEmpty() && std::ranges::all_of(end, [](QChar c) { return c >= u'0' && c <= u'9'; });
    return isNumber ? end : QString();
}

bool pipelinePartBefore(const QString &a, const QString &b)
{
    bool isA = false;
    bool isB = false;
    const qulonglong x = a.toULongLong(&isA);
    const qulonglong y = b.toULongLong(&isB);
    return isA != isB ? isA : isA && x != y ? x < y : a < b;
}

std::vector<PipelineTables> pipelineTables(const RankData &rank)
{
    std::map<QString, PipelineTables, decltype(&pipelinePartBefore)> byPart(&pipelinePartBefore);
    std::vector<std::shared_ptr<const Table>> raws;
    std::vector<std::shared_ptr<const Table>> summaries;
    for (const auto &[kind, table] : rank.tables) {
        if (kind == PipelineRawKind || kind.startsWith(PipelineRawKind + QLatin1Char('#'))) {
            byPart[pipelinePart(table->source)].raw = table;
            raws.push_back(table);
        } else if (kind == PipelineSummaryKind || kind.startsWith(PipelineSummaryKind + QLatin1Char('#'))) {
            byPart[pipelinePart(table->source)].summary = table;
            summaries.push_back(table);
        }
    }
    if (raws.size() <= 1 && summaries.size() <= 1) {
        if (raws.empty() && summaries.empty())
            return {};
        return {{{}, raws.empty() ? nullptr : raws.front(), summaries.empty() ? nullptr : summaries.front()}};
    }
    std::vector<PipelineTables> out;
    for (auto &[part, tables] : byPart) {
        out.push_back(std::move(tables));
        out.back().part = part;
    }
    return out;
}

} // namespace rs
