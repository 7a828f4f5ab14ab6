// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

class QString;

namespace rs {

/// A memory_record.csv as torch writes it: each sample of PTA stands again in PTA+GE. The number of its rows; 0 where
/// it cannot be written.
qint64 writeRecord(const QString &path, qint64 bytes);
/// A kernel_details.csv as torch writes it at Level1 with PipeUtilization: 40 columns, shapes in quotes within quotes.
qint64 writeKernels(const QString &path, qint64 bytes);

} // namespace rs
