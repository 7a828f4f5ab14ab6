// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDataStream>
#include <QIODevice>
#include <QList>
#include <QString>

#include <optional>

/// Language between the window and `rankscope-cli serve` on another host. The host begins with a line, "rankscope-serve
/// 2 0.1.0": the number of the language, then the version of the program. Frames with sums follow in both directions:
/// the window asks once, the host answers and ends.
namespace rs::serve {

inline constexpr int language = 2;
inline constexpr char hello[] = "rankscope-serve ";
inline constexpr qsizetype pieceBytes = 256 * 1024; ///< of a file, in one frame

enum class FrameKind : quint8 {
    Ask = 1,  ///< path of a run, name of a pack; no name: its index
    Progress, ///< bytes that were read, bytes in all; comes at least twice a second
    File,     ///< name and bytes of a file, whose pieces follow
    Piece,
    Done,
    Refused, ///< a list of reasons why there is no answer
};

/// A reason in the words of a finding, which the window translates.
struct Reason
{
    QString file; ///< empty: what was asked for
    QString message;
    QString argument;

    friend QDataStream &operator<<(QDataStream &s, const Reason &r) { return s << r.file << r.message << r.argument; }
    friend QDataStream &operator>>(QDataStream &s, Reason &r) { return s >> r.file >> r.message >> r.argument; }
};

struct Frame
{
    FrameKind kind = FrameKind::Done;
    QByteArray payload{};
};

[[nodiscard]] QByteArray bytesOf(const Frame &frame);

template <typename... Parts>
[[nodiscard]] Frame frameOf(FrameKind kind, const Parts &...parts)
{
    Frame out{kind};
    QDataStream stream(&out.payload, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_0);
    (stream << ... << parts);
    return out;
}
/// False where the frame holds something else.
template <typename... Parts>
[[nodiscard]] bool take(const Frame &frame, Parts &...parts)
{
    QDataStream stream(frame.payload);
    stream.setVersion(QDataStream::Qt_6_0);
    (stream >> ... >> parts);
    return stream.status() == QDataStream::Ok && stream.atEnd();
}

/// Frames out of bytes that arrive bit by bit.
class FrameReader
{
public:
    void add(const QByteArray &bytes) { m_bytes += bytes; }
    /// Nothing until the next frame is whole, and for ever when the bytes are none.
    [[nodiscard]] std::optional<Frame> next();
    [[nodiscard]] bool isDamaged() const { return m_isDamaged; }

private:
    QByteArray m_bytes;
    bool m_isDamaged = false;
};

} // namespace rs::serve
