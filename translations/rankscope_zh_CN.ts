<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Severity</name>
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
</context>
<context>
    <name>SliceFacts</name>
    <message>
        <source>%1 / %2</source>
        <comment>process / lane</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
</context>
<context>
    <name>rs</name>
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
        <translation>迭代 (Step)</translation>
    </message>
    <message>
        <source>CANN API</source>
        <translation>CANN API</translation>
    </message>
    <message>
        <source>Communication on the host</source>
        <translation>Host 侧通信</translation>
    </message>
    <message>
        <source>Kernel on AI Core (cube)</source>
        <translation>AI Core 算子 (Cube)</translation>
    </message>
    <message>
        <source>Kernel on AI Vector Core</source>
        <translation>AI Vector Core 算子</translation>
    </message>
    <message>
        <source>Kernel on cube and vector cores</source>
        <translation>MIX 算子 (Cube + Vector)</translation>
    </message>
    <message>
        <source>Kernel on AI CPU</source>
        <translation>AI CPU 算子</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>计算算子</translation>
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
        <translation>Device 任务</translation>
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
        <source>Uncovered communication</source>
        <translation>通信(未被覆盖)</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Scope or layer</source>
        <translation>Scope 层</translation>
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
        <translation>开始(相对起点)</translation>
    </message>
    <message>
        <source>End in the run</source>
        <translation>结束(相对起点)</translation>
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
        <source>Duration (ns)</source>
        <translation>时长 (ns)</translation>
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
        <source>Source rank in the group</source>
        <translation>组内源 rank</translation>
    </message>
    <message>
        <source>Destination rank in the group</source>
        <translation>组内目的 rank</translation>
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
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
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
        <source>The picture was not saved</source>
        <translation>图片未保存</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
</context>
<context>
    <name>rs::ContextBar</name>
    <message>
        <source>The run that views of one run show</source>
        <translation>单组数据视图所显示的数据</translation>
    </message>
    <message>
        <source>The step that views and tables are restricted to</source>
        <translation>各视图和表格限定的迭代</translation>
    </message>
    <message>
        <source>The communication domain that views are restricted to</source>
        <translation>各视图限定的通信域</translation>
    </message>
    <message>
        <source>Search slices</source>
        <translation>查找算子</translation>
    </message>
    <message>
        <source>Finds slices by name in all loaded ranks</source>
        <translation>在所有已加载的卡中按名称查找算子</translation>
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
</context>
<context>
    <name>rs::DataTable</name>
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
        <source>%n row(s)</source>
        <translation><numerusform>%n 行</numerusform></translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>Writing the table…</source>
        <translation>正在写入表格…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
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
        <source>The demo run could not be written: the folder %1 cannot be made.</source>
        <translation>无法生成演示数据：无法创建文件夹 %1。</translation>
    </message>
