// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace rs {

/// What DomainChoice::label() calls a domain, as format::displayText() has it, or a kind of domains, in words.
[[nodiscard]] QString domainText(const QString &label);

} // namespace rs
