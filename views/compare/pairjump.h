// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "views/state/runstore.h"

#include <QCoreApplication>

class QMenu;

namespace rs {

class ViewState;

/// The occurrences that a row of a comparison leads to; NoSlice where the trace of a side has none.
struct PairPlace
{
    RankRef base;
    SliceId ofBase = NoSlice;
    RankRef other;
    SliceId ofOther = NoSlice;
};

/// Targets of rows of comparisons.
class PairJump
{
    Q_DECLARE_TR_FUNCTIONS(rs::PairJump)
public:
    PairJump(RunStore *runs, ViewState *state) : m_runs(runs), m_state(state) {}

    /// The occurrence of the other side in the timeline, which a row is about; of the base where the other has none.
    /// If no side has any, a notice says so.
    void showOne(const PairPlace &pair) const;
    /// Both, one above the other, laid so that they start together. Nothing where a side has none.
    void showBoth(const PairPlace &pair) const;
    /// Whether a row is of two executions, or of many on each side, of which the longest are shown.
    enum class Of : quint8 { Longest, Execution };
    /// The entries of a row's menu: each of the two, and both; disabled with the reason where there is nothing to see.
    void addTo(QMenu *menu, const PairPlace &pair, Of of = Of::Longest) const;
    /// Adds the entry for both sides.
    void addBothTo(QMenu *menu, const PairPlace &pair) const;

private:
    void reveal(RankRef ref, SliceId slice) const;

    RunStore *m_runs;
    ViewState *m_state;
};

} // namespace rs
