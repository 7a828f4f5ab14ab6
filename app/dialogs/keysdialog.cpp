// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/keysdialog.h"

#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/widgets/plaintext.h"
#include "views/tables/tableparts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace rs {

namespace {

QString shown(const QList<QKeySequence> &keys)
{
    QStringList texts;
    for (const QKeySequence &k : keys)
        texts.append(k.toString(QKeySequence::NativeText));
    return texts.join(QStringLiteral("   "));
}

} // namespace

KeyModel::KeyModel(const KeyPresets &presets, const Theme &theme, QObject *parent)
    : QAbstractTableModel(parent), m_presets(presets), m_theme(theme), m_entries(presets.entries())
{
}

void KeyModel::refresh()
{
    beginResetModel();
    m_entries = m_presets.entries();
    endResetModel();
}

const KeyEntry *KeyModel::entry(int row) const
{
    return row >= 0 && row < static_cast<int>(m_entries.size()) ? &m_entries[static_cast<size_t>(row)] : nullptr;
}

int KeyModel::rowOf(const QString &id) const
{
    for (size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].id == id)
            return static_cast<int>(i);
    }
    return -1;
}

int KeyModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size() + KeyMap::gestures().size());
}

int KeyModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant KeyModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const KeyEntry *const e = entry(index.row());
    if (!e) {
        const FixedGesture &g = KeyMap::gestures()[static_cast<size_t>(index.row()) - m_entries.size()];
        if (role == Qt::ForegroundRole && index.column() == Keys)
            return m_theme.secondaryText();
        if (role != Qt::DisplayRole)
            return {};
        return index.column() == Group   ? KeyPresets::tr("Timeline")
               : index.column() == Title ? KeyMap::tr(g.title)
               : index.column() == Keys  ? KeyMap::tr(g.gesture)
                                         : QString();
    }
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Group   ? e->group
               : index.column() == Title ? e->title
                                         : shown(index.column() == Keys ? e->keys : e->standard);
    case Qt::ForegroundRole:
        if (index.column() == Keys && !e->conflicts.isEmpty())
            return m_theme.error();
        return index.column() == Standard ? QVariant(m_theme.secondaryText()) : QVariant();
    case Qt::FontRole:
        if (index.column() == Keys && e->isChanged()) {
            QFont bold;
            bold.setWeight(QFont::Bold);
            return bold;
        }
        return {};
    case Qt::ToolTipRole:
        return e->conflicts.isEmpty() ? QVariant()
                                      : QVariant(format::tooltipText(
                                            tr("The key also runs: %1").arg(e->conflicts.join(QStringLiteral(", ")))));
    default:
        return {};
    }
}

QVariant KeyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Group:
        return tr("Where");
    case Title:
        return tr("Command");
    case Keys:
        return tr("Keys");
    case Standard:
        return tr("Preset");
    default:
        return {};
    }
}

