// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "importers/run/remoteruns.h"

#include <QDialog>

class QLineEdit;
class QSpinBox;

namespace rs {

/// Asks by which programs runs on other hosts are reached.
class RemoteDialog : public QDialog
{
    Q_OBJECT
public:
    explicit RemoteDialog(const RemoteSettings &settings, QWidget *parent = nullptr);

    /// Without a name of a program the usual one.
    [[nodiscard]] RemoteSettings settings() const;

private:
    QLineEdit *m_ssh;
    QLineEdit *m_program;
    QSpinBox *m_timeout;
};

} // namespace rs
