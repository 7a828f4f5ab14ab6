// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sql/savedqueries.h"
#include "sql/sqlresult.h"
#include "views/page/dockview.h"
#include "views/page/rowjump.h"
#include "views/widgets/latestjob.h"

#include <QElapsedTimer>
#include <QStringList>
#include <QTimer>

#include <map>
#include <memory>
#include <utility>
#include <vector>

class QLabel;
class QMenu;
class QProgressBar;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace rs {

class ElidedLabel;
class EmptyState;
class PageBody;
class SqlChart;
class SqlEditor;
class SqlSchemaTree;
class TableView;

/// Statements over the run that is chosen at the top: an editor, what it can name beside it, and below what a statement
/// gave, as a table like every other one or as a chart. Rows of a running statement are shown as they come.
class SqlView final : public DockView
{
    Q_OBJECT
public:
    explicit SqlView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("SQL"); }
    [[nodiscard]] QJsonObject saveState() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] bool isComplete() const override;
    [[nodiscard]] std::vector<PictureExport> pictures() const override;
    [[nodiscard]] std::vector<const QMenu *> commandMenus() override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 80}; }

    static constexpr qsizetype mostHistory = 100;
    /// Earlier statements, newest first: they belong to the user, not to a session.
    [[nodiscard]] const QStringList &history() const { return m_history; }
    void setHistory(const QStringList &statements);
    /// Folder in which statements are saved; the user's folder at first.
    void setQueriesFolder(const QString &folder) { m_folder = folder; }
    /// Saves the statement that run() would run, under the name that follows from the title.
    void saveStatement(const QString &title);

    /// Runs the statement under the cursor, or the selection.
    void run();
    void stop();
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

    [[nodiscard]] SqlEditor *editor() const { return m_editor; }
    [[nodiscard]] SqlSchemaTree *schema() const { return m_schema; }
    [[nodiscard]] TableView *table() const { return m_table; }
    [[nodiscard]] SqlChart *chart() const { return m_chart; }
    /// The chart in place of the table.
    void showChart(bool on);
    [[nodiscard]] EmptyState *hint() const { return m_hint; }
    [[nodiscard]] PageBody *body() const { return m_body; }
    /// Result of the last statement: rows and time, what is missing, or its mistake.
    [[nodiscard]] QString status() const;

signals:
    void historyChanged();
    /// For the status bar.
    void notice(const QString &text);

protected:
    void forget() override;
    void retranslate() override;
    void showEvent(QShowEvent *event) override;

private:
    struct Schema
    {
        std::vector<SqlTable> tables;
        std::vector<SqlDatabase> databases;
    };
    /// Rows that a running statement has published; written by its thread.
    struct Feed;
    /// Result of the statement, in no language.
    struct Said
    {
        enum class Stage : quint8 { Nothing, NoMemory, Starts, Runs, Stopped, Ended };
        Stage stage = Stage::Nothing;
        qint64 ns = 0;
        qint64 rows = 0;
        SqlOutcome outcome{};
        bool isOutOfRoom = false;
        qsizetype line = 0; ///< of a mistake, from 1; 0: not known
        qsizetype character = 0;
        qsizetype ranks = 0; ///< of the run that was asked
        qsizetype loaded = 0;
    };

    void setUp();
    void refresh();
    void readSchema();
    void takeSchema(Schema schema);
    /// Databases of the schema that were not read yet.
    void readDatabases(const QStringList &names);
    void takeContents(std::vector<SqlDatabaseContent> contents);
    /// Databases that the text names, so that their tables are proposed.
    void readNamed();
    void proposeNames();
    void look();
    void take(SqlAnswer answer);
    void showRows(std::shared_ptr<const SqlResult> rows);
    /// Filters that were asked of the rows of another statement.
    void clearOldFilters();
    void showAnswer();
    void showHint(const QString &heading, const QString &text);
    void say(Said said);
    /// Says it above the rows, and in their place where there are none.
    void tell();
    [[nodiscard]] QStringList statusTexts() const;
    [[nodiscard]] QStringList answerTexts() const;
    [[nodiscard]] QStringList mistakeTexts() const;
    [[nodiscard]] QStringList reasonTexts() const;
    /// Heading and text in place of the rows.
    [[nodiscard]] std::pair<QString, QString> hintTexts() const;
    void updateButtons();
    void remember(const QString &sql);
    void goThroughHistory(int direction);
    void fillHistory();
    void fillQueries();
    void askTitle();
    void askRemove(const SavedQuery &query);
    void activate(int row);
    [[nodiscard]] RowPlace cellPlace(int row) const;
    [[nodiscard]] RowPlace moment(int row) const;
    void showMoment(const RowPlace &at);
    /// Above rows that are not of the run that is asked now: whose they are.
    void tellOfRows();
    [[nodiscard]] QString whyNoJump() const;

    PageBody *m_body;
    QSplitter *m_sides;
    QSplitter *m_halves;
    SqlSchemaTree *m_schema;
    SqlEditor *m_editor;
    QToolButton *m_run;
    QToolButton *m_stop;
    QToolButton *m_historyButton;
    QToolButton *m_queriesButton;
    QToolButton *m_chartButton;
    QMenu *m_historyMenu;
    QMenu *m_queriesMenu;
    ElidedLabel *m_runName;
    QProgressBar *m_progress;
    QLabel *m_status;
    QLabel *m_ofRows;
    QStackedWidget *m_answer;
    EmptyState *m_hint;
    TableView *m_table;
    SqlChart *m_chart;
    RowJump m_jump;
    LatestJob<SqlAnswer> m_job;
    LatestJob<Schema> m_schemaJob;
    LatestJob<std::vector<SqlDatabaseContent>> m_contentJob;
    Schema m_known;
    std::map<QString, SqlDatabaseContent> m_contents; ///< of databases that were read, by path
    QStringList m_wanted;                             ///< databases that are being read
    std::shared_ptr<Feed> m_feed;
    Said m_said;
    QTimer m_looks{this};
    QTimer m_news{this}; ///< ranks that come together are one change
    QElapsedTimer m_clock;
    std::shared_ptr<const SqlResult> m_rows; ///< that are shown
    int m_of = -1;                           ///< run that is asked next
    int m_askedOf = -1;                      ///< run of the statement that was started last
    int m_rowsOf = -1;                       ///< run of the rows, open or closed
    QString m_askedName;
    QString m_rowsName;
    qint64 m_originNs = 0;
    int m_startOfStatement = 0;
    QString m_asked;           ///< the statement that was started last
    bool m_isOther = false;    ///< it is not the one that the filters are of
    bool m_isOfBefore = false; ///< the rows are of the statement before
    bool m_stale = true;
    QString m_folder = savedQueriesFolder();
    QStringList m_history;
    int m_inHistory = -1; ///< -1: at what is being written
    QString m_draft;      ///< what was written before the history was gone through
};

} // namespace rs
