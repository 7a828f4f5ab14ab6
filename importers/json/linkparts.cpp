// SPDX-License-Identifier: Apache-2.0
#include "importers/json/linkparts.h"

#include "importers/json/commrecords.h"

#include <QStringList>

namespace rs {

void splitKind(const QString &name, QString &kind, QString &statistic)
{
    static const QStringList statistics{QStringLiteral("top1"),    QStringLiteral("middle"),  QStringLiteral("bottom1"),
                                        QStringLiteral("bottom2"), QStringLiteral("bottom3"), QStringLiteral("total")};
    const qsizetype dash = name.lastIndexOf(u'-');
    if (dash > 0 && statistics.contains(name.mid(dash + 1))) {
        kind = name.left(dash);
        statistic = name.mid(dash + 1);
        return;
    }
    statistic.clear();
    kind = name;
    if (name == totalName())
        return;
    // Old files: "hcom_send__822_0"; the kind is what stands between.
    if (kind.startsWith(QLatin1String("hcom_"), Qt::CaseInsensitive)) {
        kind = kind.mid(5);
        kind = kind.left(kind.indexOf(u'_')).toLower();
    }
}

void dropNoSize(LinkNumbers &link, const QString &place, const QString &file, ImportReport &report)
{
    if (link.sizeMb != 0.0 || link.timeMs.value_or(0) <= 0)
        return;
    link.sizeMb.reset();
    if (link.bandwidthGbs == 0.0)
        link.bandwidthGbs.reset();
    report.add(Severity::Loss, file, "matrix.no-size",
               RS_MESSAGE("Links that took time but, by their size of 0, carried nothing: size and bandwidth are "
                          "missing, and so are the totals over them."),
               Place::name(place));
}

void dropNoTime(LinkNumbers &link, const QString &place, const QString &file, ImportReport &report)
{
    if (link.timeMs != 0.0 || link.sizeMb.value_or(0) <= 0 || link.bandwidthGbs.value_or(0) <= 0)
        return;
    link.timeMs.reset();
    report.add(Severity::Loss, file, "matrix.no-time",
               RS_MESSAGE("Links that carried something at a bandwidth but, by their time of 0, took none: the time "
                          "is missing, and so are the totals over it."),
               Place::name(place));
}

} // namespace rs
