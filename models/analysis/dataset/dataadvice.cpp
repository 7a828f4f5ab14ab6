// SPDX-License-Identifier: Apache-2.0
#include "analysis/dataset/datapipeline.h"
#include "core/run/pipelinecolumns.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

// They hand on what comes, in a thread of another operator, so neither workers nor queues of theirs can be at fault.
bool isNeverJudged(const DataOperator &op)
{
    static const QSet<QString> names{QStringLiteral("Barrier"), QStringLiteral("Concat"), QStringLiteral("EpochCtrl"),
                                     QStringLiteral("Rename"),  QStringLiteral("Repeat"), QStringLiteral("Shuffle"),
                                     QStringLiteral("Skip"),    QStringLiteral("Take"),   QStringLiteral("Zip")};
    return names.contains(op.name);
}

QString percentText(double value)
{
    return QString::number(value, 'g', 4);
}

/// %1: the operator; the rest depends on the kind.
Phrase adviceOf(DataAdviceKind kind, QStringList arguments)
{
    static constexpr const char *texts[] = {
        RS_NOOP("%1 is the bottleneck: each of its workers uses %2 % CPU. Try num_parallel_workers above %3."),
        RS_NOOP("%1 is the bottleneck: its workers use %2 % CPU each, and its queues are out of balance. "
                "Try a larger prefetch_size."),
        RS_NOOP("The queue before %1 is empty %2 % of the time: the device waits for data, which the "
                "host does not prepare fast enough."),
        RS_NOOP("Each worker of %1 uses %2 % CPU: num_parallel_workers above %3 might make it faster."),
        RS_NOOP("%1 reads the data and fills its queue to %2 % only: num_parallel_workers above %3 might "
                "speed up reading."),
        RS_NOOP("The queue before %1 is %2 % full, the one after it %3 %: %4 produces faster than it "
                "consumes. If its CPU use is low, try a larger prefetch_size or more workers."),
        RS_NOOP("Each worker of %1 uses only %2 % CPU: num_parallel_workers = %3 may be more than it needs.")};
    if (kind == DataAdviceKind::Other)
        return {};
    return {QString::fromUtf8(texts[static_cast<size_t>(kind)]), std::move(arguments)};
}

/// Sentence of the analyser of MindSpore, in its versions; the names of groups are the arguments of adviceOf().
struct KnownSentence
{
    DataAdviceKind kind;
    QRegularExpression form;
    std::vector<int> arguments; ///< groups, in the order of the arguments
};

const std::vector<KnownSentence> &knownSentences()
{
    const auto form = [](const char *text) {
        return QRegularExpression(QRegularExpression::anchoredPattern(QString::fromLatin1(text)));
    };
    using K = DataAdviceKind;
    static const std::vector<KnownSentence> all = {
        {K::BusyWorkers,
         form("(.+) is using ([0-9.]+)% CPU per worker\\. ?Setting num_parallel_workers ?>([0-9]+) might bring extra "
              "performance\\."),
         {1, 2, 3}},
        {K::IdleWorkers,
         form("(.+) is using ([0-9.]+)% CPU per worker\\. ?Using num_parallel_workers=([0-9]+) might not bring as much "
              "benefit due to low CPU usage per worker\\."),
         {1, 2, 3}},
        {K::LeafQueue,
         form("(?:Leaf op) (.+) is using ([0-9.]+)% of its output queue\\. ?Setting num_parallel_workers ?>([0-9]+) "
              "might "
              "speed up I/O\\."),
         {1, 2, 3}},
        {K::DeviceStarves,
         form("(.+)'s input queue is empty ([0-9.]+)% of the time\\. This might indicate dataset bottlenecks\\. Hence "
              "host cannot keep up with the device [0-9.]+% of the time\\. ?Device waits whenever input queue is "
              "empty\\."),
         {1, 2}},
        {K::FullInput,
         form("(.+)'s input queue usage=([0-9.]+)% is greater (?:than )?output queue usage=([0-9.]+)%\\. This "
              "indicates child op (.+) might be producing faster than its parent .+ can consume\\. If this op has low "
              "CPU utilization, try increasing prefetch_size or increasing num_workers\\."),
         {1, 2, 3, 4}},
        {K::BottleneckCpu,
         form("(.+) has high CPU utilization per worker of ([0-9.]+)%\\.? Try increasing num_parallel_workers above "
              "([0-9]+)\\."),
         {1, 2, 3}},
        {K::BottleneckQueue,
         form("(.+) has low CPU utilization per worker of ([0-9.]+)% and abnormal queue usage\\. Try increasing "
              "prefetch_size\\."),
         {1, 2}},
    };
    return all;
}

