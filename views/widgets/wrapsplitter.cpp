// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/wrapsplitter.h"

#include <QEvent>

namespace rs {

WrapSplitter::WrapSplitter(int letters, int lines, QWidget *parent)
    : QSplitter(Qt::Horizontal, parent), m_letters(letters), m_lines(lines)
{
    setChildrenCollapsible(false);
    setMinimumHeight(fontMetrics().height() * m_lines);
}

void WrapSplitter::setWidths(const QList<int> &widths)
{
    m_beside = widths;
    if (orientation() == Qt::Horizontal)
        setSizes(widths);
}

int WrapSplitter::leastLines() const
{
    return orientation() == Qt::Vertical ? m_lines * count() : m_lines;
}

void WrapSplitter::resizeEvent(QResizeEvent *event)
{
    arrange();
    QSplitter::resizeEvent(event);
}

void WrapSplitter::changeEvent(QEvent *event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

void WrapSplitter::arrange()
{
    const bool narrow = width() < fontMetrics().averageCharWidth() * m_letters;
    const Qt::Orientation wanted = narrow ? Qt::Vertical : Qt::Horizontal;
    const bool turns = wanted != orientation();
    if (turns) {
        if (narrow && isVisible())
            m_beside = sizes();
        setOrientation(wanted);
        setSizes(narrow ? QList<int>(count(), 1) : m_beside);
    }
    setMinimumHeight(fontMetrics().height() * leastLines());
    if (turns)
        emit turned();
}

} // namespace rs

#include "moc_wrapsplitter.cpp"
