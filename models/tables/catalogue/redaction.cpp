// SPDX-License-Identifier: Apache-2.0
#include "tables/catalogue/redaction.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace rs {

namespace {

constexpr qsizetype fewestLetters = 3; // a shorter name is part of too many words

QString withoutEnd(QString path)
{
    while (path.size() > 1 && path.endsWith(u'/'))
        path.chop(1);
    return path;
}

// The user whose home the path lies in; empty: none.
QString userOf(const QString &path)
{
    static const QRegularExpression home(QStringLiteral(R"((?:/home/|/Users/|\\Users\\)([^/\\\s"']+))"));
    return home.match(path).captured(1);
}

// A part of a word is not meant: "node1" is no part of "node10".
QRegularExpression asWord(const QString &text)
{
    return QRegularExpression(QStringLiteral(R"((?<![\p{L}\p{N}]))") + QRegularExpression::escape(text) +
                              QStringLiteral(R"((?![\p{L}\p{N}]))"));
}

} // namespace

Redaction::Redaction(const Run &run)
{
    const auto addUser = [this](const QString &path) {
        if (const QString user = userOf(path); user.size() >= fewestLetters)
            know(user, nameOf(user, "user-"));
    };
    for (size_t i = 0; i < run.infos.size(); ++i) {
        const RankInfo &info = run.infoOf(i);
        // The label of a rank without a number is the name of its folder.
        const QString rank =
            QStringLiteral("rank ") + QString::number(info.rank >= 0 ? info.rank : static_cast<int>(i));
        if (info.host.size() >= fewestLetters)
            know(info.host, nameOf(info.host, "host-"));
        for (const QString &folder : QStringList{info.path} + info.captures) {
            addUser(folder);
            know(withoutEnd(folder), QStringLiteral("/…/") + rank);
            if (const QString name = QDir(folder).dirName(); name.size() >= fewestLetters)
                know(name, rank);
        }
    }
    addUser(run.path);
    know(withoutEnd(run.path), QStringLiteral("/…/run"));
    std::ranges::stable_sort(m_known, [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
}

void Redaction::know(const QString &secret, const QString &as)
{
    if (secret.size() >= fewestLetters &&
        std::ranges::none_of(m_known, [&](const auto &k) { return k.first == secret; }))
        m_known.emplace_back(secret, as);
}

QString Redaction::nameOf(const QString &secret, const char *kind)
{
    QString &name = m_names[secret];
    if (name.isEmpty())
        name = QString::fromUtf8(kind) + QString::number(++m_counts[QString::fromUtf8(kind)]);
    return name;
}

QString Redaction::of(const QString &text)
{
    QString out = text;
    for (const auto &[secret, as] : m_known) {
        if (!out.contains(secret))
            continue;
        const QString before = out;
        out.replace(asWord(secret), as);
        if (out != before)
            m_names[secret] = as;
    }
    struct Pattern
    {
        const char *kind;
        QRegularExpression form;
    };
    // A path begins where no name does, so that scopes such as Default/network keep theirs.
    static const Pattern patterns[] = {
        {"mail-", QRegularExpression(QStringLiteral(R"([\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+)"))},
        {"user-", QRegularExpression(QStringLiteral(R"(\b[a-z][\w.\-]*(?=@[a-z][\w\-]*\b))"))},
        {"address-", QRegularExpression(QStringLiteral(R"((?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]))"))},
        {"address-",
         QRegularExpression(QStringLiteral(R"((?<![\w:])(?:[0-9a-fA-F]{1,4}:){4,7}[0-9a-fA-F]{1,4}(?![\w:]))"))},
        // Abbreviated, with a digit: names of C++ have none between their colons.
        {"address-",
         QRegularExpression(QStringLiteral(
             R"((?<![\w:])(?=[\da-fA-F:]*::)(?=[a-fA-F:]*\d)[\da-fA-F]{0,4}(?:::?[\da-fA-F]{1,4})+(?![\w:]))"))},
        // Communication domains have names that begin with ADDRESS%INTERFACE_PORT_.
        {"interface-",
         QRegularExpression(QStringLiteral(R"((?:address-\d+%|IFNAME=)\K[A-Za-z][\w.\-]*?(?=_\d|[^\w.\-]|$))"))},
        {"/…/path-", QRegularExpression(
                         QStringLiteral(R"((?<![\w…/.\])])/(?!…)[^\s/"'<>|,;()\[\]]+(?:/[^\s/"'<>|,;()\[\]]+)+/?)"))},
        {"/…/path-",
         QRegularExpression(QStringLiteral(R"((?<!\w)[A-Za-z]:\\[^\s"'<>|,;]+|\\\\[\w.\-]+\\[^\s"'<>|,;]+)"))},
    };
    for (const Pattern &p : patterns) {
        qsizetype from = 0;
        for (QRegularExpressionMatch m = p.form.match(out, from); m.hasMatch(); m = p.form.match(out, from)) {
            const QString as = nameOf(m.captured(), p.kind);
            out.replace(m.capturedStart(), m.capturedLength(), as);
            from = m.capturedStart() + as.size();
        }
    }
    return out;
}

std::vector<std::pair<QString, QString>> Redaction::replaced() const
{
    std::vector<std::pair<QString, QString>> out(m_names.begin(), m_names.end());
    std::ranges::stable_sort(out, {}, &std::pair<QString, QString>::second);
    return out;
}

} // namespace rs
