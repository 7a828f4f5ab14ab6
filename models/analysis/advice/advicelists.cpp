// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/advicelists.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

// A file of the user may be any: matching stays short whatever it says.
constexpr int mostParts = 32;
constexpr int mostTimes = 8;

bool isSame(std::string_view name, const QByteArray &wanted)
{
    return name.size() == static_cast<size_t>(wanted.size()) &&
           qstrnicmp(name.data(), wanted.constData(), name.size()) == 0;
}

} // namespace

std::optional<AdvicePattern> AdvicePattern::of(const QString &sequence, QString use)
{
    static const QRegularExpression form(QStringLiteral("^\\(?([^(){}]+)\\)?(?:\\{(\\d),(\\d)\\})?$"));
    AdvicePattern out;
    out.m_sequence = sequence;
    out.m_use = std::move(use);
    bool hasName = false;
    for (const QString &text : sequence.split(u'-')) {
        const auto match = form.match(text);
        if (!match.hasMatch() || std::ssize(out.m_parts) == mostParts)
            return std::nullopt;
        Part part;
        for (const QString &name : match.captured(1).split(u'|', Qt::SkipEmptyParts))
            part.names.push_back(name.toUtf8());
        if (match.hasCaptured(2)) {
            part.least = match.captured(2).toInt();
            part.most = match.captured(3).toInt();
        }
        if (part.names.empty() || part.most < std::max(1, part.least) || part.most > mostTimes)
            return std::nullopt;
        hasName = hasName || part.least > 0;
        out.m_parts.push_back(std::move(part));
    }
    return hasName && !out.m_use.isEmpty() ? std::optional(std::move(out)) : std::nullopt;
}

size_t AdvicePattern::matched(std::span<const std::string_view> names) const
{
    return matchedFrom(0, names, 0);
}

size_t AdvicePattern::matchedFrom(size_t part, std::span<const std::string_view> names, size_t at) const
{
    if (part == m_parts.size())
        return at;
    const Part &p = m_parts[part];
    const auto fits = [&](std::string_view name) {
        return std::ranges::any_of(p.names, [name](const QByteArray &wanted) { return isSame(name, wanted); });
    };
    int there = 0;
    while (there < p.most && at + static_cast<size_t>(there) < names.size() &&
           fits(names[at + static_cast<size_t>(there)]))
        ++there;
    for (; there >= p.least; --there) {
        if (const size_t end = matchedFrom(part + 1, names, at + static_cast<size_t>(there)); end > 0)
            return end;
    }
    return 0;
}

void AdviceLists::add(const QByteArray &json)
{
    QJsonParseError error;
    const QJsonDocument doc = QJsonDocument::fromJson(json, &error);
    if (!doc.isObject()) {
        fault = Phrase(RS_MESSAGE("advice.json is no JSON object: %1."), {error.errorString()});
        return;
    }
    const QJsonObject all = doc.object();
    const std::pair<const char *, std::vector<AdvicePattern> *> lists[] = {
        {"apis", &apis}, {"optimizers", &optimizers}, {"kernels", &kernels}};
    for (const auto &[key, list] : lists) {
        const QJsonArray rows = all.value(QLatin1String(key)).toArray();
        for (const QJsonValue &row : rows) {
            const QString sequence = row.toObject().value(QLatin1String("sequence")).toString();
            if (auto pattern = AdvicePattern::of(sequence, row.toObject().value(QLatin1String("use")).toString()))
                list->push_back(std::move(*pattern));
            else
                fault =
                    Phrase(RS_MESSAGE("An entry of %1 in advice.json is not of the form {\"sequence\": …, \"use\": …}: "
                                      "\"%2\"."),
                           {QLatin1String(key), sequence});
        }
    }
    cubeCores = all.value(QLatin1String("cubeCores")).toInt(cubeCores);
    vectorCores = all.value(QLatin1String("vectorCores")).toInt(vectorCores);
}

} // namespace rs
