// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "core/trace/trace.h"

#include <QByteArray>
#include <QString>

#include <string_view>
#include <vector>

namespace rs {

/// The JSON text of one event as its file holds it, or why it cannot be read.
struct EventText
{
    QByteArray json;
    Phrase error; ///< empty when the text was read
};

/// Reads the source range of a slice. Refuses when the file's size or time is not what it was at the import, because
/// the range would then hold something else. Of a .gz file up to a few megabytes before the event are unpacked: call it
/// from a job.
[[nodiscard]] EventText readEventText(const Trace &trace, SliceId slice);

/// One line of args, in file order; `level` is the nesting depth.
struct EventArg
{
    QString key;
    QString value; ///< empty for an object or a list, whose parts follow one level deeper
    int level = 0;
};

struct EventArgs
{
    std::vector<EventArg> lines;
    Phrase error; ///< reason why lines are missing; the others are there
};

/// The "args" of an event, and its "id" and "cat", as lines in the order of the file, keys that come twice included.
/// Numbers keep the digits of the file, texts their control characters; broken UTF-8 becomes a replacement mark.
[[nodiscard]] EventArgs parseEventArgs(const QByteArray &json);

/// The members of an event that parseEventArgs() shows, as an object, for the place where the whole text is too long.
/// The whole text where it is damaged; empty where it has none of them.
[[nodiscard]] QByteArray shownMembers(std::string_view json);

} // namespace rs
