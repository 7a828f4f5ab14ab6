// SPDX-License-Identifier: Apache-2.0
#include "views/picture/picture.h"

#include "items/format.h"
#include "views/picture/chartframe.h"
#include "views/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace rs {

namespace {
constexpr int legendEdge = 8;
constexpr double smallerFont = 0.9;
constexpr size_t mostTipLines = 6; // are read at once; a table or the details have the others

constexpr qsizetype shortValue = 40; // that no line break parts

Picture::TipLines firstLines(Picture::TipLines lines)
{
    if (lines.size() > mostTipLines) {
        lines.resize(mostTipLines - 1);
        lines.emplace_back(QStringLiteral("…"), QString());
    }
    for (auto &[label, value] : lines) {
        if (value.size() <= shortValue)
            value.replace(u' ', QChar(0x00A0));
    }
    return lines;
}
} // namespace

Picture::Picture(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(theme, &Theme::changed, this, &Picture::themeChanged);
}

QSize Picture::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 16};
}

QSize Picture::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 8};
}

void Picture::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), theme().background());
    painter.setClipRect(event->rect());
    paint(painter);
}

QFont Picture::smallFont() const
{
    QFont out = font();
    out.setPointSizeF(out.pointSizeF() * smallerFont);
    return out;
}

void Picture::copy() const
{
    for (const QWidget *at = parentWidget(); at; at = at->parentWidget()) {
        if (const auto *frame = qobject_cast<const ChartFrame *>(at))
            return frame->picture().copy();
    }
    ChartPicture(const_cast<Picture *>(this), m_theme, {accessibleName(), {}, {}}).copy();
}

QRect Picture::legendRoom() const
{
    return {legendEdge, legendEdge / 2, std::max(1, width() - 2 * legendEdge), 0};
}

const std::vector<QRect> &Picture::legendRects() const
{
    const QRect room = legendRoom();
    const QFont font = legendFont();
    if (m_legendRects.empty() || m_legendRoom != room || m_legendFont != font) {
        m_legendRoom = room;
        m_legendFont = font;
        m_legendRects = rs::legendRects(legend(), QFontMetrics(font, this), room.width());
        for (QRect &r : m_legendRects)
            r.translate(room.topLeft());
    }
    return m_legendRects;
}

QRect Picture::legendRect(int entry) const
{
    const std::vector<QRect> &all = legendRects();
    return entry >= 0 && entry < std::ssize(all) ? all[static_cast<size_t>(entry)] : QRect();
}

int Picture::legendAt(const QPoint &at) const
{
    const std::vector<QRect> &all = legendRects();
    const auto found = std::find_if(all.begin(), all.end(), [&at](const QRect &r) { return r.contains(at); });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

int Picture::legendBottom() const
{
    const std::vector<QRect> &all = legendRects();
    return all.empty() ? legendRoom().top() : all.back().bottom() + 1;
}

void Picture::paintLegend(QPainter &painter) const
{
    rs::paintLegend(painter, legend(), legendRects(), {0, 0}, *m_theme);
}

QString Picture::entryHelp(int entry) const
{
    const LegendEntry of = legend()[static_cast<size_t>(entry)];
    if (!isSwitch(entry))
        return of.text;
    return (of.on ? tr("%1 is shown: a click hides it.") : tr("%1 is hidden: a click shows it.")).arg(of.text) + u'\n' +
           tr("With the keyboard: Up, the arrow keys, Space.");
}

void Picture::setLegendFocus(int entry)
{
    if (m_legendFocus < 0)
        m_describedAs = accessibleDescription();
    m_legendFocus = entry;
    setAccessibleDescription(entry < 0 ? m_describedAs : entryHelp(entry));
    update();
}

void Picture::showTip(const QPoint &at)
{
    const int entry = legendAt(at);
    const Tip tip = entry >= 0 ? Tip() : tipAt(at);
    const QPoint where = mapToGlobal(at) + (m_tipsAtOnce ? QPoint(16, 16) : QPoint());
    if (entry >= 0 && isSwitch(0))
        QToolTip::showText(where, format::tooltipText(entryHelp(entry)), this, tip.of);
    else if (!tip.lines.empty())
        QToolTip::showText(where, format::tooltipTable(firstLines(tip.lines)), this, tip.of);
    else
        QToolTip::hideText();
}

int Picture::nextItem(int from, int direction) const
{
    return from < 0 ? 0 : std::clamp(from + direction, 0, itemCount() - 1);
}

void Picture::tell(const TipLines &lines)
{
    QStringList told;
    for (const auto &[label, value] : lines)
        told << (value.isEmpty() ? label : label + QLatin1String(": ") + value);
    setAccessibleDescription(told.join(u'\n'));
}

void Picture::paintFocus(QPainter &painter, const QRect &plot) const
{
    if (!hasFocus())
        return;
    painter.setPen(m_theme->accent());
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(m_legendFocus >= 0 ? legendRect(m_legendFocus).adjusted(-2, 0, 1, -1)
                                        : plot.adjusted(-1, -1, 0, 0));
}

bool Picture::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto &key = *static_cast<QKeyEvent *>(event);
        const bool leavesLegend = m_legendFocus >= 0 && key.key() == Qt::Key_Escape;
        if (key.matches(QKeySequence::Copy) || leavesLegend || isKey(key)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::ToolTip) {
        showTip(static_cast<QHelpEvent *>(event)->pos());
        return true;
    }
    return QWidget::event(event);
}

