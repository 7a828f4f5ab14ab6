// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <utility>
#include <vector>

namespace rs {

/// Place in a file, or in a run: its parts from the outside to the inside, "line 17, column Duration(us)". Empty: the
/// whole of it. Parts keep their kind, so that people read them in their language and programs ask for one.
class Place
{
public:
    enum class Kind : quint8 {
        Name, ///< operator, link or key as in the file
        Line,
        Row,
        Byte,
        Column,
        Key,
        Step, ///< empty: of no step
        Rank,
    };
    struct Part
    {
        Kind kind = Kind::Name;
        QString value;
        [[nodiscard]] bool operator==(const Part &) const = default;
    };

    Place() = default;
    [[nodiscard]] static Place name(QString text) { return Place().with(Kind::Name, std::move(text)); }
    [[nodiscard]] static Place line(qint64 number) { return Place().with(Kind::Line, QString::number(number)); }
    [[nodiscard]] static Place row(qint64 number) { return Place().with(Kind::Row, QString::number(number)); }
    [[nodiscard]] static Place byte(qint64 offset) { return Place().with(Kind::Byte, QString::number(offset)); }
    [[nodiscard]] static Place key(QString name) { return Place().with(Kind::Key, std::move(name)); }
    [[nodiscard]] static Place step(QString text) { return Place().with(Kind::Step, std::move(text)); }
    [[nodiscard]] static Place rank(QString label) { return Place().with(Kind::Rank, std::move(label)); }

    /// The same with a part further inside; without a kind it is a name.
    [[nodiscard]] Place with(Kind kind, QString value) &&
    {
        m_parts.push_back({kind, std::move(value)});
        return std::move(*this);
    }
    [[nodiscard]] Place with(Kind kind, QString value) const & { return Place(*this).with(kind, std::move(value)); }
    [[nodiscard]] Place with(QString name) const & { return with(Kind::Name, std::move(name)); }
    [[nodiscard]] Place with(QString name) && { return std::move(*this).with(Kind::Name, std::move(name)); }

    [[nodiscard]] bool isEmpty() const { return m_parts.empty(); }
    [[nodiscard]] const std::vector<Part> &parts() const { return m_parts; }
    [[nodiscard]] std::vector<Part> &parts() { return m_parts; } ///< for who reads it from a cache
    /// Value of the first part of that kind; empty where there is none.
    [[nodiscard]] QString value(Kind kind) const;
    /// Text around the value of such a part, in English: "line %1".
    [[nodiscard]] static const char *pattern(Kind kind);
    /// In English.
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool operator==(const Place &) const = default;

private:
    std::vector<Part> m_parts;
};

} // namespace rs
