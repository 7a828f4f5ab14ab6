// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/threadpool.h"
#include "core/table/table.h"
#include "importers/db/dbdevice.h"
#include "importers/db/dbhost.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rs {

/// Measurements of kernels (TASK_PMU_INFO), by their tasks.
class DbMeasured
{
public:
    struct Column
    {
        QString name;
        double unit = 1;
        double most = 0;            ///< in the file's unit
        std::vector<double> values; ///< by place of the task; NaN, or no place, where there is none
    };

    explicit DbMeasured(const DbSource &source) : m_source(source), m_memory(source.job.sharedBudget()) {}
    void read();
    /// False before read(), and where there was no room for it.
    [[nodiscard]] bool isRead() const { return m_isRead; }
    [[nodiscard]] const std::vector<Column> &columns() const { return m_columns; }
    [[nodiscard]] std::optional<quint32> placeOf(qint64 globalTaskId) const;

private:
    Column &columnOf(qint64 name);

    const DbSource &m_source;
    MemoryReservation m_memory;
    std::vector<Column> m_columns;
    std::vector<std::pair<qint64, size_t>> m_names; ///< in the order in which they came, with their column
    std::unordered_map<qint64, quint32> m_places;
    size_t m_next = 0; ///< the name that follows the last one, if rows of tasks are alike
    bool m_isRead = false;
};

/// The table that kernel_details.csv is: kernels and operators of communication by start, with the columns of the text
/// export. A row belongs to the step in which it was launched, else to the one in which it starts. `launches`: calls
/// of the host in the order of their connections. Null without rows.
[[nodiscard]] std::shared_ptr<const Table> kernelTableOf(ThreadPool &pool, const DbSource &source,
                                                         const DbDevice &device, const DbMeasured &measured,
                                                         const std::vector<DbStep> &steps,
                                                         const std::vector<DbLink> &launches);

/// The step that holds a stamp; -1 where none does. `steps` by start.
[[nodiscard]] qint64 stepAt(const std::vector<DbStep> &steps, qint64 ns);

} // namespace rs
