// SPDX-License-Identifier: Apache-2.0
// A window that changed its language says what one says that was started in it.
#include "app/shell/application.h"
#include "app/shell/contextbar.h"
#include "generator/generator.h"
#include "runwindow.h"
#include "support/testprogram.h"
#include "views/browse/searchview.h"
#include "views/timeline/timelineview.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QDirIterator>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QMetaProperty>
#include <QRegularExpression>
#include <QTabBar>
#include <QTableView>

using namespace rs;
using namespace rs::test;

namespace {

using Texts = std::map<QString, QString>; ///< by the place where they stand

/// Place of an object among those of its class and name below the same parent: the same in every window, in whatever
/// order docks were brought to the front.
QString placeOf(const QObject *object, const QObject *root)
{
    QStringList path;
    for (const QObject *o = object; o && o != root; o = o->parent()) {
        QString step = QString::fromLatin1(o->metaObject()->className()) + u'#' + o->objectName();
        if (o->parent()) {
            int number = 0;
            for (const QObject *const other : o->parent()->children()) {
                if (other == o)
                    break;
                number += other->metaObject() == o->metaObject() && other->objectName() == o->objectName() ? 1 : 0;
            }
            step += u'#' + QString::number(number);
        }
        path.prepend(step);
    }
    return path.join(u'/');
}

void addModel(Texts &out, const QString &place, const QAbstractItemModel &model, const QModelIndex &parent, int depth)
{
    constexpr int mostRows = 12;
    for (int c = 0; c < model.columnCount(parent); ++c) {
        if (depth == 0) {
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                out[place + QStringLiteral("|header %1 %2").arg(c).arg(role)] =
                    model.headerData(c, Qt::Horizontal, role).toString();
        }
        for (int r = 0; r < std::min(mostRows, model.rowCount(parent)); ++r) {
            const QModelIndex at = model.index(r, c, parent);
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole, Qt::AccessibleTextRole})
                out[place + QStringLiteral("|cell %1 %2 %3 %4").arg(depth).arg(r).arg(c).arg(role)] =
                    at.data(role).toString();
            if (c == 0 && depth < 3)
                addModel(out, place + QStringLiteral("|%1").arg(r), model, at, depth + 1);
        }
    }
}

/// Nobody can come across it: a page that gave way to another one for good reason, a menu that was filled anew.
bool isGone(const QObject *object)
{
    for (const QObject *o = object; o; o = o->parent()) {
        if (const auto *const menu = qobject_cast<const QMenu *>(o);
            menu && qobject_cast<const QMenu *>(menu->parent()) && menu->menuAction()->associatedObjects().isEmpty())
            return true;
        if (o->inherits("rs::EmptyState") && static_cast<const QWidget *>(o)->isHidden())
            return true;
    }
    return false;
}

/// Bars that docks share come and go with the arrangement, and Qt keeps some of them for later: none has a place.
bool isDockBar(const QObject *o)
{
    const auto *bar = qobject_cast<const QTabBar *>(o);
    if (!bar)
        bar = qobject_cast<const QTabBar *>(o->parent());
    return bar && qobject_cast<const DockLayout *>(bar->parent());
}

/// Tabs of docks that say something else than the docks.
QStringList strayTabs(MainWindow &window)
{
    QStringList out;
    for (const QTabBar *const bar : window.docks().findChildren<QTabBar *>(Qt::FindDirectChildrenOnly)) {
        for (int i = 0; !bar->isHidden() && i < bar->count(); ++i) {
            const QStringList ids = viewIds();
            const bool known = std::any_of(ids.begin(), ids.end(), [&](const QString &id) {
                return window.docks().dock(id)->windowTitle() == bar->tabText(i);
            });
            if (!known)
                out.append(bar->tabText(i));
        }
    }
    return out;
}

