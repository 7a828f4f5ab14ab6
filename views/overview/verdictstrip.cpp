// SPDX-License-Identifier: Apache-2.0
#include "views/overview/verdictstrip.h"

#include "analysis/diagnosis/verdictcost.h"
#include "analysis/replay/whatif.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "items/sentencetext.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/icons.h"
#include "views/widgets/plaintext.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
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
constexpr int buttonColumn = 6;
constexpr int notesColumn = 7;
constexpr int stackedRow = VerdictStrip::areas; // below the lines
constexpr int statesRow = stackedRow + 1;
constexpr int mostRows = 3;        // of text, of a sentence with its reason
constexpr int mostCompactRows = 2; // of the sentence alone, in a low window
constexpr int mostOthers = 3;      // that are named beside the dearest problem of an area
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

// As much of the text as the rows hold, with an ellipsis where that is not all.
QString inRows(const QString &text, const QFont &font, int width, int rows)
{
    if (linesOf(text, font, width) <= rows)
        return text;
    qsizetype fits = 0;
    for (qsizetype most = text.size(); fits < most;) {
        const qsizetype middle = (fits + most + 1) / 2;
        if (linesOf(text.left(middle) + QChar(0x2026), font, width) <= rows)
            fits = middle;
        else
            most = middle - 1;
    }
    return text.left(fits) + QChar(0x2026);
}

// Cost in words, and share.
std::pair<QString, QString> costNumbers(const Verdict &v)
{
    const VerdictCost cost = toldCost(v).value_or(VerdictCost());
    const QString ms = format::briefDuration(cost.ns);
    using Kind = VerdictCost::Kind;
    return {cost.kind == Kind::AtMost  ? VerdictStrip::tr("at most %1", "a time that is estimated").arg(ms)
            : cost.kind == Kind::About ? VerdictStrip::tr("about %1", "a time that is estimated").arg(ms)
                                       : ms,
            format::percent(cost.share)};
}

QString inOneLine(QString text)
{
    return text.replace(u'\n', u' ');
}

constexpr int stripMargin = 1;  // above and below
constexpr int lineSpace = 4;    // sentences of several rows stand apart
constexpr int fewestChars = 12; // of a state, in a narrow window
constexpr int rowSpace = 6;     // as a button needs it, so that lines without one stand as far apart

} // namespace

int baselineOf(const RunStore &runs, int run)
{
    int later = -1;
    for (int i = runs.count() - 1; i >= 0; --i) {
        if (i < run && runs.run(i))
            return i;
        if (i > run && runs.run(i))
            later = i;
    }
    return later;
}

