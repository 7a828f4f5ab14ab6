// SPDX-License-Identifier: Apache-2.0
#include "importers/files/textfilewriter.h"

#include "core/base/savedfile.h"

#include <zlib.h>

#include <vector>

namespace rs {

namespace {

constexpr int gzipWrapper = 15 + 16; // window bits of zlib
constexpr int compressionLevel = 4;  // 6 makes files a tenth smaller and takes twice as long
constexpr size_t outputBytes = size_t{1} << 18;
constexpr size_t mostAtOnce = size_t{1} << 28; // zlib counts in 32 bits

} // namespace

struct TextFileWriter::Private
{
    explicit Private(const QString &path) : file(path) {}

    SavedFile file;
    z_stream stream{};
    bool isGzip = false;
    bool isOpen = false;
    std::vector<char> out;
};

TextFileWriter::TextFileWriter(const QString &path) : m(std::make_unique<Private>(path))
{
    m->isGzip = path.endsWith(QLatin1String(".gz"), Qt::CaseInsensitive);
    if (!m->file.open())
        return;
    m->isOpen = true;
    if (!m->isGzip)
        return;
    m->out.resize(outputBytes);
    m->isOpen = deflateInit2(&m->stream, compressionLevel, Z_DEFLATED, gzipWrapper, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    m->isGzip = m->isOpen;
}

TextFileWriter::~TextFileWriter()
{
    if (m->isGzip)
        deflateEnd(&m->stream);
}

bool TextFileWriter::deflatePiece(std::string_view text, bool last)
{
    m->stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data())); // which zlib only reads
    m->stream.avail_in = static_cast<uInt>(text.size());
    do {
        m->stream.next_out = reinterpret_cast<Bytef *>(m->out.data());
        m->stream.avail_out = static_cast<uInt>(m->out.size());
        deflate(&m->stream, last ? Z_FINISH : Z_NO_FLUSH);
        const auto bytes = static_cast<qint64>(m->out.size() - m->stream.avail_out);
        if (m->file.write(m->out.data(), bytes) != bytes)
            return false;
    } while (m->stream.avail_out == 0);
    return true;
}

bool TextFileWriter::write(std::string_view text)
{
    if (!m->isOpen)
        return false;
    if (!m->isGzip)
        return m->file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size());
    while (!text.empty()) {
        const std::string_view piece = text.substr(0, mostAtOnce);
        if (!deflatePiece(piece, false))
            return false;
        text.remove_prefix(piece.size());
    }
    return true;
}

bool TextFileWriter::commit()
{
    return m->isOpen && (!m->isGzip || deflatePiece({}, true)) && m->file.commit();
}

QString TextFileWriter::error() const
{
    return m->file.errorString();
}

} // namespace rs