</context>
<context>
    <name>rs::DetailsView</name>
    <message>
        <source>Go to This Slice</source>
        <translation>跳转到此算子</translation>
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
        <source>Incoming and outgoing flows</source>
        <translation>流入与流出连线</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Click a slice in the timeline, a row of a table, or a rank to see its details.</source>
        <translation>单击时间线中的算子、表格中的行或卡以查看详情。</translation>
    </message>
    <message>
        <source>The rank of the selected slice is not loaded</source>
        <translation>选中算子所在的卡未加载</translation>
    </message>
    <message>
        <source>Load it again from its context menu in the explorer.</source>
        <translation>请在资源管理器的右键菜单中重新加载。</translation>
    </message>
    <message>
        <source>%1 · %2 · %3</source>
        <comment>rank, lane, duration</comment>
        <translation>%1 · %2 · %3</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Device task</source>
        <translation>Device 任务</translation>
    </message>
    <message>
        <source>Kernel (%1)</source>
        <translation>算子 (%1)</translation>
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
        <translation>自用时间</translation>
    </message>
    <message>
        <source>The duration less the part that the slices directly below cover.</source>
        <translation>时长减去其下一层算子覆盖的部分。</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>所在上级</translation>
    </message>
    <message>
        <source>Click to select the slice above.</source>
        <translation>单击选中其上级算子。</translation>
    </message>
    <message>
        <source>This slice has no args.</source>
        <translation>此算子没有参数。</translation>
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
        <source>Incoming flows (%1)</source>
        <translation>流入连线 (%1)</translation>
    </message>
    <message>
        <source>Outgoing flows (%1)</source>
        <translation>流出连线 (%1)</translation>
    </message>
    <message>
        <source>Not listed</source>
        <translation>未列出</translation>
    </message>
    <message numerus="yes">
        <source>%n more flow(s)</source>
        <translation><numerusform>另有 %n 条连线</numerusform></translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>No flow starts or ends in this slice.</source>
        <translation>没有连线起止于此算子。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Device</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
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
        <translation>算子数</translation>
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
        <source>What the profiler was told</source>
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
</context>
<context>
    <name>rs::ExplorerModel</name>
    <message numerus="yes">
        <source>%1 of %n rank(s)</source>
        <translation><numerusform>%1 / %n 卡</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation><numerusform>%n 卡</numerusform></translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
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
        <translation>Device %1</translation>
    </message>
    <message numerus="yes">
        <source>newest of %n capture(s)</source>
        <translation><numerusform>共 %n 次采集，取最新</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) used</source>
        <translation><numerusform>%n 个文件已使用</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not used</source>
        <translation><numerusform>%n 个文件未使用</numerusform></translation>
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
        <translation>Device</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
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
</context>
<context>
    <name>rs::ExplorerView</name>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Drop a folder here, or choose File &gt; Import Data.</source>
        <translation>将文件夹拖到此处，或选择 文件 &gt; 导入数据。</translation>
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
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
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
        <translation>资源管理器</translation>
    </message>
</context>
<context>
    <name>rs::ExportEverything</name>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
</context>
<context>
    <name>rs::FindingsModel</name>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>What it means for the numbers: nothing, a habit of the writer, lost data, or an unreadable file.</source>
        <translation>对数值的影响：无影响、写入方的习惯、数据丢失或文件无法读取。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
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
        <source>Where in the file it was noticed first.</source>
        <translation>在文件中首次出现的位置。</translation>
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
        <source>How often it was noticed in this file.</source>
        <translation>在该文件中出现的次数。</translation>
    </message>
</context>
<context>
    <name>rs::FindingsView</name>
    <message>
        <source>Findings (%1)</source>
        <translation>导入信息 (%1)</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>导入信息</translation>
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
        <translation>导入过程的信息</translation>
    </message>
    <message>
        <source>Nothing was noticed: every file was read completely.</source>
        <translation>没有异常：所有文件均已完整读取。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) loaded</source>
        <translation><numerusform>已加载 %1 / %n 卡</numerusform></translation>
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
        <translation><numerusform>%n 个文件已使用</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not used</source>
        <translation><numerusform>%n 个文件未使用</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation><numerusform>%n 个错误</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n loss(es)</source>
        <translation><numerusform>%n 处数据丢失</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n notice(s)</source>
        <translation><numerusform>%n 条提示</numerusform></translation>
    </message>
