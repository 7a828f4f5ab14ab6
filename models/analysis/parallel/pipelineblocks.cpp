// SPDX-License-Identifier: Apache-2.0
#include "analysis/parallel/pipelineblocks.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>

namespace rs {

namespace {

using W = PipelineWork;

constexpr qint64 little = 50; // of all computing, by the number of receives: a cast or a copy between two tensors

IntervalLengths computedIn(const StageWork &work)
{
    std::vector<Interval> ranges;
    ranges.reserve(work.kernels.size());
    for (const StageKernel &k : work.kernels)
        ranges.push_back(k.time);
    return IntervalLengths(mergeIntervals(std::move(ranges)));
}

/// Computing between two transfers that counts as none.
qint64 slackOf(const StageWork &work, const IntervalLengths &computed)
{
    return totalLength(computed.set()) / (little * std::max<qint64>(1, std::ssize(work.transfers)));
}

/// Transfers of a stage with a neighbour at one time.
struct BorderEvent
{
    StageBorder border = StageBorder::FromPrevious;
    int microBatch = 0;
    Interval time;
    /// When it matters: what comes is there when the receive ends, what goes was ready when the send began.
    [[nodiscard]] qint64 at() const { return isReceive(border) ? time.to : time.from; }
};

std::optional<std::vector<BorderEvent>> eventsOf(const StageWork &work, const BorderCounts &tensors)
{
    std::vector<BorderEvent> out;
    std::array<std::vector<Interval>, stageBorders> all;
    for (const BorderTransfer &t : work.transfers)
        all[static_cast<size_t>(t.border)].push_back(t.time);
    for (size_t b = 0; b < stageBorders; ++b) {
        const size_t each = static_cast<size_t>(std::max(1, tensors[b]));
        if (all[b].size() % each != 0)
            return std::nullopt;
        for (size_t i = 0; i < all[b].size(); i += each) {
            BorderEvent e{static_cast<StageBorder>(b), static_cast<int>(i / each), all[b][i]};
            for (size_t k = i; k < i + each; ++k)
                e.time.to = std::max(e.time.to, all[b][k].to);
            out.push_back(e);
        }
    }
    std::ranges::stable_sort(out, [](const BorderEvent &a, const BorderEvent &b) {
        return std::pair(a.at(), isReceive(a.border)) < std::pair(b.at(), isReceive(b.border));
    });
    return out;
}

/// Walks over the transfers of a step.
class BlockWalk
{
public:
    BlockWalk(const StageWork &work, std::vector<BorderEvent> events)
        : m_work(work), m_events(std::move(events)), m_computed(computedIn(work)), m_slack(slackOf(work, m_computed))
    {
    }
    std::optional<std::vector<PipelineBlock>> take();

private:
    /// Kernels of one block, or of two whose border has to be found.
    struct Stretch
    {
        W work = W::Other;
        int microBatch = -1;
        size_t first = 0;
        size_t last = 0; ///< behind it
        W next = W::Other;
        int nextMicroBatch = -1;
        bool hasNext = false;
    };
    using Names = std::vector<quint32>;

    [[nodiscard]] size_t kernelAt(qint64 ns) const;
    [[nodiscard]] bool isEarly(const BorderEvent &receive) const;
    void open(const BorderEvent &receive, qint64 from);
    bool receive(const BorderEvent &e);
    bool send(const BorderEvent &e);
    bool close(qint64 to, W next = W::Other, int nextMicroBatch = -1, bool hasNext = false);
    void closeLast();
    [[nodiscard]] Names namesOf(size_t first, size_t last) const;
    [[nodiscard]] const Names *aloneOf(W work) const;
    [[nodiscard]] size_t borderByPass(const Stretch &s) const;
    [[nodiscard]] size_t borderByNames(const Stretch &s) const;
    void add(W work, int microBatch, size_t first, size_t last);
    void addStretch(const Stretch &s);
    void addOthers();

