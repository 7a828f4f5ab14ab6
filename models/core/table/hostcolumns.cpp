// SPDX-License-Identifier: Apache-2.0
#include "core/table/hostcolumns.h"

namespace rs {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view withoutBlanks(std::string_view text)
{
    const size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace

bool HostColumns::hasStacks(const Table &table) const
{
    for (int row = 0; stack >= 0 && row < table.rows(); ++row) {
        if (table.has(row, stack) && !withoutBlanks(table.textView(row, stack)).empty())
            return true;
    }
    return false;
}

void eachFrame(std::string_view stack, const std::function<bool(std::string_view)> &use)
{
    while (!stack.empty()) {
        // A frame ends at a ';' that ends its line; one within a path belongs to it.
        size_t end = stack.find(';');
        while (end != std::string_view::npos && end + 1 < stack.size() && stack[end + 1] != '\n' &&
               stack[end + 1] != '\r')
            end = stack.find(';', end + 1);
        const std::string_view frame = withoutBlanks(stack.substr(0, end));
        if (!frame.empty() && !use(frame))
            return;
        if (end == std::string_view::npos)
            return;
        stack.remove_prefix(end + 1);
    }
}

QString shapesInOneLine(std::string_view cell)
{
    QString out;
    while (!cell.empty()) {
        const size_t end = cell.find(';');
        const std::string_view shape = withoutBlanks(cell.substr(0, end));
        if (end == std::string_view::npos && shape.empty())
            break;
        if (!out.isEmpty())
            out += u' ';
        out += QString::fromUtf8(shape.data(), static_cast<qsizetype>(shape.size()));
        if (end == std::string_view::npos)
            break;
        out += u';';
        cell.remove_prefix(end + 1);
    }
    return out;
}

} // namespace rs
