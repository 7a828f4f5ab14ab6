// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QRegularExpression>
#include <QString>

#include <exception>

namespace rs {

/// Thrown where a pattern gives up: nested repetitions take longer on a text than anybody waits, so that nobody knows
/// whether it matches. That is no "no", and has to be told.
class PatternGaveUp final : public std::exception
{
public:
    explicit PatternGaveUp(const QString &pattern) : m_pattern(pattern) {}
    /// A sentence about it, to be translated among those of the tables.
    [[nodiscard]] Phrase phrase() const;
    [[nodiscard]] const char *what() const noexcept override { return "a regular expression gave up"; }

private:
    QString m_pattern;
};

/// Whether a text matches a pattern that a user wrote: every place that takes one asks here. Throws PatternGaveUp.
[[nodiscard]] bool matchesPattern(const QRegularExpression &pattern, const QString &text);

} // namespace rs
