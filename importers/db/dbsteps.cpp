// SPDX-License-Identifier: Apache-2.0
#include "importers/db/dbsteps.h"

#include "importers/files/fasttext.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <utility>

namespace rs {

namespace {

bool beginsBefore(const DbStep &a, const DbStep &b)
{
    return std::pair(a.startNs, a.number) < std::pair(b.startNs, b.number);
}

std::vector<DbStep> stepsOfTable(DbFile &file)
{
    std::vector<DbStep> out;
    DbScan row(file, "STEP_TIME", {"id", "startNs", "endNs"});
    while (row.next()) {
        const auto id = row.integer(0);
        const auto start = row.stamp(1);
        const auto end = row.stamp(2);
        if (id && *id >= 0 && start && end && *end >= *start)
            out.push_back({*id, *start, *end});
        else
            row.reject("db.step", RS_MESSAGE("Steps without a number, a start or an end are left out."));
    }
    return out;
}

/// A range that may be a step: its text and where it lies.
struct MarkedRange
{
    qint64 name = -1;
    qint64 thread = 0;
    qint64 startNs = 0;
    qint64 endNs = 0;
};

/// Rows of `table` whose text `isWanted`; the answer is asked once for each text.
template <typename Wanted>
std::vector<MarkedRange> marksOf(DbFile &file, const char *table, const char *nameColumn, const DbNames &names,
                                 Wanted isWanted)
{
    std::vector<MarkedRange> out;
    std::map<qint64, bool> known;
    DbScan row(file, table, {nameColumn, "globalTid", "startNs", "endNs"});
    while (row.next()) {
        const qint64 name = row.integer(0, -1);
        const auto [at, isNew] = known.try_emplace(name, false);
        if (isNew)
            at->second = isWanted(names.text(name));
        if (!at->second)
            continue;
        const auto start = row.stamp(2);
        const auto end = row.stamp(3);
        if (start && end && *end > *start)
            out.push_back({name, row.integer(1, 0), *start, *end});
    }
    return out;
}

std::vector<DbStep> numberedSteps(const std::vector<MarkedRange> &marks, const DbNames &names)
{
    std::map<qint64, DbStep> out; // marked twice, it is one step
    for (const MarkedRange &m : marks) {
        const qint64 number = numberOfStepMark(names.text(m.name)).value_or(0);
        out.try_emplace(number, DbStep{number, m.startNs, m.endNs});
    }
    std::vector<DbStep> steps;
    for (const auto &[number, step] : out)
        steps.push_back(step);
    return steps;
}

/// "train_step", "Iteration": a word for a step, not a part of another one ("stepwise").
bool speaksOfSteps(std::string_view name)
{
    static const QRegularExpression form(QStringLiteral("(?<![a-z])(step|iteration)(?![a-z])"),
                                         QRegularExpression::CaseInsensitiveOption);
    return form.match(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))).hasMatch();
}

/// Longest sequence of ranges of one text on one thread that follow each other.
std::vector<MarkedRange> longestSequence(std::vector<MarkedRange> marks)
{
    std::map<std::pair<qint64, qint64>, std::vector<MarkedRange>> sequences;
    for (const MarkedRange &m : marks)
        sequences[{m.name, m.thread}].push_back(m);
    std::vector<MarkedRange> best;
    qint64 bestNs = 0;
    for (auto &[key, of] : sequences) {
        std::ranges::sort(of, {}, &MarkedRange::startNs);
        qint64 covered = 0;
        bool overlap = false;
        for (size_t i = 0; i < of.size(); ++i) {
            overlap = overlap || (i > 0 && of[i].startNs < of[i - 1].endNs);
            covered += of[i].endNs - of[i].startNs;
        }
        if (!overlap && of.size() > 1 && covered > bestNs) {
            bestNs = covered;
            best = std::move(of);
        }
    }
    return best;
}

} // namespace

std::optional<qint64> numberOfStepMark(std::string_view name)
{
    for (const std::string_view prefix :
         {"ProfilerStep#", "Iteration#", "Iteration ", "iteration ", "Step#", "Step ", "step ", "step_", "Step_"}) {
        if (!name.starts_with(prefix))
            continue;
        if (const auto number = parseNumber<qint64>(name.substr(prefix.size())); number.value_or(-1) >= 0)
            return number;
    }
    return std::nullopt;
}

std::vector<DbStep> stepsOf(DbFile &file, const DbNames &names)
{
    std::vector<DbStep> out = stepsOfTable(file);
    const auto isNumbered = [](std::string_view name) { return numberOfStepMark(name).has_value(); };
    static constexpr std::pair<const char *, const char *> sources[] = {{"PYTORCH_API", "name"},
                                                                        {"MSTX_EVENTS", "message"}};
    for (const auto &[table, column] : sources) {
        if (!out.empty())
            break;
        out = numberedSteps(marksOf(file, table, column, names, isNumbered), names);
        if (!out.empty())
            file.note(Severity::Info, "db.steps-of-marks",
                      RS_MESSAGE("No step can be read from STEP_TIME of the database: the numbered ranges of %1 "
                                 "are used as steps."),
                      Place::name(QString::fromLatin1(table)), QString::fromLatin1(table),
                      static_cast<qint64>(out.size()));
    }
    if (out.empty()) {
        const std::vector<MarkedRange> marks =
            longestSequence(marksOf(file, "MSTX_EVENTS", "message", names, speaksOfSteps));
        for (const MarkedRange &m : marks)
            out.push_back({static_cast<qint64>(out.size()) + 1, m.startNs, m.endNs});
        if (!out.empty()) {
            const std::string_view name = names.text(marks.front().name);
            file.note(Severity::Notice, "db.steps-of-ranges",
                      RS_MESSAGE("No step can be read from STEP_TIME of the database: the mstx ranges called "
                                 "\"%1\" are used as steps, numbered from 1. The numbers may differ from those of "
                                 "the training."),
                      Place::name(QStringLiteral("MSTX_EVENTS")),
                      QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                      static_cast<qint64>(out.size()));
        }
    }
    if (out.empty() && file.has("TASK"))
        file.note(Severity::Notice, "db.no-steps",
                  RS_MESSAGE("No step can be read from STEP_TIME of the database, and no range of mstx is called a "
                             "step: all of the capture counts as one step."));
    std::ranges::sort(out, beginsBefore);
    return out;
}

} // namespace rs
