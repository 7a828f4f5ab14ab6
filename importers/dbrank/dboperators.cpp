// SPDX-License-Identifier: Apache-2.0
#include "importers/dbrank/dboperators.h"

#include "core/table/kernelcolumns.h"
#include "core/trace/taskkind.h"
#include "importers/csv/growingtable.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rs {

namespace {

constexpr size_t noCall = std::numeric_limits<size_t>::max();

/// A call of an operator, with what its tasks took.
struct CallOfOperator
{
    qint64 startNs = 0;
    qint64 endNs = 0;
    quint32 lane = 0;
    const DbOperatorCall *row = nullptr;
    size_t caller = noCall;
    qint64 calledNs = 0; ///< host time of the operators that it calls itself
    qint64 deviceSelfNs = 0;
    qint64 deviceNs = 0;
    qint64 coreSelfNs = 0;
    qint64 coreNs = 0;
};

/// A task of the device, by where it starts.
struct LaunchedTask
{
    quint32 lane = 0;
    qint64 startNs = 0;
    qint64 durationNs = 0;
    bool isOfCore = false;

    [[nodiscard]] std::pair<quint32, qint64> place() const { return {lane, startNs}; }
};

/// The text export counts the plain kernels of the cube and of the vector cores; mixed ones it does not.
bool isCoreTask(std::string_view type)
{
    const SliceKind kind = deviceSliceKind(type, {});
    return kind == SliceKind::KernelCube || kind == SliceKind::KernelVector;
}

class OperatorDetailsMaker
{
public:
    OperatorDetailsMaker(const DbSource &source, const DbFrameworkCalls &framework, const DbDevice &device)
        : m_source(source), m_framework(framework), m_device(device), m_memory(source.job.sharedBudget())
    {
    }

    std::shared_ptr<const Table> make()
    {
        if (m_framework.calls.empty() || m_source.job.isCanceled())
            return nullptr;
        constexpr qint64 rowBytes = 128; // of the table
        hold(m_framework.calls.size() * (sizeof(CallOfOperator) + rowBytes));
        orderCalls();
        findCallers();
        addTasks();
        sumUp();
        readStacks();
        return m_source.job.isCanceled() ? nullptr : table();
    }

private:
    void hold(size_t more) { m_memory.hold(m_memory.bytes() + static_cast<qint64>(more)); }

    void orderCalls()
    {
        m_calls.reserve(m_framework.calls.size());
        for (const DbOperatorCall &row : m_framework.calls) {
            const TraceChunk::Slice &slice = m_framework.rows.chunk.slices[row.slice];
            CallOfOperator &call = m_calls.emplace_back();
            call.startNs = slice.start;
            call.endNs = slice.start + slice.duration;
            call.lane = slice.lane;
            call.row = &row;
        }
        std::ranges::stable_sort(m_calls, [](const CallOfOperator &a, const CallOfOperator &b) {
            return std::tuple(a.lane, a.startNs, -a.endNs) < std::tuple(b.lane, b.startNs, -b.endNs);
        });
    }

    void findCallers()
    {
        std::vector<size_t> open;
        for (size_t i = 0; i < m_calls.size(); ++i) {
            CallOfOperator &call = m_calls[i];
            while (!open.empty() &&
                   (m_calls[open.back()].lane != call.lane || m_calls[open.back()].endNs <= call.startNs))
                open.pop_back();
            if (!open.empty() && call.endNs <= m_calls[open.back()].endNs) {
                call.caller = open.back();
                m_calls[call.caller].calledNs += call.endNs - call.startNs;
            }
            open.push_back(i);
        }
    }

    /// The innermost one that starts there.
    [[nodiscard]] CallOfOperator *callAt(quint32 lane, qint64 startNs)
    {
        const auto behind = std::upper_bound(
            m_calls.begin(), m_calls.end(), std::pair(lane, startNs),
            [](const auto &place, const CallOfOperator &c) { return place < std::pair(c.lane, c.startNs); });
        if (behind == m_calls.begin())
            return nullptr;
        CallOfOperator &found = *std::prev(behind);
        return found.lane == lane && found.startNs == startNs ? &found : nullptr;
    }

