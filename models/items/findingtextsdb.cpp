// SPDX-License-Identifier: Apache-2.0
#include "items/findingtextlists.h"

#include <QtGlobal>

namespace rs {

const std::vector<const char *> &databaseFindingTexts()
{
    static const std::vector<const char *> texts = {
        // clang-format off
        QT_TRANSLATE_NOOP("Finding", "Beside the database stands the journal of a change that was broken off (%1): its tables may hold half of that change, and rows may be missing or wrong."),
        QT_TRANSLATE_NOOP("Finding", "What the writer of a database keeps beside it: nothing is read from it."),
        // clang-format on
    };
    return texts;
}

} // namespace rs
