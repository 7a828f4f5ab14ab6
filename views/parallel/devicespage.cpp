// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/devicespage.h"

#include "items/format.h"
#include "views/picture/colorscale.h"
#include "views/page/tablepage.h"
#include "views/picture/chartframe.h"
#include "views/widgets/picker.h"

#include <QComboBox>
#include <QJsonObject>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rs {

namespace {

QWidget *pictureOf(DeviceMap *map, ColorScale *scale)
{
    auto *const out = new QWidget;
    auto *const rows = new QVBoxLayout(out);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(map, 1);
    rows->addWidget(scale);
    return out;
}

} // namespace

DevicesPage::DevicesPage(const ViewContext &context, QWidget *parent)
    : DevicesPage(new DeviceMap(context.theme), new ColorScale(context.theme), context, parent)
{
}

DevicesPage::DevicesPage(DeviceMap *map, ColorScale *scale, const ViewContext &context, QWidget *parent)
    : ChartTablePage(QStringLiteral("devices.load"), QStringLiteral("devices"),
                     new ChartFrame(pictureOf(map, scale), QStringLiteral("devices"), context.theme), context, parent),
      m_map(map), m_scale(scale)
{
    addWork(m_job);
    frame()->wrapHead();
    m_measure = addChartChoice(PageChoice::among(
        "", [] { return tr("Show"); },
        [] {
            return QStringList{tr("Peak memory"), tr("FLOPs"), tr("FLOPS (a second)")};
        }));
    frame()->setScope([this] { return scopeWith(QStringList(m_measure->box()->currentText())); });
    connect(m_measure, &Picker::chosen, this, [this] {
        m_isChosen = true;
        showMeasure();
    });
    m_scale->setBounds(0, 100, QStringLiteral("%"), true);
    connect(m_scale, &ColorScale::rangeChanged, this,
            [this](double low, double high) { m_map->setRange(low / 100, high / 100); });
    connect(m_map, &DeviceMap::cellClicked, this, &DevicesPage::chooseDevice);
    connect(m_map, &DeviceMap::cellActivated, this, [this](int row, int column) {
        if (const DeviceLoad *const load = m_map->loadAt(row, column))
            this->state().showInTimeline({m_loadsRun, load->rankIndex});
    });
    connect(&this->state(), &ViewState::currentRankChanged, this, &DevicesPage::followState);
    connect(&this->state(), &ViewState::ratesChanged, this, &Page::invalidate);
}

void DevicesPage::saveMore(QJsonObject &out) const
{
    ChartTablePage::saveMore(out);
    if (m_isChosen)
        out[QStringLiteral("measure")] = m_measure->value().toInt();
}

void DevicesPage::restoreMore(const QJsonObject &state)
{
    ChartTablePage::restoreMore(state);
    m_isChosen = state.contains(QStringLiteral("measure"));
    m_measure->setValue(
        std::clamp(state[QStringLiteral("measure")].toInt(), 0, static_cast<int>(DeviceMap::Measure::Rate)));
}

void DevicesPage::refresh()
{
    const std::optional<TableQuery> query = begin();
    if (!query) {
        m_job.cancel();
        m_loads.reset();
        return;
    }
    m_job.start(
        *context().pool,
        [&spec = *context().tables->find(u"devices.load"), query = *query, of = run()](const JobContext &job) {
            const MemoryReservation room = spec.room(query, job);
            Answer out;
            out.run = of;
            out.loads =
                std::make_shared<const std::vector<DeviceLoad>>(deviceLoads(*query.run, job, query.rates.device));
            out.isLegacy = isOfMindSpore1(*query.run);
            if (out.loads->empty())
                out.whyEmpty = spec.whyEmpty(query);
            return out;
        },
        [this](Answer answer) { take(std::move(answer)); });
}

void DevicesPage::take(Answer answer)
{
    m_loads = std::move(answer.loads);
    m_loadsRun = answer.run;
    m_isLegacy = answer.isLegacy;
    openMeasure();
    m_map->setLoads(m_loads);
    if (m_loads->empty())
        return showNothing(tr("There is no data on memory and FLOPs"), answer.whyEmpty);
    body()->showContent();
    showMeasure();
    followState();
}

void DevicesPage::openMeasure()
{
    using Measure = DeviceMap::Measure;
    if (m_isChosen)
        return;
    const auto any = [this](const auto &isKnown) { return std::any_of(m_loads->begin(), m_loads->end(), isKnown); };
    const Measure first = any([](const DeviceLoad &d) { return d.peakGib.has_value(); })       ? Measure::Memory
                          : any([](const DeviceLoad &d) { return d.mflopsShare.has_value(); }) ? Measure::Flops
                          : any([](const DeviceLoad &d) { return d.rateShare.has_value(); })   ? Measure::Rate
                                                                                               : Measure::Memory;
    m_measure->setValue(static_cast<int>(first));
}

