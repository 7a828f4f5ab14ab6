// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace rs {

/// Export that is read of a rank that was exported as text and as databases.
enum class ExportChoice : quint8 {
    Fuller, ///< the databases where they have what no text file does, else the text files
    Text,
    Databases,
};

} // namespace rs
