// SPDX-License-Identifier: Apache-2.0
#include "items/findingtexts.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace rs {

const std::vector<const char *> &knownFindingTexts()
{
    static const std::vector<const char *> texts = {
        // clang-format off
        QT_TRANSLATE_NOOP("Finding", "The file cannot be opened: %1."),
        QT_TRANSLATE_NOOP("Finding", "This is a folder, not a file."),
        QT_TRANSLATE_NOOP("Finding", "This is not a regular file."),
        QT_TRANSLATE_NOOP("Finding", "Entries of Size Distribution that are not a size with a count and a time are left out."),
        QT_TRANSLATE_NOOP("Finding", "The machine has no memory left to check this run: what its trace and its files disagree on, and what its launches show, is not listed."),
        QT_TRANSLATE_NOOP("Finding", "Sends and receives of which too many lie over the same tasks: not all of their tasks were looked at, so they may be without a partner, or their size too small."),
        QT_TRANSLATE_NOOP("Finding", "Operators that the writer filed under the other class (p2p or collective) count by their names."),
        QT_TRANSLATE_NOOP("Finding", "Not the form of a communication file: %1 cannot be shown for this rank."),
        QT_TRANSLATE_NOOP("Finding", "Links whose key is not \"source-destination\" are left out."),
        QT_TRANSLATE_NOOP("Finding", "Entries without a rank number are left out."),
        QT_TRANSLATE_NOOP("Finding", "Not a list: the communication groups stay unnamed."),
        QT_TRANSLATE_NOOP("Finding", "Groups without a name are left out."),
        QT_TRANSLATE_NOOP("Finding", "Rows with more or fewer cells than the header are skipped; they are missing from every table."),
        QT_TRANSLATE_NOOP("Finding", "A quote that opens here never closes; the row is skipped."),
        QT_TRANSLATE_NOOP("Finding", "NUL bytes stand in the text; they are kept and shown as escapes."),
        QT_TRANSLATE_NOOP("Finding", "Rows of more than 64 MB are skipped."),
        QT_TRANSLATE_NOOP("Finding", "The lines end in carriage returns alone, which no profiler writes: nothing is shown from the file."),
        QT_TRANSLATE_NOOP("Finding", "The header names more than 4096 columns; nothing is shown from the file."),
        QT_TRANSLATE_NOOP("Finding", "The file has no header line; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "More rows than a table can hold; the rest is not read."),
        QT_TRANSLATE_NOOP("Finding", "Cells of numeric columns that hold no number are taken as missing, never as 0."),
        QT_TRANSLATE_NOOP("Finding", "RANK_DEVICE_MAP is a view, or its columns are computed: neither is run, so the database does not say whose rank it is."),
        QT_TRANSLATE_NOOP("Finding", "Ranks or devices of RANK_DEVICE_MAP that are no whole numbers are not used."),
        QT_TRANSLATE_NOOP("Finding", "The database cannot be read (%1): it does not say whose rank it is."),
        QT_TRANSLATE_NOOP("Finding", "Reading the database was given up after %1 s: it does not say whose rank it is."),
        QT_TRANSLATE_NOOP("Finding", "Folders more than %1 levels below the given one are not searched; open one further down to see ranks there."),
        QT_TRANSLATE_NOOP("Finding", "The file lies beside rank folders and belongs to none of them; open it by itself to see it."),
        QT_TRANSLATE_NOOP("Finding", "Not a file of the cluster analysis; nothing is read from it."),
        QT_TRANSLATE_NOOP("Finding", "RANK_DEVICE_MAP names different ranks (%1): the first counts."),
        QT_TRANSLATE_NOOP("Finding", "Files of this folder name different ranks (%1): the first of them counts."),
        QT_TRANSLATE_NOOP("Finding", "The file names another rank than its folder is of (%1): the folder's counts, and what the file says may be of the other."),
        QT_TRANSLATE_NOOP("Finding", "The rank was captured %1 times; this one, the newest with data, is shown."),
        QT_TRANSLATE_NOOP("Finding", "There is no such file or folder."),
        QT_TRANSLATE_NOOP("Finding", "Neither a folder nor a regular file; nothing is read from it."),
        QT_TRANSLATE_NOOP("Finding", "No profiling data was found here: no folder *_ascend_ms or *_ascend_pt, no profiler_info*.json, ASCEND_PROFILER_OUTPUT, PROF_* or cluster_analysis_output, no trace_view.json or msprof*.json, and no known csv file."),
        QT_TRANSLATE_NOOP("Finding", "The folder holds ranks of different frameworks or the same rank twice; they are shown as separate runs."),
        QT_TRANSLATE_NOOP("Finding", "Neither a Chrome trace (a list of events with \"ph\", or \"traceEvents\") nor a known csv or json file of the profiler; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "Another %1 of this run is used."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have a trace, this one has none: it is left out of the timeline, launches, idle causes and transfers."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have kernel_details.csv or op_summary, this one has none: its operators have neither types nor shapes."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have step_trace_time.csv, this one has none: its overview is derived from its trace, or missing."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have communication.json, this one has none: transit and wait of its communication are not known."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have communication_matrix.json, this one has none: links that only its file lists are missing."),
        QT_TRANSLATE_NOOP("Finding", "No rank of this run has a trace (trace_view.json, msprof*.json): the timeline, launches, idle causes and transfers cannot be shown."),
        QT_TRANSLATE_NOOP("Finding", "Ranks that lie between those of this run are not there: %1. What is summed or compared over ranks leaves them out."),
        QT_TRANSLATE_NOOP("Finding", "Ranks that the communication domains, the world size or the cluster analysis of this run name are not there: %1. What is summed or compared over ranks leaves them out."),
        QT_TRANSLATE_NOOP("Finding", "This run holds one of the %1 ranks that its communication domains, its world size or its cluster analysis name: ranks cannot be compared."),
        QT_TRANSLATE_NOOP("Finding", "Rows that stand again, with the same name, start and duration: what is counted and summed over operators counts them each time."),
        QT_TRANSLATE_NOOP("Finding", "Rows of the kernel table have another duration than their slice in the trace (the first one: %1): tables of operators and the timeline disagree, and one of the two is wrong."),
        QT_TRANSLATE_NOOP("Finding", "Rows of the kernel table begin before the trace begins or after it ends: their start is of another clock, of another unit or of another run."),
        QT_TRANSLATE_NOOP("Finding", "Of %1 kernels in the trace, some have no row in this file: tables of operators count fewer calls and less time than the timeline shows."),
        QT_TRANSLATE_NOOP("Finding", "Operators of this file begin at a time at which the trace has no slice of their name: their numbers cannot be shown with the timeline."),
        QT_TRANSLATE_NOOP("Finding", "Operators of this file take another time than their slice in the trace (the first one: %1): tables of communication and the timeline disagree, and one of the two is wrong."),
        QT_TRANSLATE_NOOP("Finding", "Of %1 communication operators in the trace, some are not in this file: their transit and wait are in no total."),
        QT_TRANSLATE_NOOP("Finding", "Links whose bandwidth is not their size over their time: one of the three is wrong."),
        QT_TRANSLATE_NOOP("Finding", "Links between places that the communication domain, by profiler_metadata.json, does not have: they belong to another domain, or to none."),
        QT_TRANSLATE_NOOP("Finding", "Links that neither begin nor end at the place of this rank in their communication domain, though a rank measures its own links only: they are of another rank."),
        QT_TRANSLATE_NOOP("Finding", "Links of operators that communication.json does not list: the two files are not of one capture."),
        QT_TRANSLATE_NOOP("Finding", "Rows with a hit or victim rate of more than 1: a part cannot be more than the whole, and is shown as the file has it."),
        QT_TRANSLATE_NOOP("Finding", "Read, but nothing of it could be used: the findings say why."),
        QT_TRANSLATE_NOOP("Finding", "Rows whose total is not their count times their mean: one of the three is wrong."),
        QT_TRANSLATE_NOOP("Finding", "Rows whose share is not that of their time in the total of the file (the first one: %1): rows are missing, or stand twice, or a time or a share is wrong."),
        QT_TRANSLATE_NOOP("Finding", "Rows that stand again with the same values: what is counted or summed over this table counts them each time."),
        QT_TRANSLATE_NOOP("Finding", "No row of this file has a hit rate or a victim rate: it says nothing of the L2 cache."),
        QT_TRANSLATE_NOOP("Finding", "No row of this file names a kernel that the rank has (the first one: %1): the file is of another capture, or its names are of another kind."),
        QT_TRANSLATE_NOOP("Finding", "Rows whose operator, task and time are those of no kernel that the rank has, by its kernel table or else its trace (the first one: %1): they stand twice, or the file is of another rank or capture."),
        QT_TRANSLATE_NOOP("Finding", "Kernels of the rank, by its kernel table, of which this file has no row (the first one: %1): it lacks them."),
        QT_TRANSLATE_NOOP("Finding", "Tasks of another duration than their kernel in the kernel table, or else the trace: one of the two is wrong."),
        QT_TRANSLATE_NOOP("Finding", "Calls whose count or times in this file are not those of their slices in the trace (the first one: %1): the two are not of one rank and capture, or one of them lacks calls."),
        QT_TRANSLATE_NOOP("Finding", "Calls in the trace of which this file has no row (the first one: %1): its counts and times lack them."),
        QT_TRANSLATE_NOOP("Finding", "Rows of another device than the one of this rank, by its trace or else its kernel table (the first one: %1): they are of another rank."),
        QT_TRANSLATE_NOOP("Finding", "Types of operators whose count, total, least or greatest time in this file is not that of the kernel table (the first one: %1): the two are not of one capture, or one of them is damaged."),
        QT_TRANSLATE_NOOP("Finding", "The file lists no communication group: it gives the domains neither members nor names."),
        QT_TRANSLATE_NOOP("Finding", "Sizes, times, bandwidths or transports of links in this file are not those of the rank's own communication_matrix.json (the first one: %1): the cluster analysis was made of other files, and the rank's own count."),
        QT_TRANSLATE_NOOP("Finding", "Links that only one of this file and the rank's own communication_matrix.json has: the cluster analysis was made of other files, and the rank's own are shown."),
        QT_TRANSLATE_NOOP("Finding", "Ranks that communicate in a domain of which they are no members by this file (the first one: %1): the domain may be shown with wrong members."),
        QT_TRANSLATE_NOOP("Finding", "Communication domains of operators that have no entry in this file, against entries of no operator (%1): this file says neither their members nor their names."),
        QT_TRANSLATE_NOOP("Finding", "Links that name no operator, though each but those of a total is of one: which operator was fast or slow is not shown."),
        QT_TRANSLATE_NOOP("Finding", "Communication domains in which the links of this file begin at another place than the one of this rank by profiler_metadata.json (the first one: %1): the file is of another rank, and its sizes and times are shown under this one."),
        QT_TRANSLATE_NOOP("Finding", "Steps, domains and transports in which all links carried more or less, or took another time, than the operators of communication.json (the first one: %1): links or operators are missing, or the two files are not of one rank and capture."),
        QT_TRANSLATE_NOOP("Finding", "Steps with communication of which the file has no link (the first one: %1): the matrix shows nothing of them."),
        QT_TRANSLATE_NOOP("Finding", "Links that stand under some of the statistics of their kind only (top1, middle, bottom1 to bottom3, total): the others of them do not show the link, or not all of its sizes."),
        QT_TRANSLATE_NOOP("Finding", "Links that took time but, by their size of 0, carried nothing: size and bandwidth are missing, and so are the totals over them."),
        QT_TRANSLATE_NOOP("Finding", "Times of this file are not those of the rank's own step_trace_time.csv (the first one: %1): the cluster analysis was made of other files, and the rank's own count."),
        QT_TRANSLATE_NOOP("Finding", "Steps that only one of this file and the rank's own step_trace_time.csv has: the cluster analysis was made of other files."),
        QT_TRANSLATE_NOOP("Finding", "Ranks of this run that the cluster analysis does not have: %1. It was made without them."),
        QT_TRANSLATE_NOOP("Finding", "Times of operators in this file are not those of the rank's own communication.json (the first one: %1): the cluster analysis was made of other files, and the rank's own count."),
        QT_TRANSLATE_NOOP("Finding", "Operators that only one of this file and the rank's own communication.json has (the first one: %1): the cluster analysis was made of other files."),
        QT_TRANSLATE_NOOP("Finding", "Files of this rank hold the very times of another one (rank %1): they are copies, and what is summed or compared over ranks counts them twice."),
        QT_TRANSLATE_NOOP("Finding", "Members of a communication domain that a rank describes otherwise (rank %1): the domain is shown with all that either names."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have op_statistic.csv, this one has none: its table of operator types is missing."),
        QT_TRANSLATE_NOOP("Finding", "Other ranks of this run have api_statistic.csv, this one has none: its table of host API calls is missing."),
        QT_TRANSLATE_NOOP("Finding", "Beside the database stands a log of changes that were not yet written into it (%1): they are missing in its tables."),
        QT_TRANSLATE_NOOP("Finding", "Rows that reach over several lines, which no profiler writes in such a file: a quote without its partner swallows the lines behind it, and their numbers are missing."),
        QT_TRANSLATE_NOOP("Finding", "None of the known columns (Computing, Free, …) is here: nothing is shown from the file."),
        QT_TRANSLATE_NOOP("Finding", "None of the known columns (Computing, Free, …) is here: the times of the steps are computed from the trace, where there is one."),
        QT_TRANSLATE_NOOP("Finding", "The file holds no usable row: nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "The file holds no usable row: the times of the steps are computed from the trace, where there is one."),
        QT_TRANSLATE_NOOP("Finding", "No other file of this rank has these steps of the file (%1): its numbers of such a step stand alone."),
        QT_TRANSLATE_NOOP("Finding", "Rows without a step, though others have one: these operators belong to none of the steps of the run."),
        QT_TRANSLATE_NOOP("Finding", "Rows without a type, though others have one: by type these operators stand under none."),
        QT_TRANSLATE_NOOP("Finding", "Rows without a wait time, though others have one: the wait of these operators is missing."),
        QT_TRANSLATE_NOOP("Finding", "Cells of this statistic are empty: what they should say is missing, never 0."),
        QT_TRANSLATE_NOOP("Finding", "Counter values beyond 10^18 (\"%1\"), as no counter has, are not shown."),
        QT_TRANSLATE_NOOP("Finding", "Lanes that the traces of other ranks have and this one's lacks (%1), or has under names that are not known: what is computed from them is missing for this rank."),
        QT_TRANSLATE_NOOP("Finding", "Connections that the traces of other ranks have and this one's lacks (%1), or has under names that are not known: launches, delays and causes of idle time that rest on them are missing for this rank."),
        QT_TRANSLATE_NOOP("Finding", "Counters that the traces of other ranks have and this one's lacks (%1), or has under other names: their curves are missing for this rank."),
        QT_TRANSLATE_NOOP("Finding", "Columns that are missing or empty in every row (%1), though other ranks, the level of the capture or the steps of its trace let expect values: what is told apart by them is missing for this rank."),
        QT_TRANSLATE_NOOP("Finding", "Columns that are 0 throughout (%1), though of other ranks most rows are not: what they measure may be lost."),
        QT_TRANSLATE_NOOP("Finding", "Columns of step times that are missing or empty in every row (%1), though other ranks have them: these times are missing for this rank, or computed from its trace."),
        QT_TRANSLATE_NOOP("Finding", "The file does not say how this rank was captured (%1), though those of other ranks do: what the level lets expect cannot be checked."),
        QT_TRANSLATE_NOOP("Finding", "Calls of the host last far longer or shorter than those of other ranks, by the median (%1): their durations may be of another unit, and what is computed from them with them."),
        QT_TRANSLATE_NOOP("Finding", "For each operator there are far more or fewer launches than on other ranks (%1): launches are missing from one of the traces, or operators from a kernel table."),
        QT_TRANSLATE_NOOP("Finding", "All slices of whole processes (%1) have a duration of 0: they take no time in sums, and nothing lies inside of them."),
        QT_TRANSLATE_NOOP("Finding", "Of %1 calls of the host, some overlap others of their thread without lying in them, which no thread can do: their durations may be of another unit."),
        QT_TRANSLATE_NOOP("Finding", "A lane of the trace's own Overlap Analysis and the slices of the device disagree by more than rounding (%1): the lane shows what the trace says, and all that is computed rests on the slices."),
        QT_TRANSLATE_NOOP("Finding", "The AI cores ran at far more or less than those of other ranks, by the mean (%1): the samples may be of another unit."),
        QT_TRANSLATE_NOOP("Finding", "Slices whose name is missing, empty or no text are shown without one, or with what stands in its place."),
        QT_TRANSLATE_NOOP("Finding", "Events whose pid or tid is missing, empty or neither a whole number nor a text (%1) stand in a lane of their own: the lane that they belong to lacks them."),
        QT_TRANSLATE_NOOP("Finding", "Other bytes stand behind the compressed text: they are not read."),
        QT_TRANSLATE_NOOP("Finding", "A folder stands in the place of this file; nothing is read from it."),
        QT_TRANSLATE_NOOP("Finding", "Starts far away from all others are taken as missing: these operators have no place in time."),
        QT_TRANSLATE_NOOP("Finding", "Links whose transport type is missing or no text are listed without it."),
        QT_TRANSLATE_NOOP("Finding", "No file or folder was named."),
        QT_TRANSLATE_NOOP("Finding", "Tables that this program exported; nothing is read from them."),
        QT_TRANSLATE_NOOP("Finding", "The file was changed after it was read: reload the run to see the args."),
        QT_TRANSLATE_NOOP("Finding", "The file ends before the event: reload the run to see the args."),
        QT_TRANSLATE_NOOP("Finding", "The text of the event is not valid JSON: its args cannot be shown."),
        QT_TRANSLATE_NOOP("Finding", "The text of the event ends too early: args behind the last one are missing."),
        QT_TRANSLATE_NOOP("Finding", "The text of the event is damaged: args behind the last one are missing."),
        QT_TRANSLATE_NOOP("Finding", "The event has more than 5000 args: the rest is not shown."),
        QT_TRANSLATE_NOOP("Finding", "The file is gone; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "Not a regular file but a folder or a device; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "The file is larger than the %1 bytes that are read; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "The file cannot be opened (%1); nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "The file is empty; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "The file cannot be read further (%1); what stands before is kept."),
        QT_TRANSLATE_NOOP("Finding", "The file became shorter while it was read; what stands before is kept."),
        QT_TRANSLATE_NOOP("Finding", "Not read yet: the memory use of this rank cannot be shown."),
        QT_TRANSLATE_NOOP("Finding", "Not read yet: this summary of hardware counters cannot be shown; the curves of the trace are."),
        QT_TRANSLATE_NOOP("Finding", "Not read yet: the data pipeline of this rank cannot be shown."),
        QT_TRANSLATE_NOOP("Finding", "Not read yet: this table cannot be shown."),
        QT_TRANSLATE_NOOP("Finding", "Database files are read in a later version."),
        QT_TRANSLATE_NOOP("Finding", "Not read: msprof*.json holds the same marks."),
        QT_TRANSLATE_NOOP("Finding", "Not read: msprof*.json holds the same lanes."),
        QT_TRANSLATE_NOOP("Finding", "Not read yet: host times and call stacks per operator cannot be shown as a table."),
        QT_TRANSLATE_NOOP("Finding", "Not read: the trace holds the same marks."),
        QT_TRANSLATE_NOOP("Finding", "The cache of another program: nothing is read from it."),
        QT_TRANSLATE_NOOP("Finding", "A note of the profiler without measurements."),
        QT_TRANSLATE_NOOP("Finding", "Not a file of the profiler that is known; nothing is read from it."),
        QT_TRANSLATE_NOOP("Finding", "Compressed: only traces are read from .gz files. Unpack it to see its data."),
        QT_TRANSLATE_NOOP("Finding", "A log without measurements."),
        QT_TRANSLATE_NOOP("Finding", "The folder may not be read; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "The given folder holds more entries than are looked at; ranks may be missing. Open a folder further down."),
        QT_TRANSLATE_NOOP("Finding", "A link that leads nowhere; nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "A link that leads out of the given folder is not followed; open its target %1 itself."),
        QT_TRANSLATE_NOOP("Finding", "Raw control characters stand in the text; they are kept as escapes."),
        QT_TRANSLATE_NOOP("Finding", "Bytes that are not UTF-8 are shown as replacement characters."),
        QT_TRANSLATE_NOOP("Finding", "Numbers that are not finite are taken as missing."),
        QT_TRANSLATE_NOOP("Finding", "Nested more than 64 levels deep; what stands behind is not read."),
        QT_TRANSLATE_NOOP("Finding", "The text is cut or broken here; the complete entries before are kept, the rest is not read."),
        QT_TRANSLATE_NOOP("Finding", "No column Name or Op Name: operators cannot be told apart."),
        QT_TRANSLATE_NOOP("Finding", "No column Duration(us) or Task Duration(us): operators have no times."),
        QT_TRANSLATE_NOOP("Finding", "No column Start Time(us) or Task Start Time(us): operators cannot be found in the trace."),
        QT_TRANSLATE_NOOP("Finding", "The value of %1 is not of the expected type and is not used."),
        QT_TRANSLATE_NOOP("Finding", "Not a JSON object: rank, level and settings cannot be read from it."),
        QT_TRANSLATE_NOOP("Finding", "Not a JSON object: the communication groups of this rank stay unnamed."),
        QT_TRANSLATE_NOOP("Finding", "Not a regular file; nothing is read from it."),
        QT_TRANSLATE_NOOP("Finding", "Speaks of the whole run; it is read from a cluster_analysis_output folder only."),
        QT_TRANSLATE_NOOP("Finding", "%1 says the same and is used."),
        QT_TRANSLATE_NOOP("Finding", "An older export; %1 is used."),
        QT_TRANSLATE_NOOP("Finding", "Another trace in the same folder; %1 is used. Open this file by itself to see it."),
        QT_TRANSLATE_NOOP("Finding", "%1 is used."),
        QT_TRANSLATE_NOOP("Finding", "Logs without measurements."),
        QT_TRANSLATE_NOOP("Finding", "Raw data of the device or host; only what the profiler made of it is read."),
        QT_TRANSLATE_NOOP("Finding", "The folder's name and its profiler_info file name different frameworks; the rank counts as %1 by the folder's name."),
        QT_TRANSLATE_NOOP("Finding", "Database files are read in a later version; the text files of this rank are used."),
        QT_TRANSLATE_NOOP("Finding", "This rank has only database files, which are read in a later version: only their tables can be looked up."),
        QT_TRANSLATE_NOOP("Finding", "This rank has only database files, which are read in a later version: only their tables can be looked up. Export it as text to see it now."),
        QT_TRANSLATE_NOOP("Finding", "This rank has only raw data: nothing can be shown from it. Let the profiler analyse the folder first (%1)."),
        QT_TRANSLATE_NOOP("Finding", "This rank has no file with measurements: neither a trace (trace_view.json, msprof*.json) nor a table (kernel_details.csv, step_trace_time.csv, …) was found."),
        QT_TRANSLATE_NOOP("Finding", "Not a folder of the profiler; nothing is read from it."),
        QT_TRANSLATE_NOOP("Finding", "Raw data of the framework; only what the profiler made of it is read."),
        QT_TRANSLATE_NOOP("Finding", "Loading stopped because the memory budget is used up: this rank is not shown."),
        QT_TRANSLATE_NOOP("Finding", "The machine has no memory left for this rank; a part of its files is not shown."),
        QT_TRANSLATE_NOOP("Finding", "The export has more than 255 slices; from this one on they are not read."),
        QT_TRANSLATE_NOOP("Finding", "Rows of the kernel table have no slice in the trace: a click on them cannot lead to the timeline."),
        QT_TRANSLATE_NOOP("Finding", "The columns Type and Index are missing: rows cannot be tied to ranks."),
        QT_TRANSLATE_NOOP("Finding", "The file ends before its first event: nothing of it is shown."),
        QT_TRANSLATE_NOOP("Finding", "The file has no list \"traceEvents\": nothing of it is shown."),
        QT_TRANSLATE_NOOP("Finding", "The file is not a JSON trace: nothing of it is shown."),
        QT_TRANSLATE_NOOP("Finding", "The file ends before its list of events does: what was cut off is missing."),
        QT_TRANSLATE_NOOP("Finding", "The file ends before its closing bracket: all events were read."),
        QT_TRANSLATE_NOOP("Finding", "The file goes on behind the end of its list of events: that text is not read."),
        QT_TRANSLATE_NOOP("Finding", "Text that is not a valid event was skipped: these events are missing."),
        QT_TRANSLATE_NOOP("Finding", "Commas between events are missing or doubled: the events were read."),
        QT_TRANSLATE_NOOP("Finding", "Events hold control characters, which JSON forbids: they were read and keep them."),
        QT_TRANSLATE_NOOP("Finding", "Events hold text that is not valid UTF-8: the broken characters are shown as a replacement mark."),
        QT_TRANSLATE_NOOP("Finding", "Events without the key \"%1\" or another that they need were skipped."),
        QT_TRANSLATE_NOOP("Finding", "Events whose time is not a number of microseconds before the year 2239 (\"%1\") were skipped."),
        QT_TRANSLATE_NOOP("Finding", "Slices without a duration were skipped: they are missing from lanes and sums."),
        QT_TRANSLATE_NOOP("Finding", "Slices with a negative duration (\"%1\") were skipped: they are missing from lanes and sums."),
        QT_TRANSLATE_NOOP("Finding", "Events of kinds that are not known (\"%1\") are not shown."),
        QT_TRANSLATE_NOOP("Finding", "Counter values stamped with time 0 carry no time and are not shown."),
        QT_TRANSLATE_NOOP("Finding", "Slices with the name, start and duration of another one of their lane (%1) are kept as the file has them: sums and counts of these lanes hold them twice."),
        QT_TRANSLATE_NOOP("Finding", "Step marks without a number (%1) mark no step: what ran in them belongs to none."),
        QT_TRANSLATE_NOOP("Finding", "Steps are marked more than once (%1): the longest mark of each counts."),
        QT_TRANSLATE_NOOP("Finding", "Steps between those that the trace marks have no mark (%1), though something ran there: it belongs to no step, and the steps are not listed."),
        QT_TRANSLATE_NOOP("Finding", "Step marks follow each other in time otherwise than by their numbers (%1): numbers of steps may be exchanged."),
        QT_TRANSLATE_NOOP("Finding", "Marks of different steps overlap (%1): what runs in both may count for the wrong one."),
        QT_TRANSLATE_NOOP("Finding", "Operators of a later step start before those of an earlier one (%1): numbers of steps may be exchanged."),
        QT_TRANSLATE_NOOP("Finding", "Rows do not stand in the order of their steps (%1), in which they are written: numbers of steps may be exchanged."),
        QT_TRANSLATE_NOOP("Finding", "The machine has no memory left to hold the ranks of this run against each other: what they lack or contradict is not listed."),
        QT_TRANSLATE_NOOP("Finding", "Stamps of the trace fall into groups between which nothing is for more than a hundred times as long as all of them take (%1): the time axis and idle times span what lies between."),
        QT_TRANSLATE_NOOP("Finding", "Slices and counter values with stamps far away from all others are set aside: the time axis and idle times do not reach to them."),
        QT_TRANSLATE_NOOP("Finding", "Counter values that are not numbers (\"%1\") are not shown."),
        QT_TRANSLATE_NOOP("Finding", "Names longer than 64 KiB are cut in lists and labels; the details show them whole."),
        QT_TRANSLATE_NOOP("Finding", "Loading stopped because the memory budget is used up: this file is not shown."),
        QT_TRANSLATE_NOOP("Finding", "Loading stopped because the memory budget is used up: only a part of this file is shown."),
        QT_TRANSLATE_NOOP("Finding", "The machine has no memory left for this file; it is not shown."),
        QT_TRANSLATE_NOOP("Finding", "The machine has no memory left for this file; only a part of it is shown."),
        QT_TRANSLATE_NOOP("Finding", "The machine has no memory left to look for runs; some may be missing."),
        QT_TRANSLATE_NOOP("Finding", "The system gives no more threads: the run was read by the window itself, which stood still meanwhile. It lacks nothing."),
        QT_TRANSLATE_NOOP("Finding", "The file holds no event that can be shown."),
        QT_TRANSLATE_NOOP("Finding", "The compressed file ends too early: what was cut off is missing."),
        QT_TRANSLATE_NOOP("Finding", "The compressed file is damaged: what stands behind this place of its text is missing."),
        QT_TRANSLATE_NOOP("Finding", "The compressed file unpacks to far more than any trace does: it was read only in part."),
        QT_TRANSLATE_NOOP("Finding", "%1 Nothing of it is shown."),
        QT_TRANSLATE_NOOP("Finding", "The file is empty: nothing of it is shown."),
        QT_TRANSLATE_NOOP("Finding", "The kernel table has no operator types, as Level0 writes it: operators are grouped by name. Profile with Level1 or Level2 to get types and shapes."),
        QT_TRANSLATE_NOOP("Finding", "The kernel table does not name the accelerator cores, and the other side does: operators are compared without telling the cores apart."),
        QT_TRANSLATE_NOOP("Finding", "The kernel table does not name the accelerator cores, and the other side does: operators of one core cannot be compared."),
        QT_TRANSLATE_NOOP("Finding", "The kernel table has no input shapes: operators are grouped without them. Profile with Level1 or Level2 to get shapes."),
        QT_TRANSLATE_NOOP("Finding", "There is no kernel table with rows that can be used (kernel_details.csv or op_summary): operators are counted from the slices of the trace, by name, because slices have neither types nor shapes, and their cores are not known: the Task Type of the trace does not tell cube and vector cores apart."),
        QT_TRANSLATE_NOOP("Finding", "There is neither a kernel table with rows that can be used (kernel_details.csv or op_summary) nor a trace with kernels: no operator is known. The profiler writes both when NPU activity is collected."),
        QT_TRANSLATE_NOOP("Finding", "Operators are counted from the slices of the trace, by name, because the other side has no kernel table with rows that can be used (kernel_details.csv or op_summary), and the two call the same operator differently."),
        QT_TRANSLATE_NOOP("Finding", "There is a kernel table, but no trace with kernels; the other side has a trace, but no kernel table with rows that can be used (kernel_details.csv or op_summary). The two call the same operator differently, so they are not compared."),
        QT_TRANSLATE_NOOP("Finding", "The kernel table lists kernels and the trace has no slice of any: its device lanes are missing or have names that are not known. Times that are computed from them are missing."),
        QT_TRANSLATE_NOOP("Finding", "communication.json lists operators and the trace has no slice of any: its communication lanes are missing or have names that are not known. Times that are computed from them are missing."),
        QT_TRANSLATE_NOOP("Finding", "Sends and receives add up to more than the step they are in, as slices that stand twice do: no stage is derived from the trace."),
        QT_TRANSLATE_NOOP("Finding", "The file and the slices of the trace disagree by more than rounding: %1. The overview shows what the file says."),
        QT_TRANSLATE_NOOP("Finding", "The device waits for the host, whose launches come too late: earlier ones would have filled %1 of idle time."),
        QT_TRANSLATE_NOOP("Finding", "The clock of the device runs behind the host's by at least %1, so some tasks seem to start before their launch: delays are judged with that taken off."),
        QT_TRANSLATE_NOOP("Finding", "The clock of this rank differs from that of the first one by %1: align the clocks before stamps of the two are compared."),
        QT_TRANSLATE_NOOP("Finding", "Begin or end events without their partner: they have no duration and are not shown."),
        QT_TRANSLATE_NOOP("Finding", "Flow starts without a matching end or slice: their lines are not drawn."),
        QT_TRANSLATE_NOOP("Finding", "Flow ends without a matching start or slice: their lines are not drawn."),
        QT_TRANSLATE_NOOP("Finding", "Flows that end before they start, because host and device clocks differ: shown as measured."),
        QT_TRANSLATE_NOOP("Finding", "Values that are not there, are no numbers, or cannot be (negative, or more than any run has) are missing, and so are the totals over them."),
        QT_TRANSLATE_NOOP("Finding", "Operators without times are listed without them; totals over them are missing."),
        QT_TRANSLATE_NOOP("Finding", "Operators without sizes and bandwidths are listed without them."),
        QT_TRANSLATE_NOOP("Finding", "The file holds no operator: there is nothing of %1 to show for this rank."),
        QT_TRANSLATE_NOOP("Finding", "Entries that are neither an operator nor a link are left out."),
        QT_TRANSLATE_NOOP("Finding", "Operators that stand again under their step are left out: the first counts, and may be the wrong one."),
        QT_TRANSLATE_NOOP("Finding", "Operators and links whose step is no number are shown under that text; no other file of the run has such a step."),
        QT_TRANSLATE_NOOP("Finding", "Links that stand again under their step are left out: the first counts, and may be the wrong one."),
        QT_TRANSLATE_NOOP("Finding", "Keys that stand again in their object, with the same value, count once."),
        QT_TRANSLATE_NOOP("Finding", "Keys that stand again in their object are left out with what they hold: the first counts, and may be the wrong one."),
        QT_TRANSLATE_NOOP("Finding", "Not the form of a communication_group file: the communication groups stay unnamed."),
        QT_TRANSLATE_NOOP("Finding", "Written by an old version that names no communication groups."),
        QT_TRANSLATE_NOOP("Finding", "Ranks of communication groups that are no numbers are left out."),
        QT_TRANSLATE_NOOP("Finding", "The file ends without a line end, as cut files do: the last cell of its last row is taken as missing."),
        QT_TRANSLATE_NOOP("Finding", "The file holds a header but no row: nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "Cells with a number that cannot be (negative, or more than any run has) are taken as missing, never as 0."),
        QT_TRANSLATE_NOOP("Finding", "Rows without a duration: these operators are in no count, sum or average."),
        QT_TRANSLATE_NOOP("Finding", "Rows without a start time: these operators cannot be found in the trace."),
        QT_TRANSLATE_NOOP("Finding", "Cells of step times are empty: these times are missing, and so are the totals and ratios over them."),
        QT_TRANSLATE_NOOP("Finding", "The header lacks columns that such a file has: %1. Their values are missing."),
        QT_TRANSLATE_NOOP("Finding", "The first line names none of the columns of such a file (%1): nothing is shown from it."),
        QT_TRANSLATE_NOOP("Finding", "Rows whose step is no number belong to none of the steps of the run."),
        QT_TRANSLATE_NOOP("Finding", "Rows whose step is no number are shown under that text; no other file of the run has such a step."),
        QT_TRANSLATE_NOOP("Finding", "Rows that are neither of a rank nor of a stage are left out."),
        QT_TRANSLATE_NOOP("Finding", "Lists of the ranks of a communication group with an entry that is no rank, or stands twice, are not used: this file does not say which ranks the group has."),
        QT_TRANSLATE_NOOP("Finding", "Rows that list a step again with the same times are left out: it counts once."),
        QT_TRANSLATE_NOOP("Finding", "Rows that list a step again with other times are left out: the first row counts, and may be the wrong one."),
        QT_TRANSLATE_NOOP("Finding", "None of the keys of such a file is here: rank, level and settings cannot be read from it."),
        QT_TRANSLATE_NOOP("Finding", "The file holds no key that is used: neither communication groups nor the sizes of the parallel groups."),
        QT_TRANSLATE_NOOP("Finding", "The file cannot be read further (%1): events behind this place are missing."),
        QT_TRANSLATE_NOOP("Finding", "Slices that last longer than three years (\"%1\"), as no run does, were skipped."),
        QT_TRANSLATE_NOOP("Finding", "The file cannot be read (%1): the args cannot be shown."),
        QT_TRANSLATE_NOOP("Finding", "%1 folders say that they are this rank, though their names or times say that they are different ones: only this one is shown, the others as its captures."),
        QT_TRANSLATE_NOOP("Finding", "Rows of the kernel table belong by task and time to slices of another name; each is shown under the name of its file."),
        QT_TRANSLATE_NOOP("Finding", "The steps of this file and those that the trace marks differ (%1): numbers of a step from the one have none from the other."),
        QT_TRANSLATE_NOOP("Finding", "The trace has no slice of these operators: they cannot be found in the timeline."),
        QT_TRANSLATE_NOOP("Finding", "Ranks have other steps than the first one (%1): a step is compared between the ranks that have it only."),
        QT_TRANSLATE_NOOP("Finding", "Traces mark no steps, though those of other ranks do: what is derived from such a trace (times, delays, idle causes) stands in no step of the run."),
        QT_TRANSLATE_NOOP("Finding", "Rows whose mean is less than the least or more than the greatest: one of the three is wrong."),
        QT_TRANSLATE_NOOP("Finding", "Tasks whose end is not their start and their duration: one of the three is wrong."),
        // clang-format on
    };
    return texts;
}

QString findingText(const Finding &finding)
{
    const QString message = QCoreApplication::translate("Finding", finding.message.toUtf8().constData());
    return message.contains(QLatin1String("%1")) ? message.arg(fileNoteText(finding.argument)) : message;
}

// The engine fills the argument in before it hands the sentence over, so a sentence with an argument is recognised by
// what stands around it.
QString fileNoteText(const QString &why)
{
    if (why.isEmpty())
        return {};
    const QByteArray utf8 = why.toUtf8();
    const QString whole = QCoreApplication::translate("Finding", utf8.constData());
    if (whole != why)
        return whole;
    const char *best = nullptr;
    QString argument;
    for (const char *const text : knownFindingTexts()) {
        const QString known = QString::fromUtf8(text);
        const qsizetype at = known.indexOf(QLatin1String("%1"));
        // "%1 is used." fits many sentences: the longest that fits is the one that was meant.
        if (at < 0 || (best && known.size() <= QString::fromUtf8(best).size()))
            continue;
        const QStringView before = QStringView(known).left(at);
        const QStringView after = QStringView(known).mid(at + 2);
        if (why.size() >= before.size() + after.size() && why.startsWith(before) && why.endsWith(after)) {
            best = text;
            argument = why.mid(before.size(), why.size() - before.size() - after.size());
        }
    }
    if (best)
        return QCoreApplication::translate("Finding", best).arg(argument);
    return why;
}

QString placeText(const QString &place)
{
    // More detailed ones first: what stands for a value may hold the rest of the text.
    static const char *const known[] = {
        QT_TRANSLATE_NOOP("Place", "step %1, rank %2, column %3"),
        QT_TRANSLATE_NOOP("Place", "step %1, rank %2"),
        QT_TRANSLATE_NOOP("Place", "line %1, row %2, column %3"),
        QT_TRANSLATE_NOOP("Place", "line %1, column %2"),
        QT_TRANSLATE_NOOP("Place", "line %1, step %2, rank %3"),
        QT_TRANSLATE_NOOP("Place", "line %1, step %2"),
        QT_TRANSLATE_NOOP("Place", "line %1"),
        QT_TRANSLATE_NOOP("Place", "row %1"),
        QT_TRANSLATE_NOOP("Place", "byte %1"),
        QT_TRANSLATE_NOOP("Place", "rank %1"),
    };
    for (const char *const text : known) {
        static const QRegularExpression value(QStringLiteral("%[1-3]"));
        const QString pattern = QString::fromUtf8(text).replace(value, QStringLiteral("(.+)"));
        const QRegularExpressionMatch match =
            QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(place);
        if (!match.hasMatch())
            continue;
        const QString translated = QCoreApplication::translate("Place", text);
        switch (match.lastCapturedIndex()) {
        case 1:
            return translated.arg(match.captured(1));
        case 2:
            return translated.arg(match.captured(1), match.captured(2));
        default:
            return translated.arg(match.captured(1), match.captured(2), match.captured(3));
        }
    }
    return place;
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return QCoreApplication::translate("Severity", "Information");
    case Severity::Notice:
        return QCoreApplication::translate("Severity", "Notice");
    case Severity::Loss:
        return QCoreApplication::translate("Severity", "Data lost");
    case Severity::Error:
        return QCoreApplication::translate("Severity", "Error");
    }
    return {};
}

} // namespace rs
