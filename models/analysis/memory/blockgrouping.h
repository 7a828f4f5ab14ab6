// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs {

/// What blocks of memory are summed by.
enum class BlockGrouping : quint8 { Operator, Component, Size };

} // namespace rs
