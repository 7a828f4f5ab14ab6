// SPDX-License-Identifier: Apache-2.0
#include "views/compare/piepair.h"

#include "items/format.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace rs {

namespace {
constexpr int pairPad = 8;
constexpr int pairGap = 8; // between columns
constexpr int pairMark = 11 + 6;
constexpr int pairPieLines = 8;     // a diameter in lines of text that tells ten parts apart
constexpr int readableLetters = 18; // of a label
constexpr int leastLetters = 6;
} // namespace

int PiePair::Columns::numbers() const
{
    return (value > 0 ? value + pairGap : 0) + (share > 0 ? share + pairGap : 0);
}

int PiePair::Columns::width() const
{
    return pairMark + label + 2 * numbers();
}

PiePair::PiePair(const Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_pies{new PieChart(theme, this), new PieChart(theme, this)}
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    for (PieChart *const pie : m_pies) {
        pie->hideLegend();
        pie->setContextMenuPolicy(Qt::NoContextMenu); // that of the pair
    }
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PiePair::setTitles(Title left, Title right)
{
    m_titles = {std::move(left), std::move(right)};
    for (size_t i = 0; i < m_pies.size(); ++i)
        m_pies[i]->setAccessibleName(m_titles[i].name);
    update();
}

void PiePair::setSlices(std::vector<PieSlice> left, std::vector<PieSlice> right)
{
    m_pies[0]->setSlices(std::move(left));
    m_pies[1]->setSlices(std::move(right));
    resizeEvent(nullptr);
    update();
}

QFont PiePair::smallFont() const
{
    QFont f = font();
    f.setPointSizeF(f.pointSizeF() * 0.9);
    return f;
}

int PiePair::titleHeight() const
{
    return fontMetrics().height() + QFontMetrics(smallFont()).height() + pairPad / 2;
}

QSize PiePair::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 110, fontMetrics().height() * (pairPieLines + 4)};
}

QSize PiePair::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * pairPieLines};
}

PiePair::Columns PiePair::columnsFor(int room) const
{
    const QFontMetrics metrics(smallFont());
    Columns all;
    for (const PieChart *const pie : m_pies) {
        for (size_t i = 0; i < pie->slices().size(); ++i) {
            // Two pixels more: advances are rounded, and a label that just fits must not be elided.
            all.label = std::max(all.label, metrics.horizontalAdvance(pie->slices()[i].label) + 2);
            all.value = std::max(all.value, metrics.horizontalAdvance(pie->slices()[i].valueText));
            all.share = std::max(all.share, metrics.horizontalAdvance(pie->shareText(i)));
        }
    }
    const int readable = std::min(all.label, metrics.averageCharWidth() * readableLetters);
    const int least = std::min(all.label, metrics.averageCharWidth() * leastLetters);
    Columns out;
    for (const Columns &c : {all, Columns{all.label, all.value, 0}, Columns{all.label, 0, all.share}}) {
        out = c;
        out.label = std::clamp(room - (c.width() - c.label), least, all.label);
        if (out.label >= readable)
            break;
    }
    return out;
}

PiePair::Geometry PiePair::geometry() const
{
    Geometry g;
    const int pieHeight = std::max(1, height() - titleHeight() - pairPad);
    const int wanted = std::min(pieHeight, fontMetrics().height() * pairPieLines);
    g.columns = columnsFor(width() - 2 * (wanted + 2 * pairPad));
    const int legendWidth = g.columns.width();
    const int room = std::max(0, (width() - legendWidth) / 2);
    const int side = std::max(1, std::min(pieHeight, room - 2 * pairPad));
    const int top = titleHeight() + (pieHeight - side) / 2;
    g.pies = {QRect((room - side) / 2, top, side, side), QRect(width() - room + (room - side) / 2, top, side, side)};

    const QFontMetrics metrics(smallFont());
    const int entries = static_cast<int>(m_pies[0]->slices().size());
    const int lines = std::max(1, entries);
    g.entry = std::clamp((height() - pairPad) / lines, qRound(metrics.height() * 0.85), metrics.height() + 8);
    const int fitting = std::max(1, (height() - pairPad) / g.entry);
    g.left = entries > fitting ? entries - fitting + 1 : 0;
    g.shown = entries - g.left;
    const int used = (g.left > 0 ? g.shown + 1 : g.shown) * g.entry;
    g.legend = QRect((width() - legendWidth) / 2, (height() - used) / 2, legendWidth, used);
    return g;
}

