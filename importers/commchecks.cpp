// SPDX-License-Identifier: Apache-2.0
#include "importers/commchecks.h"

#include "core/text/idmemo.h"
#include "importers/differences.h"
#include "importers/files/findingseverity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace rs {

namespace {

constexpr qint64 PollOperators = 4096;

/// Writers round each of the parts by itself, to four decimals or more.
bool isOtherTime(double a, double b, qint64 parts)
{
    return std::abs(a - b) > 1e-4 * static_cast<double>(parts) + 1e-3 * std::max(std::abs(a), std::abs(b));
}

QString unequalTimes(double a, double b)
{
    return QString::number(a, 'g', 6) + QStringLiteral(" ms ≠ ") + QString::number(b, 'g', 6) + QStringLiteral(" ms");
}

/// Files of the cluster hold operators of many ranks.
Place placeOf(const CommOpRef &op, bool ofCluster)
{
    const Place step = Place::step(op.step());
    return (ofCluster ? step.with(Place::Kind::Rank, QString::number(op.rank())) : step).with(op.name());
}

void tellOperators(const Differences &of, qint64 all, const char *code, const char *message, const QString &file,
                   ImportReport &report)
{
    if (of.count > 0)
        report.add({severityOf(of.count, all), file, of.place, QString::fromLatin1(code), QString::fromLatin1(message),
                    of.argument, of.count});
}

/// The share of what waits in it and the transit; no share of nothing.
bool isOtherShare(const std::optional<double> &share, const std::optional<double> &waits,
                  const std::optional<double> &transit)
{
    if (!share || !waits || !transit)
        return false;
    const double whole = *waits + *transit;
    return std::abs(*share * whole - *waits) > 2e-3 * whole + 2e-4;
}

bool isOtherBandwidthOf(const TransportRef &t)
{
    const std::optional<double> size = t.sizeMb();
    const std::optional<double> time = t.timeMs();
    const std::optional<double> bandwidth = t.bandwidthGbs();
    if (!size || !time || !bandwidth)
        return false;
    if (*time <= 0)
        return *size > 0 && *bandwidth > 0;
    return isOtherBandwidth(*size, *time, *bandwidth);
}

/// Of one kind of time in one step: what the operators took, and what the totals of its classes say.
struct Summed
{
    double operators = 0;
    std::array<double, 2> ofClass{}; ///< of the operators, by their names
    std::array<std::optional<double>, 2> totals{};
    qint64 parts = 0;
    bool known = true;