void DevicesPage::showMeasure()
{
    m_map->setMeasure(static_cast<DeviceMap::Measure>(m_measure->value().toInt()));
    const bool hasGaps = m_loads && std::any_of(m_loads->begin(), m_loads->end(),
                                                [this](const DeviceLoad &d) { return !m_map->shareOf(d).has_value(); });
    m_scale->setNotes(hasGaps ? std::vector<LegendEntry>{{tr("No data"), QColor()}} : std::vector<LegendEntry>());
    frame()->setHeading(tr("Memory and FLOPs by device"));
    const QString spread = spreadText();
    frame()->setNotes(spread.isEmpty() ? QStringList(note()) : QStringList{spread, note()});
}

void DevicesPage::chooseDevice(int row, int column)
{
    if (const DeviceLoad *const load = m_map->loadAt(row, column))
        state().setCurrentRank({m_loadsRun, load->rankIndex});
}

void DevicesPage::followState()
{
    const RankRef rank = state().currentRank();
    m_map->setSelected(rank.run == m_loadsRun ? m_map->cellOf(rank.index) : PaintedGrid::Cell(-1, -1));
}

// Cells of one shade say little: how far they are apart is said in words.
QString DevicesPage::spreadText() const
{
    std::optional<double> least;
    std::optional<double> most;
    for (const DeviceLoad &d : m_loads ? *m_loads : std::vector<DeviceLoad>()) {
        if (const std::optional<double> share = m_map->shareOf(d)) {
            least = std::min(least.value_or(*share), *share);
            most = std::max(most.value_or(*share), *share);
        }
    }
    constexpr double alike = 0.05;
    if (!least || m_loads->size() < 2)
        return {};
    return (*most - *least <= alike ? tr("all devices alike, %1 to %2") : tr("%1 to %2"))
        .arg(format::percent(*least), format::percent(*most));
}

QString DevicesPage::note() const
{
    if (!m_loads)
        return {};
    const auto known = std::count_if(m_loads->begin(), m_loads->end(),
                                     [this](const DeviceLoad &d) { return m_map->shareOf(d).has_value(); });
    const bool isMemory = m_measure->value().toInt() == static_cast<int>(DeviceMap::Measure::Memory);
    if (known == 0 && m_isLegacy)
        return isMemory ? tr("No file says how much memory was used: memory_usage_summary_*.json does, which "
                             "MindSpore 1.x writes with profile_memory=True.")
                        : tr("No file says how much was computed: flops_summary_*.json and flops_*.txt do, which "
                             "MindSpore 1.x writes with aicore_metrics=0 (ArithmeticUtilization).");
    if (known == 0)
        return isMemory ? tr("No file says how much memory was used: memory_record.csv (profile_memory) does.")
                        : tr("No file says how much was computed: kernel_details.csv does, by counters (aic_metrics "
                             "ArithmeticUtilization) or the shapes of matrix products (Level1).");
    const auto has = [this](LoadSource DeviceLoad::*source, LoadSource which) {
        return std::any_of(m_loads->begin(), m_loads->end(), [&](const DeviceLoad &d) { return d.*source == which; });
    };
    const bool estimated = has(&DeviceLoad::flopsSource, LoadSource::Estimated);
    if (m_measure->value().toInt() == static_cast<int>(DeviceMap::Measure::Flops))
        return estimated ? tr("Relative to the device with the most; estimated from the shapes of matrix products.")
                         : tr("Relative to the device with the most.");
    const auto any = [this](std::optional<double> DeviceLoad::*value) {
        return std::any_of(m_loads->begin(), m_loads->end(), [value](const DeviceLoad &d) { return d.*value; });
    };
    if (m_measure->value().toInt() == static_cast<int>(DeviceMap::Measure::Rate)) {
        const QString of = any(&DeviceLoad::peakShare)
                               ? tr("Relative to the peak that you entered.")
                               : tr("Relative to the fastest device; Analyse > Reference Values of the Hardware takes "
                                    "the peak of a device.");
        return estimated ? of + u' ' + tr("Estimated from the shapes of matrix products.") : of;
    }
    if (has(&DeviceLoad::memorySource, LoadSource::Theory))
        return tr("Peak memory / capacity; theoretical values of the graph compiler.");
    return any(&DeviceLoad::capacityGib)
               ? tr("Peak memory / capacity, as measured.")
               : tr("Measured peak memory, relative to the device with the most: no file says the capacity, which "
                    "Analyse > Reference Values of the Hardware takes.");
}

void DevicesPage::retranslate()
{
    m_map->setAccessibleName(tr("Memory and FLOPs by device"));
    m_map->update();
    m_scale->setAccessibleName(tr("Range of the colour scale"));
    m_scale->update();
    ChartTablePage::retranslate();
    invalidate();
}

} // namespace rs

#include "moc_devicespage.cpp"
