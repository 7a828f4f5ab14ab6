// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/ranks/domains.h"

#include <map>
#include <optional>

namespace rs {

/// Gives links their ranks, one after the other; valid while the mapping is.
class LinkResolver
{
public:
    explicit LinkResolver(const RankMapping &mapping) : m_mapping(mapping) {}
    [[nodiscard]] ResolvedLink of(const MatrixLinkRef &link);

private:
    const RankMapping &m_mapping;
    std::optional<MatrixLinkRef> m_last; // whose domain is that of the next ones, mostly
    const std::map<int, int> *m_group = nullptr;
};

} // namespace rs
