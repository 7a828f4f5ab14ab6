// SPDX-License-Identifier: Apache-2.0
#include "views/page/page.h"

#include "analysis/time/runorigin.h"
#include "items/rowsourcemodel.h"
#include "tables/base/catalogue.h"
#include "views/page/systemtexts.h"
#include "views/picture/chartframe.h"
#include "views/state/databasetexts.h"

#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

// Value that a session keeps of a choice, in the type that its values have; nothing for another type.
std::optional<QVariant> keptValue(const QJsonValue &kept, const QVariant &first)
{
    if (first.typeId() == QMetaType::Bool)
        return kept.isBool() ? std::optional<QVariant>(kept.toBool()) : std::nullopt;
    if (first.typeId() == QMetaType::Int || first.typeId() == QMetaType::UInt) {
        QVariant number(kept.toInt(-1));
        const bool fits = kept.isDouble() && kept.toInt(-1) == kept.toDouble() && number.convert(first.metaType());
        return fits ? std::optional(number) : std::nullopt;
    }
    return kept.isString() ? std::optional<QVariant>(kept.toString()) : std::nullopt;
}

} // namespace

PageChoice PageChoice::among(const char *key, std::function<QString()> label, std::function<QStringList()> names)
{
    const auto items = [names = std::move(names)] {
        std::vector<PickerItem> out;
        for (const QString &name : names())
            out.push_back({name, static_cast<int>(out.size())});
        return out;
    };
    return {.key = QLatin1String(key), .first = 0, .label = std::move(label), .items = items};
}

std::optional<Interval> AskedTime::of(const RankData &rank, StepSide side, const JobContext &job) const
{
    if (selected || step.isEmpty())
        return selected;
    const Interval span = stepSpanOf(rank, step, side, job);
    return span.length() > 0 ? std::optional(span) : std::nullopt;
}

