// SPDX-License-Identifier: Apache-2.0
#include "views/overview/barscontrols.h"

#include "items/rowsourcemodel.h"
#include "items/format.h"
#include "views/page/steptexts.h"
#include "views/widgets/optionsbutton.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <iterator>

namespace rs {

namespace {

// Columns by which bars can be ordered.
constexpr const char *orderColumns[] = {"rank",      "total", "computing", "pure",           "covered",
                                        "uncovered", "idle",  "preparing", "computingRatio", "communicationRatio",
                                        "deviation"};

struct ComparedTime
{
    StepMetric metric;
    StackedBars::Mark mark;
};
constexpr std::array<ComparedTime, 8> comparedTimes = {
    ComparedTime{StepMetric::Computing, {0, 2}},     ComparedTime{StepMetric::PureCompute, {0, 1}},
    ComparedTime{StepMetric::Communication, {1, 2}}, ComparedTime{StepMetric::Covered, {1, 1}},
    ComparedTime{StepMetric::Uncovered, {2, 1}},     ComparedTime{StepMetric::Idle, {3, 1}},
    ComparedTime{StepMetric::Preparing, {4, 1}},     ComparedTime{StepMetric::Total, {0, StackedBar::partCount}},
};
constexpr int comparedNone = -1;
constexpr const char *stepsIds[] = {"chosen", "sum", "mean", "each"};

} // namespace

BarsControls::BarsControls(QWidget *owner)
    : QObject(owner), m_source(new Picker(owner)), m_steps(new Picker(owner)), m_fold(new Picker(owner)),
      m_compared(new Picker(owner)), m_order(new Picker(owner)), m_direction(new QToolButton(owner)),
      m_topBox(new QWidget(owner)), m_topLabel(plainLabel(m_topBox)), m_top(new QSpinBox(m_topBox)),
      m_percent(new QToolButton(owner)),
      m_options(new OptionsButton({m_source, m_steps, m_fold, m_compared, m_topBox}, owner))
{
    m_direction->setCheckable(true);
    m_percent->setCheckable(true);
    m_percent->setAutoRaise(true);
    m_percent->setText(QStringLiteral("%"));
    m_top->setRange(0, 99'999);
    m_top->setValue(0);
    m_top->setKeyboardTracking(false);
    m_topLabel->setBuddy(m_top);
    auto *topLine = new QHBoxLayout(m_topBox);
    topLine->setContentsMargins(0, 0, 0, 0);
    topLine->setSpacing(4);
    topLine->addWidget(m_topLabel);
    topLine->addWidget(m_top);
    m_steps->setValue(static_cast<int>(StepsShown::Chosen));
    m_fold->setValue(0U);
    // A slow rank does not lengthen its step alone: the others wait for it.
    m_compared->setValue(static_cast<int>(StepMetric::Computing));

    connect(m_source, &Picker::chosen, this, &BarsControls::sourceChosen);
    for (Picker *const picker : {m_steps, m_fold, m_compared})
        connect(picker, &Picker::chosen, this, &BarsControls::figuresChosen);
    connect(m_order, &Picker::chosen, this, [this](const QVariant &column) {
        // An order by time begins with the longest.
        setOrder(column.toString(), column.toString() != QLatin1String(orderColumns[0]));
        emit orderChosen();
    });
    connect(m_direction, &QToolButton::toggled, this, [this] {
        showDirection();
        emit orderChosen();
    });
    connect(m_top, &QSpinBox::valueChanged, this, &BarsControls::topChosen);
    connect(m_percent, &QToolButton::toggled, this, &BarsControls::percentChosen);
}

std::vector<QWidget *> BarsControls::widgets() const
{
    return {m_order, m_direction, m_options};
}

void BarsControls::setShown(bool shown)
{
    for (QWidget *const w : widgets())
        w->setVisible(shown);
}

OverviewSource BarsControls::source() const
{
    return static_cast<OverviewSource>(m_source->value().toInt());
}

StepsShown BarsControls::steps() const
{
    return static_cast<StepsShown>(m_steps->value().toInt());
}

unsigned BarsControls::fold() const
{
    const unsigned wanted = m_fold->value().toUInt();
    const bool can = std::find(m_folds.begin(), m_folds.end(), wanted) != m_folds.end();
    return can && steps() != StepsShown::Each ? wanted : 0;
}

std::optional<StepMetric> BarsControls::compared() const
{
    const int wanted = m_compared->value().toInt();
    return wanted == comparedNone ? std::nullopt : std::optional(static_cast<StepMetric>(wanted));
}

StackedBars::Mark BarsControls::mark() const
{
    const std::optional<StepMetric> metric = compared();
    for (const ComparedTime &time : comparedTimes) {
        if (metric == time.metric)
            return time.mark;
    }
    return {};
}

bool BarsControls::isPercent() const
{
    return m_percent->isChecked();
}

QString BarsControls::orderColumn() const
{
    return m_order->value().toString();
}

bool BarsControls::isDescending() const
{
    return m_direction->isChecked();
}

int BarsControls::top() const
{
    return m_top->value();
}

bool BarsControls::setOrder(const QString &column, bool descending)
{
    if (std::none_of(std::begin(orderColumns), std::end(orderColumns),
                     [&column](const char *name) { return column == QLatin1String(name); }))
        return false;
    m_order->setValue(column);
    const QSignalBlocker blocker(m_direction);
    m_direction->setChecked(descending);
    showDirection();
    return true;
}

void BarsControls::showDirection()
{
    // As the arrows of tables.
    m_direction->setText(m_direction->isChecked() ? QStringLiteral("↓") : QStringLiteral("↑"));
    m_direction->setAccessibleName(m_direction->isChecked() ? tr("Descending") : tr("Ascending"));
    m_direction->setToolTip(format::tooltipText(m_direction->accessibleName() + u'\n' + tr("Reverse the order")));
}

void BarsControls::fill(const RowSourceModel &columns, const OverviewFacts *facts)
{
    m_source->setItems({{tr("File (trace if missing)"), static_cast<int>(OverviewSource::Best)},
                        {tr("File only"), static_cast<int>(OverviewSource::File)},
                        {tr("Slices only"), static_cast<int>(OverviewSource::Derived)}});
    m_steps->setItems({{tr("Selected step (or sum)"), static_cast<int>(StepsShown::Chosen)},
                       {tr("Sum of all"), static_cast<int>(StepsShown::Sum)},
                       {tr("Mean of all"), static_cast<int>(StepsShown::Mean)},
                       {tr("Each of the rank"), static_cast<int>(StepsShown::Each)}});
    const std::vector<PickerItem> folds = StepTexts::folds(facts && facts->hasStrategy ? &facts->strategy : nullptr);
    m_folds.clear();
    for (const PickerItem &item : folds)
        m_folds.push_back(item.data.toUInt());
    // A fold from another run may not exist in this one; before the dimensions are known the choice waits.
    if (facts && std::find(m_folds.begin(), m_folds.end(), m_fold->value().toUInt()) == m_folds.end())
        m_fold->setValue(0U);
    if (facts || m_fold->value().toUInt() == 0)
        m_fold->setItems(folds);
    m_fold->setVisible(m_folds.size() > 1);
    m_fold->setEnabled(steps() != StepsShown::Each);
    std::vector<PickerItem> compared = {{tr("Nothing"), comparedNone}};
    for (const ComparedTime &time : comparedTimes)
        compared.push_back({StepTexts::metric(time.metric), static_cast<int>(time.metric)});
    m_compared->setItems(compared);
    static const QRegularExpression unitBracket(QStringLiteral("\\s*[(\uFF08]"));
    std::vector<PickerItem> orders;
    for (const char *const column : orderColumns) {
        const QString id = QLatin1String(column);
        QString name = columns.headerData(columns.columnOf(id), Qt::Horizontal).toString();
        // Without its unit, in whichever brackets the language has.
        const qsizetype bracket = name.indexOf(unitBracket);
        orders.push_back({bracket > 0 ? name.left(bracket) : name, id});
    }
    m_order->setItems(orders);
}

void BarsControls::retranslate(const RowSourceModel &columns, const OverviewFacts *facts)
{
    m_source->setLabel(tr("Source"));
    m_steps->setLabel(tr("Steps"));
    m_fold->setLabel(tr("What a bar is"));
    m_compared->setLabel(tr("vs. peer median"));
    m_order->setLabel(tr("Order by"));
    m_topLabel->setText(tr("Top"));
    m_top->setSpecialValueText(tr("All"));
    m_top->setToolTip(format::tooltipText(tr("Show only that many ranks, in the chosen order")));
    m_top->setAccessibleName(tr("Show only that many ranks, in the chosen order"));
    m_percent->setToolTip(format::tooltipText(tr("Show the parts of each bar as shares of it")));
    m_percent->setAccessibleName(tr("Show the parts of each bar as shares of it"));
    showDirection();
    fill(columns, facts);
}

QJsonObject BarsControls::save() const
{
    QJsonObject out;
    if (steps() != StepsShown::Chosen)
        out[QStringLiteral("steps")] = QLatin1String(stepsIds[static_cast<size_t>(steps())]);
    if (const unsigned tokens = m_fold->value().toUInt(); tokens != 0)
        out[QStringLiteral("fold")] = StepTexts::foldId(tokens);
    if (const std::optional<StepMetric> metric = compared(); metric != StepMetric::Computing)
        out[QStringLiteral("against")] = metric ? StepTexts::metricId(*metric) : QStringLiteral("nothing");
    if (orderColumn() != QLatin1String(orderColumns[0]))
        out[QStringLiteral("order")] = orderColumn();
    if (isDescending())
        out[QStringLiteral("descending")] = true;
    if (top() > 0)
        out[QStringLiteral("top")] = top();
    if (isPercent())
        out[QStringLiteral("percent")] = true;
    return out;
}

// Missing or invalid parts of a state are reset to defaults.
void BarsControls::restore(const QJsonObject &state)
{
    const auto text = [&state](const char *name) { return state[QLatin1String(name)].toString(); };
    const auto *const steps = std::find_if(std::begin(stepsIds), std::end(stepsIds),
                                           [&](const char *id) { return text("steps") == QLatin1String(id); });
    m_steps->setValue(steps == std::end(stepsIds) ? 0 : static_cast<int>(steps - std::begin(stepsIds)));
    m_fold->setValue(StepTexts::foldOf(text("fold")));
    m_compared->setValue(text("against") == QLatin1String("nothing") ? comparedNone
                                                                     : static_cast<int>(StepMetric::Computing));
    for (const ComparedTime &time : comparedTimes) {
        if (StepTexts::metricOf(text("against")) == time.metric)
            m_compared->setValue(static_cast<int>(time.metric));
    }
    const bool descending = state[QLatin1String("descending")].toBool();
    if (!setOrder(text("order"), descending))
        setOrder(QLatin1String(orderColumns[0]), descending);
    const QSignalBlocker topQuiet(m_top);
    const QSignalBlocker percentQuiet(m_percent);
    m_top->setValue(state[QLatin1String("top")].toInt());
    m_percent->setChecked(state[QLatin1String("percent")].toBool());
}

} // namespace rs

#include "moc_barscontrols.cpp"
