// SPDX-License-Identifier: Apache-2.0
// Ranks of a stage against each other: who spends more of a time than the median of its peers.
#pragma once

#include "analysis/diagnosis/runevidence.h"

#include <functional>
#include <optional>
#include <vector>

namespace rs {

/// A rank that spends more than its peers.
struct Excess
{
    int rank = -1;
    int normalPeer = -1;
    std::vector<size_t> steps;   ///< into RunEvidence::steps
    bool everywhere = false;     ///< that are all of them
    qint64 ns = 0;               ///< beyond the median of the peers, of the steps
    qint64 medianNs = 0;         ///< of the peers, of the steps
    size_t peers = 0;            ///< with which it is compared
    std::optional<size_t> worst; ///< of the steps the one with most of `ns`
    /// One more step, `moreNs` beyond the median of its peers.
    void add(size_t step, qint64 moreNs, qint64 ofMedianNs);

private:
    qint64 m_worstNs = 0;
};

/// Two ranks without further peers that differ.
struct PeerDifference
{
    int more = -1;
    int less = -1;
    qint64 ns = 0;
    qint64 lessNs = 0;
    bool enough = false; ///< to be worth a word
};

/// Three peers or more that differ by enough, though none of them stands out.
struct PeerUnevenness
{
    std::vector<int> ranks; ///< all of these peers
    std::vector<int> slow;  ///< by enough above `halfNs`, the slowest first
    int least = -1;
    qint64 ns = 0;     ///< the slowest, beyond halfNs
    qint64 halfNs = 0; ///< the median of the half that has less
};

struct ExcessReport
{
    std::vector<Excess> excesses;
    std::vector<PeerDifference> differences;
    std::vector<PeerUnevenness> uneven; ///< of each group that is
    /// The difference of two that is worth a word, else the largest; null: no two ranks are alone with each other.
    [[nodiscard]] const PeerDifference *difference() const;
    /// The largest difference from the median of the peers, of all steps together, whoever has it; -1: nothing known.
    int farthest = -1;
    qint64 farthestNs = 0;
    qint64 farthestMedianNs = 0;
    bool farthestEnough = false; ///< to be worth a word
    /// That of other values of the same ranks, where any of them could be compared.
    void takeFarthest(const ExcessReport &shown);
    std::vector<int> alone;   ///< ranks with the value of whose peers none has it
    std::vector<int> lacking; ///< ranks that have it not, or not in every step, and are not judged for that
    std::vector<int> fewer;   ///< ranks with fewer steps than their peers, judged by those that they share
    bool compared = false;    ///< some rank has two known peers at least
    bool known = false;       ///< some rank has the value
};

/// Question to every rank: `isEnough` of excess, median and length of a step, or of several together.
struct PeerQuestion
{
    CellValue value;
    std::function<bool(qint64 ns, qint64 medianNs, qint64 stepNs)> isEnough;
};

/// Who stands out.
[[nodiscard]] ExcessReport comparePeers(const RunEvidence &evidence, const PeerQuestion &question);
/// The excess of one of these peers, as if it were the odd one of them; nothing where it is not by enough above their
/// median, in nearly all steps.
[[nodiscard]] std::optional<Excess> excessOf(const RunEvidence &evidence, int rank, const std::vector<int> &peers,
                                             const PeerQuestion &question);
/// The rank, but for the one at `of`, whose sum is closest to the median; rather one whose frequency never dropped.
/// `sums` beside `ranks`; -1: there is no other.
[[nodiscard]] int normalPeer(const RunEvidence &evidence, const std::vector<int> &ranks,
                             const std::vector<double> &sums, double median, size_t of);
/// Steps by name for a verdict; none where it is about all of them.
[[nodiscard]] QStringList stepNames(const RunEvidence &evidence, const Excess &excess);

/// Sentences for an area without an outlier: the sentences of its kind with rank, ms and percent, in this
/// order: one who is farthest from the median, above it or below; two ranks that differ, and two that hardly do; peers
/// that are uneven.
struct AreaWords
{
    Phrase missing;
    QString farthestAbove;
    QString farthestBelow;
    QString farthestCostless = {}; ///< the same above it, by enough, though it is no problem; empty: that is not said
    QString differ;
    QString alike;
    QString oneSlower = {};     ///< peers are uneven, a rank on the long side; empty: that is not said
    QString severalSlower = {}; ///< the same, ranks
};
/// `wholeNs` 0: percent of what the others have.
[[nodiscard]] Verdict areaVerdict(const RunEvidence &evidence, const ExcessReport &report, DiagnosisKind kind,
                                  qint64 wholeNs, const AreaWords &words);

} // namespace rs
