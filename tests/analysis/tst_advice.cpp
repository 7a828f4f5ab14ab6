// SPDX-License-Identifier: Apache-2.0
#include "analysis/advice/advice.h"
#include "analysis/diagnosis/diagnosis.h"
#include "support/fixtures.h"
#include "support/kernelfixture.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <string_view>
#include <vector>

using namespace rs;
using namespace rs::test;

namespace {

constexpr qint64 us = 1000;
constexpr qint64 ms = 1000 * us;
constexpr qint64 base = 1'700'000'000'000'000'000;

/// A step of 20 ms whose device works but for these gaps, in µs.
TinyRank rankWithGaps(const std::vector<std::pair<qint64, qint64>> &gaps)
{
    TinyRank r;
    r.step(1, base, 20 * ms);
    qint64 at = 0;
    for (const auto &[from, to] : gaps) {
        r.kernel("MatMul", base + at, from * us - at);
        at = to * us;
    }
    r.kernel("MatMul", base + at, 20 * ms - at);
    return r;
}

AdviceReport adviceOf(std::shared_ptr<const RankData> rank, const AdviceInput &input = {})
{
    return advise(makeRun({std::move(rank)}), input);
}

const Advice *found(const AdviceReport &report, std::string_view rule)
{
    const auto at =
        std::ranges::find(report.advice, rule, [](const Advice &a) { return std::string_view(a.rule->id); });
    return at == report.advice.end() ? nullptr : &*at;
}

bool isUnchecked(const AdviceReport &report, std::string_view rule)
{
    return std::ranges::any_of(report.unchecked, [&](const UncheckedRule &u) { return u.rule->id == rule; });
}

size_t matched(const char *sequence, const std::vector<std::string_view> &names)
{
    const auto pattern = AdvicePattern::of(QLatin1String(sequence), QStringLiteral("use"));
    return pattern ? pattern->matched(names) : 99;
}

} // namespace

class TestAdvice : public QObject
{
    Q_OBJECT
private slots:
    void aSoundRankGetsNone()
    {
        const AdviceReport report = adviceOf(rankWithGaps({{5000, 5010}}).finish());
        QCOMPARE(report.advice.size(), size_t(0));
        // Rules say what they lack.
        for (const char *const rule : {"frequency", "unbound", "block-dim", "environment", "launch-bound"})
            QVERIFY2(isUnchecked(report, rule), rule);
        QVERIFY(!isUnchecked(report, "gc"));
    }

    void garbageCostsWhatTheDeviceIdlesMeanwhile()
    {
        TinyRank r = rankWithGaps({{5000, 7000}});
        r.process("8", "Python GC", 4, "CPU");
        r.slice("8", "1", "GC", base + 4 * ms, 2500 * us); // 4 to 6.5 ms: idle from 5 on
        r.slice("8", "1", "GC", base + 12 * ms, 900 * us); // below 1 ms
        const AdviceReport report = adviceOf(r.finish());
        const Advice *const gc = found(report, "gc");
        QVERIFY(gc);
        QCOMPARE(gc->count, qint64(1));
        QCOMPARE(gc->timeNs, 2500 * us);
        QCOMPARE(gc->savesNs.value(), 1500 * us);
        QCOMPARE(gc->known, SavingKind::AtMost);
        QVERIFY(gc->share && qAbs(*gc->share - 0.075) < 1e-9);
        QCOMPARE(gc->evidence.size(), size_t(1));
        QVERIFY(gc->evidence[0].slice != NoSlice);
    }

    void compilingIsToldFromTheTwentyFirstOn()
    {
        for (const int calls : {20, 21}) {
            TinyRank r = rankWithGaps({{5000, 9000}});
            for (int i = 0; i < calls; ++i)
                r.slice("2", "1", "AscendCL@aclopCompileAndExecute", base + 5 * ms + i * 100 * us, 100 * us);
            const AdviceReport report = adviceOf(r.finish());
            const Advice *const compile = found(report, "compile");
            QCOMPARE(compile != nullptr, calls == 21);
            if (compile)
                QCOMPARE(compile->savesNs.value(), 2100 * us);
        }
    }

