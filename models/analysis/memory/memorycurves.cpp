// SPDX-License-Identifier: Apache-2.0
#include "analysis/memory/memorycurves.h"

#include "analysis/memory/graphmemory.h"
#include "analysis/memory/streammemory.h"
#include "core/job/cancelsort.h"

#include <array>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr size_t ValuesOfABlock = ReachLevels::ValuesOfABlock;
constexpr qint64 BlocksOfAPixel = 8; // of blocks as short as that the edges are those of the pixel

QString textAt(const Table &table, int row, int column)
{
    return table.strings().text(table.textId(row, column));
}

// Modules of CANN are components that say no more than what they reserved, graphs those that hold and reserve.
MemoryRecordColumns columnsFor(const Table &table, MemoryGrouping grouping)
{
    const auto kilobytes = [](auto column) { return ScaledColumn{static_cast<int>(column), 1 / 1024.0}; };
    if (grouping == MemoryGrouping::Stream) {
        MemoryRecordColumns out;
        out.component = static_cast<int>(StreamMemoryColumn::Component);
        out.time = static_cast<int>(StreamMemoryColumn::Time);
        out.measures[static_cast<size_t>(MemoryMeasure::Allocated)] = kilobytes(StreamMemoryColumn::Held);
        out.stream = static_cast<int>(StreamMemoryColumn::Stream);
        out.device = static_cast<int>(StreamMemoryColumn::Device);
        return out;
    }
    if (grouping == MemoryGrouping::Graph) {
        MemoryRecordColumns out;
        out.component = static_cast<int>(GraphMemoryColumn::Graph);
        out.time = static_cast<int>(GraphMemoryColumn::Place);
        out.measures[static_cast<size_t>(MemoryMeasure::Allocated)] = kilobytes(GraphMemoryColumn::Held);
        out.measures[static_cast<size_t>(MemoryMeasure::Reserved)] = kilobytes(GraphMemoryColumn::Total);
        return out;
    }
    if (grouping != MemoryGrouping::Module)
        return MemoryRecordColumns(table);
    const ModuleMemoryColumns modules(table);
    MemoryRecordColumns out;
    out.component = modules.component;
    out.time = modules.time;
    out.measures[static_cast<size_t>(MemoryMeasure::Reserved)] = modules.reserved;
    out.device = modules.device;
    return out;
}

// The order in which components are listed.
int componentPlace(QStringView component)
{
    if (isMemoryTotal(component))
        return 0;
    static constexpr std::array<QStringView, 5> known{u"PTA", u"MindSpore", u"GE", u"WORKSPACE", u"APP"};
    const auto *const at = std::ranges::find(known, component);
    return 1 + static_cast<int>(at - known.begin());
}

} // namespace

// ---- a curve ------------------------------------------------------------------------------------------------------

