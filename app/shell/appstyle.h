// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace rs {

/// Fusion, with the arrow of a menu button beside its text instead of below it, and buttons of dialogs without the
/// icons of the desktop, which know nothing of our themes. Lines between docks, tool tips and the status bar are quiet
/// too: here and not in a style sheet of the application, with which a window takes several times as long to make and
/// paint.
class AppStyle : public QProxyStyle
{
    Q_OBJECT
public:
    AppStyle();

    using QProxyStyle::polish;
    /// Takes the focus by the wheel from controls: whoever scrolls over one does not mean it.
    void polish(QWidget *widget) override;

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                         const QWidget *widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                                QStyleHintReturn *returnData) const override;
};

} // namespace rs