</context>
<context>
    <name>rs::ImportDialog</name>
    <message>
        <source>Import Data</source>
        <translation>导入数据</translation>
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
    <message>
        <source>Choose one or many folders or files; a folder may hold the ranks of a whole run.</source>
        <translation>选择一个或多个文件夹或文件；文件夹可以包含整组数据的所有卡。</translation>
    </message>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation><numerusform>已选择 %n 项</numerusform></translation>
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
        <translation>Device</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>算子数</translation>
    </message>
    <message>
        <source>Set aside</source>
        <translation>另置</translation>
    </message>
    <message numerus="yes">
        <source>%n slices lie far outside the rest of the time axis</source>
        <translation><numerusform>%n 个算子远离其余时间轴</numerusform></translation>
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
        <translation>Device</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Thread id</source>
        <translation>线程 id</translation>
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
</context>
<context>
    <name>rs::LaneModel</name>
    <message>
        <source>waiting to be loaded</source>
        <translation>等待加载</translation>
    </message>
    <message>
        <source>loading, %1</source>
        <translation>正在加载，%1</translation>
    </message>
    <message>
        <source>could not be loaded; the findings say why</source>
        <translation>无法加载；原因见导入信息</translation>
    </message>
    <message>
        <source>not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>being prepared</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>has no trace file</source>
        <translation>没有 trace 文件</translation>
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
        <source>Loading stopped because the memory budget was reached. What was loaded can be used; close a run or unload ranks, and load the others from the explorer.</source>
        <translation>已达到内存预算，停止加载。已加载的内容可以使用；请关闭数据或卸载部分卡，再从资源管理器加载其余的卡。</translation>
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
        <source>Import F&amp;older…</source>
        <translation>导入文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Import Fi&amp;les…</source>
        <translation>导入文件(&amp;L)…</translation>
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
        <source>&amp;Stop Loading</source>
        <translation>停止加载(&amp;S)</translation>
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
        <source>&amp;Export Everything…</source>
        <translation>导出全部(&amp;E)…</translation>
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
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
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
        <source>&amp;Find Slices</source>
        <translation>查找算子(&amp;F)</translation>
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
        <source>Layout: &amp;Overview First</source>
        <translation>布局：概览优先(&amp;O)</translation>
    </message>
    <message>
        <source>Layout: &amp;Timeline First</source>
        <translation>布局：时间线优先(&amp;T)</translation>
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
        <source>Import Folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>Import Files</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>Profiler files (*.json *.json.gz *.csv *.db);;All files (*)</source>
        <translation>Profiler 文件 (*.json *.json.gz *.csv *.db);；所有文件 (*)</translation>
    </message>
    <message>
        <source>Export Everything</source>
        <translation>导出全部</translation>
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
        <translation><numerusform>%n 个表格</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation><numerusform>%n 张图片</numerusform></translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Find slices</source>
        <translation>查找算子</translation>
    </message>
    <message>
        <source>Timeline: zoom in, zoom out</source>
        <translation>时间线：放大、缩小</translation>
    </message>
    <message>
        <source>Timeline: move left, right</source>
        <translation>时间线：左移、右移</translation>
    </message>
    <message>
        <source>Ctrl+wheel</source>
        <translation>Ctrl+滚轮</translation>
    </message>
    <message>
        <source>Timeline: zoom at the cursor</source>
        <translation>时间线：以光标为中心缩放</translation>
    </message>
    <message>
        <source>Shift+wheel</source>
        <translation>Shift+滚轮</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Timeline: select a box</source>
        <translation>时间线：框选</translation>
    </message>
    <message>
        <source>Shift+drag, Ctrl+drag, middle button</source>
        <translation>Shift+拖动、Ctrl+拖动、中键</translation>
    </message>
    <message>
        <source>Timeline: move</source>
        <translation>时间线：移动</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Timeline: zoom to the slice</source>
        <translation>时间线：缩放到该算子</translation>
    </message>
    <message>
        <source>Timeline: zoom to the selection</source>
        <translation>时间线：缩放到选中项</translation>
    </message>
    <message>
        <source>Timeline: show everything</source>
        <translation>时间线：显示全部</translation>
    </message>
    <message>
        <source>Timeline: back to the window before</source>
        <translation>时间线：返回上一视窗</translation>
    </message>
    <message>
        <source>Enter, Shift+Enter</source>
        <translation>Enter,Shift+Enter</translation>
    </message>
    <message>
        <source>Search: next, previous hit</source>
        <translation>查找：下一个、上一个结果</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
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
        <source>Viewer for profiling runs of AI training on Ascend NPUs.
It reads files only: nothing is written beside them, and no network is used.
Licensed under the Apache License 2.0.</source>
        <translation>昇腾 NPU AI 训练性能数据查看器。
只读取文件：不在数据旁写入任何内容，不使用网络。
依据 Apache License 2.0 许可。</translation>
    </message>
