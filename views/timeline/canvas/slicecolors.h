// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/theme.h"

#include <QRgb>

#include <array>

namespace rs {

/// The colours of one theme as pixels, looked up millions of times per second.
struct SliceColors
{
    struct Tone
    {
        QRgb fill = 0;
        QRgb edge = 0; ///< left border of a slice that is wide enough to have one
        bool whiteLabel = false;
    };
    static SliceColors of(const Theme &theme);

    [[nodiscard]] const Tone &tone(SliceKind kind, quint8 shade) const
    {
        return tones[static_cast<size_t>(kind)][shade];
    }

    std::array<std::array<Tone, Theme::shadeCount>, static_cast<size_t>(SliceKind::Count)> tones;
    bool dark = false;
    QRgb background = 0;
    QRgb panel = 0;
    QRgb hairline = 0;
    QRgb grid = 0;      ///< tick lines on the background
    QRgb panelGrid = 0; ///< tick lines on a panel
    QRgb curve = 0;
    QRgb curveFill = 0;
    QRgb curveDrop = 0; ///< where the AI cores were slowed down under load
    QRgb curveDropFill = 0;
};

/// Opaque 32-bit pixels that several threads write, each its own lines.
struct PixelSurface
{
    QRgb *bits = nullptr;
    qsizetype stride = 0; ///< pixels per line
    int width = 0;
    int height = 0;
    [[nodiscard]] QRgb *line(int y) const { return bits + y * stride; }
};

/// `share` of 256 of `b`, the rest of `a`; opaque.
[[nodiscard]] inline QRgb mixed(QRgb a, QRgb b, unsigned share)
{
    const unsigned rest = 256 - share;
    const unsigned rb = ((a & 0xff00ffU) * rest + (b & 0xff00ffU) * share) >> 8;
    const unsigned g = ((a & 0x00ff00U) * rest + (b & 0x00ff00U) * share) >> 8;
    return 0xff000000U | (rb & 0xff00ffU) | (g & 0x00ff00U);
}

} // namespace rs