    /// A writer files some under the other class than their names say, and a file that is cut lacks a total.
    [[nodiscard]] bool isOther() const
    {
        if (!known || parts == 0 || !(totals[0] || totals[1]))
            return false;
        if (!isOtherTime(sum(), operators, parts + 2))
            return false;
        for (size_t c = 0; c < totals.size(); ++c) {
            if (totals[c] && isOtherTime(*totals[c], ofClass[c], parts + 1) &&
                isOtherTime(*totals[c], operators, parts + 1))
                return true;
        }
        return false;
    }
    [[nodiscard]] double sum() const { return totals[0].value_or(0) + totals[1].value_or(0); }
};

/// Of the step and, in files of the cluster, of the rank and the domain. Their old versions have totals of no domain,
/// of which nobody knows what is in them.
using TotalOf = std::tuple<QString, int, QString>;

void noteTotals(const CommOps &operators, bool ofCluster, const QString &file, const JobContext &job,
                ImportReport &report)
{
    using Times = std::array<Summed, operatorTimes.size()>;
    std::map<TotalOf, Times> totals;
    // Operators of one step mostly stand together.
    std::tuple<WordId, int, WordId> lastOf;
    Times *last = nullptr;
    const auto timesOf = [&](const CommOpRef &op) -> Times & {
        const std::tuple of(op.stepId(), ofCluster ? op.rank() : -1, ofCluster ? op.groupId() : WordId{});
        if (!last || of != lastOf) {
            lastOf = of;
            last =
                &totals[ofCluster ? TotalOf(op.step(), op.rank(), op.groupHash()) : TotalOf(op.step(), -1, QString())];
        }
        return *last;
    };
    qint64 polled = 0;
    for (const CommOpRef op : operators) {
        if (polled++ % PollOperators == 0 && job.isCanceled())
            return;
        Times &times = timesOf(op);
        for (size_t i = 0; i < times.size(); ++i) {
            const std::optional<double> time = (op.*operatorTimes[i])();
            Summed &of = times[i];
            of.known = of.known && time;
            if (op.isTotal()) {
                of.totals[op.p2p() ? 1 : 0] = time;
                continue;
            }
            ++of.parts;
            of.operators += time.value_or(0);
            of.ofClass[op.p2p() ? 1 : 0] += time.value_or(0);
        }
    }
    Differences sums;
    for (const auto &[of, times] : totals) {
        const auto other = std::find_if(times.begin(), times.end(), [](const Summed &s) { return s.isOther(); });
        if (other == times.end())
            continue;
        const Place step = Place::step(std::get<0>(of));
        sums.add(ofCluster ? step.with(Place::Kind::Rank, QString::number(std::get<1>(of))) : step,
                 unequalTimes(other->sum(), other->operators));
    }
    tellOperators(sums, static_cast<qint64>(totals.size()), "communication.other-total",
                  RS_NOOP("Steps whose Total Op Info is not the sum of their operators (the first one: %1): operators "
                          "are missing, or one of the times is wrong."),
                  file, report);
}

constexpr qsizetype DomainDigits = 3;

/// The number that the digits at a place of a text are; -1 where they are none.
int domainAt(QStringView text, qsizetype at)
{
    int out = 0;
    for (const QChar c : text.mid(at, DomainDigits)) {
        if (c < u'0' || c > u'9')
            return -1;
        out = out * 10 + c.digitValue();
    }
    return out;
}

/// The domain that a name as "hcom_allReduce__271_0_1" holds; -1 where it has another form.
int domainInName(QStringView name)
{
    if (!name.startsWith(QLatin1String("hcom_"), Qt::CaseInsensitive))
        return -1;
    const qsizetype at = name.indexOf(QLatin1String("__"));
    if (at < 0 || name.size() <= at + 2 + DomainDigits || name[at + 2 + DomainDigits] != u'_')
        return -1;
    return domainAt(name, at + 2);
}

int domainInHash(QStringView hash)
{
    return hash.size() < DomainDigits ? -1 : domainAt(hash, hash.size() - DomainDigits);
}

/// Ranks that send to each other need no group that anybody named: writers leave it out.
template <typename Record>
bool isOfNoGroup(const Record &record)
{
    return record.p2p() && record.groupHash().isEmpty();
}

/// Keys with '@' and without, and what follows it.
class DomainsOfKeys
{
public:
    /// `name`: of the operator, by its id.
    template <typename Id, typename Name, typename Where>
    void add(WordId hashId, const QString &hash, Id nameId, Name name, Where where)
    {
        ++m_keys;
        if (hash.isEmpty()) {
            m_none.add(where);
            return;
        }
        const int inName = once(m_inName[nameId], [&] { return domainInName(name()); });
        const int inHash = once(m_inHash[hashId], [&] { return domainInHash(hash); });
        if (inName >= 0 && inName != inHash)
            m_other.add([&] {
                return std::pair(
                    where(), u'@' + hash + QStringLiteral(" ≠ __%1_").arg(inName, DomainDigits, 10, QLatin1Char('0')));
            });
    }
    void tell(const QString &file, ImportReport &report) const
    {
        tellOperators(m_other, m_keys, "communication.other-domain",
                      RS_NOOP("Keys whose communication domain, behind the @, is not the one in the operator's name "
                              "(the first one: %1): what they say is shown under a domain that may be the wrong one."),
                      file, report);
        if (m_none.count < m_keys)
            tellOperators(m_none, m_keys, "communication.no-domain",
                          RS_NOOP("Keys that name no communication domain behind an @, though others of the file do: "
                                  "what they say is shown under no domain."),
                          file, report);
    }

private:
    using Known = std::optional<int>;
    template <typename Make>
    static int once(Known &known, Make make)
    {
        if (!known)
            known = make();
        return *known;
    }

