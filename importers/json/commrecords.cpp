// SPDX-License-Identifier: Apache-2.0
#include "importers/json/commrecords.h"

#include "importers/csv/stepcsv.h"
#include "importers/files/plausiblerange.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

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

std::optional<CommPlace> CommPlaces::of(const JsonRecords::Path &path)
{
    if (path.size() <= m_levelsBelow)
        return std::nullopt;
    const size_t at = path.size() - 1 - m_levelsBelow;
    const auto last = path.begin() + static_cast<std::ptrdiff_t>(at);
    if (!m_known || !std::equal(path.begin(), last, m_path.begin(), m_path.end())) {
        m_path.assign(path.begin(), last);
        m_above = above();
        m_known = true;
    }
    CommPlace out = m_above;
    out.key = QString::fromStdString(path[at]);
    if (m_levelsBelow > 0)
        out.inner = QString::fromStdString(path.back());
    if (out.key.isEmpty())
        return std::nullopt;
    const qsizetype sign = out.key.lastIndexOf(u'@');
    out.name = sign < 0 ? out.key : out.key.left(sign);
    if (sign >= 0)
        out.hash = hash(QStringView(out.key).mid(sign + 1));
    if (out.name == QLatin1String("Total HCCL Operators"))
        out.name = totalName();
    return out;
}

const QString &CommPlaces::hash(QStringView text)
{
    const auto known = std::find(m_hashes.begin(), m_hashes.end(), text);
    if (known != m_hashes.end())
        return *known;
    // More would be looked for one by one.
    constexpr size_t most = 16;
    if (m_hashes.size() == most)
        m_hashes.pop_back();
    return m_hashes.emplace_back(text.toString());
}

CommPlace CommPlaces::above() const
{
    CommPlace out;
    // What stands above a class at the top is a step, whatever it is called.
    const bool named = m_path.size() > 1 && !isClassKey(m_path[0]) && isClassKey(m_path[1]);
    for (size_t i = 0; i < m_path.size(); ++i) {
        const QString text = QString::fromStdString(m_path[i]);
        if (text == QLatin1String("p2p"))
            out.p2pClass = true;
        else if (text == QLatin1String("collective"))
            continue;
        else if (isStepKey(text) || (named && i == 0))
            out.step = normalizedStep(text);
        else
            out.above += text + u'\n';
    }
    out.hasClass = std::any_of(m_path.begin(), m_path.end(), isClassKey);
    out.hasStepNumber = isStepNumber(out.step);
    return out;
}

KnownRecords::KnownRecords(Kind kind, QString file, bool cluster, ImportReport &report)
    : m_kind(kind), m_file(std::move(file)), m_cluster(cluster), m_report(report)
{
}

bool KnownRecords::isFirst(const CommPlace &where, int a, int b)
{
    if (!where.hasStepNumber)
        m_report.add({Severity::Loss,
                      m_file,
                      Place::step(where.step),
                      QStringLiteral("communication.step"),
                      RS_MESSAGE("Operators and links whose step is no number are shown under that text; no other file "
                                 "of the run has such a step."),
                      {}});
    // Both classes have totals of one name, and the domains of old cluster files too.
    const bool p2pTotal = where.name == totalName() && where.p2pClass;
    if (m_known.insert(keyOf(where, p2pTotal, a, b)).second)
        return true;
    Place place = Place::step(where.step).with(where.key);
    if (!where.inner.isEmpty())
        place = place.with(where.inner);
    const bool isLink = m_kind == Kind::Link;
    m_report.add(
        {Severity::Loss,
         m_file,
         place,
         isLink ? QStringLiteral("matrix.repeated") : QStringLiteral("communication.repeated"),
         isLink
             ? RS_MESSAGE(
                   "Links that stand again under their step are left out: the first counts, and may be the wrong one.")
             : RS_MESSAGE("Operators that stand again under their step are left out: the first counts, and may be the "
                          "wrong one."),
         {}});
    return false;
}

// The numbers and the lengths of the texts, then the texts: no two keys give the same bytes.
std::string KnownRecords::keyOf(const CommPlace &where, bool p2pTotal, int a, int b) const
{
    const QString none;
    const QString &above = m_cluster ? where.above : none;
    const std::array<qint64, 6> head{p2pTotal ? 1 : 0, a, b, where.name.size(), where.step.size(), where.hash.size()};
    std::string key(reinterpret_cast<const char *>(head.data()), sizeof head);
    for (const QString *text : {&where.name, &where.step, &where.hash, &above})
        key.append(reinterpret_cast<const char *>(text->constData()),
                   static_cast<size_t>(text->size()) * sizeof(QChar));
    return key;
}

std::optional<double> CommNumbers::get(std::initializer_list<const char *> keys, double most, bool always)
{
    for (const char *key : keys) {
        const JsonRef value = m_object.at(key);
        if (value.isNothing())
            continue;
        const double number = value.number().value_or(-1);
        if (isMeasurable(number, most))
            return number + 0.0; // writers that round make -0 of what is a little below
        note(key);
        return std::nullopt;
    }
    if (always)
        note(*keys.begin());
    return std::nullopt;
}

void noteNoValue(const QString &file, const QString &place, const QString &part, const QString &key,
                 ImportReport &report)
{
    const Place whole = Place::name(place);
    report.add({Severity::Loss,
                file,
                (part.isEmpty() ? whole : whole.with(part)).with(key),
                QStringLiteral("communication.value"),
                RS_MESSAGE("Values that are not there, are no numbers, or cannot be (negative, or more than any run "
                           "has) are missing, and so are the totals over them."),
                {}});
}

int rankOfText(const QString &text)
{
    bool ok = false;
    // Spreadsheets and pandas write whole numbers as "3.0".
    const int n = QStringView(text).chopped(text.endsWith(QLatin1String(".0")) ? 2 : 0).toInt(&ok);
    return ok && n >= 0 && n <= MaxRank ? n : -1;
}

void noteOtherClass(bool writer, bool mine, const QString &file, const QString &name, ImportReport &report)
{
    if (writer != mine)
        report.add(
            {Severity::Info,
             file,
             Place::name(name),
             QStringLiteral("communication.class"),
             RS_MESSAGE(
                 "Operators that the writer filed under the other class (p2p or collective) count by their names."),
             {}});
}

void noteRestOfRecords(qint64 strangers, const JsonRecords &reader, bool nothing, const QString &file,
                       const NothingRead &words, ImportReport &report)
{
    if (!reader.isComplete())
        return;
    if (nothing && strangers == 0) {
        // `{"step": {"p2p": {}, "collective": {}}}` is a run without communication.
        report.add(
            {Severity::Info, file, {}, QStringLiteral("communication.nothing"), QString::fromLatin1(words.empty), {}});
    } else if (nothing) {
        report.add(
            {Severity::Loss, file, {}, QStringLiteral("communication.form"), QString::fromLatin1(words.otherForm), {}});
    } else if (strangers > 0) {
        report.add({Severity::Loss,
                    file,
                    {},
                    QStringLiteral("communication.strangers"),
                    RS_MESSAGE("Entries that are neither an operator nor a link are left out."),
                    {},
                    strangers});
    }
}

} // namespace rs
