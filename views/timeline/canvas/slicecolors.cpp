// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/canvas/slicecolors.h"

namespace rs {

SliceColors SliceColors::of(const Theme &theme)
{
    SliceColors c;
    for (size_t kind = 0; kind < c.tones.size(); ++kind) {
        for (quint32 shade = 0; shade < Theme::shadeCount; ++shade) {
            const QColor fill = theme.slice(static_cast<SliceKind>(kind), shade);
            Tone &t = c.tones[kind][shade];
            t.fill = fill.rgb();
            t.edge = mixed(fill.rgb(), 0xff000000U, theme.isDark() ? 110 : 70);
            t.whiteLabel = Theme::labelOn(fill).lightness() > 127;
        }
    }
    c.dark = theme.isDark();
    c.background = theme.background().rgb();
    c.panel = theme.panel().rgb();
    c.hairline = theme.hairline().rgb();
    c.grid = mixed(c.background, c.hairline, 128);
    c.panelGrid = mixed(c.panel, c.hairline, 128);
    c.curve = theme.category(TimeCategory::PureCompute).rgb();
    c.curveFill = mixed(c.background, c.curve, theme.isDark() ? 90 : 70);
    c.curveDrop = theme.warning().rgb();
    c.curveDropFill = mixed(c.background, c.curveDrop, theme.isDark() ? 90 : 70);
    return c;
}

} // namespace rs
