// SPDX-License-Identifier: Apache-2.0
// Operations, bytes and peaks of kernels, worked by hand.
#include "analysis/operators/mfu.h"
#include "analysis/recipes/recipemarks.h"
#include "core/run/chipkeys.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <cmath>
#include <memory>

using namespace rs;
using namespace rs::test;

namespace {

QString known(const std::optional<KernelFlops> &flops)
{
    constexpr const char *sources[] = {"recorded", "counted", "shapes", "at most"};
    return flops ? QStringLiteral("%1 %2")
                       .arg(flops->operations, 0, 'f', 0)
                       .arg(QLatin1String(sources[static_cast<size_t>(flops->source)]))
                 : QStringLiteral("-");
}

bool isNear(const std::optional<double> &value, double expected)
{
    return value && std::abs(*value - expected) <= 1e-6 * std::abs(expected);
}

/// A kernel table with everything that shapes need.
class Kernels
{
public:
    void row(const char *name, const char *type, const char *core, const char *in, const char *types, const char *out,
             qint64 startNs, qint64 ns, const char *formats = "ND;ND;ND")
    {
        const std::pair<int, const char *> texts[] = {{m_name, name}, {m_type, type},      {m_core, core},
                                                      {m_in, in},     {m_types, types},    {m_formats, formats},
                                                      {m_out, out},   {m_outTypes, types}, {m_step, "3"}};
        for (const auto &[column, text] : texts)
            m_table->appendText(column, text);
        m_table->appendInteger(m_start, startNs);
        m_table->appendInteger(m_duration, ns);
        m_table->finishRow();
    }
    [[nodiscard]] const std::shared_ptr<Table> &table() const { return m_table; }

private:
    std::shared_ptr<Table> m_table = std::make_shared<Table>();
    int m_step = m_table->addColumn(QStringLiteral("Step Id"), ColumnType::Text);
    int m_name = m_table->addColumn(QStringLiteral("Name"), ColumnType::Text);
    int m_type = m_table->addColumn(QStringLiteral("Type"), ColumnType::Text);
    int m_core = m_table->addColumn(QStringLiteral("Accelerator Core"), ColumnType::Text);
    int m_start = m_table->addColumn(QStringLiteral("Start Time(us)"), ColumnType::TimeStamp);
    int m_duration = m_table->addColumn(QStringLiteral("Duration(us)"), ColumnType::Duration);
    int m_in = m_table->addColumn(QStringLiteral("Input Shapes"), ColumnType::Text);
    int m_types = m_table->addColumn(QStringLiteral("Input Data Types"), ColumnType::Text);
    int m_formats = m_table->addColumn(QStringLiteral("Input Formats"), ColumnType::Text);
    int m_out = m_table->addColumn(QStringLiteral("Output Shapes"), ColumnType::Text);
    int m_outTypes = m_table->addColumn(QStringLiteral("Output Data Types"), ColumnType::Text);
};

ChipPeaks peaksOf(const char *json)
{
    ChipPeaks out;
    out.add(R"({"types": {"FLOAT16": 1, "BF16": 1, "INT8": 2}})");
    out.add(json);
    return out;
}

constexpr const char *aChip = R"({"chips": [{"name": "A", "tflops": 100, "gbps": 1000}]})";

/// A product of 2·1000·1000·1000 operations in 40 us: 50 TFLOP/s; and one of BF16 in which memory is the limit:
/// 2·100·1000·10 = 2e6 operations of 2·(1000 + 10 000 + 100 000) bytes in 1 us: 2 TFLOP/s, of 9.009 operations a byte.
Run runOfProducts(const char *chip)
{
    TinyRank t(0);
    t.step(3, 0, 100'000);
    t.kernel("m", 1000, 40'000);
    Kernels k;
    k.row("m", "MatMulV2", "AI_CORE", "1000,1000;1000,1000", "FLOAT16;FLOAT16", "1000,1000", 1000, 40'000);
    k.row("n", "MatMulV2", "AI_CORE", "100,10;10,1000", "DT_BF16;DT_BF16", "100,1000", 50'000, 1000);
    k.row("add", "Add", "AI_VECTOR_CORE", "1000;1000", "FLOAT16;FLOAT16", "1000", 60'000, 3000);
    auto rank = std::make_shared<RankData>(*t.finish());
    rank->kernels = k.table();
    rank->info.settings.insert(chipNameKey, QString::fromLatin1(chip));
    return makeRun({rank});
}

} // namespace

class TestMfu : public QObject
{
    Q_OBJECT

private slots:
    void operationsOfShapes_data()
    {
        QTest::addColumn<QStringList>("kernel"); // type, inputs, their types and formats, outputs, their formats
        QTest::addColumn<QString>("operations");
        const auto row = [](const char *name, const QStringList &kernel, const char *operations) {
            QTest::newRow(name) << kernel << QString::fromLatin1(operations);
        };
        const auto s = [](const char *text) { return QString::fromLatin1(text); };
        row("product", {s("MatMulV2"), s("2,3;3,5"), s("FLOAT16;FLOAT16"), s("ND;ND"), s("2,5"), s("ND")}, "60 shapes");
        row("batch", {s("BatchMatMulV2"), s("4,2,3;4,3,5"), s(""), s(""), s("4,2,5"), s("")}, "240 shapes");
        // 32 × 48 times 48 × 16: N1, M1, M0, N0.
        row("FRACTAL_NZ",
            {s("MatMul"), s("3,2,16,16;1,3,16,16"), s(""), s("FRACTAL_NZ;FRACTAL_NZ"), s("1,2,16,16"), s("FRACTAL_NZ")},
            "49152 at most");
        // (15·16 × 56·16) times (15·16 × 16), as in the tests of operator_mfu.
        row("FRACTAL_NZ, first one transposed",
            {s("MatMulV2"), s("56,15,16,16;1,15,16,16"), s(""), s("FRACTAL_NZ;FRACTAL_NZ"), s("1,56,16,16"),
             s("FRACTAL_NZ")},
            "6881280 at most");
        row("experts", {s("GroupedMatmul"), s("10,3;4,3,5;4"), s("BF16;BF16;INT64"), s("ND;ND;ND"), s("10,5"), s("ND")},
            "300 at most");
        // 2 · (1 · 4 · 4 places) · (8 · 3 · 3 · 3 weights)
        row("convolution", {s("Conv2D"), s("1,3,6,6;8,3,3,3;8"), s(""), s("NCHW;NCHW;ND"), s("1,8,4,4"), s("NCHW")},
            "6912 shapes");
        // 2 · (32 · 55 · 55) · (121 · 4 · 16 · 8), as the real AlexNet has it: channels are padded from 3 to 8.
        row("padded convolution",
            {s("Conv2D"), s("32,1,224,224,8;121,4,16,8;64"), s(""), s("NC1HWC0;FRACTAL_Z;NCHW"), s("32,8,55,55,8"),
             s("NC1HWC0")},
            "11993907200 at most");
        row("its weights",
            {s("Conv2DBackpropFilter"), s("32,1,224,224,8;4;32,8,55,55,8"), s(""), s("NC1HWC0;NCHW;NC1HWC0"),
             s("121,4,16,8"), s("FRACTAL_Z")},
            "11993907200 at most");
        row("its input",
            {s("Conv2DBackpropInput"), s("4;8,3,3,3;1,8,4,4"), s(""), s("ND;NCHW;NCHW"), s("1,3,6,6"), s("NCHW")},
            "6912 shapes");
        // 2 · (2 · 4 · 16 scores of a query) · 32 keys · (64 + 64)
        row("attention BNSD",
            {s("FlashAttentionScore"), s("2,4,16,64;2,4,32,64;2,4,32,64"), s("BF16;BF16;BF16"), s(""),
             s("2,4,16,8;2,4,16,8;;2,4,16,64"), s("")},
            "1048576 shapes");
        // Dense, as in the tests of operator_mfu: 2 · 1·2·3·3 · (4 + 4).
        row("attention of msprof-analyze",
            {s("FlashAttentionScore"), s("1,2,3,4;1,2,3,4;1,2,3,4"), s("FLOAT;FLOAT;FLOAT"), s(""),
             s("1,2,3,8;1,2,3,8;;1,2,3,4"), s("")},
            "288 shapes");
        row("with a mask",
            {s("FlashAttentionScore"), s("2,4,16,64;2,4,32,64;2,4,32,64;2048,2048"), s("BF16;BF16;BF16;BOOL"), s(""),
             s("2,4,16,8;2,4,16,8;;2,4,16,64"), s("")},
            "1048576 at most");
        row("attention SBH, groups of heads",
            {s("FlashAttentionScore"), s("16,2,256;32,2,128;32,2,128"), s("BF16;BF16;BF16"), s(""),
             s("2,4,16,8;2,4,16,8;;16,2,256"), s("")},
            "1048576 shapes");
        row("backwards",
            {s("FlashAttentionScoreGrad"), s("2,4,16,64;2,4,32,64;2,4,32,64;2,4,16,64;2,4,16,8;2,4,16,8"),
             s("BF16;BF16;BF16;BF16;FLOAT;FLOAT"), s(""), s("2,4,16,64;2,4,32,64;2,4,32,64"), s("")},
            "2621440 shapes");
        row("packed sequences",
            {s("FlashAttentionScore"), s("99,4,64;99,4,64;99,4,64"), s("BF16;BF16;BF16"), s(""),
             s("99,4,8;99,4,8;;99,4,64"), s("")},
            "-");
        row("no product", {s("MatMulV2"), s("2,3;4,5"), s(""), s(""), s("2,5"), s("")}, "-");
        row("no shapes", {s("MatMulV2"), s(""), s(""), s(""), s(""), s("")}, "-");
        row("another kernel", {s("Add"), s("2,3;3,5"), s(""), s(""), s("2,5"), s("")}, "-");
    }

    void operationsOfShapes()
    {
        QFETCH(const QStringList, kernel);
        QFETCH(const QString, operations);
        std::vector<std::string> texts;
        for (const QString &text : kernel)
            texts.push_back(text.toStdString());
        QCOMPARE(known(flopsOfShapes({texts[0], texts[1], texts[2], texts[3], texts[4], {}, texts[5]})), operations);
    }

    void bytes()
    {
        // 2 · 6 + 2 · 15 and 4 · 10; an optional tensor that is not there takes none.
        QVERIFY(isNear(bytesOfShapes({"MatMulV2", "2,3;;3,5", "DT_BF16;BF16;FLOAT16", "", "2,5", "FLOAT", ""}), 82));
        QVERIFY(!bytesOfShapes({"MatMulV2", "2,3;3,5", "BF16", "", "2,5", "BF16", ""})); // a type is missing
        QVERIFY(!bytesOfShapes({"MatMulV2", "2,3;3,5", "BF16;WORDS", "", "2,5", "BF16", ""}));
        QCOMPARE(dataTypeOf("INT32;DT_BF16;FLOAT"), "BF16");
        QCOMPARE(dataTypeOf("INT64;BOOL"), "");
    }

    // The peak is that of operator_mfu: cores · MHz · 16·16·16·2; what the user entered goes first.
    void peaks()
    {
        RankInfo rank;
        const ChipPeaks all = peaksOf(aChip);
        QVERIFY(!peakOf(rank, all, {}).teraflops);
        QVERIFY(peakOf(rank, all, {}).sentence().english().contains(QLatin1String("unknown")));
        rank.settings.insert(chipNameKey, QStringLiteral("a"));
        QVERIFY(isNear(peakOf(rank, all, {}).teraflops, 100));
        rank.settings.insert(chipCoresKey, QStringLiteral("24"));
        rank.settings.insert(chipFrequencyKey, QStringLiteral("1800"));
        const DevicePeak peak = peakOf(rank, all, {});
        QVERIFY(isNear(peak.teraflops, 353.8944) && isNear(peak.memoryGbs, 1000));
        QVERIFY(isNear(peak.teraflopsOf("INT8"), 707.7888));
        QVERIFY(!peak.teraflopsOf("FLOAT") && !peak.teraflopsOf(""));
        QVERIFY(isNear(peakOf(rank, all, {0, 320}).teraflops, 320) &&
                isNear(peakOf(rank, all, {0, 320}).memoryGbs, 1000));
        QVERIFY(isNear(peakOf(rank, all, {0, 0, 1600}).teraflops, 353.8944));
        QVERIFY(isNear(peakOf(rank, all, {0, 0, 1600}).memoryGbs, 1600));
        QVERIFY(isNear(peakOf({}, peaksOf(R"({"chips": [{"name": "*", "tflops": 7}]})"), {}).teraflops, 7));
    }

    void brokenPeaks_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("fault");
        QTest::newRow("no JSON") << QByteArray("{") << QStringLiteral("peaks.json is no JSON object");
        QTest::newRow("no number") << QByteArray(R"({"types": {"FLOAT": "x"}})") << QStringLiteral("data type FLOAT");
        QTest::newRow("no peak") << QByteArray(R"({"chips": [{"name": "B"}]})") << QStringLiteral("\"B\"");
    }

    void brokenPeaks()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QString, fault);
        ChipPeaks read = peaksOf(aChip);
        read.add(json);
        QVERIFY(read.fault && read.fault->english().contains(fault));
        QCOMPARE(read.chips.size(), size_t{1});
    }

    void groups()
    {
        const MfuGroups found = mfuGroups(runOfProducts("A"), 0, {OperatorGrouping::Shape, {}, {}}, peaksOf(aChip), {});
        QCOMPARE(found.rows.size(), size_t{3});
        const MfuGroup &large = found.rows[0];
        QVERIFY(isNear(large.teraflops(), 50) && isNear(large.mfu(), 0.5) && large.limit() == RoofLimit::Compute);
        QVERIFY(isNear(large.intensity(), 2e9 / 6e6) && isNear(large.ofRoof(), 0.5));
        QVERIFY(isNear(large.gigabytes(), 150) && isNear(large.ofMemory(), 0.15));
        QCOMPARE(large.shapes, QStringLiteral("1000,1000;1000,1000"));
        const MfuGroup &add = found.rows[1]; // bytes alone
        QVERIFY(!add.teraflops() && !add.mfu() && !add.intensity() && isNear(add.gigabytes(), 2));
        const MfuGroup &small = found.rows[2];
        QCOMPARE(small.dataType, QStringLiteral("BF16"));
        QVERIFY(isNear(small.teraflops(), 2) && isNear(small.mfu(), 0.02) && small.limit() == RoofLimit::Memory);
        QVERIFY(isNear(small.roof(), 2e6 / 222'000) && isNear(small.ofRoof(), 0.222));
        QCOMPARE(found.flopsNs, qint64{41'000});
        QCOMPARE(found.totalNs, qint64{44'000});
        QCOMPARE(mfuGroups(runOfProducts("A"), 0, {}, peaksOf(aChip), {}).rows.size(), size_t{3}); // by data type
    }

    // The sample of the tests of operator_mfu: weights as N × K, BF16, 354 TFLOP/s. 2·32768·8192·2048 operations in 10
    // ns, and the same in 3.5 ms: more than the chip can do, and a usual share.
    void asOperatorMfu()
    {
        TinyRank t(0);
        t.kernel("m", 1000, 10);
        Kernels k;
        k.row("m", "MatMulV2", "AI_CORE", "32768,2048;8192,2048", "DT_BF16;DT_BF16", "32768,8192", 1000, 10);
        k.row("n", "MatMulV3", "AI_CORE", "32768,2048;8192,2048", "DT_BF16;DT_BF16", "32768,8192", 2000, 3'500'000);
        auto rank = std::make_shared<RankData>(*t.finish());
        rank->kernels = k.table();
        rank->info.settings.insert(chipNameKey, QStringLiteral("A"));
        const ChipPeaks peaks = peaksOf(R"({"chips": [{"name": "A", "tflops": 354}]})");
        const MfuGroups found = mfuGroups(makeRun({rank}), 0, {}, peaks, {});
        QCOMPARE(found.rows.size(), size_t{2});
        QVERIFY(isNear(found.rows[0].mfu(), 1'099'511'627'776.0 / 3.5e-3 / 354e12));
        QVERIFY(isNear(found.rows[0].mfu(), 0.8874185858));
        QVERIFY(isNear(found.rows[1].mfu(), 310'596.50502));
        rank->info.settings.insert(chipCoresKey, QStringLiteral("2"));
        rank->info.settings.insert(chipFrequencyKey, QStringLiteral("1000"));
        QVERIFY(isNear(peakOf(rank->info, peaks, {}).teraflops, 16.384));
    }

    void withoutPeak()
    {
        const MfuGroups found = mfuGroups(runOfProducts("B"), 0, {}, peaksOf(aChip), {});
        QVERIFY(isNear(found.rows[0].teraflops(), 50));
        QVERIFY(!found.rows[0].mfu() && !found.rows[0].roof() && found.rows[0].limit() == RoofLimit::Unknown);
        ChipPeaks few;
        few.add(R"({"types": {"FLOAT16": 1}, "chips": [{"name": "A", "tflops": 100}]})");
        const MfuGroups some = mfuGroups(runOfProducts("A"), 0, {}, few, {});
        QVERIFY(isNear(some.rows[0].mfu(), 0.5));
        QCOMPARE(some.typesWithoutPeak, QStringList(QStringLiteral("BF16")));
    }

    // 2e9 operations at 100 TFLOP/s take 20 us and 2e6 0.02 us, of a step of 40 us.
    void steps()
    {
        const Run run = runOfProducts("A");
        const int ranks[] = {0};
        const auto found = mfuSteps(run, ranks, peaksOf(aChip), {});
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(found[0].step, QStringLiteral("3"));
        QVERIFY(found[0].stepNs);
        const auto ns = static_cast<double>(*found[0].stepNs);
        QVERIFY(isNear(found[0].mfu(), 20'020 / ns) && isNear(found[0].kernelMfu(), 20'020.0 / 41'000));
        QVERIFY(isNear(found[0].teraflops(), 2.002e9 / ns / 1000));
        QCOMPARE(found[0].kernelNs, qint64{44'000});
        const auto unknown = mfuSteps(run, ranks, ChipPeaks(), {});
        QVERIFY(!unknown[0].mfu() && !unknown[0].kernelMfu() && unknown[0].teraflops());
    }

    // 2e9 operations of mm in 40 us are 50 of 100 TFLOP/s, in Attention; the record of its operations is no module.
    // Add, in Layer itself, has no operations.
    void modules()
    {
        TinyRank t(0);
        t.process("8", "PID Name", 0);
        t.thread("8", "1", "mstx");
        t.slice("8", "1", "Layer", 50, 500);
        t.slice("8", "1", "Attention", 80, 100);
        t.slice("8", "1", "2000000000-torch.mm", 90, 50);
        t.host("aten::mm", 100, 30);
        t.host("aten::add", 300, 30);
        t.kernel("m", 1000, 40'000);
        t.kernel("add", 60'000, 3000);
        t.launch(100, 1000);
        t.launch(300, 60'000);
        auto rank = std::make_shared<RankData>(*t.finish());
        Kernels k;
        k.row("m", "MatMulV2", "AI_CORE", "1000,1000;1000,1000", "FLOAT16;FLOAT16", "1000,1000", 1000, 40'000);
        k.row("add", "Add", "AI_VECTOR_CORE", "1000;1000", "FLOAT16;FLOAT16", "1000", 60'000, 3000);
        rank->kernels = k.table();
        rank->kernelOfSlice = {{sliceNamed(*rank->trace, "m"), 0}, {sliceNamed(*rank->trace, "add"), 1}};
        std::ranges::sort(rank->kernelOfSlice);
        rank->info.settings.insert(chipNameKey, QStringLiteral("A"));
        const auto found = moduleMfu(makeRun({rank}), 0, peaksOf(aChip), {});
        QCOMPARE(found.size(), size_t{2});
        QCOMPARE(found[0].parent + u'/' + found[0].module, QStringLiteral("Layer/Attention"));
        QVERIFY(isNear(found[0].kernelMfu(), 0.5) && isNear(found[0].kernelTeraflops(), 50));
        QCOMPARE(found[1].module, QStringLiteral("Layer"));
        QVERIFY(found[1].kernelNs == 3000 && !found[1].kernelMfu() && !found[1].source);
    }

    // Graph mode of MindSpore names the scopes of a kernel, where nothing else tells modules.
    void scopes()
    {
        TinyRank t(0);
        Kernels k;
        k.row("Default/net/layers.0/MatMul-op1", "MatMulV2", "AI_CORE", "1000,1000;1000,1000", "FLOAT16;FLOAT16",
              "1000,1000", 1000, 40'000);
        k.row("Default/net/layers.0/Add-op2/Add", "Add", "AI_VECTOR_CORE", "1000", "FLOAT16", "1000", 50'000, 1000);
        k.row("Cast", "Cast", "AI_VECTOR_CORE", "1000", "FLOAT16", "1000", 60'000, 1000);
        auto rank = std::make_shared<RankData>(*t.finish());
        rank->kernels = k.table();
        const auto found = moduleMfu(makeRun({rank}), 0, peaksOf(aChip), {});
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(found[0].parent, QStringLiteral("Default/net"));
        QCOMPARE(found[0].module, QStringLiteral("layers.0"));
        QVERIFY(found[0].kernels == 2 && found[0].kernelNs == 41'000 && isNear(found[0].kernelTeraflops(), 50));
    }

    // Records of the framework (with_flops) go before shapes: 1e9 for the product, not 2e9. A kernel of the vector
    // cores in the same call has no part in it.
    void recorded()
    {
        TinyRank t(0);
        t.process("8", "PID Name", 0);
        t.thread("8", "1", "mstx");
        t.slice("8", "1", "1000000000-torch.mm", 90, 50);
        t.slice("8", "1", "2000-epoch", 5000, 0); // a mark, no range
        t.host("aten::mm", 100, 30);
        t.kernel("m", 1000, 40'000);
        t.kernel("cast", 500, 100);
        t.kernel("n", 60'000, 1000);
        t.launch(100, 1000);
        t.launch(100, 500);
        auto rank = std::make_shared<RankData>(*t.finish());
        Kernels k;
        k.row("m", "MatMulV2", "AI_CORE", "1000,1000;1000,1000", "FLOAT16;FLOAT16", "1000,1000", 1000, 40'000);
        k.row("cast", "Cast", "AI_VECTOR_CORE", "1000", "FLOAT", "1000", 500, 100);
        k.row("n", "MatMulV2", "AI_CORE", "100,10;10,1000", "FLOAT16;FLOAT16", "100,1000", 60'000, 1000);
        rank->kernels = k.table();
        rank->kernelOfSlice.clear();
        for (const auto &[name, row] : {std::pair("m", 0), std::pair("cast", 1), std::pair("n", 2)})
            rank->kernelOfSlice.emplace_back(sliceNamed(*rank->trace, name), row);
        std::ranges::sort(rank->kernelOfSlice);
        const KernelOperations work(*rank);
        QCOMPARE(known(work.flops(0)), QStringLiteral("1000000000 recorded"));
        QCOMPARE(known(work.flops(1)), QStringLiteral("-"));
        QCOMPARE(known(work.flops(2)), QStringLiteral("2000000 shapes"));
    }
};

RS_TEST(TestMfu, QCoreApplication);
#include "tst_mfu.moc"
