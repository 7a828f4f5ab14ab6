// SPDX-License-Identifier: Apache-2.0
// Targets that search folders, load whole runs, and read ranks from the cache.
#include "core/base/blockhash.h"
#include "core/run/tracecodec.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "fuzz/use.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"

#include <array>
#include <cstring>
#include <string>

namespace rs::fuzz {

namespace {

std::vector<Run> findRuns(const Scratch &scratch, const JobContext &job)
{
    ImportReport report;
    std::vector<Run> runs = discover({scratch.path()}, job, report);
    for (const Run &run : runs) {
        require(!run.infos.empty() || !run.cluster.files.empty(), "a run has a rank or a file of its own");
        require(run.ranks.size() == run.infos.size(), "a run has a place for every rank");
        for (const RankInfo &info : run.infos)
            require(!info.label.isEmpty(), "a rank has a label");
    }
    return runs;
}

// Places of a cache file: core/run/tracecodec.cpp. fuzz_seeds says when they are no longer true.
constexpr size_t keyAt = 16;
constexpr size_t keyBytes = 32;
constexpr char keyText = 'k';
constexpr size_t blocksAt = 48;
constexpr size_t bytesAt = 56;
constexpr size_t sumAt = 64;
constexpr size_t headBytes = 72;
constexpr size_t blockHeadBytes = 16;

quint64 numberAt(const std::string &bytes, size_t at)
{
    quint64 number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

void putNumber(std::string &bytes, size_t at, quint64 number)
{
    std::memcpy(bytes.data() + at, &number, sizeof number);
}

} // namespace

void repairCache(std::string &bytes, std::string_view begins)
{
    if (bytes.size() < headBytes)
        return;
    if (begins.empty())
        begins = {TraceCodec::magic.data(), TraceCodec::magic.size()};
    bytes.replace(0, begins.size(), begins);
    putNumber(bytes, TraceCodec::magic.size(), 0x0102030405060708ULL);
    bytes.replace(keyAt, keyBytes, keyBytes, keyText);
    quint64 blocks = 0;
    size_t at = headBytes;
    while (at + blockHeadBytes <= bytes.size()) {
        const quint64 length = std::min<quint64>(numberAt(bytes, at), bytes.size() - at - blockHeadBytes);
        BlockHash hash;
        const std::array<quint64, 4> first{blocks, length, 0, 0};
        hash.add(reinterpret_cast<const char *>(first.data()), sizeof first);
        hash.add(bytes.data() + at + blockHeadBytes, length);
        putNumber(bytes, at, length);
        putNumber(bytes, at + 8, hash.sum());
        at += blockHeadBytes + length;
        ++blocks;
    }
    bytes.resize(at);
    putNumber(bytes, blocksAt, blocks);
    putNumber(bytes, bytesAt, bytes.size());
    BlockHash hash;
    hash.add(bytes.data(), sumAt);
    putNumber(bytes, sumAt, hash.sum());
}

void fuzzDiscovery(std::string_view input)
{
    const Scratch scratch;
    const JobContext job;
    if (scratch.unpack(input) > 0)
        (void)findRuns(scratch, job);
}

void fuzzRun(std::string_view input)
{
    const Scratch scratch;
    if (scratch.unpack(input) == 0)
        return;
    const JobContext job(std::make_shared<MemoryBudget>(qint64{500} << 20));
    for (Run &found : findRuns(scratch, job)) {
        const std::shared_ptr<const Run> run = loadRun(std::move(found), pool(), job);
        require(run != nullptr, "a run that nobody cancels is loaded");
        useRun(*run);
    }
}

void fuzzCache(std::string_view input)
{
    std::string bytes(input);
    repairCache(bytes);
    const Scratch scratch;
    const QString path = scratch.write(QStringLiteral("cached.rank"), bytes);
    const JobContext job(std::make_shared<MemoryBudget>(qint64{500} << 20));
    const TraceCodec::Result read = TraceCodec::read(path, QByteArray(keyBytes, keyText), {}, pool(), job);
    if (read.rank)
        useRank(*read.rank);
}

void fuzzPack(std::string_view input)
{
    std::string bytes(input);
    repairCache(bytes, {TraceCodec::packMagic.data(), TraceCodec::packMagic.size()});
    const Scratch scratch;
    const QString path = scratch.write(QStringLiteral("rank.rspack"), bytes);
    const JobContext job(std::make_shared<MemoryBudget>(qint64{500} << 20));
    (void)TraceCodec::packHead({path});
    const TraceCodec::Result read = TraceCodec::readPack({path}, pool(), job);
    if (read.rank)
        useRank(*read.rank);
}

} // namespace rs::fuzz
