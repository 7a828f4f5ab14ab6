// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// One line of details: plain text on both sides.
struct Property
{
    QString name;
    QString value;
    int level = 0;
};

} // namespace rs
