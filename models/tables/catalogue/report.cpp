// SPDX-License-Identifier: Apache-2.0
#include "tables/catalogue/report.h"

#include "analysis/diagnosis/verdictcost.h"
#include "analysis/overview/overviewitems.h"
#include "analysis/replay/whatif.h"
#include "analysis/time/stepwindows.h"
#include "core/text/plaintext.h"
#include "tables/base/tables.h"
#include "tables/base/tablesink.h"
#include "tables/base/words.h"
#include "tables/catalogue/redaction.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

namespace rs {

namespace {

constexpr quint32 mostRows = 100;      // of a table
constexpr qsizetype mostLetters = 400; // of a cell
constexpr size_t mostBars = 64;
constexpr qsizetype mostFiles = 200; // that are listed

QString translated(const char *english)
{
    return *english == '\0' ? QString() : QCoreApplication::translate("Tables", english);
}

QString translated(const QString &english)
{
    return translated(english.toUtf8().constData());
}

/// Text of the page: redacted where that is asked for, and never HTML by itself.
class Texts
{
public:
    explicit Texts(Redaction *redaction) : m_redaction(redaction) {}
    [[nodiscard]] QString of(const QString &text) const
    {
        const QString shown = harmless(m_redaction ? m_redaction->of(text) : text);
        return shown.toHtmlEscaped();
    }

private:
    Redaction *m_redaction;
};

// Title of a column; "%1" is the unit of its header, "%2" and "%3" the sides of a comparison.
QString columnTitle(const ColumnSpec &column)
{
    const qsizetype open = column.header.lastIndexOf(u'(');
    const QString unit = open >= 0 && column.header.endsWith(u')') ? column.header.mid(open + 1).chopped(1) : QString();
    QString title = translated(column.title);
    return title.replace(QLatin1String("%1"), unit);
}

/// The rows of a source as the command line prints them, words in the language of the program.
class HtmlSink final : public TableSink
{
public:
    HtmlSink(QIODevice &out, const RowSource &rows, const Texts &texts) : TableSink(out), m_source(rows), m_texts(texts)
    {
    }

protected:
    void writeHeader() override
    {
        put("<table><thead><tr>");
        for (const ColumnSpec &c : columns()) {
            m_places.push_back(m_source.columnOf(c.id));
            putText(QStringLiteral("<th>%1</th>").arg(m_texts.of(columnTitle(c))));
        }
        put("</tr></thead><tbody>\n");
    }
    void writeRow(const CellRow &cells) override
    {
        put("<tr>");
        for (size_t i = 0; i < cells.size(); ++i) {
            std::string holder;
            const std::string_view text = cellText(cells[i], holder);
            if (isNumber(cells[i]))
                putText(QStringLiteral("<td class=\"n\">%1</td>").arg(m_texts.of(QString::fromUtf8(text))));
            else
                putText(QStringLiteral("<td>%1</td>").arg(m_texts.of(shown(i, QString::fromUtf8(text)))));
        }
        put("</tr>\n");
        ++m_row;
    }
    void writeEnd() override { put("</tbody></table>\n"); }

private:
    void putText(const QString &text) { put(text.toUtf8().toStdString()); }

    [[nodiscard]] QString shown(size_t column, QString text) const
    {
        const int place = m_places[column];
        if (const ValueKind kind = m_source.kind(place); kind == ValueKind::Word) {
            const char *const title = wordTitle(text.toStdString());
            text = title ? translated(title) : translated(text);
        } else if (kind == ValueKind::Sentence) {
            const Wording wording = m_source.wording(m_source.textId(m_row, place));
            if (wording.sentence.isEmpty() && !wording.place.isEmpty()) {
                text = placeText(wording.place);
            } else if (!wording.sentence.isEmpty()) {
                QStringList sentences{phraseText(wording.sentence)};
                for (const Phrase &more : wording.more)
                    sentences << phraseText(more);
                text = joinedSentences(sentences);
            }
        }
        return text.size() > mostLetters ? text.left(mostLetters) + QChar(0x2026) : text;
    }

