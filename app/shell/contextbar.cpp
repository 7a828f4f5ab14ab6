// SPDX-License-Identifier: Apache-2.0
#include "app/shell/contextbar.h"

#include "analysis/ranks/domainchoice.h"
#include "analysis/ranks/domains.h"
#include "items/domaintext.h"
#include "items/format.h"
#include "views/widgets/icons.h"
#include "views/widgets/searchbox.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <utility>

namespace rs {

namespace {

constexpr int refreshMs = 200; // ranks arrive in bursts

template <class Box>
Box *box(QWidget *parent, const QString &name)
{
    auto *const b = new Box(parent);
    b->setObjectName(name);
    b->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    b->setMinimumContentsLength(12);
    return b;
}

// Which of its sections in the list a domain stands in: those of domainKinds() that are purposes, then those of other
// names, then those without.
int sectionOf(const Domain &domain)
{
    const auto purposes = static_cast<int>(domainKinds().size()) - 2;
    const auto at = static_cast<int>(domainKinds().indexOf(purposeOf(domain)));
    return at >= 0 ? at : purposes + (domain.pgName.isEmpty() ? 1 : 0);
}

// Long entries are shown whole in the list, however narrow the box is.
void widenList(QComboBox *b)
{
    int widest = b->width();
    for (int i = 0; i < b->count(); ++i)
        widest = std::max(widest, b->fontMetrics().horizontalAdvance(b->itemText(i)) + 40);
    b->view()->setMinimumWidth(std::min(widest, 600));
}

} // namespace

ContextBar::ContextBar(RunStore &runs, ViewState &state, ThreadPool &pool, QWidget *parent)
    : QWidget(parent), m_runs(runs), m_state(state), m_pool(pool),
      m_run(box<QComboBox>(this, QStringLiteral("runBox"))), m_step(box<SearchBox>(this, QStringLiteral("stepBox"))),
      m_domain(box<SearchBox>(this, QStringLiteral("domainBox"))), m_search(new QLineEdit(this)),
      m_stepChip(new QToolButton(this)), m_domainChip(new QToolButton(this))
{
    m_stepChip->setObjectName(QStringLiteral("stepChip"));
    m_domainChip->setObjectName(QStringLiteral("domainChip"));
    // Typed in one way, however long they are.
    for (SearchBox *const b : std::initializer_list<SearchBox *>{m_step, m_domain})
        b->setSearchedFrom(2);
    m_search->setObjectName(QStringLiteral("quickSearch"));
    m_search->addAction(symbol(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(120);
    m_search->setMaximumWidth(240);
    auto *const line = new QHBoxLayout(this);
    line->setContentsMargins(4, 2, 8, 2);
    line->setSpacing(4);
    line->addWidget(m_run);
    line->addWidget(m_step);
    line->addWidget(m_domain);
    line->addWidget(m_search);

    m_refresh.setSingleShot(true);
    m_refresh.setInterval(refreshMs);
    connect(&m_refresh, &QTimer::timeout, this, &ContextBar::refresh);
    const auto soon = [this] {
        if (!m_refresh.isActive())
            m_refresh.start();
    };
    connect(&m_runs, &RunStore::runAdded, this, soon);
    connect(&m_runs, &RunStore::runChanged, this, soon);
    connect(&m_runs, &RunStore::runClosed, this, soon);
    connect(&m_runs, &RunStore::rankLoaded, this, soon);
    connect(&m_state, &ViewState::currentRankChanged, this, soon);
    connect(&m_state, &ViewState::stepChanged, this, &ContextBar::refresh);
    connect(&m_state, &ViewState::domainChanged, this, &ContextBar::refresh);
    connect(&m_state, &ViewState::wasReset, m_search, &QLineEdit::clear);

    connect(m_run, &QComboBox::activated, this, [this] {
        const int run = m_run->currentData().toInt();
        if (run != m_state.currentRank().run && m_runs.run(run))
            m_state.setCurrentRank({run, 0});
    });
    connect(m_stepChip, &QToolButton::clicked, &m_state, [this] { m_state.setStep({}); });
    connect(m_domainChip, &QToolButton::clicked, &m_state, [this] { m_state.setDomain({}); });
    connect(m_step, &QComboBox::activated, this, [this] { m_state.setStep(m_step->currentData().toString()); });
    connect(m_domain, &QComboBox::activated, this, [this] { m_state.setDomain(m_domain->currentData().toString()); });
    connect(&m_state, &ViewState::domainChanged, this, &ContextBar::carryDomain);
    for (QComboBox *const b : std::initializer_list<QComboBox *>{m_run, m_step, m_domain}) {
        b->installEventFilter(this);
        connect(b, &QComboBox::activated, this, &ContextBar::giveFocusBack);
    }
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *before, QWidget *now) {
        if (m_byMouse && now && now->parentWidget() == this && before && !isAncestorOf(before))
            m_focusBefore = before;
    });
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (!m_search->text().isEmpty())
            emit searchRequested(m_search->text());
    });
    retranslate();
}

void ContextBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

// Keys stay in the boxes.
bool ContextBar::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn) {
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            m_byMouse = reason == Qt::MouseFocusReason;
    }
    return QWidget::eventFilter(watched, event);
}

void ContextBar::giveFocusBack()
{
    if (m_byMouse && m_focusBefore && m_focusBefore->isVisible())
        m_focusBefore->setFocus();
}

void ContextBar::retranslate()
{
    m_run->setToolTip(tr("The run shown in views of a single run"));
    m_step->setToolTip(tr("The step shown in views and tables"));
    m_domain->setToolTip(tr("The communication domain shown in views"));
    m_search->setPlaceholderText(tr("Search slices"));
    m_search->setToolTip(tr("Finds slices by name in all loaded ranks"));
    for (QComboBox *const b : std::initializer_list<QComboBox *>{m_run, m_step, m_domain})
        b->setAccessibleName(b->toolTip());
    m_runHint = m_run->toolTip();
    refresh();
}

void ContextBar::refresh()
{
    m_refresh.stop();
    const QSignalBlocker r(m_run);
    const QSignalBlocker s(m_step);
    const QSignalBlocker d(m_domain);
    m_run->clear();
    m_step->clear();
    m_domain->clear();
    for (int i = 0; i < m_runs.count(); ++i) {
        if (const auto run = m_runs.run(i)) {
            m_run->addItem(format::displayText(run->name), i);
            m_run->setItemData(m_run->count() - 1, format::tooltipText(run->path), Qt::ToolTipRole);
        }
    }
    const int current = m_state.currentRank().run;
    m_run->setCurrentIndex(std::max(0, m_run->findData(current)));
    // The name may be longer than the box.
    m_run->setToolTip(m_run->count() > 0 ? format::tooltipText(m_run->currentText() + u'\n' + m_runHint) : m_runHint);
    m_step->addItem(tr("All steps"), QString());
    m_domain->addItem(tr("All domains"), QString());
    if (m_run->count() > 0) {
        for (const QString &step : m_choices.steps)
            m_step->addItem(tr("Step %1").arg(format::displayText(step)), step);
        addDomains();
    }
    // A choice that the run does not know stays visible, so that nobody wonders why a view is empty.
    const auto choose = [this](QComboBox *b, const QString &value) {
        int at = b->findData(value);
        if (at < 0) {
            b->addItem(b == m_domain ? domainText(value) : format::displayText(value), value);
            at = b->count() - 1;
        }
        b->setCurrentIndex(at);
    };
    choose(m_step, m_state.step());
    choose(m_domain, m_state.domain());
    for (QComboBox *const b : std::initializer_list<QComboBox *>{m_run, m_step, m_domain}) {
        b->setEnabled(b->count() > 1 || b == m_run);
        if (b != m_domain) // there may be thousands, and they are searched
            widenList(b);
    }
    m_run->setEnabled(m_run->count() > 0);
    m_search->setEnabled(m_run->count() > 0);
    showChips();
    findChoices();
}

void ContextBar::showChips()
{
    const auto show = [this](QToolButton *chip, const QString &value, const QString &text) {
        chip->setVisible(!value.isEmpty() && !m_runs.isEmpty());
        chip->setText(QString(text).replace(u'&', QLatin1String("&&")) + QStringLiteral("  \u2715"));
        chip->setToolTip(tr("Views show only this; pictures of steps mark it among the others. Click to show all."));
        chip->setAccessibleName(text);
    };
    show(m_stepChip, m_state.step(), tr("Only step %1").arg(format::displayText(m_state.step())));
    show(m_domainChip, m_state.domain(), tr("Only %1", "a communication domain").arg(m_domain->currentText()));
}

