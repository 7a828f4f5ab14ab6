// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/choicepopup.h"

#include "items/format.h"
#include "views/widgets/plaintext.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {

constexpr int detailRole = Qt::UserRole + 1;
constexpr int mostRows = 18;
constexpr int widestPopup = 760;
constexpr int itemPad = 8;
constexpr qsizetype mostDigits = 5; ///< longer numbers are parts of names

// The text, and behind it in a paler colour what is said of it; headings stand out.
class ChoiceDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *p, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const bool heading = (index.flags() & Qt::ItemIsSelectable) == 0;
        const bool chosen = !heading && (option.state & QStyle::State_Selected) != 0;
        const QPalette &colors = option.palette;
        p->save();
        if (chosen)
            p->fillRect(option.rect, colors.highlight());
        QFont font = option.font;
        if (heading)
            font.setWeight(QFont::Bold);
        p->setFont(font);
        const QFontMetrics metrics(font);
        const QRect line = option.rect.adjusted(heading ? itemPad / 2 : itemPad, 0, -itemPad, 0);
        const QString detail = index.data(detailRole).toString();
        // The detail has at least half of the line.
        const int room = detail.isEmpty() ? line.width() : line.width() / 2;
        const QString text = metrics.elidedText(index.data().toString(), Qt::ElideMiddle, room);
        const QColor pale = colors.color(QPalette::PlaceholderText);
        const QColor strong = colors.color(chosen ? QPalette::HighlightedText : QPalette::Text);
        p->setPen(heading ? pale : strong);
        p->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
        if (!detail.isEmpty()) {
            const QRect rest = line.adjusted(metrics.horizontalAdvance(text) + itemPad * 2, 0, 0, 0);
            p->setPen(chosen ? strong : pale);
            p->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                        metrics.elidedText(detail, Qt::ElideRight, rest.width()));
        }
        p->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {0, QFontMetrics(option.font).height() + itemPad / 2};
    }
};

bool isWholeIn(const QString &text, const QString &word)
{
    for (qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) {
        const qsizetype behind = at + word.size();
        if ((at == 0 || !text[at - 1].isLetterOrNumber()) &&
            (behind == text.size() || !text[behind].isLetterOrNumber()))
            return true;
    }
    return false;
}

} // namespace

bool Choice::has(const QStringList &words) const
{
    return std::all_of(words.begin(), words.end(), [this](const QString &word) {
        bool isNumber = false;
        const int number = word.toInt(&isNumber);
        if (isNumber && !ranks.isEmpty() && word.size() <= mostDigits)
            return ranks.contains(number);
        return text.contains(word, Qt::CaseInsensitive) || detail.contains(word, Qt::CaseInsensitive) ||
               section.contains(word, Qt::CaseInsensitive);
    });
}

void ChoiceModel::setChoices(std::vector<Choice> choices)
{
    beginResetModel();
    m_choices = std::move(choices);
    m_words.clear();
    arrange();
    endResetModel();
}

void ChoiceModel::search(const QString &text)
{
    beginResetModel();
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    arrange();
    endResetModel();
}

void ChoiceModel::arrange()
{
    m_rows.clear();
    QString section;
    for (size_t i = 0; i < m_choices.size(); ++i) {
        const Choice &choice = m_choices[i];
        if (!choice.has(m_words))
            continue;
        if (choice.section != section && !choice.section.isEmpty())
            m_rows.emplace_back(-1, choice.section);
        section = choice.section;
        m_rows.emplace_back(static_cast<int>(i), QString());
    }
}

const Choice *ChoiceModel::at(int row) const
{
    if (row < 0 || row >= rowCount())
        return nullptr;
    const int i = m_rows[static_cast<size_t>(row)].first;
    return i < 0 ? nullptr : &m_choices[static_cast<size_t>(i)];
}

int ChoiceModel::next(int row, int direction) const
{
    while (row >= 0 && row < rowCount() && !at(row))
        row += direction;
    return row < rowCount() ? row : -1;
}

int ChoiceModel::rowOf(const QVariant &data) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (const Choice *const choice = at(row); choice && choice->data == data)
            return row;
    }
    return -1;
}

int ChoiceModel::best() const
{
    for (int row = 0; row < rowCount(); ++row) {
        const Choice *const choice = at(row);
        if (choice && std::all_of(m_words.begin(), m_words.end(),
                                  [choice](const QString &word) { return isWholeIn(choice->text, word); }))
            return row;
    }
    return next(0, 1);
}

int ChoiceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ChoiceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Choice *const choice = at(index.row());
    if (role == Qt::DisplayRole)
        return choice ? choice->text : m_rows[static_cast<size_t>(index.row())].second;
    if (!choice)
        return {};
    if (role == Qt::ToolTipRole)
        return format::tooltipText(choice->detail.isEmpty() ? choice->text : choice->text + u'\n' + choice->detail);
    return role == detailRole ? QVariant(choice->detail) : QVariant();
}

Qt::ItemFlags ChoiceModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return at(index.row()) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren
                           : Qt::ItemFlags(Qt::ItemIsEnabled | Qt::ItemNeverHasChildren);
}

ChoicePopup::ChoicePopup(QWidget *owner)
    : QFrame(owner, Qt::Popup), m_owner(owner), m_model(new ChoiceModel(this)), m_field(new QLineEdit(this)),
      m_list(new QListView(this)), m_nothing(plainLabel(this))
{
    // A press on the owner closes the popup; given on, it would open it again.
    setAttribute(Qt::WA_NoMouseReplay);
    setFrameShape(QFrame::StyledPanel);
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ChoiceDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setAlignment(Qt::AlignCenter);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(4, 4, 4, 4);
    rows->setSpacing(4);
    rows->addWidget(m_field);
    rows->addWidget(m_list, 1);
    rows->addWidget(m_nothing, 1);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->search(text);
        m_list->setVisible(m_model->rowCount() > 0);
        m_nothing->setVisible(m_model->rowCount() == 0);
        setCurrent(m_model->best());
    });
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex &at) { chooseRow(at.row()); });
}

void ChoicePopup::open(std::vector<Choice> choices, const QVariant &now)
{
    const bool ranks = std::any_of(choices.begin(), choices.end(), [](const Choice &c) { return !c.ranks.isEmpty(); });
    m_field->setPlaceholderText(ranks ? tr("Name, kind or number of a rank") : tr("Search the list"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_list->setAccessibleName(m_owner->accessibleName());
    m_nothing->setText(tr("Nothing is found."));
    m_field->clear();
    m_model->setChoices(std::move(choices));
    m_list->show();
    m_nothing->hide();
    place();
    show();
    m_field->setFocus(Qt::PopupFocusReason);
    setCurrent(std::max(m_model->rowOf(now), m_model->next(0, 1)));
}

void ChoicePopup::place()
{
    const int rows = std::min(mostRows, m_model->rowCount()) + 1;
    const int line = fontMetrics().height() + itemPad / 2;
    const QRect screen = m_owner->screen()->availableGeometry();
    const int wide = std::min({std::max(m_owner->width(), widestPopup), screen.width()});
    const int high = std::min(rows * line + m_field->sizeHint().height() + itemPad * 2, screen.height());
    QPoint at = m_owner->mapToGlobal(QPoint(0, m_owner->height()));
    if (at.y() + high > screen.bottom() + 1)
        at.setY(std::max(screen.top(), m_owner->mapToGlobal(QPoint()).y() - high));
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() + 1 - wide)));
    setGeometry(QRect(at, QSize(wide, high)));
}

void ChoicePopup::setCurrent(int row)
{
    m_list->setCurrentIndex(m_model->index(row, 0));
    // Its heading, too.
    m_list->scrollTo(m_model->index(row > 0 && !m_model->at(row - 1) ? row - 1 : row, 0));
}

void ChoicePopup::chooseRow(int row)
{
    const Choice *const choice = m_model->at(row);
    if (!choice)
        return;
    const QVariant value = choice->data;
    hide();
    emit chosen(value);
}

void ChoicePopup::walk(int rows)
{
    const int direction = rows < 0 ? -1 : 1;
    const int wanted = std::clamp(m_list->currentIndex().row() + rows, 0, std::max(0, m_model->rowCount() - 1));
    int row = m_model->next(wanted, direction);
    if (row < 0)
        row = m_model->next(wanted, -direction);
    if (row >= 0)
        setCurrent(row);
}

bool ChoicePopup::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Down:
        walk(1);
        return true;
    case Qt::Key_Up:
        walk(-1);
        return true;
    case Qt::Key_PageDown:
        walk(mostRows);
        return true;
    case Qt::Key_PageUp:
        walk(-mostRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        chooseRow(m_list->currentIndex().row());
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace rs

#include "moc_choicepopup.cpp"