    const RowSource &m_source;
    const Texts &m_texts;
    std::vector<int> m_places;
    quint32 m_row = 0;
};

/// The page, part after part.
class ReportPage
{
public:
    ReportPage(const Catalogue &tables, const ReportQuery &query, const Texts &texts, const JobContext &job)
        : m_tables(tables), m_query(query), m_texts(texts), m_job(job), m_run(*query.of.run)
    {
    }

    [[nodiscard]] QByteArray make()
    {
        begin();
        addVerdicts();
        addPicture();
        const std::vector<QString> shown = tableIds();
        for (const QString &id : shown) {
            if (m_job.isCanceled())
                return {};
            addTable(*m_tables.find(id));
        }
        addInputs();
        m_html += QStringLiteral("</body></html>\n");
        return m_job.isCanceled() ? QByteArray() : m_html.toUtf8();
    }

private:
    void begin()
    {
        const QString title =
            translated(RS_TABLE("Report on %1")).arg(m_query.isRedacted ? QStringLiteral("/…/run") : m_run.name);
        m_html =
            QStringLiteral(
                "<!DOCTYPE html>\n<html lang=\"%2\"><head><meta charset=\"utf-8\"><meta "
                "http-equiv=\"Content-Security-Policy\" "
                "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"><title>%1</title>\n"
                "<style>body{font:14px sans-serif;max-width:75em;margin:2em auto;padding:0 1em;color:#222}"
                "table{border-collapse:collapse;display:block;overflow-x:auto;font-size:12px}"
                "th,td{border:1px solid #ccc;padding:2px 6px;text-align:left;vertical-align:top}th{background:#eee}"
                "td.n{text-align:right;white-space:nowrap}code{background:#eee;padding:1px 3px;word-break:break-all}"
                "svg text{font-size:12px}dt{font-weight:bold}.quiet{color:#666}"
                "@page{size:A4 landscape;margin:1cm}@media "
                "print{body{max-width:none;margin:0}table{display:table;font-size:8px}}</style></"
                "head>\n<body>\n<h1>%1</h1>\n")
                .arg(m_texts.of(title), QString(m_query.language).replace(u'_', u'-').toHtmlEscaped());
        addLine(translated(RS_TABLE("Made by RankScope %1 of %2.")).arg(m_query.version, m_run.path));
        QStringList steps = m_run.steps();
        constexpr qsizetype mostSteps = 20;
        if (steps.size() > mostSteps)
            steps = {steps.front(), QString(QChar(0x2026)), steps.back()};
        addLine(translated(RS_TABLE("Ranks: %1. Steps: %2."))
                    .arg(m_run.infos.size())
                    .arg(steps.isEmpty() ? QStringLiteral("-") : steps.join(QStringLiteral(", "))));
    }
    void addLine(const QString &text) { m_html += QStringLiteral("<p>%1</p>\n").arg(m_texts.of(text)); }
    void addHeading(const QString &text) { m_html += QStringLiteral("<h2>%1</h2>\n").arg(m_texts.of(text)); }
    void addCode(const QString &text) { m_html += QStringLiteral("<br><code>%1</code>").arg(m_texts.of(text)); }

    [[nodiscard]] QString quotedPath() const
    {
        return u'\'' + QString(m_run.path).replace(u'\'', QLatin1String("'\\''")) + u'\'';
    }