/// Every text of the window, whether it is in sight or not.
Texts textsOf(MainWindow &window)
{
    // Properties that users read; names of files, fonts and style sheets are none of them.
    static const QSet<QString> read{
        QStringLiteral("text"),        QStringLiteral("title"),           QStringLiteral("toolTip"),
        QStringLiteral("statusTip"),   QStringLiteral("windowTitle"),     QStringLiteral("accessibleName"),
        QStringLiteral("iconText"),    QStringLiteral("placeholderText"), QStringLiteral("accessibleDescription"),
        QStringLiteral("prefix"),      QStringLiteral("suffix"),          QStringLiteral("specialValueText"),
        QStringLiteral("currentText"), QStringLiteral("cleanText")};
    Texts out;
    QList<QObject *> all = window.findChildren<QObject *>();
    all.append(&window);
    for (const QObject *const o : all) {
        if (isGone(o) || isDockBar(o))
            continue;
        const QString place = placeOf(o, &window);
        for (int i = 0; i < o->metaObject()->propertyCount(); ++i) {
            const QMetaProperty p = o->metaObject()->property(i);
            if (read.contains(QString::fromLatin1(p.name())) && p.metaType() == QMetaType::fromType<QString>())
                out[place + u'|' + QString::fromLatin1(p.name())] = p.read(o).toString();
        }
        if (const auto *const box = qobject_cast<const QComboBox *>(o)) {
            for (int i = 0; i < box->count(); ++i)
                out[place + QStringLiteral("|entry %1").arg(i)] = box->itemText(i);
        }
        if (const auto *const tabs = qobject_cast<const QTabBar *>(o)) {
            for (int i = 0; i < tabs->count(); ++i)
                out[place + QStringLiteral("|tab %1").arg(i)] = tabs->tabText(i) + u'|' + tabs->tabToolTip(i);
        }
        if (const auto *const view = qobject_cast<const QAbstractItemView *>(o);
            view && view->model() && !qobject_cast<const QHeaderView *>(o))
            addModel(out, place, *view->model(), {}, 0);
    }
    return out;
}

/// Names of the lanes and the texts beside them.
Texts lanesOf(TimelineView &timeline)
{
    Texts out;
    for (const LaneModel *const model : {timeline.lanes(), timeline.pinnedLanes()}) {
        for (size_t i = 0; i < model->rows().size(); ++i)
            out[QStringLiteral("lane %1 %2").arg(model == timeline.lanes()).arg(i)] =
                model->rows()[i].label + u'|' + model->rows()[i].note;
    }
    return out;
}

/// Titles of columns of the overview that are cut; empty: none is.
QStringList cutTitles(MainWindow &window)
{
    QStringList out;
    for (const QTableView *const table :
         window.docks().view(QStringLiteral("overview"))->findChildren<QTableView *>()) {
        const QHeaderView *const header = table->horizontalHeader();
        const int widest = table->fontMetrics().averageCharWidth() * 44;
        for (int c = 0; table->model() && table->model()->rowCount() > 0 && c < header->count(); ++c) {
            if (!header->isSectionHidden(c) && header->sectionSize(c) < std::min(header->sectionSizeHint(c), widest))
                out.append(table->model()->headerData(c, Qt::Horizontal).toString());
        }
    }
    return out;
}

/// Pictures of the widgets that paint their own texts.
std::map<QString, QImage> picturesOf(MainWindow &window)
{
    std::map<QString, QImage> out;
    for (QWidget *const w : window.findChildren<QWidget *>()) {
        for (const char *const name :
             {"rs::LaneLabels", "rs::TimelineCanvas", "rs::TimeRuler", "rs::Minimap", "rs::StackedBars", "rs::PieChart",
              "rs::HeatMap", "rs::Histogram", "rs::TrendChart", "rs::Legend"}) {
            if (w->inherits(name) && !w->size().isEmpty())
                out[placeOf(w, &window)] = w->grab().toImage();
        }
    }
    return out;
}

