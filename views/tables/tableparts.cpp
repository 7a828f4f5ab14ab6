// SPDX-License-Identifier: Apache-2.0
#include "views/tables/tableparts.h"

#include "items/rowsourcemodel.h"
#include "items/format.h"
#include "views/widgets/theme.h"
#include "views/tables/columnlist.h"
#include "views/widgets/celldelegate.h"
#include "views/tables/tableview.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/savedialog.h"

#include <QBuffer>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDoubleValidator>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QWidgetAction>

#include <algorithm>

namespace rs::tableparts {

namespace {

QLineEdit *numberEdit(std::optional<double> value, double scale)
{
    auto *edit = new QLineEdit(value ? QString::number(*value / scale, 'g', 12) : QString());
    auto *validator = new QDoubleValidator(edit);
    validator->setLocale(QLocale::c());
    edit->setValidator(validator);
    return edit;
}

} // namespace

Header::Header(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setSectionsMovable(true);
    setHighlightSections(false);
    setTextElideMode(Qt::ElideRight);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setResizeContentsPrecision(200);
    setStretchLastSection(false);
}

void Header::initStyleOptionForIndex(QStyleOptionHeader *option, int section) const
{
    QHeaderView::initStyleOptionForIndex(option, section);
    // As wide as CellDelegate::textPadding(), so that titles stand over their texts.
    if (!(option->textAlignment & Qt::AlignRight))
        option->text.prepend(QLatin1String("  "));
}

void setUp(QTableView *view, const Theme *theme)
{
    view->setHorizontalHeader(new Header(view));
    view->setItemDelegate(new CellDelegate(theme, view));
    view->setShowGrid(false);
    view->setWordWrap(false);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setTabKeyNavigation(false);
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->setCornerButtonEnabled(false);
    view->setFrameShape(QFrame::NoFrame);
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    // By default a thousand rows of each column are measured, for which the window stands still.
    constexpr int measuredRows = 128;
    view->horizontalHeader()->setResizeContentsPrecision(measuredRows);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    applyRowHeight(view);
}

void applyRowHeight(QTableView *view)
{
    const int height = CellDelegate::rowHeight(view->fontMetrics());
    view->verticalHeader()->setMinimumSectionSize(height);
    view->verticalHeader()->setDefaultSectionSize(height);
    view->horizontalHeader()->setMinimumSectionSize(view->fontMetrics().averageCharWidth() * 4);
}

void ColumnWidths::fit(QTableView *view)
{
    QHeaderView *header = view->horizontalHeader();
    view->resizeColumnsToContents();
    m_fitted.clear();
    for (int c = 0; c < header->count(); ++c) {
        // Hidden ones have no size, and the least one when they are shown: then they are fitted.
        const int width = header->isSectionHidden(c) ? header->minimumSectionSize()
                                                     : std::min(header->sectionSize(c) + 8, widest(view));
        header->resizeSection(c, width);
        m_fitted.push_back(header->isSectionHidden(c) ? width : header->sectionSize(c));
    }
    m_least = m_fitted;
    widen(view);
}

int ColumnWidths::widest(const QTableView *view)
{
    return view->fontMetrics().averageCharWidth() * 44;
}

bool ColumnWidths::isSentence(int column) const
{
    return std::find(m_sentences.begin(), m_sentences.end(), column) != m_sentences.end();
}

int ColumnWidths::sentenceWidth(const QTableView *view) const
{
    const QHeaderView &header = *view->horizontalHeader();
    int last = -1;
    int count = 0;
    for (const int column : m_sentences) {
        if (column < header.count() && !header.isSectionHidden(column)) {
            last = std::max(last, header.visualIndex(column));
            ++count;
        }
    }
    int room = view->viewport()->width();
    for (int visual = 0; visual < last; ++visual) {
        const int column = header.logicalIndex(visual);
        if (!header.isSectionHidden(column) && !isSentence(column))
            room -= header.sectionSize(column);
    }
    return count > 0 ? room / count : 0;
}

void ColumnWidths::widen(QTableView *view)
{
    QHeaderView *const header = view->horizontalHeader();
    if (m_fitted.size() != static_cast<size_t>(header->count()))
        return;
    struct Column
    {
        int section;
        int least;
        int wanted;
    };
    std::vector<Column> columns;
    int room = view->viewport()->width();
    const int sentence = sentenceWidth(view);
    for (int c = 0; c < header->count(); ++c) {
        const auto at = static_cast<size_t>(c);
        if (header->isSectionHidden(c))
            continue;
        if (header->sectionSize(c) != m_fitted[at]) {
            room -= header->sectionSize(c);
            continue;
        }
        const int title = header->sectionSizeHint(c);
        const QAbstractItemView *const cells = view; // where it is public
        const int wanted = std::max(title, cells->sizeHintForColumn(c)) + 8;
        m_least[at] = std::max(m_least[at], std::min(title, widest(view)));
        const int least = isSentence(c) ? std::max(m_least[at], std::min(wanted, sentence)) : m_least[at];
        room -= least;
        columns.push_back({c, least, wanted});
    }
    for (const Column &column : columns) {
        const auto at = static_cast<size_t>(column.section);
        const int more = std::clamp(column.wanted - column.least, 0, std::max(0, room));
        room -= more;
        header->resizeSection(column.section, column.least + more);
        m_fitted[at] = header->sectionSize(column.section);
    }
}

void ColumnWidths::grow(QTableView *view)
{
    const QAbstractItemView *const cells = view; // where it is public
    for (size_t c = 0; c < m_least.size(); ++c) {
        const int section = static_cast<int>(c);
        if (!view->horizontalHeader()->isSectionHidden(section))
            m_least[c] = std::max(m_least[c], std::min(cells->sizeHintForColumn(section) + 8, widest(view)));
    }
    widen(view);
}

void ColumnWidths::fitAgain(QTableView *view)
{
    QHeaderView *header = view->horizontalHeader();
    if (m_fitted.size() != static_cast<size_t>(header->count()))
        return;
    std::vector<std::pair<int, int>> kept;
    for (int c = 0; c < header->count(); ++c) {
        const int width = header->sectionSize(c);
        if (!header->isSectionHidden(c) && width != m_fitted[static_cast<size_t>(c)])
            kept.emplace_back(c, width);
    }
    fit(view);
    for (const auto &[c, width] : kept) {
        header->resizeSection(c, std::max(width, header->sectionSizeHint(c)));
        m_fitted[static_cast<size_t>(c)] = -1;
    }
}

void setColumnShown(QTableView *view, int column, bool shown)
{
    QHeaderView *header = view->horizontalHeader();
    if (!shown && header->count() - header->hiddenSectionCount() <= 1)
        return;
    header->setSectionHidden(column, !shown);
    // A column hidden while widths were fitted gets the least width.
    if (shown && header->sectionSize(column) <= header->minimumSectionSize()) {
        view->resizeColumnToContents(column);
        header->resizeSection(column, header->sectionSize(column) + 8);
    }
}

void fillColumnMenu(QMenu *menu, QTableView *view)
{
    const QHeaderView *header = view->horizontalHeader();
    constexpr int mostEntries = 16;
    if (header->count() > mostEntries) {
        auto *const all = new QWidgetAction(menu);
        all->setDefaultWidget(new ColumnList(view));
        menu->addAction(all);
        return;
    }
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        QString title = view->model()->headerData(column, Qt::Horizontal).toString();
        QAction *action = menu->addAction(title.replace(u'&', QLatin1String("&&")));
        action->setCheckable(true);
        action->setChecked(!header->isSectionHidden(column));
        QObject::connect(action, &QAction::toggled, view,
                         [view, column](bool on) { setColumnShown(view, column, on); });
    }
}

