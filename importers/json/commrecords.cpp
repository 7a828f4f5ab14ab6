// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commrecords.h"

#include "core/table/commops.h"
#include "importers/csv/stepcsv.h"
#include "importers/files/fasttext.h"
#include "importers/json/jsonrecords.h"

namespace rs {

namespace {

bool isStepKey(const QString &key)
{
    return key.startsWith(QLatin1String("step"), Qt::CaseInsensitive);
}

bool isClassKey(std::string_view key)
{
    return key == "p2p" || key == "collective";
}

} // namespace

const QString &totalName()
{
    static const QString name = QStringLiteral("Total Op Info");
    return name;
}

CommPlace commPlace(std::span<const std::string> path)
{
    CommPlace out;
    // A level above a class at the top is a step, whatever its name.
    const bool named = path.size() > 1 && !isClassKey(path[0]) && isClassKey(path[1]);
    for (size_t i = 0; i < path.size(); ++i) {
        const QString text = QString::fromStdString(path[i]);
        if (text == QLatin1String("p2p"))
            out.p2pClass = true;
        else if (text == QLatin1String("collective"))
            continue;
        else if (isStepKey(text) || (named && i == 0))
            out.step = normalizedStep(text);
        else
            out.above += text + u'\n';
    }
    out.hasStepNumber = isStepNumber(out.step);
    return out;
}

CommKey::CommKey(std::string_view key)
{
    const size_t sign = key.rfind('@');
    name = key.substr(0, sign);
    if (sign != key.npos)
        hash = key.substr(sign + 1);
    if (name == "Total HCCL Operators")
        name = CommColumns::TotalName;
}

void SeenRecords::grow()
{
    std::vector<quint64> before(m_slots.empty() ? 1024 : m_slots.size() * 2, 0);
    before.swap(m_slots);
    for (const quint64 hash : before) {
        if (hash != 0)
            slotOf(hash) = hash;
    }
}

bool takeNoNumber(JsonTokens &json, double &out, std::string_view &text)
{
    out = -1;
    if (!json.isAt('"'))
        return json.skip();
    if (!json.text(text))
        return false;
    out = parseNumber<double>(text).value_or(out);
    return true;
}

void noteNoValue(const QString &file, const QString &place, const QString &part, const QString &key,
                 ImportReport &report)
{
    const Place whole = Place::name(place);
    report.add(Severity::Loss, file, "communication.value",
               RS_MESSAGE("Values that are absent, not numbers or impossible (negative, or larger than in any run) "
                          "are missing, and so are totals over them."),
               (part.isEmpty() ? whole : whole.with(part)).with(key));
}

int rankOfText(const QString &text)
{
    bool ok = false;
    // Spreadsheets and pandas write whole numbers as "3.0".
    const int n = QStringView(text).chopped(text.endsWith(QLatin1String(".0")) ? 2 : 0).toInt(&ok);
    return ok && n >= 0 && n <= MaxRank ? n : -1;
}

void noteStep(const QString &file, const CommPlace &where, ImportReport &report)
{
    report.add(Severity::Loss, file, "communication.step",
               RS_MESSAGE("Operators and links whose step is not a number are shown under that text; no other file "
                          "of the run has such a step."),
               Place::step(where.step));
}

void noteRestOfRecords(const CommRest &rest, bool nothing, const QString &file, const NothingRead &words,
                       ImportReport &report)
{
    if (!rest.isWhole)
        return;
    if (nothing && rest.strangers == 0) {
        // `{"step": {"p2p": {}, "collective": {}}}` is a run without communication.
        report.add(Severity::Info, file, "communication.nothing", QString::fromLatin1(words.empty));
    } else if (nothing) {
        report.add(Severity::Loss, file, "communication.form", QString::fromLatin1(words.otherForm));
    } else if (rest.strangers > 0) {
        report.add(Severity::Loss, file, "communication.strangers",
                   RS_MESSAGE("Entries that are neither an operator nor a link are left out."), {}, {}, rest.strangers);
    }
}

} // namespace rs
