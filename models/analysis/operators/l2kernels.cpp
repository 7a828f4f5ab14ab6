// SPDX-License-Identifier: Apache-2.0
#include "analysis/operators/l2kernels.h"

#include "core/table/kernelcolumns.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace rs {

namespace {

using TaskName = std::tuple<qint64, qint64, std::string_view>;

struct SameTask
{
    std::vector<int> kernels;  ///< rows of the kernel table, by start
    std::vector<size_t> rates; ///< positions in the result
};

} // namespace

L2Kernels l2Kernels(const RankData &rank, const JobContext &job)
{
    L2Kernels out;
    const std::shared_ptr<const Table> table = rank.table(QStringLiteral("l2_cache"));
    if (!table)
        return out;
    const int stream = table->columnOf({u"Stream Id", u"Stream ID"});
    const int task = table->columnOf({u"Task Id", u"Task ID"});
    const int name = table->columnOf({u"Op Name", u"Name"});
    const int hit = table->column(u"Hit Rate");
    const int victim = table->column(u"Victim Rate");
    const Table *const kernels = rank.kernels.get();
    const KernelColumns c = kernels ? KernelColumns(*kernels) : KernelColumns();
    const bool byTask = stream >= 0 && task >= 0 && c.stream >= 0 && c.task >= 0;
    if (kernels && name >= 0 && c.name >= 0)
        out.join = byTask ? L2Join::Tasks : L2Join::Names;
    std::map<TaskName, SameTask> tasks;
    const auto keyOf = [byTask](const Table &t, int row, int streamAt, int taskAt, int nameAt) {
        return TaskName{byTask ? t.integer(row, streamAt, -1) : 0, byTask ? t.integer(row, taskAt, -1) : 0,
                        kernelShortName(t.textView(row, nameAt))};
    };
    JobPoll poll(job);
    for (int row = 0; row < table->rows(); ++row) {
        if (poll.isCanceled())
            return {};
        L2Kernel k;
        k.l2Row = row;
        k.hit = table->realAt(row, hit);
        k.victim = table->realAt(row, victim);
        if (out.join != L2Join::None)
            tasks[keyOf(*table, row, stream, task, name)].rates.push_back(out.kernels.size());
        out.kernels.push_back(k);
    }
    if (out.join != L2Join::None) {
        for (int row = 0; row < kernels->rows(); ++row) {
            if (poll.isCanceled())
                return {};
            const auto at = tasks.find(keyOf(*kernels, row, c.stream, c.task, c.name));
            if (at != tasks.end())
                at->second.kernels.push_back(row);
        }
    }
    for (auto &[key, same] : tasks) {
        if (same.kernels.size() != same.rates.size())
            continue;
        if (c.start >= 0)
            std::ranges::stable_sort(same.kernels, [&](int a, int b) {
                return kernels->integer(a, c.start) < kernels->integer(b, c.start);
            });
        for (size_t i = 0; i < same.rates.size(); ++i) {
            L2Kernel &k = out.kernels[same.rates[i]];
            k.kernelRow = same.kernels[i];
            const auto r = static_cast<size_t>(k.kernelRow);
            k.slice = r < rank.sliceOfKernel.size() ? rank.sliceOfKernel[r] : NoSlice;
            if (kernels->has(k.kernelRow, c.duration))
                k.durationNs = kernels->integer(k.kernelRow, c.duration);
        }
    }
    out.unmatched = std::ranges::count_if(out.kernels, [](const L2Kernel &k) { return k.kernelRow < 0; });
    std::ranges::stable_sort(out.kernels, [](const L2Kernel &a, const L2Kernel &b) {
        return std::tuple(a.costNs().value_or(-1), a.durationNs.value_or(-1)) >
               std::tuple(b.costNs().value_or(-1), b.durationNs.value_or(-1));
    });
    return out;
}

} // namespace rs
