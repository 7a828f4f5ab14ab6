// SPDX-License-Identifier: Apache-2.0
#include "views/links/linkfilter.h"

namespace rs {

QString LinkEnd::text() const
{
    return local ? u'#' + QString::number(number) : QString::number(number);
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

std::function<bool(const RowSource &, quint32 row)> LinkFilter::only(const RowSource &rows) const
{
    return [filter = *this, columns = LinkRowNames(rows),
            of = domain.value_or(QString()).toStdString()](const RowSource &all, quint32 row) {
        return (!filter.domain || columns.domain(all, row) == of) && columns.source(all, row) == filter.source &&
               columns.destination(all, row) == filter.destination;
    };
}

} // namespace rs
