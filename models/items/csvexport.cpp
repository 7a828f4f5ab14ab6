// SPDX-License-Identifier: Apache-2.0
#include "items/csvexport.h"

#include "core/base/savedfile.h"
#include "core/base/timens.h"
#include "items/modelroles.h"

#include <QAbstractItemModel>
#include <QIODevice>

#include <cmath>
#include <numeric>

namespace rs {

namespace {

// Whether a raw value is written as a number.
bool isNumber(const QVariant &v)
{
    return v.typeId() == QMetaType::Int || v.typeId() == QMetaType::LongLong || v.typeId() == QMetaType::Double;
}

std::vector<int> columnsOf(const QAbstractItemModel &model, const CsvOptions &options)
{
    std::vector<int> columns = options.columns;
    if (columns.empty()) {
        columns.resize(static_cast<size_t>(model.columnCount()));
        std::iota(columns.begin(), columns.end(), 0);
    }
    return columns;
}

QString cell(const QAbstractItemModel &model, const QModelIndex &at, const CsvOptions &options)
{
    const QVariant value = model.data(at, SortRole);
    const QVariant own = model.data(at, ExportRole);
    if (own.isValid()) // a number in the header's unit where the raw value is one, else text
        return isNumber(value) ? own.toString() : csvText(own.toString(), options.escapeFormulas, options.separator);
    if (value.isValid())
        return csvValue(value, options.escapeFormulas, options.separator);
    // Models without raw roles still export what they show.
    return csvText(model.data(at, Qt::DisplayRole).toString(), options.escapeFormulas, options.separator);
}

QString header(const QAbstractItemModel &model, int column)
{
    return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
}

template <typename Line>
bool forEachRow(const QAbstractItemModel &model, const CsvOptions &options, const Line &line)
{
    if (!options.allRows) {
        for (const int r : options.rows) {
            if (r >= 0 && r < model.rowCount() && !line(r))
                return false;
        }
        return true;
    }
    const int rows = model.rowCount();
    for (int r = 0; r < rows; ++r) {
        if (!line(r))
            return false;
    }
    return true;
}

QString markdownText(QString text)
{
    text.replace(u'\\', QLatin1String("\\\\"));
    text.replace(u'|', QLatin1String("\\|"));
    text.replace(u'\n', u' ');
    text.replace(u'\r', u' ');
    // Angle brackets would be read as markup by what renders the table.
    text.replace(u'<', QLatin1String("&lt;"));
    return text;
}

} // namespace

QString csvText(const QString &text, bool escapeFormulas, QChar separator)
{
    QString out = text;
    if (escapeFormulas && !out.isEmpty() && QStringView(u"=+-@\t\r").contains(out.front()))
        out.prepend(u'\'');
    if (out.contains(separator) || out.contains(u'"') || out.contains(u'\n') || out.contains(u'\r') ||
        out.contains(u'\t')) {
        out.replace(u'"', QLatin1String("\"\""));
        return u'"' + out + u'"';
    }
    return out;
}

QString csvValue(const QVariant &value, bool escapeFormulas, QChar separator)
{
    if (!value.isValid())
        return {};
    if (!isNumber(value))
        return csvText(value.toString(), escapeFormulas, separator);
    if (value.typeId() == QMetaType::Double)
        return std::isfinite(value.toDouble()) ? QString::fromStdString(shortestDouble(value.toDouble())) : QString();
    return value.toString();
}

bool writeCsv(QIODevice &out, const QAbstractItemModel &model, const CsvOptions &options)
{
    const std::vector<int> columns = columnsOf(model, options);
    const auto write = [&out](const QString &line) {
        const QByteArray bytes = line.toUtf8();
        return out.write(bytes) == bytes.size();
    };
    QString line;
    for (size_t i = 0; options.header && i < columns.size(); ++i) {
        if (i > 0)
            line += options.separator;
        line += csvText(header(model, columns[i]), options.escapeFormulas, options.separator);
    }
    if (options.header && !write(line + QLatin1String("\r\n")))
        return false;
    return forEachRow(model, options, [&](int row) {
        line.clear();
        for (size_t i = 0; i < columns.size(); ++i) {
            if (i > 0)
                line += options.separator;
            line += cell(model, model.index(row, columns[i]), options);
        }
        return write(line + QLatin1String("\r\n"));
    });
}

QString writeCsvFile(const QString &path, const QAbstractItemModel &model, CsvOptions options, const JobContext &job)
{
    constexpr int piece = 4'000;
    SavedFile file(path);
    if (!file.open())
        return file.errorString();
    const int all = model.rowCount();
    job.addTotal(all);
    options.allRows = false;
    for (int from = 0; from == 0 || from < all; from += piece) {
        if (job.isCanceled())
            return {};
        options.header = from == 0;
        options.rows.resize(static_cast<size_t>(std::min(piece, all - from)));
        std::iota(options.rows.begin(), options.rows.end(), from);
        if (!writeCsv(file, model, options))
            return file.errorString();
        job.addDone(static_cast<qint64>(options.rows.size()));
    }
    return file.commit() ? QString() : file.errorString();
}

QString markdownTable(const QAbstractItemModel &model, const CsvOptions &options)
{
    const std::vector<int> columns = columnsOf(model, options);
    QString out = QStringLiteral("|");
    QString rule = QStringLiteral("|");
    for (const int c : columns) {
        const bool right = (model.headerData(c, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
        out +=
            u' ' + markdownText(model.headerData(c, Qt::Horizontal, Qt::DisplayRole).toString()) + QLatin1String(" |");
        rule += right ? QLatin1String(" ---: |") : QLatin1String(" --- |");
    }
    out += u'\n' + rule + u'\n';
    forEachRow(model, options, [&](int row) {
        out += u'|';
        for (const int c : columns)
            out += u' ' + markdownText(model.index(row, c).data(Qt::DisplayRole).toString()) + QLatin1String(" |");
        out += u'\n';
        return true;
    });
    return out;
}

} // namespace rs