    // Opens the window where the verdict can be seen.
    [[nodiscard]] QString windowCommand(const Verdict &verdict) const
    {
        static constexpr std::pair<LookTarget, const char *> views[] = {
            {LookTarget::CompareRanks, "compare"},        {LookTarget::Timeline, "timeline"},
            {LookTarget::Communication, "communication"}, {LookTarget::Matrix, "communication"},
            {LookTarget::Frequency, "timeline"},          {LookTarget::Stages, "parallel"}};
        const auto *const view = std::ranges::find(views, verdict.target, &std::pair<LookTarget, const char *>::first);
        QString out = QStringLiteral("rankscope --view %1")
                          .arg(view == std::end(views) ? QStringLiteral("overview") : QLatin1String(view->second));
        if (verdict.rank < 0)
            return out + u' ' + quotedPath();
        out += QStringLiteral(" --rank ") + rankLabel(m_run, verdict.rank);
        if (verdict.target == LookTarget::CompareRanks && verdict.normalPeer >= 0)
            out += u',' + rankLabel(m_run, verdict.normalPeer);
        const QString step = !verdict.worstStep.isEmpty() ? verdict.worstStep
                             : verdict.steps.size() == 1  ? verdict.steps.front()
                                                          : QString();
        const auto &rank = static_cast<size_t>(verdict.rank) < m_run.ranks.size()
                               ? m_run.ranks[static_cast<size_t>(verdict.rank)]
                               : nullptr;
        if (QLatin1String(view == std::end(views) ? "" : view->second) == QLatin1String("timeline") && rank &&
            rank->trace && !step.isEmpty()) {
            const Interval span = deviceSpanOf(*rank, step, m_job);
            if (span.to > span.from)
                out += QStringLiteral(" --from %1 --to %2").arg(span.from).arg(span.to);
        }
        return out + u' ' + quotedPath();
    }

    // Gives the gain that the verdict calls its cost, with what it rests on.
    [[nodiscard]] QString whatIfCommand(const Verdict &verdict) const
    {
        const std::optional<WhatIfQuestion> question = questionOf(verdict);
        if (!question)
            return {};
        QString out = QStringLiteral("rankscope-cli whatif %1 --what %2").arg(quotedPath(), whatIfKey(question->kind));
        if (question->rank < 0)
            return out;
        out += QStringLiteral(" --about ") + rankLabel(m_run, question->rank);
        return question->peer < 0 ? out : out + u'-' + rankLabel(m_run, question->peer);
    }

    // Advice that rests on the verdict, else what saves most in its area; each once.
    void addAdvice(const Verdict &verdict)
    {
        constexpr size_t most = 3;
        if (!m_advice)
            m_advice = m_tables.find(u"advice")->rows(m_query.of, m_job);
        if (!m_advice)
            return;
        const RowSource &rows = *m_advice;
        const QString said = phraseText(verdict.sentence);
        const std::string area = diagnosisKindKey(diagnosisArea(verdict.kind)).toStdString();
        std::vector<quint32> wanted;
        std::vector<quint32> ofArea;
        for (quint32 row = 0; row < rows.rows(); ++row) {
            if (rows.text(row, rows.columnOf(u"area")) == area && std::ranges::find(m_advised, row) == m_advised.end())
                (sentence(rows, row, u"seen") == said ? wanted : ofArea).push_back(row);
        }
        if (wanted.empty())
            wanted = std::move(ofArea);
        wanted.resize(std::min(wanted.size(), most));
        QString items;
        for (const quint32 row : wanted) {
            const QString seen = sentence(rows, row, u"seen");
            QStringList text = seen == said ? QStringList() : QStringList(seen);
            text << sentence(rows, row, u"change");
            if (const std::optional<double> ms = rows.real(row, rows.columnOf(u"saves")))
                text << translated(RS_TABLE("Saves up to %1 ms.")).arg(*ms, 0, 'f', 2);
            items += QStringLiteral("<li>%1</li>\n").arg(m_texts.of(joinedSentences(text)));
            m_advised.push_back(row);
        }
        if (!items.isEmpty())
            m_html +=
                QStringLiteral("<br>%1<ul>\n%2</ul>").arg(m_texts.of(translated(RS_TABLE("What to change:"))), items);
    }
    [[nodiscard]] static QString sentence(const RowSource &rows, quint32 row, QStringView column)
    {
        return phraseText(rows.wording(rows.textId(row, rows.columnOf(column))).sentence);
    }

