// SPDX-License-Identifier: Apache-2.0
#include "importers/consistency/consistency.h"

#include "importers/files/findingseverity.h"

#include <QStringList>

#include <cmath>
#include <limits>

namespace rs {

namespace {

constexpr size_t MostNamed = 3;

bool isSame(double a, double b, const ComparedColumn &column, quint32 parts)
{
    // An unknown value, which is NaN, differs from nothing.
    return !(std::abs(a - b) > column.rounding * parts + std::max(std::abs(a), std::abs(b)) * column.share);
}

QString numberText(double value)
{
    return QString::number(value, 'g', 10);
}

} // namespace

void Facts::add(quint64 key, quint32 id, std::span<const std::optional<double>> of)
{
    rows.push_back({key, id, static_cast<quint32>(values.size())});
    for (const std::optional<double> &value : of)
        values.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
}

Facts namedFacts(std::vector<QString> names, const Place &place)
{
    Facts out;
    for (const QString &name : names)
        out.add(factKey(name), static_cast<quint32>(out.rows.size()));
    out.words = {[place](quint32) {
                     return FactPlace{{}, place};
                 },
                 [all = std::move(names)](quint32 i) { return all[i]; }};
    return out;
}

void Comparison::Found::add(quint32 id)
{
    ++count;
    if (first.size() == MostNamed && id >= first.back())
        return;
    first.insert(std::ranges::upper_bound(first, id), id);
    if (first.size() > MostNamed)
        first.pop_back();
}

void Comparison::pair(quint32 leftId, std::span<const double> left, std::span<const double> right, quint32 parts)
{
    ++m_pairs;
    for (size_t i = 0; i < m_rule.columns.size(); ++i) {
        const ComparedColumn &column = m_rule.columns[i];
        if (isSame(left[i], right[i], column, parts))
            continue;
        if (m_unequal++ == 0 || leftId < m_firstUnequal) {
            m_firstUnequal = leftId;
            m_unequalValues = QString::fromUtf8(column.name) + QStringLiteral(": ") + numberText(left[i]) +
                              QStringLiteral(" ≠ ") + numberText(right[i]) + QString::fromUtf8(column.unit);
        }
        return;
    }
}

Severity Comparison::severityOf(const Contradiction &what, qint64 count, qint64 of) const
{
    if (what.gravity == Gravity::ByShare)
        return rs::severityOf(count, of);
    return what.gravity == Gravity::Loss ? Severity::Loss : Severity::Notice;
}

void Comparison::tellMissing(const Contradiction &what, const Found &found, const QString &file, const FactWords &words,
                             ImportReport &report) const
{
    if (found.count == 0 || !what.code)
        return;
    QStringList names;
    for (const quint32 id : found.first)
        names << words.name(id);
    names.removeDuplicates();
    if (found.count > std::ssize(found.first))
        names << QStringLiteral("…");
    const FactPlace at = words.place(found.first.front());
    report.add(severityOf(what, found.count, m_pairs + found.count), at.file.isEmpty() ? file : at.file, what.code,
               QString::fromUtf8(what.message), at.place, names.join(QStringLiteral(", ")), found.count);
}

void Comparison::tell(const QString &file, const FactWords &left, const FactWords &right, ImportReport &report) const
{
    if (const Contradiction &what = m_rule.values; m_unequal > 0) {
        const FactPlace at = left.place(m_firstUnequal);
        report.add(severityOf(what, m_unequal, m_pairs), at.file.isEmpty() ? file : at.file, what.code,
                   QString::fromUtf8(what.message), at.place, m_unequalValues, m_unequal);
    }
    tellMissing(m_rule.onlyLeft, m_left, file, left, report);
    tellMissing(m_rule.onlyRight, m_right, file, right, report);
}

void compareFacts(const Consistency &rule, Facts left, Facts right, const QString &file, const JobContext &job,
                  ImportReport &report)
{
    for (Facts *const facts : {&left, &right}) {
        if (job.isCanceled())
            return;
        std::ranges::sort(facts->rows, [](const Facts::Row &a, const Facts::Row &b) {
            return std::pair(a.key, a.id) < std::pair(b.key, b.id);
        });
    }
    const auto valuesOf = [&rule](const Facts &facts, const Facts::Row &row) {
        return std::span(facts.values).subspan(row.at, rule.columns.size());
    };
    Comparison found(rule);
    auto r = right.rows.begin();
    for (const Facts::Row &l : left.rows) {
        for (; r != right.rows.end() && r->key < l.key; ++r)
            found.onlyRight(r->id);
        if (r == right.rows.end() || l.key < r->key) {
            found.onlyLeft(l.id);
            continue;
        }
        found.pair(l.id, valuesOf(left, l), valuesOf(right, *r));
        ++r;
    }
    for (; r != right.rows.end(); ++r)
        found.onlyRight(r->id);
    found.tell(file, left.words, right.words, report);
}

} // namespace rs
