// SPDX-License-Identifier: Apache-2.0
#include "importers/absences.h"

#include <QDir>

#include <algorithm>
#include <initializer_list>

namespace rs {

namespace {

struct Expected
{
    const char *kinds[2]; ///< any of them will do
    const char *code;
    const char *message;
};

constexpr Expected expected[] = {
    {{"trace", nullptr},
     "absence.trace",
     "Other ranks of this run have a trace, this one has none: it is left out of the timeline, launches, idle causes "
     "and transfers."},
    {{"kernel_details", "op_summary"},
     "absence.kernels",
     "Other ranks of this run have kernel_details.csv or op_summary, this one has none: its operators have neither "
     "types nor shapes."},
    {{"step_trace_time", nullptr},
     "absence.steps",
     "Other ranks of this run have step_trace_time.csv, this one has none: its overview is derived from its trace, or "
     "missing."},
    {{"communication", nullptr},
     "absence.communication",
     "Other ranks of this run have communication.json, this one has none: transit and wait of its communication are "
     "not known."},
    {{"communication_matrix", nullptr},
     "absence.matrix",
     "Other ranks of this run have communication_matrix.json, this one has none: links that only its file lists are "
     "missing."},
};

bool isUsed(const RankInfo &info, const char *kind)
{
    return kind && std::any_of(info.files.begin(), info.files.end(),
                               [kind](const FileEntry &f) { return f.used && f.kind == QLatin1String(kind); });
}

bool has(const RankInfo &info, const Expected &e)
{
    return isUsed(info, e.kinds[0]) || isUsed(info, e.kinds[1]);
}

// A rank without any of them has been reported as such.
bool hasAny(const RankInfo &info)
{
    return std::any_of(std::begin(expected), std::end(expected), [&](const Expected &e) { return has(info, e); });
}

// "2, 5–7": the numbers between the first and the last rank that no rank has.
QString gaps(const std::vector<RankInfo> &infos)
{
    constexpr qsizetype most = 20;
    QStringList out;
    int next = -1;
    for (const RankInfo &info : infos) { // in rank order, those without a number last
        if (info.rank < 0)
            break;
        if (next >= 0 && info.rank > next) {
            if (out.size() == most)
                return out.join(QStringLiteral(", ")) + QStringLiteral(", …");
            out << (info.rank == next + 1 ? QString::number(next)
                                          : QStringLiteral("%1–%2").arg(next).arg(info.rank - 1));
        }
        next = info.rank + 1;
    }
    return out.join(QStringLiteral(", "));
}

} // namespace

void noteAbsences(Run &run)
{
    for (const Expected &e : expected) {
        if (std::none_of(run.infos.begin(), run.infos.end(), [&](const RankInfo &info) { return has(info, e); }))
            continue;
        for (const RankInfo &info : run.infos) {
            if (has(info, e) || !hasAny(info))
                continue;
            const QString name = QDir(run.path).relativeFilePath(info.path);
            run.report.add({Severity::Notice,
                            name == QLatin1String(".") ? QString() : name,
                            {},
                            QString::fromLatin1(e.code),
                            QString::fromLatin1(e.message),
                            {}});
        }
    }
    const bool any = std::any_of(run.infos.begin(), run.infos.end(), hasAny);
    if (any && std::none_of(run.infos.begin(), run.infos.end(), [](const RankInfo &i) { return isUsed(i, "trace"); }))
        run.report.add({Severity::Notice,
                        {},
                        {},
                        QStringLiteral("absence.no-trace"),
                        QStringLiteral("No rank of this run has a trace (trace_view.json, msprof*.json): the timeline, "
                                       "launches, idle causes and transfers cannot be shown."),
                        {}});
    if (const QString missing = gaps(run.infos); !missing.isEmpty())
        run.report.add({Severity::Notice,
                        {},
                        {},
                        QStringLiteral("absence.rank"),
                        QStringLiteral("Ranks that lie between those of this run are not there: %1. What is summed or "
                                       "compared over ranks leaves them out."),
                        missing});
}

} // namespace rs
