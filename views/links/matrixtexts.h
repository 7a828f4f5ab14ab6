// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "items/matrixframes.h"
#include "views/links/matrixdata.h"
#include "views/state/viewcontext.h"
#include "views/widgets/choicepopup.h"
#include "views/widgets/picker.h"

#include <QColor>
#include <QCoreApplication>

#include <utility>
#include <vector>

namespace rs {

class Theme;

/// What the pictures of links, the matrix and the graph, say alike.
class MatrixTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::MatrixTexts)
public:
    using Lines = std::vector<std::pair<QString, QString>>;

    /// What can be shown of a link, by MatrixValue.
    [[nodiscard]] static std::vector<PickerItem> values();
    /// Empty for a value without one.
    [[nodiscard]] static QString unit(MatrixValue value);
    /// What was `chosen` stays in the box of a run without a matrix.
    [[nodiscard]] static std::vector<PickerItem> operators(const MatrixData &shown, const QVariant &chosen);
    /// Single operators, behind them.
    [[nodiscard]] static std::vector<Choice> namedOperators(const MatrixData &shown);
    /// The sum that files and official tools call "Total Op Info".
    [[nodiscard]] static QString everyOperator();
    [[nodiscard]] static QString typesHeading();
    [[nodiscard]] static QString classesHeading();
    [[nodiscard]] static QString namesHeading();
    /// What a class of a type ("allreduce-top1") or all of it ("allreduce-total") is; empty for others.
    [[nodiscard]] static QString classDetail(const QString &op);
    [[nodiscard]] static QString domain(const MatrixData &shown);
    /// A heading and the reason why there are no links to show.
    [[nodiscard]] static std::pair<QString, QString> whyEmpty(const ViewContext &context, int run,
                                                              const MatrixData &shown);
    [[nodiscard]] static QString linkName(const MatrixGrid &grid, int source, int destination);
    /// What its numbers are, a sum over steps or a mean of them; nothing where they are of one step.
    static void addBasis(const MatrixGrid &grid, const MatrixLinkSum &link, Lines &lines);
    /// Bandwidth, size and time of a link, for a tooltip.
    static void addAmounts(const MatrixLinkSum &link, Lines &lines);
    /// Its type and operator.
    static void addKind(const MatrixLinkSum &link, Lines &lines);
    /// That it is too small for a scale, and what the table of slow links says of it; `frames` ascending by link.
    static void addRemarks(const MatrixGrid &grid, const MatrixLinkSum &link, double leastMb,
                           const std::vector<MatrixFrame> &frames, Lines &lines);
    /// What a click on that link selects; `run` is the position of the run that is shown.
    [[nodiscard]] static Selection selectionOf(const MatrixData &shown, int source, int destination, int run);
    [[nodiscard]] static QColor transportColor(const Theme &theme, const QString &transport);
};

} // namespace rs
