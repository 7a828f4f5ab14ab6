// SPDX-License-Identifier: Apache-2.0
#include "views/page/tablespage.h"

#include "views/picture/chartframe.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/scrollpage.h"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {
// Lines of text; where the dock is lower, the page is scrolled.
constexpr int tableLines = 14;
constexpr int pictureLines = 16;
} // namespace

TablesPage::TablesPage(const PageSpec &spec, const ViewContext &context, QWidget *parent)
    : Page(spec.name, context, parent), m_spec(spec), m_note(plainLabel(this)), m_parts(new QSplitter(Qt::Vertical))
{
    std::vector<PageSpec> specs = spec.beside;
    specs.insert(specs.begin(), spec);
    auto *const tables = new QSplitter(Qt::Horizontal);
    for (PageSpec &s : specs) {
        s.beside.clear();
        s.note = {};
        m_tables.push_back(new TablePage(s, context));
        tables->addWidget(m_tables.back());
        connect(m_tables.back(), &Page::scopeChanged, this, &Page::scopeChanged);
        connect(m_tables.back(), &Page::arrangementChanged, this, &Page::arrangementChanged);
        connect(m_tables.back(), &TablePage::rowsChanged, this, &TablesPage::rowsChanged);
    }
    tables->setStretchFactor(0, 3);
    tables->setStretchFactor(1, 2);
    tables->setChildrenCollapsible(false);
    m_parts->addWidget(tables);
    m_parts->setChildrenCollapsible(false);
    auto *const page = new QWidget;
    m_scroll = new ScrollPage(page, tableLines);
    auto *const rows = new QVBoxLayout(m_scroll->page());
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->hide();
    rows->addWidget(m_note);
    rows->addWidget(m_parts, 1);
    body()->setContent(page);
    setFocusProxy(m_tables.front());
}

void TablesPage::setFrame(ChartFrame *frame)
{
    m_parts->insertWidget(0, frame);
    m_parts->setStretchFactor(0, 2);
    m_parts->setStretchFactor(1, 3);
    m_scroll->setLines(tableLines + pictureLines);
}

QString TablesPage::note() const
{
    return m_note->text();
}

void TablesPage::rowsChanged()
{
    const bool any = m_tables.front()->rows() != nullptr;
    std::vector<std::shared_ptr<const RowSource>> rows;
    for (TablePage *const table : m_tables) {
        table->setVisible(any || table == m_tables.front());
        if (table->rows())
            rows.push_back(table->rows());
    }
    const bool isSaid = m_spec.note && rows.size() == m_tables.size();
    m_note->setText(isSaid ? m_spec.note(rows) : QString());
    m_note->setVisible(isSaid);
}

QString TablesPage::whyWhole() const
{
    return m_tables.front()->whyWhole();
}

bool TablesPage::isOfRun() const
{
    return std::all_of(m_tables.begin(), m_tables.end(), [](const TablePage *t) { return t->isOfRun(); });
}

bool TablesPage::hasStamps() const
{
    return std::any_of(m_tables.begin(), m_tables.end(), [](const TablePage *t) { return t->hasStamps(); });
}

bool TablesPage::isComplete() const
{
    return Page::isComplete() &&
           std::all_of(m_tables.begin(), m_tables.end(), [](const TablePage *t) { return t->isComplete(); });
}

void TablesPage::retranslate()
{
    Page::retranslate();
    for (TablePage *const table : m_tables)
        table->retranslate();
}

void TablesPage::followTime()
{
    for (TablePage *const table : m_tables)
        table->followTime();
}

void TablesPage::refresh()
{
    body()->showContent();
    for (TablePage *const table : m_tables)
        table->invalidate();
}

Page *createPage(const PageSpec &spec, const ViewContext &context, QWidget *parent)
{
    if (spec.beside.empty())
        return new TablePage(spec, context, parent);
    return new TablesPage(spec, context, parent);
}

} // namespace rs

#include "moc_tablespage.cpp"
