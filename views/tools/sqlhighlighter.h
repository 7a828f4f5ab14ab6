// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSyntaxHighlighter>

class QPlainTextEdit;

namespace rs {

class Theme;

/// Keywords and functions of statements stand out, texts, numbers and comments stand back.
class SqlHighlighter final : public QSyntaxHighlighter
{
    Q_OBJECT
public:
    SqlHighlighter(QPlainTextEdit *editor, const Theme *theme);

protected:
    void highlightBlock(const QString &line) override;

private:
    const Theme *m_theme;
};

} // namespace rs
