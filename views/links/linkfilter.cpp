// SPDX-License-Identifier: Apache-2.0
#include "views/links/linkfilter.h"

#include "analysis/links/stepmerge.h"
#include "core/job/jobcontext.h"

#include <array>
#include <set>
#include <unordered_set>

namespace rs {

namespace {

constexpr QChar localMark(u'#');

QStringList typesOf(std::string_view transports)
{
    return transportsOf(QString::fromUtf8(transports.data(), static_cast<qsizetype>(transports.size())));
}

// As typesOf(), of which there may be a million with a single type each.
bool hasType(std::string_view transports, const QString &type, std::string_view utf8)
{
    return transports == utf8 || (transports.find('+') != std::string_view::npos && typesOf(transports).contains(type));
}

// The ends of links, each once: a thousand ranks have a million links.
class EndsFound
{
public:
    void add(const LinkEnd &end) { m_numbers[end.local ? 1 : 0].insert(end.number); }
    [[nodiscard]] QStringList texts() const
    {
        std::set<LinkEnd> ends;
        for (const bool local : {false, true}) {
            for (const qint64 number : m_numbers[local ? 1 : 0])
                ends.insert({local, number});
        }
        QStringList out;
        for (const LinkEnd &end : ends)
            out << end.text();
        return out;
    }

private:
    std::array<std::unordered_set<qint64>, 2> m_numbers; ///< of ranks, and of places inside a group
};

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
    return [filter = *this, columns = LinkRowNames(rows), type, typeText = type.toStdString(), of](const RowSource &all,
                                                                                                   quint32 row) {
        if (filter.transport && !hasType(columns.transport(all, row), type, typeText))
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
    EndsFound sources;
    EndsFound destinations;
    std::set<std::string_view> types;
    JobPoll poll(job);
    for (quint32 row = 0; row < rows.rows() && !poll.isCanceled(); ++row) {
        sources.add(columns.source(rows, row));
        destinations.add(columns.destination(rows, row));
        types.insert(columns.transport(rows, row));
    }
    LinkChoices out{sources.texts(), destinations.texts(), {}};
    std::set<QString> each;
    for (const std::string_view type : types) {
        const QStringList parts = typesOf(type);
        each.insert(parts.begin(), parts.end());
    }
    out.types = QStringList(each.begin(), each.end());
    return out;
}

} // namespace rs
