// SPDX-License-Identifier: Apache-2.0
#include "app/shell/application.h"
#include "app/shell/mainwindow.h"
#include "app/shell/options.h"
#include "app/shell/paintthreads.h"
#include "app/session/settings.h"
#include "app/shell/shot.h"
#include "app/shell/eventloopwatchdog.h"
#include "app/shell/workbench.h"
#include "core/job/machinememory.h"
#include "core/text/plaintext.h"
#include "importers/files/osfile.h"

#include <QTemporaryDir>
#include <QTextStream>

#include <csignal>
#include <memory>

int main(int argc, char **argv)
{
    rs::shareHeapWhereSpaceIsLimited();
    rs::explainShortage();
    // Beyond the limit of a file's size writing fails and is told, instead of ending the program.
    std::signal(SIGXFSZ, SIG_IGN);
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(rs::pathFromOs(argv[i]));
    rs::ParsedOptions parsed = rs::parseOptions(arguments);
    if (parsed.outcome == rs::ParsedOptions::Outcome::Usage) {
        QTextStream(stderr) << "rankscope: " << rs::harmless(parsed.text) << "\nTry rankscope --help.\n";
        return static_cast<int>(rs::ExitCode::Usage);
    }
    if (parsed.outcome == rs::ParsedOptions::Outcome::Print) {
        // The help text names the program, which only an application object knows.
        const QCoreApplication app(argc, argv);
        QTextStream(stdout) << rs::parseOptions(arguments).text;
        return static_cast<int>(rs::ExitCode::Done);
    }
    const rs::Options &options = parsed.options;
    const bool shot = !options.shotFile.isEmpty();
    if (!rs::holdPaintThreads())
        rs::endForWantOfThreads();
    QCoreApplication::setOrganizationName(QStringLiteral("RankScope"));
    QCoreApplication::setApplicationName(QStringLiteral("RankScope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RANKSCOPE_VERSION));

    // A picture must not depend on what the user chose in the window, nor change it.
    std::unique_ptr<QTemporaryDir> scratch;
    if (shot)
        scratch = std::make_unique<QTemporaryDir>();
    rs::Settings settings(shot ? scratch->filePath(QStringLiteral("settings.ini")) : QString());

    if (shot) {
        settings.setCacheGigabytes(0);
        settings.setRemote(rs::RemoteSettings::ofUser()); // the way to a run is not how it looks
    }

    // Both have to be known before the application object exists.
    if (shot)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const double scale = options.scale > 0 ? options.scale : settings.scalePercent() / 100.0;
    if (scale != 1.0 && (options.scale > 0 || qEnvironmentVariableIsEmpty("QT_SCALE_FACTOR")))
        qputenv("QT_SCALE_FACTOR", QByteArray::number(scale));

    rs::Application app(argc, argv);
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.rankscope.RankScope"));
    rs::Workbench bench(settings);
    const rs::Theme::Mode mode = options.theme == u"dark"    ? rs::Theme::Mode::Dark
                                 : options.theme == u"light" ? rs::Theme::Mode::Light
                                 : shot                      ? rs::Theme::Mode::Light
                                                             : settings.themeMode();
    bench.session().setMemoryLimit(options.memoryLimitBytes > 0 ? options.memoryLimitBytes
                                                                : rs::MemoryBudget::share(settings.memoryPercent()));
    bench.theme().setMode(mode);
    bench.applyTheme();
    bench.language().use(!options.language.isEmpty() ? options.language
                         : shot                      ? QStringLiteral("en")
                                                     : settings.language());
    if (shot)
        return static_cast<int>(rs::takeShot(bench, options));

    app.keepTurnsShort();
    rs::EventLoopWatchdog watch;
    if (rs::EventLoopWatchdog::isWanted())
        watch.start();
    rs::MainWindow window(bench, rs::SessionKeeper::userFolder());
    if (settings.keepsLibrary())
        bench.library().open(rs::RunLibrary::userFile());
    window.restoreLayout();
    window.show();
    QObject::connect(
        &bench.session(), &rs::TraceSession::opened, &window,
        [&] { (void)(rs::lookWhereTold(bench, options) && rs::showWhereTold(window.docks(), options)); },
        Qt::SingleShotConnection);
    window.open(options.paths);
    if (options.paths.isEmpty())
        window.offerLeftBehind();
    return QApplication::exec();
}
