// SPDX-License-Identifier: Apache-2.0
#include "views/browse/whatifpanel.h"

#include "items/findingtexts.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "tables/base/words.h"
#include "views/page/verdictjump.h"
#include "views/widgets/picker.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/scrollpage.h"

#include <QEvent>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {
constexpr int leastLines = 16;
}

WhatIfPanel::WhatIfPanel(const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_scroll(new ScrollPage(this, leastLines)), m_title(plainLabel(this)),
      m_kind(new Picker(this)), m_about(new Picker(this)), m_times(new Picker(this)), m_answer(plainLabel(this)),
      m_notes(plainLabel(this))
{
    setObjectName(QStringLiteral("whatIf"));
    auto *const lines = new QVBoxLayout(m_scroll->page());
    lines->setContentsMargins(8, 4, 8, 4);
    lines->setSpacing(4);
    for (QWidget *const part : std::initializer_list<QWidget *>{m_title, m_answer, m_kind, m_about, m_times, m_notes})
        lines->addWidget(part);
    lines->addStretch(1);
    QFont bold = font();
    bold.setWeight(QFont::Bold);
    m_title->setFont(bold);
    m_answer->setFont(bold);
    for (QLabel *const text : {m_answer, m_notes}) {
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_kind->setValue(static_cast<int>(WhatIfKind::Rank));
    m_about->setValue(QString());
    m_times->setValue(2);
    setFocusProxy(m_kind->box());
    connect(m_kind, &Picker::chosen, this, [this] {
        m_names.clear();
        m_about->setValue(QString());
        askAsChosen();
    });
    for (const Picker *const picker : {m_about, m_times})
        connect(picker, &Picker::chosen, this, &WhatIfPanel::askAsChosen);
    m_job.onOutOfMemory([this](Shortage lack) {
        if (lack != Shortage::None)
            say(tr("Not enough memory to replay the run."));
    });
    connect(context.state, &ViewState::stepChanged, this, &WhatIfPanel::invalidate);
    connect(context.runs, &RunStore::loadingFinished, this, &WhatIfPanel::invalidate);
    connect(context.runs, &RunStore::runChanged, this, &WhatIfPanel::invalidate);
    for (const auto signal : {&RunStore::runAdded, &RunStore::runClosed})
        connect(context.runs, signal, this, &WhatIfPanel::showTitle);
    connect(context.runs, &RunStore::runClosed, this, [this](int run) {
        if (run != m_run)
            return;
        m_job.cancel();
        m_run = -1;
        m_isVoid = false;
        m_question = {};
        m_names.clear();
        m_kind->setValue(static_cast<int>(WhatIfKind::Rank));
        m_about->setValue(QString());
        invalidate();
    });
    retranslate();
}

void WhatIfPanel::ask(int run, const Verdict &verdict)
{
    const auto data = m_context.runs->run(run);
    const std::optional<WhatIfQuestion> question = questionOf(verdict);
    m_run = data ? run : -1;
    m_isVoid = !question;
    m_question = question.value_or(WhatIfQuestion());
    m_names.clear();
    if (data && question) {
        const auto label = [&data](int rank) { return data->infos[static_cast<size_t>(rank)].label; };
        m_kind->setValue(static_cast<int>(question->kind));
        m_about->setValue(question->peer >= 0   ? label(question->rank) + u'-' + label(question->peer)
                          : question->rank >= 0 ? label(question->rank)
                                                : QString());
        m_times->setValue(question->times);
    }
    m_scroll->verticalScrollBar()->setValue(0);
    invalidate();
}

void WhatIfPanel::askAsChosen()
{
    m_run = m_run >= 0 ? m_run : m_context.runs->openRun(m_context.state->currentRank().run);
    m_isVoid = false;
    m_question = {};
    invalidate();
}

void WhatIfPanel::invalidate()
{
    m_isStale = true;
    if (isVisible())
        refresh();
}

void WhatIfPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        refresh();
}

void WhatIfPanel::refresh()
{
    m_isStale = false;
    m_job.cancel();
    fillFields();
    showTitle();
    const auto run = m_context.runs->run(m_run);
    if (!run)
        return say(tr("Choose a problem to see how long the steps would take without it, or ask below."));
    if (m_isVoid)
        return say(tr("This row names nothing that could be changed. Ask below."));
    if (m_context.runs->isLoading())
        return say(tr("Waiting for all ranks"));
    say(tr("Being computed."));
    const Asked asked{run,
                      static_cast<WhatIfKind>(m_kind->value().toInt()),
                      m_about->value().toString(),
                      m_times->value().toInt(),
                      m_question.step.isEmpty() ? m_context.state->step() : m_question.step,
                      m_question,
                      m_context.pool};
    m_job.start(
        *m_context.pool,
        [asked, &table = *m_context.tables->find(u"whatif")](const JobContext &job) {
            return answerOf(asked, table, job);
        },
        [this](const Answer &answer) { take(answer); });
}

WhatIfPanel::Answer WhatIfPanel::answerOf(const Asked &asked, const TableSpec &table, const JobContext &job)
{
    Answer out;
    TableQuery query;
    query.run = asked.run;
    query.whatIf = whatIfKey(asked.kind);
    query.about = asked.about;
    query.pool = asked.pool;
    const MemoryReservation room = table.room(query, job);
    const WhatIf whatIf(*asked.run, job, query.pool);
    const std::vector<WhatIfQuestion> subjects = whatIf.subjects(asked.kind, job);
    for (const WhatIfQuestion &q : subjects)
        out.names << whatIf.nameOf(q);
    const qsizetype at = asked.about.isEmpty() ? 0 : out.names.indexOf(asked.about);
    if (at >= 0 && at < std::ssize(subjects)) {
        WhatIfQuestion question = subjects[static_cast<size_t>(at)];
        question.times = asked.times;
        question.changes = asked.ofVerdict.changes;
        out.name = out.names.at(at);
        out.found = whatIf.answer(question, job);
    } else if (!asked.ofVerdict.changes.empty()) {
        // A rank with fewer steps than its peers: what the others do in its place is not known, but what was found is.
        out.names << asked.about;
        out.name = asked.about;
        out.found = whatIf.answer(asked.ofVerdict, job);
    }
    if (!out.found) {
        out.whyNot = table.whyEmpty(query);
        return out;
    }
    const qsizetype step = whatIf.steps().indexOf(asked.step);
    if (step >= 0) {
        out.step = asked.step;
        out.beforeNs = whatIf.stepLengths()[static_cast<size_t>(step)];
        out.gainNs = out.found->gains[static_cast<size_t>(step)];
    } else {
        out.beforeNs = out.found->beforeNs;
        out.gainNs = out.found->gainNs;
    }
    out.unknown = whatIf.unknownRanks();
    out.unknown.removeAll(out.name);
    return out;
}

void WhatIfPanel::take(const Answer &answer)
{
    m_names = answer.names;
    m_whyNot = answer.found ? QString() : tableText(answer.whyNot);
    m_about->setValue(answer.name.isEmpty() ? m_about->value() : answer.name);
    fillFields();
    if (!answer.found)
        return say(tableText(answer.whyNot));
    const double share =
        answer.beforeNs > 0 ? static_cast<double>(std::abs(answer.gainNs)) / static_cast<double>(answer.beforeNs) : 0;
    const QString before = format::briefDuration(answer.beforeNs);
    const QString after = format::briefDuration(answer.beforeNs - answer.gainNs);
    const QString difference = format::briefDuration(std::abs(answer.gainNs));
    constexpr double least = 0.0005; // below it a share is shown as 0.0 %
    const QString of = answer.step.isEmpty() ? tr("The run") : tr("Step %1").arg(format::displayText(answer.step));
    const QString said =
        share < least ? tr("%1 would take as long as it did, %2.", "a step, a time").arg(of, before)
        : isBound(answer.found->question.kind)
            ? tr("%1 would take %2 or more instead of %3: at most %4 (%5) less.", "a step, times and a share")
                  .arg(of, after, before, difference, format::percent(share))
        : answer.gainNs > 0 ? tr("%1 would take %2 instead of %3: %4 (%5) less.", "a step, times and a share")
                                  .arg(of, after, before, difference, format::percent(share))
                            : tr("%1 would take %2 instead of %3: %4 (%5) more.", "a step, times and a share")
                                  .arg(of, after, before, difference, format::percent(share));
    QStringList notes;
    if (!answer.unknown.isEmpty())
        notes << tr("Rank %1: %2")
                     .arg(format::displayText(answer.unknown.join(QStringLiteral(", "))),
                          phraseText(WhatIf::whyNotReplayed()));
    if (const std::optional<double> error = answer.found->error)
        notes << tr("Replayed without the change, the run is off by %1.")
                     .arg(*error < least ? tr("less than %1", "a share").arg(format::percent(0.001))
                                         : format::percent(*error));
    notes << phraseText(answer.found->assumptions);
    say(said, notes.join(u'\n'));
}

void WhatIfPanel::say(const QString &answer, const QString &notes)
{
    m_answer->setText(answer);
    m_notes->setText(notes);
    m_notes->setVisible(!notes.isEmpty());
}

void WhatIfPanel::fillFields()
{
    std::vector<PickerItem> kinds;
    for (int k = 0; k < static_cast<int>(WhatIfKind::Count); ++k) {
        const std::string key = whatIfKey(static_cast<WhatIfKind>(k)).toStdString();
        kinds.push_back({tableText(QString::fromUtf8(wordTitle(key))), k});
    }
    m_kind->setItems(kinds);
    const auto kind = static_cast<WhatIfKind>(m_kind->value().toInt());
    QStringList names = m_names;
    if (const QString name = m_about->value().toString(); !names.contains(name))
        names.prepend(name);
    std::vector<PickerItem> abouts;
    for (const QString &name : names) {
        const bool isOffered = m_names.isEmpty() || m_names.contains(name);
        abouts.push_back({.text = !name.isEmpty()               ? format::displayText(name)
                                  : kind == WhatIfKind::Buckets ? tr("All domains")
                                                                : tr("All ranks"),
                          .data = name,
                          .whyNot = isOffered ? QString() : m_whyNot});
    }
    m_about->setItems(abouts);
    m_about->setVisible(m_run >= 0 && names != QStringList{QString()});
    std::vector<PickerItem> times;
    for (const int n : {2, 3, 4, 5, 8, 10, 20, 50, 100})
        times.push_back({format::integer(n), n});
    m_times->setItems(times);
    m_times->setLabel(kind == WhatIfKind::Buckets ? tr("Buckets in one") : tr("Times faster"));
    m_times->setVisible(takesTimes(kind));
}

// Names the run that is asked about among several.
void WhatIfPanel::showTitle()
{
    int open = 0;
    for (int run = 0; run < m_context.runs->count(); ++run)
        open += m_context.runs->run(run) ? 1 : 0;
    const auto run = m_context.runs->run(m_run);
    m_title->setText(run && open > 1 ? tr("What would it gain in %1?", "run").arg(format::displayText(run->name))
                                     : tr("What would it gain?"));
}

void WhatIfPanel::retranslate()
{
    m_kind->setLabel(tr("If"));
    m_about->setLabel(tr("Of"));
    fillFields();
    invalidate();
}

void WhatIfPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace rs

#include "moc_whatifpanel.cpp"
