// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace rs {

/// A value of a JSON document, whichever of the two parsers made it; empty where there is none. Valid while the
/// document is.
class JsonRef
{
public:
    JsonRef() = default;
    explicit JsonRef(const nlohmann::json &value) : m_value(&value) {}
    explicit JsonRef(simdjson::dom::element element) : m_element(element), m_isElement(true) {}

    [[nodiscard]] bool isObject() const
    {
        return m_isElement ? m_element.is_object() : m_value && m_value->is_object();
    }
    [[nodiscard]] bool isArray() const { return m_isElement ? m_element.is_array() : m_value && m_value->is_array(); }
    [[nodiscard]] bool isString() const
    {
        return m_isElement ? m_element.is_string() : m_value && m_value->is_string();
    }
    [[nodiscard]] bool isNumber() const
    {
        return m_isElement ? m_element.is_number() : m_value && m_value->is_number();
    }

    [[nodiscard]] bool isNothing() const { return !m_isElement && !m_value; }
    [[nodiscard]] bool contains(const char *key) const { return !at(key).isNothing(); }
    /// The value of a key of an object; empty when there is none.
    [[nodiscard]] JsonRef at(const char *key) const;
    /// The values of an array, in order: use(value). Nothing for what is none.
    template <typename Use>
    void eachElement(Use use) const;

    /// Of a number.
    [[nodiscard]] double real() const;
    /// Of a number, or of a text that is one.
    [[nodiscard]] std::optional<double> number() const;
    /// Text of a scalar as JSON writes it, strings without quotes; empty for objects, arrays and null.
    [[nodiscard]] QString text() const;

private:
    const nlohmann::json *m_value = nullptr;
    simdjson::dom::element m_element;
    bool m_isElement = false;
};

template <typename Use>
void JsonRef::eachElement(Use use) const
{
    if (m_isElement) {
        simdjson::dom::array array;
        if (m_element.get(array) != simdjson::SUCCESS)
            return;
        for (const auto value : array)
            use(JsonRef(value));
    } else if (m_value && m_value->is_array()) {
        for (const auto &value : *m_value)
            use(JsonRef(value));
    }
}

} // namespace rs
