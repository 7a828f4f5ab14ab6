// SPDX-License-Identifier: Apache-2.0
#include "tables/base/words.h"

#include "tables/base/tableschema.h"

#include "words/launchwords.h"

#include <QCoreApplication>
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
    {"info", RS_TABLE("Information")},
    {"notice", RS_TABLE("Notice")},
    {"loss", RS_TABLE("Data lost")},
    {"error", RS_TABLE("Error")},
    // Words of a diagnosis.
    {"compute", RS_TABLE("Compute")},
    {"frequency", RS_TABLE("Frequency")},
    {"pipeline_stage", RS_TABLE("Pipeline stage")},
    {"scheduling", RS_TABLE("Scheduling")},
    {"late_start", RS_TABLE("Late start")},
    {"slow_link", RS_TABLE("Slow link")},
    {"culprit", RS_TABLE("Cause")},
    {"victim", RS_TABLE("Affected")},
    {"fine", RS_TABLE("Fine")},
    {"problem", RS_TABLE("Problem")},
    {"waits", RS_TABLE("Affected")},
    {"difference", RS_TABLE("Difference")},
    {"missing", RS_TABLE("Not known")},
    {"low", RS_TABLE("Low")},
    {"medium", RS_TABLE("Medium")},
    {"high", RS_TABLE("High")},
    {"local", RS_TABLE("index in the domain")},
    // Kinds of an operator, or of a time of a step.
    {"computing", RS_TABLE("Computing")},
    {"computing, split", RS_TABLE("Computing, split")},
    {"collective", RS_TABLE("Collective")},
    {"send", RS_TABLE("Send")},
    {"receive", RS_TABLE("Receive")},
    {"send and receive", RS_TABLE("Send and receive")},
    {"redistribution", RS_TABLE("Redistribution")},
    {"gradient aggregation", RS_TABLE("Gradient aggregation")},
    {"special", RS_TABLE("Special")},
    {"forward", RS_TABLE("Forward")},
    {"backward", RS_TABLE("Backward")},
    {"forward and backward", RS_TABLE("Forward and backward")},
    {"other work", RS_TABLE("Other work")},
    {"total", RS_TABLE("Total")},
    {"pure compute", RS_TABLE("Pure compute")},
    {"covered communication", RS_TABLE("Overlapped communication")},
    {"uncovered communication", RS_TABLE("Non-overlapped communication")},
    {"idle", RS_TABLE("Idle")},
    // Kinds of the critical path, beside these.
    {"wait", RS_TABLE("Event wait")},
    {"launch", RS_TABLE("Launch")},
    {"host", RS_TABLE("Host")},
    {"work", RS_TABLE("Work")},
    // Questions of what-if.
    {"rank-like-peers", RS_TABLE("Rank like its peers")},
    {"link-like-others", RS_TABLE("Link like others")},
    {"faster-kernels", RS_TABLE("Faster kernels")},
    {"overlap", RS_TABLE("Communication overlapped")},
    {"faster-launches", RS_TABLE("Faster launches")},
    {"even-stages", RS_TABLE("Stages balanced")},
    {"merged-buckets", RS_TABLE("Buckets merged")},
    {"preparing", RS_TABLE("Preparing")},
    {"stage", RS_TABLE("Stage")},
    {"bubble", RS_TABLE("Bubble")},
    // Bounds of an operator.
    {"wait-bound", RS_TABLE("Wait")},
    {"compute-bound", RS_TABLE("Compute")},
    {"memory-bound", RS_TABLE("Moving data")},
    {"scalar-bound", RS_TABLE("Scalar unit")},
    {"serial-pipes", RS_TABLE("Pipes in turn")},
    {"no-busy-pipe", RS_TABLE("Not pipe-bound")},
    // Differences of an operator between the sides of a comparison.
    {"unchanged", RS_TABLE("Unchanged")},
    {"within noise", RS_TABLE("Within noise")},
    {"too few steps", RS_TABLE("Too few steps")},
    {"not known", RS_TABLE("Not known")},
    {"grown", RS_TABLE("Slower")},
    {"shrunk", RS_TABLE("Faster")},
    {"only base", RS_TABLE("Base only")},
    {"only other", RS_TABLE("Other only")},
    // Times of a step in two runs, beside those of a step.
    {"step", RS_TABLE("Step")},
    {"communication", RS_TABLE("Communication")},
    {"operator", RS_TABLE("Operator")},
    {"domain", RS_TABLE("Communication domain")},
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
    const auto *const at = std::ranges::find(words, word, &Word::word);
    return at == std::end(words) ? nullptr : at->title;
}

QString phraseText(const Phrase &phrase)
{
    if (phrase.isEmpty())
        return {};
    return phrase.filled(QCoreApplication::translate("Finding", phrase.literal.toUtf8().constData()));
}

QString joinedSentences(const QStringList &sentences)
{
    return sentences.join(u' ').replace(QStringLiteral("\u3002 "), QStringLiteral("\u3002"));
}

QString placeText(const Place &place)
{
    const auto value = [](const Place::Part &p) {
        return p.kind == Place::Kind::Step && p.value.isEmpty() ? QCoreApplication::translate("Place", "none")
                                                                : p.value;
    };
    QString out;
    for (const Place::Part &p : place.parts()) {
        if (!out.isEmpty())
            out += QCoreApplication::translate("Place", ", ");
        out += QCoreApplication::translate("Place", Place::pattern(p.kind)).arg(value(p));
    }
    return out;
}

} // namespace rs
