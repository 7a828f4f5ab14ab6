// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/rundata.h"

#include <QString>

#include <map>
#include <utility>
#include <vector>

namespace rs {

/// Names of hosts, network interfaces, paths and users in texts of a run, replaced by names that say nothing: the same
/// name stands for the same thing throughout a document.
class Redaction
{
public:
    /// Knows the hosts, folders and users that the run names itself.
    explicit Redaction(const Run &run);

    /// The text without them, and without what looks like one: absolute paths, network addresses, mail addresses.
    [[nodiscard]] QString of(const QString &text);
    /// Names that were replaced so far, and their replacements; by the new name.
    [[nodiscard]] std::vector<std::pair<QString, QString>> replaced() const;

private:
    void know(const QString &secret, const QString &as);
    [[nodiscard]] QString nameOf(const QString &secret, const char *kind);

    std::vector<std::pair<QString, QString>> m_known; ///< the longest first
    std::map<QString, QString> m_names;               ///< replaced names
    std::map<QString, int> m_counts;                  ///< by kind
};

} // namespace rs
