// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <atomic>
#include <new>
#include <utility>

namespace rs {

/// Work of a worker for an object of the GUI thread. A worker that finds no memory to post its end leaves a note, which
/// the object looks at now and then: it would wait for ever else.
struct BackgroundWork
{
    std::atomic<bool> over{false};
    std::atomic<bool> outOfMemory{false};

    /// On the worker, last of all: has `end` called on the thread of the receiver.
    template <typename F>
    void endWith(QObject *receiver, F end)
    {
        try {
            QMetaObject::invokeMethod(receiver, std::move(end), Qt::QueuedConnection);
        } catch (const std::bad_alloc &) {
            outOfMemory = true;
        }
        over = true;
    }
    [[nodiscard]] bool isSilent() const { return over && outOfMemory; }
};

} // namespace rs
