// SPDX-License-Identifier: Apache-2.0
#include "analysis/replay/whatif.h"
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/diagnosistrial.h"
#include "support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace rs;
using namespace rs::test;
using Fault = gen::Fault;

namespace {

struct Trial
{
    QTemporaryDir dir;
    std::shared_ptr<const Run> run;
    nlohmann::json planted;
};

std::unique_ptr<Trial> runWith(gen::GeneratorOptions options)
{
    auto out = std::make_unique<Trial>();
    options.outDir = out->dir.path();
    const gen::GeneratorResult made = gen::generate(options);
    ThreadPool pool(1);
    ImportReport report;
    std::vector<Run> found = discover({out->dir.path()}, JobContext(), report);
    QFile f(out->dir.path() + QStringLiteral("/planted.json"));
    if (!made.ok || found.size() != 1 || !f.open(QIODevice::ReadOnly))
        return nullptr;
    out->run = loadRun(std::move(found.front()), pool, JobContext());
    const QByteArray text = f.readAll();
    out->planted = nlohmann::json::parse(text.constData(), text.constData() + text.size());
    return out;
}

} // namespace

class TestWhatIfRuns : public QObject
{
    Q_OBJECT
private slots:
    // Gain of a run without a planted fault, as the generator knows it.
    void whatIsGained_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("model");
        const auto row = [](Fault::Kind kind, const char *model) {
            QTest::addRow("%s, %s", qPrintable(gen::faultName(kind)), model)
                << static_cast<int>(kind) << QString(QLatin1String(model));
        };
        row(Fault::SlowRank, "usual");
        row(Fault::SlowRank, "host-load");
        row(Fault::SlowRank, "run-ahead");
        row(Fault::SlowRank, "buckets");
        row(Fault::LateRank, "usual");
        row(Fault::LateRank, "run-ahead");
        row(Fault::HostBound, "usual");
        row(Fault::HostBound, "early-receive");
    }
    void whatIsGained()
    {
        QFETCH(int, kind);
        QFETCH(QString, model);
        gen::GeneratorOptions options = diagnosisRun(3, 8, 1, 2);
        options.hostLoad = model == u"host-load" ? 6 : 1;
        options.runAhead = model == u"run-ahead";
        options.earlyReceive = model == u"early-receive";
        options.buckets = model == u"buckets" ? 4 : 1;
        const auto fault = static_cast<Fault::Kind>(kind);
        options.faults = {usualFault(fault, 3, options)};
        if (fault == Fault::LateRank)
            options.faults.front().value = 12;
        const auto trial = runWith(options);
        QVERIFY(trial != nullptr);
        const WhatIf whatIf(*trial->run);
        WhatIfQuestion question;
        question.rank = trial->run->indexOf(options.faults.front().rank);
        const std::optional<WhatIfAnswer> answer = whatIf.answer(question);
        QVERIFY(answer.has_value());
        QVERIFY(answer->error.has_value() && *answer->error < 0.01);
        const double gainMs = static_cast<double>(answer->gainNs) / 1e6;
        const double plantedMs = trial->planted["faults"][0]["cost_ms"].get<double>();
        QVERIFY2(std::abs(gainMs - plantedMs) <= std::max(0.2, 0.05 * plantedMs),
                 qPrintable(QStringLiteral("gains %1 of %2 ms").arg(gainMs).arg(plantedMs)));
    }

    // The new length of the steps, within 5 % of the generator's run without what the question takes away.
    void howLongTheStepsWouldBe_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("times");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("pp");
        const auto row = [](WhatIfKind kind, int times, int tp, int pp) {
            QTest::addRow("%s %d, tp %d, pp %d", qPrintable(whatIfKey(kind)), times, tp, pp)
                << static_cast<int>(kind) << times << tp << pp;
        };
        row(WhatIfKind::Launches, 6, 1, 2);
        row(WhatIfKind::Launches, 20, 2, 1);
        row(WhatIfKind::Buckets, 4, 1, 2);
        row(WhatIfKind::Buckets, 16, 2, 1);
        row(WhatIfKind::Link, 0, 1, 1);
        row(WhatIfKind::Link, 0, 2, 2);
        row(WhatIfKind::Operator, 20, 1, 1);
    }
    void howLongTheStepsWouldBe()
    {
        QFETCH(int, kind);
        QFETCH(int, times);
        QFETCH(int, tp);
        QFETCH(int, pp);
        gen::GeneratorOptions options = diagnosisRun(3, 8, tp, pp);
        WhatIfQuestion question{static_cast<WhatIfKind>(kind)};
        question.times = std::max(2, times);
        const char *cost = nullptr;
        if (question.kind == WhatIfKind::Launches) {
            options.hostLoad = times;
            cost = "host_load";
        } else if (question.kind == WhatIfKind::Buckets) {
            options.buckets = times;
            cost = "buckets";
        } else if (question.kind == WhatIfKind::Link) {
            options.faults = {usualFault(Fault::SlowLink, 3, options)};
        } else {
            options.faults = {usualFault(Fault::CpuOperator, 3, options)};
            options.faults.front().value = times;
            question.op = QStringLiteral("Cast");
        }
        const auto trial = runWith(options);
        QVERIFY(trial != nullptr);
        const WhatIf whatIf(*trial->run);
        if (question.kind == WhatIfKind::Link) {
            question.rank = trial->run->indexOf(options.faults.front().rank);
            question.peer = trial->run->indexOf(options.faults.front().peer);
        }
        const std::optional<WhatIfAnswer> answer = whatIf.answer(question);
        QVERIFY(answer.has_value());
        const auto &planted = cost ? trial->planted[cost] : trial->planted["faults"][0];
        const double wallMs = trial->planted["run"]["wall_ms"].get<double>();
        const double withoutMs = wallMs - planted["cost_ms"].get<double>();
        const double toldMs = wallMs - static_cast<double>(answer->gainNs) / 1e6;
        QVERIFY2(std::abs(toldMs - withoutMs) <= 0.05 * withoutMs,
                 qPrintable(QStringLiteral("%1 ms, told %2 of %3").arg(withoutMs).arg(toldMs).arg(wallMs)));
        // Steps add up to the run.
        qint64 lengthNs = 0;
        for (const qint64 ns : whatIf.stepLengths())
            lengthNs += ns;
        QCOMPARE(lengthNs, answer->beforeNs);
    }

    // Many buckets that stand one behind the other, of several layers and stages. The answer is a rough one, which no
    // run suggests.
    void bucketsOfLayersThatFollowEachOther_data()
    {
        QTest::addColumn<int>("buckets");
        for (const int buckets : {32, 64})
            QTest::addRow("%d", buckets) << buckets;
    }
    void bucketsOfLayersThatFollowEachOther()
    {
        QFETCH(int, buckets);
        gen::GeneratorOptions options;
        options.ranks = 8;
        options.seed = 5;
        options.mbPerRank = 12;
        options.buckets = buckets;
        const auto trial = runWith(options);
        QVERIFY(trial != nullptr);
        const WhatIf whatIf(*trial->run);
        QVERIFY(std::ranges::none_of(whatIf.questions(), [](const auto &q) { return q.kind == WhatIfKind::Buckets; }));
        const std::optional<WhatIfAnswer> answer = whatIf.answer({.kind = WhatIfKind::Buckets, .times = buckets});
        QVERIFY(answer.has_value());
        const double toldMs = static_cast<double>(answer->gainNs) / 1e6;
        const double plantedMs = trial->planted["buckets"]["cost_ms"].get<double>();
        QVERIFY2(toldMs > 0.6 * plantedMs && toldMs < 1.1 * plantedMs,
                 qPrintable(QStringLiteral("gains %1 of %2 ms").arg(toldMs).arg(plantedMs)));
    }

    // All links of a rank to other hosts: no single one of them gains anything.
    void linksOfARank()
    {
        gen::GeneratorOptions options;
        options.ranks = 16;
        options.steps = 4;
        options.seed = 11;
        options.mbPerRank = 2;
        options.tp = 2;
        options.pp = 2;
        options.nodeSize = 4;
        options.pytorch = true;
        options.faults = {{Fault::SlowNic, 6, -1, -1, 4}};
        const auto trial = runWith(options);
        QVERIFY(trial != nullptr);
        const WhatIf whatIf(*trial->run);
        const std::vector<WhatIfQuestion> links = whatIf.subjects(WhatIfKind::Link);
        QVERIFY(!links.empty());
        QCOMPARE(whatIf.nameOf(links.front()), QStringLiteral("6"));
        const std::optional<WhatIfAnswer> answer = whatIf.answer(links.front());
        QVERIFY(answer.has_value());
        const double gainMs = static_cast<double>(answer->gainNs) / 1e6;
        const double plantedMs = trial->planted["faults"][0]["cost_ms"].get<double>();
        QVERIFY2(std::abs(gainMs - plantedMs) <= 0.1 * plantedMs,
                 qPrintable(QStringLiteral("gains %1 of %2 ms").arg(gainMs).arg(plantedMs)));
    }

    // Problems of a rank, a link, uneven stages, and one step.
    void whatAVerdictAsksGainsItsCost()
    {
        for (const Fault::Kind kind : {Fault::SlowRank, Fault::SlowLink, Fault::LongStage, Fault::GcPause}) {
            gen::GeneratorOptions options = diagnosisRun(3, 8, 1, 2);
            options.mbPerRank = 6;
            options.faults.push_back(usualFault(kind, 3, options));
            if (kind == Fault::LongStage || kind == Fault::GcPause)
                options.faults.back().value = kind == Fault::LongStage ? 1 : 20;
            const auto made = runWith(options);
            QVERIFY(made);
            const WhatIf whatIf(*made->run);
            const Diagnosis d = diagnose(*made->run);
            const auto &verdicts = kind == Fault::LongStage ? d.observations : d.problems;
            QVERIFY(!verdicts.empty());
            const Verdict &v = verdicts.front();
            const std::optional<WhatIfQuestion> asked = questionOf(v);
            QVERIFY(asked && !asked->changes.empty());
            const std::optional<WhatIfAnswer> answer = whatIf.answer(*asked);
            QVERIFY(answer);
            QCOMPARE(answer->gainNs, v.costNs.value_or(0));
            const auto step = whatIf.steps().indexOf(asked->step);
            QCOMPARE(asked->step.isEmpty(), v.steps.isEmpty());
            const qint64 length = step < 0 ? answer->beforeNs : whatIf.stepLengths()[static_cast<size_t>(step)];
            QCOMPARE(static_cast<double>(answer->gainNs) / static_cast<double>(length), v.share);
        }
    }

    // All ranks of a stage take 1.6 times as long: balanced each takes 1.3 times.
    void stagesThatAreBalanced()
    {
        gen::GeneratorOptions options = diagnosisRun(3, 8, 1, 2);
        options.mbPerRank = 6; // three batches, so that stages work at the same time
        const auto slowed = [options](int first, double factor) {
            gen::GeneratorOptions out = options;
            for (int rank = first; rank < 8; ++rank)
                out.faults.push_back({Fault::SlowRank, rank, -1, -1, factor});
            return runWith(out);
        };
        const auto uneven = slowed(4, 1.6);
        const auto even = slowed(0, 1.3);
        QVERIFY(uneven && even);
        const std::optional<WhatIfAnswer> answer = WhatIf(*uneven->run).answer({WhatIfKind::Stages});
        QVERIFY(answer.has_value());
        const double toldMs =
            uneven->planted["run"]["wall_ms"].get<double>() - static_cast<double>(answer->gainNs) / 1e6;
        const double evenMs = even->planted["run"]["wall_ms"].get<double>();
        QVERIFY2(std::abs(toldMs - evenMs) <= 0.05 * evenMs,
                 qPrintable(QStringLiteral("%1 ms, told %2").arg(evenMs).arg(toldMs)));
    }
};

RS_TEST(TestWhatIfRuns, QCoreApplication);
#include "tst_whatifruns.moc"
