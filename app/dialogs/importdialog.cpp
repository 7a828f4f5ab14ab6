// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/importdialog.h"

#include "core/base/pathprobe.h"
#include "core/run/remotepath.h"
#include "items/format.h"
#include "views/widgets/icons.h"
#include "views/widgets/plaintext.h"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileSystemModel>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace rs {

ImportDialog::ImportDialog(const QString &startFolder, const QStringList &places, QWidget *parent)
    : QDialog(parent), m_files(new QFileSystemModel(this)), m_tree(new QTreeView(this)), m_path(new QLineEdit(this)),
      m_problem(plainLabel(this))
{
    setWindowTitle(tr("Import Data"));
    m_files->setOption(QFileSystemModel::DontUseCustomDirectoryIcons);
    m_files->setIconProvider(&m_icons);
    m_files->setReadOnly(true);
    m_files->setRootPath(QDir::rootPath());
    m_tree->setModel(m_files);
    m_tree->hideColumn(2); // types, which only the content tells
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setSortingEnabled(true);
    m_tree->sortByColumn(0, Qt::AscendingOrder);
    m_tree->header()->resizeSection(0, 360);
    m_tree->setAccessibleName(tr("Folders and files"));
    m_path->setObjectName(QStringLiteral("path"));
    m_path->setAccessibleName(tr("Path"));
    auto *const completer = new QCompleter(m_files, this);
    m_path->setCompleter(completer);

    auto *const up = new QToolButton(this);
    up->setIcon(symbol(QStringLiteral("up")));
    up->setAutoRaise(true);
    up->setToolTip(tr("Parent folder"));
    auto *const recent = new QToolButton(this);
    recent->setText(tr("Recent Places"));
    recent->setPopupMode(QToolButton::InstantPopup);
    recent->setAutoRaise(true);
    recent->setVisible(!places.isEmpty());
    auto *const menu = new QMenu(recent);
    for (const QString &place : places)
        menu->addAction(format::displayText(place).replace(u'&', QLatin1String("&&")), this,
                        [this, place] { setFolder(place); });
    recent->setMenu(menu);
    auto *const line = new QHBoxLayout;
    line->setSpacing(4);
    line->addWidget(m_path, 1);
    line->addWidget(recent);
    line->addWidget(up);
    auto *const hint =
        plainLabel(this, tr("Choose one or many folders or files; a folder may hold the ranks of a whole run. "
                            "ssh://host/path is a run on another host."));
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setWordWrap(true);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    m_open->setDefault(true);
    auto *const column = new QVBoxLayout(this);
    m_problem->setObjectName(QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addLayout(line);
    column->addWidget(m_problem);
    column->addWidget(m_tree, 1);
    column->addWidget(hint);
    column->addWidget(buttons);
    resize(760, 520);

    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(up, &QToolButton::clicked, this, [this] { setFolder(QFileInfo(folder()).absolutePath()); });
    connect(m_path, &QLineEdit::textEdited, this, &ImportDialog::typed);
    connect(m_path, &QLineEdit::textChanged, m_problem, &QWidget::hide);
    // Open answers this key only where there is something to open.
    connect(m_path, &QLineEdit::returnPressed, this, [this] {
        if (m_open->isEnabled())
            return;
        m_problem->setText(RemotePath::isOne(m_path->text())
                               ? tr("A run on another host is ssh://[user@]host[:port]/path.")
                           : m_path->text().isEmpty() ? tr("Type the path of a folder or file, or choose one below.")
                                                      : tr("%1 does not exist.").arg(m_path->text()));
        m_problem->show();
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ImportDialog::chosen);
    connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex &at) {
        if (!m_files->isDir(at))
            accept();
    });
    setFolder(startFolder);
    m_path->selectAll();
    m_path->setFocus();
}

// Its thread asks for icons.
ImportDialog::~ImportDialog()
{
    delete m_files;
}

QString ImportDialog::folder() const
{
    return m_files->filePath(m_tree->rootIndex());
}

void ImportDialog::setFolder(const QString &folder)
{
    m_tree->clearSelection();
    const bool isThere = existsInTime(folder);
    if (isThere)
        m_tree->setRootIndex(m_files->index(folder));
    m_path->setText(folder);
    m_open->setEnabled(isThere);
}

void ImportDialog::typed()
{
    m_tree->selectionModel()->blockSignals(true);
    m_tree->clearSelection();
    m_tree->selectionModel()->blockSignals(false);
    // A name that is not there lists the folder above, where the right one can be seen.
    QString shown = QDir::current().absoluteFilePath(m_path->text());
    while (!isFolderInTime(shown) && shown != QDir::rootPath())
        shown = QFileInfo(shown).absolutePath();
    m_tree->setRootIndex(m_files->index(shown));
    m_open->setEnabled(existsInTime(m_path->text()) || RemotePath::parse(m_path->text()));
}

void ImportDialog::chosen()
{
    const QModelIndexList rows = m_tree->selectionModel()->selectedRows();
    if (rows.isEmpty())
        return;
    m_path->setText(rows.size() == 1 ? m_files->filePath(rows.front())
                                     : tr("%n chosen", nullptr, static_cast<int>(rows.size())));
    m_open->setEnabled(true);
}

QStringList ImportDialog::paths() const
{
    QStringList out;
    for (const QModelIndex &row : m_tree->selectionModel()->selectedRows())
        out.append(m_files->filePath(row));
    if (out.isEmpty() && RemotePath::parse(m_path->text()))
        out.append(m_path->text());
    else if (out.isEmpty() && existsInTime(m_path->text()))
        out.append(QFileInfo(m_path->text()).absoluteFilePath());
    return out;
}

} // namespace rs

#include "moc_importdialog.cpp"
