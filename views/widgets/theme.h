// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/slicestore.h"

#include <QColor>
#include <QObject>
#include <QPalette>

#include <string_view>

namespace rs {

/// The time categories of a step; the same colour always means the same category.
enum class TimeCategory : quint8 { PureCompute, Covered, Uncovered, Idle, Preparing, Copy };

/// Every colour of the program, for the light and the dark theme. One object, handed to the views; nothing is static.
class Theme : public QObject
{
    Q_OBJECT
public:
    enum class Mode : quint8 { System, Light, Dark };

    explicit Theme(QObject *parent = nullptr);

    [[nodiscard]] bool isDark() const { return m_dark; }
    [[nodiscard]] Mode mode() const { return m_mode; }
    /// System follows the palette that the platform gave at start.
    void setMode(Mode mode);

    [[nodiscard]] QColor background() const;
    [[nodiscard]] QColor panel() const;
    [[nodiscard]] QColor hairline() const;
    [[nodiscard]] QColor text() const;
    [[nodiscard]] QColor secondaryText() const;
    [[nodiscard]] QColor accent() const;
    [[nodiscard]] QColor warning() const;
    [[nodiscard]] QColor error() const;
    [[nodiscard]] QColor category(TimeCategory c) const;
    /// Hue by kind, lightness varied by the hash of the name (modulo shadeCount); never the colour of another kind.
    [[nodiscard]] QColor slice(SliceKind kind, quint32 nameHash) const;
    static constexpr quint32 shadeCount = 7;
    /// Legend colour of a kind: the middle lightness.
    [[nodiscard]] QColor kind(SliceKind kind) const;
    /// One colour per series for charts without a time category (pies by operator type).
    /// From the eleventh on they are those of the first ten again, lighter and then darker: 30 that differ.
    [[nodiscard]] QColor series(int index) const;
    /// Sequential, perceptually even; t in 0..1, light to dark on the light theme and the other way round on the dark.
    [[nodiscard]] QColor ramp(double t) const;
    /// Diverging blue – neutral – orange; t in -1..1.
    [[nodiscard]] QColor divergingRamp(double t) const;
    /// Curves and lines of one flow category.
    [[nodiscard]] QColor flow(std::string_view category) const;
    /// Black or white, whichever contrasts with `fill` by at least 4.5 : 1.
    [[nodiscard]] static QColor labelOn(const QColor &fill);
    /// The application palette of this theme.
    [[nodiscard]] QPalette palette() const;
    /// A stable hash of a name for colours: the same in every run and every process.
    [[nodiscard]] static quint32 nameHash(std::string_view name);

signals:
    void changed();

private:
    Mode m_mode = Mode::System;
    bool m_systemDark = false;
    bool m_dark = false;
};

} // namespace rs
