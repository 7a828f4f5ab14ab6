// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLatin1String>
#include <QRegularExpression>
#include <QString>

#include <optional>

namespace rs {

/// Path of a run on another host: ssh://[user@]host[:port]/path. A path that begins with /~/ is below the home there.
struct RemotePath
{
    static inline const QLatin1String Scheme{"ssh://"};

    QString destination; ///< [user@]host, as ssh takes it
    QString host;
    QString port; ///< empty: the usual one
    QString path;

    [[nodiscard]] static bool isOne(const QString &path) { return path.startsWith(Scheme); }
    /// Host of the path; empty for one on this machine.
    [[nodiscard]] static QString hostOf(const QString &path)
    {
        const std::optional<RemotePath> remote = parse(path);
        return remote ? remote->host : QString();
    }
    /// Nothing where a part is missing, or would be taken for an option of ssh.
    [[nodiscard]] static std::optional<RemotePath> parse(const QString &text)
    {
        static const QRegularExpression form(QStringLiteral(
            R"(^ssh://((?:[A-Za-z0-9_][\w.+-]*@)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_][\w.-]*))(?::(\d{1,5}))?(/[^\x00-\x1f]*)$)"));
        const QRegularExpressionMatch m = form.match(text);
        if (!m.hasMatch())
            return {};
        RemotePath out{m.captured(1), m.captured(2), m.captured(3), m.captured(4)};
        out.destination.remove(u'[').remove(u']'); // ssh takes an address of IPv6 without them
        return out;
    }
};

} // namespace rs
