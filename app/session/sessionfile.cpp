// SPDX-License-Identifier: Apache-2.0
#include "app/session/sessionfile.h"

#include "core/base/savedfile.h"
#include "core/run/remotepath.h"
#include "core/run/runindex.h"
#include "core/run/tracecodec.h"
#include "importers/files/osfile.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cerrno>

namespace rs {

namespace {

constexpr QLatin1String formatName("rankscope-session");
constexpr qint64 blockBytes = 4096;
constexpr int blocks = 8;

// False where an entry, or the whole, is of another kind.
bool takeTexts(const QJsonValue &value, QStringList &out)
{
    bool isWhole = value.isUndefined() || value.isArray();
    for (const QJsonValue &v : value.toArray()) {
        if (v.isString())
            out.append(v.toString());
        isWhole = isWhole && v.isString();
    }
    return isWhole;
}

QJsonObject toObject(const SessionRun &run)
{
    QJsonArray inputs;
    for (const SessionInput &i : run.inputs) {
        QJsonObject o{{QStringLiteral("path"), i.path}, {QStringLiteral("bytes"), QString::number(i.bytes)}};
        if (!i.sample.isEmpty())
            o[QStringLiteral("sample")] = i.sample;
        inputs.append(o);
    }
    QJsonObject out{{QStringLiteral("path"), run.path},
                    {QStringLiteral("opened"), QJsonArray::fromStringList(run.opened)},
                    {QStringLiteral("inputs"), inputs}};
    if (run.followed)
        out[QStringLiteral("followed")] = true;
    return out;
}

// False where a part of it cannot be used.
bool takeRun(const QJsonObject &o, SessionRun &run)
{
    const QJsonValue inputs = o[QStringLiteral("inputs")];
    run.path = o[QStringLiteral("path")].toString();
    run.followed = o[QStringLiteral("followed")].toBool();
    bool isWhole = takeTexts(o[QStringLiteral("opened")], run.opened) && (inputs.isUndefined() || inputs.isArray());
    for (const QJsonValue &v : inputs.toArray()) {
        const QJsonObject i = v.toObject();
        const QString path = i[QStringLiteral("path")].toString();
        isWhole = isWhole && !path.isEmpty();
        if (!path.isEmpty())
            run.inputs.push_back(
                {path, i[QStringLiteral("bytes")].toString().toLongLong(), i[QStringLiteral("sample")].toString()});
    }
    return isWhole && (!run.path.isEmpty() || !run.opened.isEmpty());
}

} // namespace

QStringList Session::paths() const
{
    QStringList out;
    for (const SessionRun &run : runs)
        out += run.opened.isEmpty() ? QStringList{run.path} : run.opened;
    out.removeAll(QString());
    out.removeDuplicates();
    return out;
}

QByteArray SessionFile::toJson(const Session &session)
{
    QJsonArray runs;
    for (const SessionRun &run : session.runs)
        runs.append(toObject(run));
    QJsonObject views;
    for (const auto &[id, state] : session.views)
        views[id] = state;
    QJsonObject root{{QStringLiteral("format"), formatName},
                     {QStringLiteral("version"), version},
                     {QStringLiteral("savedAt"), session.savedAt},
                     {QStringLiteral("runs"), runs},
                     {QStringLiteral("state"), session.state},
                     {QStringLiteral("views"), views},
                     {QStringLiteral("front"), QJsonArray::fromStringList(session.front)}};
    if (session.folded)
        root[QStringLiteral("folded")] = *session.folded;
    return QJsonDocument(root).toJson(QJsonDocument::Indented);
}

SessionFile::Parsed SessionFile::parse(const QByteArray &json)
{
    Parsed out;
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        out.error =
            tr("The file is not JSON, or is cut off: %1 (at byte %2).").arg(error.errorString()).arg(error.offset);
        return out;
    }
    const QJsonObject root = document.object();
    if (root[QStringLiteral("format")].toString() != formatName) {
        out.error = tr("The file is not a session of RankScope.");
        return out;
    }
    const int written = root[QStringLiteral("version")].toInt();
    if (written > version) {
        out.error =
            tr("The session was saved by a newer RankScope (version %1 of the format; this program reads up to %2).")
                .arg(written)
                .arg(version);
        return out;
    }
    QStringList &leftOut = out.session.leftOut;
    const auto take = [&](const QJsonObject &from, const QString &key, QJsonValue::Type kind, const QString &part) {
        const QJsonValue value = from[key];
        if (value.isUndefined() || value.type() == kind)
            return value;
        if (leftOut.size() < maximalTold)
            leftOut.append(unreadable(part));
        return QJsonValue();
    };
    const auto takePart = [&](const QString &key, QJsonValue::Type kind) { return take(root, key, kind, key); };
    takePart(QStringLiteral("version"), QJsonValue::Double);
    out.session.savedAt = takePart(QStringLiteral("savedAt"), QJsonValue::String).toString();
    int broken = 0;
    bool isTooMuch = false;
    qsizetype paths = 0;
    for (const QJsonValue &v : takePart(QStringLiteral("runs"), QJsonValue::Array).toArray()) {
        SessionRun run;
        if (!takeRun(v.toObject(), run))
            ++broken;
        if (run.path.isEmpty() && run.opened.isEmpty())
            continue;
        if (std::ssize(out.session.runs) == maximalRuns || paths == maximalPaths) {
            isTooMuch = true;
            break;
        }
        isTooMuch = run.opened.size() > maximalPaths - paths;
        run.opened = run.opened.mid(0, maximalPaths - paths);
        paths += run.opened.size();
        out.session.runs.push_back(std::move(run));
    }
    if (broken > 0)
        leftOut.append(tr("%n run(s) cannot be read, or not completely.", nullptr, broken));
    if (isTooMuch)
        leftOut.append(tr("The session has more than %1 runs or %2 paths: the others are not opened.")
                           .arg(maximalRuns)
                           .arg(maximalPaths));
    out.session.state = takePart(QStringLiteral("state"), QJsonValue::Object).toObject();
    const QJsonObject views = takePart(QStringLiteral("views"), QJsonValue::Object).toObject();
    for (auto it = views.begin(); it != views.end(); ++it)
        out.session.views[it.key()] =
            take(views, it.key(), QJsonValue::Object, QStringLiteral("views.") + it.key()).toObject();
    if (!takeTexts(root[QStringLiteral("front")], out.session.front))
        leftOut.append(unreadable(QStringLiteral("front")));
    if (const QJsonValue folded = takePart(QStringLiteral("folded"), QJsonValue::Bool); folded.isBool())
        out.session.folded = folded.toBool();
    if (out.session.runs.empty())
        out.error = tr("The session names no run.");
    return out;
}

