// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace rs {

/// Fusion, with the arrow of a menu button beside its text instead of below it.
class QuietStyle : public QProxyStyle
{
    Q_OBJECT
public:
    QuietStyle();

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                         const QWidget *widget) const override;
};

} // namespace rs
