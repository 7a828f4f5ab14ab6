// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/scrollpage.h"

#include <QEvent>
#include <QVBoxLayout>

namespace rs {

namespace {

// Without a layout of its own: a scroll area gives a layout with wrapped texts the height that it would like to have,
// not the one that is there.
class Holder : public QWidget
{
public:
    explicit Holder(QWidget *page) : m_page(page) { page->setParent(this); }

protected:
    void resizeEvent(QResizeEvent *) override { m_page->setGeometry(rect()); }

private:
    QWidget *m_page;
};

} // namespace

ScrollPage::ScrollPage(QWidget *parent, int lines) : QScrollArea(parent), m_page(new QWidget), m_lines(lines)
{
    auto *const holder = new Holder(m_page);
    setWidget(holder);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setAutoFillBackground(false);
    holder->setAutoFillBackground(false);
    auto *const all = new QVBoxLayout(parent);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(this);
    applyHeight();
}

void ScrollPage::setLines(int lines)
{
    m_lines = lines;
    applyHeight();
}

void ScrollPage::applyHeight()
{
    widget()->setMinimumHeight(fontMetrics().height() * m_lines);
}

void ScrollPage::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        applyHeight();
}

} // namespace rs

#include "moc_scrollpage.cpp"
