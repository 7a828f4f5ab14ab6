// SPDX-License-Identifier: Apache-2.0
#include "sql/sqldatabases.h"

#include "core/run/runindex.h"
#include "core/run/tracecodec.h"
#include "core/table/databasekinds.h"
#include "sql/sqltokens.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

bool isProfilers(const FileEntry &file)
{
    const QString name = file.path.section(u'/', -1);
    return name.startsWith(QLatin1String("ascend_pytorch_profiler")) ||
           name.startsWith(QLatin1String("ascend_mindspore_profiler"));
}

// Profiles, or what was analysed; the profiler's own first, and what is read before what is not.
std::vector<FileEntry> databasesOf(const RankInfo &info, bool analysed)
{
    std::vector<FileEntry> out;
    for (const FileEntry &file : info.files) {
        if (file.kind == QLatin1String("db") && isAnalysisDatabase(file.path) == analysed)
            out.push_back(file);
    }
    const auto key = [](const FileEntry &f) { return std::pair(!isProfilers(f), !f.used); };
    std::ranges::stable_sort(out, [&key](const FileEntry &a, const FileEntry &b) { return key(a) < key(b); });
    return out;
}

QString numbered(const QString &name, size_t number)
{
    return number == 1 ? name : name + u'_' + QString::number(number);
}

} // namespace

std::vector<SqlDatabase> sqlDatabases(const Run &run)
{
    std::vector<SqlDatabase> out;
    // The one of the cluster first: it is one, and holds the results of recipes over all ranks.
    size_t clusters = 0;
    for (const FileEntry &file : run.cluster.files) {
        if (!RunIndex::of(run) && file.kind == QLatin1String("cluster_db"))
            out.push_back({numbered(QStringLiteral("cluster"), ++clusters), file.path});
    }
    std::vector<SqlDatabase> others;
    std::vector<SqlDatabase> traces;
    std::vector<SqlDatabase> analysed;
    QSet<QString> known;
    for (const RankInfo &info : run.infos) {
        if (packOf(info)) // which has the rows, not the databases
            continue;
        const QString name = QStringLiteral("rank") + info.label;
        size_t number = 0;
        for (const FileEntry &file : databasesOf(info, false)) {
            std::vector<SqlDatabase> &to = number == 0 ? out : others;
            to.push_back({numbered(name, ++number), file.path});
        }
        number = 0;
        for (const FileEntry &file : databasesOf(info, true))
            analysed.push_back({numbered(name + QStringLiteral("_analysis"), ++number), file.path});
        for (const FileEntry &file : info.files) {
            if (file.kind != QLatin1String("ftrace") || known.contains(file.path))
                continue;
            known.insert(file.path);
            traces.push_back({numbered(QStringLiteral("ftrace"), traces.size() + 1), file.path});
        }
    }
    for (std::vector<SqlDatabase> *const more : {&others, &traces, &analysed})
        out.insert(out.end(), more->begin(), more->end());
    return out;
}

bool namesDatabase(const QString &sql, const QString &name)
{
    const std::vector<SqlToken> tokens = sqlTokens(sql);
    for (size_t i = 1; i < tokens.size(); ++i) {
        if (sql[tokens[i].from] == u'.' && sqlUnquoted(sql, tokens[i - 1]).compare(name, Qt::CaseInsensitive) == 0)
            return true;
    }
    return false;
}

} // namespace rs
