// SPDX-License-Identifier: Apache-2.0
#include "tables/words.h"

#include "words/launchwords.h"

#include <QtGlobal>

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

struct Word
{
    std::string_view word;
    const char *title;
};

constexpr Word words[] = {
    // Severities of findings.
    {"info", QT_TRANSLATE_NOOP("Tables", "Information")},
    {"notice", QT_TRANSLATE_NOOP("Tables", "Notice")},
    {"loss", QT_TRANSLATE_NOOP("Tables", "Data lost")},
    {"error", QT_TRANSLATE_NOOP("Tables", "Error")},
    // Of a diagnosis.
    {"compute", QT_TRANSLATE_NOOP("Tables", "Compute")},
    {"frequency", QT_TRANSLATE_NOOP("Tables", "Frequency")},
    {"pipeline_stage", QT_TRANSLATE_NOOP("Tables", "Pipeline stage")},
    {"scheduling", QT_TRANSLATE_NOOP("Tables", "Scheduling")},
    {"late_start", QT_TRANSLATE_NOOP("Tables", "Late start")},
    {"slow_link", QT_TRANSLATE_NOOP("Tables", "Slow link")},
    {"culprit", QT_TRANSLATE_NOOP("Tables", "Culprit")},
    {"victim", QT_TRANSLATE_NOOP("Tables", "Victim")},
    {"fine", QT_TRANSLATE_NOOP("Tables", "Fine")},
    {"problem", QT_TRANSLATE_NOOP("Tables", "Problem")},
    {"waits", QT_TRANSLATE_NOOP("Tables", "Waits for it")},
    {"difference", QT_TRANSLATE_NOOP("Tables", "Difference")},
    {"missing", QT_TRANSLATE_NOOP("Tables", "Not known")},
    {"low", QT_TRANSLATE_NOOP("Tables", "Low")},
    {"medium", QT_TRANSLATE_NOOP("Tables", "Medium")},
    {"high", QT_TRANSLATE_NOOP("Tables", "High")},
    {"local", QT_TRANSLATE_NOOP("Tables", "index in the group")},
    // What an operator is, or a time of a step.
    {"computing", QT_TRANSLATE_NOOP("Tables", "Computing")},
    {"computing, split", QT_TRANSLATE_NOOP("Tables", "Computing, split")},
    {"collective", QT_TRANSLATE_NOOP("Tables", "Collective")},
    {"send", QT_TRANSLATE_NOOP("Tables", "Send")},
    {"receive", QT_TRANSLATE_NOOP("Tables", "Receive")},
    {"send and receive", QT_TRANSLATE_NOOP("Tables", "Send and receive")},
    {"redistribution", QT_TRANSLATE_NOOP("Tables", "Redistribution")},
    {"gradient aggregation", QT_TRANSLATE_NOOP("Tables", "Gradient aggregation")},
    {"special", QT_TRANSLATE_NOOP("Tables", "Special")},
    {"forward", QT_TRANSLATE_NOOP("Tables", "Forward")},
    {"backward", QT_TRANSLATE_NOOP("Tables", "Backward")},
    {"forward and backward", QT_TRANSLATE_NOOP("Tables", "Forward and backward")},
    {"other work", QT_TRANSLATE_NOOP("Tables", "Other work")},
    {"total", QT_TRANSLATE_NOOP("Tables", "Total")},
    {"pure compute", QT_TRANSLATE_NOOP("Tables", "Pure compute")},
    {"covered communication", QT_TRANSLATE_NOOP("Tables", "Covered communication")},
    {"uncovered communication", QT_TRANSLATE_NOOP("Tables", "Uncovered communication")},
    {"idle", QT_TRANSLATE_NOOP("Tables", "Idle")},
    {"preparing", QT_TRANSLATE_NOOP("Tables", "Preparing")},
    {"stage", QT_TRANSLATE_NOOP("Tables", "Stage")},
    {"bubble", QT_TRANSLATE_NOOP("Tables", "Bubble")},
    // What bounds an operator.
    {"wait-bound", QT_TRANSLATE_NOOP("Tables", "Wait")},
    {"compute-bound", QT_TRANSLATE_NOOP("Tables", "Compute")},
    {"memory-bound", QT_TRANSLATE_NOOP("Tables", "Moving data")},
    {"scalar-bound", QT_TRANSLATE_NOOP("Tables", "Scalar unit")},
    {"serial-pipes", QT_TRANSLATE_NOOP("Tables", "Pipes in turn")},
    {"no-busy-pipe", QT_TRANSLATE_NOOP("Tables", "No busy pipe")},
    // How an operator differs between the sides of a comparison.
    {"unchanged", QT_TRANSLATE_NOOP("Tables", "Unchanged")},
    {"within noise", QT_TRANSLATE_NOOP("Tables", "Within noise")},
    {"too few steps", QT_TRANSLATE_NOOP("Tables", "Too few steps")},
    {"grown", QT_TRANSLATE_NOOP("Tables", "Grown")},
    {"shrunk", QT_TRANSLATE_NOOP("Tables", "Shrunk")},
    {"only base", QT_TRANSLATE_NOOP("Tables", "Base only")},
    {"only other", QT_TRANSLATE_NOOP("Tables", "Other only")},
    // Sides of a comparison: RowSource::names().
    {"base", "%2"},
    {"other", "%3"},
};

} // namespace

const char *wordTitle(std::string_view word)
{
    for (quint8 i = 0; i < static_cast<quint8>(IdleCause::Count); ++i) {
        const auto cause = static_cast<IdleCause>(i);
        if (idleCauseKey(cause).toStdString() == word)
            return idleCauseTitle(cause);
    }
    const auto *const at =
        std::find_if(std::begin(words), std::end(words), [word](const Word &w) { return w.word == word; });
    return at == std::end(words) ? nullptr : at->title;
}

} // namespace rs
