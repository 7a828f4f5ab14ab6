// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dialogs/keypresets.h"

#include <QAbstractTableModel>
#include <QDialog>

class QComboBox;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace rs {

class Theme;

/// Every command with its keys, straight from the registry, and behind them the gestures that cannot be changed.
class KeyModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Group, Title, Keys, Standard, ColumnCount };

    KeyModel(const KeyPresets &presets, const Theme &theme, QObject *parent = nullptr);

    void refresh();
    /// Null for a gesture.
    [[nodiscard]] const KeyEntry *entry(int row) const;
    [[nodiscard]] int rowOf(const QString &id) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    const KeyPresets &m_presets;
    const Theme &m_theme;
    std::vector<KeyEntry> m_entries;
};

/// The list of keys, which is also where they are changed.
class KeysDialog final : public QDialog
{
    Q_OBJECT
public:
    KeysDialog(KeyPresets &presets, const Theme &theme, QWidget *parent = nullptr);

    [[nodiscard]] KeyModel *model() const { return m_model; }
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] QKeySequenceEdit *edit() const { return m_edit; }
    [[nodiscard]] QString conflictText() const;
    /// Chooses a command by its id.
    void choose(const QString &id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showChosen();
    void assign(bool further);
    [[nodiscard]] const KeyEntry *chosen() const;

    KeyPresets &m_presets;
    KeyModel *m_model;
    QSortFilterProxyModel *m_proxy;
    QLineEdit *m_filter;
    QComboBox *m_preset;
    QTableView *m_table;
    QLabel *m_command;
    QKeySequenceEdit *m_edit;
    QPushButton *m_set;
    QPushButton *m_add;
    QPushButton *m_clear;
    QPushButton *m_reset;
    QLabel *m_conflict;
};

} // namespace rs
