// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/theme.h"

#include <QGuiApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace rs {

namespace {

QColor pick(bool dark, const char *light, const char *darkHex)
{
    return QColor(QLatin1String(dark ? darkHex : light));
}

double channel(int value)
{
    const double v = value / 255.0;
    return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

// Half of the way to white.
QColor paler(const QColor &c)
{
    constexpr int white = 255;
    return {(c.red() + white) / 2, (c.green() + white) / 2, (c.blue() + white) / 2};
}

double luminance(const QColor &c)
{
    return 0.2126 * channel(c.red()) + 0.7152 * channel(c.green()) + 0.0722 * channel(c.blue());
}

struct Tone
{
    int hue;        // 0..359; -1 grey
    int saturation; // 0..255
};

// Hues keep the meaning of the time categories: compute blue, communication orange and cyan, idle grey.
Tone toneOf(SliceKind kind)
{
    switch (kind) {
    case SliceKind::KernelCube:
        return {209, 170};
    case SliceKind::KernelVector:
        return {188, 150};
    case SliceKind::KernelMix:
        return {232, 120};
    case SliceKind::KernelAiCpu:
        return {345, 150};
    case SliceKind::KernelOther:
        return {209, 70};
    case SliceKind::CommOperator:
        return {24, 190};
    case SliceKind::CommTask:
        return {33, 130};
    case SliceKind::CommWait:
        return {40, 60};
    case SliceKind::MemoryCopy:
        return {47, 200};
    case SliceKind::EventWait:
        return {-1, 0};
    case SliceKind::DeviceOther:
        return {215, 40};
    case SliceKind::Framework:
        return {120, 90};
    case SliceKind::Queue:
        return {150, 80};
    case SliceKind::Step:
        return {270, 60};
    case SliceKind::CannApi:
        return {265, 90};
    case SliceKind::HostCommunication:
        return {15, 120};
    case SliceKind::Python:
        return {85, 70};
    case SliceKind::OverlapComputing:
        return {207, 180};
    case SliceKind::OverlapCommunication:
        return {205, 110};
    case SliceKind::OverlapNotOverlapped:
        return {24, 215};
    case SliceKind::OverlapFree:
        return {-1, 0};
    case SliceKind::Scope:
        return {165, 60};
    case SliceKind::Marker:
        return {310, 100};
    case SliceKind::GarbageCollection:
        return {0, 140};
    case SliceKind::ThreadRunning:
    case SliceKind::ThreadRunnable:
    case SliceKind::ThreadSleeping: // the three have colours of the palette
    case SliceKind::Other:
    case SliceKind::Count:
        break;
    }
    return {215, 25};
}

QColor interpolate(const std::array<QColor, 6> &stops, double t)
{
    const double at = std::clamp(t, 0.0, 1.0) * (stops.size() - 1);
    const auto i = std::min<size_t>(stops.size() - 2, static_cast<size_t>(at));
    const double f = at - static_cast<double>(i);
    const auto mix = [f](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * f)); };
    return {mix(stops[i].red(), stops[i + 1].red()), mix(stops[i].green(), stops[i + 1].green()),
            mix(stops[i].blue(), stops[i + 1].blue())};
}

} // namespace

Theme::Theme(QObject *parent) : QObject(parent)
{
    const QPalette p = QGuiApplication::palette();
    m_systemDark = p.color(QPalette::Window).lightness() < p.color(QPalette::WindowText).lightness();
    m_dark = m_systemDark;
}

void Theme::setMode(Mode mode)
{
    m_mode = mode;
    const bool dark = mode == Mode::Dark || (mode == Mode::System && m_systemDark);
    if (dark == m_dark)
        return;
    m_dark = dark;
    emit changed();
}

