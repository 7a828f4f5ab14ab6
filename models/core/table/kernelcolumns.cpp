// SPDX-License-Identifier: Apache-2.0
#include "core/table/kernelcolumns.h"

namespace rs {

QString KernelColumns::stepOf(const Table &table, int row) const
{
    if (step < 0)
        return {};
    if (!table.has(row, step))
        return QStringLiteral("0");
    switch (table.at(step).type) {
    case ColumnType::Text: {
        const QString text = table.strings().text(table.textId(row, step));
        return text.mid(text.lastIndexOf(u'#') + 1);
    }
    case ColumnType::Real:
        return QString::number(table.real(row, step), 'f', 0);
    default:
        return QString::number(table.integer(row, step));
    }
}

bool KernelColumns::isCommunication(const Table &table, int row) const
{
    if (isCommunicationCore(table.textView(row, core)))
        return true;
    return isCommunicationName(table.textView(row, name));
}

bool isCommunicationName(std::string_view name)
{
    return kernelShortName(name).substr(0, 5) == "hcom_";
}

bool isCommunicationCore(std::string_view core)
{
    return core == "HCCL" || core == "COMMUNICATION";
}

std::string_view kernelShortName(std::string_view name)
{
    const size_t slash = name.rfind('/');
    return slash == std::string_view::npos || slash + 1 == name.size() ? name : name.substr(slash + 1);
}

std::string_view displayShape(std::string_view cell)
{
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
        return cell.substr(1, cell.size() - 2);
    return cell;
}

} // namespace rs