</context>
<context>
    <name>rs::OverviewModel</name>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代 (Step)</translation>
    </message>
    <message>
        <source>With all steps chosen, the values are sums over the steps.</source>
        <translation>选择全部迭代时，数值为各迭代之和。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Device</translation>
    </message>
    <message>
        <source>Total (%1)</source>
        <translation>合计 (%1)</translation>
    </message>
    <message>
        <source>Total compute + uncovered communication + idle + preparing.</source>
        <translation>总计算 + 通信(未被覆盖)+ 空闲 + 准备。</translation>
    </message>
    <message>
        <source>Total compute (%1)</source>
        <translation>总计算 (%1)</translation>
    </message>
    <message>
        <source>Time in which kernels run on the device.</source>
        <translation>昇腾设备上的内核时间总和。</translation>
    </message>
    <message>
        <source>Pure compute (%1)</source>
        <translation>纯计算 (%1)</translation>
    </message>
    <message>
        <source>Total compute less covered communication.</source>
        <translation>总计算时间 − 通信时间(被覆盖)。</translation>
    </message>
    <message>
        <source>Covered communication (%1)</source>
        <translation>通信(被覆盖) (%1)</translation>
    </message>
    <message>
        <source>Communication while kernels run at the same time.</source>
        <translation>与计算同时进行的通信。</translation>
    </message>
    <message>
        <source>Uncovered communication (%1)</source>
        <translation>通信(未被覆盖) (%1)</translation>
    </message>
    <message>
        <source>Communication while no kernel runs.</source>
        <translation>没有计算时的通信。</translation>
    </message>
    <message>
        <source>Communication (%1)</source>
        <translation>通信 (%1)</translation>
    </message>
    <message>
        <source>Covered and uncovered communication.</source>
        <translation>被覆盖与未被覆盖的通信。</translation>
    </message>
    <message>
        <source>Idle (%1)</source>
        <translation>空闲 (%1)</translation>
    </message>
    <message>
        <source>Neither computing nor communicating.</source>
        <translation>既不计算也不通信。</translation>
    </message>
    <message>
        <source>Preparing (%1)</source>
        <translation>准备 (%1)</translation>
    </message>
    <message>
        <source>From the start of the step on the host to the first work on the device.</source>
        <translation>从 Host 侧迭代开始到 Device 上第一个任务。</translation>
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
        <source>Covered and uncovered communication / total.</source>
        <translation>(被覆盖 + 未被覆盖的通信)/ 合计。</translation>
    </message>
    <message>
        <source>Stage (%1)</source>
        <translation>Stage (%1)</translation>
    </message>
    <message>
        <source>The step without the time in which it waits to receive.</source>
        <translation>迭代时间减去等待接收的时间。</translation>
    </message>
    <message>
        <source>Bubble (%1)</source>
        <translation>Bubble (%1)</translation>
    </message>
    <message>
        <source>Time in receive operators of the pipeline.</source>
        <translation>流水线 receive 算子的时间。</translation>
    </message>
    <message>
        <source>Uncovered without receive (%1)</source>
        <translation>未被覆盖(不含 receive) (%1)</translation>
    </message>
    <message>
        <source>Uncovered communication less receive operators.</source>
        <translation>未被覆盖的通信减去 receive 算子。</translation>
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
        <source>all %1</source>
        <translation>全部 %1 个</translation>
    </message>
    <message>
        <source>derived from the slices</source>
        <translation>由 trace 推导</translation>
    </message>
