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

/// Texts shared by the pictures of links: the matrix and the graph.
class MatrixTexts
{
    Q_DECLARE_TR_FUNCTIONS(rs::MatrixTexts)
public:
    using Lines = std::vector<std::pair<QString, QString>>;

    /// Values of a link that can be shown, by MatrixValue.
    [[nodiscard]] static std::vector<PickerItem> values();
    /// Empty for a value without one.
    [[nodiscard]] static QString unit(MatrixValue value);
    /// Operators to choose from; `chosen` stays in the box of a run without a matrix.
    [[nodiscard]] static std::vector<PickerItem> operators(const MatrixData &shown, const QVariant &chosen);
    /// Single operators, behind them.
    [[nodiscard]] static std::vector<Choice> namedOperators(const MatrixData &shown);
    /// The sum that files and official tools call "Total Op Info".
    [[nodiscard]] static QString everyOperator();
    [[nodiscard]] static QString typesHeading();
    [[nodiscard]] static QString classesHeading();
    [[nodiscard]] static QString namesHeading();
    /// Meaning of a class of a type ("allreduce-top1") or of all of it ("allreduce-total"); empty for others.
    [[nodiscard]] static QString classDetail(const QString &op);
    [[nodiscard]] static QString domain(const MatrixData &shown);
    /// A heading and the reason why there are no links to show.
    [[nodiscard]] static std::pair<QString, QString> whyEmpty(const ViewContext &context, int run,
                                                              const MatrixData &shown);
    [[nodiscard]] static QString linkName(const MatrixGrid &grid, int source, int destination);
    /// Adds whether its numbers are a sum or a mean over steps; nothing for one step.
    static void addBasis(const MatrixGrid &grid, const MatrixLinkSum &link, Lines &lines);
    /// Bandwidth, size and time of a link, for a tooltip.
    static void addAmounts(const MatrixLinkSum &link, Lines &lines);
    /// Its type and operator.
    static void addKind(const MatrixLinkSum &link, Lines &lines);
    /// That it is too small for a scale, and what the table of slow links says of it; `frames` ascending by link.
    static void addRemarks(const MatrixGrid &grid, const MatrixLinkSum &link, double leastMb,
                           const std::vector<MatrixFrame> &frames, Lines &lines);
    /// Selection after a click on that link; `run` is the position of the shown run.
    [[nodiscard]] static Selection selectionOf(const MatrixData &shown, int source, int destination, int run);
    [[nodiscard]] static QColor transportColor(const Theme &theme, const QString &transport);
};

} // namespace rs
