// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs {

/// Key by which blocks of memory are summed.
enum class BlockGrouping : quint8 { Operator, Component, Size };

} // namespace rs
