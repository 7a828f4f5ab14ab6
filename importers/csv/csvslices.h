// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/job/threadpool.h"
#include "importers/csv/csvtable.h"
#include "importers/files/bytesource.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace rs {

/// What is counted in a piece of a csv file before anything is read.
struct CsvCounts
{
    qint64 quotes = 0;
    qint64 lines = 0;
    qint64 commas = 0;
    qint64 nuls = 0;
    void add(const CsvCounts &other)
    {
        quotes += other.quotes;
        lines += other.lines;
        commas += other.commas;
        nuls += other.nuls;
    }
};

/// A piece of a file, and the rows that begin behind the first line end in it.
struct CsvSlice
{
    size_t file = 0;
    qint64 from = 0;     ///< in the file, where it nominally begins
    qint64 bytes = 0;    ///< nominally
    qint64 firstRow = 0; ///< of all files
    qint64 rows = 0;
    bool oddQuotes = false; ///< before it
    CsvCounts counts;
};

/// Cuts csv files evenly and finds out by counting alone, on all threads, which rows each slice has, so that slices can
/// be read in any order. False from any step: the files are not as a profiler writes them, or the job was cancelled.
class CsvSlices
{
public:
    static constexpr size_t Padding = 64; ///< that a reader of cells may look behind the text

    CsvSlices(const std::vector<CsvFile> &files, ThreadPool *pool, const JobContext &job)
        : m_files(files), m_pool(pool), m_job(job)
    {
    }

    [[nodiscard]] bool open();
    /// All files have the same one.
    [[nodiscard]] bool readHeaders(const CsvHeaderCheck &isKnown);
    /// Where each slice begins among quotes and rows. `sliceBytes`: 0 for what suits the files and threads.
    [[nodiscard]] bool count(qint64 sliceBytes);

    [[nodiscard]] const CsvHeader &header() const { return m_header; }
    [[nodiscard]] const std::vector<CsvSlice> &slices() const { return m_slices; }
    [[nodiscard]] qint64 bytes() const { return m_bytes; } ///< of all files
    [[nodiscard]] qint64 step() const { return m_step; }   ///< bytes of a slice that is not the last one of its file
    [[nodiscard]] qint64 rows() const { return m_rows; }
    void place(CsvPlaces &places) const;

    /// Text of a slice, handed on to the next one: fresh memory costs more than what is read there.
    struct Buffer
    {
        std::unique_ptr<char[]> text;
        size_t size = 0;

        void makeRoom(size_t bytes, size_t kept)
        {
            if (bytes <= size)
                return;
            std::unique_ptr<char[]> bigger(new char[bytes]);
            if (kept > 0)
                std::memcpy(bigger.get(), text.get(), kept);
            text = std::move(bigger);
            size = bytes;
        }
    };

    [[nodiscard]] Buffer takeBuffer();
    void giveBack(Buffer buffer);
    /// The text of a slice: from behind the first line end in it to the first one in the slice behind it. From any
    /// thread.
    [[nodiscard]] bool textOf(size_t index, Buffer &buffer, size_t &begin, size_t &end) const;

private:
    struct Opened
    {
        std::unique_ptr<FileSource> source;
        qint64 headerEnd = 0; ///< behind its line end
        qint64 firstRow = 0;
        size_t firstSlice = 0;
        size_t slices = 0;
    };

    const std::vector<CsvFile> &m_files;
    ThreadPool *const m_pool;
    const JobContext &m_job;
    std::vector<Opened> m_opened;
    CsvHeader m_header;
    std::vector<CsvSlice> m_slices;
    qint64 m_bytes = 0;
    qint64 m_step = 0;
    qint64 m_rows = 0;
    std::mutex m_mutex;
    std::vector<Buffer> m_buffers;
};

} // namespace rs
