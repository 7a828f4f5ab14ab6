// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"
#include "core/table/strategycolumns.h"

#include <memory>
#include <string>
#include <string_view>

namespace rs::test {

/// Properties that few operators have.
struct GraphMore
{
    std::string_view strategy = {};
    std::string_view instance = {};
    std::string_view group = {};
    int peer = -1;
    int tag = -1;
};

/// The graph of a rank, put together by hand. Nodes are called "1", "2", … in their order.
class GraphRank
{
public:
    GraphRank(int rank, int stage)
        : m_table(std::make_shared<Table>()), m_columns(StrategyColumns::addTo(*m_table)), m_stage(stage)
    {
        data.info.rank = rank;
        data.info.label = QString::number(rank);
    }

    /// `inputs`: "1;2;w0". Gives the number of the node.
    int add(std::string_view type, std::string_view scope, std::string_view inputs = {}, const GraphMore &more = {})
    {
        const int number = m_table->rows() + 1;
        const std::string id = std::to_string(number);
        const auto text = [this](int column, std::string_view value) {
            if (!value.empty())
                m_table->appendText(column, value);
            else
                m_table->appendMissing(column);
        };
        const auto whole = [this](int column, int value) {
            if (value >= 0)
                m_table->appendInteger(column, value);
            else
                m_table->appendMissing(column);
        };
        text(m_columns.node, id);
        text(m_columns.name, std::string(scope) + '/' + std::string(type) + "-op" + id);
        text(m_columns.type, type);
        text(m_columns.scope, scope);
        whole(m_columns.stage, m_stage);
        text(m_columns.inputs, inputs);
        text(m_columns.strategy, more.strategy);
        text(m_columns.instance, more.instance);
        text(m_columns.group, more.group);
        whole(m_columns.peerStage, more.peer);
        whole(m_columns.tag, more.tag);
        m_table->finishRow();
        return number;
    }

    RankData data;
    std::shared_ptr<const RankData> finish()
    {
        data.tables[ParallelStrategyKind] = m_table;
        return std::make_shared<const RankData>(std::move(data));
    }

private:
    std::shared_ptr<Table> m_table;
    StrategyColumns m_columns;
    int m_stage;
};

/// A stage of a pipeline with so many layers of ten operators, two microbatches forward and backward, the way that
/// MindSpore names them.
inline std::shared_ptr<const RankData> pipelineGraph(int rank, int stage, int stages, int layers, int microBatches = 2)
{
    GraphRank r(rank, stage);
    const auto number = [](int n) { return std::to_string(n); };
    std::vector<int> kept;
    for (int m = 0; m < microBatches; ++m) {
        const std::string head = "Default/network/micro_inputs/" + number(m) + "-_MicroBatch";
        int x = stage == 0 ? r.add("GetNext", head) : r.add("Receive", head, {}, {{}, {}, "pp", stage - 1, m});
        for (int l = 0; l < layers; ++l) {
            const std::string scope = "Default/network/backbone/blocks/" + number(stage * layers + l) + "-Block";
            const int w = r.add("Load", scope, "w" + number(l));
            const int q =
                r.add("MatMul", scope + "/attention-Attention", number(x) + ";" + number(w), {"[[2, 1], [1, 4]]"});
            const int k =
                r.add("MatMul", scope + "/attention-Attention", number(x) + ";" + number(w), {"[[2, 1], [1, 4]]"});
            const int s =
                r.add("Softmax", scope + "/attention-Attention", number(q) + ";" + number(k), {"[[2, 4, 1]]"});
            const int o = r.add("AllReduce", scope + "/attention-Attention", number(s), {{}, "redistribution", "tp-0"});
            const int d = r.add("Depend", scope, number(o) + ";" + number(w));
            const int a = r.add("Add", scope, number(d) + ";" + number(x), {"[[2, 1], [2, 1]]"});
            const int f =
                r.add("MatMul", scope + "/output-FeedForward", number(a) + ";" + number(w), {"[[2, 1], [1, 4]]"});
            const int g = r.add("Gelu", scope + "/output-FeedForward", number(f), {"[[2, 4]]"});
            x = r.add("Add", scope, number(g) + ";" + number(a));
        }
        if (stage + 1 < stages)
            r.add("Send", head, number(x), {{}, {}, "pp", stage + 1, m});
        kept.push_back(x);
    }
    for (int m = 0; m < microBatches; ++m) {
        const std::string head = "Gradients/Default/network/" + number(m) + "-_MicroBatch";
        int x = stage + 1 < stages ? r.add("Receive", head, {}, {{}, {}, "pp", stage + 1, 100 + m})
                                   : r.add("SoftmaxGrad", head, number(kept[static_cast<size_t>(m)]));
        for (int l = layers - 1; l >= 0; --l) {
            const std::string scope =
                "Gradients/Default/network/backbone/blocks/" + number(stage * layers + l) + "-Block";
            for (int i = 0; i < 6; ++i)
                x = r.add("MatMul", scope + "/gradMatMul", number(x), {"[[2, 1], [1, 4]]"});
        }
        if (stage > 0)
            r.add("Send", head, number(x), {{}, {}, "pp", stage - 1, 100 + m});
        for (int l = 0; l < layers && m + 1 == microBatches; ++l) {
            const int g = r.add("AllReduce", "Gradients/Default/grad_mirror", number(x), {{}, "grad_mirror_w", "dp-0"});
            r.add("ApplyMomentum", "Default/optimizer-Momentum", number(g));
        }
    }
    return r.finish();
}

} // namespace rs::test
