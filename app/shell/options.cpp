// SPDX-License-Identifier: Apache-2.0
#include "app/shell/options.h"

#include "app/shell/docklayout.h"
#include "app/shell/shot.h"
#include "importers/files/osfile.h"

#include <QCommandLineParser>
#include <QRegularExpression>

namespace rs {

namespace {

// Command line and its messages are English, as on the command line tool: scripts read them.
ParsedOptions usage(const QString &why)
{
    ParsedOptions out;
    out.outcome = ParsedOptions::Outcome::Usage;
    out.text = why;
    return out;
}

} // namespace

ParsedOptions parseOptions(const QStringList &arguments)
{
    QCommandLineParser p;
    p.setApplicationDescription(
        QStringLiteral("Viewer for profiling runs of AI training on Ascend NPUs.\n\n"
                       "Example: rankscope --shot overview.png --view overview --theme dark ./my_run"));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this text."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Shows the version."));
    const QCommandLineOption shot(QStringLiteral("shot"), QStringLiteral("Paints one view into a PNG file and exits."),
                                  QStringLiteral("file"));
    const QCommandLineOption view(
        QStringLiteral("view"),
        QStringLiteral("The view to paint or to open: %1; or window for all of it; or workspaces for a "
                       "picture of each of them in the folder that --shot names.")
            .arg(viewIds().join(QStringLiteral(", "))),
        QStringLiteral("id"));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the picture before scaling."),
                                  QStringLiteral("WxH"), QStringLiteral("1920x1080"));
    const QCommandLineOption scale(QStringLiteral("scale"), QStringLiteral("Scale factor of the window, 0.5 to 4."),
                                   QStringLiteral("factor"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("theme"));
    const QCommandLineOption lang(QStringLiteral("lang"), QStringLiteral("en or zh_CN."), QStringLiteral("language"));
    const QCommandLineOption rank(QStringLiteral("rank"),
                                  QStringLiteral("Rank to show; a second one is the other side of comparisons. May be "
                                                 "given several times, or as a list with commas."),
                                  QStringLiteral("rank"));
    const QCommandLineOption from(QStringLiteral("from"),
                                  QStringLiteral("Start of the time window, in nanoseconds of the trace."),
                                  QStringLiteral("ns"));
    const QCommandLineOption to(QStringLiteral("to"),
                                QStringLiteral("End of the time window, in nanoseconds of the trace."),
                                QStringLiteral("ns"));
    const QCommandLineOption flows(QStringLiteral("flows"),
                                   QStringLiteral("Flow categories whose lines are drawn, with commas."),
                                   QStringLiteral("names"));
    const QCommandLineOption memory(QStringLiteral("memory-limit"),
                                    QStringLiteral("Memory that loaded ranks may take; default: 60 % of the "
                                                   "machine's. Ranks that are not shown are unloaded for those "
                                                   "that are."),
                                    QStringLiteral("MB"));
    p.addOptions({help, version, shot, view, size, scale, theme, lang, rank, from, to, flows, memory});
    p.addPositionalArgument(QStringLiteral("path"), QStringLiteral("Folders or files to open."),
                            QStringLiteral("[path...]"));
    if (!p.parse(arguments))
        return usage(p.errorText());

    ParsedOptions out;
    if (p.isSet(help)) {
        out.outcome = ParsedOptions::Outcome::Print;
        out.text = p.helpText();
        return out;
    }
    if (p.isSet(version)) {
        out.outcome = ParsedOptions::Outcome::Print;
        out.text = QStringLiteral("rankscope %1\n").arg(QStringLiteral(RANKSCOPE_VERSION));
        return out;
    }
    Options &o = out.options;
    o.paths = p.positionalArguments();
    o.theme = p.value(theme);
    o.language = p.value(lang);
    o.shotFile = p.value(shot);
    o.view = p.value(view);
    if (!o.theme.isEmpty() && o.theme != u"light" && o.theme != u"dark")
        return usage(QStringLiteral("--theme is light or dark, not %1").arg(o.theme));
    if (!o.language.isEmpty() && o.language != u"en" && o.language != u"zh_CN")
        return usage(QStringLiteral("--lang is en or zh_CN, not %1").arg(o.language));
    static const QRegularExpression sizeForm(QStringLiteral("^(\\d{2,5})x(\\d{2,5})$"));
    const QRegularExpressionMatch wh = sizeForm.match(p.value(size));
    if (!wh.hasMatch() || wh.captured(1).toInt() > 16384 || wh.captured(2).toInt() > 16384)
        return usage(
            QStringLiteral("--size is WIDTHxHEIGHT in pixels, at most 16384x16384, not %1").arg(p.value(size)));
    o.size = {wh.captured(1).toInt(), wh.captured(2).toInt()};
    if (p.isSet(scale)) {
        bool ok = false;
        o.scale = p.value(scale).toDouble(&ok);
        if (!ok || !(o.scale >= 0.5 && o.scale <= 4))
            return usage(QStringLiteral("--scale is a factor from 0.5 to 4, not %1").arg(p.value(scale)));
    }
    // Qt's painter allows 32767 pixels a side; and a picture must fit the memory of a small machine.
    constexpr double mostSide = 32767;
    constexpr double mostPixels = 256e6;
    if (o.size.width() * o.scale > mostSide || o.size.height() * o.scale > mostSide ||
        o.size.width() * o.scale * o.size.height() * o.scale > mostPixels)
        return usage(QStringLiteral("--size %1 with --scale %2 is too large: a picture has at most 32767 pixels a side "
                                    "and 256 million in all")
                         .arg(p.value(size))
                         .arg(o.scale));
    if (p.isSet(memory)) {
        bool ok = false;
        const qint64 mb = p.value(memory).toLongLong(&ok);
        if (!ok || mb < 1 || mb > 100'000'000)
            return usage(QStringLiteral("--memory-limit is a number of megabytes, not %1").arg(p.value(memory)));
        o.memoryLimitBytes = mb * 1'000'000;
    }
    for (const QString &list : p.values(rank)) {
        for (const QString &text : list.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            bool ok = false;
            const int r = text.toInt(&ok);
            if (!ok || r < 0)
                return usage(QStringLiteral("--rank is the number of a rank, not %1").arg(text));
            o.ranks.push_back(r);
        }
    }
    for (const auto &[option, target] : {std::pair(&from, &o.fromNs), std::pair(&to, &o.toNs)}) {
        if (!p.isSet(*option))
            continue;
        bool ok = false;
        *target = p.value(*option).toLongLong(&ok);
        if (!ok)
            return usage(QStringLiteral("--%1 is a number of nanoseconds, not %2")
                             .arg(option->names().constFirst(), p.value(*option)));
    }
    if (o.fromNs && o.toNs && *o.fromNs >= *o.toNs)
        return usage(QStringLiteral("--from must be before --to"));
    for (const QString &list : p.values(flows))
        o.flows += list.split(QLatin1Char(','), Qt::SkipEmptyParts);
    // An unknown view is an error even without a picture.
    if (p.isSet(view) && o.view != wholeWindow && o.view != allWorkspaces &&
        !viewIds().contains(o.view.section(u'/', 0, 0)))
        return usage(QStringLiteral("there is no view %1; there are: %2, %3, %4")
                         .arg(o.view, viewIds().join(QStringLiteral(", ")), wholeWindow, allWorkspaces));
    if (p.isSet(shot)) {
        if (osPath(o.shotFile) != o.shotFile.toUtf8())
            return usage(QStringLiteral("--shot needs a name in UTF-8, not %1").arg(o.shotFile));
        if (o.shotFile.isEmpty())
            return usage(QStringLiteral("--shot needs the name of a file"));
        if (o.view.isEmpty())
            return usage(QStringLiteral("--shot needs --view"));
        if (o.paths.isEmpty())
            return usage(QStringLiteral("--shot needs a path"));
    }
    return out;
}

} // namespace rs
