// SPDX-License-Identifier: Apache-2.0
#include "importers/csv/soundcsv.h"

#include "importers/csv/csvslices.h"
#include "importers/csv/soundcolumns.h"
#include "importers/csv/soundrows.h"

#include <atomic>
#include <new>
#include <utility>

namespace rs {

namespace {

class SoundReader
{
public:
    SoundReader(const std::vector<CsvFile> &files, ThreadPool *pool, const JobContext &job)
        : m_files(files), m_pool(pool), m_job(job), m_slices(files, pool, job), m_columns(pool, job)
    {
    }

    /// Null: not sound.
    std::shared_ptr<const Table> read(const CsvHeaderCheck &isKnown, std::span<CsvGaps> gaps, qint64 sliceBytes)
    {
        if (!m_slices.open() || !m_slices.readHeaders(isKnown) || !m_slices.count(sliceBytes))
            return nullptr;
        m_columns.make(m_slices.header().names, m_slices.rows(), gaps);
        readSlices();
        if (!m_sound)
            return nullptr;
        auto table = m_columns.makeTable(m_cells, m_files.front().reportName);
        m_succeeded = table != nullptr;
        return table;
    }

    ~SoundReader()
    {
        // Work that is done again counts once.
        if (m_counted && !m_succeeded) {
            m_job.addTotal(-m_slices.bytes());
            m_job.addDone(-m_done);
        }
    }
    Q_DISABLE_COPY_MOVE(SoundReader)

    void place(CsvPlaces &places) const { m_slices.place(places); }
    void noteGaps() const { m_columns.noteGaps(m_cells); }

private:
    void readSlices()
    {
        for (const CsvSlice &slice : m_slices.slices()) {
            SliceCells cells;
            cells.firstRow = slice.firstRow;
            cells.rows = slice.rows;
            cells.memory = MemoryReservation(m_job.sharedBudget());
            m_cells.push_back(std::move(cells));
        }
        m_job.addTotal(m_slices.bytes());
        m_counted = true;
        parallelFor(m_pool, static_cast<qsizetype>(m_cells.size()), [&](qsizetype i) {
            if (!m_sound)
                return;
            if (m_job.isCanceled() || !readSlice(static_cast<size_t>(i)))
                m_sound = false;
        });
    }

    bool readSlice(size_t index)
    {
        const CsvSlice &slice = m_slices.slices()[index];
        SliceCells &cells = m_cells[index];
        // As much as the columns and texts of the slice can take.
        constexpr qint64 cellBytes = 32;
        cells.memory.hold(3 * m_slices.step() + cellBytes * (slice.counts.commas + slice.counts.lines));
        cells.begin(m_columns.columns());
        CsvSlices::Buffer buffer = m_slices.takeBuffer();
        size_t begin = 0;
        size_t end = 0;
        const bool sound =
            m_slices.textOf(index, buffer, begin, end) &&
            readSoundRows(m_columns.columns(), cells, buffer.text.get() + begin, buffer.text.get() + end);
        m_slices.giveBack(std::move(buffer));
        cells.memory.resize(cells.bytes());
        m_done += slice.bytes;
        m_job.addDone(slice.bytes);
        return sound;
    }

    const std::vector<CsvFile> &m_files;
    ThreadPool *const m_pool;
    const JobContext &m_job;
    CsvSlices m_slices;
    SoundColumns m_columns;
    std::vector<SliceCells> m_cells;
    std::atomic<bool> m_sound{true};
    std::atomic<qint64> m_done{0};
    bool m_counted = false;
    bool m_succeeded = false;
};

} // namespace

std::shared_ptr<const Table> readSoundCsv(const std::vector<CsvFile> &files, ThreadPool *pool, const JobContext &job,
                                          CsvPlaces &places, std::span<CsvGaps> gaps, const CsvHeaderCheck &isKnown,
                                          qint64 sliceBytes)
{
    try {
        SoundReader reader(files, pool, job);
        auto table = reader.read(isKnown, gaps, sliceBytes);
        if (table) {
            reader.place(places);
            reader.noteGaps();
        }
        return table;
    } catch (const std::bad_alloc &) {
        // Row by row less is taken at a time, and what has no room is said.
        return nullptr;
    }
}

} // namespace rs
