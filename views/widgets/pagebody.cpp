// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/pagebody.h"

#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/scrollpage.h"

#include <QVBoxLayout>

#include <utility>

namespace rs {

PageBody::PageBody(QWidget *parent) : QStackedWidget(parent), m_empty(new EmptyState(this))
{
    addWidget(m_empty);
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, [this] { m_refresh(); });
}

void PageBody::setContent(QWidget *content)
{
    m_content = content;
    addWidget(content);
}

void PageBody::showContent()
{
    setCurrentWidget(m_content);
}

void PageBody::showEmpty(const QString &heading, const QString &why, const QString &action)
{
    m_empty->setText(heading, why);
    m_empty->setAction(action);
    setCurrentWidget(m_empty);
}

bool PageBody::isEmpty() const
{
    return currentWidget() == m_empty;
}

void PageBody::onDue(int delayMs, std::function<void()> refresh)
{
    m_delay.setInterval(delayMs);
    m_refresh = std::move(refresh);
}

void PageBody::schedule()
{
    if (!m_delay.isActive())
        m_delay.start();
}

ScrollPage *PageBody::fillPage(QWidget *page, int leastLines, int margin, const std::vector<QWidget *> &controls,
                               QWidget *note)
{
    auto *bar = new QWidget(page);
    auto *flow = new FlowLayout(bar, 12);
    for (QWidget *w : controls)
        flow->addWidget(w);
    auto *const scroll = new ScrollPage(page, leastLines);
    auto *rows = new QVBoxLayout(scroll->page());
    rows->setContentsMargins(margin, margin, margin, margin);
    rows->setSpacing(8);
    rows->addWidget(bar);
    rows->addWidget(note);
    rows->addWidget(this, 1);
    return scroll;
}

} // namespace rs

#include "moc_pagebody.cpp"
