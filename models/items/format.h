// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringView>

#include <optional>
#include <utility>
#include <vector>

/// The only place that writes numbers for people. A decimal point is `.` in both languages; thousands are parted by a
/// thin space (U+2009); a minus is U+2212. Files and the command line do not use these functions: they write raw
/// values.
namespace rs::format {

enum class TimeUnit : quint8 { Ns, Us, Ms, S };

/// The unit for a column or an axis whose largest magnitude is `largestNs`: the one that keeps at most four digits
/// before the point, so that three decimals still tell the small values apart.
[[nodiscard]] TimeUnit timeUnitFor(qint64 largestNs);
[[nodiscard]] QString unitName(TimeUnit unit); ///< "ns", "µs", "ms", "s"
/// Nanoseconds in one unit.
[[nodiscard]] qint64 unitNs(TimeUnit unit);

/// The number without its unit, for columns and axes whose header names it. Nanoseconds have no decimals.
[[nodiscard]] QString timeIn(qint64 ns, TimeUnit unit, int decimals = 3);
/// The number with its unit, for a single value in a tooltip or a line of text: "12.430 ms".
[[nodiscard]] QString duration(qint64 ns);
/// Three significant digits, for sentences and headings: "12.4 ms".
[[nodiscard]] QString briefDuration(qint64 ns);
/// Like duration(), with a sign in front of positive values too: for differences and delays.
[[nodiscard]] QString signedDuration(qint64 ns);

[[nodiscard]] QString integer(qint64 value);
/// Number by which tr() chooses the form of a word, beside a number that integer() writes.
[[nodiscard]] constexpr int plural(qint64 count)
{
    return static_cast<int>(count < 0 ? 0 : count > (1 << 30) ? 1 << 30 : count);
}
[[nodiscard]] QString real(double value, int decimals = 3);
/// "31.2 %" of 0.312.
[[nodiscard]] QString percent(double fraction, int decimals = 1);
/// percent() without the sign, for columns whose header says %.
[[nodiscard]] QString percentIn(double fraction, int decimals = 1);
/// "1.31×"; "∞" for infinity.
[[nodiscard]] QString ratio(double value, int decimals = 2);
/// Decimal multiples as the profilers write them (1 MB = 10^6 bytes): "12.3 MB".
[[nodiscard]] QString bytes(qint64 value);
/// "12.345 GB/s".
[[nodiscard]] QString bandwidth(double gigabytesPerSecond);

/// Text of a trace as one harmless line: control characters become \n, \t, \u0007 …, and characters that reorder or
/// hide text (bidirectional overrides and isolates, zero-width ones) become their \u number.
[[nodiscard]] QString displayText(QStringView text);
/// displayText() for setToolTip(): never read as markup, wrapped where it is long. `text` may hold line breaks, which
/// are kept. Empty for empty text.
[[nodiscard]] QString tooltipText(QStringView text);
/// Label and value pairs for setToolTip(), aligned in two columns; a pair without a value is a heading. The texts are
/// escaped here: pass them plain.
[[nodiscard]] QString tooltipTable(const std::vector<std::pair<QString, QString>> &lines);
/// At most `limit` characters, the last one "…" when something was cut; never cuts a surrogate pair in half.
[[nodiscard]] QString clipText(const QString &text, qsizetype limit = 400);

/// Rank numbers as intervals: "0-7, 16, 18-23". The numbers must ascend.
template <typename Range>
[[nodiscard]] QString rankIntervals(const Range &ranks)
{
    QString out;
    std::optional<int> from;
    int last = 0;
    const auto flush = [&] {
        if (!from)
            return;
        if (!out.isEmpty())
            out += QLatin1String(", ");
        out += QString::number(*from);
        if (last != *from)
            out += QLatin1Char('-') + QString::number(last);
    };
    for (const int r : ranks) {
        if (from && r == last + 1) {
            last = r;
            continue;
        }
        flush();
        from = r;
        last = r;
    }
    flush();
    return out;
}

} // namespace rs::format
