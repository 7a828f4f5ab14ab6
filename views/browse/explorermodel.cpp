// SPDX-License-Identifier: Apache-2.0
#include "views/browse/explorermodel.h"

#include "analysis/overview/overviewfindings.h"
#include "analysis/ranks/knownranks.h"
#include "core/run/remotepath.h"
#include "core/run/runindex.h"
#include "core/run/tracefiles.h"
#include "core/table/databasekinds.h"
#include "items/findingtexts.h"
#include "items/format.h"
#include "items/rowsourcemodel.h"
#include "views/widgets/icons.h"

#include <QFileInfo>
#include <QFont>

#include <algorithm>
#include <array>
#include <utility>

namespace rs {

namespace {

bool isSameFile(const FileEntry &a, const FileEntry &b)
{
    return a.path == b.path && a.name == b.name && a.kind == b.kind && a.bytes == b.bytes && a.used == b.used &&
           a.why == b.why;
}

} // namespace

struct ExplorerModel::Node
{
    Kind kind = Kind::Root;
    Node *parent = nullptr;
    int run = -1;
    int index = -1; ///< of the rank in its run
    int fact = -1;  ///< of what is known of the run
    bool used = true;
    int clusterRanks = 0;                 ///< of a run without rank folders: how many its cluster analysis names
    RankState state = RankState::Waiting; ///< of a rank, as it was told last
    FileEntry file;
    std::vector<std::unique_ptr<Node>> children;

    [[nodiscard]] int row() const
    {
        const auto &all = parent->children;
        const auto at = std::find_if(all.begin(), all.end(), [this](const auto &n) { return n.get() == this; });
        return static_cast<int>(at - all.begin());
    }
};

ExplorerModel::ExplorerModel(const RunStore &runs, const Theme &theme, QObject *parent)
    : QAbstractItemModel(parent), m_runs(runs), m_theme(theme), m_root(std::make_unique<Node>())
{
    connect(&runs, &RunStore::runAdded, this, &ExplorerModel::runAdded);
    connect(&runs, &RunStore::runChanged, this, &ExplorerModel::runChanged);
    connect(&runs, &RunStore::runClosed, this, &ExplorerModel::runClosed);
    connect(&runs, &RunStore::rankLoaded, this, &ExplorerModel::rankChanged);
    connect(&runs, &RunStore::rankUnloaded, this, &ExplorerModel::rankChanged);
    connect(&runs, &RunStore::stateChanged, this, &ExplorerModel::stateChanged);
    for (int r = 0; r < runs.count(); ++r) {
        if (runs.run(r))
            runAdded(r);
    }
}

ExplorerModel::~ExplorerModel() = default;

ExplorerModel::Node *ExplorerModel::node(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

QModelIndex ExplorerModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, node(parent)->children[static_cast<size_t>(row)].get());
}

QModelIndex ExplorerModel::indexOf(const Node *n, int column) const
{
    return n == m_root.get() ? QModelIndex() : createIndex(n->row(), column, const_cast<Node *>(n));
}

QModelIndex ExplorerModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? indexOf(node(child)->parent) : QModelIndex();
}

int ExplorerModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(node(parent)->children.size());
}

int ExplorerModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

ExplorerModel::Kind ExplorerModel::kind(const QModelIndex &index) const
{
    return node(index)->kind;
}

int ExplorerModel::runOf(const QModelIndex &index) const
{
    return node(index)->run;
}

RankRef ExplorerModel::rankOf(const QModelIndex &index) const
{
    const Node *n = node(index);
    return n->index >= 0 ? RankRef{n->run, n->index} : RankRef();
}

ExplorerModel::Node *ExplorerModel::runNode(int run) const
{
    for (const auto &n : m_root->children) {
        if (n->run == run)
            return n.get();
    }
    return nullptr;
}

QModelIndex ExplorerModel::indexOf(RankRef ref, int column) const
{
    const Node *const r = runNode(ref.run);
    if (!r || ref.index < 0)
        return {};
    // Ranks stand below what the run is, in the order of its infos.
    const size_t row = static_cast<size_t>(ref.index) + (baseOf(*r) ? 1 : 0);
    return row < r->children.size() && r->children[row]->kind == Kind::Rank ? indexOf(r->children[row].get(), column)
                                                                            : QModelIndex();
}

