// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/timeline/commands/timelineparts.h"
#include "views/widgets/latestjob.h"

#include <QLineEdit>

namespace rs {

/// The field of the tool bar that takes a time, or the number of a slice behind "#". It is there while it is needed.
class GoToBox : public QLineEdit
{
    Q_OBJECT
public:
    explicit GoToBox(const TimelineParts &parts, QWidget *parent = nullptr);

    /// Shows the field, with `text` in it unless that is empty.
    void ask(const QString &text = QString());
    /// Moves the window so that the stamp is in its middle; false when the text is no time.
    bool goToTime(const QString &text);
    /// Selects the n-th slice, counted from 1, of the selected one's name on its rank.
    void goToOccurrence(qint64 number);
    /// Hides the field; the lanes get the keys.
    void leave();
    void forget();
    void retranslate();

signals:
    void notice(const QString &text);

private:
    struct Occurrence
    {
        SliceId slice = NoSlice;
        qint64 count = 0;
    };
    void go();
    void follow(RankRef rank, const Occurrence &found);

    TimelineParts m_parts;
    LatestJob<Occurrence> m_job;
};

} // namespace rs
