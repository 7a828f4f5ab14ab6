// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rs {

/// Starts the threads among which Qt's painter shares large areas, and keeps them. It would start them when it first
/// needs them, and wait for ever for one that the system refuses. False when the system gives not even one: nothing may
/// be painted then, and the pool must not be waited for at the end of the program.
[[nodiscard]] bool holdPaintThreads();

/// Ends the program with the status of a reached memory budget and a line that names what is missing, where an
/// exception for want of memory or threads reaches no handler.
void explainShortage();

/// That line for threads, on stderr; then the program ends without looking back.
[[noreturn]] void endForWantOfThreads();

} // namespace rs
