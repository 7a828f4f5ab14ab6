// SPDX-License-Identifier: Apache-2.0
#include "heldreader.h"

#include "support/fixtures.h"

#include <QFileInfo>

#include <chrono>

namespace rs::test {

using namespace std::chrono_literals;

std::shared_ptr<const RankData> smallRank(int rank, const QString &folder)
{
    TinyRank r(rank);
    const std::string n = std::to_string(rank);
    r.step(1, 1000, 9000);
    r.host("aten::add", 1100, 400);
    r.host("aten::mul", 1600, 300);
    r.kernel("Add_" + n, 2000, 500);
    r.kernel("MatMul_" + n, 3000, 2000, "AI_CORE");
    r.communication("hcom_allReduce__1_0_1", 5000, 1500);
    r.launch(1100, 2000);
    r.kernelRow("Add_" + n, "Add", "AI_CORE", "\"2,2;2,2\"", 2000, 500);
    r.data.info.path = folder;
    r.data.info.label = QString::number(rank);
    FileEntry used;
    used.name = QStringLiteral("trace_view.json");
    used.path = folder + QStringLiteral("/trace_view.json");
    used.kind = QStringLiteral("trace");
    used.bytes = 1234;
    used.used = true;
    FileEntry left = used;
    left.name = QStringLiteral("analysis.db");
    left.kind = QStringLiteral("db");
    left.used = false;
    left.why = QStringLiteral("Databases are not read yet.");
    r.data.info.files = {used, left};
    return r.finish();
}

Run unreadRun(const QString &path, int ranks)
{
    Run run;
    run.path = path;
    run.name = QFileInfo(path).fileName();
    run.framework = Framework::PyTorch;
    for (int i = 0; i < ranks; ++i) {
        RankInfo info;
        info.rank = i;
        info.label = QString::number(i);
        info.path = path + QStringLiteral("/rank%1").arg(i);
        run.infos.push_back(info);
    }
    run.ranks.resize(run.infos.size());
    return run;
}

bool HeldReader::waitFor(const int &counter, int count)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, 10s, [&] { return counter >= count; });
}

int HeldReader::loadsEndedByCancel()
{
    const std::lock_guard lock(m_mutex);
    return m_cancelled;
}

RunReader HeldReader::reader()
{
    RunReader out;
    out.discover = [this](const QStringList &paths, const JobContext &job, ImportReport &report) {
        std::unique_lock lock(m_mutex);
        ++m_discoveries;
        m_changed.notify_all();
        while (!m_discoveryOpen && !job.isCanceled())
            m_changed.wait_for(lock, 5ms);
        std::vector<Run> runs;
        for (const QString &path : paths) {
            if (path.contains(QLatin1String("empty"))) {
                report.add({Severity::Notice,
                            path,
                            {},
                            QStringLiteral("discovery.nothing"),
                            QStringLiteral("Nothing was recognised here."),
                            {},
                            1});
                continue;
            }
            runs.push_back(unreadRun(path, m_ranks));
        }
        return job.isCanceled() ? std::vector<Run>() : runs;
    };
    out.load = [this](Run skeleton, const std::vector<int> &only, ThreadPool &, const JobContext &job,
                      const LoadEvents &events) {
        {
            const std::lock_guard lock(m_mutex);
            ++m_loads;
            m_changed.notify_all();
        }
        job.addTotal(static_cast<qint64>(only.size()));
        for (const int i : only) {
            events.onStart(i);
            {
                std::unique_lock lock(m_mutex);
                while (i >= m_ranksOpen && !job.isCanceled())
                    m_changed.wait_for(lock, 5ms);
                if (job.isCanceled()) {
                    ++m_cancelled;
                    return skeleton;
                }
            }
            events.onRank(i, smallRank(i, skeleton.infos[static_cast<size_t>(i)].path));
            job.addDone(1);
        }
        skeleton.report.add({Severity::Loss,
                             QStringLiteral("rank1/kernel_details.csv"),
                             Place::line(7),
                             QStringLiteral("csv.row-width"),
                             QStringLiteral("Rows of another width were left out."),
                             {},
                             3});
        return skeleton;
    };
    return out;
}

} // namespace rs::test
