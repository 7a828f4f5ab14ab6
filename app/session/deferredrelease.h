// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/machinememory.h"
#include "core/job/threadpool.h"

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace rs {

/// Takes the last reference to what was given up and lets it go on a thread of its own, after the views let go:
/// giving back gigabytes takes a while. What comes in one turn of the event loop goes together.
class DeferredRelease : public QObject
{
    Q_OBJECT
public:
    /// `giveBack` hands freed memory to the system; called on the other thread.
    explicit DeferredRelease(QObject *parent = nullptr, std::function<void()> giveBack = returnFreedMemory);
    /// Waits until all is gone.
    ~DeferredRelease() override;

    /// A piece that is replaced by another one: the program loads on and needs its memory, so the system gets the rest
    /// back only now and then.
    void takeReplaced(std::shared_ptr<const void> held);
    /// Releases data that is no longer needed; afterwards the system gets its memory back.
    void take(std::shared_ptr<const void> held);

private:
    void soon();
    void letGo();

    std::function<void()> m_giveBack;
    std::vector<std::shared_ptr<const void>> m_held;
    bool m_due = false;
    bool m_toSystem = false;
    QElapsedTimer m_sinceGivenBack;
    ThreadPool m_pool{1, ThreadPool::Priority::Yielding}; ///< not kept waiting by what loads
};

} // namespace rs
