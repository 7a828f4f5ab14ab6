// SPDX-License-Identifier: Apache-2.0
#include "analysis/communication/operatorchoice.h"

#include "analysis/communication/commdurations.h"
#include "analysis/ranks/collectives.h"
#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "core/job/jobcontext.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace rs {

namespace {

constexpr std::array<QStringView, 5> classNames = {u"top1", u"middle", u"bottom3", u"bottom2", u"bottom1"};

/// Place among the classes; -1 for none.
int placeOfClass(QStringView statistic)
{
    const auto at = std::ranges::find(classNames, statistic);
    return at == classNames.end() ? -1 : static_cast<int>(at - classNames.begin());
}

// Letters of a name, whatever its spelling.
QString bareName(const QString &text)
{
    QString out = text.toLower().remove(u'_').remove(u' ');
    return out.startsWith(QLatin1String("hcom")) ? out.mid(4) : out;
}

/// Operators by how they may be spelt.
class Spellings
{
public:
    explicit Spellings(QString text) : m_text(std::move(text)), m_bare(bareName(m_text)) {}
    void add(const QString &name, const QString &spelling)
    {
        m_isName = m_isName || name == m_text;
        if (bareName(spelling) == m_bare)
            m_alike.insert(name);
    }
    [[nodiscard]] QString meant() const
    {
        if (m_isName)
            return m_text;
        if (m_bare == u"total" || m_bare == bareName(QString(TotalOp)))
            return QString(TotalOp);
        return m_alike.size() == 1 ? *m_alike.begin() : m_text;
    }

private:
    QString m_text;
    QString m_bare;
    bool m_isName = false;
    std::set<QString> m_alike;
};

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
    const DomainChoice chosen = query.domain.isEmpty() ? DomainChoice() : DomainChoice(domains(run, job), query.domain);
    std::set<std::pair<QString, int>> found;
    // A file shares its texts, and the links of a class follow each other.
    const QString *lastKind = nullptr;
    const QString *lastStatistic = nullptr;
    const auto add = [&](const MatrixLinks &links) {
        for (const MatrixLinkRef link : links) {
            if (poll.isCanceled())
                return;
            if ((&link.kind() == lastKind && &link.statistic() == lastStatistic) || link.opName().isEmpty() ||
                (!query.step.isEmpty() && link.step() != query.step) || !chosen.has(link.groupHash()))
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

QString operatorMeant(const Run &run, bool ofMatrix, const QString &text, const JobContext &job)
{
    if (text.isEmpty())
        return text;
    Spellings known(text);
    JobPoll poll(job);
    const auto addLinks = [&](const MatrixLinks &links) {
        std::optional<MatrixLinkRef> last;
        const auto isLast = [&last](const MatrixLinkRef &link, LinkColumns::Text t) {
            return last && last->textId(t) == link.textId(t);
        };
        for (const MatrixLinkRef link : links) {
            if (poll.isCanceled())
                return;
            using enum LinkColumns::Text;
            if (!isLast(link, OpName))
                known.add(link.opName(), link.opName());
            if (!isLast(link, Key) || !isLast(link, Kind)) {
                const bool isClass = !link.kind().isEmpty() && !link.statistic().isEmpty();
                const QString name = isClass ? link.kind() + u'-' + link.statistic() : link.key();
                known.add(name, name);
                known.add(name, link.key());
            }
            last = link;
        }
    };
    const auto addOperators = [&](const CommOps &ops) {
        for (const CommOpRef op : ops) {
            if (poll.isCanceled())
                return;
            const QString name = op.name();
            const QString kind = collectiveKind(op.nameView());
            known.add(name, name);
            known.add(kind, kind);
        }
    };
    for (const auto &rank : run.ranks) {
        if (rank)
            ofMatrix ? addLinks(rank->links) : addOperators(rank->commOps);
    }
    ofMatrix ? addLinks(run.cluster.links) : addOperators(run.cluster.commOps);
    return known.meant();
}

} // namespace rs
