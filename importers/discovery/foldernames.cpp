// SPDX-License-Identifier: Apache-2.0
#include "importers/discovery/foldernames.h"

#include <QRegularExpression>

namespace rs {

bool hasRankSuffix(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("(^|[_-])ascend_(ms|pt)$"));
    return form.match(name).hasMatch();
}

int rankOfFolderName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("(?:^|[_.-])rank[_-]?([0-9]{1,5})(?![0-9])"),
                                         QRegularExpression::CaseInsensitiveOption);
    const auto m = form.match(name);
    return m.hasMatch() ? m.captured(1).toInt() : -1;
}

int rankOfMonitorName(const QString &fileName)
{
    static const QRegularExpression form(QStringLiteral("^msmonitor_[0-9]+_[0-9]+_([0-9]{1,5})\\.db$"));
    const auto m = form.match(fileName);
    return m.hasMatch() ? m.captured(1).toInt() : -1;
}

int rankOfDatabaseName(const QString &fileName)
{
    static const QRegularExpression form(QStringLiteral("^ascend_(?:mindspore|pytorch)_profiler_([0-9]{1,5})\\.db$"));
    const auto m = form.match(fileName);
    return m.hasMatch() ? m.captured(1).toInt() : rankOfMonitorName(fileName);
}

QString CaptureWindow::text() const
{
    return QStringLiteral("start%1_stop%2").arg(start).arg(stop);
}

std::optional<CaptureWindow> captureWindowOf(const QString &path, const QString &top)
{
    static const QRegularExpression form(QStringLiteral("^rank[_-]?[0-9]{1,5}_start([0-9]{1,15})_stop([0-9]{1,15})$"),
                                         QRegularExpression::CaseInsensitiveOption);
    for (QString at = path; at.size() > top.size(); at = at.section(u'/', 0, -2)) {
        if (const auto m = form.match(at.section(u'/', -1)); m.hasMatch())
            return CaptureWindow{m.captured(1).toLongLong(), m.captured(2).toLongLong()};
    }
    return std::nullopt;
}

bool wrapsOneRank(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("^rank[_-]?[0-9]{1,5}(_start[0-9]+_stop[0-9]+)?$"),
                                         QRegularExpression::CaseInsensitiveOption);
    return form.match(name).hasMatch();
}

Framework frameworkOfSuffix(const QString &name)
{
    if (name.endsWith(QLatin1String("ascend_ms")))
        return Framework::MindSpore;
    if (name.endsWith(QLatin1String("ascend_pt")))
        return Framework::PyTorch;
    return Framework::Unknown;
}

QString hostOfFolderName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("^(.+)_[0-9]+_[0-9]{14,17}_ascend_(?:ms|pt)$"));
    const auto m = form.match(name);
    return m.hasMatch() && rankOfFolderName(name) < 0 ? m.captured(1) : QString();
}

QString stampOfFolderName(const QString &name)
{
    static const QRegularExpression form(QStringLiteral("_([0-9]{14,17})(?=_|$)"));
    const auto m = form.match(name);
    return m.hasMatch() ? m.captured(1).leftJustified(17, u'0') : QString();
}

} // namespace rs
