// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/remotedialog.h"

#include "views/widgets/plaintext.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace rs {

RemoteDialog::RemoteDialog(const RemoteSettings &settings, QWidget *parent)
    : QDialog(parent), m_ssh(new QLineEdit(settings.ssh, this)), m_program(new QLineEdit(settings.program, this)),
      m_timeout(new QSpinBox(this))
{
    setWindowTitle(tr("Remote Hosts"));
    const RemoteSettings usual;
    m_ssh->setObjectName(QStringLiteral("ssh"));
    m_ssh->setPlaceholderText(usual.ssh);
    m_program->setObjectName(QStringLiteral("program"));
    m_program->setPlaceholderText(usual.program);
    m_timeout->setObjectName(QStringLiteral("timeout"));
    m_timeout->setRange(1, 3600);
    m_timeout->setSuffix(tr(" s"));
    m_timeout->setValue(settings.timeoutSeconds);
    auto *const form = new QFormLayout;
    form->addRow(tr("Program that connects:"), m_ssh);
    form->addRow(tr("Path of rankscope-cli on the host:"), m_program);
    form->addRow(tr("A host is given up after:"), m_timeout);
    QLabel *const note = plainLabel(this);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    note->setText(tr("File > Import Data takes ssh://[user@]host[:port]/path too. ssh has to connect without a "
                     "question: by a key or an agent."));
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto *const column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(note);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(480, sizeHint().height());
}

RemoteSettings RemoteDialog::settings() const
{
    RemoteSettings out;
    if (const QString ssh = m_ssh->text().trimmed(); !ssh.isEmpty())
        out.ssh = ssh;
    if (const QString program = m_program->text().trimmed(); !program.isEmpty())
        out.program = program;
    out.timeoutSeconds = m_timeout->value();
    return out;
}

} // namespace rs

#include "moc_remotedialog.cpp"
