// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/rungate.h"

#include "core/base/saturate.h"

#include <algorithm>
#include <iterator>

namespace rs {

namespace {

struct NamedPart
{
    const char *name;
    ChangePart part;
};

constexpr NamedPart parts[] = {{"step", ChangePart::Step},           {"computing", ChangePart::Computing},
                               {"uncovered", ChangePart::Uncovered}, {"idle", ChangePart::Idle},
                               {"preparing", ChangePart::Preparing}, {"communication", ChangePart::Communication},
                               {"bubble", ChangePart::Bubble}};

} // namespace

std::optional<GateLimit> gateLimitOf(QStringView text)
{
    const qsizetype equals = text.indexOf(u'=');
    const QStringView name = text.left(std::max<qsizetype>(0, equals)).trimmed();
    QStringView value = text.mid(equals + 1).trimmed();
    const auto *const at =
        std::ranges::find_if(parts, [name](const NamedPart &p) { return name == QLatin1String(p.name); });
    const bool isTime = value.endsWith(u"ms");
    if (equals < 0 || at == std::end(parts) || (!isTime && !value.endsWith(u'%')))
        return std::nullopt;
    value.chop(isTime ? 2 : 1);
    bool ok = false;
    const double number = value.trimmed().toDouble(&ok);
    constexpr double most = 1e9;
    if (!ok || !(number >= 0 && number <= most))
        return std::nullopt;
    GateLimit out{at->part, 0, std::nullopt, text.trimmed().toString()};
    if (isTime)
        out.ns = saturatedRound(number * 1e6);
    else
        out.share = number / 100;
    return out;
}

QStringList gateParts()
{
    QStringList out;
    for (const NamedPart &p : parts)
        out << QLatin1String(p.name);
    return out;
}

const char *gateVerdictName(GateVerdict verdict)
{
    return verdict == GateVerdict::Passed ? "passed" : verdict == GateVerdict::Failed ? "failed" : "not known";
}

std::optional<qint64> gateLimitNs(const RunChange &change, const GateLimit &limit)
{
    const RunChangeRow *const row = change.of(limit.part);
    if (!row || !row->baseNs)
        return std::nullopt;
    return limit.ns ? limit.ns : saturatedRound(limit.share * static_cast<double>(*row->baseNs));
}

GateVerdict gateVerdictOf(const RunChange &change, const GateLimit &limit)
{
    const RunChangeRow *const row = change.of(limit.part);
    const std::optional<qint64> limitNs = gateLimitNs(change, limit);
    if (!change.isAlike() || !limitNs || !row->leastNs)
        return GateVerdict::Unknown;
    return *row->leastNs > *limitNs   ? GateVerdict::Failed
           : *row->highNs <= *limitNs ? GateVerdict::Passed
                                      : GateVerdict::Unknown;
}

} // namespace rs
