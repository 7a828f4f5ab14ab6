// SPDX-License-Identifier: Apache-2.0
#include "app/sessionfile.h"

#include "core/savedfile.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

namespace rs {

namespace {

constexpr QLatin1String formatName("rankscope-session");
constexpr qint64 blockBytes = 4096;
constexpr int blocks = 8;

QStringList textsOf(const QJsonValue &value)
{
    QStringList out;
    for (const QJsonValue &v : value.toArray()) {
        if (v.isString())
            out.append(v.toString());
    }
    return out;
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
    return {{QStringLiteral("path"), run.path},
            {QStringLiteral("opened"), QJsonArray::fromStringList(run.opened)},
            {QStringLiteral("inputs"), inputs}};
}

SessionRun runOf(const QJsonObject &o)
{
    SessionRun run;
    run.path = o[QStringLiteral("path")].toString();
    run.opened = textsOf(o[QStringLiteral("opened")]);
    for (const QJsonValue &v : o[QStringLiteral("inputs")].toArray()) {
        const QJsonObject i = v.toObject();
        const QString path = i[QStringLiteral("path")].toString();
        if (!path.isEmpty())
            run.inputs.push_back(
                {path, i[QStringLiteral("bytes")].toString().toLongLong(), i[QStringLiteral("sample")].toString()});
    }
    return run;
}

} // namespace

QStringList Session::paths() const
{
    QStringList out;
    for (const SessionRun &run : runs) {
        const QStringList opened = run.opened.isEmpty() ? QStringList{run.path} : run.opened;
        for (const QString &path : opened) {
            if (!path.isEmpty() && !out.contains(path))
                out.append(path);
        }
    }
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
    return QJsonDocument(QJsonObject{{QStringLiteral("format"), formatName},
                                     {QStringLiteral("version"), version},
                                     {QStringLiteral("savedAt"), session.savedAt},
                                     {QStringLiteral("runs"), runs},
                                     {QStringLiteral("state"), session.state},
                                     {QStringLiteral("views"), views},
                                     {QStringLiteral("front"), QJsonArray::fromStringList(session.front)}})
        .toJson(QJsonDocument::Indented);
}

SessionFile::Parsed SessionFile::parse(const QByteArray &json)
{
    Parsed out;
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        out.error =
            tr("The file is no JSON, or is cut off: %1 (at byte %2).").arg(error.errorString()).arg(error.offset);
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
    out.session.savedAt = root[QStringLiteral("savedAt")].toString();
    for (const QJsonValue &v : root[QStringLiteral("runs")].toArray()) {
        SessionRun run = runOf(v.toObject());
        if (!run.path.isEmpty() || !run.opened.isEmpty())
            out.session.runs.push_back(std::move(run));
    }
    out.session.state = root[QStringLiteral("state")].toObject();
    const QJsonObject views = root[QStringLiteral("views")].toObject();
    for (auto it = views.begin(); it != views.end(); ++it)
        out.session.views[it.key()] = it.value().toObject();
    out.session.front = textsOf(root[QStringLiteral("front")]);
    if (out.session.runs.empty())
        out.error = tr("The session names no run.");
    return out;
}

SessionFile::Parsed SessionFile::read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {{}, tr("The file could not be read: %1.").arg(file.errorString())};
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
    if (!QFileInfo(path).isFile())
        return false;
    QFile file(path);
    // The keys of an object are written in alphabetic order, and "format" is the first.
    return file.open(QIODevice::ReadOnly) && file.read(256).contains(formatName.data());
}

QString sampleHash(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
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
    const auto add = [&out](const std::vector<FileEntry> &files) {
        for (const FileEntry &f : files) {
            if (f.used)
                out.push_back({f.path, f.bytes, {}});
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