VerdictStrip::VerdictStrip(const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_all(new QPushButton(this)), m_path(new QPushButton(this)),
      m_change(new QPushButton(this)), m_thresholds(new QToolButton(this)), m_scope(plainLabel(this)),
      m_links(plainLabel(this)), m_notes(new QVBoxLayout), m_jump(context),
      m_diagnosis(std::make_shared<const Diagnosis>())
{
    setObjectName(QStringLiteral("verdicts"));
    auto *const grid = new QGridLayout(this);
    grid->setContentsMargins(8, stripMargin, 8, stripMargin);
    grid->setHorizontalSpacing(8);
    grid->setColumnStretch(sentenceColumn, 1);
    for (size_t area = 0; area < areas; ++area) {
        Line &line = m_lines[area];
        line = {plainLabel(this),
                plainLabel(this),
                plainLabel(this),
                plainLabel(this),
                new QPushButton(this),
                new QPushButton(this),
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
        line.sentence->setContextMenuPolicy(Qt::NoContextMenu); // that of the line is shown
        line.sentence->installEventFilter(this);
        const int row = static_cast<int>(area);
        grid->addWidget(line.symbol, row, 0);
        grid->addWidget(line.name, row, 1);
        placeActs(area);
        connect(line.gain, &QPushButton::clicked, this, [this, area] {
            if (const Verdict *const v = verdictOf(area))
                emit gainWanted(m_run, *v);
        });
        connect(line.advice, &QPushButton::clicked, this,
                [this] { m_context.state->showView(QStringLiteral("system/advice")); });
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
    grid->addLayout(states, statesRow, 0, 1, buttonColumn + 1);
    for (QLabel *const note : {m_scope, m_links})
        note->setForegroundRole(QPalette::PlaceholderText);
    m_notes->setSpacing(2);
    for (QWidget *const note :
         std::initializer_list<QWidget *>{m_all, m_path, m_change, m_thresholds, m_scope, m_links})
        m_notes->addWidget(note);
    placeNotes();
    for (QPushButton *const b : findChildren<QPushButton *>(Qt::FindDirectChildrenOnly))
        b->setAutoDefault(false);
    connect(m_all, &QPushButton::clicked, this,
            [this] { m_context.state->showView(QStringLiteral("findings/diagnosis")); });
    connect(m_path, &QPushButton::clicked, this, [this] {
        m_pathStep = stepOfPath();
        m_jump.showPath(m_run, m_pathStep);
    });
    m_change->hide();
    connect(m_change, &QPushButton::clicked, this, [this] {
        if (m_newer != m_run)
            m_context.state->setCurrentRank({m_newer, 0});
        m_context.state->showView(QStringLiteral("system/compare.runs"));
    });
    connect(m_context.runs, &RunStore::loadingFinished, this, &VerdictStrip::compare);
    connect(m_context.runs, &RunStore::runClosed, this, &VerdictStrip::compare);
    connect(m_context.state, &ViewState::stepChanged, this, &VerdictStrip::show);
    connect(m_context.runs, &RunStore::loadingFinished, this, &VerdictStrip::showAwaitedPath);
    // Once all is there that comes with the step.
    connect(m_context.state, &ViewState::stepChanged, this, &VerdictStrip::followStep, Qt::QueuedConnection);
    connect(m_context.state, &ViewState::ranksTogetherChanged, this, &VerdictStrip::showPathAgain,
            Qt::QueuedConnection);
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
    compare();
}

void VerdictStrip::compare()
{
    m_changeJob.cancel();
    m_runChange.reset();
    showChange();
    // The run that was opened later may be the better one, whichever is in view.
    const int other = baselineOf(*m_context.runs, m_run);
    m_older = std::min(m_run, other);
    m_newer = std::max(m_run, other);
    const auto base = m_context.runs->run(m_older);
    const auto run = m_context.runs->run(m_newer);
    if (!run || !base || m_context.runs->isLoading())
        return;
    m_changeJob.start(
        *m_context.pool, [base, run](const JobContext &job) { return compareRuns(*base, *run, std::nullopt, job); },
        [this](const RunChange &change) {
            m_runChange = change;
            showChange();
        });
}

void VerdictStrip::showChange()
{
    const RunChangeRow *const step = m_runChange ? m_runChange->of(ChangePart::Step) : nullptr;
    const std::optional<double> ratio = step ? step->ratio() : std::nullopt;
    const auto base = m_context.runs->run(m_older);
    const auto run = m_context.runs->run(m_newer);
    m_change->setVisible(ratio && base && run);
    if (!ratio || !base || !run)
        return;
    constexpr int mostLetters = 16;
    const bool isNewer = m_newer == m_run;
    const QString name = format::displayText(format::clipText((isNewer ? base : run)->name, mostLetters));
    const QString percent = (*ratio > 0 ? QStringLiteral("+") : QString()) + format::percent(*ratio);
    const bool changed = step->state == CompareState::Grown || step->state == CompareState::Shrunk;
    QString text = tr("step %1, not certain").arg(percent);
    if (changed)
        text = tr("step %1").arg(percent);
    else if (step->state == CompareState::Unchanged && step->lowNs)
        text = tr("step as long");
    m_change->setText(isNewer ? tr("Against %1:\n%2", "a run, how the step differs").arg(name, text)
                              : tr("%1:\n%2", "a run, how its step differs").arg(name, text));
    QStringList tip;
    for (const Phrase &phrase : runChangePhrases(*m_runChange, base->title()))
        tip << phraseText(phrase);
    m_change->setToolTip(format::tooltipText(joinedSentences(tip)));
}

std::optional<QString> VerdictStrip::shownPath() const
{
    const auto &shown = m_context.state->highlight();
    if (!shown || shown->path.empty() || shown->path.begin()->first.run != m_run)
        return std::nullopt;
    return m_pathStep;
}

void VerdictStrip::restorePath(const QString &step)
{
    m_pathToRestore = step;
    showAwaitedPath();
}

// Nobody may see the strip meanwhile: it does not wait for what is computed for it.
void VerdictStrip::showAwaitedPath()
{
    const int run = m_context.runs->openRun(m_context.state->currentRank().run);
    if (!m_pathToRestore || run < 0 || m_context.runs->isLoading())
        return;
    setRun(run);
    bringPath(*std::exchange(m_pathToRestore, std::nullopt));
}

void VerdictStrip::bringPath(const QString &step)
{
    m_pathStep = step;
    m_jump.restorePath(m_run, step);
}

void VerdictStrip::followStep()
{
    const QString step = m_context.state->step();
    const std::optional<QString> shown = shownPath();
    // All steps have no path: it stays that of its step.
    if (shown && !step.isEmpty() && *shown != step)
        bringPath(step);
}

// The place comes back.
void VerdictStrip::showPathAgain()
{
    const ViewState &state = *m_context.state;
    const auto &ranks = state.ranksTogether();
    if (!state.highlight() && state.togetherLook() == TogetherLook::Path && !ranks.empty() &&
        ranks.front().run == m_run)
        bringPath(state.step().isEmpty() ? m_pathStep : state.step());
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
    return !m_context.diagnoses->isComputing(m_run) && !m_jump.isRunning() && !m_changeJob.isRunning();
}

const Verdict *VerdictStrip::verdictOf(size_t area) const
{
    const auto isOf = [area](const Verdict &v) { return diagnosisArea(v.kind) == areaKinds[area]; };
    // The dearest problem before what is said of the area as a whole: the rank to look at, not how much is lost.
    const auto problem = std::find_if(m_diagnosis->problems.begin(), m_diagnosis->problems.end(), isOf);
    if (problem != m_diagnosis->problems.end())
        return &*problem;
    const auto all = std::find_if(m_diagnosis->areas.begin(), m_diagnosis->areas.end(), isOf);
    const Verdict *out = all == m_diagnosis->areas.end() ? nullptr : &*all;
    if (out && out->state == DiagnosisState::Difference)
        return out;
    // So is the dearest notice, where it costs as much as a problem would.
    const double least = m_context.state->thresholds().leastCost * static_cast<double>(m_diagnosis->stepNs);
    for (const Verdict &v : m_diagnosis->observations) {
        if (out && isOf(v) && v.costNs && static_cast<double>(*v.costNs) >= least &&
            *v.costNs > out->costNs.value_or(0))
            out = &v;
    }
    return out;
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

// Empty: the longest.
QString VerdictStrip::stepOfPath() const
{
    const Verdict *const gravest = verdictOf(gravestArea());
    const QString step = m_context.state->step();
    return step.isEmpty() && gravest ? stepToLookAt(*gravest) : step;
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
        line.gain->setText(tr("What if"));
        line.gain->setToolTip(format::tooltipText(tr("How long the steps would take without it")));
        line.advice->setText(tr("Advice"));
        line.advice->setToolTip(format::tooltipText(tr("What to change, and what that would save")));
        grid->setRowMinimumHeight(static_cast<int>(area), shown ? fontMetrics().height() + rowSpace : 0);
    }
    const auto problems = static_cast<int>(m_diagnosis->problems.size());
    m_all->setText(problems > 0 ? tr("%n problem(s)", nullptr, problems) : tr("Diagnosis"));
    m_all->setEnabled(!m_diagnosis->areas.empty());
    m_path->setEnabled(m_run >= 0);
    m_path->setToolTip(format::tooltipText(
        tr("The chain of work and waits over all ranks that decides how long a step takes, in the timeline: of the "
           "chosen step, else of the one that shows the gravest problem most, else of the longest")));
    m_all->setToolTip(format::tooltipText(tr("All problems and notices, and where to look next")));
    grid->setContentsMargins(8, m_compact ? 0 : stripMargin, 8, m_compact ? 0 : stripMargin);
    showGains();
    showNotes();
}

// Beside the sentence, in columns of the strip; stacked below the only sentence that a low window shows.
void VerdictStrip::placeActs(size_t area)
{
    auto *const grid = static_cast<QGridLayout *>(layout());
    const Line &line = m_lines[area];
    const int row = static_cast<int>(area);
    const int actsRow = m_isStacked ? stackedRow : row;
    grid->addWidget(line.sentence, row, sentenceColumn, 1, m_isStacked ? buttonColumn - sentenceColumn + 1 : 1);
    int column = m_isStacked ? sentenceColumn : sentenceColumn + 1;
    for (QWidget *const act : std::initializer_list<QWidget *>{line.cost, line.gain, line.advice})
        grid->addWidget(act, actsRow, column++);
    grid->addWidget(line.button, actsRow, buttonColumn);
}

// The first two stand in the rows of the lines, as the other buttons do.
void VerdictStrip::placeNotes()
{
    auto *const grid = static_cast<QGridLayout *>(layout());
    grid->removeItem(m_notes);
    m_notes->setParent(nullptr);
    int at = 0;
    for (QPushButton *const button : {m_all, m_path}) {
        m_notes->removeWidget(button);
        grid->removeWidget(button);
        if (m_compact)
            m_notes->insertWidget(at++, button);
        else
            grid->addWidget(button, at++, notesColumn);
    }
    if (m_compact)
        grid->addLayout(m_notes, 0, notesColumn, statesRow + 1, 1, Qt::AlignTop);
    else
        grid->addLayout(m_notes, at, notesColumn, 1, 1, Qt::AlignTop);
}

// A narrow strip has its room for the sentences: the only one of a low window stands above its buttons.
void VerdictStrip::showGains()
{
    constexpr int stackedLetters = 105;
    constexpr int leastLetters = 140;
    constexpr int wideLetters = 190;
    const bool isNarrow = width() < leastLetters * fontMetrics().averageCharWidth();
    const bool isStacked = m_compact && width() < stackedLetters * fontMetrics().averageCharWidth();
    m_notes->setDirection(m_compact && !isStacked ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    if (std::exchange(m_areNotesCompact, m_compact) != m_compact)
        placeNotes();
    const bool isWide = width() >= wideLetters * fontMetrics().averageCharWidth();
    const QString step = stepOfPath();
    const QString path =
        step.isEmpty() ? tr("Critical path") : tr("Critical path,\nstep %1").arg(format::displayText(step));
    m_path->setText(isWide ? inOneLine(path) : path);
    const bool isMoved = std::exchange(m_isStacked, isStacked) != isStacked;
    for (size_t area = 0; area < areas; ++area) {
        const Verdict *const verdict = verdictOf(area);
        if (isMoved)
            placeActs(area);
        // Numbers alone have room beside the buttons.
        if (verdict && verdict->costNs.value_or(0) > 0) {
            const auto [cost, share] = costNumbers(*verdict);
            const QString text = costText(*verdict);
            m_lines[area].cost->setText(isStacked ? QStringLiteral("%1 (%2)").arg(cost, share)
                                        : isWide  ? inOneLine(text)
                                                  : text);
        }
        // Waiting in communication follows from what the other lines say; a notice of no rank and no cost is no more
        // than that the findings have some.
        const bool isWrong =
            verdict && verdict->state != DiagnosisState::Fine && verdict->state != DiagnosisState::Unknown &&
            (verdict->state != DiagnosisState::Notice ||
             (verdict->kind != DiagnosisKind::Communication && (verdict->costNs || verdict->rank >= 0)));
        const bool hasRoom = (isStacked || !isNarrow) && (!m_compact || area == gravestArea());
        m_lines[area].advice->setVisible(hasRoom && isWrong);
        m_lines[area].gain->setVisible(hasRoom && verdict && questionOf(*verdict));
    }
}

void VerdictStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showGains();
}

// Peers are what the diagnosis is about: of a few ranks alone it would say something else, or nothing.
void VerdictStrip::showNotes()
{
    const ShownRanks &group = m_context.state->rankGroup();
    const bool isGroup = !group.isEmpty() && group.run == m_run;
    m_scope->setVisible(isGroup || !m_context.state->domain().isEmpty());
    m_scope->setText(tr("Verdicts on all ranks"));
    m_scope->setToolTip(format::tooltipText(
        tr("The diagnosis compares all ranks of the run, even if pictures and tables show only some of them.")));
    m_links->setVisible(m_diagnosis->linksUnchecked.has_value());
    if (m_diagnosis->linksUnchecked) {
        m_links->setText(tr("Links not checked"));
        m_links->setToolTip(format::tooltipText(phraseText(*m_diagnosis->linksUnchecked)));
    }
    m_thresholds->setVisible(!changedThresholds(m_context.state->thresholds()).isEmpty());
    m_thresholds->setText(tr("Own thresholds"));
    m_thresholds->setToolTip(
        format::tooltipText(tr("The diagnosis thresholds differ from the defaults. Click to see or reset them.")));
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
        if (const QString others = othersOf(*verdict); !others.isEmpty())
            text = tr("%1 Also: %2.", "a sentence on the dearest problem, who has others").arg(text, others);
        withReason = verdict->details.empty() ? text
                                              : tr("%1 %2", "a sentence and the next one, which says why")
                                                    .arg(text, phraseText(verdict->details.front()));
        tip = this->tip(*verdict);
        if (const auto run = m_context.runs->run(m_run))
            button = VerdictJump::text(*verdict, *run);
    } else if (m_context.diagnoses->lacksMemory(m_run)) {
        text = tr("Not enough memory.");
    } else {
        text = m_context.runs->isLoading() ? tr("Waiting for all ranks") : tr("Being computed.");
    }
    if (!verdict)
        withReason = text;
    // No line begins with the sign of a number.
    for (QString *const said : {&text, &withReason})
        said->replace(QLatin1String(" %"), QStringLiteral("\u00a0%"));
    line.text = format::displayText(text);
    line.withReason = format::displayText(withReason);
    line.sentence->setToolTip(format::tooltipText(tip));
    line.sentence->setAccessibleName(line.name->text());
    const bool costs = verdict && verdict->costNs.value_or(0) > 0; // what others hide saves nothing by itself
    const QString cost = costs ? costText(*verdict) : QString();
    line.cost->setText(cost);
    line.cost->setToolTip(format::tooltipText(tip));
    line.button->setText(button);
    const QString culprit = costs ? culpritOf(*verdict) : QString();
    const QString shortCost = inOneLine(cost);
    line.shortText->setText(
        !culprit.isEmpty() ? tr("%1: %2, %3", "an area of the diagnosis, a rank or link, its cost")
                                 .arg(line.name->text(), culprit, shortCost)
        : costs ? tr("%1: %2", "an area of the diagnosis, what its problem costs").arg(line.name->text(), shortCost)
                : tr("%1: %2", "an area of the diagnosis, its state").arg(line.name->text(), state));
    line.shortText->setToolTip(format::tooltipText(tip));
    fitSentence(line);
}

void VerdictStrip::fitSentence(Line &line)
{
    const QLabel &label = *line.sentence;
    // The tooltip has all of it.
    const QString text = inRows(m_compact ? line.text : line.withReason, label.font(), label.contentsRect().width(),
                                m_compact ? mostCompactRows : mostRows);
    if (text != label.text())
        line.sentence->setText(text);
    const bool areApart = !m_compact && std::any_of(m_lines.begin(), m_lines.end(), [](const Line &l) {
        return linesOf(l.sentence->text(), l.sentence->font(), l.sentence->contentsRect().width()) > 1;
    });
    static_cast<QGridLayout *>(layout())->setVerticalSpacing(areApart ? lineSpace : 0);
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
        return tr("Ranks differ, no single outlier");
    case DiagnosisState::Problem:
        return tr("Problem");
    case DiagnosisState::Unknown:
        break;
    }
    return tr("Not known");
}

void VerdictStrip::contextMenuEvent(QContextMenuEvent *event)
{
    const auto *const grid = static_cast<QGridLayout *>(layout());
    const QWidget *const at = childAt(event->pos());
    for (size_t area = 0; area < areas; ++area) {
        const QRect row =
            grid->cellRect(static_cast<int>(area), 0) | grid->cellRect(static_cast<int>(area), buttonColumn);
        const Verdict *const verdict = verdictOf(area);
        const Line &line = m_lines[area];
        const bool isHit = line.sentence->isVisible() ? row.contains(event->pos()) : at == line.shortText;
        if (!verdict || !isHit)
            continue;
        auto *const menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        const std::vector<int> ranks = verdict->accused();
        for (const int index : ranks) {
            const RankRef rank{m_run, index};
            if (!m_context.runs->info(rank))
                continue;
            const QString name =
                format::displayText(m_context.runs->rankLabel(rank)).replace(u'&', QLatin1String("&&"));
            QMenu *const of = ranks.size() == 1 ? menu : menu->addMenu(name);
            Selection selection;
            selection.kind = Selection::Kind::Rank;
            selection.rank = rank;
            of->addAction(tr("Select %1", "rank").arg(name), m_context.state,
                          [state = m_context.state, selection] { state->select(selection); });
            emit rankMenuRequested(of, rank);
        }
        menu->addSeparator();
        menu->addAction(symbol(QStringLiteral("copy")), tr("Copy the Verdict"), this,
                        [said = tip(*verdict)] { QGuiApplication::clipboard()->setText(said); });
        return menu->popup(event->globalPos());
    }
}

QString VerdictStrip::culpritOf(const Verdict &verdict) const
{
    const auto run = m_context.runs->run(m_run);
    const auto label = [&](int index) {
        const auto at = static_cast<size_t>(index);
        return run && at < run->infos.size()           ? format::displayText(run->infos[at].label)
               : at < m_diagnosis->clusterRanks.size() ? QString::number(m_diagnosis->clusterRanks[at])
                                                       : QString();
    };
    const std::vector<int> ranks = verdict.accused();
    if (verdict.kind == DiagnosisKind::Stage)
        return ranks.empty() ? QString() : tr("stage %1").arg(verdict.stage);
    if (verdict.kind == DiagnosisKind::SlowLink && verdict.allOf.empty() && ranks.size() == 2)
        return tr("link %1-%2", "two ranks").arg(label(ranks[0]), label(ranks[1]));
    if (ranks.size() == 1)
        return tr("rank %1").arg(label(ranks[0]));
    return ranks.empty() ? QString() : tr("ranks %1 to %2").arg(label(ranks.front()), label(ranks.back()));
}

QString VerdictStrip::othersOf(const Verdict &verdict) const
{
    QStringList out;
    int more = 0;
    for (const Verdict &v : m_diagnosis->problems) {
        if (&v == &verdict || diagnosisArea(v.kind) != diagnosisArea(verdict.kind))
            continue;
        const QString culprit = culpritOf(v);
        if (culprit.isEmpty() || out.size() == mostOthers)
            ++more;
        else
            out << (v.steps.size() == 1 ? tr("%1 in step %2", "a rank").arg(culprit, format::displayText(v.steps[0]))
                                        : culprit);
    }
    if (more > 0)
        out << tr("%n more problem(s)", nullptr, more);
    return out.join(tr(", ", "between names in a list"));
}

// The share of a problem of some steps is one of those steps. The numbers stand in a row of their own, beside rows of a
// sentence.
QString VerdictStrip::costText(const Verdict &verdict)
{
    const auto [cost, share] = costNumbers(verdict);
    if (verdict.steps.isEmpty())
        return tr("slows the run by\n%1 (%2)", "a time, its share of the steps").arg(cost, share);
    if (verdict.steps.size() > 1)
        return tr("slows %n steps by\n%1 (%2)", "a time, its share of some steps",
                  static_cast<int>(verdict.steps.size()))
            .arg(cost, share);
    return tr("slows step %3 by\n%1 (%2)", "a time, its share of that step")
        .arg(cost, share, format::displayText(verdict.steps.front()));
}

QString VerdictStrip::tip(const Verdict &verdict) const
{
    QStringList lines{phraseText(verdict.sentence)};
    for (const Phrase &more : verdict.details)
        lines << phraseText(more);
    if (verdict.costNs) {
        const auto [cost, share] = costNumbers(verdict);
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
    showChange();
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
