// SPDX-License-Identifier: Apache-2.0
#include "views/search/searchmodel.h"

#include "core/timens.h"
#include "items/modelroles.h"

#include <algorithm>
#include <utility>

namespace rs {

namespace {
// The unit of a column follows its largest value; of millions of rows a sample is enough to choose it.
constexpr size_t sampled = 20000;
} // namespace

void SearchModel::setHits(std::shared_ptr<const SearchHits> hits, qint64 originNs)
{
    beginResetModel();
    m_hits = std::move(hits);
    m_rankLabels.clear();
    if (m_hits) {
        for (const SearchRank &r : m_hits->ranks)
            m_rankLabels.append(r.label);
    }
    m_originNs = originNs;
    qint64 longest = 0;
    qint64 latest = 0;
    const size_t count = m_hits ? m_hits->hits.size() : 0;
    const size_t step = std::max<size_t>(1, count / sampled);
    for (size_t i = 0; i < count; i += step) {
        const SearchHit &h = m_hits->hits[i];
        const SliceStore &s = m_hits->ranks[h.rank].data->trace->slices();
        longest = std::max(longest, s.duration(h.slice));
        latest = std::max(latest, s.start(h.slice) - m_originNs);
    }
    m_durationUnit = format::timeUnitFor(longest);
    m_startUnit = format::timeUnitFor(latest);
    endResetModel();
}

void SearchModel::setRankLabels(QStringList labels)
{
    if (labels == m_rankLabels || !m_hits || labels.size() != static_cast<qsizetype>(m_hits->ranks.size()))
        return;
    m_rankLabels = std::move(labels);
    if (rowCount() > 0)
        emit dataChanged(index(0, Rank), index(rowCount() - 1, Rank));
}

int SearchModel::rowOf(RankRef rank, SliceId slice) const
{
    if (!m_hits)
        return -1;
    const auto &hits = m_hits->hits;
    const auto at = std::find_if(hits.begin(), hits.end(), [&](const SearchHit &h) {
        return h.slice == slice && m_hits->ranks[h.rank].ref == rank;
    });
    return at == hits.end() ? -1 : static_cast<int>(at - hits.begin());
}

void SearchModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int SearchModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_hits ? 0 : static_cast<int>(m_hits->hits.size());
}

int SearchModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SearchModel::rawValue(const SearchHit &hit, int column) const
{
    const SearchRank &rank = m_hits->ranks[hit.rank];
    const Trace &t = *rank.data->trace;
    switch (column) {
    case Rank:
        return m_rankLabels.at(static_cast<qsizetype>(hit.rank));
    case Process:
        return t.processLabel(t.lane(t.laneOf(hit.slice)).process);
    case Lane:
        return t.laneLabel(t.laneOf(hit.slice));
    case Name:
        return t.strings().text(t.slices().name(hit.slice));
    case Start:
        return t.slices().start(hit.slice) - m_originNs;
    case Duration:
        return t.slices().duration(hit.slice);
    default:
        return {};
    }
}

QVariant SearchModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_hits || index.row() >= rowCount())
        return {};
    const SearchHit &hit = m_hits->hits[static_cast<size_t>(index.row())];
    const int column = index.column();
    const bool number = column == Start || column == Duration;
    switch (role) {
    case Qt::DisplayRole: {
        const QVariant value = rawValue(hit, column);
        if (number)
            return format::timeIn(value.toLongLong(), column == Start ? m_startUnit : m_durationUnit);
        return format::displayText(format::clipText(value.toString(), 1000));
    }
    case Qt::ToolTipRole:
        return number ? QVariant()
                      : QVariant(format::tooltipText(format::clipText(rawValue(hit, column).toString(), 4000)));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return rawValue(hit, column);
    case ExportRole:
        return number ? QVariant(QString::fromStdString(formatUs(rawValue(hit, column).toLongLong()))) : QVariant();
    case RankRole:
        return m_hits->ranks[hit.rank].data->info.rank;
    case RunRole:
        return m_hits->ranks[hit.rank].ref.run;
    case SliceRole:
        return raw(hit.slice);
    case StartNsRole:
        return m_hits->ranks[hit.rank].data->trace->slices().start(hit.slice);
    case EndNsRole:
        return m_hits->ranks[hit.rank].data->trace->slices().end(hit.slice);
    default:
        return {};
    }
}

void SearchModel::setMoved(bool moved)
{
    if (m_moved == std::exchange(m_moved, moved))
        return;
    emit headerDataChanged(Qt::Horizontal, Start, Start);
}

QVariant SearchModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const bool number = section == Start || section == Duration;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::Alignment(number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != ExportRole)
        return {};
    const QString us = QStringLiteral("us");
    switch (section) {
    case Rank:
        return tr("Rank");
    case Process:
        return tr("Process");
    case Lane:
        return tr("Lane");
    case Name:
        return tr("Name");
    case Start:
        return (m_moved && role == Qt::DisplayRole ? tr("Start, files' clock (%1)") : tr("Start (%1)"))
            .arg(role == ExportRole ? us : format::unitName(m_startUnit));
    case Duration:
        return tr("Duration (%1)").arg(role == ExportRole ? us : format::unitName(m_durationUnit));
    default:
        return {};
    }
}

} // namespace rs
