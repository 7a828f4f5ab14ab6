// SPDX-License-Identifier: Apache-2.0
#include "importers/run/serveframes.h"

#include "core/base/blockhash.h"

#include <QtEndian>

#include <cstring>

namespace rs::serve {

namespace {

constexpr qsizetype headBytes = 1 + 4 + 8;
constexpr quint32 mostBytes = 1 << 20; // more is no frame of this program

quint64 sumOf(quint8 kind, const QByteArray &payload)
{
    char head[BlockHash::Stride] = {static_cast<char>(kind)};
    qToLittleEndian(static_cast<quint32>(payload.size()), head + 1);
    BlockHash hash;
    hash.add(head, sizeof head);
    hash.add(payload.constData(), static_cast<size_t>(payload.size()));
    return hash.sum();
}

} // namespace

QByteArray bytesOf(const Frame &frame)
{
    QByteArray out(headBytes, Qt::Uninitialized);
    const auto kind = static_cast<quint8>(frame.kind);
    out[0] = static_cast<char>(kind);
    qToLittleEndian(static_cast<quint32>(frame.payload.size()), out.data() + 1);
    qToLittleEndian(sumOf(kind, frame.payload), out.data() + 5);
    return out + frame.payload;
}

std::optional<Frame> FrameReader::next()
{
    if (m_isDamaged || m_bytes.size() < headBytes)
        return {};
    const auto kind = static_cast<quint8>(m_bytes[0]);
    const auto bytes = qFromLittleEndian<quint32>(m_bytes.constData() + 1);
    if (kind < static_cast<quint8>(FrameKind::Ask) || kind > static_cast<quint8>(FrameKind::Refused) ||
        bytes > mostBytes) {
        m_isDamaged = true;
        return {};
    }
    if (m_bytes.size() < headBytes + static_cast<qsizetype>(bytes))
        return {};
    const Frame out{static_cast<FrameKind>(kind), m_bytes.mid(headBytes, bytes)};
    m_isDamaged = sumOf(kind, out.payload) != qFromLittleEndian<quint64>(m_bytes.constData() + 5);
    m_bytes.remove(0, headBytes + bytes);
    return m_isDamaged ? std::nullopt : std::optional(out);
}

} // namespace rs::serve
