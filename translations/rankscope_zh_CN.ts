<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Finding</name>
    <message>
        <source>The file cannot be opened: %1.</source>
        <translation>文件无法打开：%1。</translation>
    </message>
    <message>
        <source>This is a folder, not a file.</source>
        <translation>这是文件夹，不是文件。</translation>
    </message>
    <message>
        <source>This is not a regular file.</source>
        <translation>这不是普通文件。</translation>
    </message>
    <message>
        <source>Entries of Size Distribution that are not a size with a count and a time are left out.</source>
        <translation>Size Distribution 中格式不符（大小、次数、时间）的条目已忽略。</translation>
    </message>
    <message>
        <source>Not enough memory to check this run: contradictions between its trace and its files, and findings about launches, are not listed.</source>
        <translation>内存不足，无法检查本次采集：trace 与其他文件的矛盾以及关于下发的检查结果未列出。</translation>
    </message>
    <message>
        <source>Too many sends and receives overlap the same tasks: not all tasks were checked, so some may lack a partner or show too small a size.</source>
        <translation>过多的发送和接收与相同的任务重叠：未检查全部任务，因此部分可能没有对端，或数据量偏小。</translation>
    </message>
    <message>
        <source>Links whose key is not &quot;source-destination&quot; are left out.</source>
        <translation>键不是“源-目的”形式的链路已忽略。</translation>
    </message>
    <message>
        <source>Entries without a rank number are left out.</source>
        <translation>没有卡号的条目已忽略。</translation>
    </message>
    <message>
        <source>Not a list: communication domains have no names.</source>
        <translation>不是列表：通信域没有名称。</translation>
    </message>
    <message>
        <source>Communication domains without a name are left out.</source>
        <translation>没有名称的通信域已忽略。</translation>
    </message>
    <message>
        <source>Rows with more or fewer cells than the header are skipped; they are missing from every table.</source>
        <translation>单元格数与表头不一致的行已跳过，所有表格均不含这些行。</translation>
    </message>
    <message>
        <source>A quote that opens here never closes; the row is skipped.</source>
        <translation>此处的引号未闭合，已跳过该行。</translation>
    </message>
    <message>
        <source>Rows of more than 64 MB are skipped.</source>
        <translation>超过 64 MB 的行已跳过。</translation>
    </message>
    <message>
        <source>The header names more than 4096 columns; nothing is shown from the file.</source>
        <translation>表头超过 4096 列，不显示该文件内容。</translation>
    </message>
    <message>
        <source>The file has no header line; nothing is shown from it.</source>
        <translation>文件没有表头，不显示其内容。</translation>
    </message>
    <message>
        <source>More rows than a table can hold; the rest is not read.</source>
        <translation>行数超出表格上限，其余未读取。</translation>
    </message>
    <message>
        <source>Cells of numeric columns without a number are treated as missing, never as 0.</source>
        <translation>数值列中不是数字的单元格按缺失处理，不会当作 0。</translation>
    </message>
    <message>
        <source>Folders more than %1 levels below the given one are not searched; open a deeper folder to see ranks there.</source>
        <translation>不查找所给文件夹 %1 层以下的子文件夹；如需查看其中的卡，请打开更深层的文件夹。</translation>
    </message>
    <message>
        <source>The file lies beside ranks and belongs to none of them; open it by itself to see it.</source>
        <translation>文件与各卡并列但不属于任何一张卡；请单独打开查看。</translation>
    </message>
    <message>
        <source>Not a file of the cluster analysis; nothing is read from it.</source>
        <translation>不是集群分析的文件，不读取。</translation>
    </message>
    <message>
        <source>The rank was captured %1 times; this one, the newest with data, is shown.</source>
        <translation>该卡被采集 %1 次；显示含有数据的最新一次。</translation>
    </message>
    <message>
        <source>There is no such file or folder.</source>
        <translation>文件或文件夹不存在。</translation>
    </message>
    <message>
        <source>Neither a folder nor a regular file; nothing is read from it.</source>
        <translation>既不是文件夹也不是普通文件，不读取。</translation>
    </message>
    <message>
        <source>The folder holds ranks of different frameworks or the same rank twice; they are shown as separate runs.</source>
        <translation>文件夹含有不同框架的卡或重复的卡；作为多组数据分别显示。</translation>
    </message>
    <message>
        <source>Another %1 of this run is used.</source>
        <translation>已使用该数据的另一个 %1。</translation>
    </message>
    <message>
        <source>No file or folder was named.</source>
        <translation>未指定文件或文件夹。</translation>
    </message>
    <message>
        <source>The file was changed after it was read: reload the run to see the args.</source>
        <translation>文件在读取后发生变化：请重新加载以查看参数。</translation>
    </message>
    <message>
        <source>The file ends before the event: reload the run to see the args.</source>
        <translation>文件在该事件之前结束：请重新加载以查看参数。</translation>
    </message>
    <message>
        <source>The text of the event is not valid JSON: its args cannot be shown.</source>
        <translation>事件文本不是有效的 JSON：无法显示参数。</translation>
    </message>
    <message>
        <source>The file is gone; nothing is shown from it.</source>
        <translation>文件已不存在，不显示其内容。</translation>
    </message>
    <message>
        <source>Not a regular file but a folder or a device; nothing is shown from it.</source>
        <translation>不是普通文件，而是文件夹或设备；不显示其内容。</translation>
    </message>
    <message>
        <source>The file is larger than the %1 bytes that are read; nothing is shown from it.</source>
        <translation>文件超过可读取的 %1 字节，不显示其内容。</translation>
    </message>
    <message>
        <source>The file cannot be opened (%1); nothing is shown from it.</source>
        <translation>文件无法打开（%1），不显示其内容。</translation>
    </message>
    <message>
        <source>The file is empty; nothing is shown from it.</source>
        <translation>文件为空，不显示其内容。</translation>
    </message>
    <message>
        <source>The file cannot be read further (%1); what was read so far is kept.</source>
        <translation>文件无法继续读取（%1）；保留之前的内容。</translation>
    </message>
    <message>
        <source>The file became shorter while it was read; what was read so far is kept.</source>
        <translation>读取过程中文件变短；保留之前的内容。</translation>
    </message>
    <message>
        <source>This table of the cluster analysis is not supported: it is not shown.</source>
        <translation>暂不支持集群分析的此表：不显示。</translation>
    </message>
    <message>
        <source>No profile table can be read from the database: nothing is shown from it.</source>
        <translation>无法从该数据库读取性能数据表：不显示其中任何内容。</translation>
    </message>
    <message>
        <source>No profile table can be read from it: only its raw tables can be shown.</source>
        <translation>无法从中读取性能数据表：只能查看其中的原始表。</translation>
    </message>
    <message>
        <source>This rank has only database files, and no profile table in them can be read: only their raw tables can be shown.</source>
        <translation>该卡只有数据库文件，且无法从中读取性能数据表：只能查看其中的原始表。</translation>
    </message>
    <message>
        <source>Reading the database was stopped after one hour: what was read so far is shown.</source>
        <translation>读取数据库一小时后仍未完成，已放弃：显示此前已读取的内容。</translation>
    </message>
    <message>
        <source>Rows with a cell larger than any that the profiler writes are left out.</source>
        <translation>含有超大单元格（Profiler 不会写出）的行已忽略。</translation>
    </message>
    <message>
        <source>Cells without a plausible number are treated as missing.</source>
        <translation>没有合理数值的单元格按缺失处理。</translation>
    </message>
    <message>
        <source>Rows without a start or an end, or that end before they start, are not in the timeline nor in any sum.</source>
        <translation>没有开始或结束时间、或结束早于开始的行既不在时间线中，也不计入任何合计。</translation>
    </message>
    <message>
        <source>Steps without a number, a start or an end are left out.</source>
        <translation>没有编号、开始或结束时间的迭代已忽略。</translation>
    </message>
    <message>
        <source>Kernels that belong to no task are neither in the timeline nor in any table.</source>
        <translation>不属于任何任务的 Kernel 既不在时间线中，也不在任何表中。</translation>
    </message>
    <message>
        <source>Communication tasks without a plane are shown on their stream only.</source>
        <translation>没有 plane 的通信任务只显示在其 Stream 上。</translation>
    </message>
    <message>
        <source>Samples without a time are in no curve.</source>
        <translation>没有时间的采样不在任何曲线中。</translation>
    </message>
    <message>
        <source>Repeated rows of a step are not used.</source>
        <translation>重复的迭代行不使用。</translation>
    </message>
    <message>
        <source>Steps that are not numbers belong to no step of the run.</source>
        <translation>不是数字的迭代不属于该数据的任何迭代。</translation>
    </message>
    <message>
        <source>Operators without a name are left out.</source>
        <translation>没有名称的算子已忽略。</translation>
    </message>
    <message>
        <source>Repeated operators are counted once.</source>
        <translation>重复的算子只计一次。</translation>
    </message>
    <message>
        <source>Sizes and bandwidths of operators that have no times are left out.</source>
        <translation>没有时间的算子，其通信量和带宽已忽略。</translation>
    </message>
    <message>
        <source>Links whose ends are not numbers are left out.</source>
        <translation>两端不是数字的链路已忽略。</translation>
    </message>
    <message>
        <source>The database has no profile tables, or they are empty: only its raw tables can be shown.</source>
        <translation>数据库中没有性能数据表，或这些表为空：只能查看其中的原始表。</translation>
    </message>
    <message>
        <source>Tables of the database that no view uses (%1): they can be shown as they are.</source>
        <translation>数据库中未用于任何视图的表（%1）：可按原样查看。</translation>
    </message>
    <message>
        <source>Unknown columns of the database (%1): they can be shown as they are.</source>
        <translation>数据库中未知的列（%1）：可按原样查看。</translation>
    </message>
    <message>
        <source>Views and virtual tables of the database (%1) would execute code, so they are not read.</source>
        <translation>数据库中的视图和虚拟表（%1）读取时会执行代码，因此不读取。</translation>
    </message>
    <message>
        <source>Values of META_DATA that are not valid JSON are not used: their communication domains and parallel sizes are missing.</source>
        <translation>META_DATA 中不是有效 JSON 的值不使用：其中的通信域和并行规模缺失。</translation>
    </message>
    <message>
        <source>The row of the database cannot be read: its args cannot be shown.</source>
        <translation>无法读取数据库中的这一行：其参数无法显示。</translation>
    </message>
    <message>
        <source>Not read: msprof*.json holds the same marks.</source>
        <translation>未读取：msprof*.json 含有相同的打点。</translation>
    </message>
    <message>
        <source>Not read: msprof*.json holds the same lanes.</source>
        <translation>未读取：msprof*.json 含有相同的泳道。</translation>
    </message>
    <message>
        <source>Not read: the trace holds the same marks.</source>
        <translation>未读取：trace 含有相同的打点。</translation>
    </message>
    <message>
        <source>The cache of another program: nothing is read from it.</source>
        <translation>其他程序的缓存，不读取。</translation>
    </message>
    <message>
        <source>A note of the profiler without measurements.</source>
        <translation>Profiler 的说明文件，不含性能数据。</translation>
    </message>
    <message>
        <source>Not a known file of the profiler; nothing is read from it.</source>
        <translation>不是已知的 Profiler 文件，不读取。</translation>
    </message>
    <message>
        <source>Compressed: only traces are read from .gz files. Unpack it to see its data.</source>
        <translation>压缩文件：.gz 仅支持 trace。请解压后查看。</translation>
    </message>
    <message>
        <source>A log without measurements.</source>
        <translation>日志文件，不含性能数据。</translation>
    </message>
    <message>
        <source>The folder may not be read; nothing is shown from it.</source>
        <translation>没有读取该文件夹的权限，不显示其内容。</translation>
    </message>
    <message>
        <source>The folder has too many entries to check them all; ranks may be missing. Open a subfolder.</source>
        <translation>所给文件夹条目过多，未全部检查，可能缺卡。请打开其子文件夹。</translation>
    </message>
    <message>
        <source>A broken link; nothing is shown from it.</source>
        <translation>链接目标不存在，不显示其内容。</translation>
    </message>
    <message>
        <source>A link that leads out of the given folder is not followed; open its target %1 itself.</source>
        <translation>指向所给文件夹之外的链接不予跟随；请直接打开其目标 %1。</translation>
    </message>
    <message>
        <source>The text has raw control characters; they are kept as escapes.</source>
        <translation>文本含有原始控制字符；以转义形式保留。</translation>
    </message>
    <message>
        <source>Bytes that are not UTF-8 are shown as replacement characters.</source>
        <translation>非 UTF-8 字节以替换字符显示。</translation>
    </message>
    <message>
        <source>Numbers that are not finite are taken as missing.</source>
        <translation>非有限数值按缺失处理。</translation>
    </message>
    <message>
        <source>Nested more than 64 levels deep; the rest is not read.</source>
        <translation>嵌套超过 64 层，其后内容未读取。</translation>
    </message>
    <message>
        <source>The text is cut or broken here; the complete entries before are kept, the rest is not read.</source>
        <translation>文本在此处截断或损坏；保留之前完整的条目，其余未读取。</translation>
    </message>
    <message>
        <source>The value of %1 is not of the expected type and is not used.</source>
        <translation>%1 的值类型不符，未使用。</translation>
    </message>
    <message>
        <source>Not a JSON object: rank, level and settings cannot be read from it.</source>
        <translation>不是 JSON 对象：无法读取卡号、级别和配置。</translation>
    </message>
    <message>
        <source>Not a JSON object: communication domains of this rank have no names.</source>
        <translation>不是 JSON 对象：该卡的通信域没有名称。</translation>
    </message>
    <message>
        <source>Not a regular file; nothing is read from it.</source>
        <translation>不是普通文件，不读取。</translation>
    </message>
    <message>
        <source>Describes the whole run; it is read only from a cluster_analysis_output folder.</source>
        <translation>描述整组数据；仅从 cluster_analysis_output 文件夹读取。</translation>
    </message>
    <message>
        <source>%1 has the same content and is used.</source>
        <translation>使用内容相同的 %1。</translation>
    </message>
    <message>
        <source>An older export; %1 is used.</source>
        <translation>较早的导出文件；已使用 %1。</translation>
    </message>
    <message>
        <source>Parts of this export are missing (%1): their content is in no lane, table or sum.</source>
        <translation>该导出缺少部分分片（%1）：其内容不在任何泳道、表和合计中。</translation>
    </message>
    <message>
        <source>The same data was exported several times: the newest export of each kind is read, not %1.</source>
        <translation>同一数据导出了多次：每种文件只读取最新的导出，未读取 %1。</translation>
    </message>
    <message>
        <source>Another trace in the same folder; %1 is used. Open this file by itself to see it.</source>
        <translation>同一文件夹中的另一个 trace；已使用 %1。如需查看请单独打开此文件。</translation>
    </message>
    <message>
        <source>%1 is used.</source>
        <translation>已使用 %1。</translation>
    </message>
    <message>
        <source>Logs without measurements.</source>
        <translation>日志，不含性能数据。</translation>
    </message>
    <message>
        <source>Raw data of the device or host; only the profiler&apos;s results are read.</source>
        <translation>设备或主机的原始数据；只读取 Profiler 解析后的结果。</translation>
    </message>
    <message>
        <source>This rank has only raw data: nothing can be shown from it. Let the profiler analyse the folder first (%1).</source>
        <translation>该卡只有原始数据：无法显示。请先用 Profiler 解析该文件夹（%1）。</translation>
    </message>
    <message>
        <source>This rank has no file with measurements: neither a trace (trace_view.json, msprof*.json) nor a table (kernel_details.csv, step_trace_time.csv, …) was found.</source>
        <translation>该卡没有性能数据文件：既没有 trace（trace_view.json、msprof*.json）也没有表格（kernel_details.csv、step_trace_time.csv 等）。</translation>
    </message>
    <message>
        <source>Not a folder of the profiler; nothing is read from it.</source>
        <translation>不是 Profiler 的文件夹，不读取。</translation>
    </message>
    <message>
        <source>Raw data of the framework; only the profiler&apos;s results are read.</source>
        <translation>框架原始数据；只读取 Profiler 解析后的结果。</translation>
    </message>
    <message>
        <source>Loading stopped because the memory budget is used up: this rank is not shown.</source>
        <translation>内存预算已用完，停止加载：不显示该卡。</translation>
    </message>
    <message>
        <source>Not enough memory for this rank; a part of its files is not shown.</source>
        <translation>机器内存不足，该卡的部分文件未显示。</translation>
    </message>
    <message>
        <source>The export has more than 255 parts; from this one on they are not read.</source>
        <translation>导出分片超过 255 个；从此分片起未读取。</translation>
    </message>
    <message>
        <source>Rows of the kernel table have no slice in the trace: they cannot be shown in the timeline.</source>
        <translation>Kernel 表中的部分行在 trace 中没有对应事件：无法跳转到时间线。</translation>
    </message>
    <message>
        <source>The columns Type and Index are missing: rows cannot be assigned to ranks.</source>
        <translation>缺少 Type 和 Index 列：无法将行对应到卡。</translation>
    </message>
    <message>
        <source>The file ends before its first event: nothing of it is shown.</source>
        <translation>文件在第一个事件之前结束：不显示其内容。</translation>
    </message>
    <message>
        <source>The file has no list &quot;traceEvents&quot;: nothing of it is shown.</source>
        <translation>文件没有“traceEvents”列表：不显示其内容。</translation>
    </message>
    <message>
        <source>The file is not a JSON trace: nothing of it is shown.</source>
        <translation>文件不是 JSON trace：不显示其内容。</translation>
    </message>
    <message>
        <source>The file ends inside its list of events: the rest is missing.</source>
        <translation>文件在事件列表结束前中断：缺少被截断的部分。</translation>
    </message>
    <message>
        <source>The file ends before its closing bracket: all events were read.</source>
        <translation>文件缺少结尾的括号：所有事件均已读取。</translation>
    </message>
    <message>
        <source>The file continues after the end of its list of events: that text is not read.</source>
        <translation>事件列表结束后仍有内容：未读取。</translation>
    </message>
    <message>
        <source>Text that is not a valid event was skipped: these events are missing.</source>
        <translation>不是有效事件的文本已跳过：缺少这些事件。</translation>
    </message>
    <message>
        <source>Commas between events are missing or doubled: the events were read.</source>
        <translation>事件之间的逗号缺失或重复：事件已正常读取。</translation>
    </message>
    <message>
        <source>Events hold control characters, which JSON forbids: they were read and keep them.</source>
        <translation>事件含有 JSON 不允许的控制字符：已读取并保留。</translation>
    </message>
    <message>
        <source>Events hold text that is not valid UTF-8: the broken characters are shown as a replacement mark.</source>
        <translation>事件含有无效的 UTF-8 文本：损坏字符以替换符显示。</translation>
    </message>
    <message>
        <source>Events without the key &quot;%1&quot; or another that they need were skipped.</source>
        <translation>缺少字段“%1”或其他必需字段的事件已跳过。</translation>
    </message>
    <message>
        <source>Events whose time is not a number of microseconds before the year 2239 (&quot;%1&quot;) were skipped.</source>
        <translation>时间不是 2239 年之前的微秒数值（“%1”）的事件已跳过。</translation>
    </message>
    <message>
        <source>Slices without a duration were skipped: they are missing from lanes and sums.</source>
        <translation>没有时长的事件已跳过：泳道和合计中都不含它们。</translation>
    </message>
    <message>
        <source>Slices with a negative duration (&quot;%1&quot;) were skipped: they are missing from lanes and sums.</source>
        <translation>时长为负（“%1”）的事件已跳过：泳道和合计中都不含它们。</translation>
    </message>
    <message>
        <source>Events of unknown kinds (&quot;%1&quot;) are not shown.</source>
        <translation>未知类型（“%1”）的事件不显示。</translation>
    </message>
    <message>
        <source>Counter values stamped with time 0 carry no time and are not shown.</source>
        <translation>时间戳为 0 的计数器数值没有时间信息，不显示。</translation>
    </message>
    <message>
        <source>The trace has no process that an Ascend profiler writes: it is shown as a timeline only; steps, communication and idle time are not computed.</source>
        <translation>该 trace 中没有昇腾 Profiler 命名的进程：仅以时间线显示其事件、连线和计数器，不计算迭代、通信和空闲时间。</translation>
    </message>
    <message>
        <source>Counter values that are not numbers (&quot;%1&quot;) are not shown.</source>
        <translation>不是数字的计数器数值（“%1”）不显示。</translation>
    </message>
    <message>
        <source>Names longer than 64 KiB are cut in lists and labels; the details show them whole.</source>
        <translation>超过 64 KiB 的名称在列表和标签中截断；详情中完整显示。</translation>
    </message>
    <message>
        <source>Loading stopped because the memory budget is used up: this file is not shown.</source>
        <translation>内存预算已用完，停止加载：不显示此文件。</translation>
    </message>
    <message>
        <source>Loading stopped because the memory budget is used up: only a part of this file is shown.</source>
        <translation>内存预算已用完，停止加载：此文件只显示一部分。</translation>
    </message>
    <message>
        <source>Not enough memory for this file; it is not shown.</source>
        <translation>机器内存不足，不显示此文件。</translation>
    </message>
    <message>
        <source>Not enough memory for this file; only a part of it is shown.</source>
        <translation>机器内存不足，此文件只显示一部分。</translation>
    </message>
    <message>
        <source>Not enough memory to look for runs; some may be missing.</source>
        <translation>机器内存不足，无法查找完整，可能缺少部分数据。</translation>
    </message>
    <message>
        <source>The file holds no event that can be shown.</source>
        <translation>文件中没有可以显示的事件。</translation>
    </message>
    <message>
        <source>The compressed file ends too early: the rest is missing.</source>
        <translation>压缩文件提前结束：缺少被截断的部分。</translation>
    </message>
    <message>
        <source>The compressed file is damaged: everything after this place is missing.</source>
        <translation>压缩文件已损坏：缺少此处之后的内容。</translation>
    </message>
    <message>
        <source>The compressed file unpacks to far more than any trace does: it was read only in part.</source>
        <translation>压缩文件解压后远大于正常 trace：仅读取了一部分。</translation>
    </message>
    <message>
        <source>The file is empty: nothing of it is shown.</source>
        <translation>文件为空：不显示其内容。</translation>
    </message>
    <message>
        <source>The kernel table has no operator types, as Level0 writes it: operators are grouped by name. Profile with Level1 or Level2 to get types and shapes.</source>
        <translation>Level0 的 Kernel 表没有算子类型：按名称分组。请以 Level1 或 Level2 采集以获得类型和形状。</translation>
    </message>
    <message>
        <source>The kernel table has no input shapes: operators are grouped without them. Profile with Level1 or Level2 to get shapes.</source>
        <translation>Kernel 表没有输入形状：分组时不含形状。请以 Level1 或 Level2 采集以获得形状。</translation>
    </message>
    <message>
        <source>The file and the slices of the trace disagree by more than rounding: %1. The overview shows what the file says.</source>
        <translation>文件与 trace 的差异超出舍入误差：%1。概览显示文件中的数值。</translation>
    </message>
    <message>
        <source>Begin or end events without their partner: they have no duration and are not shown.</source>
        <translation>开始或结束事件缺少配对：没有时长，不显示。</translation>
    </message>
    <message>
        <source>Connection lines without a matching end or slice: they are not drawn.</source>
        <translation>连线缺少匹配的终点或事件：不绘制。</translation>
    </message>
    <message>
        <source>Connection lines without a matching start or slice: they are not drawn.</source>
        <translation>连线缺少匹配的起点或事件：不绘制。</translation>
    </message>
    <message>
        <source>Connection lines that end before they start, because host and device clocks differ: shown as measured.</source>
        <translation>由于主机与设备时钟不同，连线终点早于起点：按实测值显示。</translation>
    </message>
    <message>
        <source>The text of the event ends too early: args after the last one are missing.</source>
        <translation>事件的文本提前结束：最后一项之后的参数缺失。</translation>
    </message>
    <message>
        <source>The text of the event is damaged: args after the last one are missing.</source>
        <translation>事件的文本已损坏：最后一项之后的参数缺失。</translation>
    </message>
    <message>
        <source>The event has more than 5000 args: the rest is not shown.</source>
        <translation>事件的参数超过 5000 项：其余不显示。</translation>
    </message>
    <message>
        <source>The device waits for the host, which launches too late: earlier launches would fill %1 of idle time.</source>
        <translation>主机下发过晚，设备在等主机：若提前下发，可填满 %1 的空闲时间。</translation>
    </message>
    <message>
        <source>The clock of this rank differs from that of the first one by %1: align the clocks before comparing their timestamps.</source>
        <translation>该卡的时钟与第一张卡相差 %1：比较两卡的时间戳之前请先对齐时钟。</translation>
    </message>
    <message>
        <source>The device clock is at least %1 behind the host clock, so some tasks seem to start before their launch: delays are corrected by that.</source>
        <translation>设备时钟比主机时钟至少慢 %1，因此部分任务看起来早于其下发就已开始：计算时延时已扣除该偏差。</translation>
    </message>
    <message>
        <source>Tables that this program exported; nothing is read from them.</source>
        <translation>这是本程序导出的表，不从中读取数据。</translation>
    </message>
    <message>
        <source>There is neither a kernel table with usable rows (kernel_details.csv or op_summary) nor a trace with kernels: no operator is known. The profiler writes both when NPU activity is collected.</source>
        <translation>既没有含可用数据行的 Kernel 表（kernel_details.csv 或 op_summary），trace 中也没有 Kernel，因此没有算子数据。采集 NPU 活动时，Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>Other ranks of this run have a trace, this one has none, or an empty one: it is left out of the timeline, launches, idle causes and transfers.</source>
        <translation>本次采集的其他卡有 trace，该卡没有，或其 trace 为空：时间线、下发、空闲原因和收发配对中都不含该卡。</translation>
    </message>
    <message>
        <source>Other ranks of this run have kernel_details.csv, op_summary or COMPUTE_TASK_INFO with rows, this one has none: its operators have neither types nor shapes.</source>
        <translation>本次采集的其他卡有含数据行的 kernel_details.csv、op_summary 或 COMPUTE_TASK_INFO，该卡没有：该卡的算子没有类型和形状。</translation>
    </message>
    <message>
        <source>Other ranks of this run have step_trace_time.csv or StepTraceTime with rows, this one has none: its overview is derived from its trace, or missing.</source>
        <translation>本次采集的其他卡有含数据行的 step_trace_time.csv 或 StepTraceTime，该卡没有：该卡的概览由 trace 推算，没有 trace 时缺失。</translation>
    </message>
    <message>
        <source>Other ranks of this run have communication.json or CommAnalyzerTime with operators, this one has none: transit and wait of its communication are not known.</source>
        <translation>本次采集的其他卡有含通信算子的 communication.json 或 CommAnalyzerTime，该卡没有：该卡通信的传输时间和等待时间未知。</translation>
    </message>
    <message>
        <source>Other ranks of this run have communication_matrix.json or CommAnalyzerMatrix with links, this one has none: links that only its file lists are missing.</source>
        <translation>本次采集的其他卡有含链路的 communication_matrix.json 或 CommAnalyzerMatrix，该卡没有：只在该卡文件中列出的链路缺失。</translation>
    </message>
    <message>
        <source>Other ranks of this run have CommAnalyzerBandwidth with rows, this one has none: sizes and bandwidths of its communication are not known.</source>
        <translation>本次采集的其他卡有含数据行的 CommAnalyzerBandwidth，该卡没有：该卡通信的数据量和带宽未知。</translation>
    </message>
    <message>
        <source>Tables of other ranks&apos; databases are missing or empty here (%1): their content is missing for this rank.</source>
        <translation>其他卡的数据库中有而该卡缺失或为空的表（%1）：该卡缺少由这些表得出的内容。</translation>
    </message>
    <message>
        <source>No rank of this run has a trace (trace_view.json, msprof*.json): the timeline, launches, idle causes and transfers cannot be shown.</source>
        <translation>本次采集的卡都没有 trace（trace_view.json、msprof*.json）：无法显示时间线、下发、空闲原因和收发配对。</translation>
    </message>
    <message>
        <source>Ranks are missing between those of this run: %1. Sums and comparisons over ranks leave them out.</source>
        <translation>本次采集缺少中间的卡：%1。跨卡的汇总和比对不包含这些卡。</translation>
    </message>
    <message>
        <source>There is no kernel table with usable rows (kernel_details.csv or op_summary): operators are counted by name from the slices of the trace, which have neither types nor shapes. Their cores are unknown: the Task Type of the trace does not distinguish cube and vector cores.</source>
        <translation>没有含可用数据行的 Kernel 表（kernel_details.csv 或 op_summary）：算子由 trace 的事件按名称统计，因为事件没有类型和形状；所用的核也未知，因为 trace 的 Task Type 不区分 cube 核和 vector 核。</translation>
    </message>
    <message>
        <source>Slices and counter values far away in time from all others are set aside: the time axis and idle times leave them out.</source>
        <translation>时间戳远离其余数据的事件和计数器值单独列出：时间轴和空闲时间不包含它们。</translation>
    </message>
    <message>
        <source>Values that are absent, not numbers or impossible (negative, or larger than in any run) are missing, and so are totals over them.</source>
        <translation>文件中没有、不是数字或不可能出现的值（负数，或超出任何采集的范围）按缺失处理，依赖它们的合计也缺失。</translation>
    </message>
    <message>
        <source>Operators without times are listed without them; totals over them are missing.</source>
        <translation>没有时间的算子照常列出，时间为空；依赖它们的合计也缺失。</translation>
    </message>
    <message>
        <source>Operators without sizes and bandwidths are listed without them.</source>
        <translation>没有数据量和带宽的算子照常列出，这些值为空。</translation>
    </message>
    <message>
        <source>Entries that are neither an operator nor a link are left out.</source>
        <translation>既不是算子也不是链路的条目已忽略。</translation>
    </message>
    <message>
        <source>Not the format of a communication_group file: communication domains have no names.</source>
        <translation>不是 communication_group 文件的格式：通信域没有名称。</translation>
    </message>
    <message>
        <source>Written by an old version that names no communication domains.</source>
        <translation>由旧版本写出，其中没有通信域的名称。</translation>
    </message>
    <message>
        <source>Ranks of communication domains that are not numbers are left out.</source>
        <translation>通信域中不是数字的卡号已忽略。</translation>
    </message>
    <message>
        <source>The last row has no line end: if the file was cut there, its last cell may be incomplete.</source>
        <translation>最后一行没有换行符：如果文件在此处被截断，则其最后一个单元格可能不完整。</translation>
    </message>
    <message>
        <source>The file holds a header but no row: nothing is shown from it.</source>
        <translation>文件只有表头，没有数据行：不显示其内容。</translation>
    </message>
    <message>
        <source>Cells with an impossible number (negative, or larger than in any run) are treated as missing, never as 0.</source>
        <translation>单元格中不可能出现的数字（负数，或超出任何采集的范围）按缺失处理，不会当作 0。</translation>
    </message>
    <message>
        <source>The header lacks columns that such a file has: %1. Their values are missing.</source>
        <translation>表头缺少此类文件应有的列：%1。这些值缺失。</translation>
    </message>
    <message>
        <source>The first line names none of the columns of such a file (%1): nothing is shown from it.</source>
        <translation>第一行中没有此类文件的任何一列（%1）：不显示其内容。</translation>
    </message>
    <message>
        <source>Rows whose step is not a number belong to no step of the run.</source>
        <translation>迭代不是数字的行不属于本次采集的任何迭代。</translation>
    </message>
    <message>
        <source>Rows whose step is not a number are left out.</source>
        <translation>迭代不是数字的行已忽略。</translation>
    </message>
    <message>
        <source>Rows that belong to neither a rank nor a stage are left out.</source>
        <translation>既不属于卡也不属于流水线阶段的行已忽略。</translation>
    </message>
    <message>
        <source>The file has none of the expected keys: rank, level and settings cannot be read from it.</source>
        <translation>文件中没有应有的键：无法读取卡号、级别和配置。</translation>
    </message>
    <message>
        <source>The file has no usable key: neither communication domains nor parallel sizes.</source>
        <translation>文件中没有可用的键：既没有通信域，也没有并行规模。</translation>
    </message>
    <message>
        <source>The file cannot be read further (%1): events after this place are missing.</source>
        <translation>文件无法继续读取（%1）：此位置之后的事件缺失。</translation>
    </message>
    <message>
        <source>Slices longer than three years (&quot;%1&quot;) were skipped.</source>
        <translation>持续超过三年（“%1”）的事件已跳过。</translation>
    </message>
    <message>
        <source>The file cannot be read (%1): the args cannot be shown.</source>
        <translation>文件无法读取（%1）：无法显示参数。</translation>
    </message>
    <message>
        <source>%1 folders claim to be this rank, but their names or times differ: only this one is shown, the others are listed as its captures.</source>
        <translation>有 %1 个文件夹都自称是该卡，但其名称或时间表明它们并不相同：只显示这一个，其余作为它的其他采集。</translation>
    </message>
    <message>
        <source>Rows of the kernel table match slices of another name by task and time; each is shown with the name in its file.</source>
        <translation>Kernel 表中的行按任务和时间对应到 trace 中名称不同的事件；两者各按所在文件的名称显示。</translation>
    </message>
    <message>
        <source>The trace has no slice of these operators (first: %1). They cannot be found in the timeline.</source>
        <translation>trace 中没有这些算子的事件（首个：%1）。无法在时间线中找到它们。</translation>
    </message>
    <message>
        <source>Operators are counted by name from the slices of the trace, because the other side has no kernel table with usable rows (kernel_details.csv or op_summary), and the two name the same operator differently.</source>
        <translation>另一侧没有含可用数据行的 Kernel 表（kernel_details.csv 或 op_summary），且两种文件对同一算子的命名不同，因此按 trace 中的事件、以名称统计算子。</translation>
    </message>
    <message>
        <source>There is a kernel table, but no trace with kernels; the other side has a trace, but no kernel table with usable rows (kernel_details.csv or op_summary). The two name the same operator differently, so they are not compared.</source>
        <translation>有 Kernel 表，但 trace 中没有 Kernel；另一侧有 trace，但没有含可用数据行的 Kernel 表（kernel_details.csv 或 op_summary）。两者对同一算子的命名不同，因此不作比对。</translation>
    </message>
    <message>
        <source>Cells of step times are empty: these times are missing, and so are the totals and ratios over them.</source>
        <translation>迭代耗时的单元格为空：这些耗时缺失，依赖它们的合计与占比也缺失。</translation>
    </message>
    <message>
        <source>Rows without a duration: these operators are in no count, sum or average.</source>
        <translation>没有时长的行：这些算子不计入任何次数、合计或平均值。</translation>
    </message>
    <message>
        <source>Rows without a start time: these operators cannot be found in the trace.</source>
        <translation>没有开始时间的行：无法在 trace 中找到这些算子。</translation>
    </message>
    <message>
        <source>The system provides no more threads: the window itself read the run and did not respond meanwhile. No data is missing.</source>
        <translation>系统不再提供新线程：本次采集由窗口自身读取，期间窗口停止响应。数据没有缺失。</translation>
    </message>
    <message>
        <source>Ranks that the communication domains, the world size or the cluster analysis name are missing from this run: %1. Sums and comparisons over ranks leave them out.</source>
        <translation>本次采集的通信域、world size 或集群分析所列的以下卡不存在：%1。跨卡汇总或比较时不含这些卡。</translation>
    </message>
    <message>
        <source>This run holds one of the %1 ranks that its communication domains, its world size or its cluster analysis name: ranks cannot be compared.</source>
        <translation>通信域、world size 或集群分析共列出 %1 张卡，本次采集只有其中一张：无法进行卡间比较。</translation>
    </message>
    <message>
        <source>Cells of this statistic are empty: they are treated as missing, never as 0.</source>
        <translation>该统计文件中有空单元格：相应的值按缺失处理，绝不当作 0。</translation>
    </message>
    <message>
        <source>Counter values beyond 10^18 (&quot;%1&quot;) are not shown.</source>
        <translation>超出 10^18（“%1”）的计数器数值不显示。</translation>
    </message>
    <message>
        <source>Slices whose name is missing, empty or not text are shown without a name, or with the value in its place.</source>
        <translation>部分事件的名称缺失、为空或不是文本：显示为无名称，或按原文显示。</translation>
    </message>
    <message>
        <source>Other bytes follow the compressed text: they are not read.</source>
        <translation>压缩数据之后还有其他字节：不予读取。</translation>
    </message>
    <message>
        <source>A folder has the name of this file; nothing is read from it.</source>
        <translation>存在与该文件同名的文件夹；不从中读取任何内容。</translation>
    </message>
    <message>
        <source>Start times far away from all others are treated as missing: these operators have no start.</source>
        <translation>开始时间远离其他所有算子，按缺失处理：这些算子没有开始时间。</translation>
    </message>
    <message>
        <source>Links whose transport type is missing or not text are listed without it.</source>
        <translation>部分链路的传输类型缺失或不是文本：列出时不含类型。</translation>
    </message>
    <message>
        <source>Repeated rows of a step with the same times are left out: it counts once.</source>
        <translation>以相同时间重复列出同一迭代的行已忽略：该迭代只计一次。</translation>
    </message>
    <message>
        <source>Repeated rows of a step with other times are left out: the first row counts, but may be the wrong one.</source>
        <translation>以不同时间重复列出同一迭代的行已忽略：以第一行为准，但它可能并不正确。</translation>
    </message>
    <message>
        <source>The kernel table does not name the accelerator cores, and the other side does: operators are compared without distinguishing cores.</source>
        <translation>Kernel 表没有写明加速核，而另一侧写明了：比较时不区分加速核。</translation>
    </message>
    <message>
        <source>The kernel table does not name the accelerator cores, and the other side does: operators of one core cannot be compared.</source>
        <translation>Kernel 表没有写明加速核，而另一侧写明了：无法只比较一种加速核的算子。</translation>
    </message>
    <message>
        <source>Operators repeated in a step are left out: the first counts, but may be the wrong one.</source>
        <translation>在同一迭代下重复出现的算子已忽略：以第一个为准，但它可能并不正确。</translation>
    </message>
    <message>
        <source>Links repeated in a step are left out: the first counts, but may be the wrong one.</source>
        <translation>在同一迭代下重复出现的链路已忽略：以第一条为准，但它可能并不正确。</translation>
    </message>
    <message>
        <source>communication.json lists operators, but the trace has no slice of them: its communication lanes are missing or have unknown names. Times computed from them are missing.</source>
        <translation>communication.json 列出了通信算子，但 trace 中没有任何对应的事件：通信泳道缺失，或其名称无法识别。由它们计算的时间缺失。</translation>
    </message>
    <message>
        <source>Rank lists of a communication domain with repeated entries, or entries that are not ranks, are not used: this file does not say which ranks the domain has.</source>
        <translation>通信域的卡列表中有不是卡号或重复的条目，该列表不使用：此文件无法说明该通信域有哪些卡。</translation>
    </message>
    <message>
        <source>Operators and links whose step is not a number are shown under that text; no other file of the run has such a step.</source>
        <translation>迭代不是数字的算子和链路按原文字显示；本次采集的其他文件中没有这样的迭代。</translation>
    </message>
    <message>
        <source>RANK_DEVICE_MAP names different ranks of a device (%1): the first counts.</source>
        <translation>RANK_DEVICE_MAP 中同一设备有不同的卡号（%1）：以第一个为准。</translation>
    </message>
    <message>
        <source>Communication files do not say which device of their folder they describe: their content is listed for each of these devices.</source>
        <translation>通信文件没有说明属于其文件夹中的哪个设备：其内容在这些设备上都列出。</translation>
    </message>
    <message>
        <source>The trace has %1 devices, which the beginning of the files does not show: they are shown as one rank, with the times of all of them together.</source>
        <translation>trace 中有 %1 个设备，而该卡的文件开头看不出这一点：此处显示为一张卡，其时间是所有设备合在一起的。</translation>
    </message>
    <message>
        <source>Files of this folder name different ranks (%1): the first of them counts.</source>
        <translation>此文件夹中的文件给出了不同的卡号（%1）：以其中第一个为准。</translation>
    </message>
    <message>
        <source>The file names another rank than its folder (%1): the folder&apos;s rank counts, but the data may belong to the other rank.</source>
        <translation>此文件给出的卡号与其所在文件夹不同（%1）：以文件夹的为准，此文件的内容可能属于另一张卡。</translation>
    </message>
    <message>
        <source>Sends and receives add up to more than their step, for example because slices are repeated: no stage is derived from the trace.</source>
        <translation>收发算子的总时长超过其所在的迭代（例如存在重复事件）：不从 trace 推算流水线阶段。</translation>
    </message>
    <message>
        <source>Slices with the same name, start and duration as another one in their lane (%1) are kept: sums and counts of these lanes count them twice.</source>
        <translation>有事件与同一泳道的另一个事件名称、开始时间和时长都相同（%1），按文件原样保留：这些泳道的总和与计数会把它们算两次。</translation>
    </message>
    <message>
        <source>Rows of the kernel table have another duration than their slice in the trace (first: %1). Operator tables and the timeline disagree; one of the two is wrong.</source>
        <translation>Kernel 表中有些行的耗时与 trace 中对应事件不同（首个：%1）。算子表与时间线互相矛盾；其中之一是错的。</translation>
    </message>
    <message>
        <source>Rows of the kernel table begin before or after the trace (first: %1). They have another clock or unit, or belong to another capture.</source>
        <translation>Kernel 表中有些行的开始时间早于 trace 的开头或晚于其结尾（首个：%1）。它们来自另一时钟、另一单位或另一次采集。</translation>
    </message>
    <message>
        <source>Kernels of the trace have no row in this file (first: %1). Operator tables count fewer calls and less time than the timeline shows.</source>
        <translation>trace 中的部分 Kernel 在此文件中没有对应行（首个：%1）。算子表统计的次数和耗时少于时间线所示。</translation>
    </message>
    <message>
        <source>Operators of this file begin at another time, or take another time, than their slice in the trace (first: %1). Tables of communication and the timeline disagree; one of the two is wrong.</source>
        <translation>此文件中有些算子的开始时间或耗时与 trace 中对应事件不同（首个：%1）。通信表与时间线互相矛盾；其中之一是错的。</translation>
    </message>
    <message>
        <source>Communication operators of the trace are not in this file (first: %1). Their transit and wait are in no total.</source>
        <translation>trace 中的部分通信算子不在此文件中（首个：%1）。它们的传输与等待时间不计入任何合计。</translation>
    </message>
    <message>
        <source>The trace has parts far apart in time, with gaps more than a hundred times as long as all parts together (%1): the time axis and idle times include these gaps.</source>
        <translation>trace 的时间戳分成相距很远的几组，组间空白超过各组总时长的一百倍（%1）：时间轴和空闲时间包含了这些空白。</translation>
    </message>
    <message>
        <source>Step times of this file differ from the rank&apos;s own step_trace_time.csv (first: %1). The cluster analysis was made from other files; the rank&apos;s own are used.</source>
        <translation>此文件中的迭代时间与该卡自己的 step_trace_time.csv 不同（首个：%1）。集群分析由其他文件生成；以该卡自己的文件为准。</translation>
    </message>
    <message>
        <source>Only one of this file and the rank&apos;s own step_trace_time.csv has these steps (%1). The cluster analysis was made from other files.</source>
        <translation>只有此文件与该卡自己的 step_trace_time.csv 之一含有这些迭代（%1）。集群分析由其他文件生成。</translation>
    </message>
    <message>
        <source>The cluster analysis lacks ranks of this run (%1). It was made without them.</source>
        <translation>集群分析缺少本次采集的部分卡（%1）。分析时未包含它们。</translation>
    </message>
    <message>
        <source>Operator times of this file differ from the rank&apos;s own communication.json (first: %1). The cluster analysis was made from other files; the rank&apos;s own are used.</source>
        <translation>此文件中的算子时间与该卡自己的 communication.json 不同（首个：%1）。集群分析由其他文件生成；以该卡自己的文件为准。</translation>
    </message>
    <message>
        <source>Only one of this file and the rank&apos;s own communication.json has these operators (first: %1). The cluster analysis was made from other files.</source>
        <translation>只有此文件与该卡自己的 communication.json 之一含有这些算子（首个：%1）。集群分析由其他文件生成。</translation>
    </message>
    <message>
        <source>Files of this rank have exactly the times of rank %1: they are copies, and sums and comparisons over ranks count them twice.</source>
        <translation>该卡文件的时间与卡 %1 完全相同：它们是副本，跨卡的合计与比对会计算两次。</translation>
    </message>
    <message>
        <source>Files list different members of a communication domain (only in one: %1). The domain is shown with all of them.</source>
        <translation>各文件列出的通信域成员不同（仅其中一方列出：%1）。该通信域按全部成员显示。</translation>
    </message>
    <message>
        <source>Step marks without a number (%1) mark no step: what ran in them belongs to no step.</source>
        <translation>有迭代标记不带编号（%1），不标记任何迭代：其中运行的内容不属于任何迭代。</translation>
    </message>
    <message>
        <source>Steps are marked more than once (%1): the longest mark of each counts.</source>
        <translation>有迭代被标记了多次（%1）：以各自最长的标记为准。</translation>
    </message>
    <message>
        <source>Some steps have no mark in the trace (%1), although tasks ran there: these tasks belong to no step, and these steps are not listed.</source>
        <translation>部分迭代在 trace 中没有标记（%1），但其间有任务运行：这些任务不属于任何迭代，这些迭代也不列出。</translation>
    </message>
    <message>
        <source>The order of step marks in time differs from their numbers (%1): step numbers may be swapped.</source>
        <translation>迭代标记的时间先后与编号不一致（%1）：迭代编号可能被互换。</translation>
    </message>
    <message>
        <source>Marks of different steps overlap (%1): what runs in both may be assigned to the wrong step.</source>
        <translation>不同迭代的标记相互重叠（%1）：重叠部分中运行的内容可能算到错误的迭代。</translation>
    </message>
    <message>
        <source>Not enough memory to compare the ranks of this run with each other: missing data and contradictions are not listed.</source>
        <translation>内存不足，无法将本次采集的各卡相互核对：缺失或矛盾之处未列出。</translation>
    </message>
    <message>
        <source>Other ranks of this run have op_statistic.csv, or COMPUTE_TASK_INFO instead, this one has none with rows: its table of operator types is missing.</source>
        <translation>本次采集的其他卡有 op_statistic.csv（或可代替它的 COMPUTE_TASK_INFO），该卡没有含数据行的：该卡的算子类型统计表缺失。</translation>
    </message>
    <message>
        <source>Other ranks of this run have api_statistic.csv, or CANN_API instead, this one has none with rows: its table of host API calls is missing.</source>
        <translation>本次采集的其他卡有 api_statistic.csv（或可代替它的 CANN_API），该卡没有含数据行的：该卡的主机侧 API 调用统计表缺失。</translation>
    </message>
    <message>
        <source>A log beside the database has changes that are not yet written into it (%1): they are missing from its tables.</source>
        <translation>数据库旁有一个尚未写入其中的变更日志（%1）：其表中缺少这些内容。</translation>
    </message>
    <message>
        <source>The file has none of the known columns (Computing, Free, …): nothing is shown from it.</source>
        <translation>没有任何已知的列（Computing、Free、…）：不显示此文件的内容。</translation>
    </message>
    <message>
        <source>The file has none of the known columns (Computing, Free, …): step times are computed from the trace, if there is one.</source>
        <translation>没有任何已知的列（Computing、Free、…）：若有 trace，迭代耗时改由 trace 计算。</translation>
    </message>
    <message>
        <source>The file holds no usable row: nothing is shown from it.</source>
        <translation>文件中没有可用的行：不显示其内容。</translation>
    </message>
    <message>
        <source>The file holds no usable row: step times are computed from the trace, if there is one.</source>
        <translation>文件中没有可用的行：若有 trace，迭代耗时改由 trace 计算。</translation>
    </message>
    <message>
        <source>The trace marks no steps, but those of other ranks do: what is derived from it (times, delays, idle causes) belongs to no step.</source>
        <translation>该卡的 trace 没有标记迭代，而其他卡的 trace 有：由该 trace 推算的内容（时间、下发延迟、空闲原因）不属于任何迭代。</translation>
    </message>
    <message>
        <source>The links of a step, domain and transport carried more or less, or took another time, than the operators of communication.json (first: %1). Links or operators are missing, or the files are of two ranks or captures.</source>
        <translation>在同一迭代、通信域和传输方式中，全部链路的数据量或时间与 communication.json 中算子的不同（首个：%1）。链路或算子有缺失，或两个文件不属于同一张卡的同一次采集。</translation>
    </message>
    <message>
        <source>Links with a time, but a size of 0: size and bandwidth are missing, and so are totals over them.</source>
        <translation>链路有时间，但数据量为 0：数据量和带宽按缺失处理，包含它们的合计也缺失。</translation>
    </message>
    <message>
        <source>Events without a usable pid or tid (%1) are in a lane of their own: the lane they belong to lacks them.</source>
        <translation>没有可用 pid 或 tid 的事件（%1）放在单独的泳道中：其所属的泳道缺少这些事件。</translation>
    </message>
    <message>
        <source>The file lists no communication domain: it gives neither members nor names.</source>
        <translation>文件没有列出任何通信域：它没有给出通信域的成员和名称。</translation>
    </message>
    <message>
        <source>Lanes of other ranks&apos; traces are missing here, or have unknown names (%1). What is computed from them is missing for this rank.</source>
        <translation>此处缺少其他卡的 trace 所具有的泳道，或其名称无法识别（%1）。该卡缺少由它们计算的内容。</translation>
    </message>
    <message>
        <source>Rows of this file belong to another device than the trace of this rank (%1). They are data of another rank.</source>
        <translation>按该卡的 trace，此文件中有些行属于另一个设备（%1）。它们是另一张卡的数据。</translation>
    </message>
    <message>
        <source>An Overlap Analysis lane of the trace and the slices of the device disagree by more than rounding (%1): the lane is shown as it is, computations use the slices.</source>
        <translation>trace 自带的 Overlap Analysis 泳道与设备事件的时间之和不一致，超出舍入误差（%1）：泳道按 trace 显示，所有计算都以事件为准。</translation>
    </message>
    <message>
        <source>Read, but nothing of it could be used: see the findings.</source>
        <translation>已读取，但其中没有可用的内容：原因见检查结果。</translation>
    </message>
    <message>
        <source>Not the format of a communication file: the communication matrix cannot be shown for this rank.</source>
        <translation>不是通信文件的格式：无法显示该卡的通信矩阵。</translation>
    </message>
    <message>
        <source>Not the format of a communication file: communication times cannot be shown for this rank.</source>
        <translation>不是通信文件的格式：无法显示该卡的通信时间。</translation>
    </message>
    <message>
        <source>Not the format of a communication file: the communication of the cluster cannot be shown for this rank.</source>
        <translation>不是通信文件的格式：无法显示该卡的集群通信。</translation>
    </message>
    <message>
        <source>The file cannot be opened: %1. Nothing of it is shown.</source>
        <translation>文件无法打开：%1。其中内容均不显示。</translation>
    </message>
    <message>
        <source>This is a folder, not a file. Nothing of it is shown.</source>
        <translation>这是文件夹，不是文件。其中内容均不显示。</translation>
    </message>
    <message>
        <source>This is not a regular file. Nothing of it is shown.</source>
        <translation>这不是普通文件。其中内容均不显示。</translation>
    </message>
    <message>
        <source>The file has no operator: there is no communication matrix to show for this rank.</source>
        <translation>文件中没有算子：该卡没有可显示的通信矩阵。</translation>
    </message>
    <message>
        <source>The file has no operator: there are no communication times to show for this rank.</source>
        <translation>文件中没有算子：该卡没有可显示的通信时间。</translation>
    </message>
    <message>
        <source>The file has no operator: there is no communication of the cluster to show for this rank.</source>
        <translation>文件中没有算子：该卡没有可显示的集群通信。</translation>
    </message>
    <message>
        <source>An Overlap Analysis lane of the trace lies elsewhere in time than the slices of the device (%1): one of them uses another clock.</source>
        <translation>trace 自带的 Overlap Analysis 泳道与设备事件的位置不同（%1）：两者之一的时间戳属于另一个时钟。</translation>
    </message>
    <message>
        <source>Links with a size and a bandwidth, but a time of 0: the time is missing, and so are totals over it.</source>
        <translation>链路有数据量和带宽，但时间为 0：时间按缺失处理，包含它的合计也缺失。</translation>
    </message>
    <message>
        <source>A copy, by its name; %1 is used.</source>
        <translation>从文件名看是副本，使用的是 %1。</translation>
    </message>
    <message>
        <source>The trace of this rank is empty, though other files list work of its device: nothing can be computed from it.</source>
        <translation>该卡的 trace 为空，而其他文件列有其设备上的任务：无法由 trace 计算任何数据。</translation>
    </message>
    <message>
        <source>The kernel table lists kernels of the AI cores, but the trace has no slice of them: its device lanes are missing, cut or have unknown names. Times computed from them are missing.</source>
        <translation>Kernel 表列出了 AI Core 的算子，但 trace 中没有任何对应的事件：设备泳道缺失、被截断，或其名称无法识别。由它们计算的时间缺失。</translation>
    </message>
    <message>
        <source>Start times of this table lost their last digits in a floating-point number: rows match slices that begin up to 0.175 µs earlier or later.</source>
        <translation>此表的开始时间丢失了末尾几位数字，如同经过浮点数转换的时间戳：各行对应于前后 0.175 µs 以内开始的事件。</translation>
    </message>
    <message>
        <source>Repeated ends of connection lines, with the same id, time and place: each counts once.</source>
        <translation>连线终点重复出现，id、时间和位置都相同：每个只计一次。</translation>
    </message>
    <message>
        <source>DP = %1 is not a multiple of EP = %2.</source>
        <translation>DP = %1 不是 EP = %2 的整数倍。</translation>
    </message>
    <message>
        <source>DP × CP = %1 is not a multiple of EP = %2.</source>
        <translation>DP × CP = %1 不是 EP = %2 的整数倍。</translation>
    </message>
    <message>
        <source>MoE-TP × EP = %1 is not TP × DP = %2.</source>
        <translation>MoE-TP × EP = %1 不等于 TP × DP = %2。</translation>
    </message>
    <message>
        <source>TP × DP = %1 is not a multiple of EP = %2.</source>
        <translation>TP × DP = %1 不是 EP = %2 的整数倍。</translation>
    </message>
    <message>
        <source>EP = %1 is not a multiple of TP = %2.</source>
        <translation>EP = %1 不是 TP = %2 的整数倍。</translation>
    </message>
    <message>
        <source>Communication domain %1 of the files does not fit this strategy.</source>
        <translation>文件中的通信域 %1 不符合该并行策略。</translation>
    </message>
    <message>
        <source>Rank %1 was found, but TP × CP × DP × PP = %2 does not include it.</source>
        <translation>找到了卡 %1，但 TP × CP × DP × PP = %2，不包含该卡。</translation>
    </message>
    <message>
        <source>The sizes of rank %1 differ from those of rank %2, which are used.</source>
        <translation>卡 %1 与卡 %2 的并行规模不一致，以后者为准。</translation>
    </message>
    <message>
        <source>The size of %1 is out of range.</source>
        <translation>%1 的规模超出范围。</translation>
    </message>
    <message>
        <source>TP × CP × DP × PP = %1 are more ranks than any run has.</source>
        <translation>TP × CP × DP × PP = %1，超过任何采集的卡数。</translation>
    </message>
    <message>
        <source>This order of ranks does not support CP, but CP = %1.</source>
        <translation>该卡序不支持 CP，而 CP 为 %1。</translation>
    </message>
    <message>
        <source>TP × CP × DP × PP = %1 is not the world size, %2.</source>
        <translation>TP × CP × DP × PP = %1，不等于 world size %2。</translation>
    </message>
    <message>
        <source>Waits between ranks are unknown: only one rank with communication operators is loaded.</source>
        <translation>卡间等待未知：只加载了一张有通信算子的卡。</translation>
    </message>
    <message>
        <source>Waits between ranks are unknown: the clocks of the ranks cannot be aligned.</source>
        <translation>卡间等待未知：各卡的时钟无法对齐。</translation>
    </message>
    <message>
        <source>Waits between ranks are unknown: no communication operator of one rank has a partner on another.</source>
        <translation>卡间等待未知：没有通信算子能在另一张卡上找到对应的算子。</translation>
    </message>
    <message>
        <source>Waits between ranks are unknown: no rank has communication operators, neither in a trace nor in communication.json, which the profiler writes when NPU activity is on.</source>
        <translation>卡间等待未知：所有卡的 trace 和 communication.json 中都没有通信算子；采集 NPU 活动时 Profiler 会写出它们。</translation>
    </message>
    <message>
        <source>It came late because its kernels took longer.</source>
        <translation>它迟到是因为其算子耗时更长。</translation>
    </message>
    <message>
        <source>It came late because its device was idle.</source>
        <translation>它迟到是因为其设备空闲。</translation>
    </message>
    <message>
        <source>It came late because other communication took longer.</source>
        <translation>它迟到是因为其他通信耗时更长。</translation>
    </message>
    <message>
        <source>It came late because of copies.</source>
        <translation>它迟到是因为内存拷贝。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank %3.</source>
        <translation>未被覆盖的通信占迭代的 %1，其中 %2 是在等待卡 %3。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps, and a slow link delays it.</source>
        <translation>未被覆盖的通信占迭代的 %1，且受一条慢链路拖累。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps, and %2 of it is waiting in step %3, in which all ranks pause.</source>
        <translation>未被覆盖的通信占迭代的 %1，其中 %2 是迭代 %3 中的等待，各卡都在该迭代中停顿。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank %3. With two ranks, which one is the outlier is unknown.</source>
        <translation>未被覆盖的通信占迭代的 %1，其中 %2 是在等待卡 %3。只有两张卡时无法判断哪一张异常。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps. In %2 of it pipeline stages wait for each other, which no single rank causes.</source>
        <translation>未被覆盖的通信占迭代的 %1。其中 %2 是流水线各阶段之间的相互等待，不能归因于某一张卡。</translation>
    </message>
    <message>
        <source>%1 of the non-overlapped communication of all ranks is waiting for it.</source>
        <translation>所有卡未被覆盖的通信中，%1 是在等待它。</translation>
    </message>
    <message>
        <source>Non-overlapped communication is unknown: it is neither in the traces nor in step_trace_time.csv. The profiler writes both when NPU activity is on.</source>
        <translation>无法得知有多少通信未被覆盖：trace 和 step_trace_time.csv 都没有给出。采集 NPU 活动时 Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps.</source>
        <translation>未被覆盖的通信占迭代的 %1。</translation>
    </message>
    <message>
        <source>One rank alone cannot be compared with peers.</source>
        <translation>只有一张卡，无法与同类卡比较。</translation>
    </message>
    <message>
        <source>All types of operators take about %1 times as long as on rank %2: the device is slow, not an operator.</source>
        <translation>所有类型的算子耗时都约为卡 %2 的 %1 倍：是设备慢，而不是某个算子慢。</translation>
    </message>
    <message>
        <source>Most of it is in operators of type %1: %2 more than on rank %3, with %4 calls against %5.</source>
        <translation>主要差在类型为 %1 的算子上：比卡 %3 多 %2，调用次数 %4 对 %5。</translation>
    </message>
    <message>
        <source>Most of it is in operators of type %1: %2 more than on rank %3, with as many calls.</source>
        <translation>主要差在类型为 %1 的算子上：比卡 %3 多 %2，调用次数相同。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers, in step %4 only.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3），仅在迭代 %4 中。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers, over all steps.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3），所有迭代合计。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3）。</translation>
    </message>
    <message>
        <source>Compute time is unknown: it is neither in the traces nor in step_trace_time.csv. The profiler writes both when NPU activity is on.</source>
        <translation>无法得知各卡的计算时间：trace 和 step_trace_time.csv 都没有给出。采集 NPU 活动时 Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>Rank %1 computes longer than rank %2, by %3 (%4). With two peers, which one is the outlier is unknown.</source>
        <translation>卡 %1 的计算时间比卡 %2 长 %3（%4）。只有两张同类卡时无法判断哪一张异常。</translation>
    </message>
    <message>
        <source>Ranks %1 and %2 compute alike: they differ by %3 (%4).</source>
        <translation>卡 %1 与卡 %2 的计算时间相近：相差 %3（%4）。</translation>
    </message>
    <message>
        <source>The link between ranks %1 and %2 (%3) reaches %4 GB/s in %5; comparable links reach %6 GB/s. Its transfers take %7 longer.</source>
        <translation>卡 %1 与卡 %2 之间的链路（%3）在 %5 中带宽为 %4 GB/s，同类链路约 %6 GB/s：其传输多耗时 %7。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: the host dispatched too late.</source>
        <translation>主要原因（%1）：主机侧下发过晚。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: the host was inside a synchronising call.</source>
        <translation>主要原因（%1）：主机侧停在同步调用中。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: copies of memory.</source>
        <translation>主要原因（%1）：内存拷贝。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: tasks of communication ran outside of any communication operator.</source>
        <translation>主要原因（%1）：通信任务在通信算子之外运行。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: the stream waited for an event.</source>
        <translation>主要原因（%1）：Stream 在等待 event。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: one step had ended and the next had not begun.</source>
        <translation>主要原因（%1）：上一迭代已结束而下一迭代尚未开始。</translation>
    </message>
    <message>
        <source>Most of it, %1, has no cause in the trace.</source>
        <translation>其中大部分（%1）在 trace 中找不到原因。</translation>
    </message>
    <message>
        <source>Ranks with fewer steps than their peers are judged by the steps they share: %1.</source>
        <translation>迭代数少于同类卡的卡，仅按共有的迭代判断：%1。</translation>
    </message>
    <message>
        <source>Not checked, because they are not in this run: ranks %1.</source>
        <translation>未检查，因为不在本次采集中：卡 %1。</translation>
    </message>
    <message>
        <source>Not checked, because it is not in this run: rank %1.</source>
        <translation>未检查，因为不在本次采集中：卡 %1。</translation>
    </message>
    <message>
        <source>base, rank %1: %2</source>
        <translation>基准，卡 %1：%2</translation>
    </message>
    <message>
        <source>other, rank %1: %2</source>
        <translation>比对侧，卡 %1：%2</translation>
    </message>
    <message>
        <source>The host of rank %1 takes %2 longer to launch its work than the median of its peers, in step %3 alone, and the device waits.</source>
        <translation>卡 %1 的主机下发耗时比同类卡的中位数长 %2，仅在迭代 %3 中，设备因此等待。</translation>
    </message>
    <message>
        <source>The host of rank %1 takes %2 longer to launch its work than the median of its peers, and the device waits.</source>
        <translation>卡 %1 的主机下发耗时比同类卡的中位数长 %2，设备因此等待。</translation>
    </message>
    <message>
        <source>A few calls make up most of it: %1 of %2 calls of %3 take up to %4; the others take about %5.</source>
        <translation>其中大部分来自少数几次调用：%3 的 %2 次调用中有 %1 次最长耗时 %4，正常约为 %5。</translation>
    </message>
    <message>
        <source>It is the outlier of the two: its operators of type %1 run on the AI CPU, those of rank %2 do not.</source>
        <translation>两卡中异常的是它：其 %1 类算子在 AI CPU 上执行，卡 %2 的则不是。</translation>
    </message>
    <message>
        <source>Small messages: in %1 there are %2 operators %3 a step one behind the other, which send %4 MB over a link each. Merging them saves %5.</source>
        <translation>通信包过小：%1 中每个迭代有 %2 个 %3 算子前后相接，每个在一条链路上仅传输 %4 MB。合并后可节省 %5。</translation>
    </message>
    <message>
        <source>The device of rank %1 is idle for %2 longer than the median of its peers, in step %3 only.</source>
        <translation>卡 %1 的设备空闲时间比同类卡的中位数长 %2，仅在迭代 %3 中。</translation>
    </message>
    <message>
        <source>The device of rank %1 is idle for %2 longer than the median of its peers.</source>
        <translation>卡 %1 的设备空闲时间比同类卡的中位数长 %2。</translation>
    </message>
    <message>
        <source>If all hosts launched twice as fast, the steps would take %1 (%2) less.</source>
        <translation>如果所有主机侧的下发速度提高一倍，各迭代将缩短 %1（%2）。</translation>
    </message>
    <message>
        <source>Its host waits for the device %1 times, most of them in %2; that of rank %3 does %4 times.</source>
        <translation>其主机侧等待设备 %1 次，多数在 %2 中；卡 %3 的主机侧等待 %4 次。</translation>
    </message>
    <message>
        <source>Rank %1 begins step %2 later than its peers, by %3 in all: between steps its device is idle.</source>
        <translation>卡 %1 开始迭代 %2 比同类卡晚，共计 %3：迭代之间其设备空闲。</translation>
    </message>
    <message>
        <source>Rank %1 begins its steps later than its peers, by %2 in all: between steps its device is idle.</source>
        <translation>卡 %1 每次开始迭代都比同类卡晚，共计 %2：迭代之间其设备空闲。</translation>
    </message>
    <message>
        <source>The hosts of all ranks launch too late: if all of them launched twice as fast, the steps would take %1 (%2) less; if no device had to wait for its host, %3.</source>
        <translation>各卡的主机下发都太晚：若下发速度都提高一倍，迭代总共可缩短 %1（%2）；若设备都不必等待主机，可缩短 %3。</translation>
    </message>
    <message>
        <source>Idle time is unknown: it is neither in the traces nor in step_trace_time.csv. The profiler writes both when NPU activity is on.</source>
        <translation>无法得知设备的空闲时间：trace 和 step_trace_time.csv 都没有给出。采集 NPU 活动时 Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>Meanwhile the host of rank %1 was in %2, for %3.</source>
        <translation>其间卡 %1 的主机侧处于 %2，持续 %3。</translation>
    </message>
    <message>
        <source>Meanwhile, as an example, the host of rank %1 was in %2, for %3.</source>
        <translation>其间，例如卡 %1 的主机侧处于 %2，持续 %3。</translation>
    </message>
    <message>
        <source>The device of rank %1 is idle for %2 (%3 of the steps) longer than the median of its peers. That is no verdict: what others lose by it is little or unknown.</source>
        <translation>卡 %1 的设备空闲时间比同类卡的中位数多 %2（占全部迭代的 %3）。这不构成诊断结论：其他卡因此损失的时间很少或未知。</translation>
    </message>
    <message>
        <source>The device of rank %1 is idle for longer than that of rank %2, by %3 (%4 of the steps). With two peers, which one is the outlier is unknown.</source>
        <translation>卡 %1 的设备空闲时间比卡 %2 长 %3（占迭代的 %4）。只有两张同类卡时无法判断哪一张异常。</translation>
    </message>
    <message>
        <source>The devices of ranks %1 and %2 are idle alike: they differ by %3 (%4 of the steps).</source>
        <translation>卡 %1 与卡 %2 的设备空闲时间相近：相差 %3（占迭代的 %4）。</translation>
    </message>
    <message>
        <source>The devices of all ranks are idle for %1 of the steps.</source>
        <translation>各卡的设备在迭代的 %1 时间里都空闲。</translation>
    </message>
    <message>
        <source>In step %1 the hosts of all ranks take %2 longer to launch their work than in the other steps, and their devices are idle or wait in communication: that is %3 of that step.</source>
        <translation>在迭代 %1 中，各卡的主机下发耗时都比其他迭代多 %2，设备因此空闲或在通信中等待：占该迭代的 %3。</translation>
    </message>
    <message>
        <source>In steps %1 the hosts of all ranks take %2 longer in all to launch their work than in the other steps, and their devices are idle or wait in communication: that is %3 of these steps.</source>
        <translation>在迭代 %1 中，各卡的主机下发耗时总共比其他迭代多 %2，设备因此空闲或在通信中等待：占这些迭代的 %3。</translation>
    </message>
    <message>
        <source>In step %1 the devices of all ranks are idle for %2 longer than in the other steps: that is %3 of that step.</source>
        <translation>在迭代 %1 中，各卡的设备都比其他迭代多空闲 %2：占该迭代的 %3。</translation>
    </message>
    <message>
        <source>In steps %1 the devices of all ranks are idle for %2 longer in all than in the other steps: that is %3 of these steps.</source>
        <translation>在迭代 %1 中，各卡的设备总共比其他迭代多空闲 %2：占这些迭代的 %3。</translation>
    </message>
    <message>
        <source>In step %1 the device is idle for %2 longer than in the other steps, which is %3 of that step.</source>
        <translation>在迭代 %1 中，设备比其他迭代多空闲 %2，占该迭代的 %3。</translation>
    </message>
    <message>
        <source>In steps %1 the device is idle for %2 longer in all than in the other steps, which is %3 of these steps.</source>
        <translation>在迭代 %1 中，设备总共比其他迭代多空闲 %2，占这些迭代的 %3。</translation>
    </message>
    <message>
        <source>The device is idle for %1 of the steps.</source>
        <translation>设备在迭代的 %1 时间里空闲。</translation>
    </message>
    <message>
        <source>It waits in communication for rank %1.</source>
        <translation>它在通信中等待卡 %1。</translation>
    </message>
    <message>
        <source>Waits between ranks are known for %1 of %2 ranks only: the others have no matching communication operators, or too few to align their clocks.</source>
        <translation>只知道 %2 张卡中 %1 张卡的卡间等待：其余的卡没有可匹配的通信算子，或数量太少而无法对齐时钟。</translation>
    </message>
    <message>
        <source>It saves %1 more once the other problems are fixed; fixing all saves %2.</source>
        <translation>其他问题解决后还可再缩短 %1；全部解决可缩短 %2。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: the host collected garbage (Python).</source>
        <translation>主要原因（%1）：主机侧在进行 Python 垃圾回收（GC）。</translation>
    </message>
    <message>
        <source>The cause of most of it, %1: the host loaded data.</source>
        <translation>主要原因（%1）：主机侧在加载数据。</translation>
    </message>
    <message>
        <source>Rank %1 computes longer than the faster half of its peers, by %2 (%3). The peers differ too much from each other to name an outlier.</source>
        <translation>卡 %1 的计算时间比同类卡中较快的一半长 %2（%3）。同类卡之间差别太大，无法判断哪一张异常。</translation>
    </message>
    <message>
        <source>Ranks %1 compute longer than the faster half of their peers, by up to %2 (%3). The peers differ too much from each other to name an outlier.</source>
        <translation>卡 %1 的计算时间比同类卡中较快的一半长，最多长 %2（%3）。同类卡之间差别太大，无法判断哪一张异常。</translation>
    </message>
    <message>
        <source>Its peers differ, too, but it is the outlier by the operators that all of them have equally often and with the same input shapes: they take %1 longer on it.</source>
        <translation>同类卡之间也有差别，但就各卡调用次数与输入形状都相同的算子而言，它是异常的一张：这些算子在该卡上耗时长 %1。</translation>
    </message>
    <message>
        <source>All types of operators take about %1 times as long on %2 as on %3: the device is slow, not an operator.</source>
        <translation>%2 的所有类型算子耗时都约为 %3 的 %1 倍：是设备慢，而不是某个算子慢。</translation>
    </message>
    <message>
        <source>Only a few operators take longer on %1 than on %2, and only with some input shapes: %3 % of it is in %4. One side has fewer than three steps, so it may be chance.</source>
        <translation>只有少数算子在 %1 上比在 %2 上耗时更长，且只在部分输入形状下：其中 %3 % 来自 %4。有一侧不足三个迭代，可能是偶然。</translation>
    </message>
    <message>
        <source>Only a few types of operators take longer on %1 than on %2: %3 % of it is in %4. One side has fewer than three steps, so it may be chance.</source>
        <translation>只有少数类型的算子在 %1 上比在 %2 上耗时更长：其中 %3 % 来自 %4。有一侧不足三个迭代，可能是偶然。</translation>
    </message>
    <message>
        <source>Only a few types of operators take longer on %1 than on %2: %3 % of it is in %4. It is an operator, not the device.</source>
        <translation>只有少数类型的算子在 %1 上比在 %2 上耗时更长：其中 %3 % 来自 %4。是算子慢，而不是设备慢。</translation>
    </message>
    <message>
        <source>Only a few input shapes take longer on %1 than on %2: %3 % of it is in %4. It is the input, neither the device nor an operator.</source>
        <translation>只有少数输入形状在 %1 上比在 %2 上耗时更长：其中 %3 % 来自 %4。是输入不同，而不是设备或算子慢。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers: its AI cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3）：其 AI Core 频率由 %4 MHz 降至 %5 MHz，而卡 %6 运行在 %7 MHz。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers, in step %8 only: its AI cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3），仅在迭代 %8 中：其 AI Core 频率由 %4 MHz 降至 %5 MHz，而卡 %6 运行在 %7 MHz。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers: its AI cores never ran above %4 MHz, those of rank %5 ran at %6 MHz.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3）：其 AI Core 频率始终不超过 %4 MHz，而卡 %5 运行在 %6 MHz。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers, in step %7 only: its AI cores never ran above %4 MHz, those of rank %5 ran at %6 MHz.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3），仅在迭代 %7 中：其 AI Core 频率始终不超过 %4 MHz，而卡 %5 运行在 %6 MHz。</translation>
    </message>
    <message>
        <source>%1 of %2 links of rank %3 are slow, so it is the rank, its device or its port, not a single link.</source>
        <translation>卡 %3 的 %2 条链路中有 %1 条慢，因此问题在该卡、其设备或端口，而不在单条链路。</translation>
    </message>
    <message>
        <source>%1 of %2 links between the hosts %3 and %4 are slow, so it is the connection of the hosts, not a single link.</source>
        <translation>主机 %3 与 %4 之间的 %2 条链路中有 %1 条慢，因此问题在主机之间的连接，而不在单条链路。</translation>
    </message>
    <message>
        <source>%1 % of the operators move less than %2 MB over %3: a larger batch, more gradient accumulation, a lower ZeRO stage or fused optimizers make fewer and larger ones.</source>
        <translation>%1 % 的算子经 %3 传输不足 %2 MB：增大 batch、增加梯度累积、降低 ZeRO 级别或使用融合优化器，可减少通信算子的个数、增大单次传输。</translation>
    </message>
    <message>
        <source>Transfers whose sizes are not a multiple of %2 bytes, which the hardware moves more slowly: %1. Pad the data.</source>
        <translation>其中 %1 次传输的大小不是 %2 字节的整数倍，硬件传输较慢：请将数据补齐。</translation>
    </message>
    <message>
        <source>It runs beside matrix multiplications and reaches less than %1 GB/s: both compete for memory bandwidth.</source>
        <translation>与矩阵乘同时运行，带宽低于 %1 GB/s：两者争用内存带宽。</translation>
    </message>
    <message>
        <source>All its ranks take at least %1 s and RDMA alone takes as long, as with lost packets that are sent again: check switches and network cards.</source>
        <translation>所有卡至少用时 %1 s，仅 RDMA 就用了这么久，表现如同丢包重传：请检查交换机和网卡。</translation>
    </message>
    <message>
        <source>Not checked, because no other rank of their stage has this time: %1.</source>
        <translation>未检查：其所在阶段的其他卡没有该时间：%1。</translation>
    </message>
    <message>
        <source>Not checked, because their pipeline stage is not known: %1.</source>
        <translation>未检查：其流水线阶段未知：%1。</translation>
    </message>
    <message>
        <source>Which ranks do the same work is not known: what files say on pipeline stages does not fit together.</source>
        <translation>不知道哪些卡做相同的工作：各文件对流水线阶段的描述互相矛盾。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps. Only %2 of it is waiting for late ranks. Of the time of all communication operators %3 is transfer, and %4 is neither transfer nor waiting for a late rank (overhead).</source>
        <translation>未被覆盖的通信占迭代的 %1。其中只有 %2 是在等待迟到的卡。在所有通信算子的时间中，%3 是传输，%4 是开销（既非传输，也非等待迟到的卡）。</translation>
    </message>
    <message>
        <source>Of the time of all communication operators %1 is transfer, %2 waiting, and %3 neither (overhead).</source>
        <translation>在所有通信算子的时间中，%1 是传输，%2 是等待，%3 是开销（两者都不是）。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps. Only %2 of it is waiting for late ranks. No file says how much of the rest is transfer.</source>
        <translation>未被覆盖的通信占迭代的 %1。其中只有 %2 是在等待迟到的卡。其余部分中有多少是传输，没有文件能说明。</translation>
    </message>
    <message>
        <source>The devices of all ranks are idle or preparing for %1 of the steps.</source>
        <translation>各卡的设备在迭代的 %1 时间里都处于空闲或准备中。</translation>
    </message>
    <message>
        <source>How much of it lies between steps, and what it costs, is unknown without traces.</source>
        <translation>没有 trace，无法得知其中有多少位于迭代之间，也无法得知其代价。</translation>
    </message>
    <message>
        <source>The device is idle or preparing for %1 of the steps.</source>
        <translation>设备在迭代的 %1 时间里处于空闲或准备中。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps. %2 of it is waiting, for several ranks: most of all for rank %3, %4 of it.</source>
        <translation>未被覆盖的通信占迭代的 %1。其中 %2 是在等待多张卡：等待最多的是卡 %3，占 %4。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank %3. With one step, a late start cannot be told from a recording that began late.</source>
        <translation>未被覆盖的通信占迭代的 %1，其中 %2 在等待卡 %3。只有一个迭代时，无法区分启动晚与采集开始晚。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for rank %3, which does not differ from its peers otherwise.</source>
        <translation>未被覆盖的通信占迭代的 %1，其中 %2 是在等待卡 %3，而该卡在其他方面与同类卡没有明显差别。</translation>
    </message>
    <message>
        <source>Hidden behind the problems of rank %1: fixing only this saves %2, and %3 more once those are fixed.</source>
        <translation>被卡 %1 的问题掩盖：只解决这一项可缩短 %2，那些问题解决后还可再缩短 %3。</translation>
    </message>
    <message>
        <source>No rank computes noticeably longer than its peers and delays the run. Farthest from their median is rank %1, which computes %2 (%3) longer.</source>
        <translation>没有卡的计算时间明显长于同类卡并拖慢整个任务。与中位数相差最大的是卡 %1，其计算时间长 %2（%3）。</translation>
    </message>
    <message>
        <source>No rank computes noticeably longer than its peers and delays the run. Farthest from their median is rank %1, which computes %2 (%3) less.</source>
        <translation>没有卡的计算时间明显长于同类卡并拖慢整个任务。与中位数相差最大的是卡 %1，其计算时间短 %2（%3）。</translation>
    </message>
    <message>
        <source>Rank %1 begins step %2 later than its peers, by %3 in all, which makes the steps longer by %4.</source>
        <translation>卡 %1 开始迭代 %2 比同类卡晚，共计 %3，使迭代延长 %4。</translation>
    </message>
    <message>
        <source>Rank %1 begins its steps later than its peers, by %2 in all, which makes the steps longer by %3.</source>
        <translation>卡 %1 每次开始迭代都比同类卡晚，共计 %2，使迭代延长 %3。</translation>
    </message>
    <message>
        <source>It is hidden behind rank %1, for which it still waits %2 afterwards.</source>
        <translation>其影响被卡 %1 掩盖：之后它仍要等待该卡 %2。</translation>
    </message>
    <message>
        <source>It is hidden behind waits of the pipeline&apos;s stages for each other, in which the rank still spends %1.</source>
        <translation>其影响被流水线各阶段之间的相互等待掩盖：该卡之后仍在其中等待 %1。</translation>
    </message>
    <message>
        <source>The rank catches up before others need it.</source>
        <translation>在其他卡需要它之前，该卡已赶上进度。</translation>
    </message>
    <message>
        <source>No file says which pipeline stage each rank is in, and ranks of different stages differ without any fault: profiler_metadata.json of the ranks has the stages.</source>
        <translation>没有文件说明各卡属于哪个流水线阶段，而不同阶段的卡本来就有差别：各卡的 profiler_metadata.json 中有阶段信息。</translation>
    </message>
    <message>
        <source>No device is idle for noticeably longer than those of its peers while others wait for it. Farthest from their median is rank %1, which is idle for %2 (%3 of the steps) longer.</source>
        <translation>没有设备的空闲时间明显长于同类卡并让其他卡等待。与中位数相差最大的是卡 %1，其空闲多 %2（占迭代的 %3）。</translation>
    </message>
    <message>
        <source>No device is idle for noticeably longer than those of its peers while others wait for it. Farthest from their median is rank %1, which is idle for %2 (%3 of the steps) less.</source>
        <translation>没有设备的空闲时间明显长于同类卡并让其他卡等待。与中位数相差最大的是卡 %1，其空闲少 %2（占迭代的 %3）。</translation>
    </message>
    <message>
        <source>Its cost is an estimate, at most the %1 by which it takes longer: without traces of the ranks it is unknown what waits for it.</source>
        <translation>代价为估计值，最多为它多用的 %1：没有各卡的 trace，无法得知谁在等它。</translation>
    </message>
    <message>
        <source>Steps that a trace lacks or has in part because it is cut are judged by the columns of step_trace_time.csv, on rank %1.</source>
        <translation>trace 缺少的迭代，或因文件被截断而只有一部分的迭代，按 step_trace_time.csv 的各列判断，涉及卡 %1。</translation>
    </message>
    <message>
        <source>These are lower limits of its time and cost: communication_matrix.json is cut or missing on rank %1, so not all of its transfers are known.</source>
        <translation>以上多用的时间与代价均为下限：卡 %1 的 communication_matrix.json 被截断或缺失，其部分传输未知。</translation>
    </message>
    <message>
        <source>Its cost is an estimate, at most the %1 by which it takes longer: ranks are missing or have no whole trace (%2), so it is unknown what waits for it through them.</source>
        <translation>代价为估计值，最多为它多用的 %1：部分卡缺失或没有完整的 trace（%2），无法得知谁经由它们在等它。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than expected from its other steps, in step %8 only: its AI cores fell from %4 MHz to %5 MHz, those of rank %6 ran at %7 MHz.</source>
        <translation>卡 %1 的计算时间比按其自身其他迭代推算的长 %2（%3），仅在迭代 %8 中：其 AI Core 频率由 %4 MHz 降至 %5 MHz，而卡 %6 运行在 %7 MHz。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than the median of its peers, which delays the run too little to be a problem.</source>
        <translation>卡 %1 的计算时间比同类卡的中位数长 %2（%3），但对任务的拖慢太小，不构成问题。</translation>
    </message>
    <message>
        <source>The median leaves out the time of measured frequency drops, on rank %1.</source>
        <translation>中位数已扣除卡 %1 实测降频所多用的时间。</translation>
    </message>
    <message>
        <source>Not checked, because their files do not have this time for every step: %1.</source>
        <translation>未检查：其文件并非每个迭代都有该时间：%1。</translation>
    </message>
    <message>
        <source>Other ranks of this run have memory_record.csv or MEMORY_RECORD with rows, this one has none: it has no curves of memory.</source>
        <translation>本次采集的其他卡有含数据行的 memory_record.csv 或 MEMORY_RECORD，该卡没有：该卡没有内存曲线。</translation>
    </message>
    <message>
        <source>Other ranks of this run have operator_memory.csv or OP_MEMORY with rows, this one has none: the memory held at its peaks is unknown.</source>
        <translation>本次采集的其他卡有含数据行的 operator_memory.csv 或 OP_MEMORY，该卡没有：其内存峰值由哪些算子占用未知。</translation>
    </message>
    <message>
        <source>Other ranks of this run have npu_module_mem.csv or NPU_MODULE_MEM with rows, this one has none: the memory reserved by each CANN module is unknown.</source>
        <translation>本次采集的其他卡有含数据行的 npu_module_mem.csv 或 NPU_MODULE_MEM，该卡没有：该卡上 CANN 各模块预留的内存未知。</translation>
    </message>
    <message>
        <source>Rows far away in time from all others: they are in no curve and no peak.</source>
        <translation>时间戳远离其他所有行的行：不计入曲线和峰值。</translation>
    </message>
    <message>
        <source>Not read: minddata_pipeline_summary_*.json and minddata_pipeline_raw_*.csv have its results.</source>
        <translation>未读取：由它得到的结果在 minddata_pipeline_summary_*.json 和 minddata_pipeline_raw_*.csv 中。</translation>
    </message>
    <message>
        <source>Not the format of a data pipeline summary: its operators, times and advice cannot be shown for this rank.</source>
        <translation>不是数据流水线汇总文件的格式：无法显示该卡的数据流水线算子、时间和建议。</translation>
    </message>
    <message>
        <source>%1 is the bottleneck: each of its workers uses %2 % CPU. Try num_parallel_workers above %3.</source>
        <translation>%1 是瓶颈：每个 worker 的 CPU 使用率为 %2 %。可尝试将 num_parallel_workers 设为大于 %3。</translation>
    </message>
    <message>
        <source>%1 is the bottleneck: its workers use %2 % CPU each, and its queues are out of balance. Try a larger prefetch_size.</source>
        <translation>%1 是瓶颈：每个 worker 的 CPU 使用率为 %2 %，且前后队列不均衡。可尝试增大 prefetch_size。</translation>
    </message>
    <message>
        <source>The queue before %1 is empty %2 % of the time: the device waits for data, which the host does not prepare fast enough.</source>
        <translation>%1 之前的队列有 %2 % 的时间为空：此时设备在等数据，主机侧准备数据不够快。</translation>
    </message>
    <message>
        <source>Each worker of %1 uses %2 % CPU: num_parallel_workers above %3 might make it faster.</source>
        <translation>%1 的每个 worker 的 CPU 使用率为 %2 %：将 num_parallel_workers 设为大于 %3 可能更快。</translation>
    </message>
    <message>
        <source>%1 reads the data and fills its queue to %2 % only: num_parallel_workers above %3 might speed up reading.</source>
        <translation>%1 负责读取数据，其队列使用率仅 %2 %：将 num_parallel_workers 设为大于 %3 可能加快读取。</translation>
    </message>
    <message>
        <source>The queue before %1 is %2 % full, the one after it %3 %: %4 produces faster than it consumes. If its CPU use is low, try a larger prefetch_size or more workers.</source>
        <translation>%1 之前的队列使用率为 %2 %，之后的为 %3 %：%4 的产出快于它的消费。如果它的 CPU 使用率低，可尝试增大 prefetch_size 或 worker 数。</translation>
    </message>
    <message>
        <source>Each worker of %1 uses only %2 % CPU: num_parallel_workers = %3 may be more than it needs.</source>
        <translation>%1 的每个 worker 的 CPU 使用率仅 %2 %：num_parallel_workers = %3 可能超出所需。</translation>
    </message>
    <message>
        <source>The file calls %1 the bottleneck.</source>
        <translation>文件指出 %1 是瓶颈。</translation>
    </message>
    <message>
        <source>The last capture is incomplete: fewer steps were recorded than scheduled (%1), because repeat is 0 and the profiler was stopped within them. Compare its means per step, not its sums, with other captures.</source>
        <translation>最后一次采集不完整：采到的迭代少于采集计划的要求（%1），因为 repeat 为 0，Profiler 在这些迭代之中被停止。其合计只含较少的迭代，与其他采集比较时请用单迭代平均值。</translation>
    </message>
    <message>
        <source>The capture is incomplete: fewer steps were recorded than scheduled (%1), because the profiler was stopped within them. Compare its means per step, not its sums, with other captures.</source>
        <translation>采集不完整：采到的迭代少于采集计划的要求（%1），因为 Profiler 在这些迭代之中被停止。其合计只含较少的迭代，与其他采集比较时请用单迭代平均值。</translation>
    </message>
    <message>
        <source>The dynamic profiler captured the ranks several times (%1): each capture is a run of its own, and any two can be compared.</source>
        <translation>动态 Profiler 对这些卡采集了多次（%1）：每次采集各为一组数据，任意两组均可比对。</translation>
    </message>
    <message>
        <source>The device waits before it %1 times as long as it runs: its launch or another operator delays it, so a faster kernel gains little.</source>
        <translation>设备在它之前等待的时间是其执行时间的 %1 倍：它被自身的下发或其他算子拖住，Kernel 再快收益也不大。</translation>
    </message>
    <message>
        <source>%1 is busy %2 % of the time: it is bound by computing. A smaller data type or less work makes it faster.</source>
        <translation>%1 有 %2 % 的时间处于忙碌：该算子受限于计算。使用位宽更小的数据类型或减少计算量可以加快它。</translation>
    </message>
    <message>
        <source>%1 is busy %2 % of the time: it is bound by moving data. Fusing it with its neighbours, other formats or a smaller data type move less.</source>
        <translation>%1 有 %2 % 的时间处于忙碌：该算子受限于数据搬运。与相邻算子融合、更换格式或使用位宽更小的数据类型可以减少搬运量。</translation>
    </message>
    <message>
        <source>%1 is busy %2 % of the time: it is bound by addresses and control flow, often because of small or unaligned shapes.</source>
        <translation>%1 有 %2 % 的时间处于忙碌：该算子受限于地址计算和控制流，常由过小或未对齐的形状引起。</translation>
    </message>
    <message>
        <source>No pipe is busy for long, but together they fill %1 % of the time: reading, computing and writing run one after the other instead of in parallel.</source>
        <translation>没有哪条流水长时间忙碌，但它们合计占满 %1 % 的时间：读取、计算和写回依次进行，没有并行。</translation>
    </message>
    <message>
        <source>Not pipe-bound: the busiest pipe, %1, works %2 % of the time. The rest is launch overhead, too few blocks or pipe waits. Fewer and larger operators help.</source>
        <translation>不受流水限制：最忙的流水 %1 只有 %2 % 的时间在工作，其余为启动开销、Block 过少或流水间等待。减少算子数量、增大单个算子会有帮助。</translation>
    </message>
    <message>
        <source>The kernel table has no operator types, as Level0 writes it: operators are grouped by name. Profile with Level1 or Level2 to get types.</source>
        <translation>Kernel 表中没有算子类型（Level0 即如此）：算子按名称分组。使用 Level1 或 Level2 采集可得到类型。</translation>
    </message>
    <message>
        <source>The kernel table has no input shapes, as Level0 writes it: operators are grouped by name. Profile with Level1 or Level2 to get shapes.</source>
        <translation>Kernel 表中没有输入形状（Level0 即如此）：算子按名称分组。使用 Level1 或 Level2 采集可得到形状。</translation>
    </message>
    <message>
        <source>The kernel table does not name the cores, as Level0 writes it: operators are grouped by name. Profile with Level1 or Level2 to get cores.</source>
        <translation>Kernel 表中没有加速核（Level0 即如此）：算子按名称分组。使用 Level1 或 Level2 采集可得到加速核。</translation>
    </message>
    <message>
        <source>There is no kernel table (kernel_details.csv or op_summary): operators are counted by name from the slices of the trace, without cores, shapes and counters.</source>
        <translation>没有 Kernel 表（kernel_details.csv 或 op_summary）：算子由 trace 中的事件按名称统计，没有加速核、形状和计数器。</translation>
    </message>
    <message>
        <source>There is neither a kernel table (kernel_details.csv or op_summary) nor a trace with kernels: no operator is known. The profiler writes both when NPU activity is collected (ProfilerActivity.NPU).</source>
        <translation>既没有 Kernel 表（kernel_details.csv 或 op_summary），也没有含 Kernel 的 trace：没有任何算子可知。采集 NPU 活动（ProfilerActivity.NPU）时 Profiler 会写出二者。</translation>
    </message>
    <message>
        <source>The kernel table has no pipe ratios (aic_mac_ratio, aiv_vec_ratio, …), so the bottleneck of an operator is unknown. The profiler writes them at Level1 or Level2 with aic_metrics=PipeUtilization (AiCMetrics.PipeUtilization).</source>
        <translation>Kernel 表中没有流水占比（aic_mac_ratio、aiv_vec_ratio 等），因此无法判断算子的瓶颈。以 Level1 或 Level2 采集并设置 aic_metrics=PipeUtilization（AiCMetrics.PipeUtilization）时 Profiler 会写出它们。</translation>
    </message>
    <message>
        <source>Links were not checked: no rank has communication_matrix.json, which the profiler writes at profiler level Level1 or higher.</source>
        <translation>未检查链路：所有卡都没有 communication_matrix.json，采集级别为 Level1 及以上时才会生成该文件。</translation>
    </message>
    <message>
        <source>There is no kernel table, so the cost of misses is unknown.</source>
        <translation>没有 Kernel 表，未命中的代价未知。</translation>
    </message>
    <message>
        <source>Rows of l2_cache.csv without a known kernel, and so without duration and cost: %1.</source>
        <translation>l2_cache.csv 中有 %1 行找不到对应的 Kernel，因此没有耗时和代价。</translation>
    </message>
    <message>
        <source>Rows of l2_cache.csv without a hit rate (N/A), listed last because the cost of their misses is unknown: %1.</source>
        <translation>l2_cache.csv 中有 %1 行没有命中率（N/A），未命中的代价未知，因此排在最后。</translation>
    </message>
    <message>
        <source>Bandwidths are those of %1, which lost most.</source>
        <translation>带宽取自损失最多的 %1。</translation>
    </message>
    <message>
        <source>Bandwidths are those of %1 in step %2, which lost most.</source>
        <translation>带宽取自迭代 %2 中损失最多的 %1。</translation>
    </message>
    <message>
        <source>What it costs is at most the %1 by which it takes longer. What waits for it is not known, as the clocks of ranks %2 are not aligned.</source>
        <translation>代价最多为它多用的 %1。卡 %2 的时钟未对齐，因此无法得知谁在等它。</translation>
    </message>
    <message>
        <source>Its cost is unknown: the run has no data of rank %1 at its end.</source>
        <translation>代价未知：数据中没有其一端的卡 %1 的数据。</translation>
    </message>
    <message>
        <source>Links were not checked: no rank has communication_matrix.json although the run was profiled at %1; check whether it was left behind when the data was analysed.</source>
        <translation>未检查链路：采集级别为 %1，但没有任何卡有 communication_matrix.json；请确认解析数据时是否遗漏了该文件。</translation>
    </message>
    <message>
        <source>Stage and Bubble are 0 in this file although the ranks communicate (some versions of MindSpore write that), and there is no trace to derive them from: they are missing for ranks %1.</source>
        <translation>此文件中 Stage 与 Bubble 为 0，但各卡存在通信（部分 MindSpore 版本写出时即如此），又没有可用于推导的 trace：卡 %1 的这两项显示为缺失。</translation>
    </message>
    <message>
        <source>No step can be read from STEP_TIME of the database: the numbered ranges of %1 are used as steps.</source>
        <translation>无法从数据库的 STEP_TIME 中读取迭代：以 %1 中带编号的范围作为迭代。</translation>
    </message>
    <message>
        <source>No step can be read from STEP_TIME of the database: the mstx ranges called &quot;%1&quot; are used as steps, numbered from 1. The numbers may differ from those of the training.</source>
        <translation>无法从数据库的 STEP_TIME 中读取迭代：以名为“%1”的 mstx 范围作为迭代，按顺序从 1 编号。编号不一定是训练中的编号。</translation>
    </message>
    <message>
        <source>No step can be read from STEP_TIME of the database, and no range of mstx is called a step: all of the capture counts as one step.</source>
        <translation>无法从数据库的 STEP_TIME 中读取迭代，也没有表示迭代的 mstx 范围：整个采集按一个迭代计算。</translation>
    </message>
    <message>
        <source>Computation in this file is the step less non-overlapped communication, so Computing includes idle time, and idle time itself is unknown.</source>
        <translation>该文件所说的计算时间是迭代时间减去未被覆盖的通信时间，因此计算时间中含有空闲时间，空闲时间本身未知。</translation>
    </message>
    <message>
        <source>Only the parts of the steps are known: Computing is forward and backward, including waits. ascend_cluster_analyse_*.csv would separate communication.</source>
        <translation>只知道迭代的各个阶段：计算时间即前向与反向时间，其中含有等待。ascend_cluster_analyse_*.csv 才能区分出通信时间。</translation>
    </message>
    <message>
        <source>Incomplete or repeated entries of the rank table are left out: files of these devices keep the number in their name.</source>
        <translation>rank table 中不完整或重复的条目已忽略：这些设备的文件仍使用文件名中的编号。</translation>
    </message>
    <message>
        <source>Lines without one address and its folder number, or with a repeated address, are left out: ranks of that server have no host.</source>
        <translation>不是“一个地址加其文件夹编号”的行以及重复给出同一地址的行被忽略：该服务器上的卡没有主机信息。</translation>
    </message>
    <message>
        <source>Not enough memory for the file: ranks keep the hosts of their folders.</source>
        <translation>内存不足，无法读取该文件：各卡的主机仍按其文件夹判断。</translation>
    </message>
    <message>
        <source>Values that are not numbers or impossible are treated as missing, never as 0.</source>
        <translation>不是数字或不可能出现的值按缺失处理，绝不当作 0。</translation>
    </message>
    <message>
        <source>The file has none of the expected values: nothing is shown from it.</source>
        <translation>文件中没有应有的值：不显示其中任何内容。</translation>
    </message>
    <message>
        <source>Graphs with unequal numbers of nodes and memory values, or impossible values, are shown as far as both exist.</source>
        <translation>节点数与内存值的个数不一致或含有不可能数值的图，只显示两者都有的部分。</translation>
    </message>
    <message>
        <source>The columns step_num and total are missing: nothing is shown from the file.</source>
        <translation>缺少 step_num 和 total 列：不显示该文件的任何内容。</translation>
    </message>
    <message>
        <source>Rows whose step is not a number or is repeated are left out.</source>
        <translation>迭代编号不是数字或重复出现的行被忽略。</translation>
    </message>
    <message>
        <source>The number of columns differs from the file name: nothing is shown from it (%1).</source>
        <translation>该文件的列数与文件名所示不符：不显示其中任何内容（%1）。</translation>
    </message>
    <message>
        <source>Operators and links that are repeated, or have impossible times or sizes, are left out.</source>
        <translation>重复出现的、或时间和大小不是合理数字的算子与链路被忽略。</translation>
    </message>
    <message>
        <source>Cells without the expected JSON are skipped: links or operators of the step are missing.</source>
        <translation>应为 JSON 却不是的单元格被跳过：该迭代缺少链路或算子。</translation>
    </message>
    <message>
        <source>Communication took more than a hundred times as long as its links, so the costs are read as microseconds, as some versions of MindSpore wrote them.</source>
        <translation>通信耗时超过其链路耗时的一百倍，因此按微秒读取：某些 MindSpore 版本就是这样写的。</translation>
    </message>
    <message>
        <source>Links are numbered inside their communication domain, and no file says which ranks these are: they are shown with the numbers of the file, which other domains may use too.</source>
        <translation>链路按通信域内的编号记录，而没有信息说明它们对应哪些卡：按文件中的编号显示，其他通信域的链路可能有相同编号。</translation>
    </message>
    <message>
        <source>Some of the columns step_num, communication_cost, wait_cost and link_info are missing: nothing is shown from the file.</source>
        <translation>step_num、communication_cost、wait_cost、link_info 列不全：不显示该文件的任何内容。</translation>
    </message>
    <message>
        <source>No rank table (a JSON file with server_list beside cluster_profiler) together with a line of host_ips_mapping.txt names this host: its ranks are named by host and device.</source>
        <translation>没有 rank table（cluster_profiler 旁含 server_list 的 JSON 文件）与 host_ips_mapping.txt 的某行指明该主机：其上的卡以主机和设备编号称呼。</translation>
    </message>
    <message>
        <source>Not read: flops_summary_*.json and flops_*.txt have its source data.</source>
        <translation>未读取：flops_summary_*.json 与 flops_*.txt 即其数据来源。</translation>
    </message>
    <message>
        <source>%1 billion operations a second, %2 % of the fastest operator on these cores: an operator far below it waits for data or is too small; aic_metrics=PipeUtilization shows which pipe is busy.</source>
        <translation>%1 GOPS（十亿次/秒），为同类核上最快算子的 %2 %：远低于它的算子在等待数据，或者规模太小；aic_metrics=PipeUtilization 可以说明哪个流水繁忙。</translation>
    </message>
    <message>
        <source>peaks.json is no JSON object: %1.</source>
        <translation>peaks.json 不是 JSON 对象：%1。</translation>
    </message>
    <message>
        <source>The factor of the data type %1 in peaks.json is no number above 0.</source>
        <translation>peaks.json 中数据类型 %1 的倍数不是大于 0 的数。</translation>
    </message>
    <message>
        <source>An entry of chips in peaks.json is not of the form {&quot;name&quot;: …, &quot;tflops&quot;: …, &quot;gbps&quot;: …}: &quot;%1&quot;.</source>
        <translation>peaks.json 的 chips 中有一项不符合 {&quot;name&quot;: …, &quot;tflops&quot;: …, &quot;gbps&quot;: …} 的形式：“%1”。</translation>
    </message>
    <message>
        <source>Peak: %1 TFLOP/s of FP16, the reference value that was entered.</source>
        <translation>峰值算力：FP16 %1 TFLOP/s，取自输入的参考值。</translation>
    </message>
    <message>
        <source>Peak: %1 TFLOP/s of FP16, as info.json has it: %2 AI cores · %3 MHz · 16·16·16·2.</source>
        <translation>峰值算力：FP16 %1 TFLOP/s，取自 info.json：%2 个 AI Core · %3 MHz · 16·16·16·2。</translation>
    </message>
    <message>
        <source>Peak: %1 TFLOP/s of FP16, of the chip %2 in peaks.json.</source>
        <translation>峰值算力：FP16 %1 TFLOP/s，取自 peaks.json 中的芯片 %2。</translation>
    </message>
    <message>
        <source>The peak of the chip is unknown, so there is no MFU: no file names the chip, and there is no info.json of the raw data (PROF_*/device_*). Enter it under Analyse &gt; Reference Values of the Hardware, or by --rate PEAK=….</source>
        <translation>芯片的峰值算力未知，因此没有 MFU：没有文件给出芯片名，也没有原始数据的 info.json（PROF_*/device_*）。可在“分析 &gt; 硬件参考值”中输入，或使用 --rate PEAK=…。</translation>
    </message>
    <message>
        <source>The peak of the chip is unknown, so there is no MFU: %1 stands for chips of several speeds, and there is no info.json of the raw data (PROF_*/device_*). Enter it under Analyse &gt; Reference Values of the Hardware, by --rate PEAK=… or in peaks.json.</source>
        <translation>芯片的峰值算力未知，因此没有 MFU：%1 代表多种速率的芯片，也没有原始数据的 info.json（PROF_*/device_*）。可在“分析 &gt; 硬件参考值”中输入，使用 --rate PEAK=…，或写入 peaks.json。</translation>
    </message>
    <message>
        <source>No factor in peaks.json gives the peak of these data types: %1.</source>
        <translation>peaks.json 中没有以下数据类型的倍数，峰值算力未知：%1。</translation>
    </message>
    <message>
        <source>The bandwidth of the memory of the chip is unknown, so there is no roof of memory. Enter it under Analyse &gt; Reference Values of the Hardware, by --rate BANDWIDTH=… or as gbps in peaks.json.</source>
        <translation>芯片的内存带宽未知，因此没有带宽上限。可在“分析 &gt; 硬件参考值”中输入，使用 --rate BANDWIDTH=…，或在 peaks.json 中写为 gbps。</translation>
    </message>
    <message>
        <source>Operations are known of %1 % of the time of these kernels. Vector operators have some only by counters (aic_metrics=ArithmeticUtilization).</source>
        <translation>这些 Kernel 的耗时中，%1 % 的运算次数已知。Vector 算子只有计数器（aic_metrics=ArithmeticUtilization）给出运算次数。</translation>
    </message>
    <message>
        <source>Links were not checked: communication_matrix.json lists none on any rank.</source>
        <translation>未检查链路：所有卡的 communication_matrix.json 都没有列出链路。</translation>
    </message>
    <message>
        <source>Ranks of its domains are missing from this run (%1): how long others wait for them is unknown.</source>
        <translation>其通信域中的部分卡不在本次采集中（%1）：其余卡等待它们的时间未知。</translation>
    </message>
    <message>
        <source>Of %1 members of domain %2 the run has %3: how long they wait for the others is unknown.</source>
        <translation>通信域 %2 有 %1 个成员，本次采集只有其中 %3 个：它们等待其余成员的时间未知。</translation>
    </message>
    <message>
        <source>Links from these ranks were not checked: %1. Their communication_matrix.json is missing or lists no link.</source>
        <translation>未检查以下卡经链路发送的数据：%1。这些卡的 communication_matrix.json 缺失或没有列出链路。</translation>
    </message>
    <message>
        <source>The link between ranks %1 and %2 (%3) reaches %4 GB/s; comparable links reach %5 GB/s. Its transfers take %6 longer.</source>
        <translation>卡 %1 与卡 %2 之间的链路（%3）带宽为 %4 GB/s，同类链路约 %5 GB/s：其传输多耗时 %6。</translation>
    </message>
    <message>
        <source>Steps compared: %1 of %2, %3 of %4. Differences, ratios, shares and states use the mean step of each side; calls and totals use all its steps.</source>
        <translation>参与比对的迭代数：%2 为 %1 个，%4 为 %3 个。差值、比值、占比和状态按每侧的平均迭代计算；次数和合计为各自全部迭代之和。</translation>
    </message>
    <message>
        <source>Steps of the captures: %1 of %2, %3 of %4. This table compares totals, which grow with the number of steps.</source>
        <translation>采集的迭代数：%2 为 %1 个，%4 为 %3 个。该表比对合计值，合计随迭代数增加。</translation>
    </message>
    <message>
        <source>Not used: the text files beside it hold the same.</source>
        <translation>未使用：旁边的文本文件内容相同。</translation>
    </message>
    <message>
        <source>Not a known file of the profiler, and larger than 512 MB: only its first 16 MB are read and shown as a table.</source>
        <translation>不是已知的 Profiler 文件，且超过 512 MB：只读取前 16 MB，显示为表格。</translation>
    </message>
    <message>
        <source>From Python functions in the trace, because operator_details.csv has no call stacks: self times of functions count too, and device times are unknown.</source>
        <translation>由 trace 中的 Python 函数事件得出，因为 operator_details.csv 没有调用栈：函数自身的耗时也计入，设备侧耗时未知。</translation>
    </message>
    <message>
        <source>%1: the sum of %2 ranks is compared.</source>
        <translation>%1 以 %2 张卡的总和参与比对。</translation>
    </message>
    <message>
        <source>%1: the mean of %2 ranks is compared; calls and totals are over all of them.</source>
        <translation>%1 以 %2 张卡的均值参与比对；次数和合计为全部卡之和。</translation>
    </message>
    <message>
        <source>%1 is larger than 512 MB and not a known file of the profiler: these are the rows of its first 16 MB.</source>
        <translation>%1 超过 512 MB，且不是已知的 Profiler 文件：这里是其前 16 MB 中的行。</translation>
    </message>
    <message>
        <source>Events of a thread that the file does not name are left out.</source>
        <translation>文件中未列出其线程的事件已忽略。</translation>
    </message>
    <message>
        <source>Processes without a number are left out.</source>
        <translation>没有编号的进程已忽略。</translation>
    </message>
    <message>
        <source>Threads without a number are left out.</source>
        <translation>没有编号的线程已忽略。</translation>
    </message>
    <message>
        <source>The file has no event of the scheduler (tables thread and slice): nothing is shown of threads and CPUs.</source>
        <translation>文件中没有调度事件（表 thread 和 slice）：不显示线程和 CPU。</translation>
    </message>
    <message>
        <source>Event args that are not a JSON object are treated as missing.</source>
        <translation>不是 JSON 对象的事件参数视为缺失。</translation>
    </message>
    <message>
        <source>The kernel trace does not overlap the profile in time, so its threads and CPUs are shown as tables only: convert it with --profiling_data, which aligns the clocks.</source>
        <translation>内核跟踪的时间与采集数据没有重叠，因此其线程和 CPU 只以表显示：请用 --profiling_data 转换，以对齐时钟。</translation>
    </message>
    <message>
        <source>The rank has a kernel trace of its own, which is used.</source>
        <translation>该卡有自己的内核跟踪，已使用它。</translation>
    </message>
    <message>
        <source>Device tasks ran in it (%1); its longest idle part is %2 µs.</source>
        <translation>其间设备上有其他任务（%1）；其余空闲中最长的为 %2 µs。</translation>
    </message>
    <message>
        <source>The trace does not show what launched the tasks around it.</source>
        <translation>trace 中看不出其前后任务由谁下发。</translation>
    </message>
    <message>
        <source>The framework was idle: it dispatched nothing for %1 µs.</source>
        <translation>框架空闲：%1 µs 内没有下发任务。</translation>
    </message>
    <message>
        <source>CANN was late: %1 µs passed between two launches.</source>
        <translation>CANN 过慢：两次下发之间相隔 %1 µs。</translation>
    </message>
    <message>
        <source>CANN was late: a launch took %1 µs.</source>
        <translation>CANN 过慢：一次下发耗时 %1 µs。</translation>
    </message>
    <message>
        <source>The device is slow; its tasks differ from those of the fast rank from the start.</source>
        <translation>设备慢；其任务从一开始就与快卡不同。</translation>
    </message>
    <message>
        <source>The host is slow; its operators differ from those of the fast rank from the start.</source>
        <translation>主机慢；其算子从一开始就与快卡不同。</translation>
    </message>
    <message>
        <source>The device is slow: compared with the fast rank, %1 takes longest (by %2 µs) and %3 starts latest (by %4 µs).</source>
        <translation>设备慢：与快卡相比，耗时多得最多的是 %1（多 %2 µs），开始晚得最多的是 %3（晚 %4 µs）。</translation>
    </message>
    <message>
        <source>The host is slow: compared with the fast rank, %1 takes longest (by %2 µs) and %3 starts latest (by %4 µs).</source>
        <translation>主机慢：与快卡相比，耗时多得最多的是 %1（多 %2 µs），开始晚得最多的是 %3（晚 %4 µs）。</translation>
    </message>
    <message>
        <source>No rank is slow: it takes about as long on all of them.</source>
        <translation>没有慢卡：各卡耗时相近。</translation>
    </message>
    <message>
        <source>The trace does not show what the slow rank launched meanwhile.</source>
        <translation>trace 中看不出慢卡在此期间下发了什么。</translation>
    </message>
    <message>
        <source>The rank was exported as text and as a database: the text files, whose trace is there, are used. Prefer databases (File menu, or --databases on the command line) to see what the database says.</source>
        <translation>该卡同时导出了文本和数据库：已使用文本文件（其中有 trace）。选择优先使用数据库（文件菜单，或命令行 --databases）可查看数据库的内容。</translation>
    </message>
    <message>
        <source>The rank was exported as text and as a database: the database is used, because databases are preferred.</source>
        <translation>该卡同时导出了文本和数据库：已选择优先使用数据库，因此使用数据库。</translation>
    </message>
    <message>
        <source>The ranks of %1 belong to %2 pipeline stages, which do different work: a difference from all of them says little. By default the baseline is the median rank of the same stage.</source>
        <translation>%1 的全部卡属于 %2 个流水线阶段，它们的工作不同：某卡与其之间的差异说明不了什么。不指定基准时以各卡所在阶段的中位卡为基准。</translation>
    </message>
    <message>
        <source>%1 of %2 sides belong to another pipeline stage than their baseline: they do different work, so a difference says little. By default the baseline is the median rank of the same stage.</source>
        <translation>%2 侧中有 %1 侧与其基准属于不同的流水线阶段：它们的工作不同，差异说明不了什么。不指定基准时以各卡所在阶段的中位卡为基准。</translation>
    </message>
    <message>
        <source>%1 blocks, %2 MB in all, were allocated while no operator of the framework ran on the host, or before the profile began: they are in no row.</source>
        <translation>共 %1 个内存块（%2 MB）在主机侧没有框架算子运行时，或在采集开始之前申请：不在任何一行。</translation>
    </message>
    <message>
        <source>From Python functions in the trace, because the rank has no operator_details.csv: self times of functions count too, and device times are unknown. The profiler writes the file when CPU and NPU are profiled (ProfilerActivity.CPU, ProfilerActivity.NPU), with stacks if with_stack=True.</source>
        <translation>取自 trace 中的 Python 函数，因为该卡没有 operator_details.csv：函数自身的耗时也计入，设备侧时间未知。同时采集 CPU 和 NPU（ProfilerActivity.CPU、ProfilerActivity.NPU）时 Profiler 会写出该文件，with_stack=True 时含调用栈。</translation>
    </message>
    <message>
        <source>All links of type %1 reach %2 GB/s at most, less than %4 of the usual reference rate of %3 GB/s. A cause that slows all of them cannot be found by comparing them with each other; another rate can be set for this hardware.</source>
        <translation>所有 %1 链路最高只达到 %2 GB/s，低于通用参考带宽 %3 GB/s 的 %4。使全部链路同样变慢的原因，靠链路之间互相比较看不出来；可为所用硬件另设参考带宽。</translation>
    </message>
    <message>
        <source>All links of type %1 reach %2 GB/s at most, less than %4 of the set reference rate of %3 GB/s. A cause that slows all of them cannot be found by comparing them with each other.</source>
        <translation>所有 %1 链路最高只达到 %2 GB/s，低于所设参考带宽 %3 GB/s 的 %4。使全部链路同样变慢的原因，靠链路之间互相比较看不出来。</translation>
    </message>
    <message>
        <source>Links of type %1 could not be compared with each other: too few pairs of ranks share a type of operator or a message size. Their messages are too small to show what they reach.</source>
        <translation>%1 链路无法与同类比较：算子类型或消息大小相同的卡对太少。其消息太小，看不出能达到的带宽。</translation>
    </message>
    <message>
        <source>Links of type %1 could not be compared with each other: too few pairs of ranks share a type of operator or a message size. They reach %2 GB/s at most; no reference rate is known for them.</source>
        <translation>%1 链路无法与同类比较：算子类型或消息大小相同的卡对太少。其带宽最高达到 %2 GB/s，没有已知的参考带宽。</translation>
    </message>
    <message>
        <source>Links of type %1 could not be compared with each other: too few pairs of ranks share a type of operator or a message size. They reach %2 GB/s at most; the usual reference rate is %3 GB/s.</source>
        <translation>%1 链路无法与同类比较：算子类型或消息大小相同的卡对太少。其带宽最高达到 %2 GB/s，通用参考带宽为 %3 GB/s。</translation>
    </message>
    <message>
        <source>Links of type %1 could not be compared with each other: too few pairs of ranks share a type of operator or a message size. They reach %2 GB/s at most; the set reference rate is %3 GB/s.</source>
        <translation>%1 链路无法与同类比较：算子类型或消息大小相同的卡对太少。其带宽最高达到 %2 GB/s，所设参考带宽为 %3 GB/s。</translation>
    </message>
    <message>
        <source>Operators and links whose keys name no domain (no @ with its hash) belong to the only domain of their ranks, or to a domain named by its ranks.</source>
        <translation>键名不含通信域（没有 @ 和哈希值）的算子和链路，归入这些卡唯一的通信域，或归入以卡号命名的通信域。</translation>
    </message>
    <message>
        <source>Operators and links whose keys name no domain (no @ with its hash) have no communication domain: several domains have their ranks, or the file does not name their ranks.</source>
        <translation>键名不含通信域（没有 @ 和哈希值）的算子和链路没有通信域：这些卡组成的通信域不止一个，或文件没有说明它们属于哪些卡。</translation>
    </message>
    <message>
        <source>%1 takes longer than %2 in one step only: %3 % of it is in step %4. Neither the device nor an operator is slow in general; compare that step to find the cause.</source>
        <translation>%1 只在一个迭代中比 %2 耗时更长：其中 %3 % 来自迭代 %4。不是设备慢，也不是某个算子一直慢；请单独比对该迭代。</translation>
    </message>
    <message>
        <source>%1 takes longer than %2 in a few steps only: %3 % of it is in steps %4. Neither the device nor an operator is slow in general; compare these steps to find the cause.</source>
        <translation>%1 只在少数迭代中比 %2 耗时更长：其中 %3 % 来自迭代 %4。不是设备慢，也不是某个算子一直慢；请单独比对这些迭代。</translation>
    </message>
    <message>
        <source>%1 of %2 links of the ranks of host %3 are slow, so it is the host or a common part of its links, not a single link.</source>
        <translation>主机 %3 各卡的 %2 条链路中有 %1 条慢，因此问题在该主机或这些链路的共用部分，而不在单条链路。</translation>
    </message>
    <message>
        <source>The links of rank %1 (%2) are slow. The one to rank %3 lost most: it reaches %4 GB/s, comparable links reach %5 GB/s, and its transfers take %6 longer.</source>
        <translation>卡 %1 的链路（%2）慢。其中到卡 %3 的损失最多：带宽为 %4 GB/s，同类链路约 %5 GB/s，其传输多耗时 %6。</translation>
    </message>
    <message>
        <source>The links of host %1 (%2) are slow. The one between ranks %3 and %4 lost most: it reaches %5 GB/s, comparable links reach %6 GB/s, and its transfers take %7 longer.</source>
        <translation>主机 %1 的链路（%2）慢。其中卡 %3 与卡 %4 之间的损失最多：带宽为 %5 GB/s，同类链路约 %6 GB/s，其传输多耗时 %7。</translation>
    </message>
    <message>
        <source>The links between the hosts %1 and %2 (%3) are slow. The one between ranks %4 and %5 lost most: it reaches %6 GB/s, comparable links reach %7 GB/s, and its transfers take %8 longer.</source>
        <translation>主机 %1 与 %2 之间的链路（%3）慢。其中卡 %4 与卡 %5 之间的损失最多：带宽为 %6 GB/s，同类链路约 %7 GB/s，其传输多耗时 %8。</translation>
    </message>
    <message>
        <source>Its experts work on %1 times the mean of the tokens of their domain (ranks %2): look at the routing before the device.</source>
        <translation>该卡上的专家处理的 token 数是其专家并行域（卡 %2）平均值的 %1 倍：请先检查专家路由，再检查设备。</translation>
    </message>
    <message>
        <source>In alltoallv it moves %1 times the mean of its domain (ranks %2): its experts may have more tokens than others.</source>
        <translation>该卡在 alltoallv 中的传输量是其通信域（卡 %2）平均值的 %1 倍：其专家的 token 可能多于其他卡。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 are unevenly loaded: those of rank %2 work on %3 times the mean of the tokens. For the longest of each GroupedMatmul a rank waits %4 on average (%5 of the steps), which an even spread would save.</source>
        <translation>卡 %1 的专家负载不均衡：卡 %2 上的专家处理的 token 数是平均值的 %3 倍。每张卡平均等待各次 GroupedMatmul 中最慢的一张卡 %4（占迭代的 %5），负载均衡后可以省去这段时间。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 are unevenly loaded: GroupedMatmul of rank %2 take %3 times the mean. For the longest of each a rank waits %4 on average (%5 of the steps), which an even spread would save.</source>
        <translation>卡 %1 的专家负载不均衡：卡 %2 的 GroupedMatmul 耗时是平均值的 %3 倍。每张卡平均等待各次中最慢的一张卡 %4（占迭代的 %5），负载均衡后可以省去这段时间。</translation>
    </message>
    <message>
        <source>The database cannot be read (%1): nothing of it is shown.</source>
        <translation>数据库无法读取（%1）：其内容均未显示。</translation>
    </message>
    <message>
        <source>Not the format of a parallel strategy: the graph of this rank cannot be shown.</source>
        <translation>不是并行策略文件的格式：无法显示该卡的图。</translation>
    </message>
    <message>
        <source>The file states another rank than its name: the name counts, but may be wrong.</source>
        <translation>文件内容与文件名中的卡号不同：以文件名为准，可能有误。</translation>
    </message>
    <message>
        <source>The stage of the rank is not a number in this file: its stage is unknown.</source>
        <translation>文件中该卡的流水线阶段不是数字：其阶段未知。</translation>
    </message>
    <message>
        <source>Operators with a missing or repeated name are left out: the first one counts.</source>
        <translation>没有名称或名称重复的算子已忽略：重名时以第一个为准。</translation>
    </message>
    <message>
        <source>The file has no operator: there is no graph of this rank.</source>
        <translation>文件中没有算子：没有该卡的图。</translation>
    </message>
    <message>
        <source>Inputs that are not an operator, parameter or constant of the file are left out.</source>
        <translation>不是文件中的算子、参数或常量的输入被忽略。</translation>
    </message>
    <message>
        <source>Operators have inputs from themselves or from later operators: there the order of the file is not the order of execution.</source>
        <translation>有算子的输入来自它自身或其后的算子：此处文件的顺序不是执行顺序。</translation>
    </message>
    <message>
        <source>Its cost is an estimate, at most the %1 by which it takes longer: many communication operators have no partner on another rank, so it is unknown what waits for it.</source>
        <translation>代价为估计值，最多为它多用的 %1：许多通信算子在其他卡上没有对应的算子，不知道谁在等它。</translation>
    </message>
    <message>
        <source>Its cost is an estimate, at most the %1 by which it takes longer: its operators are not found in the traces of both of its ranks.</source>
        <translation>代价为估计值，最多为它多用的 %1：在两端的卡的 trace 中没有找到它的算子。</translation>
    </message>
    <message>
        <source>This is a lower limit of its cost: ranks are missing or have no whole trace (%1), so it is unknown what waits for it through them.</source>
        <translation>该代价为下限：有些卡缺失或没有完整的 trace（%1），不知道经由这些卡还有谁在等它。</translation>
    </message>
    <message>
        <source>Ranks have no whole trace (%1): their communication times are those of communication.json, which does not say what they compute meanwhile.</source>
        <translation>以下卡没有完整的 trace（%1）：其通信时间取自各自的 communication.json，该文件不说明这些卡在此期间计算了什么。</translation>
    </message>
    <message>
        <source>It costs less than its transfers take longer: once it is fixed, the same collectives wait for the next slowest link, between ranks %1 and %2 (%3).</source>
        <translation>其代价小于传输多用的时间：修复后，同样的集合通信要等待次慢的链路，即卡 %1 与 %2 之间的链路（%3）。</translation>
    </message>
    <message>
        <source>Links of some domains were not checked (%1): their files name the members by their place in the domain, and no file says which ranks these are.</source>
        <translation>部分通信域的链路未检查（%1）：其文件只写明成员的域内序号，没有文件说明对应哪些卡。</translation>
    </message>
    <message>
        <source>%1 belongs to pipeline stage %2, %3 to stage %4: they do different work, so a difference says little.</source>
        <translation>%1 属于流水线阶段 %2，%3 属于阶段 %4：两者的工作不同，差异说明不了什么。</translation>
    </message>
    <message>
        <source>%1 belongs to stage %2 of a pipeline of %3 stages, %4 to stage %5 of one of %6: they do different work, so a difference says little.</source>
        <translation>%1 属于 %3 个阶段的流水线中的阶段 %2，%4 属于 %6 个阶段的流水线中的阶段 %5：两者的工作不同，差异说明不了什么。</translation>
    </message>
    <message>
        <source>By its step times the rank computed, but the trace has no kernel: its device lanes are missing, cut or have unknown names. Times computed from them are missing.</source>
        <translation>文件中的迭代耗时表明该卡有计算，但 trace 中没有任何 Kernel 事件：设备泳道缺失、被截断，或其名称无法识别。由它们计算的时间缺失。</translation>
    </message>
    <message>
        <source>Belongs to another model whose steps have the same numbers: only its trace is read.</source>
        <translation>属于另一个模型，其迭代编号与本模型重复：只读取其 trace。</translation>
    </message>
    <message>
        <source>Events with impossible times or sizes are left out.</source>
        <translation>时间或数据量不是有效数值的事件已忽略。</translation>
    </message>
    <message>
        <source>Receives name their sender by its index in a communication domain whose ranks no file names: links between stages are left out.</source>
        <translation>Receive 以域内序号标识发送方，而没有文件说明该通信域包含哪些卡：不显示流水线阶段之间的链路。</translation>
    </message>
    <message>
        <source>One block of %1 MB was allocated while no operator of the framework ran on the host, or before the profile began: it is in no row.</source>
        <translation>有 1 个内存块（%1 MB）在主机侧没有框架算子运行时，或在采集开始之前申请：不在任何一行。</translation>
    </message>
    <message>
        <source>Most types of operators, with %4 % of the time, take about %1 times as long on %2 as on %3: the device is slow, not an operator.</source>
        <translation>%2 的大多数类型算子（占耗时的 %4 %）耗时约为 %3 的 %1 倍：是设备慢，而不是某个算子慢。</translation>
    </message>
    <message>
        <source>Most types of operators, with %3 % of the time, take about %1 times as long as on rank %2: the device is slow, not an operator.</source>
        <translation>大多数类型的算子（占耗时的 %3 %）耗时约为卡 %2 的 %1 倍：是设备慢，而不是某个算子慢。</translation>
    </message>
    <message>
        <source>The input differs: %3 % of the time of %1 is in input shapes that %2 does not have. Such shapes and numbers of calls make up %4 % of the difference, which says nothing about the device or an operator.</source>
        <translation>输入不同：%1 的 %3 % 耗时在 %2 没有的输入形状上。这些形状与调用次数的不同占差异的 %4 %，无法据此判断设备或算子是否慢。</translation>
    </message>
    <message>
        <source>The input differs: %3 % of the time of %1 is in input shapes that %2 does not have. Such shapes and numbers of calls make up %4 % of the difference. Operators with the same shapes take %5 times as long.</source>
        <translation>输入不同：%1 的 %3 % 耗时在 %2 没有的输入形状上。这些形状与调用次数的不同占差异的 %4 %。相同形状的算子耗时为 %5 倍。</translation>
    </message>
    <message>
        <source>The input differs: %2 % of its compute time is in input shapes that rank %1 does not have, which says nothing about the device.</source>
        <translation>输入不同：其 %2 % 的计算耗时在卡 %1 没有的输入形状上，无法据此判断设备是否慢。</translation>
    </message>
    <message>
        <source>The input differs: %2 % of its compute time is in input shapes that rank %1 does not have. Operators with the same shapes take %3 times as long.</source>
        <translation>输入不同：其 %2 % 的计算耗时在卡 %1 没有的输入形状上。相同形状的算子耗时为 %3 倍。</translation>
    </message>
    <message>
        <source>Only a few operators take longer on %1 than on %2, and only with some input shapes: %3 % of it is in %4. Both have these shapes equally often: it is an operator, neither the device nor the input.</source>
        <translation>只有少数算子在 %1 上比在 %2 上耗时更长，且只在部分输入形状下：其中 %3 % 来自 %4。两侧这些形状的调用次数相同：是算子慢，而不是设备慢或输入不同。</translation>
    </message>
    <message>
        <source>Whether the other ranks of this stage (%1) are slow, too, is unknown: this run does not have their times.</source>
        <translation>该阶段的其他卡（%1）是否也慢未知：本次采集中没有它们的耗时。</translation>
    </message>
    <message>
        <source>Pipeline stage %1 (ranks %2) computes %3 longer per microbatch than the other stages would: on each of these ranks the same operators take %4 longer.</source>
        <translation>流水线阶段 %1（卡 %2）每个 micro-batch 的计算时间比其他阶段多 %3：在这些卡上，相同的算子耗时都多 %4。</translation>
    </message>
    <message>
        <source>Pipeline stage %1 (ranks %2) computes %3 longer per step than the other stages would: on each of these ranks the same operators take %4 longer.</source>
        <translation>流水线阶段 %1（卡 %2）每个迭代的计算时间比其他阶段多 %3：在这些卡上，相同的算子耗时都多 %4。</translation>
    </message>
    <message>
        <source>That costs %1 per step.</source>
        <translation>每个迭代因此多耗时 %1。</translation>
    </message>
    <message>
        <source>Most of it is in operators of type %1: %2 in all steps.</source>
        <translation>主要来自类型为 %1 的算子：所有迭代共 %2。</translation>
    </message>
    <message>
        <source>All types of operators do, by about as much: its devices are slow, not an operator.</source>
        <translation>所有类型的算子都慢，且程度相近：是设备慢，而不是某个算子慢。</translation>
    </message>
    <message>
        <source>AI cores of its rank %1 ran at %2 MHz, those of rank %3 of another stage at %4 MHz.</source>
        <translation>其卡 %1 的 AI Core 运行在 %2 MHz，而另一阶段的卡 %3 运行在 %4 MHz。</translation>
    </message>
    <message>
        <source>The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per microbatch than the median of the other stages.</source>
        <translation>流水线各阶段不均衡：阶段 %1（卡 %2）每个 micro-batch 的计算时间比其他阶段的中位数多 %3（%4）。</translation>
    </message>
    <message>
        <source>The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per step than the median of the other stages.</source>
        <translation>流水线各阶段不均衡：阶段 %1（卡 %2）每个迭代的计算时间比其他阶段的中位数多 %3（%4）。</translation>
    </message>
    <message>
        <source>This comes on top of its slower operators: it has more operators, or others. No device is at fault; layers could be split differently.</source>
        <translation>这还不包括其算子比其他阶段的算子多耗的时间：该阶段的算子更多，或有其他算子。这不是设备故障；可以调整各层的切分。</translation>
    </message>
    <message>
        <source>Operators that other stages have too take as long there: it has more operators, or others. No device is at fault; layers could be split differently.</source>
        <translation>与其他阶段相同的算子耗时一样：该阶段的算子更多，或有其他算子。这不是设备故障；可以调整各层的切分。</translation>
    </message>
    <message>
        <source>Whether it has more work or is slow is unknown: its ranks have no kernel_details.csv with types and shapes, which the profiler writes at Level1 or higher.</source>
        <translation>无法判断是计算量更大还是执行更慢：该阶段的卡没有带算子类型和形状的 kernel_details.csv，采集级别为 Level1 及以上时才会生成。</translation>
    </message>
    <message>
        <source>Whether it has more work or is slow is unknown: operators of ranks %1 were not read.</source>
        <translation>无法判断是计算量更大还是执行更慢：卡 %1 的算子未读取。</translation>
    </message>
    <message>
        <source>Another split may save nothing: that is unknown without traces of ranks %1.</source>
        <translation>调整切分也可能没有收益：没有卡 %1 的 trace，无法得知。</translation>
    </message>
    <message>
        <source>The stages compute per step: %1.</source>
        <translation>各阶段每个迭代的计算时间：%1。</translation>
    </message>
    <message>
        <source>Non-overlapped communication takes %1 of the steps, and %2 of it is waiting for pipeline stage %3.</source>
        <translation>未被覆盖的通信占迭代的 %1，其中 %2 是在等待流水线阶段 %3。</translation>
    </message>
    <message>
        <source>It waits in communication for pipeline stage %1, in part as it would for one that is not slow.</source>
        <translation>它在通信中等待流水线阶段 %1，其中一部分在该阶段不慢时也会等待。</translation>
    </message>
    <message>
        <source>The slowest device is that of rank %1: its operators reach %2 G/s, %3 below the mean of the ranks.</source>
        <translation>最慢的设备属于卡 %1：其算子达到 %2 G/s，比各卡的平均值低 %3。</translation>
    </message>
    <message>
        <source>Forward and backward take longest on rank %1: %2 a step on average, %3 (%4) longer than on its peers.</source>
        <translation>前向与反向在卡 %1 上耗时最长：每个迭代平均 %2，比同类卡长 %3（%4）。</translation>
    </message>
    <message>
        <source>Forward and backward take about as long on all peers. Farthest from the others is rank %1, with %2 a step on average, %3 (%4) longer.</source>
        <translation>前向与反向在同类卡上耗时相近。与其他卡相差最大的是卡 %1：每个迭代平均 %2，长 %3（%4）。</translation>
    </message>
    <message>
        <source>The first step, which starts the graphs, is left out. Waits for other ranks are included: these files do not separate them.</source>
        <translation>未计入启动计算图的第一个迭代。其中包含等待其他卡的时间，这些文件无法区分。</translation>
    </message>
    <message>
        <source>The step interval is longest on rank %2: %3 a step, %4 above the mean of the ranks, which is %1 of the steps. Before the first operator a device waits for data or for its host.</source>
        <translation>卡 %2 的迭代间隙最长：每个迭代 %3，比各卡的平均值高 %4；平均占迭代的 %1。在第一个算子之前，设备在等待数据或主机侧。</translation>
    </message>
    <message>
        <source>The step interval takes %1 of the steps, most on rank %2: %3 a step, %4 above the mean of the ranks. Before the first operator a device waits for data or for its host.</source>
        <translation>迭代间隙占迭代的 %1，卡 %2 最长：每个迭代 %3，比各卡的平均值高 %4。在第一个算子之前，设备在等待数据或主机侧。</translation>
    </message>
    <message>
        <source>The step interval, in which devices wait for data or for their hosts, takes %1 of the steps. It is longest on rank %2: %3 a step, %4 above the mean of the ranks.</source>
        <translation>迭代间隙（设备等待数据或主机侧的时间）占迭代的 %1。卡 %2 最长：每个迭代 %3，比各卡的平均值高 %4。</translation>
    </message>
    <message>
        <source>Among its peers rank %1 waits least inside communication operators: %2 a step, rank %3 %4. The rank that waits least is the one that the others wait for.</source>
        <translation>在同类卡中，卡 %1 在通信算子内等待最少：每个迭代 %2，而卡 %3 为 %4。等待最少的卡正是其他卡所等待的卡。</translation>
    </message>
    <message>
        <source>The slowest link of type %1 is that from rank %2 to rank %3: %4 GB/s, %5 below the mean of its type. Its messages have %6 MB on average: small ones reach less.</source>
        <translation>类型为 %1 的链路中，卡 %2 到卡 %3 的最慢：%4 GB/s，比该类型的平均值低 %5。其消息平均为 %6 MB：消息越小，带宽越低。</translation>
    </message>
    <message>
        <source>By the files, non-overlapped receives from other stages take %1 of the steps. Non-overlapped collectives take most on ranks %2: %3 of their steps.</source>
        <translation>据文件记录，未被计算覆盖的跨阶段接收占迭代的 %1。未被覆盖的集合通信在卡 %2 上占比最高：占其迭代的 %3。</translation>
    </message>
    <message>
        <source>By the files, non-overlapped communication takes %1 of the steps.</source>
        <translation>据文件记录，未被计算覆盖的通信占迭代的 %1。</translation>
    </message>
    <message>
        <source>Ranks wait for %1 of the steps inside communication operators and transfer for %2, without the first step. No file says how much of it is overlapped.</source>
        <translation>不计第一个迭代，各卡在通信算子内的等待占迭代的 %1，传输占 %2。没有文件说明其中有多少被计算覆盖。</translation>
    </message>
    <message>
        <source>Stage %1 (ranks %2) has most to do: %3 million operations on a device, %4 above the mean of the stages.</source>
        <translation>阶段 %1（卡 %2）计算量最大：每个设备 %3 百万次运算，比各阶段的平均值高 %4。</translation>
    </message>
    <message>
        <source>Its cost is an estimate by the known transfers: the %1 by which they take longer is no upper limit, and what waits for the link is unknown.</source>
        <translation>代价根据已知的传输估计：它们多用的 %1 不是上限，也无法得知谁在等这条链路。</translation>
    </message>
    <message>
        <source>Its cost is unknown: step times are neither in a trace nor in step_trace_time.csv.</source>
        <translation>代价未知：trace 和 step_trace_time.csv 都没有给出各迭代的耗时。</translation>
    </message>
    <message>
        <source>%1 of the non-overlapped communication in traces is waiting for it; the share on the other ranks and steps is unknown.</source>
        <translation>trace 中未被覆盖的通信里，%1 是在等待它；其他卡和迭代中占多少未知。</translation>
    </message>
    <message>
        <source>Without traces it is unknown what is computed during the waits: the share of waiting is an upper limit.</source>
        <translation>没有 trace，无法得知等待期间有哪些计算：未被覆盖的通信中，等待所占的比例最多如此处所示。</translation>
    </message>
    <message>
        <source>The database has no memory of the framework&apos;s allocator (MEMORY_RECORD, OP_MEMORY), as those of MindSpore and msprof: its curves and allocations are those of CANN alone, which is a small part of what the device holds.</source>
        <translation>数据库中没有框架分配器的内存（MEMORY_RECORD、OP_MEMORY），MindSpore 和 msprof 的数据库都是如此：曲线和分配记录只有 CANN 的部分，仅占设备内存的一小部分。</translation>
    </message>
    <message>
        <source>Pipeline stage %1 (ranks %2) computes %3 longer than the other stages would, in step %5 only: on each of these ranks the same operators take %4 longer there.</source>
        <translation>流水线阶段 %1（卡 %2）的计算时间比其他阶段多 %3，仅在迭代 %5 中：在这些卡上，相同的算子在其中耗时都多 %4。</translation>
    </message>
    <message>
        <source>Most of it is in operators of type %1.</source>
        <translation>主要来自类型为 %1 的算子。</translation>
    </message>
    <message>
        <source>hccl_raw_*.csv has transfer and wait of %1 of %2 calls. For the others step_trace_raw_*_detail_time.csv has only durations, so sums over them are empty.</source>
        <translation>%2 次调用中，hccl_raw_*.csv 只有 %1 次的传输与等待时间。其余调用只能从 step_trace_raw_*_detail_time.csv 得到时长，因此其合计留空。</translation>
    </message>
    <message>
        <source>Overlapped is longer than Computing or Communication, although it is a part of both: it is missing, and so are totals and ratios over it.</source>
        <translation>Overlapped 比 Computing 或 Communication 还长，而它只是两者的一部分：已舍弃该值，依赖它的合计与占比也缺失。</translation>
    </message>
    <message>
        <source>The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per microbatch than the other stage.</source>
        <translation>流水线各阶段不均衡：阶段 %1（卡 %2）每个 micro-batch 的计算时间比另一个阶段多 %3（%4）。</translation>
    </message>
    <message>
        <source>The pipeline stages are uneven: stage %1 (ranks %2) computes %3 (%4) longer per step than the other stage.</source>
        <translation>流水线各阶段不均衡：阶段 %1（卡 %2）每个迭代的计算时间比另一个阶段多 %3（%4）。</translation>
    </message>
    <message>
        <source>Not checked, because of damaged files: %1.</source>
        <translation>因文件损坏未检查：%1。</translation>
    </message>
    <message>
        <source>The table cannot be read to its end (%1): timeline, kernels and sums use the rows read so far.</source>
        <translation>该表无法读到末尾（%1）：时间线、Kernel 和各项总计只由已读出的行得出。</translation>
    </message>
    <message>
        <source>Names are lost: other tables refer to ids that this table does not have. They are shown as &quot;(name lost)&quot;.</source>
        <translation>名称已丢失：其他表引用的编号在此表中不存在。对应的名称显示为“(name lost)”。</translation>
    </message>
    <message>
        <source>Some ranks lack steps that others have (%1). Each step is compared among the ranks that have it.</source>
        <translation>有的卡缺少其他卡具有的迭代（%1）。每个迭代只在有它的卡之间比较。</translation>
    </message>
    <message>
        <source>Steps of this file are not marked in the trace (%1). The trace has no data for them.</source>
        <translation>此文件中的部分迭代在 trace 中没有标记（%1）。trace 没有这些迭代的数据。</translation>
    </message>
    <message>
        <source>Steps marked in the trace are not in this file (%1). The file has no data for them.</source>
        <translation>trace 标记的部分迭代不在此文件中（%1）。此文件没有这些迭代的数据。</translation>
    </message>
    <message>
        <source>Which operators take it is unknown: names of operators of rank %1 are lost.</source>
        <translation>无法得知耗时在哪些算子：卡 %1 的算子名称已丢失。</translation>
    </message>
    <message>
        <source>%1 of the non-overlapped communication of %2 of %3 ranks is waiting for it; the other ranks are unknown.</source>
        <translation>%3 张卡中 %2 张卡的未被覆盖通信里，%1 是在等待它；其余卡的情况未知。</translation>
    </message>
    <message>
        <source>That is over %1 of %2 ranks; the others are unknown.</source>
        <translation>以上为 %2 张卡中 %1 张卡的数值：其余卡的情况未知。</translation>
    </message>
    <message>
        <source>The analysis tables (CommAnalyzerTime) list communication operators, but the profile has no slice of them: COMMUNICATION_OP is missing, cut or has unknown names. Times computed from them are missing.</source>
        <translation>分析数据的表（CommAnalyzerTime）列出了通信算子，但性能数据中没有任何对应的事件：COMMUNICATION_OP 缺失、不完整，或其名称无法识别。由它们计算的时间缺失。</translation>
    </message>
    <message>
        <source>Whether the experts of ranks %1 have uneven tokens is unknown: no GroupedMatmul in kernel_details.csv gives them, and alltoallv moved as much on each of these ranks.</source>
        <translation>卡 %1 的专家的 token 数是否不均无法判断：kernel_details.csv 中没有能给出它的 GroupedMatmul，而这些卡在 alltoallv 中的传输量相同。</translation>
    </message>
    <message>
        <source>The rank was exported as text and as a database: the database is used, because %1 is cut short. Prefer text files (File menu, or --text on the command line) to see what the text files say.</source>
        <translation>该卡同时导出了文本和数据库：已使用数据库，因为 %1 不完整。选择优先使用文本文件（文件菜单，或命令行 --text）可查看文本文件的内容。</translation>
    </message>
    <message>
        <source>The rank was exported as text and as a database: the database is used, because it has the content of text files that are missing or empty (%1). Prefer text files (File menu, or --text on the command line) to see what the text files say.</source>
        <translation>该卡同时导出了文本和数据库：已使用数据库，因为其中有缺少或为空的文本文件的内容（%1）。选择优先使用文本文件（文件菜单，或命令行 --text）可查看文本文件的内容。</translation>
    </message>
    <message>
        <source>%2 takes less time in step %4 than in its other steps, which makes up %3 % of the difference to %1: it has less work there, or its files are cut. Neither the device nor an operator is slow in general.</source>
        <translation>%2 在迭代 %4 中的耗时少于其他迭代，占与 %1 差异的 %3 %：可能是该迭代的工作较少，也可能是其文件被截断。设备和算子本身都不慢。</translation>
    </message>
    <message>
        <source>%2 takes less time in steps %4 than in its other steps, which makes up %3 % of the difference to %1: it has less work there, or its files are cut. Neither the device nor an operator is slow in general.</source>
        <translation>%2 在迭代 %4 中的耗时少于其他迭代，占与 %1 差异的 %3 %：可能是这些迭代的工作较少，也可能是其文件被截断。设备和算子本身都不慢。</translation>
    </message>
    <message>
        <source>Each rank at the peak of its whole capture: %2 MB on rank %1, %4 MB on rank %3.</source>
        <translation>各卡取整个采集的峰值时刻：卡 %1 为 %2 MB，卡 %3 为 %4 MB。</translation>
    </message>
    <message>
        <source>The input differs: %1 runs operators with the same input shapes more often than %2, which makes up %3 % of the difference. Per call they take %4 times as long.</source>
        <translation>输入不同：%1 以相同输入形状调用算子的次数多于 %2，占差异的 %3 %。单次耗时为 %4 倍。</translation>
    </message>
    <message>
        <source>The input differs: operators with the same input shapes run more often than on rank %1. Per call they take %2 times as long.</source>
        <translation>输入不同：相同输入形状的算子调用次数多于卡 %1。单次耗时为 %2 倍。</translation>
    </message>
    <message>
        <source>No profiling data was found here: no folder *_ascend_ms or *_ascend_pt, no profiler_info*.json, ASCEND_PROFILER_OUTPUT, PROF_* or cluster_analysis_output, no trace_view.json or msprof*.json, and no known csv file or database.</source>
        <translation>此处未找到性能数据：没有 *_ascend_ms 或 *_ascend_pt 文件夹，没有 profiler_info*.json、ASCEND_PROFILER_OUTPUT、PROF_* 或 cluster_analysis_output，没有 trace_view.json 或 msprof*.json，也没有已知的 csv 文件或数据库。</translation>
    </message>
    <message>
        <source>Neither a Chrome trace (a list of events with &quot;ph&quot;, or &quot;traceEvents&quot;) nor a csv, json or db file that is named as the profiler&apos;s; nothing is shown from it.</source>
        <translation>既不是 Chrome trace（含“ph”的事件列表或“traceEvents”），也不是以 Profiler 的文件名命名的 csv、json 或 db 文件；不显示其内容。</translation>
    </message>
    <message>
        <source>The time base of the trace (baseTimeNanoseconds) is not a number of nanoseconds before the year 2239 (%1): its times do not fit those of other ranks.</source>
        <translation>trace 的时间基准（baseTimeNanoseconds）不是 2239 年之前的纳秒数（%1）：其时间与其他卡对不上。</translation>
    </message>
    <message>
        <source>The trace names its rank, %1, only after its events. A compressed trace of this size is not unpacked beforehand, so it is named by its file.</source>
        <translation>trace 在事件之后才说明属于卡 %1。压缩的 trace 过大，不会为此预先解压，因此以文件名称呼该卡。</translation>
    </message>
    <message>
        <source>The list of events has no closing bracket, as the format allows: all its events were read; whether there were more is unknown.</source>
        <translation>事件列表没有右括号，格式允许这样：其中的事件都已读取，但无法判断写入方是否还有更多事件。</translation>
    </message>
    <message>
        <source>No row of the cluster analysis is used: its tables are empty, or no view uses them (%1).</source>
        <translation>未使用集群分析的任何行：其中的表为空，或没有视图使用它们（%1）。</translation>
    </message>
    <message>
        <source>The experts of rank %1 work on %2 times the mean of the tokens of their domain (ranks %3): look at the routing before the device.</source>
        <translation>卡 %1 上的专家处理的 token 数是其专家并行域（卡 %3）平均值的 %2 倍：请先检查专家路由，再检查设备。</translation>
    </message>
    <message>
        <source>Each rank at its peak in the selected time or step: %2 MB on rank %1, %4 MB on rank %3.</source>
        <translation>各卡取所选时间或迭代内的峰值时刻：卡 %1 为 %2 MB，卡 %3 为 %4 MB。</translation>
    </message>
    <message>
        <source>No other rank has an operator of this name to compare it with.</source>
        <translation>没有其他卡有同名的算子可供比较。</translation>
    </message>
    <message>
        <source>Rank %1 computes %2 (%3) longer than its only peer, rank %4. It is the outlier: operators that other pipeline stages have too take %5 longer on it than there, and on its peer they do not.</source>
        <translation>卡 %1 的计算时间比唯一的同类卡 %4 长 %2（%3），异常的是前者：其他流水线阶段也有的算子在其上比在其他阶段长 %5，在其同类卡上则不然。</translation>
    </message>
    <message>
        <source>Not enough memory for more rows of the statement: these are the first ones.</source>
        <translation>内存放不下该语句的更多行：这里是最前面的行。</translation>
    </message>
    <message>
        <source>The statement has more rows than are kept: these are the first ones.</source>
        <translation>该语句的行数超过所保留的行数：这里是最前面的行。</translation>
    </message>
    <message>
        <source>Sample tables whose columns differ between versions (%1): their curves have the names and units of the database.</source>
        <translation>各版本列不相同的采样表（%1）：其曲线使用数据库中的名称和单位。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 are unevenly loaded: those of rank %2 work on %3 times the mean of the tokens.</source>
        <translation>卡 %1 的专家负载不均衡：卡 %2 上的专家处理的 token 数是平均值的 %3 倍。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 are evenly loaded: none work on more than %2 times the mean of the tokens.</source>
        <translation>卡 %1 的专家负载均衡：处理的 token 数最多为平均值的 %2 倍。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 are unevenly loaded: GroupedMatmul of rank %2 take %3 times the mean.</source>
        <translation>卡 %1 的专家负载不均衡：卡 %2 的 GroupedMatmul 耗时是平均值的 %3 倍。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 are evenly loaded: GroupedMatmul of no rank take more than %2 times the mean.</source>
        <translation>卡 %1 的专家负载均衡：各卡 GroupedMatmul 的耗时最多为平均值的 %2 倍。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 may be unevenly loaded: in alltoallv rank %2 moves %3 times the mean.</source>
        <translation>卡 %1 的专家负载可能不均衡：卡 %2 在 alltoallv 中的传输量是平均值的 %3 倍。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 may be evenly loaded: in alltoallv no rank moves more than %2 times the mean.</source>
        <translation>卡 %1 的专家负载可能均衡：各卡在 alltoallv 中的传输量最多为平均值的 %2 倍。</translation>
    </message>
    <message>
        <source>The load of the experts of ranks %1 is unknown: too little is known of these ranks to compare them.</source>
        <translation>无法得知卡 %1 的专家负载：这些卡的数据不足，无法相互比较。</translation>
    </message>
    <message>
        <source>The slowest link of type %1 is that from rank %2 to rank %3: %4 GB/s, %5 below the mean of its type.</source>
        <translation>类型为 %1 的链路中，卡 %2 到卡 %3 的最慢：%4 GB/s，比该类型的平均值低 %5。</translation>
    </message>
    <message>
        <source>Only the parts of the steps are known: Computing is forward and backward, including waits.</source>
        <translation>只知道迭代的各个阶段：计算时间即前向与反向时间，其中含有等待。</translation>
    </message>
    <message>
        <source>The file has links of whole steps, not of single operators: data received from other stages counts for links inside the stage.</source>
        <translation>该文件只给出整个迭代的链路数据，不区分算子：从其他流水线阶段接收的数据会计入本阶段内的链路。</translation>
    </message>
    <message>
        <source>A journal beside the database shows an interrupted write (%1): its tables may have half of it, and rows may be missing or wrong.</source>
        <translation>数据库旁有一个中断的写入留下的回滚日志（%1）：其表中可能只有该次写入的一部分，有些行可能缺失或有误。</translation>
    </message>
    <message>
        <source>A helper file of a database: nothing is read from it.</source>
        <translation>数据库的辅助文件，不读取其内容。</translation>
    </message>
    <message>
        <source>The table cannot be read to its end (%1): its rows until there, and all other tables, are shown.</source>
        <translation>该表无法读到末尾（%1）：显示其中已读出的行，其他表照常显示。</translation>
    </message>
    <message>
        <source>The database has an unknown layout (SCHEMA_VERSION %1; known versions begin with 1): tables and columns may mean something else than shown.</source>
        <translation>数据库的结构版本未知（SCHEMA_VERSION %1，已知的版本以 1 开头）：表和列的含义可能与所显示的不同。</translation>
    </message>
    <message>
        <source>hccl_raw_*.csv has transfer and wait of whole steps, not of single operators.</source>
        <translation>hccl_raw_*.csv 只给出整个迭代的传输与等待时间，不区分算子。</translation>
    </message>
    <message>
        <source>step_trace_raw_*_detail_time.csv has durations of %1 of %2 calls. For the others hccl_raw_*.csv has only transfer and wait, so sums of Elapse over them are empty.</source>
        <translation>%2 次调用中，step_trace_raw_*_detail_time.csv 只有 %1 次的时长。其余调用只能从 hccl_raw_*.csv 得到传输与等待时间，因此其总时长的合计留空。</translation>
    </message>
    <message>
        <source>For the longest of each GroupedMatmul a rank waits %1 on average, which an even spread would save in GroupedMatmul alone.</source>
        <translation>每张卡平均等待各次 GroupedMatmul 中最慢的一张卡 %1，负载均衡后仅 GroupedMatmul 就可以省去这段时间。</translation>
    </message>
    <message>
        <source>The experts of ranks %1 are evenly loaded: all work on as many tokens.</source>
        <translation>卡 %1 的专家负载均衡：处理的 token 数相同。</translation>
    </message>
    <message>
        <source>Tables or columns that every version writes are missing (%1): their content is missing, in another lane or without a name.</source>
        <translation>缺少每个版本都会写入的表或列（%1）：由其得出的内容缺失，或位于其他泳道，或没有名称。</translation>
    </message>
    <message>
        <source>Its device and its host take as long in each part of a step as the median of the ranks of its pipeline stage; all else stays as it is.</source>
        <translation>该卡的设备和主机在迭代各部分的耗时等于同一流水线阶段各卡的中位数；其余不变。</translation>
    </message>
    <message>
        <source>Its transfers take as long as those of comparable links; a collective then ends with the slowest of its other links.</source>
        <translation>其传输耗时与同类链路相同；集合通信随其余链路中最慢的一条结束。</translation>
    </message>
    <message>
        <source>Kernels of this type take that much less time; launches stay as they are.</source>
        <translation>该类型算子的耗时按倍数缩短；下发不变。</translation>
    </message>
    <message>
        <source>At most: no kernel waits for collectives, whether it needs their result or not; they run beside it for as long as before. Sends and receives are waited for as before.</source>
        <translation>上限：无论是否需要其结果，算子都不等待集合通信，集合通信与计算并行且耗时不变；发送与接收仍照常等待。</translation>
    </message>
    <message>
        <source>All that hosts do between the first and the last launch of a step, but for waiting, takes that much less time.</source>
        <translation>主机在迭代的首次与末次下发之间除等待以外的耗时按倍数缩短。</translation>
    </message>
    <message>
        <source>Replaying the run unchanged misses its length by %1; costs may be as far off.</source>
        <translation>不作改变地重演，结果与实际耗时相差 %1；代价可能有同样的偏差。</translation>
    </message>
    <message>
        <source>Each stage computes as long as the mean of all; which layers move is not looked at.</source>
        <translation>各流水线阶段的计算耗时等于所有阶段的平均值；不考虑具体移动哪些层。</translation>
    </message>
    <message>
        <source>The same layers are split so that the longest stage is as short as it can be, or the operators of a slow stage take as long as on the others.</source>
        <translation>各层重新划分，使耗时最长的阶段尽可能短；或慢阶段的算子与其他阶段耗时相同。</translation>
    </message>
    <message>
        <source>A rough estimate, mostly too low: collectives that stand one behind the other become one. It begins when the last of them can, and takes as long as all of them less the latency of the others.</source>
        <translation>粗略估计，通常偏低：前后相接的集合通信合为一次，最后一次可以开始时开始，耗时为各次之和减去其余各次的时延。</translation>
    </message>
    <message>
        <source>Not replayed: it has no trace, one that lacks steps, or a clock that cannot be aligned.</source>
        <translation>未参与重演：没有 trace、trace 缺少迭代，或时钟无法对齐。</translation>
    </message>
    <message>
        <source>Ranks without a trace are followed by their collectives alone: a step lasts from the first to the last of them, and what a rank did between two of them is one part.</source>
        <translation>没有 trace 的卡只能按集合通信追溯：迭代从其第一次集合通信到最后一次为止，两次之间该卡做了什么不再区分。</translation>
    </message>
    <message>
        <source>Ranks have no whole trace (%1): the path follows them by their collectives alone, and what such a rank did between two of them is one part.</source>
        <translation>以下卡没有完整的 trace（%1）：路径只按集合通信追溯这些卡，两次集合通信之间做了什么不再区分。</translation>
    </message>
    <message>
        <source>Ranks are left out of the critical path (%1): they are missing, have no usable trace, or their clocks cannot be aligned.</source>
        <translation>关键路径未包括以下卡（%1）：这些卡缺失、没有可用的 trace，或时钟无法对齐。</translation>
    </message>
    <message>
        <source>The clocks of the ranks could not be aligned: the path stays on the rank whose step took longest.</source>
        <translation>各卡的时钟无法对齐：路径只在迭代耗时最长的卡上。</translation>
    </message>
    <message>
        <source>Against %1 the step differs by %2 %. One run has a single step, so it may be chance.</source>
        <translation>与 %1 相比，迭代时间相差 %2 %。有一组数据只有一个迭代，无法判断是否偶然。</translation>
    </message>
    <message>
        <source>Behind the last work on the device the last step goes on for %1 ms on the host, in %2 for %3 ms: no time of the step holds these.</source>
        <translation>最后一个迭代在设备的最后一个任务之后，主机侧还持续 %1 ms，在 %2 中为 %3 ms：迭代的各项时间均不包含这一段。</translation>
    </message>
    <message>
        <source>The step takes %2 % longer than in %1 (95 % interval of the change: %3 to %4 %).</source>
        <translation>迭代时间比 %1 长 %2 %（变化的 95 % 区间：%3 至 %4 %）。</translation>
    </message>
    <message>
        <source>The step takes %2 % less time than in %1 (95 % interval of the change: %3 to %4 %).</source>
        <translation>迭代时间比 %1 短 %2 %（变化的 95 % 区间：%3 至 %4 %）。</translation>
    </message>
    <message>
        <source>The steps vary too much to tell whether the step takes as long as in %1: it differs by %2 % (95 % interval of the change: %3 to %4 %).</source>
        <translation>迭代波动过大，无法判断迭代时间是否与 %1 相同：相差 %2 %（变化的 95 % 区间：%3 至 %4 %）。</translation>
    </message>
    <message>
        <source>The step is no longer and no shorter than in %1, as far as its steps tell: it differs by %2 % (95 % interval of the change: %3 to %4 %).</source>
        <translation>就现有迭代来看，迭代时间与 %1 相同：相差 %2 %（变化的 95 % 区间：%3 至 %4 %）。</translation>
    </message>
    <message>
        <source>Of all ranks, rank %1 computes longest in comparison: %2 ms more in a step.</source>
        <translation>所有卡中，卡 %1 的计算时间增加最多：每个迭代多 %2 ms。</translation>
    </message>
    <message>
        <source>Of all ranks, rank %1 gained most in computing: %2 ms less in a step.</source>
        <translation>所有卡中，卡 %1 的计算时间减少最多：每个迭代少 %2 ms。</translation>
    </message>
    <message>
        <source>Most of it is computing: %1 of %2 ms.</source>
        <translation>其中计算占得最多：%2 ms 中的 %1 ms。</translation>
    </message>
    <message>
        <source>No part of it changes by 1 % of the step: the change is spread over them.</source>
        <translation>没有哪一部分的变化达到迭代的 1 %：变化分散在各部分。</translation>
    </message>
    <message>
        <source>Most of it is non-overlapped communication: %1 of %2 ms.</source>
        <translation>其中通信（未被覆盖）占得最多：%2 ms 中的 %1 ms。</translation>
    </message>
    <message>
        <source>Most of it is idle time: %1 of %2 ms.</source>
        <translation>其中空闲占得最多：%2 ms 中的 %1 ms。</translation>
    </message>
    <message>
        <source>Most of it is preparing: %1 of %2 ms.</source>
        <translation>其中准备占得最多：%2 ms 中的 %1 ms。</translation>
    </message>
    <message>
        <source>Steps compared, each with the one of the same name in the other run: %1.</source>
        <translation>两组数据各有 %1 个迭代参与比对，同名的迭代逐一相比。</translation>
    </message>
    <message>
        <source>Mean steps are compared; %2 has %1 of them, %4 has %3.</source>
        <translation>比对各自的平均迭代；%2 有 %1 个迭代，%4 有 %3 个。</translation>
    </message>
    <message>
        <source>%1 is left out: it has no step with all parts of its time in common with the first run.</source>
        <translation>未列出 %1：它与第一组数据没有共同的、时间各部分齐全的迭代。</translation>
    </message>
    <message>
        <source>Ranks with a counterpart: %1. %2 has %3, %4 has %5.</source>
        <translation>%1 张卡在另一组数据中有对应的卡；%2 有 %3 张卡，%4 有 %5 张。</translation>
    </message>
    <message>
        <source>advisor of msprof-analyze</source>
        <translation>msprof-analyze 的专家建议</translation>
    </message>
    <message>
        <source>expert system of MindStudio Insight</source>
        <translation>MindStudio Insight 的专家系统</translation>
    </message>
    <message>
        <source>advisor of msprof-analyze, MindStudio Insight</source>
        <translation>msprof-analyze 的专家建议、MindStudio Insight</translation>
    </message>
    <message>
        <source>diagnosis of RankScope</source>
        <translation>RankScope 的诊断</translation>
    </message>
    <message>
        <source>data analyser of MindSpore</source>
        <translation>MindSpore 的数据分析</translation>
    </message>
    <message>
        <source>If the operators have more to do there, balance the input (shapes, batch, experts). If all of them are slower, look at the chip: npu-smi info for its temperature, power and frequency, and change the device.</source>
        <translation>若该卡的算子工作量更大，请均衡输入（形状、batch、专家）。若所有算子都慢，请检查芯片：用 npu-smi info 查看温度、功耗与频率，并更换设备。</translation>
    </message>
    <message>
        <source>Compare the operators that take longer with those of a peer: types, formats, versions of CANN, and what else runs on the device.</source>
        <translation>请将耗时更长的算子与同类卡的算子比较：数据类型、格式、CANN 版本，以及该设备上是否还运行其他任务。</translation>
    </message>
    <message>
        <source>Balance the experts: the routing of tokens (auxiliary loss, capacity factor) or which rank has which expert.</source>
        <translation>请均衡专家：调整 token 路由（辅助损失、容量因子）或专家在各卡上的分布。</translation>
    </message>
    <message>
        <source>Balance the input: shapes, batch and sequence lengths as on the other ranks.</source>
        <translation>请均衡输入：形状、batch 与序列长度应与其他卡一致。</translation>
    </message>
    <message>
        <source>Look at the chip: npu-smi info for its temperature, power and frequency. Change the device if it stays slow.</source>
        <translation>请检查芯片：用 npu-smi info 查看温度、功耗与频率；若仍然慢，请更换设备。</translation>
    </message>
    <message>
        <source>Move layers from the longest stage to a shorter one: num_layer_list or pipeline_stage of the model, --num-layer-list of MindSpeed.</source>
        <translation>把最长阶段的层移到较短的阶段：模型的 num_layer_list 或 pipeline_stage，MindSpeed 的 --num-layer-list。</translation>
    </message>
    <message>
        <source>Look at the host of that rank: other processes on its CPUs, binding to CPUs (taskset, CPU_AFFINITY_CONF of torch_npu, bind_core of MindSpore), its power mode, slow disks.</source>
        <translation>检查该卡的主机：CPU 上的其他进程、绑核（taskset、torch_npu 的 CPU_AFFINITY_CONF、MindSpore 的 bind_core）、电源模式、慢磁盘。</translation>
    </message>
    <message>
        <source>Look at what that rank alone does between steps: loading data, logging, saving, evaluation.</source>
        <translation>检查该卡在迭代之间单独做了什么：加载数据、写日志、保存、评估。</translation>
    </message>
    <message>
        <source>Check the link: hccn_tool for the state of the port, its optical module and dropped packets; cables; the switch&apos;s flow control (PFC, HCCL_RDMA_TC, HCCL_RDMA_SL). Else place ranks so that little runs over it.</source>
        <translation>检查链路：用 hccn_tool 查看端口状态、光模块与丢包；线缆；交换机流控（PFC、HCCL_RDMA_TC、HCCL_RDMA_SL）。否则调整卡的排布，减少经过它的通信。</translation>
    </message>
    <message>
        <source>PyTorch: torch_npu.npu.set_compile_mode(jit_compile=False), and fixed shapes (pad, bucket the batches). MindSpore: jit_level O0 or O1, or fixed shapes with set_inputs().</source>
        <translation>PyTorch：torch_npu.npu.set_compile_mode(jit_compile=False)，并固定形状（补齐、按长度分桶）。MindSpore：jit_level 设为 O0 或 O1，或用 set_inputs() 固定形状。</translation>
    </message>
    <message>
        <source>Keep values on the device: no item(), print(), tolist() or comparison of tensors inside a step; log every so many steps; copy with non_blocking=True. Unset ASCEND_LAUNCH_BLOCKING.</source>
        <translation>把数值留在设备上：迭代内不用 item()、print()、tolist()，也不比较张量；每隔若干迭代再写日志；复制时用 non_blocking=True。取消设置 ASCEND_LAUNCH_BLOCKING。</translation>
    </message>
    <message>
        <source>Collect at times of your own: gc.disable() and gc.collect() every so many steps, or gc.freeze() after the first step and a higher gc.set_threshold().</source>
        <translation>自行决定回收时机：gc.disable()，每隔若干迭代 gc.collect()；或在首个迭代后 gc.freeze()，并调高 gc.set_threshold()。</translation>
    </message>
    <message>
        <source>Load ahead: more num_workers with persistent_workers=True, pin_memory=True and a larger prefetch_factor (PyTorch); more num_parallel_workers and a larger prefetch_size (MindSpore). Keep data on fast disks.</source>
        <translation>提前加载：增大 num_workers，并设 persistent_workers=True、pin_memory=True 和更大的 prefetch_factor（PyTorch）；增大 num_parallel_workers 与 prefetch_size（MindSpore）。数据放在快速磁盘上。</translation>
    </message>
    <message>
        <source>Save more rarely, or in the background: copy the weights to the host and write them while the next steps run (async_save of torch.distributed.checkpoint and of MindSpore, --async-save of Megatron).</source>
        <translation>降低保存频率，或异步保存：先把权重拷贝到主机侧，再在后续迭代运行时写盘（torch.distributed.checkpoint 与 MindSpore 的 async_save，Megatron 的 --async-save）。</translation>
    </message>
    <message>
        <source>Raise num_parallel_workers of the operator that holds up the others, and its prefetch_size; prepare the data offline (MindRecord).</source>
        <translation>增大瓶颈算子的 num_parallel_workers 与 prefetch_size；离线准备数据（MindRecord）。</translation>
    </message>
    <message>
        <source>Let the allocator grow its segments: PYTORCH_NPU_ALLOC_CONF=expandable_segments:True. Lower the peak, or fix the shapes, so that blocks fit again; no torch_npu.npu.empty_cache() inside a step.</source>
        <translation>让分配器扩展内存段：PYTORCH_NPU_ALLOC_CONF=expandable_segments:True。降低峰值或固定形状，使内存块可复用；迭代内不调用 torch_npu.npu.empty_cache()。</translation>
    </message>
    <message>
        <source>Use the implementation of torch_npu, which gathers once for each layer, or BatchNorm without synchronisation where the batch of a rank is large enough.</source>
        <translation>使用 torch_npu 的实现，每层只汇集一次；若单卡 batch 足够大，可用不同步的 BatchNorm。</translation>
    </message>
    <message>
        <source>Replace it; the parameters stay the same.</source>
        <translation>替换它，参数不变。</translation>
    </message>
    <message>
        <source>Launch less or faster: graph mode (torch.compile with torchair, jit_level O2 of MindSpore), fused operators, TASK_QUEUE_ENABLE=2, CPU binding (CPU_AFFINITY_CONF of torch_npu, bind_core of MindSpore), larger micro-batches.</source>
        <translation>减少或加快下发：图模式（torch.compile 与 torchair、MindSpore 的 jit_level O2）、融合算子、TASK_QUEUE_ENABLE=2、绑核（torch_npu 的 CPU_AFFINITY_CONF、MindSpore 的 bind_core）、更大的 micro-batch。</translation>
    </message>
    <message>
        <source>Change the variable before the program starts.</source>
        <translation>在程序启动前修改该变量。</translation>
    </message>
    <message>
        <source>Find out why it does not run on the AI cores: mostly a data type (double, int64, complex) or an operator that they lack. Convert the type, or write it with other operators.</source>
        <translation>查明它为何不在 AI Core 上运行：多因数据类型（double、int64、complex）或缺少该算子。转换类型，或改用其他算子。</translation>
    </message>
    <message>
        <source>Check power and cooling of the device: npu-smi info -t power, -t temp; a power limit, dust, a hot rack. Short drops of a very dense kernel are the chip&apos;s own protection.</source>
        <translation>检查设备的供电与散热：npu-smi info -t power、-t temp；功耗限制、灰尘、机柜过热。计算很密集的 Kernel 短时降频是芯片的自我保护。</translation>
    </message>
    <message>
        <source>Choose shapes (batch, sequence, heads) whose tiles are a multiple of the number of cores; tune the operator with AOE.</source>
        <translation>选择切块数为核数整数倍的形状（batch、序列、头数）；用 AOE 调优该算子。</translation>
    </message>
    <message>
        <source>Tune the operator with AOE, or make it larger: fuse it with its neighbours, merge small ones into a batch.</source>
        <translation>用 AOE 调优该算子，或让它更大：与相邻算子融合，把小算子合并为一批。</translation>
    </message>
    <message>
        <source>Call the fused operator, or let the graph compiler fuse them.</source>
        <translation>调用融合算子，或由图编译融合。</translation>
    </message>
    <message>
        <source>Call the one of torch_npu; check the accuracy once.</source>
        <translation>改用 torch_npu 的接口，并核对一次精度。</translation>
    </message>
    <message>
        <source>Move more at once: larger buckets of gradients (bucket_cap_mb, allreduce_fusion_config of MindSpore), a larger micro-batch, fewer accumulation steps with communication.</source>
        <translation>一次传输更多：增大梯度 bucket（bucket_cap_mb、MindSpore 的 allreduce_fusion_config）、增大 micro-batch，减少带通信的累积次数。</translation>
    </message>
    <message>
        <source>Pad tensors and buckets so that the part of each rank is a multiple of 512 bytes.</source>
        <translation>补齐张量与 bucket，使每张卡的部分为 512 字节的整数倍。</translation>
    </message>
    <message>
        <source>Change what overlaps: HCCL_ALGO or HCCL_OP_EXPANSION_MODE, another order of communication and matrix products; for tensor parallelism a fused operator (matmul with allreduce).</source>
        <translation>改变重叠的对象：HCCL_ALGO 或 HCCL_OP_EXPANSION_MODE，调整通信与矩阵乘的顺序；张量并行可用融合算子（matmul 与 allreduce）。</translation>
    </message>
    <message>
        <source>Packets were lost: check the network&apos;s flow control (PFC), HCCL_RDMA_TC and HCCL_RDMA_SL, HCCL_RDMA_TIMEOUT and HCCL_RDMA_RETRY_CNT.</source>
        <translation>有丢包：检查网络流控（PFC）、HCCL_RDMA_TC 与 HCCL_RDMA_SL、HCCL_RDMA_TIMEOUT 与 HCCL_RDMA_RETRY_CNT。</translation>
    </message>
    <message>
        <source>The host waits in %2 until the device has finished, and %1 times the device then has nothing to do until the next launch arrives, %3 ms together.</source>
        <translation>主机在 %2 中等待设备完成，其中 %1 次此后设备空闲，直到下一次下发到达，共 %3 ms。</translation>
    </message>
    <message>
        <source>Not checked without flows from launches to kernels (HostToDevice): %1.</source>
        <translation>没有从下发到 Kernel 的连线（HostToDevice），未检查：%1。</translation>
    </message>
    <message>
        <source>%1 kernels start right after their launch, and in between the device has nothing to do for %2 ms: the host launches too slowly.</source>
        <translation>有 %1 个 Kernel 一下发就开始，其间设备空闲 %2 ms：主机下发太慢。</translation>
    </message>
    <message>
        <source>Use %1; the parameters stay the same.</source>
        <translation>改用 %1，参数不变。</translation>
    </message>
    <message>
        <source>Calls of %4: %1, %2 ms of the host together; the device has nothing to do for %3 ms of it.</source>
        <translation>%4 的 %1 次调用占用主机 %2 ms，其间设备空闲 %3 ms。</translation>
    </message>
    <message>
        <source>Not checked without a trace: %1.</source>
        <translation>没有 trace，未检查：%1。</translation>
    </message>
    <message>
        <source>%1 operators are compiled while the steps run, for %2 ms; the device has nothing to do for %3 ms of it.</source>
        <translation>迭代运行时编译了 %1 个算子，耗时 %2 ms，其间设备空闲 %3 ms。</translation>
    </message>
    <message>
        <source>Garbage collections of Python: %1, %2 ms together; the device has nothing to do for %3 ms of it.</source>
        <translation>Python 垃圾回收 %1 次，共 %2 ms，其间设备空闲 %3 ms。</translation>
    </message>
    <message>
        <source>Batches that come late: %1, %2 ms together; the device has nothing to do for %3 ms of it.</source>
        <translation>数据来得晚 %1 次，共 %2 ms，其间设备空闲 %3 ms。</translation>
    </message>
    <message>
        <source>Checkpoints: %1, %2 ms together; the device has nothing to do for %3 ms of it.</source>
        <translation>保存权重 %1 次，共 %2 ms，其间设备空闲 %3 ms。</translation>
    </message>
    <message>
        <source>Calls that take memory from the driver or give it back: %1, %2 ms together; the device has nothing to do for %3 ms of it.</source>
        <translation>向驱动申请或归还内存的调用 %1 次，共 %2 ms，其间设备空闲 %3 ms。</translation>
    </message>
    <message>
        <source>%1 SyncBatchNorm take %2 ms of the host; the device has nothing to do for %3 ms of it.</source>
        <translation>%1 个 SyncBatchNorm 占用主机 %2 ms，其间设备空闲 %3 ms。</translation>
    </message>
    <message>
        <source>Not checked without the environment variables of profiler_metadata.json: %1.</source>
        <translation>没有 profiler_metadata.json 的环境变量，未检查：%1。</translation>
    </message>
    <message>
        <source>%1 is %2: every launch waits for its kernel.</source>
        <translation>%1 为 %2：每次下发都等待其 Kernel。</translation>
    </message>
    <message>
        <source>%1 is %2: CANN writes much into its logs, which slows every call down.</source>
        <translation>%1 为 %2：CANN 写入大量日志，每次调用都变慢。</translation>
    </message>
    <message>
        <source>The host launches too slowly, and %1 is &quot;%2&quot;: few operators of aclnn are kept for their next call.</source>
        <translation>主机下发太慢，而 %1 为“%2”：只有少量 aclnn 算子被缓存供下次调用。</translation>
    </message>
    <message>
        <source>The host launches too slowly, and %1 is &quot;%2&quot;: nothing is kept of shapes that come again.</source>
        <translation>主机下发太慢，而 %1 为“%2”：重复出现的形状没有缓存。</translation>
    </message>
    <message>
        <source>Much time goes into calls for memory, and %1 is &quot;%2&quot;: segments do not grow.</source>
        <translation>内存调用耗时很多，而 %1 为“%2”：内存段不可扩展。</translation>
    </message>
    <message>
        <source>Convert its data type (%1) to float32, float16, bfloat16 or int32.</source>
        <translation>把它的数据类型（%1）转换为 float32、float16、bfloat16 或 int32。</translation>
    </message>
    <message>
        <source>Write it with other operators: a mask (where, masked_fill, multiplication) in place of indices, gather or index_select.</source>
        <translation>改用其他算子：用掩码（where、masked_fill、乘法）代替索引，或用 gather、index_select。</translation>
    </message>
    <message>
        <source>Convert its data type (%1) to int32 or float32 if the values allow it.</source>
        <translation>若数值允许，把它的数据类型（%1）转换为 int32 或 float32。</translation>
    </message>
    <message>
        <source>Not checked without a table of kernels or a trace: %1.</source>
        <translation>没有 Kernel 表或 trace，未检查：%1。</translation>
    </message>
    <message>
        <source>On the AI CPU: %2, calls: %1, %3 ms together.</source>
        <translation>在 AI CPU 上运行：%2，调用 %1 次，共 %3 ms。</translation>
    </message>
    <message>
        <source>Not checked without Block Dim, which Level1 and Level2 write: %1.</source>
        <translation>没有 Block Dim（Level1 与 Level2 才有），未检查：%1。</translation>
    </message>
    <message>
        <source>Not checked, as no file says how many cores the chip has (advice.json may, by cubeCores and vectorCores): %1.</source>
        <translation>没有文件说明芯片的核数（可在 advice.json 中用 cubeCores 与 vectorCores 给出），未检查：%1。</translation>
    </message>
    <message>
        <source>Not checked, as the peak of the chip is unknown (the table mfu says what gives it): %1.</source>
        <translation>芯片的峰值算力未知（表 mfu 说明如何给出），未检查：%1。</translation>
    </message>
    <message>
        <source>Calls of %2: %1, %3 ms together; they reach %4 % of what the chip allows for their shapes and data types.</source>
        <translation>%2 的 %1 次调用耗时 %3 ms，仅达到芯片在其形状和数据类型下上限的 %4 %。</translation>
    </message>
    <message>
        <source>Give the cube units more at once: a larger micro-batch, fused products (QKV, grouped matmul), sizes that are multiples of 16, inputs that need no transposition; tune the operator with AOE.</source>
        <translation>让 Cube 单元一次处理更多：更大的 micro-batch、融合的矩阵乘（QKV、grouped matmul）、16 的倍数的尺寸、无需转置的输入；用 AOE 调优该算子。</translation>
    </message>
    <message>
        <source>operator_mfu of msprof-analyze</source>
        <translation>msprof-analyze 的 operator_mfu</translation>
    </message>
    <message>
        <source>Calls of %2: %1, %3 ms together; their blocks leave cores without work (blocks / cores: %4).</source>
        <translation>%2 的 %1 次调用耗时 %3 ms，其 Block 数使部分核没有工作（Block 数 / 核数：%4）。</translation>
    </message>
    <message>
        <source>Not checked without counters of pipes (aic_metrics=PipeUtilization): %1.</source>
        <translation>没有流水计数（aic_metrics=PipeUtilization），未检查：%1。</translation>
    </message>
    <message>
        <source>Not checked without the AI core frequency in the trace: %1.</source>
        <translation>trace 中没有 AI Core 频率，未检查：%1。</translation>
    </message>
    <message>
        <source>Drops of the frequency while the AI cores have work: %1, from %2 MHz down to %3 MHz, for %4 ms together.</source>
        <translation>AI Core 有任务时降频 %1 次，从 %2 MHz 降到 %3 MHz，共 %4 ms。</translation>
    </message>
    <message>
        <source>Use %1, and check the accuracy once.</source>
        <translation>改用 %1，并核对一次精度。</translation>
    </message>
    <message>
        <source>Not checked without types of kernels, which Level0 does not write: %1.</source>
        <translation>没有 Kernel 类型（Level0 不写），未检查：%1。</translation>
    </message>
    <message>
        <source>%2 follow each other on a stream %1 times and take %3 ms.</source>
        <translation>%2 在一个 Stream 上连续出现 %1 次，耗时 %3 ms。</translation>
    </message>
    <message>
        <source>%2 follow each other %1 times and take %3 ms of the host.</source>
        <translation>%2 连续出现 %1 次，占用主机 %3 ms。</translation>
    </message>
    <message>
        <source>Not checked without a table of kernels: %1.</source>
        <translation>没有 Kernel 表，未检查：%1。</translation>
    </message>
    <message>
        <source>Not checked without minddata_pipeline_summary (data_process=True): %1.</source>
        <translation>没有 minddata_pipeline_summary（data_process=True），未检查：%1。</translation>
    </message>
    <message>
        <source>The pack holds rank %1 of other files than the index was made of: it is not used, and the rank has only its summary. Make the index again.</source>
        <translation>卡数据包中的卡 %1 来自其他文件，与建立索引时的不同：不使用此卡数据包，该卡只有摘要。请重新建立索引。</translation>
    </message>
    <message>
        <source>The pack holds rank %1, not the one whose place it has: it is not used, and that rank has only its summary. Give the packs their names again, or make the index again.</source>
        <translation>卡数据包中是卡 %1，不是其所在位置对应的卡：不使用此卡数据包，后者只有摘要。请恢复各卡数据包的文件名，或重新建立索引。</translation>
    </message>
    <message>
        <source>A newer version of the program wrote this file, and only that one reads it: nothing is shown from it.</source>
        <translation>此文件由更新版本的程序写入，只有该版本能读取：其内容不显示。</translation>
    </message>
    <message>
        <source>The file of packed ranks is damaged or cut off: nothing is shown from it. Make it again from the files of the run.</source>
        <translation>卡数据包文件已损坏或被截断：其内容不显示。请用采集数据的文件重新生成。</translation>
    </message>
    <message>
        <source>The rank is missing in the index, because it could not be packed: %1</source>
        <translation>该卡打包失败，因此索引中没有该卡：%1</translation>
    </message>
    <message>
        <source>advice.json is no JSON object: %1.</source>
        <translation>advice.json 不是 JSON 对象：%1。</translation>
    </message>
    <message>
        <source>An entry of %1 in advice.json is not of the form {&quot;sequence&quot;: …, &quot;use&quot;: …}: &quot;%2&quot;.</source>
        <translation>advice.json 的列表 %1 中有一项不符合 {&quot;sequence&quot;: …, &quot;use&quot;: …} 的形式：“%2”。</translation>
    </message>
    <message>
        <source>The rank pack is not there, or may not be read: nothing is shown from it. If the packs lie on another host, open the index there: ssh://host/path.</source>
        <translation>卡数据包不存在或无权读取：其内容不显示。如果卡数据包在其他主机上，请打开该主机上的索引：ssh://主机/路径。</translation>
    </message>
    <message>
        <source>The answer of the host cannot be kept in the temporary folder (%1): it is not used.</source>
        <translation>主机发来的数据无法存入临时文件夹（%1）：未采用。</translation>
    </message>
    <message>
        <source>This is no run on another host: write ssh://[user@]host[:port]/path.</source>
        <translation>这不是其他主机上的采集数据：请写作 ssh://[用户@]主机[:端口]/路径。</translation>
    </message>
    <message>
        <source>The program that connects to the host did not start (%1): nothing was fetched.</source>
        <translation>连接主机的程序未能启动（%1）：未获取任何数据。</translation>
    </message>
    <message>
        <source>The host has another version of rankscope-cli, %1, which uses another protocol: nothing was fetched. Install the same version on both.</source>
        <translation>主机上 rankscope-cli 的版本是 %1，通信协议与本程序不同：未获取任何数据。请在两端安装相同版本。</translation>
    </message>
    <message>
        <source>rankscope-cli did not answer on the host (%1): nothing was fetched. Install it there, or set its path by File &gt; Remote Hosts.</source>
        <translation>主机上的 rankscope-cli 没有应答（%1）：未获取任何数据。请在主机上安装它，或通过“文件 &gt; 远程主机”设置其路径。</translation>
    </message>
    <message>
        <source>The host did not give what was asked for, and no reason.</source>
        <translation>主机没有给出所请求的数据，也没有说明原因。</translation>
    </message>
    <message>
        <source>Nothing that RankScope can show was found below this path on the host.</source>
        <translation>在主机的该路径下未找到 RankScope 可显示的数据。</translation>
    </message>
    <message>
        <source>No temporary folder can be made on the host (%1): nothing was fetched.</source>
        <translation>主机上无法创建临时文件夹（%1）：未获取任何数据。</translation>
    </message>
    <message>
        <source>The host did not understand the question.</source>
        <translation>主机无法识别该请求。</translation>
    </message>
    <message>
        <source>There is no pack of the rank on the host any more (%1): it was not fetched.</source>
        <translation>主机上已没有该卡的数据包（%1）：未获取。</translation>
    </message>
    <message>
        <source>The summaries of the ranks cannot be written into the temporary folder of the host (%1): nothing was fetched.</source>
        <translation>各卡的摘要无法写入主机的临时文件夹（%1）：未获取任何数据。</translation>
    </message>
    <message>
        <source>The host cannot pack the rank (%1): it was not fetched.</source>
        <translation>主机无法打包该卡（%1）：未获取。</translation>
    </message>
    <message>
        <source>A file cannot be read on the host (%1): it was not fetched.</source>
        <translation>主机上的文件无法读取（%1）：未获取。</translation>
    </message>
    <message>
        <source>The answer of the host does not follow the protocol: it is not used. Try again.</source>
        <translation>主机发来的数据不符合协议：未采用。请重试。</translation>
    </message>
    <message>
        <source>The answer of the host arrived damaged: it is not used. Try again.</source>
        <translation>主机发来的数据在传输中损坏：未采用。请重试。</translation>
    </message>
    <message>
        <source>The connection to the host broke off (%1): the answer did not come whole, and is not used. Try again.</source>
        <translation>与主机的连接中断（%1）：数据不完整，未采用。请重试。</translation>
    </message>
    <message>
        <source>The host was silent for %1 s: the answer did not come whole, and is not used. Try again.</source>
        <translation>主机 %1 秒没有响应：数据不完整，未采用。请重试。</translation>
    </message>
    <message>
        <source>The host cannot be reached (%1): nothing was fetched.</source>
        <translation>无法连接主机（%1）：未获取任何数据。</translation>
    </message>
</context>
<context>
    <name>Place</name>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>数据第 %1 行</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>列 %1</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>键 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <comment>All other platforms</comment>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>驱动器</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>Tables</name>
    <message>
        <source>aligned</source>
        <translation>已对齐</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Offset (%1)</source>
        <translation>偏移 (%1)</translation>
    </message>
    <message>
        <source>By how much the rank&apos;s clock runs ahead of the reference&apos;s: the median over the ends of shared collectives.</source>
        <translation>该卡时钟比参考卡快多少：共同集合通信结束时刻之差的中位数。</translation>
    </message>
    <message>
        <source>Drift (ppm)</source>
        <translation>漂移 (ppm)</translation>
    </message>
    <message>
        <source>How fast the offset grows; 0 if no drift can be seen.</source>
        <translation>偏移增长的速度；看不出漂移时为 0。</translation>
    </message>
    <message>
        <source>Origin (%1)</source>
        <translation>原点 (%1)</translation>
    </message>
    <message>
        <source>The moment at which the offset holds exactly.</source>
        <translation>偏移量精确成立的时刻。</translation>
    </message>
    <message>
        <source>Residual P95 (%1)</source>
        <translation>残差 P95 (%1)</translation>
    </message>
    <message>
        <source>95 % of the shared ends lie this close together after the correction.</source>
        <translation>校正后 95 % 的共同结束时刻相差不超过此值。</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配数</translation>
    </message>
    <message>
        <source>Shared operators behind the estimate.</source>
        <translation>估计所依据的共同算子数。</translation>
    </message>
    <message>
        <source>Unmatched</source>
        <translation>未匹配</translation>
    </message>
    <message>
        <source>Operators of the rank in the same communication domain without a partner.</source>
        <translation>该卡在同一通信域中找不到对应算子的算子个数。</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Communication domain</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>From rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>To rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Number of the transfer between the two ranks, from 0.</source>
        <translation>两卡之间的第几次传输，从 0 开始。</translation>
    </message>
    <message>
        <source>Name of the send</source>
        <translation>发送算子</translation>
    </message>
    <message>
        <source>Start of the send (%1)</source>
        <translation>发送开始 (%1)</translation>
    </message>
    <message>
        <source>Start as an offset from the start of the run.</source>
        <translation>开始时刻，相对于采集开始。</translation>
    </message>
    <message>
        <source>Send (%1)</source>
        <translation>发送 (%1)</translation>
    </message>
    <message>
        <source>Length of the send operator.</source>
        <translation>发送算子的时长。</translation>
    </message>
    <message>
        <source>Name of the receive</source>
        <translation>接收算子</translation>
    </message>
    <message>
        <source>Start of the receive (%1)</source>
        <translation>接收开始 (%1)</translation>
    </message>
    <message>
        <source>Receive (%1)</source>
        <translation>接收 (%1)</translation>
    </message>
    <message>
        <source>Length of the receive operator.</source>
        <translation>接收算子的时长。</translation>
    </message>
    <message>
        <source>Size (MB)</source>
        <translation>数据量 (MB)</translation>
    </message>
    <message>
        <source>Megabytes of 10^6 bytes.</source>
        <translation>1 MB 为 10^6 字节。</translation>
    </message>
    <message>
        <source>Bandwidth (GB/s)</source>
        <translation>带宽 (GB/s)</translation>
    </message>
    <message>
        <source>Size over the shorter of the two operators: the side that came first only waits.</source>
        <translation>数据量除以两个算子中较短的时长：先到的一方只是在等待。</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Start (%1)</source>
        <translation>开始 (%1)</translation>
    </message>
    <message>
        <source>Duration (%1)</source>
        <translation>时长 (%1)</translation>
    </message>
    <message>
        <source>Peer in the domain</source>
        <translation>域内对端</translation>
    </message>
    <message>
        <source>Index of the other side in the domain, if the tasks of the operator name it.</source>
        <translation>对端在域内的序号（算子的任务给出时）。</translation>
    </message>
    <message>
        <source>Clocks of the ranks</source>
        <translation>各卡的时钟</translation>
    </message>
    <message>
        <source>Sends with their receives</source>
        <translation>发送与接收的配对</translation>
    </message>
    <message>
        <source>Sends and their receives, paired by domain, peer and order; timestamps are those of the files.</source>
        <translation>各卡之间的发送与对应的接收，按通信域、对端和次序配对；时间戳与文件一致。</translation>
    </message>
    <message>
        <source>Sends and receives without a partner</source>
        <translation>没有对应的收发</translation>
    </message>
    <message>
        <source>Which transfers cannot be paired, and on which rank they are.</source>
        <translation>哪些收发无法配对，以及它们在哪张卡上。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Start (us)</source>
        <translation>开始 (us)</translation>
    </message>
    <message>
        <source>Start as the file writes it; sums have none.</source>
        <translation>文件中写的开始时间；汇总行没有。</translation>
    </message>
    <message>
        <source>Elapse (%1)</source>
        <translation>总耗时 (%1)</translation>
    </message>
    <message>
        <source>Whole time of the operator.</source>
        <translation>算子的总时间。</translation>
    </message>
    <message>
        <source>Transit (%1)</source>
        <translation>传输 (%1)</translation>
    </message>
    <message>
        <source>Time in which data moved.</source>
        <translation>数据传输的时间。</translation>
    </message>
    <message>
        <source>Synchronisation (%1)</source>
        <translation>同步 (%1)</translation>
    </message>
    <message>
        <source>Waiting for the other ranks before the first data moved.</source>
        <translation>第一次传输数据之前等待其他卡的时间。</translation>
    </message>
    <message>
        <source>Wait (%1)</source>
        <translation>等待 (%1)</translation>
    </message>
    <message>
        <source>All waiting for the other ranks.</source>
        <translation>等待其他卡的全部时间。</translation>
    </message>
    <message>
        <source>Idle (%1)</source>
        <translation>空闲 (%1)</translation>
    </message>
    <message>
        <source>Neither moving data nor waiting.</source>
        <translation>既不传输数据也不等待的时间。</translation>
    </message>
    <message>
        <source>Synchronisation ratio</source>
        <translation>同步时间占比</translation>
    </message>
    <message>
        <source>Synchronisation / (synchronisation + transit).</source>
        <translation>同步 /（同步 + 传输）。</translation>
    </message>
    <message>
        <source>Wait ratio</source>
        <translation>等待时间占比</translation>
    </message>
    <message>
        <source>Wait / (wait + transit).</source>
        <translation>等待 /（等待 + 传输）。</translation>
    </message>
    <message>
        <source>Rank kind</source>
        <translation>卡号类型</translation>
    </message>
    <message>
        <source>Local: the file names indices inside the domain, and no file says which ranks they are.</source>
        <translation>局部：文件中是域内序号，没有信息说明对应哪些卡。</translation>
    </message>
    <message>
        <source>global</source>
        <translation>全局</translation>
    </message>
    <message>
        <source>local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>Link type</source>
        <translation>链路类型</translation>
    </message>
    <message>
        <source>Transit size (MB)</source>
        <translation>传输数据量 (MB)</translation>
    </message>
    <message>
        <source>Transit time (%1)</source>
        <translation>传输时间 (%1)</translation>
    </message>
    <message>
        <source>Communication operators</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>Communication operators of every rank: how long they took, and how much of it was transit, waiting for other ranks, and idle.</source>
        <translation>每张卡的通信算子：耗时多长，其中传输、等待其他卡和空闲各占多少。</translation>
    </message>
    <message>
        <source>Communication matrix</source>
        <translation>通信矩阵</translation>
    </message>
    <message>
        <source>Kernel details</source>
        <translation>Kernel 详情</translation>
    </message>
    <message>
        <source>Every kernel with all columns of kernel_details.csv (op_summary*.csv of msprof).</source>
        <translation>每个 Kernel，包含 kernel_details.csv（msprof 为 op_summary*.csv）的所有列。</translation>
    </message>
    <message>
        <source>The rank has no kernel_details.csv (op_summary*.csv of msprof). The profiler writes it when NPU activity is collected (ProfilerActivity.NPU).</source>
        <translation>该卡没有 kernel_details.csv（msprof 为 op_summary*.csv）。采集 NPU 活动（ProfilerActivity.NPU）时才会写出。</translation>
    </message>
    <message>
        <source>Operator statistic (file)</source>
        <translation>算子统计（文件）</translation>
    </message>
    <message>
        <source>Counts and times by operator type as op_statistic.csv gives them.</source>
        <translation>op_statistic.csv 给出的各算子类型的次数与时间。</translation>
    </message>
    <message>
        <source>The rank has no op_statistic.csv. The profiler writes it at profiler level Level1 or higher.</source>
        <translation>该卡没有 op_statistic.csv。采集级别为 Level1 及以上时 Profiler 会写出该文件。</translation>
    </message>
    <message>
        <source>API statistic (file)</source>
        <translation>API 统计（文件）</translation>
    </message>
    <message>
        <source>Counts and times of host API calls as api_statistic.csv gives them.</source>
        <translation>api_statistic.csv 给出的主机 API 调用次数与时间。</translation>
    </message>
    <message>
        <source>The rank has no api_statistic.csv. The profiler writes it at profiler level Level1 or higher.</source>
        <translation>该卡没有 api_statistic.csv。采集级别为 Level1 及以上时 Profiler 会写出该文件。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name of the slice.</source>
        <translation>事件名称。</translation>
    </message>
    <message>
        <source>Whole duration of the slice, also of one that reaches out of the selected time.</source>
        <translation>事件的完整时长，包括超出所选时间的部分。</translation>
    </message>
    <message>
        <source>Self (%1)</source>
        <translation>自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Duration less the slices directly below.</source>
        <translation>时长减去直接下层事件的时长。</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>How many rows of the lane lie above; 0 on top.</source>
        <translation>所在泳道中上方的行数，最上层为 0。</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务数</translation>
    </message>
    <message>
        <source>Launched tasks that start in the step.</source>
        <translation>在该迭代内开始的已下发任务。</translation>
    </message>
    <message>
        <source>Median delay (%1)</source>
        <translation>时延中位数 (%1)</translation>
    </message>
    <message>
        <source>From launch to start on the device; the offset between the two clocks is subtracted.</source>
        <translation>从下发到在设备上开始；已扣除两个时钟之间的偏移。</translation>
    </message>
    <message>
        <source>P5 (%1)</source>
        <translation>P5 (%1)</translation>
    </message>
    <message>
        <source>5 % of the delays are shorter.</source>
        <translation>5 % 的时延更短。</translation>
    </message>
    <message>
        <source>P95 (%1)</source>
        <translation>P95 (%1)</translation>
    </message>
    <message>
        <source>5 % of the delays are longer.</source>
        <translation>5 % 的时延更长。</translation>
    </message>
    <message>
        <source>Vertical (%)</source>
        <translation>竖直 (%)</translation>
    </message>
    <message>
        <source>Share of the tasks that start right after their launch: within two launch costs of the end of the launching call.</source>
        <translation>下发后立即开始的任务占比：在下发调用结束后两倍下发耗时以内开始。</translation>
    </message>
    <message>
        <source>Trend (us/s)</source>
        <translation>趋势 (us/s)</translation>
    </message>
    <message>
        <source>How much the delay grows in a second of the step (Theil-Sen slope). Negative: the queue runs dry.</source>
        <translation>迭代内每秒时延的增长（Theil-Sen 斜率）。负值：队列正在变空。</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Slanted: the device is kept busy. Vertical: it waits for the host, and the idle time in host-bound windows is at least 5 % of the step.</source>
        <translation>倾斜：设备保持忙碌。竖直：设备等待主机，且主机受限时段内的空闲至少占迭代的 5 %。</translation>
    </message>
    <message>
        <source>vertical</source>
        <translation>竖直</translation>
    </message>
    <message>
        <source>slanted</source>
        <translation>倾斜</translation>
    </message>
    <message>
        <source>Host-bound idle (%1)</source>
        <translation>主机受限空闲 (%1)</translation>
    </message>
    <message>
        <source>Idle time of the device inside the host-bound windows of the step: what earlier launches would fill.</source>
        <translation>该迭代的主机受限时段内设备的空闲时间：更早下发即可填满。</translation>
    </message>
    <message>
        <source>Host-bound windows</source>
        <translation>主机受限时段</translation>
    </message>
    <message>
        <source>Periods in which most tasks start right after their launch while the device idles in between.</source>
        <translation>大多数任务下发后立即开始、而设备在其间空闲的时段。</translation>
    </message>
    <message>
        <source>Clock offset at most (%1)</source>
        <translation>时钟偏移上限 (%1)</translation>
    </message>
    <message>
        <source>How far the device clock is ahead of the host clock at most: the delay of the fastest launches of the rank. It includes their own latency, so the true offset is smaller.</source>
        <translation>设备时钟最多超前主机时钟多少：即该卡最快下发的时延。其中含有这些下发自身的时延，因此真实偏移更小。</translation>
    </message>
    <message>
        <source>How far the true offset may lie below the clock offset. Missing if it has no lower bound.</source>
        <translation>真实偏移可能比时钟偏移低多少。没有下限时为空。</translation>
    </message>
    <message>
        <source>Offset at least (%1)</source>
        <translation>时钟偏移下限 (%1)</translation>
    </message>
    <message>
        <source>The true offset is not smaller: a call that waits for the whole device returns only after all work launched before it. Missing if the trace has no such call.</source>
        <translation>真实偏移不小于此值：等待整个设备的调用，在其之前下发的任务结束后才返回。trace 中没有这类调用时为空。</translation>
    </message>
    <message>
        <source>Offset at most (%1)</source>
        <translation>偏移上限 (%1)</translation>
    </message>
    <message>
        <source>The same as the clock offset.</source>
        <translation>与时钟偏移相同。</translation>
    </message>
    <message>
        <source>End (%1)</source>
        <translation>结束 (%1)</translation>
    </message>
    <message>
        <source>End as an offset from the start of the run.</source>
        <translation>结束时刻，相对于采集开始。</translation>
    </message>
    <message>
        <source>Length (%1)</source>
        <translation>时长 (%1)</translation>
    </message>
    <message>
        <source>Length of the window.</source>
        <translation>该时段的时长。</translation>
    </message>
    <message>
        <source>Launched tasks that start in the window.</source>
        <translation>在该时段内开始的已下发任务。</translation>
    </message>
    <message>
        <source>Idle time of the device in the window.</source>
        <translation>该时段内设备的空闲时间。</translation>
    </message>
    <message>
        <source>Host late (%1)</source>
        <translation>主机下发晚 (%1)</translation>
    </message>
    <message>
        <source>The next task was launched only after the device had no more tasks.</source>
        <translation>设备已经没有任务后，下一个任务才被下发。</translation>
    </message>
    <message>
        <source>Synchronising call (%1)</source>
        <translation>同步调用 (%1)</translation>
    </message>
    <message>
        <source>The host was inside a synchronising call when it should have launched the next task.</source>
        <translation>本应下发下一个任务时，主机正处于同步调用中。</translation>
    </message>
    <message>
        <source>Copy (%1)</source>
        <translation>拷贝 (%1)</translation>
    </message>
    <message>
        <source>A memory copy filled at least half of the gap.</source>
        <translation>内存拷贝占空隙的一半以上。</translation>
    </message>
    <message>
        <source>Communication (%1)</source>
        <translation>通信 (%1)</translation>
    </message>
    <message>
        <source>Tasks of communication ran in at least half of the gap, outside of any communication operator.</source>
        <translation>空隙中一半以上的时间有通信任务在运行，但不属于任何通信算子。</translation>
    </message>
    <message>
        <source>Waiting for an event (%1)</source>
        <translation>等待事件 (%1)</translation>
    </message>
    <message>
        <source>The stream waited for an event, though the next task had been launched in time.</source>
        <translation>下一个任务已及时下发，但 Stream 在等待事件。</translation>
    </message>
    <message>
        <source>Data loading or GC (%1)</source>
        <translation>数据加载或 GC (%1)</translation>
    </message>
    <message>
        <source>The host loaded data or collected garbage when it should have launched the next task.</source>
        <translation>本应下发下一个任务时，主机在加载数据或做垃圾回收。</translation>
    </message>
    <message>
        <source>Step boundary (%1)</source>
        <translation>迭代边界 (%1)</translation>
    </message>
    <message>
        <source>One step had ended and the next had not begun.</source>
        <translation>一个迭代已结束，下一个尚未开始。</translation>
    </message>
    <message>
        <source>Unknown (%1)</source>
        <translation>未知 (%1)</translation>
    </message>
    <message>
        <source>Nothing in the trace explains the gap; most often the device itself needed time between two queued tasks.</source>
        <translation>trace 中找不到原因；多数是设备自身在两个已排队任务之间需要的时间。</translation>
    </message>
    <message>
        <source>Empty: idle time between or outside of the steps.</source>
        <translation>空：迭代之间或之外的空闲时间。</translation>
    </message>
    <message>
        <source>Free of step_trace_time.csv: the device runs neither compute nor communication. The causes add up to it.</source>
        <translation>即 step_trace_time.csv 的 Free：设备既不计算也不通信。各原因之和等于它。</translation>
    </message>
    <message>
        <source>Length of the gap, or of the part of it that lies in the step.</source>
        <translation>空隙的时长，或其落在该迭代内部分的时长。</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Each gap has one cause; unknown if the trace does not explain it.</source>
        <translation>每段空隙有一个原因；在 trace 中找不到原因的为未知。</translation>
    </message>
    <message>
        <source>Next task</source>
        <translation>下一个任务</translation>
    </message>
    <message>
        <source>The task that ended the gap.</source>
        <translation>结束该空隙的任务。</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>下发调用</translation>
    </message>
    <message>
        <source>The call on the host that launched the next task.</source>
        <translation>在主机上下发下一个任务的调用。</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>The call, copy or wait that shows the cause.</source>
        <translation>据以判断原因的调用、拷贝或等待。</translation>
    </message>
    <message>
        <source>normal</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>fallback</source>
        <translation>回退</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>The task on the device.</source>
        <translation>设备上的任务。</translation>
    </message>
    <message>
        <source>Framework operator</source>
        <translation>框架算子</translation>
    </message>
    <message>
        <source>The operator of the framework that led to the kernel.</source>
        <translation>下发该 Kernel 的框架算子。</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>下发链</translation>
    </message>
    <message>
        <source>Normal: operator and launch are known. Fallback: no launch is known, the dequeued call stands in for it. Incomplete: the operator is missing, or stamps run backwards.</source>
        <translation>正常：框架算子与下发均已知。回退：下发未知，以出队的调用代替。不完整：缺少框架算子，或时间戳倒退。</translation>
    </message>
    <message>
        <source>Prepare (%1)</source>
        <translation>准备 (%1)</translation>
    </message>
    <message>
        <source>From the start of the operator to its enqueueing; without a queue, to the launch. Empty where the operator itself stands behind the queue, as in MindSpore.</source>
        <translation>从框架算子开始到入队；无队列时到下发。框架算子位于队列之后时（如 MindSpore）为空。</translation>
    </message>
    <message>
        <source>Operator (%1)</source>
        <translation>框架算子 (%1)</translation>
    </message>
    <message>
        <source>Length of the framework operator.</source>
        <translation>框架算子的时长。</translation>
    </message>
    <message>
        <source>Enqueue (%1)</source>
        <translation>入队 (%1)</translation>
    </message>
    <message>
        <source>Length of the enqueueing.</source>
        <translation>入队的时长。</translation>
    </message>
    <message>
        <source>Queue (%1)</source>
        <translation>排队 (%1)</translation>
    </message>
    <message>
        <source>From the end of the enqueueing to the start of the dequeued call.</source>
        <translation>从入队结束到出队调用开始。</translation>
    </message>
    <message>
        <source>Pipeline (%1)</source>
        <translation>二级流水 (%1)</translation>
    </message>
    <message>
        <source>From the start of the dequeued call (without a queue, of the CANN call) to the end of the launch.</source>
        <translation>从出队调用开始（无队列时为 CANN 调用开始）到下发结束。</translation>
    </message>
    <message>
        <source>Launch (%1)</source>
        <translation>下发 (%1)</translation>
    </message>
    <message>
        <source>Length of the launch.</source>
        <translation>下发的时长。</translation>
    </message>
    <message>
        <source>End to end (%1)</source>
        <translation>端到端 (%1)</translation>
    </message>
    <message>
        <source>From the start of the operator to the end of the launch; of an operator behind the queue, from the start of its enqueueing.</source>
        <translation>从框架算子开始到下发结束；框架算子位于队列之后时，从入队开始。</translation>
    </message>
    <message>
        <source>To the device (%1)</source>
        <translation>下发到执行 (%1)</translation>
    </message>
    <message>
        <source>From the end of the launch to the start of the kernel; the offset between the two clocks is subtracted. Negative if the kernel starts while its launch still runs.</source>
        <translation>从下发结束到 Kernel 开始；已扣除两个时钟之间的偏移。Kernel 在下发尚未返回时就开始，则为负值。</translation>
    </message>
    <message>
        <source>Kernel (%1)</source>
        <translation>Kernel (%1)</translation>
    </message>
    <message>
        <source>Length of the kernel.</source>
        <translation>Kernel 的时长。</translation>
    </message>
    <message>
        <source>Start of the kernel as an offset from the start of the run.</source>
        <translation>Kernel 的开始时刻，相对于采集开始。</translation>
    </message>
    <message>
        <source>Enqueueing</source>
        <translation>入队</translation>
    </message>
    <message>
        <source>Dequeued call</source>
        <translation>出队调用</translation>
    </message>
    <message>
        <source>Launching call</source>
        <translation>下发调用</translation>
    </message>
    <message>
        <source>CANN call</source>
        <translation>CANN 调用</translation>
    </message>
    <message>
        <source>The outermost CANN call around the launch.</source>
        <translation>包含下发的最外层 CANN 调用。</translation>
    </message>
    <message>
        <source>Delays from launch to start by rank and step</source>
        <translation>各卡各迭代从下发到开始的时延</translation>
    </message>
    <message>
        <source>How long launched work waits before it starts on the device, per step and rank, on one clock: is the device kept busy, or does it wait for the host?</source>
        <translation>每张卡每个迭代中，已下发的任务在设备上开始之前等待多久（统一时钟）：设备一直忙碌，还是在等主机？</translation>
    </message>
    <message>
        <source>Where the device waits for the host, and for how long.</source>
        <translation>设备在哪里等待主机，等了多久。</translation>
    </message>
    <message>
        <source>Causes of idle time by rank and step</source>
        <translation>各卡各迭代的空闲原因</translation>
    </message>
    <message>
        <source>Every gap in which the device runs neither compute nor communication has one cause; the causes add up to the idle time.</source>
        <translation>设备既不计算也不通信的每段空隙都有一个原因，各原因之和等于空闲时间。</translation>
    </message>
    <message>
        <source>Gaps of a rank</source>
        <translation>一张卡的空隙</translation>
    </message>
    <message>
        <source>Every gap of one rank with its cause, the task that ended it and the call that launched this task.</source>
        <translation>一张卡的每个空隙：原因、结束空隙的任务以及下发它的调用。</translation>
    </message>
    <message>
        <source>Kernel dispatch</source>
        <translation>Kernel 下发</translation>
    </message>
    <message>
        <source>Every kernel with its path from the framework to the device: operator, queue, CANN call, launch, delay.</source>
        <translation>每个 Kernel 从框架到设备的路径：算子、队列、CANN 调用、下发、时延。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Total (%1)</source>
        <translation>总耗时 (%1)</translation>
    </message>
    <message>
        <source>Average (%1)</source>
        <translation>平均 (%1)</translation>
    </message>
    <message>
        <source>Min (%1)</source>
        <translation>最小 (%1)</translation>
    </message>
    <message>
        <source>Max (%1)</source>
        <translation>最大 (%1)</translation>
    </message>
    <message>
        <source>Share (%)</source>
        <translation>占比 (%)</translation>
    </message>
    <message>
        <source>Of the total of all rows.</source>
        <translation>占所有行总和的比例。</translation>
    </message>
    <message>
        <source>Difference (%1)</source>
        <translation>差值 (%1)</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Only in</source>
        <translation>仅存在于</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Operators of one rank with calls, total, average, shortest and longest time.</source>
        <translation>一张卡的算子：次数、总计、平均、最短和最长时间。</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比对</translation>
    </message>
    <message>
        <source>The operators of two ranks side by side; ratio is other / base.</source>
        <translation>两张卡的算子并排比对；比值为比对/基准。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>事件数</translation>
    </message>
    <message>
        <source>Connection lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已使用</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>未使用的原因</translation>
    </message>
    <message>
        <source>What is missing because of it.</source>
        <translation>因此缺少什么。</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Group name</source>
        <translation>通信域名称</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>Name of the domain in communication files.</source>
        <translation>通信文件中该通信域的名称。</translation>
    </message>
    <message>
        <source>p2p</source>
        <translation>点对点</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>Total compute (%1)</source>
        <translation>总计算 (%1)</translation>
    </message>
    <message>
        <source>Time in which kernels run on the device.</source>
        <translation>Kernel 在设备上运行的时间。</translation>
    </message>
    <message>
        <source>Non-overlapped communication (%1)</source>
        <translation>通信（未被覆盖） (%1)</translation>
    </message>
    <message>
        <source>Communication while no kernel runs.</source>
        <translation>没有计算时的通信。</translation>
    </message>
    <message>
        <source>Overlapped communication (%1)</source>
        <translation>通信（被覆盖） (%1)</translation>
    </message>
    <message>
        <source>Communication while kernels run at the same time.</source>
        <translation>与计算同时进行的通信。</translation>
    </message>
    <message>
        <source>Overlapped and non-overlapped communication.</source>
        <translation>被覆盖与未被覆盖的通信。</translation>
    </message>
    <message>
        <source>Stage (%1)</source>
        <translation>Stage (%1)</translation>
    </message>
    <message>
        <source>Bubble (%1)</source>
        <translation>空泡 (%1)</translation>
    </message>
    <message>
        <source>Non-overlapped without receive (%1)</source>
        <translation>未被覆盖（不含 receive） (%1)</translation>
    </message>
    <message>
        <source>Non-overlapped communication less receive operators.</source>
        <translation>未被覆盖的通信减去 receive 算子。</translation>
    </message>
    <message>
        <source>Preparing (%1)</source>
        <translation>准备 (%1)</translation>
    </message>
    <message>
        <source>From the start of the step on the host to the first work on the device.</source>
        <translation>从主机侧迭代开始到设备上第一个任务。</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>The file that holds the values, or the slices they are derived from.</source>
        <translation>数值所在的文件，或由 trace 推导。</translation>
    </message>
    <message>
        <source>Every rank of the run: device, host, profiler level, and how much was read.</source>
        <translation>该数据的每张卡：设备、主机、采集级别以及读取了多少数据。</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Every file that was found, and whether it is used.</source>
        <translation>找到的每个文件，以及是否使用。</translation>
    </message>
    <message>
        <source>What was noticed while reading the files, and what is unusual in the data.</source>
        <translation>读取文件时发现的问题，以及数据中值得注意之处。</translation>
    </message>
    <message>
        <source>Communication domains</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Which ranks share a communicator.</source>
        <translation>哪些卡共用一个通信域。</translation>
    </message>
    <message>
        <source>No file names groups of ranks: profiler_metadata.json and communication.json do, and traces with communication.</source>
        <translation>没有文件给出通信域：profiler_metadata.json、communication.json 和含通信的 trace 中才有。</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Where the time of each rank and step went: computing, communication, idle, preparing.</source>
        <translation>每张卡每个迭代的时间去向：计算、通信、空闲、准备。</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Name of the slices.</source>
        <translation>事件名称。</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>As the trace writes it.</source>
        <translation>与 trace 中一致。</translation>
    </message>
    <message>
        <source>From lane</source>
        <translation>起点泳道</translation>
    </message>
    <message>
        <source>From slice</source>
        <translation>起点事件</translation>
    </message>
    <message>
        <source>From (%1)</source>
        <translation>起点 (%1)</translation>
    </message>
    <message>
        <source>To lane</source>
        <translation>终点泳道</translation>
    </message>
    <message>
        <source>To slice</source>
        <translation>终点事件</translation>
    </message>
    <message>
        <source>To (%1)</source>
        <translation>终点 (%1)</translation>
    </message>
    <message>
        <source>Delay (%1)</source>
        <translation>时延 (%1)</translation>
    </message>
    <message>
        <source>As measured: negative ones are kept, because host and device clocks differ.</source>
        <translation>实测值：保留负值，因为主机与设备的时钟不同。</translation>
    </message>
    <message>
        <source>Joined</source>
        <translation>已配对</translation>
    </message>
    <message>
        <source>Pairs whose both ends have a slice.</source>
        <translation>两端都有事件的连线。</translation>
    </message>
    <message>
        <source>Orphan starts</source>
        <translation>孤立起点</translation>
    </message>
    <message>
        <source>Orphan ends</source>
        <translation>孤立终点</translation>
    </message>
    <message>
        <source>Negative</source>
        <translation>负时延</translation>
    </message>
    <message>
        <source>Joined pairs that end before they start.</source>
        <translation>终点早于起点的连线。</translation>
    </message>
    <message>
        <source>Out of slice</source>
        <translation>不在事件内</translation>
    </message>
    <message>
        <source>A partner is there, but one of the two lies in no slice of the file.</source>
        <translation>有对端，但其中一端不在文件的任何事件内。</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>被截断</translation>
    </message>
    <message>
        <source>Their partner lies outside of the capture.</source>
        <translation>对端在采集范围之外。</translation>
    </message>
    <message>
        <source>Without partner</source>
        <translation>无对端</translation>
    </message>
    <message>
        <source>No partner, though the capture holds its time.</source>
        <translation>没有对端，尽管采集范围包含该时刻。</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Time (%1)</source>
        <translation>时间 (%1)</translation>
    </message>
    <message>
        <source>As an offset from the start of the run.</source>
        <translation>相对于采集开始。</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Slices of one rank&apos;s trace. Those that touch the window are listed whole.</source>
        <translation>一张卡的 trace 中的事件。与窗口相交的事件完整列出。</translation>
    </message>
    <message>
        <source>Slices by name</source>
        <translation>按名称统计事件</translation>
    </message>
    <message>
        <source>Statistics of a rank&apos;s slices by name.</source>
        <translation>一张卡的事件按名称统计。</translation>
    </message>
    <message>
        <source>Which host call led to which device task, and after what delay.</source>
        <translation>哪个主机调用导致了哪个设备任务，时延多少。</translation>
    </message>
    <message>
        <source>Connection lines by category</source>
        <translation>按类别统计连线</translation>
    </message>
    <message>
        <source>Statistics of the delays of a rank&apos;s connection lines, and of ends without a partner.</source>
        <translation>一张卡的连线时延统计，以及没有对端的端点。</translation>
    </message>
    <message>
        <source>Every sample of every counter in a rank&apos;s trace.</source>
        <translation>一张卡的 trace 中每个计数器的每个采样。</translation>
    </message>
    <message>
        <source>Host late</source>
        <translation>主机下发晚</translation>
    </message>
    <message>
        <source>Synchronising call</source>
        <translation>同步调用</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Waiting for an event</source>
        <translation>等待事件</translation>
    </message>
    <message>
        <source>Data loading or GC</source>
        <translation>数据加载或 GC</translation>
    </message>
    <message>
        <source>Step boundary</source>
        <translation>迭代边界</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Folder of the export</source>
        <translation>导出文件夹</translation>
    </message>
    <message>
        <source>%2: calls</source>
        <translation>%2：次数</translation>
    </message>
    <message>
        <source>%2: total (%1)</source>
        <translation>%2：总耗时 (%1)</translation>
    </message>
    <message>
        <source>%2: average (%1)</source>
        <translation>%2：平均 (%1)</translation>
    </message>
    <message>
        <source>%2: longest (%1)</source>
        <translation>%2：最大 (%1)</translation>
    </message>
    <message>
        <source>%2: shortest (%1)</source>
        <translation>%2：最小 (%1)</translation>
    </message>
    <message>
        <source>%3: calls</source>
        <translation>%3：次数</translation>
    </message>
    <message>
        <source>%3: total (%1)</source>
        <translation>%3：总耗时 (%1)</translation>
    </message>
    <message>
        <source>%3: average (%1)</source>
        <translation>%3：平均 (%1)</translation>
    </message>
    <message>
        <source>%3: longest (%1)</source>
        <translation>%3：最大 (%1)</translation>
    </message>
    <message>
        <source>%3: shortest (%1)</source>
        <translation>%3：最小 (%1)</translation>
    </message>
    <message>
        <source>The operator does not run on the other side.</source>
        <translation>该算子在另一侧没有运行。</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>比对</translation>
    </message>
    <message>
        <source>moved by hand</source>
        <translation>已手动移动</translation>
    </message>
    <message>
        <source>can be aligned</source>
        <translation>可以对齐</translation>
    </message>
    <message>
        <source>keeps its own clock</source>
        <translation>保留自己的时钟</translation>
    </message>
    <message>
        <source>By sends and receives, because no collective connects this rank.</source>
        <translation>按发送与接收的配对：没有集合通信与该卡相连。</translation>
    </message>
    <message>
        <source>By the ends of collectives.</source>
        <translation>按集合通信的结束时刻。</translation>
    </message>
    <message>
        <source>The other ranks are brought to its clock.</source>
        <translation>其他卡对齐到它的时钟。</translation>
    </message>
    <message>
        <source>Fewer than three collectives or transfers match those of an aligned rank.</source>
        <translation>与已对齐的卡匹配的集合通信或收发少于三个。</translation>
    </message>
    <message>
        <source>Used now (%1)</source>
        <translation>当前使用 (%1)</translation>
    </message>
    <message>
        <source>Subtracted from the timestamps of this rank when it is drawn.</source>
        <translation>绘制该卡时从时间戳中扣除的量。</translation>
    </message>
    <message>
        <source>The kind of operator and the statistic over its calls.</source>
        <translation>算子类型及其各次调用的统计方式。</translation>
    </message>
    <message>
        <source>Size / time.</source>
        <translation>大小 / 时长。</translation>
    </message>
    <message>
        <source>Operator name</source>
        <translation>算子名称</translation>
    </message>
    <message>
        <source>The operator behind the statistic.</source>
        <translation>该统计对应的算子。</translation>
    </message>
    <message>
        <source>Total compute + non-overlapped communication + idle + preparing.</source>
        <translation>总计算 + 通信（未被覆盖） + 空闲 + 准备。</translation>
    </message>
    <message>
        <source>Pure compute (%1)</source>
        <translation>纯计算 (%1)</translation>
    </message>
    <message>
        <source>Total compute less overlapped communication.</source>
        <translation>总计算时间 − 通信时间（被覆盖）。</translation>
    </message>
    <message>
        <source>Computing ratio (%)</source>
        <translation>计算占比 (%)</translation>
    </message>
    <message>
        <source>Total compute / total.</source>
        <translation>总计算 / 合计。</translation>
    </message>
    <message>
        <source>Communication ratio (%)</source>
        <translation>通信占比 (%)</translation>
    </message>
    <message>
        <source>Overlapped and non-overlapped communication / total.</source>
        <translation>（被覆盖 + 未被覆盖的通信）/ 合计。</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全部 %1 个</translation>
    </message>
    <message>
        <source>derived from the slices</source>
        <translation>由 trace 推导</translation>
    </message>
    <message>
        <source>Slices of this name that touch the shown time.</source>
        <translation>与所示时间相交的同名事件数。</translation>
    </message>
    <message>
        <source>Sum of the whole durations, also of slices that reach out of the shown time.</source>
        <translation>完整时长之和，包括超出所示时间的事件。</translation>
    </message>
    <message>
        <source>Total divided by count.</source>
        <translation>总耗时 / 次数。</translation>
    </message>
    <message>
        <source>Shortest (%1)</source>
        <translation>最小 (%1)</translation>
    </message>
    <message>
        <source>Duration of the shortest slice.</source>
        <translation>最短事件的时长。</translation>
    </message>
    <message>
        <source>Longest (%1)</source>
        <translation>最大 (%1)</translation>
    </message>
    <message>
        <source>Duration of the longest slice.</source>
        <translation>最长事件的时长。</translation>
    </message>
    <message>
        <source>In the shown time (%1)</source>
        <translation>所示时间内 (%1)</translation>
    </message>
    <message>
        <source>Sum of the parts that lie inside the shown time.</source>
        <translation>位于所示时间内部分的时长之和。</translation>
    </message>
    <message>
        <source>Time as a share of that of all names. Nested and parallel slices all count, so it is no share of the elapsed time.</source>
        <translation>占所有名称时长的比例。嵌套和并行的事件均计入，因此不是经过时间的占比。</translation>
    </message>
    <message>
        <source>index in the domain</source>
        <translation>域内序号</translation>
    </message>
    <message>
        <source>If the rank kind is local: an index inside the domain, which the window shows with a #.</source>
        <translation>卡的编号方式为 local 时是域内序号，窗口中以 # 标出。</translation>
    </message>
    <message>
        <source>With all steps chosen in the window, the values are sums over the steps.</source>
        <translation>在窗口中选择全部迭代时，数值为各迭代之和。</translation>
    </message>
    <message>
        <source>L2 cache (file)</source>
        <translation>L2 缓存（文件）</translation>
    </message>
    <message>
        <source>Hit and victim rates of the L2 cache for every task, as l2_cache.csv gives them; 0 to 1.</source>
        <translation>l2_cache.csv 给出的各任务 L2 缓存命中率与 Victim 率，取值 0 到 1。</translation>
    </message>
    <message>
        <source>The rank has no l2_cache.csv. The profiler writes it when its option l2_cache is on (l2_cache=True; --l2=on of msprof).</source>
        <translation>该卡没有 l2_cache.csv。打开采集选项 l2_cache（l2_cache=True；msprof 为 --l2=on）后才会生成。</translation>
    </message>
    <message>
        <source>The residual is too large compared with the correction.</source>
        <translation>相对于校正量，校正后的残差过大。</translation>
    </message>
    <message>
        <source>Task time (file)</source>
        <translation>任务耗时（文件）</translation>
    </message>
    <message>
        <source>Start, end and duration of every task of the device, as task_time.csv gives them.</source>
        <translation>设备上每个任务的开始、结束时间与耗时，按 task_time.csv 给出。</translation>
    </message>
    <message>
        <source>The rank has no task_time.csv. msprof writes it when its option --task-time is on, which it is by default; older profilers of the frameworks leave it inside of PROF_*.</source>
        <translation>该卡没有 task_time.csv。msprof 在选项 --task-time 打开（默认打开）时写出该文件；较早版本的框架 Profiler 只把它留在 PROF_* 文件夹内。</translation>
    </message>
    <message>
        <source>The step to whose idle time the gap counts. Empty between or outside of the steps.</source>
        <translation>该空隙计入哪个迭代的空闲时间。空：迭代之间或之外。</translation>
    </message>
    <message>
        <source>What it means for the numbers: nothing, a habit of the writer, lost data, or an unreadable file.</source>
        <translation>对数值的影响：无影响、写入方的习惯、数据丢失或文件无法读取。</translation>
    </message>
    <message>
        <source>Path below the folder of the run.</source>
        <translation>相对于数据文件夹的路径。</translation>
    </message>
    <message>
        <source>First place</source>
        <translation>首次出现位置</translation>
    </message>
    <message>
        <source>First place in the file.</source>
        <translation>在文件中首次出现的位置。</translation>
    </message>
    <message>
        <source>How often it was noticed in this file.</source>
        <translation>在该文件中出现的次数。</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Data lost</source>
        <translation>数据丢失</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Slices of this name that touch the box.</source>
        <translation>与选框相交的同名事件数。</translation>
    </message>
    <message>
        <source>Sum of the whole durations, also of slices that reach out of the box.</source>
        <translation>完整时长之和，包括超出选框的事件。</translation>
    </message>
    <message>
        <source>Sum of the parts that lie inside the box.</source>
        <translation>位于选框内部分的时长之和。</translation>
    </message>
    <message>
        <source>In the box (%1)</source>
        <translation>框内 (%1)</translation>
    </message>
    <message>
        <source>Kept: count</source>
        <translation>保留：次数</translation>
    </message>
    <message>
        <source>Slices of this name that touch the kept box.</source>
        <translation>与保留的选框相交的同名事件数。</translation>
    </message>
    <message>
        <source>Now: count</source>
        <translation>当前：次数</translation>
    </message>
    <message>
        <source>Kept (%1)</source>
        <translation>保留 (%1)</translation>
    </message>
    <message>
        <source>Sum of the parts that lie inside the kept box.</source>
        <translation>位于保留的选框内部分的时长之和。</translation>
    </message>
    <message>
        <source>Now (%1)</source>
        <translation>当前 (%1)</translation>
    </message>
    <message>
        <source>Now less kept.</source>
        <translation>当前减去保留。</translation>
    </message>
    <message>
        <source>Kept: average (%1)</source>
        <translation>保留：平均 (%1)</translation>
    </message>
    <message>
        <source>Time in the kept box divided by count.</source>
        <translation>保留的选框内的时长除以次数。</translation>
    </message>
    <message>
        <source>Now: average (%1)</source>
        <translation>当前：平均 (%1)</translation>
    </message>
    <message>
        <source>Time in the box divided by count.</source>
        <translation>选框内的时长除以次数。</translation>
    </message>
    <message>
        <source>Now divided by kept; empty where one of the boxes lacks the name.</source>
        <translation>当前除以保留；其中一个选框没有该名称时为空。</translation>
    </message>
    <message>
        <source>Rank that the slice belongs to.</source>
        <translation>事件所属的卡。</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Lane that the slice lies in.</source>
        <translation>事件所在泳道。</translation>
    </message>
    <message>
        <source>Start as an offset from the start of the timeline.</source>
        <translation>相对于时间线起点的开始时间。</translation>
    </message>
    <message>
        <source>Whole duration of the slice.</source>
        <translation>事件的完整时长。</translation>
    </message>
    <message>
        <source>Stamp (ns)</source>
        <translation>时间戳 (ns)</translation>
    </message>
    <message>
        <source>Start exactly as the trace holds it.</source>
        <translation>trace 中的原始开始时间。</translation>
    </message>
    <message>
        <source>Start, files&apos; clock (%1)</source>
        <translation>开始，文件时钟 (%1)</translation>
    </message>
    <message>
        <source>Window starts at (%1)</source>
        <translation>窗口起点 (%1)</translation>
    </message>
    <message>
        <source>Start of the step on the host, or of its first work on the device where that is earlier. Windows of steps may overlap.</source>
        <translation>迭代在主机侧的起点；若其设备侧首个任务更早，则取该任务的起点。各迭代的窗口可以重叠。</translation>
    </message>
    <message>
        <source>Window ends at (%1)</source>
        <translation>窗口终点 (%1)</translation>
    </message>
    <message>
        <source>End of the step on the host, or of the last work that it launched where that is later.</source>
        <translation>迭代在主机侧的终点；若其下发的最后一个任务结束得更晚，则取该任务的终点。</translation>
    </message>
    <message>
        <source>Kernels run, and no communication.</source>
        <translation>只有 Kernel 运行，没有通信。</translation>
    </message>
    <message>
        <source>Copy only (%1)</source>
        <translation>仅拷贝 (%1)</translation>
    </message>
    <message>
        <source>Memory is copied, and nothing else runs. The official columns count it as free time; files do not tell the two apart.</source>
        <translation>只有内存拷贝，没有计算和通信。官方列将其计入空闲；文件不区分二者。</translation>
    </message>
    <message>
        <source>The device does nothing, between its first and its last work in the step. The idle time of the overview may hold copies and the tail as well.</source>
        <translation>设备在迭代内首个与最后一个任务之间什么也不做的时间。概览的空闲时间可能还包含拷贝和末尾部分。</translation>
    </message>
    <message>
        <source>From the start of the window to the first kernel or communication.</source>
        <translation>从窗口起点到首个 Kernel 或通信。</translation>
    </message>
    <message>
        <source>Tail (%1)</source>
        <translation>尾部 (%1)</translation>
    </message>
    <message>
        <source>From the last kernel or communication to the end of the window. No official column holds it, and it is no part of the length of a step that shares are of.</source>
        <translation>从最后一个 Kernel 或通信到窗口终点。官方列不包含这段时间，占比所依据的迭代长度也不包含它。</translation>
    </message>
    <message>
        <source>Sum (%1)</source>
        <translation>合计 (%1)</translation>
    </message>
    <message>
        <source>Sum of the seven parts: the length of the window, to the nanosecond.</source>
        <translation>七项之和：与窗口等长，精确到纳秒。</translation>
    </message>
    <message>
        <source>The slices of the trace, or step_trace_time.csv if there is no trace or it lacks the step: values without a column are missing then.</source>
        <translation>trace 中的事件；没有 trace 或其中缺少该迭代时取自 step_trace_time.csv，其列中没有的数值为空。</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>trace</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>There is no trace with device lanes, and no step_trace_time.csv. The profiler writes both when NPU activity is collected (at any level but none) and its data is analysed.</source>
        <translation>没有包含设备泳道的 trace，也没有 step_trace_time.csv。采集 NPU 活动（任一非 none 的级别）并解析数据后，Profiler 会写出二者。</translation>
    </message>
    <message>
        <source>Where each step went</source>
        <translation>迭代时间去向</translation>
    </message>
    <message>
        <source>Every nanosecond of each step in one of seven buckets, which add up to the step: where did the time go, and what do the official columns leave out?</source>
        <translation>每个迭代的每一纳秒归入七类之一，合计等于该迭代：时间去了哪里，官方列漏掉了什么？</translation>
    </message>
    <message>
        <source>communication.json</source>
        <translation>communication.json</translation>
    </message>
    <message>
        <source>traces</source>
        <translation>trace</translation>
    </message>
    <message>
        <source>Caused wait (%1)</source>
        <translation>造成的等待 (%1)</translation>
    </message>
    <message>
        <source>How long the other ranks waited for this one, all together. A rank that was late because it had waited itself is not blamed.</source>
        <translation>其他卡等待该卡的时间之和。因自身先等待别的卡而迟到的卡不承担责任。</translation>
    </message>
    <message>
        <source>Which part of the non-overlapped communication of all ranks is waiting for this one.</source>
        <translation>所有卡未被覆盖的通信中，等待该卡的时间所占的比例。</translation>
    </message>
    <message>
        <source>Suffered wait (%1)</source>
        <translation>承受的等待 (%1)</translation>
    </message>
    <message>
        <source>How long it waited in communication for ranks that came later.</source>
        <translation>该卡在通信中等待后到的卡的时间。</translation>
    </message>
    <message>
        <source>Non-overlapped wait (%1)</source>
        <translation>未被覆盖的等待 (%1)</translation>
    </message>
    <message>
        <source>The part of its wait that no compute covers.</source>
        <translation>该卡的等待中没有被计算覆盖的部分。</translation>
    </message>
    <message>
        <source>Wait of stages (%1)</source>
        <translation>流水线阶段间的等待 (%1)</translation>
    </message>
    <message>
        <source>The part of its wait that the ranks of all pipelines have alike: one stage waits for another, and no rank is blamed.</source>
        <translation>该卡的等待中各条流水线的卡都同样存在的部分：一个阶段等待另一个阶段，不归咎于任何一张卡。</translation>
    </message>
    <message>
        <source>Wait by itself (%1)</source>
        <translation>自身引起的等待 (%1)</translation>
    </message>
    <message>
        <source>The part of its wait that it caused itself: the rank it waited for had waited for it.</source>
        <translation>该卡的等待中追溯回自身的部分：它所等待的卡此前在等待它。</translation>
    </message>
    <message>
        <source>Last in</source>
        <translation>最后到达次数</translation>
    </message>
    <message>
        <source>Collectives and transfers to which it came last.</source>
        <translation>该卡最后到达的集合通信和点对点传输的数目。</translation>
    </message>
    <message>
        <source>Collectives and transfers that could be matched with other ranks.</source>
        <translation>能与其他卡匹配的集合通信和点对点传输的数目。</translation>
    </message>
    <message>
        <source>Lost in compute (%1)</source>
        <translation>计算中损失 (%1)</translation>
    </message>
    <message>
        <source>The part of the waits for it that its kernels account for, against the median of the ranks that it met.</source>
        <translation>其他卡等待该卡的时间中由它的算子造成的部分，以与它一同通信的卡的中位数为基准。</translation>
    </message>
    <message>
        <source>Lost idle (%1)</source>
        <translation>空闲中损失 (%1)</translation>
    </message>
    <message>
        <source>The same of time in which its device had nothing to do.</source>
        <translation>同上，由设备空闲造成的部分。</translation>
    </message>
    <message>
        <source>Lost in communication (%1)</source>
        <translation>通信中损失 (%1)</translation>
    </message>
    <message>
        <source>The same of other communication, without the waits for others.</source>
        <translation>同上，由其他通信造成的部分，不含等待其他卡的时间。</translation>
    </message>
    <message>
        <source>Lost in copies (%1)</source>
        <translation>拷贝中损失 (%1)</translation>
    </message>
    <message>
        <source>The same of copies alone.</source>
        <translation>同上，仅由拷贝造成的部分。</translation>
    </message>
    <message>
        <source>Which one of the domain it is, from 0; of a transfer, which one between the two ranks.</source>
        <translation>在通信域中的序号，从 0 开始；点对点传输则为两卡之间的序号。</translation>
    </message>
    <message>
        <source>Last rank</source>
        <translation>最后到达的卡</translation>
    </message>
    <message>
        <source>The rank that came last and kept the others waiting.</source>
        <translation>最后到达、因而让其他卡等待的卡。</translation>
    </message>
    <message>
        <source>Spread (%1)</source>
        <translation>到达时间差 (%1)</translation>
    </message>
    <message>
        <source>From the arrival of the first rank to that of the last, on one clock.</source>
        <translation>在同一时钟上，从第一张卡到达至最后一张卡到达的时间。</translation>
    </message>
    <message>
        <source>Wait of all (%1)</source>
        <translation>等待之和 (%1)</translation>
    </message>
    <message>
        <source>How long the others waited, all together.</source>
        <translation>其他卡等待的时间之和。</translation>
    </message>
    <message>
        <source>Pure transfer (%1)</source>
        <translation>纯传输 (%1)</translation>
    </message>
    <message>
        <source>From the arrival of the last rank to the first end.</source>
        <translation>从最后一张卡到达至最早结束的时间。</translation>
    </message>
    <message>
        <source>Last arrival (%1)</source>
        <translation>最后到达时刻 (%1)</translation>
    </message>
    <message>
        <source>On the clock of that rank.</source>
        <translation>以该卡自己的时钟表示。</translation>
    </message>
    <message>
        <source>Ranks whose arrival is known.</source>
        <translation>已知到达时刻的卡数。</translation>
    </message>
    <message>
        <source>Missing ranks</source>
        <translation>缺失的卡</translation>
    </message>
    <message>
        <source>Ranks of the domain without such an operator: one of them may have come even later.</source>
        <translation>通信域中没有该算子数据的卡数：其中某张卡可能到得更晚。</translation>
    </message>
    <message>
        <source>Ranks without a clock</source>
        <translation>时钟未对齐的卡</translation>
    </message>
    <message>
        <source>Ranks of the domain whose clock could not be aligned.</source>
        <translation>通信域中时钟无法对齐的卡数。</translation>
    </message>
    <message>
        <source>Left early</source>
        <translation>提前离开</translation>
    </message>
    <message>
        <source>Ranks that were done before the last one came, and so did not wait for it: the root of a broadcast may be.</source>
        <translation>在最后一张卡到达之前已经完成、因而没有等待它的卡数：例如 broadcast 的根。</translation>
    </message>
    <message>
        <source>Waiting rank</source>
        <translation>等待的卡</translation>
    </message>
    <message>
        <source>Late rank</source>
        <translation>迟到的卡</translation>
    </message>
    <message>
        <source>How long one waited for the other, directly or through ranks that waited themselves.</source>
        <translation>一张卡等待另一张卡的时间，包括直接等待以及经由本身也在等待的卡的间接等待。</translation>
    </message>
    <message>
        <source>The part of it that no compute covers.</source>
        <translation>其中没有被计算覆盖的部分。</translation>
    </message>
    <message>
        <source>No collective or transfer of this run is in the chosen step and domain, or no rank waited in them.</source>
        <translation>本次采集中没有属于所选迭代和通信域的集合通信或点对点传输，或者其中没有卡等待。</translation>
    </message>
    <message>
        <source>No rank of this run has communication operators, neither in a trace (Communication, HCCL) nor in communication.json: the profiler writes them when NPU activity is on and more than one rank takes part.</source>
        <translation>本次采集中没有任何卡的通信算子数据，trace（Communication、HCCL）和 communication.json 中都没有：需采集 NPU 活动且有多张卡参与时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>Only one rank with communication operators is loaded: waits between ranks need at least two ranks of a communication domain.</source>
        <translation>只加载了一张有通信算子的卡：卡间等待至少需要同一通信域中的两张卡。</translation>
    </message>
    <message>
        <source>No two ranks of this run can be aligned: they share fewer than three collectives or transfers, or the ends of these do not agree. See the table of clocks.</source>
        <translation>本次采集中没有两张卡能对齐到同一时钟：它们共有的集合通信或点对点传输少于三个，或者结束时刻不一致。详见卡间时钟表。</translation>
    </message>
    <message>
        <source>No communication operator of one rank has a partner on another.</source>
        <translation>没有任何一张卡的通信算子能在另一张卡上找到对应的算子。</translation>
    </message>
    <message>
        <source>Stragglers</source>
        <translation>慢卡追踪</translation>
    </message>
    <message>
        <source>Which ranks kept others waiting in communication, and how long: arrivals at collectives and transfers on one clock, wait chains followed to their origin.</source>
        <translation>通信中谁让其他卡等待、等了多久：在同一时钟上比较各卡到达集合通信和点对点传输的时刻，并沿等待链追溯到源头。</translation>
    </message>
    <message>
        <source>Waits by collective</source>
        <translation>各次通信的等待</translation>
    </message>
    <message>
        <source>Collectives and transfers with the rank that came last, the widest spread of arrivals first, and the pure transfer time of each.</source>
        <translation>集合通信和点对点传输及其最后到达的卡，按到达时间差从大到小排列，并给出其中的纯传输时间。</translation>
    </message>
    <message>
        <source>Waits between ranks</source>
        <translation>卡间等待</translation>
    </message>
    <message>
        <source>How long each rank waited for each other one, chains followed.</source>
        <translation>每张卡等待其他各卡的时间，已沿等待链追溯。</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>pure compute</source>
        <translation>纯计算</translation>
    </message>
    <message>
        <source>covered communication</source>
        <translation>通信（被覆盖）</translation>
    </message>
    <message>
        <source>uncovered communication</source>
        <translation>通信（未被覆盖）</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>bubble</source>
        <translation>空泡</translation>
    </message>
    <message>
        <source>Pipeline stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Its place in the pipeline, from 0; empty without pipelines.</source>
        <translation>该卡在流水线中的位置，从 0 开始；没有流水并行时为空。</translation>
    </message>
    <message>
        <source>Time of</source>
        <translation>时间项</translation>
    </message>
    <message>
        <source>Which time of the overview.</source>
        <translation>概览中的哪一项时间。</translation>
    </message>
    <message>
        <source>Value (%1)</source>
        <translation>值 (%1)</translation>
    </message>
    <message>
        <source>Median (%1)</source>
        <translation>中位数 (%1)</translation>
    </message>
    <message>
        <source>Of the ranks of the same pipeline stage in the same step, including this rank; empty if it is the only one.</source>
        <translation>同一迭代中同一流水线阶段各卡（含本卡）的中位数；仅有本卡时为空。</translation>
    </message>
    <message>
        <source>Value less median.</source>
        <translation>值减去中位数。</translation>
    </message>
    <message>
        <source>Outlier</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Ranks against their peers</source>
        <translation>各卡与同类卡比对</translation>
    </message>
    <message>
        <source>Each time of each rank and step beside the median of the ranks of the same pipeline stage: which rank stands apart, in which step, in what, and by how much?</source>
        <translation>每张卡每个迭代的各项时间与同一流水线阶段各卡中位数的比对：哪张卡、在哪个迭代、哪一项、偏离多少？</translation>
    </message>
    <message>
        <source>collected</source>
        <translation>采集得到</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>entered</source>
        <translation>手动填写</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>未定义</translation>
    </message>
    <message>
        <source>Place in its tensor parallel group.</source>
        <translation>在张量并行组中的位置。</translation>
    </message>
    <message>
        <source>Place in its context parallel group.</source>
        <translation>在上下文并行组中的位置。</translation>
    </message>
    <message>
        <source>Place in its data parallel group.</source>
        <translation>在数据并行组中的位置。</translation>
    </message>
    <message>
        <source>Place in its pipeline.</source>
        <translation>在流水线中的位置。</translation>
    </message>
    <message>
        <source>Place in its expert parallel group.</source>
        <translation>在专家并行组中的位置。</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>Whether the run has a folder of the rank.</source>
        <translation>采集数据中是否有该卡的文件夹。</translation>
    </message>
    <message>
        <source>Order of ranks</source>
        <translation>卡序</translation>
    </message>
    <message>
        <source>Through which dimensions ranks are counted, fastest first: the first order that has all groups of the files.</source>
        <translation>卡号按哪些维度递增，变化最快的在前：取第一个包含文件中全部通信域的卡序。</translation>
    </message>
    <message>
        <source>No file says how the ranks share the work: profiler_metadata.json has no distributed_args, and no group in it is called tp, cp, dp or pp. The PyTorch profiler writes both when Megatron or MindSpeed sets up the groups; with mindspore, name the groups by those words.</source>
        <translation>没有文件说明各卡的并行方式：profiler_metadata.json 中没有 distributed_args，也没有名为 tp、cp、dp、pp 的通信域。由 Megatron 或 MindSpeed 建立通信域时 PyTorch Profiler 会写出两者；使用 MindSpore 时，请以这些名称命名通信域。</translation>
    </message>
    <message>
        <source>Parallel strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>Where each rank of the training job stands in tensor, context, data, pipeline and expert parallelism, and which ranks are missing.</source>
        <translation>训练任务的每张卡在张量、上下文、数据、流水线和专家并行中的位置，以及缺少哪些卡。</translation>
    </message>
    <message>
        <source>Empty: all steps.</source>
        <translation>空：所有迭代。</translation>
    </message>
    <message>
        <source>For a slow link, the ranks at both ends.</source>
        <translation>慢链路时为其两端的卡。</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Cause: it delays the others. Affected: it waits for one that does. Empty: no rank is the cause.</source>
        <translation>原因：它拖慢其他卡。受影响：它在等待拖慢者。空：不归因于任何卡。</translation>
    </message>
    <message>
        <source>What was found, compared with the ranks of the same pipeline stage.</source>
        <translation>与同一流水线阶段的卡相比所见的情况。</translation>
    </message>
    <message>
        <source>Look at</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Rows that this rests on, as verbs of rankscope-cli, the next look first.</source>
        <translation>作为依据的行，以 rankscope-cli 的命令给出，首个是下一步要看的。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The cost as a share of the steps in which it is.</source>
        <translation>代价占所涉及迭代的比例。</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>High: in every step, against seven ranks or more of the same stage, the cost worked out on the collectives. Low: the cost is an estimate without them.</source>
        <translation>高：每个迭代都如此，同一阶段有不少于七张卡可比，代价由集合通信推算。低：没有集合通信，代价只是估计。</translation>
    </message>
    <message>
        <source>There is neither a trace with device lanes nor step_trace_time.csv of any rank. The profiler writes both when NPU activity is collected (at any level but none) and its data is analysed.</source>
        <translation>所有卡都没有含设备泳道的 trace，也没有 step_trace_time.csv。采集 NPU 活动（level 不为 none）并解析数据后，Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>What slows the run: which rank, in which steps, by how much beyond its peers, and at what cost. No problem is an answer, too.</source>
        <translation>是什么拖慢了任务：哪张卡、哪些迭代、比同类卡多多少、代价多大。没有问题也是一种结论。</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Frequency</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Scheduling</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Late start</source>
        <translation>起步晚</translation>
    </message>
    <message>
        <source>Slow link</source>
        <translation>慢链路</translation>
    </message>
    <message>
        <source>Affected</source>
        <translation>受影响</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>有问题</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>有差异</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>profiler level</source>
        <translation>采集级别</translation>
    </message>
    <message>
        <source>ranks found</source>
        <translation>已找到的卡</translation>
    </message>
    <message>
        <source>world size</source>
        <translation>world size</translation>
    </message>
    <message>
        <source>ranks missing</source>
        <translation>缺少的卡</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备数</translation>
    </message>
    <message>
        <source>capture starts (UTC)</source>
        <translation>采集开始 (UTC)</translation>
    </message>
    <message>
        <source>longest trace (ms)</source>
        <translation>最长的 trace (ms)</translation>
    </message>
    <message>
        <source>size (MB)</source>
        <translation>大小 (MB)</translation>
    </message>
    <message>
        <source>setting of the profiler</source>
        <translation>Profiler 设置</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Ranks with this value; each different value has its own row.</source>
        <translation>适用的卡；各卡不一致时，每个取值单独一行。</translation>
    </message>
    <message>
        <source>Base information</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>Framework and versions, profiler level and settings, ranks found and missing, hosts, steps, time and size of the run: is it what was to be captured, and the same on every rank?</source>
        <translation>框架与版本、采集级别与设置、已找到和缺少的卡、主机、迭代、时间和大小：采集的是否符合预期，各卡是否一致？</translation>
    </message>
    <message>
        <source>Name of a version or setting in the file; for the world size, its source.</source>
        <translation>版本或设置在文件中的名称；world size 的来源。</translation>
    </message>
    <message>
        <source>Applies to ranks</source>
        <translation>适用的卡</translation>
    </message>
    <message>
        <source>How much shorter the steps would be together if the rank were like the median of its peers, or the link like others; for a notice: without its subject; for an affected rank: how long it waits.</source>
        <translation>若该卡与同类卡的中位数相当，或该链路与同类链路相当，各迭代合计可缩短的时间；对提示为消除其所述情况后可缩短的时间；对受影响者为其等待时间。</translation>
    </message>
    <message>
        <source>How much it saves beyond its cost once the other problems, which hide it, are fixed as well.</source>
        <translation>掩盖它的其他问题也解决之后，在代价之外还可缩短的时间。</translation>
    </message>
    <message>
        <source>Median of peers (%1)</source>
        <translation>同类卡中位数 (%1)</translation>
    </message>
    <message>
        <source>The chosen time less the median of its peers.</source>
        <translation>所选时间减去同类卡的中位数。</translation>
    </message>
    <message>
        <source>The difference as a share of the median.</source>
        <translation>差值占中位数的比例。</translation>
    </message>
    <message>
        <source>Smallest of the group (%1)</source>
        <translation>组内最小 (%1)</translation>
    </message>
    <message>
        <source>Of the time that is compared with the peers.</source>
        <translation>与同类卡比较的那项时间。</translation>
    </message>
    <message>
        <source>Largest of the group (%1)</source>
        <translation>组内最大 (%1)</translation>
    </message>
    <message>
        <source>Range of the group (%1)</source>
        <translation>组内极差 (%1)</translation>
    </message>
    <message>
        <source>The largest less the smallest.</source>
        <translation>最大值减去最小值。</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>%1 个的平均</translation>
    </message>
    <message>
        <source>As in kernel_details.csv; empty if unknown.</source>
        <translation>与 kernel_details.csv 中的名称一致；未知时为空。</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Durations of its kernels; those of several streams may run at the same time, so this may be more than the compute time.</source>
        <translation>其上 Kernel 的耗时之和；多个 Stream 上的 Kernel 可能同时运行，因此可能大于计算时间。</translation>
    </message>
    <message>
        <source>Longest kernel (%1)</source>
        <translation>最长 Kernel (%1)</translation>
    </message>
    <message>
        <source>From the end of the task before to its start, as the file says.</source>
        <translation>从前一个任务结束到本任务开始的时间，以文件为准。</translation>
    </message>
    <message>
        <source>Block dim</source>
        <translation>Block Dim</translation>
    </message>
    <message>
        <source>On how many cores it ran.</source>
        <translation>运行时使用的核数。</translation>
    </message>
    <message>
        <source>Output shapes</source>
        <translation>输出形状</translation>
    </message>
    <message>
        <source>Input data types</source>
        <translation>输入数据类型</translation>
    </message>
    <message>
        <source>Input formats</source>
        <translation>输入 Format</translation>
    </message>
    <message>
        <source>Output data types</source>
        <translation>输出数据类型</translation>
    </message>
    <message>
        <source>Output formats</source>
        <translation>输出 Format</translation>
    </message>
    <message>
        <source>Non-overlapped (%1)</source>
        <translation>未被覆盖 (%1)</translation>
    </message>
    <message>
        <source>While no kernel runs. Operators of several domains may run at the same time, so their sum may be more than the step&apos;s non-overlapped communication. Unknown without a trace.</source>
        <translation>此时没有 Kernel 运行。多个通信域的算子可能同时运行，因此其和可能大于该迭代的通信时间（未被覆盖）。没有 trace 时未知。</translation>
    </message>
    <message>
        <source>Overlapped (%1)</source>
        <translation>被覆盖 (%1)</translation>
    </message>
    <message>
        <source>While kernels run at the same time.</source>
        <translation>此时有 Kernel 同时运行。</translation>
    </message>
    <message>
        <source>No kernel belongs to that step.</source>
        <translation>没有属于该迭代的 Kernel。</translation>
    </message>
    <message>
        <source>No kernel of the rank belongs to that step and ran on that core.</source>
        <translation>该卡没有属于该迭代且运行在该核上的 Kernel。</translation>
    </message>
    <message>
        <source>No kernel of the rank is known: it has neither kernel_details.csv (op_summary*.csv of msprof) nor a trace with kernels. The profiler writes both when NPU activity is collected (ProfilerActivity.NPU).</source>
        <translation>该卡没有已知的 Kernel：既没有 kernel_details.csv（msprof 为 op_summary*.csv），也没有含 Kernel 的 trace。采集 NPU 活动（ProfilerActivity.NPU）时，Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>No communication operator of the rank belongs to that step.</source>
        <translation>该卡没有属于该迭代的通信算子。</translation>
    </message>
    <message>
        <source>No communication operator of the rank is known: its trace has no lanes of communication domains, and there is no communication.json. The profiler writes the lanes when NPU activity is collected (ProfilerActivity.NPU), the file at profiler level Level1 or higher; runs with one rank have none.</source>
        <translation>该卡没有已知的通信算子：其 trace 没有通信域的泳道，也没有 communication.json。采集 NPU 活动（ProfilerActivity.NPU）时，Profiler 会写出这些泳道；采集级别为 Level1 及以上时会写出该文件；单卡运行没有这些数据。</translation>
    </message>
    <message>
        <source>Compute by accelerator core</source>
        <translation>按加速核划分的计算</translation>
    </message>
    <message>
        <source>How many kernels of a rank ran on each kind of core, and how long: cube, vector, mixed, AI CPU.</source>
        <translation>一张卡在各类核（cube、vector、混合、AI CPU）上运行了多少 Kernel，耗时多久。</translation>
    </message>
    <message>
        <source>Longest kernels</source>
        <translation>耗时最长的 Kernel</translation>
    </message>
    <message>
        <source>The kernels of a rank, the longest first, with wait, blocks and shapes: which ones took the compute time of a step?</source>
        <translation>一张卡的 Kernel，从最长的开始，含等待时间、Block Dim 和形状：一个迭代的计算时间花在了哪些 Kernel 上？</translation>
    </message>
    <message>
        <source>Overlapped communication</source>
        <translation>通信（被覆盖）</translation>
    </message>
    <message>
        <source>Every communication operator of a rank with its overlapped and non-overlapped time, the longest non-overlapped first: which ones delayed the device?</source>
        <translation>一张卡的每个通信算子，以及其中被 Kernel 覆盖和未被覆盖的时间，未被覆盖最多的在前：是哪些算子拖住了设备？</translation>
    </message>
    <message>
        <source>Cost (ms)</source>
        <translation>代价 (ms)</translation>
    </message>
    <message>
        <source>Hidden (ms)</source>
        <translation>被掩盖 (ms)</translation>
    </message>
    <message>
        <source>Share of the step (%)</source>
        <translation>占迭代的比例 (%)</translation>
    </message>
    <message>
        <source>Share of non-overlapped communication (%)</source>
        <translation>占未被覆盖通信的比例 (%)</translation>
    </message>
    <message>
        <source>Where the sizes come from: collected from profiler_metadata.json, inferred from the groups that the files describe, or entered.</source>
        <translation>规模的来源：取自 profiler_metadata.json，由文件中的通信域推断，或手动输入。</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输类型</translation>
    </message>
    <message>
        <source>SDMA is the sum of HCCS, PCIE and SIO.</source>
        <translation>SDMA 为 HCCS、PCIE、SIO 之和。</translation>
    </message>
    <message>
        <source>vs. reference rate</source>
        <translation>与参考带宽之比</translation>
    </message>
    <message>
        <source>Bandwidth / reference rate of the transport: HCCS and SDMA 18, PCIE 20, RDMA 12.5 GB/s unless set otherwise.</source>
        <translation>带宽 / 该传输类型的参考带宽：未另行设置时 HCCS 和 SDMA 为 18、PCIE 为 20、RDMA 为 12.5 GB/s。</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>数据包数</translation>
    </message>
    <message>
        <source>Large packet ratio</source>
        <translation>大包占比</translation>
    </message>
    <message>
        <source>Share of packets that the profiler calls large.</source>
        <translation>Profiler 判定为大包的数据包占比。</translation>
    </message>
    <message>
        <source>Packet size (MB)</source>
        <translation>包大小 (MB)</translation>
    </message>
    <message>
        <source>All packets of this size together.</source>
        <translation>此大小的全部数据包之和。</translation>
    </message>
    <message>
        <source>small packets</source>
        <translation>小包</translation>
    </message>
    <message>
        <source>alignment</source>
        <translation>字节对齐</translation>
    </message>
    <message>
        <source>contention</source>
        <translation>带宽争用</translation>
    </message>
    <message>
        <source>retransmission</source>
        <translation>重传</translation>
    </message>
    <message>
        <source>Moved by the operator over the transport; for alignment, its largest transfer.</source>
        <translation>该算子经此传输方式的传输量；字节对齐一项为最大一次传输的大小。</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Bandwidth by transport</source>
        <translation>各传输方式的带宽</translation>
    </message>
    <message>
        <source>What the operators of each rank moved over SDMA (HCCS, PCIE, SIO) and RDMA: size, time, bandwidth, packets. Does a transport reach what it can?</source>
        <translation>每张卡的算子经 SDMA（HCCS、PCIE、SIO）和 RDMA 的传输：大小、时长、带宽、数据包。是否达到了应有的带宽？</translation>
    </message>
    <message>
        <source>Packet sizes</source>
        <translation>数据包大小分布</translation>
    </message>
    <message>
        <source>How many packets of which size the operators of each rank sent over each transport, and at which bandwidth: are they too small?</source>
        <translation>每张卡的算子经各传输方式发送的各种大小数据包的数量和带宽：包是否太小？</translation>
    </message>
    <message>
        <source>Communication advice</source>
        <translation>通信建议</translation>
    </message>
    <message>
        <source>Operators that move too little at once, transfers that are not aligned, operators that compete with matrix multiplications, and retransmissions, by the rules of MindStudio Insight.</source>
        <translation>按 MindStudio Insight 的规则列出：单次传输太少的算子、未对齐的传输、与矩阵乘争用带宽的算子和重传。</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>Sum over the calls: transit + wait + idle.</source>
        <translation>各次调用之和：传输 + 等待 + 空闲。</translation>
    </message>
    <message>
        <source>Mean (%1)</source>
        <translation>平均 (%1)</translation>
    </message>
    <message>
        <source>Elapse of one call.</source>
        <translation>单次调用的时长。</translation>
    </message>
    <message>
        <source>First quartile (%1)</source>
        <translation>下四分位 (%1)</translation>
    </message>
    <message>
        <source>A quarter of the calls took no longer.</source>
        <translation>四分之一的调用不超过此值。</translation>
    </message>
    <message>
        <source>Half of the calls took no longer.</source>
        <translation>一半的调用不超过此值。</translation>
    </message>
    <message>
        <source>Third quartile (%1)</source>
        <translation>上四分位 (%1)</translation>
    </message>
    <message>
        <source>A quarter of the calls took longer.</source>
        <translation>四分之一的调用超过此值。</translation>
    </message>
    <message>
        <source>The total of the domain, then the operators that differ most.</source>
        <translation>先是通信域合计，再是差别最大的算子。</translation>
    </message>
    <message>
        <source>Fastest rank</source>
        <translation>最快卡</translation>
    </message>
    <message>
        <source>The one that spends most time in this communication: it came first and waited.</source>
        <translation>在该通信中用时最长的卡：它最先到达并等待。</translation>
    </message>
    <message>
        <source>Elapse on the fastest (%1)</source>
        <translation>最快卡时长 (%1)</translation>
    </message>
    <message>
        <source>Difference (%)</source>
        <translation>差值 (%)</translation>
    </message>
    <message>
        <source>Of the time on the fastest rank; a rank is slow from 10 % on.</source>
        <translation>占最快卡时长的比例；达到 10 % 即为慢卡。</translation>
    </message>
    <message>
        <source>Communication durations</source>
        <translation>通信时长</translation>
    </message>
    <message>
        <source>How long operators of a type take on each rank of a domain: their sums with transit, waiting and idle, and how single calls are distributed. Without communication.json the traces give only durations.</source>
        <translation>通信域内每张卡上各类算子的时长：合计及其中的传输、等待和空闲，以及单次调用的分布。没有 communication.json 时只能从 trace 得到时长。</translation>
    </message>
    <message>
        <source>Slow ranks by communication</source>
        <translation>通信慢卡</translation>
    </message>
    <message>
        <source>The rule of MindStudio Insight: a rank that spends at least 10 % less time in the collectives of a domain than the longest rank was waited for; three ranks at most, each with the three operators that differ most.</source>
        <translation>MindStudio Insight 的规则：在通信域的集合通信中用时比最长者少 10 % 以上的卡，就是被等待的卡；最多三张卡，每张卡列出差别最大的三个算子。</translation>
    </message>
    <message>
        <source>Operators behind the link, as communication.json of its source counts them.</source>
        <translation>该链路上的算子数，按源卡的 communication.json 统计。</translation>
    </message>
    <message>
        <source>Message size (MB)</source>
        <translation>消息大小 (MB)</translation>
    </message>
    <message>
        <source>Size that one operator carried over the link; of all operators if calls are unknown.</source>
        <translation>一个算子经该链路传输的大小；次数未知时为全部算子之和。</translation>
    </message>
    <message>
        <source>Packets of</source>
        <translation>数据包归属</translation>
    </message>
    <message>
        <source>The files count packets by rank: where the source has several links of this type in the domain, they are those of all of them.</source>
        <translation>文件按卡统计数据包：源卡在该通信域内有多条此类链路时，为这些链路之和。</translation>
    </message>
    <message>
        <source>all links of the source</source>
        <translation>源卡的全部此类链路</translation>
    </message>
    <message>
        <source>this link</source>
        <translation>本链路</translation>
    </message>
    <message>
        <source>vs. best 10 %</source>
        <translation>与最快 10 % 之比</translation>
    </message>
    <message>
        <source>Bandwidth / what the fastest tenth of the links of this type reach with messages of this size in this run; the fastest are above 1.</source>
        <translation>带宽 / 本次采集中同类链路在同等消息大小下最快十分之一所达到的带宽；最快者大于 1。</translation>
    </message>
    <message>
        <source>Latency (%1)</source>
        <translation>时延 (%1)</translation>
    </message>
    <message>
        <source>Time that even the smallest message takes; 0 if all messages have the same size.</source>
        <translation>消息再小也需要的时间；所有消息大小相同时为 0。</translation>
    </message>
    <message>
        <source>Rate at which the rest of a message is carried.</source>
        <translation>时延之外按此带宽传输。</translation>
    </message>
    <message>
        <source>Typical deviation (%)</source>
        <translation>典型偏差 (%)</translation>
    </message>
    <message>
        <source>Half of the links deviate from the fit by at most this.</source>
        <translation>一半链路与拟合值的偏差不超过此值。</translation>
    </message>
    <message>
        <source>Smallest message (MB)</source>
        <translation>最小消息 (MB)</translation>
    </message>
    <message>
        <source>Largest message (MB)</source>
        <translation>最大消息 (MB)</translation>
    </message>
    <message>
        <source>Pairs of ranks</source>
        <translation>卡对数</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>hosts</source>
        <translation>主机之间</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>At fault</source>
        <translation>问题所在</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Cost of a step (%1)</source>
        <translation>每迭代代价 (%1)</translation>
    </message>
    <message>
        <source>Expected bandwidth (GB/s)</source>
        <translation>预期带宽 (GB/s)</translation>
    </message>
    <message>
        <source>Times as long</source>
        <translation>时长倍数</translation>
    </message>
    <message>
        <source>Compared with the expected time.</source>
        <translation>与预期时长之比。</translation>
    </message>
    <message>
        <source>Longer by (%1)</source>
        <translation>多用时间 (%1)</translation>
    </message>
    <message>
        <source>By how much its transfers take longer than expected.</source>
        <translation>传输比预期多用的时间。</translation>
    </message>
    <message>
        <source>Compared links</source>
        <translation>参与比较的链路数</translation>
    </message>
    <message>
        <source>Others with which it is compared.</source>
        <translation>与之比较的其他链路。</translation>
    </message>
    <message>
        <source>What communication.json says a rank moved.</source>
        <translation>communication.json 记录的每卡传输量。</translation>
    </message>
    <message>
        <source>Of the shortest duration over the ranks, which the recipe takes for the transmission.</source>
        <translation>各卡中最短时长的平均值，该 recipe 以此为传输时间。</translation>
    </message>
    <message>
        <source>Standard deviation (%1)</source>
        <translation>标准差 (%1)</translation>
    </message>
    <message>
        <source>Offset ratio</source>
        <translation>偏移比</translation>
    </message>
    <message>
        <source>The largest difference from the mean in standard deviations.</source>
        <translation>与平均值的最大差，以标准差为单位。</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>是否报告</translation>
    </message>
    <message>
        <source>The recipe reports offsets of more than 3, the first 15 of them.</source>
        <translation>该 recipe 报告偏移比大于 3 的项，最多前 15 项。</translation>
    </message>
    <message>
        <source>The one that is farthest from the mean.</source>
        <translation>与平均值相差最大的算子。</translation>
    </message>
    <message>
        <source>Links between ranks with their messages and packets, and how near each comes to the best links of its type: which one carries less than it could?</source>
        <translation>卡间链路及其消息和数据包，以及与同类最快链路的差距：哪条链路没有达到应有的带宽？</translation>
    </message>
    <message>
        <source>Message times by link type</source>
        <translation>各类链路的消息时长</translation>
    </message>
    <message>
        <source>Slow links</source>
        <translation>慢链路</translation>
    </message>
    <message>
        <source>Slow links by the official recipe</source>
        <translation>官方 recipe 的慢链路</translation>
    </message>
    <message>
        <source>What slow_link of msprof-analyze computes: collectives of one type, size and number of ranks whose shortest duration is far from the mean. It takes the transmission of sends and receives for 0, so it never sees a slow link between two of them; Slow links does.</source>
        <translation>msprof-analyze 的 slow_link 的计算结果：类型、大小和卡数相同的集合通信中，最短时长远离平均值的算子。它把收发的传输时间视为 0，因此看不到收发之间的慢链路；“慢链路”表可以。</translation>
    </message>
    <message>
        <source>Kind of parallelism</source>
        <translation>并行类型</translation>
    </message>
    <message>
        <source>Name in the framework: tp, dp, pp; empty if no file says so.</source>
        <translation>框架中的名称：tp、dp、pp；文件未说明时为空。</translation>
    </message>
    <message>
        <source>Ranks from</source>
        <translation>卡列表来源</translation>
    </message>
    <message>
        <source>A description lists all ranks of the domain. Without one only the ranks seen are listed: there may be more, and links to them show indices inside the domain, with a #.</source>
        <translation>域描述会列出全部卡。没有描述时只列出出现过的卡：可能还有其他卡，通往它们的链路以 # 加域内序号表示。</translation>
    </message>
    <message>
        <source>description</source>
        <translation>域描述</translation>
    </message>
    <message>
        <source>ranks seen</source>
        <translation>出现过的卡</translation>
    </message>
    <message>
        <source>Valid from here to the next row of this link type.</source>
        <translation>从此时起，到同类链路的下一行为止。</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途数据</translation>
    </message>
    <message>
        <source>Of all transfers that are under way.</source>
        <translation>所有进行中的传输之和。</translation>
    </message>
    <message>
        <source>Sum of the transfers under way, each at its mean.</source>
        <translation>进行中的传输之和，各取其平均带宽。</translation>
    </message>
    <message>
        <source>Other rank</source>
        <translation>对端卡</translation>
    </message>
    <message>
        <source>Data time (%1)</source>
        <translation>数据时间 (%1)</translation>
    </message>
    <message>
        <source>From the first data of the operator to its end.</source>
        <translation>从该算子的第一份数据开始到算子结束。</translation>
    </message>
    <message>
        <source>Busy (%1)</source>
        <translation>工作 (%1)</translation>
    </message>
    <message>
        <source>With a transfer of the operator under way on this link.</source>
        <translation>本链路上有该算子的传输在进行。</translation>
    </message>
    <message>
        <source>Idle (%)</source>
        <translation>空闲 (%)</translation>
    </message>
    <message>
        <source>Kernels of the device run at the same time.</source>
        <translation>同时有设备的 Kernel 在运行。</translation>
    </message>
    <message>
        <source>Overlapped (%)</source>
        <translation>被覆盖 (%)</translation>
    </message>
    <message>
        <source>Communication over time</source>
        <translation>通信随时间变化</translation>
    </message>
    <message>
        <source>Bytes in flight and bandwidth of a rank by type of link, wherever they change: when does it communicate, and how fast?</source>
        <translation>一张卡按链路类型的在途数据和带宽，每次变化一行：何时通信、速度多快？</translation>
    </message>
    <message>
        <source>Idle links</source>
        <translation>空闲链路</translation>
    </message>
    <message>
        <source>How long each link of a rank carried nothing during an operator since its data began to move: which link do the others wait for?</source>
        <translation>一张卡的每条链路在算子开始传输数据之后空闲了多久：其他链路在等哪条链路？</translation>
    </message>
    <message>
        <source>Overlapped communication by domain</source>
        <translation>各通信域的通信覆盖</translation>
    </message>
    <message>
        <source>How much communication of each domain is overlapped, by rank and step: which domain delays the steps?</source>
        <translation>每个通信域的通信有多少被计算覆盖，按卡和迭代：哪个通信域拖慢了迭代？</translation>
    </message>
    <message>
        <source>Late by (%1)</source>
        <translation>晚到 (%1)</translation>
    </message>
    <message>
        <source>From the arrival of the first rank to its own, on one clock.</source>
        <translation>从最早的卡到达至该卡到达，按同一时钟。</translation>
    </message>
    <message>
        <source>From its arrival to that of the last rank.</source>
        <translation>从该卡到达至最晚的卡到达。</translation>
    </message>
    <message>
        <source>Time of its payload tasks, as communication.json has it.</source>
        <translation>传输数据的任务用时，取自 communication.json。</translation>
    </message>
    <message>
        <source>By sends and receives in a file of operators: there is no trace, and no collective connects this rank.</source>
        <translation>按通信算子文件中的收发配对：没有 trace，也没有集合通信与该卡相连。</translation>
    </message>
    <message>
        <source>By the ends of collectives in cluster_communication.json: there is no trace.</source>
        <translation>按 cluster_communication.json 中集合通信的结束时刻：没有 trace。</translation>
    </message>
    <message>
        <source>By the ends of collectives in communication.json: there is no trace.</source>
        <translation>按 communication.json 中集合通信的结束时刻：没有 trace。</translation>
    </message>
    <message>
        <source>It has neither a trace nor a communication.json that could be read.</source>
        <translation>该卡既没有可读取的 trace，也没有可读取的 communication.json。</translation>
    </message>
    <message>
        <source>By how much the clocks of the ranks differ, estimated from the ends of collectives that they share, in the traces or, where a rank has none, in communication.json: aligned = t - offset - drift * (t - origin).</source>
        <translation>各卡时钟相差多少，根据共同集合通信的结束时刻估计（取自 trace，没有 trace 的卡取自 communication.json）：对齐后 = t - 偏移 - 漂移 * (t - 原点)。</translation>
    </message>
    <message>
        <source>cluster_communication.json</source>
        <translation>cluster_communication.json</translation>
    </message>
    <message>
        <source>Without traces the times are those of communication.json, of the ranks or of the cluster analysis, which does not say what else ran.</source>
        <translation>没有 trace 时，时间取自各卡或集群分析的 communication.json，其中看不出同时还运行了什么。</translation>
    </message>
    <message>
        <source>It stands apart from its peers: from seven ranks on by at least 4 times the deviation that their MAD stands for, up to 8 times the more ranks and steps are looked at, of three to six by Dixon&apos;s Q (95 %), and by more than 5 % of their median step; of idle time by more than 3 % of it; of compute by more than 5 % of their median compute and 1 % of their median step. Thresholds of the diagnosis that the user changed count here, too.</source>
        <translation>与同类卡明显不同：七张卡及以上时，偏差达到 MAD 对应标准差的 4 倍（同时比较的卡和迭代越多要求越高，最高 8 倍）；三至六张卡时按 Dixon Q 检验（95 %）；并且偏差超过同类卡迭代时长中位数的 5 %；空闲时间则超过其 3 %；计算时间则须超过同类卡计算时间中位数的 5 % 以及迭代时长中位数的 1 %。用户修改的诊断阈值同样适用。</translation>
    </message>
    <message>
        <source>Nothing to advise: few operators are small, transfers are aligned, none is slow beside a matrix multiplication, and none takes as long as retransmissions do. Alignment and contention are looked for in traces of Level1 or Level2.</source>
        <translation>没有建议：小算子很少，传输均已对齐，没有与矩阵乘争用带宽而变慢的算子，也没有像重传那样耗时的算子。对齐与争用只在 Level1 或 Level2 的 trace 中查找。</translation>
    </message>
    <message>
        <source>There is no step %1; there are: %2.</source>
        <translation>没有迭代 %1；现有：%2。</translation>
    </message>
    <message>
        <source>This run has no send and no receive (hcom_send, hcom_receive): its ranks communicate by collectives alone, so there is nothing to pair.</source>
        <translation>本次采集没有发送和接收（hcom_send、hcom_receive）：各卡只做集合通信，没有可配对的内容。</translation>
    </message>
    <message>
        <source>The traces of this run have no communication lanes (HCCL, Communication): the profiler writes them when NPU activity is on and more than one rank takes part.</source>
        <translation>本次采集的 trace 没有通信泳道（HCCL、Communication）：采集 NPU 活动且有多张卡参与时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>%1 of this run has no data for this table.</source>
        <translation>本次采集的 %1 中没有此表所需的数据。</translation>
    </message>
    <message>
        <source>%1 of this run has no row for %2.</source>
        <translation>本次采集的 %1 中，没有符合 %2 的行。</translation>
    </message>
    <message>
        <source>%1 of this run has no row for all conditions at once (%2); use fewer.</source>
        <translation>本次采集的 %1 中，没有同时符合所有条件（%2）的行；请减少条件。</translation>
    </message>
    <message>
        <source>%1 of this run lists no operator that could be read: info says what is wrong with it, or the ranks did not communicate.</source>
        <translation>本次采集的 %1 中没有可读的算子：问题见文件读取列表（info），或各卡之间没有通信。</translation>
    </message>
    <message>
        <source>This run has one rank and no %1: the profiler writes it for jobs of more than one rank.</source>
        <translation>本次采集只有一张卡，没有 %1：多卡任务时 Profiler 才会写出。</translation>
    </message>
    <message>
        <source>This run has no %1 although it was profiled at %2: the profiler writes it when the data of a job with more than one rank is analysed; check whether it was left behind.</source>
        <translation>本次采集的级别为 %2，却没有 %1：解析多卡任务的数据时 Profiler 会写出，请检查是否遗漏了该文件。</translation>
    </message>
    <message>
        <source>No rank of this run spends 10 % less time in the collectives of a domain than the longest rank; domains with sends, receives and unequal exchanges are not checked.</source>
        <translation>没有任何卡在某个通信域的集合通信中，比耗时最长的卡少用 10 %；含发送、接收和不等量交换的通信域不参与比较。</translation>
    </message>
    <message>
        <source>%1 of rank %2 has no row that could be read: info says what is wrong with it.</source>
        <translation>卡 %2 的 %1 中没有可读的行：问题见文件读取列表（info）。</translation>
    </message>
    <message>
        <source>Rank %1 has no connection lines in its trace: the profiler writes them when CPU and NPU activities are on.</source>
        <translation>卡 %1 的 trace 中没有连线：采集 CPU 和 NPU 活动时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>No connection line has both ends in the trace of rank %1: --stats counts the ends without a partner.</source>
        <translation>卡 %1 的 trace 中没有两端齐全的连线：--stats 统计缺少另一端的连线。</translation>
    </message>
    <message>
        <source>No connection line of category %1 has both ends in the trace of rank %2: --stats counts the ends without a partner.</source>
        <translation>卡 %2 的 trace 中，类别 %1 没有两端齐全的连线：--stats 统计缺少另一端的连线。</translation>
    </message>
    <message>
        <source>There are no device tasks in the trace: the profiler writes them when NPU activity is on.</source>
        <translation>trace 中没有设备任务：采集 NPU 活动时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>There are no launch lines (HostToDevice, async_npu) in the trace: the profiler writes them when CPU and NPU activities are on; delays and causes that need launches are unknown.</source>
        <translation>trace 中没有下发连线（HostToDevice、async_npu）：采集 CPU 和 NPU 活动时，Profiler 才会写出；依赖下发的时延和原因未知。</translation>
    </message>
    <message>
        <source>No launched task lies in the chosen steps: there is no delay.</source>
        <translation>所选迭代中没有下发的任务，因此没有时延。</translation>
    </message>
    <message>
        <source>The device has no gap between tasks in the chosen steps: there is no idle time to explain.</source>
        <translation>所选迭代中，设备任务之间没有空隙，因此没有需要解释的空闲时间。</translation>
    </message>
    <message>
        <source>The trace of rank %1 has no kernels of compute cores: the profiler writes them when NPU activity is on.</source>
        <translation>卡 %1 的 trace 中没有计算核的 Kernel：采集 NPU 活动时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>No link lies between the shown ranks.</source>
        <translation>所显示的卡之间没有链路。</translation>
    </message>
    <message>
        <source>No link of this run can be compared: that takes three pairs of ranks with a kind of operator or a message size in common.</source>
        <translation>本次采集没有可比较的链路：至少需要三对卡具有相同的算子类型或消息大小。</translation>
    </message>
    <message>
        <source>No link of this run takes noticeably longer than links of its type with messages of its size.</source>
        <translation>本次采集没有比同类型、同消息大小的链路明显更慢的链路。</translation>
    </message>
    <message>
        <source>The ranks of this run only send and receive, which the official recipe cannot see: it takes their transmission for 0. links.slow judges such links, too.</source>
        <translation>本次采集的各卡只做发送和接收，官方 recipe 看不到：它把这类传输当作 0。links.slow 也会判断这类链路。</translation>
    </message>
    <message>
        <source>No two ranks of this run have a collective in common, by domain and name.</source>
        <translation>本次采集没有两张卡具有相同通信域、相同名称的集合通信。</translation>
    </message>
    <message>
        <source>This run has no trace (trace_view.json, msprof*.json) that could be read. It is written when the profiler&apos;s data is analysed: tensorboard_trace_handler or analyse() of torch_npu and mindspore, msprof --export=on.</source>
        <translation>本次采集没有可读的 trace（trace_view.json、msprof*.json）。它在解析 Profiler 数据时写入：torch_npu 和 mindspore 的 tensorboard_trace_handler 或 analyse()，msprof --export=on。</translation>
    </message>
    <message>
        <source>Rank %1 has no trace (trace_view.json, msprof*.json) that could be read. It is written when the profiler&apos;s data is analysed: tensorboard_trace_handler or analyse() of torch_npu and mindspore, msprof --export=on.</source>
        <translation>卡 %1 没有可读的 trace（trace_view.json、msprof*.json）。它在解析 Profiler 数据时写入：torch_npu 和 mindspore 的 tensorboard_trace_handler 或 analyse()，msprof --export=on。</translation>
    </message>
    <message>
        <source>No rank of this run that belongs to domain %1 has a row.</source>
        <translation>本次采集中，属于通信域 %1 的卡都没有数据行。</translation>
    </message>
    <message>
        <source>No rank of this run that belongs to domain %1 has a row of step %2.</source>
        <translation>本次采集中，属于通信域 %1 的卡都没有迭代 %2 的数据行。</translation>
    </message>
    <message>
        <source>Nothing can be derived: the traces of this run have no device lanes. The profiler writes them when NPU activity is collected.</source>
        <translation>无法推导：本次采集的 trace 没有设备泳道。采集 NPU 活动时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>No file of %1 names a rank; info --format json lists the files.</source>
        <translation>%1 中没有文件指明卡号；info --format json 列出各文件。</translation>
    </message>
    <message>
        <source>The trace of rank %1 holds no slice that could be read: info says what is wrong with it.</source>
        <translation>卡 %1 的 trace 中没有可读的事件：问题见文件读取列表（info）。</translation>
    </message>
    <message>
        <source>No slice of rank %1 passes %2; its %3 slices lie between %4 and %5 ns.</source>
        <translation>按 %2 筛选后，卡 %1 没有剩余事件；它的 %3 个事件位于 %4 ns 与 %5 ns 之间。</translation>
    </message>
    <message>
        <source>The trace of rank %1 has no counters: the profiler writes them when system or memory sampling is on (sys_io, sys_interconnection, profile_memory).</source>
        <translation>卡 %1 的 trace 中没有计数器：开启系统或内存采样（sys_io、sys_interconnection、profile_memory）时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>No trace of this run has communication operators in the chosen range.</source>
        <translation>本次采集的 trace 在所选范围内没有通信算子。</translation>
    </message>
    <message>
        <source>The fit uses the links of all ranks, not only the shown ones: links are compared with it, and a slow one among few would distort it.</source>
        <translation>拟合使用全部卡的链路，而不仅是所显示的卡的：它是各链路的比较基准，链路很少时一条慢链路就会使其偏移。</translation>
    </message>
    <message>
        <source>The recipe uses all ranks, not only the shown ones: it takes the shortest duration over the ranks of a collective.</source>
        <translation>该 recipe 使用全部卡，而不仅是所显示的卡：它取集合通信在各卡上的最短时长。</translation>
    </message>
    <message>
        <source>This rank moved nothing in the chosen communication domain.</source>
        <translation>该卡在所选通信域中没有传输数据。</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>active</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>PTA and MindSpore: the framework. GE: compiled graphs. Two with a plus: their sum. APP: the whole process.</source>
        <translation>PTA、MindSpore：框架。GE：编译图。带加号：两者之和。APP：整个进程。</translation>
    </message>
    <message>
        <source>Allocated (MB)</source>
        <translation>已分配 (MB)</translation>
    </message>
    <message>
        <source>What operators hold, as the file says.</source>
        <translation>算子占用的内存，以文件为准。</translation>
    </message>
    <message>
        <source>Active (MB)</source>
        <translation>激活 (MB)</translation>
    </message>
    <message>
        <source>What the device may still use, released or not.</source>
        <translation>设备可能仍在使用的内存，无论是否已释放。</translation>
    </message>
    <message>
        <source>Reserved (MB)</source>
        <translation>已保留 (MB)</translation>
    </message>
    <message>
        <source>What the allocator took from the device.</source>
        <translation>分配器向设备申请的内存。</translation>
    </message>
    <message>
        <source>Fragmentation (MB)</source>
        <translation>碎片 (MB)</translation>
    </message>
    <message>
        <source>Reserved less allocated: taken from the device and held by no operator.</source>
        <translation>已保留减去已分配：已向设备申请但没有算子占用。</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Stream for which the allocator acted. The values are those of the device.</source>
        <translation>分配器当时为哪个 Stream 执行了操作。数值为整个设备的总量。</translation>
    </message>
    <message>
        <source>GE: operators of compiled graphs (cann::). PTA or MindSpore: those of the framework.</source>
        <translation>GE：编译图的算子（cann::）。PTA 或 MindSpore：框架的算子。</translation>
    </message>
    <message>
        <source>Size (KB)</source>
        <translation>大小 (KB)</translation>
    </message>
    <message>
        <source>Allocated (%1)</source>
        <translation>分配时间 (%1)</translation>
    </message>
    <message>
        <source>Released (%1)</source>
        <translation>释放时间 (%1)</translation>
    </message>
    <message>
        <source>Active released (%1)</source>
        <translation>激活内存释放时间 (%1)</translation>
    </message>
    <message>
        <source>When the device was done with the block.</source>
        <translation>设备用完该内存块的时间。</translation>
    </message>
    <message>
        <source>From allocation to release, as the file says.</source>
        <translation>从分配到释放，以文件为准。</translation>
    </message>
    <message>
        <source>Active duration (%1)</source>
        <translation>激活时长 (%1)</translation>
    </message>
    <message>
        <source>Total allocated (MB)</source>
        <translation>总分配 (MB)</translation>
    </message>
    <message>
        <source>Of the component, when the block was allocated.</source>
        <translation>分配该内存块时其组件的总量。</translation>
    </message>
    <message>
        <source>Total active (MB)</source>
        <translation>总激活 (MB)</translation>
    </message>
    <message>
        <source>Total reserved (MB)</source>
        <translation>总保留 (MB)</translation>
    </message>
    <message>
        <source>Allocated after release (MB)</source>
        <translation>释放后总分配 (MB)</translation>
    </message>
    <message>
        <source>Active after release (MB)</source>
        <translation>释放后总激活 (MB)</translation>
    </message>
    <message>
        <source>Reserved after release (MB)</source>
        <translation>释放后总保留 (MB)</translation>
    </message>
    <message>
        <source>before the profile</source>
        <translation>采集开始前</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Peak (MB)</source>
        <translation>峰值 (MB)</translation>
    </message>
    <message>
        <source>Peak at (%1)</source>
        <translation>峰值时刻 (%1)</translation>
    </message>
    <message>
        <source>When it was first reached, or the start of the window.</source>
        <translation>首次达到的时刻，或所选时间的起点。</translation>
    </message>
    <message>
        <source>First (MB)</source>
        <translation>起始值 (MB)</translation>
    </message>
    <message>
        <source>Last (MB)</source>
        <translation>末值 (MB)</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>Empty: allocated before the profile, or not listed in operator_memory.csv.</source>
        <translation>空：采集开始前已分配，或不在 operator_memory.csv 所列之中。</translation>
    </message>
    <message>
        <source>before the profile, or not listed</source>
        <translation>采集开始前已分配，或未列出</translation>
    </message>
    <message>
        <source>Of one block.</source>
        <translation>单个内存块的大小。</translation>
    </message>
    <message>
        <source>Total (KB)</source>
        <translation>合计 (KB)</translation>
    </message>
    <message>
        <source>Of the memory allocated at that moment by the curve.</source>
        <translation>占曲线在该时刻已分配总量的比例。</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>内存块数</translation>
    </message>
    <message>
        <source>At (%1)</source>
        <translation>时刻 (%1)</translation>
    </message>
    <message>
        <source>The moment that was asked about: the peak, or another.</source>
        <translation>所查询的时刻：峰值或其他时刻。</translation>
    </message>
    <message>
        <source>First allocated (%1)</source>
        <translation>首次分配 (%1)</translation>
    </message>
    <message>
        <source>Last allocated (%1)</source>
        <translation>末次分配 (%1)</translation>
    </message>
    <message>
        <source>A module of CANN; APP: the process itself.</source>
        <translation>CANN 的模块；APP：进程本身。</translation>
    </message>
    <message>
        <source>Peak reserved (MB)</source>
        <translation>保留峰值 (MB)</translation>
    </message>
    <message>
        <source>First node</source>
        <translation>起始节点</translation>
    </message>
    <message>
        <source>Nodes of the graph in the order in which they run.</source>
        <translation>按运行顺序编号的图节点。</translation>
    </message>
    <message>
        <source>Last node</source>
        <translation>结束节点</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>to the end</source>
        <translation>直到结束</translation>
    </message>
    <message>
        <source>The rank has no memory_record.csv. The profiler writes it when its option profile_memory is on (profile_memory=True).</source>
        <translation>该卡没有 memory_record.csv。采集时打开 profile_memory 选项（profile_memory=True）才会写出。</translation>
    </message>
    <message>
        <source>The rank has no operator_memory.csv. The profiler writes it when its option profile_memory is on (profile_memory=True).</source>
        <translation>该卡没有 operator_memory.csv。采集时打开 profile_memory 选项（profile_memory=True）才会写出。</translation>
    </message>
    <message>
        <source>The rank has no npu_module_mem.csv. The profiler writes it when its option profile_memory is on (profile_memory=True; --sys-hardware-mem=on of msprof).</source>
        <translation>该卡没有 npu_module_mem.csv。采集时打开 profile_memory 选项（profile_memory=True；msprof 为 --sys-hardware-mem=on）才会写出。</translation>
    </message>
    <message>
        <source>The rank has no static_op_mem.csv. The profiler writes it for compiled graphs (MindSpore with jit_level O2) when its option profile_memory is on.</source>
        <translation>该卡没有 static_op_mem.csv。编译图（MindSpore 的 jit_level O2）在采集时打开 profile_memory 选项才会写出。</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存采样</translation>
    </message>
    <message>
        <source>Every sample of memory_record.csv by component and time: how much memory was in use when?</source>
        <translation>memory_record.csv 的每个采样，按组件和时间排列：何时占用了多少内存？</translation>
    </message>
    <message>
        <source>Memory allocations</source>
        <translation>内存分配</translation>
    </message>
    <message>
        <source>Every block of operator_memory.csv, or those that are held in a window: who allocated what, and for how long?</source>
        <translation>operator_memory.csv 的每个内存块，或所选时间内持有的内存块：谁分配了多少，持有多久？</translation>
    </message>
    <message>
        <source>Peaks of memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>The greatest value of each curve and its moment: when was most memory in use?</source>
        <translation>每条曲线的最大值及其时刻：何时占用的内存最多？</translation>
    </message>
    <message>
        <source>Memory held at a moment</source>
        <translation>某时刻的内存占用</translation>
    </message>
    <message>
        <source>Which operators held how much at the peak of allocated memory, or at another moment: what is the peak made of?</source>
        <translation>已分配内存达到峰值时（或其他时刻）各算子占用多少：峰值由什么构成？</translation>
    </message>
    <message>
        <source>Leak suspects</source>
        <translation>疑似泄漏</translation>
    </message>
    <message>
        <source>Blocks that were allocated in the window and never released, by operator: what leaks is among them, and what stays on purpose.</source>
        <translation>所选时间内分配且从未释放的内存块，按算子汇总：泄漏在其中，有意保留的也在其中。</translation>
    </message>
    <message>
        <source>Memory of components</source>
        <translation>组件内存</translation>
    </message>
    <message>
        <source>The most that each CANN module reserved, by npu_module_mem.csv: what takes memory besides the operators?</source>
        <translation>CANN 各模块保留内存的最大值（npu_module_mem.csv）：除算子外谁占用了内存？</translation>
    </message>
    <message>
        <source>Memory of compiled graphs</source>
        <translation>编译图内存</translation>
    </message>
    <message>
        <source>What each operator of a compiled graph holds and from which node to which, by static_op_mem.csv.</source>
        <translation>编译图中每个算子占用的内存及其起止节点（static_op_mem.csv）。</translation>
    </message>
    <message>
        <source>No row of this rank meets the conditions.</source>
        <translation>该卡没有符合条件的行。</translation>
    </message>
    <message>
        <source>Every block that was allocated in the window was released.</source>
        <translation>所选时间内分配的内存块都已释放。</translation>
    </message>
    <message>
        <source>One rank alone cannot be compared with peers.</source>
        <translation>只有一张卡，无法与同类卡比较。</translation>
    </message>
    <message>
        <source>Which ranks do the same work is not known: what files say on pipeline stages does not fit together.</source>
        <translation>不知道哪些卡做相同的工作：各文件对流水线阶段的描述互相矛盾。</translation>
    </message>
    <message>
        <source>Less than the longest (%1)</source>
        <translation>比最长者少 (%1)</translation>
    </message>
    <message>
        <source>Of a slow rank: than the rank of the domain that spends most. Of an abnormal operator: than the same operator there.</source>
        <translation>慢卡：比该通信域中用时最长的卡少多少。异常算子：比该卡上同一算子少多少。</translation>
    </message>
    <message>
        <source>Less than the longest (%)</source>
        <translation>比最长者少 (%)</translation>
    </message>
    <message>
        <source>Of the longest; a rank is slow from 10 % on.</source>
        <translation>占最长者的比例；达到 10 % 即为慢卡。</translation>
    </message>
    <message>
        <source>By the 10 % rule</source>
        <translation>按 10 % 规则</translation>
    </message>
    <message>
        <source>slow rank</source>
        <translation>慢卡</translation>
    </message>
    <message>
        <source>abnormal operator</source>
        <translation>异常算子</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>其余 %1 个</translation>
    </message>
    <message>
        <source>Communication time per rank</source>
        <translation>各卡通信时间</translation>
    </message>
    <message>
        <source>Median of the compared time over the peers. Peers are the ranks of the same pipeline stage, including this rank; all ranks if no stages are known.</source>
        <translation>所选比较时间在同类卡中的中位数。同类卡是同一流水线阶段的卡，包括该卡自身；阶段未知时为所有卡。</translation>
    </message>
    <message>
        <source>slow rank: %1 % less</source>
        <translation>慢卡：少 %1 %</translation>
    </message>
    <message>
        <source>abnormal operator: %1 % less</source>
        <translation>异常算子：少 %1 %</translation>
    </message>
    <message>
        <source>What communication costs each rank. A row unfolds to the operators of its rank, the longest first. In a chosen domain slow ranks and abnormal operators are named: at least 10 % less time than the rank with the longest, three ranks of a step at most.</source>
        <translation>各卡在通信上的用时。展开一行可见该卡的算子，最长的在前。选定通信域后给出慢卡和异常算子：比用时最长的卡少至少 10 %，每个迭代至多三张卡。</translation>
    </message>
    <message>
        <source>The rule of MindStudio Insight, for all operators of one chosen domain, in each step: of the three ranks with the least time those are slow that spend at least 10 % less than the rank with the longest time, which waited for them. Abnormal are the three operators of a slow rank that fall short most of the same ones on that rank. Domains of pipelines, and those with sends, receives or unequal exchanges, are not judged.</source>
        <translation>MindStudio Insight 的规则，针对所选一个通信域的全部算子，逐迭代判定：用时最少的三张卡中，比用时最长的卡（它在等待它们）少至少 10 % 的为慢卡。慢卡上比该卡同一算子少得最多的三个算子为异常算子。流水线通信域，以及含发送、接收或不等量交换的通信域不作判定。</translation>
    </message>
    <message>
        <source>Other / base; 1 where both are 0, infinite where the base is.</source>
        <translation>比对 / 基准；两侧均为 0 时为 1，仅基准为 0 时为无穷大。</translation>
    </message>
    <message>
        <source>Of the time from the first to the last work.</source>
        <translation>占从首个到最后一个任务总时间的比例。</translation>
    </message>
    <message>
        <source>ID</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>0 feeds the device; the highest ids read the files.</source>
        <translation>0 向设备送数据；编号最大的算子读取文件。</translation>
    </message>
    <message>
        <source>The bottleneck by the rules of MindSpore&apos;s analyser, or by the file.</source>
        <translation>按 MindSpore 分析器的规则或按文件判定的瓶颈。</translation>
    </message>
    <message>
        <source>bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>worker 数</translation>
    </message>
    <message>
        <source>num_parallel_workers.</source>
        <translation>num_parallel_workers。</translation>
    </message>
    <message>
        <source>Queue, average</source>
        <translation>队列平均占用</translation>
    </message>
    <message>
        <source>Entries of its output queue, from which its parent takes; mean of all samples.</source>
        <translation>输出队列中的条目数（父算子从中取数据），所有采样点的平均值。</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>队列长度</translation>
    </message>
    <message>
        <source>What the queue can hold; by minddata_pipeline_raw_*.csv.</source>
        <translation>队列的容量，取自 minddata_pipeline_raw_*.csv。</translation>
    </message>
    <message>
        <source>Queue use (%)</source>
        <translation>队列使用率 (%)</translation>
    </message>
    <message>
        <source>Average / length.</source>
        <translation>平均占用 / 长度。</translation>
    </message>
    <message>
        <source>Queue empty (%)</source>
        <translation>队列为空 (%)</translation>
    </message>
    <message>
        <source>Samples at which the queue was empty: its parent waited then.</source>
        <translation>队列为空的采样点所占比例：此时父算子在等待。</translation>
    </message>
    <message>
        <source>CPU (%)</source>
        <translation>CPU (%)</translation>
    </message>
    <message>
        <source>Of all its workers, system and user; 100 is one core.</source>
        <translation>所有 worker 的系统态与用户态之和；100 表示一个核。</translation>
    </message>
    <message>
        <source>CPU per worker (%)</source>
        <translation>每个 worker 的 CPU (%)</translation>
    </message>
    <message>
        <source>CPU / workers.</source>
        <translation>CPU / worker 数。</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父算子</translation>
    </message>
    <message>
        <source>Takes from its queue.</source>
        <translation>从它的队列取数据。</translation>
    </message>
    <message>
        <source>Children</source>
        <translation>子算子</translation>
    </message>
    <message>
        <source>It takes from their queues.</source>
        <translation>它从这些算子的队列取数据。</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>采样序号</translation>
    </message>
    <message>
        <source>From the first sample on: the file has no stamps, but the interval between two samples.</source>
        <translation>从第一个采样点算起：文件没有时间戳，只有采样间隔。</translation>
    </message>
    <message>
        <source>Queue size</source>
        <translation>队列占用</translation>
    </message>
    <message>
        <source>file and rules</source>
        <translation>文件和规则</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>device waits</source>
        <translation>设备等待</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>worker</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>file: minddata_pipeline_summary says so. rules: MindSpore&apos;s rules for bottlenecks say so, applied to the numbers here.</source>
        <translation>文件：minddata_pipeline_summary 中的结论。规则：对这些数值应用 MindSpore 瓶颈规则得到的结论。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Groups of one name stand in one row, with the members of each side where they differ.</source>
        <translation>同名的通信域在同一行；两侧成员不同时各自列出。</translation>
    </message>
    <message>
        <source>0: a part of the whole; deeper ones are parts of the line above.</source>
        <translation>0 为整体的组成部分，更深层级为其上一行的组成部分。</translation>
    </message>
    <message>
        <source>%2: duration (%1)</source>
        <translation>%2：耗时 (%1)</translation>
    </message>
    <message>
        <source>%2: share (%)</source>
        <translation>%2：占比 (%)</translation>
    </message>
    <message>
        <source>%2: kernels</source>
        <translation>%2：Kernel 数</translation>
    </message>
    <message>
        <source>%3: duration (%1)</source>
        <translation>%3：耗时 (%1)</translation>
    </message>
    <message>
        <source>%3: share (%)</source>
        <translation>%3：占比 (%)</translation>
    </message>
    <message>
        <source>%3: kernels</source>
        <translation>%3：Kernel 数</translation>
    </message>
    <message>
        <source>Ratio of totals</source>
        <translation>总耗时比值</translation>
    </message>
    <message>
        <source>Ratio of averages</source>
        <translation>平均耗时比值</translation>
    </message>
    <message>
        <source>Getting it from the pipeline, pushing it into the queue of the device, and all of it.</source>
        <translation>从流水线获取、推送到设备队列，以及总和。</translation>
    </message>
    <message>
        <source>Per batch (%1)</source>
        <translation>每个 batch (%1)</translation>
    </message>
    <message>
        <source>Mean of all batches but the first.</source>
        <translation>除第一个以外所有 batch 的平均值。</translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>push</source>
        <translation>推送</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>batch</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>What the operation did.</source>
        <translation>操作当时所做的事。</translation>
    </message>
    <message>
        <source>Occurrences × average; several threads work at once, so it may be longer than the capture.</source>
        <translation>次数 × 平均值；多个线程同时工作，因此可能长于采集时间。</translation>
    </message>
    <message>
        <source>Occurrences</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Custom info</source>
        <translation>自定义信息</translation>
    </message>
    <message>
        <source>As the framework writes it.</source>
        <translation>框架写出的原文。</translation>
    </message>
    <message>
        <source>What the operator cost on the AI CPU, dispatch and copies included.</source>
        <translation>算子在 AI CPU 上的总耗时，含调度和拷贝。</translation>
    </message>
    <message>
        <source>Compute (%1)</source>
        <translation>计算 (%1)</translation>
    </message>
    <message>
        <source>Task (%1)</source>
        <translation>任务 (%1)</translation>
    </message>
    <message>
        <source>Dispatch (%1)</source>
        <translation>下发 (%1)</translation>
    </message>
    <message>
        <source>schedule of the profiler</source>
        <translation>Profiler 采集计划</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>steps not named</source>
        <translation>未标明迭代</translation>
    </message>
    <message>
        <source>Stopped early: fewer steps were recorded than scheduled. With repeat 0 the last capture often is.</source>
        <translation>提前停止：采到的迭代少于采集计划的要求。repeat 为 0 时最后一次采集常常如此。</translation>
    </message>
    <message>
        <source>Recorded steps</source>
        <translation>采到的迭代数</translation>
    </message>
    <message>
        <source>Steps that step_trace_time.csv or the trace names.</source>
        <translation>step_trace_time.csv 或 trace 中标明的迭代。</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>active</translation>
    </message>
    <message>
        <source>Steps that a capture records by the schedule.</source>
        <translation>按采集计划一次采集记录的迭代数。</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>首个迭代</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后迭代</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>采集序号</translation>
    </message>
    <message>
        <source>Which of the captures of the schedule it is, counted from 1, by its first step; missing where the schedule records no such step.</source>
        <translation>按首个迭代判断是采集计划中的第几次采集，从 1 开始；采集计划不记录该迭代时为空。</translation>
    </message>
    <message>
        <source>Skip first</source>
        <translation>skip_first</translation>
    </message>
    <message>
        <source>Steps skipped once, before the first capture.</source>
        <translation>第一次采集之前跳过的迭代数，只跳过一次。</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Steps skipped before each capture.</source>
        <translation>每次采集之前跳过的迭代数。</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>warmup</translation>
    </message>
    <message>
        <source>Steps in which the profiler runs and keeps nothing, before each capture.</source>
        <translation>每次采集之前 Profiler 已运行但不保留数据的迭代数。</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>repeat</translation>
    </message>
    <message>
        <source>How many captures there are; 0: until the profiler is stopped.</source>
        <translation>采集次数；0 表示直到 Profiler 停止。</translation>
    </message>
    <message>
        <source>Schedule of the profiler</source>
        <translation>Profiler 采集计划</translation>
    </message>
    <message>
        <source>Which steps the profiler was told to record on each rank, and which it did: is a capture incomplete?</source>
        <translation>Profiler 在各卡上应采集哪些迭代、实际采到哪些：采集是否不完整？</translation>
    </message>
    <message>
        <source>No profiler_info_*.json names a schedule. The profiler writes it there when it is given one (schedule=schedule(wait=…, warmup=…, active=…, repeat=…, skip_first=…)).</source>
        <translation>没有 profiler_info_*.json 给出采集计划。设置采集计划后 Profiler 会将其写入该文件（schedule=schedule(wait=…, warmup=…, active=…, repeat=…, skip_first=…)）。</translation>
    </message>
    <message>
        <source>On the host, without the operators that are called within.</source>
        <translation>主机侧耗时，不含其内部调用的算子。</translation>
    </message>
    <message>
        <source>On the host, with the operators that are called within: sums of rows count these again.</source>
        <translation>主机侧耗时，含其内部调用的算子：各行相加会重复计入。</translation>
    </message>
    <message>
        <source>Of the kernels that the operator itself launched.</source>
        <translation>算子自身下发的 Kernel 的耗时。</translation>
    </message>
    <message>
        <source>Of the kernels that the operator itself launched, those that ran on AI cores.</source>
        <translation>算子自身下发的 Kernel 中在 AI Core 上运行的耗时。</translation>
    </message>
    <message>
        <source>Host self (%1)</source>
        <translation>主机自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Host total (%1)</source>
        <translation>主机总耗时 (%1)</translation>
    </message>
    <message>
        <source>Device self (%1)</source>
        <translation>设备自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Device total (%1)</source>
        <translation>设备总耗时 (%1)</translation>
    </message>
    <message>
        <source>AI core self (%1)</source>
        <translation>AI Core 自身耗时 (%1)</translation>
    </message>
    <message>
        <source>AI core total (%1)</source>
        <translation>AI Core 总耗时 (%1)</translation>
    </message>
    <message>
        <source>Of one set of shapes; an operator unfolds to all that it was called with. The profiler records them with record_shapes=True.</source>
        <translation>一组输入形状；算子展开后列出调用时的所有形状。Profiler 设置 record_shapes=True 时记录。</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>形状种数</translation>
    </message>
    <message>
        <source>Number of different input shapes.</source>
        <translation>调用时输入形状的种数。</translation>
    </message>
    <message>
        <source>Average self (%1)</source>
        <translation>平均自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Longest self (%1)</source>
        <translation>最长自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>without a call stack</source>
        <translation>无调用栈</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>How many calls deep; rows stand below the one that called them.</source>
        <translation>调用深度；每行位于调用它的行之下。</translation>
    </message>
    <message>
        <source>Function or operator</source>
        <translation>函数或算子</translation>
    </message>
    <message>
        <source>Of operators, in it and below it.</source>
        <translation>其自身及以下的算子调用次数。</translation>
    </message>
    <message>
        <source>Layer of CANN: acl is called by the framework, runtime by all others. A layer calls the next one, so times of layers include each other.</source>
        <translation>CANN 的层：acl 由框架调用，runtime 由其他各层调用。上层调用下层，因此各层耗时互相包含。</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>The bar compares it with the call that takes longest.</source>
        <translation>条形为与耗时最长的调用之比。</translation>
    </message>
    <message>
        <source>Root of the variance that the file states.</source>
        <translation>文件所给方差的平方根。</translation>
    </message>
    <message>
        <source>The rank has no operator_details.csv. torch_npu writes it when CPU and NPU are profiled (ProfilerActivity.CPU, ProfilerActivity.NPU), MindSpore when CPU is profiled with record_shapes=True.</source>
        <translation>该卡没有 operator_details.csv。torch_npu 在采集 CPU 和 NPU（ProfilerActivity.CPU、ProfilerActivity.NPU）时写出，MindSpore 在采集 CPU 且 record_shapes=True 时写出。</translation>
    </message>
    <message>
        <source>Host operators</source>
        <translation>主机算子</translation>
    </message>
    <message>
        <source>Every operator of the framework with its time on the host and that of its kernels, by operator_details.csv: where does the host spend its time?</source>
        <translation>由 operator_details.csv 列出框架的每个算子及其主机侧和 Kernel 的耗时：主机的时间花在哪里？</translation>
    </message>
    <message>
        <source>CANN calls</source>
        <translation>CANN 调用</translation>
    </message>
    <message>
        <source>Counts and times of CANN calls on the host, by api_statistic.csv, or by the trace if the file is missing: which call delays the host?</source>
        <translation>主机侧 CANN 调用的次数和耗时，来自 api_statistic.csv，没有该文件时由 trace 统计：哪个调用拖慢了主机？</translation>
    </message>
    <message>
        <source>The rank has no api_statistic.csv, and no trace with calls of CANN. The profiler writes the file at profiler level Level1 or higher.</source>
        <translation>该卡没有 api_statistic.csv，trace 中也没有 CANN 调用。采集级别为 Level1 及以上时 Profiler 会写出该文件。</translation>
    </message>
    <message>
        <source>Operators by call stack</source>
        <translation>按调用栈的算子</translation>
    </message>
    <message>
        <source>Difference (KB)</source>
        <translation>差值 (KB)</translation>
    </message>
    <message>
        <source>Of the other rank less the base, each at its own peak.</source>
        <translation>比对卡减去基准卡，各取自己的峰值时刻。</translation>
    </message>
    <message>
        <source>Held at the peak of the base.</source>
        <translation>基准卡峰值时占用。</translation>
    </message>
    <message>
        <source>Held at the peak of the other rank.</source>
        <translation>比对卡峰值时占用。</translation>
    </message>
    <message>
        <source>Other / base.</source>
        <translation>比对 / 基准。</translation>
    </message>
    <message>
        <source>Two ranks are compared, and one of them is not loaded.</source>
        <translation>需比对两张卡，其中一张尚未加载。</translation>
    </message>
    <message>
        <source>Rank %1 has no row of %2.csv. The profiler writes the file when its option profile_memory is on (profile_memory=True).</source>
        <translation>卡 %1 没有 %2.csv 的数据。Profiler 打开 profile_memory 选项时写出该文件（profile_memory=True）。</translation>
    </message>
    <message>
        <source>No component has a peak on both ranks.</source>
        <translation>没有组件在两张卡上都有峰值。</translation>
    </message>
    <message>
        <source>Memory of two ranks</source>
        <translation>两卡内存比对</translation>
    </message>
    <message>
        <source>Which operators hold how much at the peak of each of two ranks: why does one need more memory than the other?</source>
        <translation>两张卡各自峰值时各算子占用多少：为什么一张卡比另一张需要更多内存？</translation>
    </message>
    <message>
        <source>Moving data</source>
        <translation>数据搬运</translation>
    </message>
    <message>
        <source>Scalar unit</source>
        <translation>Scalar 单元</translation>
    </message>
    <message>
        <source>Pipes in turn</source>
        <translation>流水串行</translation>
    </message>
    <message>
        <source>Not pipe-bound</source>
        <translation>不受流水限制</translation>
    </message>
    <message>
        <source>Share of the time in which the cube unit multiplied matrices.</source>
        <translation>Cube 单元进行矩阵乘的时间占比。</translation>
    </message>
    <message>
        <source>Share of the time in which the vector unit worked.</source>
        <translation>Vector 单元工作的时间占比。</translation>
    </message>
    <message>
        <source>Share of the time in which the scalar unit computed addresses and control flow.</source>
        <translation>Scalar 单元计算地址和控制流的时间占比。</translation>
    </message>
    <message>
        <source>Share of the time in which data moved from L1 to the buffers of the cube unit.</source>
        <translation>数据从 L1 搬到 Cube 单元缓冲区的时间占比。</translation>
    </message>
    <message>
        <source>Share of the time in which data was read from memory.</source>
        <translation>从内存读取数据的时间占比。</translation>
    </message>
    <message>
        <source>Share of the time in which data was written to memory.</source>
        <translation>向内存写入数据的时间占比。</translation>
    </message>
    <message>
        <source>Share of the time in which results left the buffer of the cube unit.</source>
        <translation>结果搬出 Cube 单元缓冲区的时间占比。</translation>
    </message>
    <message>
        <source>Share of the instructions that were not in the instruction cache.</source>
        <translation>未命中指令缓存的指令占比。</translation>
    </message>
    <message>
        <source>Cycles of all cores together.</source>
        <translation>所有核的周期数之和。</translation>
    </message>
    <message>
        <source>Share of the cube unit&apos;s capacity that was used in the time.</source>
        <translation>Cube 单元在该时间内实际完成量占其能力的比例。</translation>
    </message>
    <message>
        <source>A counter of the cores, as the profiler&apos;s option aic_metrics chose it.</source>
        <translation>核的计数器，由 Profiler 选项 aic_metrics 决定。</translation>
    </message>
    <message>
        <source>95 of 100 calls take at most that long.</source>
        <translation>100 次调用中有 95 次不超过该耗时。</translation>
    </message>
    <message>
        <source>Waits before its calls, from the end of the task before, as the file says; summed.</source>
        <translation>各次调用之前的等待（自前一任务结束起，以文件为准）之和。</translation>
    </message>
    <message>
        <source>On how many ranks it runs.</source>
        <translation>在多少张卡上执行。</translation>
    </message>
    <message>
        <source>Slowest rank</source>
        <translation>最慢卡</translation>
    </message>
    <message>
        <source>On which its total is greatest.</source>
        <translation>其合计耗时最大的卡。</translation>
    </message>
    <message>
        <source>Total there (%1)</source>
        <translation>该卡合计 (%1)</translation>
    </message>
    <message>
        <source>Its total on the slowest rank.</source>
        <translation>其在最慢卡上的合计耗时。</translation>
    </message>
    <message>
        <source>On how many cores a call ran, on average.</source>
        <translation>每次调用平均使用的核数。</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Bottleneck by the pipe ratios and the wait before it; empty if no column shows it.</source>
        <translation>由各流水占比及其之前的等待判断其耗时受限于什么；没有相应列时为空。</translation>
    </message>
    <message>
        <source>Busiest pipe</source>
        <translation>最忙流水</translation>
    </message>
    <message>
        <source>No operator meets the conditions.</source>
        <translation>没有符合条件的算子。</translation>
    </message>
    <message>
        <source>There are no communication operators in the data, as in runs with one rank.</source>
        <translation>数据中没有通信算子，单卡运行即如此。</translation>
    </message>
    <message>
        <source>There are no compute operators in the data.</source>
        <translation>数据中没有计算算子。</translation>
    </message>
    <message>
        <source>Mix block dim</source>
        <translation>Mix Block Dim</translation>
    </message>
    <message>
        <source>On how many cores of the other kind a mixed operator ran.</source>
        <translation>混合算子使用的另一类核的数量。</translation>
    </message>
    <message>
        <source>Whether the shapes were known when it was compiled: static or dynamic.</source>
        <translation>编译时形状是否已知：静态或动态。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Tasks on the planes below the operators; empty: the operators.</source>
        <translation>算子之下各 plane 上的任务；为空时表示算子本身。</translation>
    </message>
    <message>
        <source>%2: self (%1)</source>
        <translation>%2：自身耗时 (%1)</translation>
    </message>
    <message>
        <source>%3: self (%1)</source>
        <translation>%3：自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Ratio of self times</source>
        <translation>自身耗时比值</translation>
    </message>
    <message>
        <source>Ratio of calls</source>
        <translation>次数比值</translation>
    </message>
    <message>
        <source>How long its blocks were held together; one that was never released counts 0.</source>
        <translation>其全部内存块的占用时长之和；未释放的内存块计为 0。</translation>
    </message>
    <message>
        <source>The outermost operator of the framework.</source>
        <translation>框架最外层的算子。</translation>
    </message>
    <message>
        <source>%2: held (%1)</source>
        <translation>%2：占用时长 (%1)</translation>
    </message>
    <message>
        <source>%2: memory (MB)</source>
        <translation>%2：内存 (MB)</translation>
    </message>
    <message>
        <source>%3: held (%1)</source>
        <translation>%3：占用时长 (%1)</translation>
    </message>
    <message>
        <source>%3: memory (MB)</source>
        <translation>%3：内存 (MB)</translation>
    </message>
    <message>
        <source>Difference (MB)</source>
        <translation>差值 (MB)</translation>
    </message>
    <message>
        <source>The traces of the two ranks have no data for this.</source>
        <translation>两张卡的 trace 中没有相应的数据。</translation>
    </message>
    <message>
        <source>Overall metrics compared</source>
        <translation>总体指标比对</translation>
    </message>
    <message>
        <source>Kernels compared</source>
        <translation>Kernel 比对</translation>
    </message>
    <message>
        <source>Kernels of two ranks by type and input shapes, communication included (sheet KernelCompare).</source>
        <translation>两张卡的 Kernel，按类型和输入形状，含通信（KernelCompare 表）。</translation>
    </message>
    <message>
        <source>Communication compared</source>
        <translation>通信比对</translation>
    </message>
    <message>
        <source>Communication operators of two ranks by type, and the tasks below them (sheet CommunicationCompare).</source>
        <translation>两张卡的通信算子，按类型，及其下的任务（CommunicationCompare 表）。</translation>
    </message>
    <message>
        <source>Host calls compared</source>
        <translation>主机调用比对</translation>
    </message>
    <message>
        <source>Operators and APIs of the framework on the host of two ranks (sheet ApiCompare).</source>
        <translation>两张卡主机侧框架算子和 API（ApiCompare 表）。</translation>
    </message>
    <message>
        <source>Memory compared</source>
        <translation>内存比对</translation>
    </message>
    <message>
        <source>Memory that the outermost operators of two ranks allocated (sheet MemoryCompareStatistic).</source>
        <translation>两张卡最外层算子申请的内存（MemoryCompareStatistic 表）。</translation>
    </message>
    <message>
        <source>95 % of the executions take no longer.</source>
        <translation>95 % 的执行不超过该值。</translation>
    </message>
    <message>
        <source>%2: median (%1)</source>
        <translation>%2：中位数 (%1)</translation>
    </message>
    <message>
        <source>%2: P95 (%1)</source>
        <translation>%2：P95 (%1)</translation>
    </message>
    <message>
        <source>%3: median (%1)</source>
        <translation>%3：中位数 (%1)</translation>
    </message>
    <message>
        <source>%3: P95 (%1)</source>
        <translation>%3：P95 (%1)</translation>
    </message>
    <message>
        <source>Share of the sum of all absolute differences; negative if the other side takes less.</source>
        <translation>占全部差值绝对值之和的比例；比对侧更短时为负。</translation>
    </message>
    <message>
        <source>Significance</source>
        <translation>显著性</translation>
    </message>
    <message>
        <source>Base step</source>
        <translation>基准迭代</translation>
    </message>
    <message>
        <source>Base rank</source>
        <translation>基准卡</translation>
    </message>
    <message>
        <source>Unchanged: it differs by less than 1 % of the base. One execution is held against one: what differs may be chance.</source>
        <translation>未变：与基准之差小于 1 %。此处是单次执行与单次执行比对，差异可能是偶然。</translation>
    </message>
    <message>
        <source>%2: start (%1)</source>
        <translation>%2：开始时间 (%1)</translation>
    </message>
    <message>
        <source>%3: start (%1)</source>
        <translation>%3：开始时间 (%1)</translation>
    </message>
    <message>
        <source>Time of the other less time of the base.</source>
        <translation>比对侧耗时减基准侧耗时。</translation>
    </message>
    <message>
        <source>A comparison needs two ranks; the run has one.</source>
        <translation>比对需要两张卡，该数据只有一张。</translation>
    </message>
    <message>
        <source>Fewer than two ranks have operators, from kernel_details.csv, op_summary or a trace with kernels. The profiler writes them when NPU activity is collected.</source>
        <translation>有算子数据（kernel_details.csv、op_summary 或含 Kernel 的 trace）的卡不足两张。采集 NPU 活动时 Profiler 会写出这些文件。</translation>
    </message>
    <message>
        <source>The trace marks fewer than two steps: call the profiler&apos;s step() in the training loop.</source>
        <translation>trace 中标记的迭代少于两个：请在训练循环中调用 profiler.step()。</translation>
    </message>
    <message>
        <source>Comparison in order</source>
        <translation>按执行顺序比对</translation>
    </message>
    <message>
        <source>The operators of two ranks as they ran, matched by a longest common subsequence of their types and input shapes; what only one side ran stands alone.</source>
        <translation>两张卡的算子按执行顺序排列，按类型和输入形状的最长公共子序列匹配；只在一侧执行的单独成行。</translation>
    </message>
    <message>
        <source>Ranks compared</source>
        <translation>多卡比对</translation>
    </message>
    <message>
        <source>Steps compared</source>
        <translation>迭代比对</translation>
    </message>
    <message>
        <source>The operators of every step of a rank beside those of one step: by default the one whose operators take the median time.</source>
        <translation>一张卡各迭代的算子与其中一个迭代并列；默认基准为算子总耗时居中的迭代。</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>The rank has no minddata_pipeline_summary_*.json (or .csv) and no minddata_pipeline_raw_*.csv. MindSpore writes them when its option data_process is on (data_process=True) and the training takes its data from mindspore.dataset.</source>
        <translation>该卡没有 minddata_pipeline_summary_*.json（或 .csv）和 minddata_pipeline_raw_*.csv。打开 data_process 选项（data_process=True）且训练使用 mindspore.dataset 时，MindSpore 写出这些文件。</translation>
    </message>
    <message>
        <source>The rank has no minddata_pipeline_raw_*.csv with samples of a queue. MindSpore writes it when its option data_process is on (data_process=True).</source>
        <translation>该卡没有含队列采样的 minddata_pipeline_raw_*.csv。打开 data_process 选项（data_process=True）时，MindSpore 写出该文件。</translation>
    </message>
    <message>
        <source>The rank has no minddata_pipeline_summary_*.json (or .csv) with times. MindSpore writes it when its option data_process is on (data_process=True).</source>
        <translation>该卡没有含时间的 minddata_pipeline_summary_*.json（或 .csv）。打开 data_process 选项（data_process=True）时，MindSpore 写出该文件。</translation>
    </message>
    <message>
        <source>The rank has no dataset.csv. MindSpore writes it when host activity is collected (ProfilerActivity.CPU) and the training takes its data from mindspore.dataset.</source>
        <translation>该卡没有 dataset.csv。采集 CPU 活动（ProfilerActivity.CPU）且训练使用 mindspore.dataset 时，MindSpore 写出该文件。</translation>
    </message>
    <message>
        <source>The rank has no data_preprocess.csv (aicpu_*.csv of msprof). The profiler writes it at profiler level Level2, of operators that run on the AI CPU.</source>
        <translation>该卡没有 data_preprocess.csv（msprof 为 aicpu_*.csv）。采集级别为 Level2 且有算子在 AI CPU 上运行时，Profiler 写出该文件。</translation>
    </message>
    <message>
        <source>Operators of the data pipeline</source>
        <translation>数据流水线算子</translation>
    </message>
    <message>
        <source>Every operator of mindspore.dataset with its workers, its queue and its CPU use: which one delays the training?</source>
        <translation>mindspore.dataset 的每个算子及其 worker、队列和 CPU 使用率：哪个算子拖慢了训练？</translation>
    </message>
    <message>
        <source>Advice on the data pipeline</source>
        <translation>数据流水线建议</translation>
    </message>
    <message>
        <source>What the file says of the pipeline and what MindSpore&apos;s rules find in its numbers: what can be changed?</source>
        <translation>文件对流水线的结论，以及 MindSpore 规则从数值中得到的结论：可以改什么？</translation>
    </message>
    <message>
        <source>No operator of the data pipeline stands out.</source>
        <translation>数据流水线中没有异常的算子。</translation>
    </message>
    <message>
        <source>Queues over time</source>
        <translation>队列随时间变化</translation>
    </message>
    <message>
        <source>How full the queue of every operator was at each sample of minddata_pipeline_raw_*.csv.</source>
        <translation>minddata_pipeline_raw_*.csv 的每个采样点上各算子队列的占用。</translation>
    </message>
    <message>
        <source>Time per batch</source>
        <translation>每个 batch 的时间</translation>
    </message>
    <message>
        <source>What getting a batch and pushing it to the device takes on average.</source>
        <translation>获取一个 batch 并推送到设备的平均时间。</translation>
    </message>
    <message>
        <source>Operations of the data set</source>
        <translation>数据集操作</translation>
    </message>
    <message>
        <source>Time of the operations of mindspore.dataset, by dataset.csv; the longest first.</source>
        <translation>mindspore.dataset 各操作的耗时，取自 dataset.csv；耗时最多的在前。</translation>
    </message>
    <message>
        <source>Operators on the AI CPU</source>
        <translation>AI CPU 算子</translation>
    </message>
    <message>
        <source>Every operator that ran on the AI CPU, by data_preprocess.csv, the longest first: each is slower than on the AI cores.</source>
        <translation>在 AI CPU 上运行的每个算子，取自 data_preprocess.csv；耗时最多的在前：它们都比在 AI Core 上慢。</translation>
    </message>
    <message>
        <source>Other CSV files</source>
        <translation>其他 CSV 文件</translation>
    </message>
    <message>
        <source>Any other CSV file of the rank as a table: PCIe, HCCS, NIC, RoCE, HBM, DDR, LLC, CPU and memory of the system, and files that no profiler is known to write.</source>
        <translation>该卡的其他任意 CSV 文件显示为表格：PCIe、HCCS、NIC、RoCE、HBM、DDR、LLC、系统 CPU 和内存，以及未知的文件。</translation>
    </message>
    <message>
        <source>The rank has no CSV file beside those that have a table of their own. The profiler writes such files with its options sys_io, sys_interconnection, hbm_ddr, pcie and host_sys (--sys-hardware-mem=on, --sys-io-profiling=on, --sys-interconnection-profiling=on of msprof).</source>
        <translation>除已有专门表格的文件外，该卡没有其他 CSV 文件。打开 sys_io、sys_interconnection、hbm_ddr、pcie、host_sys 选项时，Profiler 写出这类文件（msprof：--sys-hardware-mem=on、--sys-io-profiling=on、--sys-interconnection-profiling=on）。</translation>
    </message>
    <message>
        <source>The rank has no other CSV file whose name fits %1; there are: %2.</source>
        <translation>该卡没有名称与 %1 匹配的其他 CSV 文件；现有：%2。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Context</translation>
    </message>
    <message>
        <source>Cost of misses (%1)</source>
        <translation>未命中代价 (%1)</translation>
    </message>
    <message>
        <source>Duration × (1 − hit rate): what the misses may cost at most.</source>
        <translation>耗时 ×（1 − 命中率）：未命中至多可能造成的代价。</translation>
    </message>
    <message>
        <source>Hit rate</source>
        <translation>命中率</translation>
    </message>
    <message>
        <source>Share of the accesses that found their data in the L2 cache; empty where the file says N/A.</source>
        <translation>在 L2 缓存中找到数据的访问占比；文件为 N/A 时为空。</translation>
    </message>
    <message>
        <source>Victim rate</source>
        <translation>Victim 率</translation>
    </message>
    <message>
        <source>Share of the accesses that evicted other data from the cache.</source>
        <translation>将其他数据挤出缓存的访问占比。</translation>
    </message>
    <message>
        <source>Operators in groups</source>
        <translation>算子分组</translation>
    </message>
    <message>
        <source>Operators of a rank by type, name or name and shape, with their spread, waits, counters of the cores and what bounds them: which ones take the time, and why?</source>
        <translation>单卡算子按类型、名称或名称与形状分组，含耗时分布、等待、核计数器与瓶颈：哪些算子耗时，为什么？</translation>
    </message>
    <message>
        <source>Operators by accelerator core</source>
        <translation>按加速核的算子</translation>
    </message>
    <message>
        <source>Operators of a rank by the kind of core, with their spread, waits and counters.</source>
        <translation>单卡算子按加速核分组，含耗时分布、等待与计数器。</translation>
    </message>
    <message>
        <source>Operators of all ranks</source>
        <translation>全部卡的算子</translation>
    </message>
    <message>
        <source>Operators of all ranks in groups, as if they were one, with the rank on which each takes longest.</source>
        <translation>将全部卡的算子合并分组，并给出每组耗时最长的卡。</translation>
    </message>
    <message>
        <source>Kernels of operators</source>
        <translation>算子的 Kernel</translation>
    </message>
    <message>
        <source>Every call of the operators of a rank, the longest first, with shapes, formats, blocks, wait and all counters that the file has.</source>
        <translation>单卡算子的每次调用，最长的在前，含形状、格式、Block、等待以及文件中的全部计数器。</translation>
    </message>
    <message>
        <source>L2 cache of kernels</source>
        <translation>Kernel 的 L2 缓存</translation>
    </message>
    <message>
        <source>Hit and victim rates of l2_cache.csv beside their kernels, the most costly misses first.</source>
        <translation>l2_cache.csv 的命中率和 Victim 率与对应的 Kernel 并列，未命中代价最大的在前。</translation>
    </message>
    <message>
        <source>Steps in which the link has the operator. A mean is over all steps in which any link has it.</source>
        <translation>该链路有该算子的迭代数。均值按任一链路有该算子的所有迭代计算。</translation>
    </message>
    <message>
        <source>number of steps</source>
        <translation>迭代数</translation>
    </message>
    <message>
        <source>ids of the steps</source>
        <translation>迭代编号</translation>
    </message>
    <message>
        <source>Its stage</source>
        <translation>所在流水线阶段</translation>
    </message>
    <message>
        <source>Pipeline stage, from 0.</source>
        <translation>流水线阶段，从 0 开始。</translation>
    </message>
    <message>
        <source>Awaited rank</source>
        <translation>被等待的卡</translation>
    </message>
    <message>
        <source>It came last; other ranks of its stage, or of other pipelines, would have come as late.</source>
        <translation>该卡最后到达；同一阶段的其他卡或其他流水线的卡也会同样晚到达。</translation>
    </message>
    <message>
        <source>Awaited stage</source>
        <translation>被等待的流水线阶段</translation>
    </message>
    <message>
        <source>Time that stages wait for each other however fast single ranks are.</source>
        <translation>无论单张卡多快，流水线各阶段之间都要相互等待的时间。</translation>
    </message>
    <message>
        <source>Of non-overlapped communication (%)</source>
        <translation>占未被覆盖通信的比例 (%)</translation>
    </message>
    <message>
        <source>The same of the non-overlapped communication of all ranks.</source>
        <translation>该时间占所有卡未被覆盖通信时间的比例。</translation>
    </message>
    <message>
        <source>Collectives and transfers</source>
        <translation>集合通信与点对点传输</translation>
    </message>
    <message>
        <source>No rank waits for another stage of its pipeline: the files name no pipeline stages, or single ranks cause the waits.</source>
        <translation>没有卡在等待流水线的其他阶段：文件中没有流水线阶段信息，或者等待是由个别卡造成的。</translation>
    </message>
    <message>
        <source>Waits of pipeline stages</source>
        <translation>流水线阶段间等待</translation>
    </message>
    <message>
        <source>How long ranks wait because pipeline stages wait for each other, which no single rank causes.</source>
        <translation>流水线各阶段相互等待造成的各卡等待时间，不归咎于任何一张卡。</translation>
    </message>
    <message>
        <source>Rank %2 (KB)</source>
        <translation>卡 %2 (KB)</translation>
    </message>
    <message>
        <source>Rank %3 (KB)</source>
        <translation>卡 %3 (KB)</translation>
    </message>
    <message>
        <source>Rank %2: blocks</source>
        <translation>卡 %2：块数</translation>
    </message>
    <message>
        <source>Rank %3: blocks</source>
        <translation>卡 %3：块数</translation>
    </message>
    <message>
        <source>Choose a second rank beside the curves to see what operators hold at the peak of each.</source>
        <translation>在曲线旁选择第二张卡，即可查看两张卡各自峰值时各算子的占用。</translation>
    </message>
    <message>
        <source>Computing Time</source>
        <translation>计算时间</translation>
    </message>
    <message>
        <source>Flash Attention (Forward)</source>
        <translation>Flash Attention（前向）</translation>
    </message>
    <message>
        <source>Flash Attention (Forward) (Cube)</source>
        <translation>Flash Attention（前向）（Cube）</translation>
    </message>
    <message>
        <source>Flash Attention (Forward) (Vector)</source>
        <translation>Flash Attention（前向）（Vector）</translation>
    </message>
    <message>
        <source>Flash Attention (Backward)</source>
        <translation>Flash Attention（反向）</translation>
    </message>
    <message>
        <source>Flash Attention (Backward) (Cube)</source>
        <translation>Flash Attention（反向）（Cube）</translation>
    </message>
    <message>
        <source>Flash Attention (Backward) (Vector)</source>
        <translation>Flash Attention（反向）（Vector）</translation>
    </message>
    <message>
        <source>Conv (Forward)</source>
        <translation>卷积（前向）</translation>
    </message>
    <message>
        <source>Conv (Forward) (Cube)</source>
        <translation>卷积（前向）（Cube）</translation>
    </message>
    <message>
        <source>Conv (Forward) (Vector)</source>
        <translation>卷积（前向）（Vector）</translation>
    </message>
    <message>
        <source>Conv (Backward)</source>
        <translation>卷积（反向）</translation>
    </message>
    <message>
        <source>Conv (Backward) (Cube)</source>
        <translation>卷积（反向）（Cube）</translation>
    </message>
    <message>
        <source>Conv (Backward) (Vector)</source>
        <translation>卷积（反向）（Vector）</translation>
    </message>
    <message>
        <source>Matmul</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Matmul (Cube)</source>
        <translation>矩阵乘（Cube）</translation>
    </message>
    <message>
        <source>Matmul (Vector)</source>
        <translation>矩阵乘（Vector）</translation>
    </message>
    <message>
        <source>Paged Attention</source>
        <translation>Paged Attention</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>Vector 算子</translation>
    </message>
    <message>
        <source>Vector (Trans)</source>
        <translation>Vector 算子（转换类）</translation>
    </message>
    <message>
        <source>Vector (No Trans)</source>
        <translation>Vector 算子（非转换类）</translation>
    </message>
    <message>
        <source>Cube</source>
        <translation>Cube 算子</translation>
    </message>
    <message>
        <source>SDMA (Tensor Move)</source>
        <translation>SDMA（Tensor Move）</translation>
    </message>
    <message>
        <source>Uncovered Communication Time</source>
        <translation>未被覆盖的通信时间</translation>
    </message>
    <message>
        <source>Uncovered Communication Overlapped</source>
        <translation>未被覆盖且相互重叠的通信</translation>
    </message>
    <message>
        <source>Transmit</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Free Time</source>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>E2E Time</source>
        <translation>端到端时间</translation>
    </message>
    <message>
        <source>too few steps</source>
        <translation>迭代过少</translation>
    </message>
    <message>
        <source>bandwidth.advice lists them one by one.</source>
        <translation>bandwidth.advice 逐个列出。</translation>
    </message>
    <message>
        <source>Total duration (%1)</source>
        <translation>总耗时 (%1)</translation>
    </message>
    <message>
        <source>Total time of these operators over all ranks: no more than that can be gained.</source>
        <translation>这些算子在所有卡上的耗时合计：收益不会超过该值。</translation>
    </message>
    <message>
        <source>Longest operator</source>
        <translation>最长的算子</translation>
    </message>
    <message>
        <source>Its rank</source>
        <translation>所在卡</translation>
    </message>
    <message>
        <source>Its step</source>
        <translation>所在迭代</translation>
    </message>
    <message>
        <source>Of the longest operator.</source>
        <translation>针对最长的算子。</translation>
    </message>
    <message>
        <source>Advice summary</source>
        <translation>建议汇总</translation>
    </message>
    <message>
        <source>Advice by kind, type of operator and transport: how many operators, on how many ranks, and the longest of them.</source>
        <translation>按建议类别、算子类型和传输方式汇总：涉及多少算子、多少张卡，以及其中最长的算子。</translation>
    </message>
    <message>
        <source>How much shorter a step would be without this fault: once for each fault, in the row that lost most. Empty if it is too small to be a problem.</source>
        <translation>去掉该故障后一个迭代可节省的时间：每个故障只在损失最多的一行给出一次。太小而不构成问题时为空。</translation>
    </message>
    <message>
        <source>Of links of its type with messages of this size and operators of this kind, in this step. The diagnosis quotes the row that lost most, the matrix the sum of its rows.</source>
        <translation>本迭代中同类型链路在该消息大小、该类算子下的带宽。诊断结论引用损失最多的一行，矩阵则为其各行的合计。</translation>
    </message>
    <message>
        <source>Mean (ns)</source>
        <translation>平均 (ns)</translation>
    </message>
    <message>
        <source>Standard deviation (ns)</source>
        <translation>标准差 (ns)</translation>
    </message>
    <message>
        <source>Of a sample; a single call has none.</source>
        <translation>样本标准差；只有一次调用时没有。</translation>
    </message>
    <message>
        <source>Min (ns)</source>
        <translation>最小 (ns)</translation>
    </message>
    <message>
        <source>First quartile (ns)</source>
        <translation>下四分位 (ns)</translation>
    </message>
    <message>
        <source>Median (ns)</source>
        <translation>中位数 (ns)</translation>
    </message>
    <message>
        <source>Third quartile (ns)</source>
        <translation>上四分位 (ns)</translation>
    </message>
    <message>
        <source>Max (ns)</source>
        <translation>最大 (ns)</translation>
    </message>
    <message>
        <source>Total (ns)</source>
        <translation>合计 (ns)</translation>
    </message>
    <message>
        <source>Shortest on</source>
        <translation>最短的卡</translation>
    </message>
    <message>
        <source>Longest on</source>
        <translation>最长的卡</translation>
    </message>
    <message>
        <source>No rank has a communication operator in its kernel table or trace: the profiler writes both when NPU activity is on.</source>
        <translation>没有任何卡的 Kernel 表或 trace 中有通信算子：采集 NPU 活动时，Profiler 会写出二者。</translation>
    </message>
    <message>
        <source>No rank has a kernel in its kernel table or trace: the profiler writes kernel_details.csv and trace_view.json when NPU activity is on.</source>
        <translation>没有任何卡的 Kernel 表或 trace 中有 Kernel：采集 NPU 活动时，Profiler 会写出 kernel_details.csv 和 trace_view.json。</translation>
    </message>
    <message>
        <source>compute_op_sum: all ranks</source>
        <translation>compute_op_sum：全部卡</translation>
    </message>
    <message>
        <source>What compute_op_sum of msprof-analyze computes of the kernels of all ranks by type and core: ComputeOpAllRankStats.</source>
        <translation>msprof-analyze 的 compute_op_sum 按类型和加速核对全部卡的 Kernel 给出的统计：ComputeOpAllRankStats。</translation>
    </message>
    <message>
        <source>compute_op_sum: types of each rank</source>
        <translation>compute_op_sum：各卡的类型</translation>
    </message>
    <message>
        <source>The same for each rank: ComputeOpPerRankStatsByOpType.</source>
        <translation>各卡的同样统计：ComputeOpPerRankStatsByOpType。</translation>
    </message>
    <message>
        <source>compute_op_sum: operators of each rank</source>
        <translation>compute_op_sum：各卡的算子</translation>
    </message>
    <message>
        <source>The same for each rank by name and input shapes: ComputeOpPerRankStatsByOpName.</source>
        <translation>各卡按名称和输入形状的同样统计：ComputeOpPerRankStatsByOpName。</translation>
    </message>
    <message>
        <source>hccl_sum: all ranks</source>
        <translation>hccl_sum：全部卡</translation>
    </message>
    <message>
        <source>What hccl_sum of msprof-analyze computes of the communication operators of all ranks by type: HcclAllRankStats.</source>
        <translation>msprof-analyze 的 hccl_sum 按类型对全部卡的通信算子给出的统计：HcclAllRankStats。</translation>
    </message>
    <message>
        <source>hccl_sum: each rank</source>
        <translation>hccl_sum：各卡</translation>
    </message>
    <message>
        <source>The same for each rank: HcclPerRankStats.</source>
        <translation>各卡的同样统计：HcclPerRankStats。</translation>
    </message>
    <message>
        <source>hccl_sum: longest operators</source>
        <translation>hccl_sum：最长的算子</translation>
    </message>
    <message>
        <source>The 15 communication operators with the greatest mean over the ranks, and on which rank each was shortest and longest: HcclTopOpStats.</source>
        <translation>各卡平均耗时最长的 15 个通信算子，以及最短和最长各在哪张卡：HcclTopOpStats。</translation>
    </message>
    <message>
        <source>Free (%1)</source>
        <translation>空闲 Free (%1)</translation>
    </message>
    <message>
        <source>Neither computing nor communicating, as in step_trace_time.csv: for MindSpore, from the second step on including the gap counted as preparing, for PyTorch the preparing of the next step.</source>
        <translation>既不计算也不通信的时间，按 step_trace_time.csv 的口径：对于 MindSpore，从第二个迭代起包含准备时间中的空隙；对于 PyTorch，包含下一迭代的准备时间。</translation>
    </message>
    <message>
        <source>Neither computing nor communicating, and not counted as preparing.</source>
        <translation>既不计算也不通信、且未计入准备时间的时间。</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 无法读取：%2</translation>
    </message>
    <message>
        <source>%1 is larger than 1 MB.</source>
        <translation>%1 超过 1 MB。</translation>
    </message>
    <message>
        <source>%1 holds no statement.</source>
        <translation>%1 中没有语句。</translation>
    </message>
    <message>
        <source>A statement that you saved.</source>
        <translation>您保存的语句。</translation>
    </message>
    <message>
        <source>The statement in %1 cannot run: %2</source>
        <translation>%1 中的语句无法执行：%2</translation>
    </message>
    <message>
        <source>Nothing in the run meets the conditions of the statement.</source>
        <translation>数据中没有满足该语句条件的内容。</translation>
    </message>
    <message>
        <source>%1 is not attached: %2</source>
        <translation>%1 未附加：%2</translation>
    </message>
    <message>
        <source>The regular expression %1 takes too long on one of the texts, so its result is unknown: avoid nested repetitions.</source>
        <translation>正则表达式 %1 在其中一段文本上耗时过长，无法得知是否匹配：请避免在重复中嵌套重复。</translation>
    </message>
    <message>
        <source>A row has more than %1 MB: ask for fewer columns, or for parts of their texts (substr).</source>
        <translation>一行超过 %1 MB：请减少列数，或只取文本的一部分（substr）。</translation>
    </message>
    <message>
        <source>The statement needs more than %1 MB of memory: ask for fewer or shorter texts.</source>
        <translation>该语句需要超过 %1 MB 的内存：请减少文本的数量或长度。</translation>
    </message>
    <message>
        <source>A text of the statement has more than %1 MB.</source>
        <translation>语句中的一段文本超过 %1 MB。</translation>
    </message>
    <message>
        <source>The statement needs more than %1 MB of temporary files: it joins or sorts too many rows.</source>
        <translation>该语句需要超过 %1 MB 的临时文件：连接或排序的行过多。</translation>
    </message>
    <message>
        <source>This statement returns no rows.</source>
        <translation>该语句不产生行。</translation>
    </message>
    <message>
        <source>One statement at a time: &quot;%1&quot; follows the first.</source>
        <translation>每次只能执行一条语句：第一条之后还有“%1”。</translation>
    </message>
    <message>
        <source>Only statements that read are run: SELECT, WITH, VALUES.</source>
        <translation>只执行读取数据的语句：SELECT、WITH、VALUES。</translation>
    </message>
    <message>
        <source>Without its level: calls of one name count together.</source>
        <translation>不含层级：同名的调用合并统计。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of the time in all calls, which may lie in each other.</source>
        <translation>占所有调用时间的比例，调用之间可能相互嵌套。</translation>
    </message>
    <message>
        <source>Minimum of the ranks, as in the recipe.</source>
        <translation>各卡中的最小值，与该 recipe 一致。</translation>
    </message>
    <message>
        <source>Median of the ranks&apos; medians, as in the recipe.</source>
        <translation>各卡中位数的中位数，与该 recipe 一致。</translation>
    </message>
    <message>
        <source>Maximum of the ranks, as in the recipe.</source>
        <translation>各卡中的最大值，与该 recipe 一致。</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲降频</translation>
    </message>
    <message>
        <source>abnormal</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>Frequencies (MHz)</source>
        <translation>频率 (MHz)</translation>
    </message>
    <message>
        <source>Every value that the AI cores had.</source>
        <translation>AI Core 出现过的所有频率。</translation>
    </message>
    <message>
        <source>Normal: always the highest of the run. Free: also 800 MHz, at which cores rest. Abnormal: anything else.</source>
        <translation>正常：始终为本次采集的最高频率。空闲降频：此外只有核空闲时的 800 MHz。异常：其他情况。</translation>
    </message>
    <message>
        <source>Expert domain</source>
        <translation>专家并行域</translation>
    </message>
    <message>
        <source>The ranks of the domain that the files call exp.</source>
        <translation>文件中名为 exp 的通信域的各卡。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>Sum of the first dimensions of all inputs but the last two, over every GroupedMatmul.</source>
        <translation>每个 GroupedMatmul 除最后两个输入外，所有输入的第一维之和。</translation>
    </message>
    <message>
        <source>Difference of tokens</source>
        <translation>token 数之差</translation>
    </message>
    <message>
        <source>The rank with most of them less the one with fewest.</source>
        <translation>最多的卡减去最少的卡。</translation>
    </message>
    <message>
        <source>Most tokens</source>
        <translation>最多 token 数</translation>
    </message>
    <message>
        <source>Fewest tokens</source>
        <translation>最少 token 数</translation>
    </message>
    <message>
        <source>Most on</source>
        <translation>最多的卡</translation>
    </message>
    <message>
        <source>Step time (%1)</source>
        <translation>迭代时间 (%1)</translation>
    </message>
    <message>
        <source>As the host marks the step.</source>
        <translation>以主机侧的迭代标记为准。</translation>
    </message>
    <message>
        <source>Computing (%1)</source>
        <translation>计算 (%1)</translation>
    </message>
    <message>
        <source>Without non-overlapped copies.</source>
        <translation>不含未被覆盖的内存拷贝。</translation>
    </message>
    <message>
        <source>Waiting in communication (%1)</source>
        <translation>通信等待 (%1)</translation>
    </message>
    <message>
        <source>Time beyond the shortest rank of the domain; only for operators that all its ranks have.</source>
        <translation>算子比通信域内耗时最短的卡多用的时间；只统计域内所有卡都有的算子。</translation>
    </message>
    <message>
        <source>Transfer in communication (%1)</source>
        <translation>通信传输 (%1)</translation>
    </message>
    <message>
        <source>The shortest of the ranks of the domain.</source>
        <translation>通信域内各卡中的最短耗时。</translation>
    </message>
    <message>
        <source>Copies (%1)</source>
        <translation>内存拷贝 (%1)</translation>
    </message>
    <message>
        <source>MEMCPY_ASYNC tasks.</source>
        <translation>MEMCPY_ASYNC 任务。</translation>
    </message>
    <message>
        <source>Non-overlapped copies (%1)</source>
        <translation>未被覆盖的内存拷贝 (%1)</translation>
    </message>
    <message>
        <source>cann_api_sum: each rank</source>
        <translation>cann_api_sum：各卡</translation>
    </message>
    <message>
        <source>cann_api_sum: all ranks</source>
        <translation>cann_api_sum：所有卡</translation>
    </message>
    <message>
        <source>The same for each rank: CannApiSumRank.</source>
        <translation>对每张卡的同样统计：CannApiSumRank。</translation>
    </message>
    <message>
        <source>What cann_api_sum of msprof-analyze computes of the calls of CANN on the hosts of all ranks: CannApiSum.</source>
        <translation>msprof-analyze 的 cann_api_sum 对所有卡主机侧 CANN 调用的统计：CannApiSum。</translation>
    </message>
    <message>
        <source>No trace has CANN calls: the profiler writes them when CPU activity is on, at Level1 or higher.</source>
        <translation>没有 trace 含有 CANN 调用：采集 CPU 活动且采集级别为 Level1 及以上时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>freq_analysis</source>
        <translation>freq_analysis</translation>
    </message>
    <message>
        <source>What freq_analysis of msprof-analyze says of the frequency of the AI cores: which ranks ran at another than the highest? FreeFrequencyRanks, AbnormalFrequencyRanks.</source>
        <translation>msprof-analyze 的 freq_analysis 对 AI Core 频率的判断：哪些卡没有一直运行在最高频率？FreeFrequencyRanks、AbnormalFrequencyRanks。</translation>
    </message>
    <message>
        <source>No trace has the frequency of the AI cores: the profiler writes it when NPU activity is on.</source>
        <translation>没有 trace 含有 AI Core 频率：采集 NPU 活动时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>ep_load_balance: each rank</source>
        <translation>ep_load_balance：各卡</translation>
    </message>
    <message>
        <source>What ep_load_balance of msprof-analyze computes: how many tokens the experts of each rank worked on. EPTokensSummary.</source>
        <translation>msprof-analyze 的 ep_load_balance 的统计：每张卡上的专家处理了多少 token。EPTokensSummary。</translation>
    </message>
    <message>
        <source>No rank has a GroupedMatmul with its input shapes in its kernel table: the run has no experts, or the profiler wrote no shapes (Level0).</source>
        <translation>没有卡的 Kernel 表含有带输入形状的 GroupedMatmul：没有使用专家并行，或 Profiler 未写出形状（采集级别 Level0）。</translation>
    </message>
    <message>
        <source>ep_load_balance: most unequal domains</source>
        <translation>ep_load_balance：最不均衡的域</translation>
    </message>
    <message>
        <source>The 20 expert domains whose ranks differ most in tokens: TopEPTokensInfo.</source>
        <translation>各卡 token 数相差最大的 20 个专家并行域：TopEPTokensInfo。</translation>
    </message>
    <message>
        <source>No rank with a GroupedMatmul in its kernel table names a group called exp: parallel_group_info of profiler_metadata.json has it.</source>
        <translation>Kernel 表含有 GroupedMatmul 的卡都没有名为 exp 的通信域：它在 profiler_metadata.json 的 parallel_group_info 中。</translation>
    </message>
    <message>
        <source>cluster_time_summary</source>
        <translation>cluster_time_summary</translation>
    </message>
    <message>
        <source>What cluster_time_summary of msprof-analyze says of every step of every rank: computing, communication as transfer and waiting, copies, free. ClusterTimeSummary.</source>
        <translation>msprof-analyze 的 cluster_time_summary 对每张卡每个迭代的统计：计算、通信（传输与等待）、内存拷贝、空闲。ClusterTimeSummary。</translation>
    </message>
    <message>
        <source>No rank has a trace with device lanes or step_trace_time.csv: the profiler writes both when NPU activity is on.</source>
        <translation>没有卡含有带设备泳道的 trace 或 step_trace_time.csv：采集 NPU 活动时，Profiler 才会写出这两者。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>全部迭代</translation>
    </message>
    <message>
        <source>without the first step</source>
        <translation>不含首个迭代</translation>
    </message>
    <message>
        <source>as the file states</source>
        <translation>文件所载</translation>
    </message>
    <message>
        <source>Step (%1)</source>
        <translation>迭代 (%1)</translation>
    </message>
    <message>
        <source>The whole step.</source>
        <translation>整个迭代。</translation>
    </message>
    <message>
        <source>Step interval (%1)</source>
        <translation>迭代间隙 (%1)</translation>
    </message>
    <message>
        <source>From the start of the step to its first operator on the device, Preparing of step_trace_time.csv: a long one points at the host&apos;s data.</source>
        <translation>从迭代开始到设备上第一个算子的时间，即 step_trace_time.csv 的 Preparing：过长说明主机侧数据供应慢。</translation>
    </message>
    <message>
        <source>Forward and backward (%1)</source>
        <translation>前向与反向 (%1)</translation>
    </message>
    <message>
        <source>From the first forward to the last backward operator: of step_trace_raw_*.csv, or FP_BP Time of step_trace_*.csv of msprof.</source>
        <translation>从第一个前向算子到最后一个反向算子：取自 step_trace_raw_*.csv，或 msprof 的 step_trace_*.csv 中的 FP_BP Time。</translation>
    </message>
    <message>
        <source>Step tail (%1)</source>
        <translation>迭代拖尾 (%1)</translation>
    </message>
    <message>
        <source>From the last backward operator to the end of the step: AllReduce and the update of the parameters.</source>
        <translation>从最后一个反向算子到迭代结束的时间：AllReduce 与参数更新。</translation>
    </message>
    <message>
        <source>Computation (%1)</source>
        <translation>计算 (%1)</translation>
    </message>
    <message>
        <source>Computing of step_trace_time.csv. Files of MindSpore 1.x mean the step less communication that is not overlapped, so theirs holds idle time.</source>
        <translation>step_trace_time.csv 的 Computing。MindSpore 1.x 的文件指迭代减去未被覆盖的通信，因此含有空闲时间。</translation>
    </message>
    <message>
        <source>Free of step_trace_time.csv, without what the step interval counts. Files of MindSpore 1.x do not have it.</source>
        <translation>step_trace_time.csv 的 Free，不含已计入迭代间隙的部分。MindSpore 1.x 的文件没有此项。</translation>
    </message>
    <message>
        <source>Stage time (%1)</source>
        <translation>流水线阶段耗时 (%1)</translation>
    </message>
    <message>
        <source>Non-overlapped collective (%1)</source>
        <translation>未被覆盖的集合通信 (%1)</translation>
    </message>
    <message>
        <source>Mean of</source>
        <translation>均值范围</translation>
    </message>
    <message>
        <source>The first step starts the graphs and is often far longer. What a file of MindSpore 1.x states may be of more steps than it lists.</source>
        <translation>首个迭代要启动计算图，往往长得多。MindSpore 1.x 文件所载的均值可能包含未列出的迭代。</translation>
    </message>
    <message>
        <source>Number of steps in the mean; a time missing in some of them is the mean of the others.</source>
        <translation>参与求均值的迭代数；部分迭代缺少的时间取其余迭代的均值。</translation>
    </message>
    <message>
        <source>One of its times differs by 20 % or more from the median of its pipeline stage, and is an outlier as the diagnosis finds them (MAD, Dixon&apos;s Q for few ranks).</source>
        <translation>某项时间与同一流水线阶段的中位数相差 20 % 及以上，且按诊断的方法（MAD；卡数较少时用 Dixon Q 检验）属于异常。</translation>
    </message>
    <message>
        <source>Iteration breakdown</source>
        <translation>迭代拆解</translation>
    </message>
    <message>
        <source>The parts of an iteration of each rank on average, with and without the first step: which rank is slow in data, computing or communication, or waits for another stage?</source>
        <translation>各卡迭代各部分的平均时间，含与不含首个迭代：谁在数据、计算、通信上慢，或在等待其他阶段？</translation>
    </message>
    <message>
        <source>Iteration breakdown by step</source>
        <translation>逐迭代拆解</translation>
    </message>
    <message>
        <source>The parts of each iteration of each rank.</source>
        <translation>各卡每个迭代的各部分时间。</translation>
    </message>
    <message>
        <source>theoretical</source>
        <translation>理论值</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Peak memory (GiB)</source>
        <translation>内存峰值 (GiB)</translation>
    </message>
    <message>
        <source>Of memory_usage_summary_*.json, a value of the graph compiler, or the most reserved memory of memory_record.csv.</source>
        <translation>取自 memory_usage_summary_*.json（图编译器的理论值），或 memory_record.csv 中保留内存的最大值。</translation>
    </message>
    <message>
        <source>Capacity (GiB)</source>
        <translation>容量 (GiB)</translation>
    </message>
    <message>
        <source>What the device has, as files or the reference values say.</source>
        <translation>设备的内存容量，取自文件或硬件参考值。</translation>
    </message>
    <message>
        <source>Memory used (%)</source>
        <translation>内存占用 (%)</translation>
    </message>
    <message>
        <source>Peak memory / capacity.</source>
        <translation>内存峰值占容量的比例。</translation>
    </message>
    <message>
        <source>Source of memory</source>
        <translation>内存来源</translation>
    </message>
    <message>
        <source>FLOPs (millions)</source>
        <translation>FLOPs (百万)</translation>
    </message>
    <message>
        <source>Operations: of flops_summary_*.json, of the counters of kernel tables (aic_metrics ArithmeticUtilization), or estimated from the shapes of matrix products.</source>
        <translation>运算次数：取自 flops_summary_*.json、Kernel 表中的计数（aic_metrics 为 ArithmeticUtilization），或按矩阵乘的形状估算。</translation>
    </message>
    <message>
        <source>FLOPs vs. most (%)</source>
        <translation>相对最多者的 FLOPs (%)</translation>
    </message>
    <message>
        <source>Of the device with the most operations.</source>
        <translation>相对运算次数最多的设备。</translation>
    </message>
    <message>
        <source>FLOPS (G/s)</source>
        <translation>FLOPS (G/s)</translation>
    </message>
    <message>
        <source>Operations / the time in which they ran. Where there is no flops_*.txt, an old summary states the mean over its operators.</source>
        <translation>运算次数除以其执行时间。没有 flops_*.txt 时，旧的汇总文件给出的是各算子的均值。</translation>
    </message>
    <message>
        <source>FLOPS vs. fastest (%)</source>
        <translation>相对最快者的 FLOPS (%)</translation>
    </message>
    <message>
        <source>Of the fastest device.</source>
        <translation>相对最快的设备。</translation>
    </message>
    <message>
        <source>FLOPS utilisation (%)</source>
        <translation>FLOPS 利用率 (%)</translation>
    </message>
    <message>
        <source>Source of FLOPs</source>
        <translation>FLOPs 来源</translation>
    </message>
    <message>
        <source>Of what the device can do, as flops_summary_*.json or the reference values say.</source>
        <translation>占设备算力的比例，取自 flops_summary_*.json 或硬件参考值。</translation>
    </message>
    <message>
        <source>Memory and FLOPs by device</source>
        <translation>各设备的内存与 FLOPs</translation>
    </message>
    <message>
        <source>Peak memory and arithmetic of the devices of each host: which are full, and which were given more work than others?</source>
        <translation>各主机上设备的内存峰值与运算量：哪些设备内存将满，哪些设备的工作量多于其他设备？</translation>
    </message>
    <message>
        <source>No rank has a memory_record.csv (profile_memory), a kernel_details.csv with operation counters (aic_metrics ArithmeticUtilization) or shapes of matrix products (Level1), or the memory_usage_summary_*.json and flops_summary_*.json of MindSpore 1.x.</source>
        <translation>没有一张卡有 memory_record.csv（开启 profile_memory）、含运算计数（aic_metrics 为 ArithmeticUtilization）或矩阵乘形状（Level1）的 kernel_details.csv，或 MindSpore 1.x 的 memory_usage_summary_*.json 与 flops_summary_*.json。</translation>
    </message>
    <message>
        <source>SDMA</source>
        <translation>SDMA</translation>
    </message>
    <message>
        <source>RDMA Bandwidth</source>
        <translation>RDMA 带宽</translation>
    </message>
    <message>
        <source>SDMA Bandwidth</source>
        <translation>SDMA 带宽</translation>
    </message>
    <message>
        <source>Memory Used</source>
        <translation>内存占用</translation>
    </message>
    <message>
        <source>For lines that are not times: bandwidth over Total Op Info of communication.json, all steps, and the most reserved memory of memory_record.csv.</source>
        <translation>用于不是时间的行：communication.json 中所有迭代的 Total Op Info 得出的带宽，以及 memory_record.csv 中的最大保留内存。</translation>
    </message>
    <message>
        <source>%2: value</source>
        <translation>%2：数值</translation>
    </message>
    <message>
        <source>%3: value</source>
        <translation>%3：数值</translation>
    </message>
    <message>
        <source>Unit of the value</source>
        <translation>数值单位</translation>
    </message>
    <message>
        <source>Where the time of two ranks went: computing by the kind of operator, communication that is not overlapped, free time (sheet OverallMetrics); and bandwidths and the memory used.</source>
        <translation>两张卡的时间去向：按算子种类的计算、未被覆盖的通信、空闲（OverallMetrics 表）；以及带宽和内存占用。</translation>
    </message>
    <message>
        <source>Operations (G/s)</source>
        <translation>运算速率 (G/s)</translation>
    </message>
    <message>
        <source>Operations that the cores counted (aic_metrics=ArithmeticUtilization) / the time; the bar compares it with the fastest operator on these cores.</source>
        <translation>各核统计的运算次数（aic_metrics=ArithmeticUtilization）除以耗时；条形为与同类核上最快算子之比。</translation>
    </message>
    <message>
        <source>recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>counted</source>
        <translation>已计数</translation>
    </message>
    <message>
        <source>by shapes</source>
        <translation>按形状</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Recorded by the framework (with_flops); counted by the cores (ArithmeticUtilization); by shapes; at most: shapes with padding, or with what a mask or empty groups leave out.</source>
        <translation>由框架记录（with_flops）；由核计数（ArithmeticUtilization）；按形状；至多：形状含填充，或含掩码、空分组省去的部分。</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Of the first input.</source>
        <translation>第一个输入的类型。</translation>
    </message>
    <message>
        <source>FLOPs (G)</source>
        <translation>FLOPs (G)</translation>
    </message>
    <message>
        <source>Operations of the calls of which they are known; 2·M·N·K of a matrix product.</source>
        <translation>已知运算次数的各次调用之和；矩阵乘为 2·M·N·K。</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>Operations / the time in which they ran.</source>
        <translation>运算次数除以其耗时。</translation>
    </message>
    <message>
        <source>Peak (TFLOP/s)</source>
        <translation>峰值算力 (TFLOP/s)</translation>
    </message>
    <message>
        <source>Of the cube units for the data type.</source>
        <translation>Cube 单元对该数据类型的峰值。</translation>
    </message>
    <message>
        <source>MFU (%)</source>
        <translation>MFU (%)</translation>
    </message>
    <message>
        <source>Operations / (time × peak), as operator_mfu of msprof-analyze has it.</source>
        <translation>运算次数除以耗时和峰值算力，与 msprof-analyze 的 operator_mfu 一致。</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Every input read once and every output written once, by shapes.</source>
        <translation>按形状，每个输入读一次、每个输出写一次。</translation>
    </message>
    <message>
        <source>FLOP/B</source>
        <translation>FLOP/B</translation>
    </message>
    <message>
        <source>Operations / bytes.</source>
        <translation>运算次数除以字节数。</translation>
    </message>
    <message>
        <source>Bytes / time; more than the memory has where the cache holds the data.</source>
        <translation>字节数除以耗时；数据在缓存中时可能超过内存带宽。</translation>
    </message>
    <message>
        <source>Memory peak (GB/s)</source>
        <translation>内存带宽上限 (GB/s)</translation>
    </message>
    <message>
        <source>Bandwidth of the memory of the chip: the reference value, else that of peaks.json.</source>
        <translation>芯片的内存带宽：取自硬件参考值，否则取自 peaks.json。</translation>
    </message>
    <message>
        <source>Of the roof (%)</source>
        <translation>占上限 (%)</translation>
    </message>
    <message>
        <source>Rate / the lower of peak and (operations a byte × bandwidth of the memory).</source>
        <translation>运算速率除以两者中较低的一个：峰值算力，每字节运算次数乘以内存带宽。</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>The lower of these two.</source>
        <translation>以上两者中较低的一个。</translation>
    </message>
    <message>
        <source>No kernel table of a rank has operations or shapes (kernel_details.csv, op_summary): the profiler writes it with shapes at Level1 or higher.</source>
        <translation>没有卡的 Kernel 表给出运算次数和形状（kernel_details.csv、op_summary）：Profiler 在 Level1 及以上写出带形状的表。</translation>
    </message>
    <message>
        <source>From the first work of the step on the device to the last.</source>
        <translation>从该迭代在设备上的第一个任务到最后一个任务。</translation>
    </message>
    <message>
        <source>Kernels (%1)</source>
        <translation>Kernel (%1)</translation>
    </message>
    <message>
        <source>Durations of its compute kernels.</source>
        <translation>其计算 Kernel 的耗时之和。</translation>
    </message>
    <message>
        <source>Of known FLOPs (%1)</source>
        <translation>FLOPs 已知 (%1)</translation>
    </message>
    <message>
        <source>Durations of the kernels whose operations are known.</source>
        <translation>已知运算次数的 Kernel 的耗时之和。</translation>
    </message>
    <message>
        <source>Their operations.</source>
        <translation>它们的运算次数。</translation>
    </message>
    <message>
        <source>Operations / the time of the step.</source>
        <translation>运算次数除以迭代时间。</translation>
    </message>
    <message>
        <source>Time that these operations take at the peaks of their data types, of the step; operations that are not known would add to it.</source>
        <translation>这些运算按各数据类型峰值算力所需的时间占迭代时间的比例；未知的运算会使其更高。</translation>
    </message>
    <message>
        <source>MFU of kernels (%)</source>
        <translation>Kernel 的 MFU (%)</translation>
    </message>
    <message>
        <source>The same, of the durations of these kernels.</source>
        <translation>同上，占这些 Kernel 耗时的比例。</translation>
    </message>
    <message>
        <source>MFU and roofline</source>
        <translation>MFU 与 Roofline</translation>
    </message>
    <message>
        <source>MFU by module</source>
        <translation>按模块的 MFU</translation>
    </message>
    <message>
        <source>Operations of the kernels of each module of a rank against the peak of the chip: which part of the model is far from it?</source>
        <translation>一张卡上各模块 Kernel 的运算次数与芯片峰值算力之比：模型的哪一部分远低于峰值？</translation>
    </message>
    <message>
        <source>Those of its own operators; modules inside of it have rows of their own.</source>
        <translation>其自身算子的 Kernel；内部模块另有各自的行。</translation>
    </message>
    <message>
        <source>Time that these operations take at the peaks of their data types, of the durations of their kernels.</source>
        <translation>这些运算按各数据类型峰值算力所需的时间，占其 Kernel 耗时的比例。</translation>
    </message>
    <message>
        <source>No modules are known: there is no range of mstx around operators (torch_npu.npu.mstx.range_start(NAME, domain=&quot;Module&quot;)), no function called nn.Module (with_modules=True of the profiler), and no scope in the names of kernels (graph mode of MindSpore).</source>
        <translation>没有模块信息：算子外没有 mstx 范围（torch_npu.npu.mstx.range_start(NAME, domain=&quot;Module&quot;)），没有名为 nn.Module 的函数（Profiler 的 with_modules=True），Kernel 名中也没有 scope（MindSpore 图模式）。</translation>
    </message>
    <message>
        <source>Operations, bytes and rates of the kernels of a rank against the peak of the chip: which ones are far from it, and does computing or memory limit them?</source>
        <translation>单卡 Kernel 的运算次数、字节数和速率与芯片峰值比较：哪些距离峰值远，受限于计算还是内存？</translation>
    </message>
    <message>
        <source>MFU by step</source>
        <translation>各迭代的 MFU</translation>
    </message>
    <message>
        <source>Operations of each step of each rank against the peak of the chip: how much of it does the step use?</source>
        <translation>各卡各迭代的运算次数与芯片峰值比较：迭代用到了多少？</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>The number of its files, where files of several pipelines lie in the folder of the rank.</source>
        <translation>该卡的文件夹中有多条流水线的文件时，文件的编号。</translation>
    </message>
    <message>
        <source>Other operators</source>
        <translation>其他算子</translation>
    </message>
    <message>
        <source>Other size (MB)</source>
        <translation>另一次采集的数据量 (MB)</translation>
    </message>
    <message>
        <source>Of the same link in the run that is compared with.</source>
        <translation>另一次采集中同一链路的值。</translation>
    </message>
    <message>
        <source>Size difference (MB)</source>
        <translation>数据量差值 (MB)</translation>
    </message>
    <message>
        <source>This run less the one that is compared with.</source>
        <translation>本次采集减去另一次采集。</translation>
    </message>
    <message>
        <source>Other time (%1)</source>
        <translation>另一次采集的时间 (%1)</translation>
    </message>
    <message>
        <source>Time difference (%1)</source>
        <translation>时间差值 (%1)</translation>
    </message>
    <message>
        <source>Other bandwidth (GB/s)</source>
        <translation>另一次采集的带宽 (GB/s)</translation>
    </message>
    <message>
        <source>Bandwidth difference (GB/s)</source>
        <translation>带宽差值 (GB/s)</translation>
    </message>
    <message>
        <source>What each link between two ranks carried: size, time, bandwidth and kind of link; beside a second run also what it carried there, and the difference.</source>
        <translation>两卡之间每条链路传输的数据量、时间、带宽和链路类型；与另一次采集比较时还有其中的值和差值。</translation>
    </message>
    <message>
        <source>Rank %1 is no member of the chosen communication domain %2: choose one of the ranks of this domain, or another domain.</source>
        <translation>卡 %1 不属于所选通信域 %2：请选择该通信域中的卡，或选择其他通信域。</translation>
    </message>
    <message>
        <source>Total of the other less total of the base; of the mean step of each side where they have different numbers of steps.</source>
        <translation>另一侧合计减去基准合计；两侧迭代数不同时按各自的平均迭代计算。</translation>
    </message>
    <message>
        <source>Total of the other / total of the base; infinite when the base has none. Of the mean step of each side where they have different numbers of steps.</source>
        <translation>另一侧合计 / 基准合计；基准没有时为无穷大。两侧迭代数不同时按各自的平均迭代计算。</translation>
    </message>
    <message>
        <source>Total / number of steps, if the two sides have different numbers of steps: basis of the difference, the ratio and the state.</source>
        <translation>两侧迭代数不同时的合计 / 迭代数：差值、比值和状态由此得出。</translation>
    </message>
    <message>
        <source>%2: per step (%1)</source>
        <translation>%2：每迭代耗时 (%1)</translation>
    </message>
    <message>
        <source>%3: per step (%1)</source>
        <translation>%3：每迭代耗时 (%1)</translation>
    </message>
    <message>
        <source>The base has no step %1, or the other side no step %2, as far as their traces mark steps.</source>
        <translation>按 trace 中的迭代标记，基准没有迭代 %1，或另一侧没有迭代 %2。</translation>
    </message>
    <message>
        <source>Not every side has the step %1, as far as their traces mark steps.</source>
        <translation>按 trace 中的迭代标记，并非每一侧都有迭代 %1。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the cube unit multiplied matrices of FP16.</source>
        <translation>Cube 单元进行 FP16 矩阵乘的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the cube unit multiplied matrices of INT8.</source>
        <translation>Cube 单元进行 INT8 矩阵乘的 cycle 占比。</translation>
    </message>
    <message>
        <source>Operations on floating-point numbers that the cube unit did.</source>
        <translation>Cube 单元完成的浮点运算次数。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the vector unit worked on FP32.</source>
        <translation>Vector 单元处理 FP32 的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the vector unit worked on FP16.</source>
        <translation>Vector 单元处理 FP16 的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the vector unit worked on INT32.</source>
        <translation>Vector 单元处理 INT32 的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the vector unit worked on INT16.</source>
        <translation>Vector 单元处理 INT16 的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the vector unit ran instructions of other kinds.</source>
        <translation>Vector 单元执行其他类型指令的 cycle 占比。</translation>
    </message>
    <message>
        <source>Operations on floating-point numbers that the vector unit did.</source>
        <translation>Vector 单元完成的浮点运算次数。</translation>
    </message>
    <message>
        <source>How fast the core read the main memory.</source>
        <translation>核读主存的带宽。</translation>
    </message>
    <message>
        <source>How fast the core wrote to the main memory.</source>
        <translation>核写主存的带宽。</translation>
    </message>
    <message>
        <source>How fast the core read the L2 cache.</source>
        <translation>核读 L2 缓存的带宽。</translation>
    </message>
    <message>
        <source>How fast the core wrote to the L2 cache.</source>
        <translation>核写 L2 缓存的带宽。</translation>
    </message>
    <message>
        <source>How fast the L1 buffer was read.</source>
        <translation>L1 缓冲的读带宽。</translation>
    </message>
    <message>
        <source>How fast the L1 buffer was written to.</source>
        <translation>L1 缓冲的写带宽。</translation>
    </message>
    <message>
        <source>How fast the unified buffer (UB) was read.</source>
        <translation>统一缓冲（UB）的读带宽。</translation>
    </message>
    <message>
        <source>How fast the unified buffer (UB) was written to.</source>
        <translation>统一缓冲（UB）的写带宽。</translation>
    </message>
    <message>
        <source>How fast the buffer L0A of the cube unit was read.</source>
        <translation>Cube 单元的 L0A 缓冲的读带宽。</translation>
    </message>
    <message>
        <source>How fast the buffer L0A of the cube unit was written to.</source>
        <translation>Cube 单元的 L0A 缓冲的写带宽。</translation>
    </message>
    <message>
        <source>How fast the buffer L0B of the cube unit was read.</source>
        <translation>Cube 单元的 L0B 缓冲的读带宽。</translation>
    </message>
    <message>
        <source>How fast the buffer L0B of the cube unit was written to.</source>
        <translation>Cube 单元的 L0B 缓冲的写带宽。</translation>
    </message>
    <message>
        <source>How fast the buffer L0C of the cube unit was read.</source>
        <translation>Cube 单元的 L0C 缓冲的读带宽。</translation>
    </message>
    <message>
        <source>How fast the buffer L0C of the cube unit was written to.</source>
        <translation>Cube 单元的 L0C 缓冲的写带宽。</translation>
    </message>
    <message>
        <source>How fast the cube unit itself read its buffer L0C.</source>
        <translation>Cube 单元自身读 L0C 缓冲的带宽。</translation>
    </message>
    <message>
        <source>How fast the cube unit itself wrote to its buffer L0C.</source>
        <translation>Cube 单元自身写 L0C 缓冲的带宽。</translation>
    </message>
    <message>
        <source>How fast the vector unit read the unified buffer (UB).</source>
        <translation>Vector 单元读统一缓冲（UB）的带宽。</translation>
    </message>
    <message>
        <source>How fast the vector unit wrote to the unified buffer (UB).</source>
        <translation>Vector 单元写统一缓冲（UB）的带宽。</translation>
    </message>
    <message>
        <source>How fast the scalar unit read the unified buffer (UB).</source>
        <translation>Scalar 单元读统一缓冲（UB）的带宽。</translation>
    </message>
    <message>
        <source>How fast the scalar unit wrote to the unified buffer (UB).</source>
        <translation>Scalar 单元写统一缓冲（UB）的带宽。</translation>
    </message>
    <message>
        <source>How fast transfers (MTE) read the unified buffer (UB).</source>
        <translation>搬运（MTE）读统一缓冲（UB）的带宽。</translation>
    </message>
    <message>
        <source>How fast transfers (MTE) wrote to the unified buffer (UB).</source>
        <translation>搬运（MTE）写统一缓冲（UB）的带宽。</translation>
    </message>
    <message>
        <source>Writes that hit the cache.</source>
        <translation>命中缓存的写次数。</translation>
    </message>
    <message>
        <source>Writes that missed the cache, so that room was allocated in it.</source>
        <translation>未命中缓存、重新分配的写次数。</translation>
    </message>
    <message>
        <source>Reads that hit the cache.</source>
        <translation>命中缓存的读次数。</translation>
    </message>
    <message>
        <source>Reads that missed the cache, so that room was allocated in it.</source>
        <translation>未命中缓存、重新分配的读次数。</translation>
    </message>
    <message>
        <source>Share of the cycles in which vector instructions were held up by conflicts of groups of banks: the block strides do not suit them.</source>
        <translation>向量指令因 bank group 冲突受阻的 cycle 占比：block stride 设置不合理。</translation>
    </message>
    <message>
        <source>Share of the cycles in which vector instructions were held up by conflicts of banks: the addresses of the operands do not suit them.</source>
        <translation>向量指令因 bank 冲突受阻的 cycle 占比：操作数的读写地址不合理。</translation>
    </message>
    <message>
        <source>Share of the cycles in which vector instructions were held up because the unit that runs them was busy.</source>
        <translation>向量指令因执行单元繁忙受阻的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which vector instructions were held up by transfers (MTE).</source>
        <translation>向量指令因搬运（MTE）受阻的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which vector instructions were held up by any conflict.</source>
        <translation>向量指令因各种冲突受阻的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the cube unit was held up.</source>
        <translation>Cube 单元受阻的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the vector unit was held up.</source>
        <translation>Vector 单元受阻的 cycle 占比。</translation>
    </message>
    <message>
        <source>Share of the cycles in which the queue of instructions that the name tells was full.</source>
        <translation>名称所指的指令队列已满的 cycle 占比。</translation>
    </message>
    <message>
        <source>The other run has no step %1: the mean of its steps is used.</source>
        <translation>另一次采集没有迭代 %1：以其各迭代的均值代替。</translation>
    </message>
    <message>
        <source>This run has slow links, but none in what was asked for: choose another step or communication domain, or all.</source>
        <translation>这次采集有慢链路，但所选范围内没有：请选择其他迭代或通信域，或全部。</translation>
    </message>
    <message>
        <source>This rank has links, but none in what was asked for: choose another step or communication domain, or all.</source>
        <translation>这张卡有链路，但所选范围内没有：请选择其他迭代或通信域，或全部。</translation>
    </message>
    <message>
        <source>Alignment and contention were not checked: no trace is read.</source>
        <translation>未检查对齐与争用：没有读入 trace。</translation>
    </message>
    <message>
        <source>Few operators are small, and none takes as long as retransmissions do. Alignment and contention were not checked: they need traces of Level1 or Level2, and this run has none.</source>
        <translation>小通信算子很少，也没有算子耗时达到重传的程度。未检查对齐与争用：二者从 Level1 或 Level2 的 trace 中查找，本次采集没有 trace。</translation>
    </message>
    <message>
        <source>Few operators are small, and none takes as long as retransmissions do. On ranks with a trace transfers are aligned, and none is slow beside a matrix multiplication; without a trace neither was checked on: %1.</source>
        <translation>小通信算子很少，也没有算子耗时达到重传的程度。有 trace 的卡传输均对齐，也没有因与矩阵乘并行而变慢的算子；以下卡没有 trace，两项均未检查：%1。</translation>
    </message>
    <message>
        <source>Sums over %1 steps are compared with sums over %2 steps of the other run: the mean per step says more.</source>
        <translation>此处 %1 个迭代之和与另一次采集 %2 个迭代之和并列：各迭代的均值更能说明问题。</translation>
    </message>
    <message>
        <source>Other link type</source>
        <translation>另一次采集的链路类型</translation>
    </message>
    <message>
        <source>Calls per step</source>
        <translation>每个迭代的次数</translation>
    </message>
    <message>
        <source>Packets per step</source>
        <translation>每个迭代的数据包数</translation>
    </message>
    <message>
        <source>The median of its totals over the steps in which it runs; empty with fewer than two of them.</source>
        <translation>其在各迭代中合计耗时的中位数（只计执行过它的迭代）；不足两个迭代时为空。</translation>
    </message>
    <message>
        <source>Empty: outside of every step.</source>
        <translation>空：不在任何迭代内。</translation>
    </message>
    <message>
        <source>Typical total (%1)</source>
        <translation>典型合计 (%1)</translation>
    </message>
    <message>
        <source>Its total in this step less the typical one.</source>
        <translation>该迭代的合计减去典型合计。</translation>
    </message>
    <message>
        <source>Its total in this step / the typical one.</source>
        <translation>该迭代的合计 / 典型合计。</translation>
    </message>
    <message>
        <source>Operators step by step</source>
        <translation>各迭代的算子</translation>
    </message>
    <message>
        <source>Operators of a rank in groups, in each step, beside what is typical of them: which ones drift or have single slow steps?</source>
        <translation>一张卡的算子分组后在每个迭代中的耗时，与其典型值并列：哪些在漂移，或只在个别迭代变慢？</translation>
    </message>
    <message>
        <source>Operator: without those that it calls. Function: the operators that it calls directly; by a trace also its own time.</source>
        <translation>算子：不含其调用的算子。函数：由它直接调用的算子的耗时；由 trace 得出时还含函数自身的耗时。</translation>
    </message>
    <message>
        <source>Function: sum of the self times below it, so nothing counts twice. Operator: as in the file, with those that it calls.</source>
        <translation>函数：其下所有自身耗时之和，不会重复计入。算子：与文件一致，含其调用的算子。</translation>
    </message>
    <message>
        <source>The operators of the framework below the Python functions that called them, by operator_details.csv, or by the Python functions of the trace where it has no call stacks: which line of the script takes the time?</source>
        <translation>将框架算子列在调用它们的 Python 函数之下，由 operator_details.csv 得出；该文件没有调用栈时由 trace 中的 Python 函数得出：脚本的哪一行耗时？</translation>
    </message>
    <message>
        <source>operator_details.csv of this rank holds no call stack, and its trace no Python function. torch_npu records them when its option with_stack or with_modules is on (with_stack=True); MindSpore&apos;s file has names and shapes alone.</source>
        <translation>该卡的 operator_details.csv 没有调用栈，trace 中也没有 Python 函数。torch_npu 在打开 with_stack 或 with_modules 选项时记录（with_stack=True）；MindSpore 的文件只有名称和形状。</translation>
    </message>
    <message>
        <source>all %1 ranks</source>
        <translation>全部 %1 张卡</translation>
    </message>
    <message>
        <source>Base run</source>
        <translation>基准数据</translation>
    </message>
    <message>
        <source>Basis of the difference, the ratio and the state: the total; of a whole run / number of its ranks unless the sum is chosen; / number of steps if the two sides have different numbers of steps.</source>
        <translation>差值、比值和状态所依据的值：合计；整组数据除以卡数（选择总和时除外）；两侧迭代数不同时再除以迭代数。</translation>
    </message>
    <message>
        <source>%2: compared value (%1)</source>
        <translation>%2：参与比对的值 (%1)</translation>
    </message>
    <message>
        <source>%3: compared value (%1)</source>
        <translation>%3：参与比对的值 (%1)</translation>
    </message>
    <message>
        <source>A whole run is compared with another run, or with a rank that is the baseline.</source>
        <translation>整组数据需要与另一组数据比对，或以某张卡为基准。</translation>
    </message>
    <message>
        <source>The operators of every rank beside those of one baseline: by default the rank of its pipeline stage whose operators take the median time. Runs as a whole, too.</source>
        <translation>每张卡的算子与基准并列；默认基准为其流水线阶段中算子总耗时居中的卡。也可将整组数据作为一侧。</translation>
    </message>
    <message>
        <source>No operator has one of the chosen states.</source>
        <translation>没有处于所选状态的算子。</translation>
    </message>
    <message>
        <source>Below 0.8 of the reference</source>
        <translation>低于参考带宽的 0.8</translation>
    </message>
    <message>
        <source>Less than 0.8 of the reference rate, which the official rule of contention takes for too little as well. Small transfers reach less on any hardware.</source>
        <translation>低于参考带宽的 0.8，官方的带宽争用规则也以此为过低。小数据量的传输在任何硬件上都达不到。</translation>
    </message>
    <message>
        <source>The rank has no kernel trace of its host. trace_record.py and trace_convert.py of MindStudio Insight make ftrace_data.db; put it into the folder of the rank or of all ranks of the host.</source>
        <translation>该卡没有其主机的内核跟踪。MindStudio Insight 的 trace_record.py 和 trace_convert.py 可生成 ftrace_data.db，应放在该卡的文件夹或该主机所有卡的上级文件夹中。</translation>
    </message>
    <message>
        <source>Threads on CPUs</source>
        <translation>线程占用 CPU</translation>
    </message>
    <message>
        <source>How long each thread of the host ran on each CPU, was runnable without a CPU, and slept; how often it was switched away, preempted and interrupted. From the kernel trace (ftrace_data.db).</source>
        <translation>主机上每个线程在各 CPU 上运行、可运行但没有 CPU、睡眠的时间，以及被切换、抢占和中断的次数。来自内核跟踪（ftrace_data.db）。</translation>
    </message>
    <message>
        <source>Context switches</source>
        <translation>上下文切换</translation>
    </message>
    <message>
        <source>Every switch of a CPU from one thread to another. A state that begins with R is a thread that wanted to go on: it was preempted.</source>
        <translation>CPU 从一个线程切换到另一个线程的每一次。以 R 开头的状态表示线程仍要继续运行，即被抢占。</translation>
    </message>
    <message>
        <source>Interrupts</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>Every interrupt (irq) and soft interrupt (softirq) of the CPUs, and the thread that it interrupted.</source>
        <translation>CPU 的每一次硬中断（irq）和软中断（softirq），以及被中断的线程。</translation>
    </message>
    <message>
        <source>Operators pointing to it</source>
        <translation>指向该卡的算子数</translation>
    </message>
    <message>
        <source>Collectives in which it took so much less time than the others that they waited for it.</source>
        <translation>该卡耗时明显短于其他卡的集合通信：其他卡在等它。</translation>
    </message>
    <message>
        <source>Slow rank</source>
        <translation>慢卡</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行方式</translation>
    </message>
    <message>
        <source>Names of the domains whose operators count.</source>
        <translation>计入其算子的通信域名称。</translation>
    </message>
    <message>
        <source>Communication (ns)</source>
        <translation>通信 (ns)</translation>
    </message>
    <message>
        <source>Overlapping operators count once.</source>
        <translation>重叠的算子只计一次。</translation>
    </message>
    <message>
        <source>Communication share of the step</source>
        <translation>通信占迭代</translation>
    </message>
    <message>
        <source>Non-overlapped (ns)</source>
        <translation>未被覆盖 (ns)</translation>
    </message>
    <message>
        <source>While no kernel runs.</source>
        <translation>没有 Kernel 运行的时间。</translation>
    </message>
    <message>
        <source>Non-overlapped share of the step</source>
        <translation>未被覆盖占迭代</translation>
    </message>
    <message>
        <source>Idle in the framework (%1)</source>
        <translation>框架空闲 (%1)</translation>
    </message>
    <message>
        <source>Between the ends of the operators that launched the tasks around the gap.</source>
        <translation>下发空隙前后任务的两个算子结束时刻之差。</translation>
    </message>
    <message>
        <source>Idle in CANN (%1)</source>
        <translation>CANN 空闲 (%1)</translation>
    </message>
    <message>
        <source>Between the ends of the launches of the tasks around the gap.</source>
        <translation>空隙前后任务的两次下发结束时刻之差。</translation>
    </message>
    <message>
        <source>Fast rank</source>
        <translation>快卡</translation>
    </message>
    <message>
        <source>Several of a name in a step are numbered.</source>
        <translation>同一迭代中的同名项加编号。</translation>
    </message>
    <message>
        <source>Dispersion (%)</source>
        <translation>离散度 (%)</translation>
    </message>
    <message>
        <source>Distance of the longest from the third quartile, as a share of the sum.</source>
        <translation>最长值超出第三四分位数的部分占总和的比例。</translation>
    </message>
    <message>
        <source>Framework (ns)</source>
        <translation>框架 (ns)</translation>
    </message>
    <message>
        <source>Framework (%)</source>
        <translation>框架 (%)</translation>
    </message>
    <message>
        <source>CANN (ns)</source>
        <translation>CANN (ns)</translation>
    </message>
    <message>
        <source>CANN (%)</source>
        <translation>CANN (%)</translation>
    </message>
    <message>
        <source>Device (ns)</source>
        <translation>设备 (ns)</translation>
    </message>
    <message>
        <source>Device (%)</source>
        <translation>设备 (%)</translation>
    </message>
    <message>
        <source>Of the sum over the marks of the rank.</source>
        <translation>占该卡所有打点总和的比例。</translation>
    </message>
    <message>
        <source>Modules around it</source>
        <translation>外层模块</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>No trace has a range of mstx with a mark on the device, or marks called NAME_start and NAME_stop: the script sets them with torch_npu.npu.mstx or mindspore.profiler.mstx, and the profiler writes them when its option mstx is on.</source>
        <translation>没有 trace 含有在设备上有打点的 mstx 范围，或名为 NAME_start 和 NAME_stop 的打点：脚本用 torch_npu.npu.mstx 或 mindspore.profiler.mstx 打点，开启 Profiler 的 mstx 选项后写出。</translation>
    </message>
    <message>
        <source>No collective points to a slow rank: in none of three ranks or more is one rank much shorter than the others, or there are none.</source>
        <translation>没有集合通信指向某张卡：三张卡及以上的集合通信中没有哪张卡的耗时明显短于其他卡，或者没有集合通信。</translation>
    </message>
    <message>
        <source>slow_rank: ranks</source>
        <translation>slow_rank：卡</translation>
    </message>
    <message>
        <source>What slow_rank of msprof-analyze counts: in how many collectives a rank took so much less time than the others that they must have waited for it (Dixon&apos;s test, three standard deviations above 100 ranks). SlowRank.</source>
        <translation>msprof-analyze 的 slow_rank 的统计：有多少次集合通信中某张卡的耗时明显短于其他卡，说明其他卡在等它（Dixon 检验，超过 100 张卡时为三倍标准差）。SlowRank。</translation>
    </message>
    <message>
        <source>slow_rank: operators</source>
        <translation>slow_rank：算子</translation>
    </message>
    <message>
        <source>The collectives that point to a slow rank: SlowOpStats.</source>
        <translation>指向某张卡的集合通信：SlowOpStats。</translation>
    </message>
    <message>
        <source>mstx_sum: CANN</source>
        <translation>mstx_sum：CANN</translation>
    </message>
    <message>
        <source>What mstx_sum of msprof-analyze computes of the ranges of mstx by step and name, as the host measures them: MSTXAllCannStats.</source>
        <translation>msprof-analyze 的 mstx_sum 按迭代和名称对 mstx 范围的统计，时间取自主机：MSTXAllCannStats。</translation>
    </message>
    <message>
        <source>mstx_sum: device</source>
        <translation>mstx_sum：设备</translation>
    </message>
    <message>
        <source>The same on the device: MSTXAllDeviceStats.</source>
        <translation>同上，时间取自设备：MSTXAllDeviceStats。</translation>
    </message>
    <message>
        <source>mstx_sum: framework</source>
        <translation>mstx_sum：框架</translation>
    </message>
    <message>
        <source>The same in the framework, of pairs of marks alone: MSTXAllFrameworkStats.</source>
        <translation>同上，时间取自框架，仅限成对的打点：MSTXAllFrameworkStats。</translation>
    </message>
    <message>
        <source>mstx_sum: marks</source>
        <translation>mstx_sum：打点</translation>
    </message>
    <message>
        <source>Each range of mstx, and each pair of marks: MSTXMarkStats.</source>
        <translation>每个 mstx 范围和每对打点：MSTXMarkStats。</translation>
    </message>
    <message>
        <source>communication_bottleneck</source>
        <translation>communication_bottleneck</translation>
    </message>
    <message>
        <source>What communication_bottleneck of msprof-analyze says of the ten longest communication operators of a rank: which rank the others waited for, and which of its tasks before it differ most from those of the rank that waited longest. CommunicationBottleneck.</source>
        <translation>msprof-analyze 的 communication_bottleneck 对一张卡上最长的十个通信算子的结论：其他卡在等哪张卡，以及该卡之前的哪些任务与等待最久的卡相差最大。CommunicationBottleneck。</translation>
    </message>
    <message>
        <source>The rank has no trace with communication operators: the profiler writes them when NPU activity is on.</source>
        <translation>该卡没有含通信算子的 trace：采集 NPU 活动时 Profiler 会写出。</translation>
    </message>
    <message>
        <source>free_analysis</source>
        <translation>free_analysis</translation>
    </message>
    <message>
        <source>What free_analysis of msprof-analyze says of the ten longest gaps of each device: were other tasks in it, was the framework idle, or was CANN late? FreeAnalysis.</source>
        <translation>msprof-analyze 的 free_analysis 对每个设备上最长的十个空隙的结论：其间有其他任务、框架空闲，还是 CANN 过慢。FreeAnalysis。</translation>
    </message>
    <message>
        <source>No trace has a gap between kernels and communication operators: the profiler writes both when NPU activity is on.</source>
        <translation>没有 trace 在 Kernel 和通信算子之间有空隙：采集 NPU 活动时 Profiler 会写出二者。</translation>
    </message>
    <message>
        <source>computational_op_masking</source>
        <translation>computational_op_masking</translation>
    </message>
    <message>
        <source>What computational_op_masking of msprof-analyze computes: how much of each step is communication of one kind of parallelism, and how much of it no kernel covers. ComputationalOperatorMaskingLinearity.</source>
        <translation>msprof-analyze 的 computational_op_masking 的结果：每个迭代中某种并行方式的通信占多少，其中未被计算覆盖的占多少。ComputationalOperatorMaskingLinearity。</translation>
    </message>
    <message>
        <source>No trace with marked steps has communication operators whose group has a name: parallel_group_info of profiler_metadata.json has it.</source>
        <translation>标有迭代的 trace 中没有组名已知的通信算子：组名在 profiler_metadata.json 的 parallel_group_info 中。</translation>
    </message>
    <message>
        <source>module_statistic</source>
        <translation>module_statistic</translation>
    </message>
    <message>
        <source>What module_statistic of msprof-analyze computes: the kernels of each operator of each module. Modules are ranges of mstx around operators, else functions of Python called nn.Module. ModuleStatistic.</source>
        <translation>msprof-analyze 的 module_statistic 的结果：各模块中各算子的 Kernel。模块为包围算子的 mstx 范围，没有时为名为 nn.Module 的 Python 函数。ModuleStatistic。</translation>
    </message>
    <message>
        <source>No trace has operators with kernels inside of a range of mstx or of a function called nn.Module: the profiler writes the latter with its option with_modules.</source>
        <translation>没有 trace 在 mstx 范围或名为 nn.Module 的函数内含有带 Kernel 的算子：后者由 Profiler 的 with_modules 选项写出。</translation>
    </message>
    <message>
        <source>Elapsed (ms)</source>
        <translation>总时间 (ms)</translation>
    </message>
    <message>
        <source>Transit (ms)</source>
        <translation>传输 (ms)</translation>
    </message>
    <message>
        <source>Wait (ms)</source>
        <translation>等待 (ms)</translation>
    </message>
    <message>
        <source>Synchronization (ms)</source>
        <translation>同步 (ms)</translation>
    </message>
    <message>
        <source>Idle (ms)</source>
        <translation>空闲 (ms)</translation>
    </message>
    <message>
        <source>Synchronization ratio</source>
        <translation>同步时间占比</translation>
    </message>
    <message>
        <source>Packets, total (ms)</source>
        <translation>数据包总时间 (ms)</translation>
    </message>
    <message>
        <source>Source rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>Destination rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>Operator of the statistic</source>
        <translation>统计项对应的算子</translation>
    </message>
    <message>
        <source>End of its hash</source>
        <translation>哈希末尾</translation>
    </message>
    <message>
        <source>Stands in the names of its operators.</source>
        <translation>出现在其算子的名称中。</translation>
    </message>
    <message>
        <source>Communicator</source>
        <translation>通信域名称</translation>
    </message>
    <message>
        <source>Type, ranks and size</source>
        <translation>类型、卡数和大小</translation>
    </message>
    <message>
        <source>Size in bytes.</source>
        <translation>大小以字节计。</translation>
    </message>
    <message>
        <source>Off the mean (standard deviations)</source>
        <translation>偏离均值（标准差倍数）</translation>
    </message>
    <message>
        <source>No rank has a communication.json or an analysis.db, and there is none of a cluster analysis: the profiler writes them at profiler level Level1 or higher.</source>
        <translation>没有卡含有 communication.json 或 analysis.db，也没有集群分析的同类文件：采集级别 Level1 及以上时 Profiler 会写出。</translation>
    </message>
    <message>
        <source>hccl_sum: domains</source>
        <translation>hccl_sum：通信域</translation>
    </message>
    <message>
        <source>communication_group_map</source>
        <translation>communication_group_map</translation>
    </message>
    <message>
        <source>The communication domains and their ranks: HcclGroupNameMap.</source>
        <translation>通信域及其各卡：HcclGroupNameMap。</translation>
    </message>
    <message>
        <source>The communication domains as a cluster analysis has them: CommunicationGroupMapping.</source>
        <translation>集群分析格式的通信域：CommunicationGroupMapping。</translation>
    </message>
    <message>
        <source>No file names a communication domain: communication.json, communication_matrix.json and parallel_group_info of profiler_metadata.json do.</source>
        <translation>没有文件给出通信域：communication.json、communication_matrix.json 和 profiler_metadata.json 的 parallel_group_info 会给出。</translation>
    </message>
    <message>
        <source>communication_time_sum: times</source>
        <translation>communication_time_sum：时间</translation>
    </message>
    <message>
        <source>Times of communication operators as a cluster analysis has them: ClusterCommunicationTime.</source>
        <translation>集群分析格式的通信算子时间：ClusterCommunicationTime。</translation>
    </message>
    <message>
        <source>communication_time_sum: bandwidth</source>
        <translation>communication_time_sum：带宽</translation>
    </message>
    <message>
        <source>Transports and packets of communication operators as a cluster analysis has them: ClusterCommunicationBandwidth.</source>
        <translation>集群分析格式的通信算子链路类型和数据包：ClusterCommunicationBandwidth。</translation>
    </message>
    <message>
        <source>communication_matrix_sum</source>
        <translation>communication_matrix_sum</translation>
    </message>
    <message>
        <source>Links as a cluster analysis has them: ClusterCommunicationMatrix. Ends are ranks where the files say which, else places in the domain.</source>
        <translation>集群分析格式的链路：ClusterCommunicationMatrix。文件给出时两端为卡号，否则为域内序号。</translation>
    </message>
    <message>
        <source>No rank has a communication_matrix.json or an analysis.db, and there is none of a cluster analysis: the profiler writes them at profiler level Level1 or higher.</source>
        <translation>没有卡含有 communication_matrix.json 或 analysis.db，也没有集群分析的同类文件：采集级别 Level1 及以上时 Profiler 会写出。</translation>
    </message>
    <message>
        <source>slow_link</source>
        <translation>slow_link</translation>
    </message>
    <message>
        <source>What slow_link of msprof-analyze reports: collectives of one type, size and number of ranks, of which one lies more than three standard deviations off the mean. SlowLinkSum.</source>
        <translation>msprof-analyze 的 slow_link 的报告：同类型、同大小、同卡数的集合通信中有偏离均值超过三倍标准差的。SlowLinkSum。</translation>
    </message>
    <message>
        <source>No collective is so far off the others that the recipe reports it, or there are none.</source>
        <translation>没有集合通信偏离到该 recipe 会报告的程度，或者没有集合通信。</translation>
    </message>
    <message>
        <source>Size / time, where both are known: files round it.</source>
        <translation>已知大小和时间时为二者之比：文件中的值经过取整。</translation>
    </message>
    <message>
        <source>Start (ns)</source>
        <translation>开始 (ns)</translation>
    </message>
    <message>
        <source>Step start (ns)</source>
        <translation>迭代开始 (ns)</translation>
    </message>
    <message>
        <source>Step end (ns)</source>
        <translation>迭代结束 (ns)</translation>
    </message>
    <message>
        <source>Kernels, total (ns)</source>
        <translation>Kernel 总时间 (ns)</translation>
    </message>
    <message>
        <source>Kernels, mean (ns)</source>
        <translation>Kernel 平均时间 (ns)</translation>
    </message>
    <message>
        <source>Peak (KB)</source>
        <translation>峰值 (KB)</translation>
    </message>
    <message>
        <source>Peak at node</source>
        <translation>峰值节点</translation>
    </message>
    <message>
        <source>Where it is first reached.</source>
        <translation>首次达到峰值的节点。</translation>
    </message>
    <message>
        <source>Taken (KB)</source>
        <translation>申请量 (KB)</translation>
    </message>
    <message>
        <source>Memory taken for the whole graph, if the file says so.</source>
        <translation>为整个图申请的内存（文件中有时）。</translation>
    </message>
    <message>
        <source>Peaks of compiled graphs</source>
        <translation>编译图峰值</translation>
    </message>
    <message>
        <source>The most that the operators of each compiled graph hold together, and from which node on, by static_op_mem.csv.</source>
        <translation>每个编译图的算子同时占用的最大内存及其起始节点，取自 static_op_mem.csv。</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>When it was first reached.</source>
        <translation>首次达到峰值的时刻。</translation>
    </message>
    <message>
        <source>Least</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>末值</translation>
    </message>
    <message>
        <source>Peaks of counters</source>
        <translation>计数器峰值</translation>
    </message>
    <message>
        <source>The greatest value of each counter of a rank&apos;s trace and its moment.</source>
        <translation>该卡 trace 中每个计数器的最大值及其时刻。</translation>
    </message>
    <message>
        <source>no, too few</source>
        <translation>否，太少</translation>
    </message>
    <message>
        <source>only with each other</source>
        <translation>仅互相比较</translation>
    </message>
    <message>
        <source>Reached (GB/s)</source>
        <translation>达到 (GB/s)</translation>
    </message>
    <message>
        <source>By the fastest link, or by the fit if that is more. Empty if all messages are smaller than 64 KB.</source>
        <translation>最快的链路达到的带宽；拟合值更高时为拟合值。所有消息都小于 64 KB 时为空。</translation>
    </message>
    <message>
        <source>Reference (GB/s)</source>
        <translation>参考 (GB/s)</translation>
    </message>
    <message>
        <source>What links of the type reach on common hardware, unless another rate is set.</source>
        <translation>该类链路在常见硬件上达到的带宽，除非另设了参考带宽。</translation>
    </message>
    <message>
        <source>Reference of</source>
        <translation>参考来源</translation>
    </message>
    <message>
        <source>Usual: no rate was set for this hardware.</source>
        <translation>通用：没有为所用硬件设置。</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>set</source>
        <translation>已设置</translation>
    </message>
    <message>
        <source>Judged</source>
        <translation>能否判断</translation>
    </message>
    <message>
        <source>Whether slow links can be found by comparing links of the type with each other. If all of them reach less than 0.8 of the reference, a cause that slows all of them is not found that way.</source>
        <translation>能否靠该类链路互相比较找出慢链路。全部低于参考带宽的 0.8 时，互相比较看不出使其全部变慢的原因。</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>A direction between two ranks in a step, a domain and a kind of operator; without those of hosts that are slow as a whole.</source>
        <translation>两张卡之间的一个方向，按迭代、通信域和算子类型分别计；不含整体偏慢的主机的链路。</translation>
    </message>
    <message>
        <source>No link of this run takes noticeably longer than links of its type with messages of its size. That does not cover links of type %1: they could not be compared with each other, or all of them reach less than 0.8 of the reference rate (see links.fit).</source>
        <translation>本次采集中没有链路明显慢于消息大小相近的同类链路。但这不适用于 %1 链路：它们无法与同类比较，或全部低于参考带宽的 0.8，见 links.fit。</translation>
    </message>
    <message>
        <source>Time of a message = latency + size / bandwidth, fitted for each type of link over the run so that a few slow links do not distort it: what can be expected of a link, and do all of them reach it?</source>
        <translation>消息时长 = 时延 + 大小 / 带宽，对本次采集的每类链路分别拟合，不受少数慢链路影响：一条链路应有什么表现，全部链路是否达到应有的带宽？</translation>
    </message>
    <message>
        <source>%1 of this run has no row for --op %2; there are: %3.</source>
        <translation>本次采集的 %1 中没有 --op %2 的行；现有：%3。</translation>
    </message>
    <message>
        <source>A link; or a rank, a host or the connection of two hosts, if three of four of its links are slow.</source>
        <translation>单条链路；或四分之三的链路都慢的卡；或同样情形的两台主机之间的连接、一台主机。</translation>
    </message>
    <message>
        <source>The two ranks, the rank, the host, or the two hosts.</source>
        <translation>两张卡、该卡、该主机或两台主机。</translation>
    </message>
    <message>
        <source>Links that take noticeably longer than others of their type with messages of their size, sends and receives among them, and what is at fault: a link, a rank, a host, or what connects two hosts.</source>
        <translation>比同类链路在同等消息大小下明显更慢的链路（含收发），以及问题所在：单条链路、某张卡、某台主机或两台主机之间的连接。</translation>
    </message>
    <message>
        <source>In steps</source>
        <translation>所在迭代</translation>
    </message>
    <message>
        <source>the rank is not loaded</source>
        <translation>该卡未加载</translation>
    </message>
    <message>
        <source>no trace with kernels of this step</source>
        <translation>没有包含该迭代 Kernel 的 trace</translation>
    </message>
    <message>
        <source>no send, no receive and no mark of a forward and a backward</source>
        <translation>没有发送、接收，也没有前向与反向的打点</translation>
    </message>
    <message>
        <source>hcom_batchSendRecv: the direction of its tensors is unknown</source>
        <translation>hcom_batchSendRecv：无法得知张量的传输方向</translation>
    </message>
    <message>
        <source>transfers in another order than for whole stages, for example interleaved ones</source>
        <translation>传输顺序与完整阶段的顺序不符，例如交错（虚拟）流水</translation>
    </message>
    <message>
        <source>the clock of the rank could not be aligned</source>
        <translation>该卡的时钟无法对齐</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>forward and backward</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>其他工作</translation>
    </message>
    <message>
        <source>marks</source>
        <translation>打点</translation>
    </message>
    <message>
        <source>transfers</source>
        <translation>收发</translation>
    </message>
    <message>
        <source>Pipelines by their first rank, from 0.</source>
        <translation>按首卡排序的流水线，从 0 开始编号。</translation>
    </message>
    <message>
        <source>Microbatches</source>
        <translation>micro-batch 数</translation>
    </message>
    <message>
        <source>Forward passes of the step.</source>
        <translation>该迭代的前向次数。</translation>
    </message>
    <message>
        <source>Kernels and collectives inside its passes, each moment once; of the whole step if passes are unknown.</source>
        <translation>前向与反向内的 Kernel 和集合通信，重叠部分只计一次；无法划分前向与反向时为整个迭代的时间。</translation>
    </message>
    <message>
        <source>Time from the first to the last pass of the pipeline in which the stage idles, or waits in a send, a receive or a collective over several stages.</source>
        <translation>从流水线的第一个前向到最后一个反向之间，该阶段空闲，或在发送、接收或跨阶段的集合通信中等待的时间。</translation>
    </message>
    <message>
        <source>Bubble / busy time of the stage; may be more than 100 %.</source>
        <translation>空泡与该阶段工作时间之比，可能超过 100 %。</translation>
    </message>
    <message>
        <source>(p - 1) / m of the busy time with p stages and m microbatches: what a pipeline of equal stages cannot avoid.</source>
        <translation>工作时间的 (p - 1) / m，p 为阶段数，m 为 micro-batch 数：各阶段相同的流水线也无法避免的部分。</translation>
    </message>
    <message>
        <source>Warm-up (%1)</source>
        <translation>预热 (%1)</translation>
    </message>
    <message>
        <source>Forwards alone, up to the last one before the first backward.</source>
        <translation>只有前向的部分，到第一个反向之前的最后一个前向为止。</translation>
    </message>
    <message>
        <source>Steady (%1)</source>
        <translation>稳定 (%1)</translation>
    </message>
    <message>
        <source>Forwards and backwards in turns. Where all forwards come first, one of each.</source>
        <translation>前向与反向交替的部分。若所有前向都在前，则各一个。</translation>
    </message>
    <message>
        <source>Cool-down (%1)</source>
        <translation>收尾 (%1)</translation>
    </message>
    <message>
        <source>Backwards alone, behind the one that follows the last forward.</source>
        <translation>只有反向的部分，从最后一个前向之后的那个反向结束开始。</translation>
    </message>
    <message>
        <source>Source of passes</source>
        <translation>划分依据</translation>
    </message>
    <message>
        <source>Ranges of the user (mstx, record_function) whose names hold forward and backward, else the order of sends and receives.</source>
        <translation>名称含 forward 与 backward 的用户打点（mstx、record_function），否则为发送与接收的顺序。</translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation>缺失原因</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>micro-batch</translation>
    </message>
    <message>
        <source>From 0 in each step; empty if unknown.</source>
        <translation>每个迭代从 0 开始编号；无法得知时为空。</translation>
    </message>
    <message>
        <source>First kernel, mark or operator</source>
        <translation>首个 Kernel、打点或通信算子</translation>
    </message>
    <message>
        <source>No rank of a pipeline has kernels in its trace in this step: the profiler writes them when NPU activity is on.</source>
        <translation>流水线中没有任何卡的 trace 含有该迭代的 Kernel：采集 NPU 活动时，Profiler 才会写出它们。</translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Forward and backward passes of each stage of a pipeline and its bubble against the ideal one: which stage waits?</source>
        <translation>流水线各阶段的前向与反向，以及空泡与理想值的差距：哪个阶段在等待？</translation>
    </message>
    <message>
        <source>Passes of pipeline stages</source>
        <translation>流水线阶段的前向与反向</translation>
    </message>
    <message>
        <source>Each pass of a microbatch through a stage, each send and each receive.</source>
        <translation>每个 micro-batch 在各阶段的前向与反向，以及每次发送与接收。</translation>
    </message>
    <message>
        <source>Counted from 0, the one that costs most first.</source>
        <translation>从 0 开始编号，代价最大的在前。</translation>
    </message>
    <message>
        <source>Ranks of the domain</source>
        <translation>域内的卡</translation>
    </message>
    <message>
        <source>Of the domain called exp, else of the parallel strategy, else of the domain of alltoallv.</source>
        <translation>取自名为 exp 的通信域，否则取自并行策略，否则取自 alltoallv 的通信域。</translation>
    </message>
    <message>
        <source>How many GroupedMatmul the kernel table has.</source>
        <translation>Kernel 表中 GroupedMatmul 的个数。</translation>
    </message>
    <message>
        <source>GroupedMatmul (%1)</source>
        <translation>GroupedMatmul (%1)</translation>
    </message>
    <message>
        <source>How long they ran.</source>
        <translation>其总耗时。</translation>
    </message>
    <message>
        <source>Wait for the longest (%1)</source>
        <translation>等待最慢者 (%1)</translation>
    </message>
    <message>
        <source>By how much they ran shorter than the longest of the same place in the step on any rank of the domain. Empty where the ranks do not have the same calls.</source>
        <translation>比域内各卡在迭代中同一位置的最长一次短多少之和。各卡的调用不一致时为空。</translation>
    </message>
    <message>
        <source>Alltoallv (MB)</source>
        <translation>Alltoallv (MB)</translation>
    </message>
    <message>
        <source>What the rank moved in alltoallv of the domain, as communication.json has it.</source>
        <translation>该卡在此域的 alltoallv 中的传输量，取自 communication.json。</translation>
    </message>
    <message>
        <source>Of the mean (%)</source>
        <translation>占平均值 (%)</translation>
    </message>
    <message>
        <source>Cost of the domain (%1)</source>
        <translation>该域的代价 (%1)</translation>
    </message>
    <message>
        <source>Load of experts</source>
        <translation>专家负载</translation>
    </message>
    <message>
        <source>Mixture of experts: which ranks&apos; experts were given more tokens than others, and what waiting for them costs.</source>
        <translation>混合专家（MoE）：哪些卡上的专家分到了更多 token，等待它们的代价是多少。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Name of the thread as the kernel has it.</source>
        <translation>内核记录的线程名称。</translation>
    </message>
    <message>
        <source>Thread ID</source>
        <translation>线程号</translation>
    </message>
    <message>
        <source>Number of the thread.</source>
        <translation>线程的编号。</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Number of the CPU; empty where the file does not name it.</source>
        <translation>CPU 的编号；文件未给出时为空。</translation>
    </message>
    <message>
        <source>Running (%1)</source>
        <translation>运行 (%1)</translation>
    </message>
    <message>
        <source>How long the thread had the CPU.</source>
        <translation>线程占用 CPU 的时间。</translation>
    </message>
    <message>
        <source>Runnable (%1)</source>
        <translation>可运行 (%1)</translation>
    </message>
    <message>
        <source>How long the thread would have run, but waited for a CPU.</source>
        <translation>线程可以运行但在等待 CPU 的时间。</translation>
    </message>
    <message>
        <source>Sleeping (%1)</source>
        <translation>睡眠 (%1)</translation>
    </message>
    <message>
        <source>How long the thread waited for something else.</source>
        <translation>线程等待其他事件的时间。</translation>
    </message>
    <message>
        <source>Context Switches</source>
        <translation>上下文切换次数</translation>
    </message>
    <message>
        <source>How often the CPU went from the thread to another.</source>
        <translation>CPU 从该线程切换到其他线程的次数。</translation>
    </message>
    <message>
        <source>Preemptions</source>
        <translation>抢占次数</translation>
    </message>
    <message>
        <source>How many of the switches came although the thread wanted to go on.</source>
        <translation>其中线程仍要继续运行时发生的切换次数。</translation>
    </message>
    <message>
        <source>Soft IRQs</source>
        <translation>软中断次数</translation>
    </message>
    <message>
        <source>How many soft interrupts came while the thread had the CPU.</source>
        <translation>线程占用 CPU 期间发生的软中断次数。</translation>
    </message>
    <message>
        <source>Soft IRQ Time (%1)</source>
        <translation>软中断时间 (%1)</translation>
    </message>
    <message>
        <source>How long they took together.</source>
        <translation>这些中断的总时间。</translation>
    </message>
    <message>
        <source>Hard IRQs</source>
        <translation>硬中断次数</translation>
    </message>
    <message>
        <source>How many interrupts came while the thread had the CPU.</source>
        <translation>线程占用 CPU 期间发生的中断次数。</translation>
    </message>
    <message>
        <source>Hard IRQ Time (%1)</source>
        <translation>硬中断时间 (%1)</translation>
    </message>
    <message>
        <source>How long it took.</source>
        <translation>持续的时间。</translation>
    </message>
    <message>
        <source>From Thread</source>
        <translation>切出线程</translation>
    </message>
    <message>
        <source>The thread that had the CPU until then.</source>
        <translation>在此之前占用 CPU 的线程。</translation>
    </message>
    <message>
        <source>From Thread ID</source>
        <translation>切出线程号</translation>
    </message>
    <message>
        <source>Number of that thread.</source>
        <translation>该线程的编号。</translation>
    </message>
    <message>
        <source>From State</source>
        <translation>切出状态</translation>
    </message>
    <message>
        <source>In which it was left: R means that it wanted to go on, S that it sleeps.</source>
        <translation>切出时的状态：R 表示仍要继续运行，S 表示睡眠。</translation>
    </message>
    <message>
        <source>From Priority</source>
        <translation>切出优先级</translation>
    </message>
    <message>
        <source>Its priority; a lower number goes first.</source>
        <translation>其优先级；数字越小越优先。</translation>
    </message>
    <message>
        <source>To Thread</source>
        <translation>切入线程</translation>
    </message>
    <message>
        <source>The thread that has the CPU from then on.</source>
        <translation>从此时起占用 CPU 的线程。</translation>
    </message>
    <message>
        <source>To Thread ID</source>
        <translation>切入线程号</translation>
    </message>
    <message>
        <source>To Priority</source>
        <translation>切入优先级</translation>
    </message>
    <message>
        <source>irq: of a device; softirq: work that the kernel put off.</source>
        <translation>irq：设备中断；softirq：内核推迟执行的工作。</translation>
    </message>
    <message>
        <source>Of the interrupt, as the kernel counts them.</source>
        <translation>内核给出的中断编号。</translation>
    </message>
    <message>
        <source>The device, or what the soft interrupt does.</source>
        <translation>设备，或软中断的内容。</translation>
    </message>
    <message>
        <source>Interrupted Thread</source>
        <translation>被中断的线程</translation>
    </message>
    <message>
        <source>The thread that had the CPU.</source>
        <translation>当时占用 CPU 的线程。</translation>
    </message>
    <message>
        <source>Interrupted Thread ID</source>
        <translation>被中断的线程号</translation>
    </message>
    <message>
        <source>%1 is a view of a file and is not executed.</source>
        <translation>%1 是文件中的视图：文件中的任何内容都不会被执行。</translation>
    </message>
    <message>
        <source>How many rows the lane needs, so that no slice covers another.</source>
        <translation>泳道需要的行数，使事件互不遮挡。</translation>
    </message>
    <message>
        <source>Start of the first slice, as an offset from the start of the run.</source>
        <translation>第一个事件的开始时刻，相对于采集开始。</translation>
    </message>
    <message>
        <source>End of the last slice, as an offset from the start of the run.</source>
        <translation>最后一个事件的结束时刻，相对于采集开始。</translation>
    </message>
    <message>
        <source>Sum of the durations of the slices on top, below which others lie.</source>
        <translation>顶层事件的总时间，其余事件位于其下。</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Threads and streams of one rank&apos;s trace.</source>
        <translation>一张卡的 trace 中的线程和 Stream。</translation>
    </message>
    <message>
        <source>This run has no %1: the profiler writes it for more than one rank, with profiler_level Level1 or Level2.</source>
        <translation>本次采集没有 %1：多卡且 profiler_level 为 Level1 或 Level2 时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>This run has no %1: the profiler writes it for more than one rank, with profiler_level Level1 or Level2; this run was profiled at %2.</source>
        <translation>本次采集没有 %1：多卡且 profiler_level 为 Level1 或 Level2 时，Profiler 才会写出；本次采集的级别为 %2。</translation>
    </message>
    <message>
        <source>Neither communication.json nor a trace of this run has communication operators: the profiler writes the file for more than one rank, with profiler_level Level1 or Level2, and the trace with NPU activity on.</source>
        <translation>本次采集的 communication.json 和 trace 都没有通信算子：多卡且 profiler_level 为 Level1 或 Level2 时，Profiler 写出该文件；采集 NPU 活动时，写出 trace。</translation>
    </message>
    <message>
        <source>Order of execution</source>
        <translation>执行顺序</translation>
    </message>
    <message>
        <source>From 1 in each stage: as the file lists the operators, or as they start in the trace.</source>
        <translation>每个阶段从 1 开始：按文件中算子的顺序，或按 trace 中开始的先后。</translation>
    </message>
    <message>
        <source>What the operator is for: redistribution and gradient aggregation were put in by the compiler, special ones run nothing.</source>
        <translation>算子的用途：重排布与梯度聚合由编译器插入，特殊算子不执行任何计算。</translation>
    </message>
    <message>
        <source>Split strategy</source>
        <translation>切分策略</translation>
    </message>
    <message>
        <source>For each input, into how many parts each dimension is split over the ranks of the stage.</source>
        <translation>每个输入的各维在该阶段的各卡上的切分数。</translation>
    </message>
    <message>
        <source>Including domains of all ranks of the stage.</source>
        <translation>包括该阶段所有卡的通信域。</translation>
    </message>
    <message>
        <source>Other stage</source>
        <translation>对端阶段</translation>
    </message>
    <message>
        <source>For a Send the receiving stage, for a Receive the sending stage.</source>
        <translation>发送算子为接收方的阶段，接收算子为发送方的阶段。</translation>
    </message>
    <message>
        <source>Other end</source>
        <translation>对端算子</translation>
    </message>
    <message>
        <source>For how long a Receive ran before its Send began, on aligned clocks; needs the traces of both stages.</source>
        <translation>接收开始到对应发送开始的时间（时钟已对齐），需要两个阶段的 trace。</translation>
    </message>
    <message>
        <source>Of its first execution in the step, in the trace of the first rank of the stage.</source>
        <translation>在该阶段首张卡的 trace 中，该迭代内首次执行的耗时。</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Its number in the file.</source>
        <translation>文件中的节点编号。</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>全名</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例名</translation>
    </message>
    <message>
        <source>Why the compiler inserted it.</source>
        <translation>编译器插入它的目的。</translation>
    </message>
    <message>
        <source>special</source>
        <translation>特殊</translation>
    </message>
    <message>
        <source>gradient aggregation</source>
        <translation>梯度聚合</translation>
    </message>
    <message>
        <source>redistribution</source>
        <translation>重排布</translation>
    </message>
    <message>
        <source>Strategy graph</source>
        <translation>切分策略图</translation>
    </message>
    <message>
        <source>The operators of each pipeline stage in the order of execution: how each is split over the ranks, what it takes, and which Send each Receive waits for.</source>
        <translation>各流水线阶段的算子，按执行顺序：如何切分到各卡、有哪些输入，以及每个接收在等待哪个发送。</translation>
    </message>
    <message>
        <source>No rank of this run has communication operators: the profiler writes trace_view.json with NPU activity on, and communication.json for more than one rank with profiler_level Level1 or Level2.</source>
        <translation>本次采集没有任何卡有通信算子：采集 NPU 活动时 Profiler 写出 trace_view.json，多卡且 profiler_level 为 Level1 或 Level2 时写出 communication.json。</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>Devices whose step time is known.</source>
        <translation>迭代时间已知的卡数。</translation>
    </message>
    <message>
        <source>Computing, non-overlapped communication, idle and preparing time: the mean of the devices.</source>
        <translation>计算、未被覆盖的通信、空闲与准备时间之和：各卡的平均值。</translation>
    </message>
    <message>
        <source>The mean of the devices.</source>
        <translation>各卡的平均值。</translation>
    </message>
    <message>
        <source>Longest on rank</source>
        <translation>最长的卡</translation>
    </message>
    <message>
        <source>Mean transfer time of the devices, overlapped or not: Transit Time of communication.json, communication_cost of hccl_raw_*.csv.</source>
        <translation>各卡传输时间的平均值，不论是否被计算覆盖：communication.json 的 Transit Time，hccl_raw_*.csv 的 communication_cost。</translation>
    </message>
    <message>
        <source>Mean wait of the devices inside communication operators: Wait Time of communication.json, wait_cost of hccl_raw_*.csv.</source>
        <translation>各卡在通信算子中等待时间的平均值：communication.json 的 Wait Time，hccl_raw_*.csv 的 wait_cost。</translation>
    </message>
    <message>
        <source>Time overview of the steps</source>
        <translation>各迭代的时间概览</translation>
    </message>
    <message>
        <source>How long each step is, and how long the devices compute, communicate and wait in it on average: which steps are worth a look?</source>
        <translation>每个迭代有多长，各卡在其中平均计算、通信、等待多久：哪些迭代值得查看？</translation>
    </message>
    <message>
        <source>send and receive</source>
        <translation>发送和接收</translation>
    </message>
    <message>
        <source>neither a trace with kernels nor a kernel table with start times</source>
        <translation>既没有含 Kernel 的 trace，也没有带开始时间的 Kernel 表</translation>
    </message>
    <message>
        <source>no data of this step</source>
        <translation>没有该迭代的数据</translation>
    </message>
    <message>
        <source>Communication operators without the counters of the communicator, with the name of the domain.</source>
        <translation>通信算子去掉通信域编号和计数，加上通信域类型名。</translation>
    </message>
    <message>
        <source>Spread of durations (%1)</source>
        <translation>耗时差 (%1)</translation>
    </message>
    <message>
        <source>The longest less the shortest duration of the devices of the stage. For communication it is mostly waiting for late ranks.</source>
        <translation>同一阶段各卡中最长与最短耗时之差。对通信算子而言，多半是在等待晚到的卡。</translation>
    </message>
    <message>
        <source>Longest / shortest duration.</source>
        <translation>最长耗时除以最短耗时。</translation>
    </message>
    <message>
        <source>Shortest on rank</source>
        <translation>最短的卡</translation>
    </message>
    <message>
        <source>Over the devices of the stage.</source>
        <translation>同一阶段的各卡。</translation>
    </message>
    <message>
        <source>Start spread (%1)</source>
        <translation>开始时刻差 (%1)</translation>
    </message>
    <message>
        <source>From the first to the last start on aligned clocks: how slanted the operator is in the picture.</source>
        <translation>对齐时钟后从最早到最晚的开始时刻：该算子在图中的倾斜程度。</translation>
    </message>
    <message>
        <source>Devices that ran it, at least two.</source>
        <translation>执行了该算子的卡数，至少两张。</translation>
    </message>
    <message>
        <source>Occurrence</source>
        <translation>第几次</translation>
    </message>
    <message>
        <source>The n-th of that name in the step, from 0.</source>
        <translation>该迭代中同名算子的第几个，从 0 起。</translation>
    </message>
    <message>
        <source>Compute operators</source>
        <translation>计算算子数</translation>
    </message>
    <message>
        <source>Without a partner</source>
        <translation>无对应算子数</translation>
    </message>
    <message>
        <source>Operators that no other device of the stage has at that place: they are drawn without joins.</source>
        <translation>同一阶段的其他卡在该处没有的算子：只画条，不相连。</translation>
    </message>
    <message>
        <source>How far its clock is ahead of the reference; it is subtracted.</source>
        <translation>其时钟比参考卡快多少，绘制时已减去。</translation>
    </message>
    <message>
        <source>Uncertainty (%1)</source>
        <translation>不确定度 (%1)</translation>
    </message>
    <message>
        <source>95 % of the matched ends lie within this of each other.</source>
        <translation>95 % 的匹配结束时刻彼此相差不超过此值。</translation>
    </message>
    <message>
        <source>No rank has operators with times: neither a trace (trace_view.json, msprof_*.json, a database, or ascend_timeline_display_*.json of MindSpore 1.x) nor a kernel_details.csv with start times. The profiler writes them when NPU activity is on.</source>
        <translation>没有任何卡有带时间的算子：既没有 trace（trace_view.json、msprof_*.json、数据库，或 MindSpore 1.x 的 ascend_timeline_display_*.json），也没有带开始时间的 kernel_details.csv。Profiler 在采集 NPU 活动时写出这些文件。</translation>
    </message>
    <message>
        <source>No two devices of a pipeline stage have an operator in common: one rank is loaded, or each does other work.</source>
        <translation>同一流水线阶段中没有两张卡执行相同的算子：只加载了一张卡，或各卡的工作不同。</translation>
    </message>
    <message>
        <source>Operators that differ between devices</source>
        <translation>各卡之间有差异的算子</translation>
    </message>
    <message>
        <source>The same operator on the devices of a pipeline stage, the widest spread of durations first: which device is slow at what?</source>
        <translation>同一流水线阶段各卡上的相同算子，耗时差异最大的在前：哪张卡在哪个算子上慢？</translation>
    </message>
    <message>
        <source>Operators across devices, by device</source>
        <translation>各卡算子（按卡）</translation>
    </message>
    <message>
        <source>How many operators of each device are drawn, how many of them have partners, and what was taken off its clock.</source>
        <translation>每张卡画出多少算子，其中多少有对应算子，以及其时钟减去了多少。</translation>
    </message>
    <message>
        <source>As communication.json calls it: RDMA is ROCE in the trace.</source>
        <translation>采用 communication.json 的名称：RDMA 在 trace 中写作 ROCE。</translation>
    </message>
    <message>
        <source>Neither the trace nor communication.json of this rank says how much was moved: the profiler writes both with profiler_level Level1 or Level2.</source>
        <translation>该卡的 trace 和 communication.json 都没有传输量：profiler_level 为 Level1 或 Level2 时，Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>The trace has no tasks of communication with source and destination: the profiler writes them with profiler_level Level1 or Level2.</source>
        <translation>trace 中没有带源卡和目的卡的通信任务：profiler_level 为 Level1 或 Level2 时，Profiler 才会写出。</translation>
    </message>
    <message>
        <source>The few steps of the whole captures that carry the difference, the largest first: fewer than half, each beyond the median step by three times the noise or more, and three times as far as any other step. They have 80 % of it, or all of it that is more than noise. Empty where it is in more of them.</source>
        <translation>全部采集中造成差异的少数迭代，最大的在前：不到一半，每个超出中位迭代达噪声的 3 倍，且为其他任一迭代偏离的 3 倍。它们占差异的 80 %，或占超出噪声的全部差异。差异分散在更多迭代时为空。</translation>
    </message>
    <message>
        <source>The statement names %1 databases, and SQLite attaches %2 at a time: ask several times.</source>
        <translation>语句使用了 %1 个数据库，而 SQLite 一次最多附加 %2 个：请分多次查询。</translation>
    </message>
    <message>
        <source>There is no database %1: the run has none.</source>
        <translation>没有数据库 %1：该数据不含任何数据库。</translation>
    </message>
    <message>
        <source>The run has no database %1, but %2.</source>
        <translation>该数据没有数据库 %1，现有：%2。</translation>
    </message>
    <message>
        <source>computing, split</source>
        <translation>计算，已切分</translation>
    </message>
    <message>
        <source>operator_memory.csv does not say on which streams the blocks of this rank are.</source>
        <translation>operator_memory.csv 未给出该卡的内存块属于哪些 Stream。</translation>
    </message>
    <message>
        <source>Of kernels without a type, as those of Level0.</source>
        <translation>没有类型的 Kernel 的名称，如 Level0 的数据。</translation>
    </message>
    <message>
        <source>Fewest steps</source>
        <translation>最少迭代数</translation>
    </message>
    <message>
        <source>Steps in the mean of the part that the fewest steps have. If this is less than the steps, the parts of the row are of different steps and may not add up.</source>
        <translation>各项时间中，参与平均的迭代最少的一项用了几个迭代。少于“迭代数”时，该行各项不是同一组迭代的平均，相加未必等于总时间。</translation>
    </message>
    <message>
        <source>Devices of communication</source>
        <translation>有通信数据的卡数</translation>
    </message>
    <message>
        <source>Number of devices in the mean of communication and wait: files may have different steps, and other devices give another mean.</source>
        <translation>通信和等待是几张卡的平均。各文件的迭代不一定相同，卡不同，平均值也不同。</translation>
    </message>
    <message>
        <source>The rank has no memory over time. What its graphs hold from operator to operator, by memory_usage_details_*.json of MindSpore 1.x, is in the workspace Parallel under Operators across devices: choose memory under Curves there.</source>
        <translation>该卡没有随时间变化的内存数据。MindSpore 1.x 的 memory_usage_details_*.json 记录了各计算图逐算子占用的内存：在“并行”工作区的“各卡算子”中，将“曲线”选为“内存”查看。</translation>
    </message>
    <message>
        <source>hccl_raw_*, step_trace_raw_*</source>
        <translation>hccl_raw_*、step_trace_raw_*</translation>
    </message>
    <message>
        <source>Without communication.json the trace has durations, but not their parts. For MindSpore 1.x step_trace_raw_* has durations, hccl_raw_* their parts.</source>
        <translation>没有 communication.json 的卡只能从 trace 得到时长，得不到其组成。MindSpore 1.x 的时长取自 step_trace_raw_*，其组成取自 hccl_raw_*。</translation>
    </message>
    <message>
        <source>No rank has a memory_usage_summary_*.json (profile_memory=True) or a flops_summary_*.json or flops_*.txt (aicore_metrics=0, ArithmeticUtilization) of MindSpore 1.x.</source>
        <translation>没有一张卡有 MindSpore 1.x 的 memory_usage_summary_*.json（profile_memory=True），也没有 flops_summary_*.json 或 flops_*.txt（aicore_metrics=0，即 ArithmeticUtilization）。</translation>
    </message>
    <message>
        <source>No file names pipeline stages: there is no group called pp and none that only sends and receives (parallel_group_info of profiler_metadata.json, communication_group.json, communication.json), and no size of a pipeline above 1 (distributed_args of profiler_metadata.json, stage_num of profiler_info_*.json, the name of ascend_cluster_analyse_*.csv). The sizes of a job can be entered in the parallel strategy.</source>
        <translation>没有文件说明流水线阶段：没有名为 pp 的通信域，也没有只有发送与接收的通信域（profiler_metadata.json 的 parallel_group_info、communication_group.json、communication.json），也没有大于 1 的流水线规模（profiler_metadata.json 的 distributed_args、profiler_info_*.json 的 stage_num、ascend_cluster_analyse_*.csv 的文件名）。可在并行策略中输入各并行的大小。</translation>
    </message>
    <message>
        <source>There is no pipeline stage %1: no file names stages of this run.</source>
        <translation>没有流水线阶段 %1：没有数据说明本次采集的阶段划分。</translation>
    </message>
    <message>
        <source>There is no pipeline stage %1; there are: %2.</source>
        <translation>没有流水线阶段 %1；现有：%2。</translation>
    </message>
    <message>
        <source>By the groups of the files, else by the sizes that they state; empty where neither is known.</source>
        <translation>由文件中的通信域得出，否则由文件给出的规模得出；均无法得出时为空。</translation>
    </message>
    <message>
        <source>Files of MindSpore 1.x have no passes of a pipeline. Times of its stages are in the iteration breakdown; its sends and receives, from ascend_timeline_display_*.json, are in Operators across devices.</source>
        <translation>MindSpore 1.x 的文件不记录流水线的各次前向与反向。各阶段的时间见迭代拆解，其发送与接收（来自 ascend_timeline_display_*.json）见“各卡算子”。</translation>
    </message>
    <message>
        <source>The database of the rank cannot be read (%1): what is shown here may have been in it.</source>
        <translation>该卡的数据库无法读取（%1）：此处的内容可能在其中。</translation>
    </message>
    <message>
        <source>The pack of rank %1 cannot be used: the findings say why.</source>
        <translation>卡 %1 的卡数据包无法使用：原因见检查结果。</translation>
    </message>
    <message>
        <source>The difference of a step / the noise between steps of both sides (1.4826 x median absolute deviation of each, squares added; of fewer than five steps their standard deviation where that is more, of three twice that); below 3 it may be chance. Where few steps carry the difference, that of the largest of them, which of fewer than five steps has to take twice as long as the median one, or to be one in which all that computes takes longer. Empty where it runs in fewer than three marked steps of a side.</source>
        <translation>迭代间的差异 / 两侧迭代间的噪声（各自 1.4826 × 绝对中位差，平方相加；不足五个迭代时若标准差更大则取标准差，三个迭代时取其两倍）；低于 3 可能是偶然。差异集中在少数迭代时取其中最大的一个，不足五个迭代时它须达到中位迭代的两倍，或者全部计算都在该迭代变慢。若某一侧运行该算子的已标记迭代少于三个，则为空。</translation>
    </message>
    <message>
        <source>Databases of this run are damaged (%1): its communication may have been in them. info names the files.</source>
        <translation>本次采集的数据库已损坏（%1）：通信数据可能在其中。文件名见文件读取列表（info）。</translation>
    </message>
    <message>
        <source>The databases of this run hold no communication for this table.</source>
        <translation>本次采集的数据库中没有此表所需的通信数据。</translation>
    </message>
    <message>
        <source>hccl_raw_*.csv of MindSpore 1.x counts no packets.</source>
        <translation>MindSpore 1.x 的 hccl_raw_*.csv 不统计数据包。</translation>
    </message>
    <message>
        <source>This run of MindSpore 1.x has no %1: its profiler wrote it for jobs of more than one rank.</source>
        <translation>这组 MindSpore 1.x 数据没有 %1：当时的 Profiler 在多卡任务中写出该文件。</translation>
    </message>
    <message>
        <source>Longest operators of an unfolded rank, sorted like the ranks.</source>
        <translation>展开的卡：其中最长的算子，与各卡按同一列排序。</translation>
    </message>
    <message>
        <source>No rank of communication domain %1 has times of these steps; other ranks have.</source>
        <translation>通信域 %1 中没有任何卡有这些迭代的时间；其他卡有。</translation>
    </message>
    <message>
        <source>There is no step in the chosen range; there are: %1.</source>
        <translation>所选范围内没有迭代；现有：%1。</translation>
    </message>
    <message>
        <source>No rank has operators with times in step %1; in other steps there are some.</source>
        <translation>迭代 %1 中没有任何卡有带时间的算子；其他迭代中有。</translation>
    </message>
    <message>
        <source>database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>No rank has a parallel_strategy_*.json, which MindSpore in graph mode writes with parallel_strategy=true, nor a trace with kernels or an ascend_timeline_display_*.json, whose order would stand for the graph.</source>
        <translation>没有任何卡有 parallel_strategy_*.json（MindSpore 图模式下以 parallel_strategy=true 写出），也没有含 Kernel 的 trace 或 ascend_timeline_display_*.json（其顺序可代替该图）。</translation>
    </message>
    <message>
        <source>no kernel table (kernel_details.csv, op_summary)</source>
        <translation>没有 Kernel 表（kernel_details.csv、op_summary）</translation>
    </message>
    <message>
        <source>no GroupedMatmul in the kernel table, which gives tokens and waits</source>
        <translation>Kernel 表中没有 GroupedMatmul，token 数与等待由它给出</translation>
    </message>
    <message>
        <source>no shapes in the kernel table (Level1), which give tokens</source>
        <translation>Kernel 表中没有形状（Level1），token 数由它给出</translation>
    </message>
    <message>
        <source>no other rank of the domain to wait for</source>
        <translation>该通信域没有其他可等待的卡</translation>
    </message>
    <message>
        <source>the ranks do not have the same GroupedMatmul</source>
        <translation>各卡的 GroupedMatmul 不一致</translation>
    </message>
    <message>
        <source>Kernels and collectives outside its own passes, from the first to the last pass of the pipeline. Busy, bubble and this add up to that time, and so do before, warm-up, steady, cool-down and after.</source>
        <translation>从流水线的第一个到最后一个前反向之间，本阶段自身前反向之外的 Kernel 与集合通信。工作、空泡与本列之和等于这段时间，之前、预热、稳定、收尾与之后之和也等于这段时间。</translation>
    </message>
    <message>
        <source>Before (%1)</source>
        <translation>之前 (%1)</translation>
    </message>
    <message>
        <source>From the first pass of the pipeline to the first one of the stage.</source>
        <translation>从流水线的第一个前反向到本阶段的第一个前反向。</translation>
    </message>
    <message>
        <source>After (%1)</source>
        <translation>之后 (%1)</translation>
    </message>
    <message>
        <source>From the last pass of the stage to the last one of the pipeline.</source>
        <translation>从本阶段的最后一个前反向到流水线的最后一个前反向。</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Computing, split</source>
        <translation>计算，已切分</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Send and receive</source>
        <translation>发送和接收</translation>
    </message>
    <message>
        <source>Redistribution</source>
        <translation>重排布</translation>
    </message>
    <message>
        <source>Gradient aggregation</source>
        <translation>梯度聚合</translation>
    </message>
    <message>
        <source>Special</source>
        <translation>特殊</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Forward and backward</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>Other work</source>
        <translation>其他工作</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Pure compute</source>
        <translation>纯计算</translation>
    </message>
    <message>
        <source>Non-overlapped communication</source>
        <translation>通信（未被覆盖）</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>空泡</translation>
    </message>
    <message>
        <source>%1 ends early: its tables have rows up to there, and a statement that reads further fails. NOT INDEXED after the name of a table avoids a lost index.</source>
        <translation>%1 不完整：各表只能读到断开处，继续往后读的语句会失败。在表名后加 NOT INDEXED 可避开已丢失的索引。</translation>
    </message>
    <message>
        <source>Only the results of a cluster analysis are there, and the recipe needs the files of the ranks. SQL can read results of recipes in cluster_analysis.db: SELECT * FROM cluster.NAME, such as cluster.SlowRank.</source>
        <translation>只有集群分析的结果，而该 recipe 由各卡自己的文件计算。recipe 写入 cluster_analysis.db 的结果可用 SQL 查询：SELECT * FROM cluster.NAME，例如 cluster.SlowRank。</translation>
    </message>
    <message>
        <source>step_trace_time.csv of this run holds no row that could be read (info says what is wrong with it). --source derived computes the numbers from the trace.</source>
        <translation>该数据的 step_trace_time.csv 中没有可读取的行（info 会说明问题）。--source derived 由 trace 推导这些数值。</translation>
    </message>
    <message>
        <source>This run has no step_trace_time.csv (the profiler writes it when NPU activity is collected, at any level but none). --source derived computes the numbers from the trace.</source>
        <translation>该数据没有 step_trace_time.csv（采集 NPU 活动且级别不为 none 时由 Profiler 写出）。--source derived 由 trace 推导这些数值。</translation>
    </message>
    <message>
        <source>step_trace_time.csv of this run holds no row that could be read (info says what is wrong with it), and its trace has no device lanes to derive the numbers from.</source>
        <translation>该数据的 step_trace_time.csv 中没有可读取的行（info 会说明问题），其 trace 也没有可用于推导的设备泳道。</translation>
    </message>
    <message>
        <source>step_trace_time.csv of this run holds no row that could be read (info says what is wrong with it), and there is no trace to derive the numbers from.</source>
        <translation>该数据的 step_trace_time.csv 中没有可读取的行（info 会说明问题），也没有可用于推导的 trace。</translation>
    </message>
    <message>
        <source>This run has no step_trace_time.csv (the profiler writes it when NPU activity is collected, at any level but none), and its trace has no device lanes to derive the numbers from.</source>
        <translation>该数据没有 step_trace_time.csv（采集 NPU 活动且级别不为 none 时由 Profiler 写出），其 trace 也没有可用于推导的设备泳道。</translation>
    </message>
    <message>
        <source>This run has no step_trace_time.csv (the profiler writes it when NPU activity is collected, at any level but none), and there is no trace to derive the numbers from.</source>
        <translation>该数据没有 step_trace_time.csv（采集 NPU 活动且级别不为 none 时由 Profiler 写出），也没有可用于推导的 trace。</translation>
    </message>
    <message>
        <source>No communication operator of the rank belongs to the chosen steps and domains.</source>
        <translation>该卡没有属于所选迭代和通信域的通信算子。</translation>
    </message>
    <message>
        <source>Within noise</source>
        <translation>波动范围内</translation>
    </message>
    <message>
        <source>Too few steps</source>
        <translation>迭代过少</translation>
    </message>
    <message>
        <source>Unchanged: the totals differ by less than 1 % of the base&apos;s. Within noise: by more, but the significance is below 3. Too few steps: by more, and there is no significance.</source>
        <translation>未变：总耗时相差小于基准的 1 %。波动范围内：相差更多，但显著性低于 3。迭代过少：相差更多，但没有显著性。</translation>
    </message>
    <message>
        <source>Tokens / their mean over the domain; if shapes are missing, by the time of GroupedMatmul, else by what alltoallv moved. Two ranks always move the same amount: empty then.</source>
        <translation>token 数 / 域内平均值；缺少形状时按 GroupedMatmul 的耗时，否则按 alltoallv 的传输量。只有两张卡时两者的传输量总是相同，因此为空。</translation>
    </message>
    <message>
        <source>Bubble (%)</source>
        <translation>空泡 (%)</translation>
    </message>
    <message>
        <source>Ideal (%)</source>
        <translation>理想 (%)</translation>
    </message>
    <message>
        <source>Other (%1)</source>
        <translation>其他 (%1)</translation>
    </message>
    <message>
        <source>Base only</source>
        <translation>仅基准侧有</translation>
    </message>
    <message>
        <source>Other only</source>
        <translation>仅比对侧有</translation>
    </message>
    <message>
        <source>Not both ranks have a value of memory in the selected time or step.</source>
        <translation>所选时间或迭代内并非两张卡都有内存数据。</translation>
    </message>
    <message>
        <source>The trace has no device lane of an Ascend profiler (Ascend Hardware, Communication), and lanes of other processes are not used instead: launches, delays and idle time are not computed.</source>
        <translation>trace 中没有昇腾 Profiler 写出的设备侧泳道（Ascend Hardware、Communication），其他进程的泳道不视为设备侧：不计算下发、时延和空闲时间。</translation>
    </message>
    <message>
        <source>Stage of step_trace_time.csv; where the file states none, as those of MindSpore with 0, the step less receiving alone. The stage with the longest is the slow one.</source>
        <translation>step_trace_time.csv 的 Stage；文件未给出时（例如 MindSpore 写为 0），为迭代时间减去纯接收时间。时间最长的流水线阶段就是慢的那个。</translation>
    </message>
    <message>
        <source>Waiting for another stage: how unbalanced the pipeline is. Bubble of step_trace_time.csv, in which MindSpore counts sends too; where that file states no Stage, the receive operators of the trace.</source>
        <translation>等待其他流水线阶段的时间：反映流水线不均衡的程度。取 step_trace_time.csv 的 Bubble（MindSpore 把 send 也计算在内）；该文件未给出 Stage 时，取 trace 中的 receive 算子。</translation>
    </message>
    <message>
        <source>No rank of an expert domain has a GroupedMatmul in its kernel table (kernel_details.csv) or an alltoallv in its communication.json: the run has no experts, or was profiled at Level0, which writes neither (profiler_level Level1 and Level2 do). The domain is the group called exp (parallel_group_info of profiler_metadata.json), that of the parallel strategy, or the one of alltoallv.</source>
        <translation>专家并行域内没有卡的 Kernel 表（kernel_details.csv）含有 GroupedMatmul，communication.json 中也没有 alltoallv：没有使用专家并行，或采集级别为 Level0，二者均不写出（profiler_level 为 Level1 或 Level2 时写出）。专家并行域取自名为 exp 的通信域（profiler_metadata.json 的 parallel_group_info）、并行策略，或 alltoallv 的通信域。</translation>
    </message>
    <message>
        <source>The step without the time in which it waits to receive; of MindSpore from the first to the last communication operator, without sends and receives.</source>
        <translation>迭代时间减去等待接收的时间；MindSpore 为从第一个到最后一个通信算子的时间，减去 send 和 receive。</translation>
    </message>
    <message>
        <source>Time in receive operators of the pipeline; of MindSpore in sends, too.</source>
        <translation>流水线 receive 算子的时间；MindSpore 还包括 send。</translation>
    </message>
    <message>
        <source>hccl_raw_*</source>
        <translation>hccl_raw_*</translation>
    </message>
    <message>
        <source>step_trace_raw_*</source>
        <translation>step_trace_raw_*</translation>
    </message>
    <message>
        <source>hccl_*.json</source>
        <translation>hccl_*.json</translation>
    </message>
    <message>
        <source>No rank of this run of MindSpore 1.x has steps: they come from step_trace_raw_*_detail_time.csv, ascend_cluster_analyse_*.csv or gpu_cluster_analyse_*.csv, or from a trace with device lanes.</source>
        <translation>这组 MindSpore 1.x 数据的各卡都没有迭代：迭代取自 step_trace_raw_*_detail_time.csv、ascend_cluster_analyse_*.csv 或 gpu_cluster_analyse_*.csv，或含设备泳道的 trace。</translation>
    </message>
    <message>
        <source>On the clock of the reference rank: files hold nanoseconds since 1970, views show an offset from the start of the run.</source>
        <translation>按基准卡的时钟：文件中为自 1970 年起的纳秒数，视图中为相对采集开始的偏移。</translation>
    </message>
    <message>
        <source>the trace does not name the rank that a transfer goes to; its communication tasks do, with profiler_level Level1 or Level2</source>
        <translation>trace 没有给出传输的对端卡；以 profiler_level Level1 或 Level2 采集时，其中的通信任务会给出</translation>
    </message>
    <message>
        <source>Mean wait of its ranks for the longest in calls with uneven tokens: what an even spread would gain in GroupedMatmul alone.</source>
        <translation>域内各卡在 token 数不均的各次调用中等待最慢者的平均时间：负载均衡后仅 GroupedMatmul 能省去的时间。</translation>
    </message>
    <message>
        <source>As in the file; empty if unknown.</source>
        <translation>文件中的名称；文件未说明时为空。</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝次数</translation>
    </message>
    <message>
        <source>Copies of several streams may run at the same time.</source>
        <translation>多个 Stream 上的拷贝可能同时进行。</translation>
    </message>
    <message>
        <source>While the device neither computes nor communicates: the part that delays the step.</source>
        <translation>设备既不计算也不通信期间的拷贝时间，即拖慢迭代的部分。</translation>
    </message>
    <message>
        <source>Longest copy (%1)</source>
        <translation>最长拷贝 (%1)</translation>
    </message>
    <message>
        <source>Of the copies whose size the file has.</source>
        <translation>仅统计文件中给出大小的拷贝。</translation>
    </message>
    <message>
        <source>The trace of the rank has no copy in the chosen steps: tasks such as MEMCPY_ASYNC.</source>
        <translation>该卡的 trace 在所选迭代中没有拷贝任务（如 MEMCPY_ASYNC）。</translation>
    </message>
    <message>
        <source>Copies by direction</source>
        <translation>按方向统计的拷贝</translation>
    </message>
    <message>
        <source>What a rank copied between host and device, on which stream, at what bandwidth, and how much of it delayed the device.</source>
        <translation>一张卡在主机与设备之间拷贝了多少数据，在哪个 Stream 上，带宽多少，其中多少时间拖住了设备。</translation>
    </message>
    <message>
        <source>Core type</source>
        <translation>加速核类型</translation>
    </message>
    <message>
        <source>vs. peer median (%1)</source>
        <translation>与同类卡中位数之差 (%1)</translation>
    </message>
    <message>
        <source>vs. peer median (%)</source>
        <translation>与同类卡中位数之差 (%)</translation>
    </message>
    <message>
        <source>Other - base.</source>
        <translation>比对 − 基准。</translation>
    </message>
    <message>
        <source>Share of total diff (%)</source>
        <translation>占总差异 (%)</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>Non-overlapped receive (%1)</source>
        <translation>未被覆盖的接收 (%1)</translation>
    </message>
    <message>
        <source>Non-overlapped communication less non-overlapped receive.</source>
        <translation>未被覆盖的通信时间减去未被覆盖的接收时间。</translation>
    </message>
    <message>
        <source>Slower in %1 steps</source>
        <translation>%1 个迭代变慢</translation>
    </message>
    <message>
        <source>Faster in %1 steps</source>
        <translation>%1 个迭代变快</translation>
    </message>
    <message>
        <source>Slower in step %1</source>
        <translation>迭代 %1 变慢</translation>
    </message>
    <message>
        <source>Slower in steps %1</source>
        <translation>迭代 %1 变慢</translation>
    </message>
    <message>
        <source>Faster in step %1</source>
        <translation>迭代 %1 变快</translation>
    </message>
    <message>
        <source>Faster in steps %1</source>
        <translation>迭代 %1 变快</translation>
    </message>
    <message>
        <source>How long launched work waits before it starts on the device, and where the device waits for the host instead.</source>
        <translation>已下发的任务要等多久才在设备上开始，以及设备在哪里等待主机。</translation>
    </message>
    <message>
        <source>No host-bound window: the device never waits for the host for eight tasks in a row.</source>
        <translation>没有主机受限时段：设备从未连续八个任务都在等待主机。</translation>
    </message>
    <message>
        <source>Dispatch</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>The device of this rank was never idle in the selected time.</source>
        <translation>该卡的设备在所选时间内没有空闲。</translation>
    </message>
    <message>
        <source>Why idle</source>
        <translation>空闲原因</translation>
    </message>
    <message>
        <source>The path of every kernel from the framework to the device, with the time of each part.</source>
        <translation>每个 Kernel 从框架到设备的下发路径及各段耗时。</translation>
    </message>
    <message>
        <source>Sends with their receives over all loaded ranks, with size and bandwidth, and those without a partner.</source>
        <translation>所有已加载的卡之间发送与接收的配对，含大小和带宽，以及没有对应的收发。</translation>
    </message>
    <message>
        <source>No send has its receive among the loaded ranks.</source>
        <translation>已加载的卡中没有配对的发送与接收。</translation>
    </message>
    <message>
        <source>Every send and receive has its partner.</source>
        <translation>每个发送和接收都有对应。</translation>
    </message>
    <message>
        <source>On the clock of the rank that the others are brought to, as an offset from the start of the run.</source>
        <translation>以其他卡所对齐的那张卡的时钟为准，为距采集开始的偏移。</translation>
    </message>
    <message>
        <source>Compute, copy; communication: from the arrival of the last rank on; launch: from the launch to the start of a task; host: it had not launched yet; wait: for an event whose cause nobody recorded; idle: nothing explains it; work: of a rank without a trace, whatever it did between two collectives.</source>
        <translation>计算、拷贝；通信：自最晚的卡到达之后；下发：从下发到任务开始；主机：尚未下发；等待：等待某个事件，其原因没有记录；空闲：没有可解释的记录；工作：没有 trace 的卡在两次集合通信之间所做的一切。</translation>
    </message>
    <message>
        <source>The parts of a step add up to it, to the nanosecond.</source>
        <translation>一个迭代的各段相加等于该迭代，精确到纳秒。</translation>
    </message>
    <message>
        <source>Kernel, communication operator, copy, or operator, call or function of the host; empty where nothing is recorded.</source>
        <translation>Kernel、通信算子、拷贝，或主机的算子、调用、函数；没有记录时为空。</translation>
    </message>
    <message>
        <source>The rank that came last to the communication operator: the path goes on there.</source>
        <translation>最晚到达该通信算子的卡：路径由此转到该卡。</translation>
    </message>
    <message>
        <source>The call of the host that launched the task.</source>
        <translation>下发该任务的主机调用。</translation>
    </message>
    <message>
        <source>Of communication without the numbers of its call; empty where nothing is recorded.</source>
        <translation>通信算子不含调用编号；没有记录时为空。</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>段数</translation>
    </message>
    <message>
        <source>The run has no work in the chosen time.</source>
        <translation>所选时间内没有任何任务。</translation>
    </message>
    <message>
        <source>No rank has a trace with work of the device, and no communication.json has operators that two ranks share. The profiler writes both at level 1 and higher.</source>
        <translation>没有任何卡的 trace 含设备任务，也没有 communication.json 含两张卡共有的算子。采集级别为 Level1 及以上时 Profiler 会写出两者。</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>What decides how long a step takes, over all ranks: the time on the path by rank, kind and operator. What is not on it could be faster, and the step would take as long.</source>
        <translation>跨所有卡决定迭代耗时的部分：关键路径上的时间，按卡、类型和算子汇总。不在路径上的部分即使更快，迭代耗时也不变。</translation>
    </message>
    <message>
        <source>Critical path in order</source>
        <translation>关键路径（按顺序）</translation>
    </message>
    <message>
        <source>The chain of kernels, launches, waits and transfers from the start of a step to its end. In a collective it continues on the rank that came last.</source>
        <translation>从迭代开始到结束的 Kernel、下发、等待和传输链。遇集合通信时转到最晚到达的卡。</translation>
    </message>
    <message>
        <source>Event wait</source>
        <translation>事件等待</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>下发</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>What would be different.</source>
        <translation>假设改变的内容。</translation>
    </message>
    <message>
        <source>About</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Times faster</source>
        <translation>加速倍数</translation>
    </message>
    <message>
        <source>Gain (%1)</source>
        <translation>收益 (%1)</translation>
    </message>
    <message>
        <source>Gain (%)</source>
        <translation>收益 (%)</translation>
    </message>
    <message>
        <source>Error of the replay (%)</source>
        <translation>重演误差 (%)</translation>
    </message>
    <message>
        <source>How far a replay of the unchanged run, by its dependencies alone, is from the time that it took.</source>
        <translation>不作改变、仅按依赖关系重演时，结果与实际耗时的偏差。</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>前提</translation>
    </message>
    <message>
        <source>What the answer rests on.</source>
        <translation>结论所依据的前提。</translation>
    </message>
    <message>
        <source>Rank like its peers</source>
        <translation>卡与同类卡一致</translation>
    </message>
    <message>
        <source>Link like others</source>
        <translation>链路与同类一致</translation>
    </message>
    <message>
        <source>Faster kernels</source>
        <translation>算子加速</translation>
    </message>
    <message>
        <source>Communication overlapped</source>
        <translation>通信完全被覆盖</translation>
    </message>
    <message>
        <source>Faster launches</source>
        <translation>下发加速</translation>
    </message>
    <message>
        <source>Stages balanced</source>
        <translation>流水线阶段均衡</translation>
    </message>
    <message>
        <source>Ranks that stay as they are: without a trace, with one that lacks steps, or with a clock that cannot be aligned. The answer may miss what they change.</source>
        <translation>保持不变的卡：没有 trace、trace 缺少迭代，或时钟无法对齐。回答可能缺少这些卡的影响。</translation>
    </message>
    <message>
        <source>Not replayed</source>
        <translation>未参与重演</translation>
    </message>
    <message>
        <source>What merging saves is not known: the messages of this run do not show it.</source>
        <translation>合并能节省多少未知：无法由该数据的消息得出。</translation>
    </message>
    <message>
        <source>The run does not have what was asked about.</source>
        <translation>数据中没有所询问的对象。</translation>
    </message>
    <message>
        <source>A replay needs traces of two ranks or more whose communication operators match; the profiler writes them when CPU and NPU activities are collected.</source>
        <translation>重演需要至少两张卡的 trace，且其通信算子能相互匹配；采集 CPU 和 NPU 活动时 Profiler 会写出 trace。</translation>
    </message>
    <message>
        <source>The rank, both ranks of the link, the rank whose links it is about, the type of kernels, or the communication domain; empty: all ranks.</source>
        <translation>卡、链路两端的卡、其全部链路所属的卡、Kernel 类型，或通信域；空：所有卡。</translation>
    </message>
    <message>
        <source>Of merged buckets: how many become one.</source>
        <translation>合并 bucket 时为合为一个的个数。</translation>
    </message>
    <message>
        <source>From the first task to the end of the last step, over all ranks. A step begins where the one before it ends.</source>
        <translation>所有卡上从第一个任务到最后一个迭代结束。每个迭代从前一个迭代结束处开始。</translation>
    </message>
    <message>
        <source>By how much the steps end earlier when the run is replayed with what would be different. Below 0: later.</source>
        <translation>按所作改变重演后，迭代提前结束的时间。小于 0 表示推迟。</translation>
    </message>
    <message>
        <source>&lt; 0.1</source>
        <translation>&lt; 0.1</translation>
    </message>
    <message>
        <source>The traces mark no step %1. There are: %2.</source>
        <translation>trace 未标记迭代 %1。现有：%2。</translation>
    </message>
    <message>
        <source>It is not said what would be different of %1.</source>
        <translation>未说明要对 %1 作何改变。</translation>
    </message>
    <message>
        <source>The replay cannot change %1: it has no trace, one that lacks steps, or a clock that cannot be aligned.</source>
        <translation>无法重演对卡 %1 的改变：该卡没有 trace、trace 缺少迭代，或时钟无法对齐。</translation>
    </message>
    <message>
        <source>The replay cannot change %1. There are: %2.</source>
        <translation>重演无法改变 %1。可选：%2。</translation>
    </message>
    <message>
        <source>No link is slower than comparable ones.</source>
        <translation>没有链路比同类链路慢。</translation>
    </message>
    <message>
        <source>How long would the steps take if a rank were like its peers, a link like others, kernels or launches faster, communication overlapped, stages balanced, buckets merged? Without a question one of each kind but merged buckets is answered, the largest gain first; what overlap gains at most comes last.</source>
        <translation>若某张卡与同类卡一致、某条链路与同类一致、Kernel 或下发更快、通信被覆盖、流水线阶段均衡、bucket 合并，迭代需要多久？不指定问题时除 bucket 合并外每种各回答一个，收益最大的在前；通信覆盖只给出收益上限，排在最后。</translation>
    </message>
    <message>
        <source>The sums of a step add up to it, to the nanosecond, and so do those over all steps; means are rounded.</source>
        <translation>一个迭代的各项之和等于该迭代，精确到纳秒；所有迭代合计时同样如此，均值有舍入。</translation>
    </message>
    <message>
        <source>Of the path of the step or steps.</source>
        <translation>占该迭代或各迭代路径的比例。</translation>
    </message>
    <message>
        <source>The chosen time has no length.</source>
        <translation>所选时间长度为零。</translation>
    </message>
    <message>
        <source>Buckets merged</source>
        <translation>bucket 合并</translation>
    </message>
    <message>
        <source>The difference of the mean step lies there with 95 % probability: bootstrap over steps, widened as few steps need. Empty with one step on a side.</source>
        <translation>平均迭代的差值以 95 % 的概率落在其中：对各迭代做自助抽样（bootstrap），迭代少时相应放宽。有一侧只有一个迭代时为空。</translation>
    </message>
    <message>
        <source>Computing, non-overlapped communication, free time and preparing add up to the step.</source>
        <translation>计算、通信（未被覆盖）、空闲与准备之和为迭代时间。</translation>
    </message>
    <message>
        <source>Of an operator or a communication domain.</source>
        <translation>算子或通信域的名称。</translation>
    </message>
    <message>
        <source>Empty: the mean over all ranks.</source>
        <translation>空：所有卡的均值。</translation>
    </message>
    <message>
        <source>The rank of the same place in the parallelism; where it is not known, of the same number.</source>
        <translation>并行策略中位置相同的卡；位置未知时为同号卡。</translation>
    </message>
    <message>
        <source>%2: mean step (%1)</source>
        <translation>%2：平均迭代 (%1)</translation>
    </message>
    <message>
        <source>%3: mean step (%1)</source>
        <translation>%3：平均迭代 (%1)</translation>
    </message>
    <message>
        <source>95 % from (%1)</source>
        <translation>95 % 下限 (%1)</translation>
    </message>
    <message>
        <source>95 % to (%1)</source>
        <translation>95 % 上限 (%1)</translation>
    </message>
    <message>
        <source>Change (%)</source>
        <translation>变化 (%)</translation>
    </message>
    <message>
        <source>The difference / the base.</source>
        <translation>差值 / 基准。</translation>
    </message>
    <message>
        <source>Slower, faster (grown, shrunk in files): by 1 % of the step of the base or more, and the interval excludes 0. Unchanged: the whole interval lies within 3 % of that step. Not known: the steps vary too much to tell. Too few steps: there is no interval.</source>
        <translation>变慢、变快（文件中为 grown、shrunk）：差值达到基准迭代时间的 1 %，且区间不包含 0。未变：整个区间在该迭代时间的 3 % 以内。未知：迭代波动过大，无法判断。迭代过少：没有区间。</translation>
    </message>
    <message>
        <source>Open a second run to compare this one with.</source>
        <translation>请再打开一组数据，与这组数据比对。</translation>
    </message>
    <message>
        <source>Open a second run to see a trend.</source>
        <translation>请再打开一组数据以查看趋势。</translation>
    </message>
    <message>
        <source>Trend of runs</source>
        <translation>多组数据的趋势</translation>
    </message>
    <message>
        <source>The mean step and its parts in several runs, one after the other, against the first: which change made it faster?</source>
        <translation>依次列出多组数据的平均迭代及其各部分，均与第一组比较：哪次修改使其变快？</translation>
    </message>
    <message>
        <source>The difference lies there with 95 % probability, as in compare.runs.</source>
        <translation>差值有 95 % 的概率在此区间内，同 compare.runs。</translation>
    </message>
    <message>
        <source>That all its ranks have.</source>
        <translation>其所有卡都有的迭代。</translation>
    </message>
    <message>
        <source>Mean over ranks and steps.</source>
        <translation>对卡和迭代取平均。</translation>
    </message>
    <message>
        <source>To the first run.</source>
        <translation>与第一组数据相比。</translation>
    </message>
    <message>
        <source>As in compare.runs.</source>
        <translation>同 compare.runs。</translation>
    </message>
    <message>
        <source>No step has all parts of its time in both runs.</source>
        <translation>两组数据中没有各部分时间都齐全的迭代。</translation>
    </message>
    <message>
        <source>Runs compared</source>
        <translation>数据比对</translation>
    </message>
    <message>
        <source>By how much the step of a run differs from that of another run, which part, operator, domain and rank makes it, and whether it may be chance.</source>
        <translation>一组数据的迭代时间与另一组相差多少，来自哪个部分、算子、通信域和卡，以及是否可能是偶然。</translation>
    </message>
    <message>
        <source>Report on %1</source>
        <translation>%1 的报告</translation>
    </message>
    <message>
        <source>Made by RankScope %1 of %2.</source>
        <translation>由 RankScope %1 根据 %2 生成。</translation>
    </message>
    <message>
        <source>Ranks: %1. Steps: %2.</source>
        <translation>卡数：%1。迭代：%2。</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>诊断结论</translation>
    </message>
    <message>
        <source>Cost: %1 ms (%2 % of these steps).</source>
        <translation>代价：%1 ms（占这些迭代的 %2 %）。</translation>
    </message>
    <message>
        <source>Cost: at most %1 ms (%2 % of these steps).</source>
        <translation>代价：至多 %1 ms（占这些迭代的 %2 %）。</translation>
    </message>
    <message>
        <source>Cost: about %1 ms (%2 % of these steps).</source>
        <translation>代价：约 %1 ms（占这些迭代的 %2 %）。</translation>
    </message>
    <message>
        <source>Saves up to %1 ms.</source>
        <translation>最多节省 %1 ms。</translation>
    </message>
    <message>
        <source>What to change:</source>
        <translation>优化建议：</translation>
    </message>
    <message>
        <source>Mean step of each rank</source>
        <translation>各卡的平均迭代</translation>
    </message>
    <message>
        <source>The %1 of %2 ranks whose step is furthest from the median.</source>
        <translation>%2 张卡中迭代时间偏离中位数最多的 %1 张。</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows; all of them:</source>
        <translation>%2 行中的前 %1 行；全部：</translation>
    </message>
    <message>
        <source>Meaning of the columns</source>
        <translation>各列含义</translation>
    </message>
    <message>
        <source>SHA-256 of each file that was used; of a file of more than 64 MB, that of its size and of its first and last megabyte.</source>
        <translation>所用各文件的 SHA-256；超过 64 MB 的文件取其大小及首尾各 1 MB 的 SHA-256。</translation>
    </message>
    <message>
        <source>All %1 files together: %2</source>
        <translation>全部 %1 个文件合计：%2</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>scheduling</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>重演</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Of the diagnosis.</source>
        <translation>诊断中的类别。</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>优先级</translation>
    </message>
    <message>
        <source>high: replayed, it saves 5 % of the steps or more; medium: at least 3 %. What saves less than 1 % is not listed.</source>
        <translation>高：重演得知可省迭代的 5 % 以上；中：3 % 以上。不足 1 % 的不列出。</translation>
    </message>
    <message>
        <source>Saves (%1)</source>
        <translation>可省 (%1)</translation>
    </message>
    <message>
        <source>Of all steps together, on the rank that it costs most; of a row below: how long that one takes. Empty: not known.</source>
        <translation>受影响最大的卡上所有迭代之和；展开的行为其自身耗时。空：无从得知。</translation>
    </message>
    <message>
        <source>Saves (% of steps)</source>
        <translation>可省 (占迭代 %)</translation>
    </message>
    <message>
        <source>Of the steps of the run; where it is not known what is saved, the time that was seen.</source>
        <translation>占该数据全部迭代的比例；无从得知可省多少时，为所见时间的比例。</translation>
    </message>
    <message>
        <source>How known</source>
        <translation>得出方式</translation>
    </message>
    <message>
        <source>replayed: the run was replayed without it. at most: no more than that can be saved.</source>
        <translation>重演：去掉它后重演整个采集数据。至多：最多省这么多。</translation>
    </message>
    <message>
        <source>The operator, call, link or variable.</source>
        <translation>算子、调用、链路或变量。</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>现象</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>优化建议</translation>
    </message>
    <message>
        <source>The one that it costs most; empty: all of the run.</source>
        <translation>受影响最大的卡；空：整个采集数据。</translation>
    </message>
    <message>
        <source>All on which it was seen.</source>
        <translation>出现该现象的所有卡。</translation>
    </message>
    <message>
        <source>Over these ranks.</source>
        <translation>这些卡合计。</translation>
    </message>
    <message>
        <source>What was seen takes on that rank.</source>
        <translation>该现象在该卡上的耗时。</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>docs/advice.md has its threshold and what it needs.</source>
        <translation>阈值与所需数据见 docs/advice.md。</translation>
    </message>
    <message>
        <source>Whose rule it is.</source>
        <translation>规则的出处。</translation>
    </message>
    <message>
        <source>The table of advice has it.</source>
        <translation>见建议表。</translation>
    </message>
    <message>
        <source>Of the call, the kernel or the link.</source>
        <translation>调用、Kernel 或链路的名称。</translation>
    </message>
    <message>
        <source>How long it takes, or, of what makes the device wait, how long that has nothing to do.</source>
        <translation>其耗时；若它使设备等待，则为设备空闲的时间。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>补充</translation>
    </message>
    <message>
        <source>Shapes, data types, blocks or a size.</source>
        <translation>形状、数据类型、Block 数或大小。</translation>
    </message>
    <message>
        <source>Rules look at the traces and the kernel tables of ranks, and none is loaded.</source>
        <translation>规则检查各卡的 trace 与 Kernel 表，而目前一个都没有加载。</translation>
    </message>
    <message>
        <source>Nothing to change that would save 1 % of the steps. Checked: %1.</source>
        <translation>没有可省迭代 1 % 的改动。已检查：%1。</translation>
    </message>
    <message>
        <source>Nothing to change that would save 1 % of the steps. Checked: %1. Not checked on every rank: %2.</source>
        <translation>没有可省迭代 1 % 的改动。已检查：%1。并非每张卡都检查了：%2。</translation>
    </message>
    <message>
        <source>What to change, and what it would save: by the verdicts of the diagnosis and by rules on operators, the host, communication and data. No advice is an answer, too.</source>
        <translation>该改什么、能省多少：依据诊断结论，以及关于算子、主机、通信与数据的规则。没有建议也是一种结果。</translation>
    </message>
    <message>
        <source>Evidence of advice</source>
        <translation>建议的依据</translation>
    </message>
    <message>
        <source>The calls, kernels, gaps and links on which each piece of advice rests, the longest first.</source>
        <translation>每条建议所依据的调用、Kernel、空隙与链路，最长的在前。</translation>
    </message>
    <message>
        <source>Nothing to change in this area that would save 1 % of the steps; other areas have advice.</source>
        <translation>此类别中没有可省迭代 1 % 的改动；其他类别有建议。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>The lines are vertical in %n step(s) of a rank: there the device idles for %1 because the host launches too late. Delays are on one clock: the offset between host and device, estimated from the launches, is taken off.</source>
        <translation>
            <numerusform>有 %n 个迭代（各卡分别计）的连线竖直：主机下发过晚，设备因此空闲 %1。时延在同一时钟上计算：已扣除由下发估计出的主机与设备时钟偏移。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No step is host-bound as a whole, but the device waits for the host in %n window(s), %1 in all.</source>
        <translation>
            <numerusform>没有迭代整体处于主机受限，但设备在 %n 个时段内等待主机，共 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The lines are slanted everywhere: in %n step(s) of a rank the host keeps the device busy.</source>
        <translation>
            <numerusform>连线处处倾斜：%n 个迭代（各卡分别计）中主机都能让设备保持忙碌。</numerusform>
        </translation>
    </message>
    <message>
        <source>No rank has idle time between compute and communication.</source>
        <translation>没有卡在计算与通信之间有空闲时间。</translation>
    </message>
    <message>
        <source>Idle time of all ranks and steps: %1, of which nothing in the traces explains %2.</source>
        <translation>所有卡和迭代的空闲时间：%1，其中 %2 在 trace 中找不到原因。</translation>
    </message>
    <message>
        <source>Idle time of all ranks and steps: %1. Most of it, %2, has the cause &quot;%3&quot;; nothing in the traces explains %4.</source>
        <translation>所有卡和迭代的空闲时间：%1。占比最大的原因是“%3”，占 %2；另有 %4 在 trace 中找不到原因。</translation>
    </message>
    <message>
        <source>Idle time of all ranks in step %1: %2, of which nothing in the traces explains %3.</source>
        <translation>所有卡在迭代 %1 的空闲时间：%2，其中 %3 在 trace 中找不到原因。</translation>
    </message>
    <message>
        <source>Idle time of all ranks in step %1: %2. Most of it, %3, has the cause &quot;%4&quot;; nothing in the traces explains %5.</source>
        <translation>所有卡在迭代 %1 的空闲时间：%2。占比最大的原因是“%4”，占 %3；另有 %5 在 trace 中找不到原因。</translation>
    </message>
    <message>
        <source>Match rate %1. Kernels: %2 normal, %3 traced to the queue only, %4 incomplete.</source>
        <translation>匹配率 %1。Kernel：%2 个正常，%3 个回退到队列，%4 个不完整。</translation>
    </message>
    <message>
        <source>The trace shows no queue between framework and launch.</source>
        <translation>trace 中框架与下发之间没有队列。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) can be brought to the clock of the reference, to within %1.</source>
        <translation>
            <numerusform>%n 张卡可以对齐到参考卡的时钟，误差在 %1 以内。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clock(s) drift, and the correction follows them over time.</source>
        <translation>
            <numerusform>%n 张卡的时钟有漂移，修正量随时间变化。</numerusform>
        </translation>
    </message>
    <message>
        <source>One offset per rank is enough: no clock drifts measurably.</source>
        <translation>每张卡用一个固定偏移即可：没有时钟出现可分辨的漂移。</translation>
    </message>
    <message>
        <source>No rank can be aligned with another one.</source>
        <translation>没有卡可以对齐到另一张卡的时钟。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) keep their own clock; the reason stands in the table.</source>
        <translation>
            <numerusform>%n 张卡保留自己的时钟，原因见表格。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n send(s) have their receive.</source>
        <translation>
            <numerusform>%n 个发送找到了对应的接收。</numerusform>
        </translation>
    </message>
    <message>
        <source>None lacks its partner.</source>
        <translation>没有缺少对应的收发。</translation>
    </message>
    <message numerus="yes">
        <source>%n side(s) lack their partner: its rank is not loaded, or its capture began or ended in between.</source>
        <translation>
            <numerusform>%n 个收发缺少对应：对端卡未加载，或其采集在中途开始或结束。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them by the ends in communication.json, without a trace.</source>
        <translation>
            <numerusform>其中 %n 张卡没有 trace，按 communication.json 中的结束时刻对齐。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::ActionFinder</name>
    <message>
        <source>Name of a command</source>
        <translation>命令名称</translation>
    </message>
    <message>
        <source>%1    %2</source>
        <comment>command, key</comment>
        <translation>%1    %2</translation>
    </message>
    <message>
        <source>No command has these words in its name</source>
        <translation>没有名称包含这些文字的命令</translation>
    </message>
</context>
<context>
    <name>rs::AlignPage</name>
    <message>
        <source>By how much the clocks of the ranks differ, from the collectives that they share, and which clock the pictures use.</source>
        <translation>根据各卡共同参与的集合通信得到的各卡时钟偏差，以及图中使用的时钟。</translation>
    </message>
    <message>
        <source>Every loaded rank of the run over the whole capture.</source>
        <translation>该数据中所有已加载的卡，整个采集时段。</translation>
    </message>
    <message>
        <source>Clocks of the ranks</source>
        <translation>各卡的时钟</translation>
    </message>
    <message>
        <source>Use Aligned Clocks</source>
        <translation>使用对齐后的时钟</translation>
    </message>
    <message>
        <source>Moves every rank that can be aligned to the clock of the reference, wherever ranks are drawn together</source>
        <translation>凡是多卡一起绘制的地方，把可以对齐的卡移到参考卡的时钟上</translation>
    </message>
    <message>
        <source>Use Clocks of the Files</source>
        <translation>使用文件中的时钟</translation>
    </message>
    <message>
        <source>Draws every rank with the stamps of its own files again</source>
        <translation>恢复按各卡文件中的时间戳绘制</translation>
    </message>
    <message>
        <source>There are no clocks to compare</source>
        <translation>没有可比较的时钟</translation>
    </message>
    <message>
        <source>Pictures use the clocks of the files.</source>
        <translation>图中使用文件中的时钟。</translation>
    </message>
    <message>
        <source>Pictures use aligned clocks.</source>
        <translation>图中使用对齐后的时钟。</translation>
    </message>
    <message>
        <source>Pictures use clocks that were moved by hand.</source>
        <translation>图中使用手动移动过的时钟。</translation>
    </message>
    <message>
        <source>Clock alignment</source>
        <translation>时钟对齐</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Clocks are compared between ranks, and fewer than two ranks of this run are loaded with a trace or a communication.json.</source>
        <translation>时钟在卡之间比较，而该数据中已加载且带有 trace 或 communication.json 的卡不足两张。</translation>
    </message>
</context>
<context>
    <name>rs::BarsControls</name>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>What a bar is</source>
        <translation>每根柱代表什么</translation>
    </message>
    <message>
        <source>Descending</source>
        <translation>降序</translation>
    </message>
    <message>
        <source>Ascending</source>
        <translation>升序</translation>
    </message>
    <message>
        <source>Reverse the order</source>
        <translation>反转顺序</translation>
    </message>
    <message>
        <source>File only</source>
        <translation>仅文件</translation>
    </message>
    <message>
        <source>Slices only</source>
        <translation>仅 trace</translation>
    </message>
    <message>
        <source>Sum of all</source>
        <translation>全部之和</translation>
    </message>
    <message>
        <source>Mean of all</source>
        <translation>全部平均</translation>
    </message>
    <message>
        <source>Each of the rank</source>
        <translation>该卡逐个迭代</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不比较</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>显示数量</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show only that many ranks, in the chosen order</source>
        <translation>按所选顺序只显示前若干张卡</translation>
    </message>
    <message>
        <source>Show the parts of each bar as shares of it</source>
        <translation>以占比显示每根柱的各部分</translation>
    </message>
    <message>
        <source>vs. peer median</source>
        <translation>与同类卡中位数之差</translation>
    </message>
    <message>
        <source>File (trace if missing)</source>
        <translation>文件（缺失时用 trace）</translation>
    </message>
    <message>
        <source>Selected step (or sum)</source>
        <translation>所选迭代（未选则求和）</translation>
    </message>
</context>
<context>
    <name>rs::BaseHead</name>
    <message>
        <source>profiler level %1</source>
        <translation>采集级别 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 ranks</source>
        <translation>%1/%2 张卡</translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>缺少：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 个迭代</numerusform>
        </translation>
    </message>
    <message>
        <source>Base information of the run</source>
        <translation>该次采集的基本信息</translation>
    </message>
    <message>
        <source>schedule: %1</source>
        <translation>采集计划：%1</translation>
    </message>
    <message numerus="yes">
        <source>incomplete: stopped early on %n rank(s)</source>
        <comment>a capture</comment>
        <translation>
            <numerusform>不完整：%n 张卡的采集提前停止</numerusform>
        </translation>
    </message>
    <message>
        <source>longest trace %1 ms</source>
        <translation>最长的 trace %1 ms</translation>
    </message>
</context>
<context>
    <name>rs::BreakdownTexts</name>
    <message>
        <source>Every nanosecond of the step</source>
        <translation>迭代中的每一纳秒</translation>
    </message>
    <message>
        <source>Every nanosecond of all %1 steps</source>
        <translation>全部 %1 个迭代中的每一纳秒</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>time (share)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Pure compute</source>
        <translation>纯计算</translation>
    </message>
    <message>
        <source>Overlapped communication</source>
        <translation>通信（被覆盖）</translation>
    </message>
    <message>
        <source>Non-overlapped communication</source>
        <translation>通信（未被覆盖）</translation>
    </message>
    <message>
        <source>Copy only</source>
        <translation>仅拷贝</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Tail</source>
        <translation>尾部</translation>
    </message>
</context>
<context>
    <name>rs::ChartFrame</name>
    <message>
        <source>Save PNG…</source>
        <translation>保存 PNG…</translation>
    </message>
    <message>
        <source>Save SVG…</source>
        <translation>保存 SVG…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save or copy this picture</source>
        <translation>保存或复制此图</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between notes</comment>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>rs::ChartHalves</name>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Leaves the chart the whole height</source>
        <translation>收起表格，图占满整个高度</translation>
    </message>
    <message>
        <source>Shows the numbers of the chart as a table</source>
        <translation>以表格显示图中的数值</translation>
    </message>
</context>
<context>
    <name>rs::ChartPicture</name>
    <message>
        <source>the view was closed</source>
        <translation>视图已关闭</translation>
    </message>
    <message>
        <source>Save SVG</source>
        <translation>保存 SVG</translation>
    </message>
    <message>
        <source>Save PNG</source>
        <translation>保存 PNG</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>The picture was not saved</source>
        <translation>图片未保存</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
</context>
<context>
    <name>rs::ChartTablePage</name>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Rows appear here as soon as the first ranks are read.</source>
        <translation>读完最先的几张卡后，这里会显示各行。</translation>
    </message>
</context>
<context>
    <name>rs::ChoicePopup</name>
    <message>
        <source>Name, kind or number of a rank</source>
        <translation>名称、类型或卡号</translation>
    </message>
    <message>
        <source>Search the list</source>
        <translation>查找列表</translation>
    </message>
    <message>
        <source>Nothing is found.</source>
        <translation>未找到。</translation>
    </message>
</context>
<context>
    <name>rs::ClockMenu</name>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Use the clocks of the files</source>
        <translation>使用文件中的时钟</translation>
    </message>
    <message>
        <source>%1, devices on the hosts&apos; clocks</source>
        <translation>%1，设备按主机时钟</translation>
    </message>
    <message>
        <source>host and device cannot be compared: fewer than 20 launches</source>
        <translation>主机与设备无法比较：下发不足 20 次</translation>
    </message>
    <message>
        <source>device ahead of host by %1 to %2</source>
        <translation>设备超前主机 %1 至 %2</translation>
    </message>
    <message>
        <source>device ahead of host by at most %1</source>
        <translation>设备超前主机至多 %1</translation>
    </message>
</context>
<context>
    <name>rs::ClockTexts</name>
    <message>
        <source>Clock: aligned by collectives</source>
        <translation>时钟：按集合通信对齐</translation>
    </message>
    <message>
        <source>Clock: moved by hand</source>
        <translation>时钟：手动移动</translation>
    </message>
    <message>
        <source>Clock: files</source>
        <translation>时钟：文件</translation>
    </message>
    <message>
        <source>Ranks are drawn on the clock of one of them, by the ends of the collectives that they share.</source>
        <translation>各卡按共同参与的集合通信的结束时刻，统一到其中一张卡的时钟上绘制。</translation>
    </message>
    <message>
        <source>Some ranks or lanes were moved by hand.</source>
        <translation>部分卡或泳道被手动移动过。</translation>
    </message>
    <message>
        <source>Every rank is drawn with the stamps of its own files; the clocks of two machines may differ.</source>
        <translation>每张卡都按自己文件中的时间戳绘制；不同机器的时钟可能不一致。</translation>
    </message>
    <message>
        <source>Lengths of time, each by the clock of its own rank; no two clocks are compared.</source>
        <translation>均为时长，各按本卡时钟计量；不在不同时钟之间比较。</translation>
    </message>
    <message>
        <source>this rank by %1</source>
        <translation>本卡 %1</translation>
    </message>
    <message>
        <source>its device lanes by %1</source>
        <translation>其设备泳道 %1</translation>
    </message>
    <message>
        <source>lanes of it</source>
        <translation>部分泳道</translation>
    </message>
    <message>
        <source>Start: clock of the files. The timeline has moved %1.</source>
        <translation>开始时间为文件时钟，时间线中已移动：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between what was moved</comment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>rs::ColorScale</name>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>rs::ColumnCondition</name>
    <message>
        <source>Not a valid regular expression: %1.</source>
        <translation>正则表达式无效：%1。</translation>
    </message>
    <message>
        <source>The column has no unit “%1”.</source>
        <translation>该列没有单位“%1”。</translation>
    </message>
    <message>
        <source>“%1” is not a number.</source>
        <translation>“%1”不是数字。</translation>
    </message>
</context>
<context>
    <name>rs::ColumnFilters</name>
    <message>
        <source>All columns</source>
        <translation>全部列</translation>
    </message>
    <message>
        <source>The column that the filter looks at: %1. Return keeps the filter of a column beside the others.</source>
        <translation>筛选针对的列：%1。按 Enter 保留该列的筛选，与其他筛选同时生效。</translation>
    </message>
    <message>
        <source>Filter in: %1</source>
        <translation>筛选列：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>column, filter</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Take this filter away: %1</source>
        <translation>取消此筛选：%1</translation>
    </message>
</context>
<context>
    <name>rs::ColumnList</name>
    <message>
        <source>Find a column</source>
        <translation>查找列</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>rs::CommPages</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>rs::CommunicationView</name>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>通信矩阵</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Over Time</source>
        <translation>随时间变化</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>%1: %2 is cut; only what could be read counts.</source>
        <translation>%1：%2 不完整，其数值仅来自已读取的部分。</translation>
    </message>
    <message numerus="yes">
        <source>%n more file(s) are cut.</source>
        <translation>
            <numerusform>另有 %n 个文件不完整。</numerusform>
        </translation>
    </message>
    <message>
        <source>Links of This Type</source>
        <translation>该类型的链路</translation>
    </message>
</context>
<context>
    <name>rs::CompareView</name>
    <message>
        <source>Compare</source>
        <translation>比对</translation>
    </message>
    <message>
        <source>%1 (not loaded)</source>
        <translation>%1（未加载）</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type and shape</source>
        <translation>类型和形状</translation>
    </message>
    <message>
        <source>Name and shape</source>
        <translation>名称和形状</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Base: %1</source>
        <translation>基准：%1</translation>
    </message>
    <message>
        <source>Other: %1</source>
        <translation>比对：%1</translation>
    </message>
    <message>
        <source>%1: the kernel table has no operator types, because the profiler ran at Level0; operators are grouped by name. Set profiler_level to Level1 or Level2 for types and shapes.</source>
        <translation>%1：以 Level0 采集，Kernel 表没有算子类型，按名称分组。将 profiler_level 设为 Level1 或 Level2 可获得类型和形状。</translation>
    </message>
    <message>
        <source>%1: the kernel table has no input shapes; operators are grouped without them. Set profiler_level to Level1 or Level2 for shapes.</source>
        <translation>%1：Kernel 表没有输入形状，分组时不含形状。将 profiler_level 设为 Level1 或 Level2 可获得形状。</translation>
    </message>
    <message>
        <source>%1: there is no kernel_details.csv with usable rows; operators are counted from the slices of the trace, which have neither types nor shapes.</source>
        <translation>%1：没有含可用数据行的 kernel_details.csv；由 trace 统计算子，没有类型和形状。</translation>
    </message>
    <message>
        <source>%1: neither a kernel_details.csv with usable rows nor device lanes of the trace were found.</source>
        <translation>%1：没有含可用数据行的 kernel_details.csv，trace 中也没有设备泳道。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>Only operators within the selected time, %1 long.</source>
        <translation>仅所选时间（%1）内的算子。</translation>
    </message>
    <message>
        <source>Only operators of step %1.</source>
        <translation>仅迭代 %1 的算子。</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>Only one rank is open</source>
        <translation>只打开了一张卡</translation>
    </message>
    <message>
        <source>A comparison needs two ranks. Open the folder above the rank folders, or a second run.</source>
        <translation>比对需要两张卡。请打开各卡文件夹的上级文件夹，或另一组数据。</translation>
    </message>
    <message>
        <source>%1 could not be loaded</source>
        <translation>%1 无法加载</translation>
    </message>
    <message>
        <source>See the Findings view. Choose another rank above.</source>
        <translation>原因见“检查结果”。请在上方选择其他卡。</translation>
    </message>
    <message>
        <source>Its trace is on %1, only its summary is here. Click it in the explorer to fetch it.</source>
        <translation>其 trace 在 %1 上，此处只有摘要。在数据列表中单击它即可获取。</translation>
    </message>
    <message>
        <source>%1 is not loaded</source>
        <translation>%1 未加载</translation>
    </message>
    <message>
        <source>Load it in the explorer, or choose another rank above.</source>
        <translation>请在数据列表中加载，或在上方选择其他卡。</translation>
    </message>
    <message>
        <source>Loading %1</source>
        <translation>正在加载 %1</translation>
    </message>
    <message>
        <source>The comparison appears as soon as both ranks are loaded.</source>
        <translation>两张卡加载完成后显示比对结果。</translation>
    </message>
    <message>
        <source>No operators in these ranks</source>
        <translation>这些卡没有算子数据</translation>
    </message>
    <message>
        <source>The comparison reads kernel_details.csv (op_summary*.csv of msprof), or the device lanes of trace_view.json. The profiler writes kernel_details.csv when NPU activity is collected; operator types and shapes need profiler_level Level1 or Level2.</source>
        <translation>比对使用 kernel_details.csv（msprof 为 op_summary*.csv）或 trace_view.json 的设备泳道。采集 NPU 活动时 Profiler 会生成 kernel_details.csv；算子类型和形状需要 profiler_level 为 Level1 或 Level2。</translation>
    </message>
    <message>
        <source>No operator of this kind ran.</source>
        <translation>没有运行过此类算子。</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>比对</translation>
    </message>
    <message>
        <source>Swap base and other rank</source>
        <translation>交换基准卡与比对卡</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Core type</source>
        <translation>加速核类型</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>显示数量</translation>
    </message>
    <message>
        <source>Operators of both ranks</source>
        <translation>两卡算子</translation>
    </message>
    <message>
        <source>The memory budget is used up. Unload other ranks in the explorer, or allow more under View &gt; Memory Budget.</source>
        <translation>内存预算已用完。请在数据列表中卸载其他卡，或在“视图 &gt; 内存预算”中提高上限。</translation>
    </message>
    <message>
        <source>%1 has no operators to compare</source>
        <translation>%1 没有可比对的算子</translation>
    </message>
    <message>
        <source>It has neither kernel_details.csv (op_summary*.csv of msprof) nor device lanes in trace_view.json. The profiler writes both when NPU activity is collected. Choose another rank above.</source>
        <translation>该卡既没有 kernel_details.csv（msprof 为 op_summary*.csv），trace_view.json 中也没有设备泳道。采集 NPU 活动时，Profiler 会写出这两者。请在上方选择其他卡。</translation>
    </message>
    <message>
        <source>%1: counted by name from the slices of the trace, because the other side has no kernel_details.csv with usable rows and the two name the same operator differently.</source>
        <translation>%1：另一侧没有含可用数据行的 kernel_details.csv，且两种文件对同一算子的命名不同，因此按 trace 中的事件、以名称统计。</translation>
    </message>
    <message>
        <source>These ranks have no operators under the same names</source>
        <translation>这两张卡没有可按相同名称对应的算子</translation>
    </message>
    <message>
        <source>%1 has kernel_details.csv (op_summary*.csv of msprof) without device lanes in trace_view.json, the other side device lanes without kernel_details.csv. Choose another rank above, or export both files for both ranks.</source>
        <translation>%1 有 kernel_details.csv（msprof 为 op_summary*.csv），但 trace_view.json 中没有设备泳道；另一侧有设备泳道，但没有 kernel_details.csv。请在上方选择另一张卡，或为两张卡同时导出这两个文件。</translation>
    </message>
    <message>
        <source>%1: the kernel table does not name the accelerator cores, and the other side does; operators are compared without distinguishing cores.</source>
        <translation>%1：Kernel 表没有写明加速核，而另一侧写明了；比较时不区分加速核。</translation>
    </message>
    <message>
        <source>The operators of one core cannot be compared</source>
        <translation>无法只比较一种加速核的算子</translation>
    </message>
    <message>
        <source>The kernel table of %1 does not name the accelerator cores, and the other side does. Choose all cores above.</source>
        <translation>%1 的 Kernel 表没有写明加速核，而另一侧写明了。请在上方选择全部加速核。</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>耗时分布</translation>
    </message>
    <message>
        <source>Choose an operator in the table: its executions on both sides are shown here.</source>
        <translation>在表中选择一个算子，此处显示其在两侧的各次执行。</translation>
    </message>
    <message>
        <source>Durations of the chosen operator on both sides</source>
        <translation>所选算子在两侧的耗时分布</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>按执行顺序</translation>
    </message>
    <message>
        <source>Overall metrics</source>
        <translation>总体指标</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Host calls</source>
        <translation>主机调用</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Other tables of both ranks</source>
        <translation>两张卡的其他表</translation>
    </message>
    <message>
        <source>Many ranks</source>
        <translation>多卡</translation>
    </message>
    <message>
        <source>Steps of a rank</source>
        <translation>单卡各迭代</translation>
    </message>
    <message>
        <source>The charts show step %1 only; the table compares the whole captures of both sides.</source>
        <translation>图表只统计迭代 %1；表格比对两侧的整个采集。</translation>
    </message>
    <message>
        <source>The charts show the selected time (%1) only; the table compares the whole captures of both sides.</source>
        <translation>图表只统计所选时间（%1）；表格比对两侧的整个采集。</translation>
    </message>
    <message>
        <source>The charts show the selected time (%1) only; the table shows step %2.</source>
        <translation>图表只统计所选时间（%1）；表格只统计迭代 %2。</translation>
    </message>
    <message>
        <source>This table compares everything that both sides ran.</source>
        <translation>该表比对两侧执行的全部内容。</translation>
    </message>
    <message>
        <source>No accelerator core of the two sides is known.</source>
        <translation>两侧的加速核均未知。</translation>
    </message>
    <message>
        <source>Only the operator table uses this choice.</source>
        <translation>该选择只对算子表有效。</translation>
    </message>
    <message>
        <source>%1 has no step %2; its whole capture is compared.</source>
        <translation>%1 没有迭代 %2；以其整个采集参与比对。</translation>
    </message>
    <message>
        <source>The charts show step %1 of %2 and step %3 of %4 only; the table compares the whole captures of both sides.</source>
        <translation>图表只统计 %2 的迭代 %1 和 %4 的迭代 %3；表格比对两侧的整个采集。</translation>
    </message>
    <message>
        <source>Only operators of step %1 of %2 and step %3 of %4.</source>
        <translation>仅 %2 的迭代 %1 和 %4 的迭代 %3 的算子。</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Its step</source>
        <translation>其迭代</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>longer on %1</source>
        <translation>%1 更长</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Number of pie slices (the rest is one slice) and of difference bars</source>
        <translation>饼图的扇区数（其余合为一个扇区）和差异图的柱数</translation>
    </message>
    <message>
        <source>The operators that differ most between both sides</source>
        <translation>两侧差异最大的算子</translation>
    </message>
    <message>
        <source>Allocations of %1 in Memory</source>
        <translation>在内存视图中显示 %1 的内存分配</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>This row is the sum of all work of a kind: it has no single slice.</source>
        <translation>该行是一类任务的合计，没有单个事件与之对应。</translation>
    </message>
    <message>
        <source>Compare %1 with %2, of the same stage</source>
        <comment>two ranks</comment>
        <translation>改为 %1 与同一阶段的 %2 比对</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a rank, and a sentence about it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>more on %1</source>
        <translation>%1 较多</translation>
    </message>
    <message>
        <source>memory: other − base</source>
        <translation>内存：比对 − 基准</translation>
    </message>
    <message>
        <source>Both sides are being compared.</source>
        <translation>正在比对两侧。</translation>
    </message>
    <message>
        <source>Total time by type</source>
        <translation>按类型的总耗时</translation>
    </message>
    <message>
        <source>Total time by name</source>
        <translation>按名称的总耗时</translation>
    </message>
    <message>
        <source>Total time by type and shape</source>
        <translation>按类型和形状的总耗时</translation>
    </message>
    <message>
        <source>Total time by name and shape</source>
        <translation>按名称和形状的总耗时</translation>
    </message>
    <message>
        <source>Memory allocated by operators</source>
        <translation>算子申请的内存</translation>
    </message>
    <message>
        <source>No operator differs.</source>
        <translation>没有算子存在差异。</translation>
    </message>
    <message>
        <source>Share of total diff</source>
        <translation>占总差异</translation>
    </message>
    <message>
        <source>other − base, mean step of each side</source>
        <translation>比对 − 基准，各侧平均迭代</translation>
    </message>
    <message>
        <source>other − base</source>
        <translation>比对 − 基准</translation>
    </message>
    <message>
        <source>This rank is already on the other side; the arrows swap both sides.</source>
        <translation>该卡已在另一侧；用中间的箭头交换两侧。</translation>
    </message>
</context>
<context>
    <name>rs::ContextBar</name>
    <message>
        <source>The run shown in views of a single run</source>
        <translation>单组数据视图所显示的数据</translation>
    </message>
    <message>
        <source>The step shown in views and tables</source>
        <translation>各视图和表格显示的迭代</translation>
    </message>
    <message>
        <source>The communication domain shown in views</source>
        <translation>各视图显示的通信域</translation>
    </message>
    <message>
        <source>Search slices</source>
        <translation>查找事件</translation>
    </message>
    <message>
        <source>Finds slices by name in all loaded ranks</source>
        <translation>在所有已加载的卡中按名称查找事件</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>全部迭代</translation>
    </message>
    <message>
        <source>All domains</source>
        <translation>全部通信域</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Other domains</source>
        <translation>其他通信域</translation>
    </message>
    <message>
        <source>Domains without a name</source>
        <translation>未命名的通信域</translation>
    </message>
    <message numerus="yes">
        <source>collective, %n rank(s): %1, group %2</source>
        <translation>
            <numerusform>集合通信，%n 张卡：%1，名称 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>类别</translation>
    </message>
    <message numerus="yes">
        <source>%n domain(s)</source>
        <translation>
            <numerusform>%n 个通信域</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>point to point (p2p), %n rank(s): %1, group %2</source>
        <translation>
            <numerusform>点对点（p2p），%n 张卡：%1，名称 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Views show only this; pictures of steps mark it among the others. Click to show all.</source>
        <translation>各视图只显示这一项；按迭代排列的图在全部迭代中标出它。单击显示全部。</translation>
    </message>
    <message>
        <source>Only step %1</source>
        <translation>仅迭代 %1</translation>
    </message>
    <message>
        <source>Only %1</source>
        <comment>a communication domain</comment>
        <translation>仅 %1</translation>
    </message>
</context>
<context>
    <name>rs::ContextMenus</name>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Name, colour and note…</source>
        <translation>名称、颜色与备注…</translation>
    </message>
    <message>
        <source>Delete the mark</source>
        <translation>删除标记</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Order of the file</source>
        <translation>恢复文件中的顺序</translation>
    </message>
    <message>
        <source>Pin the same-named lanes of all ranks</source>
        <translation>置顶所有卡的同名泳道</translation>
    </message>
    <message>
        <source>Remove the time selection</source>
        <translation>移除时间选择</translation>
    </message>
    <message>
        <source>Show only the ranks of this host</source>
        <translation>只显示该主机的卡</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Show only this rank</source>
        <translation>只显示该卡</translation>
    </message>
    <message>
        <source>Make this the current rank</source>
        <translation>设为当前卡</translation>
    </message>
    <message>
        <source>Hide the same-named lanes of all ranks</source>
        <translation>隐藏所有卡的同名泳道</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Name of the lane; empty: the name in the trace</source>
        <translation>泳道名称；留空则使用 trace 中的名称</translation>
    </message>
    <message>
        <source>Show the merged streams one by one</source>
        <translation>分开显示合并的 Stream</translation>
    </message>
    <message>
        <source>Merge the streams of this device</source>
        <translation>合并该设备的 Stream</translation>
    </message>
    <message>
        <source>Time offset…</source>
        <translation>时间偏移…</translation>
    </message>
    <message>
        <source>Align to the start of the run</source>
        <translation>对齐到采集起点</translation>
    </message>
    <message>
        <source>No time offset</source>
        <translation>清除时间偏移</translation>
    </message>
    <message>
        <source>Zoom to this slice</source>
        <translation>缩放到此事件</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Copy the start in nanoseconds</source>
        <translation>复制开始时间（纳秒）</translation>
    </message>
    <message>
        <source>Align in time</source>
        <translation>时间对齐</translation>
    </message>
    <message>
        <source>Zoom to the box</source>
        <translation>缩放到选框</translation>
    </message>
    <message>
        <source>Use the box as time selection</source>
        <translation>将选框设为时间选择</translation>
    </message>
    <message>
        <source>Remove the box</source>
        <translation>移除选框</translation>
    </message>
    <message>
        <source>Zoom to the measured span</source>
        <translation>缩放到测量区间</translation>
    </message>
    <message>
        <source>Use the measured span as time selection</source>
        <translation>将测量区间设为时间选择</translation>
    </message>
    <message>
        <source>Keep the measured span as a mark</source>
        <translation>将测量区间保存为标记</translation>
    </message>
    <message>
        <source>Copy the length in nanoseconds</source>
        <translation>复制时长（纳秒）</translation>
    </message>
    <message>
        <source>Count time from</source>
        <translation>时间起点</translation>
    </message>
    <message>
        <source>The start of the run</source>
        <translation>采集起点</translation>
    </message>
    <message>
        <source>The start of the step</source>
        <translation>迭代起点</translation>
    </message>
    <message>
        <source>Date and time of day</source>
        <translation>日期和时刻</translation>
    </message>
    <message>
        <source>Show in Communication</source>
        <translation>在通信视图中显示</translation>
    </message>
</context>
<context>
    <name>rs::CoveragePage</name>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>被覆盖</translation>
    </message>
    <message>
        <source>Non-overlapped</source>
        <translation>未被覆盖</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>There is no coverage to show</source>
        <translation>没有可显示的通信覆盖</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Communication domain</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Overlapped communication by rank</source>
        <translation>各卡的通信覆盖</translation>
    </message>
    <message>
        <source>Overlapped communication by domain</source>
        <translation>各通信域的通信覆盖</translation>
    </message>
    <message>
        <source>mean of a step; operators of several domains add up, also where they run at once</source>
        <translation>每个迭代的均值；多个通信域的算子相加，即使同时运行</translation>
    </message>
    <message>
        <source>mean of a rank and step; the domain with the longest non-overlapped time first</source>
        <translation>每张卡每个迭代的均值；未被覆盖时长最长的通信域在前</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>A bar for each</source>
        <translation>每柱表示</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Overlapped communication</source>
        <translation>通信覆盖</translation>
    </message>
</context>
<context>
    <name>rs::CsvPage</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>A curve for each</source>
        <translation>每项一条曲线</translation>
    </message>
    <message>
        <source>Curves of a column</source>
        <translation>一列的曲线</translation>
    </message>
    <message>
        <source>There is no other file to show</source>
        <translation>没有其他文件可显示</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>the first %1 of them</source>
        <translation>仅前 %1 条</translation>
    </message>
</context>
<context>
    <name>rs::DataView</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
</context>
<context>
    <name>rs::DatabasePage</name>
    <message>
        <source>Tables of a database file are shown whole, whatever time is selected.</source>
        <translation>数据库表始终完整显示，与所选时间无关。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>The table has no rows.</source>
        <translation>表中没有数据。</translation>
    </message>
    <message>
        <source>There is no database to show</source>
        <translation>没有可显示的数据库</translation>
    </message>
    <message>
        <source>The rank has no database file (.db). The profiler writes one when its export type is db (export_type=ExportType.Db); the text files hold the same measurements.</source>
        <translation>该卡没有数据库文件（.db）。Profiler 的导出类型为 db（export_type=ExportType.Db）时会生成；文本文件含有相同的数据。</translation>
    </message>
    <message>
        <source>The file has no tables.</source>
        <translation>文件中没有表。</translation>
    </message>
    <message>
        <source>The file cannot be read: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>The file cannot be read further: %1</source>
        <translation>文件无法继续读取：%1</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows</source>
        <translation>前 %1 行，共 %2 行</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) in the file</source>
        <translation>
            <numerusform>文件中共 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Database tables</source>
        <translation>数据库表</translation>
    </message>
    <message>
        <source>Reading took too long and was stopped.</source>
        <translation>读取耗时过长，已放弃。</translation>
    </message>
    <message>
        <source>The first %1 rows; how many follow is not known</source>
        <translation>前 %1 行，其后的行数未知</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) left out: more than 16 MB each</source>
        <translation>
            <numerusform>忽略 %n 行：每行超过 16 MB</numerusform>
        </translation>
    </message>
    <message>
        <source>Computed columns left out, because code in files is never executed: %1</source>
        <translation>未读取计算列（文件中的内容不会被执行）：%1</translation>
    </message>
    <message>
        <source>Views left out, because code in files is never executed: %1</source>
        <translation>未读取视图（文件中的内容不会被执行）：%1</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between two notes</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>The tables of the database files (.db) of the rank and of the cluster analysis, unchanged, in the file&apos;s units and with its ids.</source>
        <translation>该卡及集群分析的数据库文件（.db）中的表，原样显示，单位与 id 均与文件一致。</translation>
    </message>
</context>
<context>
    <name>rs::DatabaseTexts</name>
    <message>
        <source>This run has only databases</source>
        <translation>该数据只有数据库</translation>
    </message>
    <message>
        <source>It was exported with export_type Db, and its databases do not have what is shown here. Their tables are in the system view under Database tables.

Text files have it (%1), which this run lacks: the profiler writes them with export_type Text, msprof with --type=text.</source>
        <comment>%1: names of files</comment>
        <translation>数据以 export_type 为 Db 的方式导出，其数据库不含此处显示的内容。可在系统视图的“数据库表”中查看其中的表。

此处的内容在文本文件（%1）中，本次采集没有这些文件：export_type 为 Text 时 Profiler 会写出，msprof 使用 --type=text。</translation>
    </message>
    <message>
        <source>The rank has only databases: it was exported with export_type Db, and they do not have what is shown here. Their tables are in the system view under Database tables.

Text files have it (%1), which this rank lacks: the profiler writes them with export_type Text, msprof with --type=text.</source>
        <comment>%1: names of files</comment>
        <translation>该卡只有数据库：以 export_type 为 Db 的方式导出，其中不含此处显示的内容。可在系统视图的“数据库表”中查看其中的表。

此处的内容在文本文件（%1）中，该卡没有这些文件：export_type 为 Text 时 Profiler 会写出，msprof 使用 --type=text。</translation>
    </message>
    <message>
        <source>The database of the rank cannot be read (%1): what is shown here may have been in it. The findings name the file.</source>
        <translation>该卡的数据库无法读取（%1）：此处的内容可能在其中。检查结果中列出了该文件。</translation>
    </message>
    <message>
        <source>The pack of the rank cannot be used. The findings say why.</source>
        <translation>该卡的卡数据包无法使用。原因见检查结果。</translation>
    </message>
</context>
<context>
    <name>rs::DemoRun</name>
    <message>
        <source>The demo run could not be written: %1</source>
        <translation>无法生成演示数据：%1</translation>
    </message>
    <message>
        <source>The demo run could not be written: rankscope-gen is not installed.</source>
        <translation>无法生成演示数据：未安装 rankscope-gen。</translation>
    </message>
    <message>
        <source>The demo run could not be written: the folder %1 cannot be made: %2</source>
        <translation>无法生成演示数据：无法创建文件夹 %1：%2</translation>
    </message>
</context>
<context>
    <name>rs::DetailsView</name>
    <message>
        <source>Go to This Slice</source>
        <translation>跳转到此事件</translation>
    </message>
    <message>
        <source>Fields of the selection</source>
        <translation>选中项的字段</translation>
    </message>
    <message>
        <source>Args and call stack</source>
        <translation>参数与调用栈</translation>
    </message>
    <message>
        <source>Incoming and outgoing connection lines</source>
        <translation>流入与流出连线</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Click a slice in the timeline, a row of a table, or a rank to see its details.</source>
        <translation>单击时间线中的事件、表格中的行或卡以查看详情。</translation>
    </message>
    <message>
        <source>The rank of the selected slice is not loaded</source>
        <translation>选中事件所在的卡未加载</translation>
    </message>
    <message>
        <source>Load it again from its context menu in the explorer.</source>
        <translation>请在数据列表的右键菜单中重新加载。</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>rank, lane, duration</comment>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Device task</source>
        <translation>设备任务</translation>
    </message>
    <message>
        <source>Kernel (%1)</source>
        <translation>Kernel (%1)</translation>
    </message>
    <message>
        <source>Args</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Reading the args from the file…</source>
        <translation>正在从文件读取参数…</translation>
    </message>
    <message>
        <source>Self time</source>
        <translation>自身耗时</translation>
    </message>
    <message>
        <source>The duration less the part that the slices directly below cover.</source>
        <translation>时长减去其下一层事件覆盖的部分。</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>上级事件</translation>
    </message>
    <message>
        <source>Click to select the slice above.</source>
        <translation>单击选中其上级事件。</translation>
    </message>
    <message>
        <source>This slice has no args.</source>
        <translation>此事件没有参数。</translation>
    </message>
    <message>
        <source>Call stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>%1 · delay %2 · %3</source>
        <comment>flow category, delay, lane</comment>
        <translation>%1 · 时延 %2 · %3</translation>
    </message>
    <message>
        <source>Incoming connection lines (%1)</source>
        <translation>流入连线 (%1)</translation>
    </message>
    <message>
        <source>Outgoing connection lines (%1)</source>
        <translation>流出连线 (%1)</translation>
    </message>
    <message>
        <source>Not listed</source>
        <translation>未列出</translation>
    </message>
    <message numerus="yes">
        <source>%n more connection line(s)</source>
        <translation>
            <numerusform>另有 %n 条连线</numerusform>
        </translation>
    </message>
    <message>
        <source>Connection lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>No connection line starts or ends in this slice.</source>
        <translation>没有连线起止于此事件。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Profiler level</source>
        <translation>采集级别</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>事件数</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Time span</source>
        <translation>时间跨度</translation>
    </message>
    <message>
        <source>Profiler settings</source>
        <translation>采集配置</translation>
    </message>
    <message>
        <source>Parallel strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>选中详情</translation>
    </message>
    <message>
        <source>Among the slices of this name</source>
        <translation>在同名事件中</translation>
    </message>
    <message>
        <source>Durations of the slices of this name</source>
        <translation>同名事件的时长分布</translation>
    </message>
    <message>
        <source>Shapes and types</source>
        <translation>形状与数据类型</translation>
    </message>
    <message>
        <source>Record of communication.json</source>
        <translation>communication.json 中的记录</translation>
    </message>
    <message>
        <source>Counting the slices of this name…</source>
        <translation>正在统计同名事件…</translation>
    </message>
    <message>
        <source>The only slice of this name on the rank.</source>
        <translation>该卡上仅此一个同名事件。</translation>
    </message>
    <message>
        <source>No. %1 of %2 on this rank  ·  sum %3</source>
        <translation>该卡上第 %1 个，共 %2 个  ·  总计 %3</translation>
    </message>
    <message>
        <source>longer than %1 of the others</source>
        <translation>比其余 %1 的事件更长</translation>
    </message>
    <message>
        <source>median %1  ·  95 % up to %2</source>
        <translation>中位数 %1  ·  95 % 不超过 %2</translation>
    </message>
    <message>
        <source>%1 · device idle · %2</source>
        <comment>rank, duration</comment>
        <translation>%1 · 设备空闲 · %2</translation>
    </message>
    <message>
        <source>Idle gap</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Click to show it in the timeline.</source>
        <translation>单击在时间线中显示。</translation>
    </message>
    <message>
        <source>Next task</source>
        <translation>下一个任务</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>下发调用</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Moved in time</source>
        <translation>时间偏移</translation>
    </message>
    <message>
        <source>AI core frequency</source>
        <translation>AI Core 频率</translation>
    </message>
    <message>
        <source>Chain of causes and effects (the nearest)</source>
        <translation>因果链（仅列最近的成员）</translation>
    </message>
    <message>
        <source>Chain of causes and effects</source>
        <translation>因果链</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The tables of this rank are being read</source>
        <translation>正在读取该卡的表格</translation>
    </message>
    <message>
        <source>Details are shown as soon as they are read.</source>
        <translation>读取完成后即显示所选内容的详细信息。</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>From rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>To rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Link %1 → %2</source>
        <comment>source, destination</comment>
        <translation>链路 %1 → %2</translation>
    </message>
    <message>
        <source>The current comparison does not have this operator.</source>
        <translation>当前的比对中没有该算子。</translation>
    </message>
    <message>
        <source>Operator on both sides of the comparison</source>
        <translation>比对两侧的该算子</translation>
    </message>
    <message>
        <source>The rank of the selected gap is not loaded</source>
        <translation>选中空隙所在的卡未加载</translation>
    </message>
    <message>
        <source>Block of memory</source>
        <translation>内存块</translation>
    </message>
    <message>
        <source>Its row is not shown in Memory now.</source>
        <translation>内存视图当前未显示该行。</translation>
    </message>
    <message>
        <source>Nothing in %1 is selected</source>
        <comment>rank</comment>
        <translation>%1 中未选中内容</translation>
    </message>
</context>
<context>
    <name>rs::DeviceMap</name>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>theoretical</source>
        <translation>理论值</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>estimated from the shapes of matrix products</source>
        <translation>按矩阵乘的形状估算</translation>
    </message>
    <message>
        <source>No device</source>
        <translation>没有设备</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>内存占用</translation>
    </message>
    <message>
        <source>Source of memory</source>
        <translation>内存来源</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>vs. device with most FLOPs</source>
        <translation>相对 FLOPs 最多的设备</translation>
    </message>
    <message>
        <source>FLOPS</source>
        <translation>FLOPS</translation>
    </message>
    <message>
        <source>vs. fastest device</source>
        <translation>相对最快的设备</translation>
    </message>
    <message>
        <source>FLOPS utilisation</source>
        <translation>FLOPS 利用率</translation>
    </message>
    <message>
        <source>Source of FLOPs</source>
        <translation>FLOPs 来源</translation>
    </message>
    <message>
        <source>Host not known</source>
        <translation>主机未知</translation>
    </message>
</context>
<context>
    <name>rs::DevicesPage</name>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>FLOPS (a second)</source>
        <translation>FLOPS（每秒）</translation>
    </message>
    <message>
        <source>There is no data on memory and FLOPs</source>
        <translation>没有内存与 FLOPs 的数据</translation>
    </message>
    <message>
        <source>Memory and FLOPs by device</source>
        <translation>各设备的内存与 FLOPs</translation>
    </message>
    <message>
        <source>No file says how much memory was used: memory_record.csv (profile_memory) does.</source>
        <translation>没有文件说明使用了多少内存：memory_record.csv（开启 profile_memory）有此数据。</translation>
    </message>
    <message>
        <source>No file says how much was computed: kernel_details.csv does, by counters (aic_metrics ArithmeticUtilization) or the shapes of matrix products (Level1).</source>
        <translation>没有文件说明运算量：kernel_details.csv 有此数据，取自计数（aic_metrics 为 ArithmeticUtilization）或矩阵乘的形状（Level1）。</translation>
    </message>
    <message>
        <source>Relative to the device with the most; estimated from the shapes of matrix products.</source>
        <translation>相对最多的设备的比例；按矩阵乘的形状估算。</translation>
    </message>
    <message>
        <source>Relative to the device with the most.</source>
        <translation>相对最多的设备的比例。</translation>
    </message>
    <message>
        <source>Peak memory / capacity; theoretical values of the graph compiler.</source>
        <translation>内存峰值占容量的比例；图编译器的理论值。</translation>
    </message>
    <message>
        <source>Peak memory / capacity, as measured.</source>
        <translation>内存峰值占容量的比例，实测。</translation>
    </message>
    <message>
        <source>Relative to the peak that you entered.</source>
        <translation>占所输入峰值算力的比例。</translation>
    </message>
    <message>
        <source>Relative to the fastest device; Analyse &gt; Reference Values of the Hardware takes the peak of a device.</source>
        <translation>相对最快的设备的比例；峰值算力可在“分析 &gt; 硬件参考值”中输入。</translation>
    </message>
    <message>
        <source>Estimated from the shapes of matrix products.</source>
        <translation>按矩阵乘的形状估算。</translation>
    </message>
    <message>
        <source>Measured peak memory, relative to the device with the most: no file says the capacity, which Analyse &gt; Reference Values of the Hardware takes.</source>
        <translation>实测的内存峰值，相对最多的设备：没有文件说明容量，可在“分析 &gt; 硬件参考值”中输入。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Range of the colour scale</source>
        <translation>色阶范围</translation>
    </message>
    <message>
        <source>No file says how much memory was used: memory_usage_summary_*.json does, which MindSpore 1.x writes with profile_memory=True.</source>
        <translation>没有文件说明使用了多少内存：memory_usage_summary_*.json 有此数据，MindSpore 1.x 在 profile_memory=True 时写出该文件。</translation>
    </message>
    <message>
        <source>No file says how much was computed: flops_summary_*.json and flops_*.txt do, which MindSpore 1.x writes with aicore_metrics=0 (ArithmeticUtilization).</source>
        <translation>没有文件说明运算量：flops_summary_*.json 和 flops_*.txt 有此数据，MindSpore 1.x 在 aicore_metrics=0（ArithmeticUtilization）时写出这些文件。</translation>
    </message>
    <message>
        <source>all devices alike, %1 to %2</source>
        <translation>各设备相近，%1 至 %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>rs::DispatchPage</name>
    <message>
        <source>Launch-to-start delay over time</source>
        <translation>下发到执行时延随时间的变化</translation>
    </message>
    <message>
        <source>The current rank has no launches.</source>
        <translation>当前卡没有下发数据。</translation>
    </message>
    <message>
        <source>%1, on one clock</source>
        <comment>a rank</comment>
        <translation>%1，已统一到同一时钟</translation>
    </message>
</context>
<context>
    <name>rs::DockLayout</name>
    <message>
        <source>Detach</source>
        <translation>独立成窗口</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>rs::DomainText</name>
    <message>
        <source>All collective domains</source>
        <translation>全部集合通信域</translation>
    </message>
    <message>
        <source>All %1 domains</source>
        <translation>全部 %1 通信域</translation>
    </message>
    <message>
        <source>All point-to-point (p2p) domains</source>
        <translation>全部点对点（p2p）通信域</translation>
    </message>
</context>
<context>
    <name>rs::DurationsPage</name>
    <message>
        <source>Transit</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Other waiting</source>
        <translation>其他等待</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Not split (trace)</source>
        <translation>未拆分（trace）</translation>
    </message>
    <message>
        <source>Synchronisation ratio</source>
        <translation>同步时间占比</translation>
    </message>
    <message>
        <source>Wait ratio</source>
        <translation>等待时间占比</translation>
    </message>
    <message>
        <source>Synchronisation ratio (right)</source>
        <translation>同步时间占比（右轴）</translation>
    </message>
    <message>
        <source>Wait ratio (right)</source>
        <translation>等待时间占比（右轴）</translation>
    </message>
    <message>
        <source>Elapse</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>There are no durations to show</source>
        <translation>没有可显示的时长</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>time (share)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>operators: %1</source>
        <translation>算子：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Communication time per rank</source>
        <translation>各卡通信时间</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>柱状图</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Durations of single operators per rank</source>
        <translation>各卡单次算子时长</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>%1; whiskers reach 1.5 interquartile ranges; no median is that far from the others</source>
        <translation>%1；须线最长 1.5 倍四分位距；没有卡的中位数偏离其他卡如此之远</translation>
    </message>
    <message>
        <source>%1; whiskers reach 1.5 interquartile ranges; coloured: ranks whose median differs from the others by more than that and 10 %; the others wait for a rank with shorter collectives</source>
        <translation>%1；须线最长 1.5 倍四分位距；着色：中位数偏离其他卡超过该距离且不少于 10 % 的卡；集合通信较短的卡是被等待的卡</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Median of peers</source>
        <translation>同类卡中位数</translation>
    </message>
    <message>
        <source>Median communication time of the ranks of the same pipeline stage in the chosen step, domain and operators.</source>
        <translation>所选迭代、通信域和算子下同一流水线阶段的卡通信时间的中位数。</translation>
    </message>
    <message>
        <source>Outliers (beyond 1.5 interquartile ranges)</source>
        <translation>异常值（超出 1.5 倍四分位距）</translation>
    </message>
    <message>
        <source>Less than the rank with the longest time</source>
        <translation>比用时最长的卡少</translation>
    </message>
    <message>
        <source>%1; slow ranks are judged over all operators</source>
        <translation>%1；慢卡按全部算子判定</translation>
    </message>
    <message>
        <source>%1; the rule of MindStudio Insight names none as slow (at least 10 % less time in the domain than the rank with the longest; it does not look at domains with sends, receives and unequal exchanges)</source>
        <translation>%1；按 MindStudio Insight 规则没有慢卡（规则：在该通信域中用时比最长的卡少至少 10 %；含发送、接收和不等量交换的通信域不参与比较）</translation>
    </message>
    <message>
        <source>Rank %1 is known only from the cluster analysis: its timeline is in its own folder (…_ascend_ms, …_ascend_pt), which is not open.</source>
        <translation>卡 %1 仅见于集群分析结果：其时间线在该卡自己的文件夹（…_ascend_ms、…_ascend_pt）中，尚未打开。</translation>
    </message>
    <message>
        <source>Duration of an operator</source>
        <translation>单个算子的耗时</translation>
    </message>
    <message>
        <source>%1; choose one domain to have its slow ranks labelled (MindStudio Insight&apos;s rule: at least 10 % less time than the rank with the longest)</source>
        <translation>%1；选定一个通信域后标注其慢卡（MindStudio Insight 规则：比用时最长的卡少至少 10 %）</translation>
    </message>
    <message numerus="yes">
        <source>%1; over all steps together the rule of MindStudio Insight names none as slow (at least 10 % less time in the domain than the rank with the longest), but %n rank(s) in single steps: Show &gt; Slow ranks by communication lists them</source>
        <translation>
            <numerusform>%1；各迭代合计时，MindStudio Insight 规则未判定慢卡（在通信域中比用时最长的卡少至少 10 %），但单个迭代中有 %n 张：见“显示 &gt; 通信慢卡”</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; on a line: slow by the rule of MindStudio Insight, in each step at most the three ranks with the least time in the domain, if that is at least 10 % less than the longest, which waited; more ranks may be as short</source>
        <translation>%1；下方有横线的为 MindStudio Insight 规则下的慢卡：每个迭代至多取该通信域中用时最少的三张卡，且须比用时最长的卡（它在等待）少至少 10 %；可能还有同样短的卡</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>显示数量</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>two times</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Median, apart from the other ranks</source>
        <translation>中位数（偏离其他卡）</translation>
    </message>
    <message>
        <source>Middle half</source>
        <translation>中间一半</translation>
    </message>
    <message>
        <source>%1, mean of the steps</source>
        <comment>so many ranks</comment>
        <translation>%1，各迭代的均值</translation>
    </message>
</context>
<context>
    <name>rs::EmptyState</name>
    <message>
        <source>Not enough memory for this</source>
        <translation>内存不足，无法显示</translation>
    </message>
    <message>
        <source>Memory ran out while this was computed, so nothing is shown. Close other runs or programs, or show less of the run; the next change computes it again.</source>
        <translation>计算过程中内存不足，因此不显示结果。请关闭其他数据或程序，或缩小查看范围；下次更改时会重新计算。</translation>
    </message>
    <message>
        <source>The memory budget is too small for this</source>
        <translation>内存预算不足，无法显示</translation>
    </message>
    <message>
        <source>No other rank could be unloaded for it, so nothing is shown. Raise View &gt; Memory Budget, close other runs, or show less of the run. The next change computes it again.</source>
        <translation>没有其他卡可以卸载，因此不显示结果。请在“视图 &gt; 内存预算”中提高上限，关闭其他数据，或缩小查看范围。下次更改时会重新计算。</translation>
    </message>
</context>
<context>
    <name>rs::EventsPage</name>
    <message>
        <source>%1 / %2</source>
        <comment>process / lane</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Every slice of a lane with its start, duration, self time and depth. The lane of the selected slice is shown.</source>
        <translation>泳道中的全部事件及其开始时间、时长、自身耗时和层级。显示选中事件所在的泳道。</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Events of the lane</source>
        <translation>泳道的事件</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>lane, count of slices</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>There are no slices to list</source>
        <translation>没有可列出的事件</translation>
    </message>
    <message>
        <source>The trace of this rank has no slices.</source>
        <translation>该卡的 trace 中没有事件。</translation>
    </message>
    <message>
        <source>Events of a lane</source>
        <translation>泳道事件</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>No slice of this lane touches the selected time or the chosen step.</source>
        <translation>该泳道在所选时间或所选迭代内没有事件。</translation>
    </message>
</context>
<context>
    <name>rs::ExpertsPage</name>
    <message>
        <source>Tokens</source>
        <translation>token 数</translation>
    </message>
    <message>
        <source>Time of GroupedMatmul</source>
        <translation>GroupedMatmul 耗时</translation>
    </message>
    <message>
        <source>Moved by alltoallv</source>
        <translation>alltoallv 传输量</translation>
    </message>
    <message>
        <source>All side by side</source>
        <translation>全部并排</translation>
    </message>
    <message>
        <source>Alltoallv (MB)</source>
        <translation>Alltoallv (MB)</translation>
    </message>
    <message>
        <source>GroupedMatmul</source>
        <translation>GroupedMatmul</translation>
    </message>
    <message>
        <source>Wait for the longest</source>
        <translation>等待最慢者</translation>
    </message>
    <message>
        <source>Mean of the domain</source>
        <translation>域内平均值</translation>
    </message>
    <message>
        <source>Over the loaded ranks that share the same set of experts.</source>
        <translation>承载同一组专家的各卡（已加载）的平均值。</translation>
    </message>
    <message>
        <source>The page is too narrow to show all of them.</source>
        <translation>页面太窄，无法全部显示。</translation>
    </message>
    <message>
        <source>Tokens are unknown: no kernel table (kernel_details.csv, op_summary_*.csv) has input shapes of a GroupedMatmul, which the profiler writes at Level1 and Level2.</source>
        <translation>无 token 数：没有 Kernel 表（kernel_details.csv、op_summary_*.csv）含 GroupedMatmul 的输入形状，以 Level1 或 Level2 采集时 Profiler 才会写出。</translation>
    </message>
    <message>
        <source>Times of GroupedMatmul are unknown: no kernel table (kernel_details.csv, op_summary_*.csv) has one, which the profiler writes at Level1 and Level2.</source>
        <translation>无 GroupedMatmul 耗时：没有 Kernel 表（kernel_details.csv、op_summary_*.csv）含该类型的算子，以 Level1 或 Level2 采集时 Profiler 才会写出。</translation>
    </message>
    <message>
        <source>What alltoallv moved is unknown: no communication.json has one of an expert domain; the profiler writes that file at Level1 and Level2.</source>
        <translation>无 alltoallv 传输量：没有 communication.json 含专家并行域的 alltoallv；以 Level1 或 Level2 采集时 Profiler 才会写出该文件。</translation>
    </message>
    <message>
        <source>There are no experts to show</source>
        <translation>没有可显示的专家</translation>
    </message>
    <message>
        <source>Load of the experts of each rank</source>
        <translation>各卡的专家负载</translation>
    </message>
    <message>
        <source>The trace of rank %1 has no GroupedMatmul: the rank itself is shown.</source>
        <translation>卡 %1 的 trace 中没有可跳转的 GroupedMatmul：仅显示该卡。</translation>
    </message>
    <message>
        <source>Show GroupedMatmul in Operators</source>
        <translation>在算子视图中显示 GroupedMatmul</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>vs. mean of the domain</source>
        <translation>与域内平均值之比</translation>
    </message>
    <message>
        <source>Calls of GroupedMatmul</source>
        <translation>GroupedMatmul 调用次数</translation>
    </message>
    <message>
        <source>Ranks of the domain</source>
        <translation>域内的卡</translation>
    </message>
    <message>
        <source>Cost of the domain</source>
        <translation>该域的代价</translation>
    </message>
    <message numerus="yes">
        <source>There are %n expert domain(s); the most costly one is first.</source>
        <translation>
            <numerusform>共 %n 个专家并行域，代价最大的在最前。</numerusform>
        </translation>
    </message>
    <message>
        <source>On a line: the rank with the most in an uneven domain.</source>
        <translation>带底线：负载不均衡的域中最多的卡。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a sentence and the next one</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Rank, by expert domain</source>
        <translation>卡（按专家并行域）</translation>
    </message>
    <message>
        <source>Red: reported as a problem.</source>
        <translation>红色：被报告为问题。</translation>
    </message>
</context>
<context>
    <name>rs::ExplorerModel</name>
    <message numerus="yes">
        <source>%n rank(s), from the cluster analysis only</source>
        <translation>
            <numerusform>%n 张卡，仅来自集群分析结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s)</source>
        <translation>
            <numerusform>%1 / %n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message numerus="yes">
        <source>newest of %n capture(s)</source>
        <translation>
            <numerusform>共 %n 次采集，取最新</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) used</source>
        <translation>
            <numerusform>%n 个文件已使用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not used</source>
        <translation>
            <numerusform>%n 个文件未使用</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Profiler level</source>
        <translation>采集级别</translation>
    </message>
    <message>
        <source>Older capture</source>
        <translation>较早的采集</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>Over the memory budget. Click to load it; a rank that is not shown is unloaded.</source>
        <translation>超出内存预算。单击即可加载，同时卸载未显示的卡。</translation>
    </message>
    <message>
        <source>databases only</source>
        <translation>仅有数据库</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Files of the rank were damaged; what could be read is shown. See the findings.</source>
        <translation>该卡的文件有损坏，已显示可读取的部分，详见检查结果。</translation>
    </message>
    <message>
        <source>over budget</source>
        <translation>超出预算</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比对</translation>
    </message>
    <message>
        <source>base</source>
        <translation>比对基准</translation>
    </message>
    <message>
        <source>compared</source>
        <translation>被比对</translation>
    </message>
    <message>
        <source>Base information</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>no trace</source>
        <comment>state of a rank</comment>
        <translation>无 trace</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>No trace</source>
        <translation>无 trace</translation>
    </message>
    <message>
        <source>No trace_view.json was read from the folder: the timeline has no lanes of this rank.</source>
        <translation>未从该文件夹读取到 trace_view.json：时间线中没有该卡的泳道。</translation>
    </message>
    <message>
        <source>database broken</source>
        <comment>state of a rank</comment>
        <translation>数据库损坏</translation>
    </message>
    <message>
        <source>Database broken</source>
        <translation>数据库损坏</translation>
    </message>
    <message>
        <source>%1 cannot be read (%2): nothing of it is shown.</source>
        <comment>name of a file, reason</comment>
        <translation>%1 无法读取（%2）：不显示其中任何内容。</translation>
    </message>
    <message>
        <source>The timeline has no lanes of this rank: its tasks are in the database that cannot be read.</source>
        <translation>时间线中没有该卡的泳道：其任务在无法读取的数据库中。</translation>
    </message>
    <message>
        <source>on %1</source>
        <comment>a host</comment>
        <translation>在 %1</translation>
    </message>
    <message>
        <source>Its trace is on %1, only its summary is here. Click to fetch it.</source>
        <translation>其 trace 在 %1 上，此处只有摘要。单击即可获取。</translation>
    </message>
</context>
<context>
    <name>rs::ExplorerView</name>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Drop a folder here, or choose File &gt; Import Data.</source>
        <translation>将文件夹拖到此处，或选择“文件 &gt; 导入数据”。</translation>
    </message>
    <message>
        <source>Open runs, ranks and files</source>
        <translation>打开的数据、卡和文件</translation>
    </message>
    <message>
        <source>Show in Overview</source>
        <translation>在概览中显示</translation>
    </message>
    <message>
        <source>Set as Comparison Base</source>
        <translation>设为比对基准</translation>
    </message>
    <message>
        <source>Compare with the Base</source>
        <translation>与基准卡比对</translation>
    </message>
    <message>
        <source>Load Rank</source>
        <translation>加载该卡</translation>
    </message>
    <message>
        <source>Unload Rank</source>
        <translation>卸载该卡</translation>
    </message>
    <message>
        <source>Captures of This Rank</source>
        <translation>该卡的各次采集</translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Close Run</source>
        <translation>关闭数据</translation>
    </message>
    <message>
        <source>Explorer</source>
        <translation>数据列表</translation>
    </message>
    <message>
        <source>The rank is loaded.</source>
        <translation>该卡已加载。</translation>
    </message>
    <message>
        <source>The rank is being loaded.</source>
        <translation>该卡正在加载。</translation>
    </message>
    <message>
        <source>The rank is not loaded.</source>
        <translation>该卡未加载。</translation>
    </message>
    <message>
        <source>This line has no path.</source>
        <translation>该行没有对应的路径。</translation>
    </message>
</context>
<context>
    <name>rs::ExportEverything</name>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>The folder %1 is not empty; nothing was written.</source>
        <translation>文件夹 %1 不为空，未写入任何文件。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be written: %2</source>
        <translation>无法写入文件夹 %1：%2</translation>
    </message>
    <message>
        <source>there is not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>A table could not be written: %1</source>
        <translation>有表格无法写出：%1</translation>
    </message>
    <message>
        <source>Another export is being written into the folder %1; nothing was written.</source>
        <translation>另一次导出正在写入文件夹 %1，本次未写入任何内容。</translation>
    </message>
</context>
<context>
    <name>rs::FindingsView</name>
    <message numerus="yes">
        <source>Findings: %n error(s)</source>
        <translation>
            <numerusform>检查结果：%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Findings: %n loss(es)</source>
        <translation>
            <numerusform>检查结果：%n 项损失</numerusform>
        </translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>What was noticed while reading the files of a run is listed here.</source>
        <translation>此处列出读取数据文件时发现的问题。</translation>
    </message>
    <message>
        <source>Findings of the import</source>
        <translation>导入的检查结果</translation>
    </message>
    <message>
        <source>Nothing was noticed: every file was read completely.</source>
        <translation>没有异常：所有文件均已完整读取。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s), from the cluster analysis only</source>
        <translation>
            <numerusform>%n 张卡，仅来自集群分析结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) loaded</source>
        <translation>
            <numerusform>已加载 %1 / %n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Some files could not be read.</source>
        <translation>部分文件无法读取。</translation>
    </message>
    <message>
        <source>Some data was lost; the readable part is shown.</source>
        <translation>部分数据丢失；显示可读取的部分。</translation>
    </message>
    <message>
        <source>Nothing was lost so far.</source>
        <translation>目前没有数据丢失。</translation>
    </message>
    <message>
        <source>Everything that was used was read completely.</source>
        <translation>所有使用的文件均已完整读取。</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) used</source>
        <translation>
            <numerusform>%n 个文件已使用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not used</source>
        <translation>
            <numerusform>%n 个文件未使用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n loss(es)</source>
        <translation>
            <numerusform>%n 项损失</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notice(s)</source>
        <translation>
            <numerusform>%n 条提示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n info</source>
        <translation>
            <numerusform>%n 条信息</numerusform>
        </translation>
    </message>
    <message>
        <source>Not enough memory for the diagnosis.</source>
        <translation>内存不足，无法诊断。</translation>
    </message>
    <message>
        <source>Being computed.</source>
        <translation>正在计算。</translation>
    </message>
    <message>
        <source>Nothing slows the open runs: no rank and no link differs from its peers.</source>
        <translation>没有发现拖慢任务的因素：没有卡或链路偏离同类。</translation>
    </message>
    <message>
        <source>Diagnosis (%1)</source>
        <translation>诊断 (%1)</translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Files (%1)</source>
        <translation>文件读取 (%1)</translation>
    </message>
    <message>
        <source>What slows the open runs, the most costly first; double-click to go to the place to look at next</source>
        <translation>拖慢任务的因素，代价最大的在前；双击跳转到应进一步查看的位置</translation>
    </message>
    <message>
        <source>What was noticed while reading, and what was not read</source>
        <translation>读取时发现的问题，以及未读取的内容</translation>
    </message>
    <message>
        <source>Waiting for all ranks</source>
        <translation>等待全部卡读完</translation>
    </message>
</context>
<context>
    <name>rs::FlameGraph</name>
    <message>
        <source>Flame graph of call stacks</source>
        <translation>调用栈火焰图</translation>
    </message>
    <message>
        <source>All operators</source>
        <translation>全部算子</translation>
    </message>
    <message>
        <source>Without a call stack</source>
        <translation>无调用栈</translation>
    </message>
    <message>
        <source>Host total</source>
        <translation>主机总耗时</translation>
    </message>
    <message>
        <source>Host self</source>
        <translation>主机自身耗时</translation>
    </message>
    <message>
        <source>Part of all</source>
        <translation>占全部</translation>
    </message>
    <message>
        <source>Part of what fills the width</source>
        <translation>占当前宽度</translation>
    </message>
    <message>
        <source>Device total</source>
        <translation>设备总耗时</translation>
    </message>
    <message>
        <source>AI core total</source>
        <translation>AI Core 总耗时</translation>
    </message>
    <message>
        <source>Calls of operators</source>
        <translation>算子调用次数</translation>
    </message>
</context>
<context>
    <name>rs::FlowMenu</name>
    <message>
        <source>Send and receive across ranks</source>
        <translation>跨卡发送与接收</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>kind of connection line, count</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 (%2; ends without a partner, not drawn: %3)</source>
        <comment>kind of connection line, counts</comment>
        <translation>%1（%2；没有另一端、未绘制的端点：%3）</translation>
    </message>
    <message>
        <source>Every end has its partner.</source>
        <translation>每个端点都有配对。</translation>
    </message>
    <message>
        <source>The partner&apos;s rank is not loaded, the peer of an operator is not known, or one side was called more often than the other; the page of transfers lists them.</source>
        <translation>对端所在的卡未加载、算子的对端未知，或一侧调用次数多于另一侧；详见传输页。</translation>
    </message>
    <message>
        <source>Ends without a partner, not drawn</source>
        <translation>没有配对的端点，不绘制</translation>
    </message>
    <message>
        <source>The capture began or stopped between the two</source>
        <translation>采集在两端之间开始或停止</translation>
    </message>
    <message>
        <source>The partner lies in no slice, or on a lane that is not in the file</source>
        <translation>对端不在任何事件内，或其泳道不在文件中</translation>
    </message>
    <message>
        <source>The profiler did not write the partner</source>
        <translation>Profiler 没有写出对端</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>全部类型</translation>
    </message>
    <message>
        <source>All kinds are shown.</source>
        <translation>所有类型均已显示。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>No kind is shown.</source>
        <translation>没有显示任何类型。</translation>
    </message>
</context>
<context>
    <name>rs::GoToBox</name>
    <message>
        <source>This is not a time. Enter it with its unit, such as 12.5 ms, or # and a number for a slice.</source>
        <translation>这不是有效的时间。请带单位输入，例如 12.5 ms；或输入 # 加序号跳转到事件。</translation>
    </message>
    <message>
        <source>Select a slice first: # goes to the n-th slice of its name.</source>
        <translation>请先选中一个事件：# 跳转到同名的第 n 个。</translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s) of this name on the rank</source>
        <translation>
            <numerusform>该卡上有 %n 个同名事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to time, e.g. 12.5 ms, or slice #12</source>
        <translation>跳转到时间，如 12.5 ms；或事件 #12</translation>
    </message>
    <message>
        <source>Go to time</source>
        <translation>跳转到时间</translation>
    </message>
</context>
<context>
    <name>rs::GraphCanvas</name>
    <message>
        <source>special</source>
        <translation>特殊</translation>
    </message>
    <message>
        <source>gradient aggregation</source>
        <translation>梯度聚合</translation>
    </message>
    <message>
        <source>redistribution</source>
        <translation>重排布</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>upstream of the selection</source>
        <translation>所选算子的上游</translation>
    </message>
    <message>
        <source>downstream of it</source>
        <translation>所选算子的下游</translation>
    </message>
    <message>
        <source>Graph of the operators by stage</source>
        <translation>各阶段的算子图</translation>
    </message>
    <message>
        <source>▸ %1 (%2)</source>
        <translation>▸ %1（%2）</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子数</translation>
    </message>
    <message>
        <source>Most are</source>
        <translation>多为</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Split strategy</source>
        <translation>切分策略</translation>
    </message>
    <message>
        <source>Communication domain</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Waits for its Send</source>
        <translation>等待发送</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>folds it</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>computing, split</source>
        <translation>计算，已切分</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>number: parts that a dimension is split into</source>
        <translation>数字：该维切分的份数</translation>
    </message>
</context>
<context>
    <name>rs::GraphPage</name>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>operator: %1</source>
        <translation>算子：%1</translation>
    </message>
    <message>
        <source>Show Only the Marked Ranks</source>
        <translation>只显示标记的卡</translation>
    </message>
    <message>
        <source>Show All Ranks</source>
        <translation>显示全部卡</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>关系图</translation>
    </message>
    <message>
        <source>The file of the matrix has no times: choose a step instead.</source>
        <translation>矩阵文件不含时间，请改为选择迭代。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Small, not in the scale</source>
        <translation>传输量小，不计入色阶</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>quantity (unit)</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) marked: Enter shows only these</source>
        <translation>
            <numerusform>已标记 %n 张卡：按 Enter 只显示这些卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s)</source>
        <translation>
            <numerusform>%n 条链路</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n that carried less left out</source>
        <translation>
            <numerusform>未画出传输量较小的 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>not enough memory to look for slow links</source>
        <translation>内存不足，无法查找慢链路</translation>
    </message>
    <message>
        <source>#: index inside the domain; its rank is unknown, because the run has no parallel_group_info</source>
        <translation>#：域内序号；数据中没有 parallel_group_info，卡号未知</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between notes</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Graph of links between ranks</source>
        <translation>卡间链路关系图</translation>
    </message>
    <message>
        <source>Range of the colour scale</source>
        <translation>色阶范围</translation>
    </message>
    <message>
        <source>Only ranks can be picked, and the files name these only by their index inside the domain: the run has no parallel_group_info that says which ranks they are.</source>
        <translation>只能选取卡，而文件只给出它们的域内序号：数据中没有说明卡号的 parallel_group_info。</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) left out: the file names them by their index inside the domain, and no file says which ranks they are.</source>
        <translation>
            <numerusform>其中 %n 个节点被忽略：文件只给出它们在通信域内的序号，没有说明是哪些卡。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the Matrix of These Ranks</source>
        <translation>显示这些卡的矩阵</translation>
    </message>
    <message>
        <source>Ranks in a ring with their links: draw a line around ranks, or mark them with Ctrl+click and press Enter, to see only the links between them; Enter then shows their matrix.</source>
        <translation>各卡排成一圈，连线为链路：用鼠标圈出若干卡，或用 Ctrl+单击标记后按 Enter，只看这些卡之间的链路；再按 Enter 显示它们的矩阵。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) alone: Enter shows their matrix, Backspace what was shown before</source>
        <translation>
            <numerusform>仅 %n 张卡：按 Enter 显示其矩阵，按 Backspace 恢复之前显示的卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the Link in the Matrix</source>
        <translation>在矩阵中显示该链路</translation>
    </message>
    <message>
        <source>The files name this rank only by its index inside the domain, or its folder is not open.</source>
        <translation>文件只以域内序号表示该卡，或其文件夹未打开。</translation>
    </message>
    <message>
        <source>Draws this many of the links that carried most, %1 at most, and all slow ones. The note counts the others</source>
        <translation>画出传输量最大的这么多条链路（至多 %1 条），慢链路始终画出；其余条数见说明</translation>
    </message>
    <message>
        <source>Red edge: slow link</source>
        <translation>红边：慢链路</translation>
    </message>
</context>
<context>
    <name>rs::HeatMap</name>
    <message>
        <source>Destination (#: index in the domain)</source>
        <translation>目的（#：域内序号）</translation>
    </message>
    <message>
        <source>Destination rank</source>
        <translation>目的卡</translation>
    </message>
    <message>
        <source>Source (#: index in the domain)</source>
        <translation>源（#：域内序号）</translation>
    </message>
    <message>
        <source>Source rank</source>
        <translation>源卡</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>nothing was sent, or the rank is not loaded</source>
        <translation>没有传输，或该卡未加载</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>From</source>
        <translation>源所在</translation>
    </message>
    <message>
        <source>To</source>
        <translation>目的所在</translation>
    </message>
    <message>
        <source>Median of what the source sends</source>
        <translation>源卡发送的中位数</translation>
    </message>
    <message>
        <source>Median of what the destination receives</source>
        <translation>目的卡接收的中位数</translation>
    </message>
    <message>
        <source>In the other run</source>
        <translation>另一次采集</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Link type in the other run</source>
        <translation>另一次采集中的链路类型</translation>
    </message>
    <message>
        <source>it has no such link</source>
        <translation>没有这条链路</translation>
    </message>
    <message>
        <source>inside a device</source>
        <translation>卡内</translation>
    </message>
    <message>
        <source>the value is not known</source>
        <translation>该值未知</translation>
    </message>
    <message>
        <source>only this run has the link</source>
        <translation>仅本次采集有该链路</translation>
    </message>
    <message>
        <source>the value of the other run is not known</source>
        <translation>另一次采集的该值未知</translation>
    </message>
    <message>
        <source>beyond its handles</source>
        <translation>在滑块范围之外</translation>
    </message>
    <message>
        <source>Not in the scale</source>
        <translation>不计入色阶</translation>
    </message>
</context>
<context>
    <name>rs::HeatMapPage</name>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>Ranks × Steps</source>
        <translation>卡 × 迭代</translation>
    </message>
    <message>
        <source>One time of every rank and step as colours, as it is or against the median of the ranks of the same pipeline stage: which rank stands apart, and in which steps?</source>
        <translation>以颜色显示每张卡每个迭代的某项时间，或其与同一流水线阶段各卡中位数的差值：哪张卡、在哪些迭代中明显不同？</translation>
    </message>
    <message>
        <source>All ranks and steps; filtered by domain only</source>
        <translation>全部卡和迭代；仅按通信域筛选</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Every rank appears here as soon as it is loaded.</source>
        <translation>每张卡加载完成后即显示。</translation>
    </message>
    <message>
        <source>There are no times to show</source>
        <translation>没有可显示的时间</translation>
    </message>
    <message>
        <source>No data, or no other rank to compare with</source>
        <translation>无数据，或没有可比对的其他卡</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Outlined: differs from its peers</source>
        <translation>描边：与同类卡明显不同</translation>
    </message>
    <message>
        <source>%1 (ms)</source>
        <translation>%1 (ms)</translation>
    </message>
    <message>
        <source>%1 of every rank and step</source>
        <translation>每张卡每个迭代的%1</translation>
    </message>
    <message>
        <source>No source of this run has this time.</source>
        <translation>该数据的所有来源都没有这项时间。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>no outliers</source>
        <translation>没有异常的卡</translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n 个异常项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2; peers are the ranks of the same pipeline stage</source>
        <translation>%1，%2；同类卡为同一流水线阶段的卡</translation>
    </message>
    <message>
        <source>%1, %2; peers are all ranks</source>
        <translation>%1，%2；同类卡为所有卡</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间项</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Range of the colour scale</source>
        <translation>色阶范围</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of folded ranks</source>
        <translation>
            <numerusform>折叠为 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>of the folded ranks</source>
        <translation>折叠各卡取</translation>
    </message>
    <message>
        <source>%1; they hardly differ (%2 to %3): the colours span %4 % of the median</source>
        <translation>%1；数值几乎相同（%2 至 %3）：色阶按中位数的 %4 % 展开</translation>
    </message>
    <message>
        <source>None of the shown ranks has any.</source>
        <translation>所显示的卡均没有时间数据。</translation>
    </message>
    <message>
        <source>%1; the time of the verdict; select another rank for %2 again</source>
        <translation>%1；当前为诊断所指的时间，选择其他卡后恢复为%2</translation>
    </message>
    <message>
        <source>Reported as a problem</source>
        <translation>被报告为问题</translation>
    </message>
    <message>
        <source>%1 vs. peer median (ms)</source>
        <translation>%1 与同类卡中位数之差 (ms)</translation>
    </message>
    <message>
        <source>all steps; %1</source>
        <translation>全部迭代；%1</translation>
    </message>
</context>
<context>
    <name>rs::Histogram</name>
    <message numerus="yes">
        <source>%1 to %2: %n slice(s)</source>
        <comment>durations</comment>
        <translation>
            <numerusform>%1 至 %2：%n 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Click for the next slice in it.</source>
        <translation>单击转到其中的下一个事件。</translation>
    </message>
</context>
<context>
    <name>rs::HostStackModel</name>
    <message>
        <source>Without a call stack</source>
        <translation>无调用栈</translation>
    </message>
    <message>
        <source>Function: sum of the self times of all operators below it, so nothing counts twice. Operator: as in the file, with those that it calls. The bar is the share of all.</source>
        <translation>函数：其下所有算子的自身耗时之和，不会重复计入。算子：与文件一致，含其调用的算子。条形为占全部的比例。</translation>
    </message>
    <message>
        <source>Operator: without those that it calls. Function: the operators that it calls directly.</source>
        <translation>算子：不含其调用的算子。函数：由它直接调用的算子的耗时。</translation>
    </message>
    <message>
        <source>Of the kernels that the operators launched.</source>
        <translation>算子下发的 Kernel 的耗时。</translation>
    </message>
    <message>
        <source>Of the kernels that ran on AI cores.</source>
        <translation>在 AI Core 上运行的 Kernel 的耗时。</translation>
    </message>
    <message>
        <source>Function or operator</source>
        <translation>函数或算子</translation>
    </message>
    <message>
        <source>Host total (%1)</source>
        <translation>主机总耗时 (%1)</translation>
    </message>
    <message>
        <source>Host self (%1)</source>
        <translation>主机自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Device total (%1)</source>
        <translation>设备总耗时 (%1)</translation>
    </message>
    <message>
        <source>Device self (%1)</source>
        <translation>设备自身耗时 (%1)</translation>
    </message>
    <message>
        <source>AI core self (%1)</source>
        <translation>AI Core 自身耗时 (%1)</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
</context>
<context>
    <name>rs::HostView</name>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
</context>
<context>
    <name>rs::ImportDialog</name>
    <message>
        <source>Import Data</source>
        <translation>导入数据</translation>
    </message>
    <message>
        <source>Recent Places</source>
        <translation>最近位置</translation>
    </message>
    <message>
        <source>Folders and files</source>
        <translation>文件夹和文件</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Parent folder</source>
        <translation>上级文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>已选择 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Type the path of a folder or file, or choose one below.</source>
        <translation>请输入文件夹或文件的路径，或在下方选择。</translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>Choose one or many folders or files; a folder may hold the ranks of a whole run. ssh://host/path is a run on another host.</source>
        <translation>可选择一个或多个文件夹或文件；文件夹可包含整组数据的所有卡。“ssh://主机/路径”表示其他主机上的数据。</translation>
    </message>
    <message>
        <source>A run on another host is ssh://[user@]host[:port]/path.</source>
        <translation>其他主机上的数据写作 ssh://[用户@]主机[:端口]/路径。</translation>
    </message>
</context>
<context>
    <name>rs::KeyMap</name>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Scroll the lanes up</source>
        <translation>向上滚动泳道</translation>
    </message>
    <message>
        <source>Scroll the lanes down</source>
        <translation>向下滚动泳道</translation>
    </message>
    <message>
        <source>Scroll a page up</source>
        <translation>向上翻页</translation>
    </message>
    <message>
        <source>Scroll a page down</source>
        <translation>向下翻页</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>1 to 9</source>
        <translation>1 至 9</translation>
    </message>
    <message>
        <source>Go to the bookmark of that number</source>
        <translation>转到该编号的书签</translation>
    </message>
    <message>
        <source>Alt+1 to Alt+9</source>
        <translation>Alt+1 至 Alt+9</translation>
    </message>
    <message>
        <source>Keep the window as the bookmark of that number</source>
        <translation>将当前窗口保存为该编号的书签</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation>以光标为中心缩放</translation>
    </message>
    <message>
        <source>Shift+wheel</source>
        <translation>Shift+滚轮</translation>
    </message>
    <message>
        <source>Move left or right</source>
        <translation>左右平移</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Scroll the lanes</source>
        <translation>滚动泳道</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Select a box</source>
        <translation>框选</translation>
    </message>
    <message>
        <source>Alt+drag</source>
        <translation>Alt+拖动</translation>
    </message>
    <message>
        <source>Zoom to the dragged time</source>
        <translation>缩放到拖动的时间</translation>
    </message>
    <message>
        <source>Shift+drag, Ctrl+drag, middle button</source>
        <translation>Shift+拖动、Ctrl+拖动、中键</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Drag on the ruler</source>
        <translation>在标尺上拖动</translation>
    </message>
    <message>
        <source>Measure a time</source>
        <translation>测量时间</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Zoom to the slice</source>
        <translation>缩放到该事件</translation>
    </message>
</context>
<context>
    <name>rs::KeyModel</name>
    <message>
        <source>The key also runs: %1</source>
        <translation>该按键同时用于：%1</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设按键</translation>
    </message>
</context>
<context>
    <name>rs::KeyPresets</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
</context>
<context>
    <name>rs::KeysDialog</name>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>No Key</source>
        <translation>清除按键</translation>
    </message>
    <message>
        <source>As in the Preset</source>
        <translation>恢复预设</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Filter by command or key</source>
        <translation>按命令或按键筛选</translation>
    </message>
    <message>
        <source>Keys as in MindStudio</source>
        <translation>MindStudio 按键</translation>
    </message>
    <message>
        <source>Keys as in Perfetto</source>
        <translation>Perfetto 按键</translation>
    </message>
    <message>
        <source>These keys instead of the ones that the command has</source>
        <translation>替换该命令现有的按键</translation>
    </message>
    <message>
        <source>This key besides the ones that the command has</source>
        <translation>在现有按键之外再添加此按键</translation>
    </message>
    <message>
        <source>Everything as in the Preset</source>
        <translation>全部恢复预设</translation>
    </message>
    <message>
        <source>Choose a command to change its keys.</source>
        <translation>选择一个命令以修改其按键。</translation>
    </message>
    <message>
        <source>%1 also runs: %2. One of them will not work.</source>
        <comment>key, commands</comment>
        <translation>%1 同时用于：%2。其中一个将无法触发。</translation>
    </message>
    <message>
        <source>Press the keys</source>
        <translation>按下快捷键</translation>
    </message>
</context>
<context>
    <name>rs::LaneBuilder</name>
    <message>
        <source>%1 · %2</source>
        <comment>rank, lane</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · %2 (%3)</source>
        <comment>rank, lane, its process or group</comment>
        <translation>%1 · %2（%3）</translation>
    </message>
    <message>
        <source>waiting to be loaded</source>
        <translation>等待加载</translation>
    </message>
    <message>
        <source>loading, %1</source>
        <translation>正在加载，%1</translation>
    </message>
    <message>
        <source>could not be loaded; see the findings</source>
        <translation>无法加载；原因见检查结果</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>on %1; a click on the rank in the explorer brings it</source>
        <comment>a host</comment>
        <translation>位于 %1；在数据列表中单击该卡即可获取</translation>
    </message>
    <message>
        <source>not loaded: the memory budget is used up; a click on the rank in the explorer loads it</source>
        <translation>未加载：内存预算已用完；在数据列表中单击该卡即可加载</translation>
    </message>
    <message>
        <source>being prepared</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>has no trace file</source>
        <translation>没有 trace 文件</translation>
    </message>
    <message>
        <source>incomplete: no memory left</source>
        <translation>不完整：内存不足</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>plane, its group</comment>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s) hidden</source>
        <translation>
            <numerusform>已隐藏 %n 条泳道</numerusform>
        </translation>
    </message>
    <message>
        <source>click to show</source>
        <translation>单击显示</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s) left out by the filter</source>
        <translation>
            <numerusform>%n 条泳道被筛选排除</numerusform>
        </translation>
    </message>
    <message>
        <source>click to remove the filter</source>
        <translation>单击以取消筛选</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) loaded</source>
        <translation>
            <numerusform>%n 张卡中已加载 %1 张</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等，另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Turn %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>计算得出</translation>
    </message>
    <message>
        <source>Why idle</source>
        <translation>空闲原因</translation>
    </message>
    <message>
        <source>Outstanding</source>
        <translation>未完成下发数</translation>
    </message>
    <message>
        <source>Launch delay</source>
        <translation>下发时延</translation>
    </message>
    <message>
        <source>Launch delay of %1</source>
        <comment>stream</comment>
        <translation>%1 的下发时延</translation>
    </message>
    <message numerus="yes">
        <source>Launch delay of %n stream(s)</source>
        <translation>
            <numerusform>%n 个 Stream 的下发时延</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>how ranks and their devices are moved</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>reading tables, %1</source>
        <translation>正在读取表格，%1</translation>
    </message>
    <message>
        <source>clock %1</source>
        <translation>时钟 %1</translation>
    </message>
    <message>
        <source>device lanes %1</source>
        <translation>设备泳道偏移 %1</translation>
    </message>
    <message>
        <source>%1 bandwidth</source>
        <comment>type of link</comment>
        <translation>%1 带宽</translation>
    </message>
    <message>
        <source>%1 in flight</source>
        <comment>type of link</comment>
        <translation>%1 在途</translation>
    </message>
    <message>
        <source>its database cannot be read; see the findings</source>
        <translation>其数据库无法读取；原因见检查结果</translation>
    </message>
    <message>
        <source>its pack cannot be used; see the findings</source>
        <translation>其卡数据包无法使用；原因见检查结果</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
</context>
<context>
    <name>rs::LaneLabels</name>
    <message>
        <source>%1 … %2 %3</source>
        <comment>lowest … highest value, unit</comment>
        <translation>%1 … %2 %3</translation>
    </message>
    <message>
        <source>0 … %1 %2</source>
        <comment>highest value, unit</comment>
        <translation>0 … %1 %2</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>事件数</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>单独列出</translation>
    </message>
    <message numerus="yes">
        <source>%n slices lie far outside the rest of the time axis</source>
        <translation>
            <numerusform>%n 个事件远在时间轴其余部分之外</numerusform>
        </translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>%1 (id %2)</source>
        <translation>%1 (id %2)</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Thread id</source>
        <translation>线程号</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>Lowest</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>value and unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message numerus="yes">
        <source>%n drop(s) under load</source>
        <translation>
            <numerusform>负载下降频 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Nominal</source>
        <translation>标称频率</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Drops under load</source>
        <translation>负载下降频次数</translation>
    </message>
    <message>
        <source>Kernels at lowered frequency</source>
        <translation>降频期间的 Kernel 数</translation>
    </message>
    <message>
        <source>Share of kernel time below nominal</source>
        <translation>低于标称频率的 Kernel 时间占比</translation>
    </message>
    <message>
        <source>Time lost, at most about</source>
        <translation>损失时间，最多约</translation>
    </message>
    <message>
        <source>Drops while idle, which cost nothing</source>
        <translation>空闲时降频次数（无损失）</translation>
    </message>
    <message>
        <source>Merged with</source>
        <translation>合并了</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Each gap in which the device runs neither compute nor communication, with its one cause</source>
        <translation>设备既不计算也不通信的每段空隙及其唯一原因</translation>
    </message>
    <message>
        <source>Tasks that the host has launched and the device has not begun</source>
        <translation>主机已下发而设备尚未开始的任务数</translation>
    </message>
    <message>
        <source>Time from the launch of each task to its start; near zero the device waits for the host, and the connection lines stand vertical</source>
        <translation>每个任务从下发到开始的时间；接近零时设备在等主机，连线竖直</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>computed from the trace; no file holds this lane</source>
        <translation>由 trace 计算得出，文件中没有该泳道</translation>
    </message>
    <message>
        <source>Device clock ahead of the host</source>
        <translation>设备时钟超前主机</translation>
    </message>
    <message>
        <source>unknown: too few launches; delays are not corrected</source>
        <translation>未知：下发太少；时延未作扣除</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>空隙数</translation>
    </message>
    <message>
        <source>Everything that one rank recorded</source>
        <translation>一张卡记录的全部内容</translation>
    </message>
    <message>
        <source>A value sampled over time</source>
        <translation>随时间采样的数值</translation>
    </message>
    <message>
        <source>One turn of a fused communication operator (MC²)</source>
        <translation>融合通信算子（MC²）的一轮</translation>
    </message>
    <message>
        <source>Python functions of a thread, one level per call</source>
        <translation>一个线程的 Python 函数，每层调用一级</translation>
    </message>
    <message>
        <source>Tasks of one plane of a communication domain</source>
        <translation>通信域中一个 plane 的任务</translation>
    </message>
    <message>
        <source>What the framework does on the host</source>
        <translation>框架在主机侧的操作</translation>
    </message>
    <message>
        <source>Garbage collection of Python</source>
        <translation>Python 垃圾回收</translation>
    </message>
    <message>
        <source>Scopes and layers of the model</source>
        <translation>模型的 Scope 与 Layer</translation>
    </message>
    <message>
        <source>Ranges and marks that the training script set (mstx)</source>
        <translation>训练脚本设置的范围与打点（mstx）</translation>
    </message>
    <message>
        <source>Calls into CANN on the host, launches among them</source>
        <translation>主机侧的 CANN 调用，包括下发</translation>
    </message>
    <message>
        <source>Tasks that the device runs, stream by stream</source>
        <translation>设备按 Stream 执行的任务</translation>
    </message>
    <message>
        <source>Collectives of one communication domain</source>
        <translation>一个通信域的集合通信</translation>
    </message>
    <message>
        <source>Communication between ranks, domain by domain</source>
        <translation>卡间通信，按通信域列出</translation>
    </message>
    <message>
        <source>Where the device computes, communicates, or is idle</source>
        <translation>设备计算、通信或空闲的时段</translation>
    </message>
    <message>
        <source>Use of the host&apos;s processors, memory, disks and network</source>
        <translation>主机的处理器、内存、磁盘和网络使用情况</translation>
    </message>
    <message>
        <source>Measured values of the device</source>
        <translation>设备的测量值</translation>
    </message>
    <message>
        <source>A process that the program does not know; shown as the file has it</source>
        <translation>程序未识别的进程，按文件原样显示</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>The ranks that ran on one host</source>
        <translation>在同一台主机上运行的卡</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>between %1 and %2; the latter is subtracted from the delays</source>
        <translation>介于 %1 与 %2 之间；时延中已扣除后者</translation>
    </message>
    <message>
        <source>at most %1, which is subtracted from the delays; it includes the latency of the fastest launches</source>
        <translation>至多 %1，时延中已扣除；其中含有最快下发的时延</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between a rank and its lane</comment>
        <translation> · </translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中的名称</translation>
    </message>
    <message>
        <source>Bandwidth of the transfers under way together, each at its mean</source>
        <translation>同时进行的各传输的带宽之和，每个传输取其平均带宽</translation>
    </message>
    <message>
        <source>Bytes of all transfers that are under way</source>
        <translation>正在进行的全部传输的字节数</translation>
    </message>
    <message>
        <source>computed from communication.json, where an operator is one transfer for as long as it takes</source>
        <translation>由 communication.json 计算得出：每个算子在其时长内视为一次传输</translation>
    </message>
    <message>
        <source>What of the critical path lies on this rank; a click chooses the slice</source>
        <translation>关键路径在该卡上的部分；单击可选中对应事件</translation>
    </message>
</context>
<context>
    <name>rs::LaneLayoutState</name>
    <message numerus="yes">
        <source>%n arrangement(s) of lanes cannot be read.</source>
        <translation>
            <numerusform>%n 个泳道排布无法读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) about lanes cannot be read.</source>
        <translation>
            <numerusform>%n 条泳道设置无法读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) name lanes that the run does not have.</source>
        <translation>
            <numerusform>%n 条设置所指的泳道在数据中不存在。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::LaneMenu</name>
    <message>
        <source>Host dispatch of %1</source>
        <comment>rank</comment>
        <translation>%1 的主机下发</translation>
    </message>
    <message>
        <source>Delete an arrangement</source>
        <translation>删除排布</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Device metrics</source>
        <translation>设备指标</translation>
    </message>
    <message>
        <source>Host metrics</source>
        <translation>主机指标</translation>
    </message>
    <message>
        <source>Other processes</source>
        <translation>其他进程</translation>
    </message>
    <message>
        <source>No lane is loaded yet.</source>
        <translation>尚未加载任何泳道。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>Go to a slice outside the time axis (%1)</source>
        <translation>跳转到时间轴之外的事件 (%1)</translation>
    </message>
</context>
<context>
    <name>rs::LaneVisibility</name>
    <message numerus="yes">
        <source>%1 of host %2 (%n rank(s))</source>
        <comment>process of a kernel trace, whose ranks share it</comment>
        <translation>
            <numerusform>%1（主机 %2，%n 张卡共用）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::LinkDialog</name>
    <message>
        <source>Link from Rank %1 to Rank %2</source>
        <translation>链路：卡 %1 → 卡 %2</translation>
    </message>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>Operators over the link</source>
        <translation>经过该链路的算子</translation>
    </message>
    <message>
        <source>Packets of rank %1 over links of this type in the domains of this link: the files count them by rank, not by link</source>
        <translation>卡 %1 在该链路所属通信域内经此类链路发送的数据包：文件按卡而不是按链路计数</translation>
    </message>
    <message>
        <source>No file says which rank of the run the source of this link is.</source>
        <translation>没有文件说明该链路的源是哪张卡。</translation>
    </message>
    <message>
        <source>What a rank sends to itself (type LOCAL) uses no transport: communication.json counts no packets for it.</source>
        <translation>卡内传输（类型 LOCAL）不经过任何传输方式：communication.json 不统计其数据包。</translation>
    </message>
    <message>
        <source>communication.json of rank %1 counts no packets over links of this type in the domains of this link.</source>
        <translation>卡 %1 的 communication.json 在该链路所属的通信域中没有统计经此类链路的数据包。</translation>
    </message>
</context>
<context>
    <name>rs::LinkGraphView</name>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>所属分组</translation>
    </message>
    <message>
        <source>Links drawn</source>
        <translation>画出的链路</translation>
    </message>
</context>
<context>
    <name>rs::LinksPage</name>
    <message>
        <source>Operators and Packets of the Link…</source>
        <translation>该链路的算子和数据包…</translation>
    </message>
    <message>
        <source>Whole network</source>
        <translation>全网</translation>
    </message>
    <message>
        <source>Rank %1 alone</source>
        <translation>仅卡 %1</translation>
    </message>
    <message>
        <source>The current rank alone</source>
        <translation>仅当前卡</translation>
    </message>
    <message>
        <source>Links of</source>
        <translation>链路范围</translation>
    </message>
    <message>
        <source>Every operator by itself</source>
        <translation>逐个列出所有算子</translation>
    </message>
    <message>
        <source>Sum over steps</source>
        <translation>各迭代之和</translation>
    </message>
    <message>
        <source>Mean per step</source>
        <translation>各迭代均值</translation>
    </message>
    <message>
        <source>Each step and domain</source>
        <translation>每个迭代和通信域</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Only links between the shown ranks %1 are listed.</source>
        <translation>只列出所显示的卡 %1 之间的链路。</translation>
    </message>
    <message>
        <source>Only links between the shown ranks %1 of the %2 group are listed.</source>
        <translation>只列出所显示的 %2 组的卡 %1 之间的链路。</translation>
    </message>
    <message>
        <source>Slow link</source>
        <translation>慢链路</translation>
    </message>
</context>
<context>
    <name>rs::MainWindow</name>
    <message>
        <source>Writing the demo run…</source>
        <translation>正在生成演示数据…</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>正在查找数据…</translation>
    </message>
    <message>
        <source>Memory Budget</source>
        <translation>内存预算</translation>
    </message>
    <message>
        <source>RankScope</source>
        <translation>RankScope</translation>
    </message>
    <message>
        <source>%1 – RankScope</source>
        <comment>open runs</comment>
        <translation>%1 – RankScope</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>file, finding</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Nothing that RankScope can show was found in %1.</source>
        <translation>在 %1 中没有找到 RankScope 可以显示的内容。</translation>
    </message>
    <message>
        <source>Import Data</source>
        <translation>导入数据</translation>
    </message>
    <message>
        <source>Interface Size</source>
        <translation>界面大小</translation>
    </message>
    <message>
        <source>The size changes when RankScope is started again.</source>
        <translation>重新启动 RankScope 后生效。</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Import Data…</source>
        <translation>导入数据(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;load</source>
        <translation>重新加载(&amp;L)</translation>
    </message>
    <message>
        <source>Sto&amp;p Loading</source>
        <translation>停止加载(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Close Run</source>
        <translation>关闭数据(&amp;C)</translation>
    </message>
    <message>
        <source>Close &amp;All Runs</source>
        <translation>关闭所有数据(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Interface &amp;Size</source>
        <translation>界面大小(&amp;S)</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Analyse</source>
        <translation>分析(&amp;A)</translation>
    </message>
    <message>
        <source>Find &amp;Next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Find &amp;Previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Swap the Compared Ranks</source>
        <translation>交换比对的两张卡(&amp;S)</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Find a Command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About RankScope</source>
        <translation>关于 RankScope(&amp;A)</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>关于 Qt(&amp;Q)</translation>
    </message>
    <message>
        <source>Clear the List</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Writing tables and pictures…</source>
        <translation>正在写入表格和图片…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>%n table(s)</source>
        <translation>
            <numerusform>%n 个表格</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n 张图片</numerusform>
        </translation>
    </message>
    <message>
        <source>About RankScope</source>
        <translation>关于 RankScope</translation>
    </message>
    <message>
        <source>RankScope %1</source>
        <translation>RankScope %1</translation>
    </message>
    <message>
        <source>The cache was cleared; %1 are free again.</source>
        <translation>缓存已清除，释放 %1。</translation>
    </message>
    <message>
        <source>&amp;Memory Budget</source>
        <translation>内存预算(&amp;M)</translation>
    </message>
    <message>
        <source>How much memory loaded ranks may take. Ranks that are not shown are unloaded for those that are.</source>
        <translation>已加载的卡可占用的内存。超出时卸载未显示的卡。</translation>
    </message>
    <message>
        <source>%1 of the machine&apos;s memory (%2)</source>
        <translation>本机内存的 %1（%2）</translation>
    </message>
    <message>
        <source>Ca&amp;che</source>
        <translation>缓存(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Off</source>
        <translation>关闭(&amp;O)</translation>
    </message>
    <message>
        <source>Keep opened ranks in up to %1</source>
        <translation>保存已打开的卡，最多占用 %1</translation>
    </message>
    <message>
        <source>C&amp;lear Cache</source>
        <translation>清除缓存(&amp;L)</translation>
    </message>
    <message>
        <source>The session was saved.</source>
        <translation>会话已保存。</translation>
    </message>
    <message>
        <source>Save Session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Sessions (*.rankscope);;All files (*)</source>
        <translation>会话 (*.rankscope);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open Se&amp;ssion…</source>
        <translation>打开会话(&amp;S)…</translation>
    </message>
    <message>
        <source>Sa&amp;ve Session…</source>
        <translation>保存会话(&amp;V)…</translation>
    </message>
    <message>
        <source>Show or Hide the &amp;Details</source>
        <translation>显示或隐藏选中详情(&amp;D)</translation>
    </message>
    <message>
        <source>Show or Hide the &amp;Explorer</source>
        <translation>显示或隐藏数据列表(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <source>Open Session</source>
        <translation>打开会话</translation>
    </message>
    <message>
        <source>%1 could not be opened. %2</source>
        <comment>path, whole sentence</comment>
        <translation>无法打开 %1。%2</translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>%1 不存在。</translation>
    </message>
    <message>
        <source>%1 has another size.</source>
        <translation>%1 的大小已变化。</translation>
    </message>
    <message>
        <source>%1 has another content.</source>
        <translation>%1 的内容已变化。</translation>
    </message>
    <message>
        <source>Restore Session</source>
        <translation>恢复会话</translation>
    </message>
    <message>
        <source>RankScope did not close properly the last time. Reopen what was open then?</source>
        <translation>RankScope 上次未正常退出。是否重新打开当时的数据？</translation>
    </message>
    <message>
        <source>RankScope did not close properly, and its saved session cannot be read. Delete the file?</source>
        <translation>RankScope 未正常退出，其保留的会话文件无法读取。是否删除该文件？</translation>
    </message>
    <message>
        <source>Settings are not saved: %1 could not be written: %2</source>
        <translation>设置未保存：无法写入 %1：%2</translation>
    </message>
    <message>
        <source>The settings file was damaged: what could be read is used, and %1 is a copy of it.</source>
        <translation>设置文件已损坏：可读取的部分仍然有效，原文件保留为 %1。</translation>
    </message>
    <message>
        <source>Parts of the session could not be used; everything else is shown.</source>
        <translation>会话中的部分内容无法使用，其余内容已显示。</translation>
    </message>
    <message>
        <source>The memory budget is too small for all ranks. Click a rank in the explorer to load it; ranks that are not shown are unloaded. View &gt; Memory Budget changes it.</source>
        <translation>内存预算不足以加载所有卡。在数据列表中单击某张卡即可加载，同时卸载未显示的卡。可在“视图 &gt; 内存预算”中调整。</translation>
    </message>
    <message>
        <source>The folder holds an earlier export. Replace it?</source>
        <translation>该文件夹中有之前导出的文件，要替换吗？</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Tables without rows are not written: %1</source>
        <translation>没有数据的表未写出：%1</translation>
    </message>
    <message>
        <source>%1 of %2 files differ from those of the saved session. Pins, marks and windows may not fit.</source>
        <translation>%2 个文件中有 %1 个与保存会话时不同。已显示现有数据；置顶、标记和时间窗口可能与之不符。</translation>
    </message>
    <message>
        <source>The files of the session are not where they were, and not beside the session file. Move the runs back, or to where they were relative to the session file, and open it again.</source>
        <translation>会话的文件不在原来的位置，也不在会话文件旁。请将数据移回原处，或移到与会话文件相对位置不变的地方，然后重新打开会话。</translation>
    </message>
    <message>
        <source>Nothing was opened yet.</source>
        <translation>尚未打开过任何数据。</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>没有打开任何数据。</translation>
    </message>
    <message>
        <source>There are no two ranks to swap.</source>
        <translation>没有可交换的两张卡。</translation>
    </message>
    <message>
        <source>No trace is loaded.</source>
        <translation>没有加载任何 trace。</translation>
    </message>
    <message>
        <source>Nothing is being loaded.</source>
        <translation>当前没有正在加载的数据。</translation>
    </message>
    <message>
        <source>There is no view before this one.</source>
        <translation>没有更早的视图。</translation>
    </message>
    <message>
        <source>There is no view after this one.</source>
        <translation>没有更晚的视图。</translation>
    </message>
    <message>
        <source>There are no hits: Ctrl+F searches.</source>
        <translation>没有查找结果：按 Ctrl+F 查找。</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>tables, pictures</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The workspace has its default layout.</source>
        <translation>工作区已是初始布局。</translation>
    </message>
    <message>
        <source>All workspaces have their default layout.</source>
        <translation>所有工作区已是初始布局。</translation>
    </message>
    <message>
        <source>Workspace: %1</source>
        <translation>工作区：%1</translation>
    </message>
    <message>
        <source>&amp;Reset This Workspace</source>
        <translation>重置此工作区(&amp;R)</translation>
    </message>
    <message>
        <source>Reset &amp;All Workspaces</source>
        <translation>重置所有工作区(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Detach the View</source>
        <translation>视图独立成窗口(&amp;D)</translation>
    </message>
    <message>
        <source>Thresholds of the &amp;Diagnosis…</source>
        <translation>诊断阈值(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Reference Values of the Hardware…</source>
        <translation>硬件参考值(&amp;B)…</translation>
    </message>
    <message>
        <source>Export &amp;Trace of All Ranks…</source>
        <translation>导出所有卡的 trace(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Write Report…</source>
        <translation>生成报告(&amp;W)…</translation>
    </message>
    <message>
        <source>Export Trace</source>
        <translation>导出 trace</translation>
    </message>
    <message>
        <source>Chrome traces for Perfetto and chrome://tracing (*.json.gz *.json)</source>
        <translation>用于 Perfetto 和 chrome://tracing 的 Chrome trace (*.json.gz *.json)</translation>
    </message>
    <message>
        <source>Aligning the clocks and writing the trace…</source>
        <translation>正在对齐时钟并写出 trace…</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Ranks that keep their own clock, because no communication connects them to the others: %1</source>
        <translation>保持自身时钟的卡（没有通信能将其与其他卡对齐）：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s) have no args: the files of the run could not be read again.</source>
        <translation>
            <numerusform>%n 个事件没有参数：无法再次读取数据文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slices and %2 connection lines of %n rank(s)</source>
        <translation>
            <numerusform>%n 张卡的 %1 个事件和 %2 条连线</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a table that has no rows, the runs in which it has none</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Prefer &amp;Databases to Text Files</source>
        <translation>优先使用数据库(&amp;D)</translation>
    </message>
    <message>
        <source>%1 is now compared with %2 as the baseline.</source>
        <translation>现在以 %2 为基准，比对 %1。</translation>
    </message>
    <message>
        <source>Prefer Te&amp;xt Files to Databases</source>
        <translation>优先使用文本文件(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy Ce&amp;ll</source>
        <translation>复制单元格(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>查找(&amp;F)</translation>
    </message>
    <message>
        <source>Nothing to copy: click a row of a table first.</source>
        <translation>没有可复制的内容：请先单击表格中的一行。</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>&amp;User Guide</source>
        <translation>用户指南(&amp;U)</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>导出内容</translation>
    </message>
    <message>
        <source>Tables and pictures on the screen</source>
        <translation>屏幕上的表格和图片</translation>
    </message>
    <message>
        <source>Verdicts and overview</source>
        <translation>诊断结论与概览</translation>
    </message>
    <message>
        <source>Everything: all tables, all pictures</source>
        <translation>全部表格与图片</translation>
    </message>
    <message>
        <source>&amp;What If…</source>
        <translation>假设分析(&amp;W)…</translation>
    </message>
    <message>
        <source>Li&amp;brary of Runs</source>
        <translation>历史数据(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Keep Opened Runs in the Library</source>
        <translation>记录打开过的数据(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Empty the Library…</source>
        <translation>清空历史数据(&amp;E)…</translation>
    </message>
    <message>
        <source>Library of Runs</source>
        <translation>历史数据</translation>
    </message>
    <message>
        <source>Remove all runs and all notes from the library?</source>
        <translation>移除历史数据中的所有数据和备注？</translation>
    </message>
    <message>
        <source>The files of the runs stay.</source>
        <translation>数据文件不受影响。</translation>
    </message>
    <message>
        <source>&amp;Follow the Growing Run</source>
        <translation>跟踪增长中的数据(&amp;F)</translation>
    </message>
    <message>
        <source>Reads new ranks and captures as soon as their files are complete</source>
        <translation>新的卡和新采集的文件写完后立即读取</translation>
    </message>
    <message>
        <source>Remote &amp;Hosts…</source>
        <translation>远程主机(&amp;H)…</translation>
    </message>
    <message>
        <source>The run is on another host: F5 reads what is new there.</source>
        <translation>数据在其他主机上：按 F5 读取新内容。</translation>
    </message>
    <message>
        <source>Viewer for profiling runs of AI training on Ascend NPUs.
It reads files only: nothing is written beside them. Only your own ssh uses the network, for ssh:// paths.
Licensed under the Apache License 2.0.</source>
        <translation>用于查看昇腾 NPU 上 AI 训练性能数据的工具。
只读取文件：不在数据旁写入任何内容。只有打开 ssh:// 路径时，您自己的 ssh 使用网络。
采用 Apache License 2.0 许可。</translation>
    </message>
    <message>
        <source>%1 › %2</source>
        <comment>view, page of it</comment>
        <translation>%1 › %2</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>%1 could not be read again. What was read before is still shown.</source>
        <translation>无法重新读取 %1。仍显示之前读取的内容。</translation>
    </message>
    <message>
        <source>The files of the session are not where they were, and not beside the session file. What was open before is still shown.</source>
        <translation>会话的文件不在原处，也不在会话文件旁边。仍显示之前打开的内容。</translation>
    </message>
    <message>
        <source>This path no longer exists.</source>
        <translation>该路径已不存在。</translation>
    </message>
</context>
<context>
    <name>rs::MareyPage</name>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>The operators of the devices were not matched.</source>
        <translation>各卡的算子未匹配。</translation>
    </message>
    <message>
        <source>Match them</source>
        <translation>开始匹配</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Operators across devices</source>
        <translation>各卡算子</translation>
    </message>
    <message>
        <source>The devices one below the other, each operator joined from device to device: which operator fans out, and where are the gaps?</source>
        <translation>各卡自上而下排列，相同的算子逐卡相连：哪个算子展开，哪里有空隙？</translation>
    </message>
    <message>
        <source>Matching the operators of the devices</source>
        <translation>正在匹配各卡的算子</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>已完成 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>There are no operators to show</source>
        <translation>没有可显示的算子</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>Operators of the devices over time</source>
        <translation>各卡的算子随时间分布</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 million, %2 of the device with the most</source>
        <translation>%1 百万次，为最多的卡的 %2</translation>
    </message>
    <message>
        <source>%1 G/s, %2 of the peak</source>
        <translation>%1 G/s，为峰值算力的 %2</translation>
    </message>
    <message>
        <source>%1 G/s, %2 of the fastest device</source>
        <translation>%1 G/s，为最快的卡的 %2</translation>
    </message>
    <message>
        <source>%1 GiB, %2 of %3 GiB</source>
        <translation>%1 GiB，为 %3 GiB 的 %2</translation>
    </message>
    <message>
        <source>%1 GiB; no file says the capacity</source>
        <translation>%1 GiB；没有文件给出容量</translation>
    </message>
    <message numerus="yes">
        <source>%1, the mean of %n device(s)</source>
        <translation>
            <numerusform>%1，%n 张卡的平均值</numerusform>
        </translation>
    </message>
    <message>
        <source>The rank is not loaded.</source>
        <translation>该卡未加载。</translation>
    </message>
    <message>
        <source>Neither a trace with kernels nor a kernel table with start times.</source>
        <translation>既没有含 Kernel 的 trace，也没有带开始时间的 Kernel 表。</translation>
    </message>
    <message>
        <source>No data of this step.</source>
        <translation>没有该迭代的数据。</translation>
    </message>
    <message>
        <source>Its clock could not be aligned: it is drawn at its own timestamps.</source>
        <translation>该卡的时钟无法对齐：按其自身的时间戳绘制。</translation>
    </message>
    <message numerus="yes">
        <source>The clocks of %n rank(s) could not be aligned: they are drawn at their own timestamps.</source>
        <translation>
            <numerusform>%n 张卡的时钟无法对齐：按其自身的时间戳绘制。</numerusform>
        </translation>
    </message>
    <message>
        <source>Among computing operators %1 differs most: %2 on %3, %4 on %5.</source>
        <translation>计算算子中 %1 差异最大：%3 为 %2，%5 为 %4。</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>未找到</translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>找到 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>across</source>
        <translation>向右</translation>
    </message>
    <message>
        <source>downwards</source>
        <translation>向下</translation>
    </message>
    <message>
        <source>Time runs</source>
        <translation>时间方向</translation>
    </message>
    <message>
        <source>Name of the operator</source>
        <translation>算子名称</translation>
    </message>
    <message>
        <source>Previous match (%1)</source>
        <translation>上一个匹配（%1）</translation>
    </message>
    <message>
        <source>Next match (%1)</source>
        <translation>下一个匹配（%1）</translation>
    </message>
    <message>
        <source>No memory curves: no rank has a memory_record.csv, which the profiler writes with profile_memory = True, nor memory_usage_details_*.json of MindSpore 1.x.</source>
        <translation>没有内存曲线：没有任何卡有 memory_record.csv（采集时设置 profile_memory = True 才会生成），也没有 MindSpore 1.x 的 memory_usage_details_*.json。</translation>
    </message>
    <message>
        <source>No FLOPS curves: no kernel_details.csv counts operations (aic_metrics = ArithmeticUtilization) or has the shapes of matrix products, and there is no flops_*.txt of MindSpore 1.x.</source>
        <translation>没有 FLOPS 曲线：kernel_details.csv 既没有运算量计数（aic_metrics = ArithmeticUtilization），也没有矩阵乘的形状，并且没有 MindSpore 1.x 的 flops_*.txt。</translation>
    </message>
    <message>
        <source>FLOPS are estimated by the shapes of matrix products.</source>
        <translation>FLOPS 按矩阵乘的形状估算。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>FLOPS</source>
        <translation>FLOPS</translation>
    </message>
    <message>
        <source>memory and FLOPS</source>
        <translation>内存和 FLOPS</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>The rank is being loaded.</source>
        <translation>该卡正在加载。</translation>
    </message>
    <message>
        <source>The rank could not be read.</source>
        <translation>该卡无法读取。</translation>
    </message>
    <message>
        <source>none of namespace %1</source>
        <translation>命名空间 %1 中没有匹配的算子</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of namespace %1</source>
        <translation>
            <numerusform>命名空间 %1 中有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop marking the namespace</source>
        <translation>取消对该命名空间的标记</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>迭代 %1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 GiB, the mean of %n device(s); no file says the capacity</source>
        <translation>
            <numerusform>%1 GiB，%n 张卡的平均值；没有文件给出容量</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation>显示所有迭代</translation>
    </message>
</context>
<context>
    <name>rs::MareyPicture</name>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>FLOPS</source>
        <translation>FLOPS</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>send and receive</source>
        <translation>发送和接收</translation>
    </message>
    <message>
        <source>Operators of the devices over time</source>
        <translation>各卡的算子随时间分布</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>After the first start</source>
        <translation>晚于最早开始</translation>
    </message>
    <message>
        <source>no other one has it at this place</source>
        <translation>其他卡在该处没有</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>memory, up to %1 MB</source>
        <translation>内存，最高 %1 MB</translation>
    </message>
    <message>
        <source>FLOPS, up to %1 G/s</source>
        <translation>FLOPS，最高 %1 G/s</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>%1 G/s</source>
        <translation>%1 G/s</translation>
    </message>
    <message>
        <source>squares from above: FLOPs, FLOPS, peak memory</source>
        <translation>方块自上而下：FLOPs、FLOPS、内存峰值</translation>
    </message>
    <message>
        <source>squares from the left: FLOPs, FLOPS, peak memory</source>
        <translation>方块从左到右：FLOPs、FLOPS、内存峰值</translation>
    </message>
    <message>
        <source>%1: median %2, %3 to %4</source>
        <comment>number, times</comment>
        <translation>%1 张卡，中位数 %2，%3 至 %4</translation>
    </message>
</context>
<context>
    <name>rs::MarkDialog</name>
    <message>
        <source>Range</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>颜色 %1</translation>
    </message>
    <message>
        <source>What can be seen here</source>
        <translation>此处可见的现象</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>rs::MarkEditor</name>
    <message>
        <source>Mark %1</source>
        <translation>标记 %1</translation>
    </message>
    <message>
        <source>Deleted the mark %1</source>
        <translation>已删除标记 %1</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n mark(s)</source>
        <translation>
            <numerusform>已删除 %n 个标记</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::MarkMenu</name>
    <message>
        <source>No marks yet: click the ruler, or press K</source>
        <translation>尚无标记：单击标尺或按 K</translation>
    </message>
    <message>
        <source>Del removes the chosen mark or bookmark</source>
        <translation>按 Del 删除选中的标记或书签</translation>
    </message>
    <message>
        <source>Alt+1…9 keeps this view, 1…9 returns to it</source>
        <translation>Alt+1…9 保存当前视窗，1…9 返回</translation>
    </message>
    <message>
        <source>%1: %2, %3 long</source>
        <comment>mark, start, length</comment>
        <translation>%1：%2，时长 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>mark, time</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>mark with time, first line of its note</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Bookmark %1: %2, %3 long</source>
        <comment>number, start, length</comment>
        <translation>书签 %1：%2，时长 %3</translation>
    </message>
    <message>
        <source>Deleted bookmark %1</source>
        <translation>已删除书签 %1</translation>
    </message>
</context>
<context>
    <name>rs::MatrixOrders</name>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>%1 groups</source>
        <translation>%1 通信域</translation>
    </message>
</context>
<context>
    <name>rs::MatrixPage</name>
    <message numerus="yes">
        <source>No data: no file says what %n rank(s) sent</source>
        <translation>
            <numerusform>无数据：没有文件给出 %n 张卡的发送</numerusform>
        </translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Inside a device, not in the scale</source>
        <translation>卡内，不计入色阶</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>quantity (unit)</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>#: index inside the domain; its rank is unknown, because the run has no parallel_group_info</source>
        <translation>#：域内序号；数据中没有 parallel_group_info，卡号未知</translation>
    </message>
    <message>
        <source>Links of the chosen operator</source>
        <translation>所选算子的链路</translation>
    </message>
    <message>
        <source>Operators on the selected link</source>
        <translation>所选链路上的算子</translation>
    </message>
    <message>
        <source>No links.</source>
        <translation>没有链路。</translation>
    </message>
    <message>
        <source>Nothing crossed this link.</source>
        <translation>该链路没有传输数据。</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Links inside a device</source>
        <translation>卡内链路</translation>
    </message>
    <message>
        <source>Includes links inside a device in the colour scale; they are many times faster than links between devices</source>
        <translation>将卡内链路计入色阶；卡内链路比卡间链路快很多倍</translation>
    </message>
    <message>
        <source>Communication matrix, source by destination</source>
        <translation>通信矩阵，源 × 目的</translation>
    </message>
    <message>
        <source>Range of the colour scale</source>
        <translation>色阶范围</translation>
    </message>
    <message>
        <source>The file of the matrix has no times: choose a step instead.</source>
        <translation>矩阵文件不含时间，请改为选择迭代。</translation>
    </message>
    <message>
        <source>Choose one operator above; its slice must be in a trace that is loaded.</source>
        <translation>请先在上方选择一个算子；其事件须在已加载的 trace 中。</translation>
    </message>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>operator: %1</source>
        <translation>算子：%1</translation>
    </message>
    <message>
        <source>Show the Operator in Timeline</source>
        <translation>在时间线中显示该算子</translation>
    </message>
    <message>
        <source>No loaded trace has an operator that crossed this link.</source>
        <translation>已加载的 trace 中没有经过该链路的算子。</translation>
    </message>
    <message>
        <source>No loaded trace has the operator of this row.</source>
        <translation>已加载的 trace 中没有该行的算子。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between notes</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>%1 KB</source>
        <translation>%1 KB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>Crossed: small, not in the scale</source>
        <translation>交叉线：数据量小，不计入色阶</translation>
    </message>
    <message>
        <source>Links that carried less are crossed and left out of the colour scale: so little data says nothing about a link</source>
        <translation>传输量低于此值的链路以交叉线表示，不计入色阶：数据量过小，无法反映链路快慢</translation>
    </message>
    <message>
        <source>Sum over steps</source>
        <translation>各迭代之和</translation>
    </message>
    <message>
        <source>Mean per step</source>
        <translation>各迭代均值</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>%n 个迭代的平均</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum of %n step(s)</source>
        <translation>
            <numerusform>%n 个迭代之和</numerusform>
        </translation>
    </message>
    <message>
        <source>at the edges: medians of rows and columns</source>
        <translation>边缘为各行、各列的中位数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>色阶</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>this run − %1</source>
        <translation>本次采集 − %1</translation>
    </message>
    <message>
        <source>Subtract run</source>
        <translation>减去的采集</translation>
    </message>
    <message>
        <source>Only in this run</source>
        <translation>仅本次采集有</translation>
    </message>
    <message>
        <source>values hardly differ: the colours span %1 %</source>
        <translation>各值相差很小：色阶跨度为 %1 %</translation>
    </message>
    <message>
        <source>bandwidth / what the fastest tenth of the links of this type reach with messages of this size in this run (the fastest are above 1)</source>
        <translation>带宽 / 本次采集中同类链路在同等消息大小下最快十分之一所达到的带宽（最快者大于 1）</translation>
    </message>
    <message>
        <source>not enough memory to look for slow links</source>
        <translation>内存不足，无法查找慢链路</translation>
    </message>
    <message>
        <source>only the links for which the file names the operator</source>
        <translation>仅文件写明该算子的链路</translation>
    </message>
    <message>
        <source>Every operator that crossed the link %1; other links are not listed.</source>
        <translation>仅列出经过链路 %1 的全部算子，未列出其他链路。</translation>
    </message>
    <message>
        <source>Show all links</source>
        <translation>显示全部链路</translation>
    </message>
    <message>
        <source>Lists every link again; so do Esc and a second click on the cell</source>
        <translation>重新列出全部链路，与 Esc 或再次单击该单元格相同</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>%1 has no data to compare with</source>
        <translation>%1 没有可比较的数据</translation>
    </message>
    <message numerus="yes">
        <source>%1 has no step %2: the mean of its %n step(s) is used</source>
        <translation>
            <numerusform>%1 没有迭代 %2：以其 %n 个迭代的均值代替</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>means, because %1 has %n step(s)</source>
        <translation>
            <numerusform>取均值，因为 %1 有 %n 个迭代</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) that only %1 has are not shown</source>
        <translation>
            <numerusform>仅 %1 有的 %n 条链路未显示</numerusform>
        </translation>
    </message>
    <message>
        <source>no link has another type in %1</source>
        <translation>没有链路在 %1 中为其他类型</translation>
    </message>
    <message numerus="yes">
        <source>types of this run; %n link(s) have another type in %1</source>
        <translation>
            <numerusform>图中为本次采集的类型；%n 条链路在 %1 中为其他类型</numerusform>
        </translation>
    </message>
    <message>
        <source>Framed: another type in the other run</source>
        <translation>描边：在另一次采集中为其他类型</translation>
    </message>
    <message>
        <source>Pale: no other type there</source>
        <translation>浅色：类型无差异</translation>
    </message>
    <message>
        <source>Show the Longest Operator in Timeline</source>
        <translation>在时间线中显示最长的算子</translation>
    </message>
    <message>
        <source>The files name these ranks only by their index inside the domain, or their folders are not open.</source>
        <translation>文件只以域内序号表示这些卡，或其文件夹未打开。</translation>
    </message>
    <message>
        <source>Total Op Info sums up all operators: choose one to go to the timeline.</source>
        <translation>Total Op Info 是全部算子之和：请选择其中一个算子再跳转到时间线。</translation>
    </message>
    <message>
        <source>Value not known</source>
        <translation>数值未知</translation>
    </message>
    <message>
        <source>Beyond the handles of the scale</source>
        <translation>在色阶滑块范围之外</translation>
    </message>
    <message>
        <source>Grey, not in the scale: see the tooltip</source>
        <translation>灰色，不计入色阶：原因见悬停提示</translation>
    </message>
    <message>
        <source>Red frame: slow link</source>
        <translation>红框：慢链路</translation>
    </message>
    <message>
        <source>Ignore below</source>
        <translation>忽略小于</translation>
    </message>
    <message>
        <source>every link is smaller than what is ignored: choose &quot;any size&quot; under Options &gt; Ignore below</source>
        <translation>所有链路都小于忽略的大小：请在“选项 &gt; 忽略小于”中选择“不限”</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>通信矩阵</translation>
    </message>
    <message>
        <source>What each link between two ranks carried, in which time and how fast, as a picture and as a table.</source>
        <translation>两卡之间每条链路传输了多少、用时多久、速率多高：以热力图和表格显示。</translation>
    </message>
    <message>
        <source>Operators that the files name on the link %1, a few of each type; other links are not listed.</source>
        <translation>文件在链路 %1 上列出的算子，每种类型几个；不列出其他链路。</translation>
    </message>
    <message>
        <source>Slow link</source>
        <translation>慢链路</translation>
    </message>
</context>
<context>
    <name>rs::MatrixTexts</name>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Transfer size</source>
        <translation>传输数据量</translation>
    </message>
    <message>
        <source>Transfer time</source>
        <translation>传输时间</translation>
    </message>
    <message>
        <source>Link type</source>
        <translation>链路类型</translation>
    </message>
    <message>
        <source>vs. best 10 %</source>
        <translation>与最快 10 % 之比</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>No link matches</source>
        <translation>没有符合条件的链路</translation>
    </message>
    <message>
        <source>No link between the shown ranks was used in the chosen step and communication domain.</source>
        <translation>所选迭代和通信域中，所显示的卡之间没有使用任何链路。</translation>
    </message>
    <message>
        <source>No link was used in the chosen step and communication domain.</source>
        <translation>所选迭代和通信域中没有使用任何链路。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Links appear here as soon as the first rank is loaded.</source>
        <translation>第一张卡加载完成后显示链路。</translation>
    </message>
    <message>
        <source>No link data in this run</source>
        <translation>该数据没有链路信息</translation>
    </message>
    <message>
        <source>The matrix reads communication_matrix.json of the ranks, or cluster_communication_matrix.json; this run has neither.

The profiler writes communication_matrix.json when more than one rank takes part and profiler_level is Level1 or Level2.</source>
        <translation>通信矩阵读取各卡的 communication_matrix.json 或 cluster_communication_matrix.json；该数据两者都没有。

多卡且 profiler_level 为 Level1 或 Level2 时，Profiler 会生成 communication_matrix.json。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>source rank, destination rank</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>数据量小</translation>
    </message>
    <message>
        <source>too small to show the bandwidth; not in the scale</source>
        <translation>数据量过小，无法反映带宽；不计入色阶</translation>
    </message>
    <message>
        <source>this link</source>
        <translation>本链路</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>hosts %1 and %2</source>
        <translation>主机 %1 与 %2</translation>
    </message>
    <message>
        <source>%1 ms, %2</source>
        <comment>time, bandwidth</comment>
        <translation>%1 ms，%2</translation>
    </message>
    <message>
        <source>Slow, at fault</source>
        <translation>偏慢，问题在</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>Reached</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Longer by</source>
        <translation>多耗时</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Cost of a step</source>
        <translation>每迭代代价</translation>
    </message>
    <message>
        <source>Types of operators</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>Classes of a type: one of its operators on each link</source>
        <translation>某类算子的分类：每条链路上的一个算子</translation>
    </message>
    <message>
        <source>Single operators</source>
        <translation>单个算子</translation>
    </message>
    <message>
        <source>all operators of the type</source>
        <translation>该类的全部算子</translation>
    </message>
    <message>
        <source>the highest bandwidth</source>
        <translation>带宽最高</translation>
    </message>
    <message>
        <source>the bandwidth in the middle</source>
        <translation>带宽居中</translation>
    </message>
    <message>
        <source>the third lowest bandwidth</source>
        <translation>带宽倒数第三</translation>
    </message>
    <message>
        <source>the second lowest bandwidth</source>
        <translation>带宽倒数第二</translation>
    </message>
    <message>
        <source>the lowest bandwidth</source>
        <translation>带宽最低</translation>
    </message>
    <message>
        <source>All amounts</source>
        <translation>所有数值</translation>
    </message>
    <message numerus="yes">
        <source>mean per step, of %n step(s)</source>
        <translation>
            <numerusform>每迭代平均（共 %n 个迭代）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum of %n step(s)</source>
        <translation>
            <numerusform>%n 个迭代之和</numerusform>
        </translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s) of the files</source>
        <translation>
            <numerusform>文件中的 %n 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>Slow part</source>
        <translation>其中偏慢</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message>
        <source>Expected by</source>
        <translation>预期依据</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of the table of slow links, together</source>
        <translation>
            <numerusform>慢链路表中 %n 行的合计</numerusform>
        </translation>
    </message>
    <message>
        <source>Links appear here as soon as the cluster analysis is read.</source>
        <translation>集群分析结果读取完成后显示链路。</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>All operators (Total Op Info)</source>
        <translation>全部算子 (Total Op Info)</translation>
    </message>
</context>
<context>
    <name>rs::MemoryChart</name>
    <message>
        <source>Peak of %1 in the selected time: %2 at %3</source>
        <translation>所选时间内“%1”的峰值：%2，位于 %3</translation>
    </message>
    <message>
        <source>Peak of %1 in step %2: %3 at %4</source>
        <translation>迭代 %2 内“%1”的峰值：%3，位于 %4</translation>
    </message>
    <message>
        <source>Peak of %1: %2 at %3</source>
        <translation>“%1”的峰值：%2，位于 %3</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Peak of %1 in the selected nodes: %2 at node %3</source>
        <translation>所选节点内“%1”的峰值：%2，位于节点 %3</translation>
    </message>
    <message>
        <source>Peak of %1: %2 at node %3</source>
        <translation>“%1”的峰值：%2，位于节点 %3</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>At %1: %2 of %3</source>
        <comment>moment, megabytes, curve</comment>
        <translation>%1 时：%3 为 %2</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>rs::MemoryCurvesPage</name>
    <message>
        <source>Curves of memory</source>
        <translation>内存曲线</translation>
    </message>
    <message>
        <source>Memory of the current rank over time: allocated, active and reserved.</source>
        <translation>当前卡的内存随时间的变化：已分配、激活和已保留。</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Overall</source>
        <translation>全局</translation>
    </message>
    <message>
        <source>By stream</source>
        <translation>按 Stream</translation>
    </message>
    <message>
        <source>There are no curves to show</source>
        <translation>没有可显示的曲线</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>%1 已分配</translation>
    </message>
    <message>
        <source>%1 active</source>
        <translation>%1 激活</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>%1 已保留</translation>
    </message>
    <message>
        <source>%1 fragmentation</source>
        <translation>%1 碎片</translation>
    </message>
    <message>
        <source>stream %1</source>
        <comment>of the device</comment>
        <translation>Stream %1</translation>
    </message>
    <message>
        <source>Show the Selected Time in Timeline</source>
        <translation>在时间线中显示所选时间</translation>
    </message>
    <message>
        <source>Show This Moment in Timeline</source>
        <translation>在时间线中显示此时刻</translation>
    </message>
    <message>
        <source>Memory Held at This Moment</source>
        <translation>该时刻的内存占用</translation>
    </message>
    <message>
        <source>Back to the Peak</source>
        <translation>回到峰值</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>对照卡</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>rank, curve</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 (not loaded)</source>
        <translation>%1（未加载）</translation>
    </message>
    <message>
        <source>%1 is not loaded</source>
        <translation>%1 未加载</translation>
    </message>
    <message>
        <source>Modules of CANN</source>
        <translation>CANN 各模块</translation>
    </message>
    <message>
        <source>%1 has no row with a component, a time and a value: see the findings.</source>
        <translation>%1 没有同时含组件、时间和数值的行：原因见检查结果。</translation>
    </message>
    <message>
        <source>allocated memory of the %1 of %2 streams with the greatest peaks</source>
        <translation>%2 个 Stream 中峰值最高的 %1 个的已分配内存</translation>
    </message>
    <message>
        <source>the %1 of %2 modules with the greatest peaks</source>
        <translation>%2 个模块中峰值最高的 %1 个</translation>
    </message>
    <message>
        <source>Compiled graphs</source>
        <translation>编译图</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>static_op_mem.csv has no row with a node and a size: see the findings.</source>
        <translation>static_op_mem.csv 中没有同时含节点和大小的行：原因见检查结果。</translation>
    </message>
    <message>
        <source>total of graph %1</source>
        <translation>图 %1 总计</translation>
    </message>
    <message>
        <source>operators of graph %1</source>
        <translation>图 %1 的算子</translation>
    </message>
    <message>
        <source>%1 has no %2; profile_memory=True writes it</source>
        <translation>%1 没有 %2；profile_memory=True 时写出</translation>
    </message>
    <message>
        <source>What a stream holds follows from the blocks of operator_memory.csv, which this rank does not have.</source>
        <translation>各 Stream 占用的内存由 operator_memory.csv 的内存块得出，该卡没有此文件。</translation>
    </message>
    <message>
        <source>operator_memory.csv does not say on which streams the blocks of this rank are.</source>
        <translation>operator_memory.csv 未给出该卡的内存块属于哪些 Stream。</translation>
    </message>
    <message>
        <source>what the blocks of operator_memory.csv hold on each stream</source>
        <translation>operator_memory.csv 中各 Stream 的内存块占用的内存</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <comment>a rank</comment>
        <translation>%1 的内存</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>device, curve</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Scale from Zero</source>
        <translation>纵轴从零开始</translation>
    </message>
    <message>
        <source>Scale to What Is Shown</source>
        <translation>按显示内容缩放纵轴</translation>
    </message>
</context>
<context>
    <name>rs::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>By</source>
        <translation>按</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Allocations</source>
        <translation>内存分配</translation>
    </message>
    <message>
        <source>Live at the cursor</source>
        <translation>光标处的占用</translation>
    </message>
    <message>
        <source>Leak suspects</source>
        <translation>疑似泄漏</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>组件</translation>
    </message>
    <message>
        <source>Compiled graphs</source>
        <translation>编译图</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Two ranks</source>
        <translation>两卡比对</translation>
    </message>
</context>
<context>
    <name>rs::NumbersDialog</name>
    <message>
        <source>Defaults</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>the least and the most that a number may be</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 is not valid for %2 (%3). It stays %4.</source>
        <comment>what was typed, name, least and most of the values, value</comment>
        <translation>%1 不是 %2 的有效值（范围：%3），仍为 %4。</translation>
    </message>
</context>
<context>
    <name>rs::OffsetDialog</name>
    <message>
        <source>Time Offset</source>
        <translation>时间偏移</translation>
    </message>
    <message>
        <source>Offset of %1 in nanoseconds; a positive one moves it to the left:</source>
        <translation>%1 的时间偏移（纳秒）；正值向左移动：</translation>
    </message>
    <message>
        <source>Align to Start</source>
        <translation>对齐到起点</translation>
    </message>
    <message>
        <source>No Offset</source>
        <translation>清除偏移</translation>
    </message>
    <message>
        <source>This is not a time: enter 12345 or 1.5 ms.</source>
        <translation>不是时间：请输入 12345 或 1.5 ms。</translation>
    </message>
    <message>
        <source>Drawn as it was recorded.</source>
        <translation>按采集时间绘制。</translation>
    </message>
    <message>
        <source>Drawn %1 earlier than it was recorded.</source>
        <translation>绘制位置比采集时间早 %1。</translation>
    </message>
    <message>
        <source>Drawn %1 later than it was recorded.</source>
        <translation>绘制位置比采集时间晚 %1。</translation>
    </message>
</context>
<context>
    <name>rs::OperatorChart</name>
    <message>
        <source>Communication operators over ranks</source>
        <translation>各卡的通信算子</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Wait for the last rank</source>
        <translation>等待最晚的卡</translation>
    </message>
    <message>
        <source>Arrival spread</source>
        <translation>到达时间差</translation>
    </message>
    <message>
        <source>Partners</source>
        <translation>匹配的算子</translation>
    </message>
    <message>
        <source>none known</source>
        <translation>未知</translation>
    </message>
    <message numerus="yes">
        <source>other types (%n)</source>
        <translation>
            <numerusform>其他类型（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>striped: waiting unknown, clocks are not aligned</source>
        <translation>条纹：等待未知，时钟未对齐</translation>
    </message>
    <message>
        <source>unknown: clocks are not aligned</source>
        <translation>未知：时钟未对齐</translation>
    </message>
    <message>
        <source>hatched row: nothing was recorded</source>
        <translation>斜线行：没有记录</translation>
    </message>
    <message>
        <source>unknown: the rank has no trace, and its times are those of communication.json</source>
        <translation>未知：该卡没有 trace，时间取自 communication.json</translation>
    </message>
    <message>
        <source>hatched: no trace of the rank or of its partners, waiting unknown</source>
        <translation>斜线：该卡或与其配对的卡没有 trace，等待未知</translation>
    </message>
    <message>
        <source>unknown: ranks of its domain have no trace</source>
        <translation>未知：其通信域中有的卡没有 trace</translation>
    </message>
    <message>
        <source>faded: waits for the last rank</source>
        <translation>淡色：等待最晚的卡</translation>
    </message>
</context>
<context>
    <name>rs::OperatorGroupsPage</name>
    <message>
        <source>Show Its Kernels</source>
        <translation>显示其 Kernel</translation>
    </message>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Time by operator</source>
        <translation>算子耗时</translation>
    </message>
    <message>
        <source>Which operators take the time of the device, how evenly, and what bounds them?</source>
        <translation>哪些算子占用设备时间，是否均匀，瓶颈是什么？</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name and input shapes</source>
        <translation>名称和输入形状</translation>
    </message>
    <message>
        <source>Communication operator</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>Communication type</source>
        <translation>通信类型</translation>
    </message>
    <message>
        <source>the largest 5</source>
        <translation>前 5</translation>
    </message>
    <message>
        <source>the largest 10</source>
        <translation>前 10</translation>
    </message>
    <message>
        <source>the largest 15</source>
        <translation>前 15</translation>
    </message>
    <message>
        <source>the largest 30</source>
        <translation>前 30</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation>随迭代变化</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 缓存</translation>
    </message>
    <message>
        <source>Operators in groups</source>
        <translation>算子分组</translation>
    </message>
    <message>
        <source>Kernels of the selected group</source>
        <translation>所选分组的 Kernel</translation>
    </message>
    <message>
        <source>Click for the kernels in it.</source>
        <translation>单击显示其中的 Kernel。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>95 分位</translation>
    </message>
    <message>
        <source>Total time by operator</source>
        <translation>按算子的总耗时</translation>
    </message>
    <message>
        <source>Total time by operator type</source>
        <translation>按算子类型的总耗时</translation>
    </message>
    <message>
        <source>Total time by name and input shapes</source>
        <translation>按名称和输入形状的总耗时</translation>
    </message>
    <message>
        <source>Total time by accelerator core</source>
        <translation>按加速核的总耗时</translation>
    </message>
    <message>
        <source>Total time by communication operator</source>
        <translation>按通信算子的总耗时</translation>
    </message>
    <message>
        <source>Total time by communication type</source>
        <translation>按通信类型的总耗时</translation>
    </message>
    <message>
        <source>There are no operators to show</source>
        <translation>没有可显示的算子</translation>
    </message>
    <message>
        <source>No run is open: open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>没有打开的数据：通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>%1 in total</source>
        <translation>合计 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n 个分组</numerusform>
        </translation>
    </message>
    <message>
        <source>Kernels (%1)</source>
        <translation>Kernel (%1)</translation>
    </message>
    <message numerus="yes">
        <source>%n call(s), median %1, 95th percentile %2</source>
        <translation>
            <numerusform>%n 次调用，中位数 %1，95 分位 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Median of the calls</source>
        <translation>各次调用的中位数</translation>
    </message>
    <message>
        <source>slowest in step %1: %2 times the usual median</source>
        <translation>迭代 %1 最慢：为通常中位数的 %2 倍</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>operator, what bounds it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: no counter shows its bottleneck.</source>
        <translation>%1：没有计数器能说明其瓶颈。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>current rank</source>
        <translation>当前卡</translation>
    </message>
    <message>
        <source>%1, all ranks</source>
        <comment>operator</comment>
        <translation>%1，所有卡</translation>
    </message>
    <message>
        <source>Kernels of %1 (%2)</source>
        <translation>%1 的 Kernel（%2）</translation>
    </message>
    <message>
        <source>L2 cache of %1</source>
        <translation>%1 的 L2 缓存</translation>
    </message>
    <message>
        <source>Communication has no core to choose.</source>
        <translation>通信不在可选的加速核上执行。</translation>
    </message>
    <message>
        <source>No accelerator core of the operators is known.</source>
        <translation>算子的加速核未知。</translation>
    </message>
    <message>
        <source>The operators are being summed up</source>
        <translation>正在汇总算子</translation>
    </message>
    <message>
        <source>Core type</source>
        <translation>加速核类型</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>显示数量</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
</context>
<context>
    <name>rs::OperatorsView</name>
    <message>
        <source>Group by</source>
        <translation>分组方式</translation>
    </message>
    <message>
        <source>Operator type</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>Operator type and input shapes</source>
        <translation>算子类型和输入形状</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name and input shapes</source>
        <translation>名称和输入形状</translation>
    </message>
</context>
<context>
    <name>rs::Roofline</name>
    <message>
        <source>Operations a byte (FLOP/B)</source>
        <translation>每字节运算次数 (FLOP/B)</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>a point is a group of kernels, as large as its time; the line is what chip and data type allow</source>
        <translation>一个点为一组 Kernel，大小表示耗时；线为芯片对该数据类型的上限</translation>
    </message>
    <message>
        <source>unknown data type</source>
        <translation>数据类型未知</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>Operations a byte</source>
        <translation>每字节运算次数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Of the roof</source>
        <translation>占上限</translation>
    </message>
</context>
<context>
    <name>rs::OperatorPies</name>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>not named</source>
        <translation>未命名</translation>
    </message>
</context>
<context>
    <name>rs::OperatorsPage</name>
    <message>
        <source>alignment: %1</source>
        <translation>对齐方式：%1</translation>
    </message>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>Operators over ranks</source>
        <translation>各卡算子</translation>
    </message>
    <message>
        <source>Every communication operator of the chosen domain and step, one row a rank: which ranks came late, and which waited?</source>
        <translation>所选通信域和迭代的全部通信算子，每张卡一行：谁来得晚，谁在等待？</translation>
    </message>
    <message>
        <source>no trace, and no times in communication.json</source>
        <translation>没有 trace，communication.json 中也没有时间</translation>
    </message>
    <message>
        <source>no operator in this domain and step</source>
        <translation>该通信域和迭代中没有算子</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>No communication operators</source>
        <translation>没有通信算子</translation>
    </message>
    <message>
        <source>No loaded rank has operators in the chosen domain and step. They come from the trace (trace_view.json, lanes Communication or HCCL) or from communication.json; the profiler writes them when NPU activity is on, more than one rank takes part and profiler_level is Level1 or Level2.</source>
        <translation>已加载的卡在所选通信域和迭代中没有算子。算子来自 trace（trace_view.json 的 Communication 或 HCCL 泳道）或 communication.json；采集 NPU 活动、多张卡参与且 profiler_level 为 Level1 或 Level2 时，Profiler 会写出它们。</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>按记录的时间</translation>
    </message>
    <message>
        <source>ends of the selected operator</source>
        <translation>按所选算子的结束</translation>
    </message>
    <message>
        <source>starts of the selected operator</source>
        <translation>按所选算子的开始</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>all types</source>
        <translation>全部类型</translation>
    </message>
    <message>
        <source>Ranks of the selected operator</source>
        <translation>所选算子的各卡</translation>
    </message>
    <message>
        <source>No other rank has a partner of this operator.</source>
        <translation>其他卡上没有与该算子匹配的算子。</translation>
    </message>
    <message>
        <source>Select an operator to see the times of all its ranks.</source>
        <translation>选择一个算子，查看其各卡的时间。</translation>
    </message>
    <message>
        <source>arrival spread %1, last: %2</source>
        <translation>到达时间差 %1，最晚：%2</translation>
    </message>
    <message>
        <source>Communication operators over ranks</source>
        <translation>各卡的通信算子</translation>
    </message>
    <message>
        <source>Name of the operator</source>
        <translation>算子名称</translation>
    </message>
    <message>
        <source>not loaded: a double click loads it and shows it in the timeline</source>
        <translation>未加载：双击加载并在时间线中显示</translation>
    </message>
    <message>
        <source>Its wait is unknown: the clocks of its ranks are not aligned.</source>
        <translation>等待时间未知：参与该算子的各卡时钟未对齐。</translation>
    </message>
    <message>
        <source>This rank has no trace: its operators are drawn at the times of communication.json, and are not compared with those of ranks with a trace.</source>
        <translation>该卡没有 trace：其算子按 communication.json 给出的时刻显示，不与有 trace 的卡比较。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Operators appear here as soon as the first of them are read.</source>
        <translation>读取到算子后即在此显示。</translation>
    </message>
    <message>
        <source>being read</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>Its wait is unknown: ranks of its communication domain have no trace, or are missing.</source>
        <translation>等待时间未知：其通信域中有的卡没有 trace，或不在本次采集中。</translation>
    </message>
    <message>
        <source>No communication operators with their domains</source>
        <translation>没有带通信域的通信算子</translation>
    </message>
    <message>
        <source>Operators are drawn by communication domain, and files of MindSpore 1.x name none. Their data in hccl_raw_*.csv and step_trace_raw_*_detail_time.csv is in Durations: unfold a rank in its table.</source>
        <translation>算子按通信域绘制，而 MindSpore 1.x 的文件不含通信域。hccl_raw_*.csv 与 step_trace_raw_*_detail_time.csv 中的算子数据见“耗时”：展开表中的卡即可看到其算子。</translation>
    </message>
</context>
<context>
    <name>rs::OverlaidHistogram</name>
    <message>
        <source>%1 to %2: %3 of %4, %5 of %6</source>
        <comment>durations, then executions and rank of each side</comment>
        <translation>%1 至 %2：%4 %3 次，%6 %5 次</translation>
    </message>
</context>
<context>
    <name>rs::OverviewCharts</name>
    <message>
        <source>What the large picture shows</source>
        <translation>大图显示的内容</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>柱状图</translation>
    </message>
    <message>
        <source>Heat Map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Grid of Ranks</source>
        <translation>卡网格</translation>
    </message>
    <message>
        <source>One bar for each rank: where its time goes</source>
        <translation>每张卡一根柱：时间的去向</translation>
    </message>
</context>
<context>
    <name>rs::OverviewView</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Every rank appears here as soon as it is loaded.</source>
        <translation>每张卡加载完成后即显示。</translation>
    </message>
    <message>
        <source>No rank matches</source>
        <translation>没有符合条件的卡</translation>
    </message>
    <message>
        <source>No rank has times for the chosen step and communication domain.</source>
        <translation>所选迭代和通信域中没有卡有时间数据。</translation>
    </message>
    <message>
        <source>Show all steps and ranks</source>
        <translation>显示全部迭代和卡</translation>
    </message>
    <message>
        <source>No step times in this run</source>
        <translation>该数据没有迭代时间</translation>
    </message>
    <message>
        <source>Compare: use as base</source>
        <translation>比对：设为基准卡</translation>
    </message>
    <message>
        <source>Compare: use as the other rank</source>
        <translation>比对：设为比对卡</translation>
    </message>
    <message>
        <source>Time of every rank</source>
        <translation>各卡时间</translation>
    </message>
    <message>
        <source>The overview counts whole steps: choose a step instead.</source>
        <translation>概览按完整迭代统计，请改为选择迭代。</translation>
    </message>
    <message numerus="yes">
        <source>%n bar(s) lack(s) a value and end(s) hatched. %1</source>
        <translation>
            <numerusform>%n 个柱缺少数值，以斜线框收尾。%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) loaded. %2</source>
        <translation>
            <numerusform>已加载 %1 / %n 张卡。%2</numerusform>
        </translation>
    </message>
    <message>
        <source>This bar belongs to no open rank.</source>
        <translation>该柱不对应任何已打开的卡。</translation>
    </message>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>The overview reads step_trace_time.csv, and derives its numbers from the device lanes of trace_view.json where that file is missing. This run has neither.

The profiler writes step_trace_time.csv when NPU activity is collected (activities include ProfilerActivity.NPU) and profiler_level is not Level_none.</source>
        <translation>概览读取 step_trace_time.csv；缺少该文件时由 trace_view.json 的设备泳道推导。该数据两者都没有。

采集 NPU 活动（activities 包含 ProfilerActivity.NPU）且 profiler_level 不为 Level_none 时，Profiler 会生成 step_trace_time.csv。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Rank %1 is not in the chosen communication domain. Select one of the ranks shown.</source>
        <translation>卡 %1 不在所选通信域中。请选择图中的某张卡。</translation>
    </message>
    <message>
        <source>Rank %1 is not among the ranks shown. Select one of them.</source>
        <translation>卡 %1 不在显示的卡中。请选择一张显示的卡。</translation>
    </message>
</context>
<context>
    <name>rs::PairJump</name>
    <message>
        <source>The traces of both sides hold no slice of this row.</source>
        <translation>两侧的 trace 中都没有该行对应的事件。</translation>
    </message>
    <message>
        <source>Show Both in Timeline, Aligned</source>
        <translation>在时间线中对齐显示两侧</translation>
    </message>
    <message>
        <source>The operator has slices in the trace of one side at most.</source>
        <translation>该算子最多只在一侧的 trace 中有事件。</translation>
    </message>
    <message>
        <source>Both are of one rank, whose lanes the timeline has once.</source>
        <translation>两侧是同一张卡，时间线中只有一份泳道。</translation>
    </message>
    <message>
        <source>The rank&apos;s trace holds no slice of this row.</source>
        <translation>该卡的 trace 中没有该行对应的事件。</translation>
    </message>
    <message>
        <source>Show the Longest of the Base in Timeline</source>
        <translation>在时间线中显示基准耗时最长的算子</translation>
    </message>
    <message>
        <source>Show the Longest of %1 in Timeline</source>
        <translation>在时间线中显示 %1 耗时最长的算子</translation>
    </message>
    <message>
        <source>Show the Longest of the Other Side in Timeline</source>
        <translation>在时间线中显示比对侧耗时最长的算子</translation>
    </message>
    <message>
        <source>Show That of %1 in Timeline</source>
        <translation>在时间线中显示 %1 的这一次</translation>
    </message>
</context>
<context>
    <name>rs::ParallelView</name>
    <message>
        <source>Parallel</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>Iteration and communication</source>
        <translation>迭代与通信</translation>
    </message>
    <message>
        <source>The iteration of each rank above what communication takes of it: who computes, who waits?</source>
        <translation>上方为每张卡的迭代，下方为其中的通信：谁在计算，谁在等待？</translation>
    </message>
    <message>
        <source>Execution overview</source>
        <translation>执行概览</translation>
    </message>
    <message>
        <source>The graph of the operators, the times of the steps and the operators across devices on one page: a step or an operator chosen in one is chosen in all.</source>
        <translation>同一页显示切分策略图、各迭代的时间和各卡算子：在任意一处选择的迭代或算子在各处都被选中。</translation>
    </message>
    <message>
        <source>Memory and FLOPs</source>
        <translation>内存与 FLOPs</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家负载</translation>
    </message>
    <message>
        <source>Step times</source>
        <translation>迭代时间</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
</context>
<context>
    <name>rs::PictureScope</name>
    <message>
        <source>Run %1</source>
        <translation>数据 %1</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>全部迭代</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
</context>
<context>
    <name>rs::PieChart</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <comment>parts of a pie</comment>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::PiePair</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>parts of two pies</comment>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::PipelineGraph</name>
    <message>
        <source>Use of the output queue</source>
        <translation>输出队列使用率</translation>
    </message>
    <message>
        <source>Output queue empty</source>
        <translation>输出队列为空</translation>
    </message>
    <message>
        <source>CPU per worker</source>
        <translation>每个 worker 的 CPU</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>%1 full</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>%1 empty</source>
        <translation>为空 %1</translation>
    </message>
    <message numerus="yes">
        <source>id %1, %n worker(s)</source>
        <translation>
            <numerusform>id %1，%n 个 worker</numerusform>
        </translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>id %1</translation>
    </message>
    <message>
        <source>CPU %1 each</source>
        <translation>每个 CPU %1</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>worker 数</translation>
    </message>
    <message>
        <source>CPU of all workers</source>
        <translation>所有 worker 的 CPU</translation>
    </message>
    <message>
        <source>Output queue, average</source>
        <translation>输出队列平均占用</translation>
    </message>
    <message>
        <source>Output queue length</source>
        <translation>输出队列长度</translation>
    </message>
</context>
<context>
    <name>rs::PipelinePage</name>
    <message>
        <source>Data pipeline</source>
        <translation>数据流水线</translation>
    </message>
    <message>
        <source>The operators of mindspore.dataset and the queues between them: does the device wait for data, and for which operator?</source>
        <translation>mindspore.dataset 的算子及其间的队列：设备是否在等数据，在等哪个算子？</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Graph of the data pipeline</source>
        <translation>数据流水线图</translation>
    </message>
    <message>
        <source>Queues over time</source>
        <translation>队列随时间变化</translation>
    </message>
    <message>
        <source>There is no data pipeline to show</source>
        <translation>没有数据流水线可显示</translation>
    </message>
    <message>
        <source>The files of the data pipeline have no operator: see the findings.</source>
        <translation>数据流水线文件中没有算子：原因见检查结果。</translation>
    </message>
    <message>
        <source>Data pipeline of rank %1</source>
        <translation>卡 %1 的数据流水线</translation>
    </message>
    <message>
        <source>No operator of the data pipeline stands out.</source>
        <translation>数据流水线中没有异常的算子。</translation>
    </message>
    <message numerus="yes">
        <source>%n more in the table of advice.</source>
        <translation>
            <numerusform>建议表中还有 %n 条。</numerusform>
        </translation>
    </message>
    <message>
        <source>A batch takes %1: %2 to get it from the pipeline, %3 to push it to the device</source>
        <translation>每个 batch 耗时 %1：从流水线获取 %2，推送到设备 %3</translation>
    </message>
    <message>
        <source>A batch takes %1</source>
        <translation>每个 batch 耗时 %1</translation>
    </message>
    <message>
        <source>Entries in the queues</source>
        <translation>队列中的条目数</translation>
    </message>
    <message>
        <source>Entries in the queues before and behind %1</source>
        <translation>%1 前后队列中的条目数</translation>
    </message>
    <message numerus="yes">
        <source>%n more queue(s): choose an operator to see its own</source>
        <translation>
            <numerusform>还有 %n 个队列：选择算子可查看其队列</numerusform>
        </translation>
    </message>
    <message>
        <source>from the first sample on; at the top: full</source>
        <translation>从第一个采样点算起；顶端表示已满</translation>
    </message>
    <message>
        <source>No samples: minddata_pipeline_raw_*.csv has them, which MindSpore writes with data_process=True</source>
        <translation>没有采样：采样在 minddata_pipeline_raw_*.csv 中，MindSpore 在 data_process=True 时写出</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>A batch takes %1, but the file has %2 to get it from the pipeline and %3 to push it to the device: one of the numbers is wrong</source>
        <translation>一个 batch 耗时 %1，而文件中从流水线获取为 %2、推送到设备为 %3：其中有的数值不正确</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目数</translation>
    </message>
</context>
<context>
    <name>rs::PresetDialog</name>
    <message>
        <source>Keep This Arrangement</source>
        <translation>保存当前排布</translation>
    </message>
    <message>
        <source>Name under which filter, hidden and pinned lanes, order, heights and folding are kept</source>
        <translation>名称（保存筛选、隐藏与置顶的泳道、顺序、高度和折叠状态）</translation>
    </message>
</context>
<context>
    <name>rs::PropertyTree</name>
    <message>
        <source>Copy Value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy Selected Lines</source>
        <translation>复制选中行</translation>
    </message>
    <message>
        <source>Copy Everything</source>
        <translation>复制全部</translation>
    </message>
</context>
<context>
    <name>rs::RankBars</name>
    <message>
        <source>Ranks %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，迭代 %2</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>%n 个迭代的平均</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum of %n step(s)</source>
        <translation>
            <numerusform>%n 个迭代之和</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>time (share)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 (rank %2) to %3 (rank %4), range %5</source>
        <translation>%1（卡 %2）至 %3（卡 %4），极差 %5</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡（组）</translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation>各迭代时间</translation>
    </message>
    <message>
        <source>Rank %1: time per step</source>
        <translation>卡 %1：各迭代时间</translation>
    </message>
    <message>
        <source>Time per rank</source>
        <translation>各卡时间</translation>
    </message>
    <message>
        <source>Time per %1 group, mean of its ranks</source>
        <translation>各 %1 组的时间（组内各卡平均）</translation>
    </message>
    <message>
        <source>no outliers</source>
        <translation>没有异常的卡</translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n 个异常项</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2; peers are the ranks of the same pipeline stage</source>
        <translation>%1：%2；同类卡为同一流水线阶段的卡</translation>
    </message>
    <message>
        <source>%1: %2; peers are all ranks</source>
        <translation>%1：%2；同类卡为全部卡</translation>
    </message>
    <message>
        <source>folded by %1</source>
        <translation>按 %1 折叠</translation>
    </message>
    <message>
        <source>derived from the slices</source>
        <translation>由 trace 推导</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n rank(s)</source>
        <translation>
            <numerusform>%1：%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>%1: outliers are known when all ranks are read</source>
        <translation>%1：读完所有卡后才知道谁异常</translation>
    </message>
    <message>
        <source>no outliers by this time alone</source>
        <translation>仅凭该时间看不出异常的卡</translation>
    </message>
    <message numerus="yes">
        <source>red: %n bar(s) reported as a problem</source>
        <translation>
            <numerusform>红色：%n 个柱被报告为问题</numerusform>
        </translation>
    </message>
    <message>
        <source>vs. peer median</source>
        <translation>与同类卡中位数之差</translation>
    </message>
    <message>
        <source>%1, smallest to largest</source>
        <comment>a time of ranks</comment>
        <translation>%1，最小至最大</translation>
    </message>
</context>
<context>
    <name>rs::RankDetails</name>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>All cores</source>
        <translation>所有核</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>There is no table to show</source>
        <translation>没有可显示的表格</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Core type</source>
        <translation>加速核类型</translation>
    </message>
</context>
<context>
    <name>rs::RankGrid</name>
    <message>
        <source>%1 group: ranks %2. Click to show only these ranks.</source>
        <translation>%1 组：卡 %2。单击只显示这些卡。</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>%1 group</source>
        <translation>%1 组</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>the run has no folder of the rank</source>
        <translation>数据中没有该卡的文件夹</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Median of its peers</source>
        <translation>同类卡中位数</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>有差异</translation>
    </message>
    <message>
        <source>no other rank to compare with</source>
        <translation>没有可比对的其他卡</translation>
    </message>
    <message>
        <source>Outlier</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>differs from its peers</source>
        <translation>与同类卡明显不同</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Columns: %1</source>
        <translation>列：%1</translation>
    </message>
    <message>
        <source>, then </source>
        <comment>between dimensions, the slowest first</comment>
        <translation>，再按 </translation>
    </message>
</context>
<context>
    <name>rs::RankGroupChip</name>
    <message>
        <source>%1 group: ranks %2</source>
        <translation>%1 组：卡 %2</translation>
    </message>
    <message>
        <source>%1. Only these ranks are shown; click to show all.</source>
        <translation>%1。只显示这些卡；单击恢复显示全部。</translation>
    </message>
    <message>
        <source>Ranks %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>%1. Only these ranks are shown; click to return to: %2.</source>
        <translation>%1。只显示这些卡；单击恢复显示选取前的卡：%2。</translation>
    </message>
</context>
<context>
    <name>rs::RankMenu</name>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Show %1 in Timeline</source>
        <comment>rank</comment>
        <translation>在时间线中显示：%1</translation>
    </message>
    <message>
        <source>This line belongs to no open rank.</source>
        <translation>该行不对应任何已打开的卡。</translation>
    </message>
</context>
<context>
    <name>rs::RankSide</name>
    <message>
        <source>Selected Rank</source>
        <translation>所选卡</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>时间构成</translation>
    </message>
    <message>
        <source>The pie shows several ranks or steps. Select one of them to see what its time is made of.</source>
        <translation>饼图显示的是多张卡或多个迭代。选择其中一个即可查看其时间的构成。</translation>
    </message>
    <message>
        <source>No open rank is selected.</source>
        <translation>未选择已打开的卡。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Total compute time: not known</source>
        <translation>总计算时间：未知</translation>
    </message>
    <message>
        <source>Total compute time: %1, %2 of the step</source>
        <translation>总计算时间：%1，占迭代 %2</translation>
    </message>
    <message>
        <source>Total compute time: %1; the length of the step is not known</source>
        <translation>总计算时间：%1；迭代总时长未知</translation>
    </message>
    <message>
        <source>Ranks %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n rank(s)</source>
        <translation>
            <numerusform>%n 张卡的平均值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>%n 个迭代的平均</numerusform>
        </translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>without unknown parts: %1</source>
        <translation>未计入未知部分：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names in a list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Definitions</source>
        <translation>定义</translation>
    </message>
    <message>
        <source>Total compute: time in which kernels run on the device.
Pure compute = total compute − overlapped communication.
Overlapped communication: communication while kernels run at the same time.
Non-overlapped communication: communication while no kernel runs.
Idle: neither computing nor communicating.
Shares are shares of the step: these four parts, and preparing if it is known.</source>
        <translation>总计算时间：Kernel 在设备上运行的时间。
纯计算时间 = 总计算时间 − 通信时间（被覆盖）。
通信时间（被覆盖）：计算和通信同时进行的时长。
通信时间（未被覆盖）：纯通信时长。
空闲时间：未进行计算或通信的时长。
占比为占迭代的比例：以上四部分，以及已知的准备时间。</translation>
    </message>
    <message>
        <source>Forward and backward passes, including waits: %1. The iteration breakdown has all data of step_trace_raw_*; ascend_cluster_analyse_*.csv would separate communication.</source>
        <translation>前向与反向（含等待）：%1。step_trace_raw_* 给出的全部内容见迭代拆解；通信时间需由 ascend_cluster_analyse_*.csv 区分。</translation>
    </message>
    <message>
        <source>Removed from idle (the source counts it there and in preparing)</source>
        <translation>已从空闲中扣除（数据源同时计入空闲与准备）</translation>
    </message>
    <message>
        <source>Total compute time: %1, %2 of the steps</source>
        <translation>总计算时间：%1，占各迭代的 %2</translation>
    </message>
</context>
<context>
    <name>rs::RatesDialog</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Reference Values of the Hardware</source>
        <translation>硬件参考值</translation>
    </message>
    <message>
        <source>Memory of a device</source>
        <translation>设备内存容量</translation>
    </message>
    <message>
        <source>Bandwidth of its memory</source>
        <translation>设备内存带宽</translation>
    </message>
    <message>
        <source>Peak of a device</source>
        <translation>设备峰值算力</translation>
    </message>
    <message>
        <source>What each transport reaches one way on this hardware. This window and its exports compare bandwidth, its advice and the links of a type with it; rankscope-cli uses the defaults unless --rate is given. A transport without a rate is not compared. The peak of a device and the bandwidth of its memory are those of MFU and the roofline; where no file says what a device has, its memory and peak are the scale of the heat maps of devices.</source>
        <translation>各传输方式在所用硬件上单向能达到的带宽。窗口及其导出中的带宽、通信建议，以及某类链路整体达到的带宽都与之比较；rankscope-cli 在没有 --rate 时采用默认值。没有参考带宽的传输方式不作比较。设备峰值算力和内存带宽用于 MFU 与 Roofline；没有文件说明设备的容量和峰值算力时，设备热力图以此处输入的值为准。</translation>
    </message>
</context>
<context>
    <name>rs::Recents</name>
    <message numerus="yes">
        <source>%1 (%n of its folders or files)</source>
        <comment>opened together</comment>
        <translation>
            <numerusform>%1（其中 %n 个文件夹或文件）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::Revealer</name>
    <message>
        <source>%1 · %2</source>
        <comment>rank, lane</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 is not loaded yet; its lanes are shown as soon as they are there.</source>
        <comment>rank</comment>
        <translation>%1 尚未加载；加载完成后立即显示其泳道。</translation>
    </message>
    <message>
        <source>%1 has no trace that the timeline could show.</source>
        <comment>rank</comment>
        <translation>%1 没有可供时间线显示的 trace。</translation>
    </message>
    <message>
        <source>The lanes of the device of %1</source>
        <comment>rank</comment>
        <translation>%1 的设备泳道</translation>
    </message>
    <message>
        <source>%1: hidden or left out by the filter until now, shown again.</source>
        <comment>lanes</comment>
        <translation>%1：此前被隐藏或被筛选排除，现已显示。</translation>
    </message>
    <message>
        <source>%1: unfolded.</source>
        <comment>lanes</comment>
        <translation>%1：已展开。</translation>
    </message>
</context>
<context>
    <name>rs::RowJump</name>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Show in Communication</source>
        <translation>在通信视图中显示</translation>
    </message>
    <message>
        <source>Show %1 in Overview</source>
        <comment>rank</comment>
        <translation>在概览中显示：%1</translation>
    </message>
    <message>
        <source>Timeline of rank %1 over %2</source>
        <comment>two ranks</comment>
        <translation>时间线：卡 %1 与卡 %2 上下排列</translation>
    </message>
    <message>
        <source>Show %1 in Timeline</source>
        <comment>rank</comment>
        <translation>在时间线中显示：%1</translation>
    </message>
    <message>
        <source>Choose step %1</source>
        <translation>选择迭代 %1</translation>
    </message>
    <message>
        <source>This row names no rank of the run, no step and no operator to go to.</source>
        <translation>该行没有给出可以跳转的卡、迭代或算子。</translation>
    </message>
    <message>
        <source>Show the Link in the Matrix</source>
        <translation>在矩阵中显示该链路</translation>
    </message>
    <message>
        <source>Not enough memory to look for the operator in the trace.</source>
        <translation>内存不足，无法在 trace 中查找该算子。</translation>
    </message>
    <message>
        <source>The trace of %1 has no %2 that starts at the time in communication.json.</source>
        <comment>rank, name of an operator</comment>
        <translation>%1 的 trace 中没有在 communication.json 所记时刻开始的 %2。</translation>
    </message>
    <message>
        <source>No loaded trace has an operator that crossed this link.</source>
        <translation>已加载的 trace 中没有经过该链路的算子。</translation>
    </message>
    <message>
        <source>No rank of this link has a trace that is loaded.</source>
        <translation>该链路两端的卡都没有已加载的 trace。</translation>
    </message>
    <message>
        <source>Show the Operator in Timeline</source>
        <translation>在时间线中显示该算子</translation>
    </message>
    <message>
        <source>Show Critical Path in Timeline</source>
        <translation>在时间线中显示关键路径</translation>
    </message>
</context>
<context>
    <name>rs::RunStore</name>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>run name / rank</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>rs::SavedFile</name>
    <message>
        <source>It is a folder.</source>
        <translation>这是一个文件夹。</translation>
    </message>
    <message>
        <source>It is not a regular file but a device, a pipe or a socket, and is left as it is.</source>
        <translation>它不是普通文件，而是设备、管道或套接字，因此保持原样。</translation>
    </message>
</context>
<context>
    <name>rs::ScopeNote</name>
    <message>
        <source>The selected time (%1) does not apply here. %2</source>
        <comment>length, reason as a sentence</comment>
        <translation>所选时间（%1）对此处不起作用。%2</translation>
    </message>
</context>
<context>
    <name>rs::SearchView</name>
    <message>
        <source>Name of a slice</source>
        <translation>事件名称</translation>
    </message>
    <message>
        <source>Match upper and lower case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Match whole words only</source>
        <translation>全词匹配</translation>
    </message>
    <message>
        <source>Read the text as a regular expression</source>
        <translation>使用正则表达式</translation>
    </message>
    <message>
        <source>Previous hit (Shift+F3)</source>
        <translation>上一个 (Shift+F3)</translation>
    </message>
    <message>
        <source>Next hit (F3)</source>
        <translation>下一个 (F3)</translation>
    </message>
    <message>
        <source>Stop searching</source>
        <translation>停止查找</translation>
    </message>
    <message>
        <source>Export the hits as CSV</source>
        <translation>将查找结果导出为 CSV</translation>
    </message>
    <message>
        <source>Where to search</source>
        <translation>查找范围</translation>
    </message>
    <message>
        <source>Slices that were found</source>
        <translation>找到的事件</translation>
    </message>
    <message>
        <source>All loaded ranks</source>
        <translation>所有已加载的卡</translation>
    </message>
    <message>
        <source>Current rank</source>
        <translation>当前卡</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>The expression is not valid: %1</source>
        <translation>表达式无效：%1</translation>
    </message>
    <message>
        <source>No rank is loaded</source>
        <translation>没有已加载的卡</translation>
    </message>
    <message>
        <source>No slice found</source>
        <translation>未找到事件</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>已找到 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Go to This Slice</source>
        <translation>跳转到此事件</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Search the args too: they are read from the files, which takes longer</source>
        <translation>同时查找参数：需从文件读取，较慢</translation>
    </message>
    <message>
        <source>Number of the hit: type one to go there</source>
        <translation>查找结果的序号：输入序号即可跳转</translation>
    </message>
    <message>
        <source>Only in the box</source>
        <translation>仅在选框内</translation>
    </message>
    <message>
        <source>Only in the selected time</source>
        <translation>仅在所选时间内</translation>
    </message>
    <message>
        <source>Find slices by name</source>
        <translation>按名称查找事件</translation>
    </message>
    <message>
        <source>Type a part of the name above. Enter and F3 go from hit to hit; in the timeline all hits stand out and the rest is dimmed.
The buttons beside the field ask for upper and lower case, whole words or a regular expression, or search the args too; the list next to them limits the search to a rank, the box or the selected time.</source>
        <translation>在上方输入名称的一部分。按 Enter 或 F3 逐个跳转；时间线中会突出显示所有命中项，其余变暗。
输入框旁的按钮可区分大小写、全词匹配、使用正则表达式或同时查找参数；右侧列表可限定某张卡、选框或所选时间。</translation>
    </message>
    <message numerus="yes">
        <source>%1; the args of %2 slice(s) could not be read</source>
        <comment>count of hits</comment>
        <translation>
            <numerusform>%1；%2 个事件的参数无法读取</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::SelectionView</name>
    <message>
        <source>Selection</source>
        <translation>选中列表</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Drag a box over the lanes of the timeline to see statistics of the slices inside it.</source>
        <translation>在时间线泳道上拖动框选，查看框内事件的统计。</translation>
    </message>
    <message>
        <source>Use as time selection</source>
        <translation>设为时间选择</translation>
    </message>
    <message>
        <source>Views that follow the time selection show only this span</source>
        <translation>遵循时间选择的视图只显示该时间段</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Remove the box (Esc in the timeline)</source>
        <translation>移除选框（时间线中按 Esc）</translation>
    </message>
    <message>
        <source>Statistics by name</source>
        <translation>按名称统计</translation>
    </message>
    <message>
        <source>Slices of the chosen name</source>
        <translation>所选名称的事件</translation>
    </message>
    <message>
        <source>No slice lies in the box.</source>
        <translation>选框内没有事件。</translation>
    </message>
    <message>
        <source>Choose a name to list its slices.</source>
        <translation>选择名称以列出其事件。</translation>
    </message>
    <message>
        <source>Computing the statistics of the box…</source>
        <translation>正在计算选框统计…</translation>
    </message>
    <message>
        <source>Box %1</source>
        <translation>选框 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation>
            <numerusform>%n 条泳道</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the first %2 of %3 slices</source>
        <translation>%1：前 %2 个，共 %3 个事件</translation>
    </message>
    <message>
        <source>Two boxes compared by name</source>
        <translation>两个选框按名称比对</translation>
    </message>
    <message>
        <source>No slice lies in either box.</source>
        <translation>两个选框内均没有事件。</translation>
    </message>
    <message>
        <source>Kept (%1): %2
Now: %3</source>
        <translation>保留（%1）：%2
当前：%3</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束比对</translation>
    </message>
    <message>
        <source>Keep to compare</source>
        <translation>保留以比对</translation>
    </message>
    <message>
        <source>Show the statistics of the drawn box alone again</source>
        <translation>重新只显示当前选框的统计</translation>
    </message>
    <message>
        <source>Keep these statistics and show the next box beside them, for example a slow and a fast rank</source>
        <translation>保留此统计，并与下一个选框并列显示，例如慢卡与快卡</translation>
    </message>
    <message>
        <source>Sum of whole slices: %1</source>
        <translation>完整事件时长总和：%1</translation>
    </message>
    <message>
        <source>Sum in the box: %1</source>
        <translation>框内时长总和：%1</translation>
    </message>
    <message>
        <source>Union (wall clock): %1</source>
        <translation>并集（实际经过时间）：%1</translation>
    </message>
    <message>
        <source>Union of each rank, added up: %1</source>
        <translation>各卡并集之和：%1</translation>
    </message>
    <message>
        <source>Kept – %1
Now – %2</source>
        <translation>保留 – %1
当前 – %2</translation>
    </message>
    <message>
        <source>All names – %1</source>
        <translation>全部名称 – %1</translation>
    </message>
    <message>
        <source>The sums count nested and parallel slices each: with their whole durations, or with the part inside the box. The union counts every moment of the box once in which at least one slice runs, on whatever lane.</source>
        <translation>总和对嵌套和并行的事件逐一累加：按完整时长，或按框内部分。并集对框内至少有一个事件运行的每个时刻只计一次，不论位于哪条泳道。</translation>
    </message>
    <message>
        <source>A box is kept for a comparison</source>
        <translation>已保留一个选框用于比对</translation>
    </message>
    <message>
        <source>Drag another box over the lanes of the timeline to compare the two. Esc in the timeline ends the comparison.</source>
        <translation>在时间线的泳道上再拖动一个选框，即可比对两者。在时间线中按 Esc 结束比对。</translation>
    </message>
    <message numerus="yes">
        <source>%n hidden lane(s) not counted</source>
        <translation>
            <numerusform>%n 条隐藏的泳道未计入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s) of ranks that are not loaded, not counted</source>
        <translation>
            <numerusform>%n 条泳道所属的卡未加载，未计入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slice(s)</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
</context>
<context>
    <name>rs::SessionFile</name>
    <message>
        <source>The file is not JSON, or is cut off: %1 (at byte %2).</source>
        <translation>文件不是 JSON 或不完整：%1（第 %2 字节）。</translation>
    </message>
    <message>
        <source>The file is not a session of RankScope.</source>
        <translation>该文件不是 RankScope 会话。</translation>
    </message>
    <message>
        <source>The session was saved by a newer RankScope (version %1 of the format; this program reads up to %2).</source>
        <translation>该会话由更新版本的 RankScope 保存（格式版本 %1；本程序最高支持 %2）。</translation>
    </message>
    <message>
        <source>The session names no run.</source>
        <translation>会话中没有数据。</translation>
    </message>
    <message>
        <source>The file could not be read: %1.</source>
        <translation>无法读取文件：%1。</translation>
    </message>
    <message>
        <source>The part &quot;%1&quot; of the session is not valid.</source>
        <translation>会话的“%1”部分无效。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) cannot be read, or not completely.</source>
        <translation>
            <numerusform>%n 组数据无法读取或不完整。</numerusform>
        </translation>
    </message>
    <message>
        <source>The session has more than %1 runs or %2 paths: the others are not opened.</source>
        <translation>会话中的数据超过 %1 组或 %2 个路径：其余未打开。</translation>
    </message>
</context>
<context>
    <name>rs::SidesPage</name>
    <message>
        <source>median rank of the stage</source>
        <translation>所在阶段的中位卡</translation>
    </message>
    <message>
        <source>the same rank of %1</source>
        <translation>%1 的同号卡</translation>
    </message>
    <message>
        <source>median step</source>
        <translation>中位迭代</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>没有打开任何数据。</translation>
    </message>
    <message>
        <source>%1 is not loaded.</source>
        <translation>%1 未加载。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a list of ranks. Enter for example 0-7, 16; leave it empty for all.</source>
        <translation>“%1”不是卡列表。示例：0-7, 16；留空表示所有卡。</translation>
    </message>
    <message>
        <source>The run has none of these ranks.</source>
        <translation>该数据中没有这些卡。</translation>
    </message>
    <message>
        <source>No operator of this kind ran.</source>
        <translation>没有运行过此类算子。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>Operators of the baseline</source>
        <translation>基准的算子</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Time of the operators</source>
        <translation>算子耗时</translation>
    </message>
    <message>
        <source>Steps against the baseline</source>
        <translation>各迭代与基准迭代比对</translation>
    </message>
    <message>
        <source>Ranks against the baseline</source>
        <translation>各卡与基准卡比对</translation>
    </message>
    <message>
        <source>the %1 of %2 that differ most</source>
        <translation>%2 个中差异最大的 %1 个</translation>
    </message>
    <message>
        <source>largest difference first; click a bar to list one side only</source>
        <translation>差异大者在前；单击柱条只列出该侧</translation>
    </message>
    <message>
        <source>Only ranks that are loaded are compared: %1 of %2.</source>
        <translation>仅比对已加载的卡：%2 张中的 %1 张。</translation>
    </message>
    <message>
        <source>Whole captures or steps are compared, whatever time is selected.</source>
        <translation>比对整个采集或整个迭代，与所选时间无关。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Ranks to compare, for example 0-7, 16; leave it empty for all.</source>
        <translation>参与比对的卡，例如 0-7, 16；留空表示所有卡。</translation>
    </message>
    <message>
        <source>Ranks that are compared</source>
        <translation>参与比对的卡</translation>
    </message>
    <message>
        <source>Operators of all sides</source>
        <translation>各侧算子</translation>
    </message>
    <message>
        <source>Time of the operators of each side beside that of its baseline</source>
        <translation>各侧算子耗时及其基准耗时</translation>
    </message>
    <message>
        <source>all that are open</source>
        <translation>已打开的全部数据</translation>
    </message>
    <message>
        <source>each rank</source>
        <translation>每张卡</translation>
    </message>
    <message>
        <source>each run, the mean of its ranks</source>
        <translation>每组数据，各卡均值</translation>
    </message>
    <message>
        <source>each run, the sum of its ranks</source>
        <translation>每组数据，各卡总和</translation>
    </message>
    <message>
        <source>the sum of all ranks of %1</source>
        <translation>%1 全部卡的总和</translation>
    </message>
    <message>
        <source>the mean of all ranks of %1</source>
        <translation>%1 全部卡的均值</translation>
    </message>
    <message>
        <source>all ranks of %1</source>
        <translation>%1 全部卡</translation>
    </message>
    <message>
        <source>Sides</source>
        <translation>比对对象</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Choose an operator in the table: its executions on both sides are shown here.</source>
        <translation>在表中选择一个算子，此处显示其在两侧的各次执行。</translation>
    </message>
    <message>
        <source>Durations of the chosen operator on both sides</source>
        <translation>所选算子在两侧的耗时分布</translation>
    </message>
    <message>
        <source>Runs against the baseline</source>
        <translation>各组数据与基准数据比对</translation>
    </message>
</context>
<context>
    <name>rs::SliceText</name>
    <message>
        <source>%1 / %2</source>
        <comment>process / lane</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Framework range</source>
        <translation>框架区间</translation>
    </message>
    <message>
        <source>Task queue</source>
        <translation>任务队列</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>CANN API</source>
        <translation>CANN API</translation>
    </message>
    <message>
        <source>Communication on the host</source>
        <translation>主机侧通信</translation>
    </message>
    <message>
        <source>Kernel on AI Core (cube)</source>
        <translation>AI Core Kernel (Cube)</translation>
    </message>
    <message>
        <source>Kernel on AI Vector Core</source>
        <translation>AI Vector Core Kernel</translation>
    </message>
    <message>
        <source>Kernel on cube and vector cores</source>
        <translation>MIX Kernel (Cube + Vector)</translation>
    </message>
    <message>
        <source>Kernel on AI CPU</source>
        <translation>AI CPU Kernel</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Communication operator</source>
        <translation>通信算子</translation>
    </message>
    <message>
        <source>Communication task</source>
        <translation>通信任务</translation>
    </message>
    <message>
        <source>Communication wait</source>
        <translation>通信等待</translation>
    </message>
    <message>
        <source>Memory copy</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>Event or wait</source>
        <translation>事件或等待</translation>
    </message>
    <message>
        <source>Device task</source>
        <translation>设备任务</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Non-overlapped communication</source>
        <translation>通信（未被覆盖）</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Scope or layer</source>
        <translation>Scope 或 Layer</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>打点</translation>
    </message>
    <message>
        <source>Garbage collection</source>
        <translation>垃圾回收 (GC)</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Start in the run</source>
        <translation>开始（相对起点）</translation>
    </message>
    <message>
        <source>End in the run</source>
        <translation>结束（相对起点）</translation>
    </message>
    <message>
        <source>Start (ns)</source>
        <translation>开始 (ns)</translation>
    </message>
    <message>
        <source>End (ns)</source>
        <translation>结束 (ns)</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Task type</source>
        <translation>任务类型</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>connection_id</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Source rank in the domain</source>
        <translation>域内源卡</translation>
    </message>
    <message>
        <source>Destination rank in the domain</source>
        <translation>域内目的卡</translation>
    </message>
    <message>
        <source>Link type</source>
        <translation>链路类型</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输类型</translation>
    </message>
    <message>
        <source>Data type</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>scalar or none</source>
        <translation>标量或无</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>总时长</translation>
    </message>
    <message>
        <source>Transit</source>
        <translation>传输时间</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待时间</translation>
    </message>
    <message>
        <source>Synchronisation</source>
        <translation>同步时间</translation>
    </message>
    <message>
        <source>Idle in the operator</source>
        <translation>算子内空闲时间</translation>
    </message>
    <message>
        <source>Wait ratio</source>
        <translation>等待时间占比</translation>
    </message>
    <message>
        <source>Synchronisation ratio</source>
        <translation>同步时间占比</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>size, time</comment>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Large packets</source>
        <translation>大包占比</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>Start of the server</source>
        <translation>启动服务</translation>
    </message>
    <message>
        <source>Waiting for the message</source>
        <translation>等待消息</translation>
    </message>
    <message>
        <source>Orchestration</source>
        <translation>任务编排</translation>
    </message>
    <message>
        <source>Sending the tasks</source>
        <translation>下发任务</translation>
    </message>
    <message>
        <source>Waiting for the start</source>
        <translation>等待启动</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Waiting for the end</source>
        <translation>等待结束</translation>
    </message>
    <message>
        <source>Waiting for computing</source>
        <translation>等待计算</translation>
    </message>
    <message>
        <source>Compute operator</source>
        <translation>对应的计算算子</translation>
    </message>
    <message>
        <source>MC² operator, outside the turns</source>
        <translation>MC² 融合算子（轮次之外）</translation>
    </message>
    <message>
        <source>MC² operator, turn %1 of %2</source>
        <translation>MC² 融合算子，第 %1 轮（共 %2 轮）</translation>
    </message>
    <message numerus="yes">
        <source>MC² operator, %n turn(s)</source>
        <translation>
            <numerusform>MC² 融合算子，共 %n 轮</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 into it</source>
        <comment>delay between the start of the outer slice and the inner one</comment>
        <translation>其开始后 %1</translation>
    </message>
    <message>
        <source>%1 · delay %2</source>
        <comment>flow category, delay</comment>
        <translation>%1 · 时延 %2</translation>
    </message>
    <message>
        <source>also from %1</source>
        <translation>另来自 %1</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Nominal</source>
        <translation>标称频率</translation>
    </message>
    <message>
        <source>While it ran</source>
        <translation>运行期间</translation>
    </message>
    <message>
        <source>%1 – lowered</source>
        <translation>%1 – 已降频</translation>
    </message>
    <message>
        <source>Lost at most</source>
        <translation>最多损失</translation>
    </message>
    <message>
        <source>%1 ms (estimate)</source>
        <translation>%1 ms（估算）</translation>
    </message>
    <message>
        <source>alignment of the clocks</source>
        <translation>时钟对齐</translation>
    </message>
    <message>
        <source>aligned with another slice</source>
        <translation>与另一事件对齐</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动设置</translation>
    </message>
    <message>
        <source>%1 ns · %2</source>
        <comment>offset with its sign, reason</comment>
        <translation>%1 ns · %2</translation>
    </message>
    <message>
        <source>Rank is drawn at</source>
        <translation>该卡绘制偏移</translation>
    </message>
    <message>
        <source>Device lanes are drawn at</source>
        <translation>设备泳道绘制偏移</translation>
    </message>
    <message>
        <source>Lane is drawn at</source>
        <translation>该泳道绘制偏移</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Thread on a CPU</source>
        <translation>线程占用 CPU</translation>
    </message>
    <message>
        <source>Thread waits for a CPU</source>
        <translation>线程等待 CPU</translation>
    </message>
    <message>
        <source>Thread sleeps</source>
        <translation>线程睡眠</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
</context>
<context>
    <name>rs::SqlChart</name>
    <message>
        <source>Not enough memory for this curve: reduce the rows with a condition.</source>
        <translation>内存不足，无法绘制此曲线：可用条件减少行数。</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Along</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Rows of the statement as a chart</source>
        <translation>语句结果的图表</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>No column of the rows has numbers that can be drawn.</source>
        <translation>没有可绘制的数值列。</translation>
    </message>
    <message>
        <source>Number of the row</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>%1, below zero</source>
        <translation>%1（负值）</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows, in the order of the table.</source>
        <translation>共 %2 行，按表格顺序显示前 %1 行。</translation>
    </message>
    <message>
        <source>No row has both a value and a time.</source>
        <translation>没有同时具有数值和时间的行。</translation>
    </message>
    <message>
        <source>Values of all %1 rows by time; each holds until the next one.</source>
        <translation>全部 %1 行的数值随时间变化；每个值持续到下一个值。</translation>
    </message>
</context>
<context>
    <name>rs::SqlSchemaTree</name>
    <message>
        <source>Not a column of the rows: set it with a condition such as %1 = …</source>
        <translation>结果行中没有该列：请用 %1 = … 这样的条件设置。</translation>
    </message>
    <message>
        <source>As the database has it, in the file&apos;s units and with its ids: %1</source>
        <translation>数据库中的原样内容，使用文件中的单位和 id：%1</translation>
    </message>
    <message>
        <source>Filter tables and columns</source>
        <translation>筛选表和列</translation>
    </message>
    <message>
        <source>Tables that statements can name</source>
        <translation>语句可以使用的表</translation>
    </message>
    <message>
        <source>Table or column</source>
        <translation>表或列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>no tables</source>
        <translation>没有表</translation>
    </message>
</context>
<context>
    <name>rs::SqlView</name>
    <message>
        <source>See the error above. Tables and columns are listed beside the statement.</source>
        <translation>错误原因见上方。可用的表和列见语句旁的列表。</translation>
    </message>
    <message>
        <source>The longest names of every rank</source>
        <translation>每张卡上总耗时最长的名称</translation>
    </message>
    <message>
        <source>The longest slices, each with its step</source>
        <translation>最长的事件及其所在迭代</translation>
    </message>
    <message>
        <source>How long each rank communicates, overlaps counted once</source>
        <translation>每张卡的通信时间，重叠部分只计一次</translation>
    </message>
    <message>
        <source>The parts of each step</source>
        <translation>每个迭代的组成</translation>
    </message>
    <message>
        <source>What was found in the files</source>
        <translation>文件中发现的问题</translation>
    </message>
    <message>
        <source>Not enough memory for this statement: close other runs, or query fewer ranks.</source>
        <translation>内存不足，无法执行该语句：请关闭其他数据，或只查询部分卡。</translation>
    </message>
    <message>
        <source>Show This Moment in Timeline</source>
        <translation>在时间线中显示此时刻</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Run the selection, or the statement under the cursor (Ctrl+Return)</source>
        <translation>执行选中的内容或光标所在的语句（Ctrl+Return）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the statement; the rows that came stay (Esc)</source>
        <translation>停止语句，已得到的行保留（Esc）</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Statements that were run (Alt+Up, Alt+Down)</source>
        <translation>执行过的语句（Alt+Up、Alt+Down）</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Statements that were saved, and examples</source>
        <translation>已保存的语句和示例</translation>
    </message>
    <message>
        <source>Statement</source>
        <translation>语句</translation>
    </message>
    <message>
        <source>A SELECT over the tables on the right, such as
%1
Ctrl+Return runs it, Ctrl+Space proposes names.</source>
        <translation>对右侧的表执行 SELECT，例如
%1
Ctrl+Return 执行，Ctrl+Space 提示名称。</translation>
    </message>
    <message>
        <source>Result of the statement</source>
        <translation>语句的执行情况</translation>
    </message>
    <message>
        <source>Rows of the statement</source>
        <translation>语句得到的行</translation>
    </message>
    <message>
        <source>There is nothing to query</source>
        <translation>没有可查询的数据</translation>
    </message>
    <message>
        <source>No run is open: open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>没有打开的数据：通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>Query: %1</source>
        <translation>查询：%1</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在执行…</translation>
    </message>
    <message>
        <source>Stopped after %1.</source>
        <translation>执行 %1 后停止。</translation>
    </message>
    <message>
        <source>Rows so far: %1.</source>
        <translation>此前得到的行数：%1。</translation>
    </message>
    <message>
        <source>The statement was stopped</source>
        <translation>语句已停止</translation>
    </message>
    <message>
        <source>No rows so far.</source>
        <translation>此前没有得到任何行。</translation>
    </message>
    <message>
        <source>Running for %1. Rows so far: %2.</source>
        <translation>已执行 %1，目前得到的行数：%2。</translation>
    </message>
    <message>
        <source>Line %1, character %2: %3</source>
        <translation>第 %1 行第 %2 个字符：%3</translation>
    </message>
    <message>
        <source>The statement cannot run</source>
        <translation>语句无法执行</translation>
    </message>
    <message>
        <source>Rows: %1, time: %2.</source>
        <translation>行数：%1，用时：%2。</translation>
    </message>
    <message>
        <source>These are the first ones; reduce the rows with a condition or GROUP BY.</source>
        <translation>只保留了最前面的行；可用条件或 GROUP BY 减少行数。</translation>
    </message>
    <message>
        <source>Not enough memory for more: these are the first ones.</source>
        <translation>内存无法容纳更多的行：这里是最前面的部分。</translation>
    </message>
    <message>
        <source>The statement has no rows</source>
        <translation>语句没有得到任何行</translation>
    </message>
    <message>
        <source>Nothing in the run meets its conditions.</source>
        <translation>数据中没有满足其条件的内容。</translation>
    </message>
    <message>
        <source>%2 of %1 ranks are loaded: rows of the others may be missing.</source>
        <translation>共 %1 张卡，已加载 %2 张：其余卡的行可能缺失。</translation>
    </message>
    <message>
        <source>Query this run</source>
        <translation>查询本次采集</translation>
    </message>
    <message>
        <source>Query every table of the program here, for all loaded ranks at once, and the databases of the ranks. Double-click a row to go to the timeline.</source>
        <translation>可在此查询程序的所有表，一次涵盖全部已加载的卡，也可查询各卡的数据库。双击行可跳转到时间线。</translation>
    </message>
    <message>
        <source>No statement was run yet</source>
        <translation>尚未执行过语句</translation>
    </message>
    <message>
        <source>Ctrl+Return runs one.</source>
        <translation>Ctrl+Return 执行语句。</translation>
    </message>
    <message>
        <source>Clear History</source>
        <translation>清空历史</translation>
    </message>
    <message>
        <source>Save Statement…</source>
        <translation>保存语句…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>There is no statement to save.</source>
        <translation>没有可保存的语句。</translation>
    </message>
    <message>
        <source>No statement has been saved.</source>
        <translation>没有保存过语句。</translation>
    </message>
    <message>
        <source>Save Statement</source>
        <translation>保存语句</translation>
    </message>
    <message>
        <source>Title; a statement of the same title is replaced</source>
        <translation>标题；同名的语句将被替换</translation>
    </message>
    <message>
        <source>Nothing was saved: a statement and a title with letters are needed.</source>
        <translation>未保存：需要一条语句和含有文字的标题。</translation>
    </message>
    <message>
        <source>The statement could not be saved.</source>
        <translation>语句无法保存。</translation>
    </message>
    <message>
        <source>Saved. From the next start on it is the table %1: a page of the system view, a verb of the command line, and part of exports.</source>
        <translation>已保存。下次启动后它就是表 %1：系统视图的一页、一条命令，并包含在导出中。</translation>
    </message>
    <message>
        <source>Delete the statement %1?</source>
        <translation>删除语句 %1？</translation>
    </message>
    <message>
        <source>%1 could not be deleted: %2</source>
        <translation>%1 无法删除：%2</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Rows appear here as they come.</source>
        <translation>行到达后会显示在此处。</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Draws the filtered and sorted rows in place of the table</source>
        <translation>以图表代替表格显示这些行，筛选与排序同表格</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>These rows belong to the run %1, not to the one queried now.</source>
        <translation>这些行属于数据 %1，而不是当前查询的数据。</translation>
    </message>
    <message>
        <source>These rows belong to the run %1, which is closed: run the statement again to jump from them.</source>
        <translation>这些行属于数据 %1，该数据已关闭：重新执行语句之前无法跳转。</translation>
    </message>
</context>
<context>
    <name>rs::StackedBars</name>
    <message>
        <source>Pure compute</source>
        <translation>纯计算</translation>
    </message>
    <message>
        <source>Overlapped communication</source>
        <translation>通信（被覆盖）</translation>
    </message>
    <message>
        <source>Non-overlapped communication</source>
        <translation>通信（未被覆盖）</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Computing ratio (right)</source>
        <translation>计算占比（右轴）</translation>
    </message>
    <message>
        <source>Communication ratio (right)</source>
        <translation>通信占比（右轴）</translation>
    </message>
    <message>
        <source>Time (%1)</source>
        <translation>时间 (%1)</translation>
    </message>
    <message>
        <source>Ratio (%)</source>
        <translation>占比 (%)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>time (share)</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Total compute</source>
        <translation>总计算</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Computing ratio</source>
        <translation>计算占比</translation>
    </message>
    <message>
        <source>Communication ratio</source>
        <translation>通信占比</translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>%1 of %2 steps lack a value</source>
        <translation>%2 个迭代中有 %1 个缺少数值</translation>
    </message>
    <message>
        <source>the source lacks a value</source>
        <translation>来源缺少数值</translation>
    </message>
    <message>
        <source>Stacked time of every rank; the arrow keys move between ranks. Up goes to the legend, whose entries Space switches on and off.</source>
        <translation>每张卡的堆叠时间；方向键在卡之间移动。按向上键进入图例，空格键显示或隐藏图例项。</translation>
    </message>
    <message>
        <source>Median of peers, smallest and largest of the group</source>
        <translation>同类卡中位数，组内最小与最大</translation>
    </message>
    <message>
        <source>Median of peers</source>
        <translation>同类卡中位数</translation>
    </message>
    <message>
        <source>Share of the bar (%)</source>
        <translation>占该柱的比例 (%)</translation>
    </message>
    <message>
        <source>Peers are the ranks of the same pipeline stage, including this rank; all ranks if no stages are known.</source>
        <translation>同类卡是同一流水线阶段的卡，包括该卡自身；阶段未知时为所有卡。</translation>
    </message>
    <message>
        <source>A bar for every rank; the arrow keys move between ranks. Up goes to the legend, whose entries Space switches on and off.</source>
        <translation>每张卡一个柱；方向键在卡之间移动。按向上键进入图例，空格键显示或隐藏图例项。</translation>
    </message>
    <message>
        <source>A part is not known</source>
        <translation>有一部分未知</translation>
    </message>
    <message>
        <source>The source lacks a part of these bars: they are longer than drawn by an unknown time.</source>
        <translation>来源中缺少这些柱的一部分：实际比所画的更长，长出多少未知。</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>rs::StacksPage</name>
    <message>
        <source>Search functions and operators</source>
        <translation>查找函数和算子</translation>
    </message>
    <message>
        <source>Show All</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Every call stack again (Escape)</source>
        <translation>重新显示所有调用栈（Esc）</translation>
    </message>
    <message>
        <source>Tree of call stacks</source>
        <translation>调用栈树</translation>
    </message>
    <message>
        <source>There are no call stacks to show</source>
        <translation>没有可显示的调用栈</translation>
    </message>
    <message numerus="yes">
        <source>%n hit(s), %1 of the host time</source>
        <translation>
            <numerusform>%n 处匹配，占主机耗时的 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) of operators</source>
        <translation>
            <numerusform>%n 次算子调用</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the Longest Call in Timeline</source>
        <translation>在时间线中显示最长的一次调用</translation>
    </message>
    <message>
        <source>Fill the Width with It</source>
        <translation>以其占满宽度</translation>
    </message>
    <message>
        <source>Search for It Here</source>
        <translation>在此查找</translation>
    </message>
    <message>
        <source>These are sums over the whole capture.</source>
        <translation>此处为整个采集的合计。</translation>
    </message>
    <message>
        <source>Host time by call stack: %1</source>
        <comment>a rank</comment>
        <translation>%1 的主机耗时（按调用栈）</translation>
    </message>
    <message>
        <source>Return goes to the next hit, the longest first; Shift+Return goes back.</source>
        <translation>按 Enter 转到下一处（耗时最多的在前），按 Shift+Enter 转到上一处。</translation>
    </message>
    <message>
        <source>%1 of %2 calls were recorded without a stack and are left out: those of other threads, such as the backward pass.</source>
        <translation>%2 次调用中有 %1 次没有调用栈（如反向传播等其他线程），未在图中显示。</translation>
    </message>
</context>
<context>
    <name>rs::StageChart</name>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>other work</source>
        <translation>其他工作</translation>
    </message>
    <message>
        <source>send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>shaded: warm-up and cool-down</source>
        <translation>底色：预热与收尾</translation>
    </message>
    <message>
        <source>Passes of microbatches through the stages</source>
        <translation>各 micro-batch 在各阶段的前向与反向</translation>
    </message>
    <message>
        <source>forward and backward, not distinguished</source>
        <translation>前向与反向，无法区分</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Microbatch</source>
        <translation>micro-batch</translation>
    </message>
    <message>
        <source>To stage</source>
        <translation>发往阶段</translation>
    </message>
    <message>
        <source>From stage</source>
        <translation>来自阶段</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
</context>
<context>
    <name>rs::StageVerdict</name>
    <message>
        <source>%1 %2</source>
        <comment>a sentence and the next one</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>No stage is slow on all of its ranks, but a rank of stage %1 is: %2</source>
        <translation>没有哪个阶段的所有卡都慢，但阶段 %1 有一张卡慢：%2</translation>
    </message>
    <message>
        <source>%1 It costs %2 in all.</source>
        <comment>sentences on a rank, a time</comment>
        <translation>%1共损失 %2。</translation>
    </message>
    <message>
        <source>No stage stands out: operators in several stages take no stage longer than the others.</source>
        <translation>没有突出的慢阶段：各阶段共有的算子耗时相近。</translation>
    </message>
    <message>
        <source>Whether a stage is slow is unknown: that needs kernel_details.csv with types and shapes of all ranks, and stages with the same operators.</source>
        <translation>无法判断是否有慢阶段：需要所有卡带类型与形状的 kernel_details.csv，且各阶段有相同的算子。</translation>
    </message>
</context>
<context>
    <name>rs::StagesPage</name>
    <message>
        <source>pipeline: %1</source>
        <translation>流水线：%1</translation>
    </message>
    <message>
        <source>There are no pipeline stages to show</source>
        <translation>没有可显示的流水线阶段</translation>
    </message>
    <message>
        <source>%1: ranks %2</source>
        <translation>%1：卡 %2</translation>
    </message>
    <message>
        <source>The rank is not loaded.</source>
        <translation>该卡未加载。</translation>
    </message>
    <message>
        <source>No trace with kernels of this step.</source>
        <translation>没有包含该迭代 Kernel 的 trace。</translation>
    </message>
    <message>
        <source>No send or receive, and no mark whose name holds forward or backward.</source>
        <translation>没有发送或接收，也没有名称含 forward 或 backward 的打点。</translation>
    </message>
    <message>
        <source>Passes are unknown: hcom_batchSendRecv does not say the direction of its tensors. Marks (mstx, record_function) named forward and backward would show them.</source>
        <translation>无法划分前向与反向：hcom_batchSendRecv 不说明张量的传输方向。名称含 forward 与 backward 的打点（mstx、record_function）可以说明。</translation>
    </message>
    <message>
        <source>Passes are unknown: the transfers have another order than for whole stages, for example interleaved ones. Marks (mstx, record_function) named forward and backward would show them.</source>
        <translation>无法划分前向与反向：传输顺序与完整阶段的顺序不符，例如交错流水。名称含 forward 与 backward 的打点（mstx、record_function）可以说明。</translation>
    </message>
    <message>
        <source>The clock of the rank could not be aligned with the others.</source>
        <translation>该卡的时钟无法与其他卡对齐。</translation>
    </message>
    <message>
        <source>stage %1, rank %2</source>
        <translation>阶段 %1，卡 %2</translation>
    </message>
    <message>
        <source>Passes of microbatches through the stages</source>
        <translation>各 micro-batch 在各阶段的前向与反向</translation>
    </message>
    <message>
        <source>The bubble is not known: it needs the passes of the first stage.</source>
        <translation>空泡未知：需要首个阶段的前向与反向。</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>who is slow, and who waits for it</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Not enough memory to find out which stage is slow.</source>
        <translation>没有足够内存计算哪个阶段慢。</translation>
    </message>
    <message>
        <source>Which stage is slow is being worked out.</source>
        <translation>正在计算哪个阶段慢。</translation>
    </message>
    <message>
        <source>Passes are unknown: the trace does not name the rank that a transfer goes to. Its communication tasks do, with profiler_level Level1 or Level2. Marks (mstx, record_function) named forward and backward would show them, too.</source>
        <translation>无法划分前向与反向：trace 没有给出传输的对端卡。以 profiler_level Level1 或 Level2 采集时，其中的通信任务会给出。名称含 forward 与 backward 的打点（mstx、record_function）也可以说明。</translation>
    </message>
    <message>
        <source>Stage %1 waits most: its bubble is %2 of its busy time, ideal is (p − 1) / m = %3.</source>
        <translation>阶段 %1 等待最多：空泡为其工作时间的 %2，理想值为 (p − 1) / m = %3。</translation>
    </message>
    <message>
        <source>Stage %1 waits most, in step %2: its bubble is %3 of its busy time, ideal is (p − 1) / m = %4.</source>
        <translation>阶段 %1 等待最多（迭代 %2）：空泡为其工作时间的 %3，理想值为 (p − 1) / m = %4。</translation>
    </message>
</context>
<context>
    <name>rs::StartPage</name>
    <message>
        <source>Open a profiling run</source>
        <translation>打开性能数据</translation>
    </message>
    <message>
        <source>Drop one or many folders or files on this window, or choose them here.</source>
        <translation>将一个或多个文件夹或文件拖到窗口中，或在此选择。</translation>
    </message>
    <message>
        <source>Open the Demo Run</source>
        <translation>打开演示数据</translation>
    </message>
    <message>
        <source>Writes a small run of eight ranks into the cache folder and opens it.</source>
        <translation>在缓存文件夹中生成一组 8 卡演示数据并打开。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>What can be opened:
• a rank folder that ends in _ascend_ms or _ascend_pt, or a folder that holds several of them
• an ASCEND_PROFILER_OUTPUT or mindstudio_profiler_output folder, or a PROF_ folder of msprof
• a single trace_view.json or msprof_*.json, plain or compressed as .gz
• a database of the profiler (ascend_*_profiler_*.db, msprof_*.db, msmonitor_*.db, ftrace_data.db), or a folder that holds them
• a cluster_analysis_output folder, or its cluster_analysis.db
• a rank pack (.rspack), or the folder of an index that rankscope-cli wrote</source>
        <translation>可以打开：
• 以 _ascend_ms 或 _ascend_pt 结尾的单卡文件夹，或包含多个此类文件夹的文件夹
• ASCEND_PROFILER_OUTPUT 或 mindstudio_profiler_output 文件夹，或 msprof 的 PROF_ 文件夹
• 单个 trace_view.json 或 msprof_*.json，支持 .gz 压缩
• Profiler 的数据库（ascend_*_profiler_*.db、msprof_*.db、msmonitor_*.db、ftrace_data.db），或包含它们的文件夹
• cluster_analysis_output 文件夹，或其中的 cluster_analysis.db
• 卡数据包（.rspack），或 rankscope-cli 写入的索引文件夹</translation>
    </message>
    <message>
        <source>Import Data…</source>
        <translation>导入数据…</translation>
    </message>
    <message>
        <source>Runs that you open are kept in a library here, with their verdicts and your notes.</source>
        <translation>打开过的数据会记录在这里，附有诊断结论和您的备注。</translation>
    </message>
    <message>
        <source>The library of runs is off: View &gt; Library of Runs turns it on.</source>
        <translation>历史数据记录已关闭：可在“视图 &gt; 历史数据”中开启。</translation>
    </message>
</context>
<context>
    <name>rs::StateText</name>
    <message>
        <source>The shown time span cannot be read.</source>
        <translation>显示的时间范围无法读取。</translation>
    </message>
    <message>
        <source>The time selection cannot be read.</source>
        <translation>时间选择无法读取。</translation>
    </message>
    <message numerus="yes">
        <source>%n time offset(s) cannot be read.</source>
        <translation>
            <numerusform>%n 个时间偏移无法读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mark(s) or bookmark(s) cannot be read.</source>
        <translation>
            <numerusform>%n 个标记或书签无法读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>The box, or some of its lanes, cannot be read.</source>
        <translation>选框或其中的部分泳道无法读取。</translation>
    </message>
</context>
<context>
    <name>rs::StatusPanel</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stops loading; what was loaded stays.</source>
        <translation>停止加载；已加载的内容保留。</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s), from the cluster analysis only</source>
        <translation>
            <numerusform>%n 张卡，仅来自集群分析结果</numerusform>
        </translation>
    </message>
    <message>
        <source>Selection %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <source>Slice %1</source>
        <translation>事件 %1</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>正在查找数据…</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>What the whole program takes of the computer&apos;s memory now: the loaded ranks and itself</source>
        <translation>整个程序当前占用的内存：已加载的卡及程序本身</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s)</source>
        <translation>
            <numerusform>%1 / %n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slice(s)</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>ranks, slices</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2, %3 s</source>
        <comment>ranks, slices, seconds</comment>
        <translation>%1，%2，%3 s</translation>
    </message>
    <message>
        <source>New ranks and captures are read as soon as their files are complete. View &gt; Follow ends this.</source>
        <translation>新的卡和新采集的文件写完后立即读取。可在“视图 &gt; 跟踪增长中的数据”中结束。</translation>
    </message>
    <message>
        <source>Following: files are being written</source>
        <translation>跟踪中：文件正在写入</translation>
    </message>
    <message>
        <source>Following: the folder is gone</source>
        <translation>跟踪中：文件夹已不存在</translation>
    </message>
    <message>
        <source>Following, last change %1</source>
        <comment>a time of day</comment>
        <translation>跟踪中，上次变化 %1</translation>
    </message>
    <message>
        <source>Following, no change yet</source>
        <translation>跟踪中，尚无变化</translation>
    </message>
</context>
<context>
    <name>rs::StepCurves</name>
    <message>
        <source>Times of the steps</source>
        <translation>各迭代的时间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Computation, mean</source>
        <translation>计算，平均</translation>
    </message>
    <message>
        <source>Communication, mean</source>
        <translation>通信，平均</translation>
    </message>
    <message>
        <source>Wait, mean</source>
        <translation>等待，平均</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Step, shortest to longest</source>
        <translation>迭代，最短至最长</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 devices)</source>
        <translation>%1（%3 张卡中的 %2 张）</translation>
    </message>
    <message>
        <source>the number of devices changes</source>
        <translation>卡数有变化</translation>
    </message>
    <message>
        <source>step of each device</source>
        <translation>每张卡的迭代时间</translation>
    </message>
    <message>
        <source>computation, mean</source>
        <translation>计算，平均</translation>
    </message>
    <message>
        <source>communication, mean</source>
        <translation>通信，平均</translation>
    </message>
    <message>
        <source>wait, mean</source>
        <translation>等待，平均</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
</context>
<context>
    <name>rs::StepHeatMap</name>
    <message>
        <source>%1, device %2</source>
        <translation>%1，设备 %2</translation>
    </message>
    <message>
        <source>whole capture</source>
        <translation>整个采集</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Pipeline stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Median of its peers</source>
        <translation>同类卡中位数</translation>
    </message>
    <message>
        <source> (%1)</source>
        <comment>part of the median</comment>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Outlier</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>differs from its peers</source>
        <translation>与同类卡明显不同</translation>
    </message>
    <message>
        <source>no other rank to compare with</source>
        <translation>没有可比对的其他卡</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Difference of its ranks from their peers</source>
        <translation>各卡与其同类卡的差值</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>诊断</translation>
    </message>
</context>
<context>
    <name>rs::StepTexts</name>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Total compute</source>
        <translation>总计算</translation>
    </message>
    <message>
        <source>Pure compute</source>
        <translation>纯计算</translation>
    </message>
    <message>
        <source>Overlapped communication</source>
        <translation>通信（被覆盖）</translation>
    </message>
    <message>
        <source>Non-overlapped communication</source>
        <translation>通信（未被覆盖）</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>准备</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stage</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>空泡</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>原值</translation>
    </message>
    <message>
        <source>Each rank</source>
        <translation>每张卡</translation>
    </message>
    <message>
        <source>Folded by %1</source>
        <translation>按 %1 折叠</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>vs. peer median</source>
        <translation>与同类卡中位数之差</translation>
    </message>
</context>
<context>
    <name>rs::StrategyForm</name>
    <message>
        <source>No file says how the ranks share the work: enter the sizes.</source>
        <translation>没有文件说明并行策略：请输入规模。</translation>
    </message>
    <message>
        <source>Read from profiler_metadata.json (distributed_args).</source>
        <translation>取自 profiler_metadata.json（distributed_args）。</translation>
    </message>
    <message>
        <source>Inferred from the groups that the files describe.</source>
        <translation>由文件中的通信域推断。</translation>
    </message>
    <message>
        <source>Entered by you; comparisons with peers use it.</source>
        <translation>手动输入；与同类卡的比较以此为准。</translation>
    </message>
    <message>
        <source>Not applied yet.</source>
        <translation>尚未应用。</translation>
    </message>
    <message>
        <source>The groups of the files confirm the order.</source>
        <translation>文件中的通信域与该卡序一致。</translation>
    </message>
    <message>
        <source>The entered sizes contradict each other: see below.</source>
        <translation>输入内容相互矛盾，见下方说明。</translation>
    </message>
    <message>
        <source>Every view compares ranks by these sizes from now on</source>
        <translation>此后各视图按此规模比较各卡</translation>
    </message>
    <message>
        <source>These sizes are already used</source>
        <translation>当前已按此规模</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>卡序</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Uses the sizes of the files again</source>
        <translation>恢复为文件中的策略</translation>
    </message>
    <message>
        <source>Ranks of a %1 group</source>
        <translation>每个 %1 组的卡数</translation>
    </message>
</context>
<context>
    <name>rs::StrategyGraphPage</name>
    <message>
        <source>There is no graph of operators to show</source>
        <translation>没有可显示的算子图</translation>
    </message>
    <message>
        <source>Operators of the stages in the order of execution</source>
        <translation>各阶段的算子，按执行顺序</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>All folded</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Open to level %1</source>
        <translation>展开到第 %1 层</translation>
    </message>
    <message>
        <source>All open</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Stage %1, ranks %2</source>
        <translation>阶段 %1，卡 %2</translation>
    </message>
    <message>
        <source>Stage %1, rank %2</source>
        <translation>阶段 %1，卡 %2</translation>
    </message>
    <message>
        <source>Operators that run nothing are folded in the graph: its lines go through them.</source>
        <translation>不执行任何计算的算子在图中已折叠，连线穿过它们。</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>In full</source>
        <translation>全名</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Operators here</source>
        <translation>此处算子数</translation>
    </message>
    <message>
        <source>Operators in all stages</source>
        <translation>所有阶段的算子数</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>各类别的数量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Split strategy</source>
        <translation>切分策略</translation>
    </message>
    <message>
        <source>—</source>
        <translation>—</translation>
    </message>
    <message>
        <source>Inserted for</source>
        <translation>插入目的</translation>
    </message>
    <message>
        <source>Communication domain</source>
        <translation>通信域</translation>
    </message>
    <message>
        <source>Ranks of the domain</source>
        <translation>通信域内的卡</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Received by</source>
        <translation>接收方</translation>
    </message>
    <message>
        <source>Sent by</source>
        <translation>发送方</translation>
    </message>
    <message>
        <source>%1 of stage %2</source>
        <translation>阶段 %2 的 %1</translation>
    </message>
    <message>
        <source>The Receive waits</source>
        <translation>接收等待</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>split %1</source>
        <translation>切分 %1</translation>
    </message>
    <message>
        <source>%1, split %2</source>
        <translation>%1，切分 %2</translation>
    </message>
    <message>
        <source>parameter or constant</source>
        <translation>参数或常量</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Used by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>The trace of the rank has no operator of this name; its lanes are shown.</source>
        <translation>该卡的 trace 中没有同名算子；已显示其泳道。</translation>
    </message>
    <message>
        <source>The rank has no trace to show the operator in.</source>
        <translation>该卡没有可显示该算子的 trace。</translation>
    </message>
    <message>
        <source>Open Namespace</source>
        <translation>展开命名空间</translation>
    </message>
    <message>
        <source>Fold Namespace %1</source>
        <translation>折叠命名空间 %1</translation>
    </message>
    <message>
        <source>Show All</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Operators: %1, with a split strategy: %2, redistribution: %3, gradient aggregation: %4.</source>
        <translation>算子 %1 个，其中有切分策略 %2 个、重排布 %3 个、梯度聚合 %4 个。</translation>
    </message>
    <message>
        <source>Lines go through %1 operators that run nothing (Depend, Load, TupleGetItem and the like).</source>
        <translation>连线穿过 %1 个不执行任何计算的算子（Depend、Load、TupleGetItem 等）。</translation>
    </message>
    <message>
        <source>The order and the transfers of the trace: there is no parallel_strategy_*.json (parallel_strategy=true), which has inputs and splits.</source>
        <translation>按 trace 中的顺序与收发绘制：没有含输入和切分策略的 parallel_strategy_*.json（parallel_strategy=true）。</translation>
    </message>
    <message>
        <source>The order and the transfers of step %1 in the trace: there is no parallel_strategy_*.json (parallel_strategy=true), which has inputs and splits.</source>
        <translation>按 trace 中迭代 %1 的顺序与收发绘制：没有含输入和切分策略的 parallel_strategy_*.json（parallel_strategy=true）。</translation>
    </message>
    <message>
        <source>The step has more operators than are shown here.</source>
        <translation>该迭代的算子多于此处显示的数量。</translation>
    </message>
    <message>
        <source>Sends and Receives without the other end: %1.</source>
        <translation>没有对端的发送与接收：%1 个。</translation>
    </message>
    <message>
        <source>Lines left out, because they would meet in one operator: %1.</source>
        <translation>因汇集到同一算子而忽略的连线：%1 条。</translation>
    </message>
    <message>
        <source>Pipeline stages with circular dependencies: %1.</source>
        <translation>存在循环依赖的流水线阶段：%1。</translation>
    </message>
    <message>
        <source>In stage %1 these ranks have other operators than the first: %2.</source>
        <translation>阶段 %1 中以下卡的算子与首张卡不同：%2。</translation>
    </message>
    <message>
        <source>Namespaces</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Long lines</source>
        <translation>长连线</translation>
    </message>
    <message>
        <source>Draws lines over many layers as well.</source>
        <translation>跨多层的连线也绘制。</translation>
    </message>
    <message>
        <source>Find operators</source>
        <translation>查找算子</translation>
    </message>
    <message>
        <source>Previous operator that was found</source>
        <translation>上一个找到的算子</translation>
    </message>
    <message>
        <source>Next operator that was found (Enter)</source>
        <translation>下一个找到的算子（Enter）</translation>
    </message>
    <message>
        <source>Next operator that was found</source>
        <translation>下一个找到的算子</translation>
    </message>
    <message>
        <source>Attributes of the selected operator</source>
        <translation>所选算子的属性</translation>
    </message>
    <message>
        <source>Show in Operators</source>
        <translation>在算子视图中显示</translation>
    </message>
    <message>
        <source>No operator of this name ran in the trace of the rank.</source>
        <translation>该卡的 trace 中没有运行过同名算子。</translation>
    </message>
</context>
<context>
    <name>rs::StrategyPage</name>
    <message>
        <source>Show Only Its %1 Group (Ranks %2)</source>
        <translation>只显示其 %1 组（卡 %2）</translation>
    </message>
    <message>
        <source>Show All Ranks</source>
        <translation>显示全部卡</translation>
    </message>
    <message>
        <source>Parallel Strategy</source>
        <translation>并行策略</translation>
    </message>
    <message>
        <source>Which ranks share which part of the work, with groups of tensor, context, data, pipeline and expert parallelism: where in it do slow ranks stand?</source>
        <translation>各卡在张量、上下文、数据、流水线和专家并行中的分组：慢卡处于什么位置？</translation>
    </message>
    <message>
        <source>All ranks; filtered by step only</source>
        <translation>全部卡；仅按迭代筛选</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>The sizes contradict each other</source>
        <translation>规模相互矛盾</translation>
    </message>
    <message>
        <source>No file says how the ranks share the work</source>
        <translation>没有文件说明并行策略</translation>
    </message>
    <message>
        <source>Enter the sizes above: TP × CP × DP × PP is the number of ranks. The files give them where profiler_metadata.json has distributed_args, or groups that are called tp, cp, dp or pp.</source>
        <translation>请在上方输入规模：TP × CP × DP × PP 等于卡数。profiler_metadata.json 中有 distributed_args，或有名为 tp、cp、dp、pp 的通信域时，可由文件得到。</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>%n 个迭代的平均</numerusform>
        </translation>
    </message>
    <message>
        <source>Missing, or no data</source>
        <translation>缺失或无数据</translation>
    </message>
    <message>
        <source>Outlined: differs from its peers</source>
        <translation>描边：与同类卡明显不同</translation>
    </message>
    <message>
        <source>%1 (ms)</source>
        <translation>%1 (ms)</translation>
    </message>
    <message>
        <source>%1 of every rank, in the order of its parallelism</source>
        <translation>按并行策略排列的各卡%1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) missing: %1</source>
        <translation>
            <numerusform>缺失 %n 张卡：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) outside of these sizes</source>
        <translation>
            <numerusform>%n 张卡不在该规模内</numerusform>
        </translation>
    </message>
    <message>
        <source>they hardly differ (%1 to %2): the colours span %3 % of the median</source>
        <translation>数值几乎相同（%1 至 %2）：色阶按中位数的 %3 % 展开</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between notes</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>These sizes hold no rank %1.</source>
        <translation>该规模不含卡 %1。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间项</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>单元格</translation>
    </message>
    <message>
        <source>of the folded ranks</source>
        <translation>折叠各卡取</translation>
    </message>
    <message>
        <source>Find rank</source>
        <translation>查找卡</translation>
    </message>
    <message>
        <source>A rank&apos;s number, then Enter: it is selected and brought into sight</source>
        <translation>输入卡号后按 Enter：选中该卡并滚动到可见位置</translation>
    </message>
    <message>
        <source>Frames of the %1 groups</source>
        <translation>%1 组的边框</translation>
    </message>
    <message>
        <source>Grid of Ranks</source>
        <translation>卡网格</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Range of the colour scale</source>
        <translation>色阶范围</translation>
    </message>
    <message>
        <source>Sizes and Table</source>
        <translation>并行规模与表格</translation>
    </message>
    <message>
        <source>The sizes of the parallelism, what a cell is, and the table</source>
        <translation>并行规模、单元格含义与表格</translation>
    </message>
    <message>
        <source>Reported as a problem</source>
        <translation>被报告为问题</translation>
    </message>
    <message>
        <source>%1 vs. peer median (ms)</source>
        <translation>%1 与同类卡中位数之差 (ms)</translation>
    </message>
</context>
<context>
    <name>rs::SummaryPage</name>
    <message>
        <source>Framework summary</source>
        <translation>框架算子汇总</translation>
    </message>
    <message>
        <source>CANN API summary</source>
        <translation>CANN API 汇总</translation>
    </message>
    <message>
        <source>Device task summary</source>
        <translation>设备任务汇总</translation>
    </message>
    <message>
        <source>Communication summary</source>
        <translation>通信汇总</translation>
    </message>
    <message>
        <source>Overlap summary</source>
        <translation>重叠分析汇总</translation>
    </message>
    <message>
        <source>Statistics by name over the host lanes of the framework: Python functions and framework operators.</source>
        <translation>主机侧框架泳道（Python 函数与框架算子）按名称的统计。</translation>
    </message>
    <message>
        <source>Statistics by name over the CANN lanes: API calls of the host.</source>
        <translation>CANN 泳道（主机 API 调用）按名称的统计。</translation>
    </message>
    <message>
        <source>Statistics by name over the streams of Ascend Hardware.</source>
        <translation>Ascend Hardware 各 Stream 按名称的统计。</translation>
    </message>
    <message>
        <source>Statistics by name over the communication domains, without the tasks on their planes.</source>
        <translation>各通信域按名称的统计，不含 Plane 上的任务。</translation>
    </message>
    <message>
        <source>Computing, communication, non-overlapped communication and idle time as the Overlap Analysis lanes of the trace give them.</source>
        <translation>trace 中 Overlap Analysis 泳道给出的计算、通信、未被覆盖的通信和空闲时间。</translation>
    </message>
    <message>
        <source>The trace has no lanes of the framework. The profiler writes them when CPU activity is collected (ProfilerActivity.CPU).</source>
        <translation>trace 中没有框架泳道。采集 CPU 活动（ProfilerActivity.CPU）时才会写出。</translation>
    </message>
    <message>
        <source>The trace has no CANN lanes. The profiler writes them when NPU activity is collected (ProfilerActivity.NPU), at profiler level Level1 or higher for most calls.</source>
        <translation>trace 中没有 CANN 泳道。采集 NPU 活动（ProfilerActivity.NPU）时才会写出，多数调用需要 Level1 及以上采集级别。</translation>
    </message>
    <message>
        <source>The trace has no Ascend Hardware lanes. The profiler writes them when NPU activity is collected (ProfilerActivity.NPU).</source>
        <translation>trace 中没有 Ascend Hardware 泳道。采集 NPU 活动（ProfilerActivity.NPU）时才会写出。</translation>
    </message>
    <message>
        <source>The trace has no lanes of communication domains (Communication, or HCCL before CANN 8.1). Runs with one rank have none; others have them when NPU activity is collected.</source>
        <translation>trace 中没有通信域泳道（Communication，CANN 8.1 之前为 HCCL）。单卡运行没有通信；多卡运行在采集 NPU 活动时会有。</translation>
    </message>
    <message>
        <source>The trace has no Overlap Analysis lanes. The analysis of the profiler adds them to trace_view.json when NPU activity is collected; the overview derives the same times from the slices.</source>
        <translation>trace 中没有 Overlap Analysis 泳道。采集 NPU 活动时，由 Profiler 的解析写入 trace_view.json；概览可由事件推导出相同的时间。</translation>
    </message>
    <message>
        <source>There is nothing to summarise</source>
        <translation>没有可汇总的内容</translation>
    </message>
    <message>
        <source>sum %1  ·  busy %2</source>
        <translation>总计 %1  ·  占用 %2</translation>
    </message>
    <message>
        <source>The sum adds up every slice of these lanes, nested and parallel ones too. Busy time counts every moment once in which at least one of them runs. Both cover the shown time only.</source>
        <translation>总计为这些泳道所有事件之和，嵌套和并行的也计入。占用时间为至少有一个事件运行的时间，每一时刻只计一次。两者仅针对所显示的时间。</translation>
    </message>
    <message>
        <source>Show the Longest in Timeline</source>
        <translation>在时间线中显示耗时最长的事件</translation>
    </message>
    <message>
        <source>No slice of these lanes touches the selected time or the chosen step.</source>
        <translation>这些泳道在所选时间或所选迭代内没有事件。</translation>
    </message>
</context>
<context>
    <name>rs::SystemView</name>
    <message>
        <source>No rank is chosen. Choose one above, or in the explorer.</source>
        <translation>未选择卡。请在上方或数据列表中选择。</translation>
    </message>
    <message>
        <source>The rank is being loaded.</source>
        <translation>该卡正在加载。</translation>
    </message>
    <message>
        <source>The rank could not be loaded; see the findings.</source>
        <translation>该卡加载失败，原因见检查结果。</translation>
    </message>
    <message>
        <source>The trace of the rank is on %1. Click the rank in the explorer to fetch it.</source>
        <comment>a host</comment>
        <translation>该卡的 trace 在 %1 上。在数据列表中单击该卡即可获取。</translation>
    </message>
    <message>
        <source>The rank is not loaded. Load it again from its context menu in the explorer.</source>
        <translation>该卡未加载。可在数据列表的右键菜单中重新加载。</translation>
    </message>
    <message>
        <source>The rank has no trace file (trace_view.json, or msprof*.json of msprof). The profiler writes it when its output is analysed; see the findings for a file that could not be read.</source>
        <translation>该卡没有 trace 文件（trace_view.json，msprof 为 msprof*.json）。解析 Profiler 输出时写入；无法读取的文件见检查结果。</translation>
    </message>
    <message>
        <source>%1 (not loaded)</source>
        <translation>%1（未加载）</translation>
    </message>
    <message>
        <source>Only what touches the selected time, %1 long.</source>
        <translation>仅与所选时间（长 %1）相交的部分。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Show the Whole Capture</source>
        <translation>显示整个采集</translation>
    </message>
    <message>
        <source>Clears the time selection for every view</source>
        <translation>清除所有视图的时间选择</translation>
    </message>
    <message>
        <source>Pages of the system view</source>
        <translation>系统视图的页面</translation>
    </message>
    <message>
        <source>System View</source>
        <translation>系统视图</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what the page shows, whose clock</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>The whole capture: the trace of this rank does not mark step %1.</source>
        <translation>整个采集：该卡的 trace 中没有标记迭代 %1。</translation>
    </message>
    <message>
        <source>Only what touches step %1.</source>
        <translation>仅显示与迭代 %1 重叠的内容。</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>卡 %1：%2</translation>
    </message>
    <message>
        <source>Only the cluster analysis of this run is open. What one rank did is in its own folder (…_ascend_ms, …_ascend_pt): open the folders of the ranks as well.</source>
        <translation>仅打开了该数据的集群分析结果。单卡数据在各卡自己的文件夹（…_ascend_ms、…_ascend_pt）中：请一并打开。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Launch and idle</source>
        <translation>下发与空闲</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Filter pages</source>
        <translation>筛选页面</translation>
    </message>
    <message>
        <source>Sum over steps</source>
        <translation>各迭代之和</translation>
    </message>
    <message>
        <source>Mean per step</source>
        <translation>各迭代均值</translation>
    </message>
    <message>
        <source>Each step</source>
        <translation>逐个迭代</translation>
    </message>
    <message>
        <source>Only step %1, of all ranks.</source>
        <translation>仅迭代 %1，所有卡。</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>基准数据</translation>
    </message>
    <message>
        <source>Run before, else the next</source>
        <translation>前一组数据，否则后一组</translation>
    </message>
    <message>
        <source>The whole capture, not only step %1: this page has no numbers by step.</source>
        <translation>整个采集，不限于迭代 %1：本页的数据不分迭代。</translation>
    </message>
    <message>
        <source>Only step %1.</source>
        <translation>仅迭代 %1。</translation>
    </message>
</context>
<context>
    <name>rs::TablePage</name>
    <message>
        <source>This file has no times: it covers the whole capture, whatever time is selected.</source>
        <translation>该文件不含时间：无论选定哪段时间，均针对整个采集。</translation>
    </message>
    <message>
        <source>There is no table to show</source>
        <translation>没有可显示的表格</translation>
    </message>
    <message>
        <source>All ranks; filtered by step and domain only</source>
        <translation>全部卡；仅按迭代和通信域筛选</translation>
    </message>
    <message>
        <source>All ranks of the run, whatever is selected.</source>
        <translation>该数据的所有卡，不受选择影响。</translation>
    </message>
    <message>
        <source>No run is open: open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>没有打开的数据：通过“文件 &gt; 导入数据”打开文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>It covers the chosen step, whatever time is selected.</source>
        <translation>此表针对所选迭代，与选中的时间无关。</translation>
    </message>
    <message>
        <source>Not enough memory for the diagnosis.</source>
        <translation>内存不足，无法诊断。</translation>
    </message>
    <message>
        <source>Being computed.</source>
        <translation>正在计算。</translation>
    </message>
    <message>
        <source>All ranks of the run, not only the shown ones.</source>
        <translation>本次采集的全部卡，而不仅是所显示的卡。</translation>
    </message>
    <message>
        <source>Hide Details</source>
        <translation>收起明细</translation>
    </message>
    <message>
        <source>Show More</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Show Details</source>
        <translation>展开明细</translation>
    </message>
    <message>
        <source>No row of the table touches the selected time or the chosen step.</source>
        <translation>表中没有与所选时间或所选迭代重叠的行。</translation>
    </message>
    <message>
        <source>These are sums over the whole kernel trace, whatever time is selected.</source>
        <translation>这些是整个内核跟踪的合计，与所选时间无关。</translation>
    </message>
    <message>
        <source>Show Its Time in Timeline</source>
        <translation>在时间线中显示该时段</translation>
    </message>
    <message>
        <source>The table is being computed</source>
        <translation>正在计算该表</translation>
    </message>
    <message>
        <source>Waiting for all ranks</source>
        <translation>等待全部卡读完</translation>
    </message>
    <message>
        <source>All ranks; filtered by step only</source>
        <translation>全部卡；仅按迭代筛选</translation>
    </message>
</context>
<context>
    <name>rs::TableView</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Not a valid regular expression: %1.</source>
        <translation>正则表达式无效：%1。</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>The filter is a regular expression</source>
        <translation>筛选条件为正则表达式</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Copy, export and choose columns</source>
        <translation>复制、导出和选择列</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy rows as Markdown</source>
        <translation>复制为 Markdown</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>No row passes the filter.</source>
        <translation>没有符合筛选条件的行。</translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>The table was not exported</source>
        <translation>表格未导出</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>Hide this column</source>
        <translation>隐藏此列</translation>
    </message>
    <message>
        <source>Filter by range…</source>
        <translation>按范围筛选…</translation>
    </message>
    <message>
        <source>Filter by range</source>
        <translation>按范围筛选</translation>
    </message>
    <message>
        <source>Rows whose “%1” is within the range. An empty end is open.</source>
        <translation>“%1”在范围内的行；留空表示不限。</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>不小于</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>不大于</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 row(s)</source>
        <translation>
            <numerusform>%1 / %2 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Arranging the rows: %1</source>
        <translation>正在整理各行：%1</translation>
    </message>
    <message>
        <source>Writing the table: %1</source>
        <translation>正在写入表格：%1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Nothing is filtered.</source>
        <translation>没有设置筛选条件。</translation>
    </message>
    <message>
        <source>Saved: %1</source>
        <translation>已保存：%1</translation>
    </message>
    <message>
        <source>&gt; 100, 10..20, = 5</source>
        <translation>&gt; 100、10..20、= 5</translation>
    </message>
    <message>
        <source>part, = whole, ! without</source>
        <translation>部分、= 完整、! 不含</translation>
    </message>
    <message>
        <source>Export the Filtered Rows as CSV…</source>
        <translation>导出筛选后的行为 CSV…</translation>
    </message>
    <message numerus="yes">
        <source>Saved the %1 of %2 row(s) that pass the filters: %3</source>
        <translation>
            <numerusform>已保存通过筛选的 %1 行（共 %2 行）：%3</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter this column…</source>
        <translation>筛选此列…</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>复制单元格</translation>
    </message>
    <message>
        <source>Click a cell first.</source>
        <translation>请先单击一个单元格。</translation>
    </message>
</context>
<context>
    <name>rs::ThreadLegend</name>
    <message>
        <source>Running</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runnable</source>
        <translation>可运行</translation>
    </message>
    <message>
        <source>Sleeping</source>
        <translation>睡眠</translation>
    </message>
    <message>
        <source>The thread has a CPU.</source>
        <translation>线程占用 CPU。</translation>
    </message>
    <message>
        <source>The thread would run, but waits for a CPU.</source>
        <translation>线程可以运行，但在等待 CPU。</translation>
    </message>
    <message>
        <source>The thread waits for something else.</source>
        <translation>线程在等待其他事件。</translation>
    </message>
</context>
<context>
    <name>rs::ThresholdsDialog</name>
    <message>
        <source>Compute of a rank above the median of its peers</source>
        <translation>卡的计算时间超出同类卡的中位数</translation>
    </message>
    <message>
        <source>Idle or late time above the median of the peers, of the step</source>
        <translation>空闲或起步晚超出同类卡的中位数（占迭代）</translation>
    </message>
    <message>
        <source>Idle time of all ranks that is worth a look, of the step</source>
        <translation>值得关注的全部卡的空闲时间（占迭代）</translation>
    </message>
    <message>
        <source>Bandwidth of a link below others of its kind</source>
        <translation>链路带宽低于同类链路</translation>
    </message>
    <message>
        <source>Least cost of a problem of all steps, of the steps</source>
        <translation>涉及全部迭代的问题的最小代价（占迭代）</translation>
    </message>
    <message>
        <source>Least cost of a problem of some steps, of these steps</source>
        <translation>只涉及部分迭代的问题的最小代价（占这些迭代）</translation>
    </message>
    <message>
        <source>Non-overlapped communication that is worth a look, of the step</source>
        <translation>值得关注的未被覆盖的通信（占迭代）</translation>
    </message>
    <message>
        <source>Waiting for one rank, of the non-overlapped communication</source>
        <translation>等待某张卡的时间（占未被覆盖的通信）</translation>
    </message>
    <message>
        <source>Part of the longer compute that a lower frequency must explain</source>
        <translation>降频至少须解释的计算超出部分</translation>
    </message>
    <message>
        <source>Least wait of a rank that is listed as waiting, of the step</source>
        <translation>列为等待者的最短等待时间（占迭代）</translation>
    </message>
    <message>
        <source>Seven peers and more: distance from the median, in 1.4826 × MAD</source>
        <translation>七张及以上同类卡：与中位数的距离（1.4826 × MAD 的倍数）</translation>
    </message>
    <message>
        <source>Seven peers and more: least spread, of the median</source>
        <translation>七张及以上同类卡：最小离散度（占中位数）</translation>
    </message>
    <message>
        <source>Thresholds of the Diagnosis</source>
        <translation>诊断阈值</translation>
    </message>
    <message>
        <source>They apply to the verdicts and the diagnosis table in this window. Exports and rankscope-cli use the defaults.</source>
        <translation>用于本窗口中的诊断结论和诊断表格。导出和 rankscope-cli 始终使用默认值。</translation>
    </message>
</context>
<context>
    <name>rs::TimePage</name>
    <message>
        <source>There are no steps to show</source>
        <translation>没有可显示的迭代</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Times of the steps</source>
        <translation>各迭代的时间</translation>
    </message>
</context>
<context>
    <name>rs::TimeScale</name>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>time, step</comment>
        <translation>%2 的 %1</translation>
    </message>
</context>
<context>
    <name>rs::TimeShifts</name>
    <message>
        <source>Other slices are aligned with %1: select one and press L or R.</source>
        <translation>已将 %1 设为对齐基准：选中另一个事件后按 L 或 R。</translation>
    </message>
    <message>
        <source>First select the slice to align others with.</source>
        <translation>请先选中作为对齐基准的事件。</translation>
    </message>
    <message>
        <source>Select the reference slice first (B), then the slice to align.</source>
        <translation>请先选中基准事件（B），再选中要对齐的事件。</translation>
    </message>
    <message>
        <source>The lane of %1 is aligned with %2.</source>
        <translation>%1 所在泳道已与 %2 对齐。</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) aligned with the selected slice</source>
        <translation>
            <numerusform>已将 %n 张卡与选中事件对齐</numerusform>
        </translation>
    </message>
    <message>
        <source>Pin the lanes first, and select a slice on one of them whose name the others have too.</source>
        <translation>请先置顶泳道，并在其中一条上选中各泳道都有的同名事件。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>rank, lane</comment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>rs::TimelineBar</name>
    <message>
        <source>The filter takes too long on a name and is searched as plain text.</source>
        <translation>筛选表达式在某个名称上耗时过长，按原文查找。</translation>
    </message>
    <message>
        <source>The filter is not a regular expression and is searched as plain text.</source>
        <translation>筛选内容不是有效的正则表达式，按原文查找。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>command, keys</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 (Ctrl and the wheel)</source>
        <comment>command</comment>
        <translation>%1（Ctrl+滚轮）</translation>
    </message>
    <message>
        <source>%1 (%2, or Ctrl and the wheel)</source>
        <comment>command, keys</comment>
        <translation>%1（%2 或 Ctrl+滚轮）</translation>
    </message>
    <message>
        <source>Forward to the next view (Alt+Right)</source>
        <translation>前进到下一视窗 (Alt+Right)</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Choose which lanes are shown, and how</source>
        <translation>选择显示哪些泳道及显示方式</translation>
    </message>
    <message>
        <source>Connection lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Draw every connection line of a kind; the lines of the selected slice are always drawn</source>
        <translation>绘制某一类型的全部连线；选中事件的连线始终绘制</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Marks and bookmarks: click the ruler to set a mark, drag on it to measure</source>
        <translation>标记与书签：单击标尺设置标记，拖动标尺测量</translation>
    </message>
    <message>
        <source>Filter lanes</source>
        <translation>筛选泳道</translation>
    </message>
    <message>
        <source>Shows only lanes whose name, or whose process, matches this regular expression</source>
        <translation>只显示名称或进程匹配此正则表达式的泳道</translation>
    </message>
</context>
<context>
    <name>rs::TimelineCanvas</name>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Slices here</source>
        <translation>此处事件数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>value and unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no sample yet</source>
        <translation>尚无采样</translation>
    </message>
    <message>
        <source>Moved by</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>AI core frequency</source>
        <translation>AI Core 频率</translation>
    </message>
    <message>
        <source>%1 of %2 MHz</source>
        <translation>%1 / %2 MHz</translation>
    </message>
    <message>
        <source>Communication operator</source>
        <translation>对应的通信算子</translation>
    </message>
    <message>
        <source>Compute operator</source>
        <translation>对应的计算算子</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Next task</source>
        <translation>下一个任务</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>size unknown</source>
        <translation>大小未知</translation>
    </message>
    <message>
        <source>Sends to</source>
        <translation>发送到</translation>
    </message>
    <message>
        <source>Receives from</source>
        <translation>接收自</translation>
    </message>
    <message>
        <source>%1: %2, %3 GB/s</source>
        <comment>rank, size, bandwidth</comment>
        <translation>%1：%2，%3 GB/s</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>rank, size</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>More partners</source>
        <translation>其他对端</translation>
    </message>
    <message>
        <source>Kept: %1</source>
        <translation>保留：%1</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message numerus="yes">
        <source>%1 connection lines in %n bundle(s); zoom in to separate them</source>
        <translation>
            <numerusform>%1 条连线合为 %n 束，放大可分开显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 connection lines in %n bundle(s); zoom in to separate them</source>
        <translation>
            <numerusform>约 %1 条连线合为 %n 束，放大可分开显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 connection line(s) hidden (folded or hidden lanes)</source>
        <translation>
            <numerusform>%1 条连线未绘制：所连泳道已折叠或隐藏</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 connection line(s) hidden (folded or hidden lanes)</source>
        <translation>
            <numerusform>约 %1 条连线未绘制：所连泳道已折叠或隐藏</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 connection line(s) of the selected slice hidden (folded or hidden lanes)</source>
        <translation>
            <numerusform>选中事件有 %1 条连线未绘制：所连泳道已折叠或隐藏</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::TimelineCommands</name>
    <message>
        <source>Show the Whole Run</source>
        <translation>显示整组数据</translation>
    </message>
    <message>
        <source>Zoom to the Selection, Then to the Run</source>
        <translation>缩放到选中项，再缩放到整组数据</translation>
    </message>
    <message>
        <source>Back to the View Before</source>
        <translation>回到上一个视图</translation>
    </message>
    <message>
        <source>Zoom In</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Nothing is shorter than this.</source>
        <translation>已放大到最大。</translation>
    </message>
    <message>
        <source>Zoom Out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Go to Time…</source>
        <translation>跳转到时间…</translation>
    </message>
    <message>
        <source>Go to the n-th Slice of This Name…</source>
        <translation>跳转到同名的第 n 个事件…</translation>
    </message>
    <message>
        <source>Next Slice in the Lane</source>
        <translation>泳道中的下一个</translation>
    </message>
    <message>
        <source>Previous Slice in the Lane</source>
        <translation>泳道中的上一个</translation>
    </message>
    <message>
        <source>Next Slice of the Same Name</source>
        <translation>同名的下一个</translation>
    </message>
    <message>
        <source>Previous Slice of the Same Name</source>
        <translation>同名的上一个</translation>
    </message>
    <message>
        <source>Next in the Chain of Causes and Effects</source>
        <translation>因果链中的下一个</translation>
    </message>
    <message>
        <source>Previous in the Chain of Causes and Effects</source>
        <translation>因果链中的上一个</translation>
    </message>
    <message>
        <source>Mark the Box or the Cursor</source>
        <translation>标记框选范围或光标位置</translation>
    </message>
    <message>
        <source>Draw a box or point at the timeline first.</source>
        <translation>请先框选，或将鼠标移到时间线上。</translation>
    </message>
    <message>
        <source>Mark the Selected Slice</source>
        <translation>标记选中项</translation>
    </message>
    <message>
        <source>Delete the Mark under the Mouse</source>
        <translation>删除光标处的标记</translation>
    </message>
    <message>
        <source>Point at the line or the flag of a mark first.</source>
        <translation>请先将鼠标移到标记的线或旗标上。</translation>
    </message>
    <message>
        <source>Delete all marks</source>
        <translation>删除全部标记</translation>
    </message>
    <message>
        <source>No marks yet: click the ruler, or press K</source>
        <translation>尚无标记：单击标尺或按 K</translation>
    </message>
    <message>
        <source>Measure the Selected Slice</source>
        <translation>测量选中项</translation>
    </message>
    <message>
        <source>Count Time from Run, Step or Epoch</source>
        <translation>时间起点：采集、迭代或日期时刻</translation>
    </message>
    <message>
        <source>Use the Selected Slice as Base of Alignment</source>
        <translation>将选中项设为对齐基准</translation>
    </message>
    <message>
        <source>Align Starts with the Base</source>
        <translation>与基准左对齐</translation>
    </message>
    <message>
        <source>Align Ends with the Base</source>
        <translation>与基准右对齐</translation>
    </message>
    <message>
        <source>Align Pinned Lanes by Starts of This Name</source>
        <translation>按同名事件左对齐置顶泳道</translation>
    </message>
    <message>
        <source>Align Pinned Lanes by Ends of This Name</source>
        <translation>按同名事件右对齐置顶泳道</translation>
    </message>
    <message>
        <source>Time Offset of the Current Rank…</source>
        <translation>当前卡的时间偏移…</translation>
    </message>
    <message>
        <source>Remove All Time Offsets</source>
        <translation>清除全部时间偏移</translation>
    </message>
    <message>
        <source>Align Host and Device Clocks</source>
        <translation>对齐主机与设备时钟</translation>
    </message>
    <message>
        <source>No trace has launches to estimate the clock offset from.</source>
        <translation>没有 trace 含有可推算时钟偏移的下发记录。</translation>
    </message>
    <message>
        <source>Align the clocks of the ranks…</source>
        <translation>对齐各卡时钟…</translation>
    </message>
    <message>
        <source>All lanes</source>
        <translation>全部泳道</translation>
    </message>
    <message>
        <source>Every lane is shown.</source>
        <translation>所有泳道均已显示。</translation>
    </message>
    <message>
        <source>Communication of all ranks</source>
        <translation>所有卡的通信</translation>
    </message>
    <message>
        <source>Overlap Analysis of all ranks</source>
        <translation>所有卡的 Overlap Analysis</translation>
    </message>
    <message>
        <source>Keep this arrangement…</source>
        <translation>保存当前排布…</translation>
    </message>
    <message>
        <source>Expand One Level of Lanes</source>
        <translation>泳道展开一层</translation>
    </message>
    <message>
        <source>Collapse One Level of Lanes</source>
        <translation>泳道折叠一层</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Taller Lanes</source>
        <translation>增大泳道高度</translation>
    </message>
    <message>
        <source>Shorter Lanes</source>
        <translation>减小泳道高度</translation>
    </message>
    <message>
        <source>Standard height</source>
        <translation>标准高度</translation>
    </message>
    <message>
        <source>Fit Lane Heights to the Window</source>
        <translation>泳道高度适应窗口</translation>
    </message>
    <message>
        <source>The lanes have the height that fits best.</source>
        <translation>泳道高度已是最合适的。</translation>
    </message>
    <message>
        <source>Show Hidden Lanes</source>
        <translation>显示隐藏的泳道</translation>
    </message>
    <message>
        <source>No lane was hidden by hand.</source>
        <translation>没有手动隐藏的泳道。</translation>
    </message>
    <message>
        <source>Remove the filter</source>
        <translation>取消筛选</translation>
    </message>
    <message>
        <source>No lane is left out by a filter.</source>
        <translation>没有泳道被筛选。</translation>
    </message>
    <message>
        <source>Unpin All Lanes</source>
        <translation>取消全部置顶</translation>
    </message>
    <message>
        <source>No lane is pinned.</source>
        <translation>没有置顶的泳道。</translation>
    </message>
    <message>
        <source>There is no other slice of this name on this side of its row.</source>
        <translation>该行的这一侧没有其他同名事件。</translation>
    </message>
    <message>
        <source>There is no other slice on this side of its row.</source>
        <translation>该行的这一侧没有其他事件。</translation>
    </message>
    <message>
        <source>No line leads on from this slice.</source>
        <translation>没有从该事件引出的连线。</translation>
    </message>
    <message>
        <source>No line leads to this slice.</source>
        <translation>没有连到该事件的连线。</translation>
    </message>
    <message numerus="yes">
        <source>Unfolded %n lane(s)</source>
        <translation>
            <numerusform>已展开 %n 条泳道</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything is unfolded.</source>
        <translation>已全部展开。</translation>
    </message>
    <message numerus="yes">
        <source>Folded %n lane(s)</source>
        <translation>
            <numerusform>已折叠 %n 条泳道</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything is folded.</source>
        <translation>已全部折叠。</translation>
    </message>
    <message>
        <source>Nothing is moved in time.</source>
        <translation>没有设置任何时间偏移。</translation>
    </message>
    <message>
        <source>The whole run is in view.</source>
        <translation>已显示整组数据。</translation>
    </message>
    <message>
        <source>Select a slice first: a click on it does.</source>
        <translation>请先单击选中一个事件。</translation>
    </message>
    <message>
        <source>No trace is loaded.</source>
        <translation>没有加载任何 trace。</translation>
    </message>
    <message>
        <source>Save Picture of the Timeline…</source>
        <translation>保存时间线图片…</translation>
    </message>
    <message>
        <source>Copy Picture of the Timeline</source>
        <translation>复制时间线图片</translation>
    </message>
    <message>
        <source>The picture is in the clipboard.</source>
        <translation>图片已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Show Lanes of Delays, Idle Causes and Traffic</source>
        <translation>显示下发时延、空闲原因与通信流量泳道</translation>
    </message>
</context>
<context>
    <name>rs::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Timeline lanes</source>
        <translation>时间线泳道</translation>
    </message>
    <message>
        <source>Lane names</source>
        <translation>泳道名称</translation>
    </message>
    <message>
        <source>Length of the time span that is shown</source>
        <translation>当前显示的时间长度</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with profiling data, or drop it on the window.</source>
        <translation>打开含有性能数据的文件夹，或将其拖到窗口中。</translation>
    </message>
    <message>
        <source>The trace is being read</source>
        <translation>正在读取 trace</translation>
    </message>
    <message>
        <source>This run has no trace</source>
        <translation>该数据没有 trace</translation>
    </message>
    <message>
        <source>The timeline is drawn from trace_view.json or msprof_*.json, which the profiler writes when it exports text (export_type Text).</source>
        <translation>时间线由 trace_view.json 或 msprof_*.json 绘制，Profiler 以文本导出（export_type 为 Text）时生成。</translation>
    </message>
    <message>
        <source>Length of the whole run</source>
        <translation>全部数据的时长</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>全长 %1</translation>
    </message>
    <message>
        <source>in view %1</source>
        <translation>可见 %1</translation>
    </message>
    <message>
        <source>Launch delay</source>
        <translation>下发时延</translation>
    </message>
    <message>
        <source>Outstanding</source>
        <translation>未完成下发数</translation>
    </message>
    <message>
        <source>Lanes stay filtered in the runs that were open; %1 is shown whole.</source>
        <translation>泳道筛选只对先前打开的数据生效，%1 完整显示。</translation>
    </message>
    <message>
        <source>Not enough memory for the timeline</source>
        <translation>内存不足，无法显示时间线</translation>
    </message>
    <message>
        <source>Memory ran out while the lanes were laid out, so nothing is drawn. Close other runs or programs, then reload the run.</source>
        <translation>排布泳道时内存不足，因此未绘制。请关闭其他数据或程序，然后重新加载。</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between notes on connection lines</comment>
        <translation> · </translation>
    </message>
    <message>
        <source>%1, starting %2 after the start of the run</source>
        <comment>length of the time that is shown, moment</comment>
        <translation>%1，从采集开始后 %2 起</translation>
    </message>
    <message>
        <source>%1, starting %2 before the start of the run</source>
        <comment>length of the time that is shown, moment</comment>
        <translation>%1，从采集开始前 %2 起</translation>
    </message>
    <message>
        <source>The lanes of each rank appear as soon as its trace is read, before its tables.</source>
        <translation>各卡的 trace 读取完成后即显示其泳道，不必等待表格。</translation>
    </message>
    <message>
        <source>No rank has come from its host</source>
        <translation>尚未从主机获取任何卡</translation>
    </message>
    <message>
        <source>A click on a rank in the explorer brings it. If it does not come, the findings say why.</source>
        <translation>在数据列表中单击某张卡即可获取。若未能获取，检查结果中会说明原因。</translation>
    </message>
    <message>
        <source>No rank fits into the memory budget</source>
        <translation>内存预算容不下任何卡</translation>
    </message>
    <message>
        <source>The memory budget is used up, so no lanes are drawn. Raise it in View &gt; Memory Budget, or close other runs, then load a rank with a click on it in the explorer.</source>
        <translation>内存预算已用完，因此不绘制泳道。请在“视图 &gt; 内存预算”中提高上限或关闭其他数据，然后在数据列表中单击某张卡重新加载。</translation>
    </message>
    <message>
        <source>Why idle</source>
        <translation>空闲原因</translation>
    </message>
    <message>
        <source>Colours of the lanes that tell why a device is idle</source>
        <translation>“空闲原因”泳道的颜色</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Colours of the lanes that tell what the scheduler of the host did</source>
        <translation>主机调度泳道的颜色</translation>
    </message>
</context>
<context>
    <name>rs::TraceExport</name>
    <message>
        <source>These ranks have no trace: nothing was written.</source>
        <translation>这些卡没有 trace：未写出任何内容。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Not enough memory: nothing was written.</source>
        <translation>内存不足：未写出任何内容。</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 是文件夹。</translation>
    </message>
    <message>
        <source>The folder of %1 does not exist.</source>
        <translation>%1 所在的文件夹不存在。</translation>
    </message>
    <message>
        <source>%1 is in a folder of the run, which is never changed.</source>
        <translation>%1 位于数据文件所在的文件夹中，该文件夹不会被改动。</translation>
    </message>
</context>
<context>
    <name>rs::TrafficChart</name>
    <message>
        <source>%1, in flight %2</source>
        <translation>%1，在途 %2</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
</context>
<context>
    <name>rs::TrafficPage</name>
    <message>
        <source>Curves of bandwidth</source>
        <translation>带宽曲线</translation>
    </message>
    <message>
        <source>Bandwidth and bytes in flight of the current rank over time, by type of link: when does it communicate, and how fast?</source>
        <translation>当前卡的带宽和在途字节数随时间的变化，按链路类型：何时通信，速度多快？</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Bytes in flight</source>
        <translation>在途字节数</translation>
    </message>
    <message>
        <source>There are no curves to show</source>
        <translation>没有可显示的曲线</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>communication.json: each operator is one transfer for as long as it takes</source>
        <translation>communication.json：每个算子按其时长计为一次传输</translation>
    </message>
    <message>
        <source>Transfers of the trace, each at its mean bandwidth</source>
        <translation>trace 中的传输，各按其平均带宽计</translation>
    </message>
    <message>
        <source>The whole capture of the rank in the chosen domain; the chosen step is shaded.</source>
        <translation>该卡在所选通信域中的整个采集；所选迭代以底色标出。</translation>
    </message>
    <message>
        <source>domain: %1</source>
        <translation>通信域：%1</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between notes</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>Show This Moment in Timeline</source>
        <translation>在时间线中显示此时刻</translation>
    </message>
</context>
<context>
    <name>rs::TrajectoryPage</name>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Step interval</source>
        <translation>迭代间隙</translation>
    </message>
    <message>
        <source>Forward and backward</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>Step tail</source>
        <translation>迭代拖尾</translation>
    </message>
    <message>
        <source>Computation</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Stage time</source>
        <translation>流水线阶段耗时</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>There are no iterations to show</source>
        <translation>没有可显示的迭代</translation>
    </message>
    <message>
        <source>Computation and non-overlapped communication</source>
        <translation>计算与未被覆盖的通信</translation>
    </message>
    <message>
        <source>Interval, forward and backward, tail</source>
        <translation>间隙、前向与反向、拖尾</translation>
    </message>
    <message>
        <source>Stage time and non-overlapped receive</source>
        <translation>流水线阶段耗时与未被覆盖的接收</translation>
    </message>
    <message>
        <source>All steps</source>
        <translation>全部迭代</translation>
    </message>
    <message>
        <source>Without the first step</source>
        <translation>不含首个迭代</translation>
    </message>
    <message>
        <source>As the file states</source>
        <translation>文件所载</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>First</source>
        <translation>首个</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Iteration of each rank</source>
        <translation>各卡的迭代</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Pipeline stage</source>
        <translation>流水线阶段</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代数</translation>
    </message>
    <message>
        <source>%1, differs from its stage</source>
        <translation>%1（偏离所在阶段）</translation>
    </message>
    <message>
        <source>stage: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>steps: %1 to %2</source>
        <translation>迭代：%1 至 %2</translation>
    </message>
    <message>
        <source>first</source>
        <translation>首个</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后</translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n 张卡</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; step %2; labelled where &quot;%3&quot; differs by 20 % or more from the median of the pipeline stage and is an outlier; the table below shows means</source>
        <translation>%1；迭代 %2；“%3”与流水线阶段的中位数相差 20 % 及以上且为异常的卡有标注；下表为均值</translation>
    </message>
    <message>
        <source>Step %1 is chosen: bars are of it alone.</source>
        <translation>已选择迭代 %1：柱形仅为该迭代。</translation>
    </message>
    <message>
        <source>No file states a mean: files of MindSpore 1.x do.</source>
        <translation>没有文件给出均值：MindSpore 1.x 的文件才有。</translation>
    </message>
    <message>
        <source>There is no step in this range.</source>
        <translation>该范围内没有迭代。</translation>
    </message>
    <message>
        <source>%1; mean; none differs from its pipeline stage</source>
        <translation>%1；均值；没有卡偏离所在的流水线阶段</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Mean of</source>
        <translation>均值范围</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>From step</source>
        <translation>迭代从</translation>
    </message>
    <message>
        <source>Order by</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>%1, median of the stage</source>
        <translation>%1，所在阶段的中位数</translation>
    </message>
    <message>
        <source>The median of the shown ranks of the same pipeline stage.</source>
        <translation>所显示的、同一流水线阶段的卡的中位数。</translation>
    </message>
    <message>
        <source>%1; mean; labelled where &quot;%2&quot; differs by 20 % or more from the median of the pipeline stage and is an outlier; the table has all parts</source>
        <translation>%1；均值；“%2”与流水线阶段的中位数相差 20 % 及以上且为异常的卡有标注；表格给出所有部分</translation>
    </message>
    <message>
        <source>%1. Computation holds the step interval and idle time.</source>
        <translation>%1。计算时间含迭代间隙与空闲。</translation>
    </message>
    <message>
        <source>The files of these iterations do not separate computation from communication.</source>
        <translation>这些迭代的文件未区分计算与通信。</translation>
    </message>
    <message>
        <source>The files of these iterations have no time of forward and backward passes.</source>
        <translation>这些迭代的文件没有前向与反向的时间。</translation>
    </message>
    <message>
        <source>Only pipelines have stage and receive times; the files of these iterations have none.</source>
        <translation>只有流水线并行才有流水线阶段时间和接收时间；这些迭代的文件没有。</translation>
    </message>
    <message>
        <source>%1. The files count receives during computing too: where they exceed non-overlapped communication, collectives are negative in the table and missing in the bar.</source>
        <translation>%1。文件把与计算同时进行的接收也计入：接收时间超过未被覆盖的通信时，表中集合通信为负，柱状图中不显示。</translation>
    </message>
    <message>
        <source>Show all steps and ranks</source>
        <translation>显示全部迭代和卡</translation>
    </message>
    <message>
        <source>None of these ranks belongs to pipeline stage %1: all stages are shown.</source>
        <translation>这些卡都不属于流水线阶段 %1：显示所有阶段。</translation>
    </message>
    <message>
        <source>The run does not have the chosen steps: all its steps are shown.</source>
        <translation>该数据没有所选的迭代：显示其所有迭代。</translation>
    </message>
    <message>
        <source>Non-overlapped communication</source>
        <translation>未被覆盖的通信</translation>
    </message>
    <message>
        <source>Non-overlapped receive</source>
        <translation>未被覆盖的接收</translation>
    </message>
    <message>
        <source>Non-overlapped collective</source>
        <translation>未被覆盖的集合通信</translation>
    </message>
    <message>
        <source>To step</source>
        <translation>迭代到</translation>
    </message>
</context>
<context>
    <name>rs::TransportPage</name>
    <message>
        <source>There are no packets to show</source>
        <translation>没有可显示的数据包</translation>
    </message>
    <message>
        <source>There is no bandwidth to show</source>
        <translation>没有可显示的带宽</translation>
    </message>
    <message>
        <source>all ranks</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>the files of rank %1 have no transfers</source>
        <translation>卡 %1 的文件中没有传输记录</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Transit size</source>
        <translation>传输数据量</translation>
    </message>
    <message>
        <source>Transit time</source>
        <translation>传输时间</translation>
    </message>
    <message>
        <source>Reference rate</source>
        <translation>参考带宽</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>bandwidth (share of the reference rate)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>vs. reference rate</source>
        <translation>与参考带宽之比</translation>
    </message>
    <message>
        <source>rank %1: %2</source>
        <comment>bandwidth of a rank</comment>
        <translation>卡 %1：%2</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>传输类型</translation>
    </message>
    <message>
        <source>Slowest and fastest rank</source>
        <translation>最慢和最快的卡</translation>
    </message>
    <message>
        <source>%1; size of all operators / their time; SDMA is the sum of HCCS, PCIE and SIO</source>
        <translation>%1；全部算子的大小 / 时间；SDMA 为 HCCS、PCIE 与 SIO 之和</translation>
    </message>
    <message>
        <source>%1, packets of %2 to below %3</source>
        <translation>%1，%2 至 %3（不含）的数据包</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>数据包</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Packet size (MB), from the size at the left of each group</source>
        <translation>数据包大小 (MB)（每组从左侧刻度起）</translation>
    </message>
    <message>
        <source>Moved (MB)</source>
        <translation>传输量 (MB)</translation>
    </message>
    <message>
        <source>Bytes by packet size</source>
        <translation>各大小数据包的字节数</translation>
    </message>
    <message>
        <source>Packets by size</source>
        <translation>各大小的数据包个数</translation>
    </message>
    <message>
        <source>%1; the files list no packets</source>
        <translation>%1；文件中没有数据包列表</translation>
    </message>
    <message>
        <source>%1; SDMA is the sum of HCCS, PCIE and SIO</source>
        <translation>%1；SDMA 为 HCCS、PCIE 与 SIO 之和</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Bandwidth by transport</source>
        <translation>各传输方式的带宽</translation>
    </message>
</context>
<context>
    <name>rs::TrendChart</name>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>95 分位</translation>
    </message>
    <message>
        <source>Launch-to-start delay over time</source>
        <translation>下发到执行时延随时间的变化</translation>
    </message>
    <message>
        <source>no launches</source>
        <translation>无下发</translation>
    </message>
    <message>
        <source>Launch to start</source>
        <translation>下发到执行</translation>
    </message>
</context>
<context>
    <name>rs::VerdictJump</name>
    <message>
        <source>Compare rank %1 with %2</source>
        <comment>two ranks</comment>
        <translation>比对卡 %1 与卡 %2</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Timeline of rank %1</source>
        <translation>卡 %1 的时间线</translation>
    </message>
    <message>
        <source>Waits between ranks</source>
        <translation>卡间等待</translation>
    </message>
    <message>
        <source>Show the link</source>
        <translation>显示该链路</translation>
    </message>
    <message>
        <source>Where each step went</source>
        <translation>迭代时间去向</translation>
    </message>
    <message>
        <source>Timeline of rank %1 over %2</source>
        <comment>two ranks</comment>
        <translation>时间线：卡 %1 与卡 %2 上下排列</translation>
    </message>
    <message>
        <source>Which stages wait</source>
        <translation>查看阶段间等待</translation>
    </message>
    <message>
        <source>Show the stages</source>
        <translation>查看流水线各阶段</translation>
    </message>
    <message>
        <source>Not enough memory to look for the critical path.</source>
        <translation>内存不足，无法查找关键路径。</translation>
    </message>
    <message numerus="yes">
        <source>Critical path of step %1, the longest of %n step(s). Choose another step to see its path.</source>
        <translation>
            <numerusform>迭代 %1 的关键路径，%n 个迭代中最长的一个。选择其他迭代可查看其路径。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::VerdictStrip</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Diagnosis</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>Being computed.</source>
        <translation>正在计算。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Fine</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Worth a look</source>
        <translation>值得关注</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>有问题</translation>
    </message>
    <message>
        <source>Without it the steps would take %1 (%2) less.</source>
        <translation>若无此问题，各迭代共可缩短 %1（%2）。</translation>
    </message>
    <message>
        <source>Certainty: high</source>
        <translation>置信度：高</translation>
    </message>
    <message>
        <source>Certainty: medium</source>
        <translation>置信度：中</translation>
    </message>
    <message>
        <source>Certainty: low</source>
        <translation>置信度：低</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Scheduling</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Without it step %3 would take %1 less, %2 of that step.</source>
        <translation>若无此问题，迭代 %3 可缩短 %1，占该迭代的 %2。</translation>
    </message>
    <message>
        <source>Without it the steps that it is in would take %1 less, %2 of them.</source>
        <translation>若无此问题，所涉及的迭代可缩短 %1，占这些迭代的 %2。</translation>
    </message>
    <message>
        <source>Ranks differ, no single outlier</source>
        <translation>各卡有差异，无法判断哪一张异常</translation>
    </message>
    <message numerus="yes">
        <source>%n more problem(s)</source>
        <translation>
            <numerusform>其他 %n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Also: %2.</source>
        <comment>a sentence on the dearest problem, who has others</comment>
        <translation>%1另有：%2。</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>an area of the diagnosis, a rank or link, its cost</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Select %1</source>
        <comment>rank</comment>
        <translation>选中%1</translation>
    </message>
    <message>
        <source>Copy the Verdict</source>
        <translation>复制结论</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>link %1-%2</source>
        <comment>two ranks</comment>
        <translation>链路 %1-%2</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>ranks %1 to %2</source>
        <translation>卡 %1 至 %2</translation>
    </message>
    <message>
        <source>%1 in step %2</source>
        <comment>a rank</comment>
        <translation>%1（迭代 %2）</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names in a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Verdicts on all ranks</source>
        <translation>结论针对全部卡</translation>
    </message>
    <message>
        <source>The diagnosis compares all ranks of the run, even if pictures and tables show only some of them.</source>
        <translation>即使图和表只显示部分卡，诊断仍在全部卡之间比较。</translation>
    </message>
    <message>
        <source>Own thresholds</source>
        <translation>自定义阈值</translation>
    </message>
    <message>
        <source>The diagnosis thresholds differ from the defaults. Click to see or reset them.</source>
        <translation>诊断阈值与程序默认值不同。单击可查看并恢复默认值。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a sentence and the next one, which says why</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>a time that is estimated</comment>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <comment>a time that is estimated</comment>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>Links not checked</source>
        <translation>未检查链路</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>an area of the diagnosis, what its problem costs</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>an area of the diagnosis, its state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>All problems and notices, and where to look next</source>
        <translation>全部问题与提示，以及下一步查看的位置</translation>
    </message>
    <message>
        <source>Waiting for all ranks</source>
        <translation>等待全部卡读完</translation>
    </message>
    <message>
        <source>slows the run by
%1 (%2)</source>
        <comment>a time, its share of the steps</comment>
        <translation>拖慢
%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>slows %n steps by
%1 (%2)</source>
        <comment>a time, its share of some steps</comment>
        <translation>
            <numerusform>拖慢 %n 个迭代
%1（%2）</numerusform>
        </translation>
    </message>
    <message>
        <source>slows step %3 by
%1 (%2)</source>
        <comment>a time, its share of that step</comment>
        <translation>迭代 %3 拖慢
%1（%2）</translation>
    </message>
    <message>
        <source>Not checked on all ranks</source>
        <translation>部分卡未检查</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>How long the steps would take without it</source>
        <translation>没有该问题时迭代需要多久</translation>
    </message>
    <message>
        <source>Critical path,
step %1</source>
        <translation>关键路径，
迭代 %1</translation>
    </message>
    <message>
        <source>The chain of work and waits over all ranks that decides how long a step takes, in the timeline: of the chosen step, else of the one that shows the gravest problem most, else of the longest</source>
        <translation>在时间线中显示所有卡上决定迭代耗时的工作与等待链：所选迭代，否则为最严重问题最明显的迭代，否则为最长的迭代</translation>
    </message>
    <message>
        <source>Against %1:
%2</source>
        <comment>a run, how the step differs</comment>
        <translation>与 %1 相比：
%2</translation>
    </message>
    <message>
        <source>%1:
%2</source>
        <comment>a run, how its step differs</comment>
        <translation>%1：
%2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代时间 %1</translation>
    </message>
    <message>
        <source>step as long</source>
        <translation>迭代时间相同</translation>
    </message>
    <message>
        <source>step %1, not certain</source>
        <translation>迭代时间 %1，不确定</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>What to change, and what that would save</source>
        <translation>该改什么，能省多少</translation>
    </message>
</context>
<context>
    <name>rs::WorkspaceBar</name>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
</context>
<context>
    <name>rs::Workspaces</name>
    <message>
        <source>Summary</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No rank has a trace: trace_view.json, or msprof_*.json of msprof. The profiler writes it unless only a database is exported (export_type Text).</source>
        <translation>没有任何卡带有 trace：trace_view.json，或 msprof 的 msprof_*.json。只要不是仅导出数据库，Profiler 就会写出它（export_type 为 Text）。</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>No rank has a kernel_details.csv (op_summary*.csv of msprof) or a trace. The profiler writes both when NPU activity is collected.</source>
        <translation>没有任何卡带有 kernel_details.csv（msprof 的 op_summary*.csv）或 trace。采集 NPU 活动时，Profiler 会写出这两者。</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>No run is open.</source>
        <translation>没有打开任何数据。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>No rank has a memory_record.csv, operator_memory.csv, npu_module_mem.csv or static_op_mem.csv. The profiler writes them when its option profile_memory is on.</source>
        <translation>没有任何卡有 memory_record.csv、operator_memory.csv、npu_module_mem.csv 或 static_op_mem.csv。采集时打开 profile_memory 选项才会写出。</translation>
    </message>
    <message>
        <source>No rank has a communication.json, a communication_matrix.json or a trace with communication. The profiler writes the files at profiler level Level1 or higher, of runs on more than one rank.</source>
        <translation>没有任何卡有 communication.json、communication_matrix.json 或带通信的 trace。多卡采集且级别为 Level1 及以上时，Profiler 才会写出这些文件。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>No rank has a minddata_pipeline_summary_*.json, minddata_pipeline_raw_*.csv, dataset.csv or data_preprocess.csv. MindSpore writes the first two when its option data_process is on (data_process=True), dataset.csv when host activity is collected, and data_preprocess.csv at profiler level Level2.</source>
        <translation>没有卡含 minddata_pipeline_summary_*.json、minddata_pipeline_raw_*.csv、dataset.csv 或 data_preprocess.csv。MindSpore 在 data_process 选项打开（data_process=True）时写出前两种，采集 CPU 活动时写出 dataset.csv，采集级别为 Level2 时写出 data_preprocess.csv。</translation>
    </message>
    <message>
        <source>Parallel</source>
        <translation>并行</translation>
    </message>
    <message>
        <source>No rank has memory over time. What graphs hold from operator to operator, by memory_usage_details_*.json of MindSpore 1.x, is in the workspace Parallel under Operators across devices: choose memory under Curves there.</source>
        <translation>没有任何卡有随时间变化的内存数据。MindSpore 1.x 的 memory_usage_details_*.json 记录了各计算图逐算子占用的内存：在“并行”工作区的“各卡算子”中，将“曲线”选为“内存”查看。</translation>
    </message>
    <message>
        <source>Nothing could be read of %1 of %2: see Findings.</source>
        <translation>%2 的 %1 未能读取任何内容：原因见“检查结果”。</translation>
    </message>
</context>
<context>
    <name>rs::OptionsButton</name>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>More choices of this page</source>
        <translation>本页的更多选项</translation>
    </message>
</context>
<context>
    <name>rs::GuideWindow</name>
    <message>
        <source>User Guide – RankScope</source>
        <translation>用户指南 – RankScope</translation>
    </message>
    <message>
        <source>Find in the guide</source>
        <translation>在指南中查找</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>User guide</source>
        <translation>用户指南</translation>
    </message>
</context>
<context>
    <name>rs::PageHost</name>
    <message>
        <source>%1: %2</source>
        <comment>title of a table, what it says</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>rs::CellJumps</name>
    <message>
        <source>Show in Timeline: %1</source>
        <comment>title of a column</comment>
        <translation>在时间线中显示：%1</translation>
    </message>
</context>
<context>
    <name>rs::Picture</name>
    <message>
        <source>%1 is shown: a click hides it.</source>
        <translation>已显示“%1”：单击可隐藏。</translation>
    </message>
    <message>
        <source>%1 is hidden: a click shows it.</source>
        <translation>已隐藏“%1”：单击可显示。</translation>
    </message>
    <message>
        <source>With the keyboard: Up, the arrow keys, Space.</source>
        <translation>键盘操作：向上键、方向键、空格键。</translation>
    </message>
</context>
<context>
    <name>rs::CurvePicture</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>not yet known</source>
        <translation>尚无数据</translation>
    </message>
</context>
<context>
    <name>rs::BinPicture</name>
    <message>
        <source>Duration, log scale</source>
        <translation>时长（对数刻度）</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
</context>
<context>
    <name>rs::LinkFitPage</name>
    <message>
        <source>%1 to %2</source>
        <comment>ranks of a link</comment>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Time of a message</source>
        <translation>单条消息的时间</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>There is no fit to show</source>
        <translation>没有可显示的拟合</translation>
    </message>
    <message>
        <source>a point is a link in a step and kind of operator; the line is latency + size / bandwidth</source>
        <translation>一个点是一条链路在一个迭代、一类算子中的消息；线为“时延 + 大小 / 带宽”</translation>
    </message>
    <message>
        <source>Size of a message</source>
        <translation>单条消息的大小</translation>
    </message>
    <message>
        <source>slow link</source>
        <translation>慢链路</translation>
    </message>
</context>
<context>
    <name>rs::WaitMatrix</name>
    <message>
        <source>Waiting rank</source>
        <translation>等待的卡</translation>
    </message>
    <message>
        <source>Late rank</source>
        <translation>迟到的卡</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待时间</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Late rank; waits in %1</source>
        <translation>迟到的卡（等待时间单位：%1）</translation>
    </message>
</context>
<context>
    <name>rs::WhatIfPanel</name>
    <message>
        <source>Not enough memory to replay the run.</source>
        <translation>内存不足，无法重演采集数据。</translation>
    </message>
    <message>
        <source>Choose a problem to see how long the steps would take without it, or ask below.</source>
        <translation>选择一个问题，查看没有它时迭代需要多久，或在下方提问。</translation>
    </message>
    <message>
        <source>This row names nothing that could be changed. Ask below.</source>
        <translation>该行没有可以改变的对象。请在下方提问。</translation>
    </message>
    <message>
        <source>Waiting for all ranks</source>
        <translation>等待全部卡读完</translation>
    </message>
    <message>
        <source>Being computed.</source>
        <translation>正在计算。</translation>
    </message>
    <message>
        <source>The run</source>
        <translation>全部迭代</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>%1 would take as long as it did, %2.</source>
        <comment>a step, a time</comment>
        <translation>%1：耗时不变，仍为 %2。</translation>
    </message>
    <message>
        <source>%1 would take %2 instead of %3: %4 (%5) less.</source>
        <comment>a step, times and a share</comment>
        <translation>%1：将由 %3 变为 %2，减少 %4（%5）。</translation>
    </message>
    <message>
        <source>%1 would take %2 instead of %3: %4 (%5) more.</source>
        <comment>a step, times and a share</comment>
        <translation>%1：将由 %3 变为 %2，增加 %4（%5）。</translation>
    </message>
    <message>
        <source>%1 would take %2 or more instead of %3: at most %4 (%5) less.</source>
        <comment>a step, times and a share</comment>
        <translation>%1：将由 %3 变为不低于 %2，至多减少 %4（%5）。</translation>
    </message>
    <message>
        <source>Replayed without the change, the run is off by %1.</source>
        <translation>不作改变的重演，与实际的偏差：%1。</translation>
    </message>
    <message>
        <source>less than %1</source>
        <comment>a share</comment>
        <translation>不到 %1</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>卡 %1：%2</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>All domains</source>
        <translation>全部通信域</translation>
    </message>
    <message>
        <source>Buckets in one</source>
        <translation>合并个数</translation>
    </message>
    <message>
        <source>Times faster</source>
        <translation>加速倍数</translation>
    </message>
    <message>
        <source>What would it gain in %1?</source>
        <comment>run</comment>
        <translation>在 %1 中能缩短多少？</translation>
    </message>
    <message>
        <source>What would it gain?</source>
        <translation>能缩短多少？</translation>
    </message>
    <message>
        <source>If</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
</context>
<context>
    <name>rs::ReportDialog</name>
    <message>
        <source>&amp;Replace names of hosts, interfaces, paths and users</source>
        <translation>替换主机、网卡、路径和用户的名称(&amp;R)</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>One page: verdicts, and where the time went</source>
        <translation>一页：诊断结论与时间构成</translation>
    </message>
    <message>
        <source>What stands out</source>
        <translation>突出的问题</translation>
    </message>
    <message>
        <source>All tables of the run</source>
        <translation>全部表格</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>In the report</source>
        <translation>报告中</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>The report is being made.</source>
        <translation>正在生成报告。</translation>
    </message>
    <message>
        <source>The PDF is being made.</source>
        <translation>正在生成 PDF。</translation>
    </message>
    <message>
        <source>No font here has Chinese characters: a PDF would show boxes.</source>
        <translation>本机没有中文字体，PDF 中的汉字将显示为方框。</translation>
    </message>
    <message>
        <source>HTML of %1, without scripts</source>
        <translation>HTML，%1，不含脚本</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
</context>
<context>
    <name>rs::LibraryList</name>
    <message>
        <source>Library of Runs</source>
        <translation>历史数据</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n run(s) with their notes from the library?</source>
        <translation>
            <numerusform>将 %n 组数据及其备注从历史数据中移除？</numerusform>
        </translation>
    </message>
    <message>
        <source>The files of the runs stay.</source>
        <translation>数据文件不受影响。</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>迭代时间</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Step time of the runs named %1</source>
        <translation>名为 %1 的各组数据的迭代时间</translation>
    </message>
    <message>
        <source>Library of runs</source>
        <translation>历史数据</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Rename in the Library</source>
        <translation>在历史数据中重命名</translation>
    </message>
    <message>
        <source>Edit the Notes</source>
        <translation>编辑备注</translation>
    </message>
    <message>
        <source>Remove from the Library</source>
        <translation>从历史数据中移除</translation>
    </message>
    <message>
        <source>Profiled</source>
        <translation>采集时间</translation>
    </message>
</context>
<context>
    <name>rs::LibraryModel</name>
    <message>
        <source>not diagnosed</source>
        <translation>未诊断</translation>
    </message>
    <message>
        <source>no problem found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>%1 (not found)</source>
        <comment>a folder</comment>
        <translation>%1（未找到）</translation>
    </message>
    <message>
        <source>When the trace begins; without one, when the first file was written</source>
        <translation>trace 的起始时间；没有 trace 时为第一个文件的写入时间</translation>
    </message>
    <message>
        <source>Median of the steps, of each the median over the ranks</source>
        <translation>各迭代的中位数，每个迭代取各卡的中位数</translation>
    </message>
    <message>
        <source>By how much the steps would be shorter without the problem</source>
        <translation>没有该问题时各迭代可缩短的时间</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Profiled</source>
        <translation>采集时间</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>卡数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代数</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>迭代时间</translation>
    </message>
    <message>
        <source>First verdict</source>
        <translation>首要诊断结论</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Last opened</source>
        <translation>上次打开</translation>
    </message>
</context>
<context>
    <name>rs::RowBars</name>
    <message>
        <source>Sum</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>A bar for each row of the table; the arrow keys move between bars. Up goes to the legend, whose entries Space switches on and off.</source>
        <translation>表格的每一行是一根柱；方向键在柱之间移动，向上到图例，空格键开关图例项。</translation>
    </message>
</context>
<context>
    <name>rs::RunLibrary</name>
    <message>
        <source>The library of runs was damaged. It is kept as %1, and a new one begins.</source>
        <translation>历史数据文件已损坏，原文件保留为 %1，并已新建。</translation>
    </message>
    <message>
        <source>The library of runs is of a newer RankScope and is not used: %1</source>
        <translation>历史数据文件来自更新版本的 RankScope，未使用：%1</translation>
    </message>
    <message>
        <source>The library of runs cannot be used: %1: %2</source>
        <comment>file, reason</comment>
        <translation>无法使用历史数据文件：%1：%2</translation>
    </message>
    <message>
        <source>The library of runs is not saved: %1: %2</source>
        <comment>file, reason</comment>
        <translation>历史数据未保存：%1：%2</translation>
    </message>
</context>
<context>
    <name>rs::RemoteDialog</name>
    <message>
        <source>Remote Hosts</source>
        <translation>远程主机</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Program that connects:</source>
        <translation>连接程序：</translation>
    </message>
    <message>
        <source>Path of rankscope-cli on the host:</source>
        <translation>主机上 rankscope-cli 的路径：</translation>
    </message>
    <message>
        <source>A host is given up after:</source>
        <translation>主机无响应时放弃：</translation>
    </message>
    <message>
        <source>File &gt; Import Data takes ssh://[user@]host[:port]/path too. ssh has to connect without a question: by a key or an agent.</source>
        <translation>“文件 &gt; 导入数据”也可输入 ssh://[用户@]主机[:端口]/路径。ssh 须能免交互连接：使用密钥或 ssh-agent。</translation>
    </message>
</context>
</TS>