</context>
<context>
    <name>rs::OverviewView</name>
    <message>
        <source>Descending</source>
        <translation>降序</translation>
    </message>
    <message>
        <source>Ascending</source>
        <translation>升序</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>All (sum)</source>
        <translation>全部(合计)</translation>
    </message>
    <message>
        <source>All ranks</source>
        <translation>全部卡</translation>
    </message>
    <message>
        <source>File, else slices</source>
        <translation>文件优先，否则 trace</translation>
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
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message numerus="yes">
        <source>sum of %n step(s)</source>
        <translation><numerusform>%n 个迭代之和</numerusform></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Total compute time: %1, %2 of the step</source>
        <translation>总计算时间：%1，占迭代 %2</translation>
    </message>
    <message>
        <source>Total compute time: not known</source>
        <translation>总计算时间：未知</translation>
    </message>
    <message>
        <source>Time per rank</source>
        <translation>各卡时间</translation>
    </message>
    <message>
        <source>derived from the slices</source>
        <translation>由 trace 推导</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n rank(s)</source>
        <translation><numerusform>%1：%n 卡</numerusform></translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>%1 of %2 ranks loaded. %3</source>
        <translation>已加载 %1 / %2 卡。%3</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>未打开数据</translation>
    </message>
    <message>
        <source>Open a folder with File &gt; Import Data, or drop it on the window.</source>
        <translation>通过 文件 &gt; 导入数据 打开文件夹，或将其拖到窗口中。</translation>
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
        <source>The overview reads step_trace_time.csv, and derives its numbers from the device lanes of trace_view.json where that file is missing. This run has neither.

The profiler writes step_trace_time.csv when NPU activity is collected (activities include ProfilerActivity.NPU) and profiler_level is not Level_none.</source>
        <translation>概览读取 step_trace_time.csv；缺少该文件时由 trace_view.json 的 Device 泳道推导。该数据两者都没有。

采集 NPU activity(activities 包含 ProfilerActivity.NPU)且 profiler_level 不为 Level_none 时，Profiler 会生成 step_trace_time.csv。</translation>
    </message>
    <message>
        <source>Show in timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Compare: use as base</source>
        <translation>比对：设为基准卡</translation>
    </message>
    <message>
        <source>Compare: use as the other rank</source>
        <translation>比对：设为对比卡</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代 (Step)</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>通信域</translation>
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
        <translation>Top</translation>
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
        <source>Reverse the order</source>
        <translation>反转顺序</translation>
    </message>
    <message>
        <source>Time of every rank</source>
        <translation>各卡时间</translation>
    </message>
    <message>
        <source>Total compute: time in which kernels run on the device.
Pure compute = total compute − covered communication.
Covered communication: communication while kernels run at the same time.
Uncovered communication: communication while no kernel runs.
Idle: neither computing nor communicating.</source>
        <translation>总计算时间：昇腾设备上的内核时间总和。
纯计算时间 = 总计算时间 − 通信时间(被覆盖)。
通信时间(被覆盖)：计算和通信同时进行的时长。
通信时间(未被覆盖)：纯通信时长。
空闲时间：未进行计算或通信的时长。</translation>
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
    <name>rs::RunStore</name>
    <message>
        <source>rank %1</source>
        <translation>卡 %1</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>run name / rank</comment>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>rs::SearchModel</name>
    <message>
        <source>Rank</source>
        <translation>卡</translation>
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
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Start (%1)</source>
        <translation>开始 (%1)</translation>
    </message>
    <message>
        <source>Duration (%1)</source>
        <translation>时长 (%1)</translation>
    </message>
</context>
<context>
    <name>rs::SearchView</name>
    <message>
        <source>Name of a slice</source>
        <translation>算子名称</translation>
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
        <translation>找到的算子</translation>
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
        <translation>未找到算子</translation>
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
        <translation>跳转到此算子</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Export the Hits</source>
        <translation>导出查找结果</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
    <message>
        <source>The file could not be written: %1</source>
        <translation>无法写入文件：%1</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>查找</translation>
    </message>
</context>
<context>
    <name>rs::StackedBars</name>
    <message>
        <source>Pure compute</source>
        <translation>纯计算</translation>
    </message>
    <message>
        <source>Covered communication</source>
        <translation>通信(被覆盖)</translation>
    </message>
    <message>
        <source>Uncovered communication</source>
        <translation>通信(未被覆盖)</translation>
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
        <source>Stacked time of every rank; the arrow keys move between ranks.</source>
        <translation>各卡时间堆叠图；方向键切换卡。</translation>
    </message>
    <message>
        <source>Computing ratio (right)</source>
        <translation>计算占比(右轴)</translation>
    </message>
    <message>
        <source>Communication ratio (right)</source>
        <translation>通信占比(右轴)</translation>
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
        <source>Rank</source>
        <translation>卡</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>卡 %1</translation>
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
        <source>Import Folder…</source>
        <translation>导入文件夹…</translation>
    </message>
    <message>
        <source>Import Files…</source>
        <translation>导入文件…</translation>
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
        <source>What can be opened:
