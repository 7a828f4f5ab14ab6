// SPDX-License-Identifier: Apache-2.0
#include "analysis/baseinformation.h"
#include "tables/structsource.h"
#include "tables/tables.h"

#include <QtGlobal>

#include <utility>

namespace rs {

namespace {

const char *subjectWord(BaseSubject subject)
{
    switch (subject) {
    case BaseSubject::Framework:
        return QT_TRANSLATE_NOOP("Tables", "framework");
    case BaseSubject::Version:
        return QT_TRANSLATE_NOOP("Tables", "version");
    case BaseSubject::Level:
        return QT_TRANSLATE_NOOP("Tables", "profiler level");
    case BaseSubject::RanksFound:
        return QT_TRANSLATE_NOOP("Tables", "ranks found");
    case BaseSubject::WorldSize:
        return QT_TRANSLATE_NOOP("Tables", "world size");
    case BaseSubject::RanksMissing:
        return QT_TRANSLATE_NOOP("Tables", "ranks missing");
    case BaseSubject::Hosts:
        return QT_TRANSLATE_NOOP("Tables", "host");
    case BaseSubject::Devices:
        return QT_TRANSLATE_NOOP("Tables", "devices");
    case BaseSubject::Steps:
        return QT_TRANSLATE_NOOP("Tables", "number of steps");
    case BaseSubject::StepIds:
        return QT_TRANSLATE_NOOP("Tables", "ids of the steps");
    case BaseSubject::CaptureStart:
        return QT_TRANSLATE_NOOP("Tables", "capture starts (UTC)");
    case BaseSubject::Duration:
        return QT_TRANSLATE_NOOP("Tables", "longest trace (ms)");
    case BaseSubject::Size:
        return QT_TRANSLATE_NOOP("Tables", "size (MB)");
    case BaseSubject::Setting:
        break;
    }
    return QT_TRANSLATE_NOOP("Tables", "setting of the profiler");
}

std::vector<Field<BaseFact>> baseFields()
{
    using R = BaseFact;
    using K = ValueKind;
    return {
        {tableColumn("subject", "Subject", QT_TRANSLATE_NOOP("Tables", "Subject"), K::Word),
         [](const R &r) { return QString::fromLatin1(subjectWord(r.subject)); }},
        {tableColumn(
             "name", "Name", QT_TRANSLATE_NOOP("Tables", "Name"), K::Text,
             QT_TRANSLATE_NOOP("Tables",
                               "Of a version or a setting, as the file calls it; of the world size, who states it.")),
         [](const R &r) { return r.detail; }},
        {tableColumn("value", "Value", QT_TRANSLATE_NOOP("Tables", "Value"), K::Text),
         [](const R &r) { return r.value; }},
        {tableColumn("ranks", "Ranks", QT_TRANSLATE_NOOP("Tables", "True of ranks"), K::Text,
                     QT_TRANSLATE_NOOP("Tables", "Ranks of which it is true; what ranks tell differently has a row "
                                                 "for each value.")),
         [](const R &r) { return r.ranks; }},
    };
}

} // namespace

void addBaseTables(Catalogue &catalogue)
{
    TableSpec &base =
        catalogue.add("base", TableScope::Run, QT_TRANSLATE_NOOP("Tables", "Base information"),
                      QT_TRANSLATE_NOOP("Tables", "Framework and versions, profiler level and settings, ranks found "
                                                  "and missing, hosts, steps, time and size of the run: is it what "
                                                  "one meant to capture, and the same on every rank?"));
    base.columns = [](const TableQuery &) { return columnsOf(baseFields()); };
    base.make = [](const TableQuery &query, const JobContext &job) -> std::shared_ptr<const RowSource> {
        std::vector<BaseFact> facts = baseInformation(*query.run, job);
        return job.isCanceled() ? nullptr : std::make_shared<StructSource<BaseFact>>(baseFields(), std::move(facts));
    };
    base.whyEmpty = [](const TableQuery &query) -> Phrase {
        return QStringLiteral("No file of %1 names a rank; info --format json lists the files.").arg(query.run->path);
    };
    base.ownPage = true;
    base.needsAllRanks = true;
}

} // namespace rs
