// SPDX-License-Identifier: Apache-2.0
#include "views/compare/compareview.h"

#include "core/run/remotepath.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "views/state/databasetexts.h"
#include "views/tables/tableview.h"
#include "views/widgets/pagebody.h"
#include "views/widgets/picker.h"

#include <QLabel>
#include <QToolButton>

#include <utility>

/// Note above the comparison, and the reason why it is empty.
namespace rs {

QString CompareView::noteText(OperatorNote note, const QString &rank) const
{
    switch (note) {
    case OperatorNote::NoTypes:
        return tr("%1: the kernel table has no operator types, because the profiler ran at Level0; operators are "
                  "grouped by name. "
                  "Set profiler_level to Level1 or Level2 for types and shapes.")
            .arg(rank);
    case OperatorNote::NoShapes:
        return tr("%1: the kernel table has no input shapes; operators are grouped without them. Set profiler_level to "
                  "Level1 "
                  "or Level2 for shapes.")
            .arg(rank);
    case OperatorNote::FromTrace:
        return tr("%1: there is no kernel_details.csv with usable rows; operators are counted from the slices of "
                  "the trace, which have neither types nor shapes.")
            .arg(rank);
    case OperatorNote::NoData:
        return tr("%1: neither a kernel_details.csv with usable rows nor device lanes of the trace were found.")
            .arg(rank);
    case OperatorNote::Matched:
        return tr("%1: counted by name from the slices of the trace, because the other side has no "
                  "kernel_details.csv with usable rows and the two name the same operator differently.")
            .arg(rank);
    case OperatorNote::NoCores:
        return tr("%1: the kernel table does not name the accelerator cores, and the other side does; operators "
                  "are compared without distinguishing cores.")
            .arg(rank);
    case OperatorNote::NoChoice:
    case OperatorNote::NoMatch:
    case OperatorNote::None:
        break;
    }
    return {};
}

void CompareView::updateNote()
{
    QStringList lines;
    // If a run has only databases, the page says so.
    if (m_hasResult && !DatabaseTexts::isAllOf(runs(), base()) && !DatabaseTexts::isAllOf(runs(), other())) {
        const QString a = format::displayText(runs().rankLabel(base()));
        const QString b = format::displayText(runs().rankLabel(other()));
        const RankComparison &c = m_result.comparison;
        if (c.baseNote != OperatorNote::None)
            lines << noteText(c.baseNote, c.baseNote == c.otherNote ? tr("%1 and %2").arg(a, b) : a);
        if (c.otherNote != OperatorNote::None && c.otherNote != c.baseNote)
            lines << noteText(c.otherNote, b);
        if (m_result.stages)
            lines << phraseText(otherStagesPhrase(*m_result.stages, a, b));
        if (const QString chosen = chosenPartText(); !chosen.isEmpty())
            lines << chosen;
        if (m_result.baseStepMissing)
            lines
                << tr("%1 has no step %2; its whole capture is compared.").arg(a, format::displayText(state().step()));
        if (m_result.otherStepMissing)
            lines << tr("%1 has no step %2; its whole capture is compared.").arg(b, format::displayText(otherStep()));
        if (!sheetShown())
            lines << phraseText(perStepPhrase(m_result.query.steps, a, b));
        else if (comparesWhole())
            lines << phraseText(unequalStepsPhrase(m_result.captures, a, b));
        // The lines above cover what both sides share.
        for (const RowNote &note : m_sheetRows ? m_sheetRows->notes() : std::vector<RowNote>()) {
            if (m_sheetPicker->value().toString() == u"compare.memory" && !note.side.isEmpty())
                lines << tr("%1: %2", "a rank, and a sentence about it")
                             .arg(note.side == u"base" ? a : b, phraseText(note.text));
        }
        lines.removeAll(QString());
    }
    m_peerButton->setVisible(!lines.isEmpty() && m_result.peer.isValid());
    if (m_result.peer.isValid())
        m_peerButton->setText(tr("Compare %1 with %2, of the same stage", "two ranks")
                                  .arg(format::displayText(runs().rankLabel(other())),
                                       format::displayText(runs().rankLabel(m_result.peer)))
                                  .replace(u'&', QLatin1String("&&")));
    m_note->setText(lines.join(u'\n'));
    m_note->setVisible(!lines.isEmpty());
}

// Which part of the captures is compared. The charts follow every choice; tables other than that of operators know no
// selected time, and the sheets of the official comparison no step.
QString CompareView::chosenPartText() const
{
    const QString step = format::displayText(state().step());
    if (state().timeSelection().isEmpty()) {
        if (step.isEmpty())
            return {};
        if (otherStep() != state().step()) {
            const QString a = format::displayText(runs().rankLabel(base()));
            const QString b = format::displayText(runs().rankLabel(other()));
            const QString ofOther = format::displayText(otherStep());
            return comparesWhole() ? tr("The charts show step %1 of %2 and step %3 of %4 only; the table compares "
                                        "the whole captures of both sides.")
                                         .arg(step, a, ofOther, b)
                                   : tr("Only operators of step %1 of %2 and step %3 of %4.").arg(step, a, ofOther, b);
        }
        return comparesWhole() ? tr("The charts show step %1 only; the table compares the whole captures of both "
                                    "sides.")
                                     .arg(step)
                               : tr("Only operators of step %1.").arg(step);
    }
    const QString length = format::duration(state().timeSelection().lengthNs());
    if (!sheetShown())
        return tr("Only operators within the selected time, %1 long.").arg(length);
    if (comparesWhole() || step.isEmpty())
        return tr("The charts show the selected time (%1) only; the table compares the whole captures of both sides.")
            .arg(length);
    return tr("The charts show the selected time (%1) only; the table shows step %2.").arg(length, step);
}

void CompareView::updateEmpty()
{
    const auto show = [this](const QString &heading, const QString &body) { m_pages->showEmpty(heading, body); };
    const RankComparison &c = m_result.comparison;
    if (runs().isEmpty())
        return show(tr("No run is open"), tr("Open a folder with File > Import Data, or drop it on the window."));
    if (!other().isValid())
        return show(tr("Only one rank is open"),
                    tr("A comparison needs two ranks. Open the folder above the rank folders, or a second run."));
    for (const RankRef ref : {base(), other()}) {
        const QString name = format::displayText(runs().rankLabel(ref));
        if (runs().state(ref) == RankState::Loaded)
            continue;
        if (runs().state(ref) == RankState::Failed)
            return show(tr("%1 could not be loaded").arg(name),
                        tr("See the Findings view. Choose another rank above."));
        if (runs().state(ref) == RankState::Unloaded)
            return show(tr("%1 is not loaded").arg(name), tr("Load it in the explorer, or choose another rank above."));
        if (const QString host = RemotePath::hostOf(runs().info(ref)->path);
            runs().state(ref) == RankState::Displaced && !host.isEmpty())
            return show(tr("%1 is not loaded").arg(name),
                        tr("Its trace is on %1, only its summary is here. Click it in the explorer to fetch it.")
                            .arg(format::displayText(host)));
        if (runs().state(ref) == RankState::Displaced)
            return show(tr("%1 is not loaded").arg(name), tr("The memory budget is used up. Unload other ranks in the "
                                                             "explorer, or allow more under View > Memory Budget."));
        return show(tr("Loading %1").arg(name), tr("The comparison appears as soon as both ranks are loaded."));
    }
    for (const RankRef ref : {base(), other()}) {
        if (DatabaseTexts::isAllOf(runs(), ref))
            return show(tr("%1 has no operators to compare").arg(format::displayText(runs().rankLabel(ref))),
                        DatabaseTexts::ofRank(runs(), ref, QStringLiteral("kernel_details.csv, trace_view.json")));
    }
    for (const auto &[ref, note] : {std::pair(base(), c.baseNote), std::pair(other(), c.otherNote)}) {
        const QString unread = note == OperatorNote::NoData ? DatabaseTexts::whyUnread(runs(), ref) : QString();
        if (!unread.isEmpty())
            return show(tr("%1 has no operators to compare").arg(format::displayText(runs().rankLabel(ref))), unread);
    }
    if (c.baseNote == OperatorNote::NoData && c.otherNote == OperatorNote::NoData)
        return show(
            tr("No operators in these ranks"),
            tr("The comparison reads kernel_details.csv (op_summary*.csv of msprof), or the device lanes of "
               "trace_view.json. The profiler writes kernel_details.csv when NPU activity is collected; operator "
               "types and shapes need profiler_level Level1 or Level2."));
    for (const auto &[note, ref] : {std::pair(c.baseNote, base()), std::pair(c.otherNote, other())}) {
        if (note == OperatorNote::NoMatch)
            return show(
                tr("These ranks have no operators under the same names"),
                tr("%1 has kernel_details.csv (op_summary*.csv of msprof) without device lanes in "
                   "trace_view.json, the other side device lanes without kernel_details.csv. Choose another rank "
                   "above, or export both files for both ranks.")
                    .arg(format::displayText(runs().rankLabel(ref))));
        if (note == OperatorNote::NoChoice)
            return show(tr("The operators of one core cannot be compared"),
                        tr("The kernel table of %1 does not name the accelerator cores, and the other side does. "
                           "Choose all cores above.")
                            .arg(format::displayText(runs().rankLabel(ref))));
    }
    if (!c.isPossible()) {
        const RankRef without = c.baseNote == OperatorNote::NoData ? base() : other();
        return show(tr("%1 has no operators to compare").arg(format::displayText(runs().rankLabel(without))),
                    tr("It has neither kernel_details.csv (op_summary*.csv of msprof) nor device lanes in "
                       "trace_view.json. The profiler writes both when NPU activity is collected. Choose another rank "
                       "above."));
    }
    m_table->setEmptyText(tr("No operator of this kind ran."));
    m_pages->showContent();
}

} // namespace rs
