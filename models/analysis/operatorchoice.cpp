// SPDX-License-Identifier: Apache-2.0
#include "analysis/operatorchoice.h"

#include "analysis/commdurations.h"
#include "analysis/domains.h"
#include "analysis/jobpoll.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

constexpr std::array<QStringView, 5> classNames = {u"top1", u"middle", u"bottom3", u"bottom2", u"bottom1"};

/// Place among the classes; -1 for none.
int placeOfClass(QStringView statistic)
{
    const auto at = std::find(classNames.begin(), classNames.end(), statistic);
    return at == classNames.end() ? -1 : static_cast<int>(at - classNames.begin());
}

// The hash of the domain that the query names, or what it has.
QString hashOf(const Run &run, const CommQuery &query, const JobContext &job)
{
    if (query.domain.isEmpty())
        return {};
    const DomainIndex index(run, job);
    const Domain *const domain = findDomain(index.all(), query.domain);
    return domain ? domain->hash : query.domain;
}

} // namespace

OperatorChoice::OperatorChoice(const Run &run, const CommQuery &query, QString text, const JobContext &job)
    : m_text(std::move(text)), m_isClass(operatorClassPlace(m_text) >= 0)
{
    if (!m_isClass)
        return;
    for (const MatrixCell &cell : matrixCells(run, {query.step, query.domain, m_text, false}, job)) {
        // "hcom_allReduce__295_0_1@group": other files leave the group out.
        if (!cell.opName.isEmpty())
            m_ofClass.emplace(cell.domainHash, cell.opName.section(u'@', 0, 0), cell.global ? cell.source : -1);
    }
}

bool OperatorChoice::has(const OperatorTime &time) const
{
    if (!m_isClass)
        return m_text.isEmpty() || time.kind == m_text || time.op == m_text;
    return m_ofClass.contains({time.domainHash, time.op, time.rank}) ||
           m_ofClass.contains({time.domainHash, time.op, -1});
}

int operatorClassPlace(const QString &text)
{
    const qsizetype dash = text.lastIndexOf(u'-');
    return dash > 0 ? placeOfClass(QStringView(text).sliced(dash + 1)) : -1;
}

QStringList operatorClasses(const Run &run, const CommQuery &query, const JobContext &job)
{
    JobPoll poll(job);
    const QString hash = hashOf(run, query, job);
    std::set<std::pair<QString, int>> found;
    // A file shares its texts, and the links of a class follow each other.
    const QString *lastKind = nullptr;
    const QString *lastStatistic = nullptr;
    const auto add = [&](const MatrixLinks &links) {
        for (const MatrixLinkRef link : links) {
            if (poll.isCanceled())
                return;
            if ((&link.kind() == lastKind && &link.statistic() == lastStatistic) || link.opName().isEmpty() ||
                (!query.step.isEmpty() && link.step() != query.step) || (!hash.isEmpty() && link.groupHash() != hash))
                continue;
            lastKind = &link.kind();
            lastStatistic = &link.statistic();
            if (const int place = placeOfClass(*lastStatistic); place >= 0 && !lastKind->isEmpty())
                found.emplace(*lastKind, place);
        }
    };
    for (const auto &rank : run.ranks) {
        if (rank)
            add(rank->links);
    }
    add(run.cluster.links);
    QStringList out;
    for (const auto &[kind, place] : found)
        out << kind + u'-' + classNames[static_cast<size_t>(place)].toString();
    return job.isCanceled() ? QStringList() : out;
}

} // namespace rs
