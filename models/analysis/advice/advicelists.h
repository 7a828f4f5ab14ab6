// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rs {

/// Names that follow each other, and what does the same in one call.
class AdvicePattern
{
public:
    /// "(slice|chunk)-silu-(mul){0,1}": names with '-' between them; '|' separates names of which one stands there,
    /// "{0,1}" says how often. Nothing where the text is of another form, or matches no name at all.
    [[nodiscard]] static std::optional<AdvicePattern> of(const QString &sequence, QString use);

    /// Number of names that match from the first on, the most that can; 0: they do not. Letters count alike in either
    /// case.
    [[nodiscard]] size_t matched(std::span<const std::string_view> names) const;
    [[nodiscard]] const QString &sequence() const { return m_sequence; }
    [[nodiscard]] const QString &use() const { return m_use; } ///< what to use instead

private:
    struct Part
    {
        std::vector<QByteArray> names;
        int least = 1;
        int most = 1;
    };
    [[nodiscard]] size_t matchedFrom(size_t part, std::span<const std::string_view> names, size_t at) const;

    QString m_sequence;
    QString m_use;
    std::vector<Part> m_parts;
};

/// Lists behind rules of advice, as data: those of the program, and what a file of the user adds.
struct AdviceLists
{
    std::vector<AdvicePattern> apis;       ///< of operators of PyTorch, without "aten::"
    std::vector<AdvicePattern> optimizers; ///< one name each: "AdamW.step"
    std::vector<AdvicePattern> kernels;    ///< of types of kernels
    int cubeCores = 0;                     ///< of the chip; 0: unknown
    int vectorCores = 0;
    std::optional<Phrase> fault; ///< of a file: why a part of it does not count

    /// Adds what a JSON text has: {"apis": [{"sequence": …, "use": …}], "optimizers": …, "kernels": …, "cubeCores": 24,
    /// "vectorCores": 48}. The rest of a text with a fault counts.
    void add(const QByteArray &json);
};

} // namespace rs
