// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/rungate.h"
#include "analysis/diagnosis/diagnosis.h"
#include "app/cli/verbs.h"
#include "core/base/savedfile.h"
#include "tables/base/cellrows.h"

#include <QByteArray>
#include <QXmlStreamWriter>

#include <algorithm>
#include <memory>
#include <vector>

/// Answers that fail where a run is slower than it may be.
namespace rs::cli {

namespace {

struct Checked
{
    GateLimit limit;
    GateVerdict verdict = GateVerdict::Unknown;
    QString said; ///< a sentence
};

// The limits of --fail, which may be given several times or joined by commas; empty: one is wrong.
std::vector<GateLimit> limitsOf(const Arguments &a)
{
    std::vector<GateLimit> out;
    for (const QString &given : a.texts("fail")) {
        for (const QString &text : given.split(u',')) {
            const std::optional<GateLimit> limit = gateLimitOf(text);
            if (!limit)
                return {};
            out.push_back(*limit);
        }
    }
    return out;
}

// Percent of a texts such as "3%" or "3"; nothing where it is none.
std::optional<double> percentOf(QString text)
{
    if (text.endsWith(u'%'))
        text.chop(1);
    bool ok = false;
    const double percent = text.trimmed().toDouble(&ok);
    return ok && percent >= 0 && percent <= 100 ? std::optional(percent) : std::nullopt;
}

std::vector<ColumnSpec> gateColumns()
{
    using K = ValueKind;
    return {{"limit", "Limit", "", K::Text},
            {"verdict", "Verdict", "", K::Text},
            {"base", "Base(us)", "", K::Time},
            {"other", "Other(us)", "", K::Time},
            {"difference", "Difference(us)", "", K::Difference},
            {"least", "Least Change(us)", "", K::Difference},
            {"allowed", "Allowed(us)", "", K::Time}};
}

QString msText(qint64 ns)
{
    return QString::number(static_cast<double>(ns) / 1e6, 'f', 3);
}

QString ranksText(int ranks)
{
    return ranks == 1 ? QStringLiteral("1 rank") : QStringLiteral("%1 ranks").arg(ranks);
}

QString sentenceOf(const RunChange &change, const GateLimit &limit, GateVerdict verdict)
{
    const RunChangeRow *const row = change.of(limit.part);
    if (!row)
        return QStringLiteral("%1: not known, because a run does not have this time.").arg(limit.text);
    const QString times = QStringLiteral("%1 ms in BASE, %2 ms in NEW")
                              .arg(msText(row->baseNs.value_or(0)), msText(row->otherNs.value_or(0)));
    if (change.baseRanks != change.otherRanks)
        return QStringLiteral("%1: not known, because BASE has %2 and NEW has %3 (%4).")
            .arg(limit.text, ranksText(change.baseRanks), ranksText(change.otherRanks), times);
    if (change.isOtherFramework)
        return QStringLiteral("%1: not known, because the runs are of different frameworks (%2).")
            .arg(limit.text, times);
    if (verdict == GateVerdict::Unknown && row->lowNs)
        return QStringLiteral("%1: not known, because the steps vary too much: %2; the change lies between %3 and %4 "
                              "ms with 95 % certainty, allowed are %5 ms.")
            .arg(limit.text, times, msText(*row->lowNs), msText(*row->highNs),
                 msText(gateLimitNs(change, limit).value_or(0)));
    if (verdict == GateVerdict::Unknown)
        return QStringLiteral("%1: not known, because a run has a single step (%2).").arg(limit.text, times);
    const QString least =
        verdict == GateVerdict::Failed
            ? QStringLiteral("with 99 % certainty at least %1 ms longer").arg(msText(*row->leastNs))
            : QStringLiteral("with 95 % certainty at most %1 ms longer").arg(msText(std::max<qint64>(0, *row->highNs)));
    return QStringLiteral("%1: %2; %3: %4, allowed are %5 ms.")
        .arg(limit.text, QLatin1String(gateVerdictName(verdict)), times, least,
             msText(gateLimitNs(change, limit).value_or(0)));
}

QByteArray junitOf(const std::vector<Checked> &all, bool isUnknownFailed)
{
    const auto count = [&all](GateVerdict verdict) { return std::ranges::count(all, verdict, &Checked::verdict); };
    const auto unknown = count(GateVerdict::Unknown);
    QByteArray out;
    QXmlStreamWriter xml(&out);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(QStringLiteral("testsuite"));
    xml.writeAttribute(QStringLiteral("name"), QStringLiteral("rankscope-cli gate"));
    xml.writeAttribute(QStringLiteral("tests"), QString::number(all.size()));
    xml.writeAttribute(QStringLiteral("failures"),
                       QString::number(count(GateVerdict::Failed) + (isUnknownFailed ? unknown : 0)));
    xml.writeAttribute(QStringLiteral("skipped"), QString::number(isUnknownFailed ? 0 : unknown));
    for (const Checked &c : all) {
        xml.writeStartElement(QStringLiteral("testcase"));
        xml.writeAttribute(QStringLiteral("classname"), QStringLiteral("rankscope.gate"));
        xml.writeAttribute(QStringLiteral("name"), c.limit.text);
        const bool isUnknown = c.verdict == GateVerdict::Unknown;
        if (c.verdict == GateVerdict::Failed || isUnknown) {
            xml.writeStartElement(isUnknown && !isUnknownFailed ? QStringLiteral("skipped")
                                                                : QStringLiteral("failure"));
            xml.writeAttribute(QStringLiteral("message"), c.said);
            xml.writeEndElement();
        } else {
            xml.writeTextElement(QStringLiteral("system-out"), c.said);
        }
        xml.writeEndElement();
    }
    xml.writeEndElement();
    xml.writeEndDocument();
    return out;
}

// The status of a gate, unless the verb ended in another way than with an answer.
Exit gateExit(Exit status, bool failed)
{
    return failed && (status == Exit::Done || status == Exit::Loss) ? Exit::Failed : status;
}

} // namespace

void checkGate(Task &task)
{
    Arguments &a = task.arguments;
    if (!a.isSet("fail"))
        a.mistake(QStringLiteral("--fail LIMIT is missing, for example --fail step=3%."));
    else if (limitsOf(a).empty())
        a.mistake(QStringLiteral("--fail \"%1\" is no limit such as step=3% or idle=2ms; there are %2.")
                      .arg(a.texts("fail").join(u' '), gateParts().join(QStringLiteral(", "))));
    if (a.isSet("junit"))
        checkOutFile(a, "junit");
}

Exit answerGate(Task &task)
{
    Call &call = task.call;
    Session &session = task.session;
    Arguments &a = task.arguments;
    task.table = &session.table(u"compare.runs");
    task.sources = task.table->sources;
    loadPickedRun(task);
    loadNewRun(task);
    const TableQuery &query = task.query;
    const RunChange change = compareRuns(*query.otherRun, *query.run, std::nullopt, session.job());
    session.endIfInterrupted();
    if (change.rows.empty()) {
        call.say(task.table->whyEmpty(query).english());
        return session.finishEmpty();
    }
    std::vector<Checked> all;
    auto rows = std::make_shared<CellRows>(gateColumns());
    bool failed = false;
    const bool isUnknownFailed = a.isSet("fail-unknown");
    for (const GateLimit &limit : limitsOf(a)) {
        const GateVerdict verdict = gateVerdictOf(change, limit);
        const RunChangeRow empty;
        const RunChangeRow *const found = change.of(limit.part);
        const RunChangeRow &row = found ? *found : empty;
        rows->add({}, {limit.text, gateVerdictName(verdict), row.baseNs, row.otherNs,
                       found ? Cell(row.differenceNs()) : Cell(), row.leastNs, gateLimitNs(change, limit)});
        all.push_back({limit, verdict, sentenceOf(change, limit, verdict)});
        failed = failed || verdict == GateVerdict::Failed || (verdict == GateVerdict::Unknown && isUnknownFailed);
    }
    for (const Phrase &phrase : runChangePhrases(change, query.otherRun->title()))
        call.say(phrase.english());
    for (const Checked &c : all)
        call.say(c.said);
    if (a.isSet("junit")) {
        SavedFile file(a.text("junit"));
        if (!file.open() || file.write(junitOf(all, isUnknownFailed)) < 0 || !file.commit()) {
            call.say(
                QStringLiteral("rankscope-cli: %1 cannot be written: %2").arg(a.text("junit"), file.errorString()));
            return session.finish(false);
        }
    }
    const bool isUnknown = std::ranges::count(all, GateVerdict::Unknown, &Checked::verdict) > 0;
    call.say(failed      ? QStringLiteral("The gate failed.")
             : isUnknown ? QStringLiteral("The gate did not fail, but is not known.")
                         : QStringLiteral("The gate passed."));
    TableSink &sink = call.table(task.output);
    call.begin(sink, rows->columns());
    call.rowsFrom(rows, query.run);
    call.addMember("passed", failed ? "false" : "true");
    const bool isWritten = writeRows(sink, *rows, session.job());
    sink.end();
    return gateExit(session.finish(isWritten && call.isWritten(sink)), failed);
}

void checkDiagnose(Task &task)
{
    Arguments &a = task.arguments;
    if (a.isSet("fail-above") && !percentOf(a.text("fail-above")))
        a.mistake(QStringLiteral("--fail-above needs a percentage such as 3%, not \"%1\".").arg(a.text("fail-above")));
}

Exit answerDiagnose(Task &task)
{
    Call &call = task.call;
    Session &session = task.session;
    loadPickedRun(task);
    TableQuery &query = task.query;
    const std::optional<double> limit =
        task.arguments.isSet("fail-above") ? percentOf(task.arguments.text("fail-above")) : std::nullopt;
    if (!limit)
        return printTable(task);
    {
        const MemoryReservation room = task.table->room(query, session.job());
        query.diagnosis =
            std::make_shared<const Diagnosis>(diagnose(*query.run, query.thresholds, session.job(), query.rates));
    }
    session.endIfInterrupted();
    bool failed = false;
    for (const Verdict &verdict : query.diagnosis->problems) {
        // Its own share is that of the steps it affects.
        const double percent = 100.0 * static_cast<double>(verdict.costNs.value_or(0)) /
                               static_cast<double>(std::max<qint64>(1, query.diagnosis->stepNs));
        if (!(percent > *limit))
            continue;
        failed = true;
        call.say(QStringLiteral("Failed: this costs %1 % of the time of all steps, more than %2 %: %3")
                     .arg(percent, 0, 'f', 1)
                     .arg(*limit)
                     .arg(verdict.sentence.english()));
    }
    call.addMember("passed", failed ? "false" : "true");
    return gateExit(printTable(task), failed);
}

} // namespace rs::cli