    void addVerdicts()
    {
        addHeading(translated(RS_TABLE("Verdicts")));
        const TableSpec &table = *m_tables.find(u"diagnosis");
        const std::shared_ptr<const RowSource> rows = table.rows(m_query.of, m_job);
        if (!rows)
            return;
        if (rows->rows() == 0)
            return addLine(translated(table.whyEmpty(m_query.of).literal));
        const int role = rows->columnOf(u"role");
        const int look = rows->columnOf(u"look");
        m_html += QStringLiteral("<ul>\n");
        for (quint32 row = 0; row < rows->rows(); ++row) {
            const Verdict *const verdict = verdictOf(*rows, row);
            if (!verdict || rows->text(row, role) == "victim")
                continue;
            QStringList text{phraseText(verdict->sentence)};
            for (const Phrase &more : verdict->details)
                text << phraseText(more);
            if (const std::optional<VerdictCost> cost = toldCost(*verdict)) {
                using Kind = VerdictCost::Kind;
                text << translated(cost->kind == Kind::AtMost  ? RS_TABLE("Cost: at most %1 ms (%2 % of these steps).")
                                   : cost->kind == Kind::About ? RS_TABLE("Cost: about %1 ms (%2 % of these steps).")
                                                               : RS_TABLE("Cost: %1 ms (%2 % of these steps)."))
                            .arg(static_cast<double>(cost->ns) / 1e6, 0, 'f', 2)
                            .arg(cost->share * 100, 0, 'f', 1);
            }
            m_html += QStringLiteral("<li>%1").arg(m_texts.of(joinedSentences(text)));
            if (verdict->state != DiagnosisState::Fine && verdict->state != DiagnosisState::Unknown) {
                addAdvice(*verdict);
                addCode(windowCommand(*verdict));
                if (const QString command = whatIfCommand(*verdict); !command.isEmpty())
                    addCode(command);
                for (const QString &call : QString::fromUtf8(rows->text(row, look)).split(QStringLiteral("; "))) {
                    if (!call.isEmpty())
                        addCode(QStringLiteral("rankscope-cli %1 %2 %3")
                                    .arg(call.section(u' ', 0, 0), quotedPath(), call.section(u' ', 1))
                                    .trimmed());
                }
            }
            m_html += QStringLiteral("</li>\n");
        }
        m_html += QStringLiteral("</ul>\n");
    }

