// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/table/databasetable.h"
#include "views/page/rowjump.h"
#include "views/page/page.h"
#include "views/widgets/latestjob.h"

class QLabel;

namespace rs {

class Picker;
class TableView;

/// The tables of the database files of the rank and of the cluster analysis as they stand in them: what no other view
/// reads, such as the results of recipes, can at least be looked up.
class DatabasePage final : public Page
{
    Q_OBJECT
public:
    DatabasePage(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Database tables"); }
    [[nodiscard]] QString hint() const override;
    [[nodiscard]] QString whyWhole() const override;
    [[nodiscard]] bool isComplete() const override;
    void retranslate() override;

    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] Picker *files() const { return m_files; }
    [[nodiscard]] Picker *tableNames() const { return m_names; }
    /// Note on the rows shown and left out, or why there are none.
    [[nodiscard]] QString note() const;

    static constexpr qint64 mostRows = 1'000'000;

protected:
    void refresh() override;

private:
    void readNames();
    void readTable();
    void showEmpty(const QString &why);
    void takeNames(const DatabaseTables &names);
    void take(const DatabaseTable &read);
    /// Whether the file is one of the rank, not of the cluster analysis.
    [[nodiscard]] bool isOfRank() const;
    [[nodiscard]] QStringList notesOf(const DatabaseTable &read) const;
    void setNote(const QStringList &sentences);

    Picker *m_files;
    Picker *m_names;
    QLabel *m_note;
    TableView *m_table;
    RowJump m_jump;
    RankRef m_rank; ///< whose file it is, or of whose run
    std::shared_ptr<const RowSource> m_rows;
    LatestJob<DatabaseTables> m_namesJob;
    LatestJob<DatabaseTable> m_job;
    QString m_path;
    QString m_name;
    QStringList m_leftOut; ///< what the file holds besides tables
};

} // namespace rs
