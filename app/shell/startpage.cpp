// SPDX-License-Identifier: Apache-2.0
#include "app/shell/startpage.h"

#include "app/session/recents.h"
#include "items/format.h"
#include "views/widgets/icons.h"
#include "views/widgets/plaintext.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rs {

namespace {
constexpr int pathsRole = Qt::UserRole;
constexpr int columnWidth = 720;
} // namespace

StartPage::StartPage(Settings &settings, Theme &theme, QWidget *parent)
    : QWidget(parent), m_settings(settings), m_theme(theme), m_heading(plainLabel(this)), m_intro(plainLabel(this)),
      m_kinds(plainLabel(this)), m_recentHeading(plainLabel(this)), m_noRecent(plainLabel(this)),
      m_busy(plainLabel(this)), m_problem(plainLabel(this)), m_progress(new QProgressBar(this)),
      m_cancel(new QPushButton(this)), m_import(new QPushButton(this)), m_demo(new QPushButton(this)),
      m_recent(new QListWidget(this))
{
    setObjectName(QStringLiteral("startPage"));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    for (QLabel *const l : {m_heading, m_intro, m_kinds, m_recentHeading, m_noRecent, m_busy, m_problem})
        l->setWordWrap(true);
    m_import->setIcon(symbol(QStringLiteral("folder-open")));
    m_demo->setIcon(symbol(QStringLiteral("play")));
    m_import->setObjectName(QStringLiteral("importData"));
    m_demo->setObjectName(QStringLiteral("openDemo"));
    m_recent->setObjectName(QStringLiteral("recentList"));
    m_problem->setObjectName(QStringLiteral("problem"));
    m_import->setDefault(true);

    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_recent->setMinimumHeight(80);

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
    column->addStretch(1);
    column->addWidget(m_heading);
    column->addWidget(m_intro);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addLayout(busyRow);
    column->addWidget(m_problem);
    column->addSpacing(16);
    column->addWidget(m_kinds);
    column->addSpacing(16);
    column->addWidget(m_recentHeading);
    column->addWidget(m_noRecent);
    column->addWidget(m_recent, 3);
    column->addStretch(1);
    auto *const all = new QHBoxLayout(this);
    all->setContentsMargins(24, 24, 24, 24);
    auto *const middle = new QWidget(this);
    middle->setLayout(column);
    column->setContentsMargins(0, 0, 0, 0);
    middle->setMaximumWidth(columnWidth);
    all->addStretch(1);
    all->addWidget(middle, 100);
    all->addStretch(1);

    connect(m_import, &QPushButton::clicked, this, &StartPage::importRequested);
    connect(m_demo, &QPushButton::clicked, this, &StartPage::demoRequested);
    connect(m_cancel, &QPushButton::clicked, this, &StartPage::cancelRequested);
    connect(m_recent, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem *item) { emit pathsChosen(item->data(pathsRole).toStringList()); });
    connect(m_recent, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *item) { emit pathsChosen(item->data(pathsRole).toStringList()); });
    connect(&m_settings, &Settings::recentPathsChanged, this, &StartPage::fillRecent);
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
           "• a cluster_analysis_output folder, or its cluster_analysis.db"));
    m_recentHeading->setText(tr("Recently opened"));
    m_noRecent->setText(tr("Nothing was opened yet."));
    fillRecent();
}

void StartPage::fillRecent()
{
    m_recent->clear();
    for (const QStringList &paths : m_settings.recentPaths()) {
        const QString missing = recentMissing(paths);
        const bool there = missing.isEmpty();
        const bool folder = paths.size() > 1 || QFileInfo(paths.front()).isDir();
        auto *const item = new QListWidgetItem(symbol(!there   ? QStringLiteral("file-missing")
                                                      : folder ? QStringLiteral("folder-open")
                                                               : QStringLiteral("file")),
                                               recentLabel(paths), m_recent);
        item->setData(pathsRole, paths);
        item->setToolTip(format::tooltipText(there ? recentList(paths) : tr("%1 is no longer there.").arg(missing)));
        if (!there)
            item->setFlags(Qt::NoItemFlags);
    }
    m_recent->setVisible(m_recent->count() > 0);
    m_noRecent->setVisible(m_recent->count() == 0);
}

void StartPage::restyle()
{
    QFont heading = font();
    heading.setPointSizeF(font().pointSizeF() * 1.15);
    heading.setWeight(QFont::Bold);
    m_heading->setFont(heading);
    QFont section = font();
    section.setWeight(QFont::Bold);
    m_recentHeading->setFont(section);
    QPalette quiet;
    quiet.setColor(QPalette::WindowText, m_theme.secondaryText());
    for (QLabel *const l : {m_intro, m_kinds, m_noRecent, m_busy})
        l->setPalette(quiet);
    QPalette problem;
    problem.setColor(QPalette::WindowText, m_theme.error());
    m_problem->setPalette(problem);
}

} // namespace rs

#include "moc_startpage.cpp"
