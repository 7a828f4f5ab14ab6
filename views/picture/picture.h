// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/picture/legend.h"

#include <QFont>
#include <QPoint>
#include <QRect>
#include <QString>
#include <QWidget>

#include <utility>
#include <vector>

class QPainter;

namespace rs {

class Theme;

/// Base of all pictures: it explains what is under the mouse, its legend shows and hides what it
/// stands for (a click, or Up, the arrow keys and Space), Left, Right, Home, End and Return walk through its items and
/// open one, a double click beside them shows everything, Ctrl+C copies it.
class Picture : public QWidget
{
    Q_OBJECT
public:
    using TipLines = std::vector<std::pair<QString, QString>>; ///< label and value; without a value a heading

    explicit Picture(const Theme *theme, QWidget *parent = nullptr);

    [[nodiscard]] virtual std::vector<LegendEntry> legend() const { return {}; }
    [[nodiscard]] QRect legendRect(int entry) const;
    /// The entry at a position; -1: none.
    [[nodiscard]] int legendAt(const QPoint &at) const;
    /// As its frame does it, with a head; without a frame as it is.
    void copy() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    /// A tooltip, and what it is about, which it does not cover.
    struct Tip
    {
        TipLines lines;
        QRect of{};
    };

    [[nodiscard]] const Theme &theme() const { return *m_theme; }
    [[nodiscard]] QFont smallFont() const;

    /// Room of the legend.
    [[nodiscard]] virtual QRect legendRoom() const;
    [[nodiscard]] virtual QFont legendFont() const { return font(); }
    /// The first pixel below the legend; the top of its room without entries.
    [[nodiscard]] int legendBottom() const;
    /// Entries, their texts or the language changed.
    void forgetLegend() { m_legendRects.clear(); }
    void paintLegend(QPainter &painter) const;
    /// Whether the entry shows and hides something.
    [[nodiscard]] virtual bool isSwitch(int /*entry*/) const { return false; }
    virtual void switchEntry(int /*entry*/) {}
    [[nodiscard]] virtual QString entryHelp(int entry) const;

    [[nodiscard]] virtual Tip tipAt(const QPoint & /*at*/) const { return {}; }
    /// Tips follow the mouse instead of waiting for it to rest.
    void setTipsAtOnce() { m_tipsAtOnce = true; }
    /// Shows or hides it; `at` is a position in the picture.
    void showTip(const QPoint &at);

    /// Bars, boxes, slices of a pie: what the mouse and the keys go to. -1: none.
    [[nodiscard]] virtual int itemCount() const { return 0; }
    [[nodiscard]] virtual int itemAt(const QPoint & /*at*/) const { return -1; }
    [[nodiscard]] virtual int chosenItem() const { return -1; }
    [[nodiscard]] int hoveredItem() const { return m_hoveredItem; }
    /// By the user; -1: beside all of them, or Escape.
    virtual void chooseItem(int /*item*/) {}
    virtual void activateItem(int /*item*/) {}
    /// The item that an arrow key leads to; -1: none.
    [[nodiscard]] virtual int nextItem(int from, int direction) const;
    virtual void showAll() {}
    /// Says of an item to assistive tools what its tooltip says.
    void tell(const TipLines &lines);

    /// Keys of this picture alone, before those of all. `isKey`: they are no shortcuts of the window.
    [[nodiscard]] virtual bool isKey(const QKeyEvent & /*event*/) const { return false; }
    virtual bool runKey(QKeyEvent * /*event*/) { return false; }

    /// On the background, in the font of the widget, clipped to what has to be painted anew.
    virtual void paint(QPainter &painter) = 0;
    virtual void themeChanged() { update(); }
    void forgetHover() { m_hoveredItem = -1; }
    /// Around the plot while the picture has the keys, or around the entry of the legend that they are on.
    void paintFocus(QPainter &painter, const QRect &plot) const;

    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void paintEvent(QPaintEvent *event) final;
    [[nodiscard]] const std::vector<QRect> &legendRects() const;
    [[nodiscard]] bool runLegendKey(int key);
    [[nodiscard]] bool runItemKey(int key);
    void setLegendFocus(int entry);

    const Theme *m_theme;
    mutable std::vector<QRect> m_legendRects; ///< empty: not placed yet
    mutable QRect m_legendRoom;               ///< that they were placed in
    mutable QFont m_legendFont;
    int m_legendFocus = -1;
    QString m_describedAs; ///< before the keys went to the legend
    int m_hoveredItem = -1;
    bool m_tipsAtOnce = false;
};

} // namespace rs
