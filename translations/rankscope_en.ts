<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>The lines are vertical in %n step(s) of a rank: there the device idles for %1 because the host launches too late. Delays are on one clock: the offset between host and device, estimated from the launches, is taken off.</source>
        <translation>
            <numerusform>The lines are vertical in %n step of a rank: there the device idles for %1 because the host launches too late. Delays are on one clock: the offset between host and device, estimated from the launches, is taken off.</numerusform>
            <numerusform>The lines are vertical in %n steps of the ranks: there the device idles for %1 because the host launches too late. Delays are on one clock: the offset between host and device, estimated from the launches, is taken off.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No step is host-bound as a whole, but the device waits for the host in %n window(s), %1 in all.</source>
        <translation>
            <numerusform>No step is host-bound as a whole, but the device waits for the host in %n window, %1 in all.</numerusform>
            <numerusform>No step is host-bound as a whole, but the device waits for the host in %n windows, %1 in all.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The lines are slanted everywhere: in %n step(s) of a rank the host keeps the device busy.</source>
        <translation>
            <numerusform>The lines are slanted: in the one step of the one rank the host keeps the device busy.</numerusform>
            <numerusform>The lines are slanted everywhere: in all %n steps of the ranks the host keeps the device busy.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) can be brought to the clock of the reference, to within %1.</source>
        <translation>
            <numerusform>%n rank can be brought to the clock of the reference, to within %1.</numerusform>
            <numerusform>%n ranks can be brought to the clock of the reference, to within %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n clock(s) drift, and the correction follows them over time.</source>
        <translation>
            <numerusform>%n clock drifts, and the correction follows it over time.</numerusform>
            <numerusform>%n clocks drift, and the correction follows them over time.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) keep their own clock; the reason stands in the table.</source>
        <translation>
            <numerusform>%n rank keeps its own clock; the reason stands in the table.</numerusform>
            <numerusform>%n ranks keep their own clocks; the reasons stand in the table.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n send(s) have their receive.</source>
        <translation>
            <numerusform>%n send has its receive.</numerusform>
            <numerusform>%n sends have their receives.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n side(s) lack their partner: its rank is not loaded, or its capture began or ended in between.</source>
        <translation>
            <numerusform>%n side lacks its partner: the rank of that is not loaded, or its capture began or ended in between.</numerusform>
            <numerusform>%n sides lack their partners: the ranks of those are not loaded, or their captures began or ended in between.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them by the ends in communication.json, without a trace.</source>
        <translation>
            <numerusform>%n of them by the ends in communication.json, without a trace.</numerusform>
            <numerusform>%n of them by the ends in communication.json, without traces.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::BaseHead</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>incomplete: stopped early on %n rank(s)</source>
        <comment>a capture</comment>
        <translation>
            <numerusform>incomplete: stopped early on %n rank</numerusform>
            <numerusform>incomplete: stopped early on %n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::CommunicationView</name>
    <message numerus="yes">
        <source>%n more file(s) are cut.</source>
        <translation>
            <numerusform>%n more file is cut.</numerusform>
            <numerusform>%n more files are cut.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::ContextBar</name>
    <message numerus="yes">
        <source>collective, %n rank(s): %1, group %2</source>
        <translation>
            <numerusform>collective, %n rank: %1, group %2</numerusform>
            <numerusform>collective, %n ranks: %1, group %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n domain(s)</source>
        <translation>
            <numerusform>%n domain</numerusform>
            <numerusform>%n domains</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>point to point (p2p), %n rank(s): %1, group %2</source>
        <translation>
            <numerusform>point to point (p2p), %n rank: %1, group %2</numerusform>
            <numerusform>point to point (p2p), %n ranks: %1, group %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::DatabasePage</name>
    <message numerus="yes">
        <source>%n row(s) in the file</source>
        <translation>
            <numerusform>%n row in the file</numerusform>
            <numerusform>%n rows in the file</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) left out: more than 16 MB each</source>
        <translation>
            <numerusform>%n row left out: more than 16 MB</numerusform>
            <numerusform>%n rows left out: more than 16 MB each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::DetailsView</name>
    <message numerus="yes">
        <source>%n more connection line(s)</source>
        <translation>
            <numerusform>%n more connection line</numerusform>
            <numerusform>%n more connection lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::DurationsPage</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; over all steps together the rule of MindStudio Insight names none as slow (at least 10 % less time in the domain than the rank with the longest), but %n rank(s) in single steps: Show &gt; Slow ranks by communication lists them</source>
        <translation>
            <numerusform>%1; over all steps together the rule of MindStudio Insight names none as slow (at least 10 % less time in the domain than the rank with the longest), but %n rank in single steps: Show &gt; Slow ranks by communication lists them</numerusform>
            <numerusform>%1; over all steps together the rule of MindStudio Insight names none as slow (at least 10 % less time in the domain than the rank with the longest), but %n ranks in single steps: Show &gt; Slow ranks by communication lists them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::ExpertsPage</name>
    <message numerus="yes">
        <source>There are %n expert domain(s); the most costly one is first.</source>
        <translation>
            <numerusform>There is %n expert domain.</numerusform>
            <numerusform>There are %n expert domains; the most costly one is first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::ExplorerModel</name>
    <message numerus="yes">
        <source>%n rank(s), from the cluster analysis only</source>
        <translation>
            <numerusform>%n rank, from the cluster analysis only</numerusform>
            <numerusform>%n ranks, from the cluster analysis only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s)</source>
        <translation>
            <numerusform>%1 of %n rank</numerusform>
            <numerusform>%1 of %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>newest of %n capture(s)</source>
        <translation>
            <numerusform>newest of %n capture</numerusform>
            <numerusform>newest of %n captures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) used</source>
        <translation>
            <numerusform>%n file used</numerusform>
            <numerusform>%n files used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not used</source>
        <translation>
            <numerusform>%n file not used</numerusform>
            <numerusform>%n files not used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::FindingsView</name>
    <message numerus="yes">
        <source>Findings: %n error(s)</source>
        <translation>
            <numerusform>Findings: %n error</numerusform>
            <numerusform>Findings: %n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Findings: %n loss(es)</source>
        <translation>
            <numerusform>Findings: %n loss</numerusform>
            <numerusform>Findings: %n losses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s), from the cluster analysis only</source>
        <translation>
            <numerusform>%n rank, from the cluster analysis only</numerusform>
            <numerusform>%n ranks, from the cluster analysis only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) loaded</source>
        <translation>
            <numerusform>%1 of %n rank loaded</numerusform>
            <numerusform>%1 of %n ranks loaded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) used</source>
        <translation>
            <numerusform>%n file used</numerusform>
            <numerusform>%n files used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) not used</source>
        <translation>
            <numerusform>%n file not used</numerusform>
            <numerusform>%n files not used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n loss(es)</source>
        <translation>
            <numerusform>%n loss</numerusform>
            <numerusform>%n losses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notice(s)</source>
        <translation>
            <numerusform>%n notice</numerusform>
            <numerusform>%n notices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n info</source>
        <translation>
            <numerusform>%n info</numerusform>
            <numerusform>%n info</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::GoToBox</name>
    <message numerus="yes">
        <source>%n slice(s) of this name on the rank</source>
        <translation>
            <numerusform>%n slice of this name on the rank</numerusform>
            <numerusform>%n slices of this name on the rank</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::GraphPage</name>
    <message numerus="yes">
        <source>%n rank(s) marked: Enter shows only these</source>
        <translation>
            <numerusform>%n rank marked: Enter shows only it</numerusform>
            <numerusform>%n ranks marked: Enter shows only these</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s)</source>
        <translation>
            <numerusform>%n link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n that carried less left out</source>
        <translation>
            <numerusform>%n that carried less left out</numerusform>
            <numerusform>%n that carried less left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) left out: the file names them by their index inside the domain, and no file says which ranks they are.</source>
        <translation>
            <numerusform>%n node left out: the file names it by its index inside the domain, and no file says which rank it is.</numerusform>
            <numerusform>%n nodes left out: the file names them by their index inside the domain, and no file says which ranks they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) alone: Enter shows their matrix, Backspace what was shown before</source>
        <translation>
            <numerusform>%n rank alone: Enter shows its matrix, Backspace what was shown before</numerusform>
            <numerusform>%n ranks alone: Enter shows their matrix, Backspace what was shown before</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::HeatMapPage</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n outlier</numerusform>
            <numerusform>%n outliers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of folded ranks</source>
        <translation>
            <numerusform>%n row of folded ranks</numerusform>
            <numerusform>%n rows of folded ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::Histogram</name>
    <message numerus="yes">
        <source>%1 to %2: %n slice(s)</source>
        <comment>durations</comment>
        <translation>
            <numerusform>%1 to %2: %n slice</numerusform>
            <numerusform>%1 to %2: %n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::ImportDialog</name>
    <message numerus="yes">
        <source>%n chosen</source>
        <translation>
            <numerusform>%n chosen</numerusform>
            <numerusform>%n chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::LaneBuilder</name>
    <message numerus="yes">
        <source>%n lane(s) hidden</source>
        <translation>
            <numerusform>%n lane hidden</numerusform>
            <numerusform>%n lanes hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s) left out by the filter</source>
        <translation>
            <numerusform>%n lane left out by the filter</numerusform>
            <numerusform>%n lanes left out by the filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) loaded</source>
        <translation>
            <numerusform>%1 of %n rank loaded</numerusform>
            <numerusform>%1 of %n ranks loaded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Launch delay of %n stream(s)</source>
        <translation>
            <numerusform>Launch delay of %n stream</numerusform>
            <numerusform>Launch delay of %n streams</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::LaneLabels</name>
    <message numerus="yes">
        <source>%n slices lie far outside the rest of the time axis</source>
        <translation>
            <numerusform>%n slice lies far outside the rest of the time axis</numerusform>
            <numerusform>%n slices lie far outside the rest of the time axis</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n drop(s) under load</source>
        <translation>
            <numerusform>%n drop under load</numerusform>
            <numerusform>%n drops under load</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::LaneLayoutState</name>
    <message numerus="yes">
        <source>%n arrangement(s) of lanes cannot be read.</source>
        <translation>
            <numerusform>%n arrangement of lanes cannot be read.</numerusform>
            <numerusform>%n arrangements of lanes cannot be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) about lanes cannot be read.</source>
        <translation>
            <numerusform>%n entry about lanes cannot be read.</numerusform>
            <numerusform>%n entries about lanes cannot be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) name lanes that the run does not have.</source>
        <translation>
            <numerusform>%n entry names a lane that the run does not have.</numerusform>
            <numerusform>%n entries name lanes that the run does not have.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::LaneVisibility</name>
    <message numerus="yes">
        <source>%1 of host %2 (%n rank(s))</source>
        <comment>process of a kernel trace, whose ranks share it</comment>
        <translation>
            <numerusform>%1 of host %2 (%n rank)</numerusform>
            <numerusform>%1 of host %2 (%n ranks)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::MainWindow</name>
    <message numerus="yes">
        <source>%n table(s)</source>
        <translation>
            <numerusform>%n table</numerusform>
            <numerusform>%n tables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n picture</numerusform>
            <numerusform>%n pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s) have no args: the files of the run could not be read again.</source>
        <translation>
            <numerusform>%n slice has no args: the files of the run could not be read again.</numerusform>
            <numerusform>%n slices have no args: the files of the run could not be read again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slices and %2 connection lines of %n rank(s)</source>
        <translation>
            <numerusform>%1 slices and %2 connection lines of %n rank</numerusform>
            <numerusform>%1 slices and %2 connection lines of %n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::MareyPage</name>
    <message numerus="yes">
        <source>%1, the mean of %n device(s)</source>
        <translation>
            <numerusform>%1, the mean of %n device</numerusform>
            <numerusform>%1, the mean of %n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The clocks of %n rank(s) could not be aligned: they are drawn at their own timestamps.</source>
        <translation>
            <numerusform>The clock of %n rank could not be aligned: it is drawn at its own timestamps.</numerusform>
            <numerusform>The clocks of %n ranks could not be aligned: they are drawn at their own timestamps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of namespace %1</source>
        <translation>
            <numerusform>%Ln of namespace %1</numerusform>
            <numerusform>%Ln of namespace %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GiB, the mean of %n device(s); no file says the capacity</source>
        <translation>
            <numerusform>%1 GiB; no file says the capacity</numerusform>
            <numerusform>%1 GiB, the mean of %n devices; no file says the capacity</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::MarkEditor</name>
    <message numerus="yes">
        <source>Deleted %n mark(s)</source>
        <translation>
            <numerusform>Deleted %n mark</numerusform>
            <numerusform>Deleted %n marks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::MatrixPage</name>
    <message numerus="yes">
        <source>No data: no file says what %n rank(s) sent</source>
        <translation>
            <numerusform>No data: no file says what %n rank sent</numerusform>
            <numerusform>No data: no file says what %n ranks sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>mean of %n step</numerusform>
            <numerusform>mean of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum of %n step(s)</source>
        <translation>
            <numerusform>sum of %n step</numerusform>
            <numerusform>sum of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 has no step %2: the mean of its %n step(s) is used</source>
        <translation>
            <numerusform>%1 has no step %2: its one step is used</numerusform>
            <numerusform>%1 has no step %2: the mean of its %n steps is used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>means, because %1 has %n step(s)</source>
        <translation>
            <numerusform>means, because %1 has one step</numerusform>
            <numerusform>means, because %1 has %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) that only %1 has are not shown</source>
        <translation>
            <numerusform>one link that only %1 has is not shown</numerusform>
            <numerusform>%n links that only %1 has are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>types of this run; %n link(s) have another type in %1</source>
        <translation>
            <numerusform>types of this run; %n link has another type in %1</numerusform>
            <numerusform>types of this run; %n links have another type in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::MatrixTexts</name>
    <message numerus="yes">
        <source>mean per step, of %n step(s)</source>
        <translation>
            <numerusform>mean per step, of %n step</numerusform>
            <numerusform>mean per step, of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum of %n step(s)</source>
        <translation>
            <numerusform>sum of %n step</numerusform>
            <numerusform>sum of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entry(s) of the files</source>
        <translation>
            <numerusform>%n entry of the files</numerusform>
            <numerusform>%n entries of the files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of the table of slow links, together</source>
        <translation>
            <numerusform>%n row of the table of slow links</numerusform>
            <numerusform>%n rows of the table of slow links, together</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::OperatorChart</name>
    <message numerus="yes">
        <source>other types (%n)</source>
        <translation>
            <numerusform>%n other type</numerusform>
            <numerusform>%n other types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::OperatorGroupsPage</name>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n group</numerusform>
            <numerusform>%n groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s), median %1, 95th percentile %2</source>
        <translation>
            <numerusform>%n call, median %1, 95th percentile %2</numerusform>
            <numerusform>%n calls, median %1, 95th percentile %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::OverviewView</name>
    <message numerus="yes">
        <source>%n bar(s) lack(s) a value and end(s) hatched. %1</source>
        <translation>
            <numerusform>%n bar lacks a value and ends hatched. %1</numerusform>
            <numerusform>%n bars lack a value and end hatched. %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s) loaded. %2</source>
        <translation>
            <numerusform>%1 of %n rank loaded. %2</numerusform>
            <numerusform>%1 of %n ranks loaded. %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::PieChart</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>parts of a pie</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::PiePair</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>parts of two pies</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::PipelineGraph</name>
    <message numerus="yes">
        <source>id %1, %n worker(s)</source>
        <translation>
            <numerusform>id %1, %n worker</numerusform>
            <numerusform>id %1, %n workers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::PipelinePage</name>
    <message numerus="yes">
        <source>%n more in the table of advice.</source>
        <translation>
            <numerusform>%n more in the table of advice.</numerusform>
            <numerusform>%n more in the table of advice.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more queue(s): choose an operator to see its own</source>
        <translation>
            <numerusform>%n more queue: choose an operator to see its own</numerusform>
            <numerusform>%n more queues: choose an operator to see its own</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::RankBars</name>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>mean of %n step</numerusform>
            <numerusform>mean of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>sum of %n step(s)</source>
        <translation>
            <numerusform>sum of %n step</numerusform>
            <numerusform>sum of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n outlier(s)</source>
        <translation>
            <numerusform>%n outlier</numerusform>
            <numerusform>%n outliers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n rank(s)</source>
        <translation>
            <numerusform>%1: %n rank</numerusform>
            <numerusform>%1: %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>red: %n bar(s) reported as a problem</source>
        <translation>
            <numerusform>red: %n bar reported as a problem</numerusform>
            <numerusform>red: %n bars reported as a problem</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::RankSide</name>
    <message numerus="yes">
        <source>mean of %n rank(s)</source>
        <translation>
            <numerusform>mean of %n rank</numerusform>
            <numerusform>mean of %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>mean of %n step</numerusform>
            <numerusform>mean of %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::Recents</name>
    <message numerus="yes">
        <source>%1 (%n of its folders or files)</source>
        <comment>opened together</comment>
        <translation>
            <numerusform>%1 (%n of its folders or files)</numerusform>
            <numerusform>%1 (%n of its folders or files)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::SearchView</name>
    <message numerus="yes">
        <source>%1; the args of %2 slice(s) could not be read</source>
        <comment>count of hits</comment>
        <translation>
            <numerusform>%1; the args of %2 slice could not be read</numerusform>
            <numerusform>%1; the args of %2 slices could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::SelectionView</name>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation>
            <numerusform>%n lane</numerusform>
            <numerusform>%n lanes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden lane(s) not counted</source>
        <translation>
            <numerusform>%n hidden lane not counted</numerusform>
            <numerusform>%n hidden lanes not counted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s) of ranks that are not loaded, not counted</source>
        <translation>
            <numerusform>%n lane of a rank that is not loaded, not counted</numerusform>
            <numerusform>%n lanes of ranks that are not loaded, not counted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slice(s)</source>
        <translation>
            <numerusform>%1 slice</numerusform>
            <numerusform>%1 slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::SessionFile</name>
    <message numerus="yes">
        <source>%n run(s) cannot be read, or not completely.</source>
        <translation>
            <numerusform>%n run cannot be read, or not completely.</numerusform>
            <numerusform>%n runs cannot be read, or not completely.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::SliceText</name>
    <message numerus="yes">
        <source>MC² operator, %n turn(s)</source>
        <translation>
            <numerusform>MC² operator, %n turn</numerusform>
            <numerusform>MC² operator, %n turns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::StacksPage</name>
    <message numerus="yes">
        <source>%n hit(s), %1 of the host time</source>
        <translation>
            <numerusform>%n hit, %1 of the host time</numerusform>
            <numerusform>%n hits, %1 of the host time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n call(s) of operators</source>
        <translation>
            <numerusform>%n call of operators</numerusform>
            <numerusform>%n calls of operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::StateText</name>
    <message numerus="yes">
        <source>%n time offset(s) cannot be read.</source>
        <translation>
            <numerusform>%n time offset cannot be read.</numerusform>
            <numerusform>%n time offsets cannot be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mark(s) or bookmark(s) cannot be read.</source>
        <translation>
            <numerusform>%n mark or bookmark cannot be read.</numerusform>
            <numerusform>%n marks or bookmarks cannot be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::StatusPanel</name>
    <message numerus="yes">
        <source>%n rank(s), from the cluster analysis only</source>
        <translation>
            <numerusform>%n rank, from the cluster analysis only</numerusform>
            <numerusform>%n ranks, from the cluster analysis only</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rank(s)</source>
        <translation>
            <numerusform>%1 of %n rank</numerusform>
            <numerusform>%1 of %n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 slice(s)</source>
        <translation>
            <numerusform>%1 slice</numerusform>
            <numerusform>%1 slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::StrategyPage</name>
    <message numerus="yes">
        <source>mean of %n step(s)</source>
        <translation>
            <numerusform>mean of %n step</numerusform>
            <numerusform>mean of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) missing: %1</source>
        <translation>
            <numerusform>%n rank missing: %1</numerusform>
            <numerusform>%n ranks missing: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rank(s) outside of these sizes</source>
        <translation>
            <numerusform>%n rank outside of these sizes</numerusform>
            <numerusform>%n ranks outside of these sizes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::TableView</name>
    <message numerus="yes">
        <source>%1 of %2 row(s)</source>
        <translation>
            <numerusform>%1 of %2 row</numerusform>
            <numerusform>%1 of %2 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 row(s)</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved the %1 of %2 row(s) that pass the filters: %3</source>
        <translation>
            <numerusform>Saved the %1 of %2 row that pass the filters: %3</numerusform>
            <numerusform>Saved the %1 of %2 rows that pass the filters: %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::TimeShifts</name>
    <message numerus="yes">
        <source>%n rank(s) aligned with the selected slice</source>
        <translation>
            <numerusform>%n rank aligned with the selected slice</numerusform>
            <numerusform>%n ranks aligned with the selected slice</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::TimelineCanvas</name>
    <message numerus="yes">
        <source>%1 connection lines in %n bundle(s); zoom in to separate them</source>
        <translation>
            <numerusform>%1 connection lines in %n bundle; zoom in to separate them</numerusform>
            <numerusform>%1 connection lines in %n bundles; zoom in to separate them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 connection lines in %n bundle(s); zoom in to separate them</source>
        <translation>
            <numerusform>About %1 connection lines in %n bundle; zoom in to separate them</numerusform>
            <numerusform>About %1 connection lines in %n bundles; zoom in to separate them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 connection line(s) hidden (folded or hidden lanes)</source>
        <translation>
            <numerusform>%1 connection line hidden (folded or hidden lanes)</numerusform>
            <numerusform>%1 connection lines hidden (folded or hidden lanes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 connection line(s) hidden (folded or hidden lanes)</source>
        <translation>
            <numerusform>About %1 connection line hidden (folded or hidden lanes)</numerusform>
            <numerusform>About %1 connection lines hidden (folded or hidden lanes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 connection line(s) of the selected slice hidden (folded or hidden lanes)</source>
        <translation>
            <numerusform>%1 connection line of the selected slice hidden (folded or hidden lanes)</numerusform>
            <numerusform>%1 connection lines of the selected slice hidden (folded or hidden lanes)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::TimelineCommands</name>
    <message numerus="yes">
        <source>Unfolded %n lane(s)</source>
        <translation>
            <numerusform>Unfolded %n lane</numerusform>
            <numerusform>Unfolded %n lanes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folded %n lane(s)</source>
        <translation>
            <numerusform>Folded %n lane</numerusform>
            <numerusform>Folded %n lanes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::TrajectoryPage</name>
    <message numerus="yes">
        <source>%n rank(s)</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::VerdictStrip</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more problem(s)</source>
        <translation>
            <numerusform>%n more problem</numerusform>
            <numerusform>%n more problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>slows %n steps by
%1 (%2)</source>
        <comment>a time, its share of some steps</comment>
        <translation>
            <numerusform>slows %n step by
%1 (%2)</numerusform>
            <numerusform>slows %n steps by
%1 (%2)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::VerdictJump</name>
    <message numerus="yes">
        <source>Critical path of step %1, the longest of %n step(s). Choose another step to see its path.</source>
        <translation>
            <numerusform>Critical path of step %1, the longest of %n step. Choose another step to see its path.</numerusform>
            <numerusform>Critical path of step %1, the longest of %n steps. Choose another step to see its path.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>rs::LibraryList</name>
    <message numerus="yes">
        <source>Remove %n run(s) with their notes from the library?</source>
        <translation>
            <numerusform>Remove %n run with its notes from the library?</numerusform>
            <numerusform>Remove %n runs with their notes from the library?</numerusform>
        </translation>
    </message>
</context>
</TS>