    // A bar of the mean step for each rank; of many, those whose step is furthest from the others'.
    void addPicture()
    {
        std::vector<OverviewItem> items = overviewItems(overview(m_run, {}, m_job), true);
        std::erase_if(
            items, [](const OverviewItem &i) { return !i.totalNs || !i.computingNs || !i.uncoveredNs || !i.idleNs; });
        if (items.empty())
            return;
        const auto perStep = [](const OverviewItem &i, qint64 ns) {
            return static_cast<double>(ns) / std::max(1, i.steps);
        };
        const size_t all = items.size();
        if (all > mostBars) {
            std::vector<double> middle;
            for (const OverviewItem &i : items)
                middle.push_back(perStep(i, *i.totalNs));
            std::ranges::nth_element(middle, middle.begin() + static_cast<std::ptrdiff_t>(all / 2));
            const double median = middle[all / 2];
            std::ranges::stable_sort(items, std::ranges::greater(),
                                     [&](const OverviewItem &i) { return std::abs(perStep(i, *i.totalNs) - median); });
            items.resize(mostBars);
            std::ranges::stable_sort(items, {}, &OverviewItem::rank);
        }
        addHeading(translated(RS_TABLE("Mean step of each rank")));
        if (all > mostBars)
            addLine(translated(RS_TABLE("The %1 of %2 ranks whose step is furthest from the median."))
                        .arg(mostBars)
                        .arg(all));
        struct Part
        {
            const char *title;
            const char *colour;
            std::optional<qint64> OverviewItem::*ns;
        };
        constexpr std::array parts = {
            Part{RS_TABLE("Computing"), "#3b76af", &OverviewItem::computingNs},
            Part{RS_TABLE("Non-overlapped communication"), "#d95f02", &OverviewItem::uncoveredNs},
            Part{RS_TABLE("Idle"), "#bbbbbb", &OverviewItem::idleNs},
            Part{RS_TABLE("Preparing"), "#7a9e4f", &OverviewItem::preparingNs}};
        double longest = 1;
        for (const OverviewItem &i : items)
            longest = std::max(longest, perStep(i, *i.totalNs));
        constexpr int width = 900;
        constexpr int left = 90;
        constexpr int right = 90;
        constexpr int line = 18;
        QString svg;
        int y = line;
        int x = left;
        for (const Part &p : parts) {
            svg += QStringLiteral("<rect x=\"%1\" y=\"2\" width=\"12\" height=\"12\" fill=\"%2\"/><text x=\"%3\" "
                                  "y=\"12\">%4</text>\n")
                       .arg(x)
                       .arg(QLatin1String(p.colour))
                       .arg(x + 16)
                       .arg(m_texts.of(translated(p.title)));
            x += (width - left) / static_cast<int>(parts.size());
        }
        for (const OverviewItem &i : items) {
            svg += QStringLiteral("<text x=\"0\" y=\"%1\">%2</text>\n").arg(y + 13).arg(m_texts.of(i.row.label()));
            double at = left;
            for (const Part &p : parts) {
                const double ns = perStep(i, (i.*p.ns).value_or(0));
                const double wide = (width - left - right) * ns / longest;
                svg += QStringLiteral("<rect x=\"%1\" y=\"%2\" width=\"%3\" height=\"14\" fill=\"%4\"><title>%5: %6 "
                                      "ms</title></rect>\n")
                           .arg(at, 0, 'f', 1)
                           .arg(y + 2)
                           .arg(std::max(0.0, wide), 0, 'f', 1)
                           .arg(QLatin1String(p.colour), m_texts.of(translated(p.title)))
                           .arg(ns / 1e6, 0, 'f', 3);
                at += std::max(0.0, wide);
            }
            svg += QStringLiteral("<text x=\"%1\" y=\"%2\">%3 ms</text>\n")
                       .arg(at + 4, 0, 'f', 1)
                       .arg(y + 13)
                       .arg(perStep(i, *i.totalNs) / 1e6, 0, 'f', 3);
            y += line;
        }
        m_html += QStringLiteral("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1 %2\" width=\"100%\" "
                                 "font-size=\"12\" role=\"img\">\n%3</svg>\n")
                      .arg(width)
                      .arg(y + 4)
                      .arg(svg);
    }

    [[nodiscard]] std::vector<QString> tableIds() const
    {
        if (m_query.level == ReportLevel::Page)
            return {QStringLiteral("overview")};
        const std::vector<QString> first = {QStringLiteral("overview"),   QStringLiteral("diagnosis"),
                                            QStringLiteral("advice"),     QStringLiteral("whatif"),
                                            QStringLiteral("links.slow"), QStringLiteral("findings")};
        if (m_query.level == ReportLevel::Findings)
            return first;
        std::vector<QString> out = first;
        for (const TableSpec &t : m_tables.all()) {
            if (t.scope == TableScope::Run && t.id != u"files" && std::ranges::find(out, t.id) == out.end())
                out.push_back(t.id);
        }
        return out;
    }

    void addTable(const TableSpec &table)
    {
        const std::shared_ptr<const RowSource> rows = table.rows(m_query.of, m_job);
        if (!rows || rows->rows() == 0)
            return;
        addHeading(translated(table.title));
        addLine(translated(table.hint));
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        HtmlSink sink(buffer, *rows, m_texts);
        RowPage page;
        page.limit = mostRows;
        sink.setPage(page);
        const std::vector<ColumnSpec> columns = printedColumns(rows->columns());
        sink.begin(printedHeaders(rows->columns()), columns);
        (void)writeRows(sink, *rows, m_job);
        sink.end();
        m_html += QString::fromUtf8(buffer.data());
        if (rows->rows() > mostRows)
            m_html += QStringLiteral("<p class=\"quiet\">%1 <code>rankscope-cli %2 %3</code></p>\n")
                          .arg(m_texts.of(translated(RS_TABLE("The first %1 of %2 rows; all of them:"))
                                              .arg(mostRows)
                                              .arg(rows->rows())),
                               m_texts.of(table.id == u"diagnosis" ? QStringLiteral("diagnose") : table.id),
                               m_texts.of(quotedPath()));
        QString terms;
        for (const ColumnSpec &c : columns) {
            if (!c.hint.isEmpty())
                terms += QStringLiteral("<dt>%1</dt><dd>%2</dd>\n")
                             .arg(m_texts.of(columnTitle(c)), m_texts.of(translated(c.hint)));
        }
        if (!terms.isEmpty())
            m_html += QStringLiteral("<details><summary>%1</summary><dl>\n%2</dl></details>\n")
                          .arg(m_texts.of(translated(RS_TABLE("Meaning of the columns"))), terms);
    }

