// SPDX-License-Identifier: Apache-2.0
#include "support/allocations.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <malloc.h>
#include <new>
#include <thread>
#include <utility>

namespace {

constexpr qint64 none = std::numeric_limits<qint64>::max();

std::atomic<qint64> live{0};
std::atomic<qint64> base{0}; // live when counting began
std::atomic<qint64> peak{0};
std::atomic<qint64> count{0};
std::atomic<qint64> refuseAt{0};
std::atomic<qint64> most{none};  // of `live`
std::atomic<qint64> large{none}; // of one allocation
std::atomic<std::thread::id> exempt;
std::atomic<qint64> callAt{0};
std::function<void()> called;
std::atomic<bool> refused{false};

bool mayHave(size_t bytes)
{
    const qint64 number = ++count;
    if (number == callAt)
        called();
    const auto size = static_cast<qint64>(bytes);
    const bool good =
        number != refuseAt && (size < large || std::this_thread::get_id() == exempt) && live + size <= most;
    if (!good)
        refused = true;
    return good;
}

void *noted(void *p)
{
    if (!p)
        return nullptr;
    const qint64 now = live += static_cast<qint64>(malloc_usable_size(p));
    for (qint64 before = peak; before < now && !peak.compare_exchange_weak(before, now);) {
    }
    return p;
}

void *allocate(size_t bytes)
{
    return mayHave(bytes) ? noted(std::malloc(std::max<size_t>(1, bytes))) : nullptr;
}

void *allocate(size_t bytes, std::align_val_t alignment)
{
    const auto each = std::max(sizeof(void *), static_cast<size_t>(alignment));
    return mayHave(bytes) ? noted(std::aligned_alloc(each, (std::max<size_t>(1, bytes) + each - 1) / each * each))
                          : nullptr;
}

void giveBack(void *p)
{
    if (p)
        live -= static_cast<qint64>(malloc_usable_size(p));
    std::free(p);
}

template <typename... Alignment>
void *orThrow(size_t bytes, Alignment... alignment)
{
    void *const p = allocate(bytes, alignment...);
    if (!p)
        throw std::bad_alloc();
    return p;
}

void begin()
{
    base = live.load();
    peak = live.load();
    count = 0;
    refused = false;
    callAt = 0;
    large = none;
}

} // namespace

// clang-format off
void *operator new(size_t bytes) { return orThrow(bytes); }
void *operator new[](size_t bytes) { return orThrow(bytes); }
void *operator new(size_t bytes, std::align_val_t a) { return orThrow(bytes, a); }
void *operator new[](size_t bytes, std::align_val_t a) { return orThrow(bytes, a); }
void *operator new(size_t bytes, const std::nothrow_t &) noexcept { return allocate(bytes); }
void *operator new[](size_t bytes, const std::nothrow_t &) noexcept { return allocate(bytes); }
void operator delete(void *p) noexcept { giveBack(p); }
void operator delete[](void *p) noexcept { giveBack(p); }
void operator delete(void *p, size_t) noexcept { giveBack(p); }
void operator delete[](void *p, size_t) noexcept { giveBack(p); }
void operator delete(void *p, std::align_val_t) noexcept { giveBack(p); }
void operator delete[](void *p, std::align_val_t) noexcept { giveBack(p); }
void operator delete(void *p, size_t, std::align_val_t) noexcept { giveBack(p); }
void operator delete[](void *p, size_t, std::align_val_t) noexcept { giveBack(p); }
void operator delete(void *p, const std::nothrow_t &) noexcept { giveBack(p); }
void operator delete[](void *p, const std::nothrow_t &) noexcept { giveBack(p); }
// clang-format on

namespace rs::test {

void Allocations::refuseOne(qint64 n)
{
    begin();
    refuseAt = n;
    most = none;
}

void Allocations::refuseAbove(qint64 bytes)
{
    begin();
    refuseAt = 0;
    most = live + bytes;
}

void Allocations::refuseLargeElsewhere(qint64 bytes)
{
    stop();
    begin();
    exempt = std::this_thread::get_id();
    large = bytes;
}

void Allocations::callAt(qint64 n, std::function<void()> then)
{
    stop();
    called = std::move(then);
    begin();
    ::callAt = n;
}

void Allocations::stop()
{
    refuseAt = 0;
    ::callAt = 0;
    large = none;
    most = none;
}

qint64 Allocations::count()
{
    return ::count;
}

bool Allocations::refused()
{
    return ::refused;
}

qint64 Allocations::peakBytes()
{
    return ::peak - ::base;
}

qint64 Allocations::liveBytes()
{
    return ::live;
}

} // namespace rs::test
