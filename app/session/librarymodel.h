// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSet>
#include <QSqlTableModel>
#include <QStringList>

#include <optional>

namespace rs {

class RunLibrary;

/// The table of the library as people read it. What is typed into a name or a note goes to the library, which writes
/// it; rows are read again when the file changes.
class LibraryModel : public QSqlTableModel
{
    Q_OBJECT
public:
    /// In the order of the columns of the file.
    enum Column {
        Id,
        Title, ///< by which a run is known again
        Paths, ///< that open it, JSON
        State, ///< of the gravest verdict; null: not diagnosed
        Name,
        Profiled, ///< milliseconds since 1970, UTC
        Ranks,
        Steps,
        StepTime, ///< ns
        Verdict,  ///< a phrase, JSON
        Cost,     ///< ns
        Notes,
        Framework,
        Folder,
        Opened, ///< as Profiled
        Columns
    };
    enum Role { SortRole = Qt::UserRole };

    LibraryModel(RunLibrary &library, const QSqlDatabase &database, QObject *parent = nullptr);

    /// All rows; false when another window is writing.
    bool load();
    [[nodiscard]] qint64 idOf(int row) const { return value(row, Id).toLongLong(); }
    /// Row of that run; -1: none.
    [[nodiscard]] int rowOf(qint64 id) const;
    [[nodiscard]] QStringList pathsOf(int row) const;
    [[nodiscard]] std::optional<qint64> stepNs(int row) const;
    /// Runs that are not where they were.
    void setMissing(const QSet<qint64> &ids);
    [[nodiscard]] bool isMissing(int row) const { return m_missing.contains(idOf(row)); }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

private:
    [[nodiscard]] QVariant value(int row, int column) const;
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString verdictText(int row) const;
    [[nodiscard]] QString tip(int row, int column) const;

    RunLibrary &m_library;
    QSet<qint64> m_missing;
};

} // namespace rs