    // A large file counts by its size, its beginning and its end.
    [[nodiscard]] static QByteArray hashOf(const FileEntry &entry)
    {
        constexpr qint64 whole = 64 << 20;
        constexpr qint64 end = 1 << 20;
        QFile file(entry.path);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QCryptographicHash hash(QCryptographicHash::Sha256);
        if (file.size() <= whole) {
            if (!hash.addData(&file))
                return {};
        } else {
            hash.addData(QByteArray::number(file.size()));
            hash.addData(file.read(end));
            file.seek(file.size() - end);
            hash.addData(file.read(end));
        }
        return hash.result().toHex();
    }

    void addInputs()
    {
        addHeading(translated(RS_TABLE("Inputs")));
        addLine(
            translated(RS_TABLE("SHA-256 of each file that was used; of a file of more than 64 MB, that of its size "
                                "and of its first and last megabyte.")));
        std::vector<const FileEntry *> files;
        const auto add = [&files](const std::vector<FileEntry> &of) {
            for (const FileEntry &f : of) {
                if (f.used)
                    files.push_back(&f);
            }
        };
        add(m_run.cluster.files);
        for (size_t i = 0; i < m_run.infos.size(); ++i)
            add(m_run.infoOf(i).files);
        QCryptographicHash together(QCryptographicHash::Sha256);
        QString lines;
        for (qsizetype i = 0; i < std::ssize(files) && !m_job.isCanceled(); ++i) {
            const FileEntry &f = *files[static_cast<size_t>(i)];
            const QByteArray hash = hashOf(f);
            together.addData(hash);
            if (i < mostFiles && m_query.level != ReportLevel::Page)
                lines += QStringLiteral("<tr><td>%1</td><td class=\"n\">%2</td><td><code>%3</code></td></tr>\n")
                             .arg(m_texts.of(f.path))
                             .arg(f.bytes)
                             .arg(hash.isEmpty() ? QStringLiteral("-") : QString::fromLatin1(hash));
        }
        addLine(translated(RS_TABLE("All %1 files together: %2"))
                    .arg(files.size())
                    .arg(QString::fromLatin1(together.result().toHex())));
        if (!lines.isEmpty())
            m_html += QStringLiteral("<details><summary>%1</summary><table><tbody>\n%2</tbody></table></details>\n")
                          .arg(m_texts.of(translated(RS_TABLE("Files"))), lines);
    }

    const Catalogue &m_tables;
    const ReportQuery &m_query;
    const Texts &m_texts;
    const JobContext &m_job;
    const Run &m_run;
    std::shared_ptr<const RowSource> m_advice;
    std::vector<quint32> m_advised; ///< rows of it that the page has
    QString m_html;
};

} // namespace

Report makeReport(const Catalogue &tables, const ReportQuery &query, const JobContext &job)
{
    std::optional<Redaction> redaction;
    if (query.isRedacted)
        redaction.emplace(*query.of.run);
    const Texts texts(redaction ? &*redaction : nullptr);
    // Verdicts, advice and what-if rest on one diagnosis.
    ReportQuery whole = query;
    if (!whole.of.diagnosis) {
        const MemoryReservation room = tables.find(u"diagnosis")->room(whole.of, job);
        whole.of.diagnosis =
            std::make_shared<const Diagnosis>(diagnose(*whole.of.run, whole.of.thresholds, job, whole.of.rates));
    }
    Report out;
    out.html = ReportPage(tables, whole, texts, job).make();
    if (redaction)
        out.replaced = redaction->replaced();
    return out;
}

} // namespace rs
