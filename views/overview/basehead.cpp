// SPDX-License-Identifier: Apache-2.0
#include "views/overview/basehead.h"

#include "core/run/captureschedule.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "tables/base/tables.h"
#include "views/tables/tableview.h"
#include "views/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace rs {

namespace {

int stoppedRanks(const Run &run)
{
    return static_cast<int>(std::count_if(run.ranks.begin(), run.ranks.end(), [](const auto &rank) {
        const auto schedule = rank ? CaptureSchedule::of(rank->info.settings) : std::nullopt;
        return schedule && endOfCapture(*schedule, recordedSteps(*rank)) == CaptureEnd::Stopped;
    }));
}

} // namespace

BaseHead::BaseHead(const ViewContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_fold(new QToolButton), m_line(new ElidedLabel),
      m_table(new TableView(QStringLiteral("base"), context.theme, context.pool))
{
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setArrowType(Qt::RightArrow);
    m_fold->setFixedHeight(fontMetrics().height());
    auto *const line = new QHBoxLayout;
    line->setContentsMargins(8, 0, 8, 0);
    line->setSpacing(4);
    line->addWidget(m_fold);
    line->addWidget(m_line, 1);
    auto *const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addLayout(line);
    rows->addWidget(m_table);
    constexpr int tableLines = 14;
    m_table->setFixedHeight(fontMetrics().height() * tableLines);
    m_table->hide();
    connect(m_fold, &QToolButton::toggled, this, [this](bool shown) {
        m_fold->setArrowType(shown ? Qt::DownArrow : Qt::RightArrow);
        m_table->setVisible(shown);
        emit folded(shown);
    });
    for (const auto signal : {&RunStore::runChanged, &RunStore::runClosed})
        connect(context.runs, signal, this, [this] { setRun(m_run); });
    connect(context.runs, &RunStore::loadingFinished, this, [this] { setRun(m_run); });
    m_job.onOutOfMemory([this](Shortage lack) {
        if (lack == Shortage::None)
            return;
        m_of.reset();
        m_answer = {};
        showLine();
    });
    hide();
}

// Ranks come one by one: before the last one the facts would change all the time.
void BaseHead::setRun(int run)
{
    const auto now = m_context.runs->run(run);
    if (std::exchange(m_run, run) != run || !now) {
        m_job.cancel();
        m_of.reset();
        m_answer = {};
        showLine();
    }
    if (!now)
        return;
    if (m_of.lock() != now && !(m_context.runs->isLoading() && !m_answer.facts.empty()))
        refresh();
}

void BaseHead::refresh()
{
    const auto run = m_context.runs->run(m_run);
    m_of = run;
    m_job.start(
        *m_context.pool,
        [run, &spec = *m_context.tables->find(u"base")](const JobContext &job) {
            TableQuery query;
            query.run = run;
            return Answer{baseInformation(*run, job), spec.rows(query, job), stoppedRanks(*run)};
        },
        [this](Answer answer) {
            m_answer = std::move(answer);
            m_table->setSource(m_answer.rows);
            showLine();
        });
}

void BaseHead::showLine()
{
    QStringList parts;
    QString found;
    for (const BaseFact &fact : m_answer.facts) {
        const QString value = format::displayText(fact.value);
        switch (fact.subject) {
        case BaseSubject::Framework:
            parts << value;
            break;
        case BaseSubject::Level:
            parts << tr("profiler level %1").arg(value);
            break;
        case BaseSubject::Schedule:
            parts << tr("schedule: %1").arg(value);
            break;
        case BaseSubject::RanksFound:
            found = value;
            parts << tr("%n rank(s)", nullptr, value.toInt());
            break;
        case BaseSubject::WorldSize:
            if (!parts.isEmpty() && value != found)
                parts.back() = tr("%1 of %2 ranks").arg(found, value);
            break;
        case BaseSubject::RanksMissing:
            parts << tr("missing: %1").arg(fact.ranks);
            break;
        case BaseSubject::Steps:
            parts << tr("%n step(s)", nullptr, fact.value.toInt());
            if (m_answer.stopped > 0)
                parts << tr("incomplete: stopped early on %n rank(s)", "a capture", m_answer.stopped);
            break;
        case BaseSubject::Duration:
            parts << tr("longest trace %1 ms").arg(value);
            break;
        case BaseSubject::Size:
            parts << value + QStringLiteral(" MB");
            break;
        default:
            break;
        }
    }
    m_line->setText(parts.join(QStringLiteral("  ·  ")));
    setVisible(!parts.isEmpty() && !m_compact);
}

void BaseHead::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    showLine();
}

bool BaseHead::isUnfolded() const
{
    return m_fold->isChecked();
}

void BaseHead::setUnfolded(bool unfolded)
{
    m_fold->setChecked(unfolded);
}

QString BaseHead::line() const
{
    return m_line->text();
}

void BaseHead::retranslate()
{
    m_fold->setToolTip(format::tooltipText(tr("Base information of the run")));
    m_fold->setAccessibleName(tr("Base information of the run"));
    m_table->setTableName(tableText(m_context.tables->find(u"base")->title));
    showLine();
}

} // namespace rs

#include "moc_basehead.cpp"