ExplorerModel::Node *ExplorerModel::baseOf(const Node &run)
{
    return !run.children.empty() && run.children.front()->kind == Kind::Base ? run.children.front().get() : nullptr;
}

void ExplorerModel::setBase(int run, std::vector<BaseFact> facts, const std::shared_ptr<const RowSource> &rows)
{
    Node *const r = runNode(run);
    if (!r)
        return;
    Base &base = m_bases[run];
    base.facts = std::move(facts);
    base.rows = std::make_unique<RowSourceModel>();
    base.rows->setWhole(rows);
    Node *node = baseOf(*r);
    if (node && base.facts.empty()) {
        beginRemoveRows(indexOf(r), 0, 0);
        r->children.erase(r->children.begin());
        endRemoveRows();
        return;
    }
    if (!node && !base.facts.empty()) {
        auto made = std::make_unique<Node>();
        made->kind = Kind::Base;
        made->parent = r;
        made->run = run;
        node = made.get();
        beginInsertRows(indexOf(r), 0, 0);
        r->children.insert(r->children.begin(), std::move(made));
        endInsertRows();
    }
    if (!node)
        return;
    // Unfolded entries stay unfolded.
    const int old = static_cast<int>(node->children.size());
    const int now = static_cast<int>(base.facts.size());
    if (now < old) {
        beginRemoveRows(indexOf(node), now, old - 1);
        node->children.resize(static_cast<size_t>(now));
        endRemoveRows();
    } else if (now > old) {
        beginInsertRows(indexOf(node), old, now - 1);
        for (int i = old; i < now; ++i) {
            auto fact = std::make_unique<Node>();
            fact->kind = Kind::Fact;
            fact->parent = node;
            fact->run = run;
            fact->fact = i;
            node->children.push_back(std::move(fact));
        }
        endInsertRows();
    }
    const QModelIndex at = indexOf(node);
    emit dataChanged(index(0, 0, at), index(now - 1, ColumnCount - 1, at));
}

std::unique_ptr<ExplorerModel::Node> ExplorerModel::group(Node *parent, bool used,
                                                          const std::vector<FileEntry> &files) const
{
    auto g = std::make_unique<Node>();
    g->kind = Kind::Group;
    g->parent = parent;
    g->run = parent->run;
    g->index = parent->index;
    g->used = used;
    for (const FileEntry &f : files) {
        if (f.used != used)
            continue;
        auto n = std::make_unique<Node>();
        n->kind = Kind::File;
        n->parent = g.get();
        n->run = parent->run;
        n->index = parent->index;
        n->used = used;
        n->file = f;
        g->children.push_back(std::move(n));
    }
    return g;
}

// Children from `firstRow` on are groups of files; before them stand what a run is and its ranks.
void ExplorerModel::replaceFiles(Node *owner, int firstRow, const std::vector<FileEntry> &files)
{
    const QModelIndex at = indexOf(owner);
    const int old = static_cast<int>(owner->children.size());
    std::vector<std::unique_ptr<Node>> groups;
    for (const bool used : {true, false}) {
        auto g = group(owner, used, files);
        if (!g->children.empty())
            groups.push_back(std::move(g));
    }
    // Mostly a rank is found with the files that it turns out to have: what is unfolded there stays so.
    const auto sameFiles = [](const std::unique_ptr<Node> &a, const std::unique_ptr<Node> &b) {
        return a->used == b->used &&
               std::equal(a->children.begin(), a->children.end(), b->children.begin(), b->children.end(),
                          [](const auto &x, const auto &y) { return isSameFile(x->file, y->file); });
    };
    if (std::equal(groups.begin(), groups.end(), owner->children.begin() + firstRow, owner->children.end(), sameFiles))
        return;
    if (old > firstRow) {
        beginRemoveRows(at, firstRow, old - 1);
        owner->children.resize(static_cast<size_t>(firstRow));
        endRemoveRows();
    }
    if (groups.empty())
        return;
    beginInsertRows(at, firstRow, firstRow + static_cast<int>(groups.size()) - 1);
    for (auto &g : groups)
        owner->children.push_back(std::move(g));
    endInsertRows();
}

