// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <optional>
#include <vector>

namespace rs::gen {

/// Half-open range of ns.
struct Span
{
    qint64 from = 0;
    qint64 to = 0;
    [[nodiscard]] qint64 length() const { return to - from; }
};
using Spans = std::vector<Span>;

[[nodiscard]] qint64 sumOf(const Spans &spans);

/// The official overlap analysis of one rank, fed step by step: Computing, Communication, Communication(Not Overlapped)
/// and Free pieces; ranges that touch are one. The host waits for the device between steps, so no piece but Free
/// crosses a step's end. The program's own interval sets are not used here: this is what they are tested against.
class OverlapSweep
{
public:
    void addCompute(Span s) { add(m_compute, s); }
    void addCommunication(Span s) { add(m_communication, s); }

    struct Step
    {
        Spans compute;
        Spans communication;
        Spans notOverlapped;
        Spans free;                           ///< inside the step
        std::optional<Span> freeBefore;       ///< from the end of the step before
        [[nodiscard]] qint64 firstNs() const; ///< first of compute and communication; 0 when there is neither
        [[nodiscard]] qint64 lastNs() const;
    };
    /// Everything added since the last call.
    [[nodiscard]] Step finishStep();

private:
    struct Edge
    {
        qint64 ns = 0;
        int delta = 0;
    };
    static void add(std::vector<Edge> &edges, Span s)
    {
        if (s.to > s.from) {
            edges.push_back({s.from, 1});
            edges.push_back({s.to, -1});
        }
    }

    std::vector<Edge> m_compute;
    std::vector<Edge> m_communication;
    std::optional<qint64> m_lastEnd;
};

} // namespace rs::gen
