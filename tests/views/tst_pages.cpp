// SPDX-License-Identifier: Apache-2.0
// Rules that every page of every dock keeps to, whatever it shows.
#include "generator/generator.h"
#include "importers/discovery/discovery.h"
#include "importers/run/runloader.h"
#include "support/testprogram.h"
#include "viewfixture.h"

#include "views/browse/systemview.h"
#include "views/communication/communicationview.h"
#include "views/dataset/dataview.h"
#include "views/host/hostview.h"
#include "views/memory/memoryview.h"
#include "views/operators/operatorsview.h"
#include "views/parallel/parallelview.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/emptystate.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTabBar>
#include <QTemporaryDir>

using namespace rs;
using test::ViewFixture;

namespace {

using MakeDock = std::unique_ptr<DockView> (*)(const ViewContext &context);

template <typename Dock>
std::unique_ptr<DockView> make(const ViewContext &context)
{
    return std::make_unique<Dock>(context);
}

/// A table in a page of its own numbers, which has no name for users.
bool isPart(const Page &page)
{
    for (const QWidget *w = page.parentWidget(); w; w = w->parentWidget()) {
        if (qobject_cast<const Page *>(w))
            return true;
    }
    return false;
}

/// A dock over a run, shown in the room that it has in a window of 1366 × 768.
struct Shown : ViewFixture
{
    std::unique_ptr<DockView> dock;