    void waitingForTheDeviceCostsTheGapBehindIt()
    {
        for (const int waits : {2, 3}) {
            std::vector<std::pair<qint64, qint64>> gaps;
            for (int i = 0; i < waits; ++i)
                gaps.emplace_back(2000 + 4000 * i, 3000 + 4000 * i);
            TinyRank r = rankWithGaps(gaps);
            for (int i = 0; i < waits; ++i) {
                const qint64 dry = base + 2 * ms + 4 * ms * i;
                r.host("aten::item", dry - 600 * us, 700 * us);
                r.slice("2", "1", "AscendCL@aclrtSynchronizeStream", dry - 500 * us, 550 * us);
            }
            const AdviceReport report = adviceOf(r.finish());
            const Advice *const wait = found(report, "synchronise");
            QCOMPARE(wait != nullptr, waits == 3);
            if (!wait)
                continue;
            QCOMPARE(wait->subject, QStringLiteral("aten::item"));
            QCOMPARE(wait->count, qint64(3));
            QCOMPARE(wait->savesNs.value(), 3 * ms);
        }
    }

    void callsThatHoldTheDeviceUp_data()
    {
        const Scenarios<QString, qint64, QString, int> row;
        row("memory", "2", 11 * ms, "AscendCL@aclrtFree", 1);
        row("too short", "2", 9 * ms, "AscendCL@aclrtFree", 0);
        row("batches", "1", 11 * ms, "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", 2);
        row("an optimizer", "1", 5 * ms, "Optimizer.step#AdamW.step", 3);
        row("a fused one", "1", 5 * ms, "Optimizer.step#NpuFusedAdamW.step", 0);
    }

    void callsThatHoldTheDeviceUp()
    {
        const auto [pid, duration, name, expected] = scenario<QString, qint64, QString, int>();
        static constexpr const char *rules[] = {nullptr, "memory-api", "dataloader", "optimizer"};
        TinyRank r = rankWithGaps({{5000, 6000}});
        r.slice(pid.toStdString(), "1", name.toStdString(), base + 2 * ms, duration);
        AdviceInput input;
        input.lists.add(R"({"optimizers": [{"sequence": "AdamW.step", "use": "torch_npu.optim.NpuFusedAdamW"}]})");
        const AdviceReport report = adviceOf(r.finish(), input);
        QCOMPARE(report.advice.size(), size_t(expected == 0 ? 0 : 1));
        if (expected == 0)
            return;
        const Advice *const advice = found(report, rules[expected]);
        QVERIFY(advice);
        QCOMPARE(advice->savesNs.value(), ms);
    }

    void kernelsOfTheAiCpu()
    {
        TinyRank r = rankWithGaps({});
        r.kernelRow("Index1", "Index", "AI_CPU", "4", base, 2 * ms);
        r.kernelRow("Index1", "Index", "AI_CPU", "4", base + 3 * ms, 19 * us);
        r.kernelRow("Cast1", "Cast", "AI_CPU", "4", base + 4 * ms, 100 * us); // 0.5 % of the step
        r.kernelRow("MatMul", "MatMulV3", "AI_CORE", "4", base + 5 * ms, 9 * ms);
        const AdviceReport report = adviceOf(r.finish());
        QCOMPARE(report.advice.size(), size_t(1));
        const Advice &a = report.advice[0];
        QCOMPARE(a.rule->id, "aicpu");
        QCOMPARE(a.subject, QStringLiteral("Index"));
        QCOMPARE(a.count, qint64(1));
        QCOMPARE(a.savesNs.value(), 2 * ms);
        QVERIFY(a.change.english().contains(QLatin1String("masked_fill")));
    }

    void blocksThatLeaveCoresAlone()
    {
        RankData rank;
        rank.info.label = QStringLiteral("0");
        rank.kernels = kernelTable({{{"1", "a", "MatMulV3", "AI_CORE", "4", base, 12 * ms, 0, 20}, {}},
                                    {{"1", "b", "MatMulV3", "AI_CORE", "4", base + 12 * ms, 12 * ms, 0, 30}, {}},
                                    {{"1", "c", "Cast", "AI_VECTOR_CORE", "4", base + 24 * ms, 6 * ms, 0, 48}, {}}});
        AdviceInput input;
        QVERIFY(isUnchecked(adviceOf(std::make_shared<const RankData>(rank), input), "block-dim"));
        input.lists.add(R"({"cubeCores": 24, "vectorCores": 48})");
        const AdviceReport report = adviceOf(std::make_shared<const RankData>(rank), input);
        const Advice *const blocks = found(report, "block-dim");
        QVERIFY(blocks);
        // 20 of 24 cores, and 30 of 48 in two rounds: 1/6 and 3/8 of 12 ms.
        QCOMPARE(blocks->count, qint64(2));
        QCOMPARE(blocks->savesNs.value(), 6500 * us);
    }

