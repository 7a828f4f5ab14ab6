// SPDX-License-Identifier: Apache-2.0
#include "views/page/picturescope.h"

#include "items/format.h"
#include "views/state/runstore.h"
#include "views/picture/chartpicture.h"

#include <QCoreApplication>

namespace rs {

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(rs::PictureScope)
public:
    static QString run(const Run &run) { return tr("Run %1").arg(format::displayText(run.name)); }
    static QString step(const QString &step)
    {
        return step.isEmpty() ? tr("all steps") : tr("step %1").arg(format::displayText(step));
    }
};

QString joined(const QStringList &parts)
{
    return parts.join(PictureText::betweenScopes());
}

} // namespace

QString pictureScope(const RunStore &runs, int run, const QString &step, const QStringList &more)
{
    QStringList parts;
    if (const auto data = runs.run(run))
        parts << Texts::run(*data);
    parts << Texts::step(step) << more;
    return joined(parts);
}

QString pictureScope(const RunStore &runs, const QStringList &more)
{
    QStringList parts;
    for (int i = 0; i < runs.count(); ++i) {
        if (const auto data = runs.run(i))
            parts << Texts::run(*data);
    }
    return joined(parts + more);
}

} // namespace rs
