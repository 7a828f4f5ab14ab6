// SPDX-License-Identifier: Apache-2.0
#include "views/overview/verdictstrip.h"

#include "items/findingtexts.h"
#include "items/format.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/icons.h"
#include "views/widgets/plaintext.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTextLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace rs {

namespace {

constexpr std::array<DiagnosisKind, VerdictStrip::areas> areaKinds = {DiagnosisKind::Compute, DiagnosisKind::Scheduling,
                                                                      DiagnosisKind::Communication};
constexpr std::array gravity = {DiagnosisState::Fine, DiagnosisState::Unknown, DiagnosisState::Notice,
                                DiagnosisState::Difference, DiagnosisState::Problem}; ///< the gravest last
constexpr int sentenceColumn = 2;
constexpr int mostRows = 2; // of text, of a sentence with its reason
// Not by the height: letters that another font lends, as those of Chinese, stand in higher lines.
int linesOf(const QString &text, const QFont &font, int width)
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    int lines = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        ++lines;
    }
    layout.endLayout();
    return lines;
}

constexpr int stripMargin = 4;  // above and below
constexpr int fewestChars = 12; // of a state, in a narrow window
constexpr int rowSpace = 6;     // as a button needs it, so that lines without one stand as far apart

} // namespace

VerdictStrip::VerdictStrip(const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_all(new QPushButton(this)), m_thresholds(new QToolButton(this)),
      m_scope(plainLabel(this)), m_links(plainLabel(this)), m_notes(new QVBoxLayout), m_jump(context),
      m_diagnosis(std::make_shared<const Diagnosis>())
{
    setObjectName(QStringLiteral("verdicts"));
    auto *const grid = new QGridLayout(this);
    grid->setContentsMargins(8, stripMargin, 8, stripMargin);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(sentenceColumn, 1);
    for (size_t area = 0; area < areas; ++area) {
        Line &line = m_lines[area];
        line = {plainLabel(this),
                plainLabel(this),
                plainLabel(this),
                plainLabel(this),
                new QPushButton(this),
                plainLabel(this),
                new ElidedLabel(this),
                {},
                {}};
        line.shortText->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        line.shortText->setMinimumWidth(fontMetrics().averageCharWidth() * fewestChars);
        QFont bold = font();
        bold.setWeight(QFont::Bold);
        line.name->setFont(bold);
        // Its numbers stand towards its end: rather two lines than none of them.
        line.sentence->setWordWrap(true);
        line.sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
        line.sentence->installEventFilter(this);
        const int row = static_cast<int>(area);
        grid->addWidget(line.symbol, row, 0);
        grid->addWidget(line.name, row, 1);
        auto *const said = new QHBoxLayout;
        said->setSpacing(8);
        said->addWidget(line.sentence, 1);
        said->addWidget(line.cost);
        said->addWidget(line.button);
        grid->addLayout(said, row, sentenceColumn);
        connect(line.button, &QPushButton::clicked, this, [this, area] {
            if (const Verdict *const v = verdictOf(area))
                m_jump.go(*v, m_run);
        });
    }
    auto *const states = new QHBoxLayout;
    states->setSpacing(8);
    for (const Line &line : m_lines) {
        states->addWidget(line.shortSymbol);
        states->addWidget(line.shortText);
        states->addSpacing(8);
    }
    states->addStretch(1);
    grid->addLayout(states, static_cast<int>(areas), 0, 1, sentenceColumn + 1);
    for (QLabel *const note : {m_scope, m_links})
        note->setForegroundRole(QPalette::PlaceholderText);
    m_notes->setSpacing(2);
    for (QWidget *const note : std::initializer_list<QWidget *>{m_all, m_thresholds, m_scope, m_links})
        m_notes->addWidget(note);
    grid->addLayout(m_notes, 0, sentenceColumn + 1, static_cast<int>(areas) + 1, 1, Qt::AlignTop);
    for (QPushButton *const b : findChildren<QPushButton *>(Qt::FindDirectChildrenOnly))
        b->setAutoDefault(false);
    connect(m_all, &QPushButton::clicked, this,
            [this] { m_context.state->showView(QStringLiteral("findings/diagnosis")); });
    connect(m_thresholds, &QToolButton::clicked, this, &VerdictStrip::thresholdsWanted);
    connect(m_context.state, &ViewState::rankGroupChanged, this, &VerdictStrip::showNotes);
    connect(m_context.state, &ViewState::domainChanged, this, &VerdictStrip::showNotes);
    connect(m_context.diagnoses, &RunDiagnoses::changed, this, [this](int run) {
        if (run == m_run)
            refresh();
    });
    connect(m_context.runs, &RunStore::runClosed, this, [this](int run) {
        if (run == m_run)
            setRun(-1);
    });
    connect(m_context.theme, &Theme::changed, this, &VerdictStrip::show);
    retranslate();
}

void VerdictStrip::setRun(int run)
{
    if (run == m_run)
        return;
    m_run = run;
    m_jump.cancel();
    refresh();
}

void VerdictStrip::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    show();
}

