// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <utility>

namespace rs {

/// Thrown where something would grow past the memory budget. Whoever can do with less memory, or with none, need not
/// tell the two apart.
class OverBudget final : public std::bad_alloc
{
public:
    /// `limitBytes` 0: not known. `neededBytes`: what was asked for and not given.
    explicit OverBudget(qint64 limitBytes = 0, qint64 neededBytes = 0) : m_limit(limitBytes), m_needed(neededBytes) {}
    [[nodiscard]] qint64 limit() const { return m_limit; }
    [[nodiscard]] qint64 needed() const { return m_needed; }
    [[nodiscard]] const char *what() const noexcept override { return "memory budget"; }

private:
    qint64 m_limit;
    qint64 m_needed;
};

/// Bytes that all loads and computations of a process may hold together. Thread-safe, but for onShortage() and
/// makeRoom(), which belong to one thread.
class MemoryBudget
{
public:
    /// `limitBytes` 0 means no limit.
    explicit MemoryBudget(qint64 limitBytes = 0) : m_limit(limitBytes) {}

    /// False, and nothing reserved, when the limit would be passed.
    [[nodiscard]] bool tryReserve(qint64 bytes);
    void release(qint64 bytes) { m_used -= bytes; }
    [[nodiscard]] qint64 used() const { return m_used; }
    [[nodiscard]] qint64 limit() const { return m_limit; }
    void setLimit(qint64 bytes) { m_limit = bytes; }

    /// Called when so many bytes do not fit: it answers whether it released memory.
    void onShortage(std::function<bool(qint64 bytes)> letGo) { m_letGo = std::move(letGo); }
    /// True when something was let go for `bytes`. What held it may need a moment until it is free.
    [[nodiscard]] bool makeRoom(qint64 bytes) const { return m_letGo && m_letGo(bytes); }

    /// That many hundredths of the memory that the process may use, in bytes: see MachineMemory.
    static qint64 share(int percent);
    /// 60 % of it.
    static qint64 defaultLimit() { return share(60); }

private:
    std::atomic<qint64> m_limit;
    std::atomic<qint64> m_used{0};
    std::function<bool(qint64)> m_letGo;
};

/// Bytes taken from a budget for as long as this object lives. Not synchronised.
class MemoryReservation
{
public:
    /// A null budget limits nothing.
    explicit MemoryReservation(std::shared_ptr<MemoryBudget> budget = {}) : m_budget(std::move(budget)) {}
    ~MemoryReservation() { resize(0); }
    MemoryReservation(MemoryReservation &&other) noexcept { swap(other); }
    MemoryReservation &operator=(MemoryReservation &&other) noexcept
    {
        swap(other);
        return *this;
    }
    MemoryReservation(const MemoryReservation &) = delete;
    MemoryReservation &operator=(const MemoryReservation &) = delete;

    /// False, and nothing changed, when the limit would be passed.
    [[nodiscard]] bool tryGrow(qint64 bytes);
    /// Makes room for `bytes` in all before they are taken, in steps, so that it may be asked for each row. Throws
    /// OverBudget.
    void hold(qint64 bytes)
    {
        if (bytes > m_bytes)
            growTo(bytes);
    }
    /// States what is held in fact, past the limit too.
    void resize(qint64 bytes);
    [[nodiscard]] qint64 bytes() const { return m_bytes; }

private:
    void growTo(qint64 bytes);
    void swap(MemoryReservation &other) noexcept
    {
        std::swap(m_budget, other.m_budget);
        std::swap(m_bytes, other.m_bytes);
    }

    std::shared_ptr<MemoryBudget> m_budget;
    qint64 m_bytes = 0;
};

/// Context of a long task: a cancel flag that it polls, and progress that it reports. Cheap enough to poll per block of
/// rows. Copies share one state, so the owner keeps a copy and calls cancel() from any thread.
class JobContext
{
public:
    explicit JobContext(std::shared_ptr<MemoryBudget> budget = {});

    /// A part of this task with progress of its own. What it does counts for the whole, whose total its owner states
    /// before. Cancelling the whole cancels the part; cancelling the part leaves the whole alone.
    [[nodiscard]] JobContext child() const;

    void cancel() const { m_state->canceled = true; }
    [[nodiscard]] bool isCanceled() const
    {
        for (const State *s = m_state.get(); s; s = s->parent.get()) {
            if (s->canceled.load(std::memory_order_relaxed))
                return true;
        }
        return false;
    }

    /// Work in any unit that the task likes, usually bytes of input.
    void addTotal(qint64 units) const { m_state->total += units; }
    void addDone(qint64 units) const
    {
        for (State *s = m_state.get(); s; s = s->parent.get())
            s->done += units;
    }
    [[nodiscard]] qint64 total() const { return m_state->total; }
    [[nodiscard]] qint64 done() const { return m_state->done; }
    /// 0..1; 0 while the total is unknown.
    [[nodiscard]] double progress() const;

    /// Null when nothing limits the task.
    [[nodiscard]] MemoryBudget *budget() const { return m_budget.get(); }
    [[nodiscard]] const std::shared_ptr<MemoryBudget> &sharedBudget() const { return m_budget; }
    /// Set by a task that stopped because the budget was reached.
    void setOverBudget() const
    {
        for (State *s = m_state.get(); s; s = s->parent.get())
            s->overBudget = true;
    }
    [[nodiscard]] bool isOverBudget() const { return m_state->overBudget; }

private:
    struct State
    {
        std::atomic<bool> canceled{false};
        std::atomic<bool> overBudget{false};
        std::atomic<qint64> total{0};
        std::atomic<qint64> done{0};
        std::shared_ptr<State> parent;
    };
    std::shared_ptr<State> m_state;
    std::shared_ptr<MemoryBudget> m_budget;
};

/// Looks at the job once for a block of turns, for loops whose turns are short. Says that it is cancelled from then on.
class JobPoll
{
public:
    explicit JobPoll(const JobContext &job) : m_job(job) {}
    [[nodiscard]] bool isCanceled()
    {
        if (m_turn++ % block == 0)
            m_canceled = m_job.isCanceled();
        return m_canceled;
    }

private:
    static constexpr unsigned block = 512;

    const JobContext &m_job;
    unsigned m_turn = 0;
    bool m_canceled = false;
};

} // namespace rs
