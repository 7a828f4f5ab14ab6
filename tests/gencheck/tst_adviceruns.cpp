// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/advice.h"
#include "analysis/diagnosis/diagnosis.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/diagnosistrial.h"
#include "support/testprogram.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>

using namespace rs;
using namespace rs::test;
using Fault = gen::Fault;

namespace {

/// Advice on a generated run, without the lists of affinity; nothing when it could not be written or read.
std::optional<AdviceReport> adviceOf(gen::GeneratorOptions options)
{
    const QTemporaryDir dir;
    options.outDir = dir.path();
    ThreadPool pool(1);
    ImportReport report;
    if (!gen::generate(options).ok)
        return std::nullopt;
    std::vector<Run> found = discover({dir.path()}, JobContext(), report);
    if (found.size() != 1)
        return std::nullopt;
    const auto run = loadRun(std::move(found.front()), pool, JobContext());
    const Diagnosis diagnosis = diagnose(*run);
    return advise(*run, {.lists = {}, .rates = {}, .diagnosis = &diagnosis});
}

QString textOf(const AdviceReport &report)
{
    QStringList out;
    for (const Advice &a : report.advice)
        out << QStringLiteral("%1 (%2 %): %3")
                   .arg(QLatin1String(a.rule->id))
                   .arg(100 * a.share.value_or(0))
                   .arg(a.seen.english());
    return out.join(u'\n');
}

constexpr int leastSeeds = 4;

// RANKSCOPE_ADVICE_SEEDS: how many runs of each kind, for the rates of docs/performance.md; the test takes few.
int seeds()
{
    return std::max(leastSeeds, qEnvironmentVariableIntValue("RANKSCOPE_ADVICE_SEEDS"));
}

} // namespace

class TestAdviceRuns : public QObject
{
    Q_OBJECT
private slots:
    void whatWasPlantedIsWhatToChange_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("rule");
        const auto row = [](Fault::Kind kind, double value, const char *rule) {
            QTest::newRow(rule) << static_cast<int>(kind) << value << QString::fromLatin1(rule);
        };
        row(Fault::SlowRank, 1.5, "slow-rank");
        row(Fault::CpuOperator, 30, "aicpu");
        row(Fault::FreqDrop, 1.6, "frequency");
        row(Fault::HostBound, 25, "slow-host");
        row(Fault::GcPause, 12, "gc");
        row(Fault::Compile, 12, "compile");
        row(Fault::Checkpoint, 40, "checkpoint");
        row(Fault::HostSync, 4, "synchronise");
        row(Fault::SlowLink, 8, "slow-link");
    }

    void whatWasPlantedIsWhatToChange()
    {
        QFETCH(const int, kind);
        QFETCH(const double, value);
        QFETCH(const QString, rule);
        int right = 0;
        QString wrong;
        for (int seed = 1; seed <= seeds(); ++seed) {
            gen::GeneratorOptions o = diagnosisRun(static_cast<quint64>(seed), 8, 2, seed % 3 == 0 ? 2 : 1);
            // Only PyTorch has a lane of its collections.
            o.pytorch = o.pytorch || kind == Fault::GcPause;
            Fault fault = usualFault(static_cast<Fault::Kind>(kind), static_cast<quint64>(seed), o);
            fault.value = value;
            o.faults = {fault};
            const std::optional<AdviceReport> report = adviceOf(o);
            QVERIFY(report);
            const bool isFirst = !report->advice.empty() && QLatin1String(report->advice[0].rule->id) == rule;
            right += isFirst ? 1 : 0;
            if (!isFirst)
                wrong += QStringLiteral("seed %1: %2\n").arg(seed).arg(textOf(*report));
        }
        if (seeds() > leastSeeds)
            qInfo("%s: %d of %d", qPrintable(rule), right, seeds());
        QVERIFY2(right * 100 >= 95 * seeds(), qPrintable(wrong));
    }

    // Behind the last kernel of the run no gap begins, but its last step lasts until the weights are saved.
    void aCheckpointInTheLastStep()
    {
        gen::GeneratorOptions o = diagnosisRun(3, 8, 2, 1);
        o.faults = {{Fault::Checkpoint, -1, -1, o.steps, 60}};
        const std::optional<AdviceReport> report = adviceOf(o);
        QVERIFY(report && !report->advice.empty());
        QCOMPARE(QLatin1String(report->advice[0].rule->id), QLatin1String("checkpoint"));
        QVERIFY2(report->advice[0].savesNs.value_or(0) > 50'000'000, qPrintable(textOf(*report)));
    }

    // A device that is slow and one with more tokens compute longer alike, but other things have to change.
    void theChangeFollowsTheReason()
    {
        for (const bool hasExperts : {false, true}) {
            gen::GeneratorOptions o = diagnosisRun(3, 8, 2, 1);
            o.experts = hasExperts;
            o.faults = {{hasExperts ? Fault::MoeImbalance : Fault::SlowRank, 5, -1, -1, hasExperts ? 3.0 : 1.4}};
            const std::optional<AdviceReport> report = adviceOf(o);
            QVERIFY(report && !report->advice.empty());
            QCOMPARE(QLatin1String(report->advice[0].rule->id), QLatin1String("slow-rank"));
            const QString change = report->advice[0].change.english();
            QVERIFY2(change.startsWith(hasExperts ? QLatin1String("Balance the experts")
                                                  : QLatin1String("Look at the chip")),
                     qPrintable(change));
        }
    }

    void aCleanRunGetsNone()
    {
        int advised = 0;
        QString wrong;
        for (int seed = 1; seed <= seeds(); ++seed) {
            std::optional<AdviceReport> report =
                adviceOf(diagnosisRun(static_cast<quint64>(seed), 8, 1 + seed % 2, 1 + seed % 3 / 2));
            QVERIFY(report);
            // The model has two operators on the AI CPU, which take 1 % of short steps: that is so.
            std::erase_if(report->advice,
                          [](const Advice &a) { return a.subject == u"SelectV2" || a.subject == u"MaskedFill"; });
            advised += report->advice.empty() ? 0 : 1;
            if (!report->advice.empty())
                wrong += QStringLiteral("seed %1: %2\n").arg(seed).arg(textOf(*report));
        }
        if (seeds() > leastSeeds)
            qInfo("clean: %d of %d", advised, seeds());
        QVERIFY2(advised * 100 <= seeds(), qPrintable(wrong));
    }
};

RS_TEST(TestAdviceRuns, QCoreApplication);
#include "tst_adviceruns.moc"