    Shown(MakeDock maker, const std::shared_ptr<const Run> &run)
    {
        if (run) {
            runs.addRun(Run(*run));
            state.setCurrentRank({0, 0});
        }
        dock = maker(context());
        dock->resize(1100, 560);
        dock->show();
    }
    [[nodiscard]] bool settle() const
    {
        return QTest::qWaitFor([this] { return dock->isComplete(); }, 60'000);
    }
    /// Pages by the names under which the dock shows them; a dock may have more names than pages.
    template <typename Visit>
    void eachPage(const Visit &visit)
    {
        std::set<const Page *> seen;
        for (const QString &name : dock->pageNames()) {
            dock->showPage(name);
            QVERIFY2(settle(), qPrintable(name));
            QCoreApplication::processEvents(); // layouts of what came
            for (Page *const page : dock->findChildren<Page *>()) {
                if (page->isVisible() && !isPart(*page) && seen.insert(page).second)
                    visit(*page);
            }
            if (QTest::currentTestFailed())
                return;
        }
    }
};

/// Texts in the place of a page that has nothing to show.
QStringList reasonsOf(const Page &page)
{
    QStringList out;
    for (const EmptyState *const state : page.findChildren<EmptyState *>()) {
        if (state->isVisible() && !state->heading().isEmpty())
            out << state->body();
    }
    return out;
}

/// Chooses an entry other than the one that is chosen; false where there is none.
bool chooseAnother(Picker &picker)
{
    const QComboBox &box = *picker.box();
    const auto *const items = qobject_cast<const QStandardItemModel *>(box.model());
    for (int i = 0; i < box.count(); ++i) {
        const bool isOffered = !items || items->item(i)->isEnabled();
        if (i != box.currentIndex() && isOffered && picker.isEnabled()) {
            test::choose(&picker, i);
            return true;
        }
    }
    return false;
}

QString pathOf(const QWidget *w)
{
    QStringList out;
    for (const QObject *o = w; o; o = o->parent())
        out.prepend(QLatin1String(o->metaObject()->className()) + u'#' + o->objectName());
    return out.join(u'/');
}

} // namespace

Q_DECLARE_METATYPE(MakeDock)

class TestPages : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        gen::GeneratorOptions options;
        options.outDir = m_dir.filePath(QStringLiteral("run"));
        options.ranks = 2;
        options.steps = 2;
        options.mbPerRank = 1;
        QVERIFY(gen::generate(options).ok);
        ImportReport report;
        std::vector<Run> found = discover({options.outDir}, JobContext(), report);
        QCOMPARE(found.size(), size_t{1});
        ThreadPool pool(1);
        m_run = loadRun(std::move(found.front()), pool, JobContext());
    }

    void aPageWithoutARunSaysSo_data() { docks(); }
    void aPageWithoutARunSaysSo()
    {
        QFETCH(MakeDock, dock);
        Shown shown(dock, nullptr);
        shown.eachPage([](const Page &page) {
            const QStringList reasons = reasonsOf(page);
            QVERIFY2(!reasons.isEmpty() && !reasons.contains(QString()), qPrintable(page.objectName()));
        });
    }

    // A rank of which nothing is known: each page says what it lacks, or shows what follows from having none.
    void aPageWithoutFilesSaysWhichItLacks_data() { docks(); }
    void aPageWithoutFilesSaysWhichItLacks()
    {
        QFETCH(MakeDock, dock);
        auto bare = std::make_shared<RankData>();
        bare->info.rank = 0;
        bare->info.label = QStringLiteral("0");
        Shown shown(dock, std::make_shared<const Run>(test::makeRun({std::move(bare)})));
        shown.eachPage([](const Page &page) {
            // Words of a table that is there and has no row are no reason; files of the run itself are always known.
            const QList<QAbstractItemView *> views = page.findChildren<QAbstractItemView *>();
            const bool hasRows = std::any_of(views.begin(), views.end(), [](const QAbstractItemView *v) {
                return v->isVisible() && v->model() && v->model()->rowCount() > 0;
            });
            const QStringList reasons = reasonsOf(page);
            QVERIFY2(hasRows || (!reasons.isEmpty() && !reasons.contains(QString())), qPrintable(page.objectName()));
        });
    }

    void sessionsKeepChoices_data() { docks(); }
    void sessionsKeepChoices()
    {
        QFETCH(MakeDock, dock);
        const auto choices = [](const Page &page) {
            const QJsonObject all = page.saveState();
            QJsonObject out;
            for (const QString &key : page.choices()) {
                if (all.contains(key))
                    out[key] = all[key];
            }
            return out;
        };
        Shown shown(dock, m_run);
        std::map<QString, QJsonObject> chosen;
        shown.eachPage([&](const Page &page) {
            int changed = 0;
            for (const QString &key : page.choices())
                changed += chooseAnother(*page.choice(key)) ? 1 : 0;
            QVERIFY(shown.settle());
            QVERIFY2(changed == 0 || !choices(page).isEmpty(), qPrintable(page.objectName()));
            chosen[page.objectName()] = choices(page);
        });
        Shown other(dock, m_run);
        QVERIFY(other.settle());
        other.dock->restoreState(shown.dock->saveState());
        other.eachPage([&](Page &page) { QCOMPARE(choices(page), chosen[page.objectName()]); });
        // Parts that a state lacks, and nonsense, are as at first.
        other.dock->restoreState({});
        other.eachPage([&](Page &page) {
            QCOMPARE(choices(page), QJsonObject());
            QJsonObject nonsense;
            for (const QString &key : page.choices())
                nonsense[key] = QJsonObject{{key, -7}};
            page.restoreState(nonsense);
            QVERIFY(other.settle());
            QCOMPARE(choices(page), QJsonObject());
        });
    }

    void picturesHaveTheirFiles()
    {
        QSet<QString> names;
        for (const auto &[id, dock] : allDocks()) {
            Shown shown(dock, m_run);
            QTRY_VERIFY2_WITH_TIMEOUT(shown.dock->preparePictures(), id, 60'000);
            for (const PictureExport &picture : shown.dock->pictures()) {
                QVERIFY2(!names.contains(picture.fileName), qPrintable(picture.fileName));
                names << picture.fileName;
                QVERIFY2(!picture.picture.image().isNull(), qPrintable(picture.fileName));
                QVERIFY2(!picture.picture.text().title.isEmpty(), qPrintable(picture.fileName));
            }
        }
        QVERIFY2(names.size() >= 15, qPrintable(QStringList(names.values()).join(u' ')));
    }

    void pagesAndWhatTakesKeysAreNamed_data() { docks(); }
    void pagesAndWhatTakesKeysAreNamed()
    {
        QFETCH(MakeDock, dock);
        Shown shown(dock, m_run);
        QSet<QString> names;
        QStringList nameless;
        shown.eachPage([&](const Page &page) {
            QVERIFY2(!page.objectName().isEmpty() && !names.contains(page.objectName()), qPrintable(page.objectName()));
            names << page.objectName();
            QVERIFY2(!page.title().isEmpty() && page.title() != page.objectName(), qPrintable(page.objectName()));
            QVERIFY2(page.hint().size() > page.title().size(), qPrintable(page.objectName()));
            for (QWidget *const w : page.findChildren<QWidget *>()) {
                const bool isOfOther = w->focusProxy() || qobject_cast<QTabBar *>(w) ||
                                       qobject_cast<QComboBox *>(w->parentWidget()) || w->inherits("QScrollArea");
                if (!w->isVisible() || !w->isEnabled() || (w->focusPolicy() & Qt::TabFocus) == 0 || isOfOther ||
                    w->inherits("QHeaderView") || w->inherits("QSplitterHandle") || w->inherits("QTabWidget"))
                    continue;
                const QAccessibleInterface *const said = QAccessible::queryAccessibleInterface(w);
                if (!said || said->text(QAccessible::Name).trimmed().isEmpty())
                    nameless << pathOf(w);
            }
        });
        QVERIFY(!names.isEmpty());
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
    }

    // Words of labels and buttons are whole; what may be long says all of it in its tool tip.
    void noWordsAreCut_data() { docks(); }
    void noWordsAreCut()
    {
        QFETCH(MakeDock, dock);
        Shown shown(dock, m_run);
        QStringList cut;
        shown.eachPage([&](const Page &page) {
            for (const QWidget *const w : page.findChildren<QWidget *>()) {
                const auto *const label = qobject_cast<const QLabel *>(w);
                const auto *const button = qobject_cast<const QAbstractButton *>(w);
                const bool isLabel = label && !label->wordWrap() && !label->text().isEmpty() &&
                                     !qobject_cast<const ElidedLabel *>(w) && label->toolTip().isEmpty();
                const bool isButton = button && !button->text().isEmpty();
                if (!w->isVisible() || (!isLabel && !isButton))
                    continue;
                if (w->width() < w->minimumSizeHint().width())
                    cut << pathOf(w) + QStringLiteral(": ") + (label ? label->text() : button->text());
            }
        });
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
    }

private:
    static std::vector<std::pair<const char *, MakeDock>> allDocks()
    {
        return {{"host", make<HostView>},
                {"memory", make<MemoryView>},
                {"data", make<DataView>},
                {"operators", make<OperatorsView>},
                {"parallel", make<ParallelView>},
                {"system", make<SystemView>},
                {"communication", make<CommunicationView>}};
    }
    static void docks()
    {
        QTest::addColumn<MakeDock>("dock");
        for (const auto &[id, dock] : allDocks())
            QTest::newRow(id) << dock;
    }

    QTemporaryDir m_dir;
    std::shared_ptr<const Run> m_run;
};

RS_TEST(TestPages, QApplication);
#include "tst_pages.moc"
