// SPDX-License-Identifier: Apache-2.0
#include "views/page/charttablepage.h"

#include "analysis/ranks/domains.h"
#include "items/domaintext.h"
#include "items/rowsourcemodel.h"
#include "views/page/charthalves.h"
#include "views/page/picturescope.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/widgets/emptystate.h"

#include <QJsonObject>

#include <utility>

namespace rs {

ChartTablePage::ChartTablePage(const QString &id, ChartFrame *frame, const ViewContext &context, QWidget *parent)
    : ChartTablePage(id, id, frame, context, parent)
{
}

ChartTablePage::ChartTablePage(const QString &id, const QString &name, ChartFrame *frame, const ViewContext &context,
                               QWidget *parent)
    : Page(name, context, parent), m_frame(frame), m_table(new TablePage(id, context)),
      m_halves(new ChartHalves(m_frame, m_table, m_table->table()))
{
    addPicture(m_frame, [this] { return hasChart(); });
    body()->setContent(m_halves);
    connect(body(), &QStackedWidget::currentChanged, this, [this] {
        if (!body()->isEmpty())
            emit contentShown();
    });
    connect(m_halves, &ChartHalves::foldedByUser, this, &Page::arrangementChanged);
    for (const auto signal : {&ViewState::stepChanged, &ViewState::domainChanged})
        connect(&state(), signal, this, &ChartTablePage::invalidate);
    connect(m_table, &Page::scopeChanged, this, &Page::scopeChanged);
}

QString ChartTablePage::title() const
{
    return m_table->title();
}

QString ChartTablePage::hint() const
{
    return m_table->hint();
}

QString ChartTablePage::whyWhole() const
{
    return m_table->whyWhole();
}

bool ChartTablePage::isOfRun() const
{
    return m_table->isOfRun();
}

QString ChartTablePage::whyAllRanks() const
{
    return m_table->whyAllRanks();
}

bool ChartTablePage::hasStamps() const
{
    return m_table->hasStamps();
}

bool ChartTablePage::isComplete() const
{
    return Page::isComplete() && m_table->isComplete();
}

std::optional<TableQuery> ChartTablePage::begin()
{
    m_table->invalidate();
    m_run = runs().openRun(state().currentRank().run);
    TableQuery query;
    query.run = runs().run(m_run);
    if (!query.run) {
        body()->showEmpty(tr("No run is open"), tr("Open a folder with File > Import Data, or drop it on the window."));
        return std::nullopt;
    }
    // What was said before a run was opened must not stand until the first rows are there.
    if (emptyState()->heading() == tr("No run is open"))
        showReading();
    query.step = state().step();
    query.domain = state().domain();
    query.rates = state().rates();
    return query;
}

// The page is asked again when all ranks are read.
void ChartTablePage::showNothing(const QString &heading, const Phrase &whyEmpty, const QString &action)
{
    if (runs().isLoading())
        return showReading();
    body()->showEmpty(heading, tableText(whyEmpty), action);
    emit nothingShown();
}

void ChartTablePage::showReading()
{
    body()->showEmpty(tr("Loading"), tr("Rows appear here as soon as the first ranks are read."));
}

void ChartTablePage::retranslate()
{
    Page::retranslate();
    m_table->retranslate();
    m_halves->retranslate();
}

FoldLine *ChartTablePage::foldButton() const
{
    return m_halves->foldLine();
}

Picker *ChartTablePage::addChartChoice(PageChoice choice)
{
    Picker *const picker = addChoice(std::move(choice));
    m_frame->addControl(picker);
    return picker;
}

void ChartTablePage::saveMore(QJsonObject &out) const
{
    if (const std::optional<bool> unfolded = m_halves->unfolded())
        out[QStringLiteral("table")] = *unfolded;
}

void ChartTablePage::restoreMore(const QJsonObject &state)
{
    const QJsonValue kept = state[QStringLiteral("table")];
    m_halves->setUnfolded(kept.isBool() ? std::optional(kept.toBool()) : std::nullopt);
}

QString ChartTablePage::scopeWith(QStringList more) const
{
    const auto of = runs().run(m_run);
    if (const QString domain = of ? domainLabel(*of, state().domain()) : QString(); !domain.isEmpty())
        more.prepend(tr("domain: %1").arg(domainText(domain)));
    return pictureScope(runs(), m_run, state().step(), more);
}

} // namespace rs

#include "moc_charttablepage.cpp"
