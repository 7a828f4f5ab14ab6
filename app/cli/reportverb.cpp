// SPDX-License-Identifier: Apache-2.0
#include "app/cli/verbs.h"
#include "core/base/savedfile.h"
#include "items/reportpdf.h"
#include "sql/savedqueries.h"
#include "tables/catalogue/report.h"

#include <QCoreApplication>
#include <QTranslator>

namespace rs::cli {

void checkReport(Task &task)
{
    checkOutFile(task.arguments, "out");
}

Exit answerReport(Task &task)
{
    Call &call = task.call;
    Session &session = task.session;
    const Arguments &a = task.arguments;
    task.table = &session.table(u"diagnosis");
    task.sources = task.table->sources;
    loadPickedRun(task);
    QTranslator translator;
    if (a.text("language") == u"zh_CN" && translator.load(QStringLiteral(":/i18n/rankscope_zh_CN")))
        QCoreApplication::installTranslator(&translator);
    ReportQuery query;
    query.of = task.query;
    query.of.pool = &session.pool();
    query.level = a.text("level") == u"page"  ? ReportLevel::Page
                  : a.text("level") == u"all" ? ReportLevel::All
                                              : ReportLevel::Findings;
    query.isRedacted = a.isSet("redact");
    query.version = QCoreApplication::applicationVersion();
    if (!translator.isEmpty())
        query.language = a.text("language");
    const Report report = makeReport(catalogueOfUser(), query, session.job());
    QCoreApplication::removeTranslator(&translator);
    session.endIfInterrupted();
    const bool isPdf = isPdfName(a.text("out"));
    const QByteArray bytes = isPdf ? reportPdf(report.html) : report.html;
    if (isPdf && lacksChineseFont(report.html))
        call.say(
            QStringLiteral("No font of this machine has Chinese characters, so the PDF shows boxes in their place: "
                           "install one (Noto Sans CJK, WenQuanYi), or write HTML."));
    session.endIfInterrupted();
    SavedFile file(a.text("out"));
    if (!file.open() || file.write(bytes) < 0 || !file.commit()) {
        call.say(QStringLiteral("rankscope-cli: %1 cannot be written: %2").arg(a.text("out"), file.errorString()));
        return session.finish(false);
    }
    for (const auto &[secret, as] : report.replaced)
        call.say(QStringLiteral("%1: %2").arg(as, secret));
    call.say(QStringLiteral("%1 has the report, %2 bytes.").arg(a.text("out")).arg(bytes.size()));
    return session.finish(true);
}

} // namespace rs::cli
