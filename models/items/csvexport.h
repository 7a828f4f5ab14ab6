// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"

#include <QString>
#include <QVariant>

#include <vector>

class QAbstractItemModel;
class QIODevice;

namespace rs {

struct CsvOptions
{
    std::vector<int> columns; ///< in this order; empty: all
    bool escapeFormulas =
        true;               ///< a leading ' before text that a spreadsheet would run; the command line switches it off
    QChar separator = u','; ///< u'\t' for the clipboard
    std::vector<int> rows;  ///< in this order; empty and allRows false: none
    bool allRows = true;
    bool header = true; ///< false: only rows, to append to what was written before
};

/// Writes a table model as CSV by RFC 4180, UTF-8, CRLF: the columns, titles and units that are shown, then the values
/// (ExportRole, else SortRole, else the display text) with a decimal point and no thousands. Text cells that begin with
/// = + - @ TAB or CR get a leading ' so that no spreadsheet runs them; numbers never do. A cell without a value stays
/// empty. False when the device refused some of it; its errorString() says why.
bool writeCsv(QIODevice &out, const QAbstractItemModel &model, const CsvOptions &options = {});

/// writeCsv() into a file, which is replaced only when everything was written. Any thread, with a model of its own;
/// polls and reports to `job`. Empty, or why the file could not be written; also empty, and nothing written, when
/// cancelled.
[[nodiscard]] QString writeCsvFile(const QString &path, const QAbstractItemModel &model, CsvOptions options,
                                   const JobContext &job);

/// One cell as writeCsv() writes it.
[[nodiscard]] QString csvText(const QString &text, bool escapeFormulas = true, QChar separator = u',');
/// A raw value as text; numbers are recognised by the variant's type.
[[nodiscard]] QString csvValue(const QVariant &value, bool escapeFormulas = true, QChar separator = u',');

/// The same rows as a Markdown table of the display texts; `|` and line breaks are escaped, numbers are right-aligned.
[[nodiscard]] QString markdownTable(const QAbstractItemModel &model, const CsvOptions &options = {});

} // namespace rs
