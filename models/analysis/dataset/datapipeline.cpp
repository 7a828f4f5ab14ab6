// SPDX-License-Identifier: Apache-2.0
#include "analysis/dataset/datapipeline.h"

#include "core/run/pipelinecolumns.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace rs {

namespace {

std::optional<double> pipelineNumber(const Table &t, int row, int column)
{
    return column >= 0 && t.at(column).type != ColumnType::Text ? t.realAt(row, column) : std::nullopt;
}

std::optional<int> pipelineId(const Table &t, int row, int column)
{
    const auto number = pipelineNumber(t, row, column);
    return number && *number >= 0 && *number <= std::numeric_limits<int>::max()
               ? std::optional(static_cast<int>(*number))
               : std::nullopt;
}

QString pipelineText(const Table &t, int row, int column)
{
    return column >= 0 && t.at(column).type == ColumnType::Text ? t.strings().text(t.textId(row, column)) : QString();
}

std::vector<int> pipelineIds(const Table &t, int row, int column)
{
    std::vector<int> out;
    if (column < 0)
        return out;
    // A column whose lists have one entry each and no brackets is one of numbers.
    if (const auto only = pipelineId(t, row, column))
        return {*only};
    if (t.at(column).type != ColumnType::Text)
        return out;
    for (const double id : listedNumbers(t.textView(row, column))) {
        if (id >= 0 && id <= std::numeric_limits<int>::max())
            out.push_back(static_cast<int>(id));
    }
    return out;
}

/// Operators by id, with the ids of their parents.
class PipelineMaker
{
public:
    void takeSummary(const Table &t)
    {
        const PipelineSummaryColumns c(t);
        for (int row = 0; row < t.rows(); ++row) {
            const std::optional<int> id = c.id >= 0 ? pipelineId(t, row, c.id) : std::optional(row);
            QString name = pipelineText(t, row, c.name);
            if (name.isEmpty())
                name = pipelineText(t, row, c.label).section(u'(', 0, 0);
            if (!id || name.isEmpty())
                continue;
            DataOperator *const op = add(*id);
            if (!op)
                continue;
            op->name = name;
            if (const auto workers = pipelineId(t, row, c.workers))
                op->workers = *workers;
            op->queueAverage = pipelineNumber(t, row, c.average);
            op->usePercent = useOf(pipelineNumber(t, row, c.usePercent));
            op->emptyPercent = pipelineNumber(t, row, c.emptyPercent);
            op->cpuPercent = pipelineNumber(t, row, c.cpuPercent);
            op->cpuPerWorkerPercent = pipelineNumber(t, row, c.cpuPerWorkerPercent);
            if (!op->cpuPerWorkerPercent && op->cpuPercent && op->workers && *op->workers > 0)
                op->cpuPerWorkerPercent = *op->cpuPercent / static_cast<double>(*op->workers);
            relate(*id, pipelineId(t, row, c.parent), pipelineIds(t, row, c.children));
        }
    }

    void takeRaw(const Table &t)
    {
        const bool alone = m_operators.empty();
        const PipelineRawColumns c(t);
        for (int row = 0; row < t.rows(); ++row) {
            const std::optional<int> id = pipelineId(t, row, c.id);
            if (!id)
                continue;
            const auto at = m_operators.find(*id);
            DataOperator *const op = at == m_operators.end() ? add(*id) : &at->second;
            if (!op || op->rawRow >= 0)
                continue;
            op->rawRow = row;
            if (op->name.isEmpty()) {
                op->name = pipelineText(t, row, c.type);
                if (op->name.endsWith(QLatin1String("Op")))
                    op->name.chop(2);
            }
            if (const auto workers = pipelineId(t, row, c.workers); workers && !op->workers)
                op->workers = *workers;
            op->queueLength = pipelineNumber(t, row, c.length);
            takeQueue(*op, t, row, c);
            // The raw file leaves operators without a queue out, so its parents are not those of the summary.
            if (alone || at == m_operators.end())
                relate(*id, pipelineId(t, row, c.parent), pipelineIds(t, row, c.children));
        }
    }

    std::vector<DataOperator> take()
    {
        // Parents before children, each once: what is reached from no root goes round in a circle.
        for (const auto &[id, op] : m_operators) {
            const auto parent = m_parents.find(id);
            if (parent != m_parents.end() && (!m_operators.contains(parent->second) || goesRound(id)))
                m_parents.erase(parent);
        }
        std::map<int, std::vector<int>> children;
        for (const auto &[id, parent] : m_parents) {
            if (m_operators.contains(id))
                children[parent].push_back(id);
        }
        std::vector<int> next;
        for (auto it = m_operators.rbegin(); it != m_operators.rend(); ++it) {
            if (!m_parents.contains(it->first))
                next.push_back(it->first);
        }
        std::map<int, int> indexOf;
        std::vector<DataOperator> out;
        while (!next.empty()) {
            const int id = next.back();
            next.pop_back();
            DataOperator op = std::move(m_operators.at(id));
            const int index = static_cast<int>(out.size());
            if (const auto parent = m_parents.find(id); parent != m_parents.end()) {
                op.parent = indexOf.at(parent->second);
                op.depth = out[static_cast<size_t>(op.parent)].depth + 1;
                out[static_cast<size_t>(op.parent)].children.push_back(index);
            }
            indexOf[id] = index;
            out.push_back(std::move(op));
            const std::vector<int> &below = children[id];
            next.insert(next.end(), below.rbegin(), below.rend());
        }
        return out;
    }

private:
    static constexpr size_t mostOperators = 10'000; // far more than anybody writes down