    const StageWork &m_work;
    std::vector<BorderEvent> m_events;
    IntervalLengths m_computed;
    qint64 m_slack;
    std::deque<BorderEvent> m_waiting; ///< received while another block ran
    W m_open = W::Other;               ///< Other: nothing is known of what runs
    int m_microBatch = -1;
    size_t m_first = 0; ///< kernel of what runs
    std::vector<Stretch> m_stretches;
    Names m_forward; ///< kernels of a pass that stands alone
    Names m_backward;
    std::vector<PipelineBlock> m_out;
};

size_t BlockWalk::kernelAt(qint64 ns) const
{
    const auto at = std::ranges::lower_bound(m_work.kernels, ns, {}, [](const StageKernel &k) { return k.time.from; });
    return static_cast<size_t>(at - m_work.kernels.begin());
}

// Posted ahead, it came while the block before was still computed.
bool BlockWalk::isEarly(const BorderEvent &receive) const
{
    const size_t running = kernelAt(receive.time.to);
    const bool started = running > m_first;
    const qint64 from = m_first < m_work.kernels.size() ? std::max(receive.time.from, m_work.kernels[m_first].time.from)
                                                        : receive.time.from;
    return !started || m_computed.inside({from, receive.time.to}) > m_slack;
}

void BlockWalk::open(const BorderEvent &receive, qint64 from)
{
    m_open = receive.border == StageBorder::FromPrevious ? W::Forward : W::Backward;
    m_microBatch = receive.microBatch;
    m_first = std::max(m_first, kernelAt(from));
}

bool BlockWalk::receive(const BorderEvent &e)
{
    if (m_open == W::Other) {
        open(e, e.time.to);
        return true;
    }
    // Whether a block ends with a send that is still to come.
    const bool isOpenEnded = m_open == W::Forward ? m_work.isLast : m_work.isFirst;
    if (!isOpenEnded || isEarly(e)) {
        m_waiting.push_back(e);
        return true;
    }
    if (!close(e.time.to))
        return false;
    open(e, e.time.to);
    return true;
}

bool BlockWalk::send(const BorderEvent &e)
{
    const W ended = e.border == StageBorder::ToNext ? W::Forward : W::Backward;
    const bool isFree = ended == W::Forward ? m_work.isFirst : m_work.isLast; // no receive begins it
    bool done = false;
    if (m_open == ended) {
        done = m_microBatch == e.microBatch && close(e.time.from);
    } else if (m_open == W::Other) {
        m_open = ended;
        m_microBatch = e.microBatch;
        done = isFree && close(e.time.from);
    } else {
        done = isFree && close(e.time.from, ended, e.microBatch, true);
    }
    if (!done)
        return false;
    if (!m_waiting.empty()) {
        open(m_waiting.front(), e.time.from);
        m_waiting.pop_front();
    }
    return true;
}

bool BlockWalk::close(qint64 to, W next, int nextMicroBatch, bool hasNext)
{
    const size_t last = kernelAt(to);
    if (last <= m_first)
        return false;
    m_stretches.push_back({m_open, m_microBatch, m_first, last, next, nextMicroBatch, hasNext});
    Names &alone = m_open == W::Forward ? m_forward : m_backward;
    if (!hasNext)
        alone = namesOf(m_first, last);
    m_first = last;
    m_open = W::Other;
    m_microBatch = -1;
    return true;
}

// Work that no border ends, with what comes after it.
void BlockWalk::closeLast()
{
    const size_t last = m_work.kernels.size();
    if (m_open == W::Other || last <= m_first)
        return;
    m_stretches.push_back({m_open, m_microBatch, m_first, last, W::Other, -1, true});
    m_first = last;
}

BlockWalk::Names BlockWalk::namesOf(size_t first, size_t last) const
{
    Names out;
    for (size_t i = first; i < last; ++i)
        out.push_back(m_work.kernels[i].name);
    return out;
}

const BlockWalk::Names *BlockWalk::aloneOf(W work) const
{
    const Names *const out = work == W::Forward ? &m_forward : work == W::Backward ? &m_backward : nullptr;
    return out && !out->empty() ? out : nullptr;
}

// The first kernel of the other pass; the first of the stretch: unknown.
size_t BlockWalk::borderByPass(const Stretch &s) const
{
    const KernelPass own = s.work == W::Forward ? KernelPass::Forward : KernelPass::Backward;
    size_t border = s.first;
    for (size_t i = s.first; i < s.last; ++i) {
        const KernelPass pass = m_work.kernels[i].pass;
        if (pass == KernelPass::Unknown)
            continue;
        if (pass == own && border > s.first)
            return s.first; // they are mixed
        if (pass != own && border == s.first) {
            if (i == s.first)
                return s.first;
            border = i;
        }
    }
    return border;
}

size_t BlockWalk::borderByNames(const Stretch &s) const
{
    const auto kernels = [this](size_t i) { return m_work.kernels.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto isSame = [](const StageKernel &k, quint32 name) { return k.name == name; };
    if (const Names *const next = aloneOf(s.next); next && next->size() < s.last - s.first) {
        const size_t border = s.last - next->size();
        if (std::equal(kernels(border), kernels(s.last), next->begin(), isSame))
            return border;
    }
    if (const Names *const own = aloneOf(s.work); own && own->size() < s.last - s.first) {
        const size_t border = s.first + own->size();
        if (std::equal(kernels(s.first), kernels(border), own->begin(), isSame))
            return border;
    }
    return s.first;
}

void BlockWalk::add(W work, int microBatch, size_t first, size_t last)
{
    PipelineBlock b{work, microBatch, m_work.kernels[first].time, m_work.kernels[first].slice};
    for (size_t i = first; i < last; ++i)
        b.time.to = std::max(b.time.to, m_work.kernels[i].time.to);
    m_out.push_back(b);
}

void BlockWalk::addStretch(const Stretch &s)
{
    if (!s.hasNext)
        return add(s.work, s.microBatch, s.first, s.last);
    // Kernels that stand alone tell the border of a step's tail better: the optimiser runs where forwards do.
    size_t border = borderByNames(s);
    if (border == s.first)
        border = borderByPass(s);
    if (border > s.first) {
        add(s.work, s.microBatch, s.first, border);
        return add(s.next, s.nextMicroBatch, border, s.last);
    }
    if (s.next == W::Other)
        return add(s.work, s.microBatch, s.first, s.last);
    add(W::ForwardBackward, s.microBatch == s.nextMicroBatch ? s.microBatch : -1, s.first, s.last);
}

// Before the first and behind the last pass.
void BlockWalk::addOthers()
{
    const size_t before = m_stretches.front().first;
    if (m_first < m_work.kernels.size())
        add(W::Other, -1, m_first, m_work.kernels.size());
    if (before > 0)
        add(W::Other, -1, 0, before);
}

std::optional<std::vector<PipelineBlock>> BlockWalk::take()
{
    for (const BorderEvent &e : m_events) {
        if (!(isReceive(e.border) ? receive(e) : send(e)))
            return std::nullopt;
    }
    closeLast();
    if (m_stretches.empty() || !m_waiting.empty())
        return std::nullopt;
    for (const Stretch &s : m_stretches)
        addStretch(s);
    addOthers();
    std::ranges::stable_sort(m_out, {}, &PipelineBlock::time);
    return std::move(m_out);
}

bool isForward(const PipelineBlock &b)
{
    return b.work == W::Forward || b.work == W::ForwardBackward;
}

bool isBackward(const PipelineBlock &b)
{
    return b.work == W::Backward || b.work == W::ForwardBackward;
}

} // namespace

BorderCounts tensorsOfBorders(const StageWork &work)
{
    const IntervalLengths computed = computedIn(work);
    const qint64 slack = slackOf(work, computed);
    BorderCounts out{};
    for (size_t b = 0; b < stageBorders; ++b) {
        const Interval *before = nullptr;
        int run = 0;
        const auto endRun = [&] { out[b] = out[b] == 0 ? run : run == 0 ? out[b] : std::min(out[b], run); };
        for (const BorderTransfer &t : work.transfers) {
            if (static_cast<size_t>(t.border) != b)
                continue;
            const bool ofReceives = isReceive(t.border);
            const Interval between = !before      ? Interval()
                                     : ofReceives ? Interval{before->to, t.time.to}
                                                  : Interval{before->from, t.time.from};
            if (before && computed.inside(between) > slack) {
                endRun();
                run = 0;
            }
            ++run;
            before = &t.time;
        }
        endRun();
    }
    return out;
}

std::optional<std::vector<PipelineBlock>> blocksByTransfers(const StageWork &work, const BorderCounts &tensors)
{
    std::optional<std::vector<BorderEvent>> events = eventsOf(work, tensors);
    if (!events || events->empty() || work.kernels.empty())
        return std::nullopt;
    return BlockWalk(work, std::move(*events)).take();
}

std::vector<PipelineBlock> blocksByMarks(const StageWork &work, const std::vector<PassMark> &marks)
{
    std::vector<PipelineBlock> out;
    std::array<int, 3> count{};
    for (const PassMark &m : marks) {
        const W of = m.pass == KernelPass::Forward ? W::Forward : W::Backward;
        out.push_back({of, count[static_cast<size_t>(m.pass)]++, m.time, m.slice});
    }
    if (out.empty())
        return out;
    qint64 last = out.front().time.to;
    for (const PipelineBlock &b : out)
        last = std::max(last, b.time.to);
    const qint64 first = out.front().time.from;
    PipelineBlock before;
    PipelineBlock behind;
    for (const StageKernel &k : work.kernels) {
        PipelineBlock *const into = k.time.from < first ? &before : k.time.from >= last ? &behind : nullptr;
        if (!into)
            continue;
        if (into->slice == NoSlice) {
            into->time = k.time;
            into->slice = k.slice;
        }
        into->time.to = std::max(into->time.to, k.time.to);
    }
    for (const PipelineBlock &b : {before, behind}) {
        if (b.slice != NoSlice)
            out.push_back(b);
    }
    std::ranges::stable_sort(out, {}, &PipelineBlock::time);
    return out;
}

std::optional<PipelinePhases> pipelinePhases(const std::vector<PipelineBlock> &blocks)
{
    std::vector<PipelineBlock> passes;
    std::ranges::copy_if(blocks, std::back_inserter(passes), [](const PipelineBlock &b) { return b.work != W::Other; });
    const auto firstBackward = std::ranges::find_if(passes, isBackward);
    const auto lastForward = std::find_if(passes.rbegin(), passes.rend(), isForward);
    if (firstBackward == passes.end() || lastForward == passes.rend())
        return std::nullopt;
    auto first = firstBackward;
    if (first->work == W::Backward && first != passes.begin())
        --first;
    auto last = std::prev(lastForward.base());
    if (last->work == W::Forward && std::next(last) != passes.end())
        ++last;
    PipelinePhases out;
    out.warmUp = {passes.front().time.from, first->time.from};
    out.steady = {first->time.from, std::max(first->time.from, last->time.to)};
    qint64 end = out.steady.to;
    for (const PipelineBlock &b : passes)
        end = std::max(end, b.time.to);
    out.coolDown = {out.steady.to, end};
    return out;
}

} // namespace rs
