// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "views/page/pagehost.h"

#include <QPointer>

#include <vector>

class QLabel;
class QTabWidget;

namespace rs {

class CommPages;
class LinksPage;
class MatrixPage;
class RankGroupChip;
class Page;
class TableView;

/// Everything about communication, one page per question.
class CommunicationView : public PageHost
{
    Q_OBJECT
public:
    explicit CommunicationView(const ViewContext &context, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const override;
    /// "matrix", a tab ("operators", "links", "durations", "bandwidth", "time") or a page of one.
    void showPage(const QString &name) override;
    [[nodiscard]] QStringList pageNames() const override;
    void restoreState(const QJsonObject &state) override;
    [[nodiscard]] Page *shownPage() const override;
    [[nodiscard]] MatrixPage *matrix() const { return m_matrix; }
    /// Note on cut files, above the pages that show their numbers; empty: none.
    [[nodiscard]] QString cutNote() const;
    /// In the order of the tabs behind the matrix.
    [[nodiscard]] const std::vector<CommPages *> &tabs() const { return m_pages; }

signals:
    /// Reason why there was no place to go to.
    void notice(const QString &text);

protected:
    void retranslate() override;

private:
    /// Null for the matrix.
    [[nodiscard]] CommPages *shownPages() const;
    [[nodiscard]] QString shownName() const { return shownPage()->objectName(); }
    /// Shows the links of a fit, after a jump.
    void showLinksOf(const QString &transport);
    void connectHistory();
    /// Another page is shown, by whomever.
    void followPage();
    /// Choices that jumps make in pages beside what all views share, and the page in which they began.
    [[nodiscard]] QJsonObject place() const;
    void returnTo(const QJsonObject &place);
    void keepRow(TableView *table, const QString &key);
    void leaveRow();
    /// The chip stands where it says what is shown.
    void showChip();
    void showTruncatedFiles();
    /// Adds a tab that shows one of `pages`.
    void addTab(const char *name, std::vector<Page *> pages);

    QTabWidget *m_tabs;
    QLabel *m_cut; ///< which files are
    MatrixPage *m_matrix;
    LinksPage *m_links;
    RankGroupChip *m_chip;
    std::vector<CommPages *> m_pages;
    QPointer<TableView> m_keptIn; ///< whose row is kept
    QObject m_rowKeeper;
    QString m_left;           ///< the page from which the history makes its step
    bool m_following = false; ///< the history or a session has the page already
};

} // namespace rs
