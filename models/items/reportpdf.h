// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

namespace rs {

/// True for the name of a file that holds PDF.
[[nodiscard]] bool isPdfName(const QString &file);

/// The HTML of a report on pages of A4 with their numbers, its text to be selected. A table that is wider makes the
/// text smaller, so that nothing is cut. Needs the fonts of a QGuiApplication. Any thread.
[[nodiscard]] QByteArray reportPdf(const QByteArray &html);

/// True if the text has Chinese characters and no font here does: the PDF would have boxes.
[[nodiscard]] bool lacksChineseFont(const QByteArray &html);

} // namespace rs