    /// The tasks of a connection that an operator has.
    struct Launch
    {
        size_t first = 0; ///< index into m_tasks
        size_t last = 0;
        qint64 ns = 0;
        qint64 coreNs = 0;
    };

    void addTasks()
    {
        std::vector<Launch> launches;
        std::vector<std::pair<CallOfOperator *, size_t>> launchers; // with their launch
        const std::vector<DbLink> &links = m_device.links;
        size_t link = 0;
        qint64 before = -1;
        for (const DbLink &from : m_framework.operators) {
            while (link < links.size() && links[link].connection < from.connection)
                ++link;
            if (link == links.size())
                break;
            CallOfOperator *const call =
                links[link].connection == from.connection ? callAt(from.lane, from.ts) : nullptr;
            if (!call)
                continue;
            // Operators that share a connection share its tasks.
            if (launches.empty() || before != from.connection) {
                launches.push_back({m_tasks.size(), m_tasks.size()});
                for (size_t i = link; i < links.size() && links[i].connection == from.connection; ++i)
                    m_tasks.push_back({links[i].lane, links[i].ts});
                launches.back().last = m_tasks.size();
            }
            before = from.connection;
            launchers.emplace_back(call, launches.size() - 1);
        }
        hold(launches.size() * sizeof launches[0] + launchers.size() * sizeof launchers[0] +
             2 * m_tasks.size() * sizeof m_tasks[0]);
        measureTasks();
        for (Launch &launch : launches)
            sumUpTasks(launch);
        for (const auto &[call, launch] : launchers) {
            call->deviceSelfNs += launches[launch].ns;
            call->coreSelfNs += launches[launch].coreNs;
        }
    }

    /// Durations of the operators, and their places.
    void measureTasks()
    {
        const auto isBefore = [](const LaunchedTask &a, const LaunchedTask &b) { return a.place() < b.place(); };
        std::vector<LaunchedTask> places = m_tasks;
        std::ranges::sort(places, isBefore);
        const TraceChunk &chunk = m_device.rows.chunk;
        for (const TraceChunk::Slice &slice : chunk.slices) {
            if (slice.detail == 0)
                continue;
            const LaunchedTask here{slice.lane, slice.start};
            const auto at = std::ranges::lower_bound(places, here, isBefore);
            if (at == places.end() || at->place() != here.place() || at->durationNs >= slice.duration)
                continue;
            at->durationNs = slice.duration;
            at->isOfCore = isCoreTask(chunk.strings.view(chunk.details[slice.detail - 1].taskType));
        }
        for (LaunchedTask &task : m_tasks)
            task = *std::ranges::lower_bound(places, task, isBefore);
    }

    /// A task that runs inside of another one is a part of it: those of an operator of communication, or a kernel that
    /// was launched as a whole.
    void sumUpTasks(Launch &launch)
    {
        const auto first = m_tasks.begin() + static_cast<std::ptrdiff_t>(launch.first);
        const auto last = m_tasks.begin() + static_cast<std::ptrdiff_t>(launch.last);
        std::sort(first, last, [](const LaunchedTask &a, const LaunchedTask &b) {
            return std::pair(a.startNs, -a.durationNs) < std::pair(b.startNs, -b.durationNs);
        });
        qint64 end = std::numeric_limits<qint64>::min();
        for (auto task = first; task != last; ++task) {
            const qint64 taskEnd = task->startNs + task->durationNs;
            if (taskEnd <= end)
                continue;
            end = taskEnd;
            launch.ns += task->durationNs;
            launch.coreNs += task->isOfCore ? task->durationNs : 0;
        }
    }

    /// Callers stand before what they call.
    void sumUp()
    {
        for (size_t i = m_calls.size(); i-- > 0;) {
            CallOfOperator &call = m_calls[i];
            call.deviceNs += call.deviceSelfNs;
            call.coreNs += call.coreSelfNs;
            if (call.caller != noCall) {
                m_calls[call.caller].deviceNs += call.deviceNs;
                m_calls[call.caller].coreNs += call.coreNs;
            }
        }
    }

