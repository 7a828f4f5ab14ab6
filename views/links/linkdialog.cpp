// SPDX-License-Identifier: Apache-2.0
#include "views/links/linkdialog.h"

#include "analysis/ranks/domains.h"
#include "items/domaintext.h"
#include "items/rowsourcemodel.h"
#include "tables/base/catalogue.h"
#include "views/page/picturescope.h"
#include "views/tables/tableview.h"
#include "views/widgets/plaintext.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace rs {

namespace {

// Rows of links of that kind in domains that have one of them: the files count packets by rank.
std::function<bool(const RowSource &, quint32)>
packetsOf(const RowSource &packets, const RowSource &links,
          const std::function<bool(const RowSource &, quint32)> &isOfLink, const LinkEnd &source, const JobContext &job)
{
    const LinkRowNames columns(links);
    std::set<std::pair<std::string, std::string>> crossed; // domain and type
    for (quint32 row = 0; row < links.rows() && !job.isCanceled(); ++row) {
        if (isOfLink(links, row))
            crossed.emplace(columns.domain(links, row), columns.transport(links, row));
    }
    return [crossed, rank = source.text().toStdString(), ranks = packets.columnOf(u"rank"),
            domains = packets.columnOf(u"domain"),
            transports = packets.columnOf(u"transport")](const RowSource &rows, quint32 row) {
        return rows.text(row, ranks) == rank &&
               crossed.contains({std::string(rows.text(row, domains)), std::string(rows.text(row, transports))});
    };
}

// Hides columns with the same value in all rows, which is shown above; the list of columns brings them back.
void hideColumns(TableView *table, std::initializer_list<QStringView> ids)
{
    QObject::connect(
        table, &TableView::arranged, table,
        [table, hidden = std::vector<QStringView>(ids)] {
            const std::vector<ShownColumn> &columns = table->rows()->shown();
            for (size_t c = 0; c < columns.size(); ++c) {
                if (std::find(hidden.begin(), hidden.end(), columns[c].column.id) != hidden.end())
                    table->setColumnShown(static_cast<int>(c), false);
            }
        },
        Qt::SingleShotConnection);
}

} // namespace

LinkDialog::LinkDialog(const ViewContext &context, int run, const RowSource &links, quint32 row, QWidget *parent)
    : QDialog(parent), m_context(context), m_run(run), m_step(context.state->step()), m_domain(context.state->domain()),
      m_scope(plainLabel(this)), m_operatorsTitle(plainLabel(this)),
      m_operators(new TableView(QStringLiteral("link-operators"), context.theme, context.pool, this)),
      m_packetsTitle(plainLabel(this)),
      m_packets(new TableView(QStringLiteral("link-packets"), context.theme, context.pool, this)),
      m_notice(plainLabel(this)), m_jump(context)
{
    setAttribute(Qt::WA_DeleteOnClose);
    const LinkRowNames columns(links);
    m_source = columns.source(links, row);
    m_destination = columns.destination(links, row);
    m_isInner = m_source == m_destination;
    m_filter.source = m_source;
    m_filter.destination = m_destination;
    // Indices inside groups are told apart by their group.
    if (m_source.local || m_destination.local) {
        const std::string_view domain = columns.domain(links, row);
        m_filter.domain = QString::fromUtf8(domain.data(), static_cast<qsizetype>(domain.size()));
    }
    m_sourceIndex = links.place(row).rank;
    if (const auto held = context.runs->run(run); held && m_sourceIndex < 0 && !m_source.local)
        m_sourceIndex = held->indexOf(static_cast<int>(m_source.number));
    m_scope->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel *const label : {m_scope, m_operatorsTitle, m_packetsTitle, m_notice})
        label->setWordWrap(true);
    m_notice->hide();
    auto *const halves = new QSplitter(Qt::Vertical, this);
    const auto add = [halves](QLabel *title, TableView *table) {
        auto *const half = new QWidget(halves);
        auto *const rows = new QVBoxLayout(half);
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(4);
        rows->addWidget(title);
        rows->addWidget(table, 1);
    };
    add(m_operatorsTitle, m_operators);
    add(m_packetsTitle, m_packets);
    halves->setChildrenCollapsible(false);
    auto *const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *const column = new QVBoxLayout(this);
    column->addWidget(m_scope);
    column->addWidget(halves, 1);
    column->addWidget(m_notice);
    column->addWidget(buttons);
    constexpr int characters = 160;
    constexpr int lines = 32;
    resize(fontMetrics().averageCharWidth() * characters, fontMetrics().height() * lines);
    connectTables();
    connect(context.runs, &RunStore::runClosed, this, [this](int closed) {
        if (closed == m_run)
            close();
    });
    hideColumns(m_operators, {u"source", u"destination"});
    hideColumns(m_packets, {u"rank"});
    retranslate();
    fillOperators();
}