int PiePair::diameter() const
{
    return geometry().pies[0].width();
}

void PiePair::resizeEvent(QResizeEvent *)
{
    const Geometry g = geometry();
    for (size_t i = 0; i < m_pies.size(); ++i)
        m_pies[i]->setGeometry(g.pies[i]);
}

void PiePair::paintTitle(QPainter &painter, const QRect &pie, const Title &title) const
{
    const Geometry g = geometry();
    const int room = (width() - g.legend.width()) / 2 - pairPad;
    QRect line(pie.center().x() - room / 2, 0, room, fontMetrics().height());
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    painter.setFont(bold);
    painter.setPen(m_theme->text());
    painter.drawText(line, Qt::AlignCenter, painter.fontMetrics().elidedText(title.name, Qt::ElideMiddle, room));
    line.translate(0, line.height());
    painter.setFont(smallFont());
    painter.setPen(m_theme->secondaryText());
    painter.drawText(line, Qt::AlignCenter, painter.fontMetrics().elidedText(title.total, Qt::ElideMiddle, room));
}

void PiePair::paintNumbers(QPainter &painter, const QRect &room, const PieChart &pie, size_t entry,
                           const Columns &columns) const
{
    const QRect value(room.left(), room.top(), columns.value, room.height());
    if (columns.value > 0) {
        painter.setPen(m_theme->text());
        painter.drawText(value, Qt::AlignRight | Qt::AlignVCenter, pie.slices()[entry].valueText);
    }
    if (columns.share > 0) {
        const int left = columns.value > 0 ? value.right() + 1 + pairGap : room.left();
        painter.setPen(m_theme->secondaryText());
        painter.drawText(QRect(left, room.top(), columns.share, room.height()), Qt::AlignRight | Qt::AlignVCenter,
                         pie.shareText(entry));
    }
}

void PiePair::paintEvent(QPaintEvent *)
{
    QPainter p(this);
    p.fillRect(rect(), m_theme->background());
    const Geometry g = geometry();
    for (size_t i = 0; i < m_pies.size(); ++i)
        paintTitle(p, g.pies[i], m_titles[i]);
    p.setFont(smallFont());
    const int numbers = g.columns.numbers();
    QRect row(g.legend.left(), g.legend.top(), g.legend.width(), g.entry);
    for (int i = 0; i < g.shown; ++i, row.translate(0, g.entry)) {
        const auto entry = static_cast<size_t>(i);
        const PieSlice &slice = m_pies[0]->slices()[entry];
        const QRect label = row.adjusted(numbers + pairMark, 0, -numbers, 0);
        p.fillRect(QRect(row.left() + numbers, row.center().y() - 5, 11, 11), slice.color);
        p.setPen(m_theme->text());
        p.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                   p.fontMetrics().elidedText(slice.label, Qt::ElideMiddle, label.width()));
        paintNumbers(p, row, *m_pies[0], entry, g.columns);
        paintNumbers(p, row.adjusted(row.width() - numbers + pairGap, 0, 0, 0), *m_pies[1], entry, g.columns);
    }
    if (g.left > 0) {
        p.setPen(m_theme->secondaryText());
        p.drawText(row.adjusted(numbers + pairMark, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   tr("%n more", "parts of two pies", g.left));
    }
}

// A line of the legend says what both slices say.
bool PiePair::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *const help = static_cast<QHelpEvent *>(event);
    const Geometry g = geometry();
    const int i = g.legend.contains(help->pos()) ? (help->pos().y() - g.legend.top()) / g.entry : -1;
    if (i < 0 || i >= g.shown) {
        QToolTip::hideText();
        return true;
    }
    const auto entry = static_cast<size_t>(i);
    std::vector<std::pair<QString, QString>> lines{{m_pies[0]->slices()[entry].label, {}}};
    for (size_t side = 0; side < m_pies.size(); ++side)
        lines.emplace_back(m_titles[side].name, m_pies[side]->slices()[entry].valueText + QStringLiteral(" · ") +
                                                    m_pies[side]->shareText(entry));
    QToolTip::showText(help->globalPos(), format::tooltipTable(lines), this);
    return true;
}

} // namespace rs

#include "moc_piepair.cpp"