QColor Theme::background() const
{
    return pick(m_dark, "#FFFFFF", "#1E2126");
}
QColor Theme::panel() const
{
    return pick(m_dark, "#F5F7F9", "#262A30");
}
QColor Theme::hairline() const
{
    return pick(m_dark, "#DDE2E8", "#3A4048");
}
QColor Theme::text() const
{
    return pick(m_dark, "#1B1F24", "#E6E9EE");
}
QColor Theme::secondaryText() const
{
    return pick(m_dark, "#55606D", "#A3AEBA");
}
QColor Theme::accent() const
{
    return pick(m_dark, "#0B63CE", "#5AA2FF");
}
QColor Theme::warning() const
{
    return pick(m_dark, "#B26A00", "#FFB74D");
}
QColor Theme::error() const
{
    return pick(m_dark, "#C62828", "#FF6B60");
}

QColor Theme::category(TimeCategory c) const
{
    switch (c) {
    case TimeCategory::PureCompute:
        return pick(m_dark, "#1F6FB2", "#3F8FD6");
    case TimeCategory::Covered:
        return pick(m_dark, "#77BFFF", "#7BE3FF");
    case TimeCategory::Uncovered:
        return pick(m_dark, "#D9600F", "#F08A3C");
    case TimeCategory::Idle:
        return pick(m_dark, "#C3C9D1", "#59616C");
    case TimeCategory::Preparing:
        return pick(m_dark, "#A55776", "#C79AA8");
    case TimeCategory::Copy:
        return pick(m_dark, "#FFC316", "#F0EE5E");
    }
    return {};
}

QColor Theme::slice(SliceKind kind, quint32 hash) const
{
    switch (kind) {
    case SliceKind::OverlapComputing:
        return category(TimeCategory::PureCompute);
    case SliceKind::OverlapCommunication:
        return category(TimeCategory::Covered);
    case SliceKind::OverlapNotOverlapped:
        return category(TimeCategory::Uncovered);
    case SliceKind::OverlapFree:
    case SliceKind::ThreadSleeping:
        return category(TimeCategory::Idle);
    case SliceKind::ThreadRunning:
        return category(TimeCategory::PureCompute);
    case SliceKind::ThreadRunnable:
        return category(TimeCategory::Uncovered);
    default:
        break;
    }
    const Tone tone = toneOf(kind);
    const int base = m_dark ? 105 : 150;
    const int lightness = base + static_cast<int>(hash % shadeCount) * 9 - 27;
    return QColor::fromHsl(tone.hue, tone.saturation, lightness);
}

QColor Theme::kind(SliceKind k) const
{
    return slice(k, 3);
}

QColor Theme::series(int index) const
{
    // Neighbours differ in hue and lightness, so that a pie stays readable under the common colour blindnesses.
    static constexpr std::array<const char *, 10> light = {"#1F6FB2", "#E08A3C", "#4E9A8A", "#A55776", "#8A8F2F",
                                                           "#6C63B5", "#C3564A", "#5FA9D9", "#B89A4B", "#7A8794"};
    static constexpr std::array<const char *, 10> dark = {"#4A9BE0", "#F0A25E", "#66B8A6", "#C98BA4", "#B5BA55",
                                                          "#988FE0", "#E2796C", "#8CCBF2", "#D8BC73", "#A0ABB7"};
    const auto at = static_cast<size_t>(index < 0 ? 0 : index);
    const QColor color(QLatin1String(m_dark ? dark[at % dark.size()] : light[at % light.size()]));
    constexpr int lighter = 155; // per cent, and darker by as much
    switch (at / light.size() % 3) {
    case 1:
        return m_dark ? color.darker(lighter) : paler(color);
    case 2:
        return m_dark ? paler(color) : color.darker(lighter);
    default:
        return color;
    }
}

