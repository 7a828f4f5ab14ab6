// SPDX-License-Identifier: Apache-2.0
#include "app/shell/appstyle.h"

#include <QPainter>
#include <QStyleOptionToolButton>

namespace rs {

namespace {

constexpr int arrowRoom = 14;
constexpr int separatorExtent = 7;
constexpr int separatorMargin = 2; // on both sides of the line
constexpr int toolTipPadding = 4;

/// The option of a button that opens a menu as a whole; null for every other.
const QStyleOptionToolButton *menuButton(const QStyleOption *option)
{
    const auto *const button = qstyleoption_cast<const QStyleOptionToolButton *>(option);
    if (!button || !(button->features & QStyleOptionToolButton::HasMenu) ||
        (button->features & QStyleOptionToolButton::MenuButtonPopup))
        return nullptr;
    return button;
}

/// Three times as bright as the ground or as dark.
QColor fieldEdge(const QPalette &p, QPalette::ColorRole role)
{
    constexpr double ofText = 0.7;
    const QColor ground = p.color(role);
    const QColor text = p.color(QPalette::PlaceholderText);
    const auto part = [](int a, int b) { return qRound(a * ofText + b * (1 - ofText)); };
    return {part(text.red(), ground.red()), part(text.green(), ground.green()), part(text.blue(), ground.blue())};
}

/// The edge of what is typed into.
void paintFieldEdge(const QStyleOption &option, QPainter &painter)
{
    const QPalette &p = option.palette;
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const QColor edge = !enabled                                        ? p.color(QPalette::Midlight)
                        : option.state.testFlag(QStyle::State_HasFocus) ? p.color(QPalette::Highlight)
                                                                        : fieldEdge(p, QPalette::Base);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(edge);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    painter.restore();
}

} // namespace

AppStyle::AppStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void AppStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(Qt::StrongFocus);
}

void AppStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                  const QWidget *widget) const
{
    const QStyleOptionToolButton *const button = control == CC_ToolButton ? menuButton(option) : nullptr;
    if (!button) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto *const spin =
            control == CC_SpinBox ? qstyleoption_cast<const QStyleOptionSpinBox *>(option) : nullptr;
        if (spin && spin->frame)
            paintFieldEdge(*option, *painter);
        return;
    }
    QStyleOptionToolButton frame = *button;
    frame.features &= ~QStyleOptionToolButton::HasMenu;
    frame.text.clear();
    frame.icon = QIcon();
    QProxyStyle::drawComplexControl(control, &frame, painter, widget);
    QStyleOptionToolButton label = *button;
    label.features &= ~QStyleOptionToolButton::HasMenu;
    label.rect = visualRect(button->direction, button->rect, button->rect.adjusted(0, 0, -arrowRoom, 0));
    proxy()->drawControl(CE_ToolButtonLabel, &label, painter, widget);

    const QRectF room =
        visualRect(button->direction, button->rect,
                   QRect(button->rect.right() - arrowRoom, button->rect.top(), arrowRoom, button->rect.height()));
    const QPointF c(room.center().x() - 1, room.center().y() + 1);
    const QPointF chevron[] = {c + QPointF(-3.5, -2), c + QPointF(0, 1.5), c + QPointF(3.5, -2)};
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QPalette::ColorGroup group = button->state & State_Enabled ? QPalette::Active : QPalette::Disabled;
    painter->setPen(
        QPen(button->palette.color(group, QPalette::ButtonText), 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(chevron, 3);
    painter->restore();
}

void AppStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                           const QWidget *widget) const
{
    const auto *const box =
        element == CE_ComboBoxLabel ? qstyleoption_cast<const QStyleOptionComboBox *>(option) : nullptr;
    if (box && !box->editable) {
        // Fusion cuts a text in the middle of a letter, as if that were all of it.
        constexpr int besideText = 2;
        const int icon = box->currentIcon.isNull() ? 0 : box->iconSize.width() + 4;
        const QRect room = proxy()->subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget);
        QStyleOptionComboBox elided = *box;
        elided.currentText =
            box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room.width() - besideText - icon);
        return QProxyStyle::drawControl(element, &elided, painter, widget);
    }
    if (element != CE_MenuBarItem)
        return QProxyStyle::drawControl(element, option, painter, widget);
    // Fusion underlines each entry, which is the lower edge of the bar only where nothing else makes the bar higher.
    const bool edge = !widget || option->rect.bottom() >= widget->rect().bottom();
    painter->save();
    if (!edge)
        painter->setClipRect(option->rect.adjusted(0, 0, 0, -1), Qt::IntersectClip);
    QProxyStyle::drawControl(element, option, painter, widget);
    painter->restore();
}

void AppStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                             const QWidget *widget) const
{
    const QPalette &palette = option->palette;
    switch (element) {
    case PE_IndicatorDockWidgetResizeHandle: {
        const bool hovered = option->state.testFlag(State_MouseOver) && option->state.testFlag(State_Enabled);
        const bool upright = option->rect.width() <= option->rect.height();
        const QMargins margins = upright ? QMargins(separatorMargin, 0, separatorMargin, 0)
                                         : QMargins(0, separatorMargin, 0, separatorMargin);
        painter->fillRect(option->rect.marginsRemoved(margins), hovered ? palette.highlight() : palette.midlight());
        return;
    }
    case PE_FrameDockWidget: {
        // A detached dock has no frame of the desktop's everywhere, and lies upon a window of the same colour.
        painter->save();
        painter->setPen(fieldEdge(palette, QPalette::Window));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    }
    case PE_PanelTipLabel:
        painter->fillRect(option->rect, palette.midlight());
        painter->fillRect(option->rect.adjusted(1, 1, -1, -1), palette.toolTipBase());
        return;
    case PE_IndicatorHeaderArrow: {
        // Qt's styles point down for what ascends, every other program points up.
        const auto *const header = qstyleoption_cast<const QStyleOptionHeader *>(option);
        if (!header || header->sortIndicator == QStyleOptionHeader::None)
            break;
        QStyleOptionHeader turned = *header;
        turned.sortIndicator = header->sortIndicator == QStyleOptionHeader::SortUp ? QStyleOptionHeader::SortDown
                                                                                   : QStyleOptionHeader::SortUp;
        QProxyStyle::drawPrimitive(element, &turned, painter, widget);
        return;
    }
    case PE_FrameStatusBarItem:
        return;
    case PE_FrameLineEdit:
        // In a dark theme the frame that Fusion derives from the window is invisible.
        paintFieldEdge(*option, *painter);
        return;
    case PE_IndicatorCheckBox:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        paintFieldEdge(*option, *painter);
        return;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

int AppStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_DockWidgetSeparatorExtent:
        return separatorExtent;
    case PM_ToolTipLabelFrameWidth:
        return toolTipPadding;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize AppStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                 const QWidget *widget) const
{
    const QSize s = QProxyStyle::sizeFromContents(type, option, size, widget);
    return type == CT_ToolButton && menuButton(option) ? QSize(s.width() + arrowRoom, s.height()) : s;
}

int AppStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                        QStyleHintReturn *returnData) const
{
    return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, returnData);
}

} // namespace rs

#include "moc_appstyle.cpp"
