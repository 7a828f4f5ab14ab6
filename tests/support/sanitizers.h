// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

#ifdef Q_OS_LINUX
#include <dlfcn.h>
#endif

namespace rs::test {

/// Whether the program runs with a sanitizer, whose own memory bursts every limit on address space. No macro tells it:
/// the tests' own code is compiled once for the release and the AddressSanitizer build.
inline bool isSanitized()
{
#ifdef Q_OS_LINUX
    return ::dlsym(RTLD_DEFAULT, "__asan_init") || ::dlsym(RTLD_DEFAULT, "__tsan_init");
#else
    return false;
#endif
}

} // namespace rs::test
