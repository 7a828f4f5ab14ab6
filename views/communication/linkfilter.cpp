// SPDX-License-Identifier: Apache-2.0
#include "views/communication/linkfilter.h"

#include "analysis/jobpoll.h"
#include "analysis/mergeparts.h"

#include <set>

namespace rs {

namespace {

constexpr QChar localMark(u'#');

QStringList textsOf(const std::set<LinkEnd> &ends)
{
    QStringList out;
    for (const LinkEnd &end : ends)
        out << end.text();
    return out;
}

QStringList typesOf(std::string_view transports)
{
    return transportsOf(QString::fromUtf8(transports.data(), static_cast<qsizetype>(transports.size())));
}

} // namespace

QString LinkEnd::text() const
{
    return local ? localMark + QString::number(number) : QString::number(number);
}

std::optional<LinkEnd> LinkEnd::of(const QString &text)
{
    const bool local = text.startsWith(localMark);
    bool isNumber = false;
    const qint64 number = text.mid(local ? 1 : 0).toLongLong(&isNumber);
    return isNumber ? std::optional(LinkEnd{local, number}) : std::nullopt;
}

LinkRowNames::LinkRowNames(const RowSource &rows)
    : m_source(rows.columnOf(u"source")), m_destination(rows.columnOf(u"destination")),
      m_rankKind(rows.columnOf(u"rank-kind")), m_transport(rows.columnOf(u"transport")),
      m_domain(rows.columnOf(u"domain"))
{
}

LinkEnd LinkRowNames::end(const RowSource &rows, quint32 row, int column) const
{
    return {m_rankKind >= 0 && rows.text(row, m_rankKind) == "local", rows.integer(row, column).value_or(-1)};
}

bool LinkFilter::isEmpty() const
{
    return !source && !destination && !eitherEnd && !transport && !domain;
}

std::function<bool(const RowSource &, quint32 row)> LinkFilter::only(const RowSource &rows) const
{
    if (isEmpty())
        return {};
    const QString type = transport.value_or(QString());
    const std::string of = domain.value_or(QString()).toStdString();
    return [filter = *this, columns = LinkRowNames(rows), type, of](const RowSource &all, quint32 row) {
        if (filter.transport && !typesOf(columns.transport(all, row)).contains(type))
            return false;
        if (filter.domain && columns.domain(all, row) != of)
            return false;
        const LinkEnd from = columns.source(all, row);
        const LinkEnd to = columns.destination(all, row);
        return from == filter.source.value_or(from) && to == filter.destination.value_or(to) &&
               (!filter.eitherEnd || from == *filter.eitherEnd || to == *filter.eitherEnd);
    };
}

LinkChoices LinkChoices::of(const RowSource &rows, const JobContext &job)
{
    const LinkRowNames columns(rows);
    std::set<LinkEnd> sources;
    std::set<LinkEnd> destinations;
    std::set<std::string_view> types;
    JobPoll poll(job);
    for (quint32 row = 0; row < rows.rows() && !poll.isCanceled(); ++row) {
        sources.insert(columns.source(rows, row));
        destinations.insert(columns.destination(rows, row));
        types.insert(columns.transport(rows, row));
    }
    LinkChoices out{textsOf(sources), textsOf(destinations), {}};
    std::set<QString> each;
    for (const std::string_view type : types) {
        const QStringList parts = typesOf(type);
        each.insert(parts.begin(), parts.end());
    }
    out.types = QStringList(each.begin(), each.end());
    return out;
}

} // namespace rs
