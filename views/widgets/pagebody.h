// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/widgets/outofmemory.h"

#include <QStackedWidget>
#include <QTimer>

#include <functional>
#include <vector>

namespace rs {

class EmptyState;
class ScrollPage;

/// Common parts of every page: its content or the reason why there is none, a message if a job found no memory, and one
/// delay for all changes that come together.
class PageBody : public QStackedWidget
{
    Q_OBJECT
public:
    explicit PageBody(QWidget *parent);

    void setContent(QWidget *content);
    void showContent();
    /// An empty `action` shows no button.
    void showEmpty(const QString &heading, const QString &why, const QString &action = {});
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] EmptyState *emptyState() const { return m_empty; }

    /// Covers the page when work of this LatestJob finds no memory.
    template <typename Job>
    void guard(Job &job)
    {
        job.onOutOfMemory(outOfMemoryCover(this));
    }

    /// Sets the function that schedule() calls after the delay.
    void onDue(int delayMs, std::function<void()> refresh);
    /// Changes may come faster than the delay runs out: a running one is not begun again.
    void schedule();
    /// The same, and a running delay is begun again: all changes that come close together are one.
    void postpone() { m_delay.start(); }
    [[nodiscard]] bool isWaiting() const { return m_delay.isActive(); }

    /// Fills a page: the controls in a line that wraps, what is said about them, and this below. A low page scrolls;
    /// `leastLines` of text are its least height.
    ScrollPage *fillPage(QWidget *page, int leastLines, int margin, const std::vector<QWidget *> &controls,
                         QWidget *note);

private:
    QWidget *m_content = nullptr;
    EmptyState *m_empty;
    QTimer m_delay{this};
    std::function<void()> m_refresh;
};

} // namespace rs
