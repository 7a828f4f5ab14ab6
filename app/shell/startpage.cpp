// SPDX-License-Identifier: Apache-2.0
#include "app/shell/startpage.h"

#include "app/session/runlibrary.h"
#include "app/shell/librarylist.h"
#include "views/widgets/icons.h"
#include "views/widgets/plaintext.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

namespace rs {

namespace {
constexpr int columnWidth = 720;
} // namespace

StartPage::StartPage(RunLibrary &library, Theme &theme, QWidget *parent)
    : QWidget(parent), m_library(library), m_theme(theme), m_heading(plainLabel(this)), m_intro(plainLabel(this)),
      m_kinds(plainLabel(this)), m_noRuns(plainLabel(this)), m_busy(plainLabel(this)), m_problem(plainLabel(this)),
      m_progress(new QProgressBar(this)), m_cancel(new QPushButton(this)), m_import(new QPushButton(this)),
      m_demo(new QPushButton(this)), m_list(new LibraryList(library, theme, this))
{
    setObjectName(QStringLiteral("startPage"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    for (QLabel *const l : {m_heading, m_intro, m_kinds, m_noRuns, m_busy, m_problem})
        l->setWordWrap(true);
    m_import->setIcon(symbol(QStringLiteral("folder-open")));
    m_demo->setIcon(symbol(QStringLiteral("play")));
    m_import->setObjectName(QStringLiteral("importData"));
    m_demo->setObjectName(QStringLiteral("openDemo"));
    m_problem->setObjectName(QStringLiteral("problem"));
    m_import->setDefault(true);

    auto *const buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton *const b : {m_import, m_demo}) {
        b->setMinimumHeight(36);
        buttons->addWidget(b, 1);
    }
    auto *const busyRow = new QHBoxLayout;
    busyRow->setSpacing(8);
    busyRow->addWidget(m_busy, 1);
    busyRow->addWidget(m_progress);
    busyRow->addWidget(m_cancel);
    m_progress->setMaximumWidth(200);
    m_progress->setTextVisible(false);

    auto *const column = new QVBoxLayout;
    column->setSpacing(8);
    column->addWidget(m_heading);
    column->addWidget(m_intro);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addLayout(busyRow);
    column->addWidget(m_problem);
    column->addSpacing(16);
    column->addWidget(m_kinds);
    column->addWidget(m_noRuns);
    auto *const middle = new QWidget(this);
    middle->setLayout(column);
    column->setContentsMargins(0, 0, 0, 0);
    middle->setMaximumWidth(columnWidth);
    auto *const centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(middle, 100);
    centred->addStretch(1);
    auto *const all = new QVBoxLayout(this);
    all->setContentsMargins(24, 24, 24, 24);
    all->setSpacing(16);
    all->addStretch(1);
    all->addLayout(centred);
    all->addWidget(m_list, 100);
    all->addStretch(1);

    connect(m_import, &QPushButton::clicked, this, &StartPage::importRequested);
    connect(m_demo, &QPushButton::clicked, this, &StartPage::demoRequested);
    connect(m_cancel, &QPushButton::clicked, this, &StartPage::cancelRequested);
    connect(m_list, &LibraryList::pathsChosen, this, &StartPage::pathsChosen);
    connect(m_list, &LibraryList::missingChosen, this,
            [this](const QString &path) { setProblem(tr("%1 is no longer there.").arg(path)); });
    connect(m_list, &LibraryList::changed, this, &StartPage::showLibrary);
    connect(&m_theme, &Theme::changed, this, &StartPage::restyle);
    setBusy({});
    setProblem({});
    retranslate();
    restyle();
}

void StartPage::setBusy(const QString &text, double progress)
{
    m_busy->setText(text);
    m_busy->setVisible(!text.isEmpty());
    m_progress->setVisible(!text.isEmpty());
    m_cancel->setVisible(!text.isEmpty());
    m_progress->setRange(0, progress < 0 ? 0 : 1000);
    m_progress->setValue(static_cast<int>(progress * 1000));
    for (QPushButton *const b : {m_import, m_demo})
        b->setEnabled(text.isEmpty());
}

void StartPage::setProblem(const QString &text)
{
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

void StartPage::setTakesDrop(bool takes)
{
    m_takesDrop = takes;
    update();
}

void StartPage::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    if (!m_takesDrop)
        return;
    constexpr int width = 3;
    QPainter p(this);
    p.setRenderHint(QPainter::Antialiasing);
    p.setPen(QPen(m_theme.accent(), width, Qt::DashLine));
    p.drawRoundedRect(QRectF(rect()).adjusted(width, width, -width, -width), 2 * width, 2 * width);
}

void StartPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void StartPage::retranslate()
{
    m_heading->setText(tr("Open a profiling run"));
    m_intro->setText(tr("Drop one or many folders or files on this window, or choose them here."));
    m_import->setText(tr("Import Data…"));
    m_demo->setText(tr("Open the Demo Run"));
    m_demo->setToolTip(tr("Writes a small run of eight ranks into the cache folder and opens it."));
    m_cancel->setText(tr("Cancel"));
    m_kinds->setText(
        tr("What can be opened:\n"
           "• a rank folder that ends in _ascend_ms or _ascend_pt, or a folder that holds several of them\n"
           "• an ASCEND_PROFILER_OUTPUT or mindstudio_profiler_output folder, or a PROF_ folder of msprof\n"
           "• a single trace_view.json or msprof_*.json, plain or compressed as .gz\n"
           "• a database of the profiler (ascend_*_profiler_*.db, msprof_*.db, msmonitor_*.db, ftrace_data.db), or a "
           "folder that holds them\n"
           "• a cluster_analysis_output folder, or its cluster_analysis.db\n"
           "• a rank pack (.rspack), or the folder of an index that rankscope-cli wrote"));
    m_list->retranslate();
    showLibrary();
}

// Who opened a run knows what can be opened.
void StartPage::showLibrary()
{
    const bool runs = m_list->hasRuns();
    const bool first = runs && m_list->isHidden();
    m_list->setVisible(runs);
    setFocusProxy(runs ? static_cast<QWidget *>(m_list->table()) : m_import);
    m_kinds->setVisible(!runs);
    m_noRuns->setVisible(!runs);
    m_noRuns->setText(!m_library.problem().isEmpty() ? format::displayText(m_library.problem())
                      : m_library.isOpen()
                          ? tr("Runs that you open are kept in a library here, with their verdicts and your notes.")
                          : tr("The library of runs is off: View > Library of Runs turns it on."));
    // Enter opens a run, unless the user has begun something else.
    if (first && isVisible())
        setFocus();
}

void StartPage::restyle()
{
    QFont heading = font();
    heading.setPointSizeF(font().pointSizeF() * 1.15);
    heading.setWeight(QFont::Bold);
    m_heading->setFont(heading);
    QPalette quiet;
    quiet.setColor(QPalette::WindowText, m_theme.secondaryText());
    for (QLabel *const l : {m_intro, m_kinds, m_noRuns, m_busy})
        l->setPalette(quiet);
    QPalette problem;
    problem.setColor(QPalette::WindowText, m_theme.error());
    m_problem->setPalette(problem);
}

} // namespace rs

#include "moc_startpage.cpp"