    // 2·4000³ operations in 4 ms are 32 TFLOP/s, a tenth of the peak of 320; FLOAT has none of its own.
    void productsFarFromThePeak()
    {
        auto table = std::make_shared<Table>();
        std::vector<int> columns;
        for (const char *const name : {"Name", "Type", "Accelerator Core", "Input Shapes", "Input Data Types",
                                       "Output Shapes", "Output Data Types"})
            columns.push_back(table->addColumn(QString::fromLatin1(name), ColumnType::Text));
        const int start = table->addColumn(QStringLiteral("Start Time(us)"), ColumnType::TimeStamp);
        const int duration = table->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
        qint64 at = base;
        for (const auto &[types, ns] :
             {std::pair("BF16;BF16", 4 * ms), std::pair("BF16;BF16", ms / 2), std::pair("FLOAT;FLOAT", 4 * ms)}) {
            size_t c = 0;
            for (const char *const cell :
                 {"m", "MatMulV3", "AI_CORE", "4000,4000;4000,4000", types, "4000,4000", "BF16"})
                table->appendText(columns[c++], cell);
            table->appendInteger(start, at);
            table->appendInteger(duration, ns);
            table->finishRow();
            at += ns;
        }
        RankData rank;
        rank.info.label = QStringLiteral("0");
        rank.kernels = table;
        const auto shared = std::make_shared<const RankData>(rank);
        AdviceInput input;
        input.peaks.add(R"({"types": {"BF16": 1, "FLOAT": 1}})");
        QVERIFY(isUnchecked(adviceOf(shared, input), "below-peak"));
        input.rates.device.teraflopsPerSecond = 320;
        const AdviceReport report = adviceOf(shared, input);
        const Advice *const far = found(report, "below-peak");
        QVERIFY(far);
        QCOMPARE(far->count, qint64(1)); // 256 TFLOP/s are near enough
        QCOMPARE(far->savesNs.value(), 3600 * us);
        QVERIFY2(far->seen.english().contains(QLatin1String("reach 10 %")), qPrintable(far->seen.english()));
    }

    void operatorsThatNoPipeBinds_data()
    {
        const Scenarios<double, qint64> row;
        row("idle pipes", 0.2, 7500 * us); // 10 ms (1 - 0.2 / 0.8)
        row("nearly bound", 0.7, 0);
        row("bound", 0.85, 0);
    }

    void operatorsThatNoPipeBinds()
    {
        const auto [ratio, saves] = scenario<double, qint64>();
        RankData rank;
        rank.info.label = QStringLiteral("0");
        rank.kernels = kernelTable({{{"1", "a", "MatMulV3", "AI_CORE", "4", base, 10 * ms, 0, 24},
                                     {{"aicore_time(us)", 9000}, {"aic_mac_ratio", ratio}, {"aic_mte2_ratio", 0.1}}}});
        const AdviceReport report = adviceOf(std::make_shared<const RankData>(rank));
        const Advice *const unbound = found(report, "unbound");
        QCOMPARE(unbound != nullptr, saves > 0);
        if (unbound)
            QCOMPARE(unbound->savesNs.value(), saves);
    }

    void patternsMatchAsWritten()
    {
        QCOMPARE(matched("softmax-(mul){0,1}-(masked_fill_|add)", {"softmax", "add"}), size_t(2));
        QCOMPARE(matched("softmax-(mul){0,1}-(masked_fill_|add)", {"Softmax", "mul", "masked_fill_"}), size_t(3));
        QCOMPARE(matched("softmax-(mul){0,1}-(masked_fill_|add)", {"softmax", "mul", "mul"}), size_t(0));
        // The most that can: one mul less would do as well.
        QCOMPARE(matched("neg-(mul){0,2}-add", {"neg", "mul", "mul", "add"}), size_t(4));
        QCOMPARE(matched("(mul){0,2}-mul-add", {"mul", "mul", "add"}), size_t(3));
        for (const char *const wrong : {"", "a-", "(a){2,1}", "(a){0,9}", "(a){0,1}", "a(b"})
            QCOMPARE(matched(wrong, {"a"}), size_t(99));
    }

