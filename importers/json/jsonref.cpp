// SPDX-License-Identifier: Apache-2.0
#include "importers/json/jsonref.h"

#include "importers/json/jsonrecords.h"

#include <QLocale>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace rs {

JsonRef JsonRef::at(const char *key) const
{
    if (m_isElement) {
        simdjson::dom::object object;
        simdjson::dom::element found;
        if (m_element.get(object) != simdjson::SUCCESS || object.at_key(key).get(found) != simdjson::SUCCESS)
            return {};
        return JsonRef(found);
    }
    if (!m_value || !m_value->is_object())
        return {};
    const auto it = m_value->find(key);
    return it == m_value->end() ? JsonRef() : JsonRef(*it);
}

double JsonRef::real() const
{
    if (!m_isElement)
        return m_value ? m_value->get<double>() : 0;
    double value = 0;
    return m_element.get(value) == simdjson::SUCCESS ? value : 0;
}

std::optional<double> JsonRef::number() const
{
    std::string_view text;
    if (m_isElement) {
        double value = 0;
        if (m_element.get(value) == simdjson::SUCCESS)
            return value;
        if (m_element.get(text) != simdjson::SUCCESS)
            return std::nullopt;
    } else if (isNumber()) {
        return real();
    } else if (isString()) {
        text = m_value->get_ref<const std::string &>();
    } else {
        return std::nullopt;
    }
    double out = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (ec != std::errc() || end != text.data() + text.size() || !std::isfinite(out))
        return std::nullopt;
    return out;
}

QString JsonRef::text() const
{
    if (!m_isElement)
        return m_value ? jsonText(*m_value) : QString();
    switch (m_element.type()) {
    case simdjson::dom::element_type::STRING: {
        const std::string_view text = m_element.get_string().value_unsafe();
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    case simdjson::dom::element_type::BOOL:
        return m_element.get_bool().value_unsafe() ? QStringLiteral("true") : QStringLiteral("false");
    case simdjson::dom::element_type::UINT64:
        return QString::number(quint64{m_element.get_uint64().value_unsafe()});
    case simdjson::dom::element_type::INT64:
        return QString::number(qint64{m_element.get_int64().value_unsafe()});
    case simdjson::dom::element_type::DOUBLE:
        return QString::number(m_element.get_double().value_unsafe(), 'g', QLocale::FloatingPointShortest);
    default:
        return {};
    }
}

} // namespace rs
