// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/commops.h"

namespace rs::test {

/// An operator with these times: members of a base cannot be named in braces.
inline CommOp timedOp(CommOp op, const CommTimes &times)
{
    static_cast<CommTimes &>(op) = times;
    return op;
}

} // namespace rs::test