class Shown
{
public:
    explicit Shown(const QString &run, const QString &language) : m_window(0, {1920, 1080}, fileRunReader())
    {
        m_window.bench.language().use(language);
        m_window.open(run);
        ViewState &state = m_window.state();
        auto *const timeline = m_window.view<TimelineView>("timeline");
        // Something of everything: a slice, a box, marks, hits, pinned lanes, idle causes, moved ranks.
        const auto kernels = timeline->data()->rank({0, 1})->trace->slices().size();
        state.setShownFlows({QStringLiteral("HostToDevice")});
        state.setDerivedLanes(true);
        TimeOffsets offsets;
        offsets.setRank({0, 2}, 1'500);
        state.setOffsets(offsets);
        timeline->laneLayout()->pin({{{0, 1}, LaneKey::Type::Process, 0}, {{0, 0}, LaneKey::Type::Lane, 1}});
        timeline->laneLayout()->setHidden({{{0, 0}, LaneKey::Type::Process, 0}}, true);
        state.revealSlice({0, 1}, SliceId{static_cast<quint32>(kernels / 2)});
        BoxSelection box;
        box.window = state.window();
        box.parts = {{{0, 1}, LaneId{0}, 0}, {{0, 1}, LaneId{1}, 0}};
        state.setBox(box);
        m_window.show<SearchView>("search")->search(QStringLiteral("mat"));
        visitAll();
    }
    /// All pages were seen: what is made when it is first shown is there.
    void visit(const QString &id)
    {
        m_window.window->docks().showView(id);
        m_window.complete();
        QStringList pages = m_window.window->docks().view(id)->pageNames();
        if (!pages.isEmpty())
            pages << pages.front(); // the one that it was on
        for (const QString &page : pages) {
            m_window.window->docks().showView(id + u'/' + page);
            m_window.complete();
        }
        m_window.settle();
    }
    void change(const QString &language)
    {
        m_window.window
            ->action(language == QLatin1String("en") ? QStringLiteral("languageEnglish")
                                                     : QStringLiteral("languageChinese"))
            ->trigger();
        visitAll();
    }
    [[nodiscard]] Texts texts()
    {
        // Menus that are filled when they open.
        for (QMenu *const menu : m_window.window->findChildren<QMenu *>())
            emit menu->aboutToShow();
        QCoreApplication::processEvents();
        Texts out = textsOf(*m_window.window);
        out.merge(lanesOf(*m_window.view<TimelineView>("timeline")));
        out[QStringLiteral("stray tabs")] = strayTabs(*m_window.window).join(u'|');
        return out;
    }
    [[nodiscard]] std::map<QString, QImage> pictures() { return picturesOf(*m_window.window); }
    [[nodiscard]] QStringList cut() { return cutTitles(*m_window.window); }

private:
    void visitAll()
    {
        for (const QString &id : viewIds())
            visit(id);
        m_window.settle();
    }

    RunWindow m_window;
};

} // namespace

