// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rs::fuzz {

/// Feeds one input to a part of the program that reads what others wrote. Returns for every input; what must never
/// happen ends the process: a sanitizer's report, a promise that require() finds broken, an exception that nobody
/// caught.
using Target = void (*)(std::string_view input);

struct NamedTarget
{
    std::string_view name; ///< name of its folder in tests/fuzz/crashes and of its corpus
    Target run;
};

/// The engine's targets, and what the program added.
[[nodiscard]] std::span<const NamedTarget> targets();
/// For a target that only some programs link (of the window, which the engine's fuzzer does without); before main().
bool addTarget(const NamedTarget &target);
/// Null when there is none of that name.
[[nodiscard]] Target findTarget(std::string_view name);

void fuzzTrace(std::string_view input);     ///< a trace: sections, sealing, args of its slices
void fuzzCsv(std::string_view input);       ///< first byte: which reader
void fuzzJson(std::string_view input);      ///< first byte: which reader
void fuzzDiscovery(std::string_view input); ///< an archive of files (Scratch::unpack) that is only searched
void fuzzRun(std::string_view input);       ///< an archive of files that is loaded whole and analysed
void fuzzGzip(std::string_view input);      ///< first byte: a .gz file as it is, or a text that is packed first
void fuzzCache(std::string_view input);     ///< a file of the rank cache, whose checksums are made good first
void fuzzPack(std::string_view input);      ///< a rank pack, whose checksums are made good first
void fuzzDatabase(std::string_view input);  ///< first byte: a database as it is, or the SQL that makes one

/// Makes head, lengths and sums of a cache file (or a pack, which begins with other bytes) good, so that what was
/// changed in its blocks gets past them. A block whose length passes the end of the file is cut there and is the last.
void repairCache(std::string &bytes, std::string_view begins = {});

} // namespace rs::fuzz
