// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/nomemory.h"

#include "views/widgets/emptystate.h"

#include <QEvent>
#include <QPointer>

namespace rs {

namespace {

class NoMemoryCover final : public EmptyState
{
public:
    explicit NoMemoryCover(QWidget *over) : EmptyState(over)
    {
        setObjectName(QStringLiteral("no-memory"));
        setAutoFillBackground(true);
        over->installEventFilter(this);
        setGeometry(over->rect());
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
        setText(
            EmptyState::tr("There is no memory left for this"),
            EmptyState::tr("The machine gave no more memory while this was computed, so nothing is shown. Close other "
                           "runs or programs, or look at less of the run; the next change computes it again."));
    }
};

} // namespace

std::function<void(bool)> noMemoryCover(QWidget *over)
{
    return [over = QPointer<QWidget>(over), cover = QPointer<NoMemoryCover>()](bool failed) mutable {
        if (!over)
            return;
        // Most views never need one.
        if (failed && !cover)
            cover = new NoMemoryCover(over);
        if (!cover)
            return;
        cover->setVisible(failed);
        cover->raise();
    };
}

} // namespace rs
