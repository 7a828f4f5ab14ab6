// SPDX-License-Identifier: Apache-2.0
#include "items/reportpdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFontDatabase>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QTextOption>
#include <QUrl>

#include <algorithm>

namespace rs {

namespace {

constexpr int dotsOfPixel = 3; // of a picture, and of the page
constexpr double margin = 38;  // 1 cm at the 96 pixels an inch that layouts have
constexpr double footer = 20;
constexpr QSizeF paper(1123, 794); // A4, landscape

QString withPictures(QString html, QTextDocument &document, QSizeF room)
{
    static const QRegularExpression picture(QStringLiteral("<svg.*?</svg>"),
                                            QRegularExpression::DotMatchesEverythingOption);
    int count = 0;
    for (QRegularExpressionMatch m = picture.match(html); m.hasMatch(); m = picture.match(html)) {
        QSvgRenderer svg(m.captured().toUtf8());
        const QSizeF whole = svg.viewBoxF().size();
        const QSize size =
            whole.scaled(QSizeF(std::min(whole.width(), room.width()), room.height()), Qt::KeepAspectRatio).toSize();
        QImage image(size * dotsOfPixel, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        svg.render(&painter);
        painter.end();
        const QString name = QStringLiteral("picture:%1").arg(++count);
        document.addResource(QTextDocument::ImageResource, QUrl(name), image);
        html.replace(m.capturedStart(), m.capturedLength(),
                     QStringLiteral("<p><img src=\"%1\" width=\"%2\" height=\"%3\"></p>")
                         .arg(name)
                         .arg(size.width())
                         .arg(size.height()));
    }
    return html;
}

// QTextDocument knows neither these tags nor this alignment, and borders of tables take it minutes: rows have shades.
QString inItsWords(QString html)
{
    static const QRegularExpression styles(QStringLiteral("<style>.*?</style>"),
                                           QRegularExpression::DotMatchesEverythingOption);
    html.remove(styles);
    // Every other row of a table.
    static const QRegularExpression two(QStringLiteral("(<tr><td.*?</tr>\n)<tr><td"),
                                        QRegularExpression::DotMatchesEverythingOption);
    html.replace(two, QStringLiteral("\\1<tr bgcolor=\"#f4f4f4\"><td"));
    return html.replace(QLatin1String("<summary>"), QLatin1String("<p><b>"))
        .replace(QLatin1String("</summary>"), QLatin1String("</b></p>"))
        .replace(QLatin1String("<td class=\"n\">"), QLatin1String("<td align=\"right\" style=\"white-space:nowrap\">"))
        .replace(QLatin1String("<table>"), QLatin1String("<table cellspacing=\"0\" cellpadding=\"2\">"));
}

// Qt maps the glyph of the space to a tab, so that copied commands would have tabs. The map is plain text, and keeps
// its length.
void mapTabsToSpaces(QByteArray &pdf)
{
    for (qsizetype at = pdf.indexOf("beginbfrange"); at >= 0; at = pdf.indexOf("beginbfrange", at + 1)) {
        const qsizetype end = pdf.indexOf("endbfrange", at);
        for (qsizetype tab = pdf.indexOf("<0009>", pdf.indexOf('[', at)); tab >= 0 && tab < end;
             tab = pdf.indexOf("<0009>", tab))
            pdf.replace(tab, 6, "<0020>");
    }
}

} // namespace

bool isPdfName(const QString &file)
{
    return file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive);
}

QByteArray reportPdf(const QByteArray &html)
{
    const QSizeF room(paper.width() - 2 * margin, paper.height() - 2 * margin - footer);
    QTextDocument document;
    document.setUndoRedoEnabled(false);
    document.setUseDesignMetrics(true);
    document.setDocumentMargin(0);
    QTextOption wrap;
    wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document.setDefaultTextOption(wrap);
    QFont font = document.defaultFont();
    font.setPixelSize(12);
    document.setDefaultFont(font);
    document.setDefaultStyleSheet(QStringLiteral(
        "table{font-size:9px} th{background-color:#dddddd} code{background-color:#eeeeee;font-size:10px} "
        ".quiet{color:#666666} dt{font-weight:bold}"));
    document.setHtml(withPictures(inItsWords(QString::fromUtf8(html)), document, room * 0.95));
    document.setPageSize(room);
    const double wide = document.documentLayout()->documentSize().width();
    const double scale = std::min(1.0, room.width() / wide);
    const QSizeF page = room / scale;
    if (scale < 1)
        document.setPageSize(page);

    QBuffer out;
    out.open(QIODevice::WriteOnly);
    QPdfWriter writer(&out);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageOrientation(QPageLayout::Landscape);
    writer.setPageMargins({});
    writer.setResolution(96 * dotsOfPixel);
    writer.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    writer.setCreator(QStringLiteral("RankScope"));
    QPainter painter(&writer);
    painter.scale(dotsOfPixel, dotsOfPixel);
    const int pages = document.pageCount();
    for (int i = 0; i < pages; ++i) {
        if (i > 0)
            writer.newPage();
        painter.save();
        painter.translate(margin, margin);
        painter.setFont(font);
        painter.setPen(Qt::darkGray);
        painter.drawText(QRectF(0, room.height(), room.width(), footer), Qt::AlignRight | Qt::AlignBottom,
                         QStringLiteral("%1 / %2").arg(i + 1).arg(pages));
        painter.scale(scale, scale);
        const QRectF shown(QPointF(0, i * page.height()), page);
        painter.translate(0, -shown.top());
        painter.setClipRect(shown);
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = shown;
        context.palette.setColor(QPalette::Text, Qt::black);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
    }
    painter.end();
    QByteArray pdf = out.data();
    mapTabsToSpaces(pdf);
    return pdf;
}

bool lacksChineseFont(const QByteArray &html)
{
    const QString text = QString::fromUtf8(html);
    return std::ranges::any_of(text, [](QChar c) { return c.script() == QChar::Script_Han; }) &&
           QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
}

} // namespace rs