    qint64 m_keys = 0;
    Differences m_none;
    Differences m_other;
    IdMemo<Known> m_inName;
    IdMemo<Known> m_inHash;
};

} // namespace

void noteTimesOfOperators(const CommOps &operators, bool ofCluster, const QString &file, const JobContext &job,
                          ImportReport &report)
{
    Differences parts;
    Differences synchronization;
    Differences shares;
    Differences bandwidths;
    qint64 transports = 0;
    qint64 polled = 0;
    for (const CommOpRef op : operators) {
        if (polled++ % PollOperators == 0 && job.isCanceled())
            return;
        const std::optional<double> elapse = op.elapseMs();
        const std::optional<double> transit = op.transitMs();
        const std::optional<double> wait = op.waitMs();
        const std::optional<double> idle = op.idleMs();
        const std::optional<double> synchronized = op.synchronizationMs();
        if (elapse && transit && wait && idle) {
            const double sum = *transit + *wait + *idle;
            if (isOtherTime(*elapse, sum, 4))
                parts.add([&] { return std::pair(placeOf(op, ofCluster), unequalTimes(*elapse, sum)); });
        }
        if (synchronized && wait && *synchronized > *wait && isOtherTime(*synchronized, *wait, 2))
            synchronization.add([&] { return placeOf(op, ofCluster); });
        if (isOtherShare(op.waitRatio(), wait, transit) ||
            isOtherShare(op.synchronizationRatio(), synchronized, transit))
            shares.add([&] { return placeOf(op, ofCluster); });
        for (const TransportRef t : op.transports()) {
            ++transports;
            if (isOtherBandwidthOf(t))
                bandwidths.add([&] { return placeOf(op, ofCluster).with(t.transport()); });
        }
    }
    tellOperators(parts, polled, "communication.other-parts",
                  RS_NOOP("Operators whose elapse time is not their transit, wait and idle time together (the first "
                          "one: %1): one of the four is wrong."),
                  file, report);
    tellOperators(synchronization, polled, "communication.synchronization",
                  RS_NOOP("Operators whose synchronization time is longer than their wait time, of which it is a part: "
                          "one of the two is wrong."),
                  file, report);
    tellOperators(shares, polled, "communication.share",
                  RS_NOOP("Operators whose wait or synchronization time ratio is not that of their times: the ratio or "
                          "one of the times is wrong."),
                  file, report);
    tellOperators(
        bandwidths, transports, "communication.bandwidth",
        RS_NOOP(
            "Transports of operators whose bandwidth is not their size over their time: one of the three is wrong."),
        file, report);
    noteTotals(operators, ofCluster, file, job, report);
}

void noteDomainsOfOperators(const CommOps &operators, bool ofCluster, const QString &file, const JobContext &job,
                            ImportReport &report)
{
    DomainsOfKeys domains;
    qint64 polled = 0;
    for (const CommOpRef op : operators) {
        if (polled++ % PollOperators == 0 && job.isCanceled())
            return;
        if (!op.isTotal() && !isOfNoGroup(op))
            domains.add(
                op.groupId(), op.groupHash(), op.nameId(), [&op] { return op.name(); },
                [&] { return placeOf(op, ofCluster); });
    }
    domains.tell(file, report);
}

void noteDomainsOfLinks(const RankData &rank, const QString &file, const JobContext &job, ImportReport &report)
{
    DomainsOfKeys domains;
    qint64 polled = 0;
    for (const MatrixLinkRef l : rank.links) {
        if (polled++ % PollOperators == 0 && job.isCanceled())
            return;
        if (l.key() == QLatin1String("Total Op Info") || isOfNoGroup(l))
            continue;
        const LinkColumns::Text name = l.opName().isEmpty() ? LinkColumns::Key : LinkColumns::OpName;
        domains.add(
            l.textId(LinkColumns::GroupHash), l.groupHash(), l.textId(name), [&] { return l.text(name); },
            [&l] {
                return Place::step(l.step()).with(l.key()).with(
                    QStringLiteral("%1-%2").arg(l.source()).arg(l.destination()));
            });
    }
    domains.tell(file, report);
}

} // namespace rs
