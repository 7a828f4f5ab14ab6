// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/job/jobcontext.h"
#include "core/run/rundata.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

namespace rs {

/// One file that a session was made from.
struct SessionInput
{
    QString path; ///< absolute
    qint64 bytes = 0;
    QString sample; ///< sampleHash(); empty: was not taken
    bool operator==(const SessionInput &) const = default;
};

/// One run of a session.
struct SessionRun
{
    QString path;       ///< Run::path
    QStringList opened; ///< what the user named
    std::vector<SessionInput> inputs;
    bool followed = false; ///< it was growing
    bool operator==(const SessionRun &) const = default;
};

/// The user's view: inputs and the state of the views, but none of the data.
struct Session
{
    QString savedAt; ///< ISO 8601, UTC
    std::vector<SessionRun> runs;
    QJsonObject state;                    ///< of the shared view state: stateToJson()
    std::map<QString, QJsonObject> views; ///< by id of the dock
    QStringList front;                    ///< ids of the docks that lie before others
    std::optional<bool> folded;           ///< docks below, if the user folded or unfolded them
    QStringList leftOut;                  ///< parts of the file that cannot be used, a sentence each

    [[nodiscard]] QStringList paths() const;
};

/// Reads and writes session files: JSON of a version of its own. Nothing of it is trusted: what is of another kind is
/// left out and told, what is too much as well, and what is newer or foreign is refused with a reason.
class SessionFile
{
    Q_DECLARE_TR_FUNCTIONS(rs::SessionFile)
public:
    static constexpr int version = 1;
    static constexpr qint64 maximalBytes = 64 * 1024 * 1024;
    static constexpr qsizetype maximalRuns = 1'000;
    static constexpr qsizetype maximalPaths = 10'000; ///< that the user named, of all runs together
    static constexpr qsizetype maximalTold = 50;      ///< sentences about parts

    struct Parsed
    {
        Session session;
        QString error; ///< translated; empty when the session can be used
    };

    [[nodiscard]] static QByteArray toJson(const Session &session);
    [[nodiscard]] static Parsed parse(const QByteArray &json);
    [[nodiscard]] static Parsed read(const QString &path);
    /// Replaces the file only when all of it was written. Empty, or why it could not be.
    [[nodiscard]] static QString write(const QString &path, const Session &session);
    /// The sentence about a part that is not of its kind: "state.marks".
    [[nodiscard]] static QString unreadable(const QString &part);
    /// True for a file that says it is a session; cheap.
    [[nodiscard]] static bool looksLikeOne(const QString &path);
};

/// SHA-256 over the size and blocks from all over the file, as hexadecimal digits: a changed profile is told apart from
/// the same one without reading gigabytes. Empty when the file cannot be read.
[[nodiscard]] QString sampleHash(const QString &path);

/// Files that an open run uses, with their sizes.
[[nodiscard]] std::vector<SessionInput> inputsOf(const Run &run);

/// Change of an input since the session was saved.
struct InputChange
{
    enum class Kind : quint8 { Missing, OtherSize, OtherContent };
    QString path;
    Kind kind = Kind::Missing;
    bool operator==(const InputChange &) const = default;
};
/// Reads samples of every input, so call it from a job. Inputs without a sample are compared by size.
[[nodiscard]] std::vector<InputChange> changedInputs(const Session &session, const JobContext &job);

} // namespace rs
