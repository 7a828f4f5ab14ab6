// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <QStringList>
#include <QVariant>

#include <utility>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace rs {

/// One item of a list that is searched.
struct Choice
{
    QString text;
    QString detail;   ///< beside the text
    QString section;  ///< the heading above it
    QList<int> ranks; ///< what numbers that are typed mean
    QVariant data;
    /// Every word (lower case) occurs in it; a number is one of its ranks, where it has any.
    [[nodiscard]] bool has(const QStringList &words) const;
};

/// Those of the choices that were searched for, below the headings of their sections.
class ChoiceModel : public QAbstractListModel
{
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setChoices(std::vector<Choice> choices);
    void search(const QString &text);
    /// Null for a heading.
    [[nodiscard]] const Choice *at(int row) const;
    /// The next row from `row` on that is no heading, upwards with -1; -1: none.
    [[nodiscard]] int next(int row, int direction) const;
    /// -1: not there.
    [[nodiscard]] int rowOf(const QVariant &data) const;
    /// Entry that contains the searched text as a whole word; else the first one, -1 without any.
    [[nodiscard]] int best() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void arrange();

    std::vector<Choice> m_choices;
    QStringList m_words;
    std::vector<std::pair<int, QString>> m_rows; ///< position in the choices; -1: a heading, and its text
};

/// A field to type into above the choices.
class ChoicePopup : public QFrame
{
    Q_OBJECT
public:
    explicit ChoicePopup(QWidget *owner);

    /// Below its owner; `now` is the current choice.
    void open(std::vector<Choice> choices, const QVariant &now);
    [[nodiscard]] QLineEdit *field() const { return m_field; }
    [[nodiscard]] QListView *list() const { return m_list; }

signals:
    void chosen(const QVariant &data);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setCurrent(int row);
    void chooseRow(int row);
    void walk(int rows);
    void place();

    QWidget *m_owner;
    ChoiceModel *m_model;
    QLineEdit *m_field;
    QListView *m_list;
    QLabel *m_nothing;
};

} // namespace rs