Page::Page(const QString &name, const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_body(new PageBody(this))
{
    setObjectName(name);
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(8, 0, 0, 0);
    rows->addWidget(m_body);
}

EmptyState *Page::emptyState() const
{
    return m_body->emptyState();
}

void Page::setFront(Page *page)
{
    m_front = page;
    connect(page, &Page::scopeChanged, this, &Page::scopeChanged);
}

bool Page::isComplete() const
{
    return !m_body->isWaiting() && (!m_front || m_front->isComplete()) &&
           std::none_of(m_works.begin(), m_works.end(), [](const Work &w) { return w.isRunning(); });
}

void Page::cancelWork()
{
    for (const Work &work : m_works)
        work.cancel();
}

void Page::addPicture(const ChartFrame *frame, std::function<bool()> isThere)
{
    m_pictures.push_back({frame, std::move(isThere)});
}

std::vector<PictureExport> Page::pictures() const
{
    std::vector<PictureExport> out;
    for (const Picture &p : m_pictures) {
        if (!m_body->isEmpty() && p.isThere())
            out.push_back({p.frame->fileName(), p.frame->picture()});
    }
    return out;
}

bool Page::preparePictures()
{
    if (m_pictures.empty())
        return true;
    if (!m_body->isWaiting())
        bringUpToDate();
    return isComplete();
}

Picker *Page::addChoice(PageChoice choice)
{
    auto *const picker = new Picker(this);
    picker->setValue(choice.first);
    connect(picker, &Picker::chosen, this, &Page::arrangementChanged);
    m_choices.push_back({std::move(choice), picker});
    return picker;
}

QStringList Page::choices() const
{
    QStringList out;
    for (const MadeChoice &c : m_choices) {
        if (!c.what.key.isEmpty())
            out << c.what.key;
    }
    return out;
}

Picker *Page::choice(QStringView key) const
{
    const auto at =
        std::find_if(m_choices.begin(), m_choices.end(), [key](const MadeChoice &c) { return c.what.key == key; });
    return at == m_choices.end() ? nullptr : at->picker;
}

void Page::fillChoices()
{
    for (const MadeChoice &c : m_choices) {
        if (c.what.items)
            c.picker->setItems(c.what.items());
    }
}

void Page::retranslate()
{
    for (const MadeChoice &c : m_choices)
        c.picker->setLabel(c.what.label());
    fillChoices();
    if (m_front)
        m_front->retranslate();
}

QJsonObject Page::saveState() const
{
    QJsonObject out;
    for (const MadeChoice &c : m_choices) {
        if (!c.what.key.isEmpty() && c.picker->value() != c.what.first)
            out[c.what.key] = QJsonValue::fromVariant(c.picker->value());
    }
    saveMore(out);
    return out;
}

void Page::restoreState(const QJsonObject &state)
{
    for (const MadeChoice &c : m_choices) {
        if (c.what.key.isEmpty())
            continue;
        const QVariant value = keptValue(state[c.what.key], c.what.first).value_or(c.what.first);
        const std::vector<PickerItem> items = c.what.isOfData ? std::vector<PickerItem>() : c.what.items();
        const bool fits = c.what.isOfData ? value.typeId() != QMetaType::Int || value.toInt() >= c.what.first.toInt()
                                          : std::any_of(items.begin(), items.end(),
                                                        [&value](const PickerItem &i) { return i.data == value; });
        c.picker->setValue(fits ? value : c.what.first);
    }
    restoreMore(state);
    if (m_choices.empty())
        return;
    fillChoices();
    invalidate();
}

QString Page::whyNoTable(const QString &file) const
{
    const RankRef of = state().currentRank();
    if (QString why = systemtexts::whyNoRank(runs(), of); !why.isEmpty())
        return why;
    return DatabaseTexts::isAllOf(runs(), of) ? DatabaseTexts::ofRank(runs(), of, file) : QString();
}

QString Page::whyEmpty(QStringView table) const
{
    TableQuery query;
    query.run = runOfRank();
    query.rank = state().currentRank().index;
    return tableText(m_context.tables->find(table)->whyEmpty(query));
}

void Page::invalidate()
{
    m_stale = true;
    // Without a run there is nothing to compute, only to forget; a rank that gives way is not held by what nobody
    // sees. A cluster analysis alone has no rank that could be the current one, and is a run.
    const RankRef rank = state().currentRank();
    const auto open = runs().run(runs().openRun(rank.run));
    const bool isOfClusterAlone = open && open->infos.empty();
    if (m_body->isVisible() || (!runs().run(rank.run) && !isOfClusterAlone) ||
        (!isOfRun() && runs().state(rank) == RankState::Displaced))
        bringUpToDate();
}

void Page::bringUpToDate()
{
    if (std::exchange(m_stale, false))
        refresh();
}

void Page::showIn(QWidget *place)
{
    if (m_body->parentWidget() != place) {
        place->layout()->addWidget(m_body);
        m_body->show();
    }
    bringUpToDate();
}

void Page::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    showIn(this);
}

std::shared_ptr<const Run> Page::runOfRank() const
{
    const RankRef ref = state().currentRank();
    const auto whole = runs().run(ref.run);
    if (!whole)
        return nullptr;
    auto out = std::make_shared<Run>(*whole);
    for (size_t i = 0; i < out->ranks.size(); ++i) {
        if (static_cast<int>(i) != ref.index)
            out->ranks[i] = nullptr;
    }
    return out;
}

std::optional<Interval> Page::window() const
{
    const TimeWindow chosen = state().timeSelectionOf(state().currentRank());
    return chosen.isEmpty() ? std::nullopt : std::optional(Interval{chosen.fromNs, chosen.toNs});
}

qint64 Page::originNs() const
{
    const auto run = runs().run(runs().openRun(state().currentRank().run));
    return run ? runOriginNs(*run) : 0;
}

QJsonObject savedPages(const std::vector<Page *> &pages)
{
    QJsonObject out;
    for (const Page *const page : pages) {
        if (const QJsonObject state = page->saveState(); !state.isEmpty())
            out[page->objectName()] = state;
    }
    return out;
}

void restorePages(const std::vector<Page *> &pages, const QJsonObject &states)
{
    for (Page *const page : pages)
        page->restoreState(states[page->objectName()].toObject());
}

} // namespace rs

#include "moc_page.cpp"
