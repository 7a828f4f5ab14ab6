// SPDX-License-Identifier: Apache-2.0
#include "analysis/compare/overallmetrics.h"
#include "core/base/timens.h"
#include "gencheck/generatedrun.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/cells.h"
#include "support/fixtures.h"
#include "support/scenarios.h"
#include "support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace rs;
using namespace rs::test;
using namespace rs::gen;
using rs::test::TinyRank;

namespace {

struct Sum
{
    qint64 ns = 0;
    qint64 kernels = 0;
    [[nodiscard]] bool operator==(const Sum &) const = default;
};
using Sums = std::map<std::string, Sum>;

bool hasAny(const std::string &text, const std::vector<std::string> &parts)
{
    return std::any_of(parts.begin(), parts.end(),
                       [&text](const std::string &part) { return text.find(part) != std::string::npos; });
}

std::string lower(std::string text)
{
    for (char &c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// The deepest lines of the computing time by the rules of the official comparison, from the files alone: kernels in
/// the order of their launch, cube operators in the order of their begin, each left behind once it is over.
Sums officialSums(const QString &rankDir)
{
    const std::vector<std::string> attention{"flash_attention", "fusion_attention",    "flashattn",
                                             "xformers_flash",  "efficient_attention", "flash2attn"};
    const std::vector<std::string> convolution{"aten::conv"};
    const std::vector<std::string> matmul{"aten::addmm", "aten::bmm", "aten::mm", "aten::matmul"};
    const std::vector<std::string> backward{"bwd", "backward", "back", "grad"};
    struct Op
    {
        qint64 start;
        qint64 end;
        std::string name;
    };
    std::vector<Op> ops;
    std::map<std::string, std::pair<qint64, qint64>> flows;
    const QByteArray text = contents(rankDir + QLatin1String("/ASCEND_PROFILER_OUTPUT/trace_view.json"));
    for (const Json &e : Json::parse(text.begin(), text.end())) {
        const std::string cat = e.value("cat", "");
        if (cat == "cpu_op") {
            const qint64 start = *parseDecimalUs(e["ts"].get<std::string>());
            const std::string name = lower(e["name"]);
            if (hasAny(name, attention) || hasAny(name, convolution) || hasAny(name, matmul))
                ops.push_back({start, start + *parseDecimalUs(e["dur"].dump()), name});
        } else if (cat == "async_npu") {
            auto &[from, to] = flows[e["id"].dump()];
            (e["ph"] == "s" ? from : to) = *parseDecimalUs(e["ts"].get<std::string>());
        }
    }
    std::stable_sort(ops.begin(), ops.end(), [](const Op &a, const Op &b) { return a.start < b.start; });
    std::map<qint64, qint64> launchOf;
    for (const auto &[id, ends] : flows)
        launchOf[ends.second] = ends.first;

    const Csv csv = parseCsv(contents(rankDir + QLatin1String("/ASCEND_PROFILER_OUTPUT/kernel_details.csv")));
    struct Kernel
    {
        qint64 launch;
        const std::vector<std::string> *row;
    };
    const auto cell = [&csv](const Kernel &k, const char *name) { return k.row->at(column(csv, name)); };
    std::vector<Kernel> kernels;
    for (size_t i = 1; i < csv.size(); ++i) {
        Kernel k{0, &csv[i]};
        if (cell(k, "aiv_vec_time(us)") == "N/A" && cell(k, "aic_mac_time(us)") == "N/A")
            continue;
        if (const auto at = launchOf.find(*parseDecimalUs(cell(k, "Start Time(us)"))); at != launchOf.end())
            k.launch = at->second;
        kernels.push_back(k);
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const Kernel &a, const Kernel &b) { return a.launch < b.launch; });
    Sums out;
    size_t next = 0;
    for (const Kernel &k : kernels) {
        const std::string name = lower(cell(k, "Name"));
        const std::string type = lower(cell(k, "Type"));
        const bool cube = std::stod(cell(k, "aicore_time(us)")) > 0;
        const std::string core = cube ? " (Cube)" : " (Vector)";
        const auto direction = [](bool back) { return back ? std::string(" (Backward)") : std::string(" (Forward)"); };
        while (k.launch > 0 && next < ops.size() && ops[next].end < k.launch)
            ++next;
        std::string line;
        if (hasAny(type, {"pagedattention"}))
            line = "Paged Attention";
        else if (name.starts_with("aclnninplacecopy") && hasAny(name, {"tensormove"}))
            line = "SDMA (Tensor Move)";
        else if (k.launch > 0 && next < ops.size() && ops[next].start <= k.launch)
            line = hasAny(ops[next].name, attention)
                       ? "Flash Attention" + direction(hasAny(ops[next].name, backward)) + core
                   : hasAny(ops[next].name, convolution) ? "Conv" + direction(hasAny(ops[next].name, backward)) + core
                                                         : "Matmul" + core;
        else if (hasAny(type, {"flashattention"}))
            line = "Flash Attention" + direction(hasAny(type, {"bwd", "grad"})) + " (Cube)";
        else if (type.starts_with("conv"))
            line = "Conv" + direction(hasAny(type, backward)) + " (Cube)";
        else if (hasAny(type, {"matmul"}))
            line = "Matmul (Cube)";
        else if (cube)
            line = "Cube";
        else
            line = hasAny(name, {"cast", "transdata", "transpose"}) ? "Vector (Trans)" : "Vector (No Trans)";
        out[line].ns += *parseDecimalUs(cell(k, "Duration(us)"));
        ++out[line].kernels;
    }
    return out;
}

/// The lines of the computing time that have no part.
Sums deepestSums(const std::vector<OverallLine> &lines)
{
    Sums out;
    for (size_t i = 1; i < lines.size() && lines[i].level > 0; ++i) {
        if (lines[i].kernels && lines[i + 1].level <= lines[i].level)
            out[lines[i].name.toStdString()] = {lines[i].ns.value_or(0), *lines[i].kernels};
    }
    return out;
}

struct LaneGroup
{
    const char *communicator;
    const char *name; ///< empty: no file names it
    std::vector<int> ranks;
    qint64 ns; ///< not overlapped
};

std::shared_ptr<const RankData> rankWith(int rank, const std::vector<LaneGroup> &groups)
{
    TinyRank r(rank);
    r.process("5", "Overlap Analysis", 4, "NPU");
    r.thread("5", "0", "Computing");
    r.thread("5", "1", "Communication(Not Overlapped)");
    r.slice("5", "0", "Computing", 1'000'000, 100'000);
    qint64 at = 1'100'000;
    for (const LaneGroup &g : groups) {
        const std::string lane = "1" + std::string(g.communicator);
        r.thread("4", lane, "Group " + std::string(g.communicator) + " Communication");
        r.slice("4", lane, "hcom_allReduce_", at, g.ns);
        r.slice("5", "1", "Communication(Not Overlapped)", at, g.ns);
        at += g.ns;
        if (*g.name) {
            r.data.groups.push_back(
                {.commName = QLatin1String(g.communicator), .pgName = QLatin1String(g.name), .globalRanks = g.ranks});
        }
    }
    return r.finish();
}

} // namespace

class TestOverallMetrics : public QObject
{
    Q_OBJECT
private slots:
    void generatedRunsFollowTheOfficialRules_data()
    {
        const Scenarios<int, quint64> row;
        row("two ranks", 2, quint64(7));
        row("a pipeline", 4, quint64(11));
    }

    void generatedRunsFollowTheOfficialRules()
    {
        const auto [ranks, seed] = scenario<int, quint64>();
        QTemporaryDir dir;
        GeneratorOptions options = smallRun(dir.path());
        options.pytorch = true;
        options.ranks = ranks;
        options.seed = seed;
        const GeneratorResult made = generate(options);
        QVERIFY2(made.ok, qPrintable(made.error));
        ThreadPool pool;
        ImportReport report;
        std::vector<Run> runs = discover({dir.path()}, JobContext(), report);
        QCOMPARE(runs.size(), size_t(1));
        const std::shared_ptr<const Run> run = loadRun(std::move(runs.front()), pool, JobContext());
        QCOMPARE(run->ranks.size(), made.ranks.size());
        for (size_t i = 0; i < made.ranks.size(); ++i) {
            const Sums official = officialSums(made.ranks[i].dir);
            const Sums ours = deepestSums(overallMetrics(*run->ranks[i]));
            for (const char *const line : {"Flash Attention (Forward) (Cube)", "Flash Attention (Backward) (Cube)",
                                           "Matmul (Cube)", "Vector (Trans)", "Vector (No Trans)"})
                QVERIFY2(official.contains(line), line);
            for (const auto &[line, sum] : official) {
                const auto at = ours.find(line);
                QVERIFY2(at != ours.end(), line.c_str());
                QCOMPARE(cells(at->second.kernels, at->second.ns), cells(sum.kernels, sum.ns));
            }
            QCOMPARE(ours.size(), official.size());
        }
    }

    // Each rank has communicators of its own for its groups of a kind, and the lanes stand in another order.
    void groupsOfOneNameAreCounterparts()
    {
        const auto base = rankWith(0, {{"10.0.0.1%eth0_60000_0_7", "tp", {0, 1}, 10'000},
                                       {"10.0.0.1%eth0_60000_0_8", "pp", {0, 4}, 20'000},
                                       {"10.0.0.1%eth0_60000_0_9", "dp", {0, 2}, 30'000},
                                       {"nameless_a", "", {}, 40'000}});
        const auto other = rankWith(1, {{"10.0.0.1%eth0_60000_0_5", "pp", {1, 5}, 22'000},
                                        {"10.0.0.1%eth0_60000_0_6", "dp", {1, 3}, 33'000},
                                        {"10.0.0.1%eth0_60000_0_7", "tp", {0, 1}, 11'000},
                                        {"nameless_b", "", {}, 44'000},
                                        {"nameless_c", "", {}, 55'000}});
        QStringList seen;
        for (const OverallPair &p : pairOverallMetrics(overallMetrics(*base), overallMetrics(*other))) {
            if (!(p.base && p.base->isGroup) && !(p.other && p.other->isGroup))
                continue;
            seen << QStringLiteral("%1: %2 %3")
                        .arg(p.name)
                        .arg(p.base ? *p.base->ns : 0)
                        .arg(p.other ? *p.other->ns : 0);
        }
        seen.sort();
        QCOMPARE(seen, texts("Group nameless_a Communication / Group nameless_b Communication: "
                             "40000 44000",
                             "Group nameless_c Communication: 0 55000", "dp:(0,2) / dp:(1,3): 30000 33000",
                             "pp:(0,4) / pp:(1,5): 20000 22000", "tp:(0,1): 10000 11000"));
    }
};

RS_TEST(TestOverallMetrics, QCoreApplication);
#include "tst_overallmetrics.moc"
