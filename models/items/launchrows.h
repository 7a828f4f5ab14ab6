// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/idlecauses.h"
#include "analysis/kernelchain.h"
#include "items/rowsource.h"

namespace rs {

/// Rows that name slices of one rank beside words of their own: a pool that holds both, filled while a job builds the
/// rows.
class SliceRows : public RowSource
{
public:
    [[nodiscard]] const StringPool &strings() const override { return m_strings; }
    [[nodiscard]] std::optional<double> real(quint32, int) const override { return std::nullopt; }
    [[nodiscard]] const RankData &rank() const { return *m_rank; }

protected:
    explicit SliceRows(std::shared_ptr<const RankData> rank);
    /// Name of a slice, NoText for NoSlice.
    [[nodiscard]] StrId nameOf(SliceId slice) const;
    /// Makes the name known; every slice that a row names must pass here before the rows are shared.
    void remember(SliceId slice);
    [[nodiscard]] StrId word(const QString &text) { return m_strings.internText(text); }

private:
    std::shared_ptr<const RankData> m_rank;
    StringPool m_strings;
    std::vector<StrId> m_ownOf; // by StrId of the trace
};

/// Every gap of one rank with its cause.
class IdleGapRows final : public SliceRows
{
public:
    enum Column : quint8 { Duration, Cause, Start, Step, Next, Launch, Evidence, Stamp };

    /// Takes the words of the current language; `originNs` is the zero of the Start column.
    IdleGapRows(std::shared_ptr<const RankData> rank, IdleReport report, qint64 originNs);

    [[nodiscard]] static std::vector<TableColumn> titles();
    [[nodiscard]] const IdleGap &gap(quint32 row) const { return m_report.gaps[row]; }
    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_report.gaps.size()); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] std::optional<Interval> time(quint32 row) const override { return gap(row).range; }
    [[nodiscard]] SliceId slice(quint32 row) const override { return gap(row).next; }

private:
    IdleReport m_report;
    qint64 m_originNs;
    std::array<StrId, static_cast<size_t>(IdleCause::Count)> m_causes{};
    std::vector<StrId> m_steps;
};

/// Every kernel of one rank with its way from the framework to the device.
class KernelChainRows final : public SliceRows
{
public:
    enum Column : quint8 {
        Kernel,
        Operator,
        Status,
        Prepare,
        OperatorTime,
        Enqueue,
        Queue,
        Pipeline,
        Launch,
        EndToEnd,
        Delay,
        Device,
        Start,
        Api,
        Stamp
    };

    KernelChainRows(std::shared_ptr<const RankData> rank, KernelChains chains, qint64 originNs);

    [[nodiscard]] static std::vector<TableColumn> titles();
    [[nodiscard]] static QString statusText(ChainStatus status);
    [[nodiscard]] const KernelChains &chains() const { return m_chains; }
    [[nodiscard]] const KernelChain &chain(quint32 row) const { return m_chains.rows[row]; }
    [[nodiscard]] quint32 rows() const override { return static_cast<quint32>(m_chains.rows.size()); }
    [[nodiscard]] StrId textId(quint32 row, int column) const override;
    [[nodiscard]] std::optional<qint64> integer(quint32 row, int column) const override;
    [[nodiscard]] std::optional<Interval> time(quint32 row) const override;
    [[nodiscard]] SliceId slice(quint32 row) const override { return chain(row).task; }

private:
    KernelChains m_chains;
    qint64 m_originNs;
    std::array<StrId, static_cast<size_t>(ChainStatus::Count)> m_status{};
};

} // namespace rs
