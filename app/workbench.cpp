// SPDX-License-Identifier: Apache-2.0
#include "app/workbench.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>

namespace rs {

Workbench::Workbench(Settings &settings, RunReader reader, QObject *parent)
    : QObject(parent), m_settings(settings), m_session(m_runs, m_state, std::move(reader))
{
    connect(&m_theme, &Theme::changed, this, &Workbench::applyTheme);
}

Workbench::~Workbench()
{
    m_viewPool.waitForDone();
}

ViewContext Workbench::context()
{
    ViewContext c;
    c.runs = &m_runs;
    c.state = &m_state;
    c.theme = &m_theme;
    c.pool = &m_viewPool;
    c.readArgs = readArgLines;
    c.keys = &m_keys;
    return c;
}

void Workbench::applyTheme()
{
    if (QApplication::style()->objectName().compare(QLatin1String("fusion"), Qt::CaseInsensitive) != 0)
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(m_theme.palette());
    // Only what a palette cannot say: hairlines between docks, quiet tool tips, slim dock titles.
    qApp->setStyleSheet(QStringLiteral("QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 4px; }"
                                       "QMainWindow::separator { background: %3; width: 5px; height: 5px; "
                                       "border: 2px solid %4; }"
                                       "QMainWindow::separator:hover { background: %5; }"
                                       "QStatusBar::item { border: none; }")
                            .arg(m_theme.text().name(), m_theme.panel().name(), m_theme.hairline().name(),
                                 m_theme.panel().name(), m_theme.accent().name()));
}

} // namespace rs