void ExplorerModel::runAdded(int run)
{
    const auto data = m_runs.run(run);
    auto r = std::make_unique<Node>();
    r->kind = Kind::Run;
    r->parent = m_root.get();
    r->run = run;
    r->clusterRanks = static_cast<int>(clusterRanks(*data).size());
    for (int i = 0; i < static_cast<int>(data->infos.size()); ++i) {
        auto rank = std::make_unique<Node>();
        rank->kind = Kind::Rank;
        rank->parent = r.get();
        rank->run = run;
        rank->index = i;
        for (const bool used : {true, false}) {
            auto g = group(rank.get(), used, m_runs.info({run, i})->files);
            if (!g->children.empty())
                rank->children.push_back(std::move(g));
        }
        r->children.push_back(std::move(rank));
    }
    for (const bool used : {true, false}) {
        auto g = group(r.get(), used, data->cluster.files);
        if (!g->children.empty())
            r->children.push_back(std::move(g));
    }
    const int row = static_cast<int>(m_root->children.size());
    beginInsertRows({}, row, row);
    m_root->children.push_back(std::move(r));
    endInsertRows();
}

void ExplorerModel::runChanged(int run)
{
    Node *const r = runNode(run);
    const auto data = m_runs.run(run);
    if (!r || !data)
        return;
    r->clusterRanks = static_cast<int>(clusterRanks(*data).size());
    replaceFiles(r, static_cast<int>(data->infos.size()) + (baseOf(*r) ? 1 : 0), data->cluster.files);
    emit dataChanged(indexOf(r), indexOf(r, ColumnCount - 1));
}

void ExplorerModel::runClosed(int run)
{
    const Node *const r = runNode(run);
    if (!r)
        return;
    const int row = r->row();
    beginRemoveRows({}, row, row);
    m_root->children.erase(m_root->children.begin() + row);
    m_bases.erase(run);
    endRemoveRows();
}

void ExplorerModel::rankChanged(RankRef ref)
{
    const QModelIndex at = indexOf(ref);
    const RankInfo *const info = m_runs.info(ref);
    if (!at.isValid() || !info)
        return;
    replaceFiles(node(at), 0, info->files);
    stateChanged(ref);
}

void ExplorerModel::stateChanged(RankRef ref)
{
    const QModelIndex at = indexOf(ref);
    if (!at.isValid())
        return;
    RankState &told = node(at)->state;
    const RankState now = m_runs.state(ref);
    if (told == RankState::Loading && now == told) {
        // Progress comes often, and the view measures its columns each time.
        emit dataChanged(at.siblingAtColumn(State), at.siblingAtColumn(State));
        return;
    }
    told = now;
    auto [ranks, isNew] = m_touched.try_emplace(ref.run, ref.index, ref.index);
    if (!isNew)
        ranks->second = {std::min(ranks->second.first, ref.index), std::max(ranks->second.second, ref.index)};
    m_tellTouched.request();
}

void ExplorerModel::tellTouched()
{
    for (const auto &[run, rows] : std::exchange(m_touched, {})) {
        const QModelIndex first = indexOf(RankRef{run, rows.first});
        const QModelIndex last = indexOf(RankRef{run, rows.second}, ColumnCount - 1);
        if (!first.isValid() || !last.isValid())
            continue;
        emit dataChanged(first, last);
        emit dataChanged(first.parent(), first.parent().siblingAtColumn(ColumnCount - 1));
    }
}

void ExplorerModel::setMarked(RankRef current, RankRef base, RankRef other)
{
    const std::array<RankRef, 6> touched = {m_current, m_base, m_other, current, base, other};
    m_current = current;
    m_base = base;
    m_other = other;
    for (const RankRef ref : touched) {
        const QModelIndex at = indexOf(ref);
        if (at.isValid())
            emit dataChanged(at, at.siblingAtColumn(ColumnCount - 1));
    }
}

