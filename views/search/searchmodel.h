// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/format.h"
#include "views/search/slicesearch.h"

#include <QAbstractTableModel>

#include <memory>

namespace rs {

/// Hits as rows. Nothing is stored per row but the hit itself, so millions of them cost eight bytes each; every cell is
/// looked up when it is shown. Sorting is the view's business: it runs as a job.
class SearchModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Rank, Process, Lane, Name, Start, Duration, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `originNs` is the zero of the Start column.
    void setHits(std::shared_ptr<const SearchHits> hits, qint64 originNs);
    [[nodiscard]] const std::shared_ptr<const SearchHits> &hits() const { return m_hits; }
    [[nodiscard]] qint64 originNs() const { return m_originNs; }
    /// What the ranks of the hits are called now, in their order; setHits() gives them the names of the search.
    void setRankLabels(QStringList labels);
    [[nodiscard]] const QStringList &rankLabels() const { return m_rankLabels; }
    /// Row of that slice, or -1. Linear.
    [[nodiscard]] int rowOf(RankRef rank, SliceId slice) const;
    /// The header says that stamps are those of the files: the timeline draws some rank elsewhere.
    void setMoved(bool moved);
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QVariant rawValue(const SearchHit &hit, int column) const;

    std::shared_ptr<const SearchHits> m_hits;
    QStringList m_rankLabels;
    qint64 m_originNs = 0;
    bool m_moved = false;
    format::TimeUnit m_startUnit = format::TimeUnit::Us;
    format::TimeUnit m_durationUnit = format::TimeUnit::Us;
};

} // namespace rs
