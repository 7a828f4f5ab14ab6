// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/text/phrase.h"
#include "sql/sqlresult.h"
#include "tables/base/catalogue.h"

#include <QString>
#include <QStringView>

#include <vector>

namespace rs {

/// A statement of the user's in a file of its own: NAME.sql. Its first line is a comment with the title.
struct SavedQuery
{
    QString name; ///< file name without ".sql"
    QString path;
    QString title; ///< the name, where the file has none
    QString sql;   ///< the statement, without the line of the title
    Phrase error;  ///< reason why it cannot be used; empty: it can
};

/// Ids of the tables that statements become.
inline constexpr QStringView SavedQueryPrefix = u"query.";

/// Folder of the user's statements. Both programs look there; it need not exist.
[[nodiscard]] QString savedQueriesFolder();
/// Every "*.sql" in a folder by its name; those that cannot be read with the reason.
[[nodiscard]] std::vector<SavedQuery> savedQueries(const QString &folder);
/// A name as one of a file and of a verb: small letters, digits and "-"; empty where nothing is left of it.
[[nodiscard]] QString savedQueryName(const QString &title);
/// Writes NAME.sql, in place of one that is there. What went wrong, as the system says it; empty: nothing.
[[nodiscard]] QString saveQuery(const QString &folder, const QString &title, const QString &sql);
[[nodiscard]] QString removeQuery(const SavedQuery &query);

/// The statements of a folder as tables of the catalogue: "query.NAME", over all loaded ranks of a run. Other
/// statements cannot name them. One that cannot be read or run has no rows, and says why.
void addSavedQueries(Catalogue &catalogue, const QString &folder, SqlResultLimits limits = {});
/// Every table of the program, and those of the user's folder.
[[nodiscard]] Catalogue catalogueOfUser();

} // namespace rs