void ExplorerModel::refresh()
{
    for (const auto &[run, base] : m_bases)
        base.rows->retranslate();
    const auto touch = [this](auto &&self, const QModelIndex &parent) -> void {
        const int rows = rowCount(parent);
        if (rows == 0)
            return;
        emit dataChanged(index(0, 0, parent), index(rows - 1, ColumnCount - 1, parent));
        for (int r = 0; r < rows; ++r)
            self(self, index(r, 0, parent));
    };
    touch(touch, {});
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

// A version or a setting is called as its file calls it.
QString ExplorerModel::factText(const Node &n, int column) const
{
    const Base &base = m_bases.at(n.run);
    const BaseFact &fact = base.facts[static_cast<size_t>(n.fact)];
    const bool named = fact.subject == BaseSubject::Version || fact.subject == BaseSubject::Setting;
    const QStringView id = column != Name ? (column == State ? u"value" : u"ranks") : named ? u"name" : u"subject";
    return base.rows->index(n.fact, base.rows->columnOf(id)).data().toString();
}

QString ExplorerModel::text(const Node &n, int column) const
{
    switch (n.kind) {
    case Kind::Root:
        return {};
    case Kind::Base:
        return column == Name ? tr("Base information") : QString();
    case Kind::Fact:
        return factText(n, column);
    case Kind::Run: {
        const auto run = m_runs.run(n.run);
        if (!run)
            return {};
        const int ranks = static_cast<int>(run->infos.size());
        if (column == Name)
            return format::displayText(run->name.isEmpty() ? run->path : run->name);
        if (column == State && n.clusterRanks > 0)
            return tr("%n rank(s), from the cluster analysis only", nullptr, n.clusterRanks);
        if (column == State) {
            int loaded = 0;
            bool busy = false;
            for (int i = 0; i < ranks; ++i) {
                const RankState s = m_runs.state({n.run, i});
                loaded += s == RankState::Loaded ? 1 : 0;
                busy = busy || s == RankState::Waiting || s == RankState::Loading;
            }
            return busy ? tr("%1 of %n rank(s)", nullptr, ranks).arg(loaded) : tr("%n rank(s)", nullptr, ranks);
        }
        const QString host = hostOf({n.run, -1});
        return host.isEmpty() ? frameworkName(run->framework)
                              : tr("on %1", "a host").arg(host) + QStringLiteral(" · ") + frameworkName(run->framework);
    }
    case Kind::Rank: {
        const RankRef ref{n.run, n.index};
        const RankInfo *const info = m_runs.info(ref);
        if (!info)
            return {};
        if (column == Name)
            return format::displayText(RunStore::nameOf(*info));
        if (column == State) {
            switch (m_runs.state(ref)) {
            case RankState::Waiting:
                return tr("waiting");
            case RankState::Loading:
                return format::percent(m_runs.progress(ref), 0);
            case RankState::Loaded:
                return isProfileUnread(ref)      ? tr("database broken", "state of a rank")
                       : hasOnlyDatabases(*info) ? tr("databases only")
                       : hasLosses(ref)          ? tr("incomplete")
                       : lacksTrace(ref)         ? tr("no trace", "state of a rank")
                                                 : tr("loaded");
            case RankState::Failed:
                return tr("not readable");
            case RankState::Unloaded:
                return tr("not loaded");
            case RankState::Displaced:
                return hostOf(ref).isEmpty() ? tr("over budget") : tr("on %1", "a host").arg(hostOf(ref));
            }
        }
        QStringList parts;
        if (const QString side = sideOf(ref); !side.isEmpty())
            parts.append(side);
        if (info->device >= 0)
            parts.append(tr("device %1").arg(info->device));
        if (!info->host.isEmpty())
            parts.append(format::displayText(info->host));
        if (!info->level.isEmpty())
            parts.append(format::displayText(info->level));
        if (info->captures.size() > 1)
            parts.append(tr("newest of %n capture(s)", nullptr, static_cast<int>(info->captures.size())));
        return parts.join(QStringLiteral(" · "));
    }
    case Kind::Group: {
        const int files = static_cast<int>(n.children.size());
        if (column == Name)
            return n.used ? tr("%n file(s) used", nullptr, files) : tr("%n file(s) not used", nullptr, files);
        return {};
    }
    case Kind::File:
        if (column == Name)
            return format::displayText(n.file.name);
        if (column == State)
            return format::bytes(n.file.bytes);
        return n.used ? n.file.kind : phraseText(n.file.why);
    }
    return {};
}

// Empty where the rank, or without one the run, is on this one.
QString ExplorerModel::hostOf(RankRef ref) const
{
    const auto run = m_runs.run(ref.run);
    const RankInfo *const info = m_runs.info(ref);
    return format::displayText(RemotePath::hostOf(info ? info->path : run ? run->path : QString()));
}

// The address on the host, for a run that came from there.
QString ExplorerModel::pathOf(const Node &file) const
{
    const auto run = m_runs.run(file.run);
    const RankInfo *const info = m_runs.info({file.run, file.index});
    const FileEntry *const pack = info ? packOf(*info) : nullptr;
    const FileEntry *const index = run ? RunIndex::of(*run) : nullptr;
    const auto moved = [&file](const QString &from, const QString &to) {
        return file.file.path.startsWith(from) ? to + file.file.path.mid(from.size()) : file.file.path;
    };
    return pack    ? moved(pack->path, info->path)
           : index ? moved(index->path.section(u'/', 0, -2), run->path)
                   : file.file.path;
}

// A comparison has two sides, and both are told: one that is marked alone would be taken for all of it.
QString ExplorerModel::sideOf(RankRef ref) const
{
    if (!m_base.isValid() || !m_other.isValid() || m_base == m_other)
        return {};
    return ref == m_base ? tr("base") : ref == m_other ? tr("compared") : QString();
}

bool ExplorerModel::hasLosses(RankRef ref) const
{
    if (m_runs.state(ref) != RankState::Loaded)
        return false;
    const auto rank = m_runs.rank(ref);
    return rank &&
           (rank->report.worst() >= Severity::Loss || emptyTrace(*rank) || !unreadDatabases(rank->info).isEmpty());
}

// Communication files are not the profile itself: without it the rest is shown.
bool ExplorerModel::isProfileUnread(RankRef ref) const
{
    const RankInfo *const info = m_runs.info(ref);
    return info && std::any_of(info->files.begin(), info->files.end(),
                               [](const FileEntry &f) { return isUnreadDatabase(f) && !isAnalysisDatabase(f.path); });
}

bool ExplorerModel::lacksTrace(RankRef ref) const
{
    const auto rank = m_runs.rank(ref);
    return m_runs.state(ref) == RankState::Loaded && rank && !rank->trace && !hasTraceFile(rank->info);
}

QString ExplorerModel::usedFiles(const RankInfo &info)
{
    constexpr qsizetype mostNamed = 8;
    QStringList names;
    for (const FileEntry &f : info.files) {
        if (f.used)
            names << QFileInfo(f.name).fileName();
    }
    const qsizetype left = names.size() - mostNamed;
    names = names.mid(0, mostNamed);
    if (left > 0)
        names << tr("%n more", nullptr, static_cast<int>(left));
    return names.join(QStringLiteral(", "));
}

QString ExplorerModel::toolTip(const Node &n) const
{
    std::vector<std::pair<QString, QString>> lines;
    switch (n.kind) {
    case Kind::Run:
        if (const auto run = m_runs.run(n.run)) {
            lines.emplace_back(tr("Folder"), run->path);
            lines.emplace_back(tr("Framework"), frameworkName(run->framework));
        }
        break;
    case Kind::Rank:
        if (const RankInfo *const info = m_runs.info({n.run, n.index})) {
            lines.emplace_back(tr("Folder"), info->path);
            if (const QString side = sideOf({n.run, n.index}); !side.isEmpty())
                lines.emplace_back(tr("Comparison"), side);
            if (info->device >= 0)
                lines.emplace_back(tr("Device"), QString::number(info->device));
            if (!info->host.isEmpty())
                lines.emplace_back(tr("Host"), info->host);
            if (!info->level.isEmpty())
                lines.emplace_back(tr("Profiler level"), info->level);
            for (qsizetype i = 1; i < info->captures.size(); ++i)
                lines.emplace_back(tr("Older capture"), info->captures[i]);
            for (const FileEntry &file : info->files) {
                if (isUnreadDatabase(file))
                    lines.emplace_back(tr("Database broken"),
                                       tr("%1 cannot be read (%2): nothing of it is shown.", "name of a file, reason")
                                           .arg(QFileInfo(file.name).fileName(), file.why.arguments.value(0)));
            }
            if (hasLosses({n.run, n.index}))
                lines.emplace_back(
                    tr("Incomplete"),
                    tr("Files of the rank were damaged; what could be read is shown. See the findings."));
            if (lacksTrace({n.run, n.index}) && !hasOnlyDatabases(*info)) {
                lines.emplace_back(tr("Loaded"), usedFiles(*info));
                lines.emplace_back(
                    tr("No trace"),
                    isProfileUnread({n.run, n.index})
                        ? tr("The timeline has no lanes of this rank: its tasks are in the database that cannot be "
                             "read.")
                        : tr("No trace_view.json was read from the folder: the timeline has no lanes of this rank."));
            }
            if (const QString host = hostOf({n.run, n.index});
                !host.isEmpty() && m_runs.state({n.run, n.index}) == RankState::Displaced)
                lines.emplace_back(tr("Not loaded"),
                                   tr("Its trace is on %1, only its summary is here. Click to fetch it.").arg(host));
            else if (m_runs.state({n.run, n.index}) == RankState::Displaced)
                lines.emplace_back(
                    tr("Not loaded"),
                    tr("Over the memory budget. Click to load it; a rank that is not shown is unloaded."));
        }
        break;
    case Kind::Fact: {
        const RowSourceModel &rows = *m_bases.at(n.run).rows;
        for (int c = 0; c < rows.columnCount(); ++c) {
            const QString value = rows.index(n.fact, c).data().toString();
            if (!value.isEmpty())
                lines.emplace_back(rows.headerData(c, Qt::Horizontal).toString(), value);
        }
        break;
    }
    case Kind::File:
        lines.emplace_back(tr("File"), pathOf(n));
        lines.emplace_back(tr("Size"), format::bytes(n.file.bytes));
        if (!n.used)
            lines.emplace_back(tr("Not used"), phraseText(n.file.why));
        break;
    default:
        return {};
    }
    return format::tooltipTable(lines);
}

QVariant ExplorerModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node &n = *node(index);
    const RankRef ref{n.run, n.index};
    switch (role) {
    case Qt::DisplayRole:
        return text(n, index.column());
    case Qt::ToolTipRole:
        return toolTip(n);
    case KindRole:
        return static_cast<int>(n.kind);
    case PathRole:
        if (n.kind == Kind::File)
            return pathOf(n);
        if (n.kind == Kind::Run || n.kind == Kind::Base)
            return m_runs.run(n.run) ? m_runs.run(n.run)->path : QString();
        return m_runs.info(ref) ? m_runs.info(ref)->path : QString();
    case ProgressRole:
        return n.kind == Kind::Rank ? QVariant(m_runs.progress(ref)) : QVariant();
    case Qt::DecorationRole:
        if (index.column() != Name)
            return {};
        switch (n.kind) {
        case Kind::Run:
            return symbol(QStringLiteral("run"));
        case Kind::Rank:
            switch (m_runs.state(ref)) {
            case RankState::Waiting:
                return symbol(QStringLiteral("waiting"), m_theme.secondaryText());
            case RankState::Loading:
                return symbol(QStringLiteral("loading"), m_theme.accent());
            case RankState::Loaded:
                return hasLosses(ref) ? symbol(QStringLiteral("notice"), m_theme.warning())
                                      : symbol(QStringLiteral("rank"));
            case RankState::Failed:
                return symbol(QStringLiteral("error"), m_theme.error());
            case RankState::Unloaded:
            case RankState::Displaced:
                return symbol(QStringLiteral("unloaded"), m_theme.secondaryText());
            }
            return {};
        case Kind::Base:
            return symbol(QStringLiteral("info"));
        case Kind::Group:
            return n.used ? QVariant() : QVariant(symbol(QStringLiteral("notice"), m_theme.warning()));
        case Kind::File:
            return symbol(QStringLiteral("file"), n.used ? QColor() : m_theme.secondaryText());
        default:
            return {};
        }
    case Qt::FontRole:
        if (n.kind == Kind::Rank && index.column() == Name && (ref == m_current || ref == m_base || ref == m_other)) {
            QFont f;
            f.setWeight(QFont::Bold);
            f.setItalic(ref != m_current);
            return f;
        }
        return {};
    case Qt::ForegroundRole:
        if (n.kind == Kind::Fact)
            return index.column() == State ? QVariant() : m_theme.secondaryText();
        if (index.column() != Name || (n.kind == Kind::File && !n.used) || n.kind == Kind::Group)
            return m_theme.secondaryText();
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::Alignment(n.kind == Kind::File && index.column() == State ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant ExplorerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case State:
        return tr("State");
    case Note:
        return tr("Note");
    default:
        return {};
    }
}

} // namespace rs

#include "moc_explorermodel.cpp"