class DataAdviser
{
public:
    DataAdviser(const DataPipeline &pipeline, const DataAdviceLimits &limits) : m_pipeline(pipeline), m_limits(limits)
    {
    }

    std::vector<DataAdvice> take()
    {
        readFile();
        for (int i = 0; i < static_cast<int>(m_pipeline.operators.size()); ++i) {
            judgeCpu(i);
            judgeQueues(i);
        }
        findBottleneck();
        // The bottleneck's sentence says of its workers what this one would say again.
        QSet<int> bottlenecks;
        for (const DataAdvice &a : m_out) {
            if (a.kind == DataAdviceKind::BottleneckCpu && a.op >= 0)
                bottlenecks.insert(a.op);
        }
        std::erase_if(m_out, [&bottlenecks](const DataAdvice &a) {
            return a.kind == DataAdviceKind::BusyWorkers && bottlenecks.contains(a.op);
        });
        std::ranges::stable_sort(m_out, [](const DataAdvice &a, const DataAdvice &b) {
            return std::pair(a.kind, a.op) < std::pair(b.kind, b.op);
        });
        return std::move(m_out);
    }

private:
    [[nodiscard]] const DataOperator &at(int index) const { return m_pipeline.operators[static_cast<size_t>(index)]; }

    void add(DataAdviceKind kind, int op, QStringList more)
    {
        const auto said =
            std::ranges::find_if(m_out, [&](const DataAdvice &a) { return a.kind == kind && a.op == op; });
        if (said != m_out.end()) {
            said->fromRules = true;
            return;
        }
        more.prepend(at(op).label());
        m_out.push_back({kind, op, at(op).label(), false, true, adviceOf(kind, std::move(more))});
    }

    [[nodiscard]] int operatorCalled(const QString &label) const
    {
        const auto &all = m_pipeline.operators;
        const auto found = std::ranges::find(all, label, &DataOperator::label);
        return found == all.end() ? -1 : static_cast<int>(found - all.begin());
    }

    void readFile()
    {
        if (!m_pipeline.summary)
            return;
        const Table &t = *m_pipeline.summary;
        const PipelineSummaryColumns c(t);
        QString named;
        for (int row = 0; row < t.rows(); ++row) {
            for (const int column : {c.suggestion, c.cpuDetails, c.queueDetails})
                readSentence(t, row, column, column == c.suggestion);
            if (t.has(row, c.warning) && named.isEmpty())
                named = t.strings().text(t.textId(row, c.warning));
        }
        // The warning is the name of the operator that the suggestion speaks of.
        const bool isSaid =
            std::ranges::any_of(m_out, [&](const DataAdvice &a) { return a.isBottleneck() && a.label == named; });
        if (!named.isEmpty() && !isSaid)
            m_out.push_back({DataAdviceKind::Other,
                             operatorCalled(named),
                             named,
                             true,
                             false,
                             {RS_MESSAGE("The file calls %1 the bottleneck."), {named}}});
    }

    void readSentence(const Table &t, int row, int column, bool ofBottleneck)
    {
        if (!t.has(row, column))
            return;
        const QString text = t.strings().text(t.textId(row, column)).trimmed();
        if (text.isEmpty())
            return;
        for (const KnownSentence &known : knownSentences()) {
            const auto match = known.form.match(text);
            if (!match.hasMatch())
                continue;
            QStringList arguments;
            for (const int group : known.arguments)
                arguments << match.captured(group);
            // Newer versions say the same of the bottleneck as of any other operator.
            const DataAdviceKind kind =
                ofBottleneck && known.kind == DataAdviceKind::BusyWorkers ? DataAdviceKind::BottleneckCpu : known.kind;
            const QString label = arguments.front();
            m_out.push_back({kind, operatorCalled(label), label, true, false, adviceOf(kind, std::move(arguments))});
            return;
        }
        m_out.push_back({DataAdviceKind::Other, -1, {}, true, false, Phrase(text)});
    }