CsvOptions shownColumns(const QTableView *view)
{
    CsvOptions options;
    const QHeaderView *header = view->horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        if (!header->isSectionHidden(column))
            options.columns.push_back(column);
    }
    return options;
}

CsvOptions selection(const QTableView *view)
{
    CsvOptions options = shownColumns(view);
    const QModelIndexList list = view->selectionModel()->selectedRows();
    options.allRows = list.isEmpty();
    for (const QModelIndex &at : list)
        options.rows.push_back(at.row());
    std::sort(options.rows.begin(), options.rows.end());
    return options;
}

void copySelection(const QTableView *view)
{
    CsvOptions options = selection(view);
    options.separator = u'\t';
    QBuffer out;
    out.open(QIODevice::WriteOnly);
    if (writeCsv(out, *view->model(), options))
        QGuiApplication::clipboard()->setText(
            QString::fromUtf8(out.data()).replace(QLatin1String("\r\n"), QLatin1String("\n")));
}

void copyMarkdown(const QTableView *view)
{
    QGuiApplication::clipboard()->setText(markdownTable(*view->model(), selection(view)));
}

bool isNumeric(const RowSourceModel &rows, int column)
{
    return rows.shown()[static_cast<size_t>(column)].column.kind != CellKind::Text;
}

std::optional<RowQuery::Range> askRange(QWidget *parent, const RowSourceModel &rows, int column,
                                        const RowQuery::Range &now)
{
    QDialog dialog(parent);
    dialog.setWindowTitle(TableView::tr("Filter by range"));
    auto *form = new QFormLayout(&dialog);
    auto *title = plainLabel(nullptr, TableView::tr("Rows whose “%1” is within the range. An empty end is open.")
                                          .arg(rows.headerData(column, Qt::Horizontal).toString()));
    title->setWordWrap(true);
    form->addRow(title);
    const double scale = unitOfColumn(rows.shown()[static_cast<size_t>(column)].column.kind, rows.unitOf(column));
    auto *low = numberEdit(now.min, scale);
    auto *high = numberEdit(now.max, scale);
    form->addRow(TableView::tr("At least"), low);
    form->addRow(TableView::tr("At most"), high);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    const auto value = [scale](const QLineEdit *edit) -> std::optional<double> {
        bool ok = false;
        const double v = edit->text().toDouble(&ok);
        return ok ? std::optional(v * scale) : std::nullopt;
    };
    return RowQuery::Range{value(low), value(high)};
}

QString askCsvPath(QWidget *parent, const QString &fileName)
{
    return SaveDialog::ask(parent, TableView::tr("Export CSV"), fileName + QStringLiteral(".csv"),
                           TableView::tr("Comma-separated values (*.csv)"));
}

void warnNotExported(QWidget *parent, const QString &path, const QString &why)
{
    MessageBox::show(MessageBox::Warning, TableView::tr("The table was not exported"),
                     TableView::tr("%1 could not be written: %2.").arg(path, why), {}, parent);
}

} // namespace rs::tableparts
