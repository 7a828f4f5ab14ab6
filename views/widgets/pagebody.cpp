// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/pagebody.h"

#include "views/runstore.h"
#include "views/widgets/emptystate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/picker.h"
#include "views/widgets/scrollpage.h"

#include <QVBoxLayout>

#include <utility>
#include <vector>

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

void PageBody::fillPage(QWidget *page, int leastLines, int margin, std::initializer_list<QWidget *> controls,
                        QWidget *note)
{
    auto *bar = new QWidget(page);
    auto *flow = new FlowLayout(bar, 12);
    for (QWidget *w : controls)
        flow->addWidget(w);
    auto *rows = new QVBoxLayout((new ScrollPage(page, leastLines))->page());
    rows->setContentsMargins(margin, margin, margin, margin);
    rows->setSpacing(8);
    rows->addWidget(bar);
    rows->addWidget(note);
    rows->addWidget(this, 1);
}

void fillRunPicker(Picker *picker, const RunStore &runs, int current)
{
    std::vector<PickerItem> open;
    for (int i = 0; i < runs.count(); ++i) {
        if (const auto run = runs.run(i))
            open.push_back({run->name, i});
    }
    picker->setItems(open);
    picker->setValue(current);
    picker->setVisible(open.size() > 1);
}

void fillStepPicker(Picker *picker, const QStringList &steps, const QString &current)
{
    std::vector<PickerItem> items = {{PageBody::tr("All (sum)"), QString()}};
    for (const QString &step : steps)
        items.push_back({step, step});
    picker->setItems(items);
    picker->setValue(current);
}

} // namespace rs