// The choice of several domains comes first; then the domains by kind, and within a kind in their own order.
void ContextBar::addDomains()
{
    std::map<int, std::vector<const Domain *>> sections;
    for (const Domain &domain : m_choices.domains)
        sections[sectionOf(domain)].push_back(&domain);
    addKinds();
    for (const auto &[at, domains] : sections) {
        const QString purpose = purposeOf(*domains.front());
        const QString section = !purpose.isEmpty()                   ? purpose.toUpper()
                                : !domains.front()->pgName.isEmpty() ? tr("Other domains")
                                                                     : tr("Domains without a name");
        for (const Domain *const domain : domains)
            addDomain(*domain, section);
    }
}

void ContextBar::addKinds()
{
    const auto count = static_cast<int>(m_choices.domains.size());
    for (const QString &kind : domainKinds()) {
        const auto of =
            static_cast<int>(std::count_if(m_choices.domains.begin(), m_choices.domains.end(),
                                           [&kind](const Domain &domain) { return isOfKind(domain, kind); }));
        // One is chosen as itself, and all as all.
        if (of < 2 || of == count)
            continue;
        m_domain->addItem(domainText(kind), kind);
        m_domain->setItemData(m_domain->count() - 1, tr("Kinds"), SearchBox::SectionRole);
        m_domain->setItemData(m_domain->count() - 1, tr("%n domain(s)", nullptr, of), SearchBox::DetailRole);
    }
}

void ContextBar::addDomain(const Domain &domain, const QString &section)
{
    const int at = m_domain->count();
    const auto ranks = static_cast<int>(domain.ranks.size());
    const QString what = domain.p2p ? tr("point to point (p2p), %n rank(s): %1, group %2", nullptr, ranks)
                                    : tr("collective, %n rank(s): %1, group %2", nullptr, ranks);
    m_domain->addItem(format::clipText(format::displayText(domain.label()), 80), domain.hash);
    m_domain->setItemData(at, section, SearchBox::SectionRole);
    m_domain->setItemData(at, what.arg(format::rankIntervals(domain.ranks), format::displayText(domain.communicator())),
                          SearchBox::DetailRole);
    m_domain->setItemData(at, QVariant::fromValue(QList<int>(domain.ranks.begin(), domain.ranks.end())),
                          SearchBox::RanksRole);
}

void ContextBar::findChoices()
{
    const auto run = m_runs.run(m_run->currentData().isValid() ? m_run->currentData().toInt() : -1);
    if (!run) {
        m_job.cancel();
        m_choices = {};
        m_choicesOf.reset();
        return;
    }
    // Every change of a run makes a new object, so the same object means the same choices.
    if (run == m_choicesOf.lock())
        return;
    m_choicesOf = run;
    m_job.start(
        m_pool,
        [run](const JobContext &job) {
            return Choices{domains(*run, job), run->steps()};
        },
        [this](Choices found) {
            m_choices = std::move(found);
            carryDomain();
            refresh();
        });
}

// A group has another hash in each run: of the run that is looked at now the group of the same ranks is meant.
void ContextBar::carryDomain()
{
    const QString now = m_state.domain();
    const auto known = [&](const auto &matches) {
        const auto at = std::find_if(m_choices.domains.begin(), m_choices.domains.end(), matches);
        return at == m_choices.domains.end() ? nullptr : &*at;
    };
    if (const Domain *const same = known([&](const Domain &d) { return d.hash == now; })) {
        m_chosen = *same;
        return;
    }
    if (now.isEmpty() || m_chosen.hash != now || m_choices.domains.empty())
        return;
    const Domain before = m_chosen;
    const auto isAlike = [&](const Domain &d) { return d.ranks == before.ranks && d.p2p == before.p2p; };
    const Domain *alike = known([&](const Domain &d) { return isAlike(d) && d.label() == before.label(); });
    if (!alike)
        alike = known(isAlike);
    // A run that is still being read may get the group later.
    if (!alike && m_runs.isLoading())
        return;
    m_chosen = alike ? *alike : Domain();
    m_state.setDomain(m_chosen.hash);
}

} // namespace rs

#include "moc_contextbar.cpp"
