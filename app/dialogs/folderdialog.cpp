// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/folderdialog.h"

#include "views/widgets/plaintext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace rs {

FolderDialog::FolderDialog(const QString &title, const QString &start, QWidget *parent)
    : QFileDialog(parent, title, start)
{
    // The system's dialog would not come by here when it is accepted.
    setOption(DontUseNativeDialog);
    setOption(ShowDirsOnly);
    setFileMode(Directory);
    // Qt's dialog greys its button for a name that is not there yet.
    auto *const line = findChild<QLineEdit *>();
    const auto *const buttons = findChild<QDialogButtonBox *>();
    QPushButton *const choose = buttons ? buttons->button(QDialogButtonBox::Open) : nullptr;
    if (line && choose)
        connect(line, &QLineEdit::textChanged, choose,
                [choose](const QString &name) { choose->setEnabled(!name.trimmed().isEmpty()); });
}

QComboBox *FolderDialog::addChoice(const QString &label)
{
    auto *const box = new QComboBox(this);
    box->setAccessibleName(label);
    auto *const name = plainLabel(this, label);
    name->setBuddy(box);
    // Qt's dialog is a grid with its labels on the left.
    if (auto *const grid = qobject_cast<QGridLayout *>(layout())) {
        const int row = grid->rowCount();
        grid->addWidget(name, row, 0);
        grid->addWidget(box, row, 1);
    }
    return box;
}

void FolderDialog::accept()
{
    const QStringList chosen = selectedFiles();
    if (chosen.isEmpty())
        return;
    m_folder = QFileInfo(QDir::cleanPath(chosen.front())).absoluteFilePath();
    if (QFileInfo::exists(m_folder))
        QFileDialog::accept();
    else
        QDialog::accept();
}

} // namespace rs

#include "moc_folderdialog.cpp"
