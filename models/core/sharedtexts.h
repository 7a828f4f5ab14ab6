// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <set>
#include <utility>

namespace rs {

/// Texts that many rows of one file have (transports, domains, kinds), each of them held once: QStrings of one text
/// share their memory, also after this object is gone.
class SharedTexts
{
public:
    [[nodiscard]] QString of(QString text)
    {
        return text.isEmpty() ? QString() : *m_texts.insert(std::move(text)).first;
    }

private:
    std::set<QString> m_texts;
};

} // namespace rs
