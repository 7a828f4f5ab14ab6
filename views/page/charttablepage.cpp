// SPDX-License-Identifier: Apache-2.0
#include "views/page/charttablepage.h"

#include "analysis/ranks/domains.h"
#include "items/domaintext.h"
#include "items/rowsourcemodel.h"
#include "views/page/charthalves.h"
#include "views/page/picturescope.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/picture/stackedbars.h"
#include "views/widgets/emptystate.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
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
    setFront(m_table);
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
    // A text from before a run was opened must not stay until the first rows are read.
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

void ChartTablePage::showIn(QWidget *place)
{
    m_halves->setHasTable(place == this);
    Page::showIn(place);
}

void ChartTablePage::retranslate()
{
    Page::retranslate();
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

void ChartTablePage::addBars(StackedBars *bars)
{
    m_bars.push_back(bars);
    connect(bars, &StackedBars::legendChanged, this, &Page::arrangementChanged);
}

void ChartTablePage::saveMore(QJsonObject &out) const
{
    if (const std::optional<bool> unfolded = m_halves->unfolded())
        out[QStringLiteral("table")] = *unfolded;
    QJsonArray hidden;
    for (const StackedBars *const bars : m_bars)
        hidden.append(static_cast<int>(bars->hiddenParts()));
    if (!hidden.isEmpty())
        out[QStringLiteral("hidden")] = m_bars.size() == 1 ? hidden.first() : QJsonValue(hidden);
}

void ChartTablePage::restoreMore(const QJsonObject &state)
{
    const QJsonValue kept = state[QStringLiteral("table")];
    m_halves->setUnfolded(kept.isBool() ? std::optional(kept.toBool()) : std::nullopt);
    const QJsonValue hidden = state[QStringLiteral("hidden")];
    for (qsizetype i = 0; i < std::ssize(m_bars); ++i) {
        const QJsonValue of = hidden.isArray() ? hidden.toArray().at(i) : hidden;
        m_bars[static_cast<size_t>(i)]->setHiddenParts(static_cast<unsigned>(std::max(0, of.toInt())));
    }
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