    DataOperator *add(int id)
    {
        if (m_operators.size() >= mostOperators)
            return nullptr;
        const auto [at, isNew] = m_operators.try_emplace(id);
        at->second.id = id;
        return isNew ? &at->second : nullptr;
    }

    void relate(int id, std::optional<int> parent, const std::vector<int> &children)
    {
        if (parent && *parent != id)
            m_parents.try_emplace(id, *parent);
        for (const int child : children) {
            if (child != id)
                m_parents.try_emplace(child, id);
        }
    }

    bool goesRound(int id) const
    {
        size_t steps = 0;
        for (auto at = m_parents.find(id); at != m_parents.end(); at = m_parents.find(at->second)) {
            if (at->second == id)
                return true;
            if (++steps > m_parents.size())
                return false; // into a circle that it is no part of
        }
        return false;
    }

    // Rounded to two decimals by the summary, which counts where it has them.
    static void takeQueue(DataOperator &op, const Table &t, int row, const PipelineRawColumns &c)
    {
        double sum = 0;
        qint64 count = 0;
        qint64 empty = 0;
        const bool listed = c.sizes >= 0 && t.has(row, c.sizes) && t.at(c.sizes).type == ColumnType::Text;
        for (const double size : listed ? listedNumbers(t.textView(row, c.sizes)) : std::vector<double>()) {
            if (std::isnan(size))
                continue;
            sum += size;
            ++count;
            empty += size == 0 ? 1 : 0;
        }
        if (!op.queueAverage)
            op.queueAverage =
                count > 0 ? std::optional(sum / static_cast<double>(count)) : pipelineNumber(t, row, c.average);
        if (!op.emptyPercent && count > 0)
            op.emptyPercent = 100.0 * static_cast<double>(empty) / static_cast<double>(count);
        if (op.usePercent)
            return;
        if (op.queueAverage && op.queueLength && *op.queueLength > 0)
            op.usePercent = useOf(100 * *op.queueAverage / *op.queueLength);
        else if (const auto use = pipelineNumber(t, row, c.use))
            op.usePercent = useOf(100 * *use);
    }
    // A queue that holds more than its capacity has a wrong number.
    static std::optional<double> useOf(std::optional<double> percent)
    {
        return percent && *percent > mostQueueUse ? std::nullopt : percent;
    }

    std::map<int, DataOperator> m_operators;
    std::map<int, int> m_parents;
};

} // namespace

std::vector<double> listedNumbers(std::string_view text)
{
    std::vector<double> out;
    size_t at = 0;
    const auto isBetween = [](char c) { return c == '[' || c == ']' || c == ',' || c == ' ' || c == '\t'; };
    while (at < text.size()) {
        if (isBetween(text[at])) {
            ++at;
            continue;
        }
        size_t end = at;
        while (end < text.size() && !isBetween(text[end]))
            ++end;
        double value = 0;
        const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, value);
        const bool isNumber = error == std::errc() && stop == text.data() + end && std::isfinite(value) && value >= 0;
        out.push_back(isNumber ? value : std::numeric_limits<double>::quiet_NaN());
        at = end;
    }
    return out;
}

bool DataOperator::feedsDevice() const
{
    return name == QLatin1String("DeviceQueue") || name == QLatin1String("DataQueue");
}

int DataPipeline::find(int id) const
{
    const auto at = std::ranges::find(operators, id, &DataOperator::id);
    return at == operators.end() ? -1 : static_cast<int>(at - operators.begin());
}

int DataPipeline::input(int index) const
{
    // Children stand behind their parents, so this ends.
    for (;;) {
        const DataOperator &op = operators[static_cast<size_t>(index)];
        if (op.children.empty())
            return -1;
        index = op.children.front();
        if (operators[static_cast<size_t>(index)].queueAverage)
            return index;
    }
}

std::optional<double> DataPipeline::shareOfBatch(const std::optional<double> &ms) const
{
    const bool areParts =
        batchMs && *batchMs > 0 && partsFitBatch(*batchMs, pipelineMs.value_or(0), pushMs.value_or(0));
    return ms && areParts ? std::optional(std::min(1.0, *ms / *batchMs)) : std::nullopt;
}

namespace {

DataPipeline pipelineOfTables(PipelineTables tables)
{
    DataPipeline out;
    out.part = std::move(tables.part);
    out.raw = std::move(tables.raw);
    out.summary = std::move(tables.summary);
    PipelineMaker maker;
    if (const auto &t = out.summary) {
        maker.takeSummary(*t);
        const PipelineSummaryColumns c(*t);
        const auto first = [&](int column) { return t->rows() > 0 ? pipelineNumber(*t, 0, column) : std::nullopt; };
        out.pipelineMs = first(c.pipelineMs);
        out.pushMs = first(c.pushMs);
        out.batchMs = first(c.batchMs);
    }
    if (out.raw)
        maker.takeRaw(*out.raw);
    out.operators = maker.take();
    return out;
}

} // namespace

std::vector<DataPipeline> dataPipelines(const RankData &rank)
{
    std::vector<DataPipeline> out;
    for (PipelineTables &tables : pipelineTables(rank))
        out.push_back(pipelineOfTables(std::move(tables)));
    return out;
}

QueueSamples queueSamples(const DataPipeline &pipeline, int index)
{
    QueueSamples out;
    const int row = pipeline.operators[static_cast<size_t>(index)].rawRow;
    if (row < 0 || !pipeline.raw)
        return out;
    const PipelineRawColumns c(*pipeline.raw);
    out.intervalMs = pipelineNumber(*pipeline.raw, row, c.interval);
    if (c.sizes >= 0 && pipeline.raw->at(c.sizes).type == ColumnType::Text)
        out.sizes = listedNumbers(pipeline.raw->textView(row, c.sizes));
    return out;
}

} // namespace rs
