// SPDX-License-Identifier: Apache-2.0
#include "views/communication/commpages.h"

#include "items/format.h"
#include "views/page/pageupdates.h"
#include "views/page/page.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/scrollpage.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {
constexpr int leastLines = 21;
constexpr int paragraphLines = 30; // from which on the page has room for one
} // namespace

CommPages::CommPages(const QString &name, std::vector<Page *> pages, const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_picker(new Picker(this)), m_hint(plainLabel(this)),
      m_shortHint(new ElidedLabel(this)), m_scope(plainLabel(this)), m_stack(new QStackedWidget(this)),
      m_pages(std::move(pages))
{
    setObjectName(name);
    for (Page *const page : m_pages)
        m_stack->addWidget(page);
    new PageUpdates(context, m_pages, this);
    for (QLabel *const hint : {m_hint, static_cast<QLabel *>(m_shortHint)})
        hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setWordWrap(true);
    m_scope->setWordWrap(true);
    auto *const head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(m_picker);
    head->addWidget(m_hint, 1);
    head->addWidget(m_shortHint, 1);
    m_shortHint->setObjectName(QStringLiteral("shortHint"));
    m_shortHint->hide();
    auto *const rows = new QVBoxLayout((new ScrollPage(this, leastLines))->page());
    rows->setContentsMargins(0, 4, 0, 0);
    rows->addLayout(head);
    rows->addWidget(m_scope);
    rows->addWidget(m_stack, 1);
    m_picker->setWhole();
    m_picker->setVisible(m_pages.size() > 1);
    m_picker->setValue(m_pages.front()->objectName());
    connect(context.state, &ViewState::rankGroupChanged, this, &CommPages::showScope);
    connect(context.state, &ViewState::currentRankChanged, this, &CommPages::showScope);
    connect(m_picker, &Picker::chosen, this, [this] {
        showChosen();
        emit pageChosen();
    });
}

Page *CommPages::page() const
{
    return m_pages[static_cast<size_t>(m_stack->currentIndex())];
}

bool CommPages::isComplete() const
{
    return page()->isComplete();
}

bool CommPages::showPage(const QString &name)
{
    if (std::none_of(m_pages.begin(), m_pages.end(), [&name](const Page *p) { return p->objectName() == name; }))
        return false;
    m_picker->setValue(name);
    showChosen();
    return true;
}

void CommPages::showChosen()
{
    for (Page *const page : m_pages) {
        if (page->objectName() == m_picker->value().toString())
            m_stack->setCurrentWidget(page);
    }
    m_hint->setText(page()->hint());
    m_shortHint->setText(page()->hint());
    m_shortHint->setToolTip(format::tooltipText(page()->hint()));
    setFocusProxy(page()->focusProxy() ? page() : static_cast<QWidget *>(m_picker));
    showScope();
}

void CommPages::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isLow = height() < paragraphLines * fontMetrics().height();
    m_hint->setVisible(!isLow);
    m_shortHint->setVisible(isLow);
}

void CommPages::showScope()
{
    const ShownRanks &group = m_context.state->rankGroup();
    const bool isRestricted =
        !group.isEmpty() && group.run == m_context.runs->openRun(m_context.state->currentRank().run);
    const QString why = isRestricted ? page()->whyAllRanks() : QString();
    m_scope->setText(why);
    m_scope->setVisible(!why.isEmpty());
}

void CommPages::retranslate()
{
    std::vector<PickerItem> items;
    for (Page *const page : m_pages) {
        page->retranslate();
        items.push_back({page->title(), page->objectName()});
    }
    m_picker->setLabel(tr("Show"));
    m_picker->setItems(items);
    showChosen();
}

} // namespace rs

#include "moc_commpages.cpp"