    void judgeCpu(int i)
    {
        const DataOperator &op = at(i);
        if (isNeverJudged(op) || !op.cpuPerWorkerPercent || !op.workers)
            return;
        const QStringList more{percentText(*op.cpuPerWorkerPercent), QString::number(*op.workers)};
        if (*op.cpuPerWorkerPercent > m_limits.busyCpu)
            add(DataAdviceKind::BusyWorkers, i, more);
        else if (*op.cpuPerWorkerPercent<m_limits.idleCpu && * op.workers> 1)
            add(DataAdviceKind::IdleWorkers, i, more);
    }

    void judgeQueues(int i)
    {
        const DataOperator &op = at(i);
        if (isNeverJudged(op) || op.name == QLatin1String("Batch"))
            return;
        const int input = m_pipeline.input(i);
        if (input < 0) {
            if (op.usePercent && *op.usePercent <= m_limits.leafUse)
                add(DataAdviceKind::LeafQueue, i,
                    {percentText(*op.usePercent), QString::number(op.workers.value_or(1))});
            return;
        }
        const DataOperator &before = at(input);
        if (op.feedsDevice()) {
            if (before.emptyPercent && *before.emptyPercent > m_limits.starvedEmpty)
                add(DataAdviceKind::DeviceStarves, i, {percentText(*before.emptyPercent)});
            return;
        }
        if (op.usePercent && before.usePercent && *before.usePercent - *op.usePercent > m_limits.useDifference)
            add(DataAdviceKind::FullInput, i,
                {percentText(*before.usePercent), percentText(*op.usePercent), before.label()});
    }

    // From the leaf to the root, which is from the highest id to the lowest: the last one counts.
    void findBottleneck()
    {
        std::vector<int> order(m_pipeline.operators.size());
        for (size_t i = 0; i < order.size(); ++i)
            order[i] = static_cast<int>(i);
        std::ranges::sort(order, [this](int a, int b) { return at(a).id > at(b).id; });
        std::optional<std::pair<DataAdviceKind, int>> found;
        for (const int i : order) {
            const DataOperator &op = at(i);
            if (isNeverJudged(op) || op.feedsDevice() || !op.cpuPerWorkerPercent)
                continue;
            if (*op.cpuPerWorkerPercent > m_limits.busyCpu) {
                found = {DataAdviceKind::BottleneckCpu, i};
                continue;
            }
            const int input = *op.cpuPerWorkerPercent < m_limits.idleCpu ? m_pipeline.input(i) : -1;
            if (input < 0 || !at(input).usePercent)
                continue;
            const double in = *at(input).usePercent;
            if (in < m_limits.emptyInput || (op.usePercent && *op.usePercent - in > m_limits.useDifference))
                found = {DataAdviceKind::BottleneckQueue, i};
        }
        if (!found)
            return;
        const DataOperator &op = at(found->second);
        add(found->first, found->second,
            {percentText(*op.cpuPerWorkerPercent), QString::number(op.workers.value_or(1))});
    }

    const DataPipeline &m_pipeline;
    const DataAdviceLimits &m_limits;
    std::vector<DataAdvice> m_out;
};

} // namespace

QString dataAdviceKey(DataAdviceKind kind)
{
    static constexpr const char *texts[] = {"bottleneck", "bottleneck", "device waits", "workers",
                                            "queue",      "queue",      "workers",      "other"};
    return QString::fromUtf8(texts[static_cast<size_t>(kind)]);
}

std::vector<DataAdvice> dataAdvice(const DataPipeline &pipeline, const DataAdviceLimits &limits)
{
    return DataAdviser(pipeline, limits).take();
}

int bottleneckOf(const std::vector<DataAdvice> &advice)
{
    int out = -1;
    for (const DataAdvice &a : advice) {
        if (a.isBottleneck() && a.op >= 0 && (out < 0 || a.fromRules))
            out = a.op;
    }
    return out;
}

} // namespace rs
