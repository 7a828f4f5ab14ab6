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
    /// `written`: the text of the one number in the record of which a double would lose digits.
    explicit JsonRef(simdjson::dom::element element, std::string_view written = {})
        : m_element(element), m_isElement(true), m_written(written)
    {
    }

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
    [[nodiscard]] JsonRef at(size_t index) const;
    [[nodiscard]] size_t size() const;
    /// Of an object, by key.
    [[nodiscard]] std::vector<std::pair<std::string_view, JsonRef>> members() const;
    /// The same in any order: use(key, value).
    template <typename Use>
    void eachMember(Use use) const;

    /// The values of an array, in order: use(value). Nothing for what is none.
    template <typename Use>
    void eachElement(Use use) const;

    /// Of a number.
    [[nodiscard]] double real() const;
    /// Of a number, or of a text that is one.
    [[nodiscard]] std::optional<double> number() const;
    /// Text of a scalar as JSON writes it, strings without quotes; empty for objects, arrays and null.
    [[nodiscard]] QString text() const;
    /// The same digit by digit as the file has it, for the keys of JsonRecords::keepTextOf().
    [[nodiscard]] QString writtenText() const;

private:
    friend class JsonCursor;
    const nlohmann::json *m_value = nullptr;
    simdjson::dom::element m_element;
    bool m_isElement = false;
    std::string_view m_written;
};

/// Finds the values of an object for a reader that asks for them about in the order in which writers write them.
/// Valid while the document is.
class JsonCursor
{
public:
    explicit JsonCursor(const JsonRef &object) : m_object(object)
    {
        if (object.m_isElement && object.m_element.get(m_members) == simdjson::SUCCESS) {
            m_at = m_members.begin();
            m_isOpen = true;
        }
    }
    /// As JsonRef::at().
    [[nodiscard]] JsonRef at(const char *key);

private:
    const JsonRef &m_object;
    simdjson::dom::object m_members;
    simdjson::dom::object::iterator m_at;
    bool m_isOpen = false;
};

/// The keys of an object.
class JsonKeys
{
public:
    explicit JsonKeys(const std::vector<std::string_view> &keys) : m_keys(keys) {}
    explicit JsonKeys(const nlohmann::json &object) : m_object(&object) {}
    [[nodiscard]] bool contains(std::string_view key) const
    {
        return m_object ? m_object->contains(key) : std::find(m_keys.begin(), m_keys.end(), key) != m_keys.end();
    }

private:
    std::span<const std::string_view> m_keys;
    const nlohmann::json *m_object = nullptr;
};

template <typename Use>
void JsonRef::eachMember(Use use) const
{
    if (m_isElement) {
        simdjson::dom::object object;
        if (m_element.get(object) != simdjson::SUCCESS)
            return;
        for (const auto field : object)
            use(field.key, JsonRef(field.value, m_written));
    } else if (m_value && m_value->is_object()) {
        for (const auto &[key, value] : m_value->get_ref<const nlohmann::json::object_t &>())
            use(std::string_view(key), JsonRef(value));
    }
}

template <typename Use>
void JsonRef::eachElement(Use use) const
{
    if (m_isElement) {
        simdjson::dom::array array;
        if (m_element.get(array) != simdjson::SUCCESS)
            return;
        for (const auto value : array)
            use(JsonRef(value, m_written));
    } else if (m_value && m_value->is_array()) {
        for (const auto &value : *m_value)
            use(JsonRef(value));
    }
}

} // namespace rs
