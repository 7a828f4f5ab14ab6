// SPDX-License-Identifier: Apache-2.0
#include "views/page/rankmenu.h"

#include "items/format.h"
#include "views/state/viewstate.h"
#include "views/widgets/icons.h"
#include "views/widgets/menus.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>

namespace rs {

namespace {

struct RankMenu
{
    Q_DECLARE_TR_FUNCTIONS(rs::RankMenu)
};

QAction *add(QMenu *menu, ViewState &state, RankRef rank, const QString &text, const std::function<void()> &show)
{
    QAction *const action = menu->addAction(symbol(QStringLiteral("jump")), text);
    action->setObjectName(QStringLiteral("rankInTimeline"));
    setAvailable(action, rank.isValid() ? QString() : RankMenu::tr("This line belongs to no open rank."));
    QObject::connect(action, &QAction::triggered, &state, show);
    return action;
}

} // namespace

QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank)
{
    return add(menu, state, rank, RankMenu::tr("Show in Timeline"), [&state, rank] { state.showInTimeline(rank); });
}

QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank, const RunStore &runs)
{
    return addShowInTimeline(menu, state, rank, runs, [&state, rank] { state.showInTimeline(rank); });
}

QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank, const RunStore &runs,
                           const std::function<void()> &show)
{
    if (!rank.isValid()) // of which there is no name
        return addShowInTimeline(menu, state, rank);
    // Text of a menu would read & as a mark for its key.
    const QString name = format::displayText(runs.rankLabel(rank)).replace(u'&', QLatin1String("&&"));
    return add(menu, state, rank, RankMenu::tr("Show %1 in Timeline", "rank").arg(name), show);
}

} // namespace rs