QColor Theme::ramp(double t) const
{
    static const std::array<QColor, 6> light = {QColor(0xEE, 0xF4, 0xF8), QColor(0xBF, 0xDC, 0xE6),
                                                QColor(0x7F, 0xBC, 0xD0), QColor(0x3F, 0x94, 0xB6),
                                                QColor(0x1E, 0x66, 0x95), QColor(0x10, 0x34, 0x66)};
    static const std::array<QColor, 6> dark = {QColor(0x20, 0x2B, 0x3C), QColor(0x22, 0x48, 0x6B),
                                               QColor(0x25, 0x6C, 0x92), QColor(0x3B, 0x95, 0xAE),
                                               QColor(0x7B, 0xBF, 0xC6), QColor(0xD8, 0xEC, 0xE6)};
    return interpolate(m_dark ? dark : light, t);
}

QColor Theme::divergingRamp(double t) const
{
    static const std::array<QColor, 6> light = {QColor(0x14, 0x5A, 0x9E), QColor(0x6F, 0xA8, 0xD6),
                                                QColor(0xDD, 0xE8, 0xF0), QColor(0xF4, 0xE4, 0xD4),
                                                QColor(0xE7, 0x9B, 0x55), QColor(0xB4, 0x50, 0x0A)};
    static const std::array<QColor, 6> dark = {QColor(0x6D, 0xB4, 0xFF), QColor(0x35, 0x72, 0xAE),
                                               QColor(0x2C, 0x36, 0x42), QColor(0x42, 0x37, 0x2E),
                                               QColor(0xB0, 0x6A, 0x2C), QColor(0xFF, 0xA8, 0x5C)};
    return interpolate(m_dark ? dark : light, (t + 1) / 2);
}

QColor Theme::flow(std::string_view category) const
{
    if (category == "HostToDevice")
        return pick(m_dark, "#0B63CE", "#5AA2FF");
    if (category == "async_npu")
        return pick(m_dark, "#1E7B4F", "#5FCB96");
    if (category == "async_task_queue")
        return pick(m_dark, "#8A5A00", "#E0B04C");
    if (category == "fwdbwd")
        return pick(m_dark, "#8A3FA0", "#CF93E0");
    if (category == "send/receive")
        return pick(m_dark, "#C2410C", "#FB923C");
    if (category == "MsTx")
        return pick(m_dark, "#B0306A", "#F08AB8");
    return series(static_cast<int>(nameHash(category) % 10));
}

QColor Theme::labelOn(const QColor &fill)
{
    const double l = luminance(fill);
    return (1.05) / (l + 0.05) >= (l + 0.05) / 0.05 ? QColor(Qt::white) : QColor(Qt::black);
}

QPalette Theme::palette() const
{
    QPalette p;
    const QColor disabled = secondaryText();
    p.setColor(QPalette::Window, panel());
    p.setColor(QPalette::WindowText, text());
    p.setColor(QPalette::Base, background());
    p.setColor(QPalette::AlternateBase, panel());
    p.setColor(QPalette::ToolTipBase, panel());
    p.setColor(QPalette::ToolTipText, text());
    p.setColor(QPalette::PlaceholderText, disabled);
    p.setColor(QPalette::Text, text());
    p.setColor(QPalette::Button, panel());
    p.setColor(QPalette::ButtonText, text());
    p.setColor(QPalette::BrightText, error());
    p.setColor(QPalette::Link, accent());
    p.setColor(QPalette::LinkVisited, accent());
    p.setColor(QPalette::Highlight, accent());
    p.setColor(QPalette::HighlightedText, labelOn(accent()));
    p.setColor(QPalette::Light, m_dark ? hairline() : QColor(Qt::white));
    p.setColor(QPalette::Midlight, hairline());
    p.setColor(QPalette::Mid, hairline().darker(115));
    p.setColor(QPalette::Dark, hairline().darker(140));
    p.setColor(QPalette::Shadow, m_dark ? QColor(Qt::black) : hairline().darker(180));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, hairline());
    return p;
}

quint32 Theme::nameHash(std::string_view name)
{
    quint32 h = 2166136261U;
    for (const char c : name)
        h = (h ^ static_cast<unsigned char>(c)) * 16777619U;
    return h ^ (h >> 15);
}

} // namespace rs

#include "moc_theme.cpp"
