// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/outofmemory.h"

#include "views/widgets/emptystate.h"

#include <QEvent>
#include <QPointer>

namespace rs {

namespace {

class OutOfMemoryCover final : public EmptyState
{
public:
    explicit OutOfMemoryCover(QWidget *over) : EmptyState(over)
    {
        setObjectName(QStringLiteral("no-memory"));
        setAutoFillBackground(true);
        over->installEventFilter(this);
        setGeometry(over->rect());
    }
    void say(Shortage lack)
    {
        m_lack = lack;
        retranslate();
    }
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Resize)
            setGeometry(parentWidget()->rect());
        return EmptyState::eventFilter(watched, event);
    }

protected:
    void changeEvent(QEvent *event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        EmptyState::changeEvent(event);
    }

private:
    void retranslate()
    {
        if (m_lack == Shortage::Budget) {
            setText(EmptyState::tr("The memory budget is too small for this"),
                    EmptyState::tr("No other rank could be unloaded for it, so nothing is shown. Raise View > "
                                   "Memory Budget, close other runs, or show less of the run. The next change "
                                   "computes it again."));
            return;
        }
        setText(EmptyState::tr("Not enough memory for this"),
                EmptyState::tr("Memory ran out while this was computed, so nothing is shown. Close other runs or "
                               "programs, or show less of the run; the next change computes it again."));
    }

    Shortage m_lack = Shortage::Machine;
};

} // namespace

std::function<void(Shortage)> outOfMemoryCover(QWidget *over)
{
    return [over = QPointer<QWidget>(over), cover = QPointer<OutOfMemoryCover>()](Shortage lack) mutable {
        if (!over)
            return;
        const bool failed = lack != Shortage::None;
        // Most views never need one.
        if (failed && !cover)
            cover = new OutOfMemoryCover(over);
        if (!cover)
            return;
        if (failed)
            cover->say(lack);
        cover->setVisible(failed);
        cover->raise();
    };
}

} // namespace rs
