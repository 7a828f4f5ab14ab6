// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"
#include "core/text/plaintext.h"
#include "importers/files/osfile.h"
#include "sql/savedqueries.h"

#include <QCoreApplication>
#include <QFile>

#include <csignal>
#include <cstdio>

namespace {

struct Verb
{
    const char *name;
    int (*run)(rs::cli::Call &, const QStringList &);
    const char *description;
};

constexpr Verb verbs[] = {
    {"info", rs::cli::infoVerb, "what the paths hold: runs, ranks, files, findings"},
    {"diagnose", rs::cli::diagnoseVerb, "what holds the run up: which rank, by how much, and what it costs"},
    {"overview", rs::cli::overviewVerb, "where the time of each rank and step went"},
    {"operators", rs::cli::operatorsVerb, "operators of one rank"},
    {"compare", rs::cli::compareVerb, "operators of two ranks side by side"},
    {"communication", rs::cli::communicationVerb, "communication operators: transit, wait, idle"},
    {"matrix", rs::cli::matrixVerb, "what each link between two ranks carried"},
    {"slices", rs::cli::slicesVerb, "slices of one rank's trace, or statistics of them"},
    {"flows", rs::cli::flowsVerb, "which host call led to which device task"},
    {"dispatch", rs::cli::dispatchVerb,
     "how long launches wait for the device, and where the device waits for the host"},
    {"idle", rs::cli::idleVerb, "why the device stood still"},
    {"align", rs::cli::alignVerb, "by how much the ranks' clocks differ"},
    {"transfers", rs::cli::transfersVerb, "sends with their receives, over the ranks"},
    {"query", rs::cli::queryVerb, "a statement of SQL over every table of a run"},
    {"schema", rs::cli::schemaVerb, "the tables and columns that a statement can name"},
    {"recipe", rs::cli::recipeVerb, "the results of a recipe of msprof-analyze under its name"},
    {"mcp", rs::cli::mcpVerb, "answers the Model Context Protocol on standard input and output"},
    {"export", rs::cli::exportVerb, "every table of every view as CSV"},
    {"trace", rs::cli::traceVerb, "ranks on one clock as one Chrome trace for Perfetto"},
};

QString help()
{
    QString out = QStringLiteral(
        "Usage: rankscope-cli VERB PATH… [options]\n\n"
        "Reads profiling runs of Ascend NPUs and prints what the window of RankScope shows.\n\nVerbs:\n");
    for (const Verb &v : verbs)
        out += QStringLiteral("  %1 %2\n").arg(QLatin1String(v.name), -14).arg(QLatin1String(v.description));
    const rs::Catalogue tables = rs::catalogueOfUser();
    for (const rs::TableSpec *t : rs::cli::tablesAsVerbs(tables))
        out += QStringLiteral("  %1 %2\n").arg(t->id, -14).arg(t->hint);
    out += QStringLiteral("\nrankscope-cli VERB --help says more about each.\n"
                          "Exit status: 0 done, 1 wrong usage, 2 nothing usable found, 3 data was lost or unreadable,\n"
                          "4 memory budget reached, 130 interrupted.\n\n"
                          "Example:\n  rankscope-cli overview profiler_output --format csv\n");
    return out;
}

void print(const QString &text, FILE *to)
{
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<size_t>(bytes.size()), to);
}

// What finds no memory behind the readers, which say so themselves, ends here.
template <typename Run>
int answer(const Run &run)
{
    QFile out;
    // A failure shows when something is written: every write to a file that is not open is refused.
    (void)out.open(stdout, QIODevice::WriteOnly);
    rs::cli::Call call(out, rs::cli::stdoutIsTerminal());
    return call.finish(rs::cli::guarded(call, [&] { return run(call); }));
}

} // namespace

int main(int argc, char **argv)
{
    // Beyond the limit of a file's size writing fails and is told, instead of ending the program.
    std::signal(SIGXFSZ, SIG_IGN);
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("rankscope-cli"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RANKSCOPE_VERSION));
    // Qt's own list has lost the bytes of a path that is no UTF-8.
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << rs::pathFromOs(argv[i]);
    const QString verb = arguments.value(0);
    if (verb == u"--help" || verb == u"-h" || verb == u"help") {
        print(help(), stdout);
        return 0;
    }
    if (verb == u"--version" || verb == u"-v") {
        print(QStringLiteral("rankscope-cli %1\n").arg(QCoreApplication::applicationVersion()), stdout);
        return 0;
    }
    for (const Verb &v : verbs) {
        if (verb == QLatin1String(v.name))
            return answer([&](rs::cli::Call &call) { return v.run(call, arguments.mid(1)); });
    }
    const rs::Catalogue tables = rs::catalogueOfUser();
    for (const rs::TableSpec *t : rs::cli::tablesAsVerbs(tables)) {
        if (verb == t->id)
            return answer([&](rs::cli::Call &call) { return rs::cli::tableVerb(call, *t, arguments.mid(1)); });
    }
    if (!verb.isEmpty())
        print(rs::harmless(QStringLiteral("rankscope-cli: there is no verb \"%1\".").arg(verb)) + u'\n', stderr);
    print(help(), stderr);
    return static_cast<int>(rs::cli::Exit::Usage);
}
