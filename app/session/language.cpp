// SPDX-License-Identifier: Apache-2.0
#include "app/session/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace rs {

namespace {
// Words of Qt's file dialogs for listed things; its own translation has none.
[[maybe_unused]] constexpr const char *folderWords[] =
    QT_TRANSLATE_NOOP3("QAbstractFileIconProvider", "Folder", "All other platforms");
[[maybe_unused]] constexpr const char *otherWords[] = {QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Drive"),
                                                       QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Unknown")};
} // namespace

Language::Language(QObject *parent) : QObject(parent) {}

Language::~Language()
{
    QCoreApplication::removeTranslator(&m_qt);
    QCoreApplication::removeTranslator(&m_program);
}

QString Language::resolve(const QString &language)
{
    if (language == u"en" || language == u"zh_CN")
        return language;
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void Language::use(const QString &language)
{
    const QString next = resolve(language);
    if (next == m_current)
        return;
    emit aboutToChange();
    m_current = next;
    QCoreApplication::removeTranslator(&m_qt);
    QCoreApplication::removeTranslator(&m_program);
    // Numbers keep the same look in both languages: a trace is read beside files that write 1234.5.
    QLocale::setDefault(QLocale(next == u"zh_CN" ? QLocale::Chinese : QLocale::English,
                                next == u"zh_CN" ? QLocale::China : QLocale::UnitedStates));
    if (next != u"en" &&
        m_qt.load(QStringLiteral("qtbase_") + next, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    // English has a file too: it holds the plural forms.
    if (m_program.load(QStringLiteral(":/i18n/rankscope_") + next))
        QCoreApplication::installTranslator(&m_program);
    emit changed();
}

} // namespace rs

#include "moc_language.cpp"
