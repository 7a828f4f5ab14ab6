// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/idlecauses.h"

#include <QCoreApplication>
#include <QString>

namespace rs {

/// Words about launches, in the user's language.
class LaunchTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::LaunchTexts)
public:
    [[nodiscard]] static QString cause(IdleCause cause);
    [[nodiscard]] static QString causeHint(IdleCause cause);
    [[nodiscard]] static QString step(const QString &step);
};

} // namespace rs