KeysDialog::KeysDialog(KeyPresets &presets, const Theme &theme, QWidget *parent)
    : QDialog(parent), m_presets(presets), m_model(new KeyModel(presets, theme, this)),
      m_proxy(new QSortFilterProxyModel(this)), m_filter(new QLineEdit(this)), m_preset(new QComboBox(this)),
      m_table(new QTableView(this)), m_command(plainLabel(this)), m_edit(new QKeySequenceEdit(this)),
      m_set(new QPushButton(tr("Set"), this)), m_add(new QPushButton(tr("Add"), this)),
      m_clear(new QPushButton(tr("No Key"), this)), m_reset(new QPushButton(tr("As in the Preset"), this)),
      m_conflict(plainLabel(this))
{
    setObjectName(QStringLiteral("shortcutsDialog"));
    // Qt's own word for it is another one in Chinese.
    if (auto *const line = m_edit->findChild<QLineEdit *>())
        line->setPlaceholderText(tr("Press the keys"));
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_filter->setPlaceholderText(tr("Filter by command or key"));
    m_filter->setClearButtonEnabled(true);
    m_preset->addItem(tr("Keys as in MindStudio"), static_cast<int>(KeyPreset::MindStudio));
    m_preset->addItem(tr("Keys as in Perfetto"), static_cast<int>(KeyPreset::Perfetto));
    m_preset->setCurrentIndex(m_preset->findData(static_cast<int>(presets.preset())));
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    tableparts::setUp(m_table, &theme);
    m_table->setModel(m_proxy);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAccessibleName(windowTitle());
    m_set->setToolTip(tr("These keys instead of the ones that the command has"));
    m_add->setToolTip(tr("This key besides the ones that the command has"));
    m_conflict->setWordWrap(true);
    QPalette red = palette();
    red.setColor(QPalette::WindowText, theme.error());
    m_conflict->setPalette(red);

    auto *const top = new QHBoxLayout;
    top->addWidget(m_filter, 1);
    top->addWidget(m_preset);
    auto *const line = new QHBoxLayout;
    line->addStretch(1);
    for (QWidget *const w : std::initializer_list<QWidget *>{m_edit, m_set, m_add, m_clear, m_reset})
        line->addWidget(w);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *const all = buttons->addButton(tr("Everything as in the Preset"), QDialogButtonBox::ResetRole);
    auto *const column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    column->addWidget(m_command);
    column->addLayout(line);
    column->addWidget(m_conflict);
    column->addWidget(buttons);
    resize(760, 600);

    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_preset, &QComboBox::activated, this,
            [this] { m_presets.setPreset(static_cast<KeyPreset>(m_preset->currentData().toInt())); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &KeysDialog::showChosen);
    connect(m_edit, &QKeySequenceEdit::keySequenceChanged, this, &KeysDialog::showChosen);
    connect(m_set, &QPushButton::clicked, this, [this] { assign(false); });
    connect(m_add, &QPushButton::clicked, this, [this] { assign(true); });
    connect(m_clear, &QPushButton::clicked, this, [this] {
        if (const KeyEntry *const e = chosen())
            m_presets.setKeys(e->id, {});
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        if (const KeyEntry *const e = chosen())
            m_presets.reset(e->id);
    });
    connect(all, &QPushButton::clicked, this, [this] { m_presets.resetAll(); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&m_presets, &KeyPresets::changed, this, [this] {
        const KeyEntry *const e = chosen();
        const QString id = e ? e->id : QString();
        m_model->refresh();
        choose(id);
    });
    // The field reports a key only when it stops waiting for a further one; conflicts are shown at once.
    m_edit->installEventFilter(this);
    tableparts::ColumnWidths().fit(m_table);
    m_filter->setFocus();
    showChosen();
}

bool KeysDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_edit && event->type() == QEvent::KeyRelease)
        showChosen();
    return QDialog::eventFilter(watched, event);
}

QString KeysDialog::conflictText() const
{
    return m_conflict->text();
}

void KeysDialog::choose(const QString &id)
{
    const QModelIndex at = m_proxy->mapFromSource(m_model->index(m_model->rowOf(id), 0));
    if (at.isValid())
        m_table->setCurrentIndex(at);
    showChosen();
}

const KeyEntry *KeysDialog::chosen() const
{
    const QModelIndex at = m_table->currentIndex();
    return at.isValid() ? m_model->entry(m_proxy->mapToSource(at).row()) : nullptr;
}

void KeysDialog::assign(bool further)
{
    const KeyEntry *const e = chosen();
    if (!e || m_edit->keySequence().isEmpty())
        return;
    QList<QKeySequence> keys = further ? e->keys : QList<QKeySequence>();
    // One press each: a second one within the field's patience would make a sequence that the timeline does not know.
    const QKeySequence key(m_edit->keySequence()[0]);
    if (!keys.contains(key))
        keys.append(key);
    m_edit->clear();
    m_presets.setKeys(QString(e->id), keys);
}

void KeysDialog::showChosen()
{
    const KeyEntry *const e = chosen();
    for (QWidget *const w : std::initializer_list<QWidget *>{m_edit, m_clear})
        w->setEnabled(e);
    const bool pressed = e && !m_edit->keySequence().isEmpty();
    m_set->setEnabled(pressed);
    m_add->setEnabled(pressed);
    m_reset->setEnabled(e && e->isChanged());
    m_command->setText(e ? e->title : tr("Choose a command to change its keys."));
    QStringList others;
    QString key;
    if (pressed) {
        const QKeySequence wanted(m_edit->keySequence()[0]);
        for (int row = 0; const KeyEntry *const other = m_model->entry(row); ++row) {
            if (other->id != e->id && other->keys.contains(wanted))
                others.append(other->title);
        }
        key = wanted.toString(QKeySequence::NativeText);
    } else if (e) {
        others = e->conflicts;
        key = shown(e->keys);
    }
    m_conflict->setText(others.isEmpty() ? QString()
                                         : tr("%1 also runs: %2. One of them will not work.", "key, commands")
                                               .arg(key, others.join(QStringLiteral(", "))));
}

} // namespace rs

#include "moc_keysdialog.cpp"
