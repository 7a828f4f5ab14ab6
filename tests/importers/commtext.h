// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/commops.h"
#include "core/table/matrixlinks.h"
#include "core/text/importreport.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace rs {

/// All that was read of communication files, as text. `shift`: how many bytes stand before what other texts begin with.
inline QStringList everythingOf(const std::vector<CommOp> &ops, const std::vector<MatrixLink> &links,
                                const ImportReport &report, int shift)
{
    QStringList out;
    const auto number = [](const std::optional<double> &v) {
        return v ? QString::number(*v, 'g', 17) : QStringLiteral("-");
    };
    for (const CommOp &o : ops) {
        out << QStringList{o.step,
                           QString::number(o.p2p),
                           QString::number(o.rank),
                           o.name,
                           o.groupHash,
                           number(o.startUs),
                           o.startText,
                           number(o.elapseMs),
                           number(o.transitMs),
                           number(o.waitMs),
                           number(o.synchronizationMs),
                           number(o.idleMs),
                           number(o.waitRatio),
                           number(o.synchronizationRatio)}
                   .join(u'|');
        for (const TransportInfo &t : o.transports) {
            out << t.transport + u' ' + number(t.sizeMb) + u' ' + number(t.timeMs) + u' ' + number(t.bandwidthGbs) +
                       u' ' + number(t.largePacketRatio);
            for (const auto &p : t.packets)
                out << QStringLiteral("%1 %2 %3").arg(number(p.sizeMb)).arg(p.count).arg(number(p.timeMs));
        }
    }
    for (const MatrixLink &l : links)
        out << QStringList{l.step,
                           l.key,
                           l.kind,
                           l.statistic,
                           l.groupHash,
                           QString::number(l.p2p),
                           QString::number(l.source),
                           QString::number(l.destination),
                           QString::number(l.ownerRank),
                           l.transport,
                           number(l.sizeMb),
                           number(l.timeMs),
                           number(l.bandwidthGbs),
                           l.opName}
                   .join(u'|');
    static const QRegularExpression byte(QStringLiteral("^byte ([0-9]+)$"));
    for (const Finding &f : report.findings()) {
        const auto at = byte.match(f.place.text());
        // The place where a text breaks off is counted behind the mark.
        const QString place = at.hasMatch() && f.code != QLatin1String("json.broken")
                                  ? QString::number(at.captured(1).toInt() - shift)
                                  : f.place.text();
        out << f.code + u' ' + place + u' ' + f.text() + u' ' + QString::number(f.count);
    }
    return out;
}

} // namespace rs
