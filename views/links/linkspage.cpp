// SPDX-License-Identifier: Apache-2.0
#include "views/links/linkspage.h"

#include "items/format.h"
#include "tables/base/tables.h"
#include "views/links/linkdialog.h"
#include "views/links/matrixtexts.h"
#include "views/links/slowlinkframes.h"
#include "views/page/tablepage.h"
#include "views/tables/tableview.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <utility>

namespace rs {

namespace {

constexpr int wholeNetwork = 0;

} // namespace

LinksPage::LinksPage(const ViewContext &context, QWidget *parent)
    : Page(QStringLiteral("links"), context, parent), m_table(new TablePage(QStringLiteral("links"), context)),
      m_slow(new SlowLinkFrames(context, this)), m_bar(new QWidget), m_ranks(plainLabel(this))
{
    addWork(m_operatorsJob);
    auto *const page = new QWidget;
    addChoices();
    auto *const flow = new FlowLayout(m_bar, 12);
    for (Picker *const picker : {m_op, m_steps, m_of})
        flow->addWidget(picker);
    for (Picker *const picker : {m_op, m_steps})
        connect(picker, &Picker::chosen, m_table, &Page::invalidate);
    connect(m_of, &Picker::chosen, this, &LinksPage::narrow);
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
    setFront(m_table);
    connect(m_table, &TablePage::rowsChanged, this, &LinksPage::takeRows);
    connect(m_slow, &SlowLinkFrames::changed, this, &LinksPage::frameSlow);
    connect(m_table->table(), &TableView::filtersCleared, this, [this] {
        m_of->setValue(wholeNetwork);
        emit arrangementChanged();
    });
    addDialogTo(m_table);
    connect(&state(), &ViewState::currentRankChanged, this, [this] {
        fillChoices();
        narrow();
    });
    connect(&state(), &ViewState::rankGroupChanged, this, &LinksPage::showRanks);
    m_table->setActivation([this](quint32 row) { openLink(row); });
}

void LinksPage::refresh()
{
    m_table->invalidate();
}

void LinksPage::showType(const QString &transport)
{
    TableView &links = *m_table->table();
    links.clearFilters();
    if (!transport.isEmpty())
        links.columnFilters()->keep({QStringLiteral("transport"), transport, false});
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
    // An operator from another run or a session may not exist here; operators of ranks to come are waited for.
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
    m_slow->judge(runs().run(m_table->runAt()), m_table->runAt());
    frameSlow();
    findOperators();
    showRanks();
    m_bar->setVisible(m_table->rows() || !m_operators.ops.isEmpty());
    narrow();
}

void LinksPage::frameSlow()
{
    const auto rows = m_table->rows();
    std::set<std::pair<LinkEnd, LinkEnd>> slow;
    for (const SlowLink &s : m_slow->slowOf(runs().run(m_table->runAt())))
        slow.emplace(LinkEnd{!s.link.cell.global, s.link.cell.source},
                     LinkEnd{!s.link.cell.global, s.link.cell.destination});
    if (!rows || slow.empty())
        return m_table->table()->setFramed({}, {});
    m_table->table()->setFramed(
        {QStringLiteral("source"), QStringLiteral("destination")},
        [columns = LinkRowNames(*rows), slow = std::move(slow)](const RowSource &all, quint32 row) {
            const std::pair ends(columns.source(all, row), columns.destination(all, row));
            return slow.contains(ends) ? tr("Slow link") : QString();
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
    m_of = addChoice(PageChoice::among(
        "of", [] { return tr("Links of"); },
        [this] {
            const RankInfo *const info = runs().info(state().currentRank());
            return QStringList{tr("Whole network"), info ? tr("Rank %1 alone").arg(format::displayText(info->label))
                                                         : tr("The current rank alone")};
        }));
}

void LinksPage::narrow()
{
    const auto rows = m_table->rows();
    const RankInfo *const info = runs().info(state().currentRank());
    std::function<bool(const RowSource &, quint32)> only;
    if (rows && info && m_of->value().toInt() != wholeNetwork) {
        only = [columns = LinkRowNames(*rows), rank = LinkEnd{false, info->rank}](const RowSource &all, quint32 row) {
            return columns.source(all, row) == rank || columns.destination(all, row) == rank;
        };
    }
    m_table->table()->setOnly(std::move(only));
}

bool LinksPage::isRestricted() const
{
    const ShownRanks &group = state().rankGroup();
    return !group.isEmpty() && group.run == m_table->runAt();
}

void LinksPage::showRanks()
{
    const ShownRanks &group = state().rankGroup();
    const QString ranks = format::rankIntervals(group.ranks);
    m_ranks->setText(
        group.name.isEmpty()
            ? tr("Only links between the shown ranks %1 are listed.").arg(ranks)
            : tr("Only links between the shown ranks %1 of the %2 group are listed.").arg(ranks, group.name));
    m_ranks->setVisible(isRestricted());
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
    invalidate();
}

} // namespace rs

#include "moc_linkspage.cpp"
