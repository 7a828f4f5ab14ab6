// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <utility>

/// An English message of the engine, marked for translation where it is raised: as a QString, and as a const char *.
#define RS_MESSAGE(text) QStringLiteral(text)
#define RS_NOOP(text) text

namespace rs {

/// A sentence of the engine: a marked English literal with %1 … %9, and what stands in their place. It is translated by
/// the literal, so what is filled in stays apart from it.
struct Phrase
{
    QString literal;
    QStringList arguments; ///< names and numbers, the same in every language

    Phrase() = default;
    Phrase(QString text, QStringList values = {}) : literal(std::move(text)), arguments(std::move(values)) {}

    [[nodiscard]] bool isEmpty() const { return literal.isEmpty(); }
    [[nodiscard]] QString english() const { return filled(literal); }
    /// A translation of the literal with the arguments in their places.
    [[nodiscard]] QString filled(QString text) const;
    [[nodiscard]] bool operator==(const Phrase &) const = default;
};

} // namespace rs