QString SessionFile::unreadable(const QString &part)
{
    return tr("The part \"%1\" of the session is not valid.").arg(part);
}

SessionFile::Parsed SessionFile::read(const QString &path)
{
    QFile file;
    if (!openRegular(path, file)) {
        const bool isPipe = errno == EINVAL; // or a device
        return {{},
                isPipe ? tr("The file is not a session of RankScope.")
                       : tr("The file could not be read: %1.").arg(qt_error_string(errno))};
    }
    if (file.size() > maximalBytes)
        return {{}, tr("The file is not a session of RankScope.")};
    return parse(file.readAll());
}

QString SessionFile::write(const QString &path, const Session &session)
{
    SavedFile file(path);
    const QByteArray json = toJson(session);
    if (!file.open() || file.write(json) != json.size() || !file.commit())
        return file.errorString();
    return {};
}

bool SessionFile::looksLikeOne(const QString &path)
{
    QFile file;
    // The keys of an object are written in alphabetic order, and "format" is the first.
    return openRegular(path, file) && file.read(256).contains(formatName.data());
}

QString sampleHash(const QString &path)
{
    QFile file;
    if (!openRegular(path, file))
        return {};
    const qint64 size = file.size();
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArray::number(size));
    const qint64 last = std::max<qint64>(0, size - blockBytes);
    for (int i = 0; i < blocks; ++i) {
        if (!file.seek(last / (blocks - 1) * i + (i == blocks - 1 ? last % (blocks - 1) : 0)))
            return {};
        hash.addData(file.read(blockBytes));
        if (size <= blockBytes)
            break;
    }
    return QString::fromLatin1(hash.result().toHex());
}

std::vector<SessionInput> inputsOf(const Run &run)
{
    std::vector<SessionInput> out;
    // Its copies here go with the program.
    if (RemotePath::isOne(run.path))
        return out;
    const auto add = [&out](const std::vector<FileEntry> &files) {
        for (const FileEntry &f : files) {
            if (f.used)
                out.push_back({f.path, f.bytes, {}});
            // The files in a pack may be gone, or have changed: nothing is read from them.
            if (f.kind == PackKind || f.kind == RunIndex::Kind)
                return;
        }
    };
    for (const RankInfo &info : run.infos)
        add(info.files);
    add(run.cluster.files);
    return out;
}

std::vector<InputChange> changedInputs(const Session &session, const JobContext &job)
{
    std::vector<InputChange> out;
    for (const SessionRun &run : session.runs) {
        for (const SessionInput &input : run.inputs) {
            if (job.isCanceled())
                return out;
            const QFileInfo now(input.path);
            if (!now.isFile())
                out.push_back({input.path, InputChange::Kind::Missing});
            else if (now.size() != input.bytes)
                out.push_back({input.path, InputChange::Kind::OtherSize});
            else if (!input.sample.isEmpty() && sampleHash(input.path) != input.sample)
                out.push_back({input.path, InputChange::Kind::OtherContent});
        }
    }
    return out;
}

} // namespace rs
