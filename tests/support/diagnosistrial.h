// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/diagnosis/diagnosis.h"
#include "generator/options.h"

#include <QString>

#include <optional>
#include <vector>

namespace rs::test {

/// Fault planted into a generated run, by the generator's own account.
struct PlantedFault
{
    gen::Fault fault;
    double costMs = 0;  ///< time that a run without the other faults is longer for it
    double addedMs = 0; ///< time that this run is longer for it: less, where another fault hides it
    bool hidden = false;
};

struct DiagnosisTrial
{
    QString error; ///< empty when the run could be written and read
    std::vector<PlantedFault> planted;
    Diagnosis diagnosis; ///< saw the written files only
    double runMs = 0;
    double togetherMs = 0;               ///< time that the run is longer for all that was planted
    std::optional<double> replayError{}; ///< StepReplay::error()
    bool onPath = false; ///< the rank of the only fault is on the critical path, in the steps of the fault
    /// How much longer the rank took there than the median of its stage for the same work: mending it gains no more,
    /// and less where another way is nearly as long. Unset where hosts run ahead: steps of devices overlap.
    std::optional<double> pathMs{};

    /// The problem that is the fault: its kind and rank, or both ends of its link; null when it was not found.
    [[nodiscard]] const Verdict *found(const gen::Fault &fault) const;
    /// Problems that no planted fault is.
    [[nodiscard]] int falseAlarms() const;
    /// (told - planted) of what it costs beside the others, in parts of what it costs without them.
    [[nodiscard]] static double costError(const Verdict &verdict, const PlantedFault &planted);
    /// The same of what it costs once the others are mended.
    [[nodiscard]] static double wholeError(const Verdict &verdict, const PlantedFault &planted);
    /// All verdicts, for messages of tests.
    [[nodiscard]] QString text() const;
};

/// Writes a run into a temporary folder, reads it back, without its last rank where `lacksLast`, and has it diagnosed.
/// `options.outDir` is set here.
[[nodiscard]] DiagnosisTrial diagnosisTrial(gen::GeneratorOptions options, bool lacksLast = false);

/// A run whose clocks are minutes apart; both frameworks in turn.
[[nodiscard]] gen::GeneratorOptions diagnosisRun(quint64 seed, int ranks, int tp, int pp);

/// Between whom a link is: the slow one of usualFault() is between ranks that share the data.
enum class LinkPlace : quint8 { Data, Tensor, Stages };
/// A slow link there. Without tensor parallelism or stages: one of the data.
[[nodiscard]] gen::Fault slowLink(LinkPlace place, quint64 seed, const gen::GeneratorOptions &options);

/// A fault of that kind and of a usual size, at a rank and step that follow from the seed.
[[nodiscard]] gen::Fault usualFault(gen::Fault::Kind kind, quint64 seed, const gen::GeneratorOptions &options);

} // namespace rs::test
