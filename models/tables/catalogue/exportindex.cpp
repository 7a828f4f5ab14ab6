// SPDX-License-Identifier: Apache-2.0
#include "tables/catalogue/exportindex.h"

#include "analysis/diagnosis/verdictcost.h"
#include "tables/base/tables.h"

#include <QDir>
#include <QUrl>

#include <algorithm>

namespace rs {

namespace {

QString link(const QDir &root, const ExportedTable &table, const QString &text)
{
    const QByteArray target = QUrl::toPercentEncoding(root.relativeFilePath(table.path), "/");
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(QString::fromLatin1(target), text.toHtmlEscaped());
}

QString listOf(const QDir &root, const std::vector<ExportedTable> &tables)
{
    // A table of each rank is one line; tables of the whole run come first.
    std::vector<std::vector<const ExportedTable *>> lines;
    for (const ExportedTable &t : tables) {
        const auto line = std::ranges::find_if(
            lines, [&](const auto &l) { return l[0]->name == t.name && l[0]->of.isEmpty() == t.of.isEmpty(); });
        if (line == lines.end())
            lines.push_back({&t});
        else
            line->push_back(&t);
    }
    std::stable_partition(lines.begin(), lines.end(), [](const auto &line) { return line[0]->of.isEmpty(); });

    QString html = QStringLiteral("<ul>\n");
    for (const auto &line : lines) {
        const ExportedTable &first = *line[0];
        QStringList links;
        if (first.of.isEmpty()) {
            links << link(root, first, first.name);
        } else {
            for (const ExportedTable *t : line)
                links << link(root, *t, t->of);
        }
        html += QStringLiteral("<li><b>%1</b>: %2 %3</li>\n")
                    .arg(first.title.toHtmlEscaped(), first.hint.toHtmlEscaped(),
                         first.of.isEmpty()
                             ? links[0]
                             : QStringLiteral("%1, rank %2").arg(first.name.toHtmlEscaped(), links.join(u' ')));
    }
    return html + QStringLiteral("</ul>\n");
}

} // namespace

QStringList exportVerdicts(const Catalogue &tables, const TableQuery &query, const JobContext &job)
{
    const TableSpec &table = *tables.find(u"diagnosis");
    const std::shared_ptr<const RowSource> rows = table.rows(query, job);
    QStringList out;
    if (!rows)
        return out;
    const int evidence = rows->columnOf(u"evidence");
    const int role = rows->columnOf(u"role");
    for (quint32 row = 0; row < rows->rows(); ++row) {
        if (rows->text(row, role) == "victim")
            continue;
        QString text = QString::fromUtf8(rows->text(row, evidence));
        const Verdict *const verdict = verdictOf(*rows, row);
        if (const std::optional<VerdictCost> cost = verdict ? toldCost(*verdict) : std::nullopt) {
            using Kind = VerdictCost::Kind;
            text += QStringLiteral(" It costs %3%1 ms (%2 % of these steps).")
                        .arg(static_cast<double>(cost->ns) / 1e6, 0, 'f', 2)
                        .arg(cost->share * 100, 0, 'f', 1)
                        .arg(cost->kind == Kind::AtMost  ? QStringLiteral("at most ")
                             : cost->kind == Kind::About ? QStringLiteral("about ")
                                                         : QString());
        }
        out << text;
    }
    if (out.isEmpty())
        out << table.whyEmpty(query).english();
    return out;
}

QByteArray exportIndex(const QString &root, const std::vector<ExportedRun> &runs, const QStringList &pictures)
{
    QString html = QStringLiteral(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tables</title></head>\n<body>\n");
    const QDir folder(root);
    for (const ExportedRun &run : runs) {
        html += QStringLiteral("<h1>%1</h1>\n<h2>Verdicts</h2>\n<ul>\n").arg(run.path.toHtmlEscaped());
        for (const QString &verdict : run.verdicts)
            html += QStringLiteral("<li>%1</li>\n").arg(verdict.toHtmlEscaped());
        html += QStringLiteral("</ul>\n<h2>Tables</h2>\n") + listOf(folder, run.tables);
    }
    if (!pictures.isEmpty())
        html += QStringLiteral("<h1>Pictures</h1>\n<ul>\n");
    for (const QString &picture : pictures)
        html += QStringLiteral("<li>%1</li>\n").arg(link(folder, {folder.filePath(picture), {}, {}, {}, {}}, picture));
    if (!pictures.isEmpty())
        html += QStringLiteral("</ul>\n");
    html += QStringLiteral("</body></html>\n");
    return html.toUtf8();
}

} // namespace rs