void VerdictStrip::refresh()
{
    m_diagnosis = m_context.diagnoses->of(m_run);
    if (!m_diagnosis)
        m_diagnosis = std::make_shared<const Diagnosis>();
    show();
}

bool VerdictStrip::isComplete() const
{
    return !m_context.diagnoses->isComputing(m_run) && !m_jump.isRunning();
}

const Verdict *VerdictStrip::verdictOf(size_t area) const
{
    const auto isOf = [area](const Verdict &v) { return diagnosisArea(v.kind) == areaKinds[area]; };
    // The dearest problem before what is said of the area as a whole: the rank to look at, not how much is lost.
    const auto problem = std::find_if(m_diagnosis->problems.begin(), m_diagnosis->problems.end(), isOf);
    if (problem != m_diagnosis->problems.end())
        return &*problem;
    const auto all = std::find_if(m_diagnosis->areas.begin(), m_diagnosis->areas.end(), isOf);
    return all == m_diagnosis->areas.end() ? nullptr : &*all;
}

size_t VerdictStrip::gravestArea() const
{
    const auto weight = [this](size_t area) {
        const Verdict *const v = verdictOf(area);
        const auto at = v ? std::find(gravity.begin(), gravity.end(), v->state) : gravity.begin();
        return std::pair(at - gravity.begin(), v ? v->costNs.value_or(0) : 0);
    };
    size_t gravest = 0;
    for (size_t area = 1; area < areas; ++area) {
        if (weight(area) > weight(gravest))
            gravest = area;
    }
    return gravest;
}