    void callsInARowThatOneReplaces()
    {
        AdviceInput input;
        input.lists.add(R"({"apis": [{"sequence": "(chunk|slice)-silu-mul", "use": "torch_npu.npu_swiglu"}, {"use": 3}],
                            "kernels": [{"sequence": "Cast-LayerNorm-Cast", "use": "LayerNorm"}]})");
        QVERIFY(input.lists.fault);
        TinyRank r = rankWithGaps({});
        for (int i = 0; i < 6; ++i) {
            const qint64 at = base + i * ms;
            r.host("aten::slice", at, 100 * us);
            r.host("aten::as_strided", at + 10 * us, 50 * us); // called by the slice
            r.host("aten::silu", at + 100 * us, 100 * us);
            r.host("aten::mul", at + 200 * us, 100 * us);
            r.kernelRow("Cast", "Cast", "AI_VECTOR_CORE", "4", at, 100 * us);
            r.kernelRow("LayerNorm", "LayerNorm", "AI_VECTOR_CORE", "4", at + 100 * us, 50 * us);
            r.kernelRow("Cast", "Cast", "AI_VECTOR_CORE", "4", at + 150 * us, 100 * us);
        }
        const AdviceReport report = adviceOf(r.finish(), input);
        const Advice *const api = found(report, "affinity-api");
        QVERIFY(api);
        QCOMPARE(api->count, qint64(6));
        QCOMPARE(api->timeNs, 1800 * us);
        QVERIFY(!api->savesNs);
        QVERIFY(api->change.english().contains(QLatin1String("npu_swiglu")));
        const Advice *const fusible = found(report, "fusible");
        QVERIFY(fusible);
        QCOMPARE(fusible->timeNs, 1500 * us);
    }

    void environment()
    {
        TinyRank r = rankWithGaps({});
        r.data.info.settings = {{QStringLiteral("env.ASCEND_LAUNCH_BLOCKING"), QStringLiteral("1")},
                                {QStringLiteral("env.ASCEND_GLOBAL_LOG_LEVEL"), QStringLiteral("3")},
                                {QStringLiteral("env.ACLNN_CACHE_LIMIT"), QString()}};
        const AdviceReport report = adviceOf(r.finish());
        QCOMPARE(report.advice.size(), size_t(1));
        QCOMPARE(report.advice[0].subject, QStringLiteral("ASCEND_LAUNCH_BLOCKING"));
        QVERIFY(!isUnchecked(report, "environment"));
    }

    void aVerdictLeadsToWhatItWouldGain()
    {
        const Run run = makeRun(2, [](TinyRank &r, int) {
            r.step(1, base, 20 * ms);
            r.kernel("MatMul", base, 20 * ms);
        });
        Diagnosis diagnosis;
        diagnosis.stepNs = 20 * ms;
        Verdict link;
        link.kind = DiagnosisKind::SlowLink;
        link.state = DiagnosisState::Problem;
        link.rank = 0;
        link.peer = 1;
        link.costNs = 4 * ms;
        diagnosis.problems.push_back(link);
        const AdviceReport report = advise(run, {.diagnosis = &diagnosis});
        QCOMPARE(report.advice.size(), size_t(1));
        const Advice &a = report.advice[0];
        QCOMPARE(a.rule->id, "slow-link");
        QCOMPARE(a.subject, QStringLiteral("0-1"));
        QCOMPARE(a.savesNs.value(), 4 * ms);
        QCOMPARE(a.known, SavingKind::Replayed);
        QCOMPARE(a.evidence[0].link.value(), std::pair(0, 1));
    }

    // A stage with more to do is no problem, but another split saves 2 of 25 ms: that is sure, and comes before 5 ms of
    // garbage collection at most, which are a share of the same 25 ms though the step of the rank takes 20.
    void whatIsSureComesBeforeABound()
    {
        TinyRank r = rankWithGaps({{5000, 10000}});
        r.process("8", "Python GC", 4, "CPU");
        r.slice("8", "1", "GC", base + 5 * ms, 5 * ms);
        Diagnosis diagnosis;
        diagnosis.stepNs = 25 * ms;
        Verdict stage;
        stage.kind = DiagnosisKind::Stage;
        stage.state = DiagnosisState::Notice;
        stage.rank = stage.stage = 0;
        stage.costNs = 2 * ms;
        stage.share = 0.08;
        stage.certainty = Certainty::Low;
        stage.changes.push_back({0, {}, {}});
        diagnosis.observations.push_back(stage);
        const AdviceReport report = adviceOf(r.finish(), {.diagnosis = &diagnosis});
        QCOMPARE(report.advice.size(), size_t(2));
        const Advice &first = report.advice[0];
        QCOMPARE(first.rule->id, "uneven-stages");
        QCOMPARE(first.known, SavingKind::Replayed);
        QCOMPARE(first.share.value(), 0.08);
        QCOMPARE(report.advice[1].rule->id, "gc");
        QCOMPARE(report.advice[1].share.value(), 0.2);
    }
};

RS_TEST(TestAdvice, QCoreApplication);
#include "tst_advice.moc"