• a rank folder that ends in _ascend_ms or _ascend_pt, or a folder that holds several of them
• an ASCEND_PROFILER_OUTPUT or mindstudio_profiler_output folder, or a PROF_ folder of msprof
• a single trace_view.json or msprof_*.json, plain or compressed as .gz
• a cluster_analysis_output folder</source>
        <translation>可以打开：• 以 _ascend_ms 或 _ascend_pt 结尾的单卡文件夹，或包含多个此类文件夹的目录
• ASCEND_PROFILER_OUTPUT 或 mindstudio_profiler_output 文件夹，或 msprof 的 PROF_ 文件夹
• 单个 trace_view.json 或 msprof_*.json，支持 .gz 压缩
• cluster_analysis_output 文件夹</translation>
    </message>
    <message>
        <source>Recently opened</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Nothing was opened yet.</source>
        <translation>尚未打开过数据。</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 已不存在。</translation>
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
        <source>%1 of %n rank(s), %2 slices</source>
        <translation><numerusform>%1 / %n 卡，%2 个算子</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s), %1 slices</source>
        <translation><numerusform>%n 卡，%1 个算子</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s), %1 slices, %2 s</source>
        <translation><numerusform>%n 卡，%1 个算子，%2 s</numerusform></translation>
    </message>
    <message>
        <source>Selection %1</source>
        <translation>选择 %1</translation>
    </message>
    <message>
        <source>Slice %1</source>
        <translation>算子 %1</translation>
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
        <translation>此处算子数</translation>
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
        <source>%1 of %2 connection lines are drawn; zoom in to see the others</source>
        <translation>已绘制 %1 / %2 条连线；放大可查看其余连线</translation>
    </message>
</context>
<context>
    <name>rs::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Back to the previous view (Backspace)</source>
        <translation>返回上一视窗 (Backspace)</translation>
    </message>
    <message>
        <source>Forward to the next view (Alt+Right)</source>
        <translation>前进到下一视窗 (Alt+Right)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Show the whole run (Ctrl+0)</source>
        <translation>显示全部 (Ctrl+0)</translation>
    </message>
    <message>
        <source>Zoom in (W, or Ctrl and the wheel)</source>
        <translation>放大(W 或 Ctrl+滚轮)</translation>
    </message>
    <message>
        <source>Zoom out (S, or Ctrl and the wheel)</source>
        <translation>缩小(S 或 Ctrl+滚轮)</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Unfold all ranks, processes and lanes</source>
        <translation>展开所有卡、进程和泳道</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Fold everything down to one row per rank</source>
        <translation>每张卡折叠为一行</translation>
    </message>
    <message>
        <source>Connection lines</source>
        <translation>连线</translation>
    </message>
    <message>
        <source>Draw every connection line of a kind; the lines of the selected slice are always drawn</source>
        <translation>绘制某一类型的全部连线；选中算子的连线始终绘制</translation>
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
        <source>Each rank appears as soon as it is loaded.</source>
        <translation>每张卡加载完成后即显示。</translation>
    </message>
    <message>
        <source>This run has no trace</source>
        <translation>该数据没有 trace</translation>
    </message>
    <message>
        <source>The timeline is drawn from trace_view.json or msprof_*.json, which the profiler writes when it exports text (export_type Text).</source>
        <translation>时间线由 trace_view.json 或 msprof_*.json 绘制，Profiler 以 text 导出(export_type 为 Text)时生成。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>kind of connection line, count</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>全部类型</translation>
    </message>
    <message>
        <source>No kind</source>
        <translation>不显示</translation>
    </message>
</context>
</TS>
