// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/theme.h"
#include "views/timeline/timecoordinates.h"

#include <QWidget>

namespace rs {

/// The time axis above the lanes: offsets from the run's start, and the stamp under the cursor.
class TimeRuler : public QWidget
{
    Q_OBJECT
public:
    TimeRuler(const Theme *theme, QWidget *parent = nullptr);

    void setWindow(TimeWindow window, qint64 originNs);
    /// Position of the cursor in pixels, or -1.
    void setCursorX(int x);
    void setTimeSelection(TimeWindow w);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void wheelTurned(QWheelEvent *event);

protected:
    void paintEvent(QPaintEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    const Theme *m_theme;
    TimeWindow m_window;
    TimeWindow m_selection;
    qint64 m_originNs = 0;
    int m_cursorX = -1;
};

} // namespace rs
