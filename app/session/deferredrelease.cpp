// SPDX-License-Identifier: Apache-2.0
#include "app/session/deferredrelease.h"

#include <QTimer>

#include <utility>

namespace rs {

DeferredRelease::DeferredRelease(QObject *parent, std::function<void()> giveBack)
    : QObject(parent), m_giveBack(std::move(giveBack))
{
}

DeferredRelease::~DeferredRelease()
{
    m_pool.waitForDone();
}

void DeferredRelease::takeReplaced(std::shared_ptr<const void> held)
{
    if (!held)
        return;
    m_held.push_back(std::move(held));
    soon();
}

void DeferredRelease::take(std::shared_ptr<const void> held)
{
    m_toSystem = m_toSystem || held != nullptr;
    takeReplaced(std::move(held));
}

void DeferredRelease::soon()
{
    if (m_due)
        return;
    m_due = true;
    QTimer::singleShot(0, this, &DeferredRelease::letGo);
}

void DeferredRelease::letGo()
{
    // Looking through all of the heap takes longer the more of it there is.
    constexpr qint64 nowAndThenMs = 500;
    m_due = false;
    const bool toSystem =
        std::exchange(m_toSystem, false) || !m_sinceGivenBack.isValid() || m_sinceGivenBack.elapsed() > nowAndThenMs;
    if (toSystem)
        m_sinceGivenBack.start();
    m_pool.start([gone = std::exchange(m_held, {}), toSystem, this]() mutable {
        gone.clear();
        if (toSystem)
            m_giveBack();
    });
}

} // namespace rs

#include "moc_deferredrelease.cpp"
