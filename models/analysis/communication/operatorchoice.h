// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/communication/commmatrix.h"

#include <QString>
#include <QStringList>

#include <set>
#include <tuple>

namespace rs {

struct OperatorTime;

/// Which operators of communication are meant: all, those of a kind ("allreduce"), one by its name, or those of a class
/// of communication_matrix.json ("allreduce-top1": the operator with the highest bandwidth on each link).
class OperatorChoice
{
public:
    /// `text`: a kind, a name or a class; empty: all. Step and domain of `query` count.
    OperatorChoice(const Run &run, const CommQuery &query, QString text, const JobContext &job = JobContext());
    [[nodiscard]] bool isAll() const { return m_text.isEmpty(); }
    /// True for an operator of the class: the matrix names the operator for a link that begins at its rank.
    [[nodiscard]] bool has(const OperatorTime &time) const;

private:
    QString m_text;
    bool m_isClass = false;
    /// Domain, name and rank; -1 where the file tells no rank.
    std::set<std::tuple<QString, QString, int>> m_ofClass;
};

/// Place of the statistic of a class such as "allreduce-top1", that with the highest bandwidth first; -1 for other
/// texts.
[[nodiscard]] int operatorClassPlace(const QString &text);

/// The classes whose operators the communication matrix names, in the order of kinds and from the highest bandwidth on.
/// Step and domain of `query` count.
[[nodiscard]] QStringList operatorClasses(const Run &run, const CommQuery &query = {},
                                          const JobContext &job = JobContext());

/// The operator that somebody means by `text`, among those of communication_matrix.json (`ofMatrix`) or the names and
/// kinds of communication.json: the text itself where there is one of that name, or none that is spelt alike. Case, "_"
/// and "hcom_" do not count; "total" is Total Op Info; a class may be called as the file has it ("reduce-total" of
/// reducescatter, which the writer files there).
[[nodiscard]] QString operatorMeant(const Run &run, bool ofMatrix, const QString &text,
                                    const JobContext &job = JobContext());

} // namespace rs
