// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "analysis/communication/commmatrix.h"
#include "views/links/linkfilter.h"
#include "views/page/rowjump.h"
#include "views/state/viewcontext.h"
#include "views/widgets/latestjob.h"

#include <QDialog>

#include <functional>
#include <memory>

class QLabel;

namespace rs {

class TableView;

/// One link: the operators that crossed it and, below, the packets that its source sent over links of its type. A
/// double click on an operator shows it in the timeline. It says what was chosen when it was opened, and closes with
/// its run, and when a row of it leads elsewhere: it would lie over that.
class LinkDialog final : public QDialog
{
    Q_OBJECT
public:
    /// `links`: rows of the table "links" of that run, of the step and domain that are chosen now; `row` of the link.
    LinkDialog(const ViewContext &context, int run, const RowSource &links, quint32 row, QWidget *parent);

    [[nodiscard]] TableView *operators() const { return m_operators; }
    [[nodiscard]] TableView *packets() const { return m_packets; }
    [[nodiscard]] bool isComplete() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Packets
    {
        std::shared_ptr<const RowSource> rows; ///< of all ranks
        std::function<bool(const RowSource &, quint32)> only;
        Phrase whyEmpty;           ///< English
        bool isNoneOfLink = false; ///< there are some of other ranks, domains or types
    };
    void retranslate();
    void fillOperators();
    void fillPackets();
    void connectTables();
    [[nodiscard]] QString whyNoPackets() const;
    [[nodiscard]] RankRef source() const;
    /// As tables call it: its rank where that is known, also of a link whose other end is not.
    [[nodiscard]] LinkEnd sourceRank() const;

    ViewContext m_context;
    int m_run;
    std::shared_ptr<const RowSource> m_links; ///< of every step, domain and operator that count; null at first
    LinkEnd m_source;
    int m_sourceIndex; ///< of its rank in the run; -1: not known, or not there
    LinkEnd m_destination;
    LinkFilter m_filter; ///< this link alone
    QString m_step;
    QString m_domain;
    QLabel *m_scope;
    QLabel *m_operatorsTitle;
    TableView *m_operators;
    QLabel *m_packetsTitle;
    TableView *m_packets;
    QLabel *m_notice;
    Phrase m_whyNoPackets; ///< English
    bool m_isNoneOfLink = false;
    bool m_isInner = false; ///< between a card and itself
    RowJump m_jump;
    LatestJob<std::shared_ptr<const RowSource>> m_linksJob;
    LatestJob<Packets> m_packetsJob;
};

} // namespace rs
