// SPDX-License-Identifier: Apache-2.0
#include "views/links/linkspage.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/links/linkdialog.h"
#include "views/links/matrixtexts.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

enum class Network { Whole, OfRank };

// Empty: all. A type of link without a name is one as well.
std::vector<PickerItem> itemsOf(const QString &all, const QStringList &values, const QString &unnamed = {})
{
    std::vector<PickerItem> out{{all, QVariant()}};
    for (const QString &value : values)
        out.push_back({value.isEmpty() ? unnamed : format::displayText(value), value});
    return out;
}

} // namespace

LinksPage::LinksPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("links"), context, parent), m_table(new TablePage(QStringLiteral("links"), context)),
      m_bar(new QWidget), m_ranks(plainLabel(this))
{
    addWork(m_job);
    addWork(m_operatorsJob);
    auto *const page = new QWidget;
    addChoices();
    auto *const flow = new FlowLayout(m_bar, 12);
    for (Picker *const picker : {m_op, m_steps, m_of, m_source, m_destination, m_type})
        flow->addWidget(picker);
    m_operatorsJob.onOutOfMemory([this](Shortage lack) {
        if (lack != Shortage::None)
            m_operatorsOf = {};
    });
    m_table->setAsk([this](TableQuery &query, const Page &) {
        query.op = m_op->value().toString();
        query.steps = static_cast<StepAggregation>(m_steps->value().toInt());
    });
    auto *const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_bar);
    column->addWidget(m_ranks);
    column->addWidget(m_table, 1);
    m_ranks->setWordWrap(true);
    m_ranks->hide();
    body()->setContent(page);
    body()->showContent();
    setFocusProxy(m_table);
    m_bar->hide();
    for (Picker *const picker : {m_of, m_source, m_destination, m_type})
        connect(picker, &Picker::chosen, this, &LinksPage::narrow);
    for (Picker *const picker : {m_op, m_steps})
        connect(picker, &Picker::chosen, m_table, &Page::invalidate);
    connect(m_table, &Page::scopeChanged, this, &Page::scopeChanged);
    connect(m_table, &TablePage::rowsChanged, this, &LinksPage::takeRows);
    connect(m_table->table(), &TableView::filtersCleared, this, &LinksPage::clear);
    addDialogTo(m_table);
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        fillChoices();
        if (m_of->value().toInt() == static_cast<int>(Network::OfRank))
            narrow();
    });
    connect(&state(), &ViewState::rankGroupChanged, this, &LinksPage::showRanks);
    m_table->setActivation([this](quint32 row) { openLink(row); });
}

QString LinksPage::title() const
{
    return m_table->title();
}

QString LinksPage::hint() const
{
    return m_table->hint();
}

QString LinksPage::whyWhole() const
{
    return m_table->whyWhole();
}

bool LinksPage::isOfRun() const
{
    return m_table->isOfRun();
}

bool LinksPage::takesRankGroup() const
{
    return m_table->takesRankGroup();
}

bool LinksPage::hasStamps() const
{
    return m_table->hasStamps();
}

bool LinksPage::isComplete() const
{
    return m_table->isComplete() && Page::isComplete();
}

void LinksPage::restoreMore(const QJsonObject &)
{
    narrow();
}

void LinksPage::refresh()
{
    m_table->invalidate();
}

void LinksPage::showType(const QString &transport)
{
    clear();
    m_type->setValue(transport);
    fillChoices();
    narrow();
}

// Rows that are there, or are not, are of a run, step and domain whose operators may be others.
void LinksPage::findOperators()
{
    const auto run = runs().run(m_table->runAt());
    if (!run) {
        m_operatorsOf = {};
        return m_operatorsJob.cancel();
    }
    // They take as long as the links themselves.
    OperatorsOf of{run, state().step(), state().domain()};
    if (run == m_operatorsOf.run.lock() && of.step == m_operatorsOf.step && of.domain == m_operatorsOf.domain) {
        if (!m_operatorsJob.isRunning())
            settleOperator();
        return;
    }
    m_operatorsOf = std::move(of);
    m_operatorsJob.start(
        *context().pool,
        [run, step = state().step(), domain = state().domain()](const JobContext &job) {
            const MemoryReservation room = roomFor(u"matrix", *run, job);
            return matrixChoices(run, step, domain, job);
        },
        [this](MatrixData found) { takeOperators(std::move(found)); });
}

void LinksPage::takeOperators(MatrixData found)
{
    m_operators = std::move(found);
    settleOperator();
}

void LinksPage::settleOperator()
{
    // What another run or a session was asked for may be nothing here; operators of ranks to come are waited for.
    const QString op = m_op->value().toString();
    const bool isGone = !op.isEmpty() && !m_operators.ops.isEmpty() && !m_operators.has(op) && !runs().isLoading();
    if (isGone)
        m_op->setValue(m_operators.ops.front());
    fillChoices();
    m_bar->setVisible(m_table->rows() || !m_operators.ops.isEmpty());
    if (isGone)
        m_table->invalidate();
}

void LinksPage::takeRows()
{
    const std::shared_ptr<const RowSource> rows = m_table->rows();
    findOperators();
    showRanks();
    m_bar->setVisible(rows || !m_operators.ops.isEmpty());
    if (!rows)
        return m_job.cancel();
    narrow();
    m_job.start(
        *context().pool, [rows](const JobContext &job) { return LinkChoices::of(*rows, job); },
        [this](LinkChoices choices) {
            m_choices = std::move(choices);
            // What another run was asked for may be nothing in this one; links of ranks to come are waited for, and
            // those between picked ranks are not all there are.
            const auto has = [this](Picker *picker, const QStringList &values) {
                if (picker->value().isValid() && !values.contains(picker->value().toString()) && !runs().isLoading() &&
                    !isRestricted())
                    picker->setValue(QVariant());
            };
            has(m_source, m_choices.sources);
            has(m_destination, m_choices.destinations);
            has(m_type, m_choices.types);
            fillChoices();
            narrow();
        });
}