    void readStacks()
    {
        struct Frame
        {
            qint64 chain = 0;
            qint64 depth = 0;
            qint64 text = 0;
        };
        for (const CallOfOperator &call : m_calls) {
            if (call.row->chain >= 0)
                m_stacks.try_emplace(call.row->chain);
        }
        if (m_stacks.empty())
            return;
        DbFile file(m_source.path, m_source.reportName, m_source.job, m_source.report);
        std::vector<Frame> frames;
        {
            DbScan row(file, "PYTORCH_CALLCHAINS", {"id", "stackDepth", "stack"});
            while (row.next()) {
                const Frame f{row.integer(0, -1), row.integer(1, -1), row.integer(2, -1)};
                if (!m_stacks.contains(f.chain))
                    continue;
                frames.push_back(f);
                m_memory.hold(m_memory.bytes() + static_cast<qint64>(sizeof f));
            }
        }
        const auto isBefore = [](const Frame &a, const Frame &b) {
            return std::pair(a.chain, a.depth) < std::pair(b.chain, b.depth);
        };
        std::ranges::stable_sort(frames, isBefore);
        const Frame *before = nullptr;
        for (const Frame &f : frames) {
            constexpr qint64 deepest = 1000;
            const bool isUsable = f.depth >= 0 && f.depth < deepest;
            if (!isUsable || (before && !isBefore(*before, f)))
                continue;
            before = &f;
            std::string &stack = m_stacks[f.chain];
            const std::string_view text = m_source.names.text(f.text);
            stack.append(text).append(";\r\n");
            hold(text.size());
        }
    }

    [[nodiscard]] std::string_view textOf(qint64 id) const
    {
        return id < 0 ? std::string_view() : m_source.names.text(id);
    }
    [[nodiscard]] std::string_view shapesOf(const DbOperatorCall &row) const
    {
        const std::string_view shapes = textOf(row.shapes);
        const std::string_view types = textOf(row.types);
        return displayShape(!isListOfShapes(shapes) && isListOfShapes(types) ? types : shapes);
    }

    std::shared_ptr<const Table> table()
    {
        constexpr ColumnType text = ColumnType::Text;
        constexpr ColumnType real = ColumnType::Real;
        GrowingTable out(m_source.reportName, m_source.job,
                         {{"Name", text},
                          {"Input Shapes", text},
                          {"Call Stack", text},
                          {"Host Self Duration(us)", real},
                          {"Host Total Duration(us)", real},
                          {"Device Self Duration(us)", real},
                          {"Device Total Duration(us)", real},
                          {"Device Self Duration With AICore(us)", real},
                          {"Device Total Duration With AICore(us)", real}});
        for (const CallOfOperator &call : m_calls) {
            const auto stack = m_stacks.find(call.row->chain);
            out.text(m_source.names.name(call.row->name))
                .text(shapesOf(*call.row))
                .text(stack == m_stacks.end() ? std::string_view() : std::string_view(stack->second));
            const qint64 hostNs = call.endNs - call.startNs;
            for (const qint64 ns : {std::max<qint64>(0, hostNs - call.calledNs), hostNs, call.deviceSelfNs,
                                    call.deviceNs, call.coreSelfNs, call.coreNs}) {
                constexpr double nsOfMicrosecond = 1000;
                out.real(static_cast<double>(ns), nsOfMicrosecond);
            }
            out.finishRow();
        }
        return out.withoutEmptyColumns();
    }

    const DbSource &m_source;
    const DbFrameworkCalls &m_framework;
    const DbDevice &m_device;
    MemoryReservation m_memory;
    std::vector<LaunchedTask> m_tasks;
    std::vector<CallOfOperator> m_calls;              ///< by lane and start, callers first
    std::unordered_map<qint64, std::string> m_stacks; ///< by call chain
};

} // namespace

std::shared_ptr<const Table> operatorDetailsOf(const DbSource &source, const DbFrameworkCalls &framework,
                                               const DbDevice &device)
{
    return OperatorDetailsMaker(source, framework, device).make();
}

} // namespace rs