size_t MemoryCurve::firstAtOrAfter(qint64 ns) const
{
    // The times of blocks lie together: looking them up in the table misses the cache at each turn.
    const size_t block = blockAtOrAfter(ns);
    size_t from = block > 0 ? (block - 1) * ValuesOfABlock : 0;
    size_t to = std::min(block * ValuesOfABlock, size());
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (time(middle) < ns)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

size_t MemoryCurve::blockAtOrAfter(qint64 ns) const
{
    return static_cast<size_t>(std::ranges::lower_bound(m_blockTimes, ns) - m_blockTimes.begin());
}

// Values lie far apart in the table, so looking for the first one behind an edge, and at those before the first whole
// block, costs more than all whole blocks together.
size_t MemoryCurve::pixelEnd(qint64 to, qint64 length) const
{
    const size_t block = blockAtOrAfter(to);
    const bool isShort = block > 0 && block < m_blockTimes.size() &&
                         m_blockTimes[block] - m_blockTimes[block - 1] <= length / BlocksOfAPixel;
    return isShort ? block * ValuesOfABlock : firstAtOrAfter(to);
}

std::optional<double> MemoryCurve::valueAt(qint64 ns) const
{
    const size_t next = ns == std::numeric_limits<qint64>::max() ? size() : firstAtOrAfter(ns + 1);
    return next > 0 ? std::optional(value(next - 1)) : std::nullopt;
}

ValueReach MemoryCurve::reach(size_t first, size_t last) const
{
    return m_levels.of(first, last, [this](size_t i) { return value(i); });
}

void MemoryCurve::seal(const MemoryRecordColumns &columns)
{
    const auto measure = [&](MemoryMeasure m) { return columns.measures[static_cast<size_t>(m)]; };
    const bool isDifference = quantity == MemoryQuantity::Fragmentation;
    m_more = measure(isDifference ? MemoryMeasure::Reserved : static_cast<MemoryMeasure>(quantity));
    m_less = isDifference ? measure(MemoryMeasure::Allocated) : ScaledColumn();
    m_times = {*m_table, columns.time};
    m_values = {*m_table, m_more.column};
    m_lessValues = {*m_table, m_less.column};
    for (size_t i = 0; i < size(); i += ValuesOfABlock)
        m_blockTimes.push_back(time(i));
    m_levels = {size(), [this](size_t i) { return value(i); }};
    m_peak = *peakIn({time(0), std::numeric_limits<qint64>::max()});
}

std::optional<MemoryPoint> MemoryCurve::peakIn(Interval window) const
{
    size_t first = firstAtOrAfter(window.from);
    const size_t last = firstAtOrAfter(window.to);
    // The value of the curve at the beginning of the window counts as well.
    const bool entered = first > 0 && window.from < window.to;
    const MemoryPoint entering{window.from, entered ? value(first - 1) : 0.0};
    if (first == last)
        return entered ? std::optional(entering) : std::nullopt;
    const double most = reach(first, last).most;
    if (entered && entering.mb >= most)
        return entering;
    // By halves: the first of the values that are as great.
    size_t end = last;
    while (end - first > 1) {
        const size_t middle = first + (end - first) / 2;
        if (reach(first, middle).most >= most)
            end = middle;
        else
            first = middle;
    }
    return at(first);
}

std::vector<CurvePixel> MemoryCurve::pixels(Interval window, int width) const
{
    std::vector<CurvePixel> out;
    if (m_rows.empty() || width <= 0 || window.length() <= 0)
        return out;
    const auto startOf = [&](int x) {
        return saturatedSum(window.from, static_cast<qint64>(static_cast<double>(window.length()) / width * x));
    };
    size_t next = firstAtOrAfter(window.from);
    for (int x = 0; x < width; ++x) {
        const bool isLast = x + 1 == width; // with what is at the end of the window
        const qint64 to = isLast ? saturatedSum(window.to, 1) : startOf(x + 1);
        const size_t first = next;
        // A window without samples needs no bisection.
        if (next < size() && time(next) < to)
            next = isLast ? firstAtOrAfter(to) : pixelEnd(to, to - startOf(x));
        const bool isHeld = first > 0;
        if (first == next && (!isHeld || startOf(x) > m_endNs))
            continue;
        CurvePixel p;
        p.x = x;
        p.first = value(isHeld ? first - 1 : first);
        p.last = value(next - 1);
        ValueReach r{p.first, p.first};
        if (first < next)
            r.add(reach(first, next));
        p.least = r.least;
        p.most = r.most;
        out.push_back(p);
    }
    return out;
}

// ---- all of them --------------------------------------------------------------------------------------------------

class MemoryCurveMaker
{
public:
    MemoryCurveMaker(std::shared_ptr<const Table> table, MemoryGrouping grouping, const JobContext &job)
        : m_table(std::move(table)), m_grouping(grouping), m_job(job), m_columns(columnsFor(*m_table, grouping)),
          m_times(*m_table, m_columns.time)
    {
        for (size_t m = 0; m < MemoryMeasures; ++m)
            m_cells[m] = {*m_table, m_columns.measures[m].column};
    }

    MemoryCurves make()
    {
        MemoryCurves out;
        out.table = m_table;
        if (m_columns.time < 0 || m_columns.component < 0 || !collect(out))
            return out;
        for (auto &[key, rows] : m_groups) {
            for (size_t q = 0; q < MemoryQuantities; ++q) {
                if (rows[q].empty())
                    continue;
                MemoryCurve curve;
                curve.m_table = m_table;
                curve.quantity = static_cast<MemoryQuantity>(q);
                curve.component = m_table->strings().text(std::get<1>(key));
                curve.stream = m_table->strings().text(std::get<2>(key));
                curve.device = m_table->strings().text(std::get<0>(key));
                curve.m_rows = std::move(rows[q]);
                curve.m_endNs = out.span.to;
                if (!inOrder(curve.m_rows))
                    return {m_table, {}, {}, 0};
                curve.seal(m_columns);
                // Each graph has an axis of its own.
                if (m_grouping == MemoryGrouping::Graph)
                    curve.m_endNs = curve.at(curve.size() - 1).ns;
                out.curves.push_back(std::move(curve));
            }
        }
        std::ranges::stable_sort(out.curves, [](const MemoryCurve &a, const MemoryCurve &b) {
            const auto keyOf = [](const MemoryCurve &c) {
                return std::tuple<const QString &, int, const QString &, const QString &, MemoryQuantity>(
                    c.device, componentPlace(c.component), c.component, c.stream, c.quantity);
            };
            return keyOf(a) < keyOf(b);
        });
        return out;
    }

private:
    using Key = std::tuple<StrId, StrId, StrId>; ///< device, component, stream
    using Rows = std::array<std::vector<quint32>, MemoryQuantities>;

    /// False when cancelled.
    bool collect(MemoryCurves &out)
    {
        const StampRange range =
            m_grouping == MemoryGrouping::Graph ? StampRange() : credibleStampsOf(*m_table, m_columns.time);
        JobPoll poll(m_job);
        bool any = false;
        // Most rows are of the same curves as the one before.
        Key last;
        Rows *rows = nullptr;
        for (int row = 0; row < m_table->rows(); ++row) {
            if (poll.isCanceled())
                return false;
            const qint64 ns = m_times.at(row);
            if (!m_times.has(row) || !range.contains(ns)) {
                ++out.strays;
                continue;
            }
            out.span = any ? Interval{std::min(out.span.from, ns), std::max(out.span.to, ns)} : Interval{ns, ns};
            any = true;
            const Key key{m_table->textId(row, m_columns.device), m_table->textId(row, m_columns.component),
                          m_grouping == MemoryGrouping::Stream ? m_table->textId(row, m_columns.stream) : NoText};
            if (!rows || key != last) {
                rows = &m_groups[key];
                last = key;
            }
            std::array<bool, MemoryMeasures> has{};
            for (size_t m = 0; m < MemoryMeasures; ++m)
                has[m] = m_cells[m].has(row);
            const auto add = [&](MemoryQuantity q) {
                (*rows)[static_cast<size_t>(q)].push_back(static_cast<quint32>(row));
            };
            const bool allocated = has[static_cast<size_t>(MemoryMeasure::Allocated)];
            const bool reserved = has[static_cast<size_t>(MemoryMeasure::Reserved)];
            if (allocated)
                add(MemoryQuantity::Allocated);
            if (has[static_cast<size_t>(MemoryMeasure::Active)])
                add(MemoryQuantity::Active);
            if (reserved)
                add(MemoryQuantity::Reserved);
            const auto mb = [&](MemoryMeasure m) {
                const auto at = static_cast<size_t>(m);
                return m_cells[at].at(row) * m_columns.measures[at].scale;
            };
            if (allocated && reserved && !isAboveReserved(mb(MemoryMeasure::Allocated), mb(MemoryMeasure::Reserved)))
                add(MemoryQuantity::Fragmentation);
        }
        return true;
    }

    /// False when cancelled.
    bool inOrder(std::vector<quint32> &rows) const
    {
        const auto isBefore = [&](quint32 a, quint32 b) {
            return m_times.at(static_cast<int>(a)) < m_times.at(static_cast<int>(b));
        };
        return std::ranges::is_sorted(rows, isBefore) ? !m_job.isCanceled() : sortCancellably(rows, m_job, isBefore);
    }

    const std::shared_ptr<const Table> m_table;
    const MemoryGrouping m_grouping;
    const JobContext &m_job;
    const MemoryRecordColumns m_columns;
    const ColumnCells<qint64> m_times;
    std::array<ColumnCells<double>, MemoryMeasures> m_cells;
    std::map<Key, Rows> m_groups;
};

MemoryCurves memoryCurves(std::shared_ptr<const Table> table, MemoryGrouping grouping, const JobContext &job)
{
    if (table && grouping == MemoryGrouping::Graph)
        table = graphMemory(*table, job);
    if (table && grouping == MemoryGrouping::Stream)
        table = streamMemory(*table, job);
    return table ? MemoryCurveMaker(std::move(table), grouping, job).make() : MemoryCurves();
}

QStringList MemoryCurves::components() const
{
    QStringList out;
    for (const MemoryCurve &c : curves) {
        if (!out.contains(c.component))
            out << c.component;
    }
    std::ranges::stable_sort(out,
                             [](const QString &a, const QString &b) { return componentPlace(a) < componentPlace(b); });
    return out;
}

const MemoryCurve *MemoryCurves::find(QStringView component, MemoryQuantity quantity, QStringView stream) const
{
    const auto at = std::ranges::find_if(curves, [&](const MemoryCurve &c) {
        return c.component == component && c.quantity == quantity && c.stream == stream;
    });
    return at == curves.end() ? nullptr : &*at;
}

bool isMemoryTotal(QStringView component)
{
    return component.contains(u'+');
}

QString mainMemoryComponent(const MemoryCurves &curves)
{
    return curves.components().value(0);
}

namespace {

// Samples of one component in the order of their file.
struct RecordRows
{
    int place = 0; ///< among the components
    StrId id = NoText;
    bool wanted = false;
    bool ordered = true; ///< by time
    qint64 lastNs = 0;
    std::vector<quint32> rows{};
};

} // namespace

std::vector<quint32> memoryRows(const Table &table, QStringView component, Interval window, const JobContext &job)
{
    const MemoryRecordColumns c(table);
    std::vector<quint32> out;
    if (c.time < 0)
        return out;
    const StampRange range = credibleStampsOf(table, c.time);
    // A file has the samples of each component in their order, or nearly so: to part them is quicker than to sort all.
    std::vector<int> partOf(table.strings().size(), -1); // by component; -1: not yet known
    std::vector<RecordRows> parts;
    JobPoll poll(job);
    for (int row = 0; row < table.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        const StrId id = table.textId(row, c.component);
        int &part = partOf[raw(id)];
        if (part < 0) {
            const QString name = textAt(table, row, c.component);
            part = static_cast<int>(parts.size());
            parts.push_back({componentPlace(name), id, component.isEmpty() || name == component});
        }
        RecordRows &to = parts[static_cast<size_t>(part)];
        if (!to.wanted || !table.has(row, c.time))
            continue;
        if (const qint64 ns = table.integer(row, c.time); range.contains(ns) && ns >= window.from && ns < window.to) {
            to.ordered = to.ordered && (to.rows.empty() || to.lastNs <= ns);
            to.lastNs = ns;
            to.rows.push_back(static_cast<quint32>(row));
        }
    }
    std::ranges::sort(parts, [](const RecordRows &a, const RecordRows &b) {
        return std::pair(a.place, raw(a.id)) < std::pair(b.place, raw(b.id));
    });
    const auto timeOf = [&](quint32 row) { return table.integer(static_cast<int>(row), c.time); };
    for (RecordRows &part : parts) {
        if (!part.ordered &&
            !sortCancellably(part.rows, job, [&](quint32 a, quint32 b) { return timeOf(a) < timeOf(b); }))
            return {};
        out.insert(out.end(), part.rows.begin(), part.rows.end());
        part.rows = {};
    }
    return out;
}

std::vector<ModuleMemory> moduleMemory(const Table &table, const JobContext &job)
{
    const ModuleMemoryColumns c(table);
    std::vector<ModuleMemory> out;
    if (c.component < 0 || c.time < 0)
        return out;
    const StampRange range = credibleStampsOf(table, c.time);
    std::map<std::pair<StrId, StrId>, ModuleMemory> byName;
    JobPoll poll(job);
    for (int row = 0; row < table.rows(); ++row) {
        if (poll.isCanceled())
            return {};
        const auto mb = c.reserved.at(table, row);
        if (!mb || !table.has(row, c.time) || !range.contains(table.integer(row, c.time)))
            continue;
        const MemoryPoint point{table.integer(row, c.time), *mb};
        const auto [at, isNew] =
            byName.try_emplace({table.textId(row, c.component), table.textId(row, c.device)}, ModuleMemory());
        ModuleMemory &m = at->second;
        if (isNew)
            m = {textAt(table, row, c.component), textAt(table, row, c.device), 0, point, point, point};
        ++m.samples;
        if (point.ns < m.first.ns)
            m.first = point;
        if (point.mb > m.peak.mb || (point.mb == m.peak.mb && point.ns < m.peak.ns))
            m.peak = point;
        if (point.ns >= m.last.ns)
            m.last = point;
    }
    for (auto &[name, m] : byName)
        out.push_back(std::move(m));
    std::ranges::stable_sort(out, [](const ModuleMemory &a, const ModuleMemory &b) { return a.peak.mb > b.peak.mb; });
    return out;
}

} // namespace rs
