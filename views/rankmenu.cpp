// SPDX-License-Identifier: Apache-2.0
#include "views/rankmenu.h"

#include "items/format.h"
#include "views/viewstate.h"
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

QAction *add(QMenu *menu, ViewState &state, RankRef rank, const QString &text)
{
    QAction *const action = menu->addAction(symbol(QStringLiteral("jump")), text);
    action->setObjectName(QStringLiteral("rankInTimeline"));
    setAvailable(action, rank.isValid() ? QString() : RankMenu::tr("This line belongs to no rank that is open."));
    QObject::connect(action, &QAction::triggered, &state, [&state, rank] { state.showInTimeline(rank); });
    return action;
}

} // namespace

QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank)
{
    return add(menu, state, rank, RankMenu::tr("Show in Timeline"));
}

QAction *addShowInTimeline(QMenu *menu, ViewState &state, RankRef rank, const RunStore &runs)
{
    // Text of a menu would read & as a mark for its key.
    const QString name = format::displayText(runs.rankLabel(rank)).replace(u'&', QLatin1String("&&"));
    return add(menu, state, rank, RankMenu::tr("Show %1 in Timeline", "rank").arg(name));
}

} // namespace rs