class TestLanguageSwitch : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        gen::GeneratorOptions o;
        o.outDir = m_dir.filePath(QStringLiteral("run"));
        o.ranks = 4;
        o.steps = 2;
        o.mbPerRank = 1;
        o.faults = {{gen::Fault::HostBound, 1, -1, 1, gen::hostBoundFactor}};
        QVERIFY(gen::generate(o).ok);
    }

    // Each of two windows begins with one language and changes to the other: what one says after the change, the other
    // said from the beginning.
    void nothingStaysInTheOldLanguage()
    {
        struct Said
        {
            Texts texts;
            std::map<QString, QImage> pictures;
        };
        const QStringList languages{QStringLiteral("en"), QStringLiteral("zh_CN")};
        std::map<QString, Said> fresh;
        std::map<QString, Said> changed;
        for (const QString &from : languages) {
            const QString to = from == languages[0] ? languages[1] : languages[0];
            Shown shown(m_dir.filePath(QStringLiteral("run")), from);
            fresh[from] = {shown.texts(), shown.pictures()};
            QCOMPARE(shown.cut().join(u'|'), QString());
            shown.change(to);
            changed[to].pictures = shown.pictures();
            changed[to].texts = shown.texts();
            QCOMPARE(shown.cut().join(u'|'), QString());
        }
        QStringList wrong;
        for (const QString &language : languages) {
            QVERIFY(fresh[language].pictures.size() > 8);
            // A pie may have a line of pixels more or less: the notes beside it were laid out in another order.
            for (const auto &[place, picture] : fresh[language].pictures) {
                const auto at = changed[language].pictures.find(place);
                if (at != changed[language].pictures.end() && at->second.size() == picture.size())
                    QVERIFY2(at->second == picture, qPrintable(place + QStringLiteral(" is drawn otherwise")));
            }
            QVERIFY(fresh[language].texts.size() > 1000);
            for (const auto &[place, text] : fresh[language].texts) {
                const auto at = changed[language].texts.find(place);
                // Measured anew each time: memory and seconds.
                if (at == changed[language].texts.end() || at->second == text ||
                    place.contains(QLatin1String("StatusText")) || place.contains(QLatin1String("QAction#memory")))
                    continue;
                wrong.append(place + QStringLiteral("\n      is  ") + at->second + QStringLiteral("\n      not ") +
                             text);
            }
        }
        for (const QString &line : wrong)
            qWarning("%s", qPrintable(line));
        QCOMPARE(wrong.size(), 0);
        // The walk does see what changes.
        const Texts &chinese = fresh[languages[1]].texts;
        const auto differ = std::ranges::count_if(fresh[languages[0]].texts, [&chinese](const auto &entry) {
            const auto at = chinese.find(entry.first);
            return at != chinese.end() && at->second != entry.second;
        });
        QVERIFY2(differ > 2000, qPrintable(QString::number(differ)));
    }

    // No text says a word that docs/glossary.md has under "not". In Chinese, English is for names of files and columns,
    // and for the profiler's own words.
    void termsAreThoseOfTheGlossary()
    {
        const auto read = [](const char *path) {
            QFile file(QStringLiteral(RANKSCOPE_SOURCE_DIR "/") + QLatin1String(path));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        QStringList english;
        QStringList chinese;
        const QStringList glossary = read("docs/glossary.md").section(QStringLiteral("|---|"), 1).split(u'\n');
        for (const QString &line : glossary) {
            const QStringList cells = line.split(u'|');
            if (cells.size() != 7)
                continue;
            english += cells[4].trimmed().split(u'\u3001', Qt::SkipEmptyParts);
            chinese += cells[5].trimmed().split(u'\u3001', Qt::SkipEmptyParts);
        }
        QVERIFY(english.size() > 5 && chinese.size() > 20);
        const auto anyOf = [](const QStringList &words) {
            QStringList parts;
            for (const QString &word : words) {
                const bool isLatin = word[0].unicode() < 0x80;
                const QString text = QRegularExpression::escape(word);
                parts += isLatin ? QStringLiteral("(?<![\\w.(])") + text + QStringLiteral("(?![\\w.])") : text;
            }
            return QRegularExpression(parts.join(u'|'));
        };
        const QString texts = read("translations/rankscope_zh_CN.ts");
        QStringList found;
        const auto look = [&](const char *element, const QStringList &words) {
            const QRegularExpression text(QStringLiteral("<%1>([^<]*)</").arg(QLatin1String(element)));
            const QRegularExpression wrong = anyOf(words);
            int seen = 0;
            for (auto it = text.globalMatch(texts); it.hasNext(); ++seen) {
                const QString said = it.next().captured(1);
                if (wrong.match(said).hasMatch())
                    found += said;
            }
            return seen;
        };
        QVERIFY(look("source", english) > 1500);
        QVERIFY(look("translation", chinese) + look("numerusform", chinese) > 1500);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    // Chinese fonts have no face between regular and bold, and are emboldened from bold on only: half of a heading
    // would be.
    void headingsAreBold()
    {
        QStringList found;
        for (const char *const folder : {"views", "app"}) {
            QDirIterator it(QStringLiteral(RANKSCOPE_SOURCE_DIR "/") + QLatin1String(folder), {QStringLiteral("*.cpp")},
                            QDir::Files, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                QFile file(it.next());
                QVERIFY(file.open(QIODevice::ReadOnly));
                if (file.readAll().contains("QFont::DemiBold"))
                    found += file.fileName();
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

private:
    QTemporaryDir m_dir;
};

RS_TEST(TestLanguageSwitch, rs::Application);
#include "tst_languageswitch.moc"
