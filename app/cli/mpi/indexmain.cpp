// SPDX-License-Identifier: Apache-2.0
#include "core/base/exportfolder.h"
#include "core/base/savedfile.h"
#include "core/text/plaintext.h"
#include "importers/discovery/discovery.h"
#include "importers/files/osfile.h"
#include "importers/run/runindexer.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QDir>
#include <QFile>

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

/// rankscope-index: what `rankscope-cli index` does, by processes on the hosts where the files lie. Each process lists
/// what its host sees; the first one deals the ranks out, packs some itself, and writes the index.
namespace {

using rs::RunIndexer;

constexpr int tag = 1;

void say(const QString &text)
{
    const QByteArray line = (QStringLiteral("rankscope-index: ") + rs::harmless(text)).toUtf8() + '\n';
    std::fwrite(line.constData(), 1, static_cast<size_t>(line.size()), stderr);
}

void send(const QByteArray &bytes, int to)
{
    MPI_Send(bytes.constData(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

QByteArray receive(int from, int *sender = nullptr)
{
    MPI_Status status;
    int isThere = 0;
    // Waiting inside of MPI would take a processor from those who pack.
    for (MPI_Iprobe(from, tag, MPI_COMM_WORLD, &isThere, &status); !isThere;
         MPI_Iprobe(from, tag, MPI_COMM_WORLD, &isThere, &status))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    QByteArray out(size, Qt::Uninitialized);
    MPI_Recv(out.data(), size, MPI_BYTE, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (sender)
        *sender = status.MPI_SOURCE;
    return out;
}

template <typename... Parts>
QByteArray packed(const Parts &...parts)
{
    QByteArray out;
    QDataStream stream(&out, QIODevice::WriteOnly);
    (stream << ... << parts);
    return out;
}

template <typename... Parts>
void unpack(const QByteArray &bytes, Parts &...parts)
{
    QDataStream stream(bytes);
    (stream >> ... >> parts);
}

/// A rank as a process sees it: what tells it from others, and what is to be read.
struct SeenRank
{
    QString id;
    QString label;
    int number = -1;
    qint64 bytes = 0;

    friend QDataStream &operator<<(QDataStream &s, const SeenRank &r)
    {
        return s << r.id << r.label << r.number << r.bytes;
    }
    friend QDataStream &operator>>(QDataStream &s, SeenRank &r) { return s >> r.id >> r.label >> r.number >> r.bytes; }
};

struct SeenRun
{
    QString title;
    QString name;
    QList<SeenRank> ranks;

    friend QDataStream &operator<<(QDataStream &s, const SeenRun &r) { return s << r.title << r.name << r.ranks; }
    friend QDataStream &operator>>(QDataStream &s, SeenRun &r) { return s >> r.title >> r.name >> r.ranks; }
};

QString idOf(const rs::RankInfo &info)
{
    const QString part =
        info.part ? QStringLiteral("%1 %2 %3").arg(info.part->prefix).arg(info.part->hostPid).arg(info.part->device)
                  : QString();
    return info.path + u'\n' + info.label + u'\n' + part;
}

/// A rank that is to be packed.
struct Task
{
    int run = 0;
    int rank = 0; ///< place in the whole run
    QString title;
    QString id;
    QString folder;
    QString name;
    qint64 bytes = 0;
    std::set<int> processes; ///< that see its files
};

/// Work of this process: the runs that its host sees, and their packs.
class Packer
{
public:
    Packer(const QStringList &paths, int threads) : m_pool(threads) { m_found = rs::discover(paths, m_job, m_report); }

    [[nodiscard]] QList<SeenRun> seen() const
    {
        QList<SeenRun> out;
        for (const rs::Run &run : m_found) {
            SeenRun seen{run.title(), run.name, {}};
            for (const rs::RankInfo &info : run.infos) {
                qint64 bytes = 0;
                for (const rs::FileEntry &f : info.files)
                    bytes += f.used ? f.bytes : 0;
                seen.ranks.append({idOf(info), info.label, info.rank, bytes});
            }
            out.append(seen);
        }
        return out;
    }
    RunIndexer::Done pack(const QString &title, const QString &id, const QString &folder, const QString &name)
    {
        RunIndexer *const indexer = indexerOf(title, folder);
        const std::vector<rs::RankInfo> &infos = indexer->run().infos;
        const auto at = std::ranges::find_if(infos, [&id](const rs::RankInfo &info) { return idOf(info) == id; });
        return indexer->pack(static_cast<int>(at - infos.begin()), name);
    }
    /// A run that this host does not see has nothing beside its ranks.
    QString finish(const SeenRun &run, const QString &folder, const std::vector<RunIndexer::Done> &ranks)
    {
        RunIndexer *indexer = indexerOf(run.title, folder);
        if (!indexer) {
            rs::Run other;
            other.path = run.title;
            other.name = run.name;
            m_indexers[run.title] = std::make_unique<RunIndexer>(std::move(other), folder, build(), m_pool, m_job);
            indexer = m_indexers[run.title].get();
        }
        m_report.merge(indexer->run().report);
        QString why = indexer->finish(ranks, rs::RunIndex::homeAt(rs::osCanonicalPath(folder)));
        if (const QString others = indexer->otherPacks(ranks); why.isEmpty() && !others.isEmpty())
            say(others);
        return why;
    }
    /// On what the runs have beside their ranks.
    [[nodiscard]] std::vector<rs::Finding> findings() const { return m_report.findings(); }
    [[nodiscard]] bool isOverBudget() const { return m_job.isOverBudget(); }

private:
    static QByteArray build() { return QCoreApplication::applicationVersion().toUtf8(); }
    RunIndexer *indexerOf(const QString &title, const QString &folder)
    {
        std::unique_ptr<RunIndexer> &out = m_indexers[title];
        if (out)
            return out.get();
        const auto run = std::ranges::find_if(m_found, [&](const rs::Run &r) { return r.title() == title; });
        if (run != m_found.end())
            out = std::make_unique<RunIndexer>(*run, folder, build(), m_pool, m_job);
        return out.get();
    }

    rs::ThreadPool m_pool;
    rs::JobContext m_job{std::make_shared<rs::MemoryBudget>(rs::MemoryBudget::defaultLimit())};
    rs::ImportReport m_report;
    std::vector<rs::Run> m_found;
    std::map<QString, std::unique_ptr<RunIndexer>> m_indexers;
};

QByteArray resultOf(Packer &packer, const QByteArray &order)
{
    int run = 0;
    int rank = 0;
    QString title;
    QString id;
    QString folder;
    QString name;
    unpack(order, run, rank, title, id, folder, name);
    const RunIndexer::Done done = packer.pack(title, id, folder, name);
    QStringList losses;
    for (const rs::Finding &f : done.findings) {
        if (f.severity >= rs::Severity::Loss)
            losses << rs::lineOf(f);
    }
    return packed(run, rank, done.label, done.rank.pack, done.rank.summary, done.isNew, done.error, losses,
                  packer.isOverBudget());
}

/// The ranks of all runs, and how far they are.
class Dealer
{
public:
    Dealer(const QString &folder, const std::vector<QList<SeenRun>> &seenBy)
    {
        for (int p = 0; p < static_cast<int>(seenBy.size()); ++p) {
            for (const SeenRun &run : seenBy[static_cast<size_t>(p)])
                addRun(run);
        }
        for (size_t r = 0; r < m_runs.size(); ++r) {
            SeenRun &run = m_runs[r];
            m_folders << (m_runs.size() == 1
                              ? folder
                              : folder + QStringLiteral("/run_%1_%2").arg(r + 1).arg(rs::safeFileName(run.name)));
            QStringList labels;
            for (const SeenRank &rank : run.ranks)
                labels << rank.label;
            const QStringList names = RunIndexer::namesOf(labels);
            m_done.emplace_back(static_cast<size_t>(run.ranks.size()));
            for (int i = 0; i < run.ranks.size(); ++i) {
                Task task{static_cast<int>(r), i,        run.title,          run.ranks[i].id,
                          m_folders.last(),    names[i], run.ranks[i].bytes, {}};
                for (int p = 0; p < static_cast<int>(seenBy.size()); ++p) {
                    if (sees(seenBy[static_cast<size_t>(p)], run.title, task.id))
                        task.processes.insert(p);
                }
                m_tasks.push_back(std::move(task));
            }
        }
        // Ranks that few hosts see come first, and large ranks before small ones.
        std::ranges::stable_sort(m_tasks, [](const Task &a, const Task &b) {
            return std::pair(a.processes.size(), -a.bytes) < std::pair(b.processes.size(), -b.bytes);
        });
    }

    /// The next rank for a process; empty: there is none that it sees.
    QByteArray next(int process)
    {
        const std::lock_guard lock(m_mutex);
        const auto at =
            std::ranges::find_if(m_tasks, [process](const Task &t) { return t.processes.contains(process); });
        if (at == m_tasks.end())
            return {};
        const Task t = *at;
        m_tasks.erase(at);
        return packed(t.run, t.rank, t.title, t.id, t.folder, t.name);
    }
    void take(const QByteArray &result)
    {
        const std::lock_guard lock(m_mutex);
        int run = 0;
        int rank = 0;
        RunIndexer::Done done;
        QStringList losses;
        bool isOverBudget = false;
        unpack(result, run, rank, done.label, done.rank.pack, done.rank.summary, done.isNew, done.error, losses,
               isOverBudget);
        for (const QString &loss : losses)
            say(loss);
        m_isLossy = m_isLossy || !losses.isEmpty();
        m_isOverBudget = m_isOverBudget || isOverBudget;
        m_done[static_cast<size_t>(run)][static_cast<size_t>(rank)] = std::move(done);
    }
    /// Writes the indexes; the status of the program.
    int finish(Packer &packer)
    {
        for (size_t r = 0; r < m_runs.size(); ++r) {
            const std::vector<RunIndexer::Done> &ranks = m_done[r];
            for (const RunIndexer::Done &done : ranks) {
                if (!done.error.isEmpty())
                    say(QStringLiteral("rank %1 is not packed: %2").arg(done.label, done.error));
                m_isLossy = m_isLossy || !done.error.isEmpty();
            }
            const QString folder = m_folders[static_cast<qsizetype>(r)];
            if (const QString why = packer.finish(m_runs[r], folder, ranks); !why.isEmpty()) {
                say(QStringLiteral("the index in %1 cannot be written: %2").arg(folder, why));
                return 3;
            }
            say(QStringLiteral("%1: %2 ranks in %3, %4 of them packed now.")
                    .arg(m_runs[r].title)
                    .arg(ranks.size())
                    .arg(folder)
                    .arg(std::ranges::count_if(ranks, &RunIndexer::Done::isNew)));
        }
        for (const rs::Finding &f : packer.findings()) {
            if (f.severity < rs::Severity::Loss)
                continue;
            say(rs::lineOf(f));
            m_isLossy = true;
        }
        return m_isOverBudget ? 4 : m_isLossy ? 3 : 0;
    }
    [[nodiscard]] const QStringList &folders() const { return m_folders; }

private:
    static bool sees(const QList<SeenRun> &runs, const QString &title, const QString &id)
    {
        return std::ranges::any_of(runs, [&](const SeenRun &run) {
            return run.title == title &&
                   std::ranges::any_of(run.ranks, [&id](const SeenRank &r) { return r.id == id; });
        });
    }
    // Ranks of one run that lie on the disks of several hosts are one run.
    void addRun(const SeenRun &run)
    {
        const auto known = std::ranges::find_if(m_runs, [&run](const SeenRun &r) { return r.title == run.title; });
        if (known == m_runs.end()) {
            m_runs.push_back(run);
            return;
        }
        bool isMore = false;
        for (const SeenRank &rank : run.ranks) {
            const bool isThere =
                std::ranges::any_of(known->ranks, [&rank](const SeenRank &r) { return r.id == rank.id; });
            if (!isThere)
                known->ranks.append(rank);
            isMore = isMore || !isThere;
        }
        if (isMore)
            std::ranges::stable_sort(known->ranks, {}, &SeenRank::number);
    }

    std::vector<SeenRun> m_runs;
    QStringList m_folders;
    std::vector<Task> m_tasks;
    std::vector<std::vector<RunIndexer::Done>> m_done;
    bool m_isLossy = false;
    bool m_isOverBudget = false;
    std::mutex m_mutex;
};

QString hostName()
{
    char name[256] = {};
    gethostname(name, sizeof name - 1);
    return QString::fromLocal8Bit(name);
}

void work(Packer &packer)
{
    for (QByteArray order = receive(0); !order.isEmpty(); order = receive(0))
        send(resultOf(packer, order), 0);
}

// Deals ranks out until all are done. One thread of this process packs as well.
int deal(Packer &packer, Dealer &dealer, int processes)
{
    std::thread own([&] {
        for (QByteArray order = dealer.next(0); !order.isEmpty(); order = dealer.next(0))
            dealer.take(resultOf(packer, order));
    });
    int busy = 0;
    for (int p = 1; p < processes; ++p) {
        const QByteArray order = dealer.next(p);
        send(order, p);
        busy += order.isEmpty() ? 0 : 1;
    }
    while (busy > 0) {
        int sender = 0;
        dealer.take(receive(MPI_ANY_SOURCE, &sender));
        const QByteArray order = dealer.next(sender);
        send(order, sender);
        busy -= order.isEmpty() ? 1 : 0;
    }
    own.join();
    return dealer.finish(packer);
}

// Reason why the processes cannot work together; empty: they can. Each says its host, its version and whether it sees
// `mark`.
QString whyNotTogether(const QStringList &hosts, const QStringList &versions, const QList<bool> &sees,
                       const QString &dir)
{
    for (qsizetype i = 1; i < hosts.size(); ++i) {
        if (versions[i] != versions[0])
            return QStringLiteral(
                       "%1 has version %2 of rankscope-index and %3 version %4: nothing is packed. Install the "
                       "same one on both.")
                .arg(hosts[i], versions[i], hosts[0], versions[0]);
        if (!sees[i])
            return QStringLiteral(
                       "%1 does not see %2, where %3 writes: nothing is packed. --out has to be on a disk that "
                       "all hosts share.")
                .arg(hosts[i], dir, hosts[0]);
    }
    return {};
}

struct Wanted
{
    QStringList paths;
    QString out;
    QString mistake;
    bool isHelp = false;
};

Wanted wantedOf(const QStringList &arguments)
{
    Wanted out;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == u"--help" || arguments[i] == u"-h")
            out.isHelp = true;
        else if (arguments[i] == u"--out")
            out.out = arguments.value(++i);
        else if (arguments[i].startsWith(u"--"))
            out.mistake = QStringLiteral("there is no option %1.").arg(arguments[i]);
        else
            out.paths << arguments[i];
    }
    const QString folder = rs::osAbsolutePath(out.out);
    for (const QString &path : std::as_const(out.paths)) {
        const QString input = rs::osAbsolutePath(path);
        if (!out.out.isEmpty() && (folder == input || folder.startsWith(input + u'/')))
            out.mistake =
                QStringLiteral("--out %1 lies inside the input %2; choose a folder outside.").arg(out.out, path);
    }
    if (out.isHelp || (out.mistake.isEmpty() && (out.out.isEmpty() || out.paths.isEmpty())))
        out.mistake = QStringLiteral("Usage: mpirun -n N rankscope-index PATH… --out DIR");
    out.out = folder;
    return out;
}

int run(const QStringList &arguments, int me, int processes)
{
    const Wanted wanted = wantedOf(arguments);
    if (!wanted.mistake.isEmpty()) {
        if (me == 0)
            say(wanted.mistake);
        return me == 0 && !wanted.isHelp ? 1 : 0;
    }
    MPI_Comm ofHost = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &ofHost);
    int onHost = 1;
    MPI_Comm_size(ofHost, &onHost);
    MPI_Comm_free(&ofHost);

    // The first one leaves a mark for the others.
    const QString mark = wanted.out + QStringLiteral("/.rankscope-index-%1-%2").arg(hostName()).arg(getpid());
    QByteArray text = mark.toUtf8();
    QString why;
    const bool wasThere = QFile::exists(wanted.out);
    if (me == 0) {
        why = rs::makeFolder(wanted.out);
        QFile file(mark);
        if (why.isEmpty() && !file.open(QIODevice::WriteOnly))
            why = file.errorString();
        if (!why.isEmpty()) {
            say(QStringLiteral("%1 cannot be written on %2: %3").arg(wanted.out, hostName(), why));
            text.clear();
        }
    }
    int length = static_cast<int>(text.size());
    MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (length == 0)
        return me == 0 ? 3 : 0;
    text.resize(length);
    MPI_Bcast(text.data(), length, MPI_BYTE, 0, MPI_COMM_WORLD);

    const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / onHost);
    Packer packer(wanted.paths, threads);
    const QByteArray hello = packed(hostName(), QCoreApplication::applicationVersion(),
                                    QFile::exists(QString::fromUtf8(text)), packer.seen());
    if (me > 0) {
        send(hello, 0);
        int goes = 0;
        MPI_Bcast(&goes, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (goes)
            work(packer);
        return 0; // the first one has the status
    }
    QStringList hosts;
    QStringList versions;
    QList<bool> sees;
    std::vector<QList<SeenRun>> seenBy;
    for (int p = 0; p < processes; ++p) {
        QString host;
        QString version;
        bool isSeen = false;
        QList<SeenRun> seen;
        unpack(p == 0 ? hello : receive(p), host, version, isSeen, seen);
        hosts << host;
        versions << version;
        sees << isSeen;
        seenBy.push_back(seen);
    }
    QFile::remove(mark);
    QString refusal = whyNotTogether(hosts, versions, sees, wanted.out);
    Dealer dealer(wanted.out, seenBy);
    if (refusal.isEmpty() && dealer.folders().isEmpty()) {
        for (const rs::Finding &f : packer.findings())
            say(rs::lineOf(f));
        refusal = QStringLiteral("nothing usable found in %1.").arg(wanted.paths.join(QStringLiteral(", ")));
    }
    for (const QString &folder : dealer.folders()) {
        if (const QString no = rs::makeFolder(folder); refusal.isEmpty() && !no.isEmpty())
            refusal = QStringLiteral("%1 cannot be made: %2").arg(folder, no);
    }
    if (!refusal.isEmpty()) {
        say(refusal);
        if (!wasThere) // a folder with something in it stays
            QDir().rmdir(wanted.out);
    }
    int goes = refusal.isEmpty() ? 1 : 0;
    MPI_Bcast(&goes, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return goes ? deal(packer, dealer, processes) : dealer.folders().isEmpty() ? 2 : 3;
}

} // namespace

int main(int argc, char **argv)
{
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("rankscope-index"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RANKSCOPE_VERSION));
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << rs::pathFromOs(argv[i]);
    int me = 0;
    int processes = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    const int status = run(arguments, me, processes);
    MPI_Finalize();
    return status;
}
