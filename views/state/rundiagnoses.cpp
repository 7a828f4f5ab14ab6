// SPDX-License-Identifier: Apache-2.0
#include "views/state/rundiagnoses.h"

#include "tables/base/tables.h"

#include <utility>
#include <vector>

namespace rs {

void RunDiagnoses::Entry::forget()
{
    job.cancel();
    run.reset();
    answer.reset();
    lacksMemory = false;
}

RunDiagnoses::RunDiagnoses(RunStore &runs, ViewState &state, ThreadPool &pool, QObject *parent)
    : QObject(parent), m_runs(runs), m_state(state), m_pool(pool)
{
    const auto drop = [this] {
        for (auto &[run, entry] : m_entries)
            dropOutdated(run, entry);
    };
    connect(&m_runs, &RunStore::runChanged, this, drop);
    connect(&m_runs, &RunStore::rankUnloaded, this, drop);
    connect(&m_runs, &RunStore::loadingFinished, this, [this, drop] {
        drop();
        for (auto &[run, entry] : m_entries) {
            // Reading may have freed memory.
            if (std::exchange(entry.lacksMemory, false))
                entry.run.reset();
            emit changed(run);
        }
    });
    connect(&m_runs, &RunStore::runClosed, this, [this](int run) { m_entries.erase(run); });
    for (const auto signal : {&ViewState::thresholdsChanged, &ViewState::ratesChanged})
        connect(&m_state, signal, this, [this] {
            for (auto &[run, entry] : m_entries)
                entry.forget();
            for (const auto &[run, entry] : m_entries)
                emit changed(run);
        });
}

bool RunDiagnoses::isCurrent(int run, const Entry &entry) const
{
    const auto data = m_runs.run(run);
    return data && data == entry.run.lock();
}

// Computations on an outdated run hold ranks that may have to go.
void RunDiagnoses::dropOutdated(int run, Entry &entry)
{
    if (isCurrent(run, entry) || (!entry.job.isRunning() && !entry.answer))
        return;
    entry.forget();
    emit changed(run);
}

std::shared_ptr<const Diagnosis> RunDiagnoses::of(int run)
{
    if (!m_runs.run(run))
        return nullptr;
    Entry &entry = m_entries[run];
    if (!isCurrent(run, entry)) {
        entry.forget();
        if (!m_runs.isLoading())
            begin(run, entry);
    }
    return entry.answer;
}

void RunDiagnoses::begin(int run, Entry &entry)
{
    const auto data = m_runs.run(run);
    entry.run = data;
    entry.job.onOutOfMemory([this, run, &entry](Shortage lack) {
        if (lack == Shortage::None)
            return;
        entry.lacksMemory = true;
        emit changed(run);
    });
    entry.job.start(
        m_pool,
        [data, limits = m_state.thresholds(), rates = m_state.rates()](const JobContext &job) {
            const MemoryReservation room = roomFor(u"diagnosis", *data, job);
            return std::make_shared<const Diagnosis>(diagnose(*data, limits, job, rates));
        },
        [this, run, &entry](std::shared_ptr<const Diagnosis> answer) {
            entry.answer = std::move(answer);
            emit changed(run);
        });
}

bool RunDiagnoses::isComputing(int run) const
{
    const auto at = m_entries.find(run);
    return at != m_entries.end() && at->second.job.isRunning();
}

bool RunDiagnoses::lacksMemory(int run) const
{
    const auto at = m_entries.find(run);
    return at != m_entries.end() && at->second.lacksMemory;
}

} // namespace rs

#include "moc_rundiagnoses.cpp"
