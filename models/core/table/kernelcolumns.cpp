// SPDX-License-Identifier: Apache-2.0
#include "core/table/kernelcolumns.h"

namespace rs {

KernelColumns::KernelColumns(const Table &t)
    : step(t.columnOf({u"Step Id", u"Step ID", u"Step"})),
      device(t.columnOf({u"Device_id", u"Device ID", u"Device Id"})),
      name(t.columnOf({u"Name", u"Op Name", u"OP Name"})), type(t.columnOf({u"Type", u"OP Type", u"Op Type"})),
      state(t.columnOf({u"OP State", u"Op State"})), core(t.columnOf({u"Accelerator Core", u"Task Type"})),
      start(t.columnOf({u"Start Time(us)", u"Task Start Time(us)", u"Task Start Time", u"Start Time"})),
      duration(t.columnOf({u"Duration(us)", u"Task Duration(us)"})),
      wait(t.columnOf({u"Wait Time(us)", u"Task Wait Time(us)"})), blocks(t.columnOf({u"Block Dim", u"Block Num"})),
      mixBlocks(t.columnOf({u"Mix Block Dim", u"Mix Block Num"})), model(t.columnOf({u"Model ID", u"Model Id"})),
      task(t.columnOf({u"Task ID", u"Task Id"})), stream(t.columnOf({u"Stream ID", u"Stream Id"})),
      context(t.columnOf({u"Context ID", u"Context Id"})), inputShapes(t.columnOf({u"Input Shapes"})),
      inputTypes(t.columnOf({u"Input Data Types"})), inputFormats(t.columnOf({u"Input Formats"})),
      outputShapes(t.columnOf({u"Output Shapes"})), outputTypes(t.columnOf({u"Output Data Types"})),
      outputFormats(t.columnOf({u"Output Formats"})),
      cubeUtilization(t.columnOf({u"cube_utilization(%)", u"cube_utilization( %)"}))
{
}

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
