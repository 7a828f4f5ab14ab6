// SPDX-License-Identifier: Apache-2.0
#include "items/domaintext.h"

#include "analysis/ranks/domainchoice.h"
#include "items/format.h"

#include <QCoreApplication>

namespace rs {

namespace {

class DomainText
{
    Q_DECLARE_TR_FUNCTIONS(rs::DomainText)
public:
    static QString of(const QString &label)
    {
        if (label == u"collective")
            return tr("All collective domains");
        if (label == u"p2p")
            return tr("All point-to-point (p2p) domains");
        return domainKinds().contains(label) ? tr("All %1 domains").arg(label) : format::displayText(label);
    }
};

} // namespace

QString domainText(const QString &label)
{
    return DomainText::of(label);
}

} // namespace rs
