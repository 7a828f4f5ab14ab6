// SPDX-License-Identifier: Apache-2.0
#include "views/parallel/strategyform.h"

#include "analysis/ranks/strategygrid.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "items/sentencetext.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/flowlayout.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rs {

namespace {
constexpr int largestSize = 1 << 20;
constexpr std::array formTokens = {TokenPp, TokenTp, TokenCp, TokenDp, TokenEp};

int &sizeIn(StrategySizes &sizes, unsigned token)
{
    switch (token) {
    case TokenTp:
        return sizes.tp;
    case TokenCp:
        return sizes.cp;
    case TokenDp:
        return sizes.dp;
    case TokenPp:
        return sizes.pp;
    default:
        return sizes.ep;
    }
}
} // namespace

StrategyForm::StrategyForm(QWidget *parent)
    : QWidget(parent), m_order(new Picker(this)), m_moeLabel(plainLabel(this)), m_apply(new QToolButton(this)),
      m_reset(new QToolButton(this)), m_note(new ElidedLabel(this))
{
    auto *const bar = new QWidget(this);
    auto *const flow = new FlowLayout(bar, 8);
    m_order->box()->setMaximumWidth(QWIDGETSIZE_MAX); // orders differ at the ends of their names
    flow->addWidget(m_order);
    const auto add = [this, flow](QLabel *label) {
        QSpinBox *const box = addField(label);
        flow->addWidget(box->parentWidget());
        return box;
    };
    for (const unsigned token : formTokens) {
        auto *const label = plainLabel(this, QLatin1String(dimensionName(token)));
        m_fields.push_back({token, label, add(label)});
    }
    m_moeLabel->setText(QStringLiteral("MoE-TP"));
    m_moeTp = add(m_moeLabel);
    flow->addWidget(m_apply);
    flow->addWidget(m_reset);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(bar);
    rows->addWidget(m_note);
    connect(m_order, &Picker::chosen, this, &StrategyForm::check);
    connect(m_apply, &QToolButton::clicked, this, [this] { emit entered(typed()); });
    connect(m_reset, &QToolButton::clicked, this, [this] {
        show(m_known.strategy);
        emit resetWanted();
    });
    retranslate();
}

QSpinBox *StrategyForm::addField(QLabel *label)
{
    auto *const field = new QWidget(this);
    auto *const line = new QHBoxLayout(field);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    auto *const box = new QSpinBox(field);
    box->setRange(1, largestSize);
    box->setMaximumWidth(fontMetrics().averageCharWidth() * 12);
    label->setBuddy(box);
    line->addWidget(label);
    line->addWidget(box);
    connect(box, &QSpinBox::valueChanged, this, &StrategyForm::check);
    return box;
}

QSpinBox *StrategyForm::size(unsigned token) const
{
    const auto at =
        std::find_if(m_fields.begin(), m_fields.end(), [token](const Field &f) { return f.token == token; });
    return at == m_fields.end() ? nullptr : at->box;
}

Strategy StrategyForm::typed() const
{
    Strategy out;
    out.order = static_cast<StrategyOrder>(m_order->value().toInt());
    for (const Field &field : m_fields)
        sizeIn(out.sizes, field.token) = field.box->value();
    out.sizes.moeTp = out.order == StrategyOrder::MindIe ? m_moeTp->value() : 1;
    return out;
}

void StrategyForm::setKnown(const KnownStrategy &known)
{
    const bool same = known.strategy == m_known.strategy && known.source == m_known.source;
    m_known = known;
    if (same)
        return check();
    show(known.strategy);
}

void StrategyForm::show(const Strategy &strategy)
{
    m_filling = true;
    m_order->setValue(static_cast<int>(strategy.order));
    StrategySizes sizes = strategy.sizes;
    for (const Field &field : m_fields)
        field.box->setValue(sizeIn(sizes, field.token));
    m_moeTp->setValue(sizes.moeTp);
    m_filling = false;
    check();
}

QString StrategyForm::note() const
{
    const Strategy now = typed();
    const bool changed = now != m_known.strategy || m_known.source == StrategySource::Undefined;
    QStringList out;
    switch (m_known.source) {
    case StrategySource::Undefined:
        out << tr("No file says how the ranks share the work: enter the sizes.");
        break;
    case StrategySource::Collected:
        out << tr("Read from profiler_metadata.json (distributed_args).");
        break;
    case StrategySource::Inferred:
        out << tr("Inferred from the groups that the files describe.");
        break;
    case StrategySource::Entered:
        out << tr("Entered by you; comparisons with peers use it.");
        break;
    }
    if (changed) {
        for (const Phrase &phrase : violations(now, m_known.worldSize))
            out << phraseText(phrase);
        if (out.size() == 1 && m_known.source != StrategySource::Undefined)
            out << tr("Not applied yet.");
    } else {
        if (m_known.orderConfirmed)
            out << tr("The groups of the files confirm the order.");
        for (const Phrase &phrase : m_known.problems)
            out << phraseText(phrase);
    }
    return joinedSentences(out);
}

void StrategyForm::check()
{
    if (m_filling)
        return;
    const Strategy now = typed();
    const bool experts = now.order == StrategyOrder::MindIe;
    m_moeTp->parentWidget()->setVisible(experts);
    const bool changed = now != m_known.strategy || m_known.source == StrategySource::Undefined;
    const bool sound = violations(now, m_known.worldSize).empty();
    m_apply->setEnabled(changed && sound);
    m_apply->setToolTip(format::tooltipText(!sound    ? tr("The entered sizes contradict each other: see below.")
                                            : changed ? tr("Every view compares ranks by these sizes from now on")
                                                      : tr("These sizes are already used")));
    m_reset->setEnabled(m_known.source == StrategySource::Entered || now != m_known.strategy);
    m_note->setText(note());
    m_note->setToolTip(format::tooltipText(m_note->text()));
    const bool wrong = !sound || (!changed && !m_known.problems.empty());
    m_note->setForegroundRole(wrong ? QPalette::WindowText : QPalette::PlaceholderText);
}

void StrategyForm::fillOrders()
{
    std::vector<PickerItem> items;
    for (const StrategyOrder order : allStrategyOrders)
        items.push_back({QString::fromLatin1(strategyOrderName(order)), static_cast<int>(order)});
    m_order->setItems(items);
}

void StrategyForm::retranslate()
{
    m_order->setLabel(tr("Order"));
    fillOrders();
    m_apply->setText(tr("Apply"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Uses the sizes of the files again"));
    for (const Field &field : m_fields)
        field.box->setAccessibleName(tr("Ranks of a %1 group").arg(QLatin1String(dimensionName(field.token))));
    m_moeTp->setAccessibleName(tr("Ranks of a %1 group").arg(m_moeLabel->text()));
    check();
}

} // namespace rs

#include "moc_strategyform.cpp"
