// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/commands/timelinebar.h"

#include "items/format.h"
#include "views/widgets/keymap.h"
#include "views/timeline/commands/clockmenu.h"
#include "views/timeline/commands/flowmenu.h"
#include "views/timeline/commands/gotobox.h"
#include "views/timeline/commands/lanemenu.h"
#include "views/timeline/commands/markmenu.h"
#include "views/timeline/commands/timelinecommands.h"
#include "views/timeline/lanes/lanelayout.h"
#include "views/state/viewstate.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"
#include "views/widgets/plaintext.h"

#include <QAction>
#include <QEvent>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>

namespace rs {

namespace {

QToolButton *button(QWidget *parent, const QString &icon)
{
    auto *b = new QToolButton(parent);
    b->setAutoRaise(true);
    b->setFocusPolicy(Qt::NoFocus);
    b->setIcon(symbol(icon));
    return b;
}

QString keysText(QList<QKeySequence> keys)
{
    QStringList texts;
    for (const QKeySequence &k : keys)
        texts.push_back(k.toString(QKeySequence::NativeText));
    return texts.join(QStringLiteral(", "));
}

} // namespace

TimelineBar::TimelineBar(const TimelineParts &parts, TimelineCommands *commands, MarkEditor *marks, GoToBox *goTo,
                         QWidget *parent)
    : QWidget(parent), m_parts(parts), m_commands(commands), m_back(button(this, QStringLiteral("back"))),
      m_forward(button(this, QStringLiteral("forward"))), m_fit(button(this, QStringLiteral("fit"))),
      m_zoomIn(button(this, QStringLiteral("zoom-in"))), m_zoomOut(button(this, QStringLiteral("zoom-out"))),
      m_laneButton(button(this, QStringLiteral("layout"))), m_flowButton(button(this, QStringLiteral("link"))),
      m_markButton(button(this, QStringLiteral("pin"))), m_clockButton(button(this, QStringLiteral("waiting"))),
      m_laneMenu(new LaneMenu(parts, commands, m_laneButton)), m_flowMenu(new FlowMenu(parts, m_flowButton)),
      m_markMenu(new MarkMenu(parts, commands, marks, m_markButton)),
      m_clockMenu(new ClockMenu(parts, commands, m_clockButton)), m_filter(new QLineEdit(this))
{
    for (const auto &[b, menu] : {std::pair<QToolButton *, QMenu *>(m_laneButton, m_laneMenu),
                                  {m_flowButton, m_flowMenu},
                                  {m_markButton, m_markMenu},
                                  {m_clockButton, m_clockMenu}}) {
        b->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        attachMenu(b, menu);
        menu->setToolTipsVisible(true);
    }
    m_filter->setObjectName(QStringLiteral("laneFilter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(140);
    auto *const line = new FlowLayout(this, 4);
    line->setContentsMargins(4, 2, 4, 2);
    for (QWidget *w : std::initializer_list<QWidget *>{m_back, m_forward, m_fit, m_zoomIn, m_zoomOut, m_laneButton,
                                                       m_filter, m_flowButton, m_markButton, m_clockButton, goTo})
        line->addWidget(w);

    for (const auto &[b, name] : {std::pair(m_back, "back"), std::pair(m_fit, "fit"), std::pair(m_zoomIn, "zoom-in"),
                                  std::pair(m_zoomOut, "zoom-out")}) {
        connect(b, &QToolButton::clicked, commands->find(QLatin1String(name)), &QAction::trigger);
        b->installEventFilter(this);
    }
    connect(m_forward, &QToolButton::clicked, parts.state, &ViewState::forward);
    connect(parts.state, &ViewState::historyChanged, this, &TimelineBar::updateHistory);
    connect(m_markMenu, &MarkMenu::notice, this, &TimelineBar::notice);
    connect(m_filter, &QLineEdit::textChanged, this, &TimelineBar::setFilter);
    connect(parts.layout, &LaneLayout::filterGaveUp, this,
            [this] { emit notice(tr("The filter takes too long on a name and is searched as plain text.")); });
    connect(parts.layout, &LaneLayout::changed, this, [this] {
        const QString text = m_parts.layout->filter().text;
        if (text != m_filter->text().trimmed())
            m_filter->setText(text);
    });
    updateHistory();
}

void TimelineBar::setFilter(const QString &text)
{
    LaneFilter filter = m_parts.layout->filter();
    filter.text = text.trimmed();
    m_parts.layout->setFilter(filter);
    const QRegularExpression expression(filter.text);
    if (!expression.isValid())
        emit notice(tr("The filter is not a regular expression and is searched as plain text."));
}

void TimelineBar::updateHistory()
{
    m_back->setEnabled(m_parts.state->canGoBack());
    m_forward->setEnabled(m_parts.state->canGoForward());
}

std::vector<const QMenu *> TimelineBar::menus() const
{
    m_laneMenu->fill();
    return {m_laneMenu, m_flowMenu, m_markMenu, m_clockMenu};
}

// The user may have given other keys to the commands since.
bool TimelineBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ToolTip)
        updateTips();
    return QWidget::eventFilter(watched, event);
}

void TimelineBar::setTip(QToolButton *b, const QString &tip)
{
    b->setToolTip(format::tooltipText(tip));
    b->setAccessibleName(tip);
}

void TimelineBar::updateTips()
{
    const KeyMap &keys = KeyMap::inUse();
    const auto tip = [this](const char *name) {
        const QAction *const command = m_commands->find(QLatin1String(name));
        const QString shortcut = keysText(command->shortcuts().mid(0, 1));
        return shortcut.isEmpty() ? command->text() : tr("%1 (%2)", "command, keys").arg(command->text(), shortcut);
    };
    const auto zoomTip = [&](const char *name, TimelineKey held) {
        QList<QKeySequence> all = keys.keys(held);
        all += m_commands->find(QLatin1String(name))->shortcuts().mid(0, 1);
        const QString text = m_commands->find(QLatin1String(name))->text();
        return all.isEmpty() ? tr("%1 (Ctrl and the wheel)", "command").arg(text)
                             : tr("%1 (%2, or Ctrl and the wheel)", "command, keys").arg(text, keysText(all));
    };
    setTip(m_back, tip("back"));
    setTip(m_fit, tip("fit"));
    setTip(m_zoomIn, zoomTip("zoom-in", TimelineKey::ZoomIn));
    setTip(m_zoomOut, zoomTip("zoom-out", TimelineKey::ZoomOut));
}

void TimelineBar::retranslate()
{
    updateTips();
    setTip(m_forward, tr("Forward to the next view (Alt+Right)"));
    m_laneButton->setText(tr("Lanes"));
    m_laneButton->setToolTip(tr("Choose which lanes are shown, and how"));
    m_flowButton->setText(tr("Connection lines"));
    m_flowButton->setToolTip(
        tr("Draw every connection line of a kind; the lines of the selected slice are always drawn"));
    m_markButton->setText(tr("Marks"));
    m_markButton->setToolTip(tr("Marks and bookmarks: click the ruler to set a mark, drag on it to measure"));
    m_laneMenu->setTitle(m_laneButton->text());
    m_flowMenu->setTitle(m_flowButton->text());
    m_markMenu->setTitle(m_markButton->text());
    m_filter->setPlaceholderText(tr("Filter lanes"));
    m_filter->setToolTip(tr("Shows only lanes whose name, or whose process, matches this regular expression"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_laneMenu->fill();
    m_flowMenu->fill();
    m_markMenu->fill();
    m_clockMenu->fill();
}

} // namespace rs

#include "moc_timelinebar.cpp"