void Picture::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        forgetLegend();
    QWidget::changeEvent(event);
}

void Picture::mousePressEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    if (const int entry = legendAt(at); entry >= 0 && isSwitch(entry))
        return switchEntry(entry);
    chooseItem(itemAt(at));
}

void Picture::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (const int item = itemAt(at); item != m_hoveredItem) {
        m_hoveredItem = item;
        update();
    }
    if (m_tipsAtOnce)
        showTip(at);
}

void Picture::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (event->button() != Qt::LeftButton)
        return QWidget::mouseDoubleClickEvent(event);
    if (legendAt(at) >= 0)
        return mousePressEvent(event);
    if (const int item = itemAt(at); item >= 0)
        activateItem(item);
    else
        showAll();
}

void Picture::leaveEvent(QEvent *event)
{
    m_hoveredItem = -1;
    update();
    QWidget::leaveEvent(event);
}

bool Picture::runLegendKey(int key)
{
    const int entries = static_cast<int>(legend().size());
    if (entries == 0 || !isSwitch(0) || (m_legendFocus < 0 && key != Qt::Key_Up))
        return false;
    switch (key) {
    case Qt::Key_Up:
        setLegendFocus(std::max(0, m_legendFocus));
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        setLegendFocus(std::clamp(m_legendFocus + (key == Qt::Key_Left ? -1 : 1), 0, entries - 1));
        return true;
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (isSwitch(m_legendFocus))
            switchEntry(m_legendFocus);
        setLegendFocus(std::min(m_legendFocus, static_cast<int>(legend().size()) - 1));
        return true;
    case Qt::Key_Down:
    case Qt::Key_Escape:
        setLegendFocus(-1);
        return true;
    default:
        return false;
    }
}

bool Picture::runItemKey(int key)
{
    const int count = itemCount();
    const int chosen = chosenItem();
    int next = -1;
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        next = count > 0 ? nextItem(chosen, key == Qt::Key_Left ? -1 : 1) : -1;
        break;
    case Qt::Key_Home:
        next = count > 0 ? nextItem(-1, 1) : -1;
        break;
    case Qt::Key_End:
        next = count > 0 ? nextItem(count, -1) : -1;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (chosen >= 0)
            activateItem(chosen);
        return chosen >= 0;
    default:
        return false;
    }
    if (next >= 0 && next != chosen)
        chooseItem(next);
    return count > 0;
}

void Picture::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (runLegendKey(event->key()) || runKey(event) || runItemKey(event->key()))
        return;
    QWidget::keyPressEvent(event);
}

void Picture::focusOutEvent(QFocusEvent *event)
{
    if (m_legendFocus >= 0)
        setLegendFocus(-1);
    QWidget::focusOutEvent(event);
}

} // namespace rs

#include "moc_picture.cpp"
