// SPDX-License-Identifier: Apache-2.0
#include "core/run/rundata.h"

#include <QSet>

#include <algorithm>
#include <set>

namespace rs {

QString frameworkName(Framework f)
{
    static constexpr const char *words[] = {"unknown", "mindspore", "pytorch", "msprof"};
    return QString::fromUtf8(words[static_cast<size_t>(f)]);
}

namespace {

constexpr size_t mostListed = 16;

// Short form of many ranks: "(0-1023)", "(0-7,16-23)" and "(0-1016/8)", every eighth: each of a million links names its
// domain.
QString shortSetName(const std::vector<int> &ranks)
{
    constexpr size_t fewest = 3; // of an interval
    if (ranks.size() <= mostListed)
        return rankSetName(ranks);
    QStringList parts;
    for (size_t first = 0; first < ranks.size();) {
        const int apart = first + 1 < ranks.size() ? ranks[first + 1] - ranks[first] : 0;
        size_t last = first + 1;
        while (last < ranks.size() && ranks[last] - ranks[last - 1] == apart)
            ++last;
        if (last - first < fewest) {
            parts << QString::number(ranks[first++]);
            continue;
        }
        parts << QString::number(ranks[first]) + u'-' + QString::number(ranks[last - 1]) +
                     (apart == 1 ? QString() : u'/' + QString::number(apart));
        first = last;
    }
    return u'(' + parts.join(u',') + u')';
}

} // namespace

QString Domain::label() const
{
    const bool isHash = pgName.isEmpty() && groupName == hash && !ranks.empty();
    if (isRankSetName(hash))
        return ranks.size() > mostListed ? shortSetName(ranks) : groupName;
    if (pgName.isEmpty() && !isHash)
        return groupName;
    const QString set = shortSetName(ranks);
    // Several domains may have the same ranks: the end of the hash tells them apart.
    constexpr int toldDigits = 6;
    return isHash ? set + u'@' + hash.right(toldDigits) : pgName + u':' + set;
}

int RankData::kernelRow(SliceId s) const
{
    const auto it =
        std::ranges::lower_bound(kernelOfSlice, raw(s), {}, [](const auto &entry) { return raw(entry.first); });
    return it != kernelOfSlice.end() && it->first == s ? it->second : -1;
}

QString Run::title() const
{
    return apart.isEmpty() ? path : path + QStringLiteral(" (%1)").arg(apart);
}

int Run::indexOf(int rank) const
{
    for (size_t i = 0; i < infos.size(); ++i) {
        if (infos[i].rank == rank)
            return static_cast<int>(i);
    }
    return -1;
}

QStringList Run::steps() const
{
    std::set<qlonglong> all;
    // Damaged files call steps anything.
    const auto take = [&](const QString &step) {
        bool isNumber = false;
        const qlonglong number = step.toLongLong(&isNumber);
        if (isNumber && number >= 0)
            all.insert(number);
    };
    for (const auto &rank : ranks) {
        if (!rank)
            continue;
        for (const StepTraceRow &r : rank->stepTrace)
            take(r.step);
        if (rank->trace) {
            for (const StepMark &m : rank->trace->steps())
                take(QString::number(m.step));
        }
        for (const CommOpRef op : rank->commOps)
            take(op.step());
    }
    for (const StepTraceRow &r : cluster.stepTrace)
        take(r.step);
    QStringList out;
    for (const qlonglong number : all)
        out << QString::number(number);
    return out;
}

QString rankSetName(const std::vector<int> &ranks)
{
    QStringList numbers;
    for (const int r : ranks)
        numbers << QString::number(r);
    return u'(' + numbers.join(u',') + u')';
}

bool isRankSetName(QStringView hash)
{
    return hash.startsWith(u'(');
}

QString groupHash(QStringView commName)
{
    quint32 high = 0;
    quint32 low = 0;
    const QByteArray bytes = commName.toUtf8();
    for (const char c : bytes) {
        high = high * 29U + static_cast<unsigned char>(c);
        low = low * 131U + static_cast<unsigned char>(c);
    }
    return QString::number((quint64{high} << 32) | low);
}

qint64 RankData::bytesUsed() const
{
    qint64 sum = trace ? trace->bytes() : 0;
    for (const auto &held : allTables())
        sum += held->bytes();
    sum += static_cast<qint64>(kernelOfSlice.capacity() * sizeof(kernelOfSlice[0]) +
                               sliceOfKernel.capacity() * sizeof(SliceId));
    return sum + commOps.bytes() + links.bytes();
}

std::shared_ptr<const Table> RankData::table(const QString &kind) const
{
    const auto at = tables.find(kind);
    return at == tables.end() ? nullptr : at->second;
}

std::vector<std::shared_ptr<const Table>> RankData::allTables() const
{
    std::vector<std::shared_ptr<const Table>> out;
    if (kernels)
        out.push_back(kernels);
    for (const auto &[kind, held] : tables) {
        if (held)
            out.push_back(held);
    }
    return out;
}

std::shared_ptr<const RankData> RankData::withoutTrace() const
{
    auto out = std::make_shared<RankData>();
    out->info = info;
    out->stepTrace = stepTrace;
    out->commOps = commOps;
    out->links = links;
    out->groups = groups;
    out->legacy = legacy;
    for (const auto &[kind, held] : tables) {
        if (kind.startsWith(QLatin1String("legacy_")))
            out->tables.emplace(kind, held);
    }
    out->report = report;
    out->overBudget = overBudget;
    return out;
}

ImportReport wholeReport(const Run &run)
{
    ImportReport out = run.report;
    QSet<QString> told; // paths of kernel traces
    for (const std::shared_ptr<const RankData> &rank : run.ranks) {
        if (!rank)
            continue;
        QStringList shared;
        for (const FileEntry &f : rank->info.files) {
            if (f.used && f.kind == QLatin1String("ftrace") && !f.path.startsWith(rank->info.path + u'/'))
                shared << f.path;
        }
        for (Finding &f : rank->report.findings()) {
            const auto isOfFinding = [&f](const QString &path) { return path.endsWith(u'/' + f.file); };
            const auto file = std::ranges::find_if(shared, isOfFinding);
            if (file == shared.end() || !told.contains(*file))
                out.add(std::move(f));
        }
        for (const QString &path : shared)
            told.insert(path);
    }
    return out;
}

} // namespace rs
