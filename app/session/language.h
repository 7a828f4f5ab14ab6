// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <QTranslator>

namespace rs {

/// Switches the program's texts, and those of Qt's own dialogs, while it runs. Qt then sends LanguageChange to every
/// window.
class Language : public QObject
{
    Q_OBJECT
public:
    explicit Language(QObject *parent = nullptr);
    ~Language() override;

    /// "en", "zh_CN" or "system", which is Chinese on a Chinese system and English on any other.
    void use(const QString &language);
    /// "en" or "zh_CN": what is shown now.
    [[nodiscard]] QString current() const { return m_current; }
    [[nodiscard]] static QString resolve(const QString &language);

signals:
    /// The words are still those of the language that is left.
    void aboutToChange();
    void changed();

private:
    QTranslator m_program;
    QTranslator m_qt;
    QString m_current;
};

} // namespace rs