void VerdictStrip::show()
{
    const auto run = m_context.runs->run(m_run);
    setVisible(run != nullptr);
    if (!run)
        return;
    const size_t gravest = gravestArea();
    auto *const grid = static_cast<QGridLayout *>(layout());
    for (size_t area = 0; area < areas; ++area) {
        showLine(area, verdictOf(area));
        const bool shown = !m_compact || area == gravest;
        Line &line = m_lines[area];
        for (QWidget *const part : std::initializer_list<QWidget *>{line.symbol, line.name, line.sentence})
            part->setVisible(shown);
        line.cost->setVisible(shown);
        line.shortSymbol->setVisible(!shown);
        line.shortText->setVisible(!shown);
        line.button->setVisible(shown && !line.button->text().isEmpty());
        grid->setRowMinimumHeight(static_cast<int>(area), shown ? fontMetrics().height() + rowSpace : 0);
    }
    const auto problems = static_cast<int>(m_diagnosis->problems.size());
    m_all->setText(problems > 0 ? tr("%n problem(s)", nullptr, problems) : tr("Diagnosis"));
    m_all->setEnabled(!m_diagnosis->areas.empty());
    m_all->setToolTip(format::tooltipText(tr("All problems and notices, and where to look next")));
    grid->setContentsMargins(8, m_compact ? 0 : stripMargin, 8, m_compact ? 0 : stripMargin);
    m_notes->setDirection(m_compact ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    showNotes();
}

// Peers are what the diagnosis is about: of a few ranks alone it would say something else, or nothing.
void VerdictStrip::showNotes()
{
    const ShownRanks &group = m_context.state->rankGroup();
    const bool isGroup = !group.isEmpty() && group.run == m_run;
    m_scope->setVisible(isGroup || !m_context.state->domain().isEmpty());
    m_scope->setText(tr("On all ranks"));
    m_scope->setToolTip(format::tooltipText(
        tr("The diagnosis holds all ranks of the run against each other, also where the pictures and "
           "tables are restricted to some of them.")));
    m_links->setVisible(m_diagnosis->linksUnchecked.has_value());
    if (m_diagnosis->linksUnchecked) {
        m_links->setText(tr("Links not checked"));
        m_links->setToolTip(format::tooltipText(phraseText(*m_diagnosis->linksUnchecked)));
    }
    m_thresholds->setVisible(!changedThresholds(m_context.state->thresholds()).isEmpty());
    m_thresholds->setText(tr("Own thresholds"));
    m_thresholds->setToolTip(format::tooltipText(tr(
        "The thresholds of the diagnosis are not those of the program. A click shows them, and brings those back.")));
}

void VerdictStrip::showLine(size_t area, const Verdict *verdict)
{
    Line &line = m_lines[area];
    // No tick stands where something was not checked.
    const bool isPartlyFine = verdict && verdict->state == DiagnosisState::Fine && verdict->isPartial;
    const DiagnosisState shown = verdict && !isPartlyFine ? verdict->state : DiagnosisState::Unknown;
    const QString state = isPartlyFine ? tr("Not checked on all ranks") : meaningOf(shown);
    showState(line, shown, state);
    QString text;
    QString withReason;
    QString button;
    QString tip;
    if (verdict) {
        text = phraseText(verdict->sentence);
        if (!verdict->details.empty())
            withReason = tr("%1 %2", "a sentence and the next one, which says why")
                             .arg(text, phraseText(verdict->details.front()));
        const auto problems = std::count_if(m_diagnosis->problems.begin(), m_diagnosis->problems.end(),
                                            [&](const Verdict &v) { return diagnosisArea(v.kind) == areaKinds[area]; });
        for (QString *const said : {&text, &withReason}) {
            if (problems > 1 && !said->isEmpty())
                *said =
                    tr("%1 And %n more problem(s).", "a sentence on the dearest one", static_cast<int>(problems - 1))
                        .arg(*said);
        }
        tip = this->tip(*verdict);
        if (const auto run = m_context.runs->run(m_run))
            button = VerdictJump::text(*verdict, *run);
    } else if (m_context.diagnoses->lacksMemory(m_run)) {
        text = tr("There is no memory for it.");
    } else {
        text = m_context.runs->isLoading() ? tr("Waiting for all ranks") : tr("Is being computed.");
    }
    // No line begins with the sign of a number.
    for (QString *const said : {&text, &withReason})
        said->replace(QLatin1String(" %"), QStringLiteral("\u00a0%"));
    line.text = format::displayText(text);
    line.withReason = format::displayText(withReason);
    line.sentence->setToolTip(format::tooltipText(tip));
    line.sentence->setAccessibleName(line.name->text());
    const bool costs = verdict && verdict->costNs;
    line.cost->setText(costs ? costText(*verdict) : QString());
    line.cost->setToolTip(format::tooltipText(tip));
    line.button->setText(button);
    line.shortText->setText(
        costs
            ? tr("%1: %2", "an area of the diagnosis, what its problem costs").arg(line.name->text(), line.cost->text())
            : tr("%1: %2", "an area of the diagnosis, its state").arg(line.name->text(), state));
    line.shortText->setToolTip(format::tooltipText(tip));
    fitSentence(line);
}

void VerdictStrip::fitSentence(Line &line)
{
    const QLabel &label = *line.sentence;
    const bool fits = !m_compact && !line.withReason.isEmpty() &&
                      linesOf(line.withReason, label.font(), label.contentsRect().width()) <= mostRows;
    // A low window has as many rows for the gravest one; the tooltip has all of it.
    constexpr double ofRows = 0.9; // of their width, since words are not broken
    const bool isCut = m_compact && linesOf(line.text, label.font(), label.contentsRect().width()) > mostRows;
    const QString text =
        fits    ? line.withReason
        : isCut ? label.fontMetrics().elidedText(line.text, Qt::ElideRight, qRound(label.width() * mostRows * ofRows))
                : line.text;
    if (text != label.text())
        line.sentence->setText(text);
}

bool VerdictStrip::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        for (Line &line : m_lines) {
            if (line.sentence == watched)
                fitSentence(line);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void VerdictStrip::showState(Line &line, DiagnosisState state, const QString &meaning)
{
    const Theme &theme = *m_context.theme;
    QString name = QStringLiteral("waiting");
    QColor color = theme.secondaryText();
    switch (state) {
    case DiagnosisState::Fine:
        name = QStringLiteral("done");
        break;
    case DiagnosisState::Notice:
        name = QStringLiteral("notice");
        color = theme.accent();
        break;
    case DiagnosisState::Difference:
        name = QStringLiteral("notice");
        color = theme.warning();
        break;
    case DiagnosisState::Problem:
        name = QStringLiteral("warning");
        color = theme.error();
        break;
    case DiagnosisState::Unknown:
        break;
    }
    const int side = fontMetrics().height();
    for (QLabel *const sign : {line.symbol, line.shortSymbol}) {
        sign->setPixmap(symbol(name, color).pixmap(side, side));
        sign->setToolTip(format::tooltipText(meaning));
        sign->setAccessibleName(meaning);
    }
}

QString VerdictStrip::meaningOf(DiagnosisState state)
{
    switch (state) {
    case DiagnosisState::Fine:
        return tr("Fine");
    case DiagnosisState::Notice:
        return tr("Worth a look");
    case DiagnosisState::Difference:
        return tr("Ranks differ, the odd one cannot be told");
    case DiagnosisState::Problem:
        return tr("Problem");
    case DiagnosisState::Unknown:
        break;
    }
    return tr("Not known");
}

// The share of a problem of some steps is one of those steps.
QString VerdictStrip::costText(const Verdict &verdict)
{
    const QString share = format::percent(verdict.share);
    const QString ms = format::briefDuration(*verdict.costNs);
    const QString cost = verdict.certainty == Certainty::Low ? tr("about %1", "a time that is estimated").arg(ms) : ms;
    if (verdict.steps.isEmpty())
        return tr("slows the run by %1 (%2)", "a time, its share of the steps").arg(cost, share);
    if (verdict.steps.size() > 1)
        return tr("slows %n steps by %1 (%2)", "a time, its share of some steps",
                  static_cast<int>(verdict.steps.size()))
            .arg(cost, share);
    return tr("slows step %3 by %1 (%2)", "a time, its share of that step")
        .arg(cost, share, format::displayText(verdict.steps.front()));
}

QString VerdictStrip::tip(const Verdict &verdict) const
{
    QStringList lines{phraseText(verdict.sentence)};
    for (const Phrase &more : verdict.details)
        lines << phraseText(more);
    if (verdict.costNs) {
        const QString cost = format::briefDuration(*verdict.costNs);
        const QString share = format::percent(verdict.share);
        const bool hidden = verdict.aloneNs.value_or(0) < *verdict.costNs;
        if (hidden)
            lines << tr("Once the other problems are fixed as well:");
        lines << (verdict.steps.isEmpty() ? tr("Without it the steps would take %1 (%2) less.").arg(cost, share)
                  : verdict.steps.size() == 1
                      ? tr("Without it step %3 would take %1 less, %2 of that step.")
                            .arg(cost, share, format::displayText(verdict.steps.front()))
                      : tr("Without it the steps that it is in would take %1 less, %2 of them.").arg(cost, share));
        const QString sure = verdict.certainty == Certainty::High     ? tr("Certainty: high")
                             : verdict.certainty == Certainty::Medium ? tr("Certainty: medium")
                                                                      : tr("Certainty: low");
        lines << sure;
    }
    return lines.join(u'\n');
}

void VerdictStrip::retranslate()
{
    const std::array<QString, areas> names = {tr("Compute"), tr("Scheduling"), tr("Communication")};
    for (size_t area = 0; area < areas; ++area)
        m_lines[area].name->setText(names[area]);
    show();
}

void VerdictStrip::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace rs

#include "moc_verdictstrip.cpp"
