// SPDX-License-Identifier: Apache-2.0
#include "core/text/place.h"

#include <QtGlobal>

namespace rs {

const char *Place::pattern(Kind kind)
{
    static constexpr const char *words[] = {"%1",
                                            QT_TRANSLATE_NOOP("Place", "line %1"),
                                            QT_TRANSLATE_NOOP("Place", "row %1"),
                                            QT_TRANSLATE_NOOP("Place", "byte %1"),
                                            QT_TRANSLATE_NOOP("Place", "column %1"),
                                            QT_TRANSLATE_NOOP("Place", "key %1"),
                                            QT_TRANSLATE_NOOP("Place", "step %1"),
                                            QT_TRANSLATE_NOOP("Place", "rank %1")};
    return words[static_cast<size_t>(kind)];
}

QString Place::value(Kind kind) const
{
    for (const Part &p : m_parts) {
        if (p.kind == kind)
            return p.value;
    }
    return {};
}

QString Place::text() const
{
    QString out;
    for (const Part &p : m_parts) {
        if (!out.isEmpty())
            out += QStringLiteral(", ");
        const bool none = p.kind == Kind::Step && p.value.isEmpty();
        out += QString::fromLatin1(pattern(p.kind)).arg(none ? QStringLiteral("none") : p.value);
    }
    return out;
}

} // namespace rs
