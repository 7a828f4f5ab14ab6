// SPDX-License-Identifier: Apache-2.0
// Targets that read tables and small documents.
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "fuzz/use.h"
#include "importers/json/commjson.h"
#include "importers/csv/csvtable.h"
#include "importers/discovery/filekinds.h"
#include "importers/csv/kernelcsv.h"
#include "importers/json/metadatajson.h"
#include "importers/csv/stepcsv.h"

namespace rs::fuzz {

namespace {

/// The input as a file, and what its first byte chooses.
struct Given
{
    Given(std::string_view input, const QString &fileName)
        : choice(takeChoice(input)), name(fileName), path(scratch.write(fileName, input))
    {
    }

    const Scratch scratch;
    const unsigned char choice;
    const QString name;
    const QString path;
    const JobContext job;
    ImportReport report;
};

} // namespace

void fuzzCsv(std::string_view input)
{
    Given given(input, QStringLiteral("t.csv"));
    auto &[scratch, choice, name, path, job, report] = given;
    (void)kindByContent(path);
    switch (choice % 4) {
    case 0:
        if (const auto table = readCsvTable({{path, name}}, job, report))
            useTable(*table);
        break;
    case 1:
        // Slices of one export may differ in their columns.
        if (const auto table = readKernels({{path, name}, {path, name}}, job, report))
            useTable(*table);
        break;
    case 2:
        (void)readStepTrace(path, name, 0, 0, job, report);
        break;
    default:
        (void)readClusterStepTrace(path, name, job, report);
    }
}

void fuzzJson(std::string_view input)
{
    Given given(input, QStringLiteral("t.json"));
    auto &[scratch, choice, name, path, job, report] = given;
    (void)kindByContent(path);
    switch (choice % 7) {
    case 0:
        (void)readCommunication(path, name, 0, job, report);
        break;
    case 1:
        (void)readCommunicationMatrix(path, name, 0, job, report);
        break;
    case 2:
        (void)readClusterCommunication(path, name, job, report);
        break;
    case 3:
        (void)readClusterMatrix(path, name, job, report);
        break;
    case 4:
        (void)readCommunicationGroups(path, name, job, report);
        break;
    case 5:
        (void)readProfilerInfo(path, name, job, report);
        break;
    default:
        (void)readProfilerMetadata(path, name, job, report);
    }
}

} // namespace rs::fuzz
