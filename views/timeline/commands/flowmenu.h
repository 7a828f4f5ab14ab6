// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"

#include <QMenu>

#include <string>

class QToolButton;

namespace rs {

/// The kinds of connection lines that the loaded ranks hold, and which of them are drawn. The button can be used when
/// there is any.
class FlowMenu : public QMenu
{
    Q_OBJECT
public:
    FlowMenu(const TimelineParts &parts, QToolButton *button);

    void fill();

private:
    /// Ends without a partner, by the reason.
    struct Orphans
    {
        qint64 outOfSlice = 0;
        qint64 cutOff = 0;
        qint64 alone = 0;
    };
    void addKind(const std::string &kind, qint64 count, const Orphans &orphans);
    void addAllAndNone(const QStringList &kinds);

    TimelineParts m_parts;
    QToolButton *m_button;
};

} // namespace rs