bool LinkDialog::isComplete() const
{
    return !m_linksJob.isRunning() && !m_packetsJob.isRunning() && !m_jump.isRunning() && m_operators->isComplete() &&
           m_packets->isComplete();
}

// The rows that were shown may be sums over steps and operators.
void LinkDialog::fillOperators()
{
    TableQuery query;
    query.run = m_context.runs->run(m_run);
    if (!query.run)
        return;
    query.step = m_step;
    query.domain = m_domain;
    m_linksJob.start(
        *m_context.pool,
        [&spec = *m_context.tables->find(u"links"), query](const JobContext &job) { return spec.rows(query, job); },
        [this](std::shared_ptr<const RowSource> links) {
            if (!links)
                return;
            m_links = std::move(links);
            m_operators->setOnly(m_filter.only(*m_links));
            m_operators->setSource(m_links);
            fillPackets();
        });
}

void LinkDialog::fillPackets()
{
    const auto run = m_context.runs->run(m_run);
    if (sourceRank().local || !run)
        return;
    TableQuery query;
    query.run = run;
    query.step = m_step;
    query.domain = m_domain;
    m_packetsJob.start(
        *m_context.pool,
        [&spec = *m_context.tables->find(u"bandwidth.packets"), query, links = m_links,
         isOfLink = m_filter.only(*m_links), source = sourceRank()](const JobContext &job) {
            Packets out;
            out.rows = spec.rows(query, job);
            if (!out.rows)
                return out;
            if (out.rows->rows() == 0)
                out.whyEmpty = spec.whyEmpty(query);
            out.only = packetsOf(*out.rows, *links, isOfLink, source, job);
            quint32 row = 0;
            while (row < out.rows->rows() && !out.only(*out.rows, row) && !job.isCanceled())
                ++row;
            out.isNoneOfLink = row == out.rows->rows() && row > 0;
            return out;
        },
        [this](Packets packets) {
            m_whyNoPackets = packets.whyEmpty;
            m_isNoneOfLink = packets.isNoneOfLink;
            retranslate();
            m_packets->setOnly(std::move(packets.only));
            m_packets->setSource(m_isNoneOfLink ? nullptr : std::move(packets.rows));
        });
}

RankRef LinkDialog::source() const
{
    return {m_run, m_sourceIndex};
}

LinkEnd LinkDialog::sourceRank() const
{
    const RankInfo *const info = m_source.local ? m_context.runs->info(source()) : nullptr;
    return info && info->rank >= 0 ? LinkEnd{false, info->rank} : m_source;
}

void LinkDialog::connectTables()
{
    m_jump.setLeaving([this] { close(); });
    // Notices are shown where the user looks.
    connect(m_context.state, &ViewState::noticed, this, [this](const QString &text) {
        m_notice->setText(text);
        m_notice->show();
    });
    for (TableView *const table : {m_operators, m_packets}) {
        connect(table, &TableView::menuRequested, this, [this, table](QMenu *menu, int row) {
            if (row >= 0 && table->rows()->source())
                m_jump.addTo(menu, table->rows()->source(), static_cast<quint32>(row), source());
        });
        connect(table, &TableView::activated, this, [this, table](int row) {
            if (!table->rows()->source())
                return;
            m_notice->hide();
            if (table == m_operators)
                m_jump.goToOperatorOf(*table->rows()->source(), static_cast<quint32>(row), source());
            else
                m_jump.go(*table->rows()->source(), static_cast<quint32>(row), source());
        });
    }
}

void LinkDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

QString LinkDialog::whyNoPackets() const
{
    if (sourceRank().local)
        return tr("No file says which rank of the run the source of this link is.");
    if (m_isNoneOfLink && m_isInner)
        return tr("What a rank sends to itself (type LOCAL) uses no transport: communication.json counts no "
                  "packets for it.");
    return m_isNoneOfLink ? tr("communication.json of rank %1 counts no packets over links of this type in the domains "
                               "of this link.")
                                .arg(sourceRank().text())
                          : tableText(m_whyNoPackets);
}

void LinkDialog::retranslate()
{
    setWindowTitle(tr("Link from Rank %1 to Rank %2").arg(sourceRank().text(), m_destination.text()));
    QStringList more;
    const auto run = m_context.runs->run(m_run);
    if (const QString domain = run ? domainLabel(*run, m_domain) : QString(); !domain.isEmpty())
        more << tr("domain: %1").arg(domainText(domain));
    m_scope->setText(pictureScope(*m_context.runs, m_run, m_step, more));
    m_operatorsTitle->setText(tr("Operators over the link"));
    m_packetsTitle->setText(
        tr("Packets of rank %1 over links of this type in the domains of this link: the files count "
           "them by rank, not by link")
            .arg(sourceRank().text()));
    m_operators->setTableName(m_operatorsTitle->text());
    m_packets->setTableName(m_packetsTitle->text());
    m_packets->setEmptyText(whyNoPackets());
}

} // namespace rs

#include "moc_linkdialog.cpp"
