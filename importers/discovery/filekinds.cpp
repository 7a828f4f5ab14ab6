// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/filekinds.h"

#include "importers/discovery/deliverables.h"
#include "importers/files/osfile.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <zlib.h>

namespace rs {

namespace {

bool matches(const QString &stem, const char *pattern)
{
    const QLatin1String p(pattern);
    if (p.endsWith(u'*'))
        return stem.startsWith(p.chopped(1));
    return stem == p;
}

struct Head
{
    QByteArray text; ///< the first bytes, inflated when the file is a gzip; empty where they are no text
    bool isPacked = false;
};

Head headOf(const QString &path)
{
    constexpr qint64 PeekBytes = 256;
    constexpr qint64 HeadBytes = 64 * 1024;
    QFile file;
    if (!openRegular(path, file))
        return {};
    QByteArray raw = file.read(PeekBytes);
    const bool isPacked = raw.startsWith("\x1f\x8b");
    if (!isPacked && raw.contains('\0'))
        return {};
    raw += file.read(HeadBytes - raw.size());
    if (!isPacked)
        return {raw, false};
    z_stream z{};
    if (inflateInit2(&z, 15 + 16) != Z_OK)
        return {};
    QByteArray out(HeadBytes, '\0');
    z.next_in = reinterpret_cast<Bytef *>(raw.data());
    z.avail_in = static_cast<uInt>(raw.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    // A cut or broken stream still gives what stands before the break.
    inflate(&z, Z_SYNC_FLUSH);
    out.resize(out.size() - static_cast<qsizetype>(z.avail_out));
    inflateEnd(&z);
    return {out, true};
}

NamedFile unknownFile()
{
    NamedFile out;
    out.kind = QStringLiteral("unknown");
    out.why = RS_MESSAGE("Not a known file of the profiler; nothing is read from it.");
    return out;
}

QString kindOfDocument(const QByteArray &text)
{
    // Prose and programs begin with brackets as well.
    const QByteArray inner = text.mid(1).trimmed();
    const bool isObject = text.front() == '{';
    if (isObject ? !inner.startsWith('"') : !inner.startsWith('{') && !inner.startsWith(','))
        return {};
    if (text.contains("\"traceEvents\"") || text.contains("\"ph\""))
        return QStringLiteral("trace");
    if (!isObject)
        return {};
    if (text.contains("\"Communication Time Info\"") || text.contains("\"Communication Bandwidth Info\""))
        return QStringLiteral("communication");
    return text.contains("\"Transport Type\"") ? QStringLiteral("communication_matrix") : QString();
}

QString kindOfTable(const QByteArray &text)
{
    const QString line = QString::fromUtf8(text.left(text.indexOf('\n')));
    for (const Deliverable &d : deliverables()) {
        const QStringList words = d.header ? wordsOf(d.header) : QStringList();
        if (!words.isEmpty() &&
            std::ranges::all_of(words, [&line](const QString &word) { return line.contains(word); }))
            return QString::fromLatin1(d.kind);
    }
    return {};
}

} // namespace

NamedFile classifyFileName(const QString &fileName)
{
    static const QRegularExpression sliceForm(QStringLiteral("_slice_([0-9]{1,9})(?=_|$)"));
    static const QRegularExpression stampForm(QStringLiteral("_([0-9]{14,17})(?=_|$)"));
    NamedFile out = unknownFile();
    QString name = fileName;
    if (name.endsWith(QLatin1String(".gz"), Qt::CaseInsensitive)) {
        out.gzip = true;
        name.chop(3);
    }
    const qsizetype dot = name.lastIndexOf(u'.');
    if (dot <= 0)
        return out;
    const QString suffix = name.mid(dot + 1).toLower();
    out.json = suffix == QLatin1String("json");
    QString stem = name.left(dot);
    if (const auto m = sliceForm.match(stem); m.hasMatch()) {
        out.slice = m.captured(1).toInt();
        stem.remove(m.capturedStart(), m.capturedLength());
    }
    if (const auto m = stampForm.match(stem); m.hasMatch()) {
        out.stamp = m.captured(1);
        stem.remove(m.capturedStart(), m.capturedLength());
    }
    for (const Deliverable &k : deliverables()) {
        if (suffix != QLatin1String(k.suffix) || !matches(stem, k.stem))
            continue;
        out.kind = k.anyTable ? otherTableKind(stem) : QLatin1String(k.kind);
        out.byContent = false;
        out.readable = k.why == nullptr;
        out.why = k.why ? Phrase(QString::fromLatin1(k.why)) : Phrase();
        out.runWide = k.runWide;
        // A kernel trace is one of the whole host.
        out.common = k.anyTable || out.kind == QLatin1String("dataset") || out.kind == QLatin1String("ftrace");
        break;
    }
    out.stem = stem;
    if (out.kind == QLatin1String("profiler_info")) {
        static const QRegularExpression infoForm(QStringLiteral("^profiler_info(_[0-9]{1,5})?$"));
        if (!infoForm.match(stem).hasMatch())
            return unknownFile();
    }
    if (out.gzip && out.readable && out.kind != QLatin1String("trace")) {
        out.readable = false;
        out.byContent = !out.runWide;
        out.why = RS_MESSAGE("Compressed: only traces are read from .gz files. Unpack it to see its data.");
    }
    if (suffix == QLatin1String("db-wal") || suffix == QLatin1String("db-journal") ||
        suffix == QLatin1String("db-shm")) {
        out.kind = QStringLiteral("logs");
        out.byContent = false;
        out.why = RS_MESSAGE("A helper file of a database: nothing is read from it.");
    }
    if (out.kind == QLatin1String("unknown") && suffix == QLatin1String("log")) {
        out.kind = QStringLiteral("logs");
        out.why = RS_MESSAGE("A log without measurements.");
    }
    return out;
}

bool isCopyName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("( ?\\([0-9]{1,3}\\)| - Copy| copy)\\.[^ ]+$"));
    return form.match(name).hasMatch();
}

QString kindByContent(const QString &path)
{
    const auto [head, isPacked] = headOf(path);
    const QByteArray text = (head.startsWith("\xef\xbb\xbf") ? head.mid(3) : head).trimmed();
    if (text.isEmpty())
        return {};
    const bool isDocument = text.front() == '[' || text.front() == '{';
    const QString kind = isDocument ? kindOfDocument(text) : kindOfTable(text);
    // Only traces are read from what is compressed.
    return isPacked && kind != QLatin1String("trace") ? QString() : kind;
}

} // namespace rs
