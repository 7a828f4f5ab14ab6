// SPDX-License-Identifier: Apache-2.0
#include "app/session/librarymodel.h"

#include "app/session/runlibrary.h"
#include "core/text/phrase.h"
#include "items/findingtexts.h"
#include "items/format.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPalette>
#include <QSqlRecord>

namespace rs {

namespace {
constexpr QLatin1String runsTable("runs");
} // namespace

LibraryModel::LibraryModel(RunLibrary &library, const QSqlDatabase &database, QObject *parent)
    : QSqlTableModel(parent, database), m_library(library)
{
    setTable(runsTable);
    setEditStrategy(OnManualSubmit);
}

bool LibraryModel::load()
{
    // After a locked file Qt has forgotten the columns as well.
    if (record().isEmpty())
        setTable(runsTable);
    if (!select())
        return false;
    // A statement that has rows left would lock the file.
    while (canFetchMore())
        fetchMore();
    return true;
}

QVariant LibraryModel::value(int row, int column) const
{
    const QVariant out = QSqlTableModel::data(index(row, column), Qt::EditRole);
    return out.isNull() ? QVariant() : out;
}

int LibraryModel::rowOf(qint64 id) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (idOf(row) == id)
            return row;
    }
    return -1;
}

QStringList LibraryModel::pathsOf(int row) const
{
    QStringList out;
    for (const QJsonValue &path : QJsonDocument::fromJson(value(row, Paths).toString().toUtf8()).array())
        out.append(path.toString());
    return out;
}

std::optional<qint64> LibraryModel::stepNs(int row) const
{
    const QVariant out = value(row, StepTime);
    return out.isValid() ? std::optional(out.toLongLong()) : std::nullopt;
}

void LibraryModel::setMissing(const QSet<qint64> &ids)
{
    if (m_missing == ids)
        return;
    m_missing = ids;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

QString LibraryModel::verdictText(int row) const
{
    const QString state = value(row, State).toString();
    if (state.isEmpty())
        return tr("not diagnosed");
    if (state == QLatin1String("fine"))
        return tr("no problem found");
    const QJsonObject said = QJsonDocument::fromJson(value(row, Verdict).toString().toUtf8()).object();
    Phrase phrase(said[QStringLiteral("literal")].toString());
    for (const QJsonValue &v : said[QStringLiteral("arguments")].toArray())
        phrase.arguments.append(v.toString());
    return phraseText(phrase);
}

QString LibraryModel::text(int row, int column) const
{
    const QVariant v = value(row, column);
    switch (column) {
    case Profiled:
    case Opened:
        return v.isValid() ? QDateTime::fromMSecsSinceEpoch(v.toLongLong()).toString(QStringLiteral("yyyy-MM-dd HH:mm"))
                           : QString();
    case StepTime:
        return v.isValid() ? format::duration(v.toLongLong()) : QString();
    case Cost:
        return v.isValid() ? format::briefDuration(v.toLongLong()) : QString();
    case Ranks:
    case Steps:
        return v.isValid() ? format::integer(v.toLongLong()) : QString();
    case Verdict:
        return format::displayText(verdictText(row));
    case Folder: {
        const QString folder = format::displayText(v.toString());
        return isMissing(row) ? tr("%1 (not found)", "a folder").arg(folder) : folder;
    }
    default:
        return format::displayText(v.toString());
    }
}

QString LibraryModel::tip(int row, int column) const
{
    if (column == Notes || column == Name)
        return format::tooltipText(value(row, column).toString());
    const QString shown = text(row, column);
    return column == Verdict || column == Folder ? format::tooltipText(shown) : QString();
}

QVariant LibraryModel::data(const QModelIndex &index, int role) const
{
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::EditRole:
        return value(row, column);
    case SortRole:
        return column == Verdict ? QVariant(text(row, column)) : value(row, column);
    case Qt::ToolTipRole:
        return tip(row, column);
    case Qt::TextAlignmentRole:
        return column == Ranks || column == Steps || column == StepTime || column == Cost
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant();
    case Qt::ForegroundRole:
        return isMissing(row) ? QVariant(QGuiApplication::palette().brush(QPalette::Disabled, QPalette::Text))
                              : QVariant();
    default:
        return {};
    }
}

QVariant LibraryModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return data(index(0, section), role);
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case Profiled:
            return format::tooltipText(tr("When the trace begins; without one, when the first file was written"));
        case StepTime:
            return format::tooltipText(tr("Median of the steps, of each the median over the ranks"));
        case Cost:
            return format::tooltipText(tr("By how much the steps would be shorter without the problem"));
        default:
            return {};
        }
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case Profiled:
        return tr("Profiled");
    case Ranks:
        return tr("Ranks");
    case Steps:
        return tr("Steps");
    case StepTime:
        return tr("Step time");
    case Verdict:
        return tr("First verdict");
    case Cost:
        return tr("Cost");
    case Notes:
        return tr("Notes");
    case Framework:
        return tr("Framework");
    case Folder:
        return tr("Folder");
    case Opened:
        return tr("Last opened");
    default:
        return {};
    }
}

Qt::ItemFlags LibraryModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags out = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == Name || index.column() == Notes ? out | Qt::ItemIsEditable : out;
}

bool LibraryModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    const QString typed = value.toString();
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable) ||
        typed == this->value(index.row(), index.column()).toString())
        return false;
    if (index.column() == Notes)
        m_library.setNotes(idOf(index.row()), typed);
    else if (!typed.trimmed().isEmpty())
        m_library.setName(idOf(index.row()), typed.trimmed());
    return true;
}

} // namespace rs

#include "moc_librarymodel.cpp"
