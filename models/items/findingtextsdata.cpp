// SPDX-License-Identifier: Apache-2.0
#include "items/findingtextlists.h"

#include <QtGlobal>

namespace rs {

const std::vector<const char *> &dataFindingTexts()
{
    static const std::vector<const char *> texts = {
        // clang-format off
        QT_TRANSLATE_NOOP("Finding", "The summary of the data pipeline lacks what every such file has: %1. Its values are missing."),
        QT_TRANSLATE_NOOP("Finding", "Lists of the data pipeline that have another number of values than there are operators: %1. What they lack is missing."),
        QT_TRANSLATE_NOOP("Finding", "Not the form of a summary of the data pipeline: its operators, times and advice cannot be shown for this rank."),
        QT_TRANSLATE_NOOP("Finding", "Operators of the data pipeline that are listed twice: the first counts."),
        QT_TRANSLATE_NOOP("Finding", "Operators of the data pipeline whose parent is not listed: each is shown as the end of a pipeline of its own."),
        QT_TRANSLATE_NOOP("Finding", "Getting a batch from the pipeline and pushing it take longer than all of it: one of the numbers is wrong, and no shares of a batch are shown."),
        QT_TRANSLATE_NOOP("Finding", "Operators whose queue is another one on average than minddata_pipeline_raw says: one of the two files is not of this capture."),
        QT_TRANSLATE_NOOP("Finding", "Queues of the data pipeline that are used by more than 100 %: they hold no more than they can, so the use of these is not shown."),
        QT_TRANSLATE_NOOP("Finding", "Queues of the data pipeline that hold more on average than they can: one of the two numbers is wrong, and so is the use of the queue."),
        QT_TRANSLATE_NOOP("Finding", "%1 is the bottleneck: each of its workers uses %2 % CPU. Try num_parallel_workers above %3."),
        QT_TRANSLATE_NOOP("Finding", "%1 is the bottleneck: its workers use %2 % CPU each, and its queues are out of balance. Try a larger prefetch_size."),
        QT_TRANSLATE_NOOP("Finding", "The queue before %1 is empty %2 % of the time: the device waits for data then, which the host does not prepare fast enough."),
        QT_TRANSLATE_NOOP("Finding", "Each worker of %1 uses %2 % CPU: num_parallel_workers above %3 might make it faster."),
        QT_TRANSLATE_NOOP("Finding", "%1 reads the data and fills its queue to %2 % only: num_parallel_workers above %3 might speed up reading."),
        QT_TRANSLATE_NOOP("Finding", "The queue before %1 is used to %2 %, the one behind it to %3 %: %4 makes more than it takes. Where its CPU use is low, try a larger prefetch_size or more workers."),
        QT_TRANSLATE_NOOP("Finding", "Each worker of %1 uses only %2 % CPU: num_parallel_workers = %3 may be more than it needs."),
        QT_TRANSLATE_NOOP("Finding", "The file calls %1 the bottleneck."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have memory_record.csv or MEMORY_RECORD with rows, this one has none: it has no curves of memory."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have operator_memory.csv or OP_MEMORY with rows, this one has none: what was held at its peaks is not known."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have npu_module_mem.csv or NPU_MODULE_MEM with rows, this one has none: what each module of CANN reserved on it is not known."),
        QT_TRANSLATE_NOOP("Finding", "Rows with a stamp far from all others: no curve is drawn to them, and they are no peak."),
        QT_TRANSLATE_NOOP("Finding", "Rows with more memory allocated than reserved, which cannot be: one of the two is wrong, and there is no fragmentation."),
        QT_TRANSLATE_NOOP("Finding", "Blocks that were released before they were allocated: one of the two stamps is wrong, and they count as held at no moment."),
        QT_TRANSLATE_NOOP("Finding", "Blocks whose duration is not what lies between allocation and release: one of the three is wrong."),
        QT_TRANSLATE_NOOP("Finding", "No row of the file could be used: how full the queues of the data pipeline were over time is not known."),
        QT_TRANSLATE_NOOP("Finding", "No row of the file could be used: CPU use, times of a batch and advice of the data pipeline are not known."),
        // clang-format on
    };
    return texts;
}

} // namespace rs
