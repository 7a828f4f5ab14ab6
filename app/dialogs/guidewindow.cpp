// SPDX-License-Identifier: Apache-2.0
#include "app/dialogs/guidewindow.h"

#include "app/session/language.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFile>
#include <QLineEdit>
#include <QRegularExpression>
#include <QShortcut>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {

constexpr int blockRole = Qt::UserRole; ///< of an entry: number of the block of its heading

/// The guide as it is shown, and the anchors of its headings in their order.
struct Guide
{
    QString markdown;
    QStringList anchors;
};

// As the sites do that show such files: lower case, words parted by hyphens.
QString anchorOf(const QString &heading)
{
    static const QRegularExpression dropped(QStringLiteral("[^\\w\\- ]"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    return QString(heading).remove(dropped).trimmed().toLower().replace(u' ', u'-');
}

// Without its list of contents, which stands beside it, pictures of the window, which stands behind it, and the link to
// the other language.
Guide guideOf(const QString &text)
{
    static const QRegularExpression named(QStringLiteral("^<a id=\"([^\"]+)\"></a>$"));
    static const QRegularExpression otherLanguage(QStringLiteral("(?:中文版|English): \\[[^\\]]*\\]\\([^)]*\\)"));
    static const QRegularExpression heading(QStringLiteral("^(#+) (.+)$"));
    Guide out;
    QString given;
    bool isCode = false;
    bool isContents = false;
    for (const QString &line : text.split(u'\n')) {
        if (line.startsWith(QLatin1String("```")))
            isCode = !isCode;
        if (const auto anchor = named.match(line); anchor.hasMatch() && !isCode) {
            given = anchor.captured(1);
            continue;
        }
        if (const auto found = heading.match(line); found.hasMatch() && !isCode) {
            const QString title = found.captured(2);
            isContents = title == QLatin1String("Contents") || title == QStringLiteral("目录");
            if (!isContents)
                out.anchors << (given.isEmpty() ? anchorOf(title) : given);
            given.clear();
        }
        if (!isContents && !line.startsWith(QLatin1String("![")))
            out.markdown += QString(line).remove(otherLanguage) + u'\n';
    }
    return out;
}

} // namespace

GuideWindow::GuideWindow(const Language &language, QWidget *parent)
    : QWidget(parent, Qt::Window), m_language(language), m_field(new QLineEdit(this)),
      m_contents(new QTreeWidget(this)), m_text(new QTextBrowser(this))
{
    setObjectName(QStringLiteral("guide"));
    constexpr int margin = 8;
    m_field->setClearButtonEnabled(true);
    m_contents->setHeaderHidden(true);
    m_contents->setFrameShape(QFrame::NoFrame);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(2 * margin);
    auto *const left = new QWidget(this);
    auto *const lines = new QVBoxLayout(left);
    lines->setContentsMargins(margin, margin, 0, 0);
    lines->addWidget(m_field);
    lines->addWidget(m_contents, 1);
    auto *const halves = new QSplitter(this);
    halves->addWidget(left);
    halves->addWidget(m_text);
    halves->setStretchFactor(1, 1);
    halves->setChildrenCollapsible(false);
    const int letter = fontMetrics().averageCharWidth();
    halves->resize(letter * 140, fontMetrics().height() * 46); // the sizes are shares of this
    halves->setSizes({letter * 42, letter * 98});
    auto *const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(halves);
    resize(halves->size());
    if (parent)
        move(parent->window()->geometry().center() - rect().center());
    connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem *entry) {
        if (entry)
            (void)showHeading(m_anchors.value(entry->data(0, blockRole).toInt()));
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl &link) {
        // Other documents are not in the program.
        if (link.scheme().startsWith(QLatin1String("http")))
            QDesktopServices::openUrl(link);
        else
            (void)showHeading(link.fragment());
    });
    connect(m_field, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(new QShortcut(QKeySequence::Find, this), &QShortcut::activated, m_field, [this] {
        m_field->setFocus();
        m_field->selectAll();
    });
    connect(new QShortcut(QKeySequence::FindNext, this), &QShortcut::activated, this, [this] { find(false); });
    connect(new QShortcut(QKeySequence::FindPrevious, this), &QShortcut::activated, this, [this] { find(true); });
    connect(new QShortcut(QKeySequence(Qt::Key_Escape), this), &QShortcut::activated, this, &QWidget::close);
    load();
}

void GuideWindow::load()
{
    setWindowTitle(tr("User Guide – RankScope"));
    m_field->setPlaceholderText(tr("Find in the guide"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_contents->setAccessibleName(tr("Contents"));
    m_text->setAccessibleName(tr("User guide"));
    const QString name = m_language.current() == u"zh_CN" ? QStringLiteral(":/guide/user-guide.zh_CN.md")
                                                          : QStringLiteral(":/guide/user-guide.md");
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const Guide guide = guideOf(QString::fromUtf8(file.readAll()));
    m_anchors = guide.anchors;
    m_text->setMarkdown(guide.markdown);
    fillContents();
}

void GuideWindow::fillContents()
{
    m_contents->clear();
    QTreeWidgetItem *chapter = nullptr;
    int number = 0;
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 0)
            continue;
        const int at = number++;
        if (level == 1)
            continue; // the title of all of it
        auto *const entry = level > 2 && chapter ? new QTreeWidgetItem(chapter) : new QTreeWidgetItem(m_contents);
        entry->setText(0, block.text());
        entry->setData(0, blockRole, at);
        if (level == 2)
            chapter = entry;
    }
}

bool GuideWindow::showHeading(const QString &anchor)
{
    const auto wanted = m_anchors.indexOf(anchor);
    int number = 0;
    for (QTextBlock block = m_text->document()->begin(); block.isValid() && wanted >= 0; block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || number++ != wanted)
            continue;
        // Scrolled up to it from below, it stands at the top.
        m_text->moveCursor(QTextCursor::End);
        m_text->setTextCursor(QTextCursor(block));
        return true;
    }
    return false;
}

// From the end it goes on at the beginning.
void GuideWindow::find(bool backwards)
{
    const QTextDocument::FindFlags how = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    if (m_field->text().isEmpty() || m_text->find(m_field->text(), how))
        return;
    m_text->moveCursor(backwards ? QTextCursor::End : QTextCursor::Start);
    (void)m_text->find(m_field->text(), how);
}

void GuideWindow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    // The colours of links are part of the text.
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        load();
}

} // namespace rs

#include "moc_guidewindow.cpp"
