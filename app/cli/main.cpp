// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"
#include "core/text/plaintext.h"
#include "importers/files/osfile.h"
#include "items/reportpdf.h"
#include "sql/savedqueries.h"

#include <QCoreApplication>
#include <QFile>
#include <QGuiApplication>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>

namespace {

QString help(const rs::Catalogue &tables)
{
    QString out = QStringLiteral(
        "Usage: rankscope-cli VERB PATH… [options]\n\n"
        "Reads profiling runs of Ascend NPUs and prints what the window of RankScope shows.\n\nVerbs:\n");
    for (const rs::cli::Verb &v : rs::cli::namedVerbs()) {
        if (!v.says.empty())
            out += QStringLiteral("  %1 %2\n")
                       .arg(QString::fromStdString(v.name), -14)
                       .arg(QString::fromStdString(v.says));
    }
    for (const rs::TableSpec *t : rs::cli::tablesAsVerbs(tables))
        out += QStringLiteral("  %1 %2\n").arg(t->id, -14).arg(t->hint);
    out += QStringLiteral("\nrankscope-cli VERB --help says more about each.\n"
                          "Exit status: 0 done, 1 wrong usage, 2 nothing usable found, 3 data was lost or unreadable,\n"
                          "4 memory budget reached, 5 a gate failed, 130 interrupted.\n\n"
                          "Example:\n  rankscope-cli overview profiler_output --format csv\n");
    return out;
}

void print(const QString &text, FILE *to)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), to);
}

// Fonts need the larger one, which asks for no display here.
std::unique_ptr<QCoreApplication> makeApplication(int &argc, char **argv, bool hasFonts)
{
    if (!hasFonts)
        return std::make_unique<QCoreApplication>(argc, argv);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    return std::make_unique<QGuiApplication>(argc, argv);
}

} // namespace

int main(int argc, char **argv)
{
    // Beyond the limit of a file's size writing fails and is told, instead of ending the program.
    std::signal(SIGXFSZ, SIG_IGN);
    // Qt's own list has lost the bytes of a path that is no UTF-8.
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << rs::pathFromOs(argv[i]);
    const QString name = arguments.value(0);
    const auto application =
        makeApplication(argc, argv, name == u"report" && std::ranges::any_of(arguments, rs::isPdfName));
    QCoreApplication::setApplicationName(QStringLiteral("rankscope-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RANKSCOPE_VERSION));
    const rs::Catalogue tables = rs::catalogueOfUser();
    if (name == u"--help" || name == u"-h" || name == u"help") {
        print(help(tables), stdout);
        return 0;
    }
    if (name == u"--version" || name == u"-v") {
        print(QStringLiteral("rankscope-cli %1\n").arg(QCoreApplication::applicationVersion()), stdout);
        return 0;
    }
    if (const auto verb = rs::cli::findVerb(name, tables)) {
        QFile out;
        // A failure shows when something is written: every write to a file that is not open is refused.
        (void)out.open(stdout, QIODevice::WriteOnly);
        rs::cli::Call call(out, rs::cli::stdoutIsTerminal());
        return static_cast<int>(
            call.finish(rs::cli::guarded(call, [&] { return rs::cli::runVerb(call, *verb, arguments.mid(1)); })));
    }
    if (!name.isEmpty())
        print(rs::harmless(QStringLiteral("rankscope-cli: there is no verb \"%1\".").arg(name)) + u'\n', stderr);
    print(help(tables), stderr);
    return static_cast<int>(rs::cli::Exit::Usage);
}
