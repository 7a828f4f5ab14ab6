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

void dropZeros(OptionalNumbers<3> &link, const QString &place, const QString &file, ImportReport &report)
{
    using enum LinkColumns::Number;
    const auto isPositive = [&link](size_t number) { return link.at(number).value_or(0) > 0; };
    if (link.at(Size) == 0.0 && isPositive(Time)) {
        link.drop(Size);
        if (link.at(Bandwidth) == 0.0)
            link.drop(Bandwidth);
        report.add(Severity::Loss, file, "matrix.no-size",
                   RS_MESSAGE("Links with a time, but a size of 0: size and bandwidth are missing, and so are totals "
                              "over them."),
                   Place::name(place));
    }
    if (link.at(Time) == 0.0 && isPositive(Size) && isPositive(Bandwidth)) {
        link.drop(Time);
        report.add(Severity::Loss, file, "matrix.no-time",
                   RS_MESSAGE("Links with a size and a bandwidth, but a time of 0: the time is missing, and so are "
                              "totals over it."),
                   Place::name(place));
    }
}

} // namespace rs