void LinksPage::addChoices()
{
    m_op = addChoice({.key = QStringLiteral("operator"),
                      .first = QString(TotalOp),
                      .label = [] { return tr("Operator"); },
                      .items =
                          [this] {
                              std::vector<PickerItem> out = MatrixTexts::operators(m_operators, m_op->value());
                              out.insert(out.begin(), {tr("Every operator by itself"), QString()});
                              return out;
                          },
                      .isOfData = true});
    m_op->setSearched();
    m_op->setFurther([this] { return MatrixTexts::namedOperators(m_operators); });
    m_steps = addChoice({.key = QStringLiteral("steps"),
                         .first = static_cast<int>(StepAggregation::Sum),
                         .label = [] { return tr("Steps"); },
                         .items =
                             [] {
                                 return std::vector<PickerItem>{
                                     {tr("Sum over steps"), static_cast<int>(StepAggregation::Sum)},
                                     {tr("Mean per step"), static_cast<int>(StepAggregation::Mean)},
                                     {tr("Each step and domain"), static_cast<int>(StepAggregation::Each)}};
                             }});
    m_of = addChoice({.key = QStringLiteral("of"),
                      .first = static_cast<int>(Network::Whole),
                      .label = [] { return tr("Links of"); },
                      .items =
                          [this] {
                              const RankInfo *const info = runs().info(state().currentRank());
                              const QString rank = info ? tr("Rank %1 alone").arg(format::displayText(info->label))
                                                        : tr("The current rank alone");
                              return std::vector<PickerItem>{{tr("Whole network"), static_cast<int>(Network::Whole)},
                                                             {rank, static_cast<int>(Network::OfRank)}};
                          }});
    m_source = addChoice({.key = QStringLiteral("source"),
                          .label = [] { return tr("From rank"); },
                          .items = [this] { return itemsOf(tr("All", "ranks"), m_choices.sources); },
                          .isOfData = true});
    m_destination = addChoice({.key = QStringLiteral("destination"),
                               .label = [] { return tr("To rank"); },
                               .items = [this] { return itemsOf(tr("All", "ranks"), m_choices.destinations); },
                               .isOfData = true});
    m_type =
        addChoice({.key = QStringLiteral("type"),
                   .label = [] { return tr("Type"); },
                   .items = [this] { return itemsOf(tr("All", "types of links"), m_choices.types, tr("not known")); },
                   .isOfData = true});
}

bool LinksPage::isRestricted() const
{
    const ShownRanks &group = state().rankGroup();
    return !group.isEmpty() && group.run == m_table->runAt();
}

QString LinksPage::ranksNote() const
{
    return m_ranks->isHidden() ? QString() : m_ranks->text();
}

void LinksPage::showRanks()
{
    const ShownRanks &group = state().rankGroup();
    const QString ranks = format::rankIntervals(group.ranks);
    m_ranks->setText(group.name.isEmpty()
                         ? tr("Only links between ranks %1 are listed, to which the views are restricted.").arg(ranks)
                         : tr("Only links between ranks %1 of the %2 group are listed, to which the views are "
                              "restricted.")
                               .arg(ranks, group.name));
    m_ranks->setVisible(isRestricted());
}

LinkFilter LinksPage::filter() const
{
    LinkFilter out;
    if (m_source->value().isValid())
        out.source = LinkEnd::of(m_source->value().toString());
    if (m_destination->value().isValid())
        out.destination = LinkEnd::of(m_destination->value().toString());
    if (m_type->value().isValid())
        out.transport = m_type->value().toString();
    const RankInfo *const info = runs().info(state().currentRank());
    if (m_of->value().toInt() == static_cast<int>(Network::OfRank) && info)
        out.eitherEnd = LinkEnd{false, info->rank};
    return out;
}

void LinksPage::narrow()
{
    const auto rows = m_table->rows();
    const LinkFilter wanted = filter();
    // Rows that are as they were asked for are not arranged once more.
    if (!rows || (wanted == m_narrowed && rows == m_narrowedRows.lock()))
        return;
    m_narrowed = wanted;
    m_narrowedRows = rows;
    m_table->table()->setOnly(wanted.only(*rows));
}

void LinksPage::clear()
{
    m_of->setValue(static_cast<int>(Network::Whole));
    for (Picker *const picker : {m_source, m_destination, m_type})
        picker->setValue(QVariant());
    m_narrowedRows.reset();
    emit arrangementChanged();
}

void LinksPage::addDialogTo(TablePage *links)
{
    connect(links->table(), &TableView::menuRequested, this, [this, links](QMenu *menu, int row) {
        if (row >= 0 && links->rows())
            menu->addAction(tr("Operators and Packets of the Link…"), this,
                            [this, links, row] { openLink(*links, static_cast<quint32>(row)); });
    });
}

LinkDialog *LinksPage::openLink(const TablePage &links, quint32 row)
{
    auto *const dialog = new LinkDialog(context(), links.runAt(), *links.rows(), row, QWidget::window());
    dialog->show();
    return dialog;
}

void LinksPage::retranslate()
{
    Page::retranslate();
    showRanks();
    m_table->retranslate();
    invalidate();
}

} // namespace rs

#include "moc_linkspage.cpp"
