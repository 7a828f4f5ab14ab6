// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// Text of a domain by DomainChoice::label(), as format::displayText() has it, or of a kind of domains, in words.
[[nodiscard]] QString domainText(const QString &label);

} // namespace rs
