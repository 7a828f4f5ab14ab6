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
        QT_TRANSLATE_NOOP("Finding", "The table cannot be read to its end (%1): its rows until there, and all other tables, are shown."),
        QT_TRANSLATE_NOOP("Finding", "The table of steps of the database (STEP_TIME) cannot be read: steps are the ranges of %1 that are called by a number."),
        QT_TRANSLATE_NOOP("Finding", "The table of steps of the database (STEP_TIME) cannot be read: steps are the ranges of mstx called \"%1\", numbered from 1 in their order. The numbers need not be those of the training."),
        QT_TRANSLATE_NOOP("Finding", "Nothing that can be read of the database marks steps: its STEP_TIME cannot be read, and no range of mstx is called a step. All of the capture counts as one step."),
        QT_TRANSLATE_NOOP("Finding", "Numbers of the table stand for more than one text (the first one, %1): the first text counts, and what is meant by another one has a wrong name."),
        QT_TRANSLATE_NOOP("Finding", "The layout of the database is of a version that is not known (SCHEMA_VERSION %1, known are those that begin with 1): tables and columns may mean something else than is shown."),
        QT_TRANSLATE_NOOP("Finding", "Kernels of the table belong to no row of TASK (%1): when they ran is not known, so they are in no table and no sum, and computing is too short."),
        QT_TRANSLATE_NOOP("Finding", "Tasks of the cores have no row in COMPUTE_TASK_INFO (%1): they have neither name nor type, and are in no table of operators and not in computing."),
        QT_TRANSLATE_NOOP("Finding", "Tasks of communication belong to no row of TASK (%1): when they ran is not known, so they are in no lane, and their bytes are in no traffic."),
        QT_TRANSLATE_NOOP("Finding", "Tasks of communication belong to no operator of COMMUNICATION_OP (%1): the operators are missing in the timeline, and communication is too short in all sums."),
        QT_TRANSLATE_NOOP("Finding", "Calls of the framework name connections that CONNECTION_IDS does not have (%1): no line leads from them to what they launched."),
        QT_TRANSLATE_NOOP("Finding", "Operators of communication.json are missing in the database beside it (the first, %1): it is not whole, or of another capture. The text file is shown."),
        // clang-format on
    };
    return texts;
}

} // namespace rs
